//! The places of an error that is told in short.

use faultscope_ir::SourceMap;

use super::findings::{FAILED_ELSEWHERE, LEAKS_INSTEAD, effect, headline};
use crate::{Finding, OtherError, Rerun, Strength};

/// What to do at a place, for which inputs that helps where it is all, and what it changes.
pub(crate) fn in_other_error(finding: &Finding, of: &OtherError, sources: &SourceMap) -> String {
    // An example says enough.
    let has_example = !finding.values.is_empty() || matches!(finding.rerun, Some(Rerun::Avoids(_)));
    let condition = finding.condition.clone().filter(|_| !has_example);
    let mut parts = vec![headline(&Finding { condition, ..finding.clone() })];
    let is_statement = finding.kind.is_of_statement() || finding.kind.is_choice();
    if finding.strength == Strength::Constant && !is_statement {
        parts.push("avoids it for all inputs".to_owned());
    }
    match &finding.rerun {
        Some(Rerun::Fails) if finding.other_way.is_none() => parts.push(FAILED_ELSEWHERE.to_owned()),
        Some(Rerun::Leaks) => parts.push(LEAKS_INSTEAD.to_owned()),
        _ => {}
    }
    if let Some(influence) = finding.told_influence() {
        parts.push(format!("then {}", effect(influence, &of.error, sources, finding.span, 0)));
    }
    parts.join("; ")
}
