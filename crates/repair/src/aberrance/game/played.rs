//! What error traces say of the game.

use std::sync::Arc;

use faultscope_ir::eval::eval;
use faultscope_ir::{
    Command, Instruction, OriginId, Place, ProcId, Program, Property, Step, Symbol, Term, Terminator, Trace,
    Value,
};
use faultscope_localize::branches::Branches;
use faultscope_localize::coreachable::of_type;
use faultscope_localize::survival::{GameState, Move, PathStep, chosen};
use faultscope_verify::ErrorTrace;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::aberrance::instrument::is_of_instrumentation;
use crate::aberrance::mover::Mover;

/// The point of the program at which the fix plays first: a command, and the calls that are open there.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Point {
    origin: OriginId,
    target: Option<Place>,
    calls: Vec<(ProcId, Option<OriginId>)>,
}

/// What an error trace says of the game.
#[derive(Debug, Clone)]
pub(super) struct Played {
    /// Where the fix plays first.
    pub(super) point: Point,
    /// What variables hold before that.
    pub(super) state: GameState,
    /// What is done from there on to the error; none where the trace ends there.
    pub(super) path: Option<Vec<PathStep>>,
}

/// What an error trace of the program, or of one that it was changed to for the game, says; none where that cannot be told, or
/// where the fix does not play on it.
pub(super) fn played(
    mover: &Mover,
    program: &Program,
    changed: &Program,
    error: &ErrorTrace,
) -> Option<Played> {
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
    let plays = |step: &Step| is_own(step) && mover.has(changed, step.origin, &step.command);
    let first = trace.steps.iter().position(plays);
    let (first, frame, point) = match first {
        Some(_) if ends_here => return None,
        Some(first) => {
            let step = &trace.steps[first];
            let target = step.command.target().cloned();
            let is_it = |it: &Option<Place>| it.as_ref().map(within) == target.as_ref().map(within);
            // The commands of one origin are told apart by what they assign.
            if mover.targets(program, step.origin).iter().filter(|it| is_it(it)).count() != 1 {
                return None;
            }
            (first, step.frame, (step.origin, target))
        }
        // It ends where the fix would have played first.
        None if ends_here => {
            let origin = changed.check(trace.check).origin;
            let [target] = &mover.targets(program, origin)[..] else { return None };
            (trace.len(), trace.steps.last()?.frame, (origin, target.clone()))
        }
        None => return None,
    };
    let point = Point { origin: point.0, target: point.1, calls: calls(trace, frame) };
    let state = state_before(error, first);
    if first == trace.len() {
        return Some(Played { point, state, path: None });
    }
    let branches = matches!(mover, Mover::Branch { .. }).then(|| Branches::new(changed));
    let mut path: Vec<PathStep> = Vec::new();
    for step in trace.steps[first..].iter().filter(|it| is_own(it)) {
        let played = match mover {
            _ if !plays(step) => Move::Run(Arc::clone(&step.command)),
            Mover::Branch { .. } => Move::Turn(branches.as_ref()?.outcome(step)?),
            Mover::Statement { .. } => {
                let place = step.command.target()?.clone();
                let value = Term::symbol(chosen(place.read().sort()));
                let of_type = of_type(changed, place.variable, value);
                let is_meant = mover.is_command(changed, step.origin, &step.command);
                let otherwise = (!is_meant).then(|| Arc::clone(&step.command));
                Move::Choose { place, of_type, otherwise }
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
        let is_havoc = matches!(&played, Move::Run(command) if matches!(**command, Command::Havoc { .. }));
        let value = step.value.clone().filter(|_| is_havoc);
        path.push(PathStep { origin: step.origin, step: played, value });
    }
    Some(Played { point, state, path: Some(path) })
}

/// Whether the same commands from the same point may stand at different places of the program, so that paths have a beginning in
/// common that they do not share.
pub(super) fn has_twins(program: &Program) -> bool {
    let chooses = program.blocks().any(|it| matches!(it.terminator, Terminator::Choose(_)));
    let mut known: FxHashSet<(OriginId, &Command)> = FxHashSet::default();
    chooses
        && !program.blocks().flat_map(|it| &it.instructions).all(|instruction| match instruction {
            Instruction::Statement(it) => known.insert((it.origin, &it.command)),
            Instruction::Call(_) => true,
        })
}

/// A place in the first activation of its procedure, by whose names the program says it.
fn within(place: &Place) -> Place {
    let first = |symbol: Symbol| Some(Term::symbol(symbol.activation().0));
    let path = place.path.iter().map(|index| index.rewrite(&mut { first })).collect();
    Place { variable: place.variable.activation().0, path }
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
