//! Operators of Boogie: how they are spelled and how tightly they bind.
//!
//! The one table for all that reads or writes Boogie: the parser, printing of terms, and trees at edit sites.

use super::ast::BinaryOp;

/// How tightly the outermost operator of an expression binds, from the loosest to the tightest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Precedence {
    /// `if c then a else b`, quantifiers: they reach as far as they can.
    Open,
    /// `a <==> b`
    Equivalence,
    /// `a ==> b`, `a <== b`
    Implication,
    /// `a || b`
    Or,
    /// `a && b`
    And,
    /// `a == b`, `a < b`
    Comparison,
    /// `a ++ b`
    Concatenation,
    /// `a + b`
    Sum,
    /// `a * b`, `a div b`
    Product,
    /// `a ** b`
    Power,
    /// `!a`, `-a`
    Unary,
    /// Names, constants, applications, `a[i]`, and what stands in parentheses.
    Primary,
}

/// How operators of one precedence group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Associates {
    Left,
    Right,
    /// `a < b < c` is an error.
    Not,
}

/// The spelling, precedence and grouping of an operator between two operands.
pub(super) fn binary(operator: BinaryOp) -> (&'static str, Precedence, Associates) {
    use Associates::{Left, Not, Right};
    match operator {
        BinaryOp::Iff => ("<==>", Precedence::Equivalence, Left),
        BinaryOp::Implies => ("==>", Precedence::Implication, Right),
        BinaryOp::Explies => ("<==", Precedence::Implication, Left),
        BinaryOp::Or => ("||", Precedence::Or, Left),
        BinaryOp::And => ("&&", Precedence::And, Left),
        BinaryOp::Equal => ("==", Precedence::Comparison, Not),
        BinaryOp::NotEqual => ("!=", Precedence::Comparison, Not),
        BinaryOp::Less => ("<", Precedence::Comparison, Not),
        BinaryOp::LessEqual => ("<=", Precedence::Comparison, Not),
        BinaryOp::Greater => (">", Precedence::Comparison, Not),
        BinaryOp::GreaterEqual => (">=", Precedence::Comparison, Not),
        BinaryOp::Subtype => ("<:", Precedence::Comparison, Not),
        BinaryOp::Concat => ("++", Precedence::Concatenation, Left),
        BinaryOp::Add => ("+", Precedence::Sum, Left),
        BinaryOp::Sub => ("-", Precedence::Sum, Left),
        BinaryOp::Mul => ("*", Precedence::Product, Left),
        BinaryOp::RealDiv => ("/", Precedence::Product, Left),
        BinaryOp::Div => ("div", Precedence::Product, Left),
        BinaryOp::Mod => ("mod", Precedence::Product, Left),
        BinaryOp::Power => ("**", Precedence::Power, Right),
    }
}

impl BinaryOp {
    /// As it is written.
    pub(super) fn symbol(self) -> &'static str {
        binary(self).0
    }
}
