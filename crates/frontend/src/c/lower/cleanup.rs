//! Control-flow graphs without detours: no unreachable blocks, no jumps to jumps, no chains of blocks.

use faultscope_ir::{Block, BlockId, Procedure, Terminator, graph};

/// Tidies a procedure's blocks; the first one stays the first.
pub(super) fn tidy(mut blocks: Vec<Block>) -> Vec<Block> {
    thread_jumps(&mut blocks);
    merge_chains(&mut blocks);
    remove_unreachable(blocks)
}

/// Jumps to empty blocks that only jump on go where those go; branches to one block are jumps.
fn thread_jumps(blocks: &mut [Block]) {
    let targets: Vec<BlockId> = (0..blocks.len())
        .map(|start| {
            let mut at = start;
            // Bounded, since empty infinite loops jump in circles.
            for _ in 0..blocks.len() {
                match &blocks[at] {
                    Block { instructions, terminator: Terminator::Goto(next) } if instructions.is_empty() => {
                        at = next.0 as usize;
                    }
                    _ => break,
                }
            }
            BlockId(at as u32)
        })
        .collect();
    for block in blocks {
        block.terminator.retarget(|target| targets[target.0 as usize]);
        if let Terminator::Branch { then_block, else_block, .. } = block.terminator
            && then_block == else_block
        {
            block.terminator = Terminator::Goto(then_block);
        }
    }
}

/// A block that is the only successor's only predecessor takes it in.
fn merge_chains(blocks: &mut [Block]) {
    let reachable = reachable(blocks);
    let mut n_predecessors = vec![0_usize; blocks.len()];
    n_predecessors[0] = 1;
    for (block, reachable) in blocks.iter().zip(&reachable) {
        if *reachable {
            for successor in block.terminator.successors() {
                n_predecessors[successor.0 as usize] += 1;
            }
        }
    }
    for idx in 0..blocks.len() {
        while reachable[idx]
            && let Terminator::Goto(next) = blocks[idx].terminator
            && next.0 as usize != idx
            && n_predecessors[next.0 as usize] == 1
            && next.0 != 0
        {
            let next = &mut blocks[next.0 as usize];
            let instructions = std::mem::take(&mut next.instructions);
            let terminator = next.terminator.take();
            blocks[idx].instructions.extend(instructions);
            blocks[idx].terminator = terminator;
        }
    }
}

fn reachable(blocks: &[Block]) -> Vec<bool> {
    let successors = |id: BlockId| blocks[id.0 as usize].terminator.successors();
    graph::reachable(blocks.len(), [Procedure::ENTRY], successors)
}

fn remove_unreachable(blocks: Vec<Block>) -> Vec<Block> {
    let reachable = reachable(&blocks);
    let mut numbers = Vec::new();
    let mut n_kept = 0;
    for kept in &reachable {
        numbers.push(BlockId(n_kept));
        n_kept += u32::from(*kept);
    }
    let mut kept: Vec<Block> = blocks
        .into_iter()
        .zip(reachable)
        .filter(|(_, reachable)| *reachable)
        .map(|(block, _)| block)
        .collect();
    for block in &mut kept {
        block.terminator.retarget(|target| numbers[target.0 as usize]);
    }
    kept
}
