//! Jumps past declarations.
//!
//! A variable is there from the start of its block on, and holds any value until its declaration is executed, if it ever
//! is: `switch` and `goto` may land behind it. Lowering gives variables any value at their declarations; here is found out
//! which ones need that elsewhere, too. A jump from outside of the block begins a new life of the variable, at the jump; one
//! from inside, but in front of the declaration, finds what the variable has held since the block was entered.

use faultscope_ir::index::{IndexMap, IndexSet};

use crate::c::hir::{Stmt, StmtKind, VarId};
use crate::c::source::Loc;

/// A declaration: the variable, and where it is declared.
pub(super) type Declared = (VarId, Loc);

/// The declarations that are jumped past in a function.
#[derive(Default)]
pub(super) struct Jumps {
    /// By the block that they stand in: by jumps from inside.
    at_entry: IndexMap<Loc, IndexSet<Declared>>,
    /// By the jump: by jumps from outside.
    at_jump: IndexMap<Loc, IndexSet<Declared>>,
}

impl Jumps {
    /// `is_left_to` says to which labels functions within this one jump, from anywhere.
    pub(super) fn of(body: &Stmt, is_left_to: impl Fn(&str) -> bool) -> Jumps {
        let mut walk = Walk::default();
        walk.statement(body);
        let mut jumps = Jumps::default();
        for source in &walk.sources {
            for target in walk.targets.iter().filter(|target| source.leads_to(target)) {
                jumps.add(source, &target.place);
            }
        }
        for target in &walk.targets {
            if matches!(&target.label, Label::Named(name) if is_left_to(name)) {
                for scope in &target.place {
                    jumps.at_entry.entry(scope.loc).or_default().extend(scope.declared.iter().copied());
                }
            }
        }
        jumps
    }

    /// What is declared in a block and jumped past from inside.
    pub(super) fn at_entry(&self, block: Loc) -> Vec<Declared> {
        self.at_entry.get(&block).into_iter().flatten().copied().collect()
    }

    /// What is jumped past from outside of its block.
    pub(super) fn at_jump(&self, jump: Loc) -> Vec<Declared> {
        self.at_jump.get(&jump).into_iter().flatten().copied().collect()
    }

    fn add(&mut self, source: &Source, target: &[Scope]) {
        for (depth, scope) in target.iter().enumerate() {
            let from = source.place.get(depth).filter(|from| from.id == scope.id);
            let (list, executed) = match from {
                Some(from) => (self.at_entry.entry(scope.loc).or_default(), from.declared.len()),
                None => (self.at_jump.entry(source.loc).or_default(), 0),
            };
            list.extend(scope.declared.iter().skip(executed).copied());
        }
    }
}

/// A block that a place of the function stands in.
#[derive(Clone)]
struct Scope {
    id: usize,
    loc: Loc,
    /// What is declared in front of the place.
    declared: Vec<Declared>,
}

/// A statement that jumps: to a label, or with a number to the cases of a switch.
struct Source {
    label: Label,
    place: Vec<Scope>,
    loc: Loc,
}

struct Target {
    label: Label,
    place: Vec<Scope>,
}

#[derive(Clone, PartialEq, Eq)]
enum Label {
    Named(String),
    CaseOf(usize),
}

impl Source {
    fn leads_to(&self, target: &Target) -> bool {
        self.label == target.label
    }
}

#[derive(Default)]
struct Walk {
    /// The blocks that are open, outermost first.
    place: Vec<Scope>,
    n_scopes: usize,
    switches: Vec<usize>,
    n_switches: usize,
    sources: Vec<Source>,
    targets: Vec<Target>,
}

impl Walk {
    fn statement(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Declare(var, _) => {
                if let Some(scope) = self.place.last_mut() {
                    scope.declared.push((*var, stmt.loc));
                }
            }
            StmtKind::Block(stmts) => {
                self.in_scope(stmt.loc, |this| stmts.iter().for_each(|stmt| this.statement(stmt)));
            }
            StmtKind::For { init, body, .. } => self.in_scope(stmt.loc, |this| {
                init.iter().for_each(|stmt| this.statement(stmt));
                this.statement(body);
            }),
            StmtKind::If(_, then, otherwise) => {
                self.statement(then);
                otherwise.iter().for_each(|otherwise| self.statement(otherwise));
            }
            StmtKind::While(_, body) | StmtKind::DoWhile(body, _) => self.statement(body),
            StmtKind::Switch(_, body) => {
                let label = Label::CaseOf(self.n_switches);
                self.sources.push(Source { label, place: self.place.clone(), loc: stmt.loc });
                self.switches.push(self.n_switches);
                self.n_switches += 1;
                self.statement(body);
                self.switches.pop();
            }
            StmtKind::Case(_, _, body) | StmtKind::Default(body) => {
                if let Some(switch) = self.switches.last() {
                    self.targets.push(Target { label: Label::CaseOf(*switch), place: self.place.clone() });
                }
                self.statement(body);
            }
            StmtKind::Goto(name) => {
                let label = Label::Named(name.clone());
                self.sources.push(Source { label, place: self.place.clone(), loc: stmt.loc });
            }
            StmtKind::Label(name, body) => {
                self.targets.push(Target { label: Label::Named(name.clone()), place: self.place.clone() });
                self.statement(body);
            }
            StmtKind::Empty
            | StmtKind::Expr(_)
            | StmtKind::Defer(_)
            | StmtKind::DeclareVla(_)
            | StmtKind::Literal(_)
            | StmtKind::Temporary(..)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return(_)
            | StmtKind::Leave(_)
            | StmtKind::Unsupported(_) => {}
        }
    }

    fn in_scope(&mut self, loc: Loc, inside: impl FnOnce(&mut Self)) {
        self.place.push(Scope { id: self.n_scopes, loc, declared: Vec::new() });
        self.n_scopes += 1;
        inside(self);
        self.place.pop();
    }
}
