//! Witnesses: what one of others leads to, one of the answer, and whether one is right.
//!
//! A witness guides the search where one is given ([`follow`]), before any verifier is asked; what it leads to was executed in the program.
//! One of the answer is read back and followed before it is given out ([`written`]).

use std::sync::Arc;

use faultscope_frontend::c::Annotations;
use faultscope_guidance::{Guidance, Guided, Insertion, Outcome, guide, insert, invariants, violation};
use faultscope_ir::{Program, Property};
use faultscope_report::{Diagnostic, Verdict};
use faultscope_solver::Limits;
use faultscope_verify::abstract_interpretation::AbstractInterpretationBounds;
use faultscope_verify::settle::settle;
use faultscope_verify::trace_abstraction::End;
use faultscope_witness::{Content, Invariant, Matching, Metadata, Segment, Witness, read, write};

use crate::check::{Found, Watched, check_input, completed};
use crate::clock::Clock;
use crate::input::{self, Loaded, Rejection};
use crate::progress::Silent;
use crate::request::{CheckRequest, Options};
use crate::search::{Conclusion, SearchEnd, Searched, search};
use crate::translate::{Translated, finished, translation};

/// What a witness says of the places that are not in the files of the program is of no use to others.
const ELSEWHERE: &str =
    "the error stands in a file that is none of the program's, as line markers or includes say";

/// What a witness leads to; none where that is no error. What came of it is noted either way.
pub(crate) fn follow(
    (loaded, translated): (Loaded, Translated),
    guidance: &Guidance,
    options: &Options,
    limits: &Limits,
    watched: &mut Watched<'_>,
) -> Result<Option<Found>, Rejection> {
    let program = &translated.program;
    let start = limits.spent();
    let mut guided = guided(&loaded, program, guidance, options, limits)?;
    let trace = guided.trace.take();
    watched.stages.guided = Some(Arc::new(guided));
    let Some(trace) = trace else { return Ok(None) };
    let whole = limits.spent() - start;
    let end = SearchEnd {
        conclusion: Conclusion::Unsafe(End::Enough),
        answered_by: None,
        bmc: None,
        trace_abstraction: None,
        certificate: None,
        effort: faultscope_verify::portfolio::Effort { whole, first_trace: Some(whole) },
    };
    let searched = Searched { end: Some(end), ..Searched::given(vec![trace]) };
    let settled = settle(program, &AbstractInterpretationBounds::default(), limits);
    Ok(Some(Found { loaded, translated: Arc::new(translated), focused: None, settled, searched }))
}

fn guided(
    loaded: &Loaded,
    program: &Program,
    guidance: &Guidance,
    options: &Options,
    limits: &Limits,
) -> Result<Guided, Rejection> {
    let annotated = |insertions: &[Insertion]| annotated(loaded, insertions, options);
    guide(program, &annotated, guidance, limits).map_err(|error| {
        let message = format!("this is a witness for another program: {error}");
        Diagnostic::error(message).into()
    })
}

/// The options with which annotations are checked.
fn with_annotations(options: &Options) -> Options {
    let mut options = options.clone();
    options.properties.insert(Property::Contracts);
    options.annotations = Annotations { are_read: true, ..options.annotations };
    options
}

/// The program with annotations in its text, without those that have no meaning there.
fn annotated(loaded: &Loaded, insertions: &[Insertion], options: &Options) -> Option<Program> {
    let options = with_annotations(options);
    let mut insertions = insertions.to_vec();
    for _ in 0..2 {
        let (input, _) = insert(&loaded.input, &insertions);
        let translation = translation(loaded.language, &input, &options);
        if translation.program.is_some() {
            return Some(finished(translation, &options).ok()?.program);
        }
        let wrong = wrong_annotations(&translation.diagnostics, &translation.sources);
        insertions.retain(|it| !wrong.contains(&it.number));
    }
    None
}

/// The numbers of annotations that have no meaning.
fn wrong_annotations(
    diagnostics: &[faultscope_frontend::Diagnostic],
    sources: &faultscope_ir::SourceMap,
) -> Vec<u32> {
    let spans = diagnostics.iter().filter_map(|it| it.span);
    spans
        .filter(|it| sources.file(it.file).name == faultscope_guidance::insertion::FILE)
        .map(|it| it.line)
        .collect()
}

/// What a witness says of the answer; none where there is no answer.
pub(crate) fn written(
    loaded: &Loaded,
    program: &Program,
    searched: &Searched,
    options: &Options,
    limits: &Limits,
) -> Option<Result<Content, String>> {
    if let Some(error) = searched.traces.first() {
        return Some(written_violation(loaded, program, error, options, limits));
    }
    let end = searched.end.as_ref()?;
    (end.conclusion == Conclusion::Safe).then(|| Ok(Content::Correctness(Vec::new())))
}

fn written_violation(
    loaded: &Loaded,
    program: &Program,
    error: &faultscope_verify::ErrorTrace,
    options: &Options,
    limits: &Limits,
) -> Result<Content, String> {
    let mut segments = violation(program, error).map_err(|problem| problem.to_string())?;
    let is_own = |it: &Segment| loaded.input.files.iter().any(|file| file.name == it.follow.location.file);
    if !segments.last().is_some_and(is_own) {
        return Err(ELSEWHERE.to_owned());
    }
    segments.retain(is_own);
    let content = Content::Violation { segments, matching: Matching::First };
    let text = write(&Witness { metadata: Metadata::default(), content: content.clone() });
    let read = read(text.as_bytes()).map_err(|error| format!("it cannot be read back: {error}"))?;
    let Some(Content::Violation { segments, matching }) =
        read.witnesses.into_iter().next().map(|it| it.content)
    else {
        return Err("it cannot be read back".to_owned());
    };
    let guided = guided(loaded, program, &Guidance { segments, matching }, options, limits);
    match guided.map(|it| it.trace) {
        Ok(Some(again)) if again.trace.check == error.trace.check => Ok(content),
        _ => {
            Err("following it does not lead to the error: a value that the error needs cannot be said in it"
                .to_owned())
        }
    }
}

/// Whether a witness is right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Validated {
    /// The answer; none where it is not decided.
    pub is_right: Option<bool>,
    /// Why, in one sentence without a final dot.
    pub reason: String,
}

/// Finds out whether a witness is right.
///
/// # Errors
/// Where the program cannot be read, or the witness is about another one.
pub fn validate(request: &CheckRequest, witness: &Witness) -> Result<Validated, Rejection> {
    let loaded = input::load(request)?;
    let options = &request.options;
    match &witness.content {
        Content::Violation { segments, matching } => {
            let guidance = Guidance { segments: segments.clone(), matching: *matching };
            validate_violation(&loaded, &guidance, options)
        }
        Content::Correctness(said) => validate_correctness(&loaded, said, options),
    }
}

fn validate_violation(
    loaded: &Loaded,
    guidance: &Guidance,
    options: &Options,
) -> Result<Validated, Rejection> {
    let limits = Clock::start(options).limits();
    let all = completed(loaded, options)?.1.program;
    let (loaded, translated) = completed(loaded, &options.as_the_program_says())?;
    let program = &translated.program;
    let guided = guided(&loaded, program, guidance, options, &limits)?;
    let reason = describe(&guided);
    let is_right = match guided.outcome {
        Outcome::Confirmed => Some(true),
        // What happens beyond what the program says was not looked at.
        Outcome::Refuted => (all.procedures == program.procedures).then_some(false),
        Outcome::Followed | Outcome::NotConfirmed => {
            let settled = settle(&all, &AbstractInterpretationBounds::default(), &limits);
            let searched = search(&all, &settled, options, &limits, &mut ());
            if searched.end.is_some_and(|it| it.conclusion == Conclusion::Safe) {
                let reason = "the program has no error".to_owned();
                return Ok(Validated { is_right: Some(false), reason });
            }
            None
        }
    };
    Ok(Validated { is_right, reason })
}

fn validate_correctness(
    loaded: &Loaded,
    said: &[Invariant],
    options: &Options,
) -> Result<Validated, Rejection> {
    let insertions = invariants(&loaded.input, said);
    let options = with_annotations(&Options { program_level: false, patches: false, ..options.clone() });
    let (input, unplaced) = insert(&loaded.input, &insertions);
    let first = said
        .iter()
        .zip(1..)
        .find(|(_, number)| !insertions.iter().any(|it| it.number == *number) || unplaced.contains(number));
    let undecided = |reason: String| Ok(Validated { is_right: None, reason });
    if let Some((invariant, _)) = first {
        return undecided(format!("the place of the invariant `{}` is not found", invariant.value));
    }
    let translation = translation(loaded.language, &input, &options);
    let wrong = wrong_annotations(&translation.diagnostics, &translation.sources);
    if let Some(number) = wrong.first().and_then(|it| it.checked_sub(1)) {
        let value = said.get(number as usize).map_or("", |it| &it.value);
        return undecided(format!("the invariant `{value}` cannot be checked"));
    }
    let mut changed = loaded.clone();
    changed.input = input;
    let report = check_input(&changed, &options, &Silent)?;
    Ok(match (report.verdict, report.error()) {
        (Verdict::Safe, _) => {
            let and = if said.is_empty() { "" } else { ", and the invariants hold" };
            Validated { is_right: Some(true), reason: format!("the program has no error{and}") }
        }
        (Verdict::Unsafe, Some(error)) => {
            let is_invariant =
                report.sources.file(error.span.file).name == faultscope_guidance::insertion::FILE;
            let value = said.get((error.span.line as usize).wrapping_sub(1)).map_or("", |it| &it.value);
            let reason = match is_invariant {
                true => format!("the invariant `{value}` does not hold"),
                false => format!("the program has an error: {}", error.message),
            };
            Validated { is_right: Some(false), reason }
        }
        _ => {
            let reason = report.reason.map_or_else(|| "not decided".to_owned(), |it| it.message);
            Validated { is_right: None, reason }
        }
    })
}

/// A number of things, with an s where that is not one.
fn counted(n: usize, what: &str) -> String {
    if n == 1 { format!("{n} {what}") } else { format!("{n} {what}s") }
}

/// What came of a witness, in one sentence without a final dot.
pub fn describe(guided: &Guided) -> String {
    let Guided { n_segments, n_left_out, reached, place, .. } = guided;
    let at = place.as_ref().map_or(String::new(), |it| format!(" ({}:{})", it.base_name(), it.line));
    let left_out = match n_left_out {
        0 => String::new(),
        n => format!("; {} left out that cannot be followed", counted(*n, "waypoint")),
    };
    match (guided.outcome, reached) {
        (Outcome::Confirmed, _) => format!("the error that it tells of was found and executed{left_out}"),
        (Outcome::Refuted, _) => "no execution follows it to its target".to_owned(),
        (Outcome::Followed, Some(n)) => {
            format!("it was followed to its waypoint {n} of {n_segments}{at}, and no further{left_out}")
        }
        _ => format!("no execution was found that follows it{left_out}"),
    }
}
