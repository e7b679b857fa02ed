//! What one run gave: a row of `results.tsv`.

use std::time::Duration;

use serde_json::Value;

use super::answers::{self, Answer, lines};
use super::consistency::contradictions;
use super::execute::End;
use super::manifest::fields;
use super::program::Case;
use super::program::Program;

/// The version of the JSON that is read here (`docs/json.md`).
const SCHEMA: &str = "faultscope-report/4";

/// A row of the results.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Record {
    pub suite: String,
    pub path: String,
    /// What the run depended on; a row with another key is stale.
    pub key: String,
    pub expected: String,
    pub outcome: String,
    pub verdict: String,
    /// Wall-clock time of the whole process.
    pub seconds: Option<f64>,
    /// From the start to the first replayed trace.
    pub trace_seconds: Option<f64>,
    pub localization_seconds: Option<f64>,
    /// Statements in the traces.
    pub trace_statements: Option<u64>,
    /// Those of them that are relevant.
    pub relevant: Option<u64>,
    /// Solver queries of the localization.
    pub queries: Option<u64>,
    pub findings: Option<u64>,
    /// `line` where lines are known to be faulty, `missing` where only code is missing, else empty.
    pub fault: String,
    /// The rank of the first finding on a faulty line.
    pub fault_rank: Option<u64>,
    /// Findings on lines that are known not to matter.
    pub harmless_listed: Option<u64>,
    /// The verifier that answered: `bmc` or `trace-abstraction`.
    pub answered_by: String,
    /// Error traces, those that are like one that is shown included.
    pub traces: Option<u64>,
    /// `all` or `some`, where several error traces were looked for.
    pub coverage: String,
    /// Error traces with findings of their own.
    pub groups: Option<u64>,
    /// Words that trace abstraction looked at.
    pub iterations: Option<u64>,
    /// Danger automata that were cut short.
    pub cut_short: Option<u64>,
    pub danger_seconds: Option<f64>,
    pub cbmc: String,
    pub cbmc_seconds: Option<f64>,
    /// What each technique says, where others were asked for.
    pub techniques: Vec<Answer>,
    /// Where the error of the first trace is, and of which property.
    pub error: String,
    /// What was taken for granted that can hide an error, where there is said to be none.
    pub assuming: String,
    /// What the tool said where there is no verdict.
    pub note: String,
}

/// The columns, in the order of the file.
pub const COLUMNS: [&str; 29] = [
    "suite",
    "path",
    "key",
    "expected",
    "outcome",
    "verdict",
    "seconds",
    "trace_seconds",
    "localization_seconds",
    "trace_statements",
    "relevant",
    "queries",
    "findings",
    "fault",
    "fault_rank",
    "harmless_listed",
    "answered_by",
    "traces",
    "coverage",
    "groups",
    "iterations",
    "cut_short",
    "danger_seconds",
    "cbmc",
    "cbmc_seconds",
    "techniques",
    "error",
    "assuming",
    "note",
];

impl Record {
    /// What a run of a program gave.
    pub fn new(program: &Program, key: &str, end: End, time: Duration, stdout: &str, stderr: &str) -> Record {
        let mut record = Record {
            suite: program.suite.clone(),
            path: program.path.clone(),
            key: key.to_owned(),
            expected: program.expected.to_string(),
            seconds: Some(time.as_secs_f64()),
            fault: fault(program).to_owned(),
            ..Record::default()
        };
        let report = serde_json::from_str::<Value>(stdout);
        if let Ok(report) = &report {
            record.read(program, report);
        }
        let is_run = program.case.as_ref().is_some_and(|it| it.command == "run");
        record.outcome = match end {
            End::Exit(code) if is_run => {
                record.note = format!("exit {code}: {}", first_line(&format!("{stdout}\n{stderr}")));
                "ran".to_owned()
            }
            End::Killed => "timeout".to_owned(),
            End::Signal(signal) => format!("crash (signal {signal})"),
            End::Exit(0 | 1 | 3) if report.is_ok() => {
                program.expected.judge(&record.verdict, !record.assuming.is_empty()).to_owned()
            }
            End::Exit(2) => {
                record.verdict = "rejected".to_owned();
                program.expected.judge(&record.verdict, false).to_owned()
            }
            End::Exit(code) => format!("crash (exit code {code})"),
        };
        let contradictions = report.as_ref().map(contradictions).unwrap_or_default();
        if let Some(first) = contradictions.first() {
            record.outcome = "contradictory".to_owned();
            record.note = format!("{first}; {}", record.note);
        }
        if record.note.is_empty() && !["safe", "unsafe"].contains(&record.verdict.as_str()) {
            record.note = first_line(stderr);
        }
        record
    }

    fn read(&mut self, program: &Program, report: &Value) {
        if report["schema"] != SCHEMA {
            self.note = format!("unknown schema {}", report["schema"]);
            return;
        }
        self.verdict = report["verdict"].as_str().unwrap_or_default().to_owned();
        self.error = error(&report["error"]);
        self.assuming = if self.verdict == "safe" { assuming(&report["assumptions"]) } else { String::new() };
        self.note = report["reason"].as_str().map(first_line).unwrap_or_default();
        if let Some(case) = &program.case {
            self.note = of_case(case, report);
        }
        if let Some(line) = report["reason_place"]["line"].as_u64() {
            self.note = format!("line {line}: {}", self.note);
        }
        let statistics = &report["statistics"];
        self.trace_seconds = statistics["trace_seconds"].as_f64();
        self.localization_seconds = statistics["localization_seconds"].as_f64();
        self.trace_statements = statistics["trace_statements"].as_u64();
        self.relevant = statistics["relevant_statements"].as_u64();
        self.queries = statistics["localization_queries"].as_u64();
        self.read_engines(report);
        self.techniques = answers::answers(report, &program.faults);
        let findings: Vec<&Value> =
            report["findings"].as_array().into_iter().flatten().filter(|it| matters(it)).collect();
        self.findings = Some(findings.len() as u64);
        // The lines that a manifest knows are those of the first file.
        let is_in_first = |it: &Value| program.files.len() < 2 || it["file"] == program.files[0].as_str();
        let is_hit = |it: &Value| {
            let file = it["file"].as_str().unwrap_or_default();
            is_in_first(it) && program.faults.is_faulty(&lines(it))
                || program.faults.is_faulty_in(file, &lines(it))
        };
        let hit = findings.iter().find(|it| is_hit(it));
        self.fault_rank = hit.and_then(|it| it["rank"].as_u64());
        let harmless = findings.iter().filter(|it| program.faults.is_harmless(&lines(it)));
        self.harmless_listed = (!program.faults.harmless.is_empty()).then(|| harmless.count() as u64);
    }

    /// Who answered, with how many traces, and what trace abstraction did.
    fn read_engines(&mut self, report: &Value) {
        let statistics = &report["statistics"];
        self.answered_by = statistics["answered_by"].as_str().unwrap_or_default().to_owned();
        let groups: Vec<&Value> = report["traces"].as_array().into_iter().flatten().collect();
        let similar = |it: &&Value| it["similar"].as_array().map_or(0, Vec::len) as u64;
        self.groups = (self.verdict == "unsafe").then_some(groups.len() as u64);
        self.traces = self.groups.map(|n_groups| n_groups + groups.iter().map(similar).sum::<u64>());
        self.coverage = report["coverage"].as_str().unwrap_or_default().to_owned();
        let work = &statistics["trace_abstraction"];
        self.iterations = work["iterations"].as_u64();
        self.cut_short = work["cut_short"].as_u64();
        self.danger_seconds = work["danger_seconds"].as_f64();
    }

    /// The row as a line of the file.
    pub fn to_line(&self) -> String {
        let seconds = |it: Option<f64>| it.map(|it| format!("{it:.3}")).unwrap_or_default();
        let count = |it: Option<u64>| it.map(|it| it.to_string()).unwrap_or_default();
        let fields = [
            self.suite.clone(),
            self.path.clone(),
            self.key.clone(),
            self.expected.clone(),
            self.outcome.clone(),
            self.verdict.clone(),
            seconds(self.seconds),
            seconds(self.trace_seconds),
            seconds(self.localization_seconds),
            count(self.trace_statements),
            count(self.relevant),
            count(self.queries),
            count(self.findings),
            self.fault.clone(),
            count(self.fault_rank),
            count(self.harmless_listed),
            self.answered_by.clone(),
            count(self.traces),
            self.coverage.clone(),
            count(self.groups),
            count(self.iterations),
            count(self.cut_short),
            seconds(self.danger_seconds),
            self.cbmc.clone(),
            seconds(self.cbmc_seconds),
            answers::to_field(&self.techniques),
            self.error.clone(),
            self.assuming.clone(),
            self.note.clone(),
        ];
        fields.map(|it| it.replace('\\', "\\\\").replace(['\t', '\n', '\r'], " ")).join("\t")
    }

    /// Reads a line of the file; none where it was cut short.
    pub fn parse(line: &str) -> Option<Record> {
        let fields: [String; COLUMNS.len()] = fields(line).try_into().ok()?;
        let seconds = |idx: usize| fields[idx].parse().ok();
        let count = |idx: usize| fields[idx].parse().ok();
        Some(Record {
            seconds: seconds(6),
            trace_seconds: seconds(7),
            localization_seconds: seconds(8),
            trace_statements: count(9),
            relevant: count(10),
            queries: count(11),
            findings: count(12),
            fault_rank: count(14),
            harmless_listed: count(15),
            traces: count(17),
            groups: count(19),
            iterations: count(20),
            cut_short: count(21),
            danger_seconds: seconds(22),
            cbmc_seconds: seconds(24),
            suite: fields[0].clone(),
            path: fields[1].clone(),
            key: fields[2].clone(),
            expected: fields[3].clone(),
            outcome: fields[4].clone(),
            verdict: fields[5].clone(),
            fault: fields[13].clone(),
            answered_by: fields[16].clone(),
            coverage: fields[18].clone(),
            cbmc: fields[23].clone(),
            techniques: answers::from_field(&fields[25]),
            error: fields[26].clone(),
            assuming: fields[27].clone(),
            note: fields[28].clone(),
        })
    }
}

fn fault(program: &Program) -> &'static str {
    match &program.faults {
        faults if !faults.faulty.is_empty() || !faults.in_files.is_empty() => "line",
        faults if !faults.gaps.is_empty() => "missing",
        _ => "",
    }
}

/// What a report says of a case, beside the words of what is right: the first place and the first patch, and whether the error
/// is where the fault shows.
fn of_case(case: &Case, report: &Value) -> String {
    let mut parts: Vec<String> = report["reason"].as_str().map(first_line).into_iter().collect();
    let place = |it: &Value| format!("line {}", it["line"]);
    if let Some(first) = report["findings"].as_array().into_iter().flatten().find(|it| matters(it)) {
        let text = first["text"].as_str().unwrap_or_default();
        parts.push(format!("first place: {} `{}`", place(first), first_line(text)));
    }
    if let Some(patch) = report["patches"].as_array().and_then(|it| it.first()) {
        let new = patch["new_line"].as_str().or(patch["new"].as_str()).unwrap_or_default();
        let verdict = patch["verdict"].as_str().unwrap_or_default();
        parts.push(format!("first patch: {} `{}` ({verdict})", place(patch), first_line(new)));
    }
    let error = &report["error"];
    let file = error["file"].as_str().unwrap_or_default();
    if !case.shows.in_files.is_empty() && !error.is_null() && !case.shows.is_faulty_in(file, &lines(error)) {
        parts.push("the fault does not show there".to_owned());
    }
    parts.join("; ")
}

/// The error of a report in short.
fn error(error: &Value) -> String {
    let text = |name: &str| error[name].as_str().unwrap_or_default();
    match error["line"].as_u64() {
        Some(line) => {
            let file = text("file").rsplit('/').next().unwrap_or_default();
            format!("{} {file}:{line} in {}", text("property"), text("function"))
        }
        None => String::new(),
    }
}

/// The names of assumptions that can hide an error.
fn assuming(assumptions: &Value) -> String {
    let hides = |it: &&Value| it["direction"] == "narrows" || it["direction"] == "replaces";
    let all = assumptions.as_array().into_iter().flatten().filter(hides);
    let mut names: Vec<&str> = all.filter_map(|it| it["kind"].as_str()).collect();
    names.dedup();
    names.join(", ")
}

/// Whether a finding is one that the user is shown without asking for more.
fn matters(finding: &Value) -> bool {
    finding["strength"] != "irrelevant" && finding["strength"] != "trace-aberrant"
}

fn first_line(text: &str) -> String {
    let line = text.lines().map(str::trim).find(|it| !it.is_empty()).unwrap_or_default();
    line.chars().take(160).collect()
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::bench::expected::Expected;
    use crate::bench::fault_lines::FaultLines;

    fn program(expected: Expected, faults: &str) -> Program {
        let faults = FaultLines::parse(faults);
        let (suite, path) = ("s".to_owned(), "a.c".to_owned());
        Program {
            suite,
            path,
            folder: PathBuf::new(),
            files: Vec::new(),
            expected,
            faults,
            plan: Ok(vec![]),
            tests: None,
            case: None,
            options: Vec::new(),
            error_functions: Vec::new(),
        }
    }

    fn run(program: &Program, end: End, stdout: &str, stderr: &str) -> Record {
        Record::new(program, "k", end, Duration::from_millis(1500), stdout, stderr)
    }

    const REPORT: &str = r#"{"schema": "faultscope-report/4", "verdict": "unsafe",
        "error": {"property": "overflow", "file": "lib/a.c", "line": 12, "function": "f"},
        "findings": [{"rank": 1, "line": 5, "end_line": 5},
            {"rank": 3, "line": 8, "end_line": 8, "strength": "irrelevant"},
            {"rank": 2, "line": 7, "end_line": 9}],
        "statistics": {"trace_seconds": 0.25, "localization_seconds": 0.5, "trace_statements": 40,
            "relevant_statements": 3, "localization_queries": 12, "answered_by": "trace-abstraction",
            "trace_abstraction": {"iterations": 7, "cut_short": 1, "danger_seconds": 0.125}},
        "traces": [{"similar": [{}, {}]}, {"similar": []}], "coverage": "partial"}"#;

    #[test]
    fn a_report_is_judged() {
        let record = run(&program(Expected::UNSAFE, "8; not 5"), End::Exit(1), REPORT, "");
        assert_eq!(record.outcome, "right");
        assert_eq!(record.error, "overflow a.c:12 in f");
        assert_eq!((record.findings, record.fault_rank, record.harmless_listed), (Some(2), Some(2), Some(1)));
        assert_eq!((record.trace_statements, record.queries), (Some(40), Some(12)));
        assert_eq!(run(&program(Expected::SAFE, ""), End::Exit(1), REPORT, "").outcome, "WRONG");
        assert_eq!(run(&program(Expected::NOT_STATED, ""), End::Exit(1), REPORT, "").outcome, "decided");
    }

    #[test]
    fn traces_that_are_not_shown_count() {
        let record = run(&program(Expected::UNSAFE, ""), End::Exit(1), REPORT, "");
        assert_eq!((record.traces, record.groups, record.coverage.as_str()), (Some(4), Some(2), "partial"));
        assert_eq!((record.iterations, record.cut_short), (Some(7), Some(1)));
        assert_eq!((record.answered_by.as_str(), record.danger_seconds), ("trace-abstraction", Some(0.125)));
    }

    #[test]
    fn no_report_is_a_result_too() {
        let program = program(Expected::UNSAFE, "");
        assert_eq!(run(&program, End::Killed, "", "").outcome, "timeout");
        assert_eq!(run(&program, End::Signal(11), "", "").outcome, "crash (signal 11)");
        assert_eq!(run(&program, End::Exit(101), "", "panicked").outcome, "crash (exit code 101)");
        let rejected = run(&program, End::Exit(2), "", "\na.c:3: expected `;`\nmore\n");
        assert_eq!((rejected.outcome.as_str(), rejected.note.as_str()), ("rejected", "a.c:3: expected `;`"));
    }

    #[test]
    fn a_row_survives_the_file() {
        let mut record = run(&program(Expected::UNSAFE, "8"), End::Exit(1), REPORT, "");
        record.note = "a\\b".to_owned();
        assert_eq!(Record::parse(&record.to_line()), Some(record.clone()));
        assert_eq!(Record::parse("s\ta.c\tk"), None);
    }
}
