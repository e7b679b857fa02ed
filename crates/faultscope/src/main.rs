//! The command line of Faultscope.

mod cli;

use std::process::ExitCode;

/// Small pieces of memory come and go all the time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    cli::run()
}
