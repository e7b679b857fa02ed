//! Which local variables may be pointed to after their scope has ended.
//!
//! A pointer to a variable does no harm in variables that end with it or before it: those of its own scope and of the scopes
//! within, and those of other functions, whose activations end before that of the function that passed the pointer. That is not
//! so of a variable of a caller that others write, through a pointer to it. Where a
//! pointer to it may be anywhere else, a use of the variable after its end has to be told from one before.

use faultscope_ir::index::IndexMap;

use super::{PointsTo, Region};
use crate::c::hir::{FuncId, Stmt, StmtKind, Storage, VarId};

/// The scopes around a declaration, outermost first.
type Scopes = Vec<usize>;

impl PointsTo<'_> {
    /// Finds the local variables of functions that do not call themselves whose address may outlive them.
    pub(super) fn find_outliving(&mut self) {
        let scopes = self.scopes();
        let holders = self.holders();
        let locals: Vec<VarId> = self.escaping.iter().copied().collect();
        for var in locals {
            let region = self.region_of_var(var);
            let outlives = match holders.get(&region) {
                _ if !matches!(self.program.var(var).storage, Storage::Local(_) | Storage::Parameter(_)) => {
                    continue;
                }
                Some(holders) => holders.iter().any(|holder| !self.ends_with(*holder, var, &scopes)),
                None => false,
            };
            if outlives || self.is_exposed(region) {
                self.outliving.insert(var);
            }
        }
    }

    /// For each region what may hold a pointer into it.
    fn holders(&mut self) -> IndexMap<Region, Vec<Holder>> {
        let mut holders: IndexMap<Region, Vec<Holder>> = IndexMap::default();
        let vars: Vec<(VarId, Region)> = self.vars.iter().map(|(var, region)| (*var, *region)).collect();
        let results: Vec<Region> = self.results.values().copied().collect();
        let dynamic: Vec<Region> =
            (0..self.nodes.len()).map(Region).filter(|it| self.nodes[it.0].has_heap).collect();
        let places = vars
            .into_iter()
            .map(|(var, region)| (Holder::Variable(var), region))
            .chain(results.into_iter().chain(dynamic).map(|region| (Holder::Elsewhere, region)));
        for (holder, place) in places {
            let place = self.find(place);
            let contents: Vec<usize> = self.nodes[place.0].contents.values().copied().collect();
            for content in contents {
                let content = self.find(Region(content));
                holders.entry(content).or_default().push(holder);
            }
        }
        holders
    }

    /// Whether what a holder holds is gone when the scope of a variable ends.
    fn ends_with(&self, holder: Holder, var: VarId, scopes: &IndexMap<VarId, Scopes>) -> bool {
        let Holder::Variable(holder) = holder else { return false };
        let (holder_storage, storage) = (&self.program.var(holder).storage, &self.program.var(var).storage);
        match (function_of(holder_storage), function_of(storage)) {
            (Some(left), Some(right)) if left == right => {
                match (self.scope(holder, scopes), self.scope(var, scopes)) {
                    (Some(holder), Some(scope)) => holder.starts_with(scope),
                    _ => holder == var,
                }
            }
            // Through a pointer to the holder, or from within its function, what is called may leave an address there.
            (Some(left), Some(right)) => !self.escapes(holder) || !self.runs_below(right, left),
            _ => false,
        }
    }

    /// The scopes around a declaration; none where it stands in an expression. A parameter ends with the function.
    fn scope<'s>(&self, var: VarId, scopes: &'s IndexMap<VarId, Scopes>) -> Option<&'s [usize]> {
        match self.program.var(var).storage {
            Storage::Parameter(_) => Some(&[]),
            _ => scopes.get(&var).map(Vec::as_slice),
        }
    }

    /// The scopes of all local variables of the functions that can be reached.
    fn scopes(&self) -> IndexMap<VarId, Scopes> {
        let mut walk = Walk::default();
        for func in &self.reached {
            if let Some(body) = &self.program.func(*func).body {
                walk.function_body(body);
            }
        }
        walk.scopes
    }
}

/// What holds a pointer.
#[derive(Debug, Clone, Copy)]
enum Holder {
    Variable(VarId),
    /// The heap, or the result of a function.
    Elsewhere,
}

fn function_of(storage: &Storage) -> Option<FuncId> {
    match storage {
        Storage::Local(func) | Storage::Parameter(func) => Some(*func),
        _ => None,
    }
}

#[derive(Default)]
struct Walk {
    scopes: IndexMap<VarId, Scopes>,
    current: Scopes,
    n_scopes: usize,
}

impl Walk {
    /// The outermost block ends with the function, as parameters do.
    fn function_body(&mut self, body: &Stmt) {
        match &body.kind {
            StmtKind::Block(stmts) => stmts.iter().for_each(|stmt| self.stmt(stmt)),
            _ => self.stmt(body),
        }
    }

    fn within(&mut self, stmts: &[Stmt], rest: Option<&Stmt>) {
        self.n_scopes += 1;
        self.current.push(self.n_scopes);
        stmts.iter().chain(rest).for_each(|stmt| self.stmt(stmt));
        self.current.pop();
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Declare(var, _) | StmtKind::DeclareVla(var) | StmtKind::Literal(var) => {
                self.scopes.insert(*var, self.current.clone());
            }
            StmtKind::Block(stmts) => self.within(stmts, None),
            StmtKind::For { init, body, .. } => self.within(init, Some(body)),
            StmtKind::If(_, then, otherwise) => {
                self.stmt(then);
                otherwise.iter().for_each(|otherwise| self.stmt(otherwise));
            }
            StmtKind::Switch(_, body)
            | StmtKind::While(_, body)
            | StmtKind::DoWhile(body, _)
            | StmtKind::Case(_, _, body)
            | StmtKind::Default(body)
            | StmtKind::Label(_, body) => self.stmt(body),
            _ => {}
        }
    }
}
