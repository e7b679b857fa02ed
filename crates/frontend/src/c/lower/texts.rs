//! How long texts are that come from outside.
//!
//! Most of what can be wrong with a text shows in a short one, so texts have fewer characters than a bound
//! ([`MAX_READ_STRING`]). What does not is that they do not fit: where [`Texts`] says so, a text is one that is longer than
//! everything the program names a size for, or may be one.

use faultscope_ir::{AssumptionKind, OriginKind, Term};

use super::access::Location;
use super::state::Lowerer;
use crate::c::arith;
use crate::c::config::Texts;
use crate::c::hir::{Expr, ExprKind};
use crate::c::points_to::Region;
use crate::c::source::Loc;
use crate::c::types::Type;
use crate::limits::{ARGUMENT_SIZE, MAX_NAMED_SIZE, MAX_READ_STRING};

impl Lowerer<'_> {
    /// `__fs_longest_text()`: how many characters a text from outside has at most.
    pub(super) fn longest_text_of_call(&mut self, expr: &Expr) -> Term {
        let longest = self.longest_text();
        self.assume_short_texts();
        arith::constant(self.types, &expr.ty, longest.into())
    }

    /// How many characters a text from outside has at most.
    pub(super) fn longest_text(&self) -> u64 {
        match self.config.world.texts {
            Texts::Short => MAX_READ_STRING - 1,
            Texts::Long | Texts::Any => {
                *self.longest_text.get_or_init(|| self.largest_named_size().max(MAX_READ_STRING) + 1)
            }
        }
    }

    /// `__fs_is_longest()`: whether each text from outside has that many.
    pub(super) fn is_longest_text_of_call(&mut self, expr: &Expr) -> Term {
        let is_longest = self.config.world.texts == Texts::Long;
        arith::constant(self.types, &expr.ty, is_longest.into())
    }

    /// The largest size or number that the program names, of those that are no larger than [`MAX_NAMED_SIZE`].
    fn largest_named_size(&self) -> u64 {
        let own = |it: &u64| *it <= MAX_NAMED_SIZE;
        let variables = self.program.vars.iter().filter_map(|var| self.types.size(&var.ty));
        let mut largest = variables.filter(own).max().unwrap_or(0);
        self.program.each_users_expr(|expr| {
            if let ExprKind::Const(value) = &expr.kind
                && let Some(number) = value.as_unsigned().and_then(|it| u64::try_from(it).ok())
            {
                largest = largest.max(if own(&number) { number } else { 0 });
            }
        });
        largest
    }

    /// The longest text, or what an argument holds, which is shorter.
    pub(super) fn lengthen_argument(&mut self, object: u32, region: Region, loc: Loc) {
        let longest = self.longest_text();
        let is_long = match self.config.world.texts {
            Texts::Long => Term::bool(true),
            _ => self.chosen(&format!("argv[1] is {longest} times 'A'"), loc),
        };
        let origin = self.origin(OriginKind::Lowering, loc, None);
        for idx in 0..=longest {
            let address = self.object_start(object).bv_add_low(self.address_constant(idx.into()));
            let cell = Location::memory(address, region, Type::CHAR);
            let character = arith::constant(self.types, &Type::CHAR, i128::from(b'A'));
            let value = match idx {
                _ if idx == longest => self.zero(&Type::CHAR),
                _ if idx < ARGUMENT_SIZE => is_long.ite(character, self.load(&cell)),
                _ => character,
            };
            self.store(&cell, value, origin, loc);
        }
    }

    /// That texts from outside have no more characters than are looked at.
    pub(super) fn assume_short_texts(&mut self) {
        let message = format!("texts that are read have fewer than {MAX_READ_STRING} characters");
        self.assume(AssumptionKind::InputSize, message);
    }
}
