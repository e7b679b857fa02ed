//! Which names a text declares, and as what.

use std::collections::BTreeMap;

use super::nodes::{Lexeme, Node};
use crate::c::tokens::{TokenKind, tokens};

/// What a name is declared as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Variable,
    Function,
    Type,
    Member,
    Constant,
}

impl Kind {
    /// What stands for its names.
    pub(super) const fn letter(self) -> &'static str {
        match self {
            Kind::Variable => "v",
            Kind::Function => "f",
            Kind::Type => "t",
            Kind::Member => "m",
            Kind::Constant => "c",
        }
    }
}

/// The names that a text declares. A name has one kind in the whole text: the first that is found.
#[derive(Debug, Default)]
pub(super) struct Names<'a> {
    kinds: BTreeMap<&'a str, Kind>,
}

/// Words with which a declaration begins.
const SPECIFIERS: [&str; 25] = [
    "auto", "bool", "char", "const", "double", "enum", "extern", "float", "inline", "int", "long",
    "register", "restrict", "short", "signed", "size_t", "static", "struct", "typedef", "union", "unsigned",
    "void", "volatile", "_Bool", "FILE",
];

/// The other words of C, which are no names.
const KEYWORDS: [&str; 14] = [
    "break", "case", "continue", "default", "do", "else", "for", "goto", "if", "return", "sizeof", "switch",
    "while", "main",
];

/// Whether a declaration can begin with a word.
pub(super) fn is_specifier(word: &str) -> bool {
    SPECIFIERS.contains(&word)
}

impl<'a> Names<'a> {
    /// The names of macros and types, which have to be known to read declarations.
    pub(super) fn new(text: &'a str) -> Names<'a> {
        let mut names = Names::default();
        let tokens = tokens(text);
        for window in tokens.windows(3).filter(|it| it[0].in_directive) {
            if window[0].text(text) == "#" && window[1].text(text) == "define" {
                names.declare(window[2].text(text), Kind::Constant);
            }
        }
        let words: Vec<&str> = tokens.iter().filter(|it| !it.in_directive).map(|it| it.text(text)).collect();
        for (at, window) in words.windows(2).enumerate() {
            match window[0] {
                "struct" | "union" | "enum" => names.declare(window[1], Kind::Type),
                "typedef" => names.declare(type_name(&words[at..]).unwrap_or_default(), Kind::Type),
                "." => names.declare(window[1], Kind::Member),
                ">" if at > 0 && words[at - 1] == "-" => names.declare(window[1], Kind::Member),
                _ => {}
            }
        }
        names
    }

    /// These, and the functions and variables that declarations and heads of functions name.
    pub(super) fn with_declared(mut self, lexemes: &[Lexeme<'a>], nodes: &[Node]) -> Names<'a> {
        self.declared(lexemes, nodes);
        self
    }

    fn declared(&mut self, lexemes: &[Lexeme<'a>], nodes: &[Node]) {
        for node in nodes {
            match node {
                Node::Function { head, body, .. } => {
                    self.function(&lexemes[head.clone()]);
                    self.declared(lexemes, body);
                }
                Node::Control { head, body, .. } => {
                    self.in_head(&lexemes[head.clone()]);
                    self.declared(lexemes, body);
                }
                Node::Block { body, .. } => self.declared(lexemes, body),
                Node::Declaration { declarators, .. } => {
                    declarators.iter().for_each(|it| self.declarator(&lexemes[it.clone()]));
                }
                Node::Label { range } => {
                    if let [name, colon] = &lexemes[range.clone()]
                        && colon.text == ":"
                    {
                        self.declare(name.text, Kind::Constant);
                    }
                }
                Node::Simple { range } => self.members(&lexemes[range.clone()]),
            }
        }
    }

    /// A declarator: its first name, which is a function where parameters follow.
    fn declarator(&mut self, lexemes: &[Lexeme<'a>]) {
        let Some(at) = lexemes.iter().position(|it| it.kind == TokenKind::Name && !is_word(it.text)) else {
            return;
        };
        let has_parameters = lexemes.get(at + 1).is_some_and(|it| it.text == "(");
        if has_parameters {
            self.function(&lexemes[at..]);
        } else {
            self.declare(lexemes[at].text, Kind::Variable);
        }
    }

    /// The head of a function: its name stands in front of the first parenthesis, and a parameter in front of a comma, a
    /// bracket or the end.
    fn function(&mut self, head: &[Lexeme<'a>]) {
        let Some(open) = head.iter().position(|it| it.text == "(") else { return };
        if let Some(name) = open.checked_sub(1).and_then(|it| head.get(it)) {
            self.declare(name.text, Kind::Function);
        }
        for pair in head[open..].windows(2) {
            if [",", ")", "["].contains(&pair[1].text) {
                self.declare(pair[0].text, Kind::Variable);
            }
        }
    }

    /// A variable that a `for` declares.
    fn in_head(&mut self, head: &[Lexeme<'a>]) {
        for window in
            head.windows(3).filter(|it| is_specifier(it[0].text) && ["=", ";", ","].contains(&it[2].text))
        {
            self.declare(window[1].text, Kind::Variable);
        }
    }

    /// What stands within the braces of a type: members, or constants.
    fn members(&mut self, lexemes: &[Lexeme<'a>]) {
        let first = |word: &str| lexemes.iter().take(3).any(|it| it.text == word);
        let kind = match (first("enum"), first("struct") || first("union")) {
            (true, _) => Kind::Constant,
            (false, true) => Kind::Member,
            (false, false) => return,
        };
        for pair in lexemes.windows(2).filter(|it| [",", ";", "}", "[", "="].contains(&it[1].text)) {
            self.declare(pair[0].text, kind);
        }
    }

    fn declare(&mut self, name: &'a str, kind: Kind) {
        let is_name = name.starts_with(|it: char| it.is_alphabetic() || it == '_');
        if is_name && !is_word(name) {
            self.kinds.entry(name).or_insert(kind);
        }
    }

    /// What a name is declared as; none where the text does not declare it.
    pub(super) fn kind(&self, name: &str) -> Option<Kind> {
        self.kinds.get(name).copied()
    }

    /// Whether the text declares a name.
    pub(super) fn is_own(&self, name: &str) -> bool {
        self.kinds.contains_key(name)
    }

    /// Whether a declaration begins with a word.
    pub(super) fn begins_declaration(&self, word: &str) -> bool {
        is_specifier(word) || self.kind(word) == Some(Kind::Type)
    }
}

/// Whether a word can name nothing.
fn is_word(name: &str) -> bool {
    is_specifier(name) || KEYWORDS.contains(&name)
}

/// The name that a `typedef` gives: the last one in front of its semicolon, outside of braces.
fn type_name<'a>(words: &[&'a str]) -> Option<&'a str> {
    let mut depth = 0_usize;
    let mut name = None;
    for word in words {
        match *word {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            ";" if depth == 0 => return name,
            word if depth == 0 && word.starts_with(|it: char| it.is_alphabetic() || it == '_') => {
                name = Some(word)
            }
            _ => {}
        }
    }
    None
}
