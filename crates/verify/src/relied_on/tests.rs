//! What is listed, and what is not.

use faultscope_ir::{OriginKind, Program};
use faultscope_solver::Limits;

use super::*;
use crate::abstract_interpretation::AbstractInterpretationBounds;
use crate::bmc::{self, BmcConfig};
use crate::check_outcomes::{Answered, check_outcomes};
use crate::notation::parse;
use crate::settle::settle;

/// A program in which every input rests on a choice, which is named after its line.
fn program(text: &str) -> Program {
    let mut program = parse(text);
    let origins = (0..program.sources.n_origins() as u32).map(OriginId);
    let inputs = origins.filter(|it| program.sources.origin(*it).kind == OriginKind::Input);
    let assumption = |origin| Assumption {
        kind: AssumptionKind::LibraryModel,
        subject: None,
        message: program.sources.origin(origin).span.line.to_string(),
        origin: Some(origin),
    };
    program.assumptions = inputs.map(assumption).collect();
    program
}

fn lines(assumptions: &[Assumption]) -> Vec<&str> {
    assumptions.iter().map(|it| it.message.as_str()).collect()
}

fn executable(program: &Program, max_commands: u64) -> Executable {
    let answered = Answered { is_complete: false, traces: &[], others: &[], holds_within: false, by: None };
    let config = AbstractInterpretationBounds { max_commands, ..Default::default() };
    let settled = settle(program, &config, &Limits::unlimited());
    check_outcomes(program, &answered, settled.findings.as_ref()).executable
}

const PROGRAM: &str = "var x: 8; var y: 8;
proc unused() {
  havoc y;
}
proc main() {
  havoc x;
  if (x > 3) {
    havoc y;
    assert y != 1 || x == 4;
  } else {
    havoc y;
    if (y > 5) { if (y < 5) {
      havoc x;
    } }
  }
}";

#[test]
fn all_executions_rest_on_what_can_be_executed() {
    let program = program(PROGRAM);
    let executable = executable(&program, 1000);
    assert_eq!(lines(&relied_on(&program, Followed::All(&executable))), ["6", "8", "11"]);
}

#[test]
fn without_abstract_interpretation_the_graph_decides() {
    let program = program(PROGRAM);
    let executable = executable(&program, 1);
    assert_eq!(lines(&relied_on(&program, Followed::All(&executable))), ["6", "8", "11", "13"]);
}

#[test]
fn an_error_rests_on_what_its_trace_executes() {
    let program = program(PROGRAM);
    let found = bmc::bounded_model_checking(&program, &BmcConfig::default(), &Limits::unlimited());
    let trace = found.into_error().expect("there is an error");
    assert_eq!(lines(&relied_on(&program, Followed::Traces(&[trace]))), ["6", "8"]);
}

#[test]
fn a_choice_is_listed_once_and_those_of_the_whole_program_always_are() {
    let mut program = program(PROGRAM);
    for assumption in &mut program.assumptions {
        assumption.message = "the same".to_owned();
    }
    let throughout = Assumption {
        kind: AssumptionKind::UnwrittenMemory,
        subject: None,
        message: "everywhere".to_owned(),
        origin: None,
    };
    program.assumptions.push(throughout);
    assert_eq!(lines(&relied_on(&program, Followed::Traces(&[]))), ["everywhere"]);
    let executable = executable(&program, 1000);
    let listed = relied_on(&program, Followed::All(&executable));
    assert_eq!(lines(&listed), ["the same", "everywhere"]);
    assert_eq!(listed[0].origin.map(|it| program.sources.origin(it).span.line), Some(6));
}
