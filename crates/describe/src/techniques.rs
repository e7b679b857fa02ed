//! What other techniques say, as the report has it.

use faultscope_frontend::print::{self, PlaceText};
use faultscope_ir::program::Display;
use faultscope_ir::term::Purpose;
use faultscope_ir::{CheckId, Op, OriginId, Program, Sort, Symbol, Term, TermKind};
use faultscope_localize::baselines::{BaselineOutcome, BaselineStatement, Ended, Technique};
use faultscope_localize::{Measure, Spectrum};

use faultscope_repair::ped;
use faultscope_repair::proposals::Edit;
use faultscope_verify::mined_specification as mined;

use crate::checks::{indices, listed};
use crate::trace::step_kind;
use faultscope_report::{self as report, Bound, Marked, TechniqueResult};

/// The answer of a technique, with what PED says besides.
pub fn technique(
    program: &Program,
    technique: Technique,
    outcome: &BaselineOutcome,
    diagnosed: Option<&ped::Diagnosed>,
) -> TechniqueResult {
    let marked_at = |it: &BaselineStatement| marked(program, it.origin, it.steps.len());
    let listed = listed(program);
    let trusted = |it: &ped::Trusted| {
        let statement = marked(program, it.statement, it.n_steps)?;
        let position = |check: CheckId| listed.iter().position(|it| *it == check);
        let checks =
            it.checks.iter().filter_map(|(check, bound)| Some((position(*check)?, bound.map(named))));
        Some(report::Trusted { statement, checks: checks.collect() })
    };
    let solutions = diagnosed.into_iter().flat_map(|it| &it.solutions);
    TechniqueResult {
        name: technique.name().to_owned(),
        statements: outcome.statements.iter().filter_map(marked_at).collect(),
        sets: outcome.sets.clone(),
        solutions: solutions.map(|it| solution(program, it)).collect(),
        trusted: diagnosed.into_iter().flat_map(|it| &it.trusted).filter_map(trusted).collect(),
        n_traces: diagnosed.map(|it| it.n_traces),
        projections: diagnosed
            .into_iter()
            .flat_map(|it| &it.projections)
            .filter_map(|it| projected(program, it))
            .collect(),
        remark: words(technique, outcome.ended),
        n_queries: outcome.n_queries,
    }
}

fn named(bound: mined::Bound) -> Bound {
    match bound {
        mined::Bound::Lower => Bound::Lower,
        mined::Bound::Upper => Bound::Upper,
    }
}

/// What a proved check says behind the statements of the user's from which a path leads to it.
fn projected(program: &Program, proved: &mined::ProvedCheck) -> Option<report::Projected> {
    let check = listed(program).iter().position(|it| *it == proved.check)?;
    let behind = proved.points.iter().filter_map(|(point, it)| {
        let block = program.procedure(point.procedure).block(point.block);
        let origin = block.instructions.get(point.position.checked_sub(1)?)?.origin();
        let function = &program.sources.origin(origin).function;
        let text = |condition: Term| condition_text(program, function, condition);
        Some(report::Projections {
            statement: marked(program, origin, 0)?,
            is_trusted: proved.trusted.contains(&origin),
            reachable: text(it.reachable),
            safety: text(it.safety),
            error: text(it.error),
        })
    });
    Some(report::Projected { check, bound: proved.bound.map(named), behind: behind.collect() })
}

/// A condition as the user's language writes it.
fn condition_text(program: &Program, function: &str, condition: Term) -> String {
    if let Some(truth) = condition.as_bool() {
        return truth.to_string();
    }
    let text = |condition: Term| condition_text(program, function, condition);
    let joined = |op: Op, sign: &str| {
        let mut parts = Vec::new();
        operands(condition, op, &mut parts);
        let is_compound = |it: Term| matches!(it.kind(), TermKind::App(Op::And | Op::Or, _));
        let part = |it: Term| if is_compound(it) { format!("({})", text(it)) } else { text(it) };
        let mut parts: Vec<String> = parts.into_iter().map(part).collect();
        // What has no words comes last.
        parts.sort_unstable_by_key(|it| (it == WITHOUT_WORDS, it.clone()));
        parts.dedup();
        parts.join(sign)
    };
    match condition.kind() {
        TermKind::App(Op::And, _) => joined(Op::And, " && "),
        TermKind::App(Op::Or, _) => joined(Op::Or, " || "),
        TermKind::App(Op::Not, operands)
            if matches!(operands[0].kind(), TermKind::App(Op::And | Op::Or, _)) =>
        {
            format!("!({})", text(operands[0]))
        }
        _ => {
            // No place of the program stands for another value here.
            let nothing = Symbol::generated(Purpose::Replacement(0), Sort::bool());
            let place = PlaceText { symbol: nothing, text: "", display: Display::Plain };
            print::condition(program, function, condition, place).unwrap_or_else(|| WITHOUT_WORDS.to_owned())
        }
    }
}

/// What stands for a condition that the language has no words for, such as the number of a pointer's object.
const WITHOUT_WORDS: &str = "…";

/// The operands of nested conjunctions, or disjunctions.
fn operands(condition: Term, op: Op, found: &mut Vec<Term>) {
    match condition.kind() {
        TermKind::App(own, parts) if *own == op => parts.iter().for_each(|it| operands(*it, op, found)),
        _ => found.push(condition),
    }
}

/// A solution of PED.
fn solution(program: &Program, it: &ped::Solution) -> report::Solution {
    let replacement =
        |edit: &Edit| report::Replacement { span: edit.span, old: edit.old.clone(), new: edit.new.clone() };
    report::Solution {
        changes: it.edits.iter().map(|edit| edit.as_ref().map(replacement)).collect(),
        weight: it.repair.weight,
        bound: it.repair.bound,
        exit: it.exit,
        is_at_check: it.is_at_check,
        n_traces: it.n_traces,
        constrained_by: indices(program, &it.constrained_by),
    }
}

/// The answer of a measure of coverage.
pub fn measure(program: &Program, measure: Measure, spectrum: &Spectrum) -> TechniqueResult {
    let ranked = spectrum.ranked(measure).into_iter();
    let scored = |(origin, score)| Some(Marked { score: Some(score), ..marked(program, origin, 0)? });
    TechniqueResult {
        name: measure.name().to_owned(),
        statements: ranked.filter_map(scored).collect(),
        sets: Vec::new(),
        solutions: Vec::new(),
        trusted: Vec::new(),
        n_traces: None,
        projections: Vec::new(),
        remark: None,
        n_queries: 0,
    }
}

/// A statement that is marked at so many steps; none where it is nothing that the user wrote.
pub fn marked(program: &Program, origin: OriginId, n_occurrences: usize) -> Option<Marked> {
    let origin = program.sources.origin(origin);
    Some(Marked {
        kind: step_kind(origin.kind)?,
        span: origin.span,
        text: origin.text.clone(),
        function: origin.function.clone(),
        n_occurrences,
        score: None,
    })
}

/// Why the answer of a technique is not whole.
fn words(technique: Technique, ended: Ended) -> Option<String> {
    let remark = remark(ended)?;
    Some(match technique {
        Technique::Ped if is_cut_short(ended) => format!("not all solutions: {remark}"),
        _ => remark,
    })
}

/// Whether a bound or a limit ended the work before it was done.
fn is_cut_short(ended: Ended) -> bool {
    matches!(ended, Ended::TooLarge | Ended::Window(_) | Ended::Bound | Ended::Undecided | Ended::Stopped(_))
}

/// Why the answer is not whole, or what there is to know about it.
fn remark(ended: Ended) -> Option<String> {
    Some(match ended {
        Ended::Complete => return None,
        Ended::NoCondition => "the error does not depend on any condition".to_owned(),
        Ended::Infeasible => "no execution takes this path".to_owned(),
        Ended::HardConflict => "no set of statements avoids the error on this path".to_owned(),
        Ended::TooLarge => "the trace is too long for its formula".to_owned(),
        Ended::Window(n_steps) => {
            format!("one change at a time, in the last {n_steps} steps; earlier ones stay as executed")
        }
        Ended::Bound => "there may be more".to_owned(),
        Ended::Undecided => "the solver left a question open".to_owned(),
        Ended::Stopped(reason) => reason.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solutions_that_a_bound_cuts_off_are_said_to_be_missing() {
        let words = |technique, ended| words(technique, ended).unwrap_or_default();
        assert_eq!(words(Technique::Ped, Ended::Bound), "not all solutions: there may be more");
        assert_eq!(words(Technique::MaxSat, Ended::Bound), "there may be more");
        assert_eq!(words(Technique::Ped, Ended::Complete), "");
        let none = "no set of statements avoids the error on this path";
        assert_eq!(words(Technique::Ped, Ended::HardConflict), none);
    }
}
