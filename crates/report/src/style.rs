//! What a terminal can show.

use annotate_snippets::renderer::{AnsiColor, Effects, Style as Ansi};

/// What the output can show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// Whether to write escape codes for colours.
    pub color: bool,
    /// Columns of the terminal.
    pub width: usize,
}

impl Style {
    /// Without colours, as wide as a page.
    pub const PLAIN: Style = Style { color: false, width: 100 };

    /// Text that stands out.
    pub(crate) fn strong(self, text: &str) -> String {
        self.paint(Ansi::new().effects(Effects::BOLD), text)
    }

    /// Text that can be passed over.
    pub(crate) fn faint(self, text: &str) -> String {
        self.paint(Ansi::new().effects(Effects::DIMMED), text)
    }

    /// A reference to a finding.
    pub(crate) fn mark(self, text: &str) -> String {
        self.paint(AnsiColor::Yellow.on_default().effects(Effects::BOLD), text)
    }

    pub(crate) fn good(self, text: &str) -> String {
        self.paint(AnsiColor::Green.on_default().effects(Effects::BOLD), text)
    }

    pub(crate) fn paint(self, ansi: Ansi, text: &str) -> String {
        if self.color { format!("{ansi}{text}{ansi:#}") } else { text.to_owned() }
    }
}
