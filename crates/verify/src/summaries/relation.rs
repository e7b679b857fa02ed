//! What one activation of a procedure does, as a formula: a relation of the state in which it begins and the one in which it
//! returns.
//!
//! It is computed backwards through the graph. Calls of procedures that do not call themselves are followed where they stand; of
//! others only what is known is used: their summary, or where it is still looked for, unknowns that stand for it. Behind loops
//! nothing is known of what they assign. So every activation that returns is in the relation, and maybe more.

use faultscope_ir::term::{Derivation, Purpose};
use faultscope_ir::{
    BlockId, Call, Command, Instruction, ProcId, Procedure, Program, Sort, Symbol, Term, Terminator,
    transform,
};
use faultscope_solver::Limits;
use rustc_hash::FxHashMap;

use super::call_graph::{CallGraph, targets};
use super::summary::Summaries;
use super::words::{Words, old};
use crate::cfg::{Cfg, Component};
use crate::effort;
use crate::interpreter::place_sort;
use crate::limits::MAX_SUMMARIZED_COMMANDS;

/// What an activation of a procedure does.
#[derive(Debug)]
pub(super) struct Relation {
    /// Over the variables before, [what they are when it has returned](returned), and unknowns.
    pub(super) formula: Term,
    /// The calls whose summaries are looked for.
    pub(super) calls: Vec<OpenCall>,
}

/// A call of a procedure whose summary is looked for.
#[derive(Debug)]
pub(super) struct OpenCall {
    /// The procedure.
    pub(super) callee: ProcId,
    /// Whether the activation makes the call.
    pub(super) is_made: Term,
    /// What stands for the words that the summary is about.
    pub(super) words: FxHashMap<Symbol, Term>,
}

/// What a variable is when the activation has returned.
pub(super) fn returned(symbol: Symbol) -> Symbol {
    symbol.derived(Derivation::Bound(0))
}

/// The relation of a procedure, those of whose component have no summaries yet. None if it is too large.
pub(super) fn relation(
    program: &Program,
    graph: &CallGraph,
    summaries: &Summaries,
    id: ProcId,
    limits: &Limits,
) -> Option<Relation> {
    let words = Words::new(program, graph, id);
    let mut reader =
        Reader { program, graph, summaries, limits, n_fresh: 0, n_commands: 0, calls: Vec::new() };
    let is_returned = words.outputs.iter().map(|it| Term::symbol(returned(*it)).equals(Term::symbol(*it)));
    let formula = reader.before(id, Term::all(is_returned))?;
    Some(Relation { formula, calls: reader.calls })
}

struct Reader<'a> {
    program: &'a Program,
    graph: &'a CallGraph,
    summaries: &'a Summaries,
    limits: &'a Limits,
    n_fresh: u32,
    n_commands: usize,
    calls: Vec<OpenCall>,
}

impl Reader<'_> {
    /// The states in which an activation of a procedure begins that can return in one of others.
    fn before(&mut self, id: ProcId, after: Term) -> Option<Term> {
        let procedure = self.program.procedure(id);
        let cfg = Cfg::new(procedure);
        if has_loop_with_two_entries(procedure, &cfg) {
            return None;
        }
        let mut states = vec![Term::bool(false); procedure.blocks.len()];
        for at in blocks(&cfg.order).into_iter().rev() {
            let block = procedure.block(at);
            // The next round of a loop begins with any values of what it assigns, as this one does.
            let go_on = |target: &BlockId| match cfg.is_in_loop(at, *target) {
                true => Term::bool(false),
                false => states[target.0 as usize],
            };
            let mut before = match &block.terminator {
                Terminator::Goto(target) => go_on(target),
                Terminator::Branch { condition, then_block, else_block, .. } => {
                    condition.ite(go_on(then_block), go_on(else_block))
                }
                Terminator::Choose(targets) => Term::any(targets.iter().map(go_on)),
                Terminator::Return => after,
                Terminator::Stop | Terminator::Error { .. } | Terminator::Unsupported { .. } => {
                    Term::bool(false)
                }
            };
            for instruction in block.instructions.iter().rev() {
                if before.as_bool() == Some(false) {
                    break;
                }
                before = self.instruction(instruction, before)?;
            }
            if cfg.loops_of(at).last() == Some(&at) {
                before = self.forget(before, &self.assigned_in_loop(procedure, &cfg, at));
            }
            states[at.0 as usize] = before;
        }
        Some(states[Procedure::ENTRY.0 as usize])
    }

    fn instruction(&mut self, instruction: &Instruction, after: Term) -> Option<Term> {
        self.n_commands += 1;
        self.limits.spend(effort::PRECONDITION);
        if self.n_commands > MAX_SUMMARIZED_COMMANDS || self.limits.exceeded().is_some() {
            return None;
        }
        match instruction {
            Instruction::Statement(statement) => {
                let choice = match &statement.command {
                    Command::Havoc { target } => self.fresh(target.variable, place_sort(target)),
                    Command::Assign { target, .. } => target.variable,
                    Command::Assume { .. } => Symbol::generated(Purpose::LetterValue(0), Sort::bool()),
                };
                Some(transform::pre(after, &statement.command, choice))
            }
            Instruction::Call(call) => match self.graph.recursive_component(call.callee) {
                Some(_) => Some(self.summarized(call, after)),
                None => self.followed(call, after),
            },
        }
    }

    /// A call of a procedure that does not call itself.
    fn followed(&mut self, call: &Call, after: Term) -> Option<Term> {
        let Procedure { parameters, results, .. } = self.program.procedure(call.callee);
        let results = call.results.iter().copied().zip(results.iter().map(|it| Term::symbol(*it)));
        let before = self.before(call.callee, after.substitute(&results.collect()))?;
        let arguments = parameters.iter().copied().zip(call.arguments.iter().map(|(argument, _)| *argument));
        let mut begins: FxHashMap<Symbol, Term> = arguments.collect();
        for symbol in before.symbols() {
            let scope = self.program.owner(symbol);
            if scope == Some(call.callee) && !begins.contains_key(&symbol) {
                begins.insert(symbol, Term::symbol(self.fresh(symbol, symbol.sort())));
            }
        }
        Some(before.substitute(&begins))
    }

    /// A call of which only a summary is known, or looked for.
    fn summarized(&mut self, call: &Call, after: Term) -> Term {
        let words = Words::new(self.program, self.graph, call.callee);
        let procedure = self.program.procedure(call.callee);
        let mut about: FxHashMap<Symbol, Term> = FxHashMap::default();
        let mut ends: FxHashMap<Symbol, Term> = FxHashMap::default();
        for symbol in self.graph.changes(call.callee) {
            let value = Term::symbol(self.fresh(*symbol, symbol.sort()));
            about.insert(*symbol, value);
            ends.insert(*symbol, value);
        }
        for (target, result) in call.results.iter().zip(&procedure.results) {
            let value = Term::symbol(self.fresh(*result, result.sort()));
            about.insert(*result, value);
            ends.insert(*target, value);
        }
        let mut before = after.substitute(&ends);
        let arguments: FxHashMap<Symbol, Term> =
            procedure.parameters.iter().copied().zip(call.arguments.iter().map(|it| it.0)).collect();
        let value_of = |input: &Symbol| arguments.get(input).copied().unwrap_or(Term::symbol(*input));
        if let Some(summary) = self.summaries.get(&call.callee) {
            about.extend(words.inputs.iter().map(|input| (old(*input), value_of(input))));
            return summary.formula().substitute(&about).and(before);
        }
        let is_made = Symbol::generated(Purpose::Unknown(self.calls.len()), Sort::bool());
        let is_made = Term::symbol(is_made);
        before = before.and(is_made);
        for input in &words.inputs {
            let unknown = Term::symbol(self.fresh(old(*input), input.sort()));
            before = before.and(unknown.equals(value_of(input)));
            about.insert(old(*input), unknown);
        }
        self.calls.push(OpenCall { callee: call.callee, is_made, words: about });
        before
    }

    fn assigned_in_loop(&self, procedure: &Procedure, cfg: &Cfg, head: BlockId) -> Vec<Symbol> {
        let mut assigned = Vec::new();
        for (idx, block) in procedure.blocks.iter().enumerate() {
            if !cfg.is_in_loop(BlockId(idx as u32), head) {
                continue;
            }
            for instruction in &block.instructions {
                assigned.extend(targets(instruction));
                if let Instruction::Call(call) = instruction {
                    assigned.extend(self.graph.changes(call.callee));
                }
            }
        }
        assigned
    }

    /// The same states with any values of some variables.
    fn forget(&mut self, states: Term, symbols: &[Symbol]) -> Term {
        let unknown = symbols.iter().map(|it| (*it, Term::symbol(self.fresh(*it, it.sort()))));
        states.substitute(&unknown.collect())
    }

    fn fresh(&mut self, symbol: Symbol, sort: Sort) -> Symbol {
        self.n_fresh += 1;
        symbol.derived_as(Derivation::Havoc(self.n_fresh), sort)
    }
}

/// Whether a jump leads into a loop beside its head: then what comes before the head is no round of the loop.
fn has_loop_with_two_entries(procedure: &Procedure, cfg: &Cfg) -> bool {
    let is_beside = |from: BlockId, target: BlockId| {
        cfg.loops_of(target).iter().any(|head| *head != target && !cfg.is_in_loop(from, *head))
    };
    procedure.blocks.iter().enumerate().any(|(idx, block)| {
        let from = BlockId(idx as u32);
        block.terminator.successors().any(|target| is_beside(from, target))
    })
}

/// The blocks of a weak topological order.
fn blocks(order: &[Component]) -> Vec<BlockId> {
    let mut blocks = Vec::new();
    for component in order {
        match component {
            Component::Block(block) => blocks.push(*block),
            Component::Loop(inner) => {
                blocks.push(inner.head);
                blocks.extend(self::blocks(&inner.body));
            }
        }
    }
    blocks
}
