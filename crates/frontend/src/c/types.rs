//! C's types, their sizes and layouts.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Deref, Range};
use std::rc::Rc;

use faultscope_ir::program::Display;
use faultscope_ir::{FloatFormat, Sort};

use super::ids::VarId;
use super::qualifiers::Qualifiers;
use super::{Addresses, DataModel};
use crate::limits::MAX_CONSTANT_MEMBERS;

/// The width of the number of an object, which a pointer holds above an offset: see [`pointer`](super::pointer).
pub(super) const OBJECT_BITS: u32 = 32;

/// A type. The qualifiers of the place that has it are apart from it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Type {
    Void,
    Int(IntKind),
    Float(FloatKind),
    Pointer(Qualified),
    /// With its number of elements; none while incomplete.
    Array(Qualified, Option<u64>),
    /// An array whose number of elements is held by a variable.
    Vla(Qualified, VarId),
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
    /// `__int128` (GNU).
    Int128,
    UInt128,
    /// What a signed bit-field of more bits than `int` is in an expression, with its width, unless a type has just so
    /// many bits.
    Bits(u32),
    /// The same, unsigned.
    UBits(u32),
}

/// Floating-point types.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum FloatKind {
    Half,
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
    /// What it stands for where the user knows it as no record.
    pub numbers: Option<Numbers>,
}

/// Numbers that are one value, which a record holds whose members have no names for the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Numbers {
    /// A complex number: its real and its imaginary part, of this type.
    Complex(Type),
    /// A vector (GNU): an array of so many elements of this type.
    Vector(Type, u64),
}

/// The members of a complete record.
#[derive(Debug, Clone, Default)]
pub(super) struct RecordBody {
    pub fields: Vec<Field>,
    pub size: u64,
    pub align: u64,
    /// Whether the user has said how it is aligned, or how something in it is.
    pub is_aligned_by_user: bool,
}

/// A member of a record.
#[derive(Debug, Clone)]
pub(super) struct Field {
    /// Empty for anonymous members and for unnamed bit-fields.
    pub name: String,
    pub ty: Type,
    pub qualifiers: Qualifiers,
    /// In bytes; for a bit-field that of the byte its first bit is in.
    pub offset: u64,
    /// For a bit-field its first bit within the byte at `offset`, and its width.
    pub bits: Option<(u32, u32)>,
    /// How it is aligned in its record, in bytes.
    pub align: u64,
}

/// The structure that holds an argument which has no parameter.
pub(super) const ROW: &str = "__fs_argument";

/// Everything sizes depend on.
pub(super) struct Types {
    pub model: DataModel,
    pub addresses: Addresses,
    pub records: Vec<Record>,
}

impl IntKind {
    pub(super) fn is_signed(self) -> bool {
        use IntKind::*;
        matches!(self, Char | SChar | Short | Int | Long | LongLong | Int128 | Bits(_))
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
            Int128 | UInt128 => 6,
            // gcc ranks them by their width.
            Bits(_) | UBits(_) => 3,
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
            Int128 => UInt128,
            Bits(width) => UBits(width),
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
            Int128 | UInt128 | Bits(65..) | UBits(65..) => 16,
            Long | ULong | LongLong | ULongLong | Bits(_) | UBits(_) => 8,
        }
    }

    /// The number of bits of a value.
    pub(super) fn width(self, model: DataModel) -> u32 {
        match self {
            IntKind::Bits(width) | IntKind::UBits(width) => width,
            other => other.size(model) as u32 * 8,
        }
    }

    /// Whether it is the type of a bit-field.
    pub(super) fn is_bit_field(self) -> bool {
        matches!(self, IntKind::Bits(_) | IntKind::UBits(_))
    }
}

impl FloatKind {
    pub(super) fn format(self) -> FloatFormat {
        match self {
            FloatKind::Half => FloatFormat::HALF,
            FloatKind::Float => FloatFormat::SINGLE,
            FloatKind::Double => FloatFormat::DOUBLE,
            FloatKind::LongDouble => FloatFormat::EXTENDED,
            FloatKind::Quad => FloatFormat::QUAD,
        }
    }

    /// Size in bytes.
    fn size(self, model: DataModel) -> u64 {
        match (self, model) {
            (FloatKind::Half, _) => 2,
            (FloatKind::Float, _) => 4,
            (FloatKind::Double, _) => 8,
            (FloatKind::LongDouble, DataModel::Ilp32) => 12,
            (FloatKind::LongDouble, DataModel::Lp64) | (FloatKind::Quad, _) => 16,
        }
    }

    /// The alignment that a variable gets, in bytes.
    pub(super) fn preferred_align(self, model: DataModel) -> u64 {
        match (self, model) {
            (FloatKind::LongDouble, DataModel::Ilp32) => 4,
            (other, model) => other.size(model),
        }
    }

    /// Bytes that hold a value; the rest of its size is padding.
    pub(super) fn value_bytes(self) -> u64 {
        match self {
            FloatKind::Half => 2,
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
        Type::Pointer(self.into())
    }

    pub(super) fn is_integer(&self) -> bool {
        matches!(self, Type::Int(_))
    }

    /// Whether it is an integer that all values of its bits are values of: no truth value.
    pub(super) fn has_all_bits(&self) -> bool {
        self.is_integer() && *self != Type::Int(IntKind::Bool)
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

    /// The qualifiers of what a pointer points to.
    pub(super) fn pointee_qualifiers(&self) -> Qualifiers {
        match self {
            Type::Pointer(pointee) => pointee.qualifiers,
            _ => Qualifiers::default(),
        }
    }

    /// The qualifiers of an array's elements.
    pub(super) fn element_qualifiers(&self) -> Qualifiers {
        match self {
            Type::Array(element, _) | Type::Vla(element, _) => element.qualifiers,
            _ => Qualifiers::default(),
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
    /// Without any records.
    pub(super) fn new(model: DataModel, addresses: Addresses) -> Types {
        Types { model, addresses, records: Vec::new() }
    }

    /// Bits of an address, which is what a pointer takes in C. As a term a pointer is wider: see
    /// [`pointer`](super::pointer).
    pub(super) fn address_width(&self) -> u32 {
        match self.model {
            DataModel::Ilp32 => 32,
            DataModel::Lp64 => 64,
        }
    }

    /// Whether it is an integer of 128 bits where compilers have none: there are objects of it and no values.
    pub(super) fn is_too_wide(&self, ty: &Type) -> bool {
        self.model == DataModel::Ilp32 && matches!(ty, Type::Int(IntKind::Int128 | IntKind::UInt128))
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

    /// The bytes of a type that are in members which are declared constant.
    pub(super) fn constant_parts(&self, ty: &Type) -> Vec<Range<u64>> {
        let mut parts = Vec::new();
        self.add_constant_parts(ty, 0, &mut parts);
        parts.truncate(MAX_CONSTANT_MEMBERS);
        parts
    }

    fn add_constant_parts(&self, ty: &Type, start: u64, parts: &mut Vec<Range<u64>>) {
        match ty {
            Type::Record(id) if !self.record(*id).is_union => {
                for field in self.fields(*id) {
                    let start = start + field.offset;
                    match (field.bits, self.size(&field.ty)) {
                        (None, Some(size))
                            if field.qualifiers.and(field.ty.element_qualifiers()).is_const =>
                        {
                            parts.push(start..start + size);
                        }
                        _ => self.add_constant_parts(&field.ty, start, parts),
                    }
                }
            }
            Type::Array(element, Some(count)) => {
                let size = self.size(element).unwrap_or(0);
                for idx in 0..*count {
                    let known = parts.len();
                    self.add_constant_parts(element, start + idx * size, parts);
                    if parts.len() == known || known > MAX_CONSTANT_MEMBERS {
                        break;
                    }
                }
            }
            _ => {}
        }
    }

    /// Whether a structure ends with an array that may be longer than its type says.
    pub(super) fn is_flexible(&self, ty: &Type) -> bool {
        let Type::Record(id) = ty else { return false };
        self.fields(*id).last().is_some_and(|last| match &last.ty {
            Type::Array(_, count) => count.is_none_or(|count| count == 0),
            last => self.is_flexible(last),
        })
    }

    /// Whether there are bits of a type that belong to no scalar in it.
    pub(super) fn has_padding(&self, ty: &Type) -> bool {
        match ty {
            Type::Array(element, _) | Type::Vla(element, _) => self.has_padding(element),
            Type::Record(id) => {
                let fields = self.fields(*id);
                let sizes = fields.iter().filter_map(|field| self.size(&field.ty));
                let covered = match self.record(*id).is_union {
                    true => sizes.max().unwrap_or(0),
                    false => sizes.sum(),
                };
                self.size(ty).is_some_and(|size| covered != size)
                    || fields.iter().any(|field| field.bits.is_some() || self.has_padding(&field.ty))
            }
            _ => false,
        }
    }

    /// Size in bytes; none for incomplete types and for those of variable size. GNU C's sizes of `void` and functions
    /// are 1.
    pub(super) fn size(&self, ty: &Type) -> Option<u64> {
        Some(match ty {
            Type::Void | Type::Function(_) => 1,
            Type::Int(kind) => kind.size(self.model),
            Type::Float(kind) => kind.size(self.model),
            Type::Pointer(_) => u64::from(self.address_width()) / 8,
            Type::Array(element, count) => self.size(element)?.checked_mul((*count)?)?,
            Type::Vla(..) => return None,
            Type::Record(id) => self.record(*id).body.as_ref()?.size,
        })
    }

    /// Whether a value is the array of the arguments that have no parameter, by its address.
    pub(super) fn is_rest(&self, ty: &Type) -> bool {
        ty.pointee().is_some_and(|ty| self.is_rows(ty))
    }

    /// Whether it leads to arguments that have no parameter; the user has no name for such a type.
    pub(super) fn leads_to_rows(&self, ty: &Type) -> bool {
        match ty {
            Type::Pointer(inner) | Type::Array(inner, _) => self.leads_to_rows(inner),
            Type::Record(id) => self.record(*id).name == ROW,
            _ => false,
        }
    }

    /// Whether it is the type of such an array.
    pub(super) fn is_rows(&self, ty: &Type) -> bool {
        matches!(ty.element(), Some(Type::Record(id)) if self.record(*id).name == ROW)
    }

    /// Whether a member of a structure or union, at any depth, is volatile.
    pub(super) fn has_volatile(&self, ty: &Type) -> bool {
        self.has_member(ty, |qualifiers| qualifiers.is_volatile)
    }

    /// Whether a member of a structure or union, at any depth, is constant.
    pub(super) fn has_constant(&self, ty: &Type) -> bool {
        self.has_member(ty, |qualifiers| qualifiers.is_const)
    }

    fn has_member(&self, ty: &Type, is_such: fn(Qualifiers) -> bool) -> bool {
        match ty {
            Type::Record(id) => self
                .fields(*id)
                .iter()
                .any(|field| is_such(field.qualifiers) || self.has_member(&field.ty, is_such)),
            Type::Array(element, _) | Type::Vla(element, _) => self.has_member(element, is_such),
            _ => false,
        }
    }

    /// Whether the size of the type depends on a variable.
    pub(super) fn is_variable(&self, ty: &Type) -> bool {
        match ty {
            Type::Vla(..) => true,
            Type::Array(element, _) => self.is_variable(element),
            _ => false,
        }
    }

    /// Bits of the terms of an integer or pointer type.
    pub(super) fn width(&self, ty: &Type) -> u32 {
        match ty {
            Type::Int(kind) => kind.width(self.model),
            Type::Float(kind) => kind.format().width(),
            _ => OBJECT_BITS + self.address_width(),
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

    /// The numbers that a type has as one value; none of other types.
    pub(super) fn numbers(&self, ty: &Type) -> Option<&Numbers> {
        match ty {
            Type::Record(id) => self.record(*id).numbers.as_ref(),
            _ => None,
        }
    }

    /// The type of the parts of a complex number.
    pub(super) fn complex_part(&self, ty: &Type) -> Option<&Type> {
        match self.numbers(ty) {
            Some(Numbers::Complex(part)) => Some(part),
            _ => None,
        }
    }

    /// The type of a vector's elements, and their number.
    pub(super) fn vector_elements(&self, ty: &Type) -> Option<(&Type, u64)> {
        match self.numbers(ty) {
            Some(Numbers::Vector(element, count)) => Some((element, *count)),
            _ => None,
        }
    }

    /// Finds a member by name, also inside anonymous members: the path of field indices.
    pub(super) fn find_field(&self, id: RecordId, name: &str) -> Option<Vec<usize>> {
        if self.record(id).numbers.is_some() {
            return None;
        }
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

    /// Whether a value of one type may be given where the other is expected, in a call through a pointer.
    pub(super) fn compatible(&self, left: &Type, right: &Type) -> bool {
        match (left, right) {
            (Type::Int(left), Type::Int(right)) => left.width(self.model) == right.width(self.model),
            (Type::Pointer(_), Type::Pointer(_)) => true,
            _ => left == right,
        }
    }

    /// What an argument of a type is given as where no prototype says otherwise (6.5.2.2, 6).
    pub(super) fn default_promoted(&self, ty: &Type) -> Type {
        match ty {
            Type::Float(FloatKind::Float) => Type::Float(FloatKind::Double),
            Type::Int(kind) if kind.width(self.model) < IntKind::Int.width(self.model) => Type::INT,
            _ => ty.clone(),
        }
    }

    /// Whether a function of type `function` may be called through a pointer to `called`. A definition of old style is given
    /// promoted arguments.
    pub(super) fn callable(&self, called: &FunctionType, function: &FunctionType) -> bool {
        let given = |ty: &Type| if function.unspecified { self.default_promoted(ty) } else { ty.clone() };
        let is_of_old_style = function.unspecified && function.parameters.is_empty();
        self.compatible(&called.result, &function.result)
            && (called.unspecified
                || is_of_old_style
                || (called.variadic == function.variadic
                    && called.parameters.len() == function.parameters.len()
                    && called
                        .parameters
                        .iter()
                        .zip(&function.parameters)
                        .all(|(left, right)| self.compatible(left, &given(right)))))
    }

    /// The type in C's notation, for messages.
    pub(super) fn name(&self, ty: &Type) -> String {
        match ty {
            Type::Void => "void".to_owned(),
            Type::Int(kind) => kind.to_string(),
            Type::Float(FloatKind::Half) => "_Float16".to_owned(),
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
                if record.numbers.is_some() {
                    return record.name.clone();
                }
                let keyword = if record.is_union { "union" } else { "struct" };
                format!("{keyword} {}", record.name)
            }
        }
    }
}

impl fmt::Display for IntKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            IntKind::Int128 => "__int128",
            IntKind::UInt128 => "unsigned __int128",
            IntKind::Bits(width @ 65..) => return write!(f, "__int128:{width}"),
            IntKind::UBits(width @ 65..) => return write!(f, "unsigned __int128:{width}"),
            IntKind::Bits(width) => return write!(f, "long long:{width}"),
            IntKind::UBits(width) => return write!(f, "unsigned long long:{width}"),
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

/// The type of what has these qualifiers. Qualifiers do not count when such types are compared.
#[derive(Debug, Clone)]
pub(super) struct Qualified {
    ty: Rc<Type>,
    pub qualifiers: Qualifiers,
}

impl Qualified {
    /// With more qualifiers. What is said of an array is said of its elements.
    pub(super) fn and(self, qualifiers: Qualifiers) -> Qualified {
        let ty = match &*self.ty {
            _ if qualifiers == Qualifiers::default() => self.ty,
            Type::Array(element, count) => Rc::new(Type::Array(element.clone().and(qualifiers), *count)),
            Type::Vla(element, count) => Rc::new(Type::Vla(element.clone().and(qualifiers), *count)),
            _ => self.ty,
        };
        Qualified { ty, qualifiers: self.qualifiers.and(qualifiers) }
    }

    /// The type alone.
    pub(super) fn to_type(&self) -> Type {
        (*self.ty).clone()
    }

    /// Whether it is the same type with the same qualifiers, also of what it leads to.
    pub(super) fn is_identical(&self, other: &Qualified) -> bool {
        self.qualifiers == other.qualifiers && are_identical(self, other)
    }
}

/// Whether types are the same, and what they lead to has the same qualifiers.
pub(super) fn are_identical(left: &Type, right: &Type) -> bool {
    match (left, right) {
        (Type::Pointer(left), Type::Pointer(right)) => left.is_identical(right),
        (Type::Array(left, n_left), Type::Array(right, n_right)) => {
            n_left == n_right && left.is_identical(right)
        }
        _ => left == right,
    }
}

impl From<Type> for Qualified {
    fn from(ty: Type) -> Qualified {
        // An array is as its elements are.
        let qualifiers = match &ty {
            Type::Array(element, _) | Type::Vla(element, _) => element.qualifiers,
            _ => Qualifiers::default(),
        };
        Qualified { ty: Rc::new(ty), qualifiers }
    }
}

impl Deref for Qualified {
    type Target = Type;

    fn deref(&self) -> &Type {
        &self.ty
    }
}

impl PartialEq for Qualified {
    fn eq(&self, other: &Qualified) -> bool {
        self.ty == other.ty
    }
}

impl Eq for Qualified {}

impl Hash for Qualified {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.ty.hash(state);
    }
}
