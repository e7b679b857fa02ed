//! Side effects without an order: a variable that one operand changes and another one uses, or changes too (C11, 6.5, 2).
//!
//! Only what is certain counts: places that are written alike (`i`, `s.x`, `p->x`, `a[i]`) and their parts, and only where every
//! evaluation of the expression evaluates both. Calls are evaluated one after another, whatever the order, so that what a
//! function does in them never counts; its arguments do. Since it may change where a pointer points to, variables alone count
//! beside a call.

use super::constant;
use super::hir::{Callee, Effects, Expr, ExprKind, PathStep};
use super::types::Types;

/// A place that an expression uses or changes.
#[derive(Debug, Clone)]
struct Use<'e> {
    /// A variable, or what a pointer leads to.
    root: &'e Expr,
    path: Vec<Step<'e>>,
    /// The expression that does it.
    by: &'e Expr,
}

/// A step into the place.
#[derive(Debug, Clone)]
enum Step<'e> {
    Known(PathStep),
    Computed(&'e Expr),
}

/// What every evaluation of an expression does with variables.
#[derive(Debug, Default)]
struct Uses<'e> {
    read: Vec<Use<'e>>,
    changed: Vec<Use<'e>>,
    /// Those of the changes that need not be done when the expression has its value.
    pending: Vec<Use<'e>>,
}

/// A place that is changed and used without an order.
#[derive(Debug, Clone, Copy)]
pub(super) struct Clash<'e> {
    /// The expression that changes it.
    pub by: &'e Expr,
    /// The place, as it is written there.
    pub place: &'e Expr,
}

/// The first clash between operands that are evaluated in any order, or of an assignment to a place with a change of it that
/// need not be done when the operands have their values.
pub(super) fn clash<'e>(
    types: &Types,
    operands: &[&'e Expr],
    assigned: Option<&'e Expr>,
) -> Option<Clash<'e>> {
    if !operands.iter().any(|it| has_change(it)) {
        return None;
    }
    let are_fixed = !operands.iter().any(|it| calls(it));
    let mut uses: Vec<Uses> = operands.iter().map(|it| Uses::of(types, it)).collect();
    if !are_fixed {
        uses.iter_mut().for_each(Uses::keep_variables);
    }
    let others = |at: usize| uses.iter().enumerate().filter(move |(other, _)| *other != at).map(|(_, it)| it);
    let between = uses.iter().enumerate().find_map(|(at, own)| {
        let mut used = others(at).flat_map(|it| it.read.iter().chain(&it.changed));
        used.find_map(|it| Some(own.changed.iter().find(|change| change.overlaps(it))?.clash()))
    });
    between.or_else(|| {
        let assigned = assigned.and_then(|place| Use::of(types, place, place))?;
        let mut pending = uses.iter().flat_map(|it| &it.pending);
        pending.find(|it| it.overlaps(&assigned)).map(Use::clash)
    })
}

fn calls(expr: &Expr) -> bool {
    expr.effects.has(Effects::CALL)
}

fn has_change(expr: &Expr) -> bool {
    expr.effects.has(Effects::CHANGE)
}

impl<'e> Use<'e> {
    /// The use of a place.
    fn of(types: &Types, place: &'e Expr, by: &'e Expr) -> Option<Use<'e>> {
        let (base, step) = match &place.kind {
            ExprKind::Var(_) | ExprKind::Deref(_) => return Some(Use { root: place, path: Vec::new(), by }),
            ExprKind::Member(base, idx) => (base, Step::Known(PathStep::Field(*idx))),
            ExprKind::Index(base, index) => {
                let known = constant::integer(types, index).and_then(|it| u64::try_from(it).ok());
                (base, known.map_or(Step::Computed(index), |it| Step::Known(PathStep::Index(it))))
            }
            _ => return None,
        };
        let mut whole = Use::of(types, base, by)?;
        whole.path.push(step);
        Some(whole)
    }

    fn is_variable(&self) -> bool {
        matches!(self.root.kind, ExprKind::Var(_)) && self.path.iter().all(|it| matches!(it, Step::Known(_)))
    }

    fn overlaps(&self, other: &Use<'_>) -> bool {
        is_alike(self.root, other.root)
            && self.path.iter().zip(&other.path).all(|(left, right)| left.is(right))
    }

    fn clash(&self) -> Clash<'e> {
        let place = match &self.by.kind {
            ExprKind::Assign(target, _) | ExprKind::Update { target, .. } => target,
            _ => self.root,
        };
        Clash { by: self.by, place }
    }
}

impl Step<'_> {
    fn is(&self, other: &Step<'_>) -> bool {
        match (self, other) {
            (Step::Known(left), Step::Known(right)) => left == right,
            (Step::Computed(left), Step::Computed(right)) => is_alike(left, right),
            _ => false,
        }
    }
}

/// Whether two expressions without effects are written alike: they have the same value.
fn is_alike(left: &Expr, right: &Expr) -> bool {
    if left.ty != right.ty {
        return false;
    }
    match (&left.kind, &right.kind) {
        (ExprKind::Var(left), ExprKind::Var(right)) => left == right,
        (ExprKind::Const(left), ExprKind::Const(right)) => left == right,
        (ExprKind::Load(left, _), ExprKind::Load(right, _))
        | (ExprKind::Deref(left), ExprKind::Deref(right))
        | (ExprKind::Decay(left), ExprKind::Decay(right))
        | (ExprKind::AddressOf(left), ExprKind::AddressOf(right))
        | (ExprKind::Cast(left), ExprKind::Cast(right)) => is_alike(left, right),
        (ExprKind::Member(left, at), ExprKind::Member(right, other)) => at == other && is_alike(left, right),
        (ExprKind::Index(left, at), ExprKind::Index(right, other)) => {
            is_alike(left, right) && is_alike(at, other)
        }
        (
            ExprKind::Offset { pointer: left, count: at, subtract },
            ExprKind::Offset { pointer: right, count: other, subtract: subtracts },
        ) => subtract == subtracts && is_alike(left, right) && is_alike(at, other),
        _ => false,
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

    /// Leaves out what is found by way of a pointer or an index.
    fn keep_variables(&mut self) {
        for uses in [&mut self.read, &mut self.changed, &mut self.pending] {
            uses.retain(Use::is_variable);
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
