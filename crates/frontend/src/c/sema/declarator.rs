//! Specifiers and declarators: from syntax to types.

use std::rc::Rc;

use super::super::constant;
use super::super::hir::{Expr, Stmt, StmtKind};
use super::super::parser::ast::{self, Node};
use super::super::qualifiers::Qualifiers;
use super::super::types::Qualified;
use super::super::types::{FloatKind, FunctionType, IntKind, Type};
use super::specifiers::{self, Specified, Specifiers};
use super::state::{Entity, Sema, make};
use crate::c::hir::ExprKind;
use crate::limits::MAX_BYTES_OF_ARRAY;

/// The name that a declarator declares.
pub(in crate::c) fn name(declarator: &Node<ast::Declarator>) -> Option<&Node<ast::Identifier>> {
    match &declarator.node.kind {
        ast::DeclaratorKind::Abstract => None,
        ast::DeclaratorKind::Identifier(identifier) => Some(identifier),
        ast::DeclaratorKind::Declarator(inner) => name(inner),
    }
}

/// A parameter of a function declarator.
pub(super) struct Parameter<'a> {
    pub name: Option<&'a Node<ast::Identifier>>,
    pub ty: Qualified,
}

/// The innermost function declarator: the one that a function definition's parameters are in.
pub(in crate::c) fn function_declarator(
    declarator: &Node<ast::Declarator>,
) -> Option<&ast::DerivedDeclarator> {
    if let ast::DeclaratorKind::Declarator(inner) = &declarator.node.kind
        && let Some(found) = function_declarator(inner)
    {
        return Some(found);
    }
    declarator.node.derived.iter().map(|derived| &derived.node).find(|derived| {
        matches!(derived, ast::DerivedDeclarator::Function(_) | ast::DerivedDeclarator::KRFunction(_))
    })
}

impl Sema {
    /// The type that specifiers and a declarator, if there is one, name.
    fn named_type(
        &mut self,
        specifiers: &Specifiers,
        declarator: Option<&Node<ast::Declarator>>,
    ) -> Qualified {
        let specified = self.specified(specifiers);
        match declarator {
            Some(declarator) => self.declared(&specified, declarator).ty,
            None => self.in_mode(specified.ty, specified.attributes.mode),
        }
    }

    /// What specifiers say. Without a type it is `int`.
    pub(super) fn specified(&mut self, specifiers: &Specifiers) -> Specified {
        use ast::TypeSpecifier as S;
        let (mut longs, mut short, mut signed, mut unsigned) = (0, false, false, false);
        let (mut base, mut type_align, mut is_complex) = (None, None, false);
        let mut qualifiers = specifiers.qualifiers;
        let mut attributes = self.attributes(specifiers.attributes.iter().copied());
        if specifiers.is_deduced
            && let Some(span) = specifiers.first
        {
            self.error(self.loc_at(span), "`__auto_type` is not supported here", None);
        }
        for asked in &specifiers.alignments {
            attributes.align = attributes.align.max(self.alignas(asked));
        }
        for (specifier, span) in &specifiers.types {
            let named = match specifier {
                S::Long => {
                    longs += 1;
                    continue;
                }
                S::Short => {
                    short = true;
                    continue;
                }
                S::Signed => {
                    signed = true;
                    continue;
                }
                S::Unsigned => {
                    unsigned = true;
                    continue;
                }
                S::Complex => {
                    is_complex = true;
                    continue;
                }
                S::Void => Type::Void,
                S::Char => Type::CHAR,
                S::Int => Type::INT,
                S::Float => Type::Float(FloatKind::Float),
                S::Double => Type::Float(FloatKind::Double),
                S::Bool => Type::Int(IntKind::Bool),
                S::Atomic(name) => self.type_name(name),
                S::Struct(record) => self.record_type(record, *span),
                S::Enum(enumeration) => self.enum_type(enumeration),
                S::TypedefName(identifier) => {
                    let (named, align) = self.typedef(identifier);
                    type_align = align;
                    qualifiers = qualifiers.and(named.qualifiers);
                    named.to_type()
                }
                S::TypeOf(of) => {
                    let named = self.type_of(of);
                    qualifiers = qualifiers.and(named.qualifiers);
                    named.to_type()
                }
                S::TypeOfUnqualified(of) => self.type_of(of).to_type(),
                S::Int128 => Type::Int(IntKind::Int128),
                // It is none of the types in this list.
                S::AutoType => continue,
                S::Other(name) => {
                    let loc = self.loc_at(*span);
                    self.error(loc, format!("the type `{name}` is not supported"), None);
                    Type::INT
                }
                S::FloatType(float) => match float_kind(*float) {
                    Some(kind) => Type::Float(kind),
                    None => {
                        let loc = self.loc_at(*span);
                        self.error(loc, "this floating type is not supported", None);
                        Type::Float(FloatKind::Double)
                    }
                },
            };
            base = Some(named);
        }
        if is_complex && base.is_none() && longs == 0 && !short && !signed && !unsigned {
            base = Some(Type::Float(FloatKind::Double));
        }
        let mut ty = combine(base, longs, short, signed, unsigned);
        if let Some((_, span)) = specifiers.types.first()
            && let Some(other) = self.substitutes.types.get(&self.loc_at(*span))
        {
            ty = other.clone();
        }
        if is_complex {
            ty = self.complex_type(ty);
        }
        let ty = self.vectorized(Qualified::from(ty).and(qualifiers), specifiers.attributes.iter().copied());
        Specified { ty, type_align, attributes }
    }

    /// The type of what `typeof` is asked about.
    fn type_of(&mut self, of: &ast::TypeOf) -> Qualified {
        match of {
            ast::TypeOf::Type(name) => self.qualified_type_name(name),
            ast::TypeOf::Expression(expr) => {
                let expr = self.expr(expr);
                Qualified::from(expr.ty.clone()).and(self.qualifiers(&expr))
            }
        }
    }

    /// A type that has a name, and the alignment that the name gives it.
    fn typedef(&mut self, identifier: &Node<ast::Identifier>) -> (Qualified, Option<u64>) {
        let name = &identifier.node.name;
        match self.lookup(name) {
            Some(Entity::Typedef(ty, align)) => (ty.clone(), *align),
            _ if name == "__int128_t" => (Type::Int(IntKind::Int128).into(), None),
            _ if name == "__uint128_t" => (Type::Int(IntKind::UInt128).into(), None),
            _ if name == "__builtin_va_list" => (self.list_type().into(), None),
            _ => {
                let loc = self.loc(identifier);
                self.error(loc, format!("unknown type `{name}`"), None);
                (Type::INT.into(), None)
            }
        }
    }

    pub(super) fn type_name(&mut self, name: &Node<ast::TypeName>) -> Type {
        self.qualified_type_name(name).to_type()
    }

    pub(super) fn qualified_type_name(&mut self, name: &Node<ast::TypeName>) -> Qualified {
        let specifiers = Specifiers::of(&name.node.specifiers);
        self.named_type(&specifiers, name.node.declarator.as_ref())
    }

    /// The type of what a declarator declares, given the type that the specifiers name.
    pub(super) fn declared_type(&mut self, base: Qualified, declarator: &Node<ast::Declarator>) -> Qualified {
        let mut ty = self.vectorized(base, declarator.node.attributes.iter().map(|it| &it.node));
        let derived = &declarator.node.derived;
        for qualifiers in derived.iter().filter_map(pointer_qualifiers) {
            ty = Qualified::from(Type::Pointer(ty)).and(qualifiers);
        }
        for derived in derived.iter().rev().filter(|derived| pointer_qualifiers(derived).is_none()) {
            let derived = match &derived.node {
                ast::DerivedDeclarator::Array(size) => self.array_type(ty, size),
                ast::DerivedDeclarator::Function(function) => self.function_type(ty, function),
                _ => Type::Function(Rc::new(FunctionType {
                    result: ty.to_type(),
                    parameters: Vec::new(),
                    variadic: false,
                    unspecified: true,
                })),
            };
            ty = derived.into();
        }
        match &declarator.node.kind {
            ast::DeclaratorKind::Declarator(inner) => self.declared_type(ty, inner),
            _ => ty,
        }
    }

    fn array_type(&mut self, element: Qualified, size: &ast::ArraySize) -> Type {
        let size = match size {
            ast::ArraySize::Unknown | ast::ArraySize::VariableUnknown => {
                return Type::Array(element, None);
            }
            ast::ArraySize::Expression(size) => size,
        };
        let loc = self.loc(size);
        self.record_size(loc);
        let size = self.value(size);
        if !size.ty.is_integer() {
            self.error(loc, "the size of an array is not an integer", None);
            return Type::Array(element, Some(1));
        }
        match constant::integer(&self.types, &size) {
            Some(count) => {
                let of_element = self.types.size(&element).unwrap_or(1);
                let is_small =
                    |count: &u64| of_element.checked_mul(*count).is_some_and(|it| it < MAX_BYTES_OF_ARRAY);
                let count = match u64::try_from(count) {
                    Err(_) if count < 0 => Err("the size of the array is negative"),
                    count => count.ok().filter(is_small).ok_or("an array of 1 GiB or more is not supported"),
                };
                if let Err(message) = count {
                    self.error(loc, message, None);
                }
                Type::Array(element, Some(count.unwrap_or(1)))
            }
            None if self.function.is_some() || !self.at_file_scope() => self.variable_array(element, size),
            None => {
                self.error(loc, "the size of the array is not constant", None);
                Type::Array(element, Some(1))
            }
        }
    }

    /// An array of variable size: its count is evaluated once, into a variable.
    fn variable_array(&mut self, element: Qualified, size: Expr) -> Type {
        let loc = size.loc;
        let count_ty = self.types.size_type();
        let count = self.new_hidden_var("length", count_ty.clone(), loc);
        let target = make(ExprKind::Var(count), count_ty.clone(), loc);
        let value = self.convert(size, &count_ty);
        let assign = make(ExprKind::Assign(Box::new(target), Box::new(value)), count_ty, loc);
        self.pending.push(Stmt { kind: StmtKind::Expr(assign), loc });
        Type::Vla(element, count)
    }

    fn function_type(&mut self, result: Qualified, function: &ast::FunctionDeclarator) -> Type {
        // Names and tags of a prototype end with it; a definition binds its parameters again.
        let pending = std::mem::take(&mut self.pending);
        let parameters = self.in_scope(|this| this.parameters(function));
        self.pending = pending;
        Type::Function(Rc::new(FunctionType {
            result: result.to_type(),
            parameters: parameters.iter().map(|parameter| parameter.ty.to_type()).collect(),
            variadic: function.has_ellipsis,
            unspecified: function.parameters.is_empty() && !function.has_ellipsis,
        }))
    }

    /// The parameters of a prototype; arrays and functions are pointers.
    pub(super) fn parameters<'a>(&mut self, function: &'a ast::FunctionDeclarator) -> Vec<Parameter<'a>> {
        let mut parameters = Vec::new();
        for node in &function.parameters {
            let specifiers = Specifiers::of(&node.node.specifiers);
            let ty = self.named_type(&specifiers, node.node.declarator.as_ref());
            let name = node.node.declarator.as_ref().and_then(name);
            if ty.is_void() && function.parameters.len() == 1 {
                return Vec::new();
            }
            let ty = adjusted(ty);
            // Later parameters may mention earlier ones in the sizes of arrays.
            if let Some(name) = name {
                let loc = self.loc(name);
                let var = self.new_hidden_var(&name.node.name, ty.to_type(), loc);
                self.program.vars[var.0].qualifiers = ty.qualifiers;
                self.bind(&name.node.name, Entity::Var(var));
            }
            parameters.push(Parameter { name, ty });
        }
        parameters
    }
}

/// The type of a parameter declared with a type.
pub(super) fn adjusted(ty: Qualified) -> Qualified {
    match &*ty {
        Type::Array(element, _) | Type::Vla(element, _) => Type::Pointer(element.clone()).into(),
        Type::Function(_) => Type::Pointer(ty).into(),
        _ => ty,
    }
}

/// What stands behind the asterisk of a pointer's declarator; none of other declarators.
fn pointer_qualifiers(derived: &Node<ast::DerivedDeclarator>) -> Option<Qualifiers> {
    let ast::DerivedDeclarator::Pointer(qualifiers) = &derived.node else { return None };
    let all = qualifiers.iter().map(|it| specifiers::qualifiers(*it));
    Some(all.fold(Qualifiers::default(), Qualifiers::and))
}

/// The floating type that is named by its width; none of decimal ones.
pub(super) fn float_kind(float: ast::FloatType) -> Option<FloatKind> {
    match (float.width, float.is_extended) {
        _ if float.is_decimal => None,
        (16, false) => Some(FloatKind::Half),
        (32, false) => Some(FloatKind::Float),
        (64, false) | (32, true) => Some(FloatKind::Double),
        (80, _) | (64, true) => Some(FloatKind::LongDouble),
        (128, false) => Some(FloatKind::Quad),
        _ => None,
    }
}

fn combine(base: Option<Type>, longs: u32, short: bool, signed: bool, unsigned: bool) -> Type {
    let kind = match base {
        Some(Type::Float(FloatKind::Double)) if longs > 0 => return Type::Float(FloatKind::LongDouble),
        Some(Type::Int(IntKind::Char)) if unsigned => IntKind::UChar,
        Some(Type::Int(IntKind::Char)) if signed => IntKind::SChar,
        Some(Type::Int(IntKind::Int)) | None => match (longs, short) {
            (0, false) => IntKind::Int,
            (0, true) => IntKind::Short,
            (1, _) => IntKind::Long,
            _ => IntKind::LongLong,
        },
        Some(Type::Int(kind)) => kind,
        Some(other) => return other,
    };
    Type::Int(if unsigned { kind.unsigned() } else { kind })
}
