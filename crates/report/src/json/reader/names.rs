//! What has its names elsewhere.

use faultscope_ir::{AssumptionKind, CheckStatus, DecidedBy, ObjectKind, Property, Usage};

use super::error::ReadError;
use super::node::Node;
use crate::TestStatus;

pub(super) fn property(node: &Node<'_>) -> Result<Property, ReadError> {
    let made = [Property::ExpectedOutput, Property::FixExists, Property::DefinedOperation];
    let all: Vec<Property> = Property::SELECTABLE.into_iter().chain(made).collect();
    node.named(&all, Property::name)
}

pub(super) fn assumption(node: &Node<'_>) -> Result<AssumptionKind, ReadError> {
    node.named(&AssumptionKind::ALL, AssumptionKind::name)
}

pub(super) fn check_status(node: &Node<'_>) -> Result<CheckStatus, ReadError> {
    use CheckStatus::{HoldsWithinLimits, NotAsked, NotReached, Proved, Undecided, Violated};
    node.named(&[Violated, Undecided, Proved, HoldsWithinLimits, NotReached, NotAsked], CheckStatus::name)
}

pub(super) fn decided_by(node: &Node<'_>) -> Result<DecidedBy, ReadError> {
    use DecidedBy::{AbstractInterpretation, Bmc, ControlFlow, Execution, Paths, TraceAbstraction};
    let all = [Bmc, TraceAbstraction, Execution, Paths, AbstractInterpretation, ControlFlow];
    node.named(&all, DecidedBy::name)
}

pub(super) fn object_kind(node: &Node<'_>) -> Result<ObjectKind, ReadError> {
    use ObjectKind::{Allocated, Constant, Function, Literal, Variable};
    node.named(&[Variable, Constant, Literal, Function, Allocated], ObjectKind::name)
}

pub(super) fn usage(node: &Node<'_>) -> Result<Usage, ReadError> {
    use Usage::{Free, Lose, Point, Read, Write};
    node.named(&[Read, Write, Free, Point, Lose], Usage::name)
}

pub(super) fn test_status(node: &Node<'_>) -> Result<TestStatus, ReadError> {
    use TestStatus::{Crashed, Failed, Passed, RanOn, Undecided};
    node.named(&[Passed, Failed, Crashed, RanOn, Undecided], TestStatus::name)
}
