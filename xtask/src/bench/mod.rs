//! `cargo xtask bench`: the release binary over folders of programs, with verdicts, times and ranks.
//!
//! Each program is a process of its own, with limits, so that a crash or a hang is one row and not the end. Rows are
//! written as they come; a run that was broken off goes on where it stopped, and a row counts only for the same binary,
//! program and options.

mod answers;
mod benchexec;
mod by_tests;
mod cases;
mod consistency;
mod execute;
mod expected;
mod fault_lines;
mod figures;
mod manifest;
mod patches;
mod ped;
mod peer;
mod program;
mod record;
mod table;
pub mod tasks;
mod techniques;
mod verdicts;
mod verifiers;

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, SystemTime};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::setup;
use crate::shell::{cargo, run, target_dir, workspace};
pub(crate) use answers::lines;
pub(crate) use cases::{copy as copy_case, copy_all as copy_whole_case, words};
pub(crate) use execute::{End, Ended, Limits, Process, execute};
pub(crate) use fault_lines::FaultLines;
pub(crate) use figures::median;
pub(crate) use manifest::programs;
pub(crate) use program::{Program, TestPlan};
use record::{COLUMNS, Record};

/// What to run, and how.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// A folder with suites, or a suite: a folder with a `MANIFEST.tsv`.
    #[arg(default_value = "../shared/bench")]
    dir: PathBuf,
    /// Only suites or programs whose path, from the suite's name on, contains this.
    #[arg(long)]
    only: Option<String>,
    /// How many programs run at the same time. Times are comparable with one only.
    #[arg(long, default_value_t = 1)]
    jobs: usize,
    /// Seconds that a program may take.
    #[arg(long, default_value_t = 60)]
    timeout: u64,
    /// MiB that a program may use.
    #[arg(long, default_value_t = 8192)]
    memory: u64,
    /// Where results go.
    #[arg(long, default_value = "bench-out")]
    out: PathBuf,
    /// Forget the results of an earlier run.
    #[arg(long)]
    fresh: bool,
    /// Who looks for errors, as in `faultscope check`.
    #[arg(long)]
    strategy: Option<String>,
    /// How many error traces to look for: a number, or `all`.
    #[arg(long)]
    traces: Option<String>,
    /// Other techniques to compare with, as in `faultscope check`.
    #[arg(long)]
    technique: Option<String>,
    /// Look for patches, and compile and run those that are marked proved where a suite has tests.
    #[arg(long)]
    check_patches: bool,
    /// Run the faulty programs that have tests by their tests instead, and write a table of what is found.
    #[arg(long, conflicts_with_all = ["check_patches", "peer_cbmc", "fresh"])]
    tests: bool,
    /// More options for every program, in one word: `--options='--unwind 9'`.
    #[arg(long, default_value = "", allow_hyphen_values = true)]
    options: String,
    /// Another binary than the one built from this tree.
    #[arg(long)]
    binary: Option<PathBuf>,
    /// Write the results as BenchExec does, too: `results.xml`, for its `table-generator`.
    #[arg(long, conflicts_with = "tests")]
    benchexec: bool,
    /// A CBMC to run on each C program, right after ours.
    #[arg(long)]
    peer_cbmc: Option<PathBuf>,
}

impl Arguments {
    /// The options of every program.
    fn tool_options(&self) -> Vec<String> {
        let mut options = Vec::new();
        let given =
            [("--strategy", &self.strategy), ("--traces", &self.traces), ("--technique", &self.technique)];
        for (name, value) in given {
            if let Some(value) = value {
                options.extend([name.to_owned(), value.clone()]);
            }
        }
        options.extend(self.options.split_whitespace().map(str::to_owned));
        options
    }
}

/// Where a run whose results went to a folder has left its report of a program.
pub(crate) fn report_of(out: &Path, program: &Program) -> PathBuf {
    scratch_of(out, program).with_extension("json")
}

/// Where the output of a program goes, up to the ending.
pub(crate) fn scratch_of(out: &Path, program: &Program) -> PathBuf {
    let name = format!("{}/{}", program.suite, program.path).replace(['/', ' '], "__");
    // The ending is replaced, and what stands behind a dot of the name is kept.
    out.join("runs").join(name + ".run")
}

/// Runs what is not yet in the results, and writes the tables.
///
/// # Errors
/// Where the tool does not build, nothing is to be run, or a result cannot be written.
pub fn bench(arguments: &Arguments) -> Result<()> {
    let programs = selected(arguments)?;
    let bench = Bench::new(arguments)?;
    if arguments.tests {
        let run = |program: &Program, plan: &TestPlan| bench.run_tests(program, plan);
        let tables = by_tests::tables(&programs, arguments.jobs.max(1), run)?;
        fs::write(bench.out.join("tests.md"), &tables)?;
        println!("\n{tables}");
        return Ok(());
    }
    let results = bench.out.join("results.tsv");
    let earlier = if arguments.fresh { BTreeMap::new() } else { read(&results) };
    let selected =
        |it: &Record| programs.iter().any(|program| program.suite == it.suite && program.path == it.path);
    let others: Vec<Record> = earlier.values().filter(|it| !selected(it)).cloned().collect();
    let mut done = BTreeMap::new();
    let mut open = Vec::new();
    for program in &programs {
        let Ok(options) = &program.plan else { continue };
        let key = bench.key(program, options);
        match earlier.get(&(program.suite.clone(), program.path.clone())) {
            Some(record) if record.key == key => _ = done.insert(place(record), record.clone()),
            _ => open.push((program, key)),
        }
    }
    println!("bench: {} programs, {} of them done earlier", open.len() + done.len(), done.len());
    write(&results, others.iter().chain(done.values()))?;
    let new = bench.run(&open, &results, arguments.jobs.max(1))?;
    done.extend(new.into_iter().map(|record| (place(&record), record)));

    let in_order = |program: &Program| done.get(&(program.suite.clone(), program.path.clone())).cloned();
    let records: Vec<Record> = programs.iter().filter_map(in_order).collect();
    write(&results, others.iter().chain(&records))?;
    let skipped = skipped(&programs);
    let markdown = table::markdown(&programs, &records, &skipped);
    fs::write(bench.out.join("results.md"), &markdown)?;
    if arguments.benchexec {
        let limits = (arguments.timeout, arguments.memory);
        let xml = benchexec::xml(&programs, &records, limits, &utc(SystemTime::now()));
        fs::write(bench.out.join("results.xml"), xml)?;
    }
    let totals = markdown.find("## Totals").unwrap_or(0);
    println!("\n{}\nwritten: {}, and results.md beside it", &markdown[totals..], results.display());
    if arguments.technique.as_deref() == Some("ped") {
        let table = ped::table(&programs, |program, options| bench.report(program, options))?;
        fs::write(bench.out.join("ped.md"), &table)?;
        println!("\n{table}");
    }
    if arguments.check_patches {
        let (table, n_wrong) = patches::check(&programs, |it| bench.scratch(it).with_extension("json"))?;
        fs::write(bench.out.join("patches.md"), &table)?;
        println!("\n{table}");
        ensure!(n_wrong == 0, "{n_wrong} patches that are marked proved fail a test");
    }
    Ok(())
}

/// The path of the binary to run, and a hash of it; it is built from this tree where none is given.
///
/// # Errors
/// Where it does not build or cannot be read.
pub(crate) fn tool(given: Option<&Path>) -> Result<(PathBuf, u64)> {
    let binary = match given {
        Some(binary) => binary.to_owned(),
        None => {
            setup::setup()?;
            run(cargo().args(["build", "--release", "--package", "faultscope"]))?;
            target_dir().join("release/faultscope")
        }
    };
    let bytes = fs::read(&binary).with_context(|| format!("cannot read {}", binary.display()))?;
    Ok((binary.canonicalize()?, hash(&bytes)))
}

fn selected(arguments: &Arguments) -> Result<Vec<Program>> {
    let root = if arguments.dir.exists() { arguments.dir.clone() } else { workspace().join(&arguments.dir) };
    let mut programs = programs(&root)?;
    if let Some(only) = &arguments.only {
        programs.retain(|it| format!("{}/{}", it.suite, it.path).contains(only.as_str()));
    }
    ensure!(!programs.is_empty(), "no program is selected");
    Ok(programs)
}

fn place(record: &Record) -> (String, String) {
    (record.suite.clone(), record.path.clone())
}

/// Suites, reasons, and how many programs.
fn skipped(programs: &[Program]) -> Vec<(String, String, usize)> {
    let mut skipped: BTreeMap<(String, String), usize> = BTreeMap::new();
    for program in programs {
        if let Err(reason) = &program.plan {
            *skipped.entry((program.suite.clone(), reason.clone())).or_default() += 1;
        }
    }
    skipped.into_iter().map(|((suite, reason), n_programs)| (suite, reason, n_programs)).collect()
}

/// What stays the same over a run.
struct Bench<'a> {
    arguments: &'a Arguments,
    binary: PathBuf,
    binary_hash: u64,
    peer_cbmc: Option<PathBuf>,
    out: PathBuf,
    limits: Limits,
}

impl Bench<'_> {
    fn new(arguments: &Arguments) -> Result<Bench<'_>> {
        let (binary, binary_hash) = tool(arguments.binary.as_deref())?;
        let out = workspace().join(&arguments.out);
        fs::create_dir_all(out.join("runs")).with_context(|| format!("cannot create {}", out.display()))?;
        // Programs are run in the folders of their suites.
        let absolute = |path: &Path| if path.exists() { path.canonicalize() } else { Ok(path.to_owned()) };
        let peer_cbmc = arguments.peer_cbmc.as_deref().map(absolute).transpose()?;
        // The tool stops by itself, and says what it found; it is killed where it does not.
        let time = Duration::from_secs(arguments.timeout * 5 / 4 + 1);
        let limits = Limits { time, memory_mib: Some(arguments.memory) };
        Ok(Bench { arguments, binary, binary_hash, peer_cbmc, out, limits })
    }

    /// Names everything that a row depends on.
    fn key(&self, program: &Program, options: &[String]) -> String {
        let read = |file: &String| fs::read(program.folder.join(file)).unwrap_or_default();
        let text: Vec<Vec<u8>> = program.files.iter().map(read).collect();
        let Arguments { timeout, memory, peer_cbmc, .. } = self.arguments;
        let more = (self.arguments.tool_options(), self.arguments.check_patches);
        format!("{:016x}", hash(&(self.binary_hash, text, options, more, timeout, memory, peer_cbmc)))
    }

    /// Runs programs on `n_jobs` threads; rows are appended to the file as they come.
    fn run(&self, open: &[(&Program, String)], results: &Path, n_jobs: usize) -> Result<Vec<Record>> {
        let file = Mutex::new(OpenOptions::new().append(true).open(results)?);
        let next = AtomicUsize::new(0);
        let worker = || -> Result<Vec<Record>> {
            let mut records = Vec::new();
            while let Some((program, key)) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
                let record = self.run_program(program, key)?;
                let mut file = file.lock().expect("no thread panics while it writes");
                writeln!(file, "{}", record.to_line())?;
                println!("{}", progress(&record));
                records.push(record);
            }
            Ok(records)
        };
        thread::scope(|scope| {
            let workers: Vec<_> = (0..n_jobs).map(|_| scope.spawn(worker)).collect();
            let mut records = Vec::new();
            for worker in workers {
                records.extend(worker.join().expect("a worker does not panic")?);
            }
            Ok(records)
        })
    }

    /// Where the output of a program goes, up to the ending.
    fn scratch(&self, program: &Program) -> PathBuf {
        scratch_of(&self.out, program)
    }

    /// What every run of a program is told.
    fn command(&self, program: &Program) -> Vec<String> {
        let timeout = self.arguments.timeout.to_string();
        let command = program.case.as_ref().map_or("check", |it| it.command.as_str());
        let mut options = vec![command.to_owned()];
        options.extend(program.files.iter().cloned());
        if command == "check" {
            options.extend(["--format", "json", "--timeout", &timeout].map(str::to_owned));
        }
        options.extend(program.plan.iter().flatten().cloned());
        options
    }

    /// The folder that a program is run in: a copy for a case, which may write files, and must not see what tells of its fault.
    fn folder(&self, program: &Program) -> Result<PathBuf> {
        if program.case.is_none() {
            return Ok(program.folder.clone());
        }
        let folder = self.scratch(program).with_extension("dir");
        cases::copy(&program.folder, &folder)?;
        Ok(folder)
    }

    /// Runs the tool.
    fn execute(&self, options: &[String], folder: &Path, stdout: &Path, stderr: &Path) -> Result<Ended> {
        let process =
            Process { program: &self.binary, arguments: options, folder, stdin: None, stdout, stderr };
        execute(process, self.limits)
            .with_context(|| format!("cannot run {} for {} s", self.binary.display(), self.arguments.timeout))
    }

    /// The report of a program with more options; none where an error was not found.
    fn report(&self, program: &Program, more: &[String]) -> Result<Option<Value>> {
        let scratch = self.scratch(program);
        let (stdout, stderr) = (scratch.with_extension("ped.json"), scratch.with_extension("ped.err"));
        let mut options = self.command(program);
        options.extend(self.arguments.options.split_whitespace().map(str::to_owned));
        options.extend(more.iter().cloned());
        self.execute(&options, &program.folder, &stdout, &stderr)?;
        let report = serde_json::from_slice::<Value>(&fs::read(&stdout)?).ok();
        Ok(report.filter(|it| it["verdict"] == "unsafe"))
    }

    /// What comes of the tests of a program.
    fn run_tests(&self, program: &Program, plan: &TestPlan) -> Result<by_tests::Answer> {
        let scratch = self.scratch(program);
        let (stdout, stderr) = (scratch.with_extension("json"), scratch.with_extension("err"));
        let mut options = vec!["check".to_owned()];
        options.extend(program.files.iter().cloned());
        let timeout = self.arguments.timeout.to_string();
        options.extend(["--tests", &plan.path, "--format", "json", "--timeout", &timeout].map(str::to_owned));
        options.extend(plan.options.iter().cloned());
        options.extend(self.arguments.tool_options());
        let Ended { time, .. } = self.execute(&options, &program.folder, &stdout, &stderr)?;
        let complaint = String::from_utf8_lossy(&fs::read(&stderr)?).into_owned();
        let report = serde_json::from_slice::<Value>(&fs::read(&stdout)?);
        Ok(by_tests::Answer {
            report: report.map_err(|_| complaint.lines().next().unwrap_or("no report").to_owned()),
            seconds: time.as_secs_f64(),
        })
    }

    fn run_program(&self, program: &Program, key: &str) -> Result<Record> {
        let scratch = self.scratch(program);
        let (stdout, stderr) = (scratch.with_extension("json"), scratch.with_extension("err"));
        let folder = self.folder(program)?;
        let mut options = self.command(program);
        if options[0] == "check" {
            options.extend(self.arguments.tool_options());
        }
        if self.arguments.check_patches {
            options.extend([
                "--patch".to_owned(),
                scratch.with_extension("patch").to_string_lossy().into_owned(),
            ]);
        }
        let Ended { end, time, .. } = self.execute(&options, &folder, &stdout, &stderr)?;
        let read = |path: &Path| fs::read(path).map(|it| String::from_utf8_lossy(&it).into_owned());
        let mut record = Record::new(program, key, end, time, &read(&stdout)?, &read(&stderr)?);
        if let Some(cbmc) = self.peer_cbmc.as_ref().filter(|_| program.is_c()) {
            let limits = Limits { time: Duration::from_secs(self.arguments.timeout), ..self.limits };
            let peer = peer::cbmc(cbmc, program, limits, &scratch)?;
            record.cbmc = peer.result;
            record.cbmc_seconds = Some(peer.time.as_secs_f64());
        }
        Ok(record)
    }
}

fn progress(record: &Record) -> String {
    let rank = record.fault_rank.map_or(String::new(), |it| format!(", fault at rank {it}"));
    let peer = record.cbmc_seconds.map_or(String::new(), |it| format!(", CBMC {} {it:.2} s", record.cbmc));
    let note = if record.note.is_empty() { String::new() } else { format!(": {}", record.note) };
    let seconds = record.seconds.unwrap_or_default();
    format!("{:8} {seconds:7.2} s  {}/{}{rank}{peer}{note}", record.outcome, record.suite, record.path)
}

/// A time as `2026-11-23 20:00:00 UTC`, by the calendar that is in use.
fn utc(time: SystemTime) -> String {
    let seconds = time.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |it| it.as_secs());
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    // Years that begin in March, in periods of 400 of them.
    let days = days + 719_468;
    let (period, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year + 400 * period + u64::from(month <= 2);
    format!(
        "{year:04}-{month:02}-{day:02} {:02}:{:02}:{:02} UTC",
        second / 3_600,
        second / 60 % 60,
        second % 60
    )
}

pub(crate) fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The rows of an earlier run; the later of two rows of a program counts.
fn read(results: &Path) -> BTreeMap<(String, String), Record> {
    let text = fs::read_to_string(results).unwrap_or_default();
    text.lines().skip(1).filter_map(Record::parse).map(|record| (place(&record), record)).collect()
}

fn write<'a>(results: &Path, records: impl Iterator<Item = &'a Record>) -> Result<()> {
    let mut file = File::create(results).with_context(|| format!("cannot write {}", results.display()))?;
    writeln!(file, "{}", COLUMNS.join("\t"))?;
    for record in records {
        writeln!(file, "{}", record.to_line())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_a_date() {
        let at = |seconds| utc(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(at(0), "1970-01-01 00:00:00 UTC");
        assert_eq!(at(951_782_399), "2000-02-28 23:59:59 UTC");
        assert_eq!(at(951_868_800), "2000-03-01 00:00:00 UTC");
        assert_eq!(at(1_795_467_906), "2026-11-23 21:05:06 UTC");
    }
}
