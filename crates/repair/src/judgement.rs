//! Whether a change that somebody else has made is a repair, as [`patches`](crate::patches) uses the word.
//!
//! The changed program is executed on the values of the error traces and verified, as a patch is ([`Oracle`]). A change of one
//! expression can do less than a diff: what it leaves of the check that failed, and of what the user has asserted, is looked at
//! too. What is no longer asked is not decided.
//!
//! Three questions are answered. **Repairs:** the error that the change is about, the first of the program that the changed one does
//! not have any more; proved, or on all executions that are known. **Keeps:** what the [executions around](crate::patches::Kept) the
//! failing one that worked do. **Leaves:** the other [errors that were there before](crate::errors).

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::slice;

use faultscope_ir::focus::{focused, without};
use faultscope_ir::{CheckId, Program, Property};
use faultscope_solver::{Limits, StopReason};
use faultscope_verify::entered::never_called;
use faultscope_verify::neighbours::neighbours;
use faultscope_verify::portfolio::PortfolioConfig;
use faultscope_verify::undefined::UndefinedExecution;
use faultscope_verify::{ErrorTrace, Question, UnknownReason, ask};

use crate::alignment::{ChangedFile, aligned};
use crate::annotations_of_text::changed_contracts;
use crate::assertions::{Lost, lost_of};
use crate::errors::{ErrorStanding, KnownErrors, LeftError};
use crate::limits::{JUDGEMENT_EFFORT, MAX_LEFT_ERRORS, MAX_TRIED_NUMBERS, OTHER_ERROR_SHARE};
use crate::oracle::{ChangeVerdict, Oracle};
use crate::patches::{Around, Base, Extent, Kept, Versions, guarded};
use crate::put_back::{PutBack, put_back};
use crate::recording::{Ending, Recording};
use crate::smaller::smaller;
use crate::workspace::{Translated, Workspace};

/// A change of a program that fails.
#[derive(Debug, Clone, Copy)]
pub struct Proposed<'a> {
    /// The program.
    pub original: &'a Program,
    /// Executions of it that fail by one check.
    pub traces: &'a [ErrorTrace],
    /// Executions that violate other checks, as far as they are known.
    pub others: &'a [ErrorTrace],
    /// The effort that finding the first of them took.
    pub first_trace: u64,
    /// The changed program.
    pub changed: &'a Translated,
    /// The files that were changed.
    pub files: &'a [ChangedFile],
}

/// What is said of a change.
#[derive(Debug, Clone)]
pub struct Judged {
    /// The changed program, with errors where an operation on a changed line has no value.
    pub program: Program,
    /// Where the change changes the specification, by which it was not judged: what stood there was put back.
    pub put_back: Vec<String>,
    /// An execution of the original with the error that the change is about.
    pub error: ErrorTrace,
    /// Whether it repairs that.
    pub judgement: Judgement,
    /// What of it keeps that worked, where executions around the failing one are known.
    pub kept: Kept,
    /// The other errors that were there before and still are; executions of the changed program.
    pub left: Vec<LeftError>,
}

impl Judged {
    /// Whether the executions that worked met what somebody states of what is computed, so that they did not just end well.
    pub fn is_specified(&self, original: &Program) -> bool {
        original.check(self.error.trace.check).property == Property::Contracts
    }
}

/// Whether a change repairs an error.
#[derive(Debug, Clone)]
pub enum Judgement {
    /// The changed program does not have it, nor a new one.
    Repair,
    /// No execution that is known comes to it, nor to a new one; why that is not proved.
    OnKnownInputs(UnknownReason),
    /// It has it still: an execution that failed still fails, by this one, whose inputs are as small as was found.
    Fails(Box<ErrorTrace>),
    /// It has a new error: this execution fails, and did not before; its inputs are as small as was found.
    New(Box<ErrorTrace>),
    /// It does something undefined that is not checked, and that the program as it was does not do.
    Undefined(Box<UndefinedExecution>),
    /// It has no error, for no execution gets to the check that failed.
    Unreached,
    /// It has no error, and on the values of an error trace it does not come to its end, or stops before the check that failed.
    Unended,
    /// It has no error, and the check that failed is not there any more.
    Unchecked,
    /// It has no error, and what the user has asserted at these places has changed, or is gone.
    Unasserted(Vec<String>),
    /// It has no error, and values from outside that made the program fail are no longer asked for at these places.
    Unread(Vec<String>),
    /// It has no error, and at these places the specification is another one: what is assumed, what is read from outside, or what
    /// a contract says.
    Respecified(Vec<String>),
    /// It has no error, and on the values of an error trace it comes to its end without evaluating what the user has asserted.
    Avoided,
    /// It has no error if this is taken for granted, which the program as it was does not need.
    Assuming(Vec<String>),
    /// Not decided.
    Open(UnknownReason),
}

/// Decides what a change repairs, keeps and leaves. A changed specification is put back, where that is possible.
pub fn judgement(
    proposed: &Proposed<'_>,
    workspace: &dyn Workspace,
    search: &PortfolioConfig,
    limits: &Limits,
) -> Judged {
    match put_back(proposed.original, proposed.changed, proposed.files, workspace) {
        None => judged(proposed, workspace, search, limits),
        Some(PutBack { files, changed, places }) => {
            let proposed = Proposed { changed: &changed, files: &files, ..*proposed };
            Judged { put_back: places, ..judged(&proposed, workspace, search, limits) }
        }
    }
}

fn judged(
    proposed: &Proposed<'_>,
    workspace: &dyn Workspace,
    search: &PortfolioConfig,
    limits: &Limits,
) -> Judged {
    let limits = &limits.with_effort(limits.scaled(JUDGEMENT_EFFORT));
    let is_new = |file: &str, lines: RangeInclusive<u32>| {
        proposed.files.iter().any(|it| it.name == file && it.has_new(&lines))
    };
    let program = guarded(proposed.changed.program.clone(), &is_new);
    let mut moved = program.clone();
    moved.sources = aligned(&program.sources, proposed.files);
    let case = Case { proposed, search, limits };
    let (error, others) = case.subject(&moved);
    let traces = if error.trace.check == proposed.traces[0].trace.check {
        proposed.traces
    } else {
        slice::from_ref(&error)
    };
    let around = neighbours(proposed.original, &traces[0], &limits.child().apart());
    let around = Around::new(proposed.original, &traces[0], &around, limits);
    let oracle = Oracle::new(proposed.original, traces, search, proposed.first_trace).beside(&others);
    let mut question =
        JudgedChange { case, traces, oracle, around: &around, program: &moved, left: Vec::new() };
    let judgement = question.judgement(workspace);
    let mut judgement = question.smaller(judgement);
    let left = question.left;
    let extent = Extent::of_files(proposed.files, proposed.original, &moved);
    let mut kept = around.kept(&moved, &extent, limits);
    if matches!(judgement, Judgement::Repair | Judgement::OnKnownInputs(_)) {
        judgement = match around.is_unended(&moved, limits) {
            true => Judgement::Unended,
            false => case.compared(&around, extent, &mut kept, workspace).unwrap_or(judgement),
        };
    }
    Judged { program, put_back: Vec::new(), error, judgement, kept, left }
}

/// A change, and who is asked about it.
#[derive(Clone, Copy)]
struct Case<'a> {
    proposed: &'a Proposed<'a>,
    search: &'a PortfolioConfig,
    limits: &'a Limits,
}

impl Case<'_> {
    /// Adds what else is kept, and what is proved of that, where the versions can be compared; says why it is not decided whether the
    /// change is a repair, where that is seen here.
    fn compared(
        &self,
        around: &Around<'_>,
        extent: Extent,
        kept: &mut Kept,
        workspace: &dyn Workspace,
    ) -> Option<Judgement> {
        let Proposed { original: program, files, .. } = *self.proposed;
        let original = workspace.comparable(workspace.input())?;
        let limits = &self.limits.child().apart();
        let versions = Versions::new(program, &original, files, extent, workspace)?;
        let is_unended = versions.execute(around, &numbers(files), kept, limits);
        versions.ask(kept, self.search, limits);
        let unseen = versions.unseen();
        if is_unended {
            return Some(Judgement::Unended);
        }
        (!unseen.is_empty()).then_some(Judgement::Assuming(unseen))
    }

    /// The error that a changed program is about: the first of the original that it does not have on the same values any more, or
    /// else the first of all; and the others that are known.
    fn subject(&self, changed: &Program) -> (ErrorTrace, Vec<ErrorTrace>) {
        let Proposed { original, traces, others, .. } = *self.proposed;
        let mut known: Vec<ErrorTrace> = traces[..1].iter().chain(others).cloned().collect();
        let limits = self.limits.with_effort(self.limits.effort_left().unwrap_or(0) / OTHER_ERROR_SHARE);
        let mut at = 0;
        while at < known.len() {
            if !self.still_has(&known[at], changed) {
                return (known.remove(at), known);
            }
            at += 1;
            if at == known.len() && at < MAX_LEFT_ERRORS {
                known.extend(self.further_error(original, &known, &limits));
            }
        }
        (known.remove(0), known)
    }

    /// Whether a changed program comes to the same error on the same values.
    fn still_has(&self, error: &ErrorTrace, changed: &Program) -> bool {
        let original = self.proposed.original;
        let errors = KnownErrors::new(original, slice::from_ref(error));
        let after = Recording::new(original, error).error(changed, self.limits);
        after.is_some_and(|it| errors.standing((original, changed), &it, self.limits) == ErrorStanding::Own)
    }

    /// An error of the original beside those that are known.
    fn further_error(&self, original: &Program, known: &[ErrorTrace], limits: &Limits) -> Option<ErrorTrace> {
        let rest = known.iter().fold(original.clone(), |rest, it| without(rest, it.trace.check));
        let answer = ask(&Question::new(&rest, &self.search.for_one_trace()), limits, &mut ());
        answer.into_error().filter(|it| it.replayed)
    }

    /// Whether the original violates one of these checks.
    fn is_violated(&self, checks: &[CheckId]) -> bool {
        if checks.is_empty() {
            return false;
        }
        let asked = focused(self.proposed.original.clone(), &checks.iter().copied().collect());
        let limits = self.limits.with_effort(self.limits.effort_left().unwrap_or(0) / OTHER_ERROR_SHARE);
        let answer = ask(&Question::new(&asked, &self.search.for_one_trace()), &limits, &mut ());
        answer.error().is_some_and(|it| it.replayed)
    }
}

/// A change of an error.
struct JudgedChange<'a> {
    case: Case<'a>,
    /// Executions of the original with the error.
    traces: &'a [ErrorTrace],
    oracle: Oracle,
    around: &'a Around<'a>,
    /// The changed program, with the lines of the original.
    program: &'a Program,
    /// The other errors that it leaves.
    left: Vec<LeftError>,
}

impl JudgedChange<'_> {
    fn judgement(&mut self, workspace: &dyn Workspace) -> Judgement {
        if let Some(refuted) = self.by_executions() {
            return refuted;
        }
        let Case { proposed, limits, search } = self.case;
        let (original, program) = (proposed.original, self.program);
        let is_violated = |checks: &[CheckId]| self.case.is_violated(checks);
        let (verdict, left) = self.oracle.verify_own(original, program, &is_violated, limits);
        self.leave(left);
        let unproved = match verdict {
            ChangeVerdict::Fails(error) => {
                let standing = self.oracle.known_errors().standing((original, program), &error, limits);
                return failure(standing, error);
            }
            ChangeVerdict::Undefined(execution) => return Judgement::Undefined(execution),
            ChangeVerdict::Open(reason) => Some(reason),
            ChangeVerdict::Repaired(_) => None,
        };
        if let Some(reason) = never_called(program, search, limits) {
            return Judgement::Open(reason);
        }
        if let Some(undecided) = self.undecided(workspace) {
            return undecided;
        }
        // What is left open for want of effort was executed all the same.
        match (limits.exceeded(), unproved) {
            (Some(reason), None) => Judgement::Open(UnknownReason::Limit { reason, completed: 0 }),
            (None | Some(StopReason::EffortLimit), Some(reason)) => Judgement::OnKnownInputs(reason),
            (Some(_), Some(reason)) => Judgement::Open(reason),
            (None, None) => Judgement::Repair,
        }
    }

    /// What the known executions say, where they refute the change: those that failed, and those that worked.
    fn by_executions(&mut self) -> Option<Judgement> {
        let Case { limits, proposed, .. } = self.case;
        let shown = self.oracle.shown().iter().filter_map(|it| it.error(self.program, limits));
        let known: Vec<ErrorTrace> = shown.chain(self.around.still_failing(self.program, limits)).collect();
        for error in known {
            let versions = (proposed.original, self.program);
            match self.oracle.known_errors().standing(versions, &error, limits) {
                ErrorStanding::Before(check) => self.leave(vec![LeftError { check, error }]),
                ErrorStanding::Masked(checks) if self.case.is_violated(&checks) => {
                    self.leave(vec![LeftError { check: checks[0], error }]);
                }
                standing => return Some(failure(standing, Box::new(error))),
            }
        }
        let error = self.around.newly_failing(self.program, limits)?;
        match self.oracle.known_errors().standing((proposed.original, self.program), &error, limits) {
            ErrorStanding::Own => Some(Judgement::Fails(Box::new(error))),
            _ => Some(Judgement::New(Box::new(error))),
        }
    }

    /// The same judgement by an execution with smaller inputs, which is to the program what this one is.
    fn smaller(&self, judgement: Judgement) -> Judgement {
        let Case { proposed, limits, .. } = self.case;
        let limits = limits.child().apart();
        let versions = (proposed.original, self.program);
        let standing = |error: &ErrorTrace| {
            let fails_before =
                Recording::new(self.program, error).error(proposed.original, &limits).is_some();
            (self.oracle.known_errors().standing(versions, error, &limits), fails_before)
        };
        let made_smaller = |error: Box<ErrorTrace>| {
            let own = standing(&error);
            Box::new(smaller(self.program, *error, &|it| standing(it) == own, &limits))
        };
        match judgement {
            Judgement::Fails(error) => Judgement::Fails(made_smaller(error)),
            Judgement::New(error) => Judgement::New(made_smaller(error)),
            other => other,
        }
    }

    /// Notes errors that are left.
    fn leave(&mut self, left: Vec<LeftError>) {
        self.oracle.learn_left(&left);
        for it in left {
            if !self.left.iter().any(|known| known.check == it.check) {
                self.left.push(it);
            }
        }
    }

    /// Why it is not decided whether a program without a new error is a repair; none where it is one, or does not get to the check at
    /// all.
    fn undecided(&self, workspace: &dyn Workspace) -> Option<Judgement> {
        let (program, Case { proposed, limits, .. }) = (self.program, self.case);
        let shown = self.oracle.shown();
        let endings = self.oracle.endings(program, limits);
        let versions = (proposed.original, &proposed.changed.program);
        let Lost { assertions: lost, assumptions: mut respecified, reads } =
            lost_of(versions, proposed.files, &program.sources);
        respecified.extend(reads);
        respecified.extend(proposed.files.iter().flat_map(changed_contracts));
        let mut unread: Vec<String> = shown.iter().flat_map(|it| it.inputs_lost(program)).collect();
        unread.sort();
        unread.dedup();
        let assumed = Base::new(workspace, proposed.original).beyond(proposed.changed);
        if !shown.iter().all(|it| it.has_check(program)) && endings.contains(&Ending::Avoids) {
            return Some(Judgement::Unchecked);
        }
        if endings.contains(&Ending::Avoids) && !self.oracle.can_reach_checks(program, limits) {
            return Some(Judgement::Unreached);
        }
        if !respecified.is_empty() && unread.is_empty() {
            return Some(Judgement::Respecified(respecified));
        }
        if !lost.is_empty() {
            return Some(Judgement::Unasserted(lost));
        }
        if !unread.is_empty() {
            return Some(Judgement::Unread(unread));
        }
        if endings.contains(&Ending::Open) || endings.contains(&Ending::Fails) {
            return Some(Judgement::Unended);
        }
        if endings.contains(&Ending::Avoids) && self.is_assertion_violated() {
            return Some(Judgement::Avoided);
        }
        (!assumed.is_empty()).then_some(Judgement::Assuming(assumed))
    }

    /// Whether an execution that fails violates something that the user has asserted.
    fn is_assertion_violated(&self) -> bool {
        let original = self.case.proposed.original;
        self.traces.iter().any(|it| original.check(it.trace.check).property.is_written())
    }
}

/// The numbers that changed lines mention, with their neighbours.
fn numbers(files: &[ChangedFile]) -> Vec<i128> {
    let mut found = BTreeSet::new();
    for file in files {
        for (text, lines) in file.stretches.iter().flat_map(|(old, new)| [(&file.old, old), (&file.new, new)])
        {
            let lines = text.lines().skip(lines.start as usize - 1).take(lines.len());
            let words =
                lines.flat_map(|line| line.split(|ch: char| !ch.is_ascii_alphanumeric() && ch != '_'));
            let numbers = words.filter_map(|it| it.parse::<u32>().ok()).map(i128::from);
            found.extend(numbers.flat_map(|it| [it - 1, it, it + 1]));
        }
    }
    found.into_iter().take(MAX_TRIED_NUMBERS).collect()
}

/// What is said of a change where an execution fails that is not left.
fn failure(standing: ErrorStanding, error: Box<ErrorTrace>) -> Judgement {
    match standing {
        ErrorStanding::New => Judgement::New(error),
        ErrorStanding::Own | ErrorStanding::Masked(_) | ErrorStanding::Before(_) => Judgement::Fails(error),
    }
}
