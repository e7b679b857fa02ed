//! What of a program's text asks whether the code is right: the driver, functions of test frameworks, and data that the program
//! only compares with what it computes.

use faultscope_ir::index::{IndexMap, IndexSet};
use faultscope_ir::{ComparedData, FileId, Harness};

use super::hir::{Callee, CompareOp, Expr, ExprKind, FuncId, Init, Program, Stmt, StmtKind, Storage, VarId};
use super::provenance::{LevelKind, Standing};
use super::source::{Loc, Sources};

/// The harness of a program with this entry. Where assertions stand is found when they are lowered.
pub(super) fn harness(program: &Program, sources: &mut Sources, entry: &str) -> Harness {
    Harness {
        driver: driver(program, sources, entry),
        compared: compared(program, sources),
        ..Harness::default()
    }
}

/// The file of the user's that holds the entry, if the entry uses what other files of the user's define and nothing outside the file
/// uses a function of it. Where the entry only calls functions of its own file, which use others, they are what it drives. An
/// entry with a contract is what is asked about, and no driver.
fn driver(program: &Program, sources: &mut Sources, entry: &str) -> Option<FileId> {
    let mut files: IndexMap<FuncId, FileId> = IndexMap::default();
    for (idx, func) in program.funcs.iter().enumerate() {
        if func.body.is_some() && !func.trusted && !sources.is_of_system(func.loc) {
            files.insert(FuncId(idx), sources.span(func.loc).file);
        }
    }
    let (entry, driver) = files.iter().find(|(id, _)| program.func(**id).name == entry)?;
    let (entry, driver) = (*entry, *driver);
    if program.func(entry).annotations.contract.is_some() {
        return None;
    }
    let (mut uses_others, mut is_used) = (false, false);
    // Of the file, the entry and the tables of functions count.
    let mut look = |file: FileId, drives: bool, expr: &Expr| {
        let (ExprKind::Call(Callee::Direct(func), _) | ExprKind::Function(func)) = &expr.kind else {
            return false;
        };
        let target = files.get(func).copied();
        uses_others |= drives && file == driver && target.is_some_and(|it| it != driver);
        is_used |= file != driver && target == Some(driver);
        false
    };
    for (id, file) in &files {
        if let Some(body) = &program.func(*id).body {
            body.has(&mut |expr| look(*file, *id == entry, expr));
        }
    }
    for (var, init) in &program.globals {
        let loc = program.var(*var).loc;
        if !sources.is_trusted(loc) {
            let file = sources.span(loc).file;
            init.values().for_each(|value| _ = value.has(&mut |expr| look(file, true, expr)));
        }
    }
    let is_driver =
        !is_used && (uses_others || expands_macros(sources, program.func(entry).loc.unit, driver));
    is_driver.then_some(driver)
}

/// Whether a file uses a macro with parameters that another file of the user's defines. A macro without is a constant, mostly.
fn expands_macros(sources: &Sources, unit: u32, driver: FileId) -> bool {
    let unit = &sources.units[unit as usize];
    let name = &sources.map.file(driver).name;
    let is_driver = |file: Option<u32>| file.is_some_and(|it| unit.file_name(it as usize) == name);
    let provenance = unit.provenance();
    provenance.levels.iter().any(|level| {
        let LevelKind::Body(definition) = level.kind else { return false };
        let definition = &provenance.macros[definition as usize];
        let mut outer = level.outer.map(|it| &provenance.levels[it.level as usize]);
        while let Some(around) = outer.filter(|it| it.kind != LevelKind::File) {
            outer = around.outer.map(|it| &provenance.levels[it.level as usize]);
        }
        definition.is_function
            && definition.file.is_some()
            && !is_driver(definition.file)
            && outer.is_some_and(|it| is_driver(it.file))
    })
}

/// Variables with constant initial values that are only read, each time to be compared for equality with something that the
/// program computes, or as an argument of a call, and not only as arguments of the user's functions.
fn compared(program: &Program, sources: &mut Sources) -> Vec<ComparedData> {
    let mut reads = Reads {
        program,
        constants: IndexMap::default(),
        found: IndexMap::default(),
        others: IndexSet::default(),
    };
    let is_users = |loc: Loc| !sources.is_trusted(loc) && !sources.is_of_system(loc);
    for (var, init) in program.globals.iter().filter(|(var, _)| is_users(program.var(*var).loc)) {
        reads.init(*var, init, program.var(*var).loc);
    }
    for body in program.funcs.iter().filter(|it| !it.trusted).filter_map(|it| it.body.as_ref()) {
        reads.stmt(body);
    }
    let Reads { constants, found, others, .. } = reads;
    let is_computed = |with: &Other| {
        with.calls || with.vars.iter().any(|it| others.contains(it) || !constants.contains_key(it))
    };
    let mut data = Vec::new();
    for (var, of_var) in found.iter().filter(|(var, _)| !others.contains(*var)) {
        let Some(declarator) = constants.get(var) else { continue };
        let is_data = of_var.iter().any(|it| it.is_expected) && of_var.iter().all(|it| is_computed(&it.with));
        if is_data {
            let mut span = |loc: Loc| sources.place(loc, Standing::Written).span;
            let uses = of_var.iter().map(|it| span(it.loc)).collect();
            data.push(ComparedData { declarator: span(*declarator), uses });
        }
    }
    data
}

/// A variable that is read to be compared.
struct Read {
    loc: Loc,
    with: Other,
    /// Whether it is compared, or an argument of a function of the library. To a function of the user's it may be the input of
    /// which the result is expected.
    is_expected: bool,
}

/// What something is compared with.
#[derive(Debug, Clone, Default)]
struct Other {
    /// Whether it calls a function.
    calls: bool,
    /// Whether it is what a function of the user's computes of it.
    is_call_of_user: bool,
    /// The variables in it.
    vars: Vec<VarId>,
}

impl Other {
    fn add(&mut self, expr: &Expr) {
        expr.has(&mut |part| {
            match &part.kind {
                ExprKind::Call(..) => self.calls = true,
                ExprKind::Var(var) => self.vars.push(*var),
                _ => {}
            }
            false
        });
    }
}

/// Goes over a program and finds how variables are used.
struct Reads<'a> {
    program: &'a Program,
    /// Those with constant initial values, and their declarators.
    constants: IndexMap<VarId, Loc>,
    found: IndexMap<VarId, Vec<Read>>,
    /// Variables that are used in another way.
    others: IndexSet<VarId>,
}

impl Reads<'_> {
    fn init(&mut self, var: VarId, init: &Init, declarator: Loc) {
        if init.values().all(|it| is_constant(self.program, it)) {
            let end = init.values().map(|it| it.loc).filter(|it| it.unit == declarator.unit);
            let end = end.map(|it| it.end).fold(declarator.end, u32::max);
            self.constants.insert(var, Loc { end, ..declarator });
        }
        init.values().for_each(|it| self.expr(it, None));
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Declare(var, Some(init)) => self.init(*var, init, stmt.loc),
            StmtKind::Expr(expr) | StmtKind::Defer(expr) | StmtKind::Return(Some(expr)) => {
                self.expr(expr, None)
            }
            StmtKind::Block(stmts) => stmts.iter().for_each(|it| self.stmt(it)),
            StmtKind::If(condition, then, otherwise) => {
                self.expr(condition, None);
                self.stmt(then);
                otherwise.iter().for_each(|it| self.stmt(it));
            }
            StmtKind::Switch(value, body) | StmtKind::While(value, body) | StmtKind::DoWhile(body, value) => {
                self.expr(value, None);
                self.stmt(body);
            }
            StmtKind::For { init, condition, step, body } => {
                init.iter().for_each(|it| self.stmt(it));
                condition.iter().chain(step).for_each(|it| self.expr(it, None));
                self.stmt(body);
            }
            StmtKind::Case(_, _, body) | StmtKind::Default(body) | StmtKind::Label(_, body) => {
                self.stmt(body)
            }
            StmtKind::Empty
            | StmtKind::Declare(_, None)
            | StmtKind::DeclareVla(_)
            | StmtKind::Literal(_)
            | StmtKind::Temporary(..)
            | StmtKind::Goto(_)
            | StmtKind::Leave(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return(None)
            | StmtKind::Unsupported(_) => {}
        }
    }

    /// Looks at an expression; `with` is what its value is compared with, if it is compared.
    fn expr(&mut self, expr: &Expr, with: Option<&Other>) {
        match &expr.kind {
            ExprKind::Var(var) => match with {
                Some(with) => {
                    let (loc, is_expected) = (expr.loc, !with.is_call_of_user);
                    self.found.entry(*var).or_default().push(Read { loc, with: with.clone(), is_expected });
                }
                None => _ = self.others.insert(*var),
            },
            ExprKind::Load(inner, _)
            | ExprKind::Cast(inner)
            | ExprKind::Decay(inner)
            | ExprKind::Member(inner, _)
            | ExprKind::Deref(inner) => self.expr(inner, with),
            ExprKind::Index(base, idx) | ExprKind::Offset { pointer: base, count: idx, .. } => {
                self.expr(base, with);
                self.expr(idx, None);
            }
            ExprKind::Compare(CompareOp::Equal | CompareOp::NotEqual, left, right) => {
                for (side, other) in [(left, right), (right, left)] {
                    self.compared(side, [&**other].into_iter(), Other::default());
                }
            }
            ExprKind::Call(callee, arguments) => self.call(callee, arguments),
            ExprKind::Statements(body) => self.stmt(body),
            kind => {
                _ = kind.has_part(&mut |part| {
                    self.expr(part, None);
                    false
                })
            }
        }
    }

    /// What is given to a function of the user's is as if compared with what that computes; of the arguments of another function
    /// with each other.
    fn call(&mut self, callee: &Callee, arguments: &[Expr]) {
        let calls = match callee {
            Callee::Indirect(pointer) => {
                self.expr(pointer, None);
                true
            }
            Callee::Direct(func) => {
                let func = self.program.func(*func);
                func.body.is_some() && !func.trusted
            }
        };
        for (idx, argument) in arguments.iter().enumerate() {
            let with = Other { calls, is_call_of_user: calls, ..Other::default() };
            let others = arguments.iter().enumerate().filter(|(other, _)| *other != idx);
            self.compared(argument, others.map(|(_, it)| it), with);
        }
    }

    /// Looks at an expression that is compared with others.
    fn compared<'e>(&mut self, expr: &Expr, others: impl Iterator<Item = &'e Expr>, mut with: Other) {
        if !is_read(expr) {
            return self.expr(expr, None);
        }
        others.for_each(|it| with.add(it));
        self.expr(expr, Some(&with));
    }
}

/// Whether an expression reads a variable, or a part of one.
fn is_read(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Var(_) => true,
        ExprKind::Load(inner, _)
        | ExprKind::Cast(inner)
        | ExprKind::Decay(inner)
        | ExprKind::Member(inner, _)
        | ExprKind::Deref(inner)
        | ExprKind::Index(inner, _)
        | ExprKind::Offset { pointer: inner, .. } => is_read(inner),
        _ => false,
    }
}

/// Whether an initial value is a constant, or a string literal.
fn is_constant(program: &Program, value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Const(_) => true,
        ExprKind::Cast(inner) | ExprKind::Negate(inner) | ExprKind::Decay(inner) => {
            is_constant(program, inner)
        }
        ExprKind::Var(var) => matches!(program.var(*var).storage, Storage::Literal(_)),
        _ => false,
    }
}
