//! Where something is: files as URIs, spans as regions.

use std::cell::RefCell;
use std::collections::BTreeMap;

use faultscope_ir::index::{IndexMap, IndexSet};
use faultscope_ir::program::Language;
use faultscope_ir::{FileId, Span};

use super::fingerprint;
use super::log::{Artifact, ArtifactLocation, Location, LogicalLocation, PhysicalLocation, Region};
use crate::{Report, snippet};

/// What relative URIs are relative to.
pub(super) const ROOT: &str = "%SRCROOT%";

/// The files of a report.
pub(super) struct Places<'a> {
    pub(super) report: &'a Report,
    root: Option<&'a str>,
    /// Those that something is in, in the order in which they were named.
    used: RefCell<IndexSet<FileId>>,
    fingerprints: RefCell<IndexMap<FileId, Vec<String>>>,
}

impl<'a> Places<'a> {
    pub(super) fn new(report: &'a Report, root: Option<&'a str>) -> Places<'a> {
        Places { report, root, used: RefCell::default(), fingerprints: RefCell::default() }
    }

    /// The files that something is in.
    pub(super) fn artifacts(&self) -> Vec<Artifact> {
        let source_language = match self.report.language {
            Language::C => "c",
            Language::Boogie => "boogie",
        };
        let artifact = |file: &FileId| {
            let location = self.uri(&self.report.sources.file(*file).name)?;
            Some(Artifact { location, source_language, roles: ["analysisTarget"] })
        };
        self.used.borrow().iter().filter_map(artifact).collect()
    }

    /// A file as a URI: relative where it lies below the root. None for what is no file: text of ours, the command line.
    fn uri(&self, name: &str) -> Option<ArtifactLocation> {
        if name.starts_with('<') && name.contains('>') || name.is_empty() {
            return None;
        }
        let above = self.root.filter(|_| name.starts_with("../")).map(|root| joined(root, name));
        let name = above.as_deref().unwrap_or(name);
        let below = self.root.and_then(|root| name.strip_prefix(root)?.strip_prefix('/'));
        let relative = match below {
            None if name.starts_with('/') => {
                let uri = format!("file://{}", encoded(name));
                return Some(ArtifactLocation { uri, uri_base_id: None, index: None });
            }
            Some(below) => below,
            None => name,
        };
        Some(ArtifactLocation { uri: encoded(relative), uri_base_id: Some(ROOT), index: None })
    }

    /// Whether a place is in a file of the project: below the root, and not above it.
    fn is_own(&self, span: Span) -> bool {
        let uri = self.uri(&self.report.sources.file(span.file).name);
        uri.is_some_and(|it| it.uri_base_id.is_some() && !it.uri.starts_with("../"))
    }

    pub(super) fn artifact(&self, file: FileId) -> Option<ArtifactLocation> {
        let location = self.uri(&self.report.sources.file(file).name)?;
        let (index, _) = self.used.borrow_mut().insert_full(file);
        Some(ArtifactLocation { index: Some(index), ..location })
    }

    /// A place; none where it is in no file.
    pub(super) fn location(&self, span: Span, function: Option<&str>) -> Option<Location> {
        let function = function.filter(|it| !it.is_empty());
        Some(Location {
            id: None,
            message: None,
            physical_location: PhysicalLocation {
                artifact_location: self.artifact(span.file)?,
                region: self.region(span),
            },
            logical_locations: function.map(logical).into_iter().collect(),
            properties: BTreeMap::new(),
        })
    }

    /// Lines and columns. Where the columns are not known, the line without white space at its ends.
    pub(super) fn region(&self, span: Span) -> Option<Region> {
        let Span { line, column, end_line, end_column, .. } = span;
        if line == 0 {
            return None;
        }
        let is_line = end_line < line || end_line == line && end_column <= column;
        if !is_line {
            let (start_column, end_column) = (column.max(1), end_column.max(1));
            return Some(Region { start_line: line, start_column, end_line, end_column });
        }
        let whole = Span { end_line: line, column: 1, end_column: 1, ..span };
        let file = self.report.sources.file(span.file);
        let columns = file.text.as_deref().and_then(|text| {
            let bytes = snippet::byte_range(text, whole)?;
            let start = text[..bytes.start].rfind('\n').map_or(0, |at| at + 1);
            let before = text[start..bytes.start].chars().count() as u32;
            Some((before + 1, before + 1 + text[bytes].chars().count() as u32))
        });
        let (start_column, end_column) = columns.unwrap_or((1, 1));
        Some(Region { start_line: line, start_column, end_line: line, end_column })
    }

    /// The first of several places that is in the project; else the first that is in a file. Who shows results has no other
    /// files.
    pub(super) fn first_own(&self, spans: &[(Span, &str)]) -> Option<(Span, Location)> {
        let located = |(span, function): &(Span, &str)| Some((*span, self.location(*span, Some(function))?));
        let own = spans.iter().find(|(span, _)| self.is_own(*span)).and_then(located);
        own.or_else(|| spans.iter().find_map(located))
    }

    /// The beginning of the program, for what stands nowhere else.
    pub(super) fn beginning(&self) -> Option<(Span, Location)> {
        let span = |file| Span { file, line: 1, column: 1, end_line: 1, end_column: 1 };
        let spans: Vec<(Span, &str)> = self.report.sources.files().map(|(id, _)| (span(id), "")).collect();
        self.first_own(&spans)
    }

    /// What the line of a place is known by; none where the text is not at hand.
    pub(super) fn fingerprint(&self, span: Span) -> Option<String> {
        let mut fingerprints = self.fingerprints.borrow_mut();
        let text = self.report.sources.file(span.file).text.as_deref();
        let of_file = fingerprints.entry(span.file);
        let of_file = of_file.or_insert_with(|| text.map(fingerprint::lines).unwrap_or_default());
        of_file.get((span.line as usize).checked_sub(1)?).cloned()
    }
}

fn logical(function: &str) -> LogicalLocation {
    LogicalLocation { fully_qualified_name: function.to_owned(), kind: "function" }
}

/// A path from a folder, with what it goes up.
fn joined(folder: &str, path: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').collect();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." if parts.len() > 1 => _ = parts.pop(),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// A path as it stands in a URI, `.` left out.
pub(super) fn encoded(path: &str) -> String {
    let parts: Vec<String> = path.split('/').filter(|part| *part != ".").map(percent_encoded).collect();
    parts.join("/")
}

fn percent_encoded(part: &str) -> String {
    let mut text = String::new();
    for byte in part.bytes() {
        match byte {
            b'a'..=b'z'
            | b'A'..=b'Z'
            | b'0'..=b'9'
            | b'-'
            | b'.'
            | b'_'
            | b'~'
            | b'+'
            | b'@'
            | b'='
            | b',' => {
                text.push(char::from(byte));
            }
            _ => text += &format!("%{byte:02X}"),
        }
    }
    text
}
