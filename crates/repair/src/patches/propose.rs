//! The places to change.

use faultscope_frontend::print;
use faultscope_ir::{OriginId, OriginKind, Program, Span};
use faultscope_localize::{Finding, ProgramFinding};
use faultscope_verify::ErrorTrace;

use crate::patch::Subject;

/// The statements that matter, in their order, and after them the conditions of all traces that are none of them, the nearest
/// to the error first.
pub fn subjects(
    program: &Program,
    traces: &[ErrorTrace],
    findings: &[ProgramFinding<'_>],
    max: usize,
) -> Vec<Subject> {
    let mut subjects: Vec<Subject> = Vec::new();
    let mut seen: Vec<(OriginKind, Span)> = Vec::new();
    let mut is_new = |origin: OriginId| {
        let origin = program.sources.origin(origin);
        let is_new = !origin.trusted && !seen.contains(&(origin.kind, origin.span));
        seen.push((origin.kind, origin.span));
        is_new
    };
    for finding in findings {
        let (finding, error) = (finding.finding(), &traces[finding.shown]);
        if is_new(finding.origin) {
            subjects.push(subject(program, error, finding));
        }
    }
    for error in traces {
        for step in error.trace.steps.iter().rev() {
            let origin = step.origin;
            if program.sources.origin(origin).kind == OriginKind::Condition && is_new(origin) {
                let display = faultscope_ir::program::Display::Plain;
                subjects.push(Subject { origin, values: Vec::new(), condition: None, display });
            }
        }
    }
    subjects.truncate(max);
    subjects
}

fn subject(program: &Program, error: &ErrorTrace, finding: &Finding) -> Subject {
    let target = error.trace.steps[finding.step].command.target();
    let display = target.map(|target| program.display(target.variable));
    let display = display.unwrap_or(faultscope_ir::program::Display::Plain);
    let values = finding.values.iter().map(|value| print::value(program, value, display)).collect();
    Subject { origin: finding.origin, values, condition: finding.condition.clone(), display }
}
