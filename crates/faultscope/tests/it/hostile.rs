//! Inputs from a stranger: reports, witnesses, diffs, suites and sources that are damaged, endless or made to mislead. Each is
//! answered with a typed exit code and a message; nothing outside of the folder is read or written because an input names it.

use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

use crate::folder::{Folder, stderr, stdout};

const FAILS: &str = "\
#include <assert.h>
int main(void) {
    int x = 1;
    assert(x == 0);
    return 0;
}
";

/// So long is a line that is too long: as many bytes as issue trackers let people attach.
const LONG: usize = 100_000_000;

/// The exit code of what cannot be used.
const REJECTED: i32 = 2;

/// Runs a command with these arguments.
fn run(folder: &Folder, command: &str, arguments: &[&str]) -> Output {
    let output = folder.faultscope(command).args(arguments).stdin(Stdio::null()).output();
    let output = output.expect("the program runs");
    let complaint = stderr(&output);
    assert!(
        output.status.code().is_some_and(|it| it <= 3),
        "{arguments:?}: {:?}\n{complaint}",
        output.status
    );
    assert!(!complaint.contains("panicked"), "{complaint}");
    output
}

/// The report of [`FAILS`], changed.
fn report(folder: &Folder, change: impl FnOnce(&mut Value)) -> String {
    let output = folder.check(&["a.c", "--format", "json"]);
    let mut report = serde_json::from_str(&stdout(&output)).expect("JSON");
    change(&mut report);
    report.to_string()
}

/// A change of a report.
type Change = fn(&mut Value);

fn reject(folder: &Folder, command: &str, arguments: &[&str], complaint: &str) {
    let output = run(folder, command, arguments);
    assert_eq!(output.status.code(), Some(REJECTED), "{}", stdout(&output));
    assert!(stderr(&output).contains(complaint), "{}", stderr(&output));
    assert!(stderr(&output).len() < 2_000, "the message is short");
}

#[test]
fn a_report_that_is_none_is_refused() {
    let folder = Folder::with(&[("a.c", FAILS)]);
    let long = format!(r#"{{"schema": "{}"}}"#, "a".repeat(LONG));
    let cases = [
        ("", "EOF"),
        ("[[", "EOF"),
        (&"[".repeat(200_000), "recursion limit"),
        (&r#"{"schema":"#.repeat(100_000), "recursion limit"),
        ("{\"schema\": 1e999}", "number out of range"),
        (&long, "this is not a report of the format"),
        ("{\"schema\": \"faultscope-report/4\"}", "the report is damaged"),
    ];
    for (text, complaint) in cases {
        fs::write(folder.path("r.json"), text).expect("a file");
        reject(&folder, "explain", &["r.json"], complaint);
    }
}

#[test]
fn a_report_that_points_outside_of_itself_is_refused() {
    let folder = Folder::with(&[("a.c", FAILS)]);
    let changes: [(Change, &str); 4] = [
        (|it| it["findings"][0]["trace"] = json!(77), "the index of a trace"),
        (|it| it["traces"] = json!([]), "the index of a trace"),
        (|it| it["traces"][0]["steps"][0]["frame"] = json!(1_000_000), "the index of a frame"),
        (|it| it["traces"][0]["steps"][0]["line"] = json!(-1), "the report is damaged"),
    ];
    for (change, complaint) in changes {
        fs::write(folder.path("r.json"), report(&folder, change)).expect("a file");
        reject(&folder, "explain", &["r.json"], complaint);
    }
}

#[test]
fn a_report_with_wild_places_is_shown_without_them() {
    let folder = Folder::with(&[("a.c", FAILS)]);
    let changes: [Change; 4] = [
        |it| it["findings"][0]["line"] = json!(u32::MAX),
        |it| it["traces"][0]["error"]["column"] = json!(u32::MAX),
        |it| it["sources"] = json!([]),
        |it| it["sources"][0]["text"] = json!(""),
    ];
    for change in changes {
        fs::write(folder.path("r.json"), report(&folder, change)).expect("a file");
        for format in ["text", "json", "html", "sarif", "json-lines"] {
            let output = run(&folder, "explain", &["r.json", "--format", format]);
            assert!(!output.stdout.is_empty(), "{}", stderr(&output));
        }
    }
}

#[test]
fn a_terminal_does_nothing_that_a_report_or_a_program_says() {
    let folder = Folder::with(&[("a.c", FAILS)]);
    let text = report(&folder, |it| {
        it["findings"][0]["text"] = json!("\u{1b}]0;title\u{7}\u{202e}<script>x</script>");
        it["traces"][0]["error"]["message"] = json!("\u{1b}[2J");
    });
    fs::write(folder.path("r.json"), text).expect("a file");
    for color in ["never", "always"] {
        let text = stdout(&run(&folder, "explain", &["r.json", "--color", color]));
        assert!(text.contains("]0;title"), "{text}");
        assert!(
            !text.contains("\u{1b}]") && !text.contains("\u{1b}[2J") && !text.contains('\u{202e}'),
            "{text:?}"
        );
    }
    let page = stdout(&run(&folder, "explain", &["r.json", "--format", "html"]));
    assert!(!page.contains("<script>x"), "text of a program is no markup");

    let program = FAILS.replace("x == 0", "x == 0 /* \u{1b}[2J\u{202e} */");
    fs::write(folder.path("a.c"), program).expect("a file");
    let output = run(&folder, "check", &["a.c", "--color", "always", "--details"]);
    assert!(!stdout(&output).contains("\u{1b}[2J") && !stdout(&output).contains('\u{202e}'));
}

#[test]
#[cfg(unix)]
fn a_file_that_an_input_names_is_no_device() {
    let folder = Folder::with(&[("a.c", FAILS)]);
    let status = Command::new("mkfifo").arg(folder.path("pipe")).status().expect("mkfifo");
    assert!(status.success());
    for name in ["/dev/zero", "pipe", "/"] {
        // The report says that it is about this file, and so does the line marker.
        let text = report(&folder, |it| it["sources"][0]["file"] = json!(name));
        fs::write(folder.path("r.json"), text).expect("a file");
        run(&folder, "explain", &["r.json"]);
        fs::write(folder.path("b.i"), format!("# 1 \"{name}\"\nint main(void) {{ return 0; }}\n"))
            .expect("a file");
        assert_eq!(run(&folder, "check", &["b.i"]).status.code(), Some(0));
    }
}

#[test]
fn lines_without_end_are_read() {
    let folder = Folder::with(&[("a.c", FAILS)]);
    let blanks = format!("int main(void) {{ return 0; }}{}", " ".repeat(LONG));
    fs::write(folder.path("long.c"), blanks).expect("a file");
    assert_eq!(run(&folder, "check", &["long.c"]).status.code(), Some(0));
    fs::write(folder.path("long.yml"), "a".repeat(LONG)).expect("a file");
    reject(&folder, "validate", &["long.yml", "a.c"], "error");
    fs::write(folder.path("long.diff"), "a".repeat(LONG)).expect("a file");
    reject(&folder, "verify-patch", &["long.diff", "a.c"], "error");
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    let folder = Folder::with(&[("a.c", FAILS)]);
    let bytes: Vec<u8> = (0..=255).cycle().take(10_000).collect();
    fs::write(folder.path("bytes"), &bytes).expect("a file");
    fs::write(folder.path("bytes.c"), &bytes).expect("a file");
    reject(&folder, "check", &["bytes.c"], "`bytes.c` is not a text file");
    reject(&folder, "explain", &["bytes"], "`bytes` is not a text file");
    reject(&folder, "validate", &["bytes", "a.c"], "`bytes` is not a witness");
    reject(&folder, "verify-patch", &["bytes", "a.c"], "`bytes` is not a text file");
    reject(&folder, "check", &["--project", "bytes"], "bytes");
}

#[test]
fn a_witness_that_is_none_is_refused() {
    let folder = Folder::with(&[("a.c", FAILS)]);
    let bomb = "a: &a [x, x]\nb: &b [*a, *a, *a, *a]\nc: [*b, *b]\n";
    let graph = "<?xml version=\"1.0\"?><!DOCTYPE x [<!ENTITY e SYSTEM \"file:///etc/passwd\">]><graphml>&e;</graphml>";
    let deep = format!("{}x", "- ".repeat(100_000));
    let cases = ["", "[]", "- entry_type: violation_sequence", "{", bomb, graph, &deep, "- 1", "\u{0}"];
    for text in cases {
        fs::write(folder.path("w.yml"), text).expect("a file");
        let output = run(&folder, "validate", &["w.yml", "a.c"]);
        assert_eq!(output.status.code(), Some(REJECTED), "{text:.40}: {}", stdout(&output));
        assert!(!stderr(&output).contains("root:"), "nothing of another file is shown");
    }
}

#[test]
fn a_diff_changes_nothing_on_the_disk() {
    let folder = Folder::with(&[("work/a.c", FAILS), ("other.c", FAILS)]);
    let absolute = folder.path("other.c").display().to_string();
    let before = fs::read(folder.path("other.c")).expect("a file");
    let hunk = "@@ -3,1 +3,1 @@\n-    int x = 1;\n+    int x = 0;\n";
    let verify_patch = || {
        let mut command = folder.faultscope("verify-patch");
        command.current_dir(folder.path("work")).args(["p.diff", "a.c"]).output().expect("the program runs")
    };
    let names = ["../other.c", "/etc/passwd", absolute.as_str(), "a/../../other.c", "/dev/null", ""];
    for name in names {
        fs::write(folder.path("work/p.diff"), format!("--- {name}\n+++ {name}\n{hunk}")).expect("a file");
        let output = verify_patch();
        assert_eq!(output.status.code(), Some(REJECTED), "{name}: {}", stdout(&output));
    }
    let counts =
        ["@@ -1,99999999999999999999 +1,1 @@\n-x\n", "@@ -4294967295,1 +1,1 @@\n-x\n+y\n", "@@ -3 +3 @@\n"];
    for hunk in counts {
        fs::write(folder.path("work/p.diff"), format!("--- a.c\n+++ a.c\n{hunk}")).expect("a file");
        let output = verify_patch();
        assert_eq!(output.status.code(), Some(REJECTED), "{hunk}: {}", stdout(&output));
    }
    assert_eq!(fs::read(folder.path("other.c")).expect("a file"), before);
    assert_eq!(fs::read_to_string(folder.path("work/a.c")).expect("a file"), FAILS);
}

#[test]
fn a_server_answers_what_is_no_message() {
    let folder = Folder::with(&[("a.c", FAILS)]);
    let long = format!("Content-Length: 99999999999999999999\r\n\r\n{}", "{".repeat(1_000));
    let deep = "[".repeat(100_000);
    let deep = format!("Content-Length: {}\r\n\r\n{deep}", deep.len());
    let cases = [
        "",
        "\r\n\r\n",
        "garbage",
        "Content-Length: -5\r\n\r\n{}",
        "Content-Length: 2\r\n\r\n{}",
        &long,
        &deep,
    ];
    for text in cases {
        let mut server = folder.faultscope("lsp");
        let mut server = server
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        // A server that has seen enough need not read the rest.
        let _ = server.stdin.take().expect("its input").write_all(text.as_bytes());
        let output = server.wait_with_output().expect("it ends with its input");
        assert!(output.status.code().is_some(), "{text:.30}: {:?}", output.status);
        assert!(!stderr(&output).contains("panicked"), "{}", stderr(&output));
    }
}
