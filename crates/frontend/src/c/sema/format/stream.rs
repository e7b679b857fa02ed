//! Printing to a stream of an environment that is given.

use std::fmt::Write;

use super::writer::{Amounts, FormatWriter, narrowing, need, printing, requirement};
use crate::c::format::Conversion;

/// Prototypes of what the functions call.
const PROTOTYPES: &str = "int __fs_put(const void *, int); \
    int __fs_put_integer(const void *, long long, int, int, int); \
    int __fs_put_float(const void *, long double, int, int, int); \
    int __fs_put_text(const void *, const char *, int, int, int); \
    int __fs_put_wide_text(const void *, const __WCHAR_TYPE__ *, int, int, int); \
    int __fs_put_character(const void *, int, int, int); \
    int __fs_unknown(int); ";

/// Writes the function for a format that is printed to a stream.
pub(super) struct StreamWriter {
    stream: &'static str,
    parameters: Vec<String>,
    requirements: String,
    prints: String,
}

impl StreamWriter {
    /// For a stream, as C.
    pub(super) fn new(stream: &'static str) -> StreamWriter {
        StreamWriter { stream, parameters: Vec::new(), requirements: String::new(), prints: String::new() }
    }

    fn print(&mut self, function: &str, arguments: &str) {
        let _ = writeln!(self.prints, "  n += {function}({}, {arguments});", self.stream);
    }
}

impl FormatWriter for StreamWriter {
    fn parameter(&mut self, declaration: String) {
        self.parameters.push(declaration);
    }

    fn require(&mut self, condition: &str, wrong: &str) {
        let _ = writeln!(self.requirements, "  {}", requirement(condition, wrong));
    }

    fn need(&mut self, condition: &str, wrong: &str) {
        let _ = writeln!(self.requirements, "  {}", need(condition, wrong));
    }

    fn text(&mut self, text: &[u32]) {
        for ch in text {
            let _ = writeln!(self.prints, "  __fs_put({}, {ch});", self.stream);
        }
        let _ = writeln!(self.prints, "  n += {};", text.len());
    }

    fn open(&mut self, _least: &str, _most: &str) {
        self.prints.push_str("  __fs_unknown(0);\n");
    }

    fn string(&mut self, idx: usize, conversion: &Conversion, is_literal: bool, amounts: Amounts) {
        if !is_literal {
            self.require(
                &format!("a{idx} != 0"),
                &format!("`{}` is given a null pointer", conversion.text()),
            );
        }
        let is_left = u8::from(conversion.has_flag('-'));
        let (width, precision) = amounts;
        let width = width.unwrap_or_else(|| "0".to_owned());
        let precision = precision.unwrap_or_else(|| "-1".to_owned());
        let (function, ty) = match conversion.is_wide() {
            true => ("__fs_put_wide_text", "__WCHAR_TYPE__"),
            false => ("__fs_put_text", "char"),
        };
        self.print(function, &format!("(const {ty} *)a{idx}, {is_left}, {width}, {precision}"));
    }

    fn character(&mut self, idx: usize, conversion: &Conversion, width: Option<String>) {
        let is_left = u8::from(conversion.has_flag('-'));
        let width = width.unwrap_or_else(|| "0".to_owned());
        if conversion.is_wide() {
            let _ = writeln!(self.prints, "  if (a{idx} < 0 || a{idx} > 127) __fs_unknown(0);");
        }
        self.print("__fs_put_character", &format!("a{idx}, {is_left}, {width}"));
    }

    fn count(&mut self, idx: usize) {
        let _ = writeln!(self.prints, "  *a{idx} = n;");
    }

    fn number(&mut self, idx: usize, conversion: &Conversion, is_long: bool, amounts: Amounts) {
        let number = format!("{}a{idx}", narrowing(conversion, is_long));
        self.print("__fs_put_integer", &format!("{number}, {}", printing(conversion, &amounts)));
    }

    fn float(&mut self, idx: usize, conversion: &Conversion, amounts: Amounts) {
        self.print("__fs_put_float", &format!("a{idx}, {}", printing(conversion, &amounts)));
    }

    fn pointer(&mut self, idx: usize, conversion: &Conversion, amounts: Amounts) {
        let number = format!("(unsigned long)a{idx}");
        self.print("__fs_put_integer", &format!("{number}, {}", printing(conversion, &amounts)));
    }

    fn finish(&self) -> Option<String> {
        let parameters = match self.parameters.is_empty() {
            true => "void".to_owned(),
            false => self.parameters.join(", "),
        };
        let Self { requirements, prints, .. } = self;
        Some(format!(
            "{PROTOTYPES}int __fs_format({parameters}) {{\n{requirements}  int n = 0;\n{prints}  return n;\n}}\n"
        ))
    }
}
