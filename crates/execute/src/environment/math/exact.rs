//! What functions give without rounding, or with one rounding of a number that is known exactly: at infinities, zeros and NaN
//! (C17, annex F), and wherever the result is rational.

use faultscope_ir::FloatFormat;
use num_bigint::BigUint;

use super::function::Function;
use super::gamma as gamma_function;
use super::number::{Dyadic, Number};

/// A result that needs no series.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Special {
    Nan,
    Infinite(bool),
    Number(Dyadic),
    /// A fraction, perhaps below zero.
    Fraction(bool, BigUint, BigUint),
    /// So many eighths of a turn, perhaps below zero.
    Eighths(bool, i64),
    /// It is none.
    None,
}

/// Beyond this the hyperbolic tangent and `expm1` are as near to their limits as no format tells.
const FAR: i64 = 6;

/// Likewise the error function, from here on.
const FAR_ERROR: i64 = 3;

/// The gamma function of larger numbers overflows in every format.
const MAX_FACTORIAL: u32 = 2000;

/// Powers of odd numbers with more bits are no numbers of any format, nor in the middle between two.
const MAX_POWER_BITS: u64 = 256;

fn integer(is_negative: bool, number: u32) -> Special {
    Special::Number(Dyadic { is_negative, mantissa: number.into(), exponent: 0 })
}

fn power_of_two(exponent: i64) -> Special {
    Special::Number(Dyadic { is_negative: false, mantissa: 1u32.into(), exponent })
}

/// What a function gives if it need not be computed.
pub(super) fn special(function: Function, x: &Number, y: &Number) -> Special {
    use Function::*;
    match function {
        Pow => power(x, y),
        Atan2 => angle(x, y),
        Hypot => hypotenuse(x, y),
        Fmod | Remainder => rest(function == Remainder, x, y),
        Fdim => difference(x, y),
        _ => match x {
            Number::Nan => Special::Nan,
            Number::Infinite(is_negative) => of_infinity(function, *is_negative),
            Number::Finite(x) if x.is_zero() => of_zero(function, x.is_negative),
            Number::Finite(x) => of_number(function, x),
        },
    }
}

fn of_infinity(function: Function, is_negative: bool) -> Special {
    use Function::*;
    match (function, is_negative) {
        (Sinh | Asinh | Cbrt, _) => Special::Infinite(is_negative),
        (Cosh, _) | (LnGamma, _) => Special::Infinite(false),
        (Tanh | Erf, _) => integer(is_negative, 1),
        (Atan, _) => Special::Eighths(is_negative, 2),
        (Exp | Exp2 | Exp10, true) => integer(false, 0),
        (Expm1, true) => integer(true, 1),
        (Erfc, true) => integer(false, 2),
        (Erfc, false) => integer(false, 0),
        (Exp | Exp2 | Exp10 | Expm1 | Log | Log2 | Log10 | Log1p | Acosh | Gamma, false) => {
            Special::Infinite(false)
        }
        _ => Special::Nan,
    }
}

fn of_zero(function: Function, is_negative: bool) -> Special {
    use Function::*;
    match function {
        Sin | Tan | Asin | Atan | Sinh | Tanh | Asinh | Atanh | Expm1 | Log1p | Cbrt | Erf => {
            Special::Number(Dyadic::zero(is_negative))
        }
        Cos | Cosh | Exp | Exp2 | Exp10 | Erfc => integer(false, 1),
        Log | Log2 | Log10 => Special::Infinite(true),
        Gamma => Special::Infinite(is_negative),
        LnGamma => Special::Infinite(false),
        Acosh => Special::Nan,
        _ => Special::None,
    }
}

/// A function of a number that is not zero.
fn of_number(function: Function, x: &Dyadic) -> Special {
    use Function::*;
    let zero = || Special::Number(Dyadic::zero(false));
    let is_one = x.small_integer() == Some(1);
    let is_above_one = x.size() >= 0 && !is_one;
    match function {
        Asin | Acos | Atanh if is_above_one => Special::Nan,
        Acos if is_one && !x.is_negative => zero(),
        Acos if is_one => Special::Eighths(false, 4),
        Atanh if is_one => Special::Infinite(x.is_negative),
        Acosh if x.is_negative || x.size() < 0 => Special::Nan,
        Acosh if is_one => zero(),
        Tanh if x.size() > FAR => integer(x.is_negative, 1),
        Erf if x.size() >= FAR_ERROR => integer(x.is_negative, 1),
        Expm1 if x.is_negative && x.size() > FAR => integer(true, 1),
        Erfc if x.is_negative && x.size() >= FAR_ERROR => integer(false, 2),
        Exp2 => match x.small_integer() {
            Some(n) => power_of_two(if x.is_negative { -i64::from(n) } else { n.into() }),
            None => Special::None,
        },
        Exp10 => match x.small_integer().filter(|n| *n < 1 << 14) {
            Some(n) if x.is_negative => Special::Fraction(false, 1u32.into(), BigUint::from(10u32).pow(n)),
            Some(n) => Special::Fraction(false, BigUint::from(10u32).pow(n), 1u32.into()),
            None => Special::None,
        },
        Log | Log2 | Log10 if x.is_negative => Special::Nan,
        Log | Log2 | Log10 if is_one => zero(),
        Log2 => power_that_is(x, 2),
        Log10 => power_that_is(x, 10),
        Log1p if x.is_negative && is_one => Special::Infinite(true),
        Log1p if x.is_negative && x.size() >= 0 => Special::Nan,
        Cbrt => cube_root(x),
        Gamma | LnGamma => gamma(function == LnGamma, x),
        _ => Special::None,
    }
}

/// Which power of a base a number is, if it is one.
fn power_that_is(x: &Dyadic, base: u32) -> Special {
    let reduced = x.reduced();
    if base == 2 {
        return match reduced.mantissa == BigUint::from(1u32) {
            true => integer(reduced.exponent < 0, reduced.exponent.unsigned_abs() as u32),
            false => Special::None,
        };
    }
    // A power of ten has as many factors 2 as factors 5.
    match u32::try_from(reduced.exponent) {
        Ok(n) if n < 1 << 14 && reduced.mantissa == BigUint::from(5u32).pow(n) => integer(false, n),
        _ => Special::None,
    }
}

/// A root that is exact, or a number beside it with so many digits that it is rounded as the root.
fn root(square: Dyadic, degree: u32, is_negative: bool) -> Special {
    const DIGITS: u64 = 160;
    let step = i64::from(degree);
    let wanted = DIGITS * u64::from(degree);
    let more = wanted.saturating_sub(square.mantissa.bits()) as i64;
    let more = more + (square.exponent - more).rem_euclid(step);
    let large = square.mantissa << more as u64;
    let exponent = (square.exponent - more) / step;
    let root = large.nth_root(degree);
    if root.pow(degree) == large {
        return Special::Number(Dyadic { is_negative, mantissa: root, exponent });
    }
    Special::Number(Dyadic { is_negative, mantissa: (root << 1) + 1u32, exponent: exponent - 1 })
}

fn cube_root(x: &Dyadic) -> Special {
    root(x.clone(), 3, x.is_negative)
}

fn hypotenuse(x: &Number, y: &Number) -> Special {
    let (x, y) = match (x, y) {
        (Number::Infinite(_), _) | (_, Number::Infinite(_)) => return Special::Infinite(false),
        (Number::Finite(x), Number::Finite(y)) => (x, y),
        _ => return Special::Nan,
    };
    let least = x.exponent.min(y.exponent);
    let [x, y] = [x, y].map(|it| &it.mantissa << (it.exponent - least) as u64);
    root(Dyadic { is_negative: false, mantissa: &x * &x + &y * &y, exponent: 2 * least }, 2, false)
}

fn gamma(is_logarithm: bool, x: &Dyadic) -> Special {
    if x.is_integer() && x.is_negative {
        return if is_logarithm { Special::Infinite(false) } else { Special::Nan };
    }
    match x.small_integer() {
        Some(1 | 2) if is_logarithm => Special::Number(Dyadic::zero(false)),
        Some(n @ 1..=MAX_FACTORIAL) if !is_logarithm => {
            let product = (1..n).fold(BigUint::from(1u32), |product, k| product * k);
            Special::Fraction(false, product, 1u32.into())
        }
        _ if !is_logarithm && x.size() > i64::from(MAX_FACTORIAL.ilog2()) + 1 => match x.is_negative {
            // The result is nearer to zero than any number.
            true => Special::Number(Dyadic::zero(gamma_function::is_negative(x))),
            false => Special::Infinite(false),
        },
        _ => Special::None,
    }
}

fn power(x: &Number, y: &Number) -> Special {
    let is = |number: &Number, value: u32| matches!(number, Number::Finite(it) if !it.is_negative && it.small_integer() == Some(value));
    if matches!(y, Number::Finite(y) if y.is_zero()) || is(x, 1) {
        return integer(false, 1);
    }
    match (x, y) {
        (Number::Nan, _) | (_, Number::Nan) => Special::Nan,
        (Number::Infinite(x), Number::Infinite(below)) => {
            let _ = x;
            if *below { integer(false, 0) } else { Special::Infinite(false) }
        }
        (Number::Finite(x), Number::Infinite(below)) => {
            let is_large = !x.is_zero() && x.size() >= 0;
            match (x.small_integer() == Some(1), is_large != *below) {
                (true, _) => integer(false, 1),
                (_, true) => Special::Infinite(false),
                (_, false) => integer(false, 0),
            }
        }
        (Number::Infinite(is_negative), Number::Finite(y)) => {
            let is_negative = *is_negative && y.is_odd();
            if y.is_negative {
                Special::Number(Dyadic::zero(is_negative))
            } else {
                Special::Infinite(is_negative)
            }
        }
        (Number::Finite(x), Number::Finite(y)) if x.is_zero() => {
            let is_negative = x.is_negative && y.is_odd();
            if y.is_negative {
                Special::Infinite(is_negative)
            } else {
                Special::Number(Dyadic::zero(is_negative))
            }
        }
        (Number::Finite(x), Number::Finite(y)) if x.is_negative && !y.is_integer() => {
            let _ = (x, y);
            Special::Nan
        }
        (Number::Finite(x), Number::Finite(y)) => rational_power(x, y).unwrap_or(Special::None),
    }
}

/// A power that is a number with few bits.
fn rational_power(x: &Dyadic, y: &Dyadic) -> Option<Special> {
    let is_negative = x.is_negative && y.is_odd();
    let mut base = x.reduced();
    let mut power = y.reduced();
    if base.mantissa == BigUint::from(1u32) && base.exponent == 0 {
        return Some(integer(is_negative, 1));
    }
    while power.exponent < 0 {
        let root = base.mantissa.sqrt();
        if base.exponent % 2 != 0 || &root * &root != base.mantissa {
            return None;
        }
        base = Dyadic { is_negative, mantissa: root, exponent: base.exponent / 2 };
        power.exponent += 1;
    }
    let n = u32::try_from(power.integer()?).ok()?;
    let is_power_of_two = base.mantissa == BigUint::from(1u32);
    if !is_power_of_two && (y.is_negative || (base.mantissa.bits() - 1) * u64::from(n) > MAX_POWER_BITS) {
        return None;
    }
    let exponent = base.exponent.checked_mul(n.into())?;
    let exponent = if y.is_negative { -exponent } else { exponent };
    Some(Special::Number(Dyadic { is_negative, mantissa: base.mantissa.pow(n), exponent }))
}

/// The angle of a point: of an ordinate and an abscissa.
fn angle(ordinate: &Number, abscissa: &Number) -> Special {
    let sign = |number: &Number| match number {
        Number::Nan => false,
        Number::Infinite(is_negative) => *is_negative,
        Number::Finite(number) => number.is_negative,
    };
    let is_zero = |number: &Number| matches!(number, Number::Finite(it) if it.is_zero());
    let is_infinite = |number: &Number| matches!(number, Number::Infinite(_));
    let below = sign(ordinate);
    match (ordinate, abscissa) {
        (Number::Nan, _) | (_, Number::Nan) => Special::Nan,
        (Number::Infinite(_), Number::Infinite(is_left)) => {
            Special::Eighths(below, if *is_left { 3 } else { 1 })
        }
        (Number::Infinite(_), _) => Special::Eighths(below, 2),
        _ if (is_zero(ordinate) || is_infinite(abscissa)) && sign(abscissa) => Special::Eighths(below, 4),
        _ if is_zero(ordinate) || is_infinite(abscissa) => Special::Number(Dyadic::zero(below)),
        _ if is_zero(abscissa) => Special::Eighths(below, 2),
        _ => Special::None,
    }
}

/// What is left of `x` when a multiple of `y` is taken away: of the size below `y`, or the nearest one.
fn rest(is_nearest: bool, x: &Number, y: &Number) -> Special {
    let (x, y) = match (x, y) {
        (Number::Nan, _) | (_, Number::Nan) | (Number::Infinite(_), _) => return Special::Nan,
        (Number::Finite(x), Number::Infinite(_)) => return Special::Number(x.clone()),
        (Number::Finite(_), Number::Finite(y)) if y.is_zero() => return Special::Nan,
        (Number::Finite(x), _) if x.is_zero() => return Special::Number(x.clone()),
        (Number::Finite(x), Number::Finite(y)) => (x, y),
    };
    let least = x.exponent.min(y.exponent);
    let divisor = &y.mantissa << (y.exponent - least) as u64;
    let twice = &divisor << 1;
    let power = BigUint::from(2u32).modpow(&BigUint::from((x.exponent - least) as u64), &twice);
    let mut rest = (&x.mantissa * power) % &twice;
    let is_odd = rest >= divisor;
    if is_odd {
        rest -= &divisor;
    }
    let mut is_negative = x.is_negative;
    let doubled = &rest << 1;
    if is_nearest && (doubled > divisor || doubled == divisor && is_odd) {
        rest = divisor - rest;
        is_negative = !is_negative;
    }
    Special::Number(Dyadic { is_negative, mantissa: rest, exponent: least })
}

fn difference(x: &Number, y: &Number) -> Special {
    let zero = || Special::Number(Dyadic::zero(false));
    match (x, y) {
        (Number::Nan, _) | (_, Number::Nan) => Special::Nan,
        (Number::Infinite(true), _) | (_, Number::Infinite(false)) => zero(),
        (Number::Infinite(false), _) | (_, Number::Infinite(true)) => Special::Infinite(false),
        (Number::Finite(x), Number::Finite(y)) => {
            let least = x.exponent.min(y.exponent);
            let aligned = |it: &Dyadic| {
                let size = num_bigint::BigInt::from(&it.mantissa << (it.exponent - least) as u64);
                if it.is_negative { -size } else { size }
            };
            match (aligned(x) - aligned(y)).to_biguint() {
                Some(mantissa) => Special::Number(Dyadic { is_negative: false, mantissa, exponent: least }),
                None => zero(),
            }
        }
    }
}

/// The number of a format beside `x`, in the direction of `y`, by their bits.
pub(super) fn next_after(format: FloatFormat, x: u128, y: u128) -> u128 {
    let top = 1u128 << (format.width() - 1);
    let size = |bits: u128| bits & (top - 1);
    let infinite = super::infinity(format, false);
    if size(x) > infinite || size(y) > infinite {
        return format.quiet_nan();
    }
    let ordered = |bits: u128| if bits & top != 0 { -(size(bits) as i128) } else { bits as i128 };
    let (from, to) = (ordered(x), ordered(y));
    if from == to {
        return y;
    }
    if from == 0 {
        return y & top | 1;
    }
    let next = if from < to { from + 1 } else { from - 1 };
    if next < 0 || next == 0 && x & top != 0 { top | next.unsigned_abs() } else { next.unsigned_abs() }
}
