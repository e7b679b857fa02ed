//! Structures, unions (6.7.3.2) and enumerations (6.7.3.3).

use super::ast::*;
use super::declarators::Form;
use super::errors::Parsed;
use super::specifiers::{Allowed, as_specifier};
use super::state::Parser;
use super::tokens::Kind;

impl Parser<'_> {
    /// ```text
    /// struct-or-union = ("struct" | "union") attributes identifier? ("{" member* "}" attributes)?
    /// ```
    ///
    /// The tag may be the name of a type as well.
    pub(super) fn record(&mut self) -> Parsed<StructType> {
        let kind = match self.bump().kind {
            Kind::Struct => StructKind::Struct,
            _ => StructKind::Union,
        };
        let mut attributes = self.attributes()?;
        let identifier = if self.is(Kind::Name) { Some(self.name()?) } else { None };
        let (mut declarations, mut pack) = (None, None);
        if self.eat(Kind::BraceOpen) {
            let members = self.nested(Self::members)?;
            pack = self.pack();
            self.expect(Kind::BraceClose)?;
            declarations = Some(members);
            // What stands in front of the name of a variable is the type's here.
            attributes.extend(self.attributes()?);
        } else if identifier.is_none() {
            return Err(self.expected("the name of a structure, or `{`"));
        }
        Ok(StructType { kind, identifier, declarations, attributes, pack })
    }

    fn members(&mut self) -> Parsed<Vec<Node<StructDeclaration>>> {
        let mut members = Vec::new();
        while !matches!(self.kind(), Kind::BraceClose | Kind::End) && !self.errors.is_full() {
            let start = self.start();
            let mark = self.mark();
            if self.eat(Kind::Semicolon) {
                continue;
            }
            if self.starts_static_assert() {
                self.static_assert()?;
                members.push(self.node(start, StructDeclaration::StaticAssert));
                continue;
            }
            match self.member() {
                Ok(field) => members.push(self.node(start, StructDeclaration::Field(field))),
                Err(_) => {
                    self.recover(&mark);
                    if self.is_stuck(&mark) {
                        self.bump();
                    }
                }
            }
        }
        Ok(members)
    }

    /// ```text
    /// member            = attributes specifiers (member-declarator ("," member-declarator)*)? ";"
    /// member-declarator = (declarator | declarator? ":" constant-expression) attributes
    /// ```
    ///
    /// The last member may go without a semicolon (GNU).
    fn member(&mut self) -> Parsed<StructField> {
        let attributes = self.attributes()?;
        let specifiers = self.specifiers(Allowed::TypesOnly)?;
        if !specifiers.has_type {
            let is_unknown =
                self.is(Kind::Name) && (specifiers.list.is_empty() || self.is_followed_by_name());
            if is_unknown {
                return Err(self.unknown_type());
            }
            if specifiers.list.is_empty() {
                return Err(self.expected("a member"));
            }
        }
        let mut list = specifiers.list;
        list.splice(0..0, attributes.into_iter().map(as_specifier));
        let mut declarators = Vec::new();
        while !matches!(self.kind(), Kind::Semicolon | Kind::BraceClose) {
            declarators.push(self.member_declarator()?);
            if !self.eat(Kind::Comma) {
                break;
            }
            self.attributes()?;
        }
        if !self.is(Kind::BraceClose) {
            self.semicolon()?;
        }
        Ok(StructField { specifiers: list, declarators })
    }

    fn member_declarator(&mut self) -> Parsed<Node<StructDeclarator>> {
        let start = self.start();
        let declarator = if self.is(Kind::Colon) { None } else { self.declarator(Form::Named)? };
        let bit_width = if self.eat(Kind::Colon) { Some(self.conditional_expression()?) } else { None };
        let span = self.span_from(start);
        let attributes = self.attributes()?;
        Ok(Node::new(StructDeclarator { declarator, bit_width, attributes }, span))
    }

    /// ```text
    /// enumeration = "enum" attributes identifier? (":" type-name)? ("{" enumerator ("," enumerator)* ","? "}" attributes)?
    /// enumerator  = identifier attributes ("=" constant-expression)?
    /// ```
    ///
    /// A colon in front of a number is that of a bit-field.
    pub(super) fn enumeration(&mut self) -> Parsed<EnumType> {
        self.bump();
        let mut attributes = self.attributes()?;
        let identifier = if self.is(Kind::Name) { Some(self.name()?) } else { None };
        let mut underlying = None;
        if self.is(Kind::Colon) && self.starts_type_at(1) {
            self.bump();
            let start = self.start();
            let specifiers = self.specifiers(Allowed::TypesOnly)?.list;
            underlying = Some(self.node(start, TypeName { specifiers, declarator: None }));
        }
        let mut enumerators = Vec::new();
        if self.eat(Kind::BraceOpen) {
            while !self.is(Kind::BraceClose) {
                enumerators.push(self.enumerator()?);
                if !self.eat(Kind::Comma) {
                    break;
                }
            }
            self.expect(Kind::BraceClose)?;
            attributes.extend(self.attributes()?);
        } else if identifier.is_none() {
            return Err(self.expected("the name of an enumeration, or `{`"));
        }
        Ok(EnumType { identifier, underlying, enumerators, attributes })
    }

    fn enumerator(&mut self) -> Parsed<Node<Enumerator>> {
        let start = self.start();
        let identifier = self.name()?;
        self.attributes()?;
        let expression = if self.eat(Kind::Equal) { Some(self.conditional_expression()?) } else { None };
        let name = self.slice(identifier.span);
        self.names.declare(name, false);
        Ok(self.node(start, Enumerator { identifier, expression }))
    }
}
