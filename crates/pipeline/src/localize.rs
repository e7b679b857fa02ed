//! The fourth stage: which statements of error traces matter.

use faultscope_frontend::c::accessed::accessed;
use faultscope_frontend::print;
use faultscope_ir::{Program, Trace};
use faultscope_localize::lifetimes::ObjectLife;
use faultscope_localize::localization::{self, LocalizationConfig, Localized};
use faultscope_localize::relevance::RelevanceConfig;
use faultscope_repair::{Counterfactuals, Tests};
use faultscope_solver::Limits;
use faultscope_verify::ErrorTrace;

use crate::request::Options;

/// Asks of error traces which statements matter. Those of tests are executed again in the environment of the test.
pub fn localize(
    program: &Program,
    traces: &[ErrorTrace],
    tests: Option<&Tests>,
    options: &Options,
    limits: &Limits,
) -> Localized {
    let config = LocalizationConfig {
        relevance: RelevanceConfig {
            trace_aberrant: options.trace_aberrant,
            dump: options.dump.clone(),
            is_expressible: print::is_expressible,
            ..RelevanceConfig::standard()
        },
        conditions: options.program_level,
    };
    let of_traces: Vec<&Trace> = traces.iter().map(|error| &error.trace).collect();
    let life = |error: &ErrorTrace| {
        let accessed = accessed(program, &error.trace, &error.initial)?;
        let (size, events) = (accessed.size, accessed.story);
        Some(ObjectLife { size, events, release: accessed.release })
    };
    let changes = Counterfactuals { program, traces, tests, life: &life, limits };
    let mut localized = localization::localize(program, &of_traces, &changes, &config, limits);
    traces.iter().for_each(|error| error.note_limits(&mut localized.limits));
    localized
}
