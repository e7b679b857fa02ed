//! Expressions: pure ones of any shape, and ones with side effects where C gives an order.

use super::types::{INTEGERS, Integer, Type};
use super::{Ctx, Variable, has_pointer};

/// Text that is written into expressions as it stands.
const LITERALS: [&str; 28] = [
    "0",
    "1",
    "2",
    "3",
    "5",
    "7",
    "10",
    "42",
    "100",
    "(-1)",
    "(-2)",
    "(-128)",
    "127",
    "128",
    "255",
    "256",
    "0x7fff",
    "0xffff",
    "017",
    "'a'",
    "'\\n'",
    "'\\xff'",
    "2147483647",
    "(-2147483647 - 1)",
    "0x80000000u",
    "4294967295u",
    "9223372036854775807L",
    "0xdeadbeefcafeull",
];

const COMPARISONS: [&str; 6] = ["==", "!=", "<", "<=", ">", ">="];

impl Ctx {
    /// An expression without side effects, of some integer type.
    pub(super) fn expression(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.atom();
        }
        let operand = |ctx: &mut Ctx| ctx.expression(depth - 1);
        match self.random.below(16) {
            0..=1 => self.atom(),
            2..=5 => {
                let operator = self.random.pick(&["+", "-", "*", "&", "|", "^"]);
                format!("({} {operator} {})", operand(self), operand(self))
            }
            6 => {
                let operator = self.random.pick(&["/", "%"]);
                format!("({} {operator} {})", operand(self), self.divisor())
            }
            7..=8 => {
                let operator = self.random.pick(&["<<", ">>"]);
                let left = self.integer();
                let mask = left.promoted_width() - 1;
                format!("((({}){}) {operator} ({} & {mask}))", left.name, operand(self), operand(self))
            }
            9..=10 => {
                let operator = self.random.pick(&COMPARISONS);
                format!("({} {operator} {})", operand(self), operand(self))
            }
            11 => {
                let operator = self.random.pick(&["&&", "||"]);
                format!("({} {operator} {})", operand(self), operand(self))
            }
            12 => format!("({} ? {} : {})", operand(self), operand(self), operand(self)),
            13 => {
                let operator = self.random.pick(&["-", "~", "!", "+"]);
                format!("({operator}{})", operand(self))
            }
            14 => format!("(({}){})", self.integer().name, operand(self)),
            _ => self.pointer_fact(),
        }
    }

    /// Never 0, and never -1 where a quotient could overflow.
    fn divisor(&mut self) -> String {
        let atom = self.atom();
        self.random.pick(&[format!("(({atom} & 15) + 1)"), format!("(-(({atom} & 7) + 2))")])
    }

    fn atom(&mut self) -> String {
        match self.random.below(10) {
            0..=2 => self.random.pick(&LITERALS).to_owned(),
            3 => format!("sizeof({})", self.integer().name),
            4 => {
                let index = self.simple_index(8);
                self.random.pick(&[format!("letters[{index}]"), format!("words[{index} & 3][1]")])
            }
            _ => self.place(false).0,
        }
    }

    /// Something that holds of pointers wherever objects lie.
    fn pointer_fact(&mut self) -> String {
        let is_pointer = |it: &&Variable| matches!(it.ty, Type::Pointer(_));
        let pointers: Vec<Variable> = self.variables.iter().filter(is_pointer).cloned().collect();
        if pointers.is_empty() {
            return "1".to_owned();
        }
        let Variable { name, ty, .. } = self.random.pick(&pointers);
        let others: Vec<&Variable> = pointers.iter().filter(|it| it.ty == ty).collect();
        let other = self.random.pick(&others).name.clone();
        self.random.pick(&[
            format!("({name} == {other})"),
            format!("(!{name})"),
            format!("({name} + 1 - {name})"),
        ])
    }

    /// A number from 0 to `length - 1`; a power of two.
    fn simple_index(&mut self, length: usize) -> String {
        if self.random.percent(50) {
            return self.random.below(length).to_string();
        }
        let is_integer = |it: &&Variable| matches!(it.ty, Type::Integer(_));
        let integers: Vec<String> =
            self.variables.iter().filter(is_integer).map(|it| it.name.clone()).collect();
        match integers.as_slice() {
            [] => "0".to_owned(),
            integers => format!("({} & {})", self.random.pick(integers), length - 1),
        }
    }

    /// A place of an integer type.
    pub(super) fn place(&mut self, to_write: bool) -> (String, Integer) {
        let fits = |it: &&Variable| it.ty != Type::Function && (it.writable || !to_write);
        let candidates: Vec<Variable> = self.variables.iter().filter(fits).cloned().collect();
        let variable = self.random.pick(&candidates);
        self.cell(variable.name, variable.ty)
    }

    fn cell(&mut self, text: String, ty: Type) -> (String, Integer) {
        match ty {
            Type::Integer(integer) => (text, integer),
            Type::Array(element, length) => {
                let index = self.simple_index(length);
                let text = match self.random.percent(80) {
                    true => format!("{text}[{index}]"),
                    false => format!("(*({text} + {index}))"),
                };
                self.cell(text, *element)
            }
            Type::Record(idx) => self.member(&format!("{text}."), idx),
            Type::Pointer(target) => match *target {
                Type::Record(idx) if self.random.percent(70) => self.member(&format!("{text}->"), idx),
                target if self.random.percent(30) => self.cell(format!("{text}[0]"), target),
                target => self.cell(format!("(*{text})"), target),
            },
            Type::Function => unreachable!("no cell is a function"),
        }
    }

    fn member(&mut self, prefix: &str, record: usize) -> (String, Integer) {
        let fields = self.records[record].fields.clone();
        let field = self.random.pick(&fields);
        self.cell(format!("{prefix}{}", field.name), field.ty)
    }

    /// One byte of an object that a variable is, where there are no truth values, pointers or padding in it.
    pub(super) fn byte(&mut self) -> Option<String> {
        let plain = |it: &&Variable| it.writable && is_plain(&it.ty);
        let candidates: Vec<Variable> = self.variables.iter().filter(plain).cloned().collect();
        if candidates.is_empty() {
            return None;
        }
        let Variable { name, ty, .. } = self.random.pick(&candidates);
        let index = self.simple_index(super::size(&ty) as usize);
        Some(format!("((unsigned char *)&{name})[{index}]"))
    }

    /// An address of an object of a type that lives at `level` or outside of it.
    pub(super) fn address_of(&mut self, target: &Type, level: usize) -> Option<String> {
        let mut found = Vec::new();
        for variable in self.variables.clone() {
            if variable.writable && variable.level <= level {
                self.objects(&variable.name, &variable.ty, target, false, &mut found);
                // What a pointer that lives long enough points to lives long enough.
                if let Type::Pointer(inner) = &variable.ty
                    && **inner == *target
                {
                    found.push(variable.name.clone());
                }
            }
        }
        if found.is_empty() { None } else { Some(self.random.pick(&found)) }
    }

    fn objects(&mut self, text: &str, ty: &Type, target: &Type, is_bits: bool, found: &mut Vec<String>) {
        if ty == target && !is_bits {
            found.push(format!("&{text}"));
        }
        match ty {
            Type::Array(element, length) => {
                let index = self.simple_index(*length);
                self.objects(&format!("{text}[{index}]"), element, target, false, found);
            }
            Type::Record(idx) => {
                for field in self.records[*idx].fields.clone() {
                    let is_bits = field.bits.is_some();
                    self.objects(&format!("{text}.{}", field.name), &field.ty, target, is_bits, found);
                }
            }
            Type::Integer(_) | Type::Pointer(_) | Type::Function => {}
        }
    }

    /// An initializer of a type; none where a pointer has nothing to point to.
    pub(super) fn initializer(&mut self, ty: &Type, level: usize, constant: bool) -> Option<String> {
        match ty {
            Type::Integer(_) if constant => Some(self.random.pick(&LITERALS).to_owned()),
            Type::Integer(_) => Some(self.expression(2)),
            Type::Function => Some("table[2]".to_owned()),
            Type::Pointer(target) if constant => self.constant_address_of(target),
            Type::Pointer(target) => self.address_of(target, level),
            Type::Array(element, length) => {
                let whole = has_pointer(element, &self.records) || self.random.percent(60);
                let n_given = if whole { *length } else { 1 };
                let elements: Option<Vec<String>> =
                    (0..n_given).map(|_| self.initializer(element, level, constant)).collect();
                Some(format!("{{{}}}", elements?.join(", ")))
            }
            Type::Record(idx) => {
                let fields = self.records[*idx].fields.clone();
                let is_union = self.records[*idx].name.starts_with("union");
                let n_given = if is_union { 1 } else { fields.len() };
                let values: Option<Vec<String>> = fields[..n_given]
                    .iter()
                    .map(|it| Some(format!(".{} = {}", it.name, self.initializer(&it.ty, level, constant)?)))
                    .collect();
                Some(format!("{{{}}}", values?.join(", ")))
            }
        }
    }

    fn constant_address_of(&mut self, target: &Type) -> Option<String> {
        let is_target = |it: &&Variable| it.level == 0 && it.writable && it.ty == *target;
        let mut found: Vec<String> =
            self.variables.iter().filter(is_target).map(|it| format!("&{}", it.name)).collect();
        for variable in &self.variables {
            if let Type::Array(element, length) = &variable.ty
                && **element == *target
                && variable.level == 0
            {
                found.push(format!("&{}[{}]", variable.name, length - 1));
                found.push(variable.name.clone());
            }
        }
        if found.is_empty() { None } else { Some(self.random.pick(&found)) }
    }

    /// An expression that may have side effects, in an order that C defines.
    pub(super) fn effect(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.expression(1);
        }
        let operand = |ctx: &mut Ctx| ctx.effect(depth - 1);
        match self.random.below(10) {
            0 => self.expression(2),
            1 => {
                let place = self.place(true).0;
                self.random.pick(&[
                    format!("({place}++)"),
                    format!("(++{place})"),
                    format!("({place}--)"),
                    format!("(--{place})"),
                ])
            }
            2 => {
                let (place, value) = (self.place(true).0, self.expression(1));
                let operator = self.random.pick(&["=", "+=", "-=", "*=", "&=", "|=", "^="]);
                format!("({place} {operator} {value})")
            }
            3..=4 => format!("({} && {})", operand(self), operand(self)),
            5..=6 => format!("({} || {})", operand(self), operand(self)),
            7 => format!("({} ? {} : {})", operand(self), operand(self), operand(self)),
            8 => format!("({}, {})", operand(self), operand(self)),
            _ => {
                let operator = self.random.pick(&["-", "~", "!", "1 + ", "3 * ", "(short)"]);
                format!("({operator}{})", operand(self))
            }
        }
    }
}

/// Whether any bytes are a value of the type.
fn is_plain(ty: &Type) -> bool {
    match ty {
        Type::Integer(integer) => *integer != INTEGERS[0],
        Type::Array(element, _) => is_plain(element),
        Type::Record(_) | Type::Pointer(_) | Type::Function => false,
    }
}
