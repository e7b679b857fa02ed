//! What stands in a report by itself: checks, assumptions, notes, tests, figures.

use super::error::ReadError;
use super::names;
use super::node::{Node, boolean, float, number, string};
use super::places::Places;
use crate::proof::Claim;
use crate::{
    Assumption, Check, CheckedProof, Guide, Note, ReachedLimit, SpecificationAnswer, Statistics, Test,
    TestLine, TraceAbstraction,
};

/// The reason, whose parts are fields of the report.
pub(super) fn reason(node: &Node<'_>, places: &Places) -> Result<Option<Note>, ReadError> {
    let Some(message) = node.maybe("reason", string)? else { return Ok(None) };
    let span = node.maybe("reason_place", |it| places.place(it))?;
    Ok(Some(Note { message, span, hint: node.maybe("reason_hint", string)? }))
}

/// What a property file asks for, whose answer is a field of the report.
pub(super) fn specification(node: &Node<'_>) -> Result<Option<SpecificationAnswer>, ReadError> {
    let Some(result) = node.maybe("result", string)? else { return Ok(None) };
    let answer = |it: &Node<'_>| {
        Ok(SpecificationAnswer {
            file: it.get("property_file", string)?,
            properties: it.get("properties", |it| it.list(string))?,
            unsupported: it.get("unsupported", |it| it.list(string))?,
            result,
            expected: it.maybe("expected", string)?,
            agrees: it.maybe("agrees", boolean)?,
        })
    };
    node.get("specification", answer).map(Some)
}

/// The names of what comes of a witness.
const OUTCOMES: [&str; 4] = ["confirmed", "refuted", "followed", "not-confirmed"];

pub(super) fn guide(node: &Node<'_>) -> Result<Guide, ReadError> {
    let line = node.maybe("line", number)?;
    Ok(Guide {
        outcome: node.get("outcome", |it| it.named(&OUTCOMES, |it| it))?,
        message: node.get("message", string)?,
        waypoint: node.maybe("waypoint", number)?,
        n_waypoints: node.get("waypoints", number)?,
        place: node.maybe("file", string)?.zip(line),
    })
}

pub(super) fn note(node: &Node<'_>, places: &Places) -> Result<Note, ReadError> {
    Ok(Note {
        message: node.get("message", string)?,
        span: places.maybe(node)?,
        hint: node.maybe("hint", string)?,
    })
}

pub(super) fn assumption(node: &Node<'_>, places: &Places) -> Result<Assumption, ReadError> {
    Ok(Assumption {
        kind: node.get("kind", names::assumption)?,
        subject: node.maybe("subject", string)?,
        message: node.get("message", string)?,
        span: places.maybe(node)?,
    })
}

pub(super) fn check(node: &Node<'_>, places: &Places) -> Result<Check, ReadError> {
    Ok(Check {
        property: node.get("property", names::property)?,
        message: node.get("message", string)?,
        span: places.place(node)?,
        text: node.get("text", string)?,
        function: node.get("function", string)?,
        status: node.get("status", names::check_status)?,
        decided_by: node.maybe("decided_by", names::decided_by)?,
    })
}

pub(super) fn test(node: &Node<'_>) -> Result<Test, ReadError> {
    Ok(Test {
        name: node.get("name", string)?,
        status: node.get("status", names::test_status)?,
        message: node.maybe("message", string)?,
        expected: node.maybe("expected", test_line)?,
        got: node.maybe("got", test_line)?,
        trace: node.maybe("trace", number)?,
    })
}

fn test_line(node: &Node<'_>) -> Result<TestLine, ReadError> {
    Ok(TestLine {
        line: node.get("line", number)?,
        column: node.get("column", number)?,
        text: node.get("text", string)?,
    })
}

pub(super) fn proof(node: &Node<'_>) -> Result<CheckedProof, ReadError> {
    let n_traces = node.maybe("traces", number)?.unwrap_or_default();
    let claims = [Claim::Safe, Claim::AllErrorsCovered { n_traces }, Claim::Partial { n_traces }];
    Ok(CheckedProof {
        claim: node.get("claim", |it| it.named(&claims, Claim::name))?,
        n_steps: node.get("steps", number)?,
        document: None,
        n_queries: node.get("queries", number)?,
    })
}

pub(super) fn limit(node: &Node<'_>) -> Result<ReachedLimit, ReadError> {
    Ok(ReachedLimit {
        name: node.get("name", string)?,
        value: node.get("value", number)?,
        bounds: node.get("bounds", string)?,
        effect: node.get("effect", string)?,
    })
}

pub(super) fn statistics(node: &Node<'_>) -> Result<Statistics, ReadError> {
    let time = |it: &Node<'_>| Ok((it.get("name", string)?, it.get("seconds", float)?));
    Ok(Statistics {
        frontend_seconds: node.get("frontend_seconds", float)?,
        trace_seconds: node.maybe("trace_seconds", float)?,
        search_seconds: node.get("search_seconds", float)?,
        localization_seconds: node.maybe("localization_seconds", float)?,
        ranking_seconds: node.maybe("ranking_seconds", float)?,
        program_seconds: node.maybe("program_seconds", float)?,
        total_seconds: node.get("total_seconds", float)?,
        answered_by: node.maybe("answered_by", names::decided_by)?,
        unwinding: node.maybe("unwinding", number)?,
        trace_abstraction: node.maybe("trace_abstraction", trace_abstraction)?,
        search_queries: node.get("search_queries", number)?,
        localization_queries: node.get("localization_queries", number)?,
        trace_statements: node.get("trace_statements", number)?,
        assigning_statements: node.get("assigning_statements", number)?,
        relevant_statements: node.get("relevant_statements", number)?,
        techniques: node.items("techniques", time)?,
    })
}

fn trace_abstraction(node: &Node<'_>) -> Result<TraceAbstraction, ReadError> {
    Ok(TraceAbstraction {
        iterations: node.get("iterations", number)?,
        infeasible: node.get("infeasible", number)?,
        danger_automata: node.get("danger_automata", number)?,
        cut_short: node.get("cut_short", number)?,
        locations: node.get("locations", number)?,
        states: node.get("states", number)?,
        queries: node.get("queries", number)?,
        words_seconds: node.get("words_seconds", float)?,
        floyd_hoare_seconds: node.get("floyd_hoare_seconds", float)?,
        danger_seconds: node.get("danger_seconds", float)?,
    })
}
