//! Headers of C17 for numbers.

use super::super::model::{FloatFunction, Model};
use super::super::row::{OWN, Returned, Row, RowMark, built_in, in_c, refused};

pub(super) const COMPLEX: &[Row] = &[
    in_c("cabs carg cimag creal").of_each_type(),
    in_c("conj cproj").of_each_type().returns(Returned::OwnComplex),
    refused("cacos casin catan ccos csin ctan cacosh casinh catanh ccosh csinh ctanh cexp clog cpow csqrt")
        .of_each_type(),
];

pub(super) const FENV: &[Row] = &[in_c(
    "feclearexcept fegetexceptflag feraiseexcept fesetexceptflag fetestexcept fegetround fesetround fegetenv \
         feholdexcept fesetenv feupdateenv feenableexcept fedisableexcept fegetexcept",
)];

pub(super) const INTTYPES: &[Row] = &[in_c("imaxabs imaxdiv strtoimax strtoumax wcstoimax wcstoumax")];

pub(super) const MATH: &[Row] = &[
    built_in("fabs", Model::Float(FloatFunction::Fabs))
        .of_each_type()
        .takes(&[OWN])
        .marked(&[RowMark::ComputedByGcc]),
    built_in("sqrt", Model::Float(FloatFunction::Sqrt)).of_each_type().takes(&[OWN]),
    built_in("ceil", Model::Float(FloatFunction::Ceil)).of_each_type().takes(&[OWN]),
    built_in("floor", Model::Float(FloatFunction::Floor)).of_each_type().takes(&[OWN]),
    built_in("nearbyint rint roundeven", Model::Float(FloatFunction::Rint)).of_each_type().takes(&[OWN]),
    built_in("round", Model::Float(FloatFunction::Round)).of_each_type().takes(&[OWN]),
    built_in("trunc", Model::Float(FloatFunction::Trunc)).of_each_type().takes(&[OWN]),
    built_in("copysign", Model::Float(FloatFunction::Copysign)).of_each_type().takes(&[OWN, OWN]),
    built_in("fmax", Model::Float(FloatFunction::Fmax)).of_each_type().takes(&[OWN, OWN]),
    built_in("fmin", Model::Float(FloatFunction::Fmin)).of_each_type().takes(&[OWN, OWN]),
    in_c(
        "acos asin atan atan2 cos sin tan acosh asinh atanh cosh sinh tanh exp exp2 exp10 expm1 frexp \
         ldexp log log10 log1p log2 logb modf scalbn scalbln cbrt hypot pow erf erfc lgamma tgamma \
         fmod remainder remquo nan fdim drem significand gamma j0 j1 jn y0 y1 yn",
    )
    .of_each_type(),
    in_c("ilogb").of_each_type().returns(Returned::Int),
    in_c("lrint lround").of_each_type().returns(Returned::Long),
    in_c("llrint llround").of_each_type().returns(Returned::LongLong),
    in_c("nextafter nexttoward fma").of_each_type_but_long_double(),
    in_c("sincos").of_each_type().returns(Returned::Void),
    built_in("__isnan __isnanf __isnanl isnan isnanf isnanl", Model::Float(FloatFunction::IsNan)),
    built_in("__isinf __isinff __isinfl isinf isinff isinfl", Model::Float(FloatFunction::IsInfinite)),
    built_in("__finite __finitef __finitel finite finitef finitel", Model::Float(FloatFunction::IsFinite)),
    built_in("__signbit __signbitf __signbitl", Model::Float(FloatFunction::SignBit)),
    in_c("__fpclassify __fpclassifyf __fpclassifyl"),
];
