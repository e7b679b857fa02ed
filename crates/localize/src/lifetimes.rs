//! # Where an object ends
//! A use after free, a double free and a use of a variable whose scope has ended are about the end of an object's life. No
//! statement assigns that, so relevance has nothing to say of it. It is asked like the [conditions](mod@crate::conditions): the program
//! is executed once more on the failing inputs without that end. A `free` is left out, or a variable lives on.
//!
//! * A `free` that ended the object is a place, and of a double free the second one, too. Where the program leaks without it, and
//!   leaks are checked, that is what is said of it ([`Rerun::Leaks`]).
//! * A variable whose scope has ended has its place where a pointer to it was kept for longer, as in `return &x`, else where it is
//!   declared.
//! * Memory that is lost has its place where the last pointer to it is lost.
//! * An uninitialized variable has its place where it is declared ([`name_uninitialized`]).
//! * A library call that asks for more than it is given is a place where nothing before it matters ([`call`]).
//!
//! This is a test, as in [`confirm`](mod@crate::confirm); about the program a verifier decides.

use faultscope_ir::limits::Reached;
use faultscope_ir::program::Display;
use faultscope_ir::{LifeEvent, OriginId, OriginKind, Program, Property, Trace, Value};

use crate::conditions::{Turned, turned};
use crate::confirm::Execution;
use crate::finding::{Finding, FindingKind, Missing, Occurrence, Rerun, Strength};
use crate::values;

/// What has happened to the object that an error is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObjectLife {
    /// Its size in bytes.
    pub size: u64,
    /// What has happened, in order, with the steps of the trace.
    pub events: Vec<(LifeEvent, usize)>,
    /// Where it is lost, the statement that would have freed it, if the front end can write that.
    pub release: Option<String>,
}

impl ObjectLife {
    /// The step of an event.
    fn step(&self, event: LifeEvent) -> Option<usize> {
        self.events.iter().find(|(known, _)| *known == event).map(|(_, step)| *step)
    }
}

/// The places where the life of the object of an error ends, with what executions without that end have shown; and the limits
/// that kept something from being tried.
pub fn lifetimes(
    program: &Program,
    trace: &Trace,
    life: Option<&ObjectLife>,
    execution: &mut dyn Execution,
) -> (Vec<Finding>, Reached) {
    let mut reached = Reached::default();
    let findings = match program.check(trace.check).property {
        Property::UseAfterFree | Property::InvalidFree => {
            releases(program, trace, life, execution, &mut reached)
        }
        Property::UseAfterScope => {
            life.and_then(|life| scope_end(program, trace, life, execution)).into_iter().collect()
        }
        Property::MemoryLeak | Property::MemoryCleanup => {
            life.and_then(|life| loss(program, trace, life, execution)).into_iter().collect()
        }
        _ => Vec::new(),
    };
    (findings, reached)
}

/// Each `free` that an error is about.
fn releases(
    program: &Program,
    trace: &Trace,
    life: Option<&ObjectLife>,
    execution: &mut dyn Execution,
    reached: &mut Reached,
) -> Vec<Finding> {
    let origin = |step: usize| program.sources.origin(trace.steps[step].origin);
    let is_release = |step: &usize| {
        let origin = origin(*step);
        let is_choice = trace.steps[*step].command.target().is_none();
        is_choice && origin.kind == OriginKind::Release && origin.is_suspect()
    };
    let check = program.sources.origin(program.check(trace.check).origin).span;
    let last = (0..trace.len()).rev().find(is_release).filter(|step| origin(*step).span == check);
    // Of memory that may be freed, and is freed by a pointer into its middle, the pointer is wrong.
    let begins = |life: &ObjectLife| life.step(LifeEvent::Allocated).map(|step| origin(step).kind);
    let is_alive = life.is_some_and(|life| life.step(LifeEvent::Freed).is_none());
    let is_pointer_wrong = is_alive && life.and_then(begins) == Some(OriginKind::Allocation);
    let last = last.filter(|_| !is_pointer_wrong);
    let freed = life.and_then(|life| life.step(LifeEvent::Freed)).filter(is_release);
    let mut places: Vec<OriginId> = Vec::new();
    for step in freed.into_iter().chain(last) {
        if !places.contains(&trace.steps[step].origin) {
            places.push(trace.steps[step].origin);
        }
    }
    let finding = |place: OriginId| {
        let steps: Vec<usize> =
            (0..trace.len()).filter(is_release).filter(|step| trace.steps[*step].origin == place).collect();
        turned(trace, &steps, Turned::Release, execution, reached)
    };
    places.into_iter().map(finding).collect()
}

/// The place where a pointer to a variable is kept for longer than the variable lives.
fn scope_end(
    program: &Program,
    trace: &Trace,
    life: &ObjectLife,
    execution: &mut dyn Execution,
) -> Option<Finding> {
    let end = life.step(LifeEvent::ScopeEnded)?;
    let place = life.step(LifeEvent::Escaped).or_else(|| life.step(LifeEvent::Declared))?;
    if !program.sources.origin(trace.steps[place].origin).is_suspect() {
        return None;
    }
    let sizes = program.memory.tables?.sizes;
    let is_of_end = |step: &usize| trace.steps[*step].origin == trace.steps[end].origin;
    let resizes =
        |step: &usize| trace.steps[*step].command.target().is_some_and(|target| target.variable == sizes);
    let resized = (0..=end).rev().take_while(is_of_end).find(resizes)?;
    let width = trace.steps[resized].value.as_ref()?.sort().bit_width()?;
    let answer = execution.avoids(resized, &Value::bits(width, life.size.into()), false);
    Some(at_step(trace, place, FindingKind::ScopeEnd, answer))
}

/// The place where the last pointer to an object is lost. Nobody can use the object from there on, so the rest of the execution
/// is the same where it is freed there, but for how many objects are allocated.
fn loss(
    program: &Program,
    trace: &Trace,
    life: &ObjectLife,
    execution: &mut dyn Execution,
) -> Option<Finding> {
    let lost = life.step(LifeEvent::PointerLost)?;
    if !program.sources.origin(trace.steps[lost].origin).is_suspect() {
        return None;
    }
    let n_allocated = program.memory.n_allocated?;
    let counts = |step: &usize| {
        trace.steps[*step].command.target().is_some_and(|target| target.variable == n_allocated)
    };
    let counted = (life.step(LifeEvent::Allocated)?..trace.len()).find(counts)?;
    let fewer = values::shift(trace.steps[counted].value.as_ref()?, -1)?;
    let answer = execution.avoids(counted, &fewer, false);
    let missing = life.release.clone().map(Missing::Statement);
    Some(Finding { missing, ..at_step(trace, lost, FindingKind::PointerLost, answer) })
}

/// The finding of one step, where this came of an execution without what happens there.
fn at_step(trace: &Trace, step: usize, kind: FindingKind, answer: Option<bool>) -> Finding {
    let (rerun, strength) = match answer {
        Some(true) => (Rerun::Avoids(Value::Bool(true)), Strength::Relevant),
        Some(false) => (Rerun::Fails, Strength::Undecided),
        None => (Rerun::Open, Strength::Undecided),
    };
    let iterations = trace.steps[step].iterations.clone();
    Finding {
        occurrences: vec![Occurrence { step, strength, iterations }],
        rerun: Some(rerun),
        ..Finding::new(trace.steps[step].origin, kind, strength, step)
    }
}

/// The call of a library function that is not given what the function asks for, where nothing is known to matter on its lines: what
/// is given as a constant is no value that a step assigns.
pub fn call(program: &Program, trace: &Trace, findings: &[Finding]) -> Option<Finding> {
    let check = program.check(trace.check).origin;
    let origin = program.sources.origin(check);
    let last = trace.len().checked_sub(1).filter(|_| origin.is_suspect())?;
    if !program.memory.library_calls.contains(&trace.check) {
        return None;
    }
    let is_there = |it: &Finding| {
        let at = program.sources.origin(it.origin).span;
        let is_on_lines =
            at.file == origin.span.file && (origin.span.line..=origin.span.end_line).contains(&at.line);
        is_on_lines
            && it.kind.is_code()
            && it.strength <= Strength::Relevant
            && it.rerun != Some(Rerun::Fails)
    };
    let finding = at_step(trace, last, FindingKind::Call, None);
    (!findings.iter().any(is_there)).then_some(Finding { origin: check, occurrences: Vec::new(), ..finding })
}

/// Of an error about a value that is missing, the declarations that it comes from are where the value is missing.
pub fn name_uninitialized(program: &Program, trace: &Trace, findings: &mut [Finding]) {
    if program.check(trace.check).property != Property::Uninitialized {
        return;
    }
    let says_written = |finding: &Finding| {
        let target = trace.steps[finding.step].command.target();
        target.is_some_and(|target| program.display(target.variable) == Display::Shadow)
    };
    let is_missing = |it: &&mut Finding| {
        it.kind == FindingKind::Declaration && it.strength <= Strength::Relevant && says_written(it)
    };
    findings.iter_mut().filter(is_missing).for_each(|it| it.kind = FindingKind::Uninitialized);
}
