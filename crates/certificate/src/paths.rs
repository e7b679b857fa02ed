//! The paths of a program, one command at a time.
//!
//! Calls are walked into: where a path is, is a position in a procedure and the calls that are open. Arguments and
//! results are assigned as if by commands of their own, and the variables of a procedure that is active already are
//! those of [`Symbol::at_depth`]. The graph is finite because the call of a procedure that is active too often is an
//! exit; points from which no exit can be reached are left out of it.

use faultscope_ir::index::IndexSet;
use faultscope_ir::term::Rewriting;
use faultscope_ir::{
    BlockId, Call, Command, Instruction, Place, ProcId, Procedure, Program, Statement, Symbol, Term,
    Terminator,
};
use faultscope_solver::{Limits, StopReason};
use rustc_hash::FxHashMap;

use crate::certificate::Exit;

/// A point of the program: an index into [`Paths`].
pub(crate) type Point = usize;

/// What happens between two points.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Action {
    /// Nothing.
    Silent,
    /// A command, or a branch condition as an assumption.
    Statement(Statement),
    /// The block of this index is chosen.
    Choice(usize),
}

/// The points of a program that lie on paths from its entry to an exit.
///
/// A point has one edge, or one for each side of a branch or each block of a choice; no two of them have the same action,
/// and none of several is silent.
pub(crate) struct Paths {
    /// Where every path starts; none where none leads to an exit.
    entry: Option<Point>,
    edges: Vec<Vec<(Action, Point)>>,
    exits: Vec<Option<Exit>>,
}

impl Paths {
    /// Walks through a program.
    ///
    /// # Errors
    /// If a limit is exceeded.
    pub(crate) fn new(program: &Program, max_recursion: u32, limits: &Limits) -> Result<Paths, StopReason> {
        let mut walk = Walk {
            program,
            max_recursion,
            calls: vec![Activation { procedure: program.entry, depth: 0, returns: None }],
            activations: FxHashMap::default(),
            renaming: FxHashMap::default(),
        };
        let entry = Position { activation: 0, block: Procedure::ENTRY, at: At::Instruction(0) };
        let mut positions: IndexSet<Position> = IndexSet::default();
        positions.insert(entry);
        let (mut edges, mut exits) = (Vec::new(), Vec::new());
        while let Some(position) = positions.get_index(edges.len()).copied() {
            if edges.len().is_multiple_of(4096)
                && let Some(reason) = limits.exceeded()
            {
                return Err(reason);
            }
            let (next, exit) = match walk.next(position) {
                Next::Steps(next) => (next, None),
                Next::Exit(exit) => (Vec::new(), Some(exit)),
            };
            let number = |(action, position)| (action, positions.insert_full(position).0);
            edges.push(next.into_iter().map(number).collect());
            exits.push(exit);
        }
        let live = leads_to_exit(&edges, &exits);
        for edges in &mut edges {
            edges.retain(|(_, target): &(Action, Point)| live[*target]);
        }
        Ok(Paths { entry: live[0].then_some(0), edges, exits })
    }

    /// Where every path starts; none where none leads to an exit.
    pub(crate) fn entry(&self) -> Option<Point> {
        self.entry.map(|entry| self.settled(entry))
    }

    /// What happens next, and to which point it leads.
    pub(crate) fn next(&self, point: Point) -> impl Iterator<Item = (&Action, Point)> {
        self.edges[point].iter().map(|(action, target)| (action, self.settled(*target)))
    }

    /// The exit that a point is.
    pub(crate) fn exit(&self, point: Point) -> Option<&Exit> {
        self.exits[point].as_ref()
    }

    /// The first point from here on at which something happens. Silent edges form no circle: no exit could be reached
    /// from it.
    fn settled(&self, mut point: Point) -> Point {
        while let [(Action::Silent, target)] = self.edges[point][..] {
            point = target;
        }
        point
    }
}

/// For each point whether it can lead to an exit.
fn leads_to_exit(edges: &[Vec<(Action, Point)>], exits: &[Option<Exit>]) -> Vec<bool> {
    let mut sources = vec![Vec::new(); edges.len()];
    for (source, edges) in edges.iter().enumerate() {
        for (_, target) in edges {
            sources[*target].push(source);
        }
    }
    let mut live = vec![false; edges.len()];
    let mut open: Vec<Point> = (0..exits.len()).filter(|point| exits[*point].is_some()).collect();
    while let Some(point) = open.pop() {
        if !std::mem::replace(&mut live[point], true) {
            open.extend(&sources[point]);
        }
    }
    live
}

/// A procedure that is being executed.
#[derive(Clone, Copy)]
struct Activation {
    procedure: ProcId,
    /// How many activations of the same procedure are open below.
    depth: u32,
    /// The call that it returns to; none for the entry.
    returns: Option<Position>,
}

/// Where a path is.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Position {
    /// The index of the activation.
    activation: usize,
    block: BlockId,
    at: At,
}

/// Where in a block a path is.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum At {
    /// Before the instruction of this index, or the terminator behind the last one.
    Instruction(usize),
    /// In a call, before the argument of this index is assigned.
    Argument { instruction: usize, argument: usize },
    /// Back from a call, before the result of this index is assigned.
    Result { instruction: usize, result: usize },
}

/// What comes next.
enum Next {
    Steps(Vec<(Action, Position)>),
    Exit(Exit),
}

impl Next {
    fn step(action: Action, position: Position) -> Next {
        Next::Steps(vec![(action, position)])
    }
}

struct Walk<'a> {
    program: &'a Program,
    max_recursion: u32,
    calls: Vec<Activation>,
    /// The activation that a call leads to.
    activations: FxHashMap<Position, usize>,
    /// What terms are in activations of a procedure that is active so many times already.
    renaming: FxHashMap<(ProcId, u32), Rewriting>,
}

impl Walk<'_> {
    fn next(&mut self, position: Position) -> Next {
        let program = self.program;
        let Activation { procedure, .. } = self.calls[position.activation];
        let block = program.procedure(procedure).block(position.block);
        match position.at {
            At::Instruction(idx) => match block.instructions.get(idx) {
                Some(Instruction::Statement(statement)) => {
                    let after = Position { at: At::Instruction(idx + 1), ..position };
                    Next::step(Action::Statement(self.statement(position.activation, statement)), after)
                }
                Some(Instruction::Call(_)) => {
                    let at = At::Argument { instruction: idx, argument: 0 };
                    Next::step(Action::Silent, Position { at, ..position })
                }
                None => self.terminator(position, &block.terminator),
            },
            At::Argument { instruction, argument } => match &block.instructions[instruction] {
                Instruction::Call(call) => self.argument(position, call, argument),
                Instruction::Statement(_) => Next::Steps(Vec::new()),
            },
            At::Result { instruction, result } => match &block.instructions[instruction] {
                Instruction::Call(call) => self.result(position, instruction, call, result),
                Instruction::Statement(_) => Next::Steps(Vec::new()),
            },
        }
    }

    /// Assigns an argument, or enters the procedure behind the last one.
    fn argument(&mut self, position: Position, call: &Call, argument: usize) -> Next {
        let At::Argument { instruction, .. } = position.at else { return Next::Steps(Vec::new()) };
        let depth = self.n_active(position.activation, call.callee);
        let parameters = &self.program.procedure(call.callee).parameters;
        if let (Some(parameter), Some((value, origin))) =
            (parameters.get(argument), call.arguments.get(argument))
        {
            let target = Place::variable(self.symbol(call.callee, depth, *parameter));
            let command = Command::Assign { target, value: self.term(position.activation, *value) };
            let at = At::Argument { instruction, argument: argument + 1 };
            let statement = Statement { command, origin: *origin };
            return Next::step(Action::Statement(statement), Position { at, ..position });
        }
        if depth >= self.max_recursion {
            return Next::Exit(Exit::Recursion);
        }
        let returns = Position { at: At::Result { instruction, result: 0 }, ..position };
        let activation = *self.activations.entry(returns).or_insert_with(|| {
            self.calls.push(Activation { procedure: call.callee, depth, returns: Some(returns) });
            self.calls.len() - 1
        });
        let entry = Position { activation, block: Procedure::ENTRY, at: At::Instruction(0) };
        Next::step(Action::Silent, entry)
    }

    /// Assigns a result, or goes on behind the call after the last one.
    fn result(&mut self, position: Position, instruction: usize, call: &Call, result: usize) -> Next {
        let results = &self.program.procedure(call.callee).results;
        let (Some(target), Some(value)) = (call.results.get(result), results.get(result)) else {
            let after = Position { at: At::Instruction(instruction + 1), ..position };
            return Next::step(Action::Silent, after);
        };
        let Activation { procedure, depth, .. } = self.calls[position.activation];
        let target = Place::variable(self.symbol(procedure, depth, *target));
        let depth = self.n_active(position.activation, call.callee);
        let value = Term::symbol(self.symbol(call.callee, depth, *value));
        let statement = Statement { command: Command::Assign { target, value }, origin: call.origin };
        let at = At::Result { instruction, result: result + 1 };
        Next::step(Action::Statement(statement), Position { at, ..position })
    }

    fn terminator(&mut self, position: Position, terminator: &Terminator) -> Next {
        let to = |block| Position { block, at: At::Instruction(0), ..position };
        match terminator {
            Terminator::Goto(target) => Next::step(Action::Silent, to(*target)),
            Terminator::Branch { condition, then_block, else_block, origin } => {
                let condition = self.term(position.activation, *condition);
                match condition.as_bool() {
                    Some(true) => Next::step(Action::Silent, to(*then_block)),
                    Some(false) => Next::step(Action::Silent, to(*else_block)),
                    None => {
                        let assume = |condition| {
                            let command = Command::Assume { condition };
                            Action::Statement(Statement { command, origin: *origin })
                        };
                        let sides = [
                            (assume(condition), to(*then_block)),
                            (assume(condition.not()), to(*else_block)),
                        ];
                        Next::Steps(sides.into())
                    }
                }
            }
            Terminator::Choose(targets) => {
                let choice = |(idx, target): (usize, &BlockId)| (Action::Choice(idx), to(*target));
                Next::Steps(targets.iter().enumerate().map(choice).collect())
            }
            Terminator::Return => {
                let returns = self.calls[position.activation].returns;
                Next::Steps(returns.into_iter().map(|after| (Action::Silent, after)).collect())
            }
            Terminator::Stop => Next::Steps(Vec::new()),
            Terminator::Error { check } => Next::Exit(Exit::Error { check: *check }),
            Terminator::Unsupported { message, origin } => {
                Next::Exit(Exit::Unsupported { message: message.clone(), origin: *origin })
            }
        }
    }

    /// How many activations of a procedure are open, from this one down.
    fn n_active(&self, activation: usize, procedure: ProcId) -> u32 {
        let mut n_active = 0;
        let mut at = Some(activation);
        while let Some(activation) = at.map(|at| self.calls[at]) {
            n_active += u32::from(activation.procedure == procedure);
            at = activation.returns.map(|position| position.activation);
        }
        n_active
    }

    fn statement(&mut self, activation: usize, statement: &Statement) -> Statement {
        let command = match &statement.command {
            Command::Assign { target, value } => Command::Assign {
                target: self.place(activation, target),
                value: self.term(activation, *value),
            },
            Command::Havoc { target } => Command::Havoc { target: self.place(activation, target) },
            Command::Assume { condition } => Command::Assume { condition: self.term(activation, *condition) },
        };
        Statement { command, origin: statement.origin }
    }

    fn place(&mut self, activation: usize, place: &Place) -> Place {
        let Activation { procedure, depth, .. } = self.calls[activation];
        Place {
            variable: self.symbol(procedure, depth, place.variable),
            path: place.path.iter().map(|index| self.term(activation, *index)).collect(),
        }
    }

    fn term(&mut self, activation: usize, term: Term) -> Term {
        let Activation { procedure, depth, .. } = self.calls[activation];
        if depth == 0 {
            return term;
        }
        let program = self.program;
        let rewriting = self.renaming.entry((procedure, depth)).or_default();
        rewriting
            .rewrite(term, &mut |symbol| Some(Term::symbol(in_activation(program, procedure, depth, symbol))))
    }

    fn symbol(&self, procedure: ProcId, depth: u32, symbol: Symbol) -> Symbol {
        in_activation(self.program, procedure, depth, symbol)
    }
}

/// The variable that a symbol of the program is in an activation of a procedure.
fn in_activation(program: &Program, procedure: ProcId, depth: u32, symbol: Symbol) -> Symbol {
    let owner = program.variables.get(&symbol).and_then(|variable| variable.scope.procedure());
    if owner == Some(procedure) { symbol.at_depth(depth) } else { symbol }
}
