//! A version in a product: a copy of its procedures over variables of its own.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::assumption::Assumption;
use crate::command::{Command, Place, Statement};
use crate::index::IndexMap;
use crate::primitive::Primitive;
use crate::program::{Block, Call, Instruction, ProcId, Procedure, Program, Scope, Terminator, Variable};
use crate::sort::Sort;
use crate::source::OriginId;
use crate::term::{Derivation, Symbol, Term};

use super::builder::Builder;
use super::ends::may_end;
use super::record::{Marks, Taken, count_sort};
use super::sources::merge;

/// How a version is called, and what it leaves behind.
pub(super) struct Part {
    pub(super) entry: ProcId,
    pub(super) parameters: Vec<Symbol>,
    /// The variables that take the results of the entry, by the results.
    pub(super) results: Vec<(Symbol, Symbol)>,
    /// Its variables, by those of the program that it is a copy of.
    pub(super) variables: IndexMap<Symbol, Symbol>,
    pub(super) marks: Marks,
    pub(super) name: String,
}

/// Copies a version into a product.
pub(super) struct Copying<'a, 'b> {
    pub(super) builder: &'b mut Builder,
    pub(super) program: &'a Program,
    pub(super) number: usize,
    /// What its variables are called in the product.
    pub(super) symbols: IndexMap<Symbol, Symbol>,
    origins: Vec<OriginId>,
    /// The first of its procedures in the product.
    offset: u32,
    terms: FxHashMap<Term, Term>,
    pub(super) marks: Marks,
    /// The procedures behind whose calls the program may have ended.
    pub(super) may_end: Vec<bool>,
    /// Whether some procedure is called with which the program ends.
    pub(super) has_end: bool,
}

impl<'a, 'b> Copying<'a, 'b> {
    pub(super) fn new(
        builder: &'b mut Builder,
        program: &'a Program,
        number: usize,
        constants: &FxHashSet<Symbol>,
    ) -> Self {
        let offset = builder.program.procedures.len() as u32;
        let origins = match number {
            0 => (0..program.sources.n_origins() as u32).map(OriginId).collect(),
            _ => merge(&mut builder.program.sources, &program.sources, number),
        };
        let mut symbols = IndexMap::default();
        for (symbol, variable) in &program.variables {
            let is_shared = number == 0 || constants.contains(symbol);
            let copy = if is_shared { *symbol } else { symbol.derived(Derivation::Copy(number)) };
            symbols.insert(*symbol, copy);
            let scope = match variable.scope {
                Scope::Local(id) => Scope::Local(ProcId(id.0 + offset)),
                Scope::Temporary(id) => Scope::Temporary(ProcId(id.0 + offset)),
                scope => scope,
            };
            builder.program.variables.insert(copy, Variable { scope, ..variable.clone() });
        }
        if number > 0 {
            let assumptions = program.assumptions.iter().map(|it| Assumption {
                origin: it.origin.map(|origin| origins[origin.0 as usize]),
                ..it.clone()
            });
            let known: FxHashSet<Assumption> = builder.program.assumptions.iter().cloned().collect();
            builder.program.assumptions.extend(assumptions.filter(|it| !known.contains(it)));
        }
        let marks = Marks {
            ended: builder.ghost("has ended", Sort::bool()),
            stopped: builder.ghost("has stopped", Sort::bool()),
            unclear: builder.ghost("is unclear", Sort::bool()),
            taken: Taken {
                standard: builder.ghost("taken", count_sort()),
                other: builder.ghost("taken from files", count_sort()),
                moved: builder.ghost("moved", count_sort()),
            },
        };
        let is_end = |it: &Procedure| it.primitive.is_some_and(Primitive::ends);
        let has_end = program.procedures.iter().any(is_end);
        let may_end = if has_end { may_end(program) } else { vec![false; program.procedures.len()] };
        Copying {
            builder,
            program,
            number,
            symbols,
            origins,
            offset,
            terms: FxHashMap::default(),
            marks,
            may_end,
            has_end,
        }
    }

    /// Adds its procedures.
    pub(super) fn part(mut self) -> Part {
        let n_versions = self.builder.n_versions;
        let name = match (self.number, n_versions) {
            (0, _) => "the original".to_owned(),
            (_, 2) => "the changed program".to_owned(),
            (number, _) => format!("version {}", number + 1),
        };
        let program = self.program;
        for procedure in &program.procedures {
            let blocks = match procedure.primitive {
                Some(_) => self.plain(procedure, &name),
                None => self.rewritten(procedure, &name),
            };
            // In an environment, the original alone writes, and no version ends the execution.
            let is_kept = self.number == 0;
            let copy = Procedure {
                name: procedure.name.clone(),
                parameters: procedure.parameters.iter().map(|it| self.symbol(*it)).collect(),
                results: procedure.results.iter().map(|it| self.symbol(*it)).collect(),
                blocks,
                trusted: procedure.trusted,
                primitive: procedure.primitive.filter(|it| !it.ends() && (is_kept || !it.writes())),
            };
            self.builder.program.procedures.push(copy);
        }
        let entry = program.procedure(program.entry);
        let results =
            entry.results.iter().map(|it| (self.symbol(*it), self.builder.ghost("result", it.sort())));
        let results: Vec<(Symbol, Symbol)> = results.collect();
        let parameters = match self.number {
            0 => entry.parameters.iter().map(|it| self.builder.ghost("argument", it.sort())).collect(),
            _ => entry.parameters.iter().map(|it| self.symbol(*it)).collect(),
        };
        Part {
            entry: ProcId(program.entry.0 + self.offset),
            parameters,
            results,
            variables: self.symbols,
            marks: self.marks,
            name,
        }
    }

    pub(super) fn symbol(&self, symbol: Symbol) -> Symbol {
        self.symbols.get(&symbol).copied().unwrap_or(symbol)
    }

    pub(super) fn term(&mut self, term: Term) -> Term {
        if self.number == 0 {
            return term;
        }
        if let Some(known) = self.terms.get(&term) {
            return *known;
        }
        let copy = term.rewrite(&mut |symbol| Some(Term::symbol(self.symbol(symbol))));
        self.terms.insert(term, copy);
        copy
    }

    fn place(&mut self, place: &Place) -> Place {
        Place {
            variable: self.symbol(place.variable),
            path: place.path.iter().map(|it| self.term(*it)).collect(),
        }
    }

    pub(super) fn origin(&self, origin: OriginId) -> OriginId {
        self.origins[origin.0 as usize]
    }

    pub(super) fn command(&mut self, command: &Command) -> Command {
        match command {
            Command::Assign { target, value } => {
                Command::Assign { target: self.place(target), value: self.term(*value) }
            }
            Command::Havoc { target } => Command::Havoc { target: self.place(target) },
            Command::Assume { condition } => Command::Assume { condition: self.term(*condition) },
        }
    }

    pub(super) fn call(&mut self, call: &Call) -> Call {
        Call {
            callee: ProcId(call.callee.0 + self.offset),
            arguments: call
                .arguments
                .iter()
                .map(|(it, origin)| (self.term(*it), self.origin(*origin)))
                .collect(),
            results: call.results.iter().map(|it| self.symbol(*it)).collect(),
            origin: self.origin(call.origin),
        }
    }

    /// The body of a primitive, which says of its results that they are any.
    fn plain(&mut self, procedure: &Procedure, name: &str) -> Vec<Block> {
        let mut blocks = Vec::with_capacity(procedure.blocks.len());
        for block in &procedure.blocks {
            let instructions = block.instructions.iter().map(|it| match it {
                Instruction::Statement(Statement { command, origin }) => Instruction::Statement(Statement {
                    command: self.command(command),
                    origin: self.origin(*origin),
                }),
                Instruction::Call(call) => Instruction::Call(self.call(call)),
            });
            let instructions = instructions.collect();
            let terminator = match &block.terminator {
                Terminator::Stop | Terminator::Error { .. } => self.left_out(name),
                terminator => self.terminator(terminator),
            };
            blocks.push(Block { instructions, terminator });
        }
        blocks
    }

    /// A terminator in which symbols and origins are those of the product.
    pub(super) fn terminator(&mut self, terminator: &Terminator) -> Terminator {
        match terminator {
            Terminator::Branch { condition, then_block, else_block, origin } => Terminator::Branch {
                condition: self.term(*condition),
                then_block: *then_block,
                else_block: *else_block,
                origin: self.origin(*origin),
            },
            Terminator::Unsupported { message, origin } => {
                Terminator::Unsupported { message: message.clone(), origin: self.origin(*origin) }
            }
            other => other.clone(),
        }
    }
}
