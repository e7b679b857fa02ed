//! Which steps of a trace depend on which condition.
//!
//! A trace is a straight line. To see which branches a step is under, the trace is walked again on the program's
//! control-flow graphs. A branch governs the steps from itself to its immediate postdominator in the same
//! activation, calls included \[1\]; the innermost branch is what a step *directly* depends on \[2\].
//! Of Boogie's nondeterministic choices the `assume` in front of the chosen block is the condition.
//!
//! Edges to errors and to other ends of the execution are left out when postdominators are computed, unless there
//! is no other way: an assertion that holds, or an `exit` that is not reached, does not govern all the rest.
//!
//! Where the walk fails, which happens with traces that are not of the program, every condition governs all later steps.
//!
//! # References
//! - \[1\] Jeanne Ferrante, Karl Ottenstein, Joe Warren: _The program dependence graph and its use in optimization_, TOPLAS 1987.
//! - \[2\] Bin Xin, Xiangyu Zhang: _Efficient online detection of dynamic control dependence_, ISSTA 2007.

use crate::limits::CONTROL_WORK_PER_STEP;
use faultscope_ir::{
    BlockId, Call, Command, Instruction, OriginId, ProcId, Procedure, Program, Term, Terminator, Trace, graph,
};

/// The control dependences of a trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Control {
    /// For each step the condition that it directly depends on.
    parents: Vec<Option<usize>>,
    /// For each step whether others can depend on it.
    is_branch: Vec<bool>,
}

impl Control {
    /// The control dependences of a trace of this program.
    pub(super) fn new(program: &Program, trace: &Trace) -> Control {
        Walk::new(program, trace).run().unwrap_or_else(|| Control::conservative(trace))
    }

    /// Every condition governs all that comes later.
    fn conservative(trace: &Trace) -> Control {
        let is_assume = |step: &faultscope_ir::Step| matches!(*step.command, Command::Assume { .. });
        let mut last = None;
        let mut parents = Vec::with_capacity(trace.len());
        for (step, it) in trace.steps.iter().enumerate() {
            parents.push(last);
            if is_assume(it) {
                last = Some(step);
            }
        }
        Control { parents, is_branch: trace.steps.iter().map(is_assume).collect() }
    }

    /// The condition that a step directly depends on; that one's own conditions are further ones.
    pub(super) fn parent(&self, step: usize) -> Option<usize> {
        self.parents[step]
    }

    /// Whether a step is a branch, or the `assume` that stands for one.
    pub(super) fn is_branch(&self, step: usize) -> bool {
        self.is_branch[step]
    }
}

/// A branch that was taken and not yet joined.
#[derive(Debug, Clone, Copy)]
struct Region {
    /// The number of activations when it was taken.
    level: usize,
    /// Where its ways meet again; none for the end of the activation.
    until: Option<BlockId>,
    /// The step that has its condition; none for a choice whose block has no `assume` in front.
    step: Option<usize>,
    /// What steps in it depend on.
    parent: Option<usize>,
}

#[derive(Debug, Clone, Copy)]
struct Activation {
    procedure: ProcId,
    /// How many activations of the same procedure are below.
    depth: u32,
    block: BlockId,
    next: usize,
}

/// A point of the walk, from which it can be taken up again.
#[derive(Debug, Clone, Default)]
struct Point {
    stack: Vec<Activation>,
    regions: Vec<Region>,
    parents: Vec<Option<usize>>,
    branches: Vec<usize>,
    /// Whether the last jump was a choice and nothing came since.
    has_chosen: bool,
}

/// The trace leads elsewhere.
struct Mismatch;

struct Walk<'a> {
    program: &'a Program,
    trace: &'a Trace,
    post_dominators: Vec<Option<Vec<Option<BlockId>>>>,
    at: Point,
    /// Ways of choices that were not tried yet.
    others: Vec<(Point, BlockId)>,
    work: usize,
}

impl<'a> Walk<'a> {
    fn new(program: &'a Program, trace: &'a Trace) -> Walk<'a> {
        let mut at = Point::default();
        let entry = Activation { procedure: program.entry, depth: 0, block: Procedure::ENTRY, next: 0 };
        at.stack.push(entry);
        let post_dominators = vec![None; program.procedures.len()];
        let work = 10_000 + CONTROL_WORK_PER_STEP * trace.len();
        Walk { program, trace, post_dominators, at, others: Vec::new(), work }
    }

    fn run(mut self) -> Option<Control> {
        loop {
            match self.follow() {
                Ok(true) => break,
                Ok(false) => {}
                Err(Mismatch) => {
                    let (point, block) = self.others.pop()?;
                    self.at = point;
                    self.choose(block);
                }
            }
            self.work = self.work.checked_sub(1)?;
        }
        let mut is_branch = vec![false; self.trace.len()];
        self.at.branches.iter().for_each(|step| is_branch[*step] = true);
        Some(Control { parents: self.at.parents, is_branch })
    }

    /// Goes on by one instruction or jump; whether the walk is at its end.
    fn follow(&mut self) -> Result<bool, Mismatch> {
        let program = self.program;
        let activation = self.at.stack.last_mut().ok_or(Mismatch)?;
        let here = *activation;
        activation.next += 1;
        let block = program.procedure(here.procedure).block(here.block);
        let Some(instruction) = block.instructions.get(here.next) else {
            return self.terminator(here, &block.terminator);
        };
        match instruction {
            Instruction::Statement(statement) => {
                let step = self.consume(statement.origin)?;
                let is_assume = matches!(*self.trace.steps[step].command, Command::Assume { .. });
                if is_assume != matches!(statement.command, Command::Assume { .. }) {
                    return Err(Mismatch);
                }
                if is_assume && self.at.has_chosen {
                    self.at.branches.push(step);
                    let region = self.at.regions.last_mut().expect("a choice has a region");
                    (region.step, region.parent) = (Some(step), Some(step));
                }
                self.at.has_chosen = false;
            }
            Instruction::Call(call) => self.call(call)?,
        }
        Ok(false)
    }

    /// The next step, which has this origin.
    fn consume(&mut self, origin: OriginId) -> Result<usize, Mismatch> {
        let step = self.at.parents.len();
        if self.trace.steps.get(step).is_none_or(|it| it.origin != origin) {
            return Err(Mismatch);
        }
        self.at.parents.push(self.at.regions.last().and_then(|region| region.parent));
        Ok(step)
    }

    fn call(&mut self, call: &Call) -> Result<(), Mismatch> {
        self.at.has_chosen = false;
        let callee = self.program.procedure(call.callee);
        for (_, (_, origin)) in callee.parameters.iter().zip(&call.arguments) {
            self.consume(*origin)?;
        }
        let depth = self.at.stack.iter().filter(|it| it.procedure == call.callee).count() as u32;
        self.at.stack.push(Activation { procedure: call.callee, depth, block: Procedure::ENTRY, next: 0 });
        Ok(())
    }

    fn return_to_caller(&mut self) -> Result<(), Mismatch> {
        self.at.has_chosen = false;
        self.at.stack.pop();
        let level = self.at.stack.len();
        while self.at.regions.last().is_some_and(|region| region.level > level) {
            self.at.regions.pop();
        }
        let caller = self.at.stack.last().ok_or(Mismatch)?;
        let block = self.program.procedure(caller.procedure).block(caller.block);
        let Some(Instruction::Call(call)) = caller.next.checked_sub(1).map(|it| &block.instructions[it])
        else {
            return Err(Mismatch);
        };
        let n_results = call.results.len().min(self.program.procedure(call.callee).results.len());
        for _ in 0..n_results {
            self.consume(call.origin)?;
        }
        Ok(())
    }

    fn terminator(&mut self, here: Activation, terminator: &Terminator) -> Result<bool, Mismatch> {
        match terminator {
            Terminator::Goto(block) => self.jump(*block),
            Terminator::Branch { condition, then_block, else_block, origin } => {
                self.at.has_chosen = false;
                let condition = self.renamed(*condition, here);
                let (holds, step) = match condition.as_bool() {
                    Some(holds) => (holds, None),
                    None => {
                        let step = self.consume(*origin)?;
                        (self.direction(step, condition)?, Some(step))
                    }
                };
                if let Some(step) = step {
                    self.at.branches.push(step);
                    self.open(here, Some(step));
                }
                self.jump(if holds { *then_block } else { *else_block });
            }
            Terminator::Choose(blocks) => {
                self.at.has_chosen = false;
                self.open(here, None);
                let [first, others @ ..] = &blocks[..] else { return Err(Mismatch) };
                for other in others.iter().rev() {
                    self.others.push((self.at.clone(), *other));
                }
                self.choose(*first);
            }
            Terminator::Return => self.return_to_caller()?,
            Terminator::Error { check } => {
                let is_end = self.at.parents.len() == self.trace.len() && *check == self.trace.check;
                return if is_end { Ok(true) } else { Err(Mismatch) };
            }
            Terminator::Stop | Terminator::Unsupported { .. } => return Err(Mismatch),
        }
        Ok(false)
    }

    /// Whether a branch was taken where its condition holds.
    fn direction(&self, step: usize, condition: Term) -> Result<bool, Mismatch> {
        match &*self.trace.steps[step].command {
            Command::Assume { condition: taken } if *taken == condition => Ok(true),
            Command::Assume { condition: taken } if *taken == condition.not() => Ok(false),
            _ => Err(Mismatch),
        }
    }

    /// A term of the program as it is meant in an activation.
    fn renamed(&self, term: Term, activation: Activation) -> Term {
        if activation.depth == 0 {
            return term;
        }
        let variables = &self.program.variables;
        term.rewrite(&mut |symbol| {
            let owner = variables.get(&symbol).and_then(|variable| variable.scope.procedure());
            (owner == Some(activation.procedure)).then(|| Term::symbol(symbol.at_depth(activation.depth)))
        })
    }

    /// Opens the region of a branch at the end of a block.
    fn open(&mut self, here: Activation, step: Option<usize>) {
        let procedure = self.program.procedure(here.procedure);
        let post_dominators =
            self.post_dominators[here.procedure.0 as usize].get_or_insert_with(|| post_dominators(procedure));
        let outer = self.at.regions.last().and_then(|region| region.parent);
        let until = post_dominators[here.block.0 as usize];
        self.at.regions.push(Region { level: self.at.stack.len(), until, step, parent: step.or(outer) });
    }

    fn choose(&mut self, block: BlockId) {
        let n_regions = self.at.regions.len();
        self.jump(block);
        self.at.has_chosen = self.at.regions.len() == n_regions;
    }

    fn jump(&mut self, block: BlockId) {
        let level = self.at.stack.len();
        let ends = |region: &Region| region.level == level && region.until == Some(block);
        while self.at.regions.last().is_some_and(ends) {
            self.at.regions.pop();
            self.at.has_chosen = false;
        }
        if let Some(activation) = self.at.stack.last_mut() {
            (activation.block, activation.next) = (block, 0);
        }
    }
}

/// For each block the first block behind it that every way to the end goes through, if there is one.
fn post_dominators(procedure: &Procedure) -> Vec<Option<BlockId>> {
    let successors = successors(procedure);
    let exit = procedure.blocks.len();
    let nodes = exit + 1;
    let targets = |block: usize| successors.get(block).into_iter().flatten().copied();
    let predecessors = graph::predecessors(nodes, targets);
    let immediate = graph::dominators(nodes, exit, |block: usize| predecessors[block].iter().copied());
    let block = |it: Option<usize>| it.filter(|it| *it != exit).map(|it| BlockId(it as u32));
    immediate.into_iter().take(exit).map(block).collect()
}

/// The edges that count. The number of blocks stands for the exit.
fn successors(procedure: &Procedure) -> Vec<Vec<usize>> {
    let exit = procedure.blocks.len();
    let predecessors = procedure.predecessors();
    let ids = (0..exit as u32).map(BlockId);
    let ends = ids.clone().filter(|id| matches!(procedure.block(*id).terminator, Terminator::Return));
    let returns = graph::reachable(exit, ends, |id| predecessors[id.0 as usize].iter().copied());
    let counting = |id: BlockId| {
        let all: Vec<usize> = procedure.successors(id).map(|it| it.0 as usize).collect();
        match &all[..] {
            [] => vec![exit],
            _ if returns[id.0 as usize] => all.into_iter().filter(|it| returns[*it]).collect(),
            _ => all,
        }
    };
    ids.map(counting).collect()
}
