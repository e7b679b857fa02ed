//! Statements.

use super::{Abort, Parse, Parser, Token};
use crate::boogie::ast::{Arm, Body, Clause, Guard, Name, Stmt, StmtKind, Target, TypedName};
use crate::boogie::text::TextRange;

impl Parser<'_, '_> {
    /// `{ var x: int; … }`.
    pub(super) fn body(&mut self) -> Parse<Body> {
        self.expect(Token::LeftBrace, "`{`")?;
        let mut locals = Vec::new();
        while self.peek() == Token::Var {
            match self.variables() {
                Ok(group) => locals.extend(group),
                Err(Abort) => self.skip_statement(),
            }
        }
        let statements = self.statements()?;
        Ok(Body { locals, statements })
    }

    /// `var x, y: int where e;`.
    pub(super) fn variables(&mut self) -> Parse<Vec<TypedName>> {
        self.advance();
        self.attributes()?;
        let groups = self.list(Self::names_with_type)?;
        self.expect_semicolon("the declaration")?;
        Ok(groups.into_iter().flatten().collect())
    }

    /// `x, y: int where e`.
    pub(super) fn names_with_type(&mut self) -> Parse<Vec<TypedName>> {
        self.attributes()?;
        let names = self.names("a name for the variable")?;
        self.expect(Token::Colon, "`:` and a type")?;
        let ty = self.type_expr()?;
        let condition = if self.accept(Token::Where) { Some(self.expression()?) } else { None };
        let typed = |name: Name| TypedName { name, ty: ty.clone(), condition };
        Ok(names.into_iter().map(typed).collect())
    }

    /// Statements up to and including `}`.
    fn statements(&mut self) -> Parse<Vec<Stmt>> {
        let mut statements = Vec::new();
        loop {
            match self.peek() {
                Token::RightBrace => {
                    self.advance();
                    return Ok(statements);
                }
                Token::End => return Err(self.expected("a statement or `}`")),
                token if token.starts_declaration() && token != Token::Var => {
                    return Err(self.expected("a statement or `}`"));
                }
                _ => match self.nested(Self::statement) {
                    Ok(statement) => statements.push(statement),
                    Err(Abort) => self.skip_statement(),
                },
            }
        }
    }

    /// Skips the rest of a statement that could not be parsed.
    fn skip_statement(&mut self) {
        let mut depth = 0;
        loop {
            match self.peek() {
                Token::LeftBrace => depth += 1,
                Token::RightBrace if depth == 0 => return,
                Token::RightBrace => {
                    depth -= 1;
                    if depth == 0 {
                        return self.advance();
                    }
                }
                Token::Semicolon if depth == 0 => return self.advance(),
                token if token.starts_declaration() && token != Token::Var => return,
                _ => {}
            }
            self.advance();
        }
    }

    fn statement(&mut self) -> Parse<Stmt> {
        let mut labels = Vec::new();
        while self.peek() == Token::Identifier && self.peek_second() == Token::Colon {
            labels.push(self.name("a label")?);
            self.advance();
        }
        let start = self.range();
        let (kind, end) = self.statement_kind(!labels.is_empty())?;
        Ok(Stmt { labels, kind, range: start.to(end) })
    }

    /// The statement and the end of what stands for it.
    fn statement_kind(&mut self, labelled: bool) -> Parse<(StmtKind, TextRange)> {
        let kind = match self.peek() {
            Token::RightBrace if labelled => return Ok((StmtKind::Nothing, self.range())),
            Token::If => return self.if_statement(),
            Token::While => return self.while_statement(),
            Token::Var => {
                let hint = "move the declaration behind the `{` of the body";
                self.reporter.error_with_hint(self.range(), "a declaration among statements", hint);
                return Err(Abort);
            }
            Token::Identifier => self.assignment()?,
            _ => self.keyword_statement()?,
        };
        let end = self.tokens[self.at.saturating_sub(1)].1;
        self.expect_semicolon("the statement")?;
        Ok((kind, end))
    }

    fn keyword_statement(&mut self) -> Parse<StmtKind> {
        let keyword = self.peek();
        match keyword {
            Token::Assert | Token::Assume => {
                self.advance();
                self.attributes()?;
                let condition = self.expression()?;
                Ok(match keyword {
                    Token::Assert => StmtKind::Assert(condition),
                    _ => StmtKind::Assume(condition),
                })
            }
            Token::Havoc => {
                self.advance();
                Ok(StmtKind::Havoc(self.names("the name of a variable")?))
            }
            Token::Goto => {
                self.advance();
                Ok(StmtKind::Goto(self.names("the name of a label")?))
            }
            Token::Break => {
                self.advance();
                let label = if self.peek() == Token::Identifier { Some(self.name("a label")?) } else { None };
                Ok(StmtKind::Break(label))
            }
            Token::Return => {
                self.advance();
                Ok(StmtKind::Return)
            }
            Token::Free if self.peek_second() == Token::Call => {
                self.advance();
                self.call()?;
                Ok(StmtKind::Unsupported("a `free call`"))
            }
            Token::Call => self.call(),
            Token::Async => self.unsupported("an `async call`"),
            Token::Par => self.unsupported("a `par` statement"),
            Token::Yield => self.unsupported("a `yield` statement"),
            _ => Err(self.expected("a statement")),
        }
    }

    /// Skips to the end of a statement that has no meaning here.
    fn unsupported(&mut self, what: &'static str) -> Parse<StmtKind> {
        while !matches!(self.peek(), Token::Semicolon | Token::RightBrace | Token::End) {
            self.advance();
        }
        Ok(StmtKind::Unsupported(what))
    }

    /// `x, m[i] := e, f`.
    fn assignment(&mut self) -> Parse<StmtKind> {
        let targets = self.list(Self::target)?;
        if self.peek() == Token::Arrow {
            return self.unsupported("an assignment to the field of a datatype");
        }
        if self.peek() == Token::LeftParenthesis {
            let hint = "a procedure is called with `call`";
            self.reporter.error_with_hint(self.range(), "expected `:=`, found `(`", hint);
            return Err(Abort);
        }
        self.expect(Token::Assign, "`:=`")?;
        if self.peek() == Token::Star && self.peek_second() == Token::Semicolon {
            let hint = "any value is assigned by `havoc`";
            self.reporter.error_with_hint(self.range(), "expected an expression, found `*`", hint);
            return Err(Abort);
        }
        let values = self.list(Self::expression)?;
        Ok(StmtKind::Assign { targets, values })
    }

    fn target(&mut self) -> Parse<Target> {
        let variable = self.name("the name of a variable")?;
        let mut indices = Vec::new();
        while self.accept(Token::LeftBracket) {
            indices.push(self.list(Self::expression)?);
            self.expect(Token::RightBracket, "`]` after the index")?;
        }
        let range = self.range_from(variable.range);
        Ok(Target { variable, indices, range })
    }

    /// `call x, y := p(e)`.
    fn call(&mut self) -> Parse<StmtKind> {
        self.advance();
        self.attributes()?;
        if self.peek() == Token::Forall {
            return self.unsupported("a `call forall`");
        }
        let mut names = self.names("the name of a procedure or a variable")?;
        let (results, procedure) = if self.accept(Token::Assign) {
            (names, self.name("the name of a procedure")?)
        } else if names.len() == 1 {
            (Vec::new(), names.remove(0))
        } else {
            return Err(self.expected("`:=`"));
        };
        self.expect(Token::LeftParenthesis, "`(` and the arguments")?;
        if self.peek() == Token::Star {
            return self.unsupported("an argument `*`");
        }
        let arguments = self.expressions_until(Token::RightParenthesis)?;
        self.expect(Token::RightParenthesis, "`)` after the arguments")?;
        Ok(StmtKind::Call { procedure, arguments, results })
    }

    /// `(e)` or `(*)`.
    fn guard(&mut self) -> Parse<Guard> {
        self.expect(Token::LeftParenthesis, "`(` and a condition")?;
        let guard = if self.accept(Token::Star) { None } else { Some(self.expression()?) };
        self.expect(Token::RightParenthesis, "`)` after the condition")?;
        Ok(guard)
    }

    fn block(&mut self) -> Parse<Vec<Stmt>> {
        self.expect(Token::LeftBrace, "`{`")?;
        self.statements()
    }

    fn if_statement(&mut self) -> Parse<(StmtKind, TextRange)> {
        let mut arms = Vec::new();
        let mut end = self.range();
        loop {
            self.advance();
            let condition = self.guard()?;
            if arms.is_empty() {
                end = self.tokens[self.at - 1].1;
            }
            arms.push(Arm { condition, body: self.block()? });
            if !self.accept(Token::Else) {
                return Ok((StmtKind::If { arms, otherwise: Vec::new() }, end));
            }
            if self.peek() != Token::If {
                let otherwise = self.block()?;
                return Ok((StmtKind::If { arms, otherwise }, end));
            }
        }
    }

    fn while_statement(&mut self) -> Parse<(StmtKind, TextRange)> {
        self.advance();
        let condition = self.guard()?;
        let end = self.tokens[self.at - 1].1;
        let mut invariants = Vec::new();
        loop {
            let free = self.peek() == Token::Free && self.peek_second() == Token::Invariant;
            if free {
                self.advance();
            }
            if !self.accept(Token::Invariant) {
                break;
            }
            self.attributes()?;
            let condition = self.expression()?;
            self.expect_semicolon("the invariant")?;
            invariants.push(Clause { free, condition });
        }
        let body = self.block()?;
        Ok((StmtKind::While { condition, invariants, body }, end))
    }
}
