//! Single phrases of the report, for other formats that have sentences in them.

use super::page::{Options, Page, Shown};
use super::{object, test_runs, trace, words};
use crate::style::Style;
use crate::{ErrorSite, Finding, Patch, Report, Step, Test};

const OPTIONS: Options = Options {
    style: Style { color: false, width: usize::MAX },
    details: false,
    full_trace: false,
    show_aberrant: false,
    findings: Shown::Promising,
    all_checks: false,
    statistics: false,
};

/// What to do at a finding, what is known of it, and why.
pub(crate) fn finding(report: &Report, finding: &Finding) -> String {
    // The inputs stand where the error is told.
    let reasons = Page { report, options: &OPTIONS }.reasons(finding);
    reasons.replace("with the inputs above", "with the inputs of the error")
}

/// What was shown of a patch, and what speaks against it.
pub(crate) fn patch(report: &Report, patch: &Patch) -> String {
    Page { report, options: &OPTIONS }.standing(patch)
}

/// The object that an error is about, and the calls that lead to it.
pub(crate) fn error(report: &Report, error: &ErrorSite) -> Vec<String> {
    let object = error.object.as_ref();
    let object = object.map(|it| object::object(it, &report.sources, Some(error.span)));
    object.into_iter().chain(words::calls(&error.calls, &report.sources, Some(error.span))).collect()
}

/// What is wrong in a test.
pub(crate) fn test(test: &Test) -> String {
    test_runs::what(test)
}

/// What a step does; the last one of a trace violates what it asserts.
pub(crate) fn step(step: &Step, is_last: bool) -> String {
    trace::effect(step, is_last)
}

pub(crate) use trace::is_violated;

/// A text of at most so many characters.
pub(crate) fn shortened(text: &str, width: usize) -> String {
    words::shortened(text, width)
}

/// A number and its noun.
pub(crate) fn count(number: usize, noun: &str) -> String {
    words::count(number, noun)
}
