//! What the command writes.

use std::io::{self, Write};

use faultscope::Rejection;
use faultscope::report::diagnostic;
use faultscope::report::text::Style;

use super::exit::Exit;

/// Output that nobody reads is no error.
pub(super) fn print(text: &str) {
    let mut stdout = io::stdout().lock();
    let _ = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
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
