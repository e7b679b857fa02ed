//! # Provenance of preprocessed text
//! The lines that the user wrote are expanded once more, with a note on every token of where it is spelled, and compared
//! with what the compiler's preprocessor made of them. Where both agree token by token, the notes hold for the
//! compiler's text. Where they differ, a line's tokens have no note.
//!
//! Definitions are read off the preprocessed text: the compiler was asked to leave them there. It has also decided about
//! conditional groups; a line that is in none of its output is not looked at.

mod changed_line;
mod definition;
mod expand;
mod original;
mod relevant;

use super::parser::Line;
use super::provenance::{Item, Level, LevelKind, Placed, Provenance};
use super::tokens::{Token, TokenKind, tokens};
use definition::Definitions;
use expand::{Expander, Following, Piece};
use original::Original;

pub use changed_line::with_changed_line;
pub(super) use definition::constant;
pub use relevant::with_relevant_definitions;
pub(super) use relevant::words;

/// A text that went through no preprocessor: every token stands where it is.
pub(super) fn plain(text: &str) -> Provenance {
    let level = Level { file: Some(0), outer: None, kind: LevelKind::File };
    let placed = |token: Token| Placed {
        start: token.start,
        end: token.end,
        item: Some(Item { level: 0, start: token.start, end: token.end }),
    };
    let tokens = tokens(text).into_iter().filter(|token| !token.in_directive).map(placed).collect();
    Provenance { tokens, levels: vec![level], macros: Vec::new() }
}

/// The tokens of a preprocessed text that stand in files that are at hand. The originals are by the index of the file.
pub(super) fn preprocessed(text: &str, lines: &[Line], originals: &[Option<&str>]) -> Provenance {
    let outputs = outputs(text, lines, originals);
    let mut matcher = Matcher {
        originals: originals.iter().map(|text| text.map(Original::new)).collect(),
        outputs: &outputs.tokens,
        expander: Expander::new(originals),
        definitions: Definitions::default(),
        items: vec![None; outputs.tokens.len()],
    };
    let mut at = 0;
    for directive in &outputs.directives {
        at = matcher.until(at, directive.before);
        let original = matcher.originals.get(directive.file).and_then(Option::as_ref);
        matcher.definitions.directive(directive.text, directive.file, directive.line, original);
    }
    matcher.until(at, outputs.tokens.len());
    let Matcher { expander, definitions, items, .. } = matcher;
    let placed =
        |(output, item): (&Output<'_>, Option<Item>)| Placed { start: output.start, end: output.end, item };
    let tokens = outputs.tokens.iter().zip(items).map(placed).collect();
    Provenance { tokens, levels: expander.levels, macros: definitions.macros }
}

/// A token of the compiler's output.
struct Output<'a> {
    text: &'a str,
    kind: TokenKind,
    start: u32,
    end: u32,
    file: usize,
    /// From 0.
    line: u32,
}

/// A `#define` or `#undef` in the compiler's output.
struct Directive<'a> {
    /// The number of tokens that stand before it.
    before: usize,
    text: &'a str,
    file: usize,
    /// From 0.
    line: u32,
}

struct Outputs<'a> {
    tokens: Vec<Output<'a>>,
    directives: Vec<Directive<'a>>,
}

fn outputs<'a>(text: &'a str, lines: &[Line], originals: &[Option<&str>]) -> Outputs<'a> {
    let mut outputs = Outputs { tokens: Vec::new(), directives: Vec::new() };
    let mut idx = 0;
    while idx < lines.len() {
        let line = lines[idx];
        let end_of = |idx: usize| lines.get(idx + 1).map_or(text.len(), |next| next.start);
        let content = text.get(line.start..end_of(idx)).unwrap_or("");
        let number = line.number.saturating_sub(1);
        if content.trim_start().starts_with('#') {
            let before = outputs.tokens.len();
            outputs.directives.push(Directive { before, text: content, file: line.file, line: number });
            idx += 1;
            continue;
        }
        if !matches!(originals.get(line.file), Some(Some(_))) {
            idx += 1;
            continue;
        }
        // Lines that follow one another are read together: a comment may reach over them.
        let mut last = idx;
        while let Some(next) = lines.get(last + 1)
            && next.file == line.file
            && next.number == lines[last].number + 1
            && !text.get(next.start..).unwrap_or("").trim_start_matches([' ', '\t']).starts_with('#')
        {
            last += 1;
        }
        let run = text.get(line.start..end_of(last)).unwrap_or("");
        outputs.tokens.extend(tokens(run).into_iter().map(|token| Output {
            text: token.text(run),
            kind: token.kind,
            start: token.start + line.start as u32,
            end: token.end + line.start as u32,
            file: line.file,
            line: number + token.line,
        }));
        idx = last + 1;
    }
    outputs
}

struct Matcher<'a, 'b> {
    originals: Vec<Option<Original<'a>>>,
    outputs: &'b [Output<'a>],
    expander: Expander,
    definitions: Definitions<'a>,
    /// Where each output is spelled.
    items: Vec<Option<Item>>,
}

impl<'a> Matcher<'a, '_> {
    /// Compares up to a token of the output; gives where it stopped, which may be a little further.
    fn until(&mut self, mut at: usize, end: usize) -> usize {
        while at < end {
            at = self.line(at);
        }
        at
    }

    /// Compares the rest of the line of the user's that an output begins with; gives the output behind it.
    fn line(&mut self, at: usize) -> usize {
        let output = &self.outputs[at];
        let Some(Some(original)) = self.originals.get_mut(output.file) else { return at + 1 };
        let here = original.tokens.get(original.next).map(|token| token.line);
        let goes_on = here == Some(output.line) || (here.is_some() && original.line == output.line);
        let first = if goes_on { original.next } else { original.on_line(output.line) };
        let Some(line) = original.tokens.get(first).map(|token| token.line) else { return at + 1 };
        if !goes_on && line != output.line {
            return at + 1;
        }
        original.line = output.line;
        let n = original.tokens[first..].iter().take_while(|token| token.line == line).count();
        let level = output.file as u32;
        let piece = |token: &Token| Piece::new(original.text, token, level);
        let pieces: Vec<Piece<'a>> =
            original.tokens[first..first + n].iter().filter(|token| !token.in_directive).map(piece).collect();
        let mut following = Following { original, next: first + n, level };
        let expanded = self.expander.expand(pieces, &self.definitions, Some(&mut following));
        let next = following.next;
        let last_line = original.tokens[next - 1].line;
        original.next = next;
        let matches = expanded.filter(|expanded| !expanded.is_empty() && self.agrees(at, expanded));
        match matches {
            Some(expanded) => {
                for (item, piece) in self.items[at..].iter_mut().zip(&expanded) {
                    *item = Some(piece.item);
                }
                at + expanded.len()
            }
            None => {
                let is_skipped =
                    |it: &&Output<'_>| it.file == output.file && (output.line..=last_line).contains(&it.line);
                at + self.outputs[at..].iter().take_while(is_skipped).count().max(1)
            }
        }
    }

    /// Whether the output goes on with these tokens.
    fn agrees(&self, at: usize, expanded: &[Piece<'_>]) -> bool {
        let Some(outputs) = self.outputs.get(at..at + expanded.len()) else { return false };
        outputs.iter().zip(expanded).all(|(output, piece)| {
            output.file == self.outputs[at].file
                && (output.text == piece.text || piece.is_open && output.kind == piece.kind)
        })
    }
}

#[cfg(test)]
mod tests;
