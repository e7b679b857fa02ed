//! # Other errors
//! A program has as many errors as checks that an execution violates. One of them is explained in full; each of the others
//! gets the places of its own error trace here, by the same localization.
//!
//! Nothing is asked about the program: no patches, and not whether fixing a place is enough. So the features that need these
//! answers are 0 for every finding, and the order is that of [`ranking`](crate::ranking) without them.
//!
//! **Invariant:** a finding is about the error trace of one error alone.

use std::collections::BTreeMap;
use std::slice;
use std::sync::Arc;

use faultscope_ir::compiler::CompilerWarnings;
use faultscope_ir::limits::Reached;
use faultscope_ir::{CheckId, Program};
use faultscope_localize::Localized;
use faultscope_localize::compiler::CompilerSupport;
use faultscope_solver::{Limits, StopReason};
use faultscope_verify::{Answer, ErrorTrace};

use crate::failure::Failure;
use crate::limits::{MAX_OTHER_ERROR_STEPS, MAX_OTHER_ERRORS, OTHER_ERRORS_EFFORT, reached};
use crate::repair::{Repaired, ranked};

/// The errors of a program beside the one that is explained in full.
#[derive(Debug, Clone, Default)]
pub struct OtherErrors {
    /// The errors, in the order of the program's checks.
    pub errors: Vec<OtherError>,
    /// The bounds that were met on the way.
    pub reached: Reached,
}

/// An error beside the one that is explained in full.
#[derive(Debug, Clone)]
pub struct OtherError {
    /// An execution that leads to it.
    pub error: ErrorTrace,
    /// What is known of this execution.
    pub localized: Localized,
    /// The order of its findings.
    pub repaired: Repaired,
}

/// How an error is explained in short.
pub struct InShort<'a> {
    /// The program.
    pub program: &'a Program,
    /// Finds the statements of an error trace that matter.
    pub localize: &'a dyn Fn(&[ErrorTrace], &Limits) -> Localized,
    /// What a compiler says of the program, where one was asked.
    pub warnings: Option<&'a Arc<CompilerWarnings>>,
    /// Whether findings are ranked by their features; else their order stays.
    pub ranks: bool,
}

impl InShort<'_> {
    /// Explains the errors of an answer that violate other checks than the trace that is shown.
    pub fn explain(&self, answer: &Answer, shown: &ErrorTrace, limits: &Limits) -> OtherErrors {
        let mut others = OtherErrors::default();
        let limits = limits.with_effort(limits.scaled(OTHER_ERRORS_EFFORT));
        let of_checks = of_other_checks(answer, shown.trace.check);
        others.reached.note(&reached::MAX_OTHER_ERRORS, of_checks.len() > MAX_OTHER_ERRORS);
        for error in of_checks.into_values().take(MAX_OTHER_ERRORS) {
            if error.skipped > 0 || error.trace.len() > MAX_OTHER_ERROR_STEPS {
                others.reached.note(&reached::MAX_OTHER_ERROR_STEPS, true);
                continue;
            }
            others.errors.push(self.explained(error, &limits));
            if let Some(reason) = limits.exceeded() {
                others.reached.note(&reached::OTHER_ERRORS_EFFORT, reason == StopReason::EffortLimit);
                break;
            }
        }
        others
    }

    fn explained(&self, error: &ErrorTrace, limits: &Limits) -> OtherError {
        let traces = slice::from_ref(error);
        let localized = (self.localize)(traces, limits);
        let support = self.warnings.map(|it| {
            CompilerSupport::of(self.program, &[&error.trace], &localized.findings, Arc::clone(it))
        });
        let compiler = support.map(|it| it.evidence()).unwrap_or_default();
        let failure = Failure {
            program: self.program,
            traces,
            others: &[],
            around: None,
            tests: None,
            localized: &localized,
            statements: &[],
            compiler: &compiler,
        };
        let repaired = ranked(&failure, self.ranks, limits);
        OtherError { error: error.clone(), localized, repaired }
    }
}

/// For each check but the one that is shown an execution that violates it.
fn of_other_checks(answer: &Answer, shown: CheckId) -> BTreeMap<CheckId, &ErrorTrace> {
    let mut of_checks = BTreeMap::new();
    for error in answer.traces.iter().chain(&answer.others) {
        if error.replayed && error.trace.check != shown {
            of_checks.entry(error.trace.check).or_insert(error);
        }
    }
    of_checks
}
