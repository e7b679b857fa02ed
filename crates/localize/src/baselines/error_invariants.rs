//! # Error invariants
//! The statements over which what is known of the error has to change \[1\].
//!
//! An *error invariant* at a position of the trace is a formula over the program's variables that holds there in the
//! failing execution, and from which the rest of the trace violates the assertion (\[1\], Definition 3). Where the same formula is
//! an error invariant at two positions, the statements between them are not needed to understand the error; what is kept are the
//! statements between the intervals of different error invariants (\[1\], section 4).
//!
//! \[1\] takes the error invariants from Craig interpolants. Since the inputs are fixed, the strongest postconditions are the values that
//! variables and cells have in the failing execution; an error invariant is a conjunction of as few of them as a solver says are enough. It starts with
//! those that violate the condition. Its interval is extended to the front as far as it goes, by binary search
//! as in \[1\]; that it holds there is seen by evaluation, that the rest violates the assertion is asked. Before the statement that ends the interval, the
//! values from which the statement makes this one are the next error invariant.
//! So executing only the statements that are kept, on the same inputs, violates the assertion.
//!
//! **Deviations**: no interpolating solver, hence values instead of other predicates, and intervals from the back
//! to the front instead of a smallest cover of all intervals. With values, a condition never changes what is known, and
//! conditions are never kept: this technique does not say why a branch was taken (see
//! [`flow_sensitive`](mod@super::flow_sensitive)). Binary search can miss a longer interval, as in \[1\].
//!
//! # References
//! - \[1\] Evren Ermis, Martin Schäf, Thomas Wies: _Error invariants_, FM 2012.

use faultscope_ir::term::visit_all;
use faultscope_ir::{Command, Op, Program, Term, Trace};
use faultscope_solver::Limits;
use rustc_hash::FxHashMap;

use super::formula::{Failure, Form, TraceFormula};
use super::outcome::{BaselineConfig, BaselineOutcome, Ended};
use super::question::Question;
use crate::execution::{Before, Execution, Input, evaluate};
use crate::oracle::Reply;

/// The statements between the intervals of error invariants. Inputs are listed, too.
pub fn error_invariants(
    program: &Program,
    trace: &Trace,
    config: &BaselineConfig,
    limits: &Limits,
) -> BaselineOutcome {
    let (failure, mut question) = match Failure::new(program, trace, config, limits) {
        Ok(it) => it,
        Err(outcome) => return outcome,
    };
    let formula = TraceFormula::new(&failure, Form::Conjuncts);
    if formula.is_too_large() {
        return BaselineOutcome::nothing(Ended::TooLarge, question.n_queries());
    }
    for axiom in &formula.axioms {
        question.assert(*axiom);
    }
    let execution = failure.execution_by_what_matters();
    let mut ctx = Ctx { failure: &failure, formula: &formula, execution, question, ended: Ended::Complete };
    let kept = ctx.kept();
    BaselineOutcome::of_steps(program, trace, kept, ctx.ended, ctx.question.n_queries())
}

struct Ctx<'a> {
    failure: &'a Failure<'a>,
    formula: &'a TraceFormula<'a>,
    /// The failing execution.
    execution: Execution,
    question: Question,
    ended: Ended,
}

impl Ctx<'_> {
    /// The steps that are kept, the last one first.
    fn kept(&mut self) -> Vec<usize> {
        let (first, last) = self.failure.violated;
        let mut position = first;
        let mut invariant = Term::bool(true);
        for step in (first..=last).rev() {
            invariant = self.before(step, invariant);
        }
        let mut kept = Vec::new();
        while let Some(step) = self.start(position, invariant) {
            kept.push(step);
            invariant = self.before(step, invariant);
            position = step;
        }
        kept
    }

    /// Few values before a step with which the invariant holds behind it. Where values are not known, the weakest precondition.
    fn before(&mut self, step: usize, invariant: Term) -> Term {
        let precondition = self.weakest_precondition(step, invariant);
        if precondition.as_bool().is_some() {
            return precondition;
        }
        let mut values = self.values(step, precondition);
        values.push(precondition.not());
        if self.question.ask(&values) != Reply::Unsat {
            return precondition;
        }
        let core = self.question.in_core(&values);
        let core = self.question.minimal_core(&core);
        Term::all(core.into_iter().filter(|it| *it != precondition.not()))
    }

    /// The values before a step of what a formula and the step read.
    fn values(&self, step: usize, formula: Term) -> Vec<Term> {
        let mut places: Vec<Term> = Vec::new();
        let mut add = |place: Term| {
            if !places.contains(&place) {
                places.push(place);
            }
        };
        for (variable, index) in self.execution.reads(step) {
            let variable = Term::symbol(*variable);
            add(index.map_or(variable, |index| variable.select(index)));
        }
        visit_all(&[formula], &mut |term| match (term.as_symbol(), term.operands_of(Op::Select)) {
            (Some(_), _) if term.sort().array_sorts().is_none() => add(term),
            (_, Some([array, index])) if array.as_symbol().is_some() && index.as_value().is_some() => {
                add(term)
            }
            _ => {}
        });
        let value = |place: Term| evaluate(&mut self.state(step), place);
        let known = |place: &Term| value(*place).as_value().is_some();
        places.into_iter().filter(known).map(|place| place.equals(value(place))).collect()
    }

    fn state(&self, step: usize) -> Before<'_> {
        Before { execution: &self.execution, step }
    }

    /// What has to hold before a step for the invariant to hold behind it; with conditions, that they hold, too.
    fn weakest_precondition(&self, step: usize, invariant: Term) -> Term {
        let (variable, value) = match &*self.failure.trace.steps[step].command {
            Command::Assume { condition } => return condition.and(invariant),
            Command::Assign { target, value } => (target.variable, target.write(*value)),
            Command::Havoc { target } => {
                let value = self.failure.input(Input::Havoc(step, target.variable));
                (target.variable, target.write(value))
            }
        };
        invariant.substitute(&FxHashMap::from_iter([(variable, value)]))
    }

    /// The step in front of the interval of the invariant, which ends before `position`; none if it reaches back to the start.
    fn start(&mut self, position: usize, invariant: Term) -> Option<usize> {
        let variables = invariant.symbols();
        let writes = |step: &usize| {
            let target = self.failure.trace.steps[*step].command.target();
            target.is_some_and(|target| variables.contains(&target.variable))
        };
        // Between these nothing changes. The interval begins behind one of them, or at the start.
        let writers: Vec<usize> = (0..position).filter(writes).collect();
        let (mut outside, mut inside) = (0, writers.len());
        while outside < inside {
            let middle = usize::midpoint(outside, inside);
            if self.is_error_invariant(writers[middle], invariant) {
                inside = middle;
            } else {
                outside = middle + 1;
            }
        }
        inside.checked_sub(1).map(|idx| writers[idx])
    }

    /// Whether the formula is an error invariant before a step.
    fn is_error_invariant(&mut self, step: usize, invariant: Term) -> bool {
        let reached = evaluate(&mut self.state(step), invariant);
        if reached.as_bool() != Some(true) {
            return false;
        }
        let rest = self.formula.demands.iter().filter(|it| it.step >= step).map(|it| it.term);
        let mut assumptions = vec![self.formula.before(step, invariant), self.formula.error.not()];
        assumptions.extend(rest);
        match self.question.ask(&assumptions) {
            Reply::Unsat => true,
            Reply::Sat => false,
            Reply::Unknown => {
                self.ended = self.question.why_open();
                false
            }
        }
    }
}
