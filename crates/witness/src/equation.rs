//! Assumptions that say what something is: `x == 1 && y == -2`, or how it compares: `x != 1`.

/// That something has a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Equation {
    /// What, as C writes it; without spaces.
    pub place: String,
    /// The value.
    pub value: i128,
}

/// How something compares with a constant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// What, as C writes it; without spaces.
    pub place: String,
    /// How: of the place on the left with the constant on the right.
    pub relation: Relation,
    /// The constant.
    pub constant: Constant,
}

/// How two values compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Relation {
    /// `==`.
    Equal,
    /// `!=`.
    Different,
    /// `<`.
    Less,
    /// `<=`.
    LessOrEqual,
    /// `>`.
    Greater,
    /// `>=`.
    GreaterOrEqual,
}

impl Relation {
    /// With left and right exchanged.
    fn turned(self) -> Relation {
        match self {
            Relation::Equal | Relation::Different => self,
            Relation::Less => Relation::Greater,
            Relation::LessOrEqual => Relation::GreaterOrEqual,
            Relation::Greater => Relation::Less,
            Relation::GreaterOrEqual => Relation::LessOrEqual,
        }
    }
}

/// An integer constant of C.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Constant {
    /// The value.
    pub value: i128,
    /// Whether its type is unsigned: by its suffix, or because it is written with another radix and fits no signed type of its
    /// width.
    pub is_unsigned: bool,
    /// The bits of its type: 32, or 64 where the suffix has an `l` or 32 are too few.
    pub width: u32,
}

/// The equations of a conjunction with integer constants; parts of another form are left out.
///
/// The single `=` that some writers use says the same as `==`, and a semicolon the same as `&&`.
pub fn equations(text: &str) -> Vec<Equation> {
    let equation = |it: Comparison| {
        (it.relation == Relation::Equal).then_some(Equation { place: it.place, value: it.constant.value })
    };
    parts(text).filter_map(comparison).filter_map(equation).collect()
}

/// The comparisons with integer constants that a conjunction has as its parts; none where a part has another form.
pub fn comparisons(text: &str) -> Option<Vec<Comparison>> {
    parts(text).map(comparison).collect()
}

fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split("&&").flat_map(|part| part.split(';')).filter(|part| !part.trim().is_empty())
}

fn comparison(text: &str) -> Option<Comparison> {
    let text = stripped(text);
    let (left, relation, right) = sides(text)?;
    let (left, right) = (stripped(left), stripped(right));
    match (constant(left), constant(right)) {
        (None, Some(constant)) => Some(Comparison { place: place(left)?, relation, constant }),
        (Some(constant), None) => {
            Some(Comparison { place: place(right)?, relation: relation.turned(), constant })
        }
        _ => None,
    }
}

/// What stands on both sides of the only operator that compares.
fn sides(text: &str) -> Option<(&str, Relation, &str)> {
    let is_operator =
        |(at, it): &(usize, char)| matches!(it, '=' | '!' | '<') || *it == '>' && !text[..*at].ends_with('-');
    let at = text.char_indices().find(is_operator)?.0;
    let (left, rest) = text.split_at(at);
    let known = [
        ("==", Relation::Equal),
        ("!=", Relation::Different),
        ("<=", Relation::LessOrEqual),
        (">=", Relation::GreaterOrEqual),
        ("=", Relation::Equal),
        ("<", Relation::Less),
        (">", Relation::Greater),
    ];
    let (right, relation) =
        known.iter().find_map(|(it, relation)| Some((rest.strip_prefix(it)?, *relation)))?;
    let is_only = !right.contains(['=', '!', '<']) && !right.replace("->", "").contains('>');
    is_only.then_some((left, relation, right))
}

/// An integer constant, with its type.
fn constant(text: &str) -> Option<Constant> {
    let value = integer(text)?;
    let text = stripped(text).to_ascii_lowercase();
    let digits = text.trim_start_matches(['-', '+', ' ', '(']).trim_end_matches(')');
    let is_number = digits.starts_with(|it: char| it.is_ascii_digit());
    let suffix = if is_number { &digits[digits.trim_end_matches(['u', 'l']).len()..] } else { "" };
    let fits = |width: u32| value.unsigned_abs() < 1 << (width - 1);
    let has_radix = is_number && digits.len() > 1 && digits.starts_with('0');
    let may_be_unsigned = has_radix || suffix.contains('u');
    let takes = |width: u32| fits(width) || may_be_unsigned && value.unsigned_abs() < 1 << width;
    let width = if takes(32) && !suffix.contains('l') { 32 } else { 64 };
    let is_unsigned = suffix.contains('u') || !fits(width);
    Some(Constant { value, is_unsigned, width })
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
    }

    #[test]
    fn comparisons_are_all_of_a_conjunction() {
        let check = |text: &str, expect: Option<&[(&str, Relation, i128)]>| {
            let found = comparisons(text);
            let found: Option<Vec<_>> = found
                .as_ref()
                .map(|all| all.iter().map(|it| (&*it.place, it.relation, it.constant.value)).collect());
            assert_eq!(found.as_deref(), expect, "{text}");
        };
        check("x == 1 && p->n != 2;", Some(&[("x", Relation::Equal, 1), ("p->n", Relation::Different, 2)]));
        check("3 <= (x)", Some(&[("x", Relation::GreaterOrEqual, 3)]));
        check("x < -1", Some(&[("x", Relation::Less, -1)]));
        check("4 > p->n", Some(&[("p->n", Relation::Less, 4)]));
        check("x == 1 && y + 1 > 2", None);
        check("1 < x < 3", None);
        check("x << 1", None);
        check("!x", None);
    }

    #[test]
    fn constants_have_the_type_that_c_gives_them() {
        let check = |text: &str, is_unsigned: bool, width: u32| {
            let found = constant(text).map(|it| (it.is_unsigned, it.width));
            assert_eq!(found, Some((is_unsigned, width)), "{text}");
        };
        check("7", false, 32);
        check("-7", false, 32);
        check("7u", true, 32);
        check("7UL", true, 64);
        check("7ll", false, 64);
        check("2147483647", false, 32);
        check("4294967295", false, 64);
        check("0xffffffff", true, 32);
        check("0xffffffffff", false, 64);
        check("'a'", false, 32);
        check("18446744073709551615", true, 64);
    }
}
