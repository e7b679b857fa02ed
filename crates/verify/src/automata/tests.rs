//! Random small automata against a look at every word up to a length.

use std::convert::Infallible;

use super::*;

/// The letters of the random automata.
const N_LETTERS: u32 = 3;

/// Longer than any of the random automata has states, so that these words tell their languages apart.
const MAX_LENGTH: usize = 7;

/// A small generator of numbers (SplitMix64), the same everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }

    fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn state(&mut self, n_states: usize) -> State {
        State(self.below(n_states) as u32)
    }

    /// An automaton of up to six states, some of which may be on no accepted word.
    fn dfa(&mut self) -> Dfa {
        let n_states = self.below(7);
        let (finals, edges) = (20 + self.below(40), 30 + self.below(60));
        let mut builder = DfaBuilder::default();
        for _ in 0..n_states {
            builder.add_state(self.percent(finals));
        }
        for source in 0..n_states as u32 {
            for letter in 0..N_LETTERS {
                if self.percent(edges) {
                    builder.add_edge(State(source), Letter(letter), self.state(n_states));
                }
            }
        }
        builder.build()
    }

    /// An automaton of the same language with two copies of every state.
    fn doubled(&mut self, dfa: &Dfa) -> Dfa {
        let mut builder = DfaBuilder::default();
        for state in dfa.states() {
            builder.add_state(dfa.is_final(state));
            builder.add_state(dfa.is_final(state));
        }
        for source in dfa.states() {
            for copy in 0..2 {
                for (letter, target) in dfa.successors(source) {
                    let target = State(2 * target.0 + self.below(2) as u32);
                    builder.add_edge(State(2 * source.0 + copy), *letter, target);
                }
            }
        }
        builder.build()
    }

    fn nfa(&mut self) -> Nfa {
        let n_states = self.below(6);
        let (finals, edges) = (10 + self.below(40), 5 + self.below(30));
        let mut nfa = Nfa::default();
        for _ in 0..n_states {
            let state = nfa.add_state(self.percent(finals));
            if self.percent(50) {
                nfa.initials.insert(0, state);
            }
        }
        for source in 0..n_states as u32 {
            for letter in 0..N_LETTERS {
                for target in 0..n_states as u32 {
                    if self.percent(edges) {
                        nfa.add_edge(State(source), Letter(letter), State(target));
                    }
                }
            }
        }
        nfa
    }
}

/// All words up to a length: shorter ones first, and those of one length in the order of their letters.
fn words(max_length: usize) -> Vec<Vec<Letter>> {
    let mut words = vec![Vec::new()];
    let mut next = 0;
    while words[next].len() < max_length {
        for letter in 0..N_LETTERS {
            let mut word = words[next].clone();
            word.push(Letter(letter));
            words.push(word);
        }
        next += 1;
    }
    words
}

/// Whether a word from some state on is accepted, by the edges alone.
fn accepts_from(dfa: &Dfa, start: State, word: &[Letter]) -> bool {
    let mut at = start;
    for letter in word {
        match dfa.successors(at).iter().find(|edge| edge.0 == *letter) {
            Some((_, target)) => at = *target,
            None => return false,
        }
    }
    dfa.is_final(at)
}

fn accepts(dfa: &Dfa, word: &[Letter]) -> bool {
    dfa.n_states() > 0 && accepts_from(dfa, Dfa::INITIAL, word)
}

/// Whether some run of the automaton over the word accepts, by following every run.
fn some_run_accepts(nfa: &Nfa, at: State, word: &[Letter]) -> bool {
    match word {
        [] => nfa.finals[at.index()],
        [letter, rest @ ..] => nfa.successors[at.index()]
            .iter()
            .any(|(other, target)| other == letter && some_run_accepts(nfa, *target, rest)),
    }
}

/// Every state is on an accepted word, and states are numbered by a breadth-first walk.
#[track_caller]
fn check_trimmed(dfa: &Dfa) {
    assert!(dfa.live_states().iter().all(|live| *live));
    assert_eq!(dfa.trim().0, *dfa);
    assert_eq!(dfa.is_empty(), dfa.n_states() == 0);
}

#[track_caller]
fn check_same_language(lhs: &Dfa, rhs: &Dfa, words: &[Vec<Letter>]) {
    for word in words {
        assert_eq!(accepts(lhs, word), accepts(rhs, word), "{word:?}\n{lhs:?}\n{rhs:?}");
    }
}

/// No two states have the same language.
#[track_caller]
fn check_minimal(dfa: &Dfa, words: &[Vec<Letter>]) {
    for lhs in dfa.states() {
        for rhs in dfa.states().filter(|rhs| lhs < *rhs) {
            let differs = |word: &Vec<Letter>| accepts_from(dfa, lhs, word) != accepts_from(dfa, rhs, word);
            assert!(words.iter().any(differs), "{lhs:?} and {rhs:?} of {dfa:?}");
        }
    }
}

/// The words with a prefix in the automaton's language, like those of a Floyd-Hoare automaton.
struct Continuations<'a>(&'a Dfa);

impl Subtrahend for Continuations<'_> {
    type State = Option<State>;
    type Error = Infallible;

    fn initial(&mut self) -> Option<State> {
        (self.0.n_states() > 0).then_some(Dfa::INITIAL)
    }

    fn step(&mut self, _at: State, state: &Option<State>, letter: Letter) -> Result<Self::State, Infallible> {
        Ok(state.and_then(|state| self.0.step(state, letter)))
    }

    fn is_final(&self, state: &Option<State>) -> bool {
        self.is_universal(state)
    }

    fn is_universal(&self, state: &Option<State>) -> bool {
        state.is_some_and(|state| self.0.is_final(state))
    }

    fn is_dead(&self, state: &Option<State>) -> bool {
        state.is_none()
    }
}

/// The words of the automaton, given up on after some steps.
struct Budgeted<'a>(&'a Dfa, usize);

impl Subtrahend for Budgeted<'_> {
    type State = Option<State>;
    type Error = usize;

    fn initial(&mut self) -> Option<State> {
        Continuations(self.0).initial()
    }

    fn step(&mut self, at: State, state: &Option<State>, letter: Letter) -> Result<Self::State, usize> {
        self.1 = self.1.checked_sub(1).ok_or(at.index())?;
        Ok(state.and_then(|state| self.0.step(state, letter)))
    }

    fn is_final(&self, state: &Option<State>) -> bool {
        state.is_some_and(|state| self.0.is_final(state))
    }
}

#[track_caller]
fn check_difference<S, E: std::fmt::Debug>(
    minuend: &Dfa,
    difference: Result<Difference<S>, E>,
    is_subtracted: impl Fn(&[Letter]) -> bool,
    words: &[Vec<Letter>],
) {
    let difference = difference.expect("nothing runs out");
    check_trimmed(&difference.automaton);
    assert_eq!(difference.minuend.len(), difference.automaton.n_states());
    assert_eq!(difference.subtrahend.len(), difference.automaton.n_states());
    assert!(difference.n_visited >= difference.automaton.n_states());
    for word in words {
        let is_left = accepts(minuend, word) && !is_subtracted(word);
        assert_eq!(accepts(&difference.automaton, word), is_left, "{word:?} of {minuend:?}");
        if let Some(run) = difference.automaton.run(word) {
            let origins: Vec<State> = run.iter().map(|state| difference.minuend[state.index()]).collect();
            assert_eq!(Some(origins), minuend.run(word));
        }
    }
}

#[test]
fn a_difference_has_the_words_of_one_and_not_the_other() {
    let words = words(5);
    for seed in 0..400 {
        let mut random = Random(seed);
        let (minuend, dfa, nfa) = (random.dfa(), random.dfa(), random.nfa());
        let accepted = |word: &[Letter]| accepts(&dfa, word);
        check_difference(&minuend, difference(&minuend, &mut Budgeted(&dfa, usize::MAX)), accepted, &words);
        let continued = |word: &[Letter]| (0..=word.len()).any(|end| accepts(&dfa, &word[..end]));
        check_difference(&minuend, difference(&minuend, &mut Continuations(&dfa)), continued, &words);
        let some_run = |word: &[Letter]| nfa.initials.iter().any(|it| some_run_accepts(&nfa, *it, word));
        check_difference(&minuend, difference(&minuend, &mut Subsets(&nfa)), some_run, &words);
    }
}

#[test]
fn the_difference_of_an_automaton_and_itself_is_empty() {
    for seed in 0..100 {
        let dfa = Random(seed).dfa();
        let Ok(left) = difference(&dfa, &mut Continuations(&dfa));
        assert_eq!(left.automaton, Dfa::default());
    }
}

#[test]
fn an_error_of_the_subtrahend_ends_the_difference() {
    let mut builder = DfaBuilder::default();
    let state = builder.add_state(true);
    builder.add_edge(state, Letter(0), state);
    builder.add_edge(state, Letter(1), state);
    let dfa = builder.build();
    assert_eq!(difference(&dfa, &mut Budgeted(&dfa, 1)).map(|it| it.n_visited), Err(0));
    assert_eq!(difference(&dfa, &mut Budgeted(&dfa, 2)).map(|it| it.n_visited), Ok(1));
}

#[test]
fn the_shortest_word_is_the_first_accepted_one() {
    let words = words(MAX_LENGTH);
    for seed in 0..400 {
        let dfa = Random(seed).dfa();
        let first = words.iter().find(|word| accepts(&dfa, word));
        assert_eq!(dfa.shortest_word().as_ref(), first, "{dfa:?}");
        assert_eq!(dfa.is_empty(), first.is_none());
        for word in &words[..100] {
            assert_eq!(dfa.accepts(word), accepts(&dfa, word));
        }
    }
}

#[test]
fn an_nfa_accepts_what_one_of_its_runs_accepts() {
    let words = words(4);
    for seed in 0..400 {
        let nfa = Random(seed).nfa();
        for word in &words {
            let expected = nfa.initials.iter().any(|it| some_run_accepts(&nfa, *it, word));
            assert_eq!(nfa.accepts(word), expected, "{word:?} of {nfa:?}");
        }
    }
}

#[test]
fn trimming_keeps_the_language() {
    let words = words(MAX_LENGTH);
    for seed in 0..200 {
        let dfa = Random(seed).dfa();
        let (trimmed, origins) = dfa.trim();
        check_trimmed(&trimmed);
        check_same_language(&dfa, &trimmed, &words);
        for state in trimmed.states() {
            assert_eq!(trimmed.is_final(state), dfa.is_final(origins[state.index()]));
            for (letter, target) in trimmed.successors(state) {
                assert_eq!(dfa.step(origins[state.index()], *letter), Some(origins[target.index()]));
            }
        }
    }
}

#[test]
fn minimization_keeps_the_language_and_merges_all_that_is_equivalent() {
    let words = words(MAX_LENGTH);
    let mut n_merged = 0;
    for seed in 0..300 {
        let mut random = Random(seed);
        let dfa = random.dfa();
        let doubled = random.doubled(&dfa);
        let (minimal, origins) = doubled.minimize();
        check_trimmed(&minimal);
        check_same_language(&dfa, &minimal, &words);
        check_minimal(&minimal, &words);
        // The smallest automaton is unique, and so is its numbering.
        assert_eq!(dfa.minimize().0, minimal);
        for state in minimal.states() {
            for word in &words[..400] {
                let origin = origins[state.index()];
                assert_eq!(accepts_from(&minimal, state, word), accepts_from(&doubled, origin, word));
            }
        }
        n_merged += usize::from(minimal.n_states() < doubled.trim().0.n_states());
    }
    assert!(n_merged > 100, "{n_merged} of the automata had equivalent states");
}

#[test]
fn minimization_is_near_linear_on_long_chains() {
    // Two chains of 25,000 states, which a refinement round by round needs as many rounds for.
    let length = 25_000;
    let mut builder = DfaBuilder::default();
    let start = builder.add_state(false);
    let mut ends = [start; 2];
    for position in 0..length {
        for (chain, end) in ends.iter_mut().enumerate() {
            let next = builder.add_state(position + 1 == length);
            let letter = if position == 0 { chain as u32 } else { 2 + position % 1000 };
            builder.add_edge(*end, Letter(letter), next);
            *end = next;
        }
    }
    let dfa = builder.build();
    let (minimal, origins) = dfa.minimize();
    assert_eq!(minimal.n_states(), length as usize + 1);
    assert_eq!(minimal.n_edges(), length as usize + 1);
    assert_eq!(origins[..3], [State(0), State(1), State(3)]);
}
