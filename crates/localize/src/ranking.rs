//! The default order of findings.

use faultscope_ir::{Program, Trace};

use crate::finding::Finding;

/// Sorts findings, the likeliest fault first.
pub fn rank(_program: &Program, _trace: &Trace, findings: &mut [Finding]) {
    findings.sort_by_key(|it| (!it.kind.is_code(), it.strength, std::cmp::Reverse(it.step)));
}
