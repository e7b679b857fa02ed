//! Algorithms on directed graphs: order, reachability, strongly connected components, dominators, and liveness of variables.
//!
//! A graph is the number of its nodes and a function from a node to its successors, so that control-flow graphs, call
//! graphs and automata need no copy. Nodes are numbered from 0 ([`Node`]); [`reached`] alone takes any type of node.
//!
//! Results depend on the order of the successors and on nothing else, and no algorithm recurses: a graph may be as deep as
//! a program is long.

mod components;
mod dominators;
mod liveness;
mod order;
mod reach;

pub use components::components;
pub use dominators::dominators;
pub use liveness::{Liveness, read_unassigned};
pub use order::{back_edges, has_cycle, post_order};
pub use reach::{predecessors, reachable, reached};

use crate::program::{BlockId, ProcId};

/// A node of a graph whose nodes are numbered.
pub trait Node: Copy + Eq {
    /// The node of a number.
    fn of(index: usize) -> Self;
    /// Its number.
    fn index(self) -> usize;
}

impl Node for usize {
    fn of(index: usize) -> usize {
        index
    }

    fn index(self) -> usize {
        self
    }
}

impl Node for BlockId {
    fn of(index: usize) -> BlockId {
        BlockId(index as u32)
    }

    fn index(self) -> usize {
        self.0 as usize
    }
}

impl Node for ProcId {
    fn of(index: usize) -> ProcId {
        ProcId(index as u32)
    }

    fn index(self) -> usize {
        self.0 as usize
    }
}

#[cfg(test)]
mod tests;
