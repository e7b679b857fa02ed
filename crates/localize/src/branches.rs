//! Which way branches were taken on a trace.

use std::cell::RefCell;

use faultscope_ir::{Command, OriginId, Program, Step, Symbol, Term, Terminator};
use rustc_hash::FxHashMap;

/// The conditions of all branches, to tell on a trace which way was taken.
#[derive(Debug)]
pub struct Branches {
    conditions: FxHashMap<OriginId, Vec<Term>>,
    /// What was asked.
    known: RefCell<FxHashMap<(OriginId, Term), Option<bool>>>,
}

impl Branches {
    /// The branches of a program.
    pub fn new(program: &Program) -> Branches {
        let mut conditions: FxHashMap<OriginId, Vec<Term>> = FxHashMap::default();
        for block in program.blocks() {
            if let Terminator::Branch { condition, origin, .. } = &block.terminator {
                conditions.entry(*origin).or_default().push(*condition);
            }
        }
        Branches { conditions, known: RefCell::default() }
    }

    /// Whether the condition of an assume step was true in the source.
    pub fn outcome(&self, step: &Step) -> Option<bool> {
        let Command::Assume { condition } = &*step.command else { return None };
        self.of_assumed(step.origin, *condition)
    }

    /// Whether the condition of an origin is true in the source where this is assumed.
    pub fn of_assumed(&self, origin: OriginId, assumed: Term) -> Option<bool> {
        let Some(conditions) = self.conditions.get(&origin) else { return Some(true) };
        *self.known.borrow_mut().entry((origin, assumed)).or_insert_with(|| outcome(conditions, assumed))
    }
}

/// Whether a condition is one of these, and not the contrary of one.
fn outcome(conditions: &[Term], condition: Term) -> Option<bool> {
    let plain = condition.rewrite(&mut |symbol: Symbol| Some(Term::symbol(symbol.activation().0)));
    match (conditions.contains(&plain), conditions.contains(&plain.not())) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        _ => None,
    }
}
