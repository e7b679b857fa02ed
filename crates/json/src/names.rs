//! What a document names: a row of cases, each with one name.
//!
//! An enumeration of these documents alone is made by [`names!`], with its names; one that all layers speak of is in
//! `faultscope-ir`, with its names there, and stands in a document as [`Named`].

use std::borrow::Cow;

use faultscope_ir::compiler::CompilerEvidence;
use faultscope_ir::program::Language;
use faultscope_ir::{
    AssumptionKind, CheckStatus, DecidedBy, Direction, FindingKind, LifeEvent, ObjectKind, Property,
    Strength, Usage,
};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

/// An enumeration whose cases have names.
pub trait Vocabulary: Copy + PartialEq + 'static {
    /// All cases, in the order in which a schema lists them.
    fn all() -> Vec<Self>;

    /// The name in documents, stable.
    fn name(self) -> &'static str;
}

/// A case of an enumeration, by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Named<T>(pub T);

/// Writes the name of a case.
///
/// # Errors
/// Where the serializer has some.
pub fn write<T: Vocabulary, S: Serializer>(case: T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(case.name())
}

/// Reads a case by its name.
///
/// # Errors
/// Where no case has the name.
pub fn read<'de, T: Vocabulary, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    let text = Cow::<'_, str>::deserialize(deserializer)?;
    T::all().into_iter().find(|it| it.name() == text).ok_or_else(|| {
        let names: Vec<String> = T::all().into_iter().map(|it| format!("`{}`", it.name())).collect();
        match &names[..] {
            [name] => Error::custom(format!("expected {name}")),
            names => Error::custom(format!("expected one of {}", names.join(", "))),
        }
    })
}

/// The schema of the names.
pub fn schema<T: Vocabulary>() -> Schema {
    let names: Vec<&str> = T::all().into_iter().map(T::name).collect();
    match &names[..] {
        [name] => json_schema!({ "type": "string", "const": name }),
        names => json_schema!({ "type": "string", "enum": names }),
    }
}

impl<T: Vocabulary> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write(self.0, serializer)
    }
}

impl<'de, T: Vocabulary> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Named<T>, D::Error> {
        read(deserializer).map(Named)
    }
}

impl<T: Vocabulary> JsonSchema for Named<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        Cow::Borrowed(std::any::type_name::<T>())
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schema::<T>()
    }
}

/// An enumeration of these documents alone, with the names of its cases.
macro_rules! names {
    ($(#[doc = $doc:literal])+ $ty:ident { $($(#[doc = $of_case:literal])+ $case:ident => $name:literal,)+ }) => {
        $(#[doc = $doc])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $ty {
            $($(#[doc = $of_case])+ $case,)+
        }

        impl $ty {
            /// The name in documents, stable.
            pub const fn name(self) -> &'static str {
                match self {
                    $($ty::$case => $name,)+
                }
            }
        }

        impl $crate::names::Vocabulary for $ty {
            fn all() -> Vec<$ty> {
                vec![$($ty::$case),+]
            }

            fn name(self) -> &'static str {
                self.name()
            }
        }

        impl serde::Serialize for $ty {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::names::write(*self, serializer)
            }
        }

        impl<'de> serde::Deserialize<'de> for $ty {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$ty, D::Error> {
                $crate::names::read(deserializer)
            }
        }

        impl schemars::JsonSchema for $ty {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($ty).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                $crate::names::schema::<$ty>()
            }
        }
    };
}

pub(crate) use names;

names! {
    /// The answer to "does the program have an error?".
    Verdict {
        /// No execution reaches an error.
        Safe => "safe",
        /// All tests pass; nothing else was asked.
        TestsPass => "tests-pass",
        /// One does.
        Unsafe => "unsafe",
        /// Not decided.
        Unknown => "unknown",
    }
}

names! {
    /// Which bound of a check is proved, where it has two.
    Bound {
        /// What is bounded is not negative.
        Lower => "lower",
        /// What is bounded is not too large.
        Upper => "upper",
    }
}

names! {
    /// Which error traces are like those of a report.
    Coverage {
        /// All: there is one for each path that leads to an error.
        All => "all",
        /// All lead to an error of the report, and take only edges of the control flow that its traces take. Other statements may be
        /// relevant on them.
        UpToEdges => "up-to-edges",
        /// All are accepted by the danger automaton of one of them: they lead to its error, and may take other statements.
        Alike => "alike",
        /// There may be others.
        Partial => "partial",
    }
}

names! {
    /// What happens in a step.
    StepKind {
        /// A place gets a value.
        Assignment => "assignment",
        /// A parameter gets its value.
        Argument => "argument",
        /// A function returns a value.
        Return => "return",
        /// A variable comes into being without a value.
        Declaration => "declaration",
        /// A value comes from outside.
        Input => "input",
        /// A branch is taken or not.
        Condition => "condition",
        /// A condition is asserted.
        Assertion => "assertion",
        /// Memory is allocated that the error is about.
        Allocation => "allocation",
        /// Memory is freed that the error is about.
        Release => "release",
        /// The scope of a variable ends that the error is about.
        ScopeEnd => "scope-end",
    }
}

/// The cases of an enumeration that has names of its own. A case that is left out is an error of the compiler.
macro_rules! cases {
    ($($ty:ident { $($case:ident),+ })+) => {
        $(impl Vocabulary for $ty {
            fn all() -> Vec<$ty> {
                let all = vec![$($ty::$case),+];
                // Exhaustive, as the list has to be.
                all.iter().for_each(|it| match it { $($ty::$case => {})+ });
                all
            }

            fn name(self) -> &'static str {
                self.name()
            }
        })+
    };
}

cases! {
    CheckStatus { Violated, Proved, HoldsWithinLimits, NotReached, Undecided, NotAsked }
    DecidedBy { Bmc, TraceAbstraction, Execution, Paths, AbstractInterpretation, ControlFlow }
    Direction { Narrows, Widens, Replaces, Keeps }
    FindingKind { Assignment, Argument, Return, Declaration, Input, Condition, Release, ScopeEnd, PointerLost, Uninitialized, Call,
        Extra, BlockEnd, Order, Missing, Type }
    Language { C, Boogie }
    LifeEvent { Allocated, Declared, Freed, Escaped, ScopeEnded, PointerLost, Used }
    ObjectKind { Variable, Constant, Literal, Function, Allocated }
    Strength { Constant, Expression, Relevant, TraceAberrant, Irrelevant, Undecided }
    CompilerEvidence { Line, Variable }
    Usage { Read, Write, Free, Point, Lose }
}

impl Vocabulary for AssumptionKind {
    fn all() -> Vec<AssumptionKind> {
        AssumptionKind::ALL.to_vec()
    }

    fn name(self) -> &'static str {
        self.name()
    }
}

impl Vocabulary for Property {
    fn all() -> Vec<Property> {
        Property::ALL.to_vec()
    }

    fn name(self) -> &'static str {
        self.name()
    }
}
