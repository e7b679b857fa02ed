//! Checks that are suppressed, and reports against earlier ones.

use faultscope_ir::Property;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::format::BaselineFormat;
use crate::names::{Named, names};

names! {
    /// Where it is said that an error is not to be looked for.
    SuppressedBy {
        /// A comment in the program.
        Source => "source",
        /// The file with options, `faultscope.toml`.
        Configuration => "configuration",
        /// A baseline, which has the error: it is known.
        Baseline => "baseline",
    }
}

/// A check whose errors were not looked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "suppressed_check")]
pub struct SuppressedCheck {
    /// The check, by its place in `checks`, from 0.
    pub check: usize,
    /// Where that is said.
    pub by: SuppressedBy,
    /// Why, in the user's words; of a known error, what it is called.
    pub reason: String,
    /// The file that says it.
    pub said_in: String,
    /// The line there; left out for a baseline.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub said_on_line: Option<u32>,
}

/// Which errors of reports are new, fixed and unchanged against stored reports.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "baseline")]
pub struct Baseline {
    /// The name and version of the format.
    pub schema: BaselineFormat,
    /// The answer.
    pub answer: BaselineAnswer,
    /// Errors of the reports that the stored ones do not have.
    pub new: Vec<KnownError>,
    /// Errors of the stored reports that are fixed.
    pub fixed: Vec<FixedError>,
    /// Errors of both.
    pub unchanged: Vec<KnownError>,
    /// Errors of the stored reports of which it is not decided whether they are fixed.
    pub not_decided: Vec<KnownError>,
    /// Errors of the stored reports that are suppressed by now.
    pub suppressed: Vec<KnownError>,
    /// How many checks and tests of the reports are not decided.
    pub open: usize,
}

names! {
    /// Whether there is an error that is new.
    BaselineAnswer {
        /// There is none.
        NothingNew => "nothing-new",
        /// There is one.
        New => "new",
        /// None is known, and not everything was decided.
        NotDecided => "not-decided",
    }
}

/// An error, and what it is known by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "known_error")]
pub struct KnownError {
    /// What it is known by when lines move: of the property, the function and the statement.
    pub fingerprint: String,
    /// What is violated.
    pub property: Named<Property>,
    /// What the violation is called.
    pub message: String,
    /// The file; left out for a failing test.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub line: Option<u32>,
    /// The function; left out for a failing test.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
}

/// An error that is fixed. Its place is that in the stored report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "fixed_error")]
pub struct FixedError {
    /// The error.
    #[serde(flatten)]
    pub error: KnownError,
    /// How that is known.
    pub how: Fixed,
}

names! {
    /// How it is known that an error is fixed.
    Fixed {
        /// No execution violates the check: this is proved.
        Proved => "proved",
        /// There is no such check any more: its statement was changed or removed.
        Changed => "changed",
        /// The test passes.
        Passes => "passes",
    }
}
