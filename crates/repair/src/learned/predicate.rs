//! Predicates over what is seen at a place.

use faultscope_frontend::sites::{Seen, SeenKind};

/// A predicate over numbers that are seen, each named by its index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Predicate {
    /// A pointer is null, or is not.
    IsNull(usize, bool),
    /// A number compared with a constant, which is named by its index, too.
    Constant(usize, Comparison, i64, usize),
    /// Two numbers compared.
    Pair(usize, Comparison, usize),
    /// A number is even, or is not.
    IsEven(usize, bool),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Comparison {
    const ALL: [Comparison; 6] = [
        Comparison::Equal,
        Comparison::NotEqual,
        Comparison::Less,
        Comparison::LessOrEqual,
        Comparison::Greater,
        Comparison::GreaterOrEqual,
    ];

    fn is_equality(self) -> bool {
        matches!(self, Comparison::Equal | Comparison::NotEqual)
    }

    fn sign(self) -> &'static str {
        match self {
            Comparison::Equal => "==",
            Comparison::NotEqual => "!=",
            Comparison::Less => "<",
            Comparison::LessOrEqual => "<=",
            Comparison::Greater => ">",
            Comparison::GreaterOrEqual => ">=",
        }
    }

    fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Comparison::Equal => left == right,
            Comparison::NotEqual => left != right,
            Comparison::Less => left < right,
            Comparison::LessOrEqual => left <= right,
            Comparison::Greater => left > right,
            Comparison::GreaterOrEqual => left >= right,
        }
    }
}

/// Whether a number is often a mark of something, and not an amount.
fn is_mark(number: i64) -> bool {
    matches!(number, -1..=1) || number == i64::from(b'\n') || number == i64::from(b' ')
}

/// Whether a constant is written as a character.
fn is_character(text: &str) -> bool {
    text.starts_with('\'')
}

/// Each two of these compared.
fn pairs(of: &[usize]) -> Vec<Predicate> {
    let mut pairs = Vec::new();
    for (nth, at) in of.iter().enumerate() {
        for other in &of[nth + 1..] {
            pairs.extend(Comparison::ALL.map(|it| Predicate::Pair(*at, it, *other)));
        }
    }
    pairs
}

/// Whether an expression has no name but those of an operation.
fn is_named_in(text: &str, operation: &str) -> bool {
    !text.is_empty() && names(text).all(|it| names(operation).any(|of| of == it))
}

/// The names in an expression.
fn names(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|it: char| !(it.is_alphanumeric() || it == '_'));
    words.filter(|it| it.starts_with(|first: char| first.is_alphabetic() || first == '_'))
}

fn is_amount(number: i64) -> bool {
    !is_mark(number)
}

impl Predicate {
    /// All of them over what is seen, the simplest first.
    pub(super) fn all(seen: &[Seen], constants: &[(i64, String)]) -> Vec<Predicate> {
        let written = || seen.iter().enumerate().filter(|(_, it)| !it.text.is_empty());
        let of_kind = |kind: SeenKind| written().filter(move |(_, it)| it.kind == kind).map(|(at, _)| at);
        let pointers = || of_kind(SeenKind::Null);
        let numbers: Vec<usize> = of_kind(SeenKind::Integer).collect();
        let mut all: Vec<Predicate> =
            pointers().flat_map(|at| [false, true].map(|is| Predicate::IsNull(at, is))).collect();
        let compared = |signs: &[Comparison], is_asked: fn(i64) -> bool| {
            let mut found = Vec::new();
            for (nth, (constant, text)) in constants.iter().enumerate().filter(|(_, it)| is_asked(it.0)) {
                // Characters that the program does not write as numbers have no order.
                let is_character = is_character(text);
                let signs = || signs.iter().filter(move |it| !is_character || it.is_equality());
                for at in &numbers {
                    found.extend(signs().map(|it| Predicate::Constant(*at, *it, *constant, nth)));
                }
            }
            found
        };
        let (equal, ordered) = Comparison::ALL.split_at(2);
        all.extend(compared(&Comparison::ALL, is_mark));
        all.extend(compared(ordered, is_amount));
        all.extend(pairs(&numbers));
        for number in 0..seen.len() {
            let of_type: Vec<usize> = of_kind(SeenKind::Address(number)).collect();
            all.extend(pairs(&of_type));
        }
        // That a number is another one than that which failed, says little.
        all.extend(compared(equal, is_amount));
        all.extend(numbers.iter().flat_map(|at| [true, false].map(|is| Predicate::IsEven(*at, is))));
        all
    }

    /// Whether it holds of values; none where one of them is not known.
    pub(super) fn holds(self, values: &[Option<i64>]) -> Option<bool> {
        let value = |at: usize| values.get(at).copied().flatten();
        Some(match self {
            Predicate::IsNull(at, is) => (value(at)? != 0) == is,
            Predicate::Constant(at, comparison, constant, _) => comparison.holds(value(at)?, constant),
            Predicate::Pair(at, comparison, other) => comparison.holds(value(at)?, value(other)?),
            Predicate::IsEven(at, is) => (value(at)? % 2 == 0) == is,
        })
    }

    /// The index of the number that it compares with a character, if it does.
    pub(super) fn asks_for_character(self, constants: &[(i64, String)]) -> Option<usize> {
        match self {
            Predicate::Constant(at, _, _, nth) if is_character(&constants[nth].1) => Some(at),
            _ => None,
        }
    }

    /// Whether it asks for a null pointer.
    pub(super) fn is_about_null(self) -> bool {
        self.is_null().is_some()
    }

    /// Whether it holds where a pointer is null, if it asks for that.
    pub(super) fn is_null(self) -> Option<bool> {
        match self {
            Predicate::IsNull(_, is) => Some(is),
            _ => None,
        }
    }

    /// Whether it is a bound of something that an operation mentions, which these values are at: they are equal to it, or next to what
    /// is within. `is_within` says whether it holds of what is within.
    pub(super) fn bounds(
        self,
        seen: &[Seen],
        operation: &str,
        values: &[Option<i64>],
        is_within: bool,
    ) -> bool {
        let is_mentioned = |at: usize| is_named_in(&seen[at].text, operation);
        let value = |at: usize| values.get(at).copied().flatten();
        let (is_mentioned, comparison, left, right) = match self {
            Predicate::Pair(left, comparison, right) => {
                (is_mentioned(left) || is_mentioned(right), comparison, value(left), value(right))
            }
            Predicate::Constant(at, comparison, number, _) => {
                (is_mentioned(at), comparison, value(at), Some(number))
            }
            Predicate::IsNull(at, is) => return is_mentioned(at) && is != is_within,
            Predicate::IsEven(..) => return false,
        };
        let Some(distance) = left.zip(right).map(|(left, right)| left.abs_diff(right)) else { return false };
        let is_at_bound = match comparison {
            Comparison::Equal => distance == 0 && !is_within,
            Comparison::NotEqual => distance == 0 && is_within,
            Comparison::Less | Comparison::Greater => distance == u64::from(!is_within),
            Comparison::LessOrEqual | Comparison::GreaterOrEqual => distance == u64::from(is_within),
        };
        is_mentioned && is_at_bound
    }

    /// Whether it asks about the variable of a name.
    pub(super) fn is_about(self, seen: &[Seen], name: &str) -> bool {
        let is_it = |at: usize| seen[at].text == name;
        match self {
            Predicate::IsNull(at, _) | Predicate::Constant(at, ..) | Predicate::IsEven(at, _) => is_it(at),
            Predicate::Pair(left, _, right) => is_it(left) || is_it(right),
        }
    }

    /// As C writes it.
    pub(super) fn text(self, seen: &[Seen], constants: &[(i64, String)]) -> String {
        let name = |at: usize| seen[at].text.as_str();
        match self {
            Predicate::IsNull(at, true) => format!("!{}", name(at)),
            Predicate::IsNull(at, false) => name(at).to_owned(),
            Predicate::Constant(at, comparison, _, nth) => {
                format!("{} {} {}", name(at), comparison.sign(), constants[nth].1)
            }
            Predicate::Pair(at, comparison, other) => {
                format!("{} {} {}", name(at), comparison.sign(), name(other))
            }
            Predicate::IsEven(at, true) => format!("{} % 2 == 0", name(at)),
            Predicate::IsEven(at, false) => format!("{} % 2 != 0", name(at)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(names: &[(&str, bool)]) -> Vec<Seen> {
        names
            .iter()
            .map(|(text, is_pointer)| {
                let kind = if *is_pointer { SeenKind::Null } else { SeenKind::Integer };
                Seen { text: (*text).to_owned(), kind }
            })
            .collect()
    }

    #[test]
    fn what_is_written_is_what_holds() {
        let seen = seen(&[("p", true), ("x", false), ("y", false)]);
        let values = [Some(1), Some(-3), Some(4)];
        let constants = [(-3, "-3".to_owned())];
        let holding: Vec<String> = Predicate::all(&seen, &constants)
            .into_iter()
            .filter(|it| it.holds(&values) == Some(true))
            .map(|it| it.text(&seen, &constants))
            .collect();
        assert_eq!(
            holding,
            [
                "!p",
                "x <= -3",
                "x >= -3",
                "y > -3",
                "y >= -3",
                "x != y",
                "x < y",
                "x <= y",
                "x == -3",
                "y != -3",
                "x % 2 != 0",
                "y % 2 == 0"
            ]
        );
    }

    #[test]
    fn of_what_is_not_known_nothing_holds() {
        assert_eq!(Predicate::Constant(0, Comparison::Less, 3, 0).holds(&[None]), None);
        assert_eq!(Predicate::Pair(0, Comparison::Less, 1).holds(&[Some(1), None]), None);
    }

    #[test]
    fn what_cannot_be_written_is_not_asked_about() {
        assert!(Predicate::all(&seen(&[("", false), ("", true)]), &[(0, "0".to_owned())]).is_empty());
    }

    #[test]
    fn a_bound_is_where_it_is_crossed() {
        let seen = seen(&[("p", true), ("n", false), ("i", false), ("k", false)]);
        let bounds = |it: Predicate, values: &[i64], is_within: bool| {
            let values: Vec<Option<i64>> = values.iter().map(|it| Some(*it)).collect();
            it.bounds(&seen, "p[i]", &values, is_within)
        };
        let at_end = [0, 4, 4, 4];
        assert!(bounds(Predicate::Pair(2, Comparison::Less, 1), &at_end, true));
        assert!(bounds(Predicate::Pair(2, Comparison::GreaterOrEqual, 1), &at_end, false));
        assert!(!bounds(Predicate::Pair(2, Comparison::Equal, 1), &at_end, true));
        // Far behind it.
        assert!(!bounds(Predicate::Pair(2, Comparison::Less, 1), &[0, 2, 4, 4], true));
        // Nothing that the operation mentions.
        assert!(!bounds(Predicate::Pair(1, Comparison::Less, 3), &at_end, true));
        assert!(bounds(Predicate::IsNull(0, false), &[1, 0, 0, 0], true));
        assert!(!bounds(Predicate::IsNull(0, false), &[1, 0, 0, 0], false));
        assert!(!bounds(Predicate::IsEven(2, true), &at_end, true));
    }
}
