//! Whether a change of a program is a repair, for people and for other programs.

use serde::Serialize;

use crate::{Report, json, text};

/// What is said of a change.
#[derive(Debug, Clone)]
pub struct Verification {
    /// The answer, and why.
    pub outcome: Outcome,
    /// What the answer names: assumptions, or places.
    pub details: Vec<String>,
    /// The report of the changed program; of the program as it was, where that has no error.
    pub report: Option<Report>,
}

/// The answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// The change is a repair.
    Repair,
    /// It is none.
    NoRepair,
    /// Not decided.
    Undecided,
}

/// The answer, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The changed program has no error.
    Repair,
    /// It passes all tests.
    PassesTests,
    /// It fails.
    Fails,
    /// It does something undefined that the program as it was does not do.
    Undefined,
    /// No execution gets to the check that failed.
    Unreached,
    /// The program as it was has no error.
    NoError,
    /// It is not known whether it has one.
    NoErrorKnown,
    /// On an input that failed the changed program does not come to its end, or stops before the check that failed.
    Unended,
    /// The check that failed is not there any more.
    Unchecked,
    /// What the user has asserted was changed.
    Unasserted,
    /// The specification is another one: what is assumed, what is read from outside, or what a contract says.
    Respecified,
    /// On an input that failed, what the user has asserted is not evaluated any more.
    Avoided,
    /// Values from outside that made the program fail are no longer asked for.
    Unread,
    /// The changed program has no error if something more is taken for granted.
    Assuming,
    /// Not decided.
    Open,
}

impl Outcome {
    /// The answer.
    pub fn answer(self) -> Answer {
        match self {
            Outcome::Repair | Outcome::PassesTests => Answer::Repair,
            Outcome::Fails | Outcome::Undefined | Outcome::Unreached | Outcome::NoError => Answer::NoRepair,
            Outcome::NoErrorKnown
            | Outcome::Unended
            | Outcome::Unchecked
            | Outcome::Unasserted
            | Outcome::Respecified
            | Outcome::Avoided
            | Outcome::Unread
            | Outcome::Assuming
            | Outcome::Open => Answer::Undecided,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Outcome::Repair => "proved",
            Outcome::PassesTests => "passes-tests",
            Outcome::Fails => "fails",
            Outcome::Undefined => "undefined",
            Outcome::Unreached => "check-not-reached",
            Outcome::NoError => "no-error",
            Outcome::NoErrorKnown => "no-error-known",
            Outcome::Unended => "does-not-end",
            Outcome::Unchecked => "check-removed",
            Outcome::Unasserted => "assertion-changed",
            Outcome::Respecified => "specification-changed",
            Outcome::Avoided => "assertion-avoided",
            Outcome::Unread => "inputs-removed",
            Outcome::Assuming => "assumptions",
            Outcome::Open => "not-decided",
        }
    }

    fn message(self) -> &'static str {
        match self {
            Outcome::Repair => "a repair: the changed program has no error, which is proved",
            Outcome::PassesTests => "a repair as far as the tests tell: all of them pass",
            Outcome::Fails => "not a repair: the changed program fails",
            Outcome::Undefined => {
                "not a repair: the changed program does something undefined that the program as it was does not do"
            }
            Outcome::Unreached => {
                "not a repair: no execution of the changed program gets to the check that failed"
            }
            Outcome::NoError => "not a repair: the program as it was has no error",
            Outcome::NoErrorKnown => "not decided: no error of the program as it was is known",
            Outcome::Unended => {
                "not decided: the changed program has no error, and on an input that failed it does not come to its end, or stops before the check that failed"
            }
            Outcome::Unchecked => {
                "not decided: the changed program has no error, and the check that failed is not there any more"
            }
            Outcome::Unasserted => {
                "not decided: the changed program has no error, and what is asserted was changed"
            }
            Outcome::Respecified => {
                "not decided: the change changes the specification, by which the changed program has no error: what is assumed, what is read from outside, or what a contract says"
            }
            Outcome::Avoided => {
                "not decided: the changed program has no error, and on an input that failed it ends without coming to the assertion that failed"
            }
            Outcome::Unread => {
                "not decided: the changed program has no error, and does not ask for values from outside that made the program fail"
            }
            Outcome::Assuming => {
                "not decided: the changed program has no error if more is taken for granted than before"
            }
            Outcome::Open => {
                "not decided: no error of the changed program was found, and not all was looked at"
            }
        }
    }
}

impl Verification {
    /// That a limit was reached before anything was known.
    pub fn given_up() -> Verification {
        Verification { outcome: Outcome::Open, details: vec!["a limit was reached".to_owned()], report: None }
    }

    /// The answer in words.
    pub fn message(&self) -> String {
        let message = self.outcome.message();
        match &self.details[..] {
            [] => message.to_owned(),
            details => format!("{message}: {}", details.join("; ")),
        }
    }

    /// For people: the answer, and the report of the changed program.
    pub fn text(&self, options: &text::Options) -> String {
        let report = self.report.as_ref().map(|it| format!("\n{}", text::render(it, options)));
        format!("{}\n{}", self.message(), report.unwrap_or_default())
    }

    /// For other programs.
    pub fn json(&self) -> String {
        let json = JsonVerification {
            schema: "faultscope-verification/1",
            answer: match self.outcome.answer() {
                Answer::Repair => "repair",
                Answer::NoRepair => "no-repair",
                Answer::Undecided => "undecided",
            },
            reason: self.outcome.name(),
            message: self.message(),
            details: &self.details,
            report: self.report.as_ref().map(json::value),
        };
        let mut text = serde_json::to_string_pretty(&json).expect("it has text keys only");
        text.push('\n');
        text
    }
}

#[derive(Serialize)]
struct JsonVerification<'a, R> {
    schema: &'static str,
    answer: &'static str,
    reason: &'static str,
    message: String,
    details: &'a [String],
    report: Option<R>,
}
