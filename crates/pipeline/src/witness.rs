//! Witnesses: what one of others leads to, and one of the answer.
//!
//! A witness guides the search where one is given ([`follow`]), before any verifier is asked; what it leads to was executed in the program.
//! One of the answer is read back and followed before it is given out ([`written`]).

use std::collections::BTreeSet;

use faultscope_frontend::c::Annotations;
use faultscope_guidance::{
    Demand, Guidance, Guided, Insertion, correctness, guide, insert, insertion, violation,
};
use faultscope_ir::program::Language;
use faultscope_ir::{Diagnostic, Program, Property, Terminator};
use faultscope_solver::Limits;
use faultscope_verify::abstract_interpretation::AbstractInterpretationBounds;
use faultscope_verify::settle::{Settled, with_known};
use faultscope_verify::{Answer, Effort, End, Verdict};
use faultscope_witness::{Content, Invariant, Matching, Metadata, Segment, Witness, read, write};

use crate::input::{Loaded, Rejection};
use crate::limits::{INVARIANTS_EFFORT, MAX_INVARIANT_ROUNDS};
use crate::request::Options;
use crate::translate::{finished, translation};

/// What a witness says of the places that are not in the files of the program is of no use to others.
const ELSEWHERE: &str =
    "the error stands in a file that is none of the program's, as line markers or includes say";

/// What comes of a witness, and the search that it ends where it leads to an error.
pub(crate) fn follow(
    loaded: &Loaded,
    program: &Program,
    guidance: &Guidance,
    options: &Options,
    limits: &Limits,
) -> Result<(Guided, Option<Answer>), Rejection> {
    let start = limits.spent();
    let mut guided = guided(loaded, program, guidance, Demand::Error, options, limits)?;
    let answer = guided.trace.take().map(|trace| {
        let whole = limits.spent() - start;
        let effort = Effort { whole, first_trace: Some(whole) };
        Answer { effort, ..Answer::new(Verdict::Fails(End::Enough), vec![trace]) }
    });
    Ok((guided, answer))
}

pub(crate) fn guided(
    loaded: &Loaded,
    program: &Program,
    guidance: &Guidance,
    demand: Demand,
    options: &Options,
    limits: &Limits,
) -> Result<Guided, Rejection> {
    let annotated = |insertions: &[Insertion]| Some(annotated(loaded, insertions, options)?.0);
    guide(program, &annotated, guidance, demand, limits).map_err(|error| {
        let message = format!("this is a witness for another program: {error}");
        Diagnostic::error(message).into()
    })
}

/// The options with which annotations are checked.
pub(crate) fn with_annotations(options: &Options) -> Options {
    let mut options = options.clone();
    options.properties.insert(Property::Contracts);
    options.annotations = Annotations { are_read: true, ..options.annotations };
    options
}

/// The program with annotations in its text, without those that have no meaning there, and the numbers of those that have.
fn annotated(
    loaded: &Loaded,
    insertions: &[Insertion],
    options: &Options,
) -> Option<(Program, BTreeSet<u32>)> {
    let options = with_annotations(options);
    let mut insertions = insertions.to_vec();
    for _ in 0..2 {
        let (input, unplaced) = insert(&loaded.input, &insertions);
        insertions.retain(|it| !unplaced.contains(&it.number));
        let translation = translation(loaded.language, &input, &options);
        let wrong = wrong_annotations(&translation.diagnostics, &translation.sources);
        if translation.program.is_some() {
            let numbers = insertions.iter().map(|it| it.number).filter(|it| !wrong.contains(it)).collect();
            return Some((finished(translation, &options).ok()?.program, numbers));
        }
        insertions.retain(|it| !wrong.contains(&it.number));
    }
    None
}

/// The numbers of annotations that have no meaning.
pub(crate) fn wrong_annotations(diagnostics: &[Diagnostic], sources: &faultscope_ir::SourceMap) -> Vec<u32> {
    let spans = diagnostics.iter().filter_map(|it| it.span);
    spans.filter(|it| sources.file(it.file).name == insertion::FILE).map(|it| it.line).collect()
}

/// What a witness says of the answer; none where there is no answer.
pub(crate) fn written(
    loaded: &Loaded,
    program: &Program,
    answer: &Answer,
    options: &Options,
    limits: &Limits,
) -> Option<Result<Content, String>> {
    if let Some(error) = answer.traces.first() {
        return Some(written_violation(loaded, program, error, options, limits));
    }
    answer.is_safe().then(|| Ok(Content::Correctness(loop_invariants(loaded, program, options, limits))))
}

/// What holds at the loops of a program without errors, as far as intervals prove it where it is read.
fn loop_invariants(loaded: &Loaded, program: &Program, options: &Options, limits: &Limits) -> Vec<Invariant> {
    let limits = &limits.with_effort(limits.scaled(INVARIANTS_EFFORT));
    let bounds = AbstractInterpretationBounds::default();
    if loaded.language != Language::C {
        return Vec::new();
    }
    let known = with_known(program, &bounds, limits, |known| correctness::candidates(program, known));
    let Some(mut candidates) = known else { return Vec::new() };
    candidates.retain(|it| loaded.input.files.iter().any(|file| file.name == it.location.file));
    // Those that mean nothing where they would stand, and those that are not proved, are left out. What is behind one that
    // does not hold was proved of fewer executions, so the others are asked for again.
    for _ in 0..MAX_INVARIANT_ROUNDS {
        let numbered = insertion::invariants(&loaded.input, &candidates);
        let Some((program, numbers)) = annotated(loaded, &numbered, options) else { return Vec::new() };
        let open = open_annotations(&Settled::of(&program, limits).program);
        let n_candidates = candidates.len();
        let proved = candidates.into_iter().zip(1..);
        let proved = proved.filter(|(_, number)| numbers.contains(number) && !open.contains(number));
        candidates = proved.map(|(it, _)| it).collect();
        if candidates.len() == n_candidates {
            return correctness::joined(&candidates);
        }
    }
    Vec::new()
}

/// The numbers of annotations that an error may violate.
fn open_annotations(program: &Program) -> BTreeSet<u32> {
    let blocks = program.procedures.iter().flat_map(|it| &it.blocks);
    let violated = blocks.filter_map(|block| match block.terminator {
        Terminator::Error { check } => Some(program.sources.origin(program.check(check).origin).span),
        _ => None,
    });
    let own = violated.filter(|span| program.sources.file(span.file).name == insertion::FILE);
    own.map(|span| span.line).collect()
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
    let content = Content::Violation { segments, matching: Matching::First, lines: Vec::new() };
    let text = write(&Witness { metadata: Metadata::default(), content: content.clone(), n_left_out: 0 });
    let read = read(text.as_bytes()).map_err(|error| format!("it cannot be read back: {error}"))?;
    let Some(guidance) = read.witnesses.into_iter().find_map(Guidance::of) else {
        return Err("it cannot be read back".to_owned());
    };
    let guided = guided(loaded, program, &guidance, Demand::Error, options, limits);
    match guided.map(|it| it.trace) {
        Ok(Some(again)) if again.trace.check == error.trace.check => Ok(content),
        _ => {
            Err("following it does not lead to the error: a value that the error needs cannot be said in it"
                .to_owned())
        }
    }
}
