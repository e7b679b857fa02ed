//! A client of others: the protocol's own package for Python, where it is installed.

use std::io::Write;
use std::process::Command;

use crate::documents::PAGE;

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/protocol/sdk.py");

/// The folder with the loop of an agent.
const LOOP: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../contrib/mcp");

/// A Python that has the package, if there is one.
fn python() -> Option<String> {
    let python = std::env::var("FAULTSCOPE_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let has_package = Command::new(&python).args(["-c", "from mcp.client import Client"]).output();
    if has_package.is_ok_and(|it| it.status.success()) {
        return Some(python);
    }
    let why = "skipped: there is no `mcp` (`pip install 'mcp>=2'`, FAULTSCOPE_PYTHON names another Python)\n";
    let _ = std::io::stderr().write_all(why.as_bytes());
    None
}

/// What a session says, in the way of the revisions up to 2025-11-25 (`legacy`) or from 2026-07-28 on.
#[track_caller]
fn check(mode: &str, version: &str) {
    let Some(python) = python() else { return };
    let server = env!("CARGO_BIN_EXE_faultscope-mcp");
    let output = Command::new(&python).args([SCRIPT, server, mode]).output().expect("Python runs");
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{complaints}");
    let expected = format!(
        "{version}\n['check', 'explain', 'propose', 'verify_patch']\nFalse unsafe\nFalse 1\nFalse [1, 2]\nFalse repair\nTrue\n"
    );
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{complaints}");
}

#[test]
fn a_session_with_a_handshake() {
    check("legacy", "2025-11-25");
}

#[test]
fn a_session_without_a_handshake() {
    check("auto", "2026-07-28");
}

/// What the loop prints with these diffs, and its exit code.
fn repaired(python: &str, diffs: &[&str]) -> (String, Option<i32>) {
    let mut command = Command::new(python);
    command.current_dir(LOOP).env("FAULTSCOPE_MCP", env!("CARGO_BIN_EXE_faultscope-mcp"));
    let output = command.args(["repair_loop.py", "average.c"]).args(diffs).output().expect("Python runs");
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code())
}

#[test]
fn the_loop_of_the_page() {
    let Some(python) = python() else { return };
    let (printed, code) = repaired(&python, &["first.diff", "second.diff", "third.diff"]);
    let shown = PAGE.split("```text\n[check]").nth(1).and_then(|it| it.split("```").next());
    assert_eq!((format!("[check]{}", shown.expect("it is shown")).trim(), code), (printed.trim(), Some(0)));
}

#[test]
fn a_loop_without_a_repair() {
    let Some(python) = python() else { return };
    let (printed, code) = repaired(&python, &["first.diff"]);
    assert!(printed.contains("[propose]\n"), "{printed}");
    assert_eq!(code, Some(1));
}
