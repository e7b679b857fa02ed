//! Patches as JSON.

use serde::Serialize;

use super::place::{Files, Place};
use crate::{Behaviour, ContractCheck, ContractOutcome, Patch, PatchDifference, PatchVerdict};

#[derive(Serialize)]
pub(super) struct JsonPatch<'a> {
    #[serde(flatten)]
    place: Place<'a>,
    statement: Place<'a>,
    function: &'a str,
    old: &'a str,
    new: &'a str,
    old_line: &'a str,
    new_line: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    is_constant: bool,
    verdict: &'static str,
    reaches_check: bool,
    contract: Option<JsonContract<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    differs: Option<JsonDifference<'a>>,
}

#[derive(Serialize)]
struct JsonDifference<'a> {
    like: &'a str,
    stdin: &'a str,
    arguments: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<Vec<String>>,
    first: JsonBehaviour<'a>,
    this: JsonBehaviour<'a>,
}

#[derive(Serialize)]
struct JsonBehaviour<'a> {
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'a str>,
}

#[derive(Serialize)]
struct JsonContract<'a> {
    functions: &'a [String],
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_array: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ends: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    function: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    values: Vec<JsonValue<'a>>,
}

#[derive(Serialize)]
struct JsonValue<'a> {
    name: &'a str,
    value: &'a str,
}

impl<'a> JsonPatch<'a> {
    pub(super) fn new(patch: &'a Patch, sources: &Files<'a>) -> JsonPatch<'a> {
        JsonPatch {
            place: Place::new(patch.span, sources),
            statement: Place::new(patch.statement, sources),
            function: &patch.function,
            old: &patch.old,
            new: &patch.new,
            old_line: &patch.old_line,
            new_line: &patch.new_line,
            reason: patch.reason.as_deref(),
            is_constant: patch.is_constant,
            verdict: match patch.verdict {
                PatchVerdict::Proved => "proved",
                PatchVerdict::PassesTests => "passes-tests",
                PatchVerdict::RepairsShownTraces => "repairs-shown-traces",
            },
            reaches_check: patch.reaches_check,
            contract: patch.contract.as_ref().map(JsonContract::new),
            differs: patch.differs.as_deref().map(JsonDifference::new),
        }
    }
}

impl<'a> JsonDifference<'a> {
    fn new(it: &'a PatchDifference) -> JsonDifference<'a> {
        JsonDifference {
            like: &it.like,
            stdin: &it.stdin,
            arguments: &it.arguments,
            values: it.values.as_ref().map(|it| it.iter().map(i128::to_string).collect()),
            first: JsonBehaviour::new(&it.first),
            this: JsonBehaviour::new(&it.this),
        }
    }
}

impl<'a> JsonBehaviour<'a> {
    fn new(behaviour: &'a Behaviour) -> JsonBehaviour<'a> {
        let (kind, output, status, message) = match behaviour {
            Behaviour::Ends { output, status } => ("ends", Some(output.as_str()), Some(*status), None),
            Behaviour::Undefined { message } => ("undefined", None, None, Some(message.as_str())),
            Behaviour::Fails { message } => ("fails", None, None, Some(message.as_str())),
        };
        JsonBehaviour { kind, output, status, message }
    }
}

impl<'a> JsonContract<'a> {
    fn new(check: &'a ContractCheck) -> JsonContract<'a> {
        let nothing = JsonContract {
            functions: &check.functions,
            verdict: "open",
            max_array: None,
            ends: None,
            function: None,
            message: None,
            values: Vec::new(),
        };
        match &check.outcome {
            ContractOutcome::Met { max_array, ends } => {
                JsonContract { verdict: "met", max_array: *max_array, ends: Some(*ends), ..nothing }
            }
            ContractOutcome::Violated { function, message, values } => JsonContract {
                verdict: "violated",
                function: Some(function),
                message: Some(message),
                values: values.iter().map(|(name, value)| JsonValue { name, value }).collect(),
                ..nothing
            },
            ContractOutcome::Open { function } => JsonContract { function: Some(function), ..nothing },
        }
    }
}
