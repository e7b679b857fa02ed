//! Bounded model checking: is there an error within a bound on loops and recursion?
//!
//! The program is executed symbolically up to a bound ([`symex`]), which gives the condition of every way to an
//! error; the solver is asked for inputs under which one of them holds. The bound grows (1, 2, 4, 8, …) until
//! an error is found, no path is cut off any more, or a limit is reached. In this, and in merging paths where they meet,
//! it follows CBMC \[1\].
//!
//! A program that has one execution only is executed, and that is the answer ([`closed`](crate::closed)). Whether a
//! program is of this kind shows as it is executed, a stretch before each bound. Of others the execution in which
//! everything that is open is zero is looked at after the first bound, or before its question if that is a large one: it may
//! get to an error that a growing bound is long in reaching. The states that a program gets to are looked at beside
//! ([`exploration`]), also while a question takes long: where they are few, that decides programs whose loops have no end.
//!
//! A model is not yet an answer: the interpreter executes the program on its inputs, and what it walked is the
//! error trace. Among the errors of one depth the one that is reached in the fewest steps is preferred.
//!
//! # References
//! - \[1\] Edmund Clarke, Daniel Kroening, Flavio Lerda: _A tool for checking ANSI-C programs_, TACAS 2004.

mod guard;

mod cases;

mod arrays;
mod exploration;
mod memory;
mod state;

mod symex;

mod replay;

pub mod coverage;
pub mod violations;

use faultscope_ir::{DecidedBy, Program, Term};
use faultscope_solver::{Dump, Limits, SatAnswer, SolverConfig, StopReason};

use crate::answer::Answer;
use crate::closed::{self, Closed};
use crate::effort;
use crate::interpreter::{self, End, ExecutionBounds, Zeroes};
use crate::limits::{
    self, COMMANDS_BEFORE_PROBE, MAX_QUANTIFIED_STEPS, MAX_STEPS_ON_VALUES, SHORTENING_STEPS,
    UNWIND_BEFORE_VALUES,
};
use crate::query::{Model, Query};
use crate::statistics::{BmcStatistics, Statistics};
use crate::{ErrorTrace, FirstError, UnknownReason};
use exploration::{Exploration, KnownError};
use faultscope_solver::stack::on_large_stack;
use symex::{Bounds, Exit, Positions, Unrolling};

/// Settings of bounded model checking.
#[derive(Debug, Clone)]
pub struct BmcConfig {
    /// The largest bound on loops and recursion.
    pub max_unwind: u32,
    /// How many more questions may be asked for a shorter error trace once one is found.
    pub max_shortening_queries: usize,
    /// Whether the program is executed on some values of its inputs.
    pub tries_values: bool,
    /// Bounds of the execution that replays an error trace.
    pub interpreter: ExecutionBounds,
    /// Gets one self-contained SMT-LIB script per query.
    pub dump: Option<Dump>,
}

impl Default for BmcConfig {
    fn default() -> BmcConfig {
        BmcConfig {
            max_unwind: limits::MAX_UNWIND,
            max_shortening_queries: limits::MAX_SHORTENING_QUERIES,
            tries_values: true,
            interpreter: ExecutionBounds::default(),
            dump: None,
        }
    }
}

/// The values from outside with which programs are executed: small ones, large ones, and those at which words wrap around.
const VALUES: [i64; 12] =
    [1, 2, 3, 7, 10, 100, 1_000, 1 << 16, 100_000, -1, i32::MAX as i64, i32::MIN as i64];

/// Is told how far the search is.
pub trait Progress {
    /// The search goes on with this bound.
    fn depth(&mut self, unwind: u32);

    /// The program has one execution, which ends in an error: what is left is to write it down.
    fn error_known(&mut self);
}

/// Nobody is told.
impl Progress for () {
    fn depth(&mut self, _unwind: u32) {}
    fn error_known(&mut self) {}
}

/// Looks for an error with a growing bound.
pub fn bounded_model_checking(program: &Program, config: &BmcConfig, limits: &Limits) -> Answer {
    // `()` is told from the thread of the search.
    check_with_progress(program, config, limits, &mut ())
}

/// Looks for an error with a growing bound, and tells how far it is.
pub fn check_with_progress(
    program: &Program,
    config: &BmcConfig,
    limits: &Limits,
    progress: &mut (dyn Progress + Send),
) -> Answer {
    let search = || {
        let query = Query::new(&solver_config(program, config, limits), &program.axioms);
        let mut search = BmcSearch {
            program,
            config,
            limits: limits.clone(),
            progress,
            query,
            closed: Closed::new(program),
            exploration: config.tries_values.then(|| Exploration::new(program)),
            state_error: None,
            has_probed: false,
            probed: None,
            start: limits.spent(),
            closed_effort: 0,
            trust_ranges: true,
            statistics: BmcStatistics::default(),
        };
        let found = search.run();
        let found = nearest(found, search.probed);
        let mut statistics = search.statistics;
        statistics.n_queries += search.query.n_queries();
        (found, statistics)
    };
    let (found, statistics) = on_large_stack(search).unwrap_or_else(|error| {
        (Err(UnknownReason::Solver { message: error.to_string() }), BmcStatistics::default())
    });
    let by = found.is_ok().then_some(DecidedBy::Bmc);
    let statistics = Statistics { bmc: Some(statistics), trace_abstraction: None };
    Answer { by, statistics, ..Answer::of_first(found) }
}

fn solver_config(program: &Program, config: &BmcConfig, limits: &Limits) -> SolverConfig {
    // Solvers may not terminate on quantified axioms.
    let quantified = program.axioms.iter().any(|axiom| axiom.has_quantifier());
    let query_steps = quantified.then_some(MAX_QUANTIFIED_STEPS);
    SolverConfig { dump: config.dump.clone(), query_steps, ..SolverConfig::new(limits) }
}

struct BmcSearch<'a> {
    program: &'a Program,
    config: &'a BmcConfig,
    limits: Limits,
    progress: &'a mut dyn Progress,
    query: Query,
    closed: Closed<'a>,
    /// The states that the program gets to, where these may decide.
    exploration: Option<Exploration<'a>>,
    /// An error that one of them is.
    state_error: Option<Box<ErrorTrace>>,
    /// Whether the program was executed on zeroes.
    has_probed: bool,
    /// The error that this execution gets to.
    probed: Option<ErrorTrace>,
    /// What was spent before the search.
    start: u64,
    /// What executing the program as a closed one took.
    closed_effort: u64,
    /// Whether sizes bound indices; given up when an index can be outside, for then memory has to be exact.
    trust_ranges: bool,
    statistics: BmcStatistics,
}

type Found = FirstError<UnknownReason>;

/// What comes of the question whether an error is reached.
enum Asked {
    /// It is answered.
    Answer(SatAnswer),
    /// It need not be.
    Found(Found),
}

/// How a look at one depth ended.
enum Depth {
    /// It is known.
    Done(Found),
    /// No error, but there are longer paths.
    Deeper,
    /// An index can be where it was believed not to be.
    Again,
}

impl BmcSearch<'_> {
    fn run(&mut self) -> Found {
        let mut positions = Positions::default();
        let mut unsupported = None;
        let mut unwind = 1;
        let mut completed = 0;
        let reason = loop {
            self.statistics.unwind = unwind;
            self.progress.depth(unwind);
            let depth = self.depth(unwind, &mut positions, &mut unsupported);
            if matches!(depth, Ok(Depth::Deeper) | Err(_)) {
                self.probe();
            }
            match depth {
                Ok(Depth::Done(verdict)) => return verdict,
                Ok(Depth::Again) => self.trust_ranges = false,
                Ok(Depth::Deeper) if unwind >= self.config.max_unwind => {
                    break UnknownReason::DepthLimit { unwind };
                }
                Ok(Depth::Deeper) => {
                    completed = unwind;
                    if unwind == UNWIND_BEFORE_VALUES
                        && self.config.tries_values
                        && let Some(trace) = on_values(self.program, self.config, &self.limits)
                    {
                        return Ok(Some(Box::new(trace)));
                    }
                    unwind = unwind.saturating_mul(2).min(self.config.max_unwind);
                }
                Err(reason) => break UnknownReason::Limit { reason, completed },
            }
        };
        match self.state_error.take() {
            Some(trace) => Ok(Some(trace)),
            None => Err(unsupported.unwrap_or(reason)),
        }
    }

    /// Executes the program on zeroes, once. Where that gets to an error, little is spent on a shorter way there.
    fn probe(&mut self) {
        if std::mem::replace(&mut self.has_probed, true) {
            return;
        }
        self.probed = probe(self.program, self.config, &self.limits);
        if self.probed.is_some() {
            let spent = self.limits.spent().saturating_sub(self.start);
            self.limits = self.limits.with_effort(limits::EFFORT_BESIDE_PROBE.saturating_sub(spent));
            self.statistics.n_queries += self.query.n_queries();
            let config = solver_config(self.program, self.config, &self.limits);
            self.query = Query::new(&config, &self.program.axioms);
        }
    }

    fn depth(
        &mut self,
        unwind: u32,
        positions: &mut Positions,
        unsupported: &mut Option<UnknownReason>,
    ) -> Result<Depth, StopReason> {
        if let Some(verdict) = self.execute()? {
            return Ok(Depth::Done(verdict));
        }
        if let Some(verdict) = self.explore() {
            self.limits.exceeded().map_or(Ok(()), Err)?;
            return Ok(Depth::Done(verdict));
        }
        let clock = self.limits.clock();
        let start = clock.now();
        let unrolling = symex::unroll(self.program, self.bounds(unwind), positions, &self.limits);
        self.statistics.unrolling += clock.since(start);
        let unrolling = unrolling?;
        self.statistics.n_commands += unrolling.n_commands;
        if unrolling.n_commands >= COMMANDS_BEFORE_PROBE {
            self.probe();
            self.limits.exceeded().map_or(Ok(()), Err)?;
        }
        let start = clock.now();
        let depth = self.judge(&unrolling, unsupported);
        self.statistics.solving += clock.since(start);
        depth
    }

    /// Goes on with the one execution of a closed program; what is known, where it gets to its end.
    fn execute(&mut self) -> Result<Option<Found>, StopReason> {
        let before = self.limits.spent();
        let searched = before.saturating_sub(self.start + self.closed_effort);
        let n_steps = limits::CLOSED_STEPS + limits::CLOSED_SHARE * searched * effort::CLOSED_STEPS;
        let progress = self.closed.go_on(n_steps, &self.limits);
        self.closed_effort += self.limits.spent() - before;
        Ok(match progress? {
            closed::Progress::Ended => Some(Ok(None)),
            closed::Progress::Error(_) => {
                self.progress.error_known();
                self.closed_error()
            }
            closed::Progress::Unfinished
            | closed::Progress::Overflowed
            | closed::Progress::Stopped
            | closed::Progress::Open => None,
        })
    }

    /// Goes on looking at the states that the program gets to; what is known, where these are all, or one is an error.
    ///
    /// Errors within the first bounds are shown as these have them, with no more rounds of loops than it takes.
    fn explore(&mut self) -> Option<Found> {
        let is_early = self.statistics.unwind <= limits::HEAD_START_UNWIND;
        if let Some(trace) = self.state_error.take_if(|_| !is_early) {
            return Some(Ok(Some(trace)));
        }
        let least = match is_early {
            true if self.searched() < self.limits.scaled(limits::EFFORT_BEFORE_STATES) => return None,
            true => 0,
            false => self.limits.scaled(limits::STATES_EFFORT),
        };
        match self.look_at_states(least)? {
            Some(trace) if is_early => {
                self.state_error = Some(trace);
                None
            }
            found => Some(Ok(found)),
        }
    }

    /// What was spent on everything but states.
    fn searched(&self) -> u64 {
        let on_states = self.exploration.as_ref().map_or(0, Exploration::effort);
        self.limits.spent().saturating_sub(self.start + on_states)
    }

    /// Goes on looking at states, up to their part of the effort, and at least up to this effort.
    fn look_at_states(&mut self, least: u64) -> Option<KnownError> {
        let effort = least.max(self.searched() / limits::STATES_SHARE);
        let exploration = self.exploration.as_mut()?;
        exploration.go_on(effort.saturating_sub(exploration.effort()), &self.limits)
    }

    /// Asks whether an error is reached. Where that takes longer than all before, the states that the program gets to are looked at
    /// in between, which may decide.
    fn ask_about_errors(&mut self, formula: Term) -> Result<Asked, StopReason> {
        let mut part = self.searched().max(self.limits.scaled(limits::EFFORT_BEFORE_STATES));
        loop {
            let goes_on = self.exploration.as_ref().is_some_and(Exploration::goes_on);
            let is_beside = goes_on || self.state_error.is_some();
            if !is_beside {
                return self.ask(formula).map(Asked::Answer);
            }
            if let Some(answer) = self.query.check_in_part(formula, part) {
                return self.within_limits(answer).map(Asked::Answer);
            }
            let found = match self.state_error.take() {
                Some(trace) => Some(Some(trace)),
                None => self.look_at_states(0),
            };
            self.limits.exceeded().map_or(Ok(()), Err)?;
            match found {
                Some(found) => return Ok(Asked::Found(Ok(found))),
                None => part = part.saturating_mul(2),
            }
        }
    }

    /// The error trace of a closed program, in which values that do not matter are zero.
    fn closed_error(&mut self) -> Option<Found> {
        let trace = self.closed.error_trace(&self.config.interpreter, &self.limits)?;
        Some(Ok(Some(Box::new(trace))))
    }

    fn bounds(&self, unwind: u32) -> Bounds {
        Bounds::at(unwind, self.trust_ranges)
    }

    fn judge(
        &mut self,
        unrolling: &Unrolling,
        unsupported: &mut Option<UnknownReason>,
    ) -> Result<Depth, StopReason> {
        let guards = |exits: &[Exit]| any(exits.iter().map(|exit| exit.guard));
        match self.ask_about_errors(guards(&unrolling.errors))? {
            Asked::Found(found) => return Ok(Depth::Done(found)),
            Asked::Answer(SatAnswer::Sat) => return Ok(self.report(unrolling)),
            Asked::Answer(SatAnswer::Unsat) => {}
            Asked::Answer(SatAnswer::Unknown(message)) => return Ok(unknown(message)),
        }
        if unsupported.is_none() && self.ask(guards(&unrolling.unsupported))?.is_sat() {
            *unsupported = self.reached(&unrolling.unsupported);
        }
        match self.ask(any(unrolling.cuts.iter().copied()))? {
            SatAnswer::Sat => return Ok(Depth::Deeper),
            SatAnswer::Unsat => {}
            SatAnswer::Unknown(message) => return Ok(unknown(message)),
        }
        match self.ask(any(unrolling.outside.iter().copied()))? {
            SatAnswer::Sat => return Ok(Depth::Again),
            SatAnswer::Unsat => {}
            SatAnswer::Unknown(message) => return Ok(unknown(message)),
        }
        // Asked again, since an earlier look that met a limit of the solver proves nothing.
        Ok(match unsupported.take() {
            Some(reason) => Depth::Done(Err(reason)),
            None => match self.ask(guards(&unrolling.unsupported))? {
                SatAnswer::Unsat => Depth::Done(Ok(None)),
                SatAnswer::Sat => match self.reached(&unrolling.unsupported) {
                    Some(reason) => Depth::Done(Err(reason)),
                    None => unknown("the solver's model is not complete".to_owned()),
                },
                SatAnswer::Unknown(message) => unknown(message),
            },
        })
    }

    fn ask(&mut self, formula: Term) -> Result<SatAnswer, StopReason> {
        let answer = self.query.check(formula);
        self.within_limits(answer)
    }

    /// An answer, unless that is none because of a limit.
    fn within_limits(&self, answer: SatAnswer) -> Result<SatAnswer, StopReason> {
        match answer {
            SatAnswer::Unknown(_) => self.limits.exceeded().map_or(Ok(answer), Err),
            _ => Ok(answer),
        }
    }

    /// The first exit whose guard holds in the model.
    fn first<'e>(&mut self, exits: &'e [Exit], model: &mut Model) -> Option<&'e Exit> {
        exits.iter().find(|exit| model.holds(exit.guard, &mut self.query) == Some(true))
    }

    fn reached(&mut self, exits: &[Exit]) -> Option<UnknownReason> {
        let exit = self.first(exits, &mut Model::default())?;
        Some(UnknownReason::Unsupported { message: exit.message.clone(), origin: exit.origin })
    }

    /// Makes an error trace of the model that the solver has, or of a later one with a shorter trace.
    fn report(&mut self, unrolling: &Unrolling) -> Depth {
        let replayed = replay(self.program, self.config, unrolling, &mut self.query, &self.limits);
        match replayed {
            Ok(trace) => Depth::Done(Ok(Some(Box::new(self.shorten(trace, unrolling))))),
            Err(_) if self.trust_ranges && !unrolling.outside.is_empty() => Depth::Again,
            // A model of a quantifier need not have a finite description; the one that was read is then another.
            Err(_) if self.is_quantified(unrolling) => {
                unknown("no state that fulfils the quantified formulas could be computed".to_owned())
            }
            Err(end) => {
                let message = format!("{end:?}");
                Depth::Done(Err(UnknownReason::ReplayFailed { message }))
            }
        }
    }

    fn is_quantified(&self, unrolling: &Unrolling) -> bool {
        let guards = unrolling.errors.iter().map(|exit| exit.guard);
        guards.chain(self.program.axioms.iter().copied()).any(Term::has_quantifier)
    }

    /// Looks for the nearest error that can be reached, by halving the list of those that may be nearer.
    ///
    /// A solver of its own with a small budget per question: a shorter trace is worth no long wait.
    fn shorten(&mut self, mut best: ErrorTrace, unrolling: &Unrolling) -> ErrorTrace {
        let config = SolverConfig {
            query_steps: Some(SHORTENING_STEPS),
            ..solver_config(self.program, self.config, &self.limits)
        };
        let mut query = Query::new(&config, &self.program.axioms);
        let mut nearer: Vec<&Exit> = unrolling.errors.iter().collect();
        nearer.sort_by_key(|exit| exit.n_steps);
        for _ in 0..self.config.max_shortening_queries {
            nearer.retain(|exit| exit.n_steps < best.trace.len() as u64);
            let half = nearer.len().div_ceil(2);
            if half == 0 {
                break;
            }
            match query.check(any(nearer[..half].iter().map(|exit| exit.guard))) {
                SatAnswer::Sat => {
                    match replay(self.program, self.config, unrolling, &mut query, &self.limits) {
                        Ok(trace) => {
                            nearer.truncate(half);
                            // The way to a nearer error may still be longer than the best.
                            if trace.trace.len() < best.trace.len() {
                                best = trace;
                            } else {
                                nearer.pop();
                            }
                        }
                        Err(_) => break,
                    }
                }
                SatAnswer::Unsat => drop(nearer.drain(..half)),
                SatAnswer::Unknown(_) => break,
            }
        }
        self.statistics.n_queries += query.n_queries();
        best
    }
}

/// The error of the execution in which everything that the program leaves open is zero, if it gets to one soon.
///
/// That costs next to nothing, and may find an error for which all loops together have to be unwound too far.
fn probe(program: &Program, config: &BmcConfig, limits: &Limits) -> Option<ErrorTrace> {
    if !program.axioms.is_empty() {
        return None;
    }
    let bounds = ExecutionBounds { max_steps: limits::PROBED_STEPS, ..config.interpreter.clone() };
    let execution = interpreter::run(program, &mut Zeroes, &bounds);
    limits.spend(execution.steps.len() as u64 * effort::CONCRETE_STEP);
    execution.into_error_trace()
}

/// The error of an execution in which all values from outside are one number, or the first is and the others are zero.
///
/// Many errors need more rounds of a loop than it is worth to unwind, and nothing special.
fn on_values(program: &Program, config: &BmcConfig, limits: &Limits) -> Option<ErrorTrace> {
    for value in VALUES {
        for values in [[value, 0], [value, value]] {
            let mut closed = Closed::given(program, values);
            if let closed::Progress::Error(_) = closed.go_on(MAX_STEPS_ON_VALUES, limits).ok()?
                && let Some(trace) = closed.error_trace(&config.interpreter, limits)
            {
                return Some(trace);
            }
        }
    }
    None
}

/// What is known after a search beside an execution that gets to an error: the shorter way there.
fn nearest(found: Found, probed: Option<ErrorTrace>) -> Found {
    match (found, probed) {
        (Ok(Some(found)), Some(probed)) if found.trace.len() <= probed.trace.len() => Ok(Some(found)),
        (_, Some(probed)) => Ok(Some(Box::new(probed))),
        (found, None) => found,
    }
}

/// Executes the program on the inputs of the model that a solver has; the end, if that is no error.
fn replay(
    program: &Program,
    config: &BmcConfig,
    unrolling: &Unrolling,
    query: &mut Query,
    limits: &Limits,
) -> Result<ErrorTrace, End> {
    let mut model = Model::default();
    let execution = replay::replay(program, &unrolling.events, &mut model, query, &config.interpreter);
    limits.spend(execution.steps.len() as u64 * effort::CONCRETE_STEP);
    let end = execution.end.clone();
    execution.into_error_trace().ok_or(end)
}

fn unknown(message: String) -> Depth {
    Depth::Done(Err(UnknownReason::Solver { message }))
}

/// The disjunction of many formulas, as a balanced tree.
fn any(formulas: impl IntoIterator<Item = Term>) -> Term {
    let mut formulas: Vec<Term> = formulas.into_iter().collect();
    while formulas.len() > 1 {
        formulas = formulas.chunks(2).map(|pair| Term::any(pair.iter().copied())).collect();
    }
    formulas.pop().unwrap_or_else(|| Term::bool(false))
}

#[cfg(test)]
mod tests;
