//! Repairs as the report has them.

use faultscope_ir::{OriginId, Program};
use faultscope_localize::SourceStatement;
use faultscope_repair::patch::Subject;
use faultscope_repair::patches::{Patch, Verdict};
use faultscope_repair::program_level::{RepairingSet, Repairs};
use faultscope_report::{self as report, PatchVerdict, SetMember, StatementSet};

/// A patch.
pub(crate) fn patch(program: &Program, subjects: &[Subject], patch: Patch) -> report::Patch {
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

/// Statements that have to be fixed together.
pub(crate) fn set(program: &Program, set: &RepairingSet) -> StatementSet {
    StatementSet {
        members: set.members.iter().map(|it| member(program, *it)).collect(),
        repairs: match set.repairs {
            Repairs::Program => report::Repairs::Program,
            Repairs::Trace => report::Repairs::Trace,
        },
    }
}

fn member(program: &Program, statement: SourceStatement) -> SetMember {
    let mut origins = (0..program.sources.n_origins() as u32).map(|id| program.sources.origin(OriginId(id)));
    let text = origins.find(|it| statement.has(it)).map_or_else(String::new, |it| it.text.clone());
    SetMember { kind: statement.kind, span: statement.span, text }
}
