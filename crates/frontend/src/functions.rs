//! The functions that places are in, as the user knows them.

use faultscope_ir::{FileId, Origin, Program};
use rustc_hash::FxHashMap;

use crate::c::is_internal;

/// The functions of a program by their lines.
pub struct Functions<'a> {
    by_line: FxHashMap<(FileId, u32), &'a str>,
}

impl<'a> Functions<'a> {
    /// Those in which the user has written something.
    pub fn of(program: &'a Program) -> Functions<'a> {
        let mut by_line = FxHashMap::default();
        let is_own = |it: &&Origin| !it.function.is_empty() && !is_internal(&it.function);
        for origin in program.sources.origins().iter().filter(is_own) {
            by_line.entry((origin.span.file, origin.span.line)).or_insert(origin.function.as_str());
        }
        Functions { by_line }
    }

    /// The function that an origin is in: of what stands in a function of a model that no program knows, the one that calls it.
    pub fn at(&self, origin: &'a Origin) -> &'a str {
        match is_internal(&origin.function) {
            true => self.by_line.get(&(origin.span.file, origin.span.line)).copied().unwrap_or_default(),
            false => &origin.function,
        }
    }
}
