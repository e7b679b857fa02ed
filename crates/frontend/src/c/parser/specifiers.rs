//! Specifiers of declarations, members, parameters and type names (6.7.2 to 6.7.6), and attributes (6.7.13, GNU).

use super::ast::*;
use super::errors::Parsed;
use super::state::Parser;
use super::tokens::Kind;

/// The specifiers of a declaration.
#[derive(Default)]
pub(super) struct Specifiers {
    pub list: Vec<Node<DeclarationSpecifier>>,
    pub is_typedef: bool,
    /// Whether a type is among them.
    pub has_type: bool,
}

/// Which specifiers can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Allowed {
    All,
    /// No storage classes, and nothing about functions.
    TypesOnly,
}

/// Attributes whose arguments are expressions that something is made of.
const WITH_EXPRESSIONS: [&str; 6] =
    ["aligned", "alias", "cleanup", "vector_size", "constructor", "destructor"];

fn storage_class(kind: Kind) -> Option<StorageClassSpecifier> {
    use StorageClassSpecifier as S;
    Some(match kind {
        Kind::Typedef => S::Typedef,
        Kind::Extern => S::Extern,
        Kind::Static => S::Static,
        Kind::ThreadLocal => S::ThreadLocal,
        Kind::Auto => S::Auto,
        Kind::Register => S::Register,
        _ => return None,
    })
}

fn simple_type(kind: Kind) -> Option<TypeSpecifier> {
    use TypeSpecifier as T;
    Some(match kind {
        Kind::Void => T::Void,
        Kind::Char => T::Char,
        Kind::Short => T::Short,
        Kind::Int => T::Int,
        Kind::Long => T::Long,
        Kind::Float => T::Float,
        Kind::Double => T::Double,
        Kind::Signed => T::Signed,
        Kind::Unsigned => T::Unsigned,
        Kind::Bool => T::Bool,
        Kind::Complex | Kind::Imaginary => T::Complex,
        Kind::Int128 => T::Int128,
        Kind::AutoType => T::AutoType,
        _ => return None,
    })
}

fn qualifier(kind: Kind) -> Option<TypeQualifier> {
    Some(match kind {
        Kind::Const => TypeQualifier::Const,
        Kind::Volatile => TypeQualifier::Volatile,
        Kind::Restrict => TypeQualifier::Restrict,
        Kind::Atomic => TypeQualifier::Atomic,
        _ => return None,
    })
}

/// `_Float32x` and the like.
fn float_type(name: &str) -> FloatType {
    let is_extended = name.ends_with('x');
    let digits = name.trim_matches(|c: char| !c.is_ascii_digit());
    FloatType { width: digits.parse().unwrap_or(64), is_extended, is_decimal: name.starts_with("_Dec") }
}

impl Parser<'_> {
    /// Whether a type name begins at the n-th token from here.
    pub(super) fn starts_type_at(&self, n: usize) -> bool {
        let kind = self.nth(n);
        match kind {
            Kind::Name => self.is_type_at(n) || self.is_bool_at(n) || self.is_typeof_unqual_at(n),
            Kind::Struct | Kind::Union | Kind::Enum | Kind::TypeOf | Kind::TypeOfUnqual => true,
            Kind::FloatN | Kind::BitInt | Kind::Attribute => true,
            _ => simple_type(kind).is_some() || qualifier(kind).is_some(),
        }
    }

    /// Whether a declaration begins here.
    pub(super) fn starts_declaration(&self) -> bool {
        let kind = self.kind();
        let is_keyword =
            storage_class(kind).is_some() || matches!(kind, Kind::Inline | Kind::NoReturn | Kind::AlignAs);
        let is_typedef_label = kind == Kind::Name && self.nth(1) == Kind::Colon;
        is_keyword || self.starts_type_at(0) && !is_typedef_label || self.new_storage_class().is_some()
    }

    /// What later standards made a keyword, in front of a declaration.
    fn new_storage_class(&self) -> Option<StorageClassSpecifier> {
        let behind = self.nth(1);
        let is_followed = behind == Kind::Name || self.starts_type_at(1) || storage_class(behind).is_some();
        match () {
            () if !is_followed => None,
            () if self.is_new_keyword("constexpr") => Some(StorageClassSpecifier::Constexpr),
            () if self.is_new_keyword("thread_local") => Some(StorageClassSpecifier::ThreadLocal),
            () => None,
        }
    }

    /// ```text
    /// declaration-specifiers = (storage-class | type-specifier | type-qualifier | "inline" | "_Noreturn"
    ///                        | alignment | attribute)*                              6.7.1
    /// alignment              = "_Alignas" "(" (type-name | constant-expression) ")"       6.7.6
    /// ```
    ///
    /// A name is a type's if it was declared as one and no type stands in front of it.
    pub(super) fn specifiers(&mut self, allowed: Allowed) -> Parsed<Specifiers> {
        let mut result = Specifiers::default();
        loop {
            let start = self.start();
            let kind = self.kind();
            let storage = storage_class(kind).or_else(|| self.new_storage_class());
            let specifier = match (kind, storage) {
                (_, Some(storage)) if allowed == Allowed::All => {
                    self.bump();
                    result.is_typedef |= storage == StorageClassSpecifier::Typedef;
                    DeclarationSpecifier::StorageClass(storage)
                }
                (Kind::Inline | Kind::NoReturn, _) if allowed == Allowed::All => {
                    self.bump();
                    DeclarationSpecifier::Function { is_inline: kind == Kind::Inline }
                }
                (Kind::AlignAs, _) => self.alignment()?,
                (Kind::Name, _) if self.is_new_keyword("alignas") && self.nth(1) == Kind::ParenOpen => {
                    self.alignment()?
                }
                (Kind::Attribute, _) => {
                    let attributes = self.attributes()?;
                    result.list.extend(attributes.into_iter().map(as_specifier));
                    continue;
                }
                (Kind::Atomic, _) if self.nth(1) == Kind::ParenOpen => {
                    DeclarationSpecifier::TypeSpecifier(self.type_specifier()?)
                }
                _ if qualifier(kind).is_some() => {
                    self.bump();
                    DeclarationSpecifier::TypeQualifier(qualifier(kind).unwrap_or(TypeQualifier::Const))
                }
                (Kind::Name, _) if result.has_type || !self.starts_type_at(0) => return Ok(result),
                _ if !self.starts_type_at(0) => return Ok(result),
                _ => DeclarationSpecifier::TypeSpecifier(self.type_specifier()?),
            };
            result.has_type |= matches!(specifier, DeclarationSpecifier::TypeSpecifier(_));
            result.list.push(self.node(start, specifier));
        }
    }

    fn alignment(&mut self) -> Parsed<DeclarationSpecifier> {
        self.bump();
        Ok(DeclarationSpecifier::Alignment(self.parenthesized_type_or_expression()?))
    }

    /// ```text
    /// "(" (type-name | expression) ")"
    /// ```
    fn parenthesized_type_or_expression(&mut self) -> Parsed<TypeOf> {
        self.expect(Kind::ParenOpen)?;
        let operand = match self.starts_type_at(0) {
            true => TypeOf::Type(self.type_name()?),
            false => TypeOf::Expression(self.expression()?),
        };
        self.expect(Kind::ParenClose)?;
        Ok(operand)
    }

    /// ```text
    /// type-specifier = "void" | "char" | "short" | "int" | "long" | "float" | "double" | "signed" | "unsigned"
    ///                | "_Bool" | "_Complex" | "_Atomic" "(" type-name ")" | struct-or-union | enum | typedef-name     6.7.3
    ///                | ("typeof" | "typeof_unqual") "(" (type-name | expression) ")"
    ///                | "__int128" | "__auto_type" | "_Float32" | …                                              GNU
    /// ```
    fn type_specifier(&mut self) -> Parsed<TypeSpecifier> {
        let kind = self.kind();
        if let Some(simple) = simple_type(kind) {
            self.bump();
            return Ok(simple);
        }
        match kind {
            Kind::Struct | Kind::Union => Ok(TypeSpecifier::Struct(Box::new(self.record()?))),
            Kind::Enum => Ok(TypeSpecifier::Enum(Box::new(self.enumeration()?))),
            Kind::Atomic => {
                self.bump();
                Ok(TypeSpecifier::Atomic(Box::new(self.parenthesized_type()?)))
            }
            Kind::TypeOf => {
                self.bump();
                Ok(TypeSpecifier::TypeOf(Box::new(self.parenthesized_type_or_expression()?)))
            }
            Kind::Name if self.is_bool_at(0) => {
                self.bump();
                Ok(TypeSpecifier::Bool)
            }
            Kind::Name if !self.is_typeof_unqual_at(0) => Ok(TypeSpecifier::TypedefName(self.name()?)),
            Kind::Name | Kind::TypeOfUnqual => {
                self.bump();
                Ok(TypeSpecifier::TypeOfUnqualified(Box::new(self.parenthesized_type_or_expression()?)))
            }
            Kind::BitInt => {
                self.bump();
                self.expect(Kind::ParenOpen)?;
                self.conditional_expression()?;
                self.expect(Kind::ParenClose)?;
                Ok(TypeSpecifier::Other("_BitInt".to_owned()))
            }
            _ => {
                let token = self.bump();
                Ok(TypeSpecifier::FloatType(float_type(self.text_of(token))))
            }
        }
    }

    /// ```text
    /// type-qualifiers = ("const" | "volatile" | "restrict" | "_Atomic" | attribute)*           6.7.4
    /// ```
    pub(super) fn qualifiers(&mut self) -> Parsed<Vec<TypeQualifier>> {
        let mut qualifiers = Vec::new();
        loop {
            if let Some(qualifier) = qualifier(self.kind()) {
                self.bump();
                qualifiers.push(qualifier);
            } else if self.starts_attribute() {
                self.attributes()?;
            } else {
                return Ok(qualifiers);
            }
        }
    }

    pub(super) fn starts_attribute(&self) -> bool {
        let is_bracketed = self.is(Kind::BracketOpen) && self.nth(1) == Kind::BracketOpen;
        self.is(Kind::Attribute) || is_bracketed
    }

    /// ```text
    /// attributes = ("__attribute__" "(" "(" attribute-list ")" ")" | "[" "[" attribute-list "]" "]")*     GNU, 6.7.13
    /// ```
    pub(super) fn attributes(&mut self) -> Parsed<Vec<Node<Attribute>>> {
        let mut attributes = Vec::new();
        while self.starts_attribute() {
            let (open, close) = match self.kind() {
                Kind::Attribute => {
                    self.bump();
                    (Kind::ParenOpen, Kind::ParenClose)
                }
                _ => (Kind::BracketOpen, Kind::BracketClose),
            };
            self.expect(open)?;
            self.expect(open)?;
            while !self.is(close) {
                if self.eat(Kind::Comma) {
                    continue;
                }
                attributes.push(self.attribute()?);
            }
            self.expect(close)?;
            self.expect(close)?;
        }
        Ok(attributes)
    }

    /// ```text
    /// attribute = (word "::")? word ("(" … ")")?
    /// ```
    fn attribute(&mut self) -> Parsed<Node<Attribute>> {
        let start = self.start();
        let mut word = self.word()?;
        if self.is(Kind::Colon) && self.nth(1) == Kind::Colon {
            self.bump();
            self.bump();
            word = self.word()?;
        }
        let name = word.node.trim_start_matches("__").trim_end_matches("__");
        let arguments = if !self.is(Kind::ParenOpen) {
            Vec::new()
        } else if WITH_EXPRESSIONS.contains(&name) {
            self.arguments()?
        } else if name == "mode" {
            vec![self.mode()?]
        } else {
            self.bump();
            self.skip_arguments();
            self.expect(Kind::ParenClose)?;
            Vec::new()
        };
        Ok(self.node(start, Attribute { name: word, arguments }))
    }

    /// The name of a mode in its parentheses, which may also be that of a type.
    fn mode(&mut self) -> Parsed<Node<Expression>> {
        self.bump();
        let word = self.word()?;
        self.expect(Kind::ParenClose)?;
        let name = Node::new(Identifier { name: word.node }, word.span);
        Ok(Node::new(Expression::Identifier(Box::new(name)), word.span))
    }

    /// A name, or a keyword as one.
    fn word(&mut self) -> Parsed<Node<String>> {
        let start = self.start();
        let text = self.text().to_owned();
        if !text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
            return Err(self.expected("the name of an attribute"));
        }
        self.bump();
        Ok(self.node(start, text))
    }
}

/// An attribute among specifiers.
pub(super) fn as_specifier(attribute: Node<Attribute>) -> Node<DeclarationSpecifier> {
    Node::new(DeclarationSpecifier::Attribute(attribute.node), attribute.span)
}
