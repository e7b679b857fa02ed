//! Values that nobody wrote: which of them are used, as Memcheck and MemorySanitizer understand it.
//!
//! A local variable without initializer and memory from `malloc` hold something, but nobody has written it. Such a value
//! may be copied, stored, passed and returned, and what is computed from it is a value that nobody wrote either. It is
//! *used* where it decides something: a branch, an address, an argument of a library function, the exit status, whether
//! arithmetic is undefined. The
//! lowering says which commands leave a place unwritten and where values are used ([`Unwritten`]); all else is found in
//! the guarded commands, so that nothing here depends on how C says it.
//!
//! 1. [`analysis`] finds what may be unwritten where, following the flow of control and calls. A use of a value that is
//!    always written leaves no trace in the program.
//! 2. What is left gets a *shadow* ([`taint`]): a variable that says which bits of another one nobody wrote. Commands keep
//!    the shadows up to date, and a use asks for the shadow of its value ([`instrument`]).
//!
//! # References
//! - J. Seward, N. Nethercote: _Using Valgrind to Detect Undefined Value Errors with Bit-Precision_, USENIX 2005.
//!   **Deviation**: sums, differences and products spoil the bits of their result from the lowest unwritten bit on. What
//!   a choice gives is unwritten only where the chosen value is, since the choice itself is a use.

mod analysis;
mod instrument;
mod needs;
mod state;
mod taint;

use faultscope_ir::index::{IndexMap, IndexSet};
use faultscope_ir::{OriginId, Sort, Symbol, Term};

pub(super) use instrument::instrument;

/// What the lowering knows of unwritten values.
#[derive(Debug, Default)]
pub(super) struct Unwritten {
    /// The uses, by the variable whose truth an `assume` stands for them with until it is known what they are.
    uses: IndexMap<Symbol, Use>,
    /// Where functions that nobody knows get pointers into memory, which they may have written then: the memory, by the
    /// variable that stands for it.
    settled: IndexMap<Symbol, Vec<Symbol>>,
    /// The origins of commands that leave the place that they forget unwritten.
    open: IndexSet<OriginId>,
    /// Memory that holds what nobody wrote when the program starts.
    open_memories: IndexSet<Symbol>,
}

/// A place where a value decides something.
#[derive(Debug, Clone)]
pub(super) struct Use {
    /// What decides.
    pub(super) value: Term,
    /// Under which condition this is evaluated.
    pub(super) guard: Term,
    /// How the user has written it.
    pub(super) text: String,
    pub(super) origin: OriginId,
    /// Whether it stands in the user's code, where the variables in it are known to the user.
    pub(super) is_users: bool,
}

impl Unwritten {
    /// Adds a use; gives the variable that stands for it.
    pub(super) fn add_use(&mut self, usage: Use) -> Symbol {
        let marker = self.marker();
        self.uses.insert(marker, usage);
        marker
    }

    /// Adds a point where memory may be written that is not known yet; gives the variable that stands for it.
    pub(super) fn add_settled(&mut self) -> Symbol {
        let marker = self.marker();
        self.settled.insert(marker, Vec::new());
        marker
    }

    /// Says which memory may be written at a point.
    pub(super) fn settle(&mut self, marker: Symbol, memories: Vec<Symbol>) {
        self.settled.insert(marker, memories);
    }

    fn marker(&self) -> Symbol {
        let number = self.uses.len() + self.settled.len();
        Symbol::numbered("is written", number as u32, Sort::bool())
    }

    /// Notes that what the commands of an origin forget is unwritten then.
    pub(super) fn add_open(&mut self, origin: OriginId) {
        self.open.insert(origin);
    }

    /// Notes that memory holds what nobody wrote when the program starts.
    pub(super) fn add_open_memory(&mut self, memory: Symbol) {
        self.open_memories.insert(memory);
    }

    /// Whether a condition stands for a use.
    pub(super) fn is_marker(&self, condition: Term) -> bool {
        self.usage(condition).is_some() || self.settled_at(condition).is_some()
    }

    /// The memory that may be written where a condition stands for that.
    fn settled_at(&self, condition: Term) -> Option<&[Symbol]> {
        self.settled.get(&condition.as_symbol()?).map(Vec::as_slice)
    }

    fn usage(&self, condition: Term) -> Option<&Use> {
        self.uses.get(&condition.as_symbol()?)
    }
}
