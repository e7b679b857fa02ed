//! What can stand in the file: the options that are about a program, and not about one run.

use std::ffi::{OsStr, OsString};

use clap::Arg;
use strsim::levenshtein;

/// A key.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Key {
    /// As it stands in the file.
    pub(super) name: &'static str,
    /// The option up to its value, where that is not `--name=`.
    option: Option<&'static str>,
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

const fn switch(name: &'static str) -> Key {
    Key { name, option: None, value: Value::Switch, is_path: false, adds: false }
}

const fn one(name: &'static str) -> Key {
    Key { name, option: None, value: Value::One, is_path: false, adds: false }
}

const fn several(name: &'static str) -> Key {
    Key { name, option: None, value: Value::Several, is_path: false, adds: true }
}

impl Key {
    const fn of_paths(self) -> Key {
        Key { is_path: true, ..self }
    }

    const fn said(self, option: &'static str) -> Key {
        Key { option: Some(option), ..self }
    }

    const fn that_replaces(self) -> Key {
        Key { adds: false, ..self }
    }

    /// Whether it is this option.
    pub(super) fn is(&self, option: &Arg) -> bool {
        option.get_id().as_str().replace('_', "-") == self.name
    }

    /// The option with this value, which is empty for a switch.
    pub(super) fn with(&self, value: &OsStr) -> OsString {
        let assigns = if self.value == Value::Switch { "" } else { "=" };
        let mut argument =
            self.option.map_or_else(|| format!("--{}{assigns}", self.name).into(), OsString::from);
        argument.push(value);
        argument
    }
}

/// All keys, by name.
pub(super) const KEYS: &[Key] = &[
    one("contracts"),
    one("data-model"),
    several("define").said("-D"),
    one("effort"),
    one("entry"),
    several("flags").said("-f"),
    switch("ignore-annotations"),
    several("include").said("-I").of_paths(),
    one("jobs"),
    one("level"),
    switch("malloc-may-fail"),
    one("max-array"),
    one("memory"),
    several("model").of_paths(),
    one("project").of_paths(),
    several("property").that_replaces(),
    several("pure"),
    one("ranking"),
    one("rules").of_paths(),
    one("sets"),
    one("standard").said("-std="),
    one("strategy"),
    switch("thorough"),
    one("timeout"),
    one("traces"),
    several("trust"),
    switch("uninitialized-is-nondet"),
    one("unwind"),
    switch("volatile-as-stored"),
];

/// The key of a name.
pub(super) fn key(name: &str) -> Option<&'static Key> {
    KEYS.iter().find(|it| it.name == name)
}

/// The key that may be meant by a name that is none: one that is a slip or two away.
pub(super) fn meant(name: &str) -> Option<&'static str> {
    let near = KEYS.iter().map(|it| (levenshtein(name, it.name), it.name));
    near.filter(|(slips, _)| *slips <= 2).min().map(|(_, name)| name)
}
