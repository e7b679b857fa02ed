//! Proofs, and whether they pass their checker.

use faultscope_certificate::certificate::{Claim, Subtracted};
use faultscope_ir::Program;
use faultscope_pipeline::certify::{Certified, certify, to_certify};
use faultscope_pipeline::report::{Report, Verdict};
use faultscope_pipeline::{Engine, Options, Stages, Strategy, report, search};
use faultscope_solver::Limits;
use faultscope_verify::Answer;

use crate::programs::{FAILS, HOLDS, quick, translated};

fn options() -> Options {
    Options { proof: true, strategy: Strategy::Only(Engine::TraceAbstraction), ..quick() }
}

fn answered(text: &str, options: &Options) -> (Program, Answer) {
    let program = translated(text, options).program;
    let answer = search(&program, options, &Limits::unlimited(), &mut ()).answer;
    assert!(!answer.is_settled, "the proof is one of the program itself");
    (program, answer)
}

/// Leaves out all steps of a proof, which is right then, and proves nothing of the whole.
fn prove_less(answer: &mut Answer) {
    let certificate = answer.certificate.as_mut().expect("there is a proof");
    certificate.steps.clear();
    certificate.claim = Claim::Partial;
}

/// What is reported of a program that is said to have no error, with what its checker says of the proof.
fn reported(options: &Options, certified: Certified) -> Report {
    report(&Stages {
        translated: Some(translated(HOLDS, options).into()),
        answer: Some(Answer::safe().into()),
        certified: Some(certified.into()),
        ..Stages::new(options)
    })
}

#[test]
fn a_proof_passes_its_checker() {
    let options = options();
    let (program, answer) = answered(HOLDS, &options);
    let certified = certify(&program, &answer, &options, &Limits::unlimited()).expect("there is a proof");
    assert!(matches!(certified, Certified::Proved(_)), "{certified:?}");
    let report = reported(&options, certified);
    assert_eq!(report.verdict, Verdict::Safe);
    assert!(report.proof.is_some());
}

#[test]
fn a_proof_that_is_spoiled_is_refuted() {
    let options = options();
    let (program, mut answer) = answered(HOLDS, &options);
    let certificate = answer.certificate.as_mut().expect("there is a proof");
    let spoiled = certificate.steps.iter_mut().find_map(|step| match &mut step.subtracted {
        Subtracted::FloydHoare(it) => Some(&mut it.predicates),
        _ => None,
    });
    // That nothing is known at a final state contradicts nothing.
    spoiled.expect("infeasible words are subtracted").iter_mut().for_each(Vec::clear);
    let certified = certify(&program, &answer, &options, &Limits::unlimited()).expect("there is a proof");
    assert!(matches!(certified, Certified::Refuted(_)), "{certified:?}");
    let report = reported(&options, certified);
    assert_eq!(report.verdict, Verdict::Unknown, "what was believed is taken back");
    let reason = report.reason.expect("a reason").message;
    assert!(reason.contains("the proof does not pass its checker"), "{reason}");
}

#[test]
fn a_proof_of_something_else_is_refuted() {
    let options = options();
    let (program, mut answer) = answered(HOLDS, &options);
    prove_less(&mut answer);
    let certified = certify(&program, &answer, &options, &Limits::unlimited()).expect("there is a proof");
    let Certified::Refuted(message) = certified else { panic!("{certified:?}") };
    assert!(message.starts_with("it proves something else"), "{message}");
}

#[test]
fn a_proof_that_is_not_checked_is_undecided() {
    let options = options();
    let (program, mut answer) = answered(HOLDS, &options);
    let cancelled = Limits::unlimited();
    cancelled.cancel();
    let certified = certify(&program, &answer, &options, &cancelled).expect("there is a proof");
    assert!(matches!(certified, Certified::Undecided(_)), "{certified:?}");
    let report = reported(&options, certified);
    assert_eq!(report.verdict, Verdict::Safe);
    let warnings: Vec<&str> = report.warnings.iter().map(|it| it.message.as_str()).collect();
    assert!(warnings.iter().any(|it| it.starts_with("the proof could not be checked")), "{warnings:?}");
    // A proof that nobody asked for is checked within half of what the search took.
    answer.effort.whole = 0;
    let unasked = Options { proof: false, ..options };
    let certified = certify(&program, &answer, &unasked, &Limits::unlimited()).expect("there is a proof");
    let Certified::Undecided(reason) = &certified else { panic!("{certified:?}") };
    assert!(reason.contains("more than half of what the search took"), "{reason}");
    let report = reported(&unasked, certified);
    assert!(report.unchecked_proof.is_some() && report.warnings.is_empty());
}

#[test]
fn that_all_errors_are_found_is_proved_or_not_claimed() {
    let options = Options { max_traces: None, ..options() };
    let (program, mut answer) = answered(FAILS, &options);
    let certified = certify(&program, &answer, &options, &Limits::unlimited()).expect("there is a proof");
    assert!(matches!(certified, Certified::Proved(_)), "{certified:?}");
    prove_less(&mut answer);
    let certified = certify(&program, &answer, &options, &Limits::unlimited()).expect("there is a proof");
    assert!(matches!(certified, Certified::Partial), "{certified:?}");
}

#[test]
fn there_is_nothing_to_check_of_one_error_or_without_a_proof() {
    let options = options();
    let (program, answer) = answered(FAILS, &options);
    assert!(to_certify(&answer, &options).is_none());
    assert!(certify(&program, &answer, &options, &Limits::unlimited()).is_none());
    let (program, answer) = answered(HOLDS, &options);
    let without = Answer { certificate: None, ..answer };
    assert!(certify(&program, &without, &options, &Limits::unlimited()).is_none());
}
