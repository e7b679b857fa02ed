//! The same change at each copy of what is changed, where tests say what the program should do.
//!
//! Who writes `5` for `n` once has often written it twice. Changes of different expressions that replace the same by the same are made
//! together: those of one line, and those of all places.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use faultscope_ir::Span;

use super::patch::Found;
use super::subjects::Place;
use super::trial::{Candidate, Trial, each};
use crate::budgets;
use crate::limits::{EVERYWHERE_EFFORT, MAX_EVERYWHERE, MAX_EVERYWHERE_SHOWN};
use crate::oracle::Oracle;
use crate::proposals::Edit;
use crate::recording::Ending;
use crate::workspace::original;

/// Candidates that replace the same by the same in one file.
type Copies<'a> = Vec<&'a Candidate>;

impl Trial<'_> {
    /// Changes of all copies with which all tests pass, the likeliest first.
    pub(super) fn everywhere(
        &self,
        (places, candidates): (&[Place], &[Candidate]),
        oracle: &Oracle,
    ) -> Vec<Found> {
        let groups = copies(candidates);
        let effort = budgets::translation(self.workspace.input()).max(1);
        let max_tried = MAX_EVERYWHERE.min((EVERYWHERE_EFFORT / effort) as usize);
        let tried = each(groups.len().min(max_tried), self.means, |at, means| {
            Trial { means, ..*self }.of_copies(places, &groups[at], oracle)
        });
        tried.into_iter().map(|(_, found)| found).take(MAX_EVERYWHERE_SHOWN).collect()
    }

    /// The change of these copies, if all tests pass with it.
    fn of_copies(&self, places: &[Place], copies: &Copies<'_>, oracle: &Oracle) -> Option<Found> {
        let first = copies.first()?;
        let file = &first.hunk.file;
        let text = original(self.workspace.input(), file)?;
        let edits: Vec<&Edit> = copies.iter().map(|it| &it.change.edit).collect();
        let (edit, change) = self.difference(file, text, &with_all(text, &edits)?)?;
        let program = self.with(&change)?;
        if oracle.replay(&program, self.means.limits)? != Ending::Passes {
            return None;
        }
        Some(Found::of_several((places, first), (edit, change), program))
    }
}

/// Candidates that do the same at several expressions: in one line, and then everywhere; the likeliest first.
fn copies(candidates: &[Candidate]) -> Vec<Copies<'_>> {
    let mut groups: BTreeMap<(&str, &str, &str, Option<u32>), Copies<'_>> = BTreeMap::new();
    for candidate in candidates {
        let Edit { span, old, new } = &candidate.change.edit;
        for line in [Some(span.line), None] {
            let group = groups.entry((&candidate.hunk.file, old, new, line)).or_default();
            if group.iter().all(|it| is_apart(it.change.edit.span, *span)) {
                group.push(candidate);
            }
        }
    }
    let mut seen = BTreeSet::new();
    let places = |group: &Copies<'_>| -> Vec<_> {
        let place = |it: &&Candidate| {
            (it.change.edit.span.line, it.change.edit.span.column, it.change.edit.new.clone())
        };
        let mut places: Vec<_> = group.iter().map(place).collect();
        places.sort();
        places
    };
    let mut groups: Vec<Copies<'_>> = groups.into_values().filter(|it| it.len() > 1).collect();
    groups.retain(|it| seen.insert(places(it)));
    let first = |group: &Copies<'_>| group.iter().map(|it| it.place).min();
    groups.sort_by_key(|it| (Reverse(it[0].change.weight), it.len(), first(it)));
    groups
}

fn is_apart(left: Span, right: Span) -> bool {
    (left.end_line, left.end_column) <= (right.line, right.column)
        || (right.end_line, right.end_column) <= (left.line, left.column)
}

/// A text with edits of different places.
fn with_all(text: &str, edits: &[&Edit]) -> Option<String> {
    let mut edits = edits.to_vec();
    // The last first, so that the others stay where they are.
    edits.sort_by_key(|it| Reverse((it.span.line, it.span.column)));
    edits.into_iter().try_fold(text.to_owned(), |text, edit| edit.applied_to(&text))
}

#[cfg(test)]
mod tests {
    use faultscope_ir::{FileId, Span};

    use super::{Edit, with_all};

    #[test]
    fn edits_of_one_text_are_made_together() {
        let edit = |line, column: u32, old: &str, new: &str| Edit {
            span: Span {
                file: FileId(0),
                line,
                column,
                end_line: line,
                end_column: column + old.len() as u32,
            },
            old: old.to_owned(),
            new: new.to_owned(),
        };
        let [first, second] = [edit(1, 5, "5", "size"), edit(2, 1, "5", "size")];
        assert_eq!(with_all("é = 5;\n5;", &[&first, &second]).as_deref(), Some("é = size;\nsize;"));
        assert_eq!(with_all("é = 6;\n5;", &[&first, &second]), None);
    }
}
