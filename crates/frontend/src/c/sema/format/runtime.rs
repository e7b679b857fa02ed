//! Printing by a format that is known when it is executed only.
//!
//! The function for such a call reads the format like a C library does. Which argument comes next is counted, and each is there
//! as what it was given as.

use std::fmt::Write;

use super::Sema;
use crate::c::config::Environment;
use crate::c::hir::Expr;
use crate::c::library::Family;
use crate::c::source::Loc;
use crate::c::types::{FloatKind, ROW, Type};

/// Prototypes of what the functions call.
const PROTOTYPES: &str = "int __fs_put(const void *, int); \
    int __fs_put_integer(const void *, long long, int, int, int); \
    int __fs_put_float(const void *, long double, int, int, int); \
    int __fs_put_text(const void *, const char *, int, int, int); \
    int __fs_put_character(const void *, int, int, int); \
    int __fs_clear_notes(void); int __fs_noted(int); int __fs_unknown(int); ";

/// Reads flags, amounts and length of a conversion, up to its letter. `STAR` takes an argument for an amount.
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
    if (format[i] == '$') __fs_unknown(0);
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
    if (kind == '%') {
      __fs_put(STREAM, kind);
      n++;
      continue;
    }
    form |= kind;
";

/// What happens where a conversion and its argument do not go together.
const UNFIT: &str =
    "{ __fs_require(0, \"a conversion does not take the argument that it is given\"); __fs_unknown(0); }";

/// The rows of a list that hold what is printed: labels of their kinds, how they are passed, and the argument as C.
const ROWS: [(&str, Passed, &str); 5] = [
    ("case 1: case 2:", Passed::Int, "((int)next->integer)"),
    ("case 3: case 4:", Passed::LongLong, "((long long)next->integer)"),
    ("case 5:", Passed::Double, "next->real"),
    ("case 6:", Passed::LongDouble, "next->extended"),
    ("case 7:", Passed::Pointer, "next->pointer"),
];

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
        let name = family.plain_name();
        let name = name.strip_prefix('v').unwrap_or(name);
        self.environment == Environment::Given
            && !family.is_wide
            && matches!(name, "printf" | "fprintf" | "sprintf" | "snprintf" | "asprintf")
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
        let taking = if family.is_list { self.taking_rows() } else { self.taking_parameters(&kinds) };
        let text = text_by_value(family, &parameters, &taking);
        Some(self.call_of_format(family.name, &text, passed, result, loc))
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
    fn taking_parameters(&self, kinds: &[(usize, Passed)]) -> Taking {
        let mut print = "    switch (next++) {\n".to_owned();
        for (position, (idx, passed)) in kinds.iter().enumerate() {
            let body = self.printed(*passed).replace("ARG", &format!("a{idx}"));
            let _ = write!(print, "    case {position}:\n{body}      break;\n");
        }
        print.push_str(
            "    default:\n      __fs_require(0, \"there is no argument for a conversion\");\n      __fs_unknown(0);\n    }\n",
        );
        Taking { amount: star(kinds), print }
    }

    /// Arguments are rows, of which a list has the next one.
    fn taking_rows(&self) -> Taking {
        let is_number = "next->kind == 1 || next->kind == 2";
        let amount = format!(
            "struct {ROW} *next = *list;\n      __fs_require({is_number}, \"`*` needs an int\");\n\
             \x20     if (!({is_number})) __fs_unknown(0);\n      taken = (int)next->integer;\n      *list = next + (next->kind != 0);"
        );
        let mut print = format!(
            "    struct {ROW} *next = *list;\n\
             \x20   __fs_require(next->kind != 0, \"there is no argument for a conversion\");\n\
             \x20   if (!next->kind) __fs_unknown(0);\n    *list = next + (next->kind != 0);\n    switch (next->kind) {{\n"
        );
        for (labels, passed, argument) in ROWS {
            let body = self.printed(passed).replace("ARG", argument);
            let _ = write!(print, "    {labels}\n{body}      break;\n");
        }
        let _ = write!(print, "    default: {UNFIT}\n    }}\n");
        Taking { amount, print }
    }

    /// Prints the argument `ARG` by the conversion that was read.
    fn printed(&self, passed: Passed) -> String {
        let long = self.types.size(&Type::Int(crate::c::types::IntKind::Long)).unwrap_or(4);
        // Whether the conversion takes eight bytes.
        let is_long = if long == 8 { "length > 0" } else { "length > 1" };
        let signed = "kind == 'd' || kind == 'i'";
        let unsigned = "kind == 'u' || kind == 'o' || kind == 'x' || kind == 'X'";
        let put = "n += __fs_put_integer(STREAM,";
        match passed {
            Passed::Int => format!(
                "      if (kind == 'c') n += __fs_put_character(STREAM, ARG, form & 256, width);\n\
                 \x20     else if ({is_long}) {UNFIT}\n\
                 \x20     else if ({signed}) {put} length < -1 ? (signed char)ARG : length < 0 ? (short)ARG : (int)ARG, form, width, precision);\n\
                 \x20     else if ({unsigned}) {put} length < -1 ? (unsigned char)ARG : length < 0 ? (unsigned short)ARG : (unsigned int)ARG, form, width, precision);\n\
                 \x20     else {UNFIT}\n"
            ),
            Passed::LongLong => format!(
                "      if (({is_long}) && ({signed} || {unsigned})) {put} ARG, form, width, precision);\n      else {UNFIT}\n"
            ),
            Passed::Double | Passed::LongDouble => {
                let length = if passed == Passed::Double { "length < 2" } else { "length == 2" };
                let mark = if passed == Passed::Double { "form" } else { "form | 16384" };
                format!(
                    "      if ({length} && (kind == 'f' || kind == 'F' || kind == 'e' || kind == 'E' || kind == 'g' || kind == 'G' \
                     || kind == 'a' || kind == 'A')) n += __fs_put_float(STREAM, ARG, {mark}, width, precision);\n      else {UNFIT}\n"
                )
            }
            Passed::Pointer => format!(
                "      if (kind == 's' && length == 0) {{\n\
                 \x20       __fs_require(ARG != 0, \"`%s` is given a null pointer\");\n\
                 \x20       n += __fs_put_text(STREAM, (const char *)ARG, form & 256, width, precision);\n\
                 \x20     }} else if (kind == 'p') {put} (unsigned long)ARG, form, width, precision);\n\
                 \x20     else if (kind == 'n' && length == 0) *(int *)ARG = n;\n\
                 \x20     else {UNFIT}\n"
            ),
        }
    }
}

/// The function that reads a format and prints what it says.
fn text_by_value(family: &Family, parameters: &[String], taking: &Taking) -> String {
    let stream = match (family.stream, family.target) {
        (Some(_), _) => "stream",
        (None, Some(_)) => "(void *)1",
        (None, None) => "0",
    };
    let mut text =
        format!("{PROTOTYPES}void *malloc(__SIZE_TYPE__); int __fs_format({}) {{\n", parameters.join(", "));
    if family.stream.is_some() {
        text.push_str("  __fs_require(stream != 0, \"the stream is null\");\n");
        text.push_str("  __fs_require(__fs_is_open(stream), \"the stream is closed\");\n");
    }
    if family.target.is_some() {
        text.push_str("  __fs_clear_notes();\n");
    }
    text.push_str("  int n = 0, next = 0;\n  for (int i = 0; format[i]; i++) {\n");
    text.push_str("    if (format[i] != '%') {\n      __fs_put(STREAM, format[i]);\n      n++;\n");
    text.push_str("      continue;\n    }\n");
    text.push_str(&CONVERSION.replace("STAR", &taking.amount));
    text.push_str(&taking.print);
    text.push_str("  }\n");
    match (family.target, family.limit) {
        (Some(_), Some(_)) => {
            text.push_str("  for (int i = 0; i < limit; i++) {\n    target[i] = i < n && i + 1 < limit ? __fs_noted(i) : 0;\n");
            text.push_str("    if (i == n) break;\n  }\n");
        }
        (Some(_), None) => {
            if family.allocates() {
                text.push_str(
                    "  char *target = malloc(n + 1);\n  if (!target) return -1;\n  *result = target;\n",
                );
            }
            text.push_str("  for (int i = 0; i < n; i++) target[i] = __fs_noted(i);\n  target[n] = 0;\n");
        }
        _ => {}
    }
    text.push_str("  return n;\n}\n");
    text.replace("STREAM", stream)
}

/// Takes an argument for an amount.
fn star(kinds: &[(usize, Passed)]) -> String {
    let mut text = "switch (next++) {\n".to_owned();
    for (position, (idx, _)) in kinds.iter().enumerate().filter(|(_, (_, passed))| *passed == Passed::Int) {
        let _ = writeln!(text, "      case {position}: taken = a{idx}; break;");
    }
    text.push_str(
        "      default:\n        __fs_require(0, \"`*` needs an int\");\n        __fs_unknown(0);\n      }",
    );
    text
}
