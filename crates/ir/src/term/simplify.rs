//! The rewrites that constructors apply.
//!
//! Each is local (it looks at a bounded number of nodes), terminates because its result is smaller or
//! closer to a normal form, and holds in all of SMT-LIB's models. What they are for: constants fold; a
//! merge of branches that differ by a constant stays a small if-then-else of constants; the path condition
//! `(g ∧ c) ∨ (g ∧ ¬c)` after a join is `g` again; reads find their writes.

use num_traits::{One, Zero};
use rustc_hash::FxHashMap;

use super::{Term, TermKind};
use crate::op::Op;
use crate::value::{Value, mask};

/// Trees of constants up to this many leaves take part in case distinctions: `ite(c, 1, 2) + 3` becomes
/// `ite(c, 4, 5)`.
const MAX_LEAVES: u32 = 24;

/// How many writes a read looks through before it gives up.
const MAX_STORES: usize = 4096;

/// How many choices between arrays a read looks through before it gives up.
const MAX_CHOICES: usize = 1024;

pub(super) fn app(op: Op, operands: &[Term]) -> Term {
    if let Some(folded) = fold(op, operands) {
        return folded;
    }
    if let Some(pushed) = push_into_leaves(op, operands) {
        return pushed;
    }
    let simplified = match (op, operands) {
        (Op::Not, [operand]) => not(*operand),
        (Op::And, [lhs, rhs]) => connective(Op::And, *lhs, *rhs),
        (Op::Or, [lhs, rhs]) => connective(Op::Or, *lhs, *rhs),
        (Op::Eq, [lhs, rhs]) => eq(*lhs, *rhs),
        (Op::Ite, [condition, then, otherwise]) => ite(*condition, *then, *otherwise),
        (Op::Select, [array, index]) => select(*array, *index),
        (Op::Store, [array, index, element]) => store(*array, *index, *element),
        (Op::Extract { hi, lo }, [operand]) => extract(hi, lo, *operand),
        (Op::ZeroExtend(extra) | Op::SignExtend(extra), [operand]) => extend(op, extra, *operand),
        (Op::Concat, [high, low]) => concat(*high, *low),
        (Op::BvAddLow, [base, addend]) => add_low(*base, *addend),
        (Op::Add | Op::Sub | Op::Mul | Op::Lt | Op::Le | Op::Neg, _) => arithmetic(op, operands),
        (Op::BvNeg | Op::BvNot, [operand]) => involution(op, *operand),
        (_, [lhs, rhs]) if lhs.sort().bit_width().is_some() => bits_binary(op, *lhs, *rhs),
        _ => None,
    };
    simplified.unwrap_or_else(|| intern(op, operands))
}

fn intern(op: Op, operands: &[Term]) -> Term {
    match operands {
        [lhs, rhs] if op.is_commutative() && comes_before(*rhs, *lhs) => Term::intern_app(op, &[*rhs, *lhs]),
        _ => Term::intern_app(op, operands),
    }
}

/// The order of operands of commutative operators: constants last, else by content.
fn comes_before(lhs: Term, rhs: Term) -> bool {
    (lhs.as_value().is_some(), lhs.stable_key()) < (rhs.as_value().is_some(), rhs.stable_key())
}

fn fold(op: Op, operands: &[Term]) -> Option<Term> {
    // Array constants stay terms of `Store` and `ConstArray`, so that reads need look at one form only.
    if matches!(op, Op::Store | Op::ConstArray(_)) {
        return None;
    }
    if operands.iter().any(|operand| operand.as_value().is_none()) {
        return None;
    }
    let values: Option<Vec<Value>> = operands.iter().map(|operand| operand.as_value().cloned()).collect();
    op.apply(&values?).map(Term::value)
}

/// Applies an operator to an if-then-else of constants leaf by leaf where all other operands are constant.
fn push_into_leaves(op: Op, operands: &[Term]) -> Option<Term> {
    if matches!(op, Op::Ite | Op::Store | Op::ConstArray(_) | Op::And | Op::Or | Op::Not) {
        return None;
    }
    let mut tree = None;
    for (idx, operand) in operands.iter().enumerate() {
        match operand.0.constant_leaves {
            1 => {}
            2..=MAX_LEAVES if tree.is_none() => tree = Some(idx),
            _ => return None,
        }
    }
    let idx = tree?;
    let mut operands = operands.to_vec();
    let tree = operands[idx];
    let mut done = FxHashMap::default();
    map_leaves(tree, &mut done, &mut |leaf| {
        operands[idx] = leaf;
        fold(op, &operands)
    })
}

fn map_leaves(
    tree: Term,
    done: &mut FxHashMap<Term, Term>,
    map: &mut dyn FnMut(Term) -> Option<Term>,
) -> Option<Term> {
    if let Some(known) = done.get(&tree) {
        return Some(*known);
    }
    let mapped = match tree.operands_of(Op::Ite) {
        Some([condition, then, otherwise]) => {
            let then = map_leaves(*then, done, map)?;
            let otherwise = map_leaves(*otherwise, done, map)?;
            condition.ite(then, otherwise)
        }
        _ => map(tree)?,
    };
    done.insert(tree, mapped);
    Some(mapped)
}

fn not(operand: Term) -> Option<Term> {
    let TermKind::App(op, operands) = operand.kind() else { return None };
    match (op, &operands[..]) {
        (Op::Not, [inner]) => Some(*inner),
        (Op::Lt, [lhs, rhs]) => Some(rhs.le(*lhs)),
        (Op::Le, [lhs, rhs]) => Some(rhs.lt(*lhs)),
        (Op::BvUlt, [lhs, rhs]) => Some(rhs.bv_ule(*lhs)),
        (Op::BvUle, [lhs, rhs]) => Some(rhs.bv_ult(*lhs)),
        (Op::BvSlt, [lhs, rhs]) => Some(rhs.bv_sle(*lhs)),
        (Op::BvSle, [lhs, rhs]) => Some(rhs.bv_slt(*lhs)),
        _ => None,
    }
}

/// Whether one formula is the other's negation, as far as [`not`] brings negations to one form. Asked often,
/// so it makes no term.
fn complements(lhs: Term, rhs: Term) -> bool {
    let (TermKind::App(left, lhs_operands), TermKind::App(right, rhs_operands)) = (lhs.kind(), rhs.kind())
    else {
        return lhs.operands_of(Op::Not).is_some_and(|inner| inner[0] == rhs)
            || rhs.operands_of(Op::Not).is_some_and(|inner| inner[0] == lhs);
    };
    let flipped = || lhs_operands[0] == rhs_operands[1] && lhs_operands[1] == rhs_operands[0];
    match (left, right) {
        (Op::Not, _) if lhs_operands[0] == rhs => true,
        (_, Op::Not) => rhs_operands[0] == lhs,
        (Op::Lt, Op::Le) | (Op::Le, Op::Lt) => flipped(),
        (Op::BvUlt, Op::BvUle) | (Op::BvUle, Op::BvUlt) => flipped(),
        (Op::BvSlt, Op::BvSle) | (Op::BvSle, Op::BvSlt) => flipped(),
        _ => false,
    }
}

/// Conjunction and disjunction; the comments speak of conjunction.
fn connective(op: Op, lhs: Term, rhs: Term) -> Option<Term> {
    let neutral = Term::bool(op == Op::And);
    let absorbing = neutral.not();
    if lhs == rhs || rhs == neutral {
        return Some(lhs);
    }
    if lhs == neutral {
        return Some(rhs);
    }
    if lhs == absorbing || rhs == absorbing || complements(lhs, rhs) {
        return Some(absorbing);
    }
    absorb(op, lhs, rhs).or_else(|| absorb(op, rhs, lhs)).or_else(|| share(op, lhs, rhs))
}

/// Simplifies `lhs` against the operands of `rhs`.
fn absorb(op: Op, lhs: Term, rhs: Term) -> Option<Term> {
    let dual = if op == Op::And { Op::Or } else { Op::And };
    if let Some([a, b]) = rhs.operands_of(op) {
        // a ∧ (a ∧ b) = a ∧ b and a ∧ (¬a ∧ b) = false.
        if *a == lhs || *b == lhs {
            return Some(rhs);
        }
        if complements(*a, lhs) || complements(*b, lhs) {
            return Some(Term::bool(op == Op::Or));
        }
    }
    if let Some([a, b]) = rhs.operands_of(dual) {
        // a ∧ (a ∨ b) = a and a ∧ (¬a ∨ b) = a ∧ b.
        if *a == lhs || *b == lhs {
            return Some(lhs);
        }
        if complements(*a, lhs) {
            return Some(Term::app(op, &[lhs, *b]));
        }
        if complements(*b, lhs) {
            return Some(Term::app(op, &[lhs, *a]));
        }
    }
    None
}

/// `(g ∧ c) ∨ (g ∧ d) = g ∧ (c ∨ d)` where `c ∨ d` simplifies, and its dual.
fn share(op: Op, lhs: Term, rhs: Term) -> Option<Term> {
    let dual = if op == Op::And { Op::Or } else { Op::And };
    let [a, b] = lhs.operands_of(dual)? else { return None };
    let [c, d] = rhs.operands_of(dual)? else { return None };
    for (shared, left) in [(*a, *b), (*b, *a)] {
        for (other, right) in [(*c, *d), (*d, *c)] {
            if shared == other && complements(left, right) {
                return Some(shared);
            }
        }
    }
    None
}

fn eq(lhs: Term, rhs: Term) -> Option<Term> {
    if lhs == rhs {
        return Some(Term::bool(true));
    }
    if let Some(equal) = eq_moved(lhs, rhs) {
        return Some(equal);
    }
    let (lhs, constant) = if lhs.as_value().is_some() { (rhs, lhs) } else { (lhs, rhs) };
    let value = constant.as_value()?;
    if let Value::Bool(truth) = value {
        return Some(if *truth { lhs } else { lhs.not() });
    }
    let TermKind::App(op, operands) = lhs.kind() else { return None };
    match (op, &operands[..]) {
        // x + c = d iff x = d - c.
        (Op::BvAdd, [inner, addend]) if addend.as_value().is_some() => {
            Some(inner.equals(constant.bv_sub(*addend)))
        }
        (Op::Add, [inner, addend]) if addend.as_value().is_some() => {
            Some(inner.equals(constant.sub(*addend)))
        }
        (Op::BvNeg, [inner]) => Some(inner.equals(constant.bv_neg())),
        (Op::BvNot, [inner]) => Some(inner.equals(constant.bv_not())),
        (Op::ZeroExtend(_) | Op::SignExtend(_), [inner]) => {
            let width = inner.sort().bit_width()?;
            let narrow = constant.extract(width - 1, 0);
            let fits = Term::app(*op, &[narrow]) == constant;
            Some(if fits { inner.equals(narrow) } else { Term::bool(false) })
        }
        // A large tree with a constant branch on top still loses that branch.
        (Op::Ite, [condition, then, otherwise]) => {
            if then.as_value().is_some() {
                let hit = then.equals(constant);
                let rest = if hit.as_bool()? { None } else { Some(*otherwise) };
                return rest.map(|rest| condition.not().and(rest.equals(constant)));
            }
            if otherwise.as_value().is_some() && !otherwise.equals(constant).as_bool()? {
                return Some(condition.and(then.equals(constant)));
            }
            None
        }
        _ => None,
    }
}

/// Equality of sums in the lowest bits ([`Op::BvAddLow`]).
fn eq_moved(lhs: Term, rhs: Term) -> Option<Term> {
    let (lhs, rhs) = if lhs.operands_of(Op::BvAddLow).is_some() { (lhs, rhs) } else { (rhs, lhs) };
    let [base, addend] = lhs.operands_of(Op::BvAddLow)? else { return None };
    let low_width = addend.sort().bit_width()?;
    let (other_base, other_addend) = split_low(rhs, low_width);
    if *base == other_base {
        return Some(addend.equals(other_addend));
    }
    let width = base.sort().bit_width()?;
    let high = |term: Term| term.extract(width - 1, low_width);
    match high(*base).equals(high(other_base)).as_bool() {
        Some(false) => Some(Term::bool(false)),
        Some(true) if base.as_value().is_some() && other_base.as_value().is_some() => {
            let low = |term: Term| term.extract(low_width - 1, 0);
            Some(addend.bv_add(low(*base)).equals(other_addend.bv_add(low(other_base))))
        }
        // p + c = d iff p = d - c.
        _ if addend.as_value().is_some() && rhs.as_value().is_some() => {
            Some(base.equals(rhs.bv_add_low(addend.bv_neg())))
        }
        _ => None,
    }
}

/// A term as a base and what is added to its lowest bits.
fn split_low(term: Term, low_width: u32) -> (Term, Term) {
    match term.operands_of(Op::BvAddLow) {
        Some([base, addend]) if addend.sort().bit_width() == Some(low_width) => (*base, *addend),
        _ => (term, Term::bits(low_width, 0)),
    }
}

fn ite(condition: Term, then: Term, otherwise: Term) -> Option<Term> {
    if let Some(truth) = condition.as_bool() {
        return Some(if truth { then } else { otherwise });
    }
    if then == otherwise {
        return Some(then);
    }
    if let Some([negated]) = condition.operands_of(Op::Not) {
        return Some(negated.ite(otherwise, then));
    }
    if then.sort().is_bool() {
        match (then.as_bool(), otherwise.as_bool()) {
            (Some(true), Some(false)) => return Some(condition),
            (Some(false), Some(true)) => return Some(condition.not()),
            (Some(true), _) => return Some(condition.or(otherwise)),
            (Some(false), _) => return Some(condition.not().and(otherwise)),
            (_, Some(true)) => return Some(condition.not().or(then)),
            (_, Some(false)) => return Some(condition.and(then)),
            (None, None) => {}
        }
    }
    // ite(c, ite(c, a, b), d) = ite(c, a, d), likewise on the other side.
    if let Some([inner, a, _]) = then.operands_of(Op::Ite)
        && *inner == condition
    {
        return Some(condition.ite(*a, otherwise));
    }
    if let Some([inner, _, b]) = otherwise.operands_of(Op::Ite)
        && *inner == condition
    {
        return Some(condition.ite(then, *b));
    }
    // ite(c, a, ite(d, a, b)) = ite(c ∨ d, a, b).
    if let Some([inner, a, b]) = otherwise.operands_of(Op::Ite)
        && *a == then
    {
        return Some(condition.or(*inner).ite(then, *b));
    }
    if let Some([inner, a, b]) = then.operands_of(Op::Ite)
        && *b == otherwise
    {
        return Some(condition.and(*inner).ite(*a, otherwise));
    }
    None
}

/// Whether two indices are equal: known to be, known not to be, or not known.
pub(super) fn same_index(lhs: Term, rhs: Term) -> Option<bool> {
    if lhs == rhs {
        return Some(true);
    }
    if lhs.as_value().is_some() && rhs.as_value().is_some() {
        return Some(false);
    }
    if let (Some([lhs_base, lhs_addend]), Some([rhs_base, rhs_addend])) =
        (lhs.operands_of(Op::BvAddLow), rhs.operands_of(Op::BvAddLow))
        && lhs_base == rhs_base
        && lhs_addend.sort() == rhs_addend.sort()
    {
        return same_index(*lhs_addend, *rhs_addend);
    }
    let (lhs_base, lhs_offset) = base_and_offset(lhs);
    let (rhs_base, rhs_offset) = base_and_offset(rhs);
    if lhs_base.is_some() && lhs_base == rhs_base && lhs_offset != rhs_offset {
        return Some(false);
    }
    lhs.equals(rhs).as_bool()
}

/// Splits `x + c` into `x` and `c`.
fn base_and_offset(term: Term) -> (Option<Term>, Option<&'static Value>) {
    match term.kind() {
        TermKind::Const(value) => (None, Some(value)),
        TermKind::App(Op::Add | Op::BvAdd, operands) if operands[1].as_value().is_some() => {
            (Some(operands[0]), operands[1].as_value())
        }
        _ => (Some(term), None),
    }
}

fn select(array: Term, index: Term) -> Option<Term> {
    let mut choices = Choices::default();
    let cell = choices.cell(array, index);
    (cell.operands_of(Op::Select) != Some(&[array, index])).then_some(cell)
}

/// The cells of choices between arrays at one index. Choices share what they are made of, so each is looked at once.
#[derive(Default)]
struct Choices(FxHashMap<Term, Term>);

impl Choices {
    fn cell(&mut self, array: Term, index: Term) -> Term {
        let mut array = array;
        for _ in 0..MAX_STORES {
            match array.kind() {
                TermKind::Const(Value::Array(value)) => {
                    if let Some(index) = index.as_value() {
                        return Term::value(value.get(index).clone());
                    }
                    break;
                }
                TermKind::App(Op::ConstArray(_), operands) => return operands[0],
                TermKind::App(Op::Store, operands) => match same_index(operands[1], index) {
                    Some(true) => return operands[2],
                    Some(false) => array = operands[0],
                    None => break,
                },
                TermKind::App(Op::Ite, operands) if index.as_value().is_some() => {
                    if let Some(cell) = self.0.get(&array) {
                        return *cell;
                    }
                    if self.0.len() >= MAX_CHOICES {
                        break;
                    }
                    // Holds the place, so that what is below counts.
                    self.0.insert(array, intern(Op::Select, &[array, index]));
                    let (then, otherwise) = (self.cell(operands[1], index), self.cell(operands[2], index));
                    let cell = operands[0].ite(then, otherwise);
                    self.0.insert(array, cell);
                    return cell;
                }
                _ => break,
            }
        }
        intern(Op::Select, &[array, index])
    }
}

fn store(array: Term, index: Term, element: Term) -> Option<Term> {
    if let Some([inner, inner_index, _]) = array.operands_of(Op::Store)
        && *inner_index == index
    {
        return Some(inner.store(index, element));
    }
    // Writing back what is there changes nothing.
    if let Some([read, read_index]) = element.operands_of(Op::Select)
        && *read == array
        && *read_index == index
    {
        return Some(array);
    }
    None
}

fn extract(hi: u32, lo: u32, operand: Term) -> Option<Term> {
    let width = operand.sort().bit_width()?;
    if lo == 0 && hi + 1 == width {
        return Some(operand);
    }
    let TermKind::App(op, operands) = operand.kind() else { return None };
    match op {
        Op::Extract { lo: inner, .. } => Some(operands[0].extract(hi + inner, lo + inner)),
        Op::Concat => {
            let low_width = operands[1].sort().bit_width()?;
            if hi < low_width {
                Some(operands[1].extract(hi, lo))
            } else if lo >= low_width {
                Some(operands[0].extract(hi - low_width, lo - low_width))
            } else {
                None
            }
        }
        Op::ZeroExtend(_) | Op::SignExtend(_) => {
            let inner = operands[0].sort().bit_width()?;
            if hi < inner {
                Some(operands[0].extract(hi, lo))
            } else if lo == 0 {
                Some(Term::app(
                    if matches!(op, Op::ZeroExtend(_)) {
                        Op::ZeroExtend(hi + 1 - inner)
                    } else {
                        Op::SignExtend(hi + 1 - inner)
                    },
                    &[operands[0]],
                ))
            } else if lo >= inner && matches!(op, Op::ZeroExtend(_)) {
                Some(Term::bits(hi - lo + 1, 0))
            } else {
                None
            }
        }
        Op::BvAddLow => {
            let low_width = operands[1].sort().bit_width()?;
            if lo >= low_width {
                Some(operands[0].extract(hi, lo))
            } else if lo == 0 && hi < low_width {
                Some(operands[0].extract(hi, 0).bv_add(operands[1].extract(hi, 0)))
            } else {
                None
            }
        }
        // The low bits of sums depend on the operands' low bits only.
        Op::BvAdd | Op::BvSub | Op::BvAnd | Op::BvOr | Op::BvXor if lo == 0 => {
            Some(Term::app(*op, &[operands[0].extract(hi, 0), operands[1].extract(hi, 0)]))
        }
        Op::Ite => (operands[1].as_value().is_some() || operands[2].as_value().is_some())
            .then(|| operands[0].ite(operands[1].extract(hi, lo), operands[2].extract(hi, lo))),
        _ => None,
    }
}

fn extend(op: Op, extra: u32, operand: Term) -> Option<Term> {
    if extra == 0 {
        return Some(operand);
    }
    let TermKind::App(inner, operands) = operand.kind() else { return None };
    match (op, inner) {
        (_, Op::ZeroExtend(more)) => Some(Term::app(Op::ZeroExtend(extra + more), &[operands[0]])),
        (Op::SignExtend(_), Op::SignExtend(more)) => {
            Some(Term::app(Op::SignExtend(extra + more), &[operands[0]]))
        }
        _ => None,
    }
}

fn concat(high: Term, low: Term) -> Option<Term> {
    let low_width = low.sort().bit_width()?;
    let high_width = high.sort().bit_width()?;
    if high.as_value().and_then(Value::as_unsigned) == Some(0) {
        return Some(low.zero_extend_to(low_width + high_width));
    }
    // Neighbouring slices of one term are one slice.
    match (high.kind(), low.kind()) {
        (
            TermKind::App(Op::Extract { hi, lo: middle }, high_operands),
            TermKind::App(Op::Extract { hi: below, lo }, low_operands),
        ) if high_operands == low_operands && *middle == below + 1 => {
            Some(high_operands[0].extract(*hi, *lo))
        }
        _ => None,
    }
}

fn add_low(base: Term, addend: Term) -> Option<Term> {
    if addend.as_value().and_then(Value::as_unsigned) == Some(0) {
        return Some(base);
    }
    if let Some([inner, inner_addend]) = base.operands_of(Op::BvAddLow)
        && inner_addend.sort() == addend.sort()
    {
        return Some(inner.bv_add_low(inner_addend.bv_add(addend)));
    }
    // The parts that are known are put together.
    if let Some([high, low]) = base.operands_of(Op::Concat)
        && low.sort() == addend.sort()
    {
        return Some(high.concat(low.bv_add(addend)));
    }
    None
}

fn involution(op: Op, operand: Term) -> Option<Term> {
    operand.operands_of(op).map(|operands| operands[0])
}

fn arithmetic(op: Op, operands: &[Term]) -> Option<Term> {
    let (lhs, rhs) = match operands {
        [operand] => return involution(op, *operand),
        [lhs, rhs] => (*lhs, *rhs),
        _ => return None,
    };
    let number = |term: Term, test_int: fn(&num_bigint::BigInt) -> bool| match term.as_value() {
        Some(Value::Int(number)) => test_int(number),
        Some(Value::Real(number)) if number.is_integer() => test_int(number.numer()),
        _ => false,
    };
    let zero = |term| number(term, Zero::is_zero);
    match op {
        Op::Add if zero(lhs) => Some(rhs),
        Op::Add | Op::Sub if zero(rhs) => Some(lhs),
        Op::Sub if lhs == rhs => Some(Term::value(Value::zero(lhs.sort()))),
        Op::Sub if rhs.as_value().is_some() => Some(lhs.add(rhs.neg())),
        Op::Add if lhs.as_value().is_some() && rhs.as_value().is_none() => Some(rhs.add(lhs)),
        Op::Add => reassociate(op, lhs, rhs),
        Op::Mul if zero(lhs) => Some(lhs),
        Op::Mul if zero(rhs) => Some(rhs),
        Op::Mul if number(lhs, One::is_one) => Some(rhs),
        Op::Mul if number(rhs, One::is_one) => Some(lhs),
        Op::Lt if lhs == rhs => Some(Term::bool(false)),
        Op::Le if lhs == rhs => Some(Term::bool(true)),
        Op::Lt | Op::Le => compare_offset(op, lhs, rhs),
        _ => None,
    }
}

/// `(x + c) + d = x + (c + d)` and `(x + c) + y = (x + y) + c`.
fn reassociate(op: Op, lhs: Term, rhs: Term) -> Option<Term> {
    let offset = |term: Term| match term.operands_of(op) {
        Some([inner, addend]) if addend.as_value().is_some() => Some((*inner, *addend)),
        _ => None,
    };
    if rhs.as_value().is_some() {
        let (inner, addend) = offset(lhs)?;
        return Some(Term::app(op, &[inner, Term::app(op, &[addend, rhs])]));
    }
    if let Some((inner, addend)) = offset(lhs) {
        return Some(Term::app(op, &[Term::app(op, &[inner, rhs]), addend]));
    }
    let (inner, addend) = offset(rhs)?;
    Some(Term::app(op, &[Term::app(op, &[lhs, inner]), addend]))
}

/// `x + c < d` iff `x < d - c`, for mathematical numbers.
fn compare_offset(op: Op, lhs: Term, rhs: Term) -> Option<Term> {
    let offset = |term: Term| match term.operands_of(Op::Add) {
        Some([inner, addend]) if addend.as_value().is_some() => Some((*inner, *addend)),
        _ => None,
    };
    if rhs.as_value().is_some() {
        let (inner, addend) = offset(lhs)?;
        return Some(Term::app(op, &[inner, rhs.sub(addend)]));
    }
    if lhs.as_value().is_some() {
        let (inner, addend) = offset(rhs)?;
        return Some(Term::app(op, &[lhs.sub(addend), inner]));
    }
    None
}

fn bits_binary(op: Op, lhs: Term, rhs: Term) -> Option<Term> {
    let width = lhs.sort().bit_width()?;
    let constant = |term: Term| term.as_value().and_then(Value::as_unsigned);
    let (left, right) = (constant(lhs), constant(rhs));
    let zero = || Term::bits(width, 0);
    let ones = mask(width);
    match op {
        Op::BvAdd | Op::BvMul | Op::BvAnd | Op::BvOr | Op::BvXor if left.is_some() && right.is_none() => {
            Some(Term::app(op, &[rhs, lhs]))
        }
        Op::BvAdd | Op::BvSub | Op::BvOr | Op::BvXor | Op::BvShl | Op::BvLshr | Op::BvAshr
            if right == Some(0) =>
        {
            Some(lhs)
        }
        Op::BvSub | Op::BvXor if lhs == rhs => Some(zero()),
        Op::BvSub if right.is_some() => Some(lhs.bv_add(rhs.bv_neg())),
        Op::BvAdd => add_bits(lhs, rhs),
        Op::BvSub => subtract_bits(lhs, rhs),
        Op::BvMul if right == Some(0) => Some(rhs),
        Op::BvMul | Op::BvUdiv | Op::BvSdiv if right == Some(1) => Some(lhs),
        Op::BvAnd if right == Some(0) => Some(rhs),
        Op::BvAnd if right == Some(ones) => Some(lhs),
        Op::BvOr if right == Some(ones) => Some(rhs),
        Op::BvAnd | Op::BvOr if lhs == rhs => Some(lhs),
        Op::BvUlt if right == Some(0) || left == Some(ones) => Some(Term::bool(false)),
        Op::BvUle if left == Some(0) || right == Some(ones) => Some(Term::bool(true)),
        Op::BvUlt if right == Some(1) => Some(lhs.equals(zero())),
        Op::BvUle if right == Some(0) => Some(lhs.equals(rhs)),
        Op::BvUlt | Op::BvSlt if lhs == rhs => Some(Term::bool(false)),
        Op::BvUle | Op::BvSle if lhs == rhs => Some(Term::bool(true)),
        Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle => compare_extended(op, lhs, rhs),
        _ => None,
    }
}

fn add_bits(lhs: Term, rhs: Term) -> Option<Term> {
    // x + (y - x) = y.
    for (a, b) in [(lhs, rhs), (rhs, lhs)] {
        if let Some([minuend, subtrahend]) = b.operands_of(Op::BvSub)
            && *subtrahend == a
        {
            return Some(*minuend);
        }
    }
    reassociate(Op::BvAdd, lhs, rhs)
}

fn subtract_bits(lhs: Term, rhs: Term) -> Option<Term> {
    let split = |term: Term| match term.operands_of(Op::BvAdd) {
        Some([inner, addend]) if addend.as_value().is_some() => (*inner, Some(*addend)),
        _ => (term, None),
    };
    let ((left, plus), (right, minus)) = (split(lhs), split(rhs));
    if plus.is_none() && minus.is_none() {
        // (x + y) - x = y.
        let [a, b] = lhs.operands_of(Op::BvAdd)? else { return None };
        return if *a == rhs { Some(*b) } else { (*b == rhs).then_some(*a) };
    }
    let width = lhs.sort().bit_width()?;
    let constant = |term: Option<Term>| term.unwrap_or_else(|| Term::bits(width, 0));
    Some(left.bv_sub(right).bv_add(constant(plus).bv_sub(constant(minus))))
}

/// Compares operands extended in the same way without the extension.
fn compare_extended(op: Op, lhs: Term, rhs: Term) -> Option<Term> {
    let (extension, inner) = match (lhs.kind(), rhs.kind()) {
        (TermKind::App(extension @ (Op::ZeroExtend(_) | Op::SignExtend(_)), operands), _)
        | (_, TermKind::App(extension @ (Op::ZeroExtend(_) | Op::SignExtend(_)), operands)) => {
            (*extension, operands[0])
        }
        _ => return None,
    };
    let narrow_width = inner.sort().bit_width()?;
    let narrow = |term: Term| {
        if let Some([operand]) = term.operands_of(extension) {
            return Some(*operand);
        }
        let cut = term.as_value().map(|_| term.extract(narrow_width - 1, 0))?;
        (Term::app(extension, &[cut]) == term).then_some(cut)
    };
    let (lhs, rhs) = (narrow(lhs)?, narrow(rhs)?);
    let op = match (extension, op) {
        // Zero-extended numbers are not negative.
        (Op::ZeroExtend(_), Op::BvSlt) => Op::BvUlt,
        (Op::ZeroExtend(_), Op::BvSle) => Op::BvUle,
        _ => op,
    };
    Some(Term::app(op, &[lhs, rhs]))
}
