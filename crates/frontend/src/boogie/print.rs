//! Terms and values as Boogie writes them.

use faultscope_ir::program::Display;
use faultscope_ir::{Op, Program, Sort, Term, Value};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Signed;

use super::ast::BinaryOp;
use super::precedence::{self, Precedence};
use crate::printer::{self, ATOM, Printer, Text};
use crate::sites::BinaryOperator;

/// Boogie.
pub(crate) struct Notation;

impl printer::Notation for Notation {
    fn value(&self, _program: &Program, value: &Value, _display: Display) -> String {
        match value {
            Value::Bits(width, bits) => format!("{bits}bv{width}"),
            Value::Real(number) => real(number),
            _ => value.to_string(),
        }
    }

    fn constant(&self, program: &Program, value: &Value, _unsigned: Option<bool>) -> Option<Text> {
        let text = match value {
            Value::Bool(_) | Value::Bits(..) | Value::Real(_) | Value::Int(_) => {
                self.value(program, value, Display::Plain)
            }
            _ => return None,
        };
        let binding = match text.as_bytes() {
            text if text.contains(&b'/') => Precedence::Product as u8,
            [b'-', ..] => Precedence::Unary as u8,
            _ => ATOM,
        };
        Some(Text::new(text, binding, None))
    }

    fn size_of(&self, _object: &str, _signed: Option<u32>) -> Option<Text> {
        None
    }

    fn address(&self, _program: &Program, _address: u128) -> Option<String> {
        None
    }

    fn sign(&self, operator: BinaryOperator, operands: Sort) -> Option<(&'static str, u8)> {
        let operator = match operator {
            BinaryOperator::And => BinaryOp::And,
            BinaryOperator::Or => BinaryOp::Or,
            BinaryOperator::Equal => BinaryOp::Equal,
            BinaryOperator::NotEqual => BinaryOp::NotEqual,
            BinaryOperator::Less => BinaryOp::Less,
            BinaryOperator::LessOrEqual => BinaryOp::LessEqual,
            BinaryOperator::Greater => BinaryOp::Greater,
            BinaryOperator::GreaterOrEqual => BinaryOp::GreaterEqual,
            BinaryOperator::Add => BinaryOp::Add,
            BinaryOperator::Subtract => BinaryOp::Sub,
            BinaryOperator::Multiply => BinaryOp::Mul,
            BinaryOperator::Divide if operands == Sort::real() => BinaryOp::RealDiv,
            BinaryOperator::Divide => BinaryOp::Div,
            BinaryOperator::Remainder => BinaryOp::Mod,
            _ => return None,
        };
        let (text, precedence, _) = precedence::binary(operator);
        Some((text, precedence as u8))
    }

    fn prefix_binding(&self) -> u8 {
        Precedence::Unary as u8
    }

    fn place_binding(&self, _text: &str) -> u8 {
        ATOM
    }

    fn result(&self, function: &str) -> String {
        function.to_owned()
    }

    fn narrowed(&self, text: Text, _width: u32, _unsigned: bool) -> Text {
        text
    }

    fn seen_as(&self, text: Text, _unsigned: bool) -> Text {
        text
    }

    fn conditional(&self, printer: &Printer<'_>, operands: &[Term]) -> Option<Text> {
        let [condition, then, otherwise] = operands else { return None };
        let (condition, then, otherwise) =
            (printer.condition(*condition)?, printer.condition(*then)?, printer.condition(*otherwise)?);
        let unsigned = then.unsigned.or(otherwise.unsigned);
        let text = format!("if {} then {} else {}", condition.text, then.text, otherwise.text);
        Some(Text::new(text, Precedence::Open as u8, unsigned))
    }

    fn cell(&self, printer: &Printer<'_>, array: Term, index: Term) -> Option<Text> {
        if let Some(symbol) = array.as_symbol()
            && printer.program.declared(symbol).is_some()
        {
            let name = printer.symbol(symbol)?;
            let index = printer.expression(index, Some(false))?;
            return Some(Text::atom(format!("{}[{}]", name.text, index.text), printer.symbol_view(symbol)));
        }
        let [outer, at] = array.operands_of(Op::Select)? else { return None };
        let outer = self.cell(printer, *outer, *at)?;
        Some(Text::atom(format!("{}[{}]", outer.text, printer.expression(index, None)?.text), None))
    }

    fn test(&self, _op: Op) -> Option<&'static str> {
        None
    }

    fn application(
        &self,
        printer: &Printer<'_>,
        op: Op,
        operands: &[Term],
        unsigned: Option<bool>,
    ) -> Option<Text> {
        match op {
            Op::IntDiv => printer.binary(BinaryOperator::Divide, operands, unsigned),
            Op::IntMod => printer.binary(BinaryOperator::Remainder, operands, unsigned),
            _ => None,
        }
    }
}

/// A decimal fraction where there is one, else a quotient.
fn real(number: &BigRational) -> String {
    const MAX_DIGITS: usize = 20;
    let ten = BigInt::from(10);
    let mut scaled = number.clone();
    for n_digits in 0..=MAX_DIGITS {
        if scaled.is_integer() {
            let sign = if number.is_negative() { "-" } else { "" };
            let digits = format!("{:0>width$}", scaled.numer().abs().to_string(), width = n_digits + 1);
            let (whole, fraction) = digits.split_at(digits.len() - n_digits);
            return format!("{sign}{whole}.{}", if fraction.is_empty() { "0" } else { fraction });
        }
        scaled *= &ten;
    }
    format!("{}.0 / {}.0", number.numer(), number.denom())
}
