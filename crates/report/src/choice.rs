//! What was taken for granted, as it stands in every JSON document.

use faultscope_ir::AssumptionKind;
use serde::Serialize;

/// A choice, without its place.
#[derive(Serialize)]
pub(crate) struct Choice<'a> {
    kind: &'static str,
    subject: Option<&'a str>,
    direction: &'static str,
    message: &'a str,
}

impl<'a> Choice<'a> {
    pub(crate) fn new(kind: AssumptionKind, subject: Option<&'a str>, message: &'a str) -> Choice<'a> {
        Choice { kind: kind.name(), subject, direction: kind.direction().name(), message }
    }
}
