//! The comments of a text, of C or Boogie, and which of its lines have code.

use std::collections::BTreeSet;

/// A comment.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Comment<'a> {
    /// The line where it begins, from 1.
    pub(super) line: u32,
    /// The column.
    pub(super) column: u32,
    /// The line where it ends.
    end_line: u32,
    /// What is in it, without white space around it.
    pub(super) text: &'a str,
}

/// The comments of a text.
pub(super) struct Comments<'a> {
    pub(super) comments: Vec<Comment<'a>>,
    /// The lines with something that is neither comment nor white space.
    with_code: BTreeSet<u32>,
}

impl Comments<'_> {
    /// The line of the code that a comment is about: its own, or else the next one with code.
    pub(super) fn code_line(&self, comment: &Comment<'_>) -> u32 {
        let own = self.with_code.contains(&comment.line).then_some(comment.line);
        let next = || self.with_code.range(comment.end_line..).next().copied();
        own.or_else(next).unwrap_or(comment.end_line)
    }
}

/// The comments of a text. What looks like one in a literal is none.
pub(super) fn comments(text: &str) -> Comments<'_> {
    let mut found = Comments { comments: Vec::new(), with_code: BTreeSet::new() };
    let (mut at, mut line, mut line_start) = (0, 1, 0);
    while let Some(first) = text[at..].chars().next() {
        let (before, rest) = text.split_at(at);
        let length = match first {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest[2..].find("*/").map_or(rest.len(), |end| end + 4),
            '"' => literal(rest, '"'),
            // A quote in a name of Boogie, or in a number of C, begins no literal.
            '\'' if !before.ends_with(|it: char| it.is_alphanumeric() || it == '_') => literal(rest, '\''),
            it => it.len_utf8(),
        };
        let token = &rest[..length];
        let n_lines = token.matches('\n').count() as u32;
        if token.starts_with("//") || token.starts_with("/*") {
            let inner = token[2..].strip_suffix("*/").unwrap_or(&token[2..]);
            let inner = inner.trim_matches(|it: char| it.is_whitespace() || it == '*' || it == '/');
            let column = before[line_start..].chars().count() as u32 + 1;
            found.comments.push(Comment { line, column, end_line: line + n_lines, text: inner });
        } else if !first.is_whitespace() {
            found.with_code.insert(line);
        }
        if let Some(newline) = token.rfind('\n') {
            line_start = at + newline + 1;
        }
        line += n_lines;
        at += length;
    }
    found
}

/// How many bytes a literal is long; one that does not end on its line is its quote alone.
fn literal(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, it) in text.char_indices().skip(1) {
        match it {
            '\n' if !is_escaped => return quote.len_utf8(),
            it if it == quote && !is_escaped => return at + quote.len_utf8(),
            _ => is_escaped = it == '\\' && !is_escaped,
        }
    }
    quote.len_utf8()
}
