//! Calls of `scanf` and its kin that become functions, which read as their format says and are written down here as C.
//!
//! In an environment that is given these are all calls: what they ask it for are [primitives](faultscope_ir::Primitive). Else
//! they are those that take characters, and no numbers, from a string: what they read is fixed by the string. The others are no
//! functions then: values from outside are put where the arguments point to.

use std::fmt::Write;

use super::scan_runtime;
use super::state::{FormatModel, Sema};
use crate::c::config::Environment;
use crate::c::format::{self, Amount, Conversion, Piece, Set};
use crate::c::hir::Expr;
use crate::c::library::{self, Scanned};
use crate::c::source::Loc;
use crate::c::types::{IntKind, ROW, Type};

/// Prototypes of what the functions call.
const PROTOTYPES: &str = "int __fs_get(const void *); int __fs_unget(const void *, int); int __fs_put(const void *, int); \
    int __fs_skip(const void *); int __fs_clear_notes(void); long __fs_position(const void *); int __fs_unknown(int); \
    int __fs_scan_integer(const void *, int, int, int, int); long long __fs_scanned(void); \
    int __fs_scan_float(const void *, int); double __fs_scanned_float(int); long double __fs_scanned_long(int); \
    void *malloc(__SIZE_TYPE__); ";

/// Where characters are read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Origin {
    StandardInput,
    Stream,
    /// A string, which the environment is given to read.
    String,
    /// A string, which is read where it lies.
    Memory,
}

impl Origin {
    /// That of a function of the library, and whether its places are in a list.
    fn of(name: &str) -> Option<(Origin, bool)> {
        let scanning = library::scanning(name).filter(|it| !it.is_wide)?;
        let origin = match scanning.from {
            Scanned::StandardInput => Origin::StandardInput,
            Scanned::Stream => Origin::Stream,
            Scanned::Text => Origin::String,
        };
        Some((origin, scanning.is_list))
    }

    /// The stream, as C.
    fn stream(self) -> &'static str {
        match self {
            Origin::StandardInput => "0",
            Origin::Stream => "stream",
            Origin::String | Origin::Memory => "(void *)1",
        }
    }

    /// A line of C that reads from the stream `{}`.
    fn written(self, line: &str) -> String {
        if self != Origin::Memory {
            return line.replace("{}", self.stream());
        }
        let of_memory = [
            ("__fs_get({})", "(*at ? (unsigned char)*at++ : -1)"),
            ("__fs_unget({}, c)", "at--"),
            ("__fs_skip({})", "while (*at == ' ' || (*at >= '\\t' && *at <= '\\r')) at++"),
            ("__fs_position({})", "(at - source)"),
        ];
        of_memory.iter().fold(line.to_owned(), |line, (primitive, text)| line.replace(primitive, text))
    }
}

impl Sema {
    /// The call of a function that reads by a format, where the environment is given.
    pub(super) fn scanning_call(
        &mut self,
        name: &str,
        arguments: &[Expr],
        result: &Type,
        loc: Loc,
    ) -> Option<Expr> {
        let (origin, is_list) = Origin::of(name)?;
        let n_leading = if origin == Origin::StandardInput { 1 } else { 2 };
        let (leading, targets) = arguments.split_at_checked(n_leading)?;
        let pieces = self.format_chars(leading.last()?).and_then(|chars| format::for_reading(&chars));
        let origin = match (self.environment, origin) {
            (Environment::Given, origin) => origin,
            (Environment::Any, Origin::String) if !is_list && takes_characters(pieces.as_ref()?, targets) => {
                Origin::Memory
            }
            (Environment::Any, _) => return None,
        };
        let Some(pieces) = pieces.filter(|_| !is_list) else {
            return self.scan_by_value(name, (origin, is_list), (leading, targets), result, loc);
        };
        let mut reader = Reader::new(origin);
        let mut passed = Vec::new();
        if let [source, _] = leading {
            let is_string = matches!(origin, Origin::String | Origin::Memory);
            let ty = if is_string { Type::CHAR.pointer_to() } else { Type::Void.pointer_to() };
            passed.push(self.convert(source.clone(), &ty));
        }
        for (idx, target) in targets.iter().enumerate() {
            let (ty, declaration) = self.passed_as(target, idx)?;
            passed.push(self.convert(target.clone(), &ty));
            reader.parameters.push(declaration);
        }
        let mut next = 0;
        for piece in &pieces {
            match piece {
                Piece::Text(text) => reader.text(text),
                Piece::Conversion(conversion) => {
                    let target = (!conversion.is_suppressed).then(|| {
                        next += 1;
                        next - 1
                    });
                    self.reading(&mut reader, conversion, target, targets);
                }
            }
        }
        let text = reader.finish();
        Some(self.call_of_format(name, &text, passed, result, loc))
    }

    /// A call that reads the format when it is executed.
    fn scan_by_value(
        &mut self,
        name: &str,
        (origin, is_list): (Origin, bool),
        (leading, targets): (&[Expr], &[Expr]),
        result: &Type,
        loc: Loc,
    ) -> Option<Expr> {
        let mut reader = Reader::new(origin);
        let mut passed = Vec::new();
        if let [source, _] = leading {
            let ty = if origin == Origin::String { Type::CHAR.pointer_to() } else { Type::Void.pointer_to() };
            passed.push(self.convert(source.clone(), &ty));
        }
        passed.push(self.convert(leading.last()?.clone(), &Type::CHAR.pointer_to()));
        reader.parameters.push("const char *format".to_owned());
        let mut places = Vec::new();
        if is_list {
            passed.push(self.passed_list(targets.first()?)?);
            reader.parameters.push(format!("struct {ROW} **list"));
        } else {
            for (idx, target) in targets.iter().enumerate() {
                let (ty, declaration) = self.passed_as(target, idx)?;
                passed.push(self.convert(target.clone(), &ty));
                reader.parameters.push(declaration);
                places.push(idx);
            }
        }
        reader.line("int next = 0;");
        let text = scan_runtime::text(&reader.begin(), origin.stream(), (!is_list).then_some(&places));
        Some(self.call_of_format(name, &text, passed, result, loc))
    }

    /// Calls a function that is made for one call of a function of the library.
    pub(super) fn call_of_format(
        &mut self,
        function: &str,
        text: &str,
        arguments: Vec<Expr>,
        result: &Type,
        loc: Loc,
    ) -> Expr {
        let name = format!("__fs_format_{:016x}", hash(text));
        let text = text.replace("__fs_format(", &format!("{name}("));
        self.formats.insert(name.clone(), FormatModel { name: function.to_owned(), text });
        self.call_of_model(&name, arguments, result, loc)
    }

    fn reading(&self, reader: &mut Reader, conversion: &Conversion, target: Option<usize>, targets: &[Expr]) {
        if let Some(idx) = target {
            let Some(argument) = targets.get(idx) else {
                reader.misuse(&format!("there is no argument for `{}`", conversion.text()));
                return reader.unknown();
            };
            let fits = argument.ty.pointee().is_some_and(|ty| match conversion.has_flag(format::ALLOCATES) {
                true => ty.is_pointer(),
                false => conversion.fits(&self.types, ty),
            });
            if !fits {
                let given = self.types.name(&argument.ty);
                let text = conversion.text();
                reader.misuse(&format!("format `{text}` does not match the argument type `{given}`"));
                if !argument.ty.is_pointer() {
                    return reader.unknown();
                }
            }
        }
        let stored = self.stored(conversion);
        let width = match conversion.width {
            Amount::Fixed(width) => width.min(i32::MAX as u64),
            Amount::None | Amount::Argument | Amount::Numbered(_) => 0,
        };
        let allocates = conversion.has_flag(format::ALLOCATES) && target.is_some();
        match conversion.kind {
            'n' => reader.count(stored, target),
            's' | '[' | 'c' if allocates && !conversion.is_wide() => {
                let condition = match conversion.kind {
                    's' => "c != ' ' && !(c >= '\\t' && c <= '\\r')".to_owned(),
                    'c' => "1".to_owned(),
                    _ => membership(&conversion.set.clone().unwrap_or_default()),
                };
                let width = if conversion.kind == 'c' { width.max(1) } else { width };
                reader.allocated(&condition, width, target.unwrap_or_default(), conversion.kind);
            }
            _ if allocates => reader.unknown(),
            's' | 'S' => {
                let condition = "c != ' ' && !(c >= '\\t' && c <= '\\r')";
                reader.characters(condition, width, (stored, target), true);
            }
            '[' => {
                let set = conversion.set.clone().unwrap_or_default();
                reader.characters(&membership(&set), width, (stored, target), false);
            }
            'c' | 'C' => reader.fixed(width.max(1), (stored, target)),
            'd' | 'i' | 'u' | 'o' | 'x' | 'X' | 'p' => {
                let base = match conversion.kind {
                    'i' => 0,
                    'o' => 8,
                    'x' | 'X' | 'p' => 16,
                    _ => 10,
                };
                let long = self.types.size(&Type::Int(IntKind::Long)).unwrap_or(4);
                let bits = 8 * self.integer_size(conversion.length).max(long);
                let is_signed = u8::from(conversion.integer() == Some(true));
                let call = format!("__fs_scan_integer({{}}, {width}, {base}, {bits}, {is_signed})");
                let value = if conversion.kind == 'p' {
                    "(void *)(unsigned long)__fs_scanned()"
                } else {
                    "__fs_scanned()"
                };
                reader.number(&call, value, (stored, target));
            }
            'a' | 'A' | 'e' | 'E' | 'f' | 'F' | 'g' | 'G' => {
                let value = match conversion.length {
                    format::Length::None => "__fs_scanned_float(32)",
                    format::Length::LongDouble => "__fs_scanned_long(80)",
                    _ => "__fs_scanned_float(64)",
                };
                reader.number(&format!("__fs_scan_float({{}}, {width})"), value, (stored, target));
            }
            _ => reader.unknown(),
        }
    }

    /// The type of what a conversion stores, as C.
    fn stored(&self, conversion: &Conversion) -> &'static str {
        use format::Length;
        match (conversion.kind, conversion.length) {
            ('p', _) => "void *",
            ('c' | 'C' | 's' | 'S' | '[', _) if conversion.is_wide() => "__WCHAR_TYPE__",
            ('c' | 's' | '[', _) | (_, Length::Char) => "char",
            ('a' | 'A' | 'e' | 'E' | 'f' | 'F' | 'g' | 'G', length) => match length {
                Length::LongDouble => "long double",
                Length::Long => "double",
                _ => "float",
            },
            (_, Length::Short) => "short",
            (_, Length::None) => "int",
            (_, length) if self.integer_size(length) == 8 => "long long",
            _ => "int",
        }
    }
}

/// Whether a format takes characters for memory that exists, and nothing else.
fn takes_characters(pieces: &[Piece], targets: &[Expr]) -> bool {
    let mut n_stored = 0;
    let takes_characters = |piece: &Piece| match piece {
        Piece::Text(_) => true,
        Piece::Conversion(it) => {
            n_stored += usize::from(!it.is_suppressed);
            matches!(it.kind, 's' | '[' | 'c' | 'n') && !it.is_wide() && !it.has_flag(format::ALLOCATES)
        }
    };
    pieces.iter().all(takes_characters)
        && n_stored <= targets.len()
        && targets.iter().all(|it| it.ty.is_pointer())
}

/// Whether the character `c` is in a set, as C.
fn membership(set: &Set) -> String {
    let range = |(first, last): &(u32, u32)| match first == last {
        true => format!("c == {first}"),
        false => format!("(c >= {first} && c <= {last})"),
    };
    let ranges: Vec<String> = set.ranges.iter().map(range).collect();
    let within = ranges.join(" || ");
    if set.is_negated { format!("!({within})") } else { format!("({within})") }
}

/// Writes the function for a format.
struct Reader {
    origin: Origin,
    parameters: Vec<String>,
    body: String,
}

impl Reader {
    fn new(origin: Origin) -> Reader {
        let first = match origin {
            Origin::StandardInput => None,
            Origin::Stream => Some("const void *stream".to_owned()),
            Origin::String | Origin::Memory => Some("const char *source".to_owned()),
        };
        let mut body = String::new();
        match origin {
            Origin::StandardInput => {}
            Origin::Stream => {
                body.push_str("  __fs_need(stream != 0, \"the stream is null\");\n");
                body.push_str("  __fs_need(__fs_is_open(stream), \"the stream is closed\");\n");
            }
            Origin::String => {
                body.push_str("  __fs_clear_notes();\n");
                body.push_str(
                    "  for (__SIZE_TYPE__ i = 0; source[i]; i++) __fs_put((void *)1, source[i]);\n",
                );
            }
            Origin::Memory => body.push_str("  const char *at = source;\n"),
        }
        // `n` values are stored, `found` says how the last conversion went. At the end of the input it counts, as in glibc,
        // whether a value was stored, not whether one was read.
        let _ = writeln!(body, "  int n = 0, found, c;");
        let _ = writeln!(body, "  {}", origin.written("const long start = __fs_position({});"));
        Reader { origin, parameters: first.into_iter().collect(), body }
    }

    fn line(&mut self, line: &str) {
        let _ = writeln!(self.body, "  {}", self.origin.written(line));
    }

    fn misuse(&mut self, wrong: &str) {
        let line = super::format::requirement("0", wrong);
        let _ = writeln!(self.body, "  {line}");
    }

    fn text(&mut self, text: &[u32]) {
        let is_space = |ch: u32| ch == 32 || (9..=13).contains(&ch);
        for (idx, ch) in text.iter().enumerate() {
            if !is_space(*ch) {
                self.line("c = __fs_get({});");
                self.line(&format!("if (c != {ch} && c >= 0) __fs_unget({{}}, c);"));
                self.line(&format!("if (c != {ch}) return c < 0 && !n ? -1 : n;"));
            } else if idx == 0 || !is_space(text[idx - 1]) {
                self.line("__fs_skip({});");
            }
        }
    }

    /// Takes a number, by a call.
    fn number(&mut self, call: &str, value: &str, (stored, target): (&str, Option<usize>)) {
        self.line(&format!("found = {call};"));
        self.line("if (found <= 0) return found < 0 && !n ? -1 : n;");
        if let Some(idx) = target {
            self.line(&format!("*({stored} *)a{idx} = {value};"));
            self.line("n++;");
        }
    }

    /// Takes characters while `c` fulfils a condition, at least one.
    fn characters(
        &mut self,
        condition: &str,
        width: u64,
        (stored, target): (&str, Option<usize>),
        skips: bool,
    ) {
        if skips {
            self.line("__fs_skip({});");
        }
        let more = if width > 0 { format!("found < {width}") } else { "1".to_owned() };
        self.line(&format!("for (found = 0; {more}; found++) {{"));
        self.line("  c = __fs_get({});");
        self.line(&format!("  if (c < 0 || !({condition})) {{ if (c >= 0) __fs_unget({{}}, c); break; }}"));
        if let Some(idx) = target {
            self.character(stored, idx);
        }
        self.line("}");
        self.line("if (found == 0) return c < 0 && !n ? -1 : n;");
        if let Some(idx) = target {
            self.line(&format!("(({stored} *)a{idx})[found] = 0;"));
            self.line("n++;");
        }
    }

    /// Takes characters as [`Reader::characters`], and allocates memory for them.
    fn allocated(&mut self, condition: &str, width: u64, idx: usize, kind: char) {
        if kind == 's' {
            self.line("__fs_skip({});");
        }
        let more = if width > 0 { format!("found < {width}") } else { "1".to_owned() };
        let end = usize::from(kind != 'c');
        self.line("{ int room = 16; char *kept = __fs_object(16);");
        self.line(&format!("for (found = 0; {more}; found++) {{"));
        self.line("  c = __fs_get({});");
        self.line(&format!("  if (c < 0 || !({condition})) {{ if (c >= 0) __fs_unget({{}}, c); break; }}"));
        self.line("  if (found + 1 >= room) { char *more = __fs_object(2 * room);");
        self.line("    for (int k = 0; k < found; k++) more[k] = kept[k]; kept = more; room = 2 * room; }");
        self.line("  kept[found] = c;");
        self.line("}");
        self.line("if (found == 0) return c < 0 && !n ? -1 : n;");
        self.line(&format!("char *given = malloc(found + {end});"));
        self.line("if (!given) return n ? n : -1;");
        self.line("for (int k = 0; k < found; k++) given[k] = kept[k];");
        if end == 1 {
            self.line("given[found] = 0;");
        }
        self.line(&format!("*(char **)a{idx} = given;"));
        self.line("n++; }");
    }

    /// Takes so many characters.
    fn fixed(&mut self, width: u64, (stored, target): (&str, Option<usize>)) {
        self.line(&format!("for (found = 0; found < {width}; found++) {{"));
        self.line("  c = __fs_get({});");
        self.line("  if (c < 0) break;");
        if let Some(idx) = target {
            self.character(stored, idx);
        }
        self.line("}");
        self.line("if (found == 0) return !n ? -1 : n;");
        if target.is_some() {
            self.line("n++;");
        }
    }

    /// Stores a character. As wide ones those are read that are the same in every locale.
    fn character(&mut self, stored: &str, idx: usize) {
        if stored != "char" {
            self.line("  if (c > 127) __fs_unknown(1);");
        }
        self.line(&format!("  (({stored} *)a{idx})[found] = c;"));
    }

    /// What is read is not followed.
    fn unknown(&mut self) {
        self.line("__fs_unknown(1);");
    }

    fn count(&mut self, stored: &str, target: Option<usize>) {
        if let Some(idx) = target {
            self.line(&format!("*({stored} *)a{idx} = __fs_position({{}}) - start;"));
        }
    }

    fn begin(&self) -> String {
        let parameters =
            if self.parameters.is_empty() { "void".to_owned() } else { self.parameters.join(", ") };
        format!("{PROTOTYPES}int __fs_format({parameters}) {{\n{}", self.body)
    }

    fn finish(self) -> String {
        format!("{}  return n;\n}}\n", self.begin())
    }
}

/// A number that tells texts apart (FNV-1a).
fn hash(text: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}
