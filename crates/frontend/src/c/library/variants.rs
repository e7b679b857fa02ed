//! Functions whose models are those of others: of other characters, of other floating-point types, and under other names.

use super::headers::HEADERS;
use crate::c::types::FloatKind;

/// Functions of wide strings whose models are those of other strings, where the name does not say which.
const WIDE: [(&str, &str); 8] = [
    ("wcstok", "strtok_r"),
    ("wcpcpy", "stpcpy"),
    ("wcpncpy", "stpncpy"),
    ("__fs_swprintf", "__fs_snprintf"),
    ("__fs_wide_length", "__fs_length"),
    ("__fs_wide_length_within", "__fs_length_within"),
    ("__fs_wide_printed", "__fs_printed"),
    ("__fs_wide_note_number", "__fs_note_number"),
];

/// What models of `<math.h>` and operators on complex numbers are made of, which is there for each floating-point type.
const PARTS: [&str; 9] = [
    "__fs_checked",
    "__fs_between",
    "__fs_increases",
    "__fs_decreases",
    "__fs_exponent",
    "__fs_scaled",
    "__fs_rest",
    "__fs_complex_product",
    "__fs_complex_quotient",
];

/// Functions whose models do not say what those of `long double` do: they rest on a wider type, or on how numbers are stored.
const NOT_OF_LONG_DOUBLE: [&str; 3] = ["fma", "nextafter", "nexttoward"];

/// What computes with numbers in models for an environment that is given.
const COMPUTED: &str = "__fs_math";

/// Functions that read by a format, without the prefixes that headers give them for a version of the standard.
const SCANNING: [&str; 6] = ["scanf", "fscanf", "sscanf", "wscanf", "fwscanf", "swscanf"];

/// Those whose places are in a list.
const SCANNING_LISTS: [&str; 3] = ["vscanf", "vfscanf", "vsscanf"];

/// The name of a function that reads by a format, as the standard has it.
pub(in crate::c) fn scans(name: &str) -> Option<&'static str> {
    let plain = plain_name(name);
    SCANNING.into_iter().find(|it| *it == plain)
}

/// Whether a function reads a string by a format, and not a stream.
pub(in crate::c) fn scans_text(name: &str) -> bool {
    scans(name).is_some_and(|it| matches!(it, "sscanf" | "swscanf"))
}

/// The name of a function that reads by a format into places of a list, as the standard has it.
pub(in crate::c) fn scans_into_list(name: &str) -> Option<&'static str> {
    let plain = plain_name(name);
    SCANNING_LISTS.into_iter().find(|it| *it == plain)
}

fn plain_name(name: &str) -> &str {
    name.strip_prefix("__isoc99_").or_else(|| name.strip_prefix("__isoc23_")).unwrap_or(name)
}

/// A function and its type, where the name is one that `<math.h>` has for each floating-point type.
pub(in crate::c) fn floating(name: &str) -> Option<(&str, FloatKind)> {
    let is_typed =
        |name: &str| PARTS.contains(&name) || HEADERS.iter().any(|header| header.is_of_each_type(name));
    if is_typed(name) {
        return Some((name, FloatKind::Double));
    }
    let (plain, kind) = match name.strip_suffix('f') {
        Some(plain) => (plain, FloatKind::Float),
        None => (name.strip_suffix('l')?, FloatKind::LongDouble),
    };
    is_typed(plain).then_some((plain, kind))
}

/// The definition of a function that is a variant of one that `definition` knows.
pub(super) fn definition<'d>(
    name: &str,
    definition: impl Fn(&str) -> Option<(&'d str, &'d str)>,
) -> Option<(&'d str, String)> {
    if let Some((plain, kind)) = floating(name).filter(|(plain, _)| *plain != name) {
        let (file, text) = definition(plain)?;
        let is_known = kind == FloatKind::Float || !NOT_OF_LONG_DOUBLE.contains(&plain);
        return is_known.then(|| (file, of_type(text, kind)));
    }
    let narrow = match WIDE.iter().find(|(wide, _)| *wide == name) {
        Some((_, narrow)) => (*narrow).to_owned(),
        None => format!("str{}", name.strip_prefix("wcs")?),
    };
    let (file, text) = definition(&narrow)?;
    Some((file, widened(text, &narrow, name)))
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
