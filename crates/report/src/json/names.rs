//! The names of what a report tells apart, and how times are written.

use faultscope_ir::program::Language;

use crate::{Coverage, FindingKind, StepKind, Strength, Verdict};

/// Microseconds are all that a clock tells here.
pub(super) fn rounded(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}

/// A function that names the cases of an enumeration, and a list of all of them.
macro_rules! names {
    ($(#[doc = $doc:literal])+ $name:ident, $all:ident: $ty:ident { $($case:ident => $text:literal,)+ }) => {
        $(#[doc = $doc])+
        pub(crate) const fn $name(it: $ty) -> &'static str {
            match it {
                $($ty::$case => $text,)+
            }
        }

        pub(crate) const $all: &[$ty] = &[$($ty::$case),+];
    };
}

names! {
    /// Languages.
    language, LANGUAGES: Language {
        C => "c",
        Boogie => "boogie",
    }
}

names! {
    /// Verdicts.
    verdict, VERDICTS: Verdict {
        Safe => "safe",
        TestsPass => "tests-pass",
        Unsafe => "unsafe",
        Unknown => "unknown",
    }
}

names! {
    /// Which error traces are like those of a report.
    coverage, COVERAGES: Coverage {
        All => "all",
        UpToEdges => "up-to-edges",
        Alike => "alike",
        Partial => "partial",
    }
}

names! {
    /// How much a statement matters.
    strength, STRENGTHS: Strength {
        Constant => "constant",
        Expression => "expression",
        Relevant => "relevant",
        TraceAberrant => "trace-aberrant",
        Irrelevant => "irrelevant",
        Undecided => "undecided",
    }
}

names! {
    /// What a finding is.
    finding_kind, FINDING_KINDS: FindingKind {
        Assignment => "assignment",
        Argument => "argument",
        Return => "return",
        Declaration => "declaration",
        Input => "input",
        Condition => "condition",
        Extra => "extra",
        BlockEnd => "block-end",
        Missing => "missing",
    }
}

names! {
    /// What a step is.
    step_kind, STEP_KINDS: StepKind {
        Assignment => "assignment",
        Argument => "argument",
        Return => "return",
        Declaration => "declaration",
        Input => "input",
        Condition => "condition",
        Assertion => "assertion",
    }
}
