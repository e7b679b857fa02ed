//! The procedure being built: blocks, commands, origins, and saving values from later effects.

use faultscope_ir::program::{Display, Scope};
use faultscope_ir::{
    Block, BlockId, Call, Command, Instruction, OriginId, OriginKind, Place, ProcId, ProgramPart, Sort,
    Statement, Symbol, Term, Terminator,
};

use super::jumps::Jumps;
use super::state::{Body, Lowerer, Mark, OpenBlock};
use crate::c::config::Environment;
use crate::c::hir::FuncId;
use crate::c::library;
use crate::c::provenance::Standing;
use crate::c::source::{Loc, Place as TextPlace};
use crate::c::types::Type;

impl Lowerer<'_> {
    /// Starts a procedure; gives what was being built before.
    pub(super) fn start_body(&mut self, procedure: ProcId, function: Option<FuncId>, name: &str) {
        let function_of = function.map(|function| self.program.func(function));
        let trusted = function_of.is_some_and(|function| function.trusted);
        let stmt = function_of.and_then(|function| function.body.clone());
        let labels = &self.program.block_labels;
        let is_left_to = |name: &str| labels.get(name).is_some_and(|label| label.is_left_to);
        self.body = Body {
            call_site: function_of.and_then(|function| function.call_site),
            has_contract: function_of.is_some_and(|function| function.has_contract),
            jumps: stmt.map(|stmt| Jumps::of(&stmt, is_left_to)).unwrap_or_default(),
            procedure: Some(procedure),
            function,
            name: name.to_owned(),
            trusted,
            blocks: vec![OpenBlock::default()],
            ..Body::default()
        };
    }

    pub(super) fn proc_id(&self) -> ProcId {
        self.body.procedure.unwrap_or(ProcId(0))
    }

    pub(super) fn new_block(&mut self) -> BlockId {
        self.body.blocks.push(OpenBlock::default());
        BlockId(self.body.blocks.len() as u32 - 1)
    }

    /// Goes on in a block.
    pub(super) fn switch_to(&mut self, block: BlockId) {
        self.body.current = block.0 as usize;
        self.body.known.clear();
    }

    /// Ends the current block, if it has no end yet, and goes on in a new one that nothing leads to.
    pub(super) fn terminate(&mut self, terminator: Terminator) {
        let block = &mut self.body.blocks[self.body.current];
        if block.terminator.is_none() {
            block.terminator = Some(terminator);
        }
        let next = self.new_block();
        self.switch_to(next);
    }

    /// Ends the current block with a jump and goes on at its target.
    pub(super) fn continue_at(&mut self, block: BlockId) {
        self.terminate(Terminator::Goto(block));
        self.switch_to(block);
    }

    pub(super) fn goto(&mut self, block: BlockId) {
        self.terminate(Terminator::Goto(block));
    }

    pub(super) fn branch(
        &mut self,
        condition: Term,
        then_block: BlockId,
        else_block: BlockId,
        origin: OriginId,
    ) {
        let terminator = match condition.as_bool() {
            Some(true) => Terminator::Goto(then_block),
            Some(false) => Terminator::Goto(else_block),
            None => Terminator::Branch { condition, then_block, else_block, origin },
        };
        self.terminate(terminator);
    }

    /// Ends the path at what cannot be translated.
    pub(super) fn unsupported(&mut self, message: &str, loc: Loc) {
        let origin = self.origin(OriginKind::Lowering, loc, None);
        self.terminate(Terminator::Unsupported { message: format!("{message} is not supported"), origin });
    }

    /// Whether what a function without body does is followed, or taken to be nothing.
    pub(super) fn is_followed(&self, name: &str) -> bool {
        self.config.world.environment == Environment::Any
            && library::leads_elsewhere(name).is_none()
            && !library::scans_into_list(name)
    }

    /// Ends the path at a call of a function that does something which nobody can follow. Says whether it does.
    pub(super) fn cannot_follow(&mut self, name: &str, loc: Loc) -> bool {
        if self.is_followed(name) {
            return false;
        }
        let message = match library::leads_elsewhere(name) {
            Some(what) => format!("{what} (`{name}`) is not supported"),
            None if library::scans_into_list(name) => {
                format!("reading into a list of arguments (`{name}`) is not supported")
            }
            None => format!("`{name}` has no body"),
        };
        let origin = self.origin(OriginKind::Lowering, loc, None);
        self.terminate(Terminator::Unsupported { message, origin });
        true
    }

    fn push(&mut self, instruction: Instruction) {
        let block = &mut self.body.blocks[self.body.current];
        block.instructions.push(instruction);
    }

    fn emit(&mut self, command: Command, origin: OriginId) {
        if let Some(place) = command.target() {
            self.body.effects.push(Some(place.variable));
        }
        self.push(Instruction::Statement(Statement { command, origin }));
    }

    pub(super) fn emit_assign(&mut self, target: Place, value: Term, origin: OriginId) {
        self.emit(Command::Assign { target, value }, origin);
    }

    pub(super) fn emit_havoc(&mut self, target: Place, origin: OriginId) {
        let origin = self.choosing(origin, true);
        self.emit(Command::Havoc { target }, origin);
    }

    pub(super) fn emit_assume(&mut self, condition: Term, origin: OriginId) {
        if condition.as_bool() != Some(true) {
            let origin = self.choosing(origin, false);
            self.emit(Command::Assume { condition }, origin);
        }
    }

    /// A command that does nothing, where somebody relies on something.
    pub(super) fn emit_nothing(&mut self, origin: OriginId) {
        self.emit(Command::Assume { condition: Term::bool(true) }, origin);
    }

    pub(super) fn emit_call(&mut self, call: Call) {
        self.body.effects.push(None);
        self.body.effects.extend(call.results.iter().copied().map(Some));
        self.push(Instruction::Call(call));
    }

    /// A variable of the translation's, in this activation.
    pub(super) fn temporary(&mut self, name: &str, sort: Sort, display: Display) -> Symbol {
        let scope = Scope::Temporary(self.proc_id());
        self.variables.declare(name, sort, scope, display)
    }

    pub(super) fn temporary_of(&mut self, name: &str, ty: &Type) -> Symbol {
        let (sort, display) = (self.types.sort(ty), self.types.display(ty));
        self.temporary(name, sort, display)
    }

    /// Puts a value into a temporary.
    pub(super) fn save(&mut self, value: Term, loc: Loc) -> Term {
        if value.as_value().is_some() {
            return value;
        }
        let symbol = self.temporary("temporary", value.sort(), Display::Signed);
        let origin = self.origin(OriginKind::Lowering, loc, None);
        self.emit_assign(Place::variable(symbol), value, origin);
        Term::symbol(symbol)
    }

    pub(super) fn mark(&self) -> Mark {
        let block = self.body.current;
        let instruction = self.body.blocks[block].instructions.len();
        Mark { block, instruction, effects: self.body.effects.len() }
    }

    /// Whether a command between two moments may change the value of a term.
    pub(super) fn is_changed(&self, term: Term, from: Mark, to: Mark) -> bool {
        let since = &self.body.effects[from.effects..to.effects];
        if since.is_empty() || term.as_value().is_some() {
            return false;
        }
        let symbols = term.symbols();
        let is_shared = |symbol: &Symbol| {
            self.variables.get(*symbol).is_some_and(|variable| variable.scope.procedure().is_none())
        };
        since.iter().any(|effect| match effect {
            Some(symbol) => symbols.contains(symbol),
            None => symbols.iter().any(is_shared),
        })
    }

    /// Whether a command of this expression, and not of a function that it calls, has changed a variable since a moment. The
    /// last command does not count.
    pub(super) fn is_written_since(&self, symbol: Symbol, mark: Mark) -> bool {
        let end = self.body.effects.len().saturating_sub(1).max(mark.effects);
        self.body.effects[mark.effects..end].contains(&Some(symbol))
    }

    /// A term that was made at the mark, as it was then: where a command since then changes a variable of
    /// it, it is saved in a temporary at the mark.
    pub(super) fn protect(&mut self, term: Term, mark: Mark, loc: Loc) -> Term {
        if !self.is_changed(term, mark, self.mark()) {
            return term;
        }
        self.assume_order();
        let symbol = self.temporary("temporary", term.sort(), Display::Signed);
        let origin = self.origin(OriginKind::Lowering, loc, None);
        let command = Command::Assign { target: Place::variable(symbol), value: term };
        let instruction = Instruction::Statement(Statement { command, origin });
        self.body.blocks[mark.block].instructions.insert(mark.instruction, instruction);
        Term::symbol(symbol)
    }

    /// The origin of a command.
    pub(super) fn origin(&mut self, kind: OriginKind, loc: Loc, place: Option<Loc>) -> OriginId {
        let text = place.map(|place| self.text(place));
        self.named_origin(kind, loc, text)
    }

    /// The origin of a command that assigns a place of this name.
    pub(super) fn named_origin(&mut self, kind: OriginKind, loc: Loc, place: Option<String>) -> OriginId {
        // What a model asks for is asked of the call.
        let is_asked = kind == OriginKind::Requirement && self.body.call_site.is_some();
        let trusted = (self.body.trusted && !is_asked) || self.sources.is_trusted(loc);
        let kind = match kind {
            OriginKind::Input => kind,
            _ if trusted => OriginKind::Lowering,
            _ => kind,
        };
        let caller = self.body.call_site.and_then(|site| site.caller).filter(|_| is_asked);
        let function = caller.map_or(self.body.name.clone(), |func| self.program.func(func).name.clone());
        let key = (kind, loc, place, function);
        if let Some(origin) = self.origins.get(&key) {
            return *origin;
        }
        let TextPlace { span, expansions, definitions } = self.sources.place(loc, standing(kind));
        let origin = faultscope_ir::Origin {
            kind,
            span,
            expansions,
            definitions,
            text: self.sources.text_of(loc, span),
            function: key.3.clone(),
            place: key.2.clone(),
            trusted,
            part: ProgramPart::default(),
        };
        let origin = self.sources.map.add_origin(origin);
        self.origins.insert(key, origin);
        origin
    }

    /// The source text of a range.
    pub(super) fn text(&mut self, loc: Loc) -> String {
        let span = self.sources.place(loc, Standing::Used).span;
        self.sources.text_of(loc, span)
    }

    /// Ends the procedure: blocks become the procedure's.
    pub(super) fn finish_body(&mut self, id: ProcId) {
        self.fill_snapshots();
        let body = std::mem::take(&mut self.body);
        self.settle_assumptions(&body);
        let blocks = body
            .blocks
            .into_iter()
            .map(|block| Block {
                instructions: block.instructions,
                terminator: block.terminator.unwrap_or(Terminator::Return),
            })
            .collect();
        self.procedures[id.0 as usize].blocks = super::cleanup::tidy(blocks);
    }
}

/// Where a command stands that comes from a macro. What the user computes stands where it is written, and may be at fault
/// there. An argument is given where the call is, and a check is asked for where it is used.
fn standing(kind: OriginKind) -> Standing {
    match kind {
        OriginKind::Assignment
        | OriginKind::Return
        | OriginKind::Declaration
        | OriginKind::Input
        | OriginKind::Condition => Standing::Written,
        OriginKind::Argument => Standing::Used,
        OriginKind::Assertion
        | OriginKind::Requirement
        | OriginKind::Division
        | OriginKind::Allocation
        | OriginKind::Release
        | OriginKind::ScopeEnd
        | OriginKind::Lowering => Standing::Outside,
    }
}
