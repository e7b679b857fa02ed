//! Statements.

use super::super::constant;
use super::super::hir::{Expr, ExprKind, Stmt, StmtKind, VarId};
use super::super::parser::ast::{self, Node};
use super::super::source::Loc;
use super::super::types::{IntKind, Type};
use super::state::{Sema, make};

impl Sema {
    /// A statement. A selection or a loop is a block, and so is each statement in it (6.8.4, 3; 6.8.5, 5).
    pub(super) fn statement(&mut self, node: &Node<ast::Statement>) -> Stmt {
        let is_around = matches!(
            node.node,
            ast::Statement::If(_)
                | ast::Statement::Switch(_)
                | ast::Statement::While(_)
                | ast::Statement::DoWhile(_)
                | ast::Statement::For(_)
        );
        match is_around {
            true => self.inner_block(node),
            false => self.plain_statement(node),
        }
    }

    /// A statement that is a block, with the compound literals that live as long as it.
    fn inner_block(&mut self, node: &Node<ast::Statement>) -> Stmt {
        if !self.has_inner_blocks {
            return self.plain_statement(node);
        }
        let outer = std::mem::take(&mut self.compounds);
        let stmt = self.plain_statement(node);
        let literals = std::mem::replace(&mut self.compounds, outer);
        if literals.is_empty() {
            return stmt;
        }
        let loc = stmt.loc;
        let begin = |var: VarId| Stmt { kind: StmtKind::Literal(var), loc: self.program.var(var).loc };
        Stmt { kind: StmtKind::Block(literals.into_iter().map(begin).chain([stmt]).collect()), loc }
    }

    /// A statement, with what it needs to be done before it.
    fn plain_statement(&mut self, node: &Node<ast::Statement>) -> Stmt {
        let loc = self.loc(node);
        let assertions = self.assertions_at(node.span.start);
        let outer = std::mem::take(&mut self.pending);
        let (kind, temporaries) = self.with_temporaries(|this| this.statement_kind(&node.node, loc));
        let stmt = Stmt { kind: self.around_temporaries(kind, temporaries, loc), loc };
        let mut pending = std::mem::replace(&mut self.pending, outer);
        pending.splice(0..0, assertions);
        if pending.is_empty() {
            return stmt;
        }
        pending.push(stmt);
        Stmt { kind: StmtKind::Block(pending), loc }
    }

    fn statement_kind(&mut self, stmt: &ast::Statement, loc: Loc) -> StmtKind {
        match stmt {
            ast::Statement::Labeled(labeled) => self.labeled(labeled),
            ast::Statement::Compound(items) => StmtKind::Block(self.in_scope(|this| {
                let mut stmts = this.block(items);
                // In front of the closing brace.
                stmts.extend(this.assertions_at((loc.end as usize).saturating_sub(1)));
                stmts
            })),
            ast::Statement::Expression(None) => StmtKind::Empty,
            ast::Statement::Expression(Some(expr)) => {
                // What a block gives that is an expression is what its last statement gives.
                self.is_used = !is_call(&expr.node) || self.is_in_expression;
                let value = self.value(expr);
                self.is_used = true;
                StmtKind::Expr(value)
            }
            ast::Statement::If(node) => {
                let condition = self.condition(&node.condition);
                let then = Box::new(self.inner_block(&node.then_statement));
                let otherwise = node.else_statement.as_ref();
                let otherwise = otherwise.map(|otherwise| Box::new(self.inner_block(otherwise)));
                StmtKind::If(condition, then, otherwise)
            }
            ast::Statement::Switch(node) => self.switch(node),
            ast::Statement::While(node) => {
                let body = self.loc(&node.statement);
                self.loop_annotations(loc.start as usize, loc.start as usize..body.start as usize, body);
                let condition = self.condition(&node.expression);
                StmtKind::While(condition, Box::new(self.inner_block(&node.statement)))
            }
            ast::Statement::DoWhile(node) => {
                let body = self.loc(&node.statement);
                self.loop_annotations(loc.start as usize, body.end as usize..loc.end as usize, body);
                let body = Box::new(self.inner_block(&node.statement));
                StmtKind::DoWhile(body, self.condition(&node.expression))
            }
            ast::Statement::For(node) => self.in_scope(|this| this.for_statement(node, loc)),
            ast::Statement::Goto(label) => self.goto(&label.node.name),
            ast::Statement::Continue => StmtKind::Continue,
            ast::Statement::Break => StmtKind::Break,
            ast::Statement::Return(value) => self.return_statement(value.as_deref(), loc),
            ast::Statement::Asm(asm) => match asm {
                _ if !asm.labels.is_empty() => StmtKind::Unsupported("`asm goto`".to_owned()),
                _ if !asm.outputs.is_empty() => {
                    StmtKind::Unsupported("inline assembly with outputs".to_owned())
                }
                _ if has_instructions(asm) => StmtKind::Unsupported("inline assembly".to_owned()),
                _ => StmtKind::Empty,
            },
            ast::Statement::GotoAddress(address) => self.computed_goto(address, loc),
        }
    }

    /// What is in a block, with the compound literals that live as long as it.
    fn block(&mut self, items: &[Node<ast::BlockItem>]) -> Vec<Stmt> {
        let outer = std::mem::take(&mut self.compounds);
        let stmts = self.block_items(items);
        let literals = std::mem::replace(&mut self.compounds, outer);
        let begin = |var: VarId| Stmt { kind: StmtKind::Literal(var), loc: self.program.var(var).loc };
        literals.into_iter().map(begin).chain(stmts).collect()
    }

    fn block_items(&mut self, items: &[Node<ast::BlockItem>]) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        for item in items {
            match &item.node {
                ast::BlockItem::Declaration(declaration) => {
                    stmts.extend(self.assertions_at(declaration.span.start));
                    stmts.extend(self.declaration(declaration));
                }
                ast::BlockItem::StaticAssert => {}
                ast::BlockItem::Labels(names) => self.declare_labels(names),
                ast::BlockItem::Function(function) => self.nested_function(function),
                ast::BlockItem::Statement(stmt) => stmts.push(self.statement(stmt)),
            }
        }
        stmts
    }

    fn labeled(&mut self, labeled: &ast::LabeledStatement) -> StmtKind {
        let label = match &labeled.label {
            ast::Label::Identifier(name) => {
                let name = self.label(&name.node.name);
                return StmtKind::Label(name, Box::new(self.statement(&labeled.statement)));
            }
            ast::Label::Default => return StmtKind::Default(Box::new(self.statement(&labeled.statement))),
            ast::Label::Case(value) => (&**value, &**value),
            ast::Label::CaseRange(range) => (&range[0], &range[1]),
        };
        let (low, high) = (self.case_value(label.0), self.case_value(label.1));
        StmtKind::Case(low, high, Box::new(self.statement(&labeled.statement)))
    }

    fn case_value(&mut self, node: &Node<ast::Expression>) -> i128 {
        let loc = self.loc(node);
        let value = self.value(node);
        let ty = self.function.as_ref().and_then(|function| function.switches.last().cloned());
        let value = match ty {
            Some(ty) => self.convert(value, &ty),
            None => value,
        };
        // The numbers beyond the signed ones are told by their bits.
        let number = match value.ty {
            Type::Int(IntKind::UInt128) => {
                constant::eval(&self.types, &value).and_then(|value| value.as_signed())
            }
            _ => constant::integer(&self.types, &value),
        };
        number.unwrap_or_else(|| {
            self.error(loc, "the value of a case is not constant", None);
            0
        })
    }

    fn switch(&mut self, node: &ast::SwitchStatement) -> StmtKind {
        let scrutinee = self.value(&node.expression);
        let mut scrutinee = self.promoted(scrutinee);
        if !scrutinee.ty.is_integer() {
            let loc = scrutinee.loc;
            self.error(loc, "the value of a `switch` is not an integer", None);
            scrutinee = self.unsupported("a switch over no integer", Type::Int(IntKind::Int), loc);
        }
        if let Some(function) = &mut self.function {
            function.switches.push(scrutinee.ty.clone());
        }
        let body = self.inner_block(&node.statement);
        if let Some(function) = &mut self.function {
            function.switches.pop();
        }
        StmtKind::Switch(scrutinee, Box::new(body))
    }

    fn for_statement(&mut self, node: &ast::ForStatement, loc: Loc) -> StmtKind {
        let mut init = match &node.initializer {
            ast::ForInitializer::Empty => Vec::new(),
            ast::ForInitializer::Expression(expr) => {
                let value = self.value(expr);
                let loc = value.loc;
                vec![Stmt { kind: StmtKind::Expr(value), loc }]
            }
            ast::ForInitializer::Declaration(declaration) => self.declaration(declaration),
        };
        let body = self.loc(&node.statement);
        self.loop_annotations(loc.start as usize, loc.start as usize..body.start as usize, body);
        let condition = node.condition.as_ref().map(|condition| self.condition(condition));
        let step = node.step.as_ref().map(|step| self.value(step));
        init.append(&mut self.pending);
        let body = Box::new(self.inner_block(&node.statement));
        StmtKind::For { init, condition, step, body }
    }

    fn return_statement(&mut self, value: Option<&Node<ast::Expression>>, loc: Loc) -> StmtKind {
        let ty = self.function.as_ref().map_or(Type::Void, |function| function.result.clone());
        let Some(value) = value else { return StmtKind::Return(None) };
        self.record_value(loc, value);
        let value = self.value(value);
        if ty.is_void() {
            // `return f();` of a void function: for its effects only.
            let value = make(ExprKind::Cast(Box::new(value)), Type::Void, loc);
            return StmtKind::Return(Some(value));
        }
        StmtKind::Return(Some(self.convert(value, &ty)))
    }

    /// `({ …; value; })`.
    pub(super) fn statement_expression(&mut self, node: &Node<ast::Statement>, loc: Loc) -> Expr {
        let outer = std::mem::replace(&mut self.is_in_expression, true);
        let body = self.statement(node);
        self.is_in_expression = outer;
        let body = self.with_deferred(body);
        let ty = match &body.kind {
            StmtKind::Block(stmts) => match stmts.last().map(|stmt| &stmt.kind) {
                Some(StmtKind::Expr(value)) => value.ty.clone(),
                _ => Type::Void,
            },
            _ => Type::Void,
        };
        make(ExprKind::Statements(Box::new(body)), ty, loc)
    }

    /// The statements of an expression, whose value is there before what is deferred to their end is called.
    fn with_deferred(&mut self, body: Stmt) -> Stmt {
        let Stmt { kind: StmtKind::Block(mut stmts), loc } = body else { return body };
        if !stmts.iter().any(|stmt| matches!(stmt.kind, StmtKind::Defer(_))) {
            return Stmt { kind: StmtKind::Block(stmts), loc };
        }
        let place = match stmts.pop() {
            Some(Stmt { kind: StmtKind::Expr(value), loc }) if !value.ty.is_void() => {
                let ty = value.ty.clone();
                let var = self.new_hidden_var("value", ty.clone(), loc);
                let place = make(ExprKind::Var(var), ty, loc);
                let assignment = self.assign(place.clone(), value, loc);
                stmts.push(Stmt { kind: StmtKind::Expr(assignment), loc });
                Some(place)
            }
            last => {
                stmts.extend(last);
                None
            }
        };
        let mut outer = vec![Stmt { kind: StmtKind::Block(stmts), loc }];
        outer.extend(place.map(|place| Stmt { kind: StmtKind::Expr(self.rvalue(place)), loc }));
        Stmt { kind: StmtKind::Block(outer), loc }
    }
}

/// Whether inline assembly does something: instructions may change what they do not name, as the program itself. Without any it is a
/// barrier of the compiler.
fn has_instructions(asm: &ast::AsmStatement) -> bool {
    asm.template.iter().any(|part| part.chars().any(char::is_alphanumeric))
}

/// Whether an expression is a call, whatever its value is converted to.
fn is_call(expr: &ast::Expression) -> bool {
    match expr {
        ast::Expression::Cast(cast) => is_call(&cast.node.expression.node),
        expr => matches!(expr, ast::Expression::Call(_)),
    }
}
