//! Whole programs: which error traces are taken to be alike.

use faultscope_certificate::certificate::Claim;

use super::*;
use crate::notation::parse;
use crate::trace_abstraction::ControlFlow;
use crate::trace_abstraction::control_flow::Bounds;
use crate::trace_abstraction::proof::{self, Proof};

/// The danger automata that are subtracted until no feasible word of up to 40 letters remains, at most so many.
fn all(text: &str, max: usize) -> Vec<(Vec<Letter>, Construction)> {
    let program = parse(text);
    let control_flow = ControlFlow::new(&program, &Bounds::default()).expect("a small program");
    let alphabet = &control_flow.alphabet;
    let mut remaining = control_flow.automaton.minimize().0;
    let domain = Domain::new(alphabet, &[]);
    let mut found = Vec::new();
    let mut proof = Proof::default();
    while found.len() < max && domain.failing_execution(alphabet, &remaining, 40).is_some() {
        let (word, construction) = canonical_of_shortest(alphabet, &remaining);
        let danger = &construction.automaton.automaton;
        remaining = difference(&remaining, &mut Subsets(danger)).expect("subsets have no errors").automaton;
        proof.note(proof::danger(&construction.automaton, &word), &remaining);
        found.push((word, construction));
    }
    let certificate = proof.certificate(&control_flow, &Bounds::default(), Claim::Partial);
    let checked = faultscope_certificate::check(&program, &certificate, &Limits::unlimited());
    assert!(checked.is_ok(), "{checked:?}");
    found
}

/// How many danger automata are subtracted until no feasible word of up to 40 letters remains.
fn n_kinds(text: &str) -> usize {
    all(text, 10).len()
}

#[test]
fn branches_that_do_not_matter_are_one_kind() {
    let text = "var x: 3; var y: 3; proc main() {
        havoc x; havoc y;
        if (y < 1) { y := 2; } else { y := 3; }
        if (y == 2) { y := 1; }
        assert x != 1; }";
    assert_eq!(n_kinds(text), 1);
}

#[test]
fn branches_that_both_lead_to_the_error_are_one_kind() {
    let text = "var x: 3; var y: 3; proc main() {
        havoc y;
        if (y < 1) { x := 1; } else { x := 1; }
        assert x != 1; }";
    assert_eq!(n_kinds(text), 1);
}

#[test]
fn branches_that_lead_to_the_error_in_different_ways_are_two_kinds() {
    let text = "var x: 3; var y: 3; proc main() {
        havoc y; havoc x;
        if (y < 1) { assume x == 2; x := x + 1; } else { assume x == 1; x := x + 2; }
        assert x != 3; }";
    assert_eq!(n_kinds(text), 2);
}

#[test]
fn different_assertions_are_different_kinds() {
    let text = "var x: 3; proc main() { havoc x; assert x != 1; assert x != 2; }";
    assert_eq!(n_kinds(text), 2);
}

#[test]
fn all_numbers_of_rounds_of_a_loop_are_one_kind() {
    let text = "var x: 3; var i: 2; proc main() {
        havoc x; i := 0;
        while (x == 1) { i := i + 1; either { x := 1; } or { x := 2; } }
        assert x != 2; }";
    let found = all(text, 10);
    // No round, and any other number of them: the first trace has no predicate for states that enter the loop.
    assert_eq!(found.len(), 2);
    let (_, construction) = &found[1];
    let accepted = (0..30).filter(|n| accepts_length(&construction.automaton.automaton, *n)).count();
    assert!(accepted > 5);
}

fn accepts_length(automaton: &Nfa, n: usize) -> bool {
    let mut states = automaton.initials.clone();
    for _ in 0..n {
        states =
            states.iter().flat_map(|state| &automaton.successors[state.index()]).map(|edge| edge.1).collect();
        states.sort_unstable();
        states.dedup();
    }
    states.iter().any(|state| automaton.finals[state.index()])
}

#[test]
fn havocs_inside_of_letters_choose_what_leads_on() {
    // From either branch, some value of the second input leads to the error.
    let text = "var x: 3; var y: 3; proc main() {
        havoc x;
        if (x < 0) { havoc y; y := y + 1; } else { havoc y; assume y <= x; }
        assert y != 3 && y != x; }";
    let found = all(text, 10);
    assert!(found.iter().all(|(_, construction)| construction.statistics.complete));
    assert!(found.len() <= 2, "{}", found.len());
}

#[test]
fn a_nonterminating_loop_does_not_hang() {
    let text = "var x: 2; var y: 2; proc main() {
        havoc x; y := 0;
        while (x != 1) { either { y := y + 1; } or { x := y; } }
        assert y == 0; }";
    assert!(!all(text, 3).is_empty());
    let text = "var x: 2; proc main() { while (true) { x := x + 1; assert x != 2; } }";
    assert!(!all(text, 3).is_empty());
}

#[test]
fn calls_and_recursion_are_part_of_words() {
    let text = "var x: 2; proc f(n: 2) returns (r: 2) { r := n; if (n > 0) { r := f(n - 1); } x := x + 1; }
        proc main() { var y: 2; havoc x; y := 1; f(y); assert x != 3; }";
    let program = parse(text);
    let control_flow = ControlFlow::new(&program, &Bounds { max_recursion: 2, ..Bounds::default() })
        .expect("a small program");
    canonical_of_shortest(&control_flow.alphabet, &control_flow.automaton);
}
