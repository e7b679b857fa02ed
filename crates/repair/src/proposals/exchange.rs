//! Another operator in the place of one, as the text reads then.
//!
//! Who writes `-` for `*` means the text with `*`: `a + b - c` becomes `a + b * c`, and not `(a + b) * c`. So the row of operands
//! and operators around is read once more, by how tightly they bind.

use faultscope_frontend::sites::{BinaryOperator, Sign, SiteId, SiteKind, Tree, Unit};

use super::matching::Matcher;

/// A row of operands with operators between them.
struct Row {
    operands: Vec<SiteId>,
    operators: Vec<(BinaryOperator, Sign)>,
}

/// The site that changes when the operator of a site does, and what it becomes; and the new operator as it is written. None
/// where the language has no such operator there.
pub(super) fn exchanged(
    unit: &dyn Unit,
    id: SiteId,
    operator: BinaryOperator,
) -> Option<(SiteId, Tree, &'static str)> {
    let matcher = Matcher { unit };
    let site = matcher.site(id);
    let (SiteKind::Binary(old), [left, right]) = (&site.kind, &site.operands[..]) else { return None };
    let sign = sign(unit, *left, *right, operator)?;
    let simple = || Tree::Binary(operator, Box::new(Tree::Site(*left)), Box::new(Tree::Site(*right)));
    let old_sign = self::sign(unit, *left, *right, *old);
    if old_sign.is_some_and(|old| (old.binding, old.groups_right) == (sign.binding, sign.groups_right)) {
        return Some((id, simple(), sign.text));
    }
    let top = top(&matcher, id);
    let mut row = Row { operands: Vec::new(), operators: Vec::new() };
    if !collect(unit, &matcher, top, (id, operator), &mut row) {
        return Some((id, simple(), sign.text));
    }
    let tree = read(&matcher, &row);
    let (at, tree) = smallest(&matcher, top, tree);
    Some((at, tree, sign.text))
}

fn sign(unit: &dyn Unit, left: SiteId, right: SiteId, operator: BinaryOperator) -> Option<Sign> {
    let ty = |id: SiteId| &unit.sites()[id.0 as usize].ty;
    unit.sign(operator, ty(left), ty(right))
}

/// The outermost operation around a site that no parentheses and no macro part from it.
fn top(matcher: &Matcher<'_>, id: SiteId) -> SiteId {
    let mut top = id;
    while let Some(parent) = matcher.site(top).parent
        && matches!(matcher.site(parent).kind, SiteKind::Binary(_))
        && matcher.site(parent).expansions == matcher.site(id).expansions
    {
        top = parent;
    }
    top
}

/// The row of an operation, with one operator exchanged; whether all of it is known.
fn collect(
    unit: &dyn Unit,
    matcher: &Matcher<'_>,
    top: SiteId,
    (changed, operator): (SiteId, BinaryOperator),
    row: &mut Row,
) -> bool {
    enum Part {
        Operand(SiteId),
        Operator(BinaryOperator, Sign),
    }
    let expansions = &matcher.site(top).expansions;
    let mut open = vec![Part::Operand(top)];
    while let Some(part) = open.pop() {
        let id = match part {
            Part::Operator(operator, sign) => {
                row.operators.push((operator, sign));
                continue;
            }
            Part::Operand(id) => id,
        };
        let site = matcher.site(id);
        match (&site.kind, &site.operands[..]) {
            (SiteKind::Binary(own), [left, right]) if site.expansions == *expansions => {
                let operator = if id == changed { operator } else { *own };
                let Some(sign) = sign(unit, *left, *right, operator) else { return false };
                open.extend([Part::Operand(*right), Part::Operator(operator, sign), Part::Operand(*left)]);
            }
            _ => row.operands.push(id),
        }
    }
    true
}

/// Reads a row by how tightly its operators bind.
fn read(matcher: &Matcher<'_>, row: &Row) -> Tree {
    let mut operands = row.operands.iter().map(|id| Tree::Site(*id));
    let mut done: Vec<Tree> = operands.by_ref().take(1).collect();
    let mut open: Vec<(BinaryOperator, Sign)> = Vec::new();
    let apply = |done: &mut Vec<Tree>, operator: BinaryOperator| {
        if let (Some(right), Some(left)) = (done.pop(), done.pop()) {
            done.push(matcher.operation(operator, left, right));
        }
    };
    for ((operator, sign), operand) in row.operators.iter().zip(operands) {
        while let Some((before, its)) = open.last()
            && (its.binding > sign.binding || its.binding == sign.binding && !sign.groups_right)
        {
            apply(&mut done, *before);
            open.pop();
        }
        open.push((*operator, *sign));
        done.push(operand);
    }
    while let Some((operator, _)) = open.pop() {
        apply(&mut done, operator);
    }
    done.pop().unwrap_or(Tree::Truth(true))
}

/// The innermost site that differs.
fn smallest(matcher: &Matcher<'_>, top: SiteId, tree: Tree) -> (SiteId, Tree) {
    let site = matcher.site(top);
    if let (Tree::Binary(operator, left, right), [own_left, own_right]) = (&tree, &site.operands[..])
        && site.kind == SiteKind::Binary(*operator)
    {
        if **left == Tree::Site(*own_left) {
            return smallest(matcher, *own_right, (**right).clone());
        }
        if **right == Tree::Site(*own_right) {
            return smallest(matcher, *own_left, (**left).clone());
        }
    }
    (top, tree)
}
