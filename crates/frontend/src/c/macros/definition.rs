//! Definitions of macros.

use std::ops::Range;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::super::provenance::Macro;
use super::super::tokens::{Token, TokenKind, integer, tokens};
use super::original::{Original, range_of};
use crate::limits::MAX_DEFINITION_DISTANCE;

/// A token of a macro's body.
#[derive(Debug, Clone, Copy)]
pub(super) struct BodyToken<'a> {
    pub text: &'a str,
    pub kind: TokenKind,
    pub start: u32,
    pub end: u32,
}

/// A macro.
#[derive(Debug)]
pub(super) struct Definition<'a> {
    /// Its index among all.
    pub idx: u32,
    /// Names of the parameters; none for a macro without a list of them.
    pub parameters: Option<Vec<&'a str>>,
    /// Whether the last parameter stands for all further arguments.
    pub is_variadic: bool,
    pub body: Vec<BodyToken<'a>>,
    /// Index of the file that its body stands in, if that is at hand.
    pub file: Option<u32>,
}

impl Definition<'_> {
    pub(super) fn parameter(&self, text: &str) -> Option<usize> {
        self.parameters.as_ref()?.iter().position(|name| *name == text)
    }
}

/// The definitions that hold, and all that ever did.
#[derive(Default)]
pub(super) struct Definitions<'a> {
    /// Indices of definitions by name.
    by_name: FxHashMap<&'a str, usize>,
    all: Vec<Rc<Definition<'a>>>,
    pub macros: Vec<Macro>,
}

impl<'a> Definitions<'a> {
    pub(super) fn get(&self, name: &str) -> Option<&Rc<Definition<'a>>> {
        self.by_name.get(name).map(|idx| &self.all[*idx])
    }

    /// Reads a directive; others than `#define` and `#undef` say nothing here.
    pub(super) fn directive(
        &mut self,
        text: &'a str,
        file: usize,
        line: u32,
        original: Option<&Original<'a>>,
    ) {
        let words = tokens(text);
        let word = |idx: usize| words.get(idx).map_or("", |token| token.text(text));
        let name = word(2);
        match word(1) {
            "undef" => {
                self.by_name.remove(name);
            }
            "define" if !name.is_empty() => {
                let found = original.and_then(|it| Some((it.text, written(it, line, text, &words)?)));
                let (text, words, file) = match found {
                    Some((text, words)) => (text, words, Some(file as u32)),
                    None => (text, words, None),
                };
                self.define(text, &words, file);
            }
            _ => {}
        }
    }

    fn define(&mut self, text: &'a str, words: &[Token], file: Option<u32>) {
        let name = words[2].text(text);
        let Some((parameters, is_variadic, first)) = parameters(text, words) else {
            self.by_name.remove(name);
            return;
        };
        let token = |token: &Token| BodyToken {
            text: token.text(text),
            kind: token.kind,
            start: token.start,
            end: token.end,
        };
        let body = &words[first..];
        let range = range_of(&words[2..]);
        let idx = self.all.len();
        self.macros.push(Macro {
            name: name.to_owned(),
            file,
            body: if body.is_empty() { range.end..range.end } else { range_of(body) },
            range,
            is_function: parameters.is_some(),
        });
        let body = body.iter().map(token).collect();
        self.all.push(Rc::new(Definition { idx: idx as u32, parameters, is_variadic, body, file }));
        self.by_name.insert(name, idx);
    }
}

/// The directive in the file that it was read from, if the file has the same tokens there.
fn written(original: &Original<'_>, line: u32, text: &str, words: &[Token]) -> Option<Vec<Token>> {
    let name = words[2].text(text);
    let of = |idx: usize| original.tokens.get(idx).map_or("", |token| token.text(original.text));
    let is_definition = |idx: &usize| {
        original.tokens[*idx].in_directive
            && of(*idx) == "#"
            && of(idx + 1) == "define"
            && of(idx + 2) == name
            && original.tokens[*idx].line.abs_diff(line) <= MAX_DEFINITION_DISTANCE
    };
    let first = original.tokens.partition_point(|token| token.line + MAX_DEFINITION_DISTANCE < line);
    let candidates = (first..original.tokens.len())
        .take_while(|idx| original.tokens[*idx].line <= line + MAX_DEFINITION_DISTANCE)
        .filter(is_definition);
    let same = |start: usize| {
        let directive = original.tokens[start..].iter();
        let n = 1 + directive
            .skip(1)
            .take_while(|token| token.in_directive && !is_start(original, token))
            .count();
        let own = &original.tokens[start..start + n];
        let is_same = own.len() == words.len()
            && own.iter().zip(words).all(|(own, word)| own.text(original.text) == word.text(text));
        is_same.then(|| own.to_vec())
    };
    candidates.filter_map(same).min_by_key(|own| own[0].line.abs_diff(line))
}

/// Whether a token is the first of its line, continuation lines apart.
fn is_start(original: &Original<'_>, token: &Token) -> bool {
    if token.text(original.text) != "#" {
        return false;
    }
    let before = original.text.get(..token.start as usize).unwrap_or("").trim_end_matches([' ', '\t']);
    match before.strip_suffix('\n') {
        Some(line) => !line.ends_with('\\') && !line.ends_with("\\\r"),
        None => before.is_empty(),
    }
}

/// The parameters of `#define name(a, b...) body`, whether they are variadic, and where the body begins. A parenthesis that
/// belongs to parameters touches the name.
fn parameters<'a>(text: &'a str, words: &[Token]) -> Option<(Option<Vec<&'a str>>, bool, usize)> {
    let is_list = words.get(3).is_some_and(|token| token.text(text) == "(" && token.start == words[2].end);
    if !is_list {
        return Some((None, false, 3));
    }
    let (mut names, mut is_variadic) = (Vec::new(), false);
    for (idx, token) in words.iter().enumerate().skip(4) {
        match token.text(text) {
            ")" => {
                if is_variadic && names.last() == Some(&".") {
                    names.pop();
                    names.push("__VA_ARGS__");
                }
                return Some((Some(names), is_variadic, idx + 1));
            }
            "," => {}
            // `...` is three tokens; behind a name it makes that the rest.
            "." => {
                let is_named = words[idx - 1].kind == TokenKind::Name;
                if !is_named && !is_variadic {
                    names.push(".");
                }
                is_variadic = true;
            }
            name => names.push(name),
        }
    }
    None
}

/// The integer that the body of a macro is, and the body with nothing left to expand: a number, perhaps with a sign or in
/// parentheses, the name of a constant, or an operation of these in parentheses.
pub(in crate::c) fn constant(
    text: &str,
    body: &Range<u32>,
    known: &dyn Fn(&str) -> Option<(i128, String)>,
) -> Option<(i128, String)> {
    let text = text.get(body.start as usize..body.end as usize)?;
    let tokens = tokens(text);
    let words: Vec<(TokenKind, &str)> = tokens.iter().map(|token| (token.kind, token.text(text))).collect();
    evaluate(&words, known)
}

fn evaluate(
    words: &[(TokenKind, &str)],
    known: &dyn Fn(&str) -> Option<(i128, String)>,
) -> Option<(i128, String)> {
    match words {
        [(_, "("), inner @ .., (_, ")")] => evaluate(inner, known)
            .or_else(|| operation(inner, known))
            .map(|(number, text)| (number, format!("({text})"))),
        [(_, "-"), rest @ ..] if !rest.is_empty() => {
            evaluate(rest, known).map(|(number, text)| (-number, format!("- {text}")))
        }
        [(TokenKind::Number, text)] => integer(text).map(|(number, _)| (number, (*text).to_owned())),
        [(TokenKind::Name, name)] => known(name),
        _ => None,
    }
}

/// Operators that bind alike and are grouped from the left, those that bind least first.
const OPERATORS: [&[&str]; 3] = [&["<<", ">>"], &["+", "-"], &["*", "/", "%"]];

/// The value of an operation on two operands, where an `int` holds it, and its text.
fn operation(
    words: &[(TokenKind, &str)],
    known: &dyn Fn(&str) -> Option<(i128, String)>,
) -> Option<(i128, String)> {
    let (operator, at) = OPERATORS.iter().find_map(|operators| last_outside(words, operators))?;
    let (left, right) = (&words[..at], &words[at + operator.len()..]);
    let operand = |it| evaluate(it, known).or_else(|| operation(it, known));
    let ((left, left_text), (right, right_text)) = (operand(left)?, operand(right)?);
    let shift = u32::try_from(right).ok().filter(|it| *it < 31 && left >= 0);
    let value = match operator {
        "+" => left + right,
        "-" => left - right,
        "*" => left * right,
        "/" => left.checked_div(right)?,
        "%" => left.checked_rem(right)?,
        "<<" => left << shift?,
        _ => left >> shift?,
    };
    i32::try_from(value).ok()?;
    Some((value, format!("{left_text} {operator} {right_text}")))
}

/// The last of these operators outside of parentheses that has an operand on its left, and its index. A sign is one word.
fn last_outside(words: &[(TokenKind, &str)], operators: &[&'static str]) -> Option<(&'static str, usize)> {
    let mut depth = 0_usize;
    let mut found = None;
    for (at, (_, word)) in words.iter().enumerate() {
        let signs = |operator: &str| {
            words[at..].iter().zip(operator.chars()).all(|((_, it), sign)| it.starts_with(sign))
        };
        let is_behind_operand = at > 0 && (words[at - 1].1 == ")" || words[at - 1].0 != TokenKind::Sign);
        match *word {
            "(" => depth += 1,
            ")" => depth = depth.checked_sub(1)?,
            _ if depth == 0 && is_behind_operand => {
                let operator = operators.iter().find(|it| words.len() - at > it.len() && signs(it));
                found = operator.map(|it| (*it, at)).or(found);
            }
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(body: &str, expected: Option<(i128, &str)>) {
        let known = |name: &str| (name == "LEAST").then(|| (3, "3".to_owned()));
        let found = constant(body, &(0..body.len() as u32), &known);
        assert_eq!(found, expected.map(|(value, text)| (value, text.to_owned())));
    }

    #[test]
    fn a_macro_is_an_integer() {
        check("7", Some((7, "7")));
        check("-1", Some((-1, "- 1")));
        check("LEAST", Some((3, "3")));
        check("((LEAST))", Some((3, "((3))")));
        check("OTHER", None);
    }

    #[test]
    fn operations_in_parentheses_are_integers() {
        check("(LEAST + 2)", Some((5, "(3 + 2)")));
        check("(1 << 4)", Some((16, "(1 << 4)")));
        check("(10 - 2 - 3)", Some((5, "(10 - 2 - 3)")));
        check("(10 - (2 - 3))", Some((11, "(10 - (2 - 3))")));
        check("(1 + 2 * 3)", Some((7, "(1 + 2 * 3)")));
        check("(2 * -LEAST)", Some((-6, "(2 * - 3)")));
        check("(-2 + 5)", Some((3, "(- 2 + 5)")));
        check("(7 / 0)", None);
        check("(1 << 31)", None);
        check("(65536 * 65536)", None);
        check("(1 +)", None);
        check("(f(1) + 2)", None);
        // Around it other operators may bind more.
        check("1 + 2", None);
        check("(1) + (2)", None);
    }
}
