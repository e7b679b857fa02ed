//! From the text of the file to its settings.

use std::ops::Range;
use std::path::Path;

use faultscope::report::Diagnostic;
use faultscope::{Rejection, input};
use faultscope_frontend::suppression::Rule;
use faultscope_ir::{SourceMap, Span};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::keys::{self, Key, Value};
use super::suppress;
use super::wrong::Wrong;

/// A line of the file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Setting {
    pub(super) key: &'static Key,
    /// One empty text for a switch that is on, none for one that is off.
    pub(super) values: Vec<String>,
    /// Where the value stands.
    pub(super) place: Range<usize>,
}

/// What the file says.
pub(super) struct Settings {
    /// Its options.
    pub(super) options: Vec<Setting>,
    /// What is not asked about (`[[suppress]]`).
    pub(super) rules: Vec<Rule>,
}

/// Reads a file.
///
/// # Errors
/// Where that cannot be done, and where it says what is no setting.
pub(super) fn read(file: &Path) -> Result<Settings, Rejection> {
    let text = input::text(file)?;
    let name = file.display().to_string();
    settings(&text, &name).map_err(|wrong| rejection(file, &text, wrong))
}

/// What is wrong in a file with this text.
pub(super) fn rejection(file: &Path, text: &str, wrong: Vec<Wrong>) -> Rejection {
    let mut sources = SourceMap::default();
    let file = sources.add_file(&file.display().to_string(), Some(text.to_owned()));
    let diagnostic = |Wrong { place, message, hint }: Wrong| {
        let ((line, column), (end_line, end_column)) =
            (position(text, place.start), position(text, place.end));
        let span = Span { file, line, column, end_line, end_column };
        Diagnostic { span: Some(span), hint, ..Diagnostic::error(message) }
    };
    Rejection { diagnostics: wrong.into_iter().map(diagnostic).collect(), sources }
}

/// The line and the column of an offset, from 1.
fn position(text: &str, offset: usize) -> (u32, u32) {
    let before = &text.as_bytes()[..offset.min(text.len())];
    let start = before.iter().rposition(|it| *it == b'\n').map_or(0, |at| at + 1);
    let line = before.iter().filter(|it| **it == b'\n').count() + 1;
    (line as u32, (before.len() - start + 1) as u32)
}

fn settings(text: &str, file: &str) -> Result<Settings, Vec<Wrong>> {
    let table = DeTable::parse(text).map_err(|error| {
        let place = error.span().unwrap_or(0..0);
        vec![Wrong { place, message: error.message().replace('\n', ", "), hint: None }]
    })?;
    let (mut settings, mut rules) = (Vec::new(), Vec::new());
    let mut wrong = Vec::new();
    for (name, value) in table.get_ref() {
        if name.get_ref() == suppress::KEY {
            match suppress::rules(value, &|place| (file.to_owned(), position(text, place.start).0)) {
                Ok(them) => rules = them,
                Err(it) => wrong.extend(it),
            }
            continue;
        }
        match setting(name, value) {
            Ok(setting) => settings.push(setting),
            Err(it) => wrong.push(it),
        }
    }
    // What is wrong is told in the order of the file, and what is right is said in that of the keys.
    wrong.sort_by_key(|it| it.place.start);
    if wrong.is_empty() { Ok(Settings { options: settings, rules }) } else { Err(wrong) }
}

fn setting(
    name: &Spanned<std::borrow::Cow<'_, str>>,
    value: &Spanned<DeValue<'_>>,
) -> Result<Setting, Wrong> {
    let Some(key) = keys::key(name.get_ref()) else {
        let message = format!("`{}` is not a setting", name.get_ref());
        let hint = match keys::meant(name.get_ref()) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => {
                let names: Vec<&str> = keys::KEYS.iter().map(|it| it.name.as_str()).collect();
                format!("settings are {}", names.join(", "))
            }
        };
        return Err(Wrong { place: name.span(), message, hint: Some(hint) });
    };
    let expected = |what: &str| Wrong {
        place: value.span(),
        message: format!("`{}` needs {what}", key.name),
        hint: None,
    };
    let values = match (key.value, value.get_ref()) {
        (Value::Switch, DeValue::Boolean(is_on)) => is_on.then(String::new).into_iter().collect(),
        (Value::Switch, _) => return Err(expected("`true` or `false`")),
        (Value::Several, DeValue::Array(values)) => {
            let text = |it: &Spanned<DeValue<'_>>| it.get_ref().as_str().map(str::to_owned);
            values.iter().map(text).collect::<Option<_>>().ok_or_else(|| expected("a list of texts"))?
        }
        (Value::One, value) => vec![text_of(value).ok_or_else(|| expected("a text or a number"))?],
        (Value::Several, value) => vec![text_of(value).ok_or_else(|| expected("a text or a list of texts"))?],
    };
    Ok(Setting { key, values, place: value.span() })
}

fn text_of(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) if number.radix() == 10 => Some(number.as_str().to_owned()),
        DeValue::Float(number) => Some(number.as_str().to_owned()),
        _ => None,
    }
}
