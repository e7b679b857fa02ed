//! Constants and string literals.

use std::iter::Peekable;
use std::rc::Rc;
use std::str::Chars;

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
            ast::Constant::Character(text) => self.character(text, loc),
        }
    }

    fn character(&mut self, text: &str, loc: Loc) -> Expr {
        let units = Units::of(text);
        let chars = unescape(text, units);
        let value = match (units, chars.as_slice()) {
            (Units::Bytes, [ch]) if text.starts_with("u8") => i128::from(*ch as u8),
            (Units::Bytes, [ch]) => i128::from(*ch as u8 as i8),
            (Units::Bytes, chars) => {
                i128::from(chars.iter().fold(0_u32, |value, ch| value << 8 | (*ch & 0xff)) as i32)
            }
            (_, chars) => chars.last().map_or(0, |ch| i128::from(*ch as i32)),
        };
        let ty = match units {
            Units::Bytes if text.starts_with("u8") => Type::Int(IntKind::UChar),
            Units::Bytes => Type::INT,
            _ => self.wide_char_type(text),
        };
        self.constant(value, ty, loc)
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
            self.error(loc, format!("`{text}` is not a number"), None);
            0
        });
        let value = make(ExprKind::Const(Value::Float(kind.format(), bits)), Type::Float(kind), loc);
        if literal.is_imaginary { self.imaginary(value) } else { value }
    }

    /// A string literal as an lvalue of array type.
    pub(super) fn string_literal(&mut self, node: &Node<ast::StringLiteral>) -> Expr {
        let loc = self.loc(node);
        // One prefix counts for all that stand side by side (6.4.5, 5).
        let wide = node.node.iter().find(|part| Units::of(part) != Units::Bytes);
        let element = wide.map_or(Type::CHAR, |part| self.wide_char_type(part));
        let units = wide.map_or(Units::Bytes, |part| Units::of(part));
        let mut chars: Vec<u32> = node.node.iter().flat_map(|part| unescape(part, units)).collect();
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

/// A name for a string literal: how C writes it, up to so many characters.
fn describe(chars: &[u32]) -> String {
    const MAX_LENGTH: usize = 20;
    let shown: Vec<u32> = chars.iter().take(chars.len() - 1).take(MAX_LENGTH).copied().collect();
    let bytes: Option<Vec<u8>> = shown.iter().map(|it| u8::try_from(*it).ok()).collect();
    let text: String = match bytes.map(String::from_utf8) {
        Some(Ok(text)) => text.chars().map(|it| written(it.into())).collect(),
        // What is no text is shown byte by byte.
        Some(Err(bytes)) => bytes.as_bytes().iter().map(|it| byte(*it)).collect(),
        None => shown.iter().map(|it| written(*it)).collect(),
    };
    let dots = if chars.len() > MAX_LENGTH + 1 { "..." } else { "" };
    format!("\"{text}{dots}\"")
}

/// A character within a string literal. An octal escape has three digits, so that no digit behind it belongs to it.
fn written(ch: u32) -> String {
    match char::from_u32(ch) {
        Some('\n') => "\\n".to_owned(),
        Some('\t') => "\\t".to_owned(),
        Some('\r') => "\\r".to_owned(),
        Some(ch @ ('"' | '\\')) => format!("\\{ch}"),
        Some(ch) if !ch.is_control() => ch.to_string(),
        _ => format!("\\{ch:03o}"),
    }
}

/// A byte within a string literal.
fn byte(byte: u8) -> String {
    if byte.is_ascii() { written(byte.into()) } else { format!("\\{byte:03o}") }
}

/// What the elements of a literal are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Units {
    /// Bytes of UTF-8.
    Bytes,
    /// UTF-16.
    Words,
    /// Whole characters.
    Characters,
}

impl Units {
    fn of(token: &str) -> Units {
        match token.as_bytes() {
            [b'L' | b'U', ..] => Units::Characters,
            [b'u', b'"' | b'\'', ..] => Units::Words,
            _ => Units::Bytes,
        }
    }

    /// The number of an escape, as far as an element has bits.
    fn cut(self, number: u32) -> u32 {
        match self {
            Units::Bytes => number & 0xff,
            Units::Words => number & 0xffff,
            Units::Characters => number,
        }
    }

    fn encode(self, ch: char, result: &mut Vec<u32>) {
        match self {
            Units::Bytes => result.extend(ch.encode_utf8(&mut [0; 4]).bytes().map(u32::from)),
            Units::Words => result.extend(ch.encode_utf16(&mut [0; 2]).iter().copied().map(u32::from)),
            Units::Characters => result.push(ch as u32),
        }
    }
}

/// The elements of a quoted token.
fn unescape(token: &str, units: Units) -> Vec<u32> {
    let open = token.find(['"', '\'']).map_or(0, |at| at + 1);
    let body = token.get(open..token.len().saturating_sub(1)).unwrap_or("");
    let mut chars = body.chars().peekable();
    let mut result = Vec::new();
    while let Some(ch) = chars.next() {
        if ch != '\\' {
            match byte_of(ch) {
                Some(byte) => result.push(u32::from(byte)),
                None => units.encode(ch, &mut result),
            }
            continue;
        }
        let Some(kind) = chars.next() else { break };
        match kind {
            'x' => result.push(units.cut(digits(&mut chars, 0, 16, usize::MAX))),
            'u' | 'U' => {
                let number = digits(&mut chars, 0, 16, if kind == 'u' { 4 } else { 8 });
                match char::from_u32(number) {
                    Some(ch) => units.encode(ch, &mut result),
                    None => result.push(units.cut(number)),
                }
            }
            kind => result.push(match (simple_escape(kind), kind.to_digit(8)) {
                (Some(number), _) => number,
                (None, Some(first)) => units.cut(digits(&mut chars, first, 8, 2)),
                (None, None) => kind as u32,
            }),
        }
    }
    result
}

/// The number of a first part and at most so many digits that come next.
fn digits(chars: &mut Peekable<Chars<'_>>, first: u32, radix: u32, most: usize) -> u32 {
    let mut number = first;
    for _ in 0..most {
        let Some(digit) = chars.peek().and_then(|ch| ch.to_digit(radix)) else { break };
        number = number.wrapping_mul(radix).wrapping_add(digit);
        chars.next();
    }
    number
}

/// The character of an escape that is one letter.
fn simple_escape(letter: char) -> Option<u32> {
    Some(match letter {
        'n' => 10,
        't' => 9,
        'r' => 13,
        'a' => 7,
        'b' => 8,
        'f' => 12,
        'v' => 11,
        'e' | 'E' => 27,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(token: &str, expected: &[u32]) {
        assert_eq!(unescape(token, Units::of(token)), expected);
    }

    #[test]
    fn escapes_stand_for_their_characters() {
        check(r#""a\n\0\x41\101""#, &[97, 10, 0, 65, 65]);
        check(r"'\''", &[39]);
        check(r"'\377'", &[255]);
        check(r#"L"\x1234""#, &[0x1234]);
        check("\"é\"", &[0xc3, 0xa9]);
        check("\"\u{f7e9}\"", &[0xe9]);
        check(r#""\1018""#, &[65, 56]);
        check(r#"u8"\u00e9""#, &[0xc3, 0xa9]);
        check("u\"\u{1f600}\"", &[0xd83d, 0xde00]);
        check("U\"\u{1f600}\"", &[0x1f600]);
        check(r#"u"\U0001F600\xabcd""#, &[0xd83d, 0xde00, 0xabcd]);
    }

    #[test]
    fn literals_are_named_as_c_writes_them() {
        let check = |token: &str, expected: &str| {
            let mut chars = unescape(token, Units::of(token));
            chars.push(0);
            assert_eq!(describe(&chars), expected);
        };
        check(r#""%d\n\t""#, r#""%d\n\t""#);
        check(r#""a\"b\\""#, r#""a\"b\\""#);
        check(r#""\0011\x7f""#, r#""\0011\177""#);
        check("\"é\"", "\"é\"");
        check(r#""\xe9t\xe9""#, r#""\351t\351""#);
        check(r#"L"\x1234""#, "\"\u{1234}\"");
        check(r#""one two three four five""#, r#""one two three four f...""#);
    }
}
