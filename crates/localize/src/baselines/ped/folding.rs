//! Solutions that say the same: a value is wrong where it is computed, not where it is passed on.

use std::collections::{BTreeMap, BTreeSet};

use faultscope_ir::{Command, OriginId, OriginKind, Program, Span, Step, Symbol};

use super::solution::RepairSolution;

/// A source statement.
type Key = (Span, OriginKind);

/// The solutions without those that change a statement that only passes a value on, where changing the statement that the
/// value comes from leaves the trace at the same place.
pub fn folded(program: &Program, steps: &[Step], mut solutions: Vec<RepairSolution>) -> Vec<RepairSolution> {
    let key = |origin: OriginId| program.sources.statement(origin);
    let sources = sources(steps, key);
    let single = |it: &RepairSolution| match it.changes[..] {
        [change] => Some((key(change.statement), it.exit)),
        _ => None,
    };
    let known: BTreeSet<(Key, usize)> = solutions.iter().filter_map(single).collect();
    let is_said = |it: &RepairSolution| {
        let Some((statement, exit)) = single(it) else { return false };
        let mut seen = BTreeSet::from([statement]);
        let mut at = statement;
        while let Some(source) = sources.get(&at) {
            if known.contains(&(*source, exit)) {
                return true;
            }
            if !seen.insert(*source) {
                return false;
            }
            at = *source;
        }
        false
    };
    solutions.retain(|it| !is_said(it));
    solutions
}

/// For each statement that passes a value on whenever it is executed, the one statement that computes it.
fn sources(steps: &[Step], key: impl Fn(OriginId) -> Key) -> BTreeMap<Key, Key> {
    let mut defined: BTreeMap<Symbol, Key> = BTreeMap::new();
    let mut sources: BTreeMap<Key, BTreeSet<Option<Key>>> = BTreeMap::new();
    for step in steps {
        let statement = key(step.origin);
        let Some(target) = step.command.target() else { continue };
        let copied = match &*step.command {
            Command::Assign { value, .. } => value.as_symbol(),
            _ => None,
        };
        sources.entry(statement).or_default().insert(copied.and_then(|it| defined.get(&it).copied()));
        defined.insert(target.variable, statement);
    }
    let only = |(statement, from): (Key, BTreeSet<Option<Key>>)| match from.into_iter().collect::<Vec<_>>()[..]
    {
        [Some(source)] if source != statement => Some((statement, source)),
        _ => None,
    };
    sources.into_iter().filter_map(only).collect()
}
