//! What stands in a report by itself: checks, assumptions, notes, tests, figures.

use faultscope_json::{self as document, Named};

use super::files::Files;
use crate::proof::Claim;
use crate::{
    Assumption, Check, CheckedProof, Guide, Note, ReachedLimit, SpecificationAnswer, Statistics, Suppressed,
    Test, TestLine, TraceAbstraction,
};

/// Microseconds are all that a clock tells here.
pub(super) fn rounded(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}

pub(super) fn specification(specification: &SpecificationAnswer) -> document::Specification {
    let SpecificationAnswer { file, properties, unsupported, expected, agrees, .. } = specification;
    document::Specification {
        property_file: file.clone(),
        properties: properties.clone(),
        unsupported: unsupported.clone(),
        expected: expected.clone(),
        agrees: *agrees,
    }
}

pub(super) fn test(test: &Test) -> document::Test {
    let line = |it: &TestLine| document::TestLine { line: it.line, column: it.column, text: it.text.clone() };
    document::Test {
        name: test.name.clone(),
        status: test.status,
        message: test.message.clone(),
        expected: test.expected.as_ref().map(line),
        got: test.got.as_ref().map(line),
        trace: test.trace,
    }
}

pub(super) fn check(check: &Check, files: &Files<'_>) -> document::Check {
    document::Check {
        status: Named(check.status),
        decided_by: check.decided_by.map(Named),
        property: Named(check.property),
        message: check.message.clone(),
        place: files.place(check.span),
        text: check.text.clone(),
        function: check.function.clone(),
    }
}

pub(super) fn suppressed(suppressed: &Suppressed) -> document::SuppressedCheck {
    document::SuppressedCheck {
        check: suppressed.check,
        by: suppressed.by,
        reason: suppressed.reason.clone(),
        said_in: suppressed.file.clone(),
        said_on_line: suppressed.line,
    }
}

pub(super) fn assumption(assumption: &Assumption, files: &Files<'_>) -> document::Assumption {
    document::Assumption {
        kind: Named(assumption.kind),
        subject: assumption.subject.clone(),
        direction: Named(assumption.kind.direction()),
        message: assumption.message.clone(),
        place: assumption.span.map(|it| files.place(it)),
    }
}

pub(super) fn guide(guide: &Guide) -> document::Guide {
    document::Guide {
        outcome: guide.outcome,
        message: guide.message.clone(),
        waypoint: guide.waypoint,
        waypoints: guide.n_waypoints,
        file: guide.place.as_ref().map(|(file, _)| file.clone()),
        line: guide.place.as_ref().map(|(_, line)| *line),
    }
}

pub(super) fn proof(proof: &CheckedProof) -> document::Proof {
    document::Proof {
        claim: match proof.claim {
            Claim::Safe => document::ProofClaim::Safe,
            Claim::AllErrorsCovered { .. } => document::ProofClaim::AllErrorsCovered,
            Claim::Partial { .. } => document::ProofClaim::Partial,
        },
        traces: proof.claim.n_traces(),
        steps: proof.n_steps,
        queries: proof.n_queries,
    }
}

pub(super) fn note(note: &Note, files: &Files<'_>) -> document::Note {
    document::Note {
        message: note.message.clone(),
        hint: note.hint.clone(),
        place: note.span.map(|it| files.place(it)),
    }
}

pub(super) fn limit(limit: &ReachedLimit) -> document::Limit {
    document::Limit {
        name: limit.name.clone(),
        value: limit.value,
        bounds: limit.bounds.clone(),
        effect: limit.effect.clone(),
    }
}

pub(super) fn statistics(statistics: &Statistics) -> document::Statistics {
    let time = |(name, seconds): &(String, f64)| document::TechniqueTime {
        name: name.clone(),
        seconds: rounded(*seconds),
    };
    document::Statistics {
        frontend_seconds: rounded(statistics.frontend_seconds),
        trace_seconds: statistics.trace_seconds.map(rounded),
        search_seconds: rounded(statistics.search_seconds),
        localization_seconds: statistics.localization_seconds.map(rounded),
        ranking_seconds: statistics.ranking_seconds.map(rounded),
        program_seconds: statistics.program_seconds.map(rounded),
        total_seconds: rounded(statistics.total_seconds),
        answered_by: statistics.answered_by.map(Named),
        unwinding: statistics.unwinding,
        trace_abstraction: statistics.trace_abstraction.as_ref().map(trace_abstraction),
        search_queries: statistics.search_queries,
        localization_queries: statistics.localization_queries,
        trace_statements: statistics.trace_statements,
        assigning_statements: statistics.assigning_statements,
        relevant_statements: statistics.relevant_statements,
        techniques: statistics.techniques.iter().map(time).collect(),
    }
}

fn trace_abstraction(work: &TraceAbstraction) -> document::TraceAbstraction {
    document::TraceAbstraction {
        iterations: work.iterations,
        infeasible: work.infeasible,
        danger_automata: work.danger_automata,
        cut_short: work.cut_short,
        locations: work.locations,
        states: work.states,
        queries: work.queries,
        words_seconds: rounded(work.words_seconds),
        floyd_hoare_seconds: rounded(work.floyd_hoare_seconds),
        danger_seconds: rounded(work.danger_seconds),
    }
}
