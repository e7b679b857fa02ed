//! Tokens as statements, without understanding them: what ends where follows from keywords, parentheses and braces.

use super::names::Names;
use super::nodes::{Lexeme, Node};

/// Statements within statements are read up to this depth, which bounds the stack; deeper ones are taken as one.
const MAX_DEPTH: usize = 100;

/// The statements of a text.
pub(super) fn parsed(lexemes: &[Lexeme<'_>], names: &Names<'_>) -> Vec<Node> {
    let mut reader = Reader { lexemes, names, at: 0 };
    let mut nodes = Vec::new();
    while reader.at < lexemes.len() {
        nodes.extend(reader.statements(0));
        // A brace that closes nothing.
        reader.at += 1;
    }
    nodes
}

struct Reader<'r> {
    lexemes: &'r [Lexeme<'r>],
    names: &'r Names<'r>,
    at: usize,
}

impl Reader<'_> {
    fn text(&self, at: usize) -> &str {
        self.lexemes.get(at).map_or("", |it| it.text)
    }

    /// The statements up to the brace that closes them, or the end.
    fn statements(&mut self, depth: usize) -> Vec<Node> {
        let mut nodes = Vec::new();
        while self.at < self.lexemes.len() && self.text(self.at) != "}" {
            nodes.push(self.statement(depth));
        }
        nodes
    }

    /// One statement; it is not empty.
    fn statement(&mut self, depth: usize) -> Node {
        let start = self.at;
        match self.text(start) {
            _ if depth > MAX_DEPTH => self.simple(),
            "{" => {
                let body = self.block(depth);
                Node::Block { body, range: start..self.at }
            }
            "if" | "while" | "for" | "switch" => {
                self.at += 1;
                self.at = self.behind_group(self.at);
                let head = start..self.at;
                let mut body = self.one(depth);
                if self.text(start) == "if" && self.text(self.at) == "else" {
                    let at = self.at;
                    self.at += 1;
                    let other = self.one(depth);
                    let tail = self.at..self.at;
                    body.push(Node::Control { head: at..at + 1, body: other, tail, range: at..self.at });
                }
                Node::Control { head, body, tail: self.at..self.at, range: start..self.at }
            }
            "do" => {
                self.at += 1;
                let body = self.one(depth);
                let tail = self.at..self.end_of_simple(self.at);
                self.at = tail.end;
                Node::Control { head: start..start + 1, body, tail, range: start..self.at }
            }
            "case" => self.label(),
            "default" => self.label(),
            word if self.text(start + 1) == ":" && is_name(word) => self.label(),
            _ if depth == 0 && self.is_function() => self.function(),
            word if self.names.begins_declaration(word) => self.declaration(),
            _ => self.simple(),
        }
    }

    /// The statement that another one controls, if there is one.
    fn one(&mut self, depth: usize) -> Vec<Node> {
        match self.text(self.at) {
            "" | "}" => Vec::new(),
            _ => vec![self.statement(depth + 1)],
        }
    }

    fn block(&mut self, depth: usize) -> Vec<Node> {
        self.at += 1;
        let body = self.statements(depth + 1);
        self.at = (self.at + 1).min(self.lexemes.len());
        body
    }

    fn label(&mut self) -> Node {
        let start = self.at;
        while !["", ":", ";", "}"].contains(&self.text(self.at)) {
            self.at += 1;
        }
        if self.text(self.at) == ":" {
            self.at += 1;
        }
        // `}` would be no step ahead, but no label begins with it.
        Node::Label { range: start..self.at.max(start + 1) }
    }

    fn simple(&mut self) -> Node {
        let start = self.at;
        self.at = self.end_of_simple(start).max(start + 1);
        Node::Simple { range: start..self.at }
    }

    /// Whether a body follows a head with parameters.
    fn is_function(&self) -> bool {
        let mut at = self.at;
        while is_name(self.text(at)) || self.text(at) == "*" {
            at += 1;
        }
        at > self.at && self.text(at) == "(" && self.text(self.behind_group(at)) == "{"
    }

    fn function(&mut self) -> Node {
        let start = self.at;
        while self.text(self.at) != "(" {
            self.at += 1;
        }
        self.at = self.behind_group(self.at);
        let head = start..self.at;
        let body = self.block(0);
        Node::Function { head, body, range: start..self.at }
    }

    /// A declaration with its declarators; one with the body of a type is taken as it is.
    fn declaration(&mut self) -> Node {
        let range = self.at..self.end_of_simple(self.at).max(self.at + 1);
        let has_type_body = |at: usize| self.text(at) == "{" && self.text(at.wrapping_sub(1)) != "=";
        if self.text(range.start) == "typedef" || range.clone().any(has_type_body) {
            self.at = range.end;
            return Node::Simple { range };
        }
        let mut at = range.start;
        while self.names.begins_declaration(self.text(at)) && at < range.end {
            at += 1;
        }
        let specifiers = range.start..at;
        let last = if self.text(range.end - 1) == ";" { range.end - 1 } else { range.end };
        let mut declarators = Vec::new();
        let mut start = at;
        while at < last {
            match self.text(at) {
                "," => {
                    declarators.push(start..at);
                    at += 1;
                    start = at;
                }
                "(" | "[" | "{" => at = self.behind_group(at).min(last),
                _ => at += 1,
            }
        }
        declarators.push(start..at.max(start));
        self.at = range.end;
        Node::Declaration { specifiers, declarators, range }
    }

    /// Behind the semicolon that ends what begins at `at`, or in front of a brace that closes what is around it.
    fn end_of_simple(&self, mut at: usize) -> usize {
        loop {
            match self.text(at) {
                "" | "}" => return at.min(self.lexemes.len()),
                ";" => return at + 1,
                "(" | "[" | "{" => at = self.behind_group(at),
                _ => at += 1,
            }
        }
    }

    /// Behind the group of parentheses, brackets or braces that begins at `at`; `at` where none does.
    fn behind_group(&self, at: usize) -> usize {
        let mut depth = 0_usize;
        for (idx, lexeme) in self.lexemes.iter().enumerate().skip(at) {
            match lexeme.text {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                _ if depth == 0 => return at,
                _ => {}
            }
            if depth == 0 {
                return idx + 1;
            }
        }
        self.lexemes.len()
    }
}

fn is_name(word: &str) -> bool {
    word.starts_with(|it: char| it.is_alphabetic() || it == '_')
}
