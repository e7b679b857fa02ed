//! # Types that do not fit
//! Formats that do not fit their arguments, addresses that are missing among the arguments of `scanf`, declarations with a type that
//! is too narrow or has no sign: the front end says what could be written instead ([`Unit::retypings`]). Here it is written into the
//! file, translated as a whole, and executed on all tests; what passes them is a finding and perhaps a patch.
//!
//! [`Unit::retypings`]: faultscope_frontend::sites::Unit::retypings

use std::collections::BTreeSet;

use faultscope_frontend::sites::{Retyping, RetypingKind};
use faultscope_ir::source::SourceFile;
use faultscope_ir::{Check, Program, Property, PropertyGroup, Span};
use faultscope_solver::Limits;
use faultscope_verify::ErrorTrace;
use faultscope_verify::testing::Tester;

use crate::budgets;
use crate::limits::{MAX_RETYPED, MAX_RETYPED_STEPS, RETYPED_EFFORT};
use crate::proposals::Edit;
use crate::tests::{Outcome, Tests};
use crate::workspace::{Workspace, original};

/// A change of types that may be a repair.
#[derive(Debug, Clone)]
pub(crate) struct Retyped {
    /// The call or the declaration.
    pub(crate) place: Span,
    /// The function it stands in; empty outside of functions.
    pub(crate) function: String,
    /// What is written there instead.
    pub(crate) text: String,
    /// The change in the text.
    pub(crate) edit: Edit,
    /// Whether all tests pass with it.
    pub(crate) passes_all: bool,
    kind: RetypingKind,
}

impl Retyped {
    /// How likely it is, as the weight of a [rule](crate::rules) says.
    pub(crate) fn weight(&self) -> u32 {
        match self.kind {
            RetypingKind::Call => 25,
            RetypingKind::Static => 24,
            RetypingKind::Wider => 21,
            RetypingKind::Signed => 20,
            RetypingKind::Real => 10,
        }
    }
}

/// Changes with which all tests pass.
pub(crate) fn for_tests(
    workspace: &dyn Workspace,
    program: &Program,
    traces: &[ErrorTrace],
    tests: &Tests,
    limits: &Limits,
) -> Vec<Retyped> {
    // Where no test says what is right, only what can have to do with the failed check is tried.
    let mut retyped = match tests.expect_nothing() {
        true => for_checks(workspace, program, traces),
        false => all(workspace, program, traces),
    };
    let effort = budgets::translation(workspace.input()).max(1);
    retyped.truncate(MAX_RETYPED.min((RETYPED_EFFORT / effort) as usize));
    let mut n_left = MAX_RETYPED_STEPS;
    let (failing, others) = tests.split();
    let mut passes = |program: &Program| {
        let mut tester = Tester::new(program);
        // Most changes help no failing test.
        [&failing, &others].into_iter().all(|cases| {
            let mut outcome =
                |case: &usize| tests.outcomes(&[*case], &mut tester, (program, 0), &mut n_left, limits);
            cases.iter().all(|case| outcome(case).is_some_and(|it| it == [Outcome::Passes]))
        })
    };
    retyped.retain_mut(|it| {
        let file = &program.sources.file(it.place.file).name;
        let changed = original(workspace.input(), file)
            .and_then(|text| it.edit.applied_to(text))
            .and_then(|text| workspace.changed(file, &text))
            .and_then(|input| workspace.finished(workspace.translated(&input)));
        it.passes_all = changed.is_some_and(|it| passes(&it.program));
        it.passes_all
    });
    retyped
}

/// Changes that can have to do with a failed check, where no tests say what is right.
pub(crate) fn for_checks(
    workspace: &dyn Workspace,
    program: &Program,
    traces: &[ErrorTrace],
) -> Vec<Retyped> {
    let checks: Vec<&Check> = traces.iter().map(|it| program.check(it.trace.check)).collect();
    let mut retyped = all(workspace, program, traces);
    retyped.retain(|it| checks.iter().any(|check| concerns(program, it, check)));
    retyped.truncate(MAX_RETYPED);
    retyped
}

/// Whether a change can have to do with a failed check.
fn concerns(program: &Program, it: &Retyped, check: &Check) -> bool {
    let span = program.sources.origin(check.origin).span;
    match it.kind {
        RetypingKind::Call => it.place.contains(span),
        RetypingKind::Static => check.property.group() == PropertyGroup::MemorySafety,
        RetypingKind::Wider => check.property == Property::Overflow,
        RetypingKind::Signed | RetypingKind::Real => false,
    }
}

/// All changes of what the traces execute, the likeliest first.
fn all(workspace: &dyn Workspace, program: &Program, traces: &[ErrorTrace]) -> Vec<Retyped> {
    let Some(unit) = workspace.unit() else { return Vec::new() };
    let mut functions: BTreeSet<&str> = BTreeSet::new();
    let mut executed: BTreeSet<Span> = BTreeSet::new();
    for error in traces {
        let failing = program.check(error.trace.check).origin;
        for origin in error.trace.steps.iter().map(|it| it.origin).chain([failing]) {
            let origin = program.sources.origin(origin);
            functions.insert(&origin.function);
            executed.insert(origin.span);
        }
    }
    let functions: Vec<String> = functions.into_iter().map(str::to_owned).collect();
    let is_executed =
        |it: &Retyping| it.kind != RetypingKind::Call || executed.iter().any(|span| it.place.contains(*span));
    let retypings = unit.retypings(&functions).into_iter().filter(is_executed);
    let mut all: Vec<Retyped> = retypings.filter_map(|it| retyped(program, it)).collect();
    // Stable: the first in the text where they are as likely.
    all.sort_by_key(|it| std::cmp::Reverse(it.weight()));
    all
}

fn retyped(program: &Program, retyping: Retyping) -> Option<Retyped> {
    let Retyping { kind, place, function, edits } = retyping;
    let is_own = |(span, _): &&(Span, String)| place.contains(*span);
    let texts: Vec<&str> = edits.iter().filter(is_own).map(|(_, new)| new.as_str()).collect();
    let text = texts.join(", ");
    let edit = joined(program.sources.file(edits.first()?.0.file), &edits)?;
    Some(Retyped { place, function, text, edit, passes_all: false, kind })
}

/// One change of all the text from the first to the last of some.
fn joined(file: &SourceFile, edits: &[(Span, String)]) -> Option<Edit> {
    let (first, last) = (edits.first()?.0, edits.last()?.0);
    let span = Span { end_line: last.end_line, end_column: last.end_column, ..first };
    let (mut new, mut at) = (String::new(), (first.line, first.column));
    for (it, text) in edits {
        let between = Span { line: at.0, column: at.1, end_line: it.line, end_column: it.column, ..span };
        new.push_str(file.slice(between)?);
        new.push_str(text);
        at = (it.end_line, it.end_column);
    }
    let old = file.slice(span)?.to_owned();
    (old != new).then_some(Edit { span, old, new })
}
