//! Values from outside.

use crate::Input;

/// Inputs with the characters together that one call has given one after the other.
pub(crate) fn runs<'a, 'b>(inputs: &'b [&'a Input]) -> impl Iterator<Item = &'b [&'a Input]> {
    inputs.chunk_by(|it, next| is_next(it, next))
}

/// `n = 3`, or of characters `line[0..17] = "abc"`.
pub(crate) fn assigned(run: &[&Input]) -> Option<String> {
    let input = run.first()?;
    let place = input.place.as_ref()?;
    let [_, .., _] = run else { return Some(format!("{place} = {}", input.value)) };
    let bytes: Vec<u8> = run.iter().filter_map(|it| it.byte).collect();
    Some(format!("{place}[0..{}] = {}", run.len() - 1, string(&bytes)))
}

/// Whether an input is the character behind another.
fn is_next(input: &Input, next: &Input) -> bool {
    let is_same = input.span == next.span && input.place == next.place && input.kind == next.kind;
    is_same
        && input.place.is_some()
        && input.iterations == next.iterations
        && input.byte.is_some()
        && next.byte.is_some()
}

/// A string literal of C. As in an initializer, zeros at the end are not written.
fn string(bytes: &[u8]) -> String {
    let end = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    let mut text = String::from("\"");
    for byte in &bytes[..end] {
        text += &match byte {
            b'\n' => "\\n".to_owned(),
            b'\t' => "\\t".to_owned(),
            b'"' | b'\\' => format!("\\{}", char::from(*byte)),
            b' '..=b'~' => char::from(*byte).to_string(),
            _ => format!("\\{byte:03o}"),
        };
    }
    text + "\""
}

/// Where a value comes from: of `x = read()` the call.
pub(crate) fn source(input: &Input) -> &str {
    let text = input.text.as_str();
    let value = input.place.as_deref().and_then(|place| text.strip_prefix(place)).map(str::trim_start);
    value.and_then(|text| text.strip_prefix('=')).map_or(text, str::trim_start)
}
