//! How the bits of a word are read as a number.

use faultscope_ir::Term;

use super::interval::Interval;
use crate::limits::WIDEST_READ;

/// How a bit-vector is read as a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sign {
    /// In two's complement.
    Signed,
    /// As an unsigned number.
    Unsigned,
}

impl Sign {
    /// The numbers of a width.
    pub fn range(self, width: u32) -> (i128, i128) {
        match self {
            Sign::Signed => (i128::MIN >> (i128::BITS - width), i128::MAX >> (i128::BITS - width)),
            // The largest ones of 128 bits are beyond what is told of numbers, whose greatest stands for no bound.
            Sign::Unsigned => (0, i128::try_from(u128::MAX >> (u128::BITS - width)).unwrap_or(i128::MAX)),
        }
    }
}

/// Says of a term no more than its sort does.
pub(crate) fn anything(term: Term, sign: Sign) -> Interval {
    match term.sort().bit_width() {
        Some(width) if width <= WIDEST_READ => {
            let (lo, hi) = sign.range(width);
            Interval::new(lo, hi)
        }
        _ => Interval::ANY,
    }
}
