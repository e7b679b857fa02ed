//! In which order statements let the failing execution leave its error trace.
//!
//! [PED](faultscope_localize::baselines::ped) without library and specification, for changes of one statement: a repair that
//! executes more of the trace before it leaves comes first. A condition far in front of the error leaves it, too, and less of what
//! the program was asked for is done.
//!
//! Only programs of bit-vectors are asked about: which questions about other numbers a solver leaves open within its steps
//! depends on what it was asked before, and no ranking should.

use std::collections::BTreeMap;

use faultscope_ir::{OriginId, OriginKind, Program, Sort, Span};
use faultscope_localize::baselines::BaselineConfig;
use faultscope_localize::baselines::ped::{distinct, folded, latest_exits};

use crate::config::Means;
use crate::failure::Failure;

/// The places of findings in that order, by their indices, as far as they let the first error trace be left.
pub fn leaving(failure: &Failure<'_>, means: &Means<'_>) -> BTreeMap<usize, usize> {
    let Failure { program, traces, localized, .. } = *failure;
    let Some(error) = traces.first().filter(|_| has_words_only(program)) else { return BTreeMap::new() };
    let key = |origin: OriginId| program.sources.statement(origin);
    let queries = BaselineConfig { dump: means.config.dump.clone(), ..BaselineConfig::standard() };
    let outcome = latest_exits(program, &error.trace, &queries, means.limits);
    let solutions = folded(program, &error.trace.steps, distinct(outcome.solutions));
    let mut places: BTreeMap<(Span, OriginKind), usize> = BTreeMap::new();
    for (place, solution) in solutions.iter().enumerate() {
        for change in &solution.changes {
            places.entry(key(change.statement)).or_insert(place);
        }
    }
    let findings = localized.findings.iter().enumerate();
    findings.filter_map(|(idx, it)| Some((idx, *places.get(&key(it.finding().origin))?))).collect()
}

/// Whether all variables are truth values and bit-vectors, and maps of these.
fn has_words_only(program: &Program) -> bool {
    let is_word = |sort: Sort| sort.is_bool() || sort.bit_width().is_some();
    program.variables.keys().all(|variable| match variable.sort().array_sorts() {
        Some((index, element)) => is_word(index) && is_word(element),
        None => is_word(variable.sort()),
    })
}
