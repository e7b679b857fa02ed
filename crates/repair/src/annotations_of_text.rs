//! Contracts in comments, compared across a change of somebody else.

use crate::alignment::ChangedFile;

/// What an annotation begins with that is about the code and no promise to anybody: it may be added, or left out where nothing
/// rests on it.
const OF_CODE: [&str; 5] = ["loop", "assert", "check", "ghost", "label"];

/// The places of annotations that are no longer what they were, or new: of the file as it was, or as it is.
pub(crate) fn changed_contracts(file: &ChangedFile) -> Vec<String> {
    let (old, mut new) = (contracts(&file.old), contracts(&file.new));
    let mut changed = Vec::new();
    for (line, text) in old {
        match new.iter().position(|(_, it)| *it == text) {
            Some(at) => _ = new.remove(at),
            None => changed.push(format!("{}:{line}", file.name)),
        }
    }
    if changed.is_empty() {
        changed.extend(new.iter().map(|(line, _)| format!("{}:{line}", file.name)));
    }
    changed
}

/// The annotations that are no part of the code: their lines, and their words.
fn contracts(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices("/*@").chain(text.match_indices("//@")) {
        let is_line = text[at..].starts_with("//");
        let rest = &text[at + 3..];
        let end = rest.find(if is_line { "\n" } else { "*/" }).unwrap_or(rest.len());
        let words: Vec<&str> = rest[..end]
            .split(|ch: char| ch.is_whitespace() || ch == '@')
            .filter(|it| !it.is_empty())
            .collect();
        if words.first().is_some_and(|first| !OF_CODE.contains(first)) {
            found.push((1 + text[..at].matches('\n').count(), words.join(" ")));
        }
    }
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(old: &str, new: &str) -> Vec<String> {
        let (old, new) = (old.to_owned(), new.to_owned());
        changed_contracts(&ChangedFile { name: "a.c".to_owned(), old, new, stretches: Vec::new() })
    }

    #[test]
    fn a_contract_is_known_by_its_words() {
        let old = "int g;\n/*@ requires x > 0;\n  @ ensures \\result > 0; */\nint f(int x);\n";
        assert_eq!(changed(old, &old.replace("\n  @ ", " ")), Vec::<String>::new());
        assert_eq!(changed(old, &old.replace("x > 0", "x > 1")), ["a.c:2"]);
        assert_eq!(changed("int f(int x);\n", "//@ requires x > 0;\nint f(int x);\n"), ["a.c:1"]);
    }

    #[test]
    fn what_is_about_code_may_be_added() {
        assert_eq!(
            changed("while (x) x--;\n", "//@ loop invariant x >= 0;\nwhile (x) x--;\n"),
            Vec::<String>::new()
        );
        assert_eq!(changed("x = 1;\n", "x = 1; /*@ assert x == 1; */\n"), Vec::<String>::new());
    }
}
