//! Bounded model checking and trace abstraction [side by side](crate::portfolio).

use std::sync::Arc;

use faultscope_ir::{DecidedBy, Program, Step};
use faultscope_solver::Limits;

use crate::ErrorTrace;
use crate::answer::Answer;
use crate::ask::engine::Engine;
use crate::ask::question::Question;
use crate::ask::watch::Watch;
use crate::bmc::violations::{effort_after, violations};
use crate::portfolio::{self, portfolio};
use crate::settle::Settled;

/// On what is left of the program when [intervals](crate::settle) have settled what they can; another engine is asked where a trace of
/// that is none of the program.
pub(in crate::ask) struct OfSettled;

/// On the program as it was written.
pub(in crate::ask) struct OfWritten;

impl Engine for OfSettled {
    fn takes(&self, question: &Question<'_>) -> bool {
        question.may_be_settled()
    }

    fn answer(&self, question: &Question<'_>, limits: &Limits, watch: &mut dyn Watch) -> Option<Answer> {
        let (program, settled) = (question.program, question.settled(limits));
        let mut told = Told::new(watch, Some((program, settled)));
        let answer = portfolio(&settled.program, question.config, limits, &mut told);
        let others = others(&settled.program, &answer, question, limits);
        let others = others.iter().filter_map(|trace| settled.unsettled(program, trace)).collect();
        let unsettled: Option<Vec<ErrorTrace>> = answer
            .traces
            .iter()
            .map(|trace| told.known(trace).cloned().or_else(|| settled.unsettled(program, trace)))
            .collect();
        Some(Answer { is_settled: true, traces: unsettled?, others, ..answer })
    }
}

impl Engine for OfWritten {
    fn takes(&self, _: &Question<'_>) -> bool {
        true
    }

    fn answer(&self, question: &Question<'_>, limits: &Limits, watch: &mut dyn Watch) -> Option<Answer> {
        let answer = portfolio(question.program, question.config, limits, &mut Told::new(watch, None));
        let others = others(question.program, &answer, question, limits);
        Some(Answer { others, ..answer })
    }
}

/// Executions that violate other checks than the one trace, where they are asked for and bounded model checking takes part.
fn others(program: &Program, answer: &Answer, question: &Question<'_>, limits: &Limits) -> Vec<ErrorTrace> {
    let config = question.config;
    if answer.traces.is_empty()
        || !question.others
        || config.wants_several()
        || !config.strategy.asks(portfolio::Engine::Bmc)
    {
        return Vec::new();
    }
    let known = answer.traces.iter().map(|it| it.trace.check).collect();
    let by_bmc = answer.statistics.bmc.as_ref().filter(|_| answer.by == Some(DecidedBy::Bmc));
    let unwind = by_bmc.map_or(1, |it| it.unwind);
    let effort = limits.scaled(effort_after(answer.effort.first_trace.unwrap_or(0)));
    violations(program, &known, unwind, &config.bmc, &limits.with_effort(effort))
}

/// Keeps what was found until now, and passes it on.
struct Told<'a> {
    traces: Vec<ErrorTrace>,
    /// The steps as they were told, for each of the traces.
    found: Vec<Arc<Vec<Step>>>,
    watch: &'a mut dyn Watch,
    /// Whose traces these are.
    by: Option<portfolio::Engine>,
    /// The program as it was written, where what is told is of the settled one.
    original: Option<(&'a Program, &'a Settled)>,
}

impl<'a> Told<'a> {
    fn new(watch: &'a mut dyn Watch, original: Option<(&'a Program, &'a Settled)>) -> Told<'a> {
        Told { traces: Vec::new(), found: Vec::new(), watch, by: None, original }
    }

    /// What a trace was told as.
    fn known(&self, trace: &ErrorTrace) -> Option<&ErrorTrace> {
        let at = self.found.iter().position(|it| Arc::ptr_eq(it, &trace.trace.steps))?;
        self.traces.get(at)
    }
}

impl portfolio::Progress for Told<'_> {
    fn depth(&mut self, unwind: u32) {
        self.watch.depth(unwind);
    }

    fn iteration(&mut self, n: usize) {
        self.watch.iteration(n);
    }

    fn trace(&mut self, engine: portfolio::Engine, trace: &ErrorTrace) {
        let found = Arc::clone(&trace.trace.steps);
        let trace = match self.original {
            Some((program, settled)) => settled.unsettled(program, trace),
            None => Some(trace.clone()),
        };
        let Some(trace) = trace else { return };
        // As in the answer: several traces are those of one engine.
        let of_many = portfolio::Engine::TraceAbstraction;
        if self.by != Some(of_many) || engine != of_many {
            self.traces.clear();
            self.found.clear();
        }
        self.traces.push(trace);
        self.found.push(found);
        self.by = Some(engine);
        self.watch.found(&self.traces);
    }
}
