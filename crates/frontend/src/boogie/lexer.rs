//! Tokens.

use logos::Logos;

use super::text::{Reporter, TextRange};

/// A kind of token. What it says is in the text.
#[derive(Logos, Debug, Clone, Copy, PartialEq, Eq)]
#[logos(skip r"[ \t\r\n\f\u{feff}]+")]
#[logos(skip(r"//[^\n]*", allow_greedy = true))]
pub(super) enum Token {
    #[token("/*", block_comment)]
    Comment,

    #[regex(r"\\?[A-Za-z_'~#$^.?`][A-Za-z0-9_'~#$^.?`\\]*")]
    Identifier,
    #[regex(r"[0-9]+")]
    Integer,
    #[regex(r"[0-9]+\.[0-9]+([eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+")]
    Decimal,
    #[regex(r"[0-9]+bv[0-9]+")]
    BitVector,
    #[regex(r#""(\\.|[^"\\\n])*""#)]
    String,

    #[token("async")]
    Async,
    #[token("assert")]
    Assert,
    #[token("assume")]
    Assume,
    #[token("axiom")]
    Axiom,
    #[token("bool")]
    Bool,
    #[token("break")]
    Break,
    #[token("call")]
    Call,
    #[token("complete")]
    Complete,
    #[token("const")]
    Const,
    #[token("datatype")]
    Datatype,
    #[token("div")]
    Div,
    #[token("else")]
    Else,
    #[token("ensures")]
    Ensures,
    #[token("exists")]
    #[token("∃")]
    Exists,
    #[token("extends")]
    Extends,
    #[token("false")]
    False,
    #[token("finite")]
    Finite,
    #[token("forall")]
    #[token("∀")]
    Forall,
    #[token("free")]
    Free,
    #[token("function")]
    Function,
    #[token("goto")]
    Goto,
    #[token("havoc")]
    Havoc,
    #[token("if")]
    If,
    #[token("implementation")]
    Implementation,
    #[token("int")]
    Int,
    #[token("invariant")]
    Invariant,
    #[token("lambda")]
    #[token("λ")]
    Lambda,
    #[token("mod")]
    Mod,
    #[token("modifies")]
    Modifies,
    #[token("old")]
    Old,
    #[token("par")]
    Par,
    #[token("procedure")]
    Procedure,
    #[token("real")]
    Real,
    #[token("requires")]
    Requires,
    #[token("return")]
    Return,
    #[token("returns")]
    Returns,
    #[token("then")]
    Then,
    #[token("true")]
    True,
    #[token("type")]
    Type,
    #[token("unique")]
    Unique,
    #[token("var")]
    Var,
    #[token("where")]
    Where,
    #[token("while")]
    While,
    #[token("yield")]
    Yield,

    #[token("(")]
    LeftParenthesis,
    #[token(")")]
    RightParenthesis,
    #[token("[")]
    LeftBracket,
    #[token("]")]
    RightBracket,
    #[token("{")]
    LeftBrace,
    #[token("}")]
    RightBrace,
    #[token(",")]
    Comma,
    #[token(";")]
    Semicolon,
    #[token(":")]
    Colon,
    #[token("::")]
    #[token("•")]
    DoubleColon,
    #[token(":=")]
    Assign,
    #[token("=")]
    EqualsSign,
    #[token("<==>")]
    #[token("⇔")]
    Iff,
    #[token("==>")]
    #[token("⇒")]
    Implies,
    #[token("<==")]
    #[token("⇐")]
    Explies,
    #[token("&&")]
    #[token("∧")]
    And,
    #[token("||")]
    #[token("∨")]
    Or,
    #[token("!")]
    #[token("¬")]
    Not,
    #[token("==")]
    Equal,
    #[token("!=")]
    #[token("≠")]
    NotEqual,
    #[token("<")]
    Less,
    #[token("<=")]
    #[token("≤")]
    LessEqual,
    #[token(">")]
    Greater,
    #[token(">=")]
    #[token("≥")]
    GreaterEqual,
    #[token("<:")]
    #[token("≺")]
    Subtype,
    #[token("++")]
    Concat,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Star,
    #[token("**")]
    Power,
    #[token("/")]
    Slash,
    #[token("->")]
    Arrow,

    /// What is no token. It was told where it was read.
    Unknown,
    /// The end of the text.
    End,
}

/// Skips a block comment; they nest. An error where it does not end.
fn block_comment(lexer: &mut logos::Lexer<Token>) -> logos::FilterResult<(), ()> {
    let rest = lexer.remainder().as_bytes();
    let (mut depth, mut at) = (1, 0);
    while at < rest.len() {
        match &rest[at..] {
            [b'*', b'/', ..] => {
                (depth, at) = (depth - 1, at + 2);
                if depth == 0 {
                    lexer.bump(at);
                    return logos::FilterResult::Skip;
                }
            }
            [b'/', b'*', ..] => (depth, at) = (depth + 1, at + 2),
            _ => at += 1,
        }
    }
    logos::FilterResult::Error(())
}

/// The tokens of a file with their places, `End` last.
pub(super) fn tokens(file: u32, text: &str, reporter: &mut Reporter) -> Vec<(Token, TextRange)> {
    let mut tokens = Vec::new();
    let mut lexer = Token::lexer(text);
    while let Some(token) = lexer.next() {
        let span = lexer.span();
        let range = TextRange { file, start: span.start as u32, end: span.end as u32 };
        match token {
            Ok(token) => tokens.push((token, range)),
            Err(()) => {
                unexpected(lexer.slice(), range, reporter);
                tokens.push((Token::Unknown, range));
                if lexer.slice() == "/*" {
                    reporter.silence();
                    break;
                }
            }
        }
    }
    let end = TextRange { file, start: text.len() as u32, end: text.len() as u32 };
    tokens.push((Token::End, end));
    tokens
}

fn unexpected(slice: &str, range: TextRange, reporter: &mut Reporter) {
    let (message, hint) = match slice {
        "/*" => ("this comment does not end".to_owned(), Some("close it with `*/`")),
        "\"" => ("this string does not end".to_owned(), Some("close it with `\"` on the same line")),
        "%" => ("unexpected character `%`".to_owned(), Some("the remainder is written `mod`")),
        "&" | "|" => {
            (format!("unexpected character `{slice}`"), Some("connectives are written `&&` and `||`"))
        }
        "@" => {
            ("unexpected character `@`".to_owned(), Some("names have letters, digits and `_ . $ # ' ~ ^ ?`"))
        }
        _ => (format!("unexpected text `{}`", slice.escape_debug()), None),
    };
    match hint {
        Some(hint) => reporter.error_with_hint(range, message, hint),
        None => reporter.error(range, message),
    }
}
