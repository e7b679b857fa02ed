//! The places to change, and what comes of it, as the report has it.

use std::time::Duration;

use faultscope_ir::{OriginId, OriginKind, Program, Span};
use faultscope_localize::patch::Subject;
use faultscope_localize::print;
use faultscope_localize::{Finding, ProgramFinding};
use faultscope_report::{self as report, PatchVerdict, Report};
use faultscope_solver::Limits;
use faultscope_verify::ErrorTrace;

use super::{Config, Patch, Verdict, patches};
use crate::input::Loaded;
use crate::request::Options;

/// Most places that are changed.
const MAX_SUBJECTS: usize = 40;

/// The statements that matter, in their order, and after them the conditions of all traces that are none of them, the nearest
/// to the error first.
pub(crate) fn subjects(
    program: &Program,
    traces: &[ErrorTrace],
    findings: &[ProgramFinding<'_>],
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
    subjects.truncate(MAX_SUBJECTS);
    subjects
}

fn subject(program: &Program, error: &ErrorTrace, finding: &Finding) -> Subject {
    let target = error.trace.steps[finding.step].command.target();
    let display = target.map(|target| print::display(program, target.variable));
    let display = display.unwrap_or(faultscope_ir::program::Display::Plain);
    let values = finding.values.iter().map(|value| print::value(program, value, display)).collect();
    Subject { origin: finding.origin, values, condition: finding.condition.clone(), display }
}

/// Looks for patches, and puts them into the report, the best first.
pub(crate) fn propose(
    report: &mut Report,
    loaded: &Loaded,
    program: &Program,
    traces: &[ErrorTrace],
    subjects: &[Subject],
    options: &Options,
    limits: &Limits,
) {
    let first = report.statistics.trace_seconds.unwrap_or(report.statistics.search_seconds);
    let config = Config::after(Duration::from_secs_f64(first.max(0.0)));
    let limits = limits.with_timeout(config.total_time);
    let found = patches(loaded, program, traces, subjects, options, &config, &limits);
    report.patches = found.into_iter().map(|it| patch(program, subjects, it)).collect();
}

fn patch(program: &Program, subjects: &[Subject], patch: Patch) -> report::Patch {
    let origin = program.sources.origin(subjects[patch.subject].origin);
    report::Patch {
        span: patch.edit.span,
        statement: origin.span,
        function: origin.function.clone(),
        old: patch.edit.old,
        new: patch.edit.new,
        old_line: patch.change.old,
        new_line: patch.change.new,
        verdict: match patch.verdict {
            Verdict::Proved => PatchVerdict::Proved,
            Verdict::RepairsShownTraces => PatchVerdict::RepairsShownTraces,
        },
        reaches_check: patch.reaches_check,
    }
}
