//! What stands in a report by itself: checks, assumptions, notes, tests, figures.

use faultscope_json as document;

use super::error::ReadError;
use super::places::Places;
use crate::proof::Claim;
use crate::{
    Assumption, Check, CheckedProof, Guide, Note, ReachedLimit, SpecificationAnswer, Statistics, Suppressed,
    Test, TestLine, TraceAbstraction,
};

/// What a property file asks for, and the answer to that.
pub(super) fn specification(it: document::Specification, result: String) -> SpecificationAnswer {
    SpecificationAnswer {
        file: it.property_file,
        properties: it.properties,
        unsupported: it.unsupported,
        result,
        expected: it.expected,
        agrees: it.agrees,
    }
}

pub(super) fn guide(it: document::Guide) -> Guide {
    Guide {
        outcome: it.outcome,
        message: it.message,
        waypoint: it.waypoint,
        n_waypoints: it.waypoints,
        place: it.file.zip(it.line),
    }
}

pub(super) fn note(it: document::Note, places: &Places) -> Note {
    Note { message: it.message, span: it.place.map(|it| places.span(&it)), hint: it.hint }
}

pub(super) fn assumption(it: document::Assumption, places: &Places) -> Assumption {
    Assumption {
        kind: it.kind.0,
        subject: it.subject,
        message: it.message,
        span: it.place.map(|it| places.span(&it)),
    }
}

pub(super) fn suppressed(
    it: document::SuppressedCheck,
    n_checks: usize,
    at: &str,
) -> Result<Suppressed, ReadError> {
    if it.check >= n_checks {
        return Err(ReadError::expected("the number of a check", &format!("{at}.check")));
    }
    Ok(Suppressed { check: it.check, by: it.by, reason: it.reason, file: it.said_in, line: it.said_on_line })
}

pub(super) fn check(it: document::Check, places: &Places) -> Check {
    Check {
        property: it.property.0,
        message: it.message,
        span: places.span(&it.place),
        text: it.text,
        function: it.function,
        status: it.status.0,
        decided_by: it.decided_by.map(|it| it.0),
    }
}

pub(super) fn test(it: document::Test) -> Test {
    let line = |it: document::TestLine| TestLine { line: it.line, column: it.column, text: it.text };
    Test {
        name: it.name,
        status: it.status,
        message: it.message,
        expected: it.expected.map(line),
        got: it.got.map(line),
        trace: it.trace,
    }
}

pub(super) fn proof(it: &document::Proof) -> CheckedProof {
    let n_traces = it.traces.unwrap_or_default();
    CheckedProof {
        claim: match it.claim {
            document::ProofClaim::Safe => Claim::Safe,
            document::ProofClaim::AllErrorsCovered => Claim::AllErrorsCovered { n_traces },
            document::ProofClaim::Partial => Claim::Partial { n_traces },
        },
        n_steps: it.steps,
        document: None,
        n_queries: it.queries,
    }
}

pub(super) fn limit(it: document::Limit) -> ReachedLimit {
    ReachedLimit { name: it.name, value: it.value, bounds: it.bounds, effect: it.effect }
}

pub(super) fn statistics(it: document::Statistics) -> Statistics {
    Statistics {
        frontend_seconds: it.frontend_seconds,
        trace_seconds: it.trace_seconds,
        search_seconds: it.search_seconds,
        localization_seconds: it.localization_seconds,
        ranking_seconds: it.ranking_seconds,
        program_seconds: it.program_seconds,
        total_seconds: it.total_seconds,
        answered_by: it.answered_by.map(|it| it.0),
        unwinding: it.unwinding,
        trace_abstraction: it.trace_abstraction.map(trace_abstraction),
        search_queries: it.search_queries,
        localization_queries: it.localization_queries,
        trace_statements: it.trace_statements,
        assigning_statements: it.assigning_statements,
        relevant_statements: it.relevant_statements,
        techniques: it.techniques.into_iter().map(|it| (it.name, it.seconds)).collect(),
    }
}

fn trace_abstraction(it: document::TraceAbstraction) -> TraceAbstraction {
    TraceAbstraction {
        iterations: it.iterations,
        infeasible: it.infeasible,
        danger_automata: it.danger_automata,
        cut_short: it.cut_short,
        locations: it.locations,
        states: it.states,
        queries: it.queries,
        words_seconds: it.words_seconds,
        floyd_hoare_seconds: it.floyd_hoare_seconds,
        danger_seconds: it.danger_seconds,
    }
}
