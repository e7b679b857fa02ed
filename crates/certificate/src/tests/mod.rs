//! Certificates that pass, and beside each what is refuted when something of it is changed.

mod control_flow;
mod enumeration;

use faultscope_ir::term::Purpose;
use faultscope_ir::{Program, Sort, Symbol, Term};
use faultscope_notation::parse;
use faultscope_solver::Limits;

use crate::certificate::{
    Automaton, Claim, ControlFlow, DangerAutomaton, Exit, FloydHoareAutomaton, Letter, State, Step,
    Subtracted,
};
use crate::conclusion::Gap;
use crate::refutation::Part;
use crate::words::{Acceptor, Deterministic, Nondeterministic, SingleWord, Subsets};
use crate::{Certificate, Checked, Conclusion, Failure, Obligation, Refutation, check};

/// Where the words of control flows start.
const START: State = State(0);

/// A program and a certificate of no, one or more steps, to be changed by the tests.
struct Example {
    program: Program,
    certificate: Certificate,
}

impl Example {
    fn new(text: &str) -> Example {
        let program = parse(text);
        let control_flow = control_flow::control_flow(&program, 3);
        let certificate = Certificate { control_flow, steps: Vec::new(), claim: Claim::Partial };
        Example { program, certificate }
    }

    fn control_flow(&self) -> &ControlFlow {
        &self.certificate.control_flow
    }

    fn automaton(&self) -> &Automaton {
        &self.control_flow().automaton
    }

    fn subtract(&mut self, subtracted: Subtracted, remaining: Automaton) {
        self.certificate.steps.push(Step { subtracted, remaining });
    }

    /// The one word of this length.
    fn word(&self, length: usize) -> Vec<Letter> {
        let mut runs = vec![(Vec::new(), START)];
        for _ in 0..length {
            let longer = |(word, end): (Vec<Letter>, State)| {
                let edges = successors(self.automaton(), end).into_iter();
                edges.map(move |(letter, target)| ([&word[..], &[letter]].concat(), target))
            };
            runs = runs.into_iter().flat_map(longer).collect();
        }
        runs.retain(|(_, end)| is_final(self.automaton(), *end));
        assert_eq!(runs.len(), 1, "{runs:?}");
        runs.remove(0).0
    }

    fn shortest_word(&self) -> Vec<Letter> {
        self.shortest_of(self.automaton()).expect("a path to an exit")
    }

    fn shortest_of(&self, automaton: &Automaton) -> Option<Vec<Letter>> {
        self.sorted(automaton).shortest_word()
    }

    fn sorted(&self, automaton: &Automaton) -> Deterministic {
        let n_letters = self.control_flow().letters.len();
        Deterministic::new(automaton, n_letters).expect("a deterministic automaton")
    }

    /// The words of an automaton that are not in a set.
    fn difference<A: Acceptor>(&self, automaton: &Automaton, subtracted: &A) -> Automaton {
        let before = self.sorted(automaton);
        let mut pairs = vec![(START, subtracted.initial())];
        let mut difference = Automaton { initials: vec![START], ..Automaton::default() };
        while let Some((at, state)) = pairs.get(difference.n_states).cloned() {
            let source = State(difference.n_states as u32);
            difference.n_states += 1;
            if before.is_final(at) && !state.as_ref().is_some_and(|it| subtracted.accepts(it)) {
                difference.finals.push(source);
            }
            for (letter, target) in before.successors(at) {
                let pair = (*target, state.as_ref().and_then(|it| subtracted.step(it, *letter)));
                let known = pairs.iter().position(|it| *it == pair).unwrap_or(pairs.len());
                if known == pairs.len() {
                    pairs.push(pair);
                }
                difference.edges.push((source, *letter, State(known as u32)));
            }
        }
        difference
    }

    fn check(&self) -> Result<Checked, Refutation> {
        check(&self.program, &self.certificate, &Limits::unlimited())
    }

    #[track_caller]
    fn check_proves(&self, conclusion: Conclusion) {
        assert_eq!(self.check().map(|checked| checked.conclusion), Ok(conclusion));
    }

    #[track_caller]
    fn check_refuted(&self, obligation: Obligation) {
        let part = Part::Step(self.certificate.steps.len() - 1);
        assert_eq!(self.check(), Err(Refutation { part, obligation, failure: Failure::Fails }));
    }

    #[track_caller]
    fn check_control_flow_refuted(&self, obligation: Obligation) {
        let part = Part::ControlFlow;
        assert_eq!(self.check(), Err(Refutation { part, obligation, failure: Failure::Fails }));
    }

    fn check_control_flow_is_wrong(&self) -> bool {
        matches!(self.check(), Err(Refutation { part: Part::ControlFlow, failure: Failure::Fails, .. }))
    }
}

fn states(automaton: &Automaton) -> impl Iterator<Item = State> + use<> {
    (0..automaton.n_states as u32).map(State)
}

fn is_final(automaton: &Automaton, state: State) -> bool {
    automaton.finals.contains(&state)
}

fn successors(automaton: &Automaton, state: State) -> Vec<(Letter, State)> {
    let edges = automaton.edges.iter().filter(|edge| edge.0 == state);
    edges.map(|(_, letter, target)| (*letter, *target)).collect()
}

/// The automaton of one word.
fn single(word: &[Letter]) -> Automaton {
    let states: Vec<State> = (0..=word.len() as u32).map(State).collect();
    let edges = word.iter().enumerate().map(|(at, letter)| (states[at], *letter, states[at + 1]));
    let finals = vec![states[word.len()]];
    Automaton { n_states: states.len(), initials: vec![START], finals, edges: edges.collect() }
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

/// A loop whose `x` stays odd, with the control-flow automaton as Floyd-Hoare automaton.
fn odd(target: u32) -> Example {
    let text = "var x: 8; var n: 8; proc main() {
        x := 1; havoc n;
        while (n > 0) { x := x + 2; havoc n; }
        assert x != TARGET;
    }";
    let mut example = Example::new(&text.replace("TARGET", &target.to_string()));
    let automaton = example.automaton().clone();
    let predicates = states(&automaton)
        .map(|state| match state {
            START => vec![],
            state if is_final(&automaton, state) => vec![no()],
            _ => vec![x().bv_and(bits(1)).equals(bits(1))],
        })
        .collect();
    example.subtract(
        Subtracted::FloydHoare(FloydHoareAutomaton { automaton, predicates }),
        Automaton::default(),
    );
    example
}

fn floyd_hoare(example: &mut Example) -> &mut FloydHoareAutomaton {
    match &mut example.certificate.steps[0].subtracted {
        Subtracted::FloydHoare(automaton) => automaton,
        other => panic!("{other:?}"),
    }
}

/// The state after the first letter.
fn second(automaton: &Automaton) -> (Letter, State) {
    successors(automaton, START)[0]
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
    let last = states(&automaton).find(|state| is_final(&automaton, *state)).expect("there is an error");
    let into_last = |state: State| {
        let edge = successors(&automaton, state).into_iter().find(|edge| edge.1 == last);
        edge.map(|(letter, _)| (state, letter))
    };
    let (source, letter) = states(&automaton).find_map(into_last).expect("which is reached");
    example.check_refuted(Obligation::HoareTriple { source, letter, target: last });
}

#[test]
fn a_wrong_predicate_is_no_hoare_triple() {
    let mut example = odd(4);
    let (letter, target) = second(example.automaton());
    // Too strong after the first letter, and of another remainder.
    for wrong in [x().equals(bits(3)), x().bv_and(bits(1)).equals(bits(0))] {
        floyd_hoare(&mut example).predicates[target.index()] = vec![wrong];
        example.check_refuted(Obligation::HoareTriple { source: START, letter, target });
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
    let last = states(&automaton).find(|state| is_final(&automaton, *state)).expect("there is an error");
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
    let body = successors(&automaton, head).into_iter().find(|edge| edge.1 == head).expect("the loop").0;
    floyd_hoare(&mut example).automaton.edges.retain(|edge| edge.1 != body);
    let one_iteration = example.word(4);
    assert!(one_iteration.contains(&body));
    example.check_refuted(Obligation::Kept(one_iteration.clone()));
    // Left for a later step, it is not lost; then less is proved.
    example.certificate.steps[0].remaining = automaton.clone();
    let shortest = example.shortest_word();
    example.check_proves(Conclusion::Partial { traces: 0, gap: Gap::Remaining(shortest) });
    // The first step again, now whole.
    let whole = odd(4).certificate.steps.remove(0);
    example.certificate.steps.push(whole);
    example.check_proves(Conclusion::Safe);
}

#[test]
fn nothing_is_proved_by_no_steps() {
    let mut example = odd(4);
    example.certificate.steps.clear();
    let shortest = example.shortest_word();
    example.check_proves(Conclusion::Partial { traces: 0, gap: Gap::Remaining(shortest) });
}

#[test]
fn a_malformed_automaton_is_refuted() {
    let mut example = odd(4);
    floyd_hoare(&mut example).predicates.pop();
    example.check_refuted(Obligation::WellFormed);
    let mut example = odd(4);
    let edges = vec![(START, Letter(99), START)];
    let unknown_letter = Automaton { n_states: 1, initials: vec![START], finals: vec![], edges };
    floyd_hoare(&mut example).automaton = unknown_letter;
    example.check_refuted(Obligation::WellFormed);
    // A predicate on the value that this module gives to an input.
    let mut example = odd(4);
    let value = Term::symbol(Symbol::generated(Purpose::CheckedValue(0), Sort::bits(8)));
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
    let automaton = single(&[second(example.automaton()).0]);
    let predicates = vec![vec![], vec![no()]];
    let automaton = FloydHoareAutomaton { automaton, predicates };
    example.subtract(Subtracted::FloydHoare(automaton), Automaton::default());
    example.check_proves(Conclusion::Safe);
}

#[test]
fn axioms_are_premises() {
    let mut example = Example::new("var x: 8; var c: 8; proc main() { x := c + 0; assert x > 3; }");
    let automaton = example.automaton().clone();
    let constant = Term::var("c", Sort::bits(8));
    let middle = vec![x().equals(constant)];
    let predicates = states(&automaton)
        .map(|state| match state {
            START => vec![],
            state if is_final(&automaton, state) => vec![no()],
            _ => middle.clone(),
        })
        .collect();
    example.subtract(
        Subtracted::FloydHoare(FloydHoareAutomaton { automaton, predicates }),
        Automaton::default(),
    );
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
    let predicates = states(&automaton)
        .map(|state| match state {
            state if state == head => bits(0).bv_sle(x()).and(x().bv_sle(bits(3))),
            state if state == START || is_final(&automaton, state) => yes(),
            _ => x().equals(bits(3)),
        })
        .collect();
    let word = example.word(6);
    let automaton = DangerAutomaton { automaton, predicates };
    example.subtract(Subtracted::Danger { automaton, word }, Automaton::default());
    example
}

fn danger(example: &mut Example) -> (&mut DangerAutomaton, &mut Vec<Letter>) {
    match &mut example.certificate.steps[0].subtracted {
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
    let edges = successors(&automaton.automaton, START);
    let start = State(automaton.automaton.n_states as u32);
    automaton.automaton.n_states += 1;
    automaton.automaton.edges.extend(edges.into_iter().map(|(letter, target)| (start, letter, target)));
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
    example.check_refuted(Obligation::DangerState(START));
}

#[test]
fn an_edge_that_a_danger_predicate_needs_is_missed() {
    let mut example = counting();
    let (_, head) = second(example.automaton());
    let state = State(danger(&mut example).0.predicates.len() as u32);
    let (automaton, _) = danger(&mut example);
    // A copy of the loop head on the way, which has only the way out.
    automaton.predicates.push(automaton.predicates[head.index()]);
    let edges = successors(&automaton.automaton, head).into_iter().filter(|edge| edge.1 != head);
    automaton.automaton.n_states += 1;
    automaton.automaton.edges.extend(edges.map(|(letter, target)| (state, letter, target)));
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
    danger(&mut example).0.automaton.edges.retain(|edge| edge.0 != START);
    example.check_refuted(Obligation::AcceptsTrace);
}

#[test]
fn a_danger_automaton_has_no_word_of_its_own() {
    let mut example = counting();
    let (_, head) = second(example.automaton());
    let letter = second(example.automaton()).0;
    danger(&mut example).0.automaton.finals.push(head);
    example.check_refuted(Obligation::WordOfBefore(vec![letter]));
}

#[test]
fn words_that_a_danger_automaton_does_not_accept_are_lost() {
    let mut example = counting();
    let (automaton, word) = danger(&mut example);
    // Only the trace itself.
    let counted = |position: u32| x().equals(bits(position - 1));
    automaton.predicates = vec![yes(), counted(1), counted(2), counted(3), counted(4), counted(4), yes()];
    automaton.automaton = single(word);
    let lost = example.word(3);
    example.check_refuted(Obligation::Kept(lost));
    let danger = danger(&mut example).0.automaton.clone();
    let danger = Nondeterministic::new(&danger, example.control_flow().letters.len()).expect("made above");
    let rest = example.difference(example.automaton(), &Subsets(&danger));
    let gap = Gap::Remaining(example.shortest_of(&rest).expect("other numbers of iterations"));
    example.certificate.steps[0].remaining = rest;
    example.check_proves(Conclusion::Partial { traces: 1, gap });
}

/// A program whose first letter has inputs, a predicate before it and one after it.
fn after_inputs(text: &str, before: Term, after: Term) -> Example {
    let mut example = Example::new(text);
    let automaton = example.automaton().clone();
    let predicates = states(&automaton)
        .map(|state| match state {
            START => before,
            state if is_final(&automaton, state) => yes(),
            _ => after,
        })
        .collect();
    let word = example.shortest_word();
    let automaton = DangerAutomaton { automaton, predicates };
    example.subtract(Subtracted::Danger { automaton, word }, Automaton::default());
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
    after_inputs(text, yes(), x().bv_slt(z)).check_refuted(Obligation::DangerState(START));
    after_inputs(text, bits(128).bv_slt(z), x().bv_slt(z)).check_proves(covered);
}

#[test]
fn cells_are_chosen_too() {
    let text = "var a: [8]8; var x: 8; proc main() { havoc a[x]; a[1] := 5; assert a[x] != 6; }";
    let cell = Term::var("a", Sort::array(Sort::bits(8), Sort::bits(8))).select(x());
    let example = after_inputs(text, x().differs(bits(1)), cell.equals(bits(6)));
    example.check_proves(Conclusion::AllErrorsCovered { traces: 1 });
    let example = after_inputs(text, yes(), cell.equals(bits(6)));
    example.check_refuted(Obligation::DangerState(START));
}

#[test]
fn single_words_are_subtracted() {
    let mut example =
        Example::new("var x: 8; proc main() { havoc x; either { assert x != 1; } or { assert x != 2; } }");
    let mut words: Vec<Vec<Letter>> = Vec::new();
    let mut before = example.automaton().clone();
    while let Some(word) = example.shortest_of(&before) {
        before = example.difference(&before, &SingleWord(&word));
        example.subtract(Subtracted::Word(word.clone()), before.clone());
        words.push(word);
    }
    assert_eq!(words.len(), 2);
    example.check_proves(Conclusion::AllErrorsCovered { traces: 2 });
    example.certificate.steps[1].subtracted = Subtracted::Word(words[0].clone());
    example.check_refuted(Obligation::WordOfBefore(words[0].clone()));
}

#[test]
fn an_error_behind_what_is_not_translated_stays_open() {
    let mut example = Example::new("var x: 8; proc main() { havoc x; if (x == 3) { unsupported; } stop; }");
    let word = example.shortest_word();
    let gap = Gap::Beyond { step: 0, word: word.clone() };
    example.subtract(Subtracted::Word(word), Automaton::default());
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
    let error = example.shortest_word();
    let first = &example.control_flow().exits[0];
    assert!(matches!(first.1, Exit::Error { .. }));
    let rest = example.difference(&automaton, &SingleWord(&error));
    // The way that goes by the first branch; the other one is infeasible.
    let other = example.shortest_of(&rest).expect("the end of the analysis");
    example.subtract(Subtracted::Unfollowed(other.clone()), Automaton::default());
    example.check_refuted(Obligation::Kept(error.clone()));
    example
        .certificate
        .steps
        .insert(0, Step { subtracted: Subtracted::Word(error.clone()), remaining: rest });
    let gap = Gap::Beyond { step: 1, word: other };
    example.check_proves(Conclusion::Partial { traces: 1, gap });
    example.certificate.steps.remove(0);
    example.certificate.steps[0].subtracted = Subtracted::Unfollowed(error);
    example.check_refuted(Obligation::Unfollowed);
}

#[test]
fn what_is_not_decided_is_not_accepted() {
    let example = odd(4);
    let limits = Limits::unlimited();
    limits.cancel();
    let refutation = check(&example.program, &example.certificate, &limits);
    let refutation = refutation.expect_err("nothing is decided");
    assert!(matches!(refutation.failure, Failure::Undecided(_)), "{refutation}");
}

#[test]
fn an_automaton_with_two_runs_is_refuted_where_one_is_needed() {
    let twice = |automaton: &mut Automaton| {
        let (source, letter, _) = automaton.edges[0];
        automaton.edges.push((source, letter, START));
    };
    let mut example = odd(4);
    twice(&mut floyd_hoare(&mut example).automaton);
    example.check_refuted(Obligation::WellFormed);
    let mut example = odd(4);
    example.certificate.steps[0].remaining = example.automaton().clone();
    assert!(example.check().is_ok());
    twice(&mut example.certificate.steps[0].remaining);
    example.check_refuted(Obligation::WellFormed);
    let mut example = odd(4);
    twice(&mut example.certificate.control_flow.automaton);
    example.check_control_flow_refuted(Obligation::WellFormed);
    // A danger automaton may have several.
    let mut example = counting();
    let (source, letter, target) = example.automaton().edges[0];
    danger(&mut example).0.automaton.edges.push((source, letter, target));
    example.check_proves(Conclusion::AllErrorsCovered { traces: 1 });
}

#[test]
fn what_refers_to_nothing_is_refuted() {
    let nowhere = State(99);
    let changes: [fn(&mut Automaton, State); 4] = [
        |it, nowhere| it.initials = vec![nowhere],
        |it, nowhere| it.finals.push(nowhere),
        |it, nowhere| it.edges.push((nowhere, Letter(0), START)),
        |it, nowhere| it.edges.push((START, Letter(0), nowhere)),
    ];
    for change in changes {
        let mut example = odd(4);
        change(&mut floyd_hoare(&mut example).automaton, nowhere);
        example.check_refuted(Obligation::WellFormed);
        let mut example = counting();
        change(&mut danger(&mut example).0.automaton, nowhere);
        example.check_refuted(Obligation::WellFormed);
        let mut example = odd(4);
        change(&mut example.certificate.control_flow.automaton, nowhere);
        example.check_control_flow_refuted(Obligation::WellFormed);
    }
}

#[test]
fn a_claim_has_to_follow_from_the_steps() {
    let refuted =
        Err(Refutation { part: Part::Claim, obligation: Obligation::Claimed, failure: Failure::Fails });
    let claimed = |mut example: Example, claim: Claim| {
        example.certificate.claim = claim;
        example.check().map(|checked| checked.conclusion)
    };
    assert_eq!(claimed(odd(4), Claim::Safe), Ok(Conclusion::Safe));
    assert_eq!(claimed(odd(4), Claim::AllErrorsCovered), Ok(Conclusion::Safe));
    let covered = Conclusion::AllErrorsCovered { traces: 1 };
    assert_eq!(claimed(counting(), Claim::AllErrorsCovered), Ok(covered));
    assert_eq!(claimed(counting(), Claim::Safe), refuted);
    // Something is left.
    for claim in [Claim::Safe, Claim::AllErrorsCovered] {
        let mut example = odd(4);
        example.certificate.steps.clear();
        assert_eq!(claimed(example, claim), refuted);
    }
    // Nothing is left, and yet not everything was looked at.
    let text = "var x: 8; proc main() { havoc x; if (x == 3) { unsupported; } stop; }";
    let example = after_inputs(text, yes(), x().equals(bits(3)));
    assert_eq!(claimed(example, Claim::AllErrorsCovered), refuted);
}
