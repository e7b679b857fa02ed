//! Does a report contradict itself?
//!
//! What is compared stands in the report (`docs/json.md`): its verdict and its traces, the status of the check that a trace
//! violates, findings and the steps of their trace, what a new value has to fulfil and the values that are said to do so, a value
//! that was tried and what is said of all values, patches and what they replace.

use serde_json::Value;

/// What contradicts something else in a report, in words.
pub fn contradictions(report: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let traces = list(&report["traces"]);
    verdict(report, traces, &mut found);
    for trace in traces {
        violated(&trace["error"], list(&report["checks"]), &mut found);
    }
    for finding in list(&report["findings"]) {
        let name = format!("place {}", finding["rank"]);
        let trace = finding["trace"].as_u64().and_then(|idx| traces.get(idx as usize));
        if let Some(trace) = trace {
            on_its_trace(finding, &name, trace, &mut found);
            tried(finding, &name, trace, &mut found);
        }
        examples(finding, &name, &mut found);
    }
    for patch in list(&report["patches"]) {
        if patch["old"].is_string() && patch["old"] == patch["new"] {
            found.push(format!("a patch of line {} changes nothing", patch["line"]));
        }
    }
    found
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The verdict, and whether there is an error.
fn verdict(report: &Value, traces: &[Value], found: &mut Vec<String>) {
    let verdict = report["verdict"].as_str().unwrap_or_default();
    let n_violated = list(&report["checks"]).iter().filter(|it| it["status"] == "violated").count();
    match verdict {
        "safe" if !traces.is_empty() => found.push("no error, and a trace to one".to_owned()),
        "safe" if n_violated > 0 => found.push(format!("no error, and {n_violated} checks violated")),
        // A test that fails may be too long to be shown.
        "unsafe" if report["error"].is_null() && report["tests"].is_null() => {
            found.push("an error, and none is described".to_owned());
        }
        _ => {}
    }
    let is_open = |it: &&Value| matches!(it["status"].as_str(), Some("open" | "holds-within-limits"));
    if verdict == "safe"
        && let Some(open) = list(&report["checks"]).iter().find(is_open)
    {
        found.push(format!("no error, and the check of line {} is open", open["line"]));
    }
}

/// The check that a trace ends in is violated.
fn violated(error: &Value, checks: &[Value], found: &mut Vec<String>) {
    let place = ["property", "file", "line", "column", "message"];
    let mut same =
        checks.iter().filter(|check| place.iter().all(|name| check[name] == error[name])).peekable();
    if same.peek().is_some() && !same.any(|it| it["status"] == "violated") {
        found.push(format!(
            "a trace violates the check of line {}, which is not called violated",
            error["line"]
        ));
    }
}

/// The occurrences of a finding are steps of its trace, and its value is that of one of them.
fn on_its_trace(finding: &Value, name: &str, trace: &Value, found: &mut Vec<String>) {
    let steps = list(&trace["steps"]);
    let own = list(&finding["occurrences"]).iter().filter_map(|it| it["step"].as_u64());
    let own: Vec<&Value> = own.filter_map(|idx| steps.get(idx as usize)).collect();
    for step in &own {
        if step["line"] != finding["line"] || step["file"] != finding["file"] {
            found.push(format!("{name} is on line {}, its step on line {}", finding["line"], step["line"]));
        }
    }
    let value = &finding["value"];
    if !value.is_null() && !own.is_empty() && !own.iter().any(|step| step["value"] == *value) {
        found.push(format!("{name} has the value {value}, and no step of it gives that"));
    }
    if let [_] = own[..]
        && !value.is_null()
        && list(&finding["values"]).contains(value)
    {
        found.push(format!("{name}: {value} fails, and is said to avoid the error"));
    }
}

/// Without inputs, a value with which the program ends well is enough.
fn tried(finding: &Value, name: &str, trace: &Value, found: &mut Vec<String>) {
    let has_inputs = !list(&trace["inputs"]).is_empty();
    let avoids = finding["rerun"]["outcome"] == "avoids";
    if !has_inputs && avoids && finding["in_program"]["answer"] == "not-enough" {
        found.push(format!("{name}: a value was tried that avoids the error, and none is said to be enough"));
    }
}

/// What a new value has to fulfil holds of those that are said to avoid the error, where it compares the place with a number.
fn examples(finding: &Value, name: &str, found: &mut Vec<String>) {
    let Some(condition) = finding["condition"].as_str() else { return };
    let Some((place, holds)) = comparison(condition) else { return };
    if finding["assigns"].as_str() != Some(place) {
        return;
    }
    for value in list(&finding["values"]).iter().filter_map(Value::as_str) {
        if value.parse().is_ok_and(|number| !holds(number)) {
            found.push(format!("{name}: {value} is said to avoid the error, and `{condition}` to be needed"));
        }
    }
}

/// The place of a comparison with a number, and which numbers fulfil it.
fn comparison(condition: &str) -> Option<(&str, impl Fn(i128) -> bool)> {
    type Compare = fn(&i128, &i128) -> bool;
    let operators: [(&str, Compare); 6] = [
        (" >= ", i128::ge),
        (" <= ", i128::le),
        (" == ", i128::eq),
        (" != ", i128::ne),
        (" > ", i128::gt),
        (" < ", i128::lt),
    ];
    let (place, compare, bound) = operators.iter().find_map(|(operator, compare)| {
        let (place, bound) = condition.split_once(operator)?;
        Some((place, *compare, bound.parse::<i128>().ok()?))
    })?;
    Some((place, move |number: i128| compare(&number, &bound)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(report: &str) -> usize {
        contradictions(&serde_json::from_str(report).unwrap()).len()
    }

    const CONSISTENT: &str = r#"{"verdict": "unsafe", "error": {"line": 3},
        "checks": [{"property": "p", "file": "a.c", "line": 3, "column": 1, "message": "m", "status": "violated"}],
        "traces": [{"error": {"property": "p", "file": "a.c", "line": 3, "column": 1, "message": "m"}, "inputs": [],
            "steps": [{"file": "a.c", "line": 2, "value": "7"}]}],
        "findings": [{"rank": 1, "trace": 0, "file": "a.c", "line": 2, "assigns": "x", "value": "7",
            "condition": "x < 3", "values": ["2"], "occurrences": [{"step": 0}],
            "rerun": {"outcome": "avoids"}, "in_program": {"answer": "proved"}}],
        "patches": [{"line": 2, "old": "7", "new": "2"}]}"#;

    #[test]
    fn each_contradiction_is_found() {
        assert_eq!(found(CONSISTENT), 0);
        for (from, to) in [
            (r#""verdict": "unsafe""#, r#""verdict": "safe""#),
            (r#""status": "violated""#, r#""status": "holds""#),
            (r#""step": 0"#, r#""step": 0}, {"step": 1"#),
            (r#""value": "7"}"#, r#""value": "8"}"#),
            (r#""values": ["2"]"#, r#""values": ["3"]"#),
            (r#""values": ["2"]"#, r#""values": ["7", "2"]"#),
            (r#""answer": "proved""#, r#""answer": "not-enough""#),
            (r#""new": "2""#, r#""new": "7""#),
        ] {
            let changed = CONSISTENT.replace(from, to);
            assert_ne!(changed, CONSISTENT, "{from}");
            let is_harmless = from.contains("step");
            assert_eq!(found(&changed) == 0, is_harmless, "{from} to {to}");
        }
    }

    #[test]
    fn what_is_open_is_no_proof() {
        assert_eq!(found(r#"{"verdict": "safe", "checks": [{"status": "open", "line": 1}]}"#), 1);
        assert_eq!(
            found(r#"{"verdict": "safe", "checks": [{"status": "holds"}, {"status": "not-reached"}]}"#),
            0
        );
        assert_eq!(found(r#"{"verdict": "unknown", "checks": [{"status": "open"}]}"#), 0);
    }
}
