//! `faultscope validate`.

use faultscope::Rejection;
use faultscope::validate::{self, Validated};

use super::arguments::Validate;
use super::exit::Exit;
use super::streams::{print, reject_plainly};

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
        Err(rejection) => reject_plainly(&rejection),
    }
}

fn validated(arguments: &Validate) -> Result<Validated, Rejection> {
    let read = super::witness::witness(&arguments.witness, &arguments.sources.files, |_| true)?;
    let request = arguments.sources.request(arguments.options()?)?;
    validate::validate(&request, &read)
}
