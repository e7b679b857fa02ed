//! Where the GNU library gives the exact result of a function that has one.
//!
//! Its functions have errors of about one unit in the last place, so that an exact result need not come out: `cbrt(27)` is not 3
//! there, and `exp10(3)` is not 1000. The test `library_beside_gcc` compares what is said here with the library.

use faultscope_ir::FloatFormat;

use super::function::Function;
use super::number::Number;

/// Whether the library gives the exact result of a function for `x`, where it is a number of the format.
pub(super) fn is_exact(function: Function, format: FloatFormat, x: &Number) -> bool {
    let Number::Finite(x) = x else { return true };
    if x.is_zero() {
        return true;
    }
    let up_to = |most: u32| x.small_integer().is_some_and(|it| it <= most);
    match (function, format) {
        (Function::Cbrt, FloatFormat::DOUBLE) => x.small_integer().is_some_and(|it| it == 1 || it == 8),
        (Function::Cbrt, _) => x.small_integer().is_some(),
        (Function::Exp10, FloatFormat::DOUBLE) => !x.is_negative && up_to(2),
        (Function::Exp10, FloatFormat::SINGLE) => up_to(10),
        (Function::Exp10, _) => up_to(22),
        (Function::Log10, FloatFormat::DOUBLE | FloatFormat::SINGLE) => true,
        (Function::Log10, _) => x.small_integer().is_some_and(|it| it <= 100),
        (Function::Gamma, FloatFormat::DOUBLE) => up_to(12),
        (Function::Gamma, FloatFormat::SINGLE) => up_to(2),
        (Function::Gamma, _) => up_to(7),
        _ => true,
    }
}
