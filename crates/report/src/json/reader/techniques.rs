//! What other techniques mark.

use faultscope_json as document;

use super::error::ReadError;
use super::places::Places;
use crate::json::writer::MAX_SCORE;
use crate::{Marked, Projected, Projections, Replacement, Solution, TechniqueResult, Trusted};

/// What a technique marks, in a report with so many checks.
pub(super) fn technique(
    it: document::Technique,
    n_checks: usize,
    places: &Places,
    at: &str,
) -> Result<TechniqueResult, ReadError> {
    let n_statements = it.statements.len();
    all_below(it.sets.iter().flatten(), n_statements, "sets", at)?;
    all_below(it.solutions.iter().flat_map(|it| &it.constrained_by), n_checks, "solutions", at)?;
    all_below(it.trusted.iter().flat_map(|it| &it.checks), n_checks, "trusted", at)?;
    all_below(it.projections.iter().map(|it| &it.check), n_checks, "projections", at)?;
    let trusted = |it: document::Trusted| {
        let bounds = it.bounds.into_iter().chain(std::iter::repeat(None));
        Trusted {
            statement: marked(it.statement, places),
            checks: it.checks.into_iter().zip(bounds).collect(),
        }
    };
    Ok(TechniqueResult {
        name: it.name,
        statements: it.statements.into_iter().map(|it| marked(it, places)).collect(),
        sets: it.sets,
        solutions: it.solutions.into_iter().map(|it| solution(it, places)).collect(),
        trusted: it.trusted.into_iter().map(trusted).collect(),
        n_traces: it.traces,
        projections: it.projections.into_iter().map(|it| projected(it, places)).collect(),
        remark: it.remark,
        n_queries: it.queries,
    })
}

/// Whether indices are those of a list of this length.
fn all_below<'a>(
    mut indices: impl Iterator<Item = &'a usize>,
    n: usize,
    name: &str,
    at: &str,
) -> Result<(), ReadError> {
    match indices.find(|it| **it >= n) {
        Some(_) => Err(ReadError::expected(&format!("indices below {n}"), &format!("{at}.{name}"))),
        None => Ok(()),
    }
}

fn projected(it: document::Projected, places: &Places) -> Projected {
    let projections = |it: document::Projections| Projections {
        statement: marked(it.statement, places),
        is_trusted: it.trusted,
        reachable: it.reachable,
        safety: it.safety,
        error: it.error,
    };
    Projected { check: it.check, bound: it.bound, behind: it.behind.into_iter().map(projections).collect() }
}

fn marked(it: document::Marked, places: &Places) -> Marked {
    Marked {
        kind: it.kind,
        span: places.span(&it.place),
        text: it.text,
        function: it.function,
        n_occurrences: it.occurrences,
        score: it.score.map(|score| if score >= MAX_SCORE { f64::INFINITY } else { score }),
    }
}

fn solution(it: document::Solution, places: &Places) -> Solution {
    let replacement =
        |it: document::Replacement| Replacement { span: places.span(&it.place), old: it.old, new: it.new };
    Solution {
        changes: it.changes.into_iter().map(|it| it.map(replacement)).collect(),
        weight: it.weight,
        bound: it.bound,
        exit: places.span(&it.exit),
        is_at_check: it.at_check,
        n_traces: it.traces,
        constrained_by: it.constrained_by,
    }
}
