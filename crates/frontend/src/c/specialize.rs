//! One copy of a library function for each call of it.
//!
//! What a function of the library does is modelled in C. With a copy of its own for each call, what is asked of the arguments
//! is asked at the call, and what one call does with its pointers says nothing of other calls. Arguments that are constants
//! stand for the parameters in it, and where the value of a call is not looked at, or only its sign or whether it is zero is, a copy does not choose
//! among values that cannot be told apart.

use std::rc::Rc;

use faultscope_ir::index::{IndexMap, IndexSet};
use faultscope_ir::{Primitive, Value, graph};

use super::hir::{
    CallSite, Callee, CompareOp, Expr, ExprKind, Func, FuncId, Init, InitItem, Program, Stmt, StmtKind,
    Storage, VarId,
};
use super::library::{self, Model};
use super::source::Loc;
use super::types::Qualified;
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
        if !body.has(&mut |it| calls_model(program, it)) {
            continue;
        }
        let mut copier = Copier::new(program, Some(id));
        let body = copier.stmt(&body);
        program.funcs[id.0].body = Some(Rc::new(body));
    }
    let globals = std::mem::take(&mut program.globals);
    let mut copier = Copier::new(program, None);
    let globals = globals.into_iter().map(|(var, init)| (var, copier.init(&init))).collect();
    program.globals = globals;
}

/// Whether an expression is a call that gets a copy.
fn calls_model(program: &Program, expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Call(Callee::Direct(func), _) if is_copied(program.func(*func)))
}

/// Whether calls of a function get copies of it.
fn is_copied(func: &Func) -> bool {
    func.trusted && func.body.is_some() && Primitive::named(&func.name).is_none()
}

/// Whether a model may call itself, through other models or not.
fn calls_itself(program: &Program, func: FuncId) -> bool {
    let callees = |caller: FuncId| {
        let mut callees = Vec::new();
        if let Some(body) = &program.func(caller).body {
            body.has(&mut |expr| {
                if let ExprKind::Call(Callee::Direct(callee), _) = &expr.kind
                    && is_copied(program.func(*callee))
                {
                    callees.push(*callee);
                }
                false
            });
        }
        callees
    };
    graph::reached(callees(func), callees).contains(&func)
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
    /// Parameters of the function that is copied that are constants.
    constants: IndexMap<VarId, Expr>,
    /// What the next expression is used for.
    purpose: Purpose,
    /// What the result of the function that is copied is used for.
    result: Purpose,
    /// Where a function is only looked through for them: the variables that are written.
    written: Option<IndexSet<VarId>>,
    /// The models that are being copied and call themselves, with their copies: these call themselves, too.
    active: Vec<(FuncId, FuncId)>,
}

/// What is made of the value of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Purpose {
    #[default]
    Value,
    /// Only whether it is zero, below or above matters.
    Sign,
    /// Only whether it is zero matters.
    Truth,
    Nothing,
}

impl Copier<'_> {
    fn new(program: &mut Program, caller: Option<FuncId>) -> Copier<'_> {
        Copier {
            program,
            caller,
            vars: IndexMap::default(),
            site: None,
            has_contract: false,
            constants: IndexMap::default(),
            purpose: Purpose::Value,
            result: Purpose::Value,
            written: None,
            active: Vec::new(),
        }
    }

    /// The copy of a model for a call with arguments, whose result is used for a purpose.
    fn model(&mut self, func: FuncId, site: Loc, arguments: &[Expr], purpose: Purpose) -> FuncId {
        let original = self.program.func(func).clone();
        let Some(body) = original.body.clone() else { return func };
        if let Some((_, copy)) = self.active.iter().find(|(it, _)| *it == func) {
            return *copy;
        }
        // What is passed the next time may be something else.
        let is_recursive = calls_itself(self.program, func);
        let purpose = if is_recursive { Purpose::Value } else { purpose };
        let constants = match is_recursive {
            true => IndexMap::default(),
            false => self.constant_parameters(&original, &body, arguments),
        };
        let outer_constants = std::mem::replace(&mut self.constants, constants);
        let outer_result = std::mem::replace(&mut self.result, purpose);
        let id = FuncId(self.program.funcs.len());
        let n_active = self.active.len();
        if is_recursive {
            self.active.push((func, id));
        }
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
        self.active.truncate(n_active);
        (self.vars, self.site) = outer;
        (self.constants, self.result) = (outer_constants, outer_result);
        let has_contract = std::mem::replace(&mut self.has_contract, outer_contract);
        let copy = &mut self.program.funcs[id.0];
        copy.has_contract = has_contract;
        copy.parameters = parameters;
        copy.body = Some(Rc::new(body));
        id
    }

    /// The parameters that are constants in a call, and that the model does not write.
    fn constant_parameters(&mut self, func: &Func, body: &Stmt, arguments: &[Expr]) -> IndexMap<VarId, Expr> {
        if !arguments.iter().any(is_constant) {
            return IndexMap::default();
        }
        let written = self.written_in(body);
        let pairs = func.parameters.iter().zip(arguments);
        pairs
            .filter_map(|(parameter, argument)| {
                let ty = &self.program.var(*parameter).ty;
                let is_number = ty.is_integer() && argument.ty.is_integer();
                (is_number && is_constant(argument) && !written.contains(parameter)).then(|| {
                    let kind = ExprKind::Cast(Box::new(argument.clone()));
                    (*parameter, Expr::new(kind, ty.clone(), argument.loc))
                })
            })
            .collect()
    }

    /// The variables that a function writes, or takes the address of.
    fn written_in(&mut self, body: &Stmt) -> IndexSet<VarId> {
        let outer = self.written.replace(IndexSet::default());
        let has_contract = self.has_contract;
        self.stmt(body);
        self.has_contract = has_contract;
        std::mem::replace(&mut self.written, outer).unwrap_or_default()
    }

    fn note_written(&mut self, place: &Expr) {
        if let (Some(written), ExprKind::Var(var)) = (&mut self.written, &place.kind) {
            written.insert(*var);
        }
    }

    fn var(&self, var: VarId) -> VarId {
        self.vars.get(&var).copied().unwrap_or(var)
    }

    fn ty(&self, ty: &Type) -> Type {
        match ty {
            Type::Vla(element, count) => Type::Vla(self.qualified(element), self.var(*count)),
            Type::Array(element, count) => Type::Array(self.qualified(element), *count),
            Type::Pointer(pointee) => Type::Pointer(self.qualified(pointee)),
            _ => ty.clone(),
        }
    }

    fn qualified(&self, ty: &Qualified) -> Qualified {
        Qualified::from(self.ty(ty)).and(ty.qualifiers)
    }

    fn boxed(&mut self, expr: &Expr) -> Box<Expr> {
        Box::new(self.expr(expr))
    }

    fn exprs(&mut self, exprs: &[Expr]) -> Vec<Expr> {
        exprs.iter().map(|expr| self.expr(expr)).collect()
    }

    /// The copy of an expression of which only so much matters.
    fn expr_for(&mut self, expr: &Expr, purpose: Purpose) -> Expr {
        self.purpose = purpose;
        self.expr(expr)
    }

    fn boxed_for(&mut self, expr: &Expr, purpose: Purpose) -> Box<Expr> {
        Box::new(self.expr_for(expr, purpose))
    }

    fn expr(&mut self, expr: &Expr) -> Expr {
        let purpose = std::mem::take(&mut self.purpose);
        use ExprKind::{
            AddressOf, And, Assign, Binary, Builtin, Call, Cast, Comma, Compare, Complement, CompoundLiteral,
            Conditional, Const, Decay, Deref, Difference, Function, Index, Load, Member, Negate, Not, Offset,
            Or, SizeOf, Statements, Unsupported, Update, Var,
        };
        if let Load(place, _) = &expr.kind
            && let Var(var) = place.kind
            && let Some(constant) = self.constants.get(&var)
        {
            return constant.clone();
        }
        let kind = match &expr.kind {
            Var(var) => Var(self.var(*var)),
            Deref(inner) => Deref(self.boxed(inner)),
            Member(base, idx) => Member(self.boxed(base), *idx),
            Index(base, index) => Index(self.boxed(base), self.boxed(index)),
            CompoundLiteral(var, init) => CompoundLiteral(self.var(*var), Box::new(self.init(init))),
            Load(inner, access) => Load(self.boxed(inner), *access),
            AddressOf(inner) => {
                self.note_written(inner);
                AddressOf(self.boxed(inner))
            }
            Decay(inner) => Decay(self.boxed(inner)),
            Cast(inner) => {
                let kept = if expr.ty.is_void() { Purpose::Nothing } else { Purpose::Value };
                Cast(self.boxed_for(inner, kept))
            }
            Negate(inner) => Negate(self.boxed(inner)),
            Complement(inner) => Complement(self.boxed(inner)),
            Not(inner) => Not(self.boxed_for(inner, Purpose::Truth)),
            Binary(op, left, right) => Binary(*op, self.boxed(left), self.boxed(right)),
            Compare(op, left, right) => {
                let of_other = |other: &Expr| match op {
                    _ if !is_zero(other) => Purpose::Value,
                    CompareOp::Equal | CompareOp::NotEqual => Purpose::Truth,
                    _ => Purpose::Sign,
                };
                Compare(*op, self.boxed_for(left, of_other(right)), self.boxed_for(right, of_other(left)))
            }
            Offset { pointer, count, subtract } => {
                Offset { pointer: self.boxed(pointer), count: self.boxed(count), subtract: *subtract }
            }
            Difference(left, right) => Difference(self.boxed(left), self.boxed(right)),
            And(left, right) => {
                And(self.boxed_for(left, Purpose::Truth), self.boxed_for(right, Purpose::Truth))
            }
            Or(left, right) => {
                Or(self.boxed_for(left, Purpose::Truth), self.boxed_for(right, Purpose::Truth))
            }
            Conditional(condition, then, otherwise) => {
                let looked_at = if then.is_some() { Purpose::Truth } else { Purpose::Value };
                let condition = self.boxed_for(condition, looked_at);
                let then = then.as_ref().map(|then| self.boxed(then));
                Conditional(condition, then, self.boxed(otherwise))
            }
            Comma(left, right) => {
                Comma(self.boxed_for(left, Purpose::Nothing), self.boxed_for(right, purpose))
            }
            Assign(target, value) => {
                self.note_written(target);
                Assign(self.boxed(target), self.boxed(value))
            }
            Update { target, op, value, computation, result } => {
                self.note_written(target);
                Update {
                    target: self.boxed(target),
                    op: *op,
                    value: self.boxed(value),
                    computation: computation.clone(),
                    result: *result,
                }
            }
            Call(callee, arguments) => {
                let copied = self.exprs(arguments);
                let is_like = self.is_model(callee, Model::Sign)
                    || (self.result != Purpose::Sign && self.is_model(callee, Model::Truth));
                if let ([sign], true) = (copied.as_slice(), is_like)
                    && self.result != Purpose::Value
                {
                    return sign.clone();
                }
                Call(self.callee(callee, expr.loc, &copied, purpose), copied)
            }
            Builtin(builtin, operands) => Builtin(builtin.clone(), self.exprs(operands)),
            Statements(body) => Statements(Box::new(self.stmt(body))),
            SizeOf(ty) => SizeOf(self.ty(ty)),
            Const(_) | Function(_) | Unsupported(_) => expr.kind.clone(),
        };
        Expr::new(kind, self.ty(&expr.ty), expr.loc)
    }

    fn is_model(&self, callee: &Callee, model: Model) -> bool {
        matches!(callee, Callee::Direct(func) if library::model(&self.program.func(*func).name) == Some(model))
    }

    fn callee(&mut self, callee: &Callee, loc: Loc, arguments: &[Expr], purpose: Purpose) -> Callee {
        match callee {
            // Where a function is only looked through nothing is made.
            Callee::Direct(func) if self.written.is_none() && is_copied(self.program.func(*func)) => {
                // A model that calls another one does so for the same call of the user's.
                let site = self.site.unwrap_or(loc);
                Callee::Direct(self.model(*func, site, arguments, purpose))
            }
            Callee::Direct(func) => {
                self.has_contract |=
                    self.is_model(callee, Model::Readable) || self.is_model(callee, Model::Writable);
                Callee::Direct(*func)
            }
            Callee::Indirect(pointer) => Callee::Indirect(self.boxed(pointer)),
        }
    }

    /// The value that a copy returns: none of any, where nobody looks at it.
    fn returned(&mut self, value: &Expr) -> Expr {
        if self.result == Purpose::Nothing && self.is_choice(value) {
            let zero = ExprKind::Const(Value::Bits(INT_BITS, 0));
            let zero = Box::new(Expr::new(zero, Type::INT, value.loc));
            return Expr::new(ExprKind::Cast(zero), self.ty(&value.ty), value.loc);
        }
        self.expr(value)
    }

    /// Whether an expression of a model chooses a value, and does nothing else.
    fn is_choice(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Call(Callee::Direct(func), _) => match library::model(&self.program.func(*func).name) {
                Some(Model::Any) => true,
                Some(Model::AnyOr(_)) => self.program.error_number().is_none(),
                _ => false,
            },
            ExprKind::Cast(inner) => self.is_choice(inner),
            ExprKind::Conditional(condition, Some(then), otherwise) => {
                [&**condition, then, otherwise].iter().any(|part| self.is_choice(part))
            }
            _ => false,
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
            StmtKind::Expr(expr) => StmtKind::Expr(self.expr_for(expr, Purpose::Nothing)),
            StmtKind::Defer(call) => StmtKind::Defer(self.expr_for(call, Purpose::Nothing)),
            StmtKind::Declare(var, init) => {
                let init = init.as_ref().map(|init| self.init(init));
                StmtKind::Declare(self.var(*var), init)
            }
            StmtKind::DeclareVla(var) => StmtKind::DeclareVla(self.var(*var)),
            StmtKind::Literal(var) => StmtKind::Literal(self.var(*var)),
            StmtKind::Temporary(var, life) => StmtKind::Temporary(self.var(*var), *life),
            StmtKind::Block(stmts) => StmtKind::Block(self.stmts(stmts)),
            StmtKind::If(condition, then, otherwise) => {
                let condition = self.expr_for(condition, Purpose::Truth);
                let then = self.boxed_stmt(then);
                StmtKind::If(condition, then, otherwise.as_ref().map(|otherwise| self.boxed_stmt(otherwise)))
            }
            StmtKind::Switch(value, body) => StmtKind::Switch(self.expr(value), self.boxed_stmt(body)),
            StmtKind::Case(low, high, body) => StmtKind::Case(*low, *high, self.boxed_stmt(body)),
            StmtKind::Default(body) => StmtKind::Default(self.boxed_stmt(body)),
            StmtKind::While(condition, body) => {
                StmtKind::While(self.expr_for(condition, Purpose::Truth), self.boxed_stmt(body))
            }
            StmtKind::DoWhile(body, condition) => {
                StmtKind::DoWhile(self.boxed_stmt(body), self.expr_for(condition, Purpose::Truth))
            }
            StmtKind::For { init, condition, step, body } => StmtKind::For {
                init: self.stmts(init),
                condition: condition.as_ref().map(|condition| self.expr_for(condition, Purpose::Truth)),
                step: step.as_ref().map(|step| self.expr_for(step, Purpose::Nothing)),
                body: self.boxed_stmt(body),
            },
            StmtKind::Label(name, body) => StmtKind::Label(name.clone(), self.boxed_stmt(body)),
            StmtKind::Return(value) => StmtKind::Return(value.as_ref().map(|value| self.returned(value))),
            StmtKind::Empty
            | StmtKind::Goto(_)
            | StmtKind::Leave(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Unsupported(_) => stmt.kind.clone(),
        };
        Stmt { kind, loc: stmt.loc }
    }
}

/// The bits of an `int`.
const INT_BITS: u32 = 32;

/// Whether an expression is a number that is known, as it is written.
fn is_constant(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Const(_) => true,
        ExprKind::Cast(inner) => inner.ty.is_integer() && is_constant(inner),
        ExprKind::Binary(_, left, right) => is_constant(left) && is_constant(right),
        _ => false,
    }
}

fn is_zero(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Const(Value::Bits(_, 0)) => true,
        ExprKind::Cast(inner) => is_zero(inner),
        _ => false,
    }
}
