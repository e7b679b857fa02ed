//! Values of expressions.

use faultscope_ir::{OriginKind, Place, Property, Term};

use super::access::{Location, MemoryPlace};
use super::exact::Exact;
use super::object::Made;
use super::state::Lowerer;
use super::validity::Purpose;
use crate::c::arith;
use crate::c::hir::{
    Access, BinaryOp, Builtin, Effects, Expr, ExprKind, Stmt, StmtKind, UpdateOp, UpdateResult,
};
use crate::c::pointer;
use crate::c::points_to::Region;
use crate::c::source::Loc;
use crate::c::types::{IntKind, Type};

impl Lowerer<'_> {
    /// The value of a scalar expression; its effects happen. What has no value gives a zero.
    pub(super) fn value(&mut self, expr: &Expr) -> Term {
        let types = self.types;
        match &expr.kind {
            ExprKind::Const(value) => Term::value(value.clone()),
            ExprKind::Load(place, access) => {
                let location = self.location(place, Purpose::Read);
                self.assume_no_pointer_read(place, &location);
                match access {
                    _ if !expr.ty.is_scalar() => self.no_value(),
                    Access::Plain => self.load(&location),
                    Access::Volatile => self.read_volatile(&location, place),
                }
            }
            ExprKind::AddressOf(place) | ExprKind::Decay(place) => self.address(place),
            ExprKind::Function(func) => self.function_value(*func, expr.loc),
            ExprKind::Cast(inner) => self.cast(expr, inner),
            ExprKind::Negate(inner) => {
                let value = self.value(inner);
                self.negation(&expr.ty, value, expr.loc)
            }
            ExprKind::Complement(inner) => self.value(inner).bv_not(),
            ExprKind::Binary(op, left, right) => {
                let (left_value, right_value) = self.operands(left, right);
                self.arithmetic(*op, &expr.ty, left_value, (right_value, right), expr.loc)
            }
            ExprKind::Compare(..) | ExprKind::And(..) | ExprKind::Or(..) | ExprKind::Not(_) => {
                let condition = self.condition(expr);
                condition.to_bits(types.width(&expr.ty))
            }
            ExprKind::Offset { pointer, count, subtract } => {
                let (pointer_value, count_value) = self.operands(pointer, count);
                let region = self.points_to.region_behind(expr);
                let count = (count_value, &count.ty);
                let moved = self.offset((&pointer.ty, region), pointer_value, count, *subtract);
                self.require_within(moved, region, expr.loc);
                moved
            }
            ExprKind::Difference(left, right) => {
                let (left_value, right_value) = self.operands(left, right);
                self.assume_difference(left_value, right_value);
                self.require_one_object(left_value, right_value, expr.loc);
                let size = left.ty.pointee().cloned().unwrap_or(Type::CHAR);
                let size = self.size_term(&size);
                pointer::distance(types, left_value, right_value).bv_sdiv(size)
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                self.conditional(expr, condition, then.as_deref(), otherwise)
            }
            ExprKind::Comma(left, right) => {
                self.effect(left);
                self.value(right)
            }
            ExprKind::Assign(target, value) => self.assign(expr, target, value),
            ExprKind::Update { result, .. } => self.update(expr, Some(*result)),
            ExprKind::Call(callee, arguments) => self.call_value(expr, callee, arguments),
            ExprKind::Builtin(builtin, operands) => self.builtin(expr, builtin, operands),
            ExprKind::Statements(body) => {
                let last = self.statements(body);
                match last {
                    Some(last) => self.value(last),
                    None => self.no_value(),
                }
            }
            ExprKind::SizeOf(ty) => self.size_term(ty),
            ExprKind::Unsupported(message) => {
                self.unsupported(message, expr.loc);
                self.zero(&expr.ty)
            }
            ExprKind::Member(base, idx) => {
                let base = self.record(base);
                let part = self.step(&base, crate::c::hir::PathStep::Field(*idx));
                if expr.ty.is_scalar() { self.load(&part) } else { self.no_value() }
            }
            ExprKind::Var(_) | ExprKind::Deref(_) | ExprKind::Index(..) | ExprKind::CompoundLiteral(..) => {
                let location = self.location(expr, Purpose::Read);
                if expr.ty.is_scalar() { self.load(&location) } else { self.no_value() }
            }
        }
    }

    fn no_value(&self) -> Term {
        Term::bits(self.types.address_width(), 0)
    }

    /// The values of two operands, the left one as it was before the right one's effects.
    pub(super) fn operands(&mut self, left: &Expr, right: &Expr) -> (Term, Term) {
        let start = self.mark();
        let left_value = self.value(left);
        let mark = self.mark();
        let right_value = self.value(right);
        self.unsequenced([left, right]);
        self.unsequenced_value(right_value, start, mark);
        (self.protect(left_value, mark, left.loc), right_value)
    }

    /// The address of a place.
    fn address(&mut self, place: &Expr) -> Term {
        let var = super::access::root(place).map(|var| self.program.var(var));
        if var.is_some_and(|var| var.is_weak && !var.defined) {
            self.unsupported("the address of an undefined weak variable", place.loc);
        }
        match self.location(place, Purpose::Address) {
            Location::Memory(place) => place.address,
            Location::Symbols { .. } => {
                // Every place whose address is taken lives in memory.
                self.unsupported("this address", place.loc);
                self.no_value()
            }
        }
    }

    fn cast(&mut self, expr: &Expr, inner: &Expr) -> Term {
        if expr.ty.is_void() {
            self.effect(inner);
            return self.no_value();
        }
        if inner.ty.is_scalar() && expr.ty.is_scalar() {
            // A condition as a number needs no detour.
            if let (Type::Int(IntKind::Bool), true) = (&expr.ty, inner.ty.is_integer()) {
                return self.condition(inner).to_bits(8);
            }
            let value = self.value(inner);
            self.assume_conversion(&inner.ty, &expr.ty, value);
            return self.conversion(value, &inner.ty, &expr.ty, inner.loc);
        }
        self.effect(inner);
        self.no_value()
    }

    /// A pointer moved by a number of elements.
    fn offset(
        &mut self,
        (ty, region): (&Type, Region),
        pointer: Term,
        (count, count_ty): (Term, &Type),
        subtract: bool,
    ) -> Term {
        let size = ty.pointee().cloned().unwrap_or(Type::CHAR);
        let size = self.size_term(&size);
        let count = arith::convert(self.types, count, count_ty, &self.types.difference_type());
        let bytes = count.bv_mul(size);
        let moved = pointer.bv_add_low(if subtract { bytes.bv_neg() } else { bytes });
        let is_number = pointer::object(self.types, moved).equals(Term::bits(pointer::OBJECT_BITS, 0));
        match is_number.as_bool() {
            Some(false) => moved,
            // What is made of a null pointer is a number, and points to what lies there.
            _ if self.points_to.is_exposed(region) => {
                let found = self.pointer_at(pointer::offset(self.types, moved));
                is_number.ite(found, moved)
            }
            _ => moved,
        }
    }

    fn conditional(&mut self, expr: &Expr, condition: &Expr, then: Option<&Expr>, otherwise: &Expr) -> Term {
        let Some(then) = then else {
            // `a ?: b`: the condition is evaluated once.
            let value = self.value(condition);
            let value = self.save(value, condition.loc);
            self.require_written(value, condition.loc);
            let truth = arith::is_nonzero(self.types, value, &condition.ty);
            let kept = arith::convert(self.types, value, &condition.ty, &expr.ty);
            return self.choose(expr, truth, condition.loc, |_| kept, otherwise);
        };
        let truth = self.deciding_condition(condition);
        self.choose(expr, truth, condition.loc, |this| this.value(then), otherwise)
    }

    /// One of two values. Where a branch has effects, by control flow.
    fn choose(
        &mut self,
        expr: &Expr,
        truth: Term,
        loc: Loc,
        then: impl Fn(&mut Self) -> Term,
        otherwise: &Expr,
    ) -> Term {
        let then_is_pure = match &expr.kind {
            ExprKind::Conditional(_, Some(then), _) => is_pure(then),
            _ => true,
        };
        if then_is_pure && is_pure(otherwise) && expr.ty.is_scalar() {
            let then = self.guarded(truth, then);
            let otherwise = self.guarded(truth.not(), |this| this.value(otherwise));
            return truth.ite(then, otherwise);
        }
        let result = expr.ty.is_scalar().then(|| self.temporary_of("temporary", &expr.ty));
        let (then_block, else_block, join) = (self.new_block(), self.new_block(), self.new_block());
        let origin = self.origin(OriginKind::Condition, loc, None);
        let lowering = self.origin(OriginKind::Lowering, expr.loc, None);
        self.branch(truth, then_block, else_block, origin);
        self.switch_to(then_block);
        let value = then(self);
        if let Some(result) = result {
            self.emit_assign(Place::variable(result), value, lowering);
        }
        self.goto(join);
        self.switch_to(else_block);
        let value = self.value(otherwise);
        if let Some(result) = result {
            self.emit_assign(Place::variable(result), value, lowering);
        }
        self.continue_at(join);
        result.map_or_else(|| self.no_value(), Term::symbol)
    }

    /// `target op= value`, `++`, `--`; the value asked for.
    pub(super) fn update(&mut self, expr: &Expr, result: Option<UpdateResult>) -> Term {
        let ExprKind::Update { target, op, value, computation, .. } = &expr.kind else {
            return self.no_value();
        };
        let location = self.location(target, Purpose::ReadWrite);
        let mark = self.mark();
        let amount = self.value(value);
        self.unsequenced_operands(target, value);
        let location = self.protect_location(location, mark, target.loc);
        if !is_pure(value) {
            self.require_accessible(&location, Purpose::ReadWrite, target.loc);
        }
        let before = match self.is_volatile(target) {
            true => self.read_volatile(&location, target),
            false => self.load(&location),
        };
        self.unsequenced_value(before, mark, self.mark());
        let old = match result {
            Some(UpdateResult::Old) => self.save(before, target.loc),
            _ => before,
        };
        let new = match op {
            UpdateOp::Offset { subtract } => {
                let region = self.points_to.region_behind(expr);
                let count = (amount, &value.ty);
                let moved = self.offset((&target.ty, region), before, count, *subtract);
                self.require_within(moved, region, expr.loc);
                moved
            }
            UpdateOp::Binary(op) => {
                let left = arith::convert(self.types, before, &target.ty, computation);
                let result = self.arithmetic(*op, computation, left, (amount, value), expr.loc);
                self.conversion(result, computation, &target.ty, expr.loc)
            }
        };
        let origin = self.origin(OriginKind::Assignment, expr.loc, Some(target.loc));
        let location =
            if result == Some(UpdateResult::New) { self.steady(location, target.loc) } else { location };
        self.store(&location, new, origin, expr.loc);
        match result {
            Some(UpdateResult::Old) => old,
            Some(UpdateResult::New) => self.load(&location),
            None => self.no_value(),
        }
    }

    /// A place whose address or indices do not change when it is written itself.
    pub(super) fn steady(&mut self, location: Location, loc: Loc) -> Location {
        match location {
            Location::Memory(place) => {
                let reads_memory =
                    place.address.symbols().iter().any(|symbol| symbol.sort().array_sorts().is_some());
                let address = if reads_memory { self.save(place.address, loc) } else { place.address };
                Location::Memory(MemoryPlace { address, ..place })
            }
            Location::Symbols { leaves, path, indices, ty } => {
                let own: Vec<_> = leaves.iter().map(|leaf| leaf.symbol).collect();
                let indices = indices
                    .into_iter()
                    .map(|index| {
                        let reads_itself = index.symbols().iter().any(|symbol| own.contains(symbol));
                        if reads_itself { self.save(index, loc) } else { index }
                    })
                    .collect();
                Location::Symbols { leaves, path, indices, ty }
            }
        }
    }

    /// Runs a statement expression up to its last statement; gives that one's expression.
    pub(super) fn statements<'e>(&mut self, body: &'e Stmt) -> Option<&'e Expr> {
        let StmtKind::Block(stmts) = &body.kind else {
            self.statement(body);
            return None;
        };
        let (last, init) = stmts.split_last()?;
        init.iter().for_each(|stmt| self.statement(stmt));
        match &last.kind {
            StmtKind::Expr(value) => Some(value),
            _ => {
                self.statement(last);
                None
            }
        }
    }

    /// A record value as a place that holds it.
    pub(super) fn record(&mut self, expr: &Expr) -> Location {
        match &expr.kind {
            ExprKind::Load(place, Access::Plain) => self.location(place, Purpose::Read),
            ExprKind::Load(place, Access::Volatile) => self.read_volatile_record(place),
            ExprKind::Cast(inner) => self.record(inner),
            ExprKind::Assign(target, value) => self.assign_record(expr, target, value),
            ExprKind::Comma(left, right) => {
                self.effect(left);
                self.record(right)
            }
            ExprKind::Call(callee, arguments) => self.call_record(expr, callee, arguments),
            ExprKind::Statements(body) => match self.statements(body) {
                Some(last) => self.record(last),
                None => self.fresh_location("temporary", &expr.ty),
            },
            ExprKind::Conditional(condition, Some(then), otherwise) => {
                let result = self.fresh_location("temporary", &expr.ty);
                let (then_block, else_block, join) = (self.new_block(), self.new_block(), self.new_block());
                let lowering = self.origin(OriginKind::Lowering, expr.loc, None);
                self.jump(condition, then_block, else_block, OriginKind::Condition);
                for (block, value) in [(then_block, then), (else_block, otherwise)] {
                    self.switch_to(block);
                    let value = self.record(value);
                    self.copy(&result, &value, lowering, expr.loc);
                    self.goto(join);
                }
                self.switch_to(join);
                result
            }
            ExprKind::Member(base, idx) if !base.kind.is_lvalue() => {
                let base = self.record(base);
                self.step(&base, crate::c::hir::PathStep::Field(*idx))
            }
            ExprKind::Unsupported(message) => {
                self.unsupported(message, expr.loc);
                self.fresh_location("temporary", &expr.ty)
            }
            _ if expr.kind.is_lvalue() => self.location(expr, Purpose::Read),
            ExprKind::Builtin(..) => {
                self.unsupported("this operation on a structure", expr.loc);
                self.fresh_location("temporary", &expr.ty)
            }
            _ => self.fresh_location("temporary", &expr.ty),
        }
    }

    fn builtin(&mut self, expr: &Expr, builtin: &Builtin, operands: &[Expr]) -> Term {
        match (builtin, operands) {
            (Builtin::Copy(ty, count) | Builtin::Move(ty, count), [target, source]) => {
                self.copy_elements(expr, ty, *count, target, source)
            }
            (Builtin::Zero(ty, count), [target]) => {
                let address = self.value(target);
                self.require_written(address, target.loc);
                let address = self.save(address, target.loc);
                let region = self.points_to.region_behind(target);
                let bytes = self.size_term(ty).bv_mul(self.address_constant((*count).into()));
                self.at_call(expr.loc, |this| {
                    this.require_access(address, bytes, region, Purpose::Write, target.loc);
                });
                let origin = self.origin(OriginKind::Assignment, expr.loc, Some(target.loc));
                for idx in 0..*count {
                    let location = self.element_behind(address, region, ty, idx);
                    self.store_zero(&location, origin, expr.loc);
                }
                address
            }
            (Builtin::Alloca, [size]) => {
                let size = self.read_argument(size);
                let region = self.points_to.region_behind(expr);
                self.make_all_arbitrary(region);
                self.make_on_stack(size, region, expr)
            }
            (Builtin::Object, [size]) => {
                let size = self.value(size);
                let region = self.points_to.region_behind(expr);
                self.make_all_arbitrary(region);
                self.make_object(Made::ByLibrary, size, region, expr.loc)
            }
            (Builtin::Logic(term), _) => self.nested_value(term, &expr.ty),
            (Builtin::Claim(claim), _) => {
                self.assert_claim(claim);
                self.no_value()
            }
            (Builtin::Unreachable, _) => {
                let message = "`__builtin_unreachable` is reached".to_owned();
                self.violation(Property::Unreachable, None, message, expr.loc);
                self.no_value()
            }
            (Builtin::Trap, _) => {
                self.violation(Property::NoAbort, None, "call of `__builtin_trap`".to_owned(), expr.loc);
                self.no_value()
            }
            (Builtin::Overflow(op), [left, right, result]) => {
                self.checked(*op, left, right, result, expr.loc)
            }
            _ => {
                self.unsupported("this use of a built-in function", expr.loc);
                self.zero(&expr.ty)
            }
        }
    }

    fn element_behind(&mut self, address: Term, region: Region, ty: &Type, idx: u64) -> Location {
        let offset = self.size_term(ty).bv_mul(self.address_constant(idx.into()));
        Location::memory(address.bv_add_low(offset), region, ty.clone())
    }

    fn copy_elements(&mut self, expr: &Expr, ty: &Type, count: u64, target: &Expr, source: &Expr) -> Term {
        let (to, from) = self.operands(target, source);
        self.require_written(to, target.loc);
        self.require_written(from, source.loc);
        let (to, from) = (self.save(to, target.loc), self.save(from, source.loc));
        let (to_region, from_region) =
            (self.points_to.region_behind(target), self.points_to.region_behind(source));
        let bytes = self.size_term(ty).bv_mul(self.address_constant(count.into()));
        self.at_call(expr.loc, |this| {
            this.require_access(from, bytes, from_region, Purpose::Read, source.loc);
            this.require_access(to, bytes, to_region, Purpose::Write, target.loc);
        });
        let origin = self.origin(OriginKind::Assignment, expr.loc, Some(target.loc));
        let may_overlap = matches!(expr.kind, ExprKind::Builtin(Builtin::Move(..), _));
        if !may_overlap {
            self.require_disjoint((to, to_region, bytes), (from, from_region, bytes), expr.loc);
        }
        let mut sources = Vec::new();
        for idx in 0..count {
            let from = self.element_behind(from, from_region, ty, idx);
            if may_overlap && from_region == to_region {
                let from = self.in_bytes(&from).unwrap_or(from);
                let moved = self.fresh_location("moved", from.ty());
                let lowering = self.origin(OriginKind::Lowering, expr.loc, None);
                self.copy(&moved, &from, lowering, expr.loc);
                sources.push(moved);
            } else {
                sources.push(from);
            }
        }
        for (idx, from) in (0..count).zip(sources) {
            let to = self.element_behind(to, to_region, ty, idx);
            let bytes = if from.ty() == ty { None } else { self.in_bytes(&to) };
            self.copy(&bytes.unwrap_or(to), &from, origin, expr.loc);
        }
        to
    }

    /// `__builtin_*_overflow`: computed exactly; what has room of that is stored.
    fn checked(&mut self, op: BinaryOp, left: &Expr, right: &Expr, result: &Expr, loc: Loc) -> Term {
        let (left_value, right_value) = self.operands(left, right);
        let mark = self.mark();
        let address = self.value(result);
        let (left_value, right_value) =
            (self.protect(left_value, mark, loc), self.protect(right_value, mark, loc));
        let ty = result.ty.pointee().cloned().unwrap_or(Type::INT);
        let signed = |ty: &Type| matches!(ty, Type::Int(kind) if kind.is_signed());
        let of = |value: Term, ty: &Type| Exact::of(value, signed(ty));
        let exact = of(left_value, &left.ty).combined(op, of(right_value, &right.ty));
        let width = self.types.width(&ty);
        let is_narrow = [&left.ty, &right.ty].iter().all(|it| self.types.width(it) <= 64);
        let low = self.save(exact.low(), loc);
        let stored = low.extract(width - 1, 0);
        let fits = match is_narrow && width <= 64 {
            // No result has more bits than a word.
            true => low.equals(Exact::of(stored, signed(&ty)).low()),
            false => {
                let fits = exact.fits(width, signed(&ty)).to_bits(32);
                self.save(fits, loc).differs(Term::bits(32, 0))
            }
        };
        self.require_written(address, result.loc);
        let region = self.points_to.region_behind(result);
        let location = Location::memory(address, region, ty.clone());
        let bytes = self.size_term(&ty);
        self.require_access(address, bytes, region, Purpose::Write, result.loc);
        let origin = self.origin(OriginKind::Assignment, loc, Some(result.loc));
        self.store(&location, stored, origin, loc);
        fits.not().to_bits(32)
    }
}

/// Whether evaluating the expression is no command: it changes nothing, and nothing comes from outside.
pub(super) fn is_pure(expr: &Expr) -> bool {
    expr.is_pure()
}

/// Whether evaluating the expression changes nothing.
pub(super) fn has_no_effect(expr: &Expr) -> bool {
    !expr.effects.has(Effects::CHANGE.or(Effects::CALL).or(Effects::OTHER))
}
