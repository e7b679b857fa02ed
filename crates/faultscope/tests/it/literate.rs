//! What users see, as documents: `tests/cases/*.md` hold prose, programs and the reports that are expected of them.
//!
//! A fenced block with a file's name behind its language (` ```c average.c `) is a file. A `console` block has a command
//! line and what it prints; it sees the files of its section, which begins with a heading. `BLESS=1 cargo test` writes
//! what is printed into the documents; read the difference. A report that is not asked for more fits on the first screen.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::folder::without_compiler;
use crate::pages::difference;
use faultscope::report::text::MAX_LINES;

/// What asks for more than the first screen.
const MORE: [&str; 7] = [
    "--details",
    "--full-trace",
    "--show-aberrant",
    "--all-findings",
    "--all-checks",
    "--stats",
    "--technique",
];

#[test]
fn reports_are_as_documented() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let bless = std::env::var_os("BLESS").is_some();
    let mut documents: Vec<PathBuf> = fs::read_dir(&folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|it| it == "md"))
        .collect();
    documents.sort();
    assert!(!documents.is_empty());
    let mut failures = String::new();
    for path in documents {
        let text = fs::read_to_string(&path).expect("the document is readable");
        let actual = rerun(&text);
        if actual == text {
            continue;
        }
        if bless {
            fs::write(&path, actual).expect("the document is writable");
        } else {
            write!(failures, "{}:\n{}\n", path.display(), difference(&text, &actual)).expect("a string");
        }
    }
    assert!(failures.is_empty(), "{failures}BLESS=1 accepts this");
}

/// The document with every console block as it is now.
fn rerun(document: &str) -> String {
    let mut output = String::new();
    let mut files = tempfile::tempdir().expect("a temporary folder");
    let mut lines = document.lines();
    while let Some(line) = lines.next() {
        output += line;
        output.push('\n');
        if line.starts_with('#') {
            files = tempfile::tempdir().expect("a temporary folder");
        }
        let Some(info) = line.strip_prefix("```") else { continue };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        match info.split_once(' ') {
            Some((_, name)) => {
                fs::write(files.path().join(name), block.join("\n") + "\n").expect("a file of the section");
                output += &block.join("\n");
                output.push('\n');
            }
            None if info == "console" => output += &console(&block, files.path()),
            None => {
                output += &block.join("\n");
                output.push('\n');
            }
        }
        output += "```\n";
    }
    output
}

/// Runs the command of a console block.
fn console(block: &[&str], folder: &Path) -> String {
    let command = block.first().and_then(|line| line.strip_prefix("$ faultscope ")).expect("a command");
    let mut words = command.split_whitespace().map(|it| it.trim_matches('\''));
    let name = words.next().expect("a command has a name");
    let result = Command::new(env!("CARGO_BIN_EXE_faultscope"))
        .arg(name)
        .args(without_compiler(name))
        .args(words)
        .current_dir(folder)
        .output()
        .expect("the program runs");
    let printed = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let code = result.status.code().expect("it ends by itself");
    if !MORE.iter().any(|it| command.contains(it)) {
        let n_lines = printed(&result.stdout).lines().count();
        assert!(n_lines <= MAX_LINES, "{n_lines} lines of `{command}`");
    }
    format!(
        "$ faultscope {command}\n{}{}[exit code {code}]\n",
        printed(&result.stdout),
        printed(&result.stderr)
    )
}
