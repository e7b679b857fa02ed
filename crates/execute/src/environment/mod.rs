//! The world outside of a program, as an execution meets it.
//!
//! A program that was translated for an environment that is given asks it by [primitives](faultscope_ir::Primitive). [`Streams`]
//! is the one that there is: input is bytes, output is kept, files are texts that have names, and nothing of it is a file of
//! the machine.

mod extended;
mod files;
mod literal;
mod math;
mod print;
mod random;
mod reading;
mod scan;
mod sealed;
mod streams;

use faultscope_ir::float as formats;
use faultscope_ir::{BlockId, FloatFormat, Primitive, ProcId, Sort, SortKind, Symbol, Value};

pub use files::Files;
pub(crate) use print::Form;
pub use reading::{takes_arguments, takes_file};
pub use sealed::{Inexact, Sealed};
pub use streams::{End, Input, Streams};

/// Answers for the world outside.
pub trait Environment {
    /// What a primitive gives that is called with arguments, or that the execution ends there. The program can end with a status
    /// that is not known, which is no argument then.
    fn perform(&mut self, primitive: Primitive, arguments: &[Value]) -> Reply;

    /// What a variable gets that may get any value from outside, if the environment says so.
    fn input(&mut self, _variable: Symbol, _sort: Sort) -> Option<Value> {
        None
    }

    /// Which way a branch goes that is [decided](crate::closed::Decided) from outside, where it would go this one; with the numbers
    /// that are seen there, as far as they are known.
    fn decide(&mut self, _branch: (ProcId, BlockId), holds: bool, _seen: &[Option<i64>]) -> bool {
        holds
    }
}

/// The answer of an [`Environment`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Reply {
    /// A number.
    Number(i128),
    /// A floating-point number, by its format and its bits.
    Float(FloatFormat, u128),
    /// A value that is not known.
    Unknown,
    /// Nothing: the execution ends before what was asked for.
    Stop,
}

impl Reply {
    /// The answer as a value of a sort; none where the execution ends, or the value is not known.
    pub fn value(self, sort: Sort) -> Option<Value> {
        Some(match (self, sort.kind()) {
            (Reply::Stop | Reply::Unknown, _) => return None,
            (Reply::Number(number), SortKind::BitVec(width)) => Value::signed_bits(*width, number),
            (Reply::Number(number), SortKind::Float(format)) => {
                Value::Float(*format, formats::from_double(*format, number as f64))
            }
            (Reply::Float(given, bits), SortKind::Float(format)) if given == *format => {
                Value::Float(given, bits)
            }
            (Reply::Float(given, bits), SortKind::Float(format)) => {
                let converted = match math::decode(given, bits) {
                    math::Number::Nan => format.quiet_nan(),
                    math::Number::Infinite(is_negative) => math::infinity(*format, is_negative),
                    math::Number::Finite(number) => number.rounded(*format).bits,
                };
                Value::Float(*format, converted)
            }
            _ => Value::zero(sort),
        })
    }
}

/// A number among the arguments of a primitive, with its sign.
fn number(arguments: &[Value], idx: usize) -> i128 {
    arguments.get(idx).and_then(Value::as_signed).unwrap_or_default()
}

/// A pointer among the arguments.
fn pointer(arguments: &[Value], idx: usize) -> u128 {
    arguments.get(idx).and_then(Value::as_unsigned).unwrap_or_default()
}

/// A floating-point number among the arguments, by its format and its bits.
fn float(arguments: &[Value], idx: usize) -> Option<(FloatFormat, u128)> {
    match arguments.get(idx) {
        Some(Value::Float(format, bits)) => Some((*format, *bits)),
        _ => None,
    }
}

/// The number of double precision that is nearest to one among the arguments.
fn double(arguments: &[Value], idx: usize) -> f64 {
    float(arguments, idx).map_or(0.0, |(format, bits)| formats::to_double(format, bits))
}
