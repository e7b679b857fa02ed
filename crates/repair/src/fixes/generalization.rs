//! Rules that fixes have in common.
//!
//! Of the changes of two programs the *least general generalization* is taken, of what stood there and of what stands there now together:
//! where both say the same it stays, and each pair of expressions that differ becomes one variable, wherever it is met again
//! (Plotkin's anti-unification). What comes of that is written as a rule: a variable, and what rules cannot say, becomes a letter, a
//! pair of numbers `number`, and a pair of names that did not stand there before `another variable` or `another constant`.

use std::collections::{BTreeMap, BTreeSet};

use faultscope_frontend::sites::{BinaryOperator, UnaryOperator};

use super::observed::{Change, Observed};
use super::term::{Head, Term};
use crate::rules::{Expression, Noun, Other, Rule, Rules};

/// What two changes have in common, most of it first, gives so many rules at most.
const MAX_RULES: usize = 100;

/// The alternatives of a rule stand for so many variables at most.
const LETTERS: [char; 4] = ['a', 'b', 'c', 'd'];

/// Rules that generalize changes of at least two programs and that a table lacks, without weights. Those that generalize the most
/// pairs of changes are first.
pub fn common_rules(observed: &[Observed], table: &Rules) -> Vec<Rule> {
    let changes: Vec<(usize, &Change)> =
        observed.iter().filter_map(|it| Some((it.program, it.change.as_ref()?))).collect();
    let mut pairs: BTreeMap<String, (usize, Rule)> = BTreeMap::new();
    for (at, (program, change)) in changes.iter().enumerate() {
        for (_, other) in changes[at + 1..].iter().filter(|(it, _)| it != program) {
            for rule in generalized(change, other) {
                pairs.entry(rule.to_string()).or_insert((0, rule)).0 += 1;
            }
        }
    }
    let known: BTreeSet<String> =
        table.rules.iter().map(|it| Rule { weight: 0, ..it.clone() }.to_string()).collect();
    let mut rules: Vec<(usize, Rule)> =
        pairs.into_iter().filter(|(text, _)| !known.contains(text)).map(|(_, it)| it).collect();
    rules.sort_by_key(|(n_pairs, _)| std::cmp::Reverse(*n_pairs));
    rules.into_iter().take(MAX_RULES).map(|(_, rule)| rule).collect()
}

/// The rules that two changes have in common.
fn generalized(change: &Change, other: &Change) -> Vec<Rule> {
    let mut generalizer = Generalizer::default();
    let old = generalizer.of(&change.old, &other.old);
    let new = generalizer.of(&change.new, &other.new);
    let nouns: Vec<Noun> = change.nouns.iter().filter(|it| other.nouns.contains(it)).copied().collect();
    let mut rules = Vec::new();
    let wholes = nouns.into_iter().map(Some).chain([None]);
    for whole in wholes {
        let mut writer = Writer { written: Vec::new(), n_letters: 0 };
        let pattern = match whole {
            Some(noun) => {
                writer.written.push((old.clone(), Expression::Noun(noun)));
                Some(Expression::Noun(noun))
            }
            None => writer.pattern(&old, true),
        };
        let alternative = writer.alternative(&new);
        if let (Some(pattern), Some(alternative)) = (pattern, alternative) {
            let rule = Rule { pattern, alternative, weight: 0 };
            // What can be written and read is a rule; with several words for something else candidates would multiply.
            let is_rule = Rules::parse(&rule.to_string()).is_ok_and(|it| it.rules == [rule.clone()]);
            let mut n_others = 0;
            rule.alternative.visit(&mut |it| n_others += usize::from(matches!(it, Expression::Other(_))));
            rules.extend((is_rule && n_others <= 1).then_some(rule));
        }
    }
    rules
}

/// What two expressions have in common.
#[derive(Debug, Clone, PartialEq, Eq)]
enum General {
    Same(Head, Vec<General>),
    /// The number of a pair that differs, and what both are, where that is the same kind of thing.
    Variable(usize, Kind),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Number,
    Constant,
    Name,
    Any,
}

/// Numbers pairs of expressions that differ.
#[derive(Debug, Default)]
struct Generalizer {
    pairs: Vec<(Term, Term)>,
}

impl Generalizer {
    fn of(&mut self, left: &Term, right: &Term) -> General {
        if left.head == right.head && left.operands.len() == right.operands.len() {
            let operands = left.operands.iter().zip(&right.operands).map(|(l, r)| self.of(l, r)).collect();
            return General::Same(left.head.clone(), operands);
        }
        let pair = (left.clone(), right.clone());
        let number = self.pairs.iter().position(|it| *it == pair).unwrap_or_else(|| {
            self.pairs.push(pair);
            self.pairs.len() - 1
        });
        let kind = match (&left.head, &right.head) {
            (Head::Integer(_), Head::Integer(_)) => Kind::Number,
            (Head::Constant(_), Head::Constant(_)) => Kind::Constant,
            (Head::Variable(_), Head::Variable(_)) => Kind::Name,
            _ => Kind::Any,
        };
        General::Variable(number, kind)
    }
}

/// Writes a generalization as a rule.
struct Writer {
    /// How what stood there is written.
    written: Vec<(General, Expression)>,
    n_letters: usize,
}

impl Writer {
    fn pattern(&mut self, general: &General, is_whole: bool) -> Option<Expression> {
        if let Some(known) = self.known(general) {
            return Some(known);
        }
        let expression = match general {
            General::Same(Head::Binary(operator), operands) => {
                let [left, right] = &operands[..] else { return None };
                let operands = (self.pattern(left, false)?, self.pattern(right, false)?);
                binary(*operator, operands)
            }
            General::Same(Head::Unary(operator), operands) if is_written(*operator) => {
                Expression::Unary(*operator, Box::new(self.pattern(operands.first()?, false)?))
            }
            General::Same(Head::Step { increments, is_prefix }, operands) if is_whole => {
                let place = self.letter(operands.first()?)?;
                Expression::Step { increments: *increments, is_prefix: *is_prefix, place }
            }
            General::Same(Head::Assignment(operator), operands) if is_whole => {
                let [place, value] = &operands[..] else { return None };
                let place = self.letter(place)?;
                Expression::Assignment(*operator, place, Box::new(self.pattern(value, false)?))
            }
            General::Same(Head::Integer(value), _) => Expression::Integer(*value),
            General::Same(Head::Truth(truth), _) => Expression::Truth(*truth),
            General::Variable(_, Kind::Number) if !self.has(Noun::Number) => Expression::Noun(Noun::Number),
            General::Variable(_, Kind::Constant) if !self.has(Noun::Constant) => {
                Expression::Noun(Noun::Constant)
            }
            _ => Expression::Any(self.letter(general)?),
        };
        self.written.push((general.clone(), expression.clone()));
        Some(expression)
    }

    fn alternative(&mut self, general: &General) -> Option<Expression> {
        if let Some(known) = self.known(general) {
            return Some(known);
        }
        Some(match general {
            General::Same(Head::Binary(operator), operands) => {
                let [left, right] = &operands[..] else { return None };
                binary(*operator, (self.alternative(left)?, self.alternative(right)?))
            }
            General::Same(Head::Unary(operator), operands) if is_written(*operator) => {
                Expression::Unary(*operator, Box::new(self.alternative(operands.first()?)?))
            }
            General::Same(Head::Step { increments, is_prefix }, operands) => {
                let Expression::Any(place) = self.known(operands.first()?)? else { return None };
                Expression::Step { increments: *increments, is_prefix: *is_prefix, place }
            }
            General::Same(Head::Assignment(operator), operands) => {
                let [place, value] = &operands[..] else { return None };
                let Expression::Any(place) = self.known(place)? else { return None };
                Expression::Assignment(*operator, place, Box::new(self.alternative(value)?))
            }
            General::Same(Head::Integer(value), _) => Expression::Integer(*value),
            General::Same(Head::Truth(truth), _) => Expression::Truth(*truth),
            General::Same(Head::Variable(_), _) | General::Variable(_, Kind::Name) => {
                Expression::Other(Other::Variable)
            }
            General::Same(Head::Constant(_), _) | General::Variable(_, Kind::Number | Kind::Constant) => {
                Expression::Other(Other::Constant)
            }
            General::Same(..) | General::Variable(_, Kind::Any) => return None,
        })
    }

    fn known(&self, general: &General) -> Option<Expression> {
        let is_it = |(it, expression): &&(General, Expression)| {
            it == general && !matches!(expression, Expression::Integer(_) | Expression::Truth(_))
        };
        self.written.iter().find(is_it).map(|(_, expression)| expression.clone())
    }

    fn has(&self, noun: Noun) -> bool {
        self.written.iter().any(|(_, it)| *it == Expression::Noun(noun))
    }

    fn letter(&mut self, general: &General) -> Option<char> {
        let letter = *LETTERS.get(self.n_letters)?;
        self.n_letters += 1;
        self.written.push((general.clone(), Expression::Any(letter)));
        Some(letter)
    }
}

fn binary(operator: BinaryOperator, (left, right): (Expression, Expression)) -> Expression {
    Expression::Binary(operator, Box::new(left), Box::new(right))
}

/// Whether rules have a word for an operator.
fn is_written(operator: UnaryOperator) -> bool {
    !matches!(operator, UnaryOperator::Plus | UnaryOperator::AddressOf | UnaryOperator::Dereference)
}
