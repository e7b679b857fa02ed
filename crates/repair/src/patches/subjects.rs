//! The places to change.

use faultscope_frontend::print;
use faultscope_ir::{Check, FindingKind, OriginId, OriginKind, Program, Span, Value};
use faultscope_localize::Finding;
use faultscope_verify::ErrorTrace;

use crate::failure::Failure;
use crate::proposals::{Subject, WrongText};
use crate::workspace::Workspace;

/// A place to change.
#[derive(Debug, Clone)]
pub(super) struct Place {
    pub(super) subject: Subject,
    /// The finding that it is of, by its index; none for a condition that is no finding.
    pub(super) finding: Option<usize>,
}

impl Place {
    /// What tells places with different changes apart, whichever findings come first.
    pub(super) fn key(&self) -> (OriginId, Option<usize>) {
        (self.subject.origin, self.finding)
    }
}

/// The statements that matter, in this order, and after them where the object is made that the error is about, and the
/// conditions of all traces that are none of them, the nearest to the error first.
pub(super) fn places(failure: &Failure<'_>, order: &[usize], workspace: &dyn Workspace) -> Vec<Place> {
    let Failure { program, traces, localized, .. } = *failure;
    let mut places: Vec<Place> = Vec::new();
    let mut seen: Vec<(OriginKind, Span)> = Vec::new();
    let mut is_new = |origin: OriginId| {
        let origin = program.sources.origin(origin);
        let is_new = origin.is_suspect() && !seen.contains(&(origin.kind, origin.span));
        seen.push((origin.kind, origin.span));
        is_new
    };
    for idx in order {
        let finding = &localized.findings[*idx];
        let finding_trace = finding.shown;
        let (finding, error) = (finding.finding(), &traces[finding_trace]);
        if is_new(finding.origin) {
            let mut subject = subject(program, error, finding);
            subject.wrong = wrong_text(failure, finding_trace, finding.origin);
            places.push(Place { subject, finding: Some(*idx) });
        }
    }
    for error in traces {
        if let Some(made) = workspace.made(program, error).filter(|made| is_new(*made)) {
            places.push(Place { subject: Subject::at(made), finding: None });
        }
        for origin in statements_around(program, program.check(error.trace.check)) {
            if is_new(origin) {
                let finding = left_out(failure, origin);
                places.push(Place { subject: Subject::at(origin), finding });
            }
        }
        for step in error.trace.steps.iter().rev() {
            let origin = step.origin;
            if program.sources.origin(origin).kind == OriginKind::Condition && is_new(origin) {
                places.push(Place { subject: Subject::at(origin), finding: None });
            }
        }
    }
    places
}

/// The statements that the operations are part of which the executions have gone wrong at.
pub(super) fn failing_statements(failure: &Failure<'_>) -> Vec<OriginId> {
    let checks = failure.traces.iter().map(|it| failure.program.check(it.trace.check));
    checks.flat_map(|it| statements_around(failure.program, it)).collect()
}

/// The statements that the operation is part of which the execution has gone wrong at. They are not on the trace, for the
/// execution ends before them.
fn statements_around(program: &Program, check: &Check) -> Vec<OriginId> {
    if check.property.is_written() {
        return Vec::new();
    }
    let of_check = program.sources.origin(check.origin);
    let is_around = |id: &OriginId| {
        let origin = program.sources.origin(*id);
        let is_code = matches!(
            origin.kind,
            OriginKind::Assignment | OriginKind::Argument | OriginKind::Return | OriginKind::Condition
        );
        is_code && origin.function == of_check.function && origin.span.contains(of_check.span)
    };
    (0..program.sources.n_origins() as u32).map(OriginId).filter(is_around).collect()
}

/// The finding that a statement should not be executed, if there is one.
fn left_out(failure: &Failure<'_>, origin: OriginId) -> Option<usize> {
    let sources = &failure.program.sources;
    let own = sources.origin(origin);
    let is_it = |it: &Finding| {
        let whole = sources.origin(it.origin);
        let starts_alike = (whole.span.line, whole.span.column) == (own.span.line, own.span.column);
        it.kind == FindingKind::Extra && starts_alike && whole.span.contains(own.span)
    };
    failure.localized.findings.iter().position(|it| is_it(it.finding()))
}

/// What is written that is wrong by the call that a statement is part of, and where that stands.
fn wrong_text(failure: &Failure<'_>, trace: usize, origin: OriginId) -> Option<(Span, WrongText)> {
    let wrong = failure.tests?.wrong(trace)?;
    let sources = &failure.program.sources;
    let call = sources.origin(failure.program.check(failure.traces[trace].trace.check).origin).span;
    let own = sources.origin(origin);
    let is_within = call.contains(own.span);
    (is_within && own.kind == OriginKind::Argument).then(|| (call, wrong.clone()))
}

fn subject(program: &Program, error: &ErrorTrace, finding: &Finding) -> Subject {
    let target = error.trace.steps[finding.step].command.target();
    let display = target.map(|target| program.display(target.variable));
    let display = display.unwrap_or(faultscope_ir::program::Display::Plain);
    // A pointer into the middle of an object is no expression of the type that is assigned.
    let is_written =
        |value: &&Value| target.is_none_or(|target| print::is_writable(program, target.variable, value));
    let values = finding.values.iter().filter(is_written);
    let values = values.map(|value| print::value(program, value, display)).collect();
    let (condition, learned) = (finding.condition.clone(), finding.learned.clone());
    Subject { origin: finding.origin, values, condition, display, wrong: None, learned }
}
