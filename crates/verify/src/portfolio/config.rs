//! Who is asked, and with which settings.

use crate::bmc::BmcConfig;
use crate::trace_abstraction::TraceAbstractionConfig;

/// A verifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// [Bounded model checking](crate::bmc).
    Bmc,
    /// [Trace abstraction](crate::trace_abstraction).
    TraceAbstraction,
}

impl Engine {
    /// What users call it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Engine::Bmc => "bounded model checking",
            Engine::TraceAbstraction => "trace abstraction",
        }
    }
}

/// Who is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strategy {
    /// One engine. Bounded model checking alone stops at its first error trace, however many are asked for.
    Only(Engine),
    /// Both.
    Portfolio,
}

impl Strategy {
    /// Whether an engine takes part.
    pub fn asks(self, engine: Engine) -> bool {
        self == Strategy::Portfolio || self == Strategy::Only(engine)
    }
}

/// Settings of both engines.
#[derive(Debug, Clone)]
pub struct PortfolioConfig {
    /// Who is asked.
    pub strategy: Strategy,
    /// Settings of bounded model checking.
    pub bmc: BmcConfig,
    /// Settings of trace abstraction.
    pub trace_abstraction: TraceAbstractionConfig,
    /// The effort after which trace abstraction begins in any case, where that is less than usual.
    pub head_start: Option<u64>,
    /// How many units of effort trace abstraction may spend while bounded model checking spends one.
    pub pace: u64,
    /// How many threads there are. With one the engines take turns.
    pub jobs: usize,
}

impl Default for PortfolioConfig {
    /// Both engines, in turns, until the first error trace.
    fn default() -> PortfolioConfig {
        PortfolioConfig {
            strategy: Strategy::Portfolio,
            bmc: BmcConfig::default(),
            trace_abstraction: TraceAbstractionConfig {
                max_traces: Some(1),
                ..TraceAbstractionConfig::default()
            },
            head_start: None,
            pace: 1,
            jobs: 1,
        }
    }
}

impl PortfolioConfig {
    /// The settings for a question of which one error trace is the whole answer.
    pub fn for_one_trace(&self) -> PortfolioConfig {
        let mut config = self.clone();
        config.trace_abstraction.max_traces = Some(1);
        config
    }

    /// Whether more than one trace can become the answer.
    pub(crate) fn wants_several(&self) -> bool {
        self.strategy.asks(Engine::TraceAbstraction) && self.trace_abstraction.max_traces != Some(1)
    }
}
