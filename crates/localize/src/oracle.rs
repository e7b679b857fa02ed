//! Questions to the solver.

use faultscope_ir::{Symbol, Term, Value};
use faultscope_solver::{Answer, SmtSolver, Solver, SolverConfig};
use rustc_hash::FxHashMap;

/// One incremental solver for a trace. Everything is assumed and nothing asserted: questions share most of
/// their formulas, which the solver translates once.
pub(crate) struct Oracle {
    config: SolverConfig,
    solver: SmtSolver,
    /// How many questions former solvers have answered.
    n_before: usize,
    /// How many more questions are answered; after that the answer is that nothing is known.
    allowance: usize,
}

/// What a question has for an answer.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    Sat,
    Unsat,
    Unknown,
}

impl Oracle {
    pub(crate) fn new(config: &SolverConfig, allowance: usize) -> Oracle {
        Oracle { config: config.clone(), solver: SmtSolver::new(config), n_before: 0, allowance }
    }

    /// Sets how many more questions are answered.
    pub(crate) fn allow(&mut self, allowance: usize) {
        self.allowance = allowance;
    }

    /// Forgets the formulas of former questions once there were some: the solver has to give a value to whatever
    /// it has met.
    pub(crate) fn forget(&mut self, after: usize) {
        if self.solver.n_queries() >= after {
            self.n_before += self.solver.n_queries();
            self.solver = SmtSolver::new(&self.config);
        }
    }

    /// Runs `work` with no question answered but by folding.
    pub(crate) fn silently<T>(&mut self, work: impl FnOnce(&mut Oracle) -> T) -> T {
        let allowance = std::mem::take(&mut self.allowance);
        let result = work(self);
        self.allowance = allowance;
        result
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
        if self.allowance == 0 {
            return Reply::Unknown;
        }
        self.allowance -= 1;
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
        self.n_before + self.solver.n_queries()
    }
}
