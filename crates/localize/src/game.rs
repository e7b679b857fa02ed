//! Whether fixes at several positions of a trace can keep it from the error: a game.
//!
//! Along the trace the fixes choose what is assigned at their positions, knowing the state, and an adversary
//! chooses the outcomes of all havocs. The adversary wins an execution that gets to the error. The fixes repair the
//! trace (theory.md, "From one trace to the program") if they win from every reachable state before the first
//! position.
//!
//! The trace is executed with fresh symbols for what is chosen; the choices are eliminated from the last one to
//! the first. An input with which the adversary wins is *evidence*. Committing the adversary to it makes the
//! question about other positions cheap: mostly a matter of evaluation.

use faultscope_ir::{Symbol, Term};
use rustc_hash::FxHashSet;

use crate::decide::{Model, substitute};
use crate::eliminate::{self, Budget, Inexact};
use crate::failing::{Failing, failing};
use crate::inputs::InputSet;
use crate::limits::{MAX_RERUN_COST, QUERIES_PER_SOLVER};
use crate::oracle::{Oracle, Reply};
use crate::position::{Conjunct, Symbolic, add_conjuncts};
use crate::rerun::{TooLarge, rerun};

/// How the game at some positions ends.
#[derive(Debug)]
pub(crate) enum Ending {
    /// The fixes win.
    Repairs,
    /// The adversary wins with this evidence.
    Fails(Evidence),
    /// Not known.
    Open,
}

/// What the adversary commits to: values of inputs.
#[derive(Debug, Clone)]
pub(crate) struct Evidence(Model);

/// The game on one trace.
pub(crate) struct Game<'a> {
    symbolic: Symbolic<'a>,
    oracle: Oracle,
    budget: Budget,
    /// Most queries for one set of positions, and how many more for all.
    queries: (usize, usize),
    /// The inputs of the trace's own execution.
    own: Model,
}

/// The conditions under which the error is reached.
struct Question {
    /// Those that choices have nothing to do with.
    guards: Vec<Term>,
    /// Those over choices.
    kernel: Vec<Term>,
    /// The symbols that are chosen, in order, and whether the fixes choose.
    choices: Vec<(Symbol, bool)>,
    /// The inputs that are no choices.
    inputs: Vec<Symbol>,
}

impl<'a> Game<'a> {
    /// Prepares for a trace. Also gives what is known of its feasibility.
    pub(crate) fn new(
        symbolic: Symbolic<'a>,
        mut oracle: Oracle,
        budget: Budget,
        queries: (usize, usize),
    ) -> (Game<'a>, Option<bool>) {
        oracle.allow(queries.0);
        let (own, feasible) = match failing(&symbolic, &mut oracle) {
            Failing::Inputs(model) => (model, Some(true)),
            Failing::Infeasible => (Model::default(), Some(false)),
            Failing::Unknown => (Model::default(), None),
        };
        (Game { symbolic, oracle, budget, queries, own }, feasible)
    }

    /// The evidence that the trace's own execution is.
    pub(crate) fn own_evidence(&self) -> Evidence {
        Evidence(self.own.clone())
    }

    /// Whether anything that a step assigns can make a difference to a later assume.
    pub(crate) fn is_live(&self, step: usize) -> bool {
        self.symbolic.execution.live[step]
    }

    /// How many solver queries there were.
    pub(crate) fn n_queries(&self) -> usize {
        self.oracle.n_queries()
    }

    /// Whether fixes at these positions, in ascending order, repair the trace.
    pub(crate) fn play(&mut self, positions: &[usize]) -> Ending {
        self.within_budget(|game| game.ending(positions))
    }

    fn ending(&mut self, positions: &[usize]) -> Ending {
        let Ok(question) = self.question(positions) else { return Ending::Open };
        let (wins, exact) = match self.adversary_wins(&question, Inexact::Weaker) {
            Ok(wins) => wins,
            Err(eliminate::TooLarge) => return Ending::Open,
        };
        let reply = self.oracle.ask(&question.guards, &[wins]);
        match reply {
            Reply::Unsat => return Ending::Repairs,
            Reply::Unknown => return Ending::Open,
            Reply::Sat if exact => return Ending::Fails(self.evidence(&question, positions)),
            Reply::Sat => {}
        }
        let Ok((wins, _)) = self.adversary_wins(&question, Inexact::Stronger) else { return Ending::Open };
        match self.oracle.ask(&question.guards, &[wins]) {
            Reply::Sat => Ending::Fails(self.evidence(&question, positions)),
            Reply::Unsat | Reply::Unknown => Ending::Open,
        }
    }

    /// Whether the evidence shows that fixes at these positions do not repair the trace.
    pub(crate) fn refutes(&mut self, evidence: &Evidence, positions: &[usize]) -> bool {
        self.within_budget(|game| game.is_refutation(evidence, positions))
    }

    fn within_budget<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let allowance = self.queries.0.min(self.queries.1);
        self.oracle.allow(allowance);
        self.oracle.forget(QUERIES_PER_SOLVER);
        let result = work(self);
        self.queries.1 -= allowance - self.oracle.allow(0);
        result
    }

    fn is_refutation(&mut self, evidence: &Evidence, positions: &[usize]) -> bool {
        let Ok(question) = self.question(positions) else { return false };
        let known: Vec<Symbol> = question
            .inputs
            .iter()
            .copied()
            .chain(question.choices.iter().filter(|(_, fixes)| !fixes).map(|(symbol, _)| *symbol))
            .collect();
        let question = Question {
            guards: substitute(&question.guards, &known, &evidence.0),
            kernel: substitute(&question.kernel, &known, &evidence.0),
            ..question
        };
        if question.guards.iter().any(|it| it.as_bool() == Some(false)) {
            return false;
        }
        let kernel = Term::all(question.kernel.iter().copied());
        if kernel.symbols().iter().all(|it| question.choices.contains(&(*it, true))) {
            // Only the fixes have a choice left.
            return self.holds(&question.guards) && self.oracle.ask(&[], &[kernel.not()]) == Reply::Unsat;
        }
        let Ok((wins, _)) = self.adversary_wins(&question, Inexact::Stronger) else { return false };
        if wins.as_bool() == Some(false) {
            return false;
        }
        let mut formulas = question.guards;
        formulas.push(wins);
        self.holds(&formulas)
    }

    /// Whether formulas have a model; asks only where they do not fold.
    fn holds(&mut self, formulas: &[Term]) -> bool {
        formulas.iter().all(|it| it.as_bool() == Some(true)) || self.oracle.ask(&[], formulas) == Reply::Sat
    }

    /// The states, by their inputs, from which the adversary wins, or what is weaker or stronger than that; and
    /// whether it is exact.
    fn adversary_wins(
        &mut self,
        question: &Question,
        inexact: Inexact,
    ) -> Result<(Term, bool), eliminate::TooLarge> {
        let opposite = if inexact == Inexact::Weaker { Inexact::Stronger } else { Inexact::Weaker };
        let mut wins = eliminate::flat(Term::all(question.kernel.iter().copied()));
        let mut exact = true;
        for (choice, fixes) in question.choices.iter().rev() {
            if wins.as_bool().is_some() {
                break;
            }
            let (formula, inexact) = if *fixes { (wins.not(), opposite) } else { (wins, inexact) };
            let some = eliminate::exists(*choice, formula, inexact, &mut self.oracle, self.budget)?;
            wins = if *fixes { some.formula.not() } else { some.formula };
            exact &= some.exact;
        }
        Ok((wins, exact))
    }

    /// The adversary's winning inputs, from the model of the last question.
    fn evidence(&mut self, question: &Question, positions: &[usize]) -> Evidence {
        // What the question is not about is as in the trace's own execution.
        let mut model = self.own.clone();
        let found = self.oracle.model(&question.inputs);
        question.inputs.iter().for_each(|input| drop(model.remove(input)));
        model.extend(found);
        // If that wins with the trace's own outcomes of later havocs, the adversary commits to them too.
        let mut evidence = Evidence(model);
        if !self.is_refutation(&evidence, positions) {
            question.choices.iter().for_each(|(choice, _)| drop(evidence.0.remove(choice)));
        }
        evidence
    }

    fn question(&mut self, positions: &[usize]) -> Result<Question, TooLarge> {
        let mut replaced: Vec<(usize, Term)> = Vec::new();
        let mut fixed: FxHashSet<usize> = FxHashSet::default();
        for step in positions {
            if let Some((value, id)) = self.symbolic.replacement(*step) {
                replaced.push((*step, Term::symbol(value)));
                fixed.insert(id);
            }
        }
        let changed = rerun(self.symbolic.trace, &self.symbolic.execution, &replaced, MAX_RERUN_COST)?;
        let conjuncts = self.connected(changed);
        let inputs = &self.symbolic.inputs;
        let first = positions.first().copied().unwrap_or(usize::MAX);
        let is_choice = |id: usize| fixed.contains(&id) || inputs.step(id).is_some_and(|havoc| havoc > first);
        let chosen = chosen(&conjuncts, &fixed, is_choice);
        let in_kernel = |conjunct: &Conjunct| conjunct.inputs.iter().any(|id| chosen.contains(&id));
        let (kernel, guards): (Vec<&Conjunct>, Vec<&Conjunct>) =
            conjuncts.iter().partition(|it| in_kernel(it));
        let mentioned = conjuncts.iter().fold(InputSet::default(), |set, it| set.union(&it.inputs));
        let (mut choices, others): (Vec<usize>, Vec<usize>) =
            mentioned.iter().partition(|id| chosen.contains(id));
        choices.sort_by_key(|id| (inputs.step(*id), *id));
        Ok(Question {
            guards: guards.into_iter().map(|it| it.term).collect(),
            kernel: kernel.into_iter().map(|it| it.term).collect(),
            choices: choices.into_iter().map(|id| (inputs.symbol(id), fixed.contains(&id))).collect(),
            inputs: others.into_iter().map(|id| inputs.symbol(id)).collect(),
        })
    }

    /// The changed conditions and those that share inputs with them, directly or through others. The rest have a
    /// model of their own: the trace is feasible.
    fn connected(&mut self, changed: Vec<(usize, Term)>) -> Vec<Conjunct> {
        let changed_steps: FxHashSet<usize> = changed.iter().map(|(step, _)| *step).collect();
        let mut conjuncts: Vec<Conjunct> = Vec::new();
        for (step, condition) in changed {
            add_conjuncts(&mut conjuncts, &mut self.symbolic.inputs, step, condition);
        }
        let mut pending: Vec<usize> = conjuncts.iter().flat_map(|it| it.inputs.iter()).collect();
        let mut seen: FxHashSet<usize> = FxHashSet::default();
        let mut found: FxHashSet<usize> = FxHashSet::default();
        while let Some(input) = pending.pop() {
            if !seen.insert(input) {
                continue;
            }
            for idx in self.symbolic.conjuncts_on(input) {
                let conjunct = &self.symbolic.conjuncts[*idx];
                let is_changed = *idx >= self.symbolic.n_axioms && changed_steps.contains(&conjunct.step);
                if !is_changed && found.insert(*idx) {
                    pending.extend(conjunct.inputs.iter());
                }
            }
        }
        let mut found: Vec<usize> = found.into_iter().collect();
        found.sort_unstable();
        conjuncts.extend(found.into_iter().map(|idx| self.symbolic.conjuncts[idx].clone()));
        conjuncts
    }
}

/// The choices of the fixes, and those that are connected with them through others.
fn chosen(
    conjuncts: &[Conjunct],
    fixed: &FxHashSet<usize>,
    is_choice: impl Fn(usize) -> bool,
) -> FxHashSet<usize> {
    let mut chosen = fixed.clone();
    loop {
        let n_chosen = chosen.len();
        for conjunct in conjuncts {
            if conjunct.inputs.iter().any(|id| chosen.contains(&id)) {
                chosen.extend(conjunct.inputs.iter().filter(|id| is_choice(*id)));
            }
        }
        if chosen.len() == n_chosen {
            return chosen;
        }
    }
}
