//! Calls of `printf` and its kin.
//!
//! What such a call does depends on its format. Where that is a literal, the call becomes one of a function that does what this
//! format says, which is written down here as C, like the other models of the library. It asks that the arguments are what
//! the conversions take, that strings can be read up to their end, and that what is printed fits where it goes; numbers are
//! printed exactly, what is printed for floating-point numbers and pointers is not followed.

use std::fmt::Write;
use std::rc::Rc;

use super::super::format::{self, Amount, Conversion, Length, Piece};
use super::super::hir::{Callee, Expr, ExprKind, Storage};
use super::super::source::Loc;
use super::super::types::{FloatKind, FunctionType, IntKind, Type};
use super::state::{Entity, FormatModel, Sema, make};

/// A function that prints by a format, and which arguments it has.
#[derive(Debug, Clone, Copy)]
struct Family {
    name: &'static str,
    stream: Option<usize>,
    target: Option<usize>,
    limit: Option<usize>,
    format: usize,
    is_wide: bool,
    /// The arguments are a list that is not followed.
    is_list: bool,
}

const fn family(
    name: &'static str,
    (stream, target, limit, format): (Option<usize>, Option<usize>, Option<usize>, usize),
    is_wide: bool,
    is_list: bool,
) -> Family {
    Family { name, stream, target, limit, format, is_wide, is_list }
}

const FAMILIES: [Family; 20] = [
    family("printf", (None, None, None, 0), false, false),
    family("fprintf", (Some(0), None, None, 1), false, false),
    family("dprintf", (None, None, None, 1), false, false),
    family("syslog", (None, None, None, 1), false, false),
    family("sprintf", (None, Some(0), None, 1), false, false),
    family("snprintf", (None, Some(0), Some(1), 2), false, false),
    family("_snprintf", (None, Some(0), Some(1), 2), false, false),
    family("__sprintf_chk", (None, Some(0), None, 3), false, false),
    family("__snprintf_chk", (None, Some(0), Some(1), 4), false, false),
    family("vprintf", (None, None, None, 0), false, true),
    family("vfprintf", (Some(0), None, None, 1), false, true),
    family("vsprintf", (None, Some(0), None, 1), false, true),
    family("vsnprintf", (None, Some(0), Some(1), 2), false, true),
    family("wprintf", (None, None, None, 0), true, false),
    family("fwprintf", (Some(0), None, None, 1), true, false),
    family("swprintf", (None, Some(0), Some(1), 2), true, false),
    family("_snwprintf", (None, Some(0), Some(1), 2), true, false),
    family("vwprintf", (None, None, None, 0), true, true),
    family("vfwprintf", (Some(0), None, None, 1), true, true),
    family("vswprintf", (None, Some(0), Some(1), 2), true, true),
];

/// Streams that are open when a program starts.
const STREAMS: [&str; 3] = ["stdin", "stdout", "stderr"];

impl Sema {
    /// The call of a function that prints by a format, if something is asked or done in it that depends on the format.
    pub(super) fn formatted_call(
        &mut self,
        name: &str,
        arguments: &[Expr],
        result: &Type,
        loc: Loc,
    ) -> Option<Expr> {
        let family = FAMILIES.iter().find(|family| family.name == name)?;
        let format = arguments.get(family.format)?;
        let pieces = match family.is_list {
            true => None,
            false => self.format_chars(format).and_then(|chars| format::for_printing(&chars)),
        };
        match pieces {
            Some(pieces) => self.call_by_literal(family, &pieces, arguments, result, loc),
            None => self.call_by_unknown(family, arguments, result, loc),
        }
    }

    /// The characters of a string literal, without the zero at its end.
    pub(super) fn format_chars(&self, expr: &Expr) -> Option<Vec<u32>> {
        match &expr.kind {
            ExprKind::Cast(inner) => self.format_chars(inner),
            ExprKind::Decay(place) => {
                let ExprKind::Var(var) = place.kind else { return None };
                let Storage::Literal(chars) = &self.program.var(var).storage else { return None };
                Some(chars[..chars.len().saturating_sub(1)].to_vec())
            }
            _ => None,
        }
    }

    /// A call of which the format is not known: it is read, and what is printed fits.
    fn call_by_unknown(
        &mut self,
        family: &Family,
        arguments: &[Expr],
        result: &Type,
        loc: Loc,
    ) -> Option<Expr> {
        let model = match (family.target, family.limit, family.is_wide) {
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
        let mut writer = Writer::new(family);
        let mut passed: Vec<Expr> = Vec::new();
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
            writer.parameters.push(declaration);
        }
        if let Some(stream) = family.stream.and_then(|idx| arguments.get(idx))
            && !self.is_standard_stream(stream)
        {
            writer.require("stream != 0", "the stream is null");
            writer.require("__fs_is_open(stream)", "the stream is closed");
        }
        let mut next = family.format + 1;
        for piece in pieces {
            match piece {
                Piece::Text(text) => writer.text(text),
                Piece::Conversion(conversion) => {
                    self.conversion(&mut writer, conversion, arguments, &mut next)
                }
            }
        }
        let text = writer.finish()?;
        let name = format!("__fs_format_{:016x}", hash(&text));
        let text = text.replace("__fs_format(", &format!("{name}("));
        self.formats.insert(name.clone(), FormatModel { name: family.name.to_owned(), text });
        Some(self.call_of_model(&name, passed, result, loc))
    }

    /// The type as which an argument is passed to the function for a format, and the parameter there.
    fn passed_as(&self, argument: &Expr, idx: usize) -> Option<(Type, String)> {
        let size = self.types.size(&argument.ty);
        Some(match &argument.ty {
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

    fn conversion(&self, writer: &mut Writer, conversion: &Conversion, arguments: &[Expr], next: &mut usize) {
        let mut take = || {
            *next += 1;
            arguments.get(*next - 1).map(|argument| (*next - 1, argument))
        };
        let mut amount = |writer: &mut Writer, amount: Amount| match amount {
            Amount::None => None,
            Amount::Fixed(number) => Some(number.to_string()),
            Amount::Argument => match take() {
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
            return writer.anything();
        }
        let Some((idx, argument)) = take() else {
            writer.misuse(&format!("there is no argument for `{}`", conversion.text()));
            return writer.anything();
        };
        if let Some(wrong) = self.mismatch(conversion, argument) {
            writer.misuse(&wrong);
            return writer.anything();
        }
        match conversion.kind {
            's' | 'S' => {
                let is_read = self.types.size(argument.ty.pointee().unwrap_or(&Type::Void)) == Some(1)
                    || conversion.is_wide();
                let is_literal = self.format_chars(argument).is_some();
                match is_read && argument.ty.pointee().is_some_and(|ty| !ty.is_void()) {
                    true => writer.string(idx, conversion, is_literal, (width, precision)),
                    false => writer.anything(),
                }
            }
            'c' | 'C' => writer.character(idx, conversion, width),
            'n' if !argument.ty.pointee().is_some_and(Type::is_void) => writer.count(idx),
            'n' => {}
            _ if conversion.integer().is_some() => {
                writer.number(idx, conversion, self.types.size(&argument.ty) == Some(8), (width, precision));
            }
            _ => writer.anything(),
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
                let is_long = conversion.length == Length::LongDouble;
                let fits =
                    matches!(argument.ty, Type::Float(kind) if (kind == FloatKind::LongDouble) == is_long);
                (fits, "a floating-point number of that size")
            }
        };
        (!fits).then(|| format!("`{text}` needs {wanted}, and is given `{given}`"))
    }
}

impl Family {
    fn element(&self) -> Type {
        if self.is_wide { Type::INT } else { Type::CHAR }
    }

    fn element_name(&self) -> &'static str {
        if self.is_wide { "__WCHAR_TYPE__" } else { "char" }
    }
}

/// Writes the function for a format.
struct Writer {
    has_target: bool,
    has_limit: bool,
    is_wide: bool,
    parameters: Vec<String>,
    /// Computes the lengths of what is printed, and asks for what that needs.
    lengths: String,
    /// Prints.
    prints: String,
    /// Strings that are printed: parameter, characters that are read, whether these are wide.
    strings: Vec<(usize, String, bool)>,
    n_pieces: usize,
    /// The lengths that are known of all pieces.
    total: Vec<String>,
    /// Whether there is a piece of which nothing is known.
    has_anything: bool,
    /// Whether anything is asked or written.
    matters: bool,
}

impl Writer {
    fn new(family: &Family) -> Writer {
        Writer {
            has_target: family.target.is_some(),
            has_limit: family.limit.is_some(),
            is_wide: family.is_wide,
            parameters: Vec::new(),
            lengths: String::new(),
            prints: String::new(),
            strings: Vec::new(),
            n_pieces: 0,
            total: Vec::new(),
            has_anything: false,
            matters: family.target.is_some(),
        }
    }

    fn length(&mut self, line: &str) {
        self.lengths.push_str("  ");
        self.lengths.push_str(line);
        self.lengths.push('\n');
    }

    fn print(&mut self, line: &str) {
        self.prints.push_str("  ");
        self.prints.push_str(line);
        self.prints.push('\n');
    }

    fn require(&mut self, condition: &str, wrong: &str) {
        self.matters = true;
        let wrong = wrong.replace('\\', "\\\\").replace('"', "\\\"");
        self.length(&format!("__fs_require({condition}, \"{wrong}\");"));
    }

    fn misuse(&mut self, wrong: &str) {
        self.require("0", wrong);
    }

    /// The statement that prints a character at an offset from where the next one goes.
    fn put(&self, offset: &str, ch: &str) -> String {
        let guard = if self.has_limit { format!("if (at + {offset} < written) ") } else { String::new() };
        format!("{guard}target[at + {offset}] = {ch};")
    }

    fn text(&mut self, text: &[u32]) {
        self.total.push(text.len().to_string());
        for (idx, ch) in text.iter().enumerate() {
            // Characters of narrow strings are signed.
            let ch = match self.is_wide {
                true => ch.to_string(),
                false => (*ch as u8 as i8).to_string(),
            };
            let put = self.put(&idx.to_string(), &ch);
            self.print(&put);
        }
        self.print(&format!("at += {};", text.len()));
    }

    /// The number of a new piece.
    fn piece(&mut self) -> usize {
        self.n_pieces += 1;
        self.n_pieces
    }

    /// A piece of which nothing is known: the one string that is printed for all of them.
    fn anything(&mut self) {
        let piece = self.piece();
        self.has_anything = true;
        let put = self.put("i", "__fs_any(32, 126)");
        self.length(&format!("__SIZE_TYPE__ n{piece} = 0;"));
        self.print(&format!("n{piece} = __fs_any(0, others);"));
        self.print(&format!("others -= n{piece};"));
        self.print(&format!("for (__SIZE_TYPE__ i = 0; i < n{piece}; i++) {put}"));
        self.print(&format!("at += n{piece};"));
    }

    fn padding(&mut self, piece: usize, width: Option<&String>) {
        if let Some(width) = width {
            self.length(&format!("long long v{piece} = {width};"));
            self.length(&format!("__SIZE_TYPE__ w{piece} = v{piece} < 0 ? -v{piece} : v{piece};"));
            self.length(&format!("__SIZE_TYPE__ p{piece} = w{piece} > n{piece} ? w{piece} - n{piece} : 0;"));
            self.total.push(format!("p{piece}"));
        }
        self.total.push(format!("n{piece}"));
    }

    /// Prints a piece with spaces before it, or behind it.
    fn padded(&mut self, piece: usize, width: Option<&String>, is_left: bool, body: &str) {
        if width.is_none() {
            self.print(body);
            return self.print(&format!("at += n{piece};"));
        }
        let put = self.put("i", "' '");
        let spaces = format!("{{ for (__SIZE_TYPE__ i = 0; i < p{piece}; i++) {put} at += p{piece}; }}");
        let before = if is_left { "0".to_owned() } else { format!("v{piece} >= 0") };
        self.print(&format!("if ({before}) {spaces}"));
        self.print(body);
        self.print(&format!("at += n{piece};"));
        self.print(&format!("if (!({before})) {spaces}"));
    }

    fn string(
        &mut self,
        idx: usize,
        conversion: &Conversion,
        is_literal: bool,
        (width, precision): (Option<String>, Option<String>),
    ) {
        let is_wide = conversion.is_wide();
        if is_literal && !self.has_target {
            return;
        }
        self.require(&format!("a{idx} != 0"), &format!("`{}` is given a null pointer", conversion.text()));
        let of = if is_wide { "__fs_wide_" } else { "__fs_" };
        let ty = if is_wide { "const __WCHAR_TYPE__ *" } else { "const char *" };
        let string = format!("({ty})a{idx}");
        if !self.has_target {
            match precision {
                Some(limit) => {
                    let limit = format!("({limit} < 0 ? ~(__SIZE_TYPE__)0 : (__SIZE_TYPE__){limit})");
                    self.length(&format!("if (a{idx}) {of}length_within({string}, {limit});"));
                }
                None => self.length(&format!("if (a{idx}) {of}printed({string});")),
            }
            return;
        }
        let piece = self.piece();
        let length = match &precision {
            Some(limit) => {
                let limit = format!("({limit} < 0 ? ~(__SIZE_TYPE__)0 : (__SIZE_TYPE__){limit})");
                format!("a{idx} ? {of}length_within({string}, {limit}) : 0")
            }
            None => format!("a{idx} ? {of}length({string}) : 0"),
        };
        self.length(&format!("__SIZE_TYPE__ n{piece} = {length};"));
        self.strings.push((idx, format!("n{piece}"), is_wide));
        self.padding(piece, width.as_ref());
        let put = self.put("i", &format!("a{idx}[i]"));
        let body = format!("for (__SIZE_TYPE__ i = 0; i < n{piece}; i++) {put}");
        self.padded(piece, width.as_ref(), conversion.has_flag('-'), &body);
    }

    fn character(&mut self, idx: usize, conversion: &Conversion, width: Option<String>) {
        let piece = self.piece();
        self.length(&format!("__SIZE_TYPE__ n{piece} = 1;"));
        self.padding(piece, width.as_ref());
        let body = self.put("0", &format!("a{idx}"));
        self.padded(piece, width.as_ref(), conversion.has_flag('-'), &body);
    }

    fn count(&mut self, idx: usize) {
        self.matters = true;
        match self.has_target {
            true => self.print(&format!("*a{idx} = at;")),
            false => self.length(&format!("*a{idx} = __fs_any(0, 2147483647);")),
        }
    }

    fn number(
        &mut self,
        idx: usize,
        conversion: &Conversion,
        is_long: bool,
        (width, precision): (Option<String>, Option<String>),
    ) {
        let piece = self.piece();
        let base = match conversion.kind {
            'x' | 'X' => 16,
            'o' => 8,
            _ => 10,
        };
        let ty = if is_long { "unsigned long long" } else { "unsigned int" };
        let is_signed = conversion.integer() == Some(true);
        let narrow = match (conversion.length, is_signed) {
            (Length::Char, true) => "(signed char)",
            (Length::Char, false) => "(unsigned char)",
            (Length::Short, true) => "(short)",
            (Length::Short, false) => "(unsigned short)",
            (_, true) if is_long => "(long long)",
            (_, true) => "(int)",
            (_, false) => "",
        };
        if !self.has_target {
            return;
        }
        self.length(&format!("{ty} x{piece} = {narrow}a{idx};"));
        self.length(&format!("{ty} m{piece} = x{piece};"));
        let sign = if is_signed {
            let top = if is_long { 63 } else { 31 };
            self.length(&format!("int s{piece} = x{piece} >> {top};"));
            self.length(&format!("if (s{piece}) m{piece} = 0 - x{piece};"));
            let positive = match (conversion.has_flag('+'), conversion.has_flag(' ')) {
                (true, _) => "'+'",
                (false, true) => "' '",
                _ => "0",
            };
            self.length(&format!("char c{piece} = s{piece} ? '-' : {positive};"));
            true
        } else {
            false
        };
        let is_marked = conversion.has_flag('#') && base != 10;
        self.length(&format!("__SIZE_TYPE__ d{piece} = {};", digits(&format!("m{piece}"), base, is_long)));
        let mut zeros = "0".to_owned();
        if let Some(precision) = &precision {
            self.length(&format!("long long r{piece} = {precision};"));
            self.length(&format!("if (r{piece} == 0 && m{piece} == 0) d{piece} = 0;"));
            zeros = format!("r{piece} > (long long)d{piece} ? r{piece} - d{piece} : 0");
        }
        if is_marked && base == 8 {
            zeros = format!("({zeros}) == 0 && m{piece} != 0 ? 1 : ({zeros})");
        }
        self.length(&format!("__SIZE_TYPE__ z{piece} = {zeros};"));
        let marks = if is_marked && base == 16 { format!("(m{piece} != 0 ? 2 : 0)") } else { "0".to_owned() };
        let signs = if sign { format!("(c{piece} != 0)") } else { "0".to_owned() };
        self.length(&format!("__SIZE_TYPE__ n{piece} = {signs} + {marks} + z{piece} + d{piece};"));
        if conversion.has_flag('0')
            && !conversion.has_flag('-')
            && precision.is_none()
            && let Some(width) = &width
        {
            self.length(&format!(
                "if ({width} > 0 && {width} > n{piece}) {{ z{piece} += {width} - n{piece}; n{piece} = {width}; }}"
            ));
        }
        self.padding(piece, width.as_ref());
        let mut body = format!("{{ __SIZE_TYPE__ to = 0; {ty} rest = m{piece};");
        if sign {
            let put = self.put("0", &format!("c{piece}"));
            let _ = write!(body, " if (c{piece}) {{ {put} to = 1; }}");
        }
        if is_marked && base == 16 {
            let zero = self.put("to", "'0'");
            let mark = self.put("to + 1", if conversion.kind == 'X' { "'X'" } else { "'x'" });
            let _ = write!(body, " if (m{piece} != 0) {{ {zero} {mark} to += 2; }}");
        }
        let zero = self.put("to + i", "'0'");
        let _ = write!(body, " for (__SIZE_TYPE__ i = 0; i < z{piece}; i++) {zero} to += z{piece};");
        let letter = if conversion.kind == 'X' { "'A'" } else { "'a'" };
        let digit = match base {
            16 => format!("(rest & 15) < 10 ? '0' + (rest & 15) : {letter} + ((rest & 15) - 10)"),
            8 => "'0' | (rest & 7)".to_owned(),
            // Its bits say that it is no zero.
            _ => "'0' | (rest % 10 & 15)".to_owned(),
        };
        let put = self.put("to + i - 1", &digit);
        let _ = write!(body, " for (__SIZE_TYPE__ i = d{piece}; i > 0; i--) {{ {put} rest /= {base}; }} }}");
        self.padded(piece, width.as_ref(), conversion.has_flag('-'), &body);
    }

    /// The text of the function `__fs_format`, if it does anything.
    fn finish(self) -> Option<String> {
        if !self.matters {
            return None;
        }
        let mut text = String::new();
        for of in ["__fs_", "__fs_wide_"] {
            let ch = if of == "__fs_" { "char" } else { "__WCHAR_TYPE__" };
            let _ = write!(
                text,
                "__SIZE_TYPE__ {of}length(const {ch} *); __SIZE_TYPE__ {of}length_within(const {ch} *, __SIZE_TYPE__); \
                 void {of}printed(const {ch} *); "
            );
        }
        let parameters =
            if self.parameters.is_empty() { "void".to_owned() } else { self.parameters.join(", ") };
        let _ = writeln!(text, "int __fs_format({parameters}) {{");
        text.push_str(&self.lengths);
        if !self.has_target {
            text.push_str("  return __fs_any_or_error(-1, 2147483647);\n}\n");
            return Some(text);
        }
        self.finish_target(&mut text);
        Some(text)
    }

    fn finish_target(&self, text: &mut String) {
        let ch = if self.is_wide { "__WCHAR_TYPE__" } else { "char" };
        let total = if self.total.is_empty() { "0".to_owned() } else { self.total.join(" + ") };
        let _ = writeln!(text, "  __SIZE_TYPE__ total = {total}, at = 0;");
        if self.has_anything {
            // What is not followed is taken to fit.
            let _ = writeln!(text, "  __SIZE_TYPE__ room = __fs_room(target) / sizeof({ch});");
            let _ = writeln!(text, "  __SIZE_TYPE__ others = room > total ? room - total - 1 : 0;");
            let _ = writeln!(text, "  if (others > 24) others = 24;");
            let _ = writeln!(text, "  const __SIZE_TYPE__ most = others;");
            let _ = writeln!(text, "  total += most;");
        }
        if self.has_limit {
            let _ = writeln!(text, "  if (limit == 0) return {};", if self.is_wide { "-1" } else { "total" });
            let _ = writeln!(text, "  __SIZE_TYPE__ written = total < limit ? total : limit - 1;");
        } else {
            let _ = writeln!(text, "  const __SIZE_TYPE__ written = total;");
        }
        let _ = writeln!(text, "  __fs_writable(target, (written + 1) * sizeof({ch}));");
        for (idx, length, is_wide) in &self.strings {
            let of = if *is_wide { "__WCHAR_TYPE__" } else { "char" };
            let _ = writeln!(
                text,
                "  __fs_disjoint(target, (written + 1) * sizeof({ch}), a{idx}, ({length} + 1) * sizeof({of}));"
            );
        }
        text.push_str(&self.prints);
        let end = if self.has_limit { "at < written ? at : written" } else { "at" };
        let _ = writeln!(text, "  target[{end}] = 0;");
        let result = if self.is_wide && self.has_limit { "at < limit ? (int)at : -1" } else { "at" };
        let _ = writeln!(text, "  return {result};\n}}");
    }
}

/// C for the number of digits of a number.
fn digits(number: &str, base: u128, is_long: bool) -> String {
    let most = if is_long { u128::from(u64::MAX) } else { u128::from(u32::MAX) };
    let suffix = if is_long { "ULL" } else { "U" };
    let mut text = String::new();
    let (mut count, mut bound) = (1, base);
    while bound <= most {
        let _ = write!(text, "{number} < {bound}{suffix} ? {count} : ");
        count += 1;
        bound *= base;
    }
    let _ = write!(text, "{count}");
    text
}

/// A number that tells texts apart (FNV-1a).
fn hash(text: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}
