//! Patches of types: conversions of formats, addresses for `scanf`, declarations; and where none of this is proposed.

use crate::folder::{Folder, stderr, stdout};
use serde_json::Value;

/// The report on a program with one test: what it is given, and what it has to write.
fn report(program: &str, (input, output): (&str, &str)) -> Value {
    let folder = Folder::with(&[("a.c", program), ("in", input), ("out", output)]);
    let output = folder.check(&["a.c", "--stdin", "in", "--expect", "out", "--format", "json"]);
    assert_eq!(output.status.code(), Some(1), "{}{}", stdout(&output), stderr(&output));
    serde_json::from_str(&stdout(&output)).expect("the report is JSON")
}

/// The program whose `main` has this body.
fn with_main(body: &str) -> String {
    format!("#include <stdio.h>\nint main(void) {{\n{body}    return 0;\n}}\n")
}

/// The lines that patches take away and put in, as their diffs have them.
fn changes(report: &Value) -> Vec<Vec<String>> {
    let diffs = report["patches"].as_array().expect("an array").iter().map(|it| it["diff"].as_str());
    let lines = |diff: &str| {
        let changed = diff.lines().skip(2).filter(|line| line.starts_with(['-', '+']));
        changed.map(|line| format!("{}{}", &line[..1], line[1..].trim())).collect()
    };
    diffs.map(|diff| lines(diff.expect("a diff"))).collect()
}

/// The lines of the findings about types.
fn lines_of_types(report: &Value) -> Vec<u64> {
    let findings = report["findings"].as_array().expect("an array").iter();
    let of_types = findings.filter(|it| it["kind"] == "type");
    of_types.map(|it| it["line"].as_u64().expect("a line")).collect()
}

#[track_caller]
fn check_first(program: &str, test: (&str, &str), changed: &[&str], line: u64) {
    let report = report(program, test);
    let changes = changes(&report);
    assert_eq!(changes.first().map_or(&[][..], |it| it), changed, "{changes:#?}");
    assert!(lines_of_types(&report).contains(&line), "{:?}", lines_of_types(&report));
}

#[track_caller]
fn check_none(program: &str, test: (&str, &str)) {
    let report = report(program, test);
    assert_eq!(lines_of_types(&report), [0; 0], "{:#?}", changes(&report));
}

#[test]
fn all_conversions_of_a_format_that_do_not_fit_are_corrected() {
    let body = "    unsigned char a, b;\n    scanf(\"%u %3u\", &a, &b);\n    printf(\"%u\\n\", a + b);\n";
    let changed = ["-scanf(\"%u %3u\", &a, &b);", "+scanf(\"%hhu %3hhu\", &a, &b);"];
    check_first(&with_main(body), ("3 4", "7\n"), &changed, 4);
    let body = "    double x;\n    scanf(\"%f\", &x);\n    printf(\"%.1f\\n\", x * 2);\n";
    check_first(&with_main(body), ("1.5", "3.0\n"), &["-scanf(\"%f\", &x);", "+scanf(\"%lf\", &x);"], 4);
}

#[test]
fn a_format_that_fits_stays() {
    let body = "    int n;\n    scanf(\"%d\", &n);\n    printf(\"%d\\n\", n - 1);\n";
    check_none(&with_main(body), ("3", "4\n"));
}

#[test]
fn addresses_that_are_missing_are_put_in_together() {
    let body = "    int n[1], m;\n    m = n[0] = 0;\n    scanf(\"%d%d\", n[0], m);\n    printf(\"%d\\n\", n[0] + m);\n";
    let changed = ["-scanf(\"%d%d\", n[0], m);", "+scanf(\"%d%d\", &n[0], &m);"];
    check_first(&with_main(body), ("3 4", "7\n"), &changed, 5);
}

#[test]
fn an_address_that_is_there_stays() {
    let body = "    int n[2];\n    scanf(\"%d%d\", n, n + 1);\n    printf(\"%d\\n\", n[0] - n[1]);\n";
    check_none(&with_main(body), ("3 4", "7\n"));
}

const LABEL: &str = "\
#include <stdio.h>
char *label(int id) {
    char text[16];
    sprintf(text, \"item-%d\", id);
    return text;
}
int main(void) {
    char *first = label(1);
    puts(first);
    return 0;
}
";

#[test]
fn an_array_whose_address_is_returned_is_static() {
    check_first(LABEL, ("", "item-1\n"), &["-char text[16];", "+static char text[16];"], 3);
}

#[test]
fn an_array_that_does_not_outlive_its_function_is_not_static() {
    let program = LABEL.replace("char *label", "int label").replace("return text;", "return id - 1;");
    let program = program.replace("char *first", "int first").replace("puts(first)", "printf(\"%d\", first)");
    check_none(&program, ("", "2"));
}

const PRODUCT: &str = "    int n, i, product = 1;
    scanf(\"%d\", &n);
    for (i = 1; i <= n; i++)
        product *= i;
    printf(\"%d\\n\", product);
";

#[test]
fn a_declaration_gets_a_wider_type_and_formats_change_along() {
    let changed = [
        "-int n, i, product = 1;",
        "-scanf(\"%d\", &n);",
        "+long long n, i, product = 1;",
        "+scanf(\"%lld\", &n);",
        "-printf(\"%d\\n\", product);",
        "+printf(\"%lld\\n\", product);",
    ];
    let program = with_main(PRODUCT);
    let report = report(&program, ("20", "2432902008176640000\n"));
    assert_eq!(changes(&report).first().expect("a patch"), &changed);
    assert_eq!(lines_of_types(&report), [3]);
}

#[test]
fn a_type_that_is_wide_enough_stays() {
    let program = with_main(&PRODUCT.replace("i <= n", "i < n"));
    check_none(&program, ("5", "120\n"));
}

#[test]
fn a_counter_that_goes_below_zero_gets_a_sign() {
    let body = "    unsigned i, sum = 0;\n    int a[3] = {1, 2, 4};\n    for (i = 2; i >= 0; i--)\n        sum += a[i];\n    printf(\"%u\\n\", sum);\n";
    let report = report(&with_main(body), ("", "7\n"));
    let all = changes(&report);
    assert!(all.iter().any(|it| it.contains(&"+int i, sum = 0;".to_owned())), "{all:#?}");
    assert!(lines_of_types(&report).contains(&3));
}

#[test]
fn a_complement_keeps_the_width_of_its_operand() {
    let program = "\
#include <stdio.h>
int is_complement(unsigned char a, unsigned char b) {
    return a == ~b;
}
int main(void) {
    printf(\"%d %d %d\\n\", is_complement(15, 240), is_complement(1, 2), is_complement(5, 1));
    return 0;
}
";
    let all = changes(&report(program, ("", "1 0 0\n")));
    let changed = ["-return a == ~b;", "+return a == (unsigned char)~b;"];
    assert_eq!(all.first().map_or(&[][..], |it| it), changed, "{all:#?}");
    let program = program.replace("unsigned char", "int");
    let all = changes(&report(&program, ("", "1 0 0\n")));
    assert!(!all.iter().flatten().any(|it| it.contains("(unsigned char)")), "{all:#?}");
}
