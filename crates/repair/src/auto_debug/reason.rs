//! Evidence in words.

use faultscope_localize::baselines::auto_debug::{
    EvidenceKind, Goal, Path, Predicate, Relation, Remedy, Sum,
};

/// What a change is good for: what would have to hold, and what holds.
pub(super) fn reason(path: &Path<'_>, remedy: &Remedy) -> String {
    let (step, evidence) = (remedy.step, &remedy.evidence);
    let actual = evidence.actual.as_ref().and_then(|it| printed(path, it, evidence.step));
    let found = actual.as_ref().map(|it| format!(", and it finds `{it}`")).unwrap_or_default();
    match (&remedy.goal, evidence.kind) {
        (Goal::Turn, EvidenceKind::Endless) => {
            format!("the program does not end, so the condition has to change{found}")
        }
        (Goal::Turn, _) => {
            let wanted = evidence.hypothesized.as_ref().and_then(|it| printed(path, it, path.steps().end));
            let wanted =
                wanted.map(|it| format!("; at the end `{it}` would have to hold")).unwrap_or_default();
            match actual {
                Some(actual) => format!("the execution goes on with `{actual}` here{wanted}"),
                None => format!("the execution would have to go the other way here{wanted}"),
            }
        }
        (_, EvidenceKind::Endless) => {
            "the program does not end, so something in the loop has to change".to_owned()
        }
        (Goal::Condition(wanted), _) => match printed(path, wanted, step) {
            Some(wanted) => format!("`{wanted}` would have to hold here{found}"),
            None => format!("the condition would have to find out something else{found}"),
        },
        (Goal::Value(_) | Goal::Target(_), kind) => {
            let behind = remedy.behind.as_ref().and_then(|it| printed(path, it, step));
            let Some(behind) = behind else {
                return "a loop would have to run more or fewer times".to_owned();
            };
            let needed = format!("behind it `{behind}` would have to hold");
            match kind {
                EvidenceKind::Contrary => format!("{needed}; a condition has found the contrary"),
                EvidenceKind::Missing => format!("{needed}, and nothing on the way says so"),
                EvidenceKind::Constant | EvidenceKind::Endless => needed,
            }
        }
    }
}

/// A predicate in the words of the source: what is subtracted stands on the other side.
fn printed(path: &Path<'_>, predicate: &Predicate, step: usize) -> Option<String> {
    let (mut left, mut right) = sides(path, &predicate.sum, step)?;
    let is_equation = matches!(predicate.relation, Relation::Equal | Relation::NotEqual);
    if is_equation && (right.len(), &right) < (left.len(), &left) {
        (left, right) = (right, left);
    }
    let relation = match predicate.relation {
        Relation::Less => "<",
        Relation::LessOrEqual => "<=",
        Relation::Equal => "==",
        Relation::NotEqual => "!=",
    };
    Some(format!("{left} {relation} {right}"))
}

/// What is added in a sum, and what is subtracted.
fn sides(path: &Path<'_>, sum: &Sum, step: usize) -> Option<(String, String)> {
    let (mut left, mut right): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    for (term, factor) in sum.terms() {
        let name = path.name(term, step)?;
        let text = if factor.abs() == 1 { name } else { format!("{} * {name}", factor.abs()) };
        if factor > 0 { left.push(text) } else { right.push(text) }
    }
    match sum.constant {
        0 => {}
        constant if constant > 0 => left.push(constant.to_string()),
        constant => right.push(constant.unsigned_abs().to_string()),
    }
    let side = |side: Vec<String>| if side.is_empty() { "0".to_owned() } else { side.join(" + ") };
    Some((side(left), side(right)))
}
