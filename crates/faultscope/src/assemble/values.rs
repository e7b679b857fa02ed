//! Values as the user writes them.

use faultscope_ir::program::{Display, Variable};
use faultscope_ir::value::ArrayValue;
use faultscope_ir::{FloatFormat, Program, Symbol, Value};
use faultscope_localize::print;

/// So many elements of an array are shown.
const MAX_ELEMENTS: usize = 8;

/// The variable that a symbol of a trace stands for: the symbols of recursive activations are not in the program.
pub(super) fn declared(program: &Program, symbol: Symbol) -> Option<&Variable> {
    program.variables.get(&symbol.activation().0)
}

/// A value that a variable or a cell of it has, in the language of the program.
pub(super) fn value(program: &Program, symbol: Symbol, value: &Value) -> String {
    let variable = declared(program, symbol);
    let display = variable.map_or(Display::Plain, |variable| variable.display);
    let elements = match (value, variable.and_then(|variable| variable.length)) {
        (Value::Array(array), Some(length)) => elements(program, display, length, array),
        _ => None,
    };
    elements.unwrap_or_else(|| print::value(program, value, display))
}

/// An array of the source as an initializer.
fn elements(program: &Program, display: Display, length: u64, array: &ArrayValue) -> Option<String> {
    let width = array.sort.array_sorts()?.0.bit_width()?;
    let shown = length.min(MAX_ELEMENTS as u64);
    let element = |idx: u64| array.get(&Value::bits(width, u128::from(idx)));
    let mut elements: Vec<String> =
        (0..shown).map(|idx| print::value(program, element(idx), display)).collect();
    if shown < length {
        elements.push("...".to_owned());
    }
    Some(format!("{{{}}}", elements.join(", ")))
}

/// Whether somebody would write this value: of addresses only null and those of objects and their elements.
pub(super) fn is_writable(program: &Program, symbol: Symbol, value: &Value) -> bool {
    let is_pointer = declared(program, symbol).is_some_and(|variable| variable.display == Display::Pointer);
    !is_pointer || !print::value(program, value, Display::Pointer).starts_with("(void *)")
}

/// The C type of a variable's cells, and the value as a constant of it; none for what has no simple one.
pub(super) fn c_constant(program: &Program, symbol: Symbol, value: &Value) -> Option<(&'static str, String)> {
    let display = declared(program, symbol)?.display;
    match (value, display) {
        (Value::Bits(_, bits), Display::Boolean) => Some(("_Bool", bits.to_string())),
        (Value::Bits(_, bits), Display::Pointer) => Some(("void *", format!("(void *){bits:#x}"))),
        (Value::Bits(width, bits), Display::Unsigned) => {
            Some((unsigned_type(*width)?, format!("{bits}{}", if *width > 32 { "ULL" } else { "U" })))
        }
        (Value::Bits(width, _), _) => {
            let number = value.as_signed()?;
            // The smallest number has no literal.
            let is_least = *width >= 32 && number == -(1 << (width - 1));
            let suffix = if *width > 32 { "LL" } else { "" };
            let text = match is_least {
                true => format!("(-{}{suffix} - 1)", -(number + 1)),
                false => format!("{number}{suffix}"),
            };
            Some((if display == Display::Character { "char" } else { signed_type(*width)? }, text))
        }
        (Value::Float(format, bits), _) => float_constant(*format, *bits),
        _ => None,
    }
}

fn signed_type(width: u32) -> Option<&'static str> {
    Some(match width {
        8 => "signed char",
        16 => "short",
        32 => "int",
        64 => "long long",
        _ => return None,
    })
}

fn unsigned_type(width: u32) -> Option<&'static str> {
    Some(match width {
        8 => "unsigned char",
        16 => "unsigned short",
        32 => "unsigned int",
        64 => "unsigned long long",
        _ => return None,
    })
}

fn float_constant(format: FloatFormat, bits: u128) -> Option<(&'static str, String)> {
    let (c_type, number) = match format {
        FloatFormat::SINGLE => ("float", f64::from(f32::from_bits(bits as u32))),
        FloatFormat::DOUBLE => ("double", f64::from_bits(bits as u64)),
        _ => return None,
    };
    let text = match number {
        _ if number.is_nan() => "0.0 / 0.0".to_owned(),
        _ if number.is_infinite() => format!("{}1.0 / 0.0", if number < 0.0 { "-" } else { "" }),
        _ => format!("{number:?}"),
    };
    Some((c_type, text))
}
