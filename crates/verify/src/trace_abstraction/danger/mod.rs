//! Danger automata: from a feasible error trace to many (seed 002, section 4.4 and 4.5).

use faultscope_ir::Term;

use crate::automata::Nfa;

/// An automaton with a predicate per state: whoever is in the predicate of a state that is not final can go along
/// some edge into the predicate of its target (seed 002, definition 4.2).
#[derive(Debug, Clone)]
pub struct DangerAutomaton {
    /// The automaton.
    pub automaton: Nfa,
    /// The mapping `f`: for each state its predicate, without quantifiers, over program variables.
    pub predicates: Vec<Term>,
}
