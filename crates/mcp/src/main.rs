//! The program `faultscope-mcp`: the server, and the workers that it starts.

use std::env;
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{self, ExitCode};
use std::thread;

use faultscope_mcp::{WORKER, serve, work};

/// Small pieces of memory come and go all the time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const HELP: &str = "\
Finds errors in C programs for coding agents: a server of the Model Context Protocol on standard input and output.

Usage: faultscope-mcp

It takes no options: a client starts it, and calls its tools `check`, `explain`, `propose` and `verify_patch`. docs/agents.md
says how to register it. `faultscope check` does the same for people.

Options:
  -h, --help     Print this
  -V, --version  Print the version
";

fn main() -> ExitCode {
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(|it| it.to_str().unwrap_or_default()).collect();
    match &words[..] {
        [] => match env::current_exe() {
            Ok(program) => {
                serve(io::BufReader::new(io::stdin()), io::stdout(), program);
                ExitCode::SUCCESS
            }
            Err(error) => complain(&format!("it is not known which program this is: {error}")),
        },
        ["-h" | "--help"] => print(HELP),
        ["-V" | "--version"] => print(concat!("faultscope-mcp ", env!("CARGO_PKG_VERSION"), "\n")),
        [WORKER, _] => {
            use_small_pages();
            end_with_stdin();
            match work(Path::new(&arguments[1])) {
                Ok(()) => ExitCode::SUCCESS,
                Err(error) => complain(&error.to_string()),
            }
        }
        [other, ..] => complain(&format!("`{other}` is not understood: `faultscope-mcp` takes no arguments")),
    }
}

fn print(text: &str) -> ExitCode {
    // Output that nobody reads is no error.
    let _ = io::stdout().lock().write_all(text.as_bytes());
    ExitCode::SUCCESS
}

/// Wrong input has the exit code that it has for `faultscope`.
fn complain(text: &str) -> ExitCode {
    let _ = writeln!(io::stderr().lock(), "error: {text}");
    ExitCode::from(2)
}

/// Asks the system for no huge pages, as `faultscope` does: threads that end soon would clear more memory than they use.
fn use_small_pages() {
    #[cfg(target_os = "linux")]
    // Where that cannot be had, it takes longer.
    let _ = nix::sys::prctl::set_thp_disable(true);
}

/// Ends this process when its standard input is closed: whoever has started it is gone then.
fn end_with_stdin() {
    thread::spawn(|| {
        // What is sent is of no interest, nor why nothing more is.
        let _ = io::copy(&mut io::stdin().lock().by_ref(), &mut io::sink());
        process::exit(2);
    });
}
