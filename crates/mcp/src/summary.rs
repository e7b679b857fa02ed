//! The part of a report that an answer has as data: what is needed to go on, within bounds, for agents keep what they are told.
//!
//! It is picked from the report as JSON, so that a field means what `docs/json.md` says. Fields that say nothing are left out.

use std::ptr;

use faultscope_pipeline::Report;
use faultscope_pipeline::report::{Patch, TestStatus, json, patch};
use serde_json::{Map, Value, json};

/// So many inputs, patches, tests that fail, values and sentences are shown.
const MAX_INPUTS: usize = 10;
const MAX_PATCHES: usize = 3;
const MAX_TESTS: usize = 5;
const MAX_VALUES: usize = 3;
const MAX_SENTENCES: usize = 8;

/// What is known of a report. `name` is the one by which it is asked for.
pub(crate) fn check(report: &Report, name: &str, max_findings: usize) -> Map<String, Value> {
    let all = whole(report);
    let mut fields = Map::new();
    fields.insert("report".to_owned(), json!(name));
    fields.extend(picked(&all, &["verdict", "reason"]));
    fields.extend(failure(&all));
    put(&mut fields, "tests", tests(report));
    // What only passes on a value of another place is known there.
    let listed: Vec<&Value> = rows(&all, "findings").filter(|it| it["folded_into"].is_null()).collect();
    let findings: Vec<Value> = listed.iter().take(max_findings).map(|it| finding(it)).collect();
    let n_more = listed.len() - findings.len() + report.n_omitted_findings;
    put(&mut fields, "findings", Value::Array(findings));
    put(&mut fields, "more_findings", count(n_more));
    let patches: Vec<Value> = best_first(report).take(MAX_PATCHES).map(|it| change(report, it)).collect();
    let n_more = report.patches.len() - patches.len();
    put(&mut fields, "patches", Value::Array(patches));
    put(&mut fields, "more_patches", count(n_more));
    put(&mut fields, "assumptions", messages(&all, "assumptions"));
    put(&mut fields, "warnings", messages(&all, "warnings"));
    fields
}

/// The error of a report, and the inputs with which it happens.
pub(crate) fn error(report: &Report) -> Map<String, Value> {
    failure(&whole(report))
}

/// All that JSON has of a finding, and of the patches of its statement.
pub(crate) fn one(report: &Report, rank: usize) -> Option<Value> {
    let all = whole(report);
    let finding = rows(&all, "findings").find(|it| it["rank"] == json!(rank))?.clone();
    let spans: Vec<_> = report.finding(rank).map(|it| it.span).into_iter().collect();
    let own = report.patches.iter().filter(|it| spans.contains(&it.statement));
    let patches: Vec<Value> = own.map(|it| change(report, it)).collect();
    Some(json!({ "finding": finding, "patches": patches }))
}

/// The report as JSON.
pub(crate) fn whole(report: &Report) -> Value {
    serde_json::from_str(&json::render_line(report)).unwrap_or_default()
}

fn failure(all: &Value) -> Map<String, Value> {
    let mut fields = Map::new();
    let error = picked(&all["error"], &["property", "message", "file", "line", "column", "function", "text"]);
    put(&mut fields, "error", Value::Object(error));
    // What a variable holds that is never initialized says something only where it matters.
    let matters = |it: &Value| it["matters"] == json!(true);
    let inputs: Vec<&Value> =
        rows(all, "inputs").filter(|it| it["kind"] == json!("input") || matters(it)).collect();
    let mut shown: Vec<usize> = (0..inputs.len()).collect();
    shown.sort_by_key(|it| !matters(inputs[*it]));
    shown.truncate(MAX_INPUTS);
    shown.sort_unstable();
    let input =
        |it: &usize| Value::Object(picked(inputs[*it], &["file", "line", "assigns", "value", "text"]));
    put(&mut fields, "inputs", shown.iter().map(input).collect());
    put(&mut fields, "more_inputs", count(inputs.len() - shown.len()));
    fields
}

fn finding(all: &Value) -> Value {
    let mut fields = picked(
        all,
        &[
            "rank",
            "kind",
            "strength",
            "file",
            "line",
            "column",
            "function",
            "text",
            "assigns",
            "value",
            "condition",
            "other_way",
            "missing",
        ],
    );
    put(&mut fields, "values", rows(all, "values").take(MAX_VALUES).cloned().collect());
    put(&mut fields, "in_program", all["in_program"]["answer"].clone());
    Value::Object(fields)
}

/// Patches, the one to apply in front.
fn best_first(report: &Report) -> impl Iterator<Item = &Patch> {
    let best = patch::best(report);
    let is_best = move |it: &Patch| best.is_some_and(|best| ptr::eq(best, it));
    best.into_iter().chain(report.patches.iter().filter(move |it| !is_best(it)))
}

fn change(report: &Report, patch: &Patch) -> Value {
    let mut alone = report.clone();
    alone.patches = vec![patch.clone()];
    let all = whole(&alone);
    let mut fields = picked(&all["patches"][0], &["verdict", "file", "line"]);
    if patch.is_constant {
        fields.insert("is_constant".to_owned(), json!(true));
    }
    match patch::diff(&report.sources, patch) {
        Some(diff) => put(&mut fields, "diff", json!(diff)),
        None => fields.extend(picked(&all["patches"][0], &["old_line", "new_line"])),
    }
    Value::Object(fields)
}

fn tests(report: &Report) -> Value {
    if report.tests.is_empty() {
        return Value::Null;
    }
    let n = |is: fn(TestStatus) -> bool| report.tests.iter().filter(|it| is(it.status)).count();
    let failing = report.tests.iter().filter(|it| it.status.is_failure()).take(MAX_TESTS);
    let failing: Vec<Value> = failing
        .map(|it| json!({ "name": it.name, "status": it.status.name(), "message": it.message }))
        .collect();
    json!({
        "passed": n(|it| it == TestStatus::Passed),
        "failed": n(TestStatus::is_failure),
        "undecided": n(|it| it == TestStatus::Undecided),
        "failing": failing,
    })
}

fn rows<'a>(all: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> {
    all[name].as_array().into_iter().flatten()
}

fn messages(all: &Value, name: &str) -> Value {
    rows(all, name).filter_map(|it| it.get("message")).take(MAX_SENTENCES).cloned().collect()
}

fn count(n: usize) -> Value {
    if n == 0 { Value::Null } else { json!(n) }
}

fn picked(object: &Value, names: &[&str]) -> Map<String, Value> {
    let mut fields = Map::new();
    for name in names {
        put(&mut fields, name, object[*name].clone());
    }
    fields
}

/// Puts a field, if it says something.
fn put(fields: &mut Map<String, Value>, name: &str, value: Value) {
    let is_empty = match &value {
        Value::Null => true,
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        _ => false,
    };
    if !is_empty {
        fields.insert(name.to_owned(), value);
    }
}
