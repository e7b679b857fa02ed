//! Patches as JSON.

use faultscope_ir::SourceMap;
use serde::Serialize;

use super::place::Place;
use crate::{Patch, PatchVerdict};

#[derive(Serialize)]
pub(super) struct JsonPatch<'a> {
    #[serde(flatten)]
    place: Place<'a>,
    function: &'a str,
    old: &'a str,
    new: &'a str,
    old_line: &'a str,
    new_line: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    is_constant: bool,
    verdict: &'static str,
    reaches_check: bool,
}

impl<'a> JsonPatch<'a> {
    pub(super) fn new(patch: &'a Patch, sources: &'a SourceMap) -> JsonPatch<'a> {
        JsonPatch {
            place: Place::new(patch.span, sources),
            function: &patch.function,
            old: &patch.old,
            new: &patch.new,
            old_line: &patch.old_line,
            new_line: &patch.new_line,
            reason: patch.reason.as_deref(),
            is_constant: patch.is_constant,
            verdict: match patch.verdict {
                PatchVerdict::Proved => "proved",
                PatchVerdict::PassesTests => "passes-tests",
                PatchVerdict::RepairsShownTraces => "repairs-shown-traces",
            },
            reaches_check: patch.reaches_check,
        }
    }
}
