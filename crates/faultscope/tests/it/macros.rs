//! Faults in the bodies of macros are listed, and patched, where the macro is defined.

use std::fs;

use faultscope::report::{Finding, PatchVerdict, Report, Strength, Verdict};
use faultscope::{CheckRequest, Options, check};

/// The report on a program of files in a folder; the first one is checked, the others are headers.
fn report(files: &[(&str, &str)]) -> Report {
    let folder = tempfile::tempdir().expect("there is room");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("it is in a folder")).expect("there is room");
        fs::write(path, text).expect("there is room");
    }
    let request = CheckRequest {
        files: vec![folder.path().join(files[0].0)],
        preprocessor: faultscope::Preprocessor::default(),
        options: Options::standard(),
    };
    let report = check(&request, &faultscope::Silent).unwrap_or_else(|it| panic!("{:?}", it.diagnostics));
    assert_eq!(report.verdict, Verdict::Unsafe);
    report
}

fn place(report: &Report, span: faultscope_ir::Span) -> (String, u32) {
    let name = &report.sources.file(span.file).name;
    (name.rsplit('/').next().unwrap_or(name).to_owned(), span.line)
}

fn relevant(report: &Report) -> impl Iterator<Item = &Finding> {
    let matters = |it: &&Finding| {
        let is_relevant =
            matches!(it.strength, Strength::Constant | Strength::Expression | Strength::Relevant);
        is_relevant || it.other_way.is_some()
    };
    report.findings.iter().filter(matters)
}

/// A finding draws on a macro that is defined there.
#[track_caller]
fn check_drawn_on(report: &Report, name: &str, file: &str, line: u32) {
    let is_it = |(known, span): &(String, faultscope_ir::Span)| {
        known == name && place(report, *span) == (file.to_owned(), line)
    };
    assert!(relevant(report).any(|it| it.definitions.iter().any(is_it)), "{:#?}", report.findings);
}

/// A finding is in the definition of a macro, and was used there.
#[track_caller]
fn check_in_definition(report: &Report, file: &str, line: u32, uses: &[u32]) {
    let finding = relevant(report).find(|it| place(report, it.span) == (file.to_owned(), line));
    let finding = finding.unwrap_or_else(|| panic!("{:#?}", report.findings));
    let lines: Vec<u32> = finding.expansions.iter().map(|span| place(report, *span).1).collect();
    assert_eq!(lines, uses);
}

/// The best patch changes a line of a file, and is proved.
#[track_caller]
fn check_patched(report: &Report, file: &str, (line, old, new): (u32, &str, &str)) {
    let best = report.patches.first().expect("there are patches");
    assert_eq!(place(report, best.span), (file.to_owned(), line));
    assert_eq!((best.old_line.as_str(), best.new_line.as_str()), (old, new));
    assert_eq!(best.verdict, PatchVerdict::Proved);
}

/// Changing one of the uses is not enough.
const OBJECT: &str = "\
extern void reach_error(void);
#include \"limit.h\"

int main(void) {
  int n = 0, m = 0;
  while (n < CAPACITY)
    n = n + 1;
  while (m < CAPACITY)
    m = m + 1;
  if (n > 4 || m > 4) reach_error();
  return 0;
}
";
const OBJECT_MACRO: &str = "#define CAPACITY 5\n";
const OBJECT_PATCHED: (&str, &str) = ("#define CAPACITY 5", "#define CAPACITY 4");

const FUNCTION: &str = "\
extern void reach_error(void);
#include \"limit.h\"

int main(void) {
  int level = 3;
  ADD_TWO(level);
  if (level != 5) reach_error();
  return 0;
}
";
const FUNCTION_MACRO: &str = "#define ADD_TWO(x) \\\n  x = x + 1\n";
const FUNCTION_PATCHED: (&str, &str) = ("  x = x + 1", "  x = x + 2");

const EXPRESSION: &str = "\
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#include \"limit.h\"

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  int m = LARGER(a, b);
  if (m < a || m < b) reach_error();
  return 0;
}
";
const EXPRESSION_MACRO: &str = "#define LARGER(a, b) ((a) < (b) ? (a) : (b))\n";
const EXPRESSION_PATCHED: (&str, &str) =
    ("#define LARGER(a, b) ((a) < (b) ? (a) : (b))", "#define LARGER(a, b) ((a) > (b) ? (a) : (b))");

/// Puts a macro where a program includes it.
fn in_the_file(program: &str, definition: &str) -> String {
    program.replace("#include \"limit.h\"\n", definition)
}

#[test]
fn an_object_like_macro_in_the_file() {
    let report = report(&[("a.c", &in_the_file(OBJECT, OBJECT_MACRO))]);
    check_drawn_on(&report, "CAPACITY", "a.c", 2);
    check_patched(&report, "a.c", (2, OBJECT_PATCHED.0, OBJECT_PATCHED.1));
}

#[test]
fn an_object_like_macro_in_a_header() {
    let report = report(&[("a.c", OBJECT), ("limit.h", OBJECT_MACRO)]);
    check_drawn_on(&report, "CAPACITY", "limit.h", 1);
    check_patched(&report, "limit.h", (1, OBJECT_PATCHED.0, OBJECT_PATCHED.1));
}

#[test]
fn a_function_like_macro_in_the_file() {
    let report = report(&[("a.c", &in_the_file(FUNCTION, FUNCTION_MACRO))]);
    check_in_definition(&report, "a.c", 3, &[7]);
    check_patched(&report, "a.c", (3, FUNCTION_PATCHED.0, FUNCTION_PATCHED.1));
}

#[test]
fn a_function_like_macro_in_a_header() {
    let report = report(&[("a.c", FUNCTION), ("limit.h", FUNCTION_MACRO)]);
    check_in_definition(&report, "limit.h", 2, &[6]);
    check_patched(&report, "limit.h", (2, FUNCTION_PATCHED.0, FUNCTION_PATCHED.1));
}

#[test]
fn a_macro_that_is_part_of_an_expression() {
    let in_file = report(&[("a.c", &in_the_file(EXPRESSION, EXPRESSION_MACRO))]);
    check_drawn_on(&in_file, "LARGER", "a.c", 3);
    check_patched(&in_file, "a.c", (3, EXPRESSION_PATCHED.0, EXPRESSION_PATCHED.1));
    let in_header = report(&[("a.c", EXPRESSION), ("limit.h", EXPRESSION_MACRO)]);
    check_drawn_on(&in_header, "LARGER", "limit.h", 1);
    check_patched(&in_header, "limit.h", (1, EXPRESSION_PATCHED.0, EXPRESSION_PATCHED.1));
}
