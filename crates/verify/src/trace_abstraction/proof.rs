//! What an analysis leaves behind for others to check.

use std::convert::Infallible;

use faultscope_certificate::certificate::{self, Certificate, Claim, FloydHoareAutomaton, Step, Subtracted};
use faultscope_ir::Term;
use faultscope_solver::{Limits, StopReason};
use rustc_hash::{FxHashMap, FxHashSet};

use super::alphabet::Alphabet;
use super::control_flow::{Bounds, ControlFlow, Exit};
use super::danger::DangerAutomaton;
use crate::automata::{
    Dfa, DfaBuilder, Letter, Nfa, SingleWord, State, Subsets, Subtrahend, Within, difference,
};

/// How `A_rem` became what it is, step by step from the control-flow automaton.
#[derive(Debug, Clone, Default)]
pub struct Proof {
    steps: Vec<Step>,
}

impl Proof {
    /// Notes a subtraction, and what it left.
    pub fn note(&mut self, subtracted: Subtracted, remaining: &Dfa) {
        self.steps.push(Step { subtracted, remaining: deterministic(remaining) });
    }

    /// The steps behind another one, which subtracts no less than what was subtracted beside them; as many of them as
    /// limits allow, and whether these are all.
    pub(super) fn begun_with(
        self,
        first: Subtracted,
        control_flow: &ControlFlow,
        limits: &Limits,
    ) -> (Proof, bool) {
        let mut proof = Proof::default();
        let mut remaining = control_flow.automaton.minimize().0;
        for subtracted in std::iter::once(first).chain(self.steps.into_iter().map(|step| step.subtracted)) {
            match left(&remaining, &subtracted, control_flow, limits) {
                Ok(left) => remaining = left.minimize().0,
                Err(_) => return (proof, false),
            }
            proof.note(subtracted, &remaining);
        }
        (proof, true)
    }

    /// All of it, to be checked. The control-flow automaton was derived within these bounds.
    pub fn certificate(self, control_flow: &ControlFlow, bounds: &Bounds, claim: Claim) -> Certificate {
        Certificate { control_flow: paths(control_flow, bounds), steps: self.steps, claim }
    }
}

/// The control-flow automaton as it is certified.
fn paths(control_flow: &ControlFlow, bounds: &Bounds) -> certificate::ControlFlow {
    let ControlFlow { alphabet, automaton, locations } = control_flow;
    let exit = |state: State| Some((of_state(state), exit(locations[state.index()].exit.as_ref()?)));
    certificate::ControlFlow {
        letters: letters(alphabet),
        automaton: deterministic(automaton),
        exits: automaton.states().filter_map(exit).collect(),
        max_recursion: bounds.max_recursion,
    }
}

fn letters(alphabet: &Alphabet) -> Vec<certificate::Code> {
    let code = |letter: Letter| {
        let code = alphabet.code(letter);
        certificate::Code { statements: code.statements.clone(), choices: code.choices.clone() }
    };
    alphabet.letters().map(code).collect()
}

fn exit(exit: &Exit) -> certificate::Exit {
    match exit {
        Exit::Error { check } => certificate::Exit::Error { check: *check },
        Exit::Unsupported { message, origin } => {
            certificate::Exit::Unsupported { message: message.clone(), origin: *origin }
        }
        Exit::Recursion => certificate::Exit::Recursion,
    }
}

/// The steps of an error trace: what its danger automaton accepts.
pub(super) fn danger(automaton: &DangerAutomaton, path: &[Letter]) -> Subtracted {
    let automaton = certificate::DangerAutomaton {
        automaton: nondeterministic(&automaton.automaton),
        predicates: automaton.predicates.clone(),
    };
    Subtracted::Danger { automaton, word: word(path) }
}

/// A word.
pub(super) fn word(letters: &[Letter]) -> Vec<certificate::Letter> {
    letters.iter().copied().map(of_letter).collect()
}

/// The Floyd-Hoare automaton of states by number with what holds in each, and of the steps that were walked between them; to
/// none of the states leads what contradicts itself.
pub(super) fn floyd_hoare_automaton(
    mut predicates: Vec<Vec<Term>>,
    steps: impl Iterator<Item = (State, Letter, Option<State>)>,
) -> FloydHoareAutomaton {
    let mut builder = DfaBuilder::default();
    predicates.iter().for_each(|_| {
        builder.add_state(false);
    });
    let contradiction = builder.add_state(true);
    predicates.push(vec![Term::bool(false)]);
    for (source, letter, target) in steps {
        builder.add_edge(source, letter, target.unwrap_or(contradiction));
    }
    FloydHoareAutomaton { automaton: deterministic(&builder.build()), predicates }
}

/// A deterministic automaton.
fn deterministic(dfa: &Dfa) -> certificate::Automaton {
    let edges = dfa.states().flat_map(|source| {
        let edges = dfa.successors(source).iter();
        edges.map(move |(letter, target)| (of_state(source), of_letter(*letter), of_state(*target)))
    });
    certificate::Automaton {
        n_states: dfa.n_states(),
        initials: dfa.states().next().map(|_| of_state(Dfa::INITIAL)).into_iter().collect(),
        finals: dfa.states().filter(|state| dfa.is_final(*state)).map(of_state).collect(),
        edges: edges.collect(),
    }
}

fn nondeterministic(nfa: &Nfa) -> certificate::Automaton {
    let states = || (0..nfa.n_states() as u32).map(State);
    let edges = states().flat_map(|source| {
        let edges = nfa.successors[source.index()].iter();
        edges.map(move |(letter, target)| (of_state(source), of_letter(*letter), of_state(*target)))
    });
    certificate::Automaton {
        n_states: nfa.n_states(),
        initials: nfa.initials.iter().copied().map(of_state).collect(),
        finals: states().filter(|state| nfa.finals[state.index()]).map(of_state).collect(),
        edges: edges.collect(),
    }
}

/// What a subtraction leaves of some words.
fn left(
    words: &Dfa,
    subtracted: &Subtracted,
    control_flow: &ControlFlow,
    limits: &Limits,
) -> Result<Dfa, StopReason> {
    Ok(match subtracted {
        Subtracted::FloydHoare(known) => {
            difference(words, &mut Within::new(Contradictions::new(&known.automaton), limits))?.automaton
        }
        Subtracted::Danger { automaton, .. } => {
            let automaton = of_certificate(&automaton.automaton);
            difference(words, &mut Within::new(Subsets(&automaton), limits))?.automaton
        }
        Subtracted::Word(word) => {
            let word: Vec<Letter> = word.iter().map(|letter| Letter(letter.0)).collect();
            difference(words, &mut Within::new(SingleWord(&word), limits))?.automaton
        }
        Subtracted::Unfollowed(_) => {
            difference(words, &mut Within::new(Unfollowed { control_flow }, limits))?.automaton
        }
    })
}

fn of_certificate(automaton: &certificate::Automaton) -> Nfa {
    let mut nfa = Nfa::default();
    for state in 0..automaton.n_states as u32 {
        nfa.add_state(automaton.finals.contains(&certificate::State(state)));
    }
    for (source, letter, target) in &automaton.edges {
        nfa.add_edge(State(source.0), Letter(letter.0), State(target.0));
    }
    nfa.initials = automaton.initials.iter().map(|state| State(state.0)).collect();
    nfa
}

/// The words that lead to exits other than errors.
pub(super) struct Unfollowed<'a> {
    pub(super) control_flow: &'a ControlFlow,
}

impl Subtrahend for Unfollowed<'_> {
    type State = State;
    type Error = Infallible;

    fn initial(&mut self) -> State {
        Dfa::INITIAL
    }

    fn step(&mut self, _at: State, state: &State, letter: Letter) -> Result<State, Infallible> {
        // Every word of `A_rem` has a run in the control-flow automaton.
        Ok(self.control_flow.automaton.step(*state, letter).unwrap_or(*state))
    }

    fn is_final(&self, state: &State) -> bool {
        let exit = &self.control_flow.locations[state.index()].exit;
        self.control_flow.automaton.is_final(*state) && !matches!(exit, Some(Exit::Error { .. }))
    }
}

/// The part of a Floyd-Hoare automaton that was kept. Nothing is known of words that leave it.
struct Contradictions {
    edges: FxHashMap<(State, Letter), State>,
    finals: FxHashSet<State>,
}

impl Contradictions {
    fn new(automaton: &certificate::Automaton) -> Contradictions {
        let edge =
            |(source, letter, target): &(certificate::State, certificate::Letter, certificate::State)| {
                ((State(source.0), Letter(letter.0)), State(target.0))
            };
        Contradictions {
            edges: automaton.edges.iter().map(edge).collect(),
            finals: automaton.finals.iter().map(|state| State(state.0)).collect(),
        }
    }
}

impl Subtrahend for Contradictions {
    /// None off the part.
    type State = Option<State>;
    type Error = Infallible;

    fn initial(&mut self) -> Option<State> {
        Some(Dfa::INITIAL)
    }

    fn step(
        &mut self,
        _at: State,
        state: &Option<State>,
        letter: Letter,
    ) -> Result<Option<State>, Infallible> {
        Ok(state.and_then(|state| self.edges.get(&(state, letter)).copied()))
    }

    fn is_final(&self, state: &Option<State>) -> bool {
        state.is_some_and(|state| self.finals.contains(&state))
    }

    fn is_universal(&self, state: &Option<State>) -> bool {
        self.is_final(state)
    }

    fn is_dead(&self, state: &Option<State>) -> bool {
        state.is_none()
    }
}

fn of_letter(letter: Letter) -> certificate::Letter {
    certificate::Letter(letter.0)
}

fn of_state(state: State) -> certificate::State {
    certificate::State(state.0)
}
