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

mod condition;
mod counterfactual;
mod coverage;
mod error_trace;
mod run;
mod unwritten;

use std::sync::Arc;

use faultscope_ir::CheckId;
use faultscope_suite::{Difference, Matcher};

use crate::closed::Covered;
use crate::environment::Input;

pub use counterfactual::counterfactual;
pub use coverage::{Coverage, coverage};
pub use error_trace::{FailingTest, WRITTEN, error_trace};
pub use run::{TestLimits, Tester, failing_in_order, run_all};
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

    /// Whether the program goes on past the bound on its steps.
    pub fn is_endless(&self) -> bool {
        *self == TestResult::Failed(TestFailure::RanOn)
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
