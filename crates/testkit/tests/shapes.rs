//! Random programs about memory, half of them with a defect: what is found in them is what gcc's sanitizers report.
//!
//! `RUN_SLOW_TESTS=1` compares thousands; `cargo run --release --package faultscope-testkit --example shapes -- 1 10000`
//! any range of seeds.

#![expect(clippy::print_stderr, reason = "says why it did not run")]

use std::ops::Range;
use std::time::Duration;

use faultscope_testkit::sanitizers::{Kind, Sanitizers};
use faultscope_testkit::shape_check::{Outcome, compare};
use faultscope_testkit::shapes::shape;

/// How many programs are compiled together.
const BATCH: u64 = 25;

/// Compares the programs of some seeds; how many have which kind of error.
#[track_caller]
fn check(seeds: Range<u64>) -> Vec<Option<Kind>> {
    let Some(sanitizers) = Sanitizers::find() else {
        eprintln!("skipped: no gcc with sanitizers here");
        return Vec::new();
    };
    let mut found = Vec::new();
    for start in seeds.clone().step_by(BATCH as usize) {
        let batch = start..(start + BATCH).min(seeds.end);
        for (seed, outcome) in compare(batch, &sanitizers, Duration::from_secs(30)) {
            match outcome {
                Outcome::Agreed { found: kind, .. } => found.push(kind),
                Outcome::Undecided(_) => {}
                Outcome::Different(message) => {
                    panic!("seed {seed}: {message}\n{}", shape(seed).asserting(None));
                }
            }
        }
    }
    found
}

#[test]
fn what_is_found_is_what_sanitizers_report() {
    let found = check(1..51);
    let n = |kind| found.iter().filter(|it| **it == kind).count();
    assert!(found.is_empty() || (n(None) > 10 && n(Some(Kind::Memory)) > 5), "{found:?}");
}

#[test]
fn they_agree_on_many_programs() {
    if std::env::var_os("RUN_SLOW_TESTS").is_some() {
        check(1000..11_000);
    }
}
