//! What is known of objects while a program is lowered, and the variables that hold what is known at run time.

use faultscope_ir::{MemoryObject, ObjectKind, ObjectTables, Symbol, Term, Value};

/// What kind of object a number is that of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::c) enum Kind {
    /// A variable. No object has the kind 0.
    Variable = 1,
    /// A string literal, or another constant.
    Constant,
    Function,
    /// From the heap.
    Allocated,
    /// From the heap, given back.
    Freed,
    /// A local variable whose scope has ended.
    Ended,
    /// From a function that is not defined. It may be given back, and need not be.
    Foreign,
}

/// The bits of a kind.
pub(super) const KIND_BITS: u32 = 8;

impl Kind {
    pub(super) fn term(self) -> Term {
        Term::bits(KIND_BITS, self as u128)
    }

    /// The kind of a number in the table.
    pub(in crate::c) fn of(value: &Value) -> Option<Kind> {
        let kinds = [
            Kind::Variable,
            Kind::Constant,
            Kind::Function,
            Kind::Allocated,
            Kind::Freed,
            Kind::Ended,
            Kind::Foreign,
        ];
        let value = value.as_unsigned()?;
        kinds.into_iter().find(|kind| *kind as u128 == value)
    }

    /// What an object is when it is made.
    pub(in crate::c) fn object(self) -> Option<ObjectKind> {
        match self {
            Kind::Variable => Some(ObjectKind::Variable),
            Kind::Constant => Some(ObjectKind::Constant),
            Kind::Function => Some(ObjectKind::Function),
            Kind::Allocated | Kind::Foreign => Some(ObjectKind::Allocated),
            Kind::Freed | Kind::Ended => None,
        }
    }
}

/// The variables of jumps out of functions.
#[derive(Debug, Clone, Copy)]
pub(super) struct Registers {
    /// Whether a jump is under way.
    pub(super) jumping: Symbol,
    /// The activation that it leads to, and the number of the place there; else those that `setjmp` is to put into its buffer.
    pub(super) activation: Symbol,
    pub(super) landing: Symbol,
    /// What `setjmp` gives there.
    pub(super) value: Symbol,
    /// The number of the next activation.
    pub(super) next: Symbol,
    /// For each activation the number of places in it that can be jumped to: none once it has ended.
    pub(super) n_landings: Symbol,
}

/// The tables of objects.
#[derive(Debug, Default)]
pub(super) struct Objects {
    /// The number of the next object.
    pub(super) next: u32,
    /// All that have numbers before the program runs.
    pub(super) known: Vec<MemoryObject>,
    pub(super) kinds: Vec<(u32, Kind)>,
    /// The variable that holds the next number at run time.
    pub(super) next_symbol: Option<Symbol>,
    /// The variable that holds the accessible bytes of each object.
    pub(super) limits: Option<Symbol>,
    /// The variable that holds the kind of each object.
    pub(super) states: Option<Symbol>,
    /// The variable that holds how many allocated objects there are.
    pub(super) n_allocated: Option<Symbol>,
}

impl Objects {
    /// The variables, where both are asked for.
    pub(super) fn tables(&self) -> Option<ObjectTables> {
        Some(ObjectTables { sizes: self.limits?, kinds: self.states? })
    }

    /// The size of the object of a number that is known.
    pub(super) fn size_of(&self, number: Term) -> Option<u64> {
        let number = number.as_value().and_then(Value::as_unsigned)?;
        let at = self.kinds.iter().position(|(known, _)| u128::from(*known) == number)?;
        Some(self.known[at].size)
    }
}
