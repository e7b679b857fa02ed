//! Suites whose programs carry their own command.
//!
//! | a suite is a folder with | command | right |
//! |---|---|---|
//! | folders that have a file `cmd` | `check` with the words of that file | an error, or none where a file `expect` says `no error` |
//! | a `README.md` with a table `program \| command \| right` | as the table says; what is no command is added to the first one | the last column, in words |
//! | programs that begin with `// faultscope COMMAND: …` | as the line says | what the line says behind `right:` |
//!
//! An answer that is right in words is not judged: it stands beside the words in the results.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::expected::Expected;
use super::fault_lines::FaultLines;
use super::program::{Case, Program};

/// What tells of the fault, and what is there to judge patches.
const SECRET: [&str; 11] = [
    "fixed",
    "more",
    "judge",
    "fault_lines",
    "error_lines",
    "expect",
    "fix.diff",
    "cc",
    "judge_main.c",
    "ORIGIN",
    "cmd",
];

/// The cases of a folder; none where it is not a suite of cases.
///
/// # Errors
/// Where a file cannot be read, or a command has an open quote.
pub fn suite(folder: &Path) -> Result<Vec<Program>> {
    let with_cmd = with_cmd(folder)?;
    if !with_cmd.is_empty() {
        return Ok(with_cmd);
    }
    let readme = fs::read_to_string(folder.join("README.md")).unwrap_or_default();
    let in_table = in_table(folder, &readme)?;
    if !in_table.is_empty() {
        return Ok(in_table);
    }
    with_first_lines(folder)
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut paths = entries.map(|it| Ok(it?.path())).collect::<Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The folders that have a file `cmd`.
fn with_cmd(suite: &Path) -> Result<Vec<Program>> {
    let mut programs = Vec::new();
    for folder in entries(suite)? {
        let Ok(text) = fs::read_to_string(folder.join("cmd")) else { continue };
        let read = |file: &str| fs::read_to_string(folder.join(file)).unwrap_or_default();
        let case = Case {
            command: "check".to_owned(),
            right: None,
            shows: FaultLines::of_places(&read("error_lines")),
        };
        let expected = if read("expect").trim() == "no error" { Expected::SAFE } else { Expected::UNSAFE };
        let faults = FaultLines::of_places(&read("fault_lines"));
        let program = program(suite, name(&folder), &folder, words(&text)?, case);
        programs.push(Program { expected, faults, ..program });
    }
    Ok(programs)
}

/// The programs that a table of a text names with commands.
fn in_table(suite: &Path, readme: &str) -> Result<Vec<Program>> {
    let cells = |line: &str| -> Vec<String> {
        line.trim().trim_matches('|').split(" | ").map(|it| it.trim().to_owned()).collect()
    };
    let lines = readme.lines().skip_while(|line| cells(line) != ["program", "command", "right"]);
    let mut programs = Vec::new();
    for row in lines.skip(2).take_while(|line| line.starts_with('|')).map(cells) {
        let [named, commands, right] = &row[..] else { continue };
        for file in code(named) {
            let mut first: Option<String> = None;
            for command in code(commands) {
                let is_whole = command.split(' ').next().is_some_and(|it| it == "check" || it == "run");
                let base = first.clone().unwrap_or_else(|| "check".to_owned());
                let command = if is_whole { command } else { format!("{base} {command}") };
                first.get_or_insert_with(|| command.clone());
                programs.push(of_command(suite, &file, &command, right)?);
            }
        }
    }
    Ok(programs)
}

/// What stands between backticks.
fn code(text: &str) -> Vec<String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The programs whose first line has a command.
fn with_first_lines(suite: &Path) -> Result<Vec<Program>> {
    let mut programs = Vec::new();
    for path in entries(suite)? {
        if !is_source(&name(&path)) || !path.is_file() {
            continue;
        }
        let text = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let text = String::from_utf8_lossy(&text);
        let first = text.lines().next().unwrap_or_default();
        let Some(line) = first.strip_prefix("// faultscope ") else { continue };
        let (commands, prose) = line.split_once(": ").unwrap_or((line, ""));
        let right = prose.split_once("right: ").map_or(prose, |(_, right)| right);
        for command in both(commands) {
            programs.push(of_command(suite, &name(&path), &command, right)?);
        }
    }
    Ok(programs)
}

/// The commands of a first line: in parentheses there may be another one, `(and check)`, `(and check --stdin in)`.
fn both(text: &str) -> Vec<String> {
    let aside = text.split_once('(').and_then(|(before, rest)| {
        let (aside, behind) = rest.split_once(')')?;
        Some((format!("{} {}", before.trim(), behind.trim()), aside.strip_prefix("and ")?.to_owned()))
    });
    aside.map_or_else(|| vec![text.to_owned()], |(one, other)| vec![one, other])
}

/// A program with a command that may leave out its file; a folder has a command that names files in it.
fn of_command(suite: &Path, file: &str, command: &str, right: &str) -> Result<Program> {
    let mut words = words(command)?;
    let command = words.remove(0);
    let folder = file.strip_suffix('/').map_or(suite.to_owned(), |it| suite.join(it));
    if folder == suite && !words.iter().any(|it| it == file) {
        words.insert(0, file.to_owned());
    }
    let options: Vec<&str> = words.iter().map(String::as_str).filter(|it| *it != file).collect();
    let path = std::iter::once(file)
        .chain((command != "check").then_some(command.as_str()))
        .chain(options)
        .collect::<Vec<_>>()
        .join(" ");
    let case = Case { command, right: Some(right.to_owned()), ..Case::default() };
    Ok(Program { suite: name(suite), ..program(suite, path, &folder, words, case) })
}

fn program(suite: &Path, path: String, folder: &Path, words: Vec<String>, case: Case) -> Program {
    let (files, options) = words.into_iter().partition(|it| !it.starts_with('-') && is_source(it));
    Program {
        suite: name(suite),
        path,
        folder: folder.to_owned(),
        files,
        expected: Expected::NOT_STATED,
        faults: FaultLines::default(),
        plan: Ok(options),
        options: Vec::new(),
        error_functions: Vec::new(),
        tests: None,
        case: Some(case),
    }
}

fn is_source(word: &str) -> bool {
    [".c", ".i", ".bpl"].iter().any(|it| word.ends_with(it))
}

/// The words of a command line: quotes keep spaces.
///
/// # Errors
/// Where a quote is open.
pub fn words(text: &str) -> Result<Vec<String>> {
    let mut words: Vec<String> = Vec::new();
    let (mut quote, mut is_in_word) = (None, false);
    for it in text.trim().chars() {
        match (quote, it) {
            (Some(open), it) if it == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(it);
                if !is_in_word {
                    words.push(String::new());
                }
                is_in_word = true;
            }
            (None, it) if it.is_whitespace() => is_in_word = false,
            (_, it) => {
                if !is_in_word {
                    words.push(String::new());
                }
                is_in_word = true;
                if let Some(word) = words.last_mut() {
                    word.push(it);
                }
            }
        }
    }
    anyhow::ensure!(quote.is_none(), "a quote is open in: {text}");
    Ok(words)
}

/// Copies what the user of a case has to another folder.
///
/// # Errors
/// Where a file cannot be copied.
pub fn copy(from: &Path, to: &Path) -> Result<()> {
    // What an earlier run left there may differ.
    let _ = fs::remove_dir_all(to);
    copy_but(from, to, &SECRET)
}

/// Copies a whole case to another folder.
///
/// # Errors
/// Where a file cannot be copied.
pub fn copy_all(from: &Path, to: &Path) -> Result<()> {
    let _ = fs::remove_dir_all(to);
    copy_but(from, to, &[])
}

fn copy_but(from: &Path, to: &Path, secret: &[&str]) -> Result<()> {
    fs::create_dir_all(to).with_context(|| format!("cannot create {}", to.display()))?;
    for path in entries(from)? {
        let name = name(&path);
        // `cmd.wrap` and its like are commands, too.
        if secret.contains(&name.as_str()) || (!secret.is_empty() && name.starts_with("cmd.")) {
            continue;
        }
        if path.is_dir() {
            copy_but(&path, &to.join(&name), &[])?;
        } else {
            fs::copy(&path, to.join(&name)).with_context(|| format!("cannot copy {}", path.display()))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (file, text) in files {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        folder
    }

    /// Name, command, files and options of each case.
    fn shown(programs: &[Program]) -> Vec<String> {
        let one = |it: &Program| {
            let command = &it.case.as_ref().unwrap().command;
            let options = it.plan.as_ref().unwrap();
            format!("{}: {command} {} | {}", it.path, it.files.join(" "), options.join(" "))
        };
        programs.iter().map(one).collect()
    }

    #[test]
    fn words_are_those_of_a_shell() {
        assert_eq!(words("a.c  --args '-p 3' \"\"\n").unwrap(), ["a.c", "--args", "-p 3", ""]);
        assert!(words("a.c --args '-p").is_err());
    }

    #[test]
    fn folders_with_a_command_are_cases() {
        let folder = made(&[
            ("one/cmd", "a.c -I src --stdin in\n"),
            ("one/fault_lines", "a.c:3 =\n"),
            ("one/error_lines", "a.c:9\n"),
            ("two/cmd", "b.c"),
            ("two/expect", "no error\n"),
            ("three/b.c", ""),
        ]);
        let programs = suite(folder.path()).unwrap();
        assert_eq!(shown(&programs), ["one: check a.c | -I src --stdin in", "two: check b.c | "]);
        assert_eq!((programs[0].expected, programs[1].expected), (Expected::UNSAFE, Expected::SAFE));
        assert!(programs[0].faults.is_faulty_in("a.c", &(3..=3)));
        assert!(!programs[0].case.as_ref().unwrap().shows.is_faulty_in("a.c", &(3..=3)));
    }

    #[test]
    fn a_table_has_commands() {
        let readme = "# Cases\n\n| program | command | right |\n|---|---|---|\n\
            | `a.c`, `a.bpl` | `check`, `--technique ped` | one `x`, two |\n\
            | `far/` | `check m.c n.c --crash-input c`, and with `--technique ped` | found |\n\ntext\n";
        let folder = made(&[("README.md", readme)]);
        let programs = suite(folder.path()).unwrap();
        assert_eq!(
            shown(&programs),
            [
                "a.c: check a.c | ",
                "a.c --technique ped: check a.c | --technique ped",
                "a.bpl: check a.bpl | ",
                "a.bpl --technique ped: check a.bpl | --technique ped",
                "far/ m.c n.c --crash-input c: check m.c n.c | --crash-input c",
                "far/ m.c n.c --crash-input c --technique ped: check m.c n.c | --crash-input c --technique ped",
            ]
        );
        assert_eq!(programs[0].case.as_ref().unwrap().right.as_deref(), Some("one `x`, two"));
        assert_eq!(programs[4].folder, folder.path().join("far"));
    }

    #[test]
    fn first_lines_have_commands() {
        let folder = made(&[
            (
                "a.c",
                "// faultscope check a.c --tests t: the place is wrong: it is 3; right: line 6\nint x;\n",
            ),
            ("b.c", "// faultscope run (and check) b.c: prints 7; right: line 2\n"),
            ("c.c", "// faultscope run c.c (and check --stdin in): wrong\n"),
            ("d.c", "int x;\n"),
        ]);
        let programs = suite(folder.path()).unwrap();
        assert_eq!(
            shown(&programs),
            [
                "a.c --tests t: check a.c | --tests t",
                "b.c run: run b.c | ",
                "b.c: check b.c | ",
                "c.c run: run c.c | ",
                "c.c --stdin in: check c.c | --stdin in",
            ]
        );
        let right = |idx: usize| programs[idx].case.as_ref().unwrap().right.clone().unwrap();
        assert_eq!((right(0), right(3)), ("line 6".to_owned(), "wrong".to_owned()));
    }

    #[test]
    fn a_manifest_alone_is_no_folder_of_cases() {
        let folder = made(&[("MANIFEST.tsv", "path\n"), ("README.md", "| a | b |\n"), ("a.c", "int x;\n")]);
        assert_eq!(suite(folder.path()).unwrap().len(), 0);
    }

    #[test]
    fn a_copy_lacks_what_tells_of_the_fault() {
        let folder =
            made(&[("c/a.c", "x"), ("c/cmd", ""), ("c/cmd.wrap", ""), ("c/fixed/a.c", ""), ("c/t/cc", "")]);
        let to = folder.path().join("d");
        copy(&folder.path().join("c"), &to).unwrap();
        let left: Vec<String> = entries(&to).unwrap().iter().map(|it| name(it)).collect();
        assert_eq!(left, ["a.c", "t"]);
        assert!(to.join("t/cc").exists());
    }
}
