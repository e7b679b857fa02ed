//! Which nodes paths lead to.

use std::hash::Hash;

use super::Node;
use crate::index::IndexSet;
use crate::program::{BlockId, Procedure};

/// The roots and all nodes that they lead to, in the order in which the walk discovers them. The walk takes up the node
/// that it has discovered last.
pub fn reached<T: Copy + Eq + Hash, I: IntoIterator<Item = T>>(
    roots: impl IntoIterator<Item = T>,
    mut successors: impl FnMut(T) -> I,
) -> IndexSet<T> {
    let mut reached: IndexSet<T> = roots.into_iter().collect();
    let mut open: Vec<T> = reached.iter().copied().collect();
    while let Some(node) = open.pop() {
        open.extend(successors(node).into_iter().filter(|target| reached.insert(*target)));
    }
    reached
}

/// For each node whether it is a root or some root leads to it. With [`predecessors`] as successors: whether it leads to a
/// root. A root that is no node is left out.
pub fn reachable<N: Node, I: IntoIterator<Item = N>>(
    n_nodes: usize,
    roots: impl IntoIterator<Item = N>,
    successors: impl Fn(N) -> I,
) -> Vec<bool> {
    let mut reached = vec![false; n_nodes];
    let mut open: Vec<N> = roots.into_iter().filter(|root| root.index() < n_nodes).collect();
    while let Some(node) = open.pop() {
        if !std::mem::replace(&mut reached[node.index()], true) {
            open.extend(successors(node));
        }
    }
    reached
}

/// For each node the sources of the edges that lead to it, in ascending order: one for each edge.
pub fn predecessors<N: Node, I: IntoIterator<Item = N>>(
    n_nodes: usize,
    successors: impl Fn(N) -> I,
) -> Vec<Vec<N>> {
    let mut predecessors = vec![Vec::new(); n_nodes];
    for node in (0..n_nodes).map(N::of) {
        for target in successors(node) {
            predecessors[target.index()].push(node);
        }
    }
    predecessors
}

impl Procedure {
    /// For each block those that may come before it.
    pub fn predecessors(&self) -> Vec<Vec<BlockId>> {
        predecessors(self.blocks.len(), |id| self.successors(id))
    }
}
