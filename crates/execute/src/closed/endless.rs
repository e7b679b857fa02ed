//! Where an execution goes on that does not end.
//!
//! Of an execution that was followed for some steps it is the outermost loop, over all activations, of which several rounds began
//! in the last quarter of them. Loops in front of it are past by then, and loops inside of it come to an end in each round.
//!
//! Where the state at the beginning of a round comes back, nothing ends the loop: the states of rounds whose numbers are powers of
//! two are kept and compared with those behind them (Brent 1980). What was written to standard output is no part of a state,
//! unless the program can ask where in it it is.

use faultscope_ir::{BlockId, OriginKind, Primitive, ProcId, Terminator};
use faultscope_solver::Limits;

use super::{Closed, Progress, Running, Store};
use crate::cfg::Cfg;
use crate::environment::Streams;
use crate::limits::MAX_ENDLESS_ROUNDS;

/// So many rounds of a loop began in the last quarter of an execution that goes on in it.
const LEAST_ROUNDS: u32 = 3;

/// How far an execution is followed that does not end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Endless {
    /// After so many instructions and jumps it has gone through some rounds of the loop, and goes on.
    pub n_steps: u64,
    /// Whether the state of a round has come back: then it is certain that there is no end.
    pub repeats: bool,
}

/// A loop of an activation.
#[derive(Debug, Clone, Copy)]
struct Place {
    /// How many activations are below.
    depth: usize,
    procedure: ProcId,
    head: BlockId,
}

/// The state at the beginning of a round.
struct Kept {
    store: Store,
    stack: Vec<Running>,
    streams: Streams,
}

impl Closed<'_> {
    /// Where an execution in an environment goes on that does not end within a number of steps; none where that is in no loop, or
    /// a limit is exceeded.
    pub fn endless(&mut self, streams: &Streams, n_steps: u64, limits: &Limits) -> Option<Endless> {
        let place = self.goes_on_in(streams.clone(), n_steps, limits)?;
        let entered = self.last_entered(place, streams.clone(), n_steps, limits)?;
        let rounds = self.rounds(place, streams.clone(), (entered, n_steps), limits)?;
        let n_steps = self.decided_to_stay(place, streams.clone(), rounds.n_steps, limits)?;
        Some(Endless { n_steps, ..rounds })
    }

    /// The outermost loop of which several rounds began in the last quarter of so many steps.
    fn goes_on_in(&mut self, mut streams: Streams, n_steps: u64, limits: &Limits) -> Option<Place> {
        self.go_from_start(&mut streams, n_steps - n_steps / 4, limits)?;
        let mut counts: Vec<Vec<u32>> = Vec::new();
        for running in &self.stack {
            counts.push(vec![1; self.loops_of(running).len()]);
        }
        while self.n_steps < n_steps {
            let (depth, from) = (self.stack.len(), self.stack.last()?.block);
            self.go_one_step(&mut streams, limits)?;
            let running = self.stack.last()?;
            if self.stack.len() > depth {
                counts.push(vec![1; self.loops_of(running).len()]);
            } else if self.stack.len() < depth {
                counts.truncate(self.stack.len());
            } else if running.next == 0 {
                let (from, to) = (self.blocks[from as usize].id, self.blocks[running.block as usize].id);
                self.cfg_of(running)?.nesting().count_iterations(counts.last_mut()?, 0, from, to);
            }
        }
        self.stack.iter().zip(&counts).enumerate().find_map(|(depth, (running, counts))| {
            let goes_on = counts.iter().position(|count| *count > LEAST_ROUNDS)?;
            let procedure = self.blocks[running.block as usize].procedure;
            Some(Place { depth, procedure, head: *self.loops_of(running).get(goes_on)? })
        })
    }

    /// After how many of so many steps a loop was entered the last time.
    fn last_entered(
        &mut self,
        place: Place,
        mut streams: Streams,
        n_steps: u64,
        limits: &Limits,
    ) -> Option<u64> {
        self.go_from_start(&mut streams, 0, limits)?;
        let mut entered = self.is_in(place).then_some(0);
        while self.n_steps < n_steps {
            let was_in = self.is_in(place);
            self.go_one_step(&mut streams, limits)?;
            if self.is_in(place) && !was_in {
                entered = Some(self.n_steps);
            }
        }
        entered
    }

    /// Follows the rounds of a loop that is entered after a number of steps, up to another: to where a state comes back, else
    /// for some rounds.
    fn rounds(
        &mut self,
        place: Place,
        mut streams: Streams,
        (entered, n_steps): (u64, u64),
        limits: &Limits,
    ) -> Option<Endless> {
        self.go_from_start(&mut streams, entered, limits)?;
        let is_output_seen =
            self.program.procedures.iter().any(|it| it.primitive == Some(Primitive::Position));
        let (mut kept, mut n_rounds): (Option<Kept>, u64) = (None, 0);
        let mut some_rounds = self.n_steps;
        while self.n_steps < n_steps {
            self.go_one_step(&mut streams, limits)?;
            if !self.is_at_head(place) {
                continue;
            }
            n_rounds += 1;
            if n_rounds <= MAX_ENDLESS_ROUNDS {
                some_rounds = self.n_steps;
            }
            let comes_back = |kept: &Kept| {
                self.stack == kept.stack
                    && streams.goes_on_as(&kept.streams, is_output_seen)
                    && self.store == kept.store
            };
            if kept.as_ref().is_some_and(comes_back) {
                return Some(Endless { n_steps: self.n_steps, repeats: true });
            }
            if n_rounds.is_power_of_two() {
                let (store, stack) = (self.store.clone(), self.stack.clone());
                kept = Some(Kept { store, stack, streams: streams.clone() });
            }
        }
        Some(Endless { n_steps: some_rounds, repeats: false })
    }

    /// Goes on from the beginning of a round to where the first condition that could end the loop does not: after how many steps
    /// that is; where there is none in a round, where this one begins.
    fn decided_to_stay(
        &mut self,
        place: Place,
        mut streams: Streams,
        n_steps: u64,
        limits: &Limits,
    ) -> Option<u64> {
        self.go_from_start(&mut streams, n_steps, limits)?;
        loop {
            let decides = self.can_leave(place);
            self.go_one_step(&mut streams, limits)?;
            if decides {
                return Some(self.n_steps);
            }
            if self.is_at_head(place) {
                return Some(n_steps);
            }
        }
    }

    /// Whether a condition comes next that can end a loop.
    fn can_leave(&self, place: Place) -> bool {
        let Some(running) = self.stack.last().filter(|_| self.stack.len() == place.depth + 1) else {
            return false;
        };
        let block = &self.blocks[running.block as usize];
        let procedure = self.program.procedure(block.procedure);
        let Terminator::Branch { then_block, else_block, origin, .. } = &procedure.block(block.id).terminator
        else {
            return false;
        };
        let leads_out = |to: &BlockId| self.cfg_of(running).is_some_and(|it| !it.is_in_loop(*to, place.head));
        running.next == block.instructions.len()
            && self.program.sources.origin(*origin).kind == OriginKind::Condition
            && [then_block, else_block].into_iter().any(leads_out)
    }

    /// Whether a round of a loop begins.
    fn is_at_head(&self, place: Place) -> bool {
        let Some(running) = self.stack.last() else { return false };
        let block = &self.blocks[running.block as usize];
        let is_there = (block.procedure, block.id, running.next) == (place.procedure, place.head, 0);
        is_there && self.stack.len() == place.depth + 1
    }

    /// Whether an activation is in a loop.
    fn is_in(&self, place: Place) -> bool {
        self.stack.get(place.depth).is_some_and(|running| {
            self.blocks[running.block as usize].procedure == place.procedure
                && self.loops_of(running).contains(&place.head)
        })
    }

    fn go_from_start(&mut self, streams: &mut Streams, n_steps: u64, limits: &Limits) -> Option<()> {
        self.restart();
        self.go_to(streams, n_steps, limits)
    }

    fn go_one_step(&mut self, streams: &mut Streams, limits: &Limits) -> Option<()> {
        self.go_to(streams, self.n_steps + 1, limits)
    }

    /// Goes on until so many steps are done; none where the execution ends before.
    fn go_to(&mut self, streams: &mut Streams, n_steps: u64, limits: &Limits) -> Option<()> {
        let progress = self.go_on_in(streams, n_steps, limits).ok()?;
        (progress == Progress::Unfinished).then_some(())
    }

    fn cfg_of(&self, running: &Running) -> Option<&Cfg> {
        self.cfgs[self.blocks[running.block as usize].procedure.0 as usize].as_ref()
    }

    fn loops_of(&self, running: &Running) -> &[BlockId] {
        let block = self.blocks[running.block as usize].id;
        self.cfg_of(running).map_or(&[], |cfg| cfg.loops_of(block))
    }
}
