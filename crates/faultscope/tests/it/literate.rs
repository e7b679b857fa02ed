//! What users see, as documents: `tests/cases/*.md` hold prose, programs and the reports that are expected of them.
//!
//! A fenced block with a file's name behind its language (` ```c average.c `) is a file. A `console` block has a command
//! line and what it prints; it sees the files of its section, which begins with a heading. `BLESS=1 cargo test` writes
//! what is printed into the documents; read the difference. A report that is not asked for more fits on the first screen.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

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

/// Copies a folder.
fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).expect("a folder in it");
    for entry in fs::read_dir(from).expect("there are examples").flatten() {
        let target = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => copy(&entry.path(), &target),
            false => drop(fs::copy(entry.path(), target).expect("an example can be copied")),
        }
    }
}

/// The README shows real reports, shortened: `…` stands for lines that are left out. What a report writes to a file is
/// shown as it is.
#[test]
fn the_readme_shows_real_reports() {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = fs::read_to_string(workspace.join("README.md")).expect("the README is there");
    let folder = tempfile::tempdir().expect("a temporary folder");
    copy(&workspace.join("examples"), &folder.path().join("examples"));
    let mut n_reports = 0;
    let mut patches = Vec::new();
    for block in readme.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap_or_default();
        let (command, shown) = block.split_once('\n').unwrap_or((block, ""));
        if !command.starts_with("$ faultscope ") || shown.trim().is_empty() {
            continue;
        }
        n_reports += 1;
        let report = console(&[command], folder.path());
        let mut rest = report.as_str();
        for part in shown.split("…\n") {
            let position =
                rest.find(part).unwrap_or_else(|| panic!("no longer printed:\n{part}\nbut\n{rest}"));
            rest = &rest[position + part.len()..];
        }
        if command.contains("--patch") {
            let path = folder.path().join("fix.diff");
            let written = fs::read_to_string(&path).expect("a patch was written");
            // Documents have no white space at the ends of their lines.
            patches.push(written.lines().map(str::trim_end).collect::<Vec<_>>().join("\n"));
        }
    }
    assert!(n_reports > 0, "the README shows no report");
    let shown = readme.split("```diff\n").skip(1).filter_map(|it| it.split("```").next());
    assert_eq!(shown.map(str::trim_end).collect::<Vec<_>>(), patches);
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
    let result = Command::new(env!("CARGO_BIN_EXE_faultscope"))
        .args(command.split_whitespace().map(|it| it.trim_matches('\'')))
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

/// The lines in which two texts differ first.
fn difference(expected: &str, actual: &str) -> String {
    let same = expected.lines().zip(actual.lines()).take_while(|(a, b)| a == b).count();
    let part = |text: &str| -> String {
        text.lines().skip(same).take(12).fold(String::new(), |text, line| text + "    " + line + "\n")
    };
    format!("  line {}: expected\n{}  actual\n{}", same + 1, part(expected), part(actual))
}
