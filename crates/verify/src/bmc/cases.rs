//! What a term can be, case by case: trees of if-then-else and the terms at their leaves.
//!
//! A pointer that was merged at joins is such a tree, mostly of few constants, of which some are possible on some paths
//! only. Whoever follows it looks at each of them, and at none that the conditions on the path exclude.
//!
//! Trees share subtrees, so that each is looked at once; written out they can be much larger.

use std::sync::{LazyLock, Mutex, PoisonError};

use faultscope_ir::{Op, Term, term};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::limits::MAX_CASES;

/// Pointers are wider than this.
pub(super) const NARROW: u32 = 32;

/// An operator is applied to the cases of a choice if these are at most this many. With a long list of objects, the solver
/// does better with the bits in which their numbers differ.
const MAX_SPREAD: usize = 8;

/// Choices of constants with at most this many leaves stay as they are.
const FEW_LEAVES: u32 = 16;

/// The terms that a term is a choice of, each once, itself where it is none; none if there are more than `max`.
pub(super) fn cases(term: Term, max: usize) -> Option<Vec<Term>> {
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    let mut open = vec![term];
    while let Some(term) = open.pop() {
        if !seen.insert(term) {
            continue;
        }
        match term.operands_of(Op::Ite) {
            Some([_, then, otherwise]) => open.extend([*otherwise, *then]),
            _ => found.push(term),
        }
        if found.len() > max || seen.len() > 16 * max {
            return None;
        }
    }
    Some(found)
}

/// The same choice of what each of the cases is mapped to; `choose` makes an if-then-else.
pub(super) fn map<T: Clone>(
    term: Term,
    map_case: &mut dyn FnMut(Term) -> T,
    choose: &dyn Fn(Term, &T, &T) -> T,
) -> T {
    let mut done = FxHashMap::default();
    mapped(term, &mut done, map_case, choose)
}

fn mapped<T: Clone>(
    term: Term,
    done: &mut FxHashMap<Term, T>,
    map_case: &mut dyn FnMut(Term) -> T,
    choose: &dyn Fn(Term, &T, &T) -> T,
) -> T {
    if let Some(known) = done.get(&term) {
        return known.clone();
    }
    let result = match term.operands_of(Op::Ite) {
        Some([condition, then, otherwise]) => {
            let then = mapped(*then, done, map_case, choose);
            choose(*condition, &then, &mapped(*otherwise, done, map_case, choose))
        }
        _ => map_case(term),
    };
    done.insert(term, result.clone());
    result
}

/// Maps cases to terms.
pub(super) fn map_terms(term: Term, map_case: &mut dyn FnMut(Term) -> Term) -> Term {
    map(term, map_case, &|condition, then, otherwise| condition.ite(*then, *otherwise))
}

/// Applies an operator; to a choice of pointers, or of their parts, case by case where the other operands are constants.
pub(super) fn apply(op: Op, operands: &[Term]) -> Term {
    let is_wide = |term: &Term| term.sort().bit_width().is_some_and(|width| width > NARROW);
    let has_parts = match op {
        Op::Extract { .. } | Op::BvAddLow | Op::Eq => operands.iter().any(is_wide),
        Op::Concat => operands.iter().filter_map(|it| it.sort().bit_width()).sum::<u32>() > NARROW,
        _ => false,
    };
    if !has_parts {
        return Term::app(op, operands);
    }
    let is_choice = |term: &Term| term.operands_of(Op::Ite).is_some();
    let mut open = (0..operands.len()).filter(|idx| operands[*idx].as_value().is_none());
    match (open.next(), open.next()) {
        (Some(idx), None) if is_choice(&operands[idx]) && cases(operands[idx], MAX_SPREAD).is_some() => {
            let mut operands = operands.to_vec();
            map_terms(operands[idx], &mut |case| {
                operands[idx] = case;
                Term::app(op, &operands)
            })
        }
        _ => Term::app(op, operands),
    }
}

/// Whether a choice is equal to a term: that is a choice of truth values.
pub(super) fn equals(choice: Term, term: Term) -> Term {
    map_terms(choice, &mut |case| case.equals(term))
}

/// A choice without some of its cases, which are known not to be taken; none if no case is left.
pub(super) fn without(term: Term, is_excluded: &dyn Fn(Term) -> bool) -> Option<Term> {
    let mut case = |case: Term| (!is_excluded(case)).then_some(case);
    map(term, &mut case, &|condition, then, otherwise| match (then, otherwise) {
        (Some(then), Some(otherwise)) => Some(condition.ite(*then, *otherwise)),
        (one, other) => one.or(*other),
    })
}

/// The normal forms that were computed, and how many terms were built for each. Programs that differ in one statement have
/// most of them in common. Like the terms, they stay.
static NORMAL_FORMS: LazyLock<Mutex<FxHashMap<Term, (Term, u64)>>> = LazyLock::new(Default::default);

/// A choice of few constants with one condition for each of them, however often they are among its leaves.
pub(super) fn normal(term: Term) -> Term {
    if term.n_constant_leaves() <= FEW_LEAVES {
        return term;
    }
    let known = || NORMAL_FORMS.lock().unwrap_or_else(PoisonError::into_inner);
    let found = known().get(&term).copied();
    if let Some((normal, n_built)) = found {
        term::count_built(n_built);
        return normal;
    }
    let before = term::n_built();
    let normal = normal_form(term);
    known().insert(term, (normal, term::n_built() - before));
    normal
}

fn normal_form(term: Term) -> Term {
    let Some(mut constants) = cases(term, MAX_CASES) else { return term };
    // Where few of the leaves are the same, conditions of their own would say the same thing many times over.
    if term.n_constant_leaves() as usize <= 2 * constants.len() {
        return term;
    }
    constants.sort_by(|lhs, rhs| lhs.as_value().cmp(&rhs.as_value()));
    let Some((last, others)) = constants.split_last() else { return term };
    others.iter().rev().fold(*last, |rest, case| equals(term, *case).ite(*case, rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use faultscope_ir::Sort;

    fn condition(name: &str) -> Term {
        Term::var(name, Sort::bool())
    }

    fn byte(number: u128) -> Term {
        Term::bits(8, number)
    }

    fn choice() -> Term {
        condition("a").ite(byte(1), condition("b").ite(byte(2), Term::var("x", Sort::bits(8))))
    }

    #[test]
    fn cases_are_the_leaves() {
        assert_eq!(cases(choice(), 3), Some(vec![byte(1), byte(2), Term::var("x", Sort::bits(8))]));
        assert_eq!(cases(choice(), 2), None);
        assert_eq!(cases(byte(7), 1), Some(vec![byte(7)]));
    }

    #[test]
    fn a_comparison_speaks_of_the_conditions() {
        let only = condition("a").ite(byte(1), condition("b").ite(byte(2), byte(3)));
        assert_eq!(equals(only, byte(2)), condition("a").not().and(condition("b")));
        assert_eq!(equals(only, byte(4)), Term::bool(false));
    }

    #[test]
    fn what_is_excluded_is_no_case_any_more() {
        let left = without(choice(), &|case| case == byte(2));
        assert_eq!(left, Some(condition("a").ite(byte(1), Term::var("x", Sort::bits(8)))));
        assert_eq!(without(byte(2), &|_| true), None);
    }

    #[test]
    fn parts_of_a_choice_are_those_of_its_cases() {
        let pointer = Term::var("p", Sort::bits(64));
        let choice = condition("a").ite(pointer, Term::bits(64, 0x2_0000_0001));
        let sum = apply(Op::BvAddLow, &[choice, Term::bits(32, 3)]);
        let moved = pointer.bv_add_low(Term::bits(32, 3));
        assert_eq!(sum, condition("a").ite(moved, Term::bits(64, 0x2_0000_0004)));
        let number = apply(Op::Extract { hi: 63, lo: 32 }, &[choice]);
        assert_eq!(number, condition("a").ite(pointer.extract(63, 32), Term::bits(32, 2)));
        let is_null = apply(Op::Eq, &[choice, Term::bits(64, 0)]);
        assert_eq!(is_null, condition("a").and(pointer.equals(Term::bits(64, 0))));
    }

    #[test]
    fn a_large_choice_of_few_constants_becomes_small() {
        let conditions: Vec<Term> = (0..12).map(|idx| condition(&format!("c{idx}"))).collect();
        let choose = |[one, two, three]: [Term; 3], condition: &Term| {
            [condition.ite(one, two), condition.ite(two, three), condition.ite(three, one)]
        };
        let [large, ..] = conditions.iter().fold([byte(1), byte(2), byte(3)], choose);
        assert!(large.n_constant_leaves() > FEW_LEAVES);
        let small = normal(large);
        assert_eq!(small.n_constant_leaves() as usize, cases(large, 4).expect("bytes below 4").len());
        for inputs in [0, 0x5a5, 0xfff, 0x123] {
            let value = |term: Term| {
                let input = |symbol| {
                    let idx = conditions.iter().position(|it| it.as_symbol() == Some(symbol))?;
                    Some(faultscope_ir::Value::Bool(inputs >> idx & 1 == 1))
                };
                faultscope_ir::eval::eval(term, &mut { input })
            };
            assert_eq!(value(small), value(large), "{inputs:x}");
        }
    }
}
