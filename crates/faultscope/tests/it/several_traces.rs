//! Programs with several error traces, all of which trace abstraction finds, and what is said of their statements over
//! all of them.
//!
//! Below every assigning statement stands in how many of the error traces it is relevant, and the values of which each
//! one avoids the error on all of them.

use crate::folder::{Folder, stderr};
use expect_test::{Expect, expect};
use faultscope::{Options, input, translate};
use faultscope_frontend::print;
use faultscope_ir::program::Language;
use faultscope_ir::{OriginKind, Program, Value};
use faultscope_localize::aggregate;
use faultscope_localize::program::{Constant, LocalizedTrace, ProgramFinding};
use faultscope_localize::relevance::{RelevanceConfig, RelevanceOutcome, relevance};
use faultscope_solver::Limits;
use faultscope_testkit::fixture::{self, Mark};
use faultscope_verify::trace_abstraction::{TraceAbstractionConfig, trace_abstraction};
use faultscope_verify::{End, Verdict};

/// More error traces than these are not told apart.
const MANY: usize = 16;

/// Compares the verdicts of a program's statements with the marks below them. All error traces must be found;
/// `n_traces` says how many.
#[track_caller]
fn check(language: Language, n_traces: usize, expect: Expect) {
    let text = fixture::program(expect.data());
    let name = if language == Language::C { "test.c" } else { "test.bpl" };
    let options = Options { program_level: false, patches: false, ..Options::standard() };
    let loaded = input::in_memory(name, &text, &options).expect("a text that can be read");
    let program = translate(&loaded, &options).expect("a program").program;
    let limits = Limits::unlimited();
    let search = TraceAbstractionConfig { max_traces: None, ..TraceAbstractionConfig::default() };
    let found = trace_abstraction(&program, &search, &limits, &mut ());
    let end = if n_traces > MANY { End::UpToEdges } else { End::Empty };
    assert_eq!((found.traces.len(), &found.verdict), (n_traces, &Verdict::Fails(end)), "{text}");

    let config = RelevanceConfig { irrelevant: true, ..RelevanceConfig::standard() };
    let outcomes: Vec<RelevanceOutcome> =
        found.traces.iter().map(|it| relevance(&program, &it.trace, &config, &limits)).collect();
    let localized: Vec<LocalizedTrace<'_>> = found
        .traces
        .iter()
        .zip(&outcomes)
        .map(|(error, outcome)| LocalizedTrace { trace: &error.trace, findings: &outcome.findings })
        .collect();
    let outcome = aggregate(&program, &localized, &config, &limits);
    let marks: Vec<Mark> = outcome.findings.iter().filter_map(|it| mark(&program, it)).collect();
    expect.assert_eq(&fixture::annotate(&text, &marks));
}

fn mark(program: &Program, finding: &ProgramFinding) -> Option<Mark> {
    let origin = program.sources.origin(finding.finding().origin);
    if origin.kind == OriginKind::Declaration && finding.n_relevant() == 0 {
        return None;
    }
    let value = |value: &Value| print::value(program, value, faultscope_ir::program::Display::Signed);
    let constant = match &finding.constant {
        Constant::Values(values) => values.iter().map(value).collect::<Vec<_>>().join(", "),
        Constant::None => "no constant".to_owned(),
        Constant::Undecided => "undecided".to_owned(),
    };
    let label = format!("{} of {}: {constant}", finding.n_relevant(), finding.on.len());
    let span = origin.span;
    Some(Mark { line: span.line, column: span.column, end_column: span.end_column, label })
}

/// \[2\] Fig. 2, told anew: two handles that the first round of a loop is to fill, but the loop starts with the second
/// round; and a request to stop that is respected on no account.
mod handles_and_requests {
    use super::*;

    #[test]
    fn in_boogie() {
        check(
            Language::Boogie,
            2,
            expect![[r#"
                procedure main() {
                  var left, right, round: int;
                  var requested, respected: bool;
                  left := 0;
                //^^^^^^^^^ 0 of 2: no constant
                  right := 0;
                //^^^^^^^^^^ 0 of 2: no constant
                  round := 1;
                //^^^^^^^^^^ 2 of 2: 0, 10
                  while (round < 10) {
                    if (round == 0) {
                      havoc left;
                      assume left != 0;
                      havoc right;
                      assume right != 0;
                    }
                    respected := false;
                //  ^^^^^^^^^^^^^^^^^^ 1 of 2: no constant
                    havoc requested;
                //  ^^^^^^^^^^^^^^^ 2 of 2: no constant
                    if (requested) {
                      if (respected) {
                        return;
                      }
                    }
                    assert left != 0 && right != 0;
                    round := round + 1;
                  }
                }
            "#]],
        );
    }

    #[test]
    fn in_c() {
        check(
            Language::C,
            2,
            expect![[r#"
                extern void *malloc(unsigned long size);
                extern _Bool __VERIFIER_nondet_bool(void);
                extern void __VERIFIER_assert(int condition);

                int main(void) {
                    int *p1, *p2, i;
                    _Bool stop_on_request, stop_requested;
                    p1 = 0;
                //  ^^^^^^ 0 of 2: no constant
                    p2 = 0;
                //  ^^^^^^ 0 of 2: no constant
                    i = 1;
                //  ^^^^^ 2 of 2: 0, 10
                    while (i < 10) {
                        if (i == 0) {
                            p1 = malloc(sizeof(int));
                            p2 = malloc(sizeof(int));
                        }
                        stop_on_request = 0;
                //      ^^^^^^^^^^^^^^^^^^^ 1 of 2: no constant
                        stop_requested = __VERIFIER_nondet_bool();
                //      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ 2 of 2: no constant
                        if (stop_requested) {
                            if (stop_on_request) {
                                return 0;
                            }
                        }
                        __VERIFIER_assert(p1 != 0 && p2 != 0);
                        i = i + 1;
                    }
                }
            "#]],
        );
    }
}

/// \[3\]: two errors with one cause. What the paths do not share cannot avoid both.
#[test]
fn a_cause_before_a_branch() {
    check(
        Language::Boogie,
        2,
        expect![[r#"
            procedure main() {
              var x: int;
              var choice: bool;
              x := 0;
            //^^^^^^ 2 of 2: -2
              havoc choice;
            //^^^^^^^^^^^^ 2 of 2: no constant
              if (choice) {
                x := x + 2;
            //  ^^^^^^^^^^ 1 of 2: no constant
              } else {
                x := x + 3;
            //  ^^^^^^^^^^ 1 of 2: no constant
              }
              assert x <= 1;
            }
        "#]],
    );
}

/// Each branch has its fault: no statement of a branch can avoid both errors, only the input that is read before.
#[test]
fn a_fault_in_each_branch() {
    check(
        Language::Boogie,
        2,
        expect![[r#"
            procedure main() {
              var x, y: int;
              x := 2;
            //^^^^^^ 0 of 2: no constant
              havoc y;
            //^^^^^^^ 2 of 2: 11
              if (y < 3) {
                x := 0;
            //  ^^^^^^ 1 of 2: no constant
              } else {
                x := y - 10;
            //  ^^^^^^^^^^^ 1 of 2: no constant
              }
              assert 0 < x;
            }
        "#]],
    );
}

/// The danger automaton of one way accepts the other, too; what is on one way only is on one trace only.
#[test]
fn a_branch_that_does_not_matter() {
    check(
        Language::Boogie,
        2,
        expect![[r#"
            procedure main() {
              var x, y: int;
              x := 2;
            //^^^^^^ 2 of 2: 1
              havoc y;
            //^^^^^^^ 2 of 2: no constant
              if (y < 3) {
                y := 0;
            //  ^^^^^^ 0 of 2: no constant
              } else {
                y := 1;
            //  ^^^^^^ 0 of 2: no constant
              }
              assert x < 2;
            }
        "#]],
    );
}

/// There is an error trace for every number of rounds; the first of them are told apart.
#[test]
fn errors_after_any_number_of_rounds() {
    check(
        Language::Boogie,
        18,
        expect![[r#"
            procedure main() {
              var i, n, limit: int;
              havoc n;
            //^^^^^^^ 18 of 18: no constant
              limit := 0;
            //^^^^^^^^^^ 18 of 18: 1
              i := 0;
            //^^^^^^ 18 of 18: no constant
              while (i < n) {
                havoc i;
            //  ^^^^^^^ 17 of 18: no constant
              }
              assert limit > 0;
            }
        "#]],
    );
}

/// One danger automaton stands for both error traces: whoever is below 1 in front of the branch fails either way.
#[test]
fn which_executions_fail_is_a_graph() {
    let program = "\
procedure main() {
  var level: int;
  level := 0;
  if (*) {
    level := level + 1;
  }
  assert level >= 2;
}
";
    let folder = Folder::with(&[("level.bpl", program)]);
    let output = folder.check(&["level.bpl", "--traces", "all", "--danger-automaton", "danger.dot"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let graph = std::fs::read_to_string(folder.path("danger.dot")).expect("it is written");
    let states: Vec<&str> = graph.lines().filter_map(|it| it.trim().strip_prefix("a1_")).collect();
    assert_eq!(
        states,
        [
            r#"0 [label="true"];"#,
            r#"1 [label="level < 1 || level < 2"];"#,
            r#"2 [label="level < 2"];"#,
            r#"3 [label="true", peripheries=2];"#,
            r#"start0 [shape=point, label=""];"#,
            "start0 -> a1_0;",
            r#"0 -> a1_1 [label="2: level\l3: level := 0"];"#,
            r#"1 -> a1_2 [label="5: level := level + 1"];"#,
            r#"1 -> a1_2 [label=""];"#,
            r#"2 -> a1_3 [label="7: level >= 2 is false"];"#,
        ]
    );
    // Where there is no error there is none, and only all error traces have them.
    let safe = Folder::with(&[("safe.bpl", &program.replace(">= 2", ">= 0"))]);
    let output = safe.check(&["safe.bpl", "--traces", "all", "--danger-automaton", "danger.dot"]);
    assert!(stderr(&output).contains("no danger automaton"), "{}", stderr(&output));
    assert!(!safe.path("danger.dot").exists());
    let output = folder.check(&["level.bpl", "--danger-automaton", "danger.dot"]);
    assert_eq!(output.status.code(), Some(2));
}
