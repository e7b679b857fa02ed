//! Ctrl-C.

use faultscope::Options;

use super::exit::Exit;

/// The first Ctrl-C ends the check with what was found so far, the second ends the process.
pub(super) fn stop_on_ctrl_c(options: &Options) {
    let limits = options.limits.clone();
    let stop = move || {
        if limits.is_cancelled() {
            std::process::exit(Exit::Undecided.code().into());
        }
        limits.cancel();
    };
    // Without a handler Ctrl-C ends the process, which is no reason not to start.
    let _ = ctrlc::set_handler(stop);
}
