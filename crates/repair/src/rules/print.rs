//! Rules as text, in the way in which they are read.

use std::fmt;

use faultscope_frontend::sites::{BinaryOperator, UnaryOperator};

use super::rule::{Expression, Rule, Rules};

/// How the operators between two operands are written, whatever the language calls them.
pub(super) const BINARY: [(BinaryOperator, &str); 21] = [
    (BinaryOperator::Equivalent, "<==>"),
    (BinaryOperator::Implies, "==>"),
    (BinaryOperator::ImpliedBy, "<=="),
    (BinaryOperator::Or, "||"),
    (BinaryOperator::And, "&&"),
    (BinaryOperator::Equal, "=="),
    (BinaryOperator::NotEqual, "!="),
    (BinaryOperator::LessOrEqual, "<="),
    (BinaryOperator::GreaterOrEqual, ">="),
    (BinaryOperator::ShiftLeft, "<<"),
    (BinaryOperator::ShiftRight, ">>"),
    (BinaryOperator::Less, "<"),
    (BinaryOperator::Greater, ">"),
    (BinaryOperator::BitOr, "|"),
    (BinaryOperator::BitXor, "^"),
    (BinaryOperator::BitAnd, "&"),
    (BinaryOperator::Add, "+"),
    (BinaryOperator::Subtract, "-"),
    (BinaryOperator::Multiply, "*"),
    (BinaryOperator::Divide, "/"),
    (BinaryOperator::Remainder, "%"),
];

/// How the operators before an operand are written.
pub(super) const UNARY: [(UnaryOperator, &str); 8] = [
    (UnaryOperator::Not, "!"),
    (UnaryOperator::Negate, "-"),
    (UnaryOperator::Complement, "~"),
    (UnaryOperator::ToReal, "real"),
    (UnaryOperator::ToWide, "wide"),
    (UnaryOperator::ToByte, "byte"),
    (UnaryOperator::ToShort, "short"),
    (UnaryOperator::ToUnsigned, "unsigned"),
];

/// The sign of an operator; none for what rules cannot say.
fn sign(operator: BinaryOperator) -> &'static str {
    BINARY.iter().find(|(it, _)| *it == operator).map_or("", |(_, sign)| sign)
}

impl Expression {
    fn is_atom(&self) -> bool {
        match self {
            Expression::Any(_) | Expression::Noun(_) | Expression::Other(_) | Expression::Truth(_) => true,
            Expression::Integer(value) => *value >= 0,
            Expression::Unary(..)
            | Expression::Binary(..)
            | Expression::Step { .. }
            | Expression::Assignment(..)
            | Expression::Initialized(_) => false,
        }
    }

    fn as_operand(&self) -> String {
        if self.is_atom() { self.to_string() } else { format!("({self})") }
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expression::Any(letter) => write!(f, "{letter}"),
            Expression::Noun(noun) => f.write_str(noun.word()),
            Expression::Other(other) => f.write_str(other.words()),
            Expression::Integer(value) => write!(f, "{value}"),
            Expression::Truth(truth) => write!(f, "{truth}"),
            Expression::Unary(operator, operand) => {
                let sign = UNARY.iter().find(|(it, _)| it == operator).map_or("", |(_, sign)| sign);
                let space = if sign.starts_with(char::is_alphabetic) { " " } else { "" };
                write!(f, "{sign}{space}{}", operand.as_operand())
            }
            Expression::Binary(operator, left, right) => {
                write!(f, "{} {} {}", left.as_operand(), sign(*operator), right.as_operand())
            }
            Expression::Step { increments, is_prefix, place } => {
                let sign = if *increments { "++" } else { "--" };
                if *is_prefix { write!(f, "{sign}{place}") } else { write!(f, "{place}{sign}") }
            }
            Expression::Assignment(operator, place, value) => {
                write!(f, "{place} {}= {value}", operator.map_or("", sign))
            }
            Expression::Initialized(value) => write!(f, "declared = {value}"),
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} -> {} : {}", self.pattern, self.alternative, self.weight)
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rules.iter().try_for_each(|rule| writeln!(f, "{rule}"))
    }
}
