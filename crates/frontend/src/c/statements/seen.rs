//! What a condition at a place could ask about: variables that can be named there, and what is read there.
//!
//! It is assigned, where nothing executes that, so that the program has its values as terms.

use faultscope_ir::Value;

use super::{LONG, Maker, Place, Seen, Texts, compare, constant, load};
use crate::c::hir::{Access, CompareOp, Expr, ExprKind, Stmt, StmtKind, VarId};
use crate::c::source::Loc;
use crate::c::types::Type;
use crate::limits::MAX_SEEN;
use crate::sites::{SeenKind, Side};

impl Maker<'_> {
    /// What can be named here that a condition could ask about, and what is read there besides; and the values.
    pub(super) fn seen(&self, read: Option<&Expr>) -> (Vec<Seen>, Vec<Expr>) {
        let is_asked = |ty: &Type| ty.is_pointer() || matches!(ty, Type::Int(kind) if !kind.is_bit_field());
        let variables: Vec<VarId> =
            self.visible().filter(|var| is_asked(&self.program.var(*var).ty)).take(MAX_SEEN).collect();
        let mut seen = Vec::new();
        let mut values = Vec::new();
        let mut see = |text: Result<String, Loc>, value: Expr, kind: SeenKind| {
            seen.push(Seen { text, kind });
            values.push(self.seen_value(value, kind));
        };
        let kind_of = |ty: &Type| if ty.is_pointer() { SeenKind::Null } else { SeenKind::Integer };
        let loaded = |var: VarId| {
            let loc = read.map_or(self.program.var(var).loc, |it| it.loc);
            load(self.lvalue(var, loc))
        };
        for var in &variables {
            see(Ok(self.name(*var)), loaded(*var), kind_of(&self.program.var(*var).ty));
        }
        for (number, of_type) in self.of_one_type(&variables).into_iter().enumerate() {
            for var in of_type {
                see(Ok(self.name(var)), loaded(var), SeenKind::Address(number));
            }
        }
        // What fails at its own place may be asked about in front of that.
        if let Some(failing) = &self.failing
            && is_asked(&failing.ty)
            && self.is_visible(failing)
        {
            see(Err(failing.loc), failing.clone(), kind_of(&failing.ty));
        }
        let Some(read) = read else { return (seen, values) };
        let mut n_left = MAX_SEEN;
        read.has(&mut |it| {
            let Some(place) = read_beside_variables(it) else { return false };
            if is_asked(&it.ty) && n_left > 0 && self.is_visible(it) {
                n_left -= 1;
                see(Err(it.loc), it.clone(), kind_of(&it.ty));
                if let Some((text, before)) = self.cell_before(it, place) {
                    see(Ok(text), before, kind_of(&it.ty));
                }
            }
            false
        });
        (seen, values)
    }

    /// The pointers of each type that several of some variables have.
    fn of_one_type(&self, variables: &[VarId]) -> Vec<Vec<VarId>> {
        let mut groups: Vec<Vec<VarId>> = Vec::new();
        for var in variables.iter().filter(|it| self.program.var(**it).ty.is_pointer()) {
            let ty = &self.program.var(*var).ty;
            match groups.iter_mut().find(|group| self.program.var(group[0]).ty == *ty) {
                Some(group) => group.push(*var),
                None => groups.push(vec![*var]),
            }
        }
        groups.retain(|it| it.len() > 1);
        groups
    }

    /// The cell in front of one with a constant index, `s[0]` of `s[1]`: where that is the end of a text, this one is not read.
    fn cell_before(&self, value: &Expr, place: &Expr) -> Option<(String, Expr)> {
        let ExprKind::Deref(address) = &place.kind else { return None };
        let ExprKind::Offset { pointer, count, subtract: false } = &address.kind else { return None };
        let ExprKind::Load(base, Access::Plain) = &pointer.kind else { return None };
        let (ExprKind::Var(base), ExprKind::Const(index)) = (&base.kind, &count.kind) else { return None };
        let before = index.as_signed()?.checked_sub(1).filter(|it| *it >= 0)?;
        let mut cell = value.clone();
        let ExprKind::Load(place, _) = &mut cell.kind else { return None };
        let ExprKind::Deref(address) = &mut place.kind else { return None };
        let ExprKind::Offset { count, .. } = &mut address.kind else { return None };
        count.kind = ExprKind::Const(Value::signed_bits(index.sort().bit_width()?, before));
        Some((format!("{}[{before}]", self.name(*base)), cell))
    }

    /// Whether all variables of an expression can be named.
    fn is_visible(&self, expr: &Expr) -> bool {
        let visible: Vec<VarId> = self.visible().collect();
        !expr.has(&mut |it| matches!(it.kind, ExprKind::Var(var) if !visible.contains(&var)))
    }

    /// The number of a value, or whether it is a null pointer.
    fn seen_value(&self, value: Expr, kind: SeenKind) -> Expr {
        if kind != SeenKind::Null {
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

    /// What a statement reads where it fails: the smallest value in which that is.
    pub(super) fn failing_in(stmt: &Stmt, texts: &mut dyn Texts) -> Option<Expr> {
        if !texts.fails(stmt.loc) {
            return None;
        }
        let mut found = None;
        stmt.has(&mut |it| {
            if read_beside_variables(it).is_some() && texts.fails(it.loc) {
                found = Some(it.clone());
            }
            false
        });
        found
    }
}

/// The place that an expression reads, if it is no variable and finding it changes nothing.
fn read_beside_variables(expr: &Expr) -> Option<&Expr> {
    match &expr.kind {
        ExprKind::Load(place, Access::Plain) => {
            Some(&**place).filter(|it| !matches!(it.kind, ExprKind::Var(_)) && it.is_pure())
        }
        _ => None,
    }
}
