//! What can stand in the file: the options that are about a program, and not about one run.

/// A key.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Key {
    /// As it stands in the file.
    pub(super) name: &'static str,
    /// What `clap` calls the option.
    pub(super) id: &'static str,
    /// The option up to its value.
    pub(super) option: &'static str,
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

const fn switch(name: &'static str, id: &'static str, option: &'static str) -> Key {
    Key { name, id, option, value: Value::Switch, is_path: false, adds: false }
}

const fn one(name: &'static str, id: &'static str, option: &'static str) -> Key {
    Key { name, id, option, value: Value::One, is_path: false, adds: false }
}

const fn several(name: &'static str, id: &'static str, option: &'static str) -> Key {
    Key { name, id, option, value: Value::Several, is_path: false, adds: true }
}

impl Key {
    const fn of_paths(self) -> Key {
        Key { is_path: true, ..self }
    }

    const fn that_replaces(self) -> Key {
        Key { adds: false, ..self }
    }
}

/// All keys, by name.
pub(super) const KEYS: &[Key] = &[
    one("contracts", "contracts", "--contracts="),
    one("data-model", "data_model", "--data-model="),
    several("define", "define", "-D"),
    one("effort", "effort", "--effort="),
    one("entry", "entry", "--entry="),
    several("flags", "flags", "-f"),
    switch("ignore-annotations", "ignore_annotations", "--ignore-annotations"),
    several("include", "include", "-I").of_paths(),
    one("jobs", "jobs", "--jobs="),
    one("level", "level", "--level="),
    switch("malloc-may-fail", "malloc_may_fail", "--malloc-may-fail"),
    one("max-array", "max_array", "--max-array="),
    one("memory", "memory", "--memory="),
    several("model", "model", "--model=").of_paths(),
    one("project", "project", "--project=").of_paths(),
    several("property", "property", "--property=").that_replaces(),
    several("pure", "pure", "--pure="),
    one("ranking", "ranking", "--ranking="),
    one("rules", "rules", "--rules=").of_paths(),
    one("sets", "sets", "--sets="),
    one("standard", "standard", "-std="),
    one("strategy", "strategy", "--strategy="),
    switch("thorough", "thorough", "--thorough"),
    one("timeout", "timeout", "--timeout="),
    one("traces", "traces", "--traces="),
    several("trust", "trust", "--trust="),
    one("unwind", "unwind", "--unwind="),
    switch("volatile-as-stored", "volatile_as_stored", "--volatile-as-stored"),
];

/// The key of a name.
pub(super) fn key(name: &str) -> Option<&'static Key> {
    KEYS.iter().find(|it| it.name == name)
}

/// The key that may be meant by a name that is none: one that is a slip or two away.
pub(super) fn meant(name: &str) -> Option<&'static str> {
    let near = KEYS.iter().map(|it| (slips(name, it.name), it.name));
    near.filter(|(slips, _)| *slips <= 2).min().map(|(_, name)| name)
}

/// How many letters have to be put in, left out or changed (Levenshtein).
fn slips(one: &str, other: &str) -> usize {
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (above, letter) in one.bytes().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], above + 1);
        for (left, its) in other.bytes().enumerate() {
            let changed = diagonal + usize::from(letter != its);
            diagonal = row[left + 1];
            row[left + 1] = changed.min(row[left] + 1).min(diagonal + 1);
        }
    }
    row[other.len()]
}
