use faultscope_ir::{Assumption, AssumptionKind, OriginId, OriginKind, Program, Value};
use faultscope_solver::Limits;

use crate::bmc::BmcConfig;
use crate::interpreter::{self, ExecutionBounds, Recorded};
use crate::left_open::is_confirmed;
use crate::notation::parse;
use crate::portfolio::{Engine, PortfolioConfig, Strategy};
use crate::trace_abstraction::TraceAbstractionConfig;

/// The program in which commands in some lines choose or bound values that are left open.
fn leaving_open(text: &str, lines: &[u32]) -> Program {
    let mut program = parse(text);
    for (number, origin) in program.sources.origins().iter().enumerate() {
        if lines.contains(&origin.span.line) && origin.kind != OriginKind::Assignment {
            program.assumptions.push(Assumption {
                kind: AssumptionKind::LeftOpen,
                subject: None,
                message: String::new(),
                origin: Some(OriginId(number as u32)),
            });
        }
    }
    program
}

/// Whether the error of the execution on these inputs is confirmed where commands in some lines leave values open.
#[track_caller]
fn check(text: &str, havocs: &[u128], lines: &[u32], expected: bool) {
    let program = leaving_open(text, lines);
    let havocs = havocs.iter().map(|number| Value::bits(8, *number)).collect();
    let bounds = ExecutionBounds { max_steps: 1000, ..ExecutionBounds::default() };
    let mut inputs = Recorded { havocs, ..Recorded::default() };
    let error = interpreter::run(&program, &mut inputs, &bounds).into_error_trace().expect("an error");
    let config = PortfolioConfig {
        strategy: Strategy::Only(Engine::Bmc),
        bmc: BmcConfig::default(),
        trace_abstraction: TraceAbstractionConfig::default(),
        head_start: None,
        pace: 1,
        jobs: 1,
    };
    assert_eq!(is_confirmed(&program, &error, &config, &Limits::unlimited()), expected, "{text}");
}

#[test]
fn what_decides_nothing_is_no_reason_for_an_error() {
    let text = "var x: 8; var y: 8; proc main() {
        havoc x;
        y := x;
        assert false;
      }";
    check(text, &[3], &[2], true);
}

#[test]
fn an_error_that_needs_one_of_several_values_is_not_confirmed() {
    let text = "var x: 8; proc main() {
        havoc x;
        assert x != 3;
      }";
    check(text, &[3], &[2], false);
    check(text, &[3], &[], true);
}

#[test]
fn bounds_of_a_value_count() {
    let text = "var x: 8; proc main() {
        havoc x;
        assume x < 5;
        assert 4 < x;
      }";
    check(text, &[3], &[2, 3], true);
    // Where the assumption is the user's, the value may be one that it excludes.
    check(text, &[3], &[2], false);
}

#[test]
fn both_ways_of_a_branch_may_lead_to_errors() {
    let text = "var x: 8; proc main() {
        havoc x;
        if (x == 3) {
          assert false;
        } else {
          OTHER
        }
      }";
    check(&text.replace("OTHER", "assert false;"), &[3], &[2], true);
    check(&text.replace("OTHER", "x := 1;"), &[3], &[2], false);
}

#[test]
fn inputs_are_those_of_the_execution() {
    let text = "var x: 8; var y: 8; var n: 8; proc main() {
        havoc x;
        while (n != 2) {
          havoc y;
          n := n + 1;
        }
        assert x == 7 || y != 4;
      }";
    // The last value of y is 4: whatever x is but 7, there is an error.
    let start = text.replace("havoc x;", "havoc x; n := 0;");
    check(&start, &[1, 9, 4], &[2], false);
    check(&start.replace("x == 7 || ", ""), &[1, 9, 4], &[2], true);
}
