//! Terms and values as C writes them.

use faultscope_ir::float::FloatFormat;
use faultscope_ir::program::Display;
use faultscope_ir::{Op, Program, Sort, Symbol, Term, TermKind, Value};

use super::pointers::{self, address, object_at};
use super::precedence::{self, Precedence};
use super::replay;
use crate::printer::{self, ATOM, Printer, Text};
use crate::sites::BinaryOperator;

/// C.
pub(crate) struct Notation;

impl printer::Notation for Notation {
    fn size_of(&self, object: &str, signed: Option<u32>) -> Option<Text> {
        let size = Text::new(format!("sizeof {object}"), Precedence::Unary as u8, Some(true));
        match signed {
            None => Some(size),
            Some(32) => Some(cast("int", &size, false)),
            Some(_) => None,
        }
    }

    fn value(&self, program: &Program, value: &Value, display: Display) -> String {
        match (value, display) {
            (Value::Bits(_, bits), Display::Unsigned) => bits.to_string(),
            (Value::Bits(_, bits), Display::Boolean) => u8::from(*bits != 0).to_string(),
            (Value::Bits(_, bits), Display::Character) => character(*bits, value),
            (Value::Bits(..), Display::Pointer) => pointers::text(program, value),
            (Value::Bool(truth), _) => u8::from(*truth).to_string(),
            (Value::Float(format, _), _) => float(*format, value),
            _ => value.to_string(),
        }
    }

    fn constant(&self, program: &Program, value: &Value, unsigned: Option<bool>) -> Option<Text> {
        let text = match value {
            Value::Bits(..) if let Some(text) = wide_constant(value, unsigned == Some(true)) => {
                return Some(Text::new(text, Precedence::Unary as u8, None));
            }
            Value::Bits(_, bits) if unsigned == Some(true) => bits.to_string(),
            Value::Bits(..) | Value::Float(..) | Value::Int(_) | Value::Bool(_) => {
                self.value(program, value, Display::Plain)
            }
            _ => return None,
        };
        let binding = if text.starts_with('-') { Precedence::Unary as u8 } else { ATOM };
        Some(Text::new(text, binding, None))
    }

    fn address(&self, program: &Program, bits: u128) -> Option<String> {
        address(program, bits)
    }

    fn sign(&self, operator: BinaryOperator, _operands: Sort) -> Option<(&'static str, u8)> {
        precedence::binary(operator).map(|(text, precedence)| (text, precedence as u8))
    }

    fn prefix_binding(&self) -> u8 {
        Precedence::Unary as u8
    }

    fn place_binding(&self, text: &str) -> u8 {
        if text.starts_with('*') { self.prefix_binding() } else { ATOM }
    }

    fn result(&self, function: &str) -> String {
        if function.ends_with(')') { function.to_owned() } else { format!("{function}()") }
    }

    fn seen_as(&self, text: Text, unsigned: bool) -> Text {
        cast(if unsigned { "unsigned" } else { "signed" }, &text, unsigned)
    }

    fn narrowed(&self, text: Text, width: u32, unsigned: bool) -> Text {
        match (width, unsigned) {
            (8, true) => cast("unsigned char", &text, true),
            (8, false) => cast("signed char", &text, false),
            (16, true) => cast("unsigned short", &text, true),
            (16, false) => cast("short", &text, false),
            _ => text,
        }
    }

    fn conditional(&self, printer: &Printer<'_>, operands: &[Term]) -> Option<Text> {
        let [condition, then, otherwise] = operands else { return None };
        let bits = |term: Term| term.as_value().and_then(Value::as_unsigned);
        if bits(*then) == Some(1) && bits(*otherwise) == Some(0) {
            return printer.condition(*condition);
        }
        let (condition, then, otherwise) =
            (printer.condition(*condition)?, printer.condition(*then)?, printer.condition(*otherwise)?);
        let unsigned = then.unsigned.or(otherwise.unsigned);
        let binding = Precedence::Conditional as u8;
        let text = format!("{} ? {} : {}", condition.above(binding), then.text, otherwise.above(binding - 1));
        Some(Text::new(text, binding, unsigned))
    }

    /// One cell of an array: of the source's own, or of a memory at the address of an object.
    fn cell(&self, printer: &Printer<'_>, array: Term, index: Term) -> Option<Text> {
        let symbol = array.as_symbol();
        if let Some(symbol) = symbol
            && let Some((_, variable)) = printer.program.declared(symbol)
            && variable.length.is_some()
        {
            let name = printer.symbol(symbol)?;
            let index = printer.expression(index, Some(false))?;
            return Some(Text::atom(format!("{}[{}]", name.text, index.text), printer.symbol_view(symbol)));
        }
        let Value::Bits(_, bits) = index.as_value()? else { return None };
        let width = array.sort().array_sorts()?.1.bit_width()?;
        let (object, offset) = object_at(printer.program, *bits)?;
        let (name, element) = (&object.name, object.element_size);
        if u64::from(width) != element * 8 || offset >= object.size || !offset.is_multiple_of(element) {
            return None;
        }
        let is_array = element < object.size;
        let text = if is_array { format!("{name}[{}]", offset / element) } else { name.clone() };
        Some(Text::atom(text, symbol.and_then(|symbol| printer.symbol_view(symbol))))
    }

    fn test(&self, op: Op) -> Option<&'static str> {
        match op {
            Op::FloatIsNan => Some("isnan"),
            Op::FloatIsInfinite => Some("isinf"),
            _ => None,
        }
    }

    fn application(
        &self,
        printer: &Printer<'_>,
        op: Op,
        operands: &[Term],
        unsigned: Option<bool>,
    ) -> Option<Text> {
        use BinaryOperator::{
            Add, BitAnd, BitOr, BitXor, Divide, Multiply, Remainder, ShiftLeft, ShiftRight, Subtract,
        };
        match op {
            Op::BvAdd | Op::BvSub | Op::BvMul if let Some(name) = wider(operands) => {
                let operator = match op {
                    Op::BvAdd => Add,
                    Op::BvSub => Subtract,
                    _ => Multiply,
                };
                widened(printer, operator, operands, name)
            }
            Op::BvAdd => printer.sum(operands, unsigned),
            Op::BvAddLow => {
                let base = cast("char *", &printer.pointer(operands[0])?, true);
                let addend = printer.expression(operands[1], Some(false))?;
                let binding = Precedence::Sum as u8;
                let text = format!("{} + {}", base.above(binding - 1), addend.above(binding));
                Some(Text::new(text, binding, None))
            }
            Op::BvSub => printer.binary(Subtract, operands, unsigned),
            Op::BvMul => printer.binary(Multiply, operands, unsigned),
            Op::BvSdiv => printer.binary(Divide, operands, Some(false)),
            Op::BvSrem => printer.binary(Remainder, operands, Some(false)),
            Op::BvUdiv => printer.binary(Divide, operands, Some(true)),
            Op::BvUrem => printer.binary(Remainder, operands, Some(true)),
            Op::BvShl => printer.binary(ShiftLeft, operands, unsigned),
            Op::BvAshr => printer.binary(ShiftRight, operands, Some(false)),
            Op::BvLshr => printer.binary(ShiftRight, operands, Some(true)),
            Op::BvAnd => printer.binary(BitAnd, operands, unsigned),
            Op::BvXor => printer.binary(BitXor, operands, unsigned),
            Op::BvOr => printer.binary(BitOr, operands, unsigned),
            Op::BvNeg => printer.prefix("-", operands[0], unsigned),
            Op::BvNot => printer.prefix("~", operands[0], unsigned),
            // C's promotions are not seen.
            Op::SignExtend(_) | Op::ZeroExtend(_) => {
                let signed = matches!(op, Op::SignExtend(_));
                let inner = printer.whole(operands[0], Some(!signed))?;
                let (Op::SignExtend(extra) | Op::ZeroExtend(extra)) = op else { return None };
                if operands[0].sort().bit_width()? + extra == u128::BITS {
                    return Some(cast("__int128", &inner, false));
                }
                Some(Text { unsigned: None, ..inner })
            }
            Op::Extract { hi, lo: 0 } if !printer.is_pointer(operands[0]) => {
                let name = match hi {
                    7 => "char",
                    15 => "short",
                    31 => "int",
                    63 => "long long",
                    _ => return None,
                };
                Some(cast(name, &printer.expression(operands[0], None)?, false))
            }
            Op::FloatAbs => printer.call("fabs", operands[0]),
            Op::FloatSqrt => printer.call("sqrt", operands[0]),
            Op::FloatToFloat(FloatFormat::DOUBLE) | Op::SignedToFloat(_) => {
                printer.expression(operands[0], unsigned)
            }
            _ => None,
        }
    }
}

/// The type that two signed numbers are computed with in more bits than they have; none where C promotes them to it.
fn wider(operands: &[Term]) -> Option<&'static str> {
    let inner = |term: Term| match term.kind() {
        TermKind::App(Op::SignExtend(_), operands) => operands[0].sort().bit_width(),
        _ => None,
    };
    match (inner(*operands.first()?)?, inner(*operands.get(1)?)?) {
        (32, 32) => Some("long long"),
        (64, 64) => Some("__int128"),
        _ => None,
    }
}

/// `(long long) x + y`.
fn widened(printer: &Printer<'_>, operator: BinaryOperator, operands: &[Term], name: &str) -> Option<Text> {
    let (sign, precedence) = precedence::binary(operator)?;
    let binding = precedence as u8;
    let left = cast(name, &printer.expression(operands[0], Some(false))?, false);
    let right = printer.expression(operands[1], Some(false))?;
    let text = format!("{} {sign} {}", left.above(binding - 1), right.above(binding));
    Some(Text::new(text, binding, Some(false)))
}

/// A number of more than 64 bits, of which C has no constants.
fn wide_constant(value: &Value, is_unsigned: bool) -> Option<String> {
    let bits = value.as_unsigned()?;
    let is_narrow = match is_unsigned {
        true => u64::try_from(bits).is_ok(),
        false => i64::try_from(value.as_signed()?).is_ok(),
    };
    let Value::Bits(u128::BITS, _) = value else { return None };
    let name = if is_unsigned { "" } else { "(__int128) " };
    let (high, low) = (bits >> 64, bits as u64);
    (!is_narrow).then(|| format!("{name}((unsigned __int128) {high:#x} << 64 | {low:#x})"))
}

fn cast(name: &str, operand: &Text, unsigned: bool) -> Text {
    let binding = Precedence::Unary as u8;
    Text::new(format!("({name}) {}", operand.above(binding - 1)), binding, Some(unsigned))
}

fn character(bits: u128, value: &Value) -> String {
    match u8::try_from(bits) {
        Ok(byte) if byte.is_ascii_graphic() && !b"'\\".contains(&byte) || byte == b' ' => {
            format!("'{}'", char::from(byte))
        }
        Ok(b'\n') => "'\\n'".to_owned(),
        Ok(0) => "'\\0'".to_owned(),
        _ => value.to_string(),
    }
}

fn float(format: FloatFormat, value: &Value) -> String {
    let text = value.to_string();
    let suffix = if format == FloatFormat::SINGLE { "f" } else { "" };
    match text.as_str() {
        "NaN" => "NAN".to_owned(),
        "inf" => "INFINITY".to_owned(),
        "-inf" => "-INFINITY".to_owned(),
        _ => format!("{text}{suffix}"),
    }
}

/// The type of a variable's cells, and the value as a constant of it; none for what has no simple one.
pub fn typed_constant(program: &Program, symbol: Symbol, value: &Value) -> Option<(&'static str, String)> {
    let display = program.declared(symbol)?.1.display;
    match (value, display) {
        (Value::Bits(_, bits), Display::Boolean) => Some(("_Bool", bits.to_string())),
        // No other program has the same objects.
        (Value::Bits(..), Display::Pointer) => {
            let (_, number) = replay::split(value).filter(|(object, _)| *object == 0)?;
            Some(("void *", format!("(void *){number:#x}")))
        }
        (Value::Bits(128, bits), Display::Unsigned) => {
            let text = wide_constant(value, true).unwrap_or_else(|| format!("{bits}ULL"));
            Some(("unsigned __int128", text))
        }
        (Value::Bits(128, _), _) => {
            let text = match i64::try_from(value.as_signed()?) {
                Ok(number) if number > i64::MIN => format!("{number}LL"),
                Ok(_) => format!("(-{}LL - 1)", i64::MAX),
                Err(_) => wide_constant(value, false)?,
            };
            Some(("__int128", text))
        }
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
