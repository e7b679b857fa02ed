//! Calls of `printf` and its kin.
//!
//! What such a call does depends on its format. Where that is a literal, the call becomes one of a function that does what this
//! format says, which is written down here as C, like the other models of the library. It asks that the arguments are what
//! the conversions take, that strings can be read up to their end, and that what is printed fits where it goes; integers are
//! printed exactly, of floating-point numbers and pointers the fewest and the most characters are known, and nothing is followed
//! to a stream, unless the environment is given. Any other format is read when it is executed (`runtime`).

mod memory;
mod runtime;
mod stream;
mod writer;

use std::rc::Rc;

use super::state::{Entity, Sema, make};
use crate::c::DataModel;
use crate::c::config::Environment;
use crate::c::format::{self, Amount, Conversion, Length, Piece};
use crate::c::hir::{Callee, Expr, ExprKind};
use crate::c::library::{Family, PrintFunction};
use crate::c::source::Loc;
use crate::c::types::{FloatKind, FunctionType, IntKind, Type};
use memory::{Asked, MemoryWriter};
use stream::StreamWriter;
use writer::FormatWriter;
pub(super) use writer::requirement;

/// Streams that are open when a program starts.
const STREAMS: [&str; 3] = ["stdin", "stdout", "stderr"];

/// The fewest and the most characters of a message about an error, of glibc where no locale is set.
const ERROR_MESSAGES: [u32; 2] = [7, 49];

/// Whether a function prints by a format.
pub(super) fn prints_by_format(name: &str) -> bool {
    Family::named(name).is_some()
}

impl Sema {
    /// The call of a function that prints by a format, if something is asked or done in it that depends on the format.
    pub(super) fn formatted_call(
        &mut self,
        name: &str,
        arguments: &[Expr],
        result: &Type,
        loc: Loc,
    ) -> Option<Expr> {
        let family = &Family::named(name)?;
        let format = arguments.get(family.format)?;
        if let Some(choice) = self.call_by_choice(family, arguments, result, loc) {
            return Some(choice);
        }
        let pieces = match family.is_list || family.allocates() {
            true => None,
            false => self.format_chars(format).and_then(|chars| format::for_printing(&chars)),
        };
        if pieces.is_none() && self.follows(family) {
            let call = self.call_by_value(family, arguments, result, loc);
            if call.is_some() || self.environment == Environment::Given {
                return call;
            }
        }
        if family.is_list {
            return self.call_by_list(family, arguments, result, loc);
        }
        match pieces {
            Some(pieces) => self.call_by_literal(family, &pieces, arguments, result, loc),
            None => self.call_by_unknown(family, arguments, result, loc),
        }
    }

    /// A call whose format is one of two literals is one of two calls.
    fn call_by_choice(
        &mut self,
        family: &Family,
        arguments: &[Expr],
        result: &Type,
        loc: Loc,
    ) -> Option<Expr> {
        let ExprKind::Conditional(condition, Some(then), otherwise) = &uncast(&arguments[family.format]).kind
        else {
            return None;
        };
        if !self.is_choice_of_literals(then) || !self.is_choice_of_literals(otherwise) {
            return None;
        }
        let mut call = |format: &Expr| {
            let mut arguments = arguments.to_vec();
            arguments[family.format] = format.clone();
            self.formatted_call(family.name, &arguments, result, loc)
        };
        let (then, otherwise) = (call(then)?, call(otherwise)?);
        let kind = ExprKind::Conditional(condition.clone(), Some(Box::new(then)), Box::new(otherwise));
        Some(make(kind, result.clone(), loc))
    }

    /// Whether an expression is a string literal, or chooses among some.
    fn is_choice_of_literals(&self, expr: &Expr) -> bool {
        self.format_chars(expr).is_some()
            || matches!(&uncast(expr).kind, ExprKind::Conditional(_, Some(then), otherwise)
                if self.is_choice_of_literals(then) && self.is_choice_of_literals(otherwise))
    }

    /// The characters of a string literal, without the zero at its end.
    pub(super) fn format_chars(&self, expr: &Expr) -> Option<Vec<u32>> {
        self.program.literal_chars(expr).map(<[u32]>::to_vec)
    }

    /// A call with a list of arguments, of which nothing is known afterwards.
    fn call_by_list(&mut self, family: &Family, arguments: &[Expr], result: &Type, loc: Loc) -> Option<Expr> {
        let call = self.call_by_unknown(family, arguments, result, loc)?;
        match arguments.get(family.format + 1) {
            Some(list) => Some(self.with_spent_list(call, list, loc)),
            None => Some(call),
        }
    }

    /// A call of which the format is not followed: it is read, and any number of characters is printed.
    fn call_by_unknown(
        &mut self,
        family: &Family,
        arguments: &[Expr],
        result: &Type,
        loc: Loc,
    ) -> Option<Expr> {
        let model = match (family.target, family.limit, family.is_wide) {
            _ if family.allocates() => "__fs_asprintf",
            // As any number, it would make errors of those that need a certain one.
            (None, _, false) if self.is_used && !self.output_may_fail => "__fs_counted_printf",
            (None, _, false) => "__fs_printf",
            (None, _, true) => "__fs_wprintf",
            (Some(_), None, false) => "__fs_sprintf",
            (Some(_), None, true) => return None,
            (Some(_), Some(_), false) => "__fs_snprintf",
            (Some(_), Some(_), true) => "__fs_swprintf",
        };
        let first = [family.target, family.limit, Some(family.format)];
        let own: Vec<usize> = first.into_iter().flatten().collect();
        let others = (0..arguments.len()).filter(|idx| !own.contains(idx));
        let order: Vec<usize> = own.iter().copied().chain(others).collect();
        let arguments = order.into_iter().filter_map(|idx| arguments.get(idx).cloned()).collect();
        Some(self.call_of_model(model, arguments, result, loc))
    }

    pub(super) fn call_of_model(
        &mut self,
        model: &str,
        arguments: Vec<Expr>,
        result: &Type,
        loc: Loc,
    ) -> Expr {
        let id = match self.linkage.get(model) {
            Some(Entity::Func(id)) => *id,
            _ => {
                let ty = FunctionType {
                    result: result.clone(),
                    parameters: Vec::new(),
                    variadic: false,
                    unspecified: true,
                };
                let id = self.new_func(model, Rc::new(ty), loc);
                self.linkage.insert(model.to_owned(), Entity::Func(id));
                id
            }
        };
        self.used.insert(id);
        make(ExprKind::Call(Callee::Direct(id), arguments), result.clone(), loc)
    }

    fn call_by_literal(
        &mut self,
        family: &Family,
        pieces: &[Piece],
        arguments: &[Expr],
        result: &Type,
        loc: Loc,
    ) -> Option<Expr> {
        let mut writer = self.writer(family);
        let mut passed: Vec<Expr> = Vec::new();
        let n_used =
            n_taken(pieces).map_or(arguments.len(), |it| arguments.len().min(family.format + 1 + it));
        let (arguments, unused) = arguments.split_at(n_used);
        for (idx, argument) in arguments.iter().enumerate() {
            let role = (family.stream == Some(idx), family.target == Some(idx), family.limit == Some(idx));
            let (ty, declaration) = match role {
                (true, ..) => (Type::Void.pointer_to(), "const void *stream".to_owned()),
                (_, true, _) => (family.element().pointer_to(), format!("{} *target", family.element_name())),
                (.., true) => (self.types.size_type(), "__SIZE_TYPE__ limit".to_owned()),
                _ if idx > family.format => self.passed_as(argument, idx)?,
                _ => continue,
            };
            passed.push(self.convert(argument.clone(), &ty));
            writer.parameter(declaration);
        }
        if let Some(stream) = family.stream.and_then(|idx| arguments.get(idx))
            && !self.is_standard_stream(stream)
        {
            writer.need("stream != 0", "the stream is null");
            writer.need("__fs_is_open(stream)", "the stream is closed");
        }
        let mut next = family.format + 1;
        for piece in pieces {
            match piece {
                Piece::Text(text) => writer.text(text),
                Piece::Conversion(conversion) => {
                    self.conversion(&mut *writer, conversion, arguments, family.format + 1, &mut next)
                }
            }
        }
        let call = match writer.finish() {
            Some(text) => self.call_of_format(family.name, &text, passed, result, loc),
            None if unused.is_empty() => return None,
            None => self.call_of_model(family.name, arguments.to_vec(), result, loc),
        };
        // Arguments that the format does not use are evaluated (7.21.6.1, 2).
        Some(unused.iter().rev().fold(call, |call, argument| {
            make(ExprKind::Comma(Box::new(argument.clone()), Box::new(call)), result.clone(), loc)
        }))
    }

    /// The type as which an argument is passed to the function for a format, and the parameter there.
    pub(super) fn passed_as(&self, argument: &Expr, idx: usize) -> Option<(Type, String)> {
        let size = self.types.size(&argument.ty);
        Some(match &argument.ty {
            Type::Int(_) if size == Some(16) => return None,
            Type::Int(kind) if size == Some(8) && kind.is_signed() => {
                (Type::Int(IntKind::LongLong), format!("long long a{idx}"))
            }
            Type::Int(_) if size == Some(8) => {
                (Type::Int(IntKind::ULongLong), format!("unsigned long long a{idx}"))
            }
            Type::Int(kind) if kind.is_signed() => (Type::INT, format!("int a{idx}")),
            Type::Int(_) => (Type::Int(IntKind::UInt), format!("unsigned int a{idx}")),
            Type::Float(FloatKind::LongDouble) => {
                (Type::Float(FloatKind::LongDouble), format!("long double a{idx}"))
            }
            Type::Float(_) => (Type::Float(FloatKind::Double), format!("double a{idx}")),
            Type::Pointer(pointee) => match (&**pointee, self.types.size(pointee)) {
                (Type::Int(_), Some(1)) => (Type::CHAR.pointer_to(), format!("char *a{idx}")),
                (Type::Int(_), Some(4)) => (Type::INT.pointer_to(), format!("int *a{idx}")),
                (Type::Int(_), Some(2)) => (Type::Int(IntKind::Short).pointer_to(), format!("short *a{idx}")),
                (Type::Int(_), Some(8)) => {
                    (Type::Int(IntKind::LongLong).pointer_to(), format!("long long *a{idx}"))
                }
                (Type::Float(FloatKind::Float), _) => {
                    (Type::Float(FloatKind::Float).pointer_to(), format!("float *a{idx}"))
                }
                (Type::Float(FloatKind::Double), _) => {
                    (Type::Float(FloatKind::Double).pointer_to(), format!("double *a{idx}"))
                }
                (Type::Float(FloatKind::LongDouble), _) => {
                    (Type::Float(FloatKind::LongDouble).pointer_to(), format!("long double *a{idx}"))
                }
                (Type::Pointer(_), _) => (Type::Void.pointer_to().pointer_to(), format!("void **a{idx}")),
                _ => (Type::Void.pointer_to(), format!("void *a{idx}")),
            },
            _ => return None,
        })
    }

    fn is_standard_stream(&self, stream: &Expr) -> bool {
        match &stream.kind {
            ExprKind::Cast(inner) => self.is_standard_stream(inner),
            ExprKind::Load(place, _) => matches!(place.kind, ExprKind::Var(var)
                if STREAMS.contains(&self.program.var(var).name.as_str())),
            _ => false,
        }
    }

    fn conversion(
        &mut self,
        writer: &mut dyn FormatWriter,
        conversion: &Conversion,
        arguments: &[Expr],
        first: usize,
        next: &mut usize,
    ) {
        let mut take = |number: Option<usize>| {
            let idx = match number {
                Some(number) => first + number - 1,
                None => *next,
            };
            *next += usize::from(number.is_none());
            arguments.get(idx).map(|argument| (idx, argument))
        };
        let mut amount = |writer: &mut dyn FormatWriter, amount: Amount| match amount {
            Amount::None => None,
            Amount::Fixed(number) => Some(number.to_string()),
            Amount::Numbered(number) => {
                let idx = first + number - 1;
                match arguments.get(idx) {
                    Some(argument) if self.is_integer_of(argument, 4) => Some(format!("a{idx}")),
                    _ => {
                        writer.misuse("`*` needs an int");
                        None
                    }
                }
            }
            Amount::Argument => match take(None) {
                Some((idx, argument)) if self.is_integer_of(argument, 4) => Some(format!("a{idx}")),
                _ => {
                    writer.misuse("`*` needs an int");
                    None
                }
            },
        };
        let width = amount(writer, conversion.width);
        let precision = amount(writer, conversion.precision);
        if conversion.kind == 'm' {
            let width = width.unwrap_or_else(|| "0".to_owned());
            let [least, most] = ERROR_MESSAGES.map(|length| format!("__fs_padded({length}, {width})"));
            return writer.open(&least, &most);
        }
        // What it takes is an address.
        let is_followed = matches!(conversion.kind, 's' | 'S' | 'n');
        let Some((idx, argument)) = take(conversion.number) else {
            let wrong = format!("there is no argument for `{}`", conversion.text());
            if is_followed {
                writer.need("0", &wrong)
            } else {
                writer.misuse(&wrong)
            }
            return writer.open("0", "0");
        };
        if let Some(wrong) = self.mismatch(conversion, argument) {
            // An integer that is longer than the conversion takes is cut where arguments are passed in registers.
            let is_cut = self.environment == Environment::Given
                && self.types.model == DataModel::Lp64
                && conversion.integer().is_some()
                && self.integer_size(conversion.length) == 4
                && self.is_integer_of(argument, 8);
            if is_cut {
                self.warn(argument.loc, wrong, None);
                return writer.number(idx, conversion, false, (width, precision));
            }
            if is_followed && !argument.ty.is_pointer() {
                writer.need("0", &wrong);
            } else {
                writer.misuse(&wrong);
            }
            return writer.open("0", "0");
        }
        match conversion.kind {
            's' | 'S' => {
                let is_literal = self.format_chars(argument).is_some();
                writer.string(idx, conversion, is_literal, (width, precision));
            }
            'c' | 'C' => writer.character(idx, conversion, width),
            'n' if !argument.ty.pointee().is_some_and(Type::is_void) => writer.count(idx),
            'n' => {}
            _ if conversion.integer().is_some() => {
                writer.number(idx, conversion, self.types.size(&argument.ty) == Some(8), (width, precision));
            }
            'p' => writer.pointer(idx, conversion, (width, precision)),
            _ => writer.float(idx, conversion, (width, precision)),
        }
    }

    /// What writes the function for a format of a family.
    fn writer(&self, family: &Family) -> Box<dyn FormatWriter> {
        let is_seen = self.environment == Environment::Given && family.target.is_none() && !family.is_wide;
        match family.stream {
            Some(_) if is_seen => Box::new(StreamWriter::new("stream")),
            None if is_seen && family.printer == PrintFunction::Printf => Box::new(StreamWriter::new("0")),
            _ => {
                let asked = Asked { is_used: self.is_used, may_fail: self.output_may_fail };
                Box::new(MemoryWriter::new(family, self.environment, asked))
            }
        }
    }

    fn is_integer_of(&self, argument: &Expr, size: u64) -> bool {
        argument.ty.is_integer() && self.types.size(&argument.ty) == Some(size)
    }

    /// The bytes of an integer of a length, after promotion.
    pub(super) fn integer_size(&self, length: Length) -> u64 {
        let long = self.types.size(&Type::Int(IntKind::Long)).unwrap_or(4);
        match length {
            Length::None | Length::Char | Length::Short => 4,
            Length::Long | Length::Size => long,
            Length::LongLong | Length::LongDouble => 8,
        }
    }

    /// What is wrong with an argument for a conversion.
    fn mismatch(&self, conversion: &Conversion, argument: &Expr) -> Option<String> {
        let text = conversion.text();
        let given = self.types.name(&argument.ty);
        let pointee = argument.ty.pointee();
        let points_to = |size: u64| {
            pointee.is_some_and(|ty| ty.is_void() || (ty.is_integer() && self.types.size(ty) == Some(size)))
        };
        let (fits, wanted) = match conversion.kind {
            's' | 'S' if conversion.is_wide() => (points_to(4), "a string of wide characters"),
            's' => (points_to(1), "a string"),
            'c' | 'C' => (self.is_integer_of(argument, 4), "a character"),
            'p' => (argument.ty.is_pointer(), "a pointer"),
            'n' => {
                let size = match conversion.length {
                    Length::Char => 1,
                    Length::Short => 2,
                    length => self.integer_size(length),
                };
                (points_to(size), "a pointer to an integer of that size")
            }
            _ if conversion.integer().is_some() => {
                let size = self.integer_size(conversion.length);
                // Where a pointer has the size of the number, it is printed as one.
                let fits = self.is_integer_of(argument, size)
                    || (argument.ty.is_pointer() && self.types.size(&argument.ty) == Some(size));
                (fits, "an integer of that size")
            }
            _ => {
                let is_long = conversion.is_extended();
                let fits =
                    matches!(argument.ty, Type::Float(kind) if (kind == FloatKind::LongDouble) == is_long);
                (fits, "a floating-point number of that size")
            }
        };
        (!fits).then(|| format!("`{text}` needs {wanted}, and is given `{given}`"))
    }
}

/// An expression without the conversions around it.
fn uncast(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Cast(inner) => uncast(inner),
        _ => expr,
    }
}

/// How many arguments a format takes; none where it numbers them.
fn n_taken(pieces: &[Piece]) -> Option<usize> {
    let conversions = pieces.iter().filter_map(|piece| match piece {
        Piece::Conversion(conversion) => Some(conversion),
        Piece::Text(_) => None,
    });
    conversions.map(n_taken_by).sum()
}

fn n_taken_by(conversion: &Conversion) -> Option<usize> {
    let of_amount = |amount: &Amount| match amount {
        Amount::None | Amount::Fixed(_) => Some(0),
        Amount::Argument => Some(1),
        Amount::Numbered(_) => None,
    };
    let own = usize::from(conversion.kind != 'm');
    let is_in_order = conversion.number.is_none();
    is_in_order.then_some(own + of_amount(&conversion.width)? + of_amount(&conversion.precision)?)
}
