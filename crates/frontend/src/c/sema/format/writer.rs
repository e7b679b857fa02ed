//! What writes the function for a format, as C.

use crate::c::format::{Conversion, Length};

/// Width and precision, as C over the parameters of the function.
pub(super) type Amounts = (Option<String>, Option<String>);

/// Writes the function for a format, piece by piece.
pub(super) trait FormatWriter {
    /// Adds a parameter, as C declares it. Those for arguments are called `a` and their number.
    fn parameter(&mut self, declaration: String);

    /// Asks for a condition.
    fn require(&mut self, condition: &str, wrong: &str);

    /// Asks for a condition without which the execution does not go on.
    fn need(&mut self, condition: &str, wrong: &str);

    /// Says that the format is not used as it must be.
    fn misuse(&mut self, wrong: &str) {
        self.require("0", wrong);
    }

    /// Prints characters.
    fn text(&mut self, text: &[u32]);

    /// Prints something that is not followed, of which the least and the most characters are known, as C.
    fn open(&mut self, least: &str, most: &str);

    /// Prints a string.
    fn string(&mut self, idx: usize, conversion: &Conversion, is_literal: bool, amounts: Amounts);

    /// Prints a character.
    fn character(&mut self, idx: usize, conversion: &Conversion, width: Option<String>);

    /// Stores the number of characters so far.
    fn count(&mut self, idx: usize);

    /// Prints an integer, of 64 bits or of 32.
    fn number(&mut self, idx: usize, conversion: &Conversion, is_long: bool, amounts: Amounts);

    /// Prints a floating-point number.
    fn float(&mut self, idx: usize, conversion: &Conversion, amounts: Amounts);

    /// Prints a pointer.
    fn pointer(&mut self, idx: usize, conversion: &Conversion, amounts: Amounts);

    /// The text of the function `__fs_format`, if it does anything.
    fn finish(&self) -> Option<String>;
}

/// A call of `__fs_require`.
pub(in crate::c::sema) fn requirement(condition: &str, wrong: &str) -> String {
    asking("__fs_require", condition, wrong)
}

/// A call of `__fs_need`.
pub(in crate::c::sema) fn need(condition: &str, wrong: &str) -> String {
    asking("__fs_need", condition, wrong)
}

fn asking(function: &str, condition: &str, wrong: &str) -> String {
    let wrong = wrong.replace('\\', "\\\\").replace('"', "\\\"");
    format!("{function}({condition}, \"{wrong}\");")
}

/// C for the number that a conversion makes of a parameter: what its length leaves of it.
pub(super) fn narrowing(conversion: &Conversion, is_long: bool) -> &'static str {
    match (conversion.length, conversion.integer() == Some(true)) {
        (Length::Char, true) => "(signed char)",
        (Length::Char, false) => "(unsigned char)",
        (Length::Short, true) => "(short)",
        (Length::Short, false) => "(unsigned short)",
        (_, true) if is_long => "(long long)",
        (_, true) => "(int)",
        (_, false) if is_long => "",
        (_, false) => "(unsigned int)",
    }
}

/// How a number is printed, for the primitives that print numbers: the letter of the conversion, and a bit for each flag and
/// for `L`.
pub(super) fn form(conversion: &Conversion) -> u32 {
    let flags = [('-', 8), ('+', 9), (' ', 10), ('#', 11), ('0', 12), ('\'', 13)];
    let flags = flags.iter().filter(|(flag, _)| conversion.has_flag(*flag));
    let is_long = u32::from(conversion.is_extended());
    flags.fold(u32::from(conversion.kind) | is_long << 14, |form, (_, bit)| form | 1 << bit)
}

/// The arguments of a primitive that prints numbers, behind the number.
pub(super) fn printing(conversion: &Conversion, (width, precision): &Amounts) -> String {
    let amount = |amount: &Option<String>, none: &str| amount.clone().unwrap_or_else(|| none.to_owned());
    format!("{}, {}, {}", form(conversion), amount(width, "0"), amount(precision, "-1"))
}
