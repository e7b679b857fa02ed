//! Places in texts: how reports name them, how clients do, and where they are once the text has been edited.

use std::collections::BTreeMap;
use std::ops::Range as ByteRange;

use gen_lsp_types::{Position, PositionEncodingKind, Range};

use faultscope_json::Place;

/// The most pairs of lines that are compared to find out which lines of two texts are the same; where there are more, all
/// lines between the first and the last that differ count as edited.
const MAX_PAIRS: usize = 1 << 20;

/// What a client counts characters in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Encoding {
    Utf8,
    Utf16,
    Utf32,
}

impl Encoding {
    /// The first of those that a client offers; UTF-16 where it offers none that is known.
    pub(crate) fn negotiated(offered: &[PositionEncodingKind]) -> Encoding {
        let known = offered.iter().find_map(|it| match it {
            PositionEncodingKind::UTF8 => Some(Encoding::Utf8),
            PositionEncodingKind::UTF16 => Some(Encoding::Utf16),
            PositionEncodingKind::UTF32 => Some(Encoding::Utf32),
            PositionEncodingKind::Custom(_) => None,
        });
        known.unwrap_or(Encoding::Utf16)
    }

    pub(crate) fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
            Encoding::Utf32 => PositionEncodingKind::UTF32,
        }
    }

    fn width(self, sign: char) -> usize {
        match self {
            Encoding::Utf8 => sign.len_utf8(),
            Encoding::Utf16 => sign.len_utf16(),
            Encoding::Utf32 => 1,
        }
    }
}

/// A text and its lines.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Text {
    text: String,
    /// Where lines begin, in bytes.
    starts: Vec<usize>,
}

impl Text {
    pub(crate) fn new(text: String) -> Text {
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Text { text, starts }
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    /// A line without its end; counted from 0.
    pub(crate) fn line(&self, idx: usize) -> &str {
        let Some(start) = self.starts.get(idx) else { return "" };
        let end = self.starts.get(idx + 1).map_or(self.text.len(), |it| it - 1);
        let line = self.text.get(*start..end).unwrap_or_default();
        line.strip_suffix('\r').unwrap_or(line)
    }

    fn lines(&self) -> Vec<&str> {
        (0..self.starts.len()).map(|idx| self.line(idx)).collect()
    }

    /// The byte that a client means; the next one there is, where there is none.
    pub(crate) fn offset(&self, position: Position, encoding: Encoding) -> usize {
        let Some(start) = self.starts.get(position.line as usize) else { return self.text.len() };
        let mut left = position.character as usize;
        let mut offset = *start;
        for sign in self.line(position.line as usize).chars() {
            let width = encoding.width(sign);
            if left < width {
                break;
            }
            left -= width;
            offset += sign.len_utf8();
        }
        offset
    }

    /// What a client calls a range of bytes.
    pub(crate) fn range(&self, range: &ByteRange<usize>, encoding: Encoding) -> Range {
        Range { start: self.position(range.start, encoding), end: self.position(range.end, encoding) }
    }

    fn position(&self, offset: usize, encoding: Encoding) -> Position {
        let line = self.starts.partition_point(|start| *start <= offset).saturating_sub(1);
        let before = self.text.get(self.starts[line]..offset).unwrap_or_default();
        let character: usize = before.chars().map(|sign| encoding.width(sign)).sum();
        Position { line: line as u32, character: character as u32 }
    }

    /// What a client calls a line and a column in characters, both from 0.
    fn character(&self, line: usize, column: usize, encoding: Encoding) -> Position {
        let character: usize = self.line(line).chars().take(column).map(|sign| encoding.width(sign)).sum();
        Position { line: line as u32, character: character as u32 }
    }

    /// The text in a client's range.
    pub(crate) fn slice(&self, range: Range, encoding: Encoding) -> &str {
        let (start, end) = (self.offset(range.start, encoding), self.offset(range.end, encoding));
        self.text.get(start..end).unwrap_or_default()
    }

    /// The text with other text in a client's range.
    pub(crate) fn replaced(&self, range: Range, new: &str, encoding: Encoding) -> Text {
        let (start, end) = (self.offset(range.start, encoding), self.offset(range.end, encoding));
        let (start, end) = (start.min(end), start.max(end));
        Text::new([&self.text[..start], new, &self.text[end..]].concat())
    }
}

/// Where lines of a text are in another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Moved {
    /// The texts are the same.
    Nowhere,
    /// For lines of the first text the line of the second; what is not in it was edited.
    To(BTreeMap<usize, usize>),
}

impl Moved {
    pub(crate) fn between(old: &Text, new: &Text) -> Moved {
        if old == new {
            return Moved::Nowhere;
        }
        let (a, b) = (old.lines(), new.lines());
        let before = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
        let (rest_a, rest_b) = (&a[before..], &b[before..]);
        let behind = rest_a.iter().rev().zip(rest_b.iter().rev()).take_while(|(a, b)| a == b).count();
        let mut lines: BTreeMap<usize, usize> = (0..before).map(|line| (line, line)).collect();
        lines.extend((1..=behind).map(|n| (a.len() - n, b.len() - n)));
        let between = common(&rest_a[..rest_a.len() - behind], &rest_b[..rest_b.len() - behind]);
        lines.extend(between.into_iter().map(|(a, b)| (a + before, b + before)));
        Moved::To(lines)
    }

    fn line(&self, line: usize) -> Option<usize> {
        match self {
            Moved::Nowhere => Some(line),
            Moved::To(lines) => lines.get(&line).copied(),
        }
    }

    /// Where a place of the old text is in the new one; none where one of its lines was edited.
    pub(crate) fn range(&self, place: &Place, new: &Text, encoding: Encoding) -> Option<Range> {
        let first = (place.line as usize).checked_sub(1)?;
        let last = (place.end_line as usize).checked_sub(1)?;
        let start = self.line(first)?;
        if (first..=last).any(|line| self.line(line) != Some(line - first + start)) {
            return None;
        }
        let column = |it: u32| (it as usize).saturating_sub(1);
        let start_position = new.character(start, column(place.column), encoding);
        let end = new.character(start + (last.checked_sub(first)?), column(place.end_column), encoding);
        Some(Range { start: start_position, end })
    }
}

/// A longest sequence of lines that is in both, as pairs of their places.
fn common(a: &[&str], b: &[&str]) -> Vec<(usize, usize)> {
    if a.is_empty() || b.is_empty() || a.len().saturating_mul(b.len()) > MAX_PAIRS {
        return Vec::new();
    }
    let width = b.len() + 1;
    let mut lengths = vec![0u32; (a.len() + 1) * width];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            lengths[i * width + j] = if a[i] == b[j] {
                lengths[(i + 1) * width + j + 1] + 1
            } else {
                lengths[(i + 1) * width + j].max(lengths[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j, mut pairs) = (0, 0, Vec::new());
    while i < a.len() && j < b.len() {
        if a[i] == b[j] {
            pairs.push((i, j));
            (i, j) = (i + 1, j + 1);
        } else if lengths[(i + 1) * width + j] >= lengths[i * width + j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: u32, character: u32) -> Position {
        Position { line, character }
    }

    fn place(line: u32, column: u32, end_line: u32, end_column: u32) -> Place {
        Place { file: "a.c".into(), line, column, end_line, end_column }
    }

    #[track_caller]
    fn check_place(old: &str, new: &str, place: &Place, expect: Option<(Position, Position)>) {
        let (old, new) = (Text::new(old.to_owned()), Text::new(new.to_owned()));
        let range = Moved::between(&old, &new).range(place, &new, Encoding::Utf16);
        assert_eq!(range.map(|it| (it.start, it.end)), expect);
    }

    #[test]
    fn columns_are_counted_as_the_client_counts() {
        let text = Text::new("ab\r\n\"é😀\"; x\n".to_owned());
        let x = |encoding| Moved::Nowhere.range(&place(2, 7, 2, 8), &text, encoding).unwrap().start;
        assert_eq!(x(Encoding::Utf8), at(1, 10));
        assert_eq!(x(Encoding::Utf16), at(1, 7));
        assert_eq!(x(Encoding::Utf32), at(1, 6));
        for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
            let offset = text.offset(x(encoding), encoding);
            assert_eq!(&text.as_str()[offset..=offset], "x");
            assert_eq!(text.range(&(offset..offset), encoding).start, x(encoding));
        }
    }

    #[test]
    fn positions_that_are_not_there() {
        let text = Text::new("é\nb".to_owned());
        assert_eq!(text.offset(at(0, 9), Encoding::Utf16), 2);
        assert_eq!(text.offset(at(0, 1), Encoding::Utf8), 0);
        assert_eq!(text.offset(at(7, 0), Encoding::Utf16), 4);
        assert_eq!(text.line(7), "");
    }

    #[test]
    fn text_is_replaced() {
        let text = Text::new("a😀b\nc".to_owned());
        let range = Range { start: at(0, 1), end: at(1, 0) };
        assert_eq!(text.slice(range, Encoding::Utf16), "😀b\n");
        assert_eq!(text.replaced(range, "x", Encoding::Utf16).as_str(), "axc");
        let backwards = Range { start: at(1, 0), end: at(0, 1) };
        assert_eq!(text.replaced(backwards, "x", Encoding::Utf16).as_str(), "axc");
    }

    #[test]
    fn places_move_with_their_lines() {
        check_place("a\nb\nc\n", "a\nx\nb\nc\n", &place(2, 1, 2, 2), Some((at(2, 0), at(2, 1))));
        check_place("a\nb\nc\n", "x\na\nb\ny\nc", &place(3, 1, 3, 2), Some((at(4, 0), at(4, 1))));
        check_place("a\nb\nc\n", "a\nb\nc\n", &place(1, 1, 3, 2), Some((at(0, 0), at(2, 1))));
    }

    #[test]
    fn places_go_with_their_lines() {
        check_place("a\nb\nc\n", "a\nB\nc\n", &place(2, 1, 2, 2), None);
        check_place("a\nb\nc\n", "a\nx\nb\nc\n", &place(1, 1, 2, 2), None);
        check_place("a\nb\n", "", &place(2, 1, 2, 2), None);
        check_place("a", "b", &place(0, 0, 0, 0), None);
    }
}
