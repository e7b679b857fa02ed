//! Specifiers: the first part of a declaration.

use super::super::parser::ast::{self, Node, Span};
use super::super::qualifiers::Qualifiers;
use super::super::types::Qualified;
use super::attributes::{Attributes, plain};

/// Specifiers sorted by what they say.
#[derive(Default)]
pub(super) struct Specifiers<'a> {
    pub storage: Option<ast::StorageClassSpecifier>,
    pub is_inline: bool,
    /// With their places.
    pub types: Vec<(&'a ast::TypeSpecifier, Span)>,
    pub qualifiers: Qualifiers,
    /// The attributes of what is declared.
    pub attributes: Vec<&'a ast::Attribute>,
    /// Whether the type is that of the initializer.
    pub is_deduced: bool,
    /// Where the first one stands.
    pub first: Option<Span>,
    /// What `_Alignas` asks for.
    pub alignments: Vec<&'a ast::TypeOf>,
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
    /// The attribute of a name that what a declarator declares has.
    pub(super) fn attribute(
        &self,
        name: &str,
        declarator: &'a Node<ast::Declarator>,
    ) -> Option<&'a ast::Attribute> {
        let own = declarator.node.attributes.iter().map(|it| &it.node);
        let found = self.attributes.iter().copied().chain(own).find(|it| plain(&it.name.node) == name);
        found.or_else(|| match &declarator.node.kind {
            ast::DeclaratorKind::Declarator(inner) => self.attribute(name, inner),
            _ => None,
        })
    }

    pub(super) fn of(specifiers: &'a [Node<ast::DeclarationSpecifier>]) -> Specifiers<'a> {
        use ast::{DeclarationSpecifier as D, StorageClassSpecifier as Storage};
        let first = specifiers.first().map(|it| it.span);
        let mut result = Specifiers { first, ..Specifiers::default() };
        for specifier in specifiers {
            match &specifier.node {
                D::StorageClass(Storage::ThreadLocal) => {}
                D::Function { is_inline } => result.is_inline |= *is_inline,
                D::StorageClass(Storage::Constexpr) => result.qualifiers.is_const = true,
                D::StorageClass(storage) => result.storage = Some(*storage),
                D::TypeSpecifier(ast::TypeSpecifier::AutoType) => result.is_deduced = true,
                D::TypeSpecifier(ty) => result.types.push((ty, specifier.span)),
                D::TypeQualifier(qualifier) => {
                    result.qualifiers = result.qualifiers.and(qualifiers(*qualifier));
                }
                D::Alignment(of) => result.alignments.push(of),
                D::Attribute(attribute) => result.attributes.push(attribute),
            }
        }
        result
    }
}

/// What a qualifier says.
pub(super) fn qualifiers(qualifier: ast::TypeQualifier) -> Qualifiers {
    Qualifiers {
        is_const: qualifier == ast::TypeQualifier::Const,
        is_volatile: qualifier == ast::TypeQualifier::Volatile,
    }
}
