//! What sema finds out about the expressions of the source, kept for edit sites, and expressions that stand in for others.
//!
//! Both are off unless asked for.

use super::super::hir::{CompareOp, Expr, ExprKind};
use super::super::parser::ast::{self, Node};
use super::super::precedence::Precedence;
use super::super::source::Loc;
use super::super::types::Type;
use super::super::{constant, syntax};
use super::recorder::{Alternative, Global, Local, NamesInScope, Record, Substitute};
use super::state::{Entity, Sema};
use crate::sites::SiteKind;

impl Sema {
    /// An expression, perhaps a place.
    pub(super) fn expr(&mut self, node: &Node<ast::Expression>) -> Expr {
        let loc = self.loc(node);
        if self.substitutes.expressions.contains_key(&loc) {
            return self.substituted(loc);
        }
        if self.recorder.is_none() {
            return self.read_expr(node, loc);
        }
        self.open_record(node, loc);
        let expr = self.read_expr(node, loc);
        self.close_record(node, loc, &expr);
        expr
    }

    /// The expression that stands in for the one at a place, which it may contain as it is.
    fn substituted(&mut self, loc: Loc) -> Expr {
        let Some(new) = self.substitutes.expressions.swap_remove(&loc) else {
            return self.constant(0, Type::INT, loc);
        };
        let mut expr = match &*new {
            Substitute::Expression(new) => self.expr(new),
            Substitute::Choice(alternatives, otherwise) => self.chosen(alternatives, otherwise, loc),
        };
        expr.loc = loc;
        self.substitutes.expressions.insert(loc, new);
        expr
    }

    /// A choice among expressions. Within an alternative its variable chooses nothing any more: the others are no part of it.
    fn chosen(&mut self, alternatives: &[Alternative], otherwise: &Node<ast::Expression>, loc: Loc) -> Expr {
        let known = |sema: &Sema, it: &Alternative| {
            let mut chosen = sema.chosen.iter();
            chosen.find(|(variable, _)| *variable == it.variable).map(|(_, number)| *number)
        };
        let open: Vec<&Alternative> = alternatives
            .iter()
            .filter(|it| known(self, it).is_none_or(|number| number == it.number))
            .collect();
        if open.is_empty() {
            return self.expr(otherwise);
        }
        let mut result = self.value(otherwise);
        for it in open.into_iter().rev() {
            if known(self, it).is_some() {
                result = self.value(&it.expression);
                continue;
            }
            let variable = self.identifier(&it.variable, loc);
            let variable = self.rvalue(variable);
            let number = self.constant(it.number, Type::INT, loc);
            let condition = self.compare(CompareOp::Equal, variable, number, loc);
            self.chosen.push((it.variable.clone(), it.number));
            let new = self.value(&it.expression);
            self.chosen.pop();
            result = self.conditional(condition, Some(new), result, loc);
        }
        result
    }

    /// Notes that only the truth of an expression is asked for.
    pub(super) fn note_condition(&mut self, node: &Node<ast::Expression>) {
        let loc = self.loc(node);
        if let Some(recorder) = &mut self.recorder {
            recorder.conditions.push(loc);
        }
    }

    /// Reads without records what is not evaluated.
    pub(super) fn unevaluated<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        if let Some(recorder) = &mut self.recorder {
            recorder.suspended += 1;
        }
        let result = read(self);
        if let Some(recorder) = &mut self.recorder {
            recorder.suspended -= 1;
        }
        result
    }

    fn open_record(&mut self, node: &Node<ast::Expression>, loc: Loc) {
        let unit = self.unit;
        let Some(recorder) = &mut self.recorder else { return };
        let mut operands = syntax::operands(&node.node);
        operands.iter_mut().for_each(|operand| operand.loc.unit = unit);
        if recorder.suspended > 0 || self.trusted || recorder.records.contains_key(&loc) {
            return recorder.open.push((loc, operands));
        }
        let around = recorder.open.last();
        let operand = around.and_then(|(parent, operands)| {
            let operand = operands.iter().find(|operand| operand.loc == loc)?;
            recorder.records.contains_key(parent).then_some((*parent, *operand))
        });
        let record = Record {
            loc,
            kind: syntax::kind(&node.node),
            precedence: syntax::precedence(&node.node),
            context: operand.map_or(Precedence::Assignment, |(_, operand)| operand.context),
            parent: operand.map(|(parent, _)| parent),
            is_condition: operand.is_some_and(|(_, operand)| operand.is_condition)
                || recorder.conditions.contains(&loc),
            ty: Type::Void,
            value: None,
            scope: 0,
            function: self.function.as_ref().map_or(String::new(), |function| function.name.clone()),
        };
        recorder.records.insert(loc, record);
        recorder.open.push((loc, operands));
        let scope = self.names_in_scope();
        if let Some(record) = self.recorder.as_mut().and_then(|it| it.records.get_mut(&loc)) {
            record.scope = scope;
        }
    }

    fn close_record(&mut self, node: &Node<ast::Expression>, loc: Loc, expr: &Expr) {
        let value = match &expr.kind {
            ExprKind::Const(_) => constant::integer(&self.types, expr),
            _ => None,
        };
        let Some(recorder) = &mut self.recorder else { return };
        recorder.open.pop();
        recorder.conditions.retain(|it| *it != loc);
        let Some(record) = recorder.records.get_mut(&loc) else { return };
        record.ty = expr.ty.clone();
        record.value = value;
        if let (ast::Expression::Identifier(identifier), Some(value)) = (&node.node, value) {
            record.kind = SiteKind::NamedConstant { name: identifier.node.name.clone(), value };
        }
    }

    /// Records a variable that is declared without a value.
    pub(super) fn record_declaration(&mut self, name: &Node<ast::Identifier>, declarator: Loc, ty: &Type) {
        let loc = self.loc(name);
        if self.recorder.is_none() || self.trusted || loc != declarator {
            return;
        }
        let record = Record {
            loc,
            kind: SiteKind::Declaration(name.node.name.clone()),
            precedence: Precedence::Primary,
            context: Precedence::Assignment,
            parent: None,
            is_condition: false,
            ty: ty.clone(),
            value: None,
            scope: self.names_in_scope(),
            function: self.function.as_ref().map_or(String::new(), |function| function.name.clone()),
        };
        if let Some(recorder) = &mut self.recorder {
            recorder.records.entry(loc).or_insert(record);
        }
    }

    /// Records that an expression is the size of an array in a declaration.
    pub(super) fn record_size(&mut self, loc: Loc) {
        if let Some(recorder) = self.recorder.as_mut().filter(|_| !self.trusted) {
            recorder.sizes.insert(loc);
        }
    }

    /// Records that a statement or declaration computes a value.
    pub(super) fn record_value(&mut self, loc: Loc, value: &Node<ast::Expression>) {
        let value = self.loc(value);
        if let Some(recorder) = &mut self.recorder {
            recorder.values.insert(loc, value);
        }
    }

    pub(super) fn record_constant(&mut self, name: &Node<ast::Identifier>, value: i128) {
        let loc = self.loc(name);
        if let Some(recorder) = self.recorder.as_mut().filter(|_| !self.trusted) {
            recorder.constants.push((loc, name.node.name.clone(), value));
        }
    }

    /// Notes that the name of a local variable can be used.
    pub(super) fn note_local(&mut self, name: &str, entity: &Entity) {
        let is_local = !self.at_file_scope();
        if let (Some(recorder), Entity::Var(var), true) = (&mut self.recorder, entity, is_local) {
            let before = recorder.last_local.replace(recorder.locals.len());
            recorder.locals.push(Local { name: name.to_owned(), var: *var, before });
        }
    }

    /// The index of the names that can be used now.
    fn names_in_scope(&mut self) -> usize {
        let Some(recorder) = &mut self.recorder else { return 0 };
        let n_global = self.scopes.first().map_or(0, |scope| scope.names.len());
        let now = NamesInScope { last_local: recorder.last_local, n_global, unit: self.unit };
        if recorder.scopes.last() != Some(&now) {
            recorder.scopes.push(now);
        }
        recorder.scopes.len() - 1
    }

    /// The types at file scope that have names.
    pub(in crate::c) fn type_names(&self) -> Vec<String> {
        self.recorded_types.iter().cloned().collect()
    }

    /// Keeps the names at file scope of the unit that has been read.
    pub(super) fn record_globals(&mut self) {
        let (Some(recorder), Some(scope)) = (&mut self.recorder, self.scopes.first()) else { return };
        let global = |(name, entity): (&String, &Entity)| {
            let meaning = match entity {
                Entity::Var(var) => Some(Global::Var(*var)),
                Entity::Func(func) => Some(Global::Func(*func)),
                Entity::Typedef(..) | Entity::Constant(..) => None,
            };
            (name.clone(), meaning)
        };
        let is_type = |(_, entity): &(&String, &Entity)| matches!(entity, Entity::Typedef(..));
        self.recorded_types.extend(scope.names.iter().filter(is_type).map(|(name, _)| name.clone()));
        let globals = scope.names.iter().map(global).collect();
        recorder.globals.insert(self.unit, globals);
    }
}
