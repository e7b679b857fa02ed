//! `faultscope verify-patch`.

use std::io::{self, IsTerminal};

use faultscope::guard::{self, Guarded};
use faultscope::report::text::Style;
use faultscope::report::verification::{Answer, Verification};
use faultscope::report::{Diagnostic, diagnostic};
use faultscope::{CheckRequest, Options, input};
use faultscope_ir::SourceMap;

use super::arguments::{Check, VerifyPatch};
use super::early::{Early, Form};
use super::exit::Exit;
use super::interrupt::stop_on_ctrl_c;
use super::progress::Line;
use super::rejection::reject;
use super::streams::{complain, print};
use super::task;

/// Says whether a diff is a repair.
pub(super) fn verify_patch(arguments: &mut VerifyPatch) -> Exit {
    let VerifyPatch { diff, check } = arguments;
    let read = request(check).and_then(|request| Ok((request, input::text(diff)?)));
    let check = &*check;
    let (request, diff) = match read {
        Ok(read) => read,
        Err(diagnostic) => return reject(&diagnostic.into(), check),
    };
    stop_on_ctrl_c(&request.options);
    let early = Early::new(Line::new(io::stderr().is_terminal()), Form::Nothing);
    let ending = guard::verify_patch(request, diff, early.clone(), &mut |elapsed| early.tick(elapsed));
    early.end();
    match ending {
        Guarded::Done(Ok(verification)) => show(&verification, check),
        Guarded::Done(Err(rejection)) => reject(&rejection, check),
        Guarded::GivenUp(_) => show(&Verification::given_up(), check),
        Guarded::Crashed => {
            let hint = "please report it, with the program if you can";
            let bug = Diagnostic::error("this is a bug of Faultscope, not of your program").with_hint(hint);
            complain(&diagnostic::render(&bug, &SourceMap::default(), &Style::PLAIN));
            Exit::Undecided
        }
    }
}

fn request(check: &mut Check) -> Result<CheckRequest, Diagnostic> {
    if check.display.format.row().verification.is_none() {
        let message = "`verify-patch` answers in text or in JSON";
        return Err(Diagnostic::error(message).with_hint("the forms are `--format text` and `--format json`"));
    }
    let asked = task::asked(check)?;
    let mut options = Options { compiler_warnings: false, ..check.options()? };
    if let Some(asked) = asked {
        asked.select(&mut options);
        if options.specification.as_ref().is_some_and(|it| it.asked.is_empty()) {
            let message = "the property file asks for nothing that is checked";
            return Err(Diagnostic::error(message).with_hint("`docs/sv-comp.md` has the properties that are"));
        }
    }
    check.sources.request(options)
}

fn show(verification: &Verification, check: &Check) -> Exit {
    if let Some(shown) = check.display.format.row().verification {
        print(&shown(verification, &check.display.text_options()));
    }
    match verification.outcome.answer() {
        Answer::Repair => Exit::NoError,
        Answer::NoRepair => Exit::ErrorFound,
        Answer::Undecided => Exit::Undecided,
    }
}
