//! Path conditions as a tree.
//!
//! A guard is the conjunction of the literals on its way to the root: one literal for each branch or
//! assumption that was not decided by constants. Where two paths meet, what they have in common is their
//! lowest common ancestor, so that after `if (c) … else …` the guard is again the very guard before it, and
//! the values of the two sides are told apart by `c` alone and not by the whole path.

use std::cmp::Ordering;
use std::rc::Rc;

use crate::limits::MAX_GUARD_LOOKUP;
use faultscope_ir::{Op, Term};

/// A path condition.
#[derive(Clone)]
pub(super) struct Guard(Rc<Node>);

struct Node {
    parent: Option<Guard>,
    literal: Term,
    depth: u32,
    formula: Term,
    /// In the order of creation.
    id: u64,
}

impl Drop for Node {
    /// Frees a long chain without recursion.
    fn drop(&mut self) {
        let mut parent = self.parent.take();
        while let Some(guard) = parent {
            parent = Rc::try_unwrap(guard.0).ok().and_then(|mut node| node.parent.take());
        }
    }
}

impl Guard {
    /// The condition of every execution.
    pub(super) fn root() -> Guard {
        let truth = Term::bool(true);
        Guard(Rc::new(Node { parent: None, literal: truth, depth: 0, formula: truth, id: 0 }))
    }

    /// The whole condition.
    pub(super) fn formula(&self) -> Term {
        self.0.formula
    }

    /// The guard with one more condition; `id` grows from call to call.
    pub(super) fn and(&self, literal: Term, id: u64) -> Guard {
        if literal.as_bool() == Some(true) {
            return self.clone();
        }
        let formula = self.0.formula.and(literal);
        let depth = self.0.depth + 1;
        Guard(Rc::new(Node { parent: Some(self.clone()), literal, depth, formula, id }))
    }

    /// The truth of a condition where the guard's literals give it at once.
    pub(super) fn decides(&self, condition: Term) -> Option<bool> {
        let negation = condition.not();
        self.ancestors().take(MAX_GUARD_LOOKUP).find_map(|guard| match guard.0.literal {
            literal if literal == condition => Some(true),
            literal if literal == negation => Some(false),
            _ => None,
        })
    }

    /// This guard and those above it.
    fn ancestors(&self) -> impl Iterator<Item = &Guard> {
        std::iter::successors(Some(self), |guard| guard.0.parent.as_ref())
    }

    fn same(&self, other: &Guard) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }

    /// The ancestor at a depth that is not below this guard.
    fn at_depth(&self, depth: u32) -> &Guard {
        let mut guard = self;
        while guard.0.depth > depth {
            guard = guard.0.parent.as_ref().expect("only the root has depth 0");
        }
        guard
    }

    /// The lowest guard above both.
    fn common_ancestor<'a>(&'a self, other: &'a Guard) -> &'a Guard {
        let depth = self.0.depth.min(other.0.depth);
        let (mut lhs, mut rhs) = (self.at_depth(depth), other.at_depth(depth));
        while !lhs.same(rhs) {
            lhs = lhs.0.parent.as_ref().expect("all guards share the root");
            rhs = rhs.0.parent.as_ref().expect("all guards share the root");
        }
        lhs
    }

    /// How much two guards have in common.
    pub(super) fn n_shared(&self, other: &Guard) -> u32 {
        self.common_ancestor(other).0.depth
    }

    /// The order in which a walk over the tree meets the guards, older branches first.
    pub(super) fn walk_order(&self, other: &Guard) -> Ordering {
        let depth = self.common_ancestor(other).0.depth;
        let below = |guard: &Guard| (guard.0.depth > depth).then(|| guard.at_depth(depth + 1).0.id);
        below(self).cmp(&below(other))
    }

    /// The conjunction of the literals below an ancestor, and the first of them.
    fn suffix(&self, ancestor: &Guard) -> (Term, Option<Term>) {
        let literals: Vec<Term> =
            self.ancestors().take_while(|guard| !guard.same(ancestor)).map(|guard| guard.0.literal).collect();
        (Term::all(literals.iter().rev().copied()), literals.last().copied())
    }

    /// The guard of either path, and a condition that holds on this path and not on the other.
    ///
    /// The two exclude each other, as paths of a program do.
    pub(super) fn join(&self, other: &Guard, id: u64) -> (Guard, Term) {
        let ancestor = self.common_ancestor(other);
        let (mine, my_first) = self.suffix(ancestor);
        let (theirs, their_first) = other.suffix(ancestor);
        let condition = match (my_first, their_first) {
            (Some(first), Some(other)) if first.not() == other => first,
            _ if size(theirs) < size(mine) => theirs.not(),
            _ => mine,
        };
        (ancestor.and(mine.or(theirs), id), condition)
    }

    /// Whether this guard adds nothing to one above it.
    pub(super) fn is(&self, other: &Guard) -> bool {
        self.same(other) || self.0.formula == other.0.formula
    }
}

fn size(formula: Term) -> u32 {
    formula.operands_of(Op::Not).map_or(formula, |inner| inner[0]).size()
}

#[cfg(test)]
mod tests {
    use super::*;
    use faultscope_ir::Sort;

    fn literal(name: &str) -> Term {
        Term::var(name, Sort::bool())
    }

    #[test]
    fn a_diamond_joins_to_the_guard_before_it() {
        let before = Guard::root().and(literal("a"), 1);
        let (then, otherwise) = (before.and(literal("b"), 2), before.and(literal("b").not(), 3));
        let (joined, condition) = then.join(&otherwise, 4);
        assert!(joined.is(&before));
        assert_eq!(condition, literal("b"));
    }

    #[test]
    fn long_chains_are_freed() {
        let guard = |guard: Guard, idx: u32| guard.and(literal(&format!("chain{idx}")), idx.into());
        let long = (1..300_000).fold(Guard::root(), guard);
        assert!(long.decides(literal("chain299999")).is_some());
    }

    #[test]
    fn an_assumption_on_one_side_stays() {
        let root = Guard::root();
        let then = root.and(literal("b"), 1).and(literal("c"), 2);
        let otherwise = root.and(literal("b").not(), 3);
        let (joined, condition) = then.join(&otherwise, 4);
        assert_eq!(joined.formula(), literal("c").or(literal("b").not()));
        assert_eq!(condition, literal("b"));
        assert_eq!(joined.decides(literal("b")), None);
        assert_eq!(then.decides(literal("b").not()), Some(false));
    }
}
