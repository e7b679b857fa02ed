//! Conversions and operators.

use super::super::constant;
use super::super::hir::{Access, BinaryOp, CompareOp, Expr, ExprKind, Storage, UpdateOp, UpdateResult, Var};
use super::super::source::Loc;
use super::super::types::Qualified;
use super::super::types::{FloatKind, IntKind, Type};
use super::state::{Sema, make};

/// What integers of more bits than `long long` are called where compilers do not have them.
const TOO_WIDE: &str = "an integer of 128 bits on a 32-bit machine";

impl Sema {
    /// An expression as a value: places are read, arrays and functions are pointers.
    pub(super) fn rvalue(&mut self, expr: Expr) -> Expr {
        let loc = expr.loc;
        match &expr.ty {
            Type::Array(element, _) | Type::Vla(element, _) => {
                let ty = Type::Pointer(element.clone().and(self.qualifiers(&expr)));
                if !expr.kind.is_lvalue() {
                    return self.unsupported("an array inside a value that is not a variable", ty, loc);
                }
                make(ExprKind::Decay(Box::new(expr)), ty, loc)
            }
            Type::Function(_) => {
                let ty = expr.ty.clone().pointer_to();
                match expr.kind {
                    // `*f` of a function pointer is the pointer again.
                    ExprKind::Deref(pointer) => *pointer,
                    kind => make(kind, ty, loc),
                }
            }
            ty if self.types.is_too_wide(ty) => {
                let ty = ty.clone();
                self.unsupported(TOO_WIDE, ty, loc)
            }
            _ if expr.kind.is_lvalue() => {
                let ty = expr.ty.clone();
                let access = self.access(&expr);
                make(ExprKind::Load(Box::new(expr), access), ty, loc)
            }
            _ => expr,
        }
    }

    /// How a place is read.
    fn access(&self, place: &Expr) -> Access {
        let is_volatile = self.qualifiers(place).is_volatile || self.types.has_volatile(&place.ty);
        if is_volatile { Access::Volatile } else { Access::Plain }
    }

    /// The conversion of an assignment, an argument, a cast.
    pub(super) fn convert(&mut self, expr: Expr, ty: &Type) -> Expr {
        if expr.ty == *ty {
            return expr;
        }
        let loc = expr.loc;
        if self.types.is_too_wide(ty) || self.types.is_too_wide(&expr.ty) {
            return self.unsupported(TOO_WIDE, ty.clone(), loc);
        }
        if let ExprKind::Unsupported(message) = &expr.kind {
            return self.unsupported(message.clone(), ty.clone(), loc);
        }
        let expr = match self.numbers_converted(expr, ty) {
            Ok(converted) => return converted,
            Err(expr) => *expr,
        };
        let meaningful = match (&expr.ty, ty) {
            (_, Type::Void) => true,
            (from, to) if from.is_scalar() && to.is_scalar() => {
                !(from.is_pointer() && to.is_float() || from.is_float() && to.is_pointer())
            }
            // The same structure declared in another file.
            (Type::Record(from), Type::Record(to)) => {
                self.types.record(*from).name == self.types.record(*to).name
            }
            _ => false,
        };
        if !meaningful {
            let message =
                format!("cannot convert `{}` to `{}`", self.types.name(&expr.ty), self.types.name(ty));
            self.error(loc, message, None);
            return self.unsupported("a wrong type", ty.clone(), loc);
        }
        make(ExprKind::Cast(Box::new(expr)), ty.clone(), loc)
    }

    /// Integer promotion. A bit-field that has more bits than `int`, and fewer than its type, is computed with in just
    /// so many bits, as by gcc.
    pub(super) fn promoted(&mut self, expr: Expr) -> Expr {
        let Type::Int(kind) = expr.ty else { return expr };
        let ty = match self.bit_width(&expr) {
            _ if kind.rank() < IntKind::Int.rank() => IntKind::Int,
            Some(width) if width < 32 => IntKind::Int,
            Some(width) if width == kind.width(self.types.model) => return expr,
            Some(32) if kind.is_signed() => IntKind::Int,
            Some(32) => IntKind::UInt,
            Some(64) if kind.is_signed() => IntKind::Long,
            Some(64) => IntKind::ULong,
            Some(width) if kind.is_signed() => IntKind::Bits(width),
            Some(width) => IntKind::UBits(width),
            None => return expr,
        };
        self.convert(expr, &Type::Int(ty))
    }

    /// Width of the bit-field that is read, or was assigned.
    pub(super) fn bit_width(&self, expr: &Expr) -> Option<u32> {
        let place = match &expr.kind {
            ExprKind::Load(place, _)
            | ExprKind::Assign(place, _)
            | ExprKind::Update { target: place, .. } => place,
            _ => expr,
        };
        let ExprKind::Member(base, idx) = &place.kind else { return None };
        let Type::Record(id) = base.ty else { return None };
        self.types.fields(id).get(*idx)?.bits.map(|(_, width)| width)
    }

    /// The common type of two arithmetic operands that are promoted already.
    pub(super) fn common_type(&self, left: &Type, right: &Type) -> Type {
        match (left, right) {
            (Type::Float(left), Type::Float(right)) => Type::Float(*left.max(right)),
            (Type::Float(kind), _) | (_, Type::Float(kind)) => Type::Float(*kind),
            (Type::Int(left), Type::Int(right)) => Type::Int(self.common_int(*left, *right)),
            (left, _) => left.clone(),
        }
    }

    fn common_int(&self, left: IntKind, right: IntKind) -> IntKind {
        let width = |kind: IntKind| kind.width(self.types.model);
        if (left.is_bit_field() || right.is_bit_field()) && width(left) != width(right) {
            return if width(left) > width(right) { left } else { right };
        }
        if left.is_signed() == right.is_signed() {
            return if left.rank() >= right.rank() { left } else { right };
        }
        let (signed, unsigned) = if left.is_signed() { (left, right) } else { (right, left) };
        let model = self.types.model;
        if unsigned.rank() >= signed.rank() {
            unsigned
        } else if signed.size(model) > unsigned.size(model) {
            signed
        } else {
            signed.unsigned()
        }
    }

    fn usual_conversions(&mut self, left: Expr, right: Expr) -> (Expr, Expr, Type) {
        let (left, right) = (self.promoted(left), self.promoted(right));
        let ty = self.common_type(&left.ty, &right.ty);
        (self.convert(left, &ty), self.convert(right, &ty), ty)
    }

    /// An operator on two values.
    pub(super) fn binary(&mut self, op: BinaryOp, left: Expr, right: Expr, loc: Loc) -> Expr {
        let are_numbers = [&left, &right].iter().any(|it| self.types.numbers(&it.ty).is_some());
        if are_numbers && !left.ty.is_pointer() && !right.ty.is_pointer() {
            return self.numbers_binary(op, left, right, loc);
        }
        match (op, left.ty.is_pointer(), right.ty.is_pointer()) {
            (BinaryOp::Add | BinaryOp::Subtract, true, false) if right.ty.is_integer() => {
                return self.offset(left, right, op == BinaryOp::Subtract, loc);
            }
            (BinaryOp::Add, false, true) if left.ty.is_integer() => {
                return self.offset(right, left, false, loc);
            }
            (BinaryOp::Subtract, true, true) => {
                let ty = self.types.difference_type();
                return make(ExprKind::Difference(Box::new(left), Box::new(right)), ty, loc);
            }
            _ => {}
        }
        let integers_only =
            !matches!(op, BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide);
        let fits = |ty: &Type| if integers_only { ty.is_integer() } else { ty.is_arithmetic() };
        if !fits(&left.ty) || !fits(&right.ty) {
            return self.bad_operands(&left, &right, loc);
        }
        if matches!(op, BinaryOp::ShiftLeft | BinaryOp::ShiftRight) {
            let (left, right) = (self.promoted(left), self.promoted(right));
            let ty = left.ty.clone();
            return make(ExprKind::Binary(op, Box::new(left), Box::new(right)), ty, loc);
        }
        let (left, right, ty) = self.usual_conversions(left, right);
        make(ExprKind::Binary(op, Box::new(left), Box::new(right)), ty, loc)
    }

    pub(super) fn bad_operands(&mut self, left: &Expr, right: &Expr, loc: Loc) -> Expr {
        let (left, right) = (self.types.name(&left.ty), self.types.name(&right.ty));
        self.error(loc, format!("the operator does not apply to `{left}` and `{right}`"), None);
        self.unsupported("wrong operands", Type::INT, loc)
    }

    fn offset(&mut self, pointer: Expr, count: Expr, subtract: bool, loc: Loc) -> Expr {
        let ty = pointer.ty.clone();
        if let Some(pointee) = ty.pointee()
            && !self.types.is_variable(pointee)
            && self.types.size(pointee).is_none()
        {
            self.error(
                loc,
                format!("arithmetic on a pointer to incomplete `{}`", self.types.name(pointee)),
                None,
            );
        }
        let count = self.promoted(count);
        make(ExprKind::Offset { pointer: Box::new(pointer), count: Box::new(count), subtract }, ty, loc)
    }

    pub(super) fn compare(&mut self, op: CompareOp, left: Expr, right: Expr, loc: Loc) -> Expr {
        if [&left, &right].iter().any(|it| self.types.numbers(&it.ty).is_some()) {
            return self.numbers_compare(op, left, right, loc);
        }
        let (left, right) = match (left.ty.is_pointer(), right.ty.is_pointer()) {
            (true, true) => {
                let ty = left.ty.clone();
                let right = if constant::is_null(&self.types, &right) || right.ty != ty {
                    make(ExprKind::Cast(Box::new(right.clone())), ty, right.loc)
                } else {
                    right
                };
                (left, right)
            }
            (true, false) if right.ty.is_integer() => {
                let ty = left.ty.clone();
                let right = self.convert(right, &ty);
                (left, right)
            }
            (false, true) if left.ty.is_integer() => {
                let ty = right.ty.clone();
                (self.convert(left, &ty), right)
            }
            _ if left.ty.is_arithmetic() && right.ty.is_arithmetic() => {
                let (left, right, _) = self.usual_conversions(left, right);
                (left, right)
            }
            _ => return self.bad_operands(&left, &right, loc),
        };
        make(ExprKind::Compare(op, Box::new(left), Box::new(right)), Type::INT, loc)
    }

    /// A value that is used as a condition.
    pub(super) fn truth(&mut self, expr: Expr) -> Expr {
        if expr.ty.is_scalar() {
            return expr;
        }
        if self.types.complex_part(&expr.ty).is_some() {
            return self.complex_truth(expr);
        }
        if let ExprKind::Unsupported(message) = &expr.kind {
            return self.unsupported(message.clone(), Type::INT, expr.loc);
        }
        let (loc, name) = (expr.loc, self.types.name(&expr.ty));
        self.error(loc, format!("a value of type `{name}` is not a condition"), None);
        self.unsupported("a wrong type", Type::INT, loc)
    }

    pub(super) fn conditional(
        &mut self,
        condition: Expr,
        then: Option<Expr>,
        otherwise: Expr,
        loc: Loc,
    ) -> Expr {
        if self.types.vector_elements(&condition.ty).is_some() {
            return self.vector_choice(condition, then, otherwise, loc);
        }
        // The value of a condition that is also the result is no condition yet.
        let mut condition = if then.is_some() { self.truth(condition) } else { condition };
        if then.is_none() && !condition.ty.is_scalar() {
            if self.types.complex_part(&condition.ty).is_none() {
                condition = self.truth(condition);
            } else {
                let ty = condition.ty.clone();
                return self.unsupported("a complex number before `?:`", ty, loc);
            }
        }
        let both_are_numbers =
            otherwise.ty.is_integer() && then.as_ref().map_or(&condition.ty, |then| &then.ty).is_integer();
        let (then, otherwise) = if both_are_numbers {
            if then.is_none() {
                condition = self.promoted(condition);
            }
            (then.map(|then| self.promoted(then)), self.promoted(otherwise))
        } else {
            (then, otherwise)
        };
        let then_ty = then.as_ref().map_or(&condition.ty, |then| &then.ty).clone();
        let null =
            |this: &Self, expr: Option<&Expr>| expr.is_some_and(|expr| constant::is_null(&this.types, expr));
        let ty = match (&then_ty, &otherwise.ty) {
            (left, right) if left == right && !left.is_integer() => left.clone(),
            (left, right) if left.is_arithmetic() && right.is_arithmetic() => {
                let promote = |ty: &Type| match ty {
                    Type::Int(kind) if kind.rank() < IntKind::Int.rank() => Type::INT,
                    other => other.clone(),
                };
                self.common_type(&promote(left), &promote(right))
            }
            (left, right) if [left, right].iter().any(|it| self.types.complex_part(it).is_some()) => {
                let (left, right) = (left.clone(), right.clone());
                self.common_complex(&left, &right).unwrap_or(left)
            }
            (Type::Void, _) | (_, Type::Void) => Type::Void,
            (left, Type::Pointer(_)) if !left.is_pointer() || null(self, then.as_ref()) => {
                otherwise.ty.clone()
            }
            (Type::Pointer(_), right) if !right.is_pointer() || null(self, Some(&otherwise)) => {
                then_ty.clone()
            }
            (Type::Pointer(left), Type::Pointer(_)) if left.is_void() => then_ty.clone(),
            (Type::Pointer(_), Type::Pointer(right)) if right.is_void() => otherwise.ty.clone(),
            _ => then_ty.clone(),
        };
        // What either may point to.
        let qualifiers = then_ty.pointee_qualifiers().and(otherwise.ty.pointee_qualifiers());
        let ty = match ty {
            Type::Pointer(pointee) => Type::Pointer(pointee.and(qualifiers)),
            ty => ty,
        };
        let then = then.map(|then| Box::new(self.convert(then, &ty)));
        let otherwise = self.convert(otherwise, &ty);
        make(ExprKind::Conditional(Box::new(condition), then, Box::new(otherwise)), ty, loc)
    }

    pub(super) fn assign(&mut self, target: Expr, value: Expr, loc: Loc) -> Expr {
        let ty = target.ty.clone();
        if !self.is_assignable(&target) {
            self.not_assignable(&target, loc);
            return self.unsupported("an assignment to no place", ty, loc);
        }
        self.refuse_constant(&target, "assignment", loc);
        let value = self.convert(value, &ty);
        make(ExprKind::Assign(Box::new(target), Box::new(value)), ty, loc)
    }

    fn not_assignable(&mut self, target: &Expr, loc: Loc) {
        // What is wrong with the target itself is said already.
        if !matches!(target.kind, ExprKind::Unsupported(_)) {
            self.error(loc, "the left side cannot be assigned to", None);
        }
    }

    fn is_assignable(&self, target: &Expr) -> bool {
        target.kind.is_lvalue() && (target.ty.is_scalar() || matches!(target.ty, Type::Record(_)))
    }

    /// Says so where a place that is written must not be.
    pub(super) fn refuse_constant(&mut self, target: &Expr, what: &str, loc: Loc) {
        let is_constant = self.qualifiers(target).is_const || self.types.has_constant(&target.ty);
        if self.trusted || !is_constant || !self.is_assignable(target) {
            return;
        }
        let place = match &target.kind {
            ExprKind::Var(var) => {
                let Var { name, storage, .. } = self.program.var(*var);
                match storage {
                    Storage::Parameter(_) => format!("parameter `{name}`"),
                    _ => format!("variable `{name}`"),
                }
            }
            ExprKind::Member(base, idx) => match base.ty {
                Type::Record(id) => format!("member `{}`", self.types.fields(id)[*idx].name),
                _ => "member".to_owned(),
            },
            _ => "location".to_owned(),
        };
        self.error(loc, format!("{what} of read-only {place}"), None);
    }

    /// `target op= value`.
    pub(super) fn update(
        &mut self,
        op: BinaryOp,
        target: Expr,
        value: Expr,
        result: UpdateResult,
        loc: Loc,
    ) -> Expr {
        let ty = target.ty.clone();
        let are_numbers = [&target.ty, &value.ty].iter().any(|it| self.types.numbers(it).is_some());
        if are_numbers && self.is_assignable(&target) && !ty.is_pointer() {
            return self.numbers_update(op, target, value, result, loc);
        }
        if !self.is_assignable(&target) || !target.ty.is_scalar() {
            self.not_assignable(&target, loc);
            return self.unsupported("an assignment to no place", ty, loc);
        }
        if ty.is_pointer() {
            let value = self.promoted(value);
            let op = UpdateOp::Offset { subtract: op == BinaryOp::Subtract };
            let computation = ty.clone();
            let (target, value) = (Box::new(target), Box::new(value));
            return make(ExprKind::Update { target, op, value, computation, result }, ty, loc);
        }
        // The types are those of `target op value`.
        let read = self.rvalue(target.clone());
        let (computation, value) = match self.binary(op, read, value, loc).kind {
            ExprKind::Binary(_, left, right) => (left.ty, right),
            _ => return self.unsupported("wrong operands", ty, loc),
        };
        let op = UpdateOp::Binary(op);
        make(ExprKind::Update { target: Box::new(target), op, value, computation, result }, ty, loc)
    }

    /// `++` and `--`.
    pub(super) fn step(&mut self, op: BinaryOp, target: Expr, result: UpdateResult, loc: Loc) -> Expr {
        let what = if op == BinaryOp::Add { "increment" } else { "decrement" };
        self.refuse_constant(&target, what, loc);
        let one = self.constant(1, Type::INT, loc);
        self.update(op, target, one, result, loc)
    }

    /// What an argument without a parameter type is converted to.
    pub(super) fn default_promoted(&mut self, expr: Expr) -> Expr {
        match expr.ty {
            Type::Float(FloatKind::Float) => self.convert(expr, &Type::Float(FloatKind::Double)),
            _ => self.promoted(expr),
        }
    }

    /// The address of a place, or of a function.
    pub(super) fn address_of(&mut self, expr: Expr, loc: Loc) -> Expr {
        let ty = Type::Pointer(Qualified::from(expr.ty.clone()).and(self.qualifiers(&expr)));
        match expr.kind {
            ExprKind::Deref(pointer) => Expr { ty, ..*pointer },
            ExprKind::Function(_) => make(expr.kind, ty, loc),
            kind if kind.is_lvalue() => {
                let place = Expr::new(kind, expr.ty, expr.loc);
                make(ExprKind::AddressOf(Box::new(place)), ty, loc)
            }
            _ => {
                self.error(loc, "cannot take the address of this expression", None);
                self.unsupported("the address of no place", ty, loc)
            }
        }
    }

    /// What a pointer points to.
    pub(super) fn deref(&mut self, pointer: Expr, loc: Loc) -> Expr {
        let qualifiers = pointer.ty.pointee_qualifiers();
        let Some(pointee) = pointer.ty.pointee().cloned() else {
            let name = self.types.name(&pointer.ty);
            self.error(loc, format!("a value of type `{name}` is not a pointer"), None);
            return self.unsupported("no pointer", Type::INT, loc);
        };
        match pointer.kind {
            ExprKind::AddressOf(place) if place.ty == pointee && self.qualifiers(&place) == qualifiers => {
                *place
            }
            // `*a` and `*(a + i)` of an array are elements.
            ExprKind::Decay(array) if array.ty.is_array() && self.qualifiers(&array) == qualifiers => {
                let zero = self.constant(0, Type::INT, loc);
                make(ExprKind::Index(array, Box::new(zero)), pointee, loc)
            }
            ExprKind::Offset { pointer: base, count, subtract: false } if matches!(&base.kind, ExprKind::Decay(array) if self.qualifiers(array) == qualifiers) => {
                match base.kind {
                    ExprKind::Decay(array) => make(ExprKind::Index(array, count), pointee, loc),
                    _ => make(ExprKind::Deref(base), pointee, loc),
                }
            }
            kind => {
                let pointer = Expr::new(kind, pointer.ty, pointer.loc);
                make(ExprKind::Deref(Box::new(pointer)), pointee, loc)
            }
        }
    }
}
