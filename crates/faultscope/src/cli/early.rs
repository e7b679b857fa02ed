//! What is printed before the end: on a terminal the first screen, with `--format json-lines` each stage.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use console::Term;
use faultscope::report::json::stream::Stream;
use faultscope::report::text::{self, Painter};
use faultscope::{Phase, Progress, Report, Stages};

use super::progress::Line;
use super::streams::print;

/// What is done behind the localization, before somebody says more.
const AFTER_LOCALIZATION: &str = "asking what can be changed in the program";

/// What is printed.
#[derive(Clone, Copy)]
pub enum Form {
    /// No more than the line on stderr.
    Nothing,
    /// A line for each stage.
    Lines,
    /// The first screen, in the place of the last one.
    Screen(text::Options),
}

/// Prints what is known. Clones print to the same place.
#[derive(Clone)]
pub struct Early {
    line: Line,
    form: Form,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    is_over: bool,
    stream: Stream,
    painter: Painter,
    shown: Option<Report>,
}

impl Early {
    /// Nothing is printed yet.
    pub fn new(line: Line, form: Form) -> Early {
        Early { line, form, state: Arc::default() }
    }

    /// Time goes by.
    pub fn tick(&self, elapsed: Duration) {
        // The screen says itself what is being done.
        self.with(|state| {
            if state.shown.is_none() {
                self.line.tick(elapsed)
            }
        });
    }

    /// Removes what was shown; whoever still works prints nothing from now on.
    pub fn end(&self) {
        self.line.clear();
        self.with(|state| {
            state.is_over = true;
            print(&state.painter.erase());
        });
    }

    fn with(&self, act: impl FnOnce(&mut State)) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if !state.is_over {
            act(&mut state);
        }
    }

    fn paint(&self, state: &mut State, options: &text::Options, doing: &str) {
        let Some(report) = &state.shown else { return };
        let (rows, columns) = Term::stdout().size();
        let text = text::early(report, options, doing);
        let size = (usize::from(rows), usize::from(columns));
        print(&state.painter.paint(&text, size, &console::measure_text_width));
    }
}

impl Progress for Early {
    fn phase(&self, phase: Phase) {
        self.line.phase(phase);
        if let Form::Screen(options) = &self.form {
            self.with(|state| self.paint(state, options, phase.doing()));
        }
    }

    fn depth(&self, unwind: u32) {
        self.line.depth(unwind);
    }

    fn iteration(&self, n: usize) {
        self.line.iteration(n);
    }

    fn traces(&self, n: usize) {
        self.line.traces(n);
    }

    fn preliminary(&self, stages: &Stages) {
        match &self.form {
            Form::Lines => {
                let report = faultscope::report(stages);
                self.with(|state| print(&state.stream.next(&report, &stages.known())));
            }
            Form::Screen(options) if stages.localized.is_some() => {
                let report = faultscope::report(stages);
                self.with(|state| {
                    self.line.clear();
                    state.shown = Some(report);
                    self.paint(state, options, AFTER_LOCALIZATION);
                });
            }
            Form::Screen(_) | Form::Nothing => {}
        }
    }
}
