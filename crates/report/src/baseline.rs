//! Which errors of reports are new, fixed and unchanged against those of stored reports.
//!
//! Errors are compared by their [fingerprints](mod@faultscope_ir::fingerprint). An error of a stored report is fixed if its check holds now,
//! which is proved, or is not there any more; where that is not decided it is neither fixed nor unchanged. That nothing is
//! new is the answer only if every check of the reports is decided.

use std::collections::BTreeSet;

use faultscope_json::{
    self as document, BaselineAnswer, BaselineFormat, Fixed, FixedError, KnownError, Named, SuppressedBy,
};

use crate::{Check, CheckStatus, Property, Report, TestStatus, Verdict, words};
use faultscope_ir::fingerprint::{self, Site, fingerprints};

/// An error of a report, and what it is known by.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Known {
    fingerprint: String,
    property: Property,
    message: String,
    /// The file, the line and the function of a check.
    place: Option<(String, u32, String)>,
}

/// A comparison of reports.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Baseline {
    new: Vec<Known>,
    fixed: Vec<(Known, Fixed)>,
    unchanged: Vec<Known>,
    not_decided: Vec<Known>,
    suppressed: Vec<Known>,
    /// How many checks and tests of the reports are not decided.
    n_open: usize,
}

/// A report with what its checks are known by.
struct Compared<'a> {
    report: &'a Report,
    fingerprints: Vec<String>,
}

/// The fingerprints of the checks of a report, in their order.
pub fn of_checks<'a>(report: &'a Report) -> Vec<String> {
    let site = |check: &'a Check| {
        let Check { property, span, text, function, .. } = check;
        Site { property: *property, span: *span, text, function }
    };
    fingerprints(&report.sources, report.checks.iter().map(site))
}

/// The fingerprints of the errors of a stored report, each with what it is called: those that were found, and those that were
/// known already.
pub fn known_errors(report: &Report) -> Vec<(String, String)> {
    Compared::new(report).errors().into_iter().map(|it| (it.fingerprint, it.message)).collect()
}

impl<'a> Compared<'a> {
    fn new(report: &'a Report) -> Compared<'a> {
        Compared { report, fingerprints: of_checks(report) }
    }

    fn known(&self, idx: usize) -> Known {
        let Check { property, message, span, function, .. } = &self.report.checks[idx];
        let file = self.report.sources.file(span.file).name.clone();
        Known {
            fingerprint: self.fingerprints[idx].clone(),
            property: *property,
            message: message.clone(),
            place: Some((file, span.line, function.clone())),
        }
    }

    /// The checks that are violated, those of known errors included, and the tests that fail.
    fn errors(&self) -> Vec<Known> {
        let tests = self.report.tests.iter().filter(|it| it.status.is_failure()).map(|it| Known {
            fingerprint: fingerprint::of_test(&it.name),
            property: Property::ExpectedOutput,
            message: format!("test `{}`: {}", it.name, words::test(it)),
            place: None,
        });
        if !self.report.tests.is_empty() {
            return tests.collect();
        }
        let is_confirmed = self.report.verdict == Verdict::Unsafe;
        let violated = self.report.checks.iter().enumerate().filter(|(idx, check)| {
            is_confirmed && check.status == CheckStatus::Violated
                || self.is_suppressed(*idx, |by| by == SuppressedBy::Baseline)
        });
        violated.map(|(idx, _)| self.known(idx)).collect()
    }

    fn is_suppressed(&self, check: usize, is_meant: impl Fn(SuppressedBy) -> bool) -> bool {
        self.report.suppressed.iter().any(|it| it.check == check && is_meant(it.by))
    }

    /// How many checks, or tests, are not decided; a report without an answer has one at least.
    fn n_open(&self) -> usize {
        let Report { verdict, tests, checks, .. } = self.report;
        if *verdict == Verdict::Safe || *verdict == Verdict::TestsPass {
            return 0;
        }
        let n_tests = tests.iter().filter(|it| it.status == TestStatus::Undecided).count();
        let is_open = |(idx, check): &(usize, &Check)| match check.status {
            CheckStatus::Violated => *verdict == Verdict::Unknown,
            CheckStatus::Undecided | CheckStatus::HoldsWithinLimits => true,
            CheckStatus::NotAsked => !self.is_suppressed(*idx, |_| true),
            CheckStatus::Proved | CheckStatus::NotReached => false,
        };
        let n_open =
            if tests.is_empty() { checks.iter().enumerate().filter(is_open).count() } else { n_tests };
        n_open.max(usize::from(*verdict == Verdict::Unknown))
    }
}

impl Baseline {
    /// Compares reports with stored ones.
    pub fn of(reports: &[Report], stored: &[Report]) -> Baseline {
        let reports: Vec<Compared<'_>> = reports.iter().map(Compared::new).collect();
        let mut before: Vec<Known> = stored.iter().flat_map(|it| Compared::new(it).errors()).collect();
        let mut baseline = Baseline::default();
        for report in &reports {
            baseline.n_open += report.n_open();
            for error in report.errors() {
                match taken(&mut before, &error) {
                    Some(_) => baseline.unchanged.push(error),
                    None => baseline.new.push(error),
                }
            }
        }
        let mut used = BTreeSet::new();
        for error in before {
            match became(&reports, &error, &mut used) {
                Became::Fixed(how) => baseline.fixed.push((error, how)),
                Became::Suppressed => baseline.suppressed.push(error),
                Became::Open => baseline.not_decided.push(error),
            }
        }
        baseline
    }

    /// Whether there is an error that is new.
    pub fn answer(&self) -> BaselineAnswer {
        match (self.new.is_empty(), self.n_open) {
            (false, _) => BaselineAnswer::New,
            (true, 0) => BaselineAnswer::NothingNew,
            (true, _) => BaselineAnswer::NotDecided,
        }
    }

    /// For people, a line end included.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let answer = match self.answer() {
            BaselineAnswer::New => words::count(self.new.len(), "new error"),
            BaselineAnswer::NothingNew => "no new error".to_owned(),
            BaselineAnswer::NotDecided => {
                format!("not decided: no new error is known, {} open", n_open(self.n_open))
            }
        };
        text += &format!("{answer}; {} fixed, {} unchanged\n", self.fixed.len(), self.unchanged.len());
        let how = |how: &Fixed| match how {
            Fixed::Proved => "proved",
            Fixed::Changed => "the statement was changed or removed",
            Fixed::Passes => "the test passes",
        };
        let groups: [(&str, Vec<String>); 5] = [
            ("new", self.new.iter().map(line).collect()),
            ("fixed", self.fixed.iter().map(|(it, why)| format!("{} ({})", line(it), how(why))).collect()),
            ("unchanged", self.unchanged.iter().map(line).collect()),
            ("suppressed", self.suppressed.iter().map(line).collect()),
            ("not decided whether fixed", self.not_decided.iter().map(line).collect()),
        ];
        for (name, lines) in groups.iter().filter(|(_, lines)| !lines.is_empty()) {
            text += &format!("\n{name}\n");
            lines.iter().for_each(|line| text += &format!("  {line}\n"));
        }
        text
    }

    /// For other programs, a line end included.
    pub fn json(&self) -> String {
        let text = serde_json::to_string_pretty(&self.document()).expect("it has text keys only");
        text + "\n"
    }

    fn document(&self) -> document::Baseline {
        let all = |errors: &[Known]| errors.iter().map(known_error).collect();
        document::Baseline {
            schema: BaselineFormat::V1,
            answer: self.answer(),
            new: all(&self.new),
            fixed: self
                .fixed
                .iter()
                .map(|(error, how)| FixedError { error: known_error(error), how: *how })
                .collect(),
            unchanged: all(&self.unchanged),
            not_decided: all(&self.not_decided),
            suppressed: all(&self.suppressed),
            open: self.n_open,
        }
    }
}

/// Takes an error out of those of the stored reports: one of the same file, else one of another file of the same name.
fn taken(before: &mut Vec<Known>, error: &Known) -> Option<Known> {
    let file = |it: &Known| it.place.as_ref().map(|it| it.0.clone());
    let alike = |it: &Known| it.fingerprint == error.fingerprint;
    let same = before.iter().position(|it| alike(it) && file(it) == file(error));
    same.or_else(|| before.iter().position(alike)).map(|at| before.remove(at))
}

/// What an error of a stored report became that is none of the reports.
enum Became {
    Fixed(Fixed),
    Suppressed,
    Open,
}

/// What became of an error. A check answers for one error only.
fn became(reports: &[Compared<'_>], error: &Known, used: &mut BTreeSet<(usize, usize)>) -> Became {
    if error.place.is_none() {
        let mut tests = reports.iter().flat_map(|it| &it.report.tests);
        let test = tests.find(|it| fingerprint::of_test(&it.name) == error.fingerprint);
        return match test.map(|it| it.status) {
            None => Became::Fixed(Fixed::Changed),
            Some(TestStatus::Passed) => Became::Fixed(Fixed::Passes),
            Some(_) => Became::Open,
        };
    }
    let mut checks = reports.iter().enumerate().flat_map(|(at, report)| {
        let alike = report.fingerprints.iter().enumerate().filter(|(_, it)| **it == error.fingerprint);
        alike.map(move |(idx, _)| (at, idx))
    });
    let is_free = |it: &(usize, usize)| {
        !used.contains(it) && reports[it.0].report.checks[it.1].status != CheckStatus::Violated
    };
    let Some((at, idx)) = checks.find(is_free) else {
        return Became::Fixed(Fixed::Changed);
    };
    used.insert((at, idx));
    match reports[at].report.checks[idx].status {
        CheckStatus::Proved | CheckStatus::NotReached => Became::Fixed(Fixed::Proved),
        _ if reports[at].is_suppressed(idx, |_| true) => Became::Suppressed,
        _ => Became::Open,
    }
}

fn known_error(error: &Known) -> KnownError {
    let Known { fingerprint, property, message, place } = error;
    let place = place.as_ref();
    KnownError {
        fingerprint: fingerprint.clone(),
        property: Named(*property),
        message: message.clone(),
        file: place.map(|it| it.0.clone()),
        line: place.map(|it| it.1),
        function: place.map(|it| it.2.clone()),
    }
}

fn line(error: &Known) -> String {
    let Known { property, message, place, .. } = error;
    match place {
        Some((file, line, _)) => format!("{file}:{line}: {message} [{}]", property.name()),
        None => message.clone(),
    }
}

fn n_open(n: usize) -> String {
    format!("{} {}", words::count(n, "check"), if n == 1 { "is" } else { "are" })
}

#[cfg(test)]
mod tests;
