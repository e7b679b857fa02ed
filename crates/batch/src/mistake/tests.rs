use serde_json::{Value, json};

use super::*;

/// A report on a program in which what is marked (`«old»`) is to become `new`.
fn report(marked: &str, new: &str) -> Report {
    let start = marked.find('«').expect("a mark");
    let old = &marked[start + '«'.len_utf8()..marked.find('»').expect("its end")];
    let text = marked.replace(['«', '»'], "");
    let mut document = document(&text, &place(&text, start, start + old.len()));
    let patch = json!({
        "statement": place(&text, start, start + old.len()), "function": "f", "old": old, "new": new,
        "old_line": "", "new_line": "", "is_constant": false, "verdict": "passes-tests", "reaches_check": true,
        "contract": null,
    });
    document["patches"] = json!([with(patch, &place(&text, start, start + old.len()))]);
    serde_json::from_value(document).expect("a report")
}

/// A report on a program that is wrong at what is marked, without a patch or a finding.
fn plain_report(marked: &str) -> Report {
    let start = marked.find('«').expect("a mark");
    let end = marked.find('»').expect("its end") - '«'.len_utf8();
    let text = marked.replace(['«', '»'], "");
    serde_json::from_value(document(&text, &place(&text, start, end))).expect("a report")
}

fn document(text: &str, at: &Value) -> Value {
    let error = json!({
        "property": "expected-output", "message": "m", "text": "t", "function": "f", "calls": [], "object": null,
    });
    json!({
        "schema": faultscope_json::ReportFormat::V4.name(), "language": "c", "verdict": "unsafe", "reason": null,
        "reason_place": null, "reason_hint": null, "error": with(error, at), "inputs": [], "traces": [],
        "coverage": null, "is_localized": true, "findings": [], "omitted_findings": 0, "sets": [], "patches": [],
        "checks": [], "assumptions": [], "proof": null, "warnings": [],
        "statistics": {
            "frontend_seconds": 0.0, "trace_seconds": null, "search_seconds": 0.0, "localization_seconds": null,
            "ranking_seconds": null, "program_seconds": null, "total_seconds": 0.0, "answered_by": null,
            "unwinding": null, "trace_abstraction": null, "search_queries": 0, "localization_queries": 0,
            "trace_statements": 0, "assigning_statements": 0, "relevant_statements": 0,
        },
        "sources": [{ "file": "a.c", "text": text }],
    })
}

fn with(mut object: Value, fields: &Value) -> Value {
    if let (Some(object), Some(fields)) = (object.as_object_mut(), fields.as_object()) {
        object.extend(fields.clone());
    }
    object
}

fn place(text: &str, start: usize, end: usize) -> Value {
    let position = |at: usize| {
        let before = &text[..at];
        let line = before.rfind('\n').map_or(0, |it| it + 1);
        (before.matches('\n').count() + 1, before[line..].chars().count() + 1)
    };
    let ((line, column), (end_line, end_column)) = (position(start), position(end));
    json!({ "file": "a.c", "line": line, "column": column, "end_line": end_line, "end_column": end_column })
}

#[track_caller]
fn of(marked: &str, new: &str) -> Mistake {
    mistake(&report(marked, new)).expect("a mistake")
}

const LOOP: &str = "void f(int n) {\n  int ä;\n  for (int i = 0; «i <= n»; i++) g(i);\n}\n";

#[test]
fn the_same_change_at_the_same_place_is_one_mistake() {
    let other = "void h(int count)\n{\n\tfor (int k=0;«k<=count»;k++) {\n\t\tg(k);\n\t}\n}\n";
    assert_eq!(of(LOOP, "i < n"), of(other, "k < count"));
}

#[test]
fn another_change_or_place_is_another_mistake() {
    let first = of(LOOP, "i < n");
    assert_ne!(of(LOOP, "i < n - 1").kind, first.kind);
    let elsewhere = of(&LOOP.replace("g(i)", "p(i)"), "i < n");
    assert_ne!(elsewhere.key, first.key);
    assert_eq!(elsewhere.kind, first.kind);
    let in_a_condition = of("void f(int n) {\n  if («n <= 3») g(n);\n}\n", "n < 3");
    assert_ne!(in_a_condition.kind, first.kind);
}

#[test]
fn without_a_patch_the_whole_function_counts() {
    let of = |marked: &str| mistake(&plain_report(marked)).expect("a mistake");
    let first = of("int main(void) {\n  g();\n  «return 0»;\n}\n");
    assert_eq!(first, of("int main(void) { int k; g(); «return 0»; }"));
    assert_ne!(first, of("int main(void) { h(); «return 0»; }"));
    assert_eq!(first.kind, None);
}

#[test]
fn without_an_error_there_is_no_mistake() {
    let mut report = plain_report("int main(void) { «return 0»; }");
    report.error = None;
    assert_eq!(mistake(&report), None);
}
