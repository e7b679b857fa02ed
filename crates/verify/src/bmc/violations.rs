//! Which checks are violated beside the one of the first error trace?
//!
//! The search for an error ends with the first. This one goes on where it ended: for each bound on loops it asks for an
//! execution to any error of a check that is still open, takes that check from the list, and asks again, until no
//! execution within the bound leads to one. An error ends an execution, so that what is found are ways by all checks that
//! come before.
//!
//! **Invariant:** what is found was replayed. What is not found is not decided.

use std::collections::BTreeSet;

use faultscope_ir::{CheckId, Program, Terminator};
use faultscope_solver::{Limits, SatAnswer, StopReason};

use super::symex::{Bounds, Exit, Positions, Unrolling, unroll};
use super::{BmcConfig, any, replay, solver_config};
use crate::ErrorTrace;
use crate::limits::{MAX_VIOLATIONS, MAX_VIOLATIONS_EFFORT, MIN_VIOLATIONS_EFFORT};
use crate::query::{Model, Query};
use faultscope_solver::stack::on_large_stack;

/// The effort that the search for further violations is worth where the first took so much.
pub fn effort_after(first: u64) -> u64 {
    first.clamp(MIN_VIOLATIONS_EFFORT, MAX_VIOLATIONS_EFFORT)
}

/// Looks for executions that violate checks which are not `known` to be violated, one for each check, with bounds on
/// loops from `unwind` on. What was found when a limit is exceeded stays.
pub fn violations(
    program: &Program,
    known: &BTreeSet<CheckId>,
    unwind: u32,
    config: &BmcConfig,
    limits: &Limits,
) -> Vec<ErrorTrace> {
    let search = || {
        let mut open = checks_with_errors(program);
        open.retain(|check| !known.contains(check));
        let query = Query::new(&solver_config(program, config, limits), &program.axioms);
        let mut search = ViolationSearch { program, config, limits, query, open, found: Vec::new() };
        // A limit that is exceeded leaves open what is open.
        let _ = search.run(unwind);
        search.found
    };
    on_large_stack(search).unwrap_or_default()
}

/// The checks that have an error location.
fn checks_with_errors(program: &Program) -> BTreeSet<CheckId> {
    let blocks = program.blocks();
    let checks = blocks.filter_map(|block| match block.terminator {
        Terminator::Error { check } => Some(check),
        _ => None,
    });
    checks.collect()
}

struct ViolationSearch<'a> {
    program: &'a Program,
    config: &'a BmcConfig,
    limits: &'a Limits,
    query: Query,
    /// The checks that are looked for.
    open: BTreeSet<CheckId>,
    found: Vec<ErrorTrace>,
}

impl ViolationSearch<'_> {
    fn run(&mut self, first: u32) -> Result<(), StopReason> {
        let mut positions = Positions::default();
        let mut unwind = first;
        while !self.is_over() {
            // Ranges are believed in: what lies outside of them is not looked at.
            let bounds = Bounds::at(unwind, true);
            let unrolling = unroll(self.program, bounds, &mut positions, self.limits)?;
            self.look(&unrolling)?;
            let goes_on = unwind < self.config.max_unwind
                && self.query.check(any(unrolling.cuts.iter().copied())) == SatAnswer::Sat;
            if !goes_on {
                break;
            }
            unwind = unwind.saturating_mul(2).min(self.config.max_unwind);
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.open.is_empty() || self.found.len() >= MAX_VIOLATIONS
    }

    /// Looks for executions to errors of open checks, until there are no more.
    fn look(&mut self, unrolling: &Unrolling) -> Result<(), StopReason> {
        let inside = any(unrolling.outside.iter().copied()).not();
        while !self.is_over() {
            let is_open = |exit: &&Exit| exit.check.is_some_and(|check| self.open.contains(&check));
            let errors: Vec<&Exit> = unrolling.errors.iter().filter(is_open).collect();
            match self.query.check(any(errors.iter().map(|exit| exit.guard)).and(inside)) {
                SatAnswer::Sat => {}
                SatAnswer::Unsat => break,
                SatAnswer::Unknown(_) => {
                    return Err(self.limits.exceeded().unwrap_or(StopReason::EffortLimit));
                }
            }
            let mut model = Model::default();
            let reached = errors.iter().find(|it| model.holds(it.guard, &mut self.query) == Some(true));
            let Some(check) = reached.and_then(|it| it.check) else { break };
            self.open.remove(&check);
            if let Ok(trace) = replay(self.program, self.config, unrolling, &mut self.query, self.limits)
                && trace.replayed
                && trace.trace.check == check
            {
                self.found.push(trace);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse;

    /// Checks which assertions, by their lines, are found to be violated beside that of the first line with `first`.
    #[track_caller]
    fn check(text: &str, effort: u64, expected: &[u32]) {
        let program = parse(text);
        let line = |check: CheckId| program.sources.origin(program.check(check).origin).span.line;
        let first = text.lines().position(|line| line.contains("// first")).map(|idx| idx as u32 + 1);
        let known = program.check_ids().filter(|it| Some(line(*it)) == first).collect();
        let config = BmcConfig { max_unwind: 8, ..BmcConfig::default() };
        let limits = Limits::unlimited().with_effort(effort);
        let found = violations(&program, &known, 1, &config, &limits);
        assert!(found.iter().all(|it| it.replayed));
        let mut lines: Vec<u32> = found.iter().map(|it| line(it.trace.check)).collect();
        lines.sort_unstable();
        assert_eq!(lines, expected);
    }

    const TEXT: &str = "var x: 8; var y: 8; var i: 8;
        proc main() {
          havoc x; havoc y; i := 0;
          assert x != 1; // first
          assert x != 1;
          assert y != 2;
          while (i < x) {
            i := i + 1;
            assert i != 3;
          }
          assert y * y != 2;
        }";

    #[test]
    fn one_execution_is_found_for_each_check_that_is_violated() {
        check(TEXT, 10_000_000, &[6, 9]);
    }

    #[test]
    fn nothing_is_found_without_effort() {
        check(TEXT, 0, &[]);
    }
}
