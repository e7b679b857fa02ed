//! The sequential composition of versions: one procedure that runs them, and compares what they leave behind.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use crate::assumption::AssumptionKind;
use crate::check::CheckId;
use crate::program::{Block, Call, Instruction, ProcId, Procedure, Program, Scope, Terminator, Variable};
use crate::sort::Sort;
use crate::source::OriginId;
use crate::term::{Symbol, Term, TermKind, visit_all};
use crate::value::Value;

use super::blocks::Blocks;
use super::builder::{Builder, Meaning};
use super::events;
use super::record::{Marks, Taken};
use super::version::{Copying, Part};

/// The name of the procedure that runs the versions.
const START: &str = "<versions>";

/// Who observes a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// The user who runs it: events, the way it ends, and the results of the entry.
    Program,
    /// The caller of the entry, too: global variables and memory, as they are at the end.
    Callers,
}

/// A program that compares versions of another one.
#[derive(Debug, Clone)]
pub struct Product {
    /// The program.
    pub program: Program,
    /// The checks that are violated where a changed version shows something else.
    pub differences: BTreeSet<CheckId>,
    /// The checks that are violated where versions cannot be compared.
    pub undecided: BTreeSet<CheckId>,
}

/// The original, then each of the changed versions on the same inputs.
pub fn product(original: &Program, changed: &[&Program], level: Level) -> Product {
    let versions: Vec<&Program> = std::iter::once(original).chain(changed.iter().copied()).collect();
    let mut builder = Builder::new(original, versions.len());
    let constants = constants(&versions);
    let parts: Vec<Part> = versions
        .iter()
        .enumerate()
        .map(|(at, it)| Copying::new(&mut builder, it, at, &constants).part())
        .collect();
    let obstacle = obstacle(&versions);
    let entry = start(&mut builder, &parts, obstacle, level);
    let Builder { mut program, differences, undecided, .. } = builder;
    program.entry = ProcId(program.procedures.len() as u32);
    program.procedures.push(Procedure {
        name: START.to_owned(),
        parameters: Vec::new(),
        results: Vec::new(),
        blocks: entry,
        trusted: true,
        primitive: None,
    });
    Product { program, differences, undecided }
}

/// Why programs cannot be compared at all.
fn obstacle(versions: &[&Program]) -> Option<&'static str> {
    let original = versions[0];
    if versions.iter().any(|it| it.surroundings.hides_output) {
        return Some("what the versions write is not in the program");
    }
    if versions.iter().any(|it| it.rests_on(AssumptionKind::ContractOnly)) {
        return Some("the versions call what only a contract is known of");
    }
    if versions.iter().any(|it| it.axioms != original.axioms) {
        return Some("the versions have other axioms");
    }
    let signature = |program: &Program| {
        let entry = program.procedure(program.entry);
        let sorts = |symbols: &[Symbol]| symbols.iter().map(|it| it.sort()).collect::<Vec<Sort>>();
        (sorts(&entry.parameters), sorts(&entry.results))
    };
    let is_other = |it: &&Program| signature(it) != signature(original);
    versions.iter().any(is_other).then_some("the versions have other parameters or results")
}

/// The symbols that axioms are about and no version assigns, which all versions share.
fn constants(versions: &[&Program]) -> FxHashSet<Symbol> {
    let mut constants = FxHashSet::default();
    visit_all(&versions[0].axioms, &mut |term| {
        if let TermKind::Symbol(symbol) = term.kind() {
            constants.insert(*symbol);
        }
    });
    let blocks = versions.iter().flat_map(|it| &it.procedures).flat_map(|it| &it.blocks);
    for instruction in blocks.flat_map(|it| &it.instructions) {
        match instruction {
            Instruction::Statement(statement) => {
                if let Some(place) = statement.command.target() {
                    constants.remove(&place.variable);
                }
            }
            Instruction::Call(call) => constants.retain(|it| !call.results.contains(it)),
        }
    }
    constants
}

/// The procedure that runs the versions one after the other.
fn start(builder: &mut Builder, parts: &[Part], obstacle: Option<&str>, level: Level) -> Vec<Block> {
    let origin = builder.origin;
    let mut blocks = Blocks::new(1, origin);
    let (original, changed) = parts.split_first().expect("there is an original");
    initialize(builder, original, changed, &mut blocks);
    for (number, part) in parts.iter().enumerate() {
        call(builder, original, part, &mut blocks);
        if number == 0 {
            let unclear = Term::symbol(part.marks.unclear);
            let message = "the original does something that cannot be followed";
            let check = builder.row(Meaning::Undecided, message, origin);
            blocks.require(unclear.not(), check);
            if let Some(obstacle) = obstacle {
                let check = builder.row(Meaning::Undecided, obstacle, origin);
                blocks.require(Term::bool(false), check);
            }
        } else {
            compare_ends(builder, original, (number, part), level, &mut blocks);
        }
    }
    blocks.close(Terminator::Return);
    blocks.finish()
}

/// All versions begin with the same: logs are empty, and global variables hold what those of the original hold.
fn initialize(builder: &mut Builder, original: &Part, changed: &[Part], blocks: &mut Blocks) {
    let zero = |symbol: Symbol| (symbol, Term::value(Value::zero(symbol.sort())));
    let mut start: Vec<(Symbol, Term)> = Vec::new();
    for log in builder.logs() {
        start.extend(log.counters.iter().map(|it| zero(*it)));
        start.push(zero(log.kinds));
        start.extend(log.slots.values().map(|it| zero(*it)));
    }
    for part in std::iter::once(original).chain(changed) {
        let Marks { ended, stopped, unclear, taken } = part.marks;
        let Taken { standard, other, moved } = taken;
        start.extend([ended, stopped, unclear, standard, other, moved].map(zero));
    }
    for part in changed {
        for (symbol, copy) in &part.variables {
            let is_global = |it: &Symbol| builder.program.variables[it].scope.procedure().is_none();
            let Some(first) = original.variables.get(symbol) else { continue };
            if copy != first && is_global(copy) && is_global(first) {
                start.push((*copy, Term::symbol(*first)));
            }
        }
    }
    for (symbol, value) in start {
        blocks.set(symbol, value);
    }
}

/// Calls the entry of a version, with any arguments; each gets the same.
fn call(builder: &mut Builder, original: &Part, part: &Part, blocks: &mut Blocks) {
    let origin = builder.origin;
    let given = original.parameters.iter().zip(&part.parameters);
    let arguments: Vec<(Term, OriginId)> = given.map(|(it, _)| (Term::symbol(*it), origin)).collect();
    if arguments.len() == part.parameters.len() {
        let results = part.results.iter().map(|(_, variable)| *variable).collect();
        blocks.push(Instruction::Call(Call { callee: part.entry, arguments, results, origin }));
    }
}

/// What a changed version has done is what the original has done.
fn compare_ends(
    builder: &mut Builder,
    original: &Part,
    (number, part): (usize, &Part),
    level: Level,
    blocks: &mut Blocks,
) {
    let origin = builder.origin;
    let name = &part.name;
    let mut conditions: Vec<(Term, Meaning, String)> = Vec::new();
    let same = |first: Symbol, other: Symbol| Term::symbol(first).equals(Term::symbol(other));
    if let Some(log) = builder.known_log(&events::Channel::Shown) {
        let message = format!("{name} shows less than the original");
        conditions.push((log.count(number).equals(log.count(0)), Meaning::Differs, message));
    }
    let message = format!("{name} ends in another way than the original");
    conditions.push((same(original.marks.ended, part.marks.ended), Meaning::Differs, message));
    let (first, other) = (original.marks.taken, part.marks.taken);
    let message = format!("{name} takes more or less of its input than the original");
    conditions.push((same(first.standard, other.standard), Meaning::Differs, message.clone()));
    let is_taken = same(first.other, other.other).and(same(first.moved, other.moved));
    conditions.push((
        is_taken,
        Meaning::Undecided,
        format!("{name} does something else with its files than the original"),
    ));
    let has_ended = Term::symbol(original.marks.ended);
    for ((symbol, first), (_, other)) in original.results.iter().zip(&part.results) {
        if first.sort() != other.sort() {
            continue;
        }
        let meaning = match events::is_pointer(&builder.program, *symbol) {
            true => Meaning::Undecided,
            false => Meaning::Differs,
        };
        let message = format!("{name} returns something else than the original");
        conditions.push((has_ended.or(same(*first, *other)), meaning, message));
    }
    if level == Level::Callers {
        conditions.extend(compare_globals(builder, original, part));
    }
    for (condition, meaning, message) in conditions {
        let check = builder.row(meaning, &message, origin);
        blocks.require(condition, check);
    }
}

/// Global variables hold the same. What memory holds depends on numbers of objects, and which variables there are is the
/// translation's choice: a difference there is undecided.
fn compare_globals(builder: &Builder, original: &Part, part: &Part) -> Vec<(Term, Meaning, String)> {
    let name = &part.name;
    let is_global = |it: &Symbol| builder.program.variables[it].scope.procedure().is_none();
    let is_made = |it: &Variable| it.scope == Scope::Internal;
    let mut conditions = Vec::new();
    for (symbol, first) in original.variables.iter().filter(|(_, it)| is_global(it)) {
        let variable = &builder.program.variables[first];
        let Some(other) = part.variables.get(symbol) else {
            let message = format!("{name} has no variable `{}`", variable.name);
            conditions.push((Term::bool(false), Meaning::Undecided, message));
            continue;
        };
        let is_open = is_made(variable) || events::is_pointer(&builder.program, *first);
        let (meaning, what) = match is_open {
            true => (Meaning::Undecided, "memory that may differ".to_owned()),
            false => (Meaning::Differs, format!("something else in `{}` than the original", variable.name)),
        };
        let condition = Term::symbol(*first).equals(Term::symbol(*other));
        conditions.push((condition, meaning, format!("{name} leaves {what}")));
    }
    conditions
}
