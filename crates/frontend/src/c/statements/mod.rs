//! Statements that may be missing, and statements that may be too many: the program in which inputs choose one.
//!
//! Behind each statement of the user's, and before the first of a block, something is put that does nothing unless the input
//! [`ALTERNATIVE`] has the number of the place; then [`EDIT`] says which of the place's changes is executed. So all changes of
//! a program cost one translation.

mod conditions;
mod leaving;
mod moves;
mod seen;

use std::rc::Rc;

use faultscope_ir::Value;
use rustc_hash::FxHashSet;

use crate::c::hir::{
    Access, BinaryOp, Callee, CompareOp, Expr, ExprKind, FuncId, Program, Stmt, StmtKind, Storage, VarId,
};
use crate::c::sema::Sema;
use crate::c::source::Loc;
use crate::c::types::{IntKind, Type};
use crate::limits::{MAX_CHANGED_VARIABLES, MAX_DRAWN_IN, MAX_REPEATED};
use crate::sites::{ALTERNATIVE, EDIT, INDEX, SEEN, SOURCE, SeenKind, Side, StatementEdit, VALUE};

/// What writes characters, and what says whether an execution of a statement is left out.
pub(super) const HELPERS: &str = "__faultscope_statements";

/// The variable that holds what is assigned.
const SUM: &str = "__faultscope_sum";

/// The declarations of what chooses.
pub(super) fn declarations() -> String {
    let inputs = [ALTERNATIVE, EDIT, VALUE, INDEX, SOURCE];
    let inputs = inputs.map(|name| format!("extern long long {name};\n")).concat();
    format!("{inputs}long long __faultscope_n_executions;\nlong long {SUM};\nlong long {SEEN};\n")
}

/// The helpers in C. A positive value leaves out so many executions of a statement, a negative one the execution of this number,
/// none all.
pub(super) fn helpers() -> String {
    format!(
        "extern long long {VALUE}; extern long long __faultscope_n_executions; extern long long {SUM}; int putchar(int);\n\
         void __faultscope_write(void) {{\n\
         \x20 unsigned long long text = {SUM};\n\
         \x20 while (text) {{ putchar(text & 255); text >>= 8; }}\n}}\n\
         int __faultscope_skips(void) {{\n\
         \x20 long long n = ++__faultscope_n_executions;\n\
         \x20 return {VALUE} == 0 || ({VALUE} > 0 ? n <= {VALUE} : n == -{VALUE});\n}}\n"
    )
}

/// What is known of where statements stand.
pub(super) trait Texts {
    /// Whether something in a statement is executed.
    fn is_executed(&mut self, loc: Loc) -> bool;

    /// Whether what fails is in an expression.
    fn fails(&mut self, loc: Loc) -> bool;

    /// How a statement is written; none where its file is not at hand.
    fn text(&mut self, loc: Loc) -> Option<String>;
}

/// A place where statements are changed.
pub(super) struct Place {
    /// The statement that is left out, or that something stands beside.
    pub(super) loc: Loc,
    /// The function.
    pub(super) function: String,
    /// What can be done there, by number, from 1.
    pub(super) edits: Vec<StatementEdit>,
    /// The variables whose values can be assigned, by number, from 1.
    pub(super) sources: Vec<String>,
    /// What is [seen] there.
    pub(super) seen: Vec<Seen>,
    /// Where that is, as seen from the statement.
    pub(super) side: Side,
    /// The statements behind it that it could go on with or be moved behind, or the one that it could be moved out of.
    pub(super) behind: Vec<Loc>,
}

/// Something that a condition there could ask about.
pub(super) struct Seen {
    /// A variable by its name, or where else it is written.
    pub(super) text: Result<String, Loc>,
    /// What of it is seen.
    pub(super) kind: SeenKind,
}

/// Puts changes into the functions of the user's where something is executed, and tells their places, by number, from 1.
pub(super) fn instrument(sema: &mut Sema, texts: &mut dyn Texts) -> Option<Vec<Place>> {
    let write = sema.function_named("__faultscope_write")?;
    let skips = sema.function_named("__faultscope_skips")?;
    let program = &sema.program;
    let named = |name: &str| program.vars.iter().position(|var| var.name == name).map(VarId);
    let inputs = Inputs {
        place: named(ALTERNATIVE)?,
        edit: named(EDIT)?,
        value: named(VALUE)?,
        index: named(INDEX)?,
        source: named(SOURCE)?,
        sum: named(SUM)?,
        seen: named(SEEN)?,
    };
    let mut mentioned = FxHashSet::default();
    program.each_users_expr(|expr| {
        if let ExprKind::Var(var) = expr.kind {
            mentioned.insert(var);
        }
    });
    let mut gives_pointer = program.funcs.iter().filter(|it| it.ty.result.is_pointer());
    let is_asked = gives_pointer.any(|it| it.body.as_ref().is_some_and(|body| texts.is_executed(body.loc)));
    let null = if is_asked { Maker::null_in(program, texts) } else { Maker::ZERO };
    let mut places = Vec::new();
    let mut bodies = Vec::new();
    for (idx, func) in program.funcs.iter().enumerate() {
        let Some(body) = func.body.as_ref().filter(|_| !func.trusted) else { continue };
        // Where nothing is executed, nothing is put in.
        let is_executed = texts.is_executed(body.loc);
        let mut maker = Maker {
            leaving: if is_executed { Maker::leaving_in(body, texts) } else { Vec::new() },
            null,
            failing: Maker::failing_in(body, texts),
            repeatable: if is_executed { repeatable(body, texts) } else { Vec::new() },
            texts: &mut *texts,
            program,
            inputs: &inputs,
            mentioned: &mentioned,
            write,
            skips,
            function: &func.name,
            result: &func.ty.result,
            scope: func.named().to_vec(),
            n_loops: 0,
            n_exits: 0,
            outgoing: Vec::new(),
            places: &mut places,
        };
        bodies.push((idx, maker.inside(body)));
    }
    for (idx, body) in bodies {
        sema.program.funcs[idx].body = Some(Rc::new(body));
    }
    Some(places)
}

struct Inputs {
    place: VarId,
    edit: VarId,
    value: VarId,
    index: VarId,
    source: VarId,
    /// What is assigned.
    sum: VarId,
    /// What is seen is assigned to it, where nothing executes it.
    seen: VarId,
}

/// Goes over one function.
struct Maker<'a> {
    texts: &'a mut dyn Texts,
    program: &'a Program,
    inputs: &'a Inputs,
    /// The variables that functions of the user's mention.
    mentioned: &'a FxHashSet<VarId>,
    write: FuncId,
    skips: FuncId,
    /// The simple statements of the function, with how they are written.
    repeatable: Vec<(&'a Stmt, String)>,
    /// What is read by what fails.
    failing: Option<Expr>,
    /// How a function of the program gives the null pointer.
    null: &'static str,
    /// The jumps that leave the function or lead to its end, with how they are written.
    leaving: Vec<(StmtKind, Loc, String)>,
    function: &'a str,
    result: &'a Type,
    /// The variables that can be named, the innermost last.
    scope: Vec<VarId>,
    /// How many loops are around, which `continue` goes on with.
    n_loops: usize,
    /// How many loops and switches are around, which `break` leaves.
    n_exits: usize,
    /// What ends a block of the statement that is gone over, and may belong behind it, with the numbers of the places.
    outgoing: Vec<(i128, Stmt)>,
    places: &'a mut Vec<Place>,
}

impl Maker<'_> {
    /// A statement with changes in it, which may be left out.
    fn statement(&mut self, stmt: &Stmt) -> Stmt {
        let new = self.inside(stmt);
        self.omissible(stmt, new, Side::Body)
    }

    /// The same of one that is all of the body of another one, with something beside it that would take a block.
    fn alone(&mut self, stmt: &Stmt) -> Stmt {
        let new = self.statement(stmt);
        self.surrounded(stmt, new)
    }

    /// What may be missing beside a statement that is all of a body, around `new`, which is the one with changes in it.
    fn surrounded(&mut self, stmt: &Stmt, new: Stmt) -> Stmt {
        if matches!(stmt.kind, StmtKind::Block(_) | StmtKind::Empty) || !is_movable(stmt) {
            return new;
        }
        let mut stmts = self.insertion(stmt.loc, Side::BeforeBody, Some(stmt));
        stmts.push(new);
        if !leaves(stmt) {
            stmts.extend(self.insertion(stmt.loc, Side::BehindBody, None));
        }
        Stmt { kind: StmtKind::Block(stmts), loc: stmt.loc }
    }

    /// What may be missing where a condition does not hold and nothing is done, unless an `else` there would belong to another one.
    fn otherwise(&mut self, stmt: &Stmt, then: &Stmt) -> Option<Box<Stmt>> {
        if ends_without_else(then) {
            return None;
        }
        let stmts = self.insertion(stmt.loc, Side::Else, None);
        (!stmts.is_empty()).then(|| Box::new(Stmt { kind: StmtKind::Block(stmts), loc: stmt.loc }))
    }

    /// A statement, of which `new` is the one with changes in it, that may be left out.
    fn omissible(&mut self, stmt: &Stmt, new: Stmt, side: Side) -> Stmt {
        let is_left_out = matches!(
            stmt.kind,
            StmtKind::Expr(_)
                | StmtKind::Block(_)
                | StmtKind::If(..)
                | StmtKind::Switch(..)
                | StmtKind::While(..)
                | StmtKind::DoWhile(..)
                | StmtKind::For { .. }
                | StmtKind::Break
                | StmtKind::Continue
                | StmtKind::Return(_)
        );
        // A jump leaves no step.
        let is_jump = matches!(stmt.kind, StmtKind::Break | StmtKind::Continue | StmtKind::Return(_));
        if !is_left_out || !is_jump && !self.is_executed(stmt.loc) {
            return new;
        }
        let (seen, observed) = self.seen(read_by(stmt));
        let number = self.place(Place { seen, ..self.edited(stmt.loc, side, vec![StatementEdit::Skip]) });
        let skips = Expr::new(ExprKind::Call(Callee::Direct(self.skips), Vec::new()), INT, stmt.loc);
        let zero = constant(0, INT, stmt.loc);
        let executes = compare(CompareOp::Equal, skips, zero, stmt.loc);
        let is_other = compare(
            CompareOp::NotEqual,
            self.input(self.inputs.place, stmt.loc),
            constant(number, LONG, stmt.loc),
            stmt.loc,
        );
        let executes = Expr::new(ExprKind::Or(Box::new(is_other), Box::new(executes)), INT, stmt.loc);
        let is_seen = self.is(self.inputs.edit, OBSERVE, stmt.loc);
        let observed = Stmt { kind: self.observed(number, observed, stmt.loc), loc: stmt.loc };
        let skipped = Stmt { kind: StmtKind::If(is_seen, Box::new(observed), None), loc: stmt.loc };
        Stmt { kind: StmtKind::If(executes, Box::new(new), Some(Box::new(skipped))), loc: stmt.loc }
    }

    /// A statement with changes in it.
    fn inside(&mut self, stmt: &Stmt) -> Stmt {
        let kind = match &stmt.kind {
            StmtKind::Block(stmts) => StmtKind::Block(self.block(stmts)),
            StmtKind::If(condition, then, otherwise) => {
                let new = Box::new(self.alone(then));
                let otherwise = match otherwise {
                    Some(otherwise) => Some(Box::new(self.alone(otherwise))),
                    None => self.otherwise(stmt, then),
                };
                StmtKind::If(self.decided(condition), new, otherwise)
            }
            StmtKind::Switch(value, body) => {
                self.n_exits += 1;
                let body = self.inside(body);
                self.n_exits -= 1;
                StmtKind::Switch(value.clone(), Box::new(body))
            }
            StmtKind::Case(low, high, body) => StmtKind::Case(*low, *high, Box::new(self.statement(body))),
            StmtKind::Default(body) => StmtKind::Default(Box::new(self.statement(body))),
            StmtKind::Label(name, body) => StmtKind::Label(name.clone(), Box::new(self.statement(body))),
            StmtKind::While(condition, body) => StmtKind::While(self.decided(condition), self.body(body)),
            StmtKind::DoWhile(body, condition) => StmtKind::DoWhile(self.body(body), self.decided(condition)),
            StmtKind::For { init, condition, step, body } => {
                let n_known = self.scope.len();
                init.iter().for_each(|it| self.declared(it));
                let mut body = self.body(body);
                let has_own = self.scope.len() > n_known;
                if let Some(condition) = condition.as_ref().filter(|_| has_own && self.is_executed(stmt.loc))
                {
                    self.see_in_body(condition, &mut body);
                }
                let condition = condition.as_ref().map(|it| self.decided(it));
                self.scope.truncate(n_known);
                StmtKind::For { init: init.clone(), condition, step: step.clone(), body }
            }
            other => other.clone(),
        };
        Stmt { kind, loc: stmt.loc }
    }

    fn body(&mut self, body: &Stmt) -> Box<Stmt> {
        self.n_loops += 1;
        self.n_exits += 1;
        let new = self.inside(body);
        let new = self.surrounded(body, new);
        self.n_loops -= 1;
        self.n_exits -= 1;
        Box::new(new)
    }

    /// The statements of a block with places between them.
    fn block(&mut self, stmts: &[Stmt]) -> Vec<Stmt> {
        let n_known = self.scope.len();
        let mut new = Vec::new();
        // The places at the ends of the blocks before, and how far they are behind.
        let mut ends: Vec<(i128, usize)> = Vec::new();
        // The statements before that can be moved, with the numbers of their places.
        let mut moved: Vec<(i128, &Stmt, usize)> = Vec::new();
        for (at, stmt) in stmts.iter().enumerate() {
            let is_declaration = is_declaration(stmt);
            if at == 0 && !is_declaration {
                new.extend(self.insertion(stmt.loc, Side::Before, Some(stmt)));
            }
            let behind = &stmts[at + 1..];
            let mut changed = self.inside(stmt);
            let outgoing = std::mem::take(&mut self.outgoing);
            let end = self.draw_in(&mut changed, behind);
            let end_of_else = self.draw_into_else(stmt, &mut changed, behind);
            changed = self.omissible(stmt, changed, Side::InBlock);
            let move_behind = self.move_behind(stmt, behind);
            let move_out = behind.is_empty().then(|| self.move_out(stmt)).flatten();
            for number in move_behind.into_iter().chain(move_out) {
                changed = self.unless_drawn_in(changed, number, 1);
            }
            if let Some(number) = move_out {
                self.outgoing.push((number, stmt.clone()));
            }
            ends.retain(|(_, nth)| *nth <= MAX_DRAWN_IN && is_movable(stmt));
            for (number, nth) in &mut ends {
                changed = self.unless_drawn_in(changed, *number, *nth);
                *nth += 1;
            }
            ends.extend(end.into_iter().chain(end_of_else).map(|number| (number, 1)));
            new.push(changed);
            self.declared(stmt);
            for (number, inner) in outgoing {
                if self.can_stand_here(&inner) && self.can_jump_here(&inner) {
                    self.places[number as usize - 1].behind.push(stmt.loc);
                    new.push(self.where_moved(number, 1, &inner));
                }
            }
            for (number, earlier, nth) in &mut moved {
                new.push(self.where_moved(*number, *nth, earlier));
                *nth += 1;
            }
            moved.retain(|(number, _, nth)| *nth <= self.places[*number as usize - 1].behind.len());
            moved.extend(move_behind.map(|number| (number, stmt, 1)));
            let goes_on = is_declaration && stmts.get(at + 1).is_some_and(self::is_declaration);
            if !leaves(stmt) && !goes_on {
                new.extend(self.insertion(stmt.loc, Side::Behind, stmts.get(at + 1)));
            }
        }
        self.scope.truncate(n_known);
        new
    }

    /// Whether something in a statement is executed.
    fn is_executed(&mut self, loc: Loc) -> bool {
        self.texts.is_executed(loc)
    }

    fn declared(&mut self, stmt: &Stmt) {
        if let StmtKind::Declare(var, _) = stmt.kind {
            self.scope.push(var);
        }
    }

    /// A place where this can be done.
    fn edited(&self, loc: Loc, side: Side, edits: Vec<StatementEdit>) -> Place {
        let function = self.function.to_owned();
        Place { loc, function, edits, sources: Vec::new(), seen: Vec::new(), side, behind: Vec::new() }
    }

    /// Adds a place; its number.
    fn place(&mut self, place: Place) -> i128 {
        self.places.push(place);
        self.places.len() as i128
    }

    /// Something that may be missing beside a statement, and in front of another one.
    fn insertion(&mut self, loc: Loc, side: Side, next: Option<&Stmt>) -> Vec<Stmt> {
        // What is declared without a value leaves no step.
        let is_executed =
            self.is_executed(loc) || side == Side::Behind && next.is_some_and(|it| self.is_executed(it.loc));
        if !is_executed {
            return Vec::new();
        }
        let variables = self.variables();
        let mut inserted: Vec<(StatementEdit, StmtKind)> = Vec::new();
        let goes_on = side == Side::Behind
            && matches!(next, Some(Stmt { kind: StmtKind::Case(..) | StmtKind::Default(_), .. }));
        if self.n_exits > 0 {
            let edit = if goes_on { StatementEdit::EndCase } else { StatementEdit::Break };
            inserted.push((edit, StmtKind::Break));
        }
        if self.n_loops > 0 {
            inserted.push((StatementEdit::Continue, StmtKind::Continue));
        }
        inserted.extend(self.left(loc));
        match self.result {
            Type::Void => inserted.push((StatementEdit::Return, StmtKind::Return(None))),
            Type::Int(_) => {
                let value = self.cast(self.input(self.inputs.sum, loc), self.result);
                inserted.push((StatementEdit::ReturnValue, StmtKind::Return(Some(value))));
            }
            _ => {}
        }
        inserted.extend(self.repeated(loc));
        let write = Expr::new(ExprKind::Call(Callee::Direct(self.write), Vec::new()), Type::Void, loc);
        inserted.push((StatementEdit::Write, StmtKind::Expr(write)));
        for var in &variables {
            let value = self.input(self.inputs.sum, loc);
            let edit = StatementEdit::Assign(self.name(*var));
            inserted.push((edit, self.assign(self.lvalue(*var, loc), value, loc)));
        }
        for var in self.cursors() {
            let pointer = self.lvalue(var, loc);
            let ty = pointer.ty.clone();
            let one = Box::new(constant(1, LONG, loc));
            let next =
                ExprKind::Offset { pointer: Box::new(load(pointer.clone())), count: one, subtract: false };
            let next = Expr::new(next, ty, loc);
            inserted.push((StatementEdit::Advance(self.name(var)), self.assign(pointer, next, loc)));
        }
        for var in self.arrays() {
            let Some(element) = self.program.var(var).ty.element().cloned() else { continue };
            let index = self.input(self.inputs.index, loc);
            let cell = ExprKind::Index(Box::new(self.lvalue(var, loc)), Box::new(index));
            let cell = Expr::new(cell, element, loc);
            let value = self.input(self.inputs.value, loc);
            inserted.push((StatementEdit::AssignCell(self.name(var)), self.assign(cell, value, loc)));
        }
        let (edits, mut kinds): (Vec<StatementEdit>, Vec<StmtKind>) = inserted.into_iter().unzip();
        let sources = variables.iter().map(|var| self.name(*var)).collect();
        let (seen, values) = self.seen(next.and_then(read_by));
        let number = self.place(Place { sources, seen, ..self.edited(loc, side, edits) });
        // As no edit has its number, nothing executes it.
        kinds.push(self.observed(number, values, loc));
        // What is assigned: a number, and a variable's value added to it.
        let value = || self.input(self.inputs.value, loc);
        let sums = variables.iter().map(|var| {
            let own = self.cast(load(self.lvalue(*var, loc)), &LONG);
            let sum = ExprKind::Binary(BinaryOp::Add, Box::new(own), Box::new(value()));
            Expr::new(sum, LONG, loc)
        });
        let sums = sums.map(|sum| self.assign(self.lvalue(self.inputs.sum, loc), sum, loc)).collect();
        let plain = self.assign(self.lvalue(self.inputs.sum, loc), value(), loc);
        let sum = self.choice(self.inputs.source, sums, Some(plain), loc);
        let chosen = self.choice(self.inputs.edit, kinds, None, loc);
        let both =
            Stmt { kind: StmtKind::Block([sum, chosen].into_iter().flatten().map(|it| *it).collect()), loc };
        vec![Stmt { kind: StmtKind::If(self.is(self.inputs.place, number, loc), Box::new(both), None), loc }]
    }

    /// The simple statements of the function that stand nearest, of which all variables can be named here.
    fn repeated(&self, loc: Loc) -> Vec<(StatementEdit, StmtKind)> {
        let mut near: Vec<&(&Stmt, String)> =
            self.repeatable.iter().filter(|(stmt, _)| self.can_stand_here(stmt)).collect();
        near.sort_by_key(|(stmt, _)| stmt.loc.start.abs_diff(loc.start));
        let repeated = near.into_iter().take(MAX_REPEATED);
        repeated.map(|(stmt, text)| (StatementEdit::Repeat(text.clone()), stmt.kind.clone())).collect()
    }

    /// Whether the local variables of a statement can be named here.
    fn can_stand_here(&self, stmt: &Stmt) -> bool {
        let is_hidden =
            |var: VarId| self.program.var(var).storage != Storage::Global && !self.scope.contains(&var);
        !stmt.has(&mut |it| matches!(it.kind, ExprKind::Var(var) if is_hidden(var)))
    }

    /// The statement of the number that an input has, from 1, or another one.
    fn choice(
        &self,
        input: VarId,
        kinds: Vec<StmtKind>,
        otherwise: Option<StmtKind>,
        loc: Loc,
    ) -> Option<Box<Stmt>> {
        let mut chosen = otherwise.map(|kind| Box::new(Stmt { kind, loc }));
        for (at, kind) in kinds.into_iter().enumerate().rev() {
            let is_it = self.is(input, at as i128 + 1, loc);
            let then = Box::new(Stmt { kind, loc });
            chosen = Some(Box::new(Stmt { kind: StmtKind::If(is_it, then, chosen), loc }));
        }
        chosen
    }

    fn name(&self, var: VarId) -> String {
        self.program.var(var).name.clone()
    }

    fn cast(&self, value: Expr, ty: &Type) -> Expr {
        let loc = value.loc;
        if value.ty == *ty { value } else { Expr::new(ExprKind::Cast(Box::new(value)), ty.clone(), loc) }
    }

    /// The integers that can be changed, the innermost first.
    fn variables(&self) -> Vec<VarId> {
        let is_integer = |var: &VarId| {
            let var = self.program.var(*var);
            matches!(var.ty, Type::Int(kind) if !kind.is_bit_field() && kind != IntKind::Bool)
                && !var.is_constant()
        };
        self.visible().filter(is_integer).take(MAX_CHANGED_VARIABLES).collect()
    }

    /// The pointers to integers that can be changed.
    fn cursors(&self) -> Vec<VarId> {
        let is_cursor = |var: &VarId| {
            let var = self.program.var(*var);
            matches!(var.ty.pointee(), Some(Type::Int(_))) && !var.is_constant()
        };
        self.visible().filter(is_cursor).take(MAX_CHANGED_VARIABLES).collect()
    }

    /// The arrays of integers that can be changed.
    fn arrays(&self) -> Vec<VarId> {
        let is_array = |var: &VarId| {
            let var = self.program.var(*var);
            let is_known = matches!(var.ty, Type::Array(_, Some(_)));
            is_known && matches!(var.ty.element(), Some(Type::Int(_))) && !var.is_constant()
        };
        self.visible().filter(is_array).take(MAX_CHANGED_VARIABLES).collect()
    }

    /// The variables that can be named: those of the function, the innermost first, and those of the files.
    fn visible(&self) -> impl Iterator<Item = VarId> + '_ {
        let is_own = |it: &VarId| {
            let var = self.program.var(*it);
            let is_ours = var.name.starts_with("__faultscope") || var.name.starts_with(ALTERNATIVE);
            let is_here = var.defined && var.loc.unit == self.unit() && self.mentioned.contains(it);
            var.storage == Storage::Global && is_here && !is_ours
        };
        let globals = (0..self.program.vars.len()).map(VarId).filter(is_own);
        self.scope.iter().rev().copied().chain(globals)
    }

    /// The unit of the function.
    fn unit(&self) -> u32 {
        let is_it = |func: &&crate::c::hir::Func| func.name == self.function && func.body.is_some();
        self.program.funcs.iter().find(is_it).map_or(0, |func| func.loc.unit)
    }

    fn lvalue(&self, var: VarId, loc: Loc) -> Expr {
        Expr::new(ExprKind::Var(var), self.program.var(var).ty.clone(), loc)
    }

    fn input(&self, var: VarId, loc: Loc) -> Expr {
        load(self.lvalue(var, loc))
    }

    /// Whether an input has a value.
    fn is(&self, var: VarId, number: i128, loc: Loc) -> Expr {
        compare(CompareOp::Equal, self.input(var, loc), constant(number, LONG, loc), loc)
    }

    fn assign(&self, place: Expr, value: Expr, loc: Loc) -> StmtKind {
        StmtKind::Expr(self.assignment(place, value, loc))
    }

    fn assignment(&self, place: Expr, value: Expr, loc: Loc) -> Expr {
        let ty = place.ty.clone();
        let value = self.cast(value, &ty);
        Expr::new(ExprKind::Assign(Box::new(place), Box::new(value)), ty, loc)
    }
}

/// The number of the edit that only sees, beside a statement that may be left out.
const OBSERVE: i128 = 2;

const INT: Type = Type::Int(IntKind::Int);
const LONG: Type = Type::Int(IntKind::LongLong);

/// What a statement reads before it does anything.
fn read_by(stmt: &Stmt) -> Option<&Expr> {
    match &stmt.kind {
        StmtKind::Expr(expr)
        | StmtKind::If(expr, ..)
        | StmtKind::While(expr, _)
        | StmtKind::Switch(expr, _)
        | StmtKind::For { condition: Some(expr), .. }
        | StmtKind::Return(Some(expr)) => Some(expr),
        _ => None,
    }
}

/// The statements in a body that do one thing, perhaps where a condition holds, and are written in one line.
fn repeatable<'a>(body: &'a Stmt, texts: &mut dyn Texts) -> Vec<(&'a Stmt, String)> {
    fn collect<'a>(stmt: &'a Stmt, texts: &mut dyn Texts, found: &mut Vec<(&'a Stmt, String)>) {
        if is_simple(stmt)
            && let Some(text) = texts.text(stmt.loc)
            && text.ends_with(';')
            && !text.contains('\n')
            && found.iter().all(|(_, known)| *known != text)
        {
            found.push((stmt, text));
        }
        stmt.parts().into_iter().for_each(|it| collect(it, texts, found));
    }
    let mut found = Vec::new();
    collect(body, texts, &mut found);
    found
}

/// Whether a statement does one thing, perhaps where a condition holds.
fn is_simple(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Expr(_) => true,
        StmtKind::If(_, then, None) => matches!(then.kind, StmtKind::Expr(_)),
        _ => false,
    }
}

/// Whether a statement ends with a condition that an `else` behind it would belong to.
fn ends_without_else(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::If(_, _, otherwise) => otherwise.as_deref().is_none_or(ends_without_else),
        StmtKind::While(_, body) | StmtKind::For { body, .. } | StmtKind::Label(_, body) => {
            ends_without_else(body)
        }
        _ => false,
    }
}

/// Whether nothing behind a statement is executed.
fn leaves(stmt: &Stmt) -> bool {
    matches!(
        stmt.kind,
        StmtKind::Break | StmtKind::Continue | StmtKind::Return(_) | StmtKind::Goto(_) | StmtKind::Leave(_)
    )
}

/// Whether a statement can stand elsewhere: it declares nothing, and no jump leads to it.
fn is_movable(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Empty | StmtKind::Expr(_) | StmtKind::Break | StmtKind::Continue | StmtKind::Return(_) => {
            true
        }
        StmtKind::Block(stmts) => stmts.iter().all(is_movable),
        StmtKind::If(_, then, otherwise) => is_movable(then) && otherwise.as_deref().is_none_or(is_movable),
        StmtKind::While(_, body) | StmtKind::DoWhile(body, _) => is_movable(body),
        StmtKind::For { init, body, .. } => init.iter().all(is_movable) && is_movable(body),
        _ => false,
    }
}

fn is_declaration(stmt: &Stmt) -> bool {
    matches!(
        stmt.kind,
        StmtKind::Declare(..)
            | StmtKind::DeclareVla(_)
            | StmtKind::Defer(_)
            | StmtKind::Literal(_)
            | StmtKind::Temporary(..)
    )
}

fn load(place: Expr) -> Expr {
    let (ty, loc) = (place.ty.clone(), place.loc);
    Expr::new(ExprKind::Load(Box::new(place), Access::Plain), ty, loc)
}

fn constant(number: i128, ty: Type, loc: Loc) -> Expr {
    let width = if ty == INT { 32 } else { 64 };
    Expr::new(ExprKind::Const(Value::signed_bits(width, number)), ty, loc)
}

fn compare(op: CompareOp, left: Expr, right: Expr, loc: Loc) -> Expr {
    Expr::new(ExprKind::Compare(op, Box::new(left), Box::new(right)), INT, loc)
}
