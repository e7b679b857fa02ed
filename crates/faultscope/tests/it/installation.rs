//! What belongs to an installed command: its version, what is missing, completions, manual pages.

use std::fs;
use std::process::{Command, Output};

use crate::folder::{Folder, stderr, stdout};

/// What a command gives in a folder.
fn run(folder: &Folder, command: &str, arguments: &[&str]) -> Output {
    folder.faultscope(command).args(arguments).output().expect("the program runs")
}

#[test]
fn the_version_names_the_solver() {
    let output = run(&Folder::with(&[]), "--version", &[]);
    let text = stdout(&output);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], format!("faultscope {}", env!("CARGO_PKG_VERSION")));
    assert!(lines[1].starts_with("Z3 "), "{text}");
}

#[test]
fn the_doctor_finds_what_the_tests_need() {
    let output = run(&Folder::with(&[]), "doctor", &[]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("Z3"), "{text}");
    assert!(text.ends_with("The installation is complete.\n"), "{text}");
}

#[test]
fn the_doctor_says_that_there_is_no_preprocessor() {
    let folder = Folder::with(&[]);
    let output =
        folder.faultscope("doctor").env("PATH", "").env("CC", "").output().expect("the program runs");
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("MISSING preprocessor"), "{text}");
    assert!(text.contains("install gcc or clang, or set CC"), "{text}");
}

#[test]
fn the_doctor_looks_at_the_settings() {
    let output = run(&Folder::with(&[("faultscope.toml", "entri = \"f\"\n")]), "doctor", &[]);
    assert!(stdout(&output).contains("`entri` is not a setting"), "{}", stdout(&output));
}

#[test]
fn shells_complete_the_options() {
    for shell in ["bash", "zsh", "fish"] {
        let output = run(&Folder::with(&[]), "completions", &[shell]);
        let text = stdout(&output);
        assert!(text.contains("max-array"), "{text}");
    }
}

#[test]
fn there_is_a_page_for_each_command() {
    let folder = Folder::with(&[("taken", "")]);
    let output = run(&folder, "man", &["pages"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let page = fs::read_to_string(folder.path("pages/faultscope-check.1")).expect("a page");
    assert!(page.contains("max\\-array"), "{page}");
    let output = run(&folder, "man", &["taken"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("cannot write to `taken`"), "{}", stderr(&output));
}

/// What a formatter of manual pages says of them, where there is one.
#[test]
#[expect(clippy::print_stderr, reason = "whoever runs the tests should know what was not tested")]
fn pages_of_the_manual_have_no_errors() {
    let folder = Folder::with(&[]);
    let output = run(&folder, "man", &["pages"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let pages = fs::read_dir(folder.path("pages")).expect("a folder").flatten().map(|it| it.path());
    match Command::new("mandoc").args(["-Tlint", "-Werror"]).args(pages).output() {
        Ok(output) => assert!(output.status.success(), "{}{}", stdout(&output), stderr(&output)),
        Err(_) => eprintln!("skipped: there is no mandoc"),
    }
}
