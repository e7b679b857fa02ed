//! A trace as a formula, with the inputs of its failing execution.
//!
//! Static single assignment form: every assignment of the user's gives its variable, or the cell it writes, a new
//! name, and *demands* that the name equals the right-hand side. Where the demand is left out, the statement may assign anything, to the same
//! cell. Conditions are demands of their own. Inputs are replaced by their values, and what is no candidate by its right-hand side,
//! so that much of the formula folds.

use faultscope_ir::term::{Purpose, visit_all};
use faultscope_ir::{
    Command, Op, OriginId, OriginKind, Place, Program, Sort, Span, Symbol, Term, TermKind, Trace, Value,
};
use faultscope_solver::Limits;
use rustc_hash::{FxHashMap, FxHashSet};

use super::control::Control;
use super::outcome::{BaselineConfig, BaselineOutcome, Ended, is_candidate};
use super::question::{Question, solver_config};
use crate::decide::{Model, constant};
use crate::execution::{
    Cells, Content, Execution, Input, State, StepOutcome, evaluate, evaluate_content, store_at,
};
use crate::failing::{Failing, failing};
use crate::limits::{MAX_FORMULA_TERMS, WRITE_WORK};
use crate::oracle::Oracle;
use crate::position::Symbolic;

/// A failing execution: the trace and its inputs.
pub(super) struct Failure<'a> {
    pub(super) program: &'a Program,
    pub(super) trace: &'a Trace,
    symbolic: Symbolic<'a>,
    inputs: Model,
    /// The steps from the first to the last that the violated condition consists of.
    pub(super) violated: (usize, usize),
}

impl<'a> Failure<'a> {
    /// The failing execution of a trace, and a solver to ask about it; the outcome where there is nothing to explain.
    pub(super) fn new(
        program: &'a Program,
        trace: &'a Trace,
        config: &BaselineConfig,
        limits: &Limits,
    ) -> Result<(Failure<'a>, Question), BaselineOutcome> {
        let Some(violated) = violated(program, trace) else {
            return Err(BaselineOutcome::nothing(Ended::NoCondition, 0));
        };
        let symbolic = Symbolic::new(trace, &program.axioms);
        let mut oracle = Oracle::new(&solver_config(config, limits), config.queries);
        let inputs = match failing(&symbolic, &mut oracle) {
            Failing::Inputs(inputs) => inputs,
            Failing::Infeasible => {
                return Err(BaselineOutcome::nothing(Ended::Infeasible, oracle.n_queries()));
            }
            Failing::Unknown => {
                let ended = limits.exceeded().map_or(Ended::Undecided, Ended::Stopped);
                return Err(BaselineOutcome::nothing(ended, oracle.n_queries()));
            }
        };
        let question = Question::new(config, limits, &oracle);
        Ok((Failure { program, trace, symbolic, inputs, violated }, question))
    }

    /// The value of an input, or its symbol where the execution does not depend on it.
    pub(super) fn input(&self, input: Input) -> Term {
        match input {
            Input::Initial(variable) => self.known(variable).unwrap_or_else(|| Term::symbol(variable)),
            Input::Havoc(step, _) => {
                let StepOutcome::Assigned { element, .. } = &self.symbolic.execution.outcomes[step] else {
                    unreachable!("a havoc assigns")
                };
                let recorded = || self.trace.steps[step].value.as_ref();
                let fitting = || recorded().filter(|value| value.sort() == element.sort()).map(constant);
                element.as_symbol().and_then(|it| self.known(it)).or_else(fitting).unwrap_or(*element)
            }
        }
    }

    fn known(&self, symbol: Symbol) -> Option<Term> {
        self.inputs.get(&symbol).map(constant)
    }

    /// The execution itself.
    pub(super) fn execution(&self) -> Execution {
        Execution::run(self.trace, &mut |input| self.input(input))
    }

    /// The execution with inputs left open that no condition of the trace depends on: what a variable holds by chance before
    /// it is assigned says nothing about the error.
    pub(super) fn execution_by_what_matters(&self) -> Execution {
        let conditions: Vec<Term> = self.symbolic.conjuncts.iter().map(|it| it.term).collect();
        let mut mattering = FxHashSet::default();
        visit_all(&conditions, &mut |term| mattering.extend(term.as_symbol()));
        Execution::run(self.trace, &mut |input| {
            let symbol = match input {
                Input::Initial(variable) => Some(variable),
                Input::Havoc(step, _) => match &self.symbolic.execution.outcomes[step] {
                    StepOutcome::Assigned { element, .. } => element.as_symbol(),
                    StepOutcome::Assumed(_) => None,
                },
            };
            match symbol.filter(|symbol| !mattering.contains(symbol)) {
                Some(open) => Term::symbol(open),
                None => self.input(input),
            }
        })
    }

    pub(super) fn is_candidate(&self, step: usize) -> bool {
        is_candidate(self.program, self.trace, step)
    }

    /// Whether a step is part of the violated condition.
    pub(super) fn is_violated(&self, step: usize) -> bool {
        (self.violated.0..=self.violated.1).contains(&step)
            && matches!(*self.trace.steps[step].command, Command::Assume { .. })
    }
}

/// The last condition of a trace. Where a front end made several of one of the source, all that follow each other. What is
/// asked behind a requirement that is not met only finds out what is wrong.
pub(super) fn violated(program: &Program, trace: &Trace) -> Option<(usize, usize)> {
    let place = |origin: OriginId| -> (OriginKind, Span) {
        let origin = program.sources.origin(origin);
        (origin.kind, origin.span)
    };
    let is_assume = |step: usize| matches!(*trace.steps[step].command, Command::Assume { .. });
    let kind = |step: usize| place(trace.steps[step].origin).0;
    let last = (0..trace.len()).rev().find(|step| is_assume(*step))?;
    let required = (0..=last).rev().find(|step| is_assume(*step) && !kind(*step).is_made());
    let required = required.filter(|step| {
        kind(*step) == OriginKind::Requirement && (*step..last).skip(1).all(|between| kind(between).is_made())
    });
    let last = required.unwrap_or(last);
    let of_error = place(trace.steps[last].origin);
    let mut first = last;
    for step in (0..last).rev() {
        let here = place(trace.steps[step].origin);
        match is_assume(step) {
            true if here == of_error
                && matches!(of_error.0, OriginKind::Assertion | OriginKind::Requirement) =>
            {
                first = step
            }
            false if here.0.is_made() => {}
            _ => break,
        }
    }
    Some((first, last))
}

/// Something that the formula demands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Demand {
    pub(super) step: usize,
    pub(super) term: Term,
    /// Whether the step can be in an answer.
    pub(super) is_candidate: bool,
}

/// What conditions are in a formula.
#[derive(Clone, Copy)]
pub(super) enum Form<'a> {
    /// Demands of their own: every execution takes the path of the trace.
    Conjuncts,
    /// What is under a branch is demanded only where the branch's condition holds; where it does not, anything goes. The
    /// violated condition is under its branches, too.
    Implications(&'a Control),
    /// Where the condition of a branch does not hold, what is under it changes nothing. That a branch comes out by
    /// its condition is a demand, like what an assignment assigns.
    Branches(&'a Control),
}

impl Form<'_> {
    fn control(&self) -> Option<&Control> {
        match self {
            Form::Conjuncts => None,
            Form::Implications(control) | Form::Branches(control) => Some(control),
        }
    }
}

/// The formula.
pub(super) struct TraceFormula<'a> {
    failure: &'a Failure<'a>,
    versions: FxHashMap<Symbol, Vec<(usize, Content)>>,
    /// In the order of the steps. The violated condition is not among them.
    pub(super) demands: Vec<Demand>,
    /// The axioms.
    pub(super) axioms: Vec<Term>,
    /// The violated condition, as the trace has it: under which the error is reached.
    pub(super) error: Term,
}

impl<'a> TraceFormula<'a> {
    /// The formula of a failing execution.
    pub(super) fn new(failure: &'a Failure<'a>, form: Form<'a>) -> TraceFormula<'a> {
        let formula = TraceFormula {
            failure,
            versions: FxHashMap::default(),
            demands: Vec::new(),
            axioms: Vec::new(),
            error: Term::bool(true),
        };
        Builder { formula, form, guards: Vec::new() }.run()
    }

    /// Whether a solver gets so much to do that the technique is not tried.
    pub(super) fn is_too_large(&self) -> bool {
        let formulas: Vec<Term> = self.demands.iter().map(|it| it.term).chain([self.error]).collect();
        is_too_large(&formulas)
    }

    /// A term over program variables as it is before a step.
    pub(super) fn before(&self, step: usize, term: Term) -> Term {
        evaluate(&mut Names { formula: self, step }, term)
    }

    fn content(&self, variable: Symbol, step: usize) -> Content {
        let versions = self.versions.get(&variable).map_or(&[][..], Vec::as_slice);
        match versions.partition_point(|(made, _)| *made < step).checked_sub(1) {
            Some(idx) => versions[idx].1.clone(),
            None => Content::of(self.failure.input(Input::Initial(variable))),
        }
    }
}

/// Whether a solver gets so much to do with these formulas that they are not asked about.
pub(super) fn is_too_large(formulas: &[Term]) -> bool {
    // How many writes the read of the array goes through.
    let mut depths: FxHashMap<Term, usize> = FxHashMap::default();
    let mut work = 0usize;
    visit_all(formulas, &mut |term| {
        work = work.saturating_add(1);
        let depth = |array: &Term| depths.get(array).copied().unwrap_or(0);
        let own = match term.kind() {
            TermKind::Const(Value::Array(array)) => array.entries.len(),
            TermKind::App(Op::Store, operands) => depth(&operands[0]) + 1,
            TermKind::App(Op::Ite, operands) => depth(&operands[1]).saturating_add(depth(&operands[2])),
            TermKind::App(Op::Select, operands) => {
                work = work.saturating_add(depth(&operands[0]).saturating_mul(WRITE_WORK));
                0
            }
            _ => 0,
        };
        if own > 0 {
            depths.insert(term, own);
        }
    });
    work > MAX_FORMULA_TERMS
}

/// The names of variables before a step.
struct Names<'a, 'f> {
    formula: &'f TraceFormula<'a>,
    step: usize,
}

impl State for Names<'_, '_> {
    fn scalar(&mut self, variable: Symbol) -> Term {
        self.formula.content(variable, self.step).term()
    }

    fn cell(&mut self, variable: Symbol, index: Term) -> Term {
        self.formula.content(variable, self.step).cells().read(index)
    }

    fn array(&mut self, variable: Symbol) -> Cells {
        self.formula.content(variable, self.step).cells()
    }
}

/// A formula that is being made.
struct Builder<'a> {
    formula: TraceFormula<'a>,
    form: Form<'a>,
    /// For each step so far the conditions of the branches that it is under, its own included.
    guards: Vec<Term>,
}

impl<'a> Builder<'a> {
    fn run(mut self) -> TraceFormula<'a> {
        let failure = self.formula.failure;
        let axioms = failure.program.axioms.iter();
        self.formula.axioms = axioms.map(|axiom| self.formula.before(0, *axiom)).collect();
        for (step, it) in failure.trace.steps.iter().enumerate() {
            let parent = self.form.control().and_then(|control| control.parent(step));
            let guard = parent.map_or(Term::bool(true), |parent| self.guards[parent]);
            self.guards.push(guard);
            match &*it.command {
                Command::Assume { condition } => self.assume(step, guard, *condition),
                Command::Assign { target, value } => self.assign(step, guard, target, *value),
                Command::Havoc { target } => {
                    let element = failure.input(Input::Havoc(step, target.variable));
                    self.write(step, guard, target, element);
                }
            }
        }
        self.formula
    }

    fn assume(&mut self, step: usize, guard: Term, condition: Term) {
        let condition = self.formula.before(step, condition);
        let is_violated = self.formula.failure.is_violated(step);
        if is_violated {
            let all = self.formula.error.and(condition);
            self.formula.error = if step == self.formula.failure.violated.0 { guard.and(all) } else { all };
        }
        if self.form.control().is_some_and(|control| control.is_branch(step)) {
            let is_soft = !is_violated && self.formula.failure.is_candidate(step);
            let outcome = match self.form {
                Form::Branches(_) if is_soft => self.named(step, guard, condition),
                _ => condition,
            };
            self.guards[step] = guard.and(outcome);
        } else if !is_violated {
            self.demand(step, guard.implies(condition));
        }
    }

    fn demand(&mut self, step: usize, term: Term) {
        if term.as_bool() != Some(true) {
            let is_candidate = self.formula.failure.is_candidate(step);
            self.formula.demands.push(Demand { step, term, is_candidate });
        }
    }

    fn assign(&mut self, step: usize, guard: Term, target: &Place, value: Term) {
        let content = evaluate_content(&mut Names { formula: &self.formula, step }, value);
        let is_certain = guard.as_bool() == Some(true);
        let is_fact = !self.formula.failure.is_candidate(step);
        if is_fact && is_certain && target.path.is_empty() {
            self.formula.versions.entry(target.variable).or_default().push((step, content));
            return;
        }
        let value = content.term();
        let element = match self.form {
            Form::Implications(_) if !is_certain => self.named(step, guard, value),
            _ if is_fact => value,
            _ => self.named(step, guard, value),
        };
        self.write(step, guard, target, element);
    }

    /// A name that is demanded to equal the value. Equations of arrays are avoided: few solvers like them.
    fn named(&mut self, step: usize, guard: Term, value: Term) -> Term {
        let name = Term::symbol(Symbol::generated(Purpose::Assigned(step), value.sort()));
        if value.sort().array_sorts().is_none() {
            self.demand(step, guard.implies(name.equals(value)));
            return name;
        }
        let selector = Term::symbol(Symbol::generated(Purpose::Unknown(step), Sort::bool()));
        self.demand(step, selector);
        selector.and(guard).ite(value, name)
    }

    /// Puts the element into a place.
    fn write(&mut self, step: usize, guard: Term, target: &Place, element: Term) {
        let element = match self.form {
            Form::Branches(_) if guard.as_bool() != Some(true) => {
                guard.ite(element, self.formula.before(step, target.read()))
            }
            _ => element,
        };
        let path: Vec<Term> = target.path.iter().map(|index| self.formula.before(step, *index)).collect();
        let content = match &path[..] {
            [] => Content::of(element),
            [index, rest @ ..] => {
                let mut cells = self.formula.content(target.variable, step).cells();
                let element = store_at(cells.read(*index), rest, element);
                cells.write(*index, element);
                Content::Array(Box::new(cells))
            }
        };
        self.formula.versions.entry(target.variable).or_default().push((step, content));
    }
}
