use faultscope_ir::{Assumption, AssumptionKind, DecidedBy, Program};
use faultscope_solver::Limits;

use super::{Answer, Question, Watch, ask};
use crate::ErrorTrace;
use crate::UnknownReason;
use crate::notation::parse;
use crate::portfolio::{Engine, PortfolioConfig, Strategy};
use crate::{End, Verdict};

fn asked(program: &Program) -> Answer {
    ask(&Question::new(program, &PortfolioConfig::default()), &Limits::unlimited(), &mut ())
}

/// The names of the variables that a trace assigns.
fn assigned(program: &Program, trace: &ErrorTrace) -> Vec<String> {
    let targets = trace.trace.steps.iter().filter_map(|it| it.command.target());
    targets.map(|it| program.variables[&it.variable].name.clone()).collect()
}

#[test]
fn a_program_that_asks_for_nothing_is_executed() {
    let program = parse("var x: 8; proc main() { x := 3; assert x != 3; }");
    let answer = asked(&program);
    assert_eq!(answer.verdict, Verdict::Fails(End::Empty));
    assert_eq!(answer.statistics.bmc.map_or(0, |it| it.n_queries), 0);
    let program = parse("var x: 8; proc main() { x := 3; assert x == 3; }");
    assert_eq!(asked(&program).verdict, Verdict::Safe);
}

#[test]
fn what_is_called_as_its_precondition_asks_for_is_followed_path_by_path() {
    let mut program = parse("var x: 8; proc main() { havoc x; assume x < 4; assert x <= 4; }");
    assert_ne!(asked(&program).by, Some(DecidedBy::Paths));
    program.assumptions.push(Assumption {
        kind: AssumptionKind::Precondition,
        subject: Some("main".to_owned()),
        message: String::new(),
        origin: None,
    });
    let answer = asked(&program);
    assert_eq!((answer.verdict, answer.by), (Verdict::Safe, Some(DecidedBy::Paths)));
}

#[test]
fn a_trace_is_one_of_the_program_as_it_was_written() {
    // `y` holds a constant, which takes the assignment's place in the settled program.
    let program =
        parse("var x: 8; var y: 8; proc main() { y := 2; havoc x; if (x < 7) { assert x + y != 5; } }");
    let answer = asked(&program);
    assert!(answer.is_settled);
    let trace = &answer.traces[0];
    assert_eq!(trace.inputs.len(), 1);
    assert!(assigned(&program, trace).contains(&"y".to_owned()), "{:?}", trace.trace);
}

#[test]
fn a_question_may_be_about_the_program_as_it_was_written() {
    let program = parse("var x: 8; proc main() { havoc x; assert x != 3; }");
    let config = PortfolioConfig::default();
    let mut question = Question::new(&program, &config);
    question.as_written = true;
    let answer = ask(&question, &Limits::unlimited(), &mut ());
    assert_eq!((answer.verdict, answer.is_settled), (Verdict::Fails(End::Enough), false));
}

#[test]
fn a_proof_is_one_by_an_engine_that_gives_certificates() {
    let program = parse("var x: 8; proc main() { x := 3; assert x == 3; }");
    let mut config =
        PortfolioConfig { strategy: Strategy::Only(Engine::TraceAbstraction), ..PortfolioConfig::default() };
    config.trace_abstraction.keep_proof = true;
    let mut question = Question::new(&program, &config);
    question.proof = true;
    let answer = ask(&question, &Limits::unlimited(), &mut ());
    assert_eq!((answer.verdict, answer.is_settled), (Verdict::Safe, false));
    assert!(answer.certificate.is_some());
}

#[test]
fn what_is_found_is_told() {
    struct Seen(usize);
    impl Watch for Seen {
        fn found(&mut self, traces: &[ErrorTrace]) {
            self.0 = traces.len();
        }
    }
    for text in [
        "var x: 8; proc main() { x := 3; assert x != 3; }",
        "var x: 8; proc main() { havoc x; assert x != 3; }",
    ] {
        let mut seen = Seen(0);
        ask(&Question::new(&parse(text), &PortfolioConfig::default()), &Limits::unlimited(), &mut seen);
        assert_eq!(seen.0, 1, "{text}");
    }
}

#[test]
fn errors_that_are_taken_back_are_no_answer() {
    let program = parse("var x: 8; proc main() { havoc x; assert x != 3; }");
    let mut taken_back = asked(&program);
    taken_back.take_back_error();
    assert_eq!(taken_back.verdict, Verdict::Open(UnknownReason::NotConfirmed));
    let mut safe = asked(&parse("var x: 8; proc main() { havoc x; assert x == x; }"));
    safe.take_back_error();
    assert!(safe.is_safe());
}
