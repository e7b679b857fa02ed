//! What models of the library, written in C, can ask for and choose: the functions whose names begin with `__fs_`.

use faultscope_ir::{OriginId, OriginKind, Primitive, Property, Term, Value};

use super::access::Location;
use super::check::Unselected;
use super::state::Lowerer;
use super::tables::Kind;
use super::validity::Purpose;
use crate::c::arith;
use crate::c::config::Environment;
use crate::c::hir::{Expr, Storage};
use crate::c::library::{self, Failure, Model, RowMark};
use crate::c::pointer;
use crate::c::points_to::Region;
use crate::c::source::Loc;
use crate::c::types::{IntKind, Type};

/// The largest number that says what went wrong.
const LARGEST_ERROR: i128 = 133;

/// Up to so many cells lose their contents one by one; of more, a loop does it.
const MAX_FORGOTTEN_ONE_BY_ONE: u64 = 128;

impl Lowerer<'_> {
    /// `__fs_readable(p, n)`, `__fs_writable(p, n)`: asks for memory behind a pointer.
    pub(super) fn precondition(&mut self, purpose: Purpose, arguments: &[Expr], loc: Loc) {
        let [pointer, bytes] = arguments else { return };
        let (pointer_value, bytes_value) = self.operands(pointer, bytes);
        let bytes_value = self.as_size(bytes_value, &bytes.ty);
        let region = self.points_to.region_behind(pointer);
        // Of no bytes nothing is asked.
        let is_some = bytes_value.differs(self.address_constant(0));
        self.asking(|this| {
            this.guarded(is_some, |this| {
                this.require_access(pointer_value, bytes_value, region, purpose, loc);
            });
        });
    }

    /// `__fs_disjoint(p, m, q, n)`: asks that two pieces of memory do not overlap.
    pub(super) fn disjoint(&mut self, arguments: &[Expr], loc: Loc) {
        let [left, left_bytes, right, right_bytes] = arguments else { return };
        let regions = (self.points_to.region_behind(left), self.points_to.region_behind(right));
        let values: Vec<Term> = arguments.iter().map(|argument| self.value(argument)).collect();
        let n_left = self.as_size(values[1], &left_bytes.ty);
        let n_right = self.as_size(values[3], &right_bytes.ty);
        self.asking(|this| {
            this.require_disjoint((values[0], regions.0, n_left), (values[2], regions.1, n_right), loc);
        });
    }

    /// Asks that so many bytes behind two pointers into regions do not overlap.
    pub(super) fn require_disjoint(
        &mut self,
        (left, left_region, n_left): (Term, Region, Term),
        (right, right_region, n_right): (Term, Region, Term),
        loc: Loc,
    ) {
        if left_region != right_region {
            return;
        }
        let number = |value| pointer::object(self.types, value);
        let offset = |value| pointer::offset(self.types, value);
        let (first, second) = (offset(left), offset(right));
        let nothing = self.address_constant(0);
        let disjoint = Term::any([
            number(left).differs(number(right)),
            n_left.equals(nothing),
            n_right.equals(nothing),
            first.bv_ule(second).and(n_left.bv_ule(second.bv_sub(first))),
            second.bv_ule(first).and(n_right.bv_ule(first.bv_sub(second))),
        ]);
        let message = |this: &mut Self| format!("overlapping memory: `{}`", this.checked_text(loc));
        self.require(Property::Library, disjoint, message, loc, Unselected::GoesOn);
    }

    /// `__fs_require(condition, "what is wrong")`: asks for what a function of the library needs; `__fs_need(condition, "what is
    /// wrong")` for what it does not go on without.
    pub(super) fn require_of_call(&mut self, arguments: &[Expr], unselected: Unselected, loc: Loc) {
        let [condition, wrong] = arguments else { return };
        let holds = self.deciding_condition(condition);
        let wrong = self.literal_text(wrong).unwrap_or_default();
        let message = |this: &mut Self| format!("{wrong}: `{}`", this.checked_text(loc));
        self.asking(|this| this.require(Property::Library, holds, message, loc, unselected));
    }

    /// `__fs_fits(condition)`: asks for the condition under which a result fits into its signed type.
    pub(super) fn require_fit_of_call(&mut self, arguments: &[Expr], loc: Loc) {
        let [condition] = arguments else { return };
        let holds = self.deciding_condition(condition);
        let message = |this: &mut Self| format!("signed overflow: `{}` does not fit", this.checked_text(loc));
        if !self.config.dialect.wraps {
            self.asking(|this| this.require(Property::Overflow, holds, message, loc, Unselected::GoesOn));
        }
    }

    /// Asks for something in a model that asks for all that its accesses need.
    fn asking(&mut self, ask: impl FnOnce(&mut Self)) {
        let has_contract = std::mem::take(&mut self.body.has_contract);
        ask(self);
        self.body.has_contract = has_contract;
    }

    fn as_size(&self, value: Term, ty: &Type) -> Term {
        arith::convert(self.types, value, ty, &self.types.size_type())
    }

    /// `__fs_any(low, high)`: a number from outside.
    pub(super) fn any_between(&mut self, arguments: &[Expr], expr: &Expr) -> Term {
        let [low, high, ..] = arguments else { return self.zero(&expr.ty) };
        let (low_value, high_value) = self.operands(low, high);
        let wide = Type::Int(IntKind::LongLong);
        let low_value = arith::convert(self.types, low_value, &low.ty, &wide);
        let high_value = arith::convert(self.types, high_value, &high.ty, &wide);
        let at = self.asked_at(expr.loc);
        let origin = self.origin(OriginKind::Input, at, None);
        let value = self.input_value(&wide, origin, at, None);
        let lowering = self.origin(OriginKind::Lowering, at, None);
        self.emit_assume(low_value.bv_sle(value).and(value.bv_sle(high_value)), lowering);
        arith::convert(self.types, value, &wide, &expr.ty)
    }

    /// `__fs_any_or_error(low, high, least)` and its kin: a number from outside. Below the least number with which the call
    /// succeeds, or below zero, it has failed.
    pub(super) fn any_or_failure(&mut self, failure: Failure, arguments: &[Expr], expr: &Expr) -> Term {
        let value = self.any_between(arguments, expr);
        let Some(place) = self.error_number() else { return value };
        let least = match arguments.get(2) {
            Some(least) => {
                let given = self.value(least);
                arith::convert(self.types, given, &least.ty, &expr.ty)
            }
            None => self.zero(&expr.ty),
        };
        self.set_error_number(&place, value.bv_slt(least), failure, None, expr.loc);
        value
    }

    /// `__fs_error()`, `__fs_error(number)`, `__fs_error_or_end()`: the call fails.
    pub(super) fn failure(&mut self, failure: Failure, arguments: &[Expr], loc: Loc) {
        let Some(place) = self.error_number() else { return };
        let number = arguments.first().map(|number| {
            let given = self.value(number);
            arith::convert(self.types, given, &number.ty, place.ty())
        });
        self.set_error_number(&place, Term::bool(true), failure, number, loc);
    }

    /// Says in `errno`, if the program looks at it, that something has failed where a condition holds.
    pub(super) fn fail_where(&mut self, condition: Term, failure: Failure, number: Option<i128>, loc: Loc) {
        if condition.as_bool() != Some(false)
            && let Some(place) = self.error_number()
        {
            let number = number.map(|number| arith::constant(self.types, place.ty(), number));
            self.set_error_number(&place, condition, failure, number, loc);
        }
    }

    fn error_number(&mut self) -> Option<Location> {
        let var = self.program.error_number()?;
        Some(self.variable_location(var))
    }

    fn set_error_number(
        &mut self,
        place: &Location,
        condition: Term,
        failure: Failure,
        number: Option<Term>,
        loc: Loc,
    ) {
        let at = self.asked_at(loc);
        let ty = place.ty().clone();
        let old = self.load(place);
        let number = number.unwrap_or_else(|| {
            let least = i128::from(failure == Failure::Error);
            let origin = self.named_origin(OriginKind::Input, at, Some("errno".to_owned()));
            let value = self.input_value(&ty, origin, at, Some((least, LARGEST_ERROR)));
            value.equals(self.zero(&ty)).ite(old, value)
        });
        let lowering = self.origin(OriginKind::Lowering, at, None);
        self.store(place, condition.ite(number, old), lowering, at);
    }

    /// `__fs_sign(x)`, `__fs_truth(x)`: `x` or its sign, or a number from outside that is zero where `x` is; it is `x` where
    /// the environment is given.
    pub(super) fn any_like(&mut self, model: Model, arguments: &[Expr], expr: &Expr) -> Term {
        let [like] = arguments else { return self.zero(&expr.ty) };
        let like_value = self.value(like);
        let like_value = arith::convert(self.types, like_value, &like.ty, &expr.ty);
        if self.config.world.environment == Environment::Given {
            return self.like_in_library(model, like_value, expr);
        }
        let at = self.asked_at(expr.loc);
        let origin = self.origin(OriginKind::Input, at, None);
        let value = self.input_value(&expr.ty, origin, at, None);
        let zero = self.zero(&expr.ty);
        let lowering = self.origin(OriginKind::Lowering, at, None);
        let is_like = match model {
            // Compilers give the sign where they know the arguments, and libraries mostly the difference.
            Model::Sign => {
                let constant = |number| arith::constant(self.types, &expr.ty, number);
                let positive = zero.bv_slt(like_value).ite(constant(1), zero);
                let sign = like_value.bv_slt(zero).ite(constant(-1), positive);
                value.equals(like_value).or(value.equals(sign))
            }
            _ => value.equals(zero).equals(like_value.equals(zero)),
        };
        self.emit_assume(is_like, lowering);
        value
    }

    /// What the C library gives, where C says less of it: told to the environment unless it is what compilers give that compute
    /// it themselves.
    fn like_in_library(&mut self, model: Model, value: Term, expr: &Expr) -> Term {
        let value = self.save(value, expr.loc);
        let one = arith::constant(self.types, &expr.ty, 1);
        let is_common = match model {
            Model::Sign => value.bv_add(one).bv_ule(one.bv_add(one)),
            _ => value.equals(self.zero(&expr.ty)),
        };
        if is_common.as_bool() == Some(true) {
            return value;
        }
        let (other, next) = (self.new_block(), self.new_block());
        let origin = self.origin(OriginKind::Lowering, expr.loc, None);
        self.branch(is_common, next, other, origin);
        self.switch_to(other);
        self.tell(Primitive::Uncertain, &[], expr.loc);
        self.continue_at(next);
        value
    }

    /// `__fs_room(p)`: the bytes from a pointer to the end of its object.
    pub(super) fn room_behind(&mut self, arguments: &[Expr], expr: &Expr) -> Term {
        let [pointer] = arguments else { return self.zero(&expr.ty) };
        let region = self.points_to.region_behind(pointer);
        let value = self.value(pointer);
        let size = self.size_behind(value, region);
        let offset = pointer::offset(self.types, value);
        let room = offset.bv_ule(size).ite(size.bv_sub(offset), self.address_constant(0));
        arith::convert(self.types, room, &self.types.size_type(), &expr.ty)
    }

    /// `__fs_is_literal(p)`: whether a pointer points into a string literal, which is terminated.
    pub(super) fn is_literal(&mut self, arguments: &[Expr], expr: &Expr) -> Term {
        let [pointer] = arguments else { return self.zero(&expr.ty) };
        let region = self.points_to.region_behind(pointer);
        let value = self.value(pointer);
        let (number, offset) = (pointer::object(self.types, value), pointer::offset(self.types, value));
        let mut objects = self.points_to.objects(region);
        objects.fixed.retain(|var| matches!(self.program.var(*var).storage, Storage::Literal(_)));
        let literals = self.fixed_objects(&objects);
        let within = literals.iter().map(|literal| {
            let size = self.address_constant(literal.size.into());
            number.equals(literal.number).and(offset.bv_ult(size))
        });
        let is_literal = Term::any(within.collect::<Vec<_>>()).to_bits(32);
        arith::convert(self.types, is_literal, &Type::INT, &expr.ty)
    }

    /// `__fs_is_open(stream)`: whether nobody has closed a stream.
    pub(super) fn is_open_stream(&mut self, arguments: &[Expr], expr: &Expr) -> Term {
        let [stream] = arguments else { return self.zero(&expr.ty) };
        let value = self.value(stream);
        let is_open = self.is_open(value).to_bits(32);
        arith::convert(self.types, is_open, &Type::INT, &expr.ty)
    }

    pub(super) fn is_open(&mut self, stream: Term) -> Term {
        if !self.closes_streams() {
            return Term::bool(true);
        }
        let number = pointer::object(self.types, stream);
        self.has_kind(number, Kind::Freed).not()
    }

    /// Whether the program uses a function that closes streams, or what is like them.
    fn closes_streams(&self) -> bool {
        let closes = |name: &str| library::is_marked(name, RowMark::ClosesStream);
        self.program.funcs.iter().any(|func| func.trusted && closes(&func.name))
    }

    /// `__fs_close(stream)`: a stream is no stream any more.
    pub(super) fn close_stream(&mut self, arguments: &[Expr], loc: Loc) {
        let [stream] = arguments else { return };
        let value = self.value(stream);
        let number = pointer::object(self.types, value);
        let number = self.save(number, loc);
        self.end_object(number, Kind::Freed, loc);
    }

    /// `__fs_forget(p, n)`: memory holds anything, a cell of it as a whole. `__fs_forget(p, n, found)`: of these bytes only
    /// so many do, and the others hold what they held; `__fs_forget(p, n, found, end)`: they are a line, in which no character
    /// but the last is `end`.
    pub(super) fn forget(&mut self, arguments: &[Expr], loc: Loc) {
        let [pointer, bytes, found @ ..] = arguments else { return };
        let (address, count) = self.operands(pointer, bytes);
        let count = self.as_size(count, &bytes.ty);
        let end = found.get(1).zip(pointer.ty.pointee()).map(|(end, of)| {
            let value = self.value(end);
            (arith::convert(self.types, value, &end.ty, of), of.clone())
        });
        let found = found.first().map(|count| {
            let value = self.value(count);
            Found { bytes: self.as_size(value, &count.ty), end }
        });
        let region = self.points_to.region_behind(pointer);
        let address = self.save(address, loc);
        let found = found.map(|found| Found {
            bytes: self.save(found.bytes, loc),
            end: found.end.map(|(end, of)| (self.save(end, loc), of)),
        });
        self.forget_behind((address, region), count, found, loc);
    }

    fn forget_behind(
        &mut self,
        (address, region): (Term, Region),
        bytes: Term,
        found: Option<Found>,
        loc: Loc,
    ) {
        let whole = self.points_to.only_cell(region).unwrap_or(Type::Int(IntKind::UChar));
        let size = self.types.size(&whole).unwrap_or(1).max(1);
        let at = self.asked_at(loc);
        // Inputs at one place are told apart by name.
        let origin = self.named_origin(OriginKind::Input, at, Some("contents".to_owned()));
        let forget = |this: &mut Self, offset: Term| {
            let cell = Location::memory(address.bv_add_low(offset), region, whole.clone());
            match &found {
                Some(found) => this.replace_found(found, offset, &cell, origin, at),
                None => this.havoc(&cell, origin, at),
            }
        };
        if let Some(bytes) = bytes.as_value().and_then(Value::as_unsigned)
            && bytes.div_ceil(size.into()) <= MAX_FORGOTTEN_ONE_BY_ONE.into()
        {
            for idx in 0..bytes.div_ceil(size.into()) {
                let offset = self.address_constant(idx * u128::from(size));
                forget(self, offset);
            }
            return;
        }
        let size = self.address_constant(size.into());
        let one = self.address_constant(1);
        let zero = self.address_constant(0);
        let count = bytes.equals(zero).ite(zero, bytes.bv_sub(one).bv_udiv(size).bv_add(one));
        let count = self.save(count, loc);
        self.repeat(count, loc, |this, idx| forget(this, idx.bv_mul(size)));
    }

    /// Gives a cell any value where it is among the found ones. There is no branch, for there is one of these for each cell.
    fn replace_found(&mut self, found: &Found, offset: Term, cell: &Location, origin: OriginId, loc: Loc) {
        let value = self.input_value(cell.ty(), origin, loc, None);
        let old = self.load(cell);
        let lowering = self.origin(OriginKind::Lowering, loc, None);
        self.store(cell, offset.bv_ult(found.bytes).ite(value, old), lowering, loc);
        if let Some((end, of)) = &found.end
            && cell.ty().is_integer()
            && let Some(size) = self.types.size(of).filter(|size| self.types.size(cell.ty()) == Some(*size))
        {
            let next = offset.bv_add(self.address_constant(size.into()));
            let is_end = value.equals(*end);
            self.emit_assume(next.bv_ult(found.bytes).and(is_end).not(), lowering);
        }
    }
}

/// How much of memory holds something else than before.
struct Found {
    bytes: Term,
    /// Such a character, of a type, is none of them but the last.
    end: Option<(Term, Type)>,
}
