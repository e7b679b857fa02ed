//! What is wrong with an input, as a line beside those of [`stream`](super::stream).

use faultscope_ir::SourceMap;
use faultscope_json::{self as document, MessageSeverity, RejectionFormat};

use super::writer::Files;
use crate::{Diagnostic, Severity};

/// The name and version of the format.
pub const SCHEMA: &str = RejectionFormat::V1.name();

/// One line with all messages, a line end included.
pub fn render_line(diagnostics: &[Diagnostic], sources: &SourceMap) -> String {
    let files = Files::new(sources);
    let message = |it: &Diagnostic| document::Message {
        severity: match it.severity {
            Severity::Error => MessageSeverity::Error,
            Severity::Warning => MessageSeverity::Warning,
            Severity::Note => MessageSeverity::Note,
        },
        message: it.message.clone(),
        hint: it.hint.clone(),
        place: it.span.map(|it| files.place(it)),
    };
    let messages = diagnostics.iter().map(message).collect();
    let rejection = document::Rejection { schema: RejectionFormat::V1, messages };
    serde_json::to_string(&rejection).expect("its keys are texts") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures;

    #[test]
    fn a_message_with_its_place_and_one_without() {
        let report = fixtures::erroneous();
        let span = report.error().map(|it| it.span);
        let placed = Diagnostic { span, ..Diagnostic::error("expected `;`") };
        let line =
            render_line(&[placed, Diagnostic::error("no `main`").with_hint("name one")], &report.sources);
        assert_eq!(
            line,
            "{\"schema\":\"faultscope-rejection/1\",\"messages\":[\
             {\"severity\":\"error\",\"message\":\"expected `;`\",\"file\":\"clamp.c\",\"line\":14,\"column\":12,\"end_line\":14,\"end_column\":23},\
             {\"severity\":\"error\",\"message\":\"no `main`\",\"hint\":\"name one\"}]}\n"
        );
    }
}
