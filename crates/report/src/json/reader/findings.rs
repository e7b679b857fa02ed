//! Findings.

use super::error::ReadError;
use super::node::{Node, boolean, number, string};
use super::places::Places;
use super::traces;
use crate::json::names as written;
use crate::{
    ConstantOverTraces, Finding, FindingKind, InProgram, Influence, Occurrence, OtherWay, OverTraces,
    PointerNeed, ProvedFix, Repairs, Rerun, SetMember, StatementSet, Strength, Suspiciousness, TestsFix,
};

pub(super) fn finding(node: &Node<'_>, places: &Places) -> Result<Finding, ReadError> {
    let definition = |it: &Node<'_>| Ok((it.get("name", string)?, places.place(it)?));
    Ok(Finding {
        rank: node.get("rank", number)?,
        kind: node.get("kind", kind)?,
        strength: node.get("strength", strength)?,
        trace: node.get("trace", number)?,
        over_traces: node.maybe("over_traces", over_traces)?,
        span: places.place(node)?,
        expansions: node.items("expansions", |it| places.place(it))?,
        definitions: node.items("definitions", definition)?,
        text: node.get("text", string)?,
        function: node.get("function", string)?,
        place: node.maybe("assigns", string)?,
        value: node.maybe("value", string)?,
        values: node.get("values", |it| it.list(string))?,
        condition: node.maybe("condition", string)?,
        pointer: node.maybe("pointer", pointer)?,
        rerun: node.maybe("rerun", rerun)?,
        failing_inputs: node.maybe("failing_inputs", |it| it.list(assignment))?,
        influence: node.maybe("influence", |it| influence(it, places))?,
        iterations: node.get("iterations", |it| it.list(number))?,
        calls: traces::calls(node, places)?,
        occurrences: node.get("occurrences", |it| it.list(occurrence))?,
        other_outcome_helps: node.maybe("other_outcome_helps", boolean)?,
        undecided: node.get("undecided", |it| it.list(strength))?,
        other_way: node.maybe("other_way", other_way)?,
        missing: node.maybe("missing", string)?,
        in_program: node.maybe("in_program", |it| in_program(it, places))?,
        suspiciousness: node.maybe("suspiciousness", suspiciousness)?,
        folded_into: node.maybe("folded_into", number)?,
    })
}

/// Whether the trace of a finding is there.
pub(super) fn refers(node: &Node<'_>, n_traces: usize) -> Result<(), ReadError> {
    let trace = node.field("trace")?;
    let is_there = number::<usize>(&trace)? < n_traces;
    is_there.then_some(()).ok_or_else(|| trace.wrong("the index of a trace"))
}

fn kind(node: &Node<'_>) -> Result<FindingKind, ReadError> {
    node.named(written::FINDING_KINDS, written::finding_kind)
}

fn strength(node: &Node<'_>) -> Result<Strength, ReadError> {
    node.named(written::STRENGTHS, written::strength)
}

fn assignment(node: &Node<'_>) -> Result<(String, String), ReadError> {
    Ok((node.get("assigns", string)?, node.get("value", string)?))
}

fn over_traces(node: &Node<'_>) -> Result<OverTraces, ReadError> {
    let constant = node.get("constant", |it| it.named(&["exists", "none", "undecided"], |name| name))?;
    Ok(OverTraces {
        n_relevant: node.get("relevant", number)?,
        n_undecided: node.get("undecided", number)?,
        n_traces: node.get("traces", number)?,
        relevant_in: node.get("relevant_in", |it| it.list(number))?,
        constant: match constant {
            "exists" => ConstantOverTraces::Values(node.get("constants", |it| it.list(string))?),
            "none" => ConstantOverTraces::None,
            _ => ConstantOverTraces::Undecided,
        },
    })
}

fn pointer(node: &Node<'_>) -> Result<PointerNeed, ReadError> {
    Ok(match node.get("to", |it| it.named(&["something", "bytes", "existing"], |name| name))? {
        "something" => PointerNeed::NotNull,
        "bytes" => PointerNeed::Bytes(node.get("bytes", number)?),
        _ => PointerNeed::Alive,
    })
}

fn rerun(node: &Node<'_>) -> Result<Rerun, ReadError> {
    Ok(match node.get("outcome", |it| it.named(&["avoids", "open", "fails"], |name| name))? {
        "avoids" => Rerun::Avoids(node.get("value", string)?),
        "open" => Rerun::Open,
        _ => Rerun::Fails,
    })
}

fn influence(node: &Node<'_>, places: &Places) -> Result<Influence, ReadError> {
    Ok(Influence {
        span: places.place(node)?,
        text: node.get("text", string)?,
        outcome: node.maybe("outcome", boolean)?,
        is_error: node.get("is_error", boolean)?,
        is_asked: node.get("is_asked", boolean)?,
        with: node.maybe("with", string)?,
    })
}

fn occurrence(node: &Node<'_>) -> Result<Occurrence, ReadError> {
    Ok(Occurrence {
        strength: node.get("strength", strength)?,
        iterations: node.get("iterations", |it| it.list(number))?.into(),
        step: node.maybe("step", number)?,
    })
}

fn other_way(node: &Node<'_>) -> Result<OtherWay, ReadError> {
    Ok(OtherWay { every_time: node.get("every_time", boolean)?, once: node.maybe("once", number)? })
}

fn in_program(node: &Node<'_>, places: &Places) -> Result<InProgram, ReadError> {
    let answers = ["proved", "repairs-through", "passes-tests", "not-enough", "not-decided"];
    Ok(match node.get("answer", |it| it.named(&answers, |name| name))? {
        "proved" => InProgram::Proved(proved_fix(node)?),
        "repairs-through" => InProgram::RepairsThrough(proved_fix(node)?),
        "passes-tests" => InProgram::PassesTests(node.get("fix", tests_fix)?),
        "not-enough" => {
            InProgram::NotEnough(Box::new(node.get("remaining", |it| traces::trace(it, places))?))
        }
        _ => InProgram::NotDecided(node.get("reason", string)?),
    })
}

fn proved_fix(node: &Node<'_>) -> Result<ProvedFix, ReadError> {
    let names = ["values", "refined-values", "patch", "other-way-every-time", "other-way-once"];
    Ok(match node.get("fix", |it| it.named(&names, |name| name))? {
        "values" => ProvedFix::Values,
        "refined-values" => ProvedFix::Refined(node.get("refinements", number)?),
        "patch" => ProvedFix::Patch,
        "other-way-every-time" => ProvedFix::EveryTime,
        _ => ProvedFix::Once(node.get("execution", number)?),
    })
}

fn tests_fix(node: &Node<'_>) -> Result<TestsFix, ReadError> {
    Ok(match node.named(&["values", "patch", "statement"], |name| name)? {
        "values" => TestsFix::Values,
        "patch" => TestsFix::Patch,
        _ => TestsFix::Statement,
    })
}

fn suspiciousness(node: &Node<'_>) -> Result<Suspiciousness, ReadError> {
    let by = node.get("decided_by", |it| it.named(&["verifier", "abstract-interpretation"], |name| name))?;
    Ok(Suspiciousness {
        kept: node.get("kept", number)?,
        reachable: node.get("reachable", number)?,
        by_verifier: by == "verifier",
    })
}

pub(super) fn set(node: &Node<'_>, places: &Places) -> Result<StatementSet, ReadError> {
    let member = |it: &Node<'_>| {
        Ok(SetMember { kind: it.get("kind", kind)?, span: places.place(it)?, text: it.get("text", string)? })
    };
    let repairs = node.get("repairs", |it| it.named(&["program", "trace"], |name| name))?;
    Ok(StatementSet {
        members: node.get("members", |it| it.list(member))?,
        repairs: if repairs == "program" { Repairs::Program } else { Repairs::Trace },
    })
}
