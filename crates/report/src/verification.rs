//! Whether a change of a program is a repair, for people and for other programs.

use faultscope_json::VerificationFormat;

use crate::{Report, json, text};

pub use faultscope_json::{VerificationAnswer as Answer, VerificationReason as Outcome};

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

impl Verification {
    /// That a limit was reached before anything was known.
    pub fn given_up() -> Verification {
        Verification { outcome: Outcome::Open, details: vec!["a limit was reached".to_owned()], report: None }
    }

    /// The answer in words.
    pub fn message(&self) -> String {
        let message = message(self.outcome);
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
        let verification = faultscope_json::Verification {
            schema: VerificationFormat::V1,
            answer: self.outcome.answer(),
            reason: self.outcome,
            message: self.message(),
            details: self.details.clone(),
            report: self.report.as_ref().map(json::document),
        };
        let mut text = serde_json::to_string_pretty(&verification).expect("it has text keys only");
        text.push('\n');
        text
    }
}

/// An outcome in words.
fn message(outcome: Outcome) -> &'static str {
    match outcome {
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
        Outcome::Open => "not decided: no error of the changed program was found, and not all was looked at",
    }
}
