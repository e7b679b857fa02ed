//! No text makes the parser panic, and none takes long: words of C in any order, and programs with pieces taken out, put in
//! and put elsewhere.

use super::super::{lex, parse};

const WORDS: [&str; 64] = [
    "int",
    "T",
    "x",
    "y",
    "f",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ",",
    ":",
    "?",
    ".",
    "->",
    "...",
    "=",
    "+",
    "*",
    "&",
    "&&",
    "-",
    "<<",
    "1",
    "1.5",
    "'a'",
    "\"s\"",
    "if",
    "else",
    "for",
    "while",
    "do",
    "switch",
    "case",
    "default",
    "return",
    "goto",
    "struct",
    "union",
    "enum",
    "typedef",
    "static",
    "const",
    "sizeof",
    "_Generic",
    "__attribute__",
    "((packed))",
    "asm",
    "__label__",
    "_Static_assert",
    "_Alignas",
    "typeof",
    "__builtin_va_arg",
    "__builtin_offsetof",
    "[[",
    "]]",
    "void",
    "unsigned",
    "\n",
    "/*@ x */",
    "#pragma pack(2)\n",
    "_Atomic",
];

const TEXT: &str = "typedef int T; struct s { int a : 3; T b[4]; struct s *n; union { int i; float f; } u; };
    static struct s g = { 1, { [1 ... 2] = 3 }, .u.i = 2 }; int k(x, y) int x; char *y; { return x ? k(x - 1, y) : (T) y[0]; }
    int main(void) { T T = 1; L: switch (T) { case 1 ... 2: do { T += ({ int q = T; q; }); } while (T < 3); default: goto L; }
    for (int j = 0; j < 3; j++) { if (j) continue; else break; } int (*h(int a))(int [static a]); return sizeof (int[T]) + _Generic(T, int: 1); }";

/// A generator of numbers, so that every run sees the same texts.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }
}

/// Reads a text; every place in what comes out is one of the text.
fn read(text: &str) {
    let lexed = lex("a.c", text);
    for token in &lexed.tokens {
        assert!(text.get(token.start as usize..token.end as usize).is_some(), "{text}");
    }
    match parse(text, &lexed) {
        Ok(unit) => assert!(unit.0.iter().all(|it| text.get(it.span.start..it.span.end).is_some()), "{text}"),
        Err(errors) => {
            assert!(!errors.is_empty(), "{text}");
            assert!(errors.iter().all(|it| it.span.start <= it.span.end), "{text}");
        }
    }
}

#[test]
fn words_in_any_order() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for _ in 0..5_000 {
        let n = 1 + random.below(40);
        let words: Vec<&str> = (0..n).map(|_| WORDS[random.below(WORDS.len())]).collect();
        read(&format!("typedef int T; {}", words.join(" ")));
        read(&format!("typedef int T; void f(void) {{ {} }}", words.join(" ")));
    }
}

#[test]
fn programs_that_are_changed() {
    let mut random = Random(0x1234_5678_9abc_def1);
    for _ in 0..5_000 {
        let mut text: Vec<char> = TEXT.chars().collect();
        for _ in 0..1 + random.below(4) {
            let at = random.below(text.len());
            let end = (at + 1 + random.below(10)).min(text.len());
            match random.below(3) {
                0 => drop(text.drain(at..end)),
                1 => {
                    let word = WORDS[random.below(WORDS.len())].chars();
                    text.splice(at..at, word);
                }
                _ => {
                    let piece: Vec<char> = text[at..end].to_vec();
                    let to = random.below(text.len());
                    text.splice(to..to, piece);
                }
            }
        }
        read(&text.into_iter().collect::<String>());
    }
}

#[test]
fn any_characters() {
    let mut random = Random(42);
    for _ in 0..5_000 {
        let n = random.below(60);
        let text: String = (0..n)
            .map(|_| match random.below(8) {
                0 => 'ü',
                1 => '"',
                2 => '\\',
                3 => '\n',
                4 => '\'',
                _ => char::from(random.below(128) as u8),
            })
            .collect();
        read(&text);
    }
}

#[test]
fn the_text_is_c() {
    assert!(parse(TEXT, &lex("a.c", TEXT)).is_ok());
}
