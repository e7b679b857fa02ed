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
//! # What it costs
//! Nothing is recorded, and terms are translated once ([`code`]) instead of renamed and looked up at each step. An
//! execution goes on in slices ([`Closed::go_on`]), for nobody knows whether it ends. One that ends in an error is executed
//! once more by the [interpreter](crate::interpreter), which makes the error trace.

mod code;
mod data;
mod evaluate;
mod progress;
mod store;

use faultscope_ir::{BlockId, ProcId, Procedure, Program};
use faultscope_solver::{Limits, StopReason};

use crate::effort;
use crate::environment::Environment;
use crate::limits::MAX_CALL_DEPTH;
use code::{Block, Code, End, Instruction};
use data::Data;
use evaluate::{Machine, Memo};
pub use progress::Progress;
use store::Store;

/// After so many steps it is looked at whether a limit is exceeded.
const STEPS_BETWEEN_LIMITS: u64 = 1 << 12;

/// An execution that can be continued.
pub struct Closed<'a> {
    program: &'a Program,
    code: Code<'a>,
    blocks: Vec<Vec<Option<Block>>>,
    store: Store,
    memo: Memo,
    stack: Vec<Running>,
    progress: Progress,
    n_steps: u64,
}

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

/// A procedure that has been called and has not returned.
struct Running {
    procedure: ProcId,
    block: BlockId,
    /// The next instruction; the number of instructions for the terminator.
    next: usize,
}

impl<'a> Closed<'a> {
    /// The execution before its first step. Axioms say something of values that would be unknown.
    pub fn new(program: &'a Program) -> Closed<'a> {
        let blocks = program.procedures.iter().map(|it| it.blocks.iter().map(|_| None).collect()).collect();
        let mut closed = Closed {
            program,
            code: Code::new(program),
            blocks,
            store: Store::new(program.procedures.len()),
            memo: Memo::default(),
            stack: Vec::new(),
            progress: Progress::Unfinished,
            n_steps: 0,
        };
        closed.start();
        closed
    }

    /// Goes back before the first step. What was translated stays.
    pub fn restart(&mut self) {
        self.store = Store::new(self.program.procedures.len());
        self.stack.clear();
        self.n_steps = 0;
        self.blocks.iter_mut().flatten().flatten().for_each(|block| block.is_done = false);
        self.start();
    }

    fn start(&mut self) {
        let entry = self.program.entry;
        self.progress = if self.program.axioms.is_empty() { Progress::Unfinished } else { Progress::Open };
        self.store.depths.enter(entry);
        self.stack.push(Running { procedure: entry, block: Procedure::ENTRY, next: 0 });
    }

    /// How many instructions and jumps were executed.
    pub fn n_steps(&self) -> u64 {
        self.n_steps
    }

    /// What was executed, in no particular order. A block that several activations are in can be there more than once.
    pub fn covered(&self) -> Vec<Covered> {
        let mut covered = Vec::new();
        for (procedure, blocks) in self.blocks.iter().enumerate() {
            for (block, translated) in blocks.iter().enumerate() {
                if let Some(translated) = translated.as_ref().filter(|it| it.is_done) {
                    covered.push(Covered {
                        procedure: ProcId(procedure as u32),
                        block: BlockId(block as u32),
                        n_instructions: translated.instructions.len() + 1,
                    });
                }
            }
        }
        covered.extend(self.stack.iter().map(|running| Covered {
            procedure: running.procedure,
            block: running.block,
            n_instructions: running.next,
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
        let mut paid = self.n_steps;
        let pay = |done: u64, paid: &mut u64| {
            let effort = (done - *paid) / effort::CLOSED_STEPS;
            limits.spend(effort);
            *paid += effort * effort::CLOSED_STEPS;
        };
        while self.progress == Progress::Unfinished && self.n_steps < n_steps {
            if self.n_steps.is_multiple_of(STEPS_BETWEEN_LIMITS) {
                pay(self.n_steps, &mut paid);
                limits.exceeded().map_or(Ok(()), Err)?;
            }
            self.n_steps += 1;
            self.progress = match &mut environment {
                Some(environment) => self.step(Some(&mut **environment)),
                None => self.step(None),
            };
        }
        pay(self.n_steps, &mut paid);
        Ok(self.progress)
    }

    fn step(&mut self, environment: Option<&mut dyn Environment>) -> Progress {
        let Some(running) = self.stack.last_mut() else { return Progress::Open };
        let (procedure, id) = (running.procedure.0 as usize, running.block.0 as usize);
        let translated = &mut self.blocks[procedure][id];
        let block =
            translated.get_or_insert_with(|| self.code.block(&self.program.procedures[procedure].blocks[id]));
        let mut machine = Machine { code: &self.code, store: &mut self.store, memo: &mut self.memo };
        match block.instructions.get(running.next) {
            Some(Instruction::Assign(place, value)) => {
                running.next += 1;
                machine.assign(place, Some(*value))
            }
            Some(Instruction::Havoc(place)) => {
                running.next += 1;
                machine.assign(place, None)
            }
            Some(Instruction::Input(place, variable, sort)) => {
                running.next += 1;
                let value = environment.and_then(|it| it.input(*variable, *sort));
                machine.put(place, value.map_or(Data::Unknown, Data::Known))
            }
            Some(Instruction::Assume(condition)) => {
                running.next += 1;
                match machine.truth(*condition) {
                    Some(true) => Progress::Unfinished,
                    Some(false) => Progress::Ended,
                    None => Progress::Open,
                }
            }
            Some(Instruction::Call(call)) => {
                running.next += 1;
                if let (Some((primitive, sort)), Some(environment)) = (call.primitive, environment) {
                    return machine.perform(call, primitive, sort, environment);
                }
                if self.stack.len() >= MAX_CALL_DEPTH {
                    return Progress::Open;
                }
                machine.pass(call);
                self.stack.push(Running { procedure: call.callee, block: Procedure::ENTRY, next: 0 });
                Progress::Unfinished
            }
            Some(Instruction::Opaque) => Progress::Open,
            None => {
                block.is_done = true;
                match &block.end {
                    End::Goto(target) => running.go_to(*target),
                    End::Branch(condition, then_block, else_block) => match machine.truth(*condition) {
                        Some(truth) => running.go_to(if truth { *then_block } else { *else_block }),
                        None => Progress::Open,
                    },
                    End::Return => self.return_to_caller(),
                    End::Stop => Progress::Ended,
                    End::Error(check) => Progress::Error(*check),
                    End::Open => Progress::Open,
                }
            }
        }
    }

    fn return_to_caller(&mut self) -> Progress {
        let Some(returned) = self.stack.pop() else { return Progress::Open };
        let Some(running) = self.stack.last() else { return Progress::Ended };
        let block = &self.blocks[running.procedure.0 as usize][running.block.0 as usize];
        let instruction =
            block.as_ref().zip(running.next.checked_sub(1)).map(|(it, at)| &it.instructions[at]);
        let Some(Instruction::Call(call)) = instruction else { return Progress::Open };
        let results: Vec<_> =
            call.results.iter().map(|(_, result)| self.store.content(*result).clone()).collect();
        self.store.depths.leave(returned.procedure);
        for ((target, _), result) in call.results.iter().zip(results) {
            *self.store.content_mut(*target) = result;
        }
        Progress::Unfinished
    }
}

impl Running {
    fn go_to(&mut self, target: BlockId) -> Progress {
        self.block = target;
        self.next = 0;
        Progress::Unfinished
    }
}

#[cfg(test)]
mod tests;
