//! Bit-blasting against the operators' definition: random terms over every small value, and whole queries
//! against exhaustive enumeration.

use faultscope_ir::eval::eval;
use faultscope_ir::{Op, Sort, Symbol, Term, Value};
use faultscope_solver::{BitblastSolver, Limits, SatAnswer, Solver, SolverConfig};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

const WIDTH: u32 = 3;

fn solver() -> BitblastSolver {
    BitblastSolver::new(&SolverConfig::new(&Limits::unlimited()))
}

fn symbol(name: &str) -> Symbol {
    Symbol::new(name, Sort::bits(WIDTH))
}

fn array_symbol() -> Symbol {
    Symbol::new("array", Sort::array(Sort::bits(WIDTH), Sort::bits(WIDTH)))
}

/// Bit-vector terms over x and y, and over one array where wanted.
fn words(arrays: bool) -> impl Strategy<Value = Term> {
    let leaf = prop_oneof![
        Just(Term::symbol(symbol("x"))),
        Just(Term::symbol(symbol("y"))),
        (0..8_u128).prop_map(|bits| Term::bits(WIDTH, bits)),
    ];
    leaf.prop_recursive(4, 24, 3, move |inner| {
        let binary = prop::sample::select(vec![
            Op::BvAdd,
            Op::BvSub,
            Op::BvMul,
            Op::BvUdiv,
            Op::BvUrem,
            Op::BvSdiv,
            Op::BvSrem,
            Op::BvAnd,
            Op::BvOr,
            Op::BvXor,
            Op::BvShl,
            Op::BvLshr,
            Op::BvAshr,
        ]);
        let comparison = prop::sample::select(vec![Op::BvUlt, Op::BvUle, Op::BvSlt, Op::BvSle, Op::Eq]);
        prop_oneof![
            (binary, inner.clone(), inner.clone()).prop_map(|(op, a, b)| Term::app(op, &[a, b])),
            (inner.clone(), prop::bool::ANY).prop_map(|(a, not)| if not { a.bv_not() } else { a.bv_neg() }),
            (comparison, inner.clone(), inner.clone(), inner.clone(), inner.clone())
                .prop_map(|(op, a, b, then, otherwise)| Term::app(op, &[a, b]).ite(then, otherwise)),
            inner.clone().prop_map(|a| a.sign_extend_to(5).extract(3, 1)),
            inner.clone().prop_map(|a| a.zero_extend_to(5).extract(4, 2)),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| a.concat(b).extract(4, 2)),
            (inner.clone(), inner.clone(), inner.clone()).prop_map(move |(a, b, c)| {
                let array = Term::symbol(array_symbol());
                if arrays { array.store(a, b).select(c) } else { a.bv_xor(b).bv_or(c) }
            }),
            inner.prop_map(move |a| if arrays { Term::symbol(array_symbol()).select(a) } else { a }),
        ]
    })
}

fn environment(x: u128, y: u128, seed: u128) -> impl Fn(Symbol) -> Option<Value> {
    move |asked| {
        Some(if asked == symbol("x") {
            Value::bits(WIDTH, x)
        } else if asked == symbol("y") {
            Value::bits(WIDTH, y)
        } else {
            let mut array = Value::constant_array(asked.sort(), Value::bits(WIDTH, seed));
            if let Value::Array(array) = &mut array {
                let array = std::sync::Arc::make_mut(array);
                for index in 0..8 {
                    array.set(Value::bits(WIDTH, index), Value::bits(WIDTH, (index * 5) ^ seed));
                }
            }
            array
        })
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 400, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn words_mean_what_their_operators_say(term in words(true), x in 0..8_u128, y in 0..8_u128, seed in 0..8_u128) {
        let environment = environment(x, y, seed);
        let expected = eval(term, &mut |symbol| environment(symbol)).expect("all symbols have values");
        let mut solver = solver();
        for name in ["x", "y"] {
            let value = environment(symbol(name)).expect("a value");
            solver.assert(Term::symbol(symbol(name)).equals(Term::value(value)));
        }
        let Some(Value::Array(array)) = environment(array_symbol()) else { unreachable!() };
        for index in 0..8 {
            let index = Value::bits(WIDTH, index);
            let read = Term::symbol(array_symbol()).select(Term::value(index.clone()));
            solver.assert(read.equals(Term::value(array.get(&index).clone())));
        }
        prop_assert_eq!(solver.check(&[term.equals(Term::value(expected.clone()))]), SatAnswer::Sat);
        prop_assert_eq!(solver.value(term), Some(expected.clone()));
        prop_assert_eq!(solver.check(&[term.differs(Term::value(expected))]), SatAnswer::Unsat);
    }

    #[test]
    fn answers_agree_with_enumeration(lhs in words(false), rhs in words(false), other in words(false)) {
        let first = lhs.bv_ult(rhs);
        let second = other.equals(lhs);
        let holds = |formula: Term| {
            let mut models = (0..8).flat_map(|x| (0..8).map(move |y| environment(x, y, 0)));
            models.any(|model| eval(formula, &mut |symbol| model(symbol)) == Some(Value::Bool(true)))
        };
        let mut solver = solver();
        solver.assert(first);
        prop_assert_eq!(solver.check(&[]).is_sat(), holds(first));
        solver.push();
        solver.assert(second);
        let both = solver.check(&[]);
        prop_assert_eq!(both.is_sat(), holds(first.and(second)));
        if both.is_sat() {
            prop_assert_eq!(solver.value(first.and(second)), Some(Value::Bool(true)));
        }
        solver.pop();
        prop_assert_eq!(solver.check(&[second.not()]).is_sat(), holds(first.and(second.not())));
        prop_assert_eq!(solver.check(&[second]).is_sat(), holds(first.and(second)));
    }
}

#[test]
fn cores_are_assumptions_that_matter() {
    let mut solver = solver();
    let x = Term::symbol(symbol("x"));
    let (low, high, free) =
        (x.bv_ult(Term::bits(WIDTH, 2)), Term::bits(WIDTH, 5).bv_ult(x), Term::var("b", Sort::bool()));
    assert_eq!(solver.check(&[free, low, high]), SatAnswer::Unsat);
    assert_eq!(solver.core(), [low, high]);
    assert_eq!(solver.check(&[free, high]), SatAnswer::Sat);
    assert!(solver.core().is_empty());
    solver.assert(Term::bool(false));
    assert_eq!(solver.check(&[free]), SatAnswer::Unsat);
    assert!(solver.core().is_empty());
}

#[test]
fn what_is_not_of_its_kind_is_refused() {
    let mut solver = solver();
    let integer = Term::var("n", Sort::int()).lt(Term::int(3));
    let array = Term::symbol(array_symbol());
    assert!(!solver.supports(integer));
    assert!(!solver.supports(array.equals(array.store(Term::bits(WIDTH, 1), Term::bits(WIDTH, 2)))));
    assert!(solver.supports(array.select(Term::bits(WIDTH, 1)).equals(Term::bits(WIDTH, 2))));
}

#[test]
fn a_step_limit_ends_a_hard_query() {
    let mut config = SolverConfig::new(&Limits::unlimited());
    config.query_steps = Some(1000);
    let mut solver = BitblastSolver::new(&config);
    let wide = |name: &str| Term::var(name, Sort::bits(32)).zero_extend_to(64);
    solver.assert(wide("p").bv_mul(wide("q")).equals(Term::bits(64, 4_294_967_291 * 4_294_967_279)));
    solver.assert(Term::bits(64, 1).bv_ult(wide("p")).and(wide("p").bv_ult(wide("q"))));
    assert_eq!(solver.check(&[]), SatAnswer::Unknown("step limit reached".to_owned()));
}

#[test]
fn a_search_that_pauses_goes_on_to_its_answer() {
    let word = |name: &str| Term::var(name, Sort::bits(10)).zero_extend_to(20);
    let (x, y, one) = (word("factor"), word("other factor"), Term::bits(20, 1));
    let is_product = |number: u128| {
        let product = x.bv_mul(y).equals(Term::bits(20, number));
        product.and(one.bv_ult(x)).and(one.bv_ult(y))
    };
    let mut n_pauses = 0;
    // The second is a prime.
    for (number, expected) in [(1019 * 1021, SatAnswer::Sat), (1040407, SatAnswer::Unsat)] {
        let question = [is_product(number)];
        let mut solver = solver();
        let answer = loop {
            if let Some(answer) = solver.check_in_part(&question, Some(50)) {
                break answer;
            }
            n_pauses += 1;
            assert_eq!(solver.value(x), None, "there is no model yet");
        };
        assert_eq!(answer, expected);
        assert_eq!(solver.n_queries(), 1);
        assert_eq!(solver.check(&question), expected);
    }
    assert!(n_pauses > 0);
}
