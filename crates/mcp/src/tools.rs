//! The tools, as clients see them.

use faultscope_json::schema::settings;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::arguments::Arguments;
use crate::evidence::{PatchAnswer, ProposeAnswer};
use crate::summary::CheckAnswer;

/// What an agent is told of the server.
pub(crate) const INSTRUCTIONS: &str = "Faultscope finds errors in C programs (failed assertions, memory errors, undefined behaviour, \
     failing tests), or proves that there are none, and says which statements are to blame and what they would have to compute. Call \
     `check` first; `explain` tells more of what it found, and `propose` gives its patches. Write a diff of your own, or take one, \
     and ask `verify_patch` whether it is a repair: if not, the answer has a counterexample, by which to correct the diff. `unknown` and `undecided` mean that the limits did not suffice: try a larger `effort` and `timeout`, or one function as the \
     `entry`. Programs are analysed and never executed.";

/// The tools by name.
pub(crate) const NAMES: [&str; 4] = [CHECK, EXPLAIN, PROPOSE, VERIFY_PATCH];

pub(crate) const CHECK: &str = "check";
pub(crate) const EXPLAIN: &str = "explain";
pub(crate) const PROPOSE: &str = "propose";
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

/// The arguments that say which program is meant.
const MAIN: [&str; 2] = ["files", "source"];

/// Whether arguments name a program.
pub(crate) fn has_program(arguments: &Map<String, Value>) -> bool {
    MAIN.iter().any(|it| arguments.get(*it).is_some_and(|it| !it.is_null()))
}

/// The schema of the arguments of a tool: those of [`Arguments`] that it has.
pub(crate) fn input_schema(name: &str) -> Value {
    let (own, required): (&[&str], &[&str]) = match name {
        CHECK => (&["level", "max_findings"], &[]),
        EXPLAIN => (&["report", "finding", "show"], &[]),
        PROPOSE => (&["report", "limit"], &[]),
        _ => (&["diff"], &["diff"]),
    };
    let of_program = if name == EXPLAIN { &[][..] } else { &OF_PROGRAMS[..] };
    let all = schema_of::<Arguments>(settings().for_deserialize());
    let mut properties = Map::new();
    for name in of_program.iter().chain(own) {
        properties.insert((*name).to_owned(), all["properties"][*name].clone());
    }
    if matches!(name, PROPOSE | VERIFY_PATCH) {
        // Agents are told all of it in every session.
        for name in OF_PROGRAMS.iter().filter(|it| !MAIN.contains(it)) {
            properties[*name]["description"] = json!("As in `check`.");
        }
    }
    if name == PROPOSE {
        properties["report"]["description"] = json!(
            "The name that `check` has given its report, instead of a program (default: the last one, if no program is given)."
        );
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
    shortened::<T>(0)
}

/// The same with less of the parts of fields.
fn short_answer_schema<T: JsonSchema>() -> Value {
    shortened::<T>(1)
}

/// The schema of proposals, whose evidence has the fields of the answer of `verify_patch`.
fn proposals_schema() -> Value {
    let mut schema = answer_schema::<ProposeAnswer>();
    let of_evidence = short_answer_schema::<PatchAnswer>();
    if let Some(Value::Object(patch)) = schema.pointer_mut("/properties/patches/items")
        && let Some(Value::Object(fields)) = patch.get_mut("properties")
    {
        fields.retain(|name, _| of_evidence["properties"].get(name).is_none());
        patch.insert(
            "description".to_owned(),
            json!("With evidence in the fields that `verify_patch` answers."),
        );
    }
    schema
}

fn shortened<T: JsonSchema>(depth: usize) -> Value {
    let mut schema = schema_of::<T>(settings());
    shorten(&mut schema, depth);
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
        let says_something = |it: &Value| it.as_object().is_none_or(|it| !it.is_empty());
        if depth > 1 && !properties.values().any(says_something) {
            fields.remove("properties");
        }
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
             compute, and gives the best patch; `propose` has more. Otherwise proves that there is none, or answers `unknown`. The \
             program may be incomplete: functions without a body return anything. The answer is short; `explain` has the rest.",
            Some(answer_schema::<CheckAnswer>()),
        ),
        EXPLAIN => (
            "All that is known of a finding or a report",
            "Shows a report of `check` or `verify_patch` again, without checking anything: with `finding` all that is known of one \
             statement (values that avoid the error, the condition, why, patches), otherwise what `show` names.",
            None,
        ),
        PROPOSE => (
            "Patches with evidence",
            "Gives the patches of a report of `check`, the best first, each as a unified diff with what it repairs, keeps and leaves, \
             in the fields of `verify_patch`, which judges them in the same way. With a program instead of a report, checks that \
             first.",
            Some(proposals_schema()),
        ),
        _ => (
            "Is this diff a repair?",
            "Judges a unified diff of a C program that fails: whether it `repairs` the error (proved, on known inputs, by tests), what \
             it `keeps` of the executions that worked, and which other errors it `leaves`. The files stay as they are. If the diff is \
             not a repair, the answer has a `counterexample`: small inputs with which the changed program fails.",
            Some(short_answer_schema::<PatchAnswer>()),
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
