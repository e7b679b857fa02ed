//! Functions of `<math.h>`, computed with exact numbers.
//!
//! Where the result is a number of the format it is found exactly. Else it is the nearest one: it is computed with more and more
//! digits, until the error that is left does not matter (Ziv's test). Nothing is asked of the library of the host.

mod ball;
mod exact;
mod function;
mod gamma;
mod library;
mod number;
mod series;

use faultscope_ir::FloatFormat;

use exact::Special;
use function::{FUNCTIONS, Function};
pub(super) use number::{Number, Rounded, decode, infinity, round};

/// What a function gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Computed {
    /// The bits of the result.
    pub(super) bits: u128,
    /// Whether every library gives this result. If not, it is the nearest one to the true result, and a library may give one
    /// beside it.
    pub(super) is_certain: bool,
}

/// The function of a number applied to numbers of a format; none where the result is not known.
pub(super) fn apply(number: i128, format: FloatFormat, x: u128, y: u128) -> Option<Computed> {
    let function = *FUNCTIONS.get(usize::try_from(number).ok()?)?;
    let certain = |bits| Some(Computed { bits, is_certain: true });
    if function == Function::NextAfter {
        return certain(exact::next_after(format, x, y));
    }
    let (x, y) = (decode(format, x), decode(format, y));
    match exact::special(function, &x, &y) {
        Special::Nan => certain(format.quiet_nan()),
        Special::Infinite(is_negative) => certain(infinity(format, is_negative)),
        Special::Number(number) => {
            Some(from_rounded(number.rounded(format), library::is_exact(function, format, &x)))
        }
        Special::Fraction(is_negative, above, below) => {
            let rounded = round(format, is_negative, &above, &below, 0);
            Some(from_rounded(rounded, library::is_exact(function, format, &x)))
        }
        // Libraries keep these as constants.
        Special::Eighths(is_negative, n) => certain(series::eighths_of_turn(format, is_negative, n)?.bits),
        Special::None => {
            let (Number::Finite(x), Number::Finite(y)) = (x, y) else { return None };
            let rounded = series::nearest(function, format, &x, &y)?;
            Some(Computed { bits: rounded.bits, is_certain: rounded.is_exact })
        }
    }
}

/// The next number of a format below another one, or above it.
pub(super) fn beside(format: FloatFormat, number: u128, is_below: bool) -> u128 {
    exact::next_after(format, number, infinity(format, is_below))
}

/// A result that was rounded once, and whether the library gives the exact one where it is a number.
fn from_rounded(rounded: Rounded, is_exact: bool) -> Computed {
    Computed { bits: rounded.bits, is_certain: rounded.is_exact && is_exact || rounded.overflows }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(function: Function, x: f64, y: f64, expected: f64, is_certain: bool) {
        let number = FUNCTIONS.iter().position(|it| *it == function).expect("a function") as i128;
        let found = apply(number, FloatFormat::DOUBLE, x.to_bits().into(), y.to_bits().into());
        let found = found.map(|it| (f64::from_bits(it.bits as u64), it.is_certain));
        let shown = |(number, is_certain): (f64, bool)| (format!("{number:?}"), is_certain);
        assert_eq!(found.map(shown), Some(shown((expected, is_certain))), "{function:?} of {x:?} and {y:?}");
    }

    #[test]
    fn results_that_are_numbers_are_exact() {
        use Function::*;
        check(Log10, 1000.0, 0.0, 3.0, true);
        check(Log2, 8.0, 0.0, 3.0, true);
        check(Log2, 0.125, 0.0, -3.0, true);
        check(Log, 1.0, 0.0, 0.0, true);
        check(Log, 0.0, 0.0, f64::NEG_INFINITY, true);
        check(Log, -1.0, 0.0, f64::NAN, true);
        check(Exp2, 10.0, 0.0, 1024.0, true);
        check(Exp2, -1074.0, 0.0, 5e-324, true);
        check(Exp10, 2.0, 0.0, 100.0, true);
        check(Exp10, 3.0, 0.0, 1000.0, false);
        check(Cbrt, -8.0, 0.0, -2.0, true);
        check(Cbrt, 0.125, 0.0, 0.5, false);
        check(Cbrt, 27.0, 0.0, 3.0, false);
        check(Hypot, 3.0, 4.0, 5.0, true);
        check(Hypot, f64::NAN, f64::INFINITY, f64::INFINITY, true);
        check(Pow, 2.0, 10.0, 1024.0, true);
        check(Pow, 2.0, -1.0, 0.5, true);
        check(Pow, 2.25, 0.5, 1.5, true);
        check(Pow, -3.0, 3.0, -27.0, true);
        check(Pow, -8.0, 1.0 / 3.0, f64::NAN, true);
        check(Pow, 0.0, -1.0, f64::INFINITY, true);
        check(Pow, -0.0, -3.0, f64::NEG_INFINITY, true);
        check(Pow, f64::NAN, 0.0, 1.0, true);
        check(Pow, 1.0, f64::NAN, 1.0, true);
        check(Pow, 10.0, 400.0, f64::INFINITY, true);
        check(Gamma, 5.0, 0.0, 24.0, true);
        check(Gamma, 13.0, 0.0, 479_001_600.0, false);
        check(Gamma, -1.0, 0.0, f64::NAN, true);
        check(Gamma, -100_000.5, 0.0, -0.0, false);
        check(Gamma, -100_001.5, 0.0, 0.0, false);
        check(LnGamma, 1.0, 0.0, 0.0, true);
        check(LnGamma, -2.0, 0.0, f64::INFINITY, true);
        check(Fmod, 5.5, 2.0, 1.5, true);
        check(Fmod, -6.0, 2.0, -0.0, true);
        check(Fmod, 1e300, 3e-300, 1e300 % 3e-300, true);
        check(Remainder, 5.0, 3.0, -1.0, true);
        check(Remainder, 3.0, 2.0, -1.0, true);
        check(Remainder, 1.0, 2.0, 1.0, true);
        check(Remainder, 1.0, 0.0, f64::NAN, true);
        check(Remainder, 7.0, f64::INFINITY, 7.0, true);
        check(Fdim, 5.0, 3.0, 2.0, true);
        check(Fdim, 3.0, 5.0, 0.0, true);
        check(Exp, 0.0, 0.0, 1.0, true);
        check(Exp, 1000.0, 0.0, f64::INFINITY, true);
        check(Exp, -1000.0, 0.0, 0.0, true);
        check(Sin, -0.0, 0.0, -0.0, true);
        check(Cos, 0.0, 0.0, 1.0, true);
        check(Atan2, 0.0, 1.0, 0.0, true);
        check(Atan2, -0.0, -1.0, -std::f64::consts::PI, true);
        check(Tanh, f64::INFINITY, 0.0, 1.0, true);
        check(NextAfter, 1.0, 2.0, 1.0 + f64::EPSILON, true);
        check(NextAfter, 0.0, -1.0, -5e-324, true);
    }

    #[test]
    fn other_results_are_the_nearest_numbers() {
        use Function::*;
        check(Cos, 1e22, 0.0, 0.523_214_785_395_139, false);
        check(Sin, 1e300, 0.0, -0.817_881_912_115_908_5, false);
        check(Sin, 1e-300, 0.0, 1e-300, false);
        check(Pow, 2.0, 0.5, std::f64::consts::SQRT_2, false);
        check(Exp, 1.0, 0.0, std::f64::consts::E, false);
        check(Log, 2.0, 0.0, std::f64::consts::LN_2, false);
        check(Log10, 2.0, 0.0, std::f64::consts::LOG10_2, false);
        check(Log1p, 1e-10, 0.0, 9.999_999_999_500_001e-11, false);
        check(Atan, 1.0, 0.0, std::f64::consts::FRAC_PI_4, false);
        check(Acos, -1.0, 0.0, std::f64::consts::PI, true);
        check(Asin, 0.5, 0.0, std::f64::consts::FRAC_PI_6, false);
        check(Tan, 1.0, 0.0, 1.557_407_724_654_902_3, false);
        check(Sinh, 1.0, 0.0, 1.175_201_193_643_801_4, false);
        check(Cosh, 1.0, 0.0, 1.543_080_634_815_243_7, false);
        check(Tanh, 1.0, 0.0, 0.761_594_155_955_764_9, false);
        check(Asinh, 1.0, 0.0, 0.881_373_587_019_543, false);
        check(Acosh, 2.0, 0.0, 1.316_957_896_924_816_8, false);
        check(Atanh, 0.5, 0.0, 0.549_306_144_334_054_9, false);
        check(Expm1, 1e-5, 0.0, 1.000_005_000_016_666_8e-5, false);
        check(Erf, 1.0, 0.0, 0.842_700_792_949_714_9, false);
        check(Erfc, 1.0, 0.0, 0.157_299_207_050_285_13, false);
        check(Gamma, 0.5, 0.0, 1.772_453_850_905_516, false);
        check(Gamma, -1.5, 0.0, 2.363_271_801_207_355, false);
        check(LnGamma, 10.5, 0.0, 13.940_625_219_403_763, false);
        check(Cbrt, 2.0, 0.0, 1.259_921_049_894_873_2, false);
        check(Hypot, 1.0, 1.0, std::f64::consts::SQRT_2, false);
        check(Exp, -745.0, 0.0, 5e-324, false);
    }
}
