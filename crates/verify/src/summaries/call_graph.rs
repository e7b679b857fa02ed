//! Who calls whom, and what calls change.

use faultscope_ir::{Instruction, ProcId, Procedure, Program, Symbol};
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

impl CallGraph {
    /// The call graph of a program.
    pub(super) fn new(program: &Program) -> CallGraph {
        let n = program.procedures.len();
        let callees: Vec<Vec<ProcId>> = program.procedures.iter().map(callees).collect();
        let mut search = Search {
            callees: &callees,
            index: vec![None; n],
            low: vec![0; n],
            n_seen: 0,
            open: Vec::new(),
            is_open: vec![false; n],
            components: Vec::new(),
        };
        search.visit(program.entry);
        let components = search.components;
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
    let instructions = procedure.blocks.iter().flat_map(|block| &block.instructions);
    let mut callees: Vec<ProcId> = instructions
        .filter_map(|it| match it {
            Instruction::Call(call) => Some(call.callee),
            Instruction::Statement(_) => None,
        })
        .collect();
    callees.sort_unstable();
    callees.dedup();
    callees
}

/// The variables that commands of a procedure assign, but for its own.
fn assigned(program: &Program, id: ProcId) -> impl Iterator<Item = Symbol> {
    let is_shared = move |symbol: &Symbol| {
        let variable = program.variables.get(symbol);
        variable.is_none_or(|variable| variable.scope.procedure().is_none())
    };
    let instructions = program.procedure(id).blocks.iter().flat_map(|block| &block.instructions);
    instructions.flat_map(targets).filter(is_shared)
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

/// Tarjan's algorithm.
struct Search<'a> {
    callees: &'a [Vec<ProcId>],
    index: Vec<Option<u32>>,
    low: Vec<u32>,
    n_seen: u32,
    open: Vec<ProcId>,
    is_open: Vec<bool>,
    components: Vec<Component>,
}

impl Search<'_> {
    fn visit(&mut self, id: ProcId) {
        let at = id.0 as usize;
        let index = self.n_seen;
        (self.index[at], self.low[at]) = (Some(index), index);
        self.n_seen += 1;
        self.open.push(id);
        self.is_open[at] = true;
        let callees = self.callees;
        for callee in &callees[at] {
            let target = callee.0 as usize;
            match self.index[target] {
                None => {
                    self.visit(*callee);
                    self.low[at] = self.low[at].min(self.low[target]);
                }
                Some(seen) if self.is_open[target] => self.low[at] = self.low[at].min(seen),
                Some(_) => {}
            }
        }
        if self.low[at] == index {
            let start = self.open.iter().rposition(|it| *it == id).unwrap_or(0);
            let mut members = self.open.split_off(start);
            members.iter().for_each(|it| self.is_open[it.0 as usize] = false);
            members.sort_unstable();
            let is_recursive = members.len() > 1 || callees[at].contains(&id);
            self.components.push(Component { members, is_recursive });
        }
    }
}
