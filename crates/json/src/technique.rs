//! What other techniques say of the first trace.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::names::{Bound, StepKind};
use crate::place::Place;

/// What a technique that Faultscope is compared with says about the first trace.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "technique")]
pub struct Technique {
    /// Its name.
    pub name: String,
    /// Why there may be more statements, or none at all.
    pub remark: Option<String>,
    /// Solver queries.
    pub queries: usize,
    /// The statements that it marks, its own ranking in front.
    pub statements: Vec<Marked>,
    /// For MaxSAT and PED the sets that avoid the error together, as indices of `statements`.
    pub sets: Vec<Vec<usize>>,
    /// For PED what is known of each set.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub solutions: Vec<Solution>,
    /// For PED the statements of the trace that proofs rest on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trusted: Vec<Trusted>,
    /// For PED how many error traces it looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub traces: Option<usize>,
    /// For PED, with `--show-projections`: what proved checks say at the statements in front of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub projections: Vec<Projected>,
}

/// A source statement that a technique marks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "marked")]
pub struct Marked {
    /// What it is.
    pub kind: StepKind,
    /// Where it stands.
    #[serde(flatten)]
    pub place: Place,
    /// The source text there.
    pub text: String,
    /// The function it stands in.
    pub function: String,
    /// At how many steps of the trace it is marked; 0 where the technique does not look at the trace.
    pub occurrences: usize,
    /// Its score, where the technique gives one; 1000000000 for any that is larger.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
}

/// What PED knows of a set of statements whose change avoids the error.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "solution")]
pub struct Solution {
    /// For each statement of the set what stands there instead; null for any other value.
    pub changes: Vec<Option<Replacement>>,
    /// How likely these changes are.
    pub weight: u32,
    /// The bound on the number of changes with which it was found.
    #[schemars(range(min = 1))]
    pub bound: usize,
    /// Where the execution leaves the error trace.
    pub exit: Place,
    /// Whether that is at the failing check, which then holds.
    pub at_check: bool,
    /// How many of the error traces it repairs.
    #[schemars(range(min = 1))]
    pub traces: usize,
    /// The proved checks that the values of its statements have to keep, as indices of `checks`.
    pub constrained_by: Vec<usize>,
}

/// Text in the place of other text, within one line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "replacement")]
pub struct Replacement {
    /// Where.
    #[serde(flatten)]
    pub place: Place,
    /// What stands there.
    pub old: String,
    /// What stands there instead.
    pub new: String,
}

/// A statement that proofs rest on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "trusted")]
pub struct Trusted {
    /// The statement.
    #[serde(flatten)]
    pub statement: Marked,
    /// The checks whose proofs rest on it, as indices of `checks`.
    pub checks: Vec<usize>,
    /// For each of them which bound's proof does, where that is one of two; absent where it is none of all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bounds: Vec<Option<Bound>>,
}

/// What a proved check says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "projected")]
pub struct Projected {
    /// The check, as an index of `checks`.
    pub check: usize,
    /// The bound that is proved, where the other one is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<Bound>,
    /// What holds behind the statements from which a path leads to the check, in the order of the program.
    pub behind: Vec<Projections>,
}

/// What a proved check says of the states behind a statement.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "projections")]
pub struct Projections {
    /// The statement.
    #[serde(flatten)]
    pub statement: Marked,
    /// Whether the proof rests on it.
    pub trusted: bool,
    /// What holds in every state of an execution.
    pub reachable: String,
    /// Whatever does not fulfil this breaks the check, on some path.
    pub safety: String,
    /// Whatever does not fulfil this keeps the check, on all paths.
    pub error: String,
}
