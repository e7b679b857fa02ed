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
use super::parts::violations;
use super::proved::{Projections, ProvedCheck};
use super::selection::{leading, space};
use super::targets::{Fixed, Target, error_locations};
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

/// A procedure as it is projected onto.
pub(super) struct Frame<'a> {
    pub(super) id: ProcId,
    pub(super) procedure: &'a Procedure,
    /// The blocks from which a path leads to a target.
    pub(super) leads: Vec<bool>,
    pub(super) space: Space,
    /// All states, as far as the procedure leaves the numbers alone that it is given.
    pub(super) all: Octagon,
    pub(super) cfg: Cfg,
    /// What is known at the beginnings of blocks.
    pub(super) reachable: Vec<Option<Octagon>>,
}

/// What is known of a check.
#[derive(Default)]
pub(super) struct Projected {
    /// What is said of it, or of its bounds.
    pub(super) proved: Vec<ProvedCheck>,
    /// Whether it holds.
    pub(super) is_proved: bool,
}

/// What is known of targets in their procedure.
pub(super) struct Onto {
    pub(super) trusted: BTreeSet<OriginId>,
    pub(super) outcomes: BTreeSet<(OriginId, bool)>,
    pub(super) points: BTreeMap<Point, Projections>,
}

impl<'p> Projecting<'p> {
    /// A check's projections onto its procedure and those that call it; nothing if that takes too long. Those of its two
    /// [bounds](Bound) apart, where it has two and they are proved.
    pub(super) fn project(&self, id: ProcId, check: CheckId) -> Projected {
        let mut budget = Budget::new(self.limits);
        let everywhere = error_locations(self.program.procedure(id), check, Term::bool(true));
        if !self.is_open(id, &everywhere) {
            return Projected::default();
        }
        let Some(frame) = self.frame(id, &everywhere, &mut budget) else { return Projected::default() };
        let violated = |states: Term| everywhere.iter().any(|it| frame.can_be_in(self, it, states));
        let is_proved = !violated(Term::bool(true));
        let whole = || vec![(None, Term::bool(true))];
        let of_bounds = || {
            let bounds = violations(self.program.check(check).condition?)?.into_iter();
            let proved = bounds.filter(|(_, states)| is_proved || !violated(*states));
            Some(proved.map(|(bound, states)| (Some(bound), states)).collect::<Vec<_>>())
        };
        let parts = match (self.only_proved, is_proved) {
            (false, _) => whole(),
            (true, true) => of_bounds().unwrap_or_else(whole),
            (true, false) => of_bounds().unwrap_or_default(),
        };
        if parts.is_empty() {
            return Projected { proved: Vec::new(), is_proved };
        }
        let fixed = self.fixed(&frame, &everywhere);
        let projected = parts.into_iter().filter_map(|(bound, states)| {
            let targets = error_locations(frame.procedure, check, states.and(fixed.values));
            let Onto { trusted, outcomes, points } = self.onto(&frame, &targets, &fixed, &mut budget)?;
            let in_callers = BTreeSet::new();
            let mut proved = ProvedCheck { check, bound, trusted, in_callers, outcomes, points };
            let targets = error_locations(frame.procedure, check, states);
            self.add_callers(&frame, &targets, &mut proved, &mut budget);
            Some(proved)
        });
        Projected { proved: projected.collect(), is_proved }
    }

    /// What is known in a procedure; none if that takes too long.
    pub(super) fn frame(&self, id: ProcId, targets: &[Target], budget: &mut Budget) -> Option<Frame<'p>> {
        let procedure = self.program.procedure(id);
        let leads = leading(procedure, targets);
        let space = space(self.program, procedure, targets, &leads);
        let all = self.unchanged(id, &space);
        let cfg = Cfg::new(procedure);
        let reachable = {
            let transfer = self.transfer(id, &space, &all);
            let invariants = self.invariants;
            let forward = Forward { transfer: &transfer, id, procedure, cfg: &cfg, invariants };
            forward.run(self.thresholds, budget)?
        };
        Some(Frame { id, procedure, leads, space, all, cfg, reachable })
    }

    pub(super) fn transfer<'a>(&'a self, procedure: ProcId, space: &'a Space, all: &Octagon) -> Transfer<'a> {
        Transfer { space, all: all.clone(), effects: self.effects, procedure }
    }

    /// The projections of targets onto their procedure, where something is taken for granted; none if that takes too long.
    pub(super) fn onto(
        &self,
        frame: &Frame<'_>,
        targets: &[Target],
        fixed: &Fixed,
        budget: &mut Budget,
    ) -> Option<Onto> {
        let Frame { id, procedure, leads, space, all, cfg, reachable } = frame;
        let transfer = self.transfer(*id, space, all);
        let forward = Forward { transfer: &transfer, id: *id, procedure, cfg, invariants: self.invariants };
        let (breaking, unsafe_below) = self.unions(frame, &transfer, targets, budget)?;
        let backward = |side: Side| Backward {
            transfer: &transfer,
            procedure,
            cfg,
            targets,
            leads,
            side,
            safety_rounds: self.safety_rounds,
        };
        let (above, below) = (backward(Side::Above), backward(Side::Below));
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
        let given = space.condition(all).and(fixed.values);
        let points = points(*id, space, (given, fixed), &lines);
        Some(Onto { trusted, outcomes, points })
    }

    /// The states at the beginnings of blocks from which a path leads to a target: all of them and perhaps others, and perhaps
    /// not all.
    pub(super) fn unions(
        &self,
        frame: &Frame<'_>,
        transfer: &Transfer<'_>,
        targets: &[Target],
        budget: &mut Budget,
    ) -> Option<(Vec<Union>, Vec<Union>)> {
        let Frame { procedure, leads, cfg, .. } = frame;
        let safety_rounds = self.safety_rounds;
        let backward =
            |side: Side| Backward { transfer, procedure, cfg, targets, leads, side, safety_rounds };
        let above = backward(Side::Above).run(self.thresholds, budget)?;
        Some((above, backward(Side::Below).run(self.thresholds, budget)?))
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

    /// Whether it is worth asking about targets: there are some, and an execution comes to their procedure.
    pub(super) fn is_open(&self, id: ProcId, targets: &[Target]) -> bool {
        let start = Point { procedure: id, block: Procedure::ENTRY, position: 0 };
        self.invariants.is_reached(start) && !targets.is_empty()
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

impl Frame<'_> {
    /// Whether an execution can come to a target in a state that fulfils a condition, as far as is known.
    fn can_be_in(&self, projecting: &Projecting<'_>, target: &Target, states: Term) -> bool {
        let Some(state) = &self.reachable[target.block.0 as usize] else { return false };
        let transfer = projecting.transfer(self.id, &self.space, &self.all);
        let (id, procedure, cfg, invariants) = (self.id, self.procedure, &self.cfg, projecting.invariants);
        let forward = Forward { transfer: &transfer, id, procedure, cfg, invariants };
        let mut is_in = false;
        forward.block(target.block, state, |position, it| {
            is_in |= position == target.position && transfer.assume(it, states, true).is_some();
        });
        is_in
    }
}

/// Whether an edge excludes the error \[1, Def. 4.3\], given the invariants at its ends.
pub(super) fn is_relevant(before: Option<&Octagon>, after: Option<&Octagon>, breaking: &Union) -> bool {
    let can_break = |state: Option<&Octagon>| state.is_some_and(|it| breaking.meets(it));
    !can_break(after) && can_break(before)
}

fn points(
    id: ProcId,
    space: &Space,
    (given, fixed): (Term, &Fixed),
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
                // Where a variable may still get its value, nothing is said of other values.
                error: match fixed.is_settled(*block, position) {
                    true => given.implies(some(&line.breaking[position])),
                    false => Term::bool(true),
                },
            };
            points.insert(Point { procedure: id, block: *block, position }, projections);
        }
    }
    points
}
