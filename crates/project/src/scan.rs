//! What a file in C seems to define, told from its text before the preprocessor: enough to know which files to read.
//!
//! Branches of `#if` count all, and a brace in the first column ends a function, so that braces in branches that exclude each
//! other do no harm.

use std::collections::BTreeSet;

/// The names outside of functions and of braces.
pub fn names_at_file_scope(text: &str) -> BTreeSet<&str> {
    scanned(text).names
}

/// The functions that have a body.
pub fn functions(text: &str) -> BTreeSet<&str> {
    scanned(text).functions
}

/// The functions that a declaration keeps to their file.
pub fn internal_functions(text: &str) -> BTreeSet<&str> {
    scanned(text).internal
}

/// The headers that a file includes, as it names them.
pub fn included(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| {
        let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?.trim_start();
        let end = if rest.starts_with('<') { '>' } else { '"' };
        rest.get(1..)?.split(end).next()
    })
}

#[derive(Default)]
struct Scanned<'a> {
    names: BTreeSet<&'a str>,
    functions: BTreeSet<&'a str>,
    internal: BTreeSet<&'a str>,
}

fn scanned(text: &str) -> Scanned<'_> {
    let mut found = Scanned::default();
    let (mut depth, mut parentheses) = (0_usize, 0_usize);
    // The name before a parenthesis, and the one whose parentheses have just been closed.
    let (mut last, mut head) = (None, None);
    let mut is_static = false;
    for (token, at_line_start) in Tokens::of(text) {
        match token {
            "{" => {
                if depth == 0 && parentheses == 0 {
                    found.internal.extend(head.filter(|_| is_static));
                    found.functions.extend(head.take());
                    is_static = false;
                }
                depth += 1;
            }
            "}" => depth = if at_line_start { 0 } else { depth.saturating_sub(1) },
            _ if depth > 0 => continue,
            "(" => {
                if parentheses == 0 && head.is_none() {
                    head = last;
                }
                parentheses += 1;
            }
            ")" => parentheses = parentheses.saturating_sub(1),
            ";" | "=" | "," if parentheses == 0 => {
                found.internal.extend(head.take().filter(|_| is_static));
                is_static &= token != ";";
            }
            "static" if parentheses == 0 => is_static = true,
            _ if token.starts_with(is_letter) => {
                found.names.insert(token);
            }
            _ => {}
        }
        last = token.starts_with(is_letter).then_some(token);
        if depth == 0 && at_line_start && token == "}" {
            (parentheses, head) = (0, None);
        }
    }
    found
}

fn is_letter(ch: char) -> bool {
    ch.is_alphanumeric() || ch == '_'
}

/// Words and signs of a text without comments, directives and quoted text, each with whether it begins a line.
struct Tokens<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Tokens<'a> {
    fn of(text: &'a str) -> Tokens<'a> {
        Tokens { text, at: 0 }
    }

    fn begins_line(&self) -> bool {
        self.at == 0 || self.text.as_bytes()[self.at - 1] == b'\n'
    }

    /// Goes behind the next place of a text, or to the end.
    fn skip_past(&mut self, from: usize, end: &str) {
        let rest = self.text.get(from..).unwrap_or_default();
        self.at = rest.find(end).map_or(self.text.len(), |found| from + found + end.len());
    }

    fn skip_quoted(&mut self, quote: char) {
        let mut chars = self.text[self.at + 1..].char_indices();
        while let Some((offset, ch)) = chars.next() {
            match ch {
                '\\' => drop(chars.next()),
                _ if ch == quote || ch == '\n' => {
                    self.at += offset + 2;
                    return;
                }
                _ => {}
            }
        }
        self.at = self.text.len();
    }

    /// Goes to the end of a directive, with the lines that continue it.
    fn skip_directive(&mut self) {
        for line in self.text[self.at..].split_inclusive('\n') {
            self.at += line.len();
            if !line.trim_end_matches(['\n', '\r']).ends_with('\\') {
                break;
            }
        }
    }

    fn is_directive(&self) -> bool {
        let before = &self.text[..self.at];
        before.rsplit('\n').next().is_some_and(|line| line.trim().is_empty())
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = (&'a str, bool);

    fn next(&mut self) -> Option<(&'a str, bool)> {
        loop {
            let rest = &self.text[self.at..];
            let ch = rest.chars().next()?;
            match ch {
                _ if ch.is_whitespace() => self.at += ch.len_utf8(),
                '/' if rest.starts_with("//") => self.skip_past(self.at, "\n"),
                '/' if rest.starts_with("/*") => self.skip_past(self.at + 2, "*/"),
                '"' | '\'' => self.skip_quoted(ch),
                '#' if self.is_directive() => self.skip_directive(),
                _ => {
                    let begins = self.begins_line();
                    let length = match is_letter(ch) {
                        true => rest.find(|ch| !is_letter(ch)).unwrap_or(rest.len()),
                        false => ch.len_utf8(),
                    };
                    self.at += length;
                    return Some((&rest[..length], begins));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "#include <stdbool.h>\n  # include \"x.h\"\n#define BODY(x) { \\\n  x }\nextern int far; int near[2] = { one };\n\
        /* int no(void) { */ int declared(int inner);\nstatic const char *text = \"int no() {\";\n\
        __attribute__((noinline)) int f(int a, int (*g)(int)) { if (a) { g(a); } return '\"'; }\n\
        #ifdef A\nint h(void) {\n#else\nlong h(void) {\n#endif\n  return 0;\n}\nint\nmain(int argc, char **argv)\n{\n  return used;\n}\n";

    #[test]
    fn functions_have_a_body() {
        let found = functions(TEXT);
        assert!(["h", "main"].iter().all(|it| found.contains(it)), "{found:?}");
        assert!(!["declared", "no", "g", "if"].iter().any(|it| found.contains(it)), "{found:?}");
    }

    #[test]
    fn names_inside_of_functions_are_not_seen() {
        let found = names_at_file_scope(TEXT);
        assert!(["far", "near", "text", "f", "h", "main"].iter().all(|it| found.contains(it)), "{found:?}");
        assert!(!["used", "one", "no"].iter().any(|it| found.contains(it)), "{found:?}");
    }

    #[test]
    fn what_is_static_stays_in_its_file() {
        let text = "static int a(void);\nint a(void) { return 1; }\nstatic int b(int x) { return x; }\nint c(void) { static int d; return d; }\n\
                    static int e = 3;\nint f(void);\n";
        assert_eq!(internal_functions(text), ["a", "b"].into());
    }

    #[test]
    fn headers_are_named_as_they_are_included() {
        assert_eq!(included(TEXT).collect::<Vec<_>>(), ["stdbool.h", "x.h"]);
    }
}
