//! Strategies, budgets and several error traces, from outside: who answers, and what a limit leaves.

use std::fs;

use crate::folder::{Folder, stderr, stdout};
use crate::programs::{ENDLESS, PRIME, UNBOUNDED, UNSAFE};
use faultscope::report::{Coverage, Report, Verdict};
use faultscope::{Options, check_source};
use faultscope_solver::Limits;
use serde_json::Value;

const SAFE: &str = "\
void reach_error(void);
int main(void) {
    int x = 1;
    for (int i = 0; i < 3; i++)
        x += i;
    if (x != 4)
        reach_error();
    return 0;
}
";

/// Two errors, and nothing matters for both.
const TWO: &str = "\
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
    int p = 0, q = 0;
    if (__VERIFIER_nondet_int())
        p = 1;
    else
        q = 1;
    if (p)
        reach_error();
    if (q)
        reach_error();
    return 0;
}
";

/// Every number of rounds is an error trace of its own, as far as can be found out in a test.
const MANY: &str = "\
unsigned __VERIFIER_nondet_uint(void);
void reach_error(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i = 0, s = 0;
    while (i < n) {
        s = s * 3 + i * i;
        i++;
    }
    if (s % 7 == 3)
        reach_error();
    return 0;
}
";

const STRATEGIES: [&str; 3] = ["bmc", "trace-abstraction", "portfolio"];

/// The report of a program, which ends with an exit code.
#[track_caller]
fn report(program: &str, arguments: &[&str], code: i32) -> Value {
    let folder = Folder::with(&[("a.c", program)]);
    let output = folder.check(&[&["a.c", "--format", "json"], arguments].concat());
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}{}", stdout(&output), stderr(&output));
    serde_json::from_str(&stdout(&output)).expect("JSON")
}

/// For each strategy the exit code and who answered.
#[track_caller]
fn check(program: &str, arguments: &[&str], expected: [(i32, Option<&str>); 3]) {
    for (strategy, (code, by)) in STRATEGIES.into_iter().zip(expected) {
        let report = report(program, &[&["--strategy", strategy], arguments].concat(), code);
        assert_eq!(report["statistics"]["answered_by"].as_str(), by, "{strategy}");
    }
}

const EXECUTION: Option<&str> = Some("execution");
const BMC: Option<&str> = Some("bmc");
const TRACE_ABSTRACTION: Option<&str> = Some("trace-abstraction");

#[test]
fn each_strategy_finds_an_error() {
    check(UNSAFE, &[], [(1, BMC), (1, TRACE_ABSTRACTION), (1, BMC)]);
}

#[test]
fn each_strategy_knows_a_program_whose_loops_end() {
    check(SAFE, &[], [(0, EXECUTION), (0, TRACE_ABSTRACTION), (0, EXECUTION)]);
}

#[test]
fn only_trace_abstraction_knows_a_loop_without_bound() {
    check(ENDLESS, &["--unwind", "32"], [(3, None), (0, TRACE_ABSTRACTION), (0, TRACE_ABSTRACTION)]);
}

#[test]
fn both_know_a_loop_with_few_states() {
    check(UNBOUNDED, &["--unwind", "32"], [(0, BMC), (0, TRACE_ABSTRACTION), (0, BMC)]);
}

#[test]
fn statistics_are_of_those_who_were_asked() {
    let statistics = |strategy: &str| report(UNSAFE, &["--strategy", strategy], 1)["statistics"].clone();
    let bmc = statistics("bmc");
    assert!(bmc["unwinding"].is_number() && bmc["trace_abstraction"].is_null(), "{bmc}");
    let abstraction = statistics("trace-abstraction");
    assert!(abstraction["unwinding"].is_null(), "{abstraction}");
    assert!(abstraction["trace_abstraction"]["iterations"].as_u64() >= Some(1), "{abstraction}");
}

#[test]
fn a_program_that_does_not_end_does_not_hang_the_tool() {
    let unreached =
        "void reach_error(void);\nint main(void) { int x = 0; while (1) x = !x; reach_error(); }\n";
    check(unreached, &[], [(0, BMC), (0, TRACE_ABSTRACTION), (0, BMC)]);
    let safe = "\
void reach_error(void);
int main(void) {
    int x = 0, y = 1;
    while (x != y) {
        int other = x;
        x = y;
        y = other;
    }
    reach_error();
}
";
    check(safe, &[], [(0, BMC), (0, TRACE_ABSTRACTION), (0, TRACE_ABSTRACTION)]);
    // The loop goes on forever unless x is 0 or 5.
    let erroneous = "\
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    while (x != 0)
        if (x == 5)
            reach_error();
}
";
    let report = report(erroneous, &["--traces", "all", "--strategy", "trace-abstraction"], 1);
    assert_eq!(report["coverage"], "all", "{report}");
    assert_eq!(report["inputs"][0]["value"], "5", "{report}");
}

#[test]
fn all_error_traces() {
    for strategy in ["trace-abstraction", "portfolio"] {
        let report = report(TWO, &["--strategy", strategy, "--traces", "all"], 1);
        assert_eq!(report["coverage"], "all", "{report}");
        assert_eq!(report["reason"], Value::Null, "{report}");
        assert_eq!(report["traces"].as_array().map(Vec::len), Some(2), "{report}");
        assert_eq!(report["statistics"]["answered_by"].as_str(), TRACE_ABSTRACTION);
    }
}

/// Seed 002, Fig. 7: shorter paths are infeasible, each for a reason of its own.
#[test]
fn a_program_with_one_execution_has_one_error_trace() {
    let loop_of_rounds = "\
void reach_error(void);
int main(void) {
    int x = 0;
    while (x < 1000)
        x++;
    if (x == 1000)
        reach_error();
}
";
    let report = report(loop_of_rounds, &["--traces", "all"], 1);
    assert_eq!(report["coverage"], "all", "{report}");
    assert_eq!(report["traces"].as_array().map(Vec::len), Some(1), "{report}");
}

/// The danger automaton of one way accepts the other, too, and neither of the assignments is executed on both.
#[test]
fn a_statement_that_another_path_misses_is_not_relevant_on_all() {
    let text = "\
void reach_error(void);
_Bool __VERIFIER_nondet_bool(void);
int main(void) {
    unsigned char x = 0;
    if (__VERIFIER_nondet_bool())
        x = 1;
    else
        x = 2;
    if (x <= 5)
        reach_error();
}
";
    for strategy in ["portfolio", "trace-abstraction"] {
        let report = report(text, &["--traces", "all", "--strategy", strategy], 1);
        assert_eq!(report["coverage"], "all", "{report}");
        assert_eq!(report["traces"].as_array().map(Vec::len), Some(2), "{report}");
        let findings = report["findings"].as_array().expect("findings");
        for line in [6, 8] {
            let over = findings.iter().find(|it| it["line"] == line).map(|it| &it["over_traces"]["relevant"]);
            assert_eq!(over, Some(&Value::from(1)), "{report}");
        }
    }
}

#[test]
fn many_error_traces_are_all_up_to_their_edges() {
    let text = "\
void reach_error(void);
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar(), i = 0;
    while (i != n)
        i++;
    reach_error();
}
";
    let folder = Folder::with(&[("a.c", text)]);
    let text = stdout(&folder.check(&["a.c", "--traces", "all"]));
    assert!(text.contains("(all error traces, up to the branches that they take)"), "{text}");
}

#[test]
fn as_many_error_traces_as_asked_for() {
    let one = report(TWO, &[], 1);
    assert_eq!((one["traces"].as_array().map(Vec::len), &one["coverage"]), (Some(1), &Value::Null));
    let two = report(TWO, &["--traces", "2"], 1);
    assert_eq!(
        (two["traces"].as_array().map(Vec::len), &two["coverage"]),
        (Some(2), &Value::from("partial"))
    );
    assert_eq!(two["reason"], "no more were asked for");
    let folder = Folder::with(&[("a.c", TWO)]);
    let text = stdout(&folder.check(&["a.c", "--traces", "2"]));
    assert!(text.contains("not all error traces: no more were asked for"), "{text}");
}

#[test]
fn a_program_without_error_has_no_error_traces() {
    let report = report(UNBOUNDED, &["--traces", "all"], 0);
    assert_eq!((&report["verdict"], &report["coverage"]), (&"safe".into(), &Value::Null));
}

/// The report of a program when the whole check may spend this effort.
fn report_within(program: &str, max_traces: Option<usize>, effort: u64) -> Report {
    let limits = Limits::unlimited().with_effort(effort);
    let options = Options { max_traces, limits, ..Options::standard() };
    check_source("a.c", program, &options).expect("it is a program")
}

#[test]
fn counted_budgets_end_with_what_was_found() {
    let undecided = report_within(PRIME, Some(1), 500_000);
    assert_eq!(undecided.verdict, Verdict::Unknown);
    let reason = undecided.reason.expect("a reason").message;
    assert!(reason.starts_with("the effort was used up; there is no error in executions that"), "{reason}");
    assert_eq!(report_within(UNBOUNDED, Some(1), 500_000).verdict, Verdict::Safe);
    assert_eq!(report_within(UNSAFE, Some(1), 500_000).verdict, Verdict::Unsafe);
}

#[test]
fn what_a_limit_cuts_off_is_not_all_error_traces() {
    let report = report(MANY, &["--traces", "all", "--timeout", "3"], 1);
    assert_eq!(report["coverage"], "partial", "{report}");
    assert_ne!(report["traces"].as_array().map_or(0, Vec::len), 0);
    let reason = report["reason"].as_str().expect("a reason");
    assert!(reason.starts_with("the time "), "{reason}");
    let report = report_within(MANY, None, 2_000_000);
    assert_eq!(report.coverage, Some(Coverage::Partial));
    assert!(!report.traces.is_empty());
    assert!(report.reason.expect("a reason").message.starts_with("the effort was used up"));
    let folder = Folder::with(&[("a.c", MANY)]);
    let text = stdout(&folder.check(&["a.c", "--traces", "all", "--timeout", "2"]));
    assert!(text.contains("not all error traces: the time limit of 2 s was reached"), "{text}");
}

#[test]
fn the_trace_of_bounded_model_checking_is_kept() {
    // Before trace abstraction has found any of its own.
    let report = report_within(MANY, None, 10_000);
    assert_eq!((report.traces.len(), report.coverage), (1, Some(Coverage::Partial)));
    assert_eq!(report.reason.expect("a reason").message, "the effort was used up");
}

#[test]
fn a_proof_is_checked_and_written() {
    let rounds = "extern unsigned __VERIFIER_nondet_uint(void); extern void reach_error(void);
        int main(void) { unsigned n = __VERIFIER_nondet_uint(), x = n, y = 0;
            while (x > 0) { x--; y++; }
            if (y == n) reach_error();
            return 0; }";
    let folder = Folder::with(&[("safe.c", UNBOUNDED), ("two.c", TWO), ("rounds.c", rounds)]);
    let proof = |arguments: &[&str]| -> (Value, Value) {
        let output = folder.check(&[arguments, &["--proof", "proof.json", "--format", "json"]].concat());
        let proof = fs::read_to_string(folder.path("proof.json")).expect("a proof");
        let value = |text: &str| serde_json::from_str(text).expect("JSON");
        (value(&stdout(&output)), value(&proof))
    };
    let (report, document) = proof(&["safe.c"]);
    assert_eq!((&report["verdict"], &report["proof"]["claim"]), (&"safe".into(), &"safe".into()), "{report}");
    assert_eq!((&document["schema"], &document["claim"]), (&"faultscope-proof/1".into(), &"safe".into()));
    assert!(report["proof"]["queries"].as_u64() > Some(0), "{report}");
    let (report, document) = proof(&["two.c", "--traces", "all"]);
    assert_eq!((&report["verdict"], &report["coverage"]), (&"unsafe".into(), &Value::from("all")));
    assert_eq!(report["proof"]["claim"], "all-errors-covered", "{report}");
    assert_eq!((&document["claim"], &document["traces"]), (&"all-errors-covered".into(), &1.into()));
    // The analysis starts over, so that more traces are reported than the proof needs.
    let (report, document) = proof(&["rounds.c", "--traces", "all"]);
    assert_eq!(
        (&report["verdict"], &report["coverage"]),
        (&"unsafe".into(), &Value::from("up-to-edges")),
        "{report}"
    );
    assert_eq!(document["claim"], "all-errors-covered");
    let text = stdout(&folder.check(&["safe.c", "--proof", "proof.json"]));
    assert!(text.contains("Proved (and checked again)"), "{text}");
}

#[test]
fn without_a_proof_no_file_is_written() {
    let folder = Folder::with(&[("a.c", UNSAFE), ("prime.c", PRIME)]);
    for (arguments, code) in [(&["a.c"][..], 1), (&["prime.c", "--timeout", "1"], 3)] {
        let output = folder.check(&[arguments, &["--proof", "proof.json"]].concat());
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
        assert_eq!(stderr(&output), "note: nothing was proved, so no proof was written\n");
        assert!(!folder.path("proof.json").exists());
    }
}

#[test]
fn a_proof_that_cannot_be_written() {
    let folder = Folder::with(&[("a.c", UNBOUNDED)]);
    let output = folder.check(&["a.c", "--proof", "a.c/below"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).starts_with("error: cannot write"), "{}", stderr(&output));
}

#[test]
fn the_same_input_gives_the_same_bytes_with_every_strategy() {
    for arguments in [
        &["--strategy", "bmc"][..],
        &["--strategy", "trace-abstraction"],
        &["--strategy", "portfolio"],
        &["--traces", "all"],
    ] {
        for (program, is_endless) in [(TWO, false), (UNSAFE, false), (UNBOUNDED, true)] {
            if is_endless && arguments.contains(&"bmc") {
                continue;
            }
            let folder = Folder::with(&[("a.c", program)]);
            let text = || stdout(&folder.check(&[&["a.c"], arguments].concat()));
            assert_eq!(text(), text(), "{arguments:?}");
        }
    }
}

#[test]
fn options_that_do_not_go_together() {
    let folder = Folder::with(&[("a.c", SAFE)]);
    for (arguments, message) in [
        (&["--strategy", "bmc", "--traces", "2"][..], "error: `--traces` does not go with `--strategy bmc`"),
        (&["--strategy", "bmc", "--traces", "all"], "error: `--traces` does not go with `--strategy bmc`"),
        (&["--strategy", "bmc", "--proof", "p"], "error: `--proof` does not go with `--strategy bmc`"),
        (&["--strategy", "cegar"], "error: invalid value 'cegar'"),
        (&["--traces", "0"], "error: invalid value '0'"),
        (&["--traces", "few"], "error: invalid value 'few'"),
        (&["--effort", "0"], "error: invalid value '0'"),
        (&["--effort", "hard"], "error: invalid value 'hard'"),
        (&["--jobs", "0"], "error: invalid value '0'"),
    ] {
        let output = folder.check(&[&["a.c"], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).starts_with(message), "{arguments:?}: {}", stderr(&output));
        assert_eq!(stdout(&output), "");
    }
}
