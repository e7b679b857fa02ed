//! # Program-level constants
//! Whether one value v *fixes every trace* of a set at a source statement. A trace is fixed by v if v, put at one
//! occurrence of the statement there, blocks the rest of the trace from every reachable state: theory.md's row "fixable by
//! a constant" with this v.
//!
//! Each trace may be fixed at an occurrence of its own, as a verdict on one trace is about one occurrence: with a single
//! trace the answer is that trace's. A source statement that became several commands, as a copied structure does, is
//! looked at one assigned place (as the source names it) after the other, since a value for one field is none for the next.
//!
//! The search is guided by counterexamples. Candidates are the constants of the single traces, then values that keep
//! clear of all counterexamples so far, near what is there first. A trace refutes a candidate if at each of its
//! occurrences some execution still gets to the error; each of these executions is generalized to conditions on the value,
//! and where all of them hold together no value fixes this trace. When nothing is left outside, there is no such constant.
//! Out of budget is *undecided*.

use std::collections::BTreeMap;

use faultscope_ir::limits::Reached;
use faultscope_ir::term::Purpose;
use faultscope_ir::{OriginId, Sort, Symbol, Term, Value};
use faultscope_solver::{Limits, SolverConfig};
use rustc_hash::FxHashMap;

use super::finding::{Constant, LocalizedTrace};
use crate::decide::{self, Budget, Residual, Row, Trial};
use crate::finding::{Finding, Strength};
use crate::limits::{
    MAX_COMMON_CANDIDATES, MAX_COMMON_OCCURRENCES, MAX_COMMON_VALUES, MAX_COMMON_WORK, reached,
};
use crate::oracle::Oracle;
use crate::position::{Position, Symbolic};
use crate::relevance::RelevanceConfig;
use crate::rerun::TooLarge;

/// A search over traces; keeps what it has built of them.
pub(super) struct ConstantSearch<'a> {
    traces: Vec<Prepared<'a>>,
    /// Answers which values are left.
    chooser: Oracle,
    budget: Budget,
    limits: &'a Limits,
    work: usize,
    /// The limits that kept something from being decided.
    pub(super) reached: Reached,
}

/// A trace that is being searched.
struct Prepared<'a> {
    symbolic: Symbolic<'a>,
    oracle: Oracle,
    positions: FxHashMap<usize, Result<Option<Position>, TooLarge>>,
}

/// What a trace says of a value.
enum TraceVerdict {
    Fixed,
    /// With no value that fulfils these conditions, this one among them, is the trace fixed.
    Refuted(Residual),
    Open,
}

impl<'a> ConstantSearch<'a> {
    pub(super) fn new(
        axioms: &[Term],
        traces: &[LocalizedTrace<'a>],
        config: &RelevanceConfig,
        limits: &'a Limits,
    ) -> ConstantSearch<'a> {
        let mut solver = SolverConfig::new(limits);
        solver.query_steps = Some(config.query_steps);
        solver.dump = config.dump.clone();
        let oracle = || Oracle::new(&solver, config.queries);
        let prepared = |it: &LocalizedTrace<'a>| Prepared {
            symbolic: Symbolic::new(it.trace, axioms),
            oracle: oracle(),
            positions: FxHashMap::default(),
        };
        ConstantSearch {
            traces: traces.iter().map(prepared).collect(),
            chooser: oracle(),
            budget: Budget { rounds: config.rounds, solver_only: config.solver_only },
            limits,
            work: 0,
            reached: Reached::default(),
        }
    }

    pub(super) fn n_queries(&self) -> usize {
        self.chooser.n_queries() + self.traces.iter().map(|it| it.oracle.n_queries()).sum::<usize>()
    }

    /// The answer for a statement that each trace by itself may have a constant at. `shown` is the trace with the
    /// finding next to whose value others are looked for.
    pub(super) fn constant(&mut self, on: &[Option<Finding>], shown: usize) -> Constant {
        let findings: Vec<&Finding> = on.iter().flatten().collect();
        let mut undecided = false;
        for (place, occurrences) in self.places(&findings) {
            let present = on[shown]
                .as_ref()
                .and_then(|it| self.traces[shown].symbolic.trace.steps[it.step].value.clone());
            let question = Question { place, findings: &findings, occurrences: &occurrences, present };
            match self.search(&question) {
                Constant::None => {}
                Constant::Undecided => undecided = true,
                found @ Constant::Values(_) => return found,
            }
        }
        if undecided { Constant::Undecided } else { Constant::None }
    }

    /// The places that the statement assigns in every trace, with their occurrences in each that are not known to be
    /// irrelevant, the most promising first.
    fn places(&self, findings: &[&Finding]) -> Vec<(Place, Vec<Vec<usize>>)> {
        let mut places: BTreeMap<Place, Vec<Vec<usize>>> = BTreeMap::new();
        for (idx, (finding, prepared)) in findings.iter().zip(&self.traces).enumerate() {
            let mut occurrences: Vec<_> =
                finding.occurrences.iter().filter(|it| it.strength != Strength::Irrelevant).collect();
            occurrences.sort_by_key(|it| {
                (it.step != finding.step, it.strength != Strength::Constant, std::cmp::Reverse(it.step))
            });
            for occurrence in occurrences {
                let step = &prepared.symbolic.trace.steps[occurrence.step];
                let Some(target) = step.command.target() else { continue };
                let place = Place { origin: step.origin, sort: target.read().sort() };
                let of_place = places.entry(place).or_insert_with(|| vec![Vec::new(); findings.len()]);
                of_place[idx].push(occurrence.step);
            }
        }
        let in_all = |occurrences: &[Vec<usize>]| occurrences.iter().all(|it| !it.is_empty());
        places.into_iter().filter(|(_, occurrences)| in_all(occurrences)).collect()
    }

    fn search(&mut self, question: &Question<'_>) -> Constant {
        let unknown = Symbol::generated(Purpose::CommonReplacement, question.place.sort);
        let mut clear = Clear { unknown, residuals: Vec::new(), complete: true };
        let mut found: Vec<Value> = Vec::new();
        for value in known_candidates(question) {
            if found.len() < MAX_COMMON_VALUES && self.try_value(question, &value, &mut clear) {
                found.push(value);
            }
        }
        if !found.is_empty() {
            return Constant::Values(found);
        }
        for _ in 0..self.budget.rounds {
            if self.limits.exceeded().is_some() {
                return Constant::Undecided;
            }
            let present = question.present.as_ref();
            let next =
                decide::value_outside(unknown, &clear.residuals, present, &mut self.chooser, &self.budget);
            match next {
                Row::Holds(value) => {
                    if self.try_value(question, &value, &mut clear) {
                        return Constant::Values(vec![value]);
                    }
                }
                Row::Fails if clear.complete => return Constant::None,
                Row::Fails | Row::Open => return Constant::Undecided,
            }
        }
        Constant::Undecided
    }

    /// Whether the value fixes every trace. If not, what was learned is kept clear of from now on.
    fn try_value(&mut self, question: &Question<'_>, value: &Value, clear: &mut Clear) -> bool {
        let mut open = false;
        for idx in 0..self.traces.len() {
            match self.trace_with(idx, question, value, clear.unknown) {
                TraceVerdict::Fixed => {}
                TraceVerdict::Refuted(residual) => {
                    clear.residuals.push(residual);
                    return false;
                }
                TraceVerdict::Open => open = true,
            }
        }
        if open {
            // Not this one again; and when nothing else is left, it is not known.
            let own = Term::symbol(clear.unknown).equals(decide::constant(value));
            clear.residuals.push(vec![own]);
            clear.complete = false;
        }
        !open
    }

    fn trace_with(
        &mut self,
        idx: usize,
        question: &Question<'_>,
        value: &Value,
        unknown: Symbol,
    ) -> TraceVerdict {
        if !self.budget.solver_only && self.is_obviously_fixed(idx, question, value) {
            return TraceVerdict::Fixed;
        }
        let occurrences = &question.occurrences[idx];
        let mut open = occurrences.len() > MAX_COMMON_OCCURRENCES;
        let mut conditions: Residual = Vec::new();
        for step in occurrences.iter().take(MAX_COMMON_OCCURRENCES) {
            match self.occurrence_with(idx, *step, value, unknown) {
                Some(Trial::Fixes) => return TraceVerdict::Fixed,
                Some(Trial::Refuted(residual)) => conditions.extend(residual),
                Some(Trial::Open) => open = true,
                // No later assume depends on it: no value fixes the trace there.
                None => {}
            }
        }
        self.reached.note(&reached::MAX_COMMON_OCCURRENCES, occurrences.len() > MAX_COMMON_OCCURRENCES);
        if open { TraceVerdict::Open } else { TraceVerdict::Refuted(conditions) }
    }

    /// Whether it is known that the value fixes the trace, or turns out so without the solver.
    fn is_obviously_fixed(&self, idx: usize, question: &Question<'_>, value: &Value) -> bool {
        let (finding, occurrences) = (question.findings[idx], &question.occurrences[idx]);
        let is_known = finding.strength == Strength::Constant
            && finding.values.contains(value)
            && occurrences.contains(&finding.step);
        is_known || self.traces[idx].symbolic.obviously_blocks(occurrences[0], value)
    }

    /// What comes of a value at one occurrence, with conditions on `unknown`.
    fn occurrence_with(&mut self, idx: usize, step: usize, value: &Value, unknown: Symbol) -> Option<Trial> {
        let prepared = &mut self.traces[idx];
        if !prepared.positions.contains_key(&step) {
            let is_spent = self.work >= MAX_COMMON_WORK;
            self.reached.note(&reached::MAX_COMMON_WORK, is_spent);
            if is_spent || self.limits.exceeded().is_some() {
                return Some(Trial::Open);
            }
            self.work += prepared.symbolic.trace.len() - step;
            prepared.positions.insert(step, prepared.symbolic.position(step));
        }
        match &prepared.positions[&step] {
            Ok(None) => None,
            Ok(Some(position)) => {
                let trial = decide::try_constant(position, value, &mut prepared.oracle, &self.budget);
                let Trial::Refuted(residual) = trial else { return Some(trial) };
                let mut rename = |symbol| (symbol == position.value).then(|| Term::symbol(unknown));
                Some(Trial::Refuted(residual.into_iter().map(|it| it.rewrite(&mut rename)).collect()))
            }
            Err(TooLarge(_)) if prepared.symbolic.obviously_blocks(step, value) => Some(Trial::Fixes),
            Err(TooLarge(limit)) => {
                self.reached.note(limit, true);
                Some(Trial::Open)
            }
        }
    }
}

/// A place of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    origin: OriginId,
    sort: Sort,
}

/// Whether one value, put into a place, fixes every trace.
struct Question<'a> {
    place: Place,
    /// For each trace its own finding.
    findings: &'a [&'a Finding],
    /// For each trace the steps at which it may be put there.
    occurrences: &'a [Vec<usize>],
    present: Option<Value>,
}

/// The constants of the single traces, near the present value first.
fn known_candidates(question: &Question<'_>) -> Vec<Value> {
    let mut candidates: Vec<Value> = Vec::new();
    let fitting = question.findings.iter().filter(|it| it.strength == Strength::Constant);
    for value in fitting.flat_map(|it| &it.values) {
        if value.sort() == question.place.sort && !candidates.contains(value) {
            candidates.push(value.clone());
        }
    }
    let mut candidates = decide::nearest_first(candidates, question.place.sort, question.present.as_ref());
    candidates.truncate(MAX_COMMON_CANDIDATES);
    candidates
}

/// What candidates have to keep clear of.
struct Clear {
    unknown: Symbol,
    residuals: Vec<Residual>,
    /// Whether no value that fulfils a residual fixes every trace. Else some are only not known to.
    complete: bool,
}
