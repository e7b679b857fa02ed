//! What the user of a program has said of it, compared across a change of somebody else: what is asserted, what is assumed, and
//! what is read from outside.
//!
//! An assertion is the condition that decides about an error that is written down (`assert`, a call of `reach_error`, a label),
//! as the translation has it: by then macros are expanded. Where the error is unconditional, its condition is that of the
//! statement which decides whether control gets there. Procedures that only look at their parameters and fail
//! (`__VERIFIER_assert`) are assertions where they are called, and have to stay what they are.
//!
//! What is assumed is the condition of an `assume`. What is read is the value that a variable gets of a function of which nothing is
//! known: as a smaller type, or a part of it, it is another input. Procedures that give back what they read and decide nothing
//! (`int get(void) { return nondet(); }`) are read where they are called, and have to stay what they are, too.
//!
//! Variables are compared by their names and by where they are declared, so that another one of the same name is another
//! one. Addresses depend on all objects of a program: where the change leaves an assertion and its macros alone, an address is
//! the object that is there.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;

use faultscope_ir::program::Scope;
use faultscope_ir::term::Rewriting;
use faultscope_ir::{
    Block, BlockId, Call, Command, Instruction, Op, OriginId, OriginKind, ProcId, Procedure, Program, Sort,
    SourceMap, Span, Statement, Symbol, Term, TermKind, Terminator, Value,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::alignment::ChangedFile;
use crate::limits::{MAX_ASSERTING_BLOCKS, MAX_LOOKED_BACK};

/// The name of a value from outside, which no variable has.
const READ: &str = "what is read";

/// A value from outside. Those that are read at one place are told apart by what is made of them.
fn read(sort: Sort) -> Term {
    Term::symbol(Symbol::new(READ, sort))
}

/// A program with the places that its commands are said to have, and whether a change has touched them.
pub(crate) struct Side<'a> {
    pub program: &'a Program,
    /// Its sources with lines numbered as before the change.
    pub sources: &'a SourceMap,
    /// Whether the change touches a span of the program's own sources.
    pub is_touched: &'a dyn Fn(&Program, &Span) -> bool,
}

/// The places with what is not in the changed program as it was.
#[derive(Debug, Default)]
pub(crate) struct Lost {
    /// Assertions.
    pub assertions: Vec<String>,
    /// What is assumed.
    pub assumptions: Vec<String>,
    /// What is read, here or in the changed program alone.
    pub reads: Vec<String>,
}

/// What of the user's is not in the changed program as it was.
pub(crate) fn lost(original: &Side<'_>, changed: &Side<'_>) -> Lost {
    let mut left = Reader::new(changed).assertions();
    let mut lost = Lost::default();
    for assertion in Reader::new(original).assertions() {
        match left.iter().position(|it| it.is(&assertion)) {
            Some(at) => _ = left.swap_remove(at),
            None => {
                let places = match assertion.role {
                    Role::Asserted => &mut lost.assertions,
                    Role::Assumed => &mut lost.assumptions,
                    Role::Read => &mut lost.reads,
                };
                places.push(assertion.place.to_string());
            }
        }
    }
    // Who reads once more until a value is right assumes that it is.
    let more = left.iter().filter(|it| it.role == Role::Read);
    lost.reads.extend(more.map(|it| it.place.to_string()));
    lost.assertions.dedup();
    lost.assumptions.dedup();
    lost.reads.dedup();
    lost
}

/// The places with what the user has said that were changed. The lines of the changed program are those of these sources.
pub(crate) fn lost_of(
    (original, changed): (&Program, &Program),
    files: &[ChangedFile],
    aligned: &SourceMap,
) -> Lost {
    let touches =
        |program: &Program, span: &Span, is_changed: fn(&ChangedFile, &RangeInclusive<u32>) -> bool| {
            let name = &program.sources.file(span.file).name;
            files.iter().any(|it| it.name == *name && is_changed(it, &(span.line..=span.end_line)))
        };
    let before = Side {
        program: original,
        sources: &original.sources,
        is_touched: &|program, span| touches(program, span, ChangedFile::has_lost),
    };
    let after = Side {
        program: changed,
        sources: aligned,
        is_touched: &|program, span| touches(program, span, ChangedFile::has_new),
    };
    lost(&before, &after)
}

/// What is done with a condition, or a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Asserted,
    Assumed,
    Read,
}

#[derive(Debug, PartialEq, Eq)]
struct Place {
    file: String,
    line: u32,
    function: String,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// What is asserted at a place.
#[derive(Debug)]
struct Assertion {
    role: Role,
    place: Place,
    /// The conditions that lead to the error, each with whether it holds there; or what an asserting procedure is given.
    conditions: FxHashSet<(Term, bool)>,
    /// The same, with objects instead of their addresses.
    of_objects: FxHashSet<(Term, bool)>,
    /// What an asserting procedure does.
    body: Vec<String>,
    is_touched: bool,
}

impl Assertion {
    fn is(&self, other: &Assertion) -> bool {
        let is_untouched = !self.is_touched && !other.is_touched;
        self.role == other.role
            && self.place == other.place
            && self.body == other.body
            && (self.conditions == other.conditions || is_untouched && self.of_objects == other.of_objects)
    }
}

/// Reads assertions off a program.
struct Reader<'a> {
    side: &'a Side<'a>,
    /// Each variable by its name, and by where it is declared.
    known_as: FxHashMap<Symbol, Symbol>,
    asserting: FxHashSet<ProcId>,
    reading: FxHashSet<ProcId>,
}

impl<'a> Reader<'a> {
    fn new(side: &'a Side<'a>) -> Reader<'a> {
        let program = side.program;
        let ids = || (0..program.procedures.len() as u32).map(ProcId);
        let asserting = ids().filter(|id| is_asserting(program, *id)).collect();
        let reading = ids().filter(|id| is_reading(program, *id)).collect();
        Reader { side, known_as: known_as(program), asserting, reading }
    }

    fn assertions(&self) -> Vec<Assertion> {
        let program = self.side.program;
        let mut found = Vec::new();
        for (procedure, id) in program.procedures.iter().zip(0..) {
            let body = Body { reader: self, procedure, predecessors: procedure.predecessors() };
            for (block, number) in procedure.blocks.iter().zip(0..) {
                for (at, instruction) in block.instructions.iter().enumerate() {
                    if let Instruction::Call(call) = instruction {
                        if self.asserting.contains(&call.callee) {
                            found.push(body.call(call, BlockId(number), at));
                        }
                        if self.reading.contains(&call.callee) {
                            found.extend(body.reading_call(call));
                        }
                    }
                    if let Instruction::Statement(statement) = instruction {
                        found.extend(body.bound(statement, BlockId(number), at));
                    }
                }
                if let Terminator::Error { check } = block.terminator
                    && program.check(check).property.is_written()
                {
                    let origin = program.check(check).origin;
                    let text = if self.asserting.contains(&ProcId(id)) { body.text() } else { Vec::new() };
                    found.push(Assertion { body: text, ..body.error(BlockId(number), origin) });
                }
            }
        }
        found
    }

    fn assertion(
        &self,
        origin: OriginId,
        others: &[OriginId],
        conditions: FxHashSet<(Term, bool)>,
    ) -> Assertion {
        let Side { program, sources, is_touched } = self.side;
        let span = sources.origin(origin).use_span();
        let touches = |origin: OriginId| {
            let origin = program.sources.origin(origin);
            let definitions = origin.definitions.iter().map(|(_, span)| span);
            let mut spans = [&origin.span].into_iter().chain(&origin.expansions).chain(definitions);
            spans.any(|span| is_touched(program, span))
        };
        let of_objects =
            conditions.iter().map(|(term, holds)| (of_objects(program, *term), *holds)).collect();
        Assertion {
            role: Role::Asserted,
            place: Place {
                file: sources.file(span.file).name.clone(),
                line: span.line,
                function: sources.origin(origin).function.clone(),
            },
            is_touched: others.iter().chain([&origin]).any(|it| touches(*it)),
            conditions,
            of_objects,
            body: Vec::new(),
        }
    }
}

/// A procedure.
struct Body<'a> {
    reader: &'a Reader<'a>,
    procedure: &'a Procedure,
    predecessors: Vec<Vec<BlockId>>,
}

impl Body<'_> {
    /// What is asserted by a call of an asserting procedure.
    fn call(&self, call: &Call, block: BlockId, at: usize) -> Assertion {
        let given =
            call.arguments.iter().map(|(value, _)| (self.resolved(*value, block, at), true)).collect();
        let origins: Vec<OriginId> = call.arguments.iter().map(|(_, origin)| *origin).collect();
        self.reader.assertion(call.origin, &origins, given)
    }

    /// What is read by a call of a reading procedure: what that does, and the values that variables get as they are.
    fn reading_call(&self, call: &Call) -> Vec<Assertion> {
        let procedure = self.reader.side.program.procedure(call.callee);
        let callee = Body { reader: self.reader, procedure, predecessors: procedure.predecessors() };
        let assertion =
            |conditions| self.reader.assertion(call.origin, &[], FxHashSet::from_iter(conditions));
        let does = Assertion { role: Role::Read, body: callee.text(), ..assertion(None) };
        let given = call.results.iter().filter(|it| !self.is_temporary(**it)).map(|symbol| {
            let sort = symbol.sort();
            let value = assertion(Some((read(sort), true)));
            Assertion { role: Role::Read, body: vec![sort.to_string()], ..value }
        });
        std::iter::once(does).chain(given).collect()
    }

    fn is_temporary(&self, symbol: Symbol) -> bool {
        let variables = &self.reader.side.program.variables;
        variables.get(&symbol).is_some_and(|it| matches!(it.scope, Scope::Temporary(_)))
    }

    /// What a statement assumes, or reads.
    fn bound(&self, statement: &Statement, block: BlockId, at: usize) -> Option<Assertion> {
        let origin = self.reader.side.program.sources.origin(statement.origin);
        if origin.trusted {
            return None;
        }
        let (role, target, value) = match &statement.command {
            Command::Assume { condition } if origin.kind == OriginKind::Condition => {
                (Role::Assumed, None, *condition)
            }
            // What is read is converted by a command that the translation has made.
            Command::Assign { target, value }
                if !origin.kind.is_made() || !self.is_temporary(target.variable) =>
            {
                (Role::Read, Some(target), *value)
            }
            Command::Havoc { target }
                if origin.kind == OriginKind::Input && !self.is_temporary(target.variable) =>
            {
                (Role::Read, Some(target), read(target.read().sort()))
            }
            _ => return None,
        };
        let value = self.resolved(value, block, at);
        let is_read = || value.symbols().iter().any(|it| it.name() == READ);
        if role == Role::Read && !is_read() {
            return None;
        }
        let assertion = self.reader.assertion(statement.origin, &[], FxHashSet::from_iter([(value, true)]));
        // Into which variable it goes is up to the program.
        let body = target.map(|it| it.read().sort().to_string()).into_iter().collect();
        Some(Assertion { role, body, ..assertion })
    }

    /// What leads to an error: the conditions of the last statement that decides about it.
    fn error(&self, error: BlockId, origin: OriginId) -> Assertion {
        let sources = &self.reader.side.program.sources;
        let (mut conditions, mut origins) = (FxHashSet::default(), Vec::new());
        let mut seen = FxHashSet::from_iter([error]);
        // A block, and the statement that decides where it was met.
        let mut open: Vec<(BlockId, Option<(Span, OriginKind)>)> = vec![(error, None)];
        while let Some((block, deciding)) = open.pop() {
            for from in &self.predecessors[block.0 as usize] {
                let mut own = deciding;
                if let Terminator::Branch { condition, then_block, else_block, origin } =
                    &self.procedure.block(*from).terminator
                {
                    let other = if *then_block == block { *else_block } else { *then_block };
                    let statement = sources.statement(*origin);
                    if !self.is_language_error(other) {
                        if deciding.is_some_and(|it| it != statement) {
                            continue;
                        }
                        own = Some(statement);
                        let end = self.procedure.block(*from).instructions.len();
                        conditions.insert((self.resolved(*condition, *from, end), *then_block == block));
                        origins.push(*origin);
                    }
                }
                if seen.insert(*from) {
                    open.push((*from, own));
                }
            }
        }
        self.reader.assertion(origin, &origins, conditions)
    }

    /// Whether a block is an error that nobody has written down.
    fn is_language_error(&self, block: BlockId) -> bool {
        let program = self.reader.side.program;
        matches!(self.procedure.block(block).terminator,
            Terminator::Error { check } if !program.check(check).property.is_written())
    }

    /// A term by what variables are known as, with temporaries resolved, where it stands in front of an instruction.
    fn resolved(&self, term: Term, block: BlockId, at: usize) -> Term {
        self.resolved_within(term, block, at, MAX_LOOKED_BACK)
    }

    fn resolved_within(&self, term: Term, block: BlockId, at: usize, budget: usize) -> Term {
        let mut substitution: FxHashMap<Symbol, Term> = FxHashMap::default();
        for symbol in term.symbols() {
            let value = if self.is_temporary(symbol) { self.value(symbol, block, at, budget) } else { None };
            let known = self.reader.known_as.get(&symbol).copied().unwrap_or(symbol);
            substitution.insert(symbol, value.unwrap_or_else(|| Term::symbol(known)));
        }
        term.substitute(&substitution)
    }

    /// The value of a temporary in front of an instruction, where one command gives it.
    fn value(&self, symbol: Symbol, mut block: BlockId, mut at: usize, budget: usize) -> Option<Term> {
        for left in (0..budget).rev() {
            let instructions = &self.procedure.block(block).instructions;
            for (idx, instruction) in instructions[..at].iter().enumerate().rev() {
                match instruction {
                    Instruction::Statement(statement) => match &statement.command {
                        Command::Assign { target, value } if target.variable == symbol => {
                            let is_whole = target.path.is_empty();
                            return is_whole.then(|| self.resolved_within(*value, block, idx, left));
                        }
                        Command::Havoc { target } if target.variable == symbol => {
                            let origin = self.reader.side.program.sources.origin(statement.origin);
                            let is_read = origin.kind == OriginKind::Input && !origin.trusted;
                            return is_read.then(|| read(symbol.sort()));
                        }
                        _ => {}
                    },
                    Instruction::Call(call) => {
                        if let Some(number) = call.results.iter().position(|it| *it == symbol) {
                            if self.reader.reading.contains(&call.callee) {
                                return Some(read(symbol.sort()));
                            }
                            let callee = &self.reader.side.program.procedure(call.callee).name;
                            let given: Vec<String> = call
                                .arguments
                                .iter()
                                .map(|(value, _)| self.resolved_within(*value, block, idx, left).to_string())
                                .collect();
                            let name = format!("{callee}({})#{number}", given.join(", "));
                            return Some(Term::symbol(Symbol::new(&name, symbol.sort())));
                        }
                    }
                }
            }
            let [before] = self.predecessors[block.0 as usize][..] else { return None };
            (block, at) = (before, self.procedure.block(before).instructions.len());
        }
        None
    }

    /// What the procedure does.
    fn text(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let resolved = |term: Term| self.resolved_within(term, Procedure::ENTRY, 0, 0);
        lines.push(self.procedure.name.clone());
        for block in &self.procedure.blocks {
            for instruction in &block.instructions {
                lines.push(match instruction {
                    Instruction::Statement(statement) => match &statement.command {
                        Command::Assign { target, value } => {
                            format!("{} := {}", resolved(Term::symbol(target.variable)), resolved(*value))
                        }
                        Command::Havoc { target } => {
                            format!("havoc {}", resolved(Term::symbol(target.variable)))
                        }
                        Command::Assume { condition } => format!("assume {}", resolved(*condition)),
                    },
                    Instruction::Call(call) => format!("call {}", call.callee.0),
                });
            }
            lines.push(match &block.terminator {
                Terminator::Branch { condition, then_block, else_block, .. } => {
                    format!("if {} {then_block:?} {else_block:?}", resolved(*condition))
                }
                Terminator::Error { .. } => "error".to_owned(),
                other => format!("{other:?}"),
            });
        }
        lines
    }
}

/// Whether a procedure does nothing but give back what it reads from outside. What decides about that is program.
fn is_reading(program: &Program, id: ProcId) -> bool {
    let procedure = program.procedure(id);
    let is_own = |symbol: &Symbol| {
        let scope = program.variables.get(symbol).map(|it| it.scope);
        matches!(scope, Some(Scope::Local(at) | Scope::Temporary(at)) if at == id)
    };
    let is_input = |origin: OriginId| {
        let origin = program.sources.origin(origin);
        origin.kind == OriginKind::Input && !origin.trusted
    };
    let instructions = || procedure.blocks.iter().flat_map(|block| &block.instructions);
    let is_quiet = |instruction: &Instruction| match instruction {
        Instruction::Statement(statement) => {
            statement.command.target().is_none_or(|target| is_own(&target.variable))
        }
        Instruction::Call(_) => false,
    };
    let reads = |instruction: &Instruction| match instruction {
        Instruction::Statement(Statement { command: Command::Havoc { .. }, origin }) => is_input(*origin),
        _ => false,
    };
    let decides = |block: &Block| matches!(block.terminator, Terminator::Branch { .. });
    !procedure.results.is_empty()
        && !procedure.blocks.iter().any(decides)
        && instructions().all(is_quiet)
        && instructions().any(reads)
}

/// Whether a procedure does nothing but look at its parameters, and fails by what they are.
fn is_asserting(program: &Program, id: ProcId) -> bool {
    let procedure = program.procedure(id);
    let is_own =
        |symbol: &Symbol| program.variables.get(symbol).is_some_and(|it| it.scope == Scope::Temporary(id));
    let is_quiet = |instruction: &Instruction| match instruction {
        Instruction::Statement(statement) => match &statement.command {
            Command::Assign { target, .. } => is_own(&target.variable),
            Command::Havoc { .. } | Command::Assume { .. } => false,
        },
        Instruction::Call(_) => false,
    };
    let fails = procedure.blocks.iter().any(|block| {
        matches!(block.terminator, Terminator::Error { check } if program.check(check).property.is_written())
    });
    fails
        && !procedure.parameters.is_empty()
        && procedure.results.is_empty()
        && procedure.blocks.len() <= MAX_ASSERTING_BLOCKS
        && procedure.blocks.iter().flat_map(|block| &block.instructions).all(is_quiet)
}

/// Each variable by its name and where it is declared: the first of this name there, the second, and so on.
fn known_as(program: &Program) -> FxHashMap<Symbol, Symbol> {
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    let variables = program.variables.iter().map(|(symbol, variable)| {
        let at = match variable.scope {
            Scope::Local(id) | Scope::Temporary(id) => program.procedure(id).name.as_str(),
            Scope::Global | Scope::Internal => "",
        };
        let name = format!("{at}::{}", variable.name);
        let number = numbers.entry(name.clone()).or_default();
        *number += 1;
        (*symbol, Symbol::new(&format!("{name}#{number}"), symbol.sort()))
    });
    variables.collect()
}

/// A term with objects instead of their addresses.
fn of_objects(program: &Program, term: Term) -> Term {
    let named = |term: Term| {
        let TermKind::Const(Value::Bits(_, bits)) = term.kind() else { return term };
        let is_in = |base: u128, size: u64| *bits >= base && *bits - base < u128::from(size.max(1));
        let Some(at) = program.objects.iter().position(|it| is_in(it.base, it.size)) else { return term };
        let object = &program.objects[at];
        let number = program.objects[..at].iter().filter(|it| it.name == object.name).count();
        let name = format!("&{}#{number}+{}", object.name, bits - object.base);
        Term::symbol(Symbol::new(&name, term.sort()))
    };
    let mut in_application = |op: &Op, operands: &[Term]| {
        Some(Term::app(*op, &operands.iter().map(|it| named(*it)).collect::<Vec<_>>()))
    };
    named(Rewriting::default().rewrite_applications(term, &mut in_application))
}
