//! What a change of a program repairs, keeps and leaves, for people and for other programs.

use std::sync::Arc;

use faultscope_ir::SourceMap;
use faultscope_json::{self as document, VerificationFormat, VerifiedLevel};

use crate::json::{change, left};
use crate::{Keeps, KeepsLevel, LeftError, Report, Verdict, json, snippet, text, words};

pub use faultscope_json::{
    RepairsAnswer as Repairs, VerificationAnswer as Answer, VerificationReason as Outcome,
};

/// Most tests that are named.
const MAX_TESTS: usize = 4;

/// What is said of a change.
#[derive(Debug, Clone)]
pub struct Verification {
    /// The answer, and why.
    pub outcome: Outcome,
    /// What the answer names: assumptions, or places.
    pub details: Vec<String>,
    /// Places of the specification that the change changes, and where it was judged by what stood there.
    pub put_back: Vec<String>,
    /// The error that the change is about, in the sources of the program as it was; none where tests tell.
    pub about: Option<(LeftError, Arc<SourceMap>)>,
    /// Whether the executions that failed end well.
    pub repairs: Repairs,
    /// What is kept of what worked; none where that was not asked.
    pub keeps: Option<Kept>,
    /// The other errors that were there before and still are, in the sources of the report.
    pub leaves: Vec<LeftError>,
    /// The report of the changed program; of the program as it was, where that has no error.
    pub report: Option<Report>,
}

/// What a change keeps of what worked.
#[derive(Debug, Clone)]
pub enum Kept {
    /// No other execution is known that worked and gets to the changed lines.
    Nothing,
    /// The executions around the failing one that worked.
    Executions {
        /// What is kept of them.
        keeps: Keeps,
        /// The functions that are changed.
        functions: Vec<String>,
        /// The sources of the program as it was.
        sources: Arc<SourceMap>,
    },
    /// The tests that passed.
    Tests {
        /// How many there are.
        passed: usize,
        /// The names of those that do not pass any more.
        broken: Vec<String>,
    },
}

impl Kept {
    fn level(&self) -> VerifiedLevel {
        match self {
            Kept::Nothing | Kept::Tests { passed: 0, .. } => VerifiedLevel::NothingToCompare,
            Kept::Executions { keeps, .. } => match keeps.level() {
                KeepsLevel::NothingDiffers => VerifiedLevel::NothingDiffers,
                KeepsLevel::NothingElseDiffers => VerifiedLevel::NothingElseDiffers,
                KeepsLevel::CallersSeeTheSame => VerifiedLevel::CallersSeeTheSame,
                KeepsLevel::Changes => VerifiedLevel::Changes,
            },
            Kept::Tests { broken, .. } if broken.is_empty() => VerifiedLevel::SameOnTests,
            Kept::Tests { .. } => VerifiedLevel::Changes,
        }
    }

    /// Whether something that worked differs.
    pub fn changes(&self) -> bool {
        self.level() == VerifiedLevel::Changes
    }

    fn document(&self) -> document::VerifiedKeeps {
        let (tried, same, tests) = match self {
            Kept::Nothing => (0, 0, Vec::new()),
            Kept::Executions { keeps, .. } => (keeps.executions, keeps.same_to_callers, Vec::new()),
            Kept::Tests { passed, broken } => (*passed, passed - broken.len(), broken.clone()),
        };
        let proved = match self {
            Kept::Executions { keeps, .. } => keeps.proof,
            Kept::Nothing | Kept::Tests { .. } => None,
        };
        document::VerifiedKeeps { level: self.level(), tried, same, proved, tests }
    }

    /// The difference, in the sources of the program as it was.
    fn changed(&self) -> Option<document::KeptChange> {
        let Kept::Executions { keeps, sources, .. } = self else { return None };
        keeps.change.as_ref().map(|it| change(it, &json::Files::new(sources)))
    }

    fn words(&self) -> String {
        match self {
            Kept::Nothing | Kept::Tests { passed: 0, .. } => {
                "keeps: nothing else to keep is known".to_owned()
            }
            Kept::Executions { keeps, functions, sources } => {
                let functions: Vec<&str> = functions.iter().map(String::as_str).collect();
                words::keeping(sources, keeps, &functions, ("", None))
            }
            Kept::Tests { passed: 1, broken } if broken.is_empty() => {
                "keeps: the same on the test that passed".to_owned()
            }
            Kept::Tests { passed, broken } if broken.is_empty() => {
                format!("keeps: the same on all {passed} tests that passed")
            }
            Kept::Tests { passed, broken } => {
                let mut names: Vec<String> =
                    broken.iter().take(MAX_TESTS).map(|it| format!("`{it}`")).collect();
                if broken.len() > MAX_TESTS {
                    names.push(format!("{} more", broken.len() - MAX_TESTS));
                }
                format!(
                    "changes {} of the {passed} tests that passed: {} fails now",
                    broken.len(),
                    names.join(", ")
                )
            }
        }
    }
}

impl Verification {
    /// That a limit was reached before anything was known.
    pub fn given_up() -> Verification {
        let details = vec!["a limit was reached".to_owned()];
        Verification { details, ..Verification::of(Outcome::Open, None) }
    }

    /// That the program as it was has no error, or none that is known.
    pub fn of_nothing(report: Report) -> Verification {
        let outcome = match report.verdict {
            Verdict::Safe | Verdict::TestsPass => Outcome::NoError,
            Verdict::Unsafe | Verdict::Unknown => Outcome::NoErrorKnown,
        };
        Verification::of(outcome, Some(report))
    }

    /// An answer without more to say.
    pub fn of(outcome: Outcome, report: Option<Report>) -> Verification {
        Verification {
            outcome,
            details: Vec::new(),
            put_back: Vec::new(),
            about: None,
            repairs: Repairs::NotDecided,
            keeps: None,
            leaves: Vec::new(),
            report,
        }
    }

    /// The answer in words.
    pub fn message(&self) -> String {
        let mut message = message(self.outcome, !self.leaves.is_empty()).to_owned();
        if !self.details.is_empty() {
            message += &format!(": {}", self.details.join("; "));
        }
        if !self.put_back.is_empty() {
            message += &format!(
                " (judged by the original specification, which the diff changes at {})",
                self.put_back.join("; ")
            );
        }
        message
    }

    /// For people: the three answers, and the report of the changed program.
    pub fn text(&self, options: &text::Options) -> String {
        let report = self.report.as_ref().map(|it| format!("\n{}", text::render(it, options)));
        format!("{}{}", self.answers(), report.unwrap_or_default())
    }

    /// The three answers, a line each.
    pub fn answers(&self) -> String {
        let mut lines = vec![self.message(), self.repairs()];
        lines.extend(self.keeps.as_ref().map(Kept::words));
        lines.extend(self.leaves());
        lines.join("\n") + "\n"
    }

    /// The report of an execution that speaks against the change, if there is one: the report's error and inputs are those
    /// of a counterexample.
    pub fn counterexample(&self) -> Option<&Report> {
        let is_against = match self.outcome {
            Outcome::Fails | Outcome::NewError | Outcome::Undefined | Outcome::Differs => true,
            Outcome::Repair
            | Outcome::KnownInputs
            | Outcome::PassesTests
            | Outcome::Changes
            | Outcome::Unreached
            | Outcome::NoError
            | Outcome::NoErrorKnown
            | Outcome::Unended
            | Outcome::Unchecked
            | Outcome::Unasserted
            | Outcome::Respecified
            | Outcome::Avoided
            | Outcome::Unread
            | Outcome::Assuming
            | Outcome::Open => false,
        };
        let is_left = |report: &Report| {
            report.error().is_some_and(|error| self.leaves.iter().any(|it| it.span == error.span))
        };
        self.report.as_ref().filter(|it| is_against && it.error().is_some() && !is_left(it))
    }

    /// What is repaired, in words.
    fn repairs(&self) -> String {
        let answer = repairs(self.repairs);
        let about = self.about.as_ref().map(|(error, sources)| {
            let place = snippet::line(sources, error.span, None);
            format!(" ({}, {place})", error.message)
        });
        format!("repairs: {answer}{}", about.unwrap_or_default())
    }

    /// The errors that are left, in words.
    fn leaves(&self) -> Option<String> {
        let report = self.report.as_ref().filter(|_| !self.leaves.is_empty())?;
        Some(format!("leaves: {}", words::left_errors(&report.sources, &self.leaves, None)))
    }

    /// For other programs.
    pub fn json(&self) -> String {
        let verification = self.document();
        let mut text = serde_json::to_string_pretty(&verification).expect("it has text keys only");
        text.push('\n');
        text
    }

    /// The document.
    pub fn document(&self) -> document::Verification<json::Steps<'_>> {
        document::Verification {
            schema: VerificationFormat::V2,
            answer: self.outcome.answer(),
            reason: self.outcome,
            message: self.message(),
            details: self.details.iter().chain(&self.put_back).cloned().collect(),
            about: self.about.as_ref().map(|(error, sources)| left(error, &json::Files::new(sources))),
            repairs: self.repairs,
            keeps: self.keeps.as_ref().map(Kept::document),
            changes: self.keeps.as_ref().and_then(Kept::changed),
            leaves: self.left_errors(),
            report: self.report.as_ref().map(json::document),
        }
    }

    fn left_errors(&self) -> Vec<document::LeftError> {
        let Some(report) = &self.report else { return Vec::new() };
        let files = json::Files::new(&report.sources);
        self.leaves.iter().map(|it| left(it, &files)).collect()
    }
}

/// Whether the executions that failed end well, in words.
fn repairs(answer: Repairs) -> &'static str {
    match answer {
        Repairs::Proved => "proved",
        Repairs::KnownInputs => "on all known inputs; the rest is not decided",
        Repairs::Tests => "on the tests",
        Repairs::No => "no",
        Repairs::NotDecided => "not decided",
    }
}

/// An outcome in words.
fn message(outcome: Outcome, leaves: bool) -> &'static str {
    match outcome {
        Outcome::Repair if leaves => {
            "a repair: the changed program no longer has this error, which is proved"
        }
        Outcome::Repair => "a repair: the changed program has no error, which is proved",
        Outcome::KnownInputs => {
            "a repair as far as it was executed: no known input leads to this error any more, nor to a new one"
        }
        Outcome::PassesTests => "a repair as far as the tests tell: all of them pass",
        Outcome::Fails => "not a repair: the changed program fails",
        Outcome::NewError => "not a repair: the changed program has a new error",
        Outcome::Undefined => {
            "not a repair: the changed program does something undefined that the program as it was does not do"
        }
        Outcome::Unreached => {
            "not a repair: no execution of the changed program gets to the check that failed"
        }
        Outcome::Differs => {
            "not a repair: the changed program does something else where the program was right"
        }
        Outcome::Changes => {
            "not decided: the changed program no longer fails, and does something else where the program worked"
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
            "not decided: the changed program has no error under more assumptions than before"
        }
        Outcome::Open => "not decided: no error of the changed program was found, and not all was looked at",
    }
}
