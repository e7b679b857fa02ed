//! `faultscope lsp`, and the checks that it starts.

use std::env;
use std::io::{self, Read};
use std::process;
use std::thread;
use std::time::Duration;

use faultscope_lsp::{Checker, Ending};

use super::exit::Exit;
use super::streams::complain;

/// How much longer than `--timeout` a check may take before it is ended.
const GRACE: Duration = Duration::from_secs(30);

/// Speaks with an editor until that ends the session.
pub(super) fn serve() -> u8 {
    let program = match env::current_exe() {
        Ok(program) => program,
        Err(error) => {
            complain(&format!("error: cannot find the path of this program: {error}\n"));
            return Exit::BadInput.into();
        }
    };
    let checker =
        Checker { program, arguments: ["check", "--worker"].map(Into::into).to_vec(), grace: GRACE };
    match faultscope_lsp::serve(io::BufReader::new(io::stdin()), io::stdout(), checker) {
        Ending::AsAsked => 0,
        Ending::Abrupt | Ending::Gone => 1,
        Ending::Broken(message) => {
            complain(&format!("error: not a message of the language server protocol: {message}\n"));
            Exit::BadInput.into()
        }
    }
}

/// Ends this process when its standard input is closed: whoever has started it is gone then.
pub(super) fn end_with_stdin() {
    thread::spawn(|| {
        let mut stdin = io::stdin().lock();
        // What is sent is of no interest, nor why nothing more is.
        let _ = io::copy(&mut stdin.by_ref(), &mut io::sink());
        process::exit(Exit::Undecided.code().into());
    });
}
