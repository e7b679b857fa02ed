//! Initializers, flattened: each scalar part with the path that leads to it.

use std::rc::Rc;

use super::super::constant;
use super::super::hir::{Expr, ExprKind, Init, PathStep, Storage};
use super::super::parser::ast::{self, Node};
use super::super::source::Loc;
use super::super::types::Type;
use super::call::is_repeatable;
use super::initial_parts::Parts;
use super::numbers::after;
use super::state::Sema;
use crate::limits::{MAX_INITIALIZED_INDEX, MAX_INITIALIZER_ITEMS};

/// The items of a list, read in order.
struct Cursor<'a> {
    items: &'a [Node<ast::InitializerListItem>],
    at: usize,
}

/// The designators that are left of an item, from the place where reading is.
type Designators<'a> = &'a [Node<ast::Designator>];

impl Sema {
    /// An initializer of a type; also the type with its size, where the initializer gives it one.
    pub(super) fn initializer(&mut self, ty: &Type, node: &Node<ast::Initializer>) -> (Init, Option<Type>) {
        let loc = self.loc(node);
        match &node.node {
            ast::Initializer::List(items) => self.initializer_list(ty, items),
            ast::Initializer::Expression(expr) => {
                let value = self.expr(expr);
                if let (Type::Array(..), Some(chars)) = (ty, self.literal_chars(&value)) {
                    let mut items = Parts::default();
                    let length = self.string_items(ty, &chars, &[], &mut items, loc);
                    return (self.finish(items), complete(ty, length));
                }
                let value = self.rvalue(value);
                if ty.is_array() {
                    self.error(loc, "an array needs a list in braces or a string as its initializer", None);
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
        let outer = std::mem::take(&mut self.range_values);
        let mut items = Parts::default();
        let length = self.braced(ty, nodes, &[], &mut items);
        let init = self.finish(items);
        self.range_values = outer;
        (init, complete(ty, length))
    }

    /// A list in braces for the part at a path; gives the number of elements of an array. What the part was given before counts
    /// no more.
    fn braced(
        &mut self,
        ty: &Type,
        nodes: &[Node<ast::InitializerListItem>],
        path: &[PathStep],
        items: &mut Parts,
    ) -> u64 {
        items.clear(path);
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
        self.fill_aggregate(ty, &mut cursor, path, items, None)
    }

    /// One part given by one initializer.
    fn part(&mut self, ty: &Type, node: &Node<ast::Initializer>, path: &[PathStep], items: &mut Parts) {
        match &node.node {
            ast::Initializer::List(nodes) => {
                self.braced(ty, nodes, path, items);
            }
            ast::Initializer::Expression(expr) => {
                let value = self.initial_value(expr);
                self.part_of_value(ty, value, path, items);
            }
        }
    }

    fn part_of_value(&mut self, ty: &Type, value: Expr, path: &[PathStep], items: &mut Parts) {
        let loc = value.loc;
        if let (Type::Array(..), Some(chars)) = (ty, self.literal_chars(&value)) {
            items.clear(path);
            self.string_items(ty, &chars, path, items, loc);
            return;
        }
        let value = self.rvalue(value);
        let value = self.convert(value, ty);
        self.put(path.to_vec(), value, items);
    }

    /// The value of an initializer. Within a range of elements it is evaluated once for all of them.
    fn initial_value(&mut self, expr: &Node<ast::Expression>) -> Expr {
        let loc = self.loc(expr);
        if let Some(known) = self.range_values.known.get(&loc) {
            return known.clone();
        }
        let value = self.expr(expr);
        if self.range_values.depth == 0 {
            return value;
        }
        let is_fixed = self.function.is_none()
            || value.kind.is_lvalue() && self.literal_chars(&value).is_some()
            || constant::is_initial(&self.program, &self.types, &value);
        let value = match is_fixed || is_repeatable(&value) {
            true => value,
            false => {
                let value = self.rvalue(value);
                let mut before = std::mem::take(&mut self.range_values.before);
                let value = self.saved(value, &mut before);
                self.range_values.before = before;
                value
            }
        };
        self.range_values.known.insert(loc, value.clone());
        value
    }

    fn put(&mut self, path: Vec<PathStep>, value: Expr, items: &mut Parts) {
        if let Some(parts) = self.composed(&value) {
            items.clear(&path);
            for part in parts.iter().cloned() {
                let path = path.iter().chain(&part.path).copied().collect();
                self.put(path, part.value, items);
            }
            return;
        }
        items.put(path, value);
    }

    /// Reads items into the parts of an aggregate one after another; without braces of its own it takes only
    /// what it needs. Gives the number of elements of an array.
    ///
    /// With braces there is no `start`. Without, `start` has the designators of the first item that are left here: reading begins
    /// at the part that they lead to, and goes on behind it (6.7.9, 17).
    fn fill_aggregate(
        &mut self,
        ty: &Type,
        cursor: &mut Cursor,
        path: &[PathStep],
        items: &mut Parts,
        start: Option<Designators>,
    ) -> u64 {
        let is_braced = start.is_none();
        let is_union = self.is_union(ty);
        let (mut start, mut idx, mut length) = (start, 0_u64, 0_u64);
        while let Some(item) = cursor.items.get(cursor.at) {
            let before = cursor.at;
            let designation = match start.take() {
                Some(left) => left,
                None if !is_braced && !item.node.designation.is_empty() => break,
                None => item.node.designation.as_slice(),
            };
            match designation.split_first() {
                Some((first, _)) => {
                    if let Some(last) = self.designated(ty, designation, first, cursor, path, items) {
                        idx = last + 1;
                    }
                }
                None => {
                    let Some((step, part_ty)) = self.part_at(ty, idx) else {
                        if is_braced {
                            cursor.at += 1;
                            continue;
                        }
                        break;
                    };
                    let part_path = self.enter_part(ty, path, step, items);
                    self.next_part(&part_ty, cursor, &part_path, items);
                    idx = step.position() + 1;
                }
            }
            cursor.at = cursor.at.max(before + 1);
            length = length.max(idx);
            if is_union {
                // One member only; what comes behind it is too much.
                idx = u64::MAX;
            }
        }
        length
    }

    /// The path of a part. What was given to the whole as one value, or to another member of a union, counts no more.
    fn enter_part(&self, ty: &Type, path: &[PathStep], step: PathStep, items: &mut Parts) -> Vec<PathStep> {
        match self.is_union(ty) {
            true => items.enter(path, |other| other == step),
            false => items.enter_whole(path),
        }
        path.iter().copied().chain([step]).collect()
    }

    fn is_union(&self, ty: &Type) -> bool {
        matches!(ty, Type::Record(id) if self.types.record(*id).is_union)
    }

    /// The next part of an aggregate from the items, with or without braces around it.
    fn next_part(&mut self, ty: &Type, cursor: &mut Cursor, path: &[PathStep], items: &mut Parts) {
        let Some(item) = cursor.items.get(cursor.at) else { return };
        let ast::Initializer::Expression(expr) = &item.node.initializer.node else {
            cursor.at += 1;
            self.part(ty, &item.node.initializer, path, items);
            if self.function.is_some() && item.node.designation.iter().any(|it| self.is_range(it)) {
                let is_constant = |value: &Expr| constant::is_initial(&self.program, &self.types, value);
                items.note_list_of_range(path, is_constant);
            }
            return;
        };
        if !self.is_aggregate(ty) {
            cursor.at += 1;
            return self.part(ty, &item.node.initializer, path, items);
        }
        let (n_problems, n_pending, n_compounds) =
            (self.problems.len(), self.pending.len(), self.compounds.len());
        let value = self.initial_value(expr);
        let fits = match ty {
            Type::Record(_) => value.ty == *ty,
            _ => self.literal_chars(&value).is_some() && ty.element().is_some_and(Type::is_integer),
        };
        if fits {
            cursor.at += 1;
            return self.part_of_value(ty, value, path, items);
        }
        // It is read again where it fits, unless its value is kept.
        if self.range_values.depth == 0 {
            self.problems.truncate(n_problems);
            self.pending.truncate(n_pending);
            self.compounds.truncate(n_compounds);
        }
        self.fill_aggregate(ty, cursor, path, items, Some(&[]));
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
                // Bit-fields without a name are no part.
                let fields = self.types.fields(*id).iter().enumerate().skip(usize::try_from(idx).ok()?);
                let mut named = fields.filter(|(_, field)| !field.name.is_empty() || field.bits.is_none());
                let (idx, field) = named.next()?;
                Some((PathStep::Field(idx), field.ty.clone()))
            }
            _ => None,
        }
    }

    /// Reads an item that begins at a designated part, and those behind it that go on there; gives the position at this level
    /// of the (last) part that was begun.
    fn designated(
        &mut self,
        ty: &Type,
        designation: Designators,
        first: &Node<ast::Designator>,
        cursor: &mut Cursor,
        path: &[PathStep],
        items: &mut Parts,
    ) -> Option<u64> {
        let loc = self.loc(first);
        let (positions, rest) = match &first.node {
            ast::Designator::Index(index) => {
                let index = self.array_index(index)?;
                (index..=index, &designation[1..])
            }
            ast::Designator::Range(from, to) => {
                (self.array_index(from)?..=self.array_index(to)?, &designation[1..])
            }
            ast::Designator::Member(name) => {
                let fields = self.designated_member(ty, &name.node.name, loc)?;
                let position = *fields.first()? as u64;
                // A member of a structure without a name is looked for there once more.
                let rest = if fields.len() > 1 { designation } else { &designation[1..] };
                (position..=position, rest)
            }
        };
        let last = *positions.end();
        let is_range = last > *positions.start();
        self.range_values.depth += usize::from(is_range);
        let mut reached = None;
        for position in positions {
            if items.len() > MAX_INITIALIZER_ITEMS {
                self.error(loc, "the initializer has too many elements", None);
                break;
            }
            let Some((step, part_ty)) = self.part_at(ty, position) else {
                self.error(loc, "the designated element is outside of the array", None);
                break;
            };
            let path = self.enter_part(ty, path, step, items);
            if position == last {
                self.designated_part(&part_ty, rest, cursor, &path, items);
            } else {
                let mut single = Cursor { items: &cursor.items[cursor.at..=cursor.at], at: 0 };
                self.designated_part(&part_ty, rest, &mut single, &path, items);
            }
            reached = Some(position);
        }
        self.leave_range(is_range);
        reached
    }

    fn leave_range(&mut self, is_range: bool) {
        self.range_values.depth -= usize::from(is_range);
        if self.range_values.depth == 0 {
            self.range_values.known.clear();
        }
    }

    fn designated_part(
        &mut self,
        ty: &Type,
        rest: Designators,
        cursor: &mut Cursor,
        path: &[PathStep],
        items: &mut Parts,
    ) {
        match rest {
            [] => self.next_part(ty, cursor, path, items),
            [..] => {
                self.fill_aggregate(ty, cursor, path, items, Some(rest));
            }
        }
    }

    /// The way to a member of a name; says so where there is none.
    fn designated_member(&mut self, ty: &Type, name: &str, loc: Loc) -> Option<Vec<usize>> {
        let Type::Record(id) = ty else {
            self.error(loc, "a member is designated in an initializer that is not of a structure", None);
            return None;
        };
        let fields = self.types.find_field(*id, name);
        if fields.is_none() {
            let message = format!("`{}` has no member `{name}`", self.types.name(ty));
            self.error(loc, message, None);
        }
        fields
    }

    /// Whether a designator, which has been read, stands for several elements.
    fn is_range(&mut self, designator: &Node<ast::Designator>) -> bool {
        let ast::Designator::Range(from, to) = &designator.node else { return false };
        self.array_index(from) < self.array_index(to)
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

    /// The initializer that consists of these items, which stand in the order of their evaluation.
    fn finish(&mut self, items: Parts) -> Init {
        self.program.leaves_out_effects |= items.has_left_out();
        let mut items = items.into_items();
        let before = std::mem::take(&mut self.range_values.before);
        if let Some(first) = items.first_mut() {
            let value = std::mem::replace(&mut first.value, self.constant(0, Type::INT, Loc::default()));
            first.value = after(before, value);
        }
        Init::List(items)
    }

    fn string_items(
        &mut self,
        ty: &Type,
        chars: &[u32],
        path: &[PathStep],
        items: &mut Parts,
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

/// The type with the size that its initializer gives it.
fn complete(ty: &Type, length: u64) -> Option<Type> {
    match ty {
        Type::Array(element, None) => Some(Type::Array(element.clone(), Some(length))),
        _ => None,
    }
}
