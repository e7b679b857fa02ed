//! Formats of `printf` and `scanf`: texts, and conversions that say what the arguments are.

use super::types::{FloatKind, IntKind, Type, Types};

/// A part of a format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece {
    /// Characters that stand for themselves.
    Text(Vec<u32>),
    Conversion(Conversion),
}

/// A number in a conversion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Amount {
    None,
    Fixed(u64),
    /// The next argument says it.
    Argument,
    /// The argument of a number says it, from one on.
    Numbered(usize),
}

/// Which of the types of a kind an argument has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Length {
    None,
    Char,
    Short,
    Long,
    LongLong,
    Size,
    LongDouble,
}

/// What is done with an argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Conversion {
    pub flags: Vec<char>,
    /// In formats for reading: nothing is stored.
    pub is_suppressed: bool,
    pub width: Amount,
    pub precision: Amount,
    pub length: Length,
    /// The letter; `[` stands for a set of characters.
    pub kind: char,
    /// The set, if it is one.
    pub set: Option<Set>,
    /// The number of the argument, from one on, where the format says it.
    pub number: Option<usize>,
    /// In formats for reading: what is known of the first character.
    pub first: First,
}

/// What the format in front of a conversion for reading says of the first character that it takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum First {
    /// Nothing.
    #[default]
    Any,
    /// White space was skipped.
    NoSpace,
    /// It has ended another conversion.
    HasEnded,
}

/// A set of characters.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Set {
    /// Whether it is what the ranges leave out.
    pub is_negated: bool,
    /// First and last characters.
    pub ranges: Vec<(u32, u32)>,
}

impl Conversion {
    pub(super) fn has_flag(&self, flag: char) -> bool {
        self.flags.contains(&flag)
    }

    /// How it is written, without flags and amounts.
    pub(super) fn text(&self) -> String {
        let length = match self.length {
            Length::None => "",
            Length::Char => "hh",
            Length::Short => "h",
            Length::Long => "l",
            Length::LongLong => "ll",
            Length::Size => "z",
            Length::LongDouble => "L",
        };
        format!("%{length}{}", self.kind)
    }

    /// Whether the argument is a number without a fraction, and whether that is signed.
    pub(super) fn integer(&self) -> Option<bool> {
        match self.kind {
            'd' | 'i' => Some(true),
            'u' | 'o' | 'x' | 'X' => Some(false),
            _ => None,
        }
    }

    /// In formats for reading: whether any number of characters is stored, and not one value.
    pub(super) fn reads_text(&self) -> bool {
        matches!(self.kind, 's' | 'S' | '[') || (self.kind == 'c' && self.width != Amount::None)
    }

    /// Whether the argument is a `long double`, if it is a floating-point number: `%Lf`, and in the GNU C library `%llf`.
    pub(super) fn is_extended(&self) -> bool {
        matches!(self.length, Length::LongDouble | Length::LongLong)
    }

    /// Whether the argument is a string of wide characters.
    pub(super) fn is_wide(&self) -> bool {
        self.kind == 'S' || self.kind == 'C' || self.length == Length::Long
    }
}

impl Conversion {
    /// Whether a place of a type can hold what the conversion reads.
    pub(super) fn fits(&self, types: &Types, ty: &Type) -> bool {
        let long = types.size(&Type::Int(IntKind::Long)).unwrap_or(4);
        let size = match (self.kind, self.length) {
            ('d' | 'i' | 'u' | 'o' | 'x' | 'X' | 'n', length) => match length {
                Length::Char => 1,
                Length::Short => 2,
                Length::None => 4,
                Length::Long | Length::Size => long,
                Length::LongLong | Length::LongDouble => 8,
            },
            ('c' | 's' | '[', Length::None) => 1,
            ('c' | 's' | '[' | 'C' | 'S', _) => 4,
            ('p', _) => return ty.is_pointer(),
            (_, Length::None) => return *ty == Type::Float(FloatKind::Float),
            (_, Length::Long) => return *ty == Type::Float(FloatKind::Double),
            (_, Length::LongDouble | Length::LongLong) => return *ty == Type::Float(FloatKind::LongDouble),
            _ => return false,
        };
        ty.is_void() || (ty.is_integer() && types.size(ty) == Some(size))
    }
}

/// The flag of a conversion for reading that allocates what it stores.
pub(super) const ALLOCATES: char = 'm';

/// The parts of a format for printing, or none where it cannot be followed.
pub(super) fn for_printing(format: &[u32]) -> Option<Vec<Piece>> {
    Parser { rest: format, reads: false }.pieces()
}

/// The parts of a format for reading, or none where it cannot be followed.
pub(super) fn for_reading(format: &[u32]) -> Option<Vec<Piece>> {
    Parser { rest: format, reads: true }.pieces()
}

/// The conversions of a format for reading that store something, each where one of the arguments points to.
pub(super) fn stored(pieces: &[Piece]) -> Vec<Conversion> {
    let mut first = First::Any;
    let mut stored = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Text(text) => {
                let ends_in_space = text.last().is_some_and(|ch| is_white_space(*ch));
                first = if ends_in_space { First::NoSpace } else { First::Any };
            }
            Piece::Conversion(conversion) => {
                if !conversion.is_suppressed {
                    stored.push(Conversion { first, ..conversion.clone() });
                }
                first = match conversion.kind {
                    'n' => first,
                    'c' | 'C' => First::Any,
                    _ => First::HasEnded,
                };
            }
        }
    }
    stored
}

/// What `isspace` says of in the locale `C`.
pub(super) const WHITE_SPACE: [(u32, u32); 2] = [(9, 13), (32, 32)];

pub(super) fn is_white_space(ch: u32) -> bool {
    WHITE_SPACE.iter().any(|(first, last)| (first..=last).contains(&&ch))
}

struct Parser<'a> {
    rest: &'a [u32],
    reads: bool,
}

impl Parser<'_> {
    fn pieces(mut self) -> Option<Vec<Piece>> {
        let mut pieces = Vec::new();
        let mut text = Vec::new();
        while let Some(ch) = self.next() {
            if ch != '%' {
                text.push(u32::from(ch));
                continue;
            }
            if self.peek() == Some('%') {
                self.next();
                // Reading skips white space in front of it.
                if self.reads {
                    text.push(' '.into());
                }
                text.push('%'.into());
                continue;
            }
            if !text.is_empty() {
                pieces.push(Piece::Text(std::mem::take(&mut text)));
            }
            pieces.push(Piece::Conversion(self.conversion()?));
        }
        if !text.is_empty() {
            pieces.push(Piece::Text(text));
        }
        Some(pieces)
    }

    fn peek(&self) -> Option<char> {
        self.rest.first().map(|ch| char::from_u32(*ch).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn next(&mut self) -> Option<char> {
        let ch = self.peek()?;
        self.rest = &self.rest[1..];
        Some(ch)
    }

    fn takes(&mut self, wanted: char) -> bool {
        let is_there = self.peek() == Some(wanted);
        if is_there {
            self.next();
        }
        is_there
    }

    fn conversion(&mut self) -> Option<Conversion> {
        let mut flags = Vec::new();
        let number = if self.reads { None } else { self.argument_number() };
        let is_suppressed = self.reads && self.takes('*');
        while let Some(flag) = self.peek().filter(|flag| !self.reads && "-+ #0'I".contains(*flag)) {
            flags.push(flag);
            self.next();
        }
        let width = self.amount();
        let precision = if !self.reads && self.takes('.') {
            match self.amount() {
                Amount::None => Amount::Fixed(0),
                amount => amount,
            }
        } else {
            Amount::None
        };
        if self.reads && self.takes(ALLOCATES) {
            flags.push(ALLOCATES);
        }
        let length = self.length();
        let kind = self.next()?;
        let set = if self.reads && kind == '[' { Some(self.set()?) } else { None };
        let known = if self.reads { "diuoxXfFeEgGaAcspn[CS" } else { "diuoxXfFeEgGaAcspnCSm" };
        let first = First::Any;
        let conversion =
            Conversion { flags, is_suppressed, width, precision, length, kind, set, number, first };
        known.contains(kind).then_some(conversion)
    }

    /// Digits and a dollar sign, which say which argument it is.
    fn argument_number(&mut self) -> Option<usize> {
        let digits = self.rest.iter().take_while(|ch| (48..58).contains(*ch)).count();
        if digits == 0 || self.rest.get(digits) != Some(&u32::from('$')) {
            return None;
        }
        let (number, rest) = self.rest.split_at(digits);
        self.rest = &rest[1..];
        let number: String = number.iter().filter_map(|ch| char::from_u32(*ch)).collect();
        number.parse().ok().filter(|number| *number > 0)
    }

    fn amount(&mut self) -> Amount {
        if !self.reads && self.takes('*') {
            return self.argument_number().map_or(Amount::Argument, Amount::Numbered);
        }
        let mut number = None;
        while let Some(digit) = self.peek().and_then(|ch| ch.to_digit(10)) {
            number = Some(number.unwrap_or(0u64).saturating_mul(10).saturating_add(digit.into()));
            self.next();
        }
        number.map_or(Amount::None, Amount::Fixed)
    }

    fn length(&mut self) -> Length {
        match self.peek() {
            Some('h') => {
                self.next();
                if self.takes('h') { Length::Char } else { Length::Short }
            }
            Some('l') => {
                self.next();
                if self.takes('l') { Length::LongLong } else { Length::Long }
            }
            Some('q' | 'j') => {
                self.next();
                Length::LongLong
            }
            Some('z' | 't' | 'Z') => {
                self.next();
                Length::Size
            }
            Some('L') => {
                self.next();
                Length::LongDouble
            }
            _ => Length::None,
        }
    }

    /// The rest of a set of characters.
    fn set(&mut self) -> Option<Set> {
        let is_negated = self.takes('^');
        let mut chars: Vec<u32> = Vec::new();
        loop {
            let ch = self.next()?;
            if ch == ']' && !chars.is_empty() {
                break;
            }
            chars.push(ch.into());
        }
        // As glibc has it: `-` stands for what lies between the characters around it, unless that runs backwards.
        let range = |(at, ch): (usize, &u32)| {
            let before = at.checked_sub(1).map(|at| chars[at]);
            match (before, chars.get(at + 1)) {
                (Some(before), Some(next)) if *ch == '-'.into() && before <= *next => (before, *next),
                _ => (*ch, *ch),
            }
        };
        Some(Set { is_negated, ranges: chars.iter().enumerate().map(range).collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chars(text: &str) -> Vec<u32> {
        text.chars().map(u32::from).collect()
    }

    fn conversions(pieces: &[Piece]) -> Vec<String> {
        let text = |piece: &Piece| match piece {
            Piece::Text(text) => {
                format!("'{}'", text.iter().filter_map(|ch| char::from_u32(*ch)).collect::<String>())
            }
            Piece::Conversion(it) => {
                format!("{} {:?} {:?} {:?}", it.text(), it.flags, it.width, it.precision)
            }
        };
        pieces.iter().map(text).collect()
    }

    #[test]
    fn formats_are_texts_and_conversions() {
        let pieces = for_printing(&chars("a%%b%-5.*ld%hhx%s!")).unwrap();
        assert_eq!(
            conversions(&pieces),
            ["'a%b'", "%ld ['-'] Fixed(5) Argument", "%hhx [] None None", "%s [] None None", "'!'"]
        );
        assert!(matches!(
            for_printing(&chars("%2$*1$d")).unwrap().as_slice(),
            [Piece::Conversion(it)] if it.number == Some(2) && it.width == Amount::Numbered(1)
        ));
        assert_eq!(for_printing(&chars("100%")), None);
    }

    #[test]
    fn formats_for_reading_have_sets_and_skip() {
        let pieces = for_reading(&chars("%*d %9[^]a]%5c")).unwrap();
        let [Piece::Conversion(skipped), Piece::Text(_), Piece::Conversion(set), Piece::Conversion(cell)] =
            pieces.as_slice()
        else {
            panic!("{pieces:?}")
        };
        assert!(skipped.is_suppressed && skipped.kind == 'd');
        assert_eq!((set.kind, set.width), ('[', Amount::Fixed(9)));
        let ranges = vec![(u32::from(']'), u32::from(']')), (u32::from('a'), u32::from('a'))];
        assert_eq!(set.set, Some(Set { is_negated: true, ranges }));
        assert_eq!((cell.kind, cell.width), ('c', Amount::Fixed(5)));
    }
}
