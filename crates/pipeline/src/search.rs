//! The third stage: executions that lead to an error, or that there are none.

use faultscope_ir::Program;
use faultscope_solver::Limits;
use faultscope_verify::Answer;
use faultscope_verify::ask::{Question, Watch};
use faultscope_verify::bmc::BmcConfig;
use faultscope_verify::portfolio::PortfolioConfig;
use faultscope_verify::settle::Settled;
use faultscope_verify::specified::ask_specified_first;
use faultscope_verify::trace_abstraction::TraceAbstractionConfig;

use crate::request::Options;

/// What is known of a program's errors.
#[derive(Debug)]
pub struct Searched {
    /// The answer of the engines.
    pub answer: Answer,
    /// The program with what is settled about it without a search.
    pub settled: Settled,
}

/// Asks the engines as the options say.
pub fn search(program: &Program, options: &Options, limits: &Limits, watch: &mut dyn Watch) -> Searched {
    let config = config(options);
    let mut question = Question::new(program, &config);
    (question.proof, question.others) = (options.proof, true);
    // What becomes of the checks needs it in any case.
    question.settled(limits);
    let answer = ask_specified_first(&question, limits, watch);
    Searched { answer, settled: question.into_settled(limits) }
}

/// How the engines look for errors.
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
