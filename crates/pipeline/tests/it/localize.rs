//! Which statements of error traces matter.

use faultscope_pipeline::localize;
use faultscope_solver::{Limits, StopReason};

use crate::programs::{FAILS, execution, quick, translated};

#[test]
fn statements_matter_or_not() {
    let options = quick();
    let program = translated(FAILS, &options).program;
    let localized = localize(&program, &[execution(&program, 5)], None, &options, &Limits::unlimited());
    let line = |it: &faultscope_localize::ProgramFinding| it.finding().statement(&program).span.line;
    let lines: Vec<u32> = localized.findings.iter().map(line).collect();
    assert!(lines.contains(&7), "what fails is among {lines:?}");
    assert!(!lines.contains(&6), "what has nothing to do with it is not among {lines:?}");
    assert_eq!(localized.interrupted, None);
}

#[test]
fn without_traces_nothing_matters() {
    let options = quick();
    let program = translated(FAILS, &options).program;
    let localized = localize(&program, &[], None, &options, &Limits::unlimited());
    assert!(localized.findings.is_empty() && localized.on.is_empty() && localized.n_queries == 0);
}

#[test]
fn each_trace_has_an_answer_and_each_statement_one_for_all() {
    let options = quick();
    let program = translated(FAILS, &options).program;
    let traces = [execution(&program, 5), execution(&program, 6)];
    let localized = localize(&program, &traces, None, &options, &Limits::unlimited());
    assert_eq!(localized.on.len(), 2);
    for finding in &localized.findings {
        assert_eq!(finding.on.len(), 2);
    }
    let shown: usize = localized.groups.iter().map(|it| it.traces().len()).sum();
    assert_eq!(shown, 2, "the traces are in groups");
}

#[test]
fn a_limit_is_noted() {
    let options = quick();
    let program = translated(FAILS, &options).program;
    let limits = Limits::unlimited();
    limits.cancel();
    let localized = localize(&program, &[execution(&program, 5)], None, &options, &limits);
    assert_eq!(localized.interrupted, Some(StopReason::Cancelled));
}
