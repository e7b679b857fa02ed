//! The program in which inputs choose a change of statements, and the conditions that its executions teach.

use faultscope_frontend::sites::{Executed, StatementPlace};
use faultscope_ir::{Program, Property, Span};
use faultscope_solver::Limits;
use faultscope_verify::ErrorTrace;
use faultscope_verify::neighbours::Neighbour;

use super::change::Changes;
use super::suspects::Suspects;
use crate::learned::{Around, Executions, FailingOperation, Inserted, Learning, learned};
use crate::limits::MAX_LEARNED_STEPS_AROUND;
use crate::workspace::Workspace;

/// A failing program, once more with changes of statements at places; inputs choose one of them.
pub(crate) struct ProgramWithPlaces<'a> {
    original: &'a Program,
    /// How it fails.
    error: &'a ErrorTrace,
    /// The conditions that may lack an operand, and in which function they stand.
    conditions: &'a [(Span, String)],
    pub(super) suspects: Suspects<'a>,
    /// The program with the changes.
    pub(super) changed: Program,
    pub(super) places: Vec<StatementPlace>,
    /// Integers that the source writes.
    pub(super) integers: Vec<i128>,
    /// Names of integers.
    named: Vec<(String, i128)>,
}

impl<'a> ProgramWithPlaces<'a> {
    /// A program with places where the error trace has executed something, and the conditions among that. None where the front end
    /// cannot make one.
    pub(crate) fn new(
        workspace: &dyn Workspace,
        original: &'a Program,
        error: &'a ErrorTrace,
        (executed, conditions): (&Executed, &'a [(Span, String)]),
    ) -> Option<ProgramWithPlaces<'a>> {
        let unit = workspace.unit()?;
        let (translation, places) = unit.with_statements(executed)?;
        Some(ProgramWithPlaces {
            original,
            error,
            conditions,
            suspects: Suspects::new(original),
            changed: workspace.finished(translation)?.program,
            places,
            integers: unit.integers(),
            named: unit.named_constants(),
        })
    }

    /// Whether a statement that has others in it has what fails among them: without it nothing fails, and nothing is repaired.
    pub(super) fn is_around_error(&self, place: &StatementPlace) -> bool {
        let failing = self.original.check(self.error.trace.check).origin;
        let has = |span: Span| place.span.contains(span) && place.span != span;
        has(self.original.sources.origin(failing).span) && self.places.iter().any(|it| has(it.span))
    }

    /// Missing conditions with which these executions around the failing one work.
    pub(crate) fn changes_around(&self, all: &[Neighbour], limits: &Limits) -> Changes {
        let (program, changed, error) = (self.original, &self.changed, self.error);
        let mut changes = Changes::default();
        let executions = Around { program, changed, error, all, limits };
        self.learn(&mut changes, &executions, &[], MAX_LEARNED_STEPS_AROUND, limits);
        // Some executions are no proof.
        changes.statements.iter_mut().for_each(|it| it.passes_all = false);
        changes
    }

    /// Adds the conditions with which executions work, within so many steps; also conditions of statements that help some.
    pub(super) fn learn(
        &self,
        changes: &mut Changes,
        executions: &dyn Executions,
        sometimes: &[Inserted],
        max_steps: u64,
        limits: &Limits,
    ) {
        let check = self.original.check(self.error.trace.check);
        let origin = self.original.sources.origin(check.origin);
        let text = origin.text.as_str();
        let failing = FailingOperation {
            text,
            span: origin.span,
            is_null: check.property == Property::NullDereference,
            is_beyond: check.property == Property::OutOfBounds,
        };
        let learning = Learning {
            program: &self.changed,
            places: &self.places,
            suspects: &self.suspects.numbers(&self.places),
            conditions: self.conditions,
            // What the user has written down is no operation.
            sometimes,
            failing: (!check.property.is_written() && !text.is_empty()).then_some(failing),
            integers: &self.integers,
            named: &self.named,
            executions,
            max_steps,
            limits,
        };
        for condition in learned(&learning) {
            changes.add(condition, &self.places);
        }
    }
}
