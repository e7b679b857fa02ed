//! `--tests`: faulty programs of which nothing is known but tests.
//!
//! The programs are the rows of a manifest with the verdict `FALSE` or `FAULTY` whose property is about output. Their tests
//! are what the column `tests` names, else a folder `tests` beside the program, else the nearest `tests.tsv` in a
//! folder above it. Each is run by `check --tests`; where the manifest says nothing of types, they are those of a 64-bit
//! machine, which the outputs come from.
//!
//! A rank is that of the first finding that begins on a faulty line, each line counted once. Where code is missing, the
//! lines of code on both sides of the gap count as faulty.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::Result;
use serde_json::Value;

use super::consistency::contradictions;
use super::fault_lines::FaultLines;
use super::figures::{median, seconds};
use super::program::{Program, TestPlan};

/// How our findings are called beside other techniques.
const OURS: &str = "relevance";

/// What came of a program.
#[derive(Debug, Clone, Default, PartialEq)]
struct Row {
    suite: String,
    path: String,
    /// Why there is no report.
    refusal: Option<String>,
    verdict: String,
    /// Whether a faulty line is known.
    has_fault: bool,
    /// Techniques, ours in front: the rank of the fault, and how many lines are listed.
    ranks: Vec<(String, Option<usize>, usize)>,
    /// Patches with which all tests pass.
    n_patches: usize,
    /// Whether one of them is on a faulty line.
    is_on_fault: bool,
    meets_contract: bool,
    /// What the report says against itself.
    contradictions: Vec<String>,
    seconds: f64,
}

/// What a program ends with.
pub(super) struct Answer {
    /// The report, or why there is none.
    pub report: Result<Value, String>,
    pub seconds: f64,
}

/// Runs the programs that have tests by `run`, on so many threads, and gives tables in Markdown.
///
/// # Errors
/// Where a program cannot be run.
pub(super) fn tables(
    programs: &[Program],
    n_jobs: usize,
    run: impl Fn(&Program, &TestPlan) -> Result<Answer> + Sync,
) -> Result<String> {
    let plans: Vec<(&Program, &TestPlan)> =
        programs.iter().filter_map(|it| Some((it, it.tests.as_ref()?))).collect();
    println!("bench: {} faulty programs with tests", plans.len());
    let next = AtomicUsize::new(0);
    let work = || -> Result<Vec<(usize, Row)>> {
        let mut rows = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some((program, plan)) = plans.get(at) else { return Ok(rows) };
            let row = row(program, run(program, plan)?);
            println!("{}", progress(&row));
            rows.push((at, row));
        }
    };
    let mut rows = thread::scope(|scope| {
        let workers: Vec<_> = (0..n_jobs).map(|_| scope.spawn(work)).collect();
        let mut rows = Vec::new();
        for worker in workers {
            rows.extend(worker.join().expect("a worker does not panic")?);
        }
        anyhow::Ok(rows)
    })?;
    rows.sort_by_key(|(at, _)| *at);
    Ok(markdown(&rows.into_iter().map(|(_, row)| row).collect::<Vec<Row>>()))
}

fn row(program: &Program, answer: Answer) -> Row {
    let text = String::from_utf8_lossy(&fs::read(program.file()).unwrap_or_default()).into_owned();
    let empty = Row {
        suite: program.suite.clone(),
        path: program.path.clone(),
        seconds: answer.seconds,
        ..Row::default()
    };
    match answer.report {
        Ok(report) => reported(empty, &report, &program.faults.places(&text)),
        Err(refusal) => Row { refusal: Some(refusal), ..empty },
    }
}

fn reported(empty: Row, report: &Value, faults: &FaultLines) -> Row {
    let rank = |name: &str, statements: &Value| {
        let mut lines: Vec<u32> = Vec::new();
        for line in statements.as_array().into_iter().flatten().filter_map(line) {
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        let rank = lines.iter().position(|line| faults.is_faulty(&(*line..=*line))).map(|it| it + 1);
        (name.to_owned(), rank, lines.len())
    };
    let others = report["techniques"].as_array().into_iter().flatten();
    let others = others.map(|it| rank(it["name"].as_str().unwrap_or_default(), &it["statements"]));
    let passes = |it: &&Value| it["verdict"] == "passes-tests" || it["verdict"] == "proved";
    let patches: Vec<&Value> = report["patches"].as_array().into_iter().flatten().filter(passes).collect();
    Row {
        verdict: report["verdict"].as_str().unwrap_or_default().to_owned(),
        has_fault: !faults.faulty.is_empty(),
        ranks: std::iter::once(rank(OURS, &report["findings"])).chain(others).collect(),
        n_patches: patches.len(),
        is_on_fault: patches.iter().filter_map(|it| line(it)).any(|line| faults.is_faulty(&(line..=line))),
        meets_contract: patches.iter().any(|it| it["contract"]["verdict"] == "met"),
        contradictions: contradictions(report),
        ..empty
    }
}

fn line(place: &Value) -> Option<u32> {
    place["line"].as_u64()?.try_into().ok()
}

impl Row {
    fn rank(&self, technique: &str) -> Option<(Option<usize>, usize)> {
        let known = self.ranks.iter().find(|(name, _, _)| name == technique);
        known.map(|(_, rank, n_lines)| (*rank, *n_lines))
    }

    fn outcome(&self) -> &str {
        if self.refusal.is_some() {
            "refused"
        } else if self.contradictions.is_empty() {
            &self.verdict
        } else {
            "contradictory"
        }
    }
}

fn progress(row: &Row) -> String {
    let Row { suite, path, seconds, n_patches, .. } = row;
    let rank = row.rank(OURS).and_then(|(rank, _)| rank).map_or("-".to_owned(), |it| it.to_string());
    let note = row.refusal.as_ref().or(row.contradictions.first());
    let note = note.map_or(String::new(), |it| format!(": {it}"));
    format!(
        "{:8} {seconds:7.2} s  {suite}/{path}, fault at rank {rank}, {n_patches} patches{note}",
        row.outcome()
    )
}

fn markdown(rows: &[Row]) -> String {
    let mut suites: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for row in rows {
        suites.entry(&row.suite).or_default().push(row);
    }
    let mut groups: Vec<(&str, Vec<&Row>)> = suites.into_iter().collect();
    if groups.len() > 1 {
        groups.push(("all", rows.iter().collect()));
    }
    [summary(&groups), techniques(&groups), details(rows)].join("\n")
}

/// What came of each suite. Ranks are those of all programs, whether or not a faulty line is known.
fn summary(groups: &[(&str, Vec<&Row>)]) -> String {
    let mut text =
        "| programs | number | refused | no test fails | known line | top-1 | top-3 | top-5 | listed | \
        a patch with which every test passes | on a faulty line | contract met | time s: median, max |\n\
        |---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n"
            .to_owned();
    for (name, rows) in groups {
        let count = |is: &dyn Fn(&Row) -> bool| rows.iter().filter(|row| is(row)).count();
        let times: Vec<f64> = rows.iter().map(|row| row.seconds).collect();
        let _ = writeln!(
            text,
            "| {name} | {} | {} | {} | {} | {} | {} | {} | {} | {} {} |",
            rows.len(),
            count(&|row| row.refusal.is_some()),
            count(&|row| row.refusal.is_none() && row.verdict != "unsafe"),
            count(&|row| row.has_fault),
            tops(rows, OURS),
            count(&|row| row.n_patches > 0),
            count(&|row| row.is_on_fault),
            count(&|row| row.meets_contract),
            seconds(median(&times)),
            seconds(times.iter().copied().reduce(f64::max)),
        );
    }
    text
}

/// Cells: in how many programs the fault is at the top, and in how many it is listed at all.
fn tops(rows: &[&Row], technique: &str) -> String {
    let top = |most: usize| {
        let is_top =
            |row: &&&Row| row.rank(technique).and_then(|(rank, _)| rank).is_some_and(|rank| rank <= most);
        rows.iter().filter(is_top).count()
    };
    [1, 3, 5, usize::MAX].map(|most| top(most).to_string()).join(" | ")
}

/// The techniques side by side; nothing where no other one ran.
fn techniques(groups: &[(&str, Vec<&Row>)]) -> String {
    let mut text =
        "| programs | technique | answers | lines listed, median | top-1 | top-3 | top-5 | listed |\n\
        |---|---|--:|--:|--:|--:|--:|--:|\n"
            .to_owned();
    let mut has_others = false;
    for (group, rows) in groups {
        let mut names: Vec<&str> = Vec::new();
        for (name, _, _) in rows.iter().flat_map(|row| &row.ranks) {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        has_others |= names.len() > 1;
        for name in names {
            let answers: Vec<f64> = rows.iter().filter_map(|row| Some(row.rank(name)?.1 as f64)).collect();
            let _ = writeln!(
                text,
                "| {group} | {name} | {} | {} | {} |",
                answers.len(),
                median(&answers).unwrap_or_default(),
                tops(rows, name)
            );
        }
    }
    if has_others { text } else { String::new() }
}

fn details(rows: &[Row]) -> String {
    let mut text =
        "| program | outcome | rank | lines | patches | on a faulty line | contract met | time s |\n\
        |---|---|--:|--:|--:|---|---|--:|\n"
            .to_owned();
    let yes = |is: bool| if is { "yes" } else { "" };
    for row in rows {
        let (rank, n_lines) = row.rank(OURS).unwrap_or_default();
        let rank = rank.map_or("-".to_owned(), |it| it.to_string());
        let _ = writeln!(
            text,
            "| {}/{} | {} | {rank} | {n_lines} | {} | {} | {} | {:.3} |",
            row.suite,
            row.path,
            row.outcome(),
            row.n_patches,
            yes(row.is_on_fault),
            yes(row.meets_contract),
            row.seconds
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn report() -> Value {
        json!({
            "verdict": "unsafe",
            "error": { "line": 7 },
            "findings": [{ "line": 7 }, { "line": 7 }, { "line": 4 }],
            "patches": [
                { "line": 4, "verdict": "passes-tests", "contract": { "verdict": "met" } },
                { "line": 7, "verdict": "repairs-shown-traces", "contract": null },
            ],
            "techniques": [{ "name": "ochiai", "statements": [{ "line": 2 }, { "line": 3 }, { "line": 4 }] }],
        })
    }

    fn named(suite: &str) -> Row {
        Row { suite: suite.to_owned(), path: "a.c".to_owned(), seconds: 0.5, ..Row::default() }
    }

    #[test]
    fn the_rank_counts_each_line_once() {
        let row = reported(named("s"), &report(), &FaultLines::parse("4"));
        let ranks = [("relevance".to_owned(), Some(2), 2), ("ochiai".to_owned(), Some(3), 3)];
        assert_eq!(row.ranks, ranks);
        assert_eq!((row.n_patches, row.is_on_fault, row.meets_contract), (1, true, true));
    }

    #[test]
    fn lines_around_missing_code_count() {
        let text = "int f(void) {\n  a();\n  b();\n  c();\n}\n";
        let places = FaultLines::parse("missing-after-3(fixed 4)").places(text);
        assert_eq!(reported(named("s"), &report(), &places).ranks[0].1, Some(2));
    }

    #[test]
    fn suites_are_counted_apart_and_together() {
        let found = reported(named("s"), &report(), &FaultLines::parse("4"));
        let refused = Row { refusal: Some("error: no".to_owned()), ..named("t") };
        let text = markdown(&[found, refused]);
        let has = |line: &str| assert!(text.contains(line), "{text}");
        has("| s | 1 | 0 | 0 | 1 | 0 | 1 | 1 | 1 | 1 | 1 | 1 | 0.500 0.500 |");
        has("| t | 1 | 1 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0.500 0.500 |");
        has("| all | 2 | 1 | 0 | 1 | 0 | 1 | 1 | 1 | 1 | 1 | 1 | 0.500 0.500 |");
        has("| all | ochiai | 1 | 3 | 0 | 1 | 1 | 1 |");
        has("| s/a.c | unsafe | 2 | 2 | 1 | yes | yes | 0.500 |");
        has("| t/a.c | refused | - | 0 | 0 |");
    }

    #[test]
    fn a_report_that_contradicts_itself_is_said_to() {
        let mut report = report();
        report["verdict"] = "safe".into();
        report["traces"] = json!([{ "steps": [], "error": null }]);
        let row = reported(named("s"), &report, &FaultLines::default());
        assert_eq!(row.outcome(), "contradictory");
        assert!(progress(&row).ends_with("1 patches: no error, and a trace to one"), "{}", progress(&row));
    }
}
