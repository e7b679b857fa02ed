//! What weights are fitted on: the findings of programs whose faults are known.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;
use serde_json::Value;

use crate::bench::{Program, lines, programs, report_of};

/// How many programs of one folder count in full.
const MAX_OF_A_FOLDER: usize = 12;

/// A faulty program.
#[derive(Debug, Clone)]
pub(super) struct Example {
    /// The suite that it is in.
    pub(super) suite: String,
    /// How much it counts in a fit: a folder with many versions of one program counts no more than [`MAX_OF_A_FOLDER`].
    pub(super) share: f64,
    /// Whether exactly one line is known to be faulty.
    pub(super) is_single: bool,
    /// Its findings, in the order of the report; none where there is no report.
    pub(super) findings: Vec<Candidate>,
}

/// A file, and a line of it.
pub(super) type Line = (String, u64);

/// A finding.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    /// The file and line that it names.
    pub(super) line: Line,
    /// Whether that is faulty.
    pub(super) is_faulty: bool,
    /// What comes before all weights: the lower come first.
    pub(super) tier: u8,
    /// The values of the features, in their order.
    pub(super) features: Vec<f64>,
}

impl Example {
    /// Whether the report says what the ranks come from.
    pub(super) fn has_features(&self) -> bool {
        self.findings.iter().any(|it| it.features.iter().any(|it| *it != 0.0))
    }
}

/// The faulty programs of suites, those where code is missing among them, that some of these runs has a report of.
pub(super) fn examples(dir: &Path, runs: &[PathBuf], names: &[&str]) -> Result<Vec<Example>> {
    let programs = programs(dir)?;
    let is_faulty = |it: &&Program| {
        let faults = &it.faults;
        !(faults.faulty.is_empty() && faults.in_files.is_empty() && faults.gaps.is_empty())
    };
    let faulty = programs.iter().filter(is_faulty);
    let found = faulty.filter_map(|program| Some((folder(program), example(program, runs, names)?)));
    let found: Vec<(String, Example)> = found.collect();
    let mut n_of: BTreeMap<String, usize> = BTreeMap::new();
    found.iter().for_each(|(folder, _)| *n_of.entry(folder.clone()).or_default() += 1);
    let shared = |(folder, example): (String, Example)| {
        let share = (MAX_OF_A_FOLDER as f64 / n_of[&folder] as f64).min(1.0);
        Example { share, ..example }
    };
    Ok(found.into_iter().map(shared).collect())
}

/// The folder that a program is in.
fn folder(program: &Program) -> String {
    let path = program.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    format!("{}/{path}", program.suite)
}

fn example(program: &Program, runs: &[PathBuf], names: &[&str]) -> Option<Example> {
    let file = runs.iter().map(|run| report_of(run, program)).find(|it| it.exists())?;
    let report: Option<Value> = fs::read(file).ok().and_then(|it| serde_json::from_slice(&it).ok());
    let text = String::from_utf8_lossy(&fs::read(program.file()).unwrap_or_default()).into_owned();
    let places = program.faults.places(&text);
    // As ranks are counted: where tests say what is wrong, by the line that a finding begins on.
    let is_faulty = |file: &str, finding: &Value| {
        let lines = lines(finding);
        let lines = if program.tests.is_some() { *lines.start()..=*lines.start() } else { lines };
        places.is_faulty(&lines) || places.is_faulty_in(file, &lines)
    };
    let findings = report.as_ref().and_then(|it| it["findings"].as_array()).into_iter().flatten();
    let candidate = |finding: &Value| {
        let (file, line) = (finding["file"].as_str()?.to_owned(), finding["line"].as_u64()?);
        let feature = |name: &&str| finding["features"][*name].as_f64().unwrap_or(0.0);
        Some(Candidate {
            is_faulty: is_faulty(&file, finding),
            line: (file, line),
            tier: tier(finding),
            features: names.iter().map(feature).collect(),
        })
    };
    Some(Example {
        suite: program.suite.clone(),
        share: 1.0,
        is_single: program.faults.is_single_line(),
        findings: findings.filter_map(candidate).collect(),
    })
}

/// Code before declarations and inputs, and what is proved not to be enough behind what may be.
fn tier(finding: &Value) -> u8 {
    let is_code = !matches!(finding["kind"].as_str(), Some("declaration" | "input"));
    let is_hopeless = finding["in_program"]["answer"] == "not-enough" && finding["features"]["in-set"] != 1.0;
    2 * u8::from(!is_code) + u8::from(is_hopeless)
}
