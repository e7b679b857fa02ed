//! What a format should have been, read off what was written with it and what was expected.
//!
//! A format is text and conversions in turn. Where what was written with it stands in the output, the values are known as they
//! were written. The same values are looked for in the expected output, perhaps with leading zeros or more digits behind the
//! point, and what stands between them there is the text of the new format.

use super::subject::Output;

/// Most bytes between two values.
const MAX_TEXT: usize = 60;

/// How far in front of what is wrong the text can begin.
const MAX_BEFORE: usize = 200;

/// How many bytes of what is written next have to be the same.
const N_NEXT: usize = 4;

/// A piece of a format.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    /// It is written as it is.
    Text(String),
    /// A value: the conversion as it is written, and what it ends with.
    Conversion(String, char),
}

/// Formats that would have written what was expected instead of what a format has written, the likeliest first. All of them are
/// string literals.
pub(super) fn formats(literal: &str, output: &Output) -> Vec<String> {
    let Some(pieces) = pieces(literal) else { return Vec::new() };
    let Some(written) = written(&pieces, output) else { return Vec::new() };
    formats_with(literal, &pieces, &written, output, &|_| true)
}

/// The same where some of the values are not written: which ones are, by number, and the likeliest format. One value alone, or all but
/// one.
pub(super) fn formats_with_fewer(literal: &str, output: &Output) -> Vec<(Vec<usize>, String)> {
    let Some(pieces) = pieces(literal) else { return Vec::new() };
    let Some(written) = written(&pieces, output) else { return one_alone(&pieces) };
    let numbers = || 0..written.values.len();
    let alone = numbers().map(|it| vec![it]);
    let all_but_one = numbers().map(|it| numbers().filter(|other| *other != it).collect());
    let choices: Vec<Vec<usize>> = match numbers().len() {
        0 | 1 => Vec::new(),
        2 => alone.collect(),
        _ => alone.chain(all_but_one).collect(),
    };
    let format = |kept: Vec<usize>| {
        let formats = formats_with(literal, &pieces, &written, output, &|it| kept.contains(&it));
        // A value that is left out is not written as text.
        let format = formats.into_iter().find(|it| !has_digits(it))?;
        Some((kept, format))
    };
    choices.into_iter().filter_map(format).collect()
}

/// Each value alone, and the text at the end: what was written does not tell values apart that nothing stands between.
fn one_alone(pieces: &[Piece]) -> Vec<(Vec<usize>, String)> {
    let conversions = pieces.iter().filter_map(|it| match it {
        Piece::Conversion(text, _) => Some(text),
        Piece::Text(_) => None,
    });
    let conversions: Vec<&String> = conversions.collect();
    let end = match pieces.last() {
        Some(Piece::Text(text)) => escaped(text),
        _ => String::new(),
    };
    if conversions.len() < 2 {
        return Vec::new();
    }
    conversions.iter().enumerate().map(|(at, it)| (vec![at], format!("\"{it}{end}\""))).collect()
}

/// Whether a format writes digits of its own.
fn has_digits(literal: &str) -> bool {
    let is_text =
        |it: &Piece| matches!(it, Piece::Text(text) if text.contains(|it: char| it.is_ascii_digit()));
    pieces(literal).is_none_or(|pieces| pieces.iter().any(is_text))
}

/// Formats that would have written what was expected with those values that are chosen by number.
fn formats_with(
    literal: &str,
    pieces: &[Piece],
    written: &Written,
    output: &Output,
    is_kept: &dyn Fn(usize) -> bool,
) -> Vec<String> {
    let Some(start) = output.expected_start(written.start) else { return Vec::new() };
    // The texts in front of the values, and the values.
    let mut texts: Vec<&str> = Vec::new();
    let mut values: Vec<Value> = Vec::new();
    let mut at = start;
    let conversions = pieces.iter().filter_map(|it| match it {
        Piece::Conversion(text, kind) => Some((text, *kind)),
        Piece::Text(_) => None,
    });
    for (_, ((conversion, kind), value)) in
        conversions.zip(&written.values).enumerate().filter(|(number, _)| is_kept(*number))
    {
        let Some(value) = value_in(&output.expected, at, conversion, kind, value) else {
            return Vec::new();
        };
        texts.push(&output.expected[at..value.at]);
        at = value.at + value.len;
        values.push(value);
    }
    // Numbers of the same length are padded alike.
    let padded: Vec<usize> = values.iter().filter(|it| it.is_padded).map(|it| it.len).collect();
    let new: String = texts
        .iter()
        .zip(&values)
        .map(|(text, value)| {
            let is_padded = value.is_padded || value.is_integer && padded.contains(&value.len);
            escaped(text) + &if is_padded { value.padded() } else { value.conversion.clone() }
        })
        .collect();
    let rest = &output.expected[at..];
    let next = &output.got[written.end..];
    let next = &next[..floor(next, N_NEXT)];
    let ends = ends(rest, next).into_iter().map(|end| format!("\"{new}{}\"", escaped(&rest[..end])));
    let mut formats: Vec<String> = Vec::new();
    for format in ends {
        // To write nothing is to leave the call out.
        if format != literal && format != "\"\"" && !formats.contains(&format) {
            formats.push(format);
        }
    }
    formats
}

/// Where the text that a format writes behind its last value could end.
fn ends(rest: &str, next: &str) -> Vec<usize> {
    let mut ends: Vec<usize> = Vec::new();
    if !next.is_empty() {
        let near = &rest[..floor(rest, MAX_TEXT)];
        ends.extend(near.match_indices(next).map(|(at, _)| at).next());
    }
    ends.extend(rest.find('\n').map(|at| at + 1));
    if next.trim().is_empty() && rest.len() <= MAX_TEXT {
        ends.push(rest.len());
    }
    ends.push(rest.find(|c: char| !c.is_whitespace()).unwrap_or(rest.len()).min(MAX_TEXT));
    ends.retain(|at| *at <= MAX_TEXT && rest.is_char_boundary(*at));
    ends
}

/// The largest boundary of a character up to here.
fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// What was written with a format.
struct Written {
    start: usize,
    end: usize,
    values: Vec<String>,
}

/// What stands in the output around what is wrong and could be written with a format; the nearest.
fn written(pieces: &[Piece], output: &Output) -> Option<Written> {
    let first = output.got_at.saturating_sub(MAX_BEFORE);
    let is_number = |it: char| it.is_ascii_digit() || it == '.';
    let is_within_number =
        |at: usize| output.got[..at].ends_with(is_number) && output.got[at..].starts_with(is_number);
    let starts = (first..=output.got_at).rev();
    let starts = starts.filter(|at| output.got.is_char_boundary(*at) && !is_within_number(*at));
    starts.into_iter().find_map(|start| {
        let mut values = Vec::new();
        let end = matched(pieces, &output.got, start, &mut values)?;
        (end >= output.got_at && end > start).then_some(Written { start, end, values })
    })
}

/// Where what is written with pieces ends in a text, and the values.
fn matched(pieces: &[Piece], text: &str, at: usize, values: &mut Vec<String>) -> Option<usize> {
    let Some((first, rest)) = pieces.split_first() else { return Some(at) };
    let here = text.get(at..)?;
    match first {
        Piece::Text(own) => {
            here.starts_with(own.as_str()).then_some(())?;
            matched(rest, text, at + own.len(), values)
        }
        Piece::Conversion(_, kind) => {
            let lengths: Vec<usize> = match kind {
                'd' | 'i' | 'u' => vec![number(here, false)?],
                'f' | 'e' | 'g' => vec![number(here, true)?],
                'c' => vec![here.chars().next()?.len_utf8()],
                's' => (1..=floor(here, MAX_TEXT)).filter(|at| here.is_char_boundary(*at)).collect(),
                _ => return None,
            };
            lengths.into_iter().find_map(|len| {
                values.push(here[..len].to_owned());
                let end = matched(rest, text, at + len, values);
                if end.is_none() {
                    values.pop();
                }
                end
            })
        }
    }
}

/// How long the number is that a text begins with, perhaps with white space in front of it.
fn number(text: &str, has_fraction: bool) -> Option<usize> {
    let padding = text.len() - text.trim_start_matches(' ').len();
    let bytes = &text.as_bytes()[padding..];
    let sign = usize::from(bytes.first() == Some(&b'-'));
    let digits = |from: usize| bytes[from..].iter().take_while(|it| it.is_ascii_digit()).count();
    let whole = digits(sign);
    if whole == 0 {
        return None;
    }
    let mut len = sign + whole;
    if has_fraction && bytes.get(len) == Some(&b'.') {
        let fraction = digits(len + 1);
        len += if fraction > 0 { 1 + fraction } else { 0 };
    }
    Some(padding + len)
}

/// A value in the expected output.
struct Value {
    at: usize,
    len: usize,
    /// What writes it so.
    conversion: String,
    is_integer: bool,
    /// Whether zeros are in front of it.
    is_padded: bool,
}

impl Value {
    /// The conversion with so many zeros in front that the number has its length.
    fn padded(&self) -> String {
        let own = self.conversion.trim_start_matches(|it: char| !it.is_ascii_alphabetic());
        format!("%0{}{own}", self.len)
    }
}

/// A value at the next place from here on where it stands.
fn value_in(text: &str, from: usize, conversion: &str, kind: char, value: &str) -> Option<Value> {
    let near = &text[from..from + floor(&text[from..], MAX_TEXT)];
    let modifier: String = conversion.chars().filter(|it| "hlLjzt".contains(*it)).collect();
    for (at, _) in near.char_indices().chain([(near.len(), ' ')]) {
        let rest = &text[from + at..];
        let is_within = text[..from + at].ends_with(|c: char| c.is_ascii_digit());
        let numeric = (!is_within && !rest.starts_with(' ')).then(|| number(rest, "feg".contains(kind)));
        let found = |len: usize, conversion: String| {
            let is_integer = "diu".contains(kind);
            Some(Value { at: from + at, len, conversion, is_integer, is_padded: false })
        };
        match (kind, numeric.flatten()) {
            ('d' | 'i' | 'u', Some(len)) => {
                let (own, other) = (value.trim().parse::<i128>().ok()?, rest[..len].parse::<i128>().ok()?);
                if own == other {
                    let is_as_written = &rest[..len] == value;
                    let new =
                        if is_as_written { conversion.to_owned() } else { format!("%{modifier}{kind}") };
                    let is_padded = rest[..len].trim_start_matches('-').starts_with('0') && other != 0
                        || len > 1 && other == 0;
                    return Some(Value { is_padded: is_padded && !is_as_written, ..found(len, new)? });
                }
            }
            ('f' | 'e' | 'g', Some(len)) => {
                let (own, other) = (value.trim(), &rest[..len]);
                if own == other && value == own {
                    return found(len, conversion.to_owned());
                }
                let n_digits = |text: &str| text.find('.').map_or(0, |at| text.len() - at - 1);
                let fewer = n_digits(own).min(n_digits(other)) as i32;
                let (own, value) = (own.parse::<f64>().ok()?, other.parse::<f64>().ok()?);
                if (own - value).abs() <= 0.51 * 10f64.powi(-fewer) {
                    return found(len, format!("%.{}{modifier}f", n_digits(other)));
                }
            }
            ('c' | 's', _) if !value.is_empty() && rest.starts_with(value) => {
                return found(value.len(), conversion.to_owned());
            }
            _ => {}
        }
    }
    None
}

/// The pieces of a format; none where it is none that is understood.
fn pieces(literal: &str) -> Option<Vec<Piece>> {
    let within = literal.strip_prefix('"')?.strip_suffix('"')?;
    let mut pieces = Vec::new();
    let mut text = String::new();
    let mut chars = within.chars().peekable();
    while let Some(it) = chars.next() {
        match it {
            '"' => return None,
            '\\' => text.push(match chars.next()? {
                'n' => '\n',
                't' => '\t',
                'r' => '\r',
                'b' => '\u{8}',
                it @ ('\\' | '"' | '\'' | '?') => it,
                _ => return None,
            }),
            '%' if chars.peek() == Some(&'%') => {
                chars.next();
                text.push('%');
            }
            '%' => {
                let mut conversion = "%".to_owned();
                let kind = loop {
                    let next = chars.next()?;
                    conversion.push(next);
                    match next {
                        '0'..='9' | '.' | '-' | '+' | ' ' | '#' | 'h' | 'l' | 'L' | 'j' | 'z' | 't' => {}
                        it if it.is_ascii_alphabetic() => break it,
                        _ => return None,
                    }
                };
                if !text.is_empty() {
                    pieces.push(Piece::Text(std::mem::take(&mut text)));
                }
                pieces.push(Piece::Conversion(conversion, kind));
            }
            it => text.push(it),
        }
    }
    if !text.is_empty() {
        pieces.push(Piece::Text(text));
    }
    Some(pieces)
}

/// A text as a literal has it, where it stands for itself in a format.
pub(super) fn escaped(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"").replace('%', "%%");
    text.replace('\n', "\\n").replace('\t', "\\t").replace('\r', "\\r")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(literal: &str, got: &str, expected: &str, new: &str) {
        let at = got.bytes().zip(expected.bytes()).take_while(|(a, b)| a == b).count();
        let (got, expected) = (got.to_owned(), expected.to_owned());
        let output = Output { got, got_at: at, expected, expected_at: at };
        let found = formats(literal, &output);
        assert_eq!(found.first().map(String::as_str), Some(new), "{found:?}");
    }

    #[test]
    fn values_keep_their_order_and_texts_become_what_stands_between_them() {
        check(r#""%d/n""#, "5/n", "5\n", r#""%d\n""#);
        check(r#""O numero: %d\n""#, "O numero: 7\nA soma: 3\n", "7\nA soma: 3\n", r#""%d\n""#);
        check(r#""%d\t%d\n""#, "4\t10\n", "4\n10\n", r#""%d\n%d\n""#);
        check(r#""Yes\n""#, "Yes\n", "yes\n", r#""yes\n""#);
        check(r#""%s is %c%%\n""#, "it is x%\n", "it was x%\n", r#""%s was %c%%\n""#);
    }

    #[test]
    fn numbers_are_written_as_they_are_expected() {
        check(r#""%d:%d:%d""#, "0:1:40", "00:01:40", r#""%02d:%02d:%02d""#);
        check(r#""%2.f\n""#, " 3\n", "2.67\n", r#""%.2f\n""#);
        check(r#""%lf\n""#, "0.500000\n", "0.50\n", r#""%.2lf\n""#);
    }

    #[test]
    fn values_that_were_not_expected_are_left_out() {
        let found = |literal: &str, got: &str, expected: &str| {
            let at = got.bytes().zip(expected.bytes()).take_while(|(a, b)| a == b).count();
            let (got, expected) = (got.to_owned(), expected.to_owned());
            formats_with_fewer(literal, &Output { got, got_at: at, expected, expected_at: at })
        };
        let kept = |it: &[usize], text: &str| (it.to_vec(), text.to_owned());
        assert_eq!(found(r#""%d of %d""#, "3 of 7", "7"), [kept(&[1], r#""%d""#)]);
        assert!(found(r#""%d %d %d\n""#, "1 2 3\n", "1 3\n").contains(&kept(&[0, 2], r#""%d %d\n""#)));
        assert!(found(r#""%d%d\n""#, "37\n", "7\n").contains(&kept(&[1], r#""%d\n""#)));
        assert_eq!(found(r#""%d\n""#, "3\n", "4\n"), []);
    }

    #[test]
    fn a_wrong_value_is_no_matter_of_the_format() {
        let output = Output { got: "5\n".to_owned(), got_at: 0, expected: "6\n".to_owned(), expected_at: 0 };
        assert_eq!(formats("\"%d\\n\"", &output), Vec::<String>::new());
    }
}
