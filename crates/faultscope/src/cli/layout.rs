//! Prose on lines that fit.

/// A text on lines of at most this length, broken at spaces; a word that is longer has a line of its own.
pub(super) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// The same as one text with a line end behind each line.
pub(super) fn paragraph(text: &str, width: usize) -> String {
    wrapped(text, width).into_iter().fold(String::new(), |text, line| text + &line + "\n")
}
