//! What a condition at a place could ask about: variables that can be named there, and what is read there.
//!
//! It is assigned, where nothing executes that, so that the program has its values as terms.

use super::{LONG, Maker, Place, Seen, compare, constant, load};
use crate::c::hir::{Access, CompareOp, Effects, Expr, ExprKind, Stmt, StmtKind, VarId};
use crate::c::source::Loc;
use crate::c::types::Type;
use crate::limits::MAX_SEEN;
use crate::sites::Side;

impl Maker<'_> {
    /// What can be named here that a condition could ask about, and what is read there besides; and the values.
    pub(super) fn seen(&self, read: Option<&Expr>) -> (Vec<Seen>, Vec<Expr>) {
        let is_asked = |ty: &Type| ty.is_pointer() || matches!(ty, Type::Int(kind) if !kind.is_bit_field());
        let mut seen = Vec::new();
        let mut values = Vec::new();
        for var in self.visible().filter(|var| is_asked(&self.program.var(*var).ty)).take(MAX_SEEN) {
            let is_pointer = self.program.var(var).ty.is_pointer();
            seen.push(Seen { text: Ok(self.name(var)), is_pointer });
            let loc = read.map_or(self.program.var(var).loc, |it| it.loc);
            values.push(self.seen_value(load(self.lvalue(var, loc))));
        }
        let Some(read) = read else { return (seen, values) };
        read.has(&mut |it| {
            let is_read = matches!(&it.kind, ExprKind::Load(place, Access::Plain)
                if !matches!(place.kind, ExprKind::Var(_)) && place.effects == Effects::default());
            if is_read && is_asked(&it.ty) && values.len() < 2 * MAX_SEEN && self.is_visible(it) {
                seen.push(Seen { text: Err(it.loc), is_pointer: it.ty.is_pointer() });
                values.push(self.seen_value(it.clone()));
            }
            false
        });
        (seen, values)
    }

    /// Whether all variables of an expression can be named.
    fn is_visible(&self, expr: &Expr) -> bool {
        let visible: Vec<VarId> = self.visible().collect();
        !expr.has(&mut |it| matches!(it.kind, ExprKind::Var(var) if !visible.contains(&var)))
    }

    /// The number of a value, or whether it is a null pointer.
    fn seen_value(&self, value: Expr) -> Expr {
        if !value.ty.is_pointer() {
            return self.cast(value, &LONG);
        }
        let (ty, loc) = (value.ty.clone(), value.loc);
        let null = Expr::new(ExprKind::Cast(Box::new(constant(0, LONG, loc))), ty, loc);
        self.cast(compare(CompareOp::Equal, value, null, loc), &LONG)
    }

    /// Assigns a mark of the place to what is seen, and then all that is seen there. The mark is the smallest number, and that of the
    /// place added to it.
    pub(super) fn observed(&self, number: i128, values: Vec<Expr>, loc: Loc) -> StmtKind {
        let all = [constant(i128::from(i64::MIN) + number, LONG, loc)].into_iter().chain(values);
        let assign = |value: Expr| self.assign(self.lvalue(self.inputs.seen, loc), value, loc);
        StmtKind::Block(all.map(|value| Stmt { kind: assign(value), loc }).collect())
    }

    /// Sees what the condition of a loop asks about in its body, where the variables of the loop are known.
    pub(super) fn see_in_body(&mut self, condition: &Expr, body: &mut Box<Stmt>) {
        let loc = condition.loc;
        let (seen, values) = self.seen(Some(condition));
        let number = self.place(Place { seen, ..self.edited(loc, Side::Body, Vec::new()) });
        let observed = Stmt { kind: self.observed(number, values, loc), loc };
        let here = StmtKind::If(self.is(self.inputs.place, number, loc), Box::new(observed), None);
        let first = Stmt { kind: here, loc };
        let rest = std::mem::replace(&mut **body, Stmt { kind: StmtKind::Empty, loc });
        **body = Stmt { loc: rest.loc, kind: StmtKind::Block(vec![first, rest]) };
    }
}
