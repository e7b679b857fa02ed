//! The third stage: executions that lead to an error, or that there are none.

use faultscope_certificate::Certificate;
use faultscope_ir::Program;
use faultscope_solver::Limits;
use faultscope_verify::bmc::{self, BmcConfig};
use faultscope_verify::portfolio::{
    self, Effort, Engine, PortfolioAnswer, PortfolioConfig, PortfolioOutcome, portfolio,
};
use faultscope_verify::trace_abstraction::{self, End, TraceAbstractionConfig};
use faultscope_verify::{ErrorTrace, UnknownReason};

use crate::request::Options;

/// The answer of the verifiers, as far as there is one.
#[derive(Debug)]
pub struct Searched {
    /// Executions that lead to an error, in the order in which they were found.
    pub traces: Vec<ErrorTrace>,
    /// How the search ended; none while it goes on, and where the traces come from elsewhere.
    pub end: Option<SearchEnd>,
}

/// How a search ended.
#[derive(Debug)]
pub struct SearchEnd {
    /// What it says beyond its traces.
    pub conclusion: Conclusion,
    /// Who gave the answer; none where there is none.
    pub answered_by: Option<Engine>,
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

    /// Error traces that no verifier has searched for: of an execution, a witness, a failing test.
    pub fn given(traces: Vec<ErrorTrace>) -> Searched {
        Searched { traces, end: None }
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
pub fn search(program: &Program, options: &Options, limits: &Limits, watch: &mut dyn Watch) -> Searched {
    let mut told = Told { traces: Vec::new(), watch, by: None };
    let outcome = portfolio(program, &config(options), limits, &mut told);
    let PortfolioOutcome { answer, answered_by, bmc, trace_abstraction, certificate, effort } = outcome;
    let (traces, conclusion) = match answer {
        PortfolioAnswer::Safe => (Vec::new(), Conclusion::Safe),
        PortfolioAnswer::Unsafe { traces, end } => (traces, Conclusion::Unsafe(end)),
        PortfolioAnswer::Unknown(reason) => (Vec::new(), Conclusion::Unknown(reason)),
    };
    let end = SearchEnd { conclusion, answered_by, bmc, trace_abstraction, certificate, effort };
    Searched { traces, end: Some(end) }
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
            keep_proof: options.proof,
            dump: options.dump.clone(),
            ..TraceAbstractionConfig::default()
        },
        jobs: options.jobs,
    }
}

/// Keeps what was found until now.
struct Told<'a> {
    traces: Vec<ErrorTrace>,
    watch: &'a mut dyn Watch,
    /// Whose traces these are.
    by: Option<Engine>,
}

impl portfolio::Progress for Told<'_> {
    fn depth(&mut self, unwind: u32) {
        self.watch.depth(unwind);
    }

    fn iteration(&mut self, n: usize) {
        self.watch.iteration(n);
    }

    fn trace(&mut self, engine: Engine, trace: &ErrorTrace) {
        // As in the answer: several traces are those of one engine.
        let is_further = self.by == Some(Engine::TraceAbstraction) && engine == Engine::TraceAbstraction;
        if !is_further {
            self.traces.clear();
        }
        self.traces.push(trace.clone());
        self.by = Some(engine);
        self.watch.found(Searched::given(self.traces.clone()));
    }
}
