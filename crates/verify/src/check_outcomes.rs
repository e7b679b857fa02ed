//! What became of each check of a program?
//!
//! A verifier answers for the program as a whole. This module says of each row of the [table](Program::checks) what
//! follows for it, and settles what it can of the rest, cheaply: by the control-flow graph, and by one
//! [abstract interpretation](mod@crate::abstract_interpretation) of the whole program.
//!
//! An execution *reaches* a check where it is decided whether the check is violated: at the branches of which one
//! outcome leads to the check's error locations and nowhere else. For an assertion that is its condition, for a call of
//! an error function the condition that guards it.
//!
//! **Invariant:** what is called *violated* was replayed. What is called *proved* or *not reached* is violated by no
//! execution: beyond a complete answer this is only said by analyses that have all executions in view, and never where
//! an execution may come to a construct that was not translated. A bound on loops proves nothing.

mod decisions;

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use faultscope_ir::{
    BlockId, CheckId, CheckOutcome, CheckStatus, DecidedBy, OriginId, ProcId, Program, Terminator,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::ErrorTrace;
use crate::abstract_interpretation::Findings;
use crate::portfolio::Engine;
use crate::reachability::{reachable_ends, reachable_origins};
use decisions::{Decisions, Point};

impl From<Engine> for DecidedBy {
    fn from(engine: Engine) -> DecidedBy {
        match engine {
            Engine::Bmc => DecidedBy::Bmc,
            Engine::TraceAbstraction => DecidedBy::TraceAbstraction,
        }
    }
}

/// What verifiers say of a program.
#[derive(Debug, Clone, Copy)]
pub struct Answered<'a> {
    /// Whether it is that no check is violated but those that an execution here violates.
    pub is_complete: bool,
    /// Executions that reach one.
    pub traces: &'a [ErrorTrace],
    /// Executions that bounded model checking found to violate other checks, beside the answer.
    pub others: &'a [ErrorTrace],
    /// Whether no execution within the limits of a search violates any: none of the program's that goes through every loop so
    /// often at most.
    pub holds_within: bool,
    /// Who says so; none where nobody does.
    pub by: Option<DecidedBy>,
}

/// What a look at the whole program tells.
#[derive(Debug, Clone)]
pub struct Examination {
    /// For each check of the table what became of it.
    pub checks: Vec<CheckOutcome>,
    /// What can be executed.
    pub executable: Executable,
    /// Whether it is certain that no execution comes to an end.
    pub never_ends: bool,
}

/// Which commands an execution may come to.
#[derive(Debug, Clone)]
pub struct Executable {
    /// Those of the control-flow graph.
    by_graph: FxHashSet<OriginId>,
    /// Those of abstract interpretation, where it has an answer.
    findings: Option<Findings>,
}

impl Executable {
    fn new(program: &Program, findings: Option<Findings>) -> Executable {
        Executable { by_graph: reachable_origins(program).into_iter().collect(), findings }
    }

    /// Whether a command of this origin may be executed. If not, none is.
    pub fn can_be_executed(&self, origin: OriginId) -> bool {
        self.by_graph.contains(&origin)
            && self.findings.as_ref().is_none_or(|findings| findings.can_be_executed(origin))
    }
}

/// Says of each check of a program what became of it, given what verifiers say, and what abstract interpretation
/// [found](crate::settle::Settled::findings) before they were asked.
pub fn check_outcomes(
    program: &Program,
    answered: &Answered<'_>,
    findings: Option<&Findings>,
) -> Examination {
    let graph = Graph::new(program);
    let violated = violated(answered);
    let answered_by = answered.by;
    let is_complete = answered.is_complete;
    let by_graph: Vec<Option<CheckStatus>> = program
        .check_ids()
        .map(|check| if violated.contains_key(&check) { None } else { graph.status(program, check) })
        .collect();
    let trusts_graph = is_complete || !graph.is_unsupported;
    // Behind what was not translated, anything may come; where the answer is complete, nothing is behind it.
    let findings = findings.filter(|it| is_complete || !it.can_be_unsupported());
    let trusts_graph = trusts_graph || findings.is_some();
    let outcome = |check: CheckId| {
        if let Some(by) = violated.get(&check) {
            return CheckOutcome { check, status: CheckStatus::Violated, by: *by };
        }
        if let Some(status) = by_graph[check.0 as usize].filter(|_| trusts_graph) {
            return CheckOutcome::decided(check, status, DecidedBy::ControlFlow);
        }
        let by_analysis = findings.and_then(|it| graph.status_by(it, check));
        match by_analysis {
            Some(status) => CheckOutcome::decided(check, status, DecidedBy::AbstractInterpretation),
            _ if is_complete => CheckOutcome { check, status: CheckStatus::Proved, by: answered_by },
            _ if answered.holds_within => {
                CheckOutcome { check, status: CheckStatus::HoldsWithinLimits, by: Some(DecidedBy::Bmc) }
            }
            _ => CheckOutcome::undecided(check),
        }
    };
    let checks = program.check_ids().map(outcome).collect();
    let never_ends = graph.never_ends(program, findings);
    Examination { checks, executable: Executable::new(program, findings.cloned()), never_ends }
}

/// The checks at which a replayed error trace ends, and who found it.
fn violated(answered: &Answered<'_>) -> BTreeMap<CheckId, Option<DecidedBy>> {
    let replayed = |traces: &'_ [ErrorTrace], by: Option<DecidedBy>| {
        let replayed = traces.iter().filter(|it| it.replayed);
        replayed.map(|it| (it.trace.check, by)).collect::<Vec<_>>()
    };
    let mut violated: BTreeMap<_, _> = replayed(answered.others, Some(DecidedBy::Bmc)).into_iter().collect();
    violated.extend(replayed(answered.traces, answered.by));
    violated
}

/// Where checks are decided and violated.
struct Graph {
    /// For each check its error locations.
    errors: FxHashMap<CheckId, Vec<Point>>,
    /// For each check that has an error location where it is decided about.
    decisions: FxHashMap<CheckId, Vec<Point>>,
    /// The blocks to whose end a path leads.
    ends: BTreeSet<Point>,
    /// Whether a path leads to a construct that was not translated.
    is_unsupported: bool,
}

impl Graph {
    fn new(program: &Program) -> Graph {
        let ends = reachable_ends(program);
        let mut errors: FxHashMap<CheckId, Vec<Point>> = FxHashMap::default();
        for (id, procedure) in program.procedures.iter().enumerate() {
            for (idx, block) in procedure.blocks.iter().enumerate() {
                if let Terminator::Error { check } = block.terminator {
                    errors.entry(check).or_default().push((ProcId(id as u32), BlockId(idx as u32)));
                }
            }
        }
        let decisions = Decisions::new(program);
        let decisions = errors.iter().map(|(check, errors)| (*check, decisions.about(errors))).collect();
        let is_unsupported = ends.iter().any(|(procedure, block)| {
            let block = program.procedure(*procedure).block(*block);
            matches!(block.terminator, Terminator::Unsupported { .. })
        });
        Graph { errors, decisions, ends, is_unsupported }
    }

    /// What the graph alone says of a check, if nothing leads on behind what was not translated.
    fn status(&self, program: &Program, check: CheckId) -> Option<CheckStatus> {
        let condition = program.check(check).condition.and_then(|it| it.as_bool());
        if !self.errors.contains_key(&check) && condition == Some(true) {
            return Some(CheckStatus::Proved);
        }
        self.status_where(check, |point| self.ends.contains(&point))
    }

    /// What abstract interpretation says of a check.
    fn status_by(&self, findings: &Findings, check: CheckId) -> Option<CheckStatus> {
        self.status_where(check, |(procedure, block)| findings.can_end(procedure, block))
    }

    /// Whether no execution comes to an end of the program, of whatever kind.
    fn never_ends(&self, program: &Program, findings: Option<&Findings>) -> bool {
        let is_end = |(procedure, block): &Point| match program.procedure(*procedure).block(*block).terminator
        {
            Terminator::Return => *procedure == program.entry,
            Terminator::Stop | Terminator::Error { .. } | Terminator::Unsupported { .. } => true,
            Terminator::Goto(_) | Terminator::Branch { .. } | Terminator::Choose(_) => false,
        };
        let can_end = |point: &&Point| findings.is_none_or(|it| it.can_end(point.0, point.1));
        !self.ends.iter().filter(can_end).any(is_end)
    }

    /// What follows for a check where executions come to the ends of these blocks at most.
    fn status_where(&self, check: CheckId, can_end: impl Fn(Point) -> bool) -> Option<CheckStatus> {
        let any = |of: &FxHashMap<CheckId, Vec<Point>>| {
            of.get(&check).is_some_and(|points| points.iter().any(|point| can_end(*point)))
        };
        if !any(&self.decisions) {
            Some(CheckStatus::NotReached)
        } else if !any(&self.errors) {
            Some(CheckStatus::Proved)
        } else {
            None
        }
    }
}
