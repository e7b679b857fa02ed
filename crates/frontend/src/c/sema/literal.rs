//! Constants and string literals.

use std::rc::Rc;

use faultscope_ir::{Value, float};

use super::super::DataModel;
use super::super::bytes::byte_of;
use super::super::hir::{Expr, ExprKind, Storage};
use super::super::parser::ast::{self, Node};
use super::super::source::Loc;
use super::super::types::{FloatKind, IntKind, Type};
use super::declarator::float_kind;
use super::state::{Sema, make};

impl Sema {
    pub(super) fn literal(&mut self, node: &Node<ast::Constant>) -> Expr {
        let loc = self.loc(node);
        match &node.node {
            ast::Constant::Integer(integer) if integer.suffix.is_imaginary => {
                let value = self.integer_literal(integer, loc);
                self.imaginary(value)
            }
            ast::Constant::Integer(integer) => self.integer_literal(integer, loc),
            ast::Constant::Float(literal) => self.float_literal(literal, loc),
            ast::Constant::Character(text) => {
                let wide = text.starts_with(['L', 'u', 'U']);
                let chars = unescape(text, wide);
                let value = match (wide, chars.as_slice()) {
                    (true, chars) => chars.last().map_or(0, |ch| i128::from(*ch as i32)),
                    (false, [ch]) => i128::from(*ch as u8 as i8),
                    (false, chars) => {
                        i128::from(chars.iter().fold(0_u32, |value, ch| value << 8 | (*ch & 0xff)) as i32)
                    }
                };
                let ty = if wide { self.wide_char_type(text) } else { Type::INT };
                self.constant(value, ty, loc)
            }
        }
    }

    fn wide_char_type(&self, text: &str) -> Type {
        Type::Int(match (text.as_bytes().first(), self.types.model) {
            (Some(b'U'), _) => IntKind::UInt,
            (Some(b'u'), _) => IntKind::UShort,
            (_, DataModel::Ilp32) => IntKind::Long,
            (_, DataModel::Lp64) => IntKind::Int,
        })
    }

    fn integer_literal(&mut self, integer: &ast::Integer, loc: Loc) -> Expr {
        let radix = match integer.base {
            ast::IntegerBase::Decimal => 10,
            ast::IntegerBase::Octal => 8,
            ast::IntegerBase::Hexadecimal => 16,
            ast::IntegerBase::Binary => 2,
        };
        let digits = if integer.number.is_empty() { "0" } else { &*integer.number };
        let Ok(number) = u64::from_str_radix(digits, radix) else {
            self.error(loc, "integer constant is too large", None);
            return self.constant(0, Type::INT, loc);
        };
        use IntKind::*;
        let decimal = integer.base == ast::IntegerBase::Decimal;
        let candidates: &[IntKind] = match (integer.suffix.size, integer.suffix.is_unsigned) {
            (ast::IntegerSize::Int, false) if decimal => &[Int, Long, LongLong],
            (ast::IntegerSize::Int, false) => &[Int, UInt, Long, ULong, LongLong, ULongLong],
            (ast::IntegerSize::Int, true) => &[UInt, ULong, ULongLong],
            (ast::IntegerSize::Long, false) if decimal => &[Long, LongLong],
            (ast::IntegerSize::Long, false) => &[Long, ULong, LongLong, ULongLong],
            (ast::IntegerSize::Long, true) => &[ULong, ULongLong],
            (ast::IntegerSize::LongLong, false) if decimal => &[LongLong],
            (ast::IntegerSize::LongLong, false) => &[LongLong, ULongLong],
            (ast::IntegerSize::LongLong, true) => &[ULongLong],
            (ast::IntegerSize::BitInt, _) => {
                self.error(loc, "the type `_BitInt` is not supported", None);
                &[LongLong]
            }
        };
        let fits = |kind: &&IntKind| {
            let bits = kind.size(self.types.model) * 8 - u64::from(kind.is_signed());
            bits >= 64 || number >> bits == 0
        };
        // What fits into none of them has the widest type that gcc has.
        let widest = match (integer.suffix.is_unsigned, self.types.model) {
            (true, _) => ULongLong,
            (false, DataModel::Ilp32) => LongLong,
            (false, DataModel::Lp64) => Int128,
        };
        let kind = candidates.iter().find(fits).copied().unwrap_or(widest);
        self.constant(number.into(), Type::Int(kind), loc)
    }

    fn float_literal(&mut self, literal: &ast::Float, loc: Loc) -> Expr {
        let kind = match literal.format {
            ast::FloatFormat::Float => FloatKind::Float,
            ast::FloatFormat::Double => FloatKind::Double,
            ast::FloatFormat::LongDouble => FloatKind::LongDouble,
            ast::FloatFormat::Other(float) => float_kind(float).unwrap_or_else(|| {
                self.error(loc, "this floating type is not supported", None);
                FloatKind::Double
            }),
        };
        let text = &*literal.number;
        let bits = float::parse(kind.format(), text).unwrap_or_else(|| {
            self.error(loc, format!("`{text}` is no number"), None);
            0
        });
        let value = make(ExprKind::Const(Value::Float(kind.format(), bits)), Type::Float(kind), loc);
        if literal.is_imaginary { self.imaginary(value) } else { value }
    }

    /// A string literal as an lvalue of array type.
    pub(super) fn string_literal(&mut self, node: &Node<ast::StringLiteral>) -> Expr {
        let loc = self.loc(node);
        let wide = node.node.iter().find(|part| part.starts_with(['L', 'U']) || part.starts_with("u\""));
        let element = wide.map_or(Type::CHAR, |part| self.wide_char_type(part));
        let mut chars: Vec<u32> = node.node.iter().flat_map(|part| unescape(part, wide.is_some())).collect();
        if element == Type::Int(IntKind::UShort) {
            chars = chars.into_iter().flat_map(utf16).collect();
        }
        chars.push(0);
        self.string(chars, element, loc)
    }

    pub(super) fn string(&mut self, chars: Vec<u32>, element: Type, loc: Loc) -> Expr {
        let ty = Type::Array(element.into(), Some(chars.len() as u64));
        let key = (chars, ty);
        let var = match self.literals.get(&key) {
            Some(var) => *var,
            None => {
                let name = describe(&key.0);
                let storage = Storage::Literal(Rc::new(key.0.clone()));
                let var = self.new_var(&name, key.1.clone(), loc, storage);
                self.literals.insert(key.clone(), var);
                var
            }
        };
        make(ExprKind::Var(var), key.1, loc)
    }
}

/// A character as one or two units of UTF-16.
fn utf16(ch: u32) -> Vec<u32> {
    match char::from_u32(ch) {
        Some(ch) => ch.encode_utf16(&mut [0; 2]).iter().map(|unit| u32::from(*unit)).collect(),
        None => vec![ch],
    }
}

/// A name for a string literal.
fn describe(chars: &[u32]) -> String {
    const MAX_LENGTH: usize = 20;
    let printable = |ch: &u32| match char::from_u32(*ch) {
        Some(ch) if !ch.is_control() => ch,
        _ => '.',
    };
    let text: String = chars.iter().take(chars.len() - 1).take(MAX_LENGTH).map(printable).collect();
    let dots = if chars.len() > MAX_LENGTH + 1 { "..." } else { "" };
    format!("\"{text}{dots}\"")
}

/// The characters of a quoted token; bytes of UTF-8 where it is not wide.
fn unescape(token: &str, wide: bool) -> Vec<u32> {
    let open = token.find(['"', '\'']).map_or(0, |at| at + 1);
    let body = token.get(open..token.len().saturating_sub(1)).unwrap_or("");
    let mut chars = body.chars().peekable();
    let mut result = Vec::new();
    while let Some(ch) = chars.next() {
        if ch != '\\' {
            let mut buffer = [0; 4];
            match (byte_of(ch), wide) {
                (Some(byte), _) => result.push(u32::from(byte)),
                (None, true) => result.push(ch as u32),
                (None, false) => result.extend(ch.encode_utf8(&mut buffer).bytes().map(u32::from)),
            }
            continue;
        }
        let value = match chars.next() {
            Some('n') => 10,
            Some('t') => 9,
            Some('r') => 13,
            Some('a') => 7,
            Some('b') => 8,
            Some('f') => 12,
            Some('v') => 11,
            Some('e') => 27,
            Some('x') => {
                let mut value = 0_u32;
                while let Some(digit) = chars.peek().and_then(|ch| ch.to_digit(16)) {
                    value = value << 4 | digit;
                    chars.next();
                }
                if wide { value } else { value & 0xff }
            }
            Some(kind @ ('u' | 'U')) => {
                let mut value = 0_u32;
                for _ in 0..if kind == 'u' { 4 } else { 8 } {
                    let Some(digit) = chars.peek().and_then(|ch| ch.to_digit(16)) else { break };
                    value = value << 4 | digit;
                    chars.next();
                }
                let mut buffer = [0; 4];
                match char::from_u32(value) {
                    Some(ch) if !wide => {
                        result.extend(ch.encode_utf8(&mut buffer).bytes().map(u32::from));
                        continue;
                    }
                    _ => value,
                }
            }
            Some(first) if first.is_digit(8) => {
                let mut value = first as u32 - '0' as u32;
                for _ in 0..2 {
                    let Some(digit) = chars.peek().and_then(|ch| ch.to_digit(8)) else { break };
                    value = value << 3 | digit;
                    chars.next();
                }
                if wide { value } else { value & 0xff }
            }
            Some(other) => other as u32,
            None => break,
        };
        result.push(value);
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(token: &str, expected: &[u32]) {
        assert_eq!(unescape(token, token.starts_with('L')), expected);
    }

    #[test]
    fn escapes_stand_for_their_characters() {
        check(r#""a\n\0\x41\101""#, &[97, 10, 0, 65, 65]);
        check(r"'\''", &[39]);
        check(r"'\377'", &[255]);
        check(r#"L"\x1234""#, &[0x1234]);
        check("\"é\"", &[0xc3, 0xa9]);
        check("\"\u{f7e9}\"", &[0xe9]);
    }
}
