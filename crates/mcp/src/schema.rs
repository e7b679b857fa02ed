//! Arguments against the schema of their tool. The schema is what clients are shown, so it is what is checked, too: names, types,
//! choices and ranges. Only the keywords are known that our schemas use.

use serde_json::{Map, Value};

/// Says what is wrong with arguments, if something is: a sentence for each that is. Arguments that are null are as good as none.
pub(crate) fn mistakes(arguments: &Map<String, Value>, schema: &Value) -> Vec<String> {
    let mut mistakes = Vec::new();
    let Some(properties) = schema["properties"].as_object() else { return mistakes };
    for (name, value) in arguments {
        if value.is_null() {
            continue;
        }
        match properties.get(name) {
            Some(schema) if is_met(value, schema) => {}
            Some(schema) => {
                mistakes.push(format!("`{name}` is {}, but should be {}", short(value), expected(schema)));
            }
            None => {
                let names: Vec<String> = properties.keys().map(|it| format!("`{it}`")).collect();
                mistakes.push(format!("there is no argument `{name}`; there are {}", names.join(", ")));
            }
        }
    }
    let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    for name in required {
        if arguments.get(name).is_none_or(Value::is_null) {
            mistakes.push(format!("the argument `{name}` is missing"));
        }
    }
    mistakes
}

fn is_met(value: &Value, schema: &Value) -> bool {
    let is_of_type = match schema["type"].as_str() {
        Some("string") => value.is_string(),
        Some("integer") => value.is_i64(),
        Some("number") => value.is_number(),
        Some("array") => {
            value.as_array().is_some_and(|items| items.iter().all(|item| is_met(item, &schema["items"])))
        }
        _ => false,
    };
    let is_chosen = schema["enum"].as_array().is_none_or(|it| it.contains(value));
    let number = value.as_f64();
    let is_at_least = schema["minimum"].as_f64().is_none_or(|bound| number.is_some_and(|it| it >= bound));
    let is_at_most = schema["maximum"].as_f64().is_none_or(|bound| number.is_some_and(|it| it <= bound));
    is_of_type && is_chosen && is_at_least && is_at_most
}

/// What a schema asks for, in words.
fn expected(schema: &Value) -> String {
    if let Some(choices) = schema["enum"].as_array() {
        let choices: Vec<String> = choices.iter().map(Value::to_string).collect();
        return format!("one of {}", choices.join(", "));
    }
    let kind = match schema["type"].as_str() {
        Some("array") => "a row of strings",
        Some("integer") => "an integer",
        Some("number") => "a number",
        _ => "a string",
    };
    match (schema["minimum"].as_f64(), schema["maximum"].as_f64()) {
        (Some(low), Some(high)) => format!("{kind} from {low} to {high}"),
        (Some(low), None) => format!("{kind} from {low} on"),
        _ => kind.to_owned(),
    }
}

/// A value as it stands, as far as that is short.
fn short(value: &Value) -> String {
    const MAX: usize = 60;
    let text = value.to_string();
    match text.char_indices().nth(MAX) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// That a schema uses no keyword that is not checked here.
#[cfg(test)]
pub(crate) fn assert_is_known(schema: &Value) {
    const KNOWN: [&str; 6] = ["type", "description", "enum", "minimum", "maximum", "items"];
    assert_eq!(schema["type"], "object");
    assert_eq!(schema["additionalProperties"], false);
    for (name, property) in schema["properties"].as_object().expect("it is an object") {
        for keyword in property.as_object().expect("it is a schema").keys() {
            assert!(KNOWN.contains(&keyword.as_str()), "`{name}` has `{keyword}`");
        }
        assert!(property["description"].is_string(), "`{name}` is not described");
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(arguments: Value, expect: &[&str]) {
        let schema = json!({
            "type": "object",
            "properties": {
                "files": { "type": "array", "items": { "type": "string" } },
                "level": { "type": "string", "enum": ["a", "b"] },
                "effort": { "type": "integer", "minimum": 1, "maximum": 9 },
                "diff": { "type": "string" },
            },
            "required": ["diff"],
        });
        let arguments = arguments.as_object().expect("it is an object");
        assert_eq!(mistakes(arguments, &schema), expect);
    }

    #[test]
    fn arguments_as_they_should_be() {
        check(json!({ "diff": "", "files": ["a"], "level": "b", "effort": 9 }), &[]);
        check(json!({ "diff": "", "files": null, "other": null }), &[]);
    }

    #[test]
    fn arguments_as_they_should_not_be() {
        check(json!({}), &["the argument `diff` is missing"]);
        check(json!({ "diff": null }), &["the argument `diff` is missing"]);
        check(json!({ "diff": 1 }), &["`diff` is 1, but should be a string"]);
        check(json!({ "diff": "", "files": "a" }), &["`files` is \"a\", but should be a row of strings"]);
        check(json!({ "diff": "", "files": [1] }), &["`files` is [1], but should be a row of strings"]);
        check(json!({ "diff": "", "level": "c" }), &["`level` is \"c\", but should be one of \"a\", \"b\""]);
        check(json!({ "diff": "", "effort": 0 }), &["`effort` is 0, but should be an integer from 1 to 9"]);
        check(
            json!({ "diff": "", "effort": 1.5 }),
            &["`effort` is 1.5, but should be an integer from 1 to 9"],
        );
        let names = "there is no argument `file`; there are `diff`, `effort`, `files`, `level`";
        check(json!({ "diff": "", "file": "a" }), &[names]);
    }

    #[test]
    fn long_values_are_cut() {
        let text = "é".repeat(100);
        let expected = format!("`effort` is \"{}…, but should be an integer from 1 to 9", "é".repeat(59));
        check(json!({ "diff": "", "effort": text }), &[&expected]);
    }
}
