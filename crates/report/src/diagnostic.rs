//! What is wrong with an input: one message with its place underlined.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{Element, Group, Level, Renderer};
use faultscope_ir::{SourceMap, Span};

use crate::model::Note;
use crate::snippet;
use crate::style::Style;

/// How bad a [`Diagnostic`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// The input cannot be used.
    Error,
    /// It can; the user should look at this.
    Warning,
    /// Worth knowing.
    Note,
}

/// A message for the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, in lower case and without a final dot.
    pub message: String,
    /// Where.
    pub span: Option<Span>,
    /// What to do about it.
    pub hint: Option<String>,
}

impl Diagnostic {
    /// An error without a place.
    pub fn error(message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Error, message: message.into(), span: None, hint: None }
    }

    /// Says what to do about it.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Diagnostic {
        self.hint = Some(hint.into());
        self
    }
}

impl From<faultscope_frontend::Diagnostic> for Diagnostic {
    fn from(it: faultscope_frontend::Diagnostic) -> Diagnostic {
        let severity = match it.severity {
            faultscope_frontend::Severity::Error => Severity::Error,
            faultscope_frontend::Severity::Warning => Severity::Warning,
            faultscope_frontend::Severity::Note => Severity::Note,
        };
        Diagnostic { severity, message: it.message, span: it.span, hint: it.hint }
    }
}

impl Note {
    /// The note as a message of some severity.
    pub fn with_severity(self, severity: Severity) -> Diagnostic {
        Diagnostic { severity, message: self.message, span: self.span, hint: self.hint }
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
