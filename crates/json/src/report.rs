//! The report: everything there is to say about a program.

use faultscope_ir::program::Language;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::baseline::SuppressedCheck;
use crate::check::{Assumption, Check, Guide, Limit, Note, Proof, Specification};
use crate::compiler::Compiler;
use crate::finding::{Driver, Finding, OtherError, Set};
use crate::format::ReportFormat;
use crate::names::{Coverage, Named, Verdict};
use crate::patch::Patch;
use crate::place::{Place, Source};
use crate::statistics::Statistics;
use crate::technique::Technique;
use crate::test::Test;
use crate::trace::{Error, Input, Step, Trace};

/// Everything there is to say about a program. `S` holds the steps of traces, as in [`Trace`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "report")]
pub struct Report<S = Vec<Step>> {
    /// The name and version of the format.
    pub schema: ReportFormat,
    /// The language of the program.
    pub language: Named<Language>,
    /// The answer.
    pub verdict: Verdict,
    /// Why there is no verdict, what the verdict rests on, or why `traces` are not all error traces.
    pub reason: Option<String>,
    /// Where.
    pub reason_place: Option<Place>,
    /// What to do about it.
    pub reason_hint: Option<String>,
    /// With a property file, the answer as tools of SV-COMP give it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// With a property file, what it asks for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub specification: Option<Specification>,
    /// How the tests went, where tests say what the program should do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tests: Vec<Test>,
    /// The error of the first trace.
    pub error: Option<Error>,
    /// The values from outside in the first trace.
    pub inputs: Vec<Input>,
    /// The executions that lead to an error, the one to look at first in front. Of those that share their findings one stands
    /// for all.
    pub traces: Vec<Trace<S>>,
    /// Which executions that lead to an error are like one of `traces`; null where only one was looked for.
    pub coverage: Option<Coverage>,
    /// Whether all statements of the traces were asked about.
    pub is_localized: bool,
    /// The statements that matter, in rank order: inputs after all code.
    pub findings: Vec<Finding<S>>,
    /// How many less promising statements matter too and are left out.
    pub omitted_findings: usize,
    /// What drives the code under test, where the program has a driver and an error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub driver: Option<Driver>,
    /// Statements that have to be fixed together, smaller sets first.
    pub sets: Vec<Set>,
    /// What other techniques mark on the first trace, where that was asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub techniques: Vec<Technique>,
    /// Changes of single lines that repair the program or the error traces, the best first.
    pub patches: Vec<Patch>,
    /// The errors beside that of the first trace, each with its own places; violated checks that have none here are in `checks`
    /// alone.
    #[serde(default = "Vec::<OtherError<S>>::new", skip_serializing_if = "Vec::is_empty")]
    pub other_errors: Vec<OtherError<S>>,
    /// What was checked, and what became of it, in the order of the program.
    pub checks: Vec<Check>,
    /// The checks whose errors were not looked for, since that was asked or they are known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub suppressed: Vec<SuppressedCheck>,
    /// What was taken for granted.
    pub assumptions: Vec<Assumption>,
    /// What came of a witness that was to be followed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guide: Option<Guide>,
    /// The proof that was found and has passed its checker.
    pub proof: Option<Proof>,
    /// Why a proof was not checked again, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unchecked_proof: Option<String>,
    /// What the compiler of the host says of the program, where it fails and the compiler was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compiler: Option<Compiler>,
    /// What to know about this report.
    pub warnings: Vec<Note>,
    /// The limits that were reached, without which this report might say more.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<Limit>,
    /// How much work it was.
    pub statistics: Statistics,
    /// The files that places refer to.
    pub sources: Vec<Source>,
}
