//! What an answer rests on.

use faultscope_ir::Direction;

use crate::Assumption;

/// What "no error" rests on, by name: the choices because of which an error can be missed. Of each at most so many things are
/// named that it is about.
pub(crate) fn assuming(assumptions: &[Assumption], max_subjects: usize) -> String {
    let narrows = |it: &&Assumption| matches!(it.kind.direction(), Direction::Narrows | Direction::Replaces);
    let names = choices(assumptions.iter().filter(narrows), max_subjects);
    if names.is_empty() { String::new() } else { format!(", assuming {}", names.join(", ")) }
}

/// Choices by name, each once, with at most so many of the things that they are about.
pub(crate) fn choices<'a>(
    assumptions: impl Iterator<Item = &'a Assumption>,
    max_subjects: usize,
) -> Vec<String> {
    let mut names: Vec<(&str, Vec<&str>)> = Vec::new();
    for assumption in assumptions {
        let name = assumption.kind.name();
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
