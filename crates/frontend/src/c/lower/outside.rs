//! What functions do of which nothing is known: no body, no model.
//!
//! Such a function may write whatever its arguments lead to, and every variable that other files know by its name. It is taken to
//! keep pointers and buffers of `setjmp` where it finds them, and to write nothing through pointers to what is `const`. Which memory that is, and which
//! variables there are, is known when everything is lowered: until then a condition stands for it, as for
//! [uses](crate::c::definedness::Unwritten) of what nobody wrote.

use faultscope_ir::index::IndexSet;
use faultscope_ir::program::Display;
use faultscope_ir::{
    AssumptionKind, Command, Instruction, OriginId, OriginKind, Sort, Statement, Symbol, Term,
};

use super::state::{Home, Lowerer};
use crate::c::config::Environment;
use crate::c::hir::{Expr, ExprKind, FuncId, Storage};
use crate::c::library;
use crate::c::points_to::{Region, without_casts};
use crate::c::source::Loc;
use crate::c::types::Type;
use crate::trust::matches_glob;

impl Lowerer<'_> {
    /// Whether a function is one of which nothing is known.
    pub(super) fn is_unknown(&self, func: FuncId) -> bool {
        let name = &self.program.func(func).name;
        library::model(name).is_none() && !name.starts_with("__VERIFIER_") && !self.is_defined(func)
    }

    /// Whether a call of a function that nobody defines is said to change no memory. One that is given memory may do so in
    /// spite of a name by which it is a choice.
    fn is_pure<'e>(&self, func: FuncId, arguments: impl IntoIterator<Item = &'e Expr>) -> bool {
        let name = &self.program.func(func).name;
        let is_memory = |it: &Expr| it.ty.is_pointer() || matches!(it.ty, Type::Record(_));
        (self.config.world.environment == Environment::Given && !self.config.calls_outside)
            || self.config.world.pure.iter().any(|pattern| matches_glob(pattern, name))
            || (library::is_choice(name) && !arguments.into_iter().any(is_memory))
    }

    /// An unknown function is called with these arguments, which were evaluated.
    pub(super) fn overwrite<'e>(
        &mut self,
        func: FuncId,
        arguments: impl IntoIterator<Item = &'e Expr> + Clone,
        loc: Loc,
    ) {
        if !self.is_unknown(func) {
            return;
        }
        let origin = self.overwriting(func, loc);
        if self.is_pure(func, arguments.clone()) {
            return;
        }
        let mut regions = IndexSet::default();
        let parameters = &self.program.func(func).ty.parameters;
        for (idx, argument) in arguments.into_iter().enumerate() {
            match &argument.kind {
                _ if argument.ty.is_pointer() => {
                    let region = self.points_to.region_behind(without_casts(argument));
                    regions.extend(self.points_to.behind(region));
                    let ty = parameters.get(idx).unwrap_or(&argument.ty);
                    if !ty.pointee_qualifiers().is_const {
                        regions.insert(region);
                    }
                }
                ExprKind::Load(place, _) if matches!(argument.ty, Type::Record(_)) => {
                    let region = self.points_to.region_of(place);
                    regions.extend(self.points_to.behind(region));
                }
                _ => {}
            }
        }
        self.overwrite_regions(regions, origin);
    }

    /// A function that may write anything writes what other files know, unless it is said to change nothing.
    pub(super) fn overwrite_what_is_seen(&mut self, func: FuncId, loc: Loc) {
        if !self.is_pure(func, []) {
            let origin = self.overwriting(func, loc);
            self.overwrite_regions(IndexSet::default(), origin);
            self.note_unknown(func, []);
        }
    }

    fn overwriting(&mut self, func: FuncId, loc: Loc) -> OriginId {
        let name = self.program.func(func).name.clone();
        self.named_origin(OriginKind::Input, loc, Some(format!("memory behind {name}()")))
    }

    fn overwrite_regions(&mut self, regions: IndexSet<Region>, origin: OriginId) {
        let marker = Symbol::numbered("is overwritten", self.overwritten.len() as u32, Sort::bool());
        self.emit_assume(Term::symbol(marker), origin);
        self.body.effects.push(None);
        self.overwritten.insert(marker, regions);
    }

    /// Puts in what unknown functions may have written, once the whole program is there.
    pub(super) fn overwrite_memory(&mut self) {
        let overwritten = std::mem::take(&mut self.overwritten);
        if overwritten.is_empty() {
            return;
        }
        let (seen, regions) = self.seen_by_other_files();
        let mut procedures = std::mem::take(&mut self.procedures);
        for block in procedures.iter_mut().flat_map(|it| &mut it.blocks) {
            block.rewrite(|instruction, instructions| {
                let marker = marker(&instruction);
                let call = marker.and_then(|(marker, origin)| Some((overwritten.get(&marker)?, origin)));
                let Some((behind, origin)) = call else {
                    return instructions.push(instruction);
                };
                let mut reached: IndexSet<Region> = regions.clone();
                reached.extend(behind.iter().map(|region| self.points_to.find(*region)));
                reached.retain(|region| !self.points_to.is_of_jump_buffers(*region));
                let memories = self.memory.iter().filter(|(key, _)| reached.contains(&key.0));
                let written = memories.map(|(_, memory)| memory.symbol).chain(seen.iter().copied());
                let is_pointer = |it: &Symbol| {
                    self.variables.get(*it).is_none_or(|variable| variable.display == Display::Pointer)
                };
                let written = written.filter(|it| !is_pointer(it));
                instructions.extend(written.map(|symbol| Instruction::havoc(symbol, origin)));
            });
        }
        self.procedures = procedures;
    }

    /// The variables that other files know by name, and the regions of those that live in memory and of what they lead to.
    fn seen_by_other_files(&mut self) -> (Vec<Symbol>, IndexSet<Region>) {
        let (mut symbols, mut regions) = (Vec::new(), IndexSet::default());
        let error_number = self.program.error_number();
        for (var, home) in &self.homes {
            let declared = self.program.var(*var);
            if declared.storage != Storage::Global
                || declared.internal
                || declared.is_constant()
                || (self.sources.is_trusted(declared.loc) && error_number != Some(*var))
            {
                continue;
            }
            let region = self.points_to.region_of_var(*var);
            regions.extend(self.points_to.behind(region));
            match home {
                Home::Symbols(leaves) => symbols.extend(leaves.iter().map(|leaf| leaf.symbol)),
                Home::Memory(_) => {
                    regions.insert(region);
                }
            }
        }
        (symbols, regions)
    }

    /// Says what a function of which nothing is known was taken to do where it is called with these arguments.
    pub(super) fn note_unknown<'e>(&mut self, func: FuncId, arguments: impl IntoIterator<Item = &'e Expr>) {
        let function = self.program.func(func);
        let name = function.name.clone();
        let value = match function.ty.result.is_pointer() {
            true => "null, a pointer that it was given, or one to an object that no other call returns,",
            false => "any value",
        };
        let message = match self.is_pure(func, arguments) {
            true => format!("`{name}` is not defined: it may return {value} and changes no memory"),
            false => format!(
                "`{name}` is not defined: it may return {value} and write what its arguments lead to and variables that are not static, pointers apart"
            ),
        };
        self.assume_of(AssumptionKind::UndefinedFunction, Some(&name), message);
    }
}

/// The variable of which an instruction asks that it is true, and where.
fn marker(instruction: &Instruction) -> Option<(Symbol, OriginId)> {
    let Instruction::Statement(Statement { command: Command::Assume { condition }, origin }) = instruction
    else {
        return None;
    };
    Some((condition.as_symbol()?, *origin))
}
