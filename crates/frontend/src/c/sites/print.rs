//! Trees as C writes them.
//!
//! A tree of the same shape as what stands at the site keeps the text between its operands: only what differs is new.

use std::ops::Range;

use super::super::parser::ast;
use super::super::precedence::{self, Precedence};
use super::super::syntax;
use super::super::tokens::tokens;
use super::operators::{assignment_sign, operator, step_sign};
use super::tree;
use super::unit::Unit;
use crate::sites::{BinaryOperator, Site, SiteId, SiteKind, Tree, TypeClass, UnaryOperator, Unit as _};

/// A tree as it reads at a site.
pub(super) fn print(unit: &Unit, site: SiteId, tree: &Tree) -> String {
    let detail = unit.site(site).1;
    let tree = simplified(unit, tree, detail.is_condition);
    Printer { unit }.tree(&tree, Some(site)).within(detail.context)
}

/// The site whose text changes, and its new text.
pub(super) fn edit(unit: &Unit, site: SiteId, tree: &Tree) -> (SiteId, String) {
    let detail = unit.site(site).1;
    let new = simplified(unit, tree, detail.is_condition);
    let Some(parent) = parent_on_level(unit, site) else { return (site, print(unit, site, &new)) };
    if let Some(other) = left_over(unit, parent, site, &new) {
        return edit(unit, parent, &Tree::Site(other));
    }
    let text = print(unit, site, &new);
    let is_parenthesized = unit.site(parent).0.kind == SiteKind::Parentheses;
    if is_parenthesized && is_word(&text) && !is_word(unit.text(site)) {
        return (parent, format!("{}{text}", separator(unit, parent)));
    }
    (site, text)
}

/// The site around in the same text.
fn parent_on_level(unit: &Unit, site: SiteId) -> Option<SiteId> {
    let (it, detail) = unit.site(site);
    let parent = it.parent?;
    let around = unit.site(parent).1;
    let holds = around.file == detail.file
        && around.range.start <= detail.range.start
        && detail.range.end <= around.range.end;
    holds.then_some(parent)
}

/// The operand that is left of an operator when the other one does nothing.
fn left_over(unit: &Unit, parent: SiteId, site: SiteId, new: &Tree) -> Option<SiteId> {
    let (around, _) = unit.site(parent);
    let SiteKind::Binary(operator) = around.kind else { return None };
    let [left, right] = around.operands[..] else { return None };
    let (is_left, other) = if site == left { (true, right) } else { (false, left) };
    (is_neutral(operator, new, is_left) && is_whole_number(unit, other)).then_some(other)
}

/// Whether an operand leaves the other one as it is.
fn is_neutral(operator: BinaryOperator, operand: &Tree, is_left: bool) -> bool {
    let Tree::Integer(value, suffix) = operand else { return false };
    let neutral = match operator {
        BinaryOperator::Add => 0,
        BinaryOperator::Subtract if !is_left => 0,
        BinaryOperator::Multiply => 1,
        _ => return false,
    };
    *value == neutral && suffix.is_empty()
}

fn is_whole_number(unit: &Unit, site: SiteId) -> bool {
    matches!(unit.site(site).0.ty.class, TypeClass::Integer { .. } | TypeClass::Pointer | TypeClass::Boolean)
}

fn is_word(text: &str) -> bool {
    tokens(text).len() == 1
}

/// White space that keeps a word from the word before.
fn separator(unit: &Unit, site: SiteId) -> &'static str {
    let detail = unit.site(site).1;
    let before = unit.all().texts[detail.file].get(..detail.range.start as usize).unwrap_or("");
    let touches = before.ends_with(|c: char| c.is_alphanumeric() || c == '_');
    if touches { " " } else { "" }
}

/// A tree without operations that do nothing.
pub(super) fn simplified(unit: &Unit, tree: &Tree, is_condition: bool) -> Tree {
    let value = |tree: &Tree| simplified(unit, tree, false);
    match tree {
        Tree::Binary(operator, left, right) => {
            let is_connective = matches!(operator, BinaryOperator::And | BinaryOperator::Or);
            let part = |tree: &Tree| simplified(unit, tree, is_connective);
            let (left, right) = (part(left), part(right));
            let is_number = |tree: &Tree| match tree {
                Tree::Site(site) => is_whole_number(unit, *site),
                Tree::Integer(..) | Tree::Name(_) => true,
                Tree::Binary(..) | Tree::Unary(..) => true,
                _ => false,
            };
            if is_neutral(*operator, &right, false) && is_number(&left) {
                return left;
            }
            if is_neutral(*operator, &left, true) && is_number(&right) {
                return right;
            }
            Tree::Binary(*operator, Box::new(left), Box::new(right))
        }
        Tree::Unary(UnaryOperator::Not, operand) => {
            let operand = simplified(unit, operand, true);
            match negated(unit, &operand) {
                Some(inner) if is_condition || is_truth(unit, &inner) => inner,
                _ => Tree::Unary(UnaryOperator::Not, Box::new(operand)),
            }
        }
        Tree::Unary(operator, operand) => Tree::Unary(*operator, Box::new(value(operand))),
        Tree::Call(name, arguments) => Tree::Call(name.clone(), arguments.iter().map(value).collect()),
        Tree::Assignment(operator, place, right) => {
            Tree::Assignment(*operator, *place, Box::new(value(right)))
        }
        Tree::Initialized(site, right) => Tree::Initialized(*site, Box::new(value(right))),
        _ => tree.clone(),
    }
}

/// What a tree negates.
fn negated(unit: &Unit, tree: &Tree) -> Option<Tree> {
    match tree {
        Tree::Unary(UnaryOperator::Not, inner) => Some((**inner).clone()),
        Tree::Site(site) => {
            let it = unit.site(bare(unit, *site)).0;
            let is_negation = it.kind == SiteKind::Unary(UnaryOperator::Not);
            is_negation.then(|| it.operands.first().map(|operand| Tree::Site(*operand))).flatten()
        }
        _ => None,
    }
}

/// What is inside of parentheses.
fn bare(unit: &Unit, mut site: SiteId) -> SiteId {
    while let Site { kind: SiteKind::Parentheses, operands, .. } = unit.site(site).0
        && let [inner] = operands[..]
    {
        site = inner;
    }
    site
}

/// Whether a tree's value is 0 or 1.
fn is_truth(unit: &Unit, tree: &Tree) -> bool {
    let gives_truth = |operator: BinaryOperator| {
        precedence::binary(operator).is_some_and(|(_, it)| {
            matches!(it, Precedence::Or | Precedence::And | Precedence::Equality | Precedence::Relational)
        })
    };
    match tree {
        Tree::Truth(_) => true,
        Tree::Binary(operator, ..) => gives_truth(*operator),
        Tree::Unary(operator, _) => *operator == UnaryOperator::Not,
        Tree::Site(site) => match unit.site(bare(unit, *site)).0.kind {
            SiteKind::Binary(operator) => gives_truth(operator),
            SiteKind::Unary(operator) => operator == UnaryOperator::Not,
            _ => false,
        },
        _ => false,
    }
}

/// An expression's text.
struct Text {
    text: String,
    precedence: Precedence,
}

impl Text {
    /// The text where something must bind so tightly.
    fn within(&self, context: Precedence) -> String {
        if self.precedence >= context { self.text.clone() } else { format!("({})", self.text) }
    }
}

struct Printer<'a> {
    unit: &'a Unit,
}

impl Printer<'_> {
    /// A tree, with the layout of a site of the same shape.
    fn tree(&self, tree: &Tree, layout: Option<SiteId>) -> Text {
        if let Some(text) = layout.and_then(|site| self.like(tree, site)) {
            return text;
        }
        let text = |text: String, precedence| Text { text, precedence };
        match tree {
            Tree::Site(site) => text(self.unit.text(*site).to_owned(), self.unit.site(*site).1.precedence),
            Tree::Integer(value, suffix) => integer(*value, suffix),
            Tree::Name(name) => text(name.clone(), Precedence::Primary),
            Tree::Truth(truth) => integer(i128::from(*truth), ""),
            Tree::Unary(operator, operand) => {
                let sign = precedence::unary(*operator);
                let operand = self.tree(operand, None).within(Precedence::Unary);
                // `- -x` is no `--x`, and `& &x` no `&&x`.
                let runs_together = sign.chars().next() == operand.chars().next() && sign != "!";
                let space = if runs_together { " " } else { "" };
                text(format!("{sign}{space}{operand}"), Precedence::Unary)
            }
            Tree::Binary(operator, left, right) => {
                let (sign, own) = precedence::binary(*operator).unwrap_or(("", Precedence::Primary));
                let (left, right) = (self.tree(left, None), self.tree(right, None));
                text(format!("{} {sign} {}", left.within(own), right.within(own.tighter())), own)
            }
            Tree::Call(name, arguments) => {
                let argument = |it: &Tree| self.tree(it, None).within(Precedence::Assignment);
                let arguments: Vec<String> = arguments.iter().map(argument).collect();
                text(format!("{name}({})", arguments.join(", ")), Precedence::Postfix)
            }
            Tree::Assignment(operator, place, right) => {
                let place = self.tree(&Tree::Site(*place), None).within(Precedence::Unary);
                let right = self.tree(right, None).within(Precedence::Assignment);
                text(format!("{place} {} {right}", assignment_sign(*operator)), Precedence::Assignment)
            }
            Tree::Step { increments, is_prefix, operand } => {
                let sign = step_sign(*increments);
                let operand = self.tree(&Tree::Site(*operand), None);
                match is_prefix {
                    true => text(format!("{sign}{}", operand.within(Precedence::Unary)), Precedence::Unary),
                    false => {
                        text(format!("{}{sign}", operand.within(Precedence::Postfix)), Precedence::Postfix)
                    }
                }
            }
            Tree::Initialized(site, right) => {
                let right = self.tree(right, None).within(Precedence::Assignment);
                text(format!("{} = {right}", self.unit.text(*site)), Precedence::Assignment)
            }
            Tree::Text(own) => text(own.clone(), precedence_of(self.unit, own)),
        }
    }

    /// A tree in the layout of a site that has the same shape.
    fn like(&self, tree: &Tree, site: SiteId) -> Option<Text> {
        let (it, detail) = self.unit.site(site);
        let operands = &it.operands[..];
        let part = |tree: &Tree, site: SiteId, context| {
            (self.range(site), self.tree(tree, Some(site)).within(context))
        };
        let own = |precedence, parts: Vec<(Range<u32>, String)>| {
            Some(Text { text: self.spliced(detail.file, detail.range.clone(), parts)?, precedence })
        };
        let sign = || {
            let sites = self.unit.all();
            operator(sites, &sites.texts[detail.file], site.0 as usize)
        };
        match (&it.kind, tree, operands) {
            (SiteKind::Binary(_), Tree::Binary(new, left_tree, right_tree), [left, right]) => {
                let (text, precedence) = precedence::binary(*new)?;
                let left = part(left_tree, *left, precedence);
                let right = part(right_tree, *right, precedence.tighter());
                own(precedence, vec![left, (sign()?, text.to_owned()), right])
            }
            (SiteKind::Unary(_), Tree::Unary(new, tree), [operand]) => {
                let operand = part(tree, *operand, Precedence::Unary);
                let text = precedence::unary(*new);
                let is_apart = operand.1.chars().next() != text.chars().next();
                is_apart.then(|| own(Precedence::Unary, vec![(sign()?, text.to_owned()), operand])).flatten()
            }
            (SiteKind::Assignment(_), Tree::Assignment(new, place, tree), [left, right]) if place == left => {
                let right = part(tree, *right, Precedence::Assignment);
                own(Precedence::Assignment, vec![(sign()?, assignment_sign(*new)), right])
            }
            (
                SiteKind::Step { is_prefix: was_prefix, .. },
                Tree::Step { increments, is_prefix, operand },
                [own_operand],
            ) if was_prefix == is_prefix && operand == own_operand => {
                own(detail.precedence, vec![(sign()?, step_sign(*increments).to_owned())])
            }
            (SiteKind::Call(Some(_)), Tree::Call(name, trees), _) if trees.len() == operands.len() => {
                let mut parts = vec![(sign()?, name.clone())];
                let arguments = trees.iter().zip(operands);
                parts.extend(arguments.map(|(tree, site)| part(tree, *site, Precedence::Assignment)));
                own(Precedence::Postfix, parts)
            }
            (SiteKind::Parentheses, tree, [inner]) if !matches!(tree, Tree::Site(_)) => {
                let is_like = self.like(tree, *inner).is_some();
                let inner = part(tree, *inner, Precedence::Comma);
                is_like.then(|| own(Precedence::Primary, vec![inner])).flatten()
            }
            _ => None,
        }
    }

    fn range(&self, site: SiteId) -> Range<u32> {
        self.unit.site(site).1.range.clone()
    }

    /// The text of a range of a file with parts of it replaced, in their order.
    fn spliced(&self, file: usize, range: Range<u32>, parts: Vec<(Range<u32>, String)>) -> Option<String> {
        let text = &self.unit.all().texts[file];
        let mut result = String::new();
        let mut at = range.start;
        for (part, new) in parts {
            result.push_str(text.get(at as usize..part.start as usize)?);
            result.push_str(&new);
            at = part.end;
        }
        result.push_str(text.get(at as usize..range.end as usize)?);
        Some(result)
    }
}

fn integer(value: i128, suffix: &str) -> Text {
    let precedence = if value < 0 { Precedence::Unary } else { Precedence::Primary };
    Text { text: format!("{value}{suffix}"), precedence }
}

/// How tightly an expression binds that is given as text.
fn precedence_of(unit: &Unit, text: &str) -> Precedence {
    let Some(node) = tree::parsed(unit, text) else { return Precedence::Comma };
    let is_parenthesized = |text: &str| {
        let tokens = tokens(text);
        let mut depth = 0_usize;
        let close = tokens.iter().position(|token| {
            match token.text(text) {
                "(" => depth += 1,
                ")" => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0
        });
        tokens.len() > 1 && close == Some(tokens.len() - 1)
    };
    match &node.node {
        ast::Expression::Statement(_) => Precedence::Primary,
        _ if is_parenthesized(text.trim()) => Precedence::Primary,
        expr => syntax::precedence(expr),
    }
}
