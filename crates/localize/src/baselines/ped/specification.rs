//! What a repair has to respect, and what it may consist of.

use std::collections::{BTreeMap, BTreeSet};

use faultscope_ir::{OriginId, Symbol, Term};

/// What a repair has to respect, and what it may consist of, besides the trace.
#[derive(Debug, Clone, Default)]
pub struct Specification {
    /// Source statements that proofs rest on (\[1\] Definition 4.3); they are not changed.
    pub trusted: BTreeSet<OriginId>,
    /// Steps of conditions that do not come out otherwise by themselves: proofs rest on the other outcome. Other values in them
    /// may still change how they come out.
    pub kept: BTreeSet<usize>,
    /// For steps that assign: what has to hold behind them where they are changed, over program variables.
    pub constraints: BTreeMap<usize, Term>,
    /// What statements can be changed to; none for any value.
    pub library: Option<Vec<Choice>>,
}

/// What the annotation library has for one source statement: an input of the program decides what it evaluates.
#[derive(Debug, Clone)]
pub struct Choice {
    /// The statement.
    pub statement: OriginId,
    /// The variable whose value decides: the statement is as it was for 0, and has its n-th alternative for n. It is a bit-vector
    /// that nothing assigns, and 0 in the failing execution.
    pub variable: Symbol,
    /// How likely each alternative is.
    pub weights: Vec<u32>,
}
