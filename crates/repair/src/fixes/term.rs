//! Expressions without what does not count: white space, comments, parentheses.

use faultscope_frontend::sites::{BinaryOperator, SiteId, SiteKind, Tree, TypeClass, UnaryOperator, Unit};

/// An expression of a version of a program.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Term {
    pub(super) head: Head,
    pub(super) operands: Vec<Term>,
}

/// What an expression is, without its operands.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Head {
    Binary(BinaryOperator),
    Unary(UnaryOperator),
    Step {
        increments: bool,
        is_prefix: bool,
    },
    Assignment(Option<BinaryOperator>),
    Integer(i128),
    /// A name of an integer.
    Constant(String),
    Variable(String),
    Truth(bool),
    Call(String),
    Index,
    Conditional,
    /// Anything else, as it is written.
    Text(String),
}

impl Term {
    fn leaf(head: Head) -> Term {
        Term { head, operands: Vec::new() }
    }

    /// The expression at a site, where perhaps another site is replaced by a tree.
    pub(super) fn of_site(unit: &dyn Unit, id: SiteId, replaced: Option<(SiteId, &Tree)>) -> Term {
        if let Some((at, tree)) = replaced
            && at == id
        {
            return Term::of_tree(unit, tree);
        }
        let site = &unit.sites()[id.0 as usize];
        let operand = |id: &SiteId| Term::of_site(unit, *id, replaced);
        let head = match &site.kind {
            SiteKind::Parentheses => {
                let inner = site.operands.first().map(operand);
                return inner.unwrap_or_else(|| Term::leaf(Head::Text(unit.text(id).to_owned())));
            }
            SiteKind::Binary(operator) => Head::Binary(*operator),
            SiteKind::Unary(operator) => Head::Unary(*operator),
            SiteKind::Step { increments, is_prefix } => {
                Head::Step { increments: *increments, is_prefix: *is_prefix }
            }
            SiteKind::Assignment(operator) => Head::Assignment(*operator),
            SiteKind::Conditional => Head::Conditional,
            SiteKind::Call(Some(name)) => Head::Call(name.clone()),
            SiteKind::Index => Head::Index,
            SiteKind::Integer { value, .. } => Head::Integer(*value),
            SiteKind::Truth(truth) => Head::Truth(*truth),
            SiteKind::NamedConstant { name, .. } => Head::Constant(name.clone()),
            SiteKind::Variable(name) | SiteKind::Declaration(name) => Head::Variable(name.clone()),
            SiteKind::Cast => match conversion(site.ty.class) {
                Some(operator) => Head::Unary(operator),
                None => return Term::leaf(Head::Text(bare(unit.text(id)))),
            },
            SiteKind::Call(None) | SiteKind::Member | SiteKind::Character | SiteKind::Other => {
                return Term::leaf(Head::Text(bare(unit.text(id))));
            }
        };
        Term { head, operands: site.operands.iter().map(operand).collect() }
    }

    fn of_tree(unit: &dyn Unit, tree: &Tree) -> Term {
        let of = |tree: &Tree| Term::of_tree(unit, tree);
        let site = |id: SiteId| Term::of_site(unit, id, None);
        let (head, operands) = match tree {
            Tree::Site(id) => return site(*id),
            Tree::Integer(value, _) => (Head::Integer(*value), Vec::new()),
            Tree::Name(name) => {
                let is_constant = unit.named_constants().iter().any(|(it, _)| it == name);
                let head = if is_constant { Head::Constant } else { Head::Variable };
                (head(name.clone()), Vec::new())
            }
            Tree::Truth(truth) => (Head::Truth(*truth), Vec::new()),
            Tree::Unary(operator, operand) => (Head::Unary(*operator), vec![of(operand)]),
            Tree::Binary(operator, left, right) => (Head::Binary(*operator), vec![of(left), of(right)]),
            Tree::Call(name, arguments) => (Head::Call(name.clone()), arguments.iter().map(of).collect()),
            Tree::Assignment(operator, place, value) => {
                (Head::Assignment(*operator), vec![site(*place), of(value)])
            }
            Tree::Step { increments, is_prefix, operand } => {
                let head = Head::Step { increments: *increments, is_prefix: *is_prefix };
                (head, vec![site(*operand)])
            }
            Tree::Initialized(_, value) => return of(value),
            Tree::Text(text) => (Head::Text(bare(text)), Vec::new()),
        };
        Term { head, operands }
    }
}

/// The conversion that rules have for a cast to a type of this class.
fn conversion(class: TypeClass) -> Option<UnaryOperator> {
    match class {
        TypeClass::Real => Some(UnaryOperator::ToReal),
        TypeClass::Integer { bits: Some(64), is_signed: true } => Some(UnaryOperator::ToWide),
        TypeClass::Integer { bits: Some(8), is_signed: false } => Some(UnaryOperator::ToByte),
        TypeClass::Integer { bits: Some(16), is_signed: false } => Some(UnaryOperator::ToShort),
        TypeClass::Integer { bits: Some(32), is_signed: false } => Some(UnaryOperator::ToUnsigned),
        _ => None,
    }
}

/// A text without comments, and without white space that parts no words.
pub(super) fn bare(text: &str) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut bare = String::with_capacity(text.len());
    let mut rest = text;
    let mut is_parted = false;
    while let Some(first) = rest.chars().next() {
        let comment = match rest.get(..2) {
            Some("//") => Some(rest.find('\n').unwrap_or(rest.len())),
            Some("/*") => Some(rest[2..].find("*/").map_or(rest.len(), |at| at + 4)),
            _ => None,
        };
        let skipped = comment.or_else(|| first.is_whitespace().then(|| first.len_utf8()));
        if let Some(skipped) = skipped {
            (rest, is_parted) = (&rest[skipped..], true);
            continue;
        }
        let length = if matches!(first, '"' | '\'') { quoted(rest, first) } else { first.len_utf8() };
        if is_parted && is_word(first) && bare.ends_with(is_word) {
            bare.push(' ');
        }
        bare.push_str(&rest[..length]);
        (rest, is_parted) = (&rest[length..], false);
    }
    bare
}

/// The length of what is quoted at the beginning of a text.
fn quoted(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '\n' => return at,
            _ if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}
