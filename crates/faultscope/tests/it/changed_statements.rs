//! Patches beyond an expression, where tests say what is right: statements that come, go, move or get a condition, formats,
//! conversions, several places; and when none is shown.

use crate::folder::Folder;
use serde_json::Value;
use std::collections::BTreeSet;

/// The patches of a program whose `main` has this body, with tests: what each is given, and what it has to write.
fn patches(body: &str, tests: &[(&str, &str)], arguments: &[&str]) -> Vec<Value> {
    let program = format!("#include <stdio.h>\nint main(void) {{\n{body}    return 0;\n}}\n");
    let names: Vec<[String; 2]> =
        (0..tests.len()).map(|it| [format!("tests/{it}.in"), format!("tests/{it}.out")]).collect();
    let mut files = vec![("a.c", program.as_str())];
    for ([given, expected], (input, output)) in names.iter().zip(tests) {
        files.extend([(given.as_str(), *input), (expected.as_str(), *output)]);
    }
    Folder::with(&files).patches(&[&["--tests", "tests"], arguments].concat())
}

/// The lines that the first patch takes away and puts in, as its diff has them.
pub fn first(body: &str, tests: &[(&str, &str)]) -> Vec<String> {
    let patches = patches(body, tests, &[]);
    let Some(patch) = patches.first() else { return Vec::new() };
    assert_eq!(patch["verdict"], "passes-tests");
    let diff = patch["diff"].as_str().expect("a diff");
    let changed = diff.lines().skip(2).filter(|line| line.starts_with(['-', '+']));
    changed.map(|line| format!("{}{}", &line[..1], line[1..].trim())).collect()
}

#[test]
fn a_missing_break_is_put_in() {
    let body = "\
    int n, i, found = -1;
    scanf(\"%d\", &n);
    for (i = 2; i <= n; i++)
        if (n % i == 0) {
            found = i;
        }
    printf(\"%d\\n\", found);
";
    let tests = [("15", "3\n"), ("49", "7\n"), ("7", "7\n"), ("12", "2\n")];
    assert_eq!(first(body, &tests), ["+break;"]);
}

#[test]
fn a_statement_that_its_siblings_have_is_repeated() {
    let body = "\
    int level, step, sum = 0;
    scanf(\"%d %d\", &level, &step);
    level += step;
    sum += level * level;
    level += step;
    printf(\"%d %d\\n\", level, sum);
";
    let tests = [("1 1", "3 13\n"), ("2 0", "2 8\n"), ("2 -1", "0 1\n"), ("5 -1", "3 25\n")];
    assert_eq!(first(body, &tests), ["+sum += level * level;"]);
}

#[test]
fn a_value_that_was_not_expected_is_not_written() {
    let body = "\
    int width, height;
    scanf(\"%d %d\", &width, &height);
    int area = width * height;
    printf(\"%d x %d: %d\\n\", width, height, area);
";
    let tests = [("3 5", "15\n"), ("2 2", "4\n"), ("7 1", "7\n")];
    let changed = ["-printf(\"%d x %d: %d\\n\", width, height, area);", "+printf(\"%d\\n\", area);"];
    assert_eq!(first(body, &tests), changed);
}

#[test]
fn a_line_that_somebody_has_forgotten_goes() {
    let body = "\
    int n;
    scanf(\"%d\", &n);
    printf(\"n = %d\\n\", n);
    printf(\"%d\\n\", n * n);
";
    assert_eq!(first(body, &[("3", "9\n"), ("5", "25\n")]), ["-printf(\"n = %d\\n\", n);"]);
}

#[test]
fn a_statement_goes_into_the_block_before() {
    let body = "\
    int n, sum = 0, count = 0;
    while (scanf(\"%d\", &n) == 1) {
        if (n < 0)
            sum += n;
            count++;
    }
    printf(\"%d %d\\n\", sum, count);
";
    let changed = first(body, &[("1 -2", "-2 1\n"), ("-1 -1 4", "-2 2\n"), ("-3", "-3 1\n")]);
    assert_eq!(changed, ["-sum += n;", "-count++;", "+{ sum += n;", "+count++; }"]);
}

#[test]
fn a_value_that_is_out_of_range_is_corrected() {
    let body = "\
    int n, rest;
    scanf(\"%d\", &n);
    rest = 10 - n;
    printf(\"%d\\n\", rest);
";
    let tests = [("12", "0\n"), ("15", "0\n"), ("3", "7\n"), ("9", "1\n"), ("10", "0\n")];
    assert_eq!(first(body, &tests), ["+if (rest < 0) rest = 0;"]);
}

#[test]
fn a_format_writes_what_was_expected() {
    let body = "\
    int seconds;
    scanf(\"%d\", &seconds);
    printf(\"%d:%d\\n\", seconds / 60, seconds % 60);
";
    let tests = [("61", "01:01\n"), ("130", "02:10\n"), ("700", "11:40\n")];
    let changed = [
        "-printf(\"%d:%d\\n\", seconds / 60, seconds % 60);",
        "+printf(\"%02d:%02d\\n\", seconds / 60, seconds % 60);",
    ];
    assert_eq!(first(body, &tests), changed);
}

#[test]
fn a_division_keeps_what_is_behind_the_point() {
    let body = "\
    int sum, n;
    scanf(\"%d %d\", &sum, &n);
    printf(\"%.2f\\n\", sum / n * 1.0);
";
    let changed = ["-printf(\"%.2f\\n\", sum / n * 1.0);", "+printf(\"%.2f\\n\", (double)sum / n * 1.0);"];
    assert_eq!(first(body, &[("5 2", "2.50\n"), ("7 4", "1.75\n"), ("6 3", "2.00\n")]), changed);
}

#[test]
fn what_is_written_wrong_at_several_places_is_one_patch() {
    let body = "\
    int n;
    printf(\"a number, please\\n\");
    scanf(\"%d\", &n);
    if (n % 2 == 0) {
        printf(\"Even\\n\");
    } else {
        printf(\"Odd/n\");
    }
";
    let changed = [
        "-printf(\"a number, please\\n\");",
        "-printf(\"Even\\n\");",
        "+printf(\"even\\n\");",
        "-printf(\"Odd/n\");",
        "+printf(\"odd\\n\");",
    ];
    assert_eq!(first(body, &[("2", "even\n"), ("3", "odd\n"), ("8", "even\n"), ("9", "odd\n")]), changed);
}

/// A number that the program writes nowhere is what one test expects, and no repair.
#[test]
fn what_a_test_expects_is_not_written_as_it_is() {
    let body = "\
    int n;
    scanf(\"%d\", &n);
    if (n > 100)
        printf(\"%d\\n\", n);
";
    for patch in patches(body, &[("4", "24\n")], &[]) {
        let new = patch["new"].as_str().expect("a text");
        assert!(!new.contains("printf(\"24"), "{new}");
    }
}

/// Where changes of more than four lines pass, none of them is a patch; who asks for all of them sees them.
#[test]
fn where_anything_helps_no_patch_is_shown() {
    let body = "\
    int a, b, c, d, e;
    a = 1;
    b = a + 1;
    c = b + 1;
    d = c + 1;
    e = d + 1;
    printf(\"%d\\n\", e);
";
    assert_eq!(patches(body, &[("", "6\n")], &[]), Vec::<Value>::new());
    assert!(patches(body, &[("", "6\n")], &["--thorough"]).len() > 4);
}

/// The patches of a program without tests, as what each takes away and puts in.
fn without_tests(program: &str) -> Vec<(String, String, String)> {
    let patches = Folder::with(&[("a.c", program)]).patches(&[]);
    let text = |it: &Value, field: &str| it[field].as_str().expect("a text").trim().to_owned();
    patches.iter().map(|it| (text(it, "verdict"), text(it, "old"), text(it, "new"))).collect()
}

#[test]
fn a_missing_null_check_is_proved() {
    let program = "\
#include <stdlib.h>
struct list { int value; struct list *next; };
int nondet_int(void);
int second(struct list *l) {
    if (l->next->value > 3)
        return 1;
    return 0;
}
int main(void) {
    struct list b = { nondet_int(), NULL };
    struct list a = { 1, &b };
    struct list *p = nondet_int() ? &a : &b;
    return second(p);
}
";
    let patches = without_tests(program);
    let check = ("proved", "", "if (!l->next) return 0;");
    let check = (check.0.to_owned(), check.1.to_owned(), check.2.to_owned());
    assert!(patches.iter().take(3).any(|it| *it == check), "{patches:?}");
}

/// A program with an operation by its number, and what the first case does in the end.
fn operations(end: &str) -> String {
    format!(
        "\
#include <assert.h>
int nondet_int(void);
int main(void) {{
    int op = nondet_int(), a = 7, b = 3, r = 0;
    switch (op) {{
    case 1:
        r = a + b;
    case 2:
        r = {end};
        break;
    default:
        r = 0;
    }}
    if (op == 1)
        assert(r == a + b);
    return 0;
}}
"
    )
}

#[test]
fn a_case_that_goes_on_with_the_next_one_ends() {
    let program = operations("a - b");
    let first = &without_tests(&program)[0];
    assert_eq!(*first, ("proved".to_owned(), String::new(), "break;".to_owned()));
    let folder = Folder::with(&[("a.c", &program)]);
    let report: Value = serde_json::from_slice(&folder.check(&["a.c", "--format", "json"]).stdout)
        .expect("the report is JSON");
    assert_eq!(
        (&report["findings"][0]["line"], &report["findings"][0]["kind"]),
        (&7.into(), &"missing".into())
    );
}

/// With a jump there the first case would lack what the second one does.
#[test]
fn a_case_that_goes_on_on_purpose_does_not_end() {
    let program = operations("r - b");
    let patches = without_tests(&program);
    assert!(patches.iter().any(|(verdict, ..)| verdict == "proved"), "{patches:?}");
    let program = program.replace("r == a + b", "r == a - 2 * b");
    let patches = without_tests(&program);
    assert!(patches.iter().all(|(.., new)| new != "break;"), "{patches:?}");
}

#[test]
fn a_sign_that_was_forgotten_is_put_in() {
    let program = "\
#include <assert.h>
int nondet_int(void);
int distance(int x) {
    if (x < 0)
        return x;
    return x;
}
int main(void) {
    int x = nondet_int();
    if (x < -1000 || x > 1000) return 0;
    int y = distance(x);
    assert(y >= 0);
}
";
    assert_eq!(without_tests(program)[0], ("proved".to_owned(), "x".to_owned(), "-x".to_owned()));
}

#[test]
fn a_loop_takes_every_second_element() {
    let program = "\
#include <assert.h>
int main(void) {
    int a[3] = {1, 2, 3};
    int s = 0;
    for (int i = 0; i < 3; i++)
        s = s + a[i];
    assert(s == 4);
}
";
    let patches = without_tests(program);
    assert!(
        patches.iter().any(|(verdict, _, new)| verdict == "proved" && new.contains("i = i + 2")),
        "{patches:?}"
    );
}

/// What `main` hands to a function is what the program works on; that a loop is not entered repairs nothing.
#[test]
fn neither_data_nor_work_is_taken_away() {
    let program = "\
int cells[] = { 0, 0, 0, 0 };
void fill(int n) {
    for (int i = 0; i <= n; i++)
        cells[i] = i;
}
int main(void) {
    fill(4);
    return cells[0];
}
";
    let patches = without_tests(program);
    assert!(
        patches.iter().any(|(verdict, old, new)| verdict == "proved" && old == "<=" && new == "<"),
        "{patches:?}"
    );
    for (_, old, new) in &patches {
        assert!(old != "4" && !(old == "0" && new == "n"), "`{old}` becomes `{new}`");
    }
}

#[test]
fn of_changes_at_many_lines_the_slip_at_a_boundary_is_shown() {
    let body = "\
    int n, i, sum = 0, last = 0, k = 1;
    scanf(\"%d\", &n);
    for (i = 1; i < n; i += k) // <=
        sum = sum + i;
    last = sum;
    sum = last + 0;
    printf(\"%d\\n\", sum);
";
    let lines = |patches: &[Value]| {
        patches.iter().map(|it| it["line"].as_u64().expect("a line")).collect::<BTreeSet<_>>()
    };
    let tests = [("3\n", "6\n")];
    let shown = patches(body, &tests, &[]);
    assert_eq!(shown.len(), 1, "{shown:?}");
    assert_eq!(shown[0]["new_line"], "    for (i = 1; i <= n; i += k) // <=");
    assert!(lines(&patches(body, &tests, &["--thorough"])).len() > 4);
    // Where it is none, none is shown.
    let other = body.replace("i < n;", "i + 1 <= n;");
    assert!(lines(&patches(&other, &tests, &["--thorough"])).len() > 4);
    let shown = patches(&other, &tests, &[]);
    assert!(shown.is_empty(), "{shown:?}");
}
