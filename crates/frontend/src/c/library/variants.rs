//! Functions whose models are those of others: of other characters, of other floating-point types, and under other names.

use super::row::CSource;
use super::table::entry;
use crate::c::types::FloatKind;

/// What computes with numbers in models for an environment that is given.
const COMPUTED: &str = "__fs_math";

/// A function and its type, where the name is one of those for each floating-point type.
fn floating(name: &str) -> Option<(&'static str, FloatKind)> {
    let entry = entry(name)?;
    Some((entry.plain, entry.kind?))
}

/// The definition of a function that is a variant of one that `definition` knows.
pub(super) fn definition<'d>(
    name: &str,
    definition: impl Fn(&str) -> Option<(&'d str, &'d str)>,
) -> Option<(&'d str, String)> {
    let entry = entry(name)?;
    match (entry.row.source, entry.kind) {
        (CSource::Own, Some(kind)) if entry.is_defined_for_type() => {
            let (file, text) = definition(entry.plain)?;
            Some((file, of_type(text, kind)))
        }
        (CSource::Wide(narrow), _) => {
            let (file, text) = definition(narrow)?;
            Some((file, widened(text, narrow, name)))
        }
        (CSource::Own | CSource::None | CSource::Elsewhere, _) => None,
    }
}

/// The model of a function of wide strings, from that of the function of other strings.
fn widened(text: &str, narrow: &str, wide: &str) -> String {
    text.replace("unsigned char", "__WCHAR_TYPE__")
        .replace("char", "__WCHAR_TYPE__")
        .replace(&format!(" {narrow}("), &format!(" {wide}("))
        .replace(&format!("*{narrow}("), &format!("*{wide}("))
        .replace("__fs_length", "__fs_wide_length")
        .replace("__fs_printed", "__fs_wide_printed")
        .replace("__fs_note_number", "__fs_wide_note_number")
        .replace("__fs_wide_wide_", "__fs_wide_")
}

/// The model of a function of another floating-point type, from that of `double`.
fn of_type(text: &str, kind: FloatKind) -> String {
    let (ty, suffix) = if kind == FloatKind::Float { ("float", "f") } else { ("long double", "l") };
    let is_of_word = |ch: char| ch.is_alphanumeric() || ch == '_';
    let mut typed = String::new();
    let mut rest = text;
    while let Some(ch) = rest.chars().next() {
        if !is_of_word(ch) {
            typed.push(ch);
            rest = &rest[ch.len_utf8()..];
            continue;
        }
        let length = rest.find(|ch| !is_of_word(ch)).unwrap_or(rest.len());
        let word = &rest[..length];
        typed += match word {
            // What is computed with `double` anyway.
            "double" if typed.ends_with("long ") => "double",
            "double" => ty,
            "__VERIFIER_nondet_double" if kind == FloatKind::Float => "__VERIFIER_nondet_float",
            "__VERIFIER_nondet_double" => "__VERIFIER_nondet_long_double",
            COMPUTED if kind == FloatKind::Float => "__fs_math_float",
            COMPUTED => "__fs_math_long",
            word => word,
        };
        if floating(word).is_some_and(|(_, kind)| kind == FloatKind::Double) {
            typed += suffix;
        }
        rest = &rest[length..];
    }
    typed
}
