//! The inputs of a trace's failing execution.

use faultscope_ir::{Symbol, Term};
use rustc_hash::FxHashMap;

use crate::decide::{Model, constant};
use crate::execution::StepOutcome;
use crate::oracle::{Oracle, Reply};
use crate::position::Symbolic;

/// What is known of the failing execution.
pub(crate) enum Failing {
    /// These inputs lead to the error.
    Inputs(Model),
    /// No inputs do: the trace is infeasible.
    Infeasible,
    /// The solver gave up.
    Unknown,
}

/// Finds the inputs. Where the trace has recorded all of them they are taken; what it has not recorded (the
/// initial values of variables, or traces that were not executed) the solver fills in.
pub(crate) fn failing(symbolic: &Symbolic<'_>, oracle: &mut Oracle) -> Failing {
    let recorded = recorded(symbolic);
    let conditions: Vec<Term> = symbolic.conjuncts.iter().map(|conjunct| conjunct.term).collect();
    let mut inputs: Vec<Symbol> = Vec::new();
    faultscope_ir::term::visit_all(&conditions, &mut |term| {
        if let Some(symbol) = term.as_symbol()
            && symbolic.inputs.id(symbol).is_some()
        {
            inputs.push(symbol);
        }
    });
    if inputs.iter().all(|input| recorded.contains_key(input)) && holds(&conditions, &recorded) {
        return Failing::Inputs(recorded);
    }
    let equalities: Vec<Term> = inputs
        .iter()
        .filter_map(|input| Some(Term::symbol(*input).equals(constant(recorded.get(input)?))))
        .collect();
    for pinned in [&equalities[..], &[]] {
        match oracle.ask(&conditions, pinned) {
            Reply::Sat => {
                let mut model = recorded.clone();
                if pinned.is_empty() {
                    model.clear();
                }
                model.extend(oracle.model(&inputs));
                return Failing::Inputs(model);
            }
            Reply::Unknown => return Failing::Unknown,
            Reply::Unsat => {}
        }
    }
    Failing::Infeasible
}

/// The values that the trace has recorded for its havocs.
fn recorded(symbolic: &Symbolic<'_>) -> Model {
    let mut model = Model::default();
    for (step, outcome) in symbolic.execution.outcomes.iter().enumerate() {
        if let (StepOutcome::Assigned { element, .. }, Some(value)) =
            (outcome, &symbolic.trace.steps[step].value)
            && let Some(symbol) = element.as_symbol()
            && let Some(id) = symbolic.inputs.id(symbol)
            && symbolic.inputs.step(id) == Some(step)
            && value.sort() == symbol.sort()
        {
            model.insert(symbol, value.clone());
        }
    }
    model
}

/// Whether the conditions fold to true with these inputs.
fn holds(conditions: &[Term], model: &Model) -> bool {
    let substitution: FxHashMap<Symbol, Term> =
        model.iter().map(|(symbol, value)| (*symbol, constant(value))).collect();
    let mut rewriting = faultscope_ir::term::Rewriting::default();
    let mut replace = |symbol: Symbol| substitution.get(&symbol).copied();
    conditions.iter().all(|condition| rewriting.rewrite(*condition, &mut replace).as_bool() == Some(true))
}
