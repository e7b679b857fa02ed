//! Where the fix plays, and what traces say of the game.

use std::sync::Arc;

use faultscope_ir::eval::eval;
use faultscope_ir::program::Display;
use faultscope_ir::{
    Block, Command, Instruction, OriginId, OriginKind, ProcId, Program, Property, Sort, Span, Step, Symbol,
    Term, Terminator, Trace, Value,
};
use faultscope_localize::branches::Branches;
use faultscope_localize::coreachable::of_type;
use faultscope_localize::finding::FindingStatement;
use faultscope_localize::survival::{GameState, Move, PathStep};
use faultscope_verify::ErrorTrace;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::aberrance::instrument::is_of_instrumentation;

/// Where the fix plays.
#[derive(Debug, Clone, Copy)]
pub enum Mover {
    /// At each execution of a statement, which assigns values of this sort there.
    Statement {
        /// Which one.
        statement: FindingStatement,
        /// What is assigned.
        about: About,
    },
    /// At each execution of a branch.
    Branch {
        /// Where its condition stands.
        span: Span,
    },
}

/// Which of the commands of a statement are meant: it may assign others besides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct About {
    /// The sort of what is assigned.
    pub(crate) sort: Sort,
    /// Whether that is a shadow ([`Display::Shadow`]).
    pub(crate) is_shadow: bool,
}

impl About {
    /// What a step of a trace assigns.
    pub(crate) fn of(program: &Program, step: &Step) -> Option<About> {
        let target = step.command.target()?;
        let is_shadow = program.display(target.variable) == Display::Shadow;
        Some(About { sort: target.read().sort(), is_shadow })
    }

    /// Whether a variable or cell of this sort is meant.
    pub(crate) fn has(self, program: &Program, variable: Symbol, sort: Sort) -> bool {
        self.sort == sort && self.is_shadow == (program.display(variable) == Display::Shadow)
    }
}

/// The point of the program at which the fix plays first: a command, and the calls that are open there.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Point {
    origin: OriginId,
    calls: Vec<(ProcId, Option<OriginId>)>,
}

/// What an error trace says of the game.
#[derive(Debug, Clone)]
pub(crate) struct Played {
    /// Where the fix plays first.
    pub(crate) point: Point,
    /// What variables hold before that.
    pub(crate) state: GameState,
    /// What is done from there on to the error; none where the trace ends there.
    pub(crate) path: Option<Vec<PathStep>>,
}

impl Mover {
    /// The sort of what is played.
    pub(crate) fn sort(&self) -> Sort {
        match self {
            Mover::Statement { about, .. } => about.sort,
            Mover::Branch { .. } => Sort::bool(),
        }
    }

    /// What the program itself plays, where one command of it says so.
    pub(crate) fn own(&self, program: &Program) -> Option<Term> {
        let mut own = self.commands(program);
        let first = own.next().and_then(|(_, own)| own);
        first.filter(|_| own.next().is_none())
    }

    /// The procedure that it is in; none where it is in several.
    pub(crate) fn procedure(&self, program: &Program) -> Option<ProcId> {
        let mut procedures = self.commands(program).map(|(procedure, _)| procedure);
        let first = procedures.next()?;
        procedures.all(|it| it == first).then_some(first)
    }

    /// The commands at which the fix plays, with what they assign or decide by.
    fn commands<'a>(&'a self, program: &'a Program) -> impl Iterator<Item = (ProcId, Option<Term>)> + 'a {
        let of_block = move |procedure: ProcId, block: &'a Block| {
            let mut found: Vec<(ProcId, Option<Term>)> = Vec::new();
            for instruction in &block.instructions {
                match instruction {
                    Instruction::Statement(it) if self.is_command(program, it.origin, &it.command) => {
                        found.push((procedure, assigned(&it.command)));
                    }
                    Instruction::Statement(_) => {}
                    Instruction::Call(call) => {
                        let origins = call.arguments.iter().map(|(_, origin)| *origin).chain([call.origin]);
                        found
                            .extend(origins.filter(|it| self.is_at(program, *it)).map(|_| (procedure, None)));
                    }
                }
            }
            if let Terminator::Branch { condition, origin, .. } = &block.terminator
                && matches!(self, Mover::Branch { .. })
                && self.is_at(program, *origin)
            {
                found.push((procedure, Some(*condition)));
            }
            found
        };
        let procedures = program.procedures.iter().zip(0..).map(|(it, id)| (ProcId(id), it));
        procedures.flat_map(move |(id, it)| it.blocks.iter().flat_map(move |block| of_block(id, block)))
    }

    /// Whether an origin belongs to it.
    fn is_at(&self, program: &Program, origin: OriginId) -> bool {
        let origin = program.sources.origin(origin);
        let is_at = match self {
            Mover::Statement { statement, .. } => statement.has(origin),
            Mover::Branch { span } => origin.kind == OriginKind::Condition && origin.span == *span,
        };
        is_at && !origin.trusted
    }

    /// Whether the fix plays at this command of the program or of a changed one.
    fn is_command(&self, program: &Program, origin: OriginId, command: &Command) -> bool {
        let is_meant = match self {
            Mover::Statement { about, .. } => command.target().is_some_and(|target| {
                about.has(program, target.variable.activation().0, target.read().sort())
            }),
            Mover::Branch { .. } => matches!(command, Command::Assume { .. }),
        };
        is_meant && self.is_at(program, origin)
    }

    /// What an error trace of the program, or of one that it was changed to for the game, says; none where that cannot be told, or
    /// where the fix does not play on it.
    pub(crate) fn played(&self, program: &Program, changed: &Program, error: &ErrorTrace) -> Option<Played> {
        let trace = &error.trace;
        // Of a very long execution the trace is only the end.
        if error.skipped > 0 || !error.replayed {
            return None;
        }
        let ends_here = changed.check(trace.check).property == Property::FixExists;
        let n_origins = program.sources.n_origins();
        let is_own = |step: &Step| {
            (step.origin.0 as usize) < n_origins && !step.command.target().is_some_and(is_of_instrumentation)
        };
        let plays = |step: &Step| is_own(step) && self.is_command(changed, step.origin, &step.command);
        let first = trace.steps.iter().position(plays);
        let (first, origin, frame) = match first {
            Some(first) => (first, trace.steps[first].origin, trace.steps[first].frame),
            // It ends where the fix would have played first.
            None if ends_here => {
                let last = trace.steps.last()?;
                (trace.len(), changed.check(trace.check).origin, last.frame)
            }
            None => return None,
        };
        if ends_here && first < trace.len() || self.is_ambiguous(program, origin) {
            return None;
        }
        let point = Point { origin, calls: calls(trace, frame) };
        let state = state_before(error, first);
        if first == trace.len() {
            return Some(Played { point, state, path: None });
        }
        let branches = Branches::new(changed);
        let mut path: Vec<PathStep> = Vec::new();
        for step in trace.steps[first..].iter().filter(|it| is_own(it)) {
            let played = match self {
                _ if !plays(step) => Move::Run(Arc::clone(&step.command)),
                Mover::Branch { .. } => Move::Turn(branches.outcome(step)?),
                Mover::Statement { .. } => {
                    let place = step.command.target()?.clone();
                    let value =
                        Term::symbol(Symbol::generated(faultscope_ir::term::Purpose::Chosen, self.sort()));
                    let is_truth = of_type(changed, place.variable.activation().0, value).is_some();
                    Move::Choose { place, is_truth }
                }
            };
            // What a call gives is put there once more in a changed program.
            if let (Move::Choose { place, .. }, Some(Move::Choose { place: before, .. })) =
                (&played, path.last().map(|it| &it.step))
                && place == before
                && path.last().is_some_and(|it| it.origin == step.origin)
            {
                continue;
            }
            let is_havoc =
                matches!(&played, Move::Run(command) if matches!(**command, Command::Havoc { .. }));
            let value = step.value.clone().filter(|_| is_havoc);
            path.push(PathStep { origin: step.origin, step: played, value });
        }
        Some(Played { point, state, path: Some(path) })
    }

    /// Whether an origin does not say at which point of the program the fix plays: it has several commands there.
    fn is_ambiguous(&self, program: &Program, id: OriginId) -> bool {
        let mut n_commands = 0;
        for block in program.blocks() {
            for instruction in &block.instructions {
                n_commands += match instruction {
                    Instruction::Statement(it) if it.origin == id => usize::from(
                        matches!(self, Mover::Statement { .. }) && self.is_command(program, id, &it.command),
                    ),
                    Instruction::Call(call) => {
                        let arguments = call.arguments.iter().filter(|(_, origin)| *origin == id).count();
                        arguments + if call.origin == id { call.results.len() } else { 0 }
                    }
                    Instruction::Statement(_) => 0,
                };
            }
            if let Terminator::Branch { origin, .. } = &block.terminator {
                n_commands += usize::from(*origin == id && matches!(self, Mover::Branch { .. }));
            }
        }
        n_commands != 1
    }
}

/// Whether the same commands from the same point may stand at different places of the program, so that paths have a beginning in
/// common that they do not share.
pub(crate) fn has_twins(program: &Program) -> bool {
    let chooses = program.blocks().any(|it| matches!(it.terminator, Terminator::Choose(_)));
    let mut known: FxHashSet<(OriginId, &Command)> = FxHashSet::default();
    chooses
        && !program.blocks().flat_map(|it| &it.instructions).all(|instruction| match instruction {
            Instruction::Statement(it) => known.insert((it.origin, &it.command)),
            Instruction::Call(_) => true,
        })
}

/// What a command assigns.
fn assigned(command: &Command) -> Option<Term> {
    match command {
        Command::Assign { value, .. } => Some(*value),
        Command::Havoc { .. } | Command::Assume { .. } => None,
    }
}

/// The calls that are open in an activation, the innermost first.
fn calls(trace: &Trace, frame: usize) -> Vec<(ProcId, Option<OriginId>)> {
    let mut calls = Vec::new();
    let mut frame = Some(frame);
    while let Some(at) = frame {
        let it = &trace.frames[at];
        calls.push((it.procedure, it.caller.map(|(_, origin)| origin)));
        frame = it.caller.map(|(caller, _)| caller);
    }
    calls
}

/// What variables hold before a step, as far as the trace says it.
fn state_before(error: &ErrorTrace, step: usize) -> GameState {
    let mut state: FxHashMap<Symbol, Value> = error.initial.iter().cloned().collect();
    for step in &error.trace.steps[..step] {
        let Some(target) = step.command.target() else { continue };
        let path = target.path.iter().map(|index| eval(*index, &mut |symbol| state.get(&symbol).cloned()));
        let path: Option<Vec<Value>> = path.collect();
        let known = step.value.clone().zip(path);
        let is_known = known.is_some_and(|(value, path)| match state.get_mut(&target.variable) {
            Some(whole) => whole.write(&path, value).is_some(),
            None => path.is_empty() && state.insert(target.variable, value).is_none(),
        });
        if !is_known {
            state.remove(&target.variable);
        }
    }
    state
}
