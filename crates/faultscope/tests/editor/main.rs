//! An editor and `faultscope lsp`: whole sessions, with checks that are none but their own.

#[expect(dead_code, reason = "what only the suite of the server asks for")]
#[path = "../../../lsp/tests/it/client.rs"]
mod client;

use std::fs;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};

use client::{Client, capabilities, uri};
use serde_json::{Value, json};
use tempfile::TempDir;

const PROGRAM: &str = "\
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int max(int a, int b)
{
    int m = a;
    if (b < m) {
        m = b;
    }
    return m;
}

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    int m = max(x, y);
    assert(m >= x && m >= y);
    return 0;
}
";

struct Editor {
    folder: TempDir,
    client: Client,
    server: Child,
}

impl Editor {
    fn start(options: Value) -> Editor {
        let folder = TempDir::new().expect("a folder");
        let mut server = Command::new(env!("CARGO_BIN_EXE_faultscope"))
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a server");
        let input = server.stdin.take().expect("it is piped");
        let output = server.stdout.take().expect("it is piped");
        let mut client = Client::new(input, output);
        client.initialize(&[folder.path()], capabilities(), options);
        Editor { folder, client, server }
    }

    /// Writes a file and opens it.
    fn open(&mut self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.path().join(name);
        fs::write(&path, text).expect("a file");
        self.client.open(&path, text);
        path
    }

    fn end(mut self) -> ExitStatus {
        self.client.wait_for_the_end();
        self.server.wait().expect("it ends")
    }
}

/// The text with an edit, both of ASCII.
fn edited(text: &str, edit: &Value) -> String {
    let offset = |position: &Value| {
        let line = position["line"].as_u64().expect("a number") as usize;
        let before: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        before + position["character"].as_u64().expect("a number") as usize
    };
    let (start, end) = (offset(&edit["range"]["start"]), offset(&edit["range"]["end"]));
    [&text[..start], edit["newText"].as_str().expect("a text"), &text[end..]].concat()
}

#[test]
fn open_check_hover_apply_the_fix_and_check_again() {
    let mut editor = Editor::start(json!({ "checkOnOpen": true }));
    let path = editor.open("a.c", PROGRAM);
    editor.client.wait("the end of the check", |it| it.n_logged() > 0);
    let error = editor.client.of(&path, 1)[0].clone();
    assert_eq!(error["range"]["start"], json!({ "line": 17, "character": 4 }));
    assert!(
        error["message"].as_str().is_some_and(|it| it.starts_with("assertion failed: m >= x && m >= y\n"))
    );
    // One error and at most three hints, which the error links, as it does the steps.
    let hints = editor.client.of(&path, 4);
    assert!((1..=3).contains(&hints.len()));
    assert_eq!(editor.client.diagnostics[&uri(&path)].len(), 1 + hints.len());
    let related = error["relatedInformation"].as_array().expect("there are steps");
    let is_hint = |it: &&Value| it["message"].as_str().is_some_and(|it| it.starts_with("hint: "));
    assert_eq!(related.iter().filter(is_hint).count(), hints.len());
    assert!(related.len() > hints.len());
    assert!(hints.iter().all(|it| it["relatedInformation"][0]["location"]["range"] == error["range"]));
    let hint = hints.into_iter().find(|it| it["range"]["start"]["line"] == 6);
    assert!(hint.is_some_and(|it| it["message"].as_str().is_some_and(|it| it.contains("proved"))));

    let document = json!({ "uri": uri(&path) });
    let hover = json!({ "textDocument": document, "position": { "line": 16, "character": 8 } });
    let hover = editor.client.ask("textDocument/hover", hover).expect("an answer");
    let text = hover["contents"]["value"].as_str().expect("a text");
    for part in ["(`constant`)", "`m = -2147483648`", "`m >= x && m >= y`"] {
        assert!(text.contains(part), "{text}");
    }

    let context = json!({ "diagnostics": [error] });
    let params = json!({ "textDocument": document, "range": error["range"], "context": context });
    let fixes = editor.client.ask("textDocument/codeAction", params).expect("an answer");
    let fixes = fixes.as_array().expect("a list");
    let preferred: Vec<&Value> = fixes.iter().filter(|it| it["isPreferred"] == true).collect();
    assert_eq!(preferred.len(), 1);
    let change = &preferred[0]["edit"]["documentChanges"][0];
    assert_eq!(change["textDocument"], json!({ "uri": uri(&path), "version": 1 }));
    let edit = &change["edits"][0];
    let (start, end) = (&edit["range"]["start"], &edit["range"]["end"]);
    let number = |it: &Value| it.as_u64().expect("a number") as u32;
    let range = [&start["line"], &start["character"], &end["line"], &end["character"]].map(number);
    editor.client.edit(&path, 2, range, edit["newText"].as_str().expect("a text"));
    fs::write(&path, edited(PROGRAM, edit)).expect("a file");
    editor.client.save(&path);
    editor.client.wait("no error", |it| it.diagnostics[&uri(&path)].is_empty());
    editor.client.wait("the end of the second check", |it| it.n_logged() == 2);
    assert!(editor.client.diagnostics[&uri(&path)].is_empty());

    editor.client.ask("shutdown", Value::Null).expect("an answer");
    editor.client.notify("exit", Value::Null);
    assert_eq!(editor.end().code(), Some(0));
}

/// A client of others: a package of Python for the protocol, where it is installed; `cargo xtask test` does so.
#[test]
#[expect(clippy::print_stderr, reason = "whoever runs the tests should know what was not tested")]
fn an_editor_with_the_types_of_the_protocol() {
    let python = std::env::var("FAULTSCOPE_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let has_package = Command::new(&python).args(["-c", "import pygls.lsp.client"]).output();
    if !has_package.is_ok_and(|it| it.status.success()) {
        eprintln!(
            "skipped: there is no `pygls` (`pip install 'pygls>=2.1'`, FAULTSCOPE_PYTHON names another Python)"
        );
        return;
    }
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("a.c");
    fs::write(&path, PROGRAM).expect("a file");
    let output = Command::new(&python)
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/editor/session.py"))
        .args([env!("CARGO_BIN_EXE_faultscope").as_ref(), path.as_path()])
        .output()
        .expect("Python runs");
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{complaints}");
    let expected =
        "faultscope\n17 1 quickfix\nmarkdown\nCheck `max`\nno error\n['begin', 'end', 'report'] []\n";
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{complaints}");
}

#[test]
fn a_hint_has_the_value_that_was_tested() {
    let mut editor = Editor::start(json!({ "checkOnOpen": true }));
    let program = "int main(void)\n{\n    int table[4] = {0};\n    int n = 4;\n    return table[n];\n}\n";
    let path = editor.open("a.c", program);
    editor.client.wait("the end of the check", |it| it.n_logged() > 0);
    let hints = editor.client.of(&path, 4);
    assert_eq!(
        hints[0]["message"],
        "assign `3` here (tested: the program ends without an error); can fix the program (proved)"
    );
    assert_eq!(hints[0]["range"]["start"], json!({ "line": 3, "character": 8 }));
}

/// A library whose function returns one too much, and the program that uses it.
const LIBRARY: &str = "int last(int n)\n{\n    return n;\n}\n";
const USER: &str =
    "int last(int n);\nint main(void)\n{\n    int table[4] = {0};\n    return table[last(4)];\n}\n";

#[test]
fn files_that_are_not_open_are_read_from_the_compilation_database() {
    let mut editor = Editor::start(json!({}));
    let folder = editor.folder.path().to_owned();
    fs::create_dir(folder.join("lib")).expect("a folder");
    fs::create_dir(folder.join("build")).expect("a folder");
    let command = |file: &str| json!({ "directory": "..", "command": format!("cc -c {file}"), "file": file });
    let database = json!(["lib/last.c", "user.c"].map(command)).to_string();
    fs::write(folder.join("build/compile_commands.json"), database).expect("a file");
    let user = folder.join("user.c");
    fs::write(&user, USER).expect("a file");
    // The library is open and the program is not: its error is found when the library is saved.
    let library = editor.open("lib/last.c", LIBRARY);
    editor.client.save(&library);
    editor.client.wait("a hint", |it| !it.of(&library, 4).is_empty());
    editor.client.wait("the end of the check", |it| it.n_logged() > 0);
    assert_eq!(editor.client.of(&user, 1)[0]["range"]["start"], json!({ "line": 4, "character": 11 }));
    let hint = editor.client.of(&library, 4)[0];
    assert_eq!(hint["range"]["start"]["line"], 2, "{hint}");
    // The other way around, the library is read for the program.
    let repaired = LIBRARY.replace("return n", "return n - 1");
    fs::write(&library, &repaired).expect("a file");
    editor.client.edit(&library, 2, [2, 11, 2, 12], "n - 1");
    editor.client.save(&library);
    editor.client.wait("no error", |it| it.of(&user, 1).is_empty());
    editor.client.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri(&library) } }));
    editor.client.open(&user, USER);
    fs::write(&library, LIBRARY).expect("a file");
    editor.client.save(&user);
    editor.client.wait("the error", |it| !it.of(&user, 1).is_empty());
}

#[test]
fn a_function_is_checked_with_its_contract() {
    let program = "/*@ ensures \\result >= a && \\result >= b; */\n".to_owned()
        + &PROGRAM
            [PROGRAM.find("int max").expect("it is there")..PROGRAM.find("int main").expect("it is there")];
    let mut editor = Editor::start(json!({}));
    let path = editor.open("max.c", &program);
    let params = json!({ "textDocument": { "uri": uri(&path) } });
    let lenses = editor.client.ask("textDocument/codeLens", params).expect("an answer");
    let command = &lenses[0]["command"];
    assert_eq!(command["title"], "Check `max` with its contract");
    let params = json!({ "command": command["command"], "arguments": command["arguments"] });
    let answer = editor.client.ask("workspace/executeCommand", params).expect("an answer");
    assert_eq!(answer["verdict"], "unsafe");
    assert!(!editor.client.of(&path, 1).is_empty());

    let repaired = program.replace("b < m", "b > m");
    fs::write(&path, &repaired).expect("a file");
    let n_lines = program.lines().count() as u32;
    editor.client.edit(&path, 2, [0, 0, n_lines, 0], &repaired);
    editor.client.save(&path);
    editor.client.wait("no error", |it| it.diagnostics[&uri(&path)].is_empty());
}

#[test]
fn a_program_that_is_none_is_told_where() {
    let mut editor = Editor::start(json!({}));
    let path = editor.open("a.c", "int main(void) {\n    return \"😀\" 1;\n}\n");
    editor.client.save(&path);
    editor.client.wait("an error", |it| !it.of(&path, 1).is_empty());
    let error = editor.client.of(&path, 1)[0];
    assert_eq!(error["range"]["start"], json!({ "line": 1, "character": 16 }));
    assert!(editor.client.shown().is_empty());
}

#[test]
fn places_behind_letters_that_are_no_ascii_are_counted_in_utf_16() {
    let program = "#include <assert.h>\nint main(void)\n{\n    /* 😀é */ int a = 1; assert(a == 2);\n    return 0;\n}\n";
    let mut editor = Editor::start(json!({}));
    let path = editor.open("ö ü.c", program);
    editor.client.save(&path);
    editor.client.wait("an error", |it| !it.of(&path, 1).is_empty());
    let range = &editor.client.of(&path, 1)[0]["range"];
    assert_eq!(
        range,
        &json!({ "start": { "line": 3, "character": 25 }, "end": { "line": 3, "character": 39 } })
    );
}

#[test]
fn the_server_ends_as_the_client_says_or_goes() {
    let mut editor = Editor::start(json!({}));
    editor.client.notify("exit", Value::Null);
    assert_eq!(editor.end().code(), Some(1));
    let mut editor = Editor::start(json!({}));
    editor.client.disconnect();
    assert_eq!(editor.end().code(), Some(1));
    let mut editor = Editor::start(json!({}));
    editor.client.send_bytes(b"what is this\r\n\r\n");
    assert_eq!(editor.end().code(), Some(2));
}

#[test]
fn a_check_ends_with_who_has_started_it() {
    let folder = TempDir::new().expect("a folder");
    let program = "extern int f(void);\nint main(void) { int a = 1, b = 2, c = 3;\n\
                   while (f()) { a = a * b + c; b = b * c + a; c = c * a - b; }\n\
                   if (a == 12345 && b == 54321) { int *p = 0; return *p; }\nreturn 0; }\n";
    fs::write(folder.path().join("a.c"), program).expect("a file");
    let mut check = Command::new(env!("CARGO_BIN_EXE_faultscope"))
        .args(["check", "--worker", "--format", "json-lines", "--timeout", "0", "a.c"])
        .current_dir(&folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a check");
    // It has begun when it says something.
    let mut first = [0];
    check.stdout.as_mut().expect("it is piped").read_exact(&mut first).expect("a line");
    drop(check.stdin.take());
    assert_eq!(check.wait().expect("it ends").code(), Some(3));
}
