//! Faults in the bodies of macros are listed where the macro is defined.

use std::fs;

use faultscope::report::{Finding, Report, Strength, Verdict};
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
        preprocessor: Vec::new(),
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
    let matters =
        |it: &&Finding| matches!(it.strength, Strength::Constant | Strength::Expression | Strength::Relevant);
    report.findings.iter().filter(matters)
}

/// A finding draws on a macro that is defined there.
#[track_caller]
fn check_drawn_on(files: &[(&str, &str)], name: &str, file: &str, line: u32) {
    let report = report(files);
    let is_it = |(known, span): &(String, faultscope_ir::Span)| {
        known == name && place(&report, *span) == (file.to_owned(), line)
    };
    assert!(relevant(&report).any(|it| it.definitions.iter().any(is_it)), "{:#?}", report.findings);
}

/// A finding is in the definition of a macro, and was used there.
#[track_caller]
fn check_in_definition(files: &[(&str, &str)], file: &str, line: u32, uses: &[u32]) {
    let report = report(files);
    let finding = relevant(&report).find(|it| place(&report, it.span) == (file.to_owned(), line));
    let finding = finding.unwrap_or_else(|| panic!("{:#?}", report.findings));
    let lines: Vec<u32> = finding.expansions.iter().map(|span| place(&report, *span).1).collect();
    assert_eq!(lines, uses);
}

const OBJECT: &str = "extern void reach_error(void);\n#include \"limit.h\"\n\nint main(void) {\n  int stock[4] = {0};\n  int n = 0;\n  \
                      while (n < CAPACITY) {\n    n = n + 1;\n  }\n  int last = CAPACITY;\n  if (last > 4) reach_error();\n  return stock[0];\n}\n";
const OBJECT_MACRO: &str = "#define CAPACITY 5\n";
const FUNCTION: &str = "extern void reach_error(void);\n#include \"limit.h\"\n\nint main(void) {\n  int level = 3;\n  ADD_TWO(level);\n  \
                        if (level != 5) reach_error();\n  return 0;\n}\n";
const FUNCTION_MACRO: &str = "#define ADD_TWO(x) \\\n  x = x + 1\n";

#[test]
fn an_object_like_macro_in_the_file() {
    let text = OBJECT.replace("#include \"limit.h\"\n", OBJECT_MACRO);
    check_drawn_on(&[("a.c", &text)], "CAPACITY", "a.c", 2);
}

#[test]
fn an_object_like_macro_in_a_header() {
    check_drawn_on(&[("a.c", OBJECT), ("limit.h", OBJECT_MACRO)], "CAPACITY", "limit.h", 1);
}

#[test]
fn a_function_like_macro_in_the_file() {
    let text = FUNCTION.replace("#include \"limit.h\"\n", FUNCTION_MACRO);
    check_in_definition(&[("a.c", &text)], "a.c", 3, &[7]);
}

#[test]
fn a_function_like_macro_in_a_header() {
    check_in_definition(&[("a.c", FUNCTION), ("limit.h", FUNCTION_MACRO)], "limit.h", 2, &[6]);
}
