//! Arguments that have no parameter, and lists of them.
//!
//! A call puts such arguments into an array: a row for each that says what it is and holds it, and one behind the last. Where
//! the array begins is one more argument, for which a function with variable arguments has a hidden parameter. A list is a
//! pointer to the next row; what reads and writes it is C, like the models of the library. Where a list has no argument left, or
//! one of another type, that is a wrong use of `va_arg`, and what comes out of it is not followed.

use super::super::DataModel;
use super::super::hir::{Expr, ExprKind, FuncId, Init, InitItem, PathStep, Storage, VarId};
use super::super::layout::{Member, Wishes};
use super::super::parser::ast::{self, Node};
use super::super::qualifiers::Qualifiers;
use super::super::source::Loc;
use super::super::types::{FloatKind, FunctionType, IntKind, ROW, RecordBody, RecordId, Type};
use super::call::is_repeatable;
use super::format::requirement;
use super::state::{Sema, Tag, make};

/// The type of a list, where it is an array, and its size in bytes.
const LIST: (&str, u64) = ("__va_list_tag", 24);

/// What the row behind the last argument says.
const END: i128 = 0;

/// The first number of what is passed as a whole; there is one for each type.
const FIRST_OBJECT: i128 = 8;

/// Members of a row.
const KIND: usize = 0;
const INTEGER: usize = 1;
const REAL: usize = 2;
const EXTENDED: usize = 3;
const POINTER: usize = 4;

/// How arguments of a type are passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Passing {
    /// What the row says.
    kind: i128,
    /// The member of the row that holds them.
    member: usize,
}

impl Sema {
    /// The type of a list.
    pub(super) fn list_type(&mut self) -> Type {
        let row = self.row_type();
        match self.types.model {
            DataModel::Ilp32 => row.pointer_to(),
            DataModel::Lp64 => Type::Array(self.list_record(row).into(), Some(1)),
        }
    }

    /// Makes the type of rows known to models.
    pub(super) fn bind_rows(&mut self) {
        if let Some(row) = self.variadic.row {
            self.scope().tags.insert(ROW.to_owned(), Tag::Record(row));
        }
    }

    /// The hidden parameter of a function with variable arguments.
    pub(super) fn rest_parameter(&mut self, func: FuncId, loc: Loc) -> VarId {
        let ty = self.rest_type();
        self.new_var("arguments", ty, loc, Storage::Parameter(func))
    }

    /// The arguments of a call as a function that the user defines takes them: those that have no parameter in an array.
    pub(super) fn with_rest(
        &mut self,
        function: &FunctionType,
        mut arguments: Vec<Expr>,
        loc: Loc,
    ) -> Vec<Expr> {
        let n_named = function.parameters.len();
        if function.variadic && !self.trusted && arguments.len() >= n_named {
            let rest = arguments.split_off(n_named);
            arguments.push(self.rest(rest, loc));
        }
        arguments
    }

    /// A call of a macro of `<stdarg.h>` other than `va_arg`.
    pub(super) fn list_call(
        &mut self,
        name: &str,
        arguments: &[Node<ast::Expression>],
        loc: Loc,
    ) -> Option<Expr> {
        let list = self.list_place(arguments.first()?);
        let value = match name {
            "va_end" => Some(self.no_row(loc)),
            "va_copy" => self.list_place(arguments.get(1)?).map(|place| {
                let place = self.deref(place, loc);
                self.rvalue(place)
            }),
            _ => self.first_row(loc),
        };
        Some(match (list, value) {
            (Some(list), Some(value)) => self.set_list(name, list, value, loc),
            _ => self.unsupported("this use of variable arguments", Type::Void, loc),
        })
    }

    /// A call that takes arguments from a list, which nobody may use afterwards.
    pub(super) fn with_spent_list(&mut self, call: Expr, list: &Expr, loc: Loc) -> Expr {
        let place = self.passed_list(list).filter(|_| self.types.model == DataModel::Lp64);
        let Some(place) = place else { return call };
        let ty = call.ty.clone();
        if !is_repeatable(list) {
            return self.unsupported("this use of variable arguments", ty, loc);
        }
        let none = self.no_row(loc);
        let spent = self.set_list("va_end", place, none, loc);
        if ty.is_void() {
            return make(ExprKind::Comma(Box::new(call), Box::new(spent)), ty, loc);
        }
        let result = self.new_hidden_var("result", ty.clone(), loc);
        let result = make(ExprKind::Var(result), ty.clone(), loc);
        let kept = make(ExprKind::Assign(Box::new(result.clone()), Box::new(call)), ty.clone(), loc);
        let value = self.rvalue(result);
        let then = make(ExprKind::Comma(Box::new(spent), Box::new(value)), ty.clone(), loc);
        make(ExprKind::Comma(Box::new(kept), Box::new(then)), ty, loc)
    }

    /// The place of the pointer of a list that is an argument.
    pub(super) fn passed_list(&mut self, list: &Expr) -> Option<Expr> {
        let row = self.row_type();
        if self.types.model == DataModel::Ilp32 {
            let ty = row.pointer_to();
            if list.ty != ty {
                return None;
            }
            let copy = self.hidden_literal("list", ty, Init::Value(Box::new(list.clone())), list.loc);
            return Some(self.address_of(copy, list.loc));
        }
        let record = self.list_record(row);
        (list.ty.pointee() == Some(&record)).then(|| self.next_of(list.clone()))
    }

    /// `va_arg`.
    pub(super) fn variable_argument(&mut self, argument: &ast::VaArgExpression, loc: Loc) -> Expr {
        let ty = self.type_name(&argument.type_name);
        let list = self.list_place(&argument.va_list);
        let can_be_read = ty.is_scalar() || matches!(ty, Type::Record(_)) && self.types.size(&ty).is_some();
        let Some(list) = list.filter(|_| can_be_read && !self.types.is_too_wide(&ty)) else {
            return self.unsupported("this use of variable arguments", ty, loc);
        };
        let passing = self.passing(&ty);
        let text = self.taking(&ty, passing);
        let member = self.member_type(passing.map_or(INTEGER, |passing| passing.member));
        let value = self.call_of_format("va_arg", &text, vec![list], &member, loc);
        if passing.is_some_and(|passing| passing.kind >= FIRST_OBJECT) {
            let object = self.convert(value, &ty.pointer_to());
            let object = self.deref(object, loc);
            return self.rvalue(object);
        }
        self.convert(value, &ty)
    }

    /// The function that takes an argument of a type from a list.
    fn taking(&mut self, ty: &Type, passing: Option<Passing>) -> String {
        let (result, name) = match passing.map_or(INTEGER, |passing| passing.member) {
            REAL => ("double ", "real"),
            EXTENDED => ("long double ", "extended"),
            POINTER => ("void *", "pointer"),
            _ => ("unsigned long long ", "integer"),
        };
        let kind = passing.map_or(-1, |passing| passing.kind);
        let fits = match (ty, kind) {
            (Type::Int(_), 1..=4) => {
                let counterpart = if kind % 2 == 0 { kind - 1 } else { kind + 1 };
                let most: u64 = if kind < 3 { i32::MAX as u64 } else { i64::MAX as u64 };
                format!("(next->kind == {kind} || next->kind == {counterpart} && next->integer <= {most}ULL)")
            }
            (Type::Int(IntKind::Int128 | IntKind::UInt128), _) => {
                let is_signed = *ty == Type::Int(IntKind::Int128);
                let counterpart = if is_signed { IntKind::UInt128 } else { IntKind::Int128 };
                let other = self.object_kind(&Type::Int(counterpart));
                format!("(next->kind == {kind} || next->kind == {other} && *(__int128 *)next->pointer >= 0)")
            }
            _ => format!("next->kind == {kind}"),
        };
        let is_there = requirement(&format!("next->kind != {END}"), "there is no argument left");
        let wrong = format!("the next argument is not passed as `{}`", self.types.name(ty));
        let is_such = requirement(&fits, &wrong);
        format!(
            "{result}__fs_format(struct {ROW} **list) {{\n  struct {ROW} *next = *list;\n  {is_there}\n  {is_such}\n\
             \x20 if (!({fits})) __fs_unfollowed(\"what a wrong use of variable arguments gives\");\n  *list = next + 1;\n  return next->{name};\n}}\n"
        )
    }

    /// Lets a list go on with a row.
    fn set_list(&mut self, name: &str, list: Expr, next: Expr, loc: Loc) -> Expr {
        let text = format!(
            "void __fs_format(struct {ROW} **list, struct {ROW} *next) {{\n  *list = next; // {name}\n}}\n"
        );
        self.call_of_format(name, &text, vec![list, next], &Type::Void, loc)
    }

    /// The place of a list's pointer to the next row, by its address.
    fn list_place(&mut self, node: &Node<ast::Expression>) -> Option<Expr> {
        let list = self.expr(node);
        let row = self.row_type();
        if self.types.model == DataModel::Ilp32 {
            let is_list = list.ty == row.pointer_to() && list.kind.is_lvalue();
            let loc = list.loc;
            return is_list.then(|| self.address_of(list, loc));
        }
        let record = self.list_record(row);
        let list = self.rvalue(list);
        (list.ty.pointee() == Some(&record)).then(|| self.next_of(list))
    }

    /// The address of the pointer in a list that is an array.
    fn next_of(&mut self, list: Expr) -> Expr {
        let loc = list.loc;
        let list = self.deref(list, loc);
        let next = self.field(list, 0, loc);
        self.address_of(next, loc)
    }

    /// No row.
    fn no_row(&mut self, loc: Loc) -> Expr {
        let ty = self.row_type().pointer_to();
        let zero = self.constant(0, Type::INT, loc);
        self.convert(zero, &ty)
    }

    /// The first row that the function that is being read was given.
    fn first_row(&mut self, loc: Loc) -> Option<Expr> {
        let function = self.program.func(self.function.as_ref()?.id);
        let var = function.rest()?;
        let ty = self.program.var(var).ty.clone();
        let rest = self.rvalue(make(ExprKind::Var(var), ty, loc));
        let row = self.row_type().pointer_to();
        Some(self.convert(rest, &row))
    }

    /// The array of arguments, by its address.
    fn rest(&mut self, arguments: Vec<Expr>, loc: Loc) -> Expr {
        let mut items = Vec::new();
        let end = arguments.len() as u64;
        for (idx, argument) in arguments.into_iter().enumerate() {
            self.add_row(&mut items, idx as u64, argument);
        }
        let kind = self.constant(END, Type::INT, loc);
        items.push(InitItem { path: vec![PathStep::Index(end), PathStep::Field(KIND)], value: kind });
        let ty = Type::Array(self.row_type().into(), Some(end + 1));
        let rows = self.hidden_literal("arguments", ty, Init::List(items), loc);
        let rows = self.address_of(rows, loc);
        let rest = self.rest_type();
        self.convert(rows, &rest)
    }

    fn add_row(&mut self, items: &mut Vec<InitItem>, idx: u64, argument: Expr) {
        let loc = argument.loc;
        let passing = self.passing(&argument.ty).filter(|_| !self.types.is_too_wide(&argument.ty));
        let Some(Passing { kind, member }) = passing else {
            let value = self.unsupported("a variable argument of this type", Type::INT, loc);
            items.push(InitItem { path: vec![PathStep::Index(idx), PathStep::Field(KIND)], value });
            return;
        };
        let value = match kind >= FIRST_OBJECT {
            true => {
                let ty = argument.ty.clone();
                let object = self.hidden_literal("argument", ty, Init::Value(Box::new(argument)), loc);
                self.address_of(object, loc)
            }
            false => argument,
        };
        let ty = self.member_type(member);
        let value = self.convert(value, &ty);
        let kind = self.constant(kind, Type::INT, loc);
        items.push(InitItem { path: vec![PathStep::Index(idx), PathStep::Field(KIND)], value: kind });
        items.push(InitItem { path: vec![PathStep::Index(idx), PathStep::Field(member)], value });
    }

    fn hidden_literal(&mut self, name: &str, ty: Type, init: Init, loc: Loc) -> Expr {
        let var = self.new_hidden_var(name, ty.clone(), loc);
        self.compounds.push(var);
        make(ExprKind::CompoundLiteral(var, Box::new(init)), ty, loc)
    }

    /// How arguments of a type are passed; none where they are passed as another type.
    fn passing(&mut self, ty: &Type) -> Option<Passing> {
        let of = |kind, member| Some(Passing { kind, member });
        match (ty, self.types.size(ty)?) {
            (Type::Int(kind), 4 | 8) => {
                let is_long = i128::from(self.types.size(ty) == Some(8));
                of(2 * is_long + if kind.is_signed() { 1 } else { 2 }, INTEGER)
            }
            (Type::Float(FloatKind::Double), _) => of(5, REAL),
            (Type::Float(FloatKind::LongDouble), _) => of(6, EXTENDED),
            (Type::Pointer(_), _) => of(7, POINTER),
            (Type::Record(_) | Type::Float(FloatKind::Quad), _) | (Type::Int(_), 16) => {
                of(self.object_kind(ty), POINTER)
            }
            _ => None,
        }
    }

    /// The number of a type that is passed as a whole. Types of one name and size are the same, in several files.
    fn object_kind(&mut self, ty: &Type) -> i128 {
        let types = &self.types;
        let is_same = |it: &Type| types.name(it) == types.name(ty) && types.size(it) == types.size(ty);
        let known = self.variadic.objects.iter().position(|it| it == ty || is_same(it));
        let idx = known.unwrap_or_else(|| {
            self.variadic.objects.push(ty.clone());
            self.variadic.objects.len() - 1
        });
        FIRST_OBJECT + idx as i128
    }

    fn member_type(&self, member: usize) -> Type {
        match member {
            KIND => Type::INT,
            INTEGER => Type::Int(IntKind::ULongLong),
            REAL => Type::Float(FloatKind::Double),
            EXTENDED => Type::Float(FloatKind::LongDouble),
            _ => Type::Void.pointer_to(),
        }
    }

    fn row_type(&mut self) -> Type {
        let row = match self.variadic.row {
            Some(row) => row,
            None => {
                let names = ["kind", "integer", "real", "extended", "pointer"];
                let members = names.iter().enumerate().map(|(idx, name)| plain(name, self.member_type(idx)));
                let body = self.types.lay_out(false, Wishes::default(), members.collect());
                self.hidden_record(ROW, body)
            }
        };
        self.variadic.row = Some(row);
        Type::Record(row)
    }

    fn rest_type(&mut self) -> Type {
        Type::Array(self.row_type().into(), None).pointer_to()
    }

    fn list_record(&mut self, row: Type) -> Type {
        let list = match self.variadic.list {
            Some(list) => list,
            None => {
                let next = vec![plain("next", row.pointer_to())];
                let body = self.types.lay_out(false, Wishes::default(), next);
                self.hidden_record(LIST.0, RecordBody { size: LIST.1, ..body })
            }
        };
        self.variadic.list = Some(list);
        Type::Record(list)
    }

    fn hidden_record(&mut self, name: &str, body: RecordBody) -> RecordId {
        let id = self.new_record(name, false);
        self.types.records[id.0].body = Some(body);
        id
    }
}

pub(super) fn plain(name: &str, ty: Type) -> Member {
    Member {
        name: name.to_owned(),
        ty,
        qualifiers: Qualifiers::default(),
        width: None,
        type_align: None,
        align: None,
        packed: false,
    }
}
