//! A program with the types of its expressions, and the text as the user wrote it.

use faultscope_ir::{SourceMap, Span};

use super::super::sema::{Recorder, Sema, Substitutes};
use super::super::source::{Loc, Sources};
use super::super::unit::Parsed;

/// A program as it was read.
pub(super) struct Reading {
    pub(super) sema: Sema,
    pub(super) recorder: Recorder,
    pub(super) sources: Sources,
}

impl Reading {
    pub(super) fn new(parsed: &Parsed, files: &SourceMap, substitutes: Substitutes) -> Reading {
        let (sema, recorder) = parsed.records_with(substitutes);
        let mut sources = parsed.sources.clone();
        sources.map = files.clone();
        Reading { sema, recorder, sources }
    }

    /// The text at a place, and where it stands; none where it is not what the user wrote there.
    pub(super) fn written(&mut self, loc: Loc) -> Option<(Span, String)> {
        let unit = self.sources.units[loc.unit as usize].clone();
        if unit.trusted || self.sources.is_of_system(loc) {
            return None;
        }
        let span = self.sources.span(loc);
        let text = self.sources.map.file(span.file).slice(span)?;
        (unit.given().get(unit.given_range(loc))? == text).then(|| (span, text.to_owned()))
    }
}
