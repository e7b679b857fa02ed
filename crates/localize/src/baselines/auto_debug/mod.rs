//! # AutoDebug
//! Which statement of a failing execution to change, and into what, by comparing what would have to hold at each of its points
//! with what did \[1\].
//!
//! * The *hypothesized states* at a point are the path-based weakest precondition of what would have to hold at the end: `pwp(x = e,
//!   Q) = Q[x ↦ e]`, and branches are ignored ([`Path::weakest_precondition`]).
//! * The *actual states* are what the conditions of the execution have found out.
//! * *Evidence* is a predicate of the hypothesized states that is false: one without variables (type I), one of which a condition has
//!   found the contrary (type II), or one that nothing on the execution speaks of (implicit).
//! * A [`Remedy`] says what a statement should come to so that the evidence is gone: another value, another variable, another condition.
//!   `faultscope_repair` makes changes of the text of it, and tries them on all tests.
//!
//! What would have to hold is the condition of the check that failed, its quantifiers expanded for the values of the test: a
//! postcondition of a contract, an assertion, the value that a test expects to be written, an index within its array. Where an execution
//! does not end, there is none: then the loop that it is in should end.
//!
//! **Deviations** from \[1\]:
//! * Predicates are sums of terms, compared as such and not as strings of characters: `s - a[i] >= 0` is `a[i] <= s`. A closure under
//!   equality is not needed, for what a term stands for is known in terms of the inputs ([`Path::known`]).
//! * Executions that do not end, and accesses out of bounds, which \[1\] leaves out, are traces like any other, up to the step
//!   bound and to the access.
//! * Missing and superfluous iterations are conditions that should have gone the other way.
//!
//! # References
//! - \[1\] Haifeng He, Neelam Gupta: _Automated Debugging using Path-Based Weakest Preconditions_, FASE 2004.

mod evidence;
mod path;
mod predicate;
mod sum;

use std::collections::BTreeSet;

use faultscope_ir::{Command, Program, Symbol, Trace, Value};
use faultscope_solver::Limits;

use super::outcome::{BaselineOutcome, BaselineStatement, Ended};

pub use evidence::{Evidence, EvidenceKind, Goal, Remedy, remedies};
pub use path::{Assignment, Known, Path};
pub use predicate::{Predicate, Relation};
pub use sum::{Sum, number};

/// The statements of an execution that evidence asks to change, in the order in which they are to be changed. Nothing is tried.
/// The execution starts with these values, and with zero in variables that have none.
pub fn marked(
    program: &Program,
    trace: &Trace,
    initial: &[(Symbol, Value)],
    limits: &Limits,
) -> BaselineOutcome {
    if let Some(reason) = limits.exceeded() {
        return BaselineOutcome::nothing(Ended::Stopped(reason), 0);
    }
    if !trace.steps.iter().any(|step| matches!(*step.command, Command::Assume { .. })) {
        return BaselineOutcome::nothing(Ended::NoCondition, 0);
    }
    let Some(path) = Path::new(program, trace, initial) else {
        return BaselineOutcome::nothing(Ended::TooLarge, 0);
    };
    if !path.is_feasible() {
        return BaselineOutcome::nothing(Ended::Infeasible, 0);
    }
    let mut seen = BTreeSet::new();
    let mut statements = Vec::new();
    for remedy in remedies(&path) {
        let key = program.sources.statement(path.step(remedy.step).origin);
        if seen.insert(key) {
            let is_it = |step: &usize| program.sources.statement(path.step(*step).origin) == key;
            let steps = path.steps().filter(is_it).collect();
            statements.push(BaselineStatement { origin: path.step(remedy.step).origin, steps });
        }
    }
    BaselineOutcome { statements, sets: Vec::new(), ended: Ended::Complete, n_queries: 0 }
}
