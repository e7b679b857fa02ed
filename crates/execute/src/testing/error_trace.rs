//! The error trace of a test that fails.

use std::sync::Arc;

use faultscope_ir::program::{Display, Variable};
use faultscope_ir::trace::Frame;
use faultscope_ir::{
    Check, Command, OriginId, OriginKind, Place, Primitive, ProcId, Program, Property, Sort, Step, Symbol,
    Term, Trace, Value,
};
use faultscope_solver::Limits;
use faultscope_suite::compare::{Difference, Kind};

use super::condition::Written;
use super::{Case, TestFailure};
use crate::ErrorTrace;
use crate::closed::Closed;
use crate::environment::{Environment, Streams};
use crate::interpreter::{self, Execution, ExecutionBounds, Inputs};
use crate::limits::{LAST_RECORDED_STEPS, MAX_CALL_DEPTH, MAX_RECORDED_STEPS, MAX_SHOWN_BYTES, STACK_DEPTH};

/// A test that fails, and how.
#[derive(Debug, Clone, Copy)]
pub struct FailingTest<'a> {
    /// The test.
    pub case: &'a Case,
    /// What is wrong.
    pub failure: &'a TestFailure,
    /// How many steps it takes.
    pub n_steps: u64,
    /// How many steps of it are looked at.
    pub max_steps: u64,
    /// Whether it is certain that it does not end.
    pub repeats: bool,
}

/// The error trace of a test that fails, of a long one its end; none where its execution cannot be followed within the limits.
/// What must hold at its end becomes a row of the program's table of checks, unless it is one already.
pub fn error_trace(program: &mut Program, test: &FailingTest<'_>, limits: &Limits) -> Option<ErrorTrace> {
    let FailingTest { case, failure, .. } = *test;
    let mut run = Run::new(program, test, stop(failure), limits)?;
    // The digits of a number may be right, and others missing behind them: then the number is wrong.
    if let (TestFailure::Output(difference), Some(matcher)) = (failure, &case.output)
        && let Some(expected) = difference.expected.as_ref().filter(|_| difference.kind == Kind::Different)
        && let Some(last) = difference.got.offset.checked_sub(1)
    {
        let is_digit = |text: &[u8], at: usize| text.get(at).is_some_and(u8::is_ascii_digit);
        let is_cut = is_digit(&run.streams.stdout, last) && is_digit(matcher.expected(), expected.offset);
        if is_cut && run.streams.last_write() == difference.got.offset {
            let before = Run::new(program, test, Some(last), limits);
            if let Some(before) = before.filter(|it| it.writes_number(program)) {
                run = before;
            }
        }
    }
    run.finish(program, test)
}

/// Before which byte of the output the execution is ended.
fn stop(failure: &TestFailure) -> Option<usize> {
    match failure {
        TestFailure::Output(difference) if difference.kind != Kind::Missing => Some(difference.got.offset),
        _ => None,
    }
}

/// The execution of a test.
struct Run {
    streams: Streams,
    execution: Execution,
}

impl Run {
    fn new(program: &Program, test: &FailingTest<'_>, stop: Option<usize>, limits: &Limits) -> Option<Run> {
        let FailingTest { case, n_steps, max_steps, .. } = *test;
        let streams = Streams::new(program, case.input.clone());
        let streams = match stop {
            Some(offset) => streams.stopping_behind(offset),
            None => streams,
        };
        let bounds = |max_steps| ExecutionBounds { max_steps, max_call_depth: MAX_CALL_DEPTH };
        let mut given = Given { streams };
        if n_steps.min(max_steps) > MAX_RECORDED_STEPS {
            let mut closed = Closed::new(program);
            // What is wrong may come long before the end of the test.
            closed.go_on_in(&mut given.streams.clone(), max_steps, limits).ok()?;
            if closed.n_steps() > MAX_RECORDED_STEPS {
                let begin = closed.n_steps() - LAST_RECORDED_STEPS;
                let state = closed.state_after(&mut given.streams, begin, limits)?;
                let execution = interpreter::resume(program, state, &mut given, &bounds(max_steps - begin));
                return Some(Run { streams: given.streams, execution });
            }
        }
        let execution = interpreter::run(program, &mut given, &bounds(max_steps));
        Some(Run { streams: given.streams, execution })
    }

    /// Whether it was ended where a number is written.
    fn writes_number(&self, program: &Program) -> bool {
        let interpreter::End::Environment { procedure } = self.execution.end else { return false };
        let primitive = program.procedure(procedure).primitive;
        matches!(primitive, Some(Primitive::PutInteger | Primitive::PutFloat))
    }

    fn finish(self, program: &mut Program, test: &FailingTest<'_>) -> Option<ErrorTrace> {
        let Run { streams, mut execution } = self;
        let FailingTest { case, failure, repeats, .. } = *test;
        let end = match failure {
            TestFailure::Violated(_) => return execution.into_error_trace(),
            TestFailure::Output(difference) => output_end(program, &execution, &streams, case, difference),
            TestFailure::Status { expected, got } => status_end(program, &execution, *expected, *got),
            TestFailure::Aborted => aborted_end(program, &execution),
            TestFailure::RanOn => ran_on_end(program, &execution, repeats),
            TestFailure::Overflowed => overflowed_end(program, &execution),
        }?;
        execution.steps.truncate(end.n_steps);
        let (property, message) = (end.property, end.message);
        let site = program.sources.derive(end.origin, |origin| {
            (origin.kind, origin.trusted) = (OriginKind::Assertion, false);
        });
        let passed = end.condition.map(|condition| lifted(program, &execution, condition, Lift::ToArguments));
        let own = passed.map(|condition| lifted(program, &execution, condition, Lift::ToVariables));
        let condition = own.filter(|it| it.as_bool().is_none());
        let check = program.add_check(Check { property, condition, origin: site, message });
        let iterations = execution.steps.iter().rev().find(|step| step.frame == end.frame);
        let iterations = iterations.map(|step| step.iterations.clone()).unwrap_or_default();
        let mut step = |command: Command, origin: OriginId, value: Value| {
            let (command, iterations) = (Arc::new(command), Arc::clone(&iterations));
            execution.steps.push(Step { command, origin, frame: end.frame, iterations, value: Some(value) });
        };
        let mut fails = passed.filter(|it| it.as_bool().is_none());
        if let (None, Some((got, expected))) = (fails, end.text) {
            // A text is written: it is as if a variable held the byte of it that is wrong.
            let origin = program.sources.derive(end.origin, |origin| {
                (origin.kind, origin.trusted) = (OriginKind::Argument, false);
                origin.place = Some(WRITTEN.to_owned());
            });
            let variable = written_variable(program);
            let byte = |byte: u8| Value::bits(8, byte.into());
            let target = Place::variable(variable);
            step(Command::Assign { target, value: Term::value(byte(got)) }, origin, byte(got));
            fails = Some(Term::symbol(variable).equals(Term::value(byte(expected))));
        }
        if let Some(condition) = fails {
            step(Command::Assume { condition: condition.not() }, site, Value::Bool(true));
        }
        let Execution { steps, frames, inputs, choices, initial, computed: replayed, skipped, .. } =
            execution;
        let trace = Trace { steps: Arc::new(steps), frames, check };
        Some(ErrorTrace { trace, inputs, choices, initial, replayed, skipped })
    }
}

/// Where an execution is wrong.
struct WrongEnd {
    /// So many steps lead there.
    n_steps: usize,
    /// What must hold there, over the variables of the library.
    condition: Option<Term>,
    /// The byte that is written, and the one that is expected.
    text: Option<(u8, u8)>,
    /// The statement of the user's.
    origin: OriginId,
    /// Its activation.
    frame: usize,
    property: Property,
    message: String,
}

/// At a statement that writes, or at the end where something is missing.
fn output_end(
    program: &Program,
    execution: &Execution,
    streams: &Streams,
    case: &Case,
    difference: &Difference,
) -> Option<WrongEnd> {
    let message = match (&difference.expected, difference.kind) {
        (Some(expected), Kind::Missing) => {
            format!("wrong output: expected `{}`, got nothing more", shown(&expected.text))
        }
        (_, Kind::Missing) => "wrong output: it ends too early".to_owned(),
        (_, Kind::Extra) => {
            format!("wrong output: expected its end, got `{}`", shown(&difference.got.text))
        }
        (Some(expected), Kind::Different) => {
            format!(
                "wrong output: expected `{}`, got `{}`",
                shown(&expected.text),
                shown(&difference.got.text)
            )
        }
        (None, Kind::Different) => {
            format!("wrong output: got `{}`", shown(&difference.got.text))
        }
    };
    let property = Property::ExpectedOutput;
    let interpreter::End::Environment { procedure } = execution.end else {
        let (origin, frame) = last_of_user(program, execution)?;
        let n_steps = execution.steps.len();
        let text = text(streams, case, difference);
        return Some(WrongEnd { n_steps, condition: None, text, origin, frame, property, message });
    };
    let called = program.procedure(procedure);
    let n_steps = execution.steps.len();
    let arguments = execution.steps[n_steps - called.parameters.len()..].iter();
    let arguments: Vec<Value> = arguments.filter_map(|step| step.value.clone()).collect();
    let expected = case.output.as_ref().and_then(|matcher| {
        let mut progress = matcher.start();
        progress.feed(&streams.stdout[..streams.last_write()]);
        matcher.expected().get(progress.expected_offset()?..)
    });
    let written = expected.zip(called.primitive).map(|(expected, primitive)| Written {
        primitive,
        arguments: &arguments,
        expected,
    });
    let value = called.parameters.get(1).map(|value| Term::symbol(*value));
    let condition = written.zip(value).and_then(|(written, value)| {
        // What was written is wrong by it.
        let is_wrong = written.condition(Term::value(arguments.get(1)?.clone()))?.as_bool() == Some(false);
        written.condition(value).filter(|_| is_wrong)
    });
    let (origin, frame) = caller_of_user(program, &execution.frames, execution.frames.len() - 1)?;
    let text = text(streams, case, difference);
    Some(WrongEnd { n_steps, condition, text, origin, frame, property, message })
}

/// The byte that is written and the one that is expected, 0 for none.
fn text(streams: &Streams, case: &Case, difference: &Difference) -> Option<(u8, u8)> {
    let got = streams.stdout.get(difference.got.offset).copied();
    let expected = difference.expected.as_ref().filter(|_| difference.kind != Kind::Extra);
    let expected = expected.and_then(|it| case.output.as_ref()?.expected().get(it.offset).copied());
    let text = (got.unwrap_or(0), expected.unwrap_or(0));
    (text.0 != text.1).then_some(text)
}

/// At the end, with a status.
fn status_end(program: &Program, execution: &Execution, expected: i32, got: i32) -> Option<WrongEnd> {
    let (n_steps, frame, procedure) = last_call(program, execution, Primitive::Exit)?;
    let status = Term::symbol(*program.procedure(procedure).parameters.first()?);
    let width = status.sort().bit_width()?;
    // Of the status, eight bits are seen.
    let condition =
        status.extract(7.min(width - 1), 0).equals(Term::signed_bits(8.min(width), expected.into()));
    let by_call = caller_of_user(program, &execution.frames, frame);
    let (origin, frame) = by_call.or_else(|| last_of_user(program, execution))?;
    let message = format!("wrong exit status: expected {expected}, got {got}");
    let property = Property::ExpectedOutput;
    Some(WrongEnd { n_steps, condition: Some(condition), text: None, origin, frame, property, message })
}

/// At a call of `abort`.
fn aborted_end(program: &Program, execution: &Execution) -> Option<WrongEnd> {
    let (n_steps, frame, _) = last_call(program, execution, Primitive::Abort)?;
    let by_call = caller_of_user(program, &execution.frames, frame);
    let (origin, frame) = by_call.or_else(|| last_of_user(program, execution))?;
    let message = "call of abort()".to_owned();
    Some(WrongEnd {
        n_steps,
        condition: None,
        text: None,
        origin,
        frame,
        property: Property::NoAbort,
        message,
    })
}

/// Where it still runs.
fn ran_on_end(program: &Program, execution: &Execution, repeats: bool) -> Option<WrongEnd> {
    let (origin, frame) = last_of_user(program, execution)?;
    let n_steps = execution.steps.len();
    let message = match repeats {
        true => "the program does not end: a state of this loop comes back",
        false => "the program does not end",
    };
    let message = message.to_owned();
    let property = Property::ExpectedOutput;
    Some(WrongEnd { n_steps, condition: None, text: None, origin, frame, property, message })
}

/// At the last call of a procedure that is open already.
fn overflowed_end(program: &Program, execution: &Execution) -> Option<WrongEnd> {
    let Some((called, caller, origin)) = last_recursive_call(program, execution) else {
        return ran_on_end(program, execution, false);
    };
    let n_steps = execution.steps.iter().position(|step| step.frame >= called);
    let name = &execution.frames[called].name;
    Some(WrongEnd {
        n_steps: n_steps.unwrap_or(execution.steps.len()),
        condition: None,
        text: None,
        origin,
        frame: caller,
        property: Property::ExpectedOutput,
        message: format!("stack overflow: the recursion of `{name}` does not end within {STACK_DEPTH} calls"),
    })
}

/// Of the activations that are open at the end, the last one of a procedure that has an open activation before it and is called
/// by code of the user's; with its caller, and the call.
fn last_recursive_call(program: &Program, execution: &Execution) -> Option<(usize, usize, OriginId)> {
    let frames = &execution.frames;
    let mut open = Vec::new();
    let mut next = execution.steps.last().map(|step| step.frame);
    while let Some(frame) = next {
        open.push(frame);
        next = frames[frame].caller.map(|(caller, _)| caller);
    }
    open.iter().enumerate().find_map(|(at, frame)| {
        let (caller, origin) = frames[*frame].caller?;
        let is_open_before =
            open[at + 1..].iter().any(|it| frames[*it].procedure == frames[*frame].procedure);
        let is_of_user = is_of_user(program, frames, caller) && !program.sources.origin(origin).trusted;
        (is_open_before && is_of_user).then_some((*frame, caller, origin))
    })
}

/// A line of a text, as messages have it.
fn shown(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let mut shown: String = text.chars().take(MAX_SHOWN_BYTES).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}

/// The last call of a primitive: the number of steps up to its parameters, its activation and its procedure.
fn last_call(
    program: &Program,
    execution: &Execution,
    primitive: Primitive,
) -> Option<(usize, usize, ProcId)> {
    let is_it = |frame: &Frame| program.procedure(frame.procedure).primitive == Some(primitive);
    let frame = execution.frames.iter().rposition(is_it)?;
    let procedure = execution.frames[frame].procedure;
    let parameters = &program.procedure(procedure).parameters;
    let last = |parameter: &Symbol| {
        let assigns = |step: &Step| step.command.target().is_some_and(|it| it.variable == *parameter);
        execution.steps.iter().rposition(assigns).map(|at| at + 1)
    };
    let n_steps = parameters.iter().filter_map(last).max().unwrap_or(execution.steps.len());
    Some((n_steps, frame, procedure))
}

/// The call by which code of the user's leads to an activation, and the activation that this is in.
fn caller_of_user(program: &Program, frames: &[Frame], frame: usize) -> Option<(OriginId, usize)> {
    let (caller, origin) = frames.get(frame)?.caller?;
    if is_of_user(program, frames, caller) && !program.sources.origin(origin).trusted {
        return Some((origin, caller));
    }
    caller_of_user(program, frames, caller)
}

fn is_of_user(program: &Program, frames: &[Frame], frame: usize) -> bool {
    let procedure = program.procedure(frames[frame].procedure);
    !procedure.trusted && frames[frame].procedure != program.entry
}

/// The last thing that code of the user's did, and the activation that this is in.
fn last_of_user(program: &Program, execution: &Execution) -> Option<(OriginId, usize)> {
    let is_own = |step: &&Step| {
        let origin = program.sources.origin(step.origin);
        is_of_user(program, &execution.frames, step.frame) && !origin.trusted && !origin.kind.is_made()
    };
    execution.steps.iter().rev().find(is_own).map(|step| (step.origin, step.frame))
}

/// How far a condition of the library is followed back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lift {
    /// To the parameters that code of the user's gave values.
    ToArguments,
    /// To the variables of code of the user's.
    ToVariables,
}

/// A condition over variables of the library, as one over what it was given.
fn lifted(program: &Program, execution: &Execution, condition: Term, lift: Lift) -> Term {
    let mut lifted = condition;
    for step in execution.steps.iter().rev() {
        let is_of_library = |symbol: Symbol| {
            let owner = program.declared(symbol).and_then(|(_, variable)| variable.scope.procedure());
            owner.is_some_and(|owner| program.procedure(owner).trusted)
        };
        let symbols = lifted.symbols();
        if !symbols.iter().any(|symbol| is_of_library(*symbol)) {
            break;
        }
        let is_argument = is_of_user(program, &execution.frames, step.frame);
        if let Command::Assign { target, value } = &*step.command
            && (lift == Lift::ToVariables || !is_argument)
            && target.path.is_empty()
            && symbols.contains(&target.variable)
            && is_of_library(target.variable)
        {
            lifted = lifted.rewrite(&mut |symbol| (symbol == target.variable).then_some(*value));
        }
    }
    lifted
}

/// What a text that is written is called, as something that is given a value.
pub const WRITTEN: &str = "output";

/// The variable that holds a byte of a text that is written.
fn written_variable(program: &mut Program) -> Symbol {
    let symbol = Symbol::new("output text", Sort::bits(8));
    program.declare(symbol, Variable::internal(WRITTEN, Display::Character))
}

/// The environment of a test, and zero for what nobody gave.
struct Given {
    streams: Streams,
}

impl Inputs for Given {
    fn havoc(&mut self, _variable: Symbol, sort: Sort, _origin: OriginId) -> Option<Value> {
        Some(Value::zero(sort))
    }

    fn choose(&mut self, _n: usize) -> Option<usize> {
        None
    }

    fn initial(&mut self, variable: Symbol) -> Option<Value> {
        Some(Value::zero(variable.sort()))
    }

    fn environment(&mut self) -> Option<&mut dyn Environment> {
        Some(&mut self.streams)
    }
}
