//! What other techniques say, as the report has it.

use faultscope_ir::{OriginId, Program};
use faultscope_localize::baselines::{BaselineOutcome, BaselineStatement, Ended, Technique};
use faultscope_localize::{Measure, Spectrum};

use faultscope_repair::ped;
use faultscope_repair::proposals::Edit;

use crate::checks::indices;
use crate::trace::step_kind;
use faultscope_report::{self as report, Marked, TechniqueResult};

/// The answer of a technique, with what PED says besides.
pub fn technique(
    program: &Program,
    technique: Technique,
    outcome: &BaselineOutcome,
    diagnosed: Option<&ped::Diagnosed>,
) -> TechniqueResult {
    let marked_at = |it: &BaselineStatement| marked(program, it.origin, it.steps.len());
    let trusted = |it: &ped::Trusted| {
        let statement = marked(program, it.statement, it.n_steps)?;
        Some(report::Trusted { statement, checks: indices(program, &it.checks) })
    };
    let solutions = diagnosed.into_iter().flat_map(|it| &it.solutions);
    TechniqueResult {
        name: technique.name().to_owned(),
        statements: outcome.statements.iter().filter_map(marked_at).collect(),
        sets: outcome.sets.clone(),
        solutions: solutions.map(|it| solution(program, it)).collect(),
        trusted: diagnosed.into_iter().flat_map(|it| &it.trusted).filter_map(trusted).collect(),
        remark: words(technique, outcome.ended),
        n_queries: outcome.n_queries,
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
    matches!(ended, Ended::TooLarge | Ended::Bound | Ended::Undecided | Ended::Stopped(_))
}

/// Why the answer is not whole, or what there is to know about it.
fn remark(ended: Ended) -> Option<String> {
    Some(match ended {
        Ended::Complete => return None,
        Ended::NoCondition => "the error does not depend on any condition".to_owned(),
        Ended::Infeasible => "no execution takes this path".to_owned(),
        Ended::HardConflict => "no set of statements avoids the error on this path".to_owned(),
        Ended::TooLarge => "the trace is too long for its formula".to_owned(),
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
