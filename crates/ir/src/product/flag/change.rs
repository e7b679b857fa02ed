//! Changes of a program, and the program that evaluates them.

use crate::check::CheckId;
use crate::command::Command;
use crate::index::IndexMap;
use crate::program::{BlockId, ProcId, Program, Variable};
use crate::term::{Symbol, Term};

/// A place in a program: before an instruction, or before the end of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// The procedure.
    pub procedure: ProcId,
    /// The block.
    pub block: BlockId,
    /// The number of instructions of the block before it.
    pub instruction: usize,
}

/// What a change does at a place. Terms are over the variables of the original, and [those of the change](Changes::variables).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// The assignment there has another right-hand side.
    Value(Term),
    /// The branch or the assumption there has another condition.
    Condition(Term),
    /// The call there has another argument, by number.
    Argument(usize, Term),
    /// The program goes elsewhere here where this holds: a guard was put in.
    Guard(Term),
    /// The branch there is left out, which goes on only where this holds.
    Unguarded(Term),
    /// A command was put in. A value that it gives to a variable of the change is computed.
    Inserted(Command),
    /// The instruction there was left out.
    Deleted,
    /// Something that cannot be evaluated.
    Unknown,
}

/// Changes of a program.
#[derive(Debug, Clone, Default)]
pub struct Changes {
    /// Where, and what. Several at one place come one after the other.
    pub changes: Vec<(Point, Change)>,
    /// The variables that only the changed program has. Each is local to a procedure of the original.
    pub variables: IndexMap<Symbol, Variable>,
}

/// A program in which a flag says whether a change would matter.
#[derive(Debug, Clone)]
pub struct Flagged {
    /// The program, whose only errors are those of the check.
    pub program: Program,
    /// What is violated where the original ends with the flag set.
    pub check: CheckId,
}
