//! `cargo xtask real`: what comes of real programs, and what gcc's sanitizers and valgrind say of the same bugs.
//!
//! Three kinds of programs are run, each with what its suite says: bugs with the input that shows them (folders with a file
//! `cmd`), libraries without a driver, and faulty programs with tests. What a run leaves in the folder of results is all
//! that the page is made of, so a run that was broken off goes on where it stopped.

mod checkers;
mod outcome;
mod page;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use crate::bench::{End, Ended, Limits, Process, copy_case, execute, hash, programs, scratch_of, tool};
use crate::bench::{Program, TestPlan};
use crate::shell::workspace;
use outcome::Outcome;

/// What to run, and how.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The folder that has the suites.
    #[arg(default_value = "../shared/bench")]
    dir: PathBuf,
    /// The suites: of bugs, of libraries, of programs with tests.
    #[arg(long, value_delimiter = ',', default_value = "realbugs,real,siemens_tests")]
    suites: Vec<String>,
    /// Only programs whose path, from the suite's name on, contains this.
    #[arg(long)]
    only: Option<String>,
    /// Another binary than the one built from this tree.
    #[arg(long)]
    binary: Option<PathBuf>,
    /// Seconds that a program may take.
    #[arg(long, default_value_t = 30)]
    timeout: u64,
    /// Where results go.
    #[arg(long, default_value = "real-out")]
    out: PathBuf,
    /// Run nothing: write the page of the results that are there, and leave out programs that have none.
    #[arg(long)]
    page_only: bool,
    /// The page that is written; without it, it is `real.md` among the results.
    #[arg(long)]
    page: Option<PathBuf>,
}

/// MiB of address space that the tool may use.
const MEMORY_MIB: u64 = 16_384;

/// Runs what has no result yet, and writes the page.
///
/// # Errors
/// Where nothing is to be run, the tool does not build or a file cannot be read or written.
pub fn real(arguments: &Arguments) -> Result<()> {
    let programs = selected(arguments)?;
    let out = workspace().join(&arguments.out);
    fs::create_dir_all(out.join("runs")).with_context(|| format!("cannot create {}", out.display()))?;
    let outcomes = if arguments.page_only {
        let known = |program| known(&out, program, arguments.timeout).transpose();
        programs.iter().filter_map(known).collect::<Result<Vec<_>>>()?
    } else {
        let (binary, binary_hash) = tool(arguments.binary.as_deref())?;
        let runner = Runner { binary, binary_hash, timeout: arguments.timeout, out: &out };
        let mut outcomes = Vec::new();
        for program in &programs {
            let outcome = runner.outcome(program)?;
            println!("{}", outcome.progress());
            outcomes.push(outcome);
        }
        outcomes
    };
    let page = arguments.page.as_ref().map_or_else(|| out.join("real.md"), |it| workspace().join(it));
    let n_left_out = programs.len() - outcomes.len();
    fs::write(&page, page::page(&outcomes, n_left_out, arguments.timeout))
        .with_context(|| format!("cannot write {}", page.display()))?;
    println!("written: {}", page.display());
    Ok(())
}

fn selected(arguments: &Arguments) -> Result<Vec<Program>> {
    let root = if arguments.dir.exists() { arguments.dir.clone() } else { workspace().join(&arguments.dir) };
    let mut all = Vec::new();
    for suite in &arguments.suites {
        all.extend(programs(&root.join(suite))?);
    }
    // Programs of a suite with tests that are not faulty are its references.
    let has_tests = |suite: &str| all.iter().any(|it| it.suite == suite && it.tests.is_some());
    let with_tests: Vec<String> = arguments.suites.iter().filter(|it| has_tests(it)).cloned().collect();
    all.retain(|it| it.tests.is_some() || !with_tests.contains(&it.suite));
    if let Some(only) = &arguments.only {
        all.retain(|it| format!("{}/{}", it.suite, it.path).contains(only.as_str()));
    }
    ensure!(!all.is_empty(), "no program is selected");
    Ok(all)
}

/// What a run has measured of a program.
fn measured(out: &Path, program: &Program) -> Option<Value> {
    let text = fs::read(scratch_of(out, program).with_extension("measured.json")).ok()?;
    serde_json::from_slice(&text).ok()
}

/// What came of a program in an earlier run; none where there is none.
fn known<'a>(out: &Path, program: &'a Program, timeout: u64) -> Result<Option<Outcome<'a>>> {
    measured(out, program).map(|run| outcome_of(out, program, &run, timeout)).transpose()
}

fn outcome_of<'a>(out: &Path, program: &'a Program, run: &Value, timeout: u64) -> Result<Outcome<'a>> {
    let scratch = scratch_of(out, program);
    let report = fs::read(scratch.with_extension("json"))?;
    let complaint = fs::read(scratch.with_extension("err"))?;
    let complaint = String::from_utf8_lossy(&complaint);
    Ok(Outcome::new(program, run, serde_json::from_slice(&report).ok(), &complaint, timeout))
}

struct Runner<'a> {
    binary: PathBuf,
    binary_hash: u64,
    timeout: u64,
    out: &'a Path,
}

impl Runner<'_> {
    /// What came of a program: of an earlier run where nothing has changed.
    fn outcome<'a>(&self, program: &'a Program) -> Result<Outcome<'a>> {
        let words = command(program);
        let key = format!("{:016x}", hash(&(self.binary_hash, self.timeout, &words, texts(program))));
        let earlier = measured(self.out, program).filter(|it| it["key"] == key.as_str());
        let run = match earlier {
            Some(earlier) => earlier,
            None => {
                let run = self.run(program, &words, &key)?;
                let measured = scratch_of(self.out, program).with_extension("measured.json");
                fs::write(measured, run.to_string())?;
                run
            }
        };
        outcome_of(self.out, program, &run, self.timeout)
    }

    /// Runs the tool and, on a bug with an input, the other checkers.
    fn run(&self, program: &Program, words: &[String], key: &str) -> Result<Value> {
        let scratch = scratch_of(self.out, program);
        let folder = if program.case.is_some() {
            let copy = scratch.with_extension("dir");
            copy_case(&program.folder, &copy)?;
            copy
        } else {
            program.folder.clone()
        };
        let mut ended = self.execute(words, &folder, &scratch)?;
        let mut entry = None;
        if ended.end == End::Exit(2) {
            entry = offered_entry(&fs::read_to_string(scratch.with_extension("err")).unwrap_or_default());
            if let Some(entry) = &entry {
                let words = [words, &["--entry".to_owned(), entry.clone()]].concat();
                ended = self.execute(&words, &folder, &scratch)?;
            }
        }
        let (sanitizers, valgrind) = match &program.case {
            Some(_) => checkers::both(program, &scratch)?,
            None => (None, None),
        };
        Ok(json!({
            "key": key,
            "exit": if let End::Exit(code) = ended.end { Some(code) } else { None },
            "seconds": ended.time.as_secs_f64(),
            "cpu_seconds": ended.processor_time.map(|it| it.as_secs_f64()),
            "peak_mib": ended.peak_mib,
            "entry": entry,
            "sanitizers": sanitizers,
            "valgrind": valgrind,
        }))
    }

    fn execute(&self, words: &[String], folder: &Path, scratch: &Path) -> Result<Ended> {
        let timeout = self.timeout.to_string();
        let more = ["--format", "json", "--timeout", &timeout].map(str::to_owned);
        let process = Process {
            program: &self.binary,
            arguments: &[words, &more].concat(),
            folder,
            stdin: None,
            stdout: &scratch.with_extension("json"),
            stderr: &scratch.with_extension("err"),
        };
        // The tool stops by itself, and is killed where it does not.
        let time = Duration::from_secs(self.timeout * 5 / 4 + 1);
        execute(process, Limits { time, memory_mib: Some(MEMORY_MIB) })
            .with_context(|| format!("cannot run {}", self.binary.display()))
    }
}

/// What a program is run with, without its limits.
fn command(program: &Program) -> Vec<String> {
    let mut words = vec!["check".to_owned()];
    words.extend(program.files.iter().cloned());
    match &program.tests {
        Some(TestPlan { path, options }) => {
            words.extend(["--tests".to_owned(), path.clone()]);
            words.extend(options.iter().cloned());
        }
        None if program.case.is_some() => words.extend(program.plan.iter().flatten().cloned()),
        // No property is stated: the options are for reading it.
        None => words.extend(program.options.iter().cloned()),
    }
    words
}

fn texts(program: &Program) -> Vec<Vec<u8>> {
    program.files.iter().map(|it| fs::read(program.folder.join(it)).unwrap_or_default()).collect()
}

/// The first function that the tool offers where a program has no `main`.
fn offered_entry(complaint: &str) -> Option<String> {
    let offer = complaint.lines().find_map(|it| it.strip_prefix("help: name the function to start with"))?;
    Some(offer.split_once("there are `")?.1.split('`').next()?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_is_started_at_its_first_function() {
        let complaint = "error: function `main` is not defined\n\
            help: name the function to start with by --entry; there are `open`, `close`\n";
        assert_eq!(offered_entry(complaint).as_deref(), Some("open"));
        assert_eq!(offered_entry("error: expected `;`\n"), None);
    }
}
