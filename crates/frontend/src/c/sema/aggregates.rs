//! Structures, unions and enumerations.

use super::super::constant;
use super::super::layout::{Member, Wishes};
use super::super::parser::ast::{self, Span};
use super::super::types::Qualified;
use super::super::types::{IntKind, Type};
use super::attributes::Attributes;
use super::declarator;
use super::specifiers::{Specified, Specifiers};
use super::state::{Entity, Sema, Tag};

impl Sema {
    pub(super) fn record_type(&mut self, node: &ast::StructType, span: Span) -> Type {
        let is_union = node.kind == ast::StructKind::Union;
        let tag = node.identifier.as_ref().map(|identifier| identifier.node.name.clone());
        let known = match &tag {
            Some(tag) if node.declarations.is_some() => self.scope().tags.get(tag).cloned(),
            Some(tag) => self.lookup_tag(tag).cloned(),
            None => None,
        };
        let id = match known {
            Some(Tag::Record(id)) if node.declarations.is_none() || self.types.record(id).body.is_none() => {
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
        if let Some(declarations) = &node.declarations {
            let mut members = Vec::new();
            for declaration in declarations {
                if let ast::StructDeclaration::Field(field) = &declaration.node {
                    self.members(field, &mut members);
                }
            }
            if self.types.record(id).body.is_some() {
                // A member's type was a definition of the same tag; a record must not come to contain itself.
                let name = self.types.name(&Type::Record(id));
                self.error(self.loc_at(span), format!("`{name}` is defined again inside of itself"), None);
                return Type::Record(id);
            }
            let attributes = self.attributes(node.attributes.iter().map(|it| &it.node));
            // There are no vectors of records, which is said here.
            self.vectorized(Type::Record(id).into(), node.attributes.iter().map(|it| &it.node));
            let (Attributes { packed, align, .. }, pack) = (attributes, node.pack);
            let body = self.types.lay_out(is_union, Wishes { packed, align, pack }, members);
            self.types.records[id.0].body = Some(body);
        }
        Type::Record(id)
    }

    fn members(&mut self, field: &ast::StructField, members: &mut Vec<Member>) {
        let specifiers = Specifiers::of(&field.specifiers);
        let specified = self.specified(&specifiers);
        if field.declarators.is_empty() && matches!(*specified.ty, Type::Record(_)) {
            members.push(member(String::new(), specified.ty.clone(), None, &specified));
        }
        for declarator in &field.declarators {
            let width = declarator.node.bit_width.as_ref().map(|width| {
                let width = self.value(width);
                constant::integer(&self.types, &width)
                    .and_then(|width| u32::try_from(width).ok())
                    .unwrap_or(0)
            });
            let (name, declared) = match &declarator.node.declarator {
                Some(node) => {
                    let name = declarator::name(node).map_or(String::new(), |name| name.node.name.clone());
                    (name, self.declared(&specified, node))
                }
                None => {
                    let ty = self.in_mode(specified.ty.clone(), specified.attributes.mode);
                    (String::new(), Specified { ty, ..specified.clone() })
                }
            };
            let behind = self.attributes(declarator.node.attributes.iter().map(|it| &it.node));
            let ty = self.vectorized(declared.ty, declarator.node.attributes.iter().map(|it| &it.node));
            let ty = self.in_mode(ty, behind.mode);
            let declared = Specified { ty, attributes: declared.attributes.and(behind), ..declared };
            let (loc, ty) = (self.loc(declarator), declared.ty.clone());
            let ty = match self.types.is_variable(&ty) {
                true => {
                    self.unsupported_here("a structure with a member of variable size", loc);
                    Qualified::from(fixed(&ty)).and(ty.qualifiers)
                }
                false => ty,
            };
            if matches!(*ty, Type::Function(_) | Type::Void)
                || (self.types.size(&ty).is_none() && !matches!(*ty, Type::Array(_, None)))
            {
                self.error(loc, format!("member `{name}` has an incomplete type"), None);
                continue;
            }
            let width = width.map(|width| if ty.is_integer() { width.min(self.types.width(&ty)) } else { 0 });
            members.push(member(name, ty, width, &declared));
        }
    }

    pub(super) fn enum_type(&mut self, node: &ast::EnumType) -> Type {
        let tag = node.identifier.as_ref().map(|identifier| identifier.node.name.clone());
        let underlying = node.underlying.as_ref().map(|name| self.type_name(name));
        if let (Some(ty), Some(tag)) = (&underlying, &tag) {
            self.scope().tags.insert(tag.clone(), Tag::Enum(ty.clone()));
        }
        if node.enumerators.is_empty() {
            return match tag.as_ref().and_then(|tag| self.lookup_tag(tag)) {
                Some(Tag::Enum(ty)) => ty.clone(),
                _ => Type::Int(IntKind::UInt),
            };
        }
        let (mut next, mut lowest, mut highest) = (0_i128, 0, 0);
        for enumerator in &node.enumerators {
            if let Some(expr) = &enumerator.node.expression {
                let loc = self.loc(expr);
                let value = self.value(expr);
                match constant::integer(&self.types, &value) {
                    Some(number) if (i64::MIN.into()..=u64::MAX.into()).contains(&number) => next = number,
                    Some(_) => self.error(loc, "the value of an enumerator has more than 64 bits", None),
                    None => self.error(loc, "the value of an enumerator is not constant", None),
                }
            }
            (lowest, highest) = (lowest.min(next), highest.max(next));
            let ty = match &underlying {
                Some(ty) => ty.clone(),
                None if i32::try_from(next).is_ok() => Type::INT,
                None => wide_enum(lowest, highest),
            };
            self.bind(&enumerator.node.identifier.node.name, Entity::Constant(next, ty));
            self.record_constant(&enumerator.node.identifier, next);
            next += 1;
        }
        let attributes = self.attributes(node.attributes.iter().map(|it| &it.node));
        let ty = match underlying {
            Some(ty) => ty,
            None if attributes.packed => narrow_enum(lowest, highest),
            None => wide_enum(lowest, highest),
        };
        let ty = self.in_mode(ty.into(), attributes.mode).to_type();
        if let Some(tag) = tag {
            self.scope().tags.insert(tag, Tag::Enum(ty.clone()));
        }
        ty
    }
}

fn member(name: String, ty: Qualified, width: Option<u32>, declared: &Specified) -> Member {
    let Attributes { packed, align, .. } = declared.attributes;
    let qualifiers = ty.qualifiers;
    Member { name, ty: ty.to_type(), qualifiers, width, type_align: declared.type_align, align, packed }
}

/// A type of a fixed size that is used like another one.
fn fixed(ty: &Type) -> Type {
    match ty {
        Type::Array(element, _) | Type::Vla(element, _) => {
            let inner = Qualified::from(fixed(element)).and(element.qualifiers);
            Type::Array(inner, Some(1))
        }
        ty => ty.clone(),
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

/// The narrowest type that has the enumerators of a packed enumeration.
fn narrow_enum(lowest: i128, highest: i128) -> Type {
    use IntKind::{SChar, Short, UChar, UShort};
    let has = |(least, greatest): (i128, i128)| least <= lowest && highest <= greatest;
    let candidates = if lowest < 0 {
        [(SChar, (i8::MIN.into(), i8::MAX.into())), (Short, (i16::MIN.into(), i16::MAX.into()))]
    } else {
        [(UChar, (0, u8::MAX.into())), (UShort, (0, u16::MAX.into()))]
    };
    let narrow = candidates.iter().find(|(_, range)| has(*range));
    narrow.map_or_else(|| wide_enum(lowest, highest), |(kind, _)| Type::Int(*kind))
}
