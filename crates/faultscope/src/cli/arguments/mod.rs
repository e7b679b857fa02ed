//! What can be said on the command line: one row for each option.
//!
//! A row is a field and its attributes: its text is the help, `help_heading` its section of `docs/options.md`, and `groups` are
//! its [`tags`]. The keys of `faultscope.toml`, the page and the manual are made of the rows. Below the rows of a struct stands
//! what they are for the analysis.

mod batch;
mod check;
mod goal;
mod judgement;
mod search;
mod testing;
mod world;

use std::path::PathBuf;
use std::sync::LazyLock;
use std::time::Duration;

use clap::builder::Resettable;
use clap::{Args, CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use faultscope::Options;
use faultscope::report::Diagnostic;
use faultscope_solver::Limits;

use super::baseline::Baseline;
use super::explain::Explain;
use super::learn_rules::LearnRules;
use super::report::ReportPages;
use super::sources::Sources;
use super::tags::{self, OF_REPORT, heading};
pub use batch::{Batch, is_passed_on};
pub use check::Check;
use goal::Goal;
use search::seconds;
pub use testing::{Testing, given_file};

const EXIT_CODES: &str = "Exit codes: 0 the program has no error, 1 an error was found, 2 the input or the options \
                          are wrong, 3 not decided within the limits.";

/// The version, and that of the solver.
pub fn long_version() -> &'static str {
    static TEXT: LazyLock<String> =
        LazyLock::new(|| format!("{}\nZ3 {}", env!("CARGO_PKG_VERSION"), faultscope_solver::z3::version()));
    &TEXT
}
const VALIDATE_CODES: &str = "Exit codes: 0 the witness is right, 1 it is not, 2 the input or the options are wrong, \
                              3 not decided within the limits.";

/// Finds an error in a C or Boogie program, and the statements that matter for it.
#[derive(Debug, Parser)]
#[command(name = "faultscope", version, long_version = long_version(), after_help = EXIT_CODES)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Look for an error, and say which statements matter, what they would have to be, and why.
    #[command(after_help = EXIT_CODES)]
    Check(Box<Check>),
    /// Say whether a witness is right: an execution leads to its error, or its invariants hold and the program has no error.
    #[command(after_help = VALIDATE_CODES)]
    Validate(Box<Validate>),
    /// Say whether a unified diff is a repair: the program fails, the changed one does not, which is proved, and it does nothing
    /// undefined that the program does not do. With tests: they all pass.
    ///
    /// The files stay as they are. Paths in the diff are from the current folder, or from one above it.
    #[command(after_help = VERIFY_CODES)]
    VerifyPatch(Box<VerifyPatch>),
    /// Check many programs, find those with the same mistake, and write tables and a page for each (docs/batch.md).
    ///
    /// Each program is checked by a process of its own. The same command does again only what has changed, and what was not
    /// done when it was interrupted.
    #[command(after_help = batch::EXIT_CODES)]
    Batch(Box<Batch>),
    /// Execute a program that is given its input: print what it prints, and end with its status.
    ///
    /// Nothing runs on this machine: the program is interpreted, and the files that it opens are those that are named. Where
    /// it does something that is undefined, that is said, and it ends there; behind arithmetic that overflows it goes on with
    /// what the machine computes, and ends with the status of an error.
    Run(Box<Run>),
    /// Say what is there of what a check needs, and what is missing.
    Doctor,
    /// Print a script by which a shell completes commands and options.
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
    /// Show a report that was stored as JSON, in any form, or all that is known of one of its findings.
    ///
    /// Nothing is computed again, and the files of the program need not be there: the report has the text of those that it
    /// names.
    #[command(after_help = "Exit codes: 0 the report is shown, 2 there is none, or the options are wrong.")]
    Explain(Box<Explain>),
    /// Write an index of stored reports for a browser, and a page for each (docs/batch.md).
    #[command(
        after_help = "Exit codes: 0 the pages are written, 2 there are no reports, or the options are wrong."
    )]
    Report(ReportPages),
    /// Learn rules for patches, and their weights, from unified diffs of fixes: print a table for `--rules` (docs/rules.md).
    ///
    /// What the table is worth is said on the standard error, measured on each folder of diffs with what the others teach.
    #[command(
        after_help = "Exit codes: 0 a table was learned, 2 the options, or some of the diffs, are wrong."
    )]
    LearnRules(LearnRules),
    /// Be a language server: an editor starts this and speaks with it by standard input and output (docs/editors.md).
    Lsp(Lsp),
}

/// `faultscope lsp`.
#[derive(Debug, Args)]
pub struct Lsp {
    /// Some editors say this; there is no other way.
    #[arg(long, hide = true)]
    pub stdio: bool,
}

/// The command line as it is read: without headings, and `verify-patch` without what is only reported.
pub fn command() -> clap::Command {
    let command = tagged_command().mut_subcommands(|it| it.mut_args(|it| it.help_heading(Resettable::Reset)));
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

    /// What the witness must be about, in the words of SV-COMP.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["property", "entry"])]
    pub property_file: Option<PathBuf>,

    /// The time for everything, in seconds; 0 for any.
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    pub timeout: f64,
}

impl Validate {
    /// The options of the analysis.
    ///
    /// # Errors
    /// Where they do not go together.
    pub fn options(&self) -> Result<Options, Diagnostic> {
        let timeout = (self.timeout > 0.0).then(|| Duration::from_secs_f64(self.timeout));
        Ok(Options {
            entry: self.goal.entry.clone(),
            models: self.sources.model.clone(),
            properties: self.goal.properties()?,
            timeout,
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

    /// What the program reads from its standard input [default: that of this command, unless it is a terminal].
    #[arg(long, value_name = "FILE", help_heading = heading::RUN)]
    pub stdin: Option<PathBuf>,

    /// The arguments of the program, separated as a shell does.
    #[arg(long, value_name = "ARGUMENTS", default_value = "", allow_hyphen_values = true)]
    #[arg(help_heading = heading::RUN)]
    pub args: String,

    /// A variable of the program's environment, which is empty otherwise; repeatable.
    #[arg(long, value_name = "NAME=VALUE", help_heading = heading::RUN)]
    pub env: Vec<String>,

    /// A file that the program can open, under the name that it has here, or `NAME=FILE`; it finds no others. Repeatable.
    #[arg(long, value_name = "FILE", help_heading = heading::RUN)]
    pub file: Vec<PathBuf>,

    /// How many instructions and jumps are executed at most.
    #[arg(long, value_name = "N", default_value_t = 1_000_000_000, help_heading = heading::RUN)]
    pub max_steps: u64,
}

const VERIFY_CODES: &str = "Exit codes: 0 the diff is a repair, 1 it is none, 2 the input or the options are wrong, 3 not \
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
