use expect_test::{Expect, expect};

use super::stream::{Stage, Stream};
use super::*;
use crate::fixtures;

#[track_caller]
fn check(report: &Report, expect: Expect) {
    expect.assert_eq(&render(report));
}

#[test]
fn an_error() {
    check(
        &fixtures::erroneous(),
        expect![[r#"
            {
              "schema": "faultscope-report/4",
              "language": "c",
              "verdict": "unsafe",
              "reason": null,
              "reason_place": null,
              "reason_hint": null,
              "error": {
                "property": "assertions",
                "message": "assertion failed: `result < 10`",
                "file": "clamp.c",
                "line": 14,
                "column": 12,
                "end_line": 14,
                "end_column": 23,
                "text": "result < 10",
                "function": "main",
                "calls": [],
                "object": null
              },
              "inputs": [
                {
                  "kind": "input",
                  "file": "clamp.c",
                  "line": 11,
                  "column": 17,
                  "end_line": 11,
                  "end_column": 29,
                  "text": "read_level()",
                  "function": "main",
                  "assigns": "level",
                  "value": "11",
                  "iterations": [],
                  "matters": true,
                  "step": 0,
                  "source": {
                    "function": "read_level",
                    "c_type": "int",
                    "c_value": "11"
                  }
                },
                {
                  "kind": "declaration",
                  "file": "clamp.c",
                  "line": 12,
                  "column": 9,
                  "end_line": 12,
                  "end_column": 14,
                  "text": "int spare",
                  "function": "main",
                  "assigns": "spare",
                  "value": "0",
                  "iterations": [],
                  "matters": false,
                  "step": 1
                }
              ],
              "traces": [
                {
                  "error": {
                    "property": "assertions",
                    "message": "assertion failed: `result < 10`",
                    "file": "clamp.c",
                    "line": 14,
                    "column": 12,
                    "end_line": 14,
                    "end_column": 23,
                    "text": "result < 10",
                    "function": "main",
                    "calls": [],
                    "object": null
                  },
                  "inputs": [
                    {
                      "kind": "input",
                      "file": "clamp.c",
                      "line": 11,
                      "column": 17,
                      "end_line": 11,
                      "end_column": 29,
                      "text": "read_level()",
                      "function": "main",
                      "assigns": "level",
                      "value": "11",
                      "iterations": [],
                      "matters": true,
                      "step": 0,
                      "source": {
                        "function": "read_level",
                        "c_type": "int",
                        "c_value": "11"
                      }
                    },
                    {
                      "kind": "declaration",
                      "file": "clamp.c",
                      "line": 12,
                      "column": 9,
                      "end_line": 12,
                      "end_column": 14,
                      "text": "int spare",
                      "function": "main",
                      "assigns": "spare",
                      "value": "0",
                      "iterations": [],
                      "matters": false,
                      "step": 1
                    }
                  ],
                  "similar": [],
                  "replayed": true,
                  "externals": [
                    "read_level"
                  ],
                  "frames": [
                    {
                      "function": "main",
                      "caller": null,
                      "call_line": null
                    },
                    {
                      "function": "clamp",
                      "caller": 0,
                      "call_line": 13,
                      "call": {
                        "file": "clamp.c",
                        "line": 13,
                        "column": 18,
                        "end_line": 13,
                        "end_column": 30
                      }
                    }
                  ],
                  "steps": [
                    {
                      "kind": "input",
                      "file": "clamp.c",
                      "line": 11,
                      "column": 17,
                      "end_line": 11,
                      "end_column": 29,
                      "text": "read_level()",
                      "function": "main",
                      "frame": 0,
                      "iterations": [],
                      "assigns": "level",
                      "value": "11",
                      "outcome": null,
                      "finding": 3,
                      "relevant": true,
                      "trusted": false
                    },
                    {
                      "kind": "declaration",
                      "file": "clamp.c",
                      "line": 12,
                      "column": 9,
                      "end_line": 12,
                      "end_column": 14,
                      "text": "spare",
                      "function": "main",
                      "frame": 0,
                      "iterations": [],
                      "assigns": "spare",
                      "value": "0",
                      "outcome": null,
                      "finding": null,
                      "relevant": false,
                      "trusted": false
                    },
                    {
                      "kind": "argument",
                      "file": "clamp.c",
                      "line": 13,
                      "column": 24,
                      "end_line": 13,
                      "end_column": 29,
                      "text": "level",
                      "function": "main",
                      "frame": 0,
                      "iterations": [],
                      "assigns": "level",
                      "value": "11",
                      "outcome": null,
                      "finding": null,
                      "relevant": true,
                      "trusted": false
                    },
                    {
                      "kind": "assignment",
                      "file": "clamp.c",
                      "line": 4,
                      "column": 9,
                      "end_line": 4,
                      "end_column": 19,
                      "text": "limit = 10",
                      "function": "clamp",
                      "frame": 1,
                      "iterations": [],
                      "assigns": "limit",
                      "value": "10",
                      "outcome": null,
                      "finding": 2,
                      "relevant": true,
                      "trusted": false
                    },
                    {
                      "kind": "condition",
                      "file": "clamp.c",
                      "line": 5,
                      "column": 9,
                      "end_line": 5,
                      "end_column": 22,
                      "text": "level > limit",
                      "function": "clamp",
                      "frame": 1,
                      "iterations": [],
                      "assigns": null,
                      "value": null,
                      "outcome": true,
                      "finding": null,
                      "relevant": true,
                      "trusted": false
                    },
                    {
                      "kind": "return",
                      "file": "clamp.c",
                      "line": 6,
                      "column": 9,
                      "end_line": 6,
                      "end_column": 19,
                      "text": "return 10;",
                      "function": "clamp",
                      "frame": 1,
                      "iterations": [],
                      "assigns": "clamp",
                      "value": "10",
                      "outcome": null,
                      "finding": 1,
                      "relevant": true,
                      "trusted": false
                    },
                    {
                      "kind": "assertion",
                      "file": "clamp.c",
                      "line": 14,
                      "column": 12,
                      "end_line": 14,
                      "end_column": 23,
                      "text": "result < 10",
                      "function": "main",
                      "frame": 0,
                      "iterations": [],
                      "assigns": null,
                      "value": null,
                      "outcome": false,
                      "finding": null,
                      "relevant": true,
                      "trusted": false
                    }
                  ]
                }
              ],
              "coverage": null,
              "is_localized": true,
              "findings": [
                {
                  "rank": 1,
                  "kind": "return",
                  "strength": "constant",
                  "trace": 0,
                  "over_traces": null,
                  "file": "clamp.c",
                  "line": 6,
                  "column": 9,
                  "end_line": 6,
                  "end_column": 19,
                  "text": "return 10;",
                  "function": "clamp",
                  "assigns": null,
                  "value": "10",
                  "values": [
                    "9",
                    "0"
                  ],
                  "condition": "clamp < 10",
                  "pointer": null,
                  "rerun": {
                    "outcome": "avoids",
                    "value": "9"
                  },
                  "failing_inputs": null,
                  "influence": {
                    "file": "clamp.c",
                    "line": 14,
                    "column": 12,
                    "end_line": 14,
                    "end_column": 23,
                    "text": "result < 10",
                    "outcome": false,
                    "is_error": true,
                    "is_asked": false,
                    "with": "9"
                  },
                  "iterations": [],
                  "calls": [
                    {
                      "caller": "main",
                      "callee": "clamp",
                      "file": "clamp.c",
                      "line": 13,
                      "column": 18,
                      "end_line": 13,
                      "end_column": 30
                    }
                  ],
                  "occurrences": [
                    {
                      "strength": "constant",
                      "iterations": [],
                      "step": 5
                    }
                  ],
                  "other_outcome_helps": null,
                  "undecided": [],
                  "other_way": null,
                  "in_program": null,
                  "suspiciousness": null
                },
                {
                  "rank": 2,
                  "kind": "assignment",
                  "strength": "relevant",
                  "trace": 0,
                  "over_traces": null,
                  "file": "clamp.c",
                  "line": 4,
                  "column": 9,
                  "end_line": 4,
                  "end_column": 19,
                  "text": "limit = 10",
                  "function": "clamp",
                  "assigns": "limit",
                  "value": "10",
                  "values": [
                    "11"
                  ],
                  "condition": "limit >= level",
                  "pointer": null,
                  "rerun": {
                    "outcome": "fails",
                    "value": null
                  },
                  "failing_inputs": null,
                  "influence": {
                    "file": "clamp.c",
                    "line": 5,
                    "column": 9,
                    "end_line": 5,
                    "end_column": 22,
                    "text": "level > limit",
                    "outcome": true,
                    "is_error": false,
                    "is_asked": false,
                    "with": "11"
                  },
                  "iterations": [
                    2
                  ],
                  "calls": [
                    {
                      "caller": "main",
                      "callee": "clamp",
                      "file": "clamp.c",
                      "line": 13,
                      "column": 18,
                      "end_line": 13,
                      "end_column": 30
                    }
                  ],
                  "occurrences": [
                    {
                      "strength": "relevant",
                      "iterations": [],
                      "step": 3
                    },
                    {
                      "strength": "irrelevant",
                      "iterations": [],
                      "step": 3
                    }
                  ],
                  "other_outcome_helps": null,
                  "undecided": [
                    "expression"
                  ],
                  "other_way": null,
                  "in_program": null,
                  "suspiciousness": null
                },
                {
                  "rank": 3,
                  "kind": "input",
                  "strength": "constant",
                  "trace": 0,
                  "over_traces": null,
                  "file": "clamp.c",
                  "line": 11,
                  "column": 17,
                  "end_line": 11,
                  "end_column": 29,
                  "text": "read_level()",
                  "function": "main",
                  "assigns": "level",
                  "value": "11",
                  "values": [
                    "0"
                  ],
                  "condition": "level < 10",
                  "pointer": null,
                  "rerun": {
                    "outcome": "avoids",
                    "value": "9"
                  },
                  "failing_inputs": null,
                  "influence": {
                    "file": "clamp.c",
                    "line": 14,
                    "column": 12,
                    "end_line": 14,
                    "end_column": 23,
                    "text": "result < 10",
                    "outcome": false,
                    "is_error": true,
                    "is_asked": false,
                    "with": "9"
                  },
                  "iterations": [],
                  "calls": [],
                  "occurrences": [
                    {
                      "strength": "constant",
                      "iterations": [],
                      "step": 0
                    }
                  ],
                  "other_outcome_helps": true,
                  "undecided": [],
                  "other_way": null,
                  "in_program": null,
                  "suspiciousness": null
                }
              ],
              "omitted_findings": 0,
              "sets": [],
              "patches": [],
              "checks": [
                {
                  "status": "violated",
                  "decided_by": "bmc",
                  "property": "assertions",
                  "message": "assertion failed: `result < 10`",
                  "file": "clamp.c",
                  "line": 14,
                  "column": 12,
                  "end_line": 14,
                  "end_column": 23,
                  "text": "result < 10",
                  "function": "main"
                }
              ],
              "assumptions": [
                {
                  "kind": "undefined-function",
                  "subject": "read_level",
                  "direction": "replaces",
                  "message": "`read_level` has no body; it can return any value",
                  "file": "clamp.c",
                  "line": 1,
                  "column": 5,
                  "end_line": 1,
                  "end_column": 15
                }
              ],
              "proof": null,
              "warnings": [],
              "limits": [
                {
                  "name": "MAX_TRIES",
                  "value": 40,
                  "bounds": "Most tries.",
                  "effect": "nothing more is tried"
                }
              ],
              "statistics": {
                "frontend_seconds": 0.0,
                "trace_seconds": 0.25,
                "search_seconds": 0.0,
                "localization_seconds": null,
                "ranking_seconds": null,
                "program_seconds": null,
                "total_seconds": 0.0,
                "answered_by": "bmc",
                "unwinding": 1,
                "trace_abstraction": {
                  "iterations": 3,
                  "infeasible": 0,
                  "danger_automata": 0,
                  "cut_short": 0,
                  "locations": 0,
                  "states": 0,
                  "queries": 0,
                  "words_seconds": 0.0,
                  "floyd_hoare_seconds": 0.0,
                  "danger_seconds": 0.5
                },
                "search_queries": 2,
                "localization_queries": 5,
                "trace_statements": 7,
                "assigning_statements": 6,
                "relevant_statements": 3
              },
              "sources": [
                {
                  "file": "clamp.c",
                  "text": "int read_level(void);\n\nint clamp(int level) {\n    int limit = 10;\n    if (level > limit)\n        return 10;\n    return level;\n}\n\nint main(void) {\n    int level = read_level();\n    int spare;\n    int result = clamp(level);\n    assert(result < 10);\n    return 0;\n}\n"
                }
              ]
            }
        "#]],
    );
}

#[test]
fn no_error() {
    check(
        &fixtures::safe(),
        expect![[r#"
            {
              "schema": "faultscope-report/4",
              "language": "c",
              "verdict": "safe",
              "reason": null,
              "reason_place": null,
              "reason_hint": null,
              "error": null,
              "inputs": [],
              "traces": [],
              "coverage": null,
              "is_localized": false,
              "findings": [],
              "omitted_findings": 0,
              "sets": [],
              "patches": [],
              "checks": [],
              "assumptions": [
                {
                  "kind": "undefined-function",
                  "subject": "read_level",
                  "direction": "replaces",
                  "message": "`read_level` has no body; it can return any value",
                  "file": "clamp.c",
                  "line": 1,
                  "column": 5,
                  "end_line": 1,
                  "end_column": 15
                }
              ],
              "proof": null,
              "warnings": [],
              "statistics": {
                "frontend_seconds": 0.0,
                "trace_seconds": null,
                "search_seconds": 0.0,
                "localization_seconds": null,
                "ranking_seconds": null,
                "program_seconds": null,
                "total_seconds": 0.0,
                "answered_by": null,
                "unwinding": null,
                "trace_abstraction": null,
                "search_queries": 0,
                "localization_queries": 0,
                "trace_statements": 0,
                "assigning_statements": 0,
                "relevant_statements": 0
              },
              "sources": [
                {
                  "file": "clamp.c",
                  "text": "int read_level(void);\n\nint clamp(int level) {\n    int limit = 10;\n    if (level > limit)\n        return 10;\n    return level;\n}\n\nint main(void) {\n    int level = read_level();\n    int spare;\n    int result = clamp(level);\n    assert(result < 10);\n    return 0;\n}\n"
                }
              ]
            }
        "#]],
    );
}

#[test]
fn checks_say_what_became_of_them_and_who_decided() {
    let json: serde_json::Value = serde_json::from_str(&render(&fixtures::several_checks())).unwrap();
    let of = |idx: usize, field: &str| json["checks"][idx][field].clone();
    let rows: Vec<_> =
        (0..4).map(|idx| [of(idx, "status"), of(idx, "decided_by"), of(idx, "line")]).collect();
    let expected: serde_json::Value = serde_json::from_str(
        r#"[["not-reached", "control-flow", 11], ["holds", "abstract-interpretation", 12],
            ["open", null, 13], ["violated", "bmc", 14]]"#,
    )
    .unwrap();
    assert_eq!(serde_json::to_value(rows).unwrap(), expected);
}

#[test]
fn a_reason_has_a_place() {
    let json: serde_json::Value = serde_json::from_str(&render(&fixtures::unsupported())).unwrap();
    assert_eq!(json["verdict"], "unknown");
    assert_eq!(json["reason_place"]["line"], 6);
    assert_eq!(json["error"], serde_json::Value::Null);
}

#[test]
fn a_finding_says_what_it_is_over_all_traces() {
    let json: serde_json::Value = serde_json::from_str(&render(&fixtures::several())).unwrap();
    assert_eq!(json["coverage"], "partial");
    assert_eq!(json["traces"][0]["similar"][0]["steps"], 9);
    assert_eq!(json["traces"][1]["inputs"][0]["value"], "13");
    let of = |finding: usize| json["findings"][finding]["over_traces"].clone();
    let expected = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    assert_eq!(
        [of(0), of(1)],
        [
            expected(
                r#"{"relevant": 3, "undecided": 0, "traces": 3, "relevant_in": [0, 1],
                    "constant": "exists", "constants": ["9"]}"#
            ),
            expected(
                r#"{"relevant": 2, "undecided": 0, "traces": 3, "relevant_in": [0],
                    "constant": "none", "constants": []}"#
            ),
        ]
    );
}

#[test]
fn what_other_techniques_mark_is_there_where_they_ran() {
    let json: serde_json::Value = serde_json::from_str(&render(&fixtures::compared())).unwrap();
    let names: Vec<&str> =
        json["techniques"].as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["max-sat", "backward-slice", "ped"]);
    assert_eq!(json["techniques"][0].get("solutions"), None);
    let solutions = &json["techniques"][2]["solutions"];
    assert_eq!(solutions[0]["changes"][0]["new"], ">=");
    assert_eq!((&solutions[0]["exit"]["line"], &solutions[0]["at_check"]), (&5.into(), &false.into()));
    assert_eq!(solutions[1]["changes"], serde_json::json!([null, null]));
    assert_eq!(json["techniques"][0]["sets"][0][0], 0);
    assert_eq!(json["techniques"][1]["statements"][1]["kind"], "condition");
    assert_eq!(json["statistics"]["techniques"][1]["seconds"], 0.25);
    let json: serde_json::Value = serde_json::from_str(&render(&fixtures::erroneous())).unwrap();
    assert_eq!(json.get("techniques"), None);
}

#[test]
fn the_object_of_an_error_is_there_and_at_the_last_step() {
    let json: serde_json::Value = serde_json::from_str(&render(&fixtures::about_memory())).unwrap();
    let object = &json["error"]["object"];
    assert_eq!((&object["kind"], &object["size"]), (&"allocated".into(), &4.into()));
    assert_eq!(object["made"]["line"], 11);
    assert_eq!((&object["end"]["kind"], &object["end"]["place"]["line"]), (&"freed".into(), &13.into()));
    assert_eq!(object["access"], serde_json::json!({ "kind": "write", "offset": 4, "bytes": 1 }));
    let steps = json["traces"][0]["steps"].as_array().unwrap();
    assert_eq!(steps.iter().filter_map(|step| step.get("object")).collect::<Vec<_>>(), [object]);
    let json: serde_json::Value = serde_json::from_str(&render(&fixtures::erroneous())).unwrap();
    assert_eq!(json["error"]["object"], serde_json::Value::Null);
}

const DOCUMENTED: &str = include_str!("../../../../docs/report.schema.json");

#[test]
fn reports_fit_the_documented_schema() {
    let schema: serde_json::Value = serde_json::from_str(DOCUMENTED).unwrap();
    let mut folded = fixtures::erroneous();
    folded.findings[1].folded_into = Some(1);
    let all = fixtures::all().into_iter().map(|(_, report)| report);
    for report in all.chain([folded, fixtures::of_a_task()]) {
        let json = serde_json::from_str(&render(&report)).unwrap();
        assert_eq!(schema::violations(&schema, &json), Vec::<String>::new());
    }
}

#[test]
fn the_schema_rejects_what_is_no_report() {
    let schema: serde_json::Value = serde_json::from_str(DOCUMENTED).unwrap();
    let mut json: serde_json::Value = serde_json::from_str(&render(&fixtures::erroneous())).unwrap();
    json["verdict"] = "perhaps".into();
    json["findings"][0]["rank"] = 0.into();
    json["findings"][0]["more"] = 0.into();
    json["inputs"][0].as_object_mut().unwrap().remove("value");
    assert_eq!(schema::violations(&schema, &json).len(), 4);
}

#[test]
fn each_line_of_a_stage_fits_the_documented_schema() {
    let schema: serde_json::Value = serde_json::from_str(DOCUMENTED).unwrap();
    let known =
        [Stage::Translate, Stage::Test, Stage::Search, Stage::Localize, Stage::Repair, Stage::Certify];
    for report in [fixtures::erroneous(), fixtures::several(), fixtures::safe(), fixtures::undecided()] {
        let text = Stream::default().next(&report, &known);
        assert_eq!(text.lines().count(), known.len());
        for line in text.lines() {
            let mut json: serde_json::Value = serde_json::from_str(line).unwrap();
            assert_eq!(schema::violations_of(&schema, "stage", &json), Vec::<String>::new());
            json["verdict"] = "safe".into();
            assert_eq!(schema::violations_of(&schema, "stage", &json).len(), 1);
        }
        let line = render_line(&report);
        assert_eq!(line.lines().count(), 1);
        let json = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
        assert_eq!(json(&line), json(&render(&report)));
    }
}

#[test]
fn a_stage_has_another_line_only_where_it_has_found_more() {
    let stages = |text: &str| -> Vec<String> {
        let stage = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap()["stage"].clone();
        text.lines().map(|line| stage(line).as_str().unwrap().to_owned()).collect()
    };
    let (first, more) = (fixtures::erroneous(), fixtures::several());
    let mut stream = Stream::default();
    assert_eq!(stages(&stream.next(&first, &[Stage::Translate])), ["translate"]);
    assert_eq!(stages(&stream.next(&first, &[Stage::Translate, Stage::Search])), ["search"]);
    assert_eq!(stream.next(&first, &[Stage::Translate, Stage::Search]), "");
    assert_eq!(stages(&stream.next(&more, &[Stage::Translate, Stage::Search])), ["search"]);
    let known = [Stage::Translate, Stage::Search, Stage::Localize, Stage::Repair];
    assert_eq!(stages(&stream.next(&first, &known)), ["localize", "repair"]);
    assert_eq!(stream.next(&first, &known), "");
}

#[test]
fn the_answer_to_a_property_file_is_beside_the_verdict() {
    let json: serde_json::Value = serde_json::from_str(&render(&fixtures::of_a_task())).unwrap();
    assert_eq!((&json["verdict"], &json["result"]), (&"safe".into(), &"true".into()));
    assert_eq!(json["specification"]["expected"], "false(valid-deref)");
    assert_eq!(json["specification"]["agrees"], false);
    let json: serde_json::Value = serde_json::from_str(&render(&fixtures::safe())).unwrap();
    assert!(json.get("result").is_none() && json.get("specification").is_none());
}
