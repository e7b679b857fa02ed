//! Declarators (6.7.7) and type names (6.7.8).

use super::ast::*;
use super::errors::Parsed;
use super::specifiers::Allowed;
use super::state::Parser;
use super::tokens::Kind;

/// Whether a declarator has a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Named,
    Abstract,
    /// Of a parameter.
    Either,
}

/// The name that a declarator declares.
pub(super) fn declared_name(declarator: &Declarator) -> Option<&Node<Identifier>> {
    match &declarator.kind {
        DeclaratorKind::Abstract => None,
        DeclaratorKind::Identifier(name) => Some(name),
        DeclaratorKind::Declarator(inner) => declared_name(&inner.node),
    }
}

/// What a declarator says first of what it declares, if that is a function.
pub(super) fn declared_function(declarator: &Declarator) -> Option<&DerivedDeclarator> {
    if let DeclaratorKind::Declarator(inner) = &declarator.kind
        && (!inner.node.derived.is_empty() || matches!(inner.node.kind, DeclaratorKind::Declarator(_)))
    {
        return declared_function(&inner.node).or_else(|| {
            let is_plain = is_parenthesized_name(&inner.node);
            is_plain.then(|| first_suffix(declarator)).flatten()
        });
    }
    first_suffix(declarator)
}

fn is_parenthesized_name(declarator: &Declarator) -> bool {
    declarator.derived.is_empty()
        && match &declarator.kind {
            DeclaratorKind::Declarator(inner) => is_parenthesized_name(&inner.node),
            _ => true,
        }
}

fn first_suffix(declarator: &Declarator) -> Option<&DerivedDeclarator> {
    let suffixes = declarator.derived.iter().map(|derived| &derived.node);
    let mut suffixes = suffixes.skip_while(|derived| matches!(derived, DerivedDeclarator::Pointer(_)));
    suffixes.next().filter(|derived| {
        matches!(derived, DerivedDeclarator::Function(_) | DerivedDeclarator::KRFunction(_))
    })
}

impl<'a> Parser<'a> {
    /// ```text
    /// type-name = specifiers abstract-declarator?
    /// ```
    pub(super) fn type_name(&mut self) -> Parsed<Node<TypeName>> {
        self.nested(|this| {
            let start = this.start();
            let specifiers = this.specifiers(Allowed::TypesOnly)?;
            if specifiers.list.is_empty() {
                return Err(match this.is(Kind::Name) {
                    true => this.unknown_type(),
                    false => this.expected("a type"),
                });
            }
            let declarator = this.declarator(Form::Abstract)?;
            Ok(this.node(start, TypeName { specifiers: specifiers.list, declarator }))
        })
    }

    /// A declarator with a name.
    pub(super) fn named_declarator(&mut self) -> Parsed<Node<Declarator>> {
        match self.declarator(Form::Named)? {
            Some(declarator) => Ok(declarator),
            None => Err(self.expected("a name")),
        }
    }

    /// ```text
    /// declarator        = pointer* direct-declarator
    /// pointer           = "*" type-qualifiers
    /// direct-declarator = (identifier | "(" attributes declarator ")")? attributes (array | function)*
    /// ```
    pub(super) fn declarator(&mut self, form: Form) -> Parsed<Option<Node<Declarator>>> {
        self.nested(|this| {
            let start = this.start();
            let mut derived = Vec::new();
            while this.is(Kind::Star) {
                let start = this.start();
                this.bump();
                let pointer = DerivedDeclarator::Pointer(this.qualifiers()?);
                derived.push(this.node(start, pointer));
            }
            let mut attributes = Vec::new();
            let kind = match this.kind() {
                Kind::Name if form != Form::Abstract => DeclaratorKind::Identifier(this.name()?),
                Kind::ParenOpen if this.is_group(form) => {
                    this.bump();
                    attributes = this.attributes()?;
                    let inner = this.declarator(form)?;
                    this.expect(Kind::ParenClose)?;
                    match inner {
                        Some(inner) => DeclaratorKind::Declarator(Box::new(inner)),
                        None => DeclaratorKind::Abstract,
                    }
                }
                _ if form == Form::Named => return Err(this.expected("a name")),
                _ => DeclaratorKind::Abstract,
            };
            let mut end = this.span_from(start);
            loop {
                match this.kind() {
                    _ if this.starts_attribute() && form != Form::Abstract => {
                        attributes.extend(this.attributes()?);
                        continue;
                    }
                    Kind::BracketOpen => derived.push(this.array()?),
                    Kind::ParenOpen => {
                        let has_name = !matches!(kind, DeclaratorKind::Abstract);
                        derived.push(this.function(has_name)?);
                    }
                    _ => break,
                }
                end = this.span_from(start);
            }
            let is_nothing = matches!(kind, DeclaratorKind::Abstract) && derived.is_empty();
            let declarator = Declarator { kind, derived, attributes };
            Ok((!is_nothing).then(|| Node::new(declarator, end)))
        })
    }

    /// Whether a parenthesis encloses a declarator, and not parameters: a name of a type in it is a parameter's (6.7.7.4).
    fn is_group(&self, form: Form) -> bool {
        let mut n = 1;
        if self.nth(n) == Kind::Attribute {
            return true;
        }
        while self.nth(n) == Kind::Star {
            n += 1;
        }
        match form {
            Form::Named => true,
            _ if n > 1 => true,
            Form::Abstract => matches!(self.nth(1), Kind::ParenOpen | Kind::BracketOpen),
            Form::Either => match self.nth(1) {
                Kind::ParenOpen | Kind::BracketOpen => true,
                Kind::Name => !self.starts_type_at(1),
                _ => false,
            },
        }
    }

    /// ```text
    /// array = "[" ("static" | type-qualifier)* ("*" | assignment-expression)? "]"             6.7.7.3
    /// ```
    fn array(&mut self) -> Parsed<Node<DerivedDeclarator>> {
        let start = self.start();
        self.bump();
        self.qualifiers()?;
        if self.eat(Kind::Static) {
            self.qualifiers()?;
        }
        let size = match self.kind() {
            Kind::BracketClose => ArraySize::Unknown,
            Kind::Star if self.nth(1) == Kind::BracketClose => {
                self.bump();
                ArraySize::VariableUnknown
            }
            _ => ArraySize::Expression(Box::new(self.assignment_expression()?)),
        };
        self.expect(Kind::BracketClose)?;
        Ok(self.node(start, DerivedDeclarator::Array(size)))
    }

    /// ```text
    /// function   = "(" (parameters | identifier ("," identifier)*)? ")"                       6.7.7.4
    /// parameters = parameter ("," parameter)* ("," "...")? | "..."
    /// ```
    ///
    /// Names of parameters are in scope up to the end; a definition declares them again.
    fn function(&mut self, has_name: bool) -> Parsed<Node<DerivedDeclarator>> {
        let start = self.start();
        self.bump();
        self.names.enter();
        let is_old = self.is(Kind::ParenClose)
            || self.is(Kind::Name)
                && !self.starts_type_at(0)
                && matches!(self.nth(1), Kind::Comma | Kind::ParenClose);
        if is_old && !has_name && self.is(Kind::Name) {
            return Err(self.unknown_type());
        }
        let derived = match is_old {
            true => DerivedDeclarator::KRFunction(self.parameter_names()?),
            false => DerivedDeclarator::Function(self.parameters()?),
        };
        self.expect(Kind::ParenClose)?;
        self.names.leave();
        Ok(self.node(start, derived))
    }

    fn parameter_names(&mut self) -> Parsed<Vec<Node<Identifier>>> {
        let mut names = Vec::new();
        while !self.is(Kind::ParenClose) {
            if !names.is_empty() {
                self.expect(Kind::Comma)?;
            }
            names.push(self.name()?);
        }
        Ok(names)
    }

    fn parameters(&mut self) -> Parsed<FunctionDeclarator> {
        let mut parameters = Vec::new();
        loop {
            if self.eat(Kind::Ellipsis) {
                return Ok(FunctionDeclarator { parameters, has_ellipsis: true });
            }
            parameters.push(self.parameter()?);
            if self.is(Kind::Semicolon) {
                return Err(self.error_here("forward declarations of parameters are not supported"));
            }
            if !self.eat(Kind::Comma) {
                return Ok(FunctionDeclarator { parameters, has_ellipsis: false });
            }
        }
    }

    /// ```text
    /// parameter = specifiers (declarator | abstract-declarator)? attributes
    /// ```
    fn parameter(&mut self) -> Parsed<Node<ParameterDeclaration>> {
        let start = self.start();
        let attributes = self.attributes()?;
        let specifiers = self.specifiers(Allowed::All)?;
        if !specifiers.has_type {
            let is_unknown =
                self.is(Kind::Name) && (specifiers.list.is_empty() || self.is_followed_by_name());
            if is_unknown {
                return Err(self.unknown_type());
            }
            if specifiers.list.is_empty() {
                return Err(self.expected("a parameter"));
            }
        }
        let declarator = self.declarator(Form::Either)?;
        if let Some(name) = declarator.as_ref().and_then(|it| declared_name(&it.node)) {
            let name = self.slice(name.span);
            self.names.declare(name, false);
        }
        let span = self.span_from(start);
        let mut specifiers = specifiers.list;
        specifiers.extend(attributes.into_iter().map(super::specifiers::as_specifier));
        specifiers.extend(self.attributes()?.into_iter().map(super::specifiers::as_specifier));
        Ok(Node::new(ParameterDeclaration { specifiers, declarator }, span))
    }

    /// Whether another name follows, perhaps behind asterisks: then this one is meant as a type.
    pub(super) fn is_followed_by_name(&self) -> bool {
        let mut n = 1;
        while self.nth(n) == Kind::Star {
            n += 1;
        }
        self.nth(n) == Kind::Name
            || n > 1 && matches!(self.nth(n), Kind::ParenClose | Kind::Comma | Kind::ParenOpen)
    }

    /// The parameters of a function that is defined, in scope again.
    pub(super) fn declare_parameters(&mut self, declarator: &Declarator) {
        match declared_function(declarator) {
            Some(DerivedDeclarator::Function(function)) => {
                for parameter in &function.parameters {
                    let declarator = parameter.node.declarator.as_ref();
                    if let Some(name) = declarator.and_then(|it| declared_name(&it.node)) {
                        let name = self.slice(name.span);
                        self.names.declare(name, false);
                    }
                }
            }
            Some(DerivedDeclarator::KRFunction(names)) => {
                for name in names {
                    let name = self.slice(name.span);
                    self.names.declare(name, false);
                }
            }
            _ => {}
        }
    }

    /// Declares the name of a declarator.
    pub(super) fn declare(&mut self, declarator: &Declarator, is_type: bool) {
        if let Some(name) = declared_name(declarator) {
            let name: &'a str = self.slice(name.span);
            self.names.declare(name, is_type);
        }
    }
}
