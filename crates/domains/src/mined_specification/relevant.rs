//! The projections of one check, and the edges that are relevant for its proof.

use std::collections::{BTreeMap, BTreeSet};

use faultscope_ir::{BlockId, CheckId, OriginId, OriginKind, ProcId, Procedure, Program, Term, Terminator};
use faultscope_solver::Limits;

use crate::abstract_interpretation::{Invariants, Point};
use crate::numbers::Sign;
use crate::octagon::Octagon;
use crate::octagon::space::Space;
use faultscope_execute::cfg::Cfg;

use super::backward::Backward;
use super::budget::Budget;
use super::effects::Effects;
use super::forward::Forward;
use super::proved::{Projections, ProvedCheck};
use super::selection::{leading, space};
use super::transfer::Transfer;
use super::union::{Side, Union};

/// What projecting checks needs.
pub(super) struct Projecting<'a> {
    pub(super) program: &'a Program,
    pub(super) invariants: &'a Invariants,
    pub(super) effects: &'a Effects,
    pub(super) thresholds: &'a [i128],
    pub(super) limits: &'a Limits,
    /// Rounds in which safety projections get smaller.
    pub(super) safety_rounds: usize,
    /// Whether checks that are not proved are left out.
    pub(super) only_proved: bool,
}

/// What is known at the points of a block: before each instruction, and behind the last.
#[derive(Default)]
struct Line {
    reachable: Vec<Option<Octagon>>,
    breaking: Vec<Union>,
    unsafe_below: Vec<Union>,
}

impl Projecting<'_> {
    /// A check's projections onto its procedure, and whether it is proved; none if that takes too long.
    pub(super) fn project(&self, id: ProcId, check: CheckId) -> Option<(ProvedCheck, bool)> {
        let procedure = self.program.procedure(id);
        let leads = leading(procedure, check);
        if !self.is_open(id, procedure, check) {
            return None;
        }
        let space = space(self.program, procedure, check, &leads);
        let all = self.unchanged(id, &space);
        let given = space.condition(&all);
        let transfer = Transfer { space: &space, all, effects: self.effects, procedure: id };
        let cfg = Cfg::new(procedure);
        let mut budget = Budget::new(self.limits);
        let forward = Forward { transfer: &transfer, id, procedure, cfg: &cfg, invariants: self.invariants };
        let reachable = forward.run(self.thresholds, &mut budget)?;
        let is_violated = |(idx, block): (usize, &faultscope_ir::Block)| {
            matches!(block.terminator, Terminator::Error { check: it } if it == check)
                && reachable[idx].is_some()
        };
        let is_proved = !procedure.blocks.iter().enumerate().any(is_violated);
        if self.only_proved && !is_proved {
            return None;
        }
        let backward = |side: Side| Backward {
            transfer: &transfer,
            procedure,
            cfg: &cfg,
            check,
            leads: &leads,
            side,
            safety_rounds: self.safety_rounds,
        };
        let (above, below) = (backward(Side::Above), backward(Side::Below));
        let breaking = above.run(self.thresholds, &mut budget)?;
        let unsafe_below = below.run(self.thresholds, &mut budget)?;
        let mut lines: BTreeMap<BlockId, Line> = BTreeMap::new();
        for (idx, _) in leads.iter().enumerate().filter(|(_, leads)| **leads) {
            let block = BlockId(idx as u32);
            let mut line = Line::default();
            let n_points = procedure.block(block).instructions.len() + 1;
            line.reachable = vec![None; n_points];
            line.breaking = vec![Union::default(); n_points];
            line.unsafe_below = vec![Union::default(); n_points];
            if let Some(state) = &reachable[idx] {
                forward.block(block, state, |position, it| line.reachable[position] = Some(it.clone()));
            }
            above.block(block, &breaking, |position, it| line.breaking[position] = it.clone());
            below.block(block, &unsafe_below, |position, it| line.unsafe_below[position] = it.clone());
            lines.insert(block, line);
        }
        let (trusted, outcomes) = self.trusted(procedure, &lines);
        let points = points(id, &space, given, &lines);
        Some((ProvedCheck { check, trusted, outcomes, points }, is_proved))
    }

    /// All states, as far as a procedure does not change them: variables that it leaves alone have the numbers that they
    /// have at its entry, whatever else is changed in it.
    fn unchanged(&self, id: ProcId, space: &Space) -> Octagon {
        let start = Point { procedure: id, block: Procedure::ENTRY, position: 0 };
        let mut all = space.all();
        for (number, dimension) in space.dimensions().iter().enumerate() {
            if !self.effects.changes(self.program.procedure(id), dimension.symbol) {
                let (term, sign) = dimension.term();
                let numbers = self.invariants.numbers(start, term, sign.unwrap_or(Sign::Signed));
                all = all.within(number, numbers).unwrap_or(all);
            }
        }
        all
    }

    /// Whether it is worth asking about a check: an execution comes to its procedure.
    fn is_open(&self, id: ProcId, procedure: &Procedure, check: CheckId) -> bool {
        let start = Point { procedure: id, block: Procedure::ENTRY, position: 0 };
        let is_error =
            |terminator: &Terminator| matches!(terminator, Terminator::Error { check: it } if *it == check);
        self.invariants.is_reached(start) && procedure.blocks.iter().any(|it| is_error(&it.terminator))
    }

    /// The statements on relevant edges, and which outcomes of conditions these are.
    fn trusted(
        &self,
        procedure: &Procedure,
        lines: &BTreeMap<BlockId, Line>,
    ) -> (BTreeSet<OriginId>, BTreeSet<(OriginId, bool)>) {
        let mut trusted = BTreeSet::new();
        let mut outcomes = BTreeSet::new();
        for (block, line) in lines {
            let instructions = &procedure.block(*block).instructions;
            for (position, instruction) in instructions.iter().enumerate() {
                let origin = instruction.origin();
                let (before, after) = (&line.reachable[position], &line.reachable[position + 1]);
                if is_relevant(before.as_ref(), after.as_ref(), &line.breaking[position + 1]) {
                    trusted.insert(origin);
                }
            }
            if let Terminator::Branch { origin, then_block, else_block, .. } =
                &procedure.block(*block).terminator
            {
                let before = line.reachable[instructions.len()].as_ref();
                for (target, outcome) in [(then_block, true), (else_block, false)] {
                    let is_relevant = lines
                        .get(target)
                        .is_some_and(|it| is_relevant(before, it.reachable[0].as_ref(), &it.breaking[0]));
                    if is_relevant {
                        trusted.insert(*origin);
                        outcomes.insert((*origin, outcome));
                    }
                }
            }
        }
        trusted.retain(|origin| {
            let kind = self.program.sources.origin(*origin).kind;
            !matches!(kind, OriginKind::Assertion | OriginKind::Requirement)
        });
        (trusted, outcomes)
    }
}

/// Whether an edge excludes the error \[1, Def. 4.3\], given the invariants at its ends.
fn is_relevant(before: Option<&Octagon>, after: Option<&Octagon>, breaking: &Union) -> bool {
    let can_break = |state: Option<&Octagon>| state.is_some_and(|it| breaking.meets(it));
    !can_break(after) && can_break(before)
}

fn points(
    id: ProcId,
    space: &Space,
    given: Term,
    lines: &BTreeMap<BlockId, Line>,
) -> BTreeMap<Point, Projections> {
    let mut points = BTreeMap::new();
    let some = |union: &Union| Term::any(union.octagons().iter().map(|it| space.condition(it)));
    for (block, line) in lines {
        for position in 0..line.reachable.len() {
            let reachable = line.reachable[position].as_ref();
            let projections = Projections {
                reachable: reachable.map_or(Term::bool(false), |it| space.condition(it)),
                safety: some(&line.unsafe_below[position]).not(),
                error: given.implies(some(&line.breaking[position])),
            };
            points.insert(Point { procedure: id, block: *block, position }, projections);
        }
    }
    points
}
