//! Patches, and what is known of them.

use faultscope_ir::Property;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::names::{Named, names};
use crate::place::Place;

/// A change of a source text that was executed on the failing inputs and verified.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "patch")]
pub struct Patch {
    /// What is replaced; nothing where something is put in.
    #[serde(flatten)]
    pub place: Place,
    /// The statement or condition that it is part of.
    pub statement: Place,
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
    /// The change as a unified diff, where the text of the file is at hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diff: Option<String>,
    /// The evidence that asks for it, where a technique gives some.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Whether it puts a constant where the program computes something.
    pub is_constant: bool,
    /// How likely such a change is, as the rules of patches weigh it.
    #[serde(default)]
    pub weight: u32,
    /// What was shown of it.
    pub verdict: PatchVerdict,
    /// The other errors that the program still has with it, and had before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leaves: Vec<LeftError>,
    /// Whether the failed check is still evaluated on the failing inputs, and holds.
    pub reaches_check: bool,
    /// With how many inputs around that of a test of which nothing is expected, where the program worked, it shows the same.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub shows_the_same: usize,
    /// What it keeps of the executions around the failing one that work, where some are known and no tests decide.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keeps: Option<Keeps>,
    /// What one of these executions does otherwise with it, where one does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changes: Option<KeptChange>,
    /// What is known of it and of contracts, where it was asked.
    pub contract: Option<Contract>,
    /// An input on which it differs from the first patch, where tests tell neither from the other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub differs: Option<Difference>,
}

impl Patch {
    /// The lines that go and those that come.
    pub fn changed_lines(&self) -> (Vec<&str>, Vec<&str>) {
        changed_lines(&self.old_line, &self.new_line)
    }
}

/// The lines of a text that are others in a second one, and those instead of them, from the first that differs to the last.
pub fn changed_lines<'a>(old: &'a str, new: &'a str) -> (Vec<&'a str>, Vec<&'a str>) {
    let (mut old, mut new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let n_same = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    old.drain(..n_same);
    new.drain(..n_same);
    while !old.is_empty() && old.last() == new.last() {
        old.pop();
        new.pop();
    }
    (old, new)
}

/// An error that a program has, beside a change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "left_error")]
pub struct LeftError {
    /// What the violated check is an instance of.
    pub property: Named<Property>,
    /// What is violated.
    pub message: String,
    /// Where.
    #[serde(flatten)]
    pub place: Place,
    /// The function it stands in.
    pub function: String,
}

names! {
    /// What was shown of a patch.
    PatchVerdict {
        /// The patched program has no error, but for those that it leaves; where a contract alone is given, with arrays of at most as many
        /// elements as `contract` says.
        Proved => "proved",
        /// The patched program passes all tests.
        PassesTests => "passes-tests",
        /// The inputs of the error traces no longer lead to an error; the rest is not decided.
        RepairsShownTraces => "repairs-shown-traces",
    }
}

names! {
    /// What a patch keeps on all executions that work. The strongest first.
    KeepsLevel {
        /// The same values are assigned in the same order.
        NothingDiffers => "nothing-differs",
        /// So they are outside the changed lines, which assign the same to what outlives the call.
        NothingElseDiffers => "nothing-else-differs",
        /// So they are outside the changed function and what it calls.
        CallersSeeTheSame => "callers-see-the-same",
        /// Neither.
        Changes => "changes",
    }
}

names! {
    /// What is proved to be the same with a patch in all executions that work. The strongest first.
    KeptProof {
        /// Everything: nothing differs.
        NothingDiffers => "nothing-differs",
        /// What the program shows: what it writes, how it ends, the unknown functions that it calls, with what.
        ShowsTheSame => "shows-the-same",
        /// The same, if the patched program ends there.
        ShowsTheSameIfItEnds => "shows-the-same-if-it-ends",
    }
}

/// What a patch keeps of executions that work: the numbers are of those around the failing one, which were executed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "keeps")]
pub struct Keeps {
    /// What holds on all of them.
    pub level: KeepsLevel,
    /// How many there are that get to the changed lines.
    pub executions: usize,
    /// On how many of them nothing differs.
    pub nothing_differs: usize,
    /// On how many of them nothing differs outside the changed lines.
    pub nothing_else_differs: usize,
    /// On how many of them the callers of the changed function see the same.
    pub callers_see_the_same: usize,
    /// What is proved of all executions that work.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proved: Option<KeptProof>,
}

/// What an execution that works does otherwise with a patch, at the statement where that shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "kept_change")]
pub struct KeptChange {
    /// The statement.
    #[serde(flatten)]
    pub place: Place,
    /// The inputs of the execution.
    pub inputs: Vec<Valued>,
    /// What is assigned there; left out where the execution no longer gets there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assigns: Option<String>,
    /// The value without the patch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// The value with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
}

/// What is known of a changed program and of contracts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "contract")]
pub struct Contract {
    /// The functions whose contracts were looked at.
    pub functions: Vec<String>,
    /// Whether they meet them.
    pub verdict: ContractVerdict,
    /// With `met`, how many elements arrays have at most for which that was shown; left out where there are no arrays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_array: Option<u64>,
    /// With `met`, whether all calls were shown to end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends: Option<bool>,
    /// The function that does not, or for which it is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// With `violated`, what does not hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// With `violated`, what the function is called with then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<Valued>,
}

names! {
    /// Whether functions meet their contracts.
    ContractVerdict {
        /// All do.
        Met => "met",
        /// One does not.
        Violated => "violated",
        /// It is not decided, for a function.
        Open => "open",
    }
}

/// A name and its value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "value")]
pub struct Valued {
    /// The name.
    pub name: String,
    /// The value.
    pub value: String,
}

/// An input on which two patches differ. Bytes that are not UTF-8 are replaced.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "difference")]
pub struct Difference {
    /// The test that has an input like it.
    pub like: String,
    /// Standard input.
    pub stdin: String,
    /// The arguments.
    pub arguments: Vec<String>,
    /// The values of `__VERIFIER_nondet_…`, where the test gives some, in decimal digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<String>>,
    /// What the program does with the first patch.
    pub first: Behaviour,
    /// What it does with this one.
    pub this: Behaviour,
}

/// What a program does on an input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "behaviour")]
pub struct Behaviour {
    /// Which way it ends.
    pub kind: BehaviourKind,
    /// With `ends`, what it has written to standard output.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output: Option<String>,
    /// With `ends`, its status.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<i32>,
    /// Otherwise, what is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

names! {
    /// Which way a program ends.
    BehaviourKind {
        /// It ends.
        Ends => "ends",
        /// It does something undefined.
        Undefined => "undefined",
        /// It violates what is asserted, or calls `abort`.
        Fails => "fails",
    }
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}
