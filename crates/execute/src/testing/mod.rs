//! Tests: executions of a program of which it is known what they have to write.
//!
//! A program that was translated for an environment that is given is executed on each test ([`Tester`]). Where a test fails, the
//! execution up to there is an error trace ([`error_trace`]), like one that a search has found, and what must hold at its end is
//! a row in the program's table of checks:
//!
//! * a violated check of the program is that row;
//! * the first byte of the output that is wrong belongs to a value or a character that is written. The row stands at the
//!   statement that writes it, with the condition that the value is the one that was expected, where there is one;
//! * output that should not have been written, or that is missing, a wrong status without a value, and a run that does not
//!   end are rows without a condition: such places must not be reached.
//!
//! # Where there are tests
//! A program with tests is translated for an *environment that is given* (`frontend::c::Environment`): functions of the library ask it by *primitives* (`ir::Primitive`), procedures that `verify::environment` answers, with bytes to read and to write, arguments, files and random numbers, none of which is the machine's.
//! Everybody else takes the body of a primitive, which says no more than that any value may come.
//!
//! 1. `verify::testing::run_all` executes the tests by `verify::closed`, which records nothing, on all cores.
//!    What is known of values is kept bit by bit, so that a run that rests on a value that nobody wrote is found out.
//! 2. A test that fails is executed once more by `verify::interpreter`, up to the first byte that is wrong.
//!    `testing::condition` reads off the format and the expected text which value should have been written, and the execution becomes an error trace that ends with the contrary (`testing::error_trace`); its row in the table of checks has the property `expected-output`.
//!    What is read is a constant on that trace, so that everything after it is decided by execution, mostly.
//! 3. Localization is as for any trace; `Counterfactuals` executes in the environment of the test, by `verify::closed` too, which can change the executions of one statement (`closed::watch`); a change avoids the error if the test passes.
//!    Where nothing that is there is wrong, `repair::statements` puts statements between those of the failing execution and leaves some out: one program, in which inputs choose (`frontend::c::statements`), is executed on all tests.
//! 4. `localize::baselines::auto_debug` follows what is violated back to what each statement should have come to, and `repair::auto_debug` makes changes of the text of it, which are tried with those of the rules.
//! 5. `repair::Tests` is the oracle's answer instead of a verifier's: a changed program passes all tests, or it does not. Where a test crashes, or the user has written assertions, the verifiers are asked about what passes; where the changed function or one that calls it has a contract, it is checked (`repair::patches::contracts`).

mod around;
mod condition;
mod counterfactual;
mod coverage;
mod error_trace;
mod recorded;
mod run;
mod survivable;
mod unwritten;

use std::sync::Arc;

use faultscope_ir::{CheckId, Diagnostic};
use faultscope_suite::{Comparison, Difference, Matcher, Test};

use crate::closed::Covered;
use crate::environment::Input;
use crate::limits::STACK_DEPTH;

pub use around::{AroundTest, around};
pub use counterfactual::counterfactual;
pub use coverage::{Coverage, coverage};
pub use error_trace::{FailingTest, WRITTEN, error_trace};
pub use recorded::{RecordedTests, recorded};
pub use run::{TestLimits, Tester, failing_in_order, run_all};
pub use survivable::{SURVIVABLE, is_judged_as_compiled, survivable, violated};
pub use unwritten::zeroed;

/// A test, ready to be executed.
#[derive(Debug, Clone)]
pub struct Case {
    /// What it is called.
    pub name: String,
    /// What the program is given.
    pub input: Input,
    /// What it has to write to standard output, if that is compared.
    pub output: Option<Arc<Matcher>>,
    /// The status that it has to end with, if that is compared.
    pub status: Option<i32>,
}

impl Case {
    /// Whether nothing is said of what the program has to write, nor of the status that it ends with.
    pub fn expects_nothing(&self) -> bool {
        self.output.is_none() && self.status.is_none()
    }

    /// A test as it is executed.
    ///
    /// # Errors
    /// Where what is expected is not a regular expression, and should be one.
    pub fn new(test: &Test, comparison: &Comparison) -> Result<Case, Diagnostic> {
        let output = test.expected.output.as_deref().map(|expected| Matcher::new(expected, comparison));
        let output = output.transpose().map_err(|error| {
            Diagnostic::error(format!(
                "the expected output of `{}` is not a regular expression: {error}",
                test.name
            ))
        })?;
        let values = test.values.as_ref().map(|values| values.iter().map(|it| it.number.whole()).collect());
        let files = test.files.iter().map(|file| (file.name.clone(), file.contents.clone())).collect();
        let input = Input {
            stdin: test.stdin.clone(),
            arguments: test.arguments.clone(),
            files,
            values,
            ..Input::default()
        };
        Ok(Case {
            name: test.name.clone(),
            input,
            output: output.map(Arc::new),
            status: test.expected.status,
        })
    }
}

/// How a test went.
#[derive(Debug, Clone)]
pub struct Tested {
    /// The result.
    pub result: TestResult,
    /// What was written to standard output.
    pub stdout: Vec<u8>,
    /// How many instructions and jumps were executed.
    pub n_steps: u64,
    /// What was executed.
    pub covered: Vec<Covered>,
}

/// The result of a test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TestResult {
    /// The program does what is expected.
    Passed,
    /// It does not.
    Failed(TestFailure),
    /// The execution could not be followed to a decision.
    Undecided(Undecided),
}

impl TestResult {
    /// Whether the program does what is expected.
    pub fn is_passed(&self) -> bool {
        *self == TestResult::Passed
    }

    /// Whether it does something else.
    pub fn is_failed(&self) -> bool {
        matches!(self, TestResult::Failed(_))
    }

    /// Whether the program goes on past a bound: that on its steps, or on its open calls.
    pub fn is_endless(&self) -> bool {
        matches!(self, TestResult::Failed(TestFailure::RanOn | TestFailure::Overflowed))
    }
}

/// What is wrong in a test that fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TestFailure {
    /// The output.
    Output(Difference),
    /// The status, which the test expects to be another one.
    Status {
        /// What is expected.
        expected: i32,
        /// What it is.
        got: i32,
    },
    /// A check is violated.
    Violated(CheckId),
    /// The program is ended by `abort`.
    Aborted,
    /// The program goes on past the bound on its steps.
    RanOn,
    /// More calls are open at once than the stack has room for.
    Overflowed,
}

/// What is said of a program whose calls the stack has no room for.
pub fn overflow_message() -> String {
    format!("stack overflow: more than {STACK_DEPTH} calls are open at once")
}

/// Why a test has no result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Undecided {
    /// What comes next depends on a value that nobody gave, or on something that is not followed.
    Open,
    /// The execution came to this, which was not translated.
    Unsupported(String),
    /// A limit on all work was met.
    Limit,
}
