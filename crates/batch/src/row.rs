//! What a report says in short: a row of the tables.

use faultscope_json::{Finding, PatchVerdict, TestStatus, Verdict, changed_lines};
use serde::de::IgnoredAny;

use crate::mistake::{self, Mistake, first_finding};
use crate::record::End;
use crate::store::Report;

/// What became of a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// An error was found, or a test fails.
    Fails,
    /// Nothing was decided.
    Undecided,
    /// It is not a program that can be checked.
    Rejected,
    /// Its check ended without an answer.
    Died,
    /// There is no error, or all tests pass.
    Passes,
}

impl Outcome {
    /// All, in the order in which they are counted.
    pub const ALL: [Outcome; 5] =
        [Outcome::Fails, Outcome::Undecided, Outcome::Rejected, Outcome::Died, Outcome::Passes];

    /// The name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Outcome::Fails => "fails",
            Outcome::Undecided => "undecided",
            Outcome::Rejected => "rejected",
            Outcome::Died => "died",
            Outcome::Passes => "passes",
        }
    }

    /// The same for people.
    pub const fn words(self) -> &'static str {
        match self {
            Outcome::Fails => "error found",
            Outcome::Undecided => "not decided",
            Outcome::Rejected => "cannot be read",
            Outcome::Died => "check broke down",
            Outcome::Passes => "no error",
        }
    }

    /// How many rows have which outcome, in words; those that none has are left out.
    pub fn counts(rows: &[Row]) -> Vec<(usize, &'static str)> {
        let count = |outcome: &Outcome| rows.iter().filter(|it| it.outcome == *outcome).count();
        Outcome::ALL.iter().map(|it| (count(it), it.words())).filter(|it| it.0 > 0).collect()
    }
}

/// How many tests ended how.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TestCounts {
    /// As expected.
    pub passed: usize,
    /// Otherwise.
    pub failed: usize,
    /// Not decided.
    pub undecided: usize,
}

impl TestCounts {
    /// All of them.
    pub const fn all(self) -> usize {
        self.passed + self.failed + self.undecided
    }
}

/// A place to look at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spot {
    /// The file.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The function.
    pub function: String,
    /// What stands there: the line, without white space around it.
    pub text: String,
}

/// The first patch in short.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Where.
    pub spot: Spot,
    /// What is replaced.
    pub old: String,
    /// What comes instead.
    pub new: String,
    /// The lines that go.
    pub old_lines: Vec<String>,
    /// The lines that come.
    pub new_lines: Vec<String>,
    /// What is known of it.
    pub verdict: PatchVerdict,
}

/// A row of the tables.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The submission.
    pub name: String,
    /// What became of it.
    pub outcome: Outcome,
    /// What is wrong: the error, or why there is no answer.
    pub message: String,
    /// The name of the property that is violated.
    pub property: Option<&'static str>,
    /// How its tests ended.
    pub tests: TestCounts,
    /// Where the error shows.
    pub error: Option<Spot>,
    /// The first place.
    pub place: Option<Spot>,
    /// The name of its kind.
    pub kind: Option<&'static str>,
    /// The first patch.
    pub change: Option<Change>,
    /// The mistake, where there is an error.
    pub mistake: Option<Mistake>,
    /// How long the check took.
    pub seconds: f64,
}

impl Row {
    /// Where the mistake is shown: at this change, else at the first place, else at the error.
    pub fn spot<'a>(&'a self, change: Option<&'a Change>) -> Option<&'a Spot> {
        change.map(|it| &it.spot).or(self.place.as_ref()).or(self.error.as_ref())
    }

    /// The row of a submission whose check has ended.
    pub fn new(name: &str, end: &End, report: Option<&Report>, seconds: f64) -> Row {
        let row = Row {
            name: name.to_owned(),
            outcome: Outcome::Died,
            message: String::new(),
            property: None,
            tests: TestCounts::default(),
            error: None,
            place: None,
            kind: None,
            change: None,
            mistake: None,
            seconds,
        };
        match (end, report) {
            (End::Reported, Some(report)) => row.reported(report),
            (End::Reported, None) => Row { message: "its report cannot be read".to_owned(), ..row },
            (End::Rejected(complaint), _) => {
                Row { outcome: Outcome::Rejected, message: first_line(complaint).to_owned(), ..row }
            }
            (End::Died(how), _) => Row { message: how.clone(), ..row },
        }
    }

    fn reported(self, report: &Report) -> Row {
        let error = report.error.as_ref();
        let outcome = match report.verdict {
            Verdict::Unsafe => Outcome::Fails,
            Verdict::Safe | Verdict::TestsPass => Outcome::Passes,
            Verdict::Unknown => Outcome::Undecided,
        };
        let reason = || report.reason.clone().unwrap_or_default();
        let place = first_finding(report);
        Row {
            outcome,
            message: match (outcome, error) {
                (Outcome::Fails, Some(error)) => error.message.clone(),
                (Outcome::Passes, _) => String::new(),
                _ => reason(),
            },
            property: error.map(|it| it.property.0.name()),
            tests: counts(report),
            error: error.map(|it| spot(report, &it.place.file, it.place.line, &it.function)),
            place: place.map(|it| spot_of(report, it)),
            kind: place.map(|it| it.kind.0.name()),
            change: report.patches.first().map(|it| {
                let owned = |lines: Vec<&str>| lines.into_iter().map(str::to_owned).collect();
                let (old, new) = changed_lines(&it.old_line, &it.new_line);
                Change {
                    spot: spot(report, &it.place.file, it.place.line, &it.function),
                    old: it.old.clone(),
                    new: it.new.clone(),
                    old_lines: owned(old),
                    new_lines: owned(new),
                    verdict: it.verdict,
                }
            }),
            mistake: (outcome == Outcome::Fails).then(|| mistake::mistake(report)).flatten(),
            ..self
        }
    }
}

/// The place of a finding.
pub fn spot_of(report: &Report, finding: &Finding<IgnoredAny>) -> Spot {
    spot(report, &finding.place.file, finding.place.line, &finding.function)
}

fn spot(report: &Report, file: &str, line: u32, function: &str) -> Spot {
    let text = mistake::text_of(report, file).and_then(|it| it.lines().nth(line.saturating_sub(1) as usize));
    Spot {
        file: file.to_owned(),
        line,
        function: function.to_owned(),
        text: text.unwrap_or_default().trim().to_owned(),
    }
}

fn counts(report: &Report) -> TestCounts {
    let mut counts = TestCounts::default();
    for test in &report.tests {
        match test.status {
            TestStatus::Passed => counts.passed += 1,
            TestStatus::Undecided => counts.undecided += 1,
            TestStatus::Failed | TestStatus::Crashed | TestStatus::RanOn => counts.failed += 1,
        }
    }
    counts
}

/// The first error of a complaint, or its first line.
fn first_line(complaint: &str) -> &str {
    let error = complaint.lines().find_map(|it| it.strip_prefix("error: "));
    error.or_else(|| complaint.lines().next()).unwrap_or_default()
}
