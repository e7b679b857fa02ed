//! Selections: lists of names that say which properties are checked.
//!
//! A list such as `default,memory-leak,-overflow` is read from left to right. A name adds what it stands for; one with `-`
//! in front of it takes that away. A list that begins by taking away starts from the default, so that `-overflow` is the
//! default without it. The names are the identifiers of the [properties](Property), and these:
//!
//! | name | stands for |
//! |---|---|
//! | `default` | what is checked where nobody says what is to be checked |
//! | `all` | everything that can be selected |
//! | `memory-safety` | the group [`PropertyGroup::MemorySafety`] |
//! | `valid-deref`, `valid-free`, `valid-memtrack`, `valid-memcleanup`, `no-overflow` | what SV-COMP checks under this name |
//! | `valid-memsafety` | the first three of these together |
//!
//! The reading is here, beside the table of properties, since the names are data of that table, and since it is the same
//! whoever asks: a command line, a file of settings, a caller of the library.

use std::collections::BTreeSet;
use std::fmt;

use crate::property::{Property, PropertyGroup};
use crate::spelling::nearest;

/// The names of SV-COMP that together are its `valid-memsafety`.
const VALID_MEMSAFETY: [&str; 3] = ["valid-deref", "valid-free", "valid-memtrack"];

/// Names that stand for several properties, in the order in which they are listed.
const GROUPS: [&str; 4] = ["default", "all", "memory-safety", "valid-memsafety"];

/// What other tools and people call a property, and its name.
const OTHER_NAMES: [(&str, &str); 27] = [
    ("abort", "no-abort"),
    ("bad-free", "invalid-free"),
    ("buffer-overflow", "out-of-bounds"),
    ("buffer-overrun", "out-of-bounds"),
    ("bufferoverflow", "out-of-bounds"),
    ("dangling-pointer", "use-after-free"),
    ("div-by-zero", "division-by-zero"),
    ("divbyzero", "division-by-zero"),
    ("divide-by-zero", "division-by-zero"),
    ("double-free", "invalid-free"),
    ("heap-buffer-overflow", "out-of-bounds"),
    ("int-overflow", "overflow"),
    ("leak", "memory-leak"),
    ("memleak", "memory-leak"),
    ("memory", "memory-safety"),
    ("no-return", "missing-return"),
    ("npd", "null-dereference"),
    ("null", "null-dereference"),
    ("nullderef", "null-dereference"),
    ("null-pointer", "null-dereference"),
    ("oob", "out-of-bounds"),
    ("reach-error", "unreach-call"),
    ("reachability", "unreach-call"),
    ("stack-buffer-overflow", "out-of-bounds"),
    ("uaf", "use-after-free"),
    ("uninit", "uninitialized"),
    ("uninitialised", "uninitialized"),
];

/// Why a list selects nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InvalidSelection {
    /// A name that nothing has.
    UnknownName {
        /// The name, without what is in front of it.
        name: String,
        /// The names that look most like it, if any do.
        candidates: Vec<&'static str>,
    },
    /// Everything was taken away again.
    Empty,
}

impl fmt::Display for InvalidSelection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted = |name: &str| format!("`{name}`");
        match self {
            InvalidSelection::UnknownName { name, candidates } if candidates.is_empty() => {
                let all: Vec<String> = names().map(quoted).collect();
                write!(f, "there is no property `{name}`; there are {}", all.join(", "))
            }
            InvalidSelection::UnknownName { name, candidates } => {
                let near: Vec<String> = candidates.iter().copied().map(quoted).collect();
                write!(f, "there is no property `{name}`; did you mean {}?", near.join(" or "))
            }
            InvalidSelection::Empty => f.write_str("this selects no property at all"),
        }
    }
}

impl std::error::Error for InvalidSelection {}

/// The properties that a list of names selects. Never empty.
///
/// # Errors
/// Where a name is unknown, or nothing is left.
pub fn selection<'a>(
    names: impl IntoIterator<Item = &'a str>,
) -> Result<BTreeSet<Property>, InvalidSelection> {
    let mut selected = BTreeSet::new();
    for (idx, name) in names.into_iter().enumerate() {
        match name.strip_prefix('-') {
            Some(removed) => {
                if idx == 0 {
                    selected.extend(Property::defaults());
                }
                let removed = named(removed)?;
                selected.retain(|it| !removed.contains(it));
            }
            None => selected.extend(named(name)?),
        }
    }
    if selected.is_empty() { Err(InvalidSelection::Empty) } else { Ok(selected) }
}

/// The properties that a name stands for. Never empty.
///
/// # Errors
/// Where nothing has this name.
pub fn named(name: &str) -> Result<Vec<Property>, InvalidSelection> {
    let properties: Vec<Property> = Property::selectable().filter(|it| has(name, *it)).collect();
    if properties.is_empty() { Err(unknown(name)) } else { Ok(properties) }
}

/// A list that selects these properties, as short as it goes with `default` and `all`.
pub fn list(properties: &BTreeSet<Property>) -> String {
    let all = Property::selectable();
    if all.clone().all(|it| properties.contains(&it)) {
        return "all".to_owned();
    }
    let missing: Vec<Property> = Property::defaults().filter(|it| !properties.contains(it)).collect();
    if missing.len() >= Property::defaults().count() / 2 {
        let names = all.filter(|it| properties.contains(it)).map(Property::name);
        return names.collect::<Vec<_>>().join(",");
    }
    let added = all.filter(|it| properties.contains(it) && !it.is_default());
    let added = added.map(|it| it.name().to_owned());
    let missing = missing.iter().map(|it| format!("-{}", it.name()));
    std::iter::once("default".to_owned()).chain(added).chain(missing).collect::<Vec<_>>().join(",")
}

/// Whether a property goes by this name, among others perhaps.
fn has(name: &str, property: Property) -> bool {
    let sv_comp = property.sv_comp_name();
    name == property.name()
        || sv_comp == Some(name)
        || match name {
            "default" => property.is_default(),
            "all" => true,
            "memory-safety" => property.group() == PropertyGroup::MemorySafety,
            "valid-memsafety" => sv_comp.is_some_and(|it| VALID_MEMSAFETY.contains(&it)),
            _ => false,
        }
}

/// Every name that there is, each once: those of groups, those of SV-COMP, and those of properties.
pub fn names() -> impl Iterator<Item = &'static str> {
    let own: Vec<&str> = Property::selectable().map(Property::name).collect();
    let mut names = GROUPS.to_vec();
    for name in Property::selectable().filter_map(Property::sv_comp_name) {
        if !names.contains(&name) && !own.contains(&name) {
            names.push(name);
        }
    }
    names.into_iter().chain(own)
}

fn unknown(name: &str) -> InvalidSelection {
    let candidates = other_name(name).map_or_else(|| nearest(name, names()), |it| vec![it]);
    InvalidSelection::UnknownName { name: name.to_owned(), candidates }
}

/// The name of a property, or group of them, that others call like this.
pub fn other_name(name: &str) -> Option<&'static str> {
    OTHER_NAMES.iter().find(|(other, _)| *other == name).map(|(_, own)| *own)
}
#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a list with commas, and compares what it selects with the names of properties.
    #[track_caller]
    fn check(text: &str, expect: &[&str]) {
        let selected = selection(text.split(',')).expect("the list is fine");
        let expect: BTreeSet<&str> = expect.iter().copied().collect();
        assert_eq!(selected.into_iter().map(Property::name).collect::<BTreeSet<_>>(), expect, "{text}");
    }

    #[track_caller]
    fn check_error(text: &str, expect: &str) {
        let error = selection(text.split(',')).expect_err("something is wrong with it");
        assert_eq!(error.to_string(), expect);
    }

    fn names_of(properties: impl IntoIterator<Item = Property>) -> Vec<&'static str> {
        properties.into_iter().map(Property::name).collect()
    }

    const DEREF: [&str; 6] = [
        "null-dereference",
        "use-after-free",
        "use-after-scope",
        "out-of-bounds",
        "write-to-constant",
        "invalid-function-pointer",
    ];

    #[test]
    fn names_stand_for_properties() {
        check("overflow", &["overflow"]);
        check("unreach-call,assertions", &["unreach-call", "assertions"]);
        check("no-overflow", &["overflow"]);
        check("valid-deref", &DEREF);
        check("valid-free", &["invalid-free"]);
        check("valid-memtrack", &["memory-leak"]);
        check("valid-memcleanup", &["memory-cleanup"]);
        check("valid-memsafety", &[&DEREF[..], &["invalid-free", "memory-leak"]].concat());
        check("memory-safety", &[&DEREF[..], &["invalid-free"]].concat());
        check("default", &names_of(Property::defaults()));
        check("all", &names_of(Property::selectable()));
    }

    #[test]
    fn every_name_selects_something() {
        for name in names() {
            assert!(named(name).is_ok(), "{name}");
        }
        for property in Property::selectable() {
            assert!(property.sv_comp_name().is_none_or(|it| names().any(|name| name == it)), "{property:?}");
        }
    }

    #[test]
    fn other_names_are_of_something_else() {
        for (other, own) in OTHER_NAMES {
            assert!(named(own).is_ok() && named(other).is_err(), "{other}");
        }
        check_error("double-free", "there is no property `double-free`; did you mean `invalid-free`?");
    }

    #[test]
    fn what_instrumented_programs_check_cannot_be_selected() {
        assert!(named(Property::FixExists.name()).is_err());
        assert!(named(Property::DefinedOperation.name()).is_err());
    }

    #[test]
    fn names_are_taken_away_in_their_order() {
        let defaults = names_of(Property::defaults());
        let without = |name: &str| defaults.iter().copied().filter(|it| *it != name).collect::<Vec<_>>();
        check("default,-overflow", &without("overflow"));
        check("-overflow", &without("overflow"));
        check("-overflow,overflow", &defaults);
        check("overflow,shift,-overflow", &["shift"]);
        check("memory-safety,-valid-deref", &["invalid-free"]);
        check("shift,-overflow", &["shift"]);
        check("-float-conversion", &without("float-conversion"));
    }

    #[test]
    fn a_misspelt_name_is_guessed() {
        check_error("overflw", "there is no property `overflw`; did you mean `overflow`?");
        check_error("default,-shfit", "there is no property `shfit`; did you mean `shift`?");
        check_error("bounds", "there is no property `bounds`; did you mean `out-of-bounds`?");
        check_error(
            "valid-mem",
            "there is no property `valid-mem`; did you mean `valid-memtrack` or `valid-memsafety` or `valid-memcleanup`?",
        );
        let Err(InvalidSelection::UnknownName { candidates, .. }) = selection(["termination"]) else {
            panic!("there is no such property");
        };
        assert!(candidates.is_empty(), "{candidates:?}");
    }

    #[test]
    fn nothing_cannot_be_selected() {
        check_error("-all", "this selects no property at all");
        check_error("overflow,-overflow", "this selects no property at all");
        assert_eq!(selection([]), Err(InvalidSelection::Empty));
        assert!(selection([""]).is_err());
    }

    #[test]
    fn a_list_selects_what_it_was_made_of() {
        for text in ["default", "all", "default,memory-leak,-overflow", "overflow", "unreach-call,assertions"]
        {
            let selected = selection(text.split(',')).expect("the list is fine");
            assert_eq!(list(&selected), text);
        }
    }
}
