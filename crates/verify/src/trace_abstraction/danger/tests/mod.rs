//! Danger automata against the definition, by enumeration of all states.

mod brute;
mod figures;
mod programs;
mod projection;
mod random;

use faultscope_ir::{Command, OriginId, Place, Sort, Statement, Symbol, Term};
use faultscope_solver::{Limits, SolverConfig};

use super::*;
use crate::automata::{Dfa, DfaBuilder, Nfa, State as Point, Subsets, difference};
use crate::trace_abstraction::Code;
use brute::Domain;

fn statement(command: Command) -> Statement {
    Statement { command, origin: OriginId(0) }
}

fn assign(variable: Symbol, value: Term) -> Statement {
    statement(Command::Assign { target: Place::variable(variable), value })
}

fn havoc(variable: Symbol) -> Statement {
    statement(Command::Havoc { target: Place::variable(variable) })
}

fn assume(condition: Term) -> Statement {
    statement(Command::Assume { condition })
}

/// An automaton over its own alphabet: each edge has its own letter, numbered as the edges are.
fn automaton(edges: &[(u32, &[Statement], u32)], finals: &[u32]) -> (Alphabet, Dfa) {
    let mut alphabet = Alphabet::default();
    let mut builder = DfaBuilder::default();
    let n_states = edges.iter().map(|(source, _, target)| source.max(target) + 1).max().unwrap_or(1);
    for state in 0..n_states {
        builder.add_state(finals.contains(&state));
    }
    for (source, statements, target) in edges {
        let letter = alphabet.add(Code { statements: statements.to_vec(), choices: Vec::new() });
        builder.add_edge(Point(*source), letter, Point(*target));
    }
    (alphabet, builder.build())
}

fn letters(word: &[u32]) -> Vec<Letter> {
    word.iter().map(|letter| Letter(*letter)).collect()
}

fn solver() -> SolverConfig {
    SolverConfig::new(&Limits::unlimited())
}

/// The canonical danger automaton, after all that has to hold of one was checked by enumeration.
#[track_caller]
fn canonical(
    alphabet: &Alphabet,
    remaining: &Dfa,
    word: &[Letter],
    trace: &ErrorTrace,
    budget: &Budget,
) -> Construction {
    let construction = canonical_danger_automaton(alphabet, remaining, word, trace, &[], budget, &solver())
        .expect("a danger automaton");
    let danger = &construction.automaton;
    assert!(danger.automaton.accepts(word), "{danger:?}");
    brute::assert_included(&danger.automaton, remaining);
    Domain::new(alphabet, &danger.predicates).assert_danger_automaton(danger, alphabet);
    let rest = difference(remaining, &mut Subsets(&danger.automaton)).expect("subsets have no errors");
    assert!(!rest.automaton.accepts(word));
    construction
}

/// The [canonical](canonical()) danger automaton of an automaton and the first of its shortest feasible words.
#[track_caller]
fn canonical_of_shortest(alphabet: &Alphabet, remaining: &Dfa) -> (Vec<Letter>, Construction) {
    let domain = Domain::new(alphabet, &[]);
    let (word, trace) = domain.failing_execution(alphabet, remaining, 40).expect("a feasible word");
    let construction = canonical(alphabet, remaining, &word, &trace, &Budget::default());
    assert!(construction.statistics.complete);
    (word, construction)
}

fn bits(name: &str, width: u32) -> Symbol {
    Symbol::new(name, Sort::bits(width))
}
