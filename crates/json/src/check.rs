//! What was asked, what became of it, and what there is to know about a report.

use faultscope_ir::{AssumptionKind, CheckStatus, DecidedBy, Direction, Property};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::names::{Named, names};
use crate::place::Place;

/// What a property file asks for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "specification")]
pub struct Specification {
    /// The property file.
    pub property_file: String,
    /// What it asks for, by name: `unreach-call`, `valid-deref`.
    pub properties: Vec<String>,
    /// What of that cannot be checked.
    pub unsupported: Vec<String>,
    /// What the answer should be, if that is known.
    pub expected: Option<String>,
    /// Whether it is what it should be, if both are known.
    pub agrees: Option<bool>,
}

/// Something that was checked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "check")]
pub struct Check {
    /// What became of it.
    pub status: Named<CheckStatus>,
    /// Who decided.
    pub decided_by: Option<Named<DecidedBy>>,
    /// What it is an instance of.
    pub property: Named<Property>,
    /// What a violation is called.
    pub message: String,
    /// Where it stands.
    #[serde(flatten)]
    pub place: Place,
    /// The source text there.
    pub text: String,
    /// The function it stands in.
    pub function: String,
}

/// Something that was taken for granted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "assumption")]
pub struct Assumption {
    /// Which choice it is.
    pub kind: Named<AssumptionKind>,
    /// What it is about, where there are several of the kind: the name of a function.
    pub subject: Option<String>,
    /// Whether the executions that are looked at are fewer than those of the program, more, others, or the same.
    pub direction: Named<Direction>,
    /// One sentence, in lower case and without a final dot.
    pub message: String,
    /// The first statement that rests on it.
    #[serde(flatten)]
    pub place: Option<Place>,
}

/// What came of a witness.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "guide")]
pub struct Guide {
    /// The outcome.
    pub outcome: GuideOutcome,
    /// The same as one sentence, in lower case and without a final dot.
    pub message: String,
    /// The furthest waypoint that an execution passes, counted from 1.
    #[schemars(range(min = 1))]
    pub waypoint: Option<usize>,
    /// How many waypoints there are.
    pub waypoints: usize,
    /// The file of that waypoint.
    pub file: Option<String>,
    /// Its line.
    #[schemars(range(min = 1))]
    pub line: Option<u32>,
}

names! {
    /// What came of a witness.
    GuideOutcome {
        /// The error that it leads to was found.
        Confirmed => "confirmed",
        /// It leads to no error.
        Refuted => "refuted",
        /// It was followed, and not to its error.
        Followed => "followed",
        /// Not decided.
        NotConfirmed => "not-confirmed",
    }
}

/// A proof that has passed its checker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "proof")]
pub struct Proof {
    /// What it shows.
    pub claim: ProofClaim,
    /// The number of error traces that it is about, if it is about some.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub traces: Option<usize>,
    /// How many steps it has.
    pub steps: usize,
    /// What the checker asked the solver.
    pub queries: usize,
}

names! {
    /// What a proof shows.
    ProofClaim {
        /// No execution reaches an exit.
        Safe => "safe",
        /// Every path to an error is infeasible, or accepted by an automaton or word of an error trace.
        AllErrorsCovered => "all-errors-covered",
        /// As far as the paths go that are not left, and not beyond exits that are no errors.
        Partial => "partial",
    }
}

/// A sentence about the program, perhaps about one place in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "note")]
pub struct Note {
    /// The sentence, in lower case and without a final dot.
    pub message: String,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// The place.
    #[serde(flatten)]
    pub place: Option<Place>,
}

/// A limit that was reached.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "limit")]
pub struct Limit {
    /// Its name.
    pub name: String,
    /// The bound.
    pub value: u64,
    /// What it bounds, in Markdown, on one line.
    pub bounds: String,
    /// What happens where it is reached.
    pub effect: String,
}
