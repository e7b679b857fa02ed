//! The rows of the file that suppress checks: `[[suppress]]`.

use std::ops::Range;

use faultscope_frontend::suppression::Rule;
use faultscope_ir::{Property, selection};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::wrong::{Wrong, wrong};

/// The name of the rows.
pub(super) const KEY: &str = "suppress";

/// The fields of a row.
const FIELDS: [&str; 4] = ["property", "file", "function", "reason"];

/// The rows; `place` says where a row stands.
///
/// # Errors
/// What is wrong with them.
pub(super) fn rules(
    value: &Spanned<DeValue<'_>>,
    place: &dyn Fn(Range<usize>) -> (String, u32),
) -> Result<Vec<Rule>, Vec<Wrong>> {
    let form =
        "`suppress` needs rows: `[[suppress]]`, and below it `property`, `file`, `function` and `reason`";
    let DeValue::Array(rows) = value.get_ref() else { return Err(vec![wrong(value.span(), form)]) };
    let (mut rules, mut errors) = (Vec::new(), Vec::new());
    for row in rows {
        let rule = match row.get_ref() {
            DeValue::Table(fields) => rule(fields, row.span(), place(row.span())),
            _ => Err(wrong(row.span(), form)),
        };
        match rule {
            Ok(rule) => rules.push(rule),
            Err(error) => errors.push(error),
        }
    }
    if errors.is_empty() { Ok(rules) } else { Err(errors) }
}

fn rule(fields: &DeTable<'_>, span: Range<usize>, place: (String, u32)) -> Result<Rule, Wrong> {
    let is_unknown = |name: &str| !FIELDS.contains(&name);
    if let Some((name, _)) = fields.iter().find(|(name, _)| is_unknown(name.get_ref())) {
        let hint = format!("fields are {}", FIELDS.map(|it| format!("`{it}`")).join(", "));
        let error = wrong(name.span(), &format!("`{}` is not a field of `suppress`", name.get_ref()));
        return Err(Wrong { hint: Some(hint), ..error });
    }
    let text = |name: &str| {
        let Some(value) = fields.get(name) else { return Ok(None) };
        match value.get_ref().as_str() {
            Some(text) => Ok(Some(text.to_owned()).filter(|it| !it.trim().is_empty())),
            None => Err(wrong(value.span(), &format!("`{name}` needs a text"))),
        }
    };
    let missing = |name: &str, what: &str| wrong(span.clone(), &format!("`{name}` is missing: {what}"));
    let reason = text("reason")?.ok_or_else(|| missing("reason", "why the error is not to be looked for"))?;
    let Some(named) = fields.get("property") else {
        return Err(missing("property", "for example `out-of-bounds`"));
    };
    Ok(Rule {
        properties: properties(named)?,
        file: text("file")?,
        function: text("function")?,
        reason,
        place,
    })
}

/// The properties of a name, or of a list of names.
fn properties(value: &Spanned<DeValue<'_>>) -> Result<Vec<Property>, Wrong> {
    let names: Vec<&Spanned<DeValue<'_>>> = match value.get_ref() {
        DeValue::Array(names) if !names.is_empty() => names.iter().collect(),
        _ => vec![value],
    };
    let mut properties = Vec::new();
    for name in names {
        let Some(text) = name.get_ref().as_str() else {
            return Err(wrong(name.span(), "`property` needs a name, or a list of names"));
        };
        properties.extend(selection::named(text).map_err(|error| wrong(name.span(), &error.to_string()))?);
    }
    Ok(properties)
}
