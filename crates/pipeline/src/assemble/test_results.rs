//! How the tests went.

use faultscope_describe::test_results::{given, survivor, test_result};
use faultscope_report::{Note, Test, Trace, Verdict};
use faultscope_verify::testing::{TestResult, Tested};

use crate::stages::Stages;
use crate::test::TestRun;

/// The tests, in their order.
pub(super) fn tests(stages: &Stages) -> Vec<Test> {
    let Some(run) = &stages.tested else { return Vec::new() };
    let program = stages.translated.as_ref().map(|it| &it.program);
    let test = |(idx, tested): (usize, &Tested)| Test {
        trace: run.shown.iter().position(|shown| *shown == idx),
        ..match run.undefined.contains(&idx) {
            true => survivor(&run.cases[idx].name),
            false => test_result(&run.cases[idx].name, &tested.result, program, run.max_steps),
        }
    };
    run.tested.iter().enumerate().map(test).collect()
}

/// Traces with what their tests give the program.
pub(super) fn with_given(mut traces: Vec<Trace>, stages: &Stages) -> Vec<Trace> {
    let Some(run) = &stages.tested else { return traces };
    let groups = stages.localized.as_ref().map_or(&[][..], |it| &it.groups);
    for (idx, trace) in traces.iter_mut().enumerate() {
        let number = groups.get(idx).map_or(idx, |it| it.representative());
        let case = run.shown.get(number).map(|it| &run.cases[*it]);
        trace.given = case.map(|it| given(&it.input));
    }
    traces
}

/// What the tests say of the program.
pub(super) fn answered(run: &TestRun) -> (Verdict, Option<Note>) {
    let failed = run.count(|it| matches!(it, TestResult::Failed(_)));
    let undecided = run.count(|it| matches!(it, TestResult::Undecided(_)));
    match (failed, undecided) {
        (0, 0) => (Verdict::TestsPass, None),
        (0, n) => {
            let message = format!("{n} of {} tests could not be followed to their end", run.cases.len());
            (Verdict::Unknown, Some(Note::new(message)))
        }
        _ => (Verdict::Unsafe, None),
    }
}
