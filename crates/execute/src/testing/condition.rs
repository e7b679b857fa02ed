//! What a written value would have to be, read off the text that is expected instead.

use faultscope_ir::{FloatFormat, Op, Primitive, SortKind, Term, Value, float};

use crate::environment::Form;

/// What a primitive writes, and what is expected from there on.
pub(super) struct Written<'a> {
    pub(super) primitive: Primitive,
    pub(super) arguments: &'a [Value],
    pub(super) expected: &'a [u8],
}

impl Written<'_> {
    /// What must hold of the value that is written, where the text that is expected is that of a value.
    pub(super) fn condition(&self, value: Term) -> Option<Term> {
        match self.primitive {
            Primitive::Put => {
                let byte = *self.expected.first()?;
                let width = value.sort().bit_width()?;
                // Characters may have a sign.
                let is_signed = self.arguments.get(1)?.as_signed()? < 0 || byte >= 0x80;
                let number = if is_signed { i128::from(byte as i8) } else { i128::from(byte) };
                Some(value.equals(Term::signed_bits(width, number)))
            }
            Primitive::PutInteger => {
                let number = self.integer()?;
                Some(value.equals(Term::signed_bits(value.sort().bit_width()?, number)))
            }
            Primitive::PutFloat => self.float(value),
            _ => None,
        }
    }

    fn form(&self) -> Option<Form> {
        let number = |idx: usize| self.arguments.get(idx).and_then(Value::as_signed);
        Some(Form::new(number(2)?, number(3)?, number(4)?))
    }

    /// The integer that prints as is expected.
    fn integer(&self) -> Option<i128> {
        let form = self.form()?;
        let text = self.word(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'+');
        let base = form.base();
        let (is_negative, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text.trim_start_matches('+')),
        };
        let digits =
            digits.strip_prefix("0x").or(digits.strip_prefix("0X")).filter(|_| base == 16).unwrap_or(digits);
        let size = i128::from(u64::from_str_radix(digits, base).ok()?);
        let number = if is_negative { -size } else { size };
        self.is_printed(&form.integer(number as i64)).then_some(number)
    }

    /// The condition under which a floating-point number prints as is expected: it lies between two numbers.
    fn float(&self, value: Term) -> Option<Term> {
        let SortKind::Float(format) = value.sort().kind() else { return None };
        let format: FloatFormat = *format;
        let form = self.form()?;
        let text = self.word(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.'));
        let number: f64 = text.parse().ok()?;
        if !self.is_printed(&form.float(number)) {
            return None;
        }
        let (mut low, mut high) = (number, number);
        // Half of the last digit that is printed, and less where that prints as another number.
        let mut step = form.unit(number) / 2.0;
        for _ in 0..64 {
            let is_same = |other: f64| form.float(other) == form.float(number);
            if is_same(low - step) {
                low -= step;
            }
            if is_same(high + step) {
                high += step;
            }
            step /= 2.0;
        }
        let constant = |number: f64| Term::value(Value::Float(format, float::from_double(format, number)));
        let at_least = Term::app(Op::FloatLe, &[constant(low), value]);
        Some(at_least.and(Term::app(Op::FloatLe, &[value, constant(high)])))
    }

    /// The word that is expected, behind spaces.
    fn word(&self, is_part: impl Fn(u8) -> bool) -> String {
        let behind = self.expected.iter().skip_while(|byte| **byte == b' ');
        behind.take_while(|byte| is_part(**byte)).map(|byte| char::from(*byte)).collect()
    }

    /// Whether a text is what is expected, and no number goes on behind it.
    fn is_printed(&self, text: &str) -> bool {
        let behind = self.expected.strip_prefix(text.as_bytes());
        behind.is_some_and(|rest| !rest.first().is_some_and(u8::is_ascii_digit))
    }
}
