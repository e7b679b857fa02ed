//! PED on the error traces of a program: with the annotation library, and behind that with any values; of both what the mined
//! specification allows.
//!
//! **Deviations** from \[1\], where no trusted statement is changed: a statement whose values the safety projection constrains
//! can be given others, and a condition is trusted for each outcome apart. In `x = 0; … assert(x <= 1)` the proof that `x + 2` does
//! not overflow rests on `x = 0`, which is what is wrong; and a proof behind `if (i <= n)` is no reason to go there with a larger `i`.
//! An assignment on which a proof rests that bounds the value of the failing check from the other side is not changed, as in \[1\], as
//! long as there are other solutions: `i = 0` keeps `a[i]` from being below the array.
//!
//! Of several error traces what repairs all of them is left (\[1\] section 4.4). Where nothing does, or the search on another trace was
//! cut short, what repairs more of them comes first. A condition that only leads from one error trace to another repairs neither.
//!
//! # References
//! - \[1\] Gogul Balakrishnan, Malay Ganai: _PED: Proof-guided error diagnosis by triangulation of program error causes_, SEFM 2008.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use faultscope_frontend::sites::Role;
use faultscope_ir::index::IndexMap;
use faultscope_ir::{
    CheckId, CheckOutcome, CheckStatus, Command, DecidedBy, OriginId, OriginKind, Program, Span, Step,
    Symbol, Term, Trace,
};
use faultscope_localize::baselines::ped::{
    PedConfig, Repair, RepairSolution, Specification, distinct, folded, listed, ped, turns_onto,
};
use faultscope_localize::baselines::{BaselineConfig, BaselineOutcome, Ended};
use faultscope_localize::branches::Branches;
use faultscope_solver::Limits;
use faultscope_verify::ErrorTrace;
use faultscope_verify::mined_specification::{Bound, MinedSpecification, ProvedCheck, mine};

use crate::annotations::annotated;
use crate::budgets;
use crate::limits::{MAX_ALTERNATIVES, MAX_PED_TRACES};
use crate::proposals::{Change, Edit, Proposer, Subject};
use crate::recording::{Ending, Recording};
use crate::rules::Rules;
use crate::workspace::Workspace;

/// What of PED is used besides the repair program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parts {
    /// Several error traces.
    pub traces: bool,
    /// The annotation library.
    pub library: bool,
    /// The mined specification.
    pub specification: bool,
    /// Whether what was mined is shown.
    pub projections: bool,
}

impl Parts {
    /// Everything.
    pub const ALL: Parts = Parts { traces: true, library: true, specification: true, projections: false };
    /// Nothing but the repair program.
    pub const NONE: Parts = Parts { traces: false, library: false, specification: false, projections: false };
}

/// What PED says.
#[derive(Debug, Clone)]
pub struct Diagnosed {
    /// The statements of the solutions in their order, and which of these each solution consists of.
    pub outcome: BaselineOutcome,
    /// The solutions, one for each of the outcome's sets.
    pub solutions: Vec<Solution>,
    /// The statements of the first trace that proofs rest on, in the order of their first steps.
    pub trusted: Vec<Trusted>,
    /// How many error traces it looked at.
    pub n_traces: usize,
    /// The checks that hold on all executions, as octagons prove.
    pub holding: BTreeSet<CheckId>,
    /// What is known of the checks that are proved, where that was asked for.
    pub projections: Vec<ProvedCheck>,
}

impl Diagnosed {
    /// What became of a check: proved, where that was open and octagons prove it.
    pub fn decided(&self, outcome: CheckOutcome) -> CheckOutcome {
        let is_open = matches!(outcome.status, CheckStatus::Undecided | CheckStatus::HoldsWithinLimits);
        if is_open && self.holding.contains(&outcome.check) {
            return CheckOutcome::decided(
                outcome.check,
                CheckStatus::Proved,
                DecidedBy::AbstractInterpretation,
            );
        }
        outcome
    }
}

/// A statement that proofs rest on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trusted {
    /// The statement.
    pub statement: OriginId,
    /// How many steps of the trace are of it.
    pub n_steps: usize,
    /// The checks whose proofs rest on it, or of which a bound does.
    pub checks: BTreeSet<(CheckId, Option<Bound>)>,
}

/// A repair solution of the program.
#[derive(Debug, Clone)]
pub struct Solution {
    /// What is changed.
    pub repair: RepairSolution,
    /// For each of its statements what stands there instead, where the library says so.
    pub edits: Vec<Option<Edit>>,
    /// Where the execution leaves the error trace.
    pub exit: Span,
    /// Whether that is at the failing check, which then holds.
    pub is_at_check: bool,
    /// How many of the error traces it repairs.
    pub n_traces: usize,
    /// The proved checks that constrain the values of its statements.
    pub constrained_by: BTreeSet<CheckId>,
}

/// A source statement, which can have several origins.
type Key = (Span, OriginKind);

/// What the mined specification says of the statements of the error traces.
#[derive(Default)]
struct Mined {
    trusted: BTreeMap<Key, BTreeSet<(CheckId, Option<Bound>)>>,
    /// Those of them that are in the procedure of the check: without a constraint they are not changed. What a caller does is where
    /// the fault may as well be.
    beside: BTreeSet<Key>,
    /// Those of them that bound the value of the failing check from the other side: they are not changed at all.
    bounding: BTreeSet<Key>,
    /// The outcomes of conditions that proofs rest on.
    outcomes: BTreeSet<(Key, bool)>,
    /// What has to hold behind an assignment to a variable, and for which checks.
    constraints: BTreeMap<(Key, Symbol), (Term, BTreeSet<CheckId>)>,
}

/// What is known of a program that fails.
pub struct Diagnosis<'a> {
    program: &'a Program,
    traces: &'a [ErrorTrace],
    workspace: &'a dyn Workspace,
    rules: &'a Rules,
    config: PedConfig,
    limits: &'a Limits,
    parts: Parts,
    mined: Mined,
    /// One origin for each statement: several can stand for the same.
    origins: BTreeMap<Key, OriginId>,
}

impl<'a> Diagnosis<'a> {
    /// For the error traces of a program. The annotation library is made of these rules, and what proofs rest on is mined
    /// from the whole program.
    pub fn new(
        program: &'a Program,
        traces: &'a [ErrorTrace],
        workspace: &'a dyn Workspace,
        rules: &'a Rules,
        queries: &BaselineConfig,
        limits: &'a Limits,
    ) -> Diagnosis<'a> {
        let mut origins = BTreeMap::new();
        for step in traces.iter().flat_map(|it| it.trace.steps.iter()) {
            origins.entry(key(program, step.origin)).or_insert(step.origin);
        }
        let config = PedConfig { queries: queries.clone(), ..PedConfig::standard() };
        let (parts, mined) = (Parts::ALL, Mined::default());
        Diagnosis { program, traces, workspace, rules, config, limits, parts, mined, origins }
    }

    /// The same with these parts only.
    #[must_use]
    pub fn with_parts(self, parts: Parts) -> Diagnosis<'a> {
        Diagnosis { parts, ..self }
    }

    /// The solutions of the first error trace: those that repair all traces, else those that repair most of them first; then those of
    /// the library.
    pub fn run(mut self) -> Diagnosed {
        let (mut projections, mut holding) = (Vec::new(), BTreeSet::new());
        if self.parts.specification {
            // Where time runs out, what is known of some checks is worth less than solutions.
            let half = |left| self.limits.with_timeout(left / 2);
            let limits = self.limits.remaining().map_or_else(|| self.limits.child(), half);
            let specification = mine(self.program, &limits);
            self.mined = Mined::new(self.program, self.traces, &specification);
            holding.clone_from(specification.holding());
            if self.parts.projections {
                projections = specification.proved().to_vec();
            }
        }
        let steps = self.traces.first().map_or(&[][..], |it| &it.trace.steps);
        let trusted = self.trusted(steps);
        let n_traces = if self.parts.traces { self.traces.len().min(MAX_PED_TRACES) } else { 1 };
        let mut together = self.together(n_traces);
        if !self.mined.bounding.is_empty() && !together.solutions.iter().any(|it| it.n_traces == n_traces) {
            self.mined.bounding.clear();
            let others = self.together(n_traces);
            together.n_queries += others.n_queries;
            if others.repairs() > together.repairs() {
                together = Together { n_queries: together.n_queries, ..others };
            }
        }
        let Together { solutions, ended, n_queries } = together;
        let repairs: Vec<RepairSolution> = solutions.iter().map(|it| it.repair.clone()).collect();
        let outcome = listed(self.program, steps, &repairs, ended, n_queries);
        Diagnosed { outcome, solutions, trusted, n_traces, holding, projections }
    }

    /// What repairs the first traces.
    fn together(&self, n_traces: usize) -> Together {
        let traces = self.traces.iter().take(n_traces);
        let mut found: Vec<(Vec<Solution>, Ended, usize)> =
            traces.map(|error| self.of_trace(error)).collect();
        let n_queries = found.iter().map(|(.., n_queries)| n_queries).sum();
        let ended = found.iter().map(|(_, ended, _)| *ended).find(|it| *it != Ended::Complete);
        let others = found.split_off(1.min(found.len()));
        let mut solutions = found.pop().map(|(solutions, ..)| solutions).unwrap_or_default();
        for solution in &mut solutions {
            let changed = solution.repair.statements();
            let repairs = |(solutions, ..): &&(Vec<Solution>, Ended, usize)| {
                solutions.iter().any(|it| it.repair.statements().is_subset(&changed))
            };
            solution.n_traces += others.iter().filter(repairs).count();
        }
        let are_others_complete = others.iter().all(|(_, ended, _)| *ended == Ended::Complete);
        if are_others_complete && solutions.iter().any(|it| it.n_traces == n_traces) {
            solutions.retain(|it| it.n_traces == n_traces);
        }
        solutions.sort_by_key(|it| Reverse(it.n_traces));
        Together { solutions, ended: ended.unwrap_or(Ended::Complete), n_queries }
    }

    /// The trusted statements of a trace, in the order of their first steps.
    fn trusted(&self, steps: &[Step]) -> Vec<Trusted> {
        let mut trusted: IndexMap<Key, Trusted> = IndexMap::default();
        for step in steps {
            let key = key(self.program, step.origin);
            if let Some(checks) = self.mined.trusted.get(&key) {
                let new = || Trusted { statement: step.origin, n_steps: 0, checks: checks.clone() };
                trusted.entry(key).or_insert_with(new).n_steps += 1;
            }
        }
        trusted.into_values().collect()
    }

    /// What a repair of a trace of a program with the same statements has to respect: values that no proved check allows are
    /// not assigned, and conditions do not come out as a proof excludes. What is trusted and has no such constraint is not
    /// changed.
    fn specification(&self, program: &Program, trace: &Trace) -> Specification {
        let mut specification = Specification::default();
        let branches = Branches::new(program);
        for (step, it) in trace.steps.iter().enumerate() {
            let key = key(program, it.origin);
            let is_trusted = |outcome: bool| self.mined.outcomes.contains(&(key, !outcome));
            if branches.outcome(it).is_some_and(is_trusted) {
                specification.kept.insert(step);
            }
            let Some(variable) = assigned(it) else { continue };
            if self.mined.bounding.contains(&key) {
                specification.trusted.insert(it.origin);
            } else if let Some((constraint, _)) = self.mined.constraints.get(&(key, variable)) {
                specification.constraints.insert(step, *constraint);
            } else if self.mined.beside.contains(&key) {
                specification.trusted.insert(it.origin);
            }
        }
        specification
    }

    /// The solutions of a trace, each set of statements once: what the library repairs, and behind that what any values do.
    fn of_trace(&self, error: &ErrorTrace) -> (Vec<Solution>, Ended, usize) {
        let (mut solutions, mut ended, mut n_queries) = self.of_library(error);
        let specification = self.specification(self.program, &error.trace);
        let any = ped(self.program, &error.trace, &specification, &self.config, self.limits);
        n_queries += any.n_queries;
        if ended == Ended::Complete {
            ended = any.ended;
        }
        let known: BTreeSet<BTreeSet<OriginId>> = solutions.iter().map(|it| it.repair.statements()).collect();
        let repairs = self.without_turns((self.program, &error.trace), error, any.solutions);
        for repair in folded(self.program, &error.trace.steps, distinct(repairs)) {
            let edits = vec![None; repair.changes.len()];
            let solution = self.solution(self.program, &error.trace, repair, edits);
            if !known.contains(&solution.repair.statements()) {
                solutions.push(solution);
            }
        }
        (solutions, ended, n_queries)
    }

    fn of_library(&self, error: &ErrorTrace) -> (Vec<Solution>, Ended, usize) {
        let made = || annotated(self.program, error, self.workspace, self.rules, self.limits);
        let Some(annotated) = self.parts.library.then(made).flatten() else {
            return (Vec::new(), Ended::Complete, 0);
        };
        let trace = &annotated.error.trace;
        let mut specification = self.specification(&annotated.program, trace);
        specification.library = Some(annotated.choices.clone());
        let outcome = ped(&annotated.program, trace, &specification, &self.config, self.limits);
        let number = |statement: OriginId| annotated.choices.iter().position(|it| it.statement == statement);
        let solution = |repair: RepairSolution| {
            let edits = repair.changes.iter().map(|change| {
                let changes = &annotated.changes[number(change.statement)?];
                Some(changes.get(change.alternative?)?.edit.clone())
            });
            let edits = edits.collect();
            self.solution(&annotated.program, trace, repair, edits)
        };
        let repairs = self.without_turns((&annotated.program, trace), error, outcome.solutions);
        let mut solutions: Vec<Solution> = distinct(repairs).into_iter().map(solution).collect();
        solutions.extend(self.larger_array(error));
        solutions.sort_by_cached_key(|it| it.repair.rank());
        (solutions, outcome.ended, outcome.n_queries)
    }

    /// Repairs of a trace without those that turn one condition, and get to the error of another trace that way. The trace is of a
    /// program with the same statements.
    fn without_turns(
        &self,
        (program, trace): (&Program, &Trace),
        error: &ErrorTrace,
        mut repairs: Vec<RepairSolution>,
    ) -> Vec<RepairSolution> {
        let leads_to_another = |it: &RepairSolution| {
            let [change] = it.changes[..] else { return false };
            let turned = key(program, change.statement);
            if key(program, trace.steps[it.exit].origin) != turned {
                return false;
            }
            // The same execution of the condition in the program as it is.
            let before = trace.steps[..it.exit].iter().filter(|step| key(program, step.origin) == turned);
            let steps = error.trace.steps.iter().enumerate();
            let mut own = steps.filter(|(_, step)| key(self.program, step.origin) == turned);
            let Some((condition, _)) = own.nth(before.count()) else { return false };
            let turns_onto =
                |other: &ErrorTrace| turns_onto(&error.trace, &error.initial, condition, &other.trace);
            self.traces.iter().any(turns_onto)
        };
        if self.parts.traces {
            repairs.retain(|it| !leads_to_another(it));
        }
        repairs
    }

    /// The likeliest other size of the array behind whose end the failing execution goes, with which it does not fail. A
    /// size is no value of the trace, and so the changed program is executed.
    fn larger_array(&self, error: &ErrorTrace) -> Option<Solution> {
        let steps = &error.trace.steps;
        let made = self.workspace.made(self.program, error)?;
        let declared = (self.program.sources.origin(made).span, OriginKind::Declaration);
        let last_step = steps.iter().rposition(|it| key(self.program, it.origin) == declared)?;
        let unit = self.workspace.unit()?;
        if unit.region(made)?.role != Role::Size {
            return None;
        }
        let proposer = Proposer::new(self.program, &*unit, self.rules);
        let changes = proposer.changes(&Subject::at(made));
        let recording = Recording::new(self.program, error);
        let passes = |change: &&Change| {
            self.limits.spend(budgets::translation(self.workspace.input()));
            let changed = self.workspace.finished(unit.replaced(change.site, &change.tree));
            changed.is_some_and(|it| recording.replay(&it.program, self.limits) == Ending::Passes)
        };
        let change = changes.iter().take(MAX_ALTERNATIVES).find(passes)?;
        let repair = RepairSolution {
            changes: vec![Repair { statement: steps[last_step].origin, alternative: None, last_step }],
            exit: steps.iter().rposition(|it| is_check(self.program, it.origin))?,
            bound: 1,
            weight: change.weight,
            n_outside_loops: usize::from(steps[last_step].iterations.is_empty()),
            n_copies: 0,
        };
        let edits = vec![Some(change.edit.clone())];
        Some(self.solution(self.program, &error.trace, repair, edits))
    }

    /// A solution of a trace of a program with the same statements.
    fn solution(
        &self,
        program: &Program,
        trace: &Trace,
        mut repair: RepairSolution,
        edits: Vec<Option<Edit>>,
    ) -> Solution {
        let exit = trace.steps[repair.exit].origin;
        let is_at_check = is_check(program, exit);
        let exit = program.sources.origin(exit);
        let mut constrained_by = BTreeSet::new();
        for change in &mut repair.changes {
            let key = key(program, change.statement);
            change.statement = self.origins.get(&key).copied().unwrap_or(change.statement);
            let constraints = self.mined.constraints.iter().filter(|((it, _), _)| *it == key);
            constrained_by.extend(constraints.flat_map(|(_, (_, checks))| checks));
        }
        Solution { repair, edits, exit: exit.span, is_at_check, n_traces: 1, constrained_by }
    }
}

/// What repairs several traces.
struct Together {
    solutions: Vec<Solution>,
    ended: Ended,
    n_queries: usize,
}

impl Together {
    /// How many traces one solution repairs at most.
    fn repairs(&self) -> usize {
        self.solutions.iter().map(|it| it.n_traces).max().unwrap_or(0)
    }
}

impl Mined {
    /// What is said of the statements of these traces, of which the first one counts.
    fn new(program: &Program, traces: &[ErrorTrace], specification: &MinedSpecification) -> Mined {
        let steps = traces.iter().flat_map(|it| it.trace.steps.iter());
        let mut mined = Mined::default();
        let bounding = traces.first().map(|it| specification.bounding(program, it.trace.check));
        mined.bounding = bounding.into_iter().flatten().map(|origin| key(program, origin)).collect();
        mined.beside = specification.trusted_beside().into_iter().map(|it| key(program, it)).collect();
        let outcomes = specification.trusted_outcomes().into_keys();
        mined.outcomes = outcomes.map(|(origin, outcome)| (key(program, origin), outcome)).collect();
        for (origin, checks) in specification.trusted() {
            mined.trusted.entry(key(program, origin)).or_default().extend(checks);
        }
        let assignments: BTreeSet<(OriginId, Symbol)> =
            steps.filter_map(|step| Some((step.origin, assigned(step)?))).collect();
        for (origin, variable) in assignments {
            let Some(constraint) = specification.constraint(origin, variable) else { continue };
            let checks = specification.constraining(origin, variable);
            let known = mined.constraints.entry((key(program, origin), variable));
            let (holds, of) = known.or_insert((Term::bool(false), BTreeSet::new()));
            *holds = holds.or(constraint);
            of.extend(checks);
        }
        mined
    }
}

fn is_check(program: &Program, origin: OriginId) -> bool {
    matches!(program.sources.origin(origin).kind, OriginKind::Assertion | OriginKind::Requirement)
}

/// The variable that a step gives a value of its own.
fn assigned(step: &Step) -> Option<Symbol> {
    match &*step.command {
        Command::Assign { target, .. } if target.path.is_empty() => Some(target.variable),
        _ => None,
    }
}

fn key(program: &Program, origin: OriginId) -> Key {
    program.sources.statement(origin)
}
