//! Constructions that no text for a person has: in string literals of the code, and in the pages of the manual.
//!
//! The project's style names them: sentences with "nobody" or "whoever" as the subject, and German calques. What the code says to
//! itself (comments, tests) is not looked at, nor are records of the past (decisions, the changelog).

use super::tree::{Complaint, File};

/// What must not be in a text for a person, in lower case, and what is there instead.
const CONSTRUCTIONS: [(&str, &str); 14] = [
    ("nobody", "name the subject, or use the passive"),
    ("whoever", "name the subject"),
    ("who wants", "name the subject, or write `to …`"),
    ("that is no ", "`is not a …`"),
    ("this is no ", "`this is not a …`"),
    ("` is no ", "`is not a …`"),
    ("what it rests on", "`assumptions and limits`"),
    ("what became of", "`the result of`"),
    ("taken for granted", "`assumed`"),
    ("takes for granted", "`assumes`"),
    ("given back", "`freed`"),
    ("as it is now, and", "say what has changed"),
    ("no such thing", "say what is missing"),
    ("was it to be found", "`is expected`"),
];

/// Where a construction is followed by one of these, it is good English.
const GOOD: [&str; 3] = ["longer", "more", "different"];

pub(super) fn check(file: &File) -> Vec<Complaint> {
    let path = file.path.as_str();
    let texts: Vec<(usize, &str)> = if is_code(path) {
        literals(&file.text)
    } else if is_page(path) {
        prose(&file.text)
    } else {
        return Vec::new();
    };
    let complaint = |(line, text): &(usize, &str)| {
        let (found, better) = construction(text)?;
        let message = format!("\"{}\" is hard to read: {better}", found.trim());
        Some(Complaint { path: path.to_owned(), line: Some(*line), message })
    };
    texts.iter().filter_map(complaint).collect()
}

/// Code whose texts people see: the crates, without their tests.
fn is_code(path: &str) -> bool {
    let is_test = path.ends_with("tests.rs") || path.contains("/tests/") || path.contains("/testkit/");
    path.starts_with("crates/") && path.contains("/src/") && path.ends_with(".rs") && !is_test
}

/// Pages of the manual that tell how things are.
fn is_page(path: &str) -> bool {
    let is_record = path.starts_with("docs/decisions/") || path == "docs/SUMMARY.md";
    path.ends_with(".md") && (path == "README.md" || path.starts_with("docs/")) && !is_record
}

fn construction(text: &str) -> Option<(&'static str, &'static str)> {
    let text = text.to_lowercase();
    CONSTRUCTIONS.into_iter().find(|(words, _)| {
        text.match_indices(words).any(|(at, _)| {
            let is_word =
                !text[..at].chars().next_back().is_some_and(char::is_alphabetic) || words.starts_with('`');
            is_word && !GOOD.iter().any(|it| text[at + words.len()..].starts_with(it))
        })
    })
}

/// The string literals of a file up to its tests, by line. A literal of several lines counts as several.
fn literals(text: &str) -> Vec<(usize, &str)> {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or(text);
    let mut literals = Vec::new();
    let mut is_inside = false;
    for (idx, line) in code.lines().enumerate() {
        if !is_inside && line.trim_start().starts_with("//") {
            continue;
        }
        let mut start = 0;
        let mut is_escaped = false;
        for (at, c) in line.char_indices() {
            match c {
                _ if is_escaped => is_escaped = false,
                '\\' => is_escaped = true,
                '"' if line[..at].ends_with('\'') => {}
                '"' => {
                    if is_inside {
                        literals.push((idx + 1, &line[start..at]));
                    }
                    is_inside = !is_inside;
                    start = at + 1;
                }
                '/' if !is_inside && line[at..].starts_with("//") => break,
                _ => {}
            }
        }
        if is_inside {
            literals.push((idx + 1, &line[start..]));
        }
    }
    literals
}

/// The lines of a page outside of blocks of code.
fn prose(text: &str) -> Vec<(usize, &str)> {
    let mut is_code = false;
    let mut lines = Vec::new();
    for (idx, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        } else if !is_code {
            lines.push((idx + 1, line));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(path: &str, text: &str, lines: &[usize]) {
        let file = File { path: path.to_owned(), text: text.to_owned() };
        let found: Vec<Option<usize>> = super::check(&file).into_iter().map(|it| it.line).collect();
        assert_eq!(found, lines.iter().copied().map(Some).collect::<Vec<_>>(), "{path}: {text}");
    }

    #[test]
    fn messages_name_their_subject() {
        check("crates/a/src/b.rs", "fail(\"nobody has written it\");\n", &[1]);
        check("crates/a/src/b.rs", "fail(\"uninitialized\");\n// Nobody reads this.\n", &[]);
        check("crates/a/src/b.rs", "fail(\"`x` is no \\\n  pointer\");\n", &[1]);
        check("crates/a/src/b.rs", "fail(\"`x` is no longer there\");\n", &[]);
        check("crates/a/src/b.rs", "let a = '\"'; // \"nobody\"\n", &[]);
        check("crates/a/src/b.rs", "#[cfg(test)]\nmod tests {\n  \"nobody\"\n}\n", &[]);
        check("crates/a/tests/b.rs", "\"nobody\"\n", &[]);
    }

    #[test]
    fn pages_name_their_subject() {
        check("docs/a.md", "Whoever fails.\n```\nnobody\n```\nMemory is given back.\n", &[1, 5]);
        check("docs/decisions/0001.md", "Whoever fails.\n", &[]);
    }
}
