//! Places as links to their lines.

use std::fmt::Write;

use faultscope_ir::Span;

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
