//! What is known of functions that the program does not define: the [table], and the definitions in C.

mod compared;
mod known;
mod model;
mod objects;
mod pointed;
mod printing;
mod row;
mod table;
mod variants;
mod words;

use std::collections::HashMap;
use std::sync::LazyLock;

use super::config::Environment;
pub(super) use compared::{flushes, is_abrupt, is_exit, is_fixed, is_writer};
pub use known::{Certainty, Knowledge, certainty, known_in};
pub(super) use model::{Failure, FloatFunction, Handlers, Model, Outside, PointerFact, Seen, Usage};
pub(super) use objects::{ObjectUse, object};
pub(super) use pointed::{POINTED, has_stand_in};
pub(super) use printing::Family;
use row::CSource;
pub(super) use row::{
    Fill, PrintFunction, ReadFrom, Reads, Returned, Row, RowMark, Scanned, Scanning, Special,
};
use table::DeclaredIn;
pub use table::headers;
pub(super) use table::{entry, entry_or_builtin};

/// What a function does that is not followed: execution goes on elsewhere than behind the call, or the function belongs to the
/// library and nobody has said what it does.
pub(super) fn leads_elsewhere(name: &str) -> Option<&'static str> {
    let entry = entry(name);
    if entry.is_some_and(|it| it.row.source == CSource::Elsewhere) {
        return Some("a further thread or process");
    }
    if is_known(name) {
        return None;
    }
    if words::is_word(name) {
        return Some("a word of another verifier");
    }
    let is_without = entry.is_some_and(|it| it.declared != DeclaredIn::Elsewhere && it.row.prints.is_none());
    is_without.then_some("a function of the library without a model")
}

/// Whether a function has a model, or a definition in C.
pub(super) fn is_known(name: &str) -> bool {
    model(name).is_some() || source(name).is_some()
}

/// Whether a function that nobody defines is called by its name alone to give any value, as CBMC's manual has it.
pub(super) fn is_choice(name: &str) -> bool {
    name.starts_with("nondet_")
}

/// Whether only POSIX has a function, in a header of its own: names that programs have for their own functions.
pub(super) fn is_of_posix(name: &str) -> bool {
    entry(name).is_some_and(|it| matches!(it.declared, DeclaredIn::Posix(_)))
}

/// The row of a function.
pub(super) fn row(name: &str) -> Option<&'static Row> {
    entry(name).map(|entry| entry.row)
}

/// Whether the row of a function says something more of it.
pub(super) fn is_marked(name: &str, mark: RowMark) -> bool {
    row(name).is_some_and(|row| row.is_marked(mark))
}

/// Whether what the definition of a function chooses is an [input](RowMark::Input). What a word of a verifier chooses always is.
pub(super) fn gives_inputs(name: &str) -> bool {
    is_marked(name, RowMark::Input) || words::is_word(name)
}

/// Whether a function prints by a format, or is what definitions in C have for one that does.
pub fn prints_by_format(name: &str) -> bool {
    row(name).is_some_and(|row| row.prints.is_some() || row.is_marked(RowMark::Prints))
}

/// How a function reads values by a format, if it does.
pub(super) fn scanning(name: &str) -> Option<Scanning> {
    row(name)?.scans
}

/// Whether a function reads values by a format into places of a list.
pub(super) fn scans_into_list(name: &str) -> bool {
    scanning(name).is_some_and(|it| it.is_list)
}

/// Whether a function reads a string by a format, and not a stream.
pub(super) fn scans_text(name: &str) -> bool {
    scanning(name).is_some_and(|it| it.from == Scanned::Text && !it.is_list)
}

/// Whether a function of the library takes arguments from a list: those left of it are not defined behind the call (7.16, 3).
pub fn takes_from_list(name: &str) -> bool {
    row(name)
        .is_some_and(|it| it.prints.is_some_and(|it| it.is_list) || it.scans.is_some_and(|it| it.is_list))
}

/// Whether a function writes through its arguments what a format says.
pub(super) fn writes_by_format(name: &str) -> bool {
    Family::named(name).is_some_and(|it| it.target.is_some()) || model(name) == Some(Model::Scan)
}

/// The model of a function without body, if it has one.
pub(super) fn model(name: &str) -> Option<Model> {
    match entry_or_builtin(name) {
        Some(entry) => entry.row.model,
        None => words::is_nondeterministic(name).then_some(Model::Nondet),
    }
}

/// What a function without body does with its arguments.
pub(super) fn usage(name: &str) -> Usage {
    model(name).map_or(Usage::Unknown, |it| it.facts().usage)
}

/// Whether a function without body does more than to give a value, or nobody knows whether it does.
pub(super) fn acts(name: &str) -> bool {
    model(name).is_none_or(|it| it.facts().acts)
}

/// Whether a function gives random numbers.
pub(super) fn is_random(name: &str) -> bool {
    model(name).is_some_and(|model| matches!(model.facts().outside, Outside::Random(_)))
}

/// What is seen from outside of the program of a call that does nothing in it; nothing, where the function does something.
pub(super) fn seen(name: &str) -> Option<Seen> {
    model(name)?.facts().seen
}

/// Library functions that are C themselves, by file.
const SOURCES: [(&str, &str); 16] = [
    ("<library>/string.c", include_str!("library/string.c")),
    ("<library>/memory.c", include_str!("library/memory.c")),
    ("<library>/stdlib.c", include_str!("library/stdlib.c")),
    ("<library>/formats.c", include_str!("library/formats.c")),
    ("<library>/stdio.c", include_str!("library/stdio.c")),
    ("<library>/posix.c", include_str!("library/posix.c")),
    ("<library>/ctype.c", include_str!("library/ctype.c")),
    ("<library>/bits.c", include_str!("library/bits.c")),
    ("<library>/math.c", include_str!("library/math.c")),
    ("<library>/complex.c", include_str!("library/complex.c")),
    ("<library>/time.c", include_str!("library/time.c")),
    ("<library>/signal.c", include_str!("library/signal.c")),
    ("<library>/search.c", include_str!("library/search.c")),
    ("<library>/locale.c", include_str!("library/locale.c")),
    ("<library>/wchar.c", include_str!("library/wchar.c")),
    ("<library>/verifiers.c", include_str!("library/verifiers.c")),
];

/// Library functions that read, write, or give what an environment that is given decides, by file. They stand before those of
/// the same names in [`SOURCES`].
const STREAM_SOURCES: [(&str, &str); 8] = [
    ("<library>/streams/primitives.c", include_str!("library/streams/primitives.c")),
    ("<library>/streams/stdio.c", include_str!("library/streams/stdio.c")),
    ("<library>/streams/posix.c", include_str!("library/streams/posix.c")),
    ("<library>/streams/stdlib.c", include_str!("library/streams/stdlib.c")),
    ("<library>/streams/string.c", include_str!("library/streams/string.c")),
    ("<library>/streams/math.c", include_str!("library/streams/math.c")),
    ("<library>/streams/time.c", include_str!("library/streams/time.c")),
    ("<library>/streams/signal.c", include_str!("library/streams/signal.c")),
];

/// Library functions that do more where a program calls others.
struct Beside {
    /// These.
    called: &'static [&'static str],
    /// Whether they do so too where the environment is given.
    in_given: bool,
    source: (&'static str, &'static str),
}

/// They stand before those of the same names in [`SOURCES`].
const BESIDE: [Beside; 2] = [
    Beside {
        called: &["ungetc"],
        // There characters that are pushed back go back to the environment.
        in_given: false,
        source: ("<library>/pushed_back.c", include_str!("library/pushed_back.c")),
    },
    Beside {
        called: &["signal", "bsd_signal", "sysv_signal", "sigaction"],
        in_given: true,
        source: ("<library>/handled.c", include_str!("library/handled.c")),
    },
];

/// Definitions by the function that they define: its file and the paragraph.
type Definitions = HashMap<&'static str, (&'static str, &'static str)>;

/// The definitions in [`SOURCES`].
static DEFINITIONS: LazyLock<Definitions> = LazyLock::new(|| definitions(&SOURCES));

/// The definitions in [`STREAM_SOURCES`].
static STREAM_DEFINITIONS: LazyLock<Definitions> = LazyLock::new(|| definitions(&STREAM_SOURCES));

/// The definitions in [`BESIDE`], one after the other.
static BESIDE_DEFINITIONS: LazyLock<[Definitions; BESIDE.len()]> =
    LazyLock::new(|| BESIDE.map(|beside| definitions(&[beside.source])));

fn definitions(sources: &[(&'static str, &'static str)]) -> Definitions {
    let paragraphs = sources.iter().flat_map(|(file, text)| text.split("\n\n").map(move |it| (*file, it)));
    paragraphs.filter_map(|(file, text)| Some((defined(text)?, (file, text)))).collect()
}

/// What a model has that gives a number from outside.
const ASKS: &str = "__fs_any";

/// The file that models a function in an environment: its name and its text up to the functions it needs itself. A model that
/// says what a function may do is none of one whose environment is given, for there it does one thing.
pub(super) fn source_in(environment: Environment, name: &str) -> Option<(String, String)> {
    if name.starts_with(POINTED) {
        return source(name);
    }
    // A model of its own stands before one that is made of another.
    let is_own = STREAM_DEFINITIONS.contains_key(name) || !DEFINITIONS.contains_key(name);
    let is_found = environment == Environment::Given && is_own;
    is_found
        .then(|| found(&STREAM_DEFINITIONS, name))
        .flatten()
        .or_else(|| source(name).filter(|(_, text)| environment == Environment::Any || !text.contains(ASKS)))
}

/// The file that models a function where others are called, if it has such a model beside the usual one.
pub(super) fn source_beside(
    environment: Environment,
    name: &str,
    is_called: impl Fn(&str) -> bool,
) -> Option<(String, String)> {
    let is_fit = |beside: &Beside| {
        (environment == Environment::Any || beside.in_given) && beside.called.iter().any(|it| is_called(it))
    };
    let mut fit = BESIDE.iter().zip(&*BESIDE_DEFINITIONS).filter(|(beside, _)| is_fit(beside));
    let (file, text) = fit.find_map(|(_, definitions)| definitions.get(name).copied())?;
    Some((format!("{file}:{name}"), text.to_owned()))
}

/// The file that models a function: its name and its text up to the functions it needs itself.
pub(super) fn source(name: &str) -> Option<(String, String)> {
    let pointed = || {
        let function = name.strip_prefix(POINTED)?;
        Some((format!("<library>/pointed.c:{function}"), pointed::definition(name)?))
    };
    found(&DEFINITIONS, name).or_else(pointed)
}

/// The definition of a function: its own, or that of one that it is a variant of.
fn found(definitions: &Definitions, name: &str) -> Option<(String, String)> {
    let own = definitions.get(name).map(|(file, text)| (*file, (*text).to_owned()));
    let (file, text) = own.or_else(|| variants::definition(name, |plain| definitions.get(plain).copied()))?;
    Some((format!("{file}:{name}"), text))
}

/// Whether a function is a part of a model of the library that no program knows.
pub fn is_internal(name: &str) -> bool {
    name.starts_with("__fs_")
}

/// Whether a file is the text of a model of the library.
pub fn is_model(file: &str) -> bool {
    file.starts_with("<library>/")
}

/// How a function of the library is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LibraryFunction {
    /// By a model in C, with the prototypes of what it calls.
    Modelled(String),
    /// As one that reads values by a format.
    Scans,
    /// In another way.
    Known,
}

/// How the function of a name is known, if it is one of the library.
pub fn library_function(name: &str) -> Option<LibraryFunction> {
    if let Some((_, text)) = source(name) {
        return Some(LibraryFunction::Modelled(text));
    }
    if row(name).is_some_and(|row| row.prints.is_some()) {
        return Some(LibraryFunction::Known);
    }
    match model(name)?.facts().outside {
        Outside::Result(None) => None,
        Outside::ByFormat => Some(LibraryFunction::Scans),
        Outside::Nothing | Outside::Result(Some(_)) | Outside::Random(_) => Some(LibraryFunction::Known),
    }
}

/// The function that a paragraph of C defines: that of its first body.
fn defined(paragraph: &str) -> Option<&str> {
    let body = paragraph.match_indices('{').find(|(at, _)| paragraph[..*at].trim_end().ends_with(')'))?.0;
    let head = paragraph[..body].rsplit(';').next()?;
    let (before, _) = head.split_once('(')?;
    before.rsplit(|ch: char| !ch.is_alphanumeric() && ch != '_').next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_is_found_by_its_definition() {
        let (file, text) = source("strcpy").unwrap();
        assert_eq!(file, "<library>/string.c:strcpy");
        assert!(text.contains("strcpy("));
        assert!(!text.contains("strncpy("));
        assert_eq!(source("nothing_like_this"), None);
    }

    #[test]
    fn no_function_is_defined_twice() {
        for (sources, definitions) in
            [(SOURCES.as_slice(), &DEFINITIONS), (&STREAM_SOURCES, &STREAM_DEFINITIONS)]
        {
            let paragraphs = sources.iter().flat_map(|(_, text)| text.split("\n\n"));
            let names: Vec<&str> = paragraphs.filter_map(defined).collect();
            assert!(!names.contains(&""), "a body has a name that is found");
            assert_eq!(names.len(), definitions.len());
        }
    }

    #[test]
    fn wide_strings_have_the_models_of_others() {
        let (_, text) = source("wcscpy").unwrap();
        assert!(text.contains("__WCHAR_TYPE__ *wcscpy(__WCHAR_TYPE__ *target"), "{text}");
        assert!(!text.contains("char "), "{text}");
        assert!(text.contains("__fs_wide_length(source)"), "{text}");
        assert!(source("__fs_wide_length").unwrap().1.contains(" __fs_wide_length("));
        assert!(source("wcstok").unwrap().1.contains("*wcstok("));
    }
}
