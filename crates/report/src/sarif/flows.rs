//! Executions that lead to an error, as code flows.

use std::collections::BTreeMap;

use super::log::{CodeFlow, FlowLocation, Location, Text, ThreadFlow};
use super::places::Places;
use super::words::plain;
use crate::words::{count, is_violated, shortened, step};
use crate::{Frame, Step, StepKind, Trace};

/// More steps of one execution are not shown by those who read logs.
pub(super) const MAX_STEPS: usize = 1000;

/// Longer values are cut off.
const MAX_VALUE: usize = 200;

/// Longer statements are cut off.
const MAX_CODE: usize = 100;

/// One execution, with at most so many steps.
pub(super) fn flow(trace: &Trace, number: usize, max_steps: usize, places: &Places<'_>) -> CodeFlow {
    let shown = shown(trace, max_steps.min(MAX_STEPS));
    // What starts the program is no call of its own.
    let depths = trace.steps.iter().map(|it| depth(&trace.frames, it.frame));
    let outermost = depths.min().unwrap_or_default();
    let mut before: Option<Location> = None;
    let mut locations = Vec::new();
    for idx in &shown {
        let step = &trace.steps[*idx];
        let is_last = *idx + 1 == trace.steps.len();
        let Some((location, is_elsewhere)) = place(step, trace, before.as_ref(), places) else { continue };
        locations.push(FlowLocation {
            location: Location {
                message: Some(Text::new(message(step, is_last, is_elsewhere, places))),
                ..location.clone()
            },
            kinds: kinds(step, is_last),
            state: state(step),
            nesting_level: depth(&trace.frames, step.frame) - outermost,
            execution_order: idx + 1,
            importance: if step.relevant || is_last { "essential" } else { "unimportant" },
        });
        before = Some(location);
    }
    CodeFlow { message: Text::new(about(trace, number, &shown)), thread_flows: [ThreadFlow { locations }] }
}

/// The steps that are shown: those that matter before others, those of findings and those close to the error first.
fn shown(trace: &Trace, max: usize) -> Vec<usize> {
    let mut steps: Vec<usize> = (0..trace.steps.len()).collect();
    steps.sort_by_key(|idx| {
        let step = &trace.steps[*idx];
        let is_last = *idx + 1 == trace.steps.len();
        (!is_last, !step.relevant, step.finding.is_none(), std::cmp::Reverse(*idx))
    });
    steps.truncate(max);
    steps.sort_unstable();
    steps
}

/// What an execution is, and what is left out of it.
fn about(trace: &Trace, number: usize, shown: &[usize]) -> String {
    let mut text = format!("Error trace {number}");
    let (n_all, n_shown) = (trace.steps.len(), shown.len());
    if n_shown < n_all {
        let mattering = |idx: &usize| trace.steps[*idx].relevant;
        let n_mattering = trace.steps.iter().filter(|it| it.relevant).count();
        text += &format!(
            ": {n_shown} of {}, {} of the {n_mattering} that matter among them",
            count(n_all, "step"),
            shown.iter().filter(|idx| mattering(idx)).count(),
        );
    } else {
        text += &format!(": {}", count(n_all, "step"));
    }
    if !trace.replayed {
        text += "; it could not be executed step by step: some values are open";
    }
    if !trace.similar.is_empty() {
        text += &format!("; it stands for {} like it", count(trace.similar.len(), "other"));
    }
    text
}

/// Where a step is, and whether it is elsewhere: what is in no file is where its function is called, or where the step before
/// was.
fn place(
    step: &Step,
    trace: &Trace,
    before: Option<&Location>,
    places: &Places<'_>,
) -> Option<(Location, bool)> {
    let frame = &trace.frames[step.frame];
    if let Some(location) = places.location(step.span, Some(&frame.function)) {
        return Some((location, false));
    }
    let mut callers = callers(&trace.frames, step.frame);
    let call = callers.find_map(|(caller, span)| places.location(span, Some(&trace.frames[caller].function)));
    let error = || places.location(trace.error.span, Some(&trace.error.function));
    let before = || before.map(|it| Location { message: None, ..it.clone() });
    Some((call.or_else(before).or_else(error)?, true))
}

fn message(step: &Step, is_last: bool, is_elsewhere: bool, places: &Places<'_>) -> String {
    let effect = shortened(&self::step(step, is_last), MAX_VALUE);
    let code = shortened(&step.text, MAX_CODE);
    let mut text = match (effect.is_empty(), step.kind) {
        (true, _) => format!("`{code}`"),
        (false, StepKind::Condition | StepKind::Assertion) => format!("`{code}` {}", verb(step, is_last)),
        (false, StepKind::Return) => effect,
        (false, StepKind::Argument) => format!("passes {effect}"),
        (false, StepKind::Input) => format!("{effect}, from outside"),
        (false, StepKind::Declaration) => format!("{effect}, uninitialized"),
        (false, StepKind::Allocation | StepKind::Release | StepKind::ScopeEnd) => {
            format!("`{code}`: {effect}")
        }
        (false, StepKind::Assignment) => effect,
    };
    if is_elsewhere {
        let file = &places.report.sources.file(step.span.file).name;
        text += &format!(" (in {file}, line {})", step.span.line);
    }
    if let Some(rank) = step.finding {
        text += &format!(" [finding {rank}]");
    }
    plain(&text)
}

/// How a condition came out.
fn verb(step: &Step, is_last: bool) -> &'static str {
    match (step.kind, step.outcome) {
        (StepKind::Assertion, _) if is_violated(step, is_last) => "is violated",
        (StepKind::Assertion, _) => "holds",
        (_, Some(true)) => "is true",
        (_, Some(false)) => "is false",
        (_, None) => "is decided",
    }
}

fn kinds(step: &Step, is_last: bool) -> Vec<&'static str> {
    let mut kinds = match step.kind {
        StepKind::Condition => vec!["branch"],
        StepKind::Return => vec!["function", "return"],
        StepKind::Argument => vec!["function", "call"],
        StepKind::Allocation => vec!["acquire", "memory"],
        StepKind::Release | StepKind::ScopeEnd => vec!["release", "memory"],
        StepKind::Assertion | StepKind::Assignment | StepKind::Declaration | StepKind::Input => vec!["value"],
    };
    if step.kind == StepKind::Condition {
        kinds.extend(step.outcome.map(|it| if it { "true" } else { "false" }));
    }
    if is_last {
        kinds.push("danger");
    }
    kinds
}

/// What the step has assigned.
fn state(step: &Step) -> BTreeMap<String, Text> {
    let assigned = step.place.as_deref().zip(step.value.as_deref());
    let entry =
        |(place, value): (&str, &str)| (place.to_owned(), Text::new(plain(&shortened(value, MAX_VALUE))));
    assigned.map(entry).into_iter().collect()
}

/// How many calls a frame is in.
fn depth(frames: &[Frame], frame: usize) -> usize {
    callers(frames, frame).count()
}

/// The frames that wait for one, the innermost first, with the places of their calls.
fn callers(frames: &[Frame], frame: usize) -> impl Iterator<Item = (usize, faultscope_ir::Span)> + '_ {
    std::iter::successors(frames[frame].caller, |(caller, _)| frames[*caller].caller)
}
