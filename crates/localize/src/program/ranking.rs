//! The order of findings over several traces.

use std::cmp::Reverse;

use faultscope_ir::Program;

use super::finding::{Constant, LocalizedTrace, ProgramFinding};
use crate::ranking::{Closeness, outcome};

/// Sorts what was found on several traces: code first, then what is relevant in more traces, what one constant fixes in
/// all of them, and then as on one trace, with the worst strength of all traces and the worst outcome of those on which it was tried.
pub(super) fn rank(program: &Program, traces: &[LocalizedTrace<'_>], findings: &mut [ProgramFinding]) {
    findings.sort_by_cached_key(|it| {
        let finding = it.finding();
        let (constant, values) = match &it.constant {
            Constant::Values(values) => (0, values),
            Constant::Undecided => (1, &finding.values),
            Constant::None => (2, &finding.values),
        };
        let tried =
            it.relevant_in().filter_map(|trace| it.on[trace].as_ref()).filter(|it| it.rerun.is_some());
        let worst = tried.map(outcome).max();
        (
            !finding.kind.is_code(),
            Reverse(it.n_relevant()),
            constant,
            worst.unwrap_or_else(|| outcome(finding)),
            it.strength,
            Closeness::of(program, traces[it.shown].trace, finding, values),
        )
    });
}
