//! Outputs compared byte by byte: exactly, or without white space at the ends of lines.

use super::fault::{Fault, Kind};

/// The bytes that an output has to have, and where each stands in the expected text.
#[derive(Debug, Clone)]
pub(super) struct Bytes {
    /// Without what does not count.
    bytes: Vec<u8>,
    /// The place of each of `bytes`, and of their end.
    places: Vec<usize>,
    white_space_counts: bool,
}

/// How much of it was written.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Reached {
    /// The number of bytes that were.
    matched: usize,
}

/// What `isspace` takes for white space in the C locale.
pub(super) fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0b
}

/// White space within a line.
pub(super) fn is_blank(byte: u8) -> bool {
    is_space(byte) && byte != b'\n'
}

impl Bytes {
    pub(super) fn exact(expected: &[u8]) -> Self {
        let places = (0..=expected.len()).collect();
        Self { bytes: expected.to_vec(), places, white_space_counts: true }
    }

    pub(super) fn without_trailing_space(expected: &[u8]) -> Self {
        let mut bytes = Vec::new();
        let mut places = Vec::new();
        for (place, &byte) in expected.iter().enumerate() {
            if byte == b'\n' {
                drop_while(&mut bytes, &mut places, is_blank);
            }
            bytes.push(byte);
            places.push(place);
        }
        drop_while(&mut bytes, &mut places, is_space);
        places.push(places.last().map_or(0, |last| last + 1));
        Self { bytes, places, white_space_counts: false }
    }

    /// Takes the next byte, number `position` of the output.
    pub(super) fn feed(&self, reached: &mut Reached, position: usize, byte: u8) -> Option<Fault> {
        let next = self.bytes.get(reached.matched).copied();
        if next == Some(byte) {
            reached.matched += 1;
            return None;
        }
        let overlooked = match next {
            _ if self.white_space_counts => false,
            // Within a line white space can only be overlooked where the line is to end: `next` is no blank there, for
            // what is expected has none before a line end.
            Some(b'\n') => is_blank(byte),
            Some(_) => false,
            None => is_space(byte),
        };
        (!overlooked).then(|| {
            let kind = if next.is_none() { Kind::Extra } else { Kind::Different };
            Fault { kind, got: position, expected: Some(self.place(*reached)) }
        })
    }

    /// Ends the output after `length` bytes.
    pub(super) fn finish(&self, reached: Reached, length: usize) -> Option<Fault> {
        let missing = reached.matched < self.bytes.len();
        missing.then(|| Fault { kind: Kind::Missing, got: length, expected: Some(self.place(reached)) })
    }

    /// The place in the expected text of what is to come.
    pub(super) fn place(&self, reached: Reached) -> usize {
        self.places[reached.matched]
    }
}

fn drop_while(bytes: &mut Vec<u8>, places: &mut Vec<usize>, drop: impl Fn(u8) -> bool) {
    while bytes.last().is_some_and(|&it| drop(it)) {
        bytes.pop();
        places.pop();
    }
}
