//! The first screen: what a person needs, on at most [`MAX_LINES`] lines.
//!
//! What the verdict rests on is always there: why it is not decided, what was assumed, which limits were reached. The
//! inputs, the other traces, the places, other errors and the trace get the room that is left, in this order; what has none is counted in
//! the last line.

use super::inputs;
use super::page::Page;
use crate::words::{self, count};
use crate::{ErrorSite, Finding, Note, Severity, Verdict, snippet};
use faultscope_ir::Span;

/// The first screen has no more lines.
pub const MAX_LINES: usize = 40;

/// So many places are shown.
const MAX_PLACES: usize = 3;

/// Of each choice that was made so many things are named that it is about.
const MAX_SUBJECTS: usize = 3;

/// How much room there is.
struct Room {
    warnings: usize,
    tests: usize,
    traces: usize,
    inputs: usize,
    /// Warnings of the compiler that are about none of the places.
    compiler: usize,
    /// Lines for the trace, at least.
    steps: usize,
    /// Other errors of the program.
    others: usize,
    /// Whether places take one line each, and no line is empty.
    is_tight: bool,
}

/// From much to little.
const ROOMS: [Room; 4] = [
    Room { warnings: 3, tests: 8, traces: 6, inputs: 8, compiler: 3, steps: 10, others: 3, is_tight: false },
    Room { warnings: 3, tests: 4, traces: 4, inputs: 5, compiler: 2, steps: 8, others: 3, is_tight: false },
    Room { warnings: 2, tests: 3, traces: 3, inputs: 4, compiler: 1, steps: 6, others: 2, is_tight: false },
    Room { warnings: 1, tests: 2, traces: 2, inputs: 3, compiler: 0, steps: 0, others: 0, is_tight: true },
];

/// What is tried: a room by its place, and lines for the places of each other error. Before these go, there is less of everything.
const ATTEMPTS: [(usize, usize); 6] = [(0, 2), (1, 2), (1, 1), (2, 1), (2, 0), (3, 0)];

impl Page<'_> {
    /// The first screen; of a check that goes on it ends with what is being done.
    pub(super) fn first_screen(&self, doing: Option<&str>) -> String {
        let width = self.style().width;
        let mut lines = Vec::new();
        for (room, n_lines) in ATTEMPTS {
            lines = self.with_room(&ROOMS[room], n_lines, doing);
            if !lines.is_empty() {
                break;
            }
        }
        lines.iter().map(|line| words::cut(line, width) + "\n").collect()
    }

    /// The lines, with so many for the places of each other error; none where they take more room than there is and there is a smaller one.
    fn with_room(&self, room: &Room, n_lines: usize, doing: Option<&str>) -> Vec<String> {
        let gap = usize::from(!room.is_tight);
        let mut body: Vec<String> = Vec::new();
        for section in self.sections(room, n_lines) {
            if !section.is_empty() {
                body.extend((!body.is_empty() && gap > 0).then(String::new));
                body.extend(section.lines().map(str::to_owned));
            }
        }
        let mut n_steps = 0;
        let n_last = self.last_lines(0, doing).len();
        let left = MAX_LINES.saturating_sub(body.len() + n_last + 2 * gap);
        if let Some(trace) = self.report.traces.first() {
            if left < room.steps {
                return Vec::new();
            }
            let heading = if self.has_several() { "How trace 1 got there" } else { "How it got there" };
            let (text, n) = self.reduced_trace(trace, heading, left);
            if !text.is_empty() {
                body.extend((gap > 0).then(String::new));
                body.extend(text.lines().map(str::to_owned));
            }
            n_steps = n;
        }
        let last = self.last_lines(n_steps, doing);
        let separator = gap * usize::from(!last.is_empty());
        let most = MAX_LINES.saturating_sub(last.len() + separator);
        if body.len() > most && !room.is_tight {
            return Vec::new();
        }
        body.truncate(most);
        body.extend((separator > 0).then(String::new));
        body.extend(last);
        body
    }

    /// What comes before the trace.
    fn sections(&self, room: &Room, n_lines: usize) -> Vec<String> {
        let mut sections = vec![self.answer(), self.tests(room.tests), self.warnings(room.warnings)];
        if !self.has_error() {
            return sections;
        }
        sections.push(self.without_body());
        sections.push(self.overview(room.traces));
        if let Some(trace) = self.report.traces.first() {
            let heading =
                if self.has_several() { "Trace 1 is triggered by these inputs" } else { inputs::HEADING };
            sections.push(self.inputs(trace, heading, room.inputs));
        }
        sections.push(self.best_patch());
        sections.push(self.promising(MAX_PLACES, room.is_tight));
        let shown: Vec<&Finding> = self.listed().into_iter().take(MAX_PLACES).collect();
        sections.push(self.compiler_beside(&shown, room.compiler));
        sections.push(self.other_errors(room.others, n_lines));
        sections
    }

    /// The verdict, and the error of the first trace.
    fn answer(&self) -> String {
        let error = self.report.error().map(|error| self.short_error(error));
        match self.report.verdict {
            Verdict::Unsafe => error.unwrap_or_else(|| self.strong_line("an error was found")),
            Verdict::TestsPass => {
                format!("{}\n", self.style().good(&words::all_pass(self.report.tests.len())))
            }
            Verdict::Safe => {
                let text = self.wrapped_lines(&words::no_error(self.report, MAX_SUBJECTS));
                text.replacen("no error found", &self.style().good("no error found"), 1)
            }
            Verdict::Unknown => {
                let Some(reason) = &self.report.reason else { return self.strong_line("not decided") };
                let message = format!("not decided: {}", reason.message);
                // A title is cut where the line ends, and this says what the answer is.
                let room = self.style().width.saturating_sub("warning: ".len());
                match error {
                    None if message.chars().count() <= room => {
                        let span = reason.span.map(first_line);
                        self.note(Severity::Warning, &Note { message, span, ..reason.clone() })
                    }
                    None => {
                        let said = self.short_note(&Note { message, span: None, ..reason.clone() });
                        let here =
                            |span| Note { span: Some(first_line(span)), ..Note::new("it stands here") };
                        said + &reason.span.map(|it| self.note(Severity::Note, &here(it))).unwrap_or_default()
                    }
                    Some(error) => self.short_note(&Note { message, ..reason.clone() }) + &error,
                }
            }
        }
    }

    fn strong_line(&self, text: &str) -> String {
        format!("{}\n", self.style().strong(text))
    }

    fn wrapped_lines(&self, text: &str) -> String {
        words::wrapped(text, self.style().width).join("\n") + "\n"
    }

    fn short_error(&self, error: &ErrorSite) -> String {
        self.error_with(error, snippet::of(&self.report.sources, first_line(error.span), None))
    }

    /// A warning without its source line.
    fn short_note(&self, note: &Note) -> String {
        let line = |span| snippet::line(&self.report.sources, span, None);
        let place = note.span.map(|span| format!(" ({})", line(span))).unwrap_or_default();
        let hint = note.hint.as_ref().map(|hint| format!("; {hint}")).unwrap_or_default();
        let text = self.wrapped_lines(&format!("warning: {}{place}{hint}", note.message));
        text.replacen("warning:", &self.style().mark("warning:"), 1)
    }

    fn warnings(&self, max: usize) -> String {
        let notes = &self.report.warnings;
        let shown: String = notes.iter().take(max).map(|note| self.short_note(note)).collect();
        let more = notes.len().saturating_sub(max);
        let more = (more > 0).then(|| format!("and {}\n", count(more, "more warning")));
        shown + &more.unwrap_or_default()
    }

    /// How many error traces there are, and a line for each of the others.
    fn overview(&self, max: usize) -> String {
        let Some(remark) = self.about_traces() else { return String::new() };
        let n_traces = self.report.n_traces();
        let remark = if remark.is_empty() { remark } else { format!(" ({remark})") };
        let heading = count(n_traces, "error trace");
        let text = self.wrapped_lines(&format!("{heading}{remark}"));
        let mut text = text.replacen(&heading, &self.style().strong(&heading), 1);
        let n_shown = self.report.traces.len();
        if n_shown == 1 && n_traces > 1 && self.report.is_localized {
            text += words::ONE_FOR_ALL;
        }
        for idx in (1..n_shown).take(max) {
            text += &self.trace_in_short(idx);
        }
        if n_shown > max + 1 {
            text += &format!("  and {} more\n", n_shown - 1 - max);
        }
        text
    }

    /// What the answer rests on, and what more is known; of a check that goes on what is being done.
    fn last_lines(&self, n_steps: usize, doing: Option<&str>) -> Vec<String> {
        let mut lines = Vec::new();
        let has_verdict = doing.is_none();
        let are_listed = self.options.all_checks || self.options.statistics;
        if has_verdict && self.report.checks.len() > 1 && !are_listed {
            lines.push(self.counts_of_checks());
        }
        if has_verdict {
            let proof = self.proof();
            lines.extend(
                proof.split_once('\n').map(|(heading, claim)| format!("{heading}: {}", claim.trim())),
            );
        }
        lines.extend(self.about_driver());
        lines.extend(self.suppressed(MAX_SUBJECTS));
        if !self.report.assumptions.is_empty() {
            let names = words::clauses(self.report.assumptions.iter(), MAX_SUBJECTS);
            lines.extend(self.named("Assumptions", &names));
        }
        let n_limits = self.report.limits.len();
        if n_limits > 0 {
            let names = format!("{n_limits} (--details names them){}", self.more_by_effort());
            lines.extend(self.named("Search limits hit", &[names]));
        }
        match doing {
            Some(doing) => lines.push(self.style().faint(&format!("... {doing}"))),
            None => lines.extend(self.more(n_steps).map(|it| self.style().faint(&it))),
        }
        lines
    }

    /// What is trusted as the driver, or suspected although it is one.
    pub(super) fn about_driver(&self) -> Vec<String> {
        self.report.driver.iter().flat_map(|it| self.named("Driver", &[words::driver(it)])).collect()
    }

    /// A list behind its name.
    pub(super) fn named(&self, what: &str, names: &[String]) -> Vec<String> {
        let mut lines = words::wrapped(&format!("{what}: {}", names.join("; ")), self.style().width);
        lines[0] = lines[0].replacen(what, &self.style().strong(what), 1);
        lines
    }

    /// What is known and not shown, and what shows it.
    fn more(&self, n_steps: usize) -> Option<String> {
        let report = self.report;
        let n_places = self.listed().len().saturating_sub(MAX_PLACES) + report.n_omitted_findings;
        let n_all: usize = report.traces.iter().map(|it| it.steps.len()).sum();
        let counts = [
            (n_places, "more place", "more places"),
            (report.patches.len().saturating_sub(1), "more patch", "more patches"),
            (report.sets.len(), "set of places", "sets of places"),
            (n_all.saturating_sub(n_steps), "more step", "more steps"),
            (report.checks.len(), "check", "checks"),
            (report.assumptions.len(), "assumption", "assumptions"),
        ];
        // An error has enough to show; only without one its checks are worth the word.
        let counts = if self.has_error() { &counts[..4] } else { &counts[4..] };
        let name = |(n, one, several): &(usize, &str, &str)| match n {
            0 => None,
            1 => Some(format!("1 {one}")),
            n => Some(format!("{n} {several}")),
        };
        let named: Vec<String> = counts.iter().filter_map(name).collect();
        let has_more = !named.is_empty() || self.has_error();
        let list = if named.is_empty() { "all that is known".to_owned() } else { named.join(", ") };
        has_more.then(|| format!("--details shows {list}"))
    }
}

/// The first line of a place, so that its source takes one line.
fn first_line(span: Span) -> Span {
    match span.end_line > span.line {
        true => Span { end_line: span.line, end_column: u32::MAX, ..span },
        false => span,
    }
}
