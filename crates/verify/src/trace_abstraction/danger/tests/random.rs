//! Random automata over random code.

use super::*;

/// A small generator of numbers (SplitMix64), the same everywhere.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % n
    }

    fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u64) as usize]
    }

    fn expression(&mut self) -> Term {
        let lhs = self.atom();
        let rhs = self.atom();
        match self.below(4) {
            0 => lhs,
            1 => lhs.bv_add(rhs),
            2 => lhs.bv_sub(rhs),
            _ => lhs.bv_xor(rhs),
        }
    }

    fn atom(&mut self) -> Term {
        match self.below(5) {
            0 => Term::bits(2, self.below(4).into()),
            idx => Term::symbol(bits(["x", "y"][idx as usize % 2], 2)),
        }
    }

    pub(super) fn condition(&mut self) -> Term {
        let (lhs, rhs) = (self.expression(), self.atom());
        let flag = Term::var("b", Sort::bool());
        match self.below(9) {
            0 => flag,
            1 => flag.not(),
            2 | 3 => lhs.equals(rhs),
            4 => lhs.differs(rhs),
            5 => lhs.bv_slt(rhs),
            6 => lhs.bv_ule(rhs),
            7 => self.condition().or(lhs.equals(rhs)),
            _ => self.condition().and(lhs.bv_ule(rhs)),
        }
    }

    fn statement(&mut self, with_havocs: bool) -> Statement {
        let variable = self.pick(&[bits("x", 2), bits("y", 2)]);
        match self.below(9) {
            0..=3 => assign(variable, self.expression()),
            4 => assign(Symbol::new("b", Sort::bool()), self.condition()),
            5 if with_havocs => havoc(variable),
            6 if with_havocs => havoc(Symbol::new("b", Sort::bool())),
            _ => assume(self.condition()),
        }
    }

    /// An automaton with branches on a condition or a choice, joins and loops, and edges that are not total.
    fn automaton(&mut self, with_havocs: bool) -> (Alphabet, Dfa) {
        let n_states = 3 + self.below(5) as u32;
        let mut edges: Vec<(u32, Vec<Statement>, u32)> = Vec::new();
        for source in 0..n_states - 1 {
            let code = |random: &mut Random| -> Vec<Statement> {
                (0..random.below(3)).map(|_| random.statement(with_havocs)).collect()
            };
            let forward =
                |random: &mut Random| source + 1 + random.below((n_states - 1 - source).into()) as u32;
            let anywhere = |random: &mut Random| random.below(n_states.into()) as u32;
            edges.push((source, code(self), forward(self)));
            match self.below(4) {
                0 => {}
                1 => edges.push((source, code(self), anywhere(self))),
                _ => {
                    let condition = self.condition();
                    if let Some((_, statements, _)) = edges.last_mut() {
                        statements.insert(0, assume(condition));
                    }
                    let statements = [vec![assume(condition.not())], code(self)].concat();
                    edges.push((source, statements, anywhere(self)));
                }
            }
        }
        let edges: Vec<(u32, &[Statement], u32)> =
            edges.iter().map(|(source, code, target)| (*source, &code[..], *target)).collect();
        automaton(&edges, &[n_states - 1])
    }
}

#[test]
fn canonical_danger_automata_fulfil_the_definition() {
    let mut n_built = 0;
    for seed in 0..400 {
        let (alphabet, remaining) = Random(seed).automaton(true);
        let domain = Domain::new(&alphabet, &[]);
        let Some((word, trace)) = domain.failing_execution(&alphabet, &remaining, 8) else { continue };
        canonical(&alphabet, &remaining, &word, &trace, &Budget::default());
        n_built += 1;
    }
    assert!(n_built > 200, "{n_built}");
}

#[test]
fn canonical_danger_automata_are_those_of_the_definition() {
    let mut n_same = 0;
    for seed in 1000..1400 {
        let (alphabet, remaining) = Random(seed).automaton(seed % 2 == 0);
        let domain = Domain::new(&alphabet, &[]);
        let Some((word, trace)) = domain.failing_execution(&alphabet, &remaining, 8) else { continue };
        let construction = canonical(&alphabet, &remaining, &word, &trace, &Budget::default());
        let (reference, along) = brute::reference(&domain, &alphabet, &remaining, &word);
        let execution = state::Execution::new(&alphabet, &word, &trace);
        let ours = predicates::predicates(&alphabet, &word, &execution, u32::MAX);
        let exact = along.iter().zip(ours).all(|(set, predicate)| {
            set.iter().zip(&domain.states).all(|(inside, env)| *inside == brute::holds(predicate, env))
        });
        // A projected predicate is smaller than the seed's.
        if exact && construction.statistics.complete {
            brute::assert_same_language(&construction.automaton.automaton, &reference);
            n_same += 1;
        }
    }
    assert!(n_same > 150, "{n_same}");
}

#[test]
fn any_budget_gives_a_danger_automaton() {
    let mut n_incomplete = 0;
    for seed in 2000..2300 {
        let (alphabet, remaining) = Random(seed).automaton(true);
        let domain = Domain::new(&alphabet, &[]);
        let Some((word, trace)) = domain.failing_execution(&alphabet, &remaining, 8) else { continue };
        let budget = Budget {
            max_queries: seed as usize % 3,
            max_context_queries: seed as usize % 2,
            max_edge_queries: seed as usize % 2,
            query_steps: 10_000,
            max_comparisons: seed as usize % 40,
            max_refinements: seed as usize % 2,
            max_predicate_size: (seed as u32 % 5) * 4,
        };
        let construction = canonical(&alphabet, &remaining, &word, &trace, &budget);
        n_incomplete += usize::from(!construction.statistics.complete);
    }
    assert!(n_incomplete > 50, "{n_incomplete}");
}

#[test]
fn one_automaton_of_many_words_is_a_danger_automaton() {
    let (mut n_several, mut n_more) = (0, 0);
    for seed in 4000..4300 {
        let (alphabet, whole) = Random(seed).automaton(true);
        let domain = Domain::new(&alphabet, &[]);
        let mut merged = Merged::new(whole.clone());
        let mut remaining = whole.clone();
        let mut words = Vec::new();
        while let Some((word, trace)) = domain.failing_execution(&alphabet, &remaining, 7) {
            let added = merged.add(&alphabet, (&word, &trace), &[], &Budget::default(), &solver());
            assert_eq!(added, Ok(()), "{seed}");
            words.push(word);
            let danger = merged.danger_automaton();
            domain.assert_danger_automaton(&danger, &alphabet);
            brute::assert_included(&danger.automaton, &whole);
            assert!(words.iter().all(|word| danger.automaton.accepts(word)), "{seed}");
            let rest = difference(&whole, &mut Subsets(merged.automaton())).expect("subsets have no errors");
            let n_edges = remaining.n_edges();
            remaining = rest.automaton.minimize().0;
            n_more += usize::from(remaining.n_edges() < n_edges);
            // Each word passes an edge that none before it passes.
            assert!(words.len() <= whole.n_edges(), "{seed}");
        }
        n_several += usize::from(words.len() > 1);
    }
    assert!(n_several > 20 && n_more > 100, "{n_several} {n_more}");
}

#[test]
fn a_word_that_is_not_feasible_is_not_added() {
    for seed in 4000..4040 {
        let (alphabet, whole) = Random(seed).automaton(true);
        let domain = Domain::new(&alphabet, &[]);
        let Some((word, trace)) = domain.failing_execution(&alphabet, &whole, 7) else { continue };
        let mut merged = Merged::new(whole);
        let longer = [&word[..], &word[..1]].concat();
        let added = merged.add(&alphabet, (&longer, &trace), &[], &Budget::default(), &solver());
        assert!(added == Err(CutShort::Unconfirmed) || added == Ok(()), "{seed}");
        assert_eq!(merged.automaton().accepts(&longer), added.is_ok(), "{seed}");
    }
}

#[test]
fn what_remains_of_a_subtraction_is_a_start_for_the_next_one() {
    for seed in 3000..3100 {
        let (alphabet, mut remaining) = Random(seed).automaton(true);
        let domain = Domain::new(&alphabet, &[]);
        for _ in 0..4 {
            let Some((word, trace)) = domain.failing_execution(&alphabet, &remaining, 7) else { break };
            let construction = canonical(&alphabet, &remaining, &word, &trace, &Budget::default());
            let danger = &construction.automaton.automaton;
            let rest = difference(&remaining, &mut Subsets(danger)).expect("subsets have no errors");
            remaining = rest.automaton.minimize().0;
        }
    }
}
