//! Text as HTML: escaped, and with what has a meaning on the page marked.

use std::fmt::Write;

/// Text that stands in an element or a quoted attribute.
pub(super) fn escaped(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    push_escaped(&mut html, text);
    html
}

/// The same behind what is there.
pub(super) fn push_escaped(html: &mut String, text: &str) {
    for it in text.chars() {
        match it {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#39;"),
            it => html.push(it),
        }
    }
}

/// Source text. Characters that would move the text around them are named instead, so that what is read is what is compiled.
pub(super) fn push_code(html: &mut String, text: &str) {
    let mut plain = 0;
    for (at, it) in text.char_indices().filter(|(_, it)| turns_text(*it)) {
        push_escaped(html, &text[plain..at]);
        // Writing to a string does not fail.
        let _ = write!(html, "<span class=\"unseen\">U+{:04X}</span>", u32::from(it));
        plain = at + it.len_utf8();
    }
    push_escaped(html, &text[plain..]);
}

/// Whether a character says in which direction the next ones are written, or is no text at all.
fn turns_text(it: char) -> bool {
    let is_control = it.is_control() && !matches!(it, '\t' | '\n' | '\r');
    is_control || matches!(it, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Columns from one tab stop to the next, as in the style sheet.
const TAB: usize = 4;

/// How far a line is indented, in columns.
pub(super) fn indentation(line: &str) -> usize {
    line.chars().take_while(|it| matches!(it, ' ' | '\t')).fold(0, |columns, it| match it {
        '\t' => (columns / TAB + 1) * TAB,
        _ => columns + 1,
    })
}

/// A line of source text with its indentation apart, so that it can be narrower where there is little room.
pub(super) fn indented(line: &str) -> String {
    let text = line.trim_start_matches([' ', '\t']);
    let mut html = String::new();
    if text.len() < line.len() {
        let _ = write!(html, "<span class=\"in\">{}</span>", &line[..line.len() - text.len()]);
    }
    push_escaped(&mut html, text);
    html
}

/// A sentence in which source text stands between backticks.
pub(super) fn sentence(text: &str) -> String {
    let mut html = String::new();
    let parts: Vec<&str> = text.split('`').collect();
    let last = parts.len() - 1;
    for (idx, part) in parts.iter().enumerate() {
        let is_code = idx % 2 == 1;
        match is_code {
            true if idx < last => {
                html.push_str("<code>");
                push_code(&mut html, part);
                html.push_str("</code>");
            }
            // A backtick that nothing closes is one.
            true => {
                html.push('`');
                push_escaped(&mut html, part);
            }
            false => push_escaped(&mut html, part),
        }
    }
    html
}

/// A sentence that begins one.
pub(super) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => sentence(&format!("{}{}", first.to_uppercase(), chars.as_str())),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_a_meaning_in_html_is_escaped() {
        assert_eq!(escaped("a < b && c > '\"'"), "a &lt; b &amp;&amp; c &gt; &#39;&quot;&#39;");
        assert_eq!(escaped("größer ≤ 日本"), "größer ≤ 日本");
    }

    #[test]
    fn text_between_backticks_is_code() {
        assert_eq!(sentence("with `a < 1`, then"), "with <code>a &lt; 1</code>, then");
        assert_eq!(sentence("a ` alone"), "a ` alone");
        assert_eq!(capital("assertion `x` fails"), "Assertion <code>x</code> fails");
    }

    #[test]
    fn what_turns_text_around_is_named() {
        let mut html = String::new();
        push_code(&mut html, "a\u{202e}b\tc");
        assert_eq!(html, "a<span class=\"unseen\">U+202E</span>b\tc");
    }
}
