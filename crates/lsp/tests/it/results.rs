//! What is found, where the editor shows it.

use serde_json::{Value, json};

use crate::client::{capabilities, uri};
use crate::server::{PROGRAM, Session, at, finding, place, prints, report, report_with, safe, search};

fn range(line: u32, start: u32, end: u32) -> Value {
    json!({ "start": { "line": line, "character": start }, "end": { "line": line, "character": end } })
}

#[test]
fn errors_findings_and_steps_are_diagnostics_with_links() {
    let mut session = Session::start(&prints(&[report()]));
    let path = session.open_and_save();
    session.client.wait("findings", |it| !it.of(&path, 2).is_empty());
    let client = &session.client;
    let error = client.of(&path, 1)[0];
    assert_eq!((&error["range"], &error["code"]), (&range(11, 4, 18), &json!("assertions")));
    let related = error["relatedInformation"].as_array().unwrap();
    assert_eq!(related.len(), 3);
    assert_eq!(related[1]["message"], "2 of 3: `b < m` is false");
    assert_eq!(related[1]["location"], json!({ "uri": uri(&path), "range": range(3, 8, 13) }));
    let finding = client.of(&path, 2)[0];
    assert_eq!((&finding["range"], &finding["code"]), (&range(3, 8, 13), &json!("relevant")));
    let hints = client.of(&path, 4);
    assert_eq!(hints.len(), 3);
    for hint in hints {
        assert_eq!(hint["relatedInformation"][0]["location"]["range"], error["range"]);
    }
}

#[test]
fn a_client_without_links_gets_none() {
    let mut session = Session::with(&prints(&[report()]), json!({}), json!({}));
    let path = session.open_and_save();
    session.client.wait("findings", |it| !it.of(&path, 2).is_empty());
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
    assert!(session.client.of(&path, 2).is_empty());
    session.write("go", "");
    session.client.wait("findings", |it| !it.of(&path, 2).is_empty());
}

#[test]
fn what_was_found_goes_when_nothing_is_found_any_more() {
    let script = format!("if [ -e repaired ]; then {}\nelse {}\nfi", prints(&[safe()]), prints(&[report()]));
    let mut session = Session::start(&script);
    let path = session.open_and_save();
    session.client.wait("findings", |it| !it.of(&path, 2).is_empty());
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
    session.client.wait("findings", |it| !it.of(&path, 2).is_empty());
    let hover = |line: u32, character: u32| json!({ "textDocument": { "uri": uri(&path) }, "position": { "line": line, "character": character } });
    let answer = session.client.ask("textDocument/hover", hover(2, 9)).unwrap();
    assert_eq!(answer["range"], range(2, 8, 13));
    let text = answer["contents"]["value"].as_str().unwrap();
    for part in [
        "(`constant`)",
        "`m = 1`",
        "`m >= b`",
        "`2`",
        "on line 12, which fails, holds",
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
    session.client.wait("findings", |it| !it.of(&path, 2).is_empty());
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
    session.client.wait("findings", |it| !it.of(&path, 2).is_empty());
    session.client.edit(&path, 2, [0, 0, 0, 0], "// a maximum\n");
    session.client.wait("it to move", |it| it.of(&path, 2)[0]["range"] == range(4, 8, 13));
    let moved = actions(&mut session, 4, None);
    assert_eq!((moved.len(), &moved[0]["isPreferred"]), (1, &json!(false)));
    let change = &moved[0]["edit"]["documentChanges"][0];
    assert_eq!(
        (&change["textDocument"]["version"], &change["edits"][0]["range"]),
        (&json!(2), &range(4, 10, 11))
    );
    // What the patch replaces is edited.
    session.client.edit(&path, 3, [4, 10, 4, 11], "<=");
    session.client.wait("the finding to go", |it| it.of(&path, 2).is_empty());
    assert!(actions(&mut session, 4, None).is_empty());
    assert!(session.client.of(&path, 1)[0]["message"].as_str().unwrap().contains("before the last edit"));
    // And edited back.
    session.client.edit(&path, 4, [4, 10, 4, 12], "<");
    session.client.edit(&path, 5, [0, 0, 1, 0], "");
    session.client.wait("it to be back", |it| it.of(&path, 2).len() == 1);
    assert_eq!(actions(&mut session, 3, None)[0]["isPreferred"], true);
}

#[test]
fn a_client_that_knows_no_versions_gets_changes() {
    let mut session = Session::with(&prints(&[report()]), json!({}), json!({}));
    let path = session.open_and_save();
    session.client.wait("findings", |it| !it.of(&path, 2).is_empty());
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
    session.client.wait("findings", |it| !it.of(&path, 2).is_empty());
    assert_eq!(session.client.of(&path, 2)[0]["range"], range(0, start, end));
    // What the client says is counted in the same way.
    session.client.edit(&path, 2, [0, end, 0, end], " + 1");
    session.client.wait("the finding to go", |it| it.of(&path, 2).is_empty());
    session.client.edit(&path, 3, [0, end, 0, end + 4], "");
    session.client.wait("it to be back", |it| !it.of(&path, 2).is_empty());
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
    session.client.wait("findings", |it| !it.of(&header, 2).is_empty());
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
