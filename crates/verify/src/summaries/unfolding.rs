//! The program in which calls of procedures with summaries are choices.

use faultscope_ir::graph::read_unassigned;
use faultscope_ir::program::{Display, Scope, Variable};
use faultscope_ir::term::Derivation;
use faultscope_ir::{
    Block, BlockId, Call, Instruction, OriginId, ProcId, Procedure, Program, Sort, Symbol, Term, Terminator,
    Value,
};
use rustc_hash::FxHashMap;

use super::call_graph::CallGraph;
use super::summary::Summaries;
use super::words::{Words, old};

/// The program without recursion. Its executions up to errors are those of the program, and maybe more.
pub(super) fn unfolding(program: &Program, graph: &CallGraph, summaries: &Summaries) -> Program {
    let mut unfolding = Unfolding {
        original: program,
        graph,
        summaries,
        result: program.clone(),
        entered: Vec::new(),
        n_copies: 0,
    };
    for at in 0..graph.components.len() {
        unfolding.add_entered(at);
    }
    for component in &graph.components {
        for member in &component.members {
            match component.is_recursive {
                true => unfolding.clear(*member),
                false => unfolding.replace_calls(*member, None),
            }
        }
    }
    for entered in unfolding.entered.clone().into_iter().flatten() {
        unfolding.replace_calls(entered.procedure, Some(&entered));
    }
    unfolding.result
}

/// The procedures of a component as one, from which nothing returns.
#[derive(Debug, Clone)]
struct Entered {
    component: usize,
    procedure: ProcId,
    /// Says with which member it begins.
    selector: Symbol,
    /// The first block of each member.
    first_blocks: Vec<(ProcId, BlockId)>,
}

struct Unfolding<'a> {
    original: &'a Program,
    graph: &'a CallGraph,
    summaries: &'a Summaries,
    result: Program,
    /// For each component, if it is recursive.
    entered: Vec<Option<Entered>>,
    n_copies: usize,
}

impl Unfolding<'_> {
    /// Adds the procedure in which executions go on that do not come to the end of a call.
    fn add_entered(&mut self, component: usize) {
        let members = &self.graph.components[component].members;
        if !self.graph.components[component].is_recursive {
            self.entered.push(None);
            return;
        }
        let procedure = ProcId(self.result.procedures.len() as u32);
        let of_first = self.original.procedure(members[0]);
        let selector =
            Symbol::numbered(&format!("<member of {}>", of_first.name), procedure.0, Sort::bits(32));
        self.declare(selector, None, procedure);
        let origin = first_call(self.original, members[0]).unwrap_or(OriginId(0));
        let mut blocks = vec![Block::ending(Terminator::Stop); members.len()];
        let (mut parameters, mut first_blocks) = (vec![selector], Vec::new());
        for (idx, member) in members.iter().enumerate() {
            let of_member = self.original.procedure(*member);
            parameters.extend(&of_member.parameters);
            let first = blocks.len() as u32;
            first_blocks.push((*member, BlockId(first)));
            let otherwise = if idx + 1 < members.len() { idx as u32 + 1 } else { first };
            blocks[idx].terminator = Terminator::Branch {
                condition: Term::symbol(selector).equals(Term::bits(32, idx as u128)),
                then_block: BlockId(first),
                else_block: BlockId(otherwise),
                origin,
            };
            blocks.extend(of_member.blocks.iter().map(|block| moved(block, first)));
        }
        for variable in self.result.variables.values_mut() {
            let moved = |owner: ProcId| if members.contains(&owner) { procedure } else { owner };
            variable.scope = match variable.scope {
                Scope::Local(owner) => Scope::Local(moved(owner)),
                Scope::Temporary(owner) => Scope::Temporary(moved(owner)),
                scope => scope,
            };
        }
        self.result.procedures.push(Procedure {
            name: of_first.name.clone(),
            parameters,
            results: Vec::new(),
            blocks,
            trusted: of_first.trusted,
            primitive: None,
        });
        self.entered.push(Some(Entered { component, procedure, selector, first_blocks }));
    }

    /// Makes a procedure empty that is not called any more.
    fn clear(&mut self, id: ProcId) {
        let blocks = vec![Block::ending(Terminator::Stop)];
        self.result.procedures[id.0 as usize].blocks = blocks;
    }

    /// Makes choices of the calls in a procedure, which may be one of those that are entered.
    fn replace_calls(&mut self, id: ProcId, within: Option<&Entered>) {
        let mut at = 0;
        while at < self.result.procedure(id).blocks.len() {
            let instructions = &self.result.procedure(id).blocks[at].instructions;
            let call =
                instructions.iter().enumerate().find_map(|(position, instruction)| match instruction {
                    Instruction::Call(call) => {
                        let component = self.graph.recursive_component(call.callee)?;
                        Some((position, call.clone(), component))
                    }
                    Instruction::Statement(_) => None,
                });
            if let Some((position, call, component)) = call {
                let enters = match within.filter(|it| it.component == component) {
                    Some(entered) => self.jump(&call, entered),
                    None => self.enter(&call, component),
                };
                let returns = self.returned(&call, id);
                let procedure = &mut self.result.procedures[id.0 as usize];
                let at = BlockId(at as u32);
                let next = procedure.split(at, position);
                procedure.block_mut(next).instructions.splice(..1, returns);
                procedure.blocks.push(enters);
                procedure.block_mut(at).terminator = Terminator::Choose(vec![next, BlockId(next.0 + 1)]);
            }
            at += 1;
        }
    }

    /// The call of another component, from which nothing returns.
    fn enter(&mut self, call: &Call, component: usize) -> Block {
        let Some(entered) = self.entered[component].clone() else {
            return Block::ending(Terminator::Stop);
        };
        let member = entered.first_blocks.iter().position(|(member, _)| *member == call.callee).unwrap_or(0);
        let given: FxHashMap<Symbol, (Term, OriginId)> = self
            .original
            .procedure(call.callee)
            .parameters
            .iter()
            .copied()
            .zip(call.arguments.iter().copied())
            .collect();
        let mut instructions = Vec::new();
        let mut arguments = Vec::new();
        for parameter in self.result.procedure(entered.procedure).parameters.clone() {
            arguments.push(match given.get(&parameter) {
                Some(argument) => *argument,
                None if parameter == entered.selector => (Term::bits(32, member as u128), call.origin),
                // That of another member, which is assigned before that begins.
                None => (Term::value(Value::zero(parameter.sort())), call.origin),
            });
        }
        let call = Call { callee: entered.procedure, arguments, results: Vec::new(), origin: call.origin };
        instructions.push(Instruction::Call(call));
        Block { instructions, terminator: Terminator::Stop }
    }

    /// The call of a member of the same component: a jump.
    fn jump(&mut self, call: &Call, entered: &Entered) -> Block {
        let parameters = self.original.procedure(call.callee).parameters.clone();
        let (mut instructions, mut copies) = (Vec::new(), Vec::new());
        for (parameter, (argument, origin)) in parameters.iter().zip(&call.arguments) {
            let copy = self.copy(*parameter, entered.procedure);
            instructions.push(Instruction::assign(copy, *argument, *origin));
            copies.push(Instruction::assign(*parameter, Term::symbol(copy), *origin));
        }
        instructions.extend(copies);
        let mut unassigned: Vec<Symbol> = read_unassigned(self.original, call.callee).into_iter().collect();
        unassigned.sort_by_key(|symbol| self.original.variables.get_index_of(symbol));
        instructions.extend(unassigned.into_iter().map(|symbol| Instruction::havoc(symbol, call.origin)));
        let first = entered.first_blocks.iter().find(|(member, _)| *member == call.callee);
        let terminator = first.map_or(Terminator::Stop, |(_, block)| Terminator::Goto(*block));
        Block { instructions, terminator }
    }

    /// What is there of a call that has returned.
    fn returned(&mut self, call: &Call, caller: ProcId) -> Vec<Instruction> {
        let words = Words::new(self.original, self.graph, call.callee);
        let callee = self.original.procedure(call.callee);
        let mut about: FxHashMap<Symbol, Term> = FxHashMap::default();
        let mut instructions = Vec::new();
        let parameters = callee.parameters.iter().copied();
        let arguments: FxHashMap<Symbol, (Term, OriginId)> =
            parameters.zip(call.arguments.iter().copied()).collect();
        for input in words.inputs {
            let (value, origin) =
                arguments.get(&input).copied().unwrap_or((Term::symbol(input), call.origin));
            let copy = self.copy(input, caller);
            instructions.push(Instruction::assign(copy, value, origin));
            about.insert(old(input), Term::symbol(copy));
        }
        for symbol in self.graph.changes(call.callee) {
            instructions.push(Instruction::havoc(*symbol, call.origin));
            about.insert(*symbol, Term::symbol(*symbol));
        }
        let mut results = Vec::new();
        for (target, result) in call.results.iter().zip(&callee.results) {
            let copy = self.copy(*result, caller);
            instructions.push(Instruction::havoc(copy, call.origin));
            about.insert(*result, Term::symbol(copy));
            results.push(Instruction::assign(*target, Term::symbol(copy), call.origin));
        }
        let summary = self.summaries.get(&call.callee).map_or(Term::bool(true), |it| it.formula());
        let condition = summary.substitute(&about);
        instructions.push(Instruction::assume(condition, call.origin));
        instructions.extend(results);
        instructions
    }

    /// A new variable like another one.
    fn copy(&mut self, symbol: Symbol, owner: ProcId) -> Symbol {
        self.n_copies += 1;
        let copy = symbol.derived(Derivation::Copy(self.n_copies));
        self.declare(copy, Some(symbol), owner);
        copy
    }

    fn declare(&mut self, symbol: Symbol, like: Option<Symbol>, owner: ProcId) {
        let like = like.and_then(|it| self.result.variables.get(&it));
        let (name, display) = match like {
            Some(variable) => (variable.name.clone(), variable.display),
            None => (symbol.name().to_owned(), Display::Unsigned),
        };
        let variable = Variable { name, scope: Scope::Temporary(owner), display, length: None, bits: None };
        self.result.declare(symbol, variable);
    }
}

/// A block of a member, in which nothing returns.
fn moved(block: &Block, by: u32) -> Block {
    let mut moved = block.clone();
    moved.terminator.retarget(|it| BlockId(it.0 + by));
    if matches!(moved.terminator, Terminator::Return) {
        moved.terminator = Terminator::Stop;
    }
    moved
}

/// Where the first call in a procedure stands.
fn first_call(program: &Program, id: ProcId) -> Option<OriginId> {
    program.procedure(id).calls().next().map(|call| call.origin)
}
