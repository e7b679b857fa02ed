//! Error traces: as tables that need no script, and as data for the one of the page.

use std::sync::Arc;

use faultscope_ir::index::IndexSet;
use faultscope_ir::{FileId, SourceMap, Span};
use serde::Serialize;

use super::markup::{capital, escaped, sentence};
use super::place::{Places, short_names};
use crate::text::page::Page;
use crate::text::trace::mattering;
use crate::words::{self, NOT_REPLAYED};
use crate::{ErrorSite, Input, Report, Step, StepKind, Trace};

/// So many steps of a trace are in its table.
const MAX_ROWS: usize = 120;

/// So many inputs are in a table.
const MAX_INPUTS: usize = 40;

/// So many traces like one that is shown are described.
const MAX_SIMILAR: usize = 20;

/// So many steps at the end of a trace are there for the script.
const MAX_STEPS: usize = 100_000;

/// Deeper calls are not indented further.
const MAX_INDENT: usize = 8;

/// A trace as a table.
pub(super) struct Shown {
    pub(super) number: usize,
    pub(super) error: String,
    pub(super) place: String,
    pub(super) function: String,
    pub(super) calls: Option<String>,
    pub(super) object: Option<String>,
    /// What has happened to the object: what, where, and in which function, called from where.
    pub(super) story: Vec<String>,
    pub(super) inputs: Vec<Row>,
    pub(super) n_more_inputs: usize,
    pub(super) similar: Vec<String>,
    pub(super) n_more_similar: usize,
    pub(super) not_replayed: Option<String>,
    pub(super) steps: Vec<Line>,
    pub(super) n_steps: usize,
    pub(super) n_listed: usize,
}

/// An input.
pub(super) struct Row {
    pub(super) place: String,
    pub(super) value: String,
    pub(super) source: String,
    pub(super) matters: bool,
}

/// A line of the table of steps.
pub(super) enum Line {
    /// A step.
    Step(Listed),
    /// So many steps are left out.
    Gap(usize),
}

/// A step in the table.
pub(super) struct Listed {
    pub(super) number: usize,
    pub(super) place: String,
    pub(super) depth: usize,
    pub(super) code: String,
    pub(super) effect: String,
    pub(super) finding: Option<usize>,
    pub(super) remark: String,
}

/// All traces as tables.
pub(super) fn shown(page: &Page<'_>, places: &Places<'_>) -> Vec<Shown> {
    (0..page.report.traces.len()).map(|idx| one(page, places, idx)).collect()
}

fn one(page: &Page<'_>, places: &Places<'_>, idx: usize) -> Shown {
    let trace = &page.report.traces[idx];
    let sources = &page.report.sources;
    let error = &trace.error;
    let listed = mattering(trace);
    let (rows, n_more_inputs) = inputs(page, places, trace);
    let similar = trace.similar.iter().take(MAX_SIMILAR).map(|it| {
        let inputs = words::with_inputs(&it.inputs, trace).unwrap_or_default();
        sentence(&format!("{}{inputs}", words::count(it.n_steps, "step")))
    });
    Shown {
        number: idx + 1,
        error: capital(&error.message),
        place: places.link(error.span),
        function: error.function.clone(),
        calls: words::calls(&error.calls, sources, Some(error.span)).map(|it| sentence(&it)),
        object: error.object.as_ref().map(|it| sentence(&words::object(it, sources, Some(error.span)))),
        story: story(error, sources),
        inputs: rows,
        n_more_inputs,
        similar: similar.collect(),
        n_more_similar: trace.similar.len().saturating_sub(MAX_SIMILAR),
        not_replayed: (!trace.replayed).then(|| sentence(NOT_REPLAYED.trim())),
        steps: lines(trace, &listed, places),
        n_steps: trace.steps.len(),
        n_listed: listed.len().min(MAX_ROWS),
    }
}

/// What has happened to the object that an error is about.
fn story(error: &ErrorSite, sources: &SourceMap) -> Vec<String> {
    let story = error.object.as_ref().map(|it| words::story(it, sources, Some(error.span)));
    story.unwrap_or_default().iter().map(|it| sentence(it)).collect()
}

/// The values from outside, those that matter in front where there are many, and how many more there are.
fn inputs(page: &Page<'_>, places: &Places<'_>, trace: &Trace) -> (Vec<Row>, usize) {
    let is_shown = |it: &&Input| it.kind == crate::FindingKind::Input || it.matters;
    let shown: Vec<&Input> = trace.inputs.iter().filter(is_shown).collect();
    let runs: Vec<&[&Input]> = words::runs(&shown).collect();
    let matters = |it: &usize| runs[*it].iter().any(|input| input.matters);
    let mut listed: Vec<usize> = (0..runs.len()).collect();
    listed.sort_by_key(|it| !matters(it));
    listed.truncate(MAX_INPUTS);
    listed.sort_unstable();
    let row = |it: &usize| {
        let run = runs[*it];
        let [_, value, source] = page.input(run);
        Row { place: places.link(run[0].span), value, source, matters: matters(it) }
    };
    let given = trace.given.iter().flat_map(|it| words::given_items(it, !page.report.tests.is_empty()));
    let given = given.map(|it| Row {
        place: escaped(&it.label),
        value: it.pieces.join(" "),
        source: String::new(),
        matters: false,
    });
    (given.chain(listed.iter().map(row)).collect(), runs.len().saturating_sub(MAX_INPUTS))
}

fn lines(trace: &Trace, listed: &[usize], places: &Places<'_>) -> Vec<Line> {
    let depths = depths(trace);
    let step = |idx: &usize| Line::Step(step(trace, *idx, &depths, places));
    if listed.len() <= MAX_ROWS {
        return listed.iter().map(step).collect();
    }
    let half = MAX_ROWS / 2;
    let gap = Line::Gap(listed.len() - 2 * half);
    let (first, last) = (&listed[..half], &listed[listed.len() - half..]);
    first.iter().map(step).chain([gap]).chain(last.iter().map(step)).collect()
}

fn step(trace: &Trace, idx: usize, depths: &[usize], places: &Places<'_>) -> Listed {
    let step = &trace.steps[idx];
    Listed {
        number: idx + 1,
        place: places.link(step.span),
        depth: depths[step.frame].min(MAX_INDENT),
        code: step.text.to_string(),
        effect: words::step(step, idx + 1 == trace.steps.len()),
        finding: step.finding,
        remark: words::iterations(&step.iterations).unwrap_or_default(),
    }
}

/// How many calls each activation is below the first.
fn depths(trace: &Trace) -> Vec<usize> {
    let mut depths = Vec::with_capacity(trace.frames.len());
    for idx in 0..trace.frames.len() {
        let depth = caller(trace, idx).map_or(0, |caller: usize| depths[caller] + 1);
        depths.push(depth);
    }
    depths
}

/// What has called an activation. A caller stands in front of what it calls.
fn caller(trace: &Trace, frame: usize) -> Option<usize> {
    let (caller, _) = trace.frames[frame].caller?;
    (caller < frame).then_some(caller)
}

/// The steps that gave each activation its arguments: those right before its first one that stand in its call.
fn arguments(trace: &Trace) -> Vec<Vec<usize>> {
    let mut arguments = vec![Vec::new(); trace.frames.len()];
    let mut is_begun = vec![false; trace.frames.len()];
    for (first, step) in trace.steps.iter().enumerate() {
        if std::mem::replace(&mut is_begun[step.frame], true) {
            continue;
        }
        let Some((caller, call)) = trace.frames[step.frame].caller else { continue };
        let before = trace.steps[..first].iter().enumerate().rev();
        let given = before.take_while(|(_, it)| it.kind == StepKind::Argument && it.frame == caller);
        let in_call = given.filter(|(_, it)| contains(call, it.span)).map(|(idx, _)| idx);
        arguments[step.frame] = in_call.collect();
    }
    arguments
}

/// Whether a place lies in another.
fn contains(outer: Span, inner: Span) -> bool {
    let begin = (outer.line, outer.column) <= (inner.line, inner.column);
    outer.file == inner.file
        && begin
        && (inner.end_line, inner.end_column) <= (outer.end_line, outer.end_column)
}

/// Whether a step that matters only hands a value on: it gives a variable to a function or returns one, or its value is that of
/// another finding.
fn only_hands_on(report: &Report, step: &Step) -> bool {
    let finding = step.finding.and_then(|rank| report.finding(rank));
    match (finding, step.kind) {
        (Some(finding), _) => finding.folded_into.is_some(),
        (None, StepKind::Argument) => is_name(&step.text),
        (None, StepKind::Return) => {
            is_name(step.text.trim_start_matches("return").trim_end_matches(';').trim())
        }
        (None, _) => false,
    }
}

fn is_name(text: &str) -> bool {
    let is_part = |it: char| it.is_alphanumeric() || it == '_';
    text.chars().all(is_part) && text.chars().next().is_some_and(|it| !it.is_numeric())
}

/// What the script of the page reads. Names are short where there are many of them.
#[derive(Serialize)]
struct Data<'a> {
    /// Where steps stand in several files: number and name of each.
    files: Vec<(u32, &'a str)>,
    /// Where steps stand and what stands there, each once.
    sites: Vec<Site<'a>>,
    /// Of loop iterations their numbers, and what is said of them.
    iterations: Vec<(String, String)>,
    traces: Vec<DataTrace>,
}

/// File, first and last line, text, and assigned place.
#[derive(Serialize)]
struct Site<'a>(u32, u32, u32, &'a str, Option<&'a str>);

impl<'a> Site<'a> {
    fn new((span, text, place): Key<'a>) -> Site<'a> {
        Site(span.file.0, span.line, span.end_line.max(span.line), text, place)
    }
}

#[derive(Serialize)]
struct DataTrace {
    label: String,
    /// How many steps in front are left out.
    skipped: usize,
    /// Function, caller, which is -1 where nobody calls, and the steps that gave it its arguments.
    frames: Vec<(String, i64, Vec<usize>)>,
    steps: Vec<DataStep>,
    object: Option<String>,
}

/// Site, frame, effect, rank or 0, whether it matters (1; 2 if it only hands a value on), and the iterations or -1.
#[derive(Serialize)]
struct DataStep(usize, usize, String, usize, u8, i64);

/// What makes a site.
type Key<'a> = (Span, &'a str, Option<&'a str>);

/// The traces as JSON that can stand in a page.
pub(super) fn data(report: &Report) -> String {
    let mut sites: IndexSet<Key<'_>> = IndexSet::default();
    let mut iterations: IndexSet<Arc<[u32]>> = IndexSet::default();
    let traces: Vec<DataTrace> =
        (0..report.traces.len()).map(|idx| data_trace(report, idx, &mut sites, &mut iterations)).collect();
    let mut ids: Vec<FileId> = sites.iter().map(|(span, ..)| span.file).collect();
    ids.sort_unstable();
    ids.dedup();
    let data = Data {
        files: if ids.len() > 1 { short_names(&report.sources, &ids) } else { Vec::new() },
        sites: sites.into_iter().map(Site::new).collect(),
        iterations: iterations.iter().map(|it| rounds(it)).collect(),
        traces,
    };
    let json = serde_json::to_string(&data).expect("the structs above have text keys only");
    json.replace('<', "\\u003c")
}

/// The numbers of iterations, and what is said of them.
fn rounds(iterations: &[u32]) -> (String, String) {
    let numbers: Vec<String> = iterations.iter().map(u32::to_string).collect();
    (numbers.join("."), words::iterations(iterations).unwrap_or_default())
}

fn data_trace<'a>(
    report: &'a Report,
    idx: usize,
    sites: &mut IndexSet<Key<'a>>,
    iterations: &mut IndexSet<Arc<[u32]>>,
) -> DataTrace {
    let trace = &report.traces[idx];
    let skipped = trace.steps.len().saturating_sub(MAX_STEPS);
    let all = trace.steps.iter().all(|step| !step.relevant);
    let mut step = |(at, it): (usize, &'a Step)| {
        // A parameter is no place of the caller's.
        let place = it.place.as_deref().filter(|_| it.kind != StepKind::Argument);
        let (site, _) = sites.insert_full((it.span, &it.text, place));
        let rounds = match it.iterations.is_empty() {
            true => -1,
            false => iterations.insert_full(Arc::clone(&it.iterations)).0 as i64,
        };
        let is_last = at + 1 == trace.steps.len();
        let matters = match all || is_last || it.relevant {
            true if !is_last && only_hands_on(report, it) => 2,
            matters => u8::from(matters),
        };
        DataStep(site, it.frame, words::step(it, is_last), it.finding.unwrap_or(0), matters, rounds)
    };
    let steps: Vec<DataStep> = trace.steps.iter().enumerate().skip(skipped).map(&mut step).collect();
    let arguments = arguments(trace);
    let frame = |(idx, it): (usize, &crate::Frame)| {
        let caller = caller(trace, idx).map_or(-1, |caller| caller as i64);
        let arguments = arguments[idx].iter().filter_map(|step| step.checked_sub(skipped)).collect();
        (it.function.clone(), caller, arguments)
    };
    let usual = report.error().map(|error| error.span);
    DataTrace {
        label: format!("trace {}", idx + 1),
        skipped,
        frames: trace.frames.iter().enumerate().map(frame).collect(),
        steps,
        object: trace.error.object.as_ref().map(|it| words::object(it, &report.sources, usual)),
    }
}
