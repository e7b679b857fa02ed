//! What was checked, the tests, what other techniques say, and what the answer rests on.

use super::markup::{capital, escaped, sentence};
use super::place::Places;

use crate::text::page::Page;
use crate::text::techniques;
use crate::words;
use crate::{Check, CheckStatus, Finding, Note, OtherError, ReachedLimit, Test, TestLine, TestStatus};

/// A check.
pub(super) struct Checked {
    /// The class of its row.
    pub(super) class: &'static str,
    pub(super) status: &'static str,
    pub(super) place: String,
    pub(super) text: String,
    pub(super) property: &'static str,
    pub(super) by: &'static str,
    /// Of another error than the one that is shown its places, and what to do there, the most likely one first.
    pub(super) places: Vec<(String, String)>,
}

/// The checks, those first that ask for attention.
pub(super) fn checked(page: &Page<'_>, places: &Places<'_>) -> Vec<Checked> {
    let mut order: Vec<&Check> = page.report.checks.iter().collect();
    order.sort_by_key(|it| it.status);
    let told = |check: &Check| {
        let others = page.report.other_errors.iter().filter(|it| it.violates(check));
        let places_of = |of: &OtherError| -> Vec<(String, String)> {
            let told = |it: &Finding| {
                let what = words::in_other_error(it, of, &page.report.sources);
                (places.link(it.span), sentence(&format!("{}; {what}", words::code(&it.text))))
            };
            of.findings.iter().map(told).collect()
        };
        others.flat_map(places_of).collect()
    };
    let row = |it: &&Check| Checked {
        class: match it.status {
            CheckStatus::Violated => "violated",
            CheckStatus::Proved | CheckStatus::HoldsWithinLimits => "proved",
            CheckStatus::NotReached | CheckStatus::NotAsked => "apart",
            CheckStatus::Undecided => "open",
        },
        status: words::status(it.status),
        place: places.link(it.span),
        text: it.text.clone(),
        property: it.property.name(),
        by: it.decided_by.map_or("", words::decided_by),
        places: told(it),
    };
    order.iter().map(row).collect()
}

/// A test.
pub(super) struct Tested {
    pub(super) name: String,
    pub(super) status: &'static str,
    pub(super) is_failure: bool,
    pub(super) message: String,
    /// The lines where the output differs first: expected, and what was written.
    pub(super) lines: Option<(Output, Output)>,
    /// Its trace, where it is shown.
    pub(super) trace: Option<usize>,
}

/// A line of an output: its number, what is as it should be, and what is not.
pub(super) struct Output {
    pub(super) number: usize,
    pub(super) same: String,
    pub(super) rest: String,
}

/// The tests that do not pass.
pub(super) fn tested(page: &Page<'_>) -> Vec<Tested> {
    let is_open = |it: &&Test| it.status != TestStatus::Passed;
    let one = |it: &Test| Tested {
        name: it.name.clone(),
        status: match it.status {
            TestStatus::Passed => "passed",
            TestStatus::Failed => "failed",
            TestStatus::Crashed => "crashed",
            TestStatus::RanOn => "did not terminate",
            TestStatus::Undecided => "not decided",
        },
        is_failure: it.status.is_failure(),
        message: sentence(&words::test(it)),
        lines: it
            .expected
            .as_ref()
            .zip(it.got.as_ref())
            .map(|(expected, got)| (output(expected), output(got))),
        trace: it.trace.filter(|it| *it < page.report.traces.len()).map(|it| it + 1),
    };
    page.report.tests.iter().filter(is_open).map(one).collect()
}

fn output(line: &TestLine) -> Output {
    let at = line.column.saturating_sub(1).min(line.text.len());
    let at = (0..=at).rev().find(|at| line.text.is_char_boundary(*at)).unwrap_or(0);
    Output { number: line.line, same: line.text[..at].to_owned(), rest: line.text[at..].to_owned() }
}

/// The names of the tests that pass.
pub(super) fn passed<'a>(page: &Page<'a>) -> Vec<&'a str> {
    let passed = page.report.tests.iter().filter(|it| it.status == TestStatus::Passed);
    passed.map(|it| it.name.as_str()).collect()
}

/// A sentence about the program, with its place and what to do.
pub(super) struct Remark {
    pub(super) text: String,
    pub(super) place: Option<String>,
    pub(super) hint: Option<String>,
}

/// A note.
pub(super) fn remark(note: &Note, places: &Places<'_>) -> Remark {
    Remark {
        text: capital(&note.message),
        place: note.span.map(|span| places.link(span)),
        hint: note.hint.as_deref().map(capital),
    }
}

/// What was taken for granted.
pub(super) fn assumptions(page: &Page<'_>, places: &Places<'_>) -> Vec<Remark> {
    let remark = |it: &crate::Assumption| Remark {
        text: capital(&it.message),
        place: it.span.map(|span| places.link(span)),
        hint: None,
    };
    page.report.assumptions.iter().map(remark).collect()
}

/// A limit that was reached: its name, its value, what it bounds and what comes of it.
pub(super) struct Reached {
    pub(super) name: String,
    pub(super) value: String,
    pub(super) bounds: String,
    pub(super) effect: String,
}

/// The limits that were reached.
pub(super) fn limits(page: &Page<'_>) -> Vec<Reached> {
    let one = |it: &ReachedLimit| Reached {
        name: it.name.clone(),
        value: it.value.to_string(),
        bounds: sentence(&it.bounds),
        effect: sentence(&it.effect),
    };
    page.report.limits.iter().map(one).collect()
}

/// What other techniques say.
pub(super) struct Compared {
    /// Letter, name and remark of each column.
    pub(super) columns: Vec<(char, String, String)>,
    /// Place, text and ranks of each line.
    pub(super) rows: Vec<(String, String, Vec<String>)>,
    /// What there is to say besides.
    pub(super) more: String,
}

/// The table of other techniques, where any was asked.
pub(super) fn compared(page: &Page<'_>, places: &Places<'_>) -> Option<Compared> {
    if page.report.techniques.is_empty() {
        return None;
    }
    let remark = |idx: usize| {
        let technique = idx.checked_sub(1).and_then(|idx| page.report.techniques.get(idx))?;
        technique.remark.as_deref().map(sentence)
    };
    let column = |(idx, name): (usize, &str)| {
        (techniques::letter(idx), escaped(name), remark(idx).unwrap_or_default())
    };
    let rank = |rank: &Option<usize>| rank.map_or("–".to_owned(), |rank| rank.to_string());
    let rows = page.lines();
    let row = |row: &techniques::Row<'_>| {
        (places.link(row.span), row.text.to_owned(), row.ranks.iter().map(rank).collect())
    };
    Some(Compared {
        columns: page.names().enumerate().map(column).collect(),
        rows: rows.values().map(row).collect(),
        more: page.solutions() + &page.trusted() + &page.projections(),
    })
}
