//! Declarations of the logic.

use super::{Parse, Parser, Token};
use crate::acsl::ast::{Binder, Function, Global, Lemma, Range};

impl Parser<'_> {
    pub(super) fn globals(&mut self) -> Parse<Vec<Global>> {
        let mut globals = Vec::new();
        while self.peek() == Token::Identifier {
            self.global(&mut globals)?;
        }
        Ok(globals)
    }

    fn global(&mut self, globals: &mut Vec<Global>) -> Parse<()> {
        let start = self.range();
        match self.slice() {
            "predicate" | "logic" => {
                let function = self.function()?;
                globals.push(Global::Function(function));
            }
            "lemma" | "axiom" => globals.push(Global::Lemma(self.lemma()?)),
            "check" | "admit" => {
                self.advance();
                globals.push(Global::Lemma(self.lemma()?));
            }
            "axiomatic" => {
                self.advance();
                self.name("the name of the axiomatic")?;
                self.expect(Token::LeftBrace, "`{`")?;
                while self.peek() == Token::Identifier {
                    self.global(globals)?;
                }
                self.expect(Token::RightBrace, "`}` or another declaration")?;
            }
            "inductive" => {
                self.inductive()?;
                globals.push(self.named(start, "an inductive predicate"));
            }
            "type" => {
                let what = self.type_declaration()?;
                globals.push(self.named(start, what));
            }
            "global" | "strong" | "weak" => {
                self.accept_word("strong");
                self.accept_word("weak");
                self.accept_word("global");
                if !self.accept_word("invariant") {
                    return Err(self.expected("`invariant`"));
                }
                self.name("the name of the invariant")?;
                self.expect(Token::Colon, "`:` behind the name")?;
                self.expression()?;
                self.expect_semicolon("the invariant")?;
                globals.push(self.named(start, "a global invariant"));
            }
            word @ ("volatile" | "model" | "reads") => {
                let what = format!("`{word}`");
                while !matches!(self.peek(), Token::Semicolon | Token::End) {
                    self.advance();
                }
                self.expect_semicolon("the declaration")?;
                globals.push(self.named(start, &what));
            }
            _ => return Err(self.expected("a declaration of the logic")),
        }
        Ok(())
    }

    fn named(&self, start: Range, what: &str) -> Global {
        Global::Unsupported { what: what.to_owned(), range: self.range_from(start) }
    }

    fn function(&mut self) -> Parse<Function> {
        let start = self.range();
        let is_predicate = self.slice() == "predicate";
        self.advance();
        let n_variables = self.type_variables.len();
        // `logic a f<a>(a x)`: the variable stands in front of where it is declared.
        self.declare_variables_ahead();
        let result = if is_predicate { None } else { Some(self.type_name()?) };
        let name =
            self.name(if is_predicate { "the name of the predicate" } else { "the name of the function" })?;
        let labels = self.labels()?;
        self.type_arguments()?;
        let mut parameters: Vec<Binder> = Vec::new();
        if self.accept(Token::LeftParenthesis) && !self.accept(Token::RightParenthesis) {
            parameters = self.parameters()?;
            self.expect(Token::RightParenthesis, "`)` or `,`")?;
        }
        let mut body = None;
        if self.accept(Token::Assign) {
            body = Some(self.expression()?);
        } else if self.accept_word("reads") {
            self.list(Self::expression_or_interval)?;
        } else if self.peek() != Token::Semicolon {
            return Err(self.expected("`=`, `reads` or `;`"));
        }
        self.expect_semicolon("the declaration")?;
        self.type_variables.truncate(n_variables);
        Ok(Function { result, name, labels, parameters, body, range: self.range_from(start) })
    }

    /// Finds `<a, b>` behind the name of a function.
    fn declare_variables_ahead(&mut self) {
        let mut distance = 0;
        let stops = [Token::LeftParenthesis, Token::Assign, Token::Semicolon, Token::End];
        while !stops.contains(&self.peek_at(distance)) && self.peek_at(distance) != Token::Less {
            distance += 1;
        }
        if self.peek_at(distance) != Token::Less
            || self.slice_at(distance.saturating_sub(1)).starts_with('\\')
        {
            return;
        }
        while self.peek_at(distance + 1) == Token::Identifier {
            self.type_variables.push(self.slice_at(distance + 1).to_owned());
            distance += 2;
        }
    }

    fn type_arguments(&mut self) -> Parse<()> {
        if self.accept(Token::Less) {
            self.list(|parser| parser.name("the name of a type").map(drop))?;
            self.expect(Token::Greater, "`>`")?;
        }
        Ok(())
    }

    fn lemma(&mut self) -> Parse<Lemma> {
        let start = self.range();
        let keyword = self.slice().to_owned();
        if !matches!(keyword.as_str(), "lemma" | "axiom") {
            return Err(self.expected("`lemma`"));
        }
        self.advance();
        let name = self.name(&format!("the name of the {keyword}"))?;
        self.labels()?;
        self.type_arguments()?;
        self.expect(Token::Colon, "`:` behind the name")?;
        let predicate = self.expression()?;
        self.expect_semicolon(&format!("the {keyword}"))?;
        Ok(Lemma { keyword, name, predicate, range: self.range_from(start) })
    }

    /// `inductive p(int x) { case a: …; case b: …; }`.
    fn inductive(&mut self) -> Parse<()> {
        self.advance();
        self.name("the name of the predicate")?;
        self.labels()?;
        self.type_arguments()?;
        if self.accept(Token::LeftParenthesis) {
            self.parameters()?;
            self.expect(Token::RightParenthesis, "`)` or `,`")?;
        }
        self.expect(Token::LeftBrace, "`{` and the cases")?;
        while self.accept_word("case") {
            self.name("the name of the case")?;
            self.labels()?;
            self.expect(Token::Colon, "`:` behind the name of the case")?;
            self.expression()?;
            self.expect_semicolon("the case")?;
        }
        self.expect(Token::RightBrace, "`}` or `case`").map(drop)
    }

    /// `type t;`, `type t = …;` or `type invariant i(t x) = …;`.
    fn type_declaration(&mut self) -> Parse<&'static str> {
        self.advance();
        if self.accept_word("invariant") {
            self.name("the name of the invariant")?;
            self.expect(Token::LeftParenthesis, "`(`")?;
            self.parameters()?;
            self.expect(Token::RightParenthesis, "`)`")?;
            self.expect(Token::Assign, "`=`")?;
            self.expression()?;
            self.expect_semicolon("the invariant")?;
            return Ok("an invariant of a type");
        }
        let name = self.name("the name of the type")?;
        self.type_variables.push(name.text);
        while !matches!(self.peek(), Token::Semicolon | Token::End) {
            self.advance();
        }
        self.expect_semicolon("the type")?;
        Ok("a type of the logic")
    }
}
