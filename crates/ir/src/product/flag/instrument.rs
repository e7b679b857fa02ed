//! The program with the flag.

use rustc_hash::FxHashMap;

use crate::check::{Check, CheckId};
use crate::command::{Command, Place, Statement};
use crate::primitive::Primitive;
use crate::program::{
    Block, BlockId, Call, Display, Instruction, ProcId, Procedure, Program, Terminator, Variable,
};
use crate::property::Property;
use crate::sort::Sort;
use crate::source::OriginId;
use crate::term::{Purpose, Symbol, Term};

use super::super::blocks::Blocks;
use super::super::builder::first_free_ghost;
use super::super::sources::made_origin;
use super::change::{Change, Changes, Flagged, Point};
use super::same::{differs, is_open, is_other_nan};

/// The name of the procedure that asks at the end.
const START: &str = "<flag>";

/// What the check is called.
const MESSAGE: &str = "the change makes a difference";

/// The original with changes evaluated beside it.
pub fn flagged(original: &Program, changes: &Changes) -> Flagged {
    let mut program = original.clone();
    program.checks.clear();
    program.memory.accesses.clear();
    let origin = made_origin(&mut program.sources);
    let check =
        Check { property: Property::Assertions, condition: None, origin, message: MESSAGE.to_owned() };
    let check = program.add_check(check);
    let mut n_ghosts = first_free_ghost(original);
    let mut ghost = |program: &mut Program, name: &str, sort: Sort| {
        let symbol = Symbol::generated(Purpose::Ghost(n_ghosts), sort);
        n_ghosts += 1;
        program.declare(symbol, Variable::internal(name, Display::Plain))
    };
    let flag = ghost(&mut program, "flag", Sort::bool());
    let ended = ghost(&mut program, "has ended", Sort::bool());
    program.variables.extend(changes.variables.iter().map(|(symbol, it)| (*symbol, it.clone())));
    let mut by_point: FxHashMap<Point, Vec<&Change>> = FxHashMap::default();
    for (point, change) in &changes.changes {
        by_point.entry(*point).or_default().push(change);
    }
    let writer = Writer { original, by_point, flag, ended, check, origin, changes };
    for (idx, procedure) in original.procedures.iter().enumerate() {
        if procedure.primitive.is_none() {
            program.procedures[idx].blocks = writer.procedure(ProcId(idx as u32), procedure);
        }
    }
    let entry = original.procedure(original.entry);
    let parameters: Vec<Symbol> =
        entry.parameters.iter().map(|it| ghost(&mut program, "argument", it.sort())).collect();
    let results = entry.results.iter().map(|it| ghost(&mut program, "result", it.sort())).collect();
    let start = writer.start(&parameters, results);
    program.entry = ProcId(program.procedures.len() as u32);
    program.procedures.push(start);
    Flagged { program, check }
}

struct Writer<'a> {
    original: &'a Program,
    by_point: FxHashMap<Point, Vec<&'a Change>>,
    flag: Symbol,
    /// Whether the program has called what ends it.
    ended: Symbol,
    check: CheckId,
    origin: OriginId,
    changes: &'a Changes,
}

impl Writer<'_> {
    /// The procedure that begins without the flag, and asks for it behind the entry.
    fn start(&self, parameters: &[Symbol], results: Vec<Symbol>) -> Procedure {
        let mut blocks = Blocks::new(1, self.origin);
        blocks.set(self.flag, Term::bool(false));
        blocks.set(self.ended, Term::bool(false));
        let arguments = parameters.iter().map(|it| (Term::symbol(*it), self.origin)).collect();
        let callee = self.original.entry;
        blocks.push(Instruction::Call(Call { callee, arguments, results, origin: self.origin }));
        blocks.require(Term::symbol(self.flag).not(), self.check);
        blocks.close(Terminator::Return);
        Procedure {
            name: START.to_owned(),
            parameters: Vec::new(),
            results: Vec::new(),
            blocks: blocks.finish(),
            trusted: true,
            primitive: None,
        }
    }

    fn procedure(&self, id: ProcId, procedure: &Procedure) -> Vec<Block> {
        let mut blocks = Blocks::new(procedure.blocks.len(), self.origin);
        for (idx, block) in procedure.blocks.iter().enumerate() {
            let at = |instruction: usize| Point { procedure: id, block: BlockId(idx as u32), instruction };
            blocks.begin(BlockId(idx as u32));
            for (number, instruction) in block.instructions.iter().enumerate() {
                for change in self.by_point.get(&at(number)).into_iter().flatten() {
                    self.evaluate(change, Some(instruction), &block.terminator, &mut blocks);
                }
                blocks.push(instruction.clone());
                if let Instruction::Call(call) = instruction
                    && self.original.procedure(call.callee).primitive.is_some_and(Primitive::ends)
                {
                    blocks.set(self.ended, Term::bool(true));
                }
            }
            for change in self.by_point.get(&at(block.instructions.len())).into_iter().flatten() {
                self.evaluate(change, None, &block.terminator, &mut blocks);
            }
            self.end(&block.terminator, &mut blocks);
        }
        blocks.finish()
    }

    fn end(&self, terminator: &Terminator, blocks: &mut Blocks) {
        match terminator {
            Terminator::Error { .. } => blocks.close(Terminator::Stop),
            Terminator::Stop => {
                // Where `exit` is not seen, each such end may be one.
                let hides = self.original.surroundings.hides_output;
                let is_end = if hides { Term::bool(true) } else { Term::symbol(self.ended) };
                blocks.require(Term::symbol(self.flag).and(is_end).not(), self.check);
                blocks.close(Terminator::Stop);
            }
            terminator => blocks.close(terminator.clone()),
        }
    }

    /// Evaluates a change before an instruction, or before the end of a block.
    fn evaluate(
        &self,
        change: &Change,
        instruction: Option<&Instruction>,
        terminator: &Terminator,
        blocks: &mut Blocks,
    ) {
        if let Change::Inserted(Command::Assign { target, value }) = change
            && self.changes.variables.contains_key(&target.variable)
        {
            self.raise(is_open(*value, None).or(is_open_place(target)), blocks);
            blocks.assign(target.clone(), *value);
            return;
        }
        if let Change::Inserted(command @ Command::Havoc { target }) = change
            && self.changes.variables.contains_key(&target.variable)
        {
            self.raise(is_open_place(target), blocks);
            blocks.command(command.clone(), self.origin);
            return;
        }
        self.raise(self.difference(change, instruction, terminator), blocks);
    }

    fn raise(&self, condition: Term, blocks: &mut Blocks) {
        if condition.as_bool() != Some(false) {
            blocks.set(self.flag, Term::symbol(self.flag).or(condition));
        }
    }

    /// Where a change makes a difference. What does not fit where it stands always does.
    fn difference(
        &self,
        change: &Change,
        instruction: Option<&Instruction>,
        terminator: &Terminator,
    ) -> Term {
        let command = match instruction {
            Some(Instruction::Statement(Statement { command, .. })) => Some(command),
            _ => None,
        };
        match (change, command, instruction) {
            (Change::Value(value), Some(Command::Assign { value: old, .. }), _)
                if value.sort() == old.sort() =>
            {
                differs(*value, *old)
            }
            (Change::Condition(condition), Some(Command::Assume { condition: old }), _) => {
                condition.not().or(is_open(*condition, Some(*old)))
            }
            (Change::Condition(condition), _, None) => match terminator {
                Terminator::Branch { condition: old, .. } => differs(*condition, *old),
                _ => Term::bool(true),
            },
            (Change::Argument(number, value), _, Some(Instruction::Call(call))) => {
                match call.arguments.get(*number) {
                    Some((old, _)) if old.sort() == value.sort() => differs(*value, *old),
                    _ => Term::bool(true),
                }
            }
            (Change::Guard(condition), ..) => condition.or(is_open(*condition, None)),
            (Change::Unguarded(condition), ..) => condition.not(),
            (Change::Inserted(Command::Assign { target, value }), ..) => {
                differs(*value, target.read()).or(is_open_place(target))
            }
            (Change::Inserted(Command::Assume { condition }), ..) => {
                condition.not().or(is_open(*condition, None))
            }
            (Change::Deleted, Some(Command::Assign { target, value }), _) => {
                value.differs(target.read()).or(is_other_nan(*value, target.read()))
            }
            (Change::Deleted, Some(Command::Assume { .. }), _) => Term::bool(false),
            _ => Term::bool(true),
        }
    }
}

fn is_open_place(place: &Place) -> Term {
    Term::any(place.path.iter().map(|it| is_open(*it, None)))
}
