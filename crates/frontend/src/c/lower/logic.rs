//! Values of annotations: terms without quantifiers and without effects.
//!
//! Integers have as many bits as their values need: a sum has one bit more than its larger operand, a product as many as both
//! operands together. So nothing overflows up to [`MAX_BITS`]; beyond, executions with larger numbers are not followed,
//! which is an assumption. Quantifiers and sums are written out over the values between their bounds. Where the bounds are
//! not constant, that is done for a fixed number of values from the lower bound on, and that there are no more is an
//! assumption, too.
//!
//! An expression of C is read in the present state, and what it has read is then replaced by the copies of another state
//! ([`Snapshot`]). Values of the logic in it, such as an index, are about states of their own; variables stand for them
//! until that is done.

use faultscope_ir::index::IndexMap;
use faultscope_ir::program::Display;
use faultscope_ir::{
    AssumptionKind, Command, Instruction, Op, OriginKind, Place, Sort, Statement, Symbol, Term, TermKind,
};
use rustc_hash::FxHashMap;
use std::rc::Rc;

use super::access::Location;
use super::state::{Evaluated, Leaf, LogicValue as Value, Lowerer, Snapshot};
use crate::c::arith;
use crate::c::hir::logic::{self, Fold, Kind, Places, State};
use crate::c::hir::{BinaryOp, CompareOp, Expr};
use crate::c::pointer;
use crate::c::types::{FloatKind, IntKind, Type};
use crate::limits::MAX_QUANTIFIED_VALUES;

/// No integer has more bits.
const MAX_BITS: u32 = 128;

impl Lowerer<'_> {
    /// The scalars of a variable of a type that stand in given symbols.
    pub(super) fn leaves_over(&mut self, symbols: &[Symbol], ty: &Type) -> Rc<Vec<Leaf>> {
        match self.location_over(symbols, ty) {
            Location::Symbols { leaves, .. } => leaves,
            Location::Memory(_) => Rc::default(),
        }
    }

    /// Begins a state that annotations may speak of later.
    pub(super) fn snapshot(&mut self, state: State) {
        let (block, next) = (self.new_block(), self.new_block());
        self.continue_at(block);
        let snapshot = Snapshot { block: block.0 as usize, copies: IndexMap::default() };
        self.body.snapshots.insert(state, snapshot);
        self.continue_at(next);
    }

    /// Makes the copies that were asked for.
    pub(super) fn fill_snapshots(&mut self) {
        let snapshots = std::mem::take(&mut self.body.snapshots);
        let loc = self.body.function.map(|func| self.program.func(func).loc).unwrap_or_default();
        for Snapshot { block, copies } in snapshots.into_values() {
            for (symbol, copy) in copies {
                let origin = self.origin(OriginKind::Lowering, loc, None);
                let command = Command::Assign { target: Place::variable(copy), value: Term::symbol(symbol) };
                let instruction = Instruction::Statement(Statement { command, origin });
                self.body.blocks[block].instructions.push(instruction);
            }
        }
    }

    /// What a variable held in a state; none where there is no such state.
    pub(super) fn copy_in(&mut self, state: &State, symbol: Symbol) -> Option<Symbol> {
        let known = self.body.snapshots.get(state)?.copies.get(&symbol);
        if let Some(copy) = known {
            return Some(*copy);
        }
        let name = self.variables.get(symbol).map_or_else(String::new, |variable| variable.name.clone());
        let copy = self.temporary(&format!("\\old({name})"), symbol.sort(), Display::Signed);
        self.body.snapshots.get_mut(state)?.copies.insert(symbol, copy);
        Some(copy)
    }

    /// What a predicate comes to here; none where it has no value.
    pub(super) fn predicate_here(&mut self, predicate: &logic::Term) -> Option<Evaluated> {
        let holds = self.truth(predicate);
        let complete = Term::all(std::mem::take(&mut self.logic.sides));
        let has_failed = std::mem::take(&mut self.logic.has_failed);
        self.logic.variables.clear();
        (!has_failed).then_some(Evaluated { holds, complete })
    }

    /// What an integer comes to here; none where it has no value.
    pub(super) fn integer_here(&mut self, term: &logic::Term) -> Option<Evaluated> {
        let holds = self.integer(term);
        let complete = Term::all(std::mem::take(&mut self.logic.sides));
        let has_failed = std::mem::take(&mut self.logic.has_failed);
        self.logic.variables.clear();
        (!has_failed).then_some(Evaluated { holds, complete })
    }

    /// The value of a term within an expression of C.
    pub(super) fn nested_value(&mut self, term: &logic::Term, ty: &Type) -> Term {
        let outer = std::mem::replace(&mut self.logic.is_active, false);
        let nested = std::mem::take(&mut self.logic.nested);
        let value = match self.logic_value(term) {
            Value::Truth(truth) => truth.to_bits(self.types.width(ty)),
            Value::Integer(number) => resized(number, self.types.width(ty)),
            Value::Real(number) | Value::Pointer(number) => number,
        };
        self.logic.nested = nested;
        self.logic.is_active = outer;
        if value.as_value().is_some() {
            return value;
        }
        let symbol = self.temporary("logic", value.sort(), Display::Signed);
        self.logic.nested.insert(symbol, value);
        Term::symbol(symbol)
    }

    /// The value of an expression of C in the state that is spoken of.
    fn value_of_c(&mut self, expr: &Expr) -> Term {
        let outer = std::mem::take(&mut self.logic.nested);
        let has_contract = std::mem::replace(&mut self.body.has_contract, true);
        let is_active = std::mem::replace(&mut self.logic.is_active, true);
        let before = self.mark();
        let n_noted = self.body.noted.len();
        let term = self.value(expr);
        let after = self.mark();
        self.body.noted.truncate(n_noted);
        self.body.has_contract = has_contract;
        self.logic.is_active = is_active;
        // An annotation does nothing.
        if (before.block, before.instruction) != (after.block, after.instruction) {
            self.logic.has_failed = true;
            if before.block == after.block {
                self.body.blocks[before.block].instructions.truncate(before.instruction);
            }
        }
        let nested = std::mem::replace(&mut self.logic.nested, outer);
        let term = self.in_state(term, &nested);
        term.substitute(&nested)
    }

    /// A term with the copies of the state that is spoken of, apart from what stands for something else.
    fn in_state(&mut self, term: Term, nested: &FxHashMap<Symbol, Term>) -> Term {
        let Some(state) = self.logic.state.clone() else { return term };
        let mut copies = FxHashMap::default();
        for symbol in term.symbols() {
            if nested.contains_key(&symbol) || self.is_copy(symbol) {
                continue;
            }
            match self.copy_in(&state, symbol) {
                Some(copy) => _ = copies.insert(symbol, Term::symbol(copy)),
                None => self.logic.has_failed = true,
            }
        }
        term.substitute(&copies)
    }

    /// Whether a variable is the copy of another one.
    fn is_copy(&self, symbol: Symbol) -> bool {
        self.body.snapshots.values().any(|snapshot| snapshot.copies.values().any(|copy| *copy == symbol))
    }

    fn truth(&mut self, term: &logic::Term) -> Term {
        match self.logic_value(term) {
            Value::Truth(truth) => truth,
            _ => self.no_truth(),
        }
    }

    fn no_truth(&mut self) -> Term {
        self.logic.has_failed = true;
        Term::bool(true)
    }

    fn integer(&mut self, term: &logic::Term) -> Term {
        match self.logic_value(term) {
            Value::Integer(number) => number,
            _ => {
                self.logic.has_failed = true;
                constant(0)
            }
        }
    }

    fn real(&mut self, term: &logic::Term) -> Term {
        match self.logic_value(term) {
            Value::Real(number) => number,
            _ => {
                self.logic.has_failed = true;
                double(0)
            }
        }
    }

    fn logic_value(&mut self, term: &logic::Term) -> Value {
        match &term.kind {
            Kind::Truth(truth) => Value::Truth(Term::bool(*truth)),
            Kind::Integer(number) => Value::Integer(constant(*number)),
            Kind::Real(bits) => Value::Real(double(*bits)),
            Kind::Value(expr) => self.c_value(expr),
            Kind::Variable(variable) => match self.logic.variables.get(variable) {
                Some(value) => *value,
                None => self.no_value_of(&term.sort),
            },
            Kind::At(state, inner) => self.at(state, inner),
            Kind::Negate(inner) => match self.logic_value(inner) {
                Value::Real(number) => Value::Real(number.float_neg()),
                _ => {
                    let number = self.integer(inner);
                    let number = self.room(number, 1);
                    Value::Integer(number.sign_extend_to(width(number) + 1).bv_neg())
                }
            },
            Kind::Complement(inner) => Value::Integer(self.integer(inner).bv_not()),
            Kind::Binary(op, left, right) if term.sort == logic::Sort::Real => {
                self.assume_real();
                let (left, right) = (self.real(left), self.real(right));
                Value::Real(match op {
                    BinaryOp::Add => left.float_add(right),
                    BinaryOp::Subtract => left.float_sub(right),
                    BinaryOp::Multiply => left.float_mul(right),
                    _ => left.float_div(right),
                })
            }
            Kind::Binary(op, left, right) => {
                let (left, right) = (self.integer(left), self.integer(right));
                Value::Integer(self.computed(*op, left, right))
            }
            Kind::Compare(op, left, right) => {
                let (left, right) = (self.logic_value(left), self.logic_value(right));
                Value::Truth(self.compared(*op, left, right))
            }
            Kind::Not(inner) => Value::Truth(self.truth(inner).not()),
            Kind::And(parts) => Value::Truth(self.in_turn(parts, true)),
            Kind::Or(parts) => Value::Truth(self.in_turn(parts, false)),
            Kind::Implies(left, right) => {
                let left = self.truth(left);
                let right = self.where_holds(left, |this| this.truth(right));
                Value::Truth(left.implies(right))
            }
            Kind::Iff(left, right) => {
                let (left, right) = (self.truth(left), self.truth(right));
                Value::Truth(left.equals(right))
            }
            Kind::Conditional(condition, then, otherwise) => {
                let condition = self.truth(condition);
                let then = self.where_holds(condition, |this| this.logic_value(then));
                let otherwise = self.where_holds(condition.not(), |this| this.logic_value(otherwise));
                self.choice_of(condition, then, otherwise)
            }
            Kind::Convert(ty, inner) => {
                let number = self.integer(inner);
                let converted = match ty {
                    Type::Int(IntKind::Bool) => {
                        number.differs(resized(constant(0), width(number))).to_bits(8)
                    }
                    _ => resized(number, self.types.width(ty)),
                };
                Value::Integer(self.number_of(converted, ty))
            }
            Kind::ToReal(inner) => {
                self.assume_real();
                let number = self.integer(inner);
                let format = FloatKind::Double.format();
                Value::Real(Term::app(Op::SignedToFloat(format), &[number]))
            }
            Kind::Quantified { is_exists, range, body } => {
                let instances = self.instances(range, |this| this.truth(body));
                let truths = instances.into_iter().map(|(within, holds)| match is_exists {
                    true => within.and(holds),
                    false => within.implies(holds),
                });
                let truths: Vec<Term> = truths.collect();
                Value::Truth(if *is_exists { Term::any(truths) } else { Term::all(truths) })
            }
            Kind::Fold { op: Fold::Count, range, body } => {
                let instances = self.instances(range, |this| this.truth(body));
                let counted = instances.into_iter().map(|(within, holds)| within.and(holds).to_bits(2));
                let counted: Vec<Term> = counted.collect();
                Value::Integer(self.sum(counted))
            }
            Kind::Fold { op, range, body } => {
                let instances = self.instances(range, |this| this.integer(body));
                Value::Integer(self.folded(*op, instances))
            }
            Kind::Let(variable, value, body) => {
                let value = self.logic_value(value);
                self.logic.variables.insert(*variable, value);
                self.logic_value(body)
            }
            Kind::Valid { is_write, places } => Value::Truth(self.valid(*is_write, places)),
            Kind::Separated(all) => Value::Truth(self.separated(all)),
            Kind::TooDeep => {
                self.take_for_granted(Term::bool(false));
                match &term.sort {
                    logic::Sort::Truth => Value::Truth(Term::bool(true)),
                    logic::Sort::Real => Value::Real(double(0)),
                    _ => Value::Integer(constant(0)),
                }
            }
            Kind::Unsupported(_) => self.no_value_of(&term.sort),
        }
    }

    fn no_value_of(&mut self, sort: &logic::Sort) -> Value {
        self.logic.has_failed = true;
        match sort {
            logic::Sort::Truth => Value::Truth(Term::bool(true)),
            logic::Sort::Integer => Value::Integer(constant(0)),
            logic::Sort::Real => Value::Real(double(0)),
            logic::Sort::Pointer(ty) => Value::Pointer(self.zero(ty)),
        }
    }

    fn assume_real(&mut self) {
        let message = "real numbers in annotations are computed with as doubles";
        self.assume(AssumptionKind::RealNumbers, message);
    }

    fn c_value(&mut self, expr: &Expr) -> Value {
        let term = self.value_of_c(expr);
        match &expr.ty {
            Type::Float(FloatKind::Double) => Value::Real(term),
            Type::Float(kind) => {
                if *kind > FloatKind::Double {
                    self.assume_real();
                }
                Value::Real(term.float_to_float(FloatKind::Double.format()))
            }
            Type::Pointer(_) => Value::Pointer(term),
            ty => Value::Integer(self.number_of(term, ty)),
        }
    }

    /// The integer that a value of an integer type of C is.
    fn number_of(&mut self, term: Term, ty: &Type) -> Term {
        match ty {
            Type::Int(IntKind::Bool) => arith::is_nonzero(self.types, term, ty).to_bits(2),
            Type::Int(kind) if kind.is_signed() => term,
            _ if width(term) == MAX_BITS => {
                self.take_for_granted(Term::bits(MAX_BITS, 0).bv_sle(term));
                term
            }
            _ => term.zero_extend_to(width(term) + 1),
        }
    }

    fn at(&mut self, state: &State, inner: &logic::Term) -> Value {
        let state = match state {
            State::Here => None,
            State::Entry if self.logic.is_call => None,
            state => Some(state.clone()),
        };
        let outer = std::mem::replace(&mut self.logic.state, state);
        let value = self.logic_value(inner);
        self.logic.state = outer;
        value
    }

    fn in_turn(&mut self, parts: &[logic::Term], is_and: bool) -> Term {
        let n_guards = self.logic.guards.len();
        let mut truths = Vec::new();
        for part in parts {
            let truth = self.truth(part);
            self.logic.guards.push(if is_and { truth } else { truth.not() });
            truths.push(truth);
        }
        self.logic.guards.truncate(n_guards);
        if is_and { Term::all(truths) } else { Term::any(truths) }
    }

    fn where_holds<T>(&mut self, guard: Term, evaluate: impl FnOnce(&mut Self) -> T) -> T {
        self.logic.guards.push(guard);
        let value = evaluate(self);
        self.logic.guards.pop();
        value
    }

    /// Executions in which something that matters does not hold are not followed.
    fn take_for_granted(&mut self, condition: Term) {
        if condition.as_bool() != Some(true) {
            let guard = Term::all(self.logic.guards.iter().copied());
            self.logic.sides.push(guard.implies(condition));
        }
    }

    /// A number with room for so many bits more.
    fn room(&mut self, number: Term, bits: u32) -> Term {
        self.narrowed(number, MAX_BITS - bits)
    }

    /// A number of at most so many bits; larger ones are not followed.
    fn narrowed(&mut self, number: Term, bits: u32) -> Term {
        if width(number) <= bits {
            return number;
        }
        let narrow = number.extract(bits - 1, 0);
        self.take_for_granted(narrow.sign_extend_to(width(number)).equals(number));
        narrow
    }

    fn computed(&mut self, op: BinaryOp, left: Term, right: Term) -> Term {
        match op {
            BinaryOp::Multiply => {
                let half = MAX_BITS / 2;
                let (left, right) = match width(left) + width(right) > MAX_BITS {
                    true => (self.narrowed(left, half), self.narrowed(right, half)),
                    false => (left, right),
                };
                let bits = width(left) + width(right);
                left.sign_extend_to(bits).bv_mul(right.sign_extend_to(bits))
            }
            BinaryOp::ShiftLeft => {
                let amount = right.as_value().and_then(faultscope_ir::Value::as_signed).unwrap_or(0);
                let amount = u32::try_from(amount).unwrap_or(0).min(MAX_BITS / 2);
                let left = self.room(left, amount);
                let bits = width(left) + amount;
                left.sign_extend_to(bits).bv_shl(Term::bits(bits, amount.into()))
            }
            BinaryOp::ShiftRight => {
                let bits = width(left).max(width(right));
                left.sign_extend_to(bits).bv_ashr(right.sign_extend_to(bits))
            }
            BinaryOp::Remainder | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => {
                let (left, right) = same_width(left, right);
                match op {
                    BinaryOp::Remainder => left.bv_srem(right),
                    BinaryOp::And => left.bv_and(right),
                    BinaryOp::Or => left.bv_or(right),
                    _ => left.bv_xor(right),
                }
            }
            BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Divide => {
                let (left, right) = (self.room(left, 1), self.room(right, 1));
                let bits = width(left).max(width(right)) + 1;
                let (left, right) = (left.sign_extend_to(bits), right.sign_extend_to(bits));
                match op {
                    BinaryOp::Add => left.bv_add(right),
                    BinaryOp::Subtract => left.bv_sub(right),
                    _ => left.bv_sdiv(right),
                }
            }
        }
    }

    fn compared(&mut self, op: CompareOp, left: Value, right: Value) -> Term {
        match (left, right) {
            (Value::Integer(left), Value::Integer(right)) => {
                let (left, right) = same_width(left, right);
                match op {
                    CompareOp::Less => left.bv_slt(right),
                    CompareOp::LessOrEqual => left.bv_sle(right),
                    CompareOp::Greater => right.bv_slt(left),
                    CompareOp::GreaterOrEqual => right.bv_sle(left),
                    CompareOp::Equal => left.equals(right),
                    CompareOp::NotEqual => left.differs(right),
                }
            }
            (Value::Real(left), Value::Real(right)) => {
                let ty = Type::Float(FloatKind::Double);
                arith::compare(self.types, op, &ty, left, right)
            }
            (Value::Pointer(left), Value::Pointer(right)) => {
                let ty = Type::Void.pointer_to();
                arith::compare(self.types, op, &ty, left, right)
            }
            _ => self.no_truth(),
        }
    }

    fn choice_of(&mut self, condition: Term, then: Value, otherwise: Value) -> Value {
        match (then, otherwise) {
            (Value::Truth(then), Value::Truth(otherwise)) => Value::Truth(condition.ite(then, otherwise)),
            (Value::Real(then), Value::Real(otherwise)) => Value::Real(condition.ite(then, otherwise)),
            (Value::Integer(then), Value::Integer(otherwise)) => {
                let (then, otherwise) = same_width(then, otherwise);
                Value::Integer(condition.ite(then, otherwise))
            }
            (then, _) => {
                self.logic.has_failed = true;
                then
            }
        }
    }

    /// What a body is for the values of a variable between its bounds, and whether each of them is between them.
    fn instances(
        &mut self,
        range: &logic::Range,
        evaluate: impl FnOnce(&mut Self) -> Term,
    ) -> Vec<(Term, Term)> {
        let (low, high) = (self.integer(&range.low), self.integer(&range.high));
        let known = |term: Term| term.as_value().and_then(faultscope_ir::Value::as_signed);
        let (is_fixed, count) = match (known(low), known(high)) {
            (Some(low), Some(high)) => (true, (high - low + 1).max(0)),
            _ => (false, i128::from(self.config.annotations.max_array)),
        };
        if count > MAX_QUANTIFIED_VALUES {
            self.assume_few_values(Term::bool(false));
            self.logic.has_failed = true;
            return Vec::new();
        }
        let is_absolute = known(low).is_none() && self.speaks_of_asked_arrays();
        let low = self.room(low, 2);
        let high = self.room(high, 2);
        let bits = width(low).max(width(high)).max(width(constant(count))) + 1;
        let (low, high) = (low.sign_extend_to(bits), high.sign_extend_to(bits));
        let number = |idx: i128| Term::signed_bits(bits, idx);
        let value = |idx: i128| if is_absolute { number(idx) } else { low.bv_add(number(idx)) };
        let symbol = self.temporary("logic", Sort::bits(bits), Display::Signed);
        self.logic.variables.insert(range.variable, Value::Integer(Term::symbol(symbol)));
        let outer = std::mem::take(&mut self.logic.sides);
        let body = evaluate(self);
        let sides = std::mem::replace(&mut self.logic.sides, outer);
        let mut instances = Vec::new();
        for idx in 0..count {
            let within = match is_fixed {
                true => Term::bool(true),
                false if is_absolute => low.bv_sle(number(idx)).and(number(idx).bv_sle(high)),
                false => value(idx).bv_sle(high),
            };
            let replaced: FxHashMap<Symbol, Term> = [(symbol, value(idx))].into_iter().collect();
            for side in &sides {
                let side = if side.mentions(symbol) { side.substitute(&replaced) } else { *side };
                self.logic.sides.push(within.implies(side));
            }
            instances.push((within, body.substitute(&replaced)));
        }
        if is_absolute {
            let are_few = number(0).bv_sle(low).and(high.bv_slt(number(count)));
            self.take_for_granted(low.bv_sle(high).implies(are_few));
        } else if !is_fixed {
            self.take_for_granted(high.bv_slt(value(count)));
        }
        instances
    }

    /// Whether indices are those of arrays that were made because a precondition asks for them: from 0 on, and few. Terms
    /// with constant indices are easier to decide.
    fn speaks_of_asked_arrays(&self) -> bool {
        let function = self.body.function;
        self.logic.asked_by.is_some() && (function.is_none() || function == self.logic.asked_by)
    }

    fn folded(&mut self, op: Fold, instances: Vec<(Term, Term)>) -> Term {
        match op {
            Fold::Sum | Fold::Count => {
                let zero = |term: Term| resized(constant(0), width(term));
                let terms = instances.into_iter().map(|(within, term)| within.ite(term, zero(term)));
                let terms: Vec<Term> = terms.collect();
                self.sum(terms)
            }
            Fold::Product => instances.into_iter().fold(constant(1), |product, (within, term)| {
                let one = resized(constant(1), width(term).max(2));
                let factor = within.ite(term.sign_extend_to(width(one)), one);
                self.computed(BinaryOp::Multiply, product, factor)
            }),
            // Of nothing, the largest and smallest number are not defined.
            Fold::Min | Fold::Max => {
                let mut result: Option<Term> = None;
                for (within, term) in instances {
                    result = Some(match result {
                        None => term,
                        Some(best) => {
                            let (best, term) = same_width(best, term);
                            let is_better =
                                if op == Fold::Min { term.bv_slt(best) } else { best.bv_slt(term) };
                            within.and(is_better).ite(term, best)
                        }
                    });
                }
                result.unwrap_or(constant(0))
            }
        }
    }

    /// A sum, with as many bits as it can have.
    fn sum(&mut self, terms: Vec<Term>) -> Term {
        let most = terms.iter().map(|term| width(*term)).max().unwrap_or(1);
        let more = usize::BITS - terms.len().leading_zeros();
        let bits = (most + more).min(MAX_BITS);
        let terms: Vec<Term> = terms.into_iter().map(|term| self.narrowed(term, bits - more)).collect();
        terms.into_iter().fold(resized(constant(0), bits), |sum, term| sum.bv_add(term.sign_extend_to(bits)))
    }

    /// A pointer and the elements from it on: the first, and their number, neither of which need fit an address.
    fn extent(&mut self, places: &Places) -> (Term, Term, Term, u64) {
        let pointer = match self.c_value(&places.pointer) {
            Value::Pointer(pointer) => pointer,
            _ => {
                self.logic.has_failed = true;
                self.zero(&Type::Void.pointer_to())
            }
        };
        let size = places.pointer.ty.pointee().and_then(|ty| self.types.size(ty)).unwrap_or(1);
        let Some((low, high)) = places.bounds.as_deref() else {
            return (pointer, constant(0), constant(1), size);
        };
        let (low, high) = (self.integer(low), self.integer(high));
        let past = self.computed(BinaryOp::Add, high, constant(1));
        let count = self.computed(BinaryOp::Subtract, past, low);
        (pointer, low, count, size)
    }

    /// The elements of places that are known by a pointer, and whether each is one of them; also under which condition these
    /// are all.
    pub(super) fn elements_of(&mut self, places: &Places) -> (Vec<(Term, Term)>, Term) {
        let (pointer, low, count, size) = self.extent(places);
        let address = self.types.address_width();
        let most = match count.as_value().and_then(faultscope_ir::Value::as_signed) {
            Some(count) => u64::try_from(count).unwrap_or(0),
            None => self.config.annotations.max_array,
        };
        let is_absolute = low.as_value().is_none() && self.speaks_of_asked_arrays();
        let past = self.computed(BinaryOp::Add, low, count);
        let first = if is_absolute { constant(0) } else { low };
        let start = self.computed(BinaryOp::Multiply, first, constant(size.into()));
        let start = pointer.bv_add_low(resized(start, address));
        let mut elements = Vec::new();
        for idx in 0..most {
            let number = self.computed(BinaryOp::Add, first, constant(idx.into()));
            let number = Value::Integer(number);
            let is_behind = self.compared(CompareOp::LessOrEqual, Value::Integer(low), number);
            let within = is_behind.and(self.compared(CompareOp::Less, number, Value::Integer(past)));
            let offset = Term::bits(address, (idx * size).into());
            elements.push((start.bv_add_low(offset), within));
        }
        let last = self.computed(BinaryOp::Add, first, constant(most.into()));
        let is_all = self.compared(CompareOp::LessOrEqual, Value::Integer(past), Value::Integer(last));
        let is_first = self.compared(CompareOp::LessOrEqual, Value::Integer(first), Value::Integer(low));
        let is_none =
            self.compared(CompareOp::LessOrEqual, Value::Integer(count), Value::Integer(constant(0)));
        self.take_for_granted(is_none.or(is_all.and(is_first)));
        let complete = Term::all(std::mem::take(&mut self.logic.sides));
        (elements, complete)
    }

    /// Whether memory can be accessed.
    fn valid(&mut self, is_write: bool, places: &Places) -> Term {
        let (pointer, low, count, size) = self.extent(places);
        let region = self.points_to.region_behind(&places.pointer);
        let size = constant(size.into());
        let start = self.computed(BinaryOp::Multiply, low, size);
        let bytes = self.computed(BinaryOp::Multiply, count, size);
        let address = self.types.address_width();
        let is_small = |number: Term| match width(number) < address {
            true => Term::bool(true),
            false => resized(resized(number, address), width(number)).equals(number),
        };
        let fits = is_small(start).and(is_small(bytes));
        let is_some = self.compared(CompareOp::Less, Value::Integer(constant(0)), Value::Integer(count));
        let from = pointer.bv_add_low(resized(start, address));
        let bytes = resized(bytes, address);
        let (from_name, bytes_name) = match self.logic.state {
            None => (from, bytes),
            Some(_) => {
                let name = |this: &mut Self, term: Term| {
                    Term::symbol(this.temporary("logic", term.sort(), Display::Signed))
                };
                (name(self, from), name(self, bytes))
            }
        };
        let accessible = self.is_accessible(from_name, bytes_name, region, is_write);
        let mut nested = FxHashMap::default();
        for (name, value) in [(from_name, from), (bytes_name, bytes)] {
            if let (Some(symbol), Some(_)) = (name.as_symbol(), &self.logic.state) {
                nested.insert(symbol, value);
            }
        }
        let accessible = self.in_state(accessible, &nested).substitute(&nested);
        is_some.implies(fits.and(accessible))
    }

    /// Whether no two of several stretches of memory have a byte in common.
    fn separated(&mut self, all: &[Places]) -> Term {
        let mut stretches = Vec::new();
        for places in all {
            let (pointer, low, count, size) = self.extent(places);
            let size = constant(size.into());
            let offset = pointer::offset(self.types, pointer);
            let offset = offset.zero_extend_to(width(offset) + 1);
            let start = self.computed(BinaryOp::Multiply, low, size);
            let start = self.computed(BinaryOp::Add, offset, start);
            let bytes = self.computed(BinaryOp::Multiply, count, size);
            let end = self.computed(BinaryOp::Add, start, bytes);
            stretches.push((
                pointer::object(self.types, pointer),
                Value::Integer(start),
                Value::Integer(end),
            ));
        }
        let mut apart = Vec::new();
        for (idx, left) in stretches.iter().enumerate() {
            for right in &stretches[idx + 1..] {
                let before = self.compared(CompareOp::LessOrEqual, left.2, right.1);
                let behind = self.compared(CompareOp::LessOrEqual, right.2, left.1);
                let nothing = self.compared(CompareOp::LessOrEqual, left.2, left.1);
                let no_other = self.compared(CompareOp::LessOrEqual, right.2, right.1);
                let objects = left.0.differs(right.0);
                apart.push(Term::any([objects, before, behind, nothing, no_other]));
            }
        }
        Term::all(apart)
    }
}

fn width(term: Term) -> u32 {
    term.sort().bit_width().unwrap_or(1)
}

/// A number with as few bits as it needs.
fn constant(number: i128) -> Term {
    let magnitude = if number < 0 { !number } else { number };
    Term::signed_bits(i128::BITS - magnitude.leading_zeros() + 1, number)
}

fn double(bits: u64) -> Term {
    Term::value(faultscope_ir::Value::Float(FloatKind::Double.format(), bits.into()))
}

/// A number without repeated signs in front.
fn core(number: Term) -> Term {
    if let Some(value) = number.as_value() {
        return value.as_signed().map_or(number, constant);
    }
    match number.kind() {
        TermKind::App(Op::SignExtend(_), operands) => core(operands[0]),
        _ => number,
    }
}

/// A number with so many bits: the lowest ones, or with its sign in front.
fn resized(number: Term, bits: u32) -> Term {
    match width(number) > bits {
        true => number.extract(bits - 1, 0),
        false => number.sign_extend_to(bits),
    }
}

fn same_width(left: Term, right: Term) -> (Term, Term) {
    let (left, right) = (core(left), core(right));
    let bits = width(left).max(width(right));
    (left.sign_extend_to(bits), right.sign_extend_to(bits))
}
