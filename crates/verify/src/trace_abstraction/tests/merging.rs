//! Programs whose words are more than can be ruled out one by one.

use faultscope_certificate::Conclusion;
use faultscope_certificate::check;
use faultscope_solver::Limits;

use super::{TraceAbstractionConfig, end_of, trace_abstraction};
use crate::notation::parse;
use crate::{Answer, End};

/// Options that are asked for twice, and what is asserted behind that.
fn options(n_options: usize, asserted: &str) -> String {
    let all = |make: &dyn Fn(usize) -> String| (0..n_options).map(make).collect::<String>();
    format!(
        "{} var s: 32; var t: 32; proc main() {{ s := 0; t := 0; {} {} {} assert s == t; assert {asserted}; }}",
        all(&|it| format!("var o{it}: 8; ")),
        all(&|it| format!("havoc o{it}; ")),
        all(&|it| format!("if (o{it} != 0) {{ s := s + {}; }} ", it + 1)),
        all(&|it| format!("if (o{it} != 0) {{ t := t + {}; }} ", it + 1)),
    )
}

/// All error traces, with a bounded effort.
fn analyse(text: &str, effort: u64) -> Answer {
    let config =
        TraceAbstractionConfig { max_traces: None, keep_proof: true, ..TraceAbstractionConfig::default() };
    trace_abstraction(&parse(text), &config, &Limits::unlimited().with_effort(effort), &mut ())
}

/// The words of 14 options double with each one that is learnt not to change.
#[test]
fn what_options_keep_is_seen_where_paths_are_merged() {
    let text = options(14, "true");
    let outcome = analyse(&text, 6_000_000);
    assert_eq!((end_of(&outcome), outcome.traces.len()), (End::Empty, 0));
    // What bounded model checking says is no part of a certificate.
    let certificate = outcome.certificate.expect("it was to be kept");
    let checked =
        check(&parse(&text), &certificate, &Limits::unlimited()).expect("it is right as far as it goes");
    assert!(!matches!(checked.conclusion, Conclusion::Safe), "{:?}", checked.conclusion);
}

#[test]
fn errors_are_found_where_paths_are_merged() {
    let outcome = analyse(&options(14, "o3 != 7 || o5 != 1"), 12_000_000);
    assert!(end_of(&outcome).is_complete(), "{:?}", end_of(&outcome));
    assert!(!outcome.traces.is_empty() && outcome.traces.iter().all(|it| it.replayed));
}
