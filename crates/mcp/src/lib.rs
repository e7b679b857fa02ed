//! The server for coding agents: a check, what it found, its patches, and whether a diff is a repair, by the Model Context Protocol.
//!
//! The server speaks JSON-RPC 2.0 in lines by standard input and output \[1\]. It looks at no program itself: each call of a tool
//! is a process of its own (`worker`), which calls the pipeline (`work`), so that it can be ended at any time, and a long session
//! takes no more memory than a short one. The modules in reading order: messages (`message`, `wire`), what clients see of the tools (`tools`,
//! checked by `schema`), the `session`, and on the other side `arguments`, `work`, and the part of a report that an
//! answer has (`summary`), with what is known of patches (`evidence`).
//!
//! **Invariant:** what stands on standard output is protocol, and nothing else.
//!
//! **Invariant:** whatever a client sends, and however it goes away, the server answers or ends, and no call outlives it.
//!
//! **Invariant:** an answer is bounded, however large the report is; only who asks for all of a report gets it.
//!
//! # References
//! - \[1\] _Model Context Protocol Specification_, revisions 2024-11-05 to 2026-07-28.

mod message;

mod events;
mod wire;

mod schema;
mod tools;

mod reports;
mod worker;

mod session;

mod arguments;
mod evidence;
mod summary;

mod work;

use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc;

pub use worker::WORKER;

/// Speaks with one client until that is gone. `program` is started with [`WORKER`] and a folder for each call.
///
/// Errors of input and output end the session; calls that are at work are ended with it.
pub fn serve(input: impl BufRead + Send + 'static, output: impl Write + Send + 'static, program: PathBuf) {
    let (events, received) = mpsc::channel();
    let writer = wire::Writer::start(output, events.clone());
    wire::read(input, events.clone());
    session::Session::new(program, writer.sender(), events).run(&received);
    writer.finish();
}

/// Does the call that is described in a folder, and prints what comes of it.
///
/// # Errors
/// Where there is no such call, or nobody reads what comes of it.
pub fn work(folder: &Path) -> io::Result<()> {
    work::work(folder)
}
