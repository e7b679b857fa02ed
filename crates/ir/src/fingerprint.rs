//! What an error is known by while the program around it changes.
//!
//! A fingerprint is made of the property, the name of the file without its folders, the function, the source lines of the
//! check and the check itself, without comments and white space, and which of the checks that read so it is. It has no line
//! number, so it stays when lines move; it changes with the statement.

use std::collections::BTreeMap;

use crate::property::Property;
use crate::source::{SourceMap, Span};

/// What a fingerprint is made of.
#[derive(Debug, Clone, Copy)]
pub struct Site<'a> {
    /// The property.
    pub property: Property,
    /// Where the check stands.
    pub span: Span,
    /// The source text of the check.
    pub text: &'a str,
    /// The function that it is in.
    pub function: &'a str,
}

/// The fingerprints of all checks of a program, in their order.
pub fn fingerprints<'a>(sources: &SourceMap, sites: impl IntoIterator<Item = Site<'a>>) -> Vec<String> {
    let mut seen: BTreeMap<u64, usize> = BTreeMap::new();
    let fingerprint = |site: Site<'_>| {
        let hash = hash(sources, &site);
        let count = seen.entry(hash).or_insert(0);
        *count += 1;
        format!("{hash:016x}:{count}")
    };
    sites.into_iter().map(fingerprint).collect()
}

/// The fingerprint of a failing test, which is known by its name.
pub fn of_test(name: &str) -> String {
    format!("{:016x}:1", fnv([Property::ExpectedOutput.name(), name]))
}

fn hash(sources: &SourceMap, site: &Site<'_>) -> u64 {
    let file = sources.file(site.span.file);
    let base_name = file.name.rsplit('/').next().unwrap_or_default();
    let lines = (site.span.line..=site.span.end_line.max(site.span.line)).map_while(|it| file.line(it));
    let lines = lines.collect::<Vec<_>>().join("\n");
    let (lines, text) = (normalized(&lines), normalized(site.text));
    fnv([site.property.name(), base_name, site.function, &lines, &text])
}

/// The 64-bit FNV-1a hash of texts, each with an end.
fn fnv<const N: usize>(parts: [&str; N]) -> u64 {
    let bytes = parts.iter().flat_map(|it| it.bytes().chain([0]));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, it| (hash ^ u64::from(it)).wrapping_mul(0x0100_0000_01b3))
}

/// Code without comments, and with white space only where it separates words.
fn normalized(code: &str) -> String {
    let mut text = String::new();
    let mut rest = code;
    let mut is_apart = false;
    while let Some(first) = rest.chars().next() {
        let length = token(rest);
        let (token, behind) = rest.split_at(length);
        rest = behind;
        if first.is_whitespace() || token.starts_with("//") || token.starts_with("/*") {
            is_apart = true;
            continue;
        }
        let is_word = |it: char| it.is_alphanumeric() || it == '_';
        if is_apart && is_word(first) && text.chars().next_back().is_some_and(is_word) {
            text.push(' ');
        }
        text.push_str(token);
        is_apart = false;
    }
    text
}

/// How many bytes the comment, the literal or the character is long that a text begins with.
fn token(text: &str) -> usize {
    let one = text.chars().next().map_or(0, char::len_utf8);
    match text.as_bytes() {
        [b'/', b'/', ..] => text.find('\n').unwrap_or(text.len()),
        [b'/', b'*', ..] => text[2..].find("*/").map_or(text.len(), |at| at + 4),
        [quote @ (b'"' | b'\''), ..] => {
            let mut is_escaped = false;
            let end = text.bytes().enumerate().skip(1).find(|(_, it)| {
                let is_end = it == quote && !is_escaped;
                is_escaped = *it == b'\\' && !is_escaped;
                is_end
            });
            end.map_or(one, |(at, _)| at + 1)
        }
        _ => one,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fingerprints of the places of `a[i]` in a text.
    fn of(text: &str, function: &str) -> Vec<String> {
        let mut sources = SourceMap::default();
        let file = sources.add_file("src/a.c", Some(text.to_owned()));
        let places =
            text.lines().zip(1..).filter_map(|(line, number)| Some((number, line.find("a[i]")? as u32)));
        let spans: Vec<Span> = places
            .map(|(line, at)| Span { file, line, column: at + 1, end_line: line, end_column: at + 5 })
            .collect();
        let site =
            |span: &Span| Site { property: Property::OutOfBounds, span: *span, text: "a[i]", function };
        fingerprints(&sources, spans.iter().map(site))
    }

    #[test]
    fn moved_and_reformatted_lines_keep_it() {
        let first = of("x = a[i];\n", "f");
        assert_eq!(of("\n\nint y;\n  x=a[i] ;  // faultscope: ignore out-of-bounds: z\n", "f"), first);
        assert_eq!(of("x /* to */ = a[i];\n", "f"), first);
    }

    #[test]
    fn another_statement_or_function_is_another() {
        let first = of("x = a[i];\n", "f");
        assert_ne!(of("y = a[i];\n", "f"), first);
        assert_ne!(of("x = a[i];\n", "g"), first);
        assert_ne!(of("puts(\"a  b\"); a[i];", "f"), of("puts(\"a b\"); a[i];", "f"));
        assert_ne!(of("return a[i];", "f"), of("returna[i];", "f"));
    }

    #[test]
    fn alike_ones_are_counted() {
        let all = of("x = a[i];\nx = a[i];\n", "f");
        let (first, second) = (all[0].trim_end_matches(":1"), all[1].trim_end_matches(":2"));
        assert_eq!(first, second);
    }

    #[test]
    fn literals_and_comments_without_an_end_are_read() {
        assert_eq!(normalized("'\\'' \"\\\"//\" /* x"), "'\\''\"\\\"//\"");
        assert_eq!(normalized("1'000 int  x"), "1'000 int x");
        assert_eq!(normalized("\""), "\"");
    }
}
