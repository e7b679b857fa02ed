//! The analysis itself: blocks in a weak topological order, loops until nothing new is learnt, calls on the spot.
//!
//! A loop is gone through with its states growing (joined at first, then widened to thresholds, then widened) until
//! they do not grow any more. What comes back to the head from those states is a better description of them
//! (narrowing), and with it the loop is gone through once more, for good: only that round tells what is executed and
//! what is known after the loop.

use std::rc::Rc;

use faultscope_ir::{
    BlockId, Call, Command, Instruction, OriginId, Place, ProcId, Procedure, Program, Statement, Symbol,
    Term, Terminator, graph,
};
use faultscope_solver::Limits;
use rustc_hash::FxHashSet;

use super::arrays;
use super::bounds::AbstractInterpretationBounds;
use super::evaluate::eval;
use super::findings::{Findings, Interruption};
use super::invariants::{Invariants, Point, Records};
use super::refine::assume;
use super::state::{State, Variables};
use super::value::Abstract;
use crate::effort;
use crate::limits::{JOINING_ROUNDS, MAX_DEFINITION_SIZE, THRESHOLD_ROUNDS, WIDENING_ROUNDS};
use faultscope_execute::cfg::{Cfg, Component, Loop};
use faultscope_execute::interpreter::{Activation, Renaming};

/// How many commands go by between two looks at the limits.
const LIMITS_INTERVAL: u64 = 64;

/// An activation that is being analysed.
struct Frame {
    activation: Activation,
    cfg: Rc<Cfg>,
    /// For each block what is known at its beginning, of the paths that were followed to it.
    pending: Vec<Option<State>>,
    returned: Option<State>,
    /// The heads of the loops that are gone through with growing states, innermost last. What leaves them is not
    /// followed.
    tentative: Vec<BlockId>,
}

pub(super) struct Analysis<'a> {
    program: &'a Program,
    config: &'a AbstractInterpretationBounds,
    limits: &'a Limits,
    thresholds: Vec<i128>,
    cfgs: Vec<Option<Rc<Cfg>>>,
    renaming: Renaming<'a>,
    variables: Variables,
    stack: Vec<Frame>,
    /// Whether what is executed is noted.
    noting: bool,
    n_commands: u64,
    /// Up to here, what was looked at is counted as effort.
    n_counted_looks: u64,
    findings: Findings,
    /// What is known at points, where that is asked for.
    records: Option<Records>,
}

impl<'a> Analysis<'a> {
    pub(super) fn new(
        program: &'a Program,
        config: &'a AbstractInterpretationBounds,
        limits: &'a Limits,
    ) -> Self {
        Analysis {
            program,
            config,
            limits,
            thresholds: super::thresholds::thresholds(program),
            cfgs: vec![None; program.procedures.len()],
            renaming: Renaming::new(program),
            variables: Variables::default(),
            stack: Vec::new(),
            noting: true,
            n_commands: 0,
            n_counted_looks: 0,
            findings: Findings::none(program),
            records: None,
        }
    }

    /// Analyses the program from its entry, and keeps what is known at the beginnings of blocks and behind calls.
    pub(super) fn invariants(mut self) -> Result<Invariants, Interruption> {
        self.records = Some(Records::default());
        self.explore()?;
        let records = self.records.unwrap_or_default();
        Ok(Invariants::new(self.findings, records, self.variables))
    }

    /// Analyses the program from its entry.
    pub(super) fn run(mut self) -> Result<Findings, Interruption> {
        self.explore()?;
        Ok(self.findings)
    }

    fn explore(&mut self) -> Result<(), Interruption> {
        let mut state = State::default();
        for axiom in &self.program.axioms {
            let mut restricted = state.clone();
            // Axioms that contradict each other are not for this analysis to find.
            if assume(&mut restricted, *axiom, true, &mut self.variables) {
                state = restricted;
            }
        }
        self.procedure(self.program.entry, state)?;
        Ok(())
    }

    /// Keeps what is known at a point, if that is asked for.
    fn record(&mut self, block: BlockId, position: usize, state: &State) {
        let activation = self.activation();
        if let Some(records) = &mut self.records
            && self.noting
        {
            let point = Point { procedure: activation.procedure, block, position };
            records.note(point, activation.depth, state, &mut self.variables);
        }
    }

    fn frame(&mut self) -> &mut Frame {
        self.stack.last_mut().expect("a procedure is analysed")
    }

    fn activation(&self) -> Activation {
        self.stack.last().expect("a procedure is analysed").activation
    }

    fn note(&mut self, origin: OriginId) {
        if self.noting {
            self.findings.executed[origin.0 as usize] = true;
        }
    }

    fn term(&mut self, term: Term) -> Term {
        let activation = self.activation();
        self.renaming.term(term, activation)
    }

    fn eval(&mut self, term: Term, state: &State) -> Abstract {
        let term = self.term(term);
        eval(term, state, &mut self.variables)
    }

    /// Restricts a state; whether there can be any left.
    fn assume(&mut self, state: &mut State, condition: Term, truth: bool) -> bool {
        let condition = self.term(condition);
        assume(state, condition, truth, &mut self.variables)
    }

    /// Analyses an activation of a procedure; what is known at its returns, if it can return.
    fn procedure(&mut self, id: ProcId, state: State) -> Result<Option<State>, Interruption> {
        let procedure: &'a Procedure = self.program.procedure(id);
        let cfg = self.cfgs[id.0 as usize].get_or_insert_with(|| Rc::new(Cfg::new(procedure))).clone();
        let depth = self.stack.iter().filter(|frame| frame.activation.procedure == id).count() as u32;
        let mut pending = vec![None; procedure.blocks.len()];
        pending[Procedure::ENTRY.0 as usize] = Some(state);
        self.stack.push(Frame {
            activation: Activation { procedure: id, depth },
            cfg: cfg.clone(),
            pending,
            returned: None,
            tentative: Vec::new(),
        });
        self.components(&cfg.order)?;
        Ok(self.stack.pop().and_then(|frame| frame.returned))
    }

    fn components(&mut self, components: &[Component]) -> Result<(), Interruption> {
        for component in components {
            match component {
                Component::Block(block) => self.block(*block)?,
                Component::Loop(inner) => self.repeat(inner)?,
            }
        }
        Ok(())
    }

    fn repeat(&mut self, inner: &Loop) -> Result<(), Interruption> {
        let mut members = Vec::new();
        members_of(inner, &mut members);
        let frame = self.frame();
        let entry = frame.pending[inner.head.0 as usize].take();
        // Jumps into the middle of the loop.
        let jumps: Vec<(BlockId, State)> =
            members.iter().filter_map(|id| Some((*id, frame.pending[id.0 as usize].take()?))).collect();
        if entry.is_none() && jumps.is_empty() {
            return Ok(());
        }
        let noting = std::mem::replace(&mut self.noting, false);
        self.frame().tentative.push(inner.head);
        let mut head = entry.clone();
        let mut n_rounds = 0;
        let known = loop {
            let back = self.round(inner, head.as_ref(), &jumps)?;
            let next = self.join(entry.clone(), back);
            let Some(grown) = &next else { break next };
            head = match &head {
                Some(head) if grown.is_within(head, &self.variables) => break next,
                Some(head) => Some(self.widen(head, grown, n_rounds)),
                None => next,
            };
            n_rounds += 1;
        };
        self.frame().tentative.pop();
        self.noting = noting;
        self.round(inner, known.as_ref(), &jumps)?;
        Ok(())
    }

    /// Goes through a loop once; what comes back to the head.
    fn round(
        &mut self,
        inner: &Loop,
        head: Option<&State>,
        jumps: &[(BlockId, State)],
    ) -> Result<Option<State>, Interruption> {
        let frame = self.frame();
        let mut start = head.cloned();
        if let Some(start) = &mut start {
            start.forget_definitions();
        }
        frame.pending[inner.head.0 as usize] = start;
        for (block, state) in jumps {
            frame.pending[block.0 as usize] = Some(state.clone());
        }
        self.block(inner.head)?;
        self.components(&inner.body)?;
        Ok(self.frame().pending[inner.head.0 as usize].take())
    }

    fn widen(&mut self, head: &State, grown: &State, n_rounds: usize) -> State {
        let joined = head.join(grown, &mut self.variables);
        match n_rounds {
            0..JOINING_ROUNDS => joined,
            JOINING_ROUNDS..THRESHOLD_ROUNDS => head.widen(&joined, &self.thresholds, &mut self.variables),
            THRESHOLD_ROUNDS..WIDENING_ROUNDS => head.widen(&joined, &[], &mut self.variables),
            _ => head.keep_unchanged(&joined, &mut self.variables),
        }
    }

    fn join(&mut self, one: Option<State>, other: Option<State>) -> Option<State> {
        match (one, other) {
            (Some(one), Some(other)) => Some(one.join(&other, &mut self.variables)),
            (one, other) => one.or(other),
        }
    }

    fn block(&mut self, id: BlockId) -> Result<(), Interruption> {
        let Some(mut state) = self.frame().pending[id.0 as usize].take() else { return Ok(()) };
        let program = self.program;
        let procedure = self.activation().procedure;
        let block = program.procedure(procedure).block(id);
        self.findings.passage_mut(procedure, id).begins |= self.noting;
        self.record(id, 0, &state);
        for (position, instruction) in block.instructions.iter().enumerate() {
            self.count()?;
            match instruction {
                Instruction::Statement(statement) => {
                    self.note_failure((procedure, id, position), statement, &state);
                    if !self.statement(statement, &mut state) {
                        return Ok(());
                    }
                }
                Instruction::Call(call) => match self.call(call, state)? {
                    Some(after) => {
                        state = after;
                        self.record(id, position + 1, &state);
                    }
                    None => return Ok(()),
                },
            }
        }
        self.count()?;
        self.terminator(id, &block.terminator, state);
        Ok(())
    }

    /// Counts a command against the budget.
    fn count(&mut self) -> Result<(), Interruption> {
        self.n_commands += 1;
        if self.n_commands > self.config.max_commands || self.variables.n_looks() > self.config.max_looks {
            return Err(Interruption::Budget);
        }
        if self.n_commands.is_multiple_of(LIMITS_INTERVAL) {
            let n_looks = self.variables.n_looks();
            let looks = (n_looks - self.n_counted_looks) / effort::ABSTRACT_LOOKS;
            self.n_counted_looks += looks * effort::ABSTRACT_LOOKS;
            self.limits.spend(LIMITS_INTERVAL * effort::ABSTRACT_COMMAND + looks);
            if let Some(reason) = self.limits.exceeded() {
                return Err(Interruption::Limit(reason));
            }
        }
        Ok(())
    }

    /// Notes whether a command is an assumption that can fail.
    fn note_failure(&mut self, at: (ProcId, BlockId, usize), statement: &Statement, state: &State) {
        if let Command::Assume { condition } = statement.command
            && self.noting
            && !self.findings.failing.contains(&at)
            && self.assume(&mut state.clone(), condition, false)
        {
            self.findings.failing.insert(at);
        }
    }

    /// Executes a command; whether execution can go on behind it.
    fn statement(&mut self, statement: &Statement, state: &mut State) -> bool {
        self.note(statement.origin);
        match &statement.command {
            Command::Assign { target, value } => {
                let value = self.term(*value);
                self.assign(target, value, state);
                true
            }
            Command::Havoc { target } => {
                let sort = faultscope_execute::interpreter::place_sort(target);
                self.write(target, Abstract::any(sort), state);
                true
            }
            Command::Assume { condition } => self.assume(state, *condition, true),
        }
    }

    /// Assigns a term of this activation's variables.
    fn assign(&mut self, target: &Place, term: Term, state: &mut State) {
        let value = eval(term, state, &mut self.variables);
        if !target.path.is_empty() {
            return self.write(target, value, state);
        }
        let variable = self.renaming.symbol(target.variable, self.activation());
        self.define(variable, value, term, state);
    }

    fn define(&mut self, variable: Symbol, value: Abstract, term: Term, state: &mut State) {
        let number = self.variables.number(variable);
        let is_remembered = term.as_value().is_none()
            && term.size() <= MAX_DEFINITION_SIZE
            && term.sort().array_sorts().is_none()
            && !term.mentions(variable);
        if is_remembered {
            state.define(number, value, term, &mut self.variables);
        } else {
            state.assign(number, value, &mut self.variables);
        }
    }

    /// Puts a value into a place.
    fn write(&mut self, target: &Place, value: Abstract, state: &mut State) {
        let activation = self.activation();
        let variable = self.renaming.symbol(target.variable, activation);
        let path: Vec<Abstract> = target.path.iter().map(|index| self.eval(*index, state)).collect();
        let whole = state.get(variable, &mut self.variables);
        let written = written(&whole, variable.sort(), &path, value);
        let number = self.variables.number(variable);
        state.assign(number, written, &mut self.variables);
    }

    /// Executes a call; what is known behind it, if it can return.
    fn call(&mut self, call: &Call, mut state: State) -> Result<Option<State>, Interruption> {
        for (_, origin) in &call.arguments {
            self.note(*origin);
        }
        let callee = call.callee;
        let depth = self.stack.iter().filter(|frame| frame.activation.procedure == callee).count() as u32;
        if depth >= self.config.max_recursion || self.stack.len() >= self.config.max_calls {
            self.skip(call, &mut state);
            return Ok(Some(state));
        }
        let caller = self.activation();
        let activation = Activation { procedure: callee, depth };
        self.declare(activation);
        let procedure = self.program.procedure(callee);
        let mut arguments = Vec::with_capacity(call.arguments.len());
        for (argument, _) in &call.arguments {
            let term = self.term(*argument);
            arguments.push((term, eval(term, &state, &mut self.variables)));
        }
        // All arguments are evaluated before the first parameter is assigned. A definition that reads a parameter of a
        // caller that is the same variable does not occur: activations have variables of their own.
        for (parameter, (term, value)) in procedure.parameters.iter().zip(arguments) {
            let parameter = self.renaming.symbol(*parameter, activation);
            self.define(parameter, value, term, &mut state);
        }
        let Some(mut state) = self.procedure(callee, state)? else { return Ok(None) };
        self.note(call.origin);
        for (target, result) in call.results.iter().zip(&procedure.results) {
            let result = self.renaming.symbol(*result, activation);
            let target = self.renaming.symbol(*target, caller);
            let value = state.get(result, &mut self.variables);
            self.define(target, value, Term::symbol(result), &mut state);
        }
        Ok(Some(state))
    }

    /// Makes the variables of a recursive activation known as copies of the program's.
    fn declare(&mut self, activation: Activation) {
        if activation.depth == 0 {
            return;
        }
        for (symbol, variable) in &self.program.variables {
            if variable.scope.procedure() == Some(activation.procedure) {
                let copy = self.renaming.symbol(*symbol, activation);
                self.variables.number_of_copy(copy, *symbol);
            }
        }
    }

    /// A call that is not followed: all that it can get to is executed, and nothing is known any more of what that
    /// assigns.
    fn skip(&mut self, call: &Call, state: &mut State) {
        let mut changed: FxHashSet<Symbol> = FxHashSet::default();
        let program = self.program;
        let callees = |id: ProcId| program.procedure(id).calls().map(|call| call.callee);
        for callee in graph::reached([call.callee], callees) {
            if let Some(records) = &mut self.records {
                records.give_up(callee);
            }
            let procedure = self.program.procedure(callee);
            changed.extend(procedure.parameters.iter().copied());
            for (idx, block) in procedure.blocks.iter().enumerate() {
                let id = BlockId(idx as u32);
                let passage = self.findings.passage_mut(callee, id);
                passage.begins |= self.noting;
                passage.branches = passage.branches.map(|it| it || self.noting);
                for (position, instruction) in block.instructions.iter().enumerate() {
                    match instruction {
                        Instruction::Statement(statement) => {
                            self.note(statement.origin);
                            if self.noting {
                                self.findings.failing.insert((callee, id, position));
                            }
                            changed.extend(statement.command.target().map(|target| target.variable));
                        }
                        Instruction::Call(call) => {
                            self.note(call.origin);
                            call.arguments.iter().for_each(|(_, origin)| self.note(*origin));
                            changed.extend(call.results.iter().copied());
                        }
                    }
                }
                self.note_end(callee, id, &block.terminator);
            }
        }
        state.forget(|symbol| changed.contains(&symbol), &mut self.variables);
        self.note(call.origin);
        let activation = self.activation();
        for target in &call.results {
            let number = self.renaming.symbol(*target, activation);
            let number = self.variables.number(number);
            state.assign(number, Abstract::any(target.sort()), &mut self.variables);
        }
    }

    /// Notes that the end of a block is reached.
    fn note_end(&mut self, procedure: ProcId, block: BlockId, terminator: &Terminator) {
        self.findings.passage_mut(procedure, block).ends |= self.noting;
        match terminator {
            Terminator::Branch { origin, .. } => self.note(*origin),
            Terminator::Error { check } => {
                self.note(self.program.check(*check).origin);
                self.findings.can_err |= self.noting;
            }
            Terminator::Unsupported { origin, .. } => {
                self.note(*origin);
                self.findings.can_be_unsupported |= self.noting;
            }
            Terminator::Goto(_) | Terminator::Choose(_) | Terminator::Return | Terminator::Stop => {}
        }
    }

    fn terminator(&mut self, id: BlockId, terminator: &Terminator, mut state: State) {
        let procedure = self.activation().procedure;
        self.note_end(procedure, id, terminator);
        match terminator {
            Terminator::Goto(target) => self.go(*target, state),
            Terminator::Branch { condition, then_block, else_block, .. } => {
                let mut then = state.clone();
                let can_hold = self.assume(&mut then, *condition, true);
                let can_fail = self.assume(&mut state, *condition, false);
                let branches = &mut self.findings.passage_mut(procedure, id).branches;
                branches[0] |= can_hold && self.noting;
                branches[1] |= can_fail && self.noting;
                if can_hold {
                    self.go(*then_block, then);
                }
                if can_fail {
                    self.go(*else_block, state);
                }
            }
            Terminator::Choose(targets) => {
                for target in targets {
                    self.go(*target, state.clone());
                }
            }
            Terminator::Return => {
                if self.frame().tentative.is_empty() {
                    let returned = self.frame().returned.take();
                    self.frame().returned = self.join(returned, Some(state));
                }
            }
            Terminator::Stop | Terminator::Error { .. } | Terminator::Unsupported { .. } => {}
        }
    }

    fn go(&mut self, target: BlockId, state: State) {
        let frame = self.frame();
        if frame.tentative.last().is_some_and(|head| !frame.cfg.is_in_loop(target, *head)) {
            return;
        }
        let waiting = frame.pending[target.0 as usize].take();
        let joined = self.join(waiting, Some(state));
        self.frame().pending[target.0 as usize] = joined;
    }
}

/// The blocks of a loop but for its head.
fn members_of(inner: &Loop, members: &mut Vec<BlockId>) {
    for component in &inner.body {
        match component {
            Component::Block(block) => members.push(*block),
            Component::Loop(inner) => {
                members.push(inner.head);
                members_of(inner, members);
            }
        }
    }
}

/// An array (or, at the end of the path, any value) with another value at the end of a path of indices.
fn written(whole: &Abstract, sort: faultscope_ir::Sort, path: &[Abstract], value: Abstract) -> Abstract {
    let (Some((index, rest)), Some((_, element))) = (path.split_first(), sort.array_sorts()) else {
        return value;
    };
    let inner = arrays::read(whole, index, element);
    arrays::write(whole, index, written(&inner, element, rest, value), element)
}
