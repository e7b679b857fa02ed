//! What a comment says, by its first word.

use super::{Parse, Parser, Token};
use crate::acsl::ast::Annotation;

/// Words that the clauses of contracts begin with.
const CONTRACT_WORDS: [&str; 18] = [
    "requires",
    "ensures",
    "assigns",
    "behavior",
    "assumes",
    "complete",
    "disjoint",
    "decreases",
    "terminates",
    "exits",
    "breaks",
    "continues",
    "returns",
    "allocates",
    "frees",
    "check",
    "admit",
    "for",
];

/// Words that declarations begin with.
const GLOBAL_WORDS: [&str; 14] = [
    "predicate",
    "logic",
    "lemma",
    "axiomatic",
    "axiom",
    "inductive",
    "type",
    "global",
    "strong",
    "weak",
    "volatile",
    "model",
    "ghost",
    "include",
];

/// Words that annotations in code begin with.
const CODE_WORDS: [&str; 7] = ["assert", "loop", "invariant", "calls", "slice", "impact", "import"];

impl Parser<'_> {
    pub(super) fn annotation(&mut self) -> Parse<Annotation> {
        let word = self.slice();
        let next = self.slice_at(1);
        let annotation = match word {
            _ if self.peek() != Token::Identifier => return self.not_understood(),
            "assert" => Annotation::Code(self.assertions()?),
            "check" | "admit" if matches!(next, "requires" | "ensures") => {
                Annotation::Contract(Box::new(self.contract()?))
            }
            "check" | "admit" if matches!(next, "loop" | "lemma" | "invariant") => match next {
                "lemma" => Annotation::Global(self.globals()?),
                _ => Annotation::Loop(self.loop_clauses()?),
            },
            "check" | "admit" => Annotation::Code(self.assertions()?),
            "loop" => Annotation::Loop(self.loop_clauses()?),
            "for" => match self.word_behind_behaviors() {
                "loop" => Annotation::Loop(self.loop_clauses()?),
                "assert" | "check" | "admit" => Annotation::Code(self.assertions()?),
                _ => Annotation::Contract(Box::new(self.contract()?)),
            },
            "ghost" => return self.unsupported("ghost code"),
            "calls" | "slice" | "impact" | "import" | "include" => {
                let what = format!("`{word}`");
                return self.unsupported(&what);
            }
            "invariant" => return self.unsupported("an invariant of a statement"),
            _ if CONTRACT_WORDS.contains(&word) => Annotation::Contract(Box::new(self.contract()?)),
            _ if GLOBAL_WORDS.contains(&word) => Annotation::Global(self.globals()?),
            _ => return self.not_understood(),
        };
        if self.peek() != Token::End {
            return Err(self.expected("the end of the annotation or another clause"));
        }
        Ok(annotation)
    }

    /// The first word behind `for b1, b2:`.
    fn word_behind_behaviors(&self) -> &str {
        let mut distance = 1;
        while matches!(self.peek_at(distance), Token::Identifier | Token::Comma) {
            distance += 1;
        }
        self.slice_at(distance + 1)
    }

    /// An annotation that is none of this language, unless it is meant as one.
    fn not_understood(&mut self) -> Parse<Annotation> {
        let is_text = self.text.trim_end().ends_with('@');
        let words = CONTRACT_WORDS.into_iter().chain(GLOBAL_WORDS).chain(CODE_WORDS);
        let near = nearest(self.slice(), words).filter(|_| self.peek() == Token::Identifier && !is_text);
        match near {
            Some(near) => {
                let message = format!("unknown annotation `{}`", self.slice());
                let hint = format!("did you mean `{near}`?");
                Err(self.problem(self.range(), message, Some(&hint)))
            }
            None => Ok(Annotation::Foreign),
        }
    }

    fn unsupported(&mut self, what: &str) -> Parse<Annotation> {
        let start = self.range();
        while self.peek() != Token::End {
            self.advance();
        }
        let range = start.to(self.tokens.last().map_or(start, |(_, range)| *range));
        let global = crate::acsl::ast::Global::Unsupported { what: what.to_owned(), range };
        Ok(Annotation::Global(vec![global]))
    }
}

/// The word that another one is a misspelling of, if there is one.
pub(super) fn nearest(word: &str, words: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    let allowed = (word.len() / 4).clamp(1, 2);
    let with_distance = words.map(|it| (distance(word, it), it));
    with_distance.filter(|(distance, _)| (1..=allowed).contains(distance)).min().map(|(_, it)| it)
}

/// How many letters have to be changed, added or left out to make one word of the other.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut above: Vec<usize> = (0..=other.len()).collect();
    for (row, letter) in one.chars().enumerate() {
        let mut current = vec![row + 1];
        for (column, it) in other.iter().enumerate() {
            let changed = above[column] + usize::from(*it != letter);
            current.push(changed.min(above[column + 1] + 1).min(current[column] + 1));
        }
        above = current;
    }
    above[other.len()]
}
