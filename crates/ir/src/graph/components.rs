//! Strongly connected components.

use super::Node;

const UNSEEN: u32 = u32::MAX;

/// The strongly connected components of the nodes that the roots lead to: targets before the components that lead to
/// them, the members of each in the order in which a depth-first walk discovers them (Tarjan's algorithm).
pub fn components<N: Node, I: IntoIterator<Item = N>>(
    n_nodes: usize,
    roots: impl IntoIterator<Item = N>,
    successors: impl Fn(N) -> I,
) -> Vec<Vec<N>> {
    let mut search =
        Search { index: vec![UNSEEN; n_nodes], low: vec![0; n_nodes], n_seen: 0, pending: Vec::new() };
    let mut is_pending = vec![false; n_nodes];
    let mut components = Vec::new();
    let mut stack = Vec::new();
    for root in roots {
        if search.index[root.index()] != UNSEEN {
            continue;
        }
        search.enter(root);
        is_pending[root.index()] = true;
        stack.push((root, successors(root).into_iter()));
        while let Some((node, targets)) = stack.last_mut() {
            let node = *node;
            if let Some(target) = targets.next() {
                if search.index[target.index()] == UNSEEN {
                    search.enter(target);
                    is_pending[target.index()] = true;
                    stack.push((target, successors(target).into_iter()));
                } else if is_pending[target.index()] {
                    search.lower(node, search.index[target.index()]);
                }
                continue;
            }
            stack.pop();
            let low = search.low[node.index()];
            if let Some((parent, _)) = stack.last() {
                search.lower(*parent, low);
            }
            if low == search.index[node.index()] {
                let start = search.pending.iter().rposition(|it| *it == node).unwrap_or(0);
                let component = search.pending.split_off(start);
                component.iter().for_each(|member| is_pending[member.index()] = false);
                components.push(component);
            }
        }
    }
    components
}

struct Search<N> {
    /// For each node when it was discovered.
    index: Vec<u32>,
    /// For each node the earliest pending node that it is known to lead to.
    low: Vec<u32>,
    n_seen: u32,
    /// The nodes that are discovered and in no component yet.
    pending: Vec<N>,
}

impl<N: Node> Search<N> {
    fn enter(&mut self, node: N) {
        self.index[node.index()] = self.n_seen;
        self.low[node.index()] = self.n_seen;
        self.n_seen += 1;
        self.pending.push(node);
    }

    fn lower(&mut self, node: N, low: u32) {
        let known = &mut self.low[node.index()];
        *known = low.min(*known);
    }
}
