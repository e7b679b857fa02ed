//! The command line of Faultscope.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
