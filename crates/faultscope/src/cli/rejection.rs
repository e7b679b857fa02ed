//! What is wrong with the input of a check.

use console::Term;
use faultscope::Rejection;
use faultscope::report::{diagnostic, json};

use super::arguments::Check;
use super::exit::Exit;
use super::streams::{complain, print};

/// Says it to people, and to the program that it works for.
pub(super) fn reject(rejection: &Rejection, arguments: &Check) -> Exit {
    if arguments.worker {
        print(&json::rejection::render_line(&rejection.diagnostics, &rejection.sources));
    }
    let style = arguments.display.style(&Term::stderr());
    for diagnostic in &rejection.diagnostics {
        complain(&diagnostic::render(diagnostic, &rejection.sources, &style));
    }
    Exit::BadInput
}
