//! The bounds of quantified variables: they stand in what a quantified predicate is guarded by.

use super::super::hir::logic::{Kind, Range, Sort, Term, Variable};
use super::super::hir::{BinaryOp, Builtin, CompareOp, Expr, ExprKind};
use super::super::source::Loc;
use crate::limits::MAX_VALUES_OF_TYPE;

/// A quantified variable: itself, its name, and the least and the largest value that its type has.
pub(super) type Quantified = (Variable, String, Option<(i128, i128)>);

/// A quantified predicate: each variable has bounds that mention only what is known outside of it.
pub(super) fn quantified(
    is_exists: bool,
    variables: &[Quantified],
    types: Vec<Term>,
    body: Term,
    loc: Loc,
) -> Term {
    let mut guards = Vec::new();
    guards_of(&body, is_exists, &mut guards);
    let mut open: Vec<&Quantified> = variables.iter().collect();
    let mut ranges = Vec::new();
    while !open.is_empty() {
        let siblings: Vec<Variable> = open.iter().map(|it| it.0).collect();
        let found = open.iter().position(|it| {
            bound(it.0, true, &guards, &siblings, &mut Vec::new()).is_some()
                && bound(it.0, false, &guards, &siblings, &mut Vec::new()).is_some()
        });
        let Some(idx) = found else {
            let by_type =
                open.iter().position(|it| it.2.is_some_and(|(low, high)| high - low < MAX_VALUES_OF_TYPE));
            let Some(idx) = by_type else {
                let what = format!("the quantified variable `{}` without bounds", open[0].1);
                return Term { kind: Kind::Unsupported(what), sort: Sort::Truth, loc };
            };
            let (variable, _, range) = open.remove(idx);
            let (low, high) = range.unwrap_or_default();
            ranges.push(Range { variable: *variable, low: number(low, loc), high: number(high, loc) });
            continue;
        };
        let (variable, ..) = open.remove(idx);
        let low = bound(*variable, true, &guards, &siblings, &mut Vec::new());
        let high = bound(*variable, false, &guards, &siblings, &mut Vec::new());
        if let (Some(low), Some(high)) = (low, high) {
            ranges.push(Range { variable: *variable, low, high });
        }
    }
    let truth = |kind| Term { kind, sort: Sort::Truth, loc };
    let body = if types.is_empty() {
        body
    } else if is_exists {
        truth(Kind::And(types.into_iter().chain([body]).collect()))
    } else {
        truth(Kind::Implies(Box::new(truth(Kind::And(types))), Box::new(body)))
    };
    ranges.into_iter().rev().fold(body, |body, range| {
        truth(Kind::Quantified { is_exists, range: Box::new(range), body: Box::new(body) })
    })
}

fn number(number: i128, loc: Loc) -> Term {
    Term { kind: Kind::Integer(number), sort: Sort::Integer, loc }
}

/// The conditions without which a body says nothing, or does not hold.
fn guards_of<'t>(body: &'t Term, is_exists: bool, guards: &mut Vec<&'t Term>) {
    match (&body.kind, is_exists) {
        (Kind::Implies(guard, rest), false) => {
            conjuncts(guard, guards);
            guards_of(rest, false, guards);
        }
        (_, true) => conjuncts(body, guards),
        _ => {}
    }
}

fn conjuncts<'t>(term: &'t Term, parts: &mut Vec<&'t Term>) {
    match &term.kind {
        Kind::And(inner) => inner.iter().for_each(|part| conjuncts(part, parts)),
        _ => parts.push(term),
    }
}

/// The least, or the largest, value that guards leave a variable, if it mentions none of the siblings. What bounds a sibling
/// that bounds the variable bounds the variable, too.
fn bound(
    variable: Variable,
    is_low: bool,
    guards: &[&Term],
    siblings: &[Variable],
    seen: &mut Vec<Variable>,
) -> Option<Term> {
    if seen.contains(&variable) {
        return None;
    }
    seen.push(variable);
    let found = guards.iter().find_map(|guard| {
        let (other, is_strict) = bounding(variable, is_low, guard)?;
        let other = match other.kind {
            Kind::Variable(sibling) if siblings.contains(&sibling) => {
                bound(sibling, is_low, guards, siblings, seen)?
            }
            _ => Some(other.clone()).filter(|it| !mentions(it, siblings))?,
        };
        let loc = other.loc;
        let op = if is_low { BinaryOp::Add } else { BinaryOp::Subtract };
        let moved = || Kind::Binary(op, Box::new(other.clone()), Box::new(number(1, loc)));
        Some(if is_strict { Term { kind: moved(), sort: Sort::Integer, loc } } else { other })
    });
    seen.pop();
    found
}

/// The term that a guard bounds a variable by, and whether the variable is not equal to it.
fn bounding(variable: Variable, is_low: bool, guard: &Term) -> Option<(&Term, bool)> {
    let Kind::Compare(op, left, right) = &guard.kind else { return None };
    let is = |term: &Term| matches!(term.kind, Kind::Variable(it) if it == variable);
    let (other, op) = match (is(left), is(right)) {
        (true, false) => (right, *op),
        (false, true) => (left, mirrored(*op)),
        _ => return None,
    };
    match (op, is_low) {
        (CompareOp::Equal, _) => Some((other, false)),
        (CompareOp::Greater, true) | (CompareOp::Less, false) => Some((other, true)),
        (CompareOp::GreaterOrEqual, true) | (CompareOp::LessOrEqual, false) => Some((other, false)),
        _ => None,
    }
}

fn mirrored(op: CompareOp) -> CompareOp {
    match op {
        CompareOp::Less => CompareOp::Greater,
        CompareOp::LessOrEqual => CompareOp::GreaterOrEqual,
        CompareOp::Greater => CompareOp::Less,
        CompareOp::GreaterOrEqual => CompareOp::LessOrEqual,
        CompareOp::Equal | CompareOp::NotEqual => op,
    }
}

/// Whether a term mentions one of some variables.
fn mentions(term: &Term, variables: &[Variable]) -> bool {
    let mut found = false;
    visit(term, &mut |it| {
        found |= matches!(it.kind, Kind::Variable(variable) if variables.contains(&variable))
    });
    found
}

/// The first part of a term that has no meaning here.
pub(super) fn unsupported(term: &Term) -> Option<(String, Loc)> {
    let mut found = None;
    visit(term, &mut |it| {
        if let (Kind::Unsupported(what), None) = (&it.kind, &found) {
            found = Some((what.clone(), it.loc));
        }
    });
    found
}

/// Visits a term and all terms in it, also those in expressions of C.
fn visit(term: &Term, visitor: &mut dyn FnMut(&Term)) {
    visitor(term);
    match &term.kind {
        Kind::Truth(_) | Kind::Integer(_) | Kind::Real(_) | Kind::Variable(_) => {}
        Kind::TooDeep | Kind::Unsupported(_) => {}
        Kind::Value(expr) => visit_expr(expr, visitor),
        Kind::At(_, inner)
        | Kind::Negate(inner)
        | Kind::Complement(inner)
        | Kind::Not(inner)
        | Kind::Convert(_, inner)
        | Kind::ToReal(inner) => visit(inner, visitor),
        Kind::Binary(_, left, right)
        | Kind::Compare(_, left, right)
        | Kind::Implies(left, right)
        | Kind::Iff(left, right)
        | Kind::Let(_, left, right) => {
            visit(left, visitor);
            visit(right, visitor);
        }
        Kind::And(parts) | Kind::Or(parts) => parts.iter().for_each(|part| visit(part, visitor)),
        Kind::Conditional(condition, then, otherwise) => {
            [condition, then, otherwise].into_iter().for_each(|part| visit(part, visitor));
        }
        Kind::Quantified { range, body, .. } | Kind::Fold { range, body, .. } => {
            visit(&range.low, visitor);
            visit(&range.high, visitor);
            visit(body, visitor);
        }
        Kind::Valid { places, .. } => visit_places(places, visitor),
        Kind::Separated(all) => all.iter().for_each(|places| visit_places(places, visitor)),
    }
}

fn visit_places(places: &super::super::hir::logic::Places, visitor: &mut dyn FnMut(&Term)) {
    visit_expr(&places.pointer, visitor);
    if let Some((low, high)) = places.bounds.as_deref() {
        visit(low, visitor);
        visit(high, visitor);
    }
}

fn visit_expr(expr: &Expr, visitor: &mut dyn FnMut(&Term)) {
    match &expr.kind {
        ExprKind::Builtin(Builtin::Logic(term), _) => visit(term, visitor),
        ExprKind::Load(inner, _)
        | ExprKind::Deref(inner)
        | ExprKind::Member(inner, _)
        | ExprKind::AddressOf(inner)
        | ExprKind::Decay(inner)
        | ExprKind::Cast(inner) => visit_expr(inner, visitor),
        ExprKind::Index(left, right)
        | ExprKind::Difference(left, right)
        | ExprKind::Offset { pointer: left, count: right, .. } => {
            visit_expr(left, visitor);
            visit_expr(right, visitor);
        }
        _ => {}
    }
}
