//! Numbers that are known up to an error, and functions of them.
//!
//! A [`Ball`] is a number with a fixed point and so many bits behind it, and how far the true one may be from it, in units of
//! the last bit. Each operation bounds the error of its result, so that whoever rounds it knows whether the result is right.
//! The series are those of every textbook.

use num_bigint::{BigInt, BigUint, Sign};

use super::number::Dyadic;

/// A number with so many bits behind the point, which is another argument everywhere, and its error.
#[derive(Debug, Clone)]
pub(super) struct Ball {
    pub(super) middle: BigInt,
    pub(super) radius: BigUint,
}

/// Computes with so many bits behind the point.
#[derive(Debug, Clone, Copy)]
pub(super) struct Context {
    pub(super) bits: u64,
}

/// Arguments of the exponential function are halved so often before its series is summed.
const HALVINGS: u64 = 8;

/// Arguments of the arc tangent are made small by so many half angles.
const HALF_ANGLES: u32 = 3;

fn shifted(number: &BigInt, by: i64) -> BigInt {
    if by >= 0 { number << by as u64 } else { number >> by.unsigned_abs() }
}

impl Context {
    /// A number that is known, with all its bits where there are enough.
    pub(super) fn number(self, number: &Dyadic) -> Ball {
        let sign = if number.is_negative { Sign::Minus } else { Sign::Plus };
        let mantissa = BigInt::from_biguint(sign, number.mantissa.clone());
        let by = number.exponent + self.bits as i64;
        let middle = shifted(&mantissa, by);
        let is_exact = by >= 0 || number.mantissa.trailing_zeros().unwrap_or(0) >= by.unsigned_abs();
        Ball { middle, radius: u32::from(!is_exact).into() }
    }

    pub(super) fn integer(self, number: i64) -> Ball {
        Ball { middle: BigInt::from(number) << self.bits, radius: BigUint::ZERO }
    }

    pub(super) fn mul(self, a: &Ball, b: &Ball) -> Ball {
        let (size_a, size_b) = (a.middle.magnitude(), b.middle.magnitude());
        let error = size_a * &b.radius + size_b * &a.radius + &a.radius * &b.radius;
        Ball { middle: (&a.middle * &b.middle) >> self.bits, radius: (error >> self.bits) + 2u32 }
    }

    /// The quotient, unless the divisor may be zero.
    pub(super) fn div(self, a: &Ball, b: &Ball) -> Option<Ball> {
        let size = b.middle.magnitude();
        if *size <= b.radius {
            return None;
        }
        let middle: BigInt = (&a.middle << self.bits) / &b.middle;
        let error = (&a.radius << self.bits) + (middle.magnitude() + 1u32) * &b.radius;
        Some(Ball { radius: error / (size - &b.radius) + 2u32, middle })
    }

    /// A ball divided by a small number.
    fn over(self, a: &Ball, n: u64) -> Ball {
        Ball { middle: &a.middle / n, radius: &a.radius / n + 2u32 }
    }

    /// The square root, unless the number may be negative or zero.
    pub(super) fn sqrt(self, a: &Ball) -> Option<Ball> {
        let size = a.middle.to_biguint().filter(|size| *size > a.radius)?;
        let root = (size << self.bits).sqrt();
        let radius = (&a.radius << self.bits) / &root + 2u32;
        Some(Ball { middle: root.into(), radius })
    }

    pub(super) fn pi(self) -> Ball {
        let inner = Context { bits: self.bits + 32 };
        let fifth = inner.inverse_series(5, true).scaled(16);
        let other = inner.inverse_series(239, true).scaled(4);
        fifth.minus(&other).shifted(-32)
    }

    pub(super) fn ln2(self) -> Ball {
        let inner = Context { bits: self.bits + 32 };
        let parts = [(26, 18), (4801, -2), (8749, 8)];
        let sum = parts.into_iter().map(|(n, factor)| inner.inverse_series(n, false).scaled(factor));
        sum.fold(inner.integer(0), |sum, part| sum.plus(&part)).shifted(-32)
    }

    /// `1/n ± 1/(3 n^3) + 1/(5 n^5) ± …`.
    fn inverse_series(self, n: u64, alternates: bool) -> Ball {
        let mut power = (BigInt::from(1) << self.bits) / n;
        let mut sum = BigInt::ZERO;
        let mut k = 0u64;
        while power != BigInt::ZERO {
            let term: BigInt = &power / (2 * k + 1);
            if alternates && k % 2 == 1 {
                sum -= term
            } else {
                sum += term
            }
            power /= n * n;
            k += 1;
        }
        Ball { middle: sum, radius: BigUint::from(3 * k + 3) }
    }

    pub(super) fn exp(self, x: &Ball) -> Ball {
        let ln2 = self.ln2();
        let n: BigInt = &x.middle / &ln2.middle;
        let count = i64::try_from(&n).unwrap_or(0);
        let reduced = x.minus(&ln2.scaled(count)).shifted(-(HALVINGS as i64));
        let mut sum = self.integer(1);
        let mut term = self.integer(1);
        for k in 1.. {
            term = self.over(&self.mul(&term, &reduced), k);
            sum = sum.plus(&term);
            if *term.middle.magnitude() <= term.radius {
                break;
            }
        }
        // What is left of the series is less than its last term.
        sum.radius += term.middle.magnitude() + &term.radius + 2u32;
        for _ in 0..HALVINGS {
            sum = self.mul(&sum, &sum);
        }
        sum.shifted(count)
    }

    /// The natural logarithm of a number above zero.
    pub(super) fn ln(self, a: &Ball) -> Option<Ball> {
        if a.middle.sign() != Sign::Plus || *a.middle.magnitude() <= a.radius {
            return None;
        }
        let mut power = a.middle.bits() as i64 - self.bits as i64;
        // The middle of the range is 1, so that logarithms of what is near to it have no large parts.
        if a.middle.magnitude().count_ones() == 1
            || !a.middle.magnitude().bit(a.middle.bits().saturating_sub(2))
        {
            power -= 1;
        }
        let part = a.shifted(-power);
        let one = self.integer(1);
        let z = self.div(&part.minus(&one), &part.plus(&one))?;
        let square = self.mul(&z, &z);
        let (mut odd, mut sum) = (z.clone(), z);
        for k in 1.. {
            odd = self.mul(&odd, &square);
            let term = self.over(&odd, 2 * k + 1);
            sum = sum.plus(&term);
            if *term.middle.magnitude() <= term.radius {
                sum.radius += term.middle.magnitude() + &term.radius + 2u32;
                break;
            }
        }
        Some(sum.scaled(2).plus(&self.ln2().scaled(power)))
    }

    /// Sine and cosine.
    pub(super) fn sin_cos(self, x: &Ball) -> (Ball, Ball) {
        let pi = self.pi();
        let half = pi.shifted(-1);
        let doubled: BigInt = (&x.middle << 1) + &half.middle;
        let n = floor_div(&doubled, &pi.middle);
        let error = &half.radius * n.magnitude();
        let turned = Ball { middle: &half.middle * &n, radius: error };
        let reduced = x.minus(&turned);
        let square = self.mul(&reduced, &reduced);
        let series = |first: Ball, start: u64| {
            let (mut term, mut sum) = (first.clone(), first);
            for k in 1.. {
                let at = start + 2 * k;
                term = self.over(&self.over(&self.mul(&term, &square), at), at - 1).negated();
                sum = sum.plus(&term);
                if *term.middle.magnitude() <= term.radius {
                    sum.radius += term.middle.magnitude() + &term.radius + 2u32;
                    break;
                }
            }
            sum
        };
        let (sine, cosine) = (series(reduced, 1), series(self.integer(1), 0));
        match u32::try_from(&(((n % 4) + 4) % 4)).unwrap_or(0) {
            0 => (sine, cosine),
            1 => (cosine, sine.negated()),
            2 => (sine.negated(), cosine.negated()),
            _ => (cosine.negated(), sine),
        }
    }

    pub(super) fn atan(self, x: &Ball) -> Option<Ball> {
        let one = self.integer(1);
        if x.middle.sign() == Sign::Minus {
            return self.atan(&x.negated()).map(|angle| angle.negated());
        }
        if x.middle > one.middle {
            let rest = self.atan(&self.div(&one, x)?)?;
            return Some(self.pi().shifted(-1).minus(&rest));
        }
        let mut z = x.clone();
        for _ in 0..HALF_ANGLES {
            let root = self.sqrt(&one.plus(&self.mul(&z, &z)))?;
            z = self.div(&z, &one.plus(&root))?;
        }
        let square = self.mul(&z, &z);
        let (mut odd, mut sum) = (z.clone(), z);
        for k in 1.. {
            odd = self.mul(&odd, &square).negated();
            let term = self.over(&odd, 2 * k + 1);
            sum = sum.plus(&term);
            if *term.middle.magnitude() <= term.radius {
                sum.radius += term.middle.magnitude() + &term.radius + 2u32;
                break;
            }
        }
        Some(sum.shifted(HALF_ANGLES.into()))
    }

    /// The error function.
    pub(super) fn erf(self, x: &Ball) -> Option<Ball> {
        let square = self.mul(x, x);
        let (mut power, mut sum) = (x.clone(), x.clone());
        for k in 1.. {
            power = self.over(&self.mul(&power, &square), k).negated();
            let term = self.over(&power, 2 * k + 1);
            sum = sum.plus(&term);
            // From here on each term is less than half of the one before.
            let falls = square.middle < self.integer(k as i64 / 2).middle;
            if falls && *term.middle.magnitude() <= term.radius {
                sum.radius += (power.middle.magnitude() + &power.radius) * 2u32 + 2u32;
                break;
            }
        }
        self.div(&sum.scaled(2), &self.sqrt(&self.pi())?)
    }
}

impl Ball {
    pub(super) fn plus(&self, other: &Ball) -> Ball {
        Ball { middle: &self.middle + &other.middle, radius: &self.radius + &other.radius }
    }

    pub(super) fn minus(&self, other: &Ball) -> Ball {
        Ball { middle: &self.middle - &other.middle, radius: &self.radius + &other.radius }
    }

    pub(super) fn negated(&self) -> Ball {
        Ball { middle: -&self.middle, radius: self.radius.clone() }
    }

    /// Times an integer.
    pub(super) fn scaled(&self, by: i64) -> Ball {
        Ball { middle: &self.middle * by, radius: &self.radius * by.unsigned_abs() }
    }

    /// Times a power of two.
    pub(super) fn shifted(&self, by: i64) -> Ball {
        let radius = match by >= 0 {
            true => &self.radius << by as u64,
            false => (&self.radius >> by.unsigned_abs()) + 2u32,
        };
        Ball { middle: shifted(&self.middle, by), radius }
    }
}

fn floor_div(a: &BigInt, b: &BigInt) -> BigInt {
    let quotient = a / b;
    if a.sign() == Sign::Minus && &quotient * b != *a { quotient - 1 } else { quotient }
}
