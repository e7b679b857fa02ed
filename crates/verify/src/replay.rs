//! From a model to an execution of the interpreter.

use faultscope_ir::{OriginId, Program, Sort, Symbol, Term, Value};
use faultscope_solver::{Limits, SatAnswer, SmtSolver, Solver, SolverConfig};

use crate::interpreter::{self, Execution, ExecutionBounds, Inputs, Recorded};
use crate::limits::REPLAY_QUERY_STEPS;
use crate::query::{Model, Query};

/// Executes a program on recorded inputs, and on those that a model gives.
///
/// The model names the value of a variable that is read before it is assigned like the variable itself. It is asked for when
/// the execution gets there.
pub(crate) fn execute(
    program: &Program,
    recorded: Recorded,
    model: &mut Model,
    query: &mut Query,
    config: &ExecutionBounds,
) -> Execution {
    interpreter::run(program, &mut ModelInputs { recorded, model, query }, config)
}

struct ModelInputs<'a> {
    recorded: Recorded,
    model: &'a mut Model,
    query: &'a mut Query,
}

impl Inputs for ModelInputs<'_> {
    fn havoc(&mut self, variable: Symbol, sort: Sort, origin: OriginId) -> Option<Value> {
        self.recorded.havoc(variable, sort, origin)
    }

    fn choose(&mut self, n: usize) -> Option<usize> {
        self.recorded.choose(n)
    }

    fn initial(&mut self, variable: Symbol) -> Option<Value> {
        let value = self.model.symbol(variable, self.query);
        Some(value.unwrap_or_else(|| Value::zero(variable.sort())))
    }

    fn undetermined(&mut self, term: Term) -> Option<Value> {
        self.query.term_value(term).or_else(|| decide(term))
    }
}

/// The truth value of a formula without unknowns, such as a quantifier over values: it holds iff it is satisfiable.
fn decide(formula: Term) -> Option<Value> {
    if !formula.sort().is_bool() || !formula.symbols().is_empty() {
        return None;
    }
    let config =
        SolverConfig { query_steps: Some(REPLAY_QUERY_STEPS), ..SolverConfig::new(&Limits::unlimited()) };
    match SmtSolver::new(&config).check(&[formula]) {
        SatAnswer::Sat => Some(Value::Bool(true)),
        SatAnswer::Unsat => Some(Value::Bool(false)),
        SatAnswer::Unknown(_) => None,
    }
}
