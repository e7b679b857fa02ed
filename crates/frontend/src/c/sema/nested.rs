//! Functions within functions (GNU).
//!
//! A nested function becomes a function of its own, which nobody knows by its name but the block around it. What it uses of the
//! functions around it is *captured*: such a variable lives in memory, and the nested function uses the object of the
//! activation that it was called from ([`Program::captured`](crate::c::hir::Program)).

use std::rc::Rc;

use super::super::hir::{FuncId, VarId};
use super::super::parser::ast::{self, Node};
use super::super::source::Loc;
use super::super::types::{FunctionType, Type};
use super::declarator;
use super::specifiers::{Specified, Specifiers};
use super::state::{Entity, Sema};

impl Sema {
    /// Notes that a variable is used here: perhaps within another function than that which has it.
    pub(super) fn note_captured(&mut self, var: VarId) {
        let Some(owner) = self.program.var(var).owner() else { return };
        if self.function.as_ref().is_some_and(|function| function.id != owner) {
            self.program.captured.insert(var);
        }
    }

    /// Whether a name is that of a nested function.
    pub(super) fn names_nested(&self, name: &str) -> bool {
        matches!(self.lookup(name), Some(Entity::Func(id)) if self.program.func(*id).outer.is_some())
    }

    /// `auto int f(void);`: declares a nested function that the block defines further down.
    pub(super) fn declare_nested(&mut self, name: &str, ty: Rc<FunctionType>, loc: Loc) -> FuncId {
        if let Some(known) = self.nested_in_block(name) {
            return known;
        }
        let id = self.new_func(name, ty, loc);
        self.program.funcs[id.0].outer = self.function.as_ref().map(|function| function.id);
        self.bind(name, Entity::Func(id));
        id
    }

    /// The nested function that the innermost block has declared, and not defined yet.
    fn nested_in_block(&mut self, name: &str) -> Option<FuncId> {
        let Some(Entity::Func(id)) = self.scope().names.get(name).cloned() else { return None };
        let func = self.program.func(id);
        (func.outer.is_some() && func.body.is_none()).then_some(id)
    }

    pub(super) fn nested_function(&mut self, node: &Node<ast::FunctionDefinition>) {
        let definition = &node.node;
        // What is read here happens elsewhere.
        let pending = std::mem::take(&mut self.pending);
        let compounds = std::mem::take(&mut self.compounds);
        let temporaries = std::mem::take(&mut self.temporaries);
        let (is_used, is_in_expression) = (self.is_used, self.is_in_expression);
        (self.is_used, self.is_in_expression) = (true, false);
        let specifiers = Specifiers::of(&definition.specifiers);
        let specified = self.specified(&specifiers);
        let Specified { ty, attributes, .. } = self.declared(&specified, &definition.declarator);
        let loc = self.loc(&definition.declarator);
        match (declarator::name(&definition.declarator), ty.to_type()) {
            (Some(identifier), Type::Function(ty)) => {
                let id = self.declare_nested(&identifier.node.name, ty.clone(), loc);
                self.capture_lengths();
                self.forget_pending(0);
                self.define_function(id, node, &ty, attributes);
            }
            _ => self.error(loc, "this is not a function", None),
        }
        (self.is_used, self.is_in_expression) = (is_used, is_in_expression);
        (self.pending, self.compounds, self.temporaries) = (pending, compounds, temporaries);
    }

    /// The lengths of arrays of variable size are used wherever their types are.
    fn capture_lengths(&mut self) {
        let mut lengths = Vec::new();
        for scope in self.scopes.iter().skip(1) {
            for entity in scope.names.values() {
                match entity {
                    Entity::Var(var) => collect_lengths(&self.program.var(*var).ty, &mut lengths),
                    Entity::Typedef(ty, _) => collect_lengths(ty, &mut lengths),
                    Entity::Func(_) | Entity::Constant(..) => {}
                }
            }
        }
        self.program.captured.extend(lengths);
    }
}

/// The variables that hold the lengths of arrays that a type is made of.
fn collect_lengths(ty: &Type, lengths: &mut Vec<VarId>) {
    match ty {
        Type::Vla(element, length) => {
            lengths.push(*length);
            collect_lengths(element, lengths);
        }
        Type::Array(element, _) | Type::Pointer(element) => collect_lengths(element, lengths),
        Type::Function(function) => {
            collect_lengths(&function.result, lengths);
            function.parameters.iter().for_each(|parameter| collect_lengths(parameter, lengths));
        }
        _ => {}
    }
}
