//! What is known at points of the program, in all contexts together.

use std::cell::RefCell;

use faultscope_ir::{BlockId, ProcId, Term};
use rustc_hash::{FxHashMap, FxHashSet};

use super::evaluate::eval;
use super::findings::Findings;
use super::state::{State, Variables};
use super::value::Abstract;
use crate::numbers::Interval;
use crate::numbers::Sign;
use crate::numbers::anything;

/// A point in the graph of a procedure: before the instruction of this position in a block, or behind all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// The procedure.
    pub procedure: ProcId,
    /// The block.
    pub block: BlockId,
    /// How many instructions of the block come before.
    pub position: usize,
}

/// States at points, as they are met.
#[derive(Default)]
pub(super) struct Records {
    points: FxHashMap<Point, State>,
    /// Procedures of which some activation is not looked at, or is one of several at the same time.
    given_up: FxHashSet<ProcId>,
}

impl Records {
    /// Adds a set of states at a point.
    pub(super) fn note(&mut self, point: Point, depth: u32, state: &State, variables: &mut Variables) {
        if depth > 0 {
            self.give_up(point.procedure);
            return;
        }
        let joined = self.points.get(&point).map(|known| known.join(state, variables));
        self.points.insert(point, joined.unwrap_or_else(|| state.clone()));
    }

    pub(super) fn give_up(&mut self, procedure: ProcId) {
        self.given_up.insert(procedure);
    }
}

/// What is known at the beginnings of blocks and behind calls.
pub struct Invariants {
    findings: Findings,
    points: FxHashMap<Point, State>,
    given_up: FxHashSet<ProcId>,
    variables: RefCell<Variables>,
}

impl Invariants {
    pub(super) fn new(findings: Findings, records: Records, variables: Variables) -> Invariants {
        let Records { points, given_up } = records;
        Invariants { findings, points, given_up, variables: RefCell::new(variables) }
    }

    /// What can be executed.
    pub fn findings(&self) -> &Findings {
        &self.findings
    }

    /// Whether all activations of a procedure were looked at, one at a time: nothing is said of others.
    pub fn covers(&self, procedure: ProcId) -> bool {
        !self.given_up.contains(&procedure)
    }

    /// Whether an execution can come to the beginning of a block, or behind a call.
    pub fn is_reached(&self, point: Point) -> bool {
        self.points.contains_key(&point)
    }

    /// The numbers that a bit-vector or an integer can be at a point that is the beginning of a block or behind a call.
    pub fn numbers(&self, point: Point, term: Term, sign: Sign) -> Interval {
        let Some(state) = self.points.get(&point) else { return anything(term, sign) };
        match eval(term, state, &mut self.variables.borrow_mut()) {
            Abstract::Int(interval) => interval,
            value => match (value.bits(), sign) {
                (Some(bits), Sign::Signed) => {
                    let (lo, hi) = bits.signed_ends();
                    Interval::new(lo, hi)
                }
                (Some(bits), Sign::Unsigned) => {
                    let ends = bits.unsigned_ends();
                    match (i128::try_from(ends.0), i128::try_from(ends.1)) {
                        (Ok(lo), Ok(hi)) => Interval::new(lo, hi),
                        _ => Interval::ANY,
                    }
                }
                _ => anything(term, sign),
            },
        }
    }
}
