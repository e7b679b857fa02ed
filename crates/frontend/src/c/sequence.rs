//! Side effects without an order: a variable that one operand changes and another one uses, or changes too (C11, 6.5, 2).
//!
//! Only what is certain counts: variables, their members and their elements with constant indices, by their names, and only
//! where every evaluation of the expression evaluates both. Calls are evaluated one after another, whatever the order, so that
//! what a function does in them never counts; its arguments do.

use super::constant;
use super::hir::{Callee, Expr, ExprKind, PathStep, VarId};
use super::types::Types;

/// A variable or a part of it that an expression uses or changes.
#[derive(Debug, Clone)]
struct Use<'e> {
    var: VarId,
    path: Vec<PathStep>,
    /// The expression that does it.
    by: &'e Expr,
}

/// What every evaluation of an expression does with variables.
#[derive(Debug, Default)]
struct Uses<'e> {
    read: Vec<Use<'e>>,
    changed: Vec<Use<'e>>,
    /// Those of the changes that need not be done when the expression has its value.
    pending: Vec<Use<'e>>,
}

/// A variable that is changed and used without an order.
#[derive(Debug, Clone, Copy)]
pub(super) struct Clash<'e> {
    pub var: VarId,
    /// The expression that changes it.
    pub by: &'e Expr,
}

/// The first clash between operands that are evaluated in any order.
pub(super) fn clash<'e>(types: &Types, operands: &[&'e Expr]) -> Option<Clash<'e>> {
    if !operands.iter().any(|it| has_change(it)) {
        return None;
    }
    let uses: Vec<Uses> = operands.iter().map(|it| Uses::of(types, it)).collect();
    let others = |at: usize| uses.iter().enumerate().filter(move |(other, _)| *other != at).map(|(_, it)| it);
    uses.iter().enumerate().find_map(|(at, own)| {
        let mut used = others(at).flat_map(|it| it.read.iter().chain(&it.changed));
        used.find_map(|it| Some(own.changed.iter().find(|change| change.overlaps(it))?.clash()))
    })
}

/// The clash of an assignment to a place with a change of it that need not be done when the operands have their values.
pub(super) fn clash_with_store<'e>(types: &Types, target: &'e Expr, value: &'e Expr) -> Option<Clash<'e>> {
    let operands = [target, value];
    if !operands.iter().any(|it| has_change(it)) {
        return None;
    }
    let stored = Use::of(types, target, target)?;
    let mut pending = operands.iter().flat_map(|it| Uses::of(types, it).pending);
    pending.find(|it| it.overlaps(&stored)).map(|it| it.clash())
}

fn has_change(expr: &Expr) -> bool {
    expr.has(&mut |it| matches!(it.kind, ExprKind::Assign(..) | ExprKind::Update { .. }))
}

impl<'e> Use<'e> {
    /// The use of a place that has a name.
    fn of(types: &Types, place: &'e Expr, by: &'e Expr) -> Option<Use<'e>> {
        let (base, step) = match &place.kind {
            ExprKind::Var(var) => return Some(Use { var: *var, path: Vec::new(), by }),
            ExprKind::Member(base, idx) => (base, PathStep::Field(*idx)),
            ExprKind::Index(base, index) => {
                (base, PathStep::Index(u64::try_from(constant::integer(types, index)?).ok()?))
            }
            _ => return None,
        };
        let mut whole = Use::of(types, base, by)?;
        whole.path.push(step);
        Some(whole)
    }

    fn overlaps(&self, other: &Use<'_>) -> bool {
        self.var == other.var && (self.path.starts_with(&other.path) || other.path.starts_with(&self.path))
    }

    fn clash(&self) -> Clash<'e> {
        Clash { var: self.var, by: self.by }
    }
}

impl<'e> Uses<'e> {
    fn of(types: &Types, expr: &'e Expr) -> Uses<'e> {
        let mut uses = Uses::default();
        uses.add(types, expr);
        uses
    }

    fn add(&mut self, types: &Types, expr: &'e Expr) {
        match &expr.kind {
            ExprKind::Load(place, _) => {
                self.read.extend(Use::of(types, place, expr));
                self.add(types, place);
            }
            ExprKind::Assign(target, value) => {
                self.add(types, target);
                self.add(types, value);
                self.change(types, target, expr);
            }
            ExprKind::Update { target, value, .. } => {
                self.read.extend(Use::of(types, target, expr));
                self.add(types, target);
                self.add(types, value);
                self.change(types, target, expr);
            }
            // The left operand is done before the right one begins.
            ExprKind::Comma(left, right) => {
                self.add_done(types, left);
                self.add(types, right);
            }
            // The others may not be evaluated.
            ExprKind::And(first, _) | ExprKind::Or(first, _) | ExprKind::Conditional(first, ..) => {
                self.add_done(types, first);
            }
            // The arguments are done when the function begins.
            ExprKind::Call(callee, arguments) => {
                if let Callee::Indirect(pointer) = callee {
                    self.add_done(types, pointer);
                }
                arguments.iter().for_each(|it| self.add_done(types, it));
            }
            ExprKind::Builtin(_, operands) => operands.iter().for_each(|it| self.add_done(types, it)),
            ExprKind::Deref(inner)
            | ExprKind::Member(inner, _)
            | ExprKind::AddressOf(inner)
            | ExprKind::Decay(inner)
            | ExprKind::Cast(inner)
            | ExprKind::Negate(inner)
            | ExprKind::Complement(inner)
            | ExprKind::Not(inner) => self.add(types, inner),
            ExprKind::Index(left, right)
            | ExprKind::Binary(_, left, right)
            | ExprKind::Compare(_, left, right)
            | ExprKind::Offset { pointer: left, count: right, .. }
            | ExprKind::Difference(left, right) => {
                self.add(types, left);
                self.add(types, right);
            }
            ExprKind::Var(_)
            | ExprKind::CompoundLiteral(..)
            | ExprKind::Const(_)
            | ExprKind::Function(_)
            | ExprKind::Statements(_)
            | ExprKind::SizeOf(_)
            | ExprKind::Unsupported(_) => {}
        }
    }

    /// What is done before anything of the same expression goes on.
    fn add_done(&mut self, types: &Types, expr: &'e Expr) {
        let Uses { read, changed, .. } = Uses::of(types, expr);
        self.read.extend(read);
        self.changed.extend(changed);
    }

    fn change(&mut self, types: &Types, target: &'e Expr, by: &'e Expr) {
        let change = Use::of(types, target, by);
        self.changed.extend(change.clone());
        self.pending.extend(change);
    }
}
