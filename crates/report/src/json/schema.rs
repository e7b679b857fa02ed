//! A validator for the part of JSON Schema that `docs/report.schema.json` uses.

use serde_json::Value;

/// What is wrong with a value, with the path to it; empty where it fits.
pub(crate) fn violations(schema: &Value, value: &Value) -> Vec<String> {
    let mut violations = Vec::new();
    Validator { root: schema, violations: &mut violations }.check(schema, value, "$");
    violations
}

/// What is wrong with a value that one of a schema's definitions is about.
pub(crate) fn violations_of(schema: &Value, definition: &str, value: &Value) -> Vec<String> {
    let mut violations = Vec::new();
    let own = serde_json::json!({ "$ref": format!("#/$defs/{definition}") });
    Validator { root: schema, violations: &mut violations }.check(&own, value, "$");
    violations
}

struct Validator<'a> {
    root: &'a Value,
    violations: &'a mut Vec<String>,
}

impl Validator<'_> {
    fn check(&mut self, schema: &Value, value: &Value, path: &str) {
        let schema = schema.as_object().expect("a schema is an object");
        for (keyword, argument) in schema {
            let holds = match keyword.as_str() {
                "type" => is_of_type(value, argument),
                "const" => value == argument,
                "enum" => argument.as_array().expect("a list").contains(value),
                "minimum" => {
                    value.as_f64().is_none_or(|number| number >= argument.as_f64().expect("a number"))
                }
                "maximum" => {
                    value.as_f64().is_none_or(|number| number <= argument.as_f64().expect("a number"))
                }
                "anyOf" => argument.as_array().expect("a list").iter().any(|it| self.fits(it, value)),
                "required" => self.has_all(argument, value),
                "additionalProperties" if argument.is_object() => {
                    let fields = value.as_object().into_iter().flatten();
                    for (name, field) in fields {
                        self.check(argument, field, &format!("{path}.{name}"));
                    }
                    true
                }
                "additionalProperties" => self.has_only(&schema["properties"], value),
                "$ref" | "properties" | "items" => {
                    self.descend(keyword, argument, value, path);
                    true
                }
                "$schema" | "$id" | "$defs" | "title" | "description" => true,
                _ => panic!("the validator does not know `{keyword}`"),
            };
            if !holds {
                self.violations.push(format!("{path}: {keyword} {argument}: {value}"));
            }
        }
    }

    fn descend(&mut self, keyword: &str, argument: &Value, value: &Value, path: &str) {
        match (keyword, value) {
            ("$ref", _) => {
                let pointer = argument.as_str().expect("a text").trim_start_matches('#');
                let target = self.root.pointer(pointer).expect("a definition");
                self.check(target, value, path);
            }
            ("properties", Value::Object(fields)) => {
                for (name, field) in fields {
                    if let Some(schema) = argument.get(name) {
                        self.check(schema, field, &format!("{path}.{name}"));
                    }
                }
            }
            ("items", Value::Array(items)) => {
                for (idx, item) in items.iter().enumerate() {
                    self.check(argument, item, &format!("{path}[{idx}]"));
                }
            }
            _ => {}
        }
    }

    fn fits(&self, schema: &Value, value: &Value) -> bool {
        let mut violations = Vec::new();
        Validator { root: self.root, violations: &mut violations }.check(schema, value, "$");
        violations.is_empty()
    }

    fn has_all(&self, names: &Value, value: &Value) -> bool {
        let names = names.as_array().expect("a list");
        value
            .as_object()
            .is_none_or(|fields| names.iter().all(|name| fields.contains_key(name.as_str().expect("a text"))))
    }

    fn has_only(&self, properties: &Value, value: &Value) -> bool {
        value.as_object().is_none_or(|fields| fields.keys().all(|name| properties.get(name).is_some()))
    }
}

fn is_of_type(value: &Value, types: &Value) -> bool {
    let is = |name: &Value| match name.as_str() {
        Some("null") => value.is_null(),
        Some("boolean") => value.is_boolean(),
        Some("integer") => value.is_u64() || value.is_i64(),
        Some("number") => value.is_number(),
        Some("string") => value.is_string(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        _ => false,
    };
    types.as_array().map_or_else(|| is(types), |types| types.iter().any(is))
}
