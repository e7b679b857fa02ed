//! What is in a log.

use std::sync::Arc;

use expect_test::{Expect, expect, expect_file};
use faultscope_ir::{FileId, Span};
use serde_json::Value;

use super::words::plain;
use super::*;
use crate::{
    CallSite, Frame, Input, Note, Patch, PatchVerdict, Property, Step, Suppressed, SuppressedBy, fixtures,
};

/// The log of a report.
#[track_caller]
fn log_of(report: &Report) -> Value {
    serde_json::from_str(&render(report, &Options::default())).expect("it is JSON")
}

/// The texts that a JSON pointer leads to in each element of an array.
fn texts<'a>(value: &'a Value, pointer: &str) -> Vec<&'a str> {
    let items = value.as_array().expect("an array");
    items.iter().map(|it| it.pointer(pointer).and_then(Value::as_str).unwrap_or("-")).collect()
}

#[track_caller]
fn check_lines(lines: Vec<&str>, expect: Expect) {
    expect.assert_eq(&(lines.join("\n") + "\n"));
}

/// The logs that `xtask/tests/sarif.rs` compares with the schema of SARIF, whatever the version of the program is.
#[test]
fn logs_are_those_that_fit_the_schema() {
    for (name, report) in fixtures::all() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sarif");
        let log = render(&report, &Options::default()).replace(env!("CARGO_PKG_VERSION"), "0.0.0");
        expect_file![format!("{folder}/{name}.sarif")].assert_eq(&log);
    }
}

#[test]
fn an_error_is_one_result_with_its_findings_as_related_locations() {
    let log = log_of(&fixtures::erroneous());
    let results = &log["runs"][0]["results"];
    check_lines(
        texts(results, "/message/text"),
        expect![[r#"
            assertion failed: `result < 10`. It happens with level = 11. Most promising places: [line 6](1) (return a value such that `clamp < 10`, for example `9`; avoids it for all inputs; then line 14 holds); [line 4](2) (assign a value such that `limit >= level`, for example `11`; every value tried made it fail elsewhere; then the test `level > limit` on line 5 fails).
        "#]],
    );
    let related = &results[0]["relatedLocations"];
    assert_eq!(texts(related, "/properties/kind"), ["return", "assignment", "input"]);
    let lines: Vec<&Value> =
        (0..3).map(|idx| &related[idx]["physicalLocation"]["region"]["startLine"]).collect();
    assert_eq!(lines, [6, 4, 11]);
    let index = results[0]["ruleIndex"].as_u64().expect("an index") as usize;
    assert_eq!(log["runs"][0]["tool"]["driver"]["rules"][index]["id"], "assertions");
}

#[test]
fn rules_name_their_weaknesses() {
    let mut report = fixtures::about_memory();
    report.traces.iter_mut().for_each(|it| it.error.property = Property::OutOfBounds);
    let log = log_of(&report);
    let run = &log["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
    let of = |id: &str| rules.iter().find(|it| it["id"] == id).expect("the rule");
    let error = run["results"][0]["ruleId"].as_str().expect("a rule");
    let numbers =
        crate::cwe::weakness(*Property::ALL.iter().find(|it| it.name() == error).expect("it is one")).numbers;
    let tags = of(error)["properties"]["tags"].as_array().expect("tags");
    assert!(tags.contains(&json!(format!("external/cwe/cwe-{:03}", numbers[0]))), "{tags:?}");
    assert!(tags.contains(&json!("security")), "{tags:?}");
    assert!(of(error)["properties"]["security-severity"].is_string());
    assert_eq!(of(error)["relationships"][0]["target"]["id"], numbers[0].to_string());
    assert!(
        run["taxonomies"][0]["taxa"]
            .as_array()
            .expect("taxa")
            .iter()
            .any(|it| it["id"].as_str().and_then(|it| it.parse().ok()) == Some(numbers[0]))
    );
    // What says nothing about security has no severity.
    let log = log_of(&fixtures::erroneous());
    let rule = &log["runs"][0]["tool"]["driver"]["rules"][0];
    assert_eq!((&rule["id"], &rule["properties"]["security-severity"]), (&json!("assertions"), &Value::Null));
}

#[test]
fn suppressed_checks_say_why_and_known_errors_are_unchanged() {
    let mut report = fixtures::safe();
    report.checks = fixtures::erroneous().checks;
    let suppressed = |by: SuppressedBy, line: Option<u32>| Suppressed {
        check: 0,
        by,
        reason: "tested".to_owned(),
        file: "clamp.c".to_owned(),
        line,
    };
    report.suppressed = vec![suppressed(SuppressedBy::Source, Some(13))];
    let result = log_of(&report)["runs"][0]["results"][0].clone();
    assert_eq!((&result["level"], &result["kind"]), (&json!("none"), &json!("open")));
    let suppression = &result["suppressions"][0];
    assert_eq!((&suppression["kind"], &suppression["justification"]), (&json!("inSource"), &json!("tested")));
    assert_eq!(suppression["location"]["physicalLocation"]["region"]["startLine"], 13);
    assert_eq!(result["baselineState"], Value::Null);
    report.suppressed = vec![suppressed(SuppressedBy::Configuration, Some(1))];
    let result = log_of(&report)["runs"][0]["results"][0].clone();
    assert_eq!(result["suppressions"][0]["kind"], "external");
    report.suppressed = vec![suppressed(SuppressedBy::Baseline, None)];
    let result = log_of(&report)["runs"][0]["results"][0].clone();
    assert_eq!((&result["level"], &result["baselineState"]), (&json!("error"), &json!("unchanged")));
    assert_eq!(result["suppressions"], Value::Null);
}

#[test]
fn fingerprints_stay_when_lines_move() {
    let report = fixtures::erroneous();
    let of = |report: &Report| {
        log_of(report)["runs"][0]["results"][0]["partialFingerprints"]["faultscope/v1"].clone()
    };
    let mut moved = report.clone();
    let text = format!("\n\n{}", report.sources.file(FileId(0)).text.clone().expect("a text"));
    moved.sources = Default::default();
    moved.sources.add_file("clamp.c", Some(text));
    let down = |span: &mut Span| (span.line, span.end_line) = (span.line + 2, span.end_line + 2);
    moved.traces.iter_mut().for_each(|it| down(&mut it.error.span));
    moved.checks.iter_mut().for_each(|it| down(&mut it.span));
    assert!(of(&report).is_string());
    assert_eq!(of(&moved), of(&report));
    moved.checks.iter_mut().for_each(|it| it.function = "other".to_owned());
    moved.traces.iter_mut().for_each(|it| it.error.function = "other".to_owned());
    assert!(moved.checks.is_empty() || of(&moved) != of(&report));
}

#[test]
fn the_code_flow_has_the_values_twice() {
    let log = log_of(&fixtures::erroneous());
    let flow = &log["runs"][0]["results"][0]["codeFlows"][0]["threadFlows"][0]["locations"];
    check_lines(
        texts(flow, "/location/message/text"),
        expect![[r#"
            level = 11, from outside [finding 3]
            spare is uninitialized, uninitialized
            passes level = 11
            limit = 10 [finding 2]
            `level > limit` is true
            returns 10 [finding 1]
            `result < 10` is violated
        "#]],
    );
    assert_eq!(flow[3]["state"], json!({ "limit": { "text": "10" } }));
    let levels: Vec<u64> = (0..7).filter_map(|idx| flow[idx]["nestingLevel"].as_u64()).collect();
    assert_eq!(levels, [0, 0, 0, 1, 1, 1, 0]);
    let mut importance = ["essential"; 7];
    importance[1] = "unimportant";
    assert_eq!(texts(flow, "/importance"), importance);
    assert_eq!(flow[4]["kinds"], json!(["branch", "true"]));
}

#[test]
fn each_error_is_one_result_with_all_of_its_traces() {
    let mut report = fixtures::several();
    let mut other = report.traces[1].clone();
    other.error.message = "another error".to_owned();
    report.traces.push(other);
    let log = log_of(&report);
    let results = &log["runs"][0]["results"];
    assert_eq!(texts(results, "/level"), ["error", "error"]);
    check_lines(
        texts(&results[0]["codeFlows"], "/message/text"),
        expect![[r#"
        Error trace 1: 7 steps; it stands for 1 other like it
        Error trace 2: 6 steps
    "#]],
    );
    assert_eq!(texts(&results[1]["codeFlows"], "/message/text"), ["Error trace 3: 6 steps"]);
}

#[test]
fn what_is_not_confirmed_is_no_error() {
    let mut report = fixtures::erroneous();
    report.verdict = Verdict::Unknown;
    report.reason = Some(Note::new("memory may change by itself"));
    let log = log_of(&report);
    let results = &log["runs"][0]["results"];
    assert_eq!(results[0]["level"], "warning");
    let text = results[0]["message"]["text"].as_str().expect("a text");
    assert!(text.contains("; not confirmed: memory may change by itself"), "{text}");
}

#[test]
fn without_an_error_the_invocation_says_why() {
    let of = |report: &Report| {
        let log = log_of(report);
        assert_eq!(log["runs"][0]["results"], json!([]));
        log["runs"][0]["invocations"][0]["toolExecutionNotifications"].clone()
    };
    check_lines(
        texts(&of(&fixtures::safe()), "/message/text"),
        expect![[r#"
        no error: no execution that was asked about reaches one
        undefined-function: `read_level` has no body; it can return any value
    "#]],
    );
    let notifications = of(&fixtures::undecided());
    check_lines(
        texts(&notifications, "/message/text"),
        expect![[r#"
        not decided
        the time limit was reached; there is no error within 8 iterations of every loop; give it more time with `--timeout SECONDS`
    "#]],
    );
    assert_eq!(texts(&notifications, "/descriptor/id"), ["verdict", "undecided"]);
}

#[test]
fn failing_tests_without_a_trace_are_one_result() {
    let log = log_of(&fixtures::full());
    let results = log["runs"][0]["results"].as_array().expect("an array");
    let of_tests: Vec<&str> = results
        .iter()
        .filter(|it| it["ruleId"] == "expected-output")
        .filter_map(|it| it["message"]["text"].as_str())
        .collect();
    check_lines(
        of_tests,
        expect![[r#"
        2 more tests fail: `crashed` (the output is another one); `ran-on` (the output is another one)
    "#]],
    );
}

#[test]
fn fixes_give_the_changed_line() {
    let mut report = fixtures::erroneous();
    let span = report.findings[0].span;
    // An empty stretch: something is put in.
    let place = Span { column: span.column + 7, end_column: span.column + 7, ..span };
    report.patches = vec![Patch {
        span: place,
        statement: span,
        function: "clamp".to_owned(),
        old: String::new(),
        new: "-1 + ".to_owned(),
        old_line: "        return 10;".to_owned(),
        new_line: "        return -1 + 10;".to_owned(),
        reason: None,
        is_constant: false,
        weight: 30,
        verdict: PatchVerdict::Proved,
        leaves: Vec::new(),
        reaches_check: true,
        shows_the_same: 0,
        keeps: None,
        contract: None,
        differs: None,
    }];
    let log = log_of(&report);
    {
        let change = &log["runs"][0]["results"][0]["fixes"][0]["artifactChanges"][0];
        let region = &change["replacements"][0]["deletedRegion"];
        let number = |name: &str| region[name].as_u64().expect("a number") as usize;
        let mut line = "        return 10;".to_owned();
        assert_eq!((number("startLine"), number("endLine")), (6, 6));
        let new = change["replacements"][0]["insertedContent"]["text"].as_str().expect("a text");
        line.replace_range(number("startColumn") - 1..number("endColumn") - 1, new);
        assert_eq!(line, report.patches[0].new_line);
        assert_eq!(change["artifactLocation"]["uri"], "clamp.c");
    }
}

/// A trace with so many steps that do not matter behind those of the fixture.
fn long(n: usize) -> Report {
    let mut report = fixtures::erroneous();
    let trace = &mut report.traces[0];
    let last = trace.steps.pop().expect("a last step");
    let other = Step { relevant: false, finding: None, ..trace.steps[2].clone() };
    trace.steps.extend(std::iter::repeat_n(other, n));
    trace.steps.push(last);
    report
}

#[test]
fn long_traces_keep_the_steps_that_matter() {
    let log = log_of(&long(5000));
    let flow = &log["runs"][0]["results"][0]["codeFlows"][0];
    assert_eq!(
        flow["message"]["text"],
        "Error trace 1: 1000 of 5007 steps, 6 of the 6 that matter among them"
    );
    let steps = flow["threadFlows"][0]["locations"].as_array().expect("an array");
    assert_eq!(steps.len(), 1000);
    assert_eq!(steps.iter().filter(|it| it["importance"] == "essential").count(), 6);
    let order: Vec<u64> = steps.iter().filter_map(|it| it["executionOrder"].as_u64()).collect();
    assert_eq!((order[0], order[999]), (1, 5007));
    assert!(order.is_sorted());
}

#[test]
fn all_traces_together_have_a_bound() {
    let mut report = long(2000);
    for n in 0..100 {
        let mut trace = report.traces[0].clone();
        trace.inputs = vec![Input { value: n.to_string(), ..trace.inputs[0].clone() }];
        report.traces.push(trace);
    }
    let log = log_of(&report);
    let flows = log["runs"][0]["results"][0]["codeFlows"].as_array().expect("an array");
    let n_steps = |it: &Value| it["threadFlows"][0]["locations"].as_array().map_or(0, Vec::len);
    assert_eq!(flows.iter().map(n_steps).sum::<usize>(), 20_000);
    let notifications = &log["runs"][0]["invocations"][0]["toolExecutionNotifications"];
    assert!(texts(notifications, "/message/text").contains(&"40 of 101 error traces are in the log"));
}

#[test]
fn steps_in_no_file_are_where_their_function_is_called() {
    let mut report = fixtures::erroneous();
    let library = report.sources.add_file("<library>/string.c", Some("x\n".to_owned()));
    let header = report.sources.add_file("/usr/include/x y.h", None);
    let trace = &mut report.traces[0];
    trace.steps[3].span = Span { file: library, line: 1, column: 1, end_line: 1, end_column: 2 };
    trace.steps[4].span = Span { file: header, line: 3, column: 1, end_line: 3, end_column: 2 };
    trace.error.span = trace.steps[3].span;
    trace.error.calls = vec![CallSite {
        caller: "main".to_owned(),
        callee: "clamp".to_owned(),
        span: report.findings[0].span,
    }];
    let log = log_of(&report);
    let result = &log["runs"][0]["results"][0];
    let flow = &result["codeFlows"][0]["threadFlows"][0]["locations"];
    let place = |value: &Value| {
        let place = &value["physicalLocation"];
        format!(
            "{}:{}",
            place["artifactLocation"]["uri"].as_str().unwrap_or("-"),
            place["region"]["startLine"]
        )
    };
    assert_eq!(place(&flow[3]["location"]), "clamp.c:13");
    let text = flow[3]["location"]["message"]["text"].as_str().expect("a text");
    assert!(text.contains("(in <library>/string.c, line 1)"), "{text}");
    assert_eq!(place(&flow[4]["location"]), "file:///usr/include/x%20y.h:3");
    assert_eq!(place(&result["locations"][0]), "clamp.c:6");
}

#[test]
fn values_that_look_like_links_and_placeholders_are_texts() {
    assert_eq!(plain("a[0](1) = {0}"), "a[0\\](1) = {{0}}");
    assert_eq!(plain("f(a[i])(b) = {[2] = 7}, {}"), "f(a[i])(b) = {[2] = 7}, {}");
}

#[test]
fn names_of_files_become_uris() {
    let report = fixtures::safe();
    let check = |name: &str, expect: Option<(&str, Option<&str>)>| {
        let mut report = report.clone();
        let file = report.sources.add_file(name, None);
        let places = Places::new(&report, Some("/src/peer"));
        let artifact = places.artifact(file);
        let found = artifact.as_ref().map(|it| (it.uri.as_str(), it.uri_base_id));
        assert_eq!(found, expect);
    };
    check("src/a.c", Some(("src/a.c", Some(ROOT))));
    check("./a b.c", Some(("a%20b.c", Some(ROOT))));
    check("../ä#.c", Some(("file:///src/%C3%A4%23.c", None)));
    check("../peer/a.c", Some(("a.c", Some(ROOT))));
    check("<a.c", Some(("%3Ca.c", Some(ROOT))));
    check("/src/peer/a.c", Some(("a.c", Some(ROOT))));
    check("/src/peers/a.c", Some(("file:///src/peers/a.c", None)));
    check("c:x.c", Some(("c%3Ax.c", Some(ROOT))));
    check("<built-in>", None);
}

#[test]
fn regions_are_in_characters_and_never_empty_where_the_line_is_known() {
    let mut report = fixtures::safe();
    let file = report.sources.add_file("b.c", Some("int ä = 1;\n  x = ä;\n".to_owned()));
    let places = Places::new(&report, None);
    let check = |[line, column, end_line, end_column]: [u32; 4], expect: Option<[u32; 4]>| {
        let region = places.region(Span { file, line, column, end_line, end_column });
        let numbers = region.map(|it| [it.start_line, it.start_column, it.end_line, it.end_column]);
        assert_eq!(numbers, expect);
    };
    check([1, 5, 1, 6], Some([1, 5, 1, 6]));
    check([2, 1, 2, 1], Some([2, 3, 2, 9]));
    check([1, 9, 2, 4], Some([1, 9, 2, 4]));
    check([2, 5, 1, 1], Some([2, 3, 2, 9]));
    check([99, 1, 99, 1], Some([99, 1, 99, 1]));
    check([0, 1, 0, 1], None);
}

#[test]
fn lines_have_the_fingerprint_of_github() {
    let log = log_of(&fixtures::erroneous());
    let fingerprint = &log["runs"][0]["results"][0]["partialFingerprints"]["primaryLocationLineHash"];
    let report = fixtures::erroneous();
    let text = report.sources.file(FileId(0)).text.clone().expect("a text");
    assert_eq!(fingerprint, &json!(fingerprint::lines(&text)[13]));
}

#[test]
fn a_frame_without_a_caller_is_at_no_depth() {
    let mut report = fixtures::erroneous();
    report.traces[0].frames[1] = Frame { function: "other".to_owned(), caller: None };
    report.traces[0].steps[3].iterations = Arc::from([1]);
    let log = log_of(&report);
    let flow = &log["runs"][0]["results"][0]["codeFlows"][0]["threadFlows"][0]["locations"];
    assert_eq!(flow[3]["nestingLevel"], 0);
}
