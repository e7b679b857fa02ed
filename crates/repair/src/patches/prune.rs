//! Preprocessed C without the prototypes that nothing names.

use std::collections::BTreeSet;

use super::markers::marker;

/// The texts of a program's files without the prototypes in other files than these that no such file names. Lines stay where
/// they are.
pub(super) fn prune(texts: &[&str], names: &[&str]) -> Vec<String> {
    let pieces: Vec<Vec<Piece<'_>>> =
        texts.iter().zip(names).map(|(text, name)| pieces(text, name)).collect();
    let own = pieces.iter().flatten().filter(|piece| piece.is_own);
    let words: BTreeSet<&str> = own.flat_map(|piece| words(piece.text)).collect();
    pieces.iter().map(|pieces| pieces.iter().map(|piece| piece.pruned(&words)).collect()).collect()
}

/// Lines of a text that come from the same file, line markers apart.
struct Piece<'a> {
    text: &'a str,
    is_own: bool,
}

fn pieces<'a>(text: &'a str, name: &str) -> Vec<Piece<'a>> {
    let mut pieces: Vec<Piece<'a>> = Vec::new();
    let (mut start, mut at, mut is_own) = (0, 0, true);
    for line in text.split_inclusive('\n') {
        if let Some((_, named)) = marker(line) {
            let next = named.map_or(is_own, |named| named == name);
            if next != is_own {
                pieces.push(Piece { text: &text[start..at], is_own });
                (start, is_own) = (at, next);
            }
        }
        at += line.len();
    }
    pieces.push(Piece { text: &text[start..], is_own });
    pieces
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !is_word(c)).filter(|word| !word.is_empty())
}

impl Piece<'_> {
    fn pruned(&self, used: &BTreeSet<&str>) -> String {
        if self.is_own {
            return self.text.to_owned();
        }
        let mut kept = String::with_capacity(self.text.len());
        let (mut start, mut depth) = (0, 0_usize);
        let (mut at_line_start, mut in_directive) = (true, false);
        for (at, c) in self.text.char_indices() {
            (in_directive, at_line_start) = match c {
                '\n' => (false, true),
                '#' if at_line_start => (true, false),
                c => (in_directive, at_line_start && c.is_whitespace()),
            };
            match c {
                _ if in_directive => {}
                '{' | '(' | '[' => depth += 1,
                '}' | ')' | ']' => depth = depth.saturating_sub(1),
                ';' if depth == 0 => {
                    keep(&mut kept, &self.text[start..=at], used);
                    start = at + 1;
                }
                _ => {}
            }
        }
        kept.push_str(&self.text[start..]);
        kept
    }
}

/// Keeps a declaration, or its line ends and line markers only.
fn keep(kept: &mut String, declaration: &str, used: &BTreeSet<&str>) {
    let code = declaration.split_inclusive('\n').filter(|line| !line.trim_start().starts_with('#'));
    let code: String = code.collect();
    let is_prototype = words(&code).next() == Some("extern") && code.contains('(') && !code.contains('{');
    // The name of a function stands before a parenthesis; so do others, which only keeps more.
    let is_used = code.match_indices('(').any(|(at, _)| {
        let before = code[..at].trim_end();
        let name = &before[before.trim_end_matches(is_word).len()..];
        used.contains(name)
    });
    if !is_prototype || is_used {
        return kept.push_str(declaration);
    }
    for line in declaration.split_inclusive('\n') {
        if line.trim_start().starts_with('#') {
            kept.push_str(line);
        } else if line.ends_with('\n') {
            kept.push('\n');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prototypes_that_nothing_names_are_left_out() {
        let header =
            "# 1 \"h.h\" 1 3\ntypedef int t;\nextern int f (t x);\nextern int g (t x,\n t y);\nextern t v;\n";
        let text = format!(
            "# 1 \"a.c\"\n{header}# 2 \"a.c\" 2\nextern int h(int);\nint main() {{ return f(v); }}\n"
        );
        let [pruned] = &prune(&[&text], &["a.c"])[..] else { panic!("one file") };
        assert_eq!(*pruned, text.replace("extern int g (t x,\n t y);", "\n"));
    }
}
