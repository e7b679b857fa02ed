//! One danger automaton of all error traces that are known.
//!
//! Its states are those of the automaton that it is subtracted from, and `f(q)` is the disjunction of the predicates that the words
//! have where they pass `q`. It has the edges that a word passes. So
//! * (4) holds, for the failing executions' first states are in `f` of the initial state;
//! * (5) holds, for `φ_i ⊆ pre(φ_{i+1}, st_{i+1})` along each word, the edge is there, and `φ_{i+1} ⊆ f(q_{i+1})`;
//! * of every edge `⟨q, st, q'⟩` some failing execution shows that `f(q) ∧ pre(f(q'), st)` is satisfiable;
//! * its words are those that pass no edge which none of the known ones passes. The next error trace passes one, so there are
//!   no more error traces than edges;
//! * a word is added to it at the cost of its predicates: no rule is applied, no solver is asked, and the automaton is
//!   deterministic.
//!
//! **Deviation** from seed 002, section 4.5: the automaton is not the canonical one, whose states are pairs of a state and
//! one predicate, and which tells words apart by what they passed before.

use faultscope_ir::Term;
use faultscope_ir::index::IndexSet;
use faultscope_solver::SolverConfig;
use rustc_hash::FxHashSet;

use super::automaton::{Budget, CutShort, DangerAutomaton};
use super::connectives::conjuncts;
use super::predicates::predicates;
use super::queries::{Queries, Satisfiable};
use super::state::{Execution, State as Sample};
use crate::ErrorTrace;
use crate::automata::{Dfa, DfaBuilder, Letter, Nfa, State};
use crate::effort;
use crate::trace_abstraction::Alphabet;

/// The automaton, which grows with every word.
#[derive(Debug, Clone)]
pub struct Merged {
    /// What it is subtracted from.
    whole: Dfa,
    /// For each state of that the one here, where a word has passed it.
    numbers: Vec<Option<State>>,
    automaton: Nfa,
    /// One of the words.
    word: Option<Vec<Letter>>,
    /// For each state the predicates that words have there, as sets of conjuncts; none that has all of another one's.
    disjuncts: Vec<Vec<IndexSet<Term>>>,
    /// For each state those that were there.
    seen: Vec<FxHashSet<Term>>,
}

impl Merged {
    /// The automaton of no words of `whole`.
    pub fn new(whole: Dfa) -> Merged {
        let numbers = vec![None; whole.n_states()];
        Merged {
            whole,
            numbers,
            automaton: Nfa::default(),
            word: None,
            disjuncts: Vec::new(),
            seen: Vec::new(),
        }
    }

    /// Its words.
    pub fn automaton(&self) -> &Nfa {
        &self.automaton
    }

    /// Its words, as an automaton with the states of the one that it is subtracted from.
    pub fn among_all(&self) -> Dfa {
        let number = |state: State| self.numbers[state.index()];
        let mut builder = DfaBuilder::default();
        for state in self.whole.states() {
            builder.add_state(self.whole.is_final(state));
        }
        for state in self.whole.states() {
            for (letter, target) in self.whole.successors(state) {
                let ends = number(state).zip(number(*target));
                if ends.is_some_and(|(from, to)| self.automaton.step(&[from], *letter).contains(&to)) {
                    builder.add_edge(state, *letter, *target);
                }
            }
        }
        builder.build()
    }

    /// One of the words that were added, if there are any.
    pub fn word(&self) -> Option<&[Letter]> {
        self.word.as_deref()
    }

    /// It with its predicates.
    pub fn danger_automaton(&self) -> DangerAutomaton {
        let formula = |conjuncts: &IndexSet<Term>| Term::all(conjuncts.iter().copied());
        let predicates = self.disjuncts.iter().map(|it| Term::any(it.iter().map(formula))).collect();
        DangerAutomaton { automaton: self.automaton.clone(), predicates }
    }

    /// Adds the word of an error trace.
    ///
    /// # Errors
    /// If limits are exceeded, it is no word of the automaton that this one is subtracted from, or its feasibility cannot be
    /// confirmed.
    pub fn add(
        &mut self,
        alphabet: &Alphabet,
        (word, trace): (&[Letter], &ErrorTrace),
        axioms: &[Term],
        budget: &Budget,
        solver: &SolverConfig,
    ) -> Result<(), CutShort> {
        let run = self.whole.run(word).filter(|run| self.whole.is_final(run[word.len()]));
        let Some(run) = run else { return Err(CutShort::Unconfirmed) };
        let mut queries = Queries::new(solver, axioms, budget);
        queries.check_limits()?;
        let execution = Execution::new(alphabet, word, trace);
        let along = predicates(alphabet, word, &execution, budget.max_predicate_size);
        solver.limits.spend(word.len() as u64 * effort::PRECONDITION);
        if !execution.states[0].satisfies(along[0])
            && !matches!(queries.satisfiable(&[along[0]], &Sample::default())?, Satisfiable::In(_))
        {
            return Err(CutShort::Unconfirmed);
        }
        self.word.get_or_insert_with(|| word.to_vec());
        let mut source = self.pass(run[0], along[0]);
        for (idx, letter) in word.iter().enumerate() {
            let target = self.pass(run[idx + 1], along[idx + 1]);
            self.automaton.add_edge(source, *letter, target);
            source = target;
        }
        Ok(())
    }

    /// The state for one that a word passes with a predicate.
    fn pass(&mut self, state: State, predicate: Term) -> State {
        let number = self.numbers[state.index()].unwrap_or_else(|| {
            let number = self.automaton.add_state(self.whole.is_final(state));
            if state == Dfa::INITIAL {
                self.automaton.initials.push(number);
            }
            self.disjuncts.push(Vec::new());
            self.seen.push(FxHashSet::default());
            number
        });
        self.numbers[state.index()] = Some(number);
        if self.seen[number.index()].insert(predicate) {
            let conjuncts = conjuncts(predicate).into_iter();
            let fresh: IndexSet<Term> = conjuncts.filter(|it| it.as_bool() != Some(true)).collect();
            let disjuncts = &mut self.disjuncts[number.index()];
            if !disjuncts.iter().any(|weaker| weaker.is_subset(&fresh)) {
                disjuncts.retain(|stronger| !fresh.is_subset(stronger));
                disjuncts.push(fresh);
            }
        }
        number
    }
}
