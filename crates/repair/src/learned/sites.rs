//! Where a condition may be missing, and what it could ask about there.

use std::collections::{BTreeMap, BTreeSet};

use faultscope_frontend::sites::{Seen, StatementEdit, StatementPlace};
use faultscope_ir::{BlockId, OriginKind, ProcId, Program, Span, Term, Terminator};
use faultscope_verify::closed::Decided;

use crate::places::{place_of, seen};

/// A branch where another condition could decide.
#[derive(Debug, Clone)]
pub(super) struct Site {
    /// What it is in the source.
    pub(super) kind: SiteKind,
    /// The branches, by the blocks that they end.
    pub(super) branches: Vec<(ProcId, BlockId)>,
    /// What is seen there.
    pub(super) seen: Vec<Seen>,
    /// The same as terms.
    pub(super) terms: Vec<Term>,
    /// Where the condition is decided that this is in front of.
    pub(super) decides: Vec<(ProcId, BlockId)>,
    /// Where the statement is that it is at.
    statement: Span,
}

/// What a [`Site`] is in the source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum SiteKind {
    /// A condition, where it stands and in which function.
    Condition(Span, String),
    /// In front of a condition whose evaluation fails; where it stands and in which function.
    InFront(Span, String),
    /// Whether a statement is executed; the number of its place.
    Statement(usize),
    /// Whether something is executed between statements; the number of its place.
    Between(usize),
}

impl Site {
    /// Whether something is in its statement.
    pub(super) fn is_around(&self, span: Span) -> bool {
        self.statement.contains(span)
    }

    /// Whether it is in front of a condition.
    pub(super) fn is_in_front(&self) -> bool {
        matches!(self.kind, SiteKind::InFront(..))
    }

    /// The branches that the environment decides about.
    pub(super) fn decided(&self) -> Decided {
        self.branches.iter().map(|branch| (*branch, self.terms.clone())).collect()
    }
}

/// The sites of a program with changes of statements at these places, and these conditions.
pub(super) fn sites(
    program: &Program,
    places: &[StatementPlace],
    conditions: &[(Span, String)],
) -> Vec<Site> {
    let seen = seen(program, places);
    let mut of_places: BTreeMap<usize, Vec<(ProcId, BlockId)>> = BTreeMap::new();
    let mut of_conditions: BTreeMap<usize, Vec<(ProcId, BlockId)>> = BTreeMap::new();
    for (procedure, block, terminator) in ends(program) {
        let Terminator::Branch { condition, origin, .. } = terminator else { continue };
        if let Some(place) = place_of(*condition) {
            of_places.entry(place).or_default().push((procedure, block));
            continue;
        }
        let origin = program.sources.origin(*origin);
        let is_it = |(span, function): &(Span, String)| {
            origin.kind == OriginKind::Condition && origin.span == *span && origin.function == *function
        };
        if let Some(at) = conditions.iter().position(is_it) {
            of_conditions.entry(at).or_default().push((procedure, block));
        }
    }
    let site = |kind: SiteKind, at: usize, branches: &[(ProcId, BlockId)]| {
        let (procedure, terms) = seen.get(&at)?;
        let branches: Vec<(ProcId, BlockId)> =
            branches.iter().copied().filter(|(own, _)| own == procedure).collect();
        let all = places[at - 1].seen.iter().zip(terms);
        let (seen, terms) = all.filter_map(|(seen, term)| Some((seen.clone(), (*term)?))).unzip();
        (!branches.is_empty()).then_some(Site {
            kind,
            branches,
            seen,
            terms,
            decides: Vec::new(),
            statement: places[at - 1].span,
        })
    };
    let mut found = Vec::new();
    let mut of_statements: BTreeSet<usize> = BTreeSet::new();
    for (at, branches) in &of_conditions {
        let (span, function) = &conditions[*at];
        // The smallest statement around it, or the place in the body of its loop.
        let around = (1..=places.len()).filter(|number| {
            let place = &places[number - 1];
            let is_of_it = place.edits.is_empty() && place.span == *span;
            let is_around = place.edits == [StatementEdit::Skip] && place.span.contains(*span);
            place.function == *function && seen.contains_key(number) && (is_of_it || is_around)
        });
        let size = |number: &usize| {
            let span = places[number - 1].span;
            (!places[number - 1].edits.is_empty(), span.end_line - span.line, span.end_column)
        };
        let kind = SiteKind::Condition(*span, function.clone());
        let Some(number) = around.min_by_key(size) else { continue };
        found.extend(site(kind, number, branches));
        let is_in_front = |of: &usize| {
            let place = &places[of - 1];
            place.edits.iter().any(StatementEdit::decides)
                && place.span == *span
                && place.function == *function
        };
        if let Some((of, in_front)) = of_places.iter().find(|(of, _)| is_in_front(of)) {
            let kind = SiteKind::InFront(*span, function.clone());
            let decided = site(kind, number, in_front);
            found.extend(decided.map(|it| Site { decides: branches.clone(), ..it }));
            of_statements.insert(*of);
        }
        of_statements.insert(number);
    }
    // A condition around a branch is an operand of its own.
    for (number, branches) in of_places.iter().filter(|(number, _)| !of_statements.contains(number)) {
        let kind = match &places[number - 1].edits[..] {
            [StatementEdit::Skip] => SiteKind::Statement(*number),
            [] => continue,
            [first, ..] if first.moves() || first.decides() => continue,
            _ => SiteKind::Between(*number),
        };
        found.extend(site(kind, *number, branches));
    }
    found
}

fn ends(program: &Program) -> impl Iterator<Item = (ProcId, BlockId, &Terminator)> {
    (0..).map(ProcId).zip(&program.procedures).flat_map(|(id, procedure)| {
        (0..).map(BlockId).zip(&procedure.blocks).map(move |(block, it)| (id, block, &it.terminator))
    })
}
