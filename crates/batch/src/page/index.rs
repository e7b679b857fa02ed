//! The index of a batch, or of a folder of reports, as one page for a browser, in the look of the HTML report: groups, and a
//! table to filter and to sort.
//!
//! Nothing is loaded from elsewhere, and the page forbids it. It reads without a script, which only filters and sorts.

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
    /// What it is an index of.
    pub of: Indexed<'a>,
    /// Whether no patch is shown.
    pub hints: bool,
}

/// What an index is of.
#[derive(Debug, Clone, Copy)]
pub enum Indexed<'a> {
    /// Submissions, each with a page in Markdown.
    Submissions {
        /// How many were not checked.
        n_left: usize,
    },
    /// Reports, each with a page for a browser.
    Reports {
        /// The files that cannot be read as one, and why.
        unread: &'a [(String, String)],
    },
}

impl Indexed<'_> {
    const fn noun(self) -> &'static str {
        match self {
            Indexed::Submissions { .. } => "submission",
            Indexed::Reports { .. } => "report",
        }
    }

    /// Where the page of a row is; none where there is none.
    fn link(self, row: &Row) -> Option<String> {
        match self {
            Indexed::Submissions { .. } => Some(format!("students/{}.md", row.name)),
            Indexed::Reports { .. } if matches!(row.outcome, Outcome::Rejected | Outcome::Died) => None,
            Indexed::Reports { .. } => Some(format!("pages/{}.html", row.name)),
        }
    }

    fn warnings(self) -> Vec<String> {
        match self {
            Indexed::Submissions { n_left: 0 } => Vec::new(),
            Indexed::Submissions { n_left } => vec![format!(
                "{n_left} more were not checked: the batch was interrupted. Run the same command to continue."
            )],
            Indexed::Reports { unread } => {
                unread.iter().map(|(file, why)| format!("`{file}` is not shown: {why}")).collect()
            }
        }
    }
}

/// The page as HTML. The same contents give the same bytes.
///
/// # Panics
/// Never: writing to a string does not fail.
pub fn render(contents: &Contents<'_>) -> String {
    let Contents { rows, groups, of, .. } = *contents;
    let numbers = groups::numbers(rows, groups);
    let (several, single): (Vec<&Group>, Vec<&Group>) = groups.iter().partition(|it| it.members.len() > 1);
    let page = Page {
        style: STYLE,
        own_style: include_str!("index.css"),
        script: include_str!("index.js"),
        noun: of.noun(),
        n_rows: rows.len(),
        counts: Outcome::counts(rows),
        warnings: of.warnings().iter().map(|it| pieces(it)).collect(),
        n_single: single.len(),
        shared: several.into_iter().map(|it| Shared::new(&[it], contents)).collect(),
        alike: groups::kinds(groups).iter().map(|it| Shared::new(it, contents)).collect(),
        entries: rows.iter().zip(numbers).map(|(row, group)| Entry::new(row, group, contents)).collect(),
    };
    page.render().expect("writing to a string does not fail")
}

#[derive(Template)]
#[template(path = "index.html")]
struct Page<'a> {
    style: &'static str,
    own_style: &'static str,
    script: &'static str,
    noun: &'static str,
    n_rows: usize,
    counts: Vec<(usize, &'static str)>,
    warnings: Vec<Vec<Piece>>,
    n_single: usize,
    shared: Vec<Shared<'a>>,
    alike: Vec<Shared<'a>>,
    entries: Vec<Entry<'a>>,
}

/// A mistake of several rows, or a kind of several mistakes, shown on the first row.
struct Shared<'a> {
    numbers: Vec<usize>,
    /// Their names, and where their pages are.
    members: Vec<(&'a str, Option<String>)>,
    place: String,
    /// The line there; not where the change has it.
    line: Option<&'a str>,
    /// The lines that go, and those that come.
    change: Option<(&'a [String], &'a [String])>,
}

impl<'a> Shared<'a> {
    fn new(groups: &[&'a Group], contents: &Contents<'a>) -> Shared<'a> {
        let Contents { rows, of, hints, .. } = *contents;
        let members: Vec<usize> = groups.iter().flat_map(|it| &it.members).copied().collect();
        let first = &rows[members[0]];
        let change = first.change.as_ref().filter(|_| !hints);
        let spot = first.spot(change);
        let place = |it: &Spot| format!("{}, line {} in {}", first.name, it.line, it.function);
        Shared {
            numbers: groups.iter().map(|it| it.number).collect(),
            members: members.iter().map(|it| (rows[*it].name.as_str(), of.link(&rows[*it]))).collect(),
            place: spot.map(place).unwrap_or_default(),
            line: spot.filter(|_| change.is_none()).map(|it| it.text.as_str()),
            change: change.map(|it| (&it.old_lines[..], &it.new_lines[..])),
        }
    }
}

/// A line of the table.
struct Entry<'a> {
    name: &'a str,
    link: Option<String>,
    class: &'static str,
    outcome: &'static str,
    tests: String,
    group: Option<usize>,
    /// `main.c:7`.
    place: String,
    text: &'a str,
    message: Vec<Piece>,
}

impl<'a> Entry<'a> {
    fn new(row: &'a Row, group: Option<usize>, contents: &Contents<'a>) -> Entry<'a> {
        let Contents { of, hints, .. } = *contents;
        let place = |it: &Spot| format!("{}:{}", it.file.rsplit('/').next().unwrap_or(&it.file), it.line);
        let spot = row.place.as_ref().or(row.error.as_ref()).filter(|_| row.outcome == Outcome::Fails);
        Entry {
            name: &row.name,
            link: of.link(row),
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
            place: spot.map_or(String::new(), place),
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
