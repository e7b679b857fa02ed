//! Checks: what a program claims of itself, and which property each claim belongs to.
//!
//! A front end makes a row of [`Program::checks`](crate::Program) for every assertion, every call of an error function
//! and whatever else is checked; an [error location](crate::Terminator::Error) names its row. What is checked is thus
//! data: verifiers answer per row ([`CheckOutcome`]), and another property is another row of [`Property`] with front ends that fill it.

use crate::source::OriginId;
use crate::term::Term;

/// Names a row of a program's table of checks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CheckId(pub u32);

/// Something that must hold at a place of the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// What it is an instance of.
    pub property: Property,
    /// What must hold there, over the variables of that place, where one term says it. None for a place that must not
    /// be reached, and where the condition is evaluated step by step.
    pub condition: Option<Term>,
    /// Where it stands.
    pub origin: OriginId,
    /// What a violation is called, for the user: `assertion x > 0 violated`, `call of reach_error()`.
    pub message: String,
}

/// What became of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CheckStatus {
    /// An execution that was replayed violates it.
    Violated,
    /// None of the others is known.
    Undecided,
    /// No execution violates it.
    Proved,
    /// No execution gets to it.
    NotReached,
}

impl CheckStatus {
    /// The identifier, stable, for other programs.
    pub const fn name(self) -> &'static str {
        match self {
            CheckStatus::Violated => "violated",
            CheckStatus::Undecided => "undecided",
            CheckStatus::Proved => "proved",
            CheckStatus::NotReached => "not-reached",
        }
    }
}

/// Who decided about a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DecidedBy {
    /// Bounded model checking.
    Bmc,
    /// Trace abstraction.
    TraceAbstraction,
    /// Abstract interpretation.
    AbstractInterpretation,
    /// The control-flow graph.
    ControlFlow,
}

impl DecidedBy {
    /// The identifier, stable, for other programs.
    pub const fn name(self) -> &'static str {
        match self {
            DecidedBy::Bmc => "bmc",
            DecidedBy::TraceAbstraction => "trace-abstraction",
            DecidedBy::AbstractInterpretation => "abstract-interpretation",
            DecidedBy::ControlFlow => "control-flow",
        }
    }
}

/// What became of one check of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CheckOutcome {
    /// The check.
    pub check: CheckId,
    /// What became of it.
    pub status: CheckStatus,
    /// Who decided; none where it is undecided.
    pub by: Option<DecidedBy>,
}

impl CheckOutcome {
    /// Nothing is known of a check.
    pub fn undecided(check: CheckId) -> CheckOutcome {
        CheckOutcome { check, status: CheckStatus::Undecided, by: None }
    }

    /// It is decided about a check.
    pub fn decided(check: CheckId, status: CheckStatus, by: DecidedBy) -> CheckOutcome {
        CheckOutcome { check, status, by: Some(by) }
    }
}

/// What can be checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Property {
    /// No call of `reach_error` or `__VERIFIER_error`, and no label `ERROR`, is reached.
    UnreachCall,
    /// Assertions hold; in Boogie also what procedures require and ensure, and the invariants of loops.
    Assertion,
    /// In a program with a most permissive fix: there is a value that avoids the error.
    FixExists,
    /// In a program with a changed line: the operations on it have a value.
    DefinedOperation,
}

/// Properties that belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PropertyGroup {
    /// Places that must not be reached.
    Reachability,
    /// What the user has written that must hold.
    Assertions,
    /// What a changed program must fulfil beyond what the original must. No user selects these.
    Repair,
}

/// What is fixed of a property.
struct Row {
    name: &'static str,
    sv_comp: Option<&'static str>,
    group: PropertyGroup,
}

impl Property {
    /// What users can select, in the order in which it is listed.
    pub const SELECTABLE: [Property; 2] = [Property::UnreachCall, Property::Assertion];

    /// The one place to edit when a property is added.
    const fn row(self) -> Row {
        use PropertyGroup::{Assertions, Reachability, Repair};
        let (name, sv_comp, group) = match self {
            Property::UnreachCall => ("unreach-call", Some("unreach-call"), Reachability),
            Property::Assertion => ("assertion", None, Assertions),
            Property::FixExists => ("fix-exists", None, Repair),
            Property::DefinedOperation => ("defined-operation", None, Repair),
        };
        Row { name, sv_comp, group }
    }

    /// The identifier, stable, for other programs.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// The name of its property file in SV-COMP, where it has one.
    pub const fn sv_comp_name(self) -> Option<&'static str> {
        self.row().sv_comp
    }

    /// What it belongs to.
    pub const fn group(self) -> PropertyGroup {
        self.row().group
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_identifiers_of_their_own() {
        let all =
            [Property::UnreachCall, Property::Assertion, Property::FixExists, Property::DefinedOperation];
        for (idx, property) in all.iter().enumerate() {
            let is_identifier = |name: &str| name.chars().all(|it| it.is_ascii_lowercase() || it == '-');
            assert!(is_identifier(property.name()), "{property:?}");
            assert!(all[..idx].iter().all(|other| other.name() != property.name()), "{property:?}");
            let is_selectable = Property::SELECTABLE.contains(property);
            assert_eq!(is_selectable, property.group() != PropertyGroup::Repair, "{property:?}");
        }
    }
}
