//! Whether a word has a remainder, without a division.
//!
//! For an odd `d` multiplying by its inverse modulo `2^w` takes the multiples of `d` to `0, 1, …, (2^w - 1) / d`, and everything
//! else beyond \[1\]. So `x % d == c` is one comparison of `(x - c) d⁻¹`, which is linear in `x`: a solver sees at once what adding
//! a constant to `x` does to it, where two divisions would have nothing in common.
//!
//! # References
//! - \[1\] Henry S. Warren: _Hacker's Delight_, 10-17 (test for zero remainder after division by a constant).

use faultscope_ir::term::Rewriting;
use faultscope_ir::{Op, Term, Value};

use faultscope_ir::modular::inverse;

/// Rewrites remainders by odd constants that are compared with constants, and remembers what it has rewritten.
#[derive(Default)]
pub struct Remainders {
    rewriting: Rewriting,
}

impl Remainders {
    /// The formulas without such remainders.
    pub fn without_divisions(&mut self, formulas: &[Term]) -> Vec<Term> {
        let mut replace = |op: &Op, operands: &[Term]| match (op, operands) {
            (Op::Eq, [lhs, rhs]) => compared(*lhs, *rhs).or_else(|| compared(*rhs, *lhs)),
            _ => None,
        };
        formulas.iter().map(|it| self.rewriting.rewrite_applications(*it, &mut replace)).collect()
    }
}

/// That a remainder is a constant.
fn compared(remainder: Term, constant: Term) -> Option<Term> {
    let expected = constant.as_value().and_then(Value::as_unsigned)?;
    let width = remainder.sort().bit_width().filter(|width| *width <= u64::BITS)?;
    let largest = (1_u128 << width) - 1;
    if let Some([dividend, divisor]) = remainder.operands_of(Op::BvUrem) {
        let divisor = odd(*divisor)?;
        if expected >= divisor {
            return Some(Term::bool(false));
        }
        let quotient = quotient(width, *dividend, expected, divisor);
        return Some(quotient.bv_ule(Term::bits(width, (largest - expected) / divisor)));
    }
    let [dividend, divisor] = remainder.operands_of(Op::BvSrem)? else { return None };
    let divisor = odd(*divisor).filter(|divisor| expected == 0 && *divisor <= largest >> 1)?;
    let furthest = (largest >> 1) / divisor;
    let quotient = quotient(width, *dividend, 0, divisor);
    Some(quotient.bv_add(Term::bits(width, furthest)).bv_ule(Term::bits(width, 2 * furthest)))
}

fn odd(divisor: Term) -> Option<u128> {
    divisor.as_value().and_then(Value::as_unsigned).filter(|divisor| *divisor > 1 && divisor % 2 == 1)
}

/// `(dividend - subtrahend) divisor⁻¹`, the constants apart from the rest.
fn quotient(width: u32, dividend: Term, subtrahend: u128, divisor: u128) -> Term {
    let inverse = inverse(divisor);
    let constant = |term: Term| term.as_value().and_then(Value::as_unsigned);
    let (rest, added) = match dividend.operands_of(Op::BvAdd) {
        Some([lhs, rhs]) => match (constant(*lhs), constant(*rhs)) {
            (_, Some(added)) => (*lhs, added),
            (Some(added), None) => (*rhs, added),
            (None, None) => (dividend, 0),
        },
        _ => (dividend, 0),
    };
    let added = added.wrapping_sub(subtrahend).wrapping_mul(inverse);
    let bits = |number: u128| Term::value(Value::bits(width, number));
    bits(inverse).bv_mul(rest).bv_add(bits(added))
}

#[cfg(test)]
mod tests {
    use faultscope_ir::{Symbol, eval};

    use super::*;

    /// All words of eight bits, all divisors and all remainders.
    #[test]
    fn remainders_are_what_they_were() {
        let symbol = Symbol::new("x", faultscope_ir::Sort::bits(8));
        let x = Term::symbol(symbol);
        for divisor in 0..=255 {
            for expected in [0, 1, 2, 6, 100, 254, 255] {
                let (by, constant) = (Term::bits(8, divisor), Term::bits(8, expected));
                let formulas = [
                    x.bv_urem(by).equals(constant),
                    x.bv_add(Term::bits(8, 77)).bv_urem(by).equals(constant),
                    constant.equals(x.bv_srem(by)),
                ];
                let rewritten = Remainders::default().without_divisions(&formulas);
                assert_eq!(rewritten[0] != formulas[0], divisor % 2 == 1 && divisor > 1, "{divisor}");
                for (formula, other) in formulas.iter().zip(&rewritten) {
                    for value in 0..=255 {
                        let holds = |term: Term| eval::eval(term, &mut |_| Some(Value::bits(8, value)));
                        assert_eq!(holds(*formula), holds(*other), "{value} {divisor} {expected}");
                    }
                }
            }
        }
    }
}
