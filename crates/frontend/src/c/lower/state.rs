//! What is known while a program is lowered: where variables live, the procedures so far, and the one being built.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use faultscope_ir::index::{IndexMap, IndexSet};
use faultscope_ir::program::VariableTable;
use faultscope_ir::{
    Access, Assumption, AssumptionKind, BlockId, Check, CheckId, Instruction, OriginId, ProcId, Procedure,
    Symbol, Term, Terminator, Value,
};
use rustc_hash::FxHashMap;

use super::jumps::Jumps;
use super::scopes::{ScopeKey, Scopes};
use super::tables::{Objects, Registers};
use crate::c::CConfig;
use crate::c::definedness::Unwritten;
use crate::c::hir::logic::{State, Variable};
use crate::c::hir::{self, CallSite, Expr, FuncId, VarId};
use crate::c::points_to::{Cell, PointsTo, Region};
use crate::c::source::{Loc, Sources};
use crate::c::types::{Type, Types};

/// Kind, place in the text, assigned place and function of an origin.
pub(super) type OriginKey = (faultscope_ir::OriginKind, Loc, Option<String>, String);

/// The symbols through which a function is called.
#[derive(Clone)]
pub(super) struct Signature {
    /// For each parameter the symbols of its scalars.
    pub(super) parameters: Vec<Vec<Symbol>>,
    pub(super) results: Vec<Symbol>,
}

pub(super) struct Lowerer<'a> {
    pub(super) types: &'a Types,
    pub(super) program: &'a hir::Program,
    pub(super) sources: &'a mut Sources,
    pub(super) config: &'a CConfig,
    pub(super) points_to: PointsTo<'a>,
    pub(super) variables: VariableTable,
    pub(super) homes: IndexMap<VarId, Home>,
    pub(super) memory: IndexMap<(Region, Cell), Memory>,
    pub(super) objects: Objects,
    /// The objects of functions whose address is taken.
    pub(super) function_objects: IndexMap<FuncId, u32>,
    /// Functions in the order in which they were called first; those without a procedure yet wait.
    pub(super) functions: IndexMap<FuncId, ProcId>,
    pub(super) signatures: IndexMap<FuncId, Signature>,
    /// The procedures that do what the contracts of functions allow.
    pub(super) contract_procedures: IndexMap<FuncId, ProcId>,
    /// The procedures that stand for undefined functions, by the sorts of their arguments.
    pub(super) outside_procedures: IndexMap<(FuncId, Vec<faultscope_ir::Sort>), ProcId>,
    pub(super) procedures: Vec<Procedure>,
    /// Whether the last function that could have, ended without a value.
    pub(super) lacks_value: Option<Symbol>,
    /// String literals that have an address.
    pub(super) literals: IndexSet<VarId>,
    /// Regions of which more memory than is known by type may hold anything at the start.
    pub(super) arbitrary_regions: IndexSet<Region>,
    /// What leaves values unwritten, and where values are used.
    pub(super) unwritten: Unwritten,
    /// For functions whose variables nested ones use, the variable that says whether it runs.
    pub(super) running: IndexMap<FuncId, Symbol>,
    /// What says whether a jump out of functions is under way, and where to.
    pub(super) registers: Option<Registers>,
    /// For functions with labels that nested ones jump to, the variable that holds the number of the last activation.
    pub(super) last_activations: IndexMap<FuncId, Symbol>,
    /// Where functions that nobody knows may write into regions.
    pub(super) settled: Vec<(Symbol, Region)>,
    /// What functions of which nothing is known may have written, by the variable whose truth stands for the call.
    pub(super) overwritten: IndexMap<Symbol, IndexSet<Region>>,
    pub(super) checks: Vec<Check>,
    /// What checks on memory are about.
    pub(super) accesses: IndexMap<CheckId, Access>,
    /// The checks of what a call of a library function is given.
    pub(super) library_calls: IndexSet<CheckId>,
    /// Of arrays that are made at run time the size of an element, by where they are made.
    pub(super) element_sizes: IndexMap<OriginId, u64>,
    pub(super) assumptions: IndexSet<Assumption>,
    pub(super) origins: IndexMap<OriginKey, OriginId>,
    /// The origins of commands that choose or bound values which the library fixes, by those that such commands have elsewhere.
    pub(super) left_open: IndexMap<OriginId, OriginId>,
    /// The functions outside of the program whose results commands give, by the origins of these.
    pub(super) input_functions: IndexMap<OriginId, String>,
    /// Whether the program does something that is seen from outside, and that no command shows.
    pub(super) hides_output: bool,
    /// Whether the random numbers of the program are fixed.
    pub(super) has_fixed_seed: OnceCell<bool>,
    /// How many calls may leave a character of a stream behind that the next one begins with.
    pub(super) n_reading_ahead: OnceCell<usize>,
    /// Whether it reads from its input in several ways.
    pub(super) reads_twice: OnceCell<bool>,
    /// What says which character may not come next there.
    pub(super) stopped: Option<Symbol>,
    /// How many characters a text from outside has at most, once somebody has asked.
    pub(super) longest_text: OnceCell<u64>,
    pub(super) body: Body,
    pub(super) logic: Logic,
}

/// A moment during lowering.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark {
    pub(super) block: usize,
    pub(super) instruction: usize,
    pub(super) effects: usize,
}

/// A block whose end may not be known yet.
#[derive(Default)]
pub(super) struct OpenBlock {
    pub instructions: Vec<Instruction>,
    pub terminator: Option<Terminator>,
}

/// What a switch has collected.
pub(super) struct Switch {
    /// Lowest and highest value, and where they lead.
    pub cases: Vec<(i128, i128, BlockId)>,
    pub default: Option<BlockId>,
    /// The number of scopes around it.
    pub depth: usize,
}

/// Where `break` or `continue` leads, and the number of scopes that are open there.
#[derive(Debug, Clone, Copy)]
pub(super) struct Exit {
    pub block: BlockId,
    pub depth: usize,
}

/// Where execution goes on behind `setjmp`.
#[derive(Debug, Clone)]
pub(super) struct Landing {
    pub block: BlockId,
    /// The scopes that are open there.
    pub scopes: Vec<ScopeKey>,
    /// What holds what `setjmp` gives, and the command that takes it.
    pub result: Option<(Symbol, OriginId)>,
}

/// Where a jump out of functions gets to on its way.
#[derive(Debug, Clone)]
pub(super) struct Departure {
    pub block: BlockId,
    /// The scopes that are open there.
    pub scopes: Vec<ScopeKey>,
    pub loc: Loc,
}

/// A choice at a point of the procedure that is being built: what comes there rests on it.
#[derive(Debug, Clone)]
pub(super) struct Noted {
    pub block: usize,
    pub instruction: usize,
    pub kind: AssumptionKind,
    pub subject: Option<String>,
    pub message: String,
}

/// The procedure being built.
#[derive(Default)]
pub(super) struct Body {
    pub procedure: Option<ProcId>,
    pub function: Option<FuncId>,
    /// The name as the user knows it.
    pub name: String,
    pub trusted: bool,
    pub blocks: Vec<OpenBlock>,
    pub current: usize,
    pub breaks: Vec<Exit>,
    pub continues: Vec<Exit>,
    /// How many loops are around what is lowered, be it in their conditions.
    pub(super) n_loops: usize,
    pub switches: Vec<Switch>,
    pub labels: IndexMap<String, BlockId>,
    /// Of the copy of a library model, the call that it is for: what is asked in it is asked there.
    pub call_site: Option<CallSite>,
    /// Whether a call of `scanf` or one of its kin is being lowered.
    pub is_scanning: bool,
    /// The function of the library whose result is being chosen, where it has no model in C.
    pub(super) left_open: Option<String>,
    /// Whether accesses need not be asked for.
    pub has_contract: bool,
    /// The scopes of the function.
    pub all_scopes: Scopes,
    /// Those that are open, outermost first.
    pub scopes: Vec<ScopeKey>,
    /// What is called at the end of each of these.
    pub(super) deferred: Vec<Vec<Expr>>,
    /// Of a function with others within it: where the variables of its last activation lie, and what keeps that meanwhile.
    pub(super) outer_captured: Vec<(Term, Term)>,
    pub jumps: Jumps,
    /// For each call of `alloca` in the function the number of the object that it has made last.
    pub(super) on_stack: IndexMap<*const Expr, Symbol>,
    /// Of a function that can be jumped to: the number of the activation.
    pub(super) activation: Option<Symbol>,
    /// Where `setjmp` was called, by the number of the place.
    pub(super) landings: IndexMap<usize, Landing>,
    /// Where a jump leaves the function, or leads to a place in it.
    pub(super) departures: Vec<Departure>,
    /// Whether functions run that run when the program ends.
    pub(super) is_at_exit: bool,
    /// What annotations read of states that are past.
    pub(super) snapshots: IndexMap<State, Snapshot>,
    /// What was taken for granted in it.
    pub noted: Vec<Noted>,
    /// Under which conditions what is being evaluated is evaluated, outermost first; what is evaluated under them has
    /// no effects.
    pub(super) guards: Vec<Term>,
    /// What was asked for since the current block was entered, and when.
    pub(super) known: FxHashMap<Term, Mark>,
    /// Every symbol that a command so far assigns; none stands for a call.
    pub(super) effects: Vec<Option<Symbol>>,
}

/// Where a variable lives.
#[derive(Clone)]
pub(super) enum Home {
    /// In symbols, one for each scalar.
    Symbols(Rc<Vec<Leaf>>),
    /// In memory, and the pointer to it.
    Memory(Term),
}

/// A scalar of a variable that lives in symbols, or the elements of arrays that have the same place in it.
#[derive(Debug, Clone)]
pub(super) struct Leaf {
    /// The fields that lead to it.
    pub path: Vec<usize>,
    /// The lengths of the arrays on the way, outermost first.
    pub lengths: Vec<u64>,
    pub ty: Type,
    /// For a bit-field its width.
    pub width: Option<u32>,
    pub symbol: Symbol,
}

/// The contents of a region, for one kind of scalar.
pub(super) struct Memory {
    pub symbol: Symbol,
    /// What is there at the start, other than zeroes.
    pub initial: BTreeMap<u128, Value>,
    /// Whether memory that nobody has written may hold anything.
    pub arbitrary: bool,
}

/// What an annotation reads while its value is found.
#[derive(Default)]
pub(super) struct Logic {
    /// What stands for variables of C: of parameters what a function was called with, and what it returns.
    pub(super) formals: IndexMap<VarId, Rc<Vec<Leaf>>>,
    pub(super) variables: IndexMap<Variable, LogicValue>,
    /// What variables stand for that are in an expression of C.
    pub(super) nested: FxHashMap<Symbol, Term>,
    /// The state that is spoken of.
    pub(super) state: Option<State>,
    /// The entry, where arrays are made because its precondition asks for them.
    pub(super) asked_by: Option<FuncId>,
    /// Whether the function is called here, so that this is the state that it is called in.
    pub(super) is_call: bool,
    /// Under which conditions what is being evaluated matters.
    pub(super) guards: Vec<Term>,
    /// What is taken for granted.
    pub(super) sides: Vec<Term>,
    /// Whether something has no value.
    pub(super) has_failed: bool,
    /// Whether an expression of C is evaluated for an annotation.
    pub(super) is_active: bool,
}

/// The copies of what annotations read in a state that is past.
#[derive(Default)]
pub(super) struct Snapshot {
    /// The block in which the copies are made; nothing else is in it.
    pub(super) block: usize,
    pub(super) copies: IndexMap<Symbol, Symbol>,
}

/// The value of a term of an annotation.
#[derive(Debug, Clone, Copy)]
pub(super) enum LogicValue {
    Truth(Term),
    /// Of any width, signed.
    Integer(Term),
    /// A double.
    Real(Term),
    Pointer(Term),
}

/// What a predicate comes to.
pub(super) struct Evaluated {
    pub(super) holds: Term,
    /// Under which condition that is so.
    pub(super) complete: Term,
}
