//! A program as the machine executes it: variables are numbers, and equal terms are one node.

use faultscope_ir::{
    BlockId, CheckId, Command, Op, OriginKind, Place, Primitive, ProcId, Program, Sort, SortKind, Symbol,
    Term, TermKind, Terminator, Value,
};
use rustc_hash::FxHashMap;

use super::quick::{self, NodeId, Operand, Quick};
use super::store::{Address, GLOBAL, Sizes, Variable};
use super::watch::Watch;
use super::word::Class;
use crate::interpreter::place_sort;

/// Shared terms that are written out in fewer nodes are computed anew for each that uses them.
const SMALL: u32 = 12;

/// A term whose operands are nodes.
#[derive(Debug)]
pub(super) enum Node {
    /// A constant.
    Constant(Value),
    /// A variable.
    Variable(Variable),
    /// An operation; whether several nodes use it.
    Operation(Op, Box<[NodeId]>, bool),
    /// A value that nobody computes here: quantified, or one of maps that is no map and no element of one.
    Unknown,
}

/// A place.
#[derive(Debug)]
pub(super) enum Target {
    /// A whole variable.
    Variable(Variable),
    /// An element of a map.
    Cell(Variable, NodeId),
}

/// A step inside a block.
#[derive(Debug)]
pub(super) enum Instruction {
    Assign(Target, NodeId),
    Havoc(Target),
    /// Something that comes from outside, where it stands.
    Input(Target, Symbol, Sort),
    Assume(NodeId),
    Call(Call),
    /// An assignment that may be changed.
    Watched(Target, Box<Instruction>),
    /// One that is not executed here: it writes into a map in a map.
    Opaque,
}

/// A call.
#[derive(Debug)]
pub(super) struct Call {
    pub(super) callee: ProcId,
    /// What the environment is asked for instead, if it is given, and the sort of the result.
    pub(super) primitive: Option<(Primitive, Sort)>,
    /// The parameters and what they get.
    pub(super) arguments: Vec<(Variable, NodeId)>,
    /// What gets the results, and those.
    pub(super) results: Vec<(Variable, Variable)>,
    /// What of it may be changed.
    pub(super) watched: Watched,
}

/// Which of the assignments of a call may be changed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Watched {
    /// Parameters, by number.
    pub(super) arguments: Vec<usize>,
    /// All results.
    pub(super) results: bool,
}

/// The number of a block among those of all procedures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Entry(pub(super) u32);

/// The end of a block.
#[derive(Debug)]
pub(super) enum End {
    Goto(Entry),
    Branch(NodeId, Entry, Entry),
    Return,
    Stop,
    Error(CheckId),
    /// A choice, or what was not translated.
    Open,
}

/// A translated block.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) procedure: ProcId,
    pub(super) id: BlockId,
    pub(super) instructions: Vec<Instruction>,
    pub(super) end: End,
    /// Whether its end may be changed.
    pub(super) is_end_watched: bool,
    /// What the environment sees where it decides about its end.
    pub(super) decided: Option<Vec<NodeId>>,
    /// Whether its end was executed.
    pub(super) is_done: bool,
    /// Whether rounds of a loop begin here, as soon as somebody has asked, and how many have since the loop was entered.
    pub(super) is_head: Option<bool>,
    pub(super) n_rounds: u32,
}

/// What has been translated by now.
pub(super) struct Code<'a> {
    program: &'a Program,
    nodes: Vec<Node>,
    /// How each node is computed where all that it needs is known.
    quick: Vec<Quick>,
    shared: Vec<Quick>,
    wide_constants: Vec<u128>,
    n_uses: Vec<u32>,
    terms: Vec<Term>,
    ids: FxHashMap<Term, NodeId>,
    variables: FxHashMap<Symbol, Variable>,
    globals: Sizes,
    /// The variables of each procedure.
    locals: Vec<Sizes>,
    /// The number of the first block of each procedure.
    entries: Vec<u32>,
}

impl<'a> Code<'a> {
    /// Nothing but where variables lie.
    pub(super) fn new(program: &'a Program) -> Code<'a> {
        let starts = program.procedures.iter().scan(0, |next, procedure| {
            let start = *next;
            *next += procedure.blocks.len() as u32;
            Some(start)
        });
        let mut code = Code {
            program,
            nodes: Vec::new(),
            quick: Vec::new(),
            shared: Vec::new(),
            wide_constants: Vec::new(),
            n_uses: Vec::new(),
            terms: Vec::new(),
            ids: FxHashMap::default(),
            variables: FxHashMap::default(),
            globals: Sizes::default(),
            locals: vec![Sizes::default(); program.procedures.len()],
            entries: starts.collect(),
        };
        for symbol in program.variables.keys() {
            code.variable(*symbol);
        }
        code
    }

    /// How many blocks there are.
    pub(super) fn n_blocks(&self) -> usize {
        self.program.procedures.iter().map(|it| it.blocks.len()).sum()
    }

    /// The number of a block.
    pub(super) fn entry(&self, procedure: ProcId, block: BlockId) -> Entry {
        Entry(self.entries[procedure.0 as usize] + block.0)
    }

    /// The block of a number.
    pub(super) fn block_of(&self, entry: Entry) -> (ProcId, BlockId) {
        let procedure = self.entries.partition_point(|start| *start <= entry.0) - 1;
        (ProcId(procedure as u32), BlockId(entry.0 - self.entries[procedure]))
    }

    /// How many variables belong to no procedure.
    pub(super) fn globals(&self) -> Sizes {
        self.globals
    }

    /// How many variables an activation of a procedure has.
    pub(super) fn locals(&self, procedure: ProcId) -> Sizes {
        self.locals[procedure.0 as usize]
    }

    /// How a node is computed.
    #[inline]
    pub(super) fn quick(&self, id: NodeId) -> Quick {
        self.quick[id as usize]
    }

    /// What is computed once for several nodes that use it.
    pub(super) fn shared(&self, at: u32) -> Quick {
        self.shared[at as usize]
    }

    /// A constant of more than 64 bits.
    pub(super) fn wide_constant(&self, at: u32) -> u128 {
        self.wide_constants[at as usize]
    }

    /// The sort of a node's value.
    pub(super) fn sort(&self, id: NodeId) -> Sort {
        self.terms[id as usize].sort()
    }

    /// The node of a number.
    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    /// The width of a node's value; 0 where it is no bit-vector.
    pub(super) fn width(&self, id: NodeId) -> u32 {
        self.sort(id).bit_width().unwrap_or(0)
    }

    /// Translates a block, some of whose commands may be changed.
    pub(super) fn block(&mut self, entry: Entry, watch: Option<&Watch<'_>>) -> Block {
        let (procedure, id) = self.block_of(entry);
        let block = &self.program.procedures[procedure.0 as usize].blocks[id.0 as usize];
        let at = |target: BlockId| Entry(entry.0 - id.0 + target.0);
        let instructions = block.instructions.iter().map(|it| self.watched(it, watch)).collect();
        let is_end_watched = match &block.terminator {
            Terminator::Branch { origin, .. } => watch.is_some_and(|watch| watch.turns(*origin)),
            _ => false,
        };
        let end = match &block.terminator {
            Terminator::Goto(target) => End::Goto(at(*target)),
            Terminator::Branch { condition, then_block, else_block, .. } => {
                End::Branch(self.term(*condition), at(*then_block), at(*else_block))
            }
            Terminator::Return => End::Return,
            Terminator::Stop => End::Stop,
            Terminator::Error { check } => End::Error(*check),
            Terminator::Choose(_) | Terminator::Unsupported { .. } => End::Open,
        };
        Block {
            procedure,
            id,
            instructions,
            end,
            is_end_watched,
            decided: None,
            is_done: false,
            is_head: None,
            n_rounds: 0,
        }
    }

    /// Translates an instruction; one that may be changed says so.
    fn watched(&mut self, it: &faultscope_ir::Instruction, watch: Option<&Watch<'_>>) -> Instruction {
        let instruction = self.instruction(it);
        let Some(watch) = watch else { return instruction };
        match (it, instruction) {
            (faultscope_ir::Instruction::Call(it), Instruction::Call(call)) => {
                let arguments = it.arguments.iter().enumerate();
                let arguments = arguments.filter(|(_, (_, origin))| watch.replaces(*origin));
                let watched = Watched {
                    arguments: arguments.map(|(at, _)| at).collect(),
                    results: watch.replaces(it.origin),
                };
                Instruction::Call(Call { watched, ..call })
            }
            (faultscope_ir::Instruction::Statement(it), instruction) if watch.replaces(it.origin) => {
                match it.command.target().and_then(|target| self.target(target)) {
                    Some(target) => Instruction::Watched(target, Box::new(instruction)),
                    None => instruction,
                }
            }
            (_, instruction) => instruction,
        }
    }

    fn instruction(&mut self, instruction: &faultscope_ir::Instruction) -> Instruction {
        let statement = match instruction {
            faultscope_ir::Instruction::Statement(statement) => statement,
            faultscope_ir::Instruction::Call(call) => return Instruction::Call(self.call(call)),
        };
        match &statement.command {
            Command::Assume { condition } => Instruction::Assume(self.term(*condition)),
            Command::Assign { target, value } => match self.target(target) {
                Some(target) => Instruction::Assign(target, self.term(*value)),
                None => Instruction::Opaque,
            },
            Command::Havoc { target } => {
                let is_input = self.program.sources.origin(statement.origin).kind == OriginKind::Input;
                let (symbol, sort) = (target.variable, place_sort(target));
                match self.target(target) {
                    Some(target) if is_input => Instruction::Input(target, symbol, sort),
                    Some(target) => Instruction::Havoc(target),
                    None => Instruction::Opaque,
                }
            }
        }
    }

    fn target(&mut self, place: &Place) -> Option<Target> {
        let variable = self.variable(place.variable);
        match place.path.as_slice() {
            [] => Some(Target::Variable(variable)),
            [index] => Some(Target::Cell(variable, self.term(*index))),
            _ => None,
        }
    }

    fn call(&mut self, call: &faultscope_ir::Call) -> Call {
        let callee = self.program.procedure(call.callee);
        let arguments = callee.parameters.iter().zip(&call.arguments);
        let results = call.results.iter().zip(&callee.results);
        let sort = callee.results.first().map_or(Sort::bool(), |result| result.sort());
        Call {
            callee: call.callee,
            primitive: callee.primitive.map(|it| (it, sort)),
            arguments: arguments.map(|(it, (value, _))| (self.variable(*it), self.term(*value))).collect(),
            results: results.map(|(target, it)| (self.variable(*target), self.variable(*it))).collect(),
            watched: Watched::default(),
        }
    }

    pub(super) fn variable(&mut self, symbol: Symbol) -> Variable {
        if let Some(known) = self.variables.get(&symbol) {
            return *known;
        }
        let (sort, class) = (symbol.sort(), Class::of(symbol.sort()));
        let owner = self.program.owner(symbol);
        let (owner, row) = match owner {
            Some(owner) => (owner.0, &mut self.locals[owner.0 as usize]),
            None => (GLOBAL, &mut self.globals),
        };
        let variable = Variable { sort, class, address: Address { owner, at: row.add(class) } };
        self.variables.insert(symbol, variable);
        variable
    }

    /// Translates a term, operands first.
    pub(super) fn term(&mut self, root: Term) -> NodeId {
        if let Some(id) = self.ids.get(&root) {
            return *id;
        }
        root.visit(&mut |term| {
            if !self.ids.contains_key(&term) {
                let node = self.translated(term);
                let quick = self.quickly(&node, term.sort());
                self.ids.insert(term, self.nodes.len() as NodeId);
                self.nodes.push(node);
                self.quick.push(quick);
                self.n_uses.push(0);
                self.terms.push(term);
            }
        });
        self.ids[&root]
    }

    fn translated(&mut self, term: Term) -> Node {
        match term.kind() {
            TermKind::Const(value) => Node::Constant(value.clone()),
            TermKind::Symbol(symbol) => Node::Variable(self.variable(*symbol)),
            TermKind::App(op, operands) if is_computed(*op, operands) => {
                let operands = operands.iter().map(|it| self.operand(*it)).collect();
                Node::Operation(*op, operands, false)
            }
            TermKind::App(..) | TermKind::Quantified(..) => Node::Unknown,
        }
    }

    /// How a node is computed whose value is of a sort.
    fn quickly(&mut self, node: &Node, sort: Sort) -> Quick {
        let operand = |id: &NodeId| {
            let sort = self.sort(*id);
            let format = match sort.kind() {
                SortKind::Float(format) => Some(*format),
                _ => None,
            };
            Operand { id: *id, class: Class::of(sort), width: self.width(*id), format }
        };
        match node {
            Node::Constant(value) => quick::constant(value, &mut self.wide_constants),
            Node::Variable(variable) => quick::variable(variable),
            Node::Operation(Op::Select, operands, _) => match self.node(operands[0]) {
                Node::Variable(map) => quick::element(map, operand(&operands[1]), Class::of(sort)),
                _ => Quick::Slow,
            },
            Node::Operation(op, operands, _) => {
                let operands: Vec<Operand> = operands.iter().map(operand).collect();
                quick::operation(*op, &operands, Class::of(sort), sort.bit_width().unwrap_or(0))
            }
            Node::Unknown => Quick::Slow,
        }
    }

    /// The node of an operand, which is used once more.
    fn operand(&mut self, term: Term) -> NodeId {
        let id = self.ids[&term];
        let n_uses = &mut self.n_uses[id as usize];
        *n_uses += 1;
        if *n_uses > 1
            && let Node::Operation(.., is_shared) = &mut self.nodes[id as usize]
        {
            *is_shared = true;
            let quick = &mut self.quick[id as usize];
            if !matches!(quick, Quick::Slow | Quick::Shared(_)) && term.size() > SMALL {
                self.shared.push(*quick);
                *quick = Quick::Shared(self.shared.len() as u32 - 1);
            }
        }
        id
    }
}

fn is_map(sort: Sort) -> bool {
    sort.array_sorts().is_some()
}

/// Whether the machine knows the operation on operands of these sorts: not the comparison of maps, and no maps in maps.
fn is_computed(op: Op, operands: &[Term]) -> bool {
    let has_plain_elements = |sort: Sort| sort.array_sorts().is_none_or(|(_, element)| !is_map(element));
    operands.iter().all(|it| has_plain_elements(it.sort())) && !(op == Op::Eq && is_map(operands[0].sort()))
}
