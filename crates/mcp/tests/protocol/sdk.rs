//! A client of others: the protocol's own package for Python, where it is installed.

use std::io::Write;
use std::process::Command;

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/protocol/sdk.py");

/// What a session says, in the way of the revisions up to 2025-11-25 (`legacy`) or from 2026-07-28 on.
#[track_caller]
fn check(mode: &str, version: &str) {
    let python = std::env::var("FAULTSCOPE_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let has_package = Command::new(&python).args(["-c", "from mcp.client import Client"]).output();
    if !has_package.is_ok_and(|it| it.status.success()) {
        let why =
            "skipped: there is no `mcp` (`pip install 'mcp>=2'`, FAULTSCOPE_PYTHON names another Python)\n";
        let _ = std::io::stderr().write_all(why.as_bytes());
        return;
    }
    let server = env!("CARGO_BIN_EXE_faultscope-mcp");
    let output = Command::new(&python).args([SCRIPT, server, mode]).output().expect("Python runs");
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{complaints}");
    let expected = format!(
        "{version}\n['check', 'explain', 'verify_patch']\nFalse unsafe\nFalse 1\nFalse repair\nTrue\n"
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
