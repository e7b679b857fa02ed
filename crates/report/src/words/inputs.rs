//! Values from outside, as a programmer writes them.

use crate::{FindingKind, Input};

/// Functions that read one character: what they return is shown as a character.
const READS_CHARACTER: [&str; 6] =
    ["getchar", "fgetc", "getc", "getchar_unlocked", "fgetc_unlocked", "getc_unlocked"];

/// Inputs with the values together that one call has given one after the other.
pub(crate) fn runs<'a, 'b>(inputs: &'b [&'a Input]) -> impl Iterator<Item = &'b [&'a Input]> {
    inputs.chunk_by(|it, next| is_next(it, next) || is_of_same_text(it, next))
}

/// `n = 3`, of characters `line[0..17] = "abc"`, or `returned "abc"` of a call that gave a text.
pub(crate) fn assigned(run: &[&Input]) -> Option<String> {
    let input = run.first()?;
    if let Some(text) = given_text(run) {
        return Some(text);
    }
    let Some(place) = &input.place else {
        return is_character(input).then(|| format!("returned {}", shown(input)));
    };
    if input.kind == FindingKind::Declaration {
        return Some(place.clone());
    }
    let [_, .., _] = run else { return Some(format!("{place} = {}", shown(input))) };
    let bytes: Vec<u8> = run.iter().filter_map(|it| it.byte).collect();
    Some(format!("{place}[0..{}] = {}", run.len() - 1, string(&bytes)))
}

/// A value as it is written: a character where one was read.
fn shown(input: &Input) -> String {
    let code: Option<i64> = input.value.parse().ok().filter(|_| is_character(input));
    match code.map(u8::try_from) {
        None => input.value.clone(),
        Some(Ok(byte)) => format!("'{}'", escaped(byte, b'\'')),
        Some(Err(_)) => "EOF".to_owned(),
    }
}

/// Whether a value is a character that was read, or the end.
fn is_character(input: &Input) -> bool {
    let source = input.source.as_ref().map(|it| it.function.as_str());
    let library = input.library.as_ref().filter(|it| !it.is_error).map(|it| it.function.as_str());
    source.or(library).is_some_and(|it| READS_CHARACTER.contains(&it))
}

/// How the values begin that a function of the library gives for a text.
enum Text {
    /// Whether there is one, and how many characters it has.
    Counted,
    /// Whether there is one; it ends with a null character.
    Terminated,
    /// How many bytes it has; zero is one of them.
    Block,
}

fn text_of(input: &Input) -> Option<Text> {
    match input.library.as_ref()?.function.as_str() {
        "fgets" => Some(Text::Counted),
        "__fs_outside_variable" => Some(Text::Terminated),
        "read" | "fread" => Some(Text::Block),
        _ => None,
    }
}

/// Whether two values, one right after the other, are of the text that one call has given: numbers, and then characters.
fn is_of_same_text(input: &Input, next: &Input) -> bool {
    let size = |it: &Input| it.library.as_ref().map(|it| it.size);
    let function = |it: &Input| it.library.as_ref().map(|it| it.function.clone());
    text_of(input).is_some()
        && function(input) == function(next)
        && (input.span, &input.iterations) == (next.span, &next.iterations)
        && (size(next) == Some(1) || size(input) != Some(1))
}

/// What a call returned that gives a text or a null pointer.
fn given_text(run: &[&Input]) -> Option<String> {
    let (first, rest) = run.split_first()?;
    let text = text_of(first)?;
    match (&text, first.library.as_ref()?.bits) {
        (Text::Block, 0) => return Some("returned 0".to_owned()),
        (_, 0) => return Some("returned NULL".to_owned()),
        (Text::Block, _) if rest.is_empty() => return None,
        _ => {}
    }
    let values: Vec<_> = rest.iter().filter_map(|it| it.library.as_ref()).collect();
    let bytes: Vec<u8> = values.iter().filter(|it| it.size == 1).map(|it| it.bits as u8).collect();
    let numbers = &values[..values.len() - bytes.len()];
    if matches!(text, Text::Block) {
        let n = usize::try_from(first.library.as_ref()?.bits).ok()?;
        return numbers
            .is_empty()
            .then(|| bytes.get(..n))
            .flatten()
            .map(|it| format!("read {}", literal(it)));
    }
    let length = match (text, numbers) {
        (Text::Counted, [length]) => usize::try_from(length.bits).ok()?,
        (Text::Terminated, []) => bytes.iter().position(|it| *it == 0)?,
        _ => return None,
    };
    Some(format!("returned {}", string(bytes.get(..length)?)))
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
pub(super) fn string(bytes: &[u8]) -> String {
    let end = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    let mut text = String::from("\"");
    for byte in &bytes[..end] {
        text += &escaped(*byte, b'"');
    }
    text + "\""
}

/// A string literal with all zeros.
pub(super) fn literal(bytes: &[u8]) -> String {
    let text: String = bytes.iter().map(|byte| escaped(*byte, b'"')).collect();
    format!("\"{text}\"")
}

/// A character within quotes of a kind.
pub(super) fn escaped(byte: u8, quote: u8) -> String {
    match byte {
        b'\n' => "\\n".to_owned(),
        b'\t' => "\\t".to_owned(),
        b'\r' => "\\r".to_owned(),
        0 if quote == b'\'' => "\\0".to_owned(),
        b'\\' => "\\\\".to_owned(),
        _ if byte == quote => format!("\\{}", char::from(byte)),
        b' '..=b'~' => char::from(byte).to_string(),
        _ => format!("\\{byte:03o}"),
    }
}

/// Where a value comes from: of `x = read()` the call.
pub(crate) fn source(input: &Input) -> &str {
    let text = input.text.as_str();
    let value = input.place.as_deref().and_then(|place| text.strip_prefix(place)).map(str::trim_start);
    value.and_then(|text| text.strip_prefix('=')).map_or(text, str::trim_start)
}

#[cfg(test)]
mod tests {
    use faultscope_ir::{FileId, FindingKind, Span};

    use super::*;
    use crate::{InputSource, LibraryValue};

    fn input(value: &str, library: Option<(&str, u32, u128)>, reads: Option<&str>) -> Input {
        let function = |name: &str| name.to_owned();
        Input {
            span: Span { file: FileId(0), line: 1, column: 1, end_line: 1, end_column: 2 },
            text: "call()".to_owned(),
            function: "main".to_owned(),
            place: reads.map(|_| "c".to_owned()),
            value: value.to_owned(),
            byte: None,
            kind: FindingKind::Input,
            iterations: Vec::new(),
            matters: false,
            step: None,
            source: reads.map(|it| InputSource {
                function: function(it),
                c_type: "int".to_owned(),
                c_value: value.to_owned(),
            }),
            library: library.map(|(name, size, bits)| LibraryValue {
                function: function(name),
                size,
                bits,
                is_error: false,
            }),
        }
    }

    #[track_caller]
    fn check_text(function: &str, values: &[(u32, u128)], expected: &[Option<&str>]) {
        let inputs: Vec<Input> =
            values.iter().map(|(size, bits)| input("1", Some((function, *size, *bits)), None)).collect();
        let inputs: Vec<&Input> = inputs.iter().collect();
        let texts: Vec<Option<String>> = runs(&inputs).map(assigned).collect();
        assert_eq!(texts.iter().map(Option::as_deref).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn texts_are_one_input() {
        let line = [(8, 1), (8, 2), (1, 107), (1, 10), (1, 0)];
        check_text("fgets", &line, &[Some("returned \"k\\n\"")]);
        check_text(
            "fgets",
            &[line.as_slice(), &[(8, 0)]].concat(),
            &[Some("returned \"k\\n\""), Some("returned NULL")],
        );
        check_text("__fs_outside_variable", &[(8, 1), (1, 34), (1, 0), (1, 9)], &[Some("returned \"\\\"\"")]);
        // Without its end, or of another function, nothing is made up.
        check_text("__fs_outside_variable", &[(8, 1), (1, 34)], &[None]);
        check_text("recvmsg", &[(8, 1), (1, 34)], &[None, None]);
        check_text("read", &[(8, 2), (1, 34), (1, 0), (1, 9)], &[Some("read \"\\\"\\000\"")]);
        check_text("fread", &[(8, 0)], &[Some("returned 0")]);
        check_text("read", &[(8, u128::from(u64::MAX))], &[None]);
    }

    #[test]
    fn characters_are_written_as_such() {
        let text = |value, reads| assigned(&[&input(value, None, Some(reads))]).expect("it has a place");
        assert_eq!(text("120", "getchar"), "c = 'x'");
        assert_eq!(text("39", "fgetc"), "c = '\\''");
        assert_eq!(text("-1", "getchar"), "c = EOF");
        assert_eq!(text("120", "read_sensor"), "c = 120");
        let read = |value| assigned(&[&input(value, Some(("fgetc", 8, 0)), None)]);
        assert_eq!(read("100").as_deref(), Some("returned 'd'"));
        assert_eq!(read("-1").as_deref(), Some("returned EOF"));
    }
}
