//! Terms and predicates, by precedence climbing.

use super::{Dialect, Parse, Parser, Token};
use crate::acsl::ast::{BinaryOp, CompareOp, Expr, ExprKind, Name, Quantifier, Range, UnaryOp};

/// How tight an operator binds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Conditional,
    Iff,
    Implies,
    Or,
    Xor,
    And,
    BitIff,
    BitImplies,
    BitOr,
    BitXor,
    BitAnd,
    Compare,
    Shift,
    Add,
    Multiply,
    Unary,
}

use Level::{
    Add, And, BitAnd, BitIff, BitImplies, BitOr, BitXor, Conditional, Iff, Implies, Multiply, Or, Shift,
    Unary, Xor,
};

/// The operator that a token is between operands, its level, and that of its right operand.
fn operator(token: Token) -> Option<(BinaryOp, Level, Level)> {
    Some(match token {
        Token::Iff => (BinaryOp::Iff, Iff, Implies),
        Token::Implies => (BinaryOp::Implies, Implies, Implies),
        Token::Or => (BinaryOp::Or, Or, Xor),
        Token::Xor => (BinaryOp::Xor, Xor, And),
        Token::And => (BinaryOp::And, And, BitIff),
        Token::BitIff => (BinaryOp::BitIff, BitIff, BitImplies),
        Token::BitImplies => (BinaryOp::BitImplies, BitImplies, BitImplies),
        Token::Pipe => (BinaryOp::BitOr, BitOr, BitXor),
        Token::Caret => (BinaryOp::BitXor, BitXor, BitAnd),
        Token::Ampersand => (BinaryOp::BitAnd, BitAnd, Level::Compare),
        Token::ShiftLeft => (BinaryOp::ShiftLeft, Shift, Add),
        Token::ShiftRight => (BinaryOp::ShiftRight, Shift, Add),
        Token::Plus => (BinaryOp::Add, Add, Multiply),
        Token::Minus => (BinaryOp::Subtract, Add, Multiply),
        Token::Star => (BinaryOp::Multiply, Multiply, Unary),
        Token::Slash => (BinaryOp::Divide, Multiply, Unary),
        Token::Percent => (BinaryOp::Remainder, Multiply, Unary),
        Token::In => (BinaryOp::In, Level::Compare, Shift),
        _ => return None,
    })
}

fn comparison(token: Token) -> Option<CompareOp> {
    Some(match token {
        Token::Less => CompareOp::Less,
        Token::LessOrEqual => CompareOp::LessOrEqual,
        Token::Greater => CompareOp::Greater,
        Token::GreaterOrEqual => CompareOp::GreaterOrEqual,
        Token::Equal => CompareOp::Equal,
        Token::NotEqual => CompareOp::NotEqual,
        _ => return None,
    })
}

impl CompareOp {
    /// Which way it goes: both may stand in one chain with `==`.
    fn direction(self) -> Option<bool> {
        match self {
            CompareOp::Less | CompareOp::LessOrEqual => Some(true),
            CompareOp::Greater | CompareOp::GreaterOrEqual => Some(false),
            CompareOp::Equal | CompareOp::NotEqual => None,
        }
    }
}

impl Parser<'_> {
    /// A term or predicate.
    pub(super) fn expression(&mut self) -> Parse<Expr> {
        self.nested(|parser| parser.binary(Conditional))
    }

    fn make(&self, kind: ExprKind, start: Range) -> Expr {
        Expr { kind, range: self.range_from(start) }
    }

    fn binary(&mut self, level: Level) -> Parse<Expr> {
        let start = self.range();
        let mut left = self.operand()?;
        let mut n_operators = 0;
        loop {
            let token = self.peek();
            if token == Token::Question && level <= Conditional {
                left = self.conditional(left, start)?;
            } else if comparison(token).is_some() && level <= Level::Compare {
                left = self.comparisons(left, start)?;
            } else if token == Token::Builtin && self.slice() == "\\in" && level <= Level::Compare {
                self.advance();
                let right = self.nested(|parser| parser.binary(Shift))?;
                left = self.make(ExprKind::Binary(BinaryOp::In, Box::new(left), Box::new(right)), start);
            } else if let Some((op, own, right_level)) = operator(token).filter(|(_, own, _)| *own >= level) {
                let _ = own;
                self.advance();
                let right = self.nested(|parser| parser.binary(right_level))?;
                left = self.make(ExprKind::Binary(op, Box::new(left), Box::new(right)), start);
            } else {
                return Ok(left);
            }
            // A row of operators that bind to the left is as deep a tree as nested parentheses.
            n_operators += 1;
            if n_operators > crate::limits::MAX_ANNOTATION_OPERATORS {
                let message = "more operators in a row than are read";
                return Err(self.problem(self.range(), message, None));
            }
        }
    }

    fn conditional(&mut self, condition: Expr, start: Range) -> Parse<Expr> {
        self.advance();
        let then = self.naming(false, Self::expression)?;
        self.expect(Token::Colon, "`:` of the conditional")?;
        let otherwise = self.nested(|parser| parser.binary(Conditional))?;
        let kind = ExprKind::Conditional(Box::new(condition), Box::new(then), Box::new(otherwise));
        Ok(self.make(kind, start))
    }

    /// `a < b <= c`: all in one direction.
    fn comparisons(&mut self, first: Expr, start: Range) -> Parse<Expr> {
        let mut rest: Vec<(CompareOp, Expr)> = Vec::new();
        let mut direction = None;
        while let Some(op) = comparison(self.peek()) {
            let is_chain = !rest.is_empty();
            let is_unequal =
                op == CompareOp::NotEqual || rest.iter().any(|(op, _)| *op == CompareOp::NotEqual);
            let turns = matches!((direction, op.direction()), (Some(known), Some(new)) if known != new);
            if is_chain && (is_unequal || turns) {
                let message = "these comparisons do not make a chain";
                let hint = "the comparisons of a chain have one direction; use `&&`";
                return Err(self.problem(self.range(), message, Some(hint)));
            }
            direction = direction.or(op.direction());
            self.advance();
            rest.push((op, self.nested(|parser| parser.binary(Shift))?));
        }
        Ok(self.make(ExprKind::Compare(Box::new(first), rest), start))
    }

    /// What stands between operators: a quantified predicate reaches as far as it can.
    fn operand(&mut self) -> Parse<Expr> {
        let start = self.range();
        match (self.peek(), self.slice()) {
            (Token::Forall, _) | (Token::Builtin, "\\forall") => self.quantified(Quantifier::Forall),
            (Token::Exists, _) | (Token::Builtin, "\\exists") => self.quantified(Quantifier::Exists),
            (Token::Builtin, "\\lambda") => {
                self.advance();
                let binders = self.binders()?;
                self.expect(Token::Semicolon, "`;` behind the variables")?;
                let body = Box::new(self.expression()?);
                Ok(self.make(ExprKind::Lambda(binders, body), start))
            }
            (Token::Builtin, "\\let") => self.let_expression(),
            (Token::Identifier | Token::String, _) if self.may_name && self.peek_at(1) == Token::Colon => {
                let name = Name { text: self.slice().to_owned(), range: start };
                self.advance();
                self.advance();
                let body = Box::new(self.expression()?);
                Ok(self.make(ExprKind::Named(name, body), start))
            }
            _ => self.unary(),
        }
    }

    fn quantified(&mut self, quantifier: Quantifier) -> Parse<Expr> {
        let start = self.range();
        self.advance();
        let binders = self.binders()?;
        self.expect(Token::Semicolon, "`;` behind the quantified variables")?;
        let body = Box::new(self.expression()?);
        Ok(self.make(ExprKind::Quantified(quantifier, binders, body), start))
    }

    fn let_expression(&mut self) -> Parse<Expr> {
        let start = self.range();
        self.advance();
        let name = self.name("the name that `\\let` defines")?;
        self.expect(Token::Assign, "`=` behind the name")?;
        let value = Box::new(self.expression()?);
        self.expect(Token::Semicolon, "`;` behind the value")?;
        let body = Box::new(self.expression()?);
        Ok(self.make(ExprKind::Let(name, value, body), start))
    }

    /// An operand with the operators in front of it and behind it.
    pub(super) fn unary(&mut self) -> Parse<Expr> {
        let start = self.range();
        let op = match self.peek() {
            Token::Minus => UnaryOp::Minus,
            Token::Plus => UnaryOp::Plus,
            Token::Not => UnaryOp::Not,
            Token::Tilde => UnaryOp::Complement,
            Token::Star => UnaryOp::Deref,
            Token::Ampersand => UnaryOp::AddressOf,
            Token::Identifier if self.slice() == "sizeof" => {
                self.advance();
                let kind = self.size_of()?;
                return Ok(self.make(kind, start));
            }
            Token::LeftParenthesis => {
                if let Some(cast) = self.cast()? {
                    return Ok(cast);
                }
                return self.postfix();
            }
            _ => return self.postfix(),
        };
        self.advance();
        let operand = match (op, self.peek(), self.slice()) {
            // `! \forall …` needs no parentheses.
            (UnaryOp::Not, Token::Builtin | Token::Forall | Token::Exists, _) => {
                self.nested(Self::operand)?
            }
            _ => self.nested(Self::unary)?,
        };
        Ok(self.make(ExprKind::Unary(op, Box::new(operand)), start))
    }

    /// `(type) e`, if that is what the parenthesis begins.
    fn cast(&mut self) -> Parse<Option<Expr>> {
        let (start, at) = (self.range(), self.at);
        self.advance();
        // A name of a type may be a variable's name, too: `(t)` without an operand behind it.
        if !self.is_type() {
            self.at = at;
            return Ok(None);
        }
        let ty = self.type_name()?;
        self.expect(Token::RightParenthesis, "`)` behind the type")?;
        let operand = Box::new(self.nested(Self::unary)?);
        Ok(Some(self.make(ExprKind::Cast(ty, operand), start)))
    }

    fn postfix(&mut self) -> Parse<Expr> {
        let start = self.range();
        let mut expr = self.primary()?;
        let mut n_operators = 0;
        loop {
            let kind = match self.peek() {
                Token::LeftBracket => {
                    self.advance();
                    let index = self.naming(true, Self::expression_or_interval)?;
                    self.expect(Token::RightBracket, "`]`")?;
                    ExprKind::Index(Box::new(expr), Box::new(index))
                }
                Token::Dot => {
                    self.advance();
                    ExprKind::Member(Box::new(expr), self.name("the name of a member")?)
                }
                Token::Arrow => {
                    self.advance();
                    ExprKind::Arrow(Box::new(expr), self.name("the name of a member")?)
                }
                _ => return Ok(expr),
            };
            expr = self.make(kind, start);
            n_operators += 1;
            if n_operators > crate::limits::MAX_ANNOTATION_OPERATORS {
                let message = "more operators in a row than are read";
                return Err(self.problem(self.range(), message, None));
            }
        }
    }

    /// `e` or `e .. e`, where either end may be missing.
    pub(super) fn expression_or_interval(&mut self) -> Parse<Expr> {
        let start = self.range();
        let first = match self.peek() {
            Token::Dots => None,
            _ => Some(self.expression()?),
        };
        if !self.accept(Token::Dots) {
            return first.map_or_else(|| Err(self.expected("a term")), Ok);
        }
        let is_open = matches!(
            self.peek(),
            Token::RightBracket
                | Token::RightParenthesis
                | Token::Comma
                | Token::Semicolon
                | Token::RightBrace
        );
        let last = if is_open { None } else { Some(Box::new(self.expression()?)) };
        Ok(self.make(ExprKind::Interval(first.map(Box::new), last), start))
    }

    fn primary(&mut self) -> Parse<Expr> {
        let start = self.range();
        let text = self.slice().to_owned();
        let kind = match self.peek() {
            Token::Integer => self.take(ExprKind::Integer(text)),
            Token::Real => self.take(ExprKind::Real(text)),
            Token::Character => self.take(ExprKind::Character(text)),
            Token::String => self.take(ExprKind::String(text)),
            Token::LeftParenthesis => {
                self.advance();
                let inner = self.naming(true, Self::expression_or_interval)?;
                self.expect(Token::RightParenthesis, "`)`")?;
                // The parentheses are part of what is shown.
                return Ok(Expr { range: self.range_from(start), ..inner });
            }
            Token::LeftBrace => self.set()?,
            Token::Identifier => self.identifier()?,
            Token::Builtin => self.builtin()?,
            _ => return Err(self.expected("a term or a predicate")),
        };
        Ok(self.make(kind, start))
    }

    fn take(&mut self, kind: ExprKind) -> ExprKind {
        self.advance();
        kind
    }

    fn identifier(&mut self) -> Parse<ExprKind> {
        let name = self.name("a name")?;
        if self.dialect == Dialect::Cprover
            && let Some(kind) = self.cprover_name(&name)?
        {
            return Ok(kind);
        }
        let labels = self.labels()?;
        if self.peek() == Token::LeftParenthesis {
            return Ok(ExprKind::Call(name, labels, self.arguments()?));
        }
        if !labels.is_empty() {
            return Ok(ExprKind::Call(name, labels, Vec::new()));
        }
        Ok(ExprKind::Name(name.text))
    }

    /// `{L1, L2}` behind the name of a function.
    pub(super) fn labels(&mut self) -> Parse<Vec<Name>> {
        // A brace behind a name can be nothing else.
        if self.peek() != Token::LeftBrace {
            return Ok(Vec::new());
        }
        self.advance();
        let labels = self.list(|parser| parser.name("the label of a state"))?;
        self.expect(Token::RightBrace, "`}` behind the labels")?;
        Ok(labels)
    }

    pub(super) fn arguments(&mut self) -> Parse<Vec<Expr>> {
        self.expect(Token::LeftParenthesis, "`(`")?;
        if self.accept(Token::RightParenthesis) {
            return Ok(Vec::new());
        }
        let arguments = self.naming(true, |parser| parser.list(Self::expression_or_interval))?;
        self.expect(Token::RightParenthesis, "`)` or `,`")?;
        Ok(arguments)
    }

    /// `\result` and everything else that begins with a backslash.
    fn builtin(&mut self) -> Parse<ExprKind> {
        let name = Name { text: self.slice().to_owned(), range: self.range() };
        self.advance();
        Ok(match name.text.as_str() {
            "\\true" => ExprKind::True,
            "\\false" => ExprKind::False,
            "\\null" => ExprKind::Null,
            "\\result" => ExprKind::Result,
            "\\nothing" | "\\empty" => ExprKind::Nothing,
            "\\old" => {
                let operand = self.one_argument()?;
                ExprKind::At(Box::new(operand), Name { text: "Old".to_owned(), range: name.range })
            }
            "\\at" => {
                self.expect(Token::LeftParenthesis, "`(` behind `\\at`")?;
                let operand = self.naming(true, Self::expression)?;
                self.expect(Token::Comma, "`,` and the label of a state")?;
                let label = self.name("the label of a state")?;
                self.expect(Token::RightParenthesis, "`)`")?;
                ExprKind::At(Box::new(operand), label)
            }
            "\\type" | "\\typeof" => {
                self.arguments_or_type()?;
                ExprKind::TypeValue
            }
            text if is_builtin(text) => {
                let labels = self.labels()?;
                let arguments =
                    if self.peek() == Token::LeftParenthesis { self.arguments()? } else { Vec::new() };
                ExprKind::Call(name, labels, arguments)
            }
            text => {
                let near = nearest(text);
                let hint = near.map(|near| format!("did you mean `{near}`?"));
                let message = format!("there is no `{text}`");
                return Err(self.problem(name.range, message, hint.as_deref()));
            }
        })
    }

    pub(super) fn one_argument(&mut self) -> Parse<Expr> {
        self.expect(Token::LeftParenthesis, "`(`")?;
        let argument = self.naming(true, Self::expression)?;
        self.expect(Token::RightParenthesis, "`)`")?;
        Ok(argument)
    }

    fn arguments_or_type(&mut self) -> Parse<()> {
        self.expect(Token::LeftParenthesis, "`(`")?;
        if self.is_type() {
            self.type_name()?;
        } else {
            self.naming(true, Self::expression)?;
        }
        self.expect(Token::RightParenthesis, "`)`").map(drop)
    }

    /// Everything in braces.
    fn set(&mut self) -> Parse<ExprKind> {
        self.advance();
        if self.accept(Token::RightBrace) {
            return Ok(ExprKind::Set(Vec::new()));
        }
        // A `|` begins the variables of a set, and is no operator.
        let first = self.naming(true, |parser| parser.nested(|parser| parser.set_element()))?;
        let kind = if self.accept(Token::Pipe) {
            let binders = self.binders()?;
            let condition = match self.accept(Token::Semicolon) {
                true => Some(Box::new(self.naming(true, Self::expression)?)),
                false => None,
            };
            ExprKind::Comprehension(Box::new(first), binders, condition)
        } else if self.is_word("\\with") {
            self.advance();
            while !matches!(self.peek(), Token::RightBrace | Token::End) {
                self.advance();
            }
            ExprKind::With(Box::new(first))
        } else {
            let mut elements = vec![first];
            while self.accept(Token::Comma) {
                elements.push(self.set_element()?);
            }
            ExprKind::Set(elements)
        };
        self.expect(Token::RightBrace, "`}`")?;
        Ok(kind)
    }

    /// A term in which `|` is no operator.
    fn set_element(&mut self) -> Parse<Expr> {
        self.binary(BitXor)
    }
}

/// What begins with a backslash and has arguments.
const BUILTINS: [&str; 56] = [
    "\\valid",
    "\\valid_read",
    "\\valid_function",
    "\\valid_string",
    "\\valid_read_string",
    "\\separated",
    "\\initialized",
    "\\dangling",
    "\\allocable",
    "\\freeable",
    "\\fresh",
    "\\allocation",
    "\\object_pointer",
    "\\pointer_comparable",
    "\\base_addr",
    "\\block_length",
    "\\offset",
    "\\offset_min",
    "\\offset_max",
    "\\sum",
    "\\product",
    "\\min",
    "\\max",
    "\\numof",
    "\\abs",
    "\\sqrt",
    "\\pow",
    "\\exp",
    "\\log",
    "\\log10",
    "\\sin",
    "\\cos",
    "\\tan",
    "\\atan2",
    "\\hypot",
    "\\ceil",
    "\\floor",
    "\\round_double",
    "\\round_float",
    "\\is_NaN",
    "\\is_finite",
    "\\is_infinite",
    "\\is_plus_infinity",
    "\\is_minus_infinity",
    "\\eq_double",
    "\\eq_float",
    "\\union",
    "\\inter",
    "\\subset",
    "\\from",
    "\\length",
    "\\nth",
    "\\concat",
    "\\Cons",
    "\\exit_status",
    "\\Nil",
];

fn is_builtin(name: &str) -> bool {
    BUILTINS.contains(&name)
}

/// The word of the logic that another one looks most like.
fn nearest(name: &str) -> Option<&'static str> {
    const OTHERS: [&str; 10] = [
        "\\forall",
        "\\exists",
        "\\result",
        "\\old",
        "\\at",
        "\\nothing",
        "\\true",
        "\\false",
        "\\null",
        "\\lambda",
    ];
    super::annotations::nearest(name, BUILTINS.into_iter().chain(OTHERS))
}
