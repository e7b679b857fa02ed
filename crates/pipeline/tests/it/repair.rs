//! What can be changed.

use faultscope_pipeline::{Options, Repaired, localize, repair};
use faultscope_repair::{Failure, Milestone};
use faultscope_solver::{Limits, StopReason};

use crate::programs::{execution, loaded, quick, translated};

/// Counts one too many.
const PROGRAM: &str = "\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 9)
        return 0;
    int m = n + 2;
    if (m != n + 1)
        reach_error();
    return 0;
}
";

/// What can be changed in the program, with the milestones on the way.
fn repaired(options: &Options, limits: &Limits) -> (Repaired, Vec<Milestone>) {
    let program = translated(PROGRAM, options).program;
    let traces = [execution(&program, 5)];
    let localized = localize(&program, &traces, None, options, &Limits::unlimited());
    let failure = Failure {
        program: &program,
        traces: &traces,
        others: &[],
        around: None,
        tests: None,
        localized: &localized,
        statements: &[],
        compiler: &[],
    };
    let mut milestones = Vec::new();
    let loaded = loaded(PROGRAM, options);
    let repaired = repair(&loaded, &failure, 10_000, options, limits, &mut |it| milestones.push(it));
    assert_eq!(repaired.order.len(), localized.findings.len());
    (repaired, milestones)
}

#[test]
fn patches_are_proved() {
    let (repaired, milestones) = repaired(&Options { patches: true, ..quick() }, &Limits::unlimited());
    let edits: Vec<(u32, &str, &str)> =
        repaired.patches.iter().map(|it| (it.edit.span.line, &*it.edit.old, &*it.edit.new)).collect();
    assert!(edits.contains(&(7, "2", "1")), "{edits:?}");
    assert_eq!(milestones, [Milestone::Patching]);
    assert_eq!(repaired.interrupted, None);
}

#[test]
fn what_is_not_asked_for_is_not_answered() {
    let (repaired, milestones) = repaired(&quick(), &Limits::unlimited());
    assert!(repaired.patches.is_empty() && repaired.alone.is_empty() && repaired.sets.is_empty());
    assert!(!milestones.contains(&Milestone::Patching), "{milestones:?}");
}

#[test]
fn statements_are_asked_about_one_by_one() {
    let options = Options { program_level: true, ..quick() };
    let (repaired, milestones) = repaired(&options, &Limits::unlimited());
    assert!(!repaired.alone.is_empty());
    assert_eq!(milestones, [Milestone::Ranked]);
}

#[test]
fn a_limit_is_noted() {
    let limits = Limits::unlimited();
    limits.cancel();
    let (repaired, _) = repaired(&Options { patches: true, ..quick() }, &limits);
    assert_eq!(repaired.interrupted, Some(StopReason::Cancelled));
    assert!(repaired.patches.is_empty());
}
