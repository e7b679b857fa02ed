//! The JSON Schema of the documents, from which `docs/report.schema.json` is printed.

use schemars::Schema;
use schemars::generate::SchemaSettings;
use schemars::transform::{Transform, transform_subschemas};
use serde_json::{Value, json};

use crate::baseline::Baseline;
use crate::format::ReportFormat;
use crate::line::{Rejection, Stage};
use crate::report::Report;
use crate::verification::Verification;

/// The schema of a report. `$defs` has that of each part of it, and of the documents beside it: `stage`, `rejection`,
/// `verification` and `baseline`.
pub fn schema() -> Value {
    let mut generator = settings().with_transform(Closed).into_generator();
    let report = generator.subschema_for::<Report>();
    generator.subschema_for::<Stage>();
    generator.subschema_for::<Rejection>();
    generator.subschema_for::<Verification>();
    generator.subschema_for::<Baseline>();
    let definitions = generator.take_definitions(true);
    let mut document = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": ReportFormat::V4.name(),
        "title": "Faultscope report",
        "$defs": definitions,
    });
    if let (Some(document), Value::Object(report)) = (document.as_object_mut(), Value::from(report)) {
        document.extend(report);
    }
    document
}

/// How schemas are made: in the form of documents and answers, in which a field that may be left out is never null.
pub fn settings() -> SchemaSettings {
    SchemaSettings::draft2020_12().for_serialize().with_transform(Plain)
}

/// The mark of a field that may be left out, and may be null where it is there.
const NULLABLE: &str = "nullable";

/// Descriptions are one line, numbers are numbers of JSON, whatever their type is called here, and a field that may be left out is null only where it
/// says [`NULLABLE`]. What stands in the place of a field that is left out is not said.
#[derive(Debug, Clone)]
struct Plain;

impl Transform for Plain {
    fn transform(&mut self, schema: &mut Schema) {
        transform_subschemas(self, schema);
        schema.remove("format");
        schema.remove("default");
        // A comment is broken into lines where it is written.
        if let Some(Value::String(description)) = schema.get_mut("description") {
            *description = description.replace('\n', " ");
        }
        let required: Vec<String> = match schema.get("required") {
            Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
            _ => Vec::new(),
        };
        if let Some(Value::Object(properties)) = schema.get_mut("properties") {
            for (_, property) in properties.iter_mut().filter(|(name, _)| !required.contains(name)) {
                remove_null(property);
            }
        }
    }
}

/// Objects have no fields but those that are named.
#[derive(Debug, Clone)]
struct Closed;

impl Transform for Closed {
    fn transform(&mut self, schema: &mut Schema) {
        transform_subschemas(self, schema);
        if schema.get("properties").is_some() {
            schema.insert("additionalProperties".to_owned(), Value::Bool(false));
        }
    }
}

fn remove_null(property: &mut Value) {
    let Some(fields) = property.as_object_mut() else { return };
    if fields.remove(NULLABLE).is_some() {
        return;
    }
    if let Some(Value::Array(types)) = fields.get_mut("type") {
        types.retain(|it| it != "null");
        if let [one] = &types[..] {
            let one = one.clone();
            fields.insert("type".to_owned(), one);
        }
    }
    if let Some(Value::Array(names)) = fields.get_mut("enum") {
        names.retain(|it| !it.is_null());
    }
    if let Some(Value::Array(cases)) = fields.get_mut("anyOf") {
        cases.retain(|it| it["type"] != "null");
        if let [Value::Object(one)] = &cases[..] {
            let one = one.clone();
            fields.remove("anyOf");
            fields.extend(one);
        }
    }
}
