//! Quantifier elimination by instances.
//!
//! `∃x. φ` for a quantifier-free φ becomes a disjunction of instances `φ[x↦t]`, with terms t over the other
//! symbols. The terms are found by counterexamples: a model of φ in which no instance so far holds, then a
//! boundary of φ's atoms that fits in that model, or else the model's own value. The disjunction is exact once
//! the solver says that there is no such model; until then it implies `∃x. φ`. Before that the quantifier moves
//! inwards as far as it goes: conjuncts without x stay outside, and disjuncts are treated one by one.
//!
//! `∀x. φ` is `¬∃x. ¬φ`.

use faultscope_ir::{Op, SortKind, Symbol, Term, TermKind, Value, eval};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::decide::{Model, constant};
use crate::limits::{MAX_COMPARED_INSTANCES, MAX_INDEX_INSTANCES, MAX_OWN_VALUES};
use crate::oracle::{Oracle, Reply, weight};
use crate::values;

/// Budgets of one elimination.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Budget {
    /// Most rounds for one part of the formula.
    pub(crate) rounds: usize,
    /// Whether the result is to be used again: then it is made smaller where that takes few queries.
    pub(crate) polish: bool,
    /// Most weight of a formula.
    pub(crate) size: usize,
}

/// What to give where no exact result is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Inexact {
    /// A formula that implies `∃x. φ`.
    Stronger,
    /// A formula that `∃x. φ` implies.
    Weaker,
}

/// A formula without the quantified symbol.
#[derive(Debug, Clone)]
pub(crate) struct Elimination {
    /// The formula.
    pub(crate) formula: Term,
    /// Terms of which one fulfils φ where the formula holds, unless the formula was made weaker.
    pub(crate) instances: Vec<Term>,
    /// Whether the formula is equivalent to `∃x. φ`.
    pub(crate) exact: bool,
}

/// The result does not get small enough.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TooLarge;

/// Eliminates `unknown` from `∃unknown. formula`.
pub(crate) fn exists(
    unknown: Symbol,
    formula: Term,
    inexact: Inexact,
    oracle: &mut Oracle,
    budget: Budget,
) -> Result<Elimination, TooLarge> {
    if weight(&[formula]) > budget.size {
        return Err(TooLarge);
    }
    let mut mentioning = FxHashSet::default();
    formula.visit(&mut |term| {
        if term.as_symbol() == Some(unknown) || term.children().iter().any(|it| mentioning.contains(it)) {
            mentioning.insert(term);
        }
    });
    let mut ctx = Ctx { unknown, mentioning, inexact, oracle, budget, instances: Vec::new(), exact: true };
    let formula = ctx.formula(Literal { term: formula, negated: false });
    if weight(&[formula]) > budget.size {
        return Err(TooLarge);
    }
    Ok(Elimination { formula, instances: ctx.instances, exact: ctx.exact })
}

/// The formula as a conjunction of different formulas that are none, negations moved inwards as far as that takes.
pub(crate) fn flat(formula: Term) -> Term {
    let parts = Literal { term: formula, negated: false }.parts(Op::And);
    let mut seen = FxHashSet::default();
    Term::all(parts.into_iter().map(Literal::formula).filter(|it| seen.insert(*it)))
}

/// A formula or its negation.
#[derive(Debug, Clone, Copy)]
struct Literal {
    term: Term,
    negated: bool,
}

impl Literal {
    fn formula(self) -> Term {
        if self.negated { self.term.not() } else { self.term }
    }

    fn of(self, term: Term) -> Literal {
        Literal { term, ..self }
    }

    /// The parts of a conjunction or of a disjunction, negations moved inwards.
    fn parts(self, connective: Op) -> Vec<Literal> {
        let dual = if connective == Op::And { Op::Or } else { Op::And };
        let mut parts = Vec::new();
        let mut stack = vec![self];
        while let Some(literal) = stack.pop() {
            match literal.term.kind() {
                TermKind::App(Op::Not, operands) => {
                    stack.push(Literal { term: operands[0], negated: !literal.negated });
                }
                TermKind::App(op, operands) if *op == if literal.negated { dual } else { connective } => {
                    stack.extend(operands.iter().rev().map(|it| literal.of(*it)));
                }
                _ => parts.push(literal),
            }
        }
        parts
    }
}

struct Ctx<'a> {
    unknown: Symbol,
    /// The subterms of the formula that mention the unknown.
    mentioning: FxHashSet<Term>,
    inexact: Inexact,
    oracle: &'a mut Oracle,
    budget: Budget,
    instances: Vec<Term>,
    exact: bool,
}

impl Ctx<'_> {
    fn formula(&mut self, literal: Literal) -> Term {
        let (inside, outside): (Vec<Literal>, Vec<Literal>) =
            literal.parts(Op::And).into_iter().partition(|it| self.mentioning.contains(&it.term));
        let outside = Term::all(outside.into_iter().map(Literal::formula));
        if outside.as_bool() == Some(false) {
            return outside;
        }
        let inside = match &inside[..] {
            [] => return outside,
            [single] => self.single(*single),
            _ => self.conjunction(&inside),
        };
        outside.and(inside)
    }

    /// A formula that is no conjunction.
    fn single(&mut self, literal: Literal) -> Term {
        if let [condition, then, otherwise] = literal.term.operands_of(Op::Ite).unwrap_or_default()
            && !self.mentioning.contains(condition)
        {
            let then = self.formula(literal.of(*then));
            let otherwise = self.formula(literal.of(*otherwise));
            return condition.ite(then, otherwise);
        }
        let mut disjuncts = literal.parts(Op::Or);
        if disjuncts.len() < 2 {
            return self.conjunction(&[literal]);
        }
        // What is true for some value at once makes the rest superfluous.
        disjuncts.sort_by_key(|it| it.term.size());
        let was_exact = self.exact;
        let mut formula = Term::bool(false);
        for disjunct in disjuncts {
            let own = if self.mentioning.contains(&disjunct.term) {
                self.formula(disjunct)
            } else {
                disjunct.formula()
            };
            formula = formula.or(own);
            if formula.as_bool() == Some(true) {
                if self.inexact == Inexact::Stronger {
                    self.exact = was_exact;
                }
                return formula;
            }
        }
        self.if_valid(formula)
    }

    fn conjunction(&mut self, literals: &[Literal]) -> Term {
        let formula = Term::all(literals.iter().map(|it| it.formula()));
        if self.unknown.sort().is_bool() {
            let values = [true, false].map(Term::bool);
            self.instances.extend(values);
            return Term::any(values.map(|value| self.instance(formula, value)));
        }
        let definition = literals.iter().find_map(|it| self.definition(*it));
        if let Some(definition) = definition {
            self.instances.push(definition);
            return self.instance(formula, definition);
        }
        self.by_instances(formula)
    }

    fn instance(&self, formula: Term, term: Term) -> Term {
        formula.substitute(&FxHashMap::from_iter([(self.unknown, term)]))
    }

    /// The only term that the unknown can be if the literal holds.
    fn definition(&self, literal: Literal) -> Option<Term> {
        let [lhs, rhs] = literal.term.operands_of(Op::Eq).filter(|_| !literal.negated)? else { return None };
        let sides = [(lhs, rhs), (rhs, lhs)];
        let (_, other) = sides.into_iter().find(|(side, _)| side.as_symbol() == Some(self.unknown))?;
        (!self.mentioning.contains(other)).then_some(*other)
    }

    fn by_instances(&mut self, formula: Term) -> Term {
        let candidates = self.candidates(formula);
        let mut symbols = formula.symbols();
        if symbols == [self.unknown]
            && let Some(value) =
                candidates.iter().find(|it| self.instance(formula, **it).as_bool() == Some(true))
        {
            self.instances.push(*value);
            return Term::bool(true);
        }
        symbols.retain(|symbol| *symbol != self.unknown);
        symbols.push(self.unknown);
        let mut found: Vec<(Term, Term)> = Vec::new();
        let mut n_constants = 0;
        let rounds = if self.is_index(formula) {
            MAX_INDEX_INSTANCES.min(self.budget.rounds)
        } else {
            self.budget.rounds
        };
        for _ in 0..rounds {
            let others: Vec<Term> = found.iter().map(|(_, instance)| instance.not()).collect();
            match self.oracle.ask(&[formula], &others) {
                Reply::Unsat => return self.exactly(found),
                Reply::Unknown => break,
                Reply::Sat => {}
            }
            let model = self.oracle.model(&symbols);
            let choice = self.choice(formula, &candidates, &model);
            let choice = choice.or_else(|| {
                n_constants += usize::from(self.unknown.sort().bit_width().is_none_or(|width| width > 4));
                self.own_value(formula, &model).filter(|_| n_constants <= MAX_OWN_VALUES)
            });
            let Some((term, instance)) = choice else { break };
            found.push((term, instance));
            if instance.as_bool() == Some(true) {
                self.instances.push(term);
                return instance;
            }
        }
        self.exact = false;
        self.instances.extend(found.iter().map(|(term, _)| *term));
        match self.inexact {
            Inexact::Stronger => Term::any(found.into_iter().map(|(_, instance)| instance)),
            Inexact::Weaker => Term::bool(true),
        }
    }

    /// Whether the unknown, of more than a few values, is part of an index of an array.
    fn is_index(&self, formula: Term) -> bool {
        let mut found = false;
        formula.visit(&mut |term| {
            if let TermKind::App(Op::Select | Op::Store, operands) = term.kind() {
                found |= self.mentioning.contains(&operands[1]);
            }
        });
        found && self.unknown.sort().bit_width().is_none_or(|width| width > 4)
    }

    fn candidates(&self, formula: Term) -> Vec<Term> {
        let simple = values::candidates(self.unknown.sort(), None);
        let mut candidates: Vec<Term> = simple.into_iter().map(Term::value).collect();
        for term in values::boundary_terms(self.unknown, &[formula]) {
            if !candidates.contains(&term) {
                candidates.push(term);
            }
        }
        candidates
    }

    /// The disjunction of the instances without those that the others make superfluous.
    fn exactly(&mut self, mut found: Vec<(Term, Term)>) -> Term {
        let mut idx = 0;
        while self.budget.polish && idx + 1 < found.len() {
            let others = found.iter().enumerate().filter(|(other, _)| *other != idx);
            let others: Vec<Term> = others.map(|(_, (_, instance))| instance.not()).collect();
            if self.oracle.ask(&[found[idx].1], &others) == Reply::Unsat {
                found.remove(idx);
            } else {
                idx += 1;
            }
        }
        self.instances.extend(found.iter().map(|(term, _)| *term));
        self.if_valid(Term::any(found.into_iter().map(|(_, instance)| instance)))
    }

    /// The formula, or `true` if it is.
    fn if_valid(&mut self, formula: Term) -> Term {
        if self.budget.polish
            && formula.as_bool().is_none()
            && self.oracle.ask(&[], &[formula.not()]) == Reply::Unsat
        {
            return Term::bool(true);
        }
        formula
    }

    /// A term with which the formula holds in the model, and the formula with it: the smallest of the first
    /// that fit.
    fn choice(&self, formula: Term, candidates: &[Term], model: &Model) -> Option<(Term, Term)> {
        let fits = |term: &Term| {
            let value = evaluate(*term, model)?;
            let mut lookup = |symbol: Symbol| {
                if symbol == self.unknown { Some(value.clone()) } else { model.get(&symbol).cloned() }
            };
            eval::eval(formula, &mut lookup)?.as_bool().filter(|truth| *truth)
        };
        let fitting = candidates.iter().filter(|term| fits(term).is_some()).take(MAX_COMPARED_INSTANCES);
        fitting.map(|term| (*term, self.instance(formula, *term))).min_by_key(|(_, it)| it.size())
    }

    fn own_value(&self, formula: Term, model: &Model) -> Option<(Term, Term)> {
        let value = constant(model.get(&self.unknown)?);
        Some((value, self.instance(formula, value)))
    }
}

/// The value of a term in a model; what the model leaves open counts as zero.
fn evaluate(term: Term, model: &Model) -> Option<Value> {
    eval::eval(term, &mut |symbol| {
        let known = model.get(&symbol).cloned();
        known.or_else(|| {
            matches!(symbol.sort().kind(), SortKind::Bool | SortKind::BitVec(_) | SortKind::Int)
                .then(|| Value::zero(symbol.sort()))
        })
    })
}
