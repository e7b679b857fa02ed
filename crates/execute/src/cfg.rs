//! Control-flow graphs of procedures: the order in which to visit blocks, and which loops they are in.
//!
//! Both engines that unwind loops (the interpreter, which counts iterations, and symbolic execution, which
//! bounds them) work on a *weak topological order* \[1\]: blocks are sorted so that every edge leads forward,
//! except those into the head of a loop that its source is in. It exists for every graph, irreducible ones
//! (`goto` into a loop) included.
//!
//! **Deviation**: components are found by repeated strongly connected components without recursion over the
//! graph's depth; heads are the blocks that come first in reverse post-order, as in \[1\].
//!
//! # References
//! - \[1\] François Bourdoncle: _Efficient chaotic iteration strategies with widenings_, FMPA 1993.

use faultscope_ir::{BlockId, Instruction, Procedure, Terminator, graph};

/// An element of a weak topological order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Component {
    /// A block on no cycle of the component it stands in.
    Block(BlockId),
    /// A loop.
    Loop(Loop),
}

/// A strongly connected part of a graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loop {
    /// The block that every edge back leads to.
    pub head: BlockId,
    /// The other blocks, in a weak topological order of their own.
    pub body: Vec<Component>,
}

/// What is known of a procedure's graph. Blocks that cannot be reached from the entry are left out.
#[derive(Debug, Clone)]
pub struct Cfg {
    /// The weak topological order.
    pub order: Vec<Component>,
    nesting: Nesting,
    /// For each block whether a return can be reached from it.
    returns: Vec<bool>,
    /// For each block whether it is the beginning of a straight line to the end of the execution.
    finals: Vec<bool>,
}

/// For each block the heads of the loops it is in, outermost first; a head is in its own loop. Nothing where there are no
/// loops.
#[derive(Debug, Clone, Default)]
pub struct Nesting(Vec<Vec<BlockId>>);

impl Nesting {
    /// The loops of a procedure: who only counts their rounds needs nothing else of its graph, and most procedures have none.
    pub fn new(procedure: &Procedure) -> Nesting {
        let n_blocks = procedure.blocks.len();
        let has_loop = graph::has_cycle(n_blocks, [Procedure::ENTRY], |id| procedure.successors(id));
        if has_loop { Cfg::new(procedure).nesting } else { Nesting::default() }
    }

    /// The heads of the loops a block is in, outermost first.
    pub fn loops_of(&self, block: BlockId) -> &[BlockId] {
        self.0.get(block.0 as usize).map_or(&[], |heads| heads)
    }

    /// Brings the iteration counts at the source of an edge to its target: one for each loop it is in. The
    /// first `n_outer` counts are somebody else's.
    pub fn count_iterations(&self, counts: &mut Vec<u32>, n_outer: usize, from: BlockId, to: BlockId) {
        let (left, entered) = (self.loops_of(from), self.loops_of(to));
        let n_shared = left.iter().zip(entered).take_while(|(left, entered)| left == entered).count();
        counts.truncate(n_outer + n_shared);
        if entered.get(n_shared.wrapping_sub(1)) == Some(&to)
            && let Some(count) = counts.last_mut()
        {
            *count += 1;
        }
        counts.resize(n_outer + entered.len(), 1);
    }
}

impl Cfg {
    /// The graph of a procedure.
    pub fn new(procedure: &Procedure) -> Cfg {
        let n_blocks = procedure.blocks.len();
        // The last successor first, so that the first one comes first in the reverse.
        let post_order = graph::post_order(n_blocks, [Procedure::ENTRY], |id| procedure.successors(id).rev());
        let blocks: Vec<BlockId> = post_order.iter().rev().copied().collect();
        let mut nesting = vec![Vec::new(); n_blocks];
        let order = if graph::has_cycle(n_blocks, [Procedure::ENTRY], |id| procedure.successors(id)) {
            Ordering::new(procedure).components(&blocks)
        } else {
            blocks.into_iter().map(Component::Block).collect()
        };
        note_nesting(&order, &mut Vec::new(), &mut nesting);
        let returns = reaches_return(procedure);
        let finals = straight_to_the_end(procedure, &post_order);
        let nesting = Nesting(nesting);
        Cfg { order, nesting, returns, finals }
    }

    /// The heads of the loops a block is in, outermost first.
    pub fn loops_of(&self, block: BlockId) -> &[BlockId] {
        self.nesting.loops_of(block)
    }

    /// Which loops the blocks are in.
    pub fn nesting(&self) -> &Nesting {
        &self.nesting
    }

    /// Whether the block is in the loop of this head.
    pub fn is_in_loop(&self, block: BlockId, head: BlockId) -> bool {
        self.loops_of(block).contains(&head)
    }

    /// Whether the procedure can return after the block. Blocks that cannot lead to an error or to the end
    /// of the execution only.
    pub fn can_return(&self, block: BlockId) -> bool {
        self.returns[block.0 as usize]
    }

    /// Whether nothing comes after the block but, in a straight line and without calls, the end of the
    /// execution: an error, a stop, an untranslated construct.
    pub fn is_final(&self, block: BlockId) -> bool {
        self.finals[block.0 as usize]
    }

    /// As [`Nesting::count_iterations`].
    pub fn count_iterations(&self, counts: &mut Vec<u32>, n_outer: usize, from: BlockId, to: BlockId) {
        self.nesting.count_iterations(counts, n_outer, from, to);
    }
}

/// The search for components, on one subgraph after the other.
struct Ordering<'a> {
    procedure: &'a Procedure,
    /// For each block the number of the subgraph it is in at the moment; 0 for blocks that are placed.
    subgraph: Vec<u32>,
    n_subgraphs: u32,
}

impl<'a> Ordering<'a> {
    fn new(procedure: &'a Procedure) -> Self {
        Ordering { procedure, subgraph: vec![0; procedure.blocks.len()], n_subgraphs: 0 }
    }

    /// The order of the subgraph of some blocks, given in reverse post-order.
    fn components(&mut self, blocks: &[BlockId]) -> Vec<Component> {
        self.n_subgraphs += 1;
        for block in blocks {
            self.subgraph[block.0 as usize] = self.n_subgraphs;
        }
        // As in the post-order, the last successor first.
        let (procedure, subgraph, current) = (self.procedure, &self.subgraph, self.n_subgraphs);
        let inside = |block: &BlockId| subgraph[block.0 as usize] == current;
        let mut parts = graph::components(subgraph.len(), blocks.iter().copied(), |block| {
            procedure.successors(block).rev().filter(inside)
        });
        parts.reverse();
        let mut position = vec![0; self.subgraph.len()];
        for (idx, block) in blocks.iter().enumerate() {
            position[block.0 as usize] = idx;
        }
        let mut components = Vec::new();
        for mut part in parts {
            part.sort_by_key(|block| position[block.0 as usize]);
            let head = part[0];
            let is_loop = part.len() > 1 || procedure.block(head).terminator.leads_to(head);
            if is_loop {
                let body = self.components(&part[1..]);
                components.push(Component::Loop(Loop { head, body }));
            } else {
                components.push(Component::Block(head));
            }
        }
        components
    }
}

fn note_nesting(order: &[Component], heads: &mut Vec<BlockId>, nesting: &mut [Vec<BlockId>]) {
    for component in order {
        match component {
            Component::Block(block) => nesting[block.0 as usize].clone_from(heads),
            Component::Loop(inner) => {
                heads.push(inner.head);
                nesting[inner.head.0 as usize].clone_from(heads);
                note_nesting(&inner.body, heads, nesting);
                heads.pop();
            }
        }
    }
}

fn reaches_return(procedure: &Procedure) -> Vec<bool> {
    let predecessors = procedure.predecessors();
    let ids = (0..predecessors.len() as u32).map(BlockId);
    let ends = ids.filter(|id| matches!(procedure.block(*id).terminator, Terminator::Return));
    graph::reachable(predecessors.len(), ends, |id| predecessors[id.0 as usize].iter().copied())
}

fn straight_to_the_end(procedure: &Procedure, post_order: &[BlockId]) -> Vec<bool> {
    let mut finals = vec![false; procedure.blocks.len()];
    // Targets before sources. On a cycle some target comes later, and no block of it gets to be final.
    for id in post_order {
        let block = procedure.block(*id);
        let calls = block.instructions.iter().any(|it| matches!(it, Instruction::Call(_)));
        finals[id.0 as usize] = !calls
            && match &block.terminator {
                Terminator::Goto(target) => finals[target.0 as usize],
                Terminator::Error { .. } | Terminator::Stop | Terminator::Unsupported { .. } => true,
                Terminator::Branch { .. } | Terminator::Choose(_) | Terminator::Return => false,
            };
    }
    finals
}

#[cfg(test)]
mod tests {
    use faultscope_ir::Block;

    use super::*;

    fn graph(edges: &[&[u32]]) -> Cfg {
        let block = |targets: &&[u32]| Block {
            instructions: Vec::new(),
            terminator: match targets {
                [] => Terminator::Return,
                targets => Terminator::Choose(targets.iter().map(|target| BlockId(*target)).collect()),
            },
        };
        let blocks = edges.iter().map(block).collect();
        let (parameters, results) = (Vec::new(), Vec::new());
        Cfg::new(&Procedure {
            name: "p".into(),
            parameters,
            results,
            blocks,
            trusted: false,
            primitive: None,
        })
    }

    fn show(components: &[Component]) -> String {
        let shown: Vec<String> = components
            .iter()
            .map(|component| match component {
                Component::Block(block) => block.0.to_string(),
                Component::Loop(inner) => format!("({} {})", inner.head.0, show(&inner.body)),
            })
            .collect();
        shown.join(" ").replace(" )", ")")
    }

    #[track_caller]
    fn check(edges: &[&[u32]], expected: &str) {
        assert_eq!(show(&graph(edges).order).replace(" )", ")"), expected);
    }

    #[test]
    fn straight_line_and_diamond_are_in_topological_order() {
        check(&[&[1], &[2], &[]], "0 1 2");
        check(&[&[1, 2], &[3], &[3], &[]], "0 1 2 3");
        check(&[&[3, 1], &[2], &[], &[2, 1]], "0 3 1 2");
    }

    #[test]
    fn loops_nest() {
        check(&[&[1], &[2, 5], &[3, 4], &[2], &[1], &[]], "0 (1 (2 3) 4) 5");
        check(&[&[0, 1], &[]], "(0) 1");
    }

    #[test]
    fn a_jump_into_a_loop_is_ordered_too() {
        check(&[&[1, 2], &[2], &[1, 3], &[]], "0 (2 1) 3");
    }

    #[test]
    fn unreachable_blocks_are_left_out() {
        check(&[&[2], &[2], &[]], "0 2");
    }

    #[test]
    fn iterations_count_passes_through_the_head() {
        let cfg = graph(&[&[1], &[2, 5], &[3, 4], &[2], &[1], &[]]);
        let mut counts = Vec::new();
        let mut walk = Vec::new();
        for (from, to) in [(0, 1), (1, 2), (2, 3), (3, 2), (2, 4), (4, 1), (1, 2), (2, 4), (4, 1), (1, 5)] {
            cfg.count_iterations(&mut counts, 0, BlockId(from), BlockId(to));
            walk.push(counts.clone());
        }
        let expected: [&[u32]; 10] = [&[1], &[1, 1], &[1, 1], &[1, 2], &[1], &[2], &[2, 1], &[2], &[3], &[]];
        assert_eq!(walk, expected);
    }
}
