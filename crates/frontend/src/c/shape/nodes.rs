//! Tokens and statements.

use std::ops::Range;

use crate::c::tokens::{TokenKind, tokens};

/// A token: a name, a number, a quoted text, or an operator as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Lexeme<'a> {
    pub(super) kind: TokenKind,
    pub(super) text: &'a str,
    /// Offset behind its last byte.
    pub(super) end: usize,
}

impl Lexeme<'static> {
    /// A sign that stands nowhere.
    pub(super) const fn sign(text: &'static str) -> Lexeme<'static> {
        Lexeme { kind: TokenKind::Sign, text, end: 0 }
    }
}

/// Operators of several characters, the longest first.
const OPERATORS: [&str; 22] = [
    "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=",
    "/=", "%=", "&=", "|=", "^=",
];

/// The tokens of a text but for its directives.
pub(super) fn lexemes(text: &str) -> Vec<Lexeme<'_>> {
    let mut lexemes = Vec::new();
    let mut read_to = 0;
    for token in tokens(text).into_iter().filter(|it| !it.in_directive) {
        let (start, end) = (token.start as usize, token.end as usize);
        if start < read_to {
            continue;
        }
        let rest = text.get(start..).unwrap_or_default();
        let operator = match token.kind {
            TokenKind::Sign => OPERATORS.iter().find(|it| rest.starts_with(**it)),
            TokenKind::Name | TokenKind::Number | TokenKind::Quoted => None,
        };
        read_to = operator.map_or(end, |it| start + it.len());
        lexemes.push(Lexeme {
            kind: token.kind,
            text: text.get(start..read_to).unwrap_or_default(),
            end: read_to,
        });
    }
    lexemes
}

/// A statement; ranges are of lexemes.
#[derive(Debug)]
pub(super) enum Node {
    /// An expression, a jump, or whatever ends with a semicolon.
    Simple { range: Range<usize> },
    /// `int a = 1, *b;`: `int`, and `a = 1` and `*b`.
    Declaration { specifiers: Range<usize>, declarators: Vec<Range<usize>>, range: Range<usize> },
    /// `case 1:`, `default:`, `name:`.
    Label { range: Range<usize> },
    /// Statements in braces.
    Block { body: Vec<Node>, range: Range<usize> },
    /// `if (…) … else …`, of which `else` is a node of its own behind the first; `tail` is the condition of a `do`.
    Control { head: Range<usize>, body: Vec<Node>, tail: Range<usize>, range: Range<usize> },
    /// A function with its body.
    Function { head: Range<usize>, body: Vec<Node>, range: Range<usize> },
}

impl Node {
    fn range(&self) -> &Range<usize> {
        match self {
            Node::Simple { range }
            | Node::Declaration { range, .. }
            | Node::Label { range }
            | Node::Block { range, .. }
            | Node::Control { range, .. }
            | Node::Function { range, .. } => range,
        }
    }

    /// Its first lexeme.
    pub(super) fn start(&self) -> usize {
        self.range().start
    }

    /// The lexeme behind its last one.
    pub(super) fn end(&self) -> usize {
        self.range().end
    }
}
