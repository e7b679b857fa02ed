//! The command line of Faultscope.

mod cli;

use std::io::{self, Write};

/// Small pieces of memory come and go all the time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ! {
    use_small_pages();
    end(cli::run())
}

/// Ends the process with an exit code, and with nothing that libraries do at the end: a solver may still be at work in a thread
/// that nobody waits for any more, and must not find its memory gone.
fn end(code: u8) -> ! {
    // What could not be written was told before.
    let _ = io::stdout().flush();
    let _ = io::stderr().flush();
    // SAFETY: nothing happens behind it, and it looks at no memory.
    unsafe { nix::libc::_exit(code.into()) }
}

/// Asks the system for no huge pages: each thread that begins takes a few pages of its own, and where these have two mebibytes,
/// a short check spends more time on clearing them than on anything else.
fn use_small_pages() {
    #[cfg(target_os = "linux")]
    // Where that cannot be had, it takes longer.
    let _ = nix::sys::prctl::set_thp_disable(true);
}
