//! In which order statements let the failing execution leave its error trace.
//!
//! [PED](faultscope_localize::baselines::ped) without library and specification, for changes of one statement: a repair that
//! executes more of the trace before it leaves comes first. A condition far in front of the error leaves it, too, and less of what
//! the program was asked for is done.
//!
//! Only programs of bit-vectors are asked about: which questions about other numbers a solver leaves open within its steps
//! depends on what it was asked before, and no ranking should.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use faultscope_ir::{OriginId, OriginKind, Program, Sort, Span, Value};
use faultscope_localize::Localized;
use faultscope_localize::baselines::BaselineConfig;
use faultscope_localize::baselines::ped::{distinct, folded, latest_exits};
use faultscope_localize::influence::Influence;
use faultscope_solver::StopReason;
use faultscope_verify::ErrorTrace;

use crate::config::Means;
use crate::failure::Failure;
use crate::limits::{LEAVING_EFFORT, MAX_LEAVING_STEPS};

/// The places of findings in that order, by their indices, as far as they let the first error trace be left; and whether the
/// [effort](LEAVING_EFFORT) ran out.
pub fn leaving(failure: &Failure<'_>, means: &Means<'_>) -> (BTreeMap<usize, usize>, bool) {
    let Failure { program, traces, localized, .. } = *failure;
    let Some(error) = traces.first().filter(|_| has_words_only(program)) else {
        return (BTreeMap::new(), false);
    };
    let key = |origin: OriginId| program.sources.statement(origin);
    let queries = BaselineConfig { dump: means.config.dump.clone(), ..BaselineConfig::standard() };
    let differences = differences(error, localized);
    let limits = means.limits.with_effort(LEAVING_EFFORT);
    let outcome = latest_exits(program, &error.trace, &differences, &queries, &limits);
    let solutions = folded(program, &error.trace.steps, distinct(outcome.solutions));
    let mut places: BTreeMap<(Span, OriginKind), usize> = BTreeMap::new();
    for (place, solution) in solutions.iter().enumerate() {
        for change in &solution.changes {
            places.entry(key(change.statement)).or_insert(place);
        }
    }
    let findings = localized.findings.iter().enumerate();
    let places =
        findings.filter_map(|(idx, it)| Some((idx, *places.get(&key(it.finding().origin))?))).collect();
    (places, limits.exceeded() == Some(StopReason::EffortLimit))
}

/// Steps of the trace, with the first condition that comes out otherwise with a value that helps there; those that are the
/// nearest to the error, as far as executing the rest of the trace for each is worth it.
fn differences(error: &ErrorTrace, localized: &Localized) -> Vec<(usize, usize)> {
    let findings = localized.on.first().map_or(&[][..], |it| &it.findings);
    let mut questions: Vec<(usize, Value)> = findings
        .iter()
        .filter(|it| !it.kind.is_of_statement())
        .filter_map(|it| Some((it.step, it.helpful_value()?.clone())))
        .collect();
    questions.sort_by_key(|(step, _)| Reverse(*step));
    let mut n_steps = 0;
    questions.retain(|(step, _)| {
        n_steps += error.trace.len() - step;
        n_steps <= MAX_LEAVING_STEPS
    });
    questions.reverse();
    let first = Influence::new(&error.trace, &error.initial).first_differences(&questions);
    questions.iter().zip(first).filter_map(|((step, _), condition)| Some((*step, condition?))).collect()
}

/// Whether all variables are truth values and bit-vectors, and maps of these.
fn has_words_only(program: &Program) -> bool {
    let is_word = |sort: Sort| sort.is_bool() || sort.bit_width().is_some();
    program.variables.keys().all(|variable| match variable.sort().array_sorts() {
        Some((index, element)) => is_word(index) && is_word(element),
        None => is_word(variable.sort()),
    })
}
