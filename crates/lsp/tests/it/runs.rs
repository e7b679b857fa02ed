//! When checks run, with which arguments, and how they are ended.

use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use faultscope_lsp::Checker;

use crate::client::{capabilities, uri};
use crate::server::{PROGRAM, Session, prints, report, runs, safe, search, wait};

/// Writes its name and goes on for ever.
const ENDLESS: &str = "echo $$ > pid\nwhile true; do sleep 0.02; done\n";

fn check(session: &mut Session, entry: Value) -> i64 {
    let argument = json!({ "uri": uri(&session.path("a.c")), "entry": entry });
    session.client.request(
        "workspace/executeCommand",
        json!({ "command": "faultscope.check", "arguments": [argument] }),
    )
}

#[test]
fn a_check_is_told_what_is_set() {
    let options = json!({ "arguments": ["-I", "x y"], "timeout": 7, "entry": "max" });
    let script =
        [prints(&[safe()]), "printf '%s\\n' \"$@\" > arguments; pwd >> arguments\n".to_owned()].concat();
    let mut session = Session::with(&script, capabilities(), options);
    let path = session.open_and_save();
    session.client.wait("the end", |it| it.n_logged() > 0);
    let folder = fs::canonicalize(session.folder.path()).unwrap();
    let expect = format!(
        "--format\njson-lines\n--color\nnever\n--no-compiler-warnings\n--timeout\n7\n--entry\nmax\n-I\nx y\n--\n{}\n{}\n",
        path.display(),
        folder.display()
    );
    assert_eq!(session.wait_for_file("arguments"), expect);
}

#[test]
fn settings_can_change() {
    let script =
        [prints(&[safe()]), "printf '%s ' \"$@\" > arguments; echo >> arguments\n".to_owned()].concat();
    let mut session = Session::start(&script);
    let settings = json!({ "faultscope": { "files": ["a.c", "b.c"], "project": "p", "timeout": "x" } });
    session.client.notify("workspace/didChangeConfiguration", json!({ "settings": settings }));
    session.open_and_save();
    session.client.wait("the end", |it| it.n_logged() > 0);
    let arguments = session.wait_for_file("arguments");
    let folder = session.folder.path().display();
    assert!(
        arguments.contains(&format!(
            "--color never --no-compiler-warnings --project {folder}/p -- {folder}/a.c {folder}/b.c"
        )),
        "{arguments}"
    );
    assert_eq!(
        session.client.shown(),
        ["Faultscope: the setting `timeout` is \"x\", but should be a number of seconds"]
    );
}

#[test]
fn compile_commands_are_found_above_the_file() {
    let script =
        [prints(&[safe()]), "printf '%s ' \"$@\" > arguments; echo >> arguments\n".to_owned()].concat();
    let mut session = Session::start(&script);
    fs::create_dir(session.path("build")).unwrap();
    session.write("build/compile_commands.json", "[]");
    session.open_and_save();
    session.client.wait("the end", |it| it.n_logged() > 0);
    let project = session.path("build/compile_commands.json");
    assert!(session.wait_for_file("arguments").contains(&format!("--project {}", project.display())));
}

#[test]
fn a_program_that_is_not_open_is_read_from_the_compilation_database() {
    let script =
        [prints(&[safe()]), "printf '%s ' \"$@\" >> arguments; echo >> arguments\n".to_owned()].concat();
    let mut session = Session::start(&script);
    fs::create_dir(session.path("build")).unwrap();
    fs::create_dir(session.path("lib")).unwrap();
    let library = "int twice(int n)\n{\n    return 2 * n;\n}\n";
    session.write("lib/twice.c", library);
    session.write("user.c", "int twice(int n);\nint main(void)\n{\n    return twice(3);\n}\n");
    session.write("stranger.c", "int main(void)\n{\n    return 3;\n}\n");
    let command = |file: &str| json!({ "directory": "..", "command": "cc", "file": file });
    let database = json!(["lib/twice.c", "user.c", "stranger.c"].map(command));
    session.write("build/compile_commands.json", &database.to_string());
    let path = session.path("lib/twice.c");
    session.client.open(&path, library);
    session.client.save(&path);
    session.client.wait("the end", |it| it.n_logged() > 0);
    let arguments = session.wait_for_file("arguments");
    let user = session.path("user.c");
    assert!(arguments.trim().ends_with(&format!("-- {}", user.display())), "{arguments}");
    assert_eq!(arguments.lines().count(), 1, "{arguments}");
}

#[test]
fn what_is_found_of_it_is_shown_as_long_as_the_file_is_open() {
    let mut session = Session::start(&prints(&[report()]));
    let library = "int twice(int n)\n{\n    return 2 * n;\n}\n";
    session.write("twice.c", library);
    session.write("a.c", &PROGRAM.replace("max(1, 2)", "twice(1) "));
    let command = |file: &str| json!({ "directory": ".", "command": "cc", "file": file });
    session.write("compile_commands.json", &json!(["twice.c", "a.c"].map(command)).to_string());
    let (path, program) = (session.path("twice.c"), session.path("a.c"));
    session.client.open(&path, library);
    session.client.save(&path);
    session.client.wait("an error", |it| !it.of(&program, 1).is_empty());
    session.client.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri(&path) } }));
    session.client.wait("nothing", |it| it.diagnostics[&uri(&program)].is_empty());
}

#[test]
fn a_file_belongs_to_the_innermost_folder() {
    let mut session = Session::fresh(&[prints(&[safe()]), "pwd > where\n".to_owned()].concat());
    let outer = session.folder.path().to_owned();
    let inner = session.path("inner");
    fs::create_dir(&inner).unwrap();
    session.client.initialize(&[&outer, &inner], capabilities(), json!({}));
    session.write("inner/b.c", PROGRAM);
    let path = session.path("inner/b.c");
    session.client.open(&path, PROGRAM);
    session.client.save(&path);
    session.client.wait("the end", |it| it.n_logged() > 0);
    let expect = fs::canonicalize(&inner).unwrap();
    assert_eq!(session.wait_for_file("inner/where"), format!("{}\n", expect.display()));
}

#[test]
fn files_are_checked_when_it_is_asked_for() {
    let options = json!({ "checkOnSave": false, "checkOnOpen": true });
    let mut session =
        Session::with(&[prints(&[safe()]), "echo x >> runs\n".to_owned()].concat(), capabilities(), options);
    session.open_and_save();
    session.client.wait("the end", |it| it.n_logged() > 0);
    let id = check(&mut session, Value::Null);
    let answer = session.client.answer(id).unwrap();
    assert_eq!(answer["verdict"], "safe");
    assert_eq!(session.wait_for_file("runs"), "x\nx\n");
    assert_eq!(session.client.shown(), ["Faultscope: a.c: no error"]);
}

#[test]
fn what_is_no_program_is_left_alone() {
    let mut session = Session::start("echo x >> runs\n");
    for name in ["a.py", "a", "a.cpp"] {
        let path = session.path(name);
        session.client.open(&path, PROGRAM);
        session.client.save(&path);
    }
    // Neither is a file without a start, nor a header that nobody uses.
    for (name, text) in [("b.c", "int f(void) { return 1; }\n"), ("b.h", PROGRAM)] {
        let path = session.path(name);
        session.write(name, text);
        session.client.open(&path, text);
        session.client.save(&path);
    }
    let document = json!({ "uri": "untitled:Untitled-1", "languageId": "c", "version": 1, "text": PROGRAM });
    session.client.notify("textDocument/didOpen", json!({ "textDocument": document }));
    session
        .client
        .notify("textDocument/didSave", json!({ "textDocument": { "uri": "untitled:Untitled-1" } }));
    let hover = json!({ "textDocument": { "uri": "untitled:Untitled-1" }, "position": { "line": 0, "character": 0 } });
    assert_eq!(session.client.ask("textDocument/hover", hover), Ok(Value::Null));
    assert!(!session.path("runs").exists());
}

#[test]
fn a_function_that_was_checked_is_checked_again() {
    let script =
        format!("case \"$*\" in *max*) {}\n;; *) {}\n;; esac\n", prints(&[report()]), prints(&[safe()]));
    let mut session = Session::start(&script);
    let path = session.path("a.c");
    session.client.open(&path, PROGRAM);
    let id = check(&mut session, json!("max"));
    assert_eq!(session.client.answer(id).unwrap()["verdict"], "unsafe");
    session.client.wait("findings", |it| !it.of(&path, 4).is_empty());
    session.client.save(&path);
    session.client.wait("both programs", |it| it.n_logged() == 2);
    assert_eq!(session.client.of(&path, 4).len(), 1);
    // Without the function nothing is known of it.
    let renamed = PROGRAM.replace("max", "min");
    session.write("a.c", &renamed);
    session.client.edit(&path, 2, [0, 0, 12, 0], &renamed);
    session.client.save(&path);
    session.client.wait("nothing", |it| it.diagnostics[&uri(&path)].is_empty());
}

#[test]
fn a_program_is_checked_again_when_what_it_includes_is_saved() {
    let mut session = Session::start(&[prints(&[safe()]), "echo x >> runs\n".to_owned()].concat());
    let path = session.path("a.c");
    let program = format!("#include \"lib/util.h\"\n{PROGRAM}");
    session.write("a.c", &program);
    session.client.open(&path, &program);
    session.client.save(&path);
    session.client.wait("the end", |it| it.n_logged() == 1);
    for (n, name) in [(2, "util.h"), (3, "util.c")] {
        let path = session.path(name);
        session.client.open(&path, "int f(void) { return 1; }\n");
        session.client.save(&path);
        session.client.wait("the next end", |it| it.n_logged() == n);
    }
    assert_eq!(session.wait_for_file("runs"), "x\nx\nx\n");
}

#[test]
fn a_request_can_be_cancelled() {
    let mut session = Session::start(ENDLESS);
    session.client.open(&session.folder.path().join("a.c"), PROGRAM);
    let id = check(&mut session, Value::Null);
    let pid = session.wait_for_file("pid");
    assert!(runs(&pid));
    session.client.notify("$/cancelRequest", json!({ "id": id }));
    assert_eq!(session.client.answer(id).unwrap_err()["code"], -32800);
    wait("the check to go", || !runs(&pid));
}

#[test]
fn progress_can_be_cancelled() {
    let mut session = Session::start(&[prints(&[search()]), ENDLESS.to_owned()].concat());
    let path = session.open_and_save();
    session
        .client
        .wait("an error and a report", |it| !it.of(&path, 1).is_empty() && !it.progress("begin").is_empty());
    let begin = session.client.progress("begin")[0].clone();
    assert_eq!(
        (&begin["value"]["cancellable"], &begin["value"]["title"]),
        (&json!(true), &json!("Checking a.c"))
    );
    let pid = session.wait_for_file("pid");
    session.client.notify("window/workDoneProgress/cancel", json!({ "token": begin["token"] }));
    session.client.wait("the end", |it| !it.progress("end").is_empty());
    assert_eq!(session.client.progress("end")[0]["value"]["message"], "cancelled");
    wait("the check to go", || !runs(&pid));
    // What is known by then is shown, and the next check works.
    assert_eq!(session.client.of(&path, 1).len(), 1);
    session.write("check.sh", &prints(&[safe()]));
    session.client.save(&path);
    session.client.wait("nothing", |it| it.diagnostics[&uri(&path)].is_empty());
}

#[test]
fn a_client_may_give_a_token_of_its_own() {
    let mut session = Session::start(&prints(&[report()]));
    let argument = json!({ "uri": uri(&session.path("a.c")) });
    let params = json!({ "command": "faultscope.check", "arguments": [argument], "workDoneToken": 7 });
    session.client.ask("workspace/executeCommand", params).unwrap();
    assert_eq!(session.client.progress("begin")[0]["token"], 7);
    assert_eq!(session.client.progress("end")[0]["token"], 7);
}

#[test]
fn a_newer_version_ends_the_check_of_the_one_before() {
    let mut session = Session::start(ENDLESS);
    let path = session.path("a.c");
    session.client.open(&path, PROGRAM);
    let id = check(&mut session, Value::Null);
    let pid = session.wait_for_file("pid");
    session.write("check.sh", &prints(&[report()]));
    session.client.save(&path);
    assert_eq!(session.client.answer(id).unwrap_err()["code"], -32802);
    session.client.wait("findings", |it| !it.of(&path, 4).is_empty());
    wait("the check to go", || !runs(&pid));
}

#[test]
fn closing_a_file_ends_its_check_and_takes_what_is_known() {
    let mut session = Session::start(&[prints(&[search()]), ENDLESS.to_owned()].concat());
    let path = session.open_and_save();
    session.client.wait("an error", |it| !it.of(&path, 1).is_empty());
    let pid = session.wait_for_file("pid");
    session.client.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri(&path) } }));
    session.client.wait("nothing", |it| it.diagnostics[&uri(&path)].is_empty());
    wait("the check to go", || !runs(&pid));
}

#[test]
fn all_checks_can_be_stopped_and_more_wait_than_run() {
    let mut session = Session::start("echo $$ >> pids\nwhile true; do sleep 0.02; done\n");
    session.client.open(&session.folder.path().join("a.c"), PROGRAM);
    let ids: Vec<i64> = ["a", "b", "c", "d"].iter().map(|it| check(&mut session, json!(it))).collect();
    wait("two checks", || fs::read_to_string(session.path("pids")).is_ok_and(|it| it.lines().count() == 2));
    session.client.ask("workspace/executeCommand", json!({ "command": "faultscope.stop" })).unwrap();
    for id in ids {
        assert_eq!(session.client.answer(id).unwrap_err()["code"], -32800);
    }
    let pids = session.wait_for_file("pids");
    wait("the checks to go", || pids.lines().all(|it| !runs(it)));
    assert_eq!(session.wait_for_file("pids").lines().count(), 2);
}

/// A check that goes wrong: what the user is told.
#[track_caller]
fn check_failure(script: &str, options: Value, expect: &[&str]) {
    let mut session = Session::with(script, capabilities(), options);
    session.client.open(&session.folder.path().join("a.c"), PROGRAM);
    let id = check(&mut session, Value::Null);
    assert_eq!(session.client.answer(id).unwrap_err()["code"], -32803);
    let shown = session.client.shown();
    assert_eq!(shown.len(), 1, "{shown:?}");
    for part in expect {
        assert!(shown[0].contains(part), "{shown:?}");
    }
    // The session goes on.
    session.write("check.sh", &prints(&[safe()]));
    let id = check(&mut session, Value::Null);
    assert_eq!(session.client.answer(id).unwrap()["verdict"], "safe");
}

#[test]
fn a_check_that_goes_wrong_is_told() {
    check_failure("echo; echo boom >&2; kill -9 $$", json!({}), &["without an answer", "signal: 9", "boom"]);
    check_failure("exit 0", json!({}), &["without an answer", "exit status: 0", "it does not say why"]);
    check_failure("echo '{'; printf '\\377'; exit 3", json!({}), &["without an answer", "exit status: 3"]);
    check_failure("yes complaint | head -c 1000000 >&2; exit 1", json!({}), &[": complaint"]);
    check_failure(ENDLESS, json!({ "timeout": 0.2 }), &["did not end in time"]);
}

#[test]
fn a_checker_that_is_not_there_is_told() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("a.c"), PROGRAM).unwrap();
    let checker = Checker {
        program: folder.path().join("none"),
        arguments: Vec::new(),
        grace: std::time::Duration::ZERO,
    };
    let mut session = Session::of(folder, checker);
    let folder = session.folder.path().to_owned();
    session.client.initialize(&[&folder], capabilities(), json!({}));
    session.open_and_save();
    session.client.wait("a message", |it| !it.shown().is_empty());
    assert!(session.client.shown()[0].contains("cannot be started"));
}
