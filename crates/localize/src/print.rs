//! Terms and values in the language of the source.
//!
//! Only what the user wrote is named. A term with something else in it (a temporary, a memory cell that is no
//! object of the source, an operator that the language lacks) has no text, and the report goes without.

use faultscope_ir::float::FloatFormat;
use faultscope_ir::program::{Display, Language, Scope, Variable};
use faultscope_ir::{Op, Program, Symbol, Term, TermKind, Value};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Signed;

/// How a place prints that a condition speaks of.
#[derive(Debug, Clone, Copy)]
pub struct PlaceText<'a> {
    /// Stands for its value in the condition.
    pub symbol: Symbol,
    /// The place in the source's syntax.
    pub text: &'a str,
    /// How its values print.
    pub display: Display,
}

/// A condition in the source's language, as it reads in a function. `None` where it cannot be said.
pub fn condition(program: &Program, function: &str, formula: Term, place: PlaceText<'_>) -> Option<String> {
    let printer = Printer { program, function, place };
    Some(printer.condition(formula)?.text)
}

/// A value of a variable as the source's language writes it.
pub fn value(program: &Program, value: &Value, display: Display) -> String {
    match (value, display) {
        (Value::Bits(width, bits), _) if program.language == Language::Boogie => format!("{bits}bv{width}"),
        (Value::Real(number), _) if program.language == Language::Boogie => boogie_real(number),
        (Value::Bits(_, bits), Display::Unsigned) => bits.to_string(),
        (Value::Bits(_, bits), Display::Boolean) => u8::from(*bits != 0).to_string(),
        (Value::Bits(_, bits), Display::Character) => character(*bits, value),
        (Value::Bits(_, bits), Display::Pointer) => {
            address(program, *bits).unwrap_or_else(|| format!("(void *) {bits:#x}"))
        }
        (Value::Bool(truth), _) if program.language == Language::C => u8::from(*truth).to_string(),
        (Value::Float(format, bits), _) if program.language == Language::C => c_float(*format, *bits, value),
        (Value::Array(array), _) => {
            let cell = |element: &Value| self::value(program, element, display);
            let index = |index: &Value| self::value(program, index, Display::Plain);
            let entries =
                array.entries.iter().map(|(at, element)| format!("[{}] = {}", index(at), cell(element)));
            let rest = format!("[...] = {}", cell(&array.default));
            format!("{{{}}}", entries.chain([rest]).collect::<Vec<_>>().join(", "))
        }
        _ => value.to_string(),
    }
}

/// How the values of a variable, or of an array variable's cells, print.
pub fn display(program: &Program, variable: Symbol) -> Display {
    known(program, variable).map_or(Display::Plain, |(_, it)| it.display)
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

/// A decimal fraction where there is one, else a quotient.
fn boogie_real(number: &BigRational) -> String {
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

fn c_float(format: FloatFormat, _bits: u128, value: &Value) -> String {
    let text = value.to_string();
    let suffix = if format == FloatFormat::SINGLE { "f" } else { "" };
    match text.as_str() {
        "NaN" => "NAN".to_owned(),
        "inf" => "INFINITY".to_owned(),
        "-inf" => "-INFINITY".to_owned(),
        _ => format!("{text}{suffix}"),
    }
}

/// An address as an expression of the source: `NULL`, `&x`, `&a[2]`, a function's name.
fn address(program: &Program, address: u128) -> Option<String> {
    if address == 0 {
        return Some("NULL".to_owned());
    }
    let object = program.objects.iter().rev().find(|it| it.base <= address)?;
    let offset = address - object.base;
    if object.size == 0 && offset == 0 {
        return Some(object.name.clone());
    }
    if offset >= u128::from(object.size) {
        return None;
    }
    if object.element_size < object.size {
        let element = u128::from(object.element_size.max(1));
        return offset.is_multiple_of(element).then(|| format!("&{}[{}]", object.name, offset / element));
    }
    (offset == 0).then(|| format!("&{}", object.name))
}

/// The operands of nested applications of an associative operator.
fn flattened(op: Op, formula: Term) -> Vec<Term> {
    match formula.operands_of(op) {
        Some(operands) => operands.iter().flat_map(|operand| flattened(op, *operand)).collect(),
        None => vec![formula],
    }
}

/// The smallest number in a condition, for an order that reads well.
fn smallest_constant(condition: Term) -> Option<BigInt> {
    let mut smallest: Option<BigInt> = None;
    condition.visit(&mut |term| {
        let number = match term.as_value() {
            Some(Value::Int(number)) => Some(number.clone()),
            Some(value) => value.as_signed().map(BigInt::from),
            None => None,
        };
        if let Some(number) = number {
            smallest = Some(smallest.take().map_or(number.clone(), |it| it.min(number)));
        }
    });
    smallest
}

/// The variable of a symbol or of the activation's copy of it, and how deep that is.
fn known(program: &Program, symbol: Symbol) -> Option<(u32, &Variable)> {
    let (symbol, depth) = symbol.activation();
    Some((depth, program.variables.get(&symbol)?))
}

struct Printer<'a> {
    program: &'a Program,
    function: &'a str,
    place: PlaceText<'a>,
}

/// An expression's text.
struct Text {
    text: String,
    /// How tightly its outermost operator binds; more is tighter.
    binding: u8,
    /// Whether it is seen as unsigned; none where either will do.
    unsigned: Option<bool>,
}

const ATOM: u8 = 20;
const UNARY: u8 = 15;
const PRODUCT: u8 = 13;
const SUM: u8 = 12;
const SHIFT: u8 = 11;
const COMPARISON: u8 = 10;
const EQUALITY: u8 = 9;
const AND: u8 = 5;
const OR: u8 = 4;
const CONDITIONAL: u8 = 3;

impl Text {
    fn new(text: impl Into<String>, binding: u8, unsigned: Option<bool>) -> Text {
        Text { text: text.into(), binding, unsigned }
    }

    fn atom(text: impl Into<String>, unsigned: Option<bool>) -> Text {
        Text::new(text, ATOM, unsigned)
    }

    /// The text where operators up to `binding` need parentheses.
    fn above(&self, binding: u8) -> String {
        if self.binding > binding { self.text.clone() } else { format!("({})", self.text) }
    }
}

impl Printer<'_> {
    fn is_c(&self) -> bool {
        self.program.language == Language::C
    }

    fn condition(&self, formula: Term) -> Option<Text> {
        match formula.kind() {
            TermKind::Const(value) => {
                Some(Text::atom(self::value(self.program, value, Display::Plain), None))
            }
            TermKind::App(Op::Not, operands) => self.negation(operands[0]),
            TermKind::App(Op::And, _) => self.connective("&&", AND, Op::And, formula),
            TermKind::App(Op::Or, _) => self.connective("||", OR, Op::Or, formula),
            TermKind::App(Op::Eq, operands) => self.equation("==", operands),
            TermKind::App(Op::Lt, operands) => self.order("<", ">", operands, None),
            TermKind::App(Op::Le, operands) => self.order("<=", ">=", operands, None),
            TermKind::App(Op::BvSlt, operands) => self.order("<", ">", operands, Some(false)),
            TermKind::App(Op::BvSle, operands) => self.order("<=", ">=", operands, Some(false)),
            TermKind::App(Op::BvUlt, operands) => self.order("<", ">", operands, Some(true)),
            TermKind::App(Op::BvUle, operands) => self.order("<=", ">=", operands, Some(true)),
            TermKind::App(Op::FloatLt, operands) => self.order("<", ">", operands, None),
            TermKind::App(Op::FloatLe, operands) => self.order("<=", ">=", operands, None),
            TermKind::App(Op::FloatEq, operands) => self.equation("==", operands),
            TermKind::App(Op::FloatIsNan, operands) if self.is_c() => self.call("isnan", operands[0]),
            TermKind::App(Op::FloatIsInfinite, operands) if self.is_c() => self.call("isinf", operands[0]),
            TermKind::App(Op::Ite, operands) => self.conditional(operands),
            _ => self.expression(formula, None),
        }
    }

    fn negation(&self, operand: Term) -> Option<Text> {
        match operand.kind() {
            TermKind::App(Op::Eq, operands) if !operands[0].sort().is_bool() => self.equation("!=", operands),
            TermKind::App(Op::FloatEq, operands) => self.equation("!=", operands),
            TermKind::App(Op::And, operands) => self.condition(operands[0].not().or(operands[1].not())),
            TermKind::App(Op::Or, operands) => self.condition(operands[0].not().and(operands[1].not())),
            _ => Some(Text::new(format!("!{}", self.condition(operand)?.above(UNARY - 1)), UNARY, None)),
        }
    }

    /// `a <= x && x <= b`.
    fn range(&self, lhs: Term, rhs: Term) -> Option<Text> {
        let split = |term: Term| match term.kind() {
            TermKind::App(op @ (Op::Le | Op::BvSle | Op::BvUle), operands) => {
                Some((*op, operands[0], operands[1]))
            }
            _ => None,
        };
        let ((op, a, b), (other, c, d)) = (split(lhs)?, split(rhs)?);
        let (from, middle, to) = match () {
            () if b == c && a.as_value().is_some() => (a, b, d),
            () if d == a && c.as_value().is_some() => (c, d, b),
            () => return None,
        };
        if op != other || to.as_value().is_none() {
            return None;
        }
        let unsigned = middle.sort().bit_width().map(|_| op == Op::BvUle);
        let view = |term: Term| Some(self.viewed(term, unsigned)?.above(COMPARISON));
        let (from, middle, to) = (view(from)?, view(middle)?, view(to)?);
        Some(Text::new(format!("{from} <= {middle} && {middle} <= {to}"), AND, None))
    }

    /// A conjunction or disjunction: what is said of the place first, by ascending constants.
    fn connective(&self, sign: &str, binding: u8, op: Op, formula: Term) -> Option<Text> {
        let mut operands = flattened(op, formula);
        operands.sort_by_cached_key(|it| (!it.mentions(self.place.symbol), smallest_constant(*it)));
        let mut parts: Vec<Text> = Vec::new();
        let mut rest = &operands[..];
        while let [first, after @ ..] = rest {
            let range = after.first().filter(|_| op == Op::And).and_then(|next| self.range(*first, *next));
            rest = if range.is_some() { &after[1..] } else { after };
            parts.push(range.map_or_else(|| self.condition(*first), Some)?);
        }
        if let [only] = &mut parts[..] {
            return Some(Text { text: std::mem::take(&mut only.text), ..*only });
        }
        // Mixed conjunctions and disjunctions get parentheses, as style guides want them.
        let part = |it: &Text| {
            if it.binding == binding || it.binding > AND { it.text.clone() } else { format!("({})", it.text) }
        };
        let parts: Vec<String> = parts.iter().map(part).collect();
        Some(Text::new(parts.join(&format!(" {sign} ")), binding, None))
    }

    /// Whether a comparison reads better with its sides exchanged: constants to the right, the place to the left.
    fn turns(&self, operands: &[Term]) -> bool {
        let [lhs, rhs] = operands else { return false };
        let place = |term: &Term| term.mentions(self.place.symbol);
        rhs.as_value().is_none() && (lhs.as_value().is_some() || (place(rhs) && !place(lhs)))
    }

    fn equation(&self, sign: &str, operands: &[Term]) -> Option<Text> {
        let operands =
            if self.turns(operands) { [operands[1], operands[0]] } else { [operands[0], operands[1]] };
        self.comparison(sign, EQUALITY, &operands, None)
    }

    fn order(&self, sign: &str, turned: &str, operands: &[Term], unsigned: Option<bool>) -> Option<Text> {
        if self.turns(operands) {
            self.comparison(turned, COMPARISON, &[operands[1], operands[0]], unsigned)
        } else {
            self.comparison(sign, COMPARISON, operands, unsigned)
        }
    }

    fn comparison(&self, sign: &str, binding: u8, operands: &[Term], unsigned: Option<bool>) -> Option<Text> {
        let [lhs, rhs] = operands else { return None };
        if lhs.sort().is_bool() {
            let (lhs, rhs) = (self.condition(*lhs)?, self.condition(*rhs)?);
            return Some(Text::new(
                format!("{} {sign} {}", lhs.above(binding), rhs.above(binding)),
                binding,
                None,
            ));
        }
        let unsigned = unsigned.or_else(|| self.own_view(*lhs)).or_else(|| self.own_view(*rhs));
        if self.is_pointer(*lhs) || self.is_pointer(*rhs) {
            let (lhs, rhs) = (self.pointer(*lhs)?, self.pointer(*rhs)?);
            return Some(Text::new(
                format!("{} {sign} {}", lhs.above(binding), rhs.above(binding)),
                binding,
                None,
            ));
        }
        let (lhs, rhs) = (self.viewed(*lhs, unsigned)?, self.viewed(*rhs, unsigned)?);
        Some(Text::new(format!("{} {sign} {}", lhs.above(binding), rhs.above(binding)), binding, None))
    }

    fn conditional(&self, operands: &[Term]) -> Option<Text> {
        let [condition, then, otherwise] = operands else { return None };
        let bits = |term: Term| term.as_value().and_then(Value::as_unsigned);
        if self.is_c() && bits(*then) == Some(1) && bits(*otherwise) == Some(0) {
            return self.condition(*condition);
        }
        let (condition, then, otherwise) =
            (self.condition(*condition)?, self.condition(*then)?, self.condition(*otherwise)?);
        let unsigned = then.unsigned.or(otherwise.unsigned);
        if self.is_c() {
            let text = format!(
                "{} ? {} : {}",
                condition.above(CONDITIONAL),
                then.text,
                otherwise.above(CONDITIONAL - 1)
            );
            return Some(Text::new(text, CONDITIONAL, unsigned));
        }
        let text = format!("if {} then {} else {}", condition.text, then.text, otherwise.text);
        Some(Text::new(text, CONDITIONAL, unsigned))
    }

    /// A number, cast where it would be seen with the other sign.
    fn viewed(&self, term: Term, unsigned: Option<bool>) -> Option<Text> {
        let text = self.expression(term, unsigned)?;
        match (unsigned, text.unsigned) {
            (Some(wanted), Some(own)) if wanted != own && self.is_c() => {
                let name = if wanted { "unsigned" } else { "signed" };
                Some(Text::new(format!("({name}) {}", text.above(UNARY - 1)), UNARY, Some(wanted)))
            }
            _ => Some(text),
        }
    }

    /// How a term's values are seen by themselves.
    fn own_view(&self, term: Term) -> Option<bool> {
        match term.kind() {
            TermKind::Symbol(symbol) => self.symbol_view(*symbol),
            TermKind::App(Op::Select, operands) => {
                operands[0].as_symbol().and_then(|array| self.symbol_view(array))
            }
            TermKind::App(Op::BvAdd | Op::BvSub | Op::BvMul | Op::BvNeg, operands) => {
                operands.iter().find_map(|operand| self.own_view(*operand))
            }
            _ => None,
        }
    }

    fn display(&self, symbol: Symbol) -> Display {
        if symbol == self.place.symbol { self.place.display } else { display(self.program, symbol) }
    }

    fn symbol_view(&self, symbol: Symbol) -> Option<bool> {
        match self.display(symbol) {
            Display::Signed | Display::Character => Some(false),
            Display::Unsigned | Display::Boolean => Some(true),
            Display::Plain | Display::Pointer => None,
        }
    }

    fn is_pointer(&self, term: Term) -> bool {
        match term.kind() {
            TermKind::Symbol(symbol) => self.display(*symbol) == Display::Pointer,
            TermKind::App(Op::Select, operands) => {
                operands[0].as_symbol().is_some_and(|array| display(self.program, array) == Display::Pointer)
            }
            _ => false,
        }
    }

    fn pointer(&self, term: Term) -> Option<Text> {
        match term.as_value() {
            Some(Value::Bits(_, bits)) => Some(Text::new(address(self.program, *bits)?, UNARY, None)),
            _ => self.expression(term, None),
        }
    }

    /// A term that is no connective. `unsigned` says how constants in it are seen.
    fn expression(&self, term: Term, unsigned: Option<bool>) -> Option<Text> {
        match term.kind() {
            TermKind::Const(value) => self.constant(value, unsigned),
            TermKind::Symbol(symbol) => self.symbol(*symbol),
            TermKind::Quantified(..) => None,
            TermKind::App(Op::Select, operands) => self.cell(operands[0], operands[1]),
            TermKind::App(Op::Ite, operands) => self.conditional(operands),
            TermKind::App(Op::Neg | Op::FloatNeg, operands) => self.prefix("-", operands[0], unsigned),
            TermKind::App(Op::Add, operands) => self.sum(operands, unsigned),
            TermKind::App(Op::Sub | Op::FloatSub, operands) => self.binary("-", SUM, operands, unsigned),
            TermKind::App(Op::Mul | Op::FloatMul, operands) => self.binary("*", PRODUCT, operands, unsigned),
            TermKind::App(Op::FloatAdd, operands) => self.binary("+", SUM, operands, unsigned),
            TermKind::App(Op::FloatDiv | Op::RealDiv, operands) => {
                self.binary("/", PRODUCT, operands, unsigned)
            }
            TermKind::App(Op::IntDiv, operands) if !self.is_c() => {
                self.binary("div", PRODUCT, operands, unsigned)
            }
            TermKind::App(Op::IntMod, operands) if !self.is_c() => {
                self.binary("mod", PRODUCT, operands, unsigned)
            }
            TermKind::App(op, operands) if self.is_c() => self.c_bits(*op, operands, unsigned),
            TermKind::App(Op::Not | Op::And | Op::Or | Op::Eq | Op::Lt | Op::Le, _) => self.condition(term),
            TermKind::App(..) => None,
        }
    }

    fn c_bits(&self, op: Op, operands: &[Term], unsigned: Option<bool>) -> Option<Text> {
        match op {
            Op::BvAdd => self.sum(operands, unsigned),
            Op::BvSub => self.binary("-", SUM, operands, unsigned),
            Op::BvMul => self.binary("*", PRODUCT, operands, unsigned),
            Op::BvSdiv => self.binary("/", PRODUCT, operands, Some(false)),
            Op::BvSrem => self.binary("%", PRODUCT, operands, Some(false)),
            Op::BvUdiv => self.binary("/", PRODUCT, operands, Some(true)),
            Op::BvUrem => self.binary("%", PRODUCT, operands, Some(true)),
            Op::BvShl => self.binary("<<", SHIFT, operands, unsigned),
            Op::BvAshr => self.binary(">>", SHIFT, operands, Some(false)),
            Op::BvLshr => self.binary(">>", SHIFT, operands, Some(true)),
            // Weaker than comparisons in C; always in parentheses.
            Op::BvAnd => self.binary("&", COMPARISON - 3, operands, unsigned),
            Op::BvXor => self.binary("^", COMPARISON - 4, operands, unsigned),
            Op::BvOr => self.binary("|", OR + 1, operands, unsigned),
            Op::BvNeg => self.prefix("-", operands[0], unsigned),
            Op::BvNot => self.prefix("~", operands[0], unsigned),
            // C's promotions are not seen.
            Op::SignExtend(_) | Op::ZeroExtend(_) => {
                let signed = matches!(op, Op::SignExtend(_));
                let inner = self.viewed(operands[0], Some(!signed))?;
                Some(Text { unsigned: None, ..inner })
            }
            Op::Extract { hi, lo: 0 } => {
                let name = match hi {
                    7 => "char",
                    15 => "short",
                    31 => "int",
                    _ => return None,
                };
                let inner = self.expression(operands[0], None)?;
                Some(Text::new(format!("({name}) {}", inner.above(UNARY - 1)), UNARY, Some(false)))
            }
            Op::FloatAbs => self.call("fabs", operands[0]),
            Op::FloatSqrt => self.call("sqrt", operands[0]),
            Op::FloatToFloat(FloatFormat::DOUBLE) | Op::SignedToFloat(_) => {
                self.expression(operands[0], unsigned)
            }
            Op::Not | Op::And | Op::Or | Op::Eq | Op::BvSlt | Op::BvSle | Op::BvUlt | Op::BvUle => {
                self.condition(Term::app(op, operands))
            }
            _ => None,
        }
    }

    /// A sum; a negative constant is a difference.
    fn sum(&self, operands: &[Term], unsigned: Option<bool>) -> Option<Text> {
        let negated = match operands[1].as_value() {
            Some(Value::Int(number)) if *number < BigInt::ZERO => Some(Value::Int(-number)),
            Some(Value::Bits(width, bits)) if operands[1].as_value()?.as_signed()? < 0 => {
                Some(Value::bits(*width, bits.wrapping_neg()))
            }
            _ => None,
        };
        match negated {
            Some(constant) => self.binary("-", SUM, &[operands[0], Term::value(constant)], unsigned),
            None if operands[1].mentions(self.place.symbol) => {
                self.binary("+", SUM, &[operands[1], operands[0]], unsigned)
            }
            None => self.binary("+", SUM, operands, unsigned),
        }
    }

    fn binary(&self, sign: &str, binding: u8, operands: &[Term], unsigned: Option<bool>) -> Option<Text> {
        let [lhs, rhs] = operands else { return None };
        let (lhs, rhs) = (self.expression(*lhs, unsigned)?, self.expression(*rhs, unsigned)?);
        let view = lhs.unsigned.or(rhs.unsigned).or(unsigned);
        Some(Text::new(format!("{} {sign} {}", lhs.above(binding - 1), rhs.above(binding)), binding, view))
    }

    fn prefix(&self, sign: &str, operand: Term, unsigned: Option<bool>) -> Option<Text> {
        let inner = self.expression(operand, unsigned)?;
        Some(Text::new(format!("{sign}{}", inner.above(UNARY)), UNARY, inner.unsigned))
    }

    fn call(&self, name: &str, operand: Term) -> Option<Text> {
        Some(Text::atom(format!("{name}({})", self.expression(operand, None)?.text), None))
    }

    fn constant(&self, value: &Value, unsigned: Option<bool>) -> Option<Text> {
        let text = match (value, self.program.language) {
            (Value::Bits(_, bits), Language::C) if unsigned == Some(true) => bits.to_string(),
            (Value::Bits(..) | Value::Float(..), Language::C)
            | (Value::Bool(_) | Value::Bits(..) | Value::Real(_), Language::Boogie)
            | (Value::Int(_), _) => self::value(self.program, value, Display::Plain),
            (Value::Bool(truth), Language::C) => u8::from(*truth).to_string(),
            _ => return None,
        };
        let binding = match text.as_bytes() {
            text if text.contains(&b'/') => PRODUCT,
            [b'-', ..] => UNARY,
            _ => ATOM,
        };
        Some(Text::new(text, binding, None))
    }

    fn symbol(&self, symbol: Symbol) -> Option<Text> {
        if symbol == self.place.symbol {
            let binding = if self.place.text.starts_with('*') { UNARY } else { ATOM };
            return Some(Text::new(self.place.text, binding, self.symbol_view(symbol)));
        }
        let (depth, variable) = known(self.program, symbol)?;
        let here = match variable.scope {
            Scope::Global => true,
            // Of several activations only one is meant.
            Scope::Local(procedure) => depth == 0 && self.program.procedure(procedure).name == self.function,
            Scope::Internal | Scope::Temporary(_) => false,
        };
        here.then(|| Text::atom(variable.name.clone(), self.symbol_view(symbol)))
    }

    /// One cell of an array: of the source's own, or of a memory at the address of an object.
    fn cell(&self, array: Term, index: Term) -> Option<Text> {
        let symbol = array.as_symbol();
        if let Some(symbol) = symbol
            && let Some((_, variable)) = known(self.program, symbol)
            && (variable.length.is_some() || !self.is_c())
        {
            let name = self.symbol(symbol)?;
            let index = self.expression(index, Some(false))?;
            return Some(Text::atom(format!("{}[{}]", name.text, index.text), self.symbol_view(symbol)));
        }
        if let (false, Some([outer, at])) = (self.is_c(), array.operands_of(Op::Select)) {
            let outer = self.cell(*outer, *at)?;
            return Some(Text::atom(format!("{}[{}]", outer.text, self.expression(index, None)?.text), None));
        }
        let Value::Bits(_, bits) = index.as_value()? else { return None };
        let width = array.sort().array_sorts()?.1.bit_width()?;
        let object = self.program.objects.iter().rev().find(|it| it.base <= *bits)?;
        if u64::from(width) != object.element_size * 8 {
            return None;
        }
        let object = address(self.program, *bits)?;
        let name = object.strip_prefix('&')?;
        Some(Text::atom(name, symbol.and_then(|symbol| self.symbol_view(symbol))))
    }
}
