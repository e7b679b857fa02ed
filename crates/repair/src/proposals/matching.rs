//! Where a pattern fits.

use std::collections::{BTreeMap, BTreeSet};

use faultscope_frontend::sites::{BinaryOperator, Site, SiteId, SiteKind, Tree, Unit};

use crate::rules::{Expression, Noun};

/// What a pattern's letters and word stand for at a site.
#[derive(Debug, Clone, Default)]
pub(super) struct Match {
    letters: Vec<(char, Tree)>,
    nouns: Vec<(Noun, SiteId)>,
    /// The operands before those of the pattern in a row of the same operator, `x` for `y + z` in `x + y + z`.
    pub(super) before: Option<(BinaryOperator, Tree)>,
}

impl Match {
    /// A match of a word.
    pub(super) fn of(noun: Noun, site: SiteId) -> Match {
        Match { nouns: vec![(noun, site)], ..Match::default() }
    }

    /// What a letter stands for.
    pub(super) fn letter(&self, letter: char) -> Option<&Tree> {
        self.letters.iter().find(|(it, _)| *it == letter).map(|(_, tree)| tree)
    }

    /// What a word stands for.
    pub(super) fn noun(&self, noun: Noun) -> Option<SiteId> {
        self.nouns.iter().find(|(it, _)| *it == noun).map(|(_, site)| *site)
    }

    fn with_letter(mut self, letter: char, tree: Tree) -> Match {
        self.letters.push((letter, tree));
        self
    }

    fn with_noun(mut self, noun: Noun, site: SiteId) -> Match {
        self.nouns.push((noun, site));
        self
    }
}

/// Whether `a op (b op c)` is `(a op b) op c`, so that a row of operands can be read either way.
fn is_associative(operator: BinaryOperator) -> bool {
    matches!(
        operator,
        BinaryOperator::And
            | BinaryOperator::Or
            | BinaryOperator::Add
            | BinaryOperator::Multiply
            | BinaryOperator::BitAnd
            | BinaryOperator::BitOr
    )
}

/// Whether an operator connects conditions.
pub(crate) fn connects(operator: BinaryOperator) -> bool {
    matches!(operator, BinaryOperator::And | BinaryOperator::Or)
}

/// The sites that patterns look at.
#[derive(Clone, Copy)]
pub(super) struct Matcher<'a> {
    pub(super) unit: &'a dyn Unit,
}

/// How often each variable is added, and what else is.
type Sum = (BTreeMap<String, i128>, i128);

impl<'a> Matcher<'a> {
    /// The sum of variables and numbers that an expression is, where one of its sites is replaced by a tree; none where it is none.
    pub(super) fn sum(&self, site: SiteId, replaced: Option<(SiteId, &Tree)>) -> Option<Sum> {
        if let Some((at, tree)) = replaced
            && at == site
        {
            return self.sum_of_tree(tree);
        }
        let it = self.site(site);
        let operand = |idx: usize| self.sum(*it.operands.get(idx)?, replaced);
        match &it.kind {
            SiteKind::Integer { value, .. } => Some((BTreeMap::new(), *value)),
            SiteKind::Variable(name) => Some((BTreeMap::from([(name.clone(), 1)]), 0)),
            SiteKind::Parentheses => operand(0),
            SiteKind::Binary(operator) => combined(*operator, operand(0)?, operand(1)?),
            _ => None,
        }
    }

    fn sum_of_tree(&self, tree: &Tree) -> Option<Sum> {
        match tree {
            Tree::Site(site) => self.sum(*site, None),
            Tree::Integer(value, _) => Some((BTreeMap::new(), *value)),
            Tree::Name(name) => Some((BTreeMap::from([(name.clone(), 1)]), 0)),
            Tree::Binary(operator, left, right) => {
                combined(*operator, self.sum_of_tree(left)?, self.sum_of_tree(right)?)
            }
            _ => None,
        }
    }

    /// The variables of an expression.
    pub(super) fn variables(&self, root: SiteId) -> BTreeSet<String> {
        let name = |id: SiteId| match &self.site(id).kind {
            SiteKind::Variable(name) => Some(name.clone()),
            _ => None,
        };
        self.below(root).into_iter().filter_map(name).collect()
    }

    /// The sites of an expression.
    pub(super) fn below(&self, root: SiteId) -> Vec<SiteId> {
        let mut sites = vec![root];
        let mut at = 0;
        while let Some(id) = sites.get(at) {
            sites.extend(&self.site(*id).operands);
            at += 1;
        }
        sites
    }

    pub(super) fn site(&self, id: SiteId) -> &'a Site {
        &self.unit.sites()[id.0 as usize]
    }

    /// The ways in which a pattern fits a site. Of a row of operands a pattern of two fits the two that are next to the
    /// operator.
    pub(super) fn at(&self, pattern: &Expression, id: SiteId) -> Vec<Match> {
        let site = self.site(id);
        match (pattern, &site.kind, &site.operands[..]) {
            (Expression::Binary(operator, left, right), SiteKind::Binary(own), [first, second])
                if operator == own =>
            {
                let row = self.row(&Tree::Site(*first), *own);
                let (before, nearest) = match row.split_last() {
                    Some((last, rest)) if is_associative(*own) && !rest.is_empty() => {
                        (Some((*own, self.joined(rest, *own))), Tree::Site(*last))
                    }
                    _ => (None, Tree::Site(*first)),
                };
                let start = Match { before, ..Match::default() };
                self.both(left, &nearest, right, &Tree::Site(*second), start)
            }
            (
                Expression::Step { increments, is_prefix, place },
                SiteKind::Step { increments: own, is_prefix: before },
                [operand],
            ) if increments == own && is_prefix == before => {
                vec![Match::default().with_letter(*place, Tree::Site(*operand))]
            }
            (Expression::Assignment(operator, place, value), SiteKind::Assignment(own), [first, second])
                if operator == own =>
            {
                let start = Match::default().with_letter(*place, Tree::Site(*first));
                self.within(value, &Tree::Site(*second), start)
            }
            (Expression::Noun(Noun::Function), SiteKind::Call(Some(_)), _) => {
                vec![Match::of(Noun::Function, id)]
            }
            (Expression::Binary(..) | Expression::Step { .. } | Expression::Assignment(..), ..) => Vec::new(),
            _ => self.within(pattern, &Tree::Site(id), Match::default()),
        }
    }

    /// The ways in which a part of a pattern fits.
    fn within(&self, pattern: &Expression, tree: &Tree, found: Match) -> Vec<Match> {
        if let Expression::Any(letter) = pattern {
            return vec![found.with_letter(*letter, tree.clone())];
        }
        if let Expression::Binary(operator, left, right) = pattern {
            let splits = self.splits(tree, *operator);
            return splits.iter().flat_map(|(l, r)| self.both(left, l, right, r, found.clone())).collect();
        }
        let Tree::Site(id) = tree else { return Vec::new() };
        let site = self.site(*id);
        let fits = match (pattern, &site.kind) {
            (Expression::Integer(wanted), SiteKind::Integer { value, .. }) => wanted == value,
            (Expression::Truth(wanted), SiteKind::Truth(value)) => wanted == value,
            (Expression::Noun(Noun::Number), SiteKind::Integer { .. })
            | (Expression::Noun(Noun::Constant), SiteKind::NamedConstant { .. })
            | (Expression::Noun(Noun::Character), SiteKind::Character)
            | (Expression::Noun(Noun::Variable), SiteKind::Variable(_)) => true,
            (Expression::Unary(operator, operand), SiteKind::Unary(own)) if operator == own => {
                let inner = site.operands.first().map(|it| Tree::Site(*it));
                return inner.map(|inner| self.within(operand, &inner, found)).unwrap_or_default();
            }
            _ => false,
        };
        match pattern {
            _ if !fits => Vec::new(),
            Expression::Noun(noun) => vec![found.with_noun(*noun, *id)],
            _ => vec![found],
        }
    }

    fn both(&self, left: &Expression, l: &Tree, right: &Expression, r: &Tree, found: Match) -> Vec<Match> {
        let of_left = self.within(left, l, found);
        of_left.into_iter().flat_map(|found| self.within(right, r, found)).collect()
    }

    /// The ways to see a tree as an operation of two operands, the shortest right one first.
    fn splits(&self, tree: &Tree, operator: BinaryOperator) -> Vec<(Tree, Tree)> {
        let row = self.row(tree, operator);
        let n = row.len();
        let first = if is_associative(operator) { 1 } else { n.saturating_sub(1).max(1) };
        let split = |at: usize| (self.joined(&row[..at], operator), self.joined(&row[at..], operator));
        (first..n).rev().map(split).collect()
    }

    /// The operands of a row of one operator, without those in parentheses; the tree itself where it is no such row.
    fn row(&self, tree: &Tree, operator: BinaryOperator) -> Vec<SiteId> {
        let mut row = Vec::new();
        let mut open = vec![tree];
        let mut sites = Vec::new();
        while let Some(tree) = open.pop() {
            match tree {
                Tree::Binary(own, left, right) if *own == operator => open.extend([&**right, &**left]),
                Tree::Site(id) => {
                    sites.push(*id);
                    while let Some(id) = sites.pop() {
                        let site = self.site(id);
                        match site.operands[..] {
                            [left, right] if site.kind == SiteKind::Binary(operator) => {
                                sites.extend([right, left]);
                            }
                            _ => row.push(id),
                        }
                    }
                }
                _ => return Vec::new(),
            }
        }
        row
    }

    /// A row of operands as one tree; a site where one has just them.
    fn joined(&self, row: &[SiteId], operator: BinaryOperator) -> Tree {
        let mut operands = row.iter().map(|id| Tree::Site(*id));
        let first = operands.next().unwrap_or(Tree::Truth(true));
        operands.fold(first, |left, right| self.operation(operator, left, right))
    }

    /// An operation of two operands, which is a site where the program has it.
    pub(super) fn operation(&self, operator: BinaryOperator, left: Tree, right: Tree) -> Tree {
        if let (Tree::Site(l), Tree::Site(r)) = (&left, &right)
            && let Some(parent) = self.site(*l).parent
            && self.site(parent).kind == SiteKind::Binary(operator)
            && self.site(parent).operands == [*l, *r]
        {
            return Tree::Site(parent);
        }
        Tree::Binary(operator, Box::new(left), Box::new(right))
    }
}

/// A sum or difference of two sums, or a product of one with a number.
fn combined(operator: BinaryOperator, left: Sum, right: Sum) -> Option<Sum> {
    let (factors, sums) = match operator {
        BinaryOperator::Add => ((1, 1), [left, right]),
        BinaryOperator::Subtract => ((1, -1), [left, right]),
        BinaryOperator::Multiply if right.0.is_empty() => ((right.1, 0), [left, right]),
        BinaryOperator::Multiply if left.0.is_empty() => ((0, left.1), [left, right]),
        BinaryOperator::Divide if right == (BTreeMap::new(), 1) => ((1, 0), [left, right]),
        _ => return None,
    };
    let mut sum: Sum = (BTreeMap::new(), 0);
    for ((terms, constant), factor) in sums.into_iter().zip([factors.0, factors.1]) {
        for (name, times) in terms {
            let known = sum.0.entry(name).or_default();
            *known = known.checked_add(times.checked_mul(factor)?)?;
        }
        sum.1 = sum.1.checked_add(constant.checked_mul(factor)?)?;
    }
    sum.0.retain(|_, times| *times != 0);
    Some(sum)
}
