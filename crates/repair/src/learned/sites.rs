//! Where a condition may be missing, and what it could ask about there.

use std::collections::{BTreeMap, BTreeSet};

use faultscope_frontend::sites::{ALTERNATIVE, SEEN, Seen, StatementEdit, StatementPlace};
use faultscope_ir::{
    BlockId, Command, Op, OriginKind, ProcId, Procedure, Program, Span, Symbol, Term, TermKind, Terminator,
};
use faultscope_verify::closed::Decided;

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
}

/// What a [`Site`] is in the source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum SiteKind {
    /// A condition, where it stands and in which function.
    Condition(Span, String),
    /// Whether a statement is executed; the number of its place.
    Statement(usize),
    /// Whether something is executed between statements; the number of its place.
    Between(usize),
}

impl Site {
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
        (!branches.is_empty()).then_some(Site { kind, branches, seen, terms })
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
        of_statements.insert(number);
    }
    // A condition around a branch is an operand of its own.
    for (number, branches) in of_places.iter().filter(|(number, _)| !of_statements.contains(number)) {
        let kind = match places[number - 1].edits[..] {
            [StatementEdit::Skip] => SiteKind::Statement(*number),
            [] | [StatementEdit::EndLater(_), ..] => continue,
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

/// The place whose change a condition decides about.
pub(crate) fn place_of(condition: Term) -> Option<usize> {
    let mut found = None;
    condition.visit(&mut |term| {
        if let TermKind::App(Op::Eq, operands) = term.kind()
            && let [left, right] = operands[..]
            && let Some((symbol, value)) =
                left.as_symbol().zip(right.as_value()).or_else(|| right.as_symbol().zip(left.as_value()))
            && symbol.name() == ALTERNATIVE
        {
            found = value.as_unsigned().and_then(|it| usize::try_from(it).ok());
        }
    });
    found
}

/// What is seen at each place, by its number, in the order of [`StatementPlace::seen`]; none where it is no term over variables
/// that hold it there.
fn seen(program: &Program, places: &[StatementPlace]) -> BTreeMap<usize, (ProcId, Vec<Option<Term>>)> {
    let mut found = BTreeMap::new();
    for (id, procedure) in (0..).map(ProcId).zip(&program.procedures) {
        for block in (0..procedure.blocks.len() as u32).map(BlockId) {
            for (at, (target, value)) in assignments(procedure, block).iter().enumerate() {
                let number = (target.name() == SEEN).then(|| marker(*value)).flatten();
                let Some(number) = number.filter(|it| (1..=places.len()).contains(it)) else { continue };
                let terms = following(procedure, block, at + 1, places[number - 1].seen.len());
                found.entry(number).or_insert((id, terms));
            }
        }
    }
    found
}

/// The number of the place that a value marks.
fn marker(value: Term) -> Option<usize> {
    let number = value.as_value()?.as_signed()?.checked_sub(i128::from(i64::MIN))?;
    usize::try_from(number).ok()
}

fn assignments(procedure: &Procedure, block: BlockId) -> Vec<(Symbol, Term)> {
    let instructions = &procedure.block(block).instructions;
    let assigned = instructions.iter().filter_map(|it| match &it.as_statement()?.command {
        Command::Assign { target, value } => Some((target.variable, *value)),
        _ => None,
    });
    assigned.collect()
}

/// What is assigned to [`SEEN`] from an assignment of a block on, so many times at most.
fn following(procedure: &Procedure, block: BlockId, first: usize, n_seen: usize) -> Vec<Option<Term>> {
    let mut terms: Vec<Term> = Vec::new();
    let mut others: BTreeSet<Symbol> = BTreeSet::new();
    let mut at = Some((block, first));
    let mut n_blocks = 0;
    while let Some((block, first)) = at.filter(|_| n_blocks <= 4 * n_seen) {
        n_blocks += 1;
        for (target, value) in assignments(procedure, block).into_iter().skip(first) {
            if target.name() != SEEN {
                others.insert(target);
            } else if marker(value).is_some_and(|it| it < 1 << 32) || terms.len() == n_seen {
                at = None;
            } else {
                terms.push(value);
            }
        }
        let fails = |block: BlockId| fails(procedure, block, MAX_FAILING_BRANCHES);
        at = match &procedure.block(block).terminator {
            _ if at.is_none() || terms.len() == n_seen => None,
            Terminator::Goto(next) => Some((*next, 0)),
            Terminator::Branch { then_block, else_block, .. } if fails(*else_block) => Some((*then_block, 0)),
            Terminator::Branch { then_block, else_block, .. } if fails(*then_block) => Some((*else_block, 0)),
            _ => None,
        };
    }
    let is_lasting = |term: &Term| term.symbols().iter().all(|symbol| !others.contains(symbol));
    let mut terms: Vec<Option<Term>> = terms.into_iter().map(|term| Some(term).filter(is_lasting)).collect();
    terms.resize(n_seen, None);
    terms
}

/// So many branches at most tell apart how an operation fails.
const MAX_FAILING_BRANCHES: u32 = 4;

/// Whether a block leads to nothing but errors.
fn fails(procedure: &Procedure, block: BlockId, depth: u32) -> bool {
    match &procedure.block(block).terminator {
        Terminator::Error { .. } | Terminator::Unsupported { .. } => true,
        Terminator::Branch { then_block, else_block, .. } if depth > 0 => {
            [then_block, else_block].into_iter().all(|it| fails(procedure, *it, depth - 1))
        }
        _ => false,
    }
}
