//! Calls, and the names that compilers know without a declaration.

use std::rc::Rc;

use faultscope_ir::{Severity, Value, float};

use super::super::constant;
use super::super::hir::{Access, BinaryOp, Builtin, Callee, CompareOp, Expr, ExprKind, FuncId};
use super::super::library::{self, Fill, Returned, RowMark, Special};
use super::super::parser::ast::{self, Node};
use super::super::qualifiers::Qualifiers;
use super::super::source::Loc;
use super::super::types::{FloatKind, FunctionType, IntKind, Type};
use super::format;
use super::state::{Entity, Problem, Sema, make};
use crate::limits::MAX_COPIED_CELLWISE;

impl Sema {
    pub(super) fn call(&mut self, call: &ast::CallExpression, loc: Loc) -> Expr {
        // What is called for arguments is used.
        let is_used = std::mem::replace(&mut self.is_used, true);
        if let ast::Expression::Identifier(identifier) = &call.callee.node {
            let name = identifier.node.name.as_str();
            if !matches!(self.lookup(name), Some(Entity::Var(_) | Entity::Constant(..))) {
                return self.named_call(name, &call.arguments, is_used, loc);
            }
        }
        let callee = self.value(&call.callee);
        let Some(function) = callee.ty.as_function().cloned() else {
            if !matches!(callee.kind, ExprKind::Unsupported(_)) {
                self.error(
                    loc,
                    format!("a value of type `{}` is not a function", self.types.name(&callee.ty)),
                    None,
                );
            }
            return self.unsupported("a call of no function", Type::INT, loc);
        };
        let arguments = self.arguments(&function, &call.arguments);
        let arguments = self.with_rest(&function, arguments, loc);
        let callee = match callee.kind {
            ExprKind::Function(id) => Callee::Direct(id),
            _ => Callee::Indirect(Box::new(callee)),
        };
        make(ExprKind::Call(callee, arguments), function.result.clone(), loc)
    }

    fn named_call(
        &mut self,
        name: &str,
        arguments: &[Node<ast::Expression>],
        is_used: bool,
        loc: Loc,
    ) -> Expr {
        let plain = name.strip_prefix("__builtin_").unwrap_or(name);
        let is_builtin = plain != name;
        let is_nested = self.names_nested(name);
        let is_defined = is_nested || self.defined.contains(plain);
        if (is_builtin || !is_defined)
            && let Some(expr) = self.builtin_call(plain, is_builtin, arguments, loc)
        {
            return expr;
        }
        if !is_defined && let Some(expr) = self.atomic_call(name, arguments, loc) {
            return expr;
        }
        if let Some(ty) = bit_builtin(plain).filter(|_| is_builtin) {
            let ty = Rc::new(ty);
            let id = self.declare_function(name, Rc::clone(&ty), loc, false);
            self.used.insert(id);
            let arguments = self.arguments(&ty, arguments);
            return make(ExprKind::Call(Callee::Direct(id), arguments), ty.result.clone(), loc);
        }
        if is_builtin && !is_defined && library::library_function(plain).is_none() {
            return self.unsupported(format!("`{name}`"), Type::INT, loc);
        }
        let known = match is_builtin {
            true => self.scopes.first().and_then(|scope| scope.names.get(plain)),
            false => self.lookup(name),
        };
        let id = match known {
            Some(Entity::Func(id)) => *id,
            _ => {
                let ty = FunctionType {
                    result: self.implicit_result(plain),
                    parameters: Vec::new(),
                    variadic: false,
                    unspecified: true,
                };
                let ty = Rc::new(ty);
                let declared = Type::Function(ty.clone());
                self.note_declared(plain, (&declared, Qualifiers::default()), false, loc);
                self.declare_function(plain, ty, loc, false)
            }
        };
        let function = self.program.func(id).ty.clone();
        let mut arguments = self.arguments(&function, arguments);
        let fewest = self.fewest_arguments.entry(id).or_insert(arguments.len());
        *fewest = arguments.len().min(*fewest);
        let mut asked = None;
        if self.trusted && format::prints_by_format(plain) {
            if let Some(call) = self.formatted_call(plain, &arguments, &function.result, loc) {
                return call;
            }
        } else if !self.trusted && !is_defined {
            self.ask_for_room(plain, &mut arguments, loc);
            self.is_used = is_used;
            let call = self.library_call(plain, &arguments, &function.result, loc);
            self.is_used = true;
            if let Some(call) = call {
                return call;
            }
            asked = self.ask_for_source(plain, &arguments, loc);
        }
        if let Some(text) = self.inlined_by_compiler(plain, id, is_builtin, loc) {
            return self.call_of_format(plain, &text, arguments, &function.result, loc);
        }
        if is_defined {
            arguments = self.with_rest(&function, arguments, loc);
        }
        self.used.insert(id);
        let call = make(ExprKind::Call(Callee::Direct(id), arguments), function.result.clone(), loc);
        match asked {
            Some(asked) => {
                make(ExprKind::Comma(Box::new(asked), Box::new(call)), function.result.clone(), loc)
            }
            None => call,
        }
    }

    /// The function that stands for one that the program defines and gcc never calls: it puts absolute values in by itself,
    /// wherever a function of such a name and type is known to other files.
    fn inlined_by_compiler(&mut self, name: &str, id: FuncId, is_builtin: bool, loc: Loc) -> Option<String> {
        if !library::is_marked(name, RowMark::ComputedByGcc) {
            return None;
        }
        let ty = &self.implicit_result(name);
        let is_external = matches!(self.linkage.get(name), Some(Entity::Func(known)) if *known == id);
        let function = &self.program.func(id).ty;
        let is_such = function.result == *ty && function.parameters == [ty.clone()];
        let is_known = is_builtin || (is_external && self.has_builtins);
        if self.trusted || !is_such || !self.defined.contains(name) || !is_known {
            return None;
        }
        if self.reported.insert(name.to_owned()) {
            let message =
                format!("gcc computes `{name}` itself: the function that is defined here is not called");
            let hint = Some("`static`, or another name, makes it a function of the program's".to_owned());
            self.problems.push(Problem { severity: Severity::Warning, loc, message, hint });
        }
        let spelled = self.types.name(ty);
        let asked = if ty.is_integer() { "__fs_fits(x == 0 || x != -x);" } else { "" };
        Some(format!("{spelled} __fs_format({spelled} x) {{\n  {asked}\n  return x < 0 ? -x : x + 0;\n}}\n"))
    }

    /// Where a function writes a number of bytes to a member of a structure that is an array: asks that these are in the
    /// array, whatever follows it.
    fn ask_for_room(&mut self, name: &str, arguments: &mut [Expr], loc: Loc) {
        let Some(Fill { target, count, is_wide }) = library::row(name).and_then(|row| row.fills) else {
            return;
        };
        let (Some(written), Some(bytes)) = (arguments.get(target), arguments.get(count)) else { return };
        let Some(room) = self.room_of_member(written) else { return };
        let room = if is_wide { room / WIDE_BYTES } else { room };
        let known = constant::integer(&self.types, bytes);
        if known.is_some_and(|bytes| bytes >= 0 && bytes <= i128::from(room)) || !is_repeatable(bytes) {
            return;
        }
        let size_type = self.types.size_type();
        let room = self.constant(room.into(), size_type.clone(), loc);
        let given = self.convert(bytes.clone(), &size_type);
        let fits = ExprKind::Compare(CompareOp::LessOrEqual, Box::new(given), Box::new(room));
        let fits = make(fits, Type::INT, loc);
        let message = "more is written than the array has room for";
        let message = self.string(message.bytes().map(u32::from).chain([0]).collect(), Type::CHAR, loc);
        let message = make(ExprKind::Decay(Box::new(message)), Type::CHAR.pointer_to(), loc);
        let ask = self.call_of_model("__fs_require", vec![fits, message], &Type::Void, loc);
        let bytes = bytes.clone();
        let ty = bytes.ty.clone();
        arguments[count] = make(ExprKind::Comma(Box::new(ask), Box::new(bytes)), ty, loc);
    }

    /// The bytes of an array that is a member of a structure, and not the last one.
    fn room_of_member(&self, pointer: &Expr) -> Option<u64> {
        match &pointer.kind {
            ExprKind::Cast(inner) => self.room_of_member(inner),
            ExprKind::Decay(place) => {
                let ExprKind::Member(base, idx) = &place.kind else { return None };
                let Type::Record(id) = base.ty else { return None };
                let is_last = self.types.record(id).is_union || idx + 1 == self.types.fields(id).len();
                self.types.size(&place.ty).filter(|_| !is_last)
            }
            _ => None,
        }
    }

    /// Asks that what is read from a string is one.
    fn ask_for_source(&mut self, name: &str, arguments: &[Expr], loc: Loc) -> Option<Expr> {
        if !library::scans_text(name) {
            return None;
        }
        let is_wide = library::scanning(name)?.is_wide;
        let model = if is_wide { "__fs_wide_printed" } else { "__fs_printed" };
        let source = arguments.first().filter(|source| is_repeatable(source))?.clone();
        Some(self.call_of_model(model, vec![source], &Type::Void, loc))
    }

    /// The call of a library function whose model depends on the arguments.
    fn library_call(&mut self, name: &str, arguments: &[Expr], result: &Type, loc: Loc) -> Option<Expr> {
        match (library::row(name).and_then(|row| row.special), arguments) {
            (Some(Special::Time), [argument]) if !constant::is_null(&self.types, argument) => {
                Some(self.call_of_model("__fs_time", arguments.to_vec(), result, loc))
            }
            (Some(Special::HashTable), [item, action]) => self.hash_call(item, action, result, loc),
            _ => self
                .formatted_call(name, arguments, result, loc)
                .or_else(|| self.scanning_call(name, arguments, result, loc)),
        }
    }

    /// `hsearch`, whose model takes the members of the structure one by one: it has another type for it.
    fn hash_call(&mut self, item: &Expr, action: &Expr, result: &Type, loc: Loc) -> Option<Expr> {
        let Type::Record(id) = item.ty else { return None };
        if self.types.fields(id).len() != 2 {
            return None;
        }
        let var = self.new_hidden_var("item", item.ty.clone(), loc);
        let var = make(ExprKind::Var(var), item.ty.clone(), loc);
        let kept = ExprKind::Assign(Box::new(var.clone()), Box::new(item.clone()));
        let kept = make(kept, item.ty.clone(), loc);
        let members = [0, 1].map(|idx| self.field(var.clone(), idx, loc));
        let [key, data] = members.map(|member| self.rvalue(member));
        let call = self.call_of_model("__fs_hsearch", vec![key, data, action.clone()], result, loc);
        Some(make(ExprKind::Comma(Box::new(kept), Box::new(call)), result.clone(), loc))
    }

    /// The result type of a function that is not declared: that of the library function of the name.
    fn implicit_result(&mut self, name: &str) -> Type {
        let Some(entry) = library::entry(name) else {
            return nondeterministic_result(name).unwrap_or(Type::INT);
        };
        let own = Type::Float(entry.kind.unwrap_or(FloatKind::Double));
        match entry.result() {
            Returned::Void => Type::Void,
            Returned::Int => Type::INT,
            Returned::Long => Type::Int(IntKind::Long),
            Returned::ULong => Type::Int(IntKind::ULong),
            Returned::LongLong => Type::Int(IntKind::LongLong),
            Returned::ULongLong => Type::Int(IntKind::ULongLong),
            Returned::Size => self.types.size_type(),
            Returned::Difference => self.types.difference_type(),
            Returned::Double => Type::Float(FloatKind::Double),
            Returned::Own => own,
            Returned::OwnComplex => self.complex_type(own),
            Returned::Pointer => Type::Void.pointer_to(),
            Returned::Text => Type::CHAR.pointer_to(),
            Returned::WideText => Type::INT.pointer_to(),
        }
    }

    fn arguments(&mut self, function: &FunctionType, nodes: &[Node<ast::Expression>]) -> Vec<Expr> {
        let mut arguments = Vec::new();
        for (idx, node) in nodes.iter().enumerate() {
            let argument = self.value(node);
            let argument = match function.parameters.get(idx) {
                Some(ty) if !function.unspecified => self.convert(argument, ty),
                _ => self.default_promoted(argument),
            };
            arguments.push(argument);
        }
        arguments
    }

    fn builtin_call(
        &mut self,
        name: &str,
        is_builtin: bool,
        arguments: &[Node<ast::Expression>],
        loc: Loc,
    ) -> Option<Expr> {
        match (library::row(name).and_then(|row| row.special), arguments) {
            (Some(special @ (Special::Copy | Special::Move)), [_, _, _]) => {
                return self.copy(special, arguments, loc);
            }
            (Some(Special::Fill), [_, _, _]) => return self.fill(arguments, loc),
            (Some(special @ (Special::OnStack | Special::Object)), [size]) => {
                let size = self.value(size);
                let size = self.convert(size, &self.types.size_type());
                let ty = Type::Void.pointer_to();
                let builtin = if special == Special::OnStack { Builtin::Alloca } else { Builtin::Object };
                return Some(make(ExprKind::Builtin(builtin, vec![size]), ty, loc));
            }
            _ if !is_builtin => return None,
            _ => {}
        }
        let of = |this: &mut Self, builtin, ty| {
            let arguments = arguments.iter().map(|argument| this.value(argument)).collect();
            make(ExprKind::Builtin(builtin, arguments), ty, loc)
        };
        Some(match name {
            "expect" | "expect_with_probability" | "assume_aligned" => {
                let value = self.value(arguments.first()?);
                let converts = name == "expect";
                let value = if converts { self.convert(value, &Type::Int(IntKind::Long)) } else { value };
                // In `if (likely(x))` it is `x` that decides, and not the body of the macro.
                Expr { loc: truth_of(&value).loc, ..value }
            }
            "constant_p" => {
                let value = self.value(arguments.first()?);
                let constant =
                    constant::eval(&self.types, &value).is_some() || self.format_chars(&value).is_some();
                self.constant(constant.into(), Type::INT, loc)
            }
            "unreachable" => of(self, Builtin::Unreachable, Type::Void),
            "trap" => of(self, Builtin::Trap, Type::Void),
            "va_start" | "c23_va_start" | "va_end" | "va_copy" => {
                return self.list_call(name, arguments, loc);
            }
            "complex" if arguments.len() == 2 => {
                let [real, imaginary] = [&arguments[0], &arguments[1]].map(|it| self.value(it));
                return self.complex_of(real, imaginary, loc);
            }
            _ if name.starts_with("ia32_vec_") => return self.element_builtin(name, arguments, loc),
            "shuffle" | "shufflevector" => return self.shuffle(name, arguments, loc),
            "prefetch" => self.constant(0, Type::INT, loc),
            // Nobody says how large the object is, as compilers do that do not know it.
            "object_size" | "dynamic_object_size" if arguments.len() == 2 => {
                let kind = self.value(&arguments[1]);
                let is_least = constant::integer(&self.types, &kind).is_some_and(|kind| kind >= 2);
                self.constant(if is_least { 0 } else { -1 }, self.types.size_type(), loc)
            }
            "huge_val" | "inf" => self.float_constant("inf", FloatKind::Double, loc),
            "huge_valf" | "inff" => self.float_constant("inf", FloatKind::Float, loc),
            "huge_vall" | "infl" => self.float_constant("inf", FloatKind::LongDouble, loc),
            "nan" => self.float_constant("nan", FloatKind::Double, loc),
            "nanf" => self.float_constant("nan", FloatKind::Float, loc),
            "add_overflow" | "sub_overflow" | "mul_overflow" if arguments.len() == 3 => {
                let op = match name {
                    "add_overflow" => BinaryOp::Add,
                    "sub_overflow" => BinaryOp::Subtract,
                    _ => BinaryOp::Multiply,
                };
                of(self, Builtin::Overflow(op), Type::INT)
            }
            _ => return self.float_builtin(name, arguments, loc),
        })
    }

    fn float_constant(&self, text: &str, kind: FloatKind, loc: Loc) -> Expr {
        let bits = float::parse(kind.format(), text).unwrap_or(0);
        make(ExprKind::Const(Value::Float(kind.format(), bits)), Type::Float(kind), loc)
    }

    /// `memcpy` of whole elements between pointers to one type: an assignment of elements, so that memory
    /// need not be looked at as bytes.
    fn copy(&mut self, special: Special, arguments: &[Node<ast::Expression>], loc: Loc) -> Option<Expr> {
        let size = self.constant_size(&arguments[2])?;
        let (target, source) = (self.value(&arguments[0]), self.value(&arguments[1]));
        if self.room_of_member(&target).is_some_and(|room| size > room) {
            return None;
        }
        let ty = pointee_before_casts(&target)?;
        if pointee_before_casts(&source)? != ty {
            return None;
        }
        let count = self.whole_elements(&ty, size)?;
        let builtin =
            if special == Special::Move { Builtin::Move(ty, count) } else { Builtin::Copy(ty, count) };
        Some(make(ExprKind::Builtin(builtin, vec![target, source]), Type::Void.pointer_to(), loc))
    }

    /// `memset` with zero, likewise.
    fn fill(&mut self, arguments: &[Node<ast::Expression>], loc: Loc) -> Option<Expr> {
        let size = self.constant_size(&arguments[2])?;
        let value = self.value(&arguments[1]);
        if constant::integer(&self.types, &value) != Some(0) {
            return None;
        }
        let target = self.value(&arguments[0]);
        if self.room_of_member(&target).is_some_and(|room| size > room) {
            return None;
        }
        let ty = pointee_before_casts(&target)?;
        let count = self.whole_elements(&ty, size)?;
        Some(make(ExprKind::Builtin(Builtin::Zero(ty, count), vec![target]), Type::Void.pointer_to(), loc))
    }

    fn constant_size(&mut self, node: &Node<ast::Expression>) -> Option<u64> {
        let size = self.value(node);
        u64::try_from(constant::integer(&self.types, &size)?).ok().filter(|size| *size <= MAX_COPIED_CELLWISE)
    }

    fn whole_elements(&self, ty: &Type, size: u64) -> Option<u64> {
        if ty.is_void() || matches!(ty, Type::Function(_)) {
            return None;
        }
        let element = self.types.size(ty).filter(|element| *element > 0)?;
        size.is_multiple_of(element).then_some(size / element)
    }
}

/// The bytes of a wide character.
const WIDE_BYTES: u64 = 4;

/// Whether an expression can be evaluated twice.
pub(super) fn is_repeatable(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Const(_) | ExprKind::Var(_) | ExprKind::SizeOf(_) => true,
        ExprKind::Load(inner, Access::Plain)
        | ExprKind::Decay(inner)
        | ExprKind::AddressOf(inner)
        | ExprKind::Deref(inner)
        | ExprKind::Cast(inner)
        | ExprKind::Member(inner, _) => is_repeatable(inner),
        ExprKind::Binary(_, left, right) | ExprKind::Index(left, right) => {
            is_repeatable(left) && is_repeatable(right)
        }
        ExprKind::Offset { pointer, count, .. } => is_repeatable(pointer) && is_repeatable(count),
        _ => false,
    }
}

/// What a pointer points to, before it was converted to `void *`.
fn pointee_before_casts(expr: &Expr) -> Option<Type> {
    match &expr.kind {
        ExprKind::Cast(inner) if inner.ty.is_pointer() => pointee_before_casts(inner),
        _ => expr.ty.pointee().cloned(),
    }
}

/// The result type of SV-COMP's `__VERIFIER_nondet_T`.
pub(in crate::c) fn nondeterministic_result(name: &str) -> Option<Type> {
    use crate::c::types::IntKind::*;
    let ty = name.strip_prefix("__VERIFIER_nondet_")?;
    Some(match ty {
        "bool" | "_Bool" => Type::Int(Bool),
        "char" => Type::Int(Char),
        "schar" | "s8" | "int8_t" => Type::Int(SChar),
        "uchar" | "unsigned_char" | "u8" | "uint8_t" | "unsigned char" => Type::Int(UChar),
        "short" | "s16" | "int16_t" => Type::Int(Short),
        "ushort" | "u16" | "uint16_t" | "unsigned_short" => Type::Int(UShort),
        "uint" | "unsigned" | "unsigned_int" | "u32" | "uint32_t" | "sector_t" => Type::Int(UInt),
        "long" | "ssize_t" | "ptrdiff_t" => Type::Int(Long),
        "ulong" | "size_t" | "pthread_t" | "unsigned_long" | "uintptr_t" => Type::Int(ULong),
        "longlong" | "loff_t" | "s64" | "int64_t" => Type::Int(LongLong),
        "ulonglong" | "u64" | "uint64_t" => Type::Int(ULongLong),
        "int128" | "__int128" | "_int128" => Type::Int(Int128),
        "uint128" | "__uint128" | "_uint128" => Type::Int(UInt128),
        "float" => Type::Float(FloatKind::Float),
        "double" => Type::Float(FloatKind::Double),
        "longdouble" | "long_double" | "ldouble" => Type::Float(FloatKind::LongDouble),
        "pchar" | "charp" => Type::CHAR.pointer_to(),
        "pointer" => Type::Void.pointer_to(),
        _ => Type::INT,
    })
}

/// The type of a function of the compiler's that works on bits, named without its prefix.
fn bit_builtin(plain: &str) -> Option<FunctionType> {
    let (kind, result) = match plain {
        "bswap16" => (IntKind::UShort, IntKind::UShort),
        "bswap32" => (IntKind::UInt, IntKind::UInt),
        "bswap64" => (IntKind::ULongLong, IntKind::ULongLong),
        _ => {
            let is_it = |name: &&&str| plain.starts_with(**name);
            let signed = ["ffs", "clrsb"].iter().find(is_it);
            let name = signed.or_else(|| ["popcount", "parity", "clz", "ctz"].iter().find(is_it))?;
            let kind = match (&plain[name.len()..], signed.is_some()) {
                ("", true) => IntKind::Int,
                ("l", true) => IntKind::Long,
                ("ll", true) => IntKind::LongLong,
                ("", false) => IntKind::UInt,
                ("l", false) => IntKind::ULong,
                ("ll", false) => IntKind::ULongLong,
                _ => return None,
            };
            (kind, IntKind::Int)
        }
    };
    Some(FunctionType {
        result: Type::Int(result),
        parameters: vec![Type::Int(kind)],
        variadic: false,
        unspecified: false,
    })
}

/// What the truth of an expression is that of: `x` of `!!x`.
fn truth_of(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Cast(inner) => truth_of(inner),
        ExprKind::Not(negated) => match &negated.kind {
            ExprKind::Not(inner) => truth_of(inner),
            _ => expr,
        },
        _ => expr,
    }
}
