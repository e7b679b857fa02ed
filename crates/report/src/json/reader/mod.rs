//! A report from its JSON.
//!
//! What [`render`](super::render) has written is read back so that every renderer gives of it what it gives of the report
//! itself; only the text of a proof is not in the JSON. Fields that are not known are passed over, for new ones can come at
//! any time.

mod error;
mod findings;
mod names;
mod node;
mod parts;
mod patches;
mod places;
mod techniques;
mod traces;

use faultscope_ir::SourceMap;
use serde_json::Value;

use super::names as written;
use super::{SCHEMA, stream};
use crate::Report;
pub use error::ReadError;
use node::{Node, boolean, number, string};
use places::Places;

/// So much of what stands in the place of the format's name is shown.
const MAX_SCHEMA_SHOWN: usize = 40;

/// The report that a text holds: what `--format json` prints, or the last line of what `--format json-lines` does.
///
/// # Errors
/// Where it is none, is damaged, or of a version of the format that is not [`SCHEMA`].
pub fn read(text: &str) -> Result<Report, ReadError> {
    let value = document(text.trim_start_matches('\u{feff}'))?;
    match value.get("schema").map(|it| it.as_str()) {
        Some(Some(SCHEMA)) => {}
        Some(Some(stream::SCHEMA)) => return Err(ReadError::Unfinished),
        Some(Some(other)) => {
            let shown: String = other.chars().take(MAX_SCHEMA_SHOWN).collect();
            return Err(ReadError::Schema { found: format!("it is `{shown}`") });
        }
        _ => return Err(ReadError::Schema { found: "there is no field `schema` with a text".to_owned() }),
    }
    let node = Node::document(&value);
    let places = Places::default();
    let mut report = report(&node, &places)?;
    report.sources = places.into_sources();
    Ok(report)
}

/// The value of the report: the whole text, or its last line where each line is one.
fn document(text: &str) -> Result<Value, ReadError> {
    let syntax = |error: serde_json::Error| ReadError::Syntax { message: error.to_string() };
    let whole = match serde_json::from_str(text) {
        Ok(value) => return Ok(value),
        Err(error) => syntax(error),
    };
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let first = lines.next().map(serde_json::from_str::<Value>);
    match (first, lines.next_back()) {
        (Some(Ok(_)), Some(last)) => serde_json::from_str(last)
            .map_err(|error| ReadError::Syntax { message: format!("in the last line: {error}") }),
        _ => Err(whole),
    }
}

fn report(node: &Node<'_>, places: &Places) -> Result<Report, ReadError> {
    node.get("sources", |it| it.list(|it| places.source(it)))?;
    let checks = node.get("checks", |it| it.list(|it| parts::check(it, places)))?;
    let report = Report {
        language: node.get("language", |it| it.named(written::LANGUAGES, written::language))?,
        sources: SourceMap::default(),
        verdict: node.get("verdict", |it| it.named(written::VERDICTS, written::verdict))?,
        specification: parts::specification(node)?,
        reason: parts::reason(node, places)?,
        tests: node.items("tests", parts::test)?,
        traces: node.get("traces", |it| it.list(|it| traces::trace(it, places)))?,
        coverage: node.maybe("coverage", |it| it.named(written::COVERAGES, written::coverage))?,
        is_localized: node.get("is_localized", boolean)?,
        findings: node.get("findings", |it| it.list(|it| findings::finding(it, places)))?,
        n_omitted_findings: node.get("omitted_findings", number)?,
        techniques: node.items("techniques", |it| techniques::technique(it, places, checks.len()))?,
        patches: node.get("patches", |it| it.list(|it| patches::patch(it, places)))?,
        sets: node.get("sets", |it| it.list(|it| findings::set(it, places)))?,
        checks,
        assumptions: node.get("assumptions", |it| it.list(|it| parts::assumption(it, places)))?,
        guide: node.maybe("guide", parts::guide)?,
        // What a witness would say is written when the program is checked.
        witness: None,
        proof: node.maybe("proof", parts::proof)?,
        unchecked_proof: node.maybe("unchecked_proof", string)?,
        warnings: node.get("warnings", |it| it.list(|it| parts::note(it, places)))?,
        limits: node.items("limits", parts::limit)?,
        statistics: node.get("statistics", parts::statistics)?,
    };
    let n_traces = report.traces.len();
    node.get("findings", |it| it.list(|it| findings::refers(it, n_traces)))?;
    Ok(report)
}

#[cfg(test)]
mod tests;
