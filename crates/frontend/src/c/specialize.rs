//! One copy of a library function for each call of it.
//!
//! What a function of the library does is modelled in C. With a copy of its own for each call, what is asked of the arguments
//! is asked at the call, and what one call does with its pointers says nothing of other calls.

use std::rc::Rc;

use indexmap::IndexMap;

use super::hir::{
    CallSite, Callee, Expr, ExprKind, Func, FuncId, Init, InitItem, Program, Stmt, StmtKind, Storage, VarId,
};
use super::library::{self, Model};
use super::source::Loc;
use super::types::Type;

/// Gives each call of a library model, in code that is no model, a copy of the model.
pub(super) fn specialize(program: &mut Program) {
    if !program.funcs.iter().any(|func| func.trusted) {
        return;
    }
    let users: Vec<FuncId> = (0..program.funcs.len())
        .map(FuncId)
        .filter(|id| program.func(*id).body.is_some() && !program.func(*id).trusted)
        .collect();
    for id in users {
        let Some(body) = program.func(id).body.clone() else { continue };
        let mut copier = Copier::new(program, Some(id));
        let body = copier.stmt(&body);
        program.funcs[id.0].body = Some(Rc::new(body));
    }
    let globals = std::mem::take(&mut program.globals);
    let mut copier = Copier::new(program, None);
    let globals = globals.into_iter().map(|(var, init)| (var, copier.init(&init))).collect();
    program.globals = globals;
}

/// Copies code.
struct Copier<'a> {
    program: &'a mut Program,
    /// The user's function whose calls get copies.
    caller: Option<FuncId>,
    /// The variables of the function that is copied.
    vars: IndexMap<VarId, VarId>,
    /// The call that a copy of a model is for.
    site: Option<Loc>,
    /// Whether what is copied asks for what its accesses need.
    has_contract: bool,
}

impl Copier<'_> {
    fn new(program: &mut Program, caller: Option<FuncId>) -> Copier<'_> {
        Copier { program, caller, vars: IndexMap::new(), site: None, has_contract: false }
    }

    /// The copy of a model for a call.
    fn model(&mut self, func: FuncId, site: Loc) -> FuncId {
        let original = self.program.func(func).clone();
        let Some(body) = original.body.clone() else { return func };
        let id = FuncId(self.program.funcs.len());
        self.program.funcs.push(Func {
            body: None,
            call_site: Some(CallSite { loc: site, caller: self.caller }),
            ..original.clone()
        });
        let outer = (std::mem::take(&mut self.vars), self.site.replace(site));
        let own = |storage: &Storage| match storage {
            Storage::Local(owner) if *owner == func => Some(Storage::Local(id)),
            Storage::Parameter(owner) if *owner == func => Some(Storage::Parameter(id)),
            _ => None,
        };
        for idx in 0..self.program.vars.len() {
            if let Some(storage) = own(&self.program.vars[idx].storage) {
                let copy = VarId(self.program.vars.len());
                let var = self.program.vars[idx].clone();
                self.program.vars.push(super::hir::Var { storage, ..var });
                self.vars.insert(VarId(idx), copy);
            }
        }
        let copies: Vec<VarId> = self.vars.values().copied().collect();
        for copy in copies {
            let ty = self.ty(&self.program.var(copy).ty.clone());
            self.program.vars[copy.0].ty = ty;
        }
        let parameters = original.parameters.iter().map(|parameter| self.var(*parameter)).collect();
        let outer_contract = std::mem::take(&mut self.has_contract);
        let body = self.stmt(&body);
        (self.vars, self.site) = outer;
        let has_contract = std::mem::replace(&mut self.has_contract, outer_contract);
        let copy = &mut self.program.funcs[id.0];
        copy.has_contract = has_contract;
        copy.parameters = parameters;
        copy.body = Some(Rc::new(body));
        id
    }

    fn var(&self, var: VarId) -> VarId {
        self.vars.get(&var).copied().unwrap_or(var)
    }

    fn ty(&self, ty: &Type) -> Type {
        match ty {
            Type::Vla(element, count) => Type::Vla(Rc::new(self.ty(element)), self.var(*count)),
            Type::Array(element, count) => Type::Array(Rc::new(self.ty(element)), *count),
            Type::Pointer(pointee) => Type::Pointer(Rc::new(self.ty(pointee))),
            _ => ty.clone(),
        }
    }

    fn boxed(&mut self, expr: &Expr) -> Box<Expr> {
        Box::new(self.expr(expr))
    }

    fn exprs(&mut self, exprs: &[Expr]) -> Vec<Expr> {
        exprs.iter().map(|expr| self.expr(expr)).collect()
    }

    fn expr(&mut self, expr: &Expr) -> Expr {
        use ExprKind::{
            AddressOf, And, Assign, Binary, Builtin, Call, Cast, Comma, Compare, Complement, CompoundLiteral,
            Conditional, Const, Decay, Deref, Difference, Function, Index, Load, Member, Negate, Not, Offset,
            Or, SizeOf, Statements, Unsupported, Update, Var,
        };
        let kind = match &expr.kind {
            Var(var) => Var(self.var(*var)),
            Deref(inner) => Deref(self.boxed(inner)),
            Member(base, idx) => Member(self.boxed(base), *idx),
            Index(base, index) => Index(self.boxed(base), self.boxed(index)),
            CompoundLiteral(var, init) => CompoundLiteral(self.var(*var), Box::new(self.init(init))),
            Load(inner) => Load(self.boxed(inner)),
            AddressOf(inner) => AddressOf(self.boxed(inner)),
            Decay(inner) => Decay(self.boxed(inner)),
            Cast(inner) => Cast(self.boxed(inner)),
            Negate(inner) => Negate(self.boxed(inner)),
            Complement(inner) => Complement(self.boxed(inner)),
            Not(inner) => Not(self.boxed(inner)),
            Binary(op, left, right) => Binary(*op, self.boxed(left), self.boxed(right)),
            Compare(op, left, right) => Compare(*op, self.boxed(left), self.boxed(right)),
            Offset { pointer, count, subtract } => {
                Offset { pointer: self.boxed(pointer), count: self.boxed(count), subtract: *subtract }
            }
            Difference(left, right) => Difference(self.boxed(left), self.boxed(right)),
            And(left, right) => And(self.boxed(left), self.boxed(right)),
            Or(left, right) => Or(self.boxed(left), self.boxed(right)),
            Conditional(condition, then, otherwise) => {
                let condition = self.boxed(condition);
                let then = then.as_ref().map(|then| self.boxed(then));
                Conditional(condition, then, self.boxed(otherwise))
            }
            Comma(left, right) => Comma(self.boxed(left), self.boxed(right)),
            Assign(target, value) => Assign(self.boxed(target), self.boxed(value)),
            Update { target, op, value, computation, result } => Update {
                target: self.boxed(target),
                op: *op,
                value: self.boxed(value),
                computation: computation.clone(),
                result: *result,
            },
            Call(callee, arguments) => {
                let arguments = self.exprs(arguments);
                Call(self.callee(callee, expr.loc), arguments)
            }
            Builtin(builtin, operands) => Builtin(builtin.clone(), self.exprs(operands)),
            Statements(body) => Statements(Box::new(self.stmt(body))),
            SizeOf(ty) => SizeOf(self.ty(ty)),
            Const(_) | Function(_) | Unsupported(_) => expr.kind.clone(),
        };
        Expr { kind, ty: self.ty(&expr.ty), loc: expr.loc }
    }

    fn callee(&mut self, callee: &Callee, loc: Loc) -> Callee {
        match callee {
            Callee::Direct(func)
                if self.program.func(*func).trusted && self.program.func(*func).body.is_some() =>
            {
                // A model that calls another one does so for the same call of the user's.
                let site = self.site.unwrap_or(loc);
                Callee::Direct(self.model(*func, site))
            }
            Callee::Direct(func) => {
                self.has_contract |=
                    library::model(&self.program.func(*func).name) == Some(Model::Accessible);
                Callee::Direct(*func)
            }
            Callee::Indirect(pointer) => Callee::Indirect(self.boxed(pointer)),
        }
    }

    fn init(&mut self, init: &Init) -> Init {
        match init {
            Init::Value(value) => Init::Value(self.boxed(value)),
            Init::List(items) => Init::List(
                items
                    .iter()
                    .map(|item| InitItem { path: item.path.clone(), value: self.expr(&item.value) })
                    .collect(),
            ),
        }
    }

    fn stmts(&mut self, stmts: &[Stmt]) -> Vec<Stmt> {
        stmts.iter().map(|stmt| self.stmt(stmt)).collect()
    }

    fn boxed_stmt(&mut self, stmt: &Stmt) -> Box<Stmt> {
        Box::new(self.stmt(stmt))
    }

    fn stmt(&mut self, stmt: &Stmt) -> Stmt {
        let kind = match &stmt.kind {
            StmtKind::Expr(expr) => StmtKind::Expr(self.expr(expr)),
            StmtKind::Declare(var, init) => {
                let init = init.as_ref().map(|init| self.init(init));
                StmtKind::Declare(self.var(*var), init)
            }
            StmtKind::DeclareVla(var) => StmtKind::DeclareVla(self.var(*var)),
            StmtKind::Block(stmts) => StmtKind::Block(self.stmts(stmts)),
            StmtKind::If(condition, then, otherwise) => {
                let condition = self.expr(condition);
                let then = self.boxed_stmt(then);
                StmtKind::If(condition, then, otherwise.as_ref().map(|otherwise| self.boxed_stmt(otherwise)))
            }
            StmtKind::Switch(value, body) => StmtKind::Switch(self.expr(value), self.boxed_stmt(body)),
            StmtKind::Case(low, high, body) => StmtKind::Case(*low, *high, self.boxed_stmt(body)),
            StmtKind::Default(body) => StmtKind::Default(self.boxed_stmt(body)),
            StmtKind::While(condition, body) => StmtKind::While(self.expr(condition), self.boxed_stmt(body)),
            StmtKind::DoWhile(body, condition) => {
                StmtKind::DoWhile(self.boxed_stmt(body), self.expr(condition))
            }
            StmtKind::For { init, condition, step, body } => StmtKind::For {
                init: self.stmts(init),
                condition: condition.as_ref().map(|condition| self.expr(condition)),
                step: step.as_ref().map(|step| self.expr(step)),
                body: self.boxed_stmt(body),
            },
            StmtKind::Label(name, body) => StmtKind::Label(name.clone(), self.boxed_stmt(body)),
            StmtKind::Return(value) => StmtKind::Return(value.as_ref().map(|value| self.expr(value))),
            StmtKind::Empty
            | StmtKind::Goto(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Unsupported(_) => stmt.kind.clone(),
        };
        Stmt { kind, loc: stmt.loc }
    }
}
