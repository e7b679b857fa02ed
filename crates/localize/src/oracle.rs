//! Questions to the solver.

use faultscope_ir::{Symbol, Term, Value};
use faultscope_solver::{Answer, SmtSolver, Solver, SolverConfig};
use rustc_hash::FxHashMap;

/// One incremental solver for a trace. Everything is assumed and nothing asserted: questions share most of
/// their formulas, which the solver translates once.
pub(crate) struct Oracle {
    solver: SmtSolver,
}

/// What a question has for an answer.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    Sat,
    Unsat,
    Unknown,
}

impl Oracle {
    pub(crate) fn new(config: &SolverConfig) -> Oracle {
        Oracle { solver: SmtSolver::new(config) }
    }

    /// Whether the guards and formulas have a model together.
    pub(crate) fn ask(&mut self, guards: &[Term], formulas: &[Term]) -> Reply {
        let mut assumptions: Vec<Term> = Vec::with_capacity(guards.len() + formulas.len());
        for formula in guards.iter().chain(formulas) {
            match formula.as_bool() {
                Some(true) => {}
                Some(false) => return Reply::Unsat,
                None => assumptions.push(*formula),
            }
        }
        match self.solver.check(&assumptions) {
            Answer::Sat => Reply::Sat,
            Answer::Unsat => Reply::Unsat,
            Answer::Unknown(_) => Reply::Unknown,
        }
    }

    /// The values of unknowns in the model of the last question. Unknowns whose value has no description
    /// are left out.
    pub(crate) fn model(&mut self, symbols: &[Symbol]) -> FxHashMap<Symbol, Value> {
        let value = |symbol: &Symbol| Some((*symbol, self.solver.value(Term::symbol(*symbol))?));
        symbols.iter().filter_map(value).collect()
    }

    pub(crate) fn n_queries(&self) -> usize {
        self.solver.n_queries()
    }
}
