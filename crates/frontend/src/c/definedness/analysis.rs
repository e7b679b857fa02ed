//! What may be unwritten where, by a data-flow analysis over all procedures.
//!
//! A variable is in a state if some path to that point may leave it, or a cell of it, unwritten. What a cell is given
//! says nothing of the others, so only giving an array a value as a whole makes it written. Calls are followed, without
//! telling apart who calls. Behind a use of a variable the variable is written: where it is not, the execution has ended.

use std::collections::BTreeSet;
use std::rc::Rc;

use faultscope_ir::index::{IndexMap, IndexSet};
use faultscope_ir::program::{Scope, Variable, VariableTable};
use faultscope_ir::{
    BlockId, Call, Command, Instruction, Op, ProcId, Procedure, Statement, Symbol, Term, TermKind,
    Terminator, graph,
};

use super::Unwritten;
use super::state::State;
use super::taint::Sources;

/// The analysis and its result.
pub(super) struct Analysis<'a> {
    pub(super) procedures: &'a [Procedure],
    pub(super) unwritten: &'a Unwritten,
    /// By procedure.
    orders: Vec<Rc<Order>>,
    /// By procedure, the blocks whose state has changed since they were gone through, by where they stand in the order.
    pending: Vec<BTreeSet<usize>>,
    /// By procedure and block, what may be unwritten where it begins; none for what is not reached.
    entries: Vec<Vec<Option<State>>>,
    /// By procedure, what may be unwritten where it returns.
    exits: Vec<Option<State>>,
    /// The procedure whose activation a variable lives in.
    owners: IndexMap<Symbol, ProcId>,
    /// By procedure, the local variables that hold nothing when it begins.
    locals: Vec<Vec<Symbol>>,
    /// What terms are computed from.
    pub(super) sources: Sources,
}

impl<'a> Analysis<'a> {
    pub(super) fn new(
        procedures: &'a [Procedure],
        variables: &VariableTable,
        unwritten: &'a Unwritten,
        entry: ProcId,
    ) -> Analysis<'a> {
        let owner = |(symbol, variable): (&Symbol, &Variable)| Some((*symbol, variable.scope.procedure()?));
        let owners = variables.iter().filter_map(owner).collect();
        let entries = procedures.iter().map(|procedure| vec![None; procedure.blocks.len()]).collect();
        let locals = locals(procedures, variables);
        let exits = vec![None; procedures.len()];
        let orders = procedures.iter().map(|it| Rc::new(Order::new(it))).collect();
        let pending = vec![BTreeSet::new(); procedures.len()];
        let sources = Sources::default();
        let mut analysis =
            Analysis { procedures, unwritten, orders, pending, entries, exits, owners, locals, sources };
        analysis.enter(entry, State::none(variables, entry));
        analysis.run(entry);
        analysis
    }

    /// Goes through blocks until nothing changes, from the entry on.
    fn run(&mut self, entry: ProcId) {
        let calls = self.calls();
        let mut work: IndexSet<ProcId> = [entry].into_iter().collect();
        while let Some(procedure) = work.pop() {
            let Changed { entered, returns } = self.procedure(procedure);
            for (caller, block) in calls[procedure.0 as usize].iter().filter(|_| returns) {
                self.pending[caller.0 as usize].insert(*block);
                work.insert(*caller);
            }
            work.extend(entered);
        }
    }

    /// By procedure, the blocks that call it, by the procedure that they are in and where they stand in its order.
    fn calls(&self) -> Vec<IndexSet<(ProcId, usize)>> {
        let mut calls = vec![IndexSet::default(); self.procedures.len()];
        for ((procedure, order), id) in self.procedures.iter().zip(&self.orders).zip(0..) {
            for (block, number) in procedure.blocks.iter().zip(&order.numbers) {
                for instruction in &block.instructions {
                    if let Instruction::Call(call) = instruction {
                        calls[call.callee.0 as usize].insert((ProcId(id), *number));
                    }
                }
            }
        }
        calls
    }

    /// What may be unwritten where a block begins; none where it is not reached.
    pub(super) fn entry(&self, procedure: ProcId, block: usize) -> Option<&State> {
        self.entries[procedure.0 as usize][block].as_ref()
    }

    /// What may be unwritten where a procedure returns.
    pub(super) fn exit(&self, procedure: ProcId) -> Option<&State> {
        self.exits[procedure.0 as usize].as_ref()
    }

    /// The local variables of a procedure that hold nothing when it begins.
    pub(super) fn locals(&self, procedure: ProcId) -> &[Symbol] {
        &self.locals[procedure.0 as usize]
    }

    /// Adds to what may be unwritten where a procedure begins. Says whether that is new.
    fn enter(&mut self, procedure: ProcId, mut state: State) -> bool {
        self.locals[procedure.0 as usize].iter().for_each(|local| state.insert(*local));
        self.arrive(procedure, Procedure::ENTRY, &state)
    }

    /// Adds to what may be unwritten where a block begins. Says whether that is new.
    fn arrive(&mut self, procedure: ProcId, block: BlockId, state: &State) -> bool {
        let (procedure, block) = (procedure.0 as usize, block.0 as usize);
        let is_new = join(&mut self.entries[procedure][block], state);
        if is_new {
            self.pending[procedure].insert(self.orders[procedure].numbers[block]);
        }
        is_new
    }

    /// Goes through the blocks of a procedure that have changed until none has; what has changed elsewhere.
    fn procedure(&mut self, id: ProcId) -> Changed {
        let procedure = &self.procedures[id.0 as usize];
        let order = Rc::clone(&self.orders[id.0 as usize]);
        let mut changed = Changed::default();
        while let Some(number) = self.pending[id.0 as usize].pop_first() {
            let at = order.blocks[number].0 as usize;
            let Some(mut state) = self.entry(id, at).cloned() else { continue };
            let block = &procedure.blocks[at];
            let mut goes_on = true;
            for instruction in &block.instructions {
                if let Instruction::Call(call) = instruction {
                    let at_callee = self.at_callee(call, &state);
                    if self.enter(call.callee, at_callee) {
                        changed.entered.push(call.callee);
                    }
                }
                goes_on = self.step(instruction, &mut state);
                if !goes_on {
                    break;
                }
            }
            if !goes_on {
                continue;
            }
            if matches!(block.terminator, Terminator::Return) {
                changed.returns |= join(&mut self.exits[id.0 as usize], &state);
            }
            for next in block.terminator.successors() {
                self.arrive(id, next, &state);
            }
        }
        changed
    }

    /// What an instruction makes of a state; says whether execution goes on behind it.
    pub(super) fn step(&self, instruction: &Instruction, state: &mut State) -> bool {
        match instruction {
            Instruction::Statement(statement) => {
                self.statement(statement, state);
                true
            }
            Instruction::Call(call) => self.call(call, state),
        }
    }

    fn statement(&self, statement: &Statement, state: &mut State) {
        match &statement.command {
            Command::Assign { target, value } => {
                let is_unwritten = self.sources.may_be_unwritten(*value, state);
                set(state, target.variable, target.path.is_empty(), is_unwritten);
            }
            Command::Havoc { target } => {
                let is_open = self.is_open(statement);
                set(state, target.variable, target.path.is_empty(), is_open);
            }
            Command::Assume { condition } => {
                for memory in self.unwritten.settled_at(*condition).unwrap_or(&[]) {
                    state.remove(*memory);
                }
                if let Some(usage) = self.unwritten.usage(*condition)
                    && usage.guard.as_bool() == Some(true)
                    && let Some(symbol) = self.decisive(usage.value, state)
                {
                    state.remove(symbol);
                }
            }
        }
    }

    /// Whether a command leaves the place that it forgets unwritten.
    pub(super) fn is_open(&self, statement: &Statement) -> bool {
        let is_open_memory = statement.command.target().is_some_and(|target| {
            target.path.is_empty() && self.unwritten.open_memories.contains(&target.variable)
        });
        is_open_memory || self.unwritten.open.contains(&statement.origin)
    }

    /// What may be unwritten where a called procedure begins.
    fn at_callee(&self, call: &Call, state: &State) -> State {
        let mut entered = state.globals(call.callee);
        let parameters = &self.procedures[call.callee.0 as usize].parameters;
        for (parameter, (argument, _)) in parameters.iter().zip(&call.arguments) {
            if self.sources.may_be_unwritten(*argument, state) {
                entered.insert(*parameter);
            }
        }
        entered
    }

    fn call(&self, call: &Call, state: &mut State) -> bool {
        let Some(exit) = self.exit(call.callee) else { return false };
        state.take_globals(exit);
        let results = &self.procedures[call.callee.0 as usize].results;
        for (target, result) in call.results.iter().zip(results) {
            set(state, *target, true, exit.contains(result));
        }
        true
    }

    /// The variable that is written if a value is, where there is just one, and no part of it is enough to spoil the value.
    fn decisive(&self, value: Term, state: &State) -> Option<Symbol> {
        let sources = self.sources.of(value);
        let mut unwritten = sources.iter().filter(|symbol| state.contains(symbol));
        let symbol = *unwritten.next()?;
        let is_scalar = symbol.sort().array_sorts().is_none();
        (unwritten.next().is_none() && is_scalar && !hides(value)).then_some(symbol)
    }

    /// The procedure whose activation a variable lives in; none for what is there throughout.
    pub(super) fn owner(&self, symbol: Symbol) -> Option<ProcId> {
        self.owners.get(&symbol).copied()
    }
}

/// Notes what a place is given. What a cell is given says nothing of others.
fn set(state: &mut State, variable: Symbol, is_whole: bool, is_unwritten: bool) {
    if is_unwritten {
        state.insert(variable);
    } else if is_whole {
        state.remove(variable);
    }
}

fn join(known: &mut Option<State>, state: &State) -> bool {
    match known {
        Some(known) => known.join(state),
        None => {
            *known = Some(state.clone());
            true
        }
    }
}

/// The blocks of a procedure that can be reached, each behind those that lead to it, but for edges back.
struct Order {
    blocks: Vec<BlockId>,
    /// By block, where it stands.
    numbers: Vec<usize>,
}

impl Order {
    fn new(procedure: &Procedure) -> Order {
        let n_blocks = procedure.blocks.len();
        let mut blocks = graph::post_order(n_blocks, [Procedure::ENTRY], |id| procedure.successors(id));
        blocks.reverse();
        let mut numbers = vec![0; n_blocks];
        for (number, block) in blocks.iter().enumerate() {
            numbers[block.0 as usize] = number;
        }
        Order { blocks, numbers }
    }
}

/// What has changed by going through a procedure, beside its own states.
#[derive(Default)]
struct Changed {
    /// The procedures that are called in another state.
    entered: Vec<ProcId>,
    /// Whether it returns in another state.
    returns: bool,
}

/// Whether a value may be written though something that it is computed from is not.
fn hides(value: Term) -> bool {
    let mut hides = false;
    value.visit(&mut |term| {
        hides |= matches!(
            term.kind(),
            TermKind::App(
                Op::Ite
                    | Op::And
                    | Op::Or
                    | Op::BvAnd
                    | Op::BvOr
                    | Op::BvShl
                    | Op::BvLshr
                    | Op::BvAshr
                    | Op::Extract { .. }
                    | Op::Select
                    | Op::Store,
                _
            )
        );
    });
    hides
}

/// By procedure, its variables that are no parameters.
fn locals(procedures: &[Procedure], variables: &VariableTable) -> Vec<Vec<Symbol>> {
    let mut locals = vec![Vec::new(); procedures.len()];
    for (symbol, variable) in variables.iter() {
        if let Scope::Local(procedure) = variable.scope
            && !procedures[procedure.0 as usize].parameters.contains(symbol)
        {
            locals[procedure.0 as usize].push(*symbol);
        }
    }
    locals
}
