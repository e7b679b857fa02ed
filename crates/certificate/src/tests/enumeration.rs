//! Random code and predicates on a few bits, decided by the solver and by going through all states.

use faultscope_ir::{Command, OriginId, Place, Statement};
use rustc_hash::FxHashMap;

use super::*;
use crate::certificate::Code;
use crate::logic::Logic;

/// A small generator of numbers (SplitMix64), the same everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }

    fn variable(&mut self) -> Symbol {
        VARIABLES.map(|name| Symbol::new(name, Sort::bits(2)))[self.below(2)]
    }

    fn value(&mut self) -> Term {
        let variable = Term::symbol(self.variable());
        let constant = Term::bits(2, self.below(4) as u128);
        match self.below(4) {
            0 => constant,
            1 => variable.bv_add(constant),
            2 => variable.bv_mul(Term::symbol(self.variable())),
            _ => variable,
        }
    }

    fn predicate(&mut self, depth: usize) -> Term {
        match self.below(if depth == 0 { 3 } else { 6 }) {
            0 => self.value().equals(self.value()),
            1 => self.value().bv_ule(self.value()),
            2 => self.value().differs(self.value()),
            3 => self.predicate(depth - 1).and(self.predicate(depth - 1)),
            4 => self.predicate(depth - 1).or(self.predicate(depth - 1)),
            _ => Term::bool(true),
        }
    }

    fn code(&mut self) -> Code {
        let statement = |command| Statement { command, origin: OriginId(0) };
        let statements = (0..=self.below(3))
            .map(|_| {
                let target = Place::variable(self.variable());
                statement(match self.below(4) {
                    0 => Command::Assume { condition: self.predicate(1) },
                    1 => Command::Havoc { target },
                    _ => Command::Assign { target, value: self.value() },
                })
            })
            .collect();
        Code { statements, choices: Vec::new() }
    }
}

const VARIABLES: [&str; 2] = ["x", "y"];

/// The values of `x` and `y`.
type Values = [u128; 2];

fn all_values() -> impl Iterator<Item = Values> {
    (0..16).map(|number| [number / 4, number % 4])
}

fn evaluate(term: Term, values: Values) -> Term {
    let symbols = VARIABLES.map(|name| Symbol::new(name, Sort::bits(2)));
    let constants = values.map(|value| Term::bits(2, value));
    term.substitute(&symbols.into_iter().zip(constants).collect::<FxHashMap<Symbol, Term>>())
}

fn is_in(predicate: Term, values: Values) -> bool {
    evaluate(predicate, values).as_bool().expect("all variables have values")
}

/// The states after code, from some states.
fn after(code: &Code, states: Vec<Values>) -> Vec<Values> {
    code.statements.iter().fold(states, |states, statement| {
        let successors = |values: Values| -> Vec<Values> {
            let assigned = |target: &Place, value: u128| {
                let mut values = values;
                values[usize::from(target.variable.name() == "y")] = value;
                values
            };
            match &statement.command {
                Command::Assume { condition } if is_in(*condition, values) => vec![values],
                Command::Assume { .. } => vec![],
                Command::Havoc { target } => (0..4).map(|value| assigned(target, value)).collect(),
                Command::Assign { target, value } => {
                    let is_value = |number: &u128| evaluate(*value, values) == Term::bits(2, *number);
                    vec![assigned(target, (0..4).find(is_value).expect("a value of two bits"))]
                }
            }
        };
        states.into_iter().flat_map(successors).collect()
    })
}

#[test]
fn answers_are_those_of_going_through_all_states() {
    let mut n_held = [0; 3];
    let n_cases = 300;
    for seed in 0..n_cases {
        let mut random = Random(seed);
        let codes = [random.code(), random.code()];
        let letters = [Letter(0), Letter(1)];
        let mut logic = Logic::new(&[], &codes, &Limits::unlimited());
        let mut pre = random.predicate(2);
        let post = [random.predicate(2), random.predicate(1)];
        let after = |letter: Letter, states| after(&codes[letter.index()], states);
        let inside = |predicate| all_values().filter(move |values| is_in(predicate, *values)).collect();

        let reached = after(letters[0], inside(pre));
        let is_triple = reached.iter().all(|values| post.iter().all(|it| is_in(*it, *values)));
        let answer = logic.is_hoare_triple(&[pre], letters[0], &post);
        assert_eq!(answer, if is_triple { Ok(()) } else { Err(Failure::Fails) }, "triple of seed {seed}");

        let word: Vec<Letter> = (0..3).map(|_| letters[random.below(2)]).collect();
        let ends = word.iter().fold(all_values().collect(), |states, letter| after(*letter, states));
        let answer = logic.is_feasible(&word);
        assert_eq!(answer, if ends.is_empty() { Err(Failure::Fails) } else { Ok(()) }, "word of seed {seed}");

        let ways = [(letters[0], post[0]), (letters[1], post[1])];
        let goes_on = |values: Values| {
            ways.iter().any(|(letter, post)| after(*letter, vec![values]).iter().any(|it| is_in(*post, *it)))
        };
        // Half of the cases ask about the states that go on alone, which most predicates are not within.
        if seed % 2 == 0 {
            let equals = |values: Values| {
                let variables = VARIABLES.map(|name| Term::var(name, Sort::bits(2)));
                Term::all((0..2).map(|idx| variables[idx].equals(Term::bits(2, values[idx]))))
            };
            pre = pre.and(Term::any(all_values().filter(|it| goes_on(*it)).map(equals)));
        }
        let all_go_on = all_values().all(|values| !is_in(pre, values) || goes_on(values));
        let answer = logic.goes_on(pre, &ways);
        assert_eq!(answer, if all_go_on { Ok(()) } else { Err(Failure::Fails) }, "way on of seed {seed}");
        for (idx, held) in [is_triple, !ends.is_empty(), all_go_on].into_iter().enumerate() {
            n_held[idx] += u64::from(held);
        }
    }
    // Both answers came up often.
    assert!(n_held.iter().all(|n| (n_cases / 10..n_cases * 9 / 10).contains(n)), "{n_held:?}");
}
