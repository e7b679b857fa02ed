//! Tests, and how they went.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::names::names;

/// A test, and how it went.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "test")]
pub struct Test {
    /// What it is called.
    pub name: String,
    /// The result.
    pub status: TestStatus,
    /// What is wrong, if something is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The line of the output that was expected where it differs first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<TestLine>,
    /// The line that was written there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub got: Option<TestLine>,
    /// The trace that is of this test, by its place among all that were found, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace: Option<usize>,
}

/// A line of an output.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "test_line")]
pub struct TestLine {
    /// Its number, from 1.
    #[schemars(range(min = 1))]
    pub line: usize,
    /// Where in it the difference begins, in bytes, from 1.
    #[schemars(range(min = 1))]
    pub column: usize,
    /// Its text; bytes that are not text are replaced.
    pub text: String,
}

names! {
    /// The result of a test.
    TestStatus {
        /// The program does what is expected.
        Passed => "passed",
        /// Its output or its status is another one.
        Failed => "failed",
        /// It does something that is undefined, violates an assertion, or calls `abort`.
        Crashed => "crashed",
        /// It goes on past the bound on its steps.
        RanOn => "ran-on",
        /// It could not be followed to a decision.
        Undecided => "undecided",
    }
}

impl TestStatus {
    /// Whether the test fails.
    pub const fn is_failure(self) -> bool {
        matches!(self, TestStatus::Failed | TestStatus::Crashed | TestStatus::RanOn)
    }
}
