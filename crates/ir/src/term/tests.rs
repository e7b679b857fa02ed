//! What the constructors make of terms. That every rewrite keeps the meaning is checked at random, against
//! the operators' definition and against a solver, in `crates/solver/tests`.

use rustc_hash::FxHashMap;

use super::*;
use crate::eval::eval;

fn x() -> Term {
    Term::var("x", Sort::bits(8))
}

fn y() -> Term {
    Term::var("y", Sort::bits(8))
}

fn byte(number: i128) -> Term {
    Term::signed_bits(8, number)
}

fn condition(name: &str) -> Term {
    Term::var(name, Sort::bool())
}

#[track_caller]
fn check(actual: Term, expected: Term) {
    assert_eq!(actual, expected);
}

#[test]
fn equal_terms_are_the_same_handle() {
    check(x().bv_add(y()), y().bv_add(x()));
    assert_ne!(x().bv_sub(y()), y().bv_sub(x()));
}

#[test]
fn offsets_gather_at_the_right() {
    check(x().bv_add(byte(3)).bv_sub(byte(1)), x().bv_add(byte(2)));
    check(byte(3).bv_add(x()).bv_add(y()), x().bv_add(y()).bv_add(byte(3)));
    check(x().bv_add(byte(3)).equals(byte(5)), x().equals(byte(2)));
}

#[test]
fn negation_has_one_form() {
    check(x().bv_slt(y()).not(), y().bv_sle(x()));
    check(condition("c").not().not(), condition("c"));
}

#[test]
fn a_join_of_both_branches_is_the_condition_before() {
    let (guard, c) = (condition("guard"), condition("c"));
    check(guard.and(c).or(guard.and(c.not())), guard);
    let less = x().bv_slt(y());
    check(guard.and(less).or(guard.and(less.not())), guard);
}

#[test]
fn a_choice_of_constants_answers_comparisons() {
    let choice = condition("c").ite(byte(1), condition("d").ite(byte(2), byte(3)));
    check(choice.equals(byte(1)), condition("c"));
    check(choice.equals(byte(7)), Term::bool(false));
    check(choice.bv_add(byte(1)).equals(byte(2)), condition("c"));
    // C's `if (a < b)` is `if ((a < b ? 1 : 0) != 0)`.
    check(x().bv_slt(y()).to_bits(32).differs(Term::bits(32, 0)), x().bv_slt(y()));
}

#[test]
fn reads_find_their_writes() {
    let array = Term::var("a", Sort::array(Sort::bits(8), Sort::bits(8)));
    let written = array.store(byte(1), x()).store(byte(2), y());
    check(written.select(byte(1)), x());
    check(written.select(byte(3)), array.select(byte(3)));
    check(array.store(x(), y()).select(x().bv_add(byte(1))), array.select(x().bv_add(byte(1))));
    let unknown = array.store(x(), byte(5)).select(y());
    assert!(matches!(unknown.kind(), TermKind::App(Op::Select, _)), "{unknown}");
}

#[test]
fn extensions_disappear_from_comparisons() {
    let (wide, other) = (x().sign_extend_to(32), y().sign_extend_to(32));
    check(wide.bv_slt(other), x().bv_slt(y()));
    check(wide.equals(Term::signed_bits(32, -1)), x().equals(byte(-1)));
    check(x().zero_extend_to(32).equals(Term::bits(32, 256)), Term::bool(false));
    check(wide.extract(7, 0), x());
}

#[test]
fn substitution_simplifies() {
    let mut substitution = FxHashMap::default();
    substitution.insert(Symbol::new("x", Sort::bits(8)), byte(4));
    check(x().bv_add(y()).bv_slt(y()).substitute(&substitution), y().bv_add(byte(4)).bv_slt(y()));
    check(x().bv_mul(byte(3)).substitute(&substitution), byte(12));
}

#[test]
fn evaluation_needs_only_what_decides() {
    let undefined = Term::var("undefined", Sort::bool());
    let mut lookup = |symbol: Symbol| (symbol.name() == "c").then_some(Value::Bool(true));
    assert_eq!(eval(condition("c").or(undefined), &mut lookup), Some(Value::Bool(true)));
    assert_eq!(eval(condition("c").and(undefined), &mut lookup), None);
}

#[test]
fn a_quantifier_over_an_unused_symbol_goes_away() {
    let bound = Symbol::new("bound", Sort::bits(8));
    check(Term::quantified(Quantifier::Forall, &[bound], x().equals(y())), x().equals(y()));
}

#[test]
fn deep_terms_do_not_exhaust_the_stack() {
    let mut sum = x();
    for idx in 0..200_000_u32 {
        sum = sum.bv_mul(Term::symbol(Symbol::new("y", Sort::bits(8)).derived(Derivation::Version(idx))));
    }
    let mut substitution = FxHashMap::default();
    substitution.insert(Symbol::new("x", Sort::bits(8)), y());
    assert!(sum.substitute(&substitution).mentions(Symbol::new("y", Sort::bits(8))));
}

#[test]
fn kinds_hash_alike_with_and_without_operands_of_their_own() {
    let x = Symbol::new("x", Sort::bits(8));
    let sum = Term::symbol(x).bv_add(Term::bits(8, 3));
    let kinds = [
        TermKind::Const(Value::bits(8, 3)),
        TermKind::Symbol(x),
        sum.kind().clone(),
        TermKind::Quantified(Quantifier::Forall, [x].into(), sum.equals(Term::bits(8, 0))),
    ];
    for kind in &kinds {
        assert_eq!(stable_hash(kind), stable_hash(&KindRef::of(kind)));
        assert!(KindRef::of(kind).is(kind));
        assert_eq!(kinds.iter().filter(|other| KindRef::of(kind).is(other)).count(), 1);
    }
}

#[test]
fn terms_know_of_arrays_and_products_below_them() {
    let array = Term::var("a", Sort::array(Sort::bits(8), Sort::bits(8)));
    let (x, y) = (Term::var("x", Sort::bits(8)), Term::var("y", Sort::bits(8)));
    let read = array.select(x).equals(y);
    assert!(read.has_array() && !read.has_product());
    let product = x.bv_mul(y).bv_ult(x).not();
    assert!(product.has_product() && !product.has_array());
    assert!(!x.bv_add(y).has_product() && !x.bv_add(y).has_array());
}
