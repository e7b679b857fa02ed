//! The changes themselves.

use std::ops::Range;

use faultscope_ir::program::Language;
use faultscope_ir::{FileId, Program, Span};

use super::ChangeKind::{self, *};
use super::Edit;
use super::expression::{binding, left, right};
use super::lexer::{Lexed, TokenKind, integer};
use super::region::{Region, Role};
use super::vocabulary::{Vocabulary, number_names, similar_names};

/// A change of a range of bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) bytes: Range<usize>,
    pub(super) new: String,
    pub(super) change: ChangeKind,
}

impl Change {
    pub(super) fn replaced<'a>(&self, lexed: &Lexed<'a>) -> &'a str {
        lexed.text.get(self.bytes.clone()).unwrap_or("")
    }

    pub(super) fn into_edit(self, lexed: &Lexed<'_>, region: &Region, file: FileId) -> Edit {
        let span = |bytes: &Range<usize>| {
            let (line, column) = lexed.place(bytes.start);
            let (end_line, end_column) = lexed.place(bytes.end);
            Span { file, line, column, end_line, end_column }
        };
        let whole = lexed.bytes(&region.expression);
        let is_inside = region.role != Role::Declaration
            && whole.start <= self.bytes.start
            && self.bytes.end <= whole.end
            && !lexed.text[whole.clone()].contains('\n');
        Edit {
            span: span(&self.bytes),
            old: self.replaced(lexed).to_owned(),
            new: self.new,
            change: self.change,
            expression: is_inside.then(|| span(&whole)),
        }
    }
}

/// Other constants of the program for one constant.
const MAX_CONSTANTS: usize = 6;

/// Other names for one name.
const MAX_NAMES: usize = 4;

/// Variables instead of one constant.
const MAX_VARIABLES: usize = 12;

/// What the rules look at.
pub(super) struct Rules<'a, 'b> {
    pub(super) program: &'a Program,
    pub(super) lexed: &'b Lexed<'a>,
    pub(super) vocabulary: &'b Vocabulary,
    pub(super) function: &'b str,
}

/// What is being changed, and the changes so far.
struct Changes<'a, 'b> {
    rules: &'b Rules<'a, 'b>,
    region: &'b Range<usize>,
    changes: Vec<Change>,
}

impl Rules<'_, '_> {
    /// All changes of a region, in no order of likelihood. Values and boundaries are texts for whole expressions.
    pub(super) fn changes(&self, region: &Region, values: &[String], boundaries: &[String]) -> Vec<Change> {
        let mut changes = Changes { rules: self, region: &region.expression, changes: Vec::new() };
        if region.role == Role::Declaration {
            changes.initialize(values);
            return changes.changes;
        }
        if let Some(operator) = region.operator {
            changes.assigning_operator(operator);
        }
        for at in region.expression.clone() {
            changes.token(at);
        }
        if !region.expression.is_empty() {
            changes.negations(region.role);
            if region.role == Role::Condition {
                changes.truth();
            } else if region.operator.is_none() {
                changes.whole(values, boundaries);
            }
        }
        changes.changes
    }
}

impl<'a, 'b> Changes<'a, 'b> {
    fn lexed(&self) -> &'b Lexed<'a> {
        self.rules.lexed
    }

    fn is_c(&self) -> bool {
        self.rules.lexed.language == Language::C
    }

    fn replace(&mut self, tokens: Range<usize>, new: impl Into<String>, change: ChangeKind) {
        let bytes = self.rules.lexed.bytes(&tokens);
        self.changes.push(Change { bytes, new: new.into(), change });
    }

    fn text(&self, tokens: &Range<usize>) -> &'a str {
        &self.rules.lexed.text[self.rules.lexed.bytes(tokens)]
    }

    fn assigning_operator(&mut self, at: usize) {
        let text = self.lexed().token(at);
        let other = match text {
            "++" => "--",
            "--" => "++",
            "+=" => "-=",
            "-=" => "+=",
            "*=" => "/=",
            "/=" => "*=",
            "&=" => "|=",
            "|=" => "&=",
            "<<=" => ">>=",
            ">>=" => "<<=",
            _ => return,
        };
        self.replace(at..at + 1, other, Boundary);
        if !matches!(text, "++" | "--") {
            self.replace(at..at + 1, "=", Arithmetic);
        }
    }

    fn token(&mut self, at: usize) {
        match self.lexed().tokens[at].kind {
            TokenKind::Number => self.number(at),
            TokenKind::Word => self.word(at),
            TokenKind::Sign => self.sign(at),
            TokenKind::Quoted => {}
        }
        if let Some(binding) = binding(self.rules.lexed, at, self.region.start) {
            self.binary(at, binding);
        }
    }

    fn number(&mut self, at: usize) {
        let text = self.lexed().token(at);
        let Some((value, suffix)) = integer(text) else { return };
        let suffix = suffix.to_owned();
        self.replace(at..at + 1, format!("{}{suffix}", value + 1), OffByOne);
        if value > 0 {
            self.replace(at..at + 1, format!("{}{suffix}", value - 1), OffByOne);
        }
        for constant in self.constants_near(value, false) {
            let is_number = constant.starts_with(|c: char| c.is_ascii_digit());
            let new = if is_number { format!("{constant}{suffix}") } else { constant };
            self.replace(at..at + 1, new, Constant);
        }
        let width = suffix.strip_prefix("bv").and_then(|width| width.parse().ok());
        let names = number_names(self.rules.program, self.rules.function, width);
        for name in names.into_iter().take(MAX_VARIABLES) {
            self.replace(at..at + 1, name, Name);
        }
    }

    /// Constants of the program, the nearest first.
    fn constants_near(&self, value: i128, named_first: bool) -> Vec<String> {
        let vocabulary = self.rules.vocabulary;
        let distance = |it: i128| it.abs_diff(value);
        let literals = vocabulary.integers.iter().map(|it| (false, *it, it.to_string()));
        let named = vocabulary.named.iter().map(|it| (true, it.value, it.name.clone()));
        let mut constants: Vec<(bool, i128, String)> =
            literals.chain(named).filter(|(_, it, _)| *it != value).collect();
        constants.sort_by_key(|(is_named, it, _)| (named_first != *is_named, distance(*it)));
        constants.truncate(MAX_CONSTANTS);
        if !named_first {
            // The nearest names as well.
            let mut names: Vec<_> = vocabulary.named.iter().filter(|it| it.value != value).collect();
            names.sort_by_key(|it| distance(it.value));
            constants.extend(names.iter().take(2).map(|it| (true, it.value, it.name.clone())));
        }
        constants.into_iter().map(|(_, _, text)| text).collect()
    }

    fn word(&mut self, at: usize) {
        let lexed = self.lexed();
        let name = lexed.token(at);
        if at > 0 && matches!(lexed.token(at - 1), "." | "->" | "struct" | "sizeof") {
            return;
        }
        if let Some(value) = self.rules.vocabulary.value_of(name) {
            for constant in self.constants_near(value, true) {
                self.replace(at..at + 1, constant, Constant);
            }
            return;
        }
        match name {
            "true" => self.replace(at..at + 1, "false", Constant),
            "false" => self.replace(at..at + 1, "true", Constant),
            _ => {
                let is_call = lexed.is(at + 1, "(");
                let names = similar_names(self.rules.program, self.rules.function, name, is_call);
                for other in names.into_iter().take(MAX_NAMES) {
                    self.replace(at..at + 1, other, Name);
                }
            }
        }
    }

    fn sign(&mut self, at: usize) {
        // `++` inside of an expression; in Boogie it joins bit-vectors.
        if self.is_c() {
            match self.lexed().token(at) {
                "++" => self.replace(at..at + 1, "--", Boundary),
                "--" => self.replace(at..at + 1, "++", Boundary),
                _ => {}
            }
        }
    }

    fn binary(&mut self, at: usize, binding: u8) {
        let boogie = !self.is_c();
        let text = self.lexed().token(at);
        let others: &[(&str, ChangeKind)] = match text {
            "<" => &[
                ("<=", Boundary),
                (">", Comparison),
                (">=", Comparison),
                ("!=", Comparison),
                ("==", Comparison),
            ],
            "<=" => &[
                ("<", Boundary),
                (">=", Comparison),
                (">", Comparison),
                ("==", Comparison),
                ("!=", Comparison),
            ],
            ">" => &[
                (">=", Boundary),
                ("<", Comparison),
                ("<=", Comparison),
                ("!=", Comparison),
                ("==", Comparison),
            ],
            ">=" => &[
                (">", Boundary),
                ("<=", Comparison),
                ("<", Comparison),
                ("==", Comparison),
                ("!=", Comparison),
            ],
            "==" => &[
                ("!=", Comparison),
                ("<=", Comparison),
                (">=", Comparison),
                ("<", Comparison),
                (">", Comparison),
            ],
            "!=" => &[
                ("==", Comparison),
                ("<", Comparison),
                (">", Comparison),
                ("<=", Comparison),
                (">=", Comparison),
            ],
            "&&" if boogie => &[("||", Connective), ("==>", Connective)],
            "||" if boogie => &[("&&", Connective)],
            "==>" => &[("&&", Connective), ("<==>", Connective), ("<==", Connective)],
            "&&" => &[("||", Connective)],
            "||" => &[("&&", Connective)],
            "+" => &[("-", Arithmetic), ("*", Arithmetic)],
            "-" => &[("+", Arithmetic), ("*", Arithmetic)],
            "*" if boogie => &[("+", Arithmetic), ("div", Arithmetic)],
            "*" => &[("/", Arithmetic), ("+", Arithmetic)],
            "/" => &[("*", Arithmetic), ("%", Arithmetic)],
            "%" => &[("/", Arithmetic)],
            "div" => &[("mod", Arithmetic), ("*", Arithmetic)],
            "mod" => &[("div", Arithmetic)],
            "&" => &[("|", Arithmetic), ("&&", Connective), ("^", Arithmetic)],
            "|" => &[("&", Arithmetic), ("||", Connective), ("^", Arithmetic)],
            "^" => &[("&", Arithmetic), ("|", Arithmetic)],
            "<<" => &[(">>", Arithmetic)],
            ">>" => &[("<<", Arithmetic)],
            _ => &[],
        };
        for (other, change) in others {
            self.replace(at..at + 1, *other, *change);
        }
        let region = self.region;
        let (Some(left), Some(right)) =
            (left(self.rules.lexed, region, at, binding), right(self.rules.lexed, region, at, binding))
        else {
            return;
        };
        match text {
            "&&" | "||" | "+" | "*" | "-" | "/" | "%" | "|" | "&" => {
                self.omit(left.start..right.end, &left);
                if !matches!(text, "-" | "/" | "%") {
                    self.omit(left.start..right.end, &right);
                }
            }
            _ => {}
        }
        if text == "||" || text == "&&" {
            self.group(at, binding, &right);
        }
        if matches!(binding, 9 | 10) {
            for operand in [&left, &right] {
                self.plus_minus_one(operand);
            }
        }
    }

    /// Leaves only one operand of an operator.
    fn omit(&mut self, both: Range<usize>, kept: &Range<usize>) {
        let kept = self.text(kept).to_owned();
        self.replace(both, kept, Omission);
    }

    /// `a && b || c` as `a && (b || c)`, and the like with `&&`: parentheses around the nearest operands.
    fn group(&mut self, at: usize, binding: u8, right: &Range<usize>) {
        // The operand next to the operator by the tightest of the two connectives.
        let nearest = if binding == 4 { 5 } else { 4 };
        let Some(nearest) = left(self.rules.lexed, self.region, at, nearest) else { return };
        let mut start = nearest.start;
        loop {
            let both = start..right.end;
            if start > self.region.start && binding == 4 && self.lexed().is(start - 1, "&&") {
                let new = format!("({})", self.text(&both));
                self.replace(both, new, Grouping);
                let Some(before) = left(self.rules.lexed, self.region, start - 1, 5) else { return };
                start = before.start;
            } else {
                return;
            }
        }
    }

    fn plus_minus_one(&mut self, operand: &Range<usize>) {
        // A constant has its neighbours already.
        if operand.len() == 1 && self.lexed().tokens[operand.start].kind != TokenKind::Word {
            return;
        }
        let text = self.text(operand).to_owned();
        if self.is_truth(operand) {
            return;
        }
        for sign in ["+", "-"] {
            self.replace(operand.clone(), format!("{text} {sign} 1"), PlusMinusOne);
        }
    }

    /// Whether an expression has an operator that gives a truth value, or that binds weaker than a sum.
    fn is_truth(&self, tokens: &Range<usize>) -> bool {
        tokens.clone().any(|at| {
            let at_end = matches!(self.lexed().token(at), "&&" | "||" | "!" | "true" | "false");
            at_end || binding(self.rules.lexed, at, tokens.start).is_some_and(|it| it < 12)
        })
    }

    /// A negation more or less: of the operands of connectives, and of the whole.
    fn negations(&mut self, role: Role) {
        let lexed = self.rules.lexed;
        let mut operands = vec![self.region.clone()];
        for at in self.region.clone() {
            if lexed.is(at, "!") && !lexed.is(at + 1, "=") {
                // Without the sign; white space behind it goes too.
                let next = lexed.tokens[at + 1..].first().map_or(lexed.text.len(), |token| token.range.start);
                let bytes = lexed.tokens[at].range.start..next;
                self.changes.push(Change { bytes, new: String::new(), change: Negation });
            }
            if matches!(lexed.token(at), "&&" | "||") {
                let own = if lexed.is(at, "&&") { 5 } else { 4 };
                operands.extend(left(lexed, self.region, at, own));
                operands.extend(right(lexed, self.region, at, own));
            }
        }
        if role == Role::Value && operands.len() == 1 && !self.is_truth(self.region) {
            return;
        }
        for operand in operands {
            if lexed.is(operand.start, "!") {
                continue;
            }
            let is_atom = operand.len() == 1
                || lexed.is(operand.start, "(") && lexed.partner(operand.start) == Some(operand.end - 1);
            let text = self.text(&operand);
            let new = if is_atom { format!("!{text}") } else { format!("!({text})") };
            self.replace(operand, new, Negation);
        }
    }

    /// A condition that always or never holds.
    fn truth(&mut self) {
        for truth in if self.is_c() { ["0", "1"] } else { ["false", "true"] } {
            self.replace(self.region.clone(), truth, Value);
        }
    }

    /// Another expression altogether.
    fn whole(&mut self, values: &[String], boundaries: &[String]) {
        let region = self.region.clone();
        self.plus_minus_one(&region);
        for boundary in boundaries {
            self.replace(region.clone(), boundary.clone(), FixCondition);
        }
        for value in values {
            self.replace(region.clone(), self.named(value), Value);
        }
        if region.len() > 1 || self.lexed().tokens[region.start].kind == TokenKind::Word {
            let plain = if self.is_truth(&region) && !self.is_c() { ["false", "true"] } else { ["0", "1"] };
            for value in plain {
                self.replace(region.clone(), value, Value);
            }
        }
    }

    /// The name of a value where the program has exactly one.
    fn named(&self, value: &str) -> String {
        let number = value.parse::<i128>().ok();
        let mut names = self.rules.vocabulary.named.iter().filter(|it| Some(it.value) == number);
        match (names.next(), names.next()) {
            (Some(named), None) if number.is_some_and(|it| it.unsigned_abs() > 1) => named.name.clone(),
            _ => value.to_owned(),
        }
    }

    fn initialize(&mut self, values: &[String]) {
        let name = self.text(self.region).to_owned();
        let plain = ["0".to_owned(), "1".to_owned()];
        for value in plain.iter().chain(values) {
            self.replace(self.region.clone(), format!("{name} = {value}"), Initialization);
        }
    }
}
