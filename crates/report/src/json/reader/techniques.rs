//! What other techniques mark.

use super::error::ReadError;
use super::node::{Node, boolean, float, number, string};
use super::places::Places;
use crate::json::names as written;
use crate::json::techniques::MAX_SCORE;
use crate::{Marked, Replacement, Solution, TechniqueResult, Trusted};

pub(super) fn technique(
    node: &Node<'_>,
    places: &Places,
    n_checks: usize,
) -> Result<TechniqueResult, ReadError> {
    let statements = node.get("statements", |it| it.list(|it| marked(it, places)))?;
    let index = |it: &Node<'_>| below(it, statements.len());
    Ok(TechniqueResult {
        name: node.get("name", string)?,
        sets: node.get("sets", |it| it.list(|it| it.list(index)))?,
        solutions: node.items("solutions", |it| solution(it, places, n_checks))?,
        trusted: node.items("trusted", |it| trusted(it, places, n_checks))?,
        remark: node.maybe("remark", string)?,
        n_queries: node.get("queries", number)?,
        statements,
    })
}

/// An index of a list of this length.
fn below(node: &Node<'_>, n: usize) -> Result<usize, ReadError> {
    match number(node)? {
        it if it < n => Ok(it),
        _ => Err(node.wrong(format!("an index below {n}"))),
    }
}

fn marked(node: &Node<'_>, places: &Places) -> Result<Marked, ReadError> {
    let score = node.maybe("score", float)?;
    Ok(Marked {
        kind: node.get("kind", |it| it.named(written::STEP_KINDS, written::step_kind))?,
        span: places.place(node)?,
        text: node.get("text", string)?,
        function: node.get("function", string)?,
        n_occurrences: node.get("occurrences", number)?,
        score: score.map(|score| if score >= MAX_SCORE { f64::INFINITY } else { score }),
    })
}

fn solution(node: &Node<'_>, places: &Places, n_checks: usize) -> Result<Solution, ReadError> {
    let change = |it: &Node<'_>| {
        if it.is_null() {
            return Ok(None);
        }
        let (old, new) = (it.get("old", string)?, it.get("new", string)?);
        Ok(Some(Replacement { span: places.place(it)?, old, new }))
    };
    Ok(Solution {
        changes: node.get("changes", |it| it.list(change))?,
        weight: node.get("weight", number)?,
        bound: node.get("bound", number)?,
        exit: node.get("exit", |it| places.place(it))?,
        is_at_check: node.get("at_check", boolean)?,
        n_traces: node.get("traces", number)?,
        constrained_by: node.get("constrained_by", |it| it.list(|it| below(it, n_checks)))?,
    })
}

fn trusted(node: &Node<'_>, places: &Places, n_checks: usize) -> Result<Trusted, ReadError> {
    Ok(Trusted {
        statement: marked(node, places)?,
        checks: node.get("checks", |it| it.list(|it| below(it, n_checks)))?,
    })
}
