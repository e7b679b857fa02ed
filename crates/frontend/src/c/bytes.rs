//! Source text that is not UTF-8.
//!
//! A byte that is part of no character stands in the text as a character of its own from Unicode's private area, so that string
//! literals keep it. People are shown the character that Latin-1 has for it.

/// The character for the byte zero.
const FIRST: u32 = 0xF700;

/// The text of bytes.
pub fn text_of(bytes: Vec<u8>) -> String {
    let invalid = match String::from_utf8(bytes) {
        Ok(text) => return text,
        Err(error) => error.into_bytes(),
    };
    let mut text = String::with_capacity(invalid.len());
    for chunk in invalid.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().filter_map(|byte| char::from_u32(FIRST + u32::from(*byte))));
    }
    text
}

/// The byte that a character stands for.
pub(super) fn byte_of(ch: char) -> Option<u8> {
    let byte = u32::from(ch).checked_sub(FIRST + 0x80)?;
    u8::try_from(byte + 0x80).ok()
}

/// The text as it is shown.
pub(super) fn shown(text: &str) -> String {
    text.chars().map(|ch| byte_of(ch).map_or(ch, char::from)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_of_no_character_are_kept() {
        let text = text_of(b"caf\xe9 \xc3\xa9 \xff".to_vec());
        let bytes: Vec<Option<u8>> = text.chars().map(byte_of).collect();
        assert_eq!(bytes, [None, None, None, Some(0xe9), None, None, None, Some(0xff)]);
        assert_eq!(shown(&text), "café é ÿ");
        assert_eq!(text_of(b"plain".to_vec()), "plain");
        assert_eq!(['\u{f6ff}', '\u{f77f}', '\u{f800}'].map(byte_of), [None; 3]);
    }
}
