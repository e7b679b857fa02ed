//! # Confirming findings on the program
//! A relevant statement can block the error *trace*. The program may still fail, on another path: a value
//! that only takes another branch is no fix. Here each finding's values are tried on the program itself, on
//! the failing inputs; findings with a value that avoids the error altogether rank first.
//!
//! This is a test and not a proof. It looks at the failing inputs only, at one occurrence of the statement
//! or at it and all later ones with the same value, and at the values that come to mind: those that block the
//! trace, those near the present one, and those that conditions of the trace compare with.

use std::rc::Rc;

use faultscope_ir::limits::Reached;
use faultscope_ir::{Property, Sort, Trace, Value};
use rustc_hash::FxHashMap;

use crate::finding::{Finding, Rerun, Strength};
use crate::limits::{MAX_CONFIRMED_OCCURRENCES, MAX_RUNS_OF_A_FINDING, reached};
use crate::values;

/// Executes the program of a trace once more.
pub trait Execution {
    /// Whether the program on the trace's inputs ends without an error when the command at `step` assigns
    /// `value`, as do all later executions of the same command if `onwards`. `None` where that is not known.
    fn avoids(&mut self, step: usize, value: &Value, onwards: bool) -> Option<bool>;

    /// Whether the program on the trace's inputs ends without an error when the branch at `step` goes the other way, as
    /// do all later ones of the same condition if `onwards`. `None` where that is not known.
    fn avoids_other_way(&mut self, step: usize, onwards: bool) -> Option<bool>;

    /// What the last of these executions violated, where it ended at an error that is known.
    fn violated(&self) -> Option<Property>;
}

/// Tries the findings that are relevant or stronger, and notes in [`Finding::rerun`] what came of it.
/// Gives the limits that kept something from being tried.
pub fn confirm(trace: &Trace, findings: &mut [Finding], execution: &mut dyn Execution) -> Reached {
    let mut reached = Reached::default();
    let mut pool = Pool::new(trace);
    let mut tried: Vec<&mut Finding> =
        findings.iter_mut().filter(|it| it.strength <= Strength::Relevant).collect();
    // One value of each first: on a long trace not everything can be tried.
    let mut first =
        |it: &&mut Finding| it.values.first().map(|value| execution.avoids(it.step, value, false));
    let first: Vec<Option<Option<bool>>> = tried.iter().map(&mut first).collect();
    for (finding, first) in tried.iter_mut().zip(first) {
        finding.rerun = Some(match (first, finding.values.first()) {
            (Some(Some(true)), Some(value)) => Rerun::Avoids(value.clone()),
            _ => try_finding(trace, finding, first, &mut pool, execution, &mut reached),
        });
    }
    reached
}

/// Tries the values of a finding. What came of the first one at the strongest occurrence is known.
fn try_finding(
    trace: &Trace,
    finding: &Finding,
    first: Option<Option<bool>>,
    pool: &mut Pool<'_>,
    execution: &mut dyn Execution,
    reached: &mut Reached,
) -> Rerun {
    let mut open = first == Some(None);
    let mut n_runs = 0;
    for (number, value) in candidates(trace, finding, pool).into_iter().enumerate() {
        for (step, onwards) in attempts(finding) {
            if number == 0 && first.is_some() && (step, onwards) == (finding.step, false) {
                n_runs += 1;
                continue;
            }
            if n_runs == MAX_RUNS_OF_A_FINDING {
                reached.note(&reached::MAX_RUNS_OF_A_FINDING, true);
                return if open { Rerun::Open } else { Rerun::Fails };
            }
            n_runs += 1;
            match execution.avoids(step, &value, onwards) {
                Some(true) => return Rerun::Avoids(value),
                Some(false) => {}
                None => open = true,
            }
        }
    }
    if open { Rerun::Open } else { Rerun::Fails }
}

/// Where a value is put: at the strongest occurrence, at the first and all later ones, at other relevant ones.
fn attempts(finding: &Finding) -> Vec<(usize, bool)> {
    let mut attempts = vec![(finding.step, false)];
    let relevant = finding.occurrences.iter().filter(|it| it.strength <= Strength::Relevant);
    let others: Vec<usize> = relevant.map(|it| it.step).filter(|step| *step != finding.step).collect();
    if finding.occurrences.len() > 1 {
        attempts.extend(finding.occurrences.first().map(|first| (first.step, true)));
    }
    attempts.extend(others.iter().rev().take(MAX_CONFIRMED_OCCURRENCES).map(|step| (*step, false)));
    attempts
}

fn candidates(trace: &Trace, finding: &Finding, pool: &mut Pool<'_>) -> Vec<Value> {
    let mut candidates = finding.values.clone();
    let mut add = |value: Value| {
        if !candidates.contains(&value) {
            candidates.push(value);
        }
    };
    let Some(present) = &trace.steps[finding.step].value else { return candidates };
    [1, -1].iter().filter_map(|by| values::shift(present, *by)).for_each(&mut add);
    add(Value::zero(present.sort()));
    values::shift(&Value::zero(present.sort()), 1).into_iter().for_each(&mut add);
    pool.values(present.sort()).iter().cloned().for_each(add);
    candidates.retain(|value| value != present);
    candidates
}

/// The constants of a trace's conditions and their neighbours, by sort, those nearest to the error first.
struct Pool<'a> {
    trace: &'a Trace,
    known: FxHashMap<Sort, Rc<[Value]>>,
}

impl Pool<'_> {
    fn new(trace: &Trace) -> Pool<'_> {
        Pool { trace, known: FxHashMap::default() }
    }

    fn values(&mut self, sort: Sort) -> Rc<[Value]> {
        let trace = self.trace;
        Rc::clone(self.known.entry(sort).or_insert_with(|| constants(trace, sort)))
    }
}

fn constants(trace: &Trace, sort: Sort) -> Rc<[Value]> {
    let mut found = Vec::new();
    for value in trace.condition_constants(sort) {
        if found.len() >= MAX_RUNS_OF_A_FINDING {
            break;
        }
        let near = [values::shift(&value, 1), values::shift(&value, -1)];
        for value in [Some(value)].into_iter().chain(near).flatten() {
            if !found.contains(&value) {
                found.push(value);
            }
        }
    }
    found.into()
}
