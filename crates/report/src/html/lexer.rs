//! What the words of a source text are, for their colours: comments, strings, numbers, keywords.
//!
//! It reads what it can and takes the rest as it is; nothing rests on it. One lexer does for C and for Boogie.

use std::ops::Range;

use faultscope_ir::program::Language;
use logos::Logos;

/// What a word is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// A comment.
    Comment,
    /// A string or a character.
    Text,
    /// A number.
    Number,
    /// A word of the language.
    Keyword,
    /// A line for the preprocessor, or an attribute of Boogie.
    Directive,
}

impl Class {
    /// The class of the element.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Class::Comment => "c",
            Class::Text => "s",
            Class::Number => "n",
            Class::Keyword => "k",
            Class::Directive => "d",
        }
    }
}

#[derive(Logos, Debug, Clone, Copy, PartialEq, Eq)]
enum Token {
    #[regex(r"//[^\n]*", allow_greedy = true)]
    #[token("/*", block)]
    Comment,
    #[regex(r#""([^"\\\n]|\\[^\n]|\\\n)*"?"#)]
    #[regex(r"'([^'\\\n]|\\[^\n])+'")]
    Text,
    #[regex(r"\.?[0-9]([eEpP][+-]|[0-9A-Za-z_.])*")]
    Number,
    #[regex(r"#[ \t]*[a-z]+")]
    #[regex(r"\{:[A-Za-z]+")]
    Directive,
    #[regex(r"[\p{L}_$][\p{L}\p{N}_$.]*")]
    Word,
    #[regex(r"[ \t\r\n]+")]
    Space,
}

/// Reads up to the end of a block comment, or of the text.
fn block(lexer: &mut logos::Lexer<'_, Token>) {
    let rest = lexer.remainder();
    lexer.bump(rest.find("*/").map_or(rest.len(), |at| at + 2));
}

/// The words of a text that have a class, in order.
pub(super) fn classes(text: &str, language: Language) -> Vec<(Range<usize>, Class)> {
    let is_keyword = |word: &str| match language {
        Language::C => C.contains(&word),
        Language::Boogie => BOOGIE.contains(&word),
    };
    let class = |(token, range): (Result<Token, ()>, Range<usize>)| {
        let class = match token.ok()? {
            Token::Comment => Class::Comment,
            Token::Text => Class::Text,
            Token::Number => Class::Number,
            Token::Directive => Class::Directive,
            Token::Word if is_keyword(&text[range.clone()]) => Class::Keyword,
            Token::Word | Token::Space => return None,
        };
        Some((range, class))
    };
    Token::lexer(text).spanned().filter_map(class).collect()
}

const C: &[&str] = &[
    "auto",
    "break",
    "case",
    "char",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extern",
    "float",
    "for",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "register",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "struct",
    "switch",
    "typedef",
    "union",
    "unsigned",
    "void",
    "volatile",
    "while",
    "_Bool",
    "bool",
    "_Static_assert",
    "static_assert",
    "_Alignas",
    "_Noreturn",
    "_Thread_local",
    "_Generic",
    "typeof",
];

const BOOGIE: &[&str] = &[
    "assert",
    "assume",
    "axiom",
    "bool",
    "break",
    "call",
    "complete",
    "const",
    "else",
    "ensures",
    "exists",
    "extends",
    "false",
    "forall",
    "free",
    "function",
    "goto",
    "havoc",
    "if",
    "implementation",
    "int",
    "invariant",
    "lambda",
    "modifies",
    "old",
    "procedure",
    "real",
    "requires",
    "return",
    "returns",
    "then",
    "true",
    "type",
    "unique",
    "var",
    "where",
    "while",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expect: &[(&str, Class)]) {
        let found = classes(text, Language::C);
        let found: Vec<(&str, Class)> =
            found.iter().map(|(range, class)| (&text[range.clone()], *class)).collect();
        assert_eq!(found, expect);
    }

    #[test]
    fn words_have_classes() {
        use Class::*;
        check("int x = 0x1F; // ü", &[("int", Keyword), ("0x1F", Number), ("// ü", Comment)]);
        check("#include \"a.h\"\nintern();", &[("#include", Directive), ("\"a.h\"", Text)]);
        check("c = '\\''; s = \"a\\\"/*b\";", &[("'\\''", Text), ("\"a\\\"/*b\"", Text)]);
        check("/* a\n * b */ 1.5e-3 x1", &[("/* a\n * b */", Comment), ("1.5e-3", Number)]);
    }

    #[test]
    fn what_does_not_end_is_read_to_its_end() {
        check("/* a\n", &[("/* a\n", Class::Comment)]);
        check("\"a\nreturn", &[("\"a", Class::Text), ("return", Class::Keyword)]);
        check("' \\ @ é", &[]);
    }
}
