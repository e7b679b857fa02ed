//! A change without what it changes of the specification.
//!
//! A change of somebody else is judged by what was asserted, assumed and promised before. Lines of the change with some of that are put
//! back one by one, and the others stay: that is a change of its own, if it is a program, and says what the original says.

use std::collections::BTreeSet;

use faultscope_ir::Program;

use crate::alignment::{ChangedFile, aligned};
use crate::annotations_of_text::changed_contracts;
use crate::assertions::{Lost, lost_of};
use crate::workspace::{Translated, Workspace};

/// A change with the old specification.
pub(crate) struct PutBack {
    /// What is changed.
    pub(crate) files: Vec<ChangedFile>,
    /// The program with that.
    pub(crate) changed: Translated,
    /// Where the change changes the specification.
    pub(crate) places: Vec<String>,
}

/// The change with the old specification, where it changes some and that can be put back.
pub(crate) fn put_back(
    original: &Program,
    changed: &Translated,
    files: &[ChangedFile],
    workspace: &dyn Workspace,
) -> Option<PutBack> {
    let places = changed_places(original, &changed.program, files)?;
    if places.is_empty() {
        return None;
    }
    let lines = |file: &ChangedFile| -> BTreeSet<u32> {
        let of_file = places.iter().filter_map(|it| it.rsplit_once(':'));
        of_file.filter(|(name, _)| *name == file.name).filter_map(|(_, line)| line.parse().ok()).collect()
    };
    let files: Vec<ChangedFile> = files.iter().filter_map(|it| it.with_old_lines(&lines(it))).collect();
    let changes: Vec<(&str, &str)> = files.iter().map(|it| (it.name.as_str(), it.new.as_str())).collect();
    let changed = workspace.finished(workspace.translated(&workspace.all_changed(&changes)?))?;
    let is_as_it_was = changed_places(original, &changed.program, &files)?.is_empty();
    is_as_it_was.then_some(PutBack { files, changed, places })
}

/// Where a change changes what is asserted, assumed and promised. None where it changes what is read from outside: that is as much a
/// part of the program.
fn changed_places(original: &Program, changed: &Program, files: &[ChangedFile]) -> Option<Vec<String>> {
    let Lost { assertions, assumptions, reads } =
        lost_of((original, changed), files, &aligned(&changed.sources, files));
    let contracts = files.iter().flat_map(changed_contracts);
    reads.is_empty().then(|| assertions.into_iter().chain(assumptions).chain(contracts).collect())
}
