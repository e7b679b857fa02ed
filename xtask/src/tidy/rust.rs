//! A simple reading of Rust sources: what a file defines, what it imports, and which paths it names.
//!
//! It goes by tokens and knows no macro, no trait and no type. Comments, texts and what is only for tests
//! (`#[cfg(test)]`) are left out. A module is a file; modules written inside another one count as part of its file.

use std::collections::BTreeSet;

/// A token: a word, `::`, or one character of punctuation. Texts are `"`, life times are left out.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Token<'a> {
    text: &'a str,
    line: usize,
}

/// A path in a source, from its beginning to where something other than a name follows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Path {
    /// The names.
    pub(super) names: Vec<String>,
    /// Where it starts.
    pub(super) line: usize,
}

/// A name that a `use` declaration brings into a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Import {
    /// The name; none for all names of a module (`*`).
    pub(super) name: Option<String>,
    /// What it names.
    pub(super) path: Path,
    /// Whether others get it from here: `pub use`, with any visibility.
    pub(super) is_handed_on: bool,
}

/// What a file says.
#[derive(Debug, Default)]
pub(super) struct Source {
    /// The items that it defines.
    pub(super) items: BTreeSet<String>,
    /// The modules that it declares (`mod name;`), without those for tests.
    pub(super) modules: BTreeSet<String>,
    /// The modules that it declares for tests.
    pub(super) test_modules: BTreeSet<String>,
    /// What it imports.
    pub(super) imports: Vec<Import>,
    /// Every name and path in its code, imports left out.
    pub(super) paths: Vec<Path>,
    /// Those behind `&mut`.
    pub(super) mutable: Vec<Path>,
}

impl Source {
    /// Reads a file.
    pub(super) fn new(text: &str) -> Source {
        let tokens = tokens(text);
        let mut reader = Reader { tokens: &tokens, at: 0, depth: 0, source: Source::default() };
        reader.read();
        reader.source
    }
}

fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    let mut line = 1;
    while let Some(first) = rest.chars().next() {
        let (length, is_token) = token(rest, first);
        let text = &rest[..length];
        if is_token {
            let text = if text.ends_with('"') { "\"" } else { text };
            tokens.push(Token { text, line });
        }
        line += text.matches('\n').count();
        rest = &rest[length..];
    }
    tokens
}

/// How long the next piece of a text is, and whether it is a token.
fn token(text: &str, first: char) -> (usize, bool) {
    let word = |text: &str| text.find(|it: char| !it.is_alphanumeric() && it != '_').unwrap_or(text.len());
    if text.starts_with("//") {
        return (text.find('\n').unwrap_or(text.len()), false);
    }
    if text.starts_with("/*") {
        return (text.find("*/").map_or(text.len(), |end| end + 2), false);
    }
    if let Some(length) = string(text) {
        return (length, true);
    }
    if first == '\'' {
        // A life time has no second quote behind its name; a character has one behind one character or escape.
        let mut chars = text[1..].chars();
        let length = match chars.next() {
            Some('\\') => text[2..].find('\'').map_or(2, |end| end.max(1) + 3),
            Some(character) if chars.next() == Some('\'') => 2 + character.len_utf8(),
            _ => 1 + word(&text[1..]),
        };
        return (length.min(text.len()), false);
    }
    if text.starts_with("::") {
        return (2, true);
    }
    if first.is_alphanumeric() || first == '_' {
        return (word(text), true);
    }
    (first.len_utf8(), !first.is_whitespace())
}

/// How long a text in quotes is, if one starts here.
fn string(text: &str) -> Option<usize> {
    let prefix = text.len() - text.trim_start_matches(['b', 'r', 'c']).len();
    if prefix > 2 {
        return None;
    }
    let is_raw = text[..prefix].contains('r');
    let n_hashes =
        if is_raw { text[prefix..].len() - text[prefix..].trim_start_matches('#').len() } else { 0 };
    let start = prefix + n_hashes;
    let inside = text[start..].strip_prefix('"')?;
    if is_raw {
        let end = format!("\"{}", "#".repeat(n_hashes));
        return Some(inside.find(&end).map_or(text.len(), |at| start + 1 + at + end.len()));
    }
    let mut escaped = false;
    for (at, character) in inside.char_indices() {
        match character {
            '"' if !escaped => return Some(start + at + 2),
            '\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    Some(text.len())
}

/// Words before a name that they define.
const DEFINING: [&str; 9] = ["fn", "struct", "enum", "union", "trait", "type", "const", "static", "mod"];

struct Reader<'t, 's> {
    tokens: &'t [Token<'s>],
    at: usize,
    /// The number of open braces.
    depth: usize,
    source: Source,
}

impl<'s> Reader<'_, 's> {
    fn peek(&self, distance: usize) -> &'s str {
        self.tokens.get(self.at + distance).map_or("", |token| token.text)
    }

    fn line(&self) -> usize {
        self.tokens.get(self.at).map_or(0, |token| token.line)
    }

    fn read(&mut self) {
        let mut is_handed_on = false;
        while self.at < self.tokens.len() {
            match self.peek(0) {
                "#" => self.attribute(),
                "pub" => {
                    self.at += 1;
                    if self.peek(0) == "(" && ["crate", "super", "self", "in"].contains(&self.peek(1)) {
                        self.skip_group("(", ")");
                    }
                    is_handed_on = true;
                    continue;
                }
                "use" => {
                    self.at += 1;
                    let imports = self.uses(Vec::new());
                    let import = imports.into_iter().map(|(name, path)| Import { name, path, is_handed_on });
                    self.source.imports.extend(import);
                }
                "macro_rules" => {
                    self.source.items.insert(self.peek(2).to_owned());
                    self.at += 3;
                }
                word if DEFINING.contains(&word) => self.definition(word),
                "{" => {
                    self.depth += 1;
                    self.at += 1;
                }
                "}" => {
                    self.depth = self.depth.saturating_sub(1);
                    self.at += 1;
                }
                word if is_name(word) => self.path(),
                _ => self.at += 1,
            }
            is_handed_on = false;
        }
    }

    fn definition(&mut self, word: &str) {
        let name = self.peek(1);
        self.at += 1;
        if !is_name(name) {
            return;
        }
        let is_file = word == "mod" && self.peek(1) == ";";
        if is_file {
            self.source.modules.insert(name.to_owned());
        } else if self.depth == 0 && !["fn", "mut"].contains(&name) {
            self.source.items.insert(name.to_owned());
        }
        if name != "fn" {
            self.at += 1;
        }
    }

    fn path(&mut self) {
        let line = self.line();
        let mut names = vec![self.peek(0).to_owned()];
        self.at += 1;
        while self.peek(0) == "::" && is_name(self.peek(1)) {
            names.push(self.peek(1).to_owned());
            self.at += 2;
        }
        // What stands behind a dot is a member.
        let start = self.at - (2 * names.len() - 1);
        let before = |n: usize| start.checked_sub(n).map_or("", |at| self.tokens[at].text);
        if before(1) != "." && before(1) != "::" {
            if before(2) == "&" && before(1) == "mut" {
                self.source.mutable.push(Path { names: names.clone(), line });
            }
            self.source.paths.push(Path { names, line });
        }
    }

    /// The names of a `use` declaration behind a prefix, each with its path.
    fn uses(&mut self, prefix: Vec<String>) -> Vec<(Option<String>, Path)> {
        let mut found = Vec::new();
        let mut names = prefix.clone();
        loop {
            let line = self.line();
            let token = self.peek(0);
            match token {
                "{" => {
                    self.at += 1;
                    while !["}", ""].contains(&self.peek(0)) {
                        let start = self.at;
                        found.extend(self.uses(names.clone()));
                        // A comma; or, in a text that is no program, what no name begins with.
                        if self.peek(0) == "," || self.at == start {
                            self.at += 1;
                        }
                    }
                    self.at += 1;
                    return found;
                }
                "*" => {
                    self.at += 1;
                    found.push((None, Path { names, line }));
                    return found;
                }
                "::" => self.at += 1,
                name if is_name(name) => {
                    self.at += 1;
                    if name != "self" || names.is_empty() {
                        names.push(name.to_owned());
                    }
                    if self.peek(0) == "::" {
                        continue;
                    }
                    let mut alias = names.last().cloned();
                    if self.peek(0) == "as" {
                        alias = Some(self.peek(1).to_owned());
                        self.at += 2;
                    }
                    found.push((alias, Path { names, line }));
                    return found;
                }
                _ => return found,
            }
        }
    }

    /// Leaves out an attribute, and what it is about if that is for tests only.
    fn attribute(&mut self) {
        self.at += 1;
        if self.peek(0) == "!" {
            self.at += 1;
        }
        let start = self.at;
        self.skip_group("[", "]");
        let tokens = &self.tokens[start..self.at];
        let has = |word: &str| tokens.iter().any(|token| token.text == word);
        if has("cfg") && has("test") && !has("not") {
            self.skip_item();
        }
    }

    fn skip_item(&mut self) {
        while self.peek(0) == "#" {
            self.at += 1;
            self.skip_group("[", "]");
        }
        let mut is_use = false;
        while self.at < self.tokens.len() {
            match self.peek(0) {
                "use" => is_use = true,
                "mod" if self.peek(2) == ";" => {
                    self.source.test_modules.insert(self.peek(1).to_owned());
                }
                "(" => {
                    self.skip_group("(", ")");
                    continue;
                }
                "{" => {
                    self.skip_group("{", "}");
                    if is_use {
                        continue;
                    }
                    return;
                }
                ";" => {
                    self.at += 1;
                    return;
                }
                _ => {}
            }
            self.at += 1;
        }
    }

    /// Leaves out what stands between two brackets, if the first of them comes next.
    fn skip_group(&mut self, open: &str, close: &str) {
        if self.peek(0) != open {
            return;
        }
        let mut depth = 0;
        while self.at < self.tokens.len() {
            let token = self.peek(0);
            self.at += 1;
            depth += usize::from(token == open);
            if token == close {
                depth -= 1;
                if depth == 0 {
                    return;
                }
            }
        }
    }
}

fn is_name(token: &str) -> bool {
    token.starts_with(|it: char| it.is_alphabetic() || it == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, imports: &[&str], paths: &[&str]) {
        let source = Source::new(text);
        let join = |path: &Path| path.names.join("::");
        let imported: Vec<String> = source.imports.iter().map(|import| join(&import.path)).collect();
        assert_eq!(imported, imports);
        assert_eq!(source.paths.iter().map(join).collect::<Vec<_>>(), paths);
    }

    #[test]
    fn a_text_that_is_no_program_is_read_to_its_end() {
        let conflict = "use a::{\n<<<<<<< ours\n    b,\n=======\n    c,\n>>>>>>> theirs\n};\nd::e();";
        check(conflict, &["a::ours", "a::b", "a::c", "a::theirs"], &["d::e"]);
        check("use a::{#[x] b, c", &["a::x", "a::b", "a::c"], &[]);
        check("# a] b", &[], &["a", "b"]);
    }
}
