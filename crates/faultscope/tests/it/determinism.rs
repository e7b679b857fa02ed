//! The same program gets the same bytes, but for `statistics`: with a clock that runs a hundred times as fast, as on a
//! machine that is busy with something else, with any number of threads, and beside threads that keep the cores busy.

#![expect(clippy::print_stderr, reason = "says what was not tested")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use faultscope::report::json;
use faultscope::{ComparisonOptions, Options, Technique, check_input, input};
use faultscope_solver::{Limits, WallClock};
use serde_json::Value;

use crate::programs::UNBOUNDED;

/// How a program is checked. Nothing of it may show.
#[derive(Debug, Clone, Copy)]
struct Circumstances {
    jobs: usize,
    clock: u32,
    busy_threads: usize,
}

const USUAL: Circumstances = Circumstances { jobs: 2, clock: 1, busy_threads: 0 };

const OTHERS: [Circumstances; 3] = [
    Circumstances { jobs: 1, clock: 1, busy_threads: 0 },
    Circumstances { jobs: 2, clock: 100, busy_threads: 0 },
    Circumstances { jobs: 4, clock: 1, busy_threads: 2 },
];

/// Budgets, in percent, that some questions of these programs exceed: what is left open must be the same, too.
const SMALL_EFFORT: u32 = 10;

/// The report as JSON without its statistics.
fn report(name: &str, text: &str, options: &Options, circumstances: Circumstances) -> String {
    let limits = Limits::unlimited().with_clock(WallClock::running(circumstances.clock));
    let options = Options { jobs: circumstances.jobs, limits, ..options.clone() };
    let is_over = AtomicBool::new(false);
    let report = thread::scope(|scope| {
        for _ in 0..circumstances.busy_threads {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let loaded = input::in_memory(name, text, &options).expect("it is a program");
        let report = check_input(&loaded, &options, &faultscope::Silent).expect("it is a program");
        is_over.store(true, Ordering::Relaxed);
        report
    });
    let mut value: Value = serde_json::from_str(&json::render(&report)).expect("JSON");
    let statistics = value.as_object_mut().and_then(|report| report.remove("statistics"));
    assert!(statistics.is_some(), "there are statistics to leave out");
    serde_json::to_string_pretty(&value).expect("JSON")
}

#[track_caller]
fn check_with(name: &str, text: &str, options: &Options) {
    let usual = report(name, text, options, USUAL);
    for other in OTHERS {
        let report = report(name, text, options, other);
        if let Some((usual, other_line)) =
            usual.lines().zip(report.lines()).find(|(usual, other)| usual != other)
        {
            panic!("{name} with {other:?}:\n{usual}\nis now\n{other_line}");
        }
        assert_eq!(report.len(), usual.len(), "{name} with {other:?}");
    }
}

#[track_caller]
fn check(name: &str, text: &str) {
    check_with(name, text, &Options { effort: SMALL_EFFORT, ..Options::standard() });
}

fn example(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    fs::read_to_string(folder.join(name)).expect("the example is there")
}

#[test]
fn the_examples() {
    for name in ["demo.c", "queue.c", "fill.c", "account.bpl"] {
        check(name, &example(name));
    }
}

/// What is prepared ahead, and what is asked at the same time: patches, single statements, sets.
#[test]
fn repairs_with_their_usual_effort() {
    for name in ["demo.c", "queue.c", "fill.c"] {
        let text = example(name);
        check_with(name, &text, &Options::standard());
        let usual = report(name, &text, &Options::standard(), USUAL);
        assert!(!usual.contains("\"patches\": []"), "{name} has patches");
    }
}

const DECLARATIONS: &str = "\
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);
";

fn program(body: &str) -> String {
    format!("{DECLARATIONS}{body}")
}

/// Each verifier proves it in its own way.
#[test]
fn a_loop_without_bound() {
    check("a.c", UNBOUNDED);
    check_with("a.c", UNBOUNDED, &Options { proof: true, ..Options::standard() });
}

/// Bounded model checking has to go far beyond its head start.
#[test]
fn a_race_for_a_trace() {
    let text = program(
        "int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i = 0, s = 0;
    while (i < n) {
        s = s + 3;
        i++;
    }
    if (s == 75)
        reach_error();
    return 0;
}
",
    );
    check("a.c", &text);
}

/// Both can say that it is safe, after many rounds.
#[test]
fn a_race_for_a_proof() {
    let text = program(
        "int main(void) {
    int x = __VERIFIER_nondet_int() & 7, y = 0;
    for (int i = 0; i < 12; i++) {
        if (x & 1)
            y = y + 2;
        else
            y = y + 4;
        x = x >> 1;
    }
    if (y % 2 == 1)
        reach_error();
    return 0;
}
",
    );
    check("a.c", &text);
}

/// No single statement repairs it.
#[test]
fn sets_of_statements() {
    let text = program(
        "int main(void) {
    int in = __VERIFIER_nondet_int(), a = 0, b = 0;
    if (in > 10) {
        a = 1;
        b = 1;
    }
    if (a == 1)
        reach_error();
    if (b == 1)
        reach_error();
    return 0;
}
",
    );
    check("a.c", &text);
    let several = Options { max_traces: None, ..Options::standard() };
    check_with("a.c", &text, &several);
}

/// One operator is wrong, and many changes are tried.
#[test]
fn patches() {
    let text = program(
        "static int max3(int a, int b, int c) {
    int m = a;
    if (b > m)
        m = b;
    if (c < m)
        m = c;
    return m;
}
int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
    int m = max3(a, b, c);
    if (m < a || m < b || m < c)
        reach_error();
    return 0;
}
",
    );
    check("a.c", &text);
    check_with(
        "a.c",
        &text,
        &Options {
            comparison: ComparisonOptions {
                techniques: Technique::ALL.to_vec(),
                ..ComparisonOptions::none()
            },
            ..Options::standard()
        },
    );
}

/// Questions that go to Z3: what it answers can depend on what its context has seen.
#[test]
fn questions_to_z3() {
    let floats = program(
        "int main(void) {
    double a = __VERIFIER_nondet_double(), b = a * 0.5, c = b + 1.0;
    if (a > 1.0 && a < 100.0) {
        c = c - 0.25;
        if (c > a)
            reach_error();
    }
    return 0;
}
",
    );
    check("a.c", &floats);
    let integers = "procedure main() {
    var i, n, s: int;
    var a: [int]int;
    assume n > 0 && n < 5;
    i := 0;
    s := 0;
    while (i < n) {
        a[i] := i * 2;
        s := s + a[i];
        i := i + 1;
    }
    assert s < n * n - n || n == 1;
}
";
    check("a.bpl", integers);
}

/// Files of a suite beside the project, with what is trusted in them.
fn suite_files() -> Vec<(PathBuf, Option<&'static str>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/bench");
    let files = [
        ("siemens/tcas/contract/v2.c", Some("ref_*")),
        ("siemens/tcas/trace/v1_t0.c", Some("ref_*")),
        ("cpachecker_fl/test/programs/fault_localization/minmax.c", None),
        ("cpachecker_fl/test/programs/fault_localization/guessing-game.c", None),
        ("svcomp41/false/loops/sum04_false-unreach-call_true-termination.i", None),
        ("svcomp41/false/loop-acceleration/multivar_false-unreach-call1_true-termination.i", None),
        ("svcomp41/true/loops/sum04_true-unreach-call_true-termination.i", None),
    ];
    files.into_iter().map(|(file, trusted)| (folder.join(file), trusted)).collect()
}

#[test]
fn programs_of_the_suites() {
    let mut n_missing = 0;
    for (path, trusted) in suite_files() {
        let Ok(text) = fs::read_to_string(&path) else {
            n_missing += 1;
            continue;
        };
        let trust = trusted.iter().map(|it| it.parse().expect("a pattern")).collect();
        let name = path.file_name().and_then(|it| it.to_str()).expect("a name");
        check_with(name, &text, &Options { trust, effort: SMALL_EFFORT, ..Options::standard() });
    }
    if n_missing > 0 {
        eprintln!("{n_missing} programs of the suites are not there: left out");
    }
}
