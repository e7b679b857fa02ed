//! Patches.

use super::error::ReadError;
use super::node::{Node, boolean, digits, number, string};
use super::places::Places;
use crate::{Behaviour, ContractCheck, ContractOutcome, Patch, PatchDifference, PatchVerdict};

pub(super) fn patch(node: &Node<'_>, places: &Places) -> Result<Patch, ReadError> {
    Ok(Patch {
        span: places.place(node)?,
        statement: node.get("statement", |it| places.place(it))?,
        function: node.get("function", string)?,
        old: node.get("old", string)?,
        new: node.get("new", string)?,
        old_line: node.get("old_line", string)?,
        new_line: node.get("new_line", string)?,
        reason: node.maybe("reason", string)?,
        is_constant: node.get("is_constant", boolean)?,
        verdict: node.get("verdict", verdict)?,
        reaches_check: node.get("reaches_check", boolean)?,
        contract: node.maybe("contract", contract)?,
        differs: node.maybe("differs", difference)?.map(Box::new),
    })
}

fn verdict(node: &Node<'_>) -> Result<PatchVerdict, ReadError> {
    Ok(match node.named(&["proved", "passes-tests", "repairs-shown-traces"], |name| name)? {
        "proved" => PatchVerdict::Proved,
        "passes-tests" => PatchVerdict::PassesTests,
        _ => PatchVerdict::RepairsShownTraces,
    })
}

fn contract(node: &Node<'_>) -> Result<ContractCheck, ReadError> {
    let value = |it: &Node<'_>| Ok((it.get("name", string)?, it.get("value", string)?));
    let outcome = match node.get("verdict", |it| it.named(&["met", "violated", "open"], |name| name))? {
        "met" => ContractOutcome::Met {
            max_array: node.maybe("max_array", number)?,
            ends: node.get("ends", boolean)?,
        },
        "violated" => ContractOutcome::Violated {
            function: node.get("function", string)?,
            message: node.get("message", string)?,
            values: node.items("values", value)?,
        },
        _ => ContractOutcome::Open { function: node.get("function", string)? },
    };
    Ok(ContractCheck { functions: node.get("functions", |it| it.list(string))?, outcome })
}

fn difference(node: &Node<'_>) -> Result<PatchDifference, ReadError> {
    Ok(PatchDifference {
        like: node.get("like", string)?,
        stdin: node.get("stdin", string)?,
        arguments: node.get("arguments", |it| it.list(string))?,
        values: node.maybe("values", |it| it.list(digits))?,
        first: node.get("first", behaviour)?,
        this: node.get("this", behaviour)?,
    })
}

fn behaviour(node: &Node<'_>) -> Result<Behaviour, ReadError> {
    let message = || node.get("message", string);
    Ok(match node.get("kind", |it| it.named(&["ends", "undefined", "fails"], |name| name))? {
        "ends" => {
            Behaviour::Ends { output: node.get("output", string)?, status: node.get("status", number)? }
        }
        "undefined" => Behaviour::Undefined { message: message()? },
        _ => Behaviour::Fails { message: message()? },
    })
}
