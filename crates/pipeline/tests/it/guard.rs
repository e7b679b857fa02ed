//! Checks under limits that hold whatever happens.

use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use faultscope_pipeline::guard::{Ending, Guarded, check, verify_patch};
use faultscope_pipeline::report::{Report, Verdict};
use faultscope_pipeline::{Options, Phase, Progress, Silent};
use faultscope_solver::Limits;

use crate::programs::{FAILS, Folder, quick, rejection};

/// Breaks down as soon as a phase begins.
struct BreaksDown(Phase);

impl Progress for BreaksDown {
    fn phase(&self, phase: Phase) {
        assert_ne!(phase, self.0, "this is on purpose");
    }
}

/// Does not go on once a phase begins, until the other end of the channel is gone.
struct Hangs(Phase, Mutex<Receiver<()>>);

impl Hangs {
    fn at(phase: Phase) -> (Sender<()>, Hangs) {
        let (sender, receiver) = channel();
        (sender, Hangs(phase, Mutex::new(receiver)))
    }
}

impl Progress for Hangs {
    fn phase(&self, phase: Phase) {
        if phase == self.0 {
            let receiver = self.1.lock().expect("nobody breaks down");
            assert!(receiver.recv().is_err(), "nothing is sent");
        }
    }
}

fn checked(
    options: Options,
    progress: impl Progress + Send + 'static,
    tick: &mut dyn FnMut(Duration),
) -> Ending {
    let folder = Folder::with(&[("a.c", FAILS)]);
    check(folder.request(&["a.c"], options), progress, tick)
}

/// The report of a check that hangs as soon as a phase begins.
#[track_caller]
fn hanging(options: Options, phase: Phase, tick: &mut dyn FnMut(Duration)) -> Report {
    let (_sender, progress) = Hangs::at(phase);
    match checked(options, progress, tick) {
        Ending::Answered(Ok(report)) => report,
        ending => panic!("{ending:?}"),
    }
}

#[track_caller]
fn assert_reason(report: &Report, verdict: Verdict, reason: &str) {
    let said = report.reason.as_ref().map(|it| it.message.as_str());
    assert_eq!((report.verdict, said), (verdict, Some(reason)));
}

#[test]
fn a_check_within_its_limits_has_its_answer() {
    let Ending::Answered(Ok(report)) = checked(quick(), Silent, &mut |_| {}) else { panic!("it ends") };
    assert_eq!(report.verdict, Verdict::Unsafe);
    assert!(report.is_localized && report.warnings.is_empty());
    let folder = Folder::with(&[]);
    let Ending::Answered(result) = check(folder.request(&["a.c"], quick()), Silent, &mut |_| {}) else {
        panic!("it ends")
    };
    assert_eq!(folder.relative(&rejection(result)), "cannot read `a.c`: there is no such file\n");
}

#[test]
fn a_time_limit_ends_a_check_that_does_not_look() {
    let options = || Options { timeout: Some(Duration::ZERO), ..quick() };
    let report = hanging(options(), Phase::Searching, &mut |_| {});
    assert_reason(&report, Verdict::Unknown, "the time limit of 0 s was reached");
    // A check that looks ends by itself.
    let Ending::Answered(Ok(report)) = checked(options(), Silent, &mut |_| {}) else { panic!("it ends") };
    assert_reason(&report, Verdict::Unknown, "the time limit of 0 s was reached");
}

#[test]
fn a_memory_limit_ends_a_check() {
    let options = Options { limits: Limits::new(None, Some(1)), ..quick() };
    let report = hanging(options, Phase::Searching, &mut |_| {});
    assert_reason(&report, Verdict::Unknown, "the memory limit was reached");
}

#[test]
fn the_user_ends_a_check() {
    let options = quick();
    let limits = options.limits.clone();
    let mut n_ticks = 0;
    let report = hanging(options, Phase::Searching, &mut |_| {
        n_ticks += 1;
        limits.cancel();
    });
    assert_reason(&report, Verdict::Unknown, "stopped by the user");
    assert!(n_ticks > 0);
}

#[test]
fn what_was_known_is_reported() {
    let options = quick();
    let limits = options.limits.clone();
    let report = hanging(options, Phase::Localizing, &mut |_| limits.cancel());
    assert_eq!((report.verdict, report.traces.len(), report.is_localized), (Verdict::Unsafe, 1, false));
    let warnings: Vec<&str> = report.warnings.iter().map(|it| it.message.as_str()).collect();
    assert_eq!(warnings, ["stopped by the user; which statements matter was not decided"]);
}

#[test]
fn a_check_that_breaks_down_leaves_what_was_known() {
    let Ending::Crashed(report) = checked(quick(), BreaksDown(Phase::Translating), &mut |_| {}) else {
        panic!("it breaks down")
    };
    let report = report.expect("that nothing is known");
    assert_eq!((report.verdict, report.traces.len(), report.checks.len()), (Verdict::Unknown, 0, 0));
    let Ending::Crashed(report) = checked(quick(), BreaksDown(Phase::Localizing), &mut |_| {}) else {
        panic!("it breaks down")
    };
    let report = report.expect("the error was known");
    assert_eq!((report.verdict, report.traces.len(), report.findings.len()), (Verdict::Unsafe, 1, 0));
    let warnings: Vec<&str> = report.warnings.iter().map(|it| it.message.as_str()).collect();
    assert_eq!(warnings, ["an internal error ended the search for the statements that matter"]);
}

fn verified(
    options: Options,
    progress: impl Progress + Send + 'static,
    tick: &mut dyn FnMut(Duration),
) -> String {
    let folder = Folder::with(&[("a.c", FAILS)]);
    let file = folder.path("a.c").display().to_string();
    let diff = format!("--- {file}\n+++ {file}\n@@ -7,1 +7,1 @@\n-    int m = n + 1;\n+    int m = 3;\n");
    match verify_patch(folder.request(&["a.c"], options), diff, progress, tick) {
        Guarded::Done(Ok(verification)) => format!("{:?}", verification.outcome),
        Guarded::Done(Err(rejection)) => format!("{:?}", rejection.diagnostics),
        Guarded::GivenUp(reason) => format!("given up: {reason:?}"),
        Guarded::Crashed => "crashed".to_owned(),
    }
}

#[test]
fn a_diff_is_judged_under_the_same_limits() {
    assert_eq!(verified(quick(), Silent, &mut |_| {}), "Repair");
    assert_eq!(verified(quick(), BreaksDown(Phase::Searching), &mut |_| {}), "crashed");
    let options = quick();
    let limits = options.limits.clone();
    let (_sender, progress) = Hangs::at(Phase::Searching);
    assert_eq!(verified(options, progress, &mut |_| limits.cancel()), "given up: Cancelled");
}
