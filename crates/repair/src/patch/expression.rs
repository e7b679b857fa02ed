//! Operands of operators, found by precedence in a row of tokens.

use std::ops::Range;

use faultscope_ir::program::Language;

use super::lexer::{Lexed, TokenKind};

/// How tightly a binary operator binds, more is tighter; none for what is no such operator in this place.
pub(super) fn binding(lexed: &Lexed<'_>, at: usize, start: usize) -> Option<u8> {
    let text = lexed.token(at);
    let binding = match text {
        "," => 0,
        "=" | ":=" | "+=" | "-=" | "*=" | "/=" | "%=" | "&=" | "|=" | "^=" | "<<=" | ">>=" => 1,
        "<==>" | "?" | ":" => 2,
        "==>" | "<==" => 3,
        "||" => 4,
        "&&" => 5,
        "|" => 6,
        "^" => 7,
        "&" => 8,
        "==" | "!=" => 9,
        "<" | "<=" | ">" | ">=" => 10,
        "<<" | ">>" | "++" if lexed.language == Language::Boogie || text != "++" => 11,
        "+" | "-" => 12,
        "*" | "/" | "%" | "div" | "mod" => 13,
        _ => return None,
    };
    (at > start && ends_operand(lexed, at - 1)).then_some(binding)
}

/// Whether an operand can end with this token.
fn ends_operand(lexed: &Lexed<'_>, at: usize) -> bool {
    match lexed.tokens[at].kind {
        TokenKind::Number | TokenKind::Quoted => true,
        TokenKind::Word => {
            !matches!(lexed.token(at), "return" | "sizeof" | "case" | "else" | "div" | "mod" | "then" | "if")
        }
        TokenKind::Sign => match lexed.token(at) {
            "]" => true,
            ")" => !is_cast(lexed, at),
            "++" | "--" => lexed.language == Language::C,
            _ => false,
        },
    }
}

/// Whether a closing parenthesis ends the type of a cast.
fn is_cast(lexed: &Lexed<'_>, close: usize) -> bool {
    let Some(open) = lexed.partner(close).filter(|_| lexed.language == Language::C) else { return false };
    let is_type = |at: usize| {
        let text = lexed.token(at);
        text == "*"
            || text.ends_with("_t")
            || matches!(
                text,
                "int"
                    | "char"
                    | "unsigned"
                    | "signed"
                    | "long"
                    | "short"
                    | "float"
                    | "double"
                    | "void"
                    | "const"
                    | "volatile"
                    | "struct"
                    | "union"
                    | "enum"
                    | "_Bool"
                    | "bool"
            )
    };
    open + 1 < close && is_type(open + 1) && !(open > 0 && lexed.is(open - 1, "sizeof"))
}

/// The operand on the left of an operator, up to the next operator that binds no tighter than `binding`.
pub(super) fn left(
    lexed: &Lexed<'_>,
    region: &Range<usize>,
    operator: usize,
    binding: u8,
) -> Option<Range<usize>> {
    let mut start = operator;
    while start > region.start {
        let before = start - 1;
        match lexed.token(before) {
            "(" | "[" | "{" => break,
            ")" | "]" => start = lexed.partner(before).filter(|it| *it >= region.start)?,
            _ if self::binding(lexed, before, region.start).is_some_and(|it| it <= binding) => break,
            _ => start = before,
        }
    }
    (start < operator).then_some(start..operator)
}

/// The operand on the right of an operator, up to the next operator that binds no tighter than `binding`.
pub(super) fn right(
    lexed: &Lexed<'_>,
    region: &Range<usize>,
    operator: usize,
    binding: u8,
) -> Option<Range<usize>> {
    let mut end = operator + 1;
    while end < region.end {
        match lexed.token(end) {
            ")" | "]" | "}" => break,
            "(" | "[" => end = lexed.partner(end).filter(|it| *it < region.end)? + 1,
            _ if self::binding(lexed, end, region.start).is_some_and(|it| it <= binding) => break,
            _ => end += 1,
        }
    }
    (operator + 1 < end).then_some(operator + 1..end)
}
