//! # Flow-sensitive trace formulas
//! The statements of a minimal unsatisfiable core of a trace formula in which every statement is demanded only under the conditions of the
//! branches it is under \[1, section 4\].
//!
//! In an ordinary trace formula the conditions of branches are conjuncts of their own, and a minimal core of it, or
//! its error invariants, need not say why a branch was taken. Here `if (c) x := e` becomes
//! `c ⇒ x' = e`: the assignment takes part in the contradiction only together with what makes c true. The violated
//! condition is under its branches likewise, so that the core explains how the error is reached. `assume`s that are not branches
//! stay conjuncts.
//!
//! **Deviations**: \[1\] computes error invariants of this formula; the answer here is a minimal core, which the
//! error invariants of an interpolating solver would be made from. The conditions themselves are not listed, as in \[1\]: they
//! are part of the statements under them. Inputs are fixed and never listed.
//!
//! # References
//! - \[1\] Jürgen Christ, Evren Ermis, Martin Schäf, Thomas Wies: _Flow-sensitive fault localization_, VMCAI 2013.

use faultscope_ir::{Program, Term, Trace};
use faultscope_solver::Limits;

use super::control::Control;
use super::formula::{Demand, Failure, Form, TraceFormula};
use super::outcome::{BaselineConfig, BaselineOutcome, Ended};
use crate::oracle::Reply;

/// The statements of a minimal core, where several would do the ones near the error.
pub fn flow_sensitive(
    program: &Program,
    trace: &Trace,
    config: &BaselineConfig,
    limits: &Limits,
) -> BaselineOutcome {
    let (failure, mut question) = match Failure::new(program, trace, config, limits) {
        Ok(it) => it,
        Err(outcome) => return outcome,
    };
    let control = Control::new(program, trace);
    let formula = TraceFormula::new(&failure, Form::Implications(&control));
    if formula.is_too_large() {
        return BaselineOutcome::nothing(Ended::TooLarge, question.n_queries());
    }
    for axiom in &formula.axioms {
        question.assert(*axiom);
    }
    question.assert(formula.error.not());
    let (soft, hard): (Vec<Demand>, Vec<Demand>) =
        formula.demands.iter().copied().partition(|it| it.is_candidate);
    hard.iter().for_each(|it| question.assert(it.term));
    let assumptions: Vec<Term> = soft.iter().map(|it| it.term).collect();
    let core = match question.ask(&assumptions) {
        Reply::Unsat => question.in_core(&assumptions),
        Reply::Sat => return BaselineOutcome::nothing(Ended::Undecided, question.n_queries()),
        Reply::Unknown => return BaselineOutcome::nothing(question.why_open(), question.n_queries()),
    };
    let core = question.minimal_core(&core);
    let ended = if question.is_exhausted() { question.why_open() } else { Ended::Complete };
    let steps = soft.iter().filter(|it| core.contains(&it.term)).map(|it| it.step);
    BaselineOutcome::of_steps(program, trace, steps, ended, question.n_queries())
}
