//! Vectors (GNU): an operator is one on each of the elements, which wraps around.

use super::super::constant;
use super::super::hir::{Access, BinaryOp, CompareOp, Expr, ExprKind, Init, InitItem, PathStep};
use super::super::layout::Wishes;
use super::super::parser::ast::{self, Node};
use super::super::source::Loc;
use super::super::types::{IntKind, Numbers, Qualified, Type};
use super::attributes;
use super::numbers::Before;
use super::state::{Sema, make};
use super::variadic::plain;

/// The largest vector, in bytes.
const MAX_BYTES: i128 = 1 << 16;

/// The elements of two operands, and the type of the vector.
type Elements = (Vec<Expr>, Vec<Expr>, Type);

impl Sema {
    /// A type as `vector_size` among attributes changes it.
    pub(super) fn vectorized<'a>(
        &mut self,
        ty: Qualified,
        attributes: impl Iterator<Item = &'a ast::Attribute>,
    ) -> Qualified {
        let is_vector = |it: &&ast::Attribute| attributes::plain(&it.name.node) == "vector_size";
        attributes.filter(is_vector).fold(ty, |ty, attribute| {
            let qualifiers = ty.qualifiers;
            Qualified::from(self.vector_of(&ty, attribute)).and(qualifiers)
        })
    }

    /// The vector of a type; of what leads to elements that to vectors.
    fn vector_of(&mut self, ty: &Type, attribute: &ast::Attribute) -> Type {
        let inner = |this: &mut Self, inner: &Qualified| {
            Qualified::from(this.vector_of(inner, attribute)).and(inner.qualifiers)
        };
        match ty {
            Type::Pointer(pointee) => return Type::Pointer(inner(self, pointee)),
            Type::Array(element, count) => return Type::Array(inner(self, element), *count),
            _ => {}
        }
        let loc = self.loc(&attribute.name);
        let bytes = attribute.arguments.first().map(|bytes| self.value(bytes));
        let bytes = bytes.and_then(|bytes| constant::integer(&self.types, &bytes));
        let size = self.types.size(ty).map(i128::from).filter(|size| *size > 0);
        let is_element = ty.is_arithmetic() && *ty != Type::Int(IntKind::Bool) && !self.types.is_too_wide(ty);
        match (bytes, size) {
            (Some(bytes @ 1..=MAX_BYTES), Some(size)) if is_element && bytes % size == 0 => {
                let count = bytes / size;
                if count & (count - 1) == 0 {
                    return self.numbers_type(Numbers::Vector(ty.clone(), count as u64));
                }
                self.error(loc, "the number of elements of a vector is a power of two", None);
            }
            _ => {
                let message = format!("there are no vectors of `{}` of this size", self.types.name(ty));
                self.error(loc, message, None);
            }
        }
        ty.clone()
    }

    /// `v[i]` of a vector, which is a place if the vector is one.
    pub(super) fn vector_element(&mut self, vector: Expr, index: Expr, loc: Loc) -> Expr {
        let element = self.types.vector_elements(&vector.ty).map(|(element, _)| element.clone());
        let (Some(element), true) = (element, index.ty.is_integer()) else {
            return self.bad_operands(&vector, &index, loc);
        };
        let place = match vector.kind {
            // It need not be copied.
            ExprKind::Load(place, Access::Plain) => *place,
            _ => self.addressable(vector),
        };
        let elements = self.field(place, 0, loc);
        make(ExprKind::Index(Box::new(elements), Box::new(index)), element, loc)
    }

    pub(super) fn vector_converted(&mut self, expr: Expr, ty: &Type) -> Result<Expr, Box<Expr>> {
        let is_whole = |this: &Self, ty: &Type| ty.has_all_bits() || this.types.vector_elements(ty).is_some();
        let is_same_size = self.types.size(&expr.ty) == self.types.size(ty);
        if !is_whole(self, &expr.ty) || !is_whole(self, ty) || !is_same_size {
            return Err(Box::new(expr));
        }
        let loc = expr.loc;
        let of_integers = |this: &Self, ty: &Type| match this.types.vector_elements(ty) {
            Some((element, count)) if element.is_integer() => Some((element.clone(), count)),
            _ => None,
        };
        if let (Some((_, from)), Some((element, to))) = (of_integers(self, &expr.ty), of_integers(self, ty))
            && from == to
        {
            let mut before = Before::new();
            let [value] = self.all_kept([expr], &mut before);
            let parts = self.number_parts(&value);
            let parts = parts.into_iter().map(|part| self.convert(part, &element)).collect();
            return Ok(self.compose(ty, parts, before, loc));
        }
        Ok(self.reinterpreted(expr, ty, loc))
    }

    /// The same bits as a value of another type of the same size.
    fn reinterpreted(&mut self, expr: Expr, ty: &Type, loc: Loc) -> Expr {
        let members = vec![plain("from", expr.ty.clone()), plain("to", ty.clone())];
        let body = self.types.lay_out(true, Wishes::default(), members);
        let id = self.new_record("(bits)", true);
        self.types.records[id.0].body = Some(body);
        let union = Type::Record(id);
        let var = self.new_hidden_var("bits", union.clone(), loc);
        let item = InitItem { path: vec![PathStep::Field(0)], value: expr };
        let literal = ExprKind::CompoundLiteral(var, Box::new(Init::List(vec![item])));
        let literal = make(literal, union, loc);
        let value = self.field(literal, 1, loc);
        self.rvalue(value)
    }

    /// The elements of an operand; a number stands for as many as there are.
    fn elements(&mut self, operand: &Expr, count: u64) -> Vec<Expr> {
        match self.types.vector_elements(&operand.ty) {
            Some(_) => self.number_parts(operand),
            None => vec![operand.clone(); count as usize],
        }
    }

    /// Operands of one number of elements, of which one at least is a vector; also the type of the vector.
    fn vector_operands(
        &mut self,
        left: Expr,
        right: Expr,
        before: &mut Before,
    ) -> Result<Elements, Box<(Expr, Expr)>> {
        let of = |this: &Self, it: &Expr| {
            this.types.vector_elements(&it.ty).map(|(element, count)| (element.clone(), count))
        };
        let (ty, element, count) = match (of(self, &left), of(self, &right)) {
            (Some((element, n_left)), Some((other, n_right))) => {
                let is_same_size = self.types.size(&element) == self.types.size(&other);
                if n_left != n_right || !is_same_size || element.is_integer() != other.is_integer() {
                    return Err(Box::new((left, right)));
                }
                (left.ty.clone(), element, n_left)
            }
            (Some((element, count)), None) if right.ty.is_arithmetic() => (left.ty.clone(), element, count),
            (None, Some((element, count))) if left.ty.is_arithmetic() => (right.ty.clone(), element, count),
            _ => return Err(Box::new((left, right))),
        };
        let in_elements = |this: &mut Self, it: Expr| match it.ty.is_arithmetic() {
            true => this.convert(it, &element),
            false => it,
        };
        let (left, right) = (in_elements(self, left), in_elements(self, right));
        let [left, right] = self.all_kept([left, right], before);
        // A number is used once for each element.
        let [left, right] = [left, right].map(|it| match it.ty.is_arithmetic() {
            true => self.kept(it, before),
            false => it,
        });
        Ok((self.elements(&left, count), self.elements(&right, count), ty))
    }

    pub(super) fn vector_binary(&mut self, op: BinaryOp, left: Expr, right: Expr, loc: Loc) -> Expr {
        let mut before = Before::new();
        let (left, right, ty) = match self.vector_operands(left, right, &mut before) {
            Ok(operands) => operands,
            Err(operands) => return self.bad_operands(&operands.0, &operands.1, loc),
        };
        let integers_only =
            !matches!(op, BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide);
        if let (Some(left), Some(right)) = (left.first(), right.first())
            && integers_only
            && !left.ty.is_integer()
        {
            return self.bad_operands(left, right, loc);
        }
        let parts =
            left.into_iter().zip(right).map(|(left, right)| self.on_elements(op, left, right, loc)).collect();
        self.compose(&ty, parts, before, loc)
    }

    /// An operator on elements, whose result is an element.
    fn on_elements(&mut self, op: BinaryOp, left: Expr, right: Expr, loc: Loc) -> Expr {
        let ty = left.ty.clone();
        let Type::Int(kind) = ty else {
            return self.folded(make(ExprKind::Binary(op, Box::new(left), Box::new(right)), ty, loc));
        };
        let computed = match op {
            BinaryOp::Divide | BinaryOp::Remainder if kind.rank() < IntKind::Int.rank() => Type::INT,
            BinaryOp::Divide | BinaryOp::Remainder | BinaryOp::ShiftRight => ty.clone(),
            _ => Type::Int(kind.unsigned()),
        };
        let (left, right) = (self.convert(left, &computed), self.convert(right, &computed));
        let value = make(ExprKind::Binary(op, Box::new(left), Box::new(right)), computed, loc);
        self.convert(value, &ty)
    }

    pub(super) fn vector_unary(&mut self, is_complement: bool, operand: Expr, loc: Loc) -> Expr {
        let (ty, mut before) = (operand.ty.clone(), Before::new());
        let [operand] = self.all_kept([operand], &mut before);
        let parts = self.number_parts(&operand);
        if let (true, Some(part)) = (is_complement, parts.first().filter(|part| !part.ty.is_integer())) {
            let message = format!("the operator does not apply to `{}`", self.types.name(&part.ty));
            self.error(loc, message, None);
            return self.unsupported("a wrong operand", ty, loc);
        }
        let of_part = |this: &mut Self, part: Expr| {
            let element = part.ty.clone();
            let computed = match element {
                Type::Int(kind) => Type::Int(kind.unsigned()),
                _ => element.clone(),
            };
            let part = Box::new(this.convert(part, &computed));
            let kind = if is_complement { ExprKind::Complement(part) } else { ExprKind::Negate(part) };
            let value = make(kind, computed, loc);
            this.convert(value, &element)
        };
        let parts = parts.into_iter().map(|part| of_part(self, part)).collect();
        self.compose(&ty, parts, before, loc)
    }

    pub(super) fn vector_compare(&mut self, op: CompareOp, left: Expr, right: Expr, loc: Loc) -> Expr {
        let mut before = Before::new();
        let (left, right, ty) = match self.vector_operands(left, right, &mut before) {
            Ok(operands) => operands,
            Err(operands) => return self.bad_operands(&operands.0, &operands.1, loc),
        };
        let Some((truth, count)) = self.truths(&ty) else {
            return self.unsupported("a comparison of these vectors", ty, loc);
        };
        let ty = self.numbers_type(Numbers::Vector(truth.clone(), count));
        let compare = |this: &mut Self, left: Expr, right: Expr| {
            let is_so = this.compare(op, left, right, loc);
            let negated = make(ExprKind::Negate(Box::new(is_so)), Type::INT, loc);
            this.convert(negated, &truth)
        };
        let parts = left.into_iter().zip(right).map(|(left, right)| compare(self, left, right)).collect();
        self.compose(&ty, parts, before, loc)
    }

    /// The type of the elements of a comparison, and their number.
    fn truths(&self, ty: &Type) -> Option<(Type, u64)> {
        let (element, count) = self.types.vector_elements(ty)?;
        let kinds =
            [IntKind::SChar, IntKind::Short, IntKind::Int, IntKind::Long, IntKind::LongLong, IntKind::Int128];
        let size = self.types.size(element)?;
        let kind = kinds.into_iter().find(|kind| kind.size(self.types.model) == size)?;
        Some((Type::Int(kind), count))
    }

    /// `?:` by a vector: each element by one.
    pub(super) fn vector_choice(
        &mut self,
        condition: Expr,
        then: Option<Expr>,
        otherwise: Expr,
        loc: Loc,
    ) -> Expr {
        let ty = condition.ty.clone();
        let Some(then) = then else { return self.unsupported("a vector before `?:`", ty, loc) };
        let count = self.types.vector_elements(&ty).map_or(0, |(_, count)| count);
        let mut before = Before::new();
        let [condition, then, otherwise] = self.all_kept([condition, then, otherwise], &mut before);
        let (then, otherwise, ty) = match self.vector_operands(then, otherwise, &mut before) {
            Ok(operands) => operands,
            Err(_) => return self.unsupported("this choice by a vector", ty, loc),
        };
        if then.len() as u64 != count {
            return self.unsupported("this choice by a vector", ty, loc);
        }
        let choose = |this: &mut Self, ((condition, then), otherwise): ((Expr, Expr), Expr)| {
            let ty = then.ty.clone();
            let otherwise = Box::new(this.convert(otherwise, &ty));
            make(ExprKind::Conditional(Box::new(condition), Some(Box::new(then)), otherwise), ty, loc)
        };
        let conditions = self.number_parts(&condition);
        let parts = conditions.into_iter().zip(then).zip(otherwise).map(|it| choose(self, it)).collect();
        self.compose(&ty, parts, before, loc)
    }

    /// The builtins of x86 that give an element of a vector, or a vector with another one.
    pub(super) fn element_builtin(
        &mut self,
        name: &str,
        arguments: &[Node<ast::Expression>],
        loc: Loc,
    ) -> Option<Expr> {
        let values: Vec<Expr> = arguments.iter().map(|argument| self.value(argument)).collect();
        let (vector, index) = (values.first()?.clone(), values.last()?.clone());
        let (element, count) =
            self.types.vector_elements(&vector.ty).map(|(it, count)| (it.clone(), count))?;
        let idx = constant::integer(&self.types, &index).and_then(|idx| u64::try_from(idx).ok());
        let is_set = name.starts_with("ia32_vec_set_v") && values.len() == 3;
        match idx {
            Some(idx) if idx < count && is_set => {
                let (ty, mut before) = (vector.ty.clone(), Before::new());
                let new = self.convert(values.into_iter().nth(1)?, &element);
                let [vector, new] = self.all_kept([vector, new], &mut before);
                let mut parts = self.number_parts(&vector);
                *parts.get_mut(idx as usize)? = new;
                Some(self.compose(&ty, parts, before, loc))
            }
            // In functions that are there to be expanded it is a parameter.
            _ if name.starts_with("ia32_vec_ext_v") && values.len() == 2 => {
                let place = self.vector_element(vector, index, loc);
                Some(self.rvalue(place))
            }
            _ => None,
        }
    }

    /// `__builtin_shuffle` and `__builtin_shufflevector`.
    pub(super) fn shuffle(
        &mut self,
        name: &str,
        arguments: &[Node<ast::Expression>],
        loc: Loc,
    ) -> Option<Expr> {
        let mut values: Vec<Expr> = arguments.iter().map(|argument| self.value(argument)).collect();
        let first = values.first()?;
        let (element, count) =
            self.types.vector_elements(&first.ty).map(|(it, count)| (it.clone(), count))?;
        let mut before = Before::new();
        if name == "shufflevector" {
            let numbers: Option<Vec<i128>> =
                values.iter().skip(2).map(|it| constant::integer(&self.types, it)).collect();
            let (numbers, second) = (numbers?, values.get(1)?.clone());
            let (second_element, n_second) = self.types.vector_elements(&second.ty)?;
            let n_elements = i128::from(count + n_second);
            let is_known = *second_element == element
                && !numbers.is_empty()
                && numbers.len().is_power_of_two()
                && numbers.iter().all(|it| (-1..n_elements).contains(it));
            if !is_known {
                return None;
            }
            let [first, second] = self.all_kept([values.swap_remove(0), second], &mut before);
            let mut all = self.number_parts(&first);
            all.extend(self.number_parts(&second));
            let ty = self.numbers_type(Numbers::Vector(element, numbers.len() as u64));
            // An element of which nothing is said is any.
            let parts = numbers.iter().map(|it| all[usize::try_from(*it).unwrap_or(0)].clone()).collect();
            return Some(self.compose(&ty, parts, before, loc));
        }
        let mask = values.pop()?;
        let (of_mask, n_mask) = self.types.vector_elements(&mask.ty)?;
        let is_same = values.iter().all(|it| it.ty == values[0].ty);
        if n_mask != count || !of_mask.is_integer() || !is_same || values.len() > 2 {
            return None;
        }
        let of_mask = of_mask.clone();
        let ty = values[0].ty.clone();
        let values: Vec<Expr> = values.into_iter().map(|it| self.saved(it, &mut before)).collect();
        let mask = self.saved(mask, &mut before);
        let mask = self.number_parts(&mask);
        let number = |this: &Self, number: u64| Box::new(this.constant(number.into(), of_mask.clone(), loc));
        let parts = mask.into_iter().map(|index| {
            let low = ExprKind::Binary(BinaryOp::And, Box::new(index.clone()), number(self, count - 1));
            let low = make(low, of_mask.clone(), loc);
            let mut from = values.iter().map(|it| {
                let place = self.vector_element(it.clone(), low.clone(), loc);
                self.rvalue(place)
            });
            let first = from.next()?;
            let Some(second) = from.next() else { return Some(first) };
            drop(from);
            let is_second = ExprKind::Binary(BinaryOp::And, Box::new(index), number(self, count));
            let is_second = Box::new(make(is_second, of_mask.clone(), loc));
            let either = ExprKind::Conditional(is_second, Some(Box::new(second)), Box::new(first));
            Some(make(either, element.clone(), loc))
        });
        let parts: Option<Vec<Expr>> = parts.collect();
        Some(self.compose(&ty, parts?, before, loc))
    }
}
