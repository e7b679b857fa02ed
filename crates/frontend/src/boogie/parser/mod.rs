//! From tokens to the syntax tree, by recursive descent.
//!
//! A syntax error is told once, where it stands, with what was expected; then parsing goes on behind the
//! statement or declaration, so that several errors are told in one run.

mod declarations;
mod expressions;
mod statements;
mod types;

use super::ast::{Ast, Name};
use super::lexer::{self, Token};
use super::text::{Reporter, TextRange};
use crate::limits::MAX_BOOGIE_NESTING;

/// Says that an error was told and what was being parsed is lost.
pub(super) struct Abort;

type Parse<T> = Result<T, Abort>;

/// Parses a file and adds its declarations to the tree.
pub(super) fn parse(file: u32, text: &str, ast: &mut Ast, reporter: &mut Reporter) {
    let tokens = lexer::tokens(file, text, reporter);
    Parser { text, tokens, at: 0, depth: 0, ast, reporter }.program();
}

struct Parser<'a, 'b> {
    text: &'a str,
    tokens: Vec<(Token, TextRange)>,
    at: usize,
    depth: u32,
    ast: &'a mut Ast,
    reporter: &'a mut Reporter<'b>,
}

impl Parser<'_, '_> {
    fn peek(&self) -> Token {
        self.tokens[self.at].0
    }

    /// The token after the next one.
    fn peek_second(&self) -> Token {
        self.tokens.get(self.at + 1).map_or(Token::End, |(token, _)| *token)
    }

    /// Where the next token stands.
    fn range(&self) -> TextRange {
        self.tokens[self.at].1
    }

    /// From `start` to the token that was read last.
    fn range_from(&self, start: TextRange) -> TextRange {
        start.to(self.tokens[self.at.saturating_sub(1)].1)
    }

    /// The text of the next token.
    fn slice(&self) -> &str {
        let range = self.range();
        &self.text[range.start as usize..range.end as usize]
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

    /// Reads a token; `what` says in the error message what it is.
    fn expect(&mut self, token: Token, what: &str) -> Parse<TextRange> {
        let range = self.range();
        if self.accept(token) { Ok(range) } else { Err(self.expected(what)) }
    }

    /// Reads the end of a statement. What is missing at the end of a line is told there.
    fn expect_semicolon(&mut self, what: &str) -> Parse<()> {
        let last = self.tokens[self.at.saturating_sub(1)].1;
        let gap = &self.text[last.end as usize..self.range().start as usize];
        if self.peek() != Token::Semicolon && gap.contains('\n') {
            let end = TextRange { start: last.end, ..last };
            return Err(self.expected_at(end, &format!("`;` after {what}")));
        }
        self.expect(Token::Semicolon, &format!("`;` after {what}")).map(drop)
    }

    /// Tells that something else was expected here.
    fn expected(&mut self, what: &str) -> Abort {
        self.expected_at(self.range(), what)
    }

    fn expected_at(&mut self, range: TextRange, what: &str) -> Abort {
        let message = format!("expected {what}, found {}", self.found());
        match self.hint(what) {
            Some(hint) => self.reporter.error_with_hint(range, message, hint),
            None => self.reporter.error(range, message),
        }
        Abort
    }

    fn found(&self) -> String {
        match self.peek() {
            Token::End => "the end of the file".to_owned(),
            Token::Identifier => format!("`{}`", self.slice()),
            Token::String => "a string".to_owned(),
            token if token.is_keyword() => format!("the keyword `{}`", self.slice()),
            _ => format!("`{}`", self.slice()),
        }
    }

    fn hint(&self, what: &str) -> Option<&'static str> {
        match self.peek() {
            Token::EqualsSign | Token::Equal if what.contains("`:=`") => {
                Some("an assignment is written `x := e`")
            }
            Token::EqualsSign => Some("equality is written `==`, an assignment `:=`"),
            Token::Assign if what.contains("`;`") => Some("an assignment is a statement, not an expression"),
            token if what.starts_with("a name") || what.starts_with("the name") && token.is_keyword() => {
                Some("a keyword cannot be a name; a backslash in front makes it one: `\\int`")
            }
            _ => None,
        }
    }

    fn name(&mut self, what: &str) -> Parse<Name> {
        if self.peek() != Token::Identifier {
            return Err(self.expected(what));
        }
        let text = self.slice();
        let text = text.strip_prefix('\\').unwrap_or(text).to_owned();
        let range = self.range();
        self.advance();
        Ok(Name { text, range })
    }

    /// `first`, and more after commas.
    fn names(&mut self, what: &str) -> Parse<Vec<Name>> {
        self.list(|parser| parser.name(what))
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
        if self.depth == MAX_BOOGIE_NESTING {
            return self.too_deep();
        }
        self.depth += 1;
        let parsed = parse(self);
        self.depth -= 1;
        parsed
    }

    fn too_deep<T>(&mut self) -> Parse<T> {
        let message = format!("more than {MAX_BOOGIE_NESTING} levels of nesting");
        self.reporter.error(self.range(), message);
        // Every closing bracket would be another error.
        self.at = self.tokens.len() - 1;
        self.reporter.silence();
        Err(Abort)
    }

    /// Skips attributes; gives the SMT-LIB function of a `bvbuiltin`.
    fn attributes(&mut self) -> Parse<Option<(String, TextRange)>> {
        let mut builtin = None;
        while self.peek() == Token::LeftBrace && self.peek_second() == Token::Colon {
            self.advance();
            self.advance();
            let is_builtin = matches!(self.slice(), "bvbuiltin" | "builtin");
            if self.peek() != Token::Identifier && !self.peek().is_keyword() {
                return Err(self.expected("the name of an attribute"));
            }
            self.advance();
            if is_builtin && self.peek() == Token::String {
                builtin = Some((self.slice().trim_matches('"').to_owned(), self.range()));
            }
            if self.peek() != Token::RightBrace {
                self.list(Self::attribute_value)?;
            }
            self.expect(Token::RightBrace, "`}` after the attribute")?;
        }
        Ok(builtin)
    }

    fn attribute_value(&mut self) -> Parse<()> {
        if self.accept(Token::String) { Ok(()) } else { self.expression().map(drop) }
    }
}

impl Token {
    fn is_keyword(self) -> bool {
        (Token::Async as u32..=Token::Yield as u32).contains(&(self as u32))
    }

    fn starts_declaration(self) -> bool {
        matches!(
            self,
            Token::Type
                | Token::Const
                | Token::Axiom
                | Token::Function
                | Token::Var
                | Token::Procedure
                | Token::Implementation
                | Token::Datatype
                | Token::End
        )
    }
}
