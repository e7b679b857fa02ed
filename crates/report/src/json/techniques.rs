//! What other techniques mark.

use serde::Serialize;

use super::names::{rounded, step_kind};
use super::place::{Files, Place};
use crate::{Marked, Replacement, Solution, Statistics, TechniqueResult, Trusted};

/// What stands for infinity.
pub(super) const MAX_SCORE: f64 = 1e9;

#[derive(Serialize)]
pub(super) struct JsonTechnique<'a> {
    name: &'a str,
    remark: Option<&'a str>,
    queries: usize,
    statements: Vec<JsonMarked<'a>>,
    sets: &'a [Vec<usize>],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    solutions: Vec<JsonSolution<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    trusted: Vec<JsonTrusted<'a>>,
}

impl<'a> JsonTechnique<'a> {
    pub(super) fn new(result: &'a TechniqueResult, sources: &Files<'a>) -> JsonTechnique<'a> {
        let marked = |it: &'a Marked| JsonMarked::new(it, sources);
        let trusted = |it: &'a Trusted| JsonTrusted {
            statement: JsonMarked::new(&it.statement, sources),
            checks: &it.checks,
        };
        JsonTechnique {
            name: &result.name,
            remark: result.remark.as_deref(),
            queries: result.n_queries,
            statements: result.statements.iter().map(marked).collect(),
            sets: &result.sets,
            solutions: result.solutions.iter().map(|it| JsonSolution::new(it, sources)).collect(),
            trusted: result.trusted.iter().map(trusted).collect(),
        }
    }
}

#[derive(Serialize)]
struct JsonSolution<'a> {
    changes: Vec<Option<JsonReplacement<'a>>>,
    weight: u32,
    bound: usize,
    exit: Place<'a>,
    at_check: bool,
    traces: usize,
    constrained_by: &'a [usize],
}

#[derive(Serialize)]
struct JsonReplacement<'a> {
    #[serde(flatten)]
    place: Place<'a>,
    old: &'a str,
    new: &'a str,
}

impl<'a> JsonSolution<'a> {
    fn new(solution: &'a Solution, sources: &Files<'a>) -> JsonSolution<'a> {
        let replacement = |it: &'a Replacement| JsonReplacement {
            place: Place::new(it.span, sources),
            old: &it.old,
            new: &it.new,
        };
        JsonSolution {
            changes: solution.changes.iter().map(|it| it.as_ref().map(replacement)).collect(),
            weight: solution.weight,
            bound: solution.bound,
            exit: Place::new(solution.exit, sources),
            at_check: solution.is_at_check,
            traces: solution.n_traces,
            constrained_by: &solution.constrained_by,
        }
    }
}

#[derive(Serialize)]
struct JsonMarked<'a> {
    kind: &'static str,
    #[serde(flatten)]
    place: Place<'a>,
    text: &'a str,
    function: &'a str,
    occurrences: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
}

impl<'a> JsonMarked<'a> {
    fn new(marked: &'a Marked, sources: &Files<'a>) -> JsonMarked<'a> {
        JsonMarked {
            kind: step_kind(marked.kind),
            place: Place::new(marked.span, sources),
            text: &marked.text,
            function: &marked.function,
            occurrences: marked.n_occurrences,
            // JSON has no infinity.
            score: marked.score.map(|score| rounded(score.min(MAX_SCORE))),
        }
    }
}

#[derive(Serialize)]
struct JsonTrusted<'a> {
    #[serde(flatten)]
    statement: JsonMarked<'a>,
    checks: &'a [usize],
}

#[derive(Serialize)]
pub(super) struct JsonTechniqueTime<'a> {
    name: &'a str,
    seconds: f64,
}

pub(super) fn times(statistics: &Statistics) -> Vec<JsonTechniqueTime<'_>> {
    let techniques = statistics.techniques.iter();
    techniques.map(|(name, seconds)| JsonTechniqueTime { name, seconds: rounded(*seconds) }).collect()
}
