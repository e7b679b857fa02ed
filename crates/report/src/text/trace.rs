//! How execution got to the error, step by step.

use faultscope_ir::LifeEvent;

use super::inputs;
use super::page::Page;
use super::several;
use crate::words::{self, count, shortened};
use crate::{Finding, Step, Trace, snippet};

/// A reduced trace longer than this is cut in the middle.
const MAX_STEPS: usize = 60;

/// The steps of so many places stay on the first screen.
const MAX_MARKED: usize = 3;

/// Deeper calls are not indented further.
const MAX_INDENT: usize = 8;

impl Page<'_> {
    /// How execution got to the error on each trace, and with which inputs where that is not said above.
    pub(super) fn traces(&self) -> Vec<String> {
        if !self.has_several() {
            return self.report.traces.iter().map(|trace| self.trace(trace, "How it got there")).collect();
        }
        let max = if self.options.full_trace { usize::MAX } else { several::MAX_IN_FULL };
        let mut sections: Vec<String> = Vec::new();
        for (idx, trace) in self.report.traces.iter().take(max).enumerate() {
            let number = idx + 1;
            sections.push(self.inputs(
                trace,
                &format!("Trace {number} is triggered by these inputs"),
                inputs::MAX_INPUTS,
            ));
            sections.push(self.trace(trace, &format!("How trace {number} got there")));
        }
        if self.report.traces.len() > max {
            let more = count(self.report.traces.len() - max, "more trace");
            sections.push(format!("... {more}; --full-trace shows them\n"));
        }
        sections
    }

    /// What matters of a trace on at most so many lines, its heading included, and how many of its steps that are. Where there
    /// are more, those of the first findings, the end of the object that the error is about, and those that are close to the error
    /// stay.
    pub(super) fn reduced_trace(&self, trace: &Trace, heading: &str, max_lines: usize) -> (String, usize) {
        let mut shown = mattering(trace);
        let explained: Vec<usize> = self.explained().into_iter().chain(ends(trace)).collect();
        shown.sort_by_key(|idx| {
            (*idx + 1 != trace.steps.len(), !explained.contains(idx), std::cmp::Reverse(*idx))
        });
        let open = if trace.replayed { "" } else { words::NOT_REPLAYED };
        let room = max_lines.saturating_sub(1 + open.lines().count());
        shown.truncate(room);
        while !shown.is_empty() {
            let mut steps = shown.clone();
            steps.sort_unstable();
            let mut lines = Lines::new(self, trace, &steps);
            lines.is_compact = true;
            steps.iter().for_each(|idx| lines.step(*idx));
            if lines.text.lines().count() <= room {
                let remark = match trace.steps.len() {
                    n if n == steps.len() => count(n, "step"),
                    n => format!("{} of {}", steps.len(), count(n, "step")),
                };
                return (self.heading(heading, &remark) + &lines.text + open, steps.len());
            }
            shown.pop();
        }
        (String::new(), 0)
    }

    /// The steps of the first trace that the most promising places are described on.
    fn explained(&self) -> Vec<usize> {
        let listed = self.listed().into_iter().take(MAX_MARKED).filter(|it| it.trace == 0);
        let strongest =
            |it: &Finding| it.occurrences.iter().find(|occurrence| occurrence.strength == it.strength)?.step;
        listed.filter_map(strongest).collect()
    }

    fn trace(&self, trace: &Trace, heading: &str) -> String {
        let full = self.options.full_trace;
        let shown: Vec<usize> = if full { (0..trace.steps.len()).collect() } else { mattering(trace) };
        let remark = match trace.steps.len() {
            all if all == shown.len() => count(all, "step"),
            all => format!("{} of {}; --full-trace shows all", shown.len(), count(all, "step")),
        };
        let mut lines = Lines::new(self, trace, &shown);
        if self.options.full_trace || shown.len() <= MAX_STEPS {
            shown.iter().for_each(|idx| lines.step(*idx));
        } else {
            let half = MAX_STEPS / 2;
            shown[..half].iter().for_each(|idx| lines.step(*idx));
            lines.gap(shown.len() - 2 * half);
            shown[shown.len() - half..].iter().for_each(|idx| lines.step(*idx));
        }
        let mut text = self.heading(heading, &remark) + &lines.text;
        if !trace.replayed {
            text += words::NOT_REPLAYED;
        }
        text
    }
}

/// The steps that end the life of the object that the error is about.
fn ends(trace: &Trace) -> impl Iterator<Item = usize> + '_ {
    let story = trace.error.object.iter().flat_map(|it| &it.story);
    let ends = story.filter(|it| matches!(it.kind, LifeEvent::Freed | LifeEvent::ScopeEnded));
    ends.filter_map(|end| trace.steps.iter().rposition(|step| step.span == end.span))
}

/// The steps that matter, and the last one; all where nothing says which do.
pub(crate) fn mattering(trace: &Trace) -> Vec<usize> {
    let all = trace.steps.iter().all(|step| !step.relevant);
    let is_last = |idx: usize| idx + 1 == trace.steps.len();
    (0..trace.steps.len()).filter(|idx| all || is_last(*idx) || trace.steps[*idx].relevant).collect()
}

/// A trace being printed: line numbers, code indented by calls, and what it does.
struct Lines<'a> {
    page: &'a Page<'a>,
    trace: &'a Trace,
    text: String,
    /// Columns for line numbers.
    gutter: usize,
    /// Columns for indented code.
    width: usize,
    /// Whether an iteration stands behind its first step, and not on a line before.
    is_compact: bool,
    /// The frame and iterations of the step before.
    frame: Option<usize>,
    iterations: &'a [u32],
}

impl<'a> Lines<'a> {
    fn new(page: &'a Page<'a>, trace: &'a Trace, shown: &[usize]) -> Lines<'a> {
        let mut lines = Lines {
            page,
            trace,
            text: String::new(),
            gutter: 0,
            width: 0,
            is_compact: false,
            frame: None,
            iterations: &[],
        };
        let steps = || shown.iter().map(|idx| &trace.steps[*idx]);
        let columns = |step: &Step| lines.indent(step.frame).len() + step.text.chars().count();
        let width = steps().map(columns).max().unwrap_or(0).min(page.style().width / 2);
        let gutter = steps().map(|step| lines.place(step).len()).max().unwrap_or(0);
        (lines.width, lines.gutter) = (width, gutter);
        lines
    }

    fn step(&mut self, idx: usize) {
        let step: &'a Step = &self.trace.steps[idx];
        if self.frame != Some(step.frame) {
            self.enter(step.frame);
        }
        let mut iteration = String::new();
        if self.iterations != &step.iterations[..] {
            if self.is_compact && !step.iterations.is_empty() {
                iteration =
                    self.page.style().faint(&format!("  {}", words::iteration_in_short(&step.iterations)));
                self.iterations = &step.iterations;
            } else {
                self.iteration(step);
            }
        }
        let code = shortened(&format!("{}{}", self.indent(step.frame), step.text), self.width);
        let room = self.page.style().width.saturating_sub(self.gutter + self.width + 12).max(16);
        let effect = shortened(&words::step(step, idx + 1 == self.trace.steps.len()), room);
        // On the first screen, a mark is of a place that it lists.
        let marked = step.finding.filter(|rank| !self.is_compact || *rank <= MAX_MARKED);
        let mark = marked.map(|rank| self.page.style().mark(&format!("[{rank}]"))).unwrap_or_default();
        let line = format!(
            "  {:>gutter$}  {code:<width$}  {effect:<16}  {mark}{iteration}",
            self.place(step),
            gutter = self.gutter,
            width = self.width
        );
        self.line(&line);
        // On the first screen it stands below the error.
        if let Some(object) = step.object.as_ref().filter(|_| !self.is_compact) {
            let text = words::object(object, &self.page.report.sources, self.page.usual());
            self.remark(&self.indent(step.frame), &text);
        }
    }

    fn line(&mut self, line: &str) {
        self.text += line.trim_end();
        self.text.push('\n');
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
        self.remark(&indent[2..], &format!("{word}{name}"));
        self.frame = Some(frame);
    }

    fn iteration(&mut self, step: &'a Step) {
        let is_left = step.iterations.len() < self.iterations.len();
        self.iterations = &step.iterations;
        if let Some(iteration) = words::iterations(&step.iterations).filter(|_| !is_left) {
            self.remark(&self.indent(step.frame), &iteration);
        }
    }

    /// A line between steps.
    fn remark(&mut self, indent: &str, text: &str) {
        let text = self.page.style().faint(text);
        let line = format!("  {:gutter$}  {indent}{text}", "", gutter = self.gutter);
        self.line(&line);
    }

    fn gap(&mut self, n: usize) {
        self.remark("", &format!("... {}; --full-trace shows them", count(n, "more step")));
        self.frame = None;
    }

    fn is_caller(&self, frame: usize, of: usize) -> bool {
        self.callers(of).any(|caller| caller == frame)
    }

    /// The frames that wait for this one, the innermost first.
    fn callers(&self, frame: usize) -> impl Iterator<Item = usize> {
        let caller = |frame: usize| self.trace.frames[frame].caller.map(|(caller, _)| caller);
        std::iter::successors(caller(frame), move |frame| caller(*frame))
    }

    fn indent(&self, frame: usize) -> String {
        "  ".repeat(1 + self.callers(frame).count().min(MAX_INDENT))
    }
}
