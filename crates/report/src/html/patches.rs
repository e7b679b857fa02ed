//! Patches as diffs.

use super::markup::{capital, indentation, indented, sentence};
use super::place::Places;
use crate::text::page::Page;
use crate::words::{self, difference};
use crate::{Patch, Report, patch};

/// A patch.
pub(super) struct Change {
    pub(super) number: usize,
    pub(super) place: String,
    pub(super) standing: String,
    pub(super) is_proved: bool,
    pub(super) lines: Vec<Line>,
    pub(super) remarks: Vec<String>,
}

impl Change {
    /// The lines that change, and those right beside them.
    pub(super) fn essence(&self) -> impl Iterator<Item = &Line> {
        let is_close = |(idx, _): &(usize, &Line)| {
            let beside = idx.saturating_sub(1)..self.lines.len().min(idx + 2);
            self.lines[beside].iter().any(|it| it.element != "span")
        };
        self.lines.iter().enumerate().filter(is_close).map(|(_, it)| it)
    }
}

/// A line of a diff.
pub(super) struct Line {
    /// `ins`, `del` or `span`.
    pub(super) element: &'static str,
    pub(super) sign: &'static str,
    pub(super) text: String,
    /// How far it is indented, in columns.
    pub(super) indent: usize,
}

impl Line {
    fn new(element: &'static str, sign: &'static str, text: &str) -> Line {
        Line { element, sign, text: indented(text), indent: indentation(text) }
    }
}

/// The number of the patch to apply, from 1.
pub(super) fn best(report: &Report) -> Option<usize> {
    let best = patch::best(report)?;
    report.patches.iter().position(|it| it == best).map(|idx| idx + 1)
}

/// The patches of a report, the best first.
pub(super) fn changes(page: &Page<'_>, places: &Places<'_>) -> Vec<Change> {
    page.report.patches.iter().enumerate().map(|(idx, it)| change(page, places, idx + 1, it)).collect()
}

fn change(page: &Page<'_>, places: &Places<'_>, number: usize, it: &Patch) -> Change {
    let reason = it.reason.as_deref().map(sentence);
    let keeps = words::keeps(page.report, it).map(|it| capital(&it));
    let differs = it.differs.as_ref().map(|it| capital(difference(it).trim()));
    Change {
        number,
        place: places.link(it.span),
        standing: capital(&words::standing(page.report, it)),
        is_proved: it.verdict == crate::PatchVerdict::Proved,
        lines: lines(page, it),
        remarks: reason.into_iter().chain(keeps).chain(differs).collect(),
    }
}

/// The lines of the diff behind its head.
fn lines(page: &Page<'_>, it: &Patch) -> Vec<Line> {
    let Some(diff) = patch::diff(&page.report.sources, it) else {
        let old = it.old_line.lines().map(|line| Line::new("del", "−", line));
        let new = it.new_line.lines().map(|line| Line::new("ins", "+", line));
        return old.chain(new).collect();
    };
    let body = diff.lines().skip_while(|line| !line.starts_with("@@")).skip(1);
    let line = |line: &str| match line.as_bytes().first() {
        Some(b'-') => Some(Line::new("del", "−", &line[1..])),
        Some(b'+') => Some(Line::new("ins", "+", &line[1..])),
        Some(b' ') => Some(Line::new("span", " ", &line[1..])),
        // An empty line around the change has no sign.
        None => Some(Line::new("span", " ", "")),
        // That no line end is at the end of the file.
        Some(_) => None,
    };
    body.filter_map(line).collect()
}
