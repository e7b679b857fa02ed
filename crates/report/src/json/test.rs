//! Tests.

use serde::Serialize;

use crate::{Test, TestLine};

/// A test, and how it went.
#[derive(Serialize)]
pub(super) struct JsonTest<'a> {
    name: &'a str,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<JsonLine<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    got: Option<JsonLine<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<usize>,
}

/// A line of an output.
#[derive(Serialize)]
struct JsonLine<'a> {
    line: usize,
    column: usize,
    text: &'a str,
}

impl<'a> JsonTest<'a> {
    pub(super) fn new(test: &'a Test) -> JsonTest<'a> {
        JsonTest {
            name: &test.name,
            status: test.status.name(),
            message: test.message.as_deref(),
            expected: test.expected.as_ref().map(JsonLine::new),
            got: test.got.as_ref().map(JsonLine::new),
            trace: test.trace,
        }
    }
}

impl<'a> JsonLine<'a> {
    fn new(line: &'a TestLine) -> JsonLine<'a> {
        JsonLine { line: line.line, column: line.column, text: &line.text }
    }
}
