//! # Candidates for a fix
//! Small changes of one source line at a place that the error depends on: another operator, constant or variable, a
//! negation more or less, an operand left out, a value that is known to help. They are changes of *text*: what a
//! candidate means is decided by translating the changed file, and whether it is a fix by executing and verifying that
//! program, which is the caller's business. So rules here need not be sound; they only have to be few and likely.
//!
//! Off-by-one faults, wrong operators and wrong constants are the commonest, and candidates come in that order
//! ([`ChangeKind`]). Only right-hand sides and conditions change: the lvalue of an assignment never does, and neither does an
//! assertion or an assumption.
//!
//! The operators with which [1, section 3] replaces others, with the same preferences, are among ours; variables and
//! boundaries of the fix condition are our additions.
//!
//! # References
//! - \[1\] _Path-based error explanation and repair_ (PED), the annotation library; `spec/techniques.md`, section 3.

mod expression;
mod lexer;
mod region;
mod rules;
mod vocabulary;

use std::collections::BTreeMap;

use faultscope_ir::program::Display;
use faultscope_ir::{FileId, OriginId, Program, Span, Term};

use faultscope_frontend::print::{self, PlaceText};
use faultscope_localize::checks::Checks;
use faultscope_localize::finding::Condition;
use faultscope_localize::values::boundary_terms;
use lexer::Lexed;
use region::region;
use vocabulary::Vocabulary;

/// A place in the source that may be at fault.
#[derive(Debug, Clone)]
pub struct Subject {
    /// A statement, or the condition of a branch.
    pub origin: OriginId,
    /// Values that are known to help when the statement assigns them, as the source's language writes them.
    pub values: Vec<String>,
    /// What an assigned value has to fulfil.
    pub condition: Option<Condition>,
    /// How the assigned values print.
    pub display: Display,
}

/// A change of a source line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced, within one line.
    pub span: Span,
    /// The text there.
    pub old: String,
    /// The text instead.
    pub new: String,
    /// What kind of change it is.
    pub change: ChangeKind,
    /// The whole expression that it is part of, where that stands on one line.
    pub expression: Option<Span>,
}

impl Edit {
    /// A line of the file with the change, if it is the line of the change.
    pub fn apply(&self, line: &str) -> Option<String> {
        let at = |column: u32| {
            let skipped = (column as usize).checked_sub(1)?;
            line.char_indices().map(|(at, _)| at).chain([line.len()]).nth(skipped)
        };
        let (start, end) = (at(self.span.column)?, at(self.span.end_column)?);
        (line.get(start..end)? == self.old).then(|| format!("{}{}{}", &line[..start], self.new, &line[end..]))
    }
}

/// The kinds of changes, the likeliest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ChangeKind {
    /// A comparison that differs in the boundary only, `<` and `<=`, or `++` and `--`, `+=` and `-=`.
    Boundary,
    /// A constant that is one off.
    OffByOne,
    /// Another comparison.
    Comparison,
    /// `&&` and `||`.
    Connective,
    /// Another constant of the program.
    Constant,
    /// Another variable or function of the same type.
    Name,
    /// Another arithmetic or bit operator.
    Arithmetic,
    /// A negation more or less.
    Negation,
    /// An operand left out.
    Omission,
    /// Operands grouped in another way.
    Grouping,
    /// One added or subtracted.
    PlusMinusOne,
    /// An expression at the boundary of the fix condition.
    FixCondition,
    /// A value that helps, or another plain constant, for the whole expression.
    Value,
    /// A first value for a variable that has none.
    Initialization,
}

/// Makes candidates; keeps what is known of each file.
pub struct Proposer<'a> {
    program: &'a Program,
    checks: Checks,
    files: BTreeMap<FileId, (Lexed<'a>, Vocabulary)>,
}

impl std::fmt::Debug for Proposer<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Proposer").field("files", &self.files.keys()).finish_non_exhaustive()
    }
}

impl<'a> Proposer<'a> {
    /// For a program whose source map has the files' texts.
    pub fn new(program: &'a Program) -> Proposer<'a> {
        Proposer { program, checks: Checks::new(program), files: BTreeMap::new() }
    }

    /// Changes at a place, the likeliest first, at most `max`. None where the place is trusted, is no code that can be
    /// at fault, or its text is not understood.
    pub fn candidates(&mut self, subject: &Subject, max: usize) -> Vec<Edit> {
        let program = self.program;
        let origin = program.sources.origin(subject.origin);
        let Some(text) = program.sources.file(origin.span.file).text.as_deref() else { return Vec::new() };
        let (lexed, vocabulary) = self.files.entry(origin.span.file).or_insert_with(|| {
            let lexed = Lexed::new(program.language, text);
            let vocabulary = Vocabulary::new(&lexed);
            (lexed, vocabulary)
        });
        if origin.trusted || self.checks.is_guard(origin) {
            return Vec::new();
        }
        let Some(region) = region(lexed, origin, &self.checks) else { return Vec::new() };
        let boundaries = boundaries(program, subject);
        let rules = rules::Rules { program, lexed, vocabulary, function: &origin.function };
        let mut changes = rules.changes(&region, &subject.values, &boundaries);
        changes.retain(|it| it.replaced(lexed) != it.new && !it.replaced(lexed).contains('\n'));
        changes.sort_by_key(|it| it.change);
        let mut edits: Vec<Edit> = Vec::new();
        let mut seen = std::collections::BTreeSet::new();
        for change in changes {
            // Two rules can come to the same text by different ways.
            let result = format!(
                "{}{}{}",
                &lexed.text[line_start(lexed.text, change.bytes.start)..change.bytes.start],
                change.new,
                lexed.text[change.bytes.end..].lines().next().unwrap_or("")
            );
            if edits.len() < max && seen.insert((lexed.place(change.bytes.start).0, result)) {
                edits.push(change.into_edit(lexed, &region, origin.span.file));
            }
        }
        edits
    }
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |newline| newline + 1)
}

/// Most expressions that are taken from a fix condition.
const MAX_BOUNDARIES: usize = 8;

/// The expressions at which the truth of the fix condition changes.
fn boundaries(program: &Program, subject: &Subject) -> Vec<String> {
    let Some(condition) = &subject.condition else { return Vec::new() };
    let origin = program.sources.origin(subject.origin);
    let place = PlaceText {
        symbol: condition.place,
        text: origin.place.as_deref().unwrap_or("_"),
        display: subject.display,
    };
    let printed = |term: Term| print::expression(program, &origin.function, term, place);
    let mut texts: Vec<String> = Vec::new();
    for text in boundary_terms(condition.place, &[condition.formula]).into_iter().filter_map(printed) {
        if texts.len() < MAX_BOUNDARIES && !texts.contains(&text) {
            texts.push(text);
        }
    }
    texts
}

#[cfg(test)]
mod tests;
