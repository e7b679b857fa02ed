//! Which inputs of a failing execution are characters, so that they are shown as ones that can be typed.

use faultscope_ir::program::Language;
use faultscope_ir::{OriginKind, Program, Value};
use faultscope_verify::printable::{CharacterInput, printable};
use faultscope_verify::{Answer, ErrorTrace, InputValue};

use crate::given::{is_of_library, returning_characters};

/// Functions that read bytes, where a zero is one of them.
const BLOCKS: [&str; 4] = ["fread", "fread_unlocked", "read", "recv"];

/// An answer whose error traces have characters that can be typed, where the errors leave them open.
pub fn with_printable(program: &Program, mut answer: Answer) -> Answer {
    if program.language == Language::C {
        for error in &mut answer.traces {
            let found = printable(program, error, &|input| kind(program, error, input));
            if let Some(found) = found {
                *error = found;
            }
        }
    }
    answer
}

fn kind(program: &Program, error: &ErrorTrace, input: &InputValue) -> CharacterInput {
    let origin = program.sources.origin(input.origin);
    match &input.value {
        // What is in memory when the program begins: its arguments.
        Value::Array(_) if error.trace.steps[input.step].frame == 0 => CharacterInput::OfText,
        _ if origin.kind != OriginKind::Input => CharacterInput::None,
        Value::Bits(8, _) if BLOCKS.contains(&origin.function.as_str()) => CharacterInput::Any,
        Value::Bits(8, _) if is_of_library(&origin.function) => CharacterInput::OfText,
        Value::Bits(9.., _) if is_character(&origin.function, &origin.text) => CharacterInput::Any,
        _ => CharacterInput::None,
    }
}

/// Whether a function returns a character, or a text calls one that has no model.
fn is_character(function: &str, text: &str) -> bool {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let calls = |name: &str| {
        let called = text.trim_matches(|c| c == '(' || c == ')').rsplit(['=', ' ', '(']);
        called.map(|it| it.trim_matches(|c| !is_name(c))).any(|it| it == name)
    };
    returning_characters().any(|name| function == name || !is_of_library(function) && calls(name))
}
