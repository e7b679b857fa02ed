//! Expressions of C in annotations: what witnesses say, where numbers wrap around and are converted as C does it.
//!
//! A predicate that is named [`C_EXPRESSION`](crate::acsl::C_EXPRESSION) is read so.

use super::super::hir::logic::Kind;
use super::super::hir::{BinaryOp, CompareOp};
use super::super::source::Loc;
use super::super::types::{IntKind, Type};
use super::logic::Typed;
use super::state::Sema;
use crate::acsl::ast::{self, UnaryOp};

impl Sema {
    /// A term of which an operator of C or a constant is the outermost part, where such are to be read.
    pub(super) fn c_expression(&mut self, expr: &ast::Expr, loc: Loc) -> Option<Typed> {
        if !self.annotations.environment.is_c {
            return None;
        }
        match &expr.kind {
            ast::ExprKind::Integer(text) => self.c_number(text, loc),
            ast::ExprKind::Unary(UnaryOp::Minus, operand) => {
                self.c_binary(BinaryOp::Subtract, None, operand, loc)
            }
            ast::ExprKind::Unary(UnaryOp::Plus, operand) => self.c_binary(BinaryOp::Add, None, operand, loc),
            ast::ExprKind::Unary(UnaryOp::Complement, operand) => {
                let (zero, one) = (self.constant(0, Type::INT, loc), self.constant(1, Type::INT, loc));
                let ones = self.binary(BinaryOp::Subtract, zero, one, loc);
                let typed = self.typed(operand);
                let operand = self.as_c(typed, loc);
                Some(Typed::C(self.binary(BinaryOp::Xor, operand, ones, loc)))
            }
            ast::ExprKind::Binary(op, left, right) => self.c_binary(arithmetic(*op)?, Some(left), right, loc),
            ast::ExprKind::Compare(first, rest) => {
                let typed = self.typed(first);
                let mut left = self.as_c(typed, loc);
                for (op, right) in rest {
                    let typed = self.typed(right);
                    let right = self.as_c(typed, loc);
                    left = self.compare(comparison(*op), left, right, loc);
                }
                Some(Typed::C(left))
            }
            _ => None,
        }
    }

    fn c_binary(
        &mut self,
        op: BinaryOp,
        left: Option<&ast::Expr>,
        right: &ast::Expr,
        loc: Loc,
    ) -> Option<Typed> {
        let left = match left {
            Some(left) => {
                let typed = self.typed(left);
                self.as_c(typed, loc)
            }
            None => self.constant(0, Type::INT, loc),
        };
        let typed = self.typed(right);
        let right = self.as_c(typed, loc);
        Some(Typed::C(self.binary(op, left, right, loc)))
    }

    /// An integer constant with the type that C gives it.
    fn c_number(&mut self, text: &str, loc: Loc) -> Option<Typed> {
        let Typed::Term(term) = self.number(text, loc) else { return None };
        let Kind::Integer(number) = term.kind else { return Some(Typed::Term(term)) };
        let suffix = text.trim_start_matches(|it: char| !matches!(it, 'u' | 'U' | 'l' | 'L')).to_lowercase();
        let is_decimal = !text.starts_with('0') || text.len() == 1;
        let n_longs = suffix.matches('l').count();
        let kinds = [
            (IntKind::Int, 0, false),
            (IntKind::UInt, 0, true),
            (IntKind::Long, 1, false),
            (IntKind::ULong, 1, true),
            (IntKind::LongLong, 2, false),
            (IntKind::ULongLong, 2, true),
        ];
        let is_unsigned = suffix.contains('u');
        let (kind, ..) = kinds.into_iter().find(|(kind, rank, unsigned)| {
            let bits = kind.width(self.types.model) - u32::from(!unsigned);
            let may_be = if is_unsigned { *unsigned } else { !unsigned || !is_decimal };
            *rank >= n_longs && may_be && number >> bits == 0
        })?;
        Some(Typed::C(self.constant(number, Type::Int(kind), loc)))
    }
}

fn arithmetic(op: ast::BinaryOp) -> Option<BinaryOp> {
    use ast::BinaryOp as B;
    Some(match op {
        B::Add => BinaryOp::Add,
        B::Subtract => BinaryOp::Subtract,
        B::Multiply => BinaryOp::Multiply,
        B::Divide => BinaryOp::Divide,
        B::Remainder => BinaryOp::Remainder,
        B::ShiftLeft => BinaryOp::ShiftLeft,
        B::ShiftRight => BinaryOp::ShiftRight,
        B::BitAnd => BinaryOp::And,
        B::BitOr => BinaryOp::Or,
        B::BitXor => BinaryOp::Xor,
        _ => return None,
    })
}

fn comparison(op: ast::CompareOp) -> CompareOp {
    match op {
        ast::CompareOp::Less => CompareOp::Less,
        ast::CompareOp::LessOrEqual => CompareOp::LessOrEqual,
        ast::CompareOp::Greater => CompareOp::Greater,
        ast::CompareOp::GreaterOrEqual => CompareOp::GreaterOrEqual,
        ast::CompareOp::Equal => CompareOp::Equal,
        ast::CompareOp::NotEqual => CompareOp::NotEqual,
    }
}
