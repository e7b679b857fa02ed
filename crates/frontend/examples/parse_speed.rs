//! How fast preprocessed C files are parsed: the best time of five, for each of them.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program for developers")]
#![expect(clippy::disallowed_methods, reason = "it reads files and the clock")]

use std::time::{Duration, Instant};

use faultscope_frontend::{Input, InputFile, c};

/// How often a file is parsed.
const N_RUNS: usize = 5;

fn main() {
    for name in std::env::args().skip(1) {
        let text = match std::fs::read(&name) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) => {
                eprintln!("{name}: {error}");
                continue;
            }
        };
        let (n_lines, n_bytes) = (text.lines().count(), text.len());
        let input = Input { files: vec![InputFile { name: name.clone(), text, originals: Vec::new() }] };
        let mut best = Duration::MAX;
        let mut n_errors = 0;
        for _ in 0..N_RUNS {
            let start = Instant::now();
            n_errors = c::check_syntax(&input).len();
            best = best.min(start.elapsed());
        }
        println!("{name}: {n_lines} lines, {n_bytes} bytes, {n_errors} errors, {} ms", best.as_millis());
    }
}
