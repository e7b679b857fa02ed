//! What is to be repaired.

use std::sync::Arc;

use faultscope_ir::compiler::CompilerEvidence;
use faultscope_ir::{AssumptionKind, Program, Property, PropertyGroup, Span};
use faultscope_localize::Localized;
use faultscope_verify::ErrorTrace;
use faultscope_verify::neighbours::Neighbour;

use crate::statements::edits::StatementRepair;
use crate::tests::Tests;

/// A program that fails.
#[derive(Debug, Clone, Copy)]
pub struct Failure<'a> {
    /// The program.
    pub program: &'a Program,
    /// Executions that fail.
    pub traces: &'a [ErrorTrace],
    /// Executions that violate other checks than these, as far as they are known.
    pub others: &'a [ErrorTrace],
    /// Executions around the first of these, where they are known already.
    pub around: Option<&'a [Neighbour]>,
    /// The tests that it fails, if that is how it fails.
    pub tests: Option<&'a Arc<Tests>>,
    /// What is known of these executions.
    pub localized: &'a Localized,
    /// Changes of statements that may be repairs, the likeliest first.
    pub statements: &'a [StatementRepair],
    /// What a compiler says of each finding; empty where none was asked.
    pub compiler: &'a [Option<CompilerEvidence>],
}

impl Failure<'_> {
    /// What the error traces violate.
    pub(crate) fn violated(&self) -> impl Iterator<Item = Property> + '_ {
        self.traces.iter().map(|it| self.program.check(it.trace.check).property)
    }

    /// The operation of which the value does not fit its type, where that is what the first trace violates.
    pub(crate) fn overflows(&self) -> Option<Span> {
        let check = self.program.check(self.traces.first()?.trace.check);
        let is_it = check.property == Property::Overflow;
        is_it.then(|| self.program.sources.origin(check.origin).span)
    }

    /// Whether a contract says what the program should do: it is violated, or says how the function that fails is called.
    pub(crate) fn is_of_contract(&self) -> bool {
        self.tests.is_none()
            && (self.program.rests_on(AssumptionKind::Precondition)
                || self.violated().any(|it| it == Property::Contracts))
    }

    /// Whether they all do otherwise than tests expect, and nothing else that is wrong.
    pub(crate) fn only_fails_tests(&self) -> bool {
        self.violated().all(|it| it.group() == PropertyGroup::Tests)
    }
}
