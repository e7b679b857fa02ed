//! Instead of a search: tests say what the program should do.
//!
//! All tests are run. Those that fail are executed once more, the shortest first, and give the error traces; what must hold at
//! their ends are rows in the table of checks of the program from then on.

use std::collections::BTreeSet;
use std::sync::Arc;

use faultscope_ir::Diagnostic;
use faultscope_repair::Tests;
use faultscope_report::Note;
use faultscope_solver::Limits;
use faultscope_suite::Suite;
use faultscope_verify::ErrorTrace;
use faultscope_verify::testing::{
    Case, RecordedTests, SURVIVABLE, TestLimits, TestResult, Tested, around, is_judged_as_compiled, recorded,
    run_all, survivable, violated,
};

use crate::input::{Loaded, Rejection};
use crate::request::{Options, TestOptions};
use crate::translate::{Translated, translate};

/// The tests of a program, and how they went.
#[derive(Debug)]
pub struct TestRun {
    /// The tests.
    pub cases: Vec<Case>,
    /// How each went.
    pub tested: Vec<Tested>,
    /// Those that pass as compiled code does, after something undefined.
    pub undefined: BTreeSet<usize>,
    /// How many steps each was allowed.
    pub max_steps: u64,
    /// The traces of tests that fail, the one to look at first in front.
    pub traces: Vec<ErrorTrace>,
    /// Which test each trace is of.
    pub shown: Vec<usize>,
    /// The tests, for changed programs.
    pub tests: Arc<Tests>,
}

impl TestRun {
    /// How many tests have a result.
    pub fn count(&self, is_it: impl Fn(&TestResult) -> bool) -> usize {
        self.tested.iter().filter(|it| is_it(&it.result)).count()
    }
}

/// A program that was tested.
#[derive(Debug)]
pub struct TestedProgram {
    /// How it was translated.
    pub options: Options,
    /// The program, with what must hold where tests fail among its checks.
    pub translated: Translated,
    /// How its tests went.
    pub run: TestRun,
}

/// Runs the tests of a suite on a program that was translated for execution.
///
/// Where a test does something undefined that compiled code survives ([`SURVIVABLE`]), and that is not
/// [why tests fail](is_judged_as_compiled), all tests are judged as compiled code does, under named assumptions.
///
/// # Errors
/// Where what is expected is not a regular expression, and should be one.
pub fn test(
    loaded: &Loaded,
    mut translated: Translated,
    suite: &Suite,
    test_options: &TestOptions,
    options: &Options,
    limits: &Limits,
) -> Result<TestedProgram, Rejection> {
    let cases: Result<Vec<Case>, Diagnostic> =
        suite.tests.iter().map(|test| Case::new(test, &test_options.comparison)).collect();
    let cases = cases?;
    let bounds = TestLimits { max_steps: test_options.max_steps };
    let run = |translated: &Translated| run_all(&translated.program, &cases, bounds, options.jobs, limits);
    let (mut tested, mut max_steps) = run(&translated);
    let mut options = options.clone();
    let mut undefined = BTreeSet::new();
    let survivable = survivable(&translated.program, &tested);
    if !survivable.is_empty() {
        let lenient = Options {
            properties: options.properties.iter().copied().filter(|it| !SURVIVABLE.contains(it)).collect(),
            zeroes: true,
            ..options.clone()
        };
        let as_compiled = translate(loaded, &lenient)?;
        let (compiled, steps) = run(&as_compiled);
        let survivors = survivable.iter().filter(|idx| compiled[**idx].result.is_passed());
        let survivors: BTreeSet<usize> = survivors.copied().collect();
        if is_judged_as_compiled(&translated.program, &tested, &compiled, !survivors.is_empty()) {
            let mut as_compiled = as_compiled;
            let note = |which: &str, of: &[usize]| {
                let first = of.first().and_then(|idx| violated(&translated.program, &tested[*idx]));
                let first = first.map(|(_, message)| message);
                first.map(|message| {
                    Note::new(format!(
                        "{} of the tests that {which} do something undefined ({message}); compiled code goes on, and so do the tests here",
                        of.len()
                    ))
                })
            };
            let (passing, failing): (Vec<usize>, Vec<usize>) =
                survivable.iter().partition(|idx| survivors.contains(idx));
            as_compiled.warnings.extend(note("pass", &passing).into_iter().chain(note("fail", &failing)));
            undefined = survivors;
            (translated, tested, max_steps, options) = (as_compiled, compiled, steps, lenient);
        }
    }
    translated.warnings.extend(suite.warnings.iter().map(|it| Note::new(it.to_string())));
    let executed = Executed { cases, tested, undefined, max_steps };
    let run = localizable(&mut translated, executed, test_options.max_traces, limits);
    Ok(TestedProgram { options, translated, run })
}

/// Tests that were run; see [`TestRun`].
struct Executed {
    cases: Vec<Case>,
    tested: Vec<Tested>,
    undefined: BTreeSet<usize>,
    max_steps: u64,
}

/// What localization and repair need of tests that were run.
fn localizable(
    translated: &mut Translated,
    executed: Executed,
    max_traces: Option<usize>,
    limits: &Limits,
) -> TestRun {
    let Executed { cases, tested, undefined, max_steps } = executed;
    let RecordedTests { failing, traces, shown } =
        recorded(&mut translated.program, &cases, &tested, max_steps, max_traces, limits);
    let around = shown.first().map(|it| around(&translated.program, (&cases, &tested), *it, limits));
    let all = (cases.clone(), tested.clone());
    let tests = Tests::new(&translated.program, all, &failing, &shown, around.unwrap_or_default(), max_steps);
    TestRun { cases, tested, undefined, max_steps, traces, shown, tests: Arc::new(tests) }
}
