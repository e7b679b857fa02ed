//! What can be checked: one row for each property.
//!
//! A property is a case of [`Property`] and its [`Row`]: its names, how it is selected, and how all layers speak of it. Lists of
//! properties are made of this table. What a program must do to have the property is the business of the front ends, which fill
//! rows of [`Program::checks`](crate::Program) with it.

crate::listed! {
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
    /// The identifier, stable, for other programs.
    name: &'static str,
    group: PropertyGroup,
    /// Whether it is checked where nobody says what is to be checked.
    is_default: bool,
    /// The name of its property file in SV-COMP.
    sv_comp: Option<&'static str>,
    /// The formula of witnesses.
    formula: &'static str,
    /// What a violation is called.
    violation: &'static str,
    /// What must hold.
    demand: &'static str,
    /// What an operation does that meets it, behind the text of the operation.
    met: &'static str,
}

impl Property {
    /// The one place to edit when a property is added.
    const fn row(self) -> Row {
        use PropertyGroup::{
            Arithmetic, Assertions, MemoryLeaks, MemorySafety, Reachability, Repair, Tests,
            UndefinedBehaviour,
        };
        match self {
            Property::UnreachCall => Row {
                name: "unreach-call",
                group: Reachability,
                is_default: true,
                sv_comp: Some("unreach-call"),
                formula: "G ! call(reach_error())",
                violation: "An error function is reached.",
                demand: "No execution calls `reach_error` or `__VERIFIER_error`, or reaches a label `ERROR`.",
                met: "holds",
            },
            Property::Assertions => Row {
                name: "assertions",
                group: Assertions,
                is_default: true,
                sv_comp: None,
                formula: "G assert",
                violation: "An assertion fails.",
                demand: "Assertions hold; in Boogie also preconditions, postconditions and loop invariants.",
                met: "holds",
            },
            Property::Contracts => Row {
                name: "contracts",
                group: Assertions,
                is_default: true,
                sv_comp: None,
                formula: "G assert",
                violation: "An annotation does not hold.",
                demand: "Annotations of C hold: postconditions where functions return, preconditions where they are called, assertions, \
                         loop invariants and variants.",
                met: "holds",
            },
            Property::NoAbort => Row {
                name: "no-abort",
                group: Reachability,
                is_default: false,
                sv_comp: None,
                formula: "G def-behavior",
                violation: "`abort` is called.",
                demand: "No execution calls `abort`.",
                met: "holds",
            },
            Property::NullDereference => Row {
                name: "null-dereference",
                group: MemorySafety,
                is_default: true,
                sv_comp: Some("valid-deref"),
                formula: "G valid-deref",
                violation: "Null pointer dereference.",
                demand: "Memory is not accessed through a null pointer, or one that points to no object.",
                met: "dereferences no null pointer",
            },
            Property::UseAfterFree => Row {
                name: "use-after-free",
                group: MemorySafety,
                is_default: true,
                sv_comp: Some("valid-deref"),
                formula: "G valid-deref",
                violation: "Use after free.",
                demand: "Freed memory is neither read nor written.",
                met: "uses no freed memory",
            },
            Property::UseAfterScope => Row {
                name: "use-after-scope",
                group: MemorySafety,
                is_default: true,
                sv_comp: Some("valid-deref"),
                formula: "G valid-deref",
                violation: "Use of a local variable after its scope.",
                demand: "A local variable is neither read nor written after its scope has ended.",
                met: "uses no variable whose scope has ended",
            },
            Property::OutOfBounds => Row {
                name: "out-of-bounds",
                group: MemorySafety,
                is_default: true,
                sv_comp: Some("valid-deref"),
                formula: "G valid-deref",
                violation: "Out-of-bounds access.",
                demand: "Reads and writes stay within their object.",
                met: "stays in bounds",
            },
            Property::WriteToConstant => Row {
                name: "write-to-constant",
                group: MemorySafety,
                is_default: true,
                sv_comp: Some("valid-deref"),
                formula: "G valid-deref",
                violation: "Write to a constant.",
                demand: "Constants, string literals and functions are not written to.",
                met: "writes to no constant",
            },
            Property::InvalidFunctionPointer => Row {
                name: "invalid-function-pointer",
                group: MemorySafety,
                is_default: true,
                sv_comp: Some("valid-deref"),
                formula: "G def-behavior",
                violation: "Call through an invalid function pointer.",
                demand: "Calls through pointers reach functions of a compatible type.",
                met: "holds",
            },
            Property::InvalidFree => Row {
                name: "invalid-free",
                group: MemorySafety,
                is_default: true,
                sv_comp: Some("valid-free"),
                formula: "G valid-free",
                violation: "Invalid free.",
                demand: "`free` and `realloc` get the start of allocated memory that has not been freed.",
                met: "holds",
            },
            Property::MemoryLeak => Row {
                name: "memory-leak",
                group: MemoryLeaks,
                is_default: false,
                sv_comp: Some("valid-memtrack"),
                formula: "G valid-memtrack",
                violation: "Memory leak.",
                demand: "At the end, allocated memory that was not freed is still reachable.",
                met: "holds",
            },
            Property::MemoryCleanup => Row {
                name: "memory-cleanup",
                group: MemoryLeaks,
                is_default: false,
                sv_comp: Some("valid-memcleanup"),
                formula: "G valid-memcleanup",
                violation: "Memory is not freed at exit.",
                demand: "At the end, all allocated memory has been freed.",
                met: "holds",
            },
            Property::Overflow => Row {
                name: "overflow",
                group: Arithmetic,
                is_default: true,
                sv_comp: Some("no-overflow"),
                formula: "G ! overflow",
                violation: "Signed integer overflow.",
                demand: "Signed arithmetic and left shifts of signed numbers do not overflow.",
                met: "does not overflow",
            },
            Property::DivisionByZero => Row {
                name: "division-by-zero",
                group: Arithmetic,
                is_default: true,
                sv_comp: None,
                formula: "G def-behavior",
                violation: "Division by zero.",
                demand: "The divisor of a division or remainder is not zero.",
                met: "does not divide by zero",
            },
            Property::Shift => Row {
                name: "shift",
                group: Arithmetic,
                is_default: true,
                sv_comp: None,
                formula: "G def-behavior",
                violation: "Shift out of range.",
                demand: "Shift amounts are not negative and less than the width.",
                met: "is in range",
            },
            Property::FloatConversion => Row {
                name: "float-conversion",
                group: Arithmetic,
                is_default: true,
                sv_comp: None,
                formula: "G def-behavior",
                violation: "Floating-point value out of range of an integer type.",
                demand: "A floating-point number converted to an integer fits.",
                met: "holds",
            },
            Property::Uninitialized => Row {
                name: "uninitialized",
                group: UndefinedBehaviour,
                is_default: true,
                sv_comp: None,
                formula: "G def-behavior",
                violation: "Use of an uninitialized value.",
                demand: "No branch, address, argument of a library function or exit status depends on an uninitialized value.",
                met: "uses no uninitialized value",
            },
            Property::Pointer => Row {
                name: "pointer",
                group: UndefinedBehaviour,
                is_default: false,
                sv_comp: None,
                formula: "G def-behavior",
                violation: "Invalid pointer arithmetic or comparison.",
                demand: "Pointers stay within their object or one past its end; pointers that are compared or subtracted point into the same \
                         object.",
                met: "holds",
            },
            Property::Library => Row {
                name: "library",
                group: UndefinedBehaviour,
                is_default: true,
                sv_comp: None,
                formula: "G def-behavior",
                violation: "Invalid call of a library function.",
                demand: "Library functions are called as the standard requires.",
                met: "holds",
            },
            Property::Unreachable => Row {
                name: "unreachable",
                group: UndefinedBehaviour,
                is_default: true,
                sv_comp: None,
                formula: "G def-behavior",
                violation: "`__builtin_unreachable` is reached.",
                demand: "No execution reaches `__builtin_unreachable`.",
                met: "holds",
            },
            Property::MissingReturn => Row {
                name: "missing-return",
                group: UndefinedBehaviour,
                is_default: true,
                sv_comp: None,
                formula: "G def-behavior",
                violation: "Use of the result of a function that returned none.",
                demand: "The result of a function that returned no value is not used.",
                met: "holds",
            },
            Property::Unsequenced => Row {
                name: "unsequenced",
                group: UndefinedBehaviour,
                is_default: true,
                sv_comp: None,
                formula: "G def-behavior",
                violation: "Unsequenced modification and access.",
                demand: "An operand does not use or change a variable that another operand changes: C leaves their order open.",
                met: "holds",
            },
            Property::Declarations => Row {
                name: "declarations",
                group: UndefinedBehaviour,
                is_default: true,
                sv_comp: None,
                formula: "G def-behavior",
                violation: "Files declare a symbol with conflicting types.",
                demand: "All declarations of a function or variable have compatible types, across files.",
                met: "holds",
            },
            Property::ExpectedOutput => Row {
                name: "expected-output",
                group: Tests,
                is_default: false,
                sv_comp: None,
                formula: "G def-behavior",
                violation: "A test fails.",
                demand: "On its tests the program ends with the expected output and exit status.",
                met: "is as expected",
            },
            Property::FixExists => Row {
                name: "fix-exists",
                group: Repair,
                is_default: false,
                sv_comp: None,
                formula: "G def-behavior",
                violation: "No value avoids the error.",
                demand: "Some value avoids the error.",
                met: "holds",
            },
            Property::DefinedOperation => Row {
                name: "defined-operation",
                group: Repair,
                is_default: false,
                sv_comp: None,
                formula: "G def-behavior",
                violation: "An operation has no value.",
                demand: "The operations on a changed line have a value.",
                met: "holds",
            },
        }
    }

    /// The identifier, stable, for other programs.
    pub const fn name(self) -> &'static str {
        self.row().name
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

    /// The name of its property file in SV-COMP, where it has one.
    pub const fn sv_comp_name(self) -> Option<&'static str> {
        self.row().sv_comp
    }

    /// The formula that a witness of a violation names, as property files of SV-COMP write it.
    pub const fn formula(self) -> &'static str {
        self.row().formula
    }

    /// What a violation is called: a sentence.
    pub const fn violation(self) -> &'static str {
        self.row().violation
    }

    /// What must hold: a sentence.
    pub const fn demand(self) -> &'static str {
        self.row().demand
    }

    /// What an operation does that meets it: a verb and what belongs to it.
    pub const fn met(self) -> &'static str {
        self.row().met
    }

    /// Whether users write down what must hold, or that a place must not be reached.
    pub const fn is_written(self) -> bool {
        matches!(self.group(), PropertyGroup::Reachability | PropertyGroup::Assertions | PropertyGroup::Tests)
    }

    /// Whether users state what must hold, in the program, in a contract or in tests; else the language asks for it.
    pub const fn is_stated(self) -> bool {
        self.is_written() || matches!(self, Property::Contracts)
    }

    /// Whether users can select it.
    pub const fn is_selectable(self) -> bool {
        !matches!(self.group(), PropertyGroup::Tests | PropertyGroup::Repair)
    }

    /// What users can select.
    pub fn selectable() -> impl Iterator<Item = Property> + Clone {
        Property::ALL.iter().copied().filter(|it| it.is_selectable())
    }

    /// What is checked where nobody says what is to be checked.
    pub fn defaults() -> impl Iterator<Item = Property> {
        Property::selectable().filter(|it| it.is_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_identifiers_of_their_own() {
        for (idx, property) in Property::ALL.iter().enumerate() {
            let is_identifier = |name: &str| name.chars().all(|it| it.is_ascii_lowercase() || it == '-');
            assert!(is_identifier(property.name()), "{property:?}");
            assert!(Property::ALL[..idx].iter().all(|other| other.name() != property.name()), "{property:?}");
        }
    }

    #[test]
    fn rows_are_sentences_and_formulas() {
        for property in Property::ALL {
            for sentence in [property.violation(), property.demand()] {
                assert!(sentence.ends_with('.') && !sentence.contains('\n'), "{sentence}");
            }
            assert!(property.formula().starts_with("G "), "{property:?}");
            assert!(!property.is_default() || property.is_selectable(), "{property:?}");
        }
    }
}
