//! `--check-patches`: what is said of patches, checked by compiling and running.
//!
//! A suite can have, beside the programs that are analysed, the versions they were made of and a test suite: for
//! `tcas/contract/v1.c` these are `tcas/versions.alt/versions.orig/v1/*.c` and `tcas/tests.tsv` (columns `index`, `input`,
//! `expected`). A patch is a line of the first, and the same line of the second. With every patch that is marked proved, the
//! version is compiled and has to give the expected output on every test that expects a number. What is proved is about the
//! analysed program, whose harness can exclude inputs of tests; so where a test fails, that program is run on the same
//! inputs, patched, and only if it gets to the error is the patch wrong.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::answers::lines;
use super::manifest::fields;
use super::program::Program;

/// What was found out about the patches of one program.
#[derive(Debug, Default)]
struct Row {
    path: String,
    n_proved: usize,
    n_repairing: usize,
    /// Whether a proved patch is on a line that is known to be faulty.
    is_on_fault: bool,
    seconds: f64,
    n_checked: usize,
    /// Tests that fail with inputs that the analysed program excludes, all proved patches together.
    n_excluded: usize,
    /// Proved patches with the number of tests that fail.
    wrong: Vec<(String, usize)>,
}

/// Checks the patches in the reports of programs; gives a table in Markdown, and how many patches are wrong.
///
/// # Errors
/// Where a file cannot be read or written, or there is no C compiler.
pub fn check(programs: &[Program], report: impl Fn(&Program) -> PathBuf) -> Result<(String, usize)> {
    let mut rows = Vec::new();
    for program in programs.iter().filter(|program| program.plan.is_ok()) {
        let path = report(program);
        let text = fs::read_to_string(&path).unwrap_or_default();
        if let Ok(report) = serde_json::from_str::<Value>(&text)
            && report["verdict"] == "unsafe"
        {
            rows.push(row(program, &report, &path.with_extension("patched"))?);
        }
    }
    let n_wrong = rows.iter().map(|row| row.wrong.len()).sum();
    Ok((table(&rows), n_wrong))
}

fn row(program: &Program, report: &Value, binary: &Path) -> Result<Row> {
    let patches = report["patches"].as_array().map(Vec::as_slice).unwrap_or_default();
    let proved: Vec<&Value> = patches.iter().filter(|it| it["verdict"] == "proved").collect();
    let mut row = Row {
        path: format!("{}/{}", program.suite, program.path),
        n_proved: proved.len(),
        n_repairing: patches.len() - proved.len(),
        is_on_fault: proved.iter().any(|it| program.faults.is_faulty(&lines(it))),
        seconds: report["statistics"]["total_seconds"].as_f64().unwrap_or_default(),
        ..Row::default()
    };
    let Some((version, tests)) = tests_of(&program.file())? else { return Ok(row) };
    for patch in proved {
        let new = patch["new_line"].as_str().unwrap_or_default();
        let Some(text) = patched(&version, patch) else { continue };
        let context = || format!("{}: {new}", row.path);
        let failing = failing(&text, &tests, binary).with_context(context)?;
        let analysed = String::from_utf8_lossy(&fs::read(program.file())?).into_owned();
        let n_wrong = match patched(&analysed, patch) {
            Some(analysed) => n_errors(&analysed, &failing, binary).with_context(context)?,
            None => failing.len(),
        };
        row.n_checked += 1;
        row.n_excluded += failing.len() - n_wrong;
        if n_wrong > 0 {
            row.wrong.push((new.trim().to_owned(), n_wrong));
        }
    }
    Ok(row)
}

/// The text of the version that a program was made of, and the tests: input and expected output.
type Suite = (String, Vec<(String, String)>);

fn tests_of(file: &Path) -> Result<Option<Suite>> {
    let Some(folder) = file.parent().and_then(Path::parent) else { return Ok(None) };
    let stem = file.file_stem().unwrap_or_default();
    let versions = folder.join("versions.alt/versions.orig").join(stem);
    let tests = folder.join("tests.tsv");
    if file.parent().and_then(Path::file_name) != Some("contract".as_ref())
        || !versions.is_dir()
        || !tests.is_file()
    {
        return Ok(None);
    }
    let mut sources: Vec<PathBuf> =
        fs::read_dir(&versions)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    sources.retain(|it| it.extension().is_some_and(|it| it == "c"));
    ensure!(sources.len() == 1, "{} does not have one version", versions.display());
    let version = String::from_utf8_lossy(&fs::read(&sources[0])?).into_owned();
    let tests = fs::read_to_string(&tests)?;
    let test = |line: &str| match &fields(line)[..] {
        // Where no result is expected, the input is none, or what happens is not defined.
        [_, input, expected, ..] if expected.parse::<i64>().is_ok() => {
            Some((input.clone(), expected.clone()))
        }
        _ => None,
    };
    Ok(Some((version, tests.lines().skip(1).filter_map(test).collect())))
}

/// The version with the patch; none where the line is another.
fn patched(version: &str, patch: &Value) -> Option<String> {
    let line = patch["line"].as_u64()? as usize;
    let (old, new) = (patch["old_line"].as_str()?, patch["new_line"].as_str()?);
    let mut lines: Vec<&str> = version.lines().collect();
    let place = lines.get_mut(line.checked_sub(1)?).filter(|it| it.trim_end() == old.trim_end())?;
    *place = new;
    Some(lines.join("\n") + "\n")
}

/// The inputs of the tests that a C program fails.
fn failing<'a>(text: &str, tests: &'a [(String, String)], binary: &Path) -> Result<Vec<&'a str>> {
    compile(text, binary)?;
    let mut failing = Vec::new();
    for (input, expected) in tests {
        let output = Command::new(binary).args(input.split_whitespace()).output()?;
        if String::from_utf8_lossy(&output.stdout).trim() != expected.trim() {
            failing.push(input.as_str());
        }
    }
    Ok(failing)
}

/// What a program for verifiers needs in order to run: its inputs come from the environment, in their order.
const RUNTIME: &str = "
int __VERIFIER_nondet_int(void) {
  static char *rest;
  if (!rest) rest = getenv(\"INPUTS\");
  return (int) strtol(rest, &rest, 10);
}
void __VERIFIER_error(void) { exit(99); }
";

/// On how many of these inputs a program gets to its error.
fn n_errors(text: &str, inputs: &[&str], binary: &Path) -> Result<usize> {
    if inputs.is_empty() {
        return Ok(0);
    }
    compile(&format!("#include <stdlib.h>\n{text}{RUNTIME}"), binary)?;
    let mut n_errors = 0;
    for input in inputs {
        n_errors += usize::from(Command::new(binary).env("INPUTS", input).status()?.code() == Some(99));
    }
    Ok(n_errors)
}

fn compile(text: &str, binary: &Path) -> Result<()> {
    let source = binary.with_extension("patched.c");
    fs::write(&source, text)?;
    // Programs of the nineties: types may be missing.
    let options = ["-std=gnu89", "-w", "-O1", "-o"];
    let compiled = Command::new("gcc").args(options).arg(binary).arg(&source).output();
    ensure!(compiled.context("cannot run gcc")?.status.success(), "the patched version does not compile");
    Ok(())
}

fn table(rows: &[Row]) -> String {
    let mut text = "| program | proved | repairing | on the fault | seconds | run | excluded tests | wrong |\n|---|---|---|---|---|---|---|---|\n".to_owned();
    for row in rows {
        let wrong: Vec<String> =
            row.wrong.iter().map(|(line, n_failing)| format!("`{line}` fails {n_failing}")).collect();
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {:.2} | {} | {} | {} |",
            row.path,
            row.n_proved,
            row.n_repairing,
            if row.is_on_fault { "yes" } else { "no" },
            row.seconds,
            row.n_checked,
            row.n_excluded,
            wrong.join(", ").replace('|', "\\|")
        );
    }
    let count = |of: fn(&Row) -> bool| rows.iter().filter(|row| of(row)).count();
    let _ = writeln!(
        text,
        "\n{} programs with an error; {} with a proved patch, {} on a faulty line; {} patches compiled and run, {} wrong.",
        rows.len(),
        count(|row| row.n_proved > 0),
        count(|row| row.is_on_fault),
        rows.iter().map(|row| row.n_checked).sum::<usize>(),
        rows.iter().map(|row| row.wrong.len()).sum::<usize>(),
    );
    text
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_patch_is_a_line_of_the_version_too() {
        let patch = json!({ "line": 2, "old_line": "b", "new_line": "c" });
        assert_eq!(patched("a\nb\nd\n", &patch).as_deref(), Some("a\nc\nd\n"));
        assert_eq!(patched("a\nx\nd\n", &patch), None);
        assert_eq!(patched("a\n", &patch), None);
    }

    #[test]
    fn wrong_patches_are_counted_and_named() {
        let wrong = vec![("x = a | b;".to_owned(), 3)];
        let row = Row {
            path: "s/p.c".to_owned(),
            n_proved: 1,
            n_checked: 1,
            is_on_fault: true,
            wrong,
            ..Row::default()
        };
        let text = table(&[row, Row::default()]);
        assert!(text.contains("| s/p.c | 1 | 0 | yes | 0.00 | 1 | 0 | `x = a \\| b;` fails 3 |"), "{text}");
        assert!(text.ends_with("2 programs with an error; 1 with a proved patch, 1 on a faulty line; 1 patches compiled and run, 1 wrong.\n"));
    }
}
