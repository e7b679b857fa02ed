//! Which rows of theory.md's table hold at one position.
//!
//! Without later havocs in the kernel "relevant" is one query; the rest quantify alternatingly and are decided
//! by counterexamples: a state in which no value tried so far helps, or an outcome of the later havocs that a
//! value did not withstand, is added as an instance. Instances are terms where one fits (boundaries of the
//! kernel's atoms), so that one instance stands for many constants. A kernel that mentions no input before
//! the position has one answer for all states; then the rows up to "constant" are one. What is not decided
//! within the budget is left open, never guessed.

use faultscope_ir::eval;
use faultscope_ir::term::{Derivation, Quantifier};
use faultscope_ir::{Sort, SortKind, Symbol, Term, Value};
use rustc_hash::FxHashMap;

use crate::limits::{MAX_BREAKPOINT_WORK, MAX_CANDIDATES_ASKED, MAX_CHOSEN_UNKNOWNS, MAX_VALUES_LISTED};
use crate::oracle::{Oracle, Reply};
use crate::position::{Position, split};
use crate::values::{self, Breakpoints};

/// Budgets of the decisions.
#[derive(Debug, Clone)]
pub(crate) struct Budget {
    /// Most rounds of one counterexample loop.
    pub(crate) rounds: usize,
    /// Decide with the solver alone; for tests.
    pub(crate) solver_only: bool,
}

/// Whether a row holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Row<T> {
    Holds(T),
    Fails,
    Open,
}

/// A model: values of inputs.
pub(crate) type Model = FxHashMap<Symbol, Value>;

/// What was found out at a position.
#[derive(Debug)]
pub(crate) struct Decision {
    /// Row 1, with the failing execution's inputs (none if it is the trace's own) and the helping value.
    pub(crate) relevant: Row<(Option<Model>, Value)>,
    /// Row 3.
    pub(crate) expression: Row<()>,
    /// Row 4, with values that fix.
    pub(crate) constant: Row<Vec<Value>>,
}

impl Decision {
    fn all(outcome: Row<Vec<Value>>) -> Decision {
        match outcome {
            Row::Holds(values) => Decision {
                relevant: Row::Holds((None, values[0].clone())),
                expression: Row::Holds(()),
                constant: Row::Holds(values),
            },
            Row::Fails => Decision { relevant: Row::Fails, expression: Row::Fails, constant: Row::Fails },
            Row::Open => Decision { relevant: Row::Open, expression: Row::Open, constant: Row::Open },
        }
    }
}

/// Decides the rows at a position. `residual` is the kernel with the inputs of the trace's execution, where they
/// are known; `present` the value that the position's command assigned there.
pub(crate) fn decide(
    position: &Position,
    residual: Option<Residual>,
    present: Option<&Value>,
    oracle: &mut Oracle,
    budget: &Budget,
) -> Decision {
    Ctx { position, present, oracle, budget }.decide(residual)
}

/// Whether the relevant row holds where the position's kernel is all that comes later.
pub(crate) fn trace_aberrant(
    position: &Position,
    oracle: &mut Oracle,
    budget: &Budget,
) -> Row<(Option<Model>, Value)> {
    Ctx { position, present: None, oracle, budget }.relevant_somewhere()
}

/// What trying a constant at a position has shown.
#[derive(Debug)]
pub(crate) enum Trial {
    /// It blocks the rest of the trace from every reachable state.
    Fixes,
    /// It does not: conditions on the value that this one fulfils, and with which none fixes.
    Refuted(Residual),
    /// Not known.
    Open,
}

/// Whether a constant fixes the trace at a position (row 4 for this one constant).
pub(crate) fn try_constant(
    position: &Position,
    value: &Value,
    oracle: &mut Oracle,
    budget: &Budget,
) -> Trial {
    let (conditions, unknowns) = position.reaching();
    Ctx { position, present: None, oracle, budget }.trial(value, &conditions, &unknowns)
}

/// A value that fulfils none of the residuals; they are conditions on `unknown` alone.
pub(crate) fn value_outside(
    unknown: Symbol,
    residuals: &[Residual],
    present: Option<&Value>,
    oracle: &mut Oracle,
    budget: &Budget,
) -> Row<Value> {
    let position = Position::unconditional(unknown);
    Ctx { position: &position, present, oracle, budget }.helping_value(residuals)
}

/// The kernel where the inputs before the position are constants: conjuncts over the value and later havocs.
pub(crate) type Residual = Vec<Term>;

/// A search for a value that helps in the states that residuals stand for.
struct ValueSearch<'a> {
    residuals: &'a [Residual],
    /// For each residual, instances of it for outcomes of the later havocs, each true of the values that do
    /// not withstand the outcome.
    outcomes: Vec<Vec<Term>>,
    n_asked: usize,
}

impl ValueSearch<'_> {
    fn new(residuals: &[Residual]) -> ValueSearch<'_> {
        ValueSearch { residuals, outcomes: vec![Vec::new(); residuals.len()], n_asked: 0 }
    }
}

struct Ctx<'a> {
    position: &'a Position,
    present: Option<&'a Value>,
    oracle: &'a mut Oracle,
    budget: &'a Budget,
}

impl Ctx<'_> {
    fn decide(&mut self, residual: Option<Residual>) -> Decision {
        if self.position.earlier.is_empty() {
            let kernel = std::slice::from_ref(&self.position.kernel);
            let outcome = match self.helping_value(kernel) {
                Row::Holds(value) => Row::Holds(vec![value]),
                Row::Fails => Row::Fails,
                Row::Open => Row::Open,
            };
            return Decision::all(self.with_more_values(outcome, kernel));
        }
        let relevant = self.relevant(residual.as_ref());
        if !matches!(relevant, Row::Holds(_)) {
            let stronger = if relevant == Row::Fails { Row::Fails } else { Row::Open };
            let constant = if relevant == Row::Fails { Row::Fails } else { Row::Open };
            return Decision { relevant, expression: stronger, constant };
        }
        let mut counterexamples: Vec<Residual> = residual.into_iter().collect();
        let (constant, tried) = self.constant(&mut counterexamples);
        let expression = match constant {
            Row::Holds(_) => Row::Holds(()),
            _ => self.expression(&tried),
        };
        Decision { relevant, expression, constant }
    }

    fn residual(&self, model: &Model) -> Option<Residual> {
        let complete = self.position.earlier.iter().all(|input| model.contains_key(input));
        complete.then(|| substitute(&self.position.kernel, &self.position.earlier, model))
    }

    // Values.

    /// A value with which no residual has a model: one that helps in all the states they stand for.
    fn helping_value(&mut self, residuals: &[Residual]) -> Row<Value> {
        let mut search = ValueSearch::new(residuals);
        if !self.budget.solver_only {
            let points = self.breakpoints(residuals);
            let mut complete = points.complete;
            for value in self.nearest_first(points.values) {
                match self.helps_in_all(&value, &mut search) {
                    Row::Holds(()) => return Row::Holds(value),
                    Row::Fails => {}
                    Row::Open => complete = false,
                }
            }
            if complete {
                return Row::Fails;
            }
        }
        self.search_value(&mut search)
    }

    fn breakpoints(&self, residuals: &[Residual]) -> Breakpoints {
        let conditions: Vec<Term> = residuals.iter().flatten().copied().collect();
        values::breakpoints(self.position.value, &conditions, self.present)
    }

    fn nearest_first(&self, values: Vec<Value>) -> Vec<Value> {
        nearest_first(values, self.position.value.sort(), self.present)
    }

    fn helps_in_all(&mut self, value: &Value, search: &mut ValueSearch<'_>) -> Row<()> {
        let mut verdict = Row::Holds(());
        for idx in 0..search.residuals.len() {
            match self.helps(value, idx, search) {
                Row::Holds(()) => {}
                Row::Fails => return Row::Fails,
                Row::Open => verdict = Row::Open,
            }
        }
        verdict
    }

    /// Whether a residual has no model with the value.
    fn helps(&mut self, value: &Value, idx: usize, search: &mut ValueSearch<'_>) -> Row<()> {
        let unknown = self.position.value;
        let mut lookup = |symbol| (symbol == unknown).then(|| value.clone());
        let replacement = constant(value);
        // Evaluating takes less, where it decides.
        let truth = eval::hold(&search.residuals[idx], &mut lookup);
        let closed = match truth {
            Some(_) => Vec::new(),
            None => substitute_one(&search.residuals[idx], unknown, replacement),
        };
        if truth == Some(false) || closed.iter().any(|condition| condition.as_bool() == Some(false)) {
            return Row::Holds(());
        }
        if closed.iter().all(|condition| condition.as_bool() == Some(true)) {
            // Any outcome will do.
            let outcome = self.position.later.iter().map(|it| (*it, Value::zero(it.sort()))).collect();
            self.add_outcome(search, idx, value, outcome);
            return Row::Fails;
        }
        let known = substitute_one(&search.outcomes[idx], unknown, replacement);
        if known.iter().any(|instance| instance.as_bool() == Some(true)) {
            return Row::Fails;
        }
        if search.n_asked == MAX_CANDIDATES_ASKED {
            return Row::Open;
        }
        search.n_asked += 1;
        match self.oracle.ask(&[], &closed) {
            Reply::Unsat => Row::Holds(()),
            Reply::Unknown => Row::Open,
            Reply::Sat => {
                let outcome = self.oracle.model(&self.position.later);
                self.add_outcome(search, idx, value, outcome);
                Row::Fails
            }
        }
    }

    /// Remembers an outcome of the later havocs that a value does not withstand, where there are any.
    fn add_outcome(&self, search: &mut ValueSearch<'_>, idx: usize, value: &Value, mut outcome: Model) {
        if self.position.later.is_empty() {
            return;
        }
        outcome.insert(self.position.value, value.clone());
        let instance = self.instance(&search.residuals[idx], &self.position.later, &outcome);
        search.outcomes[idx].extend(instance);
    }

    /// Asks the solver for a value with which no residual has a model.
    fn search_value(&mut self, search: &mut ValueSearch<'_>) -> Row<Value> {
        let value = self.position.value;
        if self.position.later.is_empty() {
            let blocked: Vec<Term> =
                search.residuals.iter().map(|it| Term::all(it.iter().copied()).not()).collect();
            return match self.oracle.ask(&[], &blocked) {
                Reply::Unsat => Row::Fails,
                Reply::Unknown => Row::Open,
                Reply::Sat => self.oracle.model(&[value]).remove(&value).map_or(Row::Open, Row::Holds),
            };
        }
        for _ in 0..self.budget.rounds {
            let withstood: Vec<Term> = search.outcomes.iter().flatten().map(|it| it.not()).collect();
            match self.oracle.ask(&[], &withstood) {
                Reply::Unsat => return Row::Fails,
                Reply::Unknown => return Row::Open,
                Reply::Sat => {}
            }
            let Some(candidate) = self.oracle.model(&[value]).remove(&value) else { return Row::Open };
            search.n_asked = 0;
            match self.helps_in_all(&candidate, search) {
                Row::Holds(()) => return Row::Holds(candidate),
                Row::Fails => {}
                Row::Open => return Row::Open,
            }
        }
        Row::Open
    }

    /// An instance that rules out the candidate: conditions that the model satisfies with `unknowns` chosen
    /// as there, by terms over the other symbols where some do as well.
    fn instance(&self, conditions: &[Term], unknowns: &[Symbol], model: &Model) -> Option<Term> {
        let mut conditions = conditions.to_vec();
        if unknowns.len() <= MAX_CHOSEN_UNKNOWNS {
            for unknown in unknowns {
                if let Some(choice) = self.choice(&conditions, *unknown, model) {
                    conditions = substitute_one(&conditions, *unknown, choice);
                }
            }
        }
        let complete = unknowns.iter().all(|unknown| model.contains_key(unknown));
        complete.then(|| Term::all(substitute(&conditions, unknowns, model)))
    }

    /// A term with which the conditions still hold in the model when it is put for the unknown.
    fn choice(&self, conditions: &[Term], unknown: Symbol, model: &Model) -> Option<Term> {
        let known: Vec<Symbol> = model.keys().copied().collect();
        values::boundary_terms(unknown, conditions).into_iter().find(|term| {
            let closed = substitute(&substitute_one(conditions, unknown, *term), &known, model);
            closed.iter().all(|condition| condition.as_bool() == Some(true))
        })
    }

    // Row 1.

    fn relevant(&mut self, residual: Option<&Residual>) -> Row<(Option<Model>, Value)> {
        if let Some(residual) = residual
            && let Row::Holds(value) = self.helping_value(std::slice::from_ref(residual))
        {
            return Row::Holds((None, value));
        }
        self.relevant_somewhere()
    }

    /// Looks for a failing execution and a value that helps in it.
    fn relevant_somewhere(&mut self) -> Row<(Option<Model>, Value)> {
        let value = self.position.value;
        let mut unknowns = self.position.earlier.clone();
        unknowns.push(value);
        // The kernel as it is: the later havocs turn out as in the failing execution.
        let mut instances = vec![Term::all(self.position.kernel.iter().copied()).not()];
        for _ in 0..self.budget.rounds {
            let formulas: Vec<Term> = self.position.original.iter().chain(&instances).copied().collect();
            match self.oracle.ask(&self.position.guards, &formulas) {
                Reply::Unsat => return Row::Fails,
                Reply::Unknown => return self.relevant_quantified(),
                Reply::Sat => {}
            }
            let mut model = self.oracle.model(&unknowns);
            let Some(candidate) = model.remove(&value) else { return Row::Open };
            if self.position.later.is_empty() {
                return Row::Holds((Some(model), candidate));
            }
            let Some(residual) = self.residual(&model) else { return Row::Open };
            let closed = substitute_one(&residual, value, constant(&candidate));
            match self.oracle.ask(&[], &closed) {
                Reply::Unsat => return Row::Holds((Some(model), candidate)),
                Reply::Unknown => return self.relevant_quantified(),
                Reply::Sat => {}
            }
            model.extend(self.oracle.model(&self.position.later));
            model.insert(value, candidate);
            let instance = self.instance(&self.position.kernel, &self.position.later, &model);
            let Some(instance) = instance else { return Row::Open };
            instances.push(instance.not());
        }
        self.relevant_quantified()
    }

    /// The same question with the quantifier left to the solver.
    fn relevant_quantified(&mut self) -> Row<(Option<Model>, Value)> {
        if !quantifiers_pay(&self.position.kernel) {
            return Row::Open;
        }
        let value = self.position.value;
        // The trace's own assumes are about the havocs' outcomes in the failing execution, the kernel about any.
        let fresh: Vec<Symbol> = self.position.later.iter().map(|input| copy_of(*input, 0)).collect();
        let kernel = rename(&self.position.kernel, &self.position.later, &fresh);
        let blocked = Term::quantified(Quantifier::Forall, &fresh, Term::all(kernel).not());
        let formulas: Vec<Term> = self.position.original.iter().copied().chain([blocked]).collect();
        let mut unknowns = self.position.earlier.clone();
        unknowns.push(value);
        match self.oracle.ask(&self.position.guards, &formulas) {
            Reply::Unsat => Row::Fails,
            Reply::Unknown => Row::Open,
            Reply::Sat => {
                let mut model = self.oracle.model(&unknowns);
                let Some(candidate) = model.remove(&value) else { return Row::Open };
                // Models of quantified formulas are checked before they are believed.
                match self.residual(&model).map(|it| self.helps(&candidate, 0, &mut ValueSearch::new(&[it])))
                {
                    Some(Row::Holds(())) => Row::Holds((Some(model), candidate)),
                    _ => Row::Open,
                }
            }
        }
    }

    // Row 4.

    /// Looks for a constant that helps in every reachable state; also gives the constants that were tried.
    fn constant(&mut self, counterexamples: &mut Vec<Residual>) -> (Row<Vec<Value>>, Vec<Value>) {
        let (conditions, unknowns) = self.position.reaching();
        let mut tried = Vec::new();
        for _ in 0..self.budget.rounds {
            let value = match self.helping_value(counterexamples) {
                Row::Holds(value) => value,
                Row::Fails => return (Row::Fails, tried),
                Row::Open => return (self.constant_quantified(&conditions, &unknowns), tried),
            };
            match self.trial(&value, &conditions, &unknowns) {
                Trial::Fixes => {
                    let values = Row::Holds(vec![value]);
                    return (self.with_more_values(values, counterexamples), tried);
                }
                Trial::Open => return (self.constant_quantified(&conditions, &unknowns), tried),
                Trial::Refuted(residual) => {
                    counterexamples.push(residual);
                    tried.push(value);
                }
            }
        }
        (self.constant_quantified(&conditions, &unknowns), tried)
    }

    /// The same question with the quantifier left to the solver.
    fn constant_quantified(&mut self, conditions: &[Term], unknowns: &[Symbol]) -> Row<Vec<Value>> {
        if !quantifiers_pay(conditions) {
            return Row::Open;
        }
        let fresh: Vec<Symbol> = unknowns.iter().map(|input| copy_of(*input, 0)).collect();
        let reaches = Term::all(rename(conditions, unknowns, &fresh));
        let blocked = Term::quantified(Quantifier::Forall, &fresh, reaches.not());
        match self.oracle.ask(&[], &[blocked]) {
            Reply::Unsat => Row::Fails,
            Reply::Unknown => Row::Open,
            Reply::Sat => {
                let value = self.oracle.model(&[self.position.value]).remove(&self.position.value);
                match value {
                    Some(value) if self.fixes(&value) == Row::Holds(()) => Row::Holds(vec![value]),
                    _ => Row::Open,
                }
            }
        }
    }

    /// Tries a constant. It is refuted by a reachable state and later outcomes with which it runs to the error.
    fn trial(&mut self, value: &Value, conditions: &[Term], unknowns: &[Symbol]) -> Trial {
        match self.fixes(value) {
            Row::Holds(()) => Trial::Fixes,
            Row::Open => Trial::Open,
            Row::Fails => {
                let mut model = self.oracle.model(unknowns);
                model.insert(self.position.value, value.clone());
                let instance = self.instance(conditions, unknowns, &model);
                instance.map_or(Trial::Open, |instance| Trial::Refuted(split(instance)))
            }
        }
    }

    /// Whether no reachable state runs to the error with this constant.
    fn fixes(&mut self, value: &Value) -> Row<()> {
        let closed = substitute_one(&self.position.kernel, self.position.value, constant(value));
        match self.oracle.ask(&self.position.guards, &closed) {
            Reply::Unsat => Row::Holds(()),
            Reply::Sat => Row::Fails,
            Reply::Unknown => Row::Open,
        }
    }

    /// Adds the nearest values of other ranges of values that fix.
    fn with_more_values(&mut self, outcome: Row<Vec<Value>>, residuals: &[Residual]) -> Row<Vec<Value>> {
        let Row::Holds(mut found) = outcome else { return outcome };
        let points = self.breakpoints(residuals);
        let n_conditions: usize = residuals.iter().map(Vec::len).sum();
        if points.values.len() * n_conditions > MAX_BREAKPOINT_WORK {
            return Row::Holds(found);
        }
        let mut search = ValueSearch::new(residuals);
        let mut ranges: Vec<Vec<Value>> = vec![Vec::new()];
        for value in points.values {
            let range = ranges.last_mut().expect("starts with one");
            if self.helps_in_all(&value, &mut search) == Row::Holds(()) {
                range.push(value);
            } else if !range.is_empty() {
                ranges.push(Vec::new());
            }
        }
        let own = found[0].clone();
        let others = ranges.into_iter().filter(|range| !range.contains(&own));
        let nearest: Vec<Value> =
            others.filter_map(|range| self.nearest_first(range).into_iter().next()).collect();
        for value in self.nearest_first(nearest) {
            if found.len() < MAX_VALUES_LISTED
                && (self.position.earlier.is_empty() || self.fixes(&value) == Row::Holds(()))
            {
                found.push(value);
            }
        }
        Row::Holds(found)
    }

    // Row 3.

    /// Whether in every reachable state some value helps.
    fn expression(&mut self, tried: &[Value]) -> Row<()> {
        let position = self.position;
        let mut boundaries = values::boundary_terms(position.value, &position.kernel);
        boundaries.retain(|term| term.symbols().iter().all(|symbol| !position.later.contains(symbol)));
        let mut choices: Vec<Term> = Vec::new();
        if let Some(value) = tried.first() {
            choices.push(constant(value));
        }
        for _ in 0..self.budget.rounds {
            let formulas: Vec<Term> =
                choices.iter().enumerate().flat_map(|(idx, choice)| self.with_choice(*choice, idx)).collect();
            match self.oracle.ask(&position.guards, &formulas) {
                Reply::Unsat => return Row::Holds(()),
                Reply::Unknown => return Row::Open,
                Reply::Sat => {}
            }
            let model = self.oracle.model(&position.earlier);
            let Some(residual) = self.residual(&model) else { return Row::Open };
            let own = [residual];
            let mut search = ValueSearch::new(&own);
            let fitting = boundaries.iter().position(|term| {
                let closed = substitute(&[*term], &position.earlier, &model)[0];
                let Some(value) = closed.as_value().cloned() else { return false };
                self.helps(&value, 0, &mut search) == Row::Holds(())
            });
            let choice = match fitting {
                Some(idx) => boundaries.remove(idx),
                None => match self.helping_value(&own) {
                    Row::Holds(value) => constant(&value),
                    Row::Fails => return Row::Fails,
                    Row::Open => return Row::Open,
                },
            };
            choices.push(choice);
        }
        Row::Open
    }

    /// The kernel with a term for the value, and later havocs of its own.
    fn with_choice(&self, choice: Term, idx: usize) -> Vec<Term> {
        let kernel = substitute_one(&self.position.kernel, self.position.value, choice);
        let fresh: Vec<Symbol> = self.position.later.iter().map(|input| copy_of(*input, idx)).collect();
        rename(&kernel, &self.position.later, &fresh)
    }
}

/// Values of a sort, those near the present one first, and 0 before what is far.
pub(crate) fn nearest_first(mut values: Vec<Value>, sort: Sort, present: Option<&Value>) -> Vec<Value> {
    let zero = Value::zero(sort);
    let present = present.cloned().unwrap_or_else(|| zero.clone());
    let distance = |value: &Value| values::distance(value, &present).unwrap_or_default();
    let rank = |value: &Value| (*value != zero && distance(value) > 1.into(), distance(value));
    values.sort_by_cached_key(|value| (rank(value), value.clone()));
    values
}

/// A value as a term. Arrays become writes over a constant array, the form in which reads are resolved.
pub(crate) fn constant(value: &Value) -> Term {
    match value {
        Value::Array(array) => {
            let base = Term::constant_array(array.sort, constant(&array.default));
            array
                .entries
                .iter()
                .fold(base, |array, (at, element)| array.store(constant(at), constant(element)))
        }
        _ => Term::value(value.clone()),
    }
}

/// Whether the solver may know more of quantifiers than the counterexample loops. It does for unbounded
/// numbers, where it eliminates them; over bit-vectors it has the same loops, and gives up late.
fn quantifiers_pay(conditions: &[Term]) -> bool {
    let mut unbounded = false;
    faultscope_ir::term::visit_all(conditions, &mut |term| {
        unbounded |= matches!(term.sort().kind(), SortKind::Int | SortKind::Real);
    });
    unbounded
}

fn copy_of(symbol: Symbol, idx: usize) -> Symbol {
    symbol.derived(Derivation::Copy(idx))
}

fn rename(terms: &[Term], from: &[Symbol], to: &[Symbol]) -> Vec<Term> {
    let substitution = from.iter().zip(to).map(|(from, to)| (*from, Term::symbol(*to))).collect();
    substitute_all(terms, &substitution)
}

pub(crate) fn substitute(terms: &[Term], symbols: &[Symbol], model: &Model) -> Vec<Term> {
    let value = |symbol: &Symbol| Some((*symbol, constant(model.get(symbol)?)));
    substitute_all(terms, &symbols.iter().filter_map(value).collect())
}

fn substitute_one(terms: &[Term], symbol: Symbol, term: Term) -> Vec<Term> {
    substitute_all(terms, &FxHashMap::from_iter([(symbol, term)]))
}

fn substitute_all(terms: &[Term], substitution: &FxHashMap<Symbol, Term>) -> Vec<Term> {
    let mut rewriting = faultscope_ir::term::Rewriting::default();
    let mut replace = |symbol: Symbol| substitution.get(&symbol).copied();
    terms.iter().map(|term| rewriting.rewrite(*term, &mut replace)).collect()
}
