//! What is found, where the editor shows it.

use serde_json::{Value, json};

use crate::client::{capabilities, uri};
use crate::server::{PROGRAM, Session, at, finding, place, prints, report, report_with, safe, search};

fn range(line: u32, start: u32, end: u32) -> Value {
    json!({ "start": { "line": line, "character": start }, "end": { "line": line, "character": end } })
}

#[test]
fn a_bug_is_one_error_with_its_steps_and_hints() {
    let mut session = Session::start(&prints(&[report()]));
    let path = session.open_and_save();
    session.client.wait("hints", |it| !it.of(&path, 4).is_empty());
    let client = &session.client;
    assert_eq!(client.diagnostics[&uri(&path)].len(), 2);
    let error = client.of(&path, 1)[0];
    assert_eq!((&error["range"], &error["code"]), (&range(11, 4, 18), &json!("assertions")));
    let related = error["relatedInformation"].as_array().unwrap();
    let said: Vec<&str> = related.iter().filter_map(|it| it["message"].as_str()).collect();
    let hint = "take the other branch here; can fix the program (proved)";
    let expect = [
        &format!("hint: {hint}"),
        "step 1 of 3: `m = a` gives m = 1",
        "step 2 of 3: `b < m` is false",
        "step 3 of 3: `m = max(1, 2)` gives m = 1",
    ];
    assert_eq!(said, expect);
    assert_eq!(related[2]["location"], json!({ "uri": uri(&path), "range": range(3, 8, 13) }));
    let found = client.of(&path, 4)[0];
    assert_eq!(
        (&found["range"], &found["code"], &found["message"]),
        (&range(3, 8, 13), &json!("relevant"), &json!(hint))
    );
    assert_eq!(found["relatedInformation"][0]["location"]["range"], error["range"]);
}

/// The hints of a report with these findings, and with several executions that end at the same check.
#[track_caller]
fn check_hints(findings: &[Value], n_traces: usize, expect: &[&str]) {
    let mut told = report();
    told["findings"] = json!(findings);
    told["traces"] = json!(vec![told["traces"][0].clone(); n_traces]);
    let mut session = Session::start(&prints(&[told]));
    let path = session.open_and_save();
    session.client.wait("the end", |it| it.n_logged() > 0);
    assert_eq!(session.client.of(&path, 1).len(), 1);
    let hints = session.client.of(&path, 4);
    let said: Vec<&str> = hints.iter().filter_map(|it| it["message"].as_str()).collect();
    assert_eq!(said, expect);
}

#[test]
fn there_are_at_most_three_hints_for_an_error() {
    let at = |rank: u32, fields: Value| {
        let mut finding = finding(place(rank + 2, 9, 10), fields);
        finding["rank"] = json!(rank);
        finding
    };
    let assigned = |rank: u32| at(rank, json!({ "values": [rank.to_string()] }));
    let hint = |rank: u32| format!("assign `{rank}` here");
    let all = [hint(1), hint(2), hint(3)];
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    check_hints(&(1..=6).map(assigned).collect::<Vec<_>>(), 1, &all);
    // Several executions that fail at one check are one bug, whichever of them a hint is about.
    let on_another = at(2, json!({ "values": ["2"], "trace": 1 }));
    check_hints(&[assigned(1), on_another, assigned(3), assigned(4)], 2, &all);
    // What only passes a value on is part of another one, and an input is no place in the code.
    let folded = at(2, json!({ "folded_into": 1 }));
    let input = at(3, json!({ "kind": "input", "values": ["7"] }));
    check_hints(&[assigned(1), folded.clone(), input.clone()], 1, &all[..1]);
    check_hints(&[input], 1, &["assign `7` here"]);
    check_hints(&[], 1, &[]);
}

#[test]
fn a_hint_says_the_value_that_was_tested() {
    let check = |fields: Value, expect: &str| check_hints(&[finding(place(3, 9, 14), fields)], 1, &[expect]);
    let tested = json!({ "outcome": "avoids", "value": "3" });
    let proved =
        json!({ "answer": "proved", "fix": "values", "execution": null, "remaining": null, "reason": null });
    check(
        json!({ "values": ["2", "3"], "condition": "m > 1", "rerun": tested, "in_program": proved }),
        "assign `3` here (tested: the program ends without an error); can fix the program (proved)",
    );
    check(
        json!({ "kind": "argument", "assigns": "b", "rerun": tested }),
        "pass `3` here (tested: the program ends without an error)",
    );
    // A value that failed is none to assign.
    let failed = json!({ "outcome": "fails", "value": null });
    check(json!({ "values": ["2"], "rerun": failed }), "assign `2` here");
    check(
        json!({ "values": ["2"], "condition": "m > 1" }),
        "assign a value such that `m > 1`, for example `2`, here",
    );
    check(json!({}), "assign another value here");
    check(json!({ "strength": "undecided" }), "may matter");
    check(
        json!({ "kind": "missing", "missing": "m = 0;" }),
        "a statement may be missing here, such as `m = 0;`",
    );
    let always = json!({
        "answer": "proved", "fix": "strategy", "strategy": ["1"], "execution": null, "remaining": null,
        "reason": null,
    });
    check(
        json!({ "kind": "condition", "in_program": always }),
        "make this always true; can fix the program (proved)",
    );
}

#[test]
fn a_client_without_links_gets_none() {
    let mut session = Session::with(&prints(&[report()]), json!({}), json!({}));
    let path = session.open_and_save();
    session.client.wait("findings", |it| !it.of(&path, 4).is_empty());
    assert!(session.client.of(&path, 1)[0].get("relatedInformation").is_none());
    assert!(session.client.progress("begin").is_empty());
}

#[test]
fn what_is_known_early_is_shown_early_and_refined() {
    let wait = "while [ ! -e go ]; do sleep 0.02; done\n";
    let script = [prints(&[search()]), wait.to_owned(), prints(&[report()])].concat();
    let mut session = Session::start(&script);
    let path = session.open_and_save();
    session.client.wait("the error", |it| !it.of(&path, 1).is_empty());
    assert!(session.client.of(&path, 4).is_empty());
    session.write("go", "");
    session.client.wait("findings", |it| !it.of(&path, 4).is_empty());
}

#[test]
fn what_was_found_goes_when_nothing_is_found_any_more() {
    let script = format!("if [ -e repaired ]; then {}\nelse {}\nfi", prints(&[safe()]), prints(&[report()]));
    let mut session = Session::start(&script);
    let path = session.open_and_save();
    session.client.wait("findings", |it| !it.of(&path, 4).is_empty());
    session.write("repaired", "");
    session.client.save(&path);
    session.client.wait("nothing", |it| it.diagnostics[&uri(&path)].is_empty());
}

#[test]
fn hovering_tells_strength_value_condition_and_effect() {
    let influence = json!({
        "text": "assert(m == 2)", "is_error": true, "is_asked": false, "outcome": false, "with": "2",
    });
    let finding = finding(
        place(3, 9, 14),
        json!({
            "assigns": "m", "value": "1", "values": ["2"], "condition": "m >= b",
            "influence": at(12, 5, 19, influence),
        }),
    );
    let mut told = report();
    told["findings"] = json!([finding]);
    let mut session = Session::start(&prints(&[told]));
    let path = session.open_and_save();
    session.client.wait("findings", |it| !it.of(&path, 4).is_empty());
    let hover = |line: u32, character: u32| json!({ "textDocument": { "uri": uri(&path) }, "position": { "line": line, "character": character } });
    let answer = session.client.ask("textDocument/hover", hover(2, 9)).unwrap();
    assert_eq!(answer["range"], range(2, 8, 13));
    let text = answer["contents"]["value"].as_str().unwrap();
    for part in [
        "(`constant`)",
        "`m = 1`",
        "`m >= b`",
        "`2`",
        "the check `assert(m == 2)` on line 12 holds",
        "step 1 that matters",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!(session.client.ask("textDocument/hover", hover(0, 0)), Ok(Value::Null));
}

fn actions(session: &mut Session, line: u32, only: Option<&str>) -> Vec<Value> {
    let path = session.path("a.c");
    let mut context = json!({ "diagnostics": [] });
    if let Some(only) = only {
        context["only"] = json!([only]);
    }
    let params =
        json!({ "textDocument": { "uri": uri(&path) }, "range": range(line, 0, 1), "context": context });
    session.client.ask("textDocument/codeAction", params).unwrap().as_array().unwrap().clone()
}

#[test]
fn patches_are_fixes_on_their_line_and_on_the_error() {
    let mut session = Session::start(&prints(&[report()]));
    let path = session.open_and_save();
    session.client.wait("findings", |it| !it.of(&path, 4).is_empty());
    for line in [3, 11] {
        let actions = actions(&mut session, line, None);
        assert_eq!(actions.len(), 1, "{line}");
        assert_eq!((&actions[0]["kind"], &actions[0]["isPreferred"]), (&json!("quickfix"), &json!(true)));
        let edit = json!({ "range": range(3, 10, 11), "newText": ">" });
        let document = json!({ "uri": uri(&path), "version": 1 });
        let changes = json!([{ "textDocument": document, "edits": [edit] }]);
        assert_eq!(actions[0]["edit"]["documentChanges"], changes);
    }
    assert!(actions(&mut session, 8, None).is_empty());
    assert!(actions(&mut session, 3, Some("refactor")).is_empty());
}

#[test]
fn a_fix_follows_its_line_and_is_not_preferred_for_another_text() {
    let mut session = Session::start(&prints(&[report()]));
    let path = session.open_and_save();
    session.client.wait("findings", |it| !it.of(&path, 4).is_empty());
    session.client.edit(&path, 2, [0, 0, 0, 0], "// a maximum\n");
    session.client.wait("it to move", |it| it.of(&path, 4)[0]["range"] == range(4, 8, 13));
    let moved = actions(&mut session, 4, None);
    assert_eq!((moved.len(), &moved[0]["isPreferred"]), (1, &json!(false)));
    let change = &moved[0]["edit"]["documentChanges"][0];
    assert_eq!(
        (&change["textDocument"]["version"], &change["edits"][0]["range"]),
        (&json!(2), &range(4, 10, 11))
    );
    // What the patch replaces is edited.
    session.client.edit(&path, 3, [4, 10, 4, 11], "<=");
    session.client.wait("the finding to go", |it| it.of(&path, 4).is_empty());
    assert!(actions(&mut session, 4, None).is_empty());
    assert!(session.client.of(&path, 1)[0]["message"].as_str().unwrap().contains("Outdated: "));
    // And edited back.
    session.client.edit(&path, 4, [4, 10, 4, 12], "<");
    session.client.edit(&path, 5, [0, 0, 1, 0], "");
    session.client.wait("it to be back", |it| it.of(&path, 4).len() == 1);
    assert_eq!(actions(&mut session, 3, None)[0]["isPreferred"], true);
}

#[test]
fn a_client_that_knows_no_versions_gets_changes() {
    let mut session = Session::with(&prints(&[report()]), json!({}), json!({}));
    let path = session.open_and_save();
    session.client.wait("findings", |it| !it.of(&path, 4).is_empty());
    let actions = actions(&mut session, 3, None);
    assert_eq!(
        actions[0]["edit"]["changes"][uri(&path)],
        json!([{ "range": range(3, 10, 11), "newText": ">" }])
    );
}

/// Where a finding behind letters that are no ASCII is shown.
#[track_caller]
fn check_encoding(offered: Value, chosen: &str, start: u32, end: u32) {
    let mut capabilities = capabilities();
    capabilities["general"] = json!({ "positionEncodings": offered });
    let mut told = report();
    told["findings"] = json!([finding(place(1, 14, 19), json!({}))]);
    told["patches"] = json!([]);
    let mut session = Session::fresh(&prints(&[told]));
    let folder = session.folder.path().to_owned();
    let answer = session.client.initialize(&[&folder], capabilities, json!({}));
    assert_eq!(answer["capabilities"]["positionEncoding"], chosen);
    let text = format!("/* ä😀ö */ int m = a;\n{PROGRAM}");
    session.write("a.c", &text);
    let path = session.path("a.c");
    session.client.open(&path, &text);
    session.client.save(&path);
    session.client.wait("findings", |it| !it.of(&path, 4).is_empty());
    assert_eq!(session.client.of(&path, 4)[0]["range"], range(0, start, end));
    // What the client says is counted in the same way.
    session.client.edit(&path, 2, [0, end, 0, end], " + 1");
    session.client.wait("the finding to go", |it| it.of(&path, 4).is_empty());
    session.client.edit(&path, 3, [0, end, 0, end + 4], "");
    session.client.wait("it to be back", |it| !it.of(&path, 4).is_empty());
}

#[test]
fn characters_are_counted_as_the_client_wants() {
    check_encoding(json!([]), "utf-16", 14, 19);
    check_encoding(json!(["utf-8", "utf-16"]), "utf-8", 18, 23);
    check_encoding(json!(["x", "utf-32"]), "utf-32", 13, 18);
}

#[test]
fn what_is_wrong_with_the_input_is_an_error_at_its_place() {
    let rejection = json!({ "schema": "faultscope-rejection/1", "messages": [
        at(2, 1, 2, json!({ "severity": "error", "message": "expected `;`", "hint": "put one" })),
        { "severity": "error", "message": "no `x`" },
    ]});
    let mut session = Session::start(&[prints(&[rejection]), "exit 2".to_owned()].concat());
    let path = session.open_and_save();
    session.client.wait("errors", |it| it.of(&path, 1).len() == 2);
    let errors = session.client.of(&path, 1);
    assert_eq!(
        (&errors[0]["message"], &errors[0]["range"]),
        (&json!("expected `;`\nput one"), &range(1, 0, 1))
    );
    assert_eq!((&errors[1]["message"], &errors[1]["range"]), (&json!("no `x`"), &range(0, 0, 0)));
    assert!(session.client.shown().is_empty());
}

#[test]
fn what_is_not_decided_is_told_where_it_is() {
    let place = at(4, 5, 7, json!({}));
    let told = report_with(json!({ "verdict": "unknown", "reason": "no end", "reason_place": place }));
    let mut session = Session::start(&prints(&[told]));
    let path = session.open_and_save();
    session.client.wait("a note", |it| !it.of(&path, 3).is_empty());
    assert_eq!(session.client.of(&path, 3)[0]["message"], "not decided: no end");
}

#[test]
fn findings_in_headers_are_shown_there_and_saving_one_checks_again() {
    let mut told = report();
    told["findings"][0]["file"] = json!("./sub/../a.h");
    let mut session = Session::start(&[prints(&[told]), "echo x >> runs\n".to_owned()].concat());
    session.write("a.h", PROGRAM);
    std::fs::create_dir(session.path("sub")).unwrap();
    session.open_and_save();
    let header = session.path("a.h");
    session.client.wait("findings", |it| !it.of(&header, 4).is_empty());
    // A check that is not over would be ended by the next one, and say nothing more.
    session.client.wait("the first run", |it| it.n_logged() == 1);
    assert_eq!(session.wait_for_file("runs"), "x\n");
    session.client.open(&header, PROGRAM);
    session.client.save(&header);
    session.client.wait("the second run", |it| it.n_logged() == 2);
    assert_eq!(session.wait_for_file("runs"), "x\nx\n");
}

#[test]
fn lenses_stand_above_functions() {
    let mut session = Session::start("");
    let path = session.path("a.c");
    session.client.open(&path, &PROGRAM.replace("int max", "/*@ ensures \\result >= a; */\nint max"));
    let params = json!({ "textDocument": { "uri": uri(&path) } });
    let lenses = session.client.ask("textDocument/codeLens", params).unwrap();
    let titles: Vec<&Value> = lenses.as_array().unwrap().iter().map(|it| &it["command"]["title"]).collect();
    assert_eq!(titles, ["Check `max` with its contract", "Check this program"]);
    assert_eq!(lenses[0]["range"], range(1, 4, 7));
    assert_eq!(lenses[0]["command"]["arguments"], json!([{ "uri": uri(&path), "entry": "max" }]));
}
