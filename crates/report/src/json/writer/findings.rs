//! Findings, and statements that are fixed together.

use faultscope_json::{self as document, Named};

use super::files::Files;
use super::parts::rounded;
use super::trace::{Steps, calls, error, inputs, trace};
use crate::{
    ConstantOverTraces, Finding, InProgram, Influence, OtherError, OverTraces, PointerNeed, ProvedFix, Rerun,
    SetMember, StatementSet, Suspiciousness, TestsFix,
};

pub(super) fn finding<'a>(finding: &'a Finding, files: &Files<'a>) -> document::Finding<Steps<'a>> {
    let occurrence = |it: &crate::Occurrence| document::Occurrence {
        strength: Named(it.strength),
        iterations: it.iterations.clone(),
        step: it.step,
    };
    let definition =
        |(name, span): &(String, _)| document::Definition { name: name.clone(), place: files.place(*span) };
    let assigned = |(assigns, value): &(String, String)| document::Assigned {
        assigns: assigns.clone(),
        value: value.clone(),
    };
    document::Finding {
        rank: finding.rank,
        kind: Named(finding.kind),
        strength: Named(finding.strength),
        trace: finding.trace,
        over_traces: finding.over_traces.as_ref().map(over_traces),
        place: files.place(finding.span),
        expansions: finding.expansions.iter().map(|it| files.place(*it)).collect(),
        definitions: finding.definitions.iter().map(definition).collect(),
        text: finding.text.clone(),
        function: finding.function.clone(),
        assigns: finding.place.clone(),
        value: finding.value.clone(),
        values: finding.values.clone(),
        condition: finding.condition.clone(),
        pointer: finding.pointer.map(pointer),
        rerun: finding.rerun.as_ref().map(rerun),
        failing_inputs: finding.failing_inputs.as_ref().map(|it| it.iter().map(assigned).collect()),
        influence: finding.influence.as_ref().map(|it| influence(it, files)),
        iterations: finding.iterations.clone(),
        calls: calls(&finding.calls, files),
        occurrences: finding.occurrences.iter().map(occurrence).collect(),
        other_outcome_helps: finding.other_outcome_helps,
        undecided: finding.undecided.iter().copied().map(Named).collect(),
        other_way: finding
            .other_way
            .as_ref()
            .map(|it| document::OtherWay { every_time: it.every_time, once: it.once }),
        missing: finding.missing.clone(),
        in_program: finding.in_program.as_ref().map(|it| in_program(it, files)),
        features: finding.features.iter().cloned().collect(),
        suspiciousness: finding.suspiciousness.as_ref().map(suspiciousness),
        folded_into: finding.folded_into,
        in_driver: finding.in_driver,
    }
}

pub(super) fn other_error<'a>(it: &'a OtherError, files: &Files<'a>) -> document::OtherError<Steps<'a>> {
    document::OtherError {
        error: error(&it.error, files),
        inputs: inputs(&it.inputs, files),
        findings: it.findings.iter().map(|it| finding(it, files)).collect(),
    }
}

fn over_traces(over: &OverTraces) -> document::OverTraces {
    let (constant, constants) = match &over.constant {
        ConstantOverTraces::Values(values) => (document::ConstantOverTraces::Exists, values.clone()),
        ConstantOverTraces::None => (document::ConstantOverTraces::None, Vec::new()),
        ConstantOverTraces::Undecided => (document::ConstantOverTraces::Undecided, Vec::new()),
    };
    document::OverTraces {
        relevant: over.n_relevant,
        undecided: over.n_undecided,
        traces: over.n_traces,
        relevant_in: over.relevant_in.clone(),
        constant,
        constants,
    }
}

fn pointer(pointer: PointerNeed) -> document::Pointer {
    let (to, bytes) = match pointer {
        PointerNeed::NotNull => (document::Pointee::Something, None),
        PointerNeed::Bytes(n) => (document::Pointee::Bytes, Some(n)),
        PointerNeed::Alive => (document::Pointee::Existing, None),
    };
    document::Pointer { to, bytes }
}

fn rerun(rerun: &Rerun) -> document::Rerun {
    let (outcome, value) = match rerun {
        Rerun::Avoids(value) => (document::RerunOutcome::Avoids, Some(value.clone())),
        Rerun::Leaks => (document::RerunOutcome::Leaks, None),
        Rerun::Open => (document::RerunOutcome::Open, None),
        Rerun::Fails => (document::RerunOutcome::Fails, None),
    };
    document::Rerun { outcome, value }
}

fn influence(influence: &Influence, files: &Files<'_>) -> document::Influence {
    document::Influence {
        place: files.place(influence.span),
        text: influence.text.clone(),
        outcome: influence.outcome,
        is_error: influence.is_error,
        is_asked: influence.is_asked,
        with: influence.with.clone(),
    }
}

fn in_program<'a>(in_program: &'a InProgram, files: &Files<'a>) -> document::InProgram<Steps<'a>> {
    use document::{Answer, Fix};
    let answered = |answer, fix| document::InProgram {
        answer,
        fix,
        execution: None,
        refinements: None,
        strategy: None,
        remaining: None,
        reason: None,
    };
    let proved = |answer, fix: &ProvedFix| match fix {
        ProvedFix::Values => answered(answer, Some(Fix::Values)),
        ProvedFix::Refined(n) => {
            document::InProgram { refinements: Some(*n), ..answered(answer, Some(Fix::RefinedValues)) }
        }
        ProvedFix::Strategy(plays) => {
            document::InProgram { strategy: Some(plays.clone()), ..answered(answer, Some(Fix::Strategy)) }
        }
        ProvedFix::Patch => answered(answer, Some(Fix::Patch)),
        ProvedFix::EveryTime => answered(answer, Some(Fix::EveryTime)),
        ProvedFix::Once(execution) => {
            document::InProgram { execution: Some(*execution), ..answered(answer, Some(Fix::Once)) }
        }
    };
    match in_program {
        InProgram::Proved(fix) => proved(Answer::Proved, fix),
        InProgram::RepairsThrough(fix) => proved(Answer::RepairsThrough, fix),
        InProgram::PassesTests(TestsFix::Values) => answered(Answer::PassesTests, Some(Fix::Values)),
        InProgram::PassesTests(TestsFix::Patch) => answered(Answer::PassesTests, Some(Fix::Patch)),
        InProgram::PassesTests(TestsFix::Statement) => answered(Answer::PassesTests, Some(Fix::Statement)),
        InProgram::NotEnough(remaining) => {
            let remaining = Some(Box::new(trace(remaining, files)));
            document::InProgram { remaining, ..answered(Answer::NotEnough, None) }
        }
        InProgram::NotDecided(reason) => {
            document::InProgram { reason: Some(reason.clone()), ..answered(Answer::NotDecided, None) }
        }
    }
}

fn suspiciousness(score: &Suspiciousness) -> document::Suspiciousness {
    document::Suspiciousness {
        score: rounded(score.score()),
        kept: score.kept,
        reachable: score.reachable,
        decided_by: match score.by_verifier {
            true => document::SuspiciousnessBy::Verifier,
            false => document::SuspiciousnessBy::AbstractInterpretation,
        },
    }
}

pub(super) fn set(set: &StatementSet, files: &Files<'_>) -> document::Set {
    let member = |it: &SetMember| document::Member {
        kind: Named(it.kind),
        place: files.place(it.span),
        text: it.text.clone(),
    };
    document::Set { repairs: set.repairs, members: set.members.iter().map(member).collect() }
}
