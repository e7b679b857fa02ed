//! Questions to the solver, with unsatisfiable cores.

use faultscope_ir::{Term, Value};
use faultscope_solver::{Limits, SatAnswer, SmtSolver, Solver, SolverConfig};

use super::outcome::{BaselineConfig, Ended};
use crate::oracle::{Oracle, Reply};

/// One incremental solver for one technique.
pub(super) struct Question {
    solver: SmtSolver,
    limits: Limits,
    /// How many more questions are answered.
    allowance: usize,
    /// The core of the last question, if it had no model.
    core: Vec<Term>,
    /// Whether hard formulas contradict each other already.
    contradiction: bool,
    /// Questions that somebody else asked on the way.
    n_others: usize,
}

impl Question {
    pub(super) fn new(config: &BaselineConfig, limits: &Limits, others: &Oracle) -> Question {
        Question {
            solver: SmtSolver::new(&solver_config(config, limits)),
            limits: limits.clone(),
            allowance: config.queries,
            core: Vec::new(),
            contradiction: false,
            n_others: others.n_queries(),
        }
    }

    /// Adds a fact.
    pub(super) fn assert(&mut self, formula: Term) {
        match formula.as_bool() {
            Some(truth) => self.contradiction |= !truth,
            None => self.solver.assert(formula),
        }
    }

    /// Whether the assumptions have a model together with the facts.
    pub(super) fn ask(&mut self, assumptions: &[Term]) -> Reply {
        self.core.clear();
        if self.contradiction {
            return Reply::Unsat;
        }
        if let Some(contradiction) = assumptions.iter().find(|it| it.as_bool() == Some(false)) {
            self.core.push(*contradiction);
            return Reply::Unsat;
        }
        if self.allowance == 0 || self.limits.exceeded().is_some() {
            return Reply::Unknown;
        }
        self.allowance -= 1;
        let open: Vec<Term> = assumptions.iter().copied().filter(|it| it.as_bool().is_none()).collect();
        match self.solver.check(&open) {
            SatAnswer::Sat => Reply::Sat,
            SatAnswer::Unsat => {
                self.core = self.solver.core();
                Reply::Unsat
            }
            SatAnswer::Unknown(_) => Reply::Unknown,
        }
    }

    /// The value of a term in the model of the last question.
    pub(super) fn value(&mut self, term: Term) -> Option<Value> {
        term.as_value().cloned().or_else(|| self.solver.value(term))
    }

    /// Of assumptions that have no model together, some that have none either and of which none can be left out, as far as
    /// the solver knows. Those in front are left out first. The last question was about these assumptions.
    pub(super) fn minimal_core(&mut self, assumptions: &[Term]) -> Vec<Term> {
        let mut core: Vec<Term> = self.in_core(assumptions);
        let mut n_needed = 0;
        while n_needed < core.len() {
            let mut without = core.clone();
            without.remove(n_needed);
            match self.ask(&without) {
                // What is in front was needed by more, and stays.
                Reply::Unsat => core = self.in_core(&without),
                Reply::Sat | Reply::Unknown => n_needed += 1,
            }
        }
        core
    }

    /// Those of the assumptions that are in the core of the last question, in the same order.
    pub(super) fn in_core(&self, assumptions: &[Term]) -> Vec<Term> {
        assumptions.iter().copied().filter(|it| self.core.contains(it)).collect()
    }

    /// Why a question was not answered.
    pub(super) fn why_open(&self) -> Ended {
        match self.limits.exceeded() {
            Some(reason) => Ended::Stopped(reason),
            None if self.allowance == 0 => Ended::Bound,
            None => Ended::Undecided,
        }
    }

    /// Whether there are questions left.
    pub(super) fn is_exhausted(&self) -> bool {
        self.allowance == 0 || self.limits.exceeded().is_some()
    }

    pub(super) fn n_queries(&self) -> usize {
        self.n_others + self.solver.n_queries()
    }
}

pub(super) fn solver_config(config: &BaselineConfig, limits: &Limits) -> SolverConfig {
    let mut solver = SolverConfig::new(limits);
    solver.query_steps = Some(config.query_steps);
    solver.dump = config.dump.clone();
    solver
}
