//! What a verifier can say.

use faultscope_ir::limits::Reached;
use faultscope_ir::{OriginId, Symbol, Trace, Value};
use faultscope_solver::StopReason;

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

/// Why there is no verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UnknownReason {
    /// A limit was exceeded.
    Limit {
        /// Which.
        reason: StopReason,
        /// The last unwinding bound at which all paths were found free of errors; 0 if there is none.
        completed: u32,
    },
    /// There is no error up to the largest bound, and paths that go on beyond it.
    DepthLimit {
        /// The bound on loops and recursion.
        unwind: u32,
    },
    /// A path reaches a construct that could not be translated.
    Unsupported {
        /// What it is.
        message: String,
        /// Where.
        origin: OriginId,
    },
    /// The program with all calls inlined is larger than trace abstraction takes.
    TooLarge {
        /// The bound on program points.
        max_points: usize,
    },
    /// No execution gets to the function that is to be checked: its precondition is not fulfilled, at least not within the bounds.
    NeverCalled {
        /// The function.
        function: String,
    },
    /// There is no error in what was followed, and an execution that ends where it does something undefined.
    Undefined {
        /// Where.
        origin: OriginId,
    },
    /// There are errors, and all that were found need something that may happen and that nothing in the program says: a
    /// volatile object that changes by itself, memory that a function without body has written, output that fails, text that was printed and is not known.
    NotConfirmed,
    /// The solver gave up.
    Solver {
        /// What it said.
        message: String,
    },
    /// A verifier broke down or contradicted another: a bug of this program.
    Bug {
        /// What happened.
        message: String,
    },
    /// The solver's error trace could not be executed: a bug of this program.
    ReplayFailed {
        /// How the execution ended instead.
        message: String,
    },
}
