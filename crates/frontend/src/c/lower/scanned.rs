//! Which values a conversion of `scanf` can read: numbers of so many digits, characters of a set.

use faultscope_ir::{Op, OriginKind, Term};

use super::access::Location;
use super::state::Lowerer;
use crate::c::arith;
use crate::c::format::{Amount, Conversion, First, Piece, Set, WHITE_SPACE, is_white_space};
use crate::c::source::Loc;
use crate::c::types::Type;

impl Lowerer<'_> {
    /// Rules out what the conversion cannot have put into a place.
    pub(super) fn bound_number(&mut self, location: &Location, conversion: Option<&Conversion>, loc: Loc) {
        let ty = location.ty().clone();
        if let (Type::Float(_), Some(Conversion { width: Amount::Fixed(1 | 2), .. })) = (&ty, conversion) {
            // Neither `inf` nor `nan` has room.
            let value = self.load(location);
            let is = |op| Term::app(op, &[value]);
            let is_number = is(Op::FloatIsNan).or(is(Op::FloatIsInfinite)).not();
            let origin = self.origin(OriginKind::Lowering, loc, None);
            return self.emit_assume(is_number, origin);
        }
        let Some(conversion) = conversion.filter(|_| ty.is_integer()) else { return };
        let value = self.load(location);
        let bounds = |greatest: i128, least: i128| {
            let constant = |number| arith::constant(self.types, &ty, number);
            let width = self.types.width(&ty);
            // What is negative is stored in an unsigned number by its bits.
            (greatest < i128::MAX >> (i128::BITS - width)).then(|| {
                let (low, high) = (constant(least).bv_sle(value), value.bv_sle(constant(greatest)));
                low.and(high)
            })
        };
        let condition = match (conversion.kind, conversion.width) {
            ('c' | 'C', _) if conversion.first == First::NoSpace => Some(self.is_in(value, &ty, &no_space())),
            ('n', _) => Some(self.zero(&ty).bv_sle(value)),
            (kind, Amount::Fixed(digits)) if conversion.integer().is_some() => {
                let greatest = |digits: u64| greatest(kind, digits);
                // A sign takes one of them.
                bounds(greatest(digits), -greatest(digits.saturating_sub(1)))
            }
            _ => None,
        };
        if let Some(condition) = condition {
            let origin = self.origin(OriginKind::Lowering, loc, None);
            self.emit_assume(condition, origin);
        }
    }

    /// Rules out what is no character of a string that the conversion reads; the first one may stand behind white space.
    pub(super) fn bound_character(
        &mut self,
        (value, is_first): (Term, bool),
        ty: &Type,
        conversion: Option<&Conversion>,
        loc: Loc,
    ) {
        let Some(conversion) = conversion else { return };
        let mut condition = match (conversion.kind, &conversion.set) {
            ('s' | 'S', _) => self.is_in(value, ty, &no_space()),
            (_, Some(set)) => self.is_in(value, ty, set),
            _ => Term::bool(true),
        };
        if is_first && conversion.first == First::NoSpace {
            condition = condition.and(self.is_in(value, ty, &no_space()));
        }
        if condition.as_bool() == Some(true) {
            return;
        }
        let origin = self.origin(OriginKind::Lowering, loc, None);
        self.emit_assume(condition, origin);
    }

    /// Whether a character is in a set.
    fn is_in(&self, value: Term, ty: &Type, set: &Set) -> Term {
        let constant = |number: u32| arith::constant(self.types, ty, number.into());
        let within = |(first, last): &(u32, u32)| {
            if first == last {
                return value.equals(constant(*first));
            }
            constant(*first).bv_ule(value).and(value.bv_ule(constant(*last)))
        };
        let is_in = Term::any(set.ranges.iter().map(within));
        if set.is_negated { is_in.not() } else { is_in }
    }
}

/// The greatest number of so many digits.
fn greatest(kind: char, n_digits: u64) -> i128 {
    let of_base = |base: i128, n_digits: u64| {
        let n_digits = u32::try_from(n_digits).unwrap_or(u32::MAX);
        base.checked_pow(n_digits).unwrap_or(i128::MAX).saturating_sub(1)
    };
    match kind {
        'o' => of_base(8, n_digits),
        'x' | 'X' => of_base(16, n_digits),
        // In front of other digits than decimal ones stands which they are.
        'i' => of_base(10, n_digits).max(of_base(16, n_digits.saturating_sub(2))),
        _ => of_base(10, n_digits),
    }
}

/// Whether something is read, or the end of the input is met: the first conversion takes any characters but white space in front.
pub(super) fn always_reads(pieces: &[Piece]) -> bool {
    let is_skipped =
        |piece: &&Piece| matches!(piece, Piece::Text(text) if text.iter().all(|ch| is_white_space(*ch)));
    match pieces.iter().find(|piece| !is_skipped(piece)) {
        Some(Piece::Conversion(it)) => !it.is_suppressed && matches!(it.kind, 'c' | 's' | 'C' | 'S'),
        _ => false,
    }
}

/// The characters that are no white space.
fn no_space() -> Set {
    Set { is_negated: true, ranges: WHITE_SPACE.to_vec() }
}
