//! Labels: those of blocks, and those whose addresses are taken (GNU).
//!
//! The address of a label is the address of an element of an array that the function has for that, one for each label whose
//! address it takes. A computed `goto` compares with all of them: which value an address has, nobody can know, but labels are
//! told apart, and what leads to none of them is not gone on with.

use super::super::hir::{
    BinaryOp, BlockLabel, CompareOp, Expr, ExprKind, Init, Stmt, StmtKind, Storage, VarId,
};
use super::super::parser::ast::{self, Node};
use super::super::source::Loc;
use super::super::types::Type;
use super::state::{Scope, Sema, make};

impl Sema {
    /// Declares labels of the block that is read (`__label__`).
    pub(super) fn declare_labels(&mut self, names: &[Node<ast::Identifier>]) {
        for name in names {
            self.n_labels += 1;
            let unique = format!("{}.{}", name.node.name, self.n_labels);
            if let Some(owner) = self.function.as_ref().map(|function| function.id) {
                let label = BlockLabel { owner, is_left_to: false };
                self.program.block_labels.insert(unique.clone(), label);
            }
            self.scope().labels.insert(name.node.name.clone(), unique);
            let is_addressed =
                self.function.as_ref().is_some_and(|it| it.addressed.contains(&name.node.name));
            if is_addressed {
                self.error(self.loc(name), "the address of a label of a block is not supported", None);
            }
        }
    }

    /// What a label is called that is meant here.
    pub(super) fn label(&self, name: &str) -> String {
        let scopes = self.scopes.get(self.n_outer_scopes()..).unwrap_or(&[]);
        let declared = scopes.iter().rev().find_map(|scope| scope.labels.get(name));
        declared.map_or_else(|| name.to_owned(), Clone::clone)
    }

    /// `goto label;`. Labels of blocks of the functions around a nested one can be jumped to from there.
    pub(super) fn goto(&mut self, name: &str) -> StmtKind {
        let (outer, own) = self.scopes.split_at(self.n_outer_scopes().min(self.scopes.len()));
        let declared =
            |scopes: &[Scope]| scopes.iter().rev().find_map(|scope| scope.labels.get(name).cloned());
        match (declared(own), declared(outer)) {
            (None, Some(outer)) => {
                if let Some(label) = self.program.block_labels.get_mut(&outer) {
                    label.is_left_to = true;
                }
                StmtKind::Leave(outer)
            }
            (own, _) => StmtKind::Goto(own.unwrap_or_else(|| name.to_owned())),
        }
    }

    fn n_outer_scopes(&self) -> usize {
        self.function.as_ref().map_or(0, |function| function.n_outer_scopes)
    }

    /// `&&label`.
    pub(super) fn label_address(&mut self, label: &ast::Identifier, loc: Loc) -> Expr {
        let ty = Type::Void.pointer_to();
        let idx = self.function.as_ref().and_then(|function| function.addressed.get_index_of(&label.name));
        match (idx, self.labels_of_function(loc)) {
            (Some(idx), Some(labels)) => {
                let array = self.program.var(labels).ty.clone();
                let labels = make(ExprKind::Var(labels), array, loc);
                let labels = self.rvalue(labels);
                let idx = self.constant(idx as i128, Type::INT, loc);
                let address = self.binary(BinaryOp::Add, labels, idx, loc);
                self.convert(address, &ty)
            }
            _ => {
                self.error(loc, "a label has no address outside of functions", None);
                self.unsupported("the address of a label", ty, loc)
            }
        }
    }

    /// The array whose elements stand for the labels of the function.
    fn labels_of_function(&mut self, loc: Loc) -> Option<VarId> {
        let function = self.function.as_ref()?;
        if function.labels.is_some() {
            return function.labels;
        }
        let ty = Type::Array(Type::CHAR.into(), Some(function.addressed.len() as u64));
        let var = self.new_var("labels", ty, loc, Storage::Static(function.id));
        self.function.as_mut()?.labels = Some(var);
        Some(var)
    }

    /// `goto *address;`.
    pub(super) fn computed_goto(&mut self, address: &Node<ast::Expression>, loc: Loc) -> StmtKind {
        let ty = Type::Void.pointer_to();
        let value = self.value(address);
        let value = self.convert(value, &ty);
        let target = self.new_hidden_var("target", ty.clone(), loc);
        let declaration = StmtKind::Declare(target, Some(Init::Value(Box::new(value))));
        let mut stmts = vec![Stmt { kind: declaration, loc }];
        let addressed =
            self.function.as_ref().map_or_else(Default::default, |function| function.addressed.clone());
        for name in addressed {
            let target = make(ExprKind::Var(target), ty.clone(), loc);
            let target = self.rvalue(target);
            let label = self.label_address(&ast::Identifier { name: name.clone() }, loc);
            let is_it = self.compare(CompareOp::Equal, target, label, loc);
            let goto = Box::new(Stmt { kind: StmtKind::Goto(name), loc });
            stmts.push(Stmt { kind: StmtKind::If(is_it, goto, None), loc });
        }
        let what = "a computed goto that leads to no label of its function";
        stmts.push(Stmt { kind: StmtKind::Unsupported(what.to_owned()), loc });
        StmtKind::Block(stmts)
    }
}
