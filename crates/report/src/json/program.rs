//! What is said of fixing a statement in the program.

use serde::Serialize;

use super::names::{finding_kind, rounded};
use super::place::{Files, Place};
use super::trace::JsonTrace;
use crate::{InProgram, OtherWay, ProvedFix, Repairs, StatementSet, Suspiciousness, TestsFix};

#[derive(Serialize)]
pub(super) struct JsonOtherWay {
    every_time: bool,
    once: Option<u32>,
}

impl JsonOtherWay {
    pub(super) fn new(other_way: &OtherWay) -> JsonOtherWay {
        JsonOtherWay { every_time: other_way.every_time, once: other_way.once }
    }
}

#[derive(Serialize)]
pub(super) struct JsonInProgram<'a> {
    answer: &'static str,
    fix: Option<&'static str>,
    execution: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refinements: Option<usize>,
    remaining: Option<Box<JsonTrace<'a>>>,
    reason: Option<&'a str>,
}

impl<'a> JsonInProgram<'a> {
    pub(super) fn new(in_program: &'a InProgram, sources: &Files<'a>) -> JsonInProgram<'a> {
        let none = JsonInProgram::answered;
        match in_program {
            InProgram::Proved(fix) => JsonInProgram::proved("proved", *fix),
            InProgram::RepairsThrough(fix) => JsonInProgram::proved("repairs-through", *fix),
            InProgram::PassesTests(fix) => {
                let fix = match fix {
                    TestsFix::Values => "values",
                    TestsFix::Patch => "patch",
                    TestsFix::Statement => "statement",
                };
                JsonInProgram { fix: Some(fix), ..none("passes-tests") }
            }
            InProgram::NotEnough(trace) => {
                let remaining = Some(Box::new(JsonTrace::new(trace, sources)));
                JsonInProgram { remaining, ..none("not-enough") }
            }
            InProgram::NotDecided(reason) => JsonInProgram { reason: Some(reason), ..none("not-decided") },
        }
    }

    fn answered(answer: &'static str) -> JsonInProgram<'a> {
        JsonInProgram { answer, fix: None, execution: None, refinements: None, remaining: None, reason: None }
    }

    fn proved(answer: &'static str, fix: ProvedFix) -> JsonInProgram<'a> {
        let (fix, execution, refinements) = match fix {
            ProvedFix::Values => ("values", None, None),
            ProvedFix::Refined(n) => ("refined-values", None, Some(n)),
            ProvedFix::Patch => ("patch", None, None),
            ProvedFix::EveryTime => ("other-way-every-time", None, None),
            ProvedFix::Once(execution) => ("other-way-once", Some(execution), None),
        };
        JsonInProgram { fix: Some(fix), execution, refinements, ..JsonInProgram::answered(answer) }
    }
}

#[derive(Serialize)]
pub(super) struct JsonSuspiciousness {
    score: f64,
    kept: usize,
    reachable: usize,
    decided_by: &'static str,
}

impl JsonSuspiciousness {
    pub(super) fn new(score: &Suspiciousness) -> JsonSuspiciousness {
        JsonSuspiciousness {
            score: rounded(score.score()),
            kept: score.kept,
            reachable: score.reachable,
            decided_by: if score.by_verifier { "verifier" } else { "abstract-interpretation" },
        }
    }
}

#[derive(Serialize)]
pub(super) struct JsonSet<'a> {
    repairs: &'static str,
    members: Vec<JsonMember<'a>>,
}

#[derive(Serialize)]
struct JsonMember<'a> {
    kind: &'static str,
    #[serde(flatten)]
    place: Place<'a>,
    text: &'a str,
}

impl<'a> JsonSet<'a> {
    pub(super) fn new(set: &'a StatementSet, sources: &Files<'a>) -> JsonSet<'a> {
        let repairs = match set.repairs {
            Repairs::Program => "program",
            Repairs::Trace => "trace",
        };
        let member = |it: &'a crate::SetMember| JsonMember {
            kind: finding_kind(it.kind),
            place: Place::new(it.span, sources),
            text: &it.text,
        };
        JsonSet { repairs, members: set.members.iter().map(member).collect() }
    }
}
