//! Changes in bundles: programs in which an input chooses among them.
//!
//! What a program with a choice means need not be what each choice means in all details (of types, for example), so it only serves
//! to drop candidates. Most are dropped, and a translation costs more than an execution.

use std::collections::BTreeMap;

use faultscope_frontend::sites::{SiteId, SiteKind, Tree};
use faultscope_ir::{Program, Severity, Span};
use faultscope_solver::Limits;
use rustc_hash::FxHashMap;

use super::hunk::ChangedLines;
use super::trial::{Candidate, Trial, each};
use crate::budgets;
use crate::config::Means;
use crate::oracle::Oracle;
use crate::proposals::Change;
use crate::recording::Ending;

/// How many changes are in one program at most, but for those of one expression. Each makes the program of all larger, and what
/// is executed of it longer.
const MAX_BUNDLED: usize = 100;

/// Programs in which an input chooses among changes.
#[derive(Default)]
pub(super) struct Bundles {
    programs: Vec<Program>,
    /// The program that a change is in, and its number there, from 1.
    numbers: FxHashMap<ChangedLines, (usize, usize)>,
}

impl Bundles {
    /// Adds the candidates that are not there yet.
    pub(super) fn add(&mut self, trial: &Trial<'_>, candidates: &[Candidate], oracle: &Oracle) {
        let mut of_roots: BTreeMap<SiteId, Vec<&Candidate>> = BTreeMap::new();
        for candidate in candidates {
            let is_new = !self.numbers.contains_key(&candidate.hunk.changed());
            if is_new && can_be_chosen(trial, candidate) {
                of_roots.entry(candidate.change.root).or_default().push(candidate);
            }
        }
        let groups = in_groups(of_roots.into_values());
        let programs = each(groups.len(), trial.means, |idx, means| {
            let roots = &groups[idx];
            let whole = bundled(trial, &roots.concat(), oracle, means);
            Some(match whole {
                Some(whole) => vec![whole],
                None if roots.len() == 1 => Vec::new(),
                None => roots.iter().filter_map(|it| bundled(trial, it, oracle, means)).collect(),
            })
        });
        for (program, lines) in programs.into_iter().flat_map(|(_, programs)| programs) {
            let numbers =
                lines.into_iter().zip(1..).map(|(line, number)| (line, (self.programs.len(), number)));
            self.numbers.extend(numbers);
            self.programs.push(program);
        }
    }

    /// The worst ending of a candidate on what is known to fail; none where it has to be translated.
    pub(super) fn ending(&self, candidate: &Candidate, oracle: &Oracle, limits: &Limits) -> Option<Ending> {
        let (program, number) = self.of(candidate)?;
        Some(oracle.replay_alternative(program, number, limits))
    }

    /// The worst ending of a candidate on executions that were learned; none where it has to be translated.
    pub(super) fn ending_learned(
        &self,
        candidate: &Candidate,
        oracle: &Oracle,
        limits: &Limits,
    ) -> Option<Ending> {
        Some(oracle.ending_learned(self.of(candidate)?, limits))
    }

    /// The program that chooses a candidate, and its number there.
    pub(super) fn of(&self, candidate: &Candidate) -> Option<(&Program, usize)> {
        let (program, number) = self.numbers.get(&candidate.hunk.changed())?;
        Some((&self.programs[*program], *number))
    }
}

/// Whether there is an expression that chooses a change.
fn can_be_chosen(trial: &Trial<'_>, candidate: &Candidate) -> bool {
    let Change { root, site, tree, .. } = &candidate.change;
    let is_declaration = matches!(trial.unit.sites()[root.0 as usize].kind, SiteKind::Declaration(_));
    // A choice has one type, and that of a conversion would be another one for all of them.
    !is_declaration && !converts(tree) && trial.unit.can_choose(*site, tree)
}

/// Whether a tree converts something to another type.
fn converts(tree: &Tree) -> bool {
    match tree {
        Tree::Unary(operator, _) if operator.is_conversion() => true,
        Tree::Unary(_, operand) | Tree::Assignment(_, _, operand) | Tree::Initialized(_, operand) => {
            converts(operand)
        }
        Tree::Binary(_, left, right) => converts(left) || converts(right),
        Tree::Call(_, arguments) => arguments.iter().any(converts),
        Tree::Site(_)
        | Tree::Integer(..)
        | Tree::Name(_)
        | Tree::Truth(_)
        | Tree::Step { .. }
        | Tree::Text(_) => false,
    }
}

/// The candidates of several expressions together.
fn in_groups<T>(of_roots: impl Iterator<Item = Vec<T>>) -> Vec<Vec<Vec<T>>> {
    let mut groups: Vec<Vec<Vec<T>>> = Vec::new();
    let mut n_last = 0;
    for of_root in of_roots {
        n_last += of_root.len();
        match groups.last_mut() {
            Some(last) if n_last <= MAX_BUNDLED => last.push(of_root),
            _ => {
                n_last = of_root.len();
                groups.push(vec![of_root]);
            }
        }
    }
    groups
}

/// The program that chooses among candidates, where it fails like the program as it is when none is chosen, and what they make of
/// their lines. Those that make no program of it are left out.
fn bundled(
    trial: &Trial<'_>,
    candidates: &[&Candidate],
    oracle: &Oracle,
    means: &Means<'_>,
) -> Option<(Program, Vec<ChangedLines>)> {
    let mut candidates = candidates.to_vec();
    for _ in 0..MAX_LEFT_OUT {
        if candidates.len() < 2 {
            return None;
        }
        means.limits.spend(budgets::translation(trial.workspace.input()));
        let changes: Vec<(SiteId, Tree)> =
            candidates.iter().map(|it| (it.change.site, it.change.tree.clone())).collect();
        let translation = trial.unit.with_alternatives(&changes)?;
        if translation.program.is_some() {
            let program = trial.workspace.finished(translation)?.program;
            let fails = oracle.fails_on_all_shown(&program, means.limits);
            return fails.then(|| (program, candidates.iter().map(|it| it.hunk.changed()).collect()));
        }
        let rejected = translation.diagnostics.iter().filter(|it| it.severity == Severity::Error);
        leave_out(trial, &mut candidates, &rejected.filter_map(|it| it.span).collect::<Vec<_>>())?;
    }
    None
}

/// How often candidates are left out that make no program.
const MAX_LEFT_OUT: usize = 4;

/// Leaves out the candidates that a front end does not take, by where it says so; none where it is not known which these are.
fn leave_out(trial: &Trial<'_>, candidates: &mut Vec<&Candidate>, rejected: &[Span]) -> Option<()> {
    let span = |it: &Candidate| trial.unit.sites()[it.change.site.0 as usize].span;
    let n_before = candidates.len();
    candidates.retain(|it| !rejected.contains(&span(it)));
    if candidates.len() == n_before {
        candidates.retain(|it| !rejected.iter().any(|at| at.contains(span(it)) || span(it).contains(*at)));
    }
    (candidates.len() < n_before).then_some(())
}
