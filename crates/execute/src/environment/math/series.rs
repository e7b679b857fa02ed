//! Functions whose results are no numbers of a format, rounded to the nearest one.

use faultscope_ir::FloatFormat;
use num_bigint::BigUint;

use super::ball::{Ball, Context};
use super::function::Function;
use super::gamma;
use super::number::{Dyadic, Rounded, infinity, least_exponent, round};
use crate::limits::MAX_SERIES_BITS;

/// So many digits are computed that do not matter, at first.
const SPARE: u64 = 64;

/// The number of a format that is nearest to what a function gives.
pub(super) fn nearest(function: Function, format: FloatFormat, x: &Dyadic, y: &Dyadic) -> Option<Rounded> {
    // Zero has no size; its exponent says nothing.
    let of = |number: &Dyadic| if number.is_zero() { 0 } else { number.size().unsigned_abs() };
    let large = of(x).max(of(y)).min(MAX_SERIES_BITS / 4);
    if let Some(far) = beyond(function, format, large, x, y) {
        return Some(far);
    }
    let mut bits = u64::from(format.significand) + SPARE;
    while bits <= MAX_SERIES_BITS {
        // Numbers that are far from 1 have no digits, or wrong ones, in less than this many bits.
        if bits > large
            && let Some(ball) = value(function, Context { bits }, x, y)
            && let Some(rounded) = decided(format, &ball, bits)
        {
            return Some(rounded);
        }
        bits *= 2;
    }
    None
}

/// What all numbers of a ball are rounded to, if it is one.
fn decided(format: FloatFormat, ball: &Ball, bits: u64) -> Option<Rounded> {
    let size = ball.middle.magnitude();
    if *size <= ball.radius {
        return None;
    }
    let is_negative = ball.middle.sign() == num_bigint::Sign::Minus;
    let one = BigUint::from(1u32);
    let rounded = |size: BigUint| round(format, is_negative, &size, &one, -(bits as i64));
    let (low, high) = (rounded(size - &ball.radius), rounded(size + &ball.radius));
    (low.bits == high.bits).then_some(Rounded { is_exact: false, ..low })
}

/// A result that is so large, or so small, that its digits need not be computed. The arguments are powers of two up to `large`.
fn beyond(function: Function, format: FloatFormat, large: u64, x: &Dyadic, y: &Dyadic) -> Option<Rounded> {
    let context = Context { bits: 128 + large };
    let power = logarithm(function, context, x, y)?;
    let is_negative = is_negative(function, x, y);
    let least = least_exponent(format);
    let ln2 = context.ln2();
    // A few powers of two more than there are decide it, whatever the error.
    let above = ln2.scaled(2 - least + 4);
    let below = ln2.scaled(least - i64::from(format.significand) - 4);
    if power.minus(&above).middle.sign() == num_bigint::Sign::Plus {
        return Some(Rounded {
            bits: infinity(format, is_negative),
            is_exact: true,
            overflows: true,
            underflows: false,
        });
    }
    let vanishes = !matches!(function, Function::Sinh | Function::Cosh | Function::Expm1);
    if vanishes && below.minus(&power).middle.sign() == num_bigint::Sign::Plus {
        let zero = Dyadic::zero(is_negative).rounded(format);
        return Some(Rounded { underflows: true, ..zero });
    }
    None
}

/// The natural logarithm of what a function gives, or nearly, where that is how it is computed.
fn logarithm(function: Function, context: Context, x: &Dyadic, y: &Dyadic) -> Option<Ball> {
    let number = context.number(x);
    Some(match function {
        Function::Exp | Function::Expm1 => number,
        Function::Sinh | Function::Cosh => {
            if x.is_negative {
                number.negated()
            } else {
                number
            }
        }
        Function::Exp2 => context.mul(&number, &context.ln2()),
        Function::Exp10 => context.mul(&number, &context.ln(&context.integer(10))?),
        Function::Pow => {
            let size = Dyadic { is_negative: false, ..x.clone() };
            context.mul(&context.number(y), &context.ln(&context.number(&size))?)
        }
        Function::Gamma => context.ln_gamma(&number)?,
        // It is less than this.
        Function::Erfc if !x.is_negative && x.size() > 0 => context.mul(&number, &number).negated(),
        _ => return None,
    })
}

/// Whether what a function gives is below zero, where it is computed by a logarithm.
fn is_negative(function: Function, x: &Dyadic, y: &Dyadic) -> bool {
    match function {
        Function::Sinh => x.is_negative,
        Function::Pow => x.is_negative && y.is_odd(),
        Function::Gamma => gamma::is_negative(x),
        _ => false,
    }
}

fn with_sign(ball: Ball, is_negative: bool) -> Ball {
    if is_negative { ball.negated() } else { ball }
}

/// What a function gives, up to an error; none where there are not enough digits.
fn value(function: Function, context: Context, x: &Dyadic, y: &Dyadic) -> Option<Ball> {
    use Function::*;
    let number = context.number(x);
    let one = context.integer(1);
    Some(match function {
        Sin => context.sin_cos(&number).0,
        Cos => context.sin_cos(&number).1,
        Tan => {
            let (sine, cosine) = context.sin_cos(&number);
            context.div(&sine, &cosine)?
        }
        Asin => arc_sine(context, x)?,
        Acos => context.pi().shifted(-1).minus(&arc_sine(context, x)?),
        Atan => context.atan(&number)?,
        Atan2 => angle(context, x, y)?,
        Sinh | Cosh | Tanh => hyperbolic(function, context, &number)?,
        Asinh => {
            let size = context.number(&Dyadic { is_negative: false, ..x.clone() });
            let root = context.sqrt(&context.mul(&size, &size).plus(&one))?;
            with_sign(context.ln(&size.plus(&root))?, x.is_negative)
        }
        Acosh => {
            let root = context.sqrt(&context.mul(&number, &number).minus(&one))?;
            context.ln(&number.plus(&root))?
        }
        Atanh => context.ln(&context.div(&one.plus(&number), &one.minus(&number))?)?.shifted(-1),
        Exp | Exp2 | Exp10 | Pow | Gamma => {
            with_sign(context.exp(&logarithm(function, context, x, y)?), is_negative(function, x, y))
        }
        Expm1 => context.exp(&number).minus(&one),
        Log => context.ln(&number)?,
        Log2 => context.div(&context.ln(&number)?, &context.ln2())?,
        Log10 => context.div(&context.ln(&number)?, &context.ln(&context.integer(10))?)?,
        Log1p => context.ln(&one.plus(&number))?,
        Erf => context.erf(&number)?,
        Erfc => one.minus(&context.erf(&number)?),
        LnGamma => context.ln_gamma(&number)?,
        Cbrt | Hypot | Fmod | Remainder | Fdim | NextAfter => return None,
    })
}

fn arc_sine(context: Context, x: &Dyadic) -> Option<Ball> {
    let number = context.number(x);
    let one = context.integer(1);
    if number.middle.magnitude() == one.middle.magnitude() {
        return Some(with_sign(context.pi().shifted(-1), x.is_negative));
    }
    let root = context.sqrt(&one.minus(&context.mul(&number, &number)))?;
    context.atan(&context.div(&number, &root)?)
}

/// The angle of a point with neither coordinate zero.
fn angle(context: Context, ordinate: &Dyadic, abscissa: &Dyadic) -> Option<Ball> {
    let quotient = context.div(&context.number(ordinate), &context.number(abscissa))?;
    let angle = context.atan(&quotient)?;
    Some(match (abscissa.is_negative, ordinate.is_negative) {
        (false, _) => angle,
        (true, false) => angle.plus(&context.pi()),
        (true, true) => angle.minus(&context.pi()),
    })
}

fn hyperbolic(function: Function, context: Context, x: &Ball) -> Option<Ball> {
    let power = context.exp(x);
    let inverse = context.exp(&x.negated());
    let (difference, sum) = (power.minus(&inverse), power.plus(&inverse));
    Some(match function {
        Function::Sinh => difference.shifted(-1),
        Function::Cosh => sum.shifted(-1),
        _ => context.div(&difference, &sum)?,
    })
}

/// A multiple of `π/4`, rounded.
pub(super) fn eighths_of_turn(format: FloatFormat, is_negative: bool, n: i64) -> Option<Rounded> {
    let bits = u64::from(format.significand) + SPARE;
    let ball = Context { bits }.pi().scaled(n).shifted(-2);
    decided(format, &with_sign(ball, is_negative), bits)
}
