//! What is wrong with an input: one message with its place underlined.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{Element, Group, Level, Renderer};
use faultscope_ir::{Diagnostic, Severity, SourceMap};

use crate::model::Note;
use crate::snippet;
use crate::style::Style;

impl Note {
    /// The note as a message of some severity.
    pub fn with_severity(self, severity: Severity) -> Diagnostic {
        Diagnostic { severity, message: self.message, span: self.span, hint: self.hint }
    }
}

impl From<Diagnostic> for Note {
    fn from(it: Diagnostic) -> Note {
        Note { message: it.message, span: it.span, hint: it.hint }
    }
}

/// The message as text, a line end included.
pub fn render(diagnostic: &Diagnostic, sources: &SourceMap, style: &Style) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let title = level.primary_title(diagnostic.message.as_str());
    let hint = diagnostic.hint.as_deref();
    let groups = match diagnostic.span {
        Some(span) => {
            let hint = hint.map(|hint| Element::from(Level::HELP.message(hint)));
            vec![Group::with_title(title).element(snippet::of(sources, span, None)).elements(hint)]
        }
        None => {
            let hint = hint.map(|hint| Group::with_title(Level::HELP.primary_title(hint)));
            [Group::with_title(title)].into_iter().chain(hint).collect()
        }
    };
    let rendered: Vec<String> =
        groups.into_iter().map(|group| renderer(style).render(&[group]) + "\n").collect();
    style.visible(rendered.concat())
}

/// The renderer of source lines in a style.
pub(crate) fn renderer(style: &Style) -> Renderer {
    let renderer = if style.color { Renderer::styled() } else { Renderer::plain() };
    renderer.term_width(style.width).decor_style(DecorStyle::Ascii)
}
