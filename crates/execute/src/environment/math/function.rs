//! The functions that are computed.

/// The functions, in the order of the models of the library.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Function {
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Sinh,
    Cosh,
    Tanh,
    Asinh,
    Acosh,
    Atanh,
    Exp,
    Exp2,
    Expm1,
    Log,
    Log2,
    Log10,
    Log1p,
    Cbrt,
    Pow,
    Atan2,
    Hypot,
    Fmod,
    Remainder,
    Fdim,
    Exp10,
    Erf,
    Erfc,
    Gamma,
    LnGamma,
    NextAfter,
}

/// By their numbers in the models.
pub(super) const FUNCTIONS: [Function; 32] = {
    use Function::*;
    [
        Sin, Cos, Tan, Asin, Acos, Atan, Sinh, Cosh, Tanh, Asinh, Acosh, Atanh, Exp, Exp2, Expm1, Log, Log2,
        Log10, Log1p, Cbrt, Pow, Atan2, Hypot, Fmod, Remainder, Fdim, Exp10, Erf, Erfc, Gamma, LnGamma,
        NextAfter,
    ]
};
