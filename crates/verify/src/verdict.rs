//! Why a question is open.

use faultscope_ir::OriginId;
use faultscope_solver::StopReason;

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
