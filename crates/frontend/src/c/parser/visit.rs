//! The expression at a place.

use super::ast::*;

/// The outermost expression that reaches over these bytes, and no others.
pub(in crate::c) fn expression_at(
    unit: &TranslationUnit,
    start: usize,
    end: usize,
) -> Option<&Node<Expression>> {
    let mut finder = Finder { start, end, found: None };
    let declaration = unit.0.iter().find(|declaration| finder.is_in(declaration.span))?;
    match &declaration.node {
        ExternalDeclaration::Declaration(declaration) => finder.declaration(declaration),
        ExternalDeclaration::FunctionDefinition(function) => finder.function(function),
        ExternalDeclaration::StaticAssert | ExternalDeclaration::Asm => {}
    }
    finder.found
}

struct Finder<'a> {
    start: usize,
    end: usize,
    found: Option<&'a Node<Expression>>,
}

impl<'a> Finder<'a> {
    fn is_in(&self, span: Span) -> bool {
        self.found.is_none() && span.start <= self.start && self.end <= span.end
    }

    fn function(&mut self, function: &'a Node<FunctionDefinition>) {
        let function = &function.node;
        self.specifiers(&function.specifiers);
        self.declarator(&function.declarator);
        function.declarations.iter().for_each(|it| self.declaration(it));
        self.statement(&function.statement);
    }

    fn declaration(&mut self, node: &'a Node<Declaration>) {
        if !self.is_in(node.span) {
            return;
        }
        self.specifiers(&node.node.specifiers);
        for declarator in &node.node.declarators {
            self.declarator(&declarator.node.declarator);
            declarator.node.initializer.iter().for_each(|it| self.initializer(it));
        }
    }

    fn specifiers(&mut self, specifiers: &'a [Node<DeclarationSpecifier>]) {
        for specifier in specifiers {
            if !self.is_in(specifier.span) {
                continue;
            }
            match &specifier.node {
                DeclarationSpecifier::TypeSpecifier(specifier) => self.type_specifier(specifier),
                DeclarationSpecifier::Alignment(of) => self.type_of(of),
                DeclarationSpecifier::Attribute(attribute) => self.expressions(&attribute.arguments),
                _ => {}
            }
        }
    }

    fn type_specifier(&mut self, specifier: &'a TypeSpecifier) {
        match specifier {
            TypeSpecifier::Atomic(name) => self.type_name(name),
            TypeSpecifier::TypeOf(of) | TypeSpecifier::TypeOfUnqualified(of) => self.type_of(of),
            TypeSpecifier::Enum(enumeration) => {
                let values = enumeration.enumerators.iter().filter_map(|it| it.node.expression.as_ref());
                values.for_each(|value| self.expression(value));
            }
            TypeSpecifier::Struct(record) => {
                for member in record.declarations.iter().flatten() {
                    let StructDeclaration::Field(field) = &member.node else { continue };
                    self.specifiers(&field.specifiers);
                    for declarator in &field.declarators {
                        declarator.node.declarator.iter().for_each(|it| self.declarator(it));
                        declarator.node.bit_width.iter().for_each(|it| self.expression(it));
                    }
                }
            }
            _ => {}
        }
    }

    fn type_of(&mut self, of: &'a TypeOf) {
        match of {
            TypeOf::Expression(expression) => self.expression(expression),
            TypeOf::Type(name) => self.type_name(name),
        }
    }

    fn type_name(&mut self, name: &'a Node<TypeName>) {
        if self.is_in(name.span) {
            self.specifiers(&name.node.specifiers);
            name.node.declarator.iter().for_each(|it| self.declarator(it));
        }
    }

    fn declarator(&mut self, node: &'a Node<Declarator>) {
        if let DeclaratorKind::Declarator(inner) = &node.node.kind {
            self.declarator(inner);
        }
        for derived in &node.node.derived {
            match &derived.node {
                DerivedDeclarator::Array(ArraySize::Expression(size)) => self.expression(size),
                DerivedDeclarator::Function(function) => {
                    for parameter in &function.parameters {
                        self.specifiers(&parameter.node.specifiers);
                        parameter.node.declarator.iter().for_each(|it| self.declarator(it));
                    }
                }
                _ => {}
            }
        }
    }

    fn initializer(&mut self, node: &'a Node<Initializer>) {
        if !self.is_in(node.span) {
            return;
        }
        match &node.node {
            Initializer::Expression(expression) => self.expression(expression),
            Initializer::List(items) => self.items(items),
        }
    }

    fn items(&mut self, items: &'a [Node<InitializerListItem>]) {
        for item in items {
            if !self.is_in(item.span) {
                continue;
            }
            for designator in &item.node.designation {
                match &designator.node {
                    Designator::Index(index) => self.expression(index),
                    Designator::Range(from, to) => [from, to].into_iter().for_each(|it| self.expression(it)),
                    Designator::Member(_) => {}
                }
            }
            self.initializer(&item.node.initializer);
        }
    }

    fn statement(&mut self, node: &'a Node<Statement>) {
        if !self.is_in(node.span) {
            return;
        }
        match &node.node {
            Statement::Labeled(labeled) => {
                match &labeled.label {
                    Label::Case(value) => self.expression(value),
                    Label::CaseRange(range) => self.expressions(&range[..]),
                    Label::Identifier(_) | Label::Default => {}
                }
                self.statement(&labeled.statement);
            }
            Statement::Compound(items) => items.iter().for_each(|item| self.block_item(item)),
            Statement::Expression(value) | Statement::Return(value) => {
                value.iter().for_each(|it| self.expression(it));
            }
            Statement::If(it) => {
                self.expression(&it.condition);
                self.statement(&it.then_statement);
                it.else_statement.iter().for_each(|it| self.statement(it));
            }
            Statement::Switch(it) => {
                self.expression(&it.expression);
                self.statement(&it.statement);
            }
            Statement::While(it) => {
                self.expression(&it.expression);
                self.statement(&it.statement);
            }
            Statement::DoWhile(it) => {
                self.statement(&it.statement);
                self.expression(&it.expression);
            }
            Statement::For(it) => {
                match &it.initializer {
                    ForInitializer::Declaration(declaration) => self.declaration(declaration),
                    ForInitializer::Expression(expression) => self.expression(expression),
                    ForInitializer::Empty => {}
                }
                it.condition.iter().chain(&it.step).for_each(|it| self.expression(it));
                self.statement(&it.statement);
            }
            Statement::GotoAddress(address) => self.expression(address),
            Statement::Asm(asm) => {
                let operands = asm.outputs.iter().chain(&asm.inputs);
                operands.for_each(|operand| self.expression(&operand.expression));
            }
            Statement::Goto(_) | Statement::Continue | Statement::Break => {}
        }
    }

    fn block_item(&mut self, item: &'a Node<BlockItem>) {
        match &item.node {
            BlockItem::Declaration(declaration) => self.declaration(declaration),
            BlockItem::Statement(statement) => self.statement(statement),
            BlockItem::Function(function) => self.function(function),
            BlockItem::StaticAssert | BlockItem::Labels(_) => {}
        }
    }

    fn expressions(&mut self, expressions: &'a [Node<Expression>]) {
        expressions.iter().for_each(|it| self.expression(it));
    }

    fn expression(&mut self, node: &'a Node<Expression>) {
        if !self.is_in(node.span) {
            return;
        }
        if (node.span.start, node.span.end) == (self.start, self.end) {
            self.found = Some(node);
            return;
        }
        match &node.node {
            Expression::Identifier(_) | Expression::Constant(_) | Expression::StringLiteral(_) => {}
            Expression::LabelAddress(_) | Expression::Builtin(_) => {}
            Expression::GenericSelection(selection) => {
                self.expression(&selection.node.expression);
                for association in &selection.node.associations {
                    association.node.type_name.iter().for_each(|it| self.type_name(it));
                    self.expression(&association.node.expression);
                }
            }
            Expression::Member(member) => self.expression(&member.node.expression),
            Expression::Call(call) => {
                self.expression(&call.node.callee);
                self.expressions(&call.node.arguments);
            }
            Expression::CompoundLiteral(literal) => {
                self.type_name(&literal.node.type_name);
                self.items(&literal.node.initializer_list);
            }
            Expression::SizeOfTy(name) => self.type_name(name),
            Expression::SizeOfVal(operand) => self.expression(operand),
            Expression::AlignOf(align) => self.type_of(&align.node.operand),
            Expression::UnaryOperator(unary) => self.expression(&unary.node.operand),
            Expression::Cast(cast) => {
                self.type_name(&cast.node.type_name);
                self.expression(&cast.node.expression);
            }
            Expression::BinaryOperator(binary) => {
                self.expression(&binary.node.lhs);
                self.expression(&binary.node.rhs);
            }
            Expression::Conditional(conditional) => self.conditional(&conditional.node),
            Expression::Choose(choice) => self.conditional(choice),
            Expression::Comma(parts) => self.expressions(parts),
            Expression::OffsetOf(offset) => {
                self.type_name(&offset.node.type_name);
                for member in &offset.node.members {
                    if let OffsetMember::Index(index) = member {
                        self.expression(index);
                    }
                }
            }
            Expression::VaArg(argument) => {
                self.expression(&argument.node.va_list);
                self.type_name(&argument.node.type_name);
            }
            Expression::Statement(statement) => self.statement(statement),
            Expression::TypesCompatible(types) => types.iter().for_each(|it| self.type_name(it)),
        }
    }

    fn conditional(&mut self, conditional: &'a ConditionalExpression) {
        self.expression(&conditional.condition);
        conditional.then_expression.iter().for_each(|it| self.expression(it));
        self.expression(&conditional.else_expression);
    }
}
