//! Questions to the solver.

use faultscope_ir::{Op, Symbol, Term, Value};
use faultscope_solver::{Answer, Limits, Solver, SolverConfig, Z3Solver};
use rustc_hash::FxHashMap;

/// One incremental solver for a trace. Guards are handed over once and switched on by literals; what belongs
/// to one question only comes and goes with a level.
pub(crate) struct Oracle {
    solver: Z3Solver,
    literals: FxHashMap<Term, Term>,
}

/// What a question has for an answer, models as values.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    Sat,
    Unsat,
    Unknown,
}

impl Oracle {
    pub(crate) fn new(config: &SolverConfig) -> Oracle {
        Oracle { solver: Z3Solver::new(config), literals: FxHashMap::default() }
    }

    /// Whether the guards and formulas have a model together.
    pub(crate) fn ask(&mut self, guards: &[Term], formulas: &[Term]) -> Reply {
        if formulas.iter().chain(guards).any(|formula| formula.as_bool() == Some(false)) {
            return Reply::Unsat;
        }
        let literals: Vec<Term> = guards.iter().map(|guard| self.literal(*guard)).collect();
        self.solver.push();
        formulas.iter().for_each(|formula| self.solver.assert(*formula));
        let answer = self.solver.check(&literals);
        self.solver.pop();
        match answer {
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

    fn literal(&mut self, guard: Term) -> Term {
        let atom = guard.operands_of(Op::Not).map_or(guard, |operands| operands[0]);
        if atom.as_symbol().is_some() {
            return guard;
        }
        let next = self.literals.len();
        let solver = &mut self.solver;
        *self.literals.entry(guard).or_insert_with(|| {
            let literal = Term::var(&format!("@guard{next}"), faultscope_ir::Sort::bool());
            solver.assert(literal.implies(guard));
            literal
        })
    }
}

/// Settings of the solver for localization.
pub(crate) fn solver_config(
    limits: &Limits,
    query_steps: u32,
    dump: Option<&faultscope_solver::Dump>,
) -> SolverConfig {
    let mut config = SolverConfig::new(limits);
    config.query_steps = Some(query_steps);
    config.dump = dump.cloned();
    config
}
