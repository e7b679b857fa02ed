//! The trace and its inputs as the report has them.

use std::sync::Arc;

use faultscope_frontend::c::accessed::{self, Accessed, Checked};
use faultscope_frontend::print::Values;
use faultscope_ir::program::{Display, Scope};
use faultscope_ir::{LifeEvent, OriginId, OriginKind, Program, Property, PropertyGroup, Step, Trace, Usage};
use faultscope_localize::branches::Branches;
use faultscope_verify::ErrorTrace;
use faultscope_verify::testing::WRITTEN;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::frames::Frames;
use crate::given::given;
use crate::inputs::{Positions, externals, inputs};
use faultscope_report::{self as report, ErrorSite, StepKind};

/// The trace; what is relevant is not known yet, nor what other traces are like it.
pub fn trace(program: &Program, error: &ErrorTrace) -> report::Trace {
    trace_about(program, error, &Checked::of(program, &error.trace, &error.initial))
}

/// The same, where the memory that its check is about is known.
pub(crate) fn trace_about(program: &Program, error: &ErrorTrace, checked: &Checked) -> report::Trace {
    let branches = Branches::new(program);
    let values = Values::new(program, &error.trace, &error.initial);
    let mut texts = Texts::default();
    let positions = Positions(shown(program, &error.trace, checked).map(|(idx, _)| idx).collect());
    let mut steps = Vec::with_capacity(positions.0.len());
    steps.extend(
        positions
            .0
            .iter()
            .map(|idx| step(&values, program, &branches, &mut texts, (*idx, &error.trace.steps[*idx]))),
    );
    let frames = Frames::new(program, &error.trace);
    steps.iter_mut().for_each(|step| step.frame = frames.known(step.frame));
    let object = checked.object().map(|it| object(&frames, program, error, it));
    if let Some(object) = &object {
        name_ended(&mut steps, object);
    }
    if let Some(last) = steps.last_mut().filter(|it| it.kind == StepKind::Assertion) {
        last.object = object.clone().map(Box::new);
        // What was expected of output is no condition of the program.
        if program.check(error.trace.check).property == Property::ExpectedOutput {
            last.outcome = Some(false);
        }
    }
    report::Trace {
        error: ErrorSite { object, ..error_site(&frames, program, &error.trace) },
        inputs: inputs(program, error, &positions),
        given: given(program, error, &values),
        externals: externals(program),
        similar: Vec::new(),
        steps,
        frames: frames.described(),
        replayed: error.replayed,
    }
}

/// A trace that is not shown.
pub(crate) fn similar(program: &Program, error: &ErrorTrace) -> report::Similar {
    // There is nothing that a step could be looked up in.
    let inputs = inputs(program, error, &Positions::default());
    let checked = Checked::of(program, &error.trace, &error.initial);
    report::Similar { n_steps: shown(program, &error.trace, &checked).count(), inputs }
}

fn error_site(frames: &Frames<'_>, program: &Program, trace: &Trace) -> ErrorSite {
    let check = program.check(trace.check);
    let (site, frame) = frames.site(check.origin, error_frame(program, trace));
    let origin = program.sources.origin(site);
    ErrorSite {
        property: check.property,
        message: check.message.clone(),
        span: origin.span,
        text: origin.text.clone(),
        function: frames.function(origin, frame).to_owned(),
        calls: frames.calls(frame),
        object: None,
    }
}

/// The object that an error is about.
fn object(frames: &Frames<'_>, program: &Program, error: &ErrorTrace, accessed: &Accessed) -> report::Object {
    let trace = &error.trace;
    let seen = |origin: OriginId| {
        let steps = accessed.story.iter().map(|(_, step)| &trace.steps[*step]);
        let at = steps.clone().find(|it| it.origin == origin).or_else(|| steps.clone().next_back());
        at.map_or(origin, |at| frames.site(origin, at.frame).0)
    };
    let end = accessed.end.map(|end| match end {
        accessed::ObjectEnd::Freed(origin) => {
            let origin = program.sources.origin(seen(origin));
            report::ObjectEnd::Freed { text: origin.text.clone(), span: origin.span }
        }
        accessed::ObjectEnd::Scope(_) => report::ObjectEnd::Scope,
    });
    report::Object {
        kind: accessed.kind,
        name: accessed.name.clone(),
        size: accessed.size,
        made: accessed.made.map(|made| program.sources.origin(seen(made)).span),
        end,
        usage: accessed.usage,
        offset: accessed.offset,
        n_bytes: accessed.n_bytes,
        story: story(frames, program, trace, accessed),
    }
}

/// What has happened to an object, with the calls that led there.
fn story(
    frames: &Frames<'_>,
    program: &Program,
    trace: &Trace,
    accessed: &Accessed,
) -> Vec<report::ObjectEvent> {
    if accessed.story.is_empty() {
        return Vec::new();
    }
    let event = |kind, origin: OriginId, frame| {
        let (site, frame) = frames.site(origin, frame);
        let origin = program.sources.origin(site);
        let (text, function) = (origin.text.clone(), frames.function(origin, frame).to_owned());
        report::ObjectEvent { kind, span: origin.span, text, function, calls: frames.calls(frame) }
    };
    let events = accessed.story.iter().map(|(kind, step)| {
        let at = &trace.steps[*step];
        event(*kind, at.origin, at.frame)
    });
    let used = event(LifeEvent::Used, program.check(trace.check).origin, error_frame(program, trace));
    // What is lost is not used any more.
    events.chain((accessed.usage != Usage::Lose).then_some(used)).collect()
}

/// Names the object whose scope ends at a step.
fn name_ended(steps: &mut [report::Step], object: &report::Object) {
    for step in steps.iter_mut().filter(|it| it.kind == StepKind::ScopeEnd) {
        step.place = Some(object.name.as_str().into());
    }
}

/// The steps that the user has written, and those that begin or end the object that the error is about, with their indices in
/// the trace.
pub(crate) fn shown<'a>(
    program: &'a Program,
    trace: &'a Trace,
    checked: &'a Checked,
) -> impl Iterator<Item = (usize, &'a Step)> {
    let is_event =
        move |idx: usize| checked.object().is_some_and(|it| it.story.iter().any(|(_, step)| *step == idx));
    let kind = |step: &Step| program.sources.origin(step.origin).kind;
    let asked = asked(program);
    // What the language asks of operations is only worth a line where it is violated.
    let violated = match program.check(trace.check).property.is_written() {
        true => None,
        false => trace.steps.iter().rposition(|step| asked.contains(&step.origin)),
    };
    let is_shown = move |idx: usize, step: &Step| {
        let is_of_life = kind(step).is_of_life();
        let is_seen =
            step_kind(kind(step)).is_some() && !is_of_shadow(program, step) && !asked.contains(&step.origin);
        is_seen && (!is_of_life || is_event(idx)) || Some(idx) == violated
    };
    trace.steps.iter().enumerate().filter(move |(idx, step)| is_shown(*idx, step))
}

/// Whether a step stands for a text that is written: for the byte of it that is not as expected.
pub(crate) fn is_output(program: &Program, step: &Step) -> bool {
    let declared = step.command.target().and_then(|it| program.declared(it.variable));
    declared.is_some_and(|(_, it)| it.scope == Scope::Internal && it.name == WRITTEN)
}

/// The origins of what the language asks of operations: those of which nobody wrote down that they have to hold.
pub(crate) fn asked(program: &Program) -> FxHashSet<OriginId> {
    let is_asked = |property: Property| !property.is_stated() && property.group() != PropertyGroup::Repair;
    let kind = |id: &OriginId| program.sources.origin(*id).kind;
    let of_checks = program.checks.iter().filter(|it| is_asked(it.property)).map(|it| it.origin);
    let assertions = of_checks.filter(|it| kind(it) == OriginKind::Assertion);
    let origins = (0..program.sources.n_origins() as u32).map(OriginId);
    assertions.chain(origins.filter(|it| kind(it) == OriginKind::Requirement)).collect()
}

/// Whether a step says of what comes next only that nobody wrote it, or that somebody did.
pub(crate) fn is_of_shadow(program: &Program, step: &Step) -> bool {
    step.command.target().is_some_and(|it| program.display(it.variable) == Display::Shadow)
}

/// How many steps lie at most between what a statement does to a variable and to its shadow: a call has both for each
/// parameter.
const MAX_SHADOW_DISTANCE: usize = 64;

/// The step of the same statement that assigns what a shadow belongs to, for a step that assigns the shadow.
pub(crate) fn shadowed(program: &Program, trace: &Trace, step: usize) -> Option<usize> {
    let steps = &trace.steps;
    let is_it = |at: &usize| {
        steps.get(*at).is_some_and(|it| it.origin == steps[step].origin && !is_of_shadow(program, it))
    };
    let around =
        (1..=MAX_SHADOW_DISTANCE).flat_map(|distance| [Some(step + distance), step.checked_sub(distance)]);
    around.flatten().find(is_it)
}

/// The activation in which the error is.
fn error_frame(program: &Program, trace: &Trace) -> usize {
    let function = &program.sources.origin(program.check(trace.check).origin).function;
    let last = trace.steps.last().map_or(0, |step| step.frame);
    trace.frames.iter().rposition(|frame| frame.name == *function).unwrap_or(last)
}

/// What stands at the origins of steps, and the places that are assigned there.
type Texts = FxHashMap<OriginId, (Arc<str>, Option<Arc<str>>)>;

fn step(
    values: &Values<'_>,
    program: &Program,
    branches: &Branches,
    texts: &mut Texts,
    (idx, step): (usize, &Step),
) -> report::Step {
    let origin = program.sources.origin(step.origin);
    let texts = texts
        .entry(step.origin)
        .or_insert_with(|| (origin.text.as_str().into(), origin.place.as_deref().map(Arc::from)));
    // Of what the language asks, only what is violated is shown.
    let kind = step_kind(origin.kind).unwrap_or(StepKind::Assertion);
    let is_condition = matches!(kind, StepKind::Condition | StepKind::Assertion);
    report::Step {
        kind,
        span: origin.span,
        text: Arc::clone(&texts.0),
        frame: step.frame,
        iterations: Arc::clone(&step.iterations),
        place: texts.1.clone().filter(|_| !is_output(program, step)),
        value: step.command.target().and_then(|target| {
            let value = step.value.as_ref().filter(|_| !origin.kind.is_of_life())?;
            Some(values.of(target.variable, value, idx))
        }),
        outcome: if is_condition { branches.outcome(step) } else { None },
        finding: None,
        relevant: false,
        trusted: origin.trusted,
        object: None,
    }
}

pub(crate) fn step_kind(kind: OriginKind) -> Option<StepKind> {
    Some(match kind {
        OriginKind::Assignment => StepKind::Assignment,
        OriginKind::Argument => StepKind::Argument,
        OriginKind::Return => StepKind::Return,
        OriginKind::Declaration => StepKind::Declaration,
        OriginKind::Input => StepKind::Input,
        OriginKind::Condition => StepKind::Condition,
        OriginKind::Assertion => StepKind::Assertion,
        OriginKind::Allocation => StepKind::Allocation,
        OriginKind::Release => StepKind::Release,
        OriginKind::ScopeEnd => StepKind::ScopeEnd,
        OriginKind::Requirement | OriginKind::Division | OriginKind::Lowering => return None,
    })
}
