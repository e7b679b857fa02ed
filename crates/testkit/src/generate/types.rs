//! The types of generated programs.

/// An integer type, with its width on a 64-bit Unix machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Integer {
    pub name: &'static str,
    pub width: u32,
    pub signed: bool,
}

const fn integer(name: &'static str, width: u32, signed: bool) -> Integer {
    Integer { name, width, signed }
}

pub(super) const INT: Integer = integer("int", 32, true);
pub(super) const UNSIGNED_CHAR: Integer = integer("unsigned char", 8, false);

pub(super) const INTEGERS: [Integer; 12] = [
    integer("_Bool", 1, false),
    integer("char", 8, true),
    integer("signed char", 8, true),
    UNSIGNED_CHAR,
    integer("short", 16, true),
    integer("unsigned short", 16, false),
    INT,
    integer("unsigned int", 32, false),
    integer("long", 64, true),
    integer("unsigned long", 64, false),
    integer("long long", 64, true),
    integer("unsigned long long", 64, false),
];

/// The types that bit-fields are declared with. Wider ones have types of their own in gcc.
pub(super) const BIT_FIELDS: [Integer; 5] = [
    INTEGERS[0],
    UNSIGNED_CHAR,
    integer("signed int", 32, true),
    integer("unsigned int", 32, false),
    integer("unsigned short", 16, false),
];

impl Integer {
    /// The width after the integer promotions.
    pub fn promoted_width(self) -> u32 {
        self.width.max(32)
    }
}

/// A type of a variable or field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Type {
    Integer(Integer),
    /// Of a length that is a power of two, so that an index can be masked.
    Array(Box<Type>, usize),
    /// A struct or union, by its position among the program's.
    Record(usize),
    Pointer(Box<Type>),
    /// `int (*)(int, int)`.
    Function,
}

/// A struct or union.
#[derive(Debug, Clone)]
pub(super) struct Record {
    /// With its keyword.
    pub name: String,
    pub fields: Vec<Field>,
}

#[derive(Debug, Clone)]
pub(super) struct Field {
    pub name: String,
    pub ty: Type,
    /// For a bit-field its width.
    pub bits: Option<u32>,
}

/// A declaration of a name with a type, as C writes it.
pub(super) fn declaration(ty: &Type, records: &[Record], name: &str) -> String {
    match ty {
        Type::Integer(integer) => format!("{} {name}", integer.name),
        Type::Record(idx) => format!("{} {name}", records[*idx].name),
        Type::Array(element, length) => declaration(element, records, &format!("{name}[{length}]")),
        Type::Pointer(target) if matches!(**target, Type::Array(..)) => {
            declaration(target, records, &format!("(*{name})"))
        }
        Type::Pointer(target) => declaration(target, records, &format!("*{name}")),
        Type::Function => format!("int (*{name})(int, int)"),
    }
}
