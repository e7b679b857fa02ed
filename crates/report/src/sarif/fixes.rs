//! Patches as fixes.

use faultscope_ir::Span;
use faultscope_json::changed_lines;

use super::log::{ArtifactChange, Fix, Region, Replacement, Text};
use super::places::Places;
use super::words::plain;
use crate::Patch;
use crate::words;

/// The changes that these patches make.
pub(super) fn fixes<'a>(patches: impl Iterator<Item = &'a Patch>, places: &Places<'_>) -> Vec<Fix> {
    patches.filter_map(|patch| fix(patch, places)).collect()
}

fn fix(patch: &Patch, places: &Places<'_>) -> Option<Fix> {
    let Span { file, line, column, end_line, end_column } = patch.span;
    let standing = words::standing(places.report, patch);
    let change = ArtifactChange {
        artifact_location: places.artifact(file)?,
        replacements: [Replacement {
            // Where something is put in, nothing is taken out.
            deleted_region: Region { start_line: line, start_column: column, end_line, end_column },
            inserted_content: Text::new(&patch.new),
        }],
    };
    let (old, new) = changed_lines(&patch.old_line, &patch.new_line);
    let written = |lines: &[&str]| lines.iter().map(|it| it.trim()).collect::<Vec<_>>().join(" ");
    let (old, new) = (written(&old), written(&new));
    let description = match (old.as_str(), new.as_str()) {
        ("", new) => format!("Insert `{new}` ({standing})"),
        (old, "") => format!("Delete `{old}` ({standing})"),
        (old, new) => format!("Replace `{old}` by `{new}` ({standing})"),
    };
    let description = Text::new(plain(&description));
    (line > 0).then_some(Fix { description, artifact_changes: [change] })
}
