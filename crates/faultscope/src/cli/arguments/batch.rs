//! `faultscope batch`: its own options, and those of `check` that are passed on.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Arg, Args};

use super::Check;

pub(super) const EXIT_CODES: &str = "Exit codes: 0 all programs were checked and none has an error, 1 some have an error, \
                                     2 the input or the options are wrong, 3 no error was found, and some programs were not \
                                     decided, not readable, or not checked.";

/// `faultscope batch`.
#[derive(Debug, Args)]
pub struct Batch {
    /// The folder for the results.
    #[arg(long, value_name = "DIR", default_value = "faultscope-batch")]
    pub out: PathBuf,

    /// Show only where to look and what goes wrong there, no patches and no correct values.
    #[arg(long)]
    pub hints: bool,

    /// The programs, and what is asked of each.
    #[command(flatten)]
    pub check: Check,

    /// The options of `check` that were said, as its arguments.
    #[arg(skip)]
    pub passed_on: Vec<OsString>,
}

/// The options of `check` that say what else one run writes, or which one program it is about.
const OF_ONE_PROGRAM: [&str; 27] = [
    "check",
    "baseline",
    "proof",
    "danger_automaton",
    "patch",
    "harness",
    "reproducer",
    "html",
    "witness",
    "guide",
    "dump_smt",
    "dump_ir",
    "worker",
    "format",
    "details",
    "full_trace",
    "all_checks",
    "stats",
    "color",
    "project",
    "program",
    "stdin",
    "expect",
    "expect_status",
    "crash_input",
    "property_file",
    "args",
];

/// The options that the batch itself takes, so that they are not passed on.
const OWN: [&str; 5] = ["out", "hints", "files", "jobs", "tests"];

/// An option of `check` as it is in a batch.
pub(super) fn adapted(option: Arg) -> Arg {
    match option.get_id().as_str() {
        "files" => option.value_name("SUBMISSIONS").help(
            "A folder that contains a folder or a C file for each program; a table (`.csv`, `.tsv`) with a column `program`; or \
             several files, folders and patterns, one for each program",
        ),
        "jobs" => option.help("Number of programs to check at the same time [default: the number of cores]"),
        "timeout" => option.help("Time limit for each program, in seconds; 0 for none"),
        "memory" => option.help("Memory limit for each program, in MiB [default: none]"),
        "tests" => option.help("Tests for the programs that have none in the table: a folder or a file (docs/tests.md)"),
        id if OF_ONE_PROGRAM.contains(&id) => option.hide(true).conflicts_with("out").conflicts_with("files"),
        _ => option,
    }
}

/// Whether an option is passed on to each check.
pub fn is_passed_on(option: &Arg) -> bool {
    !OWN.contains(&option.get_id().as_str())
}
