//! The questions that are left for a solver, and their budget.

use faultscope_ir::{Symbol, Term};
use faultscope_solver::{SatAnswer, SmtSolver, Solver, SolverConfig};

use super::automaton::{Budget, CutShort};
use super::state::State;
use crate::effort;
use crate::limits::DANGER_QUERIES_PER_SOLVER;

/// A solver, and the budget of a construction.
pub(super) struct Queries<'a> {
    config: SolverConfig,
    axioms: &'a [Term],
    budget: &'a Budget,
    solver: SmtSolver,
    /// The queries to `solver`.
    n_recent: usize,
    /// All queries.
    pub(super) n_queries: usize,
    /// Whether a query was not asked, or not answered.
    pub(super) gave_up: bool,
    /// The comparisons of a predicate with a precondition.
    pub(super) n_comparisons: usize,
    /// The queries that may still be asked.
    queries_left: usize,
    /// The comparisons that may still be made.
    comparisons_left: usize,
}

/// What is known of some formulas.
pub(super) enum Satisfiable {
    /// They hold in this state.
    In(State),
    /// They have no common state, nor do those at these positions.
    No(Vec<usize>),
    /// Not decided, within the budget.
    Unknown,
}

impl<'a> Queries<'a> {
    pub(super) fn new(config: &SolverConfig, axioms: &'a [Term], budget: &'a Budget) -> Queries<'a> {
        let config = SolverConfig { query_steps: Some(budget.query_steps), ..config.clone() };
        let solver = Queries::solver(&config, axioms);
        Queries {
            config,
            axioms,
            budget,
            solver,
            n_recent: 0,
            n_queries: 0,
            gave_up: false,
            n_comparisons: 0,
            queries_left: budget.max_queries,
            comparisons_left: budget.max_comparisons,
        }
    }

    fn solver(config: &SolverConfig, axioms: &[Term]) -> SmtSolver {
        let mut solver = SmtSolver::new(config);
        for axiom in axioms {
            solver.assert(*axiom);
        }
        solver
    }

    /// From now on, allows what the budget gives to questions in a context.
    pub(super) fn begin_contexts(&mut self) {
        self.queries_left = self.budget.max_context_queries;
        self.comparisons_left = self.budget.max_comparisons;
    }

    /// From now on, allows what the budget gives to edges.
    pub(super) fn begin_edges(&mut self) {
        self.queries_left = self.budget.max_edge_queries;
        self.comparisons_left = self.budget.max_comparisons;
    }

    /// Whether the budget allows to compare a predicate with so many preconditions. If so, they count as compared.
    pub(super) fn may_compare(&mut self, n: usize) -> bool {
        match self.comparisons_left.checked_sub(n) {
            Some(left) => {
                self.comparisons_left = left;
                self.n_comparisons += n;
                self.config.limits.spend(n as u64 * effort::COMPARISON);
                true
            }
            None => {
                self.gave_up = true;
                false
            }
        }
    }

    /// Whether limits let the construction go on.
    pub(super) fn check_limits(&self) -> Result<(), CutShort> {
        self.config.limits.exceeded().map_or(Ok(()), |reason| Err(CutShort::Limit(reason)))
    }

    /// Whether formulas have a common state; if so, one that differs from `base` in their symbols only.
    pub(super) fn satisfiable(&mut self, formulas: &[Term], base: &State) -> Result<Satisfiable, CutShort> {
        self.check_limits()?;
        if let Some(position) = formulas.iter().position(|formula| formula.as_bool() == Some(false)) {
            return Ok(Satisfiable::No(vec![position]));
        }
        if self.queries_left == 0 {
            self.gave_up = true;
            return Ok(Satisfiable::Unknown);
        }
        self.queries_left -= 1;
        self.n_queries += 1;
        self.n_recent += 1;
        if self.n_recent > DANGER_QUERIES_PER_SOLVER {
            self.solver = Queries::solver(&self.config, self.axioms);
            self.n_recent = 1;
        }
        match self.solver.check(formulas) {
            SatAnswer::Unsat => {
                let core = self.solver.core();
                let positions = 0..formulas.len();
                Ok(Satisfiable::No(positions.filter(|idx| core.contains(&formulas[*idx])).collect()))
            }
            SatAnswer::Sat => Ok(Satisfiable::In(self.model(formulas, base))),
            SatAnswer::Unknown(_) => {
                self.check_limits()?;
                self.gave_up = true;
                Ok(Satisfiable::Unknown)
            }
        }
    }

    fn model(&mut self, formulas: &[Term], base: &State) -> State {
        let mut state = base.clone();
        let mut symbols: Vec<Symbol> = formulas.iter().flat_map(|formula| formula.symbols()).collect();
        symbols.sort_unstable();
        symbols.dedup();
        for symbol in symbols {
            state.set(symbol, self.solver.value(Term::symbol(symbol)));
        }
        state
    }
}
