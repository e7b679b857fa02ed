//! From syntax trees to [`hir`](super::hir): names, types, conversions.
//!
//! What C forbids but compilers let pass is let pass. An error is only what leaves no meaning to give: an
//! unknown name or type, a wrong use of a record. What has a meaning but no translation becomes
//! [`ExprKind::Unsupported`] or [`StmtKind::Unsupported`](super::hir::StmtKind::Unsupported).

mod aggregates;
mod alias;
mod alignment;
mod annotated;
mod annotations;
mod atomics;
mod attributes;
mod bounds;
mod call;
mod complex;
mod declaration;
mod declarator;
mod expr;
mod float_builtins;
mod format;
mod init;
mod initial_parts;
mod labels;
mod linkage;
mod literal;
mod logic;
mod logic_c;
mod logic_call;
mod nested;
mod numbers;
mod operator;
mod record;
mod recorder;
mod scan_runtime;
mod scanning;
mod specifiers;
mod state;
mod stmt;
mod symbols;
mod temporaries;
mod variadic;
mod vector;

use super::hir::FuncId;
use super::parser::ast;

pub(super) use declarator::name;
pub(super) use recorder::{Alternative, Global, NamesInScope, Record, Recorder, Substitute, Substitutes};
use state::{Entity, Scope};
pub(super) use state::{Problem, Sema};

impl Sema {
    /// Notes which functions a unit defines; to be called for all units before the first is read.
    pub(super) fn announce(&mut self, number: u32, unit: &ast::TranslationUnit, text: Option<&str>) {
        if let Some(text) = text {
            self.announce_symbols(number, unit, text);
        }
        for declaration in &unit.0 {
            if let ast::ExternalDeclaration::FunctionDefinition(definition) = &declaration.node
                && let Some(name) = name(&definition.node.declarator)
            {
                self.defined.insert(name.node.name.clone());
            }
        }
    }

    /// Reads a unit.
    pub(super) fn unit(&mut self, number: u32, unit: &ast::TranslationUnit, trusted: bool) {
        self.unit = number;
        self.trusted = trusted;
        self.scopes = vec![Scope::default()];
        if trusted {
            self.bind_rows();
        }
        let added = self.substitutes.declarations.clone().filter(|_| !trusted);
        for declaration in added.iter().flat_map(|added| &added.0).chain(&unit.0) {
            match &declaration.node {
                ast::ExternalDeclaration::Declaration(it)
                    if self.skipped.contains(&(number, it.span.start)) => {}
                ast::ExternalDeclaration::Declaration(declaration) => {
                    let stmts = self.declaration(declaration);
                    debug_assert!(stmts.is_empty());
                }
                ast::ExternalDeclaration::StaticAssert => {}
                ast::ExternalDeclaration::Asm => {
                    let loc = self.loc(declaration);
                    self.error(loc, "assembly outside of functions is not supported", None);
                }
                ast::ExternalDeclaration::FunctionDefinition(definition) => {
                    self.function_definition(definition)
                }
            }
            self.pending.clear();
        }
        self.tell_unused_annotations();
        self.record_globals();
        self.scopes.clear();
    }

    /// The function of a name with external linkage.
    pub(super) fn function_named(&self, name: &str) -> Option<FuncId> {
        match self.linkage.get(name) {
            Some(Entity::Func(id)) => Some(*id),
            _ => self
                .program
                .funcs
                .iter()
                .position(|func| func.name == name && func.body.is_some() && func.outer.is_none())
                .map(FuncId),
        }
    }
}
