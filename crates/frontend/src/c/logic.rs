//! What annotations mean: terms of the logic over expressions of C.
//!
//! Integers are those of mathematics, and nothing has an effect. Logic functions and predicates are gone: what they stand
//! for is written out. An expression of C in a term is read in the state that the term is about ([`Kind::At`]); what it
//! has of the logic in it is a [`Builtin::Logic`](super::hir::Builtin::Logic).

use crate::acsl::ast::Use;

use super::hir::Builtin;
use super::hir::{BinaryOp, CompareOp, Expr, ExprKind, VarId};
use super::source::Loc;
use super::types::Type;

/// A term or a predicate.
#[derive(Debug, Clone)]
pub(super) struct Term {
    pub kind: Kind,
    pub sort: Sort,
    pub loc: Loc,
}

/// What kind of value a term has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Sort {
    Truth,
    Integer,
    Real,
    /// A pointer, of this type of C.
    Pointer(Type),
}

/// A variable of the logic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Variable(pub usize);

/// A state of the program.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum State {
    /// The one at the place of the annotation; in a postcondition that in which the function returns.
    Here,
    /// The one in which the function was called.
    Entry,
    /// The one in which the loop was come to whose body is here.
    Loop(Loc),
    /// The one in which control was at a label of C last.
    Label(String),
}

/// What a term is.
#[derive(Debug, Clone)]
pub(super) enum Kind {
    Truth(bool),
    Integer(i128),
    /// The bits of a double.
    Real(u64),
    /// A value of C.
    Value(Box<Expr>),
    Variable(Variable),
    /// The same in another state.
    At(State, Box<Term>),
    Negate(Box<Term>),
    Complement(Box<Term>),
    Binary(BinaryOp, Box<Term>, Box<Term>),
    Compare(CompareOp, Box<Term>, Box<Term>),
    Not(Box<Term>),
    And(Vec<Term>),
    Or(Vec<Term>),
    Implies(Box<Term>, Box<Term>),
    Iff(Box<Term>, Box<Term>),
    Conditional(Box<Term>, Box<Term>, Box<Term>),
    /// The integer that is the value of an integer or a truth value converted to a type of C.
    Convert(Type, Box<Term>),
    ToReal(Box<Term>),
    /// Whether all, or some, of the values of a variable between two bounds fulfil a predicate.
    Quantified {
        is_exists: bool,
        range: Box<Range>,
        body: Box<Term>,
    },
    /// The values of a term for all values of a variable between two bounds, put together.
    Fold {
        op: Fold,
        range: Box<Range>,
        body: Box<Term>,
    },
    Let(Variable, Box<Term>, Box<Term>),
    /// Whether memory can be accessed.
    Valid {
        is_write: bool,
        places: Places,
    },
    /// Whether no two of these have a byte in common.
    Separated(Vec<Places>),
    /// What a recursive function gives beyond the depth to which it is followed.
    TooDeep,
    /// What has no meaning here.
    Unsupported(String),
}

/// How values are put together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fold {
    Sum,
    Product,
    Min,
    Max,
    /// How many times a predicate holds.
    Count,
}

/// A variable and its bounds, both included.
#[derive(Debug, Clone)]
pub(super) struct Range {
    pub variable: Variable,
    pub low: Term,
    pub high: Term,
}

/// The elements from a pointer on, or those whose numbers are between two bounds, both included.
#[derive(Debug, Clone)]
pub(super) struct Places {
    pub pointer: Expr,
    pub bounds: Option<Box<(Term, Term)>>,
}

/// A clause: what it says, one conjunct after the other.
#[derive(Debug, Clone)]
pub(super) struct Claim {
    pub usage: Use,
    pub parts: Vec<Term>,
}

/// The contract of a function.
#[derive(Debug, Clone, Default)]
pub(super) struct Contract {
    /// What callers see to.
    pub requires: Vec<Claim>,
    /// What holds when the function returns.
    pub ensures: Vec<Claim>,
    /// What holds of the contract itself where it is called as it asks for.
    pub consistent: Vec<Claim>,
    /// What gets smaller with each recursive call.
    pub decreases: Option<Term>,
    /// The variable that stands for what the function returns.
    pub result: Option<VarId>,
    /// What it may change; none where nothing is said of it, or what is said has no meaning here.
    pub assigns: Option<Vec<Places>>,
    pub has_unknown_assigns: bool,
    /// What of it is not checked, and where it stands.
    pub unchecked: Vec<(String, Loc)>,
}

/// What is said of a loop.
#[derive(Debug, Clone, Default)]
pub(super) struct Loop {
    pub invariants: Vec<Claim>,
    pub variant: Option<Term>,
    /// What of it is not checked, and where it stands.
    pub unchecked: Vec<(String, Loc)>,
}

impl Term {
    /// The expressions of C in it, from the left.
    pub(super) fn visit(&self, visit: &mut dyn FnMut(&Expr)) {
        match &self.kind {
            Kind::Truth(_)
            | Kind::Integer(_)
            | Kind::Real(_)
            | Kind::Variable(_)
            | Kind::TooDeep
            | Kind::Unsupported(_) => {}
            Kind::Value(expr) => visit(expr),
            Kind::At(_, inner)
            | Kind::Negate(inner)
            | Kind::Complement(inner)
            | Kind::Not(inner)
            | Kind::Convert(_, inner)
            | Kind::ToReal(inner) => inner.visit(visit),
            Kind::Binary(_, left, right)
            | Kind::Compare(_, left, right)
            | Kind::Implies(left, right)
            | Kind::Iff(left, right)
            | Kind::Let(_, left, right) => {
                left.visit(visit);
                right.visit(visit);
            }
            Kind::And(parts) | Kind::Or(parts) => parts.iter().for_each(|part| part.visit(visit)),
            Kind::Conditional(condition, then, otherwise) => {
                [condition, then, otherwise].into_iter().for_each(|part| part.visit(visit));
            }
            Kind::Quantified { range, body, .. } | Kind::Fold { range, body, .. } => {
                range.low.visit(visit);
                range.high.visit(visit);
                body.visit(visit);
            }
            Kind::Valid { places, .. } => places.visit(visit),
            Kind::Separated(all) => all.iter().for_each(|places| places.visit(visit)),
        }
    }

    /// The expression of C whose value a pointer is.
    pub(super) fn pointer(&self) -> Option<&Expr> {
        match &self.kind {
            Kind::Value(expr) => match &expr.kind {
                ExprKind::Builtin(Builtin::Logic(inner), _) => inner.pointer(),
                _ => Some(expr),
            },
            Kind::At(_, inner) => inner.pointer(),
            _ => None,
        }
    }
}

impl Places {
    fn visit(&self, visit: &mut dyn FnMut(&Expr)) {
        visit(&self.pointer);
        if let Some((low, high)) = self.bounds.as_deref() {
            low.visit(visit);
            high.visit(visit);
        }
    }
}

impl Claim {
    /// The expressions of C in it.
    pub(super) fn visit(&self, visit: &mut dyn FnMut(&Expr)) {
        self.parts.iter().for_each(|part| part.visit(visit));
    }
}

impl Contract {
    /// The expressions of C in it.
    pub(super) fn visit(&self, visit: &mut dyn FnMut(&Expr)) {
        let claims = self.requires.iter().chain(&self.ensures).chain(&self.consistent);
        claims.for_each(|claim| claim.visit(visit));
        self.decreases.iter().for_each(|measure| measure.visit(visit));
        self.assigns.iter().flatten().for_each(|places| places.visit(visit));
    }
}

impl Loop {
    /// The expressions of C in it.
    pub(super) fn visit(&self, visit: &mut dyn FnMut(&Expr)) {
        self.invariants.iter().for_each(|claim| claim.visit(visit));
        self.variant.iter().for_each(|variant| variant.visit(visit));
    }
}
