//! Who calls whom, and what calls change.

use faultscope_ir::{Instruction, ProcId, Procedure, Program, Symbol, graph};
use rustc_hash::FxHashSet;

/// The call graph of the procedures that a program can get to.
#[derive(Debug)]
pub(super) struct CallGraph {
    /// Procedures that call each other, callees first.
    pub(super) components: Vec<Component>,
    /// For each procedure the position of its component; none where it is never called.
    component_of: Vec<Option<usize>>,
    /// For each procedure the variables that a call of it can change, beside those of its own activations.
    changes: Vec<Vec<Symbol>>,
}

/// Procedures each of which calls all of them, directly or not; or one that does not call itself.
#[derive(Debug)]
pub(super) struct Component {
    /// The procedures, in order.
    pub(super) members: Vec<ProcId>,
    /// Whether they call each other.
    pub(super) is_recursive: bool,
}

impl Component {
    fn new(mut members: Vec<ProcId>, callees: &[Vec<ProcId>]) -> Component {
        members.sort_unstable();
        let is_recursive = members.len() > 1 || callees[members[0].0 as usize].contains(&members[0]);
        Component { members, is_recursive }
    }
}

impl CallGraph {
    /// The call graph of a program.
    pub(super) fn new(program: &Program) -> CallGraph {
        let n = program.procedures.len();
        let callees: Vec<Vec<ProcId>> = program.procedures.iter().map(callees).collect();
        let components: Vec<Component> =
            graph::components(n, [program.entry], |id| callees[id.0 as usize].iter().copied())
                .into_iter()
                .map(|members| Component::new(members, &callees))
                .collect();
        let mut component_of = vec![None; n];
        for (at, component) in components.iter().enumerate() {
            component.members.iter().for_each(|it| component_of[it.0 as usize] = Some(at));
        }
        let mut graph = CallGraph { components, component_of, changes: vec![Vec::new(); n] };
        graph.find_changes(program, &callees);
        graph
    }

    /// The variables that a call of a procedure can change, beside those of its own activations.
    pub(super) fn changes(&self, id: ProcId) -> &[Symbol] {
        &self.changes[id.0 as usize]
    }

    /// The position of the component that a procedure is in, if its procedures call each other. None of a procedure that was
    /// added to the program.
    pub(super) fn recursive_component(&self, id: ProcId) -> Option<usize> {
        let component = self.component_of.get(id.0 as usize).copied().flatten();
        component.filter(|at| self.components[*at].is_recursive)
    }

    fn find_changes(&mut self, program: &Program, callees: &[Vec<ProcId>]) {
        for at in 0..self.components.len() {
            let members = self.components[at].members.clone();
            let mut changed: FxHashSet<Symbol> = FxHashSet::default();
            for member in &members {
                changed.extend(assigned(program, *member));
                for callee in &callees[member.0 as usize] {
                    changed.extend(self.changes(*callee));
                }
            }
            // What a member has of its own, others do not see.
            let mut changed: Vec<Symbol> = changed.into_iter().collect();
            changed.sort_by_key(|symbol| program.variables.get_index_of(symbol));
            for member in members {
                self.changes[member.0 as usize].clone_from(&changed);
            }
        }
    }
}

fn callees(procedure: &Procedure) -> Vec<ProcId> {
    let mut callees: Vec<ProcId> = procedure.calls().map(|call| call.callee).collect();
    callees.sort_unstable();
    callees.dedup();
    callees
}

/// The variables that commands of a procedure assign, but for its own.
fn assigned(program: &Program, id: ProcId) -> impl Iterator<Item = Symbol> {
    let is_shared = move |symbol: &Symbol| program.owner(*symbol).is_none();
    program.procedure(id).instructions().flat_map(targets).filter(is_shared)
}

/// The variables that an instruction assigns itself.
pub(super) fn targets(instruction: &Instruction) -> Vec<Symbol> {
    match instruction {
        Instruction::Statement(statement) => {
            statement.command.target().map(|it| it.variable).into_iter().collect()
        }
        Instruction::Call(call) => call.results.clone(),
    }
}
