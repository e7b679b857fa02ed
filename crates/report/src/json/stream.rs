//! What each stage of a check has found, one JSON object per line: parts of the report as it is at that time, described in
//! `docs/json.md` and, as `$defs/stage`, in `docs/report.schema.json`.

use serde::Serialize;
use serde_json::{Map, Value};

use super::JsonReport;
use crate::Report;

/// The name and version of the format of a line.
pub const SCHEMA: &str = "faultscope-stage/1";

/// A stage that finds something worth a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// The program is read.
    Translate,
    /// Tests are run.
    Test,
    /// Errors are looked for.
    Search,
    /// It is asked which statements matter.
    Localize,
    /// It is asked what can be changed.
    Repair,
    /// The proof is checked again.
    Certify,
}

impl Stage {
    /// The identifier, stable, for other programs.
    pub const fn name(self) -> &'static str {
        match self {
            Stage::Translate => "translate",
            Stage::Test => "test",
            Stage::Search => "search",
            Stage::Localize => "localize",
            Stage::Repair => "repair",
            Stage::Certify => "certify",
        }
    }

    /// The fields of the report that it gives.
    const fn fields(self) -> &'static [&'static str] {
        match self {
            Stage::Translate => &["warnings"],
            Stage::Test => &["tests"],
            Stage::Search => &["error", "inputs", "traces"],
            Stage::Localize => &["is_localized", "traces", "findings", "omitted_findings"],
            Stage::Repair => &["findings", "omitted_findings", "sets", "patches"],
            Stage::Certify => &["proof", "unchecked_proof"],
        }
    }
}

/// The lines of one check.
#[derive(Debug, Default)]
pub struct Stream {
    /// The stages that have had a line, and their last one.
    lines: Vec<(Stage, String)>,
}

impl Stream {
    /// The lines that there is something new for, each with its end: one for each stage that has none yet, and another one for
    /// the last stage where it has found more. `known` has the stages that have found something, in their order.
    pub fn next(&mut self, report: &Report, known: &[Stage]) -> String {
        let mut text = String::new();
        let fields = fields(report);
        for (idx, stage) in known.iter().enumerate() {
            let before = self.lines.iter().position(|(it, _)| it == stage);
            if before.is_some() && idx + 1 < known.len() {
                continue;
            }
            let line = line(*stage, &fields);
            match before {
                Some(at) if self.lines[at].1 == line => continue,
                Some(at) => self.lines[at].1.clone_from(&line),
                None => self.lines.push((*stage, line.clone())),
            }
            text += &line;
        }
        text
    }
}

/// The fields of a report.
fn fields(report: &Report) -> Map<String, Value> {
    match serde_json::to_value(JsonReport::new(report)) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    }
}

#[derive(Serialize)]
struct JsonStage<'a> {
    schema: &'static str,
    stage: &'static str,
    #[serde(flatten)]
    found: std::collections::BTreeMap<&'a str, &'a Value>,
}

fn line(stage: Stage, fields: &Map<String, Value>) -> String {
    // What a report leaves out is left out here, too.
    let found = stage.fields().iter().filter_map(|name| Some((*name, fields.get(*name)?))).collect();
    let line = JsonStage { schema: SCHEMA, stage: stage.name(), found };
    serde_json::to_string(&line).expect("its keys are texts") + "\n"
}
