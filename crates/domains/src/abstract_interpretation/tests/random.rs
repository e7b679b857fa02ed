//! Random programs against executing them on all inputs.

use faultscope_solver::Limits;

use crate::abstract_interpretation::{AbstractInterpretationBounds, abstract_interpretation};
use crate::notation::parse;
use crate::notation::random_programs::{bounded_program, looping_program};
use faultscope_execute::exhaustive::executed;
use faultscope_execute::interpreter::ExecutionBounds;

/// Checks that nothing that is executed is called unreachable; how many origins are called so.
fn check(text: &str, seed: u64) -> usize {
    let program = parse(text);
    let findings =
        abstract_interpretation(&program, &AbstractInterpretationBounds::default(), &Limits::unlimited())
            .expect("an answer");
    let bounds = ExecutionBounds { max_steps: 400, max_call_depth: 20 };
    let (executed, _) = executed(&program, &bounds);
    for origin in &executed {
        let line = program.sources.origin(*origin).span.line;
        assert!(findings.can_be_executed(*origin), "seed {seed}: line {line} is executed in\n{text}");
    }
    let origins = (0..program.sources.n_origins() as u32).map(faultscope_ir::OriginId);
    origins.filter(|origin| !findings.can_be_executed(*origin)).count()
}

#[test]
fn what_is_executed_is_never_called_unreachable() {
    let n_bounded: usize = (1..=120).map(|seed| check(&bounded_program(seed), seed)).sum();
    let n_looping: usize = (1..=250).map(|seed| check(&looping_program(seed), seed)).sum();
    assert!(n_bounded > 50 && n_looping > 50, "{n_bounded} and {n_looping} called unreachable");
}
