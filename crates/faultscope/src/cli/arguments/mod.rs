//! What can be said on the command line: one row for each option.
//!
//! A row is a field and its attributes: its text is the help, `help_heading` its section of `docs/options.md`, and `groups` are
//! its [`tags`]. The keys of `faultscope.toml`, the page and the manual are made of the rows. Below the rows of a struct stands
//! what they are for the analysis.

mod batch;
mod check;
mod goal;
mod help;
mod judgement;

mod search;
mod suppressing;
mod testing;
mod world;

use std::path::PathBuf;
use std::sync::LazyLock;

use clap::{Args, CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use faultscope::Options;
use faultscope::report::Diagnostic;
use faultscope_solver::Limits;

use super::baseline::Baseline;
use super::explain::Explain;
use super::learn_rules::LearnRules;
use super::numbers::{seconds, time_limit, whole};
use super::report::ReportPages;
use super::sources::Sources;
use super::tags::{self, OF_REPORT, heading};
pub use batch::{Batch, is_passed_on};
pub use check::Check;
use goal::Goal;

pub use suppressing::Suppressing;
pub use testing::{Testing, given_file};

const EXIT_CODES: &str = "Exit codes: 0 the program has no error, 1 an error was found, 2 the input or the options \
                          are wrong, 3 not decided within the limits.";

const EXAMPLES: &str = "\
Examples:
  faultscope check prog.c                        find an error, its causes, and patches
  faultscope check main.c util.c -Iinclude -O2   several files, with the flags of the compiler
  faultscope check -p build --program server     a program of a project that CMake builds
  faultscope check prog.c --tests tests          failing tests, in place of a search
  faultscope check prog.c --details              all that is known
  faultscope check prog.c --html report.html     and a page for a browser
  faultscope explain out-of-bounds               what a word of the report means";

const EXPLAIN_EXAMPLES: &str = "\
Examples:
  faultscope explain out-of-bounds        a property
  faultscope explain allocation-succeeds  an assumption
  faultscope explain MAX_PATCHES          a limit
  faultscope explain --list               all words
  faultscope explain report.json 2        the second finding of a stored report

Exit codes: 0 it is explained or shown, 2 there is no such word or report, or the options are wrong.";

const TOP_EXAMPLES: &str = "\
Examples:
  faultscope check prog.c           find an error in a program
  faultscope explain out-of-bounds  explain a word of a report
  faultscope doctor                 check the installation";

/// The version, and that of the solver.
pub fn long_version() -> &'static str {
    static TEXT: LazyLock<String> =
        LazyLock::new(|| format!("{}\nZ3 {}", env!("CARGO_PKG_VERSION"), faultscope_solver::z3::version()));
    &TEXT
}
const VALIDATE_CODES: &str = "Exit codes: 0 the witness is confirmed, 1 it is refuted, 2 the input or the options are wrong, \
                              3 not decided within the limits.";

/// Finds an error in a C or Boogie program, and the places where it can be fixed.
#[derive(Debug, Parser)]
#[command(name = "faultscope", version, long_version = long_version(), after_help = TOP_EXAMPLES)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Find an error in a program, the places that cause it, and patches.
    #[command(after_help = format!("{EXAMPLES}\n\n{EXIT_CODES}"))]
    Check(Box<Check>),
    /// Validate a witness.
    ///
    /// It is confirmed if an execution follows it to its error, or if its invariants hold and the program has no error.
    #[command(after_help = VALIDATE_CODES)]
    Validate(Box<Validate>),
    /// Check whether a unified diff repairs a program.
    ///
    /// It does if the program fails, the patched one is proved not to, and the patched one does nothing undefined that the program
    /// does not do. With tests: if they all pass.
    ///
    /// The files are not changed. Paths in the diff are relative to the current folder, or to one above it.
    #[command(after_help = VERIFY_CODES)]
    VerifyPatch(Box<VerifyPatch>),
    /// Check many programs, and group those with the same mistake.
    ///
    /// Writes tables, and a page for each program (docs/batch.md). Each program is checked by a process of its own. Running the
    /// same command again checks only what has changed, and what was left when it was interrupted.
    #[command(after_help = batch::EXIT_CODES)]
    Batch(Box<Batch>),
    /// Execute a program on given input: print its output, and end with its exit status.
    ///
    /// Nothing runs on this machine: the program is interpreted, and it can open only the files that are named. At an
    /// undefined operation the execution ends with a message; after arithmetic that overflows it goes on with the
    /// result of the machine, and ends with the status of an error.
    Run(Box<Run>),
    /// Check the installation.
    Doctor,
    /// Print a script for completion in a shell.
    Completions {
        /// The shell.
        shell: Shell,
    },
    /// Write the manual pages into a folder.
    #[command(hide = true)]
    Man {
        /// The folder.
        folder: PathBuf,
    },
    /// Compare reports with stored ones: say which errors are new, fixed and unchanged.
    ///
    /// Reports are what `check --format json` prints. Errors are compared by their property, function and statement, so that
    /// moved lines change nothing.
    #[command(after_help = super::baseline::EXIT_CODES)]
    Baseline(Baseline),
    /// Explain a word of a report, or show a stored report in any form.
    ///
    /// Nothing is computed again, and the files of the program are not needed: a report contains their text.
    #[command(after_help = EXPLAIN_EXAMPLES)]
    Explain(Box<Explain>),
    /// Write an index of stored reports for a browser, and a page for each (docs/batch.md).
    #[command(
        after_help = "Exit codes: 0 the pages are written, 2 there are no reports, or the options are wrong."
    )]
    Report(ReportPages),
    /// Learn rules for patches from diffs of fixes.
    ///
    /// Prints a table for `--rules` with rules and their weights (docs/rules.md). Standard error shows how good the table is: for
    /// each folder of diffs, what the rules learned from the other folders find.
    #[command(
        after_help = "Exit codes: 0 a table was learned, 2 the options, or some of the diffs, are wrong."
    )]
    LearnRules(LearnRules),
    /// Run the language server on stdin/stdout (docs/editors.md).
    Lsp(Lsp),
}

/// `faultscope lsp`.
#[derive(Debug, Args)]
pub struct Lsp {
    /// Accepted because some editors pass it; there is no other transport.
    #[arg(long, hide = true)]
    pub stdio: bool,
}

/// The command line as it is read, with help on lines that fit.
pub fn command() -> clap::Command {
    described_command().mut_subcommands(help::fitted)
}

/// The command line as it is read: `verify-patch` without what is only reported, and `batch` with rows of its own.
pub fn described_command() -> clap::Command {
    let command = tagged_command();
    let of_report = tags::tagged(&command, "check", OF_REPORT);
    // By its name alone it would become the last one.
    command.mut_subcommands(|it| match it.get_name() {
        "verify-patch" => it.mut_args(|it| match of_report.contains(it.get_id()) {
            true => it.hide(true).conflicts_with("diff"),
            false => it,
        }),
        "batch" => it.mut_args(batch::adapted),
        _ => it,
    })
}

/// The command line with the rows as they are.
pub fn tagged_command() -> clap::Command {
    Arguments::command().mut_subcommands(|it| it.groups(tags::all()))
}

/// `faultscope validate`.
#[derive(Debug, Args)]
pub struct Validate {
    /// The witness: YAML 2.x, or GraphML 1.0.
    pub witness: PathBuf,

    /// The program.
    #[command(flatten)]
    pub sources: Sources,

    /// What is looked for, where neither the witness nor a property file says it.
    #[command(flatten)]
    pub goal: Goal,

    /// The property that the witness must be about: a property file of SV-COMP.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["property", "entry"])]
    pub property_file: Option<PathBuf>,

    /// Time limit in seconds; 0 for none.
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds, allow_negative_numbers = true)]
    pub timeout: f64,
}

impl Validate {
    /// The options of the analysis.
    ///
    /// # Errors
    /// Where they do not go together.
    pub fn options(&self) -> Result<Options, Diagnostic> {
        Ok(Options {
            entry: self.goal.entry.clone(),
            models: self.sources.model.clone(),
            properties: self.goal.properties()?,
            timeout: time_limit(self.timeout),
            limits: Limits::unlimited(),
            ..Options::standard()
        })
    }
}

/// `faultscope run`.
#[derive(Debug, Args)]
pub struct Run {
    /// The program.
    #[command(flatten)]
    pub sources: Sources,

    /// Standard input of the program [default: that of this command, unless it is a terminal].
    #[arg(long, value_name = "FILE", help_heading = heading::RUN)]
    pub stdin: Option<PathBuf>,

    /// Arguments of the program, separated as in a shell.
    #[arg(long, value_name = "ARGUMENTS", default_value = "", allow_hyphen_values = true)]
    #[arg(help_heading = heading::RUN)]
    pub args: String,

    /// A variable of the program's environment, which is empty otherwise; repeatable.
    #[arg(long, value_name = "NAME=VALUE", help_heading = heading::RUN)]
    pub env: Vec<String>,

    /// A file that the program can open, under the same name or as `NAME=FILE`; it can open no others. Repeatable.
    #[arg(long, value_name = "FILE", help_heading = heading::RUN)]
    pub file: Vec<PathBuf>,

    /// Maximum number of instructions and jumps that are executed.
    #[arg(long, value_name = "N", default_value_t = 1_000_000_000, value_parser = whole::<u64>(1..), help_heading = heading::RUN)]
    pub max_steps: u64,
}

const VERIFY_CODES: &str = "Exit codes: 0 the diff is a repair, 1 it is not, 2 the input or the options are wrong, 3 not \
                              decided within the limits.";

/// `faultscope verify-patch`.
#[derive(Debug, Args)]
pub struct VerifyPatch {
    /// The unified diff, as `diff -u`, `git diff` and `--patch` print it.
    #[arg(value_name = "DIFF")]
    pub diff: PathBuf,

    /// The program, and what is asked of it.
    #[command(flatten)]
    pub check: Check,
}

#[cfg(test)]
mod tests;
