//! Printing by a format that is known when it is executed only.
//!
//! The function for such a call reads the format like a C library does. Which argument comes next is counted, and each is there
//! as what it was given as. In an environment that is given, primitives print; elsewhere the functions of `library/formats.c`,
//! which count what goes to a stream, and write what goes into memory.

use std::fmt::Write;

use super::Sema;
use crate::c::config::Environment;
use crate::c::hir::Expr;
use crate::c::library::Family;
use crate::c::source::Loc;
use crate::c::types::{FloatKind, ROW, Type};

/// Reads flags, amounts and length of a conversion, up to its letter. `STAR` takes an argument for an amount. A format that ends there
/// is undefined in C; here it is what glibc and musl do: what is in front of it is printed, and the call fails with `EINVAL`.
const CONVERSION: &str = r"    int form = 0, width = 0, precision = -1, length = 0, taken = 0;
    for (i++;; i++) {
      if (format[i] == '-') form |= 256;
      else if (format[i] == '+') form |= 512;
      else if (format[i] == ' ') form |= 1024;
      else if (format[i] == '#') form |= 2048;
      else if (format[i] == '0') form |= 4096;
      else if (format[i] != '\'' && format[i] != 'I') break;
    }
    if (format[i] == '*') {
      STAR
      width = taken;
      i++;
    }
    for (; format[i] >= '0' && format[i] <= '9'; i++) width = width * 10 + (format[i] - '0');
    if (format[i] == '$') UNFOLLOWED
    if (format[i] == '.') {
      precision = 0;
      i++;
      if (format[i] == '*') {
        STAR
        precision = taken;
        i++;
      }
      for (; format[i] >= '0' && format[i] <= '9'; i++) precision = precision * 10 + (format[i] - '0');
    }
    for (;; i++) {
      if (format[i] == 'h') length--;
      else if (format[i] == 'l' || format[i] == 'z' || format[i] == 't') length++;
      else if (format[i] == 'L' || format[i] == 'q' || format[i] == 'j') length = 2;
      else break;
    }
    const int kind = format[i];
    if (!kind) {
      is_cut = 1;
      *__errno_location() = 22;
      break;
    }
    if (kind == '%') {
      PUT_PERCENT
      continue;
    }
    if (kind == 'm') {
      PUT_MESSAGE
      continue;
    }
    form |= kind;
";

/// What happens where a conversion and its argument do not go together.
const UNFIT: &str =
    "{ __fs_require(0, \"a conversion does not take the argument that it is given\"); UNFOLLOWED }";

/// The rows of a list that hold what is printed: labels of their kinds, how they are passed, and the argument as C.
const ROWS: [(&str, Passed, &str); 5] = [
    ("case 1: case 2:", Passed::Int, "((int)next->integer)"),
    ("case 3: case 4:", Passed::LongLong, "((long long)next->integer)"),
    ("case 5:", Passed::Double, "next->real"),
    ("case 6:", Passed::LongDouble, "next->extended"),
    ("case 7:", Passed::Pointer, "next->pointer"),
];

/// Where the function for a format prints.
#[derive(Debug, Clone, Copy)]
enum Sink {
    /// By the primitives of an environment that is given, to a stream.
    Primitives(&'static str),
    /// By functions that write into memory, up to a limit, which is zero where nobody looks at what is printed.
    Functions { target: &'static str, limit: &'static str },
}

/// Prototypes of the primitives that print.
const PRIMITIVES: &str = "int __fs_put(const void *, int); \
    int __fs_put_integer(const void *, long long, int, int, int); \
    int __fs_put_float(const void *, long double, int, int, int); \
    int __fs_put_text(const void *, const char *, int, int, int); \
    int __fs_put_character(const void *, int, int, int); \
    int __fs_clear_notes(void); int __fs_noted(int); int __fs_unknown(int); ";

/// Prototypes of the functions that print into memory. `TO` stands for what all of them have first.
const FUNCTIONS: &str = "__SIZE_TYPE__ __fs_print_fill(TO, int, __SIZE_TYPE__); \
    __SIZE_TYPE__ __fs_print_integer(TO, long long, int, int, int); \
    __SIZE_TYPE__ __fs_print_float(TO, double, int, int, int); \
    __SIZE_TYPE__ __fs_print_text(TO, const char *, int, int, int); \
    __SIZE_TYPE__ __fs_print_character(TO, int, int, int); \
    __SIZE_TYPE__ __fs_print_pointer(TO, const void *, int); \
    __SIZE_TYPE__ __fs_print_error_message(TO, int); void __fs_unfollowed(const char *); ";

impl Sink {
    /// For a family, in an environment.
    fn of(family: &Family, environment: Environment) -> Sink {
        match (environment, family.stream, family.target) {
            (Environment::Given, Some(_), _) => Sink::Primitives("stream"),
            (Environment::Given, None, Some(_)) => Sink::Primitives("(void *)1"),
            (Environment::Given, None, None) => Sink::Primitives("0"),
            (Environment::Any, _, Some(_)) if family.limit.is_some() => {
                Sink::Functions { target: "target", limit: "(limit ? limit - 1 : 0)" }
            }
            (Environment::Any, _, Some(_)) if !family.allocates() => {
                Sink::Functions { target: "target", limit: "~(__SIZE_TYPE__)0" }
            }
            (Environment::Any, ..) => Sink::Functions { target: "(char *)0", limit: "(__SIZE_TYPE__)0" },
        }
    }

    /// Prototypes of what prints.
    fn prototypes(self) -> String {
        match self {
            Sink::Primitives(_) => PRIMITIVES.to_owned(),
            Sink::Functions { .. } => FUNCTIONS.replace("TO", "char *, __SIZE_TYPE__, __SIZE_TYPE__"),
        }
    }

    /// The type of the number of characters.
    fn count(self) -> &'static str {
        match self {
            Sink::Primitives(_) => "int",
            Sink::Functions { .. } => "__SIZE_TYPE__",
        }
    }

    /// The statement that prints something, and counts it.
    fn put(self, what: &str, arguments: &str) -> String {
        match self {
            Sink::Primitives(stream) => format!("n += __fs_put_{what}({stream}, {arguments});"),
            Sink::Functions { target, limit } => {
                format!("n = __fs_print_{what}({target}, {limit}, n, {arguments});")
            }
        }
    }

    /// The statements that print a byte, and count it.
    fn put_byte(self, byte: &str) -> String {
        match self {
            Sink::Primitives(stream) => format!("__fs_put({stream}, {byte}); n++;"),
            Sink::Functions { .. } => self.put("fill", &format!("{byte}, 1")),
        }
    }

    fn put_pointer(self, pointer: &str) -> String {
        match self {
            Sink::Primitives(_) => {
                self.put("integer", &format!("(unsigned long){pointer}, form, width, precision"))
            }
            Sink::Functions { .. } => self.put("pointer", &format!("{pointer}, form & 256 ? -width : width")),
        }
    }

    fn put_error_message(self) -> String {
        match self {
            Sink::Primitives(_) => self.unfollowed().to_owned(),
            Sink::Functions { .. } => self.put("error_message", "width"),
        }
    }

    /// The statement behind which nothing is followed.
    fn unfollowed(self) -> &'static str {
        match self {
            Sink::Primitives(_) => "__fs_unknown(0);",
            Sink::Functions { .. } => "__fs_unfollowed(\"what this format does\");",
        }
    }
}

/// How the function gets the next argument, as C.
struct Taking {
    /// As an amount.
    amount: String,
    /// To print it.
    print: String,
}

/// What an argument is passed as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Passed {
    Int,
    LongLong,
    Double,
    LongDouble,
    Pointer,
}

impl Sema {
    /// Whether what a function prints is followed where its format is not known yet.
    pub(super) fn follows(&self, family: &Family) -> bool {
        !family.is_wide && (family.printer.is_followed() || self.environment == Environment::Any)
    }

    /// A call that reads the format when it is executed.
    pub(super) fn call_by_value(
        &mut self,
        family: &Family,
        arguments: &[Expr],
        result: &Type,
        loc: Loc,
    ) -> Option<Expr> {
        let mut parameters = Vec::new();
        let mut passed = Vec::new();
        let mut kinds = Vec::new();
        let list = family.format + 1;
        for (idx, argument) in arguments.iter().enumerate() {
            let (ty, declaration) = match idx {
                _ if family.stream == Some(idx) => (Type::Void.pointer_to(), "const void *stream".to_owned()),
                _ if family.target == Some(idx) && family.allocates() => {
                    (Type::CHAR.pointer_to().pointer_to(), "char **result".to_owned())
                }
                _ if family.target == Some(idx) => (Type::CHAR.pointer_to(), "char *target".to_owned()),
                _ if family.limit == Some(idx) => (self.types.size_type(), "__SIZE_TYPE__ limit".to_owned()),
                _ if family.format == idx => (Type::CHAR.pointer_to(), "const char *format".to_owned()),
                _ if family.is_list && idx == list => {
                    let list = self.passed_list(argument)?;
                    parameters.push(format!("struct {ROW} **list"));
                    passed.push(list);
                    continue;
                }
                _ if idx > family.format => {
                    let found = self.passed_as(argument, idx)?;
                    kinds.push((idx, self.passed(&found.0)));
                    found
                }
                _ => continue,
            };
            passed.push(self.convert(argument.clone(), &ty));
            parameters.push(declaration);
        }
        let sink = Sink::of(family, self.environment);
        let taking =
            if family.is_list { self.taking_rows(sink) } else { self.taking_parameters(&kinds, sink) };
        let text = text_by_value(family, &parameters, &taking, sink);
        let may_fail = if self.output_may_fail { "__fs_any_or_error(-1, 0) < 0" } else { "0" };
        let text = text.replace("MAY_FAIL", may_fail);
        let call = self.call_of_format(family.name, &text, passed, result, loc);
        match arguments.get(list).filter(|_| family.is_list && self.environment == Environment::Any) {
            Some(list) => Some(self.with_spent_list(call, list, loc)),
            None => Some(call),
        }
    }

    fn passed(&self, ty: &Type) -> Passed {
        match ty {
            Type::Int(_) if self.types.size(ty) == Some(8) => Passed::LongLong,
            Type::Int(_) => Passed::Int,
            Type::Float(FloatKind::LongDouble) => Passed::LongDouble,
            Type::Float(_) => Passed::Double,
            _ => Passed::Pointer,
        }
    }

    /// Arguments are parameters, of which the next one is counted.
    fn taking_parameters(&self, kinds: &[(usize, Passed)], sink: Sink) -> Taking {
        let mut print = "    switch (next++) {\n".to_owned();
        for (position, (idx, passed)) in kinds.iter().enumerate() {
            let body = self.printed(*passed, sink).replace("ARG", &format!("a{idx}"));
            let _ = write!(print, "    case {position}:\n      __fs_written(a{idx});\n{body}      break;\n");
        }
        print.push_str(
            "    default:\n      __fs_require(0, \"there is no argument for a conversion\");\n      UNFOLLOWED\n    }\n",
        );
        Taking { amount: star(kinds), print }
    }

    /// Arguments are rows, of which a list has the next one.
    fn taking_rows(&self, sink: Sink) -> Taking {
        let is_number = "next->kind == 1 || next->kind == 2";
        let amount = format!(
            "struct {ROW} *next = *list;\n      __fs_require({is_number}, \"`*` needs an int\");\n\
             \x20     if (!({is_number})) UNFOLLOWED\n      __fs_written((int)next->integer);\n      taken = (int)next->integer;\n      *list = next + (next->kind != 0);"
        );
        let mut print = format!(
            "    struct {ROW} *next = *list;\n\
             \x20   __fs_require(next->kind != 0, \"there is no argument for a conversion\");\n\
             \x20   if (!next->kind) UNFOLLOWED\n    *list = next + (next->kind != 0);\n    switch (next->kind) {{\n"
        );
        for (labels, passed, argument) in ROWS {
            let body = self.printed(passed, sink).replace("ARG", argument);
            let _ = write!(print, "    {labels}\n      __fs_written({argument});\n{body}      break;\n");
        }
        let _ = write!(print, "    default: {UNFIT}\n    }}\n");
        Taking { amount, print }
    }

    /// Prints the argument `ARG` by the conversion that was read.
    fn printed(&self, passed: Passed, sink: Sink) -> String {
        let long = self.types.size(&Type::Int(crate::c::types::IntKind::Long)).unwrap_or(4);
        // Whether the conversion takes eight bytes.
        let is_long = if long == 8 { "length > 0" } else { "length > 1" };
        let signed = "kind == 'd' || kind == 'i'";
        let unsigned = "kind == 'u' || kind == 'o' || kind == 'x' || kind == 'X'";
        let put = |number: &str| sink.put("integer", &format!("{number}, form, width, precision"));
        match passed {
            Passed::Int => {
                let of_sign = |sign: &str, int: &str| {
                    put(&format!(
                        "length < -1 ? ({sign} char)ARG : length < 0 ? ({int}short)ARG : ({int}int)ARG"
                    ))
                };
                format!(
                    "      if (kind == 'c') {}\n      else if ({is_long}) {UNFIT}\n      else if ({signed}) {}\n\
                     \x20     else if ({unsigned}) {}\n      else {UNFIT}\n",
                    sink.put("character", "ARG, form & 256, width"),
                    of_sign("signed", ""),
                    of_sign("unsigned", "unsigned "),
                )
            }
            Passed::LongLong => format!(
                "      if (({is_long}) && ({signed} || {unsigned})) {}\n      else {UNFIT}\n",
                put("ARG")
            ),
            Passed::Double | Passed::LongDouble => {
                let length = if passed == Passed::Double { "length < 2" } else { "length == 2" };
                let mark = if passed == Passed::Double { "form" } else { "form | 16384" };
                format!(
                    "      if ({length} && (kind == 'f' || kind == 'F' || kind == 'e' || kind == 'E' || kind == 'g' || kind == 'G' \
                     || kind == 'a' || kind == 'A')) {}\n      else {UNFIT}\n",
                    sink.put("float", &format!("ARG, {mark}, width, precision"))
                )
            }
            Passed::Pointer => format!(
                "      if (kind == 's' && length == 0) {{\n\
                 \x20       __fs_require(ARG != 0, \"`%s` is given a null pointer\");\n\
                 \x20       {}\n\
                 \x20     }} else if (kind == 'p') {}\n\
                 \x20     else if (kind == 'n' && length == -2) *(signed char *)ARG = n;\n\
                 \x20     else if (kind == 'n' && length == -1) *(short *)ARG = n;\n\
                 \x20     else if (kind == 'n' && length == 0) *(int *)ARG = n;\n\
                 \x20     else if (kind == 'n' && length == 1) *(long *)ARG = n;\n\
                 \x20     else if (kind == 'n') *(long long *)ARG = n;\n\
                 \x20     else {UNFIT}\n",
                sink.put("text", "(const char *)ARG, form & 256, width, precision"),
                sink.put_pointer("ARG"),
            ),
        }
    }
}

/// The function that reads a format and prints what it says.
fn text_by_value(family: &Family, parameters: &[String], taking: &Taking, sink: Sink) -> String {
    let mut text = format!(
        "{}void *malloc(__SIZE_TYPE__); int *__errno_location(void); int __fs_format({}) {{\n",
        sink.prototypes(),
        parameters.join(", ")
    );
    if family.stream.is_some() {
        text.push_str("  __fs_need(stream != 0, \"the stream is null\");\n");
        text.push_str("  __fs_need(__fs_is_open(stream), \"the stream is closed\");\n");
    }
    if family.target.is_some() && matches!(sink, Sink::Primitives(_)) {
        text.push_str("  __fs_clear_notes();\n");
    }
    let _ = write!(
        text,
        "  {} n = 0;\n  int next = 0, is_cut = 0;\n  for (int i = 0; format[i]; i++) {{\n",
        sink.count()
    );
    let _ = write!(text, "    if (format[i] != '%') {{\n      {}\n", sink.put_byte("format[i]"));
    text.push_str("      continue;\n    }\n");
    let conversion =
        CONVERSION.replace("STAR", &taking.amount).replace("PUT_PERCENT", &sink.put_byte("kind"));
    text.push_str(&conversion.replace("PUT_MESSAGE", &sink.put_error_message()));
    text.push_str(&taking.print);
    text.push_str("  }\n");
    text.push_str(match sink {
        Sink::Primitives(_) => end_of_primitives(family),
        Sink::Functions { .. } => end_of_functions(family),
    });
    text.replace("UNFOLLOWED", sink.unfollowed())
}

/// What comes behind the format where primitives have printed: what they noted goes into memory.
fn end_of_primitives(family: &Family) -> &'static str {
    match (family.target, family.limit) {
        (Some(_), Some(_)) => {
            "  for (int i = 0; i < limit; i++) {\n    target[i] = i < n && i + 1 < limit ? __fs_noted(i) : 0;\n\
             \x20   if (i == n) break;\n  }\n  return is_cut ? -1 : n;\n}\n"
        }
        (Some(_), None) if family.allocates() => {
            "  if (is_cut) return -1;\n  char *target = malloc(n + 1);\n  if (!target) return -1;\n  *result = target;\n\
             \x20 for (int i = 0; i < n; i++) target[i] = __fs_noted(i);\n  target[n] = 0;\n  return is_cut ? -1 : n;\n}\n"
        }
        (Some(_), None) => {
            "  for (int i = 0; i < n; i++) target[i] = __fs_noted(i);\n  target[n] = 0;\n  return is_cut ? -1 : n;\n}\n"
        }
        (None, _) => "  return is_cut ? -1 : n;\n}\n",
    }
}

/// What comes behind the format where functions have printed: a zero at the end of what went into memory.
fn end_of_functions(family: &Family) -> &'static str {
    match (family.target, family.limit) {
        (Some(_), Some(_)) => {
            "  if (limit) {\n    const __SIZE_TYPE__ end = n < limit ? n : limit - 1;\n\
             \x20   __fs_writable(target + end, 1);\n    target[end] = 0;\n  }\n\
             \x20 return is_cut || n > 2147483647 ? -1 : (int)n;\n}\n"
        }
        (Some(_), None) if family.allocates() => {
            "  if (is_cut || n > 2147483647) return -1;\n  char *target = malloc(n + 1);\n  if (!target) return -1;\n\
             \x20 *result = target;\n  __fs_forget(target, n);\n  target[n] = 0;\n  return (int)n;\n}\n"
        }
        (Some(_), None) => {
            "  __fs_writable(target + n, 1);\n  target[n] = 0;\n  return is_cut || n > 2147483647 ? -1 : (int)n;\n}\n"
        }
        (None, _) => "  return is_cut || n > 2147483647 || MAY_FAIL ? -1 : (int)n;\n}\n",
    }
}

/// Takes an argument for an amount.
fn star(kinds: &[(usize, Passed)]) -> String {
    let mut text = "switch (next++) {\n".to_owned();
    for (position, (idx, _)) in kinds.iter().enumerate().filter(|(_, (_, passed))| *passed == Passed::Int) {
        let _ = writeln!(text, "      case {position}: __fs_written(a{idx}); taken = a{idx}; break;");
    }
    text.push_str(
        "      default:\n        __fs_require(0, \"`*` needs an int\");\n        UNFOLLOWED\n      }",
    );
    text
}
