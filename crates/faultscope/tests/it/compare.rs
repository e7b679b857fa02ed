//! Other techniques on the error trace of whole programs, by the lines that they mark.

use crate::folder::{Folder, stdout};
use expect_test::{Expect, expect};
use faultscope::{ComparisonOptions, Options, Technique, check_source};
use faultscope_ir::Property;

/// What the programs of this file ask.
const REACHABILITY: [Property; 2] = [Property::UnreachCall, Property::Assertions];

/// Each technique with the lines that it marks, its ranking in front.
#[track_caller]
fn check(name: &str, program: &str, expect: Expect) {
    let options = Options {
        comparison: ComparisonOptions { techniques: Technique::ALL.to_vec(), ..ComparisonOptions::none() },
        properties: REACHABILITY.into(),
        ..Options::standard()
    };
    let report = check_source(name, program, &options).expect("a program");
    let mut text = String::new();
    for technique in &report.techniques {
        let lines: Vec<String> = technique.statements.iter().map(|it| it.span.line.to_string()).collect();
        let remark = technique.remark.as_ref().map(|it| format!(" ({it})")).unwrap_or_default();
        text += &format!("{}: {}{remark}\n", technique.name, lines.join(" "));
    }
    expect.assert_eq(&text);
}

#[test]
fn a_second_assignment_of_the_same_value_in_boogie() {
    let program = "\
procedure main() {
  var x: int;
  x := 7;
  x := 7;
  assert x > 10;
}
";
    check(
        "a.bpl",
        program,
        expect![[r#"
            error-invariants: 3
            flow-sensitive: 4
            max-sat: 4
            max-sat-iterated: 4
            ped: 4
            auto-debug: 4
            backward-slice: 4
        "#]],
    );
}

#[test]
fn an_assignment_under_a_branch_in_c() {
    let program = "\
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = 1;
    int y = __VERIFIER_nondet_int() - 42;
    int other = 3;
    if (other == 3)
        other = 4;
    if (y < 0)
        x = 0;
    other = x;
    assert(x != 0);
    return 0;
}
";
    check(
        "a.c",
        program,
        expect![[r#"
            error-invariants: 10
            flow-sensitive: 10 5
            max-sat: 10
            max-sat-iterated: 10 9 5
            ped: 10 9 7 6 5
            auto-debug: 11 10 9 5 7 6
            backward-slice: 10 9 5 5
        "#]],
    );
}

#[test]
fn the_same_in_boogie() {
    let program = "\
procedure main(input: int) {
  var x, y, other: int;
  x := 1;
  y := input - 42;
  if (*) {
    assume y < 0;
    x := 0;
  } else {
    assume y >= 0;
  }
  if (*) {
    other := x;
  }
  assert x != 0;
}
";
    check(
        "a.bpl",
        program,
        expect![[r#"
            error-invariants: 7
            flow-sensitive: 7 4
            max-sat: 7
            max-sat-iterated: 7 6 4
            ped: 7 4 6
            auto-debug: 7 6 4
            backward-slice: 7 6 4 1
        "#]],
    );
}

#[test]
fn an_assume_behind_a_choice_without_effect_governs_nothing() {
    let program = "\
procedure main(input: int) {
  var x: int;
  if (*) {
  }
  assume input > 0;
  x := 0;
  assert x != 0;
}
";
    check(
        "a.bpl",
        program,
        expect![[r#"
            error-invariants: 6
            flow-sensitive: 6
            max-sat: 6
            max-sat-iterated: 6
            ped: 6
            auto-debug: 6 5
            backward-slice: 6
        "#]],
    );
}

/// The first example of the MaxSAT paper.
#[test]
fn an_index_out_of_bounds_in_c() {
    let program = "\
#include <assert.h>
int __VERIFIER_nondet_int(void);
int array[3];
int testme(int index) {
    int i;
    if (index != 1)
        index = 2;
    else
        index = index + 2;
    i = index;
    assert(i >= 0 && i < 3);
    return array[i];
}
int main(void) {
    return testme(1);
}
";
    check(
        "a.c",
        program,
        expect![[r#"
            error-invariants: 10 9 15
            flow-sensitive: 10 9 15
            max-sat: 10
            max-sat-iterated: 10 9 6 15
            ped: 9 10 6 15
            auto-debug: 10 9 6
            backward-slice: 10 9 6 15
        "#]],
    );
}

/// In the manner of the first example of error invariants: a sorting function gets one more than the length.
#[test]
fn a_cell_too_many_is_sorted_in_c() {
    let program = "\
#include <assert.h>
void sort(int a[], int size) {
    int i;
    int j;
    for (i = 1; i < size; i++) {
        int v = a[i];
        for (j = i; j > 0 && a[j - 1] > v; j--)
            a[j] = a[j - 1];
        a[j] = v;
    }
}
int main(void) {
    int a[3];
    int length = 2;
    a[0] = 14;
    a[1] = 11;
    a[2] = 0;
    sort(a, length + 1);
    assert(a[0] == 11);
    return 0;
}
";
    check(
        "a.c",
        program,
        expect![[r#"
            error-invariants: 9 7 7 6 5 8 5 18
            flow-sensitive: 9 7 7 6 5 8 5 18 17 16 15 14
            max-sat: 5
            max-sat-iterated: 5 5 9 7 7 8 7 6 5 18 17 14
            ped: 16 17 7 9 7 6 14 8 5 18 5 15 18 7 5
            auto-debug: 5 9 7 8 7 6 5 18 17 5 14
            backward-slice: 9 7 7 7 6 5 5 8 5 18 18 17 16 15 14
        "#]],
    );
}

#[test]
fn recursion_is_walked_with_the_names_of_each_activation() {
    let program = "\
#include <assert.h>
int sum(int n) {
    int rest = 0;
    if (n > 0)
        rest = sum(n - 1);
    return rest + n;
}
int main(void) {
    int unused = 5;
    if (unused > 3)
        unused = 6;
    assert(sum(2) != 3);
    return 0;
}
";
    check(
        "a.c",
        program,
        expect![[r#"
            error-invariants: 6 5 3 5
            flow-sensitive: 6 5 3 5
            max-sat: 6
            max-sat-iterated: 6 5 4 3 5
            ped: 3 5 6 4 5
            auto-debug: 6 5 4 3 5 10 9
            backward-slice: 6 5 3 5 4
        "#]],
    );
}

/// Slices say why the error is reached; a loop governs what is in it, and nothing behind it.
#[test]
fn an_error_under_branches_in_c() {
    let program = "\
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
    int flag = 0;
    int n = 0;
    while (n < 2) {
        n++;
    }
    if (__VERIFIER_nondet_int() < 0)
        return 0;
    flag = 1;
    if (flag) {
        if (n > 5)
            n = 0;
        int level = 3;
        if (level > 2)
            reach_error();
    }
    return 0;
}
";
    check(
        "a.c",
        program,
        expect![[r#"
            error-invariants: 15
            flow-sensitive: 15 11
            max-sat: 15
            max-sat-iterated: 15 12 11 9
            ped: 15 11 12 9 5 6
            auto-debug: 15 13 7 5 12 11 9 6
            backward-slice: 15 12 11 9 9
        "#]],
    );
}

#[test]
fn the_command_line_shows_techniques_side_by_side_each_once() {
    let program = "procedure main() {\n  var x: int;\n  x := 7;\n  assert x > 10;\n}\n";
    let folder = Folder::with(&[("a.bpl", program)]);
    let output = folder.check(&["a.bpl", "--technique", "relevance,max-sat,backward-slice,max-sat"]);
    let text = stdout(&output);
    let section = text.split("\n\n").find(|it| it.starts_with("Other techniques")).expect("a section");
    expect![[r#"
        Other techniques (ranks on the first error trace, by source line)
          A: relevance
          B: max-sat
          C: backward-slice
                                                             A   B   C
          line 3  x := 7                                     1   1   1"#]]
    .assert_eq(section.trim_end());
    let without_tests = "Measures of coverage (spectra) are not among them: they need tests.";
    assert!(stdout(&folder.check(&["a.bpl", "--technique", "all"])).contains(without_tests));
    assert!(!text.contains(without_tests));
    assert_eq!(folder.check(&["a.bpl", "--technique", "tarantula"]).status.code(), Some(2));
}
