//! A place to change, and what is known of the values there.

use faultscope_frontend::sites::Tree;
use faultscope_ir::program::Display;
use faultscope_ir::{OriginId, Span};
use faultscope_localize::Condition;
use faultscope_localize::finding::Learned;

/// A place in the source that may be at fault.
#[derive(Debug, Clone)]
pub struct Subject {
    /// A statement, or the condition of a branch.
    pub origin: OriginId,
    /// Values that are known to help when the statement assigns them, as the source's language writes them.
    pub values: Vec<String>,
    /// What an assigned value has to fulfil.
    pub condition: Option<Condition>,
    /// How the assigned values print.
    pub display: Display,
    /// Where the statement is part of a call that writes something wrong, where that stands, and what it is.
    pub wrong: Option<(Span, WrongText)>,
    /// Operands that a condition may lack.
    pub learned: Vec<Learned>,
}

/// What was written, and what was expected instead.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WrongText {
    /// The line that was written.
    pub got: String,
    /// The line that was expected.
    pub expected: String,
    /// Where they differ first, in bytes.
    pub at: usize,
    /// All that was written and expected, where that is text.
    pub output: Option<Output>,
}

/// The output of a test, and what was expected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Output {
    /// What was written.
    pub got: String,
    /// The number of bytes of it in front of what is wrong.
    pub got_at: usize,
    /// What was expected.
    pub expected: String,
    /// The number of bytes of it in front of what should have come.
    pub expected_at: usize,
}

impl Output {
    /// Where that should begin which begins at this place in front of what is wrong.
    pub(crate) fn expected_start(&self, start: usize) -> Option<usize> {
        if self.got.get(..start)? == self.expected.get(..start).unwrap_or_default() {
            return Some(start);
        }
        // White space that does not count may be different before it.
        let at = self.expected_at.checked_sub(self.got_at.checked_sub(start)?)?;
        (self.expected.get(at..self.expected_at)? == self.got.get(start..self.got_at)?).then_some(at)
    }
}

impl WrongText {
    /// Whether both lines say the same but for white space, case and punctuation.
    pub(crate) fn is_slip(&self) -> bool {
        let said = |line: &str| -> String {
            line.chars().filter(|it| it.is_alphanumeric()).flat_map(char::to_lowercase).collect()
        };
        !self.got.is_empty() && said(&self.got) == said(&self.expected)
    }

    /// The integers that were written and expected where the lines differ first; none where that is no integer in one of them,
    /// or the same in both.
    pub(crate) fn numbers(&self) -> Option<(i128, i128)> {
        let number = |line: &str| {
            let at = self.at.min(line.len());
            let is_digit = |byte: u8| byte.is_ascii_digit() || byte == b'-';
            let bytes = line.as_bytes();
            let before = bytes[..at].iter().rev().take_while(|byte| is_digit(**byte)).count();
            let behind = bytes[at..].iter().take_while(|byte| is_digit(**byte)).count();
            line.get(at - before..at + behind)?.parse::<i128>().ok()
        };
        Some((number(&self.got)?, number(&self.expected)?)).filter(|(got, expected)| got != expected)
    }
}

impl Subject {
    /// Whether what is tried is a condition that was learned, or adds one as an operand; not one in front of what fails.
    pub(crate) fn is_learned(&self, tree: &Tree) -> bool {
        let new = match tree {
            Tree::Binary(_, _, right) => &**right,
            other => other,
        };
        matches!(new, Tree::Text(new) if self.learned.iter().any(|it| it.text() == new))
    }

    /// Whether what is tried puts an operand that was learned in front of a condition that fails.
    pub(crate) fn is_guarded(&self, tree: &Tree) -> bool {
        let Tree::Binary(_, left, _) = tree else { return false };
        let is_it = |learned: &Learned, new: &str| matches!(learned, Learned::AndInFront(text) | Learned::OrInFront(text) if text == new);
        matches!(&**left, Tree::Text(new) if self.learned.iter().any(|it| is_it(it, new)))
    }

    /// A place of whose values nothing is known.
    pub fn at(origin: OriginId) -> Subject {
        Subject {
            origin,
            values: Vec::new(),
            condition: None,
            display: Display::Plain,
            wrong: None,
            learned: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(got: &str, expected: &str) -> WrongText {
        let at = got.bytes().zip(expected.bytes()).take_while(|(got, expected)| got == expected).count();
        WrongText { got: got.to_owned(), expected: expected.to_owned(), at, output: None }
    }

    #[test]
    fn a_slip_differs_in_white_space_case_or_punctuation() {
        assert!(wrong("Yes", "YES").is_slip());
        assert!(wrong("a, b.", "a,b").is_slip());
        assert!(!wrong("NO", "YES").is_slip());
        assert!(!wrong("", "").is_slip());
    }

    #[test]
    fn numbers_are_read_where_lines_differ() {
        assert_eq!(wrong("sum: 41", "sum: 42").numbers(), Some((41, 42)));
        assert_eq!(wrong("7", "-7").numbers(), Some((7, -7)));
        assert_eq!(wrong("10", "1").numbers(), Some((10, 1)));
        assert_eq!(wrong("YES", "NO").numbers(), None);
        assert_eq!(wrong("3 4", "3").numbers(), None);
        assert_eq!(wrong("", "5").numbers(), None);
    }
}
