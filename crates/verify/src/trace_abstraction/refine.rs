//! The refinement loop.

use std::rc::Rc;

use faultscope_certificate::certificate::{Certificate, Claim, Subtracted};
use faultscope_ir::index::IndexSet;
use faultscope_ir::{Command, DecidedBy, Program, Term};
use faultscope_solver::{Limits, SolverConfig, StopReason};

use super::alphabet::Alphabet;
use super::control_flow::{ControlFlow, Exit, LiveVariables};
use super::danger::{Annotated, CutShort, Merged, canonical_danger_automaton};
use super::floyd_hoare::interpolants::{Interpolants, interpolants};
use super::floyd_hoare::{Annotation, Generalization, Triples};
use super::invariants::{self, Candidates};
use super::merging::{FoundWord, feasible_word};
use super::outcome::{Progress, TraceAbstractionConfig};
use super::proof::{self, Proof, Unfollowed};
use super::remaining::RemainingWords;
use super::word::{Core, Feasibility, Reason, feasibility, satisfiability};
use crate::answer::{Answer, End, Verdict};
use crate::automata::{Dfa, Letter, SingleWord, State, Subsets, Within, difference};
use crate::bmc::BmcConfig;
use crate::effort;
use crate::interpreter;
use crate::limits::{
    ABOUT_ALL_TIMES, ANY_REASON_EVERY, CONTRARIES_EFFORT, EDGES_EFFORT, EFFORT_BEFORE_INVARIANTS,
    EFFORT_BEFORE_SECOND_LOOK, EFFORT_BESIDE_WORD, FIRST_LOOK_EFFORT, MAX_BESIDE_WORD, MAX_CANONICAL_TRACES,
    MAX_COPIES, MAX_COPIES_OF_WORDS, MAX_TOLD_APART, MAX_TRIPLE_STEPS, MAX_WORD_QUERY_STEPS, MERGING_EFFORT,
    SECOND_LOOK_EFFORT, STATES_BEFORE_MERGING, TELLING_APART_EFFORT, WORDS_BEFORE_INVARIANTS,
};
use crate::query::Query;
use crate::statistics::{Statistics, TraceAbstractionStatistics};
use crate::{ErrorTrace, UnknownReason};

/// What each look for invariants is worth.
const LOOKS: [u64; 2] = [FIRST_LOOK_EFFORT, SECOND_LOOK_EFFORT];

/// Whether words are found by merging paths.
#[derive(Debug, Clone, Copy)]
enum Merging {
    NotYet,
    Begun,
    /// It took too long once.
    GivenUp,
    /// There are no more of them.
    Decided,
}

pub(super) struct Refinement<'a> {
    program: &'a Program,
    config: &'a TraceAbstractionConfig,
    limits: &'a Limits,
    progress: &'a mut dyn Progress,
    control_flow: &'a ControlFlow,
    live: LiveVariables,
    remaining: RemainingWords,
    triples: Triples<'a>,
    traces: Vec<ErrorTrace>,
    /// The words of the error traces.
    words: Vec<Vec<Letter>>,
    /// What the words are among, where not all words are looked at: an automaton with the states of all words.
    among: Option<Dfa>,
    /// The danger automaton of all error traces, where there are many.
    merged: Option<Merged>,
    /// How many of the error traces were added to it.
    n_merged: usize,
    /// Whether words are found by merging paths.
    merging: Merging,
    /// Why not everything can be decided, found on the way.
    undecided: Option<UnknownReason>,
    /// Those of the Floyd-Hoare automata.
    predicates: IndexSet<Term>,
    /// Those that are tried beside what is learnt from each word.
    beside: Vec<Term>,
    /// Those that were seen to be inductive in the program.
    inductive: Vec<Term>,
    /// Whether equations of products are asked for: invariants are looked for before the first word, which no solver may decide.
    is_nonlinear: bool,
    /// How much effort the next look for [invariants](invariants::candidates) is worth, the first of these.
    worth: &'static [u64],
    /// What was spent before the analysis.
    start: u64,
    proof: Proof,
    statistics: TraceAbstractionStatistics,
}

impl<'a> Refinement<'a> {
    pub(super) fn new(
        program: &'a Program,
        control_flow: &'a ControlFlow,
        config: &'a TraceAbstractionConfig,
        limits: &'a Limits,
        progress: &'a mut dyn Progress,
    ) -> Refinement<'a> {
        let remaining = RemainingWords::new(control_flow, config.max_traces != Some(1));
        let statistics = TraceAbstractionStatistics {
            n_locations: control_flow.automaton.n_states(),
            ..TraceAbstractionStatistics::default()
        };
        let solver = SolverConfig { query_steps: Some(MAX_TRIPLE_STEPS), ..solver_config(config, limits) };
        let mut triples = Triples::new(&control_flow.alphabet, &program.axioms, &config.decided, solver);
        let is_nonlinear = invariants::is_nonlinear(&control_flow.alphabet);
        if is_nonlinear {
            triples.leave_products();
        }
        Refinement {
            program,
            config,
            limits,
            progress,
            control_flow,
            live: LiveVariables::new(control_flow),
            remaining,
            triples,
            traces: Vec::new(),
            words: Vec::new(),
            among: None,
            merged: None,
            n_merged: 0,
            merging: Merging::NotYet,
            undecided: None,
            predicates: config.learnt.iter().copied().collect(),
            beside: Vec::new(),
            inductive: Vec::new(),
            is_nonlinear,
            worth: if config.guesses && config.learnt.is_empty() { &LOOKS } else { &[] },
            start: limits.spent(),
            proof: Proof::default(),
            statistics,
        }
    }

    pub(super) fn run(mut self) -> Answer {
        let end = match self.refine() {
            Ok(end) => end,
            Err(reason) => End::Stopped(reason),
        };
        self.statistics.n_queries += self.triples.n_queries();
        let certificate = self.config.keep_proof.then(|| self.certificate(&end));
        let answer = Answer::of_traces(self.traces, end);
        let is_open = matches!(answer.verdict, Verdict::Open(_));
        Answer {
            by: (!is_open).then_some(DecidedBy::TraceAbstraction),
            predicates: self.predicates.into_iter().collect(),
            triples: self.triples.into_decided(),
            certificate,
            statistics: Statistics { bmc: None, trace_abstraction: Some(self.statistics) },
            ..answer
        }
    }

    fn certificate(&mut self, end: &End) -> Certificate {
        let claim = match end {
            // Bounded model checking leaves no automaton.
            End::Empty | End::UpToEdges | End::Alike if matches!(self.merging, Merging::Decided) => {
                Claim::Partial
            }
            End::Empty if self.traces.is_empty() => Claim::Safe,
            End::Empty | End::UpToEdges | End::Alike => Claim::AllErrorsCovered,
            End::Enough | End::Given | End::Stopped(_) => Claim::Partial,
        };
        let proof = std::mem::take(&mut self.proof);
        let bounds = &self.config.inlining;
        let Some((merged, word)) = self.merged.as_ref().and_then(|it| Some((it, it.word()?))) else {
            return proof.certificate(self.control_flow, bounds, claim);
        };
        let first = proof::danger(&merged.danger_automaton(), word);
        // The words of the danger automaton are words of the control-flow automaton, and it has grown since it was
        // subtracted. So it is the first that is subtracted.
        let (proof, is_whole) = proof.begun_with(first, self.control_flow, self.limits);
        proof.certificate(self.control_flow, bounds, if is_whole { claim } else { Claim::Partial })
    }

    fn refine(&mut self) -> Result<End, UnknownReason> {
        for known in &self.config.known {
            self.check_limits()?;
            let word =
                self.control_flow.word(&known.trace).filter(|word| self.remaining.automaton.accepts(word));
            if let Some(word) = word
                && let Some(end) = self.subtract_feasible(word, known.clone())?
            {
                return Ok(end);
            }
        }
        if !self.config.learnt.is_empty() {
            self.subtract_floyd_hoare(&[], &Interpolants::of_no_word(&self.config.learnt), &[], None)?;
        }
        let end = self.look_at_words()?;
        if end != End::Empty || self.traces.is_empty() {
            return Ok(end);
        }
        let end = if self.merged.is_some() { End::Empty } else { self.follow_edges() };
        Ok(if end == End::Empty { self.tell_apart() } else { end })
    }

    /// Looks at the words of `A_rem` until there are none.
    fn look_at_words(&mut self) -> Result<End, UnknownReason> {
        loop {
            self.check_limits()?;
            if let Some((worth, later)) = self.worth.split_first()
                && self.is_worth_a_look()
            {
                let is_complete = self.subtract_candidates(*worth)?;
                self.worth = if is_complete { &[] } else { later };
            }
            let Some(word) = self.next_word()? else {
                return self.undecided.take().map_or(Ok(End::Empty), Err);
            };
            self.limits.spend(effort::automaton(self.remaining.automaton.n_states() as u64));
            self.limits.spend(self.n_statements(&word) * effort::WORD_STATEMENT);
            self.statistics.n_iterations += 1;
            self.progress.iteration(self.statistics.n_iterations);
            let start = self.limits.clock().now();
            let mut query = Query::new(&solver_config(self.config, self.limits), &self.program.axioms);
            let ControlFlow { alphabet, .. } = self.control_flow;
            let is_error = matches!(self.control_flow.exit(&word), Some(Exit::Error { .. }));
            let is_turn = self.statistics.n_infeasible % ANY_REASON_EVERY == ANY_REASON_EVERY - 1;
            let reason = if is_turn { Reason::Any } else { Reason::Last };
            let found = match is_error {
                true => {
                    feasibility(self.program, alphabet, &word, reason, &mut query, &self.config.interpreter)
                }
                false => satisfiability(alphabet, &word, reason, &mut query),
            };
            self.statistics.words += self.limits.clock().since(start);
            match found {
                Feasibility::Infeasible(core) => {
                    self.statistics.n_infeasible += 1;
                    self.subtract_infeasible(&word, &core, &mut query)?;
                }
                Feasibility::Feasible(trace) => {
                    if let Some(end) = self.subtract_feasible(word, *trace)? {
                        return Ok(end);
                    }
                }
                Feasibility::NotReplayed(end) => {
                    return Err(not_replayed(self.program, alphabet, &word, &end));
                }
                Feasibility::Reached => self.leave_undecided(&word),
                Feasibility::Unknown(message) => {
                    self.check_limits()?;
                    return Err(UnknownReason::Solver { message });
                }
            }
            self.statistics.n_queries += query.n_queries();
        }
    }

    /// The next word to look at, if there is one that may be feasible.
    fn next_word(&mut self) -> Result<Option<Vec<Letter>>, UnknownReason> {
        let is_to_be_merged = match self.merging {
            // For the first error trace other verifiers are asked.
            Merging::NotYet => {
                self.config.max_traces != Some(1)
                    && self.remaining.automaton.n_states() > STATES_BEFORE_MERGING
                    && self.has_copies(MAX_COPIES_OF_WORDS)
            }
            Merging::Begun => true,
            Merging::GivenUp | Merging::Decided => false,
        };
        let found = if is_to_be_merged { self.word_by_merging()? } else { FoundWord::Undecided };
        Ok(match found {
            FoundWord::Word(word) => Some(word),
            FoundWord::None => None,
            FoundWord::Undecided => self.remaining.automaton.shortest_word(),
        })
    }

    /// Asks for a word of an execution to an error by [merging paths](merging). Where that is not decided, words are looked at one
    /// by one from where they were.
    fn word_by_merging(&mut self) -> Result<FoundWord, UnknownReason> {
        let mut before = None;
        if let Merging::NotYet = self.merging {
            before = Some((self.remaining.clone(), std::mem::take(&mut self.proof)));
            // Words that were ruled out need not be any more.
            self.timed(|it| if it.merged.is_some() { it.subtract_merged(true) } else { it.start_over() })?;
            self.merging = Merging::Begun;
        }
        let config = BmcConfig {
            interpreter: self.config.interpreter.clone(),
            dump: self.config.dump.clone(),
            ..BmcConfig::default()
        };
        let limits = self.limits.with_effort(self.limits.scaled(MERGING_EFFORT));
        let words = &self.remaining.automaton;
        let (found, n_queries) = feasible_word(self.program, self.control_flow, words, &config, &limits);
        self.statistics.n_queries += n_queries;
        self.check_limits()?;
        match found {
            FoundWord::Word(_) => {}
            FoundWord::None => self.merging = Merging::Decided,
            FoundWord::Undecided => {
                self.merging = Merging::GivenUp;
                if let Some(before) = before {
                    (self.remaining, self.proof) = before;
                }
            }
        }
        Ok(found)
    }

    /// Notes that an execution gets to where the analysis does not follow, and leaves out all paths that do. What is
    /// found from now on are errors, but never all of them.
    fn leave_undecided(&mut self, word: &[Letter]) {
        self.undecided = Some(match self.control_flow.exit(word) {
            Some(Exit::Unsupported { message, origin }) => {
                UnknownReason::Unsupported { message: message.clone(), origin: *origin }
            }
            _ => UnknownReason::DepthLimit { unwind: self.config.inlining.max_recursion },
        });
        let mut others = Unfollowed { control_flow: self.control_flow };
        let Ok(difference) = difference(&self.remaining.automaton, &mut others);
        self.reduce(&difference.automaton, &difference.minuend);
        self.note(|| Subtracted::Unfollowed(proof::word(word)));
    }

    /// Reports an error trace, and subtracts what is like it. The end, if that was enough.
    fn subtract_feasible(
        &mut self,
        word: Vec<Letter>,
        trace: ErrorTrace,
    ) -> Result<Option<End>, UnknownReason> {
        self.progress.trace(&trace);
        self.traces.push(trace);
        self.words.push(word);
        if self.config.max_traces.is_some_and(|max| self.traces.len() >= max) {
            return Ok(Some(End::Enough));
        }
        self.timed(|it| {
            if it.merged.is_some() || (it.among.is_none() && it.traces.len() > MAX_CANONICAL_TRACES) {
                it.subtract_merged(it.is_large())
            } else if it.is_large() {
                it.start_over()
            } else {
                it.subtract_like(it.traces.len() - 1)
            }
        })?;
        Ok(None)
    }

    /// Looks for error traces that take edges which none of the others takes, as far as the effort goes. A path that is like a trace by
    /// its danger automaton may take other statements. If there are no more of them, all that is left is one automaton's.
    fn follow_edges(&mut self) -> End {
        let spent = self.limits.spent().saturating_sub(self.start);
        let limits = self.limits.with_effort(spent.saturating_add(self.limits.scaled(EDGES_EFFORT)));
        let config = TraceAbstractionConfig {
            known: Vec::new(),
            learnt: Vec::new(),
            guesses: false,
            ..self.config.clone()
        };
        let mut other =
            Refinement::new(self.program, self.control_flow, &config, &limits, &mut *self.progress);
        (other.traces, other.words) = (self.traces.clone(), self.words.clone());
        other.inductive.clone_from(&self.inductive);
        other.beside.clone_from(&self.beside);
        let found = other.subtract_merged(true).and_then(|()| other.look_at_words());
        self.statistics.add(&other.statistics);
        self.statistics.n_queries += other.triples.n_queries();
        self.predicates.extend(other.predicates);
        (self.traces, self.words) = (other.traces, other.words);
        match found {
            Ok(End::Empty) => {
                (self.merged, self.n_merged) = (other.merged, other.n_merged);
                (self.merging, self.proof) = (other.merging, other.proof);
                End::Empty
            }
            Ok(end) => end,
            Err(_) => End::Alike,
        }
    }

    /// Looks among the words of the one danger automaton of all error traces for others than theirs that are feasible, as far as the
    /// effort goes. If there are none, the error traces are known one by one.
    fn tell_apart(&mut self) -> End {
        let Some(merged) = &self.merged else { return End::Empty };
        let limits = self.limits.with_effort(self.limits.scaled(TELLING_APART_EFFORT));
        let most = self.traces.len() + MAX_TOLD_APART;
        let config = TraceAbstractionConfig {
            max_traces: Some(self.config.max_traces.map_or(most, |max| max.min(most))),
            known: Vec::new(),
            learnt: Vec::new(),
            guesses: false,
            keep_proof: false,
            ..self.config.clone()
        };
        let mut among =
            Refinement::new(self.program, self.control_flow, &config, &limits, &mut *self.progress);
        among.among = Some(merged.among_all());
        among.merging = Merging::GivenUp;
        (among.traces, among.words) = (self.traces.clone(), self.words.clone());
        among.inductive.clone_from(&self.inductive);
        let found = among.start_over().and_then(|()| among.look_at_words());
        let (traces, words, statistics) = (among.traces, among.words, among.statistics);
        let n_queries = among.triples.n_queries();
        self.predicates.extend(among.predicates);
        (self.traces, self.words) = (traces, words);
        self.statistics.add(&statistics);
        self.statistics.n_queries += n_queries;
        if found == Ok(End::Empty) { End::Empty } else { End::UpToEdges }
    }

    /// Does what is done because of error traces, and notes how long it took.
    fn timed(
        &mut self,
        work: impl FnOnce(&mut Self) -> Result<(), UnknownReason>,
    ) -> Result<(), UnknownReason> {
        let (start, floyd_hoare) = (self.limits.clock().now(), self.statistics.floyd_hoare);
        let done = work(self);
        let beside = self.statistics.floyd_hoare.saturating_sub(floyd_hoare);
        self.statistics.danger += self.limits.clock().since(start).saturating_sub(beside);
        done
    }

    /// Whether `A_rem` is so much larger than all words that starting from these again is less work.
    ///
    /// What was subtracted leaves many copies of a location, each with paths of its own to the error, and a danger automaton
    /// covers few of them. Infeasible words do no harm in it.
    fn is_large(&self) -> bool {
        self.has_copies(MAX_COPIES)
    }

    /// Whether `A_rem` has more states than so many for each location.
    fn has_copies(&self, n_copies: usize) -> bool {
        self.remaining.automaton.n_states() > self.statistics.n_locations.saturating_mul(n_copies)
    }

    /// Starts from all words again.
    fn restart(&mut self) {
        self.remaining = RemainingWords::new(self.control_flow, self.merged.is_none());
        if let Some(among) = &self.among {
            let states: Vec<State> = among.states().collect();
            self.remaining.reduce(among, &states, |_| &[]);
        }
        self.proof = Proof::default();
    }

    /// Starts from all words again, and subtracts first what is like the error traces found so far, the last and longest first.
    fn start_over(&mut self) -> Result<(), UnknownReason> {
        self.restart();
        for number in (0..self.traces.len()).rev() {
            self.check_limits()?;
            if self.remaining.automaton.accepts(&self.words[number]) {
                self.subtract_like(number)?;
            }
        }
        self.subtract_inductive()
    }

    /// Subtracts what the program's invariants rule out, as far as these are known.
    fn subtract_inductive(&mut self) -> Result<(), UnknownReason> {
        if !self.inductive.is_empty() {
            let known = self.inductive.clone();
            let until = self.limits.spent().saturating_add(self.limits.scaled(FIRST_LOOK_EFFORT));
            self.within_effort(|it| it.subtract_annotation(&known, until))?;
        }
        Ok(())
    }

    /// Subtracts the danger automaton of all error traces, from all words where that is a new start or there is none yet.
    fn subtract_merged(&mut self, is_new_start: bool) -> Result<(), UnknownReason> {
        let known = self.merged.take();
        let is_new_start = known.is_none() || is_new_start;
        let mut merged = match known {
            Some(merged) if !is_new_start => merged,
            known => {
                self.restart();
                known.unwrap_or_else(|| Merged::new(self.remaining.automaton.clone()))
            }
        };
        self.statistics.n_danger_automata += 1;
        let known = std::mem::replace(&mut self.n_merged, self.traces.len());
        for number in known..self.traces.len() {
            let added = merged.add(
                &self.control_flow.alphabet,
                (&self.words[number], &self.traces[number]),
                &self.program.axioms,
                &self.config.danger,
                &solver_config(self.config, self.limits),
            );
            match added {
                Ok(()) => {}
                Err(CutShort::Limit(reason)) => return Err(limit(reason)),
                Err(CutShort::Unconfirmed) => self.statistics.n_cut_short += 1,
            }
        }
        let mut words = Within::new(Subsets(merged.automaton()), self.limits);
        let difference = difference(&self.remaining.automaton, &mut words).map_err(limit)?;
        self.reduce(&difference.automaton, &difference.minuend);
        if is_new_start {
            self.subtract_inductive()?;
        }
        self.merged = Some(merged);
        for number in 0..self.traces.len() {
            if self.remaining.automaton.accepts(&self.words[number]) {
                self.subtract_word(number);
            }
        }
        Ok(())
    }

    /// Subtracts what is like an error trace; where traces are told apart, nothing is.
    fn subtract_like(&mut self, number: usize) -> Result<(), UnknownReason> {
        if self.among.is_some() {
            self.subtract_word(number);
            return Ok(());
        }
        let word = self.words[number].clone();
        let invariants = self.remaining.inductive_invariants(&mut self.triples);
        let remaining = self.remaining.ending_like(&word, self.control_flow);
        let construction = canonical_danger_automaton(
            &self.control_flow.alphabet,
            Annotated { automaton: &remaining, invariants: &invariants },
            &word,
            &self.traces[number],
            &self.program.axioms,
            &self.config.danger,
            &solver_config(self.config, self.limits),
        );
        match construction {
            Ok(construction) => {
                self.statistics.n_danger_automata += 1;
                self.statistics.n_queries += construction.statistics.n_queries;
                let automaton = construction.automaton;
                let mut words = Within::new(Subsets(&automaton.automaton), self.limits);
                let difference = difference(&self.remaining.automaton, &mut words).map_err(limit)?;
                self.reduce(&difference.automaton, &difference.minuend);
                self.note(|| proof::danger(&automaton, &word));
            }
            Err(CutShort::Limit(reason)) => return Err(limit(reason)),
            Err(CutShort::Unconfirmed) => {
                self.statistics.n_cut_short += 1;
                self.subtract_word(number);
            }
        }
        Ok(())
    }

    /// Subtracts the word of an error trace, and no others.
    fn subtract_word(&mut self, number: usize) {
        let word = self.words[number].clone();
        let Ok(difference) = difference(&self.remaining.automaton, &mut SingleWord(&word));
        self.reduce(&difference.automaton, &difference.minuend);
        self.note(|| Subtracted::Word(proof::word(&word)));
    }

    fn check_limits(&self) -> Result<(), UnknownReason> {
        match self.limits.exceeded() {
            Some(reason) => Err(limit(reason)),
            None => Ok(()),
        }
    }

    /// Whether it takes so long that invariants are looked for, or looked for again.
    fn is_worth_a_look(&self) -> bool {
        let spent = self.limits.spent().saturating_sub(self.start);
        if self.worth.len() < LOOKS.len() {
            return spent > self.limits.scaled(EFFORT_BEFORE_SECOND_LOOK);
        }
        self.is_nonlinear
            || self.statistics.n_infeasible >= WORDS_BEFORE_INVARIANTS
            || spent > self.limits.scaled(EFFORT_BEFORE_INVARIANTS)
    }

    /// Looks for invariants, and subtracts what they rule out. Whether the effort was enough for all that is looked for.
    fn subtract_candidates(&mut self, effort: u64) -> Result<bool, UnknownReason> {
        let Some(Candidates { contraries, comparisons, cells, objects }) =
            invariants::candidates(self.control_flow, &self.live)
        else {
            return Ok(true);
        };
        let is_about_all = !objects.is_empty() || !cells.is_empty();
        let effort = self.limits.scaled(if is_about_all { effort * ABOUT_ALL_TIMES } else { effort });
        if !contraries.is_empty() {
            let until = self.limits.spent().saturating_add(self.limits.scaled(CONTRARIES_EFFORT));
            self.within_effort(|it| it.subtract_annotation(&contraries, until))?;
            if self.remaining.automaton.is_empty() {
                return Ok(true);
            }
        }
        let mut of_objects = Vec::new();
        if !objects.is_empty() {
            let until = self.limits.spent().saturating_add(effort);
            of_objects =
                self.within_effort(|it| it.subtract_annotation(&objects, until))?.unwrap_or_default();
            if self.remaining.automaton.is_empty() {
                return Ok(true);
            }
        }
        let until = self.limits.spent().saturating_add(effort);
        let with_cells: Vec<Term> = comparisons.iter().chain(&cells).copied().collect();
        let mut known = None;
        let mut is_complete = true;
        // Without cells both are the same.
        for first in [&with_cells, &comparisons].into_iter().skip(usize::from(cells.is_empty())) {
            if known.is_none() {
                known = self.within_effort(|it| {
                    let effort = until.saturating_sub(it.limits.spent()) / 2;
                    it.annotation(first, effort).map(|annotation| annotation.formulas()).map_err(limit)
                })?;
                is_complete &= known.is_some();
            }
        }
        let limits = self.limits.with_effort(until.saturating_sub(self.limits.spent()) / 2);
        let solver =
            SolverConfig { query_steps: Some(MAX_TRIPLE_STEPS), ..solver_config(self.config, &limits) };
        let known = known.unwrap_or_default();
        let equations =
            invariants::equations(self.control_flow, &self.live, &solver, &self.program.axioms, &known);
        is_complete &= equations.is_some();
        let groups = [equations.unwrap_or_default(), cells, comparisons, of_objects];
        let all: IndexSet<Term> = groups.iter().flatten().copied().collect();
        let all: Vec<Term> = all.into_iter().collect();
        let inductive = self.within_effort(|it| it.subtract_annotation(&all, until))?;
        is_complete &= inductive.is_some();
        self.beside = inductive.unwrap_or_default();
        self.inductive.clone_from(&self.beside);
        let mut candidates: IndexSet<Term> = IndexSet::default();
        for group in groups {
            let n_known = candidates.len();
            candidates.extend(group);
            if candidates.len() == n_known || self.remaining.automaton.is_empty() {
                continue;
            }
            let pool: Vec<Term> = candidates.iter().copied().collect();
            self.within_effort(|it| {
                let effort = until.saturating_sub(it.limits.spent());
                it.subtract_floyd_hoare(&[], &Interpolants::default(), &pool, Some(effort))
            })?;
        }
        // Quantifiers make each step of a proof dear to check.
        self.beside.retain(|it| !it.has_quantifier());
        if self.beside.len() > MAX_BESIDE_WORD {
            self.beside.clear();
        }
        self.predicates.extend(self.beside.iter().copied());
        Ok(is_complete && self.limits.spent() < until)
    }

    /// Does something that has an effort of its own; none where that was not enough.
    fn within_effort<T>(
        &mut self,
        work: impl FnOnce(&mut Self) -> Result<T, UnknownReason>,
    ) -> Result<Option<T>, UnknownReason> {
        match work(self) {
            Ok(done) => Ok(Some(done)),
            Err(UnknownReason::Limit { reason: StopReason::EffortLimit, .. }) => {
                self.check_limits()?;
                Ok(None)
            }
            Err(reason) => Err(reason),
        }
    }

    /// The automaton of those of the predicates that are inductive.
    fn annotation(&mut self, predicates: &[Term], effort: u64) -> Result<Annotation<'_, 'a>, StopReason> {
        let locations = Rc::clone(&self.remaining.locations);
        let limits = (self.limits, effort);
        Annotation::new(self.control_flow, &self.live, &mut self.triples, limits, locations, predicates)
    }

    fn subtract_infeasible(
        &mut self,
        word: &[Letter],
        core: &Core,
        query: &mut Query,
    ) -> Result<(), UnknownReason> {
        let start = self.limits.clock().now();
        self.limits.spend(self.n_statements(word) * effort::INTERPOLANT);
        let interpolants = interpolants(&self.control_flow.alphabet, word, core, query);
        self.statistics.words += self.limits.clock().since(start);
        self.predicates.extend(interpolants.predicates());
        let beside = self.beside.clone();
        let effort = (!beside.is_empty()).then(|| self.limits.scaled(EFFORT_BESIDE_WORD));
        let subtracted =
            self.within_effort(|it| it.subtract_floyd_hoare(word, &interpolants, &beside, effort))?;
        if subtracted.is_none() {
            self.beside.clear();
            self.subtract_floyd_hoare(word, &interpolants, &[], None)?;
        }
        if self.remaining.automaton.accepts(word) {
            let message = "an infeasible path was not ruled out: a bug of the analysis".to_owned();
            return Err(UnknownReason::Solver { message });
        }
        Ok(())
    }

    /// Subtracts the Floyd-Hoare automaton that interpolants of a word are generalized to, together
    /// with predicates beside them, with at most this effort.
    fn subtract_floyd_hoare(
        &mut self,
        word: &[Letter],
        interpolants: &Interpolants,
        beside: &[Term],
        effort: Option<u64>,
    ) -> Result<(), UnknownReason> {
        let start = self.limits.clock().now();
        let mut generalization = Generalization::new(
            self.control_flow,
            &self.live,
            &mut self.triples,
            self.limits,
            word,
            Rc::clone(&self.remaining.locations),
            (interpolants, beside),
        )
        .within(effort);
        let difference = difference(&self.remaining.automaton, &mut generalization).map_err(limit)?;
        // What was not learnt from a word is worth its place in the proof only where less is left.
        if effort.is_some() && word.is_empty() && !self.remaining.is_less(&difference.automaton) {
            return Ok(());
        }
        self.limits.spend(effort::automaton(size(&difference.automaton)));
        let learnt = |state: State| generalization.predicates(difference.subtrahend[state.index()]);
        self.remaining.reduce(&difference.automaton, &difference.minuend, learnt);
        let subtracted = self.config.keep_proof.then(|| generalization.into_automaton());
        self.note_size();
        if let Some(automaton) = subtracted {
            self.note(|| Subtracted::FloydHoare(automaton));
        }
        self.statistics.floyd_hoare += self.limits.clock().since(start);
        Ok(())
    }

    /// Subtracts the automaton of those of the predicates that are inductive, as long as not more effort is spent; they.
    fn subtract_annotation(&mut self, predicates: &[Term], until: u64) -> Result<Vec<Term>, UnknownReason> {
        let start = self.limits.clock().now();
        let effort = until.saturating_sub(self.limits.spent());
        let locations = Rc::clone(&self.remaining.locations);
        let limits = (self.limits, effort);
        let mut annotation =
            Annotation::new(self.control_flow, &self.live, &mut self.triples, limits, locations, predicates)
                .map_err(limit)?;
        let difference = difference(&self.remaining.automaton, &mut annotation).map_err(limit)?;
        let used = annotation.used();
        if !self.remaining.is_less(&difference.automaton) {
            return Ok(used);
        }
        self.limits.spend(effort::automaton(size(&difference.automaton)));
        let learnt = |state: State| annotation.predicates(difference.subtrahend[state.index()]);
        self.remaining.reduce(&difference.automaton, &difference.minuend, learnt);
        let subtracted = self.config.keep_proof.then(|| annotation.into_automaton());
        self.note_size();
        if let Some(automaton) = subtracted {
            self.note(|| Subtracted::FloydHoare(automaton));
        }
        self.statistics.floyd_hoare += self.limits.clock().since(start);
        Ok(used)
    }

    /// Puts what a subtraction left in the place of `A_rem`; `origins` are the states of `A_rem` that its states are in.
    fn reduce(&mut self, automaton: &Dfa, origins: &[State]) {
        self.limits.spend(effort::automaton(size(automaton)));
        self.remaining.reduce(automaton, origins, |_| &[]);
        self.note_size();
    }

    fn n_statements(&self, word: &[Letter]) -> u64 {
        word.iter().map(|letter| self.control_flow.alphabet.statements(*letter).len() as u64).sum()
    }

    fn note_size(&mut self) {
        self.statistics.n_states = self.statistics.n_states.max(self.remaining.automaton.n_states());
    }

    /// Keeps what was subtracted, if it is kept at all.
    fn note(&mut self, subtracted: impl FnOnce() -> Subtracted) {
        if self.config.keep_proof {
            self.proof.note(subtracted(), &self.remaining.automaton);
        }
    }
}

fn solver_config(config: &TraceAbstractionConfig, limits: &Limits) -> SolverConfig {
    SolverConfig {
        dump: config.dump.clone(),
        query_steps: Some(MAX_WORD_QUERY_STEPS),
        ..SolverConfig::new(limits)
    }
}

fn size(automaton: &Dfa) -> u64 {
    (automaton.n_states() + automaton.n_edges()) as u64
}

fn limit(reason: StopReason) -> UnknownReason {
    UnknownReason::Limit { reason, completed: 0 }
}

fn not_replayed(
    program: &Program,
    alphabet: &Alphabet,
    word: &[Letter],
    end: &interpreter::End,
) -> UnknownReason {
    let statements = word.iter().flat_map(|letter| alphabet.statements(*letter));
    let conditions = statements.filter_map(|statement| match &statement.command {
        Command::Assume { condition } => Some(*condition),
        Command::Assign { .. } | Command::Havoc { .. } => None,
    });
    // A model of a quantifier need not have a finite description; the one that was read is then another.
    if conditions.chain(program.axioms.iter().copied()).any(Term::has_quantifier) {
        let message = "no state that fulfils the quantified formulas could be computed".to_owned();
        return UnknownReason::Solver { message };
    }
    UnknownReason::ReplayFailed { message: format!("{end:?}") }
}
