//! Texts that are almost programs: real ones with a few tokens deleted, doubled, exchanged or put in.

use crate::random::Random;

/// Tokens that are put in. Those of C and of Boogie together: what is a token of one is a surprise in the other.
const TOKENS: [&str; 64] = [
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ",",
    ":",
    "::",
    ":=",
    "=",
    "==",
    "==>",
    "<==>",
    "!",
    "~",
    "*",
    "&",
    "&&",
    "||",
    "+",
    "-",
    "<<",
    "->",
    ".",
    "...",
    "?",
    "#",
    "\"",
    "'",
    "\\",
    "/*",
    "*/",
    "//",
    "0",
    "1",
    "-1",
    "0x",
    "1e",
    "99999999999999999999",
    "'\\x",
    "if",
    "else",
    "while",
    "for",
    "switch",
    "case",
    "default",
    "goto",
    "return",
    "sizeof",
    "struct S",
    "union U",
    "int",
    "unsigned",
    "double",
    "void",
    "assert",
    "assume",
    "havoc",
    "call",
    "forall",
    "\u{fe}",
];

/// The text after one to four changes; `other` lends pieces.
pub fn mutate(seed: u64, text: &str, other: &str) -> String {
    let mut random = Random::new(seed);
    let mut tokens: Vec<&str> = split(text);
    let others = split(other);
    for _ in 0..1 + random.below(4) {
        change(&mut random, &mut tokens, &others);
    }
    tokens.concat()
}

fn change<'a>(random: &mut Random, tokens: &mut Vec<&'a str>, others: &[&'a str]) {
    if tokens.is_empty() {
        return tokens.push(random.pick(&TOKENS));
    }
    let at = random.below(tokens.len());
    let end = (at + 1 + random.below(6)).min(tokens.len());
    match random.below(7) {
        0 => drop(tokens.drain(at..end)),
        1 => tokens.insert(at, random.pick(&TOKENS)),
        2 => tokens[at] = random.pick(&TOKENS),
        3 => {
            let with = random.below(tokens.len());
            tokens.swap(at, with);
        }
        4 => {
            let copy = tokens[at..end].to_vec();
            let to = random.below(tokens.len());
            tokens.splice(to..to, copy);
        }
        5 if !others.is_empty() => {
            let from = random.below(others.len());
            let to = (from + 1 + random.below(12)).min(others.len());
            tokens.splice(at..at, others[from..to].iter().copied());
        }
        _ => tokens.truncate(at),
    }
}

/// Words, runs of white space, and single other characters.
fn split(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let kind = kind(first);
        let end = match kind {
            Kind::Other => first.len_utf8(),
            _ => rest.find(|it| self::kind(it) != kind).unwrap_or(rest.len()),
        };
        let (token, after) = rest.split_at(end);
        tokens.push(token);
        rest = after;
    }
    tokens
}

#[derive(PartialEq, Eq, Clone, Copy)]
enum Kind {
    Word,
    Space,
    Other,
}

fn kind(character: char) -> Kind {
    match character {
        it if it.is_alphanumeric() || it == '_' => Kind::Word,
        it if it.is_whitespace() => Kind::Space,
        _ => Kind::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splitting_loses_nothing() {
        let text = "int  x = a->b; // é\n";
        assert_eq!(split(text).concat(), text);
        assert_eq!(split("x1 =2"), ["x1", " ", "=", "2"]);
    }

    #[test]
    fn a_seed_names_a_text() {
        assert_eq!(mutate(3, "int x = 1;", "y"), mutate(3, "int x = 1;", "y"));
        let changed = (0..20).filter(|seed| mutate(*seed, "int x = 1;", "y") != "int x = 1;").count();
        assert!(changed > 15);
    }
}
