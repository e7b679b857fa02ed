//! # AutoDebug on the text of a program
//! The [remedies](faultscope_localize::baselines::auto_debug) for a failing test as changes of its source, each with the evidence that asks for
//! it. They are tried like all other changes: by executing the tests.
//!
//! # References
//! - \[1\] Haifeng He, Neelam Gupta: _Automated Debugging using Path-Based Weakest Preconditions_, FASE 2004.

mod edits;
mod reason;
mod vocabulary;

use std::collections::{BTreeMap, BTreeSet};

use faultscope_frontend::sites::Unit;
use faultscope_ir::{OriginId, Program};
use faultscope_localize::baselines::auto_debug::{Path, marked, remedies};
use faultscope_localize::baselines::{BaselineOutcome, Ended};
use faultscope_solver::Limits;
use faultscope_verify::ErrorTrace;

use crate::budgets;
use crate::limits::MAX_DEBUG_CHANGES;
use crate::proposals::{Change, Edit, has_no_effect};
use crate::recording::Ending;
use crate::tests::Tests;
use crate::workspace::Workspace;
use edits::Fit;
use vocabulary::Point;

/// A change that evidence asks for.
#[derive(Debug, Clone)]
pub struct Proposal {
    /// The statement or condition that it changes.
    pub origin: OriginId,
    /// The change.
    pub change: Change,
    /// The evidence, in words.
    pub reason: String,
}

/// The changes for a failing execution, in the order in which they are to be tried.
pub fn proposals(program: &Program, unit: &dyn Unit, error: &ErrorTrace) -> Vec<Proposal> {
    let Some(path) = Path::new(program, &error.trace, &error.initial) else { return Vec::new() };
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    let mut points: BTreeMap<usize, Option<Point<'_>>> = BTreeMap::new();
    for remedy in remedies(&path) {
        let point = points.entry(remedy.step).or_insert_with(|| Point::new(&path, unit, remedy.step));
        let Some(point) = point else { continue };
        let mut replacements = point.replacements(&remedy);
        replacements.truncate(MAX_DEBUG_CHANGES);
        for replacement in replacements {
            if found.len() == MAX_DEBUG_CHANGES {
                return found;
            }
            let Some(edit) = Edit::of(unit, replacement.site, &replacement.tree) else { continue };
            if has_no_effect(unit, replacement.root, (replacement.site, &replacement.tree), &edit) {
                continue;
            }
            let place = (edit.span.file, edit.span.line, edit.span.column);
            if !seen.insert((place, edit.old.clone(), edit.new.clone())) {
                continue;
            }
            let site = &unit.sites()[replacement.site.0 as usize];
            let change = Change {
                root: replacement.root,
                site: replacement.site,
                tree: replacement.tree,
                edit,
                weight: weight(replacement.fit),
                rule: None,
                is_shared: !site.expansions.is_empty() && site.n_occurrences > 1,
            };
            let reason = reason::reason(&path, &remedy);
            found.push(Proposal { origin: path.step(remedy.step).origin, change, reason });
        }
    }
    found
}

/// What AutoDebug by itself says of a failing execution: with tests, the statement whose change is the first with which all of them
/// pass, or nothing; without, the statements that evidence asks to change.
pub fn diagnosed(
    program: &Program,
    error: &ErrorTrace,
    workspace: &dyn Workspace,
    tests: Option<&Tests>,
    limits: &Limits,
) -> BaselineOutcome {
    let mut outcome = marked(program, &error.trace, &error.initial, limits);
    let (Some(tests), Some(unit)) = (tests, workspace.unit()) else { return outcome };
    let passes = |proposal: &Proposal| {
        limits.spend(budgets::translation(workspace.input()));
        let changed = workspace.finished(unit.replaced(proposal.change.site, &proposal.change.tree));
        changed.is_some_and(|it| tests.ending(&it.program, 0, limits) == Ending::Passes)
    };
    let mut proposals = proposals(program, &*unit, error).into_iter();
    let found = proposals.find(|it| limits.exceeded().is_some() || passes(it));
    match (limits.exceeded(), found) {
        (Some(reason), _) => outcome = BaselineOutcome { ended: Ended::Stopped(reason), ..outcome },
        (None, found) => {
            let key = found.map(|it| program.sources.statement(it.origin));
            outcome.statements.retain(|it| Some(program.sources.statement(it.origin)) == key);
        }
    }
    outcome
}

/// The weight of a change, among those of rules.
fn weight(fit: Fit) -> u32 {
    match fit {
        Fit::AllInputs => 20,
        Fit::ThisExecution => 12,
        Fit::Number => 8,
    }
}
