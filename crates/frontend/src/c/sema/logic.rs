//! The types of annotations, and what their names mean.
//!
//! Integers are those of mathematics. What is an expression of C stays one, so that where it is read and what it may point
//! to is found out as for any other. Functions of the logic are written out where they are applied.

use super::super::hir::logic::{Kind, Places, Sort, State, Term, Variable};
use super::super::hir::{Access, BinaryOp, Builtin, CompareOp, Expr, ExprKind};
use super::super::source::Loc;
use super::super::types::{FloatKind, IntKind, Type};
use super::annotated::Place;
use super::bounds;
use super::state::{Entity, Sema, make};
use crate::acsl::ast::{self, BaseType, Binder, Quantifier, UnaryOp};
use crate::acsl::{self};
use std::rc::Rc;

/// A term, or what becomes one.
pub(super) enum Typed {
    Term(Term),
    /// A place or value of C.
    C(Expr),
    /// Several pointers.
    Pointers(Places),
    /// What several pointers point to.
    Cells(Places),
}

impl Sema {
    /// The conjuncts of a predicate.
    pub(super) fn conjuncts(&mut self, predicate: &ast::Expr, start: usize, place: Place) -> Vec<Term> {
        self.enter(start, place);
        let mut parts = Vec::new();
        self.split(predicate, &mut parts);
        parts
    }

    fn split(&mut self, predicate: &ast::Expr, parts: &mut Vec<Term>) {
        match &predicate.kind {
            ast::ExprKind::Binary(ast::BinaryOp::And, left, right) => {
                self.split(left, parts);
                self.split(right, parts);
            }
            ast::ExprKind::Named(name, inner) => {
                self.annotations.environment.is_c |= name.text == acsl::C_EXPRESSION;
                self.split(inner, parts);
            }
            _ => {
                let part = self.predicate(predicate);
                parts.extend(self.supported(part));
            }
        }
    }

    /// A term, unless a part of it has no meaning here, which is told.
    fn supported(&mut self, term: Term) -> Option<Term> {
        match bounds::unsupported(&term) {
            Some((what, loc)) => {
                let hint = Some("this part of the annotation is neither checked nor used".to_owned());
                self.warn(loc, format!("{what} is not supported"), hint);
                None
            }
            None => Some(term),
        }
    }

    /// A term that is an integer.
    pub(super) fn integer_term(&mut self, expr: &ast::Expr, start: usize, place: Place) -> Option<Term> {
        self.enter(start, place);
        let term = self.integer(expr);
        self.supported(term)
    }

    /// A place of an `assigns` clause.
    pub(super) fn assigned(&mut self, expr: &ast::Expr, start: usize) -> Option<Places> {
        self.enter(start, Place::Requires);
        match self.typed(expr) {
            Typed::Cells(places) => Some(places),
            Typed::C(place) if place.kind.is_lvalue() => {
                let loc = place.loc;
                let pointer = self.pointer_to(place, loc);
                Some(Places { pointer, bounds: None })
            }
            _ => None,
        }
    }

    fn enter(&mut self, start: usize, place: Place) {
        let environment = &mut self.annotations.environment;
        environment.start = start;
        environment.place = Some(place);
        environment.state = Some(State::Here);
        environment.is_c = false;
        environment.bound.clear();
        environment.labels.clear();
        environment.open.clear();
        environment.n_expansions = 0;
    }

    pub(super) fn state(&self) -> State {
        self.annotations.environment.state.clone().unwrap_or(State::Here)
    }

    pub(super) fn loc_of(&self, expr: &ast::Expr) -> Loc {
        self.annotated(self.annotations.environment.start, expr.range)
    }

    pub(super) fn truth_of(&mut self, term: Term) -> Term {
        let loc = term.loc;
        let zero = match term.sort {
            Sort::Truth => return term,
            Sort::Integer => Term { kind: Kind::Integer(0), sort: Sort::Integer, loc },
            Sort::Real => Term { kind: Kind::Real(0), sort: Sort::Real, loc },
            Sort::Pointer(ref ty) => self.null(ty.clone(), loc),
        };
        truth(Kind::Compare(CompareOp::NotEqual, Box::new(term), Box::new(zero)), loc)
    }

    fn null(&self, ty: Type, loc: Loc) -> Term {
        let zero = self.constant(0, Type::INT, loc);
        let null = make(ExprKind::Cast(Box::new(zero)), ty.clone(), loc);
        Term { kind: Kind::Value(Box::new(null)), sort: Sort::Pointer(ty), loc }
    }

    pub(super) fn predicate(&mut self, expr: &ast::Expr) -> Term {
        let term = self.term(expr);
        self.truth_of(term)
    }

    pub(super) fn integer(&mut self, expr: &ast::Expr) -> Term {
        let term = self.term(expr);
        self.integer_of(term)
    }

    pub(super) fn integer_of(&mut self, term: Term) -> Term {
        let loc = term.loc;
        match term.sort {
            Sort::Integer => term,
            Sort::Truth => {
                let number = |number| integer(Kind::Integer(number), loc);
                integer(Kind::Conditional(Box::new(term), Box::new(number(1)), Box::new(number(0))), loc)
            }
            _ => {
                self.error(loc, "an integer is expected here", None);
                integer(Kind::Integer(0), loc)
            }
        }
    }

    pub(super) fn term(&mut self, expr: &ast::Expr) -> Term {
        let typed = self.typed(expr);
        let loc = self.loc_of(expr);
        self.as_term(typed, loc)
    }

    fn as_term(&mut self, typed: Typed, loc: Loc) -> Term {
        match typed {
            Typed::Term(term) => term,
            Typed::C(expr) => {
                let expr = self.plain_value(expr);
                let sort = match &expr.ty {
                    Type::Int(_) => Sort::Integer,
                    Type::Float(_) => Sort::Real,
                    Type::Pointer(_) => Sort::Pointer(expr.ty.clone()),
                    _ => return unsupported("a structure as a whole", Sort::Integer, loc),
                };
                if matches!(expr.kind, ExprKind::Unsupported(_)) {
                    // It was told.
                    return Term { kind: Kind::Integer(0), sort: Sort::Integer, loc };
                }
                Term { kind: Kind::Value(Box::new(expr)), sort, loc }
            }
            Typed::Pointers(_) | Typed::Cells(_) => {
                self.error(loc, "a range stands where one value is expected", None);
                integer(Kind::Integer(0), loc)
            }
        }
    }

    /// A value of C, read as it is stored.
    fn plain_value(&mut self, expr: Expr) -> Expr {
        let expr = self.rvalue(expr);
        match expr.kind {
            ExprKind::Load(place, _) => Expr::new(ExprKind::Load(place, Access::Plain), expr.ty, expr.loc),
            _ => expr,
        }
    }

    /// What is read, as an expression of C.
    pub(super) fn as_c(&mut self, typed: Typed, loc: Loc) -> Expr {
        let term = match typed {
            Typed::C(expr) => return self.plain_value(expr),
            other => self.as_term(other, loc),
        };
        let ty = match (&term.kind, &term.sort) {
            (Kind::Value(expr), _) => return (**expr).clone(),
            (_, Sort::Pointer(ty)) => ty.clone(),
            (_, Sort::Real) => Type::Float(FloatKind::Double),
            _ => Type::Int(IntKind::LongLong),
        };
        make(ExprKind::Builtin(Builtin::Logic(Rc::new(term)), Vec::new()), ty, loc)
    }

    pub(super) fn typed(&mut self, expr: &ast::Expr) -> Typed {
        let loc = self.loc_of(expr);
        if let Some(typed) = self.c_expression(expr, loc) {
            return typed;
        }
        use ast::ExprKind as E;
        let term = match &expr.kind {
            E::Integer(text) => return self.number(text, loc),
            E::Real(text) => real(text, loc),
            E::Character(text) => character(text, loc),
            E::String(_) => unsupported("a string", Sort::Integer, loc),
            E::True | E::False => truth(Kind::Truth(expr.kind == E::True), loc),
            E::Null => self.null(Type::Void.pointer_to(), loc),
            E::Nothing => unsupported("this set", Sort::Integer, loc),
            E::Result => return self.result(loc),
            E::Name(name) => return self.named(name, loc),
            E::Unary(op, operand) => return self.unary_term(*op, operand, loc),
            E::Binary(op, left, right) => return self.binary_term(*op, left, right, loc),
            E::Compare(first, rest) => self.comparisons(first, rest, loc),
            E::Conditional(condition, then, otherwise) => {
                self.conditional_term(condition, then, otherwise, loc)
            }
            E::Cast(ty, operand) => return self.cast_term(ty, operand, loc),
            E::SizeOfType(ty) => {
                let ty = self.logic_type(ty);
                return self.size(ty, loc);
            }
            E::SizeOf(operand) => {
                let typed = self.typed(operand);
                let ty = match typed {
                    Typed::C(expr) => Some(expr.ty),
                    _ => None,
                };
                return self.size(ty, loc);
            }
            E::Index(base, index) => return self.element(base, index, loc),
            E::Member(base, name) => match self.typed(base) {
                Typed::C(base) => {
                    let at = self.annotated(self.annotations.environment.start, name.range);
                    return Typed::C(self.member_named(base, &name.text, at));
                }
                _ => unsupported("a member of this", Sort::Integer, loc),
            },
            E::Arrow(base, name) => {
                let pointer = self.typed(base);
                let pointer = self.as_c(pointer, loc);
                if !pointer.ty.is_pointer() {
                    self.error(
                        loc,
                        format!("a value of type `{}` is not a pointer", self.types.name(&pointer.ty)),
                        None,
                    );
                    return Typed::Term(integer(Kind::Integer(0), loc));
                }
                let place = self.deref(pointer, loc);
                return Typed::C(self.member_named(place, &name.text, loc));
            }
            E::Interval(..) => {
                self.error(loc, "a range stands where one value is expected", None);
                integer(Kind::Integer(0), loc)
            }
            E::Call(name, labels, arguments) => return self.application(name, labels, arguments, loc),
            E::At(operand, label) => return self.in_state(operand, label, loc),
            E::Quantified(quantifier, binders, body) => self.quantified(*quantifier, binders, body, loc),
            E::Let(name, value, body) => {
                let value = self.term(value);
                return Typed::Term(self.with_value(&name.text, value, |this| this.term(body), loc));
            }
            E::Named(_, inner) => return self.typed(inner),
            E::Lambda(..) => unsupported("a function as a value", Sort::Integer, loc),
            E::Set(_) | E::Comprehension(..) => unsupported("a set", Sort::Integer, loc),
            E::With(_) => unsupported("a structure with a changed member", Sort::Integer, loc),
            E::TypeValue => unsupported("a type as a value", Sort::Integer, loc),
        };
        Typed::Term(term)
    }

    pub(super) fn number(&mut self, text: &str, loc: Loc) -> Typed {
        let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
        let parsed = match digits.get(..2) {
            Some("0x" | "0X") => i128::from_str_radix(&digits[2..], 16),
            Some("0b" | "0B") => i128::from_str_radix(&digits[2..], 2),
            _ if digits.len() > 1 && digits.starts_with('0') => i128::from_str_radix(digits, 8),
            _ => digits.parse(),
        };
        Typed::Term(match parsed {
            Ok(number) if number < 1 << 100 => integer(Kind::Integer(number), loc),
            _ => unsupported("so large a number", Sort::Integer, loc),
        })
    }

    fn size(&mut self, ty: Option<Type>, loc: Loc) -> Typed {
        let size = ty.as_ref().and_then(|ty| self.types.size(ty));
        Typed::Term(match size {
            Some(size) => integer(Kind::Integer(size.into()), loc),
            None => unsupported("this size", Sort::Integer, loc),
        })
    }

    fn result(&mut self, loc: Loc) -> Typed {
        let place = self.annotations.environment.place;
        match self.annotations.environment.result {
            Some(var) if place == Some(Place::Ensures) => {
                self.note_captured(var);
                let ty = self.program.var(var).ty.clone();
                return Typed::C(make(ExprKind::Var(var), ty, loc));
            }
            None if place == Some(Place::Ensures) => {
                let name = self.annotations.environment.function.clone().unwrap_or_default();
                self.error(loc, format!("`{name}` returns nothing"), None);
            }
            _ => self.error(loc, "there is a result in postconditions only", None),
        }
        Typed::Term(integer(Kind::Integer(0), loc))
    }

    fn named(&mut self, name: &str, loc: Loc) -> Typed {
        let bound = self.annotations.environment.bound.iter().rev().find(|(bound, ..)| bound == name);
        if let Some((_, term, state)) = bound.cloned() {
            let is_fixed = matches!(term.kind, Kind::Variable(_) | Kind::Integer(_));
            let is_elsewhere = state != self.state() && !is_fixed;
            let Term { kind, sort, .. } = term;
            let term = Term { kind, sort, loc };
            return Typed::Term(if is_elsewhere { at(state, term) } else { term });
        }
        match self.lookup(name).cloned() {
            Some(Entity::Var(var)) => {
                let ty = self.program.var(var).ty.clone();
                return Typed::C(make(ExprKind::Var(var), ty, loc));
            }
            Some(Entity::Constant(number, _)) => return Typed::Term(integer(Kind::Integer(number), loc)),
            Some(Entity::Func(func)) => {
                let ty = Type::Function(self.program.func(func).ty.clone());
                return Typed::C(make(ExprKind::Function(func), ty, loc));
            }
            Some(Entity::Typedef(..)) | None => {}
        }
        if let Some(declared) = self.annotations.functions.get(name).cloned() {
            return self.apply(&declared, &[], Vec::new(), loc);
        }
        match self.macro_value(name, loc) {
            Some(typed) => typed,
            None => {
                self.error(loc, format!("`{name}` is not declared"), None);
                Typed::Term(integer(Kind::Integer(0), loc))
            }
        }
    }

    /// What a macro stands for, whose body is a term.
    fn macro_value(&mut self, name: &str, loc: Loc) -> Option<Typed> {
        if name == "NULL" {
            return Some(Typed::Term(self.null(Type::Void.pointer_to(), loc)));
        }
        if let Some(number) = self.limit(name) {
            return Some(Typed::Term(integer(Kind::Integer(number), loc)));
        }
        let body = self.annotations.macros.get(name)?.clone();
        let is_open = self.annotations.environment.open.iter().any(|open| open == name);
        let parsed = acsl::parse_comment(&format!("assert {body};"), &|_| false).ok()?;
        let ast::Annotation::Code(assertions) = parsed else { return None };
        let [assertion] = assertions.as_slice() else { return None };
        if is_open {
            return None;
        }
        self.annotations.environment.open.push(name.to_owned());
        let mut term = self.term(&assertion.clause.predicate);
        self.annotations.environment.open.pop();
        term.loc = loc;
        Some(Typed::Term(term))
    }

    /// What `<limits.h>` defines.
    fn limit(&self, name: &str) -> Option<i128> {
        let (kind, is_least) = match name {
            "CHAR_BIT" => return Some(8),
            "INT_MAX" | "INT_MIN" => (IntKind::Int, name == "INT_MIN"),
            "UINT_MAX" => (IntKind::UInt, false),
            "LONG_MAX" | "LONG_MIN" => (IntKind::Long, name == "LONG_MIN"),
            "ULONG_MAX" => (IntKind::ULong, false),
            "LLONG_MAX" | "LLONG_MIN" => (IntKind::LongLong, name == "LLONG_MIN"),
            "ULLONG_MAX" => (IntKind::ULongLong, false),
            "CHAR_MAX" | "CHAR_MIN" => (IntKind::Char, name == "CHAR_MIN"),
            "SCHAR_MAX" | "SCHAR_MIN" => (IntKind::SChar, name == "SCHAR_MIN"),
            "UCHAR_MAX" => (IntKind::UChar, false),
            "SHRT_MAX" | "SHRT_MIN" => (IntKind::Short, name == "SHRT_MIN"),
            "USHRT_MAX" => (IntKind::UShort, false),
            _ => return None,
        };
        let (least, most) = self.range_of(kind);
        Some(if is_least { least } else { most })
    }

    fn range_of(&self, kind: IntKind) -> (i128, i128) {
        let greatest = i128::MAX >> (i128::BITS - kind.width(self.types.model));
        match kind.is_signed() {
            true => (-greatest - 1, greatest),
            false => (0, greatest.saturating_mul(2).saturating_add(1)),
        }
    }

    fn unary_term(&mut self, op: UnaryOp, operand: &ast::Expr, loc: Loc) -> Typed {
        match op {
            UnaryOp::Not => {
                let operand = self.predicate(operand);
                Typed::Term(truth(Kind::Not(Box::new(operand)), loc))
            }
            UnaryOp::Plus => self.typed(operand),
            UnaryOp::Minus => {
                let operand = self.term(operand);
                if operand.sort == Sort::Real {
                    return Typed::Term(Term {
                        kind: Kind::Negate(Box::new(operand)),
                        sort: Sort::Real,
                        loc,
                    });
                }
                let operand = self.integer_of(operand);
                Typed::Term(integer(Kind::Negate(Box::new(operand)), loc))
            }
            UnaryOp::Complement => {
                let operand = self.integer(operand);
                Typed::Term(integer(Kind::Complement(Box::new(operand)), loc))
            }
            UnaryOp::Deref => match self.typed(operand) {
                Typed::Pointers(places) => Typed::Cells(places),
                typed => {
                    let pointer = self.as_c(typed, loc);
                    self.behind(pointer, loc)
                }
            },
            UnaryOp::AddressOf => match self.typed(operand) {
                Typed::Cells(places) => Typed::Pointers(places),
                Typed::C(place) if place.kind.is_lvalue() => Typed::C(self.pointer_to(place, loc)),
                _ => {
                    self.error(loc, "this has no address", None);
                    Typed::Term(integer(Kind::Integer(0), loc))
                }
            },
        }
    }

    fn pointer_to(&mut self, place: Expr, loc: Loc) -> Expr {
        self.address_of(place, loc)
    }

    fn behind(&mut self, pointer: Expr, loc: Loc) -> Typed {
        if !pointer.ty.is_pointer() {
            self.error(
                loc,
                format!("a value of type `{}` is not a pointer", self.types.name(&pointer.ty)),
                None,
            );
            return Typed::Term(integer(Kind::Integer(0), loc));
        }
        Typed::C(self.deref(pointer, loc))
    }

    fn element(&mut self, base: &ast::Expr, index: &ast::Expr, loc: Loc) -> Typed {
        let pointer = self.typed(base);
        let pointer = match pointer {
            Typed::Cells(_) => return Typed::Term(unsupported("a range of ranges", Sort::Integer, loc)),
            other => self.as_c(other, loc),
        };
        if !pointer.ty.is_pointer() {
            self.error(loc, "the indexed value is neither array nor pointer", None);
            return Typed::Term(integer(Kind::Integer(0), loc));
        }
        if let ast::ExprKind::Interval(low, high) = &index.kind {
            return match self.interval(low.as_deref(), high.as_deref(), &pointer, loc) {
                Some(bounds) => Typed::Cells(Places { pointer, bounds: Some(Box::new(bounds)) }),
                None => Typed::Term(unsupported("a range without an end", Sort::Integer, loc)),
            };
        }
        let index = self.integer(index);
        let index_loc = index.loc;
        let index = self.as_c(Typed::Term(index), index_loc);
        let sum = self.binary(BinaryOp::Add, pointer, index, loc);
        Typed::C(self.deref(sum, loc))
    }

    /// The bounds of a range; those of an array where they are missing.
    fn interval(
        &mut self,
        low: Option<&ast::Expr>,
        high: Option<&ast::Expr>,
        pointer: &Expr,
        loc: Loc,
    ) -> Option<(Term, Term)> {
        let low = match low {
            Some(low) => self.integer(low),
            None => integer(Kind::Integer(0), loc),
        };
        let high = match (high, &pointer.kind) {
            (Some(high), _) => self.integer(high),
            (None, ExprKind::Decay(array)) => match &array.ty {
                Type::Array(_, Some(length)) => integer(Kind::Integer(i128::from(*length) - 1), loc),
                _ => return None,
            },
            _ => return None,
        };
        Some((low, high))
    }

    fn binary_term(&mut self, op: ast::BinaryOp, left: &ast::Expr, right: &ast::Expr, loc: Loc) -> Typed {
        use ast::BinaryOp as B;
        let connective = |this: &mut Self, make: fn(Box<Term>, Box<Term>) -> Kind| {
            let (left, right) = (this.predicate(left), this.predicate(right));
            truth(make(Box::new(left), Box::new(right)), loc)
        };
        let op = match op {
            B::And => return Typed::Term(connective(self, |left, right| Kind::And(vec![*left, *right]))),
            B::Or => return Typed::Term(connective(self, |left, right| Kind::Or(vec![*left, *right]))),
            B::Implies => return Typed::Term(connective(self, Kind::Implies)),
            B::Iff => return Typed::Term(connective(self, Kind::Iff)),
            B::Xor => {
                let iff = connective(self, Kind::Iff);
                return Typed::Term(truth(Kind::Not(Box::new(iff)), loc));
            }
            B::Add => BinaryOp::Add,
            B::Subtract => BinaryOp::Subtract,
            B::Multiply => BinaryOp::Multiply,
            B::Divide => BinaryOp::Divide,
            B::Remainder => BinaryOp::Remainder,
            B::ShiftLeft => BinaryOp::ShiftLeft,
            B::ShiftRight => BinaryOp::ShiftRight,
            B::BitAnd => BinaryOp::And,
            B::BitOr => BinaryOp::Or,
            B::BitXor => BinaryOp::Xor,
            B::BitImplies | B::BitIff => {
                // `a --> b` is `~a | b`, `a <--> b` is `~(a ^ b)`.
                let (left, right) = (self.integer(left), self.integer(right));
                let both = |op, left: Term, right: Term| {
                    integer(Kind::Binary(op, Box::new(left), Box::new(right)), loc)
                };
                let not = |term: Term| integer(Kind::Complement(Box::new(term)), loc);
                return Typed::Term(match op {
                    B::BitImplies => both(BinaryOp::Or, not(left), right),
                    _ => not(both(BinaryOp::Xor, left, right)),
                });
            }
            B::In | B::List => {
                return Typed::Term(unsupported("a set", Sort::Truth, loc));
            }
        };
        self.arithmetic_term(op, left, right, loc)
    }

    fn arithmetic_term(&mut self, op: BinaryOp, left: &ast::Expr, right: &ast::Expr, loc: Loc) -> Typed {
        let left_typed = self.typed(left);
        if let ast::ExprKind::Interval(low, high) = &right.kind {
            let pointer = self.as_c(left_typed, loc);
            if op != BinaryOp::Add || !pointer.ty.is_pointer() {
                self.error(loc, "a range is added to a pointer only", None);
                return Typed::Term(integer(Kind::Integer(0), loc));
            }
            return match self.interval(low.as_deref(), high.as_deref(), &pointer, loc) {
                Some(bounds) => Typed::Pointers(Places { pointer, bounds: Some(Box::new(bounds)) }),
                None => Typed::Term(unsupported("a range without an end", Sort::Integer, loc)),
            };
        }
        let (left_loc, right_loc) = (self.loc_of(left), self.loc_of(right));
        let left = self.as_term(left_typed, left_loc);
        let right = self.term(right);
        let is_pointer = |term: &Term| matches!(term.sort, Sort::Pointer(_));
        if is_pointer(&left) || is_pointer(&right) {
            let left = self.as_c(Typed::Term(left), left_loc);
            let right = self.as_c(Typed::Term(right), right_loc);
            return Typed::C(self.binary(op, left, right, loc));
        }
        if left.sort == Sort::Real || right.sort == Sort::Real {
            let (left, right) = (self.real_of(left), self.real_of(right));
            if !matches!(op, BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide) {
                self.error(loc, "the operator does not apply to real numbers", None);
            }
            let kind = Kind::Binary(op, Box::new(left), Box::new(right));
            return Typed::Term(Term { kind, sort: Sort::Real, loc });
        }
        if left.sort == Sort::Truth || right.sort == Sort::Truth {
            let hint = "`|` and `&` bind tighter than `||` and `&&`, and looser than comparisons";
            self.error(loc, "a predicate stands where a number is expected", Some(hint));
        }
        let (left, right) = (self.integer_of(left), self.integer_of(right));
        let is_shift = matches!(op, BinaryOp::ShiftLeft);
        if is_shift && !matches!(right.kind, Kind::Integer(0..64)) {
            return Typed::Term(unsupported("a shift by a number that is not constant", Sort::Integer, loc));
        }
        Typed::Term(integer(Kind::Binary(op, Box::new(left), Box::new(right)), loc))
    }

    pub(super) fn real_of(&mut self, term: Term) -> Term {
        let loc = term.loc;
        match term.sort {
            Sort::Real => term,
            _ => {
                let term = self.integer_of(term);
                Term { kind: Kind::ToReal(Box::new(term)), sort: Sort::Real, loc }
            }
        }
    }

    fn comparisons(&mut self, first: &ast::Expr, rest: &[(ast::CompareOp, ast::Expr)], loc: Loc) -> Term {
        let mut left = self.term(first);
        let mut parts = Vec::new();
        for (op, right) in rest {
            let right = self.term(right);
            parts.push(self.comparison(*op, left, right.clone(), loc));
            left = right;
        }
        match parts.len() {
            1 => parts.remove(0),
            _ => truth(Kind::And(parts), loc),
        }
    }

    fn comparison(&mut self, op: ast::CompareOp, left: Term, right: Term, loc: Loc) -> Term {
        let op = match op {
            ast::CompareOp::Less => CompareOp::Less,
            ast::CompareOp::LessOrEqual => CompareOp::LessOrEqual,
            ast::CompareOp::Greater => CompareOp::Greater,
            ast::CompareOp::GreaterOrEqual => CompareOp::GreaterOrEqual,
            ast::CompareOp::Equal => CompareOp::Equal,
            ast::CompareOp::NotEqual => CompareOp::NotEqual,
        };
        let is_equality = matches!(op, CompareOp::Equal | CompareOp::NotEqual);
        let (left, right) = match (&left.sort, &right.sort) {
            (Sort::Truth, Sort::Truth) if is_equality => {
                let iff = truth(Kind::Iff(Box::new(left), Box::new(right)), loc);
                return if op == CompareOp::Equal { iff } else { truth(Kind::Not(Box::new(iff)), loc) };
            }
            (Sort::Pointer(_), Sort::Pointer(_)) => (left, right),
            (Sort::Pointer(ty), _) if matches!(right.kind, Kind::Integer(0)) => {
                let null = self.null(ty.clone(), right.loc);
                (left, null)
            }
            (_, Sort::Pointer(ty)) if matches!(left.kind, Kind::Integer(0)) => {
                let null = self.null(ty.clone(), left.loc);
                (null, right)
            }
            (Sort::Pointer(_), _) | (_, Sort::Pointer(_)) => {
                self.error(loc, "a pointer is compared with a number", None);
                return truth(Kind::Truth(false), loc);
            }
            (Sort::Real, _) | (_, Sort::Real) => (self.real_of(left), self.real_of(right)),
            _ => (self.integer_of(left), self.integer_of(right)),
        };
        truth(Kind::Compare(op, Box::new(left), Box::new(right)), loc)
    }

    fn conditional_term(
        &mut self,
        condition: &ast::Expr,
        then: &ast::Expr,
        otherwise: &ast::Expr,
        loc: Loc,
    ) -> Term {
        let condition = self.predicate(condition);
        let (then, otherwise) = (self.term(then), self.term(otherwise));
        let (then, otherwise) = match (&then.sort, &otherwise.sort) {
            (Sort::Truth, Sort::Truth) => (then, otherwise),
            (Sort::Pointer(_), _) | (_, Sort::Pointer(_)) => {
                return unsupported("a choice of pointers", Sort::Integer, loc);
            }
            (Sort::Real, _) | (_, Sort::Real) => (self.real_of(then), self.real_of(otherwise)),
            _ => (self.integer_of(then), self.integer_of(otherwise)),
        };
        let sort = then.sort.clone();
        let kind = Kind::Conditional(Box::new(condition), Box::new(then), Box::new(otherwise));
        Term { kind, sort, loc }
    }

    fn cast_term(&mut self, ty: &ast::Type, operand: &ast::Expr, loc: Loc) -> Typed {
        let is_logic = ty.pointers == 0 && ty.lengths.is_empty();
        match &ty.base {
            BaseType::Integer if is_logic => return Typed::Term(self.integer(operand)),
            BaseType::Real if is_logic => {
                let operand = self.term(operand);
                return Typed::Term(self.real_of(operand));
            }
            BaseType::Boolean if is_logic => return Typed::Term(self.predicate(operand)),
            _ => {}
        }
        let Some(ty) = self.logic_type(ty) else {
            return Typed::Term(unsupported("this type", Sort::Integer, loc));
        };
        let operand = self.typed(operand);
        let operand = match operand {
            Typed::Pointers(Places { pointer, .. }) if ty.is_pointer() => Typed::C(pointer),
            other => other,
        };
        match &ty {
            Type::Pointer(_) => {
                let operand = self.as_c(operand, loc);
                Typed::C(self.convert(operand, &ty))
            }
            Type::Int(_) => {
                let term = self.as_term(operand, loc);
                match term.sort {
                    Sort::Integer | Sort::Truth => {
                        let term = self.integer_of(term);
                        Typed::Term(integer(Kind::Convert(ty, Box::new(term)), loc))
                    }
                    _ => {
                        let operand = self.as_c(Typed::Term(term), loc);
                        let converted = self.convert(operand, &ty);
                        Typed::C(converted)
                    }
                }
            }
            Type::Float(_) => {
                let term = self.as_term(operand, loc);
                let real = self.real_of(term);
                let operand = self.as_c(Typed::Term(real), loc);
                Typed::C(self.convert(operand, &ty))
            }
            _ => Typed::Term(unsupported("this type", Sort::Integer, loc)),
        }
    }

    /// A type of C; none for one of the logic.
    fn logic_type(&mut self, ty: &ast::Type) -> Option<Type> {
        let mut result = match &ty.base {
            BaseType::Integer | BaseType::Real | BaseType::Boolean | BaseType::Logic(_) => return None,
            BaseType::Words(words) => words_type(words)?,
            BaseType::Tagged(_, tag) => match self.lookup_tag(tag)? {
                super::state::Tag::Record(id) => Type::Record(*id),
                super::state::Tag::Enum(ty) => ty.clone(),
            },
            BaseType::Named(name) => match self.lookup(name)? {
                Entity::Typedef(ty, _) => ty.to_type(),
                _ => return None,
            },
        };
        for _ in 0..ty.pointers {
            result = result.pointer_to();
        }
        for (idx, length) in ty.lengths.iter().enumerate().rev() {
            let length = match length.as_ref().map(|length| &length.kind) {
                Some(ast::ExprKind::Integer(text)) => text.parse().ok(),
                _ => None,
            };
            // An array as a parameter is a pointer.
            result = match (idx, length) {
                (0, _) => result.pointer_to(),
                (_, length) => Type::Array(result.into(), length),
            };
        }
        Some(result)
    }

    fn in_state(&mut self, operand: &ast::Expr, label: &ast::Name, loc: Loc) -> Typed {
        let Some(state) = self.state_of(label, loc) else {
            return Typed::Term(unsupported("this state", Sort::Integer, loc));
        };
        let term = self.with_state(state.clone(), |this| this.term(operand));
        Typed::Term(if state == self.state() { term } else { at(state, term) })
    }

    pub(super) fn with_state<T>(&mut self, state: State, read: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.annotations.environment.state.replace(state);
        let result = read(self);
        self.annotations.environment.state = outer;
        result
    }

    pub(super) fn state_of(&mut self, label: &ast::Name, loc: Loc) -> Option<State> {
        let environment = &self.annotations.environment;
        if let Some((_, state)) = environment.labels.iter().rev().find(|(name, _)| *name == label.text) {
            return Some(state.clone());
        }
        let place = environment.place;
        Some(match (label.text.as_str(), place) {
            ("Here", _) => State::Here,
            ("Old" | "Pre", Some(Place::Requires)) if label.text == "Pre" => State::Here,
            ("Old", Some(Place::Requires)) => {
                self.error(loc, "there is no earlier state in a precondition", None);
                State::Here
            }
            ("Old" | "Pre", _) => State::Entry,
            ("Post", Some(Place::Ensures)) => State::Here,
            ("LoopEntry" | "LoopCurrent", Some(Place::Loop(body))) if label.text == "LoopEntry" => {
                State::Loop(body)
            }
            ("LoopCurrent", Some(Place::Loop(_))) => State::Here,
            ("Init" | "Post" | "LoopEntry" | "LoopCurrent", _) => return None,
            (name, Some(Place::Code | Place::Loop(_))) => State::Label(name.to_owned()),
            (name, _) => {
                self.error(loc, format!("there is no label `{name}`"), None);
                return None;
            }
        })
    }

    pub(super) fn fresh_variable(&mut self) -> Variable {
        let environment = &mut self.annotations.environment;
        environment.n_variables += 1;
        Variable(environment.n_variables)
    }

    /// Reads something with a name for a value.
    fn with_value(
        &mut self,
        name: &str,
        value: Term,
        read: impl FnOnce(&mut Self) -> Term,
        loc: Loc,
    ) -> Term {
        if matches!(value.sort, Sort::Pointer(_)) {
            return self.with_bound(name, value, read);
        }
        let variable = self.fresh_variable();
        let sort = value.sort.clone();
        let body = self.with_bound(name, Term { kind: Kind::Variable(variable), sort, loc }, read);
        let sort = body.sort.clone();
        Term { kind: Kind::Let(variable, Box::new(value), Box::new(body)), sort, loc }
    }

    pub(super) fn with_bound<T>(&mut self, name: &str, term: Term, read: impl FnOnce(&mut Self) -> T) -> T {
        let state = self.state();
        self.annotations.environment.bound.push((name.to_owned(), term, state));
        let result = read(self);
        self.annotations.environment.bound.pop();
        result
    }

    fn quantified(&mut self, quantifier: Quantifier, binders: &[Binder], body: &ast::Expr, loc: Loc) -> Term {
        let n_bound = self.annotations.environment.bound.len();
        let mut variables = Vec::new();
        let mut guards = Vec::new();
        for binder in binders {
            let variable = self.fresh_variable();
            let term = integer(Kind::Variable(variable), loc);
            let is_integer = binder.ty.base == BaseType::Integer
                && binder.ty.pointers == 0
                && binder.ty.lengths.is_empty();
            let range = match self.logic_type(&binder.ty) {
                _ if is_integer => None,
                Some(Type::Int(kind)) => Some(self.range_of(kind)),
                _ => {
                    self.annotations.environment.bound.truncate(n_bound);
                    let at = self.annotated(self.annotations.environment.start, binder.ty.range);
                    return unsupported("a quantified variable of this type", Sort::Truth, at);
                }
            };
            if let Some((least, most)) = range {
                let number = |number| Box::new(integer(Kind::Integer(number), loc));
                let low = Kind::Compare(CompareOp::LessOrEqual, number(least), Box::new(term.clone()));
                let high = Kind::Compare(CompareOp::LessOrEqual, Box::new(term.clone()), number(most));
                guards.extend([truth(low, loc), truth(high, loc)]);
            }
            let state = self.state();
            self.annotations.environment.bound.push((binder.name.text.clone(), term, state));
            variables.push((variable, binder.name.text.clone(), range));
        }
        let body = self.predicate(body);
        self.annotations.environment.bound.truncate(n_bound);
        let is_exists = quantifier == Quantifier::Exists;
        bounds::quantified(is_exists, &variables, guards, body, loc)
    }
}

pub(super) fn truth(kind: Kind, loc: Loc) -> Term {
    Term { kind, sort: Sort::Truth, loc }
}

pub(super) fn integer(kind: Kind, loc: Loc) -> Term {
    Term { kind, sort: Sort::Integer, loc }
}

pub(super) fn conjunction(mut parts: Vec<Term>, loc: Loc) -> Term {
    match parts.len() {
        1 => parts.remove(0),
        _ => truth(Kind::And(parts), loc),
    }
}

/// A term in another state.
pub(super) fn at(state: State, term: Term) -> Term {
    let (sort, loc) = (term.sort.clone(), term.loc);
    Term { kind: Kind::At(state, Box::new(term)), sort, loc }
}

pub(super) fn unsupported(what: &str, sort: Sort, loc: Loc) -> Term {
    Term { kind: Kind::Unsupported(what.to_owned()), sort, loc }
}

fn real(text: &str, loc: Loc) -> Term {
    let digits = text.trim_end_matches(['f', 'F', 'l', 'L', 'd', 'D']);
    match digits.parse::<f64>() {
        Ok(number) => Term { kind: Kind::Real(number.to_bits()), sort: Sort::Real, loc },
        Err(_) => unsupported("this number", Sort::Real, loc),
    }
}

fn character(text: &str, loc: Loc) -> Term {
    let inner = text.trim_start_matches('L').trim_matches('\'');
    let number = match inner.as_bytes() {
        [byte] if *byte != b'\\' => Some(i128::from(*byte)),
        [b'\\', b'0'..=b'7', ..] => i128::from_str_radix(&inner[1..], 8).ok(),
        [b'\\', b'x', ..] => i128::from_str_radix(&inner[2..], 16).ok(),
        [b'\\', escape] => Some(match escape {
            b'n' => 10,
            b't' => 9,
            b'r' => 13,
            b'a' => 7,
            b'b' => 8,
            b'f' => 12,
            b'v' => 11,
            other => i128::from(*other),
        }),
        _ => None,
    };
    match number {
        Some(number) => integer(Kind::Integer(number), loc),
        None => unsupported("this character", Sort::Integer, loc),
    }
}

/// The type that words of C name.
fn words_type(words: &[String]) -> Option<Type> {
    let count = |word: &str| words.iter().filter(|it| *it == word).count();
    let is_unsigned = count("unsigned") > 0;
    let pick = |signed, unsigned| Type::Int(if is_unsigned { unsigned } else { signed });
    Some(match () {
        () if count("void") > 0 => Type::Void,
        () if count("_Bool") + count("bool") > 0 => Type::Int(IntKind::Bool),
        () if count("char") > 0 && count("signed") > 0 => Type::Int(IntKind::SChar),
        () if count("char") > 0 => pick(IntKind::Char, IntKind::UChar),
        () if count("short") > 0 => pick(IntKind::Short, IntKind::UShort),
        () if count("double") > 0 && count("long") > 0 => Type::Float(FloatKind::LongDouble),
        () if count("double") > 0 => Type::Float(FloatKind::Double),
        () if count("float") > 0 => Type::Float(FloatKind::Float),
        () if count("long") > 1 => pick(IntKind::LongLong, IntKind::ULongLong),
        () if count("long") > 0 => pick(IntKind::Long, IntKind::ULong),
        () => pick(IntKind::Int, IntKind::UInt),
    })
}
