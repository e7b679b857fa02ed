//! What a condition that holds says of the variables in it.
//!
//! From a comparison both sides learn their new ranges (forwards), and pass them on to their operands (backwards,
//! as in the forward-backward refinement of constraint propagation \[1\]). Disjunctions are joins of states.
//!
//! # References
//! - \[1\] Frédéric Benhamou, Frédéric Goualard, Laurent Granvilliers, Jean-François Puget: _Revising hull and box
//!   consistency_, ICLP 1999.

use faultscope_ir::{Op, Term, TermKind};
use rustc_hash::FxHashSet;

use super::arrays;
use super::evaluate::eval;
use super::pair::{Step, Word};
use super::state::{State, Variables};
use super::value::Abstract;
use crate::limits::{MAX_REFINEMENT_DEPTH, MAX_REPEATED_CONJUNCTION, REFINEMENT_FUEL};
use crate::numbers::Interval;
use crate::numbers::bits::Bits;
use crate::numbers::truth::Truth;

/// Restricts a set of states to those in which a condition is `truth`; whether there can be any.
pub(super) fn assume(state: &mut State, condition: Term, truth: bool, variables: &mut Variables) -> bool {
    Refinement { variables, fuel: REFINEMENT_FUEL }.assume(state, condition, truth, 0)
}

struct Refinement<'a> {
    variables: &'a mut Variables,
    fuel: u32,
}

impl Refinement<'_> {
    /// Pays for looking at a term; whether that was possible.
    fn pay(&mut self, cost: u32, depth: u32) -> bool {
        let pays = self.fuel >= cost && depth <= MAX_REFINEMENT_DEPTH;
        self.fuel = self.fuel.saturating_sub(cost);
        pays
    }

    fn eval(&mut self, term: Term, state: &State) -> Abstract {
        let cost = term.size() / 32;
        if self.fuel < cost {
            return Abstract::any(term.sort());
        }
        self.fuel -= cost;
        eval(term, state, self.variables)
    }

    fn assume(&mut self, state: &mut State, condition: Term, truth: bool, depth: u32) -> bool {
        let mut literals = Vec::new();
        let mut open = vec![(condition, truth)];
        let mut seen: FxHashSet<(Term, bool)> = FxHashSet::default();
        while let Some((term, truth)) = open.pop() {
            // Terms share subterms.
            if !seen.insert((term, truth)) {
                continue;
            }
            match term.kind() {
                TermKind::App(Op::Not, operands) => open.push((operands[0], !truth)),
                TermKind::App(Op::And, operands) if truth => {
                    open.extend(operands.iter().map(|it| (*it, true)))
                }
                TermKind::App(Op::Or, operands) if !truth => {
                    open.extend(operands.iter().map(|it| (*it, false)))
                }
                _ => literals.push((term, truth)),
            }
        }
        let n_rounds = if (2..=MAX_REPEATED_CONJUNCTION).contains(&literals.len()) { 2 } else { 1 };
        (0..n_rounds).all(|_| literals.iter().all(|(term, truth)| self.literal(state, *term, *truth, depth)))
    }

    /// As [`Refinement::assume`], of what is no conjunction.
    fn literal(&mut self, state: &mut State, term: Term, truth: bool, depth: u32) -> bool {
        if !self.pay(1, depth) {
            return true;
        }
        match term.kind() {
            TermKind::Const(value) => value.as_bool() == Some(truth),
            TermKind::Quantified(..) => true,
            TermKind::Symbol(_) => self.narrow(state, term, &Abstract::Bool(Truth::of(truth)), depth),
            TermKind::App(op, operands) => match (op, &operands[..]) {
                (Op::And | Op::Or, [lhs, rhs]) => {
                    self.either(state, &[(*lhs, truth)], &[(*lhs, !truth), (*rhs, truth)], depth)
                }
                (Op::Ite, [condition, then, otherwise]) => {
                    let then = [(*condition, true), (*then, truth)];
                    self.either(state, &then, &[(*condition, false), (*otherwise, truth)], depth)
                }
                (Op::Eq, [lhs, rhs]) if lhs.sort().is_bool() => {
                    self.same_truth(state, (*lhs, *rhs), truth, depth)
                }
                (Op::Select, _) => self.narrow(state, term, &Abstract::Bool(Truth::of(truth)), depth),
                (Op::Eq | Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle | Op::Lt | Op::Le, [lhs, rhs]) => {
                    let (left, right) = (self.eval(*lhs, state), self.eval(*rhs, state));
                    match Abstract::compare(*op, &left, &right, truth) {
                        Some((left, right)) => {
                            self.narrow(state, *lhs, &left, depth) && self.narrow(state, *rhs, &right, depth)
                        }
                        None => false,
                    }
                }
                _ => self.eval(term, state).truth().contains(truth),
            },
        }
    }

    /// Restricts to the states in which all conditions of one of two lists hold.
    fn either(
        &mut self,
        state: &mut State,
        one: &[(Term, bool)],
        other: &[(Term, bool)],
        depth: u32,
    ) -> bool {
        let mut restrict = |conditions: &[(Term, bool)]| {
            let mut restricted = state.clone();
            let possible =
                conditions.iter().all(|(term, truth)| self.assume(&mut restricted, *term, *truth, depth + 1));
            possible.then_some(restricted)
        };
        let (one, other) = (restrict(one), restrict(other));
        self.replace(state, one, other)
    }

    fn replace(&mut self, state: &mut State, one: Option<State>, other: Option<State>) -> bool {
        match (one, other) {
            (Some(one), Some(other)) => *state = one.join(&other, self.variables),
            (Some(only), None) | (None, Some(only)) => *state = only,
            (None, None) => return false,
        }
        true
    }

    fn same_truth(&mut self, state: &mut State, (lhs, rhs): (Term, Term), truth: bool, depth: u32) -> bool {
        if let Some(lhs) = self.eval(lhs, state).decided() {
            return self.assume(state, rhs, lhs == truth, depth + 1);
        }
        match self.eval(rhs, state).decided() {
            Some(rhs) => self.assume(state, lhs, rhs == truth, depth + 1),
            None => true,
        }
    }

    /// Restricts a set of states to those in which a term is in `value`; whether there can be any.
    fn narrow(&mut self, state: &mut State, term: Term, value: &Abstract, depth: u32) -> bool {
        if !self.pay(1, depth) {
            return true;
        }
        let current = self.eval(term, state);
        let Some(met) = current.meet(value) else { return false };
        if met == current {
            return true;
        }
        match term.kind() {
            TermKind::Symbol(symbol) => {
                let number = self.variables.number(*symbol);
                state.refine(number, met.clone());
                match state.definition(number) {
                    Some(definition) => self.narrow(state, definition, &met, depth + 1),
                    None => true,
                }
            }
            TermKind::App(_, _) if term.sort().is_bool() && term.operands_of(Op::Select).is_none() => {
                met.decided().is_none_or(|truth| self.assume(state, term, truth, depth + 1))
            }
            TermKind::App(op, operands) => self.backwards(state, *op, operands, met, depth + 1),
            TermKind::Const(_) | TermKind::Quantified(..) => true,
        }
    }

    /// Passes the value of an application on to its operands.
    fn backwards(&mut self, state: &mut State, op: Op, operands: &[Term], met: Abstract, depth: u32) -> bool {
        match (operands, &met) {
            ([condition, then, otherwise], _) if op == Op::Ite => {
                self.choice(state, (*condition, *then, *otherwise), &met, depth)
            }
            ([array, index], _) if op == Op::Select => {
                let Some(symbol) = array.as_symbol() else { return true };
                let (cells, index) = (self.eval(*array, state), self.eval(*index, state));
                let Some((_, element)) = array.sort().array_sorts() else { return true };
                if let Some(refined) = arrays::refine(&cells, &index, met, element) {
                    state.refine(self.variables.number(symbol), refined);
                }
                true
            }
            ([operand], Abstract::Bits(bits)) => match (op, self.eval(*operand, state)) {
                (Op::Extract { hi, lo }, before)
                    if before.bits().is_some_and(|it| it.width() > 32)
                        && (lo == 0 || before.bits().is_some_and(|it| it.width() == hi + 1)) =>
                {
                    let after = before.word().and_then(|it| it.with_part(hi, lo, *bits));
                    after.is_some_and(|after| self.narrow(state, *operand, &after.into(), depth))
                }
                (_, Abstract::Bits(before)) => match unary_backwards(op, before, *bits) {
                    Some(operand_bits) => self.narrow(state, *operand, &Abstract::Bits(operand_bits), depth),
                    None => true,
                },
                _ => true,
            },
            ([operand], Abstract::Int(interval)) if op == Op::Neg => {
                self.narrow(state, *operand, &Abstract::Int(interval.neg()), depth)
            }
            ([base, addend], met) if op == Op::BvAddLow => self.sum(state, (*base, *addend), met, depth),
            ([lhs, rhs], met) if op == Op::Concat => {
                let (Some(word), Some(width)) = (met.word(), rhs.sort().bit_width()) else { return true };
                let low = Abstract::Bits(word.extract(width - 1, 0));
                let high = Abstract::Bits(word.extract(word.bits().width() - 1, width));
                self.narrow(state, *lhs, &high, depth) && self.narrow(state, *rhs, &low, depth)
            }
            ([lhs, rhs], Abstract::Bits(_) | Abstract::Pair(_)) => {
                let (left, right) = (self.eval(*lhs, state), self.eval(*rhs, state));
                let (Some(left), Some(right), Some(bits)) = (left.bits(), right.bits(), met.bits()) else {
                    return true;
                };
                let (left, right) = bits_backwards(op, left, right, bits);
                let mut pass = |term: Term, bits: Option<Bits>| {
                    bits.is_none_or(|bits| self.narrow(state, term, &Abstract::Bits(bits), depth))
                };
                pass(*lhs, left) && pass(*rhs, right)
            }
            ([lhs, rhs], Abstract::Int(interval)) => {
                let (Abstract::Int(left), Abstract::Int(right)) =
                    (self.eval(*lhs, state), self.eval(*rhs, state))
                else {
                    return true;
                };
                let (left, right) = int_backwards(op, left, right, *interval);
                let mut pass = |term: Term, interval: Option<Interval>| {
                    interval.is_none_or(|interval| self.narrow(state, term, &Abstract::Int(interval), depth))
                };
                pass(*lhs, left) && pass(*rhs, right)
            }
            _ => true,
        }
    }

    /// Passes the value of a sum in the lowest bits on to its operands.
    fn sum(&mut self, state: &mut State, (base, addend): (Term, Term), met: &Abstract, depth: u32) -> bool {
        let (before, by) = (self.eval(base, state), self.eval(addend, state));
        let (Some(before), Some(by), Some(word)) = (before.word(), by.bits(), met.word()) else {
            return true;
        };
        let width = by.width();
        let low = |word: &Word| word.extract(width - 1, 0);
        let base_value: Abstract = word.add_low(by.neg(), Step::ANY).into();
        let addend_value = Abstract::Bits(low(&word).sub(low(&before)));
        self.narrow(state, base, &base_value, depth) && self.narrow(state, addend, &addend_value, depth)
    }

    fn choice(
        &mut self,
        state: &mut State,
        (condition, then, otherwise): (Term, Term, Term),
        met: &Abstract,
        depth: u32,
    ) -> bool {
        let mut restrict = |truth: bool, term: Term| {
            let mut restricted = state.clone();
            let possible = self.assume(&mut restricted, condition, truth, depth + 1)
                && self.narrow(&mut restricted, term, met, depth + 1);
            possible.then_some(restricted)
        };
        let (one, other) = (restrict(true, then), restrict(false, otherwise));
        self.replace(state, one, other)
    }
}

/// What the operand of a unary operator is, if the result is in `result`; `before` is what was known of the operand.
fn unary_backwards(op: Op, before: Bits, result: Bits) -> Option<Bits> {
    match op {
        Op::BvNeg => Some(result.neg()),
        Op::BvNot => Some(result.not()),
        Op::ZeroExtend(_) | Op::SignExtend(_) => Some(result.extract(before.width() - 1, 0)),
        // Where the upper bits follow from the lower ones, the lower ones say it all.
        Op::Extract { lo: 0, .. } => {
            let extra = before.width() - result.width();
            let any = Bits::any(result.width());
            if before.is_within(any.zero_extend(extra)) {
                Some(result.zero_extend(extra))
            } else if before.is_within(any.sign_extend(extra)) {
                Some(result.sign_extend(extra))
            } else {
                None
            }
        }
        _ => None,
    }
}

/// What the operands of a binary operator are, if the result is in `result`.
fn bits_backwards(op: Op, lhs: Bits, rhs: Bits, result: Bits) -> (Option<Bits>, Option<Bits>) {
    match op {
        Op::BvAdd => (Some(result.sub(rhs)), Some(result.sub(lhs))),
        Op::BvSub => (Some(result.add(rhs)), Some(lhs.sub(result))),
        Op::BvXor if rhs.as_constant().is_some() => (Some(result.xor(rhs)), None),
        Op::BvMul => (factor(lhs, rhs, result), None),
        _ => (None, None),
    }
}

/// What is multiplied by a positive constant, where the product does not wrap around.
fn factor(lhs: Bits, rhs: Bits, result: Bits) -> Option<Bits> {
    let (factor, other) = rhs.signed_ends();
    if factor != other || factor <= 0 {
        return None;
    }
    let (lo, hi) = lhs.signed_ends();
    let (least, greatest) = Bits::any(lhs.width()).signed_ends();
    if lo.checked_mul(factor)? < least || hi.checked_mul(factor)? > greatest {
        return None;
    }
    let (lo, hi) = result.signed_ends();
    // Rounded inwards.
    let (lo, hi) = (-lo.checked_neg()?.div_euclid(factor), hi.div_euclid(factor));
    (lo <= hi).then(|| Bits::range(lhs.width(), (lo, hi)))
}

/// As [`bits_backwards`], for integers.
fn int_backwards(
    op: Op,
    lhs: Interval,
    rhs: Interval,
    result: Interval,
) -> (Option<Interval>, Option<Interval>) {
    match op {
        Op::Add => (Some(result.sub(rhs)), Some(result.sub(lhs))),
        Op::Sub => (Some(result.add(rhs)), Some(lhs.sub(result))),
        _ => (None, None),
    }
}
