//! Hoare triples that were decided for one program, and are of use for programs like it.

use faultscope_ir::Term;
use rustc_hash::FxHashMap;

/// Triples that a solver has decided, for other programs.
///
/// A triple holds if no state that fulfils its precondition is one from which the letter can miss the postcondition. The
/// formula that says which states these are names all that the answer depends on, but for the axioms.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DecidedTriples {
    axioms: Vec<Term>,
    of: FxHashMap<Term, Preconditions>,
}

/// Preconditions of the states that a formula describes: sets of predicates.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Preconditions {
    pub(crate) sufficient: Vec<Vec<Term>>,
    pub(crate) insufficient: Vec<Vec<Term>>,
}

impl DecidedTriples {
    /// The triples of a program with these axioms.
    pub(crate) fn new(axioms: Vec<Term>, of: FxHashMap<Term, Preconditions>) -> DecidedTriples {
        DecidedTriples { axioms, of }
    }

    /// What is known of the states that a formula describes, for a program with these axioms.
    pub(crate) fn recalled(&self, axioms: &[Term], misses: Term) -> Option<&Preconditions> {
        self.of.get(&misses).filter(|_| self.axioms == axioms)
    }

    /// How many formulas there are triples of.
    pub fn len(&self) -> usize {
        self.of.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.of.is_empty()
    }

    /// Adds triples of a program with the same axioms. Those of another are left out.
    pub fn extend(&mut self, others: DecidedTriples) {
        if self.is_empty() {
            *self = others;
        } else if self.axioms == others.axioms {
            #[expect(clippy::iter_over_hash_type, reason = "each formula has its own entry")]
            for (misses, mut more) in others.of {
                let known = self.of.entry(misses).or_default();
                known.sufficient.append(&mut more.sufficient);
                known.insufficient.append(&mut more.insufficient);
            }
        }
    }
}
