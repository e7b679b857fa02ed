//! Assumptions: the choices that a translation and a search make where a program, or the world around it, may do more
//! (or less) than is looked at.
//!
//! Each has an identity, is recorded at the statement that rests on it, and stands beside the verdicts that rest on that
//! statement. `docs/assumptions.md` is made from the table in this module.

use crate::source::OriginId;

/// Something that was taken for granted.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Assumption {
    /// Which choice it is.
    pub kind: AssumptionKind,
    /// What it is about, where there are several of the kind: the name of a function.
    pub subject: Option<String>,
    /// One sentence for the report.
    pub message: String,
    /// The statement that rests on it; none where the whole program does.
    pub origin: Option<OriginId>,
}

/// The choices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AssumptionKind {
    /// Functions without a body.
    UndefinedFunction,
    /// Functions that are defined in files that the user did not name.
    DefinedBeside,
    /// Variables without a definition.
    UndefinedVariable,
    /// Procedures of which only the contract is known.
    ContractOnly,
    /// Functions of the library.
    LibraryModel,
    /// Results of functions of the library that are fixed, and not known.
    LeftOpen,
    /// Output that arrives.
    OutputArrives,
    /// Sizes of what comes from outside.
    InputSize,
    /// Allocations that find room.
    AllocationSucceeds,
    /// Memory that was given back.
    FreedMemory,
    /// What is allocated when `exit` ends the program.
    AllocatedAtExit,
    /// What is lost where the program does not end.
    LostBeforeEnd,
    /// What memory holds that nobody has written.
    UnwrittenMemory,
    /// What volatile objects hold.
    VolatileMemory,
    /// Where objects lie.
    AddressLayout,
    /// Accesses outside of objects.
    AccessInBounds,
    /// What accesses outside of objects find.
    AccessBeyond,
    /// What lies beyond arrays in structures.
    BeyondArray,
    /// Operands and arguments with effects.
    EvaluationOrder,
    /// Signed arithmetic that overflows.
    SignedOverflow,
    /// What else the language leaves undefined.
    OtherBehaviour,
    /// Operations without a value.
    UndefinedOperation,
    /// What variables hold where `longjmp` leads back to.
    LongJump,
    /// The bound on rounds of loops.
    LoopBound,
    /// The bound on nested calls of one procedure.
    RecursionBound,
    /// What annotations admit.
    Admitted,
    /// What functions are called with that the execution starts with.
    Precondition,
    /// The arrays that a precondition asks for.
    ArraySize,
    /// How far terms of annotations are written out.
    AnnotationBounds,
    /// Real numbers of annotations.
    RealNumbers,
    /// What annotations say that nobody checks.
    UncheckedAnnotation,
    /// Checks that the user suppresses, and errors that are known.
    Suppressed,
    /// What the user trusts.
    Trust,
}

/// What a choice does to the executions that are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// There may be more than those: an error can be missed.
    Narrows,
    /// There may be fewer: an error can be one that never happens.
    Widens,
    /// Some are missing and some may never happen.
    Replaces,
    /// The same. Only what is said about them rests on the choice.
    Keeps,
}

/// What a choice is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AssumptionGroup {
    /// What the program does not say itself.
    Environment,
    /// Memory.
    Memory,
    /// What the language leaves open.
    Language,
    /// How far the search goes. Listed where a bound was hit.
    Search,
    /// What the user has said.
    User,
}

/// What is fixed of a choice.
struct Row {
    name: &'static str,
    clause: &'static str,
    group: AssumptionGroup,
    direction: Direction,
    description: &'static str,
}

impl AssumptionKind {
    /// All choices, in the order in which they are documented.
    pub const ALL: [AssumptionKind; 33] = [
        AssumptionKind::UndefinedFunction,
        AssumptionKind::DefinedBeside,
        AssumptionKind::UndefinedVariable,
        AssumptionKind::ContractOnly,
        AssumptionKind::LibraryModel,
        AssumptionKind::LeftOpen,
        AssumptionKind::OutputArrives,
        AssumptionKind::InputSize,
        AssumptionKind::AllocationSucceeds,
        AssumptionKind::FreedMemory,
        AssumptionKind::AllocatedAtExit,
        AssumptionKind::LostBeforeEnd,
        AssumptionKind::UnwrittenMemory,
        AssumptionKind::VolatileMemory,
        AssumptionKind::AddressLayout,
        AssumptionKind::AccessInBounds,
        AssumptionKind::AccessBeyond,
        AssumptionKind::BeyondArray,
        AssumptionKind::EvaluationOrder,
        AssumptionKind::SignedOverflow,
        AssumptionKind::OtherBehaviour,
        AssumptionKind::UndefinedOperation,
        AssumptionKind::LongJump,
        AssumptionKind::LoopBound,
        AssumptionKind::RecursionBound,
        AssumptionKind::Admitted,
        AssumptionKind::Precondition,
        AssumptionKind::ArraySize,
        AssumptionKind::AnnotationBounds,
        AssumptionKind::RealNumbers,
        AssumptionKind::UncheckedAnnotation,
        AssumptionKind::Suppressed,
        AssumptionKind::Trust,
    ];

    /// The one place to edit when a choice is added.
    const fn row(self) -> Row {
        use AssumptionGroup::{Environment, Language, Memory, Search, User};
        use Direction::{Keeps, Narrows, Replaces, Widens};
        let (name, clause, group, direction, description) = match self {
            AssumptionKind::UndefinedFunction => (
                "undefined-function",
                "functions without a body return any value",
                Environment,
                Replaces,
                "A function that is declared and not defined returns any value. With `--pure` it changes no memory, nor \
                 where its name begins with `nondet_` and no argument is a pointer or a structure; else it may \
                 write what its arguments lead to, but not through pointers to `const`, and variables that are not static. \
                 Pointers and buffers of `setjmp` stay as they are, and nothing is freed.",
            ),
            AssumptionKind::DefinedBeside => (
                "defined-beside",
                "missing definitions come from files beside the program",
                Environment,
                Replaces,
                "A function or variable that no file of the program defines is what `util.c` defines, if `util.h` is included \
                 and stands beside it, or if that is the only file of the project (`-p`) that defines it.",
            ),
            AssumptionKind::UndefinedVariable => (
                "undefined-variable",
                "variables without a definition hold any value",
                Environment,
                Widens,
                "A variable that is declared `extern` and not defined holds any value at the start.",
            ),
            AssumptionKind::ContractOnly => (
                "contract-only",
                "procedures without a body do what their contract allows",
                Environment,
                Narrows,
                "A Boogie procedure without implementation does what its contract allows, and nothing else.",
            ),
            AssumptionKind::LibraryModel => (
                "library-model",
                "library functions behave as modelled",
                Environment,
                Replaces,
                "A function of the C library does what the model of it does: a C source for `strlen` and the like; any \
                 values, within the bounds of the model, for what is read from outside or printed into memory.",
            ),
            AssumptionKind::LeftOpen => (
                "left-open",
                "some results of library functions are left open",
                Environment,
                Widens,
                "A function of the C library gives one value for its arguments, and its model leaves open which: any value \
                 within the bounds of the model is looked at; a function without a body has a contract that is not used. \
                 An error that rests on the value is not confirmed.",
            ),
            AssumptionKind::OutputArrives => (
                "output-arrives",
                "no output is lost",
                Environment,
                Narrows,
                "What is written to standard output and standard error arrives there. Where a program looks at the results of \
                 writing, and asks nothing else of its environment, only that is executed.",
            ),
            AssumptionKind::InputSize => (
                "input-size",
                "inputs have a bounded size",
                Environment,
                Narrows,
                "Texts that are read have fewer characters than a bound, or, where errors are looked for once more, one \
                 character more than any size or number that the program names; the program is started with fewer arguments \
                 than a bound, of fewer characters than a bound.",
            ),
            AssumptionKind::AllocationSucceeds => (
                "allocation-succeeds",
                "memory allocation succeeds",
                Memory,
                Narrows,
                "`malloc`, `calloc` and `realloc` find the memory that they are asked for.",
            ),
            AssumptionKind::FreedMemory => (
                "freed-memory",
                "freed memory is not reused",
                Memory,
                Narrows,
                "Freed memory is never allocated again.",
            ),
            AssumptionKind::AllocatedAtExit => (
                "allocated-at-exit",
                "memory in use at `exit` is not leaked",
                Memory,
                Narrows,
                "Memory that is allocated when `exit` ends the program is not lost: a local variable may still lead to it.",
            ),
            AssumptionKind::LostBeforeEnd => (
                "lost-before-end",
                "leaks count only where the program ends",
                Memory,
                Narrows,
                "Memory that is lost is looked for where the program ends: executions that go on for ever, or end with `abort`, lose \
                 none.",
            ),
            AssumptionKind::UnwrittenMemory => (
                "unwritten-memory",
                "memory beside large global variables starts as zero",
                Memory,
                Narrows,
                "Memory that the program allocates holds zero where it lies with global variables of too many cells.",
            ),
            AssumptionKind::VolatileMemory => (
                "volatile-memory",
                "volatile objects change only when the program writes them",
                Memory,
                Narrows,
                "A volatile pointer, a volatile variable of a block, and with `--volatile-as-stored` every volatile object, holds \
                 what the program has stored there. Each read of any other volatile object gives any value.",
            ),
            AssumptionKind::AddressLayout => (
                "address-layout",
                "objects lie at the addresses chosen for them",
                Memory,
                Narrows,
                "Objects lie at the addresses that were chosen for them: numbers made of addresses, also by reading the bytes of \
                 pointers, pointers made of numbers, and comparisons of pointers into different objects rest on it; the pointer \
                 behind the end of an object is no pointer to another one.",
            ),
            AssumptionKind::AccessInBounds => (
                "access-in-bounds",
                "unchecked accesses stay in bounds",
                Memory,
                Narrows,
                "An access through a pointer or an index that leaves its object, or one whose lifetime has ended, an invalid \
                 `free`, an invalid call through a pointer, and a `longjmp` to a function that has returned end the execution, where they are not checked. Where such an \
                 execution is found, there is no answer; a change that brings one about is no repair.",
            ),
            AssumptionKind::AccessBeyond => (
                "access-beyond",
                "accesses out of bounds touch no other object",
                Memory,
                Replaces,
                "An access that leaves its object, or goes through an uninitialized pointer, accesses \
                 memory of its own, which holds any value before it is written; one through null ends the execution. \
                 This is used only to find errors, if accesses are not checked and no error is found otherwise.",
            ),
            AssumptionKind::BeyondArray => (
                "beyond-array",
                "indexes past an array in a structure stay in that array",
                Memory,
                Replaces,
                "An index behind the array at the end of a structure, which memory may be allocated for, and a pointer that is moved \
                 beyond an array of a structure, find elements of that array: what else lies there in the same object is neither \
                 read nor changed, unless it is of the same kind.",
            ),
            AssumptionKind::EvaluationOrder => (
                "evaluation-order",
                "operands are evaluated from left to right",
                Language,
                Narrows,
                "Operands, arguments and initializers whose order of evaluation C leaves open are evaluated from left to right, and \
                 an initializer that a later one takes the place of is not evaluated.",
            ),
            AssumptionKind::SignedOverflow => (
                "signed-overflow",
                "unchecked signed overflow wraps around",
                Language,
                Narrows,
                "Signed arithmetic in C that overflows wraps around, where it is not checked.",
            ),
            AssumptionKind::OtherBehaviour => (
                "other-behaviour",
                "nothing else is undefined behaviour",
                Language,
                Narrows,
                "Where a property file asks for `def-behavior`: nothing is undefined beyond what is checked, such as conflicting \
                 accesses of one object without an order, or through types that do not fit, and data races.",
            ),
            AssumptionKind::UndefinedOperation => (
                "undefined-operation",
                "unchecked undefined operations behave as on x86",
                Language,
                Narrows,
                "Where it is not checked: no execution goes on behind a division by zero or a quotient that does not fit; a \
                 shift by the width or more, or by a negative number, and a conversion of a floating-point value that \
                 does not fit give what x86 gives.",
            ),
            AssumptionKind::LongJump => (
                "long-jump",
                "variables keep their values across `longjmp`",
                Language,
                Replaces,
                "Where `longjmp` leads back to `setjmp`, the variables of that function hold what they held when `longjmp` was \
                 called, also those that are not volatile, of which C leaves open what they hold.",
            ),
            AssumptionKind::LoopBound => (
                "loop-bound",
                "loops run for a bounded number of iterations",
                Search,
                Narrows,
                "Loops and recursion are followed up to a number of rounds.",
            ),
            AssumptionKind::RecursionBound => (
                "recursion-bound",
                "recursion has a bounded depth",
                Search,
                Narrows,
                "Calls of one procedure are followed up to a depth.",
            ),
            AssumptionKind::Admitted => (
                "admitted",
                "`admit` annotations hold",
                User,
                Narrows,
                "What annotations admit holds where they stand.",
            ),
            AssumptionKind::Precondition => (
                "precondition",
                "the precondition of the entry function holds",
                User,
                Narrows,
                "A function with a contract that is named by `--entry` is called as its precondition asks for.",
            ),
            AssumptionKind::ArraySize => (
                "array-size",
                "arrays passed to the entry function have a bounded length",
                Search,
                Narrows,
                "What a parameter of such a function points to is an array of its own, with as many elements as the \
                 precondition asks for, and no more than a bound.",
            ),
            AssumptionKind::AnnotationBounds => (
                "annotation-bounds",
                "quantifiers and logic functions are bounded",
                Search,
                Narrows,
                "A quantified variable of an annotation takes no more values than a bound, a recursive function of the \
                 logic is followed up to a depth, and integers have no more than 128 bits.",
            ),
            AssumptionKind::RealNumbers => (
                "real-numbers",
                "real numbers of annotations are doubles",
                Language,
                Replaces,
                "Real numbers in annotations are computed with as doubles.",
            ),
            AssumptionKind::UncheckedAnnotation => (
                "unchecked-annotation",
                "some annotations are not checked",
                User,
                Keeps,
                "What an annotation says is not checked: that a function changes only what it assigns, that it \
                 terminates, and what has no translation.",
            ),
            AssumptionKind::Suppressed => (
                "suppressed",
                "suppressed and known errors do not hide others",
                User,
                Narrows,
                "A check that is suppressed, or whose error is known from a baseline, is not asked about: an execution that \
                 violates it ends there, and errors after it are not found.",
            ),
            AssumptionKind::Trust => (
                "trust",
                "trusted code is correct",
                User,
                Keeps,
                "What is named by `--trust` is right as written, and never a finding.",
            ),
        };
        Row { name, clause, group, direction, description }
    }

    /// The identifier, stable, for other programs.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// What is assumed, in a few words that can follow "assuming that".
    pub const fn clause(self) -> &'static str {
        self.row().clause
    }

    /// What the choice is, in one sentence.
    pub const fn description(self) -> &'static str {
        self.row().description
    }

    /// What it does to the executions that are looked at.
    pub const fn direction(self) -> Direction {
        self.row().direction
    }

    /// What it is about.
    pub const fn group(self) -> AssumptionGroup {
        self.row().group
    }
}

impl Direction {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Direction::Narrows => "narrows",
            Direction::Widens => "widens",
            Direction::Replaces => "replaces",
            Direction::Keeps => "keeps",
        }
    }
}

impl Assumption {
    /// The name of the choice, and what it is about, in few words.
    pub fn in_short(&self) -> String {
        match &self.subject {
            Some(subject) => format!("{} ({subject})", self.kind.name()),
            None => self.kind.name().to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_choices_are_listed_under_names_of_their_own() {
        for (idx, kind) in AssumptionKind::ALL.iter().enumerate() {
            assert_eq!(*kind as usize, idx, "{kind:?} is not where the enum has it");
            assert!(kind.name().chars().all(|it| it.is_ascii_lowercase() || it == '-'), "{kind:?}");
            assert!(AssumptionKind::ALL[..idx].iter().all(|it| it.name() != kind.name()), "{kind:?}");
            assert!(kind.description().ends_with('.'), "{kind:?}");
            assert!(!kind.clause().is_empty() && !kind.clause().ends_with('.'), "{kind:?}");
        }
    }
}
