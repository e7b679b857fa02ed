//! The definitions, by enumeration of all states over small sorts.

use std::collections::{BTreeMap, BTreeSet};

use faultscope_ir::eval::eval;
use faultscope_ir::{CheckId, SortKind, Symbol, Term, Value};
use rustc_hash::FxHashSet;

use super::*;
use crate::InputValue;

/// A state: the values of all variables.
pub(super) type Env = BTreeMap<Symbol, Value>;

/// All states over the variables of an alphabet.
pub(super) struct Domain {
    pub(super) states: Vec<Env>,
}

fn values(symbol: Symbol) -> Vec<Value> {
    match symbol.sort().kind() {
        SortKind::Bool => vec![Value::Bool(false), Value::Bool(true)],
        SortKind::BitVec(width) => (0..1 << width).map(|bits| Value::bits(*width, bits)).collect(),
        kind => panic!("{kind:?} is not small"),
    }
}

pub(super) fn holds(formula: Term, env: &Env) -> bool {
    eval(formula, &mut |symbol| env.get(&symbol).cloned()) == Some(Value::Bool(true))
}

/// The states after code, each with the values of the havocs on the way.
pub(super) fn runs(statements: &[Statement], env: &Env) -> Vec<(Env, Vec<(Symbol, Value)>)> {
    let mut ends = vec![(env.clone(), Vec::new())];
    for Statement { command, .. } in statements {
        let before = std::mem::take(&mut ends);
        for (env, inputs) in before {
            match command {
                Command::Assign { target, value } => {
                    let value = eval(*value, &mut |symbol| env.get(&symbol).cloned()).expect("a value");
                    let mut after = env.clone();
                    after.insert(target.variable, value);
                    ends.push((after, inputs));
                }
                Command::Havoc { target } => {
                    for value in values(target.variable) {
                        let (mut after, mut inputs) = (env.clone(), inputs.clone());
                        inputs.push((target.variable, value.clone()));
                        after.insert(target.variable, value);
                        ends.push((after, inputs));
                    }
                }
                Command::Assume { condition } => {
                    if holds(*condition, &env) {
                        ends.push((env, inputs));
                    }
                }
            }
        }
    }
    ends
}

struct Execution {
    initial: Env,
    env: Env,
    inputs: Vec<(Symbol, Value)>,
}

impl Domain {
    pub(super) fn new(alphabet: &Alphabet, formulas: &[Term]) -> Domain {
        let mut symbols: BTreeSet<Symbol> = formulas.iter().flat_map(|formula| formula.symbols()).collect();
        for Statement { command, .. } in alphabet.letters().flat_map(|letter| alphabet.statements(letter)) {
            symbols.extend(command.target().map(|target| target.variable));
            match command {
                Command::Assign { value: term, .. } | Command::Assume { condition: term } => {
                    symbols.extend(term.symbols());
                }
                Command::Havoc { .. } => {}
            }
        }
        let mut states = vec![Env::new()];
        for symbol in symbols {
            let extend = |env: Env| {
                values(symbol).into_iter().map(move |value| {
                    let mut env = env.clone();
                    env.insert(symbol, value);
                    env
                })
            };
            states = states.into_iter().flat_map(extend).collect();
        }
        Domain { states }
    }

    /// A shortest feasible word up to a length, and an execution that runs through it.
    pub(super) fn failing_execution(
        &self,
        alphabet: &Alphabet,
        remaining: &Dfa,
        max_length: usize,
    ) -> Option<(Vec<Letter>, ErrorTrace)> {
        if remaining.is_empty() {
            return None;
        }
        let start = self.states.iter().map(|env| Execution {
            initial: env.clone(),
            env: env.clone(),
            inputs: Vec::new(),
        });
        let mut words: Vec<(Vec<Letter>, Point, Vec<Execution>)> =
            vec![(Vec::new(), Dfa::INITIAL, start.collect())];
        for _ in 0..=max_length {
            if let Some((word, _, executions)) = words.iter().find(|(_, state, _)| remaining.is_final(*state))
            {
                return Some((word.clone(), error_trace(&executions[executions.len() / 2])));
            }
            let mut longer = Vec::new();
            let mut seen: FxHashSet<(Point, Vec<Env>)> = FxHashSet::default();
            for (word, state, executions) in &words {
                for (letter, target) in remaining.successors(*state) {
                    let next = step(alphabet, *letter, executions);
                    let ends = next.iter().map(|execution| execution.env.clone()).collect();
                    if !next.is_empty() && seen.insert((*target, ends)) {
                        longer.push(([&word[..], &[*letter]].concat(), *target, next));
                    }
                }
            }
            words = longer;
        }
        None
    }

    /// Conditions (4) and (5) of the definition.
    #[track_caller]
    pub(super) fn assert_danger_automaton(&self, danger: &DangerAutomaton, alphabet: &Alphabet) {
        let DangerAutomaton { automaton, predicates } = danger;
        let satisfiable = |state: &Point| self.states.iter().any(|env| holds(predicates[state.index()], env));
        assert!(automaton.initials.iter().any(satisfiable), "condition (4)\n{danger:?}");
        for (source, predicate) in predicates.iter().enumerate().filter(|(idx, _)| !automaton.finals[*idx]) {
            for env in self.states.iter().filter(|env| holds(*predicate, env)) {
                let goes_on = automaton.successors[source].iter().any(|(letter, target)| {
                    let ends = runs(alphabet.statements(*letter), env);
                    ends.iter().any(|(after, _)| holds(predicates[target.index()], after))
                });
                assert!(goes_on, "condition (5) in state {source} for {env:?}\n{danger:?}");
            }
        }
    }
}

fn step(alphabet: &Alphabet, letter: Letter, executions: &[Execution]) -> Vec<Execution> {
    let mut seen = BTreeSet::new();
    let mut next = Vec::new();
    for execution in executions {
        for (env, inputs) in runs(alphabet.statements(letter), &execution.env) {
            if seen.insert(env.clone()) {
                let inputs = [&execution.inputs[..], &inputs].concat();
                next.push(Execution { initial: execution.initial.clone(), env, inputs });
            }
        }
    }
    next
}

fn error_trace(execution: &Execution) -> ErrorTrace {
    let origin = OriginId(0);
    let inputs = execution.inputs.iter().map(|(symbol, value)| InputValue {
        symbol: *symbol,
        origin,
        value: value.clone(),
        step: 0,
    });
    ErrorTrace {
        trace: faultscope_ir::Trace {
            steps: std::sync::Arc::default(),
            frames: Vec::new(),
            check: CheckId(0),
        },
        inputs: inputs.collect(),
        choices: Vec::new(),
        initial: execution.initial.iter().map(|(symbol, value)| (*symbol, value.clone())).collect(),
        replayed: true,
        skipped: 0,
    }
}

/// That all words of one automaton are words of the other.
#[track_caller]
pub(super) fn assert_included(automaton: &Nfa, other: &Dfa) {
    let mut seen = FxHashSet::default();
    let mut open = vec![(automaton.initials.clone(), Some(Dfa::INITIAL))];
    while let Some((states, at)) = open.pop() {
        if states.is_empty() || !seen.insert((states.clone(), at)) {
            continue;
        }
        let accepts = states.iter().any(|state| automaton.finals[state.index()]);
        assert!(!accepts || at.is_some_and(|at| other.is_final(at)), "accepts another word");
        let letters: BTreeSet<Letter> =
            states.iter().flat_map(|state| &automaton.successors[state.index()]).map(|edge| edge.0).collect();
        for letter in letters {
            open.push((automaton.step(&states, letter), at.and_then(|at| other.step(at, letter))));
        }
    }
}

/// That two automata accept the same words.
#[track_caller]
pub(super) fn assert_same_language(lhs: &Nfa, rhs: &Nfa) {
    let mut seen = FxHashSet::default();
    let mut open = vec![(lhs.initials.clone(), rhs.initials.clone(), Vec::new())];
    while let Some((left, right, word)) = open.pop() {
        if !seen.insert((left.clone(), right.clone())) {
            continue;
        }
        let accepts = |nfa: &Nfa, states: &[Point]| states.iter().any(|state| nfa.finals[state.index()]);
        assert_eq!(accepts(lhs, &left), accepts(rhs, &right), "{word:?}");
        let left_edges = left.iter().flat_map(|state| &lhs.successors[state.index()]);
        let right_edges = right.iter().flat_map(|state| &rhs.successors[state.index()]);
        let letters: BTreeSet<Letter> = left_edges.chain(right_edges).map(|edge| edge.0).collect();
        for letter in letters {
            open.push((lhs.step(&left, letter), rhs.step(&right, letter), [&word[..], &[letter]].concat()));
        }
    }
}

/// The canonical danger automaton as the seed defines it, with sets of states for predicates and nothing left out; and
/// the sets along the word.
pub(super) fn reference(
    domain: &Domain,
    alphabet: &Alphabet,
    remaining: &Dfa,
    word: &[Letter],
) -> (Nfa, Vec<Vec<bool>>) {
    let pre = |post: &[bool], letter: Letter| -> Vec<bool> {
        let index = |env: &Env| domain.states.binary_search(env).expect("all states are there");
        let hits =
            |env: &Env| runs(alphabet.statements(letter), env).iter().any(|(after, _)| post[index(after)]);
        domain.states.iter().map(hits).collect()
    };
    let mut along = vec![vec![true; domain.states.len()]];
    for letter in word.iter().rev() {
        let next = pre(&along[along.len() - 1], *letter);
        along.push(next);
    }
    along.reverse();
    let mut predicates = along.clone();
    predicates.sort();
    predicates.dedup();
    let everything = predicates.iter().position(|set| set.iter().all(|it| *it)).expect("true is among them");
    let mut annotation: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); remaining.n_states()];
    for state in remaining.states().filter(|state| remaining.is_final(*state)) {
        annotation[state.index()].insert(everything);
    }
    loop {
        let mut changed = false;
        for state in remaining.states() {
            let mut union = vec![false; domain.states.len()];
            for (letter, target) in remaining.successors(state) {
                for post in &annotation[target.index()] {
                    for (all, one) in union.iter_mut().zip(pre(&predicates[*post], *letter)) {
                        *all |= one;
                    }
                }
            }
            for (idx, predicate) in predicates.iter().enumerate() {
                if predicate.iter().zip(&union).all(|(inside, there)| !inside || *there) {
                    changed |= annotation[state.index()].insert(idx);
                }
            }
        }
        if !changed {
            break;
        }
    }
    let mut nfa = Nfa::default();
    let mut numbers = BTreeMap::new();
    for state in remaining.states() {
        for predicate in &annotation[state.index()] {
            numbers.insert((state, *predicate), nfa.add_state(remaining.is_final(state)));
        }
    }
    nfa.initials = annotation[0].iter().map(|predicate| numbers[&(Dfa::INITIAL, *predicate)]).collect();
    for ((state, predicate), number) in &numbers {
        for (letter, target) in remaining.successors(*state) {
            for post in &annotation[target.index()] {
                let set = pre(&predicates[*post], *letter);
                if predicates[*predicate].iter().zip(set).any(|(inside, there)| *inside && there) {
                    nfa.add_edge(*number, *letter, numbers[&(*target, *post)]);
                }
            }
        }
    }
    (nfa, along)
}
