//! Shadows in the program: the commands that keep them up to date, and the checks that ask for them.

use faultscope_ir::edit::Writer;
use faultscope_ir::index::IndexMap;
use faultscope_ir::program::{Display, Scope, VariableTable};
use faultscope_ir::{
    Block, BlockId, Call, Check, CheckId, Command, Instruction, OriginId, Place, ProcId, Procedure, Property,
    Statement, Symbol, Term, Terminator,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::analysis::Analysis;
use super::needs::Needs;
use super::state::State;
use super::taint::{Taint, shadow_sort, uniform};
use super::{Unwritten, Use};

/// Puts shadows and checks into procedures, and takes out what stood for uses of values. `lowering` is the origin of
/// commands that nobody has written.
pub(in crate::c) fn instrument(
    procedures: Vec<Procedure>,
    variables: &mut VariableTable,
    checks: &mut Vec<Check>,
    unwritten: &Unwritten,
    entry: ProcId,
    lowering: OriginId,
) -> Vec<Procedure> {
    let analysis = Analysis::new(&procedures, variables, unwritten, entry);
    let needs = Needs::new(&analysis);
    let shadows = shadows(&needs, variables);
    let unused = unused(&needs, &shadows, procedures.len(), variables);
    let names = variables
        .iter()
        .filter(|(_, variable)| matches!(variable.scope, Scope::Local(_) | Scope::Global))
        .map(|(symbol, variable)| (*symbol, variable.name.clone()))
        .collect();
    let mut own: FxHashMap<ProcId, Vec<(Symbol, Symbol)>> = FxHashMap::default();
    for (variable, shadow) in &shadows {
        own.entry(analysis.owner(*variable).unwrap_or(entry)).or_default().push((*variable, *shadow));
    }
    let mut shadowing = Shadowing { analysis, needs, shadows, unused, names, own, lowering, checks };
    (0..procedures.len()).map(|idx| shadowing.procedure(ProcId(idx as u32))).collect()
}

/// Declares the shadows.
fn shadows(needs: &Needs, variables: &mut VariableTable) -> IndexMap<Symbol, Symbol> {
    let mut shadows = IndexMap::default();
    for symbol in &needs.variables {
        let Some(variable) = variables.get(*symbol).cloned() else { continue };
        let sort = shadow_sort(symbol.sort());
        let scope = variable.scope.procedure().map_or(Scope::Internal, Scope::Temporary);
        let name = format!("{} is unwritten", variable.name);
        shadows.insert(*symbol, variables.declare(&name, sort, scope, Display::Shadow));
    }
    shadows
}

/// Declares what takes the shadows of results that nobody asks for.
fn unused(
    needs: &Needs,
    shadows: &IndexMap<Symbol, Symbol>,
    n_procedures: usize,
    variables: &mut VariableTable,
) -> IndexMap<Symbol, Symbol> {
    let results = (0..n_procedures).flat_map(|idx| needs.returned(ProcId(idx as u32)));
    let shadows = results.filter_map(|result| Some((*result, shadows.get(result)?.sort())));
    let declared = shadows.map(|(result, sort)| {
        (result, variables.declare("unused shadow", sort, Scope::Internal, Display::Shadow))
    });
    declared.collect()
}

/// The variables that commands give a value before they read it. Calls may do anything.
fn set_first(instructions: &[Instruction]) -> FxHashSet<Symbol> {
    let statements = instructions.iter().map_while(|instruction| match instruction {
        Instruction::Statement(statement) => Some(&statement.command),
        Instruction::Call(_) => None,
    });
    let (mut read, mut set) = (FxHashSet::default(), FxHashSet::default());
    for command in statements {
        let target = command.target();
        let cell = target.filter(|it| !it.path.is_empty()).map(|it| it.variable);
        let path = target.into_iter().flat_map(|it| it.path.iter().copied());
        let value = match command {
            Command::Assign { value, .. } => Some(*value),
            Command::Assume { condition } => Some(*condition),
            Command::Havoc { .. } => None,
        };
        let symbols = path.chain(value).flat_map(Term::symbols);
        read.extend(symbols.chain(cell).filter(|it| !set.contains(it)));
        if let Command::Assign { target, .. } = command
            && target.path.is_empty()
            && !read.contains(&target.variable)
        {
            set.insert(target.variable);
        }
    }
    set
}

/// The program with shadows, while it is made.
struct Shadowing<'a> {
    analysis: Analysis<'a>,
    needs: Needs,
    shadows: IndexMap<Symbol, Symbol>,
    /// For results the variables that take their shadows where nobody asks for these.
    unused: IndexMap<Symbol, Symbol>,
    /// The variables that the user has named.
    names: IndexMap<Symbol, String>,
    /// The variables of each procedure with their shadows; global ones are of the entry.
    own: FxHashMap<ProcId, Vec<(Symbol, Symbol)>>,
    lowering: OriginId,
    checks: &'a mut Vec<Check>,
}

impl Shadowing<'_> {
    fn procedure(&mut self, id: ProcId) -> Procedure {
        let before = &self.analysis.procedures[id.0 as usize];
        let mut blocks = Writer::new(before.blocks.clone());
        for idx in 0..before.blocks.len() {
            let block = blocks.reopen(BlockId(idx as u32));
            match self.analysis.entry(id, idx).cloned() {
                Some(state) => self.block(block, state, &mut blocks),
                // Nothing gets there.
                None => blocks.end(block.terminator),
            }
        }
        let mut parameters = before.parameters.clone();
        parameters.extend(self.needs.passed(id).iter().filter_map(|it| self.shadows.get(it)));
        let mut results = before.results.clone();
        results.extend(self.needs.returned(id).iter().filter_map(|it| self.shadows.get(it)));
        let blocks = blocks.into_blocks();
        let first = self.first_values(id, &blocks[0]);
        let mut procedure = Procedure { parameters, results, blocks, ..before.clone() };
        procedure.begin_with(first);
        procedure
    }

    /// Gives the shadows of a procedure their first values.
    fn first_values(&self, id: ProcId, start: &Block) -> Vec<Instruction> {
        let (passed, locals) = (self.needs.passed(id), self.analysis.locals(id));
        let own = self.own.get(&id).into_iter().flatten();
        let set = set_first(&start.instructions);
        let first = own.filter(|(variable, shadow)| !passed.contains(variable) && !set.contains(shadow));
        let value = |(variable, shadow): &(Symbol, Symbol)| uniform(shadow.sort(), locals.contains(variable));
        first.map(|it| Instruction::assign(it.1, value(it), self.lowering)).collect()
    }

    fn block(&mut self, block: Block, mut state: State, blocks: &mut Writer) {
        for instruction in &block.instructions {
            let goes_on = match instruction {
                Instruction::Statement(statement) => {
                    self.statement(statement, &state, blocks);
                    self.analysis.step(instruction, &mut state)
                }
                Instruction::Call(call) => {
                    let call_state = state.clone();
                    let goes_on = self.analysis.step(instruction, &mut state);
                    self.call(call.clone(), &call_state, &state, blocks);
                    goes_on
                }
            };
            if !goes_on {
                return blocks.end(Terminator::Stop);
            }
        }
        blocks.end(block.terminator);
    }

    fn statement(&mut self, statement: &Statement, state: &State, blocks: &mut Writer) {
        if let Command::Assume { condition } = &statement.command {
            let unwritten = self.analysis.unwritten;
            if let Some(usage) = unwritten.usage(*condition) {
                return self.check(usage, state, blocks);
            }
            if let Some(memories) = unwritten.settled_at(*condition) {
                let shadows = memories.iter().filter_map(|memory| self.shadows.get(memory));
                for shadow in shadows {
                    blocks.assign(*shadow, uniform(shadow.sort(), false), statement.origin);
                }
                return;
            }
        }
        if let Some(command) = self.shadow_command(statement, state) {
            blocks.push(command);
        }
        blocks.push(Instruction::Statement(statement.clone()));
    }

    /// What happens to the shadow of what a command assigns. It comes first, since the command may change what it reads.
    fn shadow_command(&self, statement: &Statement, state: &State) -> Option<Instruction> {
        let target = statement.command.target()?;
        let shadow = *self.shadows.get(&target.variable)?;
        let place = Place { variable: shadow, path: target.path.clone() };
        let sort = place.read().sort();
        let value = match &statement.command {
            Command::Assign { value, .. } => self.taint(state).stored(*value, sort),
            _ => uniform(sort, self.analysis.is_open(statement)),
        };
        // What was written stays so.
        if value == uniform(sort, false) && !state.contains(&target.variable) {
            return None;
        }
        Some(Instruction::command(Command::Assign { target: place, value }, statement.origin))
    }

    fn taint<'t>(&'t self, state: &'t State) -> Taint<'t> {
        Taint::new(&self.shadows, state)
    }

    /// Asks that a value is written where it is used.
    fn check(&mut self, usage: &Use, state: &State, blocks: &mut Writer) {
        if !self.analysis.sources.may_be_unwritten(usage.value, state) {
            return;
        }
        let is_unwritten = self.taint(state).any(usage.value).and(usage.guard);
        if is_unwritten.as_bool() == Some(false) {
            return;
        }
        let message = self.message(usage, state);
        self.checks.push(Check {
            property: Property::Uninitialized,
            condition: None,
            origin: usage.origin,
            message,
        });
        let check = CheckId(self.checks.len() as u32 - 1);
        let else_block = blocks.add(Terminator::Error { check });
        let then_block = blocks.add(Terminator::Stop);
        let (condition, origin) = (is_unwritten.not(), usage.origin);
        blocks.end_and_go_on(Terminator::Branch { condition, then_block, else_block, origin }, then_block);
    }

    /// What a use of a value that nobody wrote is called.
    fn message(&self, usage: &Use, state: &State) -> String {
        let text = &usage.text;
        let sources = self.analysis.sources.of(usage.value);
        let unwritten: Vec<Symbol> =
            sources.iter().filter(|symbol| state.contains(symbol)).copied().collect();
        let names: Option<Vec<&String>> = unwritten.iter().map(|it| self.names.get(it)).collect();
        match names.as_deref() {
            Some([name]) if usage.is_users && *name == text => {
                format!("use of uninitialized variable `{name}`")
            }
            Some([name]) if usage.is_users && unwritten[0].sort().array_sorts().is_none() => {
                format!("use of uninitialized variable `{name}` in `{text}`")
            }
            _ => format!("`{text}` uses an uninitialized value"),
        }
    }

    /// A call passes shadows and gives some back.
    fn call(&self, mut call: Call, before: &State, after: &State, blocks: &mut Writer) {
        let callee = &self.analysis.procedures[call.callee.0 as usize];
        let mut taint = self.taint(before);
        for passed in self.needs.passed(call.callee) {
            let position = callee.parameters.iter().position(|it| it == passed);
            if let Some((value, origin)) = position.and_then(|it| call.arguments.get(it)).copied() {
                let sort = shadow_sort(value.sort());
                call.arguments.push((taint.stored(value, sort), origin));
            }
        }
        let returned = self.needs.returned(call.callee);
        let mut settled = Vec::new();
        for (target, result) in call.results.iter().zip(&callee.results) {
            let becomes_written =
                !returned.contains(result) && before.contains(target) && !after.contains(target);
            if let (Some(shadow), true) = (self.shadows.get(target), becomes_written) {
                settled.push(Instruction::assign(*shadow, uniform(shadow.sort(), false), call.origin));
            }
        }
        for result in returned {
            let position = callee.results.iter().position(|it| it == result);
            let target = position.and_then(|position| call.results.get(position)).copied();
            let shadow = target.and_then(|target| self.shadows.get(&target));
            call.results.extend(shadow.or(self.unused.get(result)));
        }
        blocks.push(Instruction::Call(call));
        settled.into_iter().for_each(|it| blocks.push(it));
    }
}
