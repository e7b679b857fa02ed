//! What can stand in the file: the options that are tagged as settings.

use std::ffi::{OsStr, OsString};
use std::sync::LazyLock;

use clap::{Arg, ArgAction, ArgMatches, ValueHint};
use strsim::levenshtein;

use super::super::arguments;
use super::super::tags::{self, SETTING};

/// A key.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Key {
    /// As it stands in the file: the identifier of the option.
    pub(super) name: String,
    /// The option up to its value.
    option: String,
    pub(super) value: Value,
    /// Whether values are paths, from the folder of the file.
    pub(super) is_path: bool,
    /// Whether the values of the command line come in addition.
    pub(super) adds: bool,
}

/// What stands behind a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Value {
    /// `true` or `false`.
    Switch,
    /// A text or a number.
    One,
    /// A text, or a list of texts.
    Several,
}

/// All keys, by name.
pub(super) static KEYS: LazyLock<Vec<Key>> = LazyLock::new(|| {
    let command = arguments::command();
    let settings = tags::tagged(&command, "check", SETTING);
    let options = command.find_subcommand("check").into_iter().flat_map(|it| it.get_arguments());
    let mut keys: Vec<Key> = options.filter(|it| settings.contains(it.get_id())).map(Key::of).collect();
    keys.sort_by(|lhs, rhs| lhs.name.cmp(&rhs.name));
    keys
});

impl Key {
    /// The key of an option. A list that has no default grows by what the command line says.
    fn of(option: &Arg) -> Key {
        let value = match option.get_action() {
            ArgAction::Append => Value::Several,
            ArgAction::Set => Value::One,
            _ => Value::Switch,
        };
        Key {
            name: name(option),
            option: spelling(option, value),
            value,
            is_path: option.get_value_hint() != ValueHint::Unknown,
            adds: value == Value::Several && option.get_default_values().is_empty(),
        }
    }

    /// Whether it is this option.
    pub(super) fn is(&self, option: &Arg) -> bool {
        name(option) == self.name
    }

    /// The option with this value, which is empty for a switch.
    pub(super) fn with(&self, value: &OsStr) -> OsString {
        let mut argument = OsString::from(&self.option);
        argument.push(value);
        argument
    }
}

/// An option as it was said: once for each of its values.
pub(super) fn spelled(option: &Arg, said: &ArgMatches) -> Vec<OsString> {
    let key = Key::of(option);
    match key.value {
        Value::Switch => vec![key.with(OsStr::new(""))],
        Value::One | Value::Several => {
            let values = said.get_raw(option.get_id().as_str()).into_iter().flatten();
            values.map(|value| key.with(value)).collect()
        }
    }
}

fn name(option: &Arg) -> String {
    option.get_id().as_str().replace('_', "-")
}

/// An option up to its value: `--name=`, `-I`, or `-std=`, where the description of the value begins with small letters that stand
/// for themselves.
fn spelling(option: &Arg, value: Value) -> String {
    if let Some(long) = option.get_long() {
        return format!("--{long}{}", if value == Value::Switch { "" } else { "=" });
    }
    let described = option.get_value_names().and_then(|it| it.first()).map_or("", |it| it.as_str());
    let literal = described.find(|it: char| it.is_ascii_uppercase()).map_or("", |end| &described[..end]);
    format!("-{}{literal}", option.get_short().expect("an option has a name"))
}

/// The key of a name.
pub(super) fn key(name: &str) -> Option<&'static Key> {
    KEYS.iter().find(|it| it.name == name)
}

/// The key that may be meant by a name that is none: one that is a slip or two away.
pub(super) fn meant(name: &str) -> Option<&'static str> {
    let near = KEYS.iter().map(|it| (levenshtein(name, &it.name), it.name.as_str()));
    near.filter(|(slips, _)| *slips <= 2).min().map(|(_, name)| name)
}
