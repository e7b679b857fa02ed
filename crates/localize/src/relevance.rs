//! # Relevance on one trace
//! For every assigning statement of an error trace, whether and how well replacing what it assigns avoids the
//! error: the rows of theory.md's table \[1, Def. 3; 2, Def. 3.1\], each with its witness, and the fix condition.
//!
//! The trace is executed once on symbols. For each assigning step only the part of the rest that the assigned
//! value reaches is executed again with a fresh symbol for the value; where no later assume is reached the
//! step is irrelevant without any query. What one step alone reads is answered by what is known of that step
//! ([`links`](crate::links)), so that long chains of steps cost no more than their steps. The others become a [`Position`](crate::position), which
//! [`decide`](crate::decide) answers, by evaluation where it can.
//!
//! **Deviation**: what the language asks of operations on the way ([`requirements`](crate::requirements)) is no reason
//! why a value avoids an error.
//!
//! **Deviation**: \[1, Alg. 1\] asks a solver for an unsatisfiable core for every command. Cores that are not
//! minimal only show irrelevance, and havocs need the frame formula; the questions here are those of the
//! definitions themselves.
//!
//! # References
//! - \[1\] _Error localization by relevant statements_, unpublished manuscript; Definition 3, Algorithm 1.
//! - \[2\] _Static fault localization for simple bugs_, manuscript of July 2017; Definition 3.1, section 3.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use faultscope_ir::limits::Reached;
use faultscope_ir::program::Display;
use faultscope_ir::term::Rewriting;
use faultscope_ir::{Command, Origin, Program, Span, Symbol, Term, Trace, Value};
use faultscope_solver::{Dump, Limits, SolverConfig};
use rustc_hash::FxHashMap;

use crate::condition;
use crate::decide::{self, Budget, Decision, Model, Residual, Row};
use crate::execution::StepOutcome;
use crate::failing::{Failing, failing};
use crate::finding::{Condition, Finding, FindingKind, Occurrence, Strength, Witness, WitnessInput};
use crate::limits::{
    self, MAX_CONDITION_COMPARISONS, MAX_CONDITION_WORK, MAX_LINKS_TO_KNOWN, MAX_NEARBY_COST,
    MAX_NEARBY_WORK, MAX_OCCURRENCE_WORK, MAX_REFINED_FINDINGS, MAX_THOROUGH_OCCURRENCES, reached,
};
use crate::links;
use crate::oracle::{Oracle, weight};
use crate::position::{Position, Symbolic};
use crate::requirements;
use crate::rerun::TooLarge;

/// Settings of relevance.
#[derive(Debug, Clone)]
pub struct RelevanceConfig {
    /// Whether statements that are only trace-aberrant are looked for. They count as irrelevant otherwise.
    pub trace_aberrant: bool,
    /// Whether irrelevant statements are findings too.
    pub irrelevant: bool,
    /// Most rounds of one counterexample loop.
    pub rounds: usize,
    /// Most steps of one solver query, in the solver's unit.
    pub query_steps: u32,
    /// Most solver queries for one trace. What they leave open stays undecided.
    pub queries: usize,
    /// Decide with the solver alone where candidates could be evaluated; for tests of the solver's part.
    pub solver_only: bool,
    /// Gets the queries.
    pub dump: Option<Dump>,
    /// Which fix conditions are kept.
    pub is_expressible: Expressible,
}

/// Whether a condition on the value that a command of an origin assigns to a variable can be said in the source's
/// language, where the last symbol stands for the value.
pub type Expressible = fn(&Program, &Origin, Symbol, Term, Symbol) -> bool;

impl RelevanceConfig {
    /// What the command line uses.
    pub fn standard() -> RelevanceConfig {
        RelevanceConfig {
            trace_aberrant: false,
            irrelevant: false,
            rounds: limits::RELEVANCE_ROUNDS,
            query_steps: limits::RELEVANCE_QUERY_STEPS,
            queries: limits::RELEVANCE_QUERIES,
            solver_only: false,
            dump: None,
            is_expressible: |_, _, _, _, _| true,
        }
    }
}

/// What relevance says of a trace.
#[derive(Debug, Clone)]
pub struct RelevanceOutcome {
    /// One per source statement, in rank order.
    pub findings: Vec<Finding>,
    /// Whether some execution runs through the trace to the error; if not, nothing is relevant.
    pub feasible: Option<bool>,
    /// The limits that were reached.
    pub limits: Reached,
    /// Figures of the run.
    pub statistics: Statistics,
}

/// Figures of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Statistics {
    /// Commands of the trace.
    pub steps: usize,
    /// Commands of the trace that assign and could be findings.
    pub assigning: usize,
    /// Those of them that are relevant or stronger.
    pub relevant: usize,
    /// Those of them that are undecided.
    pub undecided: usize,
    /// Source statements that are relevant or stronger.
    pub relevant_statements: usize,
    /// Solver queries.
    pub queries: usize,
}

/// Decides the relevance of every source statement on the trace.
pub fn relevance(
    program: &Program,
    trace: &Trace,
    config: &RelevanceConfig,
    limits: &Limits,
) -> RelevanceOutcome {
    let asked = requirements::without_those_met(program, trace);
    let trace = &*asked;
    let symbolic = Symbolic::new(trace, &program.axioms);
    let mut solver = SolverConfig::new(limits);
    solver.query_steps = Some(config.query_steps);
    solver.dump = config.dump.clone();
    let oracle = Oracle::new(&solver, config.queries);
    let rewriting = Rewriting::default();
    let reached = Reached::default();
    let known = vec![None; trace.len()];
    let (failing, work, nearby_work) = (None, 0, 0);
    Ctx {
        program,
        trace,
        config,
        limits,
        symbolic,
        oracle,
        failing,
        rewriting,
        known,
        work,
        nearby_work,
        condition_work: 0,
        reached,
    }
    .run()
}

struct Ctx<'a> {
    program: &'a Program,
    trace: &'a Trace,
    config: &'a RelevanceConfig,
    limits: &'a Limits,
    symbolic: Symbolic<'a>,
    oracle: Oracle,
    /// The inputs of the trace's execution, where known.
    failing: Option<Model>,
    /// What has those inputs put in already.
    rewriting: Rewriting,
    /// The verdicts that are known, by step.
    known: Vec<Option<Strength>>,
    /// What has been spent of [`MAX_OCCURRENCE_WORK`].
    work: usize,
    /// What has been spent of [`MAX_NEARBY_WORK`].
    nearby_work: usize,
    /// What has been spent of [`MAX_CONDITION_WORK`].
    condition_work: usize,
    reached: Reached,
}

/// What may be spent on a verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Effort {
    /// Solver queries.
    Ask,
    /// Evaluation only.
    Evaluate,
}

/// A step's verdict with its evidence.
#[derive(Debug, Clone)]
struct StepVerdict {
    step: usize,
    strength: Strength,
    values: Vec<Value>,
    witness: Option<Box<Witness>>,
    undecided: Vec<Strength>,
}

impl Ctx<'_> {
    fn run(mut self) -> RelevanceOutcome {
        let feasible = match failing(&self.symbolic, &mut self.oracle) {
            Failing::Inputs(model) => {
                self.failing = Some(model);
                Some(true)
            }
            Failing::Infeasible => Some(false),
            Failing::Unknown => None,
        };
        let mut steps: BTreeMap<(Span, FindingKind), Vec<usize>> = BTreeMap::new();
        for step in 0..self.trace.len() {
            let origin = self.program.sources.origin(self.trace.steps[step].origin);
            let Some(kind) = FindingKind::of(origin.kind) else { continue };
            if origin.is_suspect() && self.trace.steps[step].command.target().is_some() {
                steps.entry((origin.span, kind)).or_default().push(step);
            }
        }
        let mut statements: BTreeMap<(Span, FindingKind), Vec<StepVerdict>> = BTreeMap::new();
        // The nearest to the error first: what may be spent is spent on them.
        let mut nearest: Vec<((Span, FindingKind), Vec<usize>)> = steps.into_iter().collect();
        nearest.sort_by_key(|(_, steps)| Reverse(steps.last().copied()));
        for (statement, steps) in nearest {
            let verdicts = match feasible {
                Some(false) => steps.into_iter().map(StepVerdict::irrelevant).collect(),
                _ => self.verdicts(&steps),
            };
            statements.insert(statement, verdicts);
        }
        let mut statistics = self.statistics(statements.values().flatten());
        let mut findings: Vec<Finding> =
            statements.into_iter().map(|((_, kind), verdicts)| self.finding(kind, verdicts)).collect();
        findings.retain(|it| self.config.irrelevant || it.strength != Strength::Irrelevant);
        statistics.relevant_statements =
            findings.iter().filter(|it| it.strength <= Strength::Relevant).count();
        crate::ranking::rank(self.program, self.trace, &mut findings);
        self.reached.note(&reached::MAX_REFINED_FINDINGS, findings.len() > MAX_REFINED_FINDINGS);
        findings.iter_mut().take(MAX_REFINED_FINDINGS).for_each(|it| self.refine(it));
        crate::ranking::rank(self.program, self.trace, &mut findings);
        statistics.queries = self.oracle.n_queries();
        self.reached.note(&reached::RELEVANCE_QUERIES, self.oracle.has_refused());
        RelevanceOutcome { findings, feasible, limits: self.reached, statistics }
    }

    fn statistics<'v>(&self, verdicts: impl Iterator<Item = &'v StepVerdict>) -> Statistics {
        let mut statistics = Statistics { steps: self.trace.len(), ..Statistics::default() };
        for verdict in verdicts {
            statistics.assigning += 1;
            statistics.relevant += usize::from(verdict.strength <= Strength::Relevant);
            statistics.undecided += usize::from(verdict.strength == Strength::Undecided);
        }
        statistics
    }

    /// The verdicts of the occurrences of one statement. The last ones are examined first and thoroughly;
    /// once the strongest verdict is reached, or after some, the rest is only evaluated.
    fn verdicts(&mut self, steps: &[usize]) -> Vec<StepVerdict> {
        let mut verdicts: Vec<StepVerdict> = Vec::with_capacity(steps.len());
        let mut n_thorough = 0;
        let mut strongest = None;
        let mut tried = Vec::new();
        for step in steps.iter().rev() {
            let verdict = if strongest == Some(Strength::Constant) || n_thorough >= MAX_THOROUGH_OCCURRENCES {
                let verdict = self.further(*step, strongest, &mut tried);
                // Where the strongest verdict is known, another occurrence changes nothing.
                let matters = strongest != Some(Strength::Constant) && !verdict.undecided.is_empty();
                self.reached.note(&reached::MAX_THOROUGH_OCCURRENCES, matters);
                verdict
            } else {
                self.verdict(*step, Effort::Ask)
            };
            n_thorough += usize::from(verdict.strength != Strength::Irrelevant);
            strongest = Some(strongest.map_or(verdict.strength, |it: Strength| it.min(verdict.strength)));
            self.known[*step] = Some(verdict.strength);
            verdicts.push(verdict);
        }
        verdicts.reverse();
        verdicts
    }

    /// The verdict of one more occurrence of a statement that has been looked at enough, the strongest verdict being this.
    /// `tried` are the values that helped at other occurrences.
    fn further(&mut self, step: usize, strongest: Option<Strength>, tried: &mut Vec<Value>) -> StepVerdict {
        let is_unread = links::is_unread(self.trace, &self.symbolic.execution, step);
        if is_unread && !self.config.trace_aberrant {
            return StepVerdict::irrelevant(step);
        }
        // What is stronger than all others needs its own evidence.
        let known = self.linked(step).filter(|it| strongest.is_some_and(|strongest| *it >= strongest));
        if let Some(strength) = known {
            return StepVerdict { strength, ..StepVerdict::irrelevant(step) };
        }
        if strongest == Some(Strength::Constant) && self.is_blocked_nearby(step, tried) {
            return StepVerdict { strength: Strength::Constant, ..StepVerdict::irrelevant(step) };
        }
        if self.work >= MAX_OCCURRENCE_WORK {
            self.reached.note(&reached::MAX_OCCURRENCE_WORK, true);
            return StepVerdict::open(step);
        }
        let verdict = self.verdict(step, Effort::Evaluate);
        if verdict.strength != Strength::Irrelevant {
            self.work += self.trace.len() - step;
        }
        verdict
    }

    /// The verdict of a step that is linked, directly or through others, to one that is decided.
    fn linked(&self, step: usize) -> Option<Strength> {
        let mut at = step;
        for _ in 0..MAX_LINKS_TO_KNOWN {
            at = self.symbolic.links().alike(self.trace, &self.symbolic.execution, at)?;
            if let Some(strength) = self.known[at] {
                return Some(strength).filter(|it| *it != Strength::Undecided);
            }
        }
        None
    }

    /// Whether a value is seen to block the trace at once, behind this step: one that did at another occurrence, or one that
    /// comes to mind.
    fn is_blocked_nearby(&mut self, step: usize, tried: &mut Vec<Value>) -> bool {
        if self.failing.is_none() || self.config.solver_only || self.nearby_work >= MAX_NEARBY_WORK {
            return false;
        }
        let present = self.present(step);
        let blocks = |value: &Value, nearby_work: &mut usize| {
            let term = Term::value(value.clone());
            // A value that was tried for a step behind may be of another sort.
            let fits = present.as_ref().is_none_or(|it| it.sort() == value.sort());
            let is_other = fits && present.as_ref() != Some(value);
            let (blocks, cost) =
                if is_other { self.symbolic.blocks_nearby(step, term, MAX_NEARBY_COST) } else { (false, 0) };
            *nearby_work += if blocks { 0 } else { cost };
            blocks
        };
        if tried.iter().any(|value| blocks(value, &mut self.nearby_work)) {
            return true;
        }
        let found = self
            .symbolic
            .nearby_candidates(step, present.as_ref())
            .into_iter()
            .find(|value| blocks(value, &mut self.nearby_work));
        tried.clear();
        tried.extend(found);
        !tried.is_empty()
    }

    /// The verdict of a step at which the question is too large, from the end of the chain of links that it begins.
    fn of_last_link(&mut self, step: usize, effort: Effort) -> Option<StepVerdict> {
        let mut chain = vec![step];
        while let Some(next) = self.symbolic.links().equal(chain[chain.len() - 1]) {
            chain.push(next);
        }
        let [steps @ .., last] = &chain[..] else { return None };
        if steps.is_empty() {
            return None;
        }
        let verdict = self.verdict(*last, effort);
        if verdict.strength == Strength::Undecided {
            return None;
        }
        let mut values = verdict.values;
        let (links, execution) = (self.symbolic.links(), &self.symbolic.execution);
        for step in steps.iter().rev() {
            match &mut values[..] {
                [] => _ = links.alike(self.trace, execution, *step)?,
                values => {
                    for value in values {
                        *value = links.origin_of(self.trace, execution, *step, value)?;
                    }
                }
            }
        }
        // A witness is about the value at the other step.
        let own = verdict.witness.filter(|it| it.inputs.is_none());
        let witness =
            own.and_then(|_| values.first()).map(|value| Witness { inputs: None, value: value.clone() });
        let witness = witness.map(Box::new);
        Some(StepVerdict { step, values, witness, ..verdict })
    }

    /// The verdict of one step.
    fn verdict(&mut self, step: usize, effort: Effort) -> StepVerdict {
        if self.limits.exceeded().is_some() {
            return StepVerdict::open(step);
        }
        let present = self.present(step);
        if self.failing.is_some()
            && !self.config.solver_only
            && let Some(value) = self.symbolic.obvious_constant(step, present.as_ref())
        {
            let witness = Some(Box::new(Witness { inputs: None, value: value.clone() }));
            return StepVerdict {
                strength: Strength::Constant,
                values: vec![value],
                witness,
                ..StepVerdict::irrelevant(step)
            };
        }
        let verdict = self.decided(step, present.as_ref(), effort);
        if verdict.strength <= Strength::Relevant || !self.config.trace_aberrant {
            return verdict;
        }
        self.aberrance(verdict)
    }

    fn budget(&self) -> Budget {
        Budget { rounds: self.config.rounds, solver_only: self.config.solver_only }
    }

    /// The verdict of one step by its question.
    fn decided(&mut self, step: usize, present: Option<&Value>, effort: Effort) -> StepVerdict {
        let budget = self.budget();
        match self.symbolic.position(step) {
            Ok(None) => StepVerdict::irrelevant(step),
            Err(TooLarge(limit)) => self.of_last_link(step, effort).unwrap_or_else(|| {
                self.reached.note(limit, true);
                StepVerdict::open(step)
            }),
            Ok(Some(position)) => {
                let residual = self.residual(&position);
                let decide =
                    |oracle: &mut Oracle| decide::decide(&position, residual, present, oracle, &budget);
                let decision = match effort {
                    Effort::Ask => decide(&mut self.oracle),
                    Effort::Evaluate => self.oracle.silently(decide),
                };
                self.verdict_of(step, decision)
            }
        }
    }

    /// The kernel with the inputs of the trace's execution.
    fn residual(&mut self, position: &Position) -> Option<Residual> {
        let failing = self.failing.as_ref()?;
        if !position.earlier.iter().all(|input| failing.contains_key(input)) {
            return None;
        }
        if !position.later.is_empty() {
            return Some(decide::substitute(&position.kernel, &position.earlier, failing));
        }
        let mut replace = |symbol| failing.get(&symbol).map(decide::constant);
        Some(position.kernel.iter().map(|term| self.rewriting.rewrite(*term, &mut replace)).collect())
    }

    fn aberrance(&mut self, verdict: StepVerdict) -> StepVerdict {
        let budget = self.budget();
        let row = match self.symbolic.whole_position(verdict.step) {
            Ok(None) => return verdict,
            Ok(Some(position)) => decide::trace_aberrant(&position, &mut self.oracle, &budget),
            Err(TooLarge(limit)) => {
                self.reached.note(limit, true);
                Row::Open
            }
        };
        match row {
            Row::Holds((model, value)) => StepVerdict {
                strength: Strength::TraceAberrant,
                witness: Some(Box::new(self.witness(model, value))),
                ..verdict
            },
            Row::Fails => verdict,
            Row::Open => {
                let mut undecided = verdict.undecided;
                undecided.push(Strength::TraceAberrant);
                StepVerdict { strength: Strength::Undecided, undecided, ..verdict }
            }
        }
    }

    /// The value that the step assigned in the trace's execution.
    fn present(&self, step: usize) -> Option<Value> {
        if let Some(value) = &self.trace.steps[step].value {
            return Some(value.clone());
        }
        let StepOutcome::Assigned { element, .. } = &self.symbolic.execution.outcomes[step] else {
            return None;
        };
        let failing = self.failing.as_ref()?;
        let value = |symbol| failing.get(&symbol).map(|value| Term::value(value.clone()));
        element.rewrite(&mut { value }).as_value().cloned()
    }

    fn verdict_of(&self, step: usize, decision: Decision) -> StepVerdict {
        let mut undecided = Vec::new();
        let mut note = |open: bool, strength: Strength| {
            if open {
                undecided.push(strength);
            }
        };
        note(decision.constant == Row::Open, Strength::Constant);
        note(decision.expression == Row::Open, Strength::Expression);
        note(decision.relevant == Row::Open, Strength::Relevant);
        let strength = match (&decision.constant, &decision.expression, &decision.relevant) {
            (Row::Holds(_), _, _) => Strength::Constant,
            (_, Row::Holds(()), _) => Strength::Expression,
            (_, _, Row::Holds(_)) => Strength::Relevant,
            (_, _, Row::Fails) => Strength::Irrelevant,
            (_, _, Row::Open) => Strength::Undecided,
        };
        let (witness, helping) = match decision.relevant {
            Row::Holds((model, value)) => (Some(Box::new(self.witness(model, value.clone()))), vec![value]),
            Row::Fails | Row::Open => (None, Vec::new()),
        };
        let values = match decision.constant {
            Row::Holds(values) => values,
            Row::Fails | Row::Open => helping,
        };
        undecided.retain(|it| *it < strength || strength == Strength::Undecided);
        StepVerdict { step, strength, values, witness, undecided }
    }

    fn witness(&self, model: Option<Model>, value: Value) -> Witness {
        let inputs = model.map(|model| {
            let known: FxHashMap<usize, Value> = model
                .into_iter()
                .filter_map(|(symbol, value)| Some((self.symbolic.inputs.id(symbol)?, value)))
                .collect();
            let mut ids: Vec<usize> = known.keys().copied().collect();
            ids.sort_unstable();
            ids.into_iter().map(|id| self.witness_input(id, known[&id].clone())).collect()
        });
        Witness { inputs, value }
    }

    fn witness_input(&self, id: usize, value: Value) -> WitnessInput {
        let step = self.symbolic.inputs.step(id);
        let target = step.and_then(|step| self.trace.steps[step].command.target());
        let variable = target.map_or_else(|| self.symbolic.inputs.symbol(id), |target| target.variable);
        WitnessInput { step, variable, value }
    }

    /// Gives a finding the nearest values that fix, where only some value is known, and its fix condition.
    fn refine(&mut self, finding: &mut Finding) {
        if finding.strength == Strength::Constant && !self.config.solver_only {
            let present = self.present(finding.step);
            let decided = self.decided(finding.step, present.as_ref(), Effort::Ask);
            if decided.strength == Strength::Constant {
                (finding.values, finding.witness) = (decided.values, decided.witness.map(|it| *it));
            }
        }
        if finding.strength <= Strength::Relevant {
            finding.condition = self.condition(finding.step);
            let present = self.present(finding.step);
            finding.keep_values_of_condition(present.as_ref());
        }
    }

    /// The fix condition at a step, if it can be said in the source's language.
    fn condition(&mut self, step: usize) -> Option<Condition> {
        let origin = self.program.sources.origin(self.trace.steps[step].origin);
        origin.place.as_ref()?;
        let variable = self.trace.steps[step].command.target()?.variable;
        let display = self.program.display(variable);
        let unsigned = matches!(display, Display::Unsigned | Display::Pointer | Display::Boolean);
        let position = self.symbolic.position(step).ok()??;
        self.condition_work += weight(&position.kernel);
        let is_too_much = self.condition_work > MAX_CONDITION_WORK;
        self.reached.note(&reached::MAX_CONDITION_WORK, is_too_much);
        if is_too_much {
            return None;
        }
        let formula = condition::fix_condition(&self.symbolic, &position, unsigned, &mut self.oracle)?;
        if condition::n_atoms(formula) > MAX_CONDITION_COMPARISONS {
            return None;
        }
        let is_expressible =
            (self.config.is_expressible)(self.program, origin, variable, formula, position.value);
        is_expressible.then_some(Condition { formula, place: position.value })
    }

    /// One source statement from the verdicts of its occurrences.
    fn finding(&self, kind: FindingKind, verdicts: Vec<StepVerdict>) -> Finding {
        // Of equally strong occurrences the last one, nearest to the error.
        let strongest = verdicts.iter().rev().min_by_key(|it| it.strength).expect("a statement occurs");
        let command = &*self.trace.steps[strongest.step].command;
        let relevant = strongest.strength <= Strength::Relevant;
        let decided = relevant || strongest.strength == Strength::Irrelevant;
        let occurrences = verdicts
            .iter()
            .map(|it| Occurrence {
                step: it.step,
                strength: it.strength,
                iterations: self.trace.steps[it.step].iterations.clone(),
            })
            .collect();
        let origin = self.trace.steps[strongest.step].origin;
        Finding {
            occurrences,
            values: strongest.values.clone(),
            witness: strongest.witness.as_deref().cloned(),
            undecided: stronger_and_open(strongest, &verdicts),
            other_outcome_helps: match command {
                Command::Havoc { .. } if decided => Some(relevant),
                _ => None,
            },
            ..Finding::new(origin, kind, strongest.strength, strongest.step)
        }
    }
}

/// The rows above a statement's verdict that stay open at some occurrence.
fn stronger_and_open(strongest: &StepVerdict, verdicts: &[StepVerdict]) -> Vec<Strength> {
    let is_open = |row: &Strength| {
        strongest.undecided.contains(row)
            || *row < strongest.strength && verdicts.iter().any(|it| it.undecided.contains(row))
    };
    let rows = [Strength::Constant, Strength::Expression, Strength::Relevant, Strength::TraceAberrant];
    rows.into_iter().filter(is_open).collect()
}

impl StepVerdict {
    fn open(step: usize) -> StepVerdict {
        let undecided = vec![Strength::Constant, Strength::Expression, Strength::Relevant];
        StepVerdict { strength: Strength::Undecided, undecided, ..StepVerdict::irrelevant(step) }
    }

    fn irrelevant(step: usize) -> StepVerdict {
        StepVerdict {
            step,
            strength: Strength::Irrelevant,
            values: Vec::new(),
            witness: None,
            undecided: Vec::new(),
        }
    }
}
