//! CBMC as a peer for the time to the first error trace.
//!
//! As a user would drive it who knows no bound: unwinding 1, 2, 4, … until it shows a trace or the time is over.

use std::path::Path;
use std::time::{Duration, Instant};

use super::execute::{End, Limits, execute};

/// The exit code of CBMC that says a property fails.
const PROPERTY_FAILS: i32 = 10;

/// What CBMC found, and when.
pub struct Peer {
    pub result: String,
    pub time: Duration,
}

/// Runs CBMC on a C program.
///
/// # Errors
/// Where CBMC cannot be started.
pub fn cbmc(cbmc: &Path, file: &Path, limits: Limits, scratch: &Path) -> std::io::Result<Peer> {
    let start = Instant::now();
    let mut unwind = 1_u64;
    loop {
        let left = limits.time.saturating_sub(start.elapsed());
        if left.is_zero() {
            return Ok(Peer { result: "timeout".to_owned(), time: start.elapsed() });
        }
        let (stdout, stderr) = (scratch.with_extension("cbmc.out"), scratch.with_extension("cbmc.err"));
        let limits = Limits { time: left, ..limits };
        let result = match execute(cbmc, &arguments(unwind, file), limits, &stdout, &stderr)?.0 {
            End::Exit(0) => {
                unwind *= 2;
                continue;
            }
            End::Exit(PROPERTY_FAILS) => format!("trace (unwind {unwind})"),
            End::Exit(code) => format!("error (exit code {code})"),
            End::Signal(signal) => format!("error (signal {signal})"),
            End::Killed => "timeout".to_owned(),
        };
        return Ok(Peer { result, time: start.elapsed() });
    }
}

fn arguments(unwind: u64, file: &Path) -> Vec<String> {
    let unwind = unwind.to_string();
    let flags = [
        "--32",
        "--no-standard-checks",
        "--error-label",
        "ERROR",
        "--unwind",
        &unwind,
        "--no-unwinding-assertions",
        "--stop-on-fail",
        "--trace",
    ];
    let file = file.to_string_lossy();
    flags.into_iter().chain([&*file]).map(str::to_owned).collect()
}
