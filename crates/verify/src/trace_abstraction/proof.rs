//! What an analysis leaves behind for others to check.

use faultscope_certificate::certificate::{self, Certificate, Claim, Step, Subtracted};

use super::alphabet::Alphabet;
use super::control_flow::{Bounds, ControlFlow, Exit};
use super::danger::DangerAutomaton;
use crate::automata::{Dfa, Letter, Nfa, State};

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

/// A deterministic automaton.
pub(super) fn deterministic(dfa: &Dfa) -> certificate::Automaton {
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

fn of_letter(letter: Letter) -> certificate::Letter {
    certificate::Letter(letter.0)
}

fn of_state(state: State) -> certificate::State {
    certificate::State(state.0)
}
