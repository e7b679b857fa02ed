//! `faultscope validate`.

use faultscope::report::diagnostic;
use faultscope::report::text::Style;
use faultscope::witness::Validated;
use faultscope::{Rejection, witness};

use super::arguments::Validate;
use super::exit::Exit;
use super::streams::{complain, print};

/// Says whether a witness is right.
pub(super) fn validate(arguments: &Validate) -> Exit {
    match validated(arguments) {
        Ok(Validated { is_right, reason }) => {
            let (answer, exit) = match is_right {
                Some(true) => ("confirmed", Exit::NoError),
                Some(false) => ("refuted", Exit::ErrorFound),
                None => ("not decided", Exit::Undecided),
            };
            print(&format!("{answer}: {reason}\n"));
            exit
        }
        Err(rejection) => {
            for it in &rejection.diagnostics {
                complain(&diagnostic::render(it, &rejection.sources, &Style::PLAIN));
            }
            Exit::BadInput
        }
    }
}

fn validated(arguments: &Validate) -> Result<Validated, Rejection> {
    let read = super::witness::witness(&arguments.witness, &arguments.sources.files, |_| true)?;
    let request = arguments.sources.request(arguments.options()?)?;
    witness::validate(&request, &read)
}
