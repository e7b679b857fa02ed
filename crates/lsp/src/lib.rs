//! The language server: what a check finds, in an editor.
//!
//! The server speaks the Language Server Protocol 3.17 \[1\]. It looks at no program itself: a check is a process of its own
//! ([`worker`]), which reads the files as they are saved and prints what it finds, stage by stage. The modules in reading order:
//! messages (`wire`), what the user can set ([`settings`]), names of files ([`paths`]), the programs of a compilation database
//! ([`database`]), places in texts ([`positions`]), open
//! files ([`documents`]), checks ([`worker`]) and what they have found ([`found`]), and what editors show of that:
//! [`diagnostics`], [`hover`], quick fixes ([`fixes`]), and [`lenses`]. The [`session`] holds it all together.
//!
//! **Invariant:** what an editor shows stands where the text is that was checked, or is not shown: places are followed from the
//! checked text to the edited one, line by line, and one whose lines were edited is gone.
//!
//! **Invariant:** whatever a client sends, and however it goes away, the server answers or ends, and no check outlives it.
//!
//! # References
//! - \[1\] Microsoft: _Language Server Protocol Specification 3.17_, 2022.

mod events;
mod wire;

pub mod settings;

mod database;
mod paths;
mod positions;

mod documents;

mod found;
mod worker;

mod program;
mod words;

mod diagnostics;
mod fixes;
mod hover;
mod lenses;

mod client;
mod run;
mod session;

mod checks;
mod requests;

use std::io::{BufRead, Write};
use std::sync::mpsc;

pub use events::Ending;
pub use worker::Checker;

/// Speaks with one client until that ends the session. `checker` is what checks programs.
///
/// Errors of input and output end the session; checks that run are ended with it.
pub fn serve(
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
    checker: Checker,
) -> Ending {
    let (events, received) = mpsc::channel();
    let writer = wire::Writer::start(output, events.clone());
    wire::read(input, events.clone());
    let ending = session::Session::new(checker, writer.sender(), events).run(&received, requests::serve);
    writer.finish();
    ending
}
