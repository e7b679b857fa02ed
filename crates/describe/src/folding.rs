//! Which findings are one explanation, since one only passes on what another one gives.
//!
//! An argument, a returned variable, `x = y`: such a step gives the value of a variable as it is, and what it would have to
//! give is what the variable would have to hold. Where the place that the value comes from ranks before it, the report
//! lists it with that place. Where it ranks before that place, and nothing else reads the value, the place is listed with it.

use std::sync::Arc;

use faultscope_ir::{Command, Op, Symbol, Term, TermKind, Trace};
use faultscope_localize::{Finding, Strength};
use rustc_hash::{FxHashMap, FxHashSet};

/// For each finding, in rank order, the one that it is listed with: of those that rank before it the one that is farthest away
/// along copies, on every occurrence that matters. Conversions that keep a number are copies.
pub(crate) fn folded(trace: &Trace, findings: &[&Finding]) -> Vec<Option<usize>> {
    let copies = Copies::of(trace);
    let into = |at: usize| {
        let (finding, before) = (findings[at], &findings[..at]);
        let is_candidate = can_be_folded(finding);
        let along = |links| common(links, finding, before).filter(|_| is_candidate);
        along(&copies.sources).or_else(|| along(&copies.only_copies))
    };
    (0..findings.len()).map(into).collect()
}

/// The last of the findings that follow along links from all occurrences that matter.
fn common(links: &[Option<usize>], finding: &Finding, before: &[&Finding]) -> Option<usize> {
    let mut common: Option<Vec<usize>> = None;
    for occurrence in finding.occurrences.iter().filter(|it| matters(it.strength)) {
        let mut met = met(links, occurrence.step, before);
        met.retain(|it| before[*it].strength <= finding.strength);
        common = Some(match common {
            None => met,
            Some(common) => common.into_iter().filter(|it| met.contains(it)).collect(),
        });
    }
    common?.last().copied()
}

/// The findings that are met along links from a step, in this order.
fn met(links: &[Option<usize>], step: usize, findings: &[&Finding]) -> Vec<usize> {
    let mut met = Vec::new();
    for at in std::iter::successors(links[step], |step| links[*step]) {
        let has = |it: &Finding| it.occurrences.iter().any(|occurrence| occurrence.step == at);
        let found = (0..findings.len()).filter(|idx| can_be_folded(findings[*idx]) && has(findings[*idx]));
        met.extend(found);
    }
    met
}

/// Whether it is about the value that a step gives.
fn can_be_folded(finding: &Finding) -> bool {
    finding.kind.is_code() && finding.other_way.is_none() && !finding.kind.is_of_statement()
}

fn matters(strength: Strength) -> bool {
    matches!(strength, Strength::Constant | Strength::Expression | Strength::Relevant)
}

/// The steps of a trace that copy a variable.
struct Copies {
    /// For each of them the step that gave the variable its value.
    sources: Vec<Option<usize>>,
    /// For each step whose value one step reads and no other, and copies it: that step.
    only_copies: Vec<Option<usize>>,
}

impl Copies {
    fn of(trace: &Trace) -> Copies {
        let mut given: FxHashMap<Symbol, usize> = FxHashMap::default();
        let mut sources = Vec::with_capacity(trace.len());
        // How often a value is read, up to twice.
        let mut n_reads = vec![0_u8; trace.len()];
        let mut known: FxHashMap<*const Command, FxHashSet<Symbol>> = FxHashMap::default();
        for (idx, step) in trace.steps.iter().enumerate() {
            let reads = known.entry(Arc::as_ptr(&step.command)).or_insert_with(|| reads(&step.command));
            for source in reads.iter().filter_map(|it| given.get(it)) {
                n_reads[*source] = (n_reads[*source] + 1).min(2);
            }
            let copied = match &*step.command {
                Command::Assign { target, value } if target.path.is_empty() => copied(*value),
                _ => None,
            };
            sources.push(copied.and_then(|it| given.get(&it).copied()));
            if let Some(target) = step.command.target() {
                given.insert(target.variable, idx);
            }
        }
        let mut only_copies = vec![None; trace.len()];
        for (idx, source) in sources.iter().enumerate() {
            if let Some(source) = source.filter(|it| n_reads[*it] == 1) {
                only_copies[source] = Some(idx);
            }
        }
        Copies { sources, only_copies }
    }
}

/// The variables that a command reads, those that it writes a cell of included.
fn reads(command: &Command) -> FxHashSet<Symbol> {
    let of_place = |path: &[Term]| path.iter().flat_map(|it| it.symbols()).collect::<Vec<_>>();
    match command {
        Command::Assign { target, value } => {
            let cell = (!target.path.is_empty()).then_some(target.variable);
            value.symbols().into_iter().chain(of_place(&target.path)).chain(cell).collect()
        }
        Command::Havoc { target } => of_place(&target.path).into_iter().collect(),
        Command::Assume { condition } => condition.symbols().into_iter().collect(),
    }
}

/// The variable whose value this is.
fn copied(value: Term) -> Option<Symbol> {
    match value.kind() {
        TermKind::Symbol(symbol) => Some(*symbol),
        TermKind::App(Op::ZeroExtend(_) | Op::SignExtend(_), operands) => copied(*operands.first()?),
        _ => None,
    }
}
