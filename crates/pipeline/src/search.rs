//! The third stage: executions that lead to an error, or that there are none.
//!
//! The verifiers get the [settled](faultscope_verify::settle) program, unless what they say is to be about the program as it
//! was written: a proof, and which error traces differ in what matters. Error traces are always those of the program.

use std::sync::Arc;

use faultscope_certificate::Certificate;
use faultscope_ir::{AssumptionKind, DecidedBy, Program, Step};
use faultscope_solver::{Limits, StopReason};
use faultscope_verify::bmc::violations::{effort_after, violations};
use faultscope_verify::bmc::{self, BmcConfig};
use faultscope_verify::closed::{Executed, executed};
use faultscope_verify::entered::never_called;
use faultscope_verify::paths::{Explored, explore};
use faultscope_verify::portfolio::{
    self, Effort, Engine, PortfolioAnswer, PortfolioConfig, PortfolioOutcome, portfolio,
};
use faultscope_verify::settle::Settled;
use faultscope_verify::trace_abstraction::{self, End, TraceAbstractionConfig};
use faultscope_verify::undefined::ends_undefined;
use faultscope_verify::{ErrorTrace, UnknownReason};

use crate::limits::{PATHS_EFFORT, UNDEFINED_EFFORT, UNDEFINED_SHARE};
use crate::request::{Options, Strategy};

/// The answer of the verifiers, as far as there is one.
#[derive(Debug)]
pub struct Searched {
    /// Executions that lead to an error, in the order in which they were found.
    pub traces: Vec<ErrorTrace>,
    /// Executions that violate other checks than the traces, one each. The table of checks alone depends on them.
    pub others: Vec<ErrorTrace>,
    /// Whether it was the [settled](faultscope_verify::settle) program that was searched.
    pub is_settled: bool,
    /// How the search ended; none while it goes on, and where the traces come from elsewhere.
    pub end: Option<SearchEnd>,
}

/// How a search ended.
#[derive(Debug)]
pub struct SearchEnd {
    /// What it says beyond its traces.
    pub conclusion: Conclusion,
    /// Who gave the answer; none where there is none.
    pub answered_by: Option<DecidedBy>,
    /// What bounded model checking did, where it was asked.
    pub bmc: Option<bmc::Statistics>,
    /// What trace abstraction did, where it was asked.
    pub trace_abstraction: Option<trace_abstraction::Statistics>,
    /// What trace abstraction subtracted, where the answer is its answer and this was to be kept.
    pub certificate: Option<Certificate>,
    /// What it took.
    pub effort: Effort,
}

/// What a search says beyond its traces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Conclusion {
    /// There is no error.
    Safe,
    /// Its traces lead to errors; why there are no more.
    Unsafe(End),
    /// Not decided.
    Unknown(UnknownReason),
}

impl Searched {
    /// The effort of finding the first trace; none where it was given.
    pub fn first_trace_effort(&self) -> u64 {
        self.end.as_ref().and_then(|end| end.effort.first_trace).unwrap_or(0)
    }

    /// The answer, which is none where what is called as its precondition asks for is never called, and where executions
    /// were not followed because they do something undefined.
    fn of_what_is_followed(mut self, program: &Program, options: &Options, limits: &Limits) -> Searched {
        let Some(end) = self.end.as_mut().filter(|end| end.conclusion == Conclusion::Safe) else {
            return self;
        };
        let config = config(options);
        let effort = end.effort.whole.saturating_mul(UNDEFINED_SHARE).max(UNDEFINED_EFFORT);
        let reason = never_called(program, &config, limits)
            .or_else(|| ends_undefined(program, &config, &limits.with_effort(limits.scaled(effort))));
        if let Some(reason) = reason {
            (end.conclusion, end.certificate) = (Conclusion::Unknown(reason), None);
        }
        self
    }

    /// Whether there is no answer since executions are not followed that do something undefined.
    pub fn is_undefined(&self) -> bool {
        let conclusion = self.end.as_ref().map(|end| &end.conclusion);
        matches!(conclusion, Some(Conclusion::Unknown(UnknownReason::Undefined { .. })))
    }

    /// Whether there is no error.
    pub(crate) fn is_safe(&self) -> bool {
        self.end.as_ref().is_some_and(|end| matches!(end.conclusion, Conclusion::Safe))
    }

    /// Some of the error traces are left out: those that stay are not all.
    pub(crate) fn leave_out_traces(&mut self) {
        if let Some(end) = &mut self.end
            && matches!(&end.conclusion, Conclusion::Unsafe(why) if why.is_complete())
        {
            end.conclusion = Conclusion::Unsafe(End::Enough);
        }
    }

    /// A limit has ended what belongs to the answer.
    pub(crate) fn interrupt(&mut self, reason: StopReason) {
        if let Some(end) = &mut self.end {
            let reason = UnknownReason::Limit { reason, completed: 0 };
            (end.conclusion, end.certificate) = (Conclusion::Unknown(reason), None);
        }
    }

    /// What was found were errors, and none of them is confirmed.
    pub fn take_back_error(&mut self) {
        let is_unsafe = |end: &&mut SearchEnd| matches!(end.conclusion, Conclusion::Unsafe(_));
        if let Some(end) = self.end.as_mut().filter(is_unsafe) {
            end.conclusion = Conclusion::Unknown(UnknownReason::NotConfirmed);
        }
    }

    /// The answer where executions were followed to their end: none leads to an error, or these do, and why there are no more.
    pub(crate) fn followed(traces: Vec<ErrorTrace>, why: End, by: DecidedBy, whole: u64) -> Searched {
        let is_safe = traces.is_empty();
        let end = SearchEnd {
            conclusion: if is_safe { Conclusion::Safe } else { Conclusion::Unsafe(why) },
            answered_by: Some(by),
            bmc: None,
            trace_abstraction: None,
            certificate: None,
            effort: Effort { whole, first_trace: (!is_safe).then_some(whole) },
        };
        Searched { end: Some(end), ..Searched::given(traces) }
    }

    /// Error traces that no verifier has searched for: of an execution, a witness, a failing test.
    pub fn given(traces: Vec<ErrorTrace>) -> Searched {
        Searched { traces, others: Vec::new(), is_settled: false, end: None }
    }
}

/// Is told how far a search is.
pub trait Watch {
    /// Bounded model checking goes on with this bound on loops.
    fn depth(&mut self, _unwind: u32) {}

    /// Trace abstraction looks at its `n`-th path.
    fn iteration(&mut self, _n: usize) {}

    /// A trace was found; this is known by now.
    fn found(&mut self, _searched: Searched) {}
}

/// Nobody is told.
impl Watch for () {}

/// Asks the verifiers.
pub fn search(
    program: &Program,
    settled: &Settled,
    options: &Options,
    limits: &Limits,
    watch: &mut dyn Watch,
) -> Searched {
    let is_settled = !options.proof && !options.wants_several();
    let executed = if options.proof { None } else { search_execution(program, options, limits, watch) };
    let by_paths = || is_settled.then(|| search_paths(program, options, limits)).flatten();
    if let Some(searched) = executed.or_else(by_paths) {
        return searched.of_what_is_followed(program, options, limits);
    }
    let searched = is_settled.then(|| search_settled(program, settled, options, limits, watch)).flatten();
    let searched = searched.unwrap_or_else(|| {
        let mut told = Told { traces: Vec::new(), found: Vec::new(), watch, by: None, original: None };
        let outcome = portfolio(program, &config(options), limits, &mut told);
        let others = others(program, &outcome, options, limits);
        concluded(outcome, others)
    });
    searched.of_what_is_followed(program, options, limits)
}

/// Executes a program that asks nothing of its environment, where that gets to its end soon: no verifier runs beside it, and a
/// long error trace is written down once, of the program as it was written. There is no other.
fn search_execution(
    program: &Program,
    options: &Options,
    limits: &Limits,
    watch: &mut dyn Watch,
) -> Option<Searched> {
    if !options.strategy.asks(Engine::Bmc) {
        return None;
    }
    let before = limits.spent();
    let traces = match executed(program, limits)? {
        Executed::Ended => Vec::new(),
        Executed::Error(trace) => vec![*trace],
    };
    if !traces.is_empty() {
        watch.found(Searched::given(traces.clone()));
    }
    Some(Searched::followed(traces, End::Empty, DecidedBy::Bmc, limits.spent() - before))
}

/// Follows all paths of a function that is called as its precondition asks for, where that decides.
///
/// Such a function is given arrays of few elements, and what it does often depends on their order alone.
fn search_paths(program: &Program, options: &Options, limits: &Limits) -> Option<Searched> {
    let is_called = program.rests_on(AssumptionKind::Precondition);
    if !is_called || options.strategy != Strategy::Portfolio {
        return None;
    }
    let limits = limits.with_effort(limits.scaled(PATHS_EFFORT));
    let traces = match explore(program, &limits) {
        Explored::Safe => Vec::new(),
        Explored::Error(trace) => vec![*trace],
        Explored::Open => return None,
    };
    Some(Searched::followed(traces, End::Enough, DecidedBy::Paths, limits.spent()))
}

/// As [`search`], of what is left of the program; none where a trace of that is none of the program.
fn search_settled(
    program: &Program,
    settled: &Settled,
    options: &Options,
    limits: &Limits,
    watch: &mut dyn Watch,
) -> Option<Searched> {
    let mut told =
        Told { traces: Vec::new(), found: Vec::new(), watch, by: None, original: Some((program, settled)) };
    let mut outcome = portfolio(&settled.program, &config(options), limits, &mut told);
    if let PortfolioAnswer::Unsafe { traces, .. } = &mut outcome.answer {
        let unsettled: Option<Vec<ErrorTrace>> = traces
            .iter()
            .map(|trace| told.known(trace).cloned().or_else(|| settled.unsettled(program, trace)))
            .collect();
        *traces = unsettled?;
    }
    let others = others(&settled.program, &outcome, options, limits);
    let others = others.iter().filter_map(|trace| settled.unsettled(program, trace)).collect();
    Some(Searched { is_settled: true, ..concluded(outcome, others) })
}

/// Executions that violate other checks than the one trace, where bounded model checking takes part.
fn others(
    program: &Program,
    outcome: &PortfolioOutcome,
    options: &Options,
    limits: &Limits,
) -> Vec<ErrorTrace> {
    let PortfolioAnswer::Unsafe { traces, .. } = &outcome.answer else { return Vec::new() };
    if options.wants_several() || !options.strategy.asks(Engine::Bmc) {
        return Vec::new();
    }
    let known = traces.iter().map(|it| it.trace.check).collect();
    let by_bmc = outcome.bmc.as_ref().filter(|_| outcome.answered_by == Some(Engine::Bmc));
    let unwind = by_bmc.map_or(1, |it| it.unwind);
    let effort = limits.scaled(effort_after(outcome.effort.first_trace.unwrap_or(0)));
    violations(program, &known, unwind, &config(options).bmc, &limits.with_effort(effort))
}

/// What follows from the answer of the verifiers.
fn concluded(outcome: PortfolioOutcome, others: Vec<ErrorTrace>) -> Searched {
    let PortfolioOutcome { answer, answered_by, bmc, trace_abstraction, certificate, effort, .. } = outcome;
    let (traces, conclusion) = match answer {
        PortfolioAnswer::Safe => (Vec::new(), Conclusion::Safe),
        PortfolioAnswer::Unsafe { traces, end } => (traces, Conclusion::Unsafe(end)),
        PortfolioAnswer::Unknown(reason) => (Vec::new(), Conclusion::Unknown(reason)),
    };
    let answered_by = answered_by.map(DecidedBy::from);
    let end = SearchEnd { conclusion, answered_by, bmc, trace_abstraction, certificate, effort };
    Searched { traces, others, is_settled: false, end: Some(end) }
}

/// How the verifiers look for errors.
pub(crate) fn config(options: &Options) -> PortfolioConfig {
    let standard = BmcConfig::default();
    PortfolioConfig {
        strategy: options.strategy,
        bmc: BmcConfig {
            max_unwind: options.unwind.unwrap_or(standard.max_unwind),
            dump: options.dump.clone(),
            ..standard
        },
        trace_abstraction: TraceAbstractionConfig {
            max_traces: options.max_traces,
            keep_proof: true,
            dump: options.dump.clone(),
            ..TraceAbstractionConfig::default()
        },
        head_start: None,
        pace: 1,
        jobs: options.jobs,
    }
}

/// Keeps what was found until now.
struct Told<'a> {
    traces: Vec<ErrorTrace>,
    /// The steps as they were told, for each of the traces.
    found: Vec<Arc<Vec<Step>>>,
    watch: &'a mut dyn Watch,
    /// Whose traces these are.
    by: Option<Engine>,
    /// The program as it was written, where what is told is of the settled one.
    original: Option<(&'a Program, &'a Settled)>,
}

impl Told<'_> {
    /// What a trace was told as.
    fn known(&self, trace: &ErrorTrace) -> Option<&ErrorTrace> {
        let at = self.found.iter().position(|it| Arc::ptr_eq(it, &trace.trace.steps))?;
        self.traces.get(at)
    }
}

impl portfolio::Progress for Told<'_> {
    fn depth(&mut self, unwind: u32) {
        self.watch.depth(unwind);
    }

    fn iteration(&mut self, n: usize) {
        self.watch.iteration(n);
    }

    fn trace(&mut self, engine: Engine, trace: &ErrorTrace) {
        let found = Arc::clone(&trace.trace.steps);
        let trace = match self.original {
            Some((program, settled)) => settled.unsettled(program, trace),
            None => Some(trace.clone()),
        };
        let Some(trace) = trace else { return };
        // As in the answer: several traces are those of one engine.
        let is_further = self.by == Some(Engine::TraceAbstraction) && engine == Engine::TraceAbstraction;
        if !is_further {
            self.traces.clear();
            self.found.clear();
        }
        self.traces.push(trace);
        self.found.push(found);
        self.by = Some(engine);
        self.watch.found(Searched::given(self.traces.clone()));
    }
}
