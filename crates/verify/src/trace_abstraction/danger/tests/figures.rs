//! The figures of seed 002, section 4.4, and what the text says of them.

use faultscope_ir::{CheckId, Value};
use faultscope_solver::{SatAnswer, SmtSolver, Solver, StopReason};

use super::brute::{Env, runs};
use super::*;
use crate::trace_abstraction::danger::pre::Precondition;

fn x() -> Symbol {
    Symbol::new("x", Sort::int())
}

fn is(value: u32) -> Term {
    Term::symbol(x()).equals(Term::int(value))
}

fn less(bound: u32) -> Term {
    Term::symbol(x()).lt(Term::int(bound))
}

/// `x := 0; while (x < bound) x++; assert x != bound`, as in Figure 7. The letters are those of the edges from the top.
fn loop_to(bound: u32) -> (Alphabet, Dfa) {
    let increment = Term::symbol(x()).add(Term::int(1));
    let edges: [(u32, &[Statement], u32); 6] = [
        (0, &[assign(x(), Term::int(0))], 1),
        (1, &[assume(less(bound))], 2),
        (2, &[assign(x(), increment)], 1),
        (1, &[assume(less(bound).not())], 3),
        (3, &[assume(is(bound))], 4),
        (3, &[assume(is(bound).not())], 5),
    ];
    automaton(&edges, &[4])
}

/// The automaton of Figure 7: the program's, and its predicates.
fn figure_7() -> (Alphabet, DangerAutomaton) {
    let (alphabet, dfa) = loop_to(1000);
    let at_most = less(1000).or(is(1000));
    let predicates =
        vec![Term::bool(true), at_most, less(1000), is(1000), Term::bool(true), Term::bool(false)];
    (alphabet, DangerAutomaton { automaton: nfa(&dfa), predicates })
}

fn nfa(dfa: &Dfa) -> Nfa {
    let mut nfa = Nfa { initials: vec![Dfa::INITIAL], ..Nfa::default() };
    for state in dfa.states() {
        nfa.add_state(dfa.is_final(state));
    }
    for state in dfa.states() {
        for (letter, target) in dfa.successors(state) {
            nfa.add_edge(state, *letter, *target);
        }
    }
    nfa
}

/// Conditions (4) and (5), for letters without havocs.
fn is_danger_automaton(danger: &DangerAutomaton, alphabet: &Alphabet) -> bool {
    let DangerAutomaton { automaton, predicates } = danger;
    let mut asked = SmtSolver::new(&solver());
    let starts = automaton.initials.iter().any(|state| asked.check(&[predicates[state.index()]]).is_sat());
    let goes_on = |state: usize| {
        let successors = automaton.successors[state].iter();
        let pre = successors.map(|(letter, target)| {
            Precondition::new(alphabet.statements(*letter), predicates[target.index()]).formula
        });
        let outside = Term::any(pre).not();
        SmtSolver::new(&solver()).check(&[predicates[state], outside]) == SatAnswer::Unsat
    };
    starts && (0..automaton.n_states()).all(|state| automaton.finals[state] || goes_on(state))
}

fn is_feasible(alphabet: &Alphabet, word: &[Letter], start: i32) -> bool {
    let mut ends = vec![Env::from([(x(), Value::int(start))])];
    for letter in word {
        ends =
            ends.iter().flat_map(|env| runs(alphabet.statements(*letter), env)).map(|(env, _)| env).collect();
    }
    !ends.is_empty()
}

fn trace_from(start: i32) -> ErrorTrace {
    let trace =
        faultscope_ir::Trace { steps: std::sync::Arc::default(), frames: Vec::new(), check: CheckId(0) };
    ErrorTrace {
        trace,
        inputs: Vec::new(),
        choices: Vec::new(),
        initial: vec![(x(), Value::int(start))],
        replayed: true,
        skipped: 0,
    }
}

#[test]
fn the_automaton_of_figure_7_is_a_danger_automaton() {
    let (alphabet, danger) = figure_7();
    assert!(is_danger_automaton(&danger, &alphabet));
    // x := 0 (x < 1000 x++)* x >= 1000 x = 1000
    for word in [&[0, 3, 4][..], &[0, 1, 2, 3, 4], &[0, 1, 2, 1, 2, 3, 4]] {
        assert!(danger.automaton.accepts(&letters(word)));
    }
    assert!(!danger.automaton.accepts(&letters(&[0, 3, 5])));
    assert!(!danger.automaton.accepts(&letters(&[0, 1, 3, 4])));
    assert!(!is_feasible(&alphabet, &letters(&[0, 3, 4]), 7));
}

#[test]
fn the_predicates_of_figure_7_cannot_be_weaker() {
    let (alphabet, danger) = figure_7();
    for state in [1, 2, 3, 5] {
        let mut weaker = danger.clone();
        weaker.predicates[state] = Term::bool(true);
        assert!(!is_danger_automaton(&weaker, &alphabet), "state {state}");
    }
    let mut nowhere = danger;
    nowhere.predicates = vec![Term::bool(false); 6];
    assert!(!is_danger_automaton(&nowhere, &alphabet));
}

#[test]
fn the_automaton_of_figure_8_is_a_danger_automaton() {
    let (alphabet, dfa) = automaton(&[(0, &[assume(is(0).or(is(1)))], 1)], &[1]);
    let danger = DangerAutomaton { automaton: nfa(&dfa), predicates: vec![is(0), is(0)] };
    assert!(is_danger_automaton(&danger, &alphabet));
    // An execution of its word that its predicates do not have.
    assert!(is_feasible(&alphabet, &letters(&[0]), 1));
    // The canonical one has all of them.
    let construction = canonical_int(&alphabet, &dfa, &[0], 0);
    assert_eq!(construction.automaton.predicates, [is(0).or(is(1)), Term::bool(true)]);
}

/// The canonical danger automaton of a word that runs with this value of `x` at first.
fn canonical_int(alphabet: &Alphabet, remaining: &Dfa, word: &[u32], start: i32) -> Construction {
    let word = letters(word);
    assert!(is_feasible(alphabet, &word, start));
    let trace = trace_from(start);
    let construction =
        canonical_danger_automaton(alphabet, remaining, &word, &trace, &[], &Budget::default(), &solver())
            .expect("a danger automaton");
    assert!(is_danger_automaton(&construction.automaton, alphabet));
    assert!(construction.automaton.automaton.accepts(&word));
    brute::assert_included(&construction.automaton.automaton, remaining);
    construction
}

#[test]
fn a_danger_automaton_that_is_not_canonical_need_not_make_progress() {
    let (alphabet, danger) = figure_7();
    // As Figure 7 without the body of the loop, but with a second way into it.
    let mut alphabet = alphabet;
    let second = alphabet.add(Code { statements: vec![assign(x(), Term::int(1000))], choices: Vec::new() });
    let mut builder = DfaBuilder::default();
    for state in 0..4 {
        builder.add_state(state == 3);
    }
    for (source, letter, target) in [(0, Letter(0), 1), (0, second, 1), (1, Letter(3), 2), (2, Letter(4), 3)]
    {
        builder.add_edge(Point(source), letter, Point(target));
    }
    let remaining = builder.build();
    let words = [vec![Letter(0), Letter(3), Letter(4)], vec![second, Letter(3), Letter(4)]];
    assert!(words.iter().all(|word| remaining.accepts(word)));
    let rest = |danger: &DangerAutomaton| {
        difference(&remaining, &mut Subsets(&danger.automaton)).expect("subsets have no errors").automaton
    };

    // Figure 7 takes away what is not feasible, and nothing else.
    let after = rest(&danger);
    let removed: Vec<bool> = words.iter().map(|word| !after.accepts(word)).collect();
    let feasible: Vec<bool> = words.iter().map(|word| is_feasible(&alphabet, word, 5)).collect();
    assert_eq!((removed, feasible), (vec![true, false], vec![false, true]));

    // The canonical one takes away the feasible word.
    let construction = canonical_int(&alphabet, &remaining, &[second.0, 3, 4], 5);
    let after = rest(&construction.automaton);
    assert!(!after.accepts(&words[1]));
    assert!(construction.statistics.complete);
}

#[test]
fn a_canonical_danger_automaton_of_figure_7_has_the_words_of_its_loop() {
    let (alphabet, remaining) = loop_to(4);
    let word = |n: usize| [&[0][..], &[1, 2].repeat(n), &[3, 4]].concat();
    let construction = canonical_int(&alphabet, &remaining, &word(4), 9);
    assert!(construction.statistics.complete);
    let danger = &construction.automaton.automaton;
    // The state of the loop after n rounds is x = n, and no other number of rounds leads to it.
    let accepted: Vec<usize> = (0..8).filter(|n| danger.accepts(&letters(&word(*n)))).collect();
    assert_eq!(accepted, [4]);
}

#[test]
fn a_long_word_is_no_trouble() {
    let (alphabet, remaining) = loop_to(300);
    let word = [&[0][..], &[1, 2].repeat(300), &[3, 4]].concat();
    let construction = canonical_int(&alphabet, &remaining, &word, 9);
    assert!(construction.statistics.n_predicates > 300);
}

#[test]
fn exceeded_limits_and_wrong_words_are_told() {
    let (alphabet, remaining) = loop_to(1);
    let word = letters(&[0, 1, 2, 3, 4]);
    let build = |word: &[Letter], config: &SolverConfig| {
        let budget = Budget::default();
        canonical_danger_automaton(&alphabet, &remaining, word, &trace_from(0), &[], &budget, config)
    };
    assert!(build(&word, &solver()).is_ok());
    let limits = Limits::unlimited();
    limits.cancel();
    let cut_short = build(&word, &SolverConfig::new(&limits)).expect_err("limits hold");
    assert_eq!(cut_short, CutShort::Limit(StopReason::Cancelled));
    // Not a word of the automaton, and one that is not feasible.
    for word in [&[0, 1][..], &[0, 3, 4]] {
        let cut_short = build(&letters(word), &solver()).expect_err("the word is wrong");
        assert_eq!(cut_short, CutShort::Unconfirmed);
    }
}
