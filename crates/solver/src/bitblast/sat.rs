//! The propositional solver under the gates: BatSat, a MiniSat in Rust.

use std::cell::Cell;
use std::rc::Rc;

use batsat::{Callbacks, ClauseKind, Lit as SatLit, Solver, SolverInterface, SolverOpts, lbool};

use crate::limits::Limits;

/// A propositional literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Lit(SatLit);

impl std::ops::Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(!self.0)
    }
}

impl Lit {
    /// The literal or its negation.
    pub(super) fn negated_if(self, negate: bool) -> Lit {
        if negate { !self } else { self }
    }

    /// Whether this is the negation of a variable.
    pub(super) fn is_negative(self) -> bool {
        !self.0.sign()
    }
}

/// When a query has to end.
struct Guard {
    limits: Limits,
    /// Clauses that the query may still learn.
    budget: Rc<Cell<u64>>,
    /// Spares the clock: it is read every so many calls only.
    calls: Cell<u32>,
    /// A limit was exceeded in this query. Kept, for the search asks again before it gives up.
    stopped: Rc<Cell<bool>>,
}

impl Callbacks for Guard {
    fn on_new_clause(&mut self, _: &[SatLit], kind: ClauseKind) {
        if kind == ClauseKind::Learnt {
            self.budget.set(self.budget.get().saturating_sub(1));
        }
    }

    fn stop(&self) -> bool {
        let calls = self.calls.get().wrapping_add(1);
        self.calls.set(calls);
        if calls.is_multiple_of(16) && self.limits.exceeded().is_some() {
            self.stopped.set(true);
        }
        self.stopped.get() || self.budget.get() == 0
    }
}

/// An incremental propositional solver.
pub(super) struct Sat {
    solver: Solver<Guard>,
    budget: Rc<Cell<u64>>,
    stopped: Rc<Cell<bool>>,
    /// Set once the clauses alone are contradictory.
    contradictory: bool,
    truth: Lit,
}

impl Sat {
    pub(super) fn new(limits: &Limits) -> Sat {
        let budget = Rc::new(Cell::new(u64::MAX));
        let stopped = Rc::new(Cell::new(false));
        let guard = Guard {
            limits: limits.clone(),
            budget: Rc::clone(&budget),
            calls: Cell::new(0),
            stopped: Rc::clone(&stopped),
        };
        let mut solver = Solver::new(SolverOpts::default(), guard);
        let truth = Lit(SatLit::new(solver.new_var_default(), true));
        let mut sat = Sat { solver, budget, stopped, contradictory: false, truth };
        sat.add_clause(&[truth]);
        sat
    }

    /// The literal that always holds.
    pub(super) fn truth(&self) -> Lit {
        self.truth
    }

    /// A new unknown.
    pub(super) fn fresh(&mut self) -> Lit {
        Lit(SatLit::new(self.solver.new_var_default(), true))
    }

    pub(super) fn add_clause(&mut self, clause: &[Lit]) {
        let mut clause: Vec<SatLit> = clause.iter().map(|lit| lit.0).collect();
        self.contradictory |= !self.solver.add_clause_reuse(&mut clause);
    }

    /// Whether the clauses have a model in which the assumptions hold; `None` where a limit ended the search.
    /// `budget` bounds the clauses that may be learnt.
    pub(super) fn solve(&mut self, assumptions: &[Lit], budget: Option<u64>) -> Option<bool> {
        if self.contradictory {
            return Some(false);
        }
        self.budget.set(budget.unwrap_or(u64::MAX));
        self.stopped.set(false);
        let assumptions: Vec<SatLit> = assumptions.iter().map(|lit| lit.0).collect();
        let result = self.solver.solve_limited(&assumptions);
        if result == lbool::TRUE {
            Some(true)
        } else if result == lbool::FALSE {
            Some(false)
        } else {
            None
        }
    }

    /// The literal's truth in the model of the last query.
    pub(super) fn holds(&self, lit: Lit) -> bool {
        self.solver.value_lit(lit.0) == lbool::TRUE
    }

    /// Whether the last query's contradiction used this assumption.
    pub(super) fn is_in_core(&self, assumption: Lit) -> bool {
        !self.contradictory && self.solver.unsat_core_contains_var(assumption.0.var())
    }
}
