//! What the user can set.

use std::time::Duration;

use serde_json::Value;

/// How programs are checked, and when.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// More arguments for `faultscope check`.
    pub arguments: Vec<String>,
    /// The function where programs start, if it is not `main`.
    pub entry: Option<String>,
    /// The files that are one program, relative to the folder of the workspace; where there are none a file is a program.
    pub files: Vec<String>,
    /// A `compile_commands.json` or the folder with it; where it is not set, the next one above the file, or in a folder `build`
    /// there.
    pub project: Option<String>,
    /// Whether a program is checked when one of its files is saved.
    pub check_on_save: bool,
    /// Whether a program is checked when its file is opened.
    pub check_on_open: bool,
    /// How many seconds a check may take, 0 for any number; where it is not set, what `faultscope check` takes it to be.
    pub timeout: Option<f64>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            arguments: Vec::new(),
            entry: None,
            files: Vec::new(),
            project: None,
            check_on_save: true,
            check_on_open: false,
            timeout: None,
        }
    }
}

impl Settings {
    /// What a client says, either itself or in a field `faultscope`, on top of what is usual; and one sentence for each field that
    /// is not understood, which stays as usual.
    pub fn read(value: &Value) -> (Settings, Vec<String>) {
        let mut settings = Settings::default();
        let mut complaints = Vec::new();
        let value = value.get("faultscope").unwrap_or(value);
        let Some(fields) = value.as_object() else {
            if !value.is_null() {
                complaints.push(format!("the settings are not an object: {value}"));
            }
            return (settings, complaints);
        };
        for (name, value) in fields {
            if let Err(expected) = settings.set(name, value) {
                complaints.push(format!("the setting `{name}` is {value}, but should be {expected}"));
            }
        }
        (settings, complaints)
    }

    /// How long a check may take, where that is set.
    pub fn limit(&self) -> Option<Duration> {
        self.timeout.filter(|it| *it > 0.0).map(Duration::from_secs_f64)
    }

    fn set(&mut self, name: &str, value: &Value) -> Result<(), &'static str> {
        match name {
            "arguments" => self.arguments = texts(value)?,
            "files" => self.files = texts(value)?,
            "entry" => self.entry = text(value)?,
            "project" => self.project = text(value)?,
            "checkOnSave" => self.check_on_save = value.as_bool().ok_or("true or false")?,
            "checkOnOpen" => self.check_on_open = value.as_bool().ok_or("true or false")?,
            "timeout" if value.is_null() => self.timeout = None,
            "timeout" => {
                let seconds = value.as_f64().filter(|it| (0.0..1e9).contains(it));
                self.timeout = Some(seconds.ok_or("a number of seconds")?);
            }
            // Editors keep settings of their own beside these.
            _ => {}
        }
        Ok(())
    }
}

fn texts(value: &Value) -> Result<Vec<String>, &'static str> {
    let texts = value.as_array().and_then(|it| it.iter().map(|it| it.as_str().map(str::to_owned)).collect());
    texts.ok_or("an array of texts")
}

/// A text; nothing where it is empty, as editors have it that know no null.
fn text(value: &Value) -> Result<Option<String>, &'static str> {
    match value {
        Value::Null => Ok(None),
        Value::String(text) => Ok(Some(text.clone()).filter(|it| !it.is_empty())),
        _ => Err("a text"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_set_and_what_is_not() {
        let (settings, complaints) = Settings::read(&json!({
            "faultscope": { "arguments": ["-I", "x"], "entry": "", "checkOnOpen": true, "timeout": 5, "path": "x" }
        }));
        let expect = Settings {
            arguments: vec!["-I".to_owned(), "x".to_owned()],
            check_on_open: true,
            timeout: Some(5.0),
            ..Settings::default()
        };
        assert_eq!((settings, complaints), (expect, Vec::new()));
        assert_eq!(Settings::read(&json!({ "entry": "f" })).0.entry.as_deref(), Some("f"));
        assert_eq!(Settings::read(&Value::Null), (Settings::default(), Vec::new()));
    }

    #[test]
    fn what_is_wrong_is_named_and_stays_as_usual() {
        let (settings, complaints) = Settings::read(&json!({ "timeout": -1, "arguments": "-I x" }));
        assert_eq!(settings, Settings::default());
        assert_eq!(
            complaints,
            [
                "the setting `arguments` is \"-I x\", but should be an array of texts",
                "the setting `timeout` is -1, but should be a number of seconds",
            ]
        );
        assert_eq!(Settings::read(&json!(3)).1, ["the settings are not an object: 3"]);
    }
}
