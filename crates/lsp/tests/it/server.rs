//! A server whose checks are a script.

use std::fs;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use faultscope_lsp::{Checker, Ending, serve};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::{Client, GUARD, capabilities};

/// The program that is said to be checked.
pub const PROGRAM: &str = "\
int max(int a, int b)
{
    int m = a;
    if (b < m)
        m = b;
    return m;
}

int main(void)
{
    int m = max(1, 2);
    assert(m == 2);
}
";

pub struct Session {
    pub folder: TempDir,
    pub client: Client,
    server: JoinHandle<Ending>,
}

impl Session {
    /// A session with the program as `a.c`, where checks are a shell script.
    pub fn start(script: &str) -> Session {
        Session::with(script, capabilities(), json!({}))
    }

    pub fn with(script: &str, capabilities: Value, options: Value) -> Session {
        let mut session = Session::fresh(script);
        let folder = session.folder.path().to_owned();
        session.client.initialize(&[&folder], capabilities, options);
        session
    }

    /// One that nothing was said in.
    pub fn fresh(script: &str) -> Session {
        let folder = TempDir::new().expect("a folder");
        let script_file = folder.path().join("check.sh");
        fs::write(&script_file, script).expect("a script");
        fs::write(folder.path().join("a.c"), PROGRAM).expect("a program");
        let checker = Checker {
            program: PathBuf::from("/bin/sh"),
            arguments: vec![script_file.into()],
            grace: Duration::ZERO,
        };
        Session::of(folder, checker)
    }

    pub fn of(folder: TempDir, checker: Checker) -> Session {
        let (input, to_server) = io::pipe().expect("a pipe");
        let (from_server, output) = io::pipe().expect("a pipe");
        let server = thread::spawn(move || serve(BufReader::new(input), output, checker));
        Session { client: Client::new(to_server, from_server), folder, server }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file.
    pub fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect("a file");
    }

    /// Opens the program and saves it.
    pub fn open_and_save(&mut self) -> PathBuf {
        let path = self.path("a.c");
        self.client.open(&path, PROGRAM);
        self.client.save(&path);
        path
    }

    /// Waits for a file that the script writes; what is in it.
    #[track_caller]
    pub fn wait_for_file(&self, name: &str) -> String {
        let path = self.path(name);
        wait(name, || fs::read_to_string(&path).is_ok_and(|it| it.ends_with('\n')));
        fs::read_to_string(&path).expect("it was there")
    }

    /// How the session has ended, and the folder, which goes when it is dropped.
    pub fn end(mut self) -> (Ending, TempDir) {
        self.client.wait_for_the_end();
        (self.server.join().expect("no panic"), self.folder)
    }
}

/// Waits until something is so outside of the session.
#[track_caller]
pub fn wait(what: &str, is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < GUARD, "{what}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// Whether a process is there.
pub fn runs(pid: &str) -> bool {
    Path::new("/proc").join(pid.trim()).exists()
}

/// A script that prints lines.
pub fn prints(lines: &[Value]) -> String {
    let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
    format!("cat <<'END'\n{}\nEND\n", lines.join("\n"))
}

pub fn place(line: u32, column: u32, end_column: u32) -> Value {
    json!({ "file": "a.c", "line": line, "column": column, "end_line": line, "end_column": end_column })
}

/// A place, with more fields.
pub fn at(line: u32, column: u32, end_column: u32, fields: Value) -> Value {
    let mut place = place(line, column, end_column);
    let both = place.as_object_mut().expect("an object");
    both.extend(fields.as_object().expect("an object").clone());
    place
}

/// An object with more fields.
fn with(mut object: Value, fields: Value) -> Value {
    let both = object.as_object_mut().expect("an object");
    both.extend(fields.as_object().expect("an object").clone());
    object
}

fn error() -> Value {
    let message = "assertion failed: m == 2";
    at(
        12,
        5,
        19,
        json!({
            "property": "assertions", "message": message, "text": "m == 2", "function": "main", "calls": [],
            "object": null,
        }),
    )
}

fn trace(steps: &[Value]) -> Value {
    json!({
        "error": error(), "inputs": [], "similar": [], "replayed": true,
        "frames": [{ "function": "main", "caller": null, "call_line": null }], "steps": steps,
    })
}

/// What the search says of the program.
pub fn search() -> Value {
    json!({
        "schema": "faultscope-stage/1", "stage": "search", "error": error(), "inputs": [], "traces": [trace(&[])],
    })
}

/// A report of a program, with other fields than those of one without an error.
pub fn report_with(fields: Value) -> Value {
    let statistics = json!({
        "frontend_seconds": 0.0, "trace_seconds": null, "search_seconds": 0.0, "localization_seconds": null,
        "ranking_seconds": null, "program_seconds": null, "total_seconds": 0.0, "answered_by": null,
        "unwinding": null, "trace_abstraction": null, "search_queries": 0, "localization_queries": 0,
        "trace_statements": 0, "assigning_statements": 0, "relevant_statements": 0,
    });
    let safe = json!({
        "schema": "faultscope-report/4", "language": "c", "verdict": "safe", "reason": null,
        "reason_place": null, "reason_hint": null, "error": null, "inputs": [], "traces": [], "coverage": null,
        "is_localized": false, "findings": [], "omitted_findings": 0, "sets": [], "patches": [], "checks": [],
        "assumptions": [], "proof": null, "warnings": [], "statistics": statistics, "sources": [],
    });
    with(safe, fields)
}

/// A finding at a place, with other fields than those of an assignment of which nothing is known.
pub fn finding(place: Value, fields: Value) -> Value {
    let usual = json!({
        "rank": 1, "kind": "assignment", "strength": "constant", "trace": 0, "over_traces": null,
        "text": "m = a", "function": "max", "assigns": null, "value": null, "values": [], "condition": null,
        "pointer": null, "rerun": null, "failing_inputs": null, "influence": null, "iterations": [],
        "calls": [], "occurrences": [], "other_outcome_helps": null, "undecided": [], "other_way": null,
        "in_program": null, "suspiciousness": null,
    });
    with(with(place, usual), fields)
}

/// What the report says of the program.
pub fn report() -> Value {
    let step = |place: Value, fields: Value| {
        let usual = json!({
            "frame": 0, "iterations": [], "assigns": null, "value": null, "outcome": null, "finding": null,
            "relevant": true, "trusted": false,
        });
        with(with(place, usual), fields)
    };
    let steps = [
        step(
            place(3, 9, 14),
            json!({ "kind": "assignment", "text": "m = a", "function": "max", "assigns": "m", "value": "1" }),
        ),
        step(
            place(4, 9, 14),
            json!({ "kind": "condition", "text": "b < m", "function": "max", "outcome": false }),
        ),
        step(
            place(11, 9, 22),
            json!({
                "kind": "assignment", "text": "m = max(1, 2)", "function": "main", "assigns": "m", "value": "1",
            }),
        ),
        step(
            place(12, 5, 19),
            json!({ "kind": "assertion", "text": "assert(m == 2)", "function": "main", "outcome": false }),
        ),
    ];
    let in_program =
        json!({ "answer": "proved", "fix": "patch", "execution": null, "remaining": null, "reason": null });
    let finding = finding(
        place(4, 9, 14),
        json!({
            "kind": "condition", "strength": "relevant", "text": "b < m",
            "other_way": { "every_time": true, "once": 1 }, "in_program": in_program,
        }),
    );
    let patch = at(
        4,
        11,
        12,
        json!({
            "statement": place(4, 9, 14), "function": "max", "old": "<", "new": ">",
            "old_line": "    if (b < m)", "new_line": "    if (b > m)", "is_constant": false,
            "verdict": "proved", "reaches_check": true, "contract": null,
        }),
    );
    report_with(json!({
        "verdict": "unsafe", "error": error(), "traces": [trace(&steps)], "findings": [finding],
        "patches": [patch],
    }))
}

/// A report of a program without an error.
pub fn safe() -> Value {
    report_with(json!({}))
}
