//! Specifiers and declarators: from syntax to types.

use std::rc::Rc;

use super::super::constant;
use super::super::hir::{Expr, Stmt, StmtKind};
use super::super::parse::{Node, ast};
use super::super::types::{FloatKind, FunctionType, IntKind, Member, Type};
use super::state::{Entity, Sema, Tag, make};
use crate::c::hir::ExprKind;

/// The name that a declarator declares.
pub(super) fn name(declarator: &Node<ast::Declarator>) -> Option<&Node<ast::Identifier>> {
    match &declarator.node.kind.node {
        ast::DeclaratorKind::Abstract => None,
        ast::DeclaratorKind::Identifier(identifier) => Some(identifier),
        ast::DeclaratorKind::Declarator(inner) => name(inner),
    }
}

/// A parameter of a function declarator.
pub(super) struct Parameter<'a> {
    pub name: Option<&'a Node<ast::Identifier>>,
    pub ty: Type,
}

/// The innermost function declarator: the one that a function definition's parameters are in.
pub(super) fn function_declarator(declarator: &Node<ast::Declarator>) -> Option<&ast::DerivedDeclarator> {
    if let ast::DeclaratorKind::Declarator(inner) = &declarator.node.kind.node
        && let Some(found) = function_declarator(inner)
    {
        return Some(found);
    }
    declarator.node.derived.iter().map(|derived| &derived.node).find(|derived| {
        matches!(derived, ast::DerivedDeclarator::Function(_) | ast::DerivedDeclarator::KRFunction(_))
    })
}

/// Specifiers sorted by what they say.
#[derive(Default)]
pub(super) struct Specifiers<'a> {
    pub storage: Option<ast::StorageClassSpecifier>,
    types: Vec<&'a Node<ast::TypeSpecifier>>,
    packed: bool,
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
                }
                ast::DeclarationSpecifier::TypeSpecifier(ty) => result.types.push(ty),
                ast::DeclarationSpecifier::Extension(extensions) => result.packed |= is_packed(extensions),
                _ => {}
            }
        }
        result
    }

    fn of_qualifiers(specifiers: &'a [Node<ast::SpecifierQualifier>]) -> Specifiers<'a> {
        let mut result = Specifiers::default();
        for specifier in specifiers {
            match &specifier.node {
                ast::SpecifierQualifier::TypeSpecifier(ty) => result.types.push(ty),
                ast::SpecifierQualifier::Extension(extensions) => result.packed |= is_packed(extensions),
                ast::SpecifierQualifier::TypeQualifier(_) => {}
            }
        }
        result
    }
}

fn is_packed(extensions: &[Node<ast::Extension>]) -> bool {
    extensions.iter().any(|extension| match &extension.node {
        ast::Extension::Attribute(attribute) => attribute.name.node.contains("packed"),
        _ => false,
    })
}

impl Sema {
    /// The type that specifiers name. Without any it is `int`.
    pub(super) fn specified_type(&mut self, specifiers: &Specifiers) -> Type {
        use ast::TypeSpecifier as S;
        let (mut longs, mut short, mut signed, mut unsigned) = (0, false, false, false);
        let mut base = None;
        for specifier in &specifiers.types {
            let named = match &specifier.node {
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
                    let loc = self.loc(specifier);
                    self.error(loc, "complex numbers are not supported", None);
                    continue;
                }
                S::Void => Type::Void,
                S::Char => Type::CHAR,
                S::Int => Type::INT,
                S::Float => Type::Float(FloatKind::Float),
                S::Double => Type::Float(FloatKind::Double),
                S::Bool => Type::Int(IntKind::Bool),
                S::Atomic(name) => self.type_name(name),
                S::Struct(record) => self.record_type(record, specifiers.packed),
                S::Enum(enumeration) => self.enum_type(enumeration),
                S::TypedefName(identifier) => self.typedef(identifier),
                S::TypeOf(of) => match &of.node {
                    ast::TypeOf::Expression(expr) => self.expr(expr).ty,
                    ast::TypeOf::Type(name) => self.type_name(name),
                },
                S::TS18661Float(float) => Type::Float(match float.width {
                    ..=32 => FloatKind::Float,
                    33..=64 => FloatKind::Double,
                    65..=80 => FloatKind::LongDouble,
                    _ => FloatKind::Quad,
                }),
            };
            base = Some(named);
        }
        combine(base, longs, short, signed, unsigned)
    }

    fn typedef(&mut self, identifier: &Node<ast::Identifier>) -> Type {
        let name = &identifier.node.name;
        match self.lookup(name) {
            Some(Entity::Typedef(ty)) => ty.clone(),
            _ if name == "__builtin_va_list" => Type::CHAR.pointer_to(),
            _ => {
                let loc = self.loc(identifier);
                self.error(loc, format!("unknown type `{name}`"), None);
                Type::INT
            }
        }
    }

    pub(super) fn type_name(&mut self, name: &Node<ast::TypeName>) -> Type {
        let specifiers = Specifiers::of_qualifiers(&name.node.specifiers);
        let base = self.specified_type(&specifiers);
        match &name.node.declarator {
            Some(declarator) => self.declared_type(base, declarator),
            None => base,
        }
    }

    /// The type of what a declarator declares, given the type that the specifiers name.
    pub(super) fn declared_type(&mut self, base: Type, declarator: &Node<ast::Declarator>) -> Type {
        let mut ty = base;
        let derived = &declarator.node.derived;
        let is_pointer = |derived: &&Node<ast::DerivedDeclarator>| {
            matches!(derived.node, ast::DerivedDeclarator::Pointer(_) | ast::DerivedDeclarator::Block(_))
        };
        for _ in derived.iter().filter(is_pointer) {
            ty = ty.pointer_to();
        }
        for derived in derived.iter().rev().filter(|derived| !is_pointer(derived)) {
            ty = match &derived.node {
                ast::DerivedDeclarator::Array(array) => self.array_type(ty, array),
                ast::DerivedDeclarator::Function(function) => self.function_type(ty, function),
                _ => Type::Function(Rc::new(FunctionType {
                    result: ty,
                    parameters: Vec::new(),
                    variadic: false,
                    unspecified: true,
                })),
            };
        }
        match &declarator.node.kind.node {
            ast::DeclaratorKind::Declarator(inner) => self.declared_type(ty, inner),
            _ => ty,
        }
    }

    fn array_type(&mut self, element: Type, array: &Node<ast::ArrayDeclarator>) -> Type {
        let size = match &array.node.size {
            ast::ArraySize::Unknown | ast::ArraySize::VariableUnknown => None,
            ast::ArraySize::VariableExpression(size) | ast::ArraySize::StaticExpression(size) => Some(size),
        };
        let Some(size) = size else { return Type::Array(Rc::new(element), None) };
        let loc = self.loc(size);
        let size = self.value(size);
        if !size.ty.is_integer() {
            self.error(loc, "the size of an array is not an integer", None);
            return Type::Array(Rc::new(element), Some(1));
        }
        match constant::integer(&self.types, &size) {
            Some(count) => {
                let count = u64::try_from(count).ok().filter(|count| {
                    let bytes = self.types.size(&element).unwrap_or(1).checked_mul(*count);
                    bytes.is_some_and(|bytes| bytes < 1 << 30)
                });
                if count.is_none() {
                    self.error(loc, "the size of the array is negative or too large", None);
                }
                Type::Array(Rc::new(element), Some(count.unwrap_or(1)))
            }
            None if self.function.is_some() || !self.at_file_scope() => self.variable_array(element, size),
            None => {
                self.error(loc, "the size of the array is not constant", None);
                Type::Array(Rc::new(element), Some(1))
            }
        }
    }

    /// An array of variable size: its count is evaluated once, into a variable.
    fn variable_array(&mut self, element: Type, size: Expr) -> Type {
        let loc = size.loc;
        let count_ty = self.types.size_type();
        let count = self.new_hidden_var("length", count_ty.clone(), loc);
        let target = make(ExprKind::Var(count), count_ty.clone(), loc);
        let value = self.convert(size, &count_ty);
        let assign = make(ExprKind::Assign(Box::new(target), Box::new(value)), count_ty, loc);
        self.pending.push(Stmt { kind: StmtKind::Expr(assign), loc });
        Type::Vla(Rc::new(element), count)
    }

    fn function_type(&mut self, result: Type, function: &Node<ast::FunctionDeclarator>) -> Type {
        // Names and tags of a prototype end with it; a definition binds its parameters again.
        let pending = std::mem::take(&mut self.pending);
        let parameters = self.in_scope(|this| this.parameters(function));
        self.pending = pending;
        Type::Function(Rc::new(FunctionType {
            result,
            parameters: parameters.into_iter().map(|parameter| parameter.ty).collect(),
            variadic: function.node.ellipsis == ast::Ellipsis::Some,
            unspecified: function.node.parameters.is_empty(),
        }))
    }

    /// The parameters of a prototype; arrays and functions are pointers.
    pub(super) fn parameters<'a>(
        &mut self,
        function: &'a Node<ast::FunctionDeclarator>,
    ) -> Vec<Parameter<'a>> {
        let mut parameters = Vec::new();
        for node in &function.node.parameters {
            let specifiers = Specifiers::of_declaration(&node.node.specifiers);
            let base = self.specified_type(&specifiers);
            let ty = match &node.node.declarator {
                Some(declarator) => self.declared_type(base, declarator),
                None => base,
            };
            let name = node.node.declarator.as_ref().and_then(name);
            if ty.is_void() && function.node.parameters.len() == 1 {
                return Vec::new();
            }
            let ty = adjusted(ty);
            // Later parameters may mention earlier ones in the sizes of arrays.
            if let Some(name) = name {
                let loc = self.loc(name);
                let var = self.new_hidden_var(&name.node.name, ty.clone(), loc);
                self.bind(&name.node.name, Entity::Var(var));
            }
            parameters.push(Parameter { name, ty });
        }
        parameters
    }

    fn record_type(&mut self, node: &Node<ast::StructType>, packed: bool) -> Type {
        let is_union = node.node.kind.node == ast::StructKind::Union;
        let tag = node.node.identifier.as_ref().map(|identifier| identifier.node.name.clone());
        let known = match &tag {
            Some(tag) if node.node.declarations.is_some() => self.scope().tags.get(tag).cloned(),
            Some(tag) => self.lookup_tag(tag).cloned(),
            None => None,
        };
        let id = match known {
            Some(Tag::Record(id))
                if node.node.declarations.is_none() || self.types.record(id).body.is_none() =>
            {
                id
            }
            _ => {
                let id = self.new_record(tag.as_deref().unwrap_or("(anonymous)"), is_union);
                if let Some(tag) = tag {
                    self.scope().tags.insert(tag, Tag::Record(id));
                }
                id
            }
        };
        if let Some(declarations) = &node.node.declarations {
            let mut members = Vec::new();
            for declaration in declarations {
                if let ast::StructDeclaration::Field(field) = &declaration.node {
                    self.members(field, &mut members);
                }
            }
            if self.types.record(id).body.is_some() {
                // A member's type was a definition of the same tag; a record must not come to contain itself.
                let name = self.types.name(&Type::Record(id));
                self.error(self.loc(node), format!("`{name}` is defined again inside of itself"), None);
                return Type::Record(id);
            }
            let body = self.types.lay_out(is_union, packed, members);
            self.types.records[id.0].body = Some(body);
        }
        Type::Record(id)
    }

    fn members(&mut self, field: &Node<ast::StructField>, members: &mut Vec<Member>) {
        let specifiers = Specifiers::of_qualifiers(&field.node.specifiers);
        let base = self.specified_type(&specifiers);
        if field.node.declarators.is_empty() && matches!(base, Type::Record(_)) {
            members.push(Member { name: String::new(), ty: base.clone(), width: None });
        }
        for declarator in &field.node.declarators {
            let width = declarator.node.bit_width.as_ref().map(|width| {
                let width = self.value(width);
                constant::integer(&self.types, &width)
                    .and_then(|width| u32::try_from(width).ok())
                    .unwrap_or(0)
            });
            let (member, ty) = match &declarator.node.declarator {
                Some(node) => {
                    let member = name(node).map_or(String::new(), |name| name.node.name.clone());
                    (member, self.declared_type(base.clone(), node))
                }
                None => (String::new(), base.clone()),
            };
            let loc = self.loc(declarator);
            if matches!(ty, Type::Function(_) | Type::Void)
                || (self.types.size(&ty).is_none() && !matches!(ty, Type::Array(_, None)))
            {
                self.error(loc, format!("member `{member}` has an incomplete type"), None);
                continue;
            }
            let width = width.map(|width| if ty.is_integer() { width.min(self.types.width(&ty)) } else { 0 });
            members.push(Member { name: member, ty, width });
        }
    }

    fn enum_type(&mut self, node: &Node<ast::EnumType>) -> Type {
        let tag = node.node.identifier.as_ref().map(|identifier| identifier.node.name.clone());
        if node.node.enumerators.is_empty() {
            return match tag.as_ref().and_then(|tag| self.lookup_tag(tag)) {
                Some(Tag::Enum(ty)) => ty.clone(),
                _ => Type::Int(IntKind::UInt),
            };
        }
        let (mut next, mut lowest, mut highest) = (0_i128, 0, 0);
        for enumerator in &node.node.enumerators {
            if let Some(expr) = &enumerator.node.expression {
                let loc = self.loc(expr);
                let value = self.value(expr);
                match constant::integer(&self.types, &value) {
                    Some(number) => next = number,
                    None => self.error(loc, "the value of an enumerator is not constant", None),
                }
            }
            (lowest, highest) = (lowest.min(next), highest.max(next));
            let ty = if i32::try_from(next).is_ok() { Type::INT } else { wide_enum(lowest, highest) };
            self.bind(&enumerator.node.identifier.node.name, Entity::Constant(next, ty));
            self.record_constant(&enumerator.node.identifier, next);
            next += 1;
        }
        let ty = wide_enum(lowest, highest);
        if let Some(tag) = tag {
            self.scope().tags.insert(tag, Tag::Enum(ty.clone()));
        }
        ty
    }
}

/// The type that gcc represents an enumeration by.
fn wide_enum(lowest: i128, highest: i128) -> Type {
    Type::Int(match (lowest < 0, highest <= u32::MAX.into()) {
        (false, true) => IntKind::UInt,
        (true, _) if highest <= i32::MAX.into() && lowest >= i32::MIN.into() => IntKind::Int,
        (false, false) => IntKind::ULongLong,
        (true, _) => IntKind::LongLong,
    })
}

/// The type of a parameter declared with a type.
pub(super) fn adjusted(ty: Type) -> Type {
    match ty {
        Type::Array(element, _) | Type::Vla(element, _) => Type::Pointer(element),
        Type::Function(_) => ty.pointer_to(),
        other => other,
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
