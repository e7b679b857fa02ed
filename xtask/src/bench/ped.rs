//! `--technique ped`: what each part of PED does for the number of solutions, the time, and the rank of the fault.
//!
//! The columns are those of Table 1 of Balakrishnan and Ganai, SEFM 2008: PED as it is, with several error traces, with the
//! annotation library, with the mined specification, and with everything; the time includes the abstract interpretation. A program is
//! run once for each. Where code is missing, the lines of code on both sides of the gap count as the fault.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;

use anyhow::Result;
use serde_json::Value;

use super::answers::lines;
use super::fault_lines::FaultLines;
use super::figures::{median, seconds};
use super::program::Program;

/// What is switched on, as `--ped` names it, and how a column calls it.
const PARTS: [(&str, &str); 5] = [
    ("none", "nothing"),
    ("traces", "traces"),
    ("library", "library"),
    ("specification", "specification"),
    ("traces,library,specification", "everything"),
];

/// What PED says of a program with some of its parts.
#[derive(Debug, Clone, PartialEq)]
struct Cell {
    n_solutions: usize,
    /// Whether these are all within the bounds.
    is_complete: bool,
    seconds: f64,
    /// The first solution with a faulty line, from 1.
    rank: Option<usize>,
}

/// What PED says of a program, by parts.
#[derive(Debug)]
struct Row {
    path: String,
    package: String,
    n_steps: u64,
    has_fault: bool,
    cells: Vec<Cell>,
}

/// The table in Markdown, from the reports of `run` with some options. Programs without an error are left out.
///
/// # Errors
/// Where a program cannot be run.
pub fn table(
    programs: &[Program],
    run: impl Fn(&Program, &[String]) -> Result<Option<Value>>,
) -> Result<String> {
    let mut rows = Vec::new();
    for program in programs.iter().filter(|program| program.plan.is_ok()) {
        let text = fs::read_to_string(program.file()).unwrap_or_default();
        let places = program.faults.places(&text);
        let mut row: Option<Row> = None;
        for (parts, _) in PARTS {
            let mut options = vec!["--technique", "ped", "--ped", parts, "--level", "trace"];
            if parts.contains("traces") {
                options.extend(["--traces", "4"]);
            }
            let options: Vec<String> = options.into_iter().map(str::to_owned).collect();
            let Some(report) = run(program, &options)? else { break };
            let Some(cell) = cell(&report, &places) else { break };
            let new = || Row {
                path: program.path.clone(),
                package: package(&program.path),
                n_steps: report["statistics"]["trace_statements"].as_u64().unwrap_or_default(),
                has_fault: !places.faulty.is_empty(),
                cells: Vec::new(),
            };
            row.get_or_insert_with(new).cells.push(cell);
        }
        rows.extend(row.filter(|it| it.cells.len() == PARTS.len()));
    }
    Ok(markdown(&rows))
}

fn cell(report: &Value, places: &FaultLines) -> Option<Cell> {
    let technique = report["techniques"].as_array()?.iter().find(|it| it["name"] == "ped")?;
    let times = report["statistics"]["techniques"].as_array()?;
    let sets = technique["sets"].as_array()?;
    let is_faulty = |set: &Value| {
        let statements = set.as_array().into_iter().flatten().filter_map(Value::as_u64);
        statements.into_iter().any(|it| places.is_faulty(&lines(&technique["statements"][it as usize])))
    };
    Some(Cell {
        n_solutions: sets.len(),
        is_complete: technique["remark"].is_null(),
        seconds: times.iter().find(|it| it["name"] == "ped")?["seconds"].as_f64()?,
        rank: sets.iter().position(is_faulty).map(|it| it + 1),
    })
}

/// The package of a program of Verisec, the folder behind `apps`; of others the first folder.
fn package(path: &str) -> String {
    let mut folders = path.split('/');
    let first = folders.clone().next().unwrap_or_default();
    match folders.any(|it| it == "apps") {
        true => folders.next().unwrap_or_default().to_owned(),
        false => first.to_owned(),
    }
}

fn markdown(rows: &[Row]) -> String {
    let mut text = "| program | steps |".to_owned();
    PARTS.iter().for_each(|(_, name)| text += &format!(" {name}: solutions, s, rank |"));
    text += "\n|---|--:|";
    text += &"--:|".repeat(PARTS.len());
    text.push('\n');
    for row in rows {
        let _ = write!(text, "| {} | {} |", row.path, row.n_steps);
        for cell in &row.cells {
            let more = if cell.is_complete { "" } else { "+" };
            let rank = cell.rank.map_or("-".to_owned(), |it| it.to_string());
            let _ = write!(text, " {}{more} {:.3} {rank} |", cell.n_solutions, cell.seconds);
        }
        text.push('\n');
    }
    text + "\n" + &summary(rows)
}

/// By package: how often the fault is among the first solutions, and the medians.
fn summary(rows: &[Row]) -> String {
    let mut packages: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.has_fault) {
        packages.entry(&row.package).or_default().push(row);
        packages.entry("all").or_default().push(row);
    }
    let mut text =
        "| package | parts | programs | top-1 | top-3 | top-5 | solutions: median | time s: median, max |\n\
        |---|---|--:|--:|--:|--:|--:|--:|\n"
            .to_owned();
    for (package, rows) in packages {
        for (idx, (_, parts)) in PARTS.iter().enumerate() {
            let cells: Vec<&Cell> = rows.iter().map(|row| &row.cells[idx]).collect();
            let top = |rank: usize| cells.iter().filter(|it| it.rank.is_some_and(|it| it <= rank)).count();
            let solutions: Vec<f64> = cells.iter().map(|it| it.n_solutions as f64).collect();
            let times: Vec<f64> = cells.iter().map(|it| it.seconds).collect();
            let _ = writeln!(
                text,
                "| {package} | {parts} | {} | {} | {} | {} | {} | {} {} |",
                cells.len(),
                top(1),
                top(3),
                top(5),
                median(&solutions).unwrap_or_default(),
                seconds(median(&times)),
                seconds(times.iter().copied().reduce(f64::max)),
            );
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(sets: &str) -> Value {
        let text = format!(
            r#"{{"techniques": [{{"name": "ped", "remark": null, "sets": {sets},
                "statements": [{{"line": 3}}, {{"line": 5}}]}}],
                "statistics": {{"techniques": [{{"name": "ped", "seconds": 0.5}}]}}}}"#
        );
        serde_json::from_str(&text).unwrap()
    }

    #[test]
    fn the_first_solution_with_a_faulty_line_counts() {
        let places = FaultLines::parse("5");
        let cell = |sets: &str| cell(&report(sets), &places).unwrap();
        let expected = Cell { n_solutions: 2, is_complete: true, seconds: 0.5, rank: Some(2) };
        assert_eq!(cell("[[0], [0, 1]]"), expected);
        assert_eq!(cell("[[0]]").rank, None);
    }

    #[test]
    fn packages_are_counted_apart() {
        let cell = |rank| Cell { n_solutions: 3, is_complete: true, seconds: 0.25, rank };
        let row = |path: &str, rank| Row {
            path: path.to_owned(),
            package: package(path),
            n_steps: 9,
            has_fault: true,
            cells: vec![cell(rank); PARTS.len()],
        };
        let text = markdown(&[row("programs/apps/a/x.c", Some(1)), row("programs/apps/b/y.c", Some(4))]);
        assert!(text.contains("| programs/apps/b/y.c | 9 | 3 0.250 4 |"), "{text}");
        assert!(text.contains("| a | everything | 1 | 1 | 1 | 1 | 3 | 0.250 0.250 |"), "{text}");
        assert!(text.contains("| all | nothing | 2 | 1 | 1 | 2 | 3 | 0.250 0.250 |"), "{text}");
    }
}
