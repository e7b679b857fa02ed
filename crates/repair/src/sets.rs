//! Sets of statements that repair a failing program together.

use faultscope_ir::limits::Reached;
use faultscope_ir::{Program, Trace};
use faultscope_localize::FindingStatement;
use faultscope_localize::relevance::{RelevanceConfig, relevance};
use faultscope_localize::sets::{AberrantSet, AberrantSets, AberrantSetsConfig, aberrant_sets};
use faultscope_solver::StopReason;

use crate::aberrance::together::{Known, ProgramAberrantSetsConfig, together};
use crate::config::Means;
use crate::failure::Failure;
use crate::limits::reached;
use crate::oracle::Oracle;

/// Statements that have to be fixed together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RepairingSet {
    /// The statements.
    pub members: Vec<FindingStatement>,
    /// What they repair together.
    pub repairs: Repairs,
}

/// What a set of statements repairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repairs {
    /// The program, which is proved.
    Program,
    /// The first error trace.
    Trace,
}

/// The sets of several statements that avoid the error together: those that are proved to repair the program first, then
/// those that repair the first error trace. Of the findings that are `proved` a patch is known that repairs the program.
pub fn sets(
    failure: &Failure<'_>,
    proved: &[usize],
    oracle: &Oracle,
    means: &Means<'_>,
    reached: &mut Reached,
) -> Vec<RepairingSet> {
    let Failure { program, traces, localized, .. } = *failure;
    let (settings, budgets) = (means.config, means.budgets);
    if settings.max_set_size < 2 {
        return Vec::new();
    }
    let limits = budgets.sets(means.limits);
    let config = AberrantSetsConfig {
        max_size: settings.max_set_size,
        query_steps: budgets.fix_query_steps,
        dump: settings.dump.clone(),
        ..AberrantSetsConfig::standard()
    };
    reached.note(&reached::MAX_SET_TRACES, traces.len() > budgets.max_set_traces);
    let mut on_first: Vec<AberrantSet> = Vec::new();
    let (mut known, mut are_all) = (Vec::new(), true);
    for (error, outcome) in traces.iter().zip(&localized.on).take(budgets.max_set_traces) {
        let AberrantSets { sets: found, complete, .. } =
            aberrant_sets(program, &error.trace, &outcome.findings, &config, &limits);
        are_all &= complete;
        known.push(Known::new(program, &error.trace, &found));
        if on_first.is_empty() {
            on_first = found;
        }
    }
    let mut localize = |changed: &Program, trace: &Trace| {
        let found = relevance(changed, trace, &RelevanceConfig::standard(), &limits);
        aberrant_sets(changed, trace, &found.findings, &config, &limits).sets
    };
    let settings = ProgramAberrantSetsConfig {
        max_size: settings.max_set_size,
        max_checks: budgets.max_set_checks,
        max_sets: budgets.max_sets,
        fixes: means.fixes(),
    };
    let n_known = proved.len();
    let proved =
        proved.iter().map(|idx| vec![localized.findings[*idx].finding().statement(program)]).collect();
    let outcome = together(program, known, proved, oracle, &mut localize, &settings, &limits);
    reached.note(&reached::MAX_SET_CHECKS, outcome.n_checks >= budgets.max_set_checks);
    let n_on_first = on_first.iter().filter(|set| set.members.len() > 1).count();
    reached.note(
        &reached::MAX_REPAIRING_SETS,
        (outcome.proved.len() - n_known).max(n_on_first) > budgets.max_sets,
    );
    let is_exceeded = limits.exceeded() == Some(StopReason::EffortLimit);
    reached.note(&reached::SETS_EFFORT, is_exceeded || !are_all || !outcome.undecided.is_empty());
    let of_program = outcome
        .proved
        .iter()
        .filter(|set| set.len() > 1)
        .map(|set| RepairingSet { members: set.clone(), repairs: Repairs::Program });
    let of_trace = on_first.iter().filter(|set| set.members.len() > 1).take(budgets.max_sets).map(|set| {
        let members = set.members.iter().map(|it| {
            let span = program.sources.origin(it.origin).span;
            FindingStatement { span, kind: it.kind }
        });
        RepairingSet { members: members.collect(), repairs: Repairs::Trace }
    });
    let mut sets: Vec<RepairingSet> = of_program.collect();
    for set in of_trace {
        if !sets.iter().any(|it| it.members.iter().all(|member| set.members.contains(member))) {
            sets.push(set);
        }
    }
    sets
}
