//! What the command writes.

use std::io::{self, Write};

/// Output that nobody reads is no error.
pub(super) fn print(text: &str) {
    let mut stdout = io::stdout().lock();
    let _ = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
}

/// As [`print`], for messages.
pub(super) fn complain(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}
