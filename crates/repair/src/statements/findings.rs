//! Statements and conditions that may be missing, statements that are executed where they should not be, and ends of blocks, among the
//! findings.

use std::collections::BTreeSet;

use faultscope_frontend::sites::{Executed, Side};
use faultscope_ir::{Origin, OriginId, OriginKind, Program, Span, Trace, Value};
use faultscope_localize::finding::{Finding, FindingKind, Learned, Missing, Occurrence, Rerun, Strength};
use faultscope_localize::localization::Localized;
use faultscope_localize::program::{Constant, ProgramFinding};
use faultscope_solver::Limits;
use faultscope_verify::ErrorTrace;
use faultscope_verify::neighbours::{Neighbour, neighbours};

use crate::learned::Guards;
use crate::limits::MAX_CHANGED_STATEMENTS;
use crate::retyped::{self, Retyped};
use crate::statements::edits::{END_OF_CASE, Failing, StatementRepair, is_statement};
use crate::statements::{Change, Changes, ProgramWithPlaces, StatementChange};
use crate::tests::Tests;
use crate::workspace::Workspace;

/// What may be changed of the statements and conditions that an error trace executes.
pub struct Found {
    changes: Changes,
    /// Types that may be others.
    retyped: Vec<Retyped>,
    /// Where the conditions stand, and in which function.
    conditions: Vec<(Span, String)>,
    /// Executions around the first error trace; none where they are not known, or a limit has cut them short.
    around: Option<Vec<Neighbour>>,
    /// What is known of the failure.
    failing: Failing,
}

/// Looks for changes with which failing tests pass.
pub fn for_tests(
    workspace: &dyn Workspace,
    program: &Program,
    traces: &[ErrorTrace],
    tests: &Tests,
    limits: &Limits,
) -> Found {
    let (executed, conditions) = executed(program, traces);
    let changes = traces.first().and_then(|error| {
        let program = ProgramWithPlaces::new(workspace, program, error, (&executed, &conditions))?;
        Some(program.changes_for(tests, limits))
    });
    let retyped = retyped::for_tests(workspace, program, traces, tests, limits);
    let failing = Failing { is_judged: !tests.expect_nothing(), hangs: tests.hangs() };
    Found { changes: changes.unwrap_or_default(), retyped, conditions, around: None, failing }
}

/// Looks for conditions with which the executions around the first error trace work.
pub fn around(workspace: &dyn Workspace, program: &Program, traces: &[ErrorTrace], limits: &Limits) -> Found {
    let (executed, conditions) = executed(program, traces);
    let all = traces.first().map(|error| neighbours(program, error, limits)).unwrap_or_default();
    let is_whole = limits.exceeded().is_none();
    let changes = traces.first().filter(|_| !all.is_empty()).and_then(|error| {
        let program = ProgramWithPlaces::new(workspace, program, error, (&executed, &conditions))?;
        Some(program.changes_around(&all, limits))
    });
    let retyped = retyped::for_checks(workspace, program, traces);
    let around = is_whole.then_some(all);
    Found { changes: changes.unwrap_or_default(), retyped, conditions, around, failing: Failing::default() }
}

/// What is known of statements and conditions beside what the localization says of an error trace's steps.
#[derive(Debug, Clone, Default)]
pub struct Beside {
    /// Findings, each on every trace.
    pub findings: Vec<Vec<Option<Finding>>>,
    /// Changes of statements that may be repairs, the likeliest first.
    pub repairs: Vec<StatementRepair>,
    /// Executions around the first error trace, where they are known.
    pub around: Option<Vec<Neighbour>>,
}

impl Found {
    /// The findings, and the changes as the text has them; their places become origins of the program, which is not asked for
    /// where there are none.
    pub fn beside<'p>(self, program: impl FnOnce() -> &'p mut Program, traces: &[ErrorTrace]) -> Beside {
        let Changes { statements, operands } = self.changes;
        let mut beside = Beside { around: self.around, ..Beside::default() };
        if statements.is_empty() && operands.is_empty() && self.retyped.is_empty() {
            return beside;
        }
        let program = program();
        let lacking: Vec<Vec<Option<Finding>>> =
            self.conditions.iter().filter_map(|it| lacking(program, traces, it, &operands)).collect();
        for change in statements {
            let repair = StatementRepair::new(&program.sources, &change, self.failing);
            let Some((origin, findings)) = on_traces(program, traces, change) else { continue };
            beside.findings.push(findings);
            beside.repairs.extend(repair.map(|it| StatementRepair { origin, ..it }));
        }
        beside.findings.extend(lacking);
        for retyped in self.retyped {
            let (edit, weight) = (retyped.edit.clone(), retyped.weight());
            let Some((origin, findings)) = of_type(program, traces, retyped) else { continue };
            beside.findings.push(findings);
            beside.repairs.push(StatementRepair {
                origin,
                edit,
                adds_nothing: false,
                is_usual: false,
                checks_null: false,
                weight,
            });
        }
        beside
    }
}

/// What the first error trace executes last, and of that the conditions, with the functions that they stand in.
fn executed(program: &Program, traces: &[ErrorTrace]) -> (Executed, Vec<(Span, String)>) {
    let Some(error) = traces.first() else { return (Executed::default(), Vec::new()) };
    // What fails leaves no step.
    let check = program.check(error.trace.check);
    let failing = Some(program.sources.origin(check.origin)).filter(|it| it.is_suspect());
    let mut executed: BTreeSet<Span> = failing.map(|it| it.span).into_iter().collect();
    let failing = failing.filter(|_| !check.property.is_written());
    let is_failing = |it: &&Origin| {
        it.kind == OriginKind::Condition
            && failing
                .is_some_and(|failing| failing.function == it.function && it.span.contains(failing.span))
    };
    let failing_conditions = program.sources.origins().iter().filter(is_failing);
    let mut conditions: Vec<(Span, String)> =
        failing_conditions.map(|it| (it.span, it.function.clone())).collect();
    for step in error.trace.steps.iter().rev() {
        let origin = program.sources.origin(step.origin);
        if origin.is_suspect() && executed.len() < MAX_CHANGED_STATEMENTS {
            let is_new = executed.insert(origin.span);
            let condition = (origin.span, origin.function.clone());
            if is_new && origin.kind == OriginKind::Condition && !conditions.contains(&condition) {
                conditions.push(condition);
            }
        }
    }
    let places = executed.into_iter().collect();
    (Executed { places, failing: failing.map(|it| it.span) }, conditions)
}

/// The condition at a place in a function, where it lacks one of these operands.
fn lacking(
    program: &Program,
    traces: &[ErrorTrace],
    (span, function): &(Span, String),
    operands: &[(Span, String, Learned)],
) -> Option<Vec<Option<Finding>>> {
    let own = operands.iter().filter(|(at, within, _)| at == span && within == function);
    let learned: Vec<Learned> = own.map(|(_, _, learned)| learned.clone()).collect();
    if learned.is_empty() {
        return None;
    }
    let on_trace = |error: &ErrorTrace| {
        let is_condition = |id: &OriginId| {
            let origin = program.sources.origin(*id);
            origin.kind == OriginKind::Condition && origin.span == *span && origin.function == *function
        };
        let is_it = |step: &usize| is_condition(&error.trace.steps[*step].origin);
        let strength = Strength::Undecided;
        let Some(step) = (0..error.trace.len()).rev().find(is_it) else {
            // A condition whose evaluation fails leaves no step.
            let origin = (0..program.sources.n_origins() as u32).map(OriginId).find(is_condition)?;
            let step = step(program, &error.trace, *span, function)?;
            return Some(Finding {
                learned: learned.clone(),
                ..Finding::new(origin, FindingKind::Condition, strength, step)
            });
        };
        let origin = error.trace.steps[step].origin;
        let iterations = error.trace.steps[step].iterations.clone();
        Some(Finding {
            learned: learned.clone(),
            occurrences: vec![Occurrence { step, strength, iterations }],
            ..Finding::new(origin, FindingKind::Condition, strength, step)
        })
    };
    Some(traces.iter().map(on_trace).collect())
}

/// Puts findings behind what was found on the traces. Whether one value fixes all traces is open where nothing is decided.
pub fn add(program: &Program, localized: &mut Localized, findings: Vec<Vec<Option<Finding>>>) {
    for on in findings {
        if is_told(program, localized, &on) {
            continue;
        }
        let Some((shown, strength)) =
            on.iter().zip(0..).find_map(|(it, idx)| Some((idx, it.as_ref()?.strength)))
        else {
            continue;
        };
        for (localized, finding) in localized.on.iter_mut().zip(&on) {
            localized.findings.extend(finding.clone());
        }
        let is_open = strength == Strength::Undecided;
        let constant = if is_open { Constant::Undecided } else { Constant::None };
        localized.findings.push(ProgramFinding { on, shown, strength, constant });
    }
}

/// Whether findings are of a statement that is one already; what a condition lacks is told there.
fn is_told(program: &Program, localized: &mut Localized, on: &[Option<Finding>]) -> bool {
    let Some(finding) = on.iter().flatten().next().filter(|it| !it.learned.is_empty()) else { return false };
    let statement = finding.statement(program);
    let is_it = |it: &&mut ProgramFinding| it.finding().statement(program) == statement;
    let Some(known) = localized.findings.iter_mut().find(is_it) else { return false };
    for it in known.on.iter_mut().flatten() {
        it.learned.clone_from(&finding.learned);
    }
    true
}

fn on_traces(
    program: &mut Program,
    traces: &[ErrorTrace],
    change: StatementChange,
) -> Option<(OriginId, Vec<Option<Finding>>)> {
    let StatementChange { place, change, passes_all } = change;
    let last = place.span.end_line;
    // What is missing, or goes on, is behind the end of a statement, which need not be where it begins.
    let (kind, missing) = match change {
        Change::LeftOut => (FindingKind::Extra, None),
        Change::Guarded(condition, _) => (FindingKind::Extra, Some(Missing::Guard(condition))),
        Change::Jump(jump, Guards::NotNull) => (FindingKind::Missing, Some(Missing::NullCheck(jump))),
        Change::Jump(jump, _) => (FindingKind::Missing, Some(Missing::Jump(jump))),
        Change::PutIn(statement) | Change::Repeated(statement) => {
            (FindingKind::Missing, Some(Missing::Statement(statement)))
        }
        Change::EndOfCase => (FindingKind::Missing, Some(Missing::Statement(END_OF_CASE.to_owned()))),
        Change::EndLater(n) => (FindingKind::BlockEnd, Some(Missing::Behind(n))),
        Change::IntoElse(n) => (FindingKind::BlockEnd, Some(Missing::Else(n))),
        Change::MovedBehind(n) => (FindingKind::Order, Some(Missing::Passed(n))),
        Change::MovedOut => (FindingKind::Order, Some(Missing::End)),
    };
    let (text, span) = match kind {
        FindingKind::Extra | FindingKind::Order => (first_line(program, place.span)?, place.span),
        _ => last_line(program, place.span)?,
    };
    let steps: Vec<Option<usize>> =
        traces.iter().map(|it| step(program, &it.trace, place.span, &place.function)).collect();
    let is_nothing = place.side == Side::Behind && is_declared_only(program, place.span);
    let done = || traces.iter().find_map(|it| done_before(program, &it.trace, place.span, &place.function));
    // What lacks behind what does nothing lacks behind what was done before.
    let (text, span) = is_nothing.then(done).flatten().unwrap_or((text, span));
    debug_assert!(span.line <= last);
    let origin = add_origin(program, (span, text), place.function);
    let strength = if passes_all { Strength::Constant } else { Strength::Relevant };
    let finding = |step: usize| Finding {
        rerun: Some(Rerun::Avoids(Value::Bool(false))),
        missing: missing.clone(),
        ..Finding::new(origin, kind, strength, step)
    };
    Some((origin, steps.into_iter().map(|step| step.map(finding)).collect()))
}

/// A finding where a type may be another one, on each trace, and its place.
fn of_type(
    program: &mut Program,
    traces: &[ErrorTrace],
    retyped: Retyped,
) -> Option<(OriginId, Vec<Option<Finding>>)> {
    let Retyped { place, function, text: new, passes_all, .. } = retyped;
    let text = first_line(program, place)?;
    let at = |error: &ErrorTrace| {
        let first = (!error.trace.is_empty()).then_some(0);
        step(program, &error.trace, place, &function).or(first)
    };
    let steps: Vec<Option<usize>> = traces.iter().map(at).collect();
    let origin = add_origin(program, (place, text), function);
    let strength = if passes_all { Strength::Constant } else { Strength::Relevant };
    let missing = Some(Missing::Type(new));
    let finding = |step: usize| Finding {
        rerun: passes_all.then_some(Rerun::Avoids(Value::Bool(false))),
        missing: missing.clone(),
        ..Finding::new(origin, FindingKind::Type, strength, step)
    };
    Some((origin, steps.into_iter().map(|step| step.map(finding)).collect()))
}

/// A place of a finding that is none of the program's yet.
fn add_origin(program: &mut Program, (span, text): (Span, String), function: String) -> OriginId {
    let part = program.sources.part_at(span, &function);
    program.sources.add_origin(Origin {
        kind: OriginKind::Lowering,
        span,
        expansions: Vec::new(),
        definitions: Vec::new(),
        text,
        function,
        place: None,
        trusted: false,
        part,
    })
}

/// The last step of a statement, else the last before it in its function, else the last of the function.
fn step(program: &Program, trace: &Trace, span: Span, function: &str) -> Option<usize> {
    let at = |step: usize| program.sources.origin(trace.steps[step].origin);
    let is_own = |step: &usize| {
        let origin = at(*step);
        origin.is_suspect() && origin.function == function && origin.span.file == span.file
    };
    let own: Vec<usize> = (0..trace.len()).rev().filter(is_own).collect();
    let start = |span: Span| (span.line, span.column);
    let end = (span.end_line, span.end_column);
    let is_in = |step: &&usize| start(at(**step).span) >= start(span) && start(at(**step).span) < end;
    let is_before = |step: &&usize| start(at(**step).span) < end;
    own.iter().find(is_in).or_else(|| own.iter().find(is_before)).or(own.first()).copied()
}

/// Whether this is the declaration of a variable without a value.
fn is_declared_only(program: &Program, span: Span) -> bool {
    program.sources.file(span.file).slice(span).is_some_and(|it| !is_statement(it) && !it.contains('='))
}

/// What a trace does last before a declaration in its function, and where.
fn done_before(program: &Program, trace: &Trace, span: Span, function: &str) -> Option<(String, Span)> {
    let is_done = |origin: &&Origin| {
        origin.is_suspect()
            && origin.function == function
            && origin.span.file == span.file
            && (origin.span.end_line, origin.span.end_column) <= (span.line, span.column)
            && !is_declared_only(program, origin.span)
            && FindingKind::of(origin.kind).is_some_and(|it| it != FindingKind::Argument)
    };
    let executed = trace.steps.iter().rev().map(|step| program.sources.origin(step.origin));
    executed
        .filter(is_done)
        .max_by_key(|it| (it.span.line, it.span.column))
        .map(|it| (it.text.clone(), it.span))
}

/// The text of the first line of a statement.
fn first_line(program: &Program, span: Span) -> Option<String> {
    let line = program.sources.file(span.file).line(span.line)?;
    let end = if span.end_line == span.line { span.end_column } else { u32::MAX };
    Some(columns(line, span.column, end))
}

/// The last line of a statement: its text, and where it is. Of what is declared without a value it is the whole line.
fn last_line(program: &Program, span: Span) -> Option<(String, Span)> {
    let line = program.sources.file(span.file).line(span.end_line)?;
    let indent = line.chars().take_while(|it| it.is_whitespace()).count() as u32 + 1;
    let column = if span.end_line == span.line { span.column } else { indent.min(span.end_column) };
    let text = columns(line, column, span.end_column);
    let text = if is_declared_only(program, span) { line.trim().to_owned() } else { text };
    Some((text, Span { line: span.end_line, column, ..span }))
}

/// The characters of a line between two columns, from 1.
fn columns(line: &str, from: u32, to: u32) -> String {
    let (from, to) = (from.max(1) as usize - 1, to.max(1) as usize - 1);
    line.chars().skip(from).take(to.saturating_sub(from)).collect::<String>().trim().to_owned()
}
