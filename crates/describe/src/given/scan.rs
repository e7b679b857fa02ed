//! The text that a function has read by a format.

/// So long is a word that is longer than what it is read into.
pub(super) const LONG: usize = 256;

/// What a call of a function that reads by a format has read.
#[derive(Default)]
pub(super) struct Scanned {
    /// What it returned, where that is looked at.
    pub(super) result: Option<i32>,
    /// What was read, one after the other.
    pub(super) items: Vec<Item>,
}

/// What was read into one object.
pub(super) enum Item {
    /// Characters.
    Text(Vec<u8>),
    /// With its sign, and without.
    Number(i128, u128),
    /// A number of any precision.
    Float(f64),
}

/// The text that a format reads these items from.
pub(super) fn scanned(format: &[u8], read: &Scanned, mut before: Option<u8>) -> Vec<u8> {
    let wanted = read.result.map_or(read.items.len(), |it| usize::try_from(it).unwrap_or(0));
    let mut items = read.items.iter();
    let mut text: Vec<u8> = Vec::new();
    let mut at = 0;
    let mut n_read = 0;
    while let Some(&byte) = format.get(at) {
        at += 1;
        let last = text.last().copied().or(before.take());
        match byte {
            b'%' if format.get(at) == Some(&b'%') => {
                at += 1;
                text.push(b'%');
            }
            b'%' => {
                let is_skipped = format.get(at) == Some(&b'*');
                let width =
                    format[at..].iter().take_while(|it| !it.is_ascii_alphabetic() && **it != b'[').count();
                at += width;
                while format.get(at).is_some_and(|it| b"hljztLqm".contains(it)) {
                    at += 1;
                }
                let Some(&conversion) = format.get(at) else { break };
                at += 1;
                if conversion == b'[' {
                    let set = format[at..].iter().skip(2).position(|it| *it == b']');
                    at += set.map_or(format.len() - at, |it| it + 3);
                }
                if n_read >= wanted && !is_skipped {
                    // Nothing follows, or what cannot be read.
                    if read.result == Some(0) {
                        text.push(b'?');
                    }
                    return text;
                }
                let is_apart = last.is_none_or(|it| !it.is_ascii_alphanumeric());
                if !matches!(conversion, b'c' | b'[' | b'n') && !is_apart {
                    text.push(b' ');
                }
                if is_skipped {
                    text.push(b'0');
                    continue;
                }
                n_read += 1;
                match (items.next(), conversion) {
                    (Some(Item::Text(bytes)), b'c') => text.extend(bytes),
                    (Some(Item::Text(bytes)), b's' | b'[') => {
                        text.extend(bytes.iter().take_while(|it| **it != 0))
                    }
                    (Some(Item::Text(bytes)), _) => {
                        let signed = bytes.first().map_or(0, |it| i32::from(*it as i8));
                        text.extend(signed.to_string().bytes());
                    }
                    (Some(Item::Number(_, unsigned)), b'x' | b'X' | b'p') => {
                        text.extend(format!("{unsigned:x}").bytes());
                    }
                    (Some(Item::Number(_, unsigned)), b'o') => text.extend(format!("{unsigned:o}").bytes()),
                    (Some(Item::Number(_, unsigned)), b'u') => text.extend(unsigned.to_string().bytes()),
                    (Some(Item::Number(signed, _)), _) => text.extend(signed.to_string().bytes()),
                    (Some(Item::Float(number)), _) => text.extend(float(*number).bytes()),
                    (None, _) => text.push(b'0'),
                }
            }
            _ if byte.is_ascii_whitespace() => text.push(byte),
            _ => text.push(byte),
        }
    }
    // What comes next is another word.
    if text.last().is_some_and(|it| it.is_ascii_alphanumeric()) {
        text.push(b'\n');
    }
    text
}

/// A number that reads back as the same.
fn float(number: f64) -> String {
    if number.is_nan() {
        "nan".to_owned()
    } else if number.is_infinite() {
        if number < 0.0 { "-inf".to_owned() } else { "inf".to_owned() }
    } else {
        format!("{number:e}")
    }
}
