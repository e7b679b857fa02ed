//! From a model to an execution of the interpreter.

use faultscope_ir::{OriginId, Program, Sort, Symbol, Term, Value};
use faultscope_solver::{Answer, Limits, SmtSolver, Solver, SolverConfig};

use super::query::{Model, Query};
use super::symex::{Event, EventKind};
use crate::interpreter::{self, Execution, Inputs, Recorded};

/// Executes a program on the inputs that a model gives.
///
/// The events whose guard holds in the model are those of one execution, in its order. Values of variables
/// that are read before they are assigned are asked for when the execution gets there.
pub(super) fn replay(
    program: &Program,
    events: &[Event],
    model: &mut Model,
    query: &mut Query<'_>,
    config: &interpreter::Config,
) -> Execution {
    let mut recorded = Recorded::default();
    for event in events {
        if model.holds(event.guard, query) != Some(true) {
            continue;
        }
        match &event.kind {
            EventKind::Havoc(unknown) => {
                let value = model.symbol(*unknown, query);
                recorded.havocs.push_back(value.unwrap_or_else(|| Value::zero(unknown.sort())));
            }
            EventKind::Choice(unknowns) => {
                let taken = |unknown: &Symbol| model.symbol(*unknown, query) == Some(Value::Bool(true));
                let choice = unknowns.iter().position(taken);
                recorded.choices.push_back(choice.unwrap_or(unknowns.len()));
            }
        }
    }
    interpreter::run(program, &mut ModelInputs { recorded, model, query }, config)
}

struct ModelInputs<'q, 's> {
    recorded: Recorded,
    model: &'q mut Model,
    query: &'q mut Query<'s>,
}

impl Inputs for ModelInputs<'_, '_> {
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

/// The most that a formula may cost that is decided by itself, in the solver's steps.
const QUERY_STEPS: u32 = 2_000_000;

/// The truth value of a formula without unknowns, such as a quantifier over values: it holds iff it is satisfiable.
fn decide(formula: Term) -> Option<Value> {
    if !formula.sort().is_bool() || !formula.symbols().is_empty() {
        return None;
    }
    let config = SolverConfig { query_steps: Some(QUERY_STEPS), ..SolverConfig::new(&Limits::unlimited()) };
    match SmtSolver::new(&config).check(&[formula]) {
        Answer::Sat => Some(Value::Bool(true)),
        Answer::Unsat => Some(Value::Bool(false)),
        Answer::Unknown(_) => None,
    }
}
