//! Assumptions, and the answer that no error was found.

use faultscope_ir::Direction;

use crate::{Assumption, Report};

/// That no error was found, why where more is known than that all executions were covered, and the choices because of which an
/// error can be missed. Of each at most so many things are named that it is about.
pub(crate) fn no_error(report: &Report, max_subjects: usize) -> String {
    let found = match &report.reason {
        Some(why) => format!("no error found: {}", why.message),
        None => "no error found on any execution".to_owned(),
    };
    let narrows = |it: &&Assumption| matches!(it.kind.direction(), Direction::Narrows | Direction::Replaces);
    let clauses = clauses(report.assumptions.iter().filter(narrows), max_subjects);
    if clauses.is_empty() { found } else { format!("{found} (assuming that {})", clauses.join("; ")) }
}

/// Assumptions in words, each once, with at most so many of the things that they are about.
pub(crate) fn clauses<'a>(
    assumptions: impl Iterator<Item = &'a Assumption>,
    max_subjects: usize,
) -> Vec<String> {
    let mut names: Vec<(&str, Vec<&str>)> = Vec::new();
    for assumption in assumptions {
        let name = assumption.kind.clause();
        let at = names.iter().position(|(it, _)| *it == name).unwrap_or_else(|| {
            names.push((name, Vec::new()));
            names.len() - 1
        });
        names[at].1.extend(assumption.subject.as_deref());
    }
    let name = |(name, subjects): &(&str, Vec<&str>)| match &subjects[..] {
        [] => (*name).to_owned(),
        subjects if subjects.len() > max_subjects => {
            let others = subjects.len() - max_subjects;
            format!("{name} ({} and {others} more)", subjects[..max_subjects].join(", "))
        }
        subjects => format!("{name} ({})", subjects.join(", ")),
    };
    names.iter().map(name).collect()
}
