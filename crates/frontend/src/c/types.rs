//! C's types, their sizes and layouts.

use std::fmt;
use std::rc::Rc;

use faultscope_ir::program::Display;
use faultscope_ir::{FloatFormat, Sort};

use super::DataModel;
use super::ids::VarId;

/// A type, without qualifiers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Type {
    Void,
    Int(IntKind),
    Float(FloatKind),
    Pointer(Rc<Type>),
    /// With its number of elements; none while incomplete.
    Array(Rc<Type>, Option<u64>),
    /// An array whose number of elements is held by a variable.
    Vla(Rc<Type>, VarId),
    Function(Rc<FunctionType>),
    Record(RecordId),
}

/// Integer types; enumerations are the integer type they are represented by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum IntKind {
    Bool,
    Char,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LongLong,
    ULongLong,
}

/// Floating-point types.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum FloatKind {
    Float,
    Double,
    LongDouble,
    Quad,
}

/// The type of a function.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct FunctionType {
    pub result: Type,
    pub parameters: Vec<Type>,
    pub variadic: bool,
    /// `()`: nothing is known of the parameters.
    pub unspecified: bool,
}

/// Names a [`Record`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct RecordId(pub usize);

/// A structure or union.
#[derive(Debug, Clone)]
pub(super) struct Record {
    pub name: String,
    pub is_union: bool,
    /// None while the type is incomplete.
    pub body: Option<RecordBody>,
}

/// The members of a complete record.
#[derive(Debug, Clone, Default)]
pub(super) struct RecordBody {
    pub fields: Vec<Field>,
    pub size: u64,
    pub align: u64,
}

/// A member of a record.
#[derive(Debug, Clone)]
pub(super) struct Field {
    /// Empty for anonymous members and for unnamed bit-fields.
    pub name: String,
    pub ty: Type,
    /// In bytes; for a bit-field that of the byte its first bit is in.
    pub offset: u64,
    /// For a bit-field its first bit within the byte at `offset`, and its width.
    pub bits: Option<(u32, u32)>,
}

/// Everything sizes depend on.
pub(super) struct Types {
    pub model: DataModel,
    pub records: Vec<Record>,
}

impl IntKind {
    pub(super) fn is_signed(self) -> bool {
        use IntKind::*;
        matches!(self, Char | SChar | Short | Int | Long | LongLong)
    }

    /// Conversion rank.
    pub(super) fn rank(self) -> u32 {
        use IntKind::*;
        match self {
            Bool => 0,
            Char | SChar | UChar => 1,
            Short | UShort => 2,
            Int | UInt => 3,
            Long | ULong => 4,
            LongLong | ULongLong => 5,
        }
    }

    pub(super) fn unsigned(self) -> IntKind {
        use IntKind::*;
        match self {
            Char | SChar => UChar,
            Short => UShort,
            Int => UInt,
            Long => ULong,
            LongLong => ULongLong,
            other => other,
        }
    }

    /// Size in bytes.
    pub(super) fn size(self, model: DataModel) -> u64 {
        use IntKind::*;
        match self {
            Bool | Char | SChar | UChar => 1,
            Short | UShort => 2,
            Int | UInt => 4,
            Long | ULong if model == DataModel::Ilp32 => 4,
            Long | ULong | LongLong | ULongLong => 8,
        }
    }
}

impl FloatKind {
    pub(super) fn format(self) -> FloatFormat {
        match self {
            FloatKind::Float => FloatFormat::SINGLE,
            FloatKind::Double => FloatFormat::DOUBLE,
            FloatKind::LongDouble => FloatFormat::EXTENDED,
            FloatKind::Quad => FloatFormat::QUAD,
        }
    }

    fn size_and_align(self, model: DataModel) -> (u64, u64) {
        match (self, model) {
            (FloatKind::Float, _) => (4, 4),
            (FloatKind::Double, DataModel::Ilp32) => (8, 4),
            (FloatKind::Double, DataModel::Lp64) => (8, 8),
            (FloatKind::LongDouble, DataModel::Ilp32) => (12, 4),
            (FloatKind::LongDouble, DataModel::Lp64) | (FloatKind::Quad, _) => (16, 16),
        }
    }

    /// Bytes that hold a value; the rest of its size is padding.
    pub(super) fn value_bytes(self) -> u64 {
        match self {
            FloatKind::Float => 4,
            FloatKind::Double => 8,
            FloatKind::LongDouble => 10,
            FloatKind::Quad => 16,
        }
    }
}

impl Type {
    pub(super) const INT: Type = Type::Int(IntKind::Int);
    pub(super) const CHAR: Type = Type::Int(IntKind::Char);

    pub(super) fn pointer_to(self) -> Type {
        Type::Pointer(Rc::new(self))
    }

    pub(super) fn is_integer(&self) -> bool {
        matches!(self, Type::Int(_))
    }

    pub(super) fn is_float(&self) -> bool {
        matches!(self, Type::Float(_))
    }

    pub(super) fn is_arithmetic(&self) -> bool {
        self.is_integer() || self.is_float()
    }

    pub(super) fn is_pointer(&self) -> bool {
        matches!(self, Type::Pointer(_))
    }

    pub(super) fn is_scalar(&self) -> bool {
        self.is_arithmetic() || self.is_pointer()
    }

    pub(super) fn is_array(&self) -> bool {
        matches!(self, Type::Array(..) | Type::Vla(..))
    }

    pub(super) fn is_void(&self) -> bool {
        *self == Type::Void
    }

    pub(super) fn pointee(&self) -> Option<&Type> {
        match self {
            Type::Pointer(pointee) => Some(pointee),
            _ => None,
        }
    }

    pub(super) fn element(&self) -> Option<&Type> {
        match self {
            Type::Array(element, _) | Type::Vla(element, _) => Some(element),
            _ => None,
        }
    }

    /// The function type of a function or of a pointer to one.
    pub(super) fn as_function(&self) -> Option<&Rc<FunctionType>> {
        match self {
            Type::Function(function) => Some(function),
            Type::Pointer(pointee) => match &**pointee {
                Type::Function(function) => Some(function),
                _ => None,
            },
            _ => None,
        }
    }
}

impl Types {
    /// Width of a pointer in bits.
    pub(super) fn pointer_width(&self) -> u32 {
        match self.model {
            DataModel::Ilp32 => 32,
            DataModel::Lp64 => 64,
        }
    }

    pub(super) fn size_type(&self) -> Type {
        match self.model {
            DataModel::Ilp32 => Type::Int(IntKind::UInt),
            DataModel::Lp64 => Type::Int(IntKind::ULong),
        }
    }

    pub(super) fn difference_type(&self) -> Type {
        match self.model {
            DataModel::Ilp32 => Type::INT,
            DataModel::Lp64 => Type::Int(IntKind::Long),
        }
    }

    pub(super) fn record(&self, id: RecordId) -> &Record {
        &self.records[id.0]
    }

    pub(super) fn fields(&self, id: RecordId) -> &[Field] {
        self.records[id.0].body.as_ref().map_or(&[], |body| &body.fields)
    }

    /// Size and alignment in bytes; none for incomplete types and for those of variable size. GNU C's sizes
    /// of `void` and functions are 1.
    pub(super) fn size_and_align(&self, ty: &Type) -> Option<(u64, u64)> {
        Some(match ty {
            Type::Void | Type::Function(_) => (1, 1),
            Type::Int(kind) => {
                let size = kind.size(self.model);
                // On 32-bit x86, `long long` in structures is aligned to 4 bytes.
                (size, if self.model == DataModel::Ilp32 { size.min(4) } else { size })
            }
            Type::Float(kind) => kind.size_and_align(self.model),
            Type::Pointer(_) => {
                let size = u64::from(self.pointer_width()) / 8;
                (size, size)
            }
            Type::Array(element, count) => {
                let (size, align) = self.size_and_align(element)?;
                (size.checked_mul((*count)?)?, align)
            }
            Type::Vla(..) => return None,
            Type::Record(id) => {
                let body = self.record(*id).body.as_ref()?;
                (body.size, body.align)
            }
        })
    }

    pub(super) fn size(&self, ty: &Type) -> Option<u64> {
        self.size_and_align(ty).map(|(size, _)| size)
    }

    /// Whether the size of the type depends on a variable.
    pub(super) fn is_variable(&self, ty: &Type) -> bool {
        match ty {
            Type::Vla(..) => true,
            Type::Array(element, _) => self.is_variable(element),
            _ => false,
        }
    }

    /// Bits of an integer or pointer.
    pub(super) fn width(&self, ty: &Type) -> u32 {
        match ty {
            Type::Int(kind) => kind.size(self.model) as u32 * 8,
            Type::Float(kind) => kind.format().width(),
            _ => self.pointer_width(),
        }
    }

    /// The sort of a scalar type's values.
    pub(super) fn sort(&self, ty: &Type) -> Sort {
        match ty {
            Type::Float(kind) => Sort::float(kind.format()),
            _ => Sort::bits(self.width(ty)),
        }
    }

    pub(super) fn display(&self, ty: &Type) -> Display {
        match ty {
            Type::Int(IntKind::Bool) => Display::Boolean,
            Type::Int(IntKind::Char) => Display::Character,
            Type::Int(kind) if kind.is_signed() => Display::Signed,
            Type::Int(_) => Display::Unsigned,
            Type::Float(_) => Display::Plain,
            _ => Display::Pointer,
        }
    }

    /// Finds a member by name, also inside anonymous members: the path of field indices.
    pub(super) fn find_field(&self, id: RecordId, name: &str) -> Option<Vec<usize>> {
        for (idx, field) in self.fields(id).iter().enumerate() {
            if field.name == name {
                return Some(vec![idx]);
            }
            if let (true, Type::Record(inner)) = (field.name.is_empty(), &field.ty)
                && let Some(mut path) = self.find_field(*inner, name)
            {
                path.insert(0, idx);
                return Some(path);
            }
        }
        None
    }

    /// Lays out the members as gcc does on x86.
    pub(super) fn lay_out(&self, is_union: bool, packed: bool, members: Vec<Member>) -> RecordBody {
        let (mut bit, mut align, mut size_bits) = (0_u64, 1_u64, 0_u64);
        let mut fields = Vec::new();
        for member in members {
            // A flexible array member takes no room.
            let (size, natural) = self.size_and_align(&member.ty).unwrap_or_else(|| {
                (0, member.ty.element().and_then(|ty| self.size_and_align(ty)).map_or(1, |(_, align)| align))
            });
            let member_align = if packed { 1 } else { natural };
            let start = if is_union { 0 } else { bit };
            let (first, width) = match member.width {
                Some(0) => (start.next_multiple_of(natural * 8), 0),
                Some(width) => {
                    let width = u64::from(width);
                    let unit = size * 8;
                    let crosses = unit > 0 && !packed && start / unit != (start + width - 1) / unit;
                    (if crosses { start.next_multiple_of(unit) } else { start }, width)
                }
                None => (start.next_multiple_of(member_align * 8), size.saturating_mul(8)),
            };
            let named = !member.name.is_empty();
            if member.width.is_none() || named {
                align = align.max(member_align);
            }
            if member.width.is_none() || (named && width > 0) {
                fields.push(Field {
                    name: member.name,
                    ty: member.ty,
                    offset: first / 8,
                    bits: member.width.map(|width| ((first % 8) as u32, width)),
                });
            }
            bit = first.saturating_add(width);
            size_bits = size_bits.max(bit);
        }
        let size = size_bits.div_ceil(8).checked_next_multiple_of(align).unwrap_or(size_bits / 8);
        RecordBody { fields, size, align }
    }

    /// Whether a value of one type may be given where the other is expected, in a call through a pointer.
    pub(super) fn compatible(&self, left: &Type, right: &Type) -> bool {
        match (left, right) {
            (Type::Int(left), Type::Int(right)) => left.size(self.model) == right.size(self.model),
            (Type::Pointer(_), Type::Pointer(_)) => true,
            _ => left == right,
        }
    }

    /// Whether a function of type `function` may be called through a pointer to `called`.
    pub(super) fn callable(&self, called: &FunctionType, function: &FunctionType) -> bool {
        self.compatible(&called.result, &function.result)
            && (called.unspecified
                || function.unspecified
                || (called.variadic == function.variadic
                    && called.parameters.len() == function.parameters.len()
                    && called
                        .parameters
                        .iter()
                        .zip(&function.parameters)
                        .all(|(left, right)| self.compatible(left, right))))
    }

    /// The type in C's notation, for messages.
    pub(super) fn name(&self, ty: &Type) -> String {
        match ty {
            Type::Void => "void".to_owned(),
            Type::Int(kind) => kind.to_string(),
            Type::Float(FloatKind::Float) => "float".to_owned(),
            Type::Float(FloatKind::Double) => "double".to_owned(),
            Type::Float(FloatKind::LongDouble) => "long double".to_owned(),
            Type::Float(FloatKind::Quad) => "_Float128".to_owned(),
            Type::Pointer(pointee) => format!("{} *", self.name(pointee)),
            Type::Array(element, Some(count)) => format!("{}[{count}]", self.name(element)),
            Type::Array(element, None) | Type::Vla(element, _) => format!("{}[]", self.name(element)),
            Type::Function(_) => "function".to_owned(),
            Type::Record(id) => {
                let record = self.record(*id);
                let keyword = if record.is_union { "union" } else { "struct" };
                format!("{keyword} {}", record.name)
            }
        }
    }
}

/// A member before it is laid out.
pub(super) struct Member {
    pub name: String,
    pub ty: Type,
    /// Of a bit-field.
    pub width: Option<u32>,
}

impl fmt::Display for IntKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            IntKind::Bool => "_Bool",
            IntKind::Char => "char",
            IntKind::SChar => "signed char",
            IntKind::UChar => "unsigned char",
            IntKind::Short => "short",
            IntKind::UShort => "unsigned short",
            IntKind::Int => "int",
            IntKind::UInt => "unsigned int",
            IntKind::Long => "long",
            IntKind::ULong => "unsigned long",
            IntKind::LongLong => "long long",
            IntKind::ULongLong => "unsigned long long",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(members: &[(Type, Option<u32>)], ilp32: (u64, u64), lp64: (u64, u64)) {
        for (model, expected) in [(DataModel::Ilp32, ilp32), (DataModel::Lp64, lp64)] {
            let types = Types { model, records: Vec::new() };
            let members = members
                .iter()
                .map(|(ty, width)| Member { name: "m".to_owned(), ty: ty.clone(), width: *width })
                .collect();
            let body = types.lay_out(false, false, members);
            assert_eq!((body.size, body.align), expected, "{model:?}");
        }
    }

    #[test]
    fn structures_are_laid_out_as_gcc_does() {
        let (long_long, long) = (Type::Int(IntKind::LongLong), Type::Int(IntKind::Long));
        let double = Type::Float(FloatKind::Double);
        check(&[(Type::CHAR, None), (Type::INT, None)], (8, 4), (8, 4));
        check(&[(Type::CHAR, None), (long_long, None)], (12, 4), (16, 8));
        check(&[(Type::CHAR, None), (long, None)], (8, 4), (16, 8));
        check(&[(Type::CHAR, None), (double, None), (Type::CHAR, None)], (16, 4), (24, 8));
        check(&[(Type::CHAR, None), (Type::Array(Rc::new(Type::CHAR), Some(3)), None)], (4, 1), (4, 1));
    }

    #[test]
    fn bit_fields_share_storage_and_do_not_cross_units() {
        check(&[(Type::INT, Some(3)), (Type::INT, Some(5))], (4, 4), (4, 4));
        check(&[(Type::INT, Some(20)), (Type::INT, Some(20))], (8, 4), (8, 4));
        check(&[(Type::CHAR, None), (Type::INT, Some(8))], (4, 4), (4, 4));
        check(&[(Type::INT, Some(3)), (Type::INT, Some(0)), (Type::INT, Some(3))], (8, 4), (8, 4));
    }
}
