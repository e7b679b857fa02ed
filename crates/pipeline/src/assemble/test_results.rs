//! How the tests went.

use faultscope_describe::test_results::{answer, given, survivor, test_result};
use faultscope_report::{Note, Test, Trace, Verdict};
use faultscope_verify::testing::Tested;

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
pub(super) fn with_given(traces: Vec<Trace>, stages: &Stages) -> Vec<Trace> {
    let Some(run) = &stages.tested else { return traces };
    given(traces, stages.localized.as_deref(), &|it| run.shown.get(it).map(|it| &run.cases[*it].input))
}

/// What the tests say of the program.
pub(super) fn answered(run: &TestRun) -> (Verdict, Option<Note>) {
    answer(run.tested.iter().map(|it| &it.result))
}
