//! The gamma function, by Stirling's series for arguments that were made large.

use num_bigint::BigInt;

use super::ball::{Ball, Context};
use super::number::Dyadic;

impl Context {
    /// The logarithm of the gamma function of a number above zero.
    fn ln_gamma_of_positive(self, z: &Ball) -> Option<Ball> {
        // Behind so many terms the series is as near as the bits want it, where the argument is as large.
        let n_terms = self.bits / 4 + 8;
        let wanted = BigInt::from(n_terms) << self.bits;
        let mut large = z.clone();
        let mut product = self.integer(1);
        let one = self.integer(1);
        while large.middle < wanted {
            product = self.mul(&product, &large);
            large = large.plus(&one);
        }
        let half = self.integer(1).shifted(-1);
        let main = self.mul(&large.minus(&half), &self.ln(&large)?).minus(&large);
        let mut sum = main.plus(&self.ln(&self.pi().scaled(2))?.shifted(-1));
        let square = self.mul(&large, &large);
        let mut power = large;
        for (k, (above, below)) in bernoulli(n_terms as usize).into_iter().enumerate() {
            let k = k as i64 + 1;
            let divisor = self.scaled_by(&power, &(below * (2 * k * (2 * k - 1))));
            let term = self.div(&Ball { middle: above << self.bits, radius: 0u32.into() }, &divisor)?;
            if *term.middle.magnitude() <= term.radius {
                break;
            }
            sum = sum.plus(&term);
            power = self.mul(&power, &square);
            // What is left is less than the first term that is left out, which is less than the last one.
            if k as u64 == n_terms {
                sum.radius += term.middle.magnitude() + &term.radius;
            }
        }
        sum.radius += 8u32;
        Some(sum.minus(&self.ln(&product)?))
    }

    fn scaled_by(self, a: &Ball, by: &BigInt) -> Ball {
        Ball { middle: &a.middle * by, radius: &a.radius * by.magnitude() }
    }

    /// The logarithm of the gamma function's size.
    pub(super) fn ln_gamma(self, z: &Ball) -> Option<Ball> {
        let one = self.integer(1);
        if z.middle >= one.middle.clone() >> 1u32 {
            return self.ln_gamma_of_positive(z);
        }
        let sine = self.sin_cos(&self.mul(&self.pi(), z)).0;
        let size = if sine.middle < BigInt::ZERO { sine.negated() } else { sine };
        let rest = self.ln_gamma_of_positive(&one.minus(z))?;
        Some(self.ln(&self.pi())?.minus(&self.ln(&size)?).minus(&rest))
    }
}

/// Whether the gamma function of a number that is no integer is below zero: between -1 and 0 it is, between -2 and -1 it is
/// not, and so on.
pub(super) fn is_negative(x: &Dyadic) -> bool {
    let whole = match x.exponent >= 0 {
        true => &x.mantissa << x.exponent as u64,
        false => &x.mantissa >> x.exponent.unsigned_abs(),
    };
    x.is_negative && !whole.bit(0)
}

/// Bernoulli's numbers `B_2`, `B_4`, … as fractions, from tangent numbers.
fn bernoulli(n: usize) -> Vec<(BigInt, BigInt)> {
    let mut tangents: Vec<BigInt> = vec![BigInt::from(1)];
    for k in 1..n {
        let next = &tangents[k - 1] * k;
        tangents.push(next);
    }
    for k in 1..n {
        for j in k..n {
            let before = &tangents[j - 1] * (j - k);
            tangents[j] = before + &tangents[j] * (j - k + 2);
        }
    }
    let with_sign = |(k, tangent): (usize, BigInt)| {
        let k = k + 1;
        let power = BigInt::from(1) << (2 * k);
        let above = tangent * (2 * k);
        let below = (&power - 1) * &power;
        (if k % 2 == 0 { -above } else { above }, below)
    };
    tangents.into_iter().enumerate().map(with_sign).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bernoulli_numbers() {
        let found = bernoulli(5);
        let expected = [(1, 6), (-1, 30), (1, 42), (-1, 30), (5, 66)];
        for ((above, below), (numerator, denominator)) in found.into_iter().zip(expected) {
            assert_eq!(above * denominator, below * numerator);
        }
    }
}
