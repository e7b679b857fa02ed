//! Every algorithm is compared with its definition on small random graphs.

use std::iter::Copied;
use std::slice::Iter;

use proptest::prelude::*;

use super::*;

/// The successors of each node.
type Edges = Vec<Vec<usize>>;

fn graphs() -> impl Strategy<Value = Edges> {
    (1_usize..8).prop_flat_map(|n| prop::collection::vec(prop::collection::vec(0..n, 0..4), n..=n))
}

fn successors<'a>(edges: &'a Edges) -> impl Fn(usize) -> Copied<Iter<'a, usize>> + Copy + use<'a> {
    move |node| edges[node].iter().copied()
}

/// For each pair of nodes whether a path of at least one edge leads from one to the other, `without` left out.
fn paths(edges: &Edges, without: Option<usize>) -> Vec<Vec<bool>> {
    let n = edges.len();
    let is_left_out = |node: usize| Some(node) == without;
    let mut leads = vec![vec![false; n]; n];
    for (from, targets) in edges.iter().enumerate() {
        for to in targets {
            leads[from][*to] = !is_left_out(from) && !is_left_out(*to);
        }
    }
    for middle in 0..n {
        for from in 0..n {
            for to in 0..n {
                leads[from][to] |= leads[from][middle] && leads[middle][to];
            }
        }
    }
    leads
}

/// For each node whether it is the root, or the root leads to it.
fn from_root(edges: &Edges, root: usize, without: Option<usize>) -> Vec<bool> {
    let leads = paths(edges, without);
    (0..edges.len()).map(|node| Some(node) != without && (node == root || leads[root][node])).collect()
}

proptest! {
    #[test]
    fn reachable_nodes_are_those_of_paths(edges in graphs()) {
        let expect = from_root(&edges, 0, None);
        prop_assert_eq!(&reachable(edges.len(), [0], successors(&edges)), &expect);
        let discovered = reached([0], successors(&edges));
        let is_discovered: Vec<bool> = (0..edges.len()).map(|node| discovered.contains(&node)).collect();
        prop_assert_eq!(&is_discovered, &expect);
    }

    #[test]
    fn predecessors_turn_every_edge_around(edges in graphs()) {
        let before = predecessors(edges.len(), successors(&edges));
        for (from, targets) in edges.iter().enumerate() {
            for (to, sources) in before.iter().enumerate() {
                let n_edges = targets.iter().filter(|it| **it == to).count();
                prop_assert_eq!(sources.iter().filter(|it| **it == from).count(), n_edges);
            }
        }
        let sources = reachable(edges.len(), [0], |node: usize| before[node].iter().copied());
        let leads = paths(&edges, None);
        let expect: Vec<bool> = (0..edges.len()).map(|node| node == 0 || leads[node][0]).collect();
        prop_assert_eq!(sources, expect);
    }

    #[test]
    fn a_post_order_has_targets_first(edges in graphs()) {
        let order = post_order(edges.len(), [0], successors(&edges));
        let mut sorted = order.clone();
        sorted.sort_unstable();
        let reached = from_root(&edges, 0, None);
        prop_assert_eq!(sorted, (0..edges.len()).filter(|node| reached[*node]).collect::<Vec<_>>());
        // A target comes later than its source only along an edge back.
        let position = |node: usize| order.iter().position(|it| *it == node);
        let back = back_edges(edges.len(), [0], successors(&edges));
        for from in &order {
            for to in &edges[*from] {
                prop_assert_eq!(position(*to) >= position(*from), back.contains(&(*from, *to)));
            }
        }
    }

    #[test]
    fn cycles_are_paths_back(edges in graphs()) {
        let (reached, leads) = (from_root(&edges, 0, None), paths(&edges, None));
        let expect = (0..edges.len()).any(|node| reached[node] && leads[node][node]);
        prop_assert_eq!(has_cycle(edges.len(), [0], successors(&edges)), expect);
        prop_assert_eq!(!back_edges(edges.len(), [0], successors(&edges)).is_empty(), expect);
    }

    #[test]
    fn components_lead_to_themselves_and_to_earlier_ones(edges in graphs()) {
        let parts = components(edges.len(), [0], successors(&edges));
        let (reached, leads) = (from_root(&edges, 0, None), paths(&edges, None));
        let mut sorted = parts.concat();
        sorted.sort_unstable();
        prop_assert_eq!(sorted, (0..edges.len()).filter(|node| reached[*node]).collect::<Vec<_>>());
        let part = |node: usize| parts.iter().position(|it| it.contains(&node));
        for from in parts.iter().flatten() {
            for to in parts.iter().flatten().filter(|to| from != *to) {
                prop_assert_eq!(part(*from) == part(*to), leads[*from][*to] && leads[*to][*from]);
                prop_assert!(!leads[*from][*to] || part(*to) <= part(*from));
            }
        }
    }

    #[test]
    fn a_dominator_is_on_every_path(edges in graphs()) {
        let reached = from_root(&edges, 0, None);
        let immediate = dominators(edges.len(), 0, successors(&edges));
        let dominates = |one: usize, other: usize| one == other || !from_root(&edges, 0, Some(one))[other];
        for node in 0..edges.len() {
            if node == 0 || !reached[node] {
                prop_assert_eq!(immediate[node], None);
                continue;
            }
            // Of the strict dominators the one that all others dominate.
            let strict: Vec<usize> = (0..edges.len()).filter(|it| *it != node && reached[*it] && dominates(*it, node)).collect();
            let last = strict.iter().copied().find(|it| strict.iter().all(|other| dominates(*other, *it)));
            prop_assert_eq!(immediate[node], last);
        }
    }
}

#[test]
fn the_order_of_successors_decides_the_order_of_nodes() {
    let edges: Edges = vec![vec![1, 2], vec![3], vec![3], vec![]];
    assert_eq!(post_order(4, [0], successors(&edges)), [3, 1, 2, 0]);
    assert_eq!(post_order(4, [0], |node: usize| edges[node].iter().rev().copied()), [3, 2, 1, 0]);
    assert_eq!(reached([0], successors(&edges)).into_iter().collect::<Vec<_>>(), [0, 1, 2, 3]);
}

#[test]
fn a_graph_without_nodes_has_no_order() {
    let none = |_: usize| Vec::new();
    assert_eq!(post_order(0, [0], none), []);
    assert!(!has_cycle(0, [0], none));
    assert_eq!(reachable(0, [0], none), []);
}

#[test]
fn deep_graphs_need_no_stack() {
    let n = 200_000;
    let next = |node: usize| (node + 1 < n).then_some(node + 1);
    assert_eq!(post_order(n, [0], next)[0], n - 1);
    assert_eq!(components(n, [0], next).len(), n);
    assert_eq!(dominators(n, 0, next)[n - 1], Some(n - 2));
}
