//! The fix condition: what a replacement has to make true for the trace not to reach the error.
//!
//! It is ¬C_j over the assigned place and the program variables as they are when the statement runs: the negation of the
//! kernel, for whatever later havocs give (theory.md, "Fix condition"), which are eliminated where that is exact. To get there the part of the rest that the kernel depends on is executed once more from
//! the position, on symbols for the variables instead of the inputs; variables that have one value in all
//! executions are that value. Where nothing but the place is left, the condition becomes a few ranges; values
//! far out that would help only by signed overflow are not suggested.

use std::cmp::Ordering;

use faultscope_ir::{Command, Op, Symbol, Term, TermKind, Value};
use rustc_hash::FxHashSet;

use crate::eliminate::{self, Budget, Inexact};
use crate::execution::StepOutcome;
use crate::finding::{Condition, Finding};
use crate::limits::{
    CONDITION_ROUNDS, MAX_CONDITION_HAVOCS, MAX_CONDITION_RANGES, MAX_CONDITION_SIZE,
    MAX_HAVOC_CONDITION_WEIGHT, MAX_RANGE_GUESSES,
};
use crate::oracle::{Oracle, Reply};
use crate::position::{Position, Symbolic, split};
use crate::suffix::Suffix;
use crate::values;

/// The fix condition at a position, over `position.value` and program variables. `None` where later havocs cannot be
/// eliminated or it does not get small.
pub(crate) fn fix_condition(
    symbolic: &Symbolic<'_>,
    position: &Position,
    unsigned: bool,
    oracle: &mut Oracle,
) -> Option<Term> {
    let kernel =
        if position.earlier.is_empty() { position.kernel.clone() } else { kernel_here(symbolic, position) };
    let kernel = without_havocs(kernel, &position.later, oracle)?;
    let (mut alone, related): (Vec<Term>, Vec<Term>) =
        kernel.into_iter().partition(|condition| condition.symbols() == [position.value]);
    if related.is_empty() {
        return ranges(&alone, position.value, unsigned, oracle);
    }
    if let Some(condition) = ranges(&alone, position.value, unsigned, oracle) {
        alone = vec![condition.not()];
    }
    let condition = Term::any(unique(alone).into_iter().chain(unique(related)).map(Term::not));
    let closed = condition.as_bool().is_some();
    (!closed && condition.size() <= MAX_CONDITION_SIZE && !condition.has_quantifier()).then_some(condition)
}

/// The conjuncts for which there are values of later havocs; none where that cannot be said exactly.
fn without_havocs(kernel: Vec<Term>, later: &[Symbol], oracle: &mut Oracle) -> Option<Vec<Term>> {
    if later.is_empty() {
        return Some(kernel);
    }
    if later.len() > MAX_CONDITION_HAVOCS {
        return None;
    }
    let budget = Budget { rounds: CONDITION_ROUNDS, polish: true, size: MAX_HAVOC_CONDITION_WEIGHT };
    let mut formula = Term::all(kernel);
    for havoc in later {
        let some = eliminate::exists(*havoc, formula, Inexact::Weaker, oracle, budget).ok()?;
        formula = some.exact.then_some(some.formula)?;
    }
    Some(split(formula))
}

fn unique(mut terms: Vec<Term>) -> Vec<Term> {
    let mut seen = FxHashSet::default();
    terms.retain(|term| seen.insert(*term));
    terms
}

/// The kernel's conjuncts that mention the value or later havocs, over the program variables at the position.
fn kernel_here(symbolic: &Symbolic<'_>, position: &Position) -> Vec<Term> {
    let slice = slice(symbolic, position);
    let mut suffix = Suffix::knowing(&symbolic.execution, position.step);
    let mut kernel = Vec::new();
    let is_of_kernel =
        |it: &Term| it.mentions(position.value) || position.later.iter().any(|havoc| it.mentions(*havoc));
    suffix.run(&symbolic.trace.steps[position.step].command, Some(Term::symbol(position.value)));
    for step in slice {
        let outcome = match &symbolic.execution.outcomes[step] {
            StepOutcome::Assigned { element, .. } => Some(*element),
            StepOutcome::Assumed(_) => None,
        };
        let command = &*symbolic.trace.steps[step].command;
        let havoc = outcome.filter(|_| matches!(command, Command::Havoc { .. }));
        if let Some(condition) = suffix.run(command, havoc) {
            kernel.extend(split(condition).into_iter().filter(is_of_kernel));
        }
    }
    kernel
}

/// The steps after the position that the kernel's assumes depend on, and those assumes.
fn slice(symbolic: &Symbolic<'_>, position: &Position) -> Vec<usize> {
    let index = &symbolic.execution.index;
    let mut slice: FxHashSet<usize> = FxHashSet::default();
    let mut pending = position.kernel_steps.clone();
    while let Some(step) = pending.pop() {
        if step <= position.step || !slice.insert(step) {
            continue;
        }
        for (variable, cell) in symbolic.execution.reads(step) {
            let location = (*variable, *cell);
            pending.extend(index.last_write(location, step));
            pending.extend(index.last_write((*variable, None), step));
            if cell.is_none() && variable.sort().array_sorts().is_some() {
                pending.extend(index.touches_before(*variable, step));
            }
        }
    }
    let mut slice: Vec<usize> = slice.into_iter().collect();
    slice.sort_unstable();
    slice
}

/// Where the negated kernel holds, as ranges of the only unknown.
fn ranges(kernel: &[Term], unknown: Symbol, unsigned: bool, oracle: &mut Oracle) -> Option<Term> {
    if kernel.is_empty() {
        return None;
    }
    let blocked = Term::all(kernel.iter().copied()).not();
    if blocked.as_bool().is_some() {
        return None;
    }
    match unknown.sort().kind() {
        faultscope_ir::SortKind::Bool => return Some(blocked),
        faultscope_ir::SortKind::BitVec(_) | faultscope_ir::SortKind::Int => {}
        _ => return (blocked.size() <= MAX_CONDITION_SIZE && !blocked.has_quantifier()).then_some(blocked),
    }
    let order = Order { unsigned };
    let mut extra: Vec<Value> = Vec::new();
    for _ in 0..MAX_RANGE_GUESSES {
        let mut points = values::breakpoints(unknown, kernel, None);
        points.values.append(&mut extra.clone());
        points.values.sort_by(|lhs, rhs| order.compare(lhs, rhs));
        points.values.dedup();
        let ranges = ranges_at(unknown, blocked, &points.values)?;
        let condition = order.condition(unknown, &ranges);
        let shown = order.condition(unknown, &without_overflow(unknown, unsigned, ranges));
        if points.complete {
            return Some(shown);
        }
        match oracle.ask(&[], &[condition.equals(blocked).not()]) {
            Reply::Unsat => return Some(shown),
            Reply::Unknown => return None,
            Reply::Sat => {
                let value = oracle.model(&[unknown]).remove(&unknown)?;
                extra.extend([values::shift(&value, 1), values::shift(&value, -1)].into_iter().flatten());
                extra.push(value);
            }
        }
    }
    None
}

/// The order of a bit-vector's values.
#[derive(Clone, Copy)]
struct Order {
    unsigned: bool,
}

impl Order {
    fn compare(self, lhs: &Value, rhs: &Value) -> Ordering {
        if self.unsigned { lhs.as_unsigned().cmp(&rhs.as_unsigned()) } else { values::order(lhs, rhs) }
    }

    /// The ranges as a formula, or the single values between them excluded where that is shorter.
    fn condition(self, unknown: Symbol, ranges: &[Range]) -> Term {
        let symbol = Term::symbol(unknown);
        let unbounded = ranges.first().is_some_and(|it| it.from.is_none())
            && ranges.last().is_some_and(|it| it.to.is_none());
        let gaps: Vec<(Option<Value>, Option<Value>)> = ranges
            .windows(2)
            .map(|pair| {
                let below = pair[0].to.as_ref().and_then(|value| values::shift(value, 1));
                (below, pair[1].from.as_ref().and_then(|value| values::shift(value, -1)))
            })
            .collect();
        if unbounded && gaps.iter().all(|(from, to)| from == to) {
            let excluded = gaps.into_iter().filter_map(|(value, _)| value);
            return Term::all(excluded.map(|value| symbol.differs(Term::value(value))));
        }
        Term::any(ranges.iter().map(|range| self.range(unknown, range.from.as_ref(), range.to.as_ref())))
    }

    fn range(self, unknown: Symbol, from: Option<&Value>, to: Option<&Value>) -> Term {
        let symbol = Term::symbol(unknown);
        if let (Some(from), Some(to)) = (from, to)
            && from == to
        {
            return symbol.equals(Term::value(from.clone()));
        }
        let at_most = |lhs: Term, rhs: Term| match (lhs.sort().bit_width(), self.unsigned) {
            (None, _) => lhs.le(rhs),
            (Some(_), true) => lhs.bv_ule(rhs),
            (Some(_), false) => lhs.bv_sle(rhs),
        };
        let from = from.map_or(Term::bool(true), |from| at_most(Term::value(from.clone()), symbol));
        let to = to.map_or(Term::bool(true), |to| at_most(symbol, Term::value(to.clone())));
        from.and(to)
    }
}

/// Values from one to another, both included; none where the range has no end there.
struct Range {
    from: Option<Value>,
    to: Option<Value>,
}

/// The ranges without those far out that a signed number helps in only by overflowing later, which C leaves
/// undefined: all in the outer quarters, where others are not. What is left still avoids the error.
fn without_overflow(unknown: Symbol, unsigned: bool, mut ranges: Vec<Range>) -> Vec<Range> {
    let Some(width) = unknown.sort().bit_width().filter(|width| *width >= 16 && !unsigned) else {
        return ranges;
    };
    let far = 1_i128 << (width - 2);
    let number =
        |value: &Option<Value>, open: i128| value.as_ref().and_then(Value::as_signed).unwrap_or(open);
    let is_far = |range: &Range| {
        number(&range.from, far.saturating_mul(-2)) >= far
            || number(&range.to, far.saturating_mul(2)) < -far + 1
    };
    if ranges.iter().any(|range| !is_far(range)) {
        ranges.retain(|range| !is_far(range));
    }
    ranges
}

impl Finding {
    /// Leaves out values that avoid the error and do not fulfil the fix condition: they help only by signed overflow. Where all
    /// do, the value nearest to the present one that fulfils it takes their place.
    pub(crate) fn keep_values_of_condition(&mut self, present: Option<&Value>) {
        let Some(Condition { formula, place }) = self.condition.clone() else { return };
        let holds = |value: &Value| holds_at(formula, place, value);
        let is_left_out = |value: &Value| holds(value) == Some(false);
        if !self.values.iter().any(is_left_out) {
            return;
        }
        self.values.retain(|value| !is_left_out(value));
        if self.values.is_empty() {
            let known = values::breakpoints(place, &[formula], present).values;
            let distance = |value: &Value| present.and_then(|present| values::distance(value, present));
            let fulfilling = known.into_iter().filter(|value| holds(value) == Some(true));
            self.values.extend(fulfilling.min_by_key(distance));
        }
        let nearest = self.values.first();
        if let (Some(witness), Some(nearest)) = (&mut self.witness, nearest)
            && is_left_out(&witness.value)
        {
            witness.value = nearest.clone();
        }
    }
}

/// Whether a condition holds at a value of the unknown; none where it has others.
fn holds_at(condition: Term, unknown: Symbol, value: &Value) -> Option<bool> {
    let mut lookup = |symbol: Symbol| (symbol == unknown).then(|| value.clone());
    faultscope_ir::eval::eval(condition, &mut lookup)?.as_bool()
}

/// The ranges of values at which the condition holds, judged by these values in ascending order.
fn ranges_at(unknown: Symbol, condition: Term, points: &[Value]) -> Option<Vec<Range>> {
    let mut ranges: Vec<Range> = Vec::new();
    let mut inside = false;
    for (idx, value) in points.iter().enumerate() {
        let truth = holds_at(condition, unknown, value)?;
        // The outermost values stand for all beyond them.
        let end = (idx + 1 < points.len()).then(|| value.clone());
        match (inside, truth) {
            (true, true) => ranges.last_mut().expect("inside a range").to = end,
            (false, true) => ranges.push(Range { from: (idx > 0).then(|| value.clone()), to: end }),
            _ => {}
        }
        inside = truth;
    }
    (ranges.len() <= MAX_CONDITION_RANGES).then_some(ranges)
}

/// The number of comparisons and truth values of a condition.
pub(crate) fn n_atoms(condition: Term) -> usize {
    match condition.kind() {
        TermKind::App(Op::And | Op::Or | Op::Not, operands) => operands.iter().map(|it| n_atoms(*it)).sum(),
        _ => 1,
    }
}
