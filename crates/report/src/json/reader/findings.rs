//! Findings.

use faultscope_json::{self as document, Answer, Fix};

use super::error::{ReadError, required};
use super::places::Places;
use super::traces;
use crate::{
    ConstantOverTraces, Finding, InProgram, Influence, Occurrence, OtherError, OtherWay, OverTraces,
    PointerNeed, ProvedFix, Rerun, SetMember, StatementSet, Suspiciousness, TestsFix,
};

/// A finding of a report with so many traces.
pub(super) fn finding(
    it: document::Finding,
    n_traces: usize,
    places: &Places,
    at: &str,
) -> Result<Finding, ReadError> {
    if it.trace >= n_traces {
        return Err(ReadError::expected("the index of a trace", &format!("{at}.trace")));
    }
    let occurrence = |it: document::Occurrence| Occurrence {
        strength: it.strength.0,
        iterations: it.iterations,
        step: it.step,
    };
    Ok(Finding {
        rank: it.rank,
        kind: it.kind.0,
        strength: it.strength.0,
        trace: it.trace,
        over_traces: it.over_traces.map(over_traces),
        span: places.span(&it.place),
        expansions: it.expansions.iter().map(|it| places.span(it)).collect(),
        definitions: it.definitions.into_iter().map(|it| (it.name, places.span(&it.place))).collect(),
        text: it.text,
        function: it.function,
        place: it.assigns,
        value: it.value,
        values: it.values,
        condition: it.condition,
        pointer: it.pointer.map(|it| pointer(&it, at)).transpose()?,
        rerun: it.rerun.map(|it| rerun(it, at)).transpose()?,
        failing_inputs: it
            .failing_inputs
            .map(|inputs| inputs.into_iter().map(|it| (it.assigns, it.value)).collect()),
        influence: it.influence.map(|it| influence(it, places)),
        iterations: it.iterations,
        calls: traces::calls(it.calls, places),
        occurrences: it.occurrences.into_iter().map(occurrence).collect(),
        other_outcome_helps: it.other_outcome_helps,
        undecided: it.undecided.into_iter().map(|it| it.0).collect(),
        other_way: it.other_way.map(|it| OtherWay { every_time: it.every_time, once: it.once }),
        missing: it.missing,
        in_program: it
            .in_program
            .map(|it| in_program(it, places, &format!("{at}.in_program")))
            .transpose()?,
        features: it.features.into_iter().collect(),
        suspiciousness: it.suspiciousness.map(|it| Suspiciousness {
            kept: it.kept,
            reachable: it.reachable,
            by_verifier: it.decided_by == document::SuspiciousnessBy::Verifier,
        }),
        folded_into: it.folded_into,
        in_driver: it.in_driver,
    })
}

fn over_traces(it: document::OverTraces) -> OverTraces {
    OverTraces {
        n_relevant: it.relevant,
        n_undecided: it.undecided,
        n_traces: it.traces,
        relevant_in: it.relevant_in,
        constant: match it.constant {
            document::ConstantOverTraces::Exists => ConstantOverTraces::Values(it.constants),
            document::ConstantOverTraces::None => ConstantOverTraces::None,
            document::ConstantOverTraces::Undecided => ConstantOverTraces::Undecided,
        },
    }
}

fn pointer(it: &document::Pointer, at: &str) -> Result<PointerNeed, ReadError> {
    Ok(match it.to {
        document::Pointee::Something => PointerNeed::NotNull,
        document::Pointee::Bytes => {
            PointerNeed::Bytes(required(it.bytes, "bytes", &format!("{at}.pointer"))?)
        }
        document::Pointee::Existing => PointerNeed::Alive,
    })
}

fn rerun(it: document::Rerun, at: &str) -> Result<Rerun, ReadError> {
    Ok(match it.outcome {
        document::RerunOutcome::Avoids => Rerun::Avoids(required(it.value, "value", &format!("{at}.rerun"))?),
        document::RerunOutcome::Leaks => Rerun::Leaks,
        document::RerunOutcome::Open => Rerun::Open,
        document::RerunOutcome::Fails => Rerun::Fails,
    })
}

fn influence(it: document::Influence, places: &Places) -> Influence {
    Influence {
        span: places.span(&it.place),
        text: it.text,
        outcome: it.outcome,
        is_error: it.is_error,
        is_asked: it.is_asked,
        with: it.with,
    }
}

fn in_program(it: document::InProgram, places: &Places, at: &str) -> Result<InProgram, ReadError> {
    Ok(match it.answer {
        Answer::Proved => InProgram::Proved(proved_fix(&it, at)?),
        Answer::RepairsThrough => InProgram::RepairsThrough(proved_fix(&it, at)?),
        Answer::PassesTests => InProgram::PassesTests(match it.fix {
            Some(Fix::Values) => TestsFix::Values,
            Some(Fix::Patch) => TestsFix::Patch,
            Some(Fix::Statement) => TestsFix::Statement,
            _ => return Err(not_a_fix(at)),
        }),
        Answer::NotEnough => {
            let remaining = *required(it.remaining, "remaining", at)?;
            InProgram::NotEnough(Box::new(traces::trace(remaining, places, &format!("{at}.remaining"))?))
        }
        Answer::NotDecided => InProgram::NotDecided(required(it.reason, "reason", at)?),
    })
}

fn proved_fix(it: &document::InProgram, at: &str) -> Result<ProvedFix, ReadError> {
    Ok(match it.fix {
        Some(Fix::Values) => ProvedFix::Values,
        Some(Fix::RefinedValues) => ProvedFix::Refined(required(it.refinements, "refinements", at)?),
        Some(Fix::Strategy) => ProvedFix::Strategy(required(it.strategy.clone(), "strategy", at)?),
        Some(Fix::Patch) => ProvedFix::Patch,
        Some(Fix::EveryTime) => ProvedFix::EveryTime,
        Some(Fix::Once) => ProvedFix::Once(required(it.execution, "execution", at)?),
        Some(Fix::Statement) | None => return Err(not_a_fix(at)),
    })
}

fn not_a_fix(at: &str) -> ReadError {
    ReadError::expected("a fix of the answer", &format!("{at}.fix"))
}

pub(super) fn other_error(
    it: document::OtherError,
    places: &Places,
    at: &str,
) -> Result<OtherError, ReadError> {
    let finding = |(idx, it)| finding(it, 1, places, &format!("{at}.findings[{idx}]"));
    Ok(OtherError {
        error: traces::error(it.error, places, &format!("{at}.error"))?,
        inputs: traces::inputs(it.inputs, places, at)?,
        findings: it.findings.into_iter().enumerate().map(finding).collect::<Result<_, _>>()?,
    })
}

pub(super) fn set(it: document::Set, places: &Places) -> StatementSet {
    let member =
        |it: document::Member| SetMember { kind: it.kind.0, span: places.span(&it.place), text: it.text };
    StatementSet { members: it.members.into_iter().map(member).collect(), repairs: it.repairs }
}
