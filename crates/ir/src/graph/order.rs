//! Depth-first orders.

use super::Node;

/// The nodes that the roots lead to, in post-order of a depth-first walk: loops apart, targets before sources.
/// A root that is no node is left out.
pub fn post_order<N: Node, I: IntoIterator<Item = N>>(
    n_nodes: usize,
    roots: impl IntoIterator<Item = N>,
    successors: impl Fn(N) -> I,
) -> Vec<N> {
    let mut order = Vec::with_capacity(n_nodes);
    walk(n_nodes, roots, successors, |event| {
        if let Event::Left(node) = event {
            order.push(node);
        }
        true
    });
    order
}

/// The edges of a depth-first walk that lead back to a node on the path to their source.
pub fn back_edges<N: Node, I: IntoIterator<Item = N>>(
    n_nodes: usize,
    roots: impl IntoIterator<Item = N>,
    successors: impl Fn(N) -> I,
) -> Vec<(N, N)> {
    let mut edges = Vec::new();
    walk(n_nodes, roots, successors, |event| {
        if let Event::Back(from, to) = event {
            edges.push((from, to));
        }
        true
    });
    edges
}

/// Whether the roots lead to a cycle.
pub fn has_cycle<N: Node, I: IntoIterator<Item = N>>(
    n_nodes: usize,
    roots: impl IntoIterator<Item = N>,
    successors: impl Fn(N) -> I,
) -> bool {
    let is_complete = walk(n_nodes, roots, successors, |event| !matches!(event, Event::Back(..)));
    !is_complete
}

/// What a depth-first walk meets.
enum Event<N> {
    /// All successors of a node have been walked.
    Left(N),
    /// An edge to a node whose successors are being walked.
    Back(N, N),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    Unseen,
    Open,
    Done,
}

/// Walks from each root in turn until `goes_on` returns false; returns whether the walk was completed.
fn walk<N: Node, I: IntoIterator<Item = N>>(
    n_nodes: usize,
    roots: impl IntoIterator<Item = N>,
    successors: impl Fn(N) -> I,
    mut goes_on: impl FnMut(Event<N>) -> bool,
) -> bool {
    let mut progress = vec![Progress::Unseen; n_nodes];
    let mut stack = Vec::new();
    for root in roots {
        if progress.get(root.index()) != Some(&Progress::Unseen) {
            continue;
        }
        progress[root.index()] = Progress::Open;
        stack.push((root, successors(root).into_iter()));
        while let Some((node, targets)) = stack.last_mut() {
            let node = *node;
            let Some(target) = targets.next() else {
                progress[node.index()] = Progress::Done;
                stack.pop();
                if !goes_on(Event::Left(node)) {
                    return false;
                }
                continue;
            };
            match progress[target.index()] {
                Progress::Open => {
                    if !goes_on(Event::Back(node, target)) {
                        return false;
                    }
                }
                Progress::Done => {}
                Progress::Unseen => {
                    progress[target.index()] = Progress::Open;
                    stack.push((target, successors(target).into_iter()));
                }
            }
        }
    }
    true
}
