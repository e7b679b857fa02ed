//! Random small programs: no wrong verdict, and every step of every analysis passes the checker.

use std::time::Duration;

use faultscope_certificate::{Conclusion, Failure, Refutation, check};
use faultscope_solver::Limits;

use crate::interpreter::ExecutionBounds;
use crate::notation::parse;
use crate::notation::random_programs::{bounded_program, looping_program};
use crate::trace_abstraction::{TraceAbstractionConfig, trace_abstraction};
use faultscope_execute::exhaustive::errs;

/// Checks programs of a generator; how many are safe, and how many are not.
fn verdicts(program: fn(u64) -> String, n_programs: u64) -> (usize, usize) {
    let interpreter = ExecutionBounds { max_steps: 2_000, ..ExecutionBounds::default() };
    let config =
        TraceAbstractionConfig { max_traces: Some(8), keep_proof: true, ..TraceAbstractionConfig::default() };
    let (mut n_safe, mut n_unsafe, mut n_undecided) = (0, 0, 0);
    for seed in 1..=n_programs {
        let text = program(seed);
        let parsed = parse(&text);
        let limits = Limits::unlimited().with_timeout(Duration::from_secs(20));
        let outcome = trace_abstraction(&parsed, &config, &limits, &mut ());
        let is_safe = outcome.is_safe();
        let certificate = outcome.certificate.expect("it was asked for");
        match check(&parsed, &certificate, &Limits::unlimited()) {
            Ok(checked) => {
                assert_eq!(checked.conclusion == Conclusion::Safe, is_safe, "seed {seed}:\n{text}")
            }
            // Arrays make formulas that Z3 gives up on.
            Err(Refutation { failure: Failure::Undecided(_), .. }) => n_undecided += 1,
            Err(refuted) => panic!("seed {seed}: {refuted} in\n{text}"),
        }
        assert!(outcome.traces.iter().all(|trace| trace.replayed), "seed {seed}: not replayed in\n{text}");
        match errs(&parsed, &interpreter) {
            Some(true) => assert!(!is_safe, "seed {seed}: safe, but there is an error in\n{text}"),
            Some(false) => {
                assert_eq!(outcome.traces.len(), 0, "seed {seed}: an error that is none in\n{text}")
            }
            None => {}
        }
        n_safe += usize::from(is_safe);
        n_unsafe += usize::from(!outcome.traces.is_empty());
    }
    assert!(n_undecided * 10 <= n_programs, "{n_undecided} proofs are not decided");
    (n_safe, n_unsafe)
}

#[test]
fn verdicts_on_bounded_programs_agree_with_all_executions() {
    let (n_safe, n_unsafe) = verdicts(bounded_program, 30);
    assert!(n_safe > 5 && n_unsafe > 5, "{n_safe} safe, {n_unsafe} unsafe");
}

#[test]
fn verdicts_on_looping_programs_agree_with_all_executions() {
    let (n_safe, n_unsafe) = verdicts(looping_program, 200);
    assert!(n_safe > 10 && n_unsafe > 10, "{n_safe} safe, {n_unsafe} unsafe");
}
