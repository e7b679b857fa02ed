//! The names of what a report tells apart, and how times are written.

use crate::{Engine, FindingKind, StepKind, Strength, Verdict};

/// Microseconds are all that a clock tells here.
pub(super) fn rounded(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}

pub(super) fn engine(engine: Engine) -> &'static str {
    match engine {
        Engine::Bmc => "bmc",
        Engine::TraceAbstraction => "trace-abstraction",
        Engine::Paths => "paths",
    }
}

pub(super) fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Safe => "safe",
        Verdict::TestsPass => "tests-pass",
        Verdict::Unsafe => "unsafe",
        Verdict::Unknown => "unknown",
    }
}

pub(super) fn strength(strength: Strength) -> &'static str {
    match strength {
        Strength::Constant => "constant",
        Strength::Expression => "expression",
        Strength::Relevant => "relevant",
        Strength::TraceAberrant => "trace-aberrant",
        Strength::Irrelevant => "irrelevant",
        Strength::Undecided => "undecided",
    }
}

pub(super) fn finding_kind(kind: FindingKind) -> &'static str {
    match kind {
        FindingKind::Assignment => "assignment",
        FindingKind::Argument => "argument",
        FindingKind::Return => "return",
        FindingKind::Declaration => "declaration",
        FindingKind::Input => "input",
        FindingKind::Condition => "condition",
        FindingKind::Extra => "extra",
        FindingKind::BlockEnd => "block-end",
        FindingKind::Missing => "missing",
    }
}

pub(super) fn step_kind(kind: StepKind) -> &'static str {
    match kind {
        StepKind::Assignment => "assignment",
        StepKind::Argument => "argument",
        StepKind::Return => "return",
        StepKind::Declaration => "declaration",
        StepKind::Input => "input",
        StepKind::Condition => "condition",
        StepKind::Assertion => "assertion",
    }
}
