//! Other techniques on the first error trace, to compare with.

use faultscope_ir::Program;
use faultscope_localize::baselines::{Config, Ended, Outcome};
use faultscope_report::{Marked, Report, TechniqueResult};
use faultscope_verify::ErrorTrace;

use crate::assemble::step_kind;
use crate::clock::Clock;
use crate::request::Options;

/// Runs the techniques that are asked for, and puts their answers into the report.
pub(crate) fn techniques(
    report: &mut Report,
    program: &Program,
    error: &ErrorTrace,
    options: &Options,
    clock: &Clock,
) {
    let config = Config { dump: options.dump.clone(), ..Config::standard() };
    for technique in &options.techniques {
        let start = clock.seconds();
        let outcome = technique.run(program, &error.trace, &config, &clock.limits());
        report.techniques.push(result(program, technique.name(), &outcome));
        report.statistics.techniques.push((technique.name().to_owned(), clock.seconds() - start));
    }
}

fn result(program: &Program, name: &str, outcome: &Outcome) -> TechniqueResult {
    let marked = |it: &faultscope_localize::baselines::BaselineStatement| {
        let origin = program.sources.origin(it.origin);
        Some(Marked {
            kind: step_kind(origin.kind)?,
            span: origin.span,
            text: origin.text.clone(),
            function: origin.function.clone(),
            n_occurrences: it.steps.len(),
        })
    };
    TechniqueResult {
        name: name.to_owned(),
        statements: outcome.statements.iter().filter_map(marked).collect(),
        sets: outcome.sets.clone(),
        remark: remark(outcome.ended),
        n_queries: outcome.n_queries,
    }
}

/// Why the answer is not whole, or what there is to know about it.
fn remark(ended: Ended) -> Option<String> {
    Some(match ended {
        Ended::Complete => return None,
        Ended::NoCondition => "the error does not depend on any condition".to_owned(),
        Ended::Infeasible => "no execution takes this path".to_owned(),
        Ended::HardConflict => "no set of statements avoids the error on this path".to_owned(),
        Ended::TooLarge => "the trace is too long for its formula".to_owned(),
        Ended::Bound => "there may be more".to_owned(),
        Ended::Undecided => "the solver left a question open".to_owned(),
        Ended::Stopped(reason) => reason.to_string(),
    })
}
