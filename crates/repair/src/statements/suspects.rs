//! Which statements may be at fault.

use std::collections::{BTreeMap, BTreeSet};

use faultscope_frontend::sites::StatementPlace;
use faultscope_ir::{FindingKind, OriginKind, Program, ProgramPart, Span};

/// Which statements of a program may be at fault.
pub(super) struct Suspects<'a> {
    program: &'a Program,
    /// The origins in each function that could be findings, and whether they may be.
    of_function: BTreeMap<&'a str, Vec<(Span, bool)>>,
}

impl Suspects<'_> {
    pub(super) fn new(program: &Program) -> Suspects<'_> {
        let mut of_function: BTreeMap<&str, Vec<(Span, bool)>> = BTreeMap::new();
        for origin in program.sources.origins() {
            if FindingKind::of(origin.kind).is_some() || origin.kind == OriginKind::Condition {
                of_function.entry(&origin.function).or_default().push((origin.span, origin.is_suspect()));
            }
        }
        Suspects { program, of_function }
    }

    /// The numbers of places whose statements may be at fault.
    pub(super) fn numbers(&self, places: &[StatementPlace]) -> BTreeSet<usize> {
        places.iter().zip(1..).filter(|(place, _)| self.has(place)).map(|(_, number)| number).collect()
    }

    /// Whether a statement may be at fault: not where it is trusted, nor where nothing of it but an assertion is not.
    pub(super) fn has(&self, place: &StatementPlace) -> bool {
        let StatementPlace { span, function, .. } = place;
        let sources = &self.program.sources;
        let is_trusted =
            matches!(sources.part_at(*span, function), ProgramPart::Driver | ProgramPart::Specification)
                || self.program.procedures.iter().any(|it| it.trusted && it.name == *function);
        let within = self.of_function.get(function.as_str()).into_iter().flatten();
        let mut within = within.filter(|it| span.contains(it.0)).peekable();
        let is_code = match within.peek() {
            Some(_) => within.any(|(_, is_suspect)| *is_suspect),
            None => !sources.harness.specification.iter().any(|it| span.contains(*it)),
        };
        !is_trusted && is_code
    }
}
