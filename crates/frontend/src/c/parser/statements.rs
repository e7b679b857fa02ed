//! Statements (6.8) and GNU's assembly.

use super::ast::*;
use super::declarations::{Declared, Level};
use super::errors::Parsed;
use super::state::Parser;
use super::tokens::Kind;

impl Parser<'_> {
    /// ```text
    /// compound-statement = "{" block-item* "}"                                   6.8.3
    /// ```
    pub(super) fn compound_statement(&mut self) -> Parsed<Node<Statement>> {
        self.nested(|this| {
            let start = this.start();
            this.expect(Kind::BraceOpen)?;
            this.names.enter();
            let items = this.block_items();
            this.names.leave();
            this.expect(Kind::BraceClose)?;
            Ok(this.node(start, Statement::Compound(items)))
        })
    }

    fn block_items(&mut self) -> Vec<Node<BlockItem>> {
        let mut items = Vec::new();
        while !matches!(self.kind(), Kind::BraceClose | Kind::End) && !self.errors.is_full() {
            let mark = self.mark();
            if self.block_item(&mut items).is_err() {
                self.recover(&mark);
                if self.is_stuck(&mark) {
                    self.bump();
                }
            }
        }
        items
    }

    /// ```text
    /// block-item = declaration | static-assert | statement | label
    ///            | function-definition | "__label__" identifier ("," identifier)* ";"           GNU
    /// ```
    ///
    /// A label in front of a declaration, or at the end of the block, is that of an empty statement (C23).
    fn block_item(&mut self, items: &mut Vec<Node<BlockItem>>) -> Parsed<()> {
        let start = self.start();
        if self.is(Kind::Label) {
            let names = self.local_labels()?;
            items.push(self.node(start, BlockItem::Labels(names)));
            return Ok(());
        }
        if self.starts_static_assert() {
            self.static_assert()?;
            items.push(self.node(start, BlockItem::StaticAssert));
            return Ok(());
        }
        let item = match self.is_declaration() {
            true => match self.declaration(Level::Block)? {
                Declared::Declaration(declaration) => BlockItem::Declaration(declaration),
                Declared::Function(function) => BlockItem::Function(function),
            },
            false => BlockItem::Statement(self.statement()?),
        };
        items.push(self.node(start, item));
        Ok(())
    }

    /// Whether a declaration begins here, perhaps with attributes, which a statement can begin with as well.
    fn is_declaration(&mut self) -> bool {
        if !self.starts_attribute() {
            return self.starts_declaration();
        }
        let mark = self.mark();
        let is_declaration = self.attributes().is_ok() && self.starts_declaration();
        self.go_back(&mark);
        is_declaration
    }

    fn local_labels(&mut self) -> Parsed<Vec<Node<Identifier>>> {
        self.bump();
        let mut names = vec![self.name()?];
        while self.eat(Kind::Comma) {
            names.push(self.name()?);
        }
        self.semicolon()?;
        Ok(names)
    }

    /// ```text
    /// statement = label* attributes unlabeled-statement                            6.8.1
    /// label     = identifier ":" attributes | "case" constant-expression ("..." constant-expression)? ":" | "default" ":"
    /// ```
    ///
    /// There can be many labels in a row.
    pub(super) fn statement(&mut self) -> Parsed<Node<Statement>> {
        let mut labels = Vec::new();
        let mut has_attributes = false;
        loop {
            let start = self.start();
            has_attributes |= self.starts_attribute();
            self.attributes()?;
            match self.label()? {
                Some(label) => labels.push((start, label)),
                None => break,
            }
        }
        let is_at_end = self.is(Kind::BraceClose) || self.starts_declaration() || self.starts_static_assert();
        let mut statement = match is_at_end && !labels.is_empty() {
            true => self.node(self.start().min(self.span_from(0).end), Statement::Expression(None)),
            false if has_attributes && self.is(Kind::BraceClose) => return Err(self.expected("`;`")),
            false => self.nested(Self::unlabeled_statement)?,
        };
        for (start, label) in labels.into_iter().rev() {
            let labeled = LabeledStatement { label, statement };
            statement = self.node(start, Statement::Labeled(Box::new(labeled)));
        }
        Ok(statement)
    }

    fn label(&mut self) -> Parsed<Option<Label>> {
        let label = match self.kind() {
            Kind::Name if self.nth(1) == Kind::Colon => Label::Identifier(self.name()?),
            Kind::Default => {
                self.bump();
                Label::Default
            }
            Kind::Case => {
                self.bump();
                let low = self.conditional_expression()?;
                match self.eat(Kind::Ellipsis) {
                    true => Label::CaseRange(Box::new([low, self.conditional_expression()?])),
                    false => Label::Case(Box::new(low)),
                }
            }
            _ => return Ok(None),
        };
        self.expect(Kind::Colon)?;
        Ok(Some(label))
    }

    /// ```text
    /// unlabeled-statement = compound-statement | selection | iteration | jump | asm | expression? ";"
    /// ```
    fn unlabeled_statement(&mut self) -> Parsed<Node<Statement>> {
        let start = self.start();
        let statement = match self.kind() {
            Kind::BraceOpen => return self.compound_statement(),
            Kind::If => return self.if_statement(),
            Kind::Switch => {
                self.bump();
                let expression = self.controlling()?;
                let statement = self.statement()?;
                Statement::Switch(Box::new(SwitchStatement { expression, statement }))
            }
            Kind::While => {
                self.bump();
                let expression = self.controlling()?;
                let statement = self.statement()?;
                Statement::While(Box::new(WhileStatement { expression, statement }))
            }
            Kind::Do => {
                self.bump();
                let statement = self.statement()?;
                self.expect(Kind::While)?;
                let expression = self.controlling()?;
                self.semicolon()?;
                Statement::DoWhile(Box::new(DoWhileStatement { statement, expression }))
            }
            Kind::For => return self.for_statement(),
            Kind::Goto | Kind::Continue | Kind::Break | Kind::Return => self.jump()?,
            Kind::Asm => Statement::Asm(self.asm()?),
            Kind::Else => {
                return Err(self.error_here("syntax error: there is no `if` that this `else` belongs to"));
            }
            _ => self.expression_statement()?,
        };
        Ok(self.node(start, statement))
    }

    /// ```text
    /// "(" expression ")"
    /// ```
    fn controlling(&mut self) -> Parsed<Node<Expression>> {
        self.expect(Kind::ParenOpen)?;
        let expression = self.expression()?;
        self.expect(Kind::ParenClose)?;
        Ok(expression)
    }

    /// ```text
    /// if = "if" "(" expression ")" statement ("else" statement)?                  6.8.5.2
    /// ```
    ///
    /// There can be many `else if` in a row.
    fn if_statement(&mut self) -> Parsed<Node<Statement>> {
        let mut open = Vec::new();
        let mut last = None;
        loop {
            let start = self.start();
            self.bump();
            let condition = self.controlling()?;
            let then_statement = self.statement()?;
            open.push((start, condition, then_statement));
            if !self.eat(Kind::Else) {
                break;
            }
            if !self.is(Kind::If) {
                last = Some(self.statement()?);
                break;
            }
        }
        for (start, condition, then_statement) in open.into_iter().rev() {
            let statement = IfStatement { condition, then_statement, else_statement: last };
            last = Some(self.node(start, Statement::If(Box::new(statement))));
        }
        last.ok_or(super::errors::Stop)
    }

    /// ```text
    /// for = "for" "(" (declaration | expression? ";") expression? ";" expression? ")" statement          6.8.6.4
    /// ```
    fn for_statement(&mut self) -> Parsed<Node<Statement>> {
        let start = self.start();
        self.bump();
        self.expect(Kind::ParenOpen)?;
        self.names.enter();
        let initializer = self.for_initializer()?;
        let condition = self.optional_expression(Kind::Semicolon)?;
        self.expect(Kind::Semicolon)?;
        let step = self.optional_expression(Kind::ParenClose)?;
        self.expect(Kind::ParenClose)?;
        let statement = self.statement()?;
        self.names.leave();
        let statement = ForStatement { initializer, condition, step, statement };
        Ok(self.node(start, Statement::For(Box::new(statement))))
    }

    fn for_initializer(&mut self) -> Parsed<ForInitializer> {
        if self.is_declaration() {
            return match self.declaration(Level::Block)? {
                Declared::Declaration(declaration) => Ok(ForInitializer::Declaration(declaration)),
                Declared::Function(_) => Err(self.expected("`;`")),
            };
        }
        self.check_unknown_type()?;
        let expression = self.optional_expression(Kind::Semicolon)?;
        self.expect(Kind::Semicolon)?;
        Ok(expression.map_or(ForInitializer::Empty, |it| ForInitializer::Expression(Box::new(it))))
    }

    fn optional_expression(&mut self, end: Kind) -> Parsed<Option<Node<Expression>>> {
        if self.is(end) { Ok(None) } else { Ok(Some(self.expression()?)) }
    }

    /// ```text
    /// jump = "goto" identifier ";" | "continue" ";" | "break" ";" | "return" expression? ";"        6.8.7
    ///      | "goto" "*" expression ";"                                            GNU
    /// ```
    fn jump(&mut self) -> Parsed<Statement> {
        let statement = match self.bump().kind {
            Kind::Goto if self.eat(Kind::Star) => Statement::GotoAddress(Box::new(self.expression()?)),
            Kind::Goto => Statement::Goto(self.name()?),
            Kind::Continue => Statement::Continue,
            Kind::Break => Statement::Break,
            _ => Statement::Return(self.optional_expression(Kind::Semicolon)?.map(Box::new)),
        };
        self.semicolon()?;
        Ok(statement)
    }

    fn expression_statement(&mut self) -> Parsed<Statement> {
        if self.eat(Kind::Semicolon) {
            return Ok(Statement::Expression(None));
        }
        self.check_unknown_type()?;
        let expression = self.expression()?;
        self.semicolon()?;
        Ok(Statement::Expression(Some(Box::new(expression))))
    }

    /// Tells of `name other` and `name *other =` that the name is meant as a type, if nothing is called like that.
    fn check_unknown_type(&mut self) -> Parsed<()> {
        let is_pointer = || {
            let n_stars = (1..).take_while(|n| self.nth(*n) == Kind::Star).count();
            let behind = self.nth(n_stars + 2);
            let ends = matches!(behind, Kind::Semicolon | Kind::Equal | Kind::Comma);
            n_stars > 0 && self.nth(n_stars + 1) == Kind::Name && ends && !self.names.is_declared(self.text())
        };
        match self.is(Kind::Name) && (self.nth(1) == Kind::Name || is_pointer()) {
            true => Err(self.unknown_type()),
            false => Ok(()),
        }
    }

    /// ```text
    /// asm      = "asm" ("volatile" | "inline" | "goto")* "(" string-literal+ (":" operands?)* ")" ";"
    /// ```
    ///
    /// Behind the colons stand outputs, inputs, clobbers and labels, in this order.
    pub(super) fn asm(&mut self) -> Parsed<AsmStatement> {
        self.bump();
        while matches!(self.kind(), Kind::Volatile | Kind::Inline | Kind::Goto | Kind::Const) {
            self.bump();
        }
        self.expect(Kind::ParenOpen)?;
        let template = self.strings()?.node;
        let mut asm = AsmStatement { template, outputs: Vec::new(), inputs: Vec::new(), labels: Vec::new() };
        let mut part = 0;
        while self.eat(Kind::Colon) {
            if !matches!(self.kind(), Kind::Colon | Kind::ParenClose) {
                match part {
                    0 => asm.outputs = self.asm_operands()?,
                    1 => asm.inputs = self.asm_operands()?,
                    2 => drop(self.comma_separated(Self::strings)?),
                    _ => asm.labels = self.comma_separated(Self::name)?,
                }
            }
            part += 1;
        }
        self.expect(Kind::ParenClose)?;
        self.semicolon()?;
        Ok(asm)
    }

    /// ```text
    /// operands = operand ("," operand)*
    /// operand  = ("[" identifier "]")? string-literal "(" expression ")"
    /// ```
    fn asm_operands(&mut self) -> Parsed<Vec<AsmOperand>> {
        self.comma_separated(|this| {
            if this.eat(Kind::BracketOpen) {
                this.bump();
                this.expect(Kind::BracketClose)?;
            }
            this.strings()?;
            let expression = this.controlling()?;
            Ok(AsmOperand { expression })
        })
    }

    fn comma_separated<T>(&mut self, mut item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut items = vec![item(self)?];
        while self.eat(Kind::Comma) {
            items.push(item(self)?);
        }
        Ok(items)
    }
}
