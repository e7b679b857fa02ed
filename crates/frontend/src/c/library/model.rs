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
    Exit(Handlers),
    Malloc,
    Calloc,
    Realloc,
    Free,
    /// In models: asks that the second argument's many bytes behind the first can be read.
    Readable,
    /// The same, written.
    Writable,
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
    /// `__fs_written(value)`: asks that somebody has written the value.
    Written,
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
    /// The same, and an environment would see what is written.
    Output,
    /// The same, and something happens that is seen from outside of the program, and that no command shows.
    Hidden,
    /// The same: random numbers are set to begin with the argument.
    Seed,
    /// Values are read into the places that the arguments point to.
    Scan,
    /// A number from outside, within bounds, both included. Those of an `int` are the widest: bounds that the type of a result does not
    /// contain would rule out every value.
    Input(i32, i32),
    /// A random number within bounds: from outside, unless the program fixes the [seed](Model::Seed).
    Random(i32, i32),
    /// Mathematics.
    Float(FloatFunction),
    /// What is known of a pointer and its object.
    Pointer(PointerFact),
}

/// Whether the functions that the program has registered run at its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::c) enum Handlers {
    Run,
    Skip,
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

/// What a function without body does with the pointers it is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::c) enum Usage {
    /// Nothing that matters.
    Nothing,
    /// It writes to where they point, and keeps none.
    Targets,
    /// Not known.
    Unknown,
}

/// What of the result of a function, or of what it writes, comes from outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::c) enum Outside {
    /// Nothing.
    Nothing,
    /// The result, which may have bounds.
    Result(Option<(i32, i32)>),
    /// The result, unless the program fixes the seed of random numbers.
    Random((i32, i32)),
    /// What is read by a format.
    ByFormat,
}

/// What is seen from outside of the program of a call that does nothing in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::c) enum Seen {
    Nothing,
    Output,
    /// Something that no command shows.
    Hidden,
}

/// What holds of the calls of a function with a model, whatever its arguments are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::c) struct Facts {
    pub(in crate::c) usage: Usage,
    /// The function does more than to give a value.
    pub(in crate::c) acts: bool,
    /// Execution does not go on behind the call.
    pub(in crate::c) ends: bool,
    pub(in crate::c) outside: Outside,
    /// Of functions that do nothing in the program.
    pub(in crate::c) seen: Option<Seen>,
}

impl Model {
    /// What holds of all functions with this model.
    pub(in crate::c) fn facts(self) -> Facts {
        const PLAIN: Facts =
            Facts { usage: Usage::Nothing, acts: false, ends: false, outside: Outside::Nothing, seen: None };
        match self {
            Model::Nondet => Facts { outside: Outside::Result(None), ..PLAIN },
            Model::Input(low, high) => Facts { outside: Outside::Result(Some((low, high))), ..PLAIN },
            Model::Random(low, high) => Facts { outside: Outside::Random((low, high)), ..PLAIN },
            Model::Scan => Facts { usage: Usage::Targets, acts: true, outside: Outside::ByFormat, ..PLAIN },
            Model::Ignored | Model::Seed => Facts { seen: Some(Seen::Nothing), ..PLAIN },
            Model::Output => Facts { seen: Some(Seen::Output), ..PLAIN },
            Model::Hidden => Facts { seen: Some(Seen::Hidden), ..PLAIN },
            Model::Stop | Model::Abort | Model::Exit(_) => Facts { acts: true, ends: true, ..PLAIN },
            // A call of it is an error, wherever `unreach-call` is checked.
            Model::Error => Facts { ends: true, ..PLAIN },
            Model::AssertionFailure | Model::Assert | Model::Assume | Model::Jump => {
                Facts { acts: true, ..PLAIN }
            }
            Model::Realloc
            | Model::Free
            | Model::Readable
            | Model::Writable
            | Model::Disjoint
            | Model::Forget
            | Model::Room
            | Model::IsLiteral
            | Model::IsOpen
            | Model::Close
            | Model::Pointer(_) => Facts { usage: Usage::Unknown, ..PLAIN },
            Model::Malloc
            | Model::Calloc
            | Model::Require
            | Model::Need
            | Model::Unfollowed
            | Model::Fits
            | Model::Any
            | Model::AnyOr(_)
            | Model::Fail(_)
            | Model::Sign
            | Model::Truth
            | Model::Written
            | Model::LongestText
            | Model::IsLongestText
            | Model::Activation
            | Model::Landing
            | Model::Float(_) => PLAIN,
        }
    }

    /// The bounds of a result that comes from outside, if it has some.
    pub(in crate::c) fn bounds(self) -> Option<(i128, i128)> {
        let bounds = match self.facts().outside {
            Outside::Result(bounds) => bounds,
            Outside::Random(bounds) => Some(bounds),
            Outside::Nothing | Outside::ByFormat => None,
        };
        bounds.map(|(low, high)| (low.into(), high.into()))
    }
}
