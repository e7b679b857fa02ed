//! The command line of Faultscope.

mod cli;

use std::process::ExitCode;

/// Small pieces of memory come and go all the time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    use_small_pages();
    cli::run()
}

/// Asks the system for no huge pages: each thread that begins takes a few pages of its own, and where these have two mebibytes,
/// a short check spends more time on clearing them than on anything else.
fn use_small_pages() {
    #[cfg(target_os = "linux")]
    // Where that cannot be had, it takes longer.
    let _ = nix::sys::prctl::set_thp_disable(true);
}
