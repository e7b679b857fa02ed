//! What is wrong with an input, as a line beside those of [`stream`](super::stream).

use faultscope_ir::SourceMap;
use serde::Serialize;

use super::place::{Files, Place};
use crate::{Diagnostic, Severity};

/// The name and version of the format.
pub const SCHEMA: &str = "faultscope-rejection/1";

#[derive(Serialize)]
struct JsonRejection<'a> {
    schema: &'static str,
    messages: Vec<JsonMessage<'a>>,
}

#[derive(Serialize)]
struct JsonMessage<'a> {
    severity: &'static str,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<&'a str>,
    #[serde(flatten)]
    place: Option<Place<'a>>,
}

impl<'a> JsonMessage<'a> {
    fn new(diagnostic: &'a Diagnostic, sources: &Files<'a>) -> JsonMessage<'a> {
        JsonMessage {
            severity: match diagnostic.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Note => "note",
            },
            message: &diagnostic.message,
            hint: diagnostic.hint.as_deref(),
            place: diagnostic.span.map(|span| Place::new(span, sources)),
        }
    }
}

/// One line with all messages, a line end included.
pub fn render_line(diagnostics: &[Diagnostic], sources: &SourceMap) -> String {
    let sources = Files::new(sources);
    let messages = diagnostics.iter().map(|it| JsonMessage::new(it, &sources)).collect();
    serde_json::to_string(&JsonRejection { schema: SCHEMA, messages }).expect("its keys are texts") + "\n"
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
