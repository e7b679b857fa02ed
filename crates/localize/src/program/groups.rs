//! # Groups of error traces
//! Traces share their findings if they end in the same error and the same source statements matter in them. To somebody
//! who looks for the fault they are one: the shortest stands for all.

use std::collections::BTreeMap;

use faultscope_ir::{Program, Span};

use super::finding::{LocalizedTrace, Standing};
use crate::finding::FindingStatement;

/// Traces that share their findings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// The traces, the shortest first, and of equally long ones the one found first.
    traces: Vec<usize>,
}

impl Group {
    /// The trace that stands for the group.
    pub fn representative(&self) -> usize {
        self.traces[0]
    }

    /// The other traces.
    pub fn others(&self) -> &[usize] {
        &self.traces[1..]
    }

    /// All of its traces, the representative first.
    pub fn traces(&self) -> &[usize] {
        &self.traces
    }
}

/// What a group shares.
type Shared = (Span, Vec<(FindingStatement, Standing)>);

/// Groups traces; the groups stand in the order of their representatives.
pub fn group(program: &Program, traces: &[LocalizedTrace<'_>]) -> Vec<Group> {
    let mut by_length: Vec<usize> = (0..traces.len()).collect();
    by_length.sort_by_key(|trace| (traces[*trace].trace.len(), *trace));
    let mut groups: Vec<Group> = Vec::new();
    let mut known: BTreeMap<Shared, usize> = BTreeMap::new();
    for trace in by_length {
        let group = *known.entry(shared(program, &traces[trace])).or_insert(groups.len());
        match groups.get_mut(group) {
            Some(group) => group.traces.push(trace),
            None => groups.push(Group { traces: vec![trace] }),
        }
    }
    groups
}

fn shared(program: &Program, localized: &LocalizedTrace<'_>) -> Shared {
    let mut standings: Vec<(FindingStatement, Standing)> = localized
        .findings
        .iter()
        .map(|it| (it.statement(program), Standing::of(it.strength)))
        // Whether another way helps was only tried.
        .filter(|(statement, standing)| {
            !(statement.kind.is_choice() || statement.kind.is_of_life()) && *standing != Standing::Irrelevant
        })
        .collect();
    standings.sort_unstable();
    (program.sources.origin(program.check(localized.trace.check).origin).span, standings)
}
