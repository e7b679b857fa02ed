//! A program as the machine executes it: variables are numbers, and equal terms are one node.

use faultscope_ir::{
    BlockId, CheckId, Command, Op, OriginKind, Place, Primitive, ProcId, Program, Sort, Symbol, Term,
    TermKind, Terminator, Value,
};
use rustc_hash::FxHashMap;

use super::store::Variable;
use crate::interpreter::place_sort;

/// The number of a node.
pub(super) type NodeId = u32;

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
}

/// The end of a block.
#[derive(Debug)]
pub(super) enum End {
    Goto(BlockId),
    Branch(NodeId, BlockId, BlockId),
    Return,
    Stop,
    Error(CheckId),
    /// A choice, or what was not translated.
    Open,
}

/// A translated block.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) instructions: Vec<Instruction>,
    pub(super) end: End,
    /// Whether its end was executed.
    pub(super) is_done: bool,
}

/// What has been translated by now.
pub(super) struct Code<'a> {
    program: &'a Program,
    nodes: Vec<Node>,
    n_uses: Vec<u32>,
    /// The widths of bit-vectors; 0 for other nodes.
    widths: Vec<u32>,
    ids: FxHashMap<Term, NodeId>,
    variables: FxHashMap<Symbol, Variable>,
}

impl<'a> Code<'a> {
    /// Nothing.
    pub(super) fn new(program: &'a Program) -> Code<'a> {
        Code {
            program,
            nodes: Vec::new(),
            n_uses: Vec::new(),
            widths: Vec::new(),
            ids: FxHashMap::default(),
            variables: FxHashMap::default(),
        }
    }

    /// The node of a number.
    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    /// The width of a node's value; 0 where it is no bit-vector.
    pub(super) fn width(&self, id: NodeId) -> u32 {
        self.widths[id as usize]
    }

    /// Translates a block.
    pub(super) fn block(&mut self, block: &faultscope_ir::Block) -> Block {
        let instructions = block.instructions.iter().map(|it| self.instruction(it)).collect();
        let end = match &block.terminator {
            Terminator::Goto(target) => End::Goto(*target),
            Terminator::Branch { condition, then_block, else_block, .. } => {
                End::Branch(self.term(*condition), *then_block, *else_block)
            }
            Terminator::Return => End::Return,
            Terminator::Stop => End::Stop,
            Terminator::Error { check } => End::Error(*check),
            Terminator::Choose(_) | Terminator::Unsupported { .. } => End::Open,
        };
        Block { instructions, end, is_done: false }
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
        }
    }

    fn variable(&mut self, symbol: Symbol) -> Variable {
        let index = self.variables.len() as u32;
        let owner = self.program.variables.get(&symbol).and_then(|it| it.scope.procedure());
        *self.variables.entry(symbol).or_insert(Variable { index, owner })
    }

    /// Translates a term, operands first.
    fn term(&mut self, root: Term) -> NodeId {
        if let Some(id) = self.ids.get(&root) {
            return *id;
        }
        root.visit(&mut |term| {
            if !self.ids.contains_key(&term) {
                let node = self.translated(term);
                self.ids.insert(term, self.nodes.len() as NodeId);
                self.nodes.push(node);
                self.n_uses.push(0);
                self.widths.push(term.sort().bit_width().unwrap_or(0));
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

    /// The node of an operand, which is used once more.
    fn operand(&mut self, term: Term) -> NodeId {
        let id = self.ids[&term];
        let n_uses = &mut self.n_uses[id as usize];
        *n_uses += 1;
        if *n_uses > 1
            && let Node::Operation(.., is_shared) = &mut self.nodes[id as usize]
        {
            *is_shared = true;
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
