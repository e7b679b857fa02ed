//! The functions of the library that values of the failing execution come from.

use std::collections::BTreeSet;
use std::fmt::Write;

use faultscope_frontend::c::{LibraryFunction, library_function, prints_by_format};

use crate::{Input, LibraryValue};

const REPLAY: &str = include_str!("replay.c");
const MODELS: &str = include_str!("models.c");
const SCAN: &str = include_str!("scan.c");

/// Functions that read by a format from a stream, with the names that C libraries give them.
const SCANS: [(&str, &str, [&str; 3]); 2] = [
    ("scanf", "const char *format, ...", ["scanf", "__isoc99_scanf", "__isoc23_scanf"]),
    ("fscanf", "void *stream, const char *format, ...", ["fscanf", "__isoc99_fscanf", "__isoc23_fscanf"]),
];

/// The definitions, with the values; empty where no value comes from the library.
pub(super) fn render(inputs: &[Input]) -> String {
    let values: Vec<(&Input, &LibraryValue)> =
        inputs.iter().filter_map(|it| Some((it, it.library.as_ref()?))).collect();
    let models = modelled(&values);
    let scans = Scan::all(&values);
    if models.is_empty() && scans.is_empty() {
        return String::new();
    }
    let mut rows = String::new();
    for (input, value) in &values {
        // What is longer than its target has no bytes of its own.
        let is_longer = input.place.as_deref() == Some(FITS);
        let size = if is_longer { 0 } else { value.size };
        let bits = value.bits as u64;
        let is_error = u8::from(value.is_error);
        let _ = writeln!(rows, "    {{ \"{}\", {size}, {bits}ull, {is_error} }},", public(&value.function));
    }
    let rows = format!("static const struct value values[] = {{\n{rows}}};\n");
    let mut text = REPLAY.replace("VALUES\n", &rows);
    if !models.is_empty() {
        text += MODELS;
        text += &models.join("\n");
    }
    if !scans.is_empty() {
        text += &SCAN.replace("SCANS\n", &tables(&scans));
        text += &definitions(&scans);
    }
    text
}

/// How the choice is called whether an input fits.
const FITS: &str = "the input fits";

/// How many of the characters that follow there are of an input.
const LENGTH: &str = "length";

/// What programs call a function whose model has a name of its own.
fn public(function: &str) -> &str {
    function.strip_prefix("__fs_").unwrap_or(function)
}

/// The models that values come from, and what they need.
fn modelled(values: &[(&Input, &LibraryValue)]) -> Vec<String> {
    let mut wanted: Vec<String> = Vec::new();
    for (_, value) in values {
        // What prints is there, and prints.
        if !prints_by_format(&value.function) && !wanted.contains(&value.function) {
            wanted.push(value.function.clone());
        }
    }
    let mut texts = Vec::new();
    let mut seen = BTreeSet::new();
    while let Some(name) = wanted.pop() {
        let Some(LibraryFunction::Modelled(text)) = library_function(&name) else { continue };
        if seen.insert(name.clone()) {
            wanted.extend(helpers(&text));
            let text = text
                .replace(&format!(" {name}("), &format!(" {}(", renamed(&name)))
                .replace("__VERIFIER_assume(", "(void)(")
                .replace("__VERIFIER_nondet_double()", "any_double(__func__)")
                .replace("__VERIFIER_nondet_float()", "any_float(__func__)");
            texts.push(text + "\n");
        }
    }
    texts.reverse();
    texts
}

/// Helpers of models keep their names; what a program calls has the name that it calls.
fn renamed(name: &str) -> &str {
    if name == "__fs_time" { public(name) } else { name }
}

/// The functions of models' own that a text names.
fn helpers(text: &str) -> Vec<String> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let names = text.split(|c| !is_name(c)).filter(|it| it.starts_with("__fs_"));
    names.map(str::to_owned).collect()
}

/// A call of a function that reads by a format.
struct Scan<'a> {
    function: &'a str,
    /// The number of items that it found, where that is looked at.
    result: Option<i64>,
    /// For each item its first value and how many it has.
    items: Vec<(usize, usize)>,
}

impl<'a> Scan<'a> {
    fn all(values: &[(&'a Input, &'a LibraryValue)]) -> Vec<Scan<'a>> {
        let mut scans: Vec<Scan> = Vec::new();
        let mut last: Option<&Input> = None;
        // How many characters the next item has, and how many values the last one has.
        let (mut length, mut most) = (None, usize::MAX);
        for (idx, (input, value)) in values.iter().enumerate() {
            let Some((function, ..)) = SCANS
                .iter()
                .find(|(name, _, all)| *name == value.function || all.contains(&value.function.as_str()))
            else {
                continue;
            };
            let follows = |last: &Input| {
                last.span == input.span
                    && last.iterations == input.iterations
                    && last.step.zip(input.step).is_none_or(|(last, this)| last + 1 == this)
                    && input.place.is_some()
            };
            let is_new = !last.is_some_and(follows);
            if is_new {
                scans.push(Scan { function, result: None, items: Vec::new() });
            }
            let scan = scans.last_mut().expect("there is one from the first value on");
            match input.place.as_deref() {
                None => scan.result = Some(value.bits as u32 as i32 as i64),
                Some(LENGTH) => length = usize::try_from(value.bits).ok(),
                place => match scan.items.last_mut() {
                    Some((_, n)) if !is_new && last.is_some_and(|it| it.place.as_deref() == place) => {
                        *n = most.min(*n + 1);
                    }
                    _ => {
                        most = length.take().unwrap_or(usize::MAX);
                        scan.items.push((idx, 1));
                    }
                },
            }
            last = Some(input);
        }
        scans
    }
}

fn tables(scans: &[Scan]) -> String {
    let (mut items, mut calls) = (String::new(), String::new());
    let mut n_items = 0;
    for scan in scans {
        let n = scan.items.len();
        let result = scan.result.unwrap_or(n as i64);
        let _ = writeln!(calls, "    {{ \"{}\", {result}, {n_items}, {n} }},", scan.function);
        for (first, n) in &scan.items {
            let _ = writeln!(items, "    {{ {first}, {n} }},");
        }
        n_items += n;
    }
    format!(
        "static const struct item items[] = {{\n{items}    {{ 0, 0 }}\n}};\n\
         static const struct scan scans[] = {{\n{calls}}};\n"
    )
}

fn definitions(scans: &[Scan]) -> String {
    let mut text = String::new();
    for (function, parameters, names) in SCANS {
        if scans.iter().all(|it| it.function != function) {
            continue;
        }
        for name in names {
            let _ = write!(
                text,
                "\nint {name}({parameters}) {{\n    __builtin_va_list targets;\n    \
                     __builtin_va_start(targets, format);\n    \
                     int found = scan(\"{function}\", format, targets);\n    \
                     __builtin_va_end(targets);\n    return found;\n}}\n"
            );
        }
    }
    text
}
