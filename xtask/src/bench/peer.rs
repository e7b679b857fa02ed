//! CBMC as a peer for the time to the first error trace.
//!
//! As a user would drive it who knows no bound: unwinding 1, 2, 4, … until it shows a trace or the time is over. Of a program
//! that is expected to be safe it is asked, at each bound, whether the bound is enough: then it has a proof.

use std::path::Path;
use std::time::{Duration, Instant};

use super::execute::{End, Limits, Process, execute};
use super::expected::Expected;
use super::manifest::REACHABILITY;
use super::program::Program;

/// The exit code of CBMC that says a property fails.
const PROPERTY_FAILS: i32 = 10;

/// The last bound: of some programs CBMC says soon, whatever the bound is, that it is too low.
const MAX_UNWIND: u64 = 1 << 20;

/// What CBMC found, and when.
pub struct Peer {
    pub result: String,
    pub time: Duration,
}

/// Runs CBMC on a C program.
///
/// # Errors
/// Where CBMC cannot be started.
pub fn cbmc(cbmc: &Path, program: &Program, limits: Limits, scratch: &Path) -> std::io::Result<Peer> {
    let start = Instant::now();
    let mut unwind = 1_u64;
    loop {
        let left = limits.time.saturating_sub(start.elapsed());
        if left.is_zero() {
            return Ok(Peer { result: "timeout".to_owned(), time: start.elapsed() });
        }
        let (stdout, stderr) = (scratch.with_extension("cbmc.out"), scratch.with_extension("cbmc.err"));
        let limits = Limits { time: left, ..limits };
        let is_safe = program.expected == Expected::SAFE;
        let process = Process {
            program: cbmc,
            arguments: &arguments(unwind, program),
            folder: &program.folder,
            stdin: None,
            stdout: &stdout,
            stderr: &stderr,
        };
        let result = match execute(process, limits)?.end {
            End::Exit(0) if is_safe => format!("proved (unwind {unwind})"),
            End::Exit(PROPERTY_FAILS) if !is_safe => format!("trace (unwind {unwind})"),
            // The bound was too low.
            End::Exit(0 | PROPERTY_FAILS) if unwind < MAX_UNWIND => {
                unwind *= 2;
                continue;
            }
            End::Exit(0 | PROPERTY_FAILS) => "undecided".to_owned(),
            End::Exit(code) => format!("error (exit code {code})"),
            End::Signal(signal) => format!("error (signal {signal})"),
            End::Killed => "timeout".to_owned(),
        };
        return Ok(Peer { result, time: start.elapsed() });
    }
}

fn arguments(unwind: u64, program: &Program) -> Vec<String> {
    let options = program.plan.as_deref().unwrap_or_default();
    let value = |name: &str| options.iter().skip_while(|it| *it != name).nth(1).map(String::as_str);
    let width = if value("--data-model") == Some("lp64") { "--64" } else { "--32" };
    let mut arguments = vec![width.to_owned()];
    if value("--property") == Some(REACHABILITY) {
        arguments.push("--no-standard-checks".to_owned());
    }
    if value("--property").is_some_and(|it| it.contains("memory-leak") || it == "valid-memsafety") {
        arguments.push("--memory-leak-check".to_owned());
    }
    let unwind = unwind.to_string();
    let whole = match program.expected {
        Expected::SAFE => "--unwinding-assertions",
        _ => "--no-unwinding-assertions",
    };
    let flags = ["--error-label", "ERROR", "--unwind", &unwind, whole, "--stop-on-fail", "--trace"];
    arguments.extend(flags.map(str::to_owned));
    let mut options = options.iter();
    while let Some(option) = options.next() {
        match option.as_str() {
            "-I" | "-D" => arguments.extend([option].into_iter().chain(options.next()).cloned()),
            it if it.starts_with("-I") || it.starts_with("-D") => arguments.push(option.clone()),
            _ => {}
        }
    }
    arguments.extend(program.files.iter().cloned());
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::expected::Expected;
    use crate::bench::fault_lines::FaultLines;

    #[track_caller]
    fn check(plan: &[&str], expect: &[&str]) {
        let program = Program {
            suite: "s".to_owned(),
            path: "a.c".to_owned(),
            folder: ".".into(),
            files: vec!["a.c".to_owned()],
            expected: Expected::UNSAFE,
            faults: FaultLines::default(),
            plan: Ok(plan.iter().map(|it| (*it).to_owned()).collect()),
            tests: None,
            case: None,
            options: Vec::new(),
            error_functions: Vec::new(),
        };
        let fixed = ["--error-label", "--unwind", "--no-unwinding-assertions", "--stop-on-fail", "--trace"];
        let arguments = arguments(4, &program);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        assert!(fixed.iter().all(|it| arguments.contains(it)), "{arguments:?}");
        let own: Vec<&str> =
            arguments.into_iter().filter(|it| !fixed.contains(it) && !["ERROR", "4"].contains(it)).collect();
        assert_eq!(own, expect);
    }

    #[test]
    fn cbmc_is_asked_the_same() {
        check(&["--property", REACHABILITY], &["--32", "--no-standard-checks", "a.c"]);
        check(
            &["--data-model", "lp64", "-DX", "-I", "lib", "--property", "default,memory-leak"],
            &["--64", "--memory-leak-check", "-DX", "-I", "lib", "a.c"],
        );
        check(&["--property", "no-overflow"], &["--32", "a.c"]);
    }
}
