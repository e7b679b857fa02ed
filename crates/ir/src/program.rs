//! Programs: procedures, their control-flow graphs, and what the front end had to assume.

use crate::index::IndexMap;

use crate::assumption::{Assumption, AssumptionKind};
use crate::check::{Check, CheckId};
use crate::command::Statement;
use crate::object::{MemoryFacts, MemoryObject};
use crate::primitive::Primitive;
use crate::sort::Sort;
use crate::source::{OriginId, SourceMap};
use crate::surroundings::Surroundings;
use crate::term::{Symbol, Term};

/// Names a procedure of a [`Program`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProcId(pub u32);

/// Names a block of a [`Procedure`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlockId(pub u32);

/// The language a program was written in; terms print in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Language {
    /// C.
    C,
    /// Boogie.
    Boogie,
}

impl Language {
    /// The name in documents, stable.
    pub const fn name(self) -> &'static str {
        match self {
            Language::C => "c",
            Language::Boogie => "boogie",
        }
    }
}

/// A program. Symbols are unique in it: a local of one procedure is never a local of another.
#[derive(Debug, Clone)]
pub struct Program {
    /// The language.
    pub language: Language,
    /// Files and origins.
    pub sources: SourceMap,
    /// Every variable: globals, parameters, results, locals, memory.
    pub variables: IndexMap<Symbol, Variable>,
    /// The procedures.
    pub procedures: Vec<Procedure>,
    /// Where execution starts. Globals are initialized by commands of this procedure (a front end makes a
    /// wrapper that initializes them and calls the user's entry).
    pub entry: ProcId,
    /// Closed facts about constants that hold in every state (Boogie axioms).
    pub axioms: Vec<Term>,
    /// What is checked. Error locations name their rows.
    pub checks: Vec<Check>,
    /// What the front end took for granted, each choice at every statement that rests on it.
    pub assumptions: Vec<Assumption>,
    /// The objects with a fixed address, by ascending base. Other addresses are null, functions, the heap.
    pub objects: Vec<MemoryObject>,
    /// What checks on memory are about.
    pub memory: MemoryFacts,
    /// Where inputs come from, and whether the commands show all output.
    pub surroundings: Surroundings,
}

impl Program {
    /// The variable of a symbol or of the activation's copy of it, and how deep that is.
    pub fn declared(&self, symbol: Symbol) -> Option<(u32, &Variable)> {
        let (symbol, depth) = symbol.activation();
        Some((depth, self.variables.get(&symbol)?))
    }

    /// Whether another program executes the same commands from the same start: what was proved of one holds of the other,
    /// wherever they stand in the source.
    pub fn executes_like(&self, other: &Program) -> bool {
        self.entry == other.entry && self.axioms == other.axioms && self.procedures == other.procedures
    }

    /// The procedure that a variable belongs to; none where it is global.
    pub fn owner(&self, symbol: Symbol) -> Option<ProcId> {
        self.variables.get(&symbol).and_then(|variable| variable.scope.procedure())
    }

    /// How the values of a variable, or of an array variable's cells, print.
    pub fn display(&self, variable: Symbol) -> Display {
        self.declared(variable).map_or(Display::Plain, |(_, it)| it.display)
    }

    /// The procedure of an id of this program.
    pub fn procedure(&self, id: ProcId) -> &Procedure {
        &self.procedures[id.0 as usize]
    }

    /// The check of an id of this program.
    pub fn check(&self, id: CheckId) -> &Check {
        &self.checks[id.0 as usize]
    }

    /// Adds a row to the table of checks.
    pub fn add_check(&mut self, check: Check) -> CheckId {
        self.checks.push(check);
        CheckId(self.checks.len() as u32 - 1)
    }

    /// Whether anything was taken for granted of this kind.
    pub fn rests_on(&self, kind: AssumptionKind) -> bool {
        self.assumptions.iter().any(|it| it.kind == kind)
    }

    /// The ids of all checks.
    pub fn check_ids(&self) -> impl Iterator<Item = CheckId> + use<> {
        (0..self.checks.len() as u32).map(CheckId)
    }
}

/// How a variable is known to the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variable {
    /// The name in the source. For memory and temporaries a name of the translation's.
    pub name: String,
    /// Where it lives.
    pub scope: Scope,
    /// How its values print: `-1` or `4294967295`, `'a'`, a pointer.
    pub display: Display,
    /// For an array variable that is an array of the source: its number of cells, whose indices run from 0.
    pub length: Option<u64>,
    /// For a bit-field its number of bits; it holds numbers of so many only.
    pub bits: Option<u32>,
}

/// Where a variable lives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scope {
    /// Everywhere.
    Global,
    /// In one activation of a procedure: parameters, results and locals. In a recursive activation it is
    /// another variable; see [`Symbol::at_depth`].
    Local(ProcId),
    /// Made by the translation, global.
    Internal,
    /// Made by the translation, local to an activation.
    Temporary(ProcId),
}

impl Scope {
    /// The procedure whose activation the variable lives in.
    pub fn procedure(self) -> Option<ProcId> {
        match self {
            Scope::Local(procedure) | Scope::Temporary(procedure) => Some(procedure),
            Scope::Global | Scope::Internal => None,
        }
    }
}

/// How values of a variable (for memory: of its cells) print.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Display {
    /// By the sort alone: Boogie's values, floating point.
    Plain,
    /// Two's complement.
    Signed,
    /// Unsigned.
    Unsigned,
    /// A C `_Bool`.
    Boolean,
    /// A character, quoted where printable.
    Character,
    /// An address.
    Pointer,
    /// Not at all: the variable is a shadow, which says whether nobody wrote another one. It changes with that one, in
    /// commands of the same origins.
    Shadow,
}

/// A procedure and its control-flow graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Procedure {
    /// The name, as the user knows it.
    pub name: String,
    /// Assigned by calls, in order.
    pub parameters: Vec<Symbol>,
    /// Read by calls when the procedure has returned, in order.
    pub results: Vec<Symbol>,
    /// The blocks; the first is where the procedure starts.
    pub blocks: Vec<Block>,
    /// Whether the user trusts the whole procedure.
    pub trusted: bool,
    /// What the environment is asked for instead, in an execution that has one.
    pub primitive: Option<Primitive>,
}

impl Procedure {
    /// Where every procedure starts.
    pub const ENTRY: BlockId = BlockId(0);

    /// The block of an id of this procedure.
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.0 as usize]
    }

    /// The blocks that may come after a block.
    pub fn successors(&self, id: BlockId) -> impl DoubleEndedIterator<Item = BlockId> + Clone + use<'_> {
        self.block(id).terminator.successors()
    }

    /// The instructions of all blocks, in the order of the blocks.
    pub fn instructions(&self) -> impl Iterator<Item = &Instruction> {
        self.blocks.iter().flat_map(|block| &block.instructions)
    }

    /// The calls of all blocks, in the order of the blocks.
    pub fn calls(&self) -> impl Iterator<Item = &Call> {
        self.instructions().filter_map(Instruction::as_call)
    }
}

/// Straight-line instructions and what comes after them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// The instructions.
    pub instructions: Vec<Instruction>,
    /// Where control goes.
    pub terminator: Terminator,
}

/// A step inside a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Instruction {
    /// A guarded command.
    Statement(Statement),
    /// A call.
    Call(Call),
}

impl Instruction {
    /// Where the instruction comes from.
    pub fn origin(&self) -> OriginId {
        match self {
            Instruction::Statement(statement) => statement.origin,
            Instruction::Call(call) => call.origin,
        }
    }

    /// The call that the instruction is.
    pub fn as_call(&self) -> Option<&Call> {
        match self {
            Instruction::Call(call) => Some(call),
            Instruction::Statement(_) => None,
        }
    }

    /// The statement that the instruction is.
    pub fn as_statement(&self) -> Option<&Statement> {
        match self {
            Instruction::Statement(statement) => Some(statement),
            Instruction::Call(_) => None,
        }
    }
}

/// A call of a procedure of the program. It assigns the parameters, runs the callee, and assigns the
/// callee's results to `results`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// The procedure.
    pub callee: ProcId,
    /// One value and origin (kind [`Argument`](crate::OriginKind::Argument)) per parameter.
    pub arguments: Vec<(Term, OriginId)>,
    /// One variable per result; the command `variable := result` has the call's origin.
    pub results: Vec<Symbol>,
    /// Where the call stands. Its kind is [`Lowering`](crate::OriginKind::Lowering) where the results are
    /// temporaries.
    pub origin: OriginId,
}

/// The end of a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Terminator {
    /// On to a block.
    Goto(BlockId),
    /// By a condition.
    Branch {
        /// The condition, a Boolean term.
        condition: Term,
        /// Where it holds.
        then_block: BlockId,
        /// Where it does not.
        else_block: BlockId,
        /// The condition's origin, of kind `Condition`, `Assertion` or `Lowering`.
        origin: OriginId,
    },
    /// To any of the blocks (Boogie's `goto` and `*`). The choice is an input. Never empty.
    Choose(Vec<BlockId>),
    /// Back to the caller; from the entry procedure the program's normal end.
    Return,
    /// The end of the execution without error: `exit`, `abort`, a false assumption.
    Stop,
    /// The error location: a violated property.
    Error {
        /// What is violated.
        check: CheckId,
    },
    /// A construct that could not be translated; reaching it ends the analysis of this path.
    Unsupported {
        /// What it is, for the user.
        message: String,
        /// Where.
        origin: OriginId,
    },
}

impl Terminator {
    /// The blocks that may come next in the procedure.
    pub fn successors(&self) -> impl DoubleEndedIterator<Item = BlockId> + Clone + use<'_> {
        let (few, many): ([Option<BlockId>; 2], &[BlockId]) = match self {
            Terminator::Goto(block) => ([Some(*block), None], &[]),
            Terminator::Branch { then_block, else_block, .. } => {
                ([Some(*then_block), Some(*else_block)], &[])
            }
            Terminator::Choose(blocks) => ([None; 2], blocks),
            Terminator::Return
            | Terminator::Stop
            | Terminator::Error { .. }
            | Terminator::Unsupported { .. } => ([None; 2], &[]),
        };
        few.into_iter().flatten().chain(many.iter().copied())
    }

    /// Whether control may go to a block.
    pub fn leads_to(&self, block: BlockId) -> bool {
        self.successors().any(|it| it == block)
    }
}

/// Declares variables of a program. Several may have one name; their symbols differ in their number.
#[derive(Debug, Default)]
pub struct VariableTable {
    variables: IndexMap<Symbol, Variable>,
    /// How many variables have a name.
    declared: rustc_hash::FxHashMap<String, u32>,
}

impl VariableTable {
    /// Declares a variable; `name` is what the user calls it.
    pub fn declare(&mut self, name: &str, sort: Sort, scope: Scope, display: Display) -> Symbol {
        let number = self.declared.entry(name.to_owned()).or_default();
        let symbol = Symbol::numbered(name, *number, sort);
        *number += 1;
        self.variables
            .insert(symbol, Variable { name: name.to_owned(), scope, display, length: None, bits: None });
        symbol
    }

    /// What is known of a declared variable, to be changed.
    pub fn get_mut(&mut self, symbol: Symbol) -> Option<&mut Variable> {
        self.variables.get_mut(&symbol)
    }

    /// What is known of a declared variable.
    pub fn get(&self, symbol: Symbol) -> Option<&Variable> {
        self.variables.get(&symbol)
    }

    /// The variables in the order of their declaration.
    pub fn iter(&self) -> impl Iterator<Item = (&Symbol, &Variable)> {
        self.variables.iter()
    }

    /// All variables in the order of their declaration.
    pub fn into_variables(self) -> IndexMap<Symbol, Variable> {
        self.variables
    }
}
