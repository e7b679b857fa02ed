//! Places in a program that has changes of statements at them: the branches that decide about a place, and what is seen there.
//!
//! A front end makes the program ([`Unit::with_statements`](faultscope_frontend::sites::Unit::with_statements)). What it has put in is
//! known by the names of its variables.

use std::collections::{BTreeMap, BTreeSet};

use faultscope_frontend::sites::{ALTERNATIVE, SEEN, StatementPlace};
use faultscope_ir::{BlockId, Command, Op, ProcId, Procedure, Program, Symbol, Term, TermKind, Terminator};

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
pub(crate) fn seen(
    program: &Program,
    places: &[StatementPlace],
) -> BTreeMap<usize, (ProcId, Vec<Option<Term>>)> {
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
