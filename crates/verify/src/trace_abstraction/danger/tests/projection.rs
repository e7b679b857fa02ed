//! Elimination of havocs' values against trying all values.

use faultscope_ir::Value;

use super::brute::{Env, holds};
use super::random::Random;
use super::*;
use crate::trace_abstraction::danger::connectives::normalize;
use crate::trace_abstraction::danger::projection::{eliminate, project};
use crate::trace_abstraction::danger::state::State;

/// All states over `x`, `y` and `b`.
fn states() -> Vec<Env> {
    let x_and_y = assume(Term::symbol(bits("x", 2)).equals(Term::symbol(bits("y", 2))));
    let flag = assume(Term::var("b", Sort::bool()));
    let (alphabet, _) = automaton(&[(0, &[x_and_y, flag], 1)], &[1]);
    Domain::new(&alphabet, &[]).states
}

/// Whether some value of the variable makes the formula hold.
fn exists(formula: Term, variable: Symbol, env: &Env) -> bool {
    let values: Vec<Value> = match variable.sort().bit_width() {
        Some(width) => (0..1 << width).map(|bits| Value::bits(width, bits)).collect(),
        None => vec![Value::Bool(false), Value::Bool(true)],
    };
    values.into_iter().any(|value| {
        let mut env = env.clone();
        env.insert(variable, value);
        holds(formula, &env)
    })
}

#[test]
fn eliminated_variables_have_some_value() {
    let states = states();
    let (mut n_exact, mut n_projected) = (0, 0);
    for seed in 0..3000 {
        let mut random = Random(seed);
        let n_conjuncts = 1 + random.below(3);
        let formula = Term::all((0..n_conjuncts).map(|_| random.condition()));
        let variable = if random.below(4) == 0 { Symbol::new("b", Sort::bool()) } else { bits("x", 2) };
        if let Some(eliminated) = eliminate(formula, variable) {
            n_exact += 1;
            assert!(!eliminated.mentions(variable), "{eliminated}");
            for env in &states {
                let expected = exists(formula, variable, env);
                assert_eq!(holds(eliminated, env), expected, "∃{variable}. {formula} is not {eliminated}");
            }
        }
        for env in states.iter().filter(|env| holds(formula, env)).step_by(5) {
            let mut state = State::default();
            for (symbol, value) in env {
                state.set(*symbol, Some(value.clone()));
            }
            let projected = project(formula, variable, &state);
            n_projected += 1;
            assert!(!projected.mentions(variable), "{projected}");
            assert!(holds(projected, env), "{projected} loses {env:?} of {formula}");
            let within = |env: &Env| !holds(projected, env) || exists(formula, variable, env);
            assert!(states.iter().all(within), "∃{variable}. {formula} does not follow from {projected}");
        }
    }
    assert!(n_exact > 1500 && n_projected > 3000, "{n_exact} exact, {n_projected} projected");
}

#[test]
fn normal_forms_are_equivalent() {
    let states = states();
    for seed in 5000..6000 {
        let mut random = Random(seed);
        let formula = Term::all((0..4).map(|_| random.condition()));
        let normal = normalize(formula);
        assert!(
            states.iter().all(|env| holds(normal, env) == holds(formula, env)),
            "{formula} is not {normal}"
        );
    }
}

#[test]
fn bounds_are_combined_exactly() {
    let x = Term::symbol(bits("x", 3));
    let (y, z) = (Term::symbol(bits("y", 3)), Term::symbol(bits("z", 3)));
    let between = assume(y.bv_ult(x).and(x.bv_ult(z)));
    let (alphabet, _) = automaton(&[(0, &[between], 1)], &[1]);
    let states = Domain::new(&alphabet, &[]).states;
    type Comparison = fn(Term, Term) -> Term;
    let comparisons: [Comparison; 4] = [Term::bv_ult, Term::bv_ule, Term::bv_slt, Term::bv_sle];
    for pair in comparisons.chunks(2) {
        for (lower, upper) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            for formula in [pair[lower](y, x).and(pair[upper](x, z)), pair[lower](y, x), pair[upper](x, z)] {
                let eliminated = eliminate(formula, bits("x", 3)).expect("bounds in one order");
                for env in &states {
                    assert_eq!(holds(eliminated, env), exists(formula, bits("x", 3), env), "{formula}");
                }
            }
        }
    }
}
