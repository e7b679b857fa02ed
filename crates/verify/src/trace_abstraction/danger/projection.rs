//! `∃v. φ` without the quantifier: exactly where that is easy, else a part of it that holds in a given state.
//!
//! [`eliminate`] is exact. It splits the formula into conjuncts, of which those that mention `v` are
//! 1. solved for `v`, where one of them is an equation;
//! 2. left out, where they mention nothing but `v` and some value satisfies them;
//! 3. combined pairwise, lower with upper bounds, where all of them are bounds of `v` in one order (Fourier and Motzkin's
//!    method, which is exact on integers and bit-vectors too as long as `v` stands alone);
//! 4. treated one by one, where there is a single one and it is a disjunction.
//!
//! [`project`] is a model-based projection \[1\]: where none of this applies, it keeps of every disjunction the
//! disjuncts that hold in the state, tries once more, and in the end puts the state's value for `v`. The result implies
//! `∃v. φ`, and holds in the state if φ does.
//!
//! # References
//! - \[1\] Anvesh Komuravelli, Arie Gurfinkel, Sagar Chaki: _SMT-based model checking for recursive programs_, CAV 2014.

use faultscope_ir::{Op, SortKind, Symbol, Term, TermKind, Value};
use rustc_hash::FxHashMap;

use super::connectives::{conjuncts, disjuncts};
use super::state::State;
use crate::limits::{MAX_BOUND_PAIRS, MAX_PROJECTION_DEPTH};

/// A formula without `variable` that implies `∃ variable. formula`. It holds in `state` if `formula` does there.
pub(super) fn project(formula: Term, variable: Symbol, state: &State) -> Term {
    if let Some(exact) = eliminate_with(formula, variable, Some(state), 0) {
        return exact;
    }
    let mut literals = Vec::new();
    for conjunct in conjuncts(formula) {
        if conjunct.mentions(variable) {
            implicant(conjunct, true, state, &mut literals);
        } else {
            literals.push(conjunct);
        }
    }
    let implicant = Term::all(literals);
    if let Some(exact) = eliminate_with(implicant, variable, Some(state), 0) {
        return exact;
    }
    match state.get(variable) {
        Some(value) => substitute(formula, variable, Term::value(value)),
        None => Term::bool(false),
    }
}

/// A formula that is equivalent to `∃ variable. formula`, where one is found.
pub(super) fn eliminate(formula: Term, variable: Symbol) -> Option<Term> {
    eliminate_with(formula, variable, None, 0)
}

/// Adds formulas that hold in the state, and together imply the formula (its negation, unless `truth`): of every
/// disjunction, one disjunct. A formula whose truth is not known is added as it is.
pub(super) fn implicant(formula: Term, truth: bool, state: &State, literals: &mut Vec<Term>) {
    let literal = |truth: bool| if truth { formula } else { formula.not() };
    match formula.kind() {
        TermKind::App(Op::Not, operands) => implicant(operands[0], !truth, state, literals),
        TermKind::App(op @ (Op::And | Op::Or), _) if (*op == Op::And) == truth => {
            let parts = if truth { conjuncts(formula) } else { disjuncts(formula) };
            for part in parts {
                implicant(part, truth, state, literals);
            }
        }
        TermKind::App(Op::And | Op::Or, _) => {
            let mut parts = if truth { disjuncts(formula) } else { conjuncts(formula) };
            parts.retain(|part| state.truth(*part) == Some(truth));
            match parts.into_iter().min_by_key(|part| part.size()) {
                Some(part) => implicant(part, truth, state, literals),
                None => literals.push(literal(truth)),
            }
        }
        TermKind::App(Op::Ite, operands) => match state.truth(operands[0]) {
            Some(condition) => {
                implicant(operands[0], condition, state, literals);
                implicant(operands[if condition { 1 } else { 2 }], truth, state, literals);
            }
            None => literals.push(literal(truth)),
        },
        _ => literals.push(literal(truth)),
    }
}

fn substitute(formula: Term, variable: Symbol, value: Term) -> Term {
    let mut substitution = FxHashMap::default();
    substitution.insert(variable, value);
    formula.substitute(&substitution)
}

/// With a state in which the formula holds, if that is known of one.
fn eliminate_with(formula: Term, variable: Symbol, state: Option<&State>, depth: u32) -> Option<Term> {
    let (with, without): (Vec<Term>, Vec<Term>) =
        conjuncts(formula).into_iter().partition(|conjunct| conjunct.mentions(variable));
    let rest = Term::all(without);
    if with.is_empty() {
        return Some(rest);
    }
    for (idx, conjunct) in with.iter().enumerate() {
        let Some((value, condition)) = solve(*conjunct, variable) else { continue };
        let others = with.iter().enumerate().filter(|(other, _)| *other != idx);
        let solved = others.map(|(_, other)| substitute(*other, variable, value));
        return Some(Term::all(solved).and(condition).and(rest));
    }
    if with.iter().all(|conjunct| conjunct.symbols() == [variable])
        && satisfied_by_some_value(&with, variable, state)
    {
        return Some(rest);
    }
    if let Some(combined) = combine_bounds(&with, variable) {
        return Some(combined.and(rest));
    }
    if let [single] = with[..]
        && single.operands_of(Op::Or).is_some()
        && depth < MAX_PROJECTION_DEPTH
    {
        let parts = disjuncts(single).into_iter().map(|part| eliminate_with(part, variable, None, depth + 1));
        let parts: Option<Vec<Term>> = parts.collect();
        return Some(Term::any(parts?).and(rest));
    }
    None
}

/// If the conjunct says `variable = t` with a `t` that does not mention it: that, and what has to hold besides.
fn solve(conjunct: Term, variable: Symbol) -> Option<(Term, Term)> {
    if variable.sort().is_bool() {
        if conjunct.as_symbol() == Some(variable) {
            return Some((Term::bool(true), Term::bool(true)));
        }
        if conjunct.not().as_symbol() == Some(variable) {
            return Some((Term::bool(false), Term::bool(true)));
        }
    }
    let [lhs, rhs] = conjunct.operands_of(Op::Eq)? else { return None };
    match (lhs.mentions(variable), rhs.mentions(variable)) {
        (true, false) => isolate(*lhs, *rhs, variable),
        (false, true) => isolate(*rhs, *lhs, variable),
        _ => None,
    }
}

/// Solves `term = value`, whose left side alone mentions the variable.
fn isolate(mut term: Term, mut value: Term, variable: Symbol) -> Option<(Term, Term)> {
    let mut condition = Term::bool(true);
    loop {
        if term.as_symbol() == Some(variable) {
            return Some((value, condition));
        }
        let TermKind::App(op, operands) = term.kind() else { return None };
        let (inner, other) = match &operands[..] {
            [operand] => (*operand, None),
            [lhs, rhs] => match (lhs.mentions(variable), rhs.mentions(variable)) {
                (true, false) => (*lhs, Some(*rhs)),
                (false, true) => (*rhs, Some(*lhs)),
                _ => return None,
            },
            _ => return None,
        };
        let first = operands[0] == inner;
        value = match (op, other) {
            (Op::Add, Some(other)) => value.sub(other),
            (Op::BvAdd, Some(other)) => value.bv_sub(other),
            (Op::BvAddLow, Some(other)) if first => value.bv_add_low(other.bv_neg()),
            (Op::BvXor, Some(other)) => value.bv_xor(other),
            (Op::Sub, Some(other)) if first => value.add(other),
            (Op::Sub, Some(other)) => other.sub(value),
            (Op::BvSub, Some(other)) if first => value.bv_add(other),
            (Op::BvSub, Some(other)) => other.bv_sub(value),
            (Op::Neg, None) => value.neg(),
            (Op::BvNeg, None) => value.bv_neg(),
            (Op::BvNot, None) => value.bv_not(),
            (Op::SignExtend(_) | Op::ZeroExtend(_), None) => {
                let narrow = value.extract(inner.sort().bit_width()? - 1, 0);
                condition = condition.and(Term::app(*op, &[narrow]).equals(value));
                narrow
            }
            _ => return None,
        };
        term = inner;
    }
}

/// Whether conjuncts that mention nothing but the variable hold for some value: that of the state, zero, or one of the
/// constants in them or beside those.
fn satisfied_by_some_value(conjuncts: &[Term], variable: Symbol, state: Option<&State>) -> bool {
    let sort = variable.sort();
    let mut candidates = vec![Value::zero(sort)];
    candidates.extend(state.and_then(|state| state.get(variable)));
    faultscope_ir::term::visit_all(conjuncts, &mut |term| {
        let Some(value) = term.as_value().filter(|value| value.sort() == sort) else { return };
        match value {
            Value::Bits(width, bits) => {
                candidates.extend(
                    [bits.wrapping_sub(1), *bits, bits.wrapping_add(1)].map(|it| Value::bits(*width, it)),
                );
            }
            Value::Int(number) => candidates.extend([number - 1, number.clone(), number + 1].map(Value::Int)),
            _ => candidates.push(value.clone()),
        }
    });
    candidates.into_iter().any(|candidate| {
        let mut state = State::default();
        state.set(variable, Some(candidate));
        conjuncts.iter().all(|conjunct| state.satisfies(*conjunct))
    })
}

/// The order of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Order {
    Numbers,
    Signed,
    Unsigned,
}

/// `term < variable` or `term ≤ variable`, or the other way round for an upper bound.
struct Bound {
    order: Order,
    strict: bool,
    upper: bool,
    term: Term,
}

impl Bound {
    fn of(conjunct: Term, variable: Symbol) -> Option<Bound> {
        let TermKind::App(op, operands) = conjunct.kind() else { return None };
        let (order, strict) = match op {
            Op::Lt => (Order::Numbers, true),
            Op::Le => (Order::Numbers, false),
            Op::BvSlt => (Order::Signed, true),
            Op::BvSle => (Order::Signed, false),
            Op::BvUlt => (Order::Unsigned, true),
            Op::BvUle => (Order::Unsigned, false),
            _ => return None,
        };
        let is_variable = |term: Term| term.as_symbol() == Some(variable);
        let (upper, term) = match (is_variable(operands[0]), is_variable(operands[1])) {
            (true, false) => (true, operands[1]),
            (false, true) => (false, operands[0]),
            _ => return None,
        };
        (!term.mentions(variable)).then_some(Bound { order, strict, upper, term })
    }

    /// That there is a value beyond the bound.
    fn leaves_room(&self) -> Term {
        let Some(width) = self.term.sort().bit_width().filter(|_| self.strict) else {
            return Term::bool(true);
        };
        let largest = match self.order {
            Order::Signed => (1_u128 << (width - 1)) - 1,
            _ => u128::MAX,
        };
        let extreme = Term::bits(width, if self.upper { !largest } else { largest });
        self.term.differs(extreme)
    }

    /// That there is a value between this lower bound and an upper one.
    fn meets(&self, upper: &Bound) -> Term {
        let less = |lhs: Term, rhs: Term| match self.order {
            Order::Numbers => lhs.lt(rhs),
            Order::Signed => lhs.bv_slt(rhs),
            Order::Unsigned => lhs.bv_ult(rhs),
        };
        let (low, high) = (self.term, upper.term);
        match (self.strict, upper.strict) {
            (false, false) => less(high, low).not(),
            (true, true) => match low.sort().kind() {
                SortKind::Int => less(low.add(Term::int(1)), high),
                SortKind::BitVec(width) => less(low, high).and(less(low.bv_add(Term::bits(*width, 1)), high)),
                _ => less(low, high),
            },
            _ => less(low, high),
        }
    }
}

/// That some value satisfies all conjuncts, where all of them are bounds in one order, or there is a single one that
/// excludes one value.
fn combine_bounds(conjuncts: &[Term], variable: Symbol) -> Option<Term> {
    if let [single] = conjuncts
        && let Some([lhs, rhs]) = single.not().operands_of(Op::Eq)
        && [lhs, rhs].iter().any(|term| term.as_symbol() == Some(variable))
        && lhs.mentions(variable) != rhs.mentions(variable)
        && has_two_values(variable)
    {
        return Some(Term::bool(true));
    }
    let bounds: Option<Vec<Bound>> =
        conjuncts.iter().map(|conjunct| Bound::of(*conjunct, variable)).collect();
    let bounds = bounds?;
    let (upper, lower): (Vec<&Bound>, Vec<&Bound>) = bounds.iter().partition(|bound| bound.upper);
    if bounds.windows(2).any(|pair| pair[0].order != pair[1].order)
        || lower.len() * upper.len() > MAX_BOUND_PAIRS
    {
        return None;
    }
    if lower.is_empty() || upper.is_empty() {
        return Some(Term::all(bounds.iter().map(Bound::leaves_room)));
    }
    let pairs = lower.iter().flat_map(|low| upper.iter().map(move |high| low.meets(high)));
    Some(Term::all(pairs))
}

/// Whether the variable's sort certainly has more than one value.
fn has_two_values(variable: Symbol) -> bool {
    !matches!(variable.sort().kind(), SortKind::Opaque(_) | SortKind::Array(..))
}
