//! # PED: proof-guided error diagnosis
//! Which small sets of source statements could be changed so that the failing execution leaves the trace before the error \[1\]?
//!
//! The trace, sliced to the failing check and with the inputs of its failing execution, becomes a *repair program*
//! (`repair_program.rs`, \[1\] section 3.2): every statement that is not trusted has a selector, and where that is set it assigns
//! another value, or a condition comes out the other way; behind each condition that comes out otherwise, and where the failing
//! check holds, there is an exit. A *repair solution* is the set of statements whose selectors are set in a model in which an exit
//! is taken (`search.rs`, \[1\] Fig. 5).
//!
//! What keeps the solutions few:
//! * *Correlation* (\[1\] section 4.3): one selector for all steps of one source statement; and a statement that uses what another
//!   one defines on the trace is not changed together with it.
//! * *A bound* on the number of statements, which grows (section 4.4).
//! * *A mined specification* (section 4.1): statements that proofs rest on are trusted, and the values of others are constrained,
//!   so that what was proved stays proved ([`Specification`]).
//! * *An annotation library* (section 4.2): instead of any value, one of a list of alternatives with weights, the same at all
//!   steps of a statement ([`Choice`]: the trace is of a program whose inputs choose); solutions come by the sum of their weights, the largest first.
//! * *Several traces*: what repairs one and not another is dropped ([`together`]).
//!
//! A trace that is too long for one formula is asked about from some step on: what is before this *window* is as it was executed,
//! and what is changed is changed in the window alone. That is an approximation from above: a statement that is changed in the window
//! may do something else before it, too, and [`Ended::Window`] says so. The window is as long as its formula allows, and in it one
//! statement is changed at a time.
//!
//! Solutions are ranked by how much of the repair program is executed, then fewer changes, then changes outside loops
//! (section 5).
//!
//! **Deviations**: a solution blocks its supersets at the same exit, and not only one assignment, so that what is found there is
//! minimal; a solver's spare change would make it a solution of its own. Checks that held on the trace have to hold in front of the
//! exit: an execution that violates another check is not repaired. What the translation assumes of the environment has to hold, too. Inputs are
//! fixed, and so no statements that could change.
//!
//! # References
//! - \[1\] Gogul Balakrishnan, Malay Ganai: _PED: Proof-guided error diagnosis by triangulation of program error causes_, SEFM 2008.

mod folding;
mod solution;
mod specification;
mod turns;

mod repair_program;
mod search;

use std::collections::BTreeSet;

use faultscope_ir::{OriginId, Program, Step, Trace};
use faultscope_solver::Limits;

use super::control::Control;
use super::formula::Failure;
use super::outcome::{BaselineConfig, BaselineOutcome, BaselineStatement, Ended};
pub use folding::folded;
use repair_program::RepairProgram;
use search::RepairSearch;
pub use solution::{Repair, RepairSolution};
pub use specification::{Choice, Specification};
pub use turns::turns_onto;

/// Settings of PED.
#[derive(Debug, Clone)]
pub struct PedConfig {
    /// The solver's settings, and how many queries there are.
    pub queries: BaselineConfig,
    /// The largest bound on the number of changed statements.
    pub max_bound: usize,
    /// Most solutions.
    pub max_solutions: usize,
}

impl PedConfig {
    /// What the command line uses. As in \[1\] there are 250 solutions at most.
    pub fn standard() -> PedConfig {
        PedConfig { queries: BaselineConfig::standard(), max_bound: 2, max_solutions: 250 }
    }
}

/// What PED gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PedOutcome {
    /// The solutions, the first in rank in front. A set of statements occurs once for each exit that it leads to.
    pub solutions: Vec<RepairSolution>,
    /// Whether these are all up to the bound on changes.
    pub ended: Ended,
    /// Solver queries.
    pub n_queries: usize,
}

/// The first in rank of the solutions with the same statements.
pub fn distinct(solutions: Vec<RepairSolution>) -> Vec<RepairSolution> {
    let mut seen = BTreeSet::new();
    solutions.into_iter().filter(|it| seen.insert(it.statements())).collect()
}

/// Solutions as what a technique marks: their statements in the order of the solutions, and which of these each consists of.
pub fn listed(
    program: &Program,
    steps: &[Step],
    solutions: &[RepairSolution],
    ended: Ended,
    n_queries: usize,
) -> BaselineOutcome {
    let mut listed: Vec<OriginId> = Vec::new();
    let mut sets: Vec<Vec<usize>> = Vec::new();
    for solution in solutions {
        let mut set = Vec::new();
        for change in &solution.changes {
            let known = listed.iter().position(|it| *it == change.statement);
            set.push(known.unwrap_or(listed.len()));
            if known.is_none() {
                listed.push(change.statement);
            }
        }
        sets.push(set);
    }
    let key = |origin: OriginId| program.sources.statement(origin);
    let statement = |origin: OriginId| {
        let steps = steps.iter().enumerate().filter(|(_, it)| key(it.origin) == key(origin));
        BaselineStatement { origin, steps: steps.map(|(step, _)| step).collect() }
    };
    let statements = listed.into_iter().map(statement).collect();
    BaselineOutcome { statements, sets, ended, n_queries }
}

/// The repair solutions of a trace.
pub fn ped(
    program: &Program,
    trace: &Trace,
    specification: &Specification,
    config: &PedConfig,
    limits: &Limits,
) -> PedOutcome {
    let asked = Asked { program, trace, specification, queries: &config.queries, has_windows: true };
    searched(asked, limits, |_, search, is_whole| match (is_whole, &specification.library) {
        (true, _) => search.solutions(config.max_bound, config.max_solutions),
        (false, Some(_)) => search.solutions(1, config.max_solutions),
        // As many questions as there are statements, where each exit of each would be another one.
        (false, None) => search.latest(&BTreeSet::new()),
    })
}

/// Of the repair solutions that change one statement and choose among no alternatives, for each statement the one that leaves
/// the trace the latest: the [distinct] ones of [`ped`] with a bound of 1, without asking for the others.
///
/// Of some steps it may be known which condition is the first that comes out otherwise with some other value there
/// ([`Influence`](crate::influence::Influence)): `differences` are such steps with those of the conditions. Where that is the
/// failing check, nothing is asked.
pub fn latest_exits(
    program: &Program,
    trace: &Trace,
    differences: &[(usize, usize)],
    queries: &BaselineConfig,
    limits: &Limits,
) -> PedOutcome {
    let specification = &Specification::default();
    let asked = Asked { program, trace, specification, queries, has_windows: false };
    searched(asked, limits, |failure, search, _| {
        let at_check = differences.iter().filter(|(_, condition)| failure.is_violated(*condition));
        search.latest(&at_check.map(|(step, _)| *step).collect())
    })
}

/// What is asked about.
struct Asked<'a> {
    program: &'a Program,
    trace: &'a Trace,
    specification: &'a Specification,
    queries: &'a BaselineConfig,
    /// Whether a trace that is too long is asked about from some step on.
    has_windows: bool,
}

fn searched(
    asked: Asked<'_>,
    limits: &Limits,
    solutions: impl Fn(&Failure<'_>, &mut RepairSearch<'_>, bool) -> (Vec<RepairSolution>, Ended),
) -> PedOutcome {
    let Asked { program, trace, specification, queries, has_windows } = asked;
    let nothing = |ended, n_queries| PedOutcome { solutions: Vec::new(), ended, n_queries };
    let (failure, question) = match Failure::new(program, trace, queries, limits) {
        Ok(it) => it,
        Err(outcome) => return nothing(outcome.ended, outcome.n_queries),
    };
    let control = Control::new(program, trace);
    let last = failure.violated.1 + 1;
    let (mut n_steps, mut n_queries, mut question) = (last, 0, Some(question));
    loop {
        let repair_program = RepairProgram::new(&failure, &control, specification, last - n_steps);
        let can_shrink = has_windows && n_steps > 1 && limits.exceeded().is_none();
        let is_too_large = repair_program.is_too_large();
        if is_too_large && !can_shrink {
            return nothing(Ended::TooLarge, n_queries);
        }
        if !is_too_large {
            // A question knows one formula.
            let question = match question.take() {
                Some(question) => question,
                None => match Failure::new(program, trace, queries, limits) {
                    Ok((_, question)) => question,
                    Err(outcome) => return nothing(outcome.ended, n_queries + outcome.n_queries),
                },
            };
            let mut search = RepairSearch::new(&repair_program, question);
            let (mut solutions, mut ended) = solutions(&failure, &mut search, n_steps == last);
            n_queries += search.n_queries();
            if !(solutions.is_empty() && ended == Ended::Undecided && can_shrink) {
                if matches!(ended, Ended::Complete | Ended::Bound) && n_steps < last {
                    ended = Ended::Window(n_steps);
                }
                solutions.sort_by_cached_key(RepairSolution::rank);
                return PedOutcome { solutions, ended, n_queries };
            }
        }
        let (kept, of) = if is_too_large { WINDOW_SHRINKS } else { WINDOW_IS_LEFT_OPEN };
        n_steps = (n_steps * kept / of).max(1);
    }
}

/// How much of a window is left when it is too long: so little is lost that the next one would not have to be much shorter.
const WINDOW_SHRINKS: (usize, usize) = (3, 4);

/// The same when the solver leaves its first question open: each costs as much as a question may.
const WINDOW_IS_LEFT_OPEN: (usize, usize) = (1, 4);

/// What repairs all of several traces (\[1\] section 4.4): those solutions of the first of which all others have one with the same
/// changes or fewer, in their order.
pub fn together(outcomes: &[PedOutcome]) -> Vec<RepairSolution> {
    let [first, others @ ..] = outcomes else { return Vec::new() };
    let repairs = |changed: &BTreeSet<OriginId>, outcome: &PedOutcome| {
        outcome.solutions.iter().any(|it| it.changes.iter().all(|it| changed.contains(&it.statement)))
    };
    let repairs_all = |solution: &&RepairSolution| {
        let changed = solution.statements();
        others.iter().all(|it| repairs(&changed, it))
    };
    first.solutions.iter().filter(repairs_all).cloned().collect()
}
