//! Texts as messages.

use super::log::{Location, Text};

/// A location with a message.
pub(super) fn told(location: Option<Location>, message: impl Into<String>) -> Option<Location> {
    location.map(|it| Location { message: Some(Text::new(message)), ..it })
}

/// Text in which nothing is taken for a link or a placeholder: `[0](1)`, `{0}`.
pub(super) fn plain(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let number_up_to = |at: usize, end: char| {
        let digits = chars[at..].iter().take_while(|it| it.is_ascii_digit()).count();
        digits > 0 && chars.get(at + digits) == Some(&end)
    };
    let mut plain = String::new();
    let mut closing = None;
    for (at, it) in chars.iter().enumerate() {
        match it {
            '{' if number_up_to(at + 1, '}') => {
                plain.push_str("{{");
                closing = chars[at..].iter().position(|it| *it == '}').map(|n| at + n);
            }
            '}' if closing == Some(at) => plain.push_str("}}"),
            ']' if chars.get(at + 1) == Some(&'(') && number_up_to(at + 2, ')') => plain.push_str("\\]"),
            it => plain.push(*it),
        }
    }
    plain
}
