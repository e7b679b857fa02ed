//! Verdicts on random programs against executing them on all inputs.

use super::*;
use crate::interpreter::ExecutionBounds;
use crate::notation::parse;
use crate::notation::random_programs::bounded_program;
use faultscope_execute::exhaustive::errs;

#[test]
fn verdicts_agree_with_executing_all_inputs() {
    let config = BmcConfig { max_unwind: 16, ..BmcConfig::default() };
    let (mut n_safe, mut n_unsafe) = (0, 0);
    for seed in 1..=300 {
        let text = bounded_program(seed);
        let program = parse(&text);
        let Some(expected) = errs(&program, &ExecutionBounds::default()) else { continue };
        let verdict = bounded_model_checking(&program, &config, &Limits::unlimited()).verdict;
        match verdict {
            Verdict::Safe => {
                assert!(!expected, "seed {seed}: safe, but there is an error in\n{text}");
                n_safe += 1;
            }
            Verdict::Fails(_) => {
                assert!(expected, "seed {seed}: an error that executing does not find in\n{text}");
                n_unsafe += 1;
            }
            Verdict::Open(reason) => panic!("seed {seed}: {reason:?} for\n{text}"),
        }
    }
    assert!(n_safe > 50 && n_unsafe > 50, "{n_safe} safe, {n_unsafe} unsafe");
}
