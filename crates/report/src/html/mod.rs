//! The report as one page for a browser, described in `docs/html.md`.
//!
//! The page reads without a script: the source with the findings marked in it ([`source`]), the findings ([`findings`]), the
//! error traces as tables, cut in the middle where they are long ([`trace`]), patches ([`patches`]), and what was checked and
//! taken for granted ([`checks`]). With it the traces are walked through beside the source, and any number of steps is fluent,
//! since only those are in the page that can be seen. All sentences are those of the report for the terminal.
//!
//! Nothing is loaded from elsewhere, and the page forbids it. Style sheet and script are files beside this one.

mod markup;

mod lexer;

mod strength;

mod place;

mod checks;
mod findings;
mod patches;
mod source;
mod trace;

use askama::Template;

use crate::style::Style;
use crate::text::page::{self, Options, Page};
use crate::words;
use crate::{Report, Verdict};
use checks::{Checked, Compared, Reached, Remark, Tested};
use findings::{Entry, Outside, Set};
use markup::{capital, sentence};
use patches::Change;
use place::Places;
use source::File;
use strength::Look;
use trace::{Line, Shown};

/// The style sheet of the page, for pages that are to look alike.
pub const STYLE: &str = include_str!("style.css");

/// Everything is on the page.
const OPTIONS: Options = Options {
    style: Style { color: false, width: 10_000 },
    details: true,
    full_trace: true,
    show_aberrant: true,
    findings: page::Shown::All,
    all_checks: true,
    statistics: true,
};

/// A longer answer stands in smaller letters. Markup counts.
const LONG_SENTENCE: usize = 120;

/// The page as HTML. The same report gives the same bytes.
///
/// # Panics
/// Never: writing to a string does not fail.
pub fn render(report: &Report) -> String {
    render_below(report, None)
}

/// The same page with a link to an index of several.
///
/// # Panics
/// Never: writing to a string does not fail.
pub fn render_below(report: &Report, index: Option<&str>) -> String {
    let page = Page { report, options: &OPTIONS };
    let files = source::files(report);
    let places = Places { report, shown: files.iter().map(|it| it.id).collect() };
    let verdict = verdict(&page);
    let html = Html {
        style: STYLE,
        script: include_str!("script.js"),
        title: title(report, &verdict),
        name: files.first().map_or_else(String::new, |it| it.name.clone()),
        data: trace::data(report),
        about_traces: page.about_traces().filter(|it| !it.is_empty()).map(|it| capital(&it)),
        one_for_all: (report.traces.len() == 1 && report.n_traces() > 1 && report.is_localized)
            .then(|| sentence(words::ONE_FOR_ALL.trim())),
        n_traces: report.n_traces(),
        looks: Look::all(report),
        traces: trace::shown(&page, &places),
        nothing_found: report.is_localized && page.has_error() && page.listed().is_empty(),
        n_own: page.listed().iter().filter(|it| it.folded_into.is_none()).count(),
        entries: findings::entries(&page, &places),
        n_omitted: report.n_omitted_findings,
        in_driver: !page.listed().is_empty() && page.listed().iter().all(|it| it.in_driver),
        driver: report.driver.as_ref().map(|it| sentence(&words::driver(it))),
        outside: findings::outside(&page, &places),
        sets: findings::sets(&page, &places),
        best: patches::best(report),
        changes: patches::changes(&page, &places),
        counts_of_checks: page.counts_of_checks(),
        checked: checks::checked(&page, &places),
        tested: checks::tested(&page),
        passed: checks::passed(&page),
        reason: reason(&page, &places),
        warnings: report.warnings.iter().map(|it| checks::remark(it, &places)).collect(),
        assumptions: checks::assumptions(&page, &places),
        limits: checks::limits(&page),
        more_by_effort: page.more_by_effort(),
        proof: proof(&page),
        compared: checks::compared(&page, &places),
        files,
        verdict,
        index,
    };
    html.render().expect("writing to a string does not fail")
}

/// What stands over everything.
struct Answer {
    /// The class of the header.
    class: &'static str,
    /// A sign, which is said in words beside it.
    sign: &'static str,
    words: &'static str,
    sentence: String,
}

impl Answer {
    /// Whether it takes too many lines in large letters.
    fn is_long(&self) -> bool {
        self.sentence.chars().count() > LONG_SENTENCE
    }
}

#[derive(Template)]
#[template(path = "page.html")]
struct Html<'a> {
    style: &'static str,
    script: &'static str,
    title: String,
    name: String,
    data: String,
    verdict: Answer,
    /// Where the index of several reports is.
    index: Option<&'a str>,
    reason: Option<Remark>,
    about_traces: Option<String>,
    one_for_all: Option<String>,
    n_traces: usize,
    files: Vec<File>,
    looks: Vec<Look>,
    traces: Vec<Shown>,
    nothing_found: bool,
    entries: Vec<Entry>,
    /// How many of them do more than pass a value on; they stand in front.
    n_own: usize,
    /// Whether all of them are in the driver.
    in_driver: bool,
    /// What is done with the driver.
    driver: Option<String>,
    n_omitted: usize,
    outside: Vec<Outside>,
    sets: Vec<Set>,
    /// The number of the patch to apply.
    best: Option<usize>,
    changes: Vec<Change>,
    counts_of_checks: String,
    checked: Vec<Checked>,
    tested: Vec<Tested>,
    passed: Vec<&'a str>,
    warnings: Vec<Remark>,
    assumptions: Vec<Remark>,
    limits: Vec<Reached>,
    more_by_effort: String,
    proof: Option<String>,
    compared: Option<Compared>,
}

fn title(report: &Report, verdict: &Answer) -> String {
    let name = report.error().map(|it| report.sources.file(it.span.file).name.as_str());
    let name = name.or_else(|| report.sources.files().map(|(_, file)| file.name.as_str()).next());
    format!("{}: {}", name.unwrap_or("Faultscope"), verdict.words)
}

fn verdict(page: &Page<'_>) -> Answer {
    let report = page.report;
    let answer = |class, sign, words, text: &str| Answer { class, sign, words, sentence: capital(text) };
    match (report.verdict, report.error()) {
        (Verdict::Unsafe, Some(error)) => answer("bad", "✗", "error found", &error.message),
        (Verdict::Unsafe, None) => answer("bad", "✗", "error found", "the program has an error"),
        (Verdict::TestsPass, _) => answer("good", "✓", "tests pass", &words::all_pass(report.tests.len())),
        (Verdict::Safe, _) => answer("good", "✓", "no error", &words::no_error(report, usize::MAX)),
        (Verdict::Unknown, _) => {
            let reason = report.reason.as_ref().map_or("not decided", |it| &it.message);
            answer("open", "?", "not decided", reason)
        }
    }
}

/// What else there is to say of a reason that stands over everything: its place and what to do.
fn reason(page: &Page<'_>, places: &Places<'_>) -> Option<Remark> {
    let note = page.report.reason.as_ref().filter(|_| page.report.verdict == Verdict::Unknown)?;
    (note.span.is_some() || note.hint.is_some()).then(|| checks::remark(note, places))
}

/// What was proved, on one line.
fn proof(page: &Page<'_>) -> Option<String> {
    let text = page.proof();
    let (heading, claim) = text.split_once('\n')?;
    Some(match claim.trim() {
        "" => sentence(heading),
        claim => sentence(&format!("{heading}: {claim}.")),
    })
}

#[cfg(test)]
mod tests;
