//! Patches, and what is known of them.

use faultscope_ir::{Property, Span};
use faultscope_json::{KeepsLevel, KeptProof, PatchVerdict};

/// A change of a source text that was executed on the failing inputs and verified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Patch {
    /// What is replaced; nothing where something is put in.
    pub span: Span,
    /// The statement or condition that it is part of.
    pub statement: Span,
    /// The function it stands in.
    pub function: String,
    /// The text that is replaced.
    pub old: String,
    /// The text instead.
    pub new: String,
    /// The lines as they are, without the end of the last.
    pub old_line: String,
    /// The lines as they would be.
    pub new_line: String,
    /// The evidence that asks for it, where a technique gives some.
    pub reason: Option<String>,
    /// Whether it puts a constant where the program computes something, so that it may fit nothing but the tests.
    pub is_constant: bool,
    /// How likely such a change is, as the rules of patches weigh it.
    pub weight: u32,
    /// What was shown of it.
    pub verdict: PatchVerdict,
    /// The other errors that the program still has with it, and had before.
    pub leaves: Vec<LeftError>,
    /// Whether the failed check is still evaluated on the failing inputs, and holds. If not, the change avoids it.
    pub reaches_check: bool,
    /// With how many inputs around that of the test, where it worked, the program shows the same.
    pub shows_the_same: usize,
    /// What it keeps of the executions around the failing one that work, where some are known.
    pub keeps: Option<Keeps>,
    /// What is known of it and of contracts, where it was asked.
    pub contract: Option<ContractCheck>,
    /// An input on which it differs from the first patch, where tests tell neither from the other.
    pub differs: Option<Box<PatchDifference>>,
}

/// An error that a program has, beside a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftError {
    /// What the violated check is an instance of.
    pub property: Property,
    /// What is violated.
    pub message: String,
    /// Where.
    pub span: Span,
    /// The function it stands in.
    pub function: String,
}

/// What a patch keeps of executions that work: of those around the failing one, which were executed, and of all, where that is proved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keeps {
    /// How many were executed that get to the changed lines; at least one, if nothing is proved.
    pub executions: usize,
    /// On how many of them nothing differs.
    pub same: usize,
    /// On how many of them nothing differs outside the changed lines.
    pub same_elsewhere: usize,
    /// On how many of them nothing differs outside the changed function and what it calls.
    pub same_to_callers: usize,
    /// What one of the others does otherwise.
    pub change: Option<KeptChange>,
    /// What is proved of all executions that work.
    pub proof: Option<KeptProof>,
}

/// What an execution that works does otherwise with a patch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptChange {
    /// The statement where that shows.
    pub span: Span,
    /// The inputs of the execution, with their values.
    pub inputs: Vec<(String, String)>,
    /// What is assigned there, with the values before and after; none where the execution no longer gets there.
    pub value: Option<[String; 3]>,
}

impl Keeps {
    /// What holds on all of the executions.
    pub fn level(&self) -> KeepsLevel {
        if self.same == self.executions {
            KeepsLevel::NothingDiffers
        } else if self.same_elsewhere == self.executions {
            KeepsLevel::NothingElseDiffers
        } else if self.same_to_callers == self.executions {
            KeepsLevel::CallersSeeTheSame
        } else {
            KeepsLevel::Changes
        }
    }
}

/// An input on which two patches differ. Bytes that are no UTF-8 are replaced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatchDifference {
    /// The test that has an input like it.
    pub like: String,
    /// Standard input.
    pub stdin: String,
    /// The arguments.
    pub arguments: Vec<String>,
    /// The values of `__VERIFIER_nondet_…`, where the test gives some.
    pub values: Option<Vec<i128>>,
    /// What the program does with the first patch.
    pub first: Behaviour,
    /// What it does with this one.
    pub this: Behaviour,
}

/// What a program does on an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Behaviour {
    /// It ends.
    Ends {
        /// What it has written to standard output.
        output: String,
        /// Its status.
        status: i32,
    },
    /// It does something undefined.
    Undefined {
        /// What it is.
        message: String,
    },
    /// It violates what somebody has written, or calls `abort`.
    Fails {
        /// What is wrong.
        message: String,
    },
}

/// What is known of a changed program and of contracts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContractCheck {
    /// The functions whose contracts were looked at.
    pub functions: Vec<String>,
    /// What came of it.
    pub outcome: ContractOutcome,
}

/// Whether functions meet their contracts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ContractOutcome {
    /// All do.
    Met {
        /// How many elements arrays have at most for which that was shown; none where there are no arrays.
        max_array: Option<u64>,
        /// Whether all their calls were shown to end.
        ends: bool,
    },
    /// One does not.
    Violated {
        /// The function.
        function: String,
        /// What does not hold.
        message: String,
        /// What the function is called with then.
        values: Vec<(String, String)>,
    },
    /// It is not decided, for a function.
    Open {
        /// The function.
        function: String,
    },
}
