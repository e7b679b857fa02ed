//! Characters from outside that can be typed, where a failing execution leaves them open.
//!
//! A solver chooses any bytes. [`printable`] executes the program once more with other characters: the execution has to take the
//! same steps to the same error. All characters are changed at once; if that leads elsewhere, one after the other.

use faultscope_ir::value::ArrayValue;
use faultscope_ir::{Program, Value};

use crate::interpreter::{self, ExecutionBounds, Recorded};
use crate::limits::{MAX_PRINTABLE_STEPS, MAX_PRINTABLE_TRIES};
use crate::{ErrorTrace, InputValue};

/// What an input is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CharacterInput {
    /// No character.
    None,
    /// A character that can be zero as any other.
    Any,
    /// A character of a text, which zero ends.
    OfText,
}

/// A character among the inputs.
struct Slot {
    input: usize,
    place: SlotPlace,
    byte: u8,
}

/// Where in an input a character is.
enum SlotPlace {
    /// It is all of it.
    Whole,
    /// In a cell of an array.
    Cell(Value),
    /// In all other cells of it.
    Rest,
}

/// The same failing execution with characters that can be typed, as far as they can be; none where there is nothing to change, or
/// nothing can be. `kind` says which inputs are characters; of arrays, all elements of eight bits are.
pub fn printable(
    program: &Program,
    error: &ErrorTrace,
    kind: &dyn Fn(&InputValue) -> CharacterInput,
) -> Option<ErrorTrace> {
    if !error.replayed || error.skipped > 0 || error.trace.steps.len() as u64 > MAX_PRINTABLE_STEPS {
        return None;
    }
    let slots = slots(error, kind);
    if slots.is_empty() {
        return None;
    }
    let values: Vec<Value> = error.inputs.iter().map(|it| it.value.clone()).collect();
    for choice in [always, like] {
        let mut all = values.clone();
        slots.iter().for_each(|slot| put(&mut all, slot, choice(slot.byte)));
        if let Some(found) = executed(program, error, all) {
            return Some(found);
        }
    }
    let mut best = None;
    let mut values = values;
    for slot in slots.iter().take(MAX_PRINTABLE_TRIES) {
        for choice in [always, like] {
            let mut changed = values.clone();
            put(&mut changed, slot, choice(slot.byte));
            if let Some(found) = executed(program, error, changed.clone()) {
                (values, best) = (changed, Some(found));
                break;
            }
        }
    }
    best
}

/// A character for any other.
fn always(_byte: u8) -> u8 {
    b'a'
}

/// A character with the same lower bits, for those that are masked or shifted.
fn like(byte: u8) -> u8 {
    [byte | 0x60, byte | 0x40, byte & 0x7f | 0x20].into_iter().find(|it| is_printable(*it)).unwrap_or(b'a')
}

/// Whether a byte can be typed.
fn is_printable(byte: u8) -> bool {
    matches!(byte, b' '..=b'~' | b'\n' | b'\t')
}

/// The characters that cannot be typed.
fn slots(error: &ErrorTrace, kind: &dyn Fn(&InputValue) -> CharacterInput) -> Vec<Slot> {
    let mut slots = Vec::new();
    for (idx, input) in error.inputs.iter().enumerate() {
        let kind = kind(input);
        let is_changed = |byte: u8| !is_printable(byte) && (byte != 0 || kind == CharacterInput::Any);
        match &input.value {
            _ if kind == CharacterInput::None => {}
            Value::Bits(_, bits) => {
                let byte = u8::try_from(*bits).ok().filter(|it| is_changed(*it));
                slots.extend(byte.map(|byte| Slot { input: idx, place: SlotPlace::Whole, byte }));
            }
            Value::Array(array) => {
                let cells = array.entries.iter().map(|(at, value)| (SlotPlace::Cell(at.clone()), value));
                for (place, value) in cells.chain([(SlotPlace::Rest, &array.default)]) {
                    let Value::Bits(8, bits) = value else { continue };
                    let byte = *bits as u8;
                    if byte != 0 && !is_printable(byte) {
                        slots.push(Slot { input: idx, place, byte });
                    }
                }
            }
            _ => {}
        }
    }
    slots
}

fn put(values: &mut [Value], slot: &Slot, byte: u8) {
    let value = &mut values[slot.input];
    match (&slot.place, &*value) {
        (SlotPlace::Cell(at), Value::Array(array)) => {
            *value = Value::Array(array.with(at.clone(), Value::bits(8, byte.into())).into());
        }
        (SlotPlace::Rest, Value::Array(array)) => {
            let default = Value::bits(8, byte.into());
            let mut changed =
                ArrayValue { sort: array.sort, default: default.clone(), entries: array.entries.clone() };
            changed.entries.retain(|_, it| *it != default);
            *value = Value::Array(changed.into());
        }
        (SlotPlace::Whole, Value::Bits(width, _)) => *value = Value::bits(*width, byte.into()),
        _ => {}
    }
}

/// The execution on other inputs, if it takes the same steps to the same error.
fn executed(program: &Program, error: &ErrorTrace, havocs: Vec<Value>) -> Option<ErrorTrace> {
    let mut inputs = Recorded {
        havocs: havocs.into(),
        choices: error.choices.iter().copied().collect(),
        initial: error.initial.clone(),
    };
    let steps = &error.trace.steps;
    // Calls and jumps are no steps of the trace.
    let bounds =
        ExecutionBounds { max_steps: 16 * steps.len() as u64 + 10_000, ..ExecutionBounds::default() };
    let found = interpreter::run(program, &mut inputs, &bounds).into_error_trace()?;
    let is_same = found.trace.check == error.trace.check
        && found.replayed
        && found.trace.steps.len() == steps.len()
        && found.trace.steps.iter().zip(steps.iter()).all(|(found, it)| found.origin == it.origin);
    is_same.then_some(found)
}
