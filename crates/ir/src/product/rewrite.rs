//! The procedures of a version in which events are written down or compared, and ends are those of the version.

use crate::command::{Command, Place, Statement};
use crate::index::IndexSet;
use crate::program::{Block, BlockId, Call, Instruction, Procedure, Terminator};
use crate::sort::Sort;
use crate::source::OriginId;
use crate::term::{Symbol, Term};

use super::blocks::Blocks;
use super::builder::Meaning;
use super::events::{self, Called, Event};
use super::record::Recorder;
use super::version::Copying;

impl Copying<'_, '_> {
    /// A procedure whose events are those of the version.
    pub(super) fn rewritten(&mut self, procedure: &Procedure, name: &str) -> Vec<Block> {
        let mut blocks = Blocks::new(procedure.blocks.len(), self.builder.origin);
        for (idx, block) in procedure.blocks.iter().enumerate() {
            blocks.begin(BlockId(idx as u32));
            for instruction in &block.instructions {
                match instruction {
                    Instruction::Statement(statement) => self.statement(statement, name, &mut blocks),
                    Instruction::Call(call) => self.called(call, name, &mut blocks),
                }
            }
            self.end(&block.terminator, name, &mut blocks);
        }
        blocks.finish()
    }

    fn statement(&mut self, statement: &Statement, name: &str, blocks: &mut Blocks) {
        let origin = self.origin(statement.origin);
        match (&statement.command, self.command(&statement.command)) {
            (Command::Havoc { target }, Command::Havoc { target: copy }) => {
                let event = events::of_havoc(self.program, target.variable, target.read(), statement.origin);
                self.havoc(&event, copy, origin, name, blocks);
            }
            (_, Command::Assume { condition }) if self.number > 0 => {
                let message = format!("{name} assumes something that does not hold");
                self.recorder(name).require(condition, Meaning::Undecided, &message, origin, blocks);
            }
            (_, command) => blocks.command(command, origin),
        }
    }

    /// A cell gets its value by way of a variable: its index may depend on it.
    fn havoc(&mut self, event: &Event, target: Place, origin: OriginId, name: &str, blocks: &mut Blocks) {
        let result = match target.path.is_empty() {
            true => target.variable,
            false => self.builder.ghost("input", target.read().sort()),
        };
        let command = Command::Havoc { target: Place::variable(result) };
        let mut act = |blocks: &mut Blocks| blocks.command(command.clone(), origin);
        self.recorder(name).event(event, &[result], origin, blocks, &mut act);
        if !target.path.is_empty() {
            blocks.assign(target, Term::symbol(result));
        }
    }

    fn called(&mut self, call: &Call, name: &str, blocks: &mut Blocks) {
        let program = self.program;
        let callee = program.procedure(call.callee);
        let copy = self.call(call);
        let origin = copy.origin;
        let Some(primitive) = callee.primitive else {
            blocks.push(Instruction::Call(copy));
            if self.may_end[call.callee.0 as usize] {
                blocks.leave_unless(Term::symbol(self.marks.stopped).not(), Terminator::Return);
            }
            return;
        };
        let arguments: Vec<Term> = copy.arguments.iter().map(|(it, _)| *it).collect();
        let are_pointers: Vec<bool> =
            callee.parameters.iter().map(|it| events::is_pointer(program, *it)).collect();
        let state = || self.state();
        let called = match calls_others(callee) {
            true => Called::Unclear,
            false => events::of_call(primitive, &callee.name, &arguments, &are_pointers, state),
        };
        match called {
            Called::Unclear if self.number == 0 => {
                blocks.set(self.marks.unclear, Term::bool(true));
                blocks.push(Instruction::Call(copy));
            }
            Called::Unclear => {
                let message = format!("{name} does something that cannot be followed");
                self.recorder(name).require(Term::bool(false), Meaning::Undecided, &message, origin, blocks);
            }
            Called::Event(event) => {
                let written = self.written_by(callee);
                let mut results = copy.results.clone();
                results.extend(written.iter().map(|it| self.symbol(*it)));
                let event = event.giving(&copy.results, &written);
                // What ends the program has no results.
                let mut act = |blocks: &mut Blocks| {
                    if !event.ends {
                        blocks.push(Instruction::Call(copy.clone()));
                    }
                };
                self.recorder(name).event(&event, &results, origin, blocks, &mut act);
            }
        }
    }

    /// The variables of the version beside its results that a primitive may write.
    fn written_by(&self, primitive: &Procedure) -> IndexSet<Symbol> {
        let instructions = primitive.blocks.iter().flat_map(|it| &it.instructions);
        let written = instructions.filter_map(|it| match it {
            Instruction::Statement(statement) => Some(statement.command.target()?.variable),
            Instruction::Call(_) => None,
        });
        let is_global = |it: &Symbol| self.program.variables[it].scope.procedure().is_none();
        written.filter(is_global).collect()
    }

    /// All that is not local to an activation: variables of the version, and what they are in the product.
    fn state(&self) -> Vec<(Symbol, Term)> {
        let is_global = |it: &Symbol| self.program.variables[it].scope.procedure().is_none();
        let globals = self.symbols.iter().filter(|(it, _)| is_global(it));
        globals.map(|(symbol, copy)| (*symbol, Term::symbol(*copy))).collect()
    }

    /// The end of an execution that is left out. It must not be one of a changed version.
    pub(super) fn left_out(&mut self, name: &str) -> Terminator {
        if self.number == 0 {
            return Terminator::Stop;
        }
        let message = format!("{name} stops without having ended");
        let check = self.builder.row(Meaning::Undecided, &message, self.builder.origin);
        Terminator::Error { check }
    }

    fn end(&mut self, terminator: &Terminator, name: &str, blocks: &mut Blocks) {
        match terminator {
            Terminator::Stop => {
                if self.has_end {
                    let (stops, is_left_out) = (blocks.reserve(), blocks.reserve());
                    blocks.branch(Term::symbol(self.marks.ended), stops, is_left_out);
                    blocks.begin(stops);
                    blocks.set(self.marks.stopped, Term::bool(true));
                    blocks.close(Terminator::Return);
                    blocks.begin(is_left_out);
                }
                let left_out = self.left_out(name);
                blocks.close(left_out);
            }
            Terminator::Error { .. } if self.number == 0 => blocks.close(Terminator::Stop),
            Terminator::Error { check } => {
                let check = self.program.check(*check);
                let message = format!("{name} fails: {}", check.message);
                let origin = self.origin(check.origin);
                let check = self.builder.row(Meaning::Differs, &message, origin);
                blocks.close(Terminator::Error { check });
            }
            Terminator::Choose(targets) => self.choose(targets, name, blocks),
            terminator => {
                let terminator = self.terminator(terminator);
                blocks.close(terminator);
            }
        }
    }

    /// A choice is an input: first it is made, then it is followed.
    fn choose(&mut self, targets: &[BlockId], name: &str, blocks: &mut Blocks) {
        let origin = self.builder.origin;
        let way = self.builder.ghost("way", Sort::bits(32));
        let n = targets.len();
        let number = |idx: usize| Term::bits(32, idx as u128);
        let mut act = |blocks: &mut Blocks| {
            let ways: Vec<BlockId> = (0..n).map(|_| blocks.reserve()).collect();
            let chosen = blocks.reserve();
            blocks.close(Terminator::Choose(ways.clone()));
            for (idx, block) in ways.into_iter().enumerate() {
                blocks.begin(block);
                blocks.set(way, number(idx));
                blocks.close(Terminator::Goto(chosen));
            }
            blocks.begin(chosen);
        };
        self.recorder(name).event(&events::of_choice(n), &[way], origin, blocks, &mut act);
        let (last, others) = targets.split_last().expect("a choice has a way");
        for (idx, target) in others.iter().enumerate() {
            let next = blocks.reserve();
            blocks.branch(Term::symbol(way).equals(number(idx)), *target, next);
            blocks.begin(next);
        }
        blocks.close(Terminator::Goto(*last));
    }

    fn recorder(&mut self, name: &str) -> Recorder<'_> {
        let (version, name) = (self.number, name.to_owned());
        Recorder { builder: self.builder, version, name, marks: self.marks }
    }
}

/// Whether a procedure has calls. The body of a primitive has none, mostly: what they do would have to be its result.
fn calls_others(procedure: &Procedure) -> bool {
    procedure.calls().next().is_some()
}
