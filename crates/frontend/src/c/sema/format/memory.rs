//! Printing into memory, or where nobody looks.

use std::fmt::Write;

use super::writer::{Amounts, FormatWriter, narrowing, need, printing, requirement};
use crate::c::config::Environment;
use crate::c::format::Conversion;
use crate::c::library::Family;
use crate::limits::OPEN_CHARACTERS;

/// Prototypes for printing floating-point numbers.
const NOTING: &str = "int __fs_put_float(const void *, long double, int, int, int); int __fs_count_notes(void); int __fs_noted(int); ";

/// Prototypes of the bounds of how long a floating-point number and a pointer are.
const LENGTHS: &str = "__SIZE_TYPE__ __fs_float_least(double, int, int, int); \
    __SIZE_TYPE__ __fs_float_most(double, int, int, int); \
    __SIZE_TYPE__ __fs_pointer_least(const void *, int); __SIZE_TYPE__ __fs_pointer_most(const void *, int); \
    __SIZE_TYPE__ __fs_padded(__SIZE_TYPE__, int); ";

/// What is asked of the call that a function is written for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Asked {
    /// Whether somebody uses how much is printed.
    pub(super) is_used: bool,
    /// Whether printing may fail, and what is not followed may be any text. If not, errors are looked for that need neither.
    pub(super) may_fail: bool,
}

/// Writes the function for a format that is printed into memory, or where nobody looks.
pub(super) struct MemoryWriter {
    has_target: bool,
    /// Whether somebody uses how much is printed, where that is not into memory.
    is_counted: bool,
    may_fail: bool,
    has_limit: bool,
    is_wide: bool,
    /// Whether floating-point numbers are printed exactly.
    follows_floats: bool,
    parameters: Vec<String>,
    /// Computes the lengths of what is printed, and asks for what that needs.
    lengths: String,
    /// Prints.
    prints: String,
    /// Strings that are printed: parameter, characters that are read, whether these are wide.
    strings: Vec<(usize, String, bool)>,
    n_pieces: usize,
    /// The lengths of all pieces; of those that are open, the least ones until their own are chosen.
    total: Vec<String>,
    /// Pieces of which the library fixes how long they are, and the models do not: number, and the most characters as C.
    open: Vec<(usize, String)>,
    /// Whether anything is asked or written.
    matters: bool,
}

impl MemoryWriter {
    pub(super) fn new(family: &Family, environment: Environment, asked: Asked) -> MemoryWriter {
        let has_target = family.target.is_some();
        let is_counted = asked.is_used && !has_target && !family.is_wide;
        MemoryWriter {
            follows_floats: environment == Environment::Given,
            has_target,
            is_counted,
            may_fail: asked.may_fail,
            has_limit: family.limit.is_some(),
            is_wide: family.is_wide,
            parameters: Vec::new(),
            lengths: String::new(),
            prints: String::new(),
            strings: Vec::new(),
            n_pieces: 0,
            total: Vec::new(),
            open: Vec::new(),
            matters: has_target || is_counted,
        }
    }

    /// Whether the lengths of what is printed are needed.
    fn has_lengths(&self) -> bool {
        self.has_target || self.is_counted
    }

    /// What is returned where nobody looks at what is printed.
    fn finish_stream(&self, text: &mut String) {
        if !self.is_counted {
            text.push_str("  return __fs_any_or_error(-1, 2147483647);\n}\n");
            return;
        }
        if self.may_fail {
            text.push_str("  if (__fs_any_or_error(-1, 0) < 0) return -1;\n");
        }
        self.choose_lengths(text);
        let _ = writeln!(text, "  return {};\n}}", self.known_length());
    }

    /// Chooses the lengths of open pieces.
    fn choose_lengths(&self, text: &mut String) {
        for (piece, most) in &self.open {
            let _ = writeln!(text, "  n{piece} += __fs_any(0, {most} - n{piece});");
        }
    }

    /// C for the lengths of what is printed, together.
    fn known_length(&self) -> String {
        if self.total.is_empty() { "0".to_owned() } else { self.total.join(" + ") }
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

    /// The statement that prints a character at an offset from where the next one goes.
    fn put(&self, offset: &str, ch: &str) -> String {
        let guard = if self.has_limit { format!("if (at + {offset} < written) ") } else { String::new() };
        format!("{guard}target[at + {offset}] = {ch};")
    }

    /// The number of a new piece.
    fn piece(&mut self) -> usize {
        self.n_pieces += 1;
        self.n_pieces
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

    fn finish_target(&self, text: &mut String) {
        let ch = if self.is_wide { "__WCHAR_TYPE__" } else { "char" };
        let _ = writeln!(text, "  __SIZE_TYPE__ total = {}, at = 0;", self.known_length());
        if self.has_limit {
            let _ = writeln!(text, "  if (limit == 0) return {};", if self.is_wide { "-1" } else { "total" });
        }
        let written = if self.has_limit { "total < limit ? total : limit - 1" } else { "total" };
        if !self.open.is_empty() {
            // So many at least.
            let _ = writeln!(text, "  const __SIZE_TYPE__ least = {written};");
            let _ = writeln!(text, "  __fs_writable(target, (least + 1) * sizeof({ch}));");
            self.choose_lengths(text);
            let _ = writeln!(text, "  total = {};", self.known_length());
        }
        let _ = writeln!(text, "  const __SIZE_TYPE__ written = {written};");
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

impl FormatWriter for MemoryWriter {
    fn parameter(&mut self, declaration: String) {
        self.parameters.push(declaration);
    }

    fn require(&mut self, condition: &str, wrong: &str) {
        self.matters = true;
        self.length(&requirement(condition, wrong));
    }

    fn need(&mut self, condition: &str, wrong: &str) {
        self.matters = true;
        self.length(&need(condition, wrong));
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

    fn open(&mut self, least: &str, most: &str) {
        if !self.has_lengths() {
            return;
        }
        let piece = self.piece();
        self.length(&format!("__SIZE_TYPE__ n{piece} = {least};"));
        self.total.push(format!("n{piece}"));
        self.open.push((piece, most.to_owned()));
        let put = self.put("i", "__fs_any(32, 126)");
        self.print(&format!("for (__SIZE_TYPE__ i = 0; i < n{piece} && i < {OPEN_CHARACTERS}; i++) {put}"));
        if self.has_target {
            let element = if self.is_wide { "__WCHAR_TYPE__" } else { "char" };
            let end = match self.has_limit {
                true => format!("(at + n{piece} < written ? at + n{piece} : written)"),
                false => format!("(at + n{piece})"),
            };
            self.print(&format!(
                "if ({end} > at + {OPEN_CHARACTERS}) \
                 __fs_forget(target + at + {OPEN_CHARACTERS}, ({end} - at - {OPEN_CHARACTERS}) * sizeof({element}));"
            ));
        }
        self.print(&format!("at += n{piece};"));
    }

    fn string(&mut self, idx: usize, conversion: &Conversion, is_literal: bool, (width, precision): Amounts) {
        let is_wide = conversion.is_wide();
        if is_literal && !self.has_lengths() {
            return;
        }
        self.require(&format!("a{idx} != 0"), &format!("`{}` is given a null pointer", conversion.text()));
        let of = if is_wide { "__fs_wide_" } else { "__fs_" };
        let ty = if is_wide { "const __WCHAR_TYPE__ *" } else { "const char *" };
        let string = format!("({ty})a{idx}");
        if !self.has_lengths() {
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
        let put = self.put("i", &format!("({string})[i]"));
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

    fn number(&mut self, idx: usize, conversion: &Conversion, is_long: bool, (width, precision): Amounts) {
        let piece = self.piece();
        let base = match conversion.kind {
            'x' | 'X' => 16,
            'o' => 8,
            _ => 10,
        };
        let ty = if is_long { "unsigned long long" } else { "unsigned int" };
        let is_signed = conversion.integer() == Some(true);
        let narrow = narrowing(conversion, is_long);
        if !self.has_lengths() {
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
            zeros = format!("({zeros}) == 0 && (m{piece} != 0 || d{piece} == 0) ? 1 : ({zeros})");
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

    fn float(&mut self, idx: usize, conversion: &Conversion, amounts: Amounts) {
        let printing = printing(conversion, &amounts);
        if !(self.follows_floats && self.has_target) {
            return self.open(
                &format!("__fs_float_least(a{idx}, {printing})"),
                &format!("__fs_float_most(a{idx}, {printing})"),
            );
        }
        let piece = self.piece();
        self.length(&format!("int b{piece} = __fs_count_notes();"));
        self.length(&format!("int n{piece} = __fs_put_float((void *)1, a{idx}, {printing});"));
        self.total.push(format!("n{piece}"));
        let put = self.put("i", &format!("__fs_noted(b{piece} + i)"));
        self.print(&format!("for (__SIZE_TYPE__ i = 0; i < n{piece}; i++) {put}"));
        self.print(&format!("at += n{piece};"));
    }

    fn pointer(&mut self, idx: usize, _conversion: &Conversion, (width, _): Amounts) {
        let width = width.unwrap_or_else(|| "0".to_owned());
        self.open(
            &format!("__fs_pointer_least(a{idx}, {width})"),
            &format!("__fs_pointer_most(a{idx}, {width})"),
        );
    }

    fn finish(&self) -> Option<String> {
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
        text.push_str(LENGTHS);
        if self.follows_floats {
            text.push_str(NOTING);
        }
        let parameters =
            if self.parameters.is_empty() { "void".to_owned() } else { self.parameters.join(", ") };
        let _ = writeln!(text, "int __fs_format({parameters}) {{");
        text.push_str(&self.lengths);
        if !self.has_target {
            self.finish_stream(&mut text);
            return Some(text);
        }
        self.finish_target(&mut text);
        Some(text)
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
