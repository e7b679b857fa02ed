//! The functions that a file defines, found in its tokens: no preprocessor is asked, and the rest of the file may be anything.
//!
//! A function is the last name in front of parentheses, behind the end of what stands before it, that a body follows. Functions
//! that macros make, and those with parameters declared behind the parentheses (K&R), are not found.

use super::tokens::{self, Token, TokenKind};
use crate::outline::Definition;

/// Names in front of parentheses that are no functions.
const NO_FUNCTIONS: [&str; 12] = [
    "__attribute__",
    "__attribute",
    "__declspec",
    "__asm__",
    "asm",
    "_Alignas",
    "alignas",
    "_Static_assert",
    "static_assert",
    "typeof",
    "__typeof__",
    "_Atomic",
];

/// How clauses of CBMC's contracts begin.
const CBMC: &str = "__CPROVER_";

/// With which words clauses of an ACSL contract begin.
const ACSL: [&str; 4] = ["requires", "ensures", "assigns", "behavior"];

/// The functions that are defined in a text, in its order.
pub fn functions(text: &str) -> Vec<Definition> {
    let tokens: Vec<Token> = tokens::tokens(text).into_iter().filter(|it| !it.in_directive).collect();
    let mut outline = Outline { text, functions: Vec::new(), item: Item::behind(0), depth: 0 };
    for (idx, token) in tokens.iter().enumerate() {
        outline.token(*token, tokens.get(idx + 1));
    }
    outline.functions
}

struct Outline<'a> {
    text: &'a str,
    functions: Vec<Definition>,
    item: Item,
    /// How many braces are open.
    depth: usize,
}

/// A declaration that is being read.
struct Item {
    /// Where the one before it ends.
    start: usize,
    /// How many parentheses are open.
    parentheses: usize,
    name: Option<Token>,
    has_clauses: bool,
    /// Whether it is given a value, and is no function.
    is_initialized: bool,
}

impl Item {
    fn behind(end: usize) -> Item {
        Item { start: end, parentheses: 0, name: None, has_clauses: false, is_initialized: false }
    }
}

impl Outline<'_> {
    fn token(&mut self, token: Token, next: Option<&Token>) {
        let text = token.text(self.text);
        match (token.kind, text) {
            (TokenKind::Sign, "{") => {
                if self.depth == 0 {
                    self.body();
                }
                self.depth += 1;
            }
            (TokenKind::Sign, "}") => {
                // One at the start of a line ends a function, however many are open in branches of an `#if`.
                let is_first = self.text[..token.start as usize].ends_with('\n');
                self.depth = if is_first { 0 } else { self.depth.saturating_sub(1) };
                if self.depth == 0 {
                    self.item = Item::behind(token.end as usize);
                }
            }
            _ if self.depth > 0 => {}
            (TokenKind::Sign, ";") => self.item = Item::behind(token.end as usize),
            (TokenKind::Sign, "(") => self.item.parentheses += 1,
            (TokenKind::Sign, ")") => self.item.parentheses = self.item.parentheses.saturating_sub(1),
            (TokenKind::Sign, "=") if self.item.parentheses == 0 => self.item.is_initialized = true,
            (TokenKind::Name, name) if self.item.parentheses == 0 => {
                let is_called = next.is_some_and(|it| it.text(self.text) == "(");
                if name.starts_with(CBMC) {
                    self.item.has_clauses = true;
                } else if is_called && !NO_FUNCTIONS.contains(&name) {
                    self.item.name = Some(token);
                }
            }
            _ => {}
        }
    }

    fn body(&mut self) {
        let Some(name) = self.item.name.filter(|_| !self.item.is_initialized) else { return };
        let range = name.start as usize..name.end as usize;
        let before = &self.text[self.item.start..range.start];
        let has_contract = self.item.has_clauses || has_annotation(before);
        self.functions.push(Definition { name: name.text(self.text).to_owned(), range, has_contract });
    }
}

/// Whether an annotation with clauses of a contract stands in a text.
fn has_annotation(text: &str) -> bool {
    let annotations = text.split("/*@").skip(1).map(|it| it.split("*/").next().unwrap_or(it));
    let lines = text.split("//@").skip(1).map(|it| it.lines().next().unwrap_or(it));
    let mut words = annotations.chain(lines).flat_map(|it| it.split(|it: char| !it.is_alphanumeric()));
    words.any(|word| ACSL.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expect: &[(&str, bool)]) {
        let found = functions(text);
        assert!(found.iter().all(|it| text[it.range.clone()] == it.name));
        let found: Vec<(&str, bool)> = found.iter().map(|it| (it.name.as_str(), it.has_contract)).collect();
        assert_eq!(found, expect);
    }

    #[test]
    fn functions_with_a_body() {
        check("int f(int x) { return g(x); }\nstatic char *g (void)\n{\n}\n", &[("f", false), ("g", false)]);
        check("int __attribute__((noinline)) f(void) { if (x) { y(); } }", &[("f", false)]);
        check("int f(int (*g)(int)) { }", &[("f", false)]);
    }

    #[test]
    fn what_is_no_function() {
        check("int f(int x);\nstruct s { int x; };\nint a[] = { g(1) };\nint b = h(2);\n", &[]);
        check("#define F(x) { x }\nenum e { A };\n// int f() { }\n/* int g() { } */\n", &[]);
        check("", &[]);
    }

    #[test]
    fn a_text_that_is_not_whole() {
        check("int f(int x) { if (x) { \n}\nint g(void) { }", &[("f", false), ("g", false)]);
        check(
            "#if A\nint f(int x) {\n#else\nint f(void) {\n#endif\n}\nint g() {",
            &[("f", false), ("g", false)],
        );
        check("int f( { \" ", &[("f", false)]);
        check("} ) ; é(int è) {", &[("é", false)]);
    }

    #[test]
    fn contracts() {
        check("/*@ requires x > 0; */\nint f(int x) { }\nint g() { }", &[("f", true), ("g", false)]);
        check("//@ ensures \\result > 0;\nint f(int x) { }", &[("f", true)]);
        check("int f(int x) __CPROVER_requires(x > 0) { }", &[("f", true)]);
        check("/*@ predicate p(int x) = x > 0; */\n/* requires */ int f(int x) { }", &[("f", false)]);
    }
}
