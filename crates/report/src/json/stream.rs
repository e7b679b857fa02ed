//! What each stage of a check has found, one JSON object per line: parts of the report as it is at that time, described in
//! `docs/json.md` and, as `$defs/stage`, in `docs/report.schema.json`.

use faultscope_json::StageFormat;
use serde::Serialize;
use serde_json::{Map, Value};

use super::writer::document;
use crate::Report;

pub use faultscope_json::StageName as Stage;

/// The name and version of the format of a line.
pub const SCHEMA: &str = StageFormat::V1.name();

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
        for (idx, stage) in known.iter().enumerate() {
            let before = self.lines.iter().position(|(it, _)| it == stage);
            if before.is_some() && idx + 1 < known.len() {
                continue;
            }
            let line = line(*stage, report);
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

/// A line, with the format and the stage in front, and the fields by their names.
#[derive(Serialize)]
struct Line {
    schema: Value,
    stage: Value,
    #[serde(flatten)]
    found: Map<String, Value>,
}

fn line(stage: Stage, report: &Report) -> String {
    let mut found = match serde_json::to_value(faultscope_json::Stage::of(stage, document(report))) {
        Ok(Value::Object(found)) => found,
        _ => Map::new(),
    };
    let mut taken = |name: &str| found.remove(name).unwrap_or_default();
    let line = Line { schema: taken("schema"), stage: taken("stage"), found };
    serde_json::to_string(&line).expect("its keys are texts") + "\n"
}
