//! Progress on a terminal.

use std::time::Duration;

use faultscope::{Phase, Progress};
use indicatif::{ProgressBar, ProgressDrawTarget};

/// What takes less time than this shows no progress.
const QUIET: Duration = Duration::from_millis(500);

/// A line on stderr that says what is being done. Clones are the same line.
#[derive(Clone)]
pub struct Line {
    bar: ProgressBar,
    on_terminal: bool,
}

impl Line {
    /// A line that is not shown yet.
    pub fn new(on_terminal: bool) -> Line {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        bar.set_style(indicatif::ProgressStyle::default_spinner());
        Line { bar, on_terminal }
    }

    /// Shows the line once it has taken long enough.
    pub fn tick(&self, elapsed: Duration) {
        if self.on_terminal && elapsed >= QUIET {
            if self.bar.is_hidden() {
                self.bar.set_draw_target(ProgressDrawTarget::stderr());
            }
            self.bar.tick();
        }
    }

    /// Removes the line.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

impl Progress for Line {
    fn phase(&self, phase: Phase) {
        self.bar.set_message(match phase {
            Phase::Translating => "reading the program",
            Phase::Searching => "looking for an error",
            Phase::Localizing => "asking which statements matter",
        });
    }

    fn depth(&self, unwind: u32) {
        self.bar.set_message(format!("looking for an error: loops up to {unwind} times"));
    }
}
