//! What an execution is given from outside, as a programmer writes it.

use super::inputs::{escaped, literal, string};
use crate::Given;

/// So many bytes of one thing that is given are shown.
const MAX_BYTES: usize = 240;

/// So many bytes are in one string literal.
const MAX_PIECE: usize = 56;

/// So many files, and so many variables, are shown.
const MAX_NAMED: usize = 4;

/// The label of what is on standard input.
pub(crate) const STDIN: &str = "stdin";

/// One thing that is given, such as standard input.
pub(crate) struct GivenItem {
    /// What it is: `stdin`.
    pub(crate) label: String,
    /// Its text in pieces that a line can end behind: string literals.
    pub(crate) pieces: Vec<String>,
}

/// What is given; `is_whole` of a test, else what the single inputs do not say: the arguments.
pub(crate) fn given_items(given: &Given, is_whole: bool) -> Vec<GivenItem> {
    let item = |label: &str, pieces| GivenItem { label: label.to_owned(), pieces };
    let mut items = Vec::new();
    if !given.arguments.is_empty() {
        items.push(item("arguments", arguments(&given.arguments)));
    }
    if !is_whole {
        return items;
    }
    let is_only = items.is_empty() && given.files.is_empty() && given.values.is_none();
    match &given.stdin {
        Some(bytes) if bytes.is_empty() && is_only => items.push(item(STDIN, vec!["empty".to_owned()])),
        Some(bytes) if !bytes.is_empty() => items.push(item(STDIN, pieces(bytes))),
        _ => {}
    }
    if let Some(values) = given.values.as_ref().filter(|it| !it.is_empty()) {
        let shown = values.iter().take(MAX_PIECE).map(i128::to_string);
        let more = values.len().saturating_sub(MAX_PIECE);
        let more = (more > 0).then(|| format!("... ({} values)", values.len()));
        items.push(item("__VERIFIER_nondet values", shown.chain(more).collect()));
    }
    for it in given.files.iter().take(MAX_NAMED) {
        let text = it.contents.as_ref().map_or_else(|| vec!["does not exist".to_owned()], |it| pieces(it));
        items.push(item(&format!("file {}", string(&it.name)), text));
    }
    for it in given.variables.iter().take(MAX_NAMED) {
        let text = it.value.as_ref().map_or_else(|| vec!["not set".to_owned()], |it| pieces(it));
        let name: String = it.name.iter().map(|byte| escaped(*byte, b'"')).collect();
        items.push(item(&format!("environment {name}"), text));
    }
    items
}

/// Arguments as string literals.
fn arguments(all: &[Vec<u8>]) -> Vec<String> {
    let mut left = MAX_BYTES;
    let mut texts = Vec::new();
    for (idx, argument) in all.iter().enumerate() {
        if idx > 0 && argument.len() > left {
            texts.push(format!("... ({} arguments)", all.len()));
            break;
        }
        texts.extend(pieces(argument));
        left = left.saturating_sub(argument.len() + 1);
    }
    texts
}

/// Bytes as string literals, one for each line.
fn pieces(bytes: &[u8]) -> Vec<String> {
    let shown = &bytes[..bytes.len().min(MAX_BYTES)];
    let lines = shown.split_inclusive(|it| *it == b'\n');
    let mut pieces: Vec<String> = lines.flat_map(|it| it.chunks(MAX_PIECE)).map(literal).collect();
    if pieces.is_empty() {
        pieces.push("\"\"".to_owned());
    }
    if shown.len() < bytes.len() {
        pieces.push(format!("... ({} bytes)", bytes.len()));
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GivenFile, GivenVariable};

    #[track_caller]
    fn check(given: &Given, is_whole: bool, expected: &[&str]) {
        let items = given_items(given, is_whole);
        let lines: Vec<String> =
            items.iter().map(|it| format!("{}: {}", it.label, it.pieces.join(" "))).collect();
        assert_eq!(lines, expected);
    }

    #[test]
    fn bytes_are_string_literals() {
        let given = Given {
            stdin: Some(b"3 4\n\"x\"\t\xff\0".to_vec()),
            arguments: vec![b"-k".to_vec(), b"".to_vec()],
            files: vec![
                GivenFile { name: b"a.txt".to_vec(), contents: Some(b"1\n".to_vec()) },
                GivenFile { name: b"b.txt".to_vec(), contents: None },
            ],
            variables: vec![GivenVariable { name: b"HOME".to_vec(), value: None }],
            values: Some(vec![1, -2]),
        };
        check(
            &given,
            true,
            &[
                "arguments: \"-k\" \"\"",
                "stdin: \"3 4\\n\" \"\\\"x\\\"\\t\\377\\000\"",
                "__VERIFIER_nondet values: 1 -2",
                "file \"a.txt\": \"1\\n\"",
                "file \"b.txt\": does not exist",
                "environment HOME: not set",
            ],
        );
        // The inputs of a search are listed one by one.
        check(&given, false, &["arguments: \"-k\" \"\""]);
    }

    #[test]
    fn nothing_on_standard_input_is_said_where_nothing_else_is_given() {
        let empty = Given { stdin: Some(Vec::new()), ..Given::default() };
        check(&empty, true, &["stdin: empty"]);
        check(&Given { arguments: vec![b"3".to_vec()], ..empty }, true, &["arguments: \"3\""]);
    }

    #[test]
    fn long_texts_are_cut_with_their_size() {
        let given = Given { stdin: Some(vec![b'a'; 1000]), ..Given::default() };
        let items = given_items(&given, true);
        assert_eq!(items[0].pieces.len(), 6);
        assert_eq!(items[0].pieces.last().map(String::as_str), Some("... (1000 bytes)"));
    }
}
