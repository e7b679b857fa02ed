//! Programs with the verdict of every statement below it.

use expect_test::Expect;
use faultscope_ir::{OriginKind, Program};
use faultscope_localize::{Finding, Strength};
use faultscope_testkit::fixture::{self, Mark};

use crate::verdicts::{label, localize};

/// Compares the verdicts of a program's statements with the marks below them.
///
/// The program has the lines of `prelude` in front. A variable that is declared without a value and whose first value
/// matters to nobody has no mark.
#[track_caller]
pub fn check(name: &str, prelude: &str, expect: &Expect) {
    let text = fixture::program(expect.data());
    let found = localize(name, &format!("{prelude}{text}"));
    let mut marks: Vec<Mark> = found.findings.iter().filter_map(|it| mark(&found.program, it)).collect();
    marks.iter_mut().for_each(|mark| mark.line -= prelude.lines().count() as u32);
    expect.assert_eq(&fixture::annotate(&text, &marks));
}

fn mark(program: &Program, finding: &Finding) -> Option<Mark> {
    let origin = program.sources.origin(finding.origin);
    if origin.kind == OriginKind::Declaration && finding.strength == Strength::Irrelevant {
        return None;
    }
    let span = origin.span;
    let end_column = if span.line == span.end_line { span.end_column } else { u32::MAX };
    Some(Mark { line: span.line, column: span.column, end_column, label: label(finding) })
}
