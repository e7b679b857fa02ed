//! Whether a function meets its contract.

use faultscope_frontend::print::Values;
use faultscope_ir::{DecidedBy, OriginKind, Program};
use faultscope_solver::Limits;
use faultscope_verify::entered::{called_by_precondition, is_entered};
use faultscope_verify::portfolio::PortfolioConfig;
use faultscope_verify::sizes::is_bounded;
use faultscope_verify::{ErrorTrace, Question, Verdict, ask};

/// Most inputs that are named.
const MAX_VALUES: usize = 10;

/// Whether a function meets its contract.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Obligation {
    /// It does.
    Met {
        /// Whether that was shown for arrays of a limited size only.
        is_bounded: bool,
        /// Whether all calls were shown to end.
        ends: bool,
    },
    /// It does not, or fails otherwise.
    Violated {
        /// What does not hold.
        message: String,
        /// What the function is called with then.
        values: Vec<(String, String)>,
    },
    /// Nothing was checked: nothing that it could be called with fulfils its precondition.
    Vacuous,
    /// Not decided.
    Open,
}

/// Checks a program that calls a function as its precondition asks for.
pub(crate) fn obligation(program: &Program, config: &PortfolioConfig, limits: &Limits) -> Obligation {
    let answer = answer(program, config, limits);
    let is_met = matches!(answer, Obligation::Met { .. });
    match called_by_precondition(program).filter(|_| is_met) {
        Some(function) => match is_entered(program, function, config, limits) {
            Some(true) => answer,
            Some(false) => Obligation::Vacuous,
            None => Obligation::Open,
        },
        None => answer,
    }
}

fn answer(program: &Program, config: &PortfolioConfig, limits: &Limits) -> Obligation {
    let answer = ask(&Question::new(program, &config.for_one_trace()), limits, &mut ());
    match answer.verdict {
        Verdict::Safe => {
            Obligation::Met { is_bounded: is_bounded(program), ends: shows_that_all_end(answer.by) }
        }
        Verdict::Fails(_) => match answer.traces.iter().find(|it| it.replayed) {
            Some(trace) => violated(program, trace),
            None => Obligation::Open,
        },
        Verdict::Open(_) => Obligation::Open,
    }
}

/// Whether a proof by this shows that all executions end: one that follows each to its end does.
pub(crate) fn shows_that_all_end(by: Option<DecidedBy>) -> bool {
    matches!(by, Some(DecidedBy::Execution | DecidedBy::Paths))
}

/// What an execution violates, and what the function is called with in it.
fn violated(program: &Program, error: &ErrorTrace) -> Obligation {
    let values = Values::new(program, &error.trace, &error.initial);
    let seen = error.inputs.iter().filter_map(|input| {
        let origin = program.sources.origin(input.origin);
        let is_seen = matches!(origin.kind, OriginKind::Declaration | OriginKind::Input);
        let name = origin.place.clone().unwrap_or_else(|| origin.text.clone());
        is_seen.then(|| (name, values.of(input.symbol, &input.value, input.step)))
    });
    let values = seen.take(MAX_VALUES).collect();
    Obligation::Violated { message: program.check(error.trace.check).message.clone(), values }
}
