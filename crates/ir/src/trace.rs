//! Traces: one path through a program, made straight-line.
//!
//! A loop can make a trace millions of steps long, so steps are small and traces cheap to hand on: a command is kept once
//! for all steps that execute it, the numbers of iterations once for all steps that are in them, and the steps once for
//! all copies of a trace.

use std::sync::Arc;

use crate::check::CheckId;
use crate::command::Command;
use crate::index::IndexSet;
use crate::program::ProcId;
use crate::sort::Sort;
use crate::source::OriginId;
use crate::term::{Term, visit_all};
use crate::value::Value;

/// One command of a trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The command. Variables of recursive activations are renamed ([`Symbol::at_depth`](crate::Symbol::at_depth)).
    pub command: Arc<Command>,
    /// Where it comes from.
    pub origin: OriginId,
    /// Index into [`Trace::frames`]: the activation it runs in. The assignment of a parameter runs in the caller.
    pub frame: usize,
    /// For each loop the step is in, innermost last: the 1-based iteration. Used to tell occurrences apart.
    pub iterations: Arc<[u32]>,
    /// The value an assigning command gave to its place in the concrete execution; for an assume `true`.
    pub value: Option<Value>,
}

/// An activation of a procedure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// The procedure.
    pub procedure: ProcId,
    /// Its name.
    pub name: String,
    /// The calling activation and the origin of the call; none for the entry.
    pub caller: Option<(usize, OriginId)>,
}

/// A feasible error trace `st_1 … st_n`: executing the commands in order can reach the error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trace {
    /// The commands. The last one is the assume under which the error is reached, if the error has a condition.
    pub steps: Arc<Vec<Step>>,
    /// The activations, the entry first.
    pub frames: Vec<Frame>,
    /// What is violated; a row of the [table](crate::Program::check) of the program that was executed.
    pub check: CheckId,
}

impl Trace {
    /// The number of commands.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether there is no command at all.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The constants of a sort that the conditions mention, each once, those of the last conditions first.
    pub fn condition_constants(&self, sort: Sort) -> Vec<Value> {
        let conditions = self.steps.iter().rev().filter_map(|step| match &*step.command {
            Command::Assume { condition } => Some(*condition),
            Command::Assign { .. } | Command::Havoc { .. } => None,
        });
        let conditions: Vec<Term> = conditions.collect();
        let mut found: IndexSet<Value> = IndexSet::default();
        visit_all(&conditions, &mut |term| {
            found.extend(term.as_value().filter(|value| value.sort() == sort).cloned());
        });
        found.into_iter().collect()
    }
}
