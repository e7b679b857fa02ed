//! Outputs compared word by word, numbers by their value.
//!
//! A number is `-3`, `2.50`, `.5`, `1e-7`: digits, perhaps with a fraction, an exponent and a sign, that do not continue
//! a name (`x1`). It may stand within other text (`x=2.50,`). White space within a line separates, and how much of it
//! there is does not count, for it depends on how wide a number is; at the ends of a line, and of the output, it does
//! not count at all.

use super::bytes::{is_blank, is_space};
use super::fault::{Fault, Kind};

/// By how much a number may differ from the expected one. It is close enough where one of both says so.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tolerance {
    /// The difference itself.
    pub absolute: f64,
    /// The difference, in parts of the expected number.
    pub relative: f64,
}

impl Tolerance {
    /// Whether one number may stand for another.
    fn allows(&self, expected: &[u8], got: &[u8]) -> bool {
        if expected == got {
            return true;
        }
        let (Ok(expected), Ok(got)) = (str::from_utf8(expected), str::from_utf8(got)) else { return false };
        // Whole numbers are compared as such: above 2^53 not every one is a floating-point number.
        if let (Ok(a), Ok(b)) = (expected.parse::<i128>(), got.parse::<i128>()) {
            let difference = a.abs_diff(b);
            return difference == 0 || self.covers(difference as f64, a as f64);
        }
        let (Ok(a), Ok(b)) = (expected.parse::<f64>(), got.parse::<f64>()) else { return false };
        a == b || self.covers((a - b).abs(), a)
    }

    fn covers(&self, difference: f64, expected: f64) -> bool {
        difference <= self.absolute || difference <= self.relative * expected.abs()
    }
}

/// A part of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unit {
    /// A byte of a word that is in no number.
    Byte(u8),
    Number,
    /// White space between words, however much.
    Blank,
    LineEnd,
}

/// A part of a text, and where it stands.
#[derive(Debug, Clone)]
struct Piece {
    unit: Unit,
    start: usize,
    /// The number.
    text: Vec<u8>,
}

/// What an output has to consist of.
#[derive(Debug, Clone)]
pub(super) struct Numbers {
    pieces: Vec<Piece>,
    /// The end of the last piece in the expected text.
    end: usize,
    tolerance: Tolerance,
}

/// How much of it was written.
#[derive(Debug, Clone, Default)]
pub(super) struct Reached {
    /// The number of pieces that were.
    matched: usize,
    /// Whether the last piece was white space that may belong to the end of a line.
    after_blank: bool,
    scanner: Scanner,
}

impl Numbers {
    pub(super) fn new(expected: &[u8], tolerance: Tolerance) -> Self {
        let mut scanner = Scanner::default();
        let mut scanned = Vec::new();
        for &byte in expected {
            scanner.feed(byte, &mut scanned);
        }
        scanner.finish(&mut scanned);
        let pieces = counted(scanned);
        let end = pieces.last().map_or(0, |last| last.start + last.text.len().max(1));
        Self { pieces, end, tolerance }
    }

    /// Takes the next byte. A number is judged when it has ended.
    pub(super) fn feed(&self, reached: &mut Reached, byte: u8) -> Option<Fault> {
        let mut scanned = Vec::new();
        reached.scanner.feed(byte, &mut scanned);
        scanned.into_iter().find_map(|piece| self.take(reached, &piece))
    }

    /// Ends the output after `length` bytes.
    pub(super) fn finish(&self, reached: &Reached, length: usize) -> Option<Fault> {
        let mut reached = reached.clone();
        let mut scanned = Vec::new();
        reached.scanner.finish(&mut scanned);
        if let Some(fault) = scanned.into_iter().find_map(|piece| self.take(&mut reached, &piece)) {
            return Some(fault);
        }
        let missing = reached.matched < self.pieces.len();
        missing.then(|| Fault { kind: Kind::Missing, got: length, expected: Some(self.place(&reached)) })
    }

    /// The place in the expected text of what is to come, apart from a number that has not ended.
    pub(super) fn place(&self, reached: &Reached) -> usize {
        self.pieces.get(reached.matched).map_or(self.end, |it| it.start)
    }

    fn take(&self, reached: &mut Reached, piece: &Piece) -> Option<Fault> {
        let next = self.pieces.get(reached.matched);
        let at_line_start = reached.matched == 0 || self.pieces[reached.matched - 1].unit == Unit::LineEnd;
        let after_blank = std::mem::replace(&mut reached.after_blank, piece.unit == Unit::Blank);
        if next.is_some_and(|next| self.equal(next, piece)) {
            reached.matched += 1;
            return None;
        }
        let overlooked = match (piece.unit, next.map(|it| it.unit)) {
            (Unit::Blank, None | Some(Unit::LineEnd)) | (Unit::LineEnd, None) => true,
            (Unit::Blank, _) => after_blank || at_line_start,
            _ => false,
        };
        (!overlooked).then(|| {
            let kind = if next.is_none() { Kind::Extra } else { Kind::Different };
            Fault { kind, got: piece.start, expected: Some(self.place(reached)) }
        })
    }

    fn equal(&self, expected: &Piece, got: &Piece) -> bool {
        expected.unit == got.unit
            && (expected.unit != Unit::Number || self.tolerance.allows(&expected.text, &got.text))
    }
}

/// The pieces that count: without white space at the ends of lines, and lines that are empty at the end.
fn counted(scanned: Vec<Piece>) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    for piece in scanned {
        let last = pieces.last().map(|it| it.unit);
        match piece.unit {
            Unit::Blank if matches!(last, None | Some(Unit::Blank | Unit::LineEnd)) => continue,
            Unit::LineEnd if last == Some(Unit::Blank) => {
                pieces.pop();
            }
            _ => {}
        }
        pieces.push(piece);
    }
    while pieces.last().is_some_and(|it| matches!(it.unit, Unit::Blank | Unit::LineEnd)) {
        pieces.pop();
    }
    pieces
}

/// Splits a text into pieces while it comes.
#[derive(Debug, Clone, Default)]
struct Scanner {
    /// The number of bytes that came.
    position: usize,
    /// The last byte that is part of a piece.
    previous: Option<u8>,
    /// What may become a number, at the end of what came.
    pending: Vec<u8>,
    state: State,
    /// How many bytes of `pending` are one.
    accepted: usize,
}

/// What was read of a number.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum State {
    #[default]
    Start,
    Sign,
    Whole,
    Point,
    Fraction,
    Exponent,
    ExponentSign,
    ExponentDigits,
}

impl State {
    fn next(self, byte: u8) -> Option<Self> {
        match (self, byte) {
            (Self::Start, b'+' | b'-') => Some(Self::Sign),
            (Self::Start | Self::Sign | Self::Whole, b'0'..=b'9') => Some(Self::Whole),
            (Self::Start | Self::Sign | Self::Whole, b'.') => Some(Self::Point),
            (Self::Point | Self::Fraction, b'0'..=b'9') => Some(Self::Fraction),
            (Self::Whole | Self::Fraction, b'e' | b'E') => Some(Self::Exponent),
            (Self::Exponent, b'+' | b'-') => Some(Self::ExponentSign),
            (Self::Exponent | Self::ExponentSign | Self::ExponentDigits, b'0'..=b'9') => {
                Some(Self::ExponentDigits)
            }
            _ => None,
        }
    }

    /// Whether what was read is a number.
    fn accepts(self) -> bool {
        matches!(self, Self::Whole | Self::Fraction | Self::ExponentDigits)
    }
}

impl Scanner {
    fn feed(&mut self, byte: u8, pieces: &mut Vec<Piece>) {
        self.position += 1;
        self.take(byte, self.position - 1, pieces);
    }

    /// Ends the text.
    fn finish(&mut self, pieces: &mut Vec<Piece>) {
        while !self.pending.is_empty() {
            self.flush(self.position, pieces);
        }
    }

    fn take(&mut self, byte: u8, position: usize, pieces: &mut Vec<Piece>) {
        while !self.pending.is_empty() {
            if let Some(state) = self.state.next(byte) {
                self.pend(byte, state);
                return;
            }
            self.flush(position, pieces);
        }
        let continues_name =
            self.previous.is_some_and(|it| it.is_ascii_alphanumeric() || it == b'_' || it == b'.');
        match State::Start.next(byte) {
            Some(state) if !continues_name => self.pend(byte, state),
            _ => self.plain(byte, position, pieces),
        }
    }

    fn pend(&mut self, byte: u8, state: State) {
        self.pending.push(byte);
        self.state = state;
        if state.accepts() {
            self.accepted = self.pending.len();
        }
    }

    /// Makes a piece of the start of what is pending, which ends before `end`; the rest comes again.
    fn flush(&mut self, end: usize, pieces: &mut Vec<Piece>) {
        let start = end - self.pending.len();
        let pending = std::mem::take(&mut self.pending);
        let accepted = std::mem::take(&mut self.accepted);
        self.state = State::Start;
        let taken = accepted.max(1);
        if accepted == 0 {
            self.plain(pending[0], start, pieces);
        } else {
            self.previous = Some(pending[accepted - 1]);
            pieces.push(Piece { unit: Unit::Number, start, text: pending[..accepted].to_vec() });
        }
        for (idx, &byte) in pending.iter().enumerate().skip(taken) {
            self.take(byte, start + idx, pieces);
        }
    }

    fn plain(&mut self, byte: u8, start: usize, pieces: &mut Vec<Piece>) {
        self.previous = Some(byte);
        let unit = match byte {
            b'\n' => Unit::LineEnd,
            _ if is_blank(byte) => Unit::Blank,
            _ => Unit::Byte(byte),
        };
        debug_assert!(!is_space(byte) || !matches!(unit, Unit::Byte(_)), "white space is in no word");
        pieces.push(Piece { unit, start, text: Vec::new() });
    }
}
