//! Looking for errors, and keeping on the way what was found.

use faultscope_ir::Program;
use faultscope_report::Report;
use faultscope_verify::portfolio::{self, Engine, Outcome, portfolio};
use faultscope_verify::{ErrorTrace, bmc, trace_abstraction};

use crate::assemble;
use crate::clock::Clock;
use crate::request::{Options, Progress};

/// Asks the verifiers. Every trace that is found on the way is made known with what the report says so far.
pub(crate) fn search(
    report: &mut Report,
    program: &Program,
    options: &Options,
    clock: &Clock,
    progress: &dyn Progress,
) -> Outcome {
    let start = clock.seconds();
    let limits = clock.search_limits();
    let mut found = Found { report, program, options, clock, progress, by: None };
    let outcome = portfolio(program, &config(options), &limits, &mut found);
    assemble::search(report, &outcome);
    report.statistics.search_seconds = clock.seconds() - start;
    outcome
}

pub(crate) fn config(options: &Options) -> portfolio::Config {
    let standard = bmc::Config::default();
    portfolio::Config {
        strategy: options.strategy,
        bmc: bmc::Config {
            max_unwind: options.unwind.unwrap_or(standard.max_unwind),
            dump: options.dump.clone(),
            ..standard
        },
        bmc_time: options.bmc_time,
        trace_abstraction: trace_abstraction::Config {
            max_traces: options.max_traces,
            keep_proof: options.proof,
            dump: options.dump.clone(),
            ..trace_abstraction::Config::default()
        },
        trace_abstraction_time: options.trace_abstraction_time,
    }
}

/// What was found until now.
struct Found<'a> {
    report: &'a mut Report,
    program: &'a Program,
    options: &'a Options,
    clock: &'a Clock,
    progress: &'a dyn Progress,
    /// Whose traces the report has.
    by: Option<Engine>,
}

impl portfolio::Progress for Found<'_> {
    fn depth(&mut self, unwind: u32) {
        self.progress.depth(unwind);
    }

    fn iteration(&mut self, n: usize) {
        self.progress.iteration(n);
    }

    fn trace(&mut self, engine: Engine, trace: &ErrorTrace) {
        self.report.statistics.trace_seconds.get_or_insert_with(|| self.clock.seconds());
        // As in the answer: several traces are those of one engine.
        let is_further = self.by == Some(Engine::TraceAbstraction) && engine == Engine::TraceAbstraction;
        if is_further {
            assemble::further_error(self.report, self.program, trace);
        } else {
            assemble::error(self.report, self.program, trace);
        }
        self.by = Some(engine);
        // Until the search has ended.
        self.report.all_traces = assemble::wants_several(self.options).then_some(false);
        self.progress.traces(self.report.traces.len());
        self.progress.preliminary(self.report);
    }
}
