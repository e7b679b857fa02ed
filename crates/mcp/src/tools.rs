//! The tools, as clients see them.

use faultscope_json::schema::settings;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::arguments::Arguments;
use crate::summary::{CheckAnswer, PatchAnswer};

/// What an agent is told of the server.
pub(crate) const INSTRUCTIONS: &str = "Faultscope finds errors in C programs (failed assertions, memory errors, undefined behaviour, \
     failing tests), or proves that there are none, and says which statements are to blame and what they would have to compute. Call \
     `check` first; `explain` tells more of what it found; apply a patch, or write one, and ask `verify_patch` whether it is a repair. \
     `unknown` and `undecided` mean that the limits did not suffice: try a larger `effort` and `timeout`, or one function as the \
     `entry`. Programs are analysed and never executed.";

/// The tools by name.
pub(crate) const NAMES: [&str; 3] = [CHECK, EXPLAIN, VERIFY_PATCH];

pub(crate) const CHECK: &str = "check";
pub(crate) const EXPLAIN: &str = "explain";
pub(crate) const VERIFY_PATCH: &str = "verify_patch";

/// What `tools/list` answers.
pub(crate) fn list() -> Value {
    Value::Array(NAMES.iter().map(|name| tool(name)).collect())
}

/// The arguments of the tools that check a program.
const OF_PROGRAMS: [&str; 17] = [
    "files",
    "source",
    "name",
    "folder",
    "include",
    "define",
    "entry",
    "properties",
    "data_model",
    "tests",
    "stdin",
    "expected_output",
    "expected_status",
    "program_arguments",
    "crash_inputs",
    "timeout",
    "effort",
];

/// The schema of the arguments of a tool: those of [`Arguments`] that it has.
pub(crate) fn input_schema(name: &str) -> Value {
    let (own, required): (&[&str], &[&str]) = match name {
        CHECK => (&["level", "max_findings"], &[]),
        EXPLAIN => (&["report", "finding", "show"], &[]),
        _ => (&["diff"], &["diff"]),
    };
    let of_program = if name == EXPLAIN { &[][..] } else { &OF_PROGRAMS[..] };
    let all = schema_of::<Arguments>(settings().for_deserialize());
    let mut properties = Map::new();
    for name in of_program.iter().chain(own) {
        properties.insert((*name).to_owned(), all["properties"][*name].clone());
    }
    if name == VERIFY_PATCH {
        properties["properties"]["description"] = json!("What counts as an error, as for `check`.");
    }
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

/// The schema of a type, all of it in one place.
fn schema_of<T: JsonSchema>(mut settings: SchemaSettings) -> Value {
    settings.meta_schema = None;
    settings.inline_subschemas = true;
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    schema.remove("title");
    schema.into()
}

/// So many cases of an enumeration are listed within the parts of an answer.
const MAX_CASES: usize = 5;

/// The schema of an answer, which is short, for agents are told all of it in every session: what the parts of its fields are
/// called, and what they are where their names do not say it. New fields may come at any time.
fn answer_schema<T: JsonSchema>() -> Value {
    let mut schema = schema_of::<T>(settings());
    shorten(&mut schema, 0);
    schema
}

/// Shortens the schema of what stands so deep in an answer.
fn shorten(schema: &mut Value, depth: usize) {
    let Some(fields) = schema.as_object_mut() else { return };
    fields.remove("minimum");
    fields.remove(if depth == 0 { "description" } else { "required" });
    let is_listed = fields.get("enum").and_then(Value::as_array).is_some_and(|it| it.len() <= MAX_CASES);
    if depth > 1 && !is_listed {
        fields.remove("enum");
    }
    if depth > 2 || depth == 2 && !is_listed && !fields.contains_key("description") {
        fields.clear();
    }
    if let Some(Value::Object(properties)) = fields.get_mut("properties") {
        properties.values_mut().for_each(|it| shorten(it, depth + 1));
    }
    if let Some(row) = fields.get_mut("items") {
        shorten(row, depth);
    }
}

/// The result of a call that has failed, for the agent to read.
pub(crate) fn failed(message: &str) -> Value {
    json!({ "content": [{ "type": "text", "text": message }], "isError": true })
}

fn tool(name: &str) -> Value {
    let (title, description, output) = match name {
        CHECK => (
            "Find the error in a C program and the statements to blame",
            "Looks for an error in a C program: a violated assertion, an access out of bounds, undefined behaviour, or a test that \
             fails. If there is one, says with which inputs it happens, which statements matter and what they would have to \
             compute, and proposes patches, most of them proved. Otherwise proves that there is none, or answers `unknown`. The \
             program may be incomplete: functions without a body return anything. The answer is short; `explain` has the rest.",
            Some(answer_schema::<CheckAnswer>()),
        ),
        EXPLAIN => (
            "All that is known of a finding or a report",
            "Shows a report of `check` or `verify_patch` again, without checking anything: with `finding` all that is known of one \
             statement (values that avoid the error, the condition, why, patches), otherwise what `show` names.",
            None,
        ),
        _ => (
            "Is this diff a repair?",
            "Says whether a unified diff repairs a C program: the program fails, the changed one is proved not to, or passes all \
             tests, and does nothing undefined that the program did not do. The files stay as they are. Where it is no repair, the \
             answer says on which input the changed program fails.",
            Some(answer_schema::<PatchAnswer>()),
        ),
    };
    let mut tool = json!({
        "name": name,
        "title": title,
        "description": description,
        "inputSchema": input_schema(name),
        "annotations": { "readOnlyHint": true, "idempotentHint": true, "openWorldHint": false },
    });
    if let Some(output) = output {
        tool["outputSchema"] = output;
    }
    tool
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema;

    #[test]
    fn every_schema_uses_what_is_checked() {
        for name in NAMES {
            schema::assert_is_known(&input_schema(name));
        }
    }
}
