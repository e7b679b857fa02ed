//! Annotations in texts.

use std::collections::BTreeSet;

use expect_test::{Expect, expect};
use faultscope_frontend::Input;
use faultscope_ir::Property;
use faultscope_testkit::fixture;
use faultscope_witness::{Invariant, Location};

use super::{FILE, input, marks, translated};
use crate::insertion::{self, Insertion};
use crate::{insert, invariants};

const PROGRAM: &str = "int main(void) {
  int i = 0;
  while (i < 5) { i = i + 1; }
  if (i > 3) return i;
  return 0;
}
";

fn at(line: u32, column: Option<u32>) -> Location {
    Location { file: FILE.to_owned(), line, column, function: None }
}

fn invariant(is_of_loop: bool, location: Location, value: &str) -> Invariant {
    Invariant { is_of_loop, location, value: value.to_owned(), line: 0 }
}

/// The text with invariants in it, and the numbers of those whose places are not there.
fn inserted(text: &str, said: &[Invariant]) -> (Input, Vec<u32>) {
    let input = input(text);
    insert(&input, &invariants(&input, said))
}

/// A text in which blanks at the ends of lines are seen.
fn visible(text: &str) -> String {
    let ends = |line: &str| if line.ends_with(' ') { "│" } else { "" };
    text.lines().map(|line| format!("{line}{}\n", ends(line))).collect()
}

#[test]
fn an_annotation_stands_in_front_of_its_statement() {
    let said = [
        invariant(true, at(3, None), "i <= 5"),
        invariant(false, at(4, Some(14)), "i == 5"),
        invariant(true, at(3, Some(3)), "0 <= i"),
    ];
    let (input, unplaced) = inserted(PROGRAM, &said);
    assert_eq!(unplaced, [0; 0]);
    let expect = expect![[r#"
        int main(void) {
          int i = 0;
          │
        # 1 "<witness>"
        /*@ loop invariant __faultscope_c_expression: (i <= 5); */
        # 3 "a.c"
          │
        # 3 "<witness>"
        /*@ loop invariant __faultscope_c_expression: (0 <= i); */
        # 3 "a.c"
          while (i < 5) { i = i + 1; }
          if (i > 3) │
        # 2 "<witness>"
        /*@ assert __faultscope_c_expression: (i == 5); */
        # 4 "a.c"
                     return i;
          return 0;
        }
    "#]];
    expect.assert_eq(&visible(&input.files[0].text));
    assert_eq!(input.files[0].originals, [(FILE.to_owned(), PROGRAM.to_owned())]);
}

#[test]
fn places_of_the_program_stay_what_they_are() {
    let said = [invariant(true, at(3, None), "i <= 5"), invariant(false, at(4, Some(14)), "i == 5")];
    let (changed, _) = inserted(PROGRAM, &said);
    let places = |input: &Input| -> BTreeSet<(String, u32, u32, String)> {
        let program = translated(input, [Property::UnreachCall, Property::Contracts].into());
        let origins = program.sources.origins().iter().map(|it| {
            let file = program.sources.file(it.span.file).name.clone();
            (file, it.span.line, it.span.column, it.text.clone())
        });
        origins.filter(|it| it.0 != insertion::FILE).collect()
    };
    assert_eq!(places(&changed), places(&input(PROGRAM)));
}

#[test]
fn an_annotation_is_known_by_its_number() {
    let said = [invariant(true, at(3, None), "i <= 5"), invariant(false, at(4, Some(14)), "i == 4")];
    let (changed, _) = inserted(PROGRAM, &said);
    let program = translated(&changed, [Property::Contracts].into());
    let numbers = program.checks.iter().map(|check| {
        let span = program.sources.origin(check.origin).span;
        assert_eq!(program.sources.file(span.file).name, insertion::FILE);
        span.line
    });
    assert_eq!(numbers.collect::<BTreeSet<u32>>(), [1, 2].into());
}

#[test]
fn what_has_no_place_is_named_by_its_number() {
    let said = [
        invariant(false, at(99, None), "1"),
        invariant(false, at(4, Some(14)), "1"),
        invariant(false, at(4, Some(70)), "1"),
        invariant(false, Location { file: "b.c".to_owned(), ..at(4, None) }, "1"),
    ];
    let (_, unplaced) = inserted(PROGRAM, &said);
    assert_eq!(unplaced, [1, 3, 4]);
}

#[test]
fn what_cannot_stand_in_an_annotation_or_at_a_loop_is_left_out() {
    let said = [
        invariant(false, at(4, None), "i == 5 */ i = 0;"),
        invariant(false, at(4, None), "i == 5; assert 1"),
        invariant(false, at(4, None), " "),
        invariant(true, at(4, None), "i == 5"),
        invariant(false, at(4, None), "i == 5;"),
    ];
    let numbers: Vec<u32> = invariants(&input(PROGRAM), &said).iter().map(|it| it.number).collect();
    assert_eq!(numbers, [5], "a final semicolon does no harm");
}

/// Marks where annotations are put that have no column.
#[track_caller]
fn check_loop_keyword(expect: Expect) {
    let text = fixture::program(expect.data());
    let lines = 1..=text.lines().count() as u32;
    let said: Vec<Invariant> = lines.map(|line| invariant(true, at(line, None), "1")).collect();
    let marks = invariants(&input(&text), &said).into_iter().map(|Insertion { location, number, .. }| {
        let column = location.column.expect("a column");
        let label = format!("{number}");
        fixture::Mark { line: location.line, column, end_column: column + 1, label }
    });
    expect.assert_eq(&fixture::annotate(&text, &marks.collect::<Vec<_>>()));
}

#[test]
fn a_loop_without_a_column_is_the_leftmost_of_its_line() {
    check_loop_keyword(expect![[r#"
        int main(void) {
          int format = 0; for (;format < 3;) { format++; while (0); }
        //                ^ 2
          // while
          do format--; while (format);
        //^ 4
          return 0;
        }
    "#]]);
}

#[test]
fn places_are_those_that_line_markers_give() {
    let text =
        "# 1 \"head.h\"\nint f(int n) {\n  return n; }\n# 10 \"a.c\"\nint main(void) {\n  return f(1);\n}\n";
    let (changed, unplaced) = inserted(text, &[invariant(false, at(11, Some(3)), "1")]);
    assert_eq!(unplaced, [0; 0]);
    let expect = expect![[r##"
        # 1 "head.h"
        int f(int n) {
          return n; }
        # 10 "a.c"
        int main(void) {
          │
        # 1 "<witness>"
        /*@ assert __faultscope_c_expression: (1); */
        # 11 "a.c"
          return f(1);
        }
    "##]];
    expect.assert_eq(&visible(&changed.files[0].text));
    let (_, unplaced) = inserted(text, &[invariant(false, at(2, Some(3)), "1")]);
    assert_eq!(unplaced, [1], "line 2 is one of another file");
}

#[test]
fn marks_of_tests_are_read_as_they_are_written() {
    let fixture = "  x = 1;\n//^ 1 target\n  y = 2;\n";
    assert_eq!(fixture::annotate(&fixture::program(fixture), &marks(fixture)), fixture);
}
