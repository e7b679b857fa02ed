//! Places in the sense of witnesses, below the lines that they are in.

use std::collections::BTreeSet;

use expect_test::{Expect, expect};
use faultscope_ir::{OriginId, OriginKind};
use faultscope_testkit::fixture;
use faultscope_witness::Location;

use super::{mark, program};
use crate::places::{Places, is_at};

/// Marks the place of each command that has one, with the text of the command.
#[track_caller]
fn check(place: impl Fn(&Places<'_>, OriginId) -> Option<Location>, expect: Expect) {
    let text = fixture::program(expect.data());
    let program = program(&text);
    let places = Places::new(&program);
    let mut marks = BTreeSet::new();
    for id in (0..program.sources.n_origins() as u32).map(OriginId) {
        let origin = program.sources.origin(id);
        if origin.kind != OriginKind::Lowering
            && let Some(location) = place(&places, id)
        {
            marks.insert(mark(&location, format!("of `{}`", origin.text)));
        }
    }
    expect.assert_eq(&fixture::annotate(&text, &Vec::from_iter(marks)));
}

#[test]
fn a_whole_condition_stands_at_its_keyword() {
    let branching = |places: &Places<'_>, id| places.branching(id).map(|(location, _)| location);
    check(
        branching,
        expect![[r#"
            int main(void) {
              int x = __VERIFIER_nondet_int();
              if (x > 3) x = 3;
            //^ of `x > 3`
              if (x > 1 && x < 9) x = 4;
            //^ of `x > 1 && x < 9`
              while ((x < 5)) x++;
            //^ of `(x < 5)`
              for (int i = 0; i < x; i++) x--;
            //^ of `i < x`
              return x > 2 ? 1 : 0;
            }
        "#]],
    );
}

#[test]
fn a_command_stands_at_the_innermost_loop_around_it() {
    check(
        |places, id| places.loop_around(id),
        expect![[r#"
            int main(void) {
              int x = __VERIFIER_nondet_int();
              while (x < 5) {
            //^ of `x < 5`
            //^ of `x = x + 1`
                x = x + 1;
                for (int i = 0; i < x; i++)
            //  ^ of `i < x`
            //  ^ of `i = 0`
            //  ^ of `i++`
            //  ^ of `x = x + 2`
                  x = x + 2;
              }
              do { x = x - 1; } while (x > 0);
              return 0;
            }
        "#]],
    );
}

#[test]
fn a_call_stands_at_its_last_parenthesis() {
    check(
        |places, id| places.call_end(id),
        expect![[r#"
            int twice(int a) { return 2 * a; }
            int main(void) {
              int x = __VERIFIER_nondet_int( );
            //                               ^ of `x = __VERIFIER_nondet_int( )`
              int y = twice(twice(x));
            //                     ^ of `twice(x)`
            //                      ^ of `y = twice(twice(x))`
              y = (x + 1);
              y = sizeof(x);
              return 0;
            }
        "#]],
    );
}

#[test]
fn the_next_statement_is_one_that_surely_runs_next() {
    check(
        |places, id| places.next_statement(id),
        expect![[r#"
            int main(void) {
              int a, b;
              int c;
              a = 1;
            //^ of `a`
            //^ of `b`
            //^ of `c`
              b = 2;
            //^ of `a = 1`
              int d = 3;
              if (a) c = 4;
            //^ of `d = 3`
              { c = 5; }
              d = 6;
              end: return d;
            }
        "#]],
    );
}

#[test]
fn an_error_stands_at_its_statement() {
    let text = "int main(void) {\n  int x = __VERIFIER_nondet_int();\n  if (x > 3)\n    reach_error();\n  else { x = 1, reach_error(); }\n  return 0;\n}\n";
    let program = program(text);
    let places = Places::new(&program);
    let targets = program.check_ids().filter_map(|id| places.target(id));
    let targets: Vec<(u32, Option<u32>)> = targets.map(|it| (it.line, it.column)).collect();
    assert_eq!(targets, [(5, Some(5)), (6, Some(10))]);
}

#[test]
fn a_place_is_meant_by_line_and_by_what_else_is_said() {
    let at = |file: &str, line, column| Location { file: file.to_owned(), line, column, function: None };
    let place = at("src/a.c", 3, Some(5));
    for meant in [at("a.c", 3, Some(5)), at("other/a.c", 3, None), at("", 3, None)] {
        assert!(is_at(&place, &meant), "{meant:?}");
    }
    for meant in [at("b.c", 3, Some(5)), at("a.c", 4, None), at("a.c", 3, Some(6))] {
        assert!(!is_at(&place, &meant), "{meant:?}");
    }
}

#[test]
fn a_file_and_its_lines_are_found_by_the_name_without_folders() {
    let program = program("int main(void) {\n  return 0;\n\n}\n");
    let places = Places::new(&program);
    let at = |file: &str, line| Location { file: file.to_owned(), line, column: None, function: None };
    assert_eq!(places.start_of_line(&at("src/a.c", 3)), Some(3));
    assert_eq!(places.start_of_line(&at("a.c", 4)), None, "an empty line");
    assert_eq!(places.start_of_line(&at("b.c", 3)), None, "another file");
}
