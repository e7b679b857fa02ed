//! The game of one procedure over few values, solved by going backwards from the errors over all states.

use std::collections::BTreeMap;

use faultscope_ir::eval::eval;
use faultscope_ir::{
    BlockId, Command, Instruction, Program, Sort, SortKind, Symbol, Term, Terminator, Value,
};

use crate::aberrance::mover::Mover;

/// For which executions the fix can play so that they do not come to an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wins {
    /// For all.
    Always,
    /// For all that execute the statement.
    Through,
    /// Not even for these.
    Never,
}

/// A state: a block, how many of its instructions are executed, whether the statement was executed, what variables hold.
type State = (u32, usize, bool, Vec<u128>);

/// Which errors count: all, or those behind the statement.
const ANY: usize = 0;
const THROUGH: usize = 1;

pub(super) struct Exact<'a> {
    program: &'a Program,
    mover: &'a Mover,
    variables: Vec<Symbol>,
}

fn values(sort: Sort) -> u128 {
    match sort.kind() {
        SortKind::Bool => 2,
        SortKind::BitVec(width) => 1 << width,
        _ => panic!("few values"),
    }
}

fn value(sort: Sort, number: u128) -> Value {
    match sort.kind() {
        SortKind::Bool => Value::Bool(number == 1),
        SortKind::BitVec(width) => Value::bits(*width, number),
        _ => panic!("few values"),
    }
}

/// Who chooses among the states that come next.
enum Next {
    Error,
    End,
    Any(Vec<State>),
    Fix(Vec<State>),
}

impl<'a> Exact<'a> {
    pub(super) fn new(program: &'a Program, mover: &'a Mover) -> Exact<'a> {
        Exact { program, mover, variables: program.variables.keys().copied().collect() }
    }

    pub(super) fn solve(&self) -> Wins {
        let starts =
            self.all_values().into_iter().map(|values| (0, 0, false, values)).collect::<Vec<State>>();
        let mut numbers: BTreeMap<State, usize> = BTreeMap::new();
        let mut states: Vec<State> = Vec::new();
        let mut open = starts.clone();
        let mut next: Vec<Option<(bool, Vec<State>)>> = Vec::new();
        let mut loses: Vec<[bool; 2]> = Vec::new();
        while let Some(state) = open.pop() {
            if numbers.contains_key(&state) {
                continue;
            }
            numbers.insert(state.clone(), states.len());
            let (followers, is_error) = match self.next(&state) {
                Next::Error => (None, true),
                Next::End => (None, false),
                Next::Any(all) => (Some((false, all)), false),
                Next::Fix(all) => (Some((true, all)), false),
            };
            open.extend(followers.iter().flat_map(|(_, all)| all.iter().cloned()));
            loses.push([is_error, is_error && state.2]);
            states.push(state);
            next.push(followers);
        }
        for which in [ANY, THROUGH] {
            let mut changes = true;
            while changes {
                changes = false;
                for at in 0..states.len() {
                    let Some((chooses, followers)) = &next[at] else { continue };
                    let is_lost = |it: &State| loses[numbers[it]][which];
                    let now =
                        if *chooses { followers.iter().all(is_lost) } else { followers.iter().any(is_lost) };
                    changes |= now && !loses[at][which];
                    loses[at][which] |= now;
                }
            }
        }
        let [any, through] = [ANY, THROUGH].map(|which| starts.iter().any(|it| loses[numbers[it]][which]));
        match (any, through) {
            (false, _) => Wins::Always,
            (true, false) => Wins::Through,
            (true, true) => Wins::Never,
        }
    }

    fn all_values(&self) -> Vec<Vec<u128>> {
        self.variables.iter().fold(vec![Vec::new()], |all, variable| {
            let with = |known: &Vec<u128>| {
                let known = known.clone();
                (0..values(variable.sort())).map(move |it| [known.clone(), vec![it]].concat())
            };
            all.iter().flat_map(with).collect()
        })
    }

    fn eval(&self, term: Term, state: &State) -> Value {
        let known = |symbol: Symbol| {
            let at = self.variables.iter().position(|it| *it == symbol)?;
            Some(value(symbol.sort(), state.3[at]))
        };
        eval(term, &mut { known }).expect("all variables have values")
    }

    fn with(&self, state: &State, variable: Symbol, number: u128) -> State {
        let mut after = state.clone();
        let at = self.variables.iter().position(|it| *it == variable).expect("a variable");
        after.3[at] = number;
        after.1 += 1;
        after
    }

    fn next(&self, state: &State) -> Next {
        let block = self.program.procedures[self.program.entry.0 as usize].block(BlockId(state.0));
        let Some(instruction) = block.instructions.get(state.1) else {
            return self.end(state, &block.terminator);
        };
        let Instruction::Statement(statement) = instruction else { panic!("one procedure") };
        let any = |state: &State, variable: Symbol| {
            (0..values(variable.sort())).map(|it| self.with(state, variable, it)).collect()
        };
        match (&statement.command, statement.command.target()) {
            (_, Some(target)) if self.is_here(statement.origin) => {
                let through = (state.0, state.1, true, state.3.clone());
                Next::Fix(any(&through, target.variable))
            }
            (Command::Assign { value, .. }, Some(target)) => {
                let number = match self.eval(*value, state) {
                    Value::Bool(truth) => u128::from(truth),
                    value => value.as_unsigned().expect("a word"),
                };
                Next::Any(vec![self.with(state, target.variable, number)])
            }
            (Command::Assume { condition }, _) => match self.eval(*condition, state) {
                Value::Bool(true) => Next::Any(vec![(state.0, state.1 + 1, state.2, state.3.clone())]),
                _ => Next::End,
            },
            (_, Some(target)) => Next::Any(any(state, target.variable)),
            (_, None) => panic!("what assigns has a target"),
        }
    }

    fn is_here(&self, origin: faultscope_ir::OriginId) -> bool {
        let origin = self.program.sources.origin(origin);
        match self.mover {
            Mover::Statement { statement, .. } => statement.has(origin),
            Mover::Branch { span } => {
                origin.kind == faultscope_ir::OriginKind::Condition && origin.span == *span
            }
        }
    }

    fn end(&self, state: &State, terminator: &Terminator) -> Next {
        let to = |block: BlockId, through: bool| (block.0, 0, through, state.3.clone());
        match terminator {
            Terminator::Error { .. } => Next::Error,
            Terminator::Goto(block) => Next::Any(vec![to(*block, state.2)]),
            Terminator::Choose(blocks) => Next::Any(blocks.iter().map(|it| to(*it, state.2)).collect()),
            Terminator::Branch { condition, then_block, else_block, origin } => {
                if matches!(self.mover, Mover::Branch { .. }) && self.is_here(*origin) {
                    return Next::Fix([*then_block, *else_block].map(|it| to(it, true)).into());
                }
                let then = self.eval(*condition, state) == Value::Bool(true);
                Next::Any(vec![to(if then { *then_block } else { *else_block }, state.2)])
            }
            _ => Next::End,
        }
    }
}
