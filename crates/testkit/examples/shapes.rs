//! Compares what is found in random programs about memory with what gcc's sanitizers report.
//!
//! * `shapes FROM TO`: the programs of these seeds; prints each that differs, and counts.
//! * `shapes SEED`: prints the program of a seed.

#![expect(clippy::print_stdout, reason = "an example prints")]

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::Duration;

use faultscope_testkit::sanitizers::Sanitizers;
use faultscope_testkit::shape_check::{Outcome, compare};
use faultscope_testkit::shapes::shape;

/// How many programs are compiled together.
const BATCH: u64 = 25;

fn main() -> ExitCode {
    let seeds: Vec<u64> = std::env::args().skip(1).filter_map(|it| it.parse().ok()).collect();
    let (from, to) = match seeds.as_slice() {
        [seed] => {
            let shape = shape(*seed);
            println!("/* {} */\n{}", shape.defect.as_deref().unwrap_or("no defect"), shape.asserting(None));
            return ExitCode::SUCCESS;
        }
        [from, to] => (*from, *to),
        _ => {
            println!("shapes FROM TO | SEED");
            return ExitCode::FAILURE;
        }
    };
    let Some(sanitizers) = Sanitizers::find() else {
        println!("no gcc with sanitizers here");
        return ExitCode::FAILURE;
    };
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    let mut is_agreed = true;
    let mut start = from;
    while start < to {
        let end = (start + BATCH).min(to);
        for (seed, outcome) in compare(start..end, &sanitizers, Duration::from_secs(30)) {
            let key = match &outcome {
                Outcome::Agreed { found: None, unchecked } if unchecked.is_empty() => {
                    "nothing found".to_owned()
                }
                Outcome::Agreed { found: Some(kind), unchecked } if unchecked.is_empty() => {
                    format!("{kind:?}")
                }
                Outcome::Agreed { found, unchecked } => {
                    println!("{seed}: {unchecked:?} is not checked by sanitizers ({})", defect(seed));
                    format!("{found:?} beside {unchecked:?}")
                }
                Outcome::Undecided(reason) => {
                    println!("{seed}: undecided, {reason}");
                    "undecided".to_owned()
                }
                Outcome::Different(message) => {
                    is_agreed = false;
                    println!("{seed}: DIFFERENT: {message} ({})", defect(seed));
                    "different".to_owned()
                }
            };
            *counts.entry(key).or_default() += 1;
        }
        start = end;
    }
    for (key, n) in counts {
        println!("{n:6} {key}");
    }
    if is_agreed { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn defect(seed: u64) -> String {
    shape(seed).defect.unwrap_or_else(|| "no defect".to_owned())
}
