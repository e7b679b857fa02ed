//! Pointers as terms: the number of an object above an offset in bytes.
//!
//! Both parts stay apart in all that C does with a pointer, so that it never points to another object than the one that
//! it was made from. Arithmetic changes the offset alone, with wrap-around. Object 0 is nothing: the null pointer is its
//! offset 0, and numbers that are no address of an object become other offsets of it.
//!
//! # Addresses
//! An address is a number of C's pointer width. Objects lie in slots of a fixed size, object `n` in the slot `n` and, if it
//! is larger, in those behind it, whose numbers no other object has. So the address of a pointer is that of its object's
//! slot plus its offset, and the object of an address is the slot that it lies in. A C library hands out addresses of at most 47
//! bits, and programs put something of their own into the others; there are as many slots below.
//!
//! All slots may lie [further on](Addresses::FurtherOn), to find out what depends on where objects lie. What lies before them is no
//! object's.
//!
//! With 64 bits, 14 slots between objects are nobody's. So a pointer of which bytes are overwritten or counted up is no address of
//! another object, as it would hardly be one on a machine: a power of 16 is one more than a multiple of 15, and whatever a program
//! adds to one byte of an address leads between objects.

use faultscope_ir::{Sort, Term};

pub(super) use super::types::OBJECT_BITS;
use super::types::Types;
use super::{Addresses, DataModel};

/// The width of a pointer.
pub(super) fn width(types: &Types) -> u32 {
    OBJECT_BITS + types.address_width()
}

/// The sort of pointers.
pub(super) fn sort(types: &Types) -> Sort {
    Sort::bits(width(types))
}

/// How many bits of an address say where in a slot it is.
fn slot_bits(types: &Types) -> u32 {
    match types.model {
        DataModel::Ilp32 => 16,
        DataModel::Lp64 => 28,
    }
}

/// How far the slots of objects of one slot are apart.
fn stride(types: &Types) -> u32 {
    match types.model {
        DataModel::Ilp32 => 1,
        DataModel::Lp64 => 15,
    }
}

/// How far addresses are from those of slots, in bytes: to where Linux has what a program allocates, by whole pages, so that
/// objects are aligned as before. With 32 bits there are addresses for some 40,000 objects then.
fn shift(types: &Types) -> u128 {
    match (types.addresses, types.model) {
        (Addresses::OfSlots, _) => 0,
        (Addresses::FurtherOn, DataModel::Ilp32) => 0x5655_5000,
        (Addresses::FurtherOn, DataModel::Lp64) => 0x5555_0a53_5000,
    }
}

/// How many slots an object of a size takes, so that one past its end is in them, too.
pub(super) fn n_slots(types: &Types, size: u64) -> u32 {
    u32::try_from((size >> slot_bits(types)) + 1).unwrap_or(u32::MAX)
}

/// How many numbers an object of a size takes: those of its slots, and of those behind that are nobody's.
pub(super) fn n_numbers(types: &Types, size: u64) -> u32 {
    n_slots(types, size).checked_next_multiple_of(stride(types)).unwrap_or(u32::MAX)
}

/// The same of an object whose size is known at run time, as an object's number; none, where no address is asked for, is more than the
/// least.
pub(super) fn n_numbers_term(types: &Types, size: Option<Term>) -> Term {
    let least = Term::bits(OBJECT_BITS, stride(types).into());
    let Some(size) = size else { return least };
    let address_width = types.address_width();
    let further = size.bv_lshr(Term::bits(address_width, slot_bits(types).into()));
    let is_possible = further.bv_ult(Term::bits(address_width, 1 << (OBJECT_BITS - 1)));
    let n_numbers = further.extract(OBJECT_BITS.min(address_width) - 1, 0).bv_add(least);
    is_possible.ite(n_numbers, Term::signed_bits(OBJECT_BITS, -1))
}

/// The start of an object.
pub(super) fn start(types: &Types, object: Term) -> Term {
    object.concat(Term::bits(types.address_width(), 0))
}

/// The start of an object as a number.
pub(super) fn start_of(types: &Types, object: u32) -> u128 {
    u128::from(object) << types.address_width()
}

/// The number of the object that a pointer points into.
pub(super) fn object(types: &Types, pointer: Term) -> Term {
    pointer.extract(width(types) - 1, types.address_width())
}

/// How far a pointer is from the start of its object, in bytes.
pub(super) fn offset(types: &Types, pointer: Term) -> Term {
    pointer.extract(types.address_width() - 1, 0)
}

/// The address that a pointer has as a number.
pub(super) fn address(types: &Types, pointer: Term) -> Term {
    let address_width = types.address_width();
    let object = object(types, pointer);
    let low = match OBJECT_BITS > address_width {
        true => object.extract(address_width - 1, 0),
        false => object.zero_extend_to(address_width),
    };
    let slot = low.bv_shl(Term::bits(address_width, slot_bits(types).into()));
    let address = slot.bv_add(offset(types, pointer));
    match shift(types) {
        0 => address,
        shift => is_nothing(object).ite(address, address.bv_add(Term::bits(address_width, shift))),
    }
}

/// Whether a number of an object is that of null.
fn is_nothing(object: Term) -> Term {
    object.equals(Term::bits(OBJECT_BITS, 0))
}

/// The pointer to what lies at an address, into the slot that the address is in. What is more than slots have numbers for is far
/// beyond what lies there, so that its address is the same again.
pub(super) fn at_address(types: &Types, address: Term) -> Term {
    let shift = match shift(types) {
        0 => return in_slot(types, address),
        shift => Term::bits(types.address_width(), shift),
    };
    let pointer = in_slot(types, address.bv_sub(shift));
    let is_before = address.bv_ult(shift).or(is_nothing(object(types, pointer)));
    is_before.ite(Term::bits(OBJECT_BITS, 0).concat(address), pointer)
}

/// The pointer into the slot that a number leads to.
fn in_slot(types: &Types, address: Term) -> Term {
    let (address_width, slot_bits) = (types.address_width(), slot_bits(types));
    let end = address_width.min(slot_bits + OBJECT_BITS);
    let object = address.extract(end - 1, slot_bits).zero_extend_to(OBJECT_BITS);
    let within = address.extract(slot_bits - 1, 0);
    let offset = match end == address_width {
        true => within.zero_extend_to(address_width),
        false => address.extract(address_width - 1, end).concat(within.zero_extend_to(end)),
    };
    object.concat(offset)
}

/// The difference of two pointers in bytes: of their offsets where they are known to point into one object, else of their
/// addresses.
pub(super) fn distance(types: &Types, left: Term, right: Term) -> Term {
    if object(types, left) == object(types, right) {
        return offset(types, left).bv_sub(offset(types, right));
    }
    address(types, left).bv_sub(address(types, right))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(model: DataModel, object: u32, offset: u128, expected: u128) {
        let types = Types::new(model, Addresses::OfSlots);
        let start = start(&types, Term::bits(OBJECT_BITS, object.into()));
        let pointer = start.bv_add_low(Term::bits(types.address_width(), offset));
        let address = address(&types, pointer);
        assert_eq!(address, Term::bits(types.address_width(), expected), "{model:?} {object} {offset}");
    }

    #[test]
    fn other_addresses_differ_in_all_parts_and_null_has_the_same() {
        let types = Types::new(DataModel::Lp64, Addresses::FurtherOn);
        let address_of = |object: u32| address(&types, start(&types, Term::bits(OBJECT_BITS, object.into())));
        assert_eq!(address_of(0), Term::bits(64, 0));
        assert_eq!(address_of(15), Term::bits(64, 0x5555_fa53_5000));
    }

    #[test]
    fn addresses_are_slots_and_offsets() {
        check(DataModel::Ilp32, 0, 0, 0);
        check(DataModel::Ilp32, 3, 5, 0x3_0005);
        check(DataModel::Ilp32, 3, 0x1_0000, 0x4_0000);
        check(DataModel::Lp64, 3, 5, 0x3000_0005);
        check(DataModel::Lp64, 3, u128::from(u64::MAX), 0x2fff_ffff);
    }

    /// All models and places of objects.
    fn all_types() -> impl Iterator<Item = Types> {
        let models = [DataModel::Ilp32, DataModel::Lp64].into_iter();
        models.flat_map(|model| {
            let of_addresses = [Addresses::OfSlots, Addresses::FurtherOn].into_iter();
            of_addresses.map(move |addresses| Types::new(model, addresses))
        })
    }

    #[test]
    fn what_lies_at_the_address_of_a_pointer_is_the_pointer() {
        for types in all_types() {
            let (model, addresses) = (types.model, types.addresses);
            for (object, offset) in [(0, 0), (0, 1), (1, 0), (7, 0xffff), (0xffff, 12)] {
                let expected = (object << slot_bits(&types)) + shift(&types);
                if expected >> types.address_width() > 0 {
                    // There are no addresses so far on.
                    continue;
                }
                let start = start(&types, Term::bits(OBJECT_BITS, object));
                let pointer = start.bv_add_low(Term::bits(types.address_width(), offset));
                assert_eq!(
                    at_address(&types, address(&types, pointer)),
                    pointer,
                    "{model:?} {addresses:?} {object} {offset}"
                );
            }
        }
    }

    #[test]
    fn every_number_is_the_address_of_the_pointer_that_it_becomes() {
        for types in all_types().filter(|it| it.model == DataModel::Lp64) {
            for number in [0, 1, 0x3000_0005, 0x7fff_ffff_ffff, 0x7ffc_0000_3000_0005, u128::from(u64::MAX)] {
                let number = Term::bits(64, number);
                assert_eq!(address(&types, at_address(&types, number)), number, "{:?}", types.addresses);
            }
        }
    }

    #[test]
    fn a_change_of_a_byte_of_an_address_leads_between_objects() {
        let types = Types::new(DataModel::Lp64, Addresses::OfSlots);
        let numbers: Vec<u32> = (0..40).map(|nth| 1 + nth * n_numbers(&types, 8)).collect();
        let start = start(&types, Term::bits(OBJECT_BITS, numbers[7].into()));
        let address = address(&types, start);
        for byte in 0..8 {
            for change in [1_i128, 2, 3, 14, -1, -14] {
                let changed = address.bv_add(Term::signed_bits(64, change << (8 * byte)));
                let found = object(&types, at_address(&types, changed));
                let is_object = numbers.iter().any(|it| found == Term::bits(OBJECT_BITS, (*it).into()));
                let stays_inside = byte < 4 && change > 0;
                assert_eq!(is_object, stays_inside, "{change} in byte {byte}");
            }
        }
    }

    #[test]
    fn one_past_the_end_is_in_the_slots_of_the_object() {
        let types = Types::new(DataModel::Ilp32, Addresses::OfSlots);
        assert_eq!([0, 0xffff, 0x1_0000, 0x1_0001].map(|size| n_slots(&types, size)), [1, 1, 2, 2]);
    }
}
