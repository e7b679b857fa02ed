//! Trees at edit sites as text.

use super::precedence::{self, Associates, Precedence};
use super::sites::{BoogieUnit, operator_for, site_type};
use super::types::Type;
use crate::sites::{BinaryOperator, SiteId, SiteKind, SiteType, Tree, TypeClass, UnaryOperator, Unit};

/// An expression's text, and its outermost operator.
struct Written {
    text: String,
    precedence: Precedence,
    /// The outermost operator, where it stands between two operands.
    operator: Option<&'static str>,
}

impl Written {
    fn new(text: impl Into<String>, precedence: Precedence) -> Written {
        Written { text: text.into(), precedence, operator: None }
    }

    fn in_parentheses(self, are_needed: bool) -> String {
        if are_needed { format!("({})", self.text) } else { self.text }
    }
}

/// The place that an expression stands in.
#[derive(Clone, Copy)]
enum Place {
    /// Where any expression can stand.
    Open,
    /// Next to an operator.
    Operand { of: &'static str, precedence: Precedence, is_inner: bool },
    /// Behind `!` or `-`.
    Prefixed,
    /// Before `[`.
    Indexed,
}

impl Place {
    /// The left or right operand of an operator.
    fn operand((of, precedence, associates): (&'static str, Precedence, Associates), is_left: bool) -> Place {
        let is_inner = match associates {
            Associates::Left => is_left,
            Associates::Right => !is_left,
            Associates::Not => false,
        };
        Place::Operand { of, precedence, is_inner }
    }

    fn needs_parentheses(self, written: &Written) -> bool {
        match self {
            Place::Open => false,
            Place::Operand { of, precedence, is_inner } => {
                // `a ==> b <== c` is an error.
                let is_same = written.operator == Some(of) || precedence != Precedence::Implication;
                written.precedence < precedence || written.precedence == precedence && !(is_inner && is_same)
            }
            Place::Prefixed => written.precedence < Precedence::Unary,
            Place::Indexed => written.precedence < Precedence::Primary,
        }
    }
}

/// A tree as it reads at a site, in parentheses where it needs them there.
pub(super) fn print(unit: &BoogieUnit, site: SiteId, tree: &Tree) -> String {
    let writer = Writer { unit, site };
    let ty = &unit.site(site).ty;
    let written = writer.exchanged(site, tree).unwrap_or_else(|| writer.tree(tree, ty.class));
    let needed = writer.place(site).needs_parentheses(&written);
    written.in_parentheses(needed)
}

/// The site whose text changes, and its new text: an operation that does nothing goes, and so do parentheses around a single
/// word that is left.
pub(super) fn edit(unit: &BoogieUnit, site: SiteId, tree: &Tree) -> (SiteId, String) {
    let Some(parent) = unit.site(site).parent else { return (site, unit.print(site, tree)) };
    let around = unit.site(parent);
    if let (SiteKind::Binary(operator), [left, right]) = (&around.kind, &around.operands[..]) {
        let (is_left, other) = if site == *left { (true, *right) } else { (false, *left) };
        let kept = Tree::Site(other);
        let (l, r) = if is_left { (tree, &kept) } else { (&kept, tree) };
        if unchanged(*operator, l, r) == Some(&kept) {
            return edit(unit, parent, &kept);
        }
    }
    let text = unit.print(site, tree);
    let is_word = |text: &str| text.chars().all(|c| c.is_alphanumeric() || "_'~#$^.?`\\".contains(c));
    if around.kind == SiteKind::Parentheses && is_word(&text) && !is_word(unit.text(site)) {
        return (parent, unit.print(parent, tree));
    }
    (site, text)
}

struct Writer<'a> {
    unit: &'a BoogieUnit,
    /// Where the tree is to stand; its names are those that are visible there.
    site: SiteId,
}

impl Writer<'_> {
    /// Where a site stands.
    fn place(&self, id: SiteId) -> Place {
        let Some(parent) = self.unit.site(id).parent else { return Place::Open };
        let is_first = self.unit.site(parent).operands.first() == Some(&id);
        match &self.unit.site(parent).kind {
            SiteKind::Binary(operator) => match self.sign_of(parent, *operator) {
                Some(sign) => Place::operand(sign, is_first),
                None => Place::Indexed,
            },
            SiteKind::Unary(_) => Place::Prefixed,
            SiteKind::Index if is_first => Place::Indexed,
            // The map of an update, the operand of an extraction, powers.
            SiteKind::Other if is_first => Place::Indexed,
            _ => Place::Open,
        }
    }

    fn sign_of(
        &self,
        site: SiteId,
        operator: BinaryOperator,
    ) -> Option<(&'static str, Precedence, Associates)> {
        let [left, right] = self.unit.site(site).operands[..] else { return None };
        self.sign(operator, &self.unit.site(left).ty, &self.unit.site(right).ty)
    }

    fn sign(
        &self,
        operator: BinaryOperator,
        left: &SiteType,
        right: &SiteType,
    ) -> Option<(&'static str, Precedence, Associates)> {
        Some(precedence::binary(operator_for(operator, left, right)?))
    }

    /// A tree that differs from the site in its operator only: what stands between the operands stays.
    fn exchanged(&self, id: SiteId, tree: &Tree) -> Option<Written> {
        let site = self.unit.site(id);
        let (SiteKind::Binary(_), [left, right]) = (&site.kind, &site.operands[..]) else { return None };
        let Tree::Binary(operator, new_left, new_right) = tree else { return None };
        if **new_left != Tree::Site(*left) || **new_right != Tree::Site(*right) {
            return None;
        }
        let sign = self.sign_of(id, *operator)?;
        let (before, after) = self.unit.around_operator(id, *left, *right)?;
        let operand = |id: SiteId, is_left| {
            let written = self.site(id);
            let needed = Place::operand(sign, is_left).needs_parentheses(&written);
            written.in_parentheses(needed)
        };
        // `y+n` with a word for the sign.
        let is_glued = |gap: &str| gap.is_empty() && sign.0.starts_with(char::is_alphabetic);
        let gap = |gap: &str| if is_glued(gap) { " ".to_owned() } else { gap.to_owned() };
        let (left, right) = (operand(*left, true), operand(*right, false));
        let text = format!("{left}{}{}{}{right}", gap(before), sign.0, gap(after));
        Some(Written { text, precedence: sign.1, operator: Some(sign.0) })
    }

    fn site(&self, id: SiteId) -> Written {
        let site = self.unit.site(id);
        let sign = match &site.kind {
            SiteKind::Binary(operator) => self.sign_of(id, *operator),
            _ => None,
        };
        let precedence = match &site.kind {
            _ if sign.is_some() => sign.map_or(Precedence::Open, |it| it.1),
            SiteKind::Unary(_) => Precedence::Unary,
            // `if` and quantifiers, and operators without a meaning here.
            SiteKind::Binary(_) | SiteKind::Conditional => Precedence::Open,
            SiteKind::Other if !site.operands.is_empty() => Precedence::Open,
            _ => Precedence::Primary,
        };
        Written { text: self.unit.text(id).to_owned(), precedence, operator: sign.map(|it| it.0) }
    }

    /// A tree for values of a class.
    fn tree(&self, tree: &Tree, class: TypeClass) -> Written {
        match tree {
            Tree::Site(id) => self.site(*id),
            Tree::Integer(value, suffix) => integer(*value, suffix, class),
            Tree::Name(name) => Written::new(name, Precedence::Primary),
            Tree::Truth(truth) => Written::new(truth.to_string(), Precedence::Primary),
            Tree::Unary(operator, operand) => {
                let written = self.tree(operand, class);
                let needed = Place::Prefixed.needs_parentheses(&written);
                let sign = match operator {
                    UnaryOperator::Not => "!",
                    UnaryOperator::Negate => "-",
                    UnaryOperator::Plus => "+",
                    UnaryOperator::Complement => "~",
                    // Boogie has none of them.
                    UnaryOperator::ToReal
                    | UnaryOperator::ToWide
                    | UnaryOperator::ToByte
                    | UnaryOperator::ToShort
                    | UnaryOperator::ToUnsigned => "",
                    UnaryOperator::AddressOf => "&",
                    UnaryOperator::Dereference => "*",
                };
                Written::new(format!("{sign}{}", written.in_parentheses(needed)), Precedence::Unary)
            }
            Tree::Binary(operator, left, right) => self.binary(*operator, left, right, class),
            Tree::Call(function, arguments) => {
                let arguments: Vec<String> =
                    arguments.iter().map(|it| self.tree(it, TypeClass::Other).text).collect();
                Written::new(format!("{function}({})", arguments.join(", ")), Precedence::Primary)
            }
            // Statements, which are no expressions here.
            Tree::Assignment(_, place, value) => {
                let value = self.tree(value, class).text;
                Written::new(format!("{} := {value}", self.unit.text(*place)), Precedence::Open)
            }
            Tree::Initialized(place, value) => {
                let value = self.tree(value, class).text;
                Written::new(format!("{} := {value}", self.unit.text(*place)), Precedence::Open)
            }
            Tree::Step { operand, .. } => self.site(*operand),
            Tree::Text(text) => Written::new(text, Precedence::Open),
        }
    }

    fn binary(&self, operator: BinaryOperator, left: &Tree, right: &Tree, class: TypeClass) -> Written {
        if let Some(kept) = unchanged(operator, left, right) {
            return self.tree(kept, class);
        }
        let (left_type, right_type) = (self.type_of(left), self.type_of(right));
        let ty = left_type.clone().or_else(|| right_type.clone()).unwrap_or_else(|| default_type(operator));
        let known = |of: Option<SiteType>| of.unwrap_or_else(|| ty.clone());
        let sign = self.sign(operator, &known(left_type), &known(right_type));
        // What is no operator of these types is none of the language either, and will be said to be wrong.
        let sign = sign.unwrap_or(("??", Precedence::Open, Associates::Not));
        let operand = |tree: &Tree, is_left| {
            let written = self.tree(tree, ty.class);
            let needed = Place::operand(sign, is_left).needs_parentheses(&written);
            written.in_parentheses(needed)
        };
        let text = format!("{} {} {}", operand(left, true), sign.0, operand(right, false));
        Written { text, precedence: sign.1, operator: Some(sign.0) }
    }

    /// The type of a tree, where something in it has one.
    fn type_of(&self, tree: &Tree) -> Option<SiteType> {
        match tree {
            Tree::Site(id) => Some(self.unit.site(*id).ty.clone()),
            Tree::Name(name) => {
                self.unit.names_at(self.site).into_iter().find(|it| it.name == *name).map(|it| it.ty)
            }
            Tree::Unary(_, operand) => self.type_of(operand),
            Tree::Binary(operator, left, right) if operator.is_arithmetic() => {
                self.type_of(left).or_else(|| self.type_of(right))
            }
            Tree::Binary(..) | Tree::Truth(_) => Some(site_type(&Type::Bool)),
            _ => None,
        }
    }
}

/// The type of operands of which nothing is known.
fn default_type(operator: BinaryOperator) -> SiteType {
    let is_connective = matches!(
        operator,
        BinaryOperator::And
            | BinaryOperator::Or
            | BinaryOperator::Implies
            | BinaryOperator::ImpliedBy
            | BinaryOperator::Equivalent
    );
    site_type(if is_connective { &Type::Bool } else { &Type::Int })
}

/// The operand that an operation leaves as it is.
fn unchanged<'t>(operator: BinaryOperator, left: &'t Tree, right: &'t Tree) -> Option<&'t Tree> {
    let is = |tree: &Tree, number: i128| matches!(tree, Tree::Integer(value, _) if *value == number);
    match operator {
        BinaryOperator::Add | BinaryOperator::Subtract if is(right, 0) => Some(left),
        BinaryOperator::Add if is(left, 0) => Some(right),
        BinaryOperator::Multiply | BinaryOperator::Divide if is(right, 1) => Some(left),
        BinaryOperator::Multiply if is(left, 1) => Some(right),
        _ => None,
    }
}

/// A number for values of a class.
fn integer(value: i128, suffix: &str, class: TypeClass) -> Written {
    let fraction = if class == TypeClass::Real && suffix.is_empty() { ".0" } else { "" };
    let width = suffix.strip_prefix("bv").and_then(|width| width.parse::<u32>().ok());
    let text = match width {
        Some(width) if value < 0 && width < 127 => format!("{}{suffix}", value.rem_euclid(1 << width)),
        _ => format!("{value}{fraction}{suffix}"),
    };
    let precedence = if text.starts_with('-') { Precedence::Unary } else { Precedence::Primary };
    Written::new(text, precedence)
}
