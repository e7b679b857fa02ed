//! On which assumptions does an answer rest?
//!
//! A front end notes every choice at the statement that rests on it. An error that was found rests on those at the
//! statements of its trace. That there is no error, no other error, or that none was found, rests on those at all
//! statements that an execution may come to.

use faultscope_ir::index::IndexMap;
use faultscope_ir::{Assumption, AssumptionKind, OriginId, Program};
use rustc_hash::FxHashSet;

use crate::ErrorTrace;
use crate::check_outcomes::Executable;

/// What an answer is about.
#[derive(Debug, Clone, Copy)]
pub enum Followed<'a> {
    /// These executions.
    Traces(&'a [ErrorTrace]),
    /// All executions.
    All(&'a Executable),
    /// The program, whatever of it can be executed.
    Program,
}

/// The assumptions of the program that an answer rests on, each choice once, with the first statement that rests on it.
pub fn relied_on(program: &Program, followed: Followed<'_>) -> Vec<Assumption> {
    let steps: FxHashSet<OriginId> = match followed {
        Followed::Traces(traces) => {
            traces.iter().flat_map(|it| it.trace.steps.iter()).map(|step| step.origin).collect()
        }
        Followed::All(_) | Followed::Program => FxHashSet::default(),
    };
    let is_followed = |origin: OriginId| match followed {
        Followed::Traces(_) => steps.contains(&origin),
        Followed::All(executable) => executable.can_be_executed(origin),
        Followed::Program => true,
    };
    let mut choices: IndexMap<(AssumptionKind, &str), Assumption> = IndexMap::default();
    for assumption in &program.assumptions {
        if assumption.origin.is_none_or(is_followed) {
            choices.entry((assumption.kind, &assumption.message)).or_insert_with(|| assumption.clone());
        }
    }
    let mut choices: Vec<Assumption> = choices.into_values().collect();
    choices.sort_by(|one, other| (one.kind, &one.subject).cmp(&(other.kind, &other.subject)));
    choices
}

#[cfg(test)]
mod tests;
