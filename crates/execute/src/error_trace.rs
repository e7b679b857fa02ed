//! An execution that reaches an error.

use faultscope_ir::limits::Reached;
use faultscope_ir::{OriginId, Symbol, Trace, Value};

use crate::limits::reached;

/// What an engine finds first: an execution that reaches an error, or none where no execution does; or why that is not known.
pub type FirstError<E> = Result<Option<Box<ErrorTrace>>, E>;

/// It is not decided, and there is nothing to say of that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Undecided;

/// An execution that reaches an error.
#[derive(Debug, Clone)]
pub struct ErrorTrace {
    /// Its commands, with the values they gave.
    pub trace: Trace,
    /// The value of every `havoc`, in order.
    pub inputs: Vec<InputValue>,
    /// The outcome of every choice of a block, in order.
    pub choices: Vec<usize>,
    /// The values of variables that were read before they were assigned.
    pub initial: Vec<(Symbol, Value)>,
    /// Whether the interpreter executed it. It cannot where a value is open (quantifiers); then steps have
    /// the values that the solver's model gives, where it gives any.
    pub replayed: bool,
    /// How many instructions and jumps the execution had made before the first of the commands: of a very long one, they are its end,
    /// behind assignments of what variables held there.
    pub skipped: u64,
}

impl ErrorTrace {
    /// Notes the limits that the trace has met.
    pub fn note_limits(&self, reached: &mut Reached) {
        reached.note(&reached::MAX_WHOLE_STEPS, self.skipped > 0);
    }
}

/// The outcome of one `havoc`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputValue {
    /// The variable.
    pub symbol: Symbol,
    /// The origin of the command.
    pub origin: OriginId,
    /// The value.
    pub value: Value,
    /// The index of its step in the trace.
    pub step: usize,
}
