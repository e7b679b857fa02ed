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

    /// Text without what a terminal acts on, or shows in another order: what stands in sources and reports may have been written by
    /// anybody. Colours stay where they are written at all.
    pub(crate) fn visible(self, text: String) -> String {
        if !text.contains(acts_on_terminal) {
            return text;
        }
        let mut visible = String::with_capacity(text.len());
        let mut rest = text.as_str();
        while let Some(at) = rest.find(acts_on_terminal) {
            visible += &rest[..at];
            rest = &rest[at..];
            let n_colour = if self.color { colour(rest) } else { 0 };
            let n_first = rest.chars().next().map_or(0, char::len_utf8);
            visible += match n_colour {
                // The end of a line of some systems.
                0 if rest.starts_with("\r\n") => "",
                0 => "\u{fffd}",
                _ => &rest[..n_colour],
            };
            rest = &rest[n_colour.max(n_first)..];
        }
        visible + rest
    }

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

/// Whether a terminal does something else with a character than to show it where it stands.
fn acts_on_terminal(ch: char) -> bool {
    let changes_order =
        matches!(ch, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    changes_order || ch.is_control() && !matches!(ch, '\n' | '\t')
}

/// How long the escape code of a colour is that a text begins with.
fn colour(text: &str) -> usize {
    let Some(codes) = text.strip_prefix("\x1b[") else { return 0 };
    let n_codes = codes.bytes().take_while(|it| it.is_ascii_digit() || *it == b';').count();
    if codes[n_codes..].starts_with('m') { text.len() - codes.len() + n_codes + 1 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_acts_on_nothing_but_colours() {
        let text = "a\x1b[2Jb\x1b]0;title\x07\u{202e}c\td\r\n".to_owned();
        assert_eq!(Style::PLAIN.visible(text.clone()), "a\u{fffd}[2Jb\u{fffd}]0;title\u{fffd}\u{fffd}c\td\n");
        let coloured = Style { color: true, ..Style::PLAIN };
        assert_eq!(coloured.visible(text.clone()), Style::PLAIN.visible(text));
        let strong = coloured.strong("x");
        assert_eq!(coloured.visible(strong.clone()), strong);
        assert_eq!(Style::PLAIN.visible(strong), "\u{fffd}[1mx\u{fffd}[0m");
        assert_eq!(coloured.visible("\x1b[1;".to_owned()), "\u{fffd}[1;");
    }
}
