//! The part of a statement that may change.

use std::ops::Range;

use faultscope_ir::program::Language;
use faultscope_ir::{Origin, OriginKind};

use super::lexer::{Lexed, TokenKind};
use faultscope_localize::checks::Checks;

/// What may change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Region {
    /// The tokens of the expression.
    pub(super) expression: Range<usize>,
    /// The token of an operator that assigns and computes: `+=`, `++`.
    pub(super) operator: Option<usize>,
    /// What the expression is for.
    pub(super) role: Role,
}

/// What an expression is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Its value goes somewhere.
    Value,
    /// Its truth decides a branch.
    Condition,
    /// There is none: a variable is declared, and the expression is its name.
    Declaration,
}

const COMPOUND: [&str; 10] = ["+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="];

/// The part of a statement that may change; none where its text is not understood.
pub(super) fn region(lexed: &Lexed<'_>, origin: &Origin, checks: &Checks) -> Option<Region> {
    let span = origin.span;
    let bytes = lexed.offset(span.line, span.column)?..lexed.offset(span.end_line, span.end_column)?;
    let mut tokens = lexed.tokens_in(&bytes);
    while tokens.end > tokens.start && lexed.is(tokens.end - 1, ";") {
        tokens.end -= 1;
    }
    if tokens.is_empty() || lexed.tokens[tokens.clone()].iter().any(|token| token.in_directive) {
        return None;
    }
    let value = |expression| Region { expression, operator: None, role: Role::Value };
    match origin.kind {
        OriginKind::Assignment => assignment(lexed, tokens, origin),
        OriginKind::Argument => (!is_checked(lexed, tokens.start, checks)).then(|| value(tokens)),
        OriginKind::Return if lexed.is(tokens.start, "return") => {
            Some(value(tokens.start + 1..tokens.end)).filter(|it| !it.expression.is_empty())
        }
        OriginKind::Condition => condition(lexed, tokens, checks),
        OriginKind::Declaration if lexed.language == Language::C && tokens.len() == 1 => {
            Some(Region { expression: tokens, operator: None, role: Role::Declaration })
        }
        OriginKind::Return
        | OriginKind::Declaration
        | OriginKind::Input
        | OriginKind::Assertion
        | OriginKind::Lowering => None,
    }
}

/// The first token of a range, outside of brackets, that `is_wanted`.
fn outside(lexed: &Lexed<'_>, tokens: &Range<usize>, is_wanted: impl Fn(&str) -> bool) -> Option<usize> {
    let mut at = tokens.start;
    while at < tokens.end {
        if is_wanted(lexed.token(at)) {
            return Some(at);
        }
        at = match lexed.token(at) {
            "(" | "[" | "{" => lexed.partner(at)? + 1,
            _ => at + 1,
        };
    }
    None
}

fn assignment(lexed: &Lexed<'_>, tokens: Range<usize>, origin: &Origin) -> Option<Region> {
    let role = Role::Value;
    if lexed.language == Language::Boogie {
        return boogie_assignment(lexed, tokens, origin);
    }
    if let Some(at) = outside(lexed, &tokens, |it| it == "=" || COMPOUND.contains(&it)) {
        let operator = Some(at).filter(|at| !lexed.is(*at, "="));
        let expression = at + 1..tokens.end;
        // The items of an initializer in braces are places of their own.
        return (!expression.is_empty() && !lexed.is(at + 1, "{")).then_some(Region {
            expression,
            operator,
            role,
        });
    }
    let step =
        [tokens.start, tokens.end - 1].into_iter().find(|it| lexed.is(*it, "++") || lexed.is(*it, "--"));
    if let Some(step) = step {
        return Some(Region { expression: step..step, operator: Some(step), role });
    }
    // An item of an initializer is an expression; the use of a macro can be anything.
    let is_use = lexed.tokens[tokens.start].kind == TokenKind::Word && lexed.is(tokens.start + 1, "(");
    (!is_use).then_some(Region { expression: tokens, operator: None, role })
}

/// `x, a[i] := e, f`: the expression for the place.
fn boogie_assignment(lexed: &Lexed<'_>, tokens: Range<usize>, origin: &Origin) -> Option<Region> {
    let sign = outside(lexed, &tokens, |it| it == ":=")?;
    if lexed.is(tokens.start, "call") || lexed.is(tokens.start, "havoc") {
        return None;
    }
    let parts = |range: Range<usize>| {
        let mut parts = Vec::new();
        let mut start = range.start;
        while let Some(comma) = outside(lexed, &(start..range.end), |it| it == ",") {
            parts.push(start..comma);
            start = comma + 1;
        }
        parts.push(start..range.end);
        parts
    };
    let plain = |text: &str| text.split_whitespace().collect::<String>();
    let (places, expressions) = (parts(tokens.start..sign), parts(sign + 1..tokens.end));
    let place = origin.place.as_deref().map(plain);
    let idx = match &places[..] {
        [_] => 0,
        _ => places.iter().position(|it| Some(plain(&lexed.text[lexed.bytes(it)])) == place)?,
    };
    let expression = expressions.get(idx).filter(|it| !it.is_empty())?.clone();
    Some(Region { expression, operator: None, role: Role::Value })
}

/// Whether an expression is an argument of a function that only checks it, or assumes it.
fn is_checked(lexed: &Lexed<'_>, start: usize, checks: &Checks) -> bool {
    let mut at = start;
    while let Some(before) = at.checked_sub(1) {
        at = match lexed.token(before) {
            ";" | "{" | "}" => return false,
            "(" => {
                let name = before.checked_sub(1).map_or("", |name| lexed.token(name));
                return is_assumption(name) || checks.is_check(name);
            }
            ")" | "]" => match lexed.partner(before) {
                Some(open) => open,
                None => return false,
            },
            _ => before,
        };
    }
    false
}

fn is_assumption(name: &str) -> bool {
    matches!(name, "assume" | "__VERIFIER_assume" | "invariant" | "requires" | "assert" | "ensures")
}

/// The whole controlling expression around a condition, which may be one of its operands.
fn condition(lexed: &Lexed<'_>, tokens: Range<usize>, checks: &Checks) -> Option<Region> {
    let role = Role::Condition;
    if tokens.start.checked_sub(1).is_some_and(|at| is_assumption(lexed.token(at)))
        || is_checked(lexed, tokens.start, checks)
    {
        return None;
    }
    if lexed.language == Language::Boogie {
        return Some(Region { expression: tokens, operator: None, role });
    }
    let ends = |at: usize| {
        let text = lexed.token(at);
        matches!(text, ";" | "{" | "}" | "=" | "return" | "," | "?" | ":" | "case")
            || COMPOUND.contains(&text)
            || lexed.tokens[at].in_directive
    };
    let (mut start, mut end) = (tokens.start, tokens.end);
    while let Some(before) = start.checked_sub(1).filter(|it| !ends(*it)) {
        start = match lexed.token(before) {
            "(" | "[" => break,
            ")" | "]" => lexed.partner(before)?,
            _ => before,
        };
    }
    while end < lexed.tokens.len() && !ends(end) {
        end = match lexed.token(end) {
            ")" | "]" => break,
            "(" | "[" => lexed.partner(end)? + 1,
            _ => end + 1,
        };
    }
    // A condition in the middle of a row that is no expression, such as a macro's use.
    let inside = &lexed.tokens[start..end];
    let is_whole = !inside.iter().zip(start..).any(|(token, at)| {
        token.kind == TokenKind::Word
            && matches!(lexed.token(at), "if" | "while" | "for" | "else" | "do" | "switch")
    });
    let expression = if is_whole { start..end } else { tokens };
    Some(Region { expression, operator: None, role })
}
