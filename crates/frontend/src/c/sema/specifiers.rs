//! Specifiers: the first part of a declaration.

use super::super::parse::{Node, ast};
use super::super::qualifiers::Qualifiers;
use super::super::types::Qualified;
use super::attributes::Attributes;

/// Specifiers sorted by what they say.
#[derive(Default)]
pub(super) struct Specifiers<'a> {
    pub storage: Option<ast::StorageClassSpecifier>,
    pub types: Vec<&'a Node<ast::TypeSpecifier>>,
    pub qualifiers: Qualifiers,
    /// The attributes behind the body of a record or enumeration: they are the type's.
    pub of_type: Vec<&'a Node<ast::Extension>>,
    /// The others: they are those of what is declared.
    pub of_declared: Vec<&'a Node<ast::Extension>>,
    is_behind_body: bool,
}

/// What specifiers say of what is declared.
#[derive(Debug, Clone)]
pub(super) struct Specified {
    pub ty: Qualified,
    /// The alignment that the name of the type gives it.
    pub type_align: Option<u64>,
    pub attributes: Attributes,
}

impl<'a> Specifiers<'a> {
    pub(super) fn of_declaration(specifiers: &'a [Node<ast::DeclarationSpecifier>]) -> Specifiers<'a> {
        let mut result = Specifiers::default();
        for specifier in specifiers {
            match &specifier.node {
                ast::DeclarationSpecifier::StorageClass(storage)
                    if storage.node != ast::StorageClassSpecifier::ThreadLocal =>
                {
                    result.storage = Some(storage.node.clone());
                    result.is_behind_body = false;
                }
                ast::DeclarationSpecifier::TypeSpecifier(ty) => result.add_type(ty),
                ast::DeclarationSpecifier::Extension(extensions) => result.add_attributes(extensions),
                ast::DeclarationSpecifier::TypeQualifier(qualifier) => result.add_qualifier(qualifier),
                _ => result.is_behind_body = false,
            }
        }
        result
    }

    pub(super) fn of_qualifiers(specifiers: &'a [Node<ast::SpecifierQualifier>]) -> Specifiers<'a> {
        let mut result = Specifiers::default();
        for specifier in specifiers {
            match &specifier.node {
                ast::SpecifierQualifier::TypeSpecifier(ty) => result.add_type(ty),
                ast::SpecifierQualifier::Extension(extensions) => result.add_attributes(extensions),
                ast::SpecifierQualifier::TypeQualifier(qualifier) => result.add_qualifier(qualifier),
            }
        }
        result
    }

    fn add_qualifier(&mut self, qualifier: &Node<ast::TypeQualifier>) {
        self.qualifiers = self.qualifiers.and(qualifiers(&qualifier.node));
        self.is_behind_body = false;
    }

    fn add_type(&mut self, ty: &'a Node<ast::TypeSpecifier>) {
        self.is_behind_body = match &ty.node {
            ast::TypeSpecifier::Struct(record) => record.node.declarations.is_some(),
            ast::TypeSpecifier::Enum(enumeration) => !enumeration.node.enumerators.is_empty(),
            _ => false,
        };
        self.types.push(ty);
    }

    fn add_attributes(&mut self, extensions: &'a [Node<ast::Extension>]) {
        let list = if self.is_behind_body { &mut self.of_type } else { &mut self.of_declared };
        list.extend(extensions);
    }
}

/// What a qualifier says.
pub(super) fn qualifiers(qualifier: &ast::TypeQualifier) -> Qualifiers {
    Qualifiers {
        is_const: *qualifier == ast::TypeQualifier::Const,
        is_volatile: *qualifier == ast::TypeQualifier::Volatile,
    }
}
