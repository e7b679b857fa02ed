//! From tokens to trees, by recursive descent.
//!
//! A problem is told once, where it stands, with what was expected there; what is behind it in the same comment is not read.

mod annotations;
mod clauses;
mod expressions;
mod globals;
mod types;

use super::ast::{Annotation, Contract, Loop, Name, Range};
use super::lexer::{self, Token};
use crate::limits::MAX_ANNOTATION_NESTING;

/// Something wrong with an annotation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Where it stands in the text.
    pub range: Range,
    /// What is wrong, in lower case and without a final dot.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
}

/// Says which names are types.
pub type Typenames<'a> = &'a dyn Fn(&str) -> bool;

/// Whose spelling is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Dialect {
    Acsl,
    Cprover,
}

/// Says that a problem was told, and what was being parsed is lost.
struct Abort;

type Parse<T> = Result<T, Abort>;

/// Parses what stands in a comment behind the `@` that it begins with.
///
/// # Errors
/// The first thing that is wrong with it.
pub fn parse_comment(text: &str, is_type: Typenames<'_>) -> Result<Annotation, Problem> {
    Parser::new(text, is_type, Dialect::Acsl).finish(Parser::annotation)
}

/// A clause in CBMC's spelling.
#[derive(Debug, Clone, PartialEq)]
pub enum Clause {
    /// Of a function.
    Contract(Box<Contract>),
    /// Of a loop.
    Loop(Loop),
}

/// Parses `__CPROVER_requires(...)` and its like.
///
/// # Errors
/// The first thing that is wrong with it.
pub fn parse_clause(text: &str, is_type: Typenames<'_>) -> Result<Clause, Problem> {
    Parser::new(text, is_type, Dialect::Cprover).finish(Parser::cprover_clause)
}

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<(Token, Range)>,
    at: usize,
    depth: usize,
    dialect: Dialect,
    is_type: Typenames<'a>,
    /// Names that stand for types of the logic here.
    type_variables: Vec<String>,
    /// Whether a name with a colon behind it is the name of what follows. It is not between `?` and `:`.
    may_name: bool,
    problem: Option<Problem>,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str, is_type: Typenames<'a>, dialect: Dialect) -> Parser<'a> {
        Parser {
            text,
            tokens: lexer::tokens(text),
            at: 0,
            depth: 0,
            dialect,
            is_type,
            type_variables: Vec::new(),
            may_name: true,
            problem: None,
        }
    }

    fn finish<T>(mut self, parse: impl FnOnce(&mut Self) -> Parse<T>) -> Result<T, Problem> {
        let parsed = parse(&mut self);
        let unexplained = || Problem {
            range: Range::default(),
            message: "this annotation is not understood".to_owned(),
            hint: None,
        };
        match parsed {
            Ok(tree) => Ok(tree),
            Err(Abort) => Err(self.problem.unwrap_or_else(unexplained)),
        }
    }

    fn peek(&self) -> Token {
        self.peek_at(0)
    }

    fn peek_at(&self, distance: usize) -> Token {
        self.tokens.get(self.at + distance).map_or(Token::End, |(token, _)| *token)
    }

    /// Where the next token stands.
    fn range(&self) -> Range {
        self.tokens.get(self.at).map_or(Range::default(), |(_, range)| *range)
    }

    /// From `start` to the token that was read last.
    fn range_from(&self, start: Range) -> Range {
        match self.at.checked_sub(1).and_then(|last| self.tokens.get(last)) {
            Some((_, last)) => start.to(*last),
            None => start,
        }
    }

    /// The text of the next token.
    fn slice(&self) -> &'a str {
        self.slice_at(0)
    }

    fn slice_at(&self, distance: usize) -> &'a str {
        let range = self.tokens.get(self.at + distance).map_or(Range::default(), |(_, range)| *range);
        self.text.get(range.start..range.end).unwrap_or("")
    }

    fn advance(&mut self) {
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
    }

    fn accept(&mut self, token: Token) -> bool {
        let found = self.peek() == token;
        if found {
            self.advance();
        }
        found
    }

    /// Reads a word that is a keyword here and a name elsewhere.
    fn accept_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.advance();
        }
        found
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Token::Identifier | Token::Builtin) && self.slice() == word
    }

    /// Reads a token; `what` says in the message what it is.
    fn expect(&mut self, token: Token, what: &str) -> Parse<Range> {
        let range = self.range();
        if self.accept(token) { Ok(range) } else { Err(self.expected(what)) }
    }

    /// Reads the end of a clause. What is missing at the end of a line is told there.
    fn expect_semicolon(&mut self, what: &str) -> Parse<()> {
        let last = self.range_from(Range::default()).end;
        let gap = self.text.get(last..self.range().start).unwrap_or("");
        let is_elsewhere = gap.contains('\n') || self.peek() == Token::End;
        if self.peek() != Token::Semicolon && is_elsewhere {
            let range = Range { start: last.saturating_sub(1), end: last };
            return Err(self.expected_at(range, &format!("`;` after {what}")));
        }
        self.expect(Token::Semicolon, &format!("`;` after {what}")).map(drop)
    }

    /// Tells that something else was expected here.
    fn expected(&mut self, what: &str) -> Abort {
        let range = self.range();
        let range = if range.start == range.end && range.start > 0 {
            Range { start: range.start - 1, end: range.end }
        } else {
            range
        };
        self.expected_at(range, what)
    }

    fn expected_at(&mut self, range: Range, what: &str) -> Abort {
        let message = format!("expected {what}, found {}", self.found());
        let hint = self.hint(what);
        self.problem(range, message, hint)
    }

    fn problem(&mut self, range: Range, message: impl Into<String>, hint: Option<&str>) -> Abort {
        self.problem.get_or_insert(Problem { range, message: message.into(), hint: hint.map(str::to_owned) });
        Abort
    }

    fn found(&self) -> String {
        match self.peek() {
            Token::End => "the end of the annotation".to_owned(),
            Token::String => "a string".to_owned(),
            Token::Unknown => format!("unknown character `{}`", self.slice().escape_debug()),
            _ => format!("`{}`", self.slice()),
        }
    }

    fn hint(&self, what: &str) -> Option<&'static str> {
        match (self.peek(), self.slice()) {
            (Token::Assign, _) => Some("equality is written `==`; annotations assign nothing"),
            (
                Token::Identifier,
                "forall" | "exists" | "result" | "old" | "valid" | "nothing" | "true" | "false",
            ) => Some("the words of the logic begin with a backslash: `\\forall`, `\\result`, `\\old`"),
            _ if what.contains("a term") && self.repeats() => {
                Some("annotations change nothing: there is no `++` and no `--`")
            }
            (Token::Unknown, "$" | "`") => Some("names have letters, digits and `_`"),
            _ => None,
        }
    }

    /// Whether `++` or `--` stands in front of the next token.
    fn repeats(&self) -> bool {
        let before = self.tokens.get(self.at.saturating_sub(2)..self.at).unwrap_or_default();
        matches!(before, [(Token::Plus, one), (Token::Plus, two)] | [(Token::Minus, one), (Token::Minus, two)]
            if one.end == two.start)
    }

    fn name(&mut self, what: &str) -> Parse<Name> {
        if self.peek() != Token::Identifier {
            return Err(self.expected(what));
        }
        let name = Name { text: self.slice().to_owned(), range: self.range() };
        self.advance();
        Ok(name)
    }

    /// Items with commas between them, at least one.
    fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Parse<T>) -> Parse<Vec<T>> {
        let mut items = vec![item(self)?];
        while self.accept(Token::Comma) {
            items.push(item(self)?);
        }
        Ok(items)
    }

    /// Runs `parse` one level deeper.
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth == MAX_ANNOTATION_NESTING {
            let message = format!("more than {MAX_ANNOTATION_NESTING} levels of nesting");
            return Err(self.problem(self.range(), message, None));
        }
        self.depth += 1;
        let parsed = parse(self);
        self.depth -= 1;
        parsed
    }

    /// Runs `parse` where names may, or may not, have a colon behind them.
    fn naming<T>(&mut self, may_name: bool, parse: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        let outer = std::mem::replace(&mut self.may_name, may_name);
        let parsed = parse(self);
        self.may_name = outer;
        parsed
    }
}
