//! What the engines answer, and what becomes of the checks.

use faultscope_ir::{CheckStatus, Property};
use faultscope_pipeline::search::Searched;
use faultscope_pipeline::translate::Translated;
use faultscope_pipeline::{Engine, Options, Strategy, examine, search};
use faultscope_solver::{Limits, StopReason};
use faultscope_verify::{End, UnknownReason, Verdict};

use crate::programs::{FAILS, HOLDS, line_of_error, numbers, quick, translated};

fn searched(text: &str, options: &Options) -> (Translated, Searched) {
    let translated = translated(text, options);
    let searched = search(&translated.program, options, &Limits::unlimited(), &mut ());
    (translated, searched)
}

/// Looks for errors by bounded model checking alone, up to one round of each loop.
fn one_round() -> Options {
    Options { strategy: Strategy::Only(Engine::Bmc), unwind: Some(1), ..quick() }
}

/// What became of each check, by its line.
fn statuses(text: &str, options: &Options) -> Vec<(u32, CheckStatus)> {
    let (translated, Searched { answer, settled }) = searched(text, options);
    let program = &translated.program;
    let examined = examine(program, &settled, &answer);
    let line = |idx: usize| program.sources.origin(program.checks[idx].origin).span.line;
    examined.checks.iter().enumerate().map(|(idx, it)| (line(idx), it.status)).collect()
}

#[test]
fn an_error_is_an_execution() {
    for strategy in
        [Strategy::Portfolio, Strategy::Only(Engine::Bmc), Strategy::Only(Engine::TraceAbstraction)]
    {
        let (translated, searched) = searched(FAILS, &Options { strategy, ..quick() });
        let answer = &searched.answer;
        assert_eq!(answer.verdict, Verdict::Fails(End::Enough), "{strategy:?}");
        let [error] = &answer.traces[..] else { panic!("one trace is enough") };
        assert_eq!(line_of_error(&translated.program, error), 9);
        assert!(error.replayed && numbers(error)[0] > 3, "{strategy:?}: {:?}", numbers(error));
    }
}

#[test]
fn all_errors_are_looked_for_where_that_is_asked() {
    let text = FAILS.replace("    if (m > 4)", "    if (n < -5)\n        reach_error();\n    if (m > 4)");
    let (translated, searched) = searched(&text, &Options { max_traces: None, ..quick() });
    let lines = searched.answer.traces.iter().map(|it| line_of_error(&translated.program, it));
    assert_eq!(lines.collect::<std::collections::BTreeSet<_>>(), [9, 11].into());
    assert!(searched.answer.is_complete(), "{:?}", searched.answer.verdict);
}

#[test]
fn that_there_is_no_error_is_proved() {
    let (_, searched) = searched(HOLDS, &quick());
    assert!(searched.answer.is_safe() && searched.answer.traces.is_empty());
}

#[test]
fn what_is_beyond_the_bound_on_rounds_is_open() {
    let (_, searched) = searched(HOLDS, &one_round());
    assert_eq!(searched.answer.verdict, Verdict::Open(UnknownReason::DepthLimit { unwind: 1 }));
}

#[test]
fn what_is_beyond_the_limits_is_open() {
    let options = quick();
    let translated = translated(HOLDS, &options);
    let limits = Limits::unlimited();
    limits.cancel();
    let answer = search(&translated.program, &options, &limits, &mut ()).answer;
    let Verdict::Open(UnknownReason::Limit { reason, .. }) = answer.verdict else {
        panic!("{:?}", answer.verdict)
    };
    assert_eq!(reason, StopReason::Cancelled);
}

#[test]
fn a_check_that_an_execution_violates_is_violated() {
    assert_eq!(statuses(FAILS, &quick()), [(9, CheckStatus::Violated)]);
}

#[test]
fn a_check_that_no_execution_violates_is_proved() {
    let options = Options { properties: [Property::DivisionByZero].into(), ..quick() };
    let text = FAILS.replace("n + 1", "100 / (n < 1 ? 1 : n)");
    assert_eq!(statuses(&text, &options), [(7, CheckStatus::Proved)]);
}

#[test]
fn a_check_that_no_execution_comes_to_is_not_reached() {
    let options = Options { properties: [Property::DivisionByZero].into(), ..quick() };
    let text = FAILS.replace("reach_error();", "m = 1 / m;").replace("m > 4", "m > 4 && m < 2");
    assert_eq!(statuses(&text, &options), [(9, CheckStatus::NotReached)]);
}

#[test]
fn a_check_of_which_nothing_is_known_is_undecided() {
    let text = HOLDS.replace("    unsigned i", "    if (n == 5)\n        reach_error();\n    unsigned i");
    assert_eq!(statuses(&text, &one_round()), [(6, CheckStatus::Violated), (11, CheckStatus::Undecided)]);
}

#[test]
fn a_check_holds_within_the_bound_where_no_more_is_known() {
    assert_eq!(statuses(HOLDS, &one_round()), [(9, CheckStatus::HoldsWithinLimits)]);
}
