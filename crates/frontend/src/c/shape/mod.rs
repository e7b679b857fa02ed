//! The shape of a statement: its text up to names and formatting, so that the same mistake in two programs is the same text.
//!
//! A [`SourceShape`] reads a text roughly: tokens, statements, and which names it declares. [`SourceShape::at`] gives the
//! [`PlaceShape`] of a place. In it
//!
//! - white space, comments, directives and braces around one statement are left out;
//! - a declaration is one declarator, without those beside it, and one that gives no value is left out where it is not
//!   the place itself;
//! - names that the text declares are replaced by their kind and a number, in the order in which they appear from the
//!   place outwards: `for (v#1 = 0; v#1 < v#2; v#1++)`. Names of the library, and `main`, stay.
//!
//! Two variables may appear alike in one statement, as in `int v#1`. [`PlaceShape::roles`] tells them apart: for each
//! name of the statement the tokens in front of and behind it wherever its function uses it.
//!
//! Nothing that is proved rests on a shape, and a text that is not C has one, too.

mod nodes;

mod names;
mod statements;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use names::{Kind, Names};
use nodes::{Lexeme, Node, lexemes};
use statements::parsed;

/// A text, read for the shapes of its places.
#[derive(Debug)]
pub struct SourceShape<'a> {
    lexemes: Vec<Lexeme<'a>>,
    nodes: Vec<Node>,
    names: Names<'a>,
}

/// The shape of a place.
#[derive(Debug)]
pub struct PlaceShape<'a> {
    /// The innermost statement there, with all that it controls.
    pub statement: String,
    /// What that begins with, up to its first name or parenthesis: `for`, `return`, `int`; empty where it has neither.
    pub opening: String,
    /// The label in front of it in its block, and the heads of the statements around it, the innermost first.
    pub around: Vec<String>,
    /// For each name of the statement, how its function uses it.
    pub roles: Vec<String>,
    /// The whole function around it; empty where there is none.
    pub function: String,
    names: &'a Names<'a>,
    numbers: Numbers,
}

impl<'a> SourceShape<'a> {
    /// Reads a text.
    pub fn new(text: &'a str) -> SourceShape<'a> {
        let names = Names::new(text);
        let lexemes = lexemes(text);
        let nodes = parsed(&lexemes, &names);
        let names = names.with_declared(&lexemes, &nodes);
        SourceShape { lexemes, nodes, names }
    }

    /// The shape of the innermost statement at a range of bytes: the one that it begins in, or the next one behind it. None
    /// where there is no statement.
    pub fn at(&'a self, range: Range<usize>) -> Option<PlaceShape<'a>> {
        let mut around = Vec::new();
        let node = self.found(&self.nodes, range.start, &mut around)?;
        let mut numbers = Numbers::default();
        let target = Some(range.start);
        let mut own = Vec::new();
        self.write(node, target, &mut own);
        let statement = numbers.named(&own, &self.names);
        let opening: Vec<&str> =
            own.iter().map(|it| it.text).take_while(|it| *it != "(" && !self.names.is_own(it)).collect();
        let heads = around.iter().rev().filter_map(|it| self.head(it));
        let around_texts = heads.map(|head| numbers.named(&head, &self.names)).collect();
        let (mut roles, mut whole) = (Vec::new(), Vec::new());
        if let Some(Around::Node(function @ Node::Function { .. })) = around.first() {
            self.write(function, None, &mut whole);
            roles = self.roles(&own, &whole);
        }
        let function = numbers.clone().named(&whole, &self.names);
        let opening = opening.join(" ");
        let names = &self.names;
        Some(PlaceShape { statement, opening, around: around_texts, roles, function, names, numbers })
    }

    /// The innermost statement that begins at a byte or has it, or the first one behind it in the same block; `around` is
    /// what leads there, the outermost first.
    fn found<'n>(&self, nodes: &'n [Node], at: usize, around: &mut Vec<Around<'n>>) -> Option<&'n Node> {
        let is_behind =
            |node: &&Node| self.lexemes.get(node.end().wrapping_sub(1)).is_some_and(|it| it.end > at);
        let mut statements = nodes.iter().filter(|it| !matches!(it, Node::Label { .. }));
        let node = statements.clone().find(is_behind).or_else(|| statements.next_back())?;
        let before = nodes.iter().take_while(|it| it.start() < node.start());
        if let Some(label) = before.filter(|it| matches!(it, Node::Label { .. })).last() {
            around.push(Around::Label(label));
        }
        let head_ends =
            |head: &Range<usize>| self.lexemes.get(head.end.wrapping_sub(1)).is_none_or(|it| it.end > at);
        match node {
            Node::Function { head, body, .. } | Node::Control { head, body, .. } if !head_ends(head) => {
                around.push(Around::Node(node));
                self.found(body, at, around)
            }
            Node::Block { body, .. } if !body.is_empty() => self.found(body, at, around),
            node => Some(node),
        }
    }

    fn head(&self, around: &Around<'_>) -> Option<Vec<Lexeme<'a>>> {
        match around {
            Around::Label(label) => Some(self.lexemes[label.start()..label.end()].to_vec()),
            Around::Node(Node::Control { head, .. }) => Some(self.lexemes[head.clone()].to_vec()),
            Around::Node(Node::Function { head, .. }) => Some(self.function_head(head)),
            Around::Node(_) => None,
        }
    }

    /// The head of a function: `main` by its name alone, and no `void` for no parameters.
    fn function_head(&self, head: &Range<usize>) -> Vec<Lexeme<'a>> {
        let lexemes = &self.lexemes[head.clone()];
        if let Some(main) = lexemes.iter().find(|it| it.text == "main") {
            return vec![*main];
        }
        match lexemes {
            [front @ .., open, void, close] if open.text == "(" && void.text == "void" => {
                [front, &[*open, *close]].concat()
            }
            lexemes => lexemes.to_vec(),
        }
    }

    /// The lexemes of a statement in one form; of a declaration that has `target` the declarator there.
    fn write(&self, node: &Node, target: Option<usize>, out: &mut Vec<Lexeme<'a>>) {
        match node {
            Node::Simple { range } | Node::Label { range } => out.extend(&self.lexemes[range.clone()]),
            Node::Declaration { specifiers, declarators, .. } => {
                let here = |it: &&Range<usize>| {
                    let lexemes = &self.lexemes[(*it).clone()];
                    target.is_some_and(|at| lexemes.last().is_some_and(|last| last.end >= at))
                };
                let chosen = declarators.iter().find(here);
                let shown: Vec<_> = match (target, chosen) {
                    (Some(_), chosen) => chosen.or(declarators.last()).into_iter().collect(),
                    (None, _) => declarators.iter().filter(|it| self.gives_value(it)).collect(),
                };
                for declarator in shown {
                    out.extend(&self.lexemes[specifiers.clone()]);
                    out.extend(&self.lexemes[declarator.clone()]);
                    out.push(Lexeme::sign(";"));
                }
            }
            Node::Block { body, .. } => {
                let written = self.written(body);
                match &written[..] {
                    [] => out.push(Lexeme::sign(";")),
                    [one] => out.extend(one),
                    several => {
                        out.push(Lexeme::sign("{"));
                        out.extend(several.iter().flatten());
                        out.push(Lexeme::sign("}"));
                    }
                }
            }
            Node::Control { head, body, tail, .. } => {
                out.extend(&self.lexemes[head.clone()]);
                body.iter().for_each(|it| self.write(it, None, out));
                out.extend(&self.lexemes[tail.clone()]);
            }
            Node::Function { head, body, .. } => {
                out.extend(self.function_head(head));
                out.push(Lexeme::sign("{"));
                out.extend(self.written(body).iter().flatten());
                out.push(Lexeme::sign("}"));
            }
        }
    }

    /// The statements of a block that are something.
    fn written(&self, nodes: &[Node]) -> Vec<Vec<Lexeme<'a>>> {
        let written = nodes.iter().map(|node| {
            let mut lexemes = Vec::new();
            self.write(node, None, &mut lexemes);
            lexemes
        });
        written.filter(|it| !it.is_empty()).collect()
    }

    fn gives_value(&self, declarator: &Range<usize>) -> bool {
        self.lexemes[declarator.clone()].iter().any(|it| it.text == "=")
    }

    /// For each name of a statement, in order, the tokens around it in the function, each pair once.
    fn roles(&self, statement: &[Lexeme<'a>], function: &[Lexeme<'a>]) -> Vec<String> {
        let mut pairs: BTreeMap<&str, BTreeSet<(&str, &str)>> = BTreeMap::new();
        for (at, lexeme) in function.iter().enumerate() {
            let beside =
                |at: Option<usize>| at.and_then(|it| function.get(it)).map_or("", |it| self.class(it));
            let pair = (beside(at.checked_sub(1)), beside(at.checked_add(1)));
            pairs.entry(lexeme.text).or_default().insert(pair);
        }
        let mut seen = BTreeSet::new();
        let own = statement.iter().filter(|it| self.names.is_own(it.text) && seen.insert(it.text));
        let role = |name: &Lexeme<'a>| {
            let pairs = pairs.get(name.text).into_iter().flatten();
            pairs.map(|(before, behind)| format!("{before} _ {behind}")).collect::<Vec<_>>().join(", ")
        };
        own.map(role).collect()
    }

    /// What a token is when only its neighbour is looked at.
    fn class(&self, lexeme: &Lexeme<'a>) -> &'a str {
        match self.names.kind(lexeme.text) {
            Some(kind) => kind.letter(),
            None => lexeme.text,
        }
    }
}

impl PlaceShape<'_> {
    /// A text in the names of the place; names that it has not get the numbers behind.
    pub fn fragment(&mut self, text: &str) -> String {
        self.numbers.named(&in_one_form(text), self.names)
    }

    /// A change in names of its own, without what both texts have in front and behind.
    pub fn change(&self, old: &str, new: &str) -> (String, String) {
        let (mut old, mut new) = (in_one_form(old), in_one_form(new));
        let same = |(old, new): &(&Lexeme<'_>, &Lexeme<'_>)| old.text == new.text;
        let n_front = old.iter().zip(&new).take_while(same).count();
        old.drain(..n_front);
        new.drain(..n_front);
        let n_behind = old.iter().rev().zip(new.iter().rev()).take_while(same).count();
        old.truncate(old.len() - n_behind);
        new.truncate(new.len() - n_behind);
        let mut numbers = Numbers::default();
        (numbers.named(&old, self.names), numbers.named(&new, self.names))
    }
}

/// A part of a text, without braces around one statement.
fn in_one_form(text: &str) -> Vec<Lexeme<'_>> {
    let source = SourceShape::new(text);
    let mut out = Vec::new();
    source.nodes.iter().for_each(|node| match node {
        // What is put in may be a declaration without a value.
        Node::Declaration { .. } => out.extend(&source.lexemes[node.start()..node.end()]),
        node => source.write(node, None, &mut out),
    });
    out
}

/// What stands around a statement.
#[derive(Debug)]
enum Around<'n> {
    Label(&'n Node),
    Node(&'n Node),
}

/// The numbers that names have so far.
#[derive(Debug, Clone, Default)]
struct Numbers {
    given: BTreeMap<String, usize>,
    last: BTreeMap<Kind, usize>,
}

impl Numbers {
    /// A row of tokens as a text, with kinds and numbers for names.
    fn named(&mut self, lexemes: &[Lexeme<'_>], names: &Names<'_>) -> String {
        let words = lexemes.iter().map(|lexeme| match names.kind(lexeme.text) {
            Some(kind) => {
                let number = *self.given.entry(lexeme.text.to_owned()).or_insert_with(|| {
                    let last = self.last.entry(kind).or_default();
                    *last += 1;
                    *last
                });
                format!("{}#{number}", kind.letter())
            }
            None => lexeme.text.to_owned(),
        });
        words.collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests;
