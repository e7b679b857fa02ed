//! What other techniques mark.

use faultscope_json as document;

use super::files::Files;
use super::parts::rounded;
use crate::{Marked, Projected, Projections, Replacement, Solution, TechniqueResult, Trusted};

/// What stands for infinity.
pub(crate) const MAX_SCORE: f64 = 1e9;

pub(super) fn technique(result: &TechniqueResult, files: &Files<'_>) -> document::Technique {
    let trusted = |it: &Trusted| document::Trusted {
        statement: marked(&it.statement, files),
        checks: it.checks.iter().map(|(check, _)| *check).collect(),
        bounds: match it.checks.iter().all(|(_, bound)| bound.is_none()) {
            true => Vec::new(),
            false => it.checks.iter().map(|(_, bound)| *bound).collect(),
        },
    };
    document::Technique {
        name: result.name.clone(),
        remark: result.remark.clone(),
        queries: result.n_queries,
        statements: result.statements.iter().map(|it| marked(it, files)).collect(),
        sets: result.sets.clone(),
        solutions: result.solutions.iter().map(|it| solution(it, files)).collect(),
        trusted: result.trusted.iter().map(trusted).collect(),
        traces: result.n_traces,
        projections: result.projections.iter().map(|it| projected(it, files)).collect(),
    }
}

fn projected(projected: &Projected, files: &Files<'_>) -> document::Projected {
    let projections = |it: &Projections| document::Projections {
        statement: marked(&it.statement, files),
        trusted: it.is_trusted,
        reachable: it.reachable.clone(),
        safety: it.safety.clone(),
        error: it.error.clone(),
    };
    document::Projected {
        check: projected.check,
        bound: projected.bound,
        behind: projected.behind.iter().map(projections).collect(),
    }
}

fn marked(marked: &Marked, files: &Files<'_>) -> document::Marked {
    document::Marked {
        kind: marked.kind,
        place: files.place(marked.span),
        text: marked.text.clone(),
        function: marked.function.clone(),
        occurrences: marked.n_occurrences,
        // JSON has no infinity.
        score: marked.score.map(|score| rounded(score.min(MAX_SCORE))),
    }
}

fn solution(solution: &Solution, files: &Files<'_>) -> document::Solution {
    let replacement = |it: &Replacement| document::Replacement {
        place: files.place(it.span),
        old: it.old.clone(),
        new: it.new.clone(),
    };
    document::Solution {
        changes: solution.changes.iter().map(|it| it.as_ref().map(replacement)).collect(),
        weight: solution.weight,
        bound: solution.bound,
        exit: files.place(solution.exit),
        at_check: solution.is_at_check,
        traces: solution.n_traces,
        constrained_by: solution.constrained_by.clone(),
    }
}
