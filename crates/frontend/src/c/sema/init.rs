//! Initializers, flattened: each scalar part with the path that leads to it.

use std::rc::Rc;

use faultscope_ir::index::IndexMap;

use super::super::constant;
use super::super::hir::{Expr, ExprKind, Init, InitItem, PathStep, Storage};
use super::super::parser::ast::{self, Node};
use super::super::source::Loc;
use super::super::types::Type;
use super::state::Sema;
use crate::limits::{MAX_INITIALIZED_INDEX, MAX_INITIALIZER_ITEMS};

/// The items of a list, read in order.
struct Cursor<'a> {
    items: &'a [Node<ast::InitializerListItem>],
    at: usize,
}

type Items = IndexMap<Vec<PathStep>, Expr>;

impl Sema {
    /// An initializer of a type; also the type with its size, where the initializer gives it one.
    pub(super) fn initializer(&mut self, ty: &Type, node: &Node<ast::Initializer>) -> (Init, Option<Type>) {
        let loc = self.loc(node);
        match &node.node {
            ast::Initializer::List(items) => self.initializer_list(ty, items),
            ast::Initializer::Expression(expr) => {
                let value = self.expr(expr);
                if let (Type::Array(..), Some(chars)) = (ty, self.literal_chars(&value)) {
                    let mut items = Items::default();
                    let length = self.string_items(ty, &chars, &[], &mut items, loc);
                    return (finish(items), complete(ty, length));
                }
                let value = self.rvalue(value);
                if ty.is_array() {
                    self.error(loc, "an array is initialized by a value that is no list", None);
                    return (Init::List(Vec::new()), complete(ty, 1));
                }
                let value = self.convert(value, ty);
                if let Some(parts) = self.composed(&value) {
                    return (Init::List(parts.to_vec()), None);
                }
                (Init::Value(Box::new(value)), None)
            }
        }
    }

    /// A list in braces.
    pub(super) fn initializer_list(
        &mut self,
        ty: &Type,
        nodes: &[Node<ast::InitializerListItem>],
    ) -> (Init, Option<Type>) {
        let mut items = Items::default();
        let length = self.braced(ty, nodes, &[], &mut items);
        (finish(items), complete(ty, length))
    }

    /// A list in braces for the part at a path; gives the number of elements of an array.
    fn braced(
        &mut self,
        ty: &Type,
        nodes: &[Node<ast::InitializerListItem>],
        path: &[PathStep],
        items: &mut Items,
    ) -> u64 {
        let mut cursor = Cursor { items: nodes, at: 0 };
        if !self.is_aggregate(ty) {
            if let Some(item) = nodes.first() {
                self.part(ty, &item.node.initializer, path, items);
            }
            return 0;
        }
        if let (Type::Array(..), [item]) = (ty, nodes)
            && let ast::Initializer::Expression(expr) = &item.node.initializer.node
            && item.node.designation.is_empty()
            && matches!(expr.node, ast::Expression::StringLiteral(_))
        {
            let value = self.expr(expr);
            let element_is_char = ty.element().is_some_and(Type::is_integer);
            if let (Some(chars), true) = (self.literal_chars(&value), element_is_char) {
                return self.string_items(ty, &chars, path, items, value.loc);
            }
        }
        self.fill_aggregate(ty, &mut cursor, path, items, true)
    }

    /// One part given by one initializer.
    fn part(&mut self, ty: &Type, node: &Node<ast::Initializer>, path: &[PathStep], items: &mut Items) {
        match &node.node {
            ast::Initializer::List(nodes) => {
                self.braced(ty, nodes, path, items);
            }
            ast::Initializer::Expression(expr) => {
                let loc = self.loc(node);
                let value = self.expr(expr);
                if let (Type::Array(..), Some(chars)) = (ty, self.literal_chars(&value)) {
                    self.string_items(ty, &chars, path, items, loc);
                    return;
                }
                let value = self.rvalue(value);
                let value = self.convert(value, ty);
                self.put(path.to_vec(), value, items);
            }
        }
    }

    fn put(&mut self, path: Vec<PathStep>, value: Expr, items: &mut Items) {
        if let Some(parts) = self.composed(&value) {
            for part in parts.iter().cloned() {
                let path = path.iter().chain(&part.path).copied().collect();
                self.put(path, part.value, items);
            }
            return;
        }
        // A part given again counts where it is given last.
        items.shift_remove(&path);
        items.insert(path, value);
    }

    /// Reads items into the parts of an aggregate one after another; without braces of its own it takes only
    /// what it needs. Gives the number of elements of an array.
    fn fill_aggregate(
        &mut self,
        ty: &Type,
        cursor: &mut Cursor,
        path: &[PathStep],
        items: &mut Items,
        braced: bool,
    ) -> u64 {
        let (mut idx, mut length) = (0_u64, 0_u64);
        while let Some(item) = cursor.items.get(cursor.at) {
            let designation = &item.node.designation;
            if !designation.is_empty() {
                if !braced {
                    break;
                }
                cursor.at += 1;
                if let Some(last) = self.designated(ty, designation, &item.node.initializer, path, items) {
                    idx = last + 1;
                    length = length.max(idx);
                }
                continue;
            }
            let Some((step, part_ty)) = self.part_at(ty, idx) else {
                if braced {
                    cursor.at += 1;
                    continue;
                }
                break;
            };
            let mut part_path = path.to_vec();
            part_path.push(step);
            self.next_part(&part_ty, cursor, &part_path, items);
            idx += 1;
            length = length.max(idx);
            let is_union = matches!(ty, Type::Record(id) if self.types.record(*id).is_union);
            if is_union {
                // One member only; what comes behind it is too much.
                idx = u64::MAX;
            }
        }
        length
    }

    /// The next part of an aggregate from the items, with or without braces around it.
    fn next_part(&mut self, ty: &Type, cursor: &mut Cursor, path: &[PathStep], items: &mut Items) {
        let Some(item) = cursor.items.get(cursor.at) else { return };
        let is_aggregate = self.is_aggregate(ty);
        if let (true, ast::Initializer::Expression(expr)) = (is_aggregate, &item.node.initializer.node) {
            let n_problems = self.problems.len();
            let value = self.expr(expr);
            let fits = match ty {
                Type::Record(_) => value.ty == *ty,
                _ => self.literal_chars(&value).is_some() && ty.element().is_some_and(Type::is_integer),
            };
            self.problems.truncate(n_problems);
            if !fits {
                let before = cursor.at;
                self.fill_aggregate(ty, cursor, path, items, false);
                cursor.at = cursor.at.max(before + 1);
                return;
            }
        }
        cursor.at += 1;
        self.part(ty, &item.node.initializer, path, items);
    }

    /// Whether a type has parts that have initializers of their own.
    fn is_aggregate(&self, ty: &Type) -> bool {
        ty.is_array() || matches!(ty, Type::Record(_)) && self.types.complex_part(ty).is_none()
    }

    /// The part of an aggregate at a position, counting named members.
    fn part_at(&self, ty: &Type, idx: u64) -> Option<(PathStep, Type)> {
        match ty {
            Type::Array(element, length) => {
                let within = length.is_none_or(|length| idx < length) && idx < MAX_INITIALIZED_INDEX;
                within.then(|| (PathStep::Index(idx), (**element).clone()))
            }
            Type::Record(id) => {
                let field = self.types.fields(*id).get(usize::try_from(idx).ok()?)?;
                Some((PathStep::Field(idx as usize), field.ty.clone()))
            }
            _ => None,
        }
    }

    /// An item with a designation; gives the position at this level of the (last) part it is for.
    fn designated(
        &mut self,
        ty: &Type,
        designation: &[Node<ast::Designator>],
        node: &Node<ast::Initializer>,
        path: &[PathStep],
        items: &mut Items,
    ) -> Option<u64> {
        let Some((first, rest)) = designation.split_first() else {
            self.part(ty, node, path, items);
            return None;
        };
        let loc = self.loc(first);
        let positions = match &first.node {
            ast::Designator::Index(index) => {
                let index = self.array_index(index)?;
                index..=index
            }
            ast::Designator::Range(from, to) => self.array_index(from)?..=self.array_index(to)?,
            ast::Designator::Member(name) => {
                let Type::Record(id) = ty else {
                    self.error(loc, "a member is designated in what is no structure", None);
                    return None;
                };
                let Some(fields) = self.types.find_field(*id, &name.node.name) else {
                    let message = format!("`{}` has no member `{}`", self.types.name(ty), name.node.name);
                    self.error(loc, message, None);
                    return None;
                };
                let (mut ty, mut path) = (ty.clone(), path.to_vec());
                for field in &fields {
                    let Type::Record(id) = ty else { return None };
                    ty = self.types.fields(id)[*field].ty.clone();
                    path.push(PathStep::Field(*field));
                }
                self.designated(&ty, rest, node, &path, items);
                return fields.first().map(|field| *field as u64);
            }
        };
        let mut last = None;
        for position in positions {
            if items.len() > MAX_INITIALIZER_ITEMS {
                self.error(loc, "the initializer has too many elements", None);
                return last;
            }
            let Some((step, part_ty)) = self.part_at(ty, position) else {
                self.error(loc, "the designated element is outside of the array", None);
                return last;
            };
            let mut path = path.to_vec();
            path.push(step);
            self.designated(&part_ty, rest, node, &path, items);
            last = Some(position);
        }
        last
    }

    fn array_index(&mut self, node: &Node<ast::Expression>) -> Option<u64> {
        let loc = self.loc(node);
        let index = self.value(node);
        let number = constant::integer(&self.types, &index).and_then(|number| u64::try_from(number).ok());
        if number.is_none() {
            self.error(loc, "the designated index is not constant", None);
        }
        number.filter(|number| *number < MAX_INITIALIZED_INDEX)
    }

    /// The characters of a string literal.
    fn literal_chars(&self, expr: &Expr) -> Option<Rc<Vec<u32>>> {
        let ExprKind::Var(var) = expr.kind else { return None };
        match &self.program.var(var).storage {
            Storage::Literal(chars) => Some(chars.clone()),
            _ => None,
        }
    }

    fn string_items(
        &mut self,
        ty: &Type,
        chars: &[u32],
        path: &[PathStep],
        items: &mut Items,
        loc: Loc,
    ) -> u64 {
        let Type::Array(element, length) = ty else { return 0 };
        let length = length.unwrap_or(chars.len() as u64);
        for (idx, ch) in chars.iter().enumerate().take(usize::try_from(length).unwrap_or(usize::MAX)) {
            let mut path = path.to_vec();
            path.push(PathStep::Index(idx as u64));
            let value = self.constant((*ch).into(), (**element).clone(), loc);
            self.put(path, value, items);
        }
        length
    }
}

fn finish(items: Items) -> Init {
    Init::List(items.into_iter().map(|(path, value)| InitItem { path, value }).collect())
}

/// The type with the size that its initializer gives it.
fn complete(ty: &Type, length: u64) -> Option<Type> {
    match ty {
        Type::Array(element, None) => Some(Type::Array(element.clone(), Some(length))),
        _ => None,
    }
}
