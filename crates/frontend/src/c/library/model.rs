//! What the front end translates by itself.

/// A function that the front end translates by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::c) enum Model {
    /// `__VERIFIER_nondet_*`: any value.
    Nondet,
    /// Reaching it violates `unreach-call`.
    Error,
    /// `__assert_fail` and its kin: reaching it violates an assertion.
    AssertionFailure,
    /// An assertion of its argument.
    Assert,
    /// An assumption of its argument.
    Assume,
    /// The execution ends.
    Stop,
    /// The program ends with an error of its own.
    Abort,
    /// The program ends as it should.
    Exit,
    Malloc,
    Calloc,
    Realloc,
    Free,
    /// In models: asks that the second argument's many bytes behind the first can be read, or written.
    Accessible,
    /// In models: asks that so many bytes behind a pointer and so many behind another one do not overlap.
    Disjoint,
    /// In models: asks that the first argument hold; the second says what is wrong where it does not.
    Require,
    /// In models: the same of what an execution does not go on without.
    Need,
    /// In models: what comes next is not followed.
    Unfollowed,
    /// In models: asks that the argument hold, which says that a number fits into its signed type.
    Fits,
    /// In models: any number from the first argument to the second.
    Any,
    /// In models: any number from the first argument to the second, and where it is below the third, or below zero, what went
    /// wrong is in `errno`.
    AnyOr(Failure),
    /// In models: what went wrong is in `errno`.
    Fail(Failure),
    /// In models: any number of the argument's sign; the argument itself where the environment is given.
    Sign,
    /// In models: any number that is zero where the argument is; the argument itself where the environment is given.
    Truth,
    /// In models: so many bytes behind a pointer hold anything from now on.
    Forget,
    /// In models: the bytes from a pointer to the end of its object.
    Room,
    /// In models: how many characters a text from outside has at most.
    LongestText,
    /// In models: whether each text from outside has that many.
    IsLongestText,
    /// In models: whether a pointer points into a string literal.
    IsLiteral,
    /// In models: whether a stream has not been closed.
    IsOpen,
    /// In models: closes a stream.
    Close,
    /// In models of `setjmp`: the number of the activation that has called it.
    Activation,
    /// In models of `setjmp`: the number of the place in that function where it was called.
    Landing,
    /// In models: execution goes on at the place of the second argument in the activation of the first one, where `setjmp` gives
    /// the third.
    Jump,
    /// Arguments are evaluated, nothing happens; the result is any value.
    Ignored,
    /// Values are read into the places that the arguments point to.
    Scan,
    /// A number from outside, within bounds, both included.
    Input(i128, i128),
    /// Mathematics.
    Float(FloatFunction),
    /// What is known of a pointer and its object.
    Pointer(PointerFact),
}

/// Whether what a function says when it does not succeed is that something went wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::c) enum Failure {
    /// It is, and `errno` says what.
    Error,
    /// It can be, or there is no more to read: then `errno` stays as it is.
    ErrorOrEnd,
}

/// Functions of `<math.h>` that are operators of the intermediate representation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::c) enum FloatFunction {
    Fabs,
    Sqrt,
    Floor,
    Ceil,
    Trunc,
    Round,
    Rint,
    Fmin,
    Fmax,
    Copysign,
    IsNan,
    IsInfinite,
    IsFinite,
    SignBit,
}

/// What a word of CBMC's says of a pointer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::c) enum PointerFact {
    /// The number of its object.
    Object,
    /// How many bytes it is behind the beginning of its object.
    Offset,
    /// The bytes of its object.
    Size,
    /// Whether it and another one point into one object.
    IsSame,
    /// Whether its object is from the heap.
    IsDynamic,
    /// Whether so many bytes from it on can be read.
    IsReadable,
    /// The same, written.
    IsWritable,
}

/// The function of `<math.h>` that a name stands for.
pub(super) fn float_function(name: &str) -> Option<FloatFunction> {
    use FloatFunction::*;
    let classified = match name {
        "isnan" | "__isnan" | "__isnanf" | "__isnanl" | "isnanf" | "isnanl" => Some(IsNan),
        "isinf" | "__isinf" | "__isinff" | "__isinfl" | "isinff" | "isinfl" | "isinf_sign" => {
            Some(IsInfinite)
        }
        "isfinite" | "finite" | "finitef" | "finitel" | "__finite" | "__finitef" | "__finitel" => {
            Some(IsFinite)
        }
        "signbit" | "__signbit" | "__signbitf" | "__signbitl" => Some(SignBit),
        _ => None,
    };
    let plain = name.strip_suffix(['f', 'l']).filter(|plain| !plain.is_empty() && name != "ceil");
    classified.or_else(|| {
        [Some(name), plain].into_iter().flatten().find_map(|name| {
            Some(match name {
                "fabs" => Fabs,
                "sqrt" => Sqrt,
                "floor" => Floor,
                "ceil" => Ceil,
                "trunc" => Trunc,
                "round" => Round,
                "rint" | "nearbyint" | "roundeven" => Rint,
                "fmin" => Fmin,
                "fmax" => Fmax,
                "copysign" => Copysign,
                _ => return None,
            })
        })
    })
}
