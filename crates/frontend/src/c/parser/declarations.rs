//! Declarations (6.7), initializers (6.7.11) and external definitions (6.9).

use super::ast::*;
use super::declarators::declared_function;
use super::errors::Parsed;
use super::specifiers::{Allowed, Specifiers, as_specifier};
use super::state::Parser;
use super::tokens::Kind;

/// What a declaration turns out to be.
pub(super) enum Declared {
    Declaration(Node<Declaration>),
    Function(Box<Node<FunctionDefinition>>),
}

impl Parser<'_> {
    /// ```text
    /// translation-unit = external-declaration*                                    6.9
    /// ```
    pub(super) fn translation_unit(&mut self) -> TranslationUnit {
        let mut declarations = Vec::new();
        while !self.is(Kind::End) && !self.errors.is_full() {
            let mark = self.mark();
            match self.external_declaration() {
                Ok(Some(declaration)) => declarations.push(declaration),
                Ok(None) => {}
                Err(_) => {
                    self.recover(&mark);
                    self.eat(Kind::BraceClose);
                }
            }
        }
        TranslationUnit(declarations)
    }

    /// ```text
    /// external-declaration = declaration | function-definition | static-assert | asm | ";"
    /// ```
    fn external_declaration(&mut self) -> Parsed<Option<Node<ExternalDeclaration>>> {
        let start = self.start();
        if self.eat(Kind::Semicolon) {
            return Ok(None);
        }
        if self.starts_static_assert() {
            self.static_assert()?;
            return Ok(Some(self.node(start, ExternalDeclaration::StaticAssert)));
        }
        if self.is(Kind::Asm) {
            let asm = self.asm()?;
            let is_empty = asm.template.iter().all(|part| part == "\"\"");
            return Ok((!is_empty).then(|| self.node(start, ExternalDeclaration::Asm)));
        }
        let declared = match self.declaration(Level::File)? {
            Declared::Declaration(declaration) => ExternalDeclaration::Declaration(declaration),
            Declared::Function(function) => ExternalDeclaration::FunctionDefinition(function),
        };
        Ok(Some(self.node(start, declared)))
    }

    pub(super) fn starts_static_assert(&self) -> bool {
        self.is(Kind::StaticAssert) || self.is_new_keyword("static_assert") && self.nth(1) == Kind::ParenOpen
    }

    /// ```text
    /// static-assert = "_Static_assert" "(" constant-expression ("," string-literal)? ")" ";"           6.7.12
    /// ```
    pub(super) fn static_assert(&mut self) -> Parsed<()> {
        self.bump();
        self.expect(Kind::ParenOpen)?;
        self.conditional_expression()?;
        if self.eat(Kind::Comma) {
            self.strings()?;
        }
        self.expect(Kind::ParenClose)?;
        self.semicolon()
    }

    /// ```text
    /// declaration         = attributes specifiers (init-declarator ("," init-declarator)*)? ";"
    /// function-definition = attributes specifiers declarator declaration* compound-statement         6.9.2
    /// ```
    ///
    /// Without a type it is `int`, as it was in C89.
    pub(super) fn declaration(&mut self, level: Level) -> Parsed<Declared> {
        let start = self.start();
        let attributes = self.attributes()?;
        let mut specifiers = self.specifiers(Allowed::All)?;
        specifiers.list.splice(0..0, attributes.into_iter().map(as_specifier));
        if !specifiers.has_type {
            self.check_implied_int(&specifiers, level)?;
        }
        let mut declarators = Vec::new();
        if !self.is(Kind::Semicolon) {
            loop {
                let declarator_start = self.start();
                let declarator = self.declarator_with_attributes()?;
                if declarators.is_empty() && self.begins_body(&declarator.node) {
                    let function = self.function_definition(start, specifiers, declarator)?;
                    return Ok(Declared::Function(Box::new(function)));
                }
                self.declare(&declarator.node, specifiers.is_typedef);
                declarators.push(self.init_declarator(declarator_start, declarator)?);
                if !self.eat(Kind::Comma) {
                    break;
                }
                self.attributes()?;
            }
        }
        self.semicolon()?;
        let declaration = Declaration { specifiers: specifiers.list, declarators };
        Ok(Declared::Declaration(self.node(start, declaration)))
    }

    /// Refuses a declaration without a type that is none of C89.
    fn check_implied_int(&mut self, specifiers: &Specifiers, level: Level) -> Parsed<()> {
        if self.is(Kind::Name) && self.is_followed_by_name() {
            return Err(self.unknown_type());
        }
        let begins = match self.kind() {
            Kind::Name if self.nth(1) == Kind::ParenOpen && self.nth(2) == Kind::Star => {
                return Err(self.unknown_type());
            }
            Kind::Name => true,
            Kind::Star if level == Level::File => true,
            Kind::Star | Kind::ParenOpen | Kind::Semicolon => !specifiers.list.is_empty(),
            _ => false,
        };
        match begins {
            true => Ok(()),
            false if level == Level::File => Err(self.expected("a declaration")),
            false => Err(self.expected("a type")),
        }
    }

    /// Whether a function is defined by what follows its declarator.
    fn begins_body(&self, declarator: &Declarator) -> bool {
        match declared_function(declarator) {
            None => false,
            Some(_) if self.is(Kind::BraceOpen) => true,
            Some(DerivedDeclarator::KRFunction(names)) => !names.is_empty() && self.starts_declaration(),
            Some(_) => false,
        }
    }

    fn function_definition(
        &mut self,
        start: usize,
        specifiers: Specifiers,
        declarator: Node<Declarator>,
    ) -> Parsed<Node<FunctionDefinition>> {
        self.declare(&declarator.node, false);
        self.names.enter();
        self.declare_parameters(&declarator.node);
        let mut declarations = Vec::new();
        while !self.is(Kind::BraceOpen) {
            if !self.starts_declaration() {
                return Err(self.expected("a declaration of a parameter"));
            }
            match self.declaration(Level::Block)? {
                Declared::Declaration(declaration) => declarations.push(declaration),
                Declared::Function(_) => return Err(self.expected("`{`")),
            }
        }
        let outer = std::mem::take(&mut self.addressed_labels);
        let statement = self.compound_statement();
        let addressed_labels = std::mem::replace(&mut self.addressed_labels, outer);
        let (specifiers, statement) = (specifiers.list, statement?);
        self.names.leave();
        let function =
            FunctionDefinition { specifiers, declarator, declarations, statement, addressed_labels };
        Ok(self.node(start, function))
    }

    /// ```text
    /// declarator ("asm" "(" string-literal ")")? attributes                       GNU
    /// ```
    fn declarator_with_attributes(&mut self) -> Parsed<Node<Declarator>> {
        let mut declarator = self.named_declarator()?;
        loop {
            if self.starts_attribute() {
                declarator.node.attributes.extend(self.attributes()?);
            } else if self.eat(Kind::Asm) {
                self.expect(Kind::ParenOpen)?;
                self.strings()?;
                self.expect(Kind::ParenClose)?;
            } else {
                return Ok(declarator);
            }
        }
    }

    /// ```text
    /// init-declarator = declarator ("=" initializer)?
    /// ```
    fn init_declarator(
        &mut self,
        start: usize,
        declarator: Node<Declarator>,
    ) -> Parsed<Node<InitDeclarator>> {
        if !self.eat(Kind::Equal) {
            // The attributes behind it are no part of what is shown.
            let span = declarator.span;
            return Ok(Node::new(InitDeclarator { declarator, initializer: None }, span));
        }
        let initializer = Some(self.initializer()?);
        Ok(self.node(start, InitDeclarator { declarator, initializer }))
    }

    /// ```text
    /// initializer = assignment-expression | braced-initializer
    /// ```
    fn initializer(&mut self) -> Parsed<Node<Initializer>> {
        let start = self.start();
        let initializer = match self.is(Kind::BraceOpen) {
            true => Initializer::List(self.nested(Self::braced_initializer)?),
            false => Initializer::Expression(Box::new(self.assignment_expression()?)),
        };
        Ok(self.node(start, initializer))
    }

    /// ```text
    /// braced-initializer = "{" (item ("," item)* ","?)? "}"
    /// ```
    pub(super) fn braced_initializer(&mut self) -> Parsed<Vec<Node<InitializerListItem>>> {
        self.expect(Kind::BraceOpen)?;
        let mut items = Vec::new();
        while !self.is(Kind::BraceClose) {
            items.push(self.initializer_item()?);
            if !self.is(Kind::BraceClose) && !self.eat(Kind::Comma) {
                return Err(self.expected("`,` or `}`"));
            }
        }
        self.bump();
        Ok(items)
    }

    /// ```text
    /// item       = designation? initializer
    /// designation = designator+ "=" | array-designator+ | identifier ":"                the latter two of old GNU
    /// designator = "[" constant-expression ("..." constant-expression)? "]" | "." identifier
    /// ```
    fn initializer_item(&mut self) -> Parsed<Node<InitializerListItem>> {
        let start = self.start();
        let designation = match self.is(Kind::Name) && self.nth(1) == Kind::Colon {
            true => {
                let name = self.name()?;
                self.bump();
                vec![Node::new(Designator::Member(name.clone()), name.span)]
            }
            false => self.designation()?,
        };
        let initializer = self.initializer()?;
        Ok(self.node(start, InitializerListItem { designation, initializer }))
    }

    fn designation(&mut self) -> Parsed<Vec<Node<Designator>>> {
        let mut designation = Vec::new();
        while matches!(self.kind(), Kind::Dot | Kind::BracketOpen) {
            let start = self.start();
            let designator = self.designator()?;
            designation.push(self.node(start, designator));
        }
        let needs_sign = matches!(designation.last().map(|it| &it.node), Some(Designator::Member(_)));
        if !designation.is_empty() && !self.eat(Kind::Equal) && needs_sign {
            return Err(self.expected("`=`"));
        }
        Ok(designation)
    }

    fn designator(&mut self) -> Parsed<Designator> {
        if self.bump().kind == Kind::Dot {
            return Ok(Designator::Member(self.name()?));
        }
        let from = self.conditional_expression()?;
        let designator = match self.eat(Kind::Ellipsis) {
            true => Designator::Range(from, self.conditional_expression()?),
            false => Designator::Index(from),
        };
        self.expect(Kind::BracketClose)?;
        Ok(designator)
    }
}

/// Where a declaration stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Level {
    File,
    Block,
}
