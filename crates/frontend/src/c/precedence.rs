//! Operators of C: how they are spelled and how tightly they bind.
//!
//! The one table for all that writes C: printing of trees at edit sites, and of terms.

use crate::sites::{BinaryOperator, UnaryOperator};

/// How tightly the outermost operator of an expression binds, from the loosest to the tightest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Precedence {
    /// `a, b`
    Comma,
    /// `a = b`, `a += b`
    Assignment,
    /// `c ? a : b`
    Conditional,
    /// `a || b`
    Or,
    /// `a && b`
    And,
    /// `a | b`
    BitOr,
    /// `a ^ b`
    BitXor,
    /// `a & b`
    BitAnd,
    /// `a == b`
    Equality,
    /// `a < b`
    Relational,
    /// `a << b`
    Shift,
    /// `a + b`
    Sum,
    /// `a * b`
    Product,
    /// `-a`, `(int) a`, `++a`
    Unary,
    /// `a[i]`, `f(a)`, `s.f`, `a++`
    Postfix,
    /// Names, constants, and what stands in parentheses.
    Primary,
}

impl Precedence {
    /// The next tighter one.
    pub fn tighter(self) -> Precedence {
        let next = ALL.iter().position(|it| *it == self).and_then(|at| ALL.get(at + 1));
        next.copied().unwrap_or(Precedence::Primary)
    }
}

/// From the loosest to the tightest.
const ALL: [Precedence; 16] = [
    Precedence::Comma,
    Precedence::Assignment,
    Precedence::Conditional,
    Precedence::Or,
    Precedence::And,
    Precedence::BitOr,
    Precedence::BitXor,
    Precedence::BitAnd,
    Precedence::Equality,
    Precedence::Relational,
    Precedence::Shift,
    Precedence::Sum,
    Precedence::Product,
    Precedence::Unary,
    Precedence::Postfix,
    Precedence::Primary,
];

/// The operators between two operands that C has. All of them group to the left.
pub const BINARY: [(BinaryOperator, &str, Precedence); 18] = [
    (BinaryOperator::Or, "||", Precedence::Or),
    (BinaryOperator::And, "&&", Precedence::And),
    (BinaryOperator::BitOr, "|", Precedence::BitOr),
    (BinaryOperator::BitXor, "^", Precedence::BitXor),
    (BinaryOperator::BitAnd, "&", Precedence::BitAnd),
    (BinaryOperator::Equal, "==", Precedence::Equality),
    (BinaryOperator::NotEqual, "!=", Precedence::Equality),
    (BinaryOperator::Less, "<", Precedence::Relational),
    (BinaryOperator::LessOrEqual, "<=", Precedence::Relational),
    (BinaryOperator::Greater, ">", Precedence::Relational),
    (BinaryOperator::GreaterOrEqual, ">=", Precedence::Relational),
    (BinaryOperator::ShiftLeft, "<<", Precedence::Shift),
    (BinaryOperator::ShiftRight, ">>", Precedence::Shift),
    (BinaryOperator::Add, "+", Precedence::Sum),
    (BinaryOperator::Subtract, "-", Precedence::Sum),
    (BinaryOperator::Multiply, "*", Precedence::Product),
    (BinaryOperator::Divide, "/", Precedence::Product),
    (BinaryOperator::Remainder, "%", Precedence::Product),
];

/// The spelling and precedence of an operator between two operands; none for one that C lacks.
pub fn binary(operator: BinaryOperator) -> Option<(&'static str, Precedence)> {
    BINARY.iter().find(|(it, ..)| *it == operator).map(|(_, spelling, precedence)| (*spelling, *precedence))
}

/// The spelling of an operator before its operand; each binds as [`Precedence::Unary`].
pub fn unary(operator: UnaryOperator) -> &'static str {
    match operator {
        UnaryOperator::Not => "!",
        UnaryOperator::Negate => "-",
        UnaryOperator::Plus => "+",
        UnaryOperator::Complement => "~",
        UnaryOperator::AddressOf => "&",
        UnaryOperator::Dereference => "*",
        UnaryOperator::ToReal => "(double)",
        UnaryOperator::ToWide => "(long long)",
        UnaryOperator::ToByte => "(unsigned char)",
        UnaryOperator::ToShort => "(unsigned short)",
        UnaryOperator::ToUnsigned => "(unsigned)",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_order_and_complete() {
        assert!(ALL.is_sorted());
        assert!(BINARY.is_sorted_by_key(|(_, _, precedence)| *precedence));
        assert_eq!(Precedence::Sum.tighter(), Precedence::Product);
        assert_eq!(Precedence::Primary.tighter(), Precedence::Primary);
        assert_eq!(binary(BinaryOperator::Implies), None);
        assert_eq!(binary(BinaryOperator::BitAnd), Some(("&", Precedence::BitAnd)));
    }
}
