//! Alignments: of what is declared, and what `_Alignof` gives.

use super::super::hir::{Expr, ExprKind};
use super::super::parser::ast::{self, Node};
use super::super::types::Type;
use super::specifiers::{Specified, Specifiers};
use super::state::Sema;

impl Sema {
    /// What `_Alignof` and `__alignof__` give, of a type or of an expression.
    pub(super) fn alignment_asked(&mut self, asked: &ast::AlignOf) -> u64 {
        match &asked.operand {
            ast::TypeOf::Expression(expr) => {
                let n_pending = self.pending.len();
                let expr = self.unevaluated(|this| this.expr(expr));
                self.forget_pending(n_pending);
                self.alignment_of(&expr)
            }
            ast::TypeOf::Type(name) => self.alignment_of_type(name, asked.is_preferred),
        }
    }

    /// The alignment of a type, in bytes. What the standard asks for is that in a structure, which differs on 32-bit x86.
    pub(super) fn alignment_of_type(&mut self, name: &Node<ast::TypeName>, is_preferred: bool) -> u64 {
        let (ty, given) = self.aligned_type_name(name);
        let align = self.types.alignment(&ty);
        match given {
            Some(given) => given,
            None if is_preferred => align.bytes,
            None => self.types.in_field(&ty, align).bytes,
        }
    }

    /// The alignment of what an expression names, in bytes.
    fn alignment_of(&self, expr: &Expr) -> u64 {
        let given = match &expr.kind {
            ExprKind::Var(var) => self.program.var(*var).align,
            ExprKind::Function(func) => self.program.func(*func).align,
            ExprKind::Member(base, idx) => match base.ty {
                Type::Record(id) => return self.types.field_alignment(id, *idx),
                _ => None,
            },
            _ => None,
        };
        given.unwrap_or(self.types.alignment(&expr.ty).bytes)
    }

    /// The type that a type name names, and the alignment that a name in it gives the type.
    fn aligned_type_name(&mut self, name: &Node<ast::TypeName>) -> (Type, Option<u64>) {
        let specified = self.specified(&Specifiers::of(&name.node.specifiers));
        match &name.node.declarator {
            Some(declarator) => {
                let declared = self.declared(&specified, declarator);
                (declared.ty.to_type(), declared.type_align)
            }
            None => (
                self.in_mode(specified.ty, specified.attributes.mode).to_type(),
                specified.attributes.align.or(specified.type_align),
            ),
        }
    }

    /// What a declarator declares, given what the specifiers say.
    pub(super) fn declared(
        &mut self,
        specified: &Specified,
        declarator: &Node<ast::Declarator>,
    ) -> Specified {
        let ty = self.declared_type(specified.ty.clone(), declarator);
        let attributes =
            specified.attributes.and(self.attributes(declarator.node.attributes.iter().map(|it| &it.node)));
        let ty = self.in_mode(ty, attributes.mode);
        let type_align = specified.type_align.filter(|_| keeps_alignment(declarator));
        Specified { ty, type_align, attributes }
    }
}

/// Whether what is declared is of the type that the specifiers name, or an array of that.
fn keeps_alignment(declarator: &Node<ast::Declarator>) -> bool {
    let inner = match &declarator.node.kind {
        ast::DeclaratorKind::Declarator(inner) => keeps_alignment(inner),
        _ => true,
    };
    let is_array = |it: &Node<ast::DerivedDeclarator>| matches!(it.node, ast::DerivedDeclarator::Array(_));
    inner && declarator.node.derived.iter().all(is_array)
}
