//! Names of tests: how they are ordered, and shown.

use std::cmp::Ordering;

/// The order in which people count: numbers in names by their value, so that `test2` comes before `test10`.
pub(crate) fn natural(mut a: &[u8], mut b: &[u8]) -> Ordering {
    // Names that differ only in leading zeros are told apart at the end.
    let whole = a.cmp(b);
    loop {
        match (a.first(), b.first()) {
            (None, None) => return whole,
            (None, Some(_)) => return Ordering::Less,
            (Some(_), None) => return Ordering::Greater,
            (Some(x), Some(y)) if x.is_ascii_digit() && y.is_ascii_digit() => {
                let (number_a, rest_a) = number(a);
                let (number_b, rest_b) = number(b);
                match number_a.len().cmp(&number_b.len()).then(number_a.cmp(number_b)) {
                    Ordering::Equal => (a, b) = (rest_a, rest_b),
                    other => return other,
                }
            }
            (Some(x), Some(y)) if x == y => (a, b) = (&a[1..], &b[1..]),
            (Some(x), Some(y)) => return x.cmp(y),
        }
    }
}

/// The digits that a text starts with, without leading zeros, and what follows them.
fn number(text: &[u8]) -> (&[u8], &[u8]) {
    let end = text.iter().position(|it| !it.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    let zeros = digits.iter().take_while(|&&it| it == b'0').count();
    (&digits[zeros..], rest)
}

/// A name as text: bytes that are no UTF-8, and control characters, are written as numbers.
pub(crate) fn printable(name: &[u8]) -> String {
    let mut text = String::new();
    for chunk in name.utf8_chunks() {
        for it in chunk.valid().chars() {
            if it.is_control() {
                text.extend(it.escape_default());
            } else {
                text.push(it);
            }
        }
        text.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}")));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(ordered: &[&str]) {
        for pair in ordered.windows(2) {
            assert_eq!(natural(pair[0].as_bytes(), pair[1].as_bytes()), Ordering::Less, "{pair:?}");
            assert_eq!(natural(pair[1].as_bytes(), pair[0].as_bytes()), Ordering::Greater, "{pair:?}");
        }
    }

    #[test]
    fn numbers_are_ordered_by_value() {
        check(&["test", "test1", "test2", "test10", "test10a", "test11"]);
        check(&["1", "01a", "2", "9", "10", "99999999999999999999999", "100000000000000000000000"]);
        check(&["ex1_2", "ex01_10", "ex2_1"]);
    }

    #[test]
    fn the_order_tells_all_names_apart() {
        check(&["01", "1"]);
        assert_eq!(natural(b"a7", b"a7"), Ordering::Equal);
    }

    #[test]
    fn what_cannot_be_shown_is_written_as_numbers() {
        assert_eq!(printable("größe\n".as_bytes()), "größe\\n");
        assert_eq!(printable(b"a\xff\xfeb"), "a\\xff\\xfeb");
    }
}
