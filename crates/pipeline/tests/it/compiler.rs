//! What is made of a compiler's warnings. They are written down here, for compilers differ.

use std::sync::Arc;

use faultscope_ir::Trace;
use faultscope_ir::compiler::{
    CompilerEvidence, CompilerGap, CompilerName, CompilerWarning, CompilerWarnings,
};
use faultscope_localize::compiler::CompilerSupport;
use faultscope_pipeline::report::text::{self, Options as TextOptions, Style};
use faultscope_pipeline::report::{Report, json};
use faultscope_pipeline::stages::Stages;
use faultscope_pipeline::{localize, report};
use faultscope_repair::Failure;
use faultscope_repair::ranking::{Standing, rank};
use faultscope_solver::Limits;
use faultscope_verify::Answer;

use crate::programs::{execution, quick, translated};

const PROGRAM: &str = "\
int any(void);
void reach_error(void);
int main(void) {
    int mode = 1;
    int n = any();
    if (n = 3)
        mode = 2;
    if (mode != 1)
        reach_error();
    if (n == 4)
        n = 5;
    return 0;
}
";

fn warning(line: u32, flag: &str, message: &str) -> CompilerWarning {
    CompilerWarning {
        file: "./a.c".to_owned(),
        line,
        column: 5,
        flag: Some(flag.to_owned()),
        message: message.to_owned(),
        notes: Vec::new(),
    }
}

fn parentheses() -> CompilerWarning {
    warning(6, "-Wparentheses", "suggest parentheses around assignment used as truth value")
}

/// The report with these warnings.
fn reported(warnings: Vec<CompilerWarning>, gap: Option<CompilerGap>) -> Report {
    reported_of(PROGRAM, warnings, gap)
}

/// The same of another program.
fn reported_of(text: &str, warnings: Vec<CompilerWarning>, gap: Option<CompilerGap>) -> Report {
    let options = quick();
    let own = translated(text, &options);
    let traces = vec![execution(&own.program, 0)];
    let localized = localize(&own.program, &traces, None, &options, &Limits::unlimited());
    let compiler = CompilerName { name: "gcc".to_owned(), version: "12.2.0".to_owned() };
    let warnings = Arc::new(CompilerWarnings { compiler: Some(compiler), warnings, gap });
    let of_traces: Vec<&Trace> = traces.iter().map(|it| &it.trace).collect();
    let support = CompilerSupport::of(&own.program, &of_traces, &localized.findings, warnings);
    report(&Stages {
        translated: Some(Arc::new(own)),
        answer: Some(Arc::new(Answer::given(traces))),
        localized: Some(Arc::new(localized)),
        compiler: Some(Arc::new(support)),
        ..Stages::new(&options)
    })
}

fn shown(report: &Report, details: bool) -> String {
    let style = Style { color: false, width: 100 };
    let options = TextOptions { details, ..TextOptions::first_screen(style) };
    text::render(report, &options)
}

/// The lines of the findings that the first warning supports, with what connects them.
fn supported(report: &Report) -> Vec<(u32, CompilerEvidence)> {
    let compiler = report.compiler.as_ref().expect("it was asked");
    let line = |rank: usize| report.finding(rank).expect("it is reported").span.line;
    let mut lines: Vec<_> =
        compiler.warnings[0].supports.iter().map(|(rank, by)| (line(*rank), *by)).collect();
    lines.sort_unstable();
    lines
}

#[test]
fn a_warning_is_quoted_at_the_finding_whose_line_it_names() {
    let report = reported(vec![parentheses()], None);
    assert_eq!(supported(&report), [(6, CompilerEvidence::Line)]);
    let screen = shown(&report, false);
    let quote = "warns: suggest parentheses around assignment used as truth value [-Wparentheses]";
    assert!(screen.contains(quote) && screen.contains("gcc 12.2.0 warns"), "{screen}");
    assert!(!screen.contains("Your compiler"), "{screen}");
    let details = shown(&report, true);
    assert!(details.contains("Compiler: gcc 12.2.0, 1 warning, 1 on the failing path\n"), "{details}");
    assert_eq!(details.matches("suggest parentheses").count(), 1, "{details}");
}

#[test]
fn a_warning_about_the_failing_path_supports_what_assigns_its_variable() {
    let report = reported(vec![warning(8, "-Wodd", "'mode' may be used uninitialized")], None);
    let variable = CompilerEvidence::Variable;
    // What line 4 assigns does not matter: another value is there by then.
    assert_eq!(supported(&report), [(7, variable)]);
    // It is quoted once.
    let screen = shown(&report, false);
    assert_eq!(screen.matches("'mode' may be used").count(), 1, "{screen}");
}

#[test]
fn another_variable_and_a_line_beside_the_path_support_nothing() {
    assert_eq!(supported(&reported(vec![warning(8, "-Wodd", "'mod' may be used")], None)), []);
    assert_eq!(supported(&reported(vec![warning(11, "-Wodd", "'mode' is odd")], None)), []);
}

#[test]
fn a_warning_about_the_path_that_no_finding_has_is_listed_once() {
    let others = vec![
        parentheses(),
        warning(8, "-Walso", "this condition is odd"),
        warning(11, "-Wbeside", "not on the path"),
        CompilerWarning { file: "b.c".to_owned(), ..warning(8, "-Wother", "of another program") },
    ];
    let report = reported(others, None);
    for details in [false, true] {
        let text = shown(&report, details);
        assert!(
            text.contains("Your compiler also says (gcc 12.2.0)\n  line 8  this condition is odd [-Walso]\n"),
            "{text}"
        );
        assert_eq!(text.matches("-Walso").count(), 1, "{text}");
        assert!(!text.contains("-Wbeside") && !text.contains("-Wother"), "{text}");
    }
    // Documents have what is beside the path, too.
    let compiler = report.compiler.as_ref().expect("it was asked");
    let flags: Vec<&str> = compiler.warnings.iter().filter_map(|it| it.flag.as_deref()).collect();
    assert_eq!(flags, ["-Wparentheses", "-Walso", "-Wbeside"]);
    let on_path: Vec<bool> = compiler.warnings.iter().map(|it| it.is_on_path).collect();
    assert_eq!(on_path, [true, true, false]);
}

#[test]
fn a_line_of_which_nothing_is_left_is_on_the_path_between_others() {
    // Line 6 is a constant, line 7 is therefore no part of the program, and line 9 is not executed.
    let inserted =
        "int n = any();\n    if (sizeof n == 1)\n        mode = 7;\n    if (n == 9)\n        mode = 8;\n";
    let text = PROGRAM.replace("int n = any();\n", inserted);
    let on_path = |line: u32| {
        let report = reported_of(&text, vec![warning(line, "-Wparentheses", "odd")], None);
        report.compiler.expect("it was asked").warnings[0].is_on_path
    };
    assert_eq!([5, 6, 7, 8, 9, 10].map(on_path), [true, true, true, true, false, true]);
    // What stands behind the error is not on it.
    assert_eq!([15, 16, 17].map(on_path), [false; 3]);
}

#[test]
fn documents_have_the_warnings_and_are_read_back() {
    let report = reported(vec![parentheses(), warning(8, "-Walso", "odd")], Some(CompilerGap::TimedOut(30)));
    let document = json::render(&report);
    for part in [
        "\"name\": \"gcc\"",
        "\"version\": \"12.2.0\"",
        "\"flag\": \"-Wparentheses\"",
        "\"timed_out\": true",
        "\"reason\": \"it was stopped after 30 s\"",
        "\"by\": \"line\"",
    ] {
        assert!(document.contains(part), "{part}: {document}");
    }
    let read = json::read(&document).expect("it is a report");
    assert_eq!(read.compiler, report.compiler);
    assert_eq!(shown(&read, true), shown(&report, true));
}

#[test]
fn a_compiler_that_was_stopped_is_named() {
    let report = reported(Vec::new(), Some(CompilerGap::TimedOut(30)));
    let text = shown(&report, false);
    assert!(text.contains("warnings of gcc are missing: it was stopped after 30 s"), "{text}");
    let report = reported(vec![parentheses()], Some(CompilerGap::Failed("a.c:1:1: no".to_owned())));
    let (screen, details) = (shown(&report, false), shown(&report, true));
    assert!(!screen.contains("it failed"), "{screen}");
    assert!(details.contains("; it failed: a.c:1:1: no\n"), "{details}");
}

#[test]
fn a_warning_decides_between_findings_that_are_alike_otherwise() {
    let options = quick();
    let text = "int any(void);\nvoid reach_error(void);\nint main(void) {\n    int a = 1;\n    int b = 1;\n    \
                if (any() == 7 && a + b > 1)\n        reach_error();\n    return 0;\n}\n";
    let own = translated(text, &options);
    let traces = vec![execution(&own.program, 7)];
    let localized = localize(&own.program, &traces, None, &options, &Limits::unlimited());
    let failure = Failure {
        program: &own.program,
        traces: &traces,
        others: &[],
        around: None,
        tests: None,
        localized: &localized,
        statements: &[],
        compiler: &[],
    };
    let line = |idx: usize| own.program.sources.origin(localized.findings[idx].finding().origin).span.line;
    let first_line = |evidence: &[(u32, CompilerEvidence)]| {
        let standing = |idx: usize| Standing {
            compiler: evidence.iter().find(|(at, _)| *at == line(idx)).map(|(_, it)| *it),
            ..Standing::default()
        };
        let n_findings = localized.findings.len();
        let standings: Vec<Standing> = (0..n_findings).map(standing).collect();
        let mut order: Vec<usize> = (0..n_findings).collect();
        rank(&failure, &standings, &mut order);
        line(order[0])
    };
    use CompilerEvidence::{Line, Variable};
    assert_eq!(first_line(&[]), 5);
    // That it names a variable says nothing by itself.
    assert_eq!(first_line(&[(4, Variable)]), 5);
    assert_eq!(first_line(&[(4, Variable), (5, Line)]), 5);
    assert_eq!(first_line(&[(4, Line), (5, Variable)]), 4);
}
