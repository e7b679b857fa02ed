//! The table agrees with itself and with the definitions in C, and each rule that reads it has functions of both kinds.

use std::collections::{BTreeSet, HashSet};

use super::super::model::{Failure, Handlers, Model, Seen, Usage};
use super::super::row::{CSource, Fill, Returned, Scanned};
use super::super::{
    BESIDE_DEFINITIONS, Certainty, DEFINITIONS, STREAM_DEFINITIONS, acts, certainty, gives_inputs,
    has_stand_in, is_known, is_of_posix, is_random, leads_elsewhere, library_function, model,
    prints_by_format, row, scans_into_list, scans_text, seen, source, takes_from_list, usage,
    writes_by_format,
};
use super::{DeclaredIn, Entry, GROUPS, Group, entry, headers};
use crate::c::config::ErrorNames;
use crate::c::library::LibraryFunction;

fn entries() -> impl Iterator<Item = (String, Entry)> {
    GROUPS.iter().flat_map(Group::entries)
}

/// Whether a file of this folder defines the function of a name.
fn is_defined_in_c(name: &str) -> bool {
    [&*DEFINITIONS, &*STREAM_DEFINITIONS]
        .into_iter()
        .chain(&*BESIDE_DEFINITIONS)
        .any(|it| it.contains_key(name))
}

#[test]
fn each_function_has_one_row() {
    let mut seen = HashSet::new();
    for (name, entry) in entries() {
        assert!(seen.insert(name.clone()), "`{name}` has two rows");
        assert!(name.chars().all(|ch| ch.is_ascii_alphanumeric() || ch == '_'), "`{name}` is a name");
        assert_eq!(super::entry(&name).map(|it| it.plain), Some(entry.plain));
    }
    assert!(entry("nothing_like_this").is_none());
}

#[test]
fn each_header_has_one_group() {
    let headers = headers();
    let names: HashSet<&str> = headers.iter().map(|(name, _)| *name).collect();
    assert_eq!(names.len(), headers.len());
    for (name, functions) in headers {
        assert!(name.ends_with(".h") && !functions.is_empty(), "<{name}>");
    }
    assert!(is_of_posix("read") && !is_of_posix("fread") && !is_of_posix("klee_range"));
}

#[test]
fn what_a_row_says_to_be_defined_in_c_is_defined() {
    for (name, entry) in entries() {
        match entry.row.source {
            CSource::Own => assert!(is_defined_in_c(entry.plain), "`{name}` has no definition in C"),
            CSource::Wide(narrow) => assert!(is_defined_in_c(narrow), "`{narrow}` for `{name}` has none"),
            CSource::None | CSource::Elsewhere => {
                assert!(!is_defined_in_c(entry.plain), "the row of `{name}` lacks its definition in C");
            }
        }
    }
}

#[test]
fn what_is_defined_in_c_has_a_row() {
    let beside = BESIDE_DEFINITIONS.iter().flat_map(|it| it.keys());
    let names = DEFINITIONS.keys().chain(STREAM_DEFINITIONS.keys()).chain(beside);
    // The parts of definitions need none.
    for name in names.filter(|name| !name.starts_with("__fs_")) {
        assert!(entry(name).is_some(), "`{name}` has no row");
    }
}

#[test]
fn what_a_header_declares_is_known_or_refused() {
    for (name, entry) in entries().filter(|(_, it)| it.declared != DeclaredIn::Elsewhere) {
        let is_followed = is_known(&name) || entry.row.prints.is_some();
        assert_eq!(leads_elsewhere(&name).is_none(), is_followed, "`{name}`");
        assert_eq!(library_function(&name).is_some(), is_followed, "`{name}`");
    }
    assert_eq!(leads_elsewhere("fork"), Some("a further thread or process"));
    assert_eq!(leads_elsewhere("clone"), Some("a further thread or process"));
    assert_eq!(leads_elsewhere("regcomp"), Some("a function of the library without a model"));
    assert_eq!(leads_elsewhere("nothing_like_this"), None);
}

#[test]
fn variants_for_other_types_have_the_row_of_the_function() {
    for name in ["pow", "powf", "powl", "fma", "fmaf"] {
        assert!(source(name).is_some(), "{name}");
    }
    assert!(source("fmal").is_none() && leads_elsewhere("fmal").is_some());
    assert_eq!(model("ceil"), model("ceill"));
    assert!(model("ceill").is_some() && model("cei").is_none() && model("atolf").is_none());
}

#[test]
fn only_rows_make_wide_variants() {
    assert!(source("wcscpy").is_some() && source("wcslcpy").is_some() && source("wcpcpy").is_some());
    assert!(source("strerror").is_some() && source("wcserror").is_none() && source("wcssep").is_none());
}

#[test]
fn what_is_seen_of_a_call_is_said_by_its_model() {
    for name in ["puts", "putwchar", "fwrite", "perror", "printk", "vfwprintf", "__CPROVER_output"] {
        assert_eq!(seen(name), Some(Seen::Output), "{name}");
    }
    for name in ["fflush", "setvbuf", "srand", "__CPROVER_input"] {
        assert_eq!(seen(name), Some(Seen::Nothing), "{name}");
    }
    for name in ["fclose", "syslog", "klee_warning"] {
        assert_eq!(seen(name), Some(Seen::Hidden), "{name}");
    }
    for name in ["malloc", "getchar", "scanf", "strcpy", "compute", "input_of_print"] {
        assert_eq!(seen(name), None, "{name}");
    }
}

#[test]
fn what_a_call_does_is_said_by_its_model() {
    assert_eq!(usage("scanf"), Usage::Targets);
    assert_eq!(usage("puts"), Usage::Nothing);
    assert_eq!(usage("free"), Usage::Unknown);
    assert_eq!(usage("nothing_like_this"), Usage::Unknown);
    assert!(acts("exit") && acts("scanf") && acts("nothing_like_this"));
    assert!(!acts("rand") && !acts("puts") && !acts("malloc"));
    assert_eq!(model("exit"), Some(Model::Exit(Handlers::Run)));
    assert_eq!(model("_exit"), Some(Model::Exit(Handlers::Skip)));
    assert_eq!(model("__fs_error_or_end"), Some(Model::Fail(Failure::ErrorOrEnd)));
    assert_eq!(
        (model("__fs_readable"), model("__fs_writable")),
        (Some(Model::Readable), Some(Model::Writable))
    );
    assert!(is_random("rand") && !is_random("getchar") && !is_random("srand"));
    assert_eq!((model("srandom"), model("setbuf")), (Some(Model::Seed), Some(Model::Ignored)));
    assert_eq!(model("__VERIFIER_nondet_int"), Some(Model::Nondet));
    assert_eq!(model("__VERIFIER_nondet_memory"), None);
    assert!(gives_inputs("fgets") && gives_inputs("klee_int") && !gives_inputs("strtol"));
}

#[test]
fn errors_by_default_are_the_functions_whose_model_is_the_error() {
    let errors = entries().filter(|(_, entry)| entry.row.model == Some(Model::Error));
    assert_eq!(errors.map(|(name, _)| name).collect::<BTreeSet<_>>(), ErrorNames::default().functions);
}

#[test]
fn formats_are_read_and_printed_by_rows() {
    for name in ["snprintf", "__vfprintf_chk", "vsyslog", "__fs_counted_printf"] {
        assert!(prints_by_format(name), "{name}");
    }
    for name in ["puts", "my_printf", "__fs_printed", "scanf"] {
        assert!(!prints_by_format(name), "{name}");
    }
    assert!(writes_by_format("snprintf") && writes_by_format("scanf") && !writes_by_format("printf"));
    assert!(scans_text("sscanf") && scans_text("__isoc23_swscanf"));
    assert!(!scans_text("scanf") && !scans_text("vsscanf") && !scans_text("strscanf"));
    assert!(scans_into_list("vsscanf") && !scans_into_list("sscanf"));
    assert!(takes_from_list("vprintf") && takes_from_list("vfscanf") && !takes_from_list("printf"));
    assert_eq!(row("scanf").and_then(|row| row.scans).map(|it| it.from), Some(Scanned::StandardInput));
    assert_eq!(certainty("scanf"), Certainty::Environment);
    assert_eq!(certainty("sscanf"), Certainty::Exact);
    assert_eq!(library_function("scanf"), Some(LibraryFunction::Scans));
    assert_eq!(library_function("rand"), Some(LibraryFunction::Known));
    assert_eq!(library_function("__VERIFIER_nondet_int"), None);
}

#[test]
fn what_only_some_functions_have_stands_in_their_rows() {
    let fill = |name: &str| row(name).and_then(|row| row.fills);
    assert_eq!(fill("fgetws"), Some(Fill { target: 0, count: 1, is_wide: true }));
    assert_eq!(fill("read"), Some(Fill { target: 1, count: 2, is_wide: false }));
    assert_eq!(fill("write"), None);
    let result = |name: &str| entry(name).map(Entry::result);
    assert_eq!((result("powl"), result("strlen")), (Some(Returned::Own), Some(Returned::Size)));
    assert_eq!((result("ilogbf"), result("lroundl")), (Some(Returned::Int), Some(Returned::Long)));
    assert_eq!((result("atoi"), result("nothing_like_this")), (Some(Returned::Int), None));
    assert!(has_stand_in("malloc") && has_stand_in("__builtin_malloc") && has_stand_in("fabsf"));
    assert!(!has_stand_in("strlen") && !has_stand_in("isnan"));
}
