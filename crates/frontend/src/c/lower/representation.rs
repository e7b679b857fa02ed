//! The bytes of scalars in memory.
//!
//! A floating-point number of the 80-bit format has its first digit in memory, bit 63, where terms leave it out.

use faultscope_ir::{FloatFormat, Op, SortKind, Term, TermKind};

/// The bit of the first digit of an 80-bit number.
const FIRST_DIGIT: u32 = 63;

/// The bits that a scalar term has in memory.
pub(super) fn to_bits(term: Term) -> Term {
    let SortKind::Float(format) = *term.sort().kind() else { return term };
    let bits = match term.kind() {
        // What is only moved keeps its bits, those of a NaN, too.
        TermKind::App(Op::FloatFromBits(_), operands) => operands[0],
        _ => Term::app(Op::FloatToBits, &[term]),
    };
    if format != FloatFormat::EXTENDED {
        return bits;
    }
    let exponent = bits.extract(format.width() - 2, FIRST_DIGIT);
    let is_small = exponent.equals(Term::bits(format.exponent, 0));
    let digit = is_small.ite(Term::bits(1, 0), Term::bits(1, 1));
    bits.extract(format.width() - 1, FIRST_DIGIT).concat(digit).concat(bits.extract(FIRST_DIGIT - 1, 0))
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
