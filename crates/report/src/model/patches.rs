//! Patches, and what is known of them.

use faultscope_ir::Span;
use faultscope_json::PatchVerdict;

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
    /// What was shown of it.
    pub verdict: PatchVerdict,
    /// Whether the failed check is still evaluated on the failing inputs, and holds. If not, the change avoids it.
    pub reaches_check: bool,
    /// What is known of it and of contracts, where it was asked.
    pub contract: Option<ContractCheck>,
    /// An input on which it differs from the first patch, where tests tell neither from the other.
    pub differs: Option<Box<PatchDifference>>,
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
