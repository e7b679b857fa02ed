//! Assumptions that say what something is: `x == 1 && y == -2`.

/// That something has a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Equation {
    /// What, as C writes it; without spaces.
    pub place: String,
    /// The value.
    pub value: i128,
}

/// The equations of a conjunction with integer constants; parts of another form are left out.
///
/// The single `=` that some writers use says the same as `==`, and a semicolon the same as `&&`.
pub fn equations(text: &str) -> Vec<Equation> {
    let parts = text.split("&&").flat_map(|part| part.split(';'));
    parts.filter_map(equation).collect()
}

/// Whether a conjunction has no other parts.
pub fn is_equations(text: &str) -> bool {
    let mut parts = text.split("&&").flat_map(|part| part.split(';')).filter(|part| !part.trim().is_empty());
    parts.all(|part| equation(part).is_some())
}

fn equation(text: &str) -> Option<Equation> {
    let text = stripped(text);
    let at = text.find('=')?;
    let (left, right) = (&text[..at], text[at + 1..].trim_start_matches('='));
    if left.ends_with(['!', '<', '>']) || right.contains('=') {
        return None;
    }
    let (left, right) = (stripped(left), stripped(right));
    match (integer(left), integer(right)) {
        (None, Some(value)) => Some(Equation { place: place(left)?, value }),
        (Some(value), None) => Some(Equation { place: place(right)?, value }),
        _ => None,
    }
}

/// A place has names, members and indices, and no other operators.
fn place(text: &str) -> Option<String> {
    let text: String = text.chars().filter(|it| !it.is_whitespace()).collect();
    let is_part = |it: char| it.is_alphanumeric() || "_$\\.[]->*&():".contains(it);
    let begins = text.starts_with(|it: char| it.is_alphabetic() || "_\\*(&".contains(it));
    let rest = text.replace("->", "");
    let count = |it: char| text.matches(it).count();
    let is_closed = count('(') == count(')') && count('[') == count(']');
    (begins && is_closed && text.chars().all(is_part) && !rest.contains(['-', '>'])).then_some(text)
}

/// Without spaces and parentheses around it.
fn stripped(text: &str) -> &str {
    let mut text = text.trim();
    while let Some(inner) = text.strip_prefix('(').and_then(|it| it.strip_suffix(')')) {
        let mut depth = 0i32;
        let is_one = inner.chars().all(|it| {
            depth += i32::from(it == '(') - i32::from(it == ')');
            depth >= 0
        });
        if !is_one {
            break;
        }
        text = inner.trim();
    }
    text
}

/// An integer or character constant of C, with a sign.
pub(crate) fn integer(text: &str) -> Option<i128> {
    let text = stripped(text);
    if let Some(rest) = text.strip_prefix('-') {
        return integer(rest)?.checked_neg();
    }
    if let Some(rest) = text.strip_prefix('+') {
        return integer(rest);
    }
    // A conversion in front of a constant.
    if let Some((ty, rest)) = text.strip_prefix('(').and_then(|it| it.split_once(')'))
        && !ty.is_empty()
        && ty.chars().all(|it| it.is_ascii_alphabetic() || it == ' ' || it == '_')
    {
        return integer(rest);
    }
    if let Some(inner) = text.strip_prefix('\'').and_then(|it| it.strip_suffix('\'')) {
        return character(inner);
    }
    match text {
        "true" => return Some(1),
        "false" | "NULL" => return Some(0),
        _ => {}
    }
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    if !digits.starts_with(|it: char| it.is_ascii_digit()) {
        return None;
    }
    let radix = |digits: &str, radix| i128::from_str_radix(digits, radix).ok();
    match digits.as_bytes() {
        [b'0', b'x' | b'X', ..] => radix(digits.get(2..)?, 16),
        [b'0', b'b' | b'B', ..] => radix(digits.get(2..)?, 2),
        [b'0', _, ..] => radix(digits, 8),
        _ => digits.parse().ok(),
    }
}

fn character(inner: &str) -> Option<i128> {
    let mut chars = inner.chars();
    let value = match (chars.next()?, chars.as_str()) {
        ('\\', "n") => 10,
        ('\\', "t") => 9,
        ('\\', "r") => 13,
        ('\\', "\\") => 92,
        ('\\', "'") => 39,
        ('\\', "\"") => 34,
        ('\\', rest) if rest.starts_with('x') => i128::from_str_radix(&rest[1..], 16).ok()?,
        ('\\', rest) => i128::from_str_radix(rest, 8).ok()?,
        (one, "") => i128::from(u32::from(one)),
        _ => return None,
    };
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expect: &[(&str, i128)]) {
        let found = equations(text);
        let found: Vec<(&str, i128)> = found.iter().map(|it| (&*it.place, it.value)).collect();
        assert_eq!(found, expect);
    }

    #[test]
    fn equations_are_found_in_all_spellings() {
        check("x == 1", &[("x", 1)]);
        check("x = 1u;", &[("x", 1)]);
        check("(x == (-5)) && 0x10 == y;", &[("x", -5), ("y", 16)]);
        check("\\result == 'a'", &[("\\result", 97)]);
        check("s . f [ 2 ] == 017", &[("s.f[2]", 15)]);
        check("p->n == (unsigned char) 7", &[("p->n", 7)]);
        check("x == 18446744073709551615ull", &[("x", 18_446_744_073_709_551_615)]);
        check("x == 1; y == 2;", &[("x", 1), ("y", 2)]);
    }

    #[test]
    fn other_conditions_are_left_out() {
        for text in [
            "x != 1",
            "x <= 1",
            "x >= 1",
            "x == y",
            "x + 1 == 2",
            "x == 1.5",
            "",
            "==",
            "x - y == 3",
            "(x == 1",
        ] {
            check(text, &[]);
        }
        assert!(is_equations("x == 1 && y == 2;"));
        assert!(!is_equations("x == 1 && y < 2"));
    }
}
