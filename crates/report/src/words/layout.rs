//! Texts that fit: cut off, broken into lines, or shown from where they differ.

/// Cuts a text off so that it is at most this long.
pub(crate) fn shortened(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let kept: String = text.chars().take(width.saturating_sub(3)).collect();
    format!("{}...", kept.trim_end())
}

/// A text on lines of at most this length, broken at spaces; a word that is longer has a line of its own.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
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

/// Two versions of a line, without their common beginning where the change would be cut off in so much room.
pub(crate) fn around_change(old: &str, new: &str, room: usize) -> (String, String) {
    let (old, new): (Vec<char>, Vec<char>) = (old.chars().collect(), new.chars().collect());
    let begin = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let shortest = old.len().min(new.len());
    let same_end = old.iter().rev().zip(new.iter().rev()).take(shortest - begin);
    let n_behind = same_end.take_while(|(old, new)| old == new).count();
    let longest = old.len().max(new.len());
    // With room for the dots at both ends.
    let left_out =
        if longest <= room || longest - n_behind + 3 <= room { 0 } else { begin.saturating_sub(room / 3) };
    let rest = |line: &[char]| {
        let dots = if left_out > 0 { "..." } else { "" };
        dots.chars().chain(line[left_out..].iter().copied()).collect()
    };
    (rest(&old), rest(&new))
}

/// A line that is at most this long on a terminal: escape codes take no room, and a tab takes that of a space.
pub(crate) fn cut(line: &str, width: usize) -> String {
    let mut text = String::new();
    let (mut shown, mut is_code, mut has_code) = (0, false, false);
    // Where the text ends that leaves room for the dots.
    let mut end = 0;
    for it in line.chars() {
        if it == '\u{1b}' || is_code {
            is_code = it == '\u{1b}' || !it.is_ascii_alphabetic();
            has_code = true;
            text.push(it);
            continue;
        }
        if shown + 3 == width {
            end = text.len();
        }
        if shown == width {
            text.truncate(end);
            let reset = if has_code { "\u{1b}[0m" } else { "" };
            return format!("{text}...{reset}");
        }
        text.push(if it == '\t' { ' ' } else { it });
        shown += 1;
    }
    text
}
