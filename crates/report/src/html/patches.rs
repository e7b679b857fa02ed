//! Patches as diffs.

use super::markup::{capital, escaped, sentence};
use super::place::Places;
use crate::text::page::Page;
use crate::words::{self, difference};
use crate::{Patch, patch};

/// A patch.
pub(super) struct Change {
    pub(super) number: usize,
    pub(super) place: String,
    pub(super) standing: String,
    pub(super) is_proved: bool,
    pub(super) lines: Vec<Line>,
    pub(super) remarks: Vec<String>,
}

/// A line of a diff.
pub(super) struct Line {
    /// `ins`, `del` or `span`.
    pub(super) element: &'static str,
    pub(super) sign: &'static str,
    pub(super) text: String,
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
        let old = it.old_line.lines().map(|line| Line { element: "del", sign: "−", text: escaped(line) });
        let new = it.new_line.lines().map(|line| Line { element: "ins", sign: "+", text: escaped(line) });
        return old.chain(new).collect();
    };
    let body = diff.lines().skip_while(|line| !line.starts_with("@@")).skip(1);
    let line = |line: &str| {
        let (element, sign) = match line.as_bytes().first()? {
            b'-' => ("del", "−"),
            b'+' => ("ins", "+"),
            b' ' => ("span", " "),
            // That no line end is at the end of the file.
            _ => return None,
        };
        Some(Line { element, sign, text: escaped(&line[1..]) })
    };
    // Several lines in the place of one have one sign in front of all.
    let mut lines: Vec<Line> = Vec::new();
    for text in body {
        match line(text) {
            Some(line) => lines.push(line),
            None if text.starts_with('\\') => {}
            None => lines.push(Line { element: "ins", sign: "+", text: escaped(text) }),
        }
    }
    lines
}
