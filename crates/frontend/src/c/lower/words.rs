//! Words of CBMC's about pointers and their objects.

use faultscope_ir::Term;

use super::state::Lowerer;
use super::tables::Kind;
use crate::c::arith;
use crate::c::hir::Expr;
use crate::c::library::PointerFact;
use crate::c::pointer;
use crate::c::points_to::without_casts;
use crate::c::types::Type;

impl Lowerer<'_> {
    /// The value of a word about a pointer.
    pub(super) fn pointer_fact(&mut self, fact: PointerFact, arguments: &[Expr], expr: &Expr) -> Term {
        let [first, rest @ ..] = arguments else { return self.no_fact(expr) };
        if !first.ty.is_pointer() {
            return self.no_fact(expr);
        }
        let value = self.read_argument(first);
        match (fact, rest) {
            (PointerFact::Object, []) => {
                let number = pointer::object(self.types, value).zero_extend_to(self.types.address_width());
                arith::convert(self.types, number, &self.types.size_type(), &expr.ty)
            }
            (PointerFact::Offset, []) => {
                let offset = pointer::offset(self.types, value);
                arith::convert(self.types, offset, &self.types.difference_type(), &expr.ty)
            }
            (PointerFact::Size, []) => {
                self.follow_living(value, expr);
                let region = self.points_to.region_behind(without_casts(first));
                let size = self.size_behind(value, region);
                arith::convert(self.types, size, &self.types.size_type(), &expr.ty)
            }
            (PointerFact::IsDynamic, []) => {
                self.follow_living(value, expr);
                let number = pointer::object(self.types, value);
                let is_dynamic = self.has_kind(number, Kind::Allocated);
                self.word_holds(is_dynamic, expr)
            }
            (PointerFact::IsSame, [other]) if other.ty.is_pointer() => {
                let other = self.read_argument(other);
                let [left, right] = [value, other].map(|it| pointer::object(self.types, it));
                self.word_holds(left.equals(right), expr)
            }
            (PointerFact::IsReadable | PointerFact::IsWritable, rest) => {
                let bytes = match rest {
                    [] => self.bytes_behind(first),
                    [bytes] => {
                        let value = self.read_argument(bytes);
                        arith::convert(self.types, value, &bytes.ty, &self.types.size_type())
                    }
                    _ => return self.no_fact(expr),
                };
                let region = self.points_to.region_behind(without_casts(first));
                let is_write = fact == PointerFact::IsWritable;
                let is_ok = self.is_accessible(value, bytes, region, is_write);
                self.word_holds(is_ok, expr)
            }
            _ => self.no_fact(expr),
        }
    }

    fn word_holds(&self, condition: Term, expr: &Expr) -> Term {
        arith::convert(self.types, condition.to_bits(32), &Type::INT, &expr.ty)
    }

    /// The bytes of what a pointer points to, by its type.
    fn bytes_behind(&mut self, pointer: &Expr) -> Term {
        let pointee = pointer.ty.pointee().cloned().unwrap_or(Type::Void);
        let size = self.types.size(&pointee).unwrap_or(1);
        self.address_constant(size.into())
    }

    /// CBMC knows the size of an object when it has ended, which is not kept here.
    fn follow_living(&mut self, value: Term, expr: &Expr) {
        let number = pointer::object(self.types, value);
        let has_ended = self.has_kind(number, Kind::Freed).or(self.has_kind(number, Kind::Ended));
        self.follow_only(has_ended.not(), "a word of CBMC's about an object that has ended", expr.loc);
    }

    fn no_fact(&mut self, expr: &Expr) -> Term {
        self.unsupported("a word of CBMC's with these arguments", expr.loc);
        self.zero(&expr.ty)
    }
}
