//! The error that a witness of somebody else tells of.

use std::fmt;

use faultscope_ir::Program;
use faultscope_solver::Limits;
use faultscope_verify::interpreter::{self, ExecutionBounds};
use faultscope_verify::portfolio::{Engine, PortfolioConfig, Strategy};
use faultscope_verify::{Answer, ErrorTrace, Question, Verdict, ask};
use faultscope_witness::{Content, Location, Matching, Segment, Witness};

use crate::events::recorded;
use crate::insertion::Insertion;
use crate::limits::{GUIDED_EFFORT, PROGRESS_EFFORT};
use crate::places::Places;
use crate::product::{Product, Visits, insertions};
use crate::replay::{is_target, replay};

/// What a witness says, to be looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Guidance {
    /// What is passed.
    pub segments: Vec<Segment>,
    /// How strictly.
    pub matching: Matching,
    /// The lines that an automaton names, one after the other.
    pub lines: Vec<Location>,
    /// How many waypoints were left out as the witness was read, or a part of what they say.
    pub n_left_out: usize,
}

impl Guidance {
    /// What a witness says of an error; none where it says what holds in a program without errors.
    pub fn of(witness: Witness) -> Option<Guidance> {
        let Content::Violation { segments, matching, lines } = witness.content else { return None };
        Some(Guidance { segments, matching, lines, n_left_out: witness.n_left_out })
    }
}

/// What has to be shown before a witness is confirmed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Demand {
    /// An execution that ends at the error, given the values of the witness or along it: enough for a search.
    Error,
    /// An execution that also passes all waypoints, one after the other. Those that cannot be followed are counted.
    Waypoints,
}

/// What came of a witness.
#[derive(Debug)]
pub struct Guided {
    /// The answer.
    pub outcome: Outcome,
    /// The error trace of the program, where the witness is confirmed.
    pub trace: Option<ErrorTrace>,
    /// How many segments the witness has.
    pub n_segments: usize,
    /// How many of them were left out, for their places or constraints are not found in the program.
    pub n_left_out: usize,
    /// The furthest segment that an execution passes, counted from 1; none where none does.
    pub reached: Option<usize>,
    /// Where that is.
    pub place: Option<Location>,
    /// Whether the execution passes the lines of the witness alone, for its values lead elsewhere.
    pub is_along_lines: bool,
}

impl Guided {
    /// What came of the witness, in one sentence without a final dot.
    pub fn describe(&self) -> String {
        let Guided { n_segments, n_left_out, reached, place, .. } = self;
        let at = place.as_ref().map_or(String::new(), |it| format!(" ({}:{})", it.base_name(), it.line));
        let left_out = match n_left_out {
            0 => String::new(),
            n => format!("; {} left out that cannot be followed", counted(*n, "waypoint")),
        };
        match (self.outcome, reached) {
            (Outcome::Confirmed, _) if self.is_along_lines => {
                "the error that it tells of was found and executed along its lines; its values lead elsewhere"
                    .to_owned()
            }
            (Outcome::Confirmed, _) => format!("the error that it tells of was found and executed{left_out}"),
            (Outcome::Refuted, _) => "no execution follows it to its target".to_owned(),
            (Outcome::Followed, Some(n)) => {
                format!("it was followed to its waypoint {n} of {n_segments}{at}, and no further{left_out}")
            }
            _ => format!("no execution was found that follows it{left_out}"),
        }
    }
}

/// Whether a witness is right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// An execution of the program that follows it, or is given its values, ends at the error.
    Confirmed,
    /// No execution follows it to the error.
    Refuted,
    /// Executions follow it up to some segment; no further one was found.
    Followed,
    /// Nothing was found that follows it.
    NotConfirmed,
}

impl Outcome {
    /// The identifier, stable, for other programs.
    pub const fn name(self) -> &'static str {
        match self {
            Outcome::Confirmed => "confirmed",
            Outcome::Refuted => "refuted",
            Outcome::Followed => "followed",
            Outcome::NotConfirmed => "not-confirmed",
        }
    }
}

/// A number of things, with an s where that is not one.
fn counted(n: usize, what: &str) -> String {
    if n == 1 { format!("{n} {what}") } else { format!("{n} {what}s") }
}

/// A witness that says nothing of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OfAnotherProgram;

impl fmt::Display for OfAnotherProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no place that the witness names is in the program")
    }
}

/// Looks for the error that a witness tells of. `annotated` gives the program with annotations in its text.
///
/// # Errors
/// Where the witness names no place that the program has.
pub fn guide(
    program: &Program,
    annotated: &dyn Fn(&[Insertion]) -> Option<Program>,
    guidance: &Guidance,
    demand: Demand,
    limits: &Limits,
) -> Result<Guided, OfAnotherProgram> {
    let Guidance { segments, matching, .. } = guidance;
    let places = Places::new(program);
    let mut locations = segments.iter().map(|it| &it.follow.location);
    let has = |location: &Location| {
        let file = places.file(location).and_then(|file| places.layout(file));
        file.is_some_and(|layout| layout.first(location.line).is_some())
    };
    if !segments.is_empty() && !locations.any(has) {
        return Err(OfAnotherProgram);
    }
    let n_segments = segments.len();
    let confirmed = |trace: ErrorTrace, n_left_out| Guided {
        outcome: Outcome::Confirmed,
        trace: Some(trace),
        n_segments,
        n_left_out,
        reached: Some(n_segments),
        place: segments.last().map(|it| it.follow.location.clone()),
        is_along_lines: false,
    };
    let replayed = replay(program, segments, *matching);
    let mut given = replayed.error.filter(|_| replayed.is_target);
    if demand == Demand::Error
        && let Some(error) = given.take()
    {
        return Ok(confirmed(error, guidance.n_left_out));
    }
    let insertions = insertions(segments, *matching);
    let text = if insertions.is_empty() { None } else { annotated(&insertions) };
    let product = Product::new(text.unwrap_or_else(|| program.clone()), segments, *matching);
    let n_left_out = guidance.n_left_out + product.n_left_out;
    let to_target = product.to_target(product.followed.len(), Visits::Each);
    if let Some(error) = given.filter(|it| passes(&to_target, it)) {
        return Ok(confirmed(error, n_left_out));
    }
    // An execution that follows a witness is looked for; that there is none needs few rounds of loops.
    let config = PortfolioConfig { strategy: Strategy::Only(Engine::Bmc), ..PortfolioConfig::default() };
    let search = |program: &Program, effort| {
        let limits = limits.with_effort(limits.scaled(effort));
        ask(&Question::new(program, &config), &limits, &mut ())
    };
    let executed = |answer: &Answer| {
        let found = answer.traces.first()?;
        let execution = interpreter::run(program, &mut recorded(found), &ExecutionBounds::default());
        execution.into_error_trace().filter(|error| is_target(program, segments, *matching, error))
    };
    let answer = search(&to_target, GUIDED_EFFORT);
    if let Some(error) = executed(&answer) {
        return Ok(confirmed(error, n_left_out));
    }
    // Some writers say several things of one visit of a statement in several waypoints.
    let mut is_refuted = answer.is_safe() && n_left_out == 0;
    if product.has_shared() {
        let answer = search(&product.to_target(product.followed.len(), Visits::Shared), GUIDED_EFFORT);
        is_refuted &= answer.is_safe();
        if let Some(error) = executed(&answer).filter(|_| demand == Demand::Error) {
            return Ok(confirmed(error, n_left_out));
        }
    }
    // CBMC 6.6 writes values of other places and times, too, but the lines are those of the execution.
    if *matching == Matching::Any && demand == Demand::Error {
        let lines = Product::along(program.clone(), &guidance.lines);
        let answer = search(&lines.to_target(lines.followed.len(), Visits::Each), GUIDED_EFFORT);
        if !lines.followed.is_empty()
            && let Some(error) = executed(&answer)
        {
            return Ok(Guided { is_along_lines: true, ..confirmed(error, n_left_out) });
        }
    }
    let reached = furthest(&product, &|program| search(program, PROGRESS_EFFORT));
    // Automata of GraphML name values of other rounds of a loop, too: what follows them as far as any execution can is good.
    if *matching == Matching::Any && demand == Demand::Error && reached > 0 {
        let n_left_out = n_left_out + product.followed.len() - reached;
        if let Some(error) = executed(&search(&product.to_target(reached, Visits::Each), GUIDED_EFFORT)) {
            return Ok(confirmed(error, n_left_out));
        }
    }
    let last = reached.checked_sub(1).map(|number| product.followed[number]);
    let outcome = match last {
        _ if is_refuted => Outcome::Refuted,
        Some(_) => Outcome::Followed,
        None => Outcome::NotConfirmed,
    };
    let place = last.map(|it| segments[it].follow.location.clone());
    let reached = last.map(|it| it + 1);
    Ok(Guided { outcome, trace: None, n_segments, n_left_out, reached, place, is_along_lines: false })
}

/// Whether the execution of an error trace is one of the product, too.
fn passes(product: &Program, error: &ErrorTrace) -> bool {
    let execution = interpreter::run(product, &mut recorded(error), &ExecutionBounds::default());
    execution.into_error_trace().is_some()
}

/// How many of the segments that are followed some execution passes, as far as that is found out.
fn furthest(product: &Product, search: &dyn Fn(&Program) -> Answer) -> usize {
    let (mut passed, mut open) = (0, product.followed.len() + 1);
    // What is near is found soon; that nothing is found takes the whole effort.
    let mut is_near = true;
    while open - passed > 1 {
        let next = if is_near { (2 * passed).clamp(passed + 1, open - 1) } else { passed.midpoint(open) };
        match search(&product.to_segment(next)).verdict {
            Verdict::Fails(_) => passed = next,
            _ => (open, is_near) = (next, false),
        }
    }
    passed
}
