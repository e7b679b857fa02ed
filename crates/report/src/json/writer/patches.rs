//! Patches.

use faultscope_json::{self as document, Named};

use super::files::Files;
use crate::patch::diff;
use crate::{
    Behaviour, ContractCheck, ContractOutcome, Keeps, KeptChange, LeftError, Patch, PatchDifference, Report,
};

pub(super) fn patch(report: &Report, patch: &Patch, files: &Files<'_>) -> document::Patch {
    document::Patch {
        place: files.place(patch.span),
        statement: files.place(patch.statement),
        function: patch.function.clone(),
        old: patch.old.clone(),
        new: patch.new.clone(),
        old_line: patch.old_line.clone(),
        new_line: patch.new_line.clone(),
        diff: diff(&report.sources, patch),
        reason: patch.reason.clone(),
        is_constant: patch.is_constant,
        weight: patch.weight,
        verdict: patch.verdict,
        leaves: patch.leaves.iter().map(|it| left(it, files)).collect(),
        reaches_check: patch.reaches_check,
        shows_the_same: patch.shows_the_same,
        keeps: patch.keeps.as_ref().map(keeps),
        changes: patch.keeps.as_ref().and_then(|it| it.change.as_ref()).map(|it| change(it, files)),
        contract: patch.contract.as_ref().map(contract),
        differs: patch.differs.as_deref().map(difference),
    }
}

fn keeps(it: &Keeps) -> document::Keeps {
    document::Keeps {
        level: it.level(),
        executions: it.executions,
        nothing_differs: it.same,
        nothing_else_differs: it.same_elsewhere,
        callers_see_the_same: it.same_to_callers,
        proved: it.proof,
    }
}

pub(crate) fn left(it: &LeftError, files: &Files<'_>) -> document::LeftError {
    document::LeftError {
        property: Named(it.property),
        message: it.message.clone(),
        place: files.place(it.span),
        function: it.function.clone(),
    }
}

pub(crate) fn change(it: &KeptChange, files: &Files<'_>) -> document::KeptChange {
    let [assigns, before, after] = match &it.value {
        Some(texts) => texts.clone().map(Some),
        None => [None, None, None],
    };
    let inputs = it.inputs.iter().map(valued).collect();
    document::KeptChange { place: files.place(it.span), inputs, assigns, before, after }
}

fn valued((name, value): &(String, String)) -> document::Valued {
    document::Valued { name: name.clone(), value: value.clone() }
}

fn contract(check: &ContractCheck) -> document::Contract {
    let open = document::Contract {
        functions: check.functions.clone(),
        verdict: document::ContractVerdict::Open,
        max_array: None,
        ends: None,
        function: None,
        message: None,
        values: Vec::new(),
    };
    match &check.outcome {
        ContractOutcome::Met { max_array, ends } => document::Contract {
            verdict: document::ContractVerdict::Met,
            max_array: *max_array,
            ends: Some(*ends),
            ..open
        },
        ContractOutcome::Violated { function, message, values } => document::Contract {
            verdict: document::ContractVerdict::Violated,
            function: Some(function.clone()),
            message: Some(message.clone()),
            values: values.iter().map(valued).collect(),
            ..open
        },
        ContractOutcome::Open { function } => document::Contract { function: Some(function.clone()), ..open },
    }
}

fn difference(it: &PatchDifference) -> document::Difference {
    document::Difference {
        like: it.like.clone(),
        stdin: it.stdin.clone(),
        arguments: it.arguments.clone(),
        values: it.values.as_ref().map(|it| it.iter().map(i128::to_string).collect()),
        first: behaviour(&it.first),
        this: behaviour(&it.this),
    }
}

fn behaviour(behaviour: &Behaviour) -> document::Behaviour {
    use document::BehaviourKind as Kind;
    let (kind, output, status, message) = match behaviour {
        Behaviour::Ends { output, status } => (Kind::Ends, Some(output.clone()), Some(*status), None),
        Behaviour::Undefined { message } => (Kind::Undefined, None, None, Some(message.clone())),
        Behaviour::Fails { message } => (Kind::Fails, None, None, Some(message.clone())),
    };
    document::Behaviour { kind, output, status, message }
}
