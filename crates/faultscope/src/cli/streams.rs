//! What the command writes.

use std::io::{self, BufWriter, ErrorKind, Write};
use std::sync::OnceLock;

use faultscope::Rejection;
use faultscope::report::diagnostic;
use faultscope::report::text::Style;

use super::exit::Exit;

/// Why something that was to be printed is not there.
static UNWRITTEN: OnceLock<io::Error> = OnceLock::new();

/// Output that nobody reads is no error; what cannot be written for another reason is [told](unwritten) in the end.
pub(super) fn print(text: &str) {
    print_with(|out| out.write_all(text.as_bytes()));
}

/// As [`print`], for what is written as it is made.
pub(super) fn print_with(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) {
    let mut stdout = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    if let Err(error) = write(&mut stdout).and_then(|()| stdout.flush())
        && error.kind() != ErrorKind::BrokenPipe
    {
        let _ = UNWRITTEN.set(error);
    }
}

/// Says that a part of the output could not be written, and gives the exit code for that; none where all of it could.
pub(super) fn unwritten() -> Option<Exit> {
    let error = UNWRITTEN.get()?;
    complain(&format!("error: cannot write to the standard output: {error}\n"));
    Some(Exit::BadInput)
}

/// As [`print`], for messages.
pub(super) fn complain(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

/// A message where it is not known what the user wants of colours.
pub(super) fn reject_plainly(rejection: &Rejection) -> Exit {
    for it in &rejection.diagnostics {
        complain(&diagnostic::render(it, &rejection.sources, &Style::PLAIN));
    }
    Exit::BadInput
}
