//! Rules from text: one in a line, `#` begins a comment.

use super::print::{BINARY, UNARY};
use super::rule::{Expression, Noun, Other, Rule, Rules};
use faultscope_frontend::sites::BinaryOperator;

/// The built-in table.
pub const STANDARD: &str = include_str!("rules.txt");

impl Rules {
    /// The built-in table.
    pub fn standard() -> Rules {
        Rules::parse(STANDARD).expect("the built-in table is well-formed")
    }

    /// Reads a table.
    ///
    /// # Errors
    /// What is wrong with it, line by line.
    pub fn parse(text: &str) -> Result<Rules, Vec<RuleError>> {
        parse(text)
    }
}

/// What is wrong with a table of rules, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleError {
    /// The line, from 1.
    pub line: u32,
    /// The first column, from 1, in characters.
    pub column: u32,
    /// The column behind the last one.
    pub end_column: u32,
    /// What was expected there.
    pub message: String,
    /// What to do about it.
    pub hint: Option<&'static str>,
}

/// How deep patterns may be nested; it bounds the stack.
const MAX_DEPTH: u32 = 50;

/// The largest weight.
const MAX_WEIGHT: u32 = 1_000;

fn parse(text: &str) -> Result<Rules, Vec<RuleError>> {
    let mut rules = Vec::new();
    let mut errors = Vec::new();
    for (idx, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or("");
        match Line::new(idx as u32 + 1, line).and_then(Line::read) {
            Ok(Read::Nothing) => {}
            Ok(Read::Standard) => rules.extend(Rules::standard().rules),
            Ok(Read::Rule(rule)) => rules.push(rule),
            Err(error) => errors.push(error),
        }
    }
    if errors.is_empty() { Ok(Rules { rules }) } else { Err(errors) }
}

/// What a line says.
enum Read {
    Nothing,
    /// `standard`: the built-in rules.
    Standard,
    Rule(Rule),
}

/// Longest first.
const SIGNS: [&str; 42] = [
    "<==>", "==>", "<==", "<<=", ">>=", "->", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=",
    "||", "&&", "==", "!=", "<=", ">=", "<<", ">>", "<", ">", "|", "^", "&", "+", "-", "*", "/", "%", "!",
    "~", "=", "(", ")", ":", "→", ",",
];

/// A token, with its columns.
#[derive(Debug, Clone, Copy)]
struct Token<'a> {
    text: &'a str,
    column: u32,
    end_column: u32,
}

struct Line<'a> {
    number: u32,
    tokens: Vec<Token<'a>>,
    at: usize,
    depth: u32,
    /// The column behind the last token.
    end: u32,
}

impl<'a> Line<'a> {
    fn new(number: u32, text: &'a str) -> Result<Line<'a>, RuleError> {
        let mut line = Line { number, tokens: Vec::new(), at: 0, depth: 0, end: 1 };
        let mut rest = text;
        let mut column = 1;
        while let Some(first) = rest.chars().next() {
            let length = match first {
                _ if first.is_whitespace() => first.len_utf8(),
                _ if first.is_alphanumeric() => {
                    rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len())
                }
                _ => SIGNS.iter().find(|sign| rest.starts_with(**sign)).map_or(0, |sign| sign.len()),
            };
            if length == 0 {
                let message = format!("unexpected character `{}`", first.escape_debug());
                return Err(line.error(column, column + 1, message));
            }
            let (token, after) = rest.split_at(length);
            let end_column = column + token.chars().count() as u32;
            if !first.is_whitespace() {
                line.tokens.push(Token { text: token, column, end_column });
                line.end = end_column;
            }
            (rest, column) = (after, end_column);
        }
        Ok(line)
    }

    fn error(&self, column: u32, end_column: u32, message: String) -> RuleError {
        RuleError { line: self.number, column, end_column, message, hint: None }
    }

    fn peek(&self) -> Option<&'a str> {
        self.tokens.get(self.at).map(|token| token.text)
    }

    fn accept(&mut self, text: &str) -> bool {
        let found = self.peek() == Some(text);
        self.at += usize::from(found);
        found
    }

    /// Tells that something else was expected here.
    fn expected(&self, what: &str) -> RuleError {
        match self.tokens.get(self.at) {
            Some(token) => {
                let message = format!("expected {what}, found `{}`", token.text);
                self.error(token.column, token.end_column, message)
            }
            None => self.error(self.end, self.end + 1, format!("expected {what}, found the end of the line")),
        }
    }

    /// An error about the tokens from `start` to the last one that was read.
    fn about(&self, start: usize, message: String) -> RuleError {
        let last = self.at.saturating_sub(1).max(start);
        let column = |token: Option<&Token<'_>>, of: fn(&Token<'_>) -> u32| token.map_or(self.end, of);
        self.error(
            column(self.tokens.get(start), |token| token.column),
            column(self.tokens.get(last), |token| token.end_column),
            message,
        )
    }

    fn read(mut self) -> Result<Read, RuleError> {
        if self.tokens.is_empty() {
            return Ok(Read::Nothing);
        }
        if self.accept("standard") {
            return match self.peek() {
                None => Ok(Read::Standard),
                Some(_) => Err(self.expected("nothing more after `standard`")),
            };
        }
        let pattern = self.whole("a pattern")?;
        self.check_pattern(&pattern)?;
        if !self.accept("->") && !self.accept("→") {
            return Err(self.expected("`->` and an alternative"));
        }
        let start = self.at;
        let alternative = self.whole("an alternative")?;
        self.check_alternative(start, &pattern, &alternative)?;
        if !self.accept(":") {
            return Err(self.expected("`:` and a weight"));
        }
        let weight = self.weight()?;
        if self.peek().is_some() {
            return Err(self.expected("nothing more after the weight"));
        }
        Ok(Read::Rule(Rule { pattern, alternative, weight }))
    }

    fn weight(&mut self) -> Result<u32, RuleError> {
        let weight = self.peek().and_then(|text| text.parse().ok()).filter(|it| *it <= MAX_WEIGHT);
        let weight = weight.ok_or_else(|| self.expected(&format!("a weight from 0 to {MAX_WEIGHT}")))?;
        self.at += 1;
        Ok(weight)
    }

    /// A pattern or an alternative.
    fn whole(&mut self, what: &str) -> Result<Expression, RuleError> {
        let second = self.tokens.get(self.at + 1).map(|token| token.text);
        match (self.peek(), second) {
            (Some(sign @ ("++" | "--")), _) => {
                self.at += 1;
                let place = self.letter()?;
                Ok(Expression::Step { increments: sign == "++", is_prefix: true, place })
            }
            (Some(_), Some(sign @ ("++" | "--"))) => {
                let place = self.letter()?;
                self.at += 1;
                Ok(Expression::Step { increments: sign == "++", is_prefix: false, place })
            }
            (Some("declared"), Some("=")) => {
                self.at += 2;
                Ok(Expression::Initialized(Box::new(self.expression("a first value")?)))
            }
            (Some(_), Some(sign)) if assigning(sign).is_some() => {
                let place = self.letter()?;
                self.at += 1;
                let value = self.expression("the value that is assigned")?;
                Ok(Expression::Assignment(assigning(sign).flatten(), place, Box::new(value)))
            }
            _ => self.expression(what),
        }
    }

    fn letter(&mut self) -> Result<char, RuleError> {
        let letter = self.peek().and_then(letter);
        let letter = letter.ok_or_else(|| self.expected("a letter for a place"))?;
        self.at += 1;
        Ok(letter)
    }

    /// One operator at most: what comes first where there are several is said by parentheses.
    fn expression(&mut self, what: &str) -> Result<Expression, RuleError> {
        let left = self.operand(what)?;
        let Some(operator) = self.peek().and_then(binary) else { return Ok(left) };
        self.at += 1;
        let right = self.operand("the right operand")?;
        if self.peek().and_then(binary).is_some() {
            let mut error = self.expected("parentheses around the operands before");
            error.hint = Some("rules have no precedence; write `(a && b) || c`");
            return Err(error);
        }
        Ok(Expression::Binary(operator, Box::new(left), Box::new(right)))
    }

    fn operand(&mut self, what: &str) -> Result<Expression, RuleError> {
        if self.depth == MAX_DEPTH {
            let message = format!("more than {MAX_DEPTH} levels of nesting");
            return Err(self.about(self.at, message));
        }
        self.depth += 1;
        let operand = self.nested_operand(what);
        self.depth -= 1;
        operand
    }

    fn nested_operand(&mut self, what: &str) -> Result<Expression, RuleError> {
        let Some(text) = self.peek() else { return Err(self.expected(what)) };
        if let Some((operator, _)) = UNARY.iter().find(|(_, sign)| *sign == text) {
            self.at += 1;
            return Ok(Expression::Unary(*operator, Box::new(self.operand("an operand")?)));
        }
        if self.accept("(") {
            let sign = self.tokens.get(self.at + 1).and_then(|token| assigning(token.text));
            let inner = match sign {
                Some(operator) => {
                    let place = self.letter()?;
                    self.at += 1;
                    let value = self.expression("the value that is assigned")?;
                    Expression::Assignment(operator, place, Box::new(value))
                }
                None => self.expression("an expression")?,
            };
            return if self.accept(")") { Ok(inner) } else { Err(self.expected("`)`")) };
        }
        let second = self.tokens.get(self.at + 1).map(|token| token.text);
        let is_other = |it: &Other| it.words().split_once(' ') == Some((text, second.unwrap_or("")));
        if let Some(other) = Other::ALL.into_iter().find(is_other) {
            self.at += 2;
            return Ok(Expression::Other(other));
        }
        let atom = match text {
            "true" => Some(Expression::Truth(true)),
            "false" => Some(Expression::Truth(false)),
            _ => letter(text)
                .map(Expression::Any)
                .or_else(|| noun(text).map(Expression::Noun))
                .or_else(|| text.parse().ok().map(Expression::Integer)),
        };
        let atom = atom.ok_or_else(|| {
            let mut error = self.expected(what);
            if text.starts_with(char::is_alphabetic) {
                error.hint = Some("the words are listed in docs/rules.md; a single letter is any expression");
            }
            error
        })?;
        self.at += 1;
        Ok(atom)
    }

    /// A pattern says what is there, and a word for what a whole is for is all of it.
    fn check_pattern(&self, pattern: &Expression) -> Result<(), RuleError> {
        let mut seen = Vec::new();
        let mut wrong = None;
        pattern.visit(&mut |it| match it {
            Expression::Other(other) => {
                wrong.get_or_insert(format!("`{}` belongs into an alternative", other.words()));
            }
            Expression::Noun(noun) if !noun.is_atom() && it != pattern => {
                wrong.get_or_insert(format!("`{}` has to be the whole pattern", noun.word()));
            }
            Expression::Noun(_) | Expression::Any(_) if seen.contains(it) => {
                wrong.get_or_insert(format!("`{it}` stands twice in the pattern"));
            }
            Expression::Assignment(..) if it != pattern => {
                wrong.get_or_insert(format!("`{it}` has to be the whole pattern"));
            }
            Expression::Noun(_) | Expression::Any(_) => seen.push(it.clone()),
            _ => {}
        });
        match pattern {
            Expression::Any(_) => wrong = Some("this pattern is everything".to_owned()),
            Expression::Initialized(_) => {
                wrong = Some("a variable that is declared with a value is not a pattern".to_owned());
            }
            Expression::Assignment(_, place, _) if seen.contains(&Expression::Any(*place)) => {
                wrong = Some(format!("`{place}` stands twice in the pattern"));
            }
            _ => {}
        }
        wrong.map_or(Ok(()), |message| Err(self.about(0, message)))
    }

    /// An alternative speaks of what the pattern has, and fits where it stands.
    fn check_alternative(
        &self,
        start: usize,
        pattern: &Expression,
        alternative: &Expression,
    ) -> Result<(), RuleError> {
        let mut known = Vec::new();
        pattern.visit(&mut |it| known.push(it.clone()));
        let mut places = Vec::new();
        if let Expression::Assignment(_, place, _) = pattern {
            known.push(Expression::Any(*place));
            places.push(*place);
        }
        let mut wrong = None;
        alternative.visit(&mut |it| match it {
            Expression::Any(_) | Expression::Noun(_) if !known.contains(it) => {
                wrong.get_or_insert(format!("`{it}` does not stand in the pattern"));
            }
            Expression::Assignment(_, place, _) if it != alternative && !places.contains(place) => {
                wrong.get_or_insert(format!("the pattern assigns nothing to `{place}`"));
            }
            _ => {}
        });
        let fits = match (pattern, alternative) {
            (Expression::Step { place, .. }, Expression::Step { place: other, .. })
            | (Expression::Assignment(_, place, _), Expression::Assignment(_, other, _)) => place == other,
            (Expression::Assignment(..), Expression::Binary(..)) => true,
            (Expression::Noun(Noun::Declared), Expression::Initialized(_)) => true,
            (Expression::Noun(Noun::Function), Expression::Other(Other::Function)) => true,
            (
                Expression::Step { .. }
                | Expression::Assignment(..)
                | Expression::Noun(Noun::Declared | Noun::Function),
                _,
            )
            | (
                _,
                Expression::Step { .. }
                | Expression::Assignment(..)
                | Expression::Initialized(_)
                | Expression::Other(Other::Function),
            ) => false,
            _ => true,
        };
        if !fits {
            wrong.get_or_insert(format!("`{alternative}` cannot stand where `{pattern}` does"));
        }
        if pattern == alternative {
            wrong.get_or_insert("this changes nothing".to_owned());
        }
        wrong.map_or(Ok(()), |message| Err(self.about(start, message)))
    }
}

impl Expression {
    /// Calls `visit` with all parts; a place is none.
    pub(crate) fn visit(&self, visit: &mut dyn FnMut(&Expression)) {
        visit(self);
        match self {
            Expression::Unary(_, operand)
            | Expression::Assignment(_, _, operand)
            | Expression::Initialized(operand) => operand.visit(visit),
            Expression::Binary(_, left, right) => {
                left.visit(visit);
                right.visit(visit);
            }
            Expression::Any(_)
            | Expression::Noun(_)
            | Expression::Other(_)
            | Expression::Integer(_)
            | Expression::Truth(_)
            | Expression::Step { .. } => {}
        }
    }
}

fn letter(text: &str) -> Option<char> {
    let mut chars = text.chars();
    chars.next().filter(|it| it.is_ascii_lowercase() && chars.next().is_none())
}

fn noun(text: &str) -> Option<Noun> {
    Noun::ALL.into_iter().find(|noun| noun.word() == text)
}

fn binary(text: &str) -> Option<BinaryOperator> {
    BINARY.iter().find(|(_, sign)| *sign == text).map(|(operator, _)| *operator)
}

/// Whether a sign assigns, and what it computes on the way.
fn assigning(text: &str) -> Option<Option<BinaryOperator>> {
    let before = text.strip_suffix('=')?;
    if before.is_empty() {
        return Some(None);
    }
    binary(before).filter(|operator| operator.is_arithmetic()).map(Some)
}
