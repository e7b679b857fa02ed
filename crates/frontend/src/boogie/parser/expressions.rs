//! Expressions, by precedence climbing.

use num_bigint::BigInt;
use num_rational::BigRational;

use super::{Parse, Parser, Token};
use crate::boogie::ast::{BinaryOp, ExprId, ExprKind, Name, TypedName, UnaryOp};
use crate::boogie::precedence::{self, Associates, Precedence};
use crate::boogie::text::TextRange;
use crate::limits::{MAX_BOOGIE_NESTING, MAX_EXPONENT};

/// The binary operator that a token is.
fn operator(token: Token) -> Option<BinaryOp> {
    Some(match token {
        Token::Iff => BinaryOp::Iff,
        Token::Implies => BinaryOp::Implies,
        Token::Explies => BinaryOp::Explies,
        Token::Or => BinaryOp::Or,
        Token::And => BinaryOp::And,
        Token::Equal => BinaryOp::Equal,
        Token::NotEqual => BinaryOp::NotEqual,
        Token::Less => BinaryOp::Less,
        Token::LessEqual => BinaryOp::LessEqual,
        Token::Greater => BinaryOp::Greater,
        Token::GreaterEqual => BinaryOp::GreaterEqual,
        Token::Subtype => BinaryOp::Subtype,
        Token::Concat => BinaryOp::Concat,
        Token::Plus => BinaryOp::Add,
        Token::Minus => BinaryOp::Sub,
        Token::Star => BinaryOp::Mul,
        Token::Slash => BinaryOp::RealDiv,
        Token::Div => BinaryOp::Div,
        Token::Mod => BinaryOp::Mod,
        Token::Power => BinaryOp::Power,
        _ => return None,
    })
}

impl Parser<'_, '_> {
    pub(super) fn expression(&mut self) -> Parse<ExprId> {
        self.nested(|parser| parser.binary(Precedence::Open))
    }

    pub(super) fn expressions_until(&mut self, end: Token) -> Parse<Vec<ExprId>> {
        if self.peek() == end { Ok(Vec::new()) } else { self.list(Self::expression) }
    }

    fn add(&mut self, kind: ExprKind, start: TextRange) -> ExprId {
        let range = self.range_from(start);
        self.ast.exprs.add(kind, range)
    }

    /// Operators that bind tighter than `outer`.
    fn binary(&mut self, outer: Precedence) -> Parse<ExprId> {
        let start = self.range();
        let mut lhs = self.unary()?;
        while let Some(op) = operator(self.peek()) {
            let (_, level, associates) = precedence::binary(op);
            if level <= outer {
                break;
            }
            let mut signs = vec![self.range()];
            self.advance();
            let mut operands = vec![(start, lhs), (self.range(), self.binary(level)?)];
            while associates == Associates::Right && operator(self.peek()) == Some(op) {
                signs.push(self.range());
                self.advance();
                operands.push((self.range(), self.binary(level)?));
                self.check_length(operands.len())?;
            }
            lhs = self.combine(op, operands, &signs);
            self.check_mixing(op, level, associates)?;
        }
        Ok(lhs)
    }

    /// Nests operands, each with its first token, to the right.
    fn combine(
        &mut self,
        op: BinaryOp,
        mut operands: Vec<(TextRange, ExprId)>,
        signs: &[TextRange],
    ) -> ExprId {
        let (_, last) = operands.pop().expect("an operator has two operands");
        operands.into_iter().zip(signs).rev().fold(last, |rhs, ((start, lhs), sign)| {
            let range = self.range_from(start);
            self.ast.exprs.add_with_sign(ExprKind::Binary(op, lhs, rhs), range, *sign)
        })
    }

    /// Refuses chains whose tree would be too deep.
    fn check_length(&mut self, length: usize) -> Parse<()> {
        if length > MAX_BOOGIE_NESTING as usize { self.too_deep() } else { Ok(()) }
    }

    /// Refuses what would have to be read twice to be understood.
    fn check_mixing(&mut self, op: BinaryOp, level: Precedence, associates: Associates) -> Parse<()> {
        let Some(next) = operator(self.peek()) else { return Ok(()) };
        let mixed = precedence::binary(next).1 == level
            && (associates == Associates::Not || level == Precedence::Implication && next != op);
        if !mixed {
            return Ok(());
        }
        let message = format!("`{}` after `{}` needs parentheses", next.symbol(), op.symbol());
        self.reporter.error_with_hint(self.range(), message, "say which of them comes first");
        Err(super::Abort)
    }

    fn unary(&mut self) -> Parse<ExprId> {
        let start = self.range();
        let op = match self.peek() {
            Token::Minus => UnaryOp::Neg,
            Token::Not => UnaryOp::Not,
            _ => return self.postfix(),
        };
        self.advance();
        let operand = self.nested(Self::unary)?;
        let range = self.range_from(start);
        Ok(self.ast.exprs.add_with_sign(ExprKind::Unary(op, operand), range, start))
    }

    fn postfix(&mut self) -> Parse<ExprId> {
        let start = self.range();
        let mut operand = self.atom()?;
        for length in 1.. {
            self.check_length(length)?;
            match self.peek() {
                Token::LeftBracket => operand = self.bracket(operand, start)?,
                Token::Arrow => {
                    self.advance();
                    self.name("a field")?;
                    operand = self.add(ExprKind::Unsupported("the field of a datatype"), start);
                }
                _ => break,
            }
        }
        Ok(operand)
    }

    /// `[i, j]`, `[i, j := e]` or `[8:4]`.
    fn bracket(&mut self, operand: ExprId, start: TextRange) -> Parse<ExprId> {
        self.advance();
        if self.peek() == Token::Integer && self.peek_second() == Token::Colon {
            let high = self.bit_position()?;
            self.advance();
            let low = self.bit_position()?;
            self.expect(Token::RightBracket, "`]` after the bits to extract")?;
            return Ok(self.add(ExprKind::Extract { operand, high, low }, start));
        }
        let indices = self.list(Self::expression)?;
        let value = if self.accept(Token::Assign) { Some(self.expression()?) } else { None };
        self.expect(Token::RightBracket, "`]` after the index")?;
        let kind = match value {
            Some(value) => ExprKind::Update { map: operand, indices, value },
            None => ExprKind::Select { map: operand, indices },
        };
        Ok(self.add(kind, start))
    }

    fn bit_position(&mut self) -> Parse<u32> {
        let Ok(position) = self.slice().parse() else {
            return Err(self.expected("the number of a bit"));
        };
        self.advance();
        Ok(position)
    }

    fn atom(&mut self) -> Parse<ExprId> {
        let start = self.range();
        let kind = match self.peek() {
            Token::True => ExprKind::Bool(true),
            Token::False => ExprKind::Bool(false),
            Token::Integer => ExprKind::Int(number(self.slice())),
            Token::Decimal => match decimal(self.slice()) {
                Some(value) => ExprKind::Real(value),
                None => return Err(self.expected("a smaller exponent")),
            },
            Token::BitVector => {
                let (value, width) = self.slice().split_once("bv").unwrap_or_default();
                ExprKind::Bits { value: number(value), width: width.parse().unwrap_or(u32::MAX) }
            }
            Token::Identifier => return self.name_or_application(),
            Token::Old => return self.application_of(ExprKind::Old),
            Token::Int => return self.application_of(ExprKind::ToInt),
            Token::Real => return self.application_of(ExprKind::ToReal),
            Token::If => return self.if_then_else(),
            Token::Forall | Token::Exists | Token::Lambda => return self.quantifier(),
            Token::LeftParenthesis => return self.parenthesized(),
            _ => return Err(self.expected("an expression")),
        };
        self.advance();
        Ok(self.add(kind, start))
    }

    fn parenthesized(&mut self) -> Parse<ExprId> {
        let start = self.range();
        self.advance();
        let inner = self.expression()?;
        self.expect(Token::RightParenthesis, "`)`")?;
        let range = self.range_from(start);
        self.ast.exprs.add_parentheses(inner, range);
        Ok(inner)
    }

    fn name_or_application(&mut self) -> Parse<ExprId> {
        let name = self.name("a name")?;
        let start = name.range;
        if !self.accept(Token::LeftParenthesis) {
            return Ok(self.add(ExprKind::Name(name.text), start));
        }
        let arguments = self.expressions_until(Token::RightParenthesis)?;
        self.expect(Token::RightParenthesis, "`)` after the arguments")?;
        Ok(self.add(ExprKind::Apply { function: name, arguments }, start))
    }

    /// `old(e)` and its like.
    fn application_of(&mut self, kind: fn(ExprId) -> ExprKind) -> Parse<ExprId> {
        let start = self.range();
        self.advance();
        self.expect(Token::LeftParenthesis, "`(`")?;
        let operand = self.expression()?;
        self.expect(Token::RightParenthesis, "`)`")?;
        Ok(self.add(kind(operand), start))
    }

    fn if_then_else(&mut self) -> Parse<ExprId> {
        let start = self.range();
        self.advance();
        let condition = self.expression()?;
        self.expect(Token::Then, "`then`")?;
        let then = self.expression()?;
        self.expect(Token::Else, "`else`: an expression has both branches")?;
        let otherwise = self.expression()?;
        Ok(self.add(ExprKind::If { condition, then, otherwise }, start))
    }

    fn quantifier(&mut self) -> Parse<ExprId> {
        let start = self.range();
        let binder = self.peek();
        self.advance();
        let polymorphic = self.type_parameters()?;
        let mut variables = Vec::new();
        if self.peek() != Token::DoubleColon {
            for group in self.list(Self::typed_names)? {
                variables.extend(group);
            }
        }
        self.expect(Token::DoubleColon, "`::` after the bound variables")?;
        let triggers = self.triggers()?;
        let body = self.expression()?;
        let kind = match binder {
            Token::Lambda => ExprKind::Unsupported("a lambda expression"),
            _ if polymorphic => ExprKind::Unsupported("a quantifier over types"),
            _ => ExprKind::Quantified { forall: binder == Token::Forall, variables, triggers, body },
        };
        Ok(self.add(kind, start))
    }

    /// `x, y: T` of a binder.
    fn typed_names(&mut self) -> Parse<Vec<TypedName>> {
        self.attributes()?;
        let names = self.names("a name for a bound variable")?;
        self.expect(Token::Colon, "`:` and a type")?;
        let ty = self.type_expr()?;
        let typed = |name: Name| TypedName { name, ty: ty.clone(), condition: None };
        Ok(names.into_iter().map(typed).collect())
    }

    /// `{ f(x), g(x) }` and attributes before the body of a quantifier.
    fn triggers(&mut self) -> Parse<Vec<ExprId>> {
        let mut triggers = Vec::new();
        while self.peek() == Token::LeftBrace {
            if self.peek_second() == Token::Colon {
                self.attributes()?;
                continue;
            }
            self.advance();
            triggers.extend(self.list(Self::expression)?);
            self.expect(Token::RightBrace, "`}` after the trigger")?;
        }
        Ok(triggers)
    }
}

fn number(digits: &str) -> BigInt {
    digits.parse().unwrap_or_default()
}

/// The value of `1.5e-3`.
fn decimal(text: &str) -> Option<BigRational> {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let exponent: i32 = exponent.parse().ok()?;
    if exponent.abs() > MAX_EXPONENT || fraction.len() > MAX_EXPONENT as usize {
        return None;
    }
    let scale = exponent - fraction.len() as i32;
    let power = BigRational::from_integer(BigInt::from(10).pow(scale.unsigned_abs()));
    let digits = BigRational::from_integer(number(&format!("{whole}{fraction}")));
    Some(if scale < 0 { digits / power } else { digits * power })
}
