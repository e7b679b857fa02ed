//! Conversions of formats, and which ones fit the types of arguments.

use std::ops::Range;

use super::super::format::{self, Conversion, Length, Piece};
use super::super::types::{FloatKind, IntKind, Type, Types};

/// The conversions in the text of a string literal, with where they stand; none where they are not understood.
pub(super) fn conversions(literal: &str, reads: bool) -> Option<Vec<(Range<usize>, Conversion)>> {
    let bytes = literal.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        at += match (bytes[at], bytes.get(at + 1)) {
            (b'\\', _) | (b'%', Some(b'%')) => 2,
            (b'%', _) => {
                let len = length(literal.get(at..)?)?;
                let chars: Vec<u32> = literal.get(at..at + len)?.chars().map(u32::from).collect();
                let pieces = if reads { format::for_reading(&chars) } else { format::for_printing(&chars) };
                let Some(Piece::Conversion(conversion)) = pieces?.pop() else { return None };
                found.push((at..at + len, conversion));
                len
            }
            _ => 1,
        };
    }
    Some(found)
}

/// How long the conversion is that a text begins with.
fn length(text: &str) -> Option<usize> {
    let kind = text.char_indices().skip(1).find(|(_, it)| !"-+ #0'I*.123456789hlLqjztm$".contains(*it));
    let (at, kind) = kind.filter(|(_, kind)| kind.is_ascii_alphabetic() || *kind == '[')?;
    if kind != '[' {
        return Some(at + 1);
    }
    let set = &text[at + 1..];
    let first = if set.starts_with('^') { 2 } else { 1 };
    let end = first + set.get(first..)?.find(']')?;
    (!set[..end].contains(['"', '\\'])).then_some(at + 1 + end + 1)
}

/// The text of a conversion with another length and letter.
pub(super) fn converted(text: &str, new: &str) -> String {
    let kind = text.find('[').unwrap_or(text.len() - 1);
    let amounts = text[..kind].trim_end_matches(|it| "hlLqjzt".contains(it));
    // How many digits are behind the point says nothing of an integer.
    let amounts = match amounts.find('.') {
        Some(point) if !new.ends_with(['f', 'F', 'e', 'E', 'g', 'G', 'a', 'A', 's']) => &amounts[..point],
        _ => amounts,
    };
    format!("{amounts}{new}")
}

/// Length and letter of the conversion that prints an argument of this type; none where the one that is written does, or it is not
/// known which does.
pub(super) fn for_printing(types: &Types, conversion: &Conversion, ty: &Type) -> Option<String> {
    let kind = conversion.kind;
    let is_real = "fFeEgGaA".contains(kind);
    match ty {
        Type::Float(float) => {
            let is_long = *float == FloatKind::LongDouble;
            let fits = is_real && conversion.is_extended() == is_long;
            let letter = if is_real { kind } else { 'f' };
            (!fits && !"spn".contains(kind)).then(|| real("", is_long, letter))
        }
        Type::Int(int) => {
            let size = types.size(ty)?.max(4);
            let fits = match kind {
                'c' => size == 4,
                'p' | 'n' | 'm' => true,
                's' | 'S' | 'C' => false,
                _ => !is_real && size == argument_size(types, conversion.length),
            };
            let is_char = matches!(int, IntKind::Char | IntKind::SChar | IntKind::UChar);
            let letter = conversion.integer().map_or(if int.is_signed() { 'd' } else { 'u' }, |_| kind);
            match kind {
                _ if fits => None,
                's' if is_char => Some("c".to_owned()),
                _ => Some(integer(types, *int, size, letter)),
            }
        }
        Type::Pointer(_) | Type::Array(..) => {
            let element = ty.pointee().or(ty.element())?;
            let is_text = matches!(element, Type::Int(IntKind::Char | IntKind::SChar | IntKind::UChar));
            (is_text && (is_real || "dic".contains(kind))).then(|| "s".to_owned())
        }
        _ => None,
    }
}

/// Length and letter of the conversion that reads what is stored where a pointer points to that points to this type; none where the
/// one that is written does, or it is not known which does.
pub(super) fn for_reading(types: &Types, conversion: &Conversion, pointee: &Type) -> Option<String> {
    if conversion.fits(types, pointee) {
        return None;
    }
    let kind = conversion.kind;
    match pointee {
        Type::Float(float @ (FloatKind::Float | FloatKind::Double | FloatKind::LongDouble)) => {
            let letter = if "fFeEgGaA".contains(kind) { kind } else { 'f' };
            let length = if *float == FloatKind::Double { "l" } else { "" };
            Some(real(length, *float == FloatKind::LongDouble, letter))
        }
        Type::Int(int) => {
            let letter = conversion.integer().map_or(if int.is_signed() { 'd' } else { 'u' }, |_| kind);
            Some(integer(types, *int, types.size(pointee)?, letter))
        }
        _ => None,
    }
}

fn real(length: &str, is_long: bool, letter: char) -> String {
    format!("{}{letter}", if is_long { "L" } else { length })
}

/// The conversion of an integer of so many bytes.
fn integer(types: &Types, kind: IntKind, size: u64, letter: char) -> String {
    let is_long = matches!(kind, IntKind::Long | IntKind::ULong);
    let length = match size {
        1 => "hh",
        2 => "h",
        4 if is_long => "l",
        4 => "",
        _ if is_long && types.size(&Type::Int(IntKind::Long)) == Some(8) => "l",
        _ => "ll",
    };
    format!("{length}{letter}")
}

/// How many bytes an integer has that is printed.
fn argument_size(types: &Types, length: Length) -> u64 {
    match length {
        Length::None | Length::Char | Length::Short => 4,
        Length::Long | Length::Size => types.size(&Type::Int(IntKind::Long)).unwrap_or(4),
        Length::LongLong | Length::LongDouble => 8,
    }
}

#[cfg(test)]
mod tests {
    use super::{conversions, converted};

    #[test]
    fn conversions_of_a_literal_stand_where_they_are_written() {
        let texts = |literal: &'static str, reads| {
            let found = conversions(literal, reads)?;
            Some(found.into_iter().map(|(range, _)| &literal[range]).collect::<Vec<_>>())
        };
        assert_eq!(texts(r#""%d%% \"%-5.2lf\n""#, false), Some(vec!["%d", "%-5.2lf"]));
        assert_eq!(texts(r#""%*d %9[^]a]" "%c""#, true), Some(vec!["%*d", "%9[^]a]", "%c"]));
        assert_eq!(texts(r#""100%""#, false), None);
        assert_eq!(texts(r#""%[\n]""#, true), None);
    }

    #[test]
    fn flags_and_width_of_a_conversion_stay() {
        assert_eq!(converted("%-5d", "lld"), "%-5lld");
        assert_eq!(converted("%8.2f", "d"), "%8d");
        assert_eq!(converted("%.3f", "Lf"), "%.3Lf");
        assert_eq!(converted("%hhu", "u"), "%u");
    }
}
