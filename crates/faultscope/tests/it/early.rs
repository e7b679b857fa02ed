//! What is printed before a check has ended.

use crate::folder;
use std::process::Command;

use faultscope::report::json::{self, stream};
use serde_json::Value;

use crate::folder::{Folder, stdout};

const PROGRAM: &str = "\
extern int read_level(void);
extern void assert(int);
int main() {
    int level = read_level();
    int limit = 12;
    if (level > limit)
        level = limit;
    assert(level < 10);
    return 0;
}
";

/// The lines for a program with `--format json-lines`, and the report as `--format json` has it.
fn lines(program: &str, arguments: &[&str]) -> (Vec<Value>, Value) {
    let folder = Folder::with(&[("a.c", program)]);
    let run = |format: &str| stdout(&folder.check(&[&["a.c", "--format", format], arguments].concat()));
    let json = |text: &str| serde_json::from_str(text).expect("JSON");
    let lines = run("json-lines").lines().map(json).collect();
    (lines, json(&run("json")))
}

/// The stages that have lines before the report, each once or several times.
#[track_caller]
fn check(program: &str, arguments: &[&str], expected: &[&str]) {
    let (mut lines, mut report) = lines(program, arguments);
    let mut last = lines.pop().expect("there is a report");
    // Times are not the same twice.
    last["statistics"].take();
    report["statistics"].take();
    assert_eq!(last, report);
    assert_eq!(last["schema"], json::SCHEMA);
    assert!(lines.iter().all(|line| line["schema"] == stream::SCHEMA));
    let mut stages: Vec<&str> = lines.iter().filter_map(|line| line["stage"].as_str()).collect();
    assert_eq!(stages.len(), lines.len());
    stages.dedup();
    assert_eq!(stages, expected);
    // What the last stage of each kind says of a field that no later one changes is what the report says.
    let of = |stage: &str, field: &str| {
        lines.iter().rfind(|line| line["stage"] == stage).map(|line| line[field].clone())
    };
    for (stage, field) in
        [("repair", "findings"), ("repair", "patches"), ("repair", "sets"), ("search", "error")]
    {
        assert!(of(stage, field).is_none_or(|it| it == report[field]), "{stage}: {field}");
    }
}

#[test]
fn each_stage_has_a_line_as_soon_as_it_is_known() {
    check(PROGRAM, &[], &["translate", "search", "localize", "repair"]);
    check(PROGRAM, &["--level", "trace"], &["translate", "search", "localize"]);
    let safe = PROGRAM.replace("level < 10", "level <= 12");
    check(&safe, &["--level", "trace"], &["translate", "search"]);
    check(PROGRAM, &["--traces", "all"], &["translate", "search", "localize", "repair", "certify"]);
}

/// What `script` shows of a command that runs on a terminal; none where there is no such program.
fn on_a_terminal(folder: &Folder, arguments: &str) -> Option<String> {
    let version = Command::new("script").arg("--version").output().ok()?;
    if !String::from_utf8_lossy(&version.stdout).contains("util-linux") {
        return None;
    }
    let command = format!(
        "stty rows 50 cols 100; {} check --no-compiler-warnings {arguments}",
        env!("CARGO_BIN_EXE_faultscope")
    );
    let output = Command::new("script")
        .args(["-qec", &command, "/dev/null"])
        .current_dir(folder.path(""))
        .env("TERM", "xterm")
        .env("SHELL", "/bin/sh")
        .output()
        .ok()?;
    Some(stdout(&output).replace("\r\n", "\n"))
}

#[test]
fn on_a_terminal_the_first_screen_comes_early_and_is_replaced() {
    let folder = Folder::with(&[("a.c", PROGRAM)]);
    let Some(shown) = on_a_terminal(&folder, "a.c --color never") else { return };
    let plain = stdout(&folder.check(&["a.c", "--color", "never"]));
    let parts: Vec<&str> = shown.split("\u{1b}[J").collect();
    let [early @ .., last] = &parts[..] else { panic!("nothing is shown") };
    assert!(!early.is_empty(), "{shown}");
    assert_eq!(*last, plain);
    for part in early {
        let lines: Vec<&str> = part.lines().collect();
        assert!(lines[0].ends_with("error: assertion failed: level < 10"), "{part}");
        // Behind the last line come the codes that remove the screen: as many rows as it has.
        let [text @ .., codes] = &lines[..] else { panic!("nothing is shown") };
        assert!(text.last().is_some_and(|it| it.starts_with("... ")), "{part}");
        assert!(codes.ends_with(&format!("\u{1b}[{}A", text.len())), "{codes:?}");
    }
}

#[test]
fn elsewhere_nothing_is_printed_twice() {
    let folder = Folder::with(&[("a.c", PROGRAM)]);
    let output = folder.check(&["a.c"]);
    let text = stdout(&output);
    assert_eq!(text.matches("error: ").count(), 1, "{text}");
    assert!(!text.contains('\u{1b}') && !text.contains("... asking"), "{text}");
    assert_eq!(folder::stderr(&output), "");
}
