//! Which statements are reachable, and who says so.

use std::collections::BTreeSet;

use faultscope_ir::{OriginId, OriginKind, Program, Terminator};
use faultscope_solver::Limits;

use super::*;
use crate::interpreter::{self, ExecutionBounds};
use crate::notation::parse;
use crate::notation::random_programs::{bounded_program, looping_program};
use faultscope_execute::exhaustive::executed;

fn config() -> ReachabilityConfig {
    ReachabilityConfig {
        verifier: Some(Budget { max_unwind: 16, ..Budget::default() }),
        ..ReachabilityConfig::default()
    }
}

fn reach(text: &str, config: &ReachabilityConfig) -> (Program, Reachability) {
    let program = parse(text);
    let reachability = reachable(&program, Vec::new(), config, &Limits::unlimited());
    (program, reachability)
}

/// The answers for the assignments and inputs of a line, joined by spaces.
fn answers(reachability: &Reachability, line: usize) -> String {
    let answers = reachability.statements().filter(|(statement, _)| {
        statement.span.line as usize == line
            && matches!(statement.kind, OriginKind::Assignment | OriginKind::Input)
    });
    let show = |reach: Reach| match reach {
        Reach::Executed => "executed",
        Reach::Found => "found",
        Reach::Open => "open",
        Reach::Unreachable(Analysis::AbstractInterpretation) => "cut",
        Reach::Unreachable(Analysis::Verifier) => "refuted",
    };
    answers.map(|(_, reach)| show(reach)).collect::<Vec<_>>().join(" ")
}

/// Checks the answers on the lines that say behind `//` what they should be.
#[track_caller]
fn check(text: &str, config: &ReachabilityConfig) {
    let (_, reachability) = reach(text, config);
    for (idx, line) in text.lines().enumerate() {
        if let Some((_, expected)) = line.split_once("// ") {
            assert_eq!(answers(&reachability, idx + 1), expected, "{line}");
        }
    }
}

#[test]
fn abstract_interpretation_answers_before_the_verifier() {
    let text = "var x: 8; var y: 8; proc main() {
        havoc x; // found
        if (x > 100) {
          if (x < 50) {
            y := 1; // cut
          }
          if (x * x == 2) {
            y := 2; // refuted
          }
          if (x * x == 49) {
            y := 3; // found
          }
        }
      }";
    check(text, &config());
    let without = ReachabilityConfig::default();
    check(&text.replace("found", "open").replace("refuted", "open"), &without);
}

#[test]
fn what_was_executed_needs_no_analysis() {
    let program = parse("var x: 8; proc main() {\nhavoc x;\nif (x == 3) {\nx := 1;\n}\nx := 2;\n}");
    let mut inputs = interpreter::Zeroes;
    let execution = interpreter::run(&program, &mut inputs, &ExecutionBounds::default());
    let known = vec![Outside::of_execution(&execution)];
    let reachability = reachable(&program, known, &config(), &Limits::unlimited());
    let answers: Vec<String> = [2, 4, 6].map(|line| answers(&reachability, line)).to_vec();
    assert_eq!(answers, ["executed", "found", "executed"]);
}

#[test]
fn a_bound_that_is_too_small_leaves_open() {
    let text = "var x: 8; var n: 8; var y: 8; proc main() {
        havoc n; havoc y; x := 0;
        while (x != n) {
          x := x + 1; // found
          y := y * y;
        }
        if (y * y == 3) {
          y := 1; // open
        }
        if (x * x == 36) {
          y := 2; // REACHED
        }
      }";
    let shallow = ReachabilityConfig {
        verifier: Some(Budget { max_unwind: 2, ..Budget::default() }),
        ..ReachabilityConfig::default()
    };
    check(&text.replace("REACHED", "open"), &shallow);
    check(&text.replace("REACHED", "found"), &config());
}

#[test]
fn loops_unwound_to_their_end_refute() {
    let text = "var x: 8; var y: 8; proc main() {
        havoc y; x := 0;
        while (x < 3) { x := x + 1; y := y * y; }
        if (y == 3) {
          y := 1; // refuted
        }
        if (y == 81) {
          y := 2; // found
        }
      }";
    check(&text.replace("y == 81", "y == 65"), &config());
}

#[test]
fn an_index_outside_of_an_array_is_followed() {
    check(
        "var a: [8]8 length 4; var b: [8]8 length 4; var i: 8; var x: 8; proc main() {
           a[9] := 0; b[9] := 7; havoc i; a[i] := 5;
           if (a[9] * a[9] == 25) {
             x := 1; // found
           }
           if (a[9] * a[9] == 24) {
             x := 2; // refuted
           }
         }",
        &config(),
    );
}

#[test]
fn what_was_not_translated_leaves_open() {
    let text = "var x: 8; var y: 8; proc main() {
        havoc x;
        if (x == 3) { unsupported; }
        y := 0; // found
        if (y == 1) {
          y := 1; // open
        }
        if (x * x == 2) {
          y := 2; // open
        }
      }";
    check(text, &config());
    let cut = text.replace("x == 3", "x != x").replace("// open", "// CUT");
    let (_, reachability) = reach(&cut, &config());
    assert_eq!([answers(&reachability, 6), answers(&reachability, 9)], ["cut", "refuted"]);
}

#[test]
fn limits_leave_everything_open() {
    let limits = Limits::unlimited();
    limits.cancel();
    let text = format!(
        "var x: 8; proc main() {{\nx := 1; {}\nif (x == 2) {{\nx := 2;\n}} }}",
        "x := 1; ".repeat(100)
    );
    let reachability = reachable(&parse(&text), Vec::new(), &config(), &limits);
    assert!(reachability.statements().all(|(_, reach)| reach == Reach::Open));
}

#[test]
fn a_fix_is_compared_with_the_program() {
    let text = "var x: 8; var y: 8; proc main() {
        havoc x;
        if (x < 3) {
          y := 1;
        } else {
          y := 2;
        }
        if (y * y == 4) {
          y := 3;
        }
        x := y;
        assert x != 3;
      }";
    let before = reach(text, &config()).1;
    // The same statements on the same lines; what is cut off stays in its place.
    let compare = |fixed: &str, config: &ReachabilityConfig| {
        before.compare(&reach(fixed, config).1, &leads_only_to_errors(&parse(text)))
    };
    // The verifier is asked only of what counts.
    let errors = leads_only_to_errors(&parse(text));
    let questions = before.questions(&errors);
    let among = reachable_among(&parse(text), &[], &questions, &config(), &Limits::unlimited());
    assert!(
        among
            .statements()
            .all(|(statement, reach)| (reach == Reach::Found) == questions.contains(&statement))
    );
    assert_eq!(before.compare(&among, &errors).share(), 1.0);
    let unchanged = compare(text, &config());
    assert_eq!((unchanged.n_before, unchanged.n_after, unchanged.n_open), (8, 8, 0));
    let fixed = text.replace("havoc x;", "havoc x; assume x < 3;");
    let comparison = compare(&fixed, &config());
    let expected =
        Comparison { n_before: 8, n_after: 6, n_open: 0, n_by_abstract_interpretation: 2, n_by_verifier: 0 };
    assert_eq!(comparison, expected);
    let fixed = text.replace("y := 2;", "havoc y; assume y * y != 4;");
    let (with, without) = (compare(&fixed, &config()), compare(&fixed, &ReachabilityConfig::default()));
    assert_eq!((with.n_after, with.n_by_verifier), (7, 1));
    assert_eq!((without.n_after, without.n_by_verifier), (8, 0));
    assert!(without.n_open > 0 && with.share() < without.share());
}

#[test]
fn executions_of_the_program_are_executions_of_the_fix_up_to_it() {
    let text = "var x: 8; var y: 8; proc main() {
        havoc x;
        y := 1;
        if (x == 77) {
          y := 2;
        } else {
          y := 3;
        }
        y := 4;
        while (true) { y := 5; }
      }";
    let (program, before) = reach(text, &config());
    let origins = |line: u32| -> Vec<OriginId> {
        let all = (0..program.sources.n_origins() as u32).map(OriginId);
        all.filter(|origin| program.sources.origin(*origin).span.line == line).collect()
    };
    let lines = |changed: &[OriginId]| -> BTreeSet<u32> {
        let executed = before.executed_before(changed);
        executed.iter().map(|origin| program.sources.origin(*origin).span.line).collect()
    };
    assert_eq!(lines(&[]), BTreeSet::from([2, 3, 4, 5, 7, 9, 10]));
    assert_eq!(lines(&origins(2)), BTreeSet::new());
    assert_eq!(lines(&origins(3)), BTreeSet::from([2]));
    // The way around the change goes to the end.
    assert_eq!(lines(&origins(5)), BTreeSet::from([2, 3, 4, 7, 9, 10]));
    assert_eq!(lines(&origins(10)), BTreeSet::from([2, 3, 4, 5, 7, 9]));
}

#[test]
fn executions_of_the_program_are_tried_on_the_fix() {
    let text = "var x: 8; var y: 8; proc main() {
        havoc x;
        y := 1;
        if (x == 77 && y == 1) {
          y := 2;
        } else {
          y := 3;
        }
      }";
    let (_, before) = reach(text, &config());
    let lines = |fixed: &str, questions: &BTreeSet<OriginStatement>| -> BTreeSet<u32> {
        let fixed = parse(fixed);
        let executed = before.executed_again(&fixed, Vec::new(), questions, &Limits::unlimited());
        executed.iter().map(|origin| fixed.sources.origin(*origin).span.line).collect()
    };
    let questions = before.questions(&BTreeSet::new());
    assert_eq!(lines(text, &questions), BTreeSet::from([2, 3, 4, 5, 7]));
    assert_eq!(lines(&text.replace("y := 1", "y := 4"), &questions), BTreeSet::from([2, 3, 4, 7]));
    // Nobody asks about the other way.
    let first = questions.iter().filter(|it| it.span.line < 4 || it.span.line == 7).copied().collect();
    assert_eq!(lines(text, &first), BTreeSet::from([2, 3, 4, 7]));
    assert_eq!(lines(text, &BTreeSet::new()), BTreeSet::new());
}

/// The lines of the statements that lead only to errors.
fn error_lines(text: &str) -> Vec<u32> {
    let statements = leads_only_to_errors(&parse(text));
    let lines: BTreeSet<u32> = statements.iter().map(|statement| statement.span.line).collect();
    lines.into_iter().collect()
}

#[test]
fn code_before_the_error_does_not_count() {
    let text = "var x: 8; var y: 8;
      proc message(n: 8) {
        y := n;
      }
      proc fail() {
        x := 1;
        message(4);
        assert false;
      }
      proc other() {
        y := 5;
      }
      proc main() {
        havoc x;
        if (x == 3) {
          y := 1;
          other();
          fail();
          y := 2;
        }
        other();
        while (y > 3) {
          assert x != 9;
          y := 3;
        }
      }";
    assert_eq!(error_lines(text), [3, 6, 7, 8, 16, 17]);
}

#[test]
fn going_round_or_stopping_is_no_error() {
    assert_eq!(error_lines("var x: 8; proc main() {\nx := 1;\nwhile (true) {\nx := 2;\n}\n}"), [0; 0]);
    assert_eq!(error_lines("var x: 8; proc main() {\nx := 1;\nif (x == 1) { stop; }\nassert false;\n}"), [4]);
    assert_eq!(error_lines("var x: 8; proc main() {\nx := 1;\nunsupported;\n}"), [0; 0]);
    let recursive = "var x: 8; proc f() {
        x := 1;
        if (x == 3) { f(); }
        x := 4;
      }
      proc main() {
        f();
        assert false;
      }";
    // What comes behind a call counts with the call: the recursion on line 3 returns to an error, or goes on for ever.
    assert_eq!(error_lines(recursive), [3, 4, 7, 8]);
}

/// Whether a condition of the statement is a constant: then an execution leaves no trace of it.
fn has_constant_condition(program: &Program, statement: OriginStatement) -> bool {
    let blocks = program.procedures.iter().flat_map(|procedure| &procedure.blocks);
    blocks.into_iter().any(|block| match &block.terminator {
        Terminator::Branch { condition, origin, .. } => {
            condition.as_bool().is_some() && OriginStatement::of(program, *origin) == Some(statement)
        }
        _ => false,
    })
}

/// Compares the answers with executing everything; how many are called unreachable by either, and how many found.
fn check_random(text: &str, seed: u64) -> [usize; 3] {
    let (program, reachability) = reach(text, &config());
    let bounds = ExecutionBounds { max_steps: 400, max_call_depth: 20 };
    let (executed, complete) = executed(&program, &bounds);
    let executed: BTreeSet<OriginStatement> =
        executed.iter().filter_map(|origin| OriginStatement::of(&program, *origin)).collect();
    let mut counts = [0; 3];
    for (statement, reach) in reachability.statements() {
        let went_there = executed.contains(&statement);
        match reach {
            Reach::Unreachable(analysis) => {
                assert!(!went_there, "seed {seed}: {analysis:?} on {statement:?} in\n{text}");
                counts[analysis as usize] += 1;
            }
            Reach::Found if complete && !has_constant_condition(&program, statement) => {
                assert!(went_there, "seed {seed}: found {statement:?} in\n{text}");
                counts[2] += 1;
            }
            Reach::Executed | Reach::Found | Reach::Open => {}
        }
    }
    counts
}

#[test]
fn answers_agree_with_executing_all_inputs() {
    let mut total = [0; 3];
    let bounded = (1..=40).map(|seed| (bounded_program(seed), seed));
    let looping = (1..=100).map(|seed| (looping_program(seed).replace("; ", ";\n"), seed));
    for (text, seed) in bounded.chain(looping) {
        let counts = check_random(&text, seed);
        (0..3).for_each(|idx| total[idx] += counts[idx]);
    }
    assert!(total[0] > 40 && total[1] > 15 && total[2] > 150, "{total:?}");
}
