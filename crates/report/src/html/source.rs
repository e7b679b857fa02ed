//! The source text, with the findings marked in it.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::ops::Range;

use faultscope_ir::{FileId, LifeEvent, Span, Usage};

use super::lexer::{Class, classes};
use super::markup::{capital, escaped, indentation, push_code, sentence};
use super::strength::Look;
use crate::words;
use crate::{Object, ObjectEvent, Report, Trace, snippet};

/// Of a file with more lines only those are shown that are close to a place of the report.
const MAX_LINES: usize = 3000;

/// So many lines around a place are close to it.
const CLOSE: usize = 40;

/// So many lines are laid out together.
const CHUNK: usize = 50;

/// Lines that are indented by more columns leave little room beside the trace.
const DEEP: usize = 28;

/// A line with a longer run of characters without a space may be too wide for a narrow window.
const LONG_RUN: usize = 20;

/// A file of the program.
pub(super) struct File {
    /// Its number.
    pub(super) id: u32,
    /// Its name.
    pub(super) name: String,
    /// Whether lines are indented so far that their columns have to be narrower.
    pub(super) is_deep: bool,
    /// Its lines as HTML.
    pub(super) lines: String,
}

/// Something that is marked in a text.
struct Mark {
    range: Range<usize>,
    /// The finding by its rank; none for the error.
    finding: Option<usize>,
    class: &'static str,
    /// What is said of it where nothing else can be shown.
    title: String,
}

/// The files that the report says something of, each once: that of the error in front. Where it says nothing of any, the first.
pub(super) fn files(report: &Report) -> Vec<File> {
    let places = places(report);
    let mut ids: Vec<FileId> = Vec::new();
    let first = report.error().map(|it| it.span.file);
    for id in first.into_iter().chain(places.keys().copied()) {
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    let with_text = |id: &FileId| report.sources.file(*id).text.is_some();
    ids.retain(with_text);
    if ids.is_empty() {
        ids.extend(report.sources.files().map(|(id, _)| id).find(with_text));
    }
    let none = BTreeSet::new();
    ids.into_iter().map(|id| file(report, id, places.get(&id).unwrap_or(&none))).collect()
}

/// The lines that the report speaks of.
fn places(report: &Report) -> BTreeMap<FileId, BTreeSet<usize>> {
    let mut places: BTreeMap<FileId, BTreeSet<usize>> = BTreeMap::new();
    let mut note = |span: Span| {
        places.entry(span.file).or_default().insert(span.line as usize);
    };
    for trace in &report.traces {
        note(trace.error.span);
        trace.steps.iter().for_each(|it| note(it.span));
        trace.inputs.iter().for_each(|it| note(it.span));
    }
    report.findings.iter().for_each(|it| note(it.span));
    report.patches.iter().for_each(|it| note(it.span));
    report.checks.iter().for_each(|it| note(it.span));
    report.sets.iter().flat_map(|it| &it.members).for_each(|it| note(it.span));
    let notes = report.warnings.iter().chain(&report.reason).filter_map(|it| it.span);
    notes.chain(report.assumptions.iter().filter_map(|it| it.span)).for_each(note);
    places
}

fn file(report: &Report, id: FileId, places: &BTreeSet<usize>) -> File {
    let file = report.sources.file(id);
    let text = file.text.as_deref().unwrap_or_default();
    let mut listing = Listing {
        id,
        text,
        classes: classes(text, report.language),
        marks: marks(report, id, text),
        badges: badges(report, id),
        notes: notes(report, id),
        html: String::new(),
    };
    listing.write(places);
    let is_deep = text.lines().any(|line| !line.trim().is_empty() && indentation(line) > DEEP);
    File { id: id.0, name: file.name.clone(), is_deep, lines: listing.html }
}

/// What is marked in a file, the longest first, so that what is inside comes later.
fn marks(report: &Report, id: FileId, text: &str) -> Vec<Mark> {
    let mut marks = Vec::new();
    let mut errors: Vec<Span> = Vec::new();
    for error in report.traces.iter().map(|it| &it.error).filter(|it| it.span.file == id) {
        let range = snippet::byte_range(text, error.span).filter(|_| !errors.contains(&error.span));
        marks.extend(range.map(|range| Mark {
            range,
            finding: None,
            class: "error",
            title: error.message.clone(),
        }));
        errors.push(error.span);
    }
    for finding in report.findings.iter().filter(|it| it.span.file == id) {
        let look = Look::of(finding);
        let value = words::given(finding, str::to_owned).map(|it| it + "; ").unwrap_or_default();
        let title = format!("{}: {value}{}", finding.rank, words::headline(finding));
        let range = snippet::byte_range(text, finding.span);
        let mark = |range| Mark { range, finding: Some(finding.rank), class: look.class, title };
        marks.extend(range.map(mark));
    }
    marks.sort_by_key(|it| (Reverse(it.range.len()), Reverse(it.finding)));
    marks
}

/// What stands beside the lines.
fn badges(report: &Report, id: FileId) -> BTreeMap<usize, String> {
    let mut badges: BTreeMap<usize, String> = BTreeMap::new();
    let mut errors: Vec<(u32, &str)> = Vec::new();
    for (idx, trace) in report.traces.iter().enumerate() {
        let error = &trace.error;
        if error.span.file == id && !errors.contains(&(error.span.line, &error.message)) {
            errors.push((error.span.line, &error.message));
            let badge = badges.entry(error.span.line as usize).or_default();
            let message = escaped(&error.message);
            let _ = write!(
                badge,
                "<a class=\"badge error\" href=\"#step-{}-{}\" title=\"{message}\"><span aria-hidden=\"true\">✗</span><span class=\"said\">error: {message}</span></a>",
                idx + 1,
                trace.steps.len(),
            );
        }
    }
    for finding in report.findings.iter().filter(|it| it.span.file == id) {
        let look = Look::of(finding);
        let badge = badges.entry(finding.span.line as usize).or_default();
        let _ = write!(
            badge,
            "<a class=\"badge {}\" href=\"#finding-{rank}\" title=\"{}\"><span class=\"said\">finding </span>{rank}</a>",
            look.class,
            escaped(look.words),
            rank = finding.rank,
        );
    }
    badges
}

/// What stands below the lines: the errors, and what has happened to the memory that they are about.
fn notes(report: &Report, id: FileId) -> BTreeMap<usize, Vec<String>> {
    let mut notes: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    let mut note = |span: Span, class: &str, text: String| {
        let note = format!("<span class=\"note {class}\">{text}</span>");
        let notes = notes.entry(span.line as usize).or_default();
        if span.file == id && !notes.contains(&note) {
            notes.push(note);
        }
    };
    for (idx, trace) in report.traces.iter().enumerate() {
        let which = if report.traces.len() > 1 { format!("trace {}: ", idx + 1) } else { String::new() };
        for (object, event) in events(trace) {
            note(
                event.span,
                "event",
                sentence(&format!("{which}{}", happened(report, trace, object, event))),
            );
        }
        note(trace.error.span, "error", capital(&trace.error.message));
    }
    notes
}

/// What has happened to the object of an error before it.
fn events(trace: &Trace) -> impl Iterator<Item = (&Object, &ObjectEvent)> {
    let error = trace.error.span;
    let object = trace.error.object.as_ref();
    let events = object.into_iter().flat_map(|object| object.story.iter().map(move |it| (object, it)));
    events.filter(move |(_, it)| it.kind != LifeEvent::Used || it.span != error)
}

/// `freed here, in drop, called from main (line 17)`.
fn happened(report: &Report, trace: &Trace, object: &Object, event: &ObjectEvent) -> String {
    let what = match event.kind {
        LifeEvent::Allocated => "allocated here",
        LifeEvent::Declared => "declared here",
        LifeEvent::Freed => "freed here",
        LifeEvent::Escaped => "a pointer to it is kept here",
        LifeEvent::ScopeEnded => "its scope ends here",
        LifeEvent::PointerLost => "the last pointer to it is lost here",
        LifeEvent::Used if object.usage == Usage::Free => "freed again here",
        LifeEvent::Used => "used here",
    };
    match words::calls(&event.calls, &report.sources, Some(trace.error.span)) {
        Some(calls) => format!("{what}, {calls}"),
        None => what.to_owned(),
    }
}

/// A file being written.
struct Listing<'a> {
    id: FileId,
    text: &'a str,
    classes: Vec<(Range<usize>, Class)>,
    marks: Vec<Mark>,
    badges: BTreeMap<usize, String>,
    notes: BTreeMap<usize, Vec<String>>,
    html: String,
}

impl Listing<'_> {
    fn write(&mut self, places: &BTreeSet<usize>) {
        let mut lines: Vec<Range<usize>> = Vec::new();
        let mut start = 0;
        for line in self.text.split_inclusive('\n') {
            lines.push(start..start + line.trim_end_matches(['\n', '\r']).len());
            start += line.len();
        }
        let is_shown = |number: usize| {
            lines.len() <= MAX_LINES
                || places.range(number.saturating_sub(CLOSE)..=number + CLOSE).next().is_some()
        };
        let mut left_out = 0;
        let mut in_chunk = 0;
        for (idx, line) in lines.iter().enumerate() {
            if !is_shown(idx + 1) {
                left_out += 1;
                continue;
            }
            if in_chunk == 0 || left_out > 0 {
                self.html.push_str(if in_chunk == 0 { "" } else { "</div>" });
                self.gap(left_out);
                self.html.push_str("<div class=\"chunk\">");
                (in_chunk, left_out) = (0, 0);
            }
            self.line(idx + 1, line.clone());
            in_chunk += 1;
            if in_chunk == CHUNK {
                self.html.push_str("</div>");
                in_chunk = 0;
            }
        }
        self.html.push_str(if in_chunk == 0 { "" } else { "</div>" });
        self.gap(left_out);
    }

    fn gap(&mut self, n_lines: usize) {
        if n_lines > 0 {
            let lines = words::count(n_lines, "line");
            let _ = writeln!(self.html, "<p class=\"gap\">{lines} not shown</p>");
        }
    }

    fn line(&mut self, number: usize, range: Range<usize>) {
        let file = self.id.0;
        let badges = self.badges.get(&number).map_or("", String::as_str);
        let class = if badges.is_empty() { "line" } else { "line found" };
        let text = &self.text[range.clone()];
        let indent = match indentation(text) {
            0 => String::new(),
            columns => format!(" style=\"--in:{columns}\""),
        };
        let is_wide = text.split_whitespace().any(|run| run.chars().nth(LONG_RUN).is_some());
        let width = if is_wide { " class=\"wide\"" } else { "" };
        let _ = write!(
            self.html,
            "<div class=\"{class}\" id=\"line-{file}-{number}\"{indent}><a class=\"number\" href=\"#line-{file}-{number}\" tabindex=\"-1\" aria-label=\"line {number}\">{number}</a><span class=\"badges\">{badges}</span><code{width}>"
        );
        self.indented(range);
        self.html.push_str("</code>");
        for note in self.notes.get(&number).into_iter().flatten() {
            self.html.push_str(note);
        }
        self.html.push_str("</div>\n");
    }

    /// The text of a line, its indentation apart.
    fn indented(&mut self, line: Range<usize>) {
        let text = &self.text[line.clone()];
        let indent = text.len() - text.trim_start_matches([' ', '\t']).len();
        let start = line.start + indent;
        if indent > 0 && !self.marks.iter().any(|it| it.range.start < start && it.range.end > line.start) {
            let _ = write!(self.html, "<span class=\"in\">{}</span>", &text[..indent]);
            return self.code(start..line.end);
        }
        self.code(line);
    }

    /// The text of a line in pieces that have one mark and one class.
    fn code(&mut self, line: Range<usize>) {
        let meets = |range: &Range<usize>| range.start < line.end && range.end > line.start;
        let marks: Vec<usize> = (0..self.marks.len()).filter(|it| meets(&self.marks[*it].range)).collect();
        let first = self.classes.partition_point(|(range, _)| range.end <= line.start);
        let classes: Vec<(Range<usize>, Class)> =
            self.classes[first..].iter().take_while(|(range, _)| range.start < line.end).cloned().collect();
        let mut cuts: Vec<usize> = vec![line.start, line.end];
        let ranges =
            marks.iter().map(|it| &self.marks[*it].range).chain(classes.iter().map(|(range, _)| range));
        cuts.extend(ranges.flat_map(|it| [it.start, it.end]).filter(|it| line.contains(it)));
        cuts.sort_unstable();
        cuts.dedup();
        let mut open: Option<usize> = None;
        for piece in cuts.windows(2).map(|it| it[0]..it[1]) {
            let is_in = |range: &Range<usize>| range.start <= piece.start && piece.end <= range.end;
            let mark = marks.iter().rev().copied().find(|it| is_in(&self.marks[*it].range));
            if mark != open {
                self.close(open);
                self.open(mark);
                open = mark;
            }
            let class = classes.iter().find(|(range, _)| is_in(range)).map(|(_, class)| class.name());
            if let Some(class) = class {
                let _ = write!(self.html, "<span class=\"{class}\">");
            }
            push_code(&mut self.html, &self.text[piece]);
            if class.is_some() {
                self.html.push_str("</span>");
            }
        }
        self.close(open);
    }

    fn open(&mut self, mark: Option<usize>) {
        let Some(mark) = mark.map(|it| &self.marks[it]) else { return };
        let (class, title) = (mark.class, escaped(&mark.title));
        let _ = match mark.finding {
            Some(rank) => write!(
                self.html,
                "<a class=\"mark {class}\" href=\"#finding-{rank}\" data-finding=\"{rank}\" title=\"{title}\">"
            ),
            None => write!(self.html, "<mark class=\"mark {class}\" tabindex=\"0\" title=\"{title}\">"),
        };
    }

    fn close(&mut self, mark: Option<usize>) {
        let Some(mark) = mark.map(|it| &self.marks[it]) else { return };
        self.html.push_str(if mark.finding.is_some() { "</a>" } else { "</mark>" });
    }
}
