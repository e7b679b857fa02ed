//! Random literals: integers of all bases and suffixes, characters, strings with all escapes and prefixes, floating-point numbers.

use super::{Asking, Piece};
use crate::random::Random;

const HELPERS: &str = "\
static unsigned long long bits_f(float x) { union { float x; unsigned u; } v; v.x = x; return v.u; }
static unsigned long long bits_d(double x) { union { double x; unsigned long long u; } v; v.x = x; return v.u; }
static unsigned long long low_l(long double x) {
  union { long double x; unsigned long long u[2]; } v; v.x = x; return v.u[0];
}
static unsigned long long high_l(long double x) {
  union { long double x; unsigned long long u[2]; } v; v.x = x; return v.u[1] & 0xffff;
}
int main(void) {";

const TYPE_OF: &str = "char: 1, int: 2, unsigned: 3, long: 4, unsigned long: 5, long long: 6, unsigned long long: 7, \
                       unsigned short: 8, __int128: 9, unsigned __int128: 10, float: 11, double: 12, long double: 13, default: 0";

/// The program of a seed.
pub fn literals(seed: u64) -> Asking {
    let mut literals = Literals { random: Random::new(seed) };
    let mut pieces = vec![Piece::Text(HELPERS.to_owned())];
    for _ in 0..30 {
        literals.ask(&mut pieces);
    }
    pieces.push(Piece::Text("  return 0;\n}".to_owned()));
    Asking { files: vec![pieces] }
}

struct Literals {
    random: Random,
}

impl Literals {
    fn ask(&mut self, pieces: &mut Vec<Piece>) {
        let mut ask = |asked: String| pieces.push(Piece::Ask(asked));
        match self.random.below(5) {
            0 => {
                let literal = self.integer();
                ask(format!("_Generic(({literal}), {TYPE_OF})"));
                ask(literal);
            }
            1 => {
                let literal = self.character();
                ask(format!("_Generic(({literal}), {TYPE_OF})"));
                ask(literal);
            }
            2 | 3 => {
                let (literal, n_most) = self.string();
                ask(format!("sizeof({literal})"));
                ask(format!("sizeof(({literal})[0])"));
                ask(format!("_Generic(({literal})[0], {TYPE_OF})"));
                for idx in 0..n_most {
                    let last = format!("sizeof({literal}) / sizeof(({literal})[0])");
                    ask(format!("{idx} < {last} ? ({literal})[{idx} < {last} ? {idx} : 0] : 0"));
                }
            }
            _ => {
                let literal = self.float();
                ask(format!("_Generic(({literal}), {TYPE_OF})"));
                for bits in ["bits_f", "bits_d", "low_l", "high_l"] {
                    ask(format!("{bits}({literal})"));
                }
            }
        }
    }

    fn digits(&mut self, digits: &str, most: usize) -> String {
        let digits: Vec<char> = digits.chars().collect();
        (0..=self.random.below(most)).map(|_| self.random.pick(&digits)).collect()
    }

    fn integer(&mut self) -> String {
        const EDGES: [u64; 12] = [
            0,
            1,
            127,
            255,
            65535,
            0x7fff_ffff,
            0x8000_0000,
            0xffff_ffff,
            0x1_0000_0000,
            0x7fff_ffff_ffff_ffff,
            0x8000_0000_0000_0000,
            u64::MAX,
        ];
        let number = match self.random.percent(50) {
            true => self.random.pick(&EDGES),
            false => self.random.bits() >> self.random.below(64),
        };
        let suffix = self.random.pick(&[
            "", "", "", "u", "U", "l", "L", "ul", "LU", "Lu", "ll", "LL", "ull", "LLU", "llu", "uLL",
        ]);
        let digits = match self.random.below(5) {
            0 => format!("{number:#x}"),
            1 => format!("{number:#X}").replace("0X", "0x"),
            2 => format!("0{number:o}"),
            3 => format!("{number:#b}"),
            _ => format!("{number}"),
        };
        let digits = if self.random.percent(30) { digits.replace("0x", "0X") } else { digits };
        digits + suffix
    }

    /// One character or escape of a literal in these quotes; numbers that fit into so many bits.
    fn unit(&mut self, quote: char, bits: u32) -> String {
        match self.random.below(9) {
            0 => {
                let first = if bits == 8 { "0123" } else { "01234567" };
                let rest = self.random.below(3);
                let mut digits = self.digits(first, 1);
                digits.extend((0..rest).map(|_| self.random.pick(&['0', '1', '7', '5'])));
                format!("\\{digits}")
            }
            // Three digits, and one behind them that is none of the escape.
            1 => format!(
                "\\1{}{}",
                self.digits("01234567", 1).repeat(2),
                self.random.pick(&['8', '9', '7', '0'])
            ),
            2 => {
                let n_digits = 1 + self.random.below((bits / 4) as usize);
                let digits: String =
                    (0..n_digits).map(|_| self.random.pick(&['0', '1', '9', 'a', 'F', '7'])).collect();
                format!("\\x{digits}")
            }
            3 => {
                self.random.pick(&["\\n", "\\t", "\\a", "\\b", "\\v", "\\f", "\\r", "\\e", "\\E"]).to_owned()
            }
            4 => self.random.pick(&["\\\\", "\\'", "\\\"", "\\?", "\\0"]).to_owned(),
            5 if quote == '"' => {
                self.random.pick(&["\\u00e9", "\\u20ac", "\\U0001F600", "é", "€", "😀"]).to_owned()
            }
            5 if bits == 32 => self.random.pick(&["\\u00e9", "\\u20ac", "\\U0001F600", "é", "€"]).to_owned(),
            _ => self.random.pick(&["a", "Z", "0", "9", " ", "~", "8", "?", "/", "%"]).to_owned(),
        }
    }

    fn character(&mut self) -> String {
        let (prefix, bits) = self.random.pick(&[("", 8), ("", 8), ("L", 32), ("u", 16), ("U", 32)]);
        let n_units = if prefix.is_empty() && self.random.percent(25) { 2 + self.random.below(3) } else { 1 };
        // An escape of three digits and a digit behind it are two characters.
        let is_single = |unit: &String| !(unit.starts_with("\\1") && unit.len() == 5);
        let mut units = String::new();
        for _ in 0..n_units {
            let unit = loop {
                let unit = self.unit('\'', bits);
                if prefix.is_empty() || is_single(&unit) {
                    break unit;
                }
            };
            units += &unit;
        }
        format!("{prefix}'{units}'")
    }

    /// A string, and how many elements are asked for.
    fn string(&mut self) -> (String, usize) {
        let (prefix, bits) =
            self.random.pick(&[("", 8), ("", 8), ("u8", 8), ("L", 32), ("u", 16), ("U", 32)]);
        let n_parts = 1 + self.random.below(3);
        let mut text = String::new();
        for idx in 0..n_parts {
            let n_units = self.random.below(4);
            // One prefix at most; the part without one takes it from the others.
            let is_prefixed = idx == 0 || self.random.percent(50);
            let units: String = (0..n_units).map(|_| self.unit('"', bits)).collect();
            text += &format!("{}\"{units}\" ", if is_prefixed { prefix } else { "" });
        }
        (text.trim_end().to_owned(), 12)
    }

    fn float(&mut self) -> String {
        let suffix = self.random.pick(&["", "", "f", "F", "l", "L"]);
        let sign = self.random.pick(&["", "+", "-"]);
        if self.random.percent(40) {
            let whole = self.digits("0123456789abcdefABCDEF", 8);
            let part = self.digits("0123456789abcdef", 10);
            let most = if self.random.percent(30) { 1100 } else { 30 };
            let exponent = self.random.below(most);
            let point = self.random.pick(&[
                format!("{whole}.{part}"),
                format!("{whole}."),
                format!(".{part}"),
                whole,
            ]);
            return format!("0x{point}p{sign}{exponent}{suffix}");
        }
        let whole = self.digits("0123456789", 12);
        let part = self.digits("0123456789", 20);
        let most = if self.random.percent(30) { 330 } else { 25 };
        let exponent = self.random.below(most);
        match self.random.below(4) {
            0 => format!("{whole}.{part}{suffix}"),
            1 => format!("{whole}.e{sign}{exponent}{suffix}"),
            2 => format!(".{part}E{sign}{exponent}{suffix}"),
            _ => format!("{whole}e{sign}{exponent}{suffix}"),
        }
    }
}
