//! Terms with parts replaced, simplified again on the way.

use rustc_hash::FxHashMap;

use super::table::TermTable;
use super::{Symbol, Term, TermKind};
use crate::op::Op;

impl Term {
    /// The term with symbols replaced, simplified again on the way.
    #[must_use]
    pub fn substitute(self, substitution: &FxHashMap<Symbol, Term>) -> Term {
        if substitution.is_empty() {
            return self;
        }
        self.rewrite(&mut |symbol| substitution.get(&symbol).copied())
    }

    /// The term with every symbol for which `replace` gives a term replaced by it.
    #[must_use]
    pub fn rewrite(self, replace: &mut dyn FnMut(Symbol) -> Option<Term>) -> Term {
        Rewriting::default().rewrite(self, replace)
    }
}

/// A rewriting from the leaves upwards that remembers what it has rewritten, for many terms that share subterms.
#[derive(Default)]
pub struct Rewriting {
    done: TermTable<Term>,
}

impl Rewriting {
    /// Replaces symbols. `replace` has to give the same answers as long as this value lives.
    pub fn rewrite(&mut self, root: Term, replace: &mut dyn FnMut(Symbol) -> Option<Term>) -> Term {
        *self.done.fill(root, &mut |term, done| match term.kind() {
            TermKind::Symbol(symbol) => replace(*symbol).unwrap_or(term),
            _ => rebuilt(term, done, &mut |_, _| None),
        })
    }

    /// Replaces applications, given by their operator and their operands rewritten. `replace` has to give the same
    /// answers as long as this value lives.
    pub fn rewrite_applications(
        &mut self,
        root: Term,
        replace: &mut dyn FnMut(&Op, &[Term]) -> Option<Term>,
    ) -> Term {
        *self.done.fill(root, &mut |term, done| rebuilt(term, done, replace))
    }
}

/// A term over its rewritten operands, or what replaces it.
fn rebuilt(
    term: Term,
    done: &TermTable<Term>,
    replace: &mut dyn FnMut(&Op, &[Term]) -> Option<Term>,
) -> Term {
    match term.kind() {
        TermKind::Const(_) | TermKind::Symbol(_) => term,
        TermKind::App(op, operands) => {
            let rewritten: Vec<Term> = operands.iter().map(|operand| done[*operand]).collect();
            match replace(op, &rewritten) {
                Some(replacement) => replacement,
                None if rewritten[..] == operands[..] => term,
                None => Term::app(*op, &rewritten),
            }
        }
        TermKind::Quantified(quantifier, variables, body) => {
            Term::quantified(*quantifier, variables, done[*body])
        }
    }
}
