//! Atomic operations: the builtins `__atomic_…` and `__sync_…` of compilers, which `<stdatomic.h>` makes its functions of.
//!
//! There is one thread, so that each of them is what it computes: a call becomes one of a function of C that is written down
//! here for the type of the object. A comparison that may fail for no reason does not, as on all machines that gcc does this
//! in one instruction for. How accesses are ordered does not matter; that argument is evaluated.

use std::fmt::Write;

use super::super::constant;
use super::super::hir::{Builtin, Expr, ExprKind};
use super::super::parser::ast::{self, Node};
use super::super::source::Loc;
use super::super::types::{IntKind, Type};
use super::call::is_repeatable;
use super::state::{Sema, make};

/// Objects up to this size are accessed at once without a lock.
const LARGEST_WITHOUT_LOCK: i128 = 8;

/// What an operation does, and what it takes behind the pointer to the object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operation {
    /// The value of the object.
    Load,
    /// `(value)`.
    Store,
    /// `(value)`: gives what was there.
    Exchange,
    /// `(pointer to what is expected, value)`: gives whether it was there; else says what was.
    CompareExchange,
    /// `(expected, value)`: gives whether it was there.
    SwapIfEqual,
    /// `(expected, value)`: gives what was there.
    SwapAndGive,
    /// `(pointer to the value)`.
    LoadInto,
    /// `(pointer to a value)`.
    StoreFrom,
    /// `(pointer to a value, pointer to where what was there is put)`.
    ExchangeThrough,
    /// `(pointer to what is expected, pointer to a value)`.
    CompareExchangeFrom,
    /// `(value)`: combines it with the value of the object; gives what was there, or what is.
    Combine(&'static str, bool),
    /// Sets a byte; gives whether it was set.
    TestAndSet,
    /// The object is zero from now on.
    Clear,
}

/// Operators by their names.
const OPERATORS: [(&str, &str); 6] =
    [("add", "+"), ("sub", "-"), ("and", "&"), ("or", "|"), ("xor", "^"), ("nand", "~&")];

/// Suffixes of names that say how large the object is, which its type says, too.
const SIZES: [&str; 5] = ["_1", "_2", "_4", "_8", "_16"];

impl Operation {
    fn named(name: &str) -> Option<Operation> {
        let combined = |op: &str, gives_new| {
            let (_, operator) = OPERATORS.iter().find(|(it, _)| *it == op)?;
            Some(Operation::Combine(operator, gives_new))
        };
        if let Some(name) = name.strip_prefix("__sync_") {
            let name = SIZES.iter().find_map(|size| name.strip_suffix(size)).unwrap_or(name);
            return match name {
                "bool_compare_and_swap" => Some(Operation::SwapIfEqual),
                "val_compare_and_swap" => Some(Operation::SwapAndGive),
                "lock_test_and_set" => Some(Operation::Exchange),
                "lock_release" => Some(Operation::Clear),
                _ => match name.strip_prefix("fetch_and_") {
                    Some(op) => combined(op, false),
                    None => combined(name.strip_suffix("_and_fetch")?, true),
                },
            };
        }
        Some(match name.strip_prefix("__atomic_")? {
            "load_n" => Operation::Load,
            "store_n" => Operation::Store,
            "exchange_n" => Operation::Exchange,
            "compare_exchange_n" => Operation::CompareExchange,
            "load" => Operation::LoadInto,
            "store" => Operation::StoreFrom,
            "exchange" => Operation::ExchangeThrough,
            "compare_exchange" => Operation::CompareExchangeFrom,
            "test_and_set" => Operation::TestAndSet,
            "clear" => Operation::Clear,
            name => match name.strip_prefix("fetch_") {
                Some(op) => return combined(op, false),
                None => return combined(name.strip_suffix("_fetch")?, true),
            },
        })
    }

    /// What it takes behind the object, by whether each is a pointer.
    fn operands(self) -> &'static [bool] {
        match self {
            Operation::Load | Operation::TestAndSet | Operation::Clear => &[],
            Operation::Store | Operation::Exchange | Operation::Combine(..) => &[false],
            Operation::LoadInto | Operation::StoreFrom => &[true],
            Operation::CompareExchange => &[true, false],
            Operation::SwapIfEqual | Operation::SwapAndGive => &[false, false],
            Operation::ExchangeThrough | Operation::CompareExchangeFrom => &[true, true],
        }
    }

    /// Whether it depends on what the object holds.
    fn compares(self) -> bool {
        use Operation::{CompareExchange, CompareExchangeFrom, SwapAndGive, SwapIfEqual};
        matches!(self, CompareExchange | CompareExchangeFrom | SwapIfEqual | SwapAndGive)
    }

    /// What it does to the object `*p` of a type with the operands `a` and `b`, as the body of a function of C.
    fn body(self, ty: &str, computed: &str, is_pointer: bool) -> String {
        let number = |name: &str| match is_pointer {
            true => format!("({computed})(unsigned long){name}"),
            false => format!("({computed}){name}"),
        };
        let value = |text: String| match is_pointer {
            true => format!("(void *)(unsigned long)({text})"),
            false => format!("({ty})({text})"),
        };
        match self {
            Operation::Load => "return *p;".to_owned(),
            Operation::Store => "*p = a;".to_owned(),
            Operation::Exchange => format!("{ty} old = *p; *p = a; return old;"),
            Operation::CompareExchange => {
                format!("{ty} old = *p; if (old == *a) {{ *p = b; return 1; }} *a = old; return 0;")
            }
            Operation::CompareExchangeFrom => {
                format!("{ty} old = *p; if (old == *a) {{ *p = *b; return 1; }} *a = old; return 0;")
            }
            Operation::SwapIfEqual => "if (*p != a) return 0; *p = b; return 1;".to_owned(),
            Operation::SwapAndGive => format!("{ty} old = *p; if (old == a) *p = b; return old;"),
            Operation::LoadInto => "*a = *p;".to_owned(),
            Operation::StoreFrom => "*p = *a;".to_owned(),
            Operation::ExchangeThrough => format!("{ty} old = *p; *p = *a; *b = old;"),
            // Of a pointer, bytes are counted.
            Operation::Combine("+", gives_new) if is_pointer => {
                format!("{ty} old = *p, new = (char *)old + (long)a; *p = new; return {};", given(gives_new))
            }
            Operation::Combine("-", gives_new) if is_pointer => {
                format!("{ty} old = *p, new = (char *)old - (long)a; *p = new; return {};", given(gives_new))
            }
            Operation::Combine(operator, gives_new) => {
                let (old, a) = (number("old"), number("a"));
                let new = match operator {
                    "~&" => format!("~({old} & {a})"),
                    operator => format!("{old} {operator} {a}"),
                };
                format!("{ty} old = *p, new = {}; *p = new; return {};", value(new), given(gives_new))
            }
            Operation::TestAndSet => format!("{ty} old = *p; *p = 1; return old != 0;"),
            Operation::Clear => "*p = 0;".to_owned(),
        }
    }

    /// What it gives: the value of the object, a truth value, or nothing.
    fn result(self, ty: &Type) -> Type {
        match self {
            Operation::Load | Operation::Exchange | Operation::SwapAndGive | Operation::Combine(..) => {
                ty.clone()
            }
            Operation::CompareExchange
            | Operation::CompareExchangeFrom
            | Operation::SwapIfEqual
            | Operation::TestAndSet => Type::Int(IntKind::Bool),
            Operation::Store
            | Operation::LoadInto
            | Operation::StoreFrom
            | Operation::ExchangeThrough
            | Operation::Clear => Type::Void,
        }
    }
}

fn given(gives_new: bool) -> &'static str {
    if gives_new { "new" } else { "old" }
}

impl Sema {
    /// The call of a builtin for atomic operations, if a name is one.
    pub(super) fn atomic_call(
        &mut self,
        name: &str,
        nodes: &[Node<ast::Expression>],
        loc: Loc,
    ) -> Option<Expr> {
        let Some(operation) = Operation::named(name) else { return self.fence(name, nodes, loc) };
        let arguments: Vec<Expr> = nodes.iter().map(|node| self.value(node)).collect();
        let n_operands = operation.operands().len();
        let Some((object, operands)) = arguments.split_first().filter(|(_, rest)| rest.len() >= n_operands)
        else {
            return Some(self.unsupported(format!("this use of `{name}`"), Type::INT, loc));
        };
        let (operands, orders) = operands.split_at(n_operands);
        let object = self.scalar_object(operation, object, loc);
        let call = match object {
            Some(object) => self.atomic_of_scalar(name, operation, object, operands, orders, loc),
            None => self.atomic_copy(operation, &arguments, loc),
        };
        Some(call.unwrap_or_else(|| self.unsupported(format!("this use of `{name}`"), Type::INT, loc)))
    }

    /// What orders accesses, and says which of them have no lock.
    fn fence(&mut self, name: &str, nodes: &[Node<ast::Expression>], loc: Loc) -> Option<Expr> {
        match (name, nodes) {
            ("__sync_synchronize", _) | ("__atomic_thread_fence" | "__atomic_signal_fence", [_]) => {
                let values = nodes.iter().map(|node| self.value(node));
                let values: Vec<Expr> = values.collect();
                let nothing = self.constant(0, Type::INT, loc);
                let nothing = make(ExprKind::Cast(Box::new(nothing)), Type::Void, loc);
                Some(values.into_iter().rev().fold(nothing, |then, value| {
                    make(ExprKind::Comma(Box::new(value), Box::new(then)), Type::Void, loc)
                }))
            }
            ("__atomic_always_lock_free" | "__atomic_is_lock_free", [size, _]) => {
                let size = self.value(size);
                let size = constant::integer(&self.types, &size)?;
                let has_none = size.count_ones() == 1 && size <= LARGEST_WITHOUT_LOCK;
                Some(self.constant(has_none.into(), Type::Int(IntKind::Bool), loc))
            }
            _ => None,
        }
    }

    /// A pointer to the object as one to a scalar: `atomic_flag` is a structure with one member.
    fn scalar_object(&mut self, operation: Operation, object: &Expr, loc: Loc) -> Option<Expr> {
        let mut object = object.clone();
        while let Some(Type::Record(_)) = object.ty.pointee() {
            let place = self.deref(object, loc);
            let Type::Record(id) = place.ty else { return None };
            let [field] = self.types.fields(id) else { return None };
            let ty = field.ty.clone();
            let member = make(ExprKind::Member(Box::new(place), 0), ty, loc);
            object = self.address_of(member, loc);
        }
        let pointee = object.ty.pointee()?;
        if pointee.is_scalar() {
            return Some(object);
        }
        let takes_any = matches!(operation, Operation::TestAndSet | Operation::Clear) && pointee.is_void();
        takes_any.then(|| self.convert(object, &Type::Int(IntKind::Bool).pointer_to()))
    }

    fn atomic_of_scalar(
        &mut self,
        name: &str,
        operation: Operation,
        object: Expr,
        operands: &[Expr],
        orders: &[Expr],
        loc: Loc,
    ) -> Option<Expr> {
        let ty = object.ty.pointee()?.clone();
        // Floating-point numbers are compared by their bits, which operators of C do not do.
        if ty.is_float() && operation.compares() {
            return None;
        }
        let is_volatile = object.ty.pointee_qualifiers().is_volatile;
        let spelled = if ty.is_pointer() { "void *".to_owned() } else { self.types.name(&ty) };
        let computed = match self.types.size(&ty)? {
            16 => "unsigned __int128",
            8 => "unsigned long long",
            _ => "unsigned int",
        };
        let spell = |this: &Self, pointee: &Type| match pointee.is_pointer() {
            true => "void *".to_owned(),
            false => this.types.name(pointee),
        };
        let stored = if ty.is_pointer() { Type::Void.pointer_to() } else { ty.clone() };
        let volatile = if is_volatile { "volatile " } else { "" };
        // A qualifier of a pointer stands behind its star.
        let mut parameters = match ty.is_pointer() {
            true => vec![format!("void *{volatile}*p")],
            false => vec![format!("{volatile}{spelled} *p")],
        };
        let object_ty =
            if ty.is_pointer() && !is_volatile { stored.clone().pointer_to() } else { object.ty.clone() };
        let mut passed = vec![self.convert(object, &object_ty)];
        let counts = ty.is_pointer() && matches!(operation, Operation::Combine(..));
        for (idx, operand) in operands.iter().enumerate() {
            let letter = ["a", "b"].get(idx)?;
            let (declared, given) = match operation.operands().get(idx)? {
                true => {
                    let pointee = operand.ty.pointee().filter(|it| it.is_scalar())?.clone();
                    let to = if pointee.is_pointer() { Type::Void.pointer_to() } else { pointee.clone() };
                    (format!("{} *{letter}", spell(self, &pointee)), to.pointer_to())
                }
                false if counts => (format!("long {letter}"), Type::Int(IntKind::Long)),
                false => (format!("{spelled} {letter}"), stored.clone()),
            };
            parameters.push(declared);
            passed.push(self.convert(operand.clone(), &given));
        }
        for (idx, order) in orders.iter().enumerate() {
            if constant::integer(&self.types, order).is_none() && order.ty.is_integer() {
                parameters.push(format!("long long o{idx}"));
                passed.push(self.convert(order.clone(), &Type::Int(IntKind::LongLong)));
            }
        }
        let result = operation.result(&ty);
        let shown = if result.is_void() { "void".to_owned() } else { spell(self, &result) };
        let body = operation.body(&spelled, computed, ty.is_pointer());
        let mut text = String::new();
        let _ = writeln!(text, "{shown} __fs_format({}) {{ // {name}\n  {body}\n}}", parameters.join(", "));
        let given = if result.is_pointer() { Type::Void.pointer_to() } else { result.clone() };
        let call = self.call_of_format(name, &text, passed, &given, loc);
        Some(self.convert(call, &result))
    }

    /// Loads, stores and exchanges objects that are no scalars.
    fn atomic_copy(&mut self, operation: Operation, arguments: &[Expr], loc: Loc) -> Option<Expr> {
        let [object, operands @ ..] = arguments else { return None };
        let ty = object.ty.pointee().filter(|ty| matches!(ty, Type::Record(_)))?.clone();
        let copy = |to: &Expr, from: &Expr| {
            let kind = ExprKind::Builtin(Builtin::Copy(ty.clone(), 1), vec![to.clone(), from.clone()]);
            make(kind, Type::Void.pointer_to(), loc)
        };
        let copied = match (operation, operands) {
            (Operation::LoadInto, [target, ..]) => copy(target, object),
            (Operation::StoreFrom, [source, ..]) => copy(object, source),
            (Operation::ExchangeThrough, [source, target, ..]) if is_repeatable(object) => {
                let (kept, stored) = (copy(target, object), copy(object, source));
                make(ExprKind::Comma(Box::new(kept), Box::new(stored)), Type::Void.pointer_to(), loc)
            }
            _ => return None,
        };
        Some(self.convert(copied, &Type::Void))
    }
}
