//! String literals in a text of C.

/// The bytes of a text that is one string literal and nothing else.
pub(super) fn literal_bytes(text: &str) -> Option<Vec<u8>> {
    let (bytes, rest) = literal(text.as_bytes().strip_prefix(b"\"")?)?;
    rest.is_empty().then_some(bytes)
}

/// The bytes of the first string literal in a text, with those that follow it immediately.
pub(super) fn first_literal(text: &str) -> Option<Vec<u8>> {
    let start = text.find('"')?;
    let (mut bytes, mut rest) = literal(&text.as_bytes()[start + 1..])?;
    while let Some(next) = rest.trim_ascii_start().strip_prefix(b"\"") {
        let (more, behind) = literal(next)?;
        bytes.extend(more);
        rest = behind;
    }
    Some(bytes)
}

/// A literal behind its first quote, and what follows it.
fn literal(mut text: &[u8]) -> Option<(Vec<u8>, &[u8])> {
    let mut bytes = Vec::new();
    loop {
        let (&byte, rest) = text.split_first()?;
        text = rest;
        match byte {
            b'"' => return Some((bytes, text)),
            b'\\' => {
                let (&escape, rest) = text.split_first()?;
                text = rest;
                let digits = |text: &[u8], most: usize, is_digit: fn(&u8) -> bool| {
                    text.iter().take(most).take_while(|it| is_digit(it)).count()
                };
                bytes.push(match escape {
                    b'n' => b'\n',
                    b't' => b'\t',
                    b'r' => b'\r',
                    b'a' => 7,
                    b'b' => 8,
                    b'v' => 11,
                    b'f' => 12,
                    b'e' => 27,
                    b'x' => {
                        let n = digits(text, usize::MAX, u8::is_ascii_hexdigit);
                        let number = std::str::from_utf8(&text[..n]).ok()?;
                        text = &text[n..];
                        u8::from_str_radix(number, 16).ok()?
                    }
                    b'0'..=b'7' => {
                        let n = digits(text, 2, |it| (b'0'..=b'7').contains(it));
                        let more = text[..n].iter();
                        let number =
                            more.fold(u32::from(escape - b'0'), |all, it| all * 8 + u32::from(it - b'0'));
                        text = &text[n..];
                        number as u8
                    }
                    other => other,
                });
            }
            _ => bytes.push(byte),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_their_bytes() {
        assert_eq!(literal_bytes(r#""a.txt""#), Some(b"a.txt".to_vec()));
        assert_eq!(literal_bytes(r#""a\n\"\101\x41\0""#), Some(b"a\n\"AA\0".to_vec()));
        assert_eq!(literal_bytes(r#""a" + 1"#), None);
        assert_eq!(literal_bytes("&argv[1][0]"), None);
    }

    #[test]
    fn a_format_is_the_first_literal_of_a_call() {
        assert_eq!(first_literal(r#"scanf("%d" " %s", &n, "x")"#), Some(b"%d %s".to_vec()));
        assert_eq!(first_literal("scanf(format, &n)"), None);
    }
}
