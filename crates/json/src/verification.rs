//! Whether a change of a program is a repair.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::format::VerificationFormat;
use crate::names::names;
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
    /// The report of the changed program; of the program as it was, where that has no error.
    pub report: Option<Report<S>>,
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
            Reason::Repair | Reason::PassesTests => VerificationAnswer::Repair,
            Reason::Fails | Reason::Undefined | Reason::Unreached | Reason::NoError => {
                VerificationAnswer::NoRepair
            }
            Reason::NoErrorKnown
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
        /// The changed program has no error.
        Repair => "proved",
        /// It passes all tests.
        PassesTests => "passes-tests",
        /// It fails.
        Fails => "fails",
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
