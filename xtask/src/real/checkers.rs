//! What gcc's sanitizers and valgrind print for a bug with an input.
//!
//! The program is built as the file `cc` of the case says, with AddressSanitizer and UBSan, and once more without them for
//! valgrind. It is executed on each input of the case, with limits, until something is said.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::bench::Program;
use crate::bench::{End, Limits, Process, copy_whole_case, execute, words};
use crate::shell::succeeds;

/// What an execution may take.
const SECONDS: u64 = 10;

/// Resident memory under AddressSanitizer, and address space under valgrind.
const MEMORY_MIB: u64 = 1024;

/// What is made of the output of a checker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// What is said to be wrong.
    pub text: String,
    /// The innermost place in the program's own files.
    pub place: Option<(String, u32)>,
    /// All places in the program's own files.
    pub places: Vec<(String, u32)>,
    /// Whether the checker says it, and not the program or the limit of time.
    pub is_report: bool,
}

impl Said {
    fn without_place(text: &str) -> Said {
        Said { text: text.to_owned(), place: None, places: Vec::new(), is_report: false }
    }

    /// As it is kept among the results.
    pub fn to_json(&self) -> Value {
        json!({ "text": self.text, "place": self.place, "places": self.places, "is_report": self.is_report })
    }

    /// Reads what was kept; none where the checker is missing.
    pub fn from_json(value: &Value) -> Option<Said> {
        let place = |it: &Value| Some((it[0].as_str()?.to_owned(), u32::try_from(it[1].as_u64()?).ok()?));
        Some(Said {
            text: value["text"].as_str()?.to_owned(),
            place: place(&value["place"]),
            places: value["places"].as_array()?.iter().filter_map(place).collect(),
            is_report: value["is_report"].as_bool()?,
        })
    }
}

/// What the sanitizers say of a case, and what valgrind says; none for what is not there.
///
/// # Errors
/// Where the case cannot be copied, or its commands cannot be read.
pub fn both(program: &Program, scratch: &Path) -> Result<(Option<Value>, Option<Value>)> {
    let Ok(cc) = fs::read_to_string(program.folder.join("cc")) else { return Ok((None, None)) };
    let folder = scratch.with_extension("checked");
    copy_whole_case(&program.folder, &folder)?;
    let case = Case::new(program, &folder)?;
    let sanitizers = case.built(&cc)?.then(|| case.said(Checker::Sanitizers)).transpose()?;
    let has_valgrind = succeeds("valgrind", &["--version"]) && case.built(&without_sanitizers(&cc))?;
    let valgrind = has_valgrind.then(|| case.said(Checker::Valgrind)).transpose()?;
    Ok((sanitizers.map(|it| it.to_json()), valgrind.map(|it| it.to_json())))
}

fn without_sanitizers(cc: &str) -> String {
    let words =
        cc.split_whitespace().filter(|it| !it.starts_with("-fsanitize") && !it.starts_with("-fno-sanitize"));
    words.collect::<Vec<_>>().join(" ")
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Checker {
    Sanitizers,
    Valgrind,
}

/// A case whose program is in a folder of its own.
struct Case {
    folder: PathBuf,
    /// The last names of its files.
    sources: BTreeSet<String>,
    /// Arguments of the program; `@@` is the name of the input, which is the standard input where no argument is that.
    arguments: Vec<String>,
    /// Inputs, and the files with what is to be printed.
    inputs: Vec<(PathBuf, Option<PathBuf>)>,
    is_about_leaks: bool,
}

impl Case {
    fn new(program: &Program, folder: &Path) -> Result<Case> {
        let options = program.plan.as_deref().unwrap_or_default();
        let value = |name: &str| options.iter().skip_while(|it| *it != name).nth(1);
        let arguments = match value("--args") {
            Some(arguments) => words(arguments)?,
            None if value("--entry").is_some() => vec!["@@".to_owned()],
            None => Vec::new(),
        };
        let inputs = match value("--tests") {
            Some(tests) => tests_in(&folder.join(tests))?,
            None => {
                let input = value("--crash-input").or(value("--stdin")).context("no input is named")?;
                vec![(folder.join(input), value("--expect").map(|it| folder.join(it)))]
            }
        };
        Ok(Case {
            folder: folder.to_owned(),
            sources: names(folder)?,
            arguments,
            inputs,
            is_about_leaks: value("--property").is_some_and(|it| it.contains("memory-leak")),
        })
    }

    /// Whether the command builds the program.
    fn built(&self, cc: &str) -> Result<bool> {
        let (stdout, stderr) = (self.folder.join("built.out"), self.folder.join("built.err"));
        let process = Process {
            program: Path::new("sh"),
            arguments: &["-c".to_owned(), cc.trim().to_owned()],
            folder: &self.folder,
            stdin: None,
            stdout: &stdout,
            stderr: &stderr,
        };
        let limits = Limits { time: Duration::from_secs(120), memory_mib: None };
        Ok(execute(process, limits)?.end == End::Exit(0))
    }

    /// The first thing that is said of an input.
    fn said(&self, checker: Checker) -> Result<Said> {
        for (input, expected) in &self.inputs {
            let said = self.said_of(checker, input, expected.as_deref())?;
            if let Some(said) = said {
                return Ok(said);
            }
        }
        Ok(Said::without_place("nothing"))
    }

    fn said_of(&self, checker: Checker, input: &Path, expected: Option<&Path>) -> Result<Option<Said>> {
        let (stdout, stderr) = (self.folder.join("run.out"), self.folder.join("run.err"));
        let is_named = self.arguments.iter().any(|it| it == "@@");
        let name = input.to_string_lossy();
        let own =
            self.arguments.iter().map(|it| if it == "@@" { name.clone().into_owned() } else { it.clone() });
        let mut arguments = self.checked(checker);
        arguments.extend(own);
        let process = Process {
            program: Path::new("env"),
            arguments: &arguments,
            folder: &self.folder,
            stdin: (!is_named).then_some(input),
            stdout: &stdout,
            stderr: &stderr,
        };
        // AddressSanitizer reserves terabytes of addresses; it has a limit of its own.
        let memory_mib = (checker == Checker::Valgrind).then_some(4 * MEMORY_MIB);
        let ended = execute(process, Limits { time: Duration::from_secs(SECONDS), memory_mib })?;
        let printed = fs::read(&stderr)?;
        let said = parse(&String::from_utf8_lossy(&printed), &self.sources);
        let output = fs::read(&stdout)?;
        let is_as_expected = || match expected {
            Some(expected) => fs::read(expected).map(|it| trimmed(&it) == trimmed(&output)),
            None => Ok(true),
        };
        Ok(match said {
            Some(said) => Some(said),
            None if ended.end == End::Killed => Some(Said::without_place("nothing: it does not end")),
            None if !is_as_expected()? => Some(Said::without_place("nothing: the output is wrong")),
            None => None,
        })
    }

    /// The program under a checker.
    fn checked(&self, checker: Checker) -> Vec<String> {
        let leaks = if self.is_about_leaks { 1 } else { 0 };
        match checker {
            Checker::Sanitizers => vec![
                format!(
                    "ASAN_OPTIONS=detect_leaks={leaks}:detect_stack_use_after_return=1:\
                    allocator_may_return_null=1:hard_rss_limit_mb={MEMORY_MIB}"
                ),
                "LC_ALL=C".to_owned(),
                "./prog".to_owned(),
            ],
            Checker::Valgrind => {
                let check = if self.is_about_leaks { "full" } else { "no" };
                ["LC_ALL=C", "valgrind", "-q", &format!("--leak-check={check}"), "./prog"]
                    .map(str::to_owned)
                    .to_vec()
            }
        }
    }
}

/// The tests of a folder, by name.
fn tests_in(folder: &Path) -> Result<Vec<(PathBuf, Option<PathBuf>)>> {
    let mut inputs = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let path = entry?.path();
        if path.extension().is_some_and(|it| it == "in") {
            let expected = path.with_extension("out");
            inputs.push((path, Some(expected)));
        }
    }
    inputs.sort();
    Ok(inputs)
}

/// The last names of the C files under a folder.
fn names(folder: &Path) -> Result<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            names.extend(self::names(&path)?);
        } else if path.extension().is_some_and(|it| it == "c" || it == "h") {
            names.extend(path.file_name().map(|it| it.to_string_lossy().into_owned()));
        }
    }
    Ok(names)
}

/// Lines without white space at their ends, and without empty ones at the end.
fn trimmed(text: &[u8]) -> Vec<Vec<u8>> {
    let mut lines: Vec<Vec<u8>> =
        text.split(|it| *it == b'\n').map(|it| it.trim_ascii_end().to_vec()).collect();
    while lines.last().is_some_and(Vec::is_empty) {
        lines.pop();
    }
    lines
}

/// Reads what was printed on the standard error; none where nothing is said to be wrong.
fn parse(printed: &str, sources: &BTreeSet<String>) -> Option<Said> {
    let lines: Vec<&str> = printed.lines().collect();
    let (at, (text, is_report)) =
        lines.iter().enumerate().find_map(|(at, line)| Some((at, headline(line)?)))?;
    let places: Vec<(String, u32)> = lines[at..].iter().flat_map(|line| places_in(line, sources)).collect();
    Some(Said { text, place: places.first().cloned(), places, is_report })
}

/// What a line says to be wrong, and whether a checker says it.
fn headline(line: &str) -> Option<(String, bool)> {
    if let Some((_, text)) = line.split_once("runtime error: ") {
        return Some((text.to_owned(), true));
    }
    if let Some((_, text)) = line.split_once("ERROR: ").filter(|(_, it)| it.contains("Sanitizer: ")) {
        let text = text.split(" on address 0x").next().unwrap_or(text);
        return Some((text.split(" on unknown address 0x").next().unwrap_or(text).to_owned(), true));
    }
    if line.contains("Sanitizer: ") && line.contains("rss limit") {
        return Some(("memory limit reached".to_owned(), false));
    }
    if let Some((_, text)) = line.split_once("Assertion `") {
        return Some((format!("Assertion `{text}"), false));
    }
    let (_, text) = line.strip_prefix("==")?.split_once("== ")?;
    (!text.trim().is_empty()).then(|| (text.trim().to_owned(), true))
}

/// The places `file:line` of a line that are in files of the program.
fn places_in(line: &str, sources: &BTreeSet<String>) -> Vec<(String, u32)> {
    let is_between = |it: char| it.is_whitespace() || it == '(' || it == ')';
    let place = |word: &str| {
        let mut parts = word.split(':');
        let name = parts.next()?.rsplit('/').next()?.to_owned();
        let line = parts.next()?.parse().ok()?;
        sources.contains(&name).then_some((name, line))
    };
    line.split(is_between).filter_map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(printed: &str, expect: Option<(&str, Option<u32>, usize, bool)>) {
        let sources = BTreeSet::from(["a.c".to_owned()]);
        let said = parse(printed, &sources);
        let shown = said.as_ref().map(|it| {
            (it.text.as_str(), it.place.as_ref().map(|(_, line)| *line), it.places.len(), it.is_report)
        });
        assert_eq!(shown, expect);
    }

    #[test]
    fn sanitizers_are_read() {
        check("a.c:7:3: runtime error: division by zero\n", Some(("division by zero", Some(7), 1, true)));
        check(
            "=====\n==12==ERROR: AddressSanitizer: heap-use-after-free on address 0x6 at pc 0x7\n\
             READ of size 1\n    #0 0x7 in strlen /gcc/x.inc:389\n    #1 0x5 in f /t/a.c:9\n\
             freed by thread T0 here:\n    #1 0x5 in g /t/a.c:4:8\n",
            Some(("AddressSanitizer: heap-use-after-free", Some(9), 2, true)),
        );
        check("", None);
        check("warning: nothing\n", None);
    }

    #[test]
    fn valgrind_is_read() {
        check(
            "==12== Invalid read of size 1\n==12==    at 0x4: strlen (in /usr/lib/v.so)\n\
             ==12==    by 0x1: f (a.c:9)\n==12== \n",
            Some(("Invalid read of size 1", Some(9), 1, true)),
        );
    }

    #[test]
    fn an_assertion_is_the_program_s_own() {
        let printed = "prog: a.c:5: main: Assertion `x' failed.\n==12== Process terminating\n";
        check(printed, Some(("Assertion `x' failed.", Some(5), 1, false)));
    }

    #[test]
    fn what_was_said_is_kept() {
        let sources = BTreeSet::from(["a.c".to_owned()]);
        let said = parse("a.c:7:3: runtime error: division by zero\n", &sources).unwrap();
        assert_eq!(Said::from_json(&said.to_json()), Some(said));
        assert_eq!(Said::from_json(&Value::Null), None);
    }

    #[test]
    fn valgrind_gets_a_program_without_sanitizers() {
        let cc = "gcc -g -fsanitize=address,undefined -fno-sanitize-recover=all -o prog a.c";
        assert_eq!(without_sanitizers(cc), "gcc -g -o prog a.c");
    }
}
