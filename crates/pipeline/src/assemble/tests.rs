//! How the tests went.

use faultscope_report::{Note, Test, TestLine, TestStatus, Verdict};
use faultscope_suite::compare::Side;
use faultscope_verify::testing::{TestFailure, TestResult, Tested, Undecided};

use crate::stages::Stages;
use crate::test::TestRun;

/// The tests, in their order.
pub(super) fn tests(stages: &Stages) -> Vec<Test> {
    let Some(run) = &stages.tested else { return Vec::new() };
    let test = |(idx, tested): (usize, &Tested)| Test {
        trace: run.shown.iter().position(|shown| *shown == idx),
        ..match run.undefined.contains(&idx) {
            true => survivor(run, idx),
            false => test(run, idx, &tested.result, stages),
        }
    };
    run.tested.iter().enumerate().map(test).collect()
}

/// A test with a result that needs no lines of output to be told.
fn plain(run: &TestRun, idx: usize, status: TestStatus, message: Option<String>) -> Test {
    Test { name: run.cases[idx].name.clone(), status, message, expected: None, got: None, trace: None }
}

/// A test with the right output, which rests on something undefined.
fn survivor(run: &TestRun, idx: usize) -> Test {
    let message = "the output is right, but it rests on something undefined";
    plain(run, idx, TestStatus::Crashed, Some(message.to_owned()))
}

fn test(run: &TestRun, idx: usize, result: &TestResult, stages: &Stages) -> Test {
    let plain = |status, message| plain(run, idx, status, message);
    match result {
        TestResult::Passed => plain(TestStatus::Passed, None),
        TestResult::Failed(TestFailure::Output(difference)) => {
            let message = "the output is another one".to_owned();
            let expected = difference.expected.as_ref().map(line);
            Test { expected, got: Some(line(&difference.got)), ..plain(TestStatus::Failed, Some(message)) }
        }
        TestResult::Failed(TestFailure::Status { expected, got }) => {
            plain(TestStatus::Failed, Some(format!("expected status {expected}, got {got}")))
        }
        TestResult::Failed(TestFailure::Violated(check)) => {
            let program = stages.translated.as_ref().map(|it| &it.program);
            plain(TestStatus::Crashed, program.map(|it| it.check(*check).message.clone()))
        }
        TestResult::Failed(TestFailure::Aborted) => {
            plain(TestStatus::Crashed, Some("call of abort()".to_owned()))
        }
        TestResult::Failed(TestFailure::RanOn) => {
            let message = format!("does not end within {} steps", run.max_steps);
            plain(TestStatus::RanOn, Some(message))
        }
        TestResult::Undecided(Undecided::Open) => {
            let message = "what it does depends on a value that is not known";
            plain(TestStatus::Undecided, Some(message.to_owned()))
        }
        TestResult::Undecided(Undecided::Unsupported(message)) => {
            plain(TestStatus::Undecided, Some(message.clone()))
        }
        TestResult::Undecided(Undecided::Limit) => {
            plain(TestStatus::Undecided, Some("a limit was met".to_owned()))
        }
    }
}

fn line(side: &Side) -> TestLine {
    TestLine { line: side.line, column: side.column, text: String::from_utf8_lossy(&side.text).into_owned() }
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
