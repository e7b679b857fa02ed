//! What results are known by when lines move.

use std::collections::BTreeMap;

use faultscope_ir::Span;

use super::places::Places;
use crate::{Check, ErrorSite, Report, baseline};

/// The key that GitHub compares results of different revisions by.
const LINE_HASH: &str = "primaryLocationLineHash";

/// The key of what `faultscope baseline` compares errors by.
const FINGERPRINT: &str = "faultscope/v1";

/// What the checks of a report are known by.
pub(super) struct Fingerprints<'a> {
    report: &'a Report,
    of_checks: Vec<String>,
}

impl Fingerprints<'_> {
    pub(super) fn of(report: &Report) -> Fingerprints<'_> {
        Fingerprints { report, of_checks: baseline::of_checks(report) }
    }

    /// What a check is known by, which is shown at a place: when lines move, and to code hosts.
    pub(super) fn of_check(
        &self,
        idx: usize,
        shown: Span,
        places: &Places<'_>,
    ) -> BTreeMap<&'static str, String> {
        let own = self.of_checks.get(idx).map(|it| (FINGERPRINT, it.clone()));
        of_line(shown, places).into_iter().chain(own).collect()
    }

    pub(super) fn of_error(
        &self,
        error: &ErrorSite,
        shown: Span,
        places: &Places<'_>,
    ) -> BTreeMap<&'static str, String> {
        let is_violated = |it: &Check| (it.property, it.span) == (error.property, error.span);
        let check = self.report.checks.iter().position(is_violated).unwrap_or(usize::MAX);
        self.of_check(check, shown, places)
    }
}

/// What the place of a result without a check is known by.
pub(super) fn of_line(span: Span, places: &Places<'_>) -> BTreeMap<&'static str, String> {
    places.fingerprint(span).map(|it| (LINE_HASH, it)).into_iter().collect()
}
