//! Where the commands of a program stand in the sense of witnesses.

use std::cell::RefCell;
use std::rc::Rc;

use faultscope_ir::{CheckId, FileId, OriginId, OriginKind, Program, Span};
use faultscope_witness::Location;
use faultscope_witness::model::base_name;
use rustc_hash::FxHashMap;

use crate::layout::Layout;

/// The places of a program.
#[derive(Debug)]
pub struct Places<'a> {
    pub(crate) program: &'a Program,
    layouts: RefCell<FxHashMap<FileId, Option<Rc<Layout>>>>,
}

impl<'a> Places<'a> {
    /// Of a program.
    pub fn new(program: &'a Program) -> Places<'a> {
        Places { program, layouts: RefCell::default() }
    }

    pub(crate) fn layout(&self, file: FileId) -> Option<Rc<Layout>> {
        let mut layouts = self.layouts.borrow_mut();
        let make = || Some(Rc::new(Layout::new(self.program.sources.file(file).text.as_deref()?)));
        layouts.entry(file).or_insert_with(make).clone()
    }

    /// The file of this name, folders left out.
    pub(crate) fn file(&self, location: &Location) -> Option<FileId> {
        let mut files = self.program.sources.files();
        files.find(|(_, file)| base_name(&file.name) == location.base_name()).map(|(id, _)| id)
    }

    /// The column of the first text in a line.
    pub(crate) fn start_of_line(&self, location: &Location) -> Option<u32> {
        let layout = self.layout(self.file(location)?)?;
        Some(layout.position(layout.first(location.line)?).1)
    }

    /// The keyword of the branch that a condition of this origin decides alone.
    pub(crate) fn branching(&self, origin: OriginId) -> Option<(Location, String)> {
        let (span, layout) = self.text_of(origin)?;
        let (start, end) = offsets(&layout, span)?;
        let (at, word) = layout.keyword(start, end)?;
        Some((self.location(span.file, &layout, at), word))
    }

    /// The keyword of the innermost loop that a command is in.
    pub(crate) fn loop_around(&self, origin: OriginId) -> Option<Location> {
        let (span, layout) = self.text_of(origin)?;
        let at = layout.loop_around(layout.offset((span.line, span.column))?)?;
        Some(self.location(span.file, &layout, at))
    }

    /// The end of the text of a call: of a command that takes what a function gives.
    pub(crate) fn call_end(&self, origin: OriginId) -> Option<Location> {
        let (span, layout) = self.text_of(origin)?;
        let (start, end) = offsets(&layout, span)?;
        let at = layout.call_end(start, end)?;
        Some(self.location(span.file, &layout, at))
    }

    /// The statement that is executed behind that of an origin.
    pub(crate) fn next_statement(&self, origin: OriginId) -> Option<Location> {
        let (span, layout) = self.text_of(origin)?;
        let (start, end) = offsets(&layout, span)?;
        let at = match self.program.sources.origin(origin).kind {
            OriginKind::Declaration => layout.first_statement(end)?,
            _ => layout.next_statement(start, end)?,
        };
        Some(self.location(span.file, &layout, at))
    }

    /// The statement that a check stands in.
    pub(crate) fn target(&self, check: CheckId) -> Option<Location> {
        let origin = self.program.sources.origin(self.program.check(check).origin);
        let span = origin.use_span();
        let layout = self.layout(span.file)?;
        let start = layout.offset((span.line, span.column))?;
        let at = layout.statement(start).unwrap_or(start);
        Some(self.location(span.file, &layout, at))
    }

    /// The text that a command stands in, unless it comes out of a macro.
    fn text_of(&self, origin: OriginId) -> Option<(Span, Rc<Layout>)> {
        let origin = self.program.sources.origin(origin);
        if !origin.expansions.is_empty() {
            return None;
        }
        Some((origin.span, self.layout(origin.span.file)?))
    }

    fn location(&self, file: FileId, layout: &Layout, offset: usize) -> Location {
        let (line, column) = layout.position(offset);
        let file = self.program.sources.file(file).name.clone();
        Location { file, line, column: Some(column), function: None }
    }
}

fn offsets(layout: &Layout, span: Span) -> Option<(usize, usize)> {
    Some((layout.offset((span.line, span.column))?, layout.offset((span.end_line, span.end_column))?))
}

/// Whether a place of the program is the one that a witness means.
pub(crate) fn is_at(place: &Location, meant: &Location) -> bool {
    place.line == meant.line
        && meant.column.is_none_or(|column| place.column == Some(column))
        && (meant.file.is_empty() || place.base_name() == meant.base_name())
}
