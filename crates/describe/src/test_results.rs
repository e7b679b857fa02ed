//! How a test went.

use faultscope_ir::Program;
use faultscope_localize::Localized;
use faultscope_report::{Given, GivenFile, GivenVariable, Note, Test, TestLine, TestStatus, Trace, Verdict};
use faultscope_suite::compare::Side;
use faultscope_verify::environment::Input;
use faultscope_verify::testing::{TestFailure, TestResult, Undecided, overflow_message};

/// The result of a test of a program; `max_steps` is how many instructions and jumps it was allowed.
pub fn test_result(name: &str, result: &TestResult, program: Option<&Program>, max_steps: u64) -> Test {
    let plain = |status, message| plain(name, status, message);
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
            plain(TestStatus::Crashed, program.map(|it| it.check(*check).message.clone()))
        }
        TestResult::Failed(TestFailure::Aborted) => {
            plain(TestStatus::Crashed, Some("call of abort()".to_owned()))
        }
        TestResult::Failed(TestFailure::RanOn) => {
            let message = format!("does not end within {} steps", max_steps);
            plain(TestStatus::RanOn, Some(message))
        }
        TestResult::Failed(TestFailure::Overflowed) => plain(TestStatus::RanOn, Some(overflow_message())),
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

/// What the results of tests say of the program.
pub fn answer<'a>(results: impl Iterator<Item = &'a TestResult> + Clone) -> (Verdict, Option<Note>) {
    let failed = results.clone().filter(|it| it.is_failed()).count();
    let undecided = results.clone().filter(|it| matches!(it, TestResult::Undecided(_))).count();
    let all = results.count();
    match (failed, undecided) {
        (0, 0) => (Verdict::TestsPass, None),
        (0, n) => {
            let message = format!("{n} of {all} tests could not be followed to their end");
            (Verdict::Unknown, Some(Note::new(message)))
        }
        _ => (Verdict::Unsafe, None),
    }
}

/// Traces with what their tests give the program; `input` by the number of a trace among all that were found.
pub fn given<'a>(
    mut traces: Vec<Trace>,
    localized: Option<&Localized>,
    input: &dyn Fn(usize) -> Option<&'a Input>,
) -> Vec<Trace> {
    for (idx, trace) in traces.iter_mut().enumerate() {
        let group = localized.and_then(|it| it.groups.get(idx));
        trace.given = input(group.map_or(idx, |it| it.representative())).map(given_by);
    }
    traces
}

fn given_by(input: &Input) -> Given {
    let file = |(name, contents): (&Vec<u8>, &Vec<u8>)| GivenFile {
        name: name.clone(),
        contents: Some(contents.clone()),
    };
    let variable = |(name, value): (&Vec<u8>, &Vec<u8>)| GivenVariable {
        name: name.clone(),
        value: Some(value.clone()),
    };
    Given {
        stdin: Some(input.stdin.clone()),
        arguments: input.arguments.clone(),
        files: input.files.iter().map(file).collect(),
        variables: input.variables.iter().map(variable).collect(),
        values: input.values.clone(),
    }
}

fn line(side: &Side) -> TestLine {
    TestLine { line: side.line, column: side.column, text: String::from_utf8_lossy(&side.text).into_owned() }
}

/// A test with the right output, which rests on something undefined.
pub fn survivor(name: &str) -> Test {
    let message = "the output is right, but it rests on something undefined";
    plain(name, TestStatus::Crashed, Some(message.to_owned()))
}

/// A test with a result that needs no lines of output to be told.
fn plain(name: &str, status: TestStatus, message: Option<String>) -> Test {
    Test { name: name.to_owned(), status, message, expected: None, got: None, trace: None }
}
