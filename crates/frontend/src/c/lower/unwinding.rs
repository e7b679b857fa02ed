//! Jumps out of functions: `longjmp`, and `goto` from nested functions to labels of functions around them.
//!
//! A function that can be jumped to numbers its activations and its *landings*: the labels that functions within it jump to, and
//! the calls of `setjmp`, which puts both numbers into its buffer. Who jumps sets registers that say so, and leaves its function.
//! Behind each call of a function that a jump may leave, the caller looks whether one is under way: it lands, if the jump leads
//! to its own activation, and else leaves its function, too. On the way, local variables end as they do at a `return`.
//!
//! A table says how many landings an activation has, none once it has ended: a jump is an error where the table has no such
//! landing. Where the jump lands, variables hold what they hold; that is an assumption, for C leaves open what those hold that
//! have changed since `setjmp` and are not volatile.
//!
//! What is evaluated before `setjmp` in an expression, and used behind it, would have to be as it was then. So a call of `setjmp`
//! may stand where C allows it, and in assignments to variables.

use faultscope_ir::index::IndexSet;
use faultscope_ir::program::{Display, Scope};
use faultscope_ir::{
    AssumptionKind, BlockId, OriginId, OriginKind, Place, Property, Sort, Symbol, Term, Terminator, Value,
};

use super::check::Unselected;
use super::state::{Departure, Landing, Lowerer};
use super::tables::Registers;
use crate::c::arith;
use crate::c::hir::{Callee, Expr, ExprKind, FuncId, Init, Stmt, StmtKind, Storage, VarId};
use crate::c::library::Model;
use crate::c::source::Loc;
use crate::c::types::Type;

/// The bits of the numbers of activations and landings.
const NUMBER_BITS: u32 = 32;

/// The number of the first activation: none that a buffer holds by chance.
const FIRST_ACTIVATION: u128 = 0x6a6d_7000;

impl Lowerer<'_> {
    fn registers(&mut self) -> Registers {
        if let Some(registers) = self.registers {
            return registers;
        }
        let number = Sort::bits(NUMBER_BITS);
        let mut declare =
            |name: &str, sort, display| self.variables.declare(name, sort, Scope::Internal, display);
        let registers = Registers {
            jumping: declare("a jump is under way", Sort::bool(), Display::Boolean),
            activation: declare("activation to jump to", number, Display::Unsigned),
            landing: declare("place to jump to", number, Display::Unsigned),
            value: declare("value of the jump", number, Display::Signed),
            next: declare("next activation", number, Display::Unsigned),
            n_landings: declare("places of activations", Sort::array(number, number), Display::Unsigned),
        };
        self.registers = Some(registers);
        registers
    }

    /// Sets the registers before anything runs.
    pub(super) fn initial_registers(&mut self, loc: Loc) {
        let Some(registers) = self.registers else { return };
        let origin = self.origin(OriginKind::Lowering, loc, None);
        let Registers { jumping, activation, landing, value, next, n_landings } = registers;
        let last: Vec<Symbol> = self.last_activations.values().copied().collect();
        for symbol in [jumping, activation, landing, value, n_landings].into_iter().chain(last) {
            let zero = Term::value(Value::zero(symbol.sort()));
            self.emit_assign(Place::variable(symbol), zero, origin);
        }
        self.emit_assign(Place::variable(next), number(FIRST_ACTIVATION), origin);
    }

    /// Begins an activation of a function that can be jumped to.
    pub(super) fn begin_activation(&mut self, func: FuncId) {
        if !self.points_to.is_jumped_to(func) {
            return;
        }
        let loc = self.program.func(func).loc;
        let origin = self.origin(OriginKind::Lowering, loc, None);
        let registers = self.registers();
        let activation = self.temporary("activation", Sort::bits(NUMBER_BITS), Display::Unsigned);
        let (own, next) = (Term::symbol(activation), Term::symbol(registers.next));
        let n_landings = self.program.left_to(func).count() + self.points_to.marks_of(func).len();
        self.emit_assign(Place::variable(activation), next, origin);
        self.emit_assign(Place::variable(registers.next), own.bv_add(number(1)), origin);
        self.emit_assign(Place::cell(registers.n_landings, own), number(n_landings as u128), origin);
        if self.program.left_to(func).next().is_some() {
            let last = self.last_activation(func);
            if self.points_to.is_recursive(func) {
                let kept = self.save(Term::symbol(last), loc);
                self.body.outer_captured.push((Term::symbol(last), kept));
            }
            self.emit_assign(Place::variable(last), own, origin);
        }
        self.body.activation = Some(activation);
    }

    /// Ends the activation: nothing leads to it any more.
    pub(super) fn end_activation(&mut self, loc: Loc) {
        let Some(activation) = self.body.activation else { return };
        let registers = self.registers();
        let origin = self.origin(OriginKind::Lowering, loc, None);
        self.emit_assign(Place::cell(registers.n_landings, Term::symbol(activation)), number(0), origin);
    }

    /// The variable that holds the number of the last activation of a function that runs.
    fn last_activation(&mut self, func: FuncId) -> Symbol {
        if let Some(symbol) = self.last_activations.get(&func) {
            return *symbol;
        }
        let name = format!("last activation of {}", self.program.func(func).name);
        let sort = Sort::bits(NUMBER_BITS);
        let symbol = self.variables.declare(&name, sort, Scope::Internal, Display::Unsigned);
        self.last_activations.insert(func, symbol);
        symbol
    }

    /// In front of a call of `setjmp`: says which place it is to put into its buffer. Gives the number of the place, if anybody
    /// may jump there.
    pub(super) fn mark_place(&mut self, func: FuncId, loc: Loc) -> Option<usize> {
        let (caller, activation) = (self.body.function?, self.body.activation?);
        let program = self.program;
        let name = &program.func(func).name;
        let Some(idx) = self.points_to.marks_of(caller).iter().position(|it| *it == func) else {
            self.unsupported(&format!("a call of `{name}` here"), loc);
            return None;
        };
        let idx = program.left_to(caller).count() + idx;
        let is_allowed =
            program.func(caller).body.as_ref().is_some_and(|body| Allowed::of(body).calls.contains(&func));
        if !is_allowed || self.body.landings.contains_key(&idx) {
            self.unsupported(&format!("`{name}` within an expression"), loc);
            return None;
        }
        let registers = self.registers();
        let origin = self.origin(OriginKind::Lowering, loc, None);
        self.emit_assign(Place::variable(registers.activation), Term::symbol(activation), origin);
        self.emit_assign(Place::variable(registers.landing), number(idx as u128), origin);
        Some(idx)
    }

    /// What a model of `setjmp` puts into its buffer.
    pub(super) fn marked_place(&mut self, model: Model, expr: &Expr) -> Term {
        let Some(registers) = self.registers else { return self.zero(&expr.ty) };
        let symbol = if model == Model::Activation { registers.activation } else { registers.landing };
        arith::convert(self.types, Term::symbol(symbol), &Type::INT, &expr.ty)
    }

    /// Behind a call of `setjmp`: jumps may lead here.
    pub(super) fn land_here(&mut self, idx: usize, result: Option<(Symbol, OriginId)>) {
        let block = self.new_block();
        self.continue_at(block);
        let scopes = self.body.scopes.clone();
        self.body.landings.insert(idx, Landing { block, scopes, result });
    }

    /// `__fs_jump(activation, landing, value)`.
    pub(super) fn long_jump(&mut self, arguments: &[Expr], loc: Loc) {
        let [activation, landing, value] = arguments else { return };
        let target = [activation, landing].map(|argument| {
            let term = self.read_argument(argument);
            let term = arith::convert(self.types, term, &argument.ty, &Type::INT);
            self.save(term, loc)
        });
        let term = self.read_argument(value);
        let value = arith::convert(self.types, term, &value.ty, &Type::INT);
        self.require_landing(target, loc);
        self.jump_away(target, value, loc);
    }

    /// Asks that there is such a landing of an activation that waits.
    fn require_landing(&mut self, [activation, landing]: [Term; 2], loc: Loc) {
        let registers = self.registers();
        let first = number(FIRST_ACTIVATION);
        let is_set = first.bv_ule(activation).and(activation.bv_ult(Term::symbol(registers.next)));
        let is_there = landing.bv_ult(Term::symbol(registers.n_landings).select(activation));
        if self.config.entry != "main" {
            // Somebody else may have called `setjmp`.
            let (there, elsewhere) = (self.new_block(), self.new_block());
            let origin = self.origin(OriginKind::Lowering, loc, None);
            self.branch(is_set.and(is_there), there, elsewhere, origin);
            self.switch_to(elsewhere);
            let loc = self.asked_at(loc);
            self.unsupported("a jump out of the function where execution starts", loc);
            return self.switch_to(there);
        }
        let unselected =
            Unselected::ends_access("`longjmp` to a function that has returned ends the execution");
        for (condition, wrong) in [
            (is_set, "`setjmp` has not set the buffer"),
            (is_there, "the function that has called `setjmp` has returned"),
        ] {
            let message = |this: &mut Self| format!("{wrong}: `{}`", this.checked_text(loc));
            self.require(Property::Library, condition, message, loc, unselected);
        }
    }

    /// A jump from a nested function to a label around it, in the last activation of the function with the label.
    pub(super) fn leave_to_label(&mut self, label: &str, loc: Loc) {
        let program = self.program;
        let owner = program.block_labels.get(label).map(|label| label.owner);
        let idx = owner.and_then(|owner| program.left_to(owner).position(|it| it == label));
        let (Some(owner), Some(idx)) = (owner, idx) else {
            return self.unsupported("a jump out of a nested function", loc);
        };
        let activation = Term::symbol(self.last_activation(owner));
        self.jump_away([activation, number(idx as u128)], number(0), loc);
    }

    fn jump_away(&mut self, [activation, landing]: [Term; 2], value: Term, loc: Loc) {
        let registers = self.registers();
        let origin = self.origin(OriginKind::Lowering, loc, None);
        self.emit_assign(Place::variable(registers.activation), activation, origin);
        self.emit_assign(Place::variable(registers.landing), landing, origin);
        self.emit_assign(Place::variable(registers.value), value, origin);
        self.emit_assign(Place::variable(registers.jumping), Term::bool(true), origin);
        let away = self.depart(loc);
        self.goto(away);
    }

    /// A block from which a jump goes on.
    fn depart(&mut self, loc: Loc) -> BlockId {
        let block = self.new_block();
        let scopes = self.body.scopes.clone();
        self.body.departures.push(Departure { block, scopes, loc });
        block
    }

    /// Behind a call of a function: where a jump has left it, goes on with the jump.
    pub(super) fn follow_jump(&mut self, func: FuncId, loc: Loc) {
        if self.body.function.is_none() || !self.points_to.may_be_left(func) {
            return;
        }
        let registers = self.registers();
        let origin = self.origin(OriginKind::Lowering, loc, None);
        let (away, next) = match self.body.is_at_exit {
            false => (self.depart(loc), self.new_block()),
            true => (self.new_block(), self.new_block()),
        };
        self.branch(Term::symbol(registers.jumping), away, next, origin);
        if self.body.is_at_exit {
            self.switch_to(away);
            self.unsupported("a jump out of a function that runs when the program ends", loc);
        }
        self.switch_to(next);
    }

    /// Writes what happens where a jump gets to on its way, now that all landings are known.
    pub(super) fn finish_jumps(&mut self, func: FuncId) {
        let departures = std::mem::take(&mut self.body.departures);
        if departures.is_empty() {
            return;
        }
        let landings = self.landings(func);
        for Departure { block, scopes, loc } in departures {
            self.switch_to(block);
            self.body.scopes = scopes;
            self.land(func, &landings, loc);
            if self.points_to.may_be_left(func) {
                // What is deferred to the end of a scope is not called by a jump.
                self.end_scopes(0, loc);
                self.end_function(loc);
                self.terminate(Terminator::Return);
            } else {
                // Nobody jumps past this function.
                self.unsupported("a jump to nowhere", loc);
            }
        }
        self.body.scopes.clear();
    }

    /// Where jumps into a function lead, by their numbers.
    fn landings(&mut self, func: FuncId) -> Vec<(usize, Landing)> {
        let program = self.program;
        let mut landings = Vec::new();
        for (idx, label) in program.left_to(func).enumerate() {
            if let Some(scopes) = self.body.all_scopes.labels.get(label) {
                let scopes = scopes.iter().map(|it| it.scope).collect();
                let block = self.label(label);
                landings.push((idx, Landing { block, scopes, result: None }));
            }
        }
        landings.extend(self.body.landings.iter().map(|(idx, landing)| (*idx, landing.clone())));
        landings
    }

    /// Lands, where a jump leads to this activation.
    fn land(&mut self, func: FuncId, landings: &[(usize, Landing)], loc: Loc) {
        let Some((last, others)) = landings.split_last() else { return };
        let (Some(activation), registers) = (self.body.activation, self.registers()) else { return };
        let origin = self.origin(OriginKind::Lowering, loc, None);
        let (here, past) = (self.new_block(), self.new_block());
        let is_here = match self.points_to.may_be_left(func) {
            true => Term::symbol(registers.activation).equals(Term::symbol(activation)),
            false => Term::bool(true),
        };
        self.branch(is_here, here, past, origin);
        self.switch_to(here);
        self.emit_assign(Place::variable(registers.jumping), Term::bool(false), origin);
        for (idx, landing) in others {
            let (it, next) = (self.new_block(), self.new_block());
            let is_it = Term::symbol(registers.landing).equals(number(*idx as u128));
            self.branch(is_it, it, next, origin);
            self.switch_to(it);
            self.arrive(func, landing, loc);
            self.switch_to(next);
        }
        self.arrive(func, &last.1, loc);
        self.switch_to(past);
    }

    fn arrive(&mut self, func: FuncId, landing: &Landing, loc: Loc) {
        self.change_scopes_to(&landing.scopes, loc);
        if let Some((result, origin)) = landing.result {
            let registers = self.registers();
            if self.has_changing_variables(func) {
                let message = "variables hold behind `longjmp` what they held when it was called";
                self.assume(AssumptionKind::LongJump, message);
            }
            let value = Term::symbol(registers.value);
            if value.sort() != result.sort() {
                return self.unsupported("`setjmp` of another type", loc);
            }
            self.emit_assign(Place::variable(result), value, origin);
        }
        self.goto(landing.block);
    }

    /// Whether a function has variables of its own that may have changed since `setjmp`, and are not volatile.
    fn has_changing_variables(&self, func: FuncId) -> bool {
        let program = self.program;
        let is_open = |var: &VarId| {
            let declared = program.var(*var);
            let is_own = matches!(declared.storage, Storage::Local(owner) | Storage::Parameter(owner) if owner == func);
            is_own && !declared.qualifiers.is_volatile && !declared.qualifiers.is_const
        };
        (0..program.vars.len()).map(VarId).any(|var| is_open(&var))
    }
}

fn number(number: u128) -> Term {
    Term::bits(NUMBER_BITS, number)
}

/// The calls whose value is used by nothing that has begun to be evaluated before.
#[derive(Default)]
struct Allowed {
    calls: IndexSet<FuncId>,
}

impl Allowed {
    fn of(body: &Stmt) -> Allowed {
        let mut allowed = Allowed::default();
        allowed.stmt(body);
        allowed
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Expr(expr) | StmtKind::Return(Some(expr)) => self.expr(expr),
            StmtKind::Declare(_, Some(Init::Value(value))) => self.expr(value),
            StmtKind::Block(stmts) => stmts.iter().for_each(|stmt| self.stmt(stmt)),
            StmtKind::If(condition, then, otherwise) => {
                self.expr(condition);
                self.stmt(then);
                otherwise.iter().for_each(|otherwise| self.stmt(otherwise));
            }
            StmtKind::Switch(value, body) | StmtKind::While(value, body) | StmtKind::DoWhile(body, value) => {
                self.expr(value);
                self.stmt(body);
            }
            StmtKind::Case(_, _, body) | StmtKind::Default(body) | StmtKind::Label(_, body) => {
                self.stmt(body)
            }
            StmtKind::For { init, condition, step, body } => {
                init.iter().for_each(|stmt| self.stmt(stmt));
                condition.iter().chain(step).for_each(|expr| self.expr(expr));
                self.stmt(body);
            }
            _ => {}
        }
    }

    /// An expression in front of which nothing is evaluated that is used behind it.
    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Call(Callee::Direct(func), _) => _ = self.calls.insert(*func),
            ExprKind::Cast(inner) | ExprKind::Not(inner) | ExprKind::Negate(inner) => self.expr(inner),
            ExprKind::Compare(_, left, right) => {
                for (one, other) in [(left, right), (right, left)] {
                    if other.is_literal() {
                        self.expr(one);
                    }
                }
            }
            ExprKind::And(left, right) | ExprKind::Or(left, right) | ExprKind::Comma(left, right) => {
                self.expr(left);
                self.expr(right);
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                self.expr(condition);
                then.iter().for_each(|then| self.expr(then));
                self.expr(otherwise);
            }
            ExprKind::Assign(target, value) if is_fixed(target) => self.expr(value),
            ExprKind::Statements(body) => self.stmt(body),
            _ => {}
        }
    }
}

/// Whether a place needs no evaluation.
fn is_fixed(place: &Expr) -> bool {
    match &place.kind {
        ExprKind::Var(_) => true,
        ExprKind::Member(base, _) => is_fixed(base),
        _ => false,
    }
}
