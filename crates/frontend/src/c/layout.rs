//! Where the members of structures and unions lie, as gcc lays them out on x86.
//!
//! Alignments are what decides. Of a type gcc knows two: the one that it prefers, and the one that fields get, which is
//! smaller for `double` and 64-bit integers on 32-bit machines, unless the user has said how something is aligned.
//! Bit-fields begin at the next free bit; those that would lie in more units of their type than it has begin a new unit.
//! `packed` takes the alignment away, of a member or of all; `#pragma pack` limits it, and lets bit-fields lie anywhere;
//! `aligned` and `_Alignas` increase it, also in what is packed. A bit-field of width zero goes to the next unit of its
//! type, whatever is packed.

use super::DataModel;
use super::qualifiers::Qualifiers;
use super::types::{Field, RecordBody, RecordId, Type, Types};

/// A member before it is laid out.
pub(super) struct Member {
    pub name: String,
    pub ty: Type,
    pub qualifiers: Qualifiers,
    /// Of a bit-field.
    pub width: Option<u32>,
    /// The alignment that a name of the type gives it, in bytes.
    pub type_align: Option<u64>,
    /// The alignment that the member itself is given.
    pub align: Option<u64>,
    pub packed: bool,
}

/// What the user says of the layout of a whole record.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Wishes {
    pub packed: bool,
    pub align: Option<u64>,
    /// The number of `#pragma pack`.
    pub pack: Option<u64>,
}

/// An alignment in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Alignment {
    pub bytes: u64,
    /// Whether the user has given it; then nothing but packing makes it smaller.
    pub is_users: bool,
}

/// The alignment of `aligned` without a number: the largest that a type of the machine needs.
pub(super) const LARGEST: u64 = 16;

/// What fields are aligned to at most on 32-bit machines.
const NARROW: u64 = 4;

/// A record while it is laid out. Positions are in bits.
struct Layout {
    is_union: bool,
    wishes: Wishes,
    at: u64,
    size: u64,
    align: Alignment,
    fields: Vec<Field>,
}

impl Types {
    /// Lays out the members of a record.
    pub(super) fn lay_out(&self, is_union: bool, wishes: Wishes, members: Vec<Member>) -> RecordBody {
        let align = Alignment { bytes: wishes.align.unwrap_or(1), is_users: wishes.align.is_some() };
        let mut layout = Layout { is_union, wishes, at: 0, size: 0, align, fields: Vec::new() };
        for member in members {
            match member.width {
                Some(width) => self.place_bits(&mut layout, member, width),
                None => self.place(&mut layout, member),
            }
        }
        let align = layout.align.bytes;
        let bytes = layout.size.div_ceil(8);
        let size = bytes.checked_next_multiple_of(align).unwrap_or(bytes);
        RecordBody { fields: layout.fields, size, align, is_aligned_by_user: layout.align.is_users }
    }

    fn place(&self, layout: &mut Layout, member: Member) {
        // A flexible array member takes no room.
        let size = self.size(&member.ty).unwrap_or(0);
        let of_type = self.type_alignment(&member);
        let packed = layout.wishes.packed || member.packed;
        let align = match member.align {
            Some(own) if packed || own >= of_type.bytes => Alignment { bytes: own, is_users: true },
            _ if packed => Alignment { bytes: 1, is_users: of_type.is_users },
            _ => self.in_field(&member.ty, of_type),
        };
        let bytes = layout.limited(align.bytes);
        layout.need(Alignment { bytes, ..align });
        let at = layout.start().next_multiple_of(bytes * 8);
        layout.add(member, at, size.saturating_mul(8), bytes);
    }

    fn place_bits(&self, layout: &mut Layout, member: Member, width: u32) {
        let of_type = self.type_alignment(&member);
        let unit = self.in_field(&member.ty, of_type);
        let packed = layout.wishes.packed || member.packed;
        if width == 0 {
            let wanted = unit.bytes.max(member.align.unwrap_or(1));
            let at = layout.start().next_multiple_of(wanted * 8);
            return layout.add(member, at, 0, 1);
        }
        let own = member.align.into_iter().chain(self.whole_number(layout, &member, width)).max();
        let own = own.map(|align| layout.limited(align));
        if !member.name.is_empty() {
            let of_unit = match layout.wishes.pack {
                None if packed => 1,
                _ => layout.limited(unit.bytes),
            };
            let is_users = of_type.is_users || member.align.is_some();
            layout.need(Alignment { bytes: of_unit.max(own.unwrap_or(1)), is_users });
        }
        let mut at = own.map_or(layout.start(), |align| layout.start().next_multiple_of(align * 8));
        let size = self.size(&member.ty).unwrap_or(1) * 8;
        let unit = unit.bytes * 8;
        let is_too_wide = (at % unit + u64::from(width)).div_ceil(unit) > size / unit;
        if is_too_wide && !packed && layout.wishes.pack.is_none() {
            at = at.next_multiple_of(unit);
        }
        layout.add(member, at, width.into(), 1);
    }

    /// The alignment of a bit-field that is as wide as an integer type and begins where one may begin: it counts as
    /// one.
    fn whole_number(&self, layout: &Layout, member: &Member, width: u32) -> Option<u64> {
        let bytes = u64::from(width) / 8;
        let is_number = matches!(width, 8 | 16 | 32 | 64) && layout.start().is_multiple_of(width.into());
        if !is_number || bytes > 1 && (layout.wishes.packed || member.packed) {
            return None;
        }
        let natural = Alignment { bytes, is_users: member.align.is_some() };
        Some(self.in_field(&Type::INT, natural).bytes)
    }

    /// The alignment of a member's type.
    fn type_alignment(&self, member: &Member) -> Alignment {
        match member.type_align {
            Some(bytes) => Alignment { bytes, is_users: true },
            None => self.alignment(&member.ty),
        }
    }

    /// The alignment that is preferred for a type.
    pub(super) fn alignment(&self, ty: &Type) -> Alignment {
        let natural = |bytes| Alignment { bytes, is_users: false };
        match ty {
            Type::Void | Type::Function(_) => natural(1),
            Type::Int(kind) => natural(kind.size(self.model)),
            Type::Float(kind) => natural(kind.preferred_align(self.model)),
            Type::Pointer(_) => natural(u64::from(self.address_width()) / 8),
            Type::Array(element, _) | Type::Vla(element, _) => self.alignment(element),
            Type::Record(id) => match &self.record(*id).body {
                Some(body) => Alignment { bytes: body.align, is_users: body.is_aligned_by_user },
                None => natural(1),
            },
        }
    }

    /// The alignment of a field, in bytes.
    pub(super) fn field_alignment(&self, id: RecordId, idx: usize) -> u64 {
        let field = self.fields(id).get(idx);
        field.map_or(1, |field| field.align)
    }

    /// What is left of an alignment in a field. `_Alignof` gives this, too.
    pub(super) fn in_field(&self, ty: &Type, align: Alignment) -> Alignment {
        let mut innermost = ty;
        while let Some(element) = innermost.element() {
            innermost = element;
        }
        let is_narrow = match innermost {
            Type::Int(_) => true,
            Type::Float(kind) => kind.preferred_align(self.model) == 8,
            _ => false,
        };
        let narrow = is_narrow && self.model == DataModel::Ilp32 && !align.is_users;
        Alignment { bytes: if narrow { align.bytes.min(NARROW) } else { align.bytes }, ..align }
    }
}

impl Layout {
    /// The first bit that is free.
    fn start(&self) -> u64 {
        if self.is_union { 0 } else { self.at }
    }

    fn limited(&self, align: u64) -> u64 {
        self.wishes.pack.map_or(align, |pack| align.min(pack))
    }

    /// The record is aligned as its members are, at least.
    fn need(&mut self, align: Alignment) {
        self.align.bytes = self.align.bytes.max(align.bytes);
        self.align.is_users |= align.is_users;
    }

    fn add(&mut self, member: Member, at: u64, width: u64, align: u64) {
        let is_named = !member.name.is_empty();
        if member.width.is_none() || is_named && width > 0 {
            self.fields.push(Field {
                name: member.name,
                ty: member.ty,
                qualifiers: member.qualifiers,
                offset: at / 8,
                bits: member.width.map(|width| ((at % 8) as u32, width)),
                align,
            });
        }
        self.at = at.saturating_add(width);
        self.size = self.size.max(self.at);
    }
}
