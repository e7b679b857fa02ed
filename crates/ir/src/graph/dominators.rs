//! Dominators.

use super::{Node, post_order, predecessors};

/// For each node its immediate dominator: the last node before it that every path from the root to it passes. None for the
/// root, and where no path leads.
///
/// With the predecessors as successors and the exit as root these are the postdominators.
///
/// # References
/// - Keith Cooper, Timothy Harvey, Ken Kennedy: _A simple, fast dominance algorithm_, Rice University 2001.
pub fn dominators<N: Node, I: IntoIterator<Item = N>>(
    n_nodes: usize,
    root: N,
    successors: impl Fn(N) -> I,
) -> Vec<Option<N>> {
    let order = post_order(n_nodes, [root], &successors);
    let predecessors = predecessors(n_nodes, successors);
    let mut number = vec![0; n_nodes];
    order.iter().enumerate().for_each(|(at, node)| number[node.index()] = at);
    let mut immediate: Vec<Option<N>> = vec![None; n_nodes];
    immediate[root.index()] = Some(root);
    let mut has_changed = true;
    while has_changed {
        has_changed = false;
        for node in order.iter().rev().copied().filter(|node| *node != root) {
            let before = predecessors[node.index()].iter().copied();
            let known = before.filter(|it| immediate[it.index()].is_some());
            let joined = known.reduce(|lhs, rhs| common(&immediate, &number, lhs, rhs));
            if joined != immediate[node.index()] {
                immediate[node.index()] = joined;
                has_changed = true;
            }
        }
    }
    immediate[root.index()] = None;
    immediate
}

/// The node where two paths up the tree of dominators meet.
fn common<N: Node>(immediate: &[Option<N>], number: &[usize], mut lhs: N, mut rhs: N) -> N {
    while lhs != rhs {
        let lower = if number[lhs.index()] < number[rhs.index()] { &mut lhs } else { &mut rhs };
        *lower = immediate[lower.index()].expect("a node on the path to the root was visited");
    }
    lhs
}
