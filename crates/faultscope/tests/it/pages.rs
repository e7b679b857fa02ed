//! The README and the pages of `docs/`: what they show of commands is what these print.
//!
//! A fenced block with a name behind its language (` ```c average.c `) is a file; where a command has written a file of that name
//! before, the block shows it. A `console` block has commands, each behind a `$` and with what it prints below; a shell runs
//! them in a folder of the page, in which there are the project's `examples/` too, and what it is asked by `echo $?` is the
//! status of the command before. Of what is printed lines can be left out, and a line `…` stands for them. Commands of `cargo`
//! are not run.
//!
//! `BLESS=1 cargo test` writes what is printed into the pages, and leaves out what was left out where it can tell; read the
//! difference.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::folder::without_compiler;

/// What stands for lines that are left out.
const LEFT_OUT: &str = "…";

#[test]
fn pages_show_what_commands_print() {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let bless = std::env::var_os("BLESS").is_some();
    let mut pages: Vec<PathBuf> = fs::read_dir(workspace.join("docs"))
        .expect("the folder is there")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|it| it == "md"))
        .collect();
    pages.sort();
    pages.push(workspace.join("README.md"));
    let mut n_commands = 0;
    let mut failures = String::new();
    for path in pages {
        let text = fs::read_to_string(&path).expect("the page is readable");
        let mut page = Page { examples: workspace.join("examples"), ..Page::default() };
        page.read(&text);
        n_commands += page.n_commands;
        if page.output == text && page.complaints.is_empty() {
            continue;
        }
        if bless && page.complaints.is_empty() {
            fs::write(&path, &page.output).expect("the page is writable");
        } else {
            write!(failures, "{}:\n{}", path.display(), page.complaints).expect("a string");
            if page.output != text {
                failures += &difference(&text, &page.output);
            }
        }
    }
    assert!(failures.is_empty(), "{failures}BLESS=1 accepts what is printed");
    assert!(n_commands > 0, "the pages show no command");
}

/// A page while its commands are run.
#[derive(Default)]
struct Page {
    examples: PathBuf,
    /// The folder of the page, once it is needed.
    folder: Option<tempfile::TempDir>,
    /// The files that the page has given.
    given: Vec<String>,
    /// How the last command ended.
    status: i32,
    n_commands: usize,
    /// The page as it should be.
    output: String,
    complaints: String,
}

impl Page {
    fn read(&mut self, text: &str) {
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            self.line(line);
            let Some(info) = line.strip_prefix("```") else { continue };
            let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            match info.split_once(' ') {
                Some((_, name)) => self.file(name, &block),
                None if info == "console" => self.console(&block),
                None if info == "c" => {
                    writeln!(
                        self.complaints,
                        "  a block of C without the name of a file: {}",
                        block.join(" ")
                    )
                    .expect("a string");
                }
                None => block.iter().for_each(|line| self.line(line)),
            }
            self.line("```");
        }
    }

    fn line(&mut self, line: &str) {
        self.output += line;
        self.output.push('\n');
    }

    /// The folder in which the page's commands are run.
    fn folder(&mut self) -> PathBuf {
        let examples = &self.examples;
        let folder = self.folder.get_or_insert_with(|| {
            let folder = tempfile::tempdir().expect("a temporary folder");
            copy(examples, &folder.path().join("examples"));
            folder
        });
        folder.path().to_path_buf()
    }

    /// A file of the page, or one that a command has written.
    fn file(&mut self, name: &str, block: &[&str]) {
        let path = self.folder().join(name);
        let is_given = self.given.iter().any(|it| it == name);
        match fs::read_to_string(&path) {
            Ok(_) if is_given => {
                writeln!(self.complaints, "  `{name}` is given for the second time").expect("a string");
            }
            // Pages have no white space at the ends of their lines.
            Ok(written) => written.lines().for_each(|line| self.line(line.trim_end())),
            Err(_) => {
                let folder = path.parent().expect("a folder");
                fs::create_dir_all(folder).expect("a folder of the page");
                fs::write(path, block.join("\n") + "\n").expect("a file of the page");
                self.given.push(name.to_owned());
                block.iter().for_each(|line| self.line(line));
            }
        }
    }

    fn console(&mut self, block: &[&str]) {
        let mut lines = block.iter().peekable();
        while let Some(line) = lines.next() {
            self.line(line);
            let mut shown = Vec::new();
            while let Some(line) = lines.next_if(|line| !line.starts_with("$ ")) {
                shown.push(*line);
            }
            match line.strip_prefix("$ ") {
                Some(command) if command.starts_with("cargo ") => {
                    if !shown.is_empty() {
                        writeln!(
                            self.complaints,
                            "  `{command}` is not run, and what it prints is not known"
                        )
                        .expect("a string");
                    }
                }
                Some(command) => {
                    let printed = self.run(command);
                    let printed: Vec<&str> = printed.lines().map(str::trim_end).collect();
                    abridged(&shown, &printed).iter().for_each(|line| self.line(line));
                }
                None => writeln!(self.complaints, "  no command: {line}").expect("a string"),
            }
        }
    }

    /// What a command prints, on both streams.
    fn run(&mut self, command: &str) -> String {
        self.n_commands += 1;
        let programs = tempfile::tempdir().expect("a temporary folder");
        write_program(&programs.path().join("faultscope"));
        let mut path = programs.path().as_os_str().to_owned();
        path.push(":");
        path.push(std::env::var_os("PATH").unwrap_or_default());
        let result = Command::new("sh")
            .args(["-c", &format!("exec 2>&1; (exit {}); {command}", self.status)])
            .current_dir(self.folder())
            .env("PATH", path)
            .output()
            .expect("the shell runs");
        self.status = result.status.code().expect("it ends by itself");
        String::from_utf8_lossy(&result.stdout).into_owned()
    }
}

/// Writes the command that pages run: the program, which asks no compiler, for what that says is not the same everywhere.
fn write_program(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let (program, option) = (env!("CARGO_BIN_EXE_faultscope"), without_compiler("check").unwrap_or_default());
    let script = format!(
        "#!/bin/sh\ncase $1 in check|batch) name=$1; shift; set -- $name {option} \"$@\";; esac\nexec '{program}' \"$@\"\n"
    );
    fs::write(path, script).expect("a script");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("a script can be executed");
}

/// What is printed, without what the page leaves out.
fn abridged<'a>(shown: &[&str], printed: &[&'a str]) -> Vec<&'a str> {
    if !shown.contains(&LEFT_OUT) {
        return printed.to_vec();
    }
    exactly(shown, printed).or_else(|| alike(shown, printed)).unwrap_or_else(|| printed.to_vec())
}

/// The lines that are shown, where the printed ones have them, in this order.
fn exactly<'a>(shown: &[&str], printed: &[&'a str]) -> Option<Vec<&'a str>> {
    let mut lines = Vec::new();
    let mut parts = shown.split(|line| *line == LEFT_OUT).peekable();
    let mut rest = printed;
    let mut is_first = true;
    while let Some(part) = parts.next() {
        let start = match (is_first, parts.peek()) {
            (true, _) => rest.starts_with(part).then_some(0)?,
            (false, None) => rest.ends_with(part).then(|| rest.len() - part.len())?,
            (false, Some(_)) => (0..=rest.len()).find(|start| rest[*start..].starts_with(part))?,
        };
        if !is_first {
            lines.push(LEFT_OUT);
        }
        lines.extend(&rest[start..start + part.len()]);
        rest = &rest[start + part.len()..];
        is_first = false;
    }
    Some(lines)
}

/// The same where only the lines at both ends of each part are still there.
fn alike<'a>(shown: &[&str], printed: &[&'a str]) -> Option<Vec<&'a str>> {
    let mut lines = Vec::new();
    let mut rest = printed;
    for (idx, part) in shown.split(|line| *line == LEFT_OUT).enumerate() {
        if idx > 0 {
            lines.push(LEFT_OUT);
        }
        let (Some(first), Some(last)) = (part.first(), part.last()) else { continue };
        let start = rest.iter().position(|line| line == first)?;
        let end = start + rest[start..].iter().position(|line| line == last)? + 1;
        lines.extend(&rest[start..end]);
        rest = &rest[end..];
    }
    Some(lines)
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

/// The lines in which two texts differ first.
pub(crate) fn difference(expected: &str, actual: &str) -> String {
    let same = expected.lines().zip(actual.lines()).take_while(|(a, b)| a == b).count();
    let part = |text: &str| -> String {
        text.lines().skip(same).take(12).fold(String::new(), |text, line| text + "    " + line + "\n")
    };
    format!("  line {}: expected\n{}  actual\n{}", same + 1, part(expected), part(actual))
}

#[test]
fn what_a_page_leaves_out_stays_out() {
    #[track_caller]
    fn check(shown: &[&str], printed: &[&str], expect: &[&str]) {
        assert_eq!(abridged(shown, printed), expect);
    }
    let printed = ["error", "a", "b", "patch", "- x", "+ y", "end"];
    check(&["anything"], &printed, &printed);
    check(&["error", "…", "patch", "- x", "+ y", "…"], &printed, &["error", "…", "patch", "- x", "+ y", "…"]);
    check(&["…", "end"], &printed, &["…", "end"]);
    // Another patch is shown in the same extract.
    check(&["error", "…", "patch", "- z", "+ y", "…"], &printed, &["error", "…", "patch", "- x", "+ y", "…"]);
    // What is no longer printed brings everything back.
    check(&["error", "…", "traces", "…"], &printed, &printed);
    check(&["warning", "…"], &printed, &printed);
}
