//! Where values that nobody wrote would matter: hooks for [`definedness`](crate::c::definedness).

use faultscope_ir::{OriginKind, Place, ProcId, Property, Term};

use super::state::Lowerer;
use crate::c::definedness::{self, Use};
use crate::c::hir::{Expr, ExprKind, FuncId};
use crate::c::library::{self, Usage};
use crate::c::points_to::{Region, without_casts};
use crate::c::source::Loc;
use crate::c::types::Type;
use crate::limits::ARGUMENT_SIZE;

impl Lowerer<'_> {
    /// Asks that somebody has written a value that decides something here.
    pub(super) fn require_written(&mut self, value: Term, loc: Loc) {
        if self.logic.is_active || !self.is_checked(Property::Uninitialized) || value.symbols().is_empty() {
            return;
        }
        let guard = Term::all(self.body.guards.iter().copied());
        let is_users = self.body.call_site.is_none() && !self.body.trusted;
        let text = self.checked_text(loc);
        let asked_at = self.asked_at(loc);
        let origin = self.origin(OriginKind::Assertion, asked_at, None);
        let marker = self.unwritten.add_use(Use { value, guard, text, origin, is_users });
        self.emit_assume(Term::symbol(marker), origin);
    }

    /// The condition of a choice. What a choice is made of is asked for part by part, as it is evaluated.
    pub(super) fn deciding_condition(&mut self, expr: &Expr) -> Term {
        let condition = self.condition(expr);
        if !is_connective(expr) {
            self.require_written(condition, expr.loc);
        }
        condition
    }

    /// The value of an argument that a function of the library reads.
    pub(super) fn read_argument(&mut self, argument: &Expr) -> Term {
        let value = self.value(argument);
        self.require_written(value, argument.loc);
        value
    }

    /// Evaluates arguments that a function of the library reads.
    pub(super) fn read_arguments(&mut self, arguments: &[Expr]) {
        if !self.is_checked(Property::Uninitialized) {
            return self.effects(arguments);
        }
        self.unsequenced(arguments);
        for argument in arguments {
            // The start of an array has no value that could be missing.
            let is_place =
                matches!(without_casts(argument).kind, ExprKind::Decay(_) | ExprKind::AddressOf(_));
            match argument.ty.is_scalar() && !is_place {
                true => {
                    self.read_argument(argument);
                }
                false => self.evaluated(argument),
            }
        }
    }

    /// Asks that the value of a `return` has been written if it is the exit status.
    pub(super) fn require_written_status(&mut self, status: Term, loc: Loc) {
        let is_main = self.body.function.is_some_and(|func| {
            let function = self.program.func(func);
            function.name == self.config.entry && function.ty.result.is_integer()
        });
        if is_main {
            self.require_written(status, loc);
        }
    }

    /// The characters of an argument of the program come from outside, also where they lie in memory that holds what nobody
    /// wrote.
    pub(super) fn write_argument(&mut self, object: u32, region: Region, loc: Loc) {
        if !self.is_checked(Property::Uninitialized) || !self.points_to.has_any_contents(region) {
            return;
        }
        let origin = self.origin(OriginKind::Lowering, loc, None);
        let (memory, _) = self.memory_of(region, &Type::CHAR);
        for idx in 0..ARGUMENT_SIZE {
            let cell = self.object_start(object).bv_add_low(self.address_constant(idx.into()));
            self.emit_havoc(Place::cell(memory, cell), origin);
        }
    }

    /// A function that nobody knows may have written what its arguments point to.
    pub(super) fn settle_behind(&mut self, arguments: &[Expr], func: FuncId, loc: Loc) {
        self.overwrite(func, arguments, loc);
        let usage = library::usage(&self.program.func(func).name);
        if !self.is_checked(Property::Uninitialized) {
            return;
        }
        for argument in arguments.iter().filter(|argument| argument.ty.is_pointer()) {
            // Of what a known function leaves alone, not all lives in memory.
            let is_array = matches!(without_casts(argument).kind, ExprKind::Decay(_));
            if usage == Usage::Nothing && is_array {
                continue;
            }
            let region = self.points_to.region_behind(without_casts(argument));
            let marker = self.unwritten.add_settled();
            self.settled.push((marker, region));
            let origin = self.origin(OriginKind::Lowering, argument.loc, None);
            self.emit_assume(Term::symbol(marker), origin);
        }
    }

    /// Makes checks of what was asked for, once the whole program is there.
    pub(super) fn ask_for_written_values(&mut self, entry: ProcId) {
        if !self.is_checked(Property::Uninitialized) {
            return;
        }
        for (marker, region) in std::mem::take(&mut self.settled) {
            let region = self.points_to.find(region);
            let memories = self.memory.iter().filter(|(key, _)| key.0 == region);
            self.unwritten.settle(marker, memories.map(|(_, memory)| memory.symbol).collect());
        }
        let lowering = self.origin(OriginKind::Lowering, Loc::default(), None);
        let procedures = std::mem::take(&mut self.procedures);
        let shadowed = definedness::instrument(
            procedures,
            &mut self.variables,
            &mut self.checks,
            &self.unwritten,
            entry,
            lowering,
        );
        self.procedures = shadowed
            .into_iter()
            .map(|mut procedure| {
                procedure.blocks = super::cleanup::tidy(procedure.blocks);
                procedure
            })
            .collect();
    }
}

/// Whether a condition is put together of others.
fn is_connective(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::And(..) | ExprKind::Or(..) => true,
        ExprKind::Not(inner) | ExprKind::Cast(inner) => is_connective(inner),
        _ => false,
    }
}
