//! The parser behind one door: scrubbed text in, `lang_c`'s syntax tree or a diagnostic out.

pub(super) use lang_c::ast;
pub(super) use lang_c::span::{Node, Span};

use lang_c::driver::{self, Flavor};
use lang_c::visit::{self, Visit};

use super::source::Loc;

/// A syntax error.
#[derive(Debug)]
pub(super) struct SyntaxError {
    pub loc: Loc,
    pub message: String,
    pub hint: Option<String>,
}

/// Parses the text of a unit.
pub(super) fn parse(unit: u32, text: &str) -> Result<ast::TranslationUnit, SyntaxError> {
    let config =
        driver::Config { cpp_command: String::new(), cpp_options: Vec::new(), flavor: Flavor::GnuC11 };
    match driver::parse_preprocessed(&config, text.to_owned()) {
        Ok(parsed) => Ok(parsed.unit),
        Err(error) => Err(explain(unit, text, error.offset, error.expected.iter().copied().collect())),
    }
}

/// More than this many alternatives help nobody.
const MAX_EXPECTED: usize = 4;

fn explain(unit: u32, text: &str, offset: usize, expected: Vec<&str>) -> SyntaxError {
    let offset = offset.min(text.len());
    let rest = text.get(offset..).unwrap_or("");
    let start = offset + (rest.len() - rest.trim_start().len());
    let rest = rest.trim_start();
    let word = rest.find(|ch: char| !ch.is_alphanumeric() && ch != '_').unwrap_or(rest.len());
    let length = if word == 0 { rest.chars().next().map_or(0, char::len_utf8) } else { word };
    let found = match &rest[..length] {
        "" => "end of file".to_owned(),
        token => format!("`{token}`"),
    };
    let before = text.get(..offset).unwrap_or("").trim_end();
    let (expected, missing) = summarize(expected, rest.is_empty());
    // What is missing belongs behind the last token and not before the next one, which may be lines away.
    let same_line = !text.get(before.len()..start).unwrap_or("").contains('\n');
    let at_end = start >= text.len();
    let (start, end) = if (at_end || (missing && !same_line)) && !before.is_empty() {
        (before.len() - 1, before.len())
    } else {
        (start.min(text.len()), (start + length.max(1)).min(text.len()))
    };
    let message = match expected {
        Some(expected) => format!("syntax error: expected {expected}, found {found}"),
        None => format!("syntax error: unexpected {found}"),
    };
    let next_is_declared = word > 0 || rest.starts_with('*');
    let hint = last_word(before)
        .filter(|_| same_line && next_is_declared)
        .map(|word| format!("`{word}` is not known as a type; the header that declares it may be missing"));
    let loc = Loc { unit, start: start as u32, end: end as u32 };
    SyntaxError { loc, message, hint }
}

/// The name that a text ends with.
fn last_word(text: &str) -> Option<&str> {
    const KEYWORDS: [&str; 12] = [
        "return", "else", "do", "goto", "case", "sizeof", "if", "while", "for", "switch", "break", "continue",
    ];
    let start = text.rfind(|ch: char| !ch.is_ascii_alphanumeric() && ch != '_').map_or(0, |at| at + 1);
    let word = text.get(start..)?;
    // A name in the middle of an expression is none of a type.
    let opens = text.get(..start)?.trim_end().ends_with(['{', '}', ';', '(', ',', ')']) || start == 0;
    let is_name = word.starts_with(|ch: char| ch.is_ascii_alphabetic() || ch == '_');
    let after_type = ["const", "static", "extern", "unsigned", "volatile"]
        .iter()
        .any(|keyword| text[..start].trim_end().ends_with(keyword));
    (is_name && (opens || after_type) && !KEYWORDS.contains(&word)).then_some(word)
}

/// A few of the expected tokens in words, and whether one of them simply seems to be missing.
fn summarize(mut expected: Vec<&str>, at_end: bool) -> (Option<String>, bool) {
    expected.sort_unstable();
    if at_end && expected.iter().any(|token| token.trim_matches('"') == "}") {
        return (Some("`}`".to_owned()), true);
    }
    for closing in ["\";\"", ";", "\")\"", ")", "\"]\"", "]", "\"}\"", "}"] {
        if expected.contains(&closing) && expected.len() > 1 {
            let token = closing.trim_matches('"');
            return (Some(format!("`{token}`")), true);
        }
    }
    let words: Vec<String> = expected
        .iter()
        .filter(|token| !token.contains("[ \\n") && !token.contains("white"))
        .map(|token| match *token {
            "<identifier>" | "[_a-zA-Z]" => "a name".to_owned(),
            "<typedef_name>" => "a type".to_owned(),
            token => format!("`{}`", token.trim_matches('"')),
        })
        .collect();
    if words.is_empty() || words.len() > MAX_EXPECTED {
        return (None, false);
    }
    (Some(words.join(" or ")), false)
}

/// The expression at a place.
pub(super) fn find(unit: &ast::TranslationUnit, loc: Loc) -> Option<Node<ast::Expression>> {
    let mut finder = Finder { start: loc.start as usize, end: loc.end as usize, found: None };
    let holds = |span: &Span| span.start <= finder.start && finder.end <= span.end;
    let declaration = unit.0.iter().find(|declaration| holds(&declaration.span))?;
    Visit::visit_external_declaration(&mut finder, &declaration.node, &declaration.span);
    finder.found
}

struct Finder {
    start: usize,
    end: usize,
    found: Option<Node<ast::Expression>>,
}

impl<'a> Visit<'a> for Finder {
    fn visit_expression(&mut self, expr: &'a ast::Expression, span: &'a Span) {
        if self.found.is_some() || span.start > self.start || span.end < self.end {
            return;
        }
        if (span.start, span.end) == (self.start, self.end) {
            self.found = Some(Node::new(expr.clone(), *span));
            return;
        }
        visit::visit_expression(self, expr, span);
    }
}
