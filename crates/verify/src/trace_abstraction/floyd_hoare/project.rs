//! Elimination of variables from conjunctions.

use faultscope_ir::term::Quantifier;
use faultscope_ir::{Op, Symbol, Term, TermKind};
use rustc_hash::FxHashMap;

/// A conjunction of formulas, each once, in the order in which they came.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Conjunction {
    literals: Vec<Term>,
}

impl Conjunction {
    /// The conjunction that does not hold.
    pub(super) fn contradiction() -> Conjunction {
        Conjunction { literals: vec![Term::bool(false)] }
    }

    /// The formulas.
    pub(super) fn literals(&self) -> &[Term] {
        &self.literals
    }

    /// As one formula.
    pub(super) fn formula(&self) -> Term {
        Term::all(self.literals.iter().copied())
    }

    /// Whether it is seen not to hold.
    pub(super) fn is_contradiction(&self) -> bool {
        self.literals.first().is_some_and(|literal| literal.as_bool() == Some(false))
    }

    /// Whether the variable occurs.
    pub(super) fn mentions(&self, variable: Symbol) -> bool {
        self.literals.iter().any(|literal| literal.mentions(variable))
    }

    /// Adds a formula, taken apart where it is a conjunction itself.
    pub(super) fn add(&mut self, formula: Term) {
        let mut open = vec![formula];
        while let Some(formula) = open.pop() {
            if self.is_contradiction() {
                return;
            }
            match formula.kind() {
                TermKind::App(Op::And, operands) => open.extend(operands.iter().rev()),
                TermKind::App(Op::Not, operands) => match operands[0].operands_of(Op::Or) {
                    Some(disjuncts) => open.extend(disjuncts.iter().rev().map(|it| it.not())),
                    None => self.add_literal(formula),
                },
                _ => self.add_literal(formula),
            }
        }
    }

    fn add_literal(&mut self, literal: Term) {
        match literal.as_bool() {
            Some(true) => {}
            Some(false) => *self = Conjunction::contradiction(),
            None if self.literals.contains(&literal) => {}
            None if self.literals.contains(&literal.not()) => *self = Conjunction::contradiction(),
            None => self.literals.push(literal),
        }
    }

    /// Replaces a variable.
    pub(super) fn substitute(&mut self, variable: Symbol, value: Term) {
        let mut substitution = FxHashMap::default();
        substitution.insert(variable, value);
        let literals = std::mem::take(&mut self.literals);
        for literal in literals {
            self.add(literal.substitute(&substitution));
        }
    }

    /// Keeps the formulas for which `keep` holds.
    pub(super) fn retain(&mut self, keep: impl FnMut(&Term) -> bool) {
        self.literals.retain(keep);
    }

    /// Makes the conjunction say what it says of the other variables, for some value of `variable`. Tells whether the
    /// result is exact; if not, it was made weaker by leaving out what mentions the variable.
    pub(super) fn project(&mut self, variable: Symbol) -> bool {
        if self.project_by_definition(variable) {
            return true;
        }
        let n_mentions = self.literals.iter().filter(|literal| literal.mentions(variable)).count();
        let harmless = |literal: &Term| has_solution(*literal, variable);
        let exact = n_mentions == 1 && self.literals.iter().filter(|it| it.mentions(variable)).all(harmless);
        self.retain(|literal| !literal.mentions(variable));
        exact
    }

    /// Like [`project`](Conjunction::project), exact always, by a quantifier where nothing simpler helps.
    pub(super) fn project_with_quantifier(&mut self, variable: Symbol, fresh: Symbol) {
        if self.project_by_definition(variable) {
            return;
        }
        let mut body = self.clone();
        body.retain(|literal| literal.mentions(variable));
        self.retain(|literal| !literal.mentions(variable));
        body.substitute(variable, Term::symbol(fresh));
        self.add(Term::quantified(Quantifier::Exists, &[fresh], body.formula()));
    }

    /// Projects exactly where the variable does not occur or is determined; tells whether it did.
    fn project_by_definition(&mut self, variable: Symbol) -> bool {
        if !self.mentions(variable) {
            return true;
        }
        // A short definition first: it is put in everywhere.
        let definitions = self.literals.iter().filter_map(|literal| definition(*literal, variable));
        let Some(value) = definitions.min_by_key(|value| value.size()) else { return false };
        self.substitute(variable, value);
        true
    }
}

/// The term, free of the variable, that a formula says the variable is equal to, if it says just that.
fn definition(literal: Term, variable: Symbol) -> Option<Term> {
    match literal.kind() {
        TermKind::Symbol(symbol) if *symbol == variable => Some(Term::bool(true)),
        TermKind::App(Op::Not, operands) if operands[0].as_symbol() == Some(variable) => {
            Some(Term::bool(false))
        }
        TermKind::App(Op::Eq, operands) => {
            let (lhs, rhs) = (operands[0], operands[1]);
            isolate(lhs, variable, rhs).or_else(|| isolate(rhs, variable, lhs))
        }
        _ => None,
    }
}

/// Solves `side = other` for a variable that occurs once on the way down `side`.
fn isolate(side: Term, variable: Symbol, other: Term) -> Option<Term> {
    if other.mentions(variable) {
        return None;
    }
    let (mut side, mut other) = (side, other);
    loop {
        if side.as_symbol() == Some(variable) {
            return Some(other);
        }
        let TermKind::App(op, operands) = side.kind() else { return None };
        let (inner, rest) = match &operands[..] {
            [inner] => (*inner, None),
            [lhs, rhs] if !rhs.mentions(variable) => (*lhs, Some(*rhs)),
            [lhs, rhs] if !lhs.mentions(variable) => match op {
                // c - x = d iff x = c - d.
                Op::BvSub | Op::Sub => {
                    other = Term::app(*op, &[*lhs, other]);
                    side = *rhs;
                    continue;
                }
                _ if op.is_commutative() => (*rhs, Some(*lhs)),
                _ => return None,
            },
            _ => return None,
        };
        other = match (op, rest) {
            (Op::BvNeg, None) => other.bv_neg(),
            (Op::BvNot, None) => other.bv_not(),
            (Op::Neg, None) => Term::app(Op::Neg, &[other]),
            (Op::BvAdd, Some(rest)) => other.bv_sub(rest),
            (Op::BvSub, Some(rest)) => other.bv_add(rest),
            (Op::BvAddLow, Some(rest)) if operands[0] == inner => other.bv_add_low(rest.bv_neg()),
            (Op::BvXor, Some(rest)) => other.bv_xor(rest),
            (Op::Add, Some(rest)) => Term::app(Op::Sub, &[other, rest]),
            (Op::Sub, Some(rest)) => Term::app(Op::Add, &[other, rest]),
            _ => return None,
        };
        side = inner;
    }
}

/// Whether some value of the variable makes a formula hold, whatever the other variables are, as far as that is seen
/// at once.
fn has_solution(literal: Term, variable: Symbol) -> bool {
    let alone = |term: Term| term.as_symbol() == Some(variable);
    match literal.kind() {
        // x ≠ t and x ≤ t, where x is of a sort with two values at least.
        TermKind::App(Op::Not, operands) => match operands[0].operands_of(Op::Eq) {
            Some([lhs, rhs]) => {
                (alone(*lhs) && !rhs.mentions(variable)) || (alone(*rhs) && !lhs.mentions(variable))
            }
            _ => false,
        },
        TermKind::App(Op::BvUle | Op::BvSle | Op::Le | Op::Lt, operands) => {
            let (lhs, rhs) = (operands[0], operands[1]);
            (alone(lhs) && !rhs.mentions(variable)) || (alone(rhs) && !lhs.mentions(variable))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use faultscope_ir::Sort;

    fn var(name: &str) -> Term {
        Term::var(name, Sort::bits(8))
    }

    fn x() -> Symbol {
        Symbol::new("x", Sort::bits(8))
    }

    fn conjunction(formulas: &[Term]) -> Conjunction {
        let mut conjunction = Conjunction::default();
        for formula in formulas {
            conjunction.add(*formula);
        }
        conjunction
    }

    #[test]
    fn a_determined_variable_is_replaced() {
        let five = Term::bits(8, 5);
        let mut it = conjunction(&[var("x").bv_add(var("y")).equals(five), var("x").bv_ult(var("z"))]);
        assert!(it.project(x()));
        assert_eq!(it.formula(), five.bv_sub(var("y")).bv_ult(var("z")));
    }

    #[test]
    fn a_variable_that_can_always_be_chosen_goes() {
        let mut it = conjunction(&[var("x").differs(var("y")), var("z").bv_ult(var("y"))]);
        assert!(it.project(x()));
        assert_eq!(it.formula(), var("z").bv_ult(var("y")));
        let mut strict = conjunction(&[var("x").bv_ult(var("y"))]);
        assert!(!strict.project(x()), "nothing is below zero");
        assert_eq!(strict.formula(), Term::bool(true));
    }

    #[test]
    fn opposites_are_seen() {
        let below = var("x").bv_ult(var("y"));
        assert!(conjunction(&[below, below.not()]).is_contradiction());
        assert!(conjunction(&[below.not().and(below)]).is_contradiction());
    }

    #[test]
    fn a_quantifier_is_the_last_resort() {
        let mut it = conjunction(&[var("y").bv_ult(var("x")), var("x").bv_ult(var("z"))]);
        it.project_with_quantifier(x(), Symbol::new("?x", Sort::bits(8)));
        assert!(it.formula().has_quantifier());
        assert!(!it.mentions(x()));
    }
}
