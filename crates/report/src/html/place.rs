//! Places as links to their lines.

use std::fmt::Write;

use faultscope_ir::{FileId, SourceMap, Span};

use super::markup::escaped;
use crate::Report;
use crate::snippet;

/// The places of a report.
pub(super) struct Places<'a> {
    pub(super) report: &'a Report,
    /// The files that the page shows.
    pub(super) shown: Vec<u32>,
}

impl Places<'_> {
    /// `line 12`, or `file:12` where the file is not that of the error: a link where the line is shown.
    pub(super) fn link(&self, span: Span) -> String {
        let usual = self.report.error().map(|error| error.span);
        let text = escaped(&snippet::line(&self.report.sources, span, usual));
        if !self.shown.contains(&span.file.0) {
            return format!("<span class=\"place\">{text}</span>");
        }
        let mut html = String::new();
        let _ = write!(html, "<a class=\"place\" href=\"#line-{}-{}\">{text}</a>", span.file.0, span.line);
        html
    }
}

/// The names of files: without their folders where that tells them apart.
pub(super) fn short_names<'a>(sources: &'a SourceMap, ids: &[FileId]) -> Vec<(u32, &'a str)> {
    let full = |id: &FileId| sources.file(*id).name.as_str();
    let last = |name: &'a str| name.rsplit(['/', '\\']).next().unwrap_or(name);
    let is_unique = |name: &str| ids.iter().filter(|it| last(full(it)) == name).count() == 1;
    let short = |id: &FileId| {
        let name = last(full(id));
        (id.0, if is_unique(name) { name } else { full(id) })
    };
    ids.iter().map(short).collect()
}
