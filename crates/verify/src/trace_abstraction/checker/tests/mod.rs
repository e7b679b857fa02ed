//! Proofs that pass, and beside each what is refuted when something of it is changed.

mod enumeration;

use faultscope_ir::{Sort, Symbol};

use super::*;
use crate::automata::{DfaBuilder, difference};
use crate::notation::parse;
use crate::trace_abstraction::control_flow::Exit;

/// A program, its control flow, and a proof of one or more steps, to be changed by the tests.
struct Example {
    program: Program,
    control_flow: ControlFlow,
    proof: Proof,
}

impl Example {
    fn new(text: &str) -> Example {
        let program = parse(text);
        let control_flow = ControlFlow::new(&program, &Bounds::default()).expect("a small program");
        Example { program, control_flow, proof: Proof::default() }
    }

    fn automaton(&self) -> &Dfa {
        &self.control_flow.automaton
    }

    fn subtract(&mut self, subtracted: Subtracted, remaining: Dfa) {
        self.proof.steps.push(ProofStep { subtracted, remaining });
    }

    /// The one word of this length.
    fn word(&self, length: usize) -> Vec<Letter> {
        let mut words = vec![Vec::new()];
        for _ in 0..length {
            let longer = |word: Vec<Letter>| {
                let end = self.automaton().run(&word).expect("built along edges")[word.len()];
                let letters = self.automaton().successors(end).to_vec();
                letters.into_iter().map(move |(letter, _)| [&word[..], &[letter]].concat())
            };
            words = words.into_iter().flat_map(longer).collect();
        }
        words.retain(|word| self.automaton().accepts(word));
        assert_eq!(words.len(), 1, "{words:?}");
        words.remove(0)
    }

    fn check(&self) -> Result<Checked, Refutation> {
        check(&self.program, &self.control_flow, &self.proof, &Limits::unlimited())
    }

    #[track_caller]
    fn check_proves(&self, conclusion: Conclusion) {
        assert_eq!(self.check().map(|checked| checked.conclusion), Ok(conclusion));
    }

    #[track_caller]
    fn check_refuted(&self, obligation: Obligation) {
        let step = self.proof.steps.len() - 1;
        assert_eq!(self.check(), Err(Refutation { step, obligation, failure: Failure::Fails }));
    }
}

fn x() -> Term {
    Term::var("x", Sort::bits(8))
}

fn bits(number: u32) -> Term {
    Term::bits(8, number.into())
}

fn no() -> Term {
    Term::bool(false)
}

fn yes() -> Term {
    Term::bool(true)
}

/// The automaton without some edges.
fn without(dfa: &Dfa, is_left_out: impl Fn(State, Letter) -> bool) -> Dfa {
    let mut builder = DfaBuilder::default();
    for state in dfa.states() {
        builder.add_state(dfa.is_final(state));
    }
    for state in dfa.states() {
        for (letter, target) in dfa.successors(state) {
            if !is_left_out(state, *letter) {
                builder.add_edge(state, *letter, *target);
            }
        }
    }
    builder.build()
}

fn nondeterministic(dfa: &Dfa) -> Nfa {
    let mut nfa = Nfa::default();
    for state in dfa.states() {
        nfa.add_state(dfa.is_final(state));
        nfa.successors[state.index()] = dfa.successors(state).to_vec();
    }
    nfa.initials.push(Dfa::INITIAL);
    nfa
}

/// A loop whose `x` stays odd, with the control-flow automaton as Floyd-Hoare automaton.
fn odd(target: u32) -> Example {
    let text = "var x: 8; var n: 8; proc main() {
        x := 1; havoc n;
        while (n > 0) { x := x + 2; havoc n; }
        assert x != TARGET;
    }";
    let mut example = Example::new(&text.replace("TARGET", &target.to_string()));
    let automaton = example.automaton().clone();
    let predicates = automaton
        .states()
        .map(|state| match state {
            Dfa::INITIAL => vec![],
            state if automaton.is_final(state) => vec![no()],
            _ => vec![x().bv_and(bits(1)).equals(bits(1))],
        })
        .collect();
    example.subtract(Subtracted::FloydHoare(FloydHoareAutomaton { automaton, predicates }), Dfa::default());
    example
}

fn floyd_hoare(example: &mut Example) -> &mut FloydHoareAutomaton {
    match &mut example.proof.steps[0].subtracted {
        Subtracted::FloydHoare(automaton) => automaton,
        other => panic!("{other:?}"),
    }
}

/// The state after the first letter.
fn second(dfa: &Dfa) -> (Letter, State) {
    dfa.successors(Dfa::INITIAL)[0]
}

#[test]
fn an_inductive_annotation_proves_a_program_safe() {
    let example = odd(4);
    example.check_proves(Conclusion::Safe);
    assert!(example.check().expect("as above").n_queries > 0);
}

#[test]
fn a_reachable_error_leaves_an_edge_that_is_no_hoare_triple() {
    let example = odd(5);
    let automaton = example.automaton().clone();
    let last = automaton.states().find(|state| automaton.is_final(*state)).expect("there is an error");
    let into_last = |state: State| {
        let edges = automaton.successors(state).iter();
        edges.filter(|edge| edge.1 == last).map(move |edge| (state, edge.0)).next()
    };
    let (source, letter) = automaton.states().find_map(into_last).expect("which is reached");
    example.check_refuted(Obligation::HoareTriple { source, letter, target: last });
}

#[test]
fn a_wrong_predicate_is_no_hoare_triple() {
    let mut example = odd(4);
    let (letter, target) = second(example.automaton());
    // Too strong after the first letter, and of another remainder.
    for wrong in [x().equals(bits(3)), x().bv_and(bits(1)).equals(bits(0))] {
        floyd_hoare(&mut example).predicates[target.index()] = vec![wrong];
        example.check_refuted(Obligation::HoareTriple { source: Dfa::INITIAL, letter, target });
    }
    // Right at first, and not kept by the loop.
    floyd_hoare(&mut example).predicates[target.index()] = vec![x().equals(bits(1))];
    let refutation = example.check().expect_err("the loop changes x");
    assert!(matches!(refutation.obligation, Obligation::HoareTriple { source, .. } if source == target));
}

#[test]
fn the_initial_predicate_has_to_be_valid() {
    let mut example = odd(4);
    floyd_hoare(&mut example).predicates[0] = vec![x().bv_sle(bits(127)), x().equals(x())];
    example.check_proves(Conclusion::Safe);
    floyd_hoare(&mut example).predicates[0] = vec![x().bv_sle(bits(126))];
    example.check_refuted(Obligation::InitialPredicate);
}

#[test]
fn the_final_predicate_has_to_be_false() {
    let mut example = odd(4);
    let automaton = example.automaton().clone();
    let last = automaton.states().find(|state| automaton.is_final(*state)).expect("there is an error");
    let contradiction = vec![x().equals(bits(4)), x().bv_and(bits(1)).equals(bits(1))];
    floyd_hoare(&mut example).predicates[last.index()] = contradiction;
    example.check_proves(Conclusion::Safe);
    floyd_hoare(&mut example).predicates[last.index()] = vec![x().equals(bits(4))];
    example.check_refuted(Obligation::FinalPredicate(last));
}

#[test]
fn a_lost_word_is_found() {
    let mut example = odd(4);
    let (_, head) = second(example.automaton());
    let automaton = example.automaton().clone();
    let body = automaton.successors(head).iter().find(|edge| edge.1 == head).expect("the loop").0;
    floyd_hoare(&mut example).automaton = without(&automaton, |_, letter| letter == body);
    let one_iteration = example.word(4);
    assert!(one_iteration.contains(&body));
    example.check_refuted(Obligation::Kept(one_iteration.clone()));
    // Left for a later step, it is not lost; then less is proved.
    example.proof.steps[0].remaining = automaton.clone();
    let shortest = automaton.shortest_word().expect("a path to the error");
    example.check_proves(Conclusion::Partial { traces: 0, gap: Gap::Remaining(shortest) });
    // The first step again, now whole.
    let whole = odd(4).proof.steps.remove(0);
    example.proof.steps.push(whole);
    example.check_proves(Conclusion::Safe);
}

#[test]
fn nothing_is_proved_by_no_steps() {
    let mut example = odd(4);
    example.proof.steps.clear();
    let shortest = example.automaton().shortest_word().expect("a path to the error");
    example.check_proves(Conclusion::Partial { traces: 0, gap: Gap::Remaining(shortest) });
}

#[test]
fn a_malformed_automaton_is_refuted() {
    let mut example = odd(4);
    floyd_hoare(&mut example).predicates.pop();
    example.check_refuted(Obligation::WellFormed);
    let mut example = odd(4);
    let mut builder = DfaBuilder::default();
    let state = builder.add_state(false);
    builder.add_edge(state, Letter(99), state);
    floyd_hoare(&mut example).automaton = builder.build();
    example.check_refuted(Obligation::WellFormed);
    // A predicate on the value that this module gives to an input.
    let mut example = odd(4);
    let value = Term::symbol(Symbol::new("any value 0", Sort::bits(8)));
    floyd_hoare(&mut example).predicates[0] =
        vec![value.equals(value.bv_add(bits(0))), value.equals(bits(0))];
    example.check_refuted(Obligation::WellFormed);
}

#[test]
fn what_follows_a_contradiction_is_accepted() {
    let mut example = Example::new(
        "var x: 8; var y: 8; proc main() {
            havoc x; havoc y; assume x < y; assume y < x;
            while (x > 0) { x := x - 1; }
            assert x == 0;
        }",
    );
    let mut builder = DfaBuilder::default();
    let (start, end) = (builder.add_state(false), builder.add_state(true));
    builder.add_edge(start, second(example.automaton()).0, end);
    let predicates = vec![vec![], vec![no()]];
    let automaton = FloydHoareAutomaton { automaton: builder.build(), predicates };
    example.subtract(Subtracted::FloydHoare(automaton), Dfa::default());
    example.check_proves(Conclusion::Safe);
}

#[test]
fn axioms_are_premises() {
    let mut example = Example::new("var x: 8; var c: 8; proc main() { x := c + 0; assert x > 3; }");
    let automaton = example.automaton().clone();
    let constant = Term::var("c", Sort::bits(8));
    let middle = vec![x().equals(constant)];
    let predicates = automaton
        .states()
        .map(|state| match state {
            Dfa::INITIAL => vec![],
            state if automaton.is_final(state) => vec![no()],
            _ => middle.clone(),
        })
        .collect();
    example.subtract(Subtracted::FloydHoare(FloydHoareAutomaton { automaton, predicates }), Dfa::default());
    assert!(example.check().is_err());
    example.program.axioms.push(bits(3).bv_slt(constant));
    example.check_proves(Conclusion::Safe);
}

/// The loop of seed 002, figure 7, with three iterations, and its danger automaton.
fn counting() -> Example {
    let mut example =
        Example::new("var x: 8; proc main() { x := 0; while (x < 3) { x := x + 1; } assert x != 3; }");
    let automaton = example.automaton().clone();
    let (_, head) = second(&automaton);
    let predicates = automaton
        .states()
        .map(|state| match state {
            state if state == head => bits(0).bv_sle(x()).and(x().bv_sle(bits(3))),
            state if state == Dfa::INITIAL || automaton.is_final(state) => yes(),
            _ => x().equals(bits(3)),
        })
        .collect();
    let word = example.word(6);
    let automaton = DangerAutomaton { automaton: nondeterministic(&automaton), predicates };
    example.subtract(Subtracted::Danger { automaton, word }, Dfa::default());
    example
}

fn danger(example: &mut Example) -> (&mut DangerAutomaton, &mut Vec<Letter>) {
    match &mut example.proof.steps[0].subtracted {
        Subtracted::Danger { automaton, word } => (automaton, word),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_danger_automaton_covers_its_words() {
    let mut example = counting();
    example.check_proves(Conclusion::AllErrorsCovered { traces: 1 });
    // Condition (5) does not ask that the predicates be met by executions of the word.
    danger(&mut example).0.predicates[0] = x().equals(bits(7));
    example.check_proves(Conclusion::AllErrorsCovered { traces: 1 });
}

#[test]
fn some_initial_danger_predicate_has_a_state() {
    let mut example = counting();
    danger(&mut example).0.predicates[0] = x().bv_slt(bits(0)).and(bits(0).bv_slt(x()));
    example.check_refuted(Obligation::DangerStart);
    // One of several is enough.
    let (automaton, _) = danger(&mut example);
    automaton.predicates.push(yes());
    let edges = automaton.automaton.successors[0].clone();
    let start = automaton.automaton.add_state(false);
    automaton.automaton.successors[start.index()] = edges;
    automaton.automaton.initials.push(start);
    example.check_proves(Conclusion::AllErrorsCovered { traces: 1 });
}

#[test]
fn every_state_of_a_danger_predicate_goes_on() {
    let mut example = counting();
    let (_, head) = second(example.automaton());
    danger(&mut example).0.predicates[head.index()] = x().bv_sle(bits(3));
    example.check_proves(Conclusion::AllErrorsCovered { traces: 1 });
    danger(&mut example).0.predicates[head.index()] = x().bv_sle(bits(4));
    example.check_refuted(Obligation::DangerState(head));
    let mut example = counting();
    danger(&mut example).0.predicates[head.index()] = bits(1).bv_sle(x()).and(x().bv_sle(bits(3)));
    example.check_refuted(Obligation::DangerState(Dfa::INITIAL));
}

#[test]
fn an_edge_that_a_danger_predicate_needs_is_missed() {
    let mut example = counting();
    let (_, head) = second(example.automaton());
    let state = State(danger(&mut example).0.predicates.len() as u32);
    let (automaton, _) = danger(&mut example);
    // A copy of the loop head on the way, which has only the way out.
    automaton.predicates.push(automaton.predicates[head.index()]);
    let edges = automaton.automaton.successors[head.index()].clone();
    automaton.automaton.add_state(false);
    automaton.automaton.successors[state.index()] = edges.into_iter().filter(|edge| edge.1 != head).collect();
    example.check_refuted(Obligation::DangerState(state));
}

#[test]
fn a_danger_automaton_accepts_its_feasible_word() {
    let mut example = counting();
    *danger(&mut example).1 = example.word(5);
    example.check_refuted(Obligation::FeasibleTrace);
    *danger(&mut example).1 = example.word(6)[1..].to_vec();
    let cut = example.word(6)[1..].to_vec();
    example.check_refuted(Obligation::WordOfBefore(cut));
    *danger(&mut example).1 = vec![Letter(77)];
    example.check_refuted(Obligation::WellFormed);
    let mut example = counting();
    danger(&mut example).0.automaton.successors[0].clear();
    example.check_refuted(Obligation::AcceptsTrace);
}

#[test]
fn a_danger_automaton_has_no_word_of_its_own() {
    let mut example = counting();
    let (_, head) = second(example.automaton());
    let letter = second(example.automaton()).0;
    danger(&mut example).0.automaton.finals[head.index()] = true;
    example.check_refuted(Obligation::WordOfBefore(vec![letter]));
}

#[test]
fn words_that_a_danger_automaton_does_not_accept_are_lost() {
    let mut example = counting();
    let (automaton, word) = danger(&mut example);
    // Only the trace itself.
    let mut nfa = Nfa::default();
    let states: Vec<State> = (0..=word.len()).map(|position| nfa.add_state(position == word.len())).collect();
    for (position, letter) in word.iter().enumerate() {
        nfa.add_edge(states[position], *letter, states[position + 1]);
    }
    nfa.initials.push(states[0]);
    let counted = |position: u32| x().equals(bits(position - 1));
    automaton.predicates = vec![yes(), counted(1), counted(2), counted(3), counted(4), counted(4), yes()];
    automaton.automaton = nfa;
    let lost = example.word(3);
    example.check_refuted(Obligation::Kept(lost));
    let (Subtracted::Danger { automaton, .. }, before) =
        (&example.proof.steps[0].subtracted, example.automaton())
    else {
        panic!("made above")
    };
    let Ok(rest) = difference(before, &mut crate::automata::Subsets(&automaton.automaton));
    let gap = Gap::Remaining(rest.automaton.shortest_word().expect("other numbers of iterations"));
    example.proof.steps[0].remaining = rest.automaton;
    example.check_proves(Conclusion::Partial { traces: 1, gap });
}

/// A program whose first letter has inputs, a predicate before it and one after it.
fn after_inputs(text: &str, before: Term, after: Term) -> Example {
    let mut example = Example::new(text);
    let automaton = nondeterministic(example.automaton());
    let predicates = example
        .automaton()
        .states()
        .map(|state| match state {
            Dfa::INITIAL => before,
            state if example.automaton().is_final(state) => yes(),
            _ => after,
        })
        .collect();
    let word = example.automaton().shortest_word().expect("a path to the error");
    let automaton = DangerAutomaton { automaton, predicates };
    example.subtract(Subtracted::Danger { automaton, word }, Dfa::default());
    example
}

#[test]
fn inputs_are_chosen() {
    let z = Term::var("z", Sort::bits(8));
    let covered = Conclusion::AllErrorsCovered { traces: 1 };
    // One value serves all states.
    let text = "var x: 8; var y: 8; proc main() { havoc x; y := x + 1; assert y != 7; }";
    let y = Term::var("y", Sort::bits(8));
    after_inputs(text, yes(), y.equals(bits(7))).check_proves(covered.clone());
    // Every state needs a value of its own.
    let text = "var x: 8; var z: 8; proc main() { havoc x; assert x != z; }";
    after_inputs(text, yes(), x().equals(z)).check_proves(covered.clone());
    // One state has no value.
    let text = "var x: 8; var z: 8; proc main() { havoc x; assume x < z; assert x == z; }";
    after_inputs(text, yes(), x().bv_slt(z)).check_refuted(Obligation::DangerState(Dfa::INITIAL));
    after_inputs(text, bits(128).bv_slt(z), x().bv_slt(z)).check_proves(covered);
}

#[test]
fn cells_are_chosen_too() {
    let text = "var a: [8]8; var x: 8; proc main() { havoc a[x]; a[1] := 5; assert a[x] != 6; }";
    let cell = Term::var("a", Sort::array(Sort::bits(8), Sort::bits(8))).select(x());
    let example = after_inputs(text, x().differs(bits(1)), cell.equals(bits(6)));
    example.check_proves(Conclusion::AllErrorsCovered { traces: 1 });
    let example = after_inputs(text, yes(), cell.equals(bits(6)));
    example.check_refuted(Obligation::DangerState(Dfa::INITIAL));
}

#[test]
fn single_words_are_subtracted() {
    let mut example =
        Example::new("var x: 8; proc main() { havoc x; either { assert x != 1; } or { assert x != 2; } }");
    let mut words: Vec<Vec<Letter>> = Vec::new();
    let mut before = example.automaton().clone();
    while let Some(word) = before.shortest_word() {
        let mut nfa = Nfa::default();
        let states: Vec<State> = (0..=word.len()).map(|at| nfa.add_state(at == word.len())).collect();
        for (at, letter) in word.iter().enumerate() {
            nfa.add_edge(states[at], *letter, states[at + 1]);
        }
        nfa.initials.push(states[0]);
        let Ok(rest) = difference(&before, &mut crate::automata::Subsets(&nfa));
        before = rest.automaton;
        example.subtract(Subtracted::Word(word.clone()), before.clone());
        words.push(word);
    }
    assert_eq!(words.len(), 2);
    example.check_proves(Conclusion::AllErrorsCovered { traces: 2 });
    example.proof.steps[1].subtracted = Subtracted::Word(words[0].clone());
    example.check_refuted(Obligation::WordOfBefore(words[0].clone()));
}

#[test]
fn an_error_behind_what_is_not_translated_stays_open() {
    let mut example = Example::new("var x: 8; proc main() { havoc x; if (x == 3) { unsupported; } stop; }");
    let word = example.automaton().shortest_word().expect("a path to the end");
    let gap = Gap::Beyond { step: 0, word: word.clone() };
    example.subtract(Subtracted::Word(word), Dfa::default());
    example.check_proves(Conclusion::Partial { traces: 1, gap: gap.clone() });
    let text = "var x: 8; proc main() { havoc x; if (x == 3) { unsupported; } stop; }";
    let example = after_inputs(text, yes(), x().equals(bits(3)));
    example.check_proves(Conclusion::Partial { traces: 1, gap });
}

#[test]
fn what_is_not_followed_is_no_error() {
    let text = "var x: 8; proc main() {
        havoc x; if (x == 3) { assert x != 3; } if (x == 4) { unsupported; } stop;
    }";
    let mut example = Example::new(text);
    let automaton = example.automaton().clone();
    let error = automaton.shortest_word().expect("the error");
    assert!(matches!(example.control_flow.exit(&error), Some(Exit::Error { .. })));
    let Ok(rest) = difference(&automaton, &mut crate::automata::SingleWord(&error));
    // The way that goes by the first branch; the other one is infeasible.
    let other = rest.automaton.shortest_word().expect("the end of the analysis");
    example.subtract(Subtracted::Unfollowed(other.clone()), Dfa::default());
    example.check_refuted(Obligation::Kept(error.clone()));
    example
        .proof
        .steps
        .insert(0, ProofStep { subtracted: Subtracted::Word(error.clone()), remaining: rest.automaton });
    let gap = Gap::Beyond { step: 1, word: other };
    example.check_proves(Conclusion::Partial { traces: 1, gap });
    example.proof.steps.remove(0);
    example.proof.steps[0].subtracted = Subtracted::Unfollowed(error);
    example.check_refuted(Obligation::Unfollowed);
}

#[test]
fn what_is_not_decided_is_not_accepted() {
    let example = odd(4);
    let limits = Limits::unlimited();
    limits.cancel();
    let refutation = check(&example.program, &example.control_flow, &example.proof, &limits);
    let refutation = refutation.expect_err("nothing is decided");
    assert!(matches!(refutation.failure, Failure::Undecided(_)), "{refutation}");
}

#[test]
fn the_control_flow_of_another_program_is_told() {
    let (example, other) = (odd(4), odd(6));
    let bounds = Bounds::default();
    assert!(is_control_flow_of(&example.control_flow, &example.program, &bounds));
    assert!(!is_control_flow_of(&example.control_flow, &other.program, &bounds));
}
