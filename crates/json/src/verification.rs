//! Whether a change of a program is a repair.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::format::VerificationFormat;
use crate::names::names;
use crate::patch::{KeptChange, KeptProof, LeftError};
use crate::report::Report;
use crate::trace::Step;

/// What is said of a change. `S` holds the steps of traces, as in [`Trace`](crate::Trace).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "verification")]
pub struct Verification<S = Vec<Step>> {
    /// The name and version of the format.
    pub schema: VerificationFormat,
    /// The answer.
    pub answer: VerificationAnswer,
    /// Why.
    pub reason: VerificationReason,
    /// The same in words.
    pub message: String,
    /// What the message names: assumptions, or places.
    pub details: Vec<String>,
    /// The error that the change is about, with its place in the program as it was; left out where the tests tell, or none is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<LeftError>,
    /// Whether the executions that failed by that error end well.
    pub repairs: RepairsAnswer,
    /// What the change keeps of what worked; left out where that was not asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keeps: Option<VerifiedKeeps>,
    /// What an execution that worked does otherwise with the change, where one does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changes: Option<KeptChange>,
    /// The other errors that the changed program has, and had before; places are in the changed program.
    pub leaves: Vec<LeftError>,
    /// The report of the changed program; of the program as it was, where that has no error.
    pub report: Option<Report<S>>,
}

names! {
    /// Whether the executions that failed end well with a change.
    RepairsAnswer {
        /// All executions do.
        Proved => "proved",
        /// All that are known do.
        KnownInputs => "known-inputs",
        /// The tests that failed pass.
        Tests => "tests",
        /// One does not.
        No => "no",
        /// Not decided.
        NotDecided => "not-decided",
    }
}

names! {
    /// What a change keeps of all executions that worked and were tried. The strongest first.
    VerifiedLevel {
        /// The same values are assigned in the same order.
        NothingDiffers => "nothing-differs",
        /// So they are outside the changed lines, which assign the same to what outlives the call.
        NothingElseDiffers => "nothing-else-differs",
        /// So they are outside the changed functions and what they call.
        CallersSeeTheSame => "callers-see-the-same",
        /// The tests that passed pass.
        SameOnTests => "same-on-tests",
        /// No other execution is known that worked and gets to the changed lines.
        NothingToCompare => "nothing-to-compare",
        /// One of them does something else.
        Changes => "changes",
    }
}

/// What a change keeps of what worked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "verified_keeps")]
pub struct VerifiedKeeps {
    /// What holds on all executions that worked and were tried.
    pub level: VerifiedLevel,
    /// How many of them get to the changed lines; with tests, how many passed.
    pub tried: usize,
    /// On how many of these the same is seen: by callers, or by the test.
    pub same: usize,
    /// What is proved of all executions that worked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proved: Option<KeptProof>,
    /// The tests that passed and do not any more.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tests: Vec<String>,
}

names! {
    /// Whether a change is a repair.
    VerificationAnswer {
        /// The change is a repair.
        Repair => "repair",
        /// It is none.
        NoRepair => "no-repair",
        /// Not decided.
        Undecided => "undecided",
    }
}

impl VerificationReason {
    /// The answer that is given for this reason.
    pub const fn answer(self) -> VerificationAnswer {
        use VerificationReason as Reason;
        match self {
            Reason::Repair | Reason::KnownInputs | Reason::PassesTests => VerificationAnswer::Repair,
            Reason::Fails
            | Reason::NewError
            | Reason::Undefined
            | Reason::Unreached
            | Reason::Differs
            | Reason::NoError => VerificationAnswer::NoRepair,
            Reason::Changes
            | Reason::NoErrorKnown
            | Reason::Unended
            | Reason::Unchecked
            | Reason::Unasserted
            | Reason::Respecified
            | Reason::Avoided
            | Reason::Unread
            | Reason::Assuming
            | Reason::Open => VerificationAnswer::Undecided,
        }
    }
}

names! {
    /// Why a change is a repair, or is not.
    VerificationReason {
        /// The changed program does not have the error, and no new one.
        Repair => "proved",
        /// No execution that is known comes to the error, nor to a new one; that is not proved.
        KnownInputs => "known-inputs",
        /// It passes all tests.
        PassesTests => "passes-tests",
        /// It fails where the program failed before.
        Fails => "fails",
        /// It has an error that was not there before.
        NewError => "new-error",
        /// It does something else where the program did what is stated.
        Differs => "differs",
        /// It is a repair, and does something else where the program worked, as far as nothing was violated.
        Changes => "changes",
        /// It does something undefined that the program as it was does not do.
        Undefined => "undefined",
        /// No execution gets to the check that failed.
        Unreached => "check-not-reached",
        /// The program as it was has no error.
        NoError => "no-error",
        /// It is not known whether it has one.
        NoErrorKnown => "no-error-known",
        /// On an input that failed the changed program does not come to its end, or stops before the check that failed.
        Unended => "does-not-end",
        /// The check that failed is not there any more.
        Unchecked => "check-removed",
        /// What the user has asserted was changed.
        Unasserted => "assertion-changed",
        /// The specification is another one: what is assumed, what is read from outside, or what a contract says.
        Respecified => "specification-changed",
        /// On an input that failed, what the user has asserted is not evaluated any more.
        Avoided => "assertion-avoided",
        /// Values from outside that made the program fail are no longer asked for.
        Unread => "inputs-removed",
        /// The changed program has no error if something more is taken for granted.
        Assuming => "assumptions",
        /// Not decided.
        Open => "not-decided",
    }
}
