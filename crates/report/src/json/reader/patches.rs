//! Patches.

use faultscope_json as document;

use super::error::{ReadError, required};
use super::places::Places;
use crate::{
    Behaviour, ContractCheck, ContractOutcome, Keeps, KeptChange, LeftError, Patch, PatchDifference,
};

pub(super) fn patch(it: document::Patch, places: &Places, at: &str) -> Result<Patch, ReadError> {
    Ok(Patch {
        span: places.span(&it.place),
        statement: places.span(&it.statement),
        function: it.function,
        old: it.old,
        new: it.new,
        old_line: it.old_line,
        new_line: it.new_line,
        reason: it.reason,
        is_constant: it.is_constant,
        weight: it.weight,
        verdict: it.verdict,
        leaves: it.leaves.into_iter().map(|it| left(it, places)).collect(),
        reaches_check: it.reaches_check,
        shows_the_same: it.shows_the_same,
        keeps: it.keeps.map(|keeps| Keeps {
            executions: keeps.executions,
            same: keeps.nothing_differs,
            same_elsewhere: keeps.nothing_else_differs,
            same_to_callers: keeps.callers_see_the_same,
            change: it.changes.map(|it| change(it, places)),
            proof: keeps.proved,
        }),
        contract: it.contract.map(|it| contract(it, &format!("{at}.contract"))).transpose()?,
        differs: it.differs.map(|it| difference(it, &format!("{at}.differs"))).transpose()?.map(Box::new),
    })
}

fn left(it: document::LeftError, places: &Places) -> LeftError {
    let span = places.span(&it.place);
    LeftError { property: it.property.0, message: it.message, span, function: it.function }
}

fn change(it: document::KeptChange, places: &Places) -> KeptChange {
    let value = it.assigns.zip(it.before).zip(it.after);
    KeptChange {
        span: places.span(&it.place),
        inputs: it.inputs.into_iter().map(|it| (it.name, it.value)).collect(),
        value: value.map(|((assigns, before), after)| [assigns, before, after]),
    }
}

fn contract(it: document::Contract, at: &str) -> Result<ContractCheck, ReadError> {
    let function = required(it.function, "function", at);
    let outcome = match it.verdict {
        document::ContractVerdict::Met => {
            ContractOutcome::Met { max_array: it.max_array, ends: required(it.ends, "ends", at)? }
        }
        document::ContractVerdict::Violated => ContractOutcome::Violated {
            function: function?,
            message: required(it.message, "message", at)?,
            values: it.values.into_iter().map(|it| (it.name, it.value)).collect(),
        },
        document::ContractVerdict::Open => ContractOutcome::Open { function: function? },
    };
    Ok(ContractCheck { functions: it.functions, outcome })
}

fn difference(it: document::Difference, at: &str) -> Result<PatchDifference, ReadError> {
    let wrong = |_| ReadError::expected("texts with whole numbers in their range", &format!("{at}.values"));
    let values = |values: Vec<String>| values.iter().map(|it| it.parse()).collect::<Result<_, _>>();
    Ok(PatchDifference {
        like: it.like,
        stdin: it.stdin,
        arguments: it.arguments,
        values: it.values.map(values).transpose().map_err(wrong)?,
        first: behaviour(it.first, &format!("{at}.first"))?,
        this: behaviour(it.this, &format!("{at}.this"))?,
    })
}

fn behaviour(it: document::Behaviour, at: &str) -> Result<Behaviour, ReadError> {
    let message = required(it.message, "message", at);
    Ok(match it.kind {
        document::BehaviourKind::Ends => Behaviour::Ends {
            output: required(it.output, "output", at)?,
            status: required(it.status, "status", at)?,
        },
        document::BehaviourKind::Undefined => Behaviour::Undefined { message: message? },
        document::BehaviourKind::Fails => Behaviour::Fails { message: message? },
    })
}
