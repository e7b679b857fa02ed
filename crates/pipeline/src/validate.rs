//! Whether a witness is right.

use faultscope_guidance::{Demand, Guidance, Outcome, insert, invariants};
use faultscope_ir::Diagnostic;
use faultscope_report::Verdict;
use faultscope_witness::{Content, Invariant, Kind, Matching, Witness};

use crate::check::check_input;
use crate::clock::Clock;
use crate::complete::completed;
use crate::input::{self, Loaded, Rejection};
use crate::progress::Silent;
use crate::request::{CheckRequest, Options};
use crate::search::search;
use crate::translate::translation;
use crate::witness::{guided, with_annotations, wrong_annotations};

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
/// Where the program cannot be read, the witness is about another one, or it tells of no error.
pub fn validate(request: &CheckRequest, witness: &Witness) -> Result<Validated, Rejection> {
    let loaded = input::load(request)?;
    let options = &request.options;
    if let Some(guidance) = Guidance::of(witness.clone()) {
        return validate_violation(&loaded, &guidance, options);
    }
    let Content::Correctness(said) = &witness.content else { unreachable!("it has no violation sequence") };
    let validated = validate_correctness(&loaded, said, options)?;
    if witness.n_left_out > 0 && validated.is_right == Some(true) {
        let reason = format!("{}, but a part of the witness was not read", validated.reason);
        return Ok(Validated { is_right: None, reason });
    }
    Ok(validated)
}

fn validate_violation(
    loaded: &Loaded,
    guidance: &Guidance,
    options: &Options,
) -> Result<Validated, Rejection> {
    let names_error = guidance.segments.last().is_some_and(|it| it.follow.kind == Kind::Target);
    if !names_error && guidance.matching == Matching::First {
        let message = "the witness names no error: a violation sequence ends with a waypoint `target`";
        return Err(Diagnostic::error(message).into());
    }
    let limits = Clock::start(options).limits();
    let all = completed(loaded, options)?.1.program;
    let (loaded, translated) = completed(loaded, &options.as_the_program_says())?;
    let program = &translated.program;
    let guided = guided(&loaded, program, guidance, Demand::Waypoints, options, &limits)?;
    let reason = guided.describe();
    let is_right = match guided.outcome {
        // An execution of GraphML passes what it can of an automaton; a sequence says what is passed, one after the other.
        Outcome::Confirmed if guided.n_left_out > 0 && guidance.matching == Matching::First => None,
        Outcome::Confirmed => Some(true),
        // What happens beyond what the program says was not looked at.
        Outcome::Refuted => (all.procedures == program.procedures).then_some(false),
        Outcome::Followed | Outcome::NotConfirmed => {
            if search(&all, options, &limits, &mut ()).answer.is_safe() {
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
