//! Symbolic execution of a whole program up to a bound, with paths merged where they meet.
//!
//! In the manner of CBMC's goto-symex \[1, section 3\]: blocks are executed in a topological order, loops
//! iteration by iteration, calls on the spot. A block is executed once for all paths that lead to it, in the
//! same iteration of its loops, in the same activation. What comes out are the conditions under which errors,
//! untranslated constructs and the bound are reached.
//!
//! **Deviation**: a loop's iteration is counted against the bound only if continuing was a symbolic decision;
//! `for (i = 0; i < 100; i++)` unwinds as far as it goes.
//!
//! # References
//! - \[1\] Edmund Clarke, Daniel Kroening, Flavio Lerda: _A tool for checking ANSI-C programs_, TACAS 2004.

use std::rc::Rc;

use faultscope_ir::term::{self, Derivation, Purpose};
use faultscope_ir::{
    BlockId, Call, Check, CheckId, Command, Instruction, Op, OriginId, Place, ProcId, Procedure, Program,
    Statement, Symbol, Term, TermKind, Terminator,
};
use faultscope_solver::{Limits, StopReason};
use rustc_hash::{FxHashMap, FxHashSet};

use super::arrays::{Candidates, Content};
use super::cases;
use super::memory::Ranges;
use super::state::{Environment, SymbolicState, VariableNumbers, eval, eval_supposing};
use crate::cfg::{Cfg, Component, Loop};
use crate::effort;
use crate::interpreter::{Activation, Renaming, place_sort};
use crate::limits::MAX_CASES;

/// How far one symbolic execution goes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    /// Iterations of a loop, and nested activations of a procedure, that are symbolic decisions.
    pub(super) unwind: u32,
    /// Iterations of a loop whose continuing is decided by constants, while something else in them is not.
    pub(super) decided: u32,
    /// Iterations of a loop in which everything is decided by constants.
    pub(super) concrete: u32,
    /// Nested activations altogether.
    pub(super) call_depth: usize,
    /// Commands after which all paths are cut off.
    pub(super) commands: u64,
    /// Whether the sizes of arrays and objects are believed to bound indices (see [`Unrolling::outside`]).
    pub(super) trust_ranges: bool,
}

impl Bounds {
    /// The usual bounds where loops may be decided symbolically this often, with no bound on commands.
    pub(super) fn at(unwind: u32, trust_ranges: bool) -> Bounds {
        Bounds {
            unwind,
            decided: unwind.saturating_mul(8).saturating_add(32),
            concrete: 1 << 20,
            call_depth: 2000,
            commands: u64::MAX,
            trust_ranges,
        }
    }
}

/// A way out of the executions that were looked at.
#[derive(Debug, Clone)]
pub(super) struct Exit {
    /// Its condition.
    pub(super) guard: Term,
    /// What is violated; none where something was not translated.
    pub(super) check: Option<CheckId>,
    /// What the terminator says.
    pub(super) message: String,
    /// Where.
    pub(super) origin: OriginId,
    /// The number of commands on the shortest path to it.
    pub(super) n_steps: u64,
}

/// Something that the program leaves open.
#[derive(Debug, Clone)]
pub(super) struct Event {
    /// The condition of the paths on which it happens.
    pub(super) guard: Term,
    pub(super) kind: EventKind,
}

#[derive(Debug, Clone)]
pub(super) enum EventKind {
    /// A `havoc`, and the unknown that stands for its value.
    Havoc(Symbol),
    /// A choice: the first unknown that is true gives the block; if none is, it is the last block.
    Choice(Vec<Symbol>),
}

/// What a symbolic execution found.
#[derive(Default)]
pub(super) struct Unrolling {
    /// The errors reached.
    pub(super) errors: Vec<Exit>,
    /// The untranslated constructs reached.
    pub(super) unsupported: Vec<Exit>,
    /// The conditions under which paths were cut off at a bound.
    pub(super) cuts: Vec<Term>,
    /// The conditions under which an index was outside the range that it was believed to be in.
    pub(super) outside: Vec<Term>,
    /// In an order in which every execution meets them.
    pub(super) events: Vec<Event>,
    /// For each origin that is watched, the conditions under which its command is executed.
    pub(super) executed: FxHashMap<OriginId, Vec<Term>>,
    /// The number of commands executed.
    pub(super) n_commands: u64,
}

/// Names for the positions of an execution that stay the same when bounds grow, so that the unknowns of one
/// depth are those of the next.
#[derive(Default)]
pub(super) struct Positions {
    contexts: FxHashMap<(u32, u32, u32), u32>,
}

impl Positions {
    const START: u32 = 0;

    fn enter(&mut self, context: u32, place: u32, detail: u32) -> u32 {
        let fresh = self.contexts.len() as u32 + 1;
        *self.contexts.entry((context, place, detail)).or_insert(fresh)
    }
}

/// Executes a program symbolically.
///
/// # Errors
/// If a limit is exceeded.
pub(super) fn unroll(
    program: &Program,
    bounds: Bounds,
    positions: &mut Positions,
    limits: &Limits,
) -> Result<Unrolling, StopReason> {
    unroll_watching(program, bounds, positions, &FxHashSet::default(), limits)
}

/// Executes a program symbolically, and notes when the commands of some origins are executed.
///
/// # Errors
/// If a limit is exceeded.
pub(super) fn unroll_watching(
    program: &Program,
    bounds: Bounds,
    positions: &mut Positions,
    watched: &FxHashSet<OriginId>,
    limits: &Limits,
) -> Result<Unrolling, StopReason> {
    let mut symex = Symex {
        program,
        bounds,
        positions,
        watched,
        limits,
        cfgs: vec![None; program.procedures.len()],
        ranges: Rc::new(Ranges::new(program)),
        renaming: Renaming::new(program),
        numbers: VariableNumbers::default(),
        n_guards: 0,
        stack: Vec::new(),
        terms: TermEffort::starting_now(),
        found: Unrolling::default(),
    };
    symex.procedure(program.entry, SymbolicState::initial(), Positions::START)?;
    Ok(symex.found)
}

/// An activation that is being executed.
struct Frame {
    activation: Activation,
    /// The guard it was called under.
    entered: super::guard::Guard,
    cfg: Rc<Cfg>,
    /// For each block the states that wait at its beginning.
    pending: Vec<Vec<SymbolicState>>,
    returned: Vec<SymbolicState>,
    /// For each loop being executed, innermost last, what its present iteration has done.
    loops: Vec<Iteration>,
}

/// What an iteration of a loop has shown so far.
struct Iteration {
    head: BlockId,
    /// A branch that could leave the loop was not decided by constants.
    symbolic_exit: bool,
    /// A branch that could leave the loop was decided by constants.
    decided_exit: bool,
    /// Some branch was not decided by constants.
    symbolic: bool,
}

struct Symex<'a> {
    program: &'a Program,
    bounds: Bounds,
    positions: &'a mut Positions,
    watched: &'a FxHashSet<OriginId>,
    limits: &'a Limits,
    cfgs: Vec<Option<Rc<Cfg>>>,
    ranges: Rc<Ranges>,
    renaming: Renaming<'a>,
    numbers: VariableNumbers,
    n_guards: u64,
    stack: Vec<Frame>,
    terms: TermEffort,
    found: Unrolling,
}

/// Counts the terms that states are made of, which is what takes the time where they hold much.
struct TermEffort {
    /// Up to which number of this thread's terms they are counted.
    counted: u64,
}

impl TermEffort {
    fn starting_now() -> TermEffort {
        TermEffort { counted: term::n_built() }
    }

    /// The units that the terms are worth that were built since they were counted last.
    fn take(&mut self) -> u64 {
        let units = (term::n_built() - self.counted) / effort::TERMS;
        self.counted += units * effort::TERMS;
        units
    }
}

impl<'a> Symex<'a> {
    fn frame(&mut self) -> &mut Frame {
        self.stack.last_mut().expect("a procedure is executed")
    }

    fn activation(&self) -> Activation {
        self.stack.last().expect("a procedure is executed").activation
    }

    fn next_guard(&mut self) -> u64 {
        self.n_guards += 1;
        self.n_guards
    }

    /// Executes a procedure; the state at its returns, if it can return.
    fn procedure(
        &mut self,
        id: ProcId,
        state: SymbolicState,
        context: u32,
    ) -> Result<Option<SymbolicState>, StopReason> {
        let procedure: &'a Procedure = self.program.procedure(id);
        let cfg = self.cfgs[id.0 as usize].get_or_insert_with(|| Rc::new(Cfg::new(procedure))).clone();
        let depth = self.stack.iter().filter(|frame| frame.activation.procedure == id).count() as u32;
        let mut pending = vec![Vec::new(); procedure.blocks.len()];
        let entered = state.guard.clone();
        pending[Procedure::ENTRY.0 as usize].push(state);
        self.stack.push(Frame {
            activation: Activation { procedure: id, depth },
            entered,
            cfg: cfg.clone(),
            pending,
            returned: Vec::new(),
            loops: Vec::new(),
        });
        self.components(&cfg.order, context)?;
        let frame = self.stack.pop().expect("pushed above");
        self.join(frame.returned)
    }

    fn components(&mut self, components: &[Component], context: u32) -> Result<(), StopReason> {
        for component in components {
            match component {
                Component::Block(block) => self.block(*block, context)?,
                Component::Loop(inner) => self.repeat(inner, context)?,
            }
        }
        Ok(())
    }

    /// Executes a loop until no path is left in it or a bound is reached.
    fn repeat(&mut self, inner: &Loop, context: u32) -> Result<(), StopReason> {
        let (mut n_symbolic, mut n_decided, mut n_concrete) = (0, 0, 0);
        let mut earlier: Option<SymbolicState> = None;
        for number in 1_u32.. {
            if !self.is_pending(inner) {
                break;
            }
            if (number - 1).is_power_of_two() && self.is_as_before(inner, earlier.as_ref()) {
                // Further rounds get to nothing that this one has not got to.
                self.frame().pending[inner.head.0 as usize].clear();
                break;
            }
            if number.is_power_of_two() {
                earlier = self.only_at_head(inner).cloned();
            }
            let exhausted = n_symbolic > self.bounds.unwind
                || n_decided >= self.bounds.decided
                || n_concrete >= self.bounds.concrete;
            if exhausted {
                self.cut(inner);
                break;
            }
            let context = self.positions.enter(context, inner.head.0, number);
            let iteration =
                Iteration { head: inner.head, symbolic_exit: false, decided_exit: false, symbolic: false };
            self.frame().loops.push(iteration);
            self.block(inner.head, context)?;
            self.components(&inner.body, context)?;
            let iteration = self.frame().loops.pop().expect("pushed above");
            if iteration.symbolic_exit || !iteration.decided_exit {
                n_symbolic += 1;
            } else if iteration.symbolic {
                n_decided += 1;
            } else {
                n_concrete += 1;
            }
            // What one loop has seen, the loops around it have seen.
            if let Some(outer) = self.frame().loops.last_mut() {
                outer.symbolic |= iteration.symbolic;
            }
        }
        Ok(())
    }

    fn blocks_of(inner: &Loop, visit: &mut dyn FnMut(BlockId)) {
        visit(inner.head);
        for component in &inner.body {
            match component {
                Component::Block(block) => visit(*block),
                Component::Loop(inner) => Self::blocks_of(inner, visit),
            }
        }
    }

    fn is_pending(&mut self, inner: &Loop) -> bool {
        let pending = &self.frame().pending;
        let mut found = !pending[inner.head.0 as usize].is_empty();
        if !found {
            Self::blocks_of(inner, &mut |block| found |= !pending[block.0 as usize].is_empty());
        }
        found
    }

    /// The state at the head of a loop, where no other waits in it.
    fn only_at_head(&mut self, inner: &Loop) -> Option<&SymbolicState> {
        let pending = &self.frame().pending;
        let mut n_waiting = 0;
        Self::blocks_of(inner, &mut |block| n_waiting += pending[block.0 as usize].len());
        let [state] = &pending[inner.head.0 as usize][..] else { return None };
        (n_waiting == 1).then_some(state)
    }

    /// Whether a round of a loop has led back to where it began, so that it goes on for ever in this way, or ends in one of
    /// those that were seen.
    fn is_as_before(&mut self, inner: &Loop, earlier: Option<&SymbolicState>) -> bool {
        let state = self.only_at_head(inner);
        state.zip(earlier).is_some_and(|(state, earlier)| state.is_like(earlier))
    }

    fn cut(&mut self, inner: &Loop) {
        let mut cut = Vec::new();
        let pending = &mut self.frame().pending;
        Self::blocks_of(inner, &mut |block| cut.append(&mut pending[block.0 as usize]));
        self.found.cuts.extend(cut.iter().map(|state| state.guard.formula()));
    }

    /// The state of all executions of some states; paths that met last are joined first.
    fn join(&mut self, mut states: Vec<SymbolicState>) -> Result<Option<SymbolicState>, StopReason> {
        states.sort_by(|lhs, rhs| lhs.guard.walk_order(&rhs.guard));
        let shared = |pair: &[SymbolicState]| pair[0].guard.n_shared(&pair[1].guard);
        // How much each state has in common with the next.
        let mut depths: Vec<u32> = states.windows(2).map(shared).collect();
        while let Some((at, _)) = depths.iter().enumerate().max_by_key(|(_, depth)| **depth) {
            self.limits.spend(effort::JOIN);
            self.check_limits()?;
            let second = states.remove(at + 1);
            let first = std::mem::replace(&mut states[at], SymbolicState::initial());
            let id = self.next_guard();
            states[at] = first.join(&second, id, &self.numbers);
            depths.remove(at);
            for neighbour in at.saturating_sub(1)..(at + 1).min(depths.len()) {
                depths[neighbour] = shared(&states[neighbour..neighbour + 2]);
            }
        }
        Ok(states.pop())
    }

    fn check_limits(&mut self) -> Result<(), StopReason> {
        self.limits.spend(self.terms.take());
        self.limits.exceeded().map_or(Ok(()), Err)
    }

    fn block(&mut self, id: BlockId, context: u32) -> Result<(), StopReason> {
        let waiting = std::mem::take(&mut self.frame().pending[id.0 as usize]);
        match self.join(waiting)? {
            Some(state) => self.execute(id, state, context),
            None => Ok(()),
        }
    }

    /// Notes that a command is executed in a state, if anybody wants to know.
    fn note(&mut self, origin: OriginId, state: &SymbolicState) {
        if self.watched.contains(&origin) {
            let guards = self.found.executed.entry(origin).or_default();
            let guard = state.guard.formula();
            if guards.last() != Some(&guard) {
                guards.push(guard);
            }
        }
    }

    fn execute(&mut self, id: BlockId, mut state: SymbolicState, context: u32) -> Result<(), StopReason> {
        self.check_limits()?;
        if self.found.n_commands >= self.bounds.commands {
            self.found.cuts.push(state.guard.formula());
            return Ok(());
        }
        let program = self.program;
        let block = program.procedure(self.activation().procedure).block(id);
        self.limits.spend((block.instructions.len() as u64 + 1) * effort::SYMBOLIC_COMMAND);
        for (idx, instruction) in block.instructions.iter().enumerate() {
            self.found.n_commands += 1;
            state.n_steps += 1;
            match instruction {
                Instruction::Statement(statement) => {
                    self.note(statement.origin, &state);
                    self.statement(statement, &mut state, (context, id.0, idx as u32));
                }
                Instruction::Call(call) => {
                    let context = self.positions.enter(context, id.0, idx as u32);
                    match self.call(call, state, context)? {
                        Some(after) => state = after,
                        None => return Ok(()),
                    }
                }
            }
            if state.guard.formula().as_bool() == Some(false) {
                return Ok(());
            }
        }
        self.terminator(id, &block.terminator, state, context)
    }

    fn statement(&mut self, statement: &Statement, state: &mut SymbolicState, position: (u32, u32, u32)) {
        match &statement.command {
            Command::Assign { target, value } => {
                let value = self.eval(*value, state);
                self.assign(target, value, state);
            }
            Command::Havoc { target } => {
                let position = self.positions.enter(position.0, position.1, position.2);
                let unknown = target.variable.derived_as(Derivation::Havoc(position), place_sort(target));
                let guard = state.guard.formula();
                self.found.events.push(Event { guard, kind: EventKind::Havoc(unknown) });
                self.assign(target, Content::unknown(unknown), state);
            }
            Command::Assume { condition } => {
                let evaluated = self.eval(*condition, state).term();
                if state.guard.decides(evaluated) != Some(true) {
                    state.guard = state.guard.and(evaluated, self.next_guard());
                    self.narrow(*condition, true, state);
                }
            }
        }
    }

    fn assign(&mut self, target: &Place, value: Content, state: &mut SymbolicState) {
        let variable = self.renaming.symbol(target.variable, self.activation());
        if target.path.is_empty() {
            return state.set(variable, value, &mut self.numbers);
        }
        let mut path = Vec::with_capacity(target.path.len());
        for index in &target.path {
            let index = self.eval(*index, state).term();
            let candidates = self.candidates(target.variable, path.len(), index, state);
            path.push((index, candidates));
        }
        let mut content = state.get(variable, &mut self.numbers);
        content.write(&path, value);
        state.set(variable, content, &mut self.numbers);
    }

    /// The indices that an access can mean; `level` counts the indices before it on its path.
    fn candidates(
        &mut self,
        array: Symbol,
        level: usize,
        index: Term,
        state: &SymbolicState,
    ) -> Option<Candidates> {
        if level > 0 || index.as_value().is_some() {
            return None;
        }
        let candidates = self.ranges.candidates(array, index, self.bounds.trust_ranges)?;
        let outside = state.guard.formula().and(candidates.outside);
        if outside.as_bool() != Some(false) {
            self.found.outside.push(outside);
        }
        Some(candidates)
    }

    fn eval(&mut self, term: Term, state: &SymbolicState) -> Content {
        eval(term, &mut Access { symex: self, state })
    }

    /// Executes a call; the state after it, if it returns.
    fn call(
        &mut self,
        call: &Call,
        mut state: SymbolicState,
        context: u32,
    ) -> Result<Option<SymbolicState>, StopReason> {
        let callee = call.callee;
        for (_, origin) in &call.arguments {
            self.note(*origin, &state);
        }
        let active: Vec<&Frame> =
            self.stack.iter().filter(|frame| frame.activation.procedure == callee).collect();
        // As with loops, recursion that goes on by constants alone is not counted.
        let n_symbolic = active.windows(2).filter(|pair| !pair[0].entered.is(&pair[1].entered)).count();
        if n_symbolic as u32 > self.bounds.unwind || self.stack.len() >= self.bounds.call_depth {
            self.found.cuts.push(state.guard.formula());
            return Ok(None);
        }
        let caller = self.activation();
        let activation = Activation { procedure: callee, depth: active.len() as u32 };
        let procedure = self.program.procedure(callee);
        let values: Vec<Content> =
            call.arguments.iter().map(|(argument, _)| self.eval(*argument, &state)).collect();
        for (parameter, value) in procedure.parameters.iter().zip(values) {
            let parameter = self.renaming.symbol(*parameter, activation);
            state.set(parameter, value, &mut self.numbers);
            state.n_steps += 1;
        }
        let Some(mut state) = self.procedure(callee, state, context)? else { return Ok(None) };
        self.note(call.origin, &state);
        for (target, result) in call.results.iter().zip(&procedure.results) {
            let result = self.renaming.symbol(*result, activation);
            let target = self.renaming.symbol(*target, caller);
            let content = state.get(result, &mut self.numbers);
            state.set(target, content, &mut self.numbers);
        }
        Ok(Some(state))
    }

    fn terminator(
        &mut self,
        id: BlockId,
        terminator: &Terminator,
        state: SymbolicState,
        context: u32,
    ) -> Result<(), StopReason> {
        match terminator {
            Terminator::Goto(target) => self.go(*target, state, context)?,
            Terminator::Branch { condition, then_block, else_block, origin } => {
                self.note(*origin, &state);
                self.branch(id, *condition, (*then_block, *else_block), state, context)?;
            }
            Terminator::Choose(targets) => self.choose(id, targets, state, context)?,
            Terminator::Return => self.frame().returned.push(state),
            Terminator::Stop => {}
            Terminator::Error { check } => {
                let Check { message, origin, .. } = self.program.check(*check);
                self.note(*origin, &state);
                let exit = exit(&state, message, *origin);
                self.found.errors.push(Exit { check: Some(*check), ..exit });
            }
            Terminator::Unsupported { message, origin } => {
                self.note(*origin, &state);
                let exit = exit(&state, message, *origin);
                self.found.unsupported.push(exit);
            }
        }
        Ok(())
    }

    fn go(&mut self, target: BlockId, state: SymbolicState, context: u32) -> Result<(), StopReason> {
        if state.guard.formula().as_bool() == Some(false) {
            return Ok(());
        }
        if self.frame().cfg.is_final(target) {
            // Not merged with other ways to the same error, so that each is known with its own length.
            return self.execute(target, state, context);
        }
        self.frame().pending[target.0 as usize].push(state);
        Ok(())
    }

    fn branch(
        &mut self,
        id: BlockId,
        condition: Term,
        targets: (BlockId, BlockId),
        mut state: SymbolicState,
        context: u32,
    ) -> Result<(), StopReason> {
        let evaluated = self.eval(condition, &state).term();
        let decided = evaluated.as_bool().or_else(|| state.guard.decides(evaluated));
        let constant = condition.as_bool().is_some();
        if !constant {
            self.note_branch(id, [targets.0, targets.1], decided.is_some());
            state.n_steps += 1;
        }
        match decided {
            Some(true) => self.go(targets.0, state, context),
            Some(false) => self.go(targets.1, state, context),
            None => {
                let mut then = state.clone();
                then.guard = state.guard.and(evaluated, self.next_guard());
                self.learn(condition, evaluated, &mut then);
                self.narrow(condition, true, &mut then);
                state.guard = state.guard.and(evaluated.not(), self.next_guard());
                self.learn(condition, evaluated.not(), &mut state);
                self.narrow(condition, false, &mut state);
                self.go(targets.0, then, context)?;
                self.go(targets.1, state, context)
            }
        }
    }

    /// Where a path goes on only if a variable equals a constant, the variable holds that constant there.
    fn learn(&mut self, condition: Term, evaluated: Term, state: &mut SymbolicState) {
        let Some([value, constant]) = evaluated.operands_of(Op::Eq) else { return };
        if constant.as_value().is_none() {
            return;
        }
        let activation = self.activation();
        for symbol in condition.symbols() {
            let variable = self.renaming.symbol(symbol, activation);
            if let Content::Scalar(held) = state.get(variable, &mut self.numbers)
                && held == *value
            {
                state.set(variable, Content::Scalar(*constant), &mut self.numbers);
            }
        }
    }

    /// Where a path goes on only if a condition is `truth`, a pointer that is read in it is none of the constants with
    /// which it is not.
    fn narrow(&mut self, condition: Term, truth: bool, state: &mut SymbolicState) {
        if state.guard.formula().as_bool().is_some() {
            return;
        }
        let mut read = Vec::new();
        condition.visit(&mut |term| {
            let is_read = matches!(term.kind(), TermKind::Symbol(_) | TermKind::App(Op::Select, _));
            if is_read && term.sort().bit_width().is_some_and(|width| width > cases::NARROW) {
                read.push(term);
            }
        });
        for subject in read {
            let choice = self.eval(subject, state).term();
            if choice.operands_of(Op::Ite).is_none() {
                continue;
            }
            let Some(cases) = cases::cases(choice, MAX_CASES) else { continue };
            let excluded: FxHashSet<Term> = cases
                .into_iter()
                .filter(|case| self.excludes(condition, truth, (subject, *case), state))
                .collect();
            if !excluded.is_empty()
                && let Some(narrowed) = cases::without(choice, &|case| excluded.contains(&case))
            {
                state.narrow(choice, narrowed);
            }
        }
    }

    /// Whether a condition is not `truth` where a subterm of it has a value.
    fn excludes(
        &mut self,
        condition: Term,
        truth: bool,
        supposed: (Term, Term),
        state: &SymbolicState,
    ) -> bool {
        if supposed.1.as_value().is_none() {
            return false;
        }
        self.limits.spend(effort::SYMBOLIC_COMMAND);
        let evaluated = eval_supposing(condition, supposed, &mut Access { symex: self, state });
        evaluated.term().as_bool() == Some(!truth)
    }

    fn choose(
        &mut self,
        id: BlockId,
        targets: &[BlockId],
        mut state: SymbolicState,
        context: u32,
    ) -> Result<(), StopReason> {
        let Some((last, others)) = targets.split_last() else { return Ok(()) };
        if !others.is_empty() {
            self.note_branch(id, targets.iter().copied(), false);
        }
        let position = self.positions.enter(context, id.0, u32::MAX);
        let unknown = |way: usize| {
            Symbol::generated(Purpose::UnknownPart(position as usize, way), faultscope_ir::Sort::bool())
        };
        let unknowns: Vec<Symbol> = (0..others.len()).map(unknown).collect();
        let guard = state.guard.formula();
        self.found.events.push(Event { guard, kind: EventKind::Choice(unknowns.clone()) });
        for (target, unknown) in others.iter().zip(unknowns) {
            let taken = Term::symbol(unknown);
            let mut chosen = state.clone();
            chosen.guard = state.guard.and(taken, self.next_guard());
            state.guard = state.guard.and(taken.not(), self.next_guard());
            self.go(*target, chosen, context)?;
        }
        self.go(*last, state, context)
    }

    /// Notes for the loops around a branch whether it was decided by constants. Ways to an error or to the
    /// end of the execution do not count as leaving a loop: an assertion in it says nothing of its bound.
    fn note_branch(&mut self, id: BlockId, targets: impl IntoIterator<Item = BlockId>, decided: bool) {
        let targets: Vec<BlockId> = targets.into_iter().collect();
        let frame = self.frame();
        let cfg = frame.cfg.clone();
        for iteration in frame.loops.iter_mut().rev() {
            let leaves =
                |target: &BlockId| !cfg.is_in_loop(*target, iteration.head) && cfg.can_return(*target);
            if cfg.is_in_loop(id, iteration.head) && targets.iter().any(leaves) {
                iteration.symbolic_exit |= !decided;
                iteration.decided_exit |= decided;
            }
        }
        if !decided {
            self.stack
                .iter_mut()
                .filter_map(|frame| frame.loops.last_mut())
                .for_each(|it| it.symbolic = true);
        }
    }
}

fn exit(state: &SymbolicState, message: &str, origin: OriginId) -> Exit {
    let (guard, message) = (state.guard.formula(), message.to_owned());
    Exit { guard, check: None, message, origin, n_steps: state.n_steps }
}

/// Reads variables and cells in a state.
struct Access<'s, 'a> {
    symex: &'s mut Symex<'a>,
    state: &'s SymbolicState,
}

impl Environment for Access<'_, '_> {
    fn variable(&mut self, symbol: Symbol) -> Content {
        let variable = self.symex.renaming.symbol(symbol, self.symex.activation());
        self.state.narrowed(self.state.get(variable, &mut self.symex.numbers))
    }

    fn cell(&mut self, array: Term, content: &Content, index: Term) -> Content {
        let candidates =
            array.as_symbol().and_then(|array| self.symex.candidates(array, 0, index, self.state));
        self.state.narrowed(content.read(index, candidates.as_ref()))
    }
}
