//! What came of one program.

use serde_json::Value;

use super::checkers::Said;
use crate::bench::{FaultLines, Program, lines};

/// What kind of program it is, and so which table it is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A bug with the input that shows it.
    Bug,
    /// A library without a driver.
    Library,
    /// A faulty program with tests.
    Tests,
}

/// A row of the page.
#[derive(Debug, Clone)]
pub struct Outcome<'a> {
    pub program: &'a Program,
    pub kind: Kind,
    /// In words.
    pub verdict: String,
    /// What is wrong, and where; the tool's complaint where there is no report.
    pub text: String,
    /// Whether the error is where the fault shows, where that is known and an error was found.
    pub is_at_error: Option<bool>,
    /// Whether the line of the error is a known fault.
    pub is_error_faulty: bool,
    /// The rank of the first finding on a faulty line, each place counted once.
    pub rank: Option<usize>,
    /// Places in the report.
    pub n_places: usize,
    /// The first patch: place, change and verdict.
    pub patch: Option<String>,
    /// The function that a library was started at.
    pub entry: Option<String>,
    pub seconds: f64,
    /// Of the processor, all threads together.
    pub cpu_seconds: Option<f64>,
    pub peak_mib: Option<u64>,
    /// Whether time ended it.
    pub is_cut: bool,
    pub sanitizers: Option<Said>,
    pub valgrind: Option<Said>,
}

impl<'a> Outcome<'a> {
    /// Reads what a run has left.
    pub fn new(
        program: &'a Program,
        run: &Value,
        report: Option<Value>,
        complaint: &str,
        timeout: u64,
    ) -> Outcome<'a> {
        let report = report.unwrap_or_default();
        let seconds = run["seconds"].as_f64().unwrap_or_default();
        let has_report = report.is_object();
        let faults = places(program);
        let findings = report["findings"].as_array().map(Vec::as_slice).unwrap_or_default();
        let (rank, n_places) = rank(findings, &faults);
        let first_line = complaint.lines().find(|it| !it.is_empty()).unwrap_or_default();
        let error = &report["error"];
        Outcome {
            program,
            kind: kind(program),
            verdict: verdict(&report, run["exit"].as_i64()).to_owned(),
            text: match error["message"].as_str() {
                Some(message) => format!("{message}, {}", place(error)),
                None if has_report => report["reason"].as_str().unwrap_or_default().to_owned(),
                None => first_line.to_owned(),
            },
            is_at_error: error.is_object().then(|| is_at_error(program, error)).flatten(),
            is_error_faulty: error.is_object() && is_hit(&faults, error),
            rank,
            n_places,
            patch: report["patches"].as_array().and_then(|it| it.first()).map(patch),
            entry: run["entry"].as_str().map(str::to_owned),
            seconds,
            cpu_seconds: run["cpu_seconds"].as_f64(),
            peak_mib: run["peak_mib"].as_u64(),
            is_cut: error.is_object() && report["is_localized"] == false || seconds >= timeout as f64,
            sanitizers: Said::from_json(&run["sanitizers"]),
            valgrind: Said::from_json(&run["valgrind"]),
        }
    }

    /// Whether a line that something else names is where the fault shows.
    pub fn shows_at(&self, file: &str, line: u32) -> bool {
        let case = self.program.case.as_ref();
        case.is_some_and(|it| it.shows.is_faulty_in(file, &(line..=line)))
    }

    /// Whether a line is a known fault.
    pub fn is_faulty(&self, file: &str, line: u32) -> bool {
        self.program.faults.is_faulty_in(file, &(line..=line))
    }

    /// A line for the terminal.
    pub fn progress(&self) -> String {
        let rank = self.rank.map_or("-".to_owned(), |it| it.to_string());
        let Outcome { program, verdict, seconds, .. } = self;
        format!("{verdict:12} {seconds:7.2} s  {}/{}, fault at rank {rank}", program.suite, program.path)
    }
}

fn kind(program: &Program) -> Kind {
    match (&program.case, &program.tests) {
        (Some(_), _) => Kind::Bug,
        (None, Some(_)) => Kind::Tests,
        (None, None) => Kind::Library,
    }
}

fn verdict(report: &Value, exit: Option<i64>) -> &'static str {
    match report["verdict"].as_str() {
        Some("unsafe") => "error",
        Some("safe") => "no error",
        Some(_) => "not decided",
        None if exit == Some(2) => "refused",
        None if exit.is_some() => "crashed",
        None => "killed",
    }
}

/// The known faults, with the lines of code around what is missing.
fn places(program: &Program) -> FaultLines {
    match program.tests {
        Some(_) => program
            .faults
            .places(&String::from_utf8_lossy(&std::fs::read(program.file()).unwrap_or_default())),
        None => program.faults.clone(),
    }
}

/// Whether something with a place is on a faulty line.
fn is_hit(faults: &FaultLines, it: &Value) -> bool {
    faults.is_faulty_in(it["file"].as_str().unwrap_or_default(), &lines(it)) || faults.is_faulty(&lines(it))
}

/// The position of the first finding on a faulty line, and how many places there are.
fn rank(findings: &[Value], faults: &FaultLines) -> (Option<usize>, usize) {
    let mut seen: Vec<(&str, u32)> = Vec::new();
    let mut rank = None;
    for finding in findings {
        let (file, lines) = (finding["file"].as_str().unwrap_or_default(), lines(finding));
        if !seen.contains(&(file, *lines.start())) {
            seen.push((file, *lines.start()));
        }
        if rank.is_none() && is_hit(faults, finding) {
            rank = seen.iter().position(|it| *it == (file, *lines.start())).map(|it| it + 1);
        }
    }
    (rank, seen.len())
}

/// Whether an error is where the fault shows.
fn is_at_error(program: &Program, error: &Value) -> Option<bool> {
    let shows = &program.case.as_ref()?.shows;
    let file = error["file"].as_str().unwrap_or_default();
    Some(shows.is_faulty_in(file, &lines(error)))
}

fn place(it: &Value) -> String {
    let file = it["file"].as_str().unwrap_or_default();
    format!("{}:{}", file.rsplit('/').next().unwrap_or_default(), it["line"])
}

fn patch(patch: &Value) -> String {
    let text = |name: &str| patch[name].as_str().unwrap_or_default().trim().to_owned();
    let verdict = text("verdict").replace('-', " ");
    let (old, new) = (short(&text("old")), short(&text("new")));
    let change = match (old.as_str(), new.as_str()) {
        ("", new) => format!("+ `{new}`"),
        (old, "") => format!("- `{old}`"),
        (old, new) => format!("`{old}` → `{new}`"),
    };
    format!("{}: {change} ({verdict})", place(patch))
}

/// What fits into a cell.
pub fn short(text: &str) -> String {
    const MOST: usize = 48;
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}…", text[..at].trim_end()),
        None => text,
    }
}

#[cfg(test)]
pub mod tests {
    use serde_json::json;

    use super::*;
    use crate::bench::programs;

    /// A bug, with a file in which its fault shows on line 9 and is on line 5.
    pub fn bug() -> (tempfile::TempDir, Vec<Program>) {
        let folder = tempfile::tempdir().unwrap();
        let case = folder.path().join("bugs/one");
        std::fs::create_dir_all(&case).unwrap();
        let files = [("cmd", "a.c --stdin in\n"), ("fault_lines", "a.c:5 =\n"), ("error_lines", "a.c:9\n")];
        for (name, text) in files {
            std::fs::write(case.join(name), text).unwrap();
        }
        let programs = programs(&folder.path().join("bugs")).unwrap();
        (folder, programs)
    }

    /// What a run on it gave.
    pub fn outcome(program: &Program) -> Outcome<'_> {
        let report = json!({
            "verdict": "unsafe",
            "is_localized": true,
            "error": { "message": "out of bounds: `a[i]`", "file": "./a.c", "line": 9, "end_line": 9 },
            "findings": [
                { "file": "a.c", "line": 7, "end_line": 7 }, { "file": "a.c", "line": 7, "end_line": 8 },
                { "file": "a.c", "line": 5, "end_line": 5 },
            ],
            "patches": [{ "file": "a.c", "line": 5, "old": "n", "new": "n - 1", "verdict": "proved" }],
        });
        let said =
            |place: Value| json!({ "text": "heap", "place": place, "places": [place], "is_report": true });
        let run = json!({ "exit": 1, "seconds": 2.4, "cpu_seconds": 3.1, "peak_mib": 61, "sanitizers": said(json!(["a.c", 9])) });
        Outcome::new(program, &run, Some(report), "", 30)
    }

    #[test]
    fn a_bug_is_read() {
        let (_folder, programs) = bug();
        let outcome = outcome(&programs[0]);
        assert_eq!((outcome.kind, outcome.verdict.as_str()), (Kind::Bug, "error"));
        assert_eq!(outcome.text, "out of bounds: `a[i]`, a.c:9");
        assert_eq!((outcome.is_at_error, outcome.is_error_faulty), (Some(true), false));
        assert_eq!((outcome.rank, outcome.n_places), (Some(2), 2));
        assert_eq!(outcome.patch.as_deref(), Some("a.c:5: `n` → `n - 1` (proved)"));
        assert!(!outcome.is_cut && outcome.valgrind.is_none());
    }

    #[test]
    fn patches_say_what_they_change() {
        let of = |old: &str, new: &str| {
            patch(&json!({ "file": "a/b.c", "line": 3, "old": old, "new": new, "verdict": "passes-tests" }))
        };
        assert_eq!(of("<", "<="), "b.c:3: `<` → `<=` (passes tests)");
        assert_eq!(of("", "return;"), "b.c:3: + `return;` (passes tests)");
        assert_eq!(of("break;", ""), "b.c:3: - `break;` (passes tests)");
    }

    #[test]
    fn no_report_is_an_outcome() {
        let (_folder, programs) = bug();
        let of = |exit: Value, complaint: &str| {
            Outcome::new(&programs[0], &json!({ "exit": exit, "seconds": 40.0 }), None, complaint, 30)
        };
        let refused = of(json!(2), "\na.c:3: expected `;`\n");
        assert_eq!((refused.verdict.as_str(), refused.text.as_str()), ("refused", "a.c:3: expected `;`"));
        assert_eq!(of(json!(101), "").verdict, "crashed");
        let killed = of(Value::Null, "");
        assert!(killed.is_cut && killed.verdict == "killed" && killed.is_at_error.is_none());
    }
}
