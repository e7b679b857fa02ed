//! Objects in memory, for those who say which one an execution has gone wrong with.

use crate::index::{IndexMap, IndexSet};

use crate::check::CheckId;
use crate::source::OriginId;
use crate::term::{Symbol, Term};

/// An object that lives in memory at a fixed address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemoryObject {
    /// The name in the source; for a function the function's.
    pub name: String,
    /// What it is.
    pub kind: ObjectKind,
    /// The address of its first byte.
    pub base: u128,
    /// Its size in bytes; 0 for a function.
    pub size: u64,
    /// For an array the size of an element in bytes, else its own size.
    pub element_size: u64,
    /// The memory variables whose cells hold its contents.
    pub memory: Vec<Symbol>,
    /// Its declaration.
    pub origin: Option<OriginId>,
}

/// What an object is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ObjectKind {
    /// A variable that can be written.
    Variable,
    /// A variable that must not be written.
    Constant,
    /// A string literal.
    Literal,
    /// A function.
    Function,
    /// Memory that a function gave: from the heap, or of a kind that is not known.
    Allocated,
}

impl ObjectKind {
    /// The identifier, stable, for other programs.
    pub const fn name(self) -> &'static str {
        match self {
            ObjectKind::Variable => "variable",
            ObjectKind::Constant => "constant",
            ObjectKind::Literal => "string-literal",
            ObjectKind::Function => "function",
            ObjectKind::Allocated => "allocated",
        }
    }
}

/// The variables that say at run time what is known of objects, each an array by the numbers of objects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ObjectTables {
    /// How many bytes can be accessed: none when the lifetime has ended.
    pub sizes: Symbol,
    /// What kind of object it is or was, in the words of the front end.
    pub kinds: Symbol,
}

/// What is known of the memory that a program's checks are about.
#[derive(Debug, Clone, Default)]
pub struct MemoryFacts {
    /// The variables that hold what is known of objects at run time, where there are such.
    pub tables: Option<ObjectTables>,
    /// The variable that holds how many objects are allocated, where that is counted.
    pub n_allocated: Option<Symbol>,
    /// The checks of what a call of a library function is given.
    pub library_calls: IndexSet<CheckId>,
    /// For checks on memory what is accessed, in terms of the variables where the error is.
    pub accesses: IndexMap<CheckId, Access>,
    /// Of variables that are new objects at run time and arrays the size of an element, by where they are made.
    pub element_sizes: IndexMap<OriginId, u64>,
}

/// What a check asks about memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Access {
    /// Where.
    pub target: AccessTarget,
    /// How many bytes.
    pub n_bytes: Term,
    /// What is done with them.
    pub usage: Usage,
}

/// Where memory is accessed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AccessTarget {
    /// Where a pointer points to.
    Pointer(Term),
    /// Nowhere: it is about the first object that is allocated where the error is, and not marked in this array by the numbers
    /// of objects.
    Allocated {
        /// The array, if some are marked.
        marked: Option<Symbol>,
    },
    /// In an array that the program names.
    Array {
        /// The array, as the user writes it.
        name: String,
        /// Its size in bytes.
        size: Term,
        /// So many bytes behind its start, as a signed number.
        offset: Term,
        /// The declaration of the variable that it is part of.
        origin: Option<OriginId>,
    },
}

/// What happens to an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LifeEvent {
    /// Memory is allocated: the object begins.
    Allocated,
    /// The scope of a variable is entered: the object begins.
    Declared,
    /// Memory is freed: the object ends.
    Freed,
    /// A pointer to a variable is put where it outlives the variable.
    Escaped,
    /// The scope of a variable ends, and the object with it.
    ScopeEnded,
    /// The last pointer to the object is lost.
    PointerLost,
    /// The error: what a program does with it that it must not.
    Used,
}

impl LifeEvent {
    /// The identifier, stable, for other programs.
    pub const fn name(self) -> &'static str {
        match self {
            LifeEvent::Allocated => "allocated",
            LifeEvent::Declared => "declared",
            LifeEvent::Freed => "freed",
            LifeEvent::Escaped => "escaped",
            LifeEvent::ScopeEnded => "scope-ended",
            LifeEvent::PointerLost => "pointer-lost",
            LifeEvent::Used => "used",
        }
    }
}

/// What is done with memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Usage {
    /// It is read.
    Read,
    /// It is written, perhaps read before.
    Write,
    /// It is given back.
    Free,
    /// Only a pointer to it is made.
    Point,
    /// Nothing any more.
    Lose,
}

impl Usage {
    /// The identifier, stable, for other programs.
    pub const fn name(self) -> &'static str {
        match self {
            Usage::Read => "read",
            Usage::Write => "write",
            Usage::Free => "free",
            Usage::Point => "pointer",
            Usage::Lose => "lose",
        }
    }
}
