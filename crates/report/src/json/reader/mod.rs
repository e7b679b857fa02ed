//! A report from its JSON.
//!
//! What [`render`](super::render) has written is read back so that every renderer gives of it what it gives of the report
//! itself; only the text of a proof is not in the JSON. The form of a document is that of its type; what its parts say of each
//! other is checked here.

mod compiler;
mod error;
mod findings;
mod parts;
mod patches;
mod places;
mod techniques;
mod traces;

use std::borrow::Cow;

use faultscope_ir::SourceMap;
use faultscope_json as document;
use serde::Deserialize;
use serde_json::error::Category;

use super::{SCHEMA, stream};
use crate::{Driver, Note, Report};
pub use error::ReadError;
use error::required;
use places::Places;

/// So much of what stands in the place of the format's name is shown.
const MAX_SCHEMA_SHOWN: usize = 40;

/// The report that a text holds: what `--format json` prints, or the last line of what `--format json-lines` does.
///
/// # Errors
/// Where it is none, is damaged, or of a version of the format that is not [`SCHEMA`].
pub fn read(text: &str) -> Result<Report, ReadError> {
    let (text, schema) = document(text.trim_start_matches('\u{feff}'))?;
    match schema.as_deref() {
        Some(SCHEMA) => {}
        Some(stream::SCHEMA) => return Err(ReadError::Unfinished),
        Some(other) => {
            let shown: String = other.chars().take(MAX_SCHEMA_SHOWN).collect();
            return Err(ReadError::Schema { found: format!("it is `{shown}`") });
        }
        None => return Err(ReadError::Schema { found: "there is no field `schema` with a text".to_owned() }),
    }
    let document = serde_json::from_str(text).map_err(|error| ReadError::damaged(&error))?;
    report(document)
}

/// What a document says of its format.
#[derive(Deserialize)]
struct Header<'a> {
    #[serde(borrow)]
    schema: Option<Cow<'a, str>>,
}

/// The text of the report, which is the whole one, or its last line where each line is a document; and the name of its format.
fn document(text: &str) -> Result<(&str, Option<Cow<'_, str>>), ReadError> {
    let whole = match schema(text) {
        Ok(schema) => return Ok((text, schema)),
        Err(error) => ReadError::Syntax { message: error.to_string() },
    };
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let first = lines.next().map(schema);
    match (first, lines.next_back()) {
        (Some(Ok(_)), Some(last)) => {
            let wrong = |error| ReadError::Syntax { message: format!("in the last line: {error}") };
            Ok((last, schema(last).map_err(wrong)?))
        }
        _ => Err(whole),
    }
}

/// The name of the format, if the document has one.
fn schema(text: &str) -> Result<Option<Cow<'_, str>>, serde_json::Error> {
    match serde_json::from_str::<Header<'_>>(text) {
        Ok(header) => Ok(header.schema),
        // It is JSON, and something else.
        Err(error) if error.classify() == Category::Data => {
            serde_json::from_str::<serde_json::Value>(text).map(|_| None)
        }
        Err(error) => Err(error),
    }
}

/// Makes each item of a field, at its path.
fn each<T, U>(
    items: Vec<T>,
    name: &str,
    one: impl Fn(T, &str) -> Result<U, ReadError>,
) -> Result<Vec<U>, ReadError> {
    items.into_iter().enumerate().map(|(idx, it)| one(it, &format!("$.{name}[{idx}]"))).collect()
}

fn report(it: document::Report) -> Result<Report, ReadError> {
    let map = Places::new(it.sources);
    let places = &map;
    let (n_traces, n_checks) = (it.traces.len(), it.checks.len());
    let checks = it.checks.into_iter().map(|it| parts::check(it, places)).collect();
    let reason = it.reason.map(|message| Note {
        message,
        span: it.reason_place.as_ref().map(|it| places.span(it)),
        hint: it.reason_hint,
    });
    let mut report = Report {
        language: it.language.0,
        sources: SourceMap::default(),
        verdict: it.verdict,
        specification: match it.result {
            Some(result) => {
                Some(parts::specification(required(it.specification, "specification", "$")?, result))
            }
            None => None,
        },
        reason,
        tests: it.tests.into_iter().map(parts::test).collect(),
        traces: each(it.traces, "traces", |it, at| traces::trace(it, places, at))?,
        coverage: it.coverage,
        is_localized: it.is_localized,
        findings: each(it.findings, "findings", |it, at| findings::finding(it, n_traces, places, at))?,
        n_omitted_findings: it.omitted_findings,
        driver: it.driver.map(|it| Driver { name: it.name, is_suspected: it.suspected }),
        techniques: each(it.techniques, "techniques", |it, at| {
            techniques::technique(it, n_checks, places, at)
        })?,
        patches: each(it.patches, "patches", |it, at| patches::patch(it, places, at))?,
        other_errors: each(it.other_errors, "other_errors", |it, at| findings::other_error(it, places, at))?,
        sets: it.sets.into_iter().map(|it| findings::set(it, places)).collect(),
        checks,
        suppressed: each(it.suppressed, "suppressed", |it, at| parts::suppressed(it, n_checks, at))?,
        assumptions: it.assumptions.into_iter().map(|it| parts::assumption(it, places)).collect(),
        guide: it.guide.map(parts::guide),
        // What a witness would say is written when the program is checked.
        witness: None,
        proof: it.proof.as_ref().map(parts::proof),
        unchecked_proof: it.unchecked_proof,
        compiler: it.compiler.map(|it| compiler::compiler(it, places)),
        warnings: it.warnings.into_iter().map(|it| parts::note(it, places)).collect(),
        limits: it.limits.into_iter().map(parts::limit).collect(),
        statistics: parts::statistics(it.statistics),
    };
    report.sources = map.into_sources();
    Ok(report)
}

#[cfg(test)]
mod tests;
