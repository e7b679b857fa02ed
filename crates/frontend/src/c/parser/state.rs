//! Where the parser is: the next token, the names that it knows, how deep it has gone.

use faultscope_ir::index::IndexSet;

use super::ast::{Identifier, Node, Span};
use super::errors::{self, Errors, Parsed, Stop, SyntaxError};
use super::lexer::Lexed;
use super::scope::Names;
use super::tokens::{Kind, Token};
use crate::limits::MAX_C_RECURSION;

/// What reads a file by recursive descent. Each production is a function that reads it and gives its node.
pub(super) struct Parser<'a> {
    text: &'a str,
    tokens: &'a [Token],
    packs: &'a [(usize, Option<u64>)],
    at: usize,
    /// The end of the last token that was read.
    end: usize,
    pub(super) names: Names<'a>,
    depth: usize,
    pub(super) errors: Errors,
    /// The labels whose addresses the function takes that is read.
    pub(super) addressed_labels: IndexSet<String>,
}

/// How words of other verifiers begin, which stand where C has nothing: clauses of contracts and of loops.
const WORDS: [&str; 2] = ["__CPROVER_", "__ESBMC_"];

impl<'a> Parser<'a> {
    pub(super) fn new(text: &'a str, lexed: &'a Lexed) -> Parser<'a> {
        Parser {
            text,
            tokens: &lexed.tokens,
            packs: &lexed.packs,
            at: 0,
            end: 0,
            names: Names::new(),
            depth: 0,
            errors: Errors::default(),
            addressed_labels: IndexSet::default(),
        }
    }

    pub(super) fn token(&self) -> Token {
        self.nth_token(0)
    }

    fn nth_token(&self, n: usize) -> Token {
        let end = Token { kind: Kind::End, start: 0, end: 0, is_first: true };
        self.tokens.get(self.at + n).or(self.tokens.last()).copied().unwrap_or(end)
    }

    pub(super) fn kind(&self) -> Kind {
        self.token().kind
    }

    /// The kind of the n-th token from here.
    pub(super) fn nth(&self, n: usize) -> Kind {
        self.nth_token(n).kind
    }

    pub(super) fn text(&self) -> &'a str {
        self.text_of(self.token())
    }

    pub(super) fn text_of(&self, token: Token) -> &'a str {
        self.text.get(token.start as usize..token.end as usize).unwrap_or("")
    }

    /// The text of a place.
    pub(super) fn slice(&self, span: Span) -> &'a str {
        self.text.get(span.start..span.end).unwrap_or("")
    }

    fn nth_text(&self, n: usize) -> &'a str {
        self.text_of(self.nth_token(n))
    }

    /// Whether the n-th token from here names a type.
    pub(super) fn is_type_at(&self, n: usize) -> bool {
        self.nth(n) == Kind::Name && self.names.is_type(self.nth_text(n))
    }

    /// Whether the n-th token from here is C23's `bool`, and nothing else.
    pub(super) fn is_bool_at(&self, n: usize) -> bool {
        self.nth_text(n) == "bool" && !self.names.is_declared("bool")
    }

    /// Whether the n-th token from here is C23's `typeof_unqual`.
    pub(super) fn is_typeof_unqual_at(&self, n: usize) -> bool {
        self.nth_text(n) == "typeof_unqual"
            && self.nth(n + 1) == Kind::ParenOpen
            && !self.names.is_declared("typeof_unqual")
    }

    pub(super) fn is(&self, kind: Kind) -> bool {
        self.kind() == kind
    }

    /// Whether a name follows that is spelled like this and means nothing else: later standards made it a keyword.
    pub(super) fn is_new_keyword(&self, word: &str) -> bool {
        self.is(Kind::Name) && self.text() == word && !self.names.is_declared(word)
    }

    pub(super) fn start(&self) -> usize {
        self.token().start as usize
    }

    /// The place from an offset to the last token that was read.
    pub(super) fn span_from(&self, start: usize) -> Span {
        Span { start, end: self.end.max(start) }
    }

    /// The place of the next token.
    pub(super) fn here(&self) -> Span {
        let token = self.token();
        Span { start: token.start as usize, end: token.end as usize }
    }

    pub(super) fn node<T>(&self, start: usize, node: T) -> Node<T> {
        Node::new(node, self.span_from(start))
    }

    pub(super) fn bump(&mut self) -> Token {
        let token = self.token();
        if token.kind != Kind::End {
            self.at += 1;
            self.end = token.end as usize;
        }
        token
    }

    pub(super) fn eat(&mut self, kind: Kind) -> bool {
        let is_it = self.is(kind);
        if is_it {
            self.bump();
        }
        is_it
    }

    pub(super) fn expect(&mut self, kind: Kind) -> Parsed<Token> {
        match self.is(kind) {
            true => Ok(self.bump()),
            false => Err(self.missing(errors::spelling(kind), errors::is_closing(kind))),
        }
    }

    /// A semicolon. Where the line ends without one it is told and taken for given.
    pub(super) fn semicolon(&mut self) -> Parsed<()> {
        if self.eat(Kind::Semicolon) {
            return Ok(());
        }
        let is_at_line_end = self.token().is_first && !self.is(Kind::End);
        let stop = self.missing("`;`", true);
        if is_at_line_end { Ok(()) } else { Err(stop) }
    }

    pub(super) fn name(&mut self) -> Parsed<Node<Identifier>> {
        let token = self.expect(Kind::Name)?;
        Ok(self.identifier(token))
    }

    pub(super) fn identifier(&self, token: Token) -> Node<Identifier> {
        let span = Span { start: token.start as usize, end: token.end as usize };
        Node::new(Identifier { name: self.text_of(token).to_owned() }, span)
    }

    /// Goes one level deeper. The lexer has counted brackets; this is for what nests without any.
    pub(super) fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_C_RECURSION {
            return Err(self.error_here("nested too deeply"));
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    /// Notes that something else was expected.
    pub(super) fn expected(&mut self, what: &str) -> Stop {
        self.missing(what, false)
    }

    fn missing(&mut self, what: &str, is_closing: bool) -> Stop {
        let found = errors::shown(self.token(), self.text());
        let what = if self.is(Kind::End) && self.n_open_braces() > 0 { "`}`" } else { what };
        let is_word = self.is(Kind::Name) && WORDS.iter().any(|it| self.text().starts_with(it));
        let message = match is_word {
            true => format!("{found} is not supported here"),
            false => format!("syntax error: expected {what}, found {found}"),
        };
        // What is missing belongs behind the last token and not before the next one, which may be lines away.
        let token = self.token();
        let is_behind = (is_closing && token.is_first) || token.kind == Kind::End;
        let span = if is_behind && self.end > 0 {
            let last = self.text[..self.end].char_indices().next_back().map_or(0, |(at, _)| at);
            Span { start: last, end: self.end }
        } else {
            self.here()
        };
        self.error(span, message, None)
    }

    /// The braces that are open where the text ends. It is asked once.
    fn n_open_braces(&self) -> usize {
        let count = |depth: usize, token: &Token| match token.kind {
            Kind::BraceOpen => depth + 1,
            Kind::BraceClose => depth.saturating_sub(1),
            _ => depth,
        };
        self.tokens.iter().fold(0, count)
    }

    pub(super) fn error_here(&mut self, message: impl Into<String>) -> Stop {
        self.error(self.here(), message.into(), None)
    }

    /// Notes that a name stands where a type is meant.
    pub(super) fn unknown_type(&mut self) -> Stop {
        let name = self.text();
        let message = format!("`{name}` is not known as a type");
        let hint = "the header that declares it may be missing";
        let stop = self.error(self.here(), message, Some(hint.to_owned()));
        // One complaint is enough.
        self.names.declare(name, true);
        stop
    }

    pub(super) fn error(&mut self, span: Span, message: String, hint: Option<String>) -> Stop {
        let mut line = self.at.min(self.tokens.len().saturating_sub(1));
        while line > 0 && !(self.tokens[line].is_first && self.tokens[line].start as usize <= span.start) {
            line -= 1;
        }
        self.errors.add(line, SyntaxError { span, message, hint });
        Stop
    }

    /// The number of `#pragma pack` that holds here.
    pub(super) fn pack(&self) -> Option<u64> {
        let idx = self.packs.partition_point(|(from, _)| *from <= self.at);
        self.packs.get(idx.checked_sub(1)?)?.1
    }

    /// Skips balanced tokens up to a closing one, which is not read.
    pub(super) fn skip_arguments(&mut self) {
        let mut depth = 0_usize;
        loop {
            match self.kind() {
                Kind::End => return,
                Kind::ParenClose | Kind::BracketClose | Kind::BraceClose if depth == 0 => return,
                Kind::ParenOpen | Kind::BracketOpen | Kind::BraceOpen => depth += 1,
                Kind::ParenClose | Kind::BracketClose | Kind::BraceClose => depth -= 1,
                _ => {}
            }
            self.bump();
        }
    }

    /// Where something is read that can be gone on behind.
    pub(super) fn mark(&self) -> Mark {
        Mark { at: self.at, end: self.end, depth: self.depth, n_scopes: self.names.depth() }
    }

    /// Whether nothing was read since a mark.
    pub(super) fn is_stuck(&self, mark: &Mark) -> bool {
        self.at == mark.at
    }

    /// Goes back to a mark. What is read twice has to be short.
    pub(super) fn go_back(&mut self, mark: &Mark) {
        (self.at, self.depth, self.end) = (mark.at, mark.depth, mark.end);
        self.names.leave_to(mark.n_scopes);
    }

    /// Goes on behind what was begun at a mark and stopped: behind a semicolon, or in front of a closing brace, of the same
    /// block.
    pub(super) fn recover(&mut self, mark: &Mark) {
        self.depth = mark.depth;
        self.names.leave_to(mark.n_scopes);
        let (mut braces, mut parentheses) = (0_usize, 0_usize);
        let read = self.tokens.get(mark.at..self.at).unwrap_or(&[]);
        for token in read {
            match token.kind {
                Kind::BraceOpen => braces += 1,
                Kind::BraceClose => braces = braces.saturating_sub(1),
                Kind::ParenOpen => parentheses += 1,
                Kind::ParenClose => parentheses = parentheses.saturating_sub(1),
                _ => {}
            }
        }
        loop {
            match self.kind() {
                Kind::End => return,
                Kind::BraceClose if braces == 0 => return,
                Kind::BraceOpen => braces += 1,
                Kind::BraceClose => braces -= 1,
                Kind::ParenOpen => parentheses += 1,
                Kind::ParenClose => parentheses = parentheses.saturating_sub(1),
                // The semicolons of `for` do not end its line.
                Kind::Semicolon if braces == 0 && (parentheses == 0 || self.nth_token(1).is_first) => {
                    self.bump();
                    return;
                }
                _ => {}
            }
            let was_body = self.is(Kind::BraceClose) && braces == 0;
            self.bump();
            if was_body && self.token().is_first {
                return;
            }
        }
    }
}

/// A place to go on from.
pub(super) struct Mark {
    at: usize,
    end: usize,
    depth: usize,
    n_scopes: usize,
}
