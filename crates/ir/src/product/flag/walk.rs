//! Two programs that are walked side by side.

use rustc_hash::FxHashMap;

use crate::index::IndexMap;
use crate::program::{BlockId, Instruction, ProcId, Program, Terminator, Variable};
use crate::term::Symbol;

use super::change::{Change, Point};

/// What is known of two programs that are walked side by side.
pub(super) struct Walk<'a> {
    pub(super) original: &'a Program,
    pub(super) changed: &'a Program,
    /// The variables of the changed program in terms of the original: what holds the same as long as there is no difference.
    pub(super) to_original: FxHashMap<Symbol, Symbol>,
    /// The other way round.
    pub(super) bound: FxHashMap<Symbol, Symbol>,
    /// Variables of the changed program alone.
    pub(super) variables: IndexMap<Symbol, Variable>,
    /// The procedures of the changed program, by those of the original.
    pub(super) procedures: FxHashMap<ProcId, ProcId>,
    pub(super) visited: FxHashMap<Point, Point>,
    pub(super) waiting: Vec<(Point, Point)>,
    pub(super) changes: Vec<(Point, Change)>,
}

/// What stands at a point.
#[derive(Clone, Copy)]
pub(super) enum Item<'a> {
    Instruction(&'a Instruction),
    End(&'a Terminator),
}

pub(super) fn item(program: &Program, point: Point) -> Item<'_> {
    let block = program.procedure(point.procedure).block(point.block);
    match block.instructions.get(point.instruction) {
        Some(instruction) => Item::Instruction(instruction),
        None => Item::End(&block.terminator),
    }
}

/// Where a jump leads to, if there is one at a point.
pub(super) fn jump(program: &Program, point: Point) -> Option<Point> {
    match item(program, point) {
        Item::End(Terminator::Goto(block)) => Some(at(point, *block)),
        _ => None,
    }
}

/// The point behind jumps.
pub(super) fn settled(program: &Program, mut point: Point) -> Point {
    let n_blocks = program.procedure(point.procedure).blocks.len();
    for _ in 0..n_blocks {
        match jump(program, point) {
            Some(target) => point = target,
            None => break,
        }
    }
    point
}

/// The start of another block.
pub(super) fn at(point: Point, block: BlockId) -> Point {
    Point { block, instruction: 0, ..point }
}

pub(super) fn next(point: Point) -> Point {
    Point { instruction: point.instruction + 1, ..point }
}

/// Whether nothing comes behind a point but the end of the execution.
pub(super) fn is_way_out(program: &Program, point: Point) -> bool {
    let end = item(program, settled(program, point));
    matches!(end, Item::End(Terminator::Error { .. } | Terminator::Stop))
}
