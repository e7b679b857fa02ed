//! The execution of a program that has one only.
//!
//! Many programs ask nothing of their environment, or ask and never look at the answer. Such a program is not searched but
//! run: its one execution, up to its end, is the verdict.
//!
//! # Who is closed
//! A value that the program leaves open (a `havoc`, a variable before its first assignment, an operation whose value
//! SMT-LIB leaves open) is *unknown*, and so is what is computed of it, unless the other operands decide the result. A
//! program is closed as long as nothing that is unknown decides where it goes: no branch, no assumption, and no cell that
//! is written. It is then executed as every choice of unknown values executes it.
//! The first that does decide, and a choice of blocks, ends the hope ([`Progress::Open`]); that is mostly soon.
//!
//! # In an environment
//! A program that was translated for an environment that is given is executed in one ([`Closed::go_on_in`]): what it reads is
//! known then, and it has one execution if it looks at nothing that nobody wrote.
//!
//! # With a change
//! One statement or branch can be [watched](watch): some of its executions assign another value, or go the other way.
//!
//! The environment can [decide](Decided) about branches, and sees values of the program then.
//!
//! # Loops that only count
//! Rounds of a loop that are alike are [done at once](accelerate) where the program is searched, and neither changed nor in an
//! environment.
//!
//! # What it costs
//! Nothing is recorded, and terms are translated once ([`code`]) instead of renamed and looked up at each step. What is known
//! in full and has a fixed number of bits is computed on [words](word), by [operations](quick) that have their widths at hand
//! ([`fast`]); the rest, the general way, on values ([`evaluate`]). Memory is [pages](map) of cells. An
//! execution goes on in slices ([`Closed::go_on`]), for nobody knows whether it ends. One that ends in an error is executed
//! once more by the [interpreter](crate::interpreter), which makes the error trace; of a long one, [the end](tail).

mod accelerate;
mod code;
mod data;
mod endless;
mod evaluate;
mod executed;
mod fast;
mod map;
mod progress;
mod quick;
mod state;
mod store;
pub mod tail;
mod watch;
mod word;

use std::cell::OnceCell;
use std::collections::BTreeMap;

use faultscope_ir::{BlockId, OriginId, ProcId, Procedure, Program, Sort, Term, Terminator, Value};
use faultscope_solver::{Limits, StopReason};

use crate::cfg::Cfg;
use crate::effort;
use crate::environment::{Environment, Reply};
use crate::limits::{ROUNDS_BEFORE_JUMP, STACK_DEPTH};
use code::{Block, Call, Code, End, Entry, Instruction, Target};
use data::Data;
pub use endless::Endless;
use evaluate::{Machine, Memo};
pub use executed::executed;
pub use progress::Progress;
use progress::Rounds;
use quick::NodeId;
use state::{Checkpoint, Running};
use store::{Content, Store};
pub(crate) use watch::Watch;

/// After so many steps it is looked at whether a limit is exceeded.
const STEPS_BETWEEN_LIMITS: u64 = 1 << 12;

/// After so many steps, a multiple of those, a state is kept to go back to.
const STEPS_BETWEEN_CHECKPOINTS: u64 = 1 << 20;

/// A block that was not translated yet.
const UNTRANSLATED: u32 = u32::MAX;

/// An execution that can be continued.
pub struct Closed<'a> {
    program: &'a Program,
    code: Code<'a>,
    blocks: Vec<Block>,
    /// Where each block of the program is among the translated ones.
    translated: Vec<u32>,
    store: Store,
    memo: Memo,
    stack: Vec<Running>,
    progress: Progress,
    n_steps: u64,
    /// How many steps more there were in rounds of loops that were done at once.
    n_skipped: u64,
    n_calls: u64,
    /// What values from outside are, where there is no environment: of the first, and of those behind it.
    given: Option<[i64; 2]>,
    n_given: u64,
    /// Whether rounds of loops are done at once where nothing is changed.
    accelerates: bool,
    cfgs: Vec<OnceCell<Cfg>>,
    /// From where the end can be executed once more, the latest last.
    checkpoints: Vec<Checkpoint>,
    watch: Option<Watch<'a>>,
    decided: Decided,
}

/// The branches that the environment decides, by the blocks that they end, each with what it is told of: terms of 64 bits over
/// variables that the block's procedure sees.
pub type Decided = BTreeMap<(ProcId, BlockId), Vec<Term>>;

/// A part of a program that was executed: the instructions of a block up to one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Covered {
    /// The procedure.
    pub procedure: ProcId,
    /// Its block.
    pub block: BlockId,
    /// How many of its instructions were executed, the end of the block counting as one.
    pub n_instructions: usize,
}

impl<'a> Closed<'a> {
    /// The execution before its first step. Axioms say something of values that would be unknown.
    pub fn new(program: &'a Program) -> Closed<'a> {
        Closed::starting(program, None, Decided::new())
    }

    /// The same, in which the environment decides about some branches.
    pub(crate) fn deciding(program: &'a Program, decided: Decided) -> Closed<'a> {
        Closed::starting(program, None, decided)
    }

    /// The same, in which values from outside are these: the first, and those behind it.
    pub fn given(program: &'a Program, values: [i64; 2]) -> Closed<'a> {
        Closed { given: Some(values), ..Closed::new(program) }
    }

    /// The same, in which some statement will be changed.
    pub(crate) fn changing(program: &'a Program, watch: Watch<'a>) -> Closed<'a> {
        Closed::starting(program, Some(watch), Decided::new())
    }

    fn starting(program: &'a Program, watch: Option<Watch<'a>>, decided: Decided) -> Closed<'a> {
        let code = Code::new(program);
        let mut closed = Closed {
            program,
            blocks: Vec::new(),
            translated: vec![UNTRANSLATED; code.n_blocks()],
            store: Store::new(program.procedures.len(), code.globals()),
            code,
            memo: Memo::default(),
            stack: Vec::new(),
            progress: Progress::Unfinished,
            n_steps: 0,
            n_skipped: 0,
            n_calls: 0,
            given: None,
            n_given: 0,
            accelerates: true,
            cfgs: vec![OnceCell::new(); program.procedures.len()],
            checkpoints: Vec::new(),
            watch,
            decided,
        };
        closed.start();
        closed
    }

    /// Whether some statement has been changed.
    pub(crate) fn has_changed(&self) -> bool {
        self.watch.as_ref().is_some_and(Watch::has_changed)
    }

    /// Whether executions of the statement that is changed count that come now.
    pub(crate) fn pause_watch(&mut self, is_paused: bool) {
        if let Some(watch) = &mut self.watch {
            watch.pause(is_paused);
        }
    }

    /// Goes back before the first step. What was translated stays.
    pub fn restart(&mut self) {
        self.store = Store::new(self.program.procedures.len(), self.code.globals());
        self.stack.clear();
        (self.n_steps, self.n_skipped, self.n_calls, self.n_given) = (0, 0, 0, 0);
        self.checkpoints.clear();
        self.blocks.iter_mut().for_each(|block| block.is_done = false);
        self.start();
    }

    fn start(&mut self) {
        let entry = self.program.entry;
        self.progress = if self.program.axioms.is_empty() { Progress::Unfinished } else { Progress::Open };
        let entered = self.store.reserve(entry, self.code.locals(entry));
        self.store.enter(&entered);
        let block = self.translate(self.code.entry(entry, Procedure::ENTRY));
        self.stack.push(Running { entered, block, next: 0 });
    }

    /// What was not translated, where the execution has come to it: what it is, and where it stands.
    pub fn unsupported(&self) -> Option<(&'a str, OriginId)> {
        let block = &self.blocks[self.stack.last()?.block as usize];
        let procedure = &self.program.procedures[block.procedure.0 as usize];
        match &procedure.blocks[block.id.0 as usize].terminator {
            Terminator::Unsupported { message, origin } if block.is_done => Some((message, *origin)),
            _ => None,
        }
    }

    /// The call by which the user's code waits for what is executed, the last of those that are open.
    pub fn last_call_of_user(&self) -> Option<OriginId> {
        self.stack.iter().rev().find_map(|running| {
            let block = &self.blocks[running.block as usize];
            let procedure = self.program.procedure(block.procedure);
            let instruction = procedure.block(block.id).instructions.get(running.next.checked_sub(1)?)?;
            let faultscope_ir::Instruction::Call(call) = instruction else { return None };
            let is_of_user = !procedure.trusted && !self.program.sources.origin(call.origin).trusted;
            is_of_user.then_some(call.origin)
        })
    }

    /// How many instructions and jumps were executed.
    pub fn n_steps(&self) -> u64 {
        self.n_steps
    }

    /// What was executed, in no particular order. A block that several activations are in can be there more than once.
    pub fn covered(&self) -> Vec<Covered> {
        let mut covered = Vec::new();
        for block in self.blocks.iter().filter(|it| it.is_done) {
            covered.push(Covered {
                procedure: block.procedure,
                block: block.id,
                n_instructions: block.instructions.len() + 1,
            });
        }
        covered.extend(self.stack.iter().map(|running| {
            let block = &self.blocks[running.block as usize];
            Covered { procedure: block.procedure, block: block.id, n_instructions: running.next }
        }));
        covered
    }

    /// Goes on until `n_steps` instructions and jumps are done in all.
    ///
    /// # Errors
    /// Where a limit is exceeded.
    pub fn go_on(&mut self, n_steps: u64, limits: &Limits) -> Result<Progress, StopReason> {
        self.run(n_steps, None, limits)
    }

    /// Goes on until `n_steps` instructions and jumps are done in all, in an environment.
    ///
    /// # Errors
    /// Where a limit is exceeded.
    pub fn go_on_in(
        &mut self,
        environment: &mut dyn Environment,
        n_steps: u64,
        limits: &Limits,
    ) -> Result<Progress, StopReason> {
        self.run(n_steps, Some(environment), limits)
    }

    fn run(
        &mut self,
        n_steps: u64,
        mut environment: Option<&mut dyn Environment>,
        limits: &Limits,
    ) -> Result<Progress, StopReason> {
        // A search pays for a slice before it, tests, of which there are many short ones, for what was executed.
        let is_test = environment.is_some();
        let before = self.n_steps;
        while self.progress == Progress::Unfinished && self.n_steps < n_steps {
            if self.n_steps.is_multiple_of(STEPS_BETWEEN_LIMITS) {
                if !is_test {
                    limits.spend(STEPS_BETWEEN_LIMITS / effort::CLOSED_STEPS);
                }
                limits.exceeded().map_or(Ok(()), Err)?;
            }
            if !is_test && self.watch.is_none() && self.n_steps.is_multiple_of(STEPS_BETWEEN_CHECKPOINTS) {
                self.keep_checkpoint();
            }
            let slice = (self.n_steps / STEPS_BETWEEN_LIMITS + 1) * STEPS_BETWEEN_LIMITS;
            self.progress = match &mut environment {
                Some(environment) => self.slice(slice.min(n_steps), Some(&mut **environment)),
                None => self.slice(slice.min(n_steps), None),
            };
        }
        if is_test {
            limits.spend((self.n_steps - before) / effort::CLOSED_STEPS);
        }
        Ok(self.progress)
    }

    /// The translated block of a number.
    fn translate(&mut self, entry: Entry) -> u32 {
        let at = &mut self.translated[entry.0 as usize];
        if *at == UNTRANSLATED {
            *at = self.blocks.len() as u32;
            let mut block = self.code.block(entry, self.watch.as_ref());
            if let Some(terms) = self.decided.get(&(block.procedure, block.id)) {
                block.decided = Some(terms.iter().map(|term| self.code.term(*term)).collect());
            }
            self.blocks.push(block);
        }
        *at
    }

    /// The graph of a procedure.
    fn cfg(&self, procedure: ProcId) -> &Cfg {
        self.cfgs[procedure.0 as usize].get_or_init(|| Cfg::new(self.program.procedure(procedure)))
    }

    /// Whether rounds of a loop begin at a translated block.
    fn is_head(&mut self, at: u32) -> bool {
        let Block { procedure, id, is_head, .. } = self.blocks[at as usize];
        let found = is_head.unwrap_or_else(|| self.cfg(procedure).loops_of(id).last() == Some(&id));
        self.blocks[at as usize].is_head = Some(found);
        found
    }

    /// Counts the rounds of a loop whose head a jump leads to, and does rounds that are alike at once; whether there
    /// is no end of them.
    fn arrives(&mut self, from: u32, at: u32) -> bool {
        let source = self.blocks[from as usize].id;
        let Block { procedure, id, .. } = self.blocks[at as usize];
        let is_round = self.cfg(procedure).is_in_loop(source, id);
        let n_rounds = &mut self.blocks[at as usize].n_rounds;
        *n_rounds = if is_round { n_rounds.saturating_add(1) } else { 0 };
        let is_turn = *n_rounds >= ROUNDS_BEFORE_JUMP && n_rounds.is_power_of_two();
        is_turn && self.accelerates && self.accelerate(procedure, id) == Some(Rounds::Forever)
    }

    /// Executes up to so many instructions and jumps.
    fn slice(&mut self, n_steps: u64, mut environment: Option<&mut dyn Environment>) -> Progress {
        while self.n_steps < n_steps {
            let Some(running) = self.stack.last_mut() else { return Progress::Open };
            let block = &mut self.blocks[running.block as usize];
            let mut machine = Machine { code: &self.code, store: &mut self.store, memo: &mut self.memo };
            let mut called = None;
            while self.n_steps < n_steps
                && let Some(instruction) = block.instructions.get(running.next)
            {
                self.n_steps += 1;
                running.next += 1;
                let progress = match instruction {
                    Instruction::Call(call) => match (call.primitive, &mut environment) {
                        (Some((primitive, sort)), Some(environment)) => {
                            let progress = machine.perform(call, primitive, sort, &mut **environment);
                            if progress == Progress::Unfinished {
                                // The result of the primitive, and what takes it.
                                change_results(machine.store, call, &mut self.watch, 2);
                            }
                            progress
                        }
                        _ => {
                            called = Some(call);
                            break;
                        }
                    },
                    Instruction::Input(target, variable, sort) => {
                        let value = match (&mut environment, self.given) {
                            (Some(environment), _) => environment.input(*variable, *sort),
                            (None, Some(values)) => {
                                self.n_given += 1;
                                Some(input(values, self.n_given, *sort))
                            }
                            (None, None) => None,
                        };
                        machine.put(target, Data::of(value))
                    }
                    Instruction::Watched(target, own) => {
                        match (self.watch.as_mut().and_then(Watch::value), &**own) {
                            (Some(value), _) => machine.put(target, Data::Known(value.clone())),
                            (None, Instruction::Input(_, variable, sort)) => {
                                let value = environment.as_mut().and_then(|it| it.input(*variable, *sort));
                                machine.put(target, Data::of(value))
                            }
                            (None, own) => machine.execute(own),
                        }
                    }
                    other => machine.execute(other),
                };
                if progress != Progress::Unfinished {
                    return progress;
                }
            }
            if let Some(call) = called {
                if self.stack.len() >= STACK_DEPTH {
                    return Progress::Overflowed;
                }
                let entered = machine.pass(call);
                for at in &call.watched.arguments {
                    let value = self.watch.as_mut().and_then(Watch::value);
                    if let (Some(value), Some((parameter, _))) = (value, call.arguments.get(*at)) {
                        let _ = machine.put(&Target::Variable(*parameter), Data::Known(value.clone()));
                    }
                }
                self.n_calls += 1;
                let entry = self.code.entry(call.callee, Procedure::ENTRY);
                let block = self.translate(entry);
                self.stack.push(Running { entered, block, next: 0 });
                continue;
            }
            if self.n_steps >= n_steps {
                break;
            }
            self.n_steps += 1;
            block.is_done = true;
            let target = match block.end {
                End::Goto(target) => target,
                End::Branch(condition, then_block, else_block) => {
                    let turns = block.is_end_watched && self.watch.as_mut().is_some_and(Watch::is_changed);
                    let Some(mut holds) = machine.truth(condition) else { return Progress::Open };
                    if let (Some(terms), Some(environment)) = (&block.decided, &mut environment) {
                        let mut seen = |term: &NodeId| i64::try_from(machine.known(*term)?.as_signed()?).ok();
                        let seen: Vec<Option<i64>> = terms.iter().map(&mut seen).collect();
                        holds = environment.decide((block.procedure, block.id), holds, &seen);
                    }
                    if holds != turns { then_block } else { else_block }
                }
                End::Return => match self.return_to_caller() {
                    Progress::Unfinished => continue,
                    end => return end,
                },
                End::Stop => return Progress::Ended,
                End::Error(check) => return Progress::Error(check),
                End::Open => return Progress::Open,
            };
            let from = running.block;
            let block = self.translate(target);
            if let Some(running) = self.stack.last_mut() {
                (running.block, running.next) = (block, 0);
            }
            let is_free = environment.is_none() && self.watch.is_none();
            if is_free && self.is_head(block) && self.arrives(from, block) {
                return Progress::Ended;
            }
        }
        Progress::Unfinished
    }

    fn return_to_caller(&mut self) -> Progress {
        let Some(Running { entered, .. }) = self.stack.pop() else { return Progress::Open };
        let Some(running) = self.stack.last() else { return Progress::Ended };
        let block = &self.blocks[running.block as usize];
        let instruction = running.next.checked_sub(1).and_then(|at| block.instructions.get(at));
        let Some(Instruction::Call(call)) = instruction else { return Progress::Open };
        self.store.leave(&entered);
        for (target, result) in &call.results {
            self.store.take_result(*target, *result, &entered);
        }
        self.store.drop_behind(&entered);
        change_results(&mut self.store, call, &mut self.watch, 1);
        Progress::Unfinished
    }
}

/// The value from outside of a number, from one on: the first of two, or the second.
pub(crate) fn input(values: [i64; 2], number: u64, sort: Sort) -> Value {
    let number = values[usize::from(number > 1)];
    Reply::Number(number.into()).value(sort).unwrap_or_else(|| Value::zero(sort))
}

/// Changes what the results of a call are assigned to, so many times for each, where that is asked for.
fn change_results(store: &mut Store, call: &Call, watch: &mut Option<Watch<'_>>, n_times: usize) {
    if !call.watched.results {
        return;
    }
    let Some(watch) = watch else { return };
    for _ in 0..n_times {
        for (target, _) in &call.results {
            if let Some(value) = watch.value() {
                store.set(*target, Content::Value(Data::Known(value.clone())));
            }
        }
    }
}

#[cfg(test)]
mod tests;
