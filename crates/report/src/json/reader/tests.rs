//! What is written is read back, and what is none of ours is told so.

use expect_test::{Expect, expect};
use serde_json::{Value, json};

use super::*;
use crate::json::{render, render_line};
use crate::text::{self, Style};
use crate::{fixtures, harness, patch, sarif};

const DETAILS: text::Options = text::Options {
    style: Style::PLAIN,
    details: true,
    full_trace: true,
    show_aberrant: true,
    findings: text::Shown::All,
    all_checks: true,
    statistics: true,
};

/// Every text that is made of a report.
fn renderings(report: &Report) -> Vec<String> {
    let first_screen = text::Options {
        details: false,
        full_trace: false,
        show_aberrant: false,
        findings: text::Shown::Promising,
        all_checks: false,
        statistics: false,
        ..DETAILS
    };
    let mut texts = vec![render(report), render_line(report)];
    texts.extend([DETAILS, first_screen].iter().map(|options| text::render(report, options)));
    texts.push(sarif::render(report, &sarif::Options::default()));
    texts.extend(harness::render(report, "clamp.c", "replay.c"));
    texts.extend(patch::best(report).and_then(|best| patch::diff(&report.sources, best)));
    texts
}

#[test]
fn what_is_written_is_read_back() {
    for (name, report) in fixtures::all() {
        let read = read(&render(&report)).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(renderings(&read), renderings(&report), "{name}");
    }
}

#[test]
fn the_last_of_several_lines_is_the_report() {
    let report = fixtures::erroneous();
    let mut stream = stream::Stream::default();
    let lines = stream.next(&report, &[stream::Stage::Search, stream::Stage::Localize]);
    let read = read(&(lines + &render_line(&report))).expect("its last line is a report");
    assert_eq!(render(&read), render(&report));
}

#[track_caller]
fn check(text: &str, message: Expect) {
    message.assert_eq(&read(text).expect_err("it is no report").to_string());
}

/// A report in which a field is another one.
fn changed(pointer: &str, value: Value) -> String {
    let mut report: Value = serde_json::from_str(&render(&fixtures::erroneous())).expect("it is JSON");
    *report.pointer_mut(pointer).expect("there is such a field") = value;
    report.to_string()
}

#[test]
fn other_texts_are_no_report() {
    check("", expect!["this is not JSON: EOF while parsing a value at line 1 column 0"]);
    check("int main(void) {}", expect!["this is not JSON: expected value at line 1 column 1"]);
    check(
        "{}",
        expect![
            "this is not a report of the format `faultscope-report/4`: there is no field `schema` with a text"
        ],
    );
    check(
        "[1]",
        expect![
            "this is not a report of the format `faultscope-report/4`: there is no field `schema` with a text"
        ],
    );
    check(
        &changed("/schema", json!("faultscope-report/2")),
        expect!["this is not a report of the format `faultscope-report/4`: it is `faultscope-report/2`"],
    );
    let cut: String = render(&fixtures::erroneous()).chars().take(100).collect();
    check(&cut, expect!["this is not JSON: EOF while parsing a string at line 6 column 3"]);
}

#[test]
fn stages_without_a_report_are_none() {
    let mut stream = stream::Stream::default();
    let lines = stream.next(&fixtures::erroneous(), &[stream::Stage::Search]);
    let message = "there is no report in it: the check ended before, and its last line is about a stage";
    assert_eq!(read(&lines).expect_err("it is no report").to_string(), message);
    assert_eq!(read(&lines.repeat(2)).expect_err("it is no report").to_string(), message);
}

#[test]
fn a_damaged_report_is_told_with_the_place() {
    check(
        &changed("/findings/1/kind", json!("thought")),
        expect![
            "the report is damaged: expected one of `assignment`, `argument`, `return`, `declaration`, `input`, `condition`, `release`, `scope-end`, `pointer-lost`, `uninitialized`, `call`, `extra`, `block-end`, `order`, `missing`, `type` at line 1 column 1954"
        ],
    );
    check(
        &changed("/findings/1/rank", json!("first")),
        expect!["the report is damaged: expected a whole number in its range at line 1 column 2175"],
    );
    check(
        &changed("/error/calls", json!(1)),
        expect!["the report is damaged: expected an array at line 1 column 483"],
    );
    check(
        &changed("/traces/0/steps/3/frame", json!(7)),
        expect!["the report is damaged: expected the index of a frame at $.traces[0].steps[3].frame"],
    );
    check(
        &changed("/traces/0/frames/1/caller", json!(1)),
        expect![
            "the report is damaged: expected the index of a frame before this one at $.traces[0].frames[1].caller"
        ],
    );
    check(
        &changed("/schema", json!("faultscope-report/4")).replace("\"sources\"", "\"source\""),
        expect!["the report is damaged: missing field `sources` at line 1 column 7292"],
    );
}

/// Every value of a document, by its JSON pointer.
fn pointers(value: &Value, prefix: &str, all: &mut Vec<String>) {
    all.push(prefix.to_owned());
    match value {
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(idx, it)| pointers(it, &format!("{prefix}/{idx}"), all));
        }
        Value::Object(fields) => {
            fields.iter().for_each(|(name, it)| pointers(it, &format!("{prefix}/{name}"), all));
        }
        _ => {}
    }
}

#[test]
fn whatever_is_changed_in_a_report_it_is_read_and_shown_or_refused() {
    let mut n_read = 0;
    let mut n_refused = 0;
    for report in [fixtures::full(), fixtures::several_checks()] {
        let document: Value = serde_json::from_str(&render(&report)).expect("it is JSON");
        let mut all = Vec::new();
        pointers(&document, "", &mut all);
        let others = [json!(0), json!(4_000_000_000_u32), json!(null), json!(""), json!([]), json!({})];
        for (pointer, other) in all.iter().zip(others.iter().cycle()) {
            let mut document = document.clone();
            *document.pointer_mut(pointer).expect("it is there") = other.clone();
            match read(&document.to_string()) {
                Ok(report) => {
                    renderings(&report);
                    n_read += 1;
                }
                Err(_) => n_refused += 1,
            }
        }
    }
    assert!(n_read > 300 && n_refused > 300, "{n_read} {n_refused}");
}
