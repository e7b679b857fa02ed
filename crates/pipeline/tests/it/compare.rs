//! Other techniques beside.

use faultscope_ir::Program;
use faultscope_pipeline::compare::{Compared, compare};
use faultscope_pipeline::{ComparisonOptions, Options, Technique};
use faultscope_solver::Limits;

use crate::programs::{FAILS, execution, loaded, quick, translated};

fn compared(numbers: &[i128]) -> (Program, Vec<Compared>) {
    let options = Options {
        comparison: ComparisonOptions { techniques: Technique::ALL.to_vec(), ..ComparisonOptions::none() },
        ..quick()
    };
    let program = translated(FAILS, &options).program;
    let traces: Vec<_> = numbers.iter().map(|it| execution(&program, *it)).collect();
    let loaded = loaded(FAILS, &options);
    let compared = compare(&loaded, &program, &traces, None, &options, &Limits::unlimited());
    (program, compared)
}

#[test]
fn each_technique_that_is_asked_for_has_an_answer() {
    let (program, compared) = compared(&[5]);
    let techniques: Vec<Technique> = compared.iter().map(|it| it.technique).collect();
    assert_eq!(techniques, Technique::ALL);
    for Compared { technique, outcome, diagnosed, .. } in &compared {
        let line = |origin| program.sources.origin(origin).span.line;
        let lines: Vec<u32> = outcome.statements.iter().map(|it| line(it.origin)).collect();
        assert!(lines.contains(&7), "{technique:?}: {lines:?}");
        // AutoDebug ranks all statements that it has tried to change.
        let has_unrelated = lines.contains(&6);
        assert_eq!(has_unrelated, *technique == Technique::AutoDebug, "{technique:?}: {lines:?}");
        assert_eq!(diagnosed.is_some(), *technique == Technique::Ped);
    }
}

#[test]
fn there_is_nothing_to_compare_without_traces_or_techniques() {
    assert!(compared(&[]).1.is_empty());
    let options = quick();
    let program = translated(FAILS, &options).program;
    let traces = [execution(&program, 5)];
    let loaded = loaded(FAILS, &options);
    let compared = compare(&loaded, &program, &traces, None, &options, &Limits::unlimited());
    assert!(compared.is_empty());
}
