//! The index of a batch as one page for a browser, in the look of the HTML report: groups, and a table to filter.
//!
//! Nothing is loaded from elsewhere, and the page forbids it. It reads without a script, which only filters.

use askama::Template;
use faultscope_report::html::STYLE;

use super::words;
use crate::groups::{self, Group};
use crate::row::{Outcome, Row, Spot};

/// What the index shows.
#[derive(Debug)]
pub struct Contents<'a> {
    /// A row for each submission.
    pub rows: &'a [Row],
    /// Those with the same mistake.
    pub groups: &'a [Group],
    /// How many submissions were not checked.
    pub n_left: usize,
    /// Whether no patch is shown.
    pub hints: bool,
}

/// The page as HTML. The same contents give the same bytes.
///
/// # Panics
/// Never: writing to a string does not fail.
pub fn render(contents: &Contents<'_>) -> String {
    let Contents { rows, groups, n_left, hints } = *contents;
    let numbers = groups::numbers(rows, groups);
    let (several, single): (Vec<&Group>, Vec<&Group>) = groups.iter().partition(|it| it.members.len() > 1);
    let page = Page {
        style: STYLE,
        own_style: include_str!("index.css"),
        script: include_str!("index.js"),
        n_submissions: rows.len(),
        counts: counts(rows),
        n_left,
        n_single: single.len(),
        shared: several.into_iter().map(|it| Shared::new(&[it], rows, hints)).collect(),
        alike: groups::kinds(groups).iter().map(|it| Shared::new(it, rows, hints)).collect(),
        submissions: rows.iter().zip(numbers).map(|(row, group)| Entry::new(row, group, hints)).collect(),
    };
    page.render().expect("writing to a string does not fail")
}

/// How many submissions have which outcome.
fn counts(rows: &[Row]) -> Vec<(usize, &'static str)> {
    let count = |outcome: &Outcome| rows.iter().filter(|it| it.outcome == *outcome).count();
    Outcome::ALL.iter().map(|it| (count(it), it.words())).filter(|it| it.0 > 0).collect()
}

#[derive(Template)]
#[template(path = "index.html")]
struct Page<'a> {
    style: &'static str,
    own_style: &'static str,
    script: &'static str,
    n_submissions: usize,
    counts: Vec<(usize, &'static str)>,
    n_left: usize,
    n_single: usize,
    shared: Vec<Shared<'a>>,
    alike: Vec<Shared<'a>>,
    submissions: Vec<Entry<'a>>,
}

/// A mistake of several submissions, or a kind of several mistakes, shown on the first submission.
struct Shared<'a> {
    numbers: Vec<usize>,
    members: Vec<&'a str>,
    place: String,
    /// The line there; not where the change has it.
    line: Option<&'a str>,
    /// The lines that go, and those that come.
    change: Option<(&'a [String], &'a [String])>,
}

impl<'a> Shared<'a> {
    fn new(groups: &[&'a Group], rows: &'a [Row], hints: bool) -> Shared<'a> {
        let members: Vec<usize> = groups.iter().flat_map(|it| &it.members).copied().collect();
        let first = &rows[members[0]];
        let change = first.change.as_ref().filter(|_| !hints);
        let spot = change.map(|it| &it.spot).or(first.place.as_ref()).or(first.error.as_ref());
        let place = |it: &Spot| format!("{}, line {} in {}", first.name, it.line, it.function);
        Shared {
            numbers: groups.iter().map(|it| it.number).collect(),
            members: members.iter().map(|it| rows[*it].name.as_str()).collect(),
            place: spot.map(place).unwrap_or_default(),
            line: spot.filter(|_| change.is_none()).map(|it| it.text.as_str()),
            change: change.map(|it| (&it.old_lines[..], &it.new_lines[..])),
        }
    }
}

/// A line of the table.
struct Entry<'a> {
    name: &'a str,
    class: &'static str,
    outcome: &'static str,
    tests: String,
    group: Option<usize>,
    line: Option<u32>,
    text: &'a str,
    message: Vec<Piece>,
}

impl<'a> Entry<'a> {
    fn new(row: &'a Row, group: Option<usize>, hints: bool) -> Entry<'a> {
        let spot = row.place.as_ref().or(row.error.as_ref()).filter(|_| row.outcome == Outcome::Fails);
        Entry {
            name: &row.name,
            class: match row.outcome {
                Outcome::Fails => "violated",
                Outcome::Passes => "proved",
                Outcome::Undecided | Outcome::Rejected | Outcome::Died => "open",
            },
            outcome: row.outcome.words(),
            tests: match row.tests.all() {
                0 => String::new(),
                all => format!("{} of {all}", row.tests.failed),
            },
            group,
            line: spot.map(|it| it.line),
            text: spot.map_or("", |it| &it.text),
            message: pieces(&if hints { words::hint_message(row) } else { row.message.clone() }),
        }
    }
}

/// A part of a message.
struct Piece {
    text: String,
    is_code: bool,
}

/// A message with what stands in back quotes as code.
fn pieces(message: &str) -> Vec<Piece> {
    let parts = message.split('`').enumerate();
    parts.map(|(idx, text)| Piece { text: text.to_owned(), is_code: idx % 2 == 1 }).collect()
}
