//! The trace and its inputs as the report has them.

use std::sync::Arc;

use faultscope_frontend::c::START;
use faultscope_frontend::c::accessed::{self, Accessed, Checked};
use faultscope_frontend::print::Values;
use faultscope_ir::program::{Display, Instruction, Language};
use faultscope_ir::{Call, LifeEvent, OriginId, OriginKind, Program, Property, Step, Trace, Usage};
use faultscope_localize::branches::Branches;
use faultscope_verify::ErrorTrace;
use rustc_hash::FxHashMap;

use crate::inputs::{Positions, externals, inputs};
use faultscope_report::{self as report, CallSite, ErrorSite, StepKind};

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
    if is_wrapped(program) && error.trace.frames.len() > 1 {
        // What happens before the entry is called happens in the entry, for the user.
        steps.iter_mut().filter(|step| step.frame == 0).for_each(|step| step.frame = 1);
    }
    let object = checked.object().map(|it| object(program, error, it));
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
    let frame = |frame: &faultscope_ir::trace::Frame| report::Frame {
        function: frame.name.clone(),
        caller: frame.caller.map(|(caller, origin)| (caller, program.sources.origin(origin).span)),
    };
    let frames = error.trace.frames.iter().map(frame).collect();
    report::Trace {
        error: ErrorSite { object, ..error_site(program, &error.trace) },
        inputs: inputs(program, error, &positions),
        externals: externals(program),
        similar: Vec::new(),
        steps,
        frames: without_wrapper(program, frames),
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

fn error_site(program: &Program, trace: &Trace) -> ErrorSite {
    let check = program.check(trace.check);
    let origin = program.sources.origin(check.origin);
    ErrorSite {
        property: check.property,
        message: check.message.clone(),
        span: origin.span,
        text: origin.text.clone(),
        function: origin.function.clone(),
        calls: calls(program, trace, error_frame(program, trace)),
        object: None,
    }
}

/// The object that an error is about.
fn object(program: &Program, error: &ErrorTrace, accessed: &Accessed) -> report::Object {
    let span = |origin| program.sources.origin(origin).span;
    let end = accessed.end.map(|end| match end {
        accessed::ObjectEnd::Freed(origin) => {
            let text = program.sources.origin(origin).text.clone();
            report::ObjectEnd::Freed { text, span: span(origin) }
        }
        accessed::ObjectEnd::Scope(_) => report::ObjectEnd::Scope,
    });
    report::Object {
        kind: accessed.kind,
        name: accessed.name.clone(),
        size: accessed.size,
        made: accessed.made.map(span),
        end,
        usage: accessed.usage,
        offset: accessed.offset,
        n_bytes: accessed.n_bytes,
        story: story(program, &error.trace, accessed),
    }
}

/// What has happened to an object, with the calls that led there.
fn story(program: &Program, trace: &Trace, accessed: &Accessed) -> Vec<report::ObjectEvent> {
    if accessed.story.is_empty() {
        return Vec::new();
    }
    let event = |kind, origin: OriginId, calls| {
        let origin = program.sources.origin(origin);
        let (text, function) = (origin.text.clone(), origin.function.clone());
        report::ObjectEvent { kind, span: origin.span, text, function, calls }
    };
    let events = accessed.story.iter().map(|(kind, step)| {
        let at = &trace.steps[*step];
        event(*kind, at.origin, calls(program, trace, at.frame))
    });
    let used = event(
        LifeEvent::Used,
        program.check(trace.check).origin,
        calls(program, trace, error_frame(program, trace)),
    );
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
    // What the language asks of operations is only worth a line where it is violated.
    let violated = match program.check(trace.check).property.is_written() {
        true => None,
        false => trace.steps.iter().rposition(|step| kind(step) == OriginKind::Requirement),
    };
    let is_shown = move |idx: usize, step: &Step| {
        let is_of_life = kind(step).is_of_life();
        let is_seen = step_kind(kind(step)).is_some() && !is_of_shadow(program, step);
        is_seen && (!is_of_life || is_event(idx)) || Some(idx) == violated
    };
    trace.steps.iter().enumerate().filter(move |(idx, step)| is_shown(*idx, step))
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

/// What the frame of a wrapper is called: all that the user has written there are initial values.
const INITIAL_VALUES: &str = "initial values";

/// The entry of a program may be a wrapper of the translation's; nobody called what it calls.
fn without_wrapper(program: &Program, mut frames: Vec<report::Frame>) -> Vec<report::Frame> {
    if is_wrapped(program) {
        frames[0].function = INITIAL_VALUES.to_owned();
        for frame in &mut frames {
            if frame.caller.is_some_and(|(caller, _)| caller == 0) {
                frame.caller = None;
            }
        }
    }
    frames
}

/// Whether the entry procedure is a wrapper that the translation has put around the user's: it gives globals their
/// first values and calls the procedure that the user knows.
fn is_wrapped(program: &Program) -> bool {
    let entry = program.procedure(program.entry);
    let instructions = entry.blocks.iter().flat_map(|block| &block.instructions);
    let mut calls = instructions.filter_map(|it| match it {
        Instruction::Call(call) => Some(call),
        Instruction::Statement(_) => None,
    });
    let is_wrapping = |call: &Call| {
        let is_lowering = program.sources.origin(call.origin).kind == OriginKind::Lowering;
        is_lowering && (program.procedure(call.callee).name == entry.name || program.language == Language::C)
    };
    // A Boogie procedure may have several implementations.
    calls.next().is_some_and(is_wrapping) && calls.all(is_wrapping)
}

/// The calls that lead to an activation, the outermost first.
pub(crate) fn calls(program: &Program, trace: &Trace, frame: usize) -> Vec<CallSite> {
    let mut calls = Vec::new();
    let mut at = frame;
    while let Some((caller, origin)) = trace.frames[at].caller {
        // What starts the program is none of the user's code.
        let is_start = trace.frames[caller].name == START;
        if caller == 0 && is_wrapped(program) || is_start {
            break;
        }
        calls.push(CallSite {
            caller: trace.frames[caller].name.clone(),
            callee: trace.frames[at].name.clone(),
            span: program.sources.origin(origin).span,
        });
        at = caller;
    }
    calls.reverse();
    calls
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
        place: texts.1.clone(),
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
