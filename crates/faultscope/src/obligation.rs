//! Whether a function of a changed program meets its contract.

use faultscope_frontend::Input;
use faultscope_frontend::c::Environment;
use faultscope_frontend::print::Values;
use faultscope_ir::{AssumptionKind, OriginKind, Program};
use faultscope_repair::Obligation;
use faultscope_solver::Limits;
use faultscope_verify::ErrorTrace;
use faultscope_verify::abstract_interpretation::AbstractInterpretationBounds;
use faultscope_verify::paths::{Explored, explore};
use faultscope_verify::portfolio::{PortfolioAnswer, portfolio};
use faultscope_verify::settle;

use crate::input::Loaded;
use crate::request::Options;
use crate::search;
use crate::translate;

/// Most inputs that are named.
const MAX_VALUES: usize = 10;

/// Checks a function of the program that these texts are, called as its precondition asks for, with arrays of so many elements
/// at most.
pub(crate) fn obligation(
    loaded: &Loaded,
    input: &Input,
    function: &str,
    max_array: u64,
    options: &Options,
    limits: &Limits,
) -> Obligation {
    let mut options = Options {
        environment: Environment::Any,
        entry: Some(function.to_owned()),
        max_traces: Some(1),
        zeroes: false,
        ..options.clone()
    };
    options.annotations.max_array = max_array;
    let translation = translate::translation(loaded.language, input, &options);
    let Ok(translated) = translate::finished(translation, &options) else { return Obligation::Open };
    let program = &translated.program;
    match explore(program, limits) {
        Explored::Safe => return Obligation::Met { is_bounded: is_bounded(program), ends: true },
        Explored::Error(trace) => {
            let message = program.check(trace.trace.check).message.clone();
            return Obligation::Violated { message, values: values(program, &trace) };
        }
        Explored::Open => {}
    }
    let settled = settle(program, &AbstractInterpretationBounds::default(), limits);
    match portfolio(&settled.program, &search::config(&options), limits, &mut ()).answer {
        PortfolioAnswer::Safe => Obligation::Met { is_bounded: is_bounded(program), ends: false },
        PortfolioAnswer::Unsafe { traces, .. } => {
            let Some(trace) = traces.first() else { return Obligation::Open };
            let message = program.check(trace.trace.check).message.clone();
            Obligation::Violated { message, values: values(&settled.program, trace) }
        }
        PortfolioAnswer::Unknown(_) => Obligation::Open,
    }
}

/// Whether what is shown of a program is about arrays of a limited size.
fn is_bounded(program: &Program) -> bool {
    let bounds = [AssumptionKind::ArraySize, AssumptionKind::AnnotationBounds];
    program.assumptions.iter().any(|it| bounds.contains(&it.kind))
}

/// What a function is called with in an execution of it.
fn values(program: &Program, error: &ErrorTrace) -> Vec<(String, String)> {
    let values = Values::new(program, &error.trace, &error.initial);
    let seen = error.inputs.iter().filter_map(|input| {
        let origin = program.sources.origin(input.origin);
        let is_seen = matches!(origin.kind, OriginKind::Declaration | OriginKind::Input);
        let name = origin.place.clone().unwrap_or_else(|| origin.text.clone());
        is_seen.then(|| (name, values.of(input.symbol, &input.value, input.step)))
    });
    seen.take(MAX_VALUES).collect()
}
