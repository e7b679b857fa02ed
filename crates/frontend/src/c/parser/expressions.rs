//! Expressions (6.5): recursive descent, and precedence climbing for what stands between two operands.

use super::ast::*;
use super::errors::Parsed;
use super::state::Parser;
use super::tokens::Kind;

/// How tightly binary operators bind, and what they are.
fn binary_operator(kind: Kind) -> Option<(u8, BinaryOperator)> {
    use BinaryOperator as B;
    Some(match kind {
        Kind::OrOr => (1, B::LogicalOr),
        Kind::AndAnd => (2, B::LogicalAnd),
        Kind::Pipe => (3, B::BitwiseOr),
        Kind::Caret => (4, B::BitwiseXor),
        Kind::Ampersand => (5, B::BitwiseAnd),
        Kind::EqualEqual => (6, B::Equals),
        Kind::BangEqual => (6, B::NotEquals),
        Kind::Less => (7, B::Less),
        Kind::Greater => (7, B::Greater),
        Kind::LessEqual => (7, B::LessOrEqual),
        Kind::GreaterEqual => (7, B::GreaterOrEqual),
        Kind::ShiftLeft => (8, B::ShiftLeft),
        Kind::ShiftRight => (8, B::ShiftRight),
        Kind::Plus => (9, B::Plus),
        Kind::Minus => (9, B::Minus),
        Kind::Star => (10, B::Multiply),
        Kind::Slash => (10, B::Divide),
        Kind::Percent => (10, B::Modulo),
        _ => return None,
    })
}

fn assignment_operator(kind: Kind) -> Option<BinaryOperator> {
    use BinaryOperator as B;
    Some(match kind {
        Kind::Equal => B::Assign,
        Kind::StarEqual => B::AssignMultiply,
        Kind::SlashEqual => B::AssignDivide,
        Kind::PercentEqual => B::AssignModulo,
        Kind::PlusEqual => B::AssignPlus,
        Kind::MinusEqual => B::AssignMinus,
        Kind::ShiftLeftEqual => B::AssignShiftLeft,
        Kind::ShiftRightEqual => B::AssignShiftRight,
        Kind::AmpersandEqual => B::AssignBitwiseAnd,
        Kind::CaretEqual => B::AssignBitwiseXor,
        Kind::PipeEqual => B::AssignBitwiseOr,
        _ => return None,
    })
}

fn prefix_operator(kind: Kind) -> Option<UnaryOperator> {
    use UnaryOperator as U;
    Some(match kind {
        Kind::PlusPlus => U::PreIncrement,
        Kind::MinusMinus => U::PreDecrement,
        Kind::Ampersand => U::Address,
        Kind::Star => U::Indirection,
        Kind::Plus => U::Plus,
        Kind::Minus => U::Minus,
        Kind::Tilde => U::Complement,
        Kind::Bang => U::Negate,
        Kind::Real => U::Real,
        Kind::Imag => U::Imaginary,
        _ => return None,
    })
}

/// An expression over the place of its parts, which is that of its node, too.
fn boxed<T>(span: Span, node: T, make: fn(Box<Node<T>>) -> Expression) -> Node<Expression> {
    Node::new(make(Box::new(Node::new(node, span))), span)
}

impl Parser<'_> {
    /// ```text
    /// expression = assignment-expression ("," assignment-expression)*          6.5.18
    /// ```
    pub(super) fn expression(&mut self) -> Parsed<Node<Expression>> {
        let start = self.start();
        let first = self.assignment_expression()?;
        if !self.is(Kind::Comma) {
            return Ok(first);
        }
        let mut parts = vec![first];
        while self.eat(Kind::Comma) {
            parts.push(self.assignment_expression()?);
        }
        Ok(self.node(start, Expression::Comma(parts)))
    }

    /// ```text
    /// assignment-expression = conditional-expression
    ///                       | unary-expression assignment-operator assignment-expression     6.5.17
    /// ```
    ///
    /// That the left side is a place is not looked at here.
    pub(super) fn assignment_expression(&mut self) -> Parsed<Node<Expression>> {
        self.nested(|this| {
            let start = this.start();
            let lhs = this.conditional_expression()?;
            let Some(operator) = assignment_operator(this.kind()) else { return Ok(lhs) };
            this.bump();
            let rhs = this.assignment_expression()?;
            let binary = BinaryOperatorExpression { operator, lhs, rhs };
            Ok(boxed(this.span_from(start), binary, Expression::BinaryOperator))
        })
    }

    /// ```text
    /// conditional-expression = binary-expression ("?" expression? ":" conditional-expression)?       6.5.16, GNU
    /// ```
    pub(super) fn conditional_expression(&mut self) -> Parsed<Node<Expression>> {
        let start = self.start();
        let condition = self.binary_expression(0)?;
        if !self.eat(Kind::Question) {
            return Ok(condition);
        }
        let then_expression = if self.is(Kind::Colon) { None } else { Some(self.expression()?) };
        self.expect(Kind::Colon)?;
        let else_expression = self.nested(Self::conditional_expression)?;
        let conditional = ConditionalExpression { condition, then_expression, else_expression };
        Ok(boxed(self.span_from(start), conditional, Expression::Conditional))
    }

    /// ```text
    /// binary-expression = cast-expression (operator cast-expression)*         6.5.6 to 6.5.15
    /// ```
    ///
    /// It ends in front of an operator that binds no tighter than `outer`.
    fn binary_expression(&mut self, outer: u8) -> Parsed<Node<Expression>> {
        let start = self.start();
        let mut lhs = self.cast_expression()?;
        while let Some((level, operator)) = binary_operator(self.kind()).filter(|(level, _)| *level > outer) {
            self.bump();
            let rhs = self.binary_expression(level)?;
            let binary = BinaryOperatorExpression { operator, lhs, rhs };
            lhs = boxed(self.span_from(start), binary, Expression::BinaryOperator);
        }
        Ok(lhs)
    }

    /// ```text
    /// cast-expression = unary-expression | "(" type-name ")" cast-expression          6.5.5
    /// ```
    ///
    /// With braces behind the type it is a compound literal.
    fn cast_expression(&mut self) -> Parsed<Node<Expression>> {
        if !(self.is(Kind::ParenOpen) && self.starts_type_at(1)) {
            return self.unary_expression();
        }
        self.nested(|this| {
            let start = this.start();
            let type_name = this.parenthesized_type()?;
            if this.is(Kind::BraceOpen) {
                let literal = this.compound_literal(start, type_name)?;
                return this.postfix_operators(start, literal);
            }
            let expression = this.cast_expression()?;
            let cast = CastExpression { type_name, expression };
            Ok(boxed(this.span_from(start), cast, Expression::Cast))
        })
    }

    /// ```text
    /// compound-literal = "(" storage-class* type-name ")" braced-initializer           6.5.3.6
    /// ```
    fn compound_literal(&mut self, start: usize, type_name: Node<TypeName>) -> Parsed<Node<Expression>> {
        let initializer_list = self.braced_initializer()?;
        let literal = CompoundLiteral { type_name, initializer_list };
        Ok(boxed(self.span_from(start), literal, Expression::CompoundLiteral))
    }

    /// ```text
    /// unary-expression = postfix-expression
    ///                  | ("++" | "--") unary-expression
    ///                  | ("&" | "*" | "+" | "-" | "~" | "!") cast-expression
    ///                  | "sizeof" (unary-expression | "(" type-name ")")
    ///                  | ("_Alignof" | "__alignof__") (unary-expression | "(" type-name ")")
    ///                  | ("__real__" | "__imag__") cast-expression             GNU
    ///                  | "&&" identifier                                       GNU, 6.5.4
    /// ```
    fn unary_expression(&mut self) -> Parsed<Node<Expression>> {
        let start = self.start();
        if let Some(operator) = prefix_operator(self.kind()) {
            return self.nested(|this| {
                this.bump();
                let operand = this.cast_expression()?;
                let unary = UnaryOperatorExpression { operator, operand };
                Ok(boxed(this.span_from(start), unary, Expression::UnaryOperator))
            });
        }
        match self.kind() {
            Kind::SizeOf => self.nested(|this| this.size_of(start)),
            Kind::AlignOf => self.nested(|this| this.align_of(start, false)),
            Kind::GnuAlignOf => self.nested(|this| this.align_of(start, true)),
            Kind::Name if self.is_new_keyword("alignof") && self.nth(1) == Kind::ParenOpen => {
                self.nested(|this| this.align_of(start, false))
            }
            Kind::AndAnd => {
                self.bump();
                let label = self.name()?;
                self.addressed_labels.insert(label.node.name.clone());
                Ok(self.node(start, Expression::LabelAddress(Box::new(label))))
            }
            _ => self.postfix_expression(),
        }
    }

    fn size_of(&mut self, start: usize) -> Parsed<Node<Expression>> {
        self.bump();
        let expression = match self.type_or_expression()? {
            TypeOf::Type(name) => Expression::SizeOfTy(Box::new(name)),
            TypeOf::Expression(operand) => Expression::SizeOfVal(Box::new(operand)),
        };
        Ok(self.node(start, expression))
    }

    fn align_of(&mut self, start: usize, is_preferred: bool) -> Parsed<Node<Expression>> {
        self.bump();
        let operand = self.type_or_expression()?;
        Ok(boxed(self.span_from(start), AlignOf { operand, is_preferred }, Expression::AlignOf))
    }

    /// A type in parentheses, or a unary expression, which can begin with a type in parentheses as well.
    fn type_or_expression(&mut self) -> Parsed<TypeOf> {
        if !(self.is(Kind::ParenOpen) && self.starts_type_at(1)) {
            return Ok(TypeOf::Expression(self.unary_expression()?));
        }
        let start = self.start();
        let type_name = self.parenthesized_type()?;
        if !self.is(Kind::BraceOpen) {
            return Ok(TypeOf::Type(type_name));
        }
        let literal = self.compound_literal(start, type_name)?;
        Ok(TypeOf::Expression(self.postfix_operators(start, literal)?))
    }

    /// ```text
    /// "(" type-name ")"
    /// ```
    pub(super) fn parenthesized_type(&mut self) -> Parsed<Node<TypeName>> {
        self.expect(Kind::ParenOpen)?;
        let name = self.type_name()?;
        self.expect(Kind::ParenClose)?;
        Ok(name)
    }

    /// ```text
    /// postfix-expression = primary-expression postfix-operator*                6.5.3
    /// ```
    fn postfix_expression(&mut self) -> Parsed<Node<Expression>> {
        let start = self.start();
        let primary = self.primary_expression()?;
        self.postfix_operators(start, primary)
    }

    /// ```text
    /// postfix-operator = "[" expression "]" | "(" arguments? ")" | "." identifier | "->" identifier | "++" | "--"
    /// ```
    fn postfix_operators(&mut self, start: usize, mut base: Node<Expression>) -> Parsed<Node<Expression>> {
        loop {
            base = match self.kind() {
                Kind::BracketOpen => {
                    self.bump();
                    let rhs = self.expression()?;
                    self.expect(Kind::BracketClose)?;
                    let binary = BinaryOperatorExpression { operator: BinaryOperator::Index, lhs: base, rhs };
                    boxed(self.span_from(start), binary, Expression::BinaryOperator)
                }
                Kind::ParenOpen => {
                    let arguments = self.arguments()?;
                    let call = CallExpression { callee: base, arguments };
                    boxed(self.span_from(start), call, Expression::Call)
                }
                Kind::Dot | Kind::Arrow => {
                    let operator = match self.bump().kind {
                        Kind::Dot => MemberOperator::Direct,
                        _ => MemberOperator::Indirect,
                    };
                    let identifier = self.name()?;
                    let member = MemberExpression { operator, expression: base, identifier };
                    boxed(self.span_from(start), member, Expression::Member)
                }
                Kind::PlusPlus | Kind::MinusMinus => {
                    let operator = match self.bump().kind {
                        Kind::PlusPlus => UnaryOperator::PostIncrement,
                        _ => UnaryOperator::PostDecrement,
                    };
                    let unary = UnaryOperatorExpression { operator, operand: base };
                    boxed(self.span_from(start), unary, Expression::UnaryOperator)
                }
                _ => return Ok(base),
            };
        }
    }

    /// ```text
    /// "(" (assignment-expression ("," assignment-expression)*)? ")"
    /// ```
    pub(super) fn arguments(&mut self) -> Parsed<Vec<Node<Expression>>> {
        self.expect(Kind::ParenOpen)?;
        let mut arguments = Vec::new();
        while !self.is(Kind::ParenClose) {
            if !arguments.is_empty() {
                self.expect_separator()?;
            }
            arguments.push(self.assignment_expression()?);
        }
        self.bump();
        Ok(arguments)
    }

    fn expect_separator(&mut self) -> Parsed<()> {
        match self.eat(Kind::Comma) {
            true => Ok(()),
            false => Err(self.expected("`,` or `)`")),
        }
    }

    /// ```text
    /// primary-expression = identifier | constant | string-literal+ | "(" expression ")"          6.5.2
    ///                    | generic-selection | "(" compound-statement ")" | builtin
    /// ```
    fn primary_expression(&mut self) -> Parsed<Node<Expression>> {
        let start = self.start();
        match self.kind() {
            Kind::Name => {
                if self.names.is_type(self.text()) {
                    return Err(self.type_in_expression());
                }
                let is_quantifier = matches!(self.text(), "__CPROVER_forall" | "__CPROVER_exists");
                let token = self.bump();
                let name = self.identifier(token);
                let name = self.node(start, Expression::Identifier(Box::new(name)));
                if is_quantifier && self.is(Kind::BraceOpen) {
                    return self.quantifier(start, name);
                }
                Ok(name)
            }
            Kind::Number => {
                let number = self.number()?;
                Ok(self.node(start, Expression::Constant(Box::new(number))))
            }
            Kind::Character => {
                let token = self.bump();
                let text = self.text_of(token).to_owned();
                Ok(boxed(self.span_from(start), Constant::Character(text), Expression::Constant))
            }
            Kind::String => {
                let strings = self.strings()?;
                Ok(self.node(start, Expression::StringLiteral(Box::new(strings))))
            }
            Kind::ParenOpen if self.nth(1) == Kind::BraceOpen => {
                self.bump();
                let body = self.compound_statement()?;
                self.expect(Kind::ParenClose)?;
                Ok(self.node(start, Expression::Statement(Box::new(body))))
            }
            Kind::ParenOpen => {
                self.bump();
                self.check_cast()?;
                let inner = self.expression()?;
                self.expect(Kind::ParenClose)?;
                Ok(self.node(start, inner.node))
            }
            Kind::Generic => self.generic_selection(start),
            _ => self.builtin(start),
        }
    }

    /// Tells of `(name) other` and `(name *)` that the name is meant as a type, if nothing is called like that.
    fn check_cast(&mut self) -> Parsed<()> {
        let n_stars = (1..).take_while(|n| self.nth(*n) == Kind::Star).count();
        let behind = self.nth(n_stars + 2);
        let is_operand = matches!(behind, Kind::Name | Kind::Number | Kind::String | Kind::Character);
        let is_cast = self.is(Kind::Name)
            && self.nth(n_stars + 1) == Kind::ParenClose
            && (n_stars > 0 || is_operand)
            && !self.names.is_declared(self.text());
        if is_cast { Err(self.unknown_type()) } else { Ok(()) }
    }

    /// CBMC's `__CPROVER_forall { type name; expression }`: like a call of a function that is not known.
    fn quantifier(&mut self, start: usize, callee: Node<Expression>) -> Parsed<Node<Expression>> {
        let mut n_open = 0;
        loop {
            match self.kind() {
                Kind::BraceOpen => n_open += 1,
                Kind::BraceClose => n_open -= 1,
                Kind::End => return Err(self.error_here("syntax error: expected `}`")),
                _ => {}
            }
            self.bump();
            if n_open == 0 {
                let call = CallExpression { callee, arguments: Vec::new() };
                return Ok(boxed(self.span_from(start), call, Expression::Call));
            }
        }
    }

    fn type_in_expression(&mut self) -> super::errors::Stop {
        let name = self.text();
        self.error_here(format!("syntax error: expected an expression, found the type `{name}`"))
    }

    /// ```text
    /// generic-selection = "_Generic" "(" assignment-expression ("," association)+ ")"            6.5.2.1
    /// association       = (type-name | "default") ":" assignment-expression
    /// ```
    fn generic_selection(&mut self, start: usize) -> Parsed<Node<Expression>> {
        self.bump();
        self.expect(Kind::ParenOpen)?;
        let expression = self.assignment_expression()?;
        let mut associations = Vec::new();
        while self.eat(Kind::Comma) {
            let start = self.start();
            let type_name = if self.eat(Kind::Default) { None } else { Some(self.type_name()?) };
            self.expect(Kind::Colon)?;
            let expression = self.assignment_expression()?;
            associations.push(self.node(start, GenericAssociation { type_name, expression }));
        }
        self.expect(Kind::ParenClose)?;
        let selection = GenericSelection { expression, associations };
        Ok(boxed(self.span_from(start), selection, Expression::GenericSelection))
    }

    /// Builtins that have types for arguments (GNU):
    ///
    /// ```text
    /// builtin = "__builtin_va_arg" "(" assignment-expression "," type-name ")"
    ///         | "__builtin_offsetof" "(" type-name "," offset-designator ")"
    ///         | "__builtin_types_compatible_p" "(" type-name "," type-name ")"
    ///         | "__builtin_choose_expr" "(" assignment-expression "," assignment-expression "," assignment-expression ")"
    ///         | "__builtin_convertvector" "(" assignment-expression "," type-name ")"
    /// ```
    fn builtin(&mut self, start: usize) -> Parsed<Node<Expression>> {
        let is_builtin = matches!(
            self.kind(),
            Kind::VaArg | Kind::OffsetOf | Kind::TypesCompatible | Kind::ChooseExpr | Kind::ConvertVector
        );
        if !is_builtin {
            return Err(self.expected("an expression"));
        }
        let keyword = self.bump();
        self.expect(Kind::ParenOpen)?;
        let expression = match keyword.kind {
            Kind::VaArg => {
                let va_list = self.assignment_expression()?;
                self.expect(Kind::Comma)?;
                let type_name = self.type_name()?;
                self.expect(Kind::ParenClose)?;
                let argument = VaArgExpression { va_list, type_name };
                return Ok(boxed(self.span_from(start), argument, Expression::VaArg));
            }
            Kind::OffsetOf => return self.offset_of(start),
            Kind::TypesCompatible => {
                let first = self.type_name()?;
                self.expect(Kind::Comma)?;
                Expression::TypesCompatible(Box::new([first, self.type_name()?]))
            }
            Kind::ChooseExpr => {
                let condition = self.assignment_expression()?;
                self.expect(Kind::Comma)?;
                let then_expression = Some(self.assignment_expression()?);
                self.expect(Kind::Comma)?;
                let else_expression = self.assignment_expression()?;
                let choice = ConditionalExpression { condition, then_expression, else_expression };
                Expression::Choose(Box::new(choice))
            }
            _ => {
                self.skip_arguments();
                Expression::Builtin(Box::new(self.identifier(keyword)))
            }
        };
        self.expect(Kind::ParenClose)?;
        Ok(self.node(start, expression))
    }

    /// ```text
    /// offset-designator = identifier ("." identifier | "->" identifier | "[" expression "]")*
    /// ```
    fn offset_of(&mut self, start: usize) -> Parsed<Node<Expression>> {
        let type_name = self.type_name()?;
        self.expect(Kind::Comma)?;
        let base = self.name()?;
        let mut members = Vec::new();
        loop {
            members.push(match self.kind() {
                Kind::Dot => {
                    self.bump();
                    OffsetMember::Member(self.name()?)
                }
                Kind::Arrow => {
                    self.bump();
                    OffsetMember::IndirectMember(self.name()?)
                }
                Kind::BracketOpen => {
                    self.bump();
                    let index = self.expression()?;
                    self.expect(Kind::BracketClose)?;
                    OffsetMember::Index(index)
                }
                _ => break,
            });
        }
        self.expect(Kind::ParenClose)?;
        let offset = OffsetOfExpression { type_name, base, members };
        Ok(boxed(self.span_from(start), offset, Expression::OffsetOf))
    }
}
