//! Floyd-Hoare automata: from one infeasible word to many.

pub(super) mod interpolants;
mod project;

mod annotation;
mod automaton;
mod triples;

pub(super) use annotation::Annotation;
pub(super) use automaton::Generalization;
pub(super) use triples::{PredicateId, Triples, instances};
