//! What is asked of Z3: validity, Hoare triples, feasibility, and the conditions on danger predicates.

use std::rc::Rc;

use faultscope_ir::term::{Purpose, Quantifier};
use faultscope_ir::{Command, Statement, Symbol, Term};
use faultscope_solver::{Limits, SatAnswer, Solver, SolverConfig, Z3Solver};
use rustc_hash::FxHashMap;

use crate::certificate::{Code, Letter};
use crate::limits::{MAX_CHECK_INSTANCES, MAX_CHECK_STEPS};
use crate::refutation::Failure;

/// Asks Z3, under the axioms.
pub(crate) struct Logic<'a> {
    letters: &'a [Code],
    solver: Z3Solver,
    effects: FxHashMap<Letter, Rc<Effect>>,
}

/// What straight-line code does, in terms of the values before it: the strongest postcondition of `φ` is that
/// for some choices `φ` and the guard hold before and the variables have these values after.
#[derive(Default)]
struct Effect {
    /// The values of assigned variables.
    values: FxHashMap<Symbol, Term>,
    /// The assumptions.
    guard: Vec<Term>,
    /// The values of inputs.
    choices: Vec<Symbol>,
}

impl Effect {
    fn new<'s>(statements: impl IntoIterator<Item = &'s Statement>) -> Effect {
        let mut effect = Effect::default();
        for statement in statements {
            match &statement.command {
                Command::Assume { condition } => effect.guard.push(effect.after(*condition)),
                Command::Assign { target, value } => {
                    let value = effect.after(target.write(*value));
                    effect.values.insert(target.variable, value);
                }
                Command::Havoc { target } => {
                    let purpose = Purpose::CheckedValue(effect.choices.len());
                    let choice = Symbol::generated(purpose, target.read().sort());
                    let value = effect.after(target.write(Term::symbol(choice)));
                    effect.values.insert(target.variable, value);
                    effect.choices.push(choice);
                }
            }
        }
        effect
    }

    /// What a term is worth after the code.
    fn after(&self, term: Term) -> Term {
        term.substitute(&self.values)
    }
}

/// Code whose inputs are to be chosen such that the formula holds.
struct Way {
    choices: Vec<Symbol>,
    formula: Term,
}

impl<'a> Logic<'a> {
    pub(crate) fn new(axioms: &[Term], letters: &'a [Code], limits: &Limits) -> Logic<'a> {
        let config = SolverConfig { query_steps: Some(MAX_CHECK_STEPS), ..SolverConfig::new(limits) };
        let mut solver = Z3Solver::new(&config);
        axioms.iter().for_each(|axiom| solver.assert(*axiom));
        Logic { letters, solver, effects: FxHashMap::default() }
    }

    pub(crate) fn n_queries(&self) -> usize {
        self.solver.n_queries()
    }

    /// Whether the formulas have a model together.
    fn ask(&mut self, formulas: impl IntoIterator<Item = Term>) -> SatAnswer {
        self.solver.push();
        formulas.into_iter().for_each(|formula| self.solver.assert(formula));
        let answer = self.solver.check(&[]);
        self.solver.pop();
        answer
    }

    fn have_no_model(&mut self, formulas: impl IntoIterator<Item = Term>) -> Result<(), Failure> {
        match self.ask(formulas) {
            SatAnswer::Unsat => Ok(()),
            SatAnswer::Sat => Err(Failure::Fails),
            SatAnswer::Unknown(reason) => Err(Failure::Undecided(reason)),
        }
    }

    fn have_a_model(&mut self, formulas: impl IntoIterator<Item = Term>) -> Result<(), Failure> {
        match self.ask(formulas) {
            SatAnswer::Sat => Ok(()),
            SatAnswer::Unsat => Err(Failure::Fails),
            SatAnswer::Unknown(reason) => Err(Failure::Undecided(reason)),
        }
    }

    fn effect(&mut self, letter: Letter) -> Rc<Effect> {
        let letters = self.letters;
        let effect = || Rc::new(Effect::new(&letters[letter.index()].statements));
        Rc::clone(self.effects.entry(letter).or_insert_with(effect))
    }

    /// Whether a predicate speaks of no symbol that is used here for inputs.
    pub(crate) fn is_predicate(term: Term) -> bool {
        let is_input = |symbol: &Symbol| matches!(symbol.purpose(), Some(Purpose::CheckedValue(_)));
        term.sort().is_bool() && !term.symbols().iter().any(is_input)
    }

    /// Whether every state is in the predicate.
    pub(crate) fn is_valid(&mut self, predicate: &[Term]) -> Result<(), Failure> {
        let negation = Term::all(predicate.iter().copied()).not();
        if negation.as_bool() == Some(false) { Ok(()) } else { self.have_no_model([negation]) }
    }

    /// Whether no state is in the predicate.
    pub(crate) fn is_unsatisfiable(&mut self, predicate: &[Term]) -> Result<(), Failure> {
        let is_false = predicate.iter().any(|conjunct| conjunct.as_bool() == Some(false));
        if is_false { Ok(()) } else { self.have_no_model(predicate.iter().copied()) }
    }

    /// Whether the code of a letter leads from states of `pre` to states of `post` only.
    pub(crate) fn is_hoare_triple(
        &mut self,
        pre: &[Term],
        letter: Letter,
        post: &[Term],
    ) -> Result<(), Failure> {
        let effect = self.effect(letter);
        let given: Vec<Term> = pre.iter().chain(&effect.guard).copied().collect();
        // What is among the premises word for word needs no solver; most of a predicate is not touched by the code.
        let goals = post.iter().map(|conjunct| effect.after(*conjunct));
        let goals: Vec<Term> = goals.filter(|goal| !given.contains(goal)).collect();
        let negation = Term::all(goals).not();
        if negation.as_bool() == Some(false) {
            return Ok(());
        }
        self.have_no_model(given.into_iter().chain([negation]))
    }

    /// Whether an execution runs through a word.
    pub(crate) fn is_feasible(&mut self, word: &[Letter]) -> Result<(), Failure> {
        let letters = self.letters;
        let effect = Effect::new(word.iter().flat_map(|letter| &letters[letter.index()].statements));
        self.have_a_model(effect.guard)
    }

    /// Whether one of the predicates has a state.
    pub(crate) fn is_one_satisfiable(&mut self, predicates: &[Term]) -> Result<(), Failure> {
        let mut outcome = Err(Failure::Fails);
        for predicate in predicates {
            match self.have_a_model([*predicate]) {
                Ok(()) => return Ok(()),
                Err(Failure::Fails) => {}
                undecided => outcome = undecided,
            }
        }
        outcome
    }

    /// Whether from every state of the predicate the code of some letter can lead to the predicate beside it:
    /// `φ ⊆ ⋃ pre(φ', letter)`.
    ///
    /// `pre` of code with inputs says that there are values. Values are tried first, each found for a state that the
    /// values before do not serve; where that does not come to an end, Z3 is asked with quantifiers.
    pub(crate) fn goes_on(&mut self, predicate: Term, ways: &[(Letter, Term)]) -> Result<(), Failure> {
        let ways = ways.iter().map(|(letter, post)| {
            let effect = self.effect(*letter);
            let formula = Term::all(effect.guard.iter().copied().chain([effect.after(*post)]));
            let choices = effect.choices.iter().copied().filter(|choice| formula.mentions(*choice)).collect();
            Way { choices, formula }
        });
        let (open, closed): (Vec<Way>, Vec<Way>) = ways.partition(|way| !way.choices.is_empty());
        let mut stuck = vec![predicate];
        stuck.extend(closed.iter().map(|way| way.formula.not()));
        for _ in 0..MAX_CHECK_INSTANCES {
            match self.have_no_model(stuck.iter().copied()) {
                Err(Failure::Fails) if !open.is_empty() => {}
                decided => return decided,
            }
            match self.instance(&stuck, &open) {
                Some(instance) => stuck.push(instance.not()),
                None => break,
            }
        }
        let without_values =
            open.iter().map(|way| Term::quantified(Quantifier::Forall, &way.choices, way.formula.not()));
        stuck.extend(without_values);
        self.have_no_model(stuck)
    }

    /// One of the ways with values for its choices, which serve the state of the last model. None where there are no
    /// such values, or the model cannot be written down.
    fn instance(&mut self, stuck: &[Term], open: &[Way]) -> Option<Term> {
        let mut state: FxHashMap<Symbol, Term> = FxHashMap::default();
        let formulas = open.iter().map(|way| way.formula).chain(stuck.iter().copied());
        let choices: Vec<Symbol> = open.iter().flat_map(|way| way.choices.iter().copied()).collect();
        for symbol in formulas.flat_map(|formula| formula.symbols()) {
            if !choices.contains(&symbol) && !state.contains_key(&symbol) {
                state.insert(symbol, Term::value(self.solver.value(Term::symbol(symbol))?));
            }
        }
        for way in open {
            if !self.ask([way.formula.substitute(&state)]).is_sat() {
                continue;
            }
            let mut values: FxHashMap<Symbol, Term> = FxHashMap::default();
            for choice in &way.choices {
                values.insert(*choice, Term::value(self.solver.value(Term::symbol(*choice))?));
            }
            return Some(way.formula.substitute(&values));
        }
        None
    }
}
