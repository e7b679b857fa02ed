//! Conditions in any language: what makes them read well.

use faultscope_ir::program::{Display, Scope};
use faultscope_ir::{Op, Program, Sort, Symbol, Term, TermKind, Value};
use num_bigint::BigInt;

use crate::sites::BinaryOperator;

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

/// What sizes in a condition are those of: an object that is named where the condition stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extent {
    /// The object, as an expression.
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
    /// How many elements of the accessed kind it has.
    pub n_elements: Option<u64>,
}

/// How a language writes what conditions are made of.
pub(crate) trait Notation {
    /// The size of an object in bytes, as an unsigned number, or as a signed one of a width.
    fn size_of(&self, object: &str, signed: Option<u32>) -> Option<Text>;

    /// A value that is no array.
    fn value(&self, program: &Program, value: &Value, display: Display) -> String;

    /// A constant in an expression, seen as unsigned or signed where that is said.
    fn constant(&self, program: &Program, value: &Value, unsigned: Option<bool>) -> Option<Text>;

    /// An address as an expression of the source; none where it is of nothing that the source names.
    fn address(&self, program: &Program, address: u128) -> Option<String>;

    /// An operator between two operands of a sort and how tightly it binds; more is tighter.
    fn sign(&self, operator: BinaryOperator, operands: Sort) -> Option<(&'static str, u8)>;

    /// How tightly operators before their operand bind.
    fn prefix_binding(&self) -> u8;

    /// How tightly the text of a place binds.
    fn place_binding(&self, text: &str) -> u8;

    /// What stands for the value that a function returns.
    fn result(&self, function: &str) -> String;

    /// An expression where its sign is to be another one.
    fn seen_as(&self, text: Text, unsigned: bool) -> Text;

    /// An expression of so few bits, where bits that it does not have would be seen.
    fn narrowed(&self, text: Text, width: u32, unsigned: bool) -> Text;

    /// `if c then a else b`.
    fn conditional(&self, printer: &Printer<'_>, operands: &[Term]) -> Option<Text>;

    /// A cell of an array or of memory.
    fn cell(&self, printer: &Printer<'_>, array: Term, index: Term) -> Option<Text>;

    /// The function that tests a number for this.
    fn test(&self, op: Op) -> Option<&'static str>;

    /// An application of an operator that is not everywhere written in the same way.
    fn application(
        &self,
        printer: &Printer<'_>,
        op: Op,
        operands: &[Term],
        unsigned: Option<bool>,
    ) -> Option<Text>;
}

/// The operands of nested applications of an associative operator.
fn flattened(op: Op, formula: Term) -> Vec<Term> {
    match formula.operands_of(op) {
        Some(operands) => operands.iter().flat_map(|operand| flattened(op, *operand)).collect(),
        None => vec![formula],
    }
}

/// Whether `a <= b` leaves one value of bits: `b` is the least one, or `a` the greatest.
fn is_extreme(op: Op, operands: &[Term]) -> bool {
    let [lhs, rhs] = operands else { return false };
    let Some(width) = lhs.sort().bit_width() else { return false };
    let (least, greatest) = match op {
        Op::BvUle => (Value::bits(width, 0), Value::bits(width, u128::MAX)),
        _ => (Value::bits(width, 1 << (width - 1)), Value::bits(width, (1 << (width - 1)) - 1)),
    };
    lhs.as_value() == Some(&greatest) || rhs.as_value() == Some(&least)
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

/// An expression's text.
pub(crate) struct Text {
    pub(crate) text: String,
    /// How tightly its outermost operator binds; more is tighter.
    pub(crate) binding: u8,
    /// Whether it is seen as unsigned; none where either will do.
    pub(crate) unsigned: Option<bool>,
}

/// How tightly names bind.
pub(crate) const ATOM: u8 = u8::MAX;

impl Text {
    pub(crate) fn new(text: impl Into<String>, binding: u8, unsigned: Option<bool>) -> Text {
        Text { text: text.into(), binding, unsigned }
    }

    pub(crate) fn atom(text: impl Into<String>, unsigned: Option<bool>) -> Text {
        Text::new(text, ATOM, unsigned)
    }

    /// The text where operators up to `binding` need parentheses.
    pub(crate) fn above(&self, binding: u8) -> String {
        if self.binding > binding { self.text.clone() } else { format!("({})", self.text) }
    }
}

/// Prints conditions as they read in a function.
pub(crate) struct Printer<'a> {
    pub(crate) program: &'a Program,
    function: &'a str,
    place: PlaceText<'a>,
    notation: &'static dyn Notation,
    extent: Option<&'a Extent>,
    /// Whether objects are compared by the numbers that they have here.
    orders_objects: bool,
}

impl<'a> Printer<'a> {
    pub(crate) fn new(
        program: &'a Program,
        function: &'a str,
        place: PlaceText<'a>,
        notation: &'static dyn Notation,
    ) -> Printer<'a> {
        Printer { program, function, place, notation, extent: None, orders_objects: true }
    }

    /// The printer for conditions that are read, perhaps with an object that sizes are those of.
    pub(crate) fn for_people(self, extent: Option<&'a Extent>) -> Printer<'a> {
        Printer { extent, orders_objects: false, ..self }
    }
}

impl Printer<'_> {
    pub(crate) fn condition(&self, formula: Term) -> Option<Text> {
        use BinaryOperator::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual};
        match formula.kind() {
            TermKind::Const(value) => {
                Some(Text::atom(self.notation.value(self.program, value, Display::Plain), None))
            }
            TermKind::App(Op::Not, operands) => self.negation(operands[0]),
            TermKind::App(Op::And, _) => self.connective(BinaryOperator::And, Op::And, formula),
            TermKind::App(Op::Or, _) => self.connective(BinaryOperator::Or, Op::Or, formula),
            TermKind::App(Op::Eq, operands) => self.equation(Equal, operands),
            // At most the least value, or at least the greatest one, is only that value.
            TermKind::App(op @ (Op::BvSle | Op::BvUle), operands) if is_extreme(*op, operands) => {
                self.equation(Equal, operands)
            }
            TermKind::App(Op::Lt, operands) => self.order(Less, Greater, operands, None),
            TermKind::App(Op::Le, operands) => self.order(LessOrEqual, GreaterOrEqual, operands, None),
            TermKind::App(Op::BvSlt, operands) => self.order(Less, Greater, operands, Some(false)),
            TermKind::App(Op::BvSle, operands) => {
                self.order(LessOrEqual, GreaterOrEqual, operands, Some(false))
            }
            TermKind::App(Op::BvUlt, operands) => self.order(Less, Greater, operands, Some(true)),
            TermKind::App(Op::BvUle, operands) => {
                self.order(LessOrEqual, GreaterOrEqual, operands, Some(true))
            }
            TermKind::App(Op::FloatLt, operands) => self.order(Less, Greater, operands, None),
            TermKind::App(Op::FloatLe, operands) => self.order(LessOrEqual, GreaterOrEqual, operands, None),
            TermKind::App(Op::FloatEq, operands) => self.equation(Equal, operands),
            TermKind::App(op @ (Op::FloatIsNan | Op::FloatIsInfinite), operands) => {
                self.call(self.notation.test(*op)?, operands[0])
            }
            TermKind::App(Op::Ite, operands) => self.notation.conditional(self, operands),
            _ => self.expression(formula, None),
        }
    }

    fn negation(&self, operand: Term) -> Option<Text> {
        match operand.kind() {
            TermKind::App(Op::Eq, operands) if !operands[0].sort().is_bool() => {
                self.equation(BinaryOperator::NotEqual, operands)
            }
            TermKind::App(Op::FloatEq, operands) => self.equation(BinaryOperator::NotEqual, operands),
            TermKind::App(Op::And, operands) => self.condition(operands[0].not().or(operands[1].not())),
            TermKind::App(Op::Or, operands) => self.condition(operands[0].not().and(operands[1].not())),
            _ => {
                let binding = self.notation.prefix_binding();
                let operand = self.condition(operand)?.above(binding - 1);
                Some(Text::new(format!("!{operand}"), binding, None))
            }
        }
    }

    fn sign(&self, operator: BinaryOperator, operands: Sort) -> Option<(&'static str, u8)> {
        self.notation.sign(operator, operands)
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
        let (at_most, binding) = self.sign(BinaryOperator::LessOrEqual, middle.sort())?;
        let (and, outer) = self.sign(BinaryOperator::And, Sort::bool())?;
        let view = |term: Term| Some(self.whole(term, unsigned)?.above(binding));
        // What is at least 0 is the same number with either sign.
        let is_natural = from.as_value().and_then(Value::as_signed).is_some_and(|it| it >= 0);
        let sign = unsigned.filter(|_| !is_natural).or(Some(true));
        let (below, to) = match self.bound(BinaryOperator::LessOrEqual, to, sign) {
            Some((operator, bound)) => (self.sign(operator, middle.sort())?.0, bound.above(binding)),
            None => (at_most, view(to)?),
        };
        let (from, middle) = (view(from)?, view(middle)?);
        Some(Text::new(format!("{from} {at_most} {middle} {and} {middle} {below} {to}"), outer, None))
    }

    /// A conjunction or disjunction: what is said of the place first, by ascending constants.
    fn connective(&self, operator: BinaryOperator, op: Op, formula: Term) -> Option<Text> {
        let (sign, binding) = self.sign(operator, Sort::bool())?;
        let (_, tightest) = self.sign(BinaryOperator::And, Sort::bool())?;
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
            let is_clear = it.binding == binding || it.binding > tightest;
            if is_clear { it.text.clone() } else { format!("({})", it.text) }
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

    fn equation(&self, operator: BinaryOperator, operands: &[Term]) -> Option<Text> {
        let operands =
            if self.turns(operands) { [operands[1], operands[0]] } else { [operands[0], operands[1]] };
        self.comparison(operator, &operands, None)
    }

    fn order(
        &self,
        operator: BinaryOperator,
        turned: BinaryOperator,
        operands: &[Term],
        unsigned: Option<bool>,
    ) -> Option<Text> {
        if self.turns(operands) {
            self.comparison(turned, &[operands[1], operands[0]], unsigned)
        } else {
            self.comparison(operator, operands, unsigned)
        }
    }

    fn comparison(
        &self,
        operator: BinaryOperator,
        operands: &[Term],
        unsigned: Option<bool>,
    ) -> Option<Text> {
        let [lhs, rhs] = operands else { return None };
        let (sign, binding) = self.sign(operator, lhs.sort())?;
        let (lhs, rhs) = if lhs.sort().is_bool() {
            (self.condition(*lhs)?, self.condition(*rhs)?)
        } else if self.is_pointer(*lhs) || self.is_pointer(*rhs) {
            let is_equation = matches!(operator, BinaryOperator::Equal | BinaryOperator::NotEqual);
            if !is_equation && !self.orders_objects && (lhs.as_value().is_some() || rhs.as_value().is_some())
            {
                return None;
            }
            (self.pointer(*lhs)?, self.pointer(*rhs)?)
        } else {
            let unsigned = unsigned.or_else(|| self.own_view(*lhs)).or_else(|| self.own_view(*rhs));
            if let Some((operator, bound)) = self.bound(operator, *rhs, unsigned) {
                let (lhs, (sign, _)) = (self.whole(*lhs, unsigned)?, self.sign(operator, lhs.sort())?);
                let text = format!("{} {sign} {}", lhs.above(binding), bound.above(binding));
                return Some(Text::new(text, binding, None));
            }
            (self.whole(*lhs, unsigned)?, self.whole(*rhs, unsigned)?)
        };
        Some(Text::new(format!("{} {sign} {}", lhs.above(binding), rhs.above(binding)), binding, None))
    }

    /// An upper or lower bound in terms of the size of the object that a condition is about: of `n <= 16` and
    /// `char buf[16]` the operator and `sizeof buf`, of `i <= 9` and `int a[10]` the strict one and `10`.
    fn bound(
        &self,
        operator: BinaryOperator,
        bound: Term,
        unsigned: Option<bool>,
    ) -> Option<(BinaryOperator, Text)> {
        use BinaryOperator::{Greater, GreaterOrEqual, Less, LessOrEqual};
        let (extent, width) = (self.extent?, bound.sort().bit_width()?);
        let number = u64::try_from(bound.as_value()?.as_signed().filter(|number| *number > 1)?).ok()?;
        // The same with or without the bound itself.
        let (other, next) = match operator {
            LessOrEqual | Greater => (if operator == Greater { GreaterOrEqual } else { Less }, number + 1),
            Less | GreaterOrEqual => (operator, number),
            _ => return None,
        };
        let signed = (unsigned != Some(true)).then_some(width);
        let size = || self.notation.size_of(&extent.name, signed);
        match () {
            () if number == extent.size && next != number => Some((operator, size()?)),
            () if next == extent.size && extent.n_elements == Some(next) && other == Less => {
                Some((other, Text::atom(next.to_string(), None)))
            }
            () if next == extent.size => Some((other, size()?)),
            () if extent.n_elements == Some(next) && other == Less => {
                Some((other, Text::atom(next.to_string(), None)))
            }
            () => None,
        }
    }

    /// A number, cast where it would be seen with the other sign.
    pub(crate) fn viewed(&self, term: Term, unsigned: Option<bool>) -> Option<Text> {
        let text = self.expression(term, unsigned)?;
        match (unsigned, text.unsigned) {
            (Some(wanted), Some(own)) if wanted != own => Some(self.notation.seen_as(text, wanted)),
            _ => Some(text),
        }
    }

    /// The same where all bits are seen: what is computed with fewer bits than the language computes with is cut to these.
    pub(crate) fn whole(&self, term: Term, unsigned: Option<bool>) -> Option<Text> {
        let text = self.viewed(term, unsigned)?;
        match term.sort().bit_width().filter(|_| is_computed(term)) {
            Some(width) => Some(self.notation.narrowed(text, width, unsigned == Some(true))),
            None => Some(text),
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
        if symbol == self.place.symbol { self.place.display } else { self.program.display(symbol) }
    }

    pub(crate) fn symbol_view(&self, symbol: Symbol) -> Option<bool> {
        match self.display(symbol) {
            Display::Signed | Display::Character => Some(false),
            Display::Unsigned | Display::Boolean => Some(true),
            Display::Plain | Display::Pointer | Display::Shadow => None,
        }
    }

    pub(crate) fn is_pointer(&self, term: Term) -> bool {
        match term.kind() {
            TermKind::Symbol(symbol) => self.display(*symbol) == Display::Pointer,
            TermKind::App(Op::Select, operands) => {
                operands[0].as_symbol().is_some_and(|array| self.program.display(array) == Display::Pointer)
            }
            TermKind::App(Op::BvAddLow, _) => true,
            _ => false,
        }
    }

    pub(crate) fn pointer(&self, term: Term) -> Option<Text> {
        match term.as_value() {
            Some(Value::Bits(_, bits)) => {
                let address = self.notation.address(self.program, *bits)?;
                Some(Text::new(address, self.notation.prefix_binding(), None))
            }
            _ => self.expression(term, None),
        }
    }

    /// A term that is no connective. `unsigned` says how constants in it are seen.
    pub(crate) fn expression(&self, term: Term, unsigned: Option<bool>) -> Option<Text> {
        use BinaryOperator::{Add, Divide, Multiply, Subtract};
        match term.kind() {
            TermKind::Const(value) => self.notation.constant(self.program, value, unsigned),
            TermKind::Symbol(symbol) => self.symbol(*symbol),
            TermKind::Quantified(..) => None,
            TermKind::App(Op::Select, operands) => self.notation.cell(self, operands[0], operands[1]),
            TermKind::App(Op::Ite, operands) => self.notation.conditional(self, operands),
            TermKind::App(Op::Neg | Op::FloatNeg, operands) => self.prefix("-", operands[0], unsigned),
            TermKind::App(Op::Add, operands) => self.sum(operands, unsigned),
            TermKind::App(Op::Sub | Op::FloatSub, operands) => self.binary(Subtract, operands, unsigned),
            TermKind::App(Op::Mul | Op::FloatMul, operands) => self.binary(Multiply, operands, unsigned),
            TermKind::App(Op::FloatAdd, operands) => self.binary(Add, operands, unsigned),
            TermKind::App(Op::FloatDiv | Op::RealDiv, operands) => self.binary(Divide, operands, unsigned),
            TermKind::App(op, operands) => match self.notation.application(self, *op, operands, unsigned) {
                None if is_condition(*op) => self.condition(term),
                text => text,
            },
        }
    }

    /// A sum; a negative constant is a difference.
    pub(crate) fn sum(&self, operands: &[Term], unsigned: Option<bool>) -> Option<Text> {
        let negated = match operands[1].as_value() {
            Some(Value::Int(number)) if *number < BigInt::ZERO => Some(Value::Int(-number)),
            Some(Value::Bits(width, bits)) if operands[1].as_value()?.as_signed()? < 0 => {
                Some(Value::bits(*width, bits.wrapping_neg()))
            }
            _ => None,
        };
        match negated {
            Some(constant) => {
                self.binary(BinaryOperator::Subtract, &[operands[0], Term::value(constant)], unsigned)
            }
            None if operands[1].mentions(self.place.symbol) => {
                self.binary(BinaryOperator::Add, &[operands[1], operands[0]], unsigned)
            }
            None => self.binary(BinaryOperator::Add, operands, unsigned),
        }
    }

    pub(crate) fn binary(
        &self,
        operator: BinaryOperator,
        operands: &[Term],
        unsigned: Option<bool>,
    ) -> Option<Text> {
        let [lhs, rhs] = operands else { return None };
        let (sign, binding) = self.sign(operator, lhs.sort())?;
        let (lhs, rhs) = (self.expression(*lhs, unsigned)?, self.expression(*rhs, unsigned)?);
        let view = lhs.unsigned.or(rhs.unsigned).or(unsigned);
        Some(Text::new(format!("{} {sign} {}", lhs.above(binding - 1), rhs.above(binding)), binding, view))
    }

    pub(crate) fn prefix(&self, sign: &str, operand: Term, unsigned: Option<bool>) -> Option<Text> {
        let inner = self.expression(operand, unsigned)?;
        let binding = self.notation.prefix_binding();
        Some(Text::new(format!("{sign}{}", inner.above(binding)), binding, inner.unsigned))
    }

    pub(crate) fn call(&self, name: &str, operand: Term) -> Option<Text> {
        Some(Text::atom(format!("{name}({})", self.expression(operand, None)?.text), None))
    }

    pub(crate) fn symbol(&self, symbol: Symbol) -> Option<Text> {
        if symbol == self.place.symbol {
            let binding = self.notation.place_binding(self.place.text);
            return Some(Text::new(self.place.text, binding, self.symbol_view(symbol)));
        }
        let (depth, variable) = self.program.declared(symbol)?;
        let here = match variable.scope {
            Scope::Global => true,
            // Of several activations only one is meant.
            Scope::Local(procedure) => depth == 0 && self.program.procedure(procedure).name == self.function,
            Scope::Internal | Scope::Temporary(_) => false,
        };
        here.then(|| Text::atom(variable.name.clone(), self.symbol_view(symbol)))
    }
}

/// Whether a term has bits of its own in front of its width where more are computed with.
fn is_computed(term: Term) -> bool {
    match term.kind() {
        TermKind::App(Op::BvAdd | Op::BvSub | Op::BvMul | Op::BvNeg | Op::BvShl | Op::BvNot, _) => true,
        TermKind::App(Op::BvAnd | Op::BvOr | Op::BvXor, operands) => {
            operands.iter().any(|it| is_computed(*it))
        }
        TermKind::App(Op::Ite, operands) => operands[1..].iter().any(|it| is_computed(*it)),
        _ => false,
    }
}

/// Whether an operator is one of conditions.
fn is_condition(op: Op) -> bool {
    matches!(
        op,
        Op::Not | Op::And | Op::Or | Op::Eq | Op::Lt | Op::Le | Op::BvSlt | Op::BvSle | Op::BvUlt | Op::BvUle
    )
}
