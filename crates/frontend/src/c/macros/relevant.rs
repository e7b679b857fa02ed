//! The definitions that a program's own text needs.

use rustc_hash::{FxHashMap, FxHashSet};

/// A preprocessed text without the definitions that neither its user's files nor a definition that they need mentions. Lines
/// stay where they are. Headers of the system define thousands of macros, few of which are used.
pub fn with_relevant_definitions(preprocessed: &str, files: &[&str]) -> String {
    let mut of: FxHashMap<&str, Vec<&str>> = FxHashMap::default();
    for line in preprocessed.lines() {
        if let Some(name) = defined(line) {
            of.entry(name).or_default().push(line);
        }
    }
    let mut needed: FxHashSet<&str> = FxHashSet::default();
    let mut open: Vec<&str> = files.iter().flat_map(|text| words(text)).collect();
    while let Some(word) = open.pop() {
        if let Some(definitions) = of.get(word)
            && needed.insert(word)
        {
            open.extend(definitions.iter().flat_map(|line| words(line)));
        }
    }
    let mut kept = String::with_capacity(preprocessed.len());
    for line in preprocessed.split_inclusive('\n') {
        match defined(line).or_else(|| undefined(line)) {
            Some(name) if !needed.contains(name) => kept.push('\n'),
            _ => kept.push_str(line),
        }
    }
    kept
}

pub(in crate::c) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// The name that a `#define` defines.
pub(super) fn defined(line: &str) -> Option<&str> {
    words(line.strip_prefix("#define ")?).next()
}

/// The name that an `#undef` undefines.
pub(super) fn undefined(line: &str) -> Option<&str> {
    words(line.strip_prefix("#undef ")?).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nothing_mentions_is_left_out() {
        let text = "#define A B\n#define B(x) C x\n#define D 1\n#define C 2\n#undef D\nint x;\n";
        let kept = with_relevant_definitions(text, &["int x = A;"]);
        assert_eq!(kept, "#define A B\n#define B(x) C x\n\n#define C 2\n\nint x;\n");
    }
}
