//! Whether a change that somebody else has made is a repair, as [`patches`](crate::patches) uses the word.
//!
//! The changed program is executed on the values of the error traces and verified, as a patch is ([`Oracle`]). A change of one
//! expression can do less than a diff: what it leaves of the check that failed, and of what the user has asserted, is looked at
//! too. What is no longer asked is not decided.

use std::ops::RangeInclusive;

use faultscope_ir::{Program, SourceMap, Span};
use faultscope_solver::Limits;
use faultscope_verify::entered::never_called;
use faultscope_verify::portfolio::PortfolioConfig;
use faultscope_verify::undefined::UndefinedExecution;
use faultscope_verify::{ErrorTrace, UnknownReason};

use crate::alignment::{ChangedFile, aligned};
use crate::annotations_of_text::changed_contracts;
use crate::assertions::{Lost, Side, lost};
use crate::limits::JUDGEMENT_EFFORT;
use crate::oracle::{ChangeVerdict, Oracle};
use crate::patches::{Base, guarded};
use crate::recording::Ending;
use crate::workspace::{Translated, Workspace};

/// A change of a program that fails.
#[derive(Debug, Clone, Copy)]
pub struct Proposed<'a> {
    /// The program.
    pub original: &'a Program,
    /// Executions of it that fail.
    pub traces: &'a [ErrorTrace],
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
    /// Whether it is a repair.
    pub judgement: Judgement,
}

/// Whether a change is a repair.
#[derive(Debug, Clone)]
pub enum Judgement {
    /// The changed program has no error.
    Repair,
    /// It fails by this execution.
    Fails(Box<ErrorTrace>),
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

/// Decides whether a change is a repair.
pub fn judgement(
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
    let oracle = Oracle::new(proposed.original, proposed.traces, search, proposed.first_trace);
    let judgement = Question { proposed, oracle: &oracle, search, limits }.answer(&moved, workspace);
    Judged { program, judgement }
}

struct Question<'a> {
    proposed: &'a Proposed<'a>,
    oracle: &'a Oracle,
    search: &'a PortfolioConfig,
    limits: &'a Limits,
}

impl Question<'_> {
    fn answer(&self, program: &Program, workspace: &dyn Workspace) -> Judgement {
        let shown = self.oracle.shown();
        if let Some(error) = shown.iter().find_map(|it| it.error(program, self.limits)) {
            return Judgement::Fails(Box::new(error));
        }
        match self.oracle.verify(self.proposed.original, program, self.limits) {
            ChangeVerdict::Fails(error) => return Judgement::Fails(error),
            ChangeVerdict::Undefined(execution) => return Judgement::Undefined(execution),
            ChangeVerdict::Open(reason) => return Judgement::Open(reason),
            ChangeVerdict::Repaired(_) => {}
        }
        if let Some(reason) = never_called(program, self.search, self.limits) {
            return Judgement::Open(reason);
        }
        let endings: Vec<Ending> = shown.iter().map(|it| it.replay(program, self.limits)).collect();
        let Lost { assertions: lost, bounds: mut respecified } = self.lost(&program.sources);
        respecified.extend(self.proposed.files.iter().flat_map(changed_contracts));
        let mut unread: Vec<String> = shown.iter().flat_map(|it| it.inputs_lost(program)).collect();
        unread.sort();
        unread.dedup();
        let assumed = Base::new(workspace, self.proposed.original).beyond(self.proposed.changed);
        if !shown.iter().all(|it| it.has_check(program)) && endings.contains(&Ending::Avoids) {
            return Judgement::Unchecked;
        }
        if endings.contains(&Ending::Avoids) && !self.oracle.can_reach_checks(program, self.limits) {
            return Judgement::Unreached;
        }
        if !respecified.is_empty() && unread.is_empty() {
            return Judgement::Respecified(respecified);
        }
        if !lost.is_empty() {
            return Judgement::Unasserted(lost);
        }
        if !unread.is_empty() {
            return Judgement::Unread(unread);
        }
        if endings.contains(&Ending::Open) || endings.contains(&Ending::Fails) {
            return Judgement::Unended;
        }
        if endings.contains(&Ending::Avoids) && self.is_assertion_violated() {
            return Judgement::Avoided;
        }
        if !assumed.is_empty() {
            return Judgement::Assuming(assumed);
        }
        match self.limits.exceeded() {
            Some(reason) => Judgement::Open(UnknownReason::Limit { reason, completed: 0 }),
            None => Judgement::Repair,
        }
    }

    /// Whether an execution that fails violates something that the user has asserted.
    fn is_assertion_violated(&self) -> bool {
        let Proposed { original, traces, .. } = self.proposed;
        traces.iter().any(|it| original.check(it.trace.check).property.is_written())
    }

    /// The places with what the user has said that were changed. The lines of the changed program are those of these sources.
    fn lost(&self, aligned: &SourceMap) -> Lost {
        let Proposed { original, changed, files, .. } = self.proposed;
        let touches =
            |program: &Program, span: &Span, is_changed: fn(&ChangedFile, &RangeInclusive<u32>) -> bool| {
                let name = &program.sources.file(span.file).name;
                files.iter().any(|it| it.name == *name && is_changed(it, &(span.line..=span.end_line)))
            };
        let before = Side {
            program: original,
            sources: &original.sources,
            is_touched: &|program, span| touches(program, span, ChangedFile::has_lost),
        };
        let after = Side {
            program: &changed.program,
            sources: aligned,
            is_touched: &|program, span| touches(program, span, ChangedFile::has_new),
        };
        lost(&before, &after)
    }
}
