//! What syntax alone says of an expression: its operator, its operands, and how tightly it binds.

use super::parser::ast::{self, Node};
use super::precedence::{self, Precedence};
use super::source::Loc;
use super::tokens;
use crate::sites::{BinaryOperator, SiteKind, UnaryOperator};

/// An operand of an expression.
#[derive(Debug, Clone, Copy)]
pub(super) struct Operand {
    /// Where it stands; the unit is not known here.
    pub loc: Loc,
    /// How tightly an expression must bind to stand there without parentheses.
    pub context: Precedence,
    /// Whether only its truth matters.
    pub is_condition: bool,
}

fn operand(node: &Node<ast::Expression>, context: Precedence) -> Operand {
    let loc = Loc { unit: 0, start: node.span.start as u32, end: node.span.end as u32 };
    Operand { loc, context, is_condition: false }
}

fn condition(node: &Node<ast::Expression>, context: Precedence) -> Operand {
    Operand { is_condition: true, ..operand(node, context) }
}

/// The operands of an expression in the order of the text; what is called by name is none.
pub(super) fn operands(expr: &ast::Expression) -> Vec<Operand> {
    use Precedence as P;
    match expr {
        ast::Expression::Member(member) => vec![operand(&member.node.expression, P::Postfix)],
        ast::Expression::Call(call) => {
            call.node.arguments.iter().map(|argument| operand(argument, P::Assignment)).collect()
        }
        ast::Expression::UnaryOperator(unary) => {
            let node = &unary.node.operand;
            vec![match unary.node.operator {
                ast::UnaryOperator::PostIncrement | ast::UnaryOperator::PostDecrement => {
                    operand(node, P::Postfix)
                }
                ast::UnaryOperator::Negate => condition(node, P::Unary),
                _ => operand(node, P::Unary),
            }]
        }
        ast::Expression::Cast(cast) => vec![operand(&cast.node.expression, P::Unary)],
        ast::Expression::BinaryOperator(binary) => {
            let (left, right) = (&binary.node.lhs, &binary.node.rhs);
            match binary_kind(&binary.node.operator) {
                SiteKind::Index => vec![operand(left, P::Postfix), operand(right, P::Comma)],
                SiteKind::Assignment(_) => vec![operand(left, P::Unary), operand(right, P::Assignment)],
                SiteKind::Binary(operator) => {
                    let own = precedence::binary(operator).map_or(P::Primary, |(_, it)| it);
                    match operator {
                        BinaryOperator::And | BinaryOperator::Or => {
                            vec![condition(left, own), condition(right, own.tighter())]
                        }
                        _ => vec![operand(left, own), operand(right, own.tighter())],
                    }
                }
                _ => Vec::new(),
            }
        }
        ast::Expression::Conditional(conditional) => {
            let node = &conditional.node;
            let test = &node.condition;
            let last = operand(&node.else_expression, P::Conditional);
            match &node.then_expression {
                None => vec![operand(test, P::Or), last],
                Some(then) => vec![condition(test, P::Or), operand(then, P::Comma), last],
            }
        }
        ast::Expression::Comma(parts) => parts.iter().map(|part| operand(part, P::Assignment)).collect(),
        _ => Vec::new(),
    }
}

/// The operands of an expression, to be changed.
pub(super) fn operands_mut(expr: &mut ast::Expression) -> Vec<&mut Node<ast::Expression>> {
    match expr {
        ast::Expression::Member(member) => vec![&mut member.node.expression],
        ast::Expression::Call(call) => call.node.arguments.iter_mut().collect(),
        ast::Expression::UnaryOperator(unary) => vec![&mut unary.node.operand],
        ast::Expression::Cast(cast) => vec![&mut cast.node.expression],
        ast::Expression::BinaryOperator(binary) => {
            let ast::BinaryOperatorExpression { lhs, rhs, .. } = &mut binary.node;
            vec![lhs, rhs]
        }
        ast::Expression::Conditional(conditional) => {
            let node = &mut conditional.node;
            let then = node.then_expression.iter_mut();
            std::iter::once(&mut node.condition).chain(then).chain([&mut node.else_expression]).collect()
        }
        ast::Expression::Comma(parts) => parts.iter_mut().collect(),
        _ => Vec::new(),
    }
}

/// What an expression is, by syntax: names of constants count as variables.
pub(super) fn kind(expr: &ast::Expression) -> SiteKind {
    match expr {
        ast::Expression::Identifier(identifier) => SiteKind::Variable(identifier.node.name.clone()),
        ast::Expression::Constant(constant) => match &constant.node {
            ast::Constant::Integer(integer) if !integer.suffix.is_imaginary => integer_kind(integer),
            ast::Constant::Character(_) => SiteKind::Character,
            _ => SiteKind::Other,
        },
        ast::Expression::Member(_) => SiteKind::Member,
        ast::Expression::Call(call) => SiteKind::Call(match &call.node.callee.node {
            ast::Expression::Identifier(name) => Some(name.node.name.clone()),
            _ => None,
        }),
        ast::Expression::UnaryOperator(unary) => unary_kind(&unary.node.operator),
        ast::Expression::Cast(_) => SiteKind::Cast,
        ast::Expression::BinaryOperator(binary) => binary_kind(&binary.node.operator),
        ast::Expression::Conditional(_) => SiteKind::Conditional,
        _ => SiteKind::Other,
    }
}

fn integer_kind(integer: &ast::Integer) -> SiteKind {
    let prefix = match integer.base {
        ast::IntegerBase::Decimal => "",
        ast::IntegerBase::Octal => "0",
        ast::IntegerBase::Hexadecimal => "0x",
        ast::IntegerBase::Binary => "0b",
    };
    let digits = if integer.number.is_empty() { "0" } else { &*integer.number };
    let unsigned = if integer.suffix.is_unsigned { "u" } else { "" };
    let size = match integer.suffix.size {
        ast::IntegerSize::Int => "",
        ast::IntegerSize::Long => "L",
        ast::IntegerSize::LongLong => "LL",
        ast::IntegerSize::BitInt => return SiteKind::Other,
    };
    match tokens::integer(&format!("{prefix}{digits}")) {
        Some((value, _)) => SiteKind::Integer { value, suffix: format!("{unsigned}{size}") },
        None => SiteKind::Other,
    }
}

fn unary_kind(operator: &ast::UnaryOperator) -> SiteKind {
    use ast::UnaryOperator as U;
    let step = |increments, is_prefix| SiteKind::Step { increments, is_prefix };
    match operator {
        U::PostIncrement => step(true, false),
        U::PostDecrement => step(false, false),
        U::PreIncrement => step(true, true),
        U::PreDecrement => step(false, true),
        U::Address => SiteKind::Unary(UnaryOperator::AddressOf),
        U::Indirection => SiteKind::Unary(UnaryOperator::Dereference),
        U::Plus => SiteKind::Unary(UnaryOperator::Plus),
        U::Minus => SiteKind::Unary(UnaryOperator::Negate),
        U::Complement => SiteKind::Unary(UnaryOperator::Complement),
        U::Negate => SiteKind::Unary(UnaryOperator::Not),
        U::Real | U::Imaginary => SiteKind::Other,
    }
}

fn binary_kind(operator: &ast::BinaryOperator) -> SiteKind {
    if *operator == ast::BinaryOperator::Index {
        return SiteKind::Index;
    }
    if *operator == ast::BinaryOperator::Assign {
        return SiteKind::Assignment(None);
    }
    let plain = BINARY.iter().find(|(_, it, _)| it == operator);
    let compound = BINARY.iter().find(|(.., it)| it.as_ref() == Some(operator));
    match (plain, compound) {
        (Some((ours, ..)), _) => SiteKind::Binary(*ours),
        (_, Some((ours, ..))) => SiteKind::Assignment(Some(*ours)),
        _ => SiteKind::Other,
    }
}

/// The operators between two operands: ours, the parser's, and the parser's that assigns what it computes.
const BINARY: [(BinaryOperator, ast::BinaryOperator, Option<ast::BinaryOperator>); 18] = {
    use BinaryOperator as O;
    use ast::BinaryOperator as B;
    [
        (O::Multiply, B::Multiply, Some(B::AssignMultiply)),
        (O::Divide, B::Divide, Some(B::AssignDivide)),
        (O::Remainder, B::Modulo, Some(B::AssignModulo)),
        (O::Add, B::Plus, Some(B::AssignPlus)),
        (O::Subtract, B::Minus, Some(B::AssignMinus)),
        (O::ShiftLeft, B::ShiftLeft, Some(B::AssignShiftLeft)),
        (O::ShiftRight, B::ShiftRight, Some(B::AssignShiftRight)),
        (O::BitAnd, B::BitwiseAnd, Some(B::AssignBitwiseAnd)),
        (O::BitXor, B::BitwiseXor, Some(B::AssignBitwiseXor)),
        (O::BitOr, B::BitwiseOr, Some(B::AssignBitwiseOr)),
        (O::Less, B::Less, None),
        (O::LessOrEqual, B::LessOrEqual, None),
        (O::Greater, B::Greater, None),
        (O::GreaterOrEqual, B::GreaterOrEqual, None),
        (O::Equal, B::Equals, None),
        (O::NotEqual, B::NotEquals, None),
        (O::And, B::LogicalAnd, None),
        (O::Or, B::LogicalOr, None),
    ]
};

/// The parser's operator for one of ours; none for one that C lacks.
pub(super) fn binary_operator(operator: BinaryOperator) -> Option<ast::BinaryOperator> {
    BINARY.iter().find(|(ours, ..)| *ours == operator).map(|(_, it, _)| *it)
}

/// The parser's operator that assigns, and computes with one of ours before.
pub(super) fn assignment_operator(operator: Option<BinaryOperator>) -> Option<ast::BinaryOperator> {
    match operator {
        None => Some(ast::BinaryOperator::Assign),
        Some(operator) => BINARY.iter().find(|(ours, ..)| *ours == operator).and_then(|(.., it)| *it),
    }
}

/// The parser's operator for one of ours; none for a conversion, which is no operator there.
pub(super) fn unary_operator(operator: UnaryOperator) -> Option<ast::UnaryOperator> {
    Some(match operator {
        UnaryOperator::Not => ast::UnaryOperator::Negate,
        UnaryOperator::Negate => ast::UnaryOperator::Minus,
        UnaryOperator::Plus => ast::UnaryOperator::Plus,
        UnaryOperator::Complement => ast::UnaryOperator::Complement,
        UnaryOperator::AddressOf => ast::UnaryOperator::Address,
        UnaryOperator::Dereference => ast::UnaryOperator::Indirection,
        UnaryOperator::ToReal
        | UnaryOperator::ToWide
        | UnaryOperator::ToByte
        | UnaryOperator::ToShort
        | UnaryOperator::ToUnsigned => return None,
    })
}

/// How tightly the outermost operator of an expression binds, parentheses around it apart.
pub(super) fn precedence(expr: &ast::Expression) -> Precedence {
    match expr {
        ast::Expression::Comma(_) => Precedence::Comma,
        ast::Expression::Conditional(_) => Precedence::Conditional,
        ast::Expression::Cast(_)
        | ast::Expression::SizeOfTy(_)
        | ast::Expression::SizeOfVal(_)
        | ast::Expression::AlignOf(_) => Precedence::Unary,
        ast::Expression::Member(_) | ast::Expression::Call(_) | ast::Expression::CompoundLiteral(_) => {
            Precedence::Postfix
        }
        ast::Expression::UnaryOperator(unary) => match unary.node.operator {
            ast::UnaryOperator::PostIncrement | ast::UnaryOperator::PostDecrement => Precedence::Postfix,
            _ => Precedence::Unary,
        },
        ast::Expression::BinaryOperator(binary) => match binary_kind(&binary.node.operator) {
            SiteKind::Assignment(_) => Precedence::Assignment,
            SiteKind::Binary(operator) => {
                precedence::binary(operator).map_or(Precedence::Postfix, |(_, it)| it)
            }
            _ => Precedence::Postfix,
        },
        _ => Precedence::Primary,
    }
}
