//! The lines of `--format json-lines`: what each stage of a check has found, the report, or what is wrong with the input.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::check::{Note, Proof};
use crate::finding::{Finding, Set};
use crate::format::{RejectionFormat, ReportFormat, StageFormat};
use crate::names::names;
use crate::patch::Patch;
use crate::place::Place;
use crate::report::Report;
use crate::test::Test;
use crate::trace::{Error, Input, Step, Trace};

/// One line.
#[derive(Debug, Clone, PartialEq)]
pub enum Line<S = Vec<Step>> {
    /// What a stage has found.
    Stage(Box<Stage<S>>),
    /// Everything.
    Report(Box<Report<S>>),
    /// What is wrong with the input.
    Rejection(Rejection),
}

impl<S: DeserializeOwned> Line<S> {
    /// Reads a line; none where it is another document, or of a version that is not known.
    pub fn read(text: &str) -> Option<Line<S>> {
        #[derive(Deserialize)]
        struct Header<'a> {
            schema: &'a str,
        }
        let schema = serde_json::from_str::<Header<'_>>(text).ok()?.schema;
        if schema == ReportFormat::V4.name() {
            serde_json::from_str(text).ok().map(|it| Line::Report(Box::new(it)))
        } else if schema == StageFormat::V1.name() {
            serde_json::from_str(text).ok().map(|it| Line::Stage(Box::new(it)))
        } else if schema == RejectionFormat::V1.name() {
            serde_json::from_str(text).ok().map(Line::Rejection)
        } else {
            None
        }
    }
}

/// What a stage of a check has found: fields of the report as it is at that time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "stage")]
pub struct Stage<S = Vec<Step>> {
    /// The name and version of the format.
    pub schema: StageFormat,
    /// Which stage.
    pub stage: StageName,
    /// Of `search`: the error of the first trace.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "given")]
    #[schemars(with = "Option<Error>", extend("nullable" = true))]
    pub error: Option<Option<Error>>,
    /// Of `search`: the values from outside in the first trace.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inputs: Option<Vec<Input>>,
    /// Of `search` and `localize`: the executions that lead to an error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub traces: Option<Vec<Trace<S>>>,
    /// Of `localize`: whether all statements of the traces were asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_localized: Option<bool>,
    /// Of `localize` and `repair`: the statements that matter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub findings: Option<Vec<Finding<S>>>,
    /// Of `localize` and `repair`: how many are left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub omitted_findings: Option<usize>,
    /// Of `repair`: statements that have to be fixed together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sets: Option<Vec<Set>>,
    /// Of `repair`: changes that repair.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub patches: Option<Vec<Patch>>,
    /// Of `certify`: the proof that has passed its checker.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "given")]
    #[schemars(with = "Option<Proof>", extend("nullable" = true))]
    pub proof: Option<Option<Proof>>,
    /// Of `certify`: why a proof was not checked again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unchecked_proof: Option<String>,
    /// Of `test`: how the tests went.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tests: Option<Vec<Test>>,
    /// Of `translate`: what to know about the report.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warnings: Option<Vec<Note>>,
}

impl<S> Stage<S> {
    /// What a stage gives of the report as it is at that time.
    pub fn of(stage: StageName, report: Report<S>) -> Stage<S> {
        let none = Stage {
            schema: StageFormat::V1,
            stage,
            error: None,
            inputs: None,
            traces: None,
            is_localized: None,
            findings: None,
            omitted_findings: None,
            sets: None,
            patches: None,
            proof: None,
            unchecked_proof: None,
            tests: None,
            warnings: None,
        };
        match stage {
            StageName::Translate => Stage { warnings: Some(report.warnings), ..none },
            // What a report leaves out is left out here, too.
            StageName::Test => Stage { tests: Some(report.tests).filter(|it| !it.is_empty()), ..none },
            StageName::Search => Stage {
                error: Some(report.error),
                inputs: Some(report.inputs),
                traces: Some(report.traces),
                ..none
            },
            StageName::Localize => Stage {
                is_localized: Some(report.is_localized),
                traces: Some(report.traces),
                findings: Some(report.findings),
                omitted_findings: Some(report.omitted_findings),
                ..none
            },
            StageName::Repair => Stage {
                findings: Some(report.findings),
                omitted_findings: Some(report.omitted_findings),
                sets: Some(report.sets),
                patches: Some(report.patches),
                ..none
            },
            StageName::Certify => {
                Stage { proof: Some(report.proof), unchecked_proof: report.unchecked_proof, ..none }
            }
        }
    }
}

/// A field that is there, and may be null.
fn given<'de, T: Deserialize<'de>, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::<T>::deserialize(deserializer).map(Some)
}

names! {
    /// A stage that finds something worth a line.
    StageName {
        /// The program is read.
        Translate => "translate",
        /// Tests are run.
        Test => "test",
        /// Errors are looked for.
        Search => "search",
        /// It is asked which statements matter.
        Localize => "localize",
        /// It is asked what can be changed.
        Repair => "repair",
        /// The proof is checked again.
        Certify => "certify",
    }
}

/// What is wrong with an input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "rejection")]
pub struct Rejection {
    /// The name and version of the format.
    pub schema: RejectionFormat,
    /// What is wrong.
    pub messages: Vec<Message>,
}

/// A message for the user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "message")]
pub struct Message {
    /// How bad it is.
    pub severity: MessageSeverity,
    /// What is wrong, in lower case and without a final dot.
    pub message: String,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// Where.
    #[serde(flatten)]
    pub place: Option<Place>,
}

names! {
    /// How bad a message is.
    MessageSeverity {
        /// The input cannot be used.
        Error => "error",
        /// It can; the user should look at this.
        Warning => "warning",
        /// Worth knowing.
        Note => "note",
    }
}
