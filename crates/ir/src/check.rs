//! Checks: what a program claims of itself, and which property each claim belongs to.
//!
//! A front end makes a row of [`Program::checks`](crate::Program) for every assertion, every call of an error function
//! and whatever else is checked; an [error location](crate::Terminator::Error) names its row. What is checked is thus
//! data: verifiers answer per row ([`CheckOutcome`]), and another property is another row of [`Property`] with front ends that fill it.
//!
//! # Rows of the table
//! What must not happen is data: a row of `ir::Program::checks` with its `Property`, its condition, its place, and what a violation is called.
//! The user writes some of it (assertions, places that must not be reached); the language asks for the rest (`ir::Property` is the table).
//! What of that is not selected either ends the execution, under a named assumption (accesses, `free`, division by zero), or goes on as the compiler's code does.
//! An error location names its row, so that another property is another row and no other path through the code.
//! Which properties get rows is a list of names (`ir::selection`); what an unselected one does instead is the front end's business.
//! With `--check` the search gets the program with the errors of some rows alone (`ir::focus`), and nothing is said of the others.
//! Whatever comes after the search is about the whole program: a change that avoids one error by way of another repairs nothing.
//! `verify::check_outcomes` says of each row what became of it (`CheckStatus`: violated, proved, not reached, undecided, or not asked) and who decided; the report has all of them.
//! What the front ends took for granted is `Program::assumptions`, each with its kind and the command that rests on it; the report lists those beside the verdict that lie on paths that were followed (`docs/assumptions.md`).

use crate::source::OriginId;
use crate::term::Term;

/// Names a row of a program's table of checks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CheckId(pub u32);

/// Something that must hold at a place of the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// What it is an instance of.
    pub property: Property,
    /// What must hold there, over the variables of that place, where one term says it. None for a place that must not
    /// be reached, and where the condition is evaluated step by step.
    pub condition: Option<Term>,
    /// Where it stands.
    pub origin: OriginId,
    /// What a violation is called, for the user: `assertion x > 0 violated`, `call of reach_error()`.
    pub message: String,
}

/// What became of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CheckStatus {
    /// An execution that was replayed violates it.
    Violated,
    /// None of the others is known.
    Undecided,
    /// No execution violates it: this is proved.
    Proved,
    /// No execution gets to it: this is proved.
    NotReached,
    /// No execution within the limits of the search violates it, such as a bound on the rounds of loops.
    HoldsWithinLimits,
    /// Only others were asked about.
    NotAsked,
}

impl CheckStatus {
    /// The identifier, stable, for other programs.
    pub const fn name(self) -> &'static str {
        match self {
            CheckStatus::Violated => "violated",
            CheckStatus::Undecided => "open",
            CheckStatus::Proved => "holds",
            CheckStatus::HoldsWithinLimits => "holds-within-limits",
            CheckStatus::NotReached => "not-reached",
            CheckStatus::NotAsked => "not-asked",
        }
    }
}

/// Who decided about a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DecidedBy {
    /// Bounded model checking.
    Bmc,
    /// Trace abstraction.
    TraceAbstraction,
    /// The execution of a program that asks nothing of its environment.
    Execution,
    /// Symbolic execution path by path.
    Paths,
    /// Abstract interpretation.
    AbstractInterpretation,
    /// The control-flow graph.
    ControlFlow,
}

impl DecidedBy {
    /// The identifier, stable, for other programs.
    pub const fn name(self) -> &'static str {
        match self {
            DecidedBy::Bmc => "bmc",
            DecidedBy::TraceAbstraction => "trace-abstraction",
            DecidedBy::Execution => "execution",
            DecidedBy::Paths => "paths",
            DecidedBy::AbstractInterpretation => "abstract-interpretation",
            DecidedBy::ControlFlow => "control-flow",
        }
    }
}

/// What became of one check of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CheckOutcome {
    /// The check.
    pub check: CheckId,
    /// What became of it.
    pub status: CheckStatus,
    /// Who decided; none where nobody did.
    pub by: Option<DecidedBy>,
}

impl CheckOutcome {
    /// Nothing is known of a check.
    pub fn undecided(check: CheckId) -> CheckOutcome {
        CheckOutcome { check, status: CheckStatus::Undecided, by: None }
    }

    /// It is decided about a check.
    pub fn decided(check: CheckId, status: CheckStatus, by: DecidedBy) -> CheckOutcome {
        CheckOutcome { check, status, by: Some(by) }
    }
}

/// What can be checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Property {
    /// What must not be reached by its name is not: where nobody names anything else, calls of `reach_error` and
    /// `__VERIFIER_error`, and a label `ERROR`.
    UnreachCall,
    /// Assertions hold; in Boogie also what procedures require and ensure, and the invariants of loops.
    Assertions,
    /// What annotations of C claim: postconditions where functions return, preconditions where they are called, assertions,
    /// invariants and variants of loops.
    Contracts,
    /// `abort` is not called.
    NoAbort,
    /// Nothing is read or written through a null pointer, or one that points to nothing.
    NullDereference,
    /// Nothing is read or written in memory that was given back.
    UseAfterFree,
    /// Nothing is read or written in a local variable whose scope has ended.
    UseAfterScope,
    /// What is read or written lies within its object.
    OutOfBounds,
    /// Nothing is written to constants, string literals and functions.
    WriteToConstant,
    /// Calls through pointers go to functions of a fitting type.
    InvalidFunctionPointer,
    /// What is given back was allocated, is the start of what was allocated, and was not given back before.
    InvalidFree,
    /// No allocated memory is lost: at the end, what was not given back can still be got at.
    MemoryLeak,
    /// At the end, all allocated memory was given back.
    MemoryCleanup,
    /// Signed arithmetic, and left shifts of signed numbers, have results that fit.
    Overflow,
    /// No division and no remainder by zero.
    DivisionByZero,
    /// Shifts are by less than the width, and not by a negative number.
    Shift,
    /// A floating-point number that is converted to an integer fits.
    FloatConversion,
    /// No value that nobody wrote decides a branch, an address, an argument of a library function, or the exit status.
    Uninitialized,
    /// Pointers stay within their object, or one past its end; those that are compared or subtracted point into one object.
    Pointer,
    /// Functions of the library are called as the standard asks for.
    Library,
    /// `__builtin_unreachable` is not reached.
    Unreachable,
    /// The value of a function that returns none is not used.
    MissingReturn,
    /// An expression does not change a variable that it uses or changes once more in no order with that.
    Unsequenced,
    /// All files declare a symbol with compatible types.
    Declarations,
    /// The program does on its tests what they expect: its output and its status are right, and it ends.
    ExpectedOutput,
    /// In a program with a most permissive fix: there is a value that avoids the error.
    FixExists,
    /// In a program with a changed line: the operations on it have a value.
    DefinedOperation,
}

/// Properties that belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PropertyGroup {
    /// Places that must not be reached.
    Reachability,
    /// What the user has written that must hold.
    Assertions,
    /// Accesses to memory.
    MemorySafety,
    /// Memory that is not given back.
    MemoryLeaks,
    /// Operations on numbers.
    Arithmetic,
    /// What the standard leaves undefined beyond these.
    UndefinedBehaviour,
    /// What tests expect. Who gives tests selects these.
    Tests,
    /// What a changed program must fulfil beyond what the original must. No user selects these.
    Repair,
}

/// What is fixed of a property.
struct Row {
    name: &'static str,
    sv_comp: Option<&'static str>,
    group: PropertyGroup,
    /// Whether it is checked where nobody says what is to be checked.
    is_default: bool,
}

impl Property {
    /// What users can select, in the order in which it is listed.
    pub const SELECTABLE: [Property; 24] = [
        Property::UnreachCall,
        Property::Assertions,
        Property::Contracts,
        Property::NoAbort,
        Property::NullDereference,
        Property::UseAfterFree,
        Property::UseAfterScope,
        Property::OutOfBounds,
        Property::WriteToConstant,
        Property::InvalidFunctionPointer,
        Property::InvalidFree,
        Property::MemoryLeak,
        Property::MemoryCleanup,
        Property::Overflow,
        Property::DivisionByZero,
        Property::Shift,
        Property::FloatConversion,
        Property::Uninitialized,
        Property::Pointer,
        Property::Library,
        Property::Unreachable,
        Property::MissingReturn,
        Property::Unsequenced,
        Property::Declarations,
    ];

    /// The one place to edit when a property is added.
    const fn row(self) -> Row {
        use PropertyGroup::{
            Arithmetic, Assertions, MemoryLeaks, MemorySafety, Reachability, Repair, Tests,
            UndefinedBehaviour,
        };
        let (name, sv_comp, group, is_default) = match self {
            Property::UnreachCall => ("unreach-call", Some("unreach-call"), Reachability, true),
            Property::Assertions => ("assertions", None, Assertions, true),
            Property::Contracts => ("contracts", None, Assertions, true),
            Property::NoAbort => ("no-abort", None, Reachability, false),
            Property::NullDereference => ("null-dereference", Some("valid-deref"), MemorySafety, true),
            Property::UseAfterFree => ("use-after-free", Some("valid-deref"), MemorySafety, true),
            Property::UseAfterScope => ("use-after-scope", Some("valid-deref"), MemorySafety, true),
            Property::OutOfBounds => ("out-of-bounds", Some("valid-deref"), MemorySafety, true),
            Property::WriteToConstant => ("write-to-constant", Some("valid-deref"), MemorySafety, true),
            Property::InvalidFunctionPointer => {
                ("invalid-function-pointer", Some("valid-deref"), MemorySafety, true)
            }
            Property::InvalidFree => ("invalid-free", Some("valid-free"), MemorySafety, true),
            Property::MemoryLeak => ("memory-leak", Some("valid-memtrack"), MemoryLeaks, false),
            Property::MemoryCleanup => ("memory-cleanup", Some("valid-memcleanup"), MemoryLeaks, false),
            Property::Overflow => ("overflow", Some("no-overflow"), Arithmetic, true),
            Property::DivisionByZero => ("division-by-zero", None, Arithmetic, true),
            Property::Shift => ("shift", None, Arithmetic, true),
            Property::FloatConversion => ("float-conversion", None, Arithmetic, true),
            Property::Uninitialized => ("uninitialized", None, UndefinedBehaviour, true),
            Property::Pointer => ("pointer", None, UndefinedBehaviour, false),
            Property::Library => ("library", None, UndefinedBehaviour, true),
            Property::Unreachable => ("unreachable", None, UndefinedBehaviour, true),
            Property::MissingReturn => ("missing-return", None, UndefinedBehaviour, true),
            Property::Unsequenced => ("unsequenced", None, UndefinedBehaviour, true),
            Property::Declarations => ("declarations", None, UndefinedBehaviour, true),
            Property::ExpectedOutput => ("expected-output", None, Tests, false),
            Property::FixExists => ("fix-exists", None, Repair, false),
            Property::DefinedOperation => ("defined-operation", None, Repair, false),
        };
        Row { name, sv_comp, group, is_default }
    }

    /// The identifier, stable, for other programs.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// The name of its property file in SV-COMP, where it has one.
    pub const fn sv_comp_name(self) -> Option<&'static str> {
        self.row().sv_comp
    }

    /// What it belongs to.
    pub const fn group(self) -> PropertyGroup {
        self.row().group
    }

    /// Whether it is among what is checked where nobody says what is to be checked: what makes a program crash, or
    /// leaves undefined what it does.
    pub const fn is_default(self) -> bool {
        self.row().is_default
    }

    /// Whether users write down what must hold, or that a place must not be reached.
    pub const fn is_written(self) -> bool {
        matches!(self.group(), PropertyGroup::Reachability | PropertyGroup::Assertions | PropertyGroup::Tests)
    }

    /// What is checked where nobody says what is to be checked.
    pub fn defaults() -> impl Iterator<Item = Property> {
        Property::SELECTABLE.into_iter().filter(|it| it.is_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_identifiers_of_their_own() {
        let own = [Property::ExpectedOutput, Property::FixExists, Property::DefinedOperation];
        let all: Vec<Property> = Property::SELECTABLE.into_iter().chain(own).collect();
        for (idx, property) in all.iter().enumerate() {
            let is_identifier = |name: &str| name.chars().all(|it| it.is_ascii_lowercase() || it == '-');
            assert!(is_identifier(property.name()), "{property:?}");
            assert!(all[..idx].iter().all(|other| other.name() != property.name()), "{property:?}");
            let is_selectable = Property::SELECTABLE.contains(property);
            let is_own = matches!(property.group(), PropertyGroup::Tests | PropertyGroup::Repair);
            assert_eq!(is_selectable, !is_own, "{property:?}");
        }
    }
}
