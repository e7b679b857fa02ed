//! Tokens of annotations.

use logos::Logos;

use super::ast::Range;

/// A kind of token. What it says is in the text.
#[derive(Logos, Debug, Clone, Copy, PartialEq, Eq)]
// An `@` is white space: many begin their lines with it.
#[logos(skip r"[ \t\r\n\f\x0b@]+")]
#[logos(skip r"\\\r?\n")]
#[logos(skip(r"//[^\n]*", allow_greedy = true))]
pub(super) enum Token {
    #[regex(r"[A-Za-z_][A-Za-z0-9_]*")]
    Identifier,
    /// `\result` and the like.
    #[regex(r"\\[A-Za-z_][A-Za-z0-9_]*")]
    Builtin,
    #[regex(r"(0[xX][0-9a-fA-F]+|0[bB][01]+|[0-9]+)[uUlL]*")]
    Integer,
    /// A number and the two dots behind it, as in `0..n`. It is read as two tokens.
    #[regex(r"(0[xX][0-9a-fA-F]+|0[bB][01]+|[0-9]+)[uUlL]*\.\.")]
    IntegerDots,
    #[regex(r"[0-9]+\.[0-9]*([eE][+-]?[0-9]+)?[fFlLdD]?")]
    #[regex(r"\.[0-9]+([eE][+-]?[0-9]+)?[fFlLdD]?")]
    #[regex(r"[0-9]+[eE][+-]?[0-9]+[fFlLdD]?")]
    #[regex(r"0[xX][0-9a-fA-F]+(\.[0-9a-fA-F]*)?[pP][+-]?[0-9]+[fFlLdD]?")]
    Real,
    #[regex(r"L?'(\\[^\n]|[^'\\\n])+'")]
    Character,
    #[regex(r#"L?"(\\[^\n]|[^"\\\n])*""#)]
    String,

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
    #[token("[|")]
    LeftList,
    #[token("|]")]
    RightList,
    #[token(",")]
    Comma,
    #[token(";")]
    Semicolon,
    #[token(":")]
    Colon,
    #[token("::")]
    DoubleColon,
    #[token("?")]
    Question,
    #[token("..")]
    Dots,
    #[token("...")]
    Ellipsis,
    #[token(".")]
    Dot,
    #[token("->")]
    Arrow,
    #[token("=")]
    Assign,
    #[token("==")]
    #[token("≡")]
    Equal,
    #[token("!=")]
    #[token("≢")]
    NotEqual,
    #[token("<")]
    Less,
    #[token("<=")]
    #[token("≤")]
    LessOrEqual,
    #[token(">")]
    Greater,
    #[token(">=")]
    #[token("≥")]
    GreaterOrEqual,
    #[token("==>")]
    #[token("⇒")]
    #[token("⟹")]
    Implies,
    #[token("<==>")]
    #[token("⇔")]
    #[token("⟺")]
    Iff,
    #[token("-->")]
    BitImplies,
    #[token("<-->")]
    BitIff,
    #[token("&&")]
    #[token("∧")]
    And,
    #[token("||")]
    #[token("∨")]
    Or,
    #[token("^^")]
    #[token("⊻")]
    Xor,
    #[token("!")]
    #[token("¬")]
    Not,
    #[token("~")]
    Tilde,
    #[token("&")]
    Ampersand,
    #[token("|")]
    Pipe,
    #[token("^")]
    Caret,
    #[token("+")]
    Plus,
    #[token("-")]
    #[token("−")]
    Minus,
    #[token("*")]
    Star,
    #[token("/")]
    Slash,
    #[token("%")]
    Percent,
    #[token("<<")]
    ShiftLeft,
    #[token(">>")]
    ShiftRight,
    #[token("∀")]
    Forall,
    #[token("∃")]
    Exists,
    #[token("∈")]
    In,
    #[token("ℤ")]
    Integers,
    #[token("ℝ")]
    Reals,
    #[token("𝔹")]
    Booleans,
    #[token("#")]
    Hash,

    /// What is no token.
    Unknown,
    /// The end of the text.
    End,
}

/// The tokens of a text with their places, `End` last.
pub(super) fn tokens(text: &str) -> Vec<(Token, Range)> {
    let mut tokens = Vec::new();
    let mut lexer = Token::lexer(text);
    while let Some(token) = lexer.next() {
        let span = lexer.span();
        let range = Range { start: span.start, end: span.end };
        match token {
            Ok(Token::IntegerDots) => {
                let middle = range.end - "..".len();
                tokens.push((Token::Integer, Range { end: middle, ..range }));
                tokens.push((Token::Dots, Range { start: middle, ..range }));
            }
            Ok(token) => tokens.push((token, range)),
            Err(()) => tokens.push((Token::Unknown, range)),
        }
    }
    let end = text.trim_end_matches(|ch: char| ch.is_whitespace() || ch == '@').len();
    tokens.push((Token::End, Range { start: end, end }));
    tokens
}
