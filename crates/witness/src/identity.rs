//! What names a file and a witness: their contents.

use sha2::{Digest, Sha256};

/// The SHA-256 of a file, in hexadecimal.
pub fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A UUID of version 8 made of the hash of a text, so that the same text has the same name (RFC 9562, section 5.8).
pub fn identifier(text: &str) -> String {
    let mut bytes: Vec<u8> = Sha256::digest(text.as_bytes()).iter().copied().take(16).collect();
    bytes[6] = (bytes[6] & 0x0f) | 0x80;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]].join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_is_that_of_the_standard() {
        // FIPS 180-4, the example of one block.
        assert_eq!(hash(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    #[test]
    fn an_identifier_depends_on_the_text_alone() {
        assert_eq!(identifier("abc"), identifier("abc"));
        assert_ne!(identifier("abc"), identifier("abd"));
        let text = identifier("abc");
        assert_eq!((text.len(), text.as_bytes()[14]), (36, b'8'));
    }
}
