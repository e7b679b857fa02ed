//! Source lines with a place underlined.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Element, Origin, Snippet};
use faultscope_ir::{SourceMap, Span};

/// More lines than this are not shown in full; the place is then where it begins.
const MAX_LINES: u32 = 4;

/// The place of a span: its lines, underlined, or only the file and line where the text is not at hand.
pub(crate) fn of<'a>(sources: &'a SourceMap, span: Span, label: Option<String>) -> Element<'a> {
    let file = sources.file(span.file);
    let underlined = file.text.as_deref().and_then(|text| Some((text, byte_range(text, span)?)));
    match underlined {
        Some((text, range)) => {
            let annotation = AnnotationKind::Primary.span(range).label(label);
            Snippet::source(text).path(file.name.as_str()).annotation(annotation).into()
        }
        None => Origin::path(file.name.as_str()).line(span.line as usize).into(),
    }
}

/// `file:line`, or only the line where the file is the usual one.
pub(crate) fn line(sources: &SourceMap, span: Span, usual: Option<Span>) -> String {
    if usual.is_some_and(|usual| usual.file == span.file) {
        return format!("line {}", span.line);
    }
    format!("{}:{}", sources.file(span.file).name, span.line)
}

/// The bytes of a span; `None` where the text has no such line.
pub(crate) fn byte_range(text: &str, span: Span) -> Option<Range<usize>> {
    let is_long = span.end_line > span.line.saturating_add(MAX_LINES - 1);
    let begin = line_range(text, span.line)?;
    let only_line = span.line == span.end_line && span.column >= span.end_column;
    if is_long || only_line {
        let line = &text[begin.clone()];
        let first = if is_long { column(line, span.column) } else { line.len() - line.trim_start().len() };
        let last = line.trim_end().len().max(first);
        return Some(begin.start + first..begin.start + last);
    }
    let start = begin.start + column(&text[begin], span.column);
    let end = line_range(text, span.end_line)?;
    let end = end.start + column(&text[end], span.end_column);
    Some(start..end.max(start))
}

fn line_range(text: &str, line: u32) -> Option<Range<usize>> {
    let mut start = 0;
    for (idx, content) in text.split_inclusive('\n').enumerate() {
        if idx as u32 + 1 == line {
            return Some(start..start + content.trim_end_matches(['\n', '\r']).len());
        }
        start += content.len();
    }
    None
}

/// The byte in the line of a 1-based column.
fn column(line: &str, column: u32) -> usize {
    let chars = (column.max(1) - 1) as usize;
    line.char_indices().nth(chars).map_or(line.len(), |(byte, _)| byte)
}

#[cfg(test)]
mod tests {
    use faultscope_ir::FileId;

    use super::*;

    #[track_caller]
    fn check(text: &str, [line, column, end_line, end_column]: [u32; 4], expect: Option<&str>) {
        let span = Span { file: FileId(0), line, column, end_line, end_column };
        assert_eq!(byte_range(text, span).map(|range| &text[range]), expect);
    }

    #[test]
    fn columns_count_characters() {
        check("int ä = 1;\n  x = ä;\n", [2, 3, 2, 9], Some("x = ä;"));
        check("int ä = 1;\n", [1, 9, 1, 10], Some("1"));
    }

    #[test]
    fn a_line_without_columns_is_underlined_whole() {
        check("a;\n  b;  \n", [2, 1, 2, 1], Some("b;"));
    }

    #[test]
    fn places_outside_the_text_have_no_bytes() {
        check("a;\n", [3, 1, 3, 2], None);
        check("a;\r\nb;", [1, 1, 1, 99], Some("a;"));
    }

    #[test]
    fn long_statements_show_their_first_line() {
        check("f(1,\n2,\n3,\n4,\n5);\n", [1, 1, 5, 4], Some("f(1,"));
        check("f(1,\n2);\n", [1, 1, 2, 3], Some("f(1,\n2)"));
    }
}
