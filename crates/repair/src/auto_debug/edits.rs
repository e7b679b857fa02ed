//! From what a statement should come to, to changes of its text.
//!
//! A change is found as in \[1\]: what is left of the problem without what it has in common with the correction is replaced by
//! what is left of the correction. Here these are one operand and an expression whose value makes up for the difference.

use faultscope_frontend::sites::{BinaryOperator, Role, SiteId, SiteKind, Tree, TypeClass, UnaryOperator};
use faultscope_ir::Term;
use faultscope_localize::baselines::auto_debug::{Goal, Known, Predicate, Relation, Remedy, Sum};

use super::vocabulary::{Entry, Point};
use crate::limits::{MAX_ADDED_NUMBER, MAX_DEBUG_MATCHES};

/// A change, and how well it fits.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Replacement {
    pub(super) root: SiteId,
    pub(super) site: SiteId,
    pub(super) tree: Tree,
    pub(super) fit: Fit,
}

/// How well an expression fits what is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    /// For all values of the inputs on this path.
    AllInputs,
    /// On this execution.
    ThisExecution,
    /// A constant.
    Number,
}

impl Point<'_> {
    /// The changes for a remedy at its step, those that fit all inputs first.
    pub(super) fn replacements(&self, remedy: &Remedy) -> Vec<Replacement> {
        let root = self.region.root;
        let mut found = match (&remedy.goal, self.region.role) {
            (Goal::Value(wanted), Role::Value) => self.values(root, wanted),
            (Goal::Target(cell), Role::Value) => self.targets(root, *cell),
            (Goal::Condition(wanted), Role::Condition) => self.conditions(root, wanted),
            (Goal::Turn, Role::Condition) => self.turns(root),
            _ => Vec::new(),
        };
        found.sort_by_key(|it| it.fit);
        found
    }

    /// Another value: one operand that makes up for the difference, one more operand, or another expression.
    fn values(&self, root: SiteId, wanted: &Sum) -> Vec<Replacement> {
        let Some(wanted) = self.path.known_sum(wanted, self.step) else { return Vec::new() };
        let Some(assignment) = self.path.assignment(self.step) else { return Vec::new() };
        let Some(present) = self.path.known(assignment.value, self.step) else { return Vec::new() };
        let missing = wanted.plus(-1, &present);
        let mut found = Vec::new();
        let mut add =
            |site: SiteId, (tree, fit): (Tree, Fit)| found.push(Replacement { root, site, tree, fit });
        for (leaf, factor) in self.leaves(root) {
            let Some(known) = self.known(leaf) else { continue };
            let needed = known.plus(factor, &missing);
            self.matching(&needed).into_iter().for_each(|it| add(leaf, it));
        }
        for (site, tree) in self.turned_operators(root, 1, &missing) {
            add(site, (tree, Fit::AllInputs));
        }
        if !matches!(self.kind(root), SiteKind::Assignment(_) | SiteKind::Step { .. }) {
            self.matching(&wanted).into_iter().for_each(|it| add(root, it));
            let operand = |operator| {
                let root = Box::new(Tree::Site(root));
                move |(tree, fit): (Tree, Fit)| (Tree::Binary(operator, root.clone(), Box::new(tree)), fit)
            };
            // A negative number that is added is one that is subtracted.
            let is_written = |needed: &Known| {
                let is_positive = needed.number > 0;
                move |(_, fit): &(Tree, Fit)| *fit != Fit::Number || is_positive
            };
            let subtracted = missing.times(-1);
            for (operator, needed) in
                [(BinaryOperator::Add, &missing), (BinaryOperator::Subtract, &subtracted)]
            {
                let matching = self.matching(needed).into_iter().filter(is_written(needed));
                matching.map(operand(operator)).for_each(|it| add(root, it));
            }
        }
        found
    }

    /// Sums in an expression that are differences instead, or the other way round, where that makes up for what is missing.
    fn turned_operators(&self, site: SiteId, factor: i128, missing: &Known) -> Vec<(SiteId, Tree)> {
        let it = &self.unit.sites()[site.0 as usize];
        let (operator, sign) = match it.kind {
            SiteKind::Binary(BinaryOperator::Add) => (BinaryOperator::Subtract, 1),
            SiteKind::Binary(BinaryOperator::Subtract) => (BinaryOperator::Add, -1),
            SiteKind::Parentheses => {
                let operand = it.operands.first();
                return operand.map(|it| self.turned_operators(*it, factor, missing)).unwrap_or_default();
            }
            _ => return Vec::new(),
        };
        let [left, right] = it.operands[..] else { return Vec::new() };
        let mut found = self.turned_operators(left, factor, missing);
        found.extend(self.turned_operators(right, sign * factor, missing));
        let turned = self.known(right).map(|known| known.times(-2 * sign * factor));
        if turned.is_some_and(|it| it.sum == missing.sum) {
            let side = |site| Box::new(Tree::Site(site));
            found.push((site, Tree::Binary(operator, side(left), side(right))));
        }
        found
    }

    /// Another place for the value.
    fn targets(&self, root: SiteId, cell: Term) -> Vec<Replacement> {
        let Some(parent) = self.unit.sites()[root.0 as usize].parent else { return Vec::new() };
        if !matches!(self.kind(parent), SiteKind::Assignment(None)) {
            return Vec::new();
        }
        let Some(place) = self.unit.sites()[parent.0 as usize].operands.first().copied() else {
            return Vec::new();
        };
        let entries = self.vocabulary().iter().filter(|it| it.cell == cell);
        let replacement =
            |it: &Entry| Replacement { root: place, site: place, tree: it.tree.clone(), fit: Fit::AllInputs };
        entries.take(MAX_DEBUG_MATCHES).map(replacement).collect()
    }

    /// Another comparison, so that a condition finds this out.
    fn conditions(&self, root: SiteId, wanted: &Predicate) -> Vec<Replacement> {
        let mut found = Vec::new();
        for comparison in self.comparisons(root) {
            let wanted = if comparison.is_true() { wanted.clone() } else { wanted.negated() };
            let Some(known) = self.path.known_sum(&wanted.sum, self.step) else { continue };
            for (operator, known) in spellings(wanted.relation, &known) {
                let missing = known.plus(-1, &comparison.known);
                let is_same = missing.sum.as_number() == Some(0);
                if is_same && operator != comparison.operator {
                    found.push(comparison.with_operator(root, operator));
                }
                if !is_same {
                    found.extend(self.with_operand(root, &comparison, operator, &missing));
                }
            }
        }
        found
    }

    /// A comparison with this operator, and another operand that makes up for what is missing.
    fn with_operand(
        &self,
        root: SiteId,
        comparison: &Comparison,
        operator: BinaryOperator,
        missing: &Known,
    ) -> Vec<Replacement> {
        let mut found = Vec::new();
        for (side, sign) in [(comparison.left, 1), (comparison.right, -1)] {
            for (leaf, factor) in self.leaves(side) {
                let Some(known) = self.known(leaf) else { continue };
                let matching = self.matching(&known.plus(sign * factor, missing)).into_iter();
                for (tree, fit) in matching.filter(|(_, fit)| *fit == Fit::AllInputs) {
                    if operator == comparison.operator {
                        found.push(Replacement { root, site: leaf, tree, fit });
                    } else if leaf == side {
                        let tree = comparison.with_side(operator, side, tree);
                        found.push(Replacement { root, site: comparison.site, tree, fit });
                    }
                }
            }
        }
        found
    }

    /// The comparison the other way: another operator, or a number further on.
    fn turns(&self, root: SiteId) -> Vec<Replacement> {
        let mut found = Vec::new();
        for comparison in self.comparisons(root) {
            let (number, is_true) = (comparison.known.number, comparison.is_true());
            let turned = COMPARISONS.into_iter().filter(|it| holds(*it, number) != is_true);
            found.extend(turned.map(|it| comparison.with_operator(root, it)));
            let moves = (1..=MAX_ADDED_NUMBER).flat_map(|by| [by, -by]);
            for by in moves.filter(|by| holds(comparison.operator, number - by) != is_true).take(2) {
                let tree = self.moved(Tree::Site(comparison.right), comparison.right, by);
                found.push(Replacement { root, site: comparison.right, tree, fit: Fit::ThisExecution });
            }
        }
        found
    }

    /// A tree with a number added.
    fn moved(&self, tree: Tree, site: SiteId, by: i128) -> Tree {
        if let SiteKind::Integer { value, suffix } = self.kind(site)
            && value + by >= 0
        {
            return Tree::Integer(value + by, suffix.clone());
        }
        let operator = if by < 0 { BinaryOperator::Subtract } else { BinaryOperator::Add };
        let number = Tree::Integer(by.abs(), String::new());
        Tree::Binary(operator, Box::new(tree), Box::new(number))
    }

    /// What can be written for a number, those that fit all inputs first.
    fn matching(&self, needed: &Known) -> Vec<(Tree, Fit)> {
        let vocabulary = self.vocabulary();
        let mut found: Vec<(Tree, Fit)> = Vec::new();
        let of_all = vocabulary.iter().filter(|it| it.known.sum == needed.sum);
        found.extend(of_all.take(MAX_DEBUG_MATCHES).map(|it| (it.tree.clone(), Fit::AllInputs)));
        if let Some(number) = needed.sum.as_number() {
            found.push((integer(number), Fit::Number));
        }
        let near = vocabulary.iter().filter_map(|it| {
            let by = needed.sum.plus(-1, &it.known.sum).as_number()?;
            (by != 0 && by.abs() <= MAX_ADDED_NUMBER && it.known.sum.as_number().is_none()).then(|| {
                let operator = if by < 0 { BinaryOperator::Subtract } else { BinaryOperator::Add };
                let by = Box::new(Tree::Integer(by.abs(), String::new()));
                (Tree::Binary(operator, Box::new(it.tree.clone()), by), Fit::AllInputs)
            })
        });
        found.extend(near.take(MAX_DEBUG_MATCHES));
        let of_this =
            vocabulary.iter().filter(|it| it.known.number == needed.number && it.known.sum != needed.sum);
        found.extend(of_this.take(MAX_DEBUG_MATCHES).map(|it| (it.tree.clone(), Fit::ThisExecution)));
        found
    }

    /// The operands of sums in an expression, with their signs.
    fn leaves(&self, root: SiteId) -> Vec<(SiteId, i128)> {
        let mut leaves = Vec::new();
        self.add_leaves(root, 1, &mut leaves);
        leaves
    }

    fn add_leaves(&self, site: SiteId, factor: i128, leaves: &mut Vec<(SiteId, i128)>) {
        let it = &self.unit.sites()[site.0 as usize];
        match (&it.kind, &it.operands[..]) {
            (SiteKind::Binary(BinaryOperator::Add), [left, right]) => {
                self.add_leaves(*left, factor, leaves);
                self.add_leaves(*right, factor, leaves);
            }
            (SiteKind::Binary(BinaryOperator::Subtract), [left, right]) => {
                self.add_leaves(*left, factor, leaves);
                self.add_leaves(*right, -factor, leaves);
            }
            (SiteKind::Unary(UnaryOperator::Negate), [operand]) => self.add_leaves(*operand, -factor, leaves),
            (SiteKind::Parentheses, [operand]) => self.add_leaves(*operand, factor, leaves),
            (SiteKind::Assignment(Some(BinaryOperator::Add)), [_, value]) => {
                self.add_leaves(*value, factor, leaves);
            }
            (SiteKind::Assignment(Some(BinaryOperator::Subtract)), [_, value]) => {
                self.add_leaves(*value, -factor, leaves);
            }
            _ if matches!(it.ty.class, TypeClass::Integer { .. }) => leaves.push((site, factor)),
            _ => {}
        }
    }

    /// The comparisons of numbers that a condition consists of.
    fn comparisons(&self, root: SiteId) -> Vec<Comparison> {
        let it = &self.unit.sites()[root.0 as usize];
        match (&it.kind, &it.operands[..]) {
            (SiteKind::Binary(BinaryOperator::And | BinaryOperator::Or), operands) => {
                operands.iter().flat_map(|operand| self.comparisons(*operand)).collect()
            }
            (SiteKind::Parentheses | SiteKind::Unary(UnaryOperator::Not), [operand]) => {
                self.comparisons(*operand)
            }
            (SiteKind::Binary(operator), [left, right]) if COMPARISONS.contains(operator) => {
                let known = || Some(self.known(*left)?.plus(-1, &self.known(*right)?));
                let comparison =
                    |known| Comparison { site: root, operator: *operator, left: *left, right: *right, known };
                known().map(comparison).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    fn kind(&self, site: SiteId) -> &SiteKind {
        &self.unit.sites()[site.0 as usize].kind
    }
}

const COMPARISONS: [BinaryOperator; 6] = [
    BinaryOperator::Less,
    BinaryOperator::LessOrEqual,
    BinaryOperator::Greater,
    BinaryOperator::GreaterOrEqual,
    BinaryOperator::Equal,
    BinaryOperator::NotEqual,
];

/// A comparison of two numbers.
struct Comparison {
    site: SiteId,
    operator: BinaryOperator,
    left: SiteId,
    right: SiteId,
    /// The left one without the right one.
    known: Known,
}

impl Comparison {
    fn is_true(&self) -> bool {
        holds(self.operator, self.known.number)
    }

    /// With this operator and something else on one side.
    fn with_side(&self, operator: BinaryOperator, side: SiteId, tree: Tree) -> Tree {
        let keep = |site| if site == side { tree.clone() } else { Tree::Site(site) };
        Tree::Binary(operator, Box::new(keep(self.left)), Box::new(keep(self.right)))
    }

    fn with_operator(&self, root: SiteId, operator: BinaryOperator) -> Replacement {
        let side = |site| Box::new(Tree::Site(site));
        let tree = Tree::Binary(operator, side(self.left), side(self.right));
        Replacement { root, site: self.site, tree, fit: Fit::AllInputs }
    }
}

/// Whether a number compares with 0 like this.
fn holds(operator: BinaryOperator, number: i128) -> bool {
    match operator {
        BinaryOperator::Less => number < 0,
        BinaryOperator::LessOrEqual => number <= 0,
        BinaryOperator::Greater => number > 0,
        BinaryOperator::GreaterOrEqual => number >= 0,
        BinaryOperator::Equal => number == 0,
        _ => number != 0,
    }
}

/// The ways to write that a number is related to 0 as a comparison with 0.
fn spellings(relation: Relation, known: &Known) -> Vec<(BinaryOperator, Known)> {
    let (turned, moved) = (known.times(-1), |known: &Known, by| known.plus(by, &Known::constant(1)));
    match relation {
        Relation::Less => vec![
            (BinaryOperator::Less, known.clone()),
            (BinaryOperator::LessOrEqual, moved(known, 1)),
            (BinaryOperator::Greater, turned.clone()),
            (BinaryOperator::GreaterOrEqual, moved(&turned, -1)),
        ],
        Relation::LessOrEqual => vec![
            (BinaryOperator::LessOrEqual, known.clone()),
            (BinaryOperator::Less, moved(known, -1)),
            (BinaryOperator::GreaterOrEqual, turned.clone()),
            (BinaryOperator::Greater, moved(&turned, 1)),
        ],
        Relation::Equal => vec![(BinaryOperator::Equal, known.clone()), (BinaryOperator::Equal, turned)],
        Relation::NotEqual => {
            vec![(BinaryOperator::NotEqual, known.clone()), (BinaryOperator::NotEqual, turned)]
        }
    }
}

fn integer(number: i128) -> Tree {
    let size = Tree::Integer(number.abs(), String::new());
    if number < 0 { Tree::Unary(UnaryOperator::Negate, Box::new(size)) } else { size }
}
