//! The bytes of scalars in memory.
//!
//! A floating-point number of the 80-bit format has its first digit in memory, bit 63, where terms leave it out.

use faultscope_ir::program::Display;
use faultscope_ir::{FloatFormat, Op, OriginKind, Place, Primitive, Sort, SortKind, Term, TermKind};

use super::left_open::NAN;
use super::state::Lowerer;
use crate::c::source::Loc;

/// The bit of the first digit of an 80-bit number.
const FIRST_DIGIT: u32 = 63;

/// The bits that a scalar term has in memory. Terms know one NaN, and machines many: a NaN that is not just moved may have others there.
pub(super) fn to_bits(term: Term) -> Term {
    let SortKind::Float(format) = *term.sort().kind() else { return term };
    in_memory(format, moved_bits(term).unwrap_or_else(|| Term::app(Op::FloatToBits, &[term])))
}

/// The bits of a number that is only moved: it keeps them, those of a NaN, too.
fn moved_bits(term: Term) -> Option<Term> {
    match term.kind() {
        TermKind::App(Op::FloatFromBits(_), operands) => Some(operands[0]),
        _ => None,
    }
}

/// The bits of a number, as they are in memory.
fn in_memory(format: FloatFormat, bits: Term) -> Term {
    if format != FloatFormat::EXTENDED {
        return bits;
    }
    let exponent = bits.extract(format.width() - 2, FIRST_DIGIT);
    let is_small = exponent.equals(Term::bits(format.exponent, 0));
    let digit = is_small.ite(Term::bits(1, 0), Term::bits(1, 1));
    bits.extract(format.width() - 1, FIRST_DIGIT).concat(digit).concat(bits.extract(FIRST_DIGIT - 1, 0))
}

impl Lowerer<'_> {
    /// The bits with which a scalar comes into memory. The sign of a NaN and its further bits are those that the machine gives it.
    pub(super) fn stored_bits(&mut self, value: Term, loc: Loc) -> Term {
        let SortKind::Float(format) = *value.sort().kind() else { return value };
        let is_nan = Term::app(Op::FloatIsNan, &[value]);
        if moved_bits(value).is_some() || is_nan.as_bool() == Some(false) {
            return to_bits(value);
        }
        let lowering = self.origin(OriginKind::Lowering, loc, None);
        let bits = self.temporary("bits", Sort::bits(format.width()), Display::Plain);
        self.emit_assign(Place::variable(bits), Term::app(Op::FloatToBits, &[value]), lowering);
        let (open, next) = (self.new_block(), self.new_block());
        self.branch(is_nan, open, next, lowering);
        self.switch_to(open);
        let input = self.origin(OriginKind::Input, loc, None);
        self.leaving_open(NAN, |this| {
            this.emit_havoc(Place::variable(bits), input);
            let number = Term::app(Op::FloatFromBits(format), &[Term::symbol(bits)]);
            this.emit_assume(Term::app(Op::FloatIsNan, &[number]), lowering);
        });
        self.tell(Primitive::Uncertain, &[], loc);
        self.continue_at(next);
        in_memory(format, Term::symbol(bits))
    }
}

/// The number that has these bits in memory. An 80-bit number whose first digit does not fit its exponent is read as the one with
/// the digit that fits.
pub(super) fn float_of_bits(format: FloatFormat, bits: Term) -> Term {
    let bits = match format {
        FloatFormat::EXTENDED => {
            bits.extract(format.width(), FIRST_DIGIT + 1).concat(bits.extract(FIRST_DIGIT - 1, 0))
        }
        _ => bits.extract(format.width() - 1, 0),
    };
    Term::app(Op::FloatFromBits(format), &[bits])
}
