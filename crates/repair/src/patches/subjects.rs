//! The places to change.

use faultscope_frontend::print;
use faultscope_ir::{OriginId, OriginKind, Program, Span};
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

/// The statements that matter, in this order, and after them where the object is made that the error is about, and the
/// conditions of all traces that are none of them, the nearest to the error first.
pub(super) fn places(failure: &Failure<'_>, order: &[usize], workspace: &dyn Workspace) -> Vec<Place> {
    let Failure { program, traces, localized, .. } = *failure;
    let mut places: Vec<Place> = Vec::new();
    let mut seen: Vec<(OriginKind, Span)> = Vec::new();
    let mut is_new = |origin: OriginId| {
        let origin = program.sources.origin(origin);
        let is_new = !origin.trusted && !seen.contains(&(origin.kind, origin.span));
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
        for step in error.trace.steps.iter().rev() {
            let origin = step.origin;
            if program.sources.origin(origin).kind == OriginKind::Condition && is_new(origin) {
                places.push(Place { subject: Subject::at(origin), finding: None });
            }
        }
    }
    places
}

/// What is written that is wrong by the call that a statement is part of, and where that stands.
fn wrong_text(failure: &Failure<'_>, trace: usize, origin: OriginId) -> Option<(Span, WrongText)> {
    let wrong = failure.tests?.wrong(trace)?;
    let sources = &failure.program.sources;
    let call = sources.origin(failure.program.check(failure.traces[trace].trace.check).origin).span;
    let own = sources.origin(origin);
    let start = |span: Span| (span.line, span.column);
    let end = |span: Span| (span.end_line, span.end_column);
    let is_within =
        own.span.file == call.file && start(call) <= start(own.span) && end(own.span) <= end(call);
    (is_within && own.kind == OriginKind::Argument).then(|| (call, wrong.clone()))
}

fn subject(program: &Program, error: &ErrorTrace, finding: &Finding) -> Subject {
    let target = error.trace.steps[finding.step].command.target();
    let display = target.map(|target| program.display(target.variable));
    let display = display.unwrap_or(faultscope_ir::program::Display::Plain);
    let values = finding.values.iter().map(|value| print::value(program, value, display)).collect();
    Subject { origin: finding.origin, values, condition: finding.condition.clone(), display, wrong: None }
}
