//! Exact results of arithmetic on integers of up to 128 bits.
//!
//! A term has at most 128 bits, and the sum of two such numbers has one more, their product twice as many. So the result is
//! kept in two words, as one number of 256 bits in two's complement.

use faultscope_ir::Term;

use crate::c::hir::BinaryOp;

const WORD: u32 = 128;
const HALF: u32 = WORD / 2;

/// An integer that is known exactly.
#[derive(Debug, Clone, Copy)]
pub(super) struct Exact {
    high: Term,
    low: Term,
}

impl Exact {
    /// A signed or an unsigned number.
    pub(super) fn of(number: Term, is_signed: bool) -> Exact {
        match is_signed {
            true => {
                let low = number.sign_extend_to(WORD);
                Exact { high: sign(low), low }
            }
            false => Exact { high: Term::bits(WORD, 0), low: number.zero_extend_to(WORD) },
        }
    }

    /// Its lowest bits.
    pub(super) fn low(self) -> Term {
        self.low
    }

    /// The sum, the difference or the product of two numbers that were made of one term each.
    pub(super) fn combined(self, op: BinaryOp, other: Exact) -> Exact {
        match op {
            BinaryOp::Add => {
                let low = self.low.bv_add(other.low);
                let carry = low.bv_ult(self.low).to_bits(WORD);
                Exact { high: self.high.bv_add(other.high).bv_add(carry), low }
            }
            BinaryOp::Subtract => {
                let borrow = self.low.bv_ult(other.low).to_bits(WORD);
                Exact { high: self.high.bv_sub(other.high).bv_sub(borrow), low: self.low.bv_sub(other.low) }
            }
            _ => self.product(other),
        }
    }

    /// The upper word of a number is zero, or all ones where it is negative: then the other number is missing once in
    /// the upper word of the product of the lower words, with its sign.
    fn product(self, other: Exact) -> Exact {
        let of_left = self.high.bv_and(other.low);
        let of_right = other.high.bv_and(self.low);
        let high = upper_product(self.low, other.low).bv_sub(of_left).bv_sub(of_right);
        Exact { high, low: self.low.bv_mul(other.low) }
    }

    /// The condition that the number is one of a type.
    pub(super) fn fits(self, width: u32, is_signed: bool) -> Term {
        let kept = self.low.extract(width - 1, 0);
        let back = Exact::of(kept, is_signed);
        self.low.equals(back.low).and(self.high.equals(back.high))
    }
}

/// All bits are the sign.
fn sign(word: Term) -> Term {
    word.bv_slt(Term::bits(WORD, 0)).ite(Term::bits(WORD, u128::MAX), Term::bits(WORD, 0))
}

/// The upper word of the product of two unsigned words, from the products of their halves.
fn upper_product(left: Term, right: Term) -> Term {
    let halves = |word: Term| (upper_half(word), lower_half(word));
    let ((left_high, left_low), (right_high, right_low)) = (halves(left), halves(right));
    let lowest = upper_half(left_low.bv_mul(right_low));
    // None of these sums has more bits than a word: (2^64 - 1)^2 + 2 (2^64 - 1) is less than 2^128.
    let middle = left_high.bv_mul(right_low).bv_add(lowest);
    let other = left_low.bv_mul(right_high).bv_add(lower_half(middle));
    left_high.bv_mul(right_high).bv_add(upper_half(middle)).bv_add(upper_half(other))
}

fn upper_half(word: Term) -> Term {
    word.extract(WORD - 1, HALF).zero_extend_to(WORD)
}

fn lower_half(word: Term) -> Term {
    word.extract(HALF - 1, 0).zero_extend_to(WORD)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NUMBERS: [i128; 11] = [
        0,
        1,
        -1,
        2,
        1 << 63,
        -(1 << 64),
        (1 << 64) - 1,
        i128::MAX,
        i128::MIN,
        i128::MIN + 1,
        0x1234_5678 << 80,
    ];

    fn fits(op: BinaryOp, left: u128, right: u128, is_signed: bool) -> bool {
        let of = |number: u128| Exact::of(Term::bits(WORD, number), is_signed);
        of(left).combined(op, of(right)).fits(WORD, is_signed).as_bool().expect("all is constant")
    }

    #[test]
    fn results_fit_as_the_checked_operations_say() {
        for left in NUMBERS {
            for right in NUMBERS {
                let (bits, other) = (left as u128, right as u128);
                let check = |op, signed: Option<i128>, unsigned: Option<u128>| {
                    assert_eq!(fits(op, bits, other, true), signed.is_some(), "{left} {op:?} {right}");
                    assert_eq!(fits(op, bits, other, false), unsigned.is_some(), "{bits} {op:?} {other}");
                };
                check(BinaryOp::Add, left.checked_add(right), bits.checked_add(other));
                check(BinaryOp::Subtract, left.checked_sub(right), bits.checked_sub(other));
                check(BinaryOp::Multiply, left.checked_mul(right), bits.checked_mul(other));
            }
        }
    }

    #[test]
    fn numbers_of_both_signs_are_put_together() {
        let largest = Exact::of(Term::bits(WORD, u128::MAX), false);
        let least = Exact::of(Term::signed_bits(WORD, i128::MIN), true);
        let holds = |condition: Term| condition.as_bool() == Some(true);
        let minus_one = Exact::of(Term::signed_bits(32, -1), true);
        assert!(holds(largest.combined(BinaryOp::Add, minus_one).fits(WORD, false)));
        assert!(!holds(largest.combined(BinaryOp::Multiply, minus_one).fits(WORD, true)));
        assert!(holds(least.combined(BinaryOp::Multiply, minus_one).fits(WORD, false)));
        assert!(holds(largest.combined(BinaryOp::Add, least).fits(WORD, true)));
    }
}
