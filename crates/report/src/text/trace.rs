//! How execution got to the error, step by step.

use super::words::{self, count};
use super::{Page, shortened};
use crate::{Step, StepKind, Trace, snippet};

/// A reduced trace longer than this is cut in the middle.
const MAX_STEPS: usize = 60;

impl Page<'_> {
    pub(super) fn trace(&self) -> String {
        self.report.traces.iter().map(|trace| self.one_trace(trace)).collect::<Vec<_>>().join("\n")
    }

    fn one_trace(&self, trace: &Trace) -> String {
        let full = self.options.full_trace;
        let shown: Vec<usize> =
            (0..trace.steps.len()).filter(|idx| full || trace.steps[*idx].relevant).collect();
        let remark = match trace.steps.len() {
            all if full || all == shown.len() => count(all, "step"),
            all => format!("{} of {}; --full-trace shows all", shown.len(), count(all, "step")),
        };
        let mut text = self.heading("How it got there", &remark);
        let cut = if full || shown.len() <= MAX_STEPS { None } else { Some(MAX_STEPS / 2) };
        let mut lines = Lines { page: self, trace, text: &mut text, frame: None, iterations: &[] };
        match cut {
            None => shown.iter().for_each(|idx| lines.step(*idx)),
            Some(half) => {
                shown[..half].iter().for_each(|idx| lines.step(*idx));
                lines.gap(shown.len() - 2 * half);
                shown[shown.len() - half..].iter().for_each(|idx| lines.step(*idx));
            }
        }
        if !trace.replayed {
            text += "  This path could not be executed step by step: some values are open.\n";
        }
        text
    }
}

/// A trace being printed.
struct Lines<'a> {
    page: &'a Page<'a>,
    trace: &'a Trace,
    text: &'a mut String,
    frame: Option<usize>,
    iterations: &'a [u32],
}

impl<'a> Lines<'a> {
    fn step(&mut self, idx: usize) {
        let step: &'a Step = &self.trace.steps[idx];
        if self.frame != Some(step.frame) {
            self.enter(step.frame);
        } else if self.iterations != &step.iterations[..] {
            self.iteration(step);
        }
        self.iterations = &step.iterations;
        let indent = self.indent(step.frame);
        let line = self.place(step);
        let is_last = idx + 1 == self.trace.steps.len();
        let room = self.page.style().width.saturating_sub(indent.len() + 8).max(40);
        let code = shortened(&step.text, room * 3 / 5);
        let effect = shortened(&effect(step, is_last), room * 2 / 5);
        let mark =
            step.finding.map(|rank| self.page.style().mark(&format!("  <- {rank}"))).unwrap_or_default();
        let body = format!("{indent}{line:>4}  {code:<width$}  {effect}", width = (room / 2).min(40));
        *self.text += &format!("{}{mark}\n", body.trim_end());
    }

    /// The line of a step, with its file where that is another than the error's.
    fn place(&self, step: &Step) -> String {
        let line = snippet::line(&self.page.report.sources, step.span, self.page.usual());
        line.trim_start_matches("line ").to_owned()
    }

    fn enter(&mut self, frame: usize) {
        let name = &self.trace.frames[frame].function;
        let is_back = self.frame.is_some_and(|from| self.is_caller(frame, from));
        let word = if is_back { "back in " } else { "" };
        let indent = self.indent(frame);
        let line = self.page.style().faint(&format!("{word}{name}"));
        *self.text += &format!("{}{line}\n", &indent[2..]);
        self.frame = Some(frame);
    }

    fn iteration(&mut self, step: &Step) {
        let longer = step.iterations.len() < self.iterations.len();
        if let Some(iteration) = words::iterations(&step.iterations).filter(|_| !longer) {
            let line = self.page.style().faint(&format!("{iteration}:"));
            *self.text += &format!("{}{line}\n", self.indent(step.frame));
        }
    }

    fn gap(&mut self, n: usize) {
        *self.text += &format!("  ... {}; --full-trace shows them\n", count(n, "more step"));
        self.frame = None;
    }

    fn is_caller(&self, frame: usize, of: usize) -> bool {
        let mut at = of;
        while let Some((caller, _)) = self.trace.frames[at].caller {
            if caller == frame {
                return true;
            }
            at = caller;
        }
        false
    }

    fn indent(&self, frame: usize) -> String {
        let mut depth = 0;
        let mut at = frame;
        while let Some((caller, _)) = self.trace.frames[at].caller {
            depth += 1;
            at = caller;
        }
        "  ".repeat(2 + depth.min(8))
    }
}

/// What a step does.
fn effect(step: &Step, is_last: bool) -> String {
    match step.kind {
        StepKind::Condition => match step.outcome {
            Some(true) => "true".to_owned(),
            Some(false) => "false".to_owned(),
            None => String::new(),
        },
        StepKind::Assertion if is_last => "violated".to_owned(),
        StepKind::Assertion => "holds".to_owned(),
        StepKind::Return => step.value.as_ref().map(|value| format!("returns {value}")).unwrap_or_default(),
        StepKind::Assignment | StepKind::Argument | StepKind::Declaration | StepKind::Input => {
            match (&step.place, &step.value) {
                (Some(place), Some(value)) => format!("{place} = {value}"),
                (None, Some(value)) => value.clone(),
                (_, None) => String::new(),
            }
        }
    }
}
