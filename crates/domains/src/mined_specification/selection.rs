//! Which numbers a check is projected onto, and from which blocks a path leads to it.

use faultscope_ir::index::IndexSet;
use faultscope_ir::{BlockId, Command, Instruction, Procedure, Program, Symbol, Term, Terminator, graph};

use crate::limits::MAX_PROJECTED_NUMBERS;
use crate::octagon::space::{Space, parts};

use super::targets::Target;

/// The blocks of a procedure from which a path leads to a target.
pub(super) fn leading(procedure: &Procedure, targets: &[Target]) -> Vec<bool> {
    let predecessors = procedure.predecessors();
    graph::reachable(predecessors.len(), targets.iter().map(|it| it.block), |id| {
        predecessors[id.0 as usize].iter().copied()
    })
}

/// The numbers in the conditions before targets, and those compared with them or assigned to them, nearest first.
pub(super) fn space(program: &Program, procedure: &Procedure, targets: &[Target], leads: &[bool]) -> Space {
    let relations = relations(procedure, leads);
    let mut symbols: IndexSet<Symbol> = conditions(procedure, targets, leads).into_iter().collect();
    let mut space = Space::default();
    let mut next = 0;
    while let Some(symbol) = symbols.get_index(next).copied() {
        next += 1;
        let n_numbers = space.dimensions().len() + parts(program, symbol).len();
        if n_numbers > MAX_PROJECTED_NUMBERS {
            continue;
        }
        space.add(program, symbol);
        for related in relations.iter().filter(|related| related.contains(&symbol)) {
            symbols.extend(related.iter().copied());
        }
    }
    space
}

/// The variables in the conditions that decide whether a target is reached: of its states, and of the branches before it, as
/// far as there is nothing but branches.
fn conditions(procedure: &Procedure, targets: &[Target], leads: &[bool]) -> Vec<Symbol> {
    let conditions = deciding(procedure, targets, leads);
    targets.iter().flat_map(|it| [it.above, it.below]).chain(conditions).flat_map(Term::symbols).collect()
}

/// The conditions of the branches before targets, as far as there is nothing but branches.
pub(super) fn deciding(procedure: &Procedure, targets: &[Target], leads: &[bool]) -> Vec<Term> {
    let mut conditions = Vec::new();
    let mut open: Vec<usize> = targets.iter().map(|it| it.block.0 as usize).collect();
    open.dedup();
    let mut seen = open.clone();
    while let Some(target) = open.pop() {
        for (idx, block) in procedure.blocks.iter().enumerate().filter(|(idx, _)| leads[*idx]) {
            if !block.terminator.leads_to(BlockId(target as u32)) {
                continue;
            }
            if let Terminator::Branch { condition, .. } = &block.terminator {
                conditions.push(*condition);
            }
            if block.instructions.is_empty() && !seen.contains(&idx) && seen.len() < MAX_PROJECTED_NUMBERS {
                seen.push(idx);
                open.push(idx);
            }
        }
    }
    conditions
}

/// Sets of variables that occur together in an assignment or a comparison.
fn relations(procedure: &Procedure, leads: &[bool]) -> Vec<Vec<Symbol>> {
    let mut relations = Vec::new();
    for (_, block) in procedure.blocks.iter().enumerate().filter(|(idx, _)| leads[*idx]) {
        for instruction in &block.instructions {
            match instruction {
                Instruction::Statement(statement) => match &statement.command {
                    Command::Assign { target, value } if target.path.is_empty() => {
                        let mut related = value.symbols();
                        related.push(target.variable);
                        relations.push(related);
                    }
                    Command::Assume { condition } => compared(*condition, &mut relations),
                    Command::Assign { .. } | Command::Havoc { .. } => {}
                },
                Instruction::Call(_) => {}
            }
        }
        if let Terminator::Branch { condition, .. } = &block.terminator {
            compared(*condition, &mut relations);
        }
    }
    relations.retain(|related| related.len() > 1);
    relations
}

/// The variables of each comparison in a condition.
fn compared(condition: Term, relations: &mut Vec<Vec<Symbol>>) {
    condition.visit(&mut |term| {
        let is_comparison = term.sort().is_bool() && term.children().iter().any(|it| !it.sort().is_bool());
        if is_comparison {
            relations.push(term.symbols());
        }
    });
}
