//! What is computed of terms, without a stack: terms are deep.

use std::ops::Index;

use rustc_hash::FxHashMap;

use super::Term;

/// What was computed of terms and of the subterms that were needed for it.
#[derive(Debug, Clone)]
pub struct TermTable<T> {
    values: FxHashMap<Term, T>,
}

impl<T> Default for TermTable<T> {
    fn default() -> TermTable<T> {
        TermTable { values: FxHashMap::default() }
    }
}

/// What is computed of a term, or the operand that has to be computed before.
pub type Demand<'a, T> = dyn FnMut(Term, &TermTable<T>) -> Result<T, Term> + 'a;

impl<T> TermTable<T> {
    /// What was computed of a term.
    ///
    /// # Errors
    /// The term, where nothing was computed of it yet: [`demand`](TermTable::demand) does that next.
    pub fn get(&self, term: Term) -> Result<&T, Term> {
        self.values.get(&term).ok_or(term)
    }

    /// Computes something of a term and all its subterms, operands first.
    pub fn fill(&mut self, root: Term, node: &mut dyn FnMut(Term, &TermTable<T>) -> T) -> &T {
        let mut stack = vec![root];
        while let Some(term) = stack.last().copied() {
            if self.values.contains_key(&term) {
                stack.pop();
                continue;
            }
            let depth = stack.len();
            stack.extend(term.children().iter().filter(|child| !self.values.contains_key(*child)));
            if stack.len() > depth {
                continue;
            }
            let value = node(term, self);
            self.values.insert(term, value);
            stack.pop();
        }
        &self[root]
    }

    /// Computes something of a term and of the subterms that are needed for it. A node that needs a subterm of which nothing was
    /// computed yet gives it back as an error, and is asked again.
    pub fn demand(&mut self, root: Term, node: &mut Demand<'_, T>) -> &T {
        let mut stack = vec![root];
        while let Some(term) = stack.last().copied() {
            if self.values.contains_key(&term) {
                stack.pop();
                continue;
            }
            match node(term, self) {
                Ok(value) => {
                    self.values.insert(term, value);
                    stack.pop();
                }
                Err(missing) => stack.push(missing),
            }
        }
        &self[root]
    }
}

impl<T> Index<Term> for TermTable<T> {
    type Output = T;

    fn index(&self, term: Term) -> &T {
        &self.values[&term]
    }
}
