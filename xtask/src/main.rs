//! The project's automation: `cargo xtask setup | demo | test | tidy | book | bench | real | curves | benchexec-tasks |
//! package | csmith | fit-ranking`.
//!
//! **Invariant:** it depends on no crate of the workspace and on nothing that needs the solver library, so that
//! it builds on a machine where that library is still missing.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command-line tool of the project's own")]

mod bench;
mod book;
mod csmith;
mod curves;
mod demo;
mod package;
mod peers;
mod ranking;
mod real;
mod setup;
mod shell;
mod suite;
mod tidy;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// The project's automation.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Look for the solver library and a C compiler, and install what is missing.
    Setup,
    /// Set up, build, and localize the fault of the example that ships with the project.
    Demo,
    /// Set up and run every check and every test.
    Test,
    /// Check the invariants of the source tree.
    Tidy,
    /// Build the documentation as a book, and check its links.
    Book,
    /// Run the tool over folders of benchmark programs and write tables.
    Bench(Box<bench::Arguments>),
    /// Run the tool over real programs, beside gcc's sanitizers and valgrind, and write a page of it.
    Real(real::Arguments),
    /// Measure time and memory over growing programs, and write tables.
    Curves(curves::Arguments),
    /// Package the commands: a tarball, a Python wheel, and a Debian package where its tools are there.
    Package(package::Arguments),
    /// Fit the weights by which findings are ranked, on the results of `bench`.
    FitRanking(ranking::Arguments),
    /// Write the programs of a benchmark folder as tasks of BenchExec.
    BenchexecTasks(bench::tasks::Arguments),
    /// Make a suite of programs by Csmith, whose checksum is to be proved.
    Csmith(csmith::Arguments),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Task::Setup => setup::setup(),
        Task::Demo => demo::demo(),
        Task::Test => suite::run_all(),
        Task::Tidy => tidy::report(),
        Task::Book => book::book(),
        Task::Bench(arguments) => bench::bench(&arguments),
        Task::Real(arguments) => real::real(&arguments),
        Task::Curves(arguments) => curves::curves(&arguments),
        Task::Package(arguments) => package::package(&arguments),
        Task::FitRanking(arguments) => ranking::fit_ranking(&arguments),
        Task::BenchexecTasks(arguments) => bench::tasks::tasks(&arguments),
        Task::Csmith(arguments) => csmith::csmith(&arguments),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}
