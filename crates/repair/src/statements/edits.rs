//! How changes of statements are written: a line that goes, a line that comes, a condition around a statement, an end of a block
//! that is further down.

use faultscope_frontend::sites::{Side, StatementPlace};
use faultscope_ir::source::SourceFile;
use faultscope_ir::{OriginId, SourceMap, Span};

use super::{Change, StatementChange};
use crate::learned::Guards;
use crate::proposals::Edit;

/// Functions that write: a call of one is left out where somebody has looked at something and forgotten it.
const WRITERS: [&str; 7] = ["printf", "puts", "putchar", "fprintf", "fputs", "fputc", "putc"];

/// How statements begin that do nothing but go somewhere else.
const JUMPS: [&str; 3] = ["return", "break", "continue"];

/// What a case ends with.
pub(super) const END_OF_CASE: &str = "break;";

/// How far the statement behind a condition is indented, where the file does not say how that is done.
const INDENT: &str = "    ";

/// A change of a statement that may be a repair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatementRepair {
    /// The place of its finding.
    pub origin: OriginId,
    /// The change in the text.
    pub edit: Edit,
    /// Whether it adds nothing that the program does: a statement is left out, or stands in another order, or only jumps.
    pub adds_nothing: bool,
    /// Whether such failures are mostly repaired so: by a condition in front of what fails, by a step that a loop lacks which does not
    /// end.
    pub is_usual: bool,
    /// Whether it leaves where the pointer is null that is dereferenced.
    pub checks_null: bool,
    /// How likely it is, as the weight of a [rule](crate::rules) says.
    pub weight: u32,
}

impl StatementRepair {
    /// A change of a statement at an origin that is not known yet; none where the text is not what the statement is. `is_judged` says
    /// whether tests say what is right, `hangs` whether one does not end of which nothing else is expected.
    pub(crate) fn new(
        sources: &SourceMap,
        change: &StatementChange,
        Failing { is_judged, hangs }: Failing,
    ) -> Option<StatementRepair> {
        let StatementChange { place, change, passes_all } = change;
        let file = sources.file(place.span.file);
        let declaration =
            || (place.side == Side::Behind).then(|| Text::of_declaration(file, place.span)).flatten();
        let text = Text::new(file, place.span).or_else(declaration)?;
        let is_usual = match change {
            Change::Jump(_, guards) | Change::Guarded(_, guards) => *guards != Guards::Nothing,
            Change::PutIn(statement) | Change::Repeated(statement) => hangs && is_step(statement),
            Change::EndOfCase => true,
            _ => false,
        };
        let edit = match change {
            Change::LeftOut => text.without(place.side),
            // A jump and its condition that are learned from tests mostly fit these alone.
            Change::Jump(_, guards) if *guards != Guards::NotNull && *passes_all && is_judged => return None,
            Change::PutIn(statement) if is_made_up(text.file, statement) => return None,
            // Where nothing says what is right, something can be put in nearly everywhere.
            Change::PutIn(_) | Change::Repeated(_) if !is_judged && !is_usual => return None,
            Change::PutIn(statement) | Change::Repeated(statement) | Change::Jump(statement, _) => {
                text.beside(place.side, statement)
            }
            Change::EndOfCase => text.beside(place.side, END_OF_CASE),
            Change::Guarded(condition, _) => text.guarded(place.side, condition),
            Change::EndLater(n) => text.with_more(place, *n)?,
            Change::IntoElse(n) => text.with_else(*place.behind.get(n.checked_sub(1)?)?)?,
            Change::MovedBehind(n) => text.moved_behind(*place.behind.get(n.checked_sub(1)?)?)?,
            Change::MovedOut => text.moved_out(Text::new(text.file, *place.behind.first()?)?)?,
        };
        (edit.old != edit.new).then_some(StatementRepair {
            origin: OriginId(0),
            edit,
            adds_nothing: match change {
                Change::LeftOut | Change::MovedBehind(_) | Change::MovedOut => true,
                Change::PutIn(statement) => JUMPS.iter().any(|it| statement.starts_with(it)),
                _ => false,
            },
            is_usual,
            checks_null: matches!(change, Change::Jump(_, Guards::NotNull)),
            weight: weight(change, text.text).max(if is_usual { USUAL_WEIGHT } else { 0 }),
        })
    }
}

/// Whether a text is all of a statement, and not what a declaration declares.
pub(super) fn is_statement(text: &str) -> bool {
    text.ends_with([';', '}'])
}

/// What is known of a failure.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Failing {
    /// Whether tests say what is right.
    pub(crate) is_judged: bool,
    /// Whether one of them does not end of which nothing else is expected.
    pub(crate) hangs: bool,
}

/// How likely a change is that such failures are mostly repaired by.
const USUAL_WEIGHT: u32 = 20;

/// Whether a statement counts a variable up or down, or moves a pointer on.
fn is_step(statement: &str) -> bool {
    let step = statement.trim().trim_end_matches(';').trim();
    let variable = ["++", "--"].iter().find_map(|sign| step.strip_prefix(sign).or(step.strip_suffix(sign)));
    variable.is_some_and(|it| it.trim().chars().all(|it| it.is_alphanumeric() || it == '_'))
}

/// How likely a change of a statement is. What leaves much out, or chooses both a condition and a statement, fits tests too easily.
fn weight(change: &Change, statement: &str) -> u32 {
    let writes =
        |name: &&str| statement.strip_prefix(*name).is_some_and(|it| it.trim_start().starts_with('('));
    match change {
        Change::LeftOut if statement.contains('\n') => 5,
        Change::LeftOut if WRITERS.iter().any(writes) => 20,
        Change::PutIn(it) if it.starts_with("if ") => 10,
        Change::LeftOut
        | Change::IntoElse(_)
        | Change::PutIn(_)
        | Change::Repeated(_)
        | Change::EndOfCase
        | Change::MovedBehind(_)
        | Change::MovedOut => 12,
        Change::EndLater(_) => 19,
        Change::Jump(_, Guards::Bound | Guards::NotNull) => USUAL_WEIGHT + 1,
        Change::Jump(..) | Change::Guarded(..) => 9,
    }
}

/// Whether a statement writes a text with letters or digits that the program writes nowhere: then it writes what a test expects.
fn is_made_up(file: &SourceFile, statement: &str) -> bool {
    let Some((_, literal)) = statement.split_once("printf(\"") else { return false };
    let text = literal.trim_end_matches("\");");
    let is_known = || file.text.as_deref().is_some_and(|it| it.contains(&format!("\"{text}")));
    text.replace("\\n", "").contains(char::is_alphanumeric) && !is_known()
}

/// A statement in its file.
struct Text<'a> {
    file: &'a SourceFile,
    span: Span,
    /// The statement.
    text: &'a str,
    /// What is in front of it in its first line.
    before: &'a str,
    /// What is behind it in its last line.
    behind: &'a str,
}

impl Text<'_> {
    fn new(file: &SourceFile, span: Span) -> Option<Text<'_>> {
        let text = file.slice(span)?;
        let before = file.slice(Span { column: 1, end_line: span.line, end_column: span.column, ..span })?;
        let last = file.line(span.end_line)?;
        let at =
            last.char_indices().map(|(at, _)| at).chain([last.len()]).nth(span.end_column as usize - 1)?;
        is_statement(text).then_some(Text { file, span, text, before, behind: &last[at..] })
    }

    /// The last declarator of a declaration, with the end of that.
    fn of_declaration(file: &SourceFile, span: Span) -> Option<Text<'_>> {
        let line = file.line(span.end_line)?;
        let behind: String = line.chars().skip(span.end_column as usize - 1).collect();
        let end = behind.chars().take_while(|it| it.is_whitespace()).count() as u32;
        let is_end = behind.trim_start().starts_with(';');
        is_end.then(|| Text::new(file, Span { end_column: span.end_column + end + 1, ..span })).flatten()
    }

    /// Whether nothing else is in front of it in its line.
    fn begins_line(&self) -> bool {
        self.before.trim().is_empty()
    }

    /// Whether nothing but a comment is behind it in its line.
    fn ends_line(&self) -> bool {
        let behind = self.behind.trim();
        let is_block = behind.starts_with("/*") && behind.find("*/") == Some(behind.len().saturating_sub(2));
        behind.is_empty() || behind.starts_with("//") || is_block
    }

    /// The white space that its line begins with.
    fn indent(&self) -> &str {
        &self.before[..self.before.len() - self.before.trim_start().len()]
    }

    /// The white space that its last line begins with, where a label is in front of it in the first one.
    fn last_indent(&self) -> &str {
        let last = self.text.rfind('\n').map(|at| &self.text[at + 1..]);
        let is_labelled = ["case", "default"].iter().any(|it| self.text.starts_with(it));
        let last = last.filter(|_| is_labelled);
        last.map_or(self.indent(), |it| &it[..it.len() - it.trim_start().len()])
    }

    fn replaced(&self, new: String) -> Edit {
        Edit { span: self.span, old: self.text.to_owned(), new }
    }

    /// The place in front of or behind the statement, with something put in.
    fn inserted(&self, line: u32, column: u32, new: String) -> Edit {
        let span = Span { line, column, end_line: line, end_column: column, ..self.span };
        Edit { span, old: String::new(), new }
    }

    fn without(&self, side: Side) -> Edit {
        let whole_lines = Span { column: 1, end_line: self.span.end_line + 1, end_column: 1, ..self.span };
        match self.file.slice(whole_lines) {
            _ if side == Side::Body => self.replaced(";".to_owned()),
            Some(lines) if self.begins_line() && self.behind.trim().is_empty() => {
                Edit { span: whole_lines, old: lines.to_owned(), new: String::new() }
            }
            _ => self.replaced(String::new()),
        }
    }

    fn beside(&self, side: Side, statement: &str) -> Edit {
        let Span { line, column, end_line, end_column, .. } = self.span;
        let indent = self.indent();
        match side {
            Side::Before if self.begins_line() => {
                self.inserted(line, column, format!("{statement}\n{indent}"))
            }
            Side::Before => self.inserted(line, column, format!("{statement} ")),
            Side::BeforeBody => self.replaced(format!("{{ {statement} {} }}", self.text)),
            Side::BehindBody => self.replaced(format!("{{ {} {statement} }}", self.text)),
            Side::Else if self.ends_line() => {
                let end = end_column + self.behind.chars().count() as u32;
                self.inserted(end_line, end, format!("\n{indent}else\n{indent}{INDENT}{statement}"))
            }
            Side::Else => self.inserted(end_line, end_column, format!(" else {statement}")),
            _ if self.ends_line() => {
                let end = end_column + self.behind.chars().count() as u32;
                self.inserted(end_line, end, format!("\n{}{statement}", self.last_indent()))
            }
            _ => self.inserted(end_line, end_column, format!(" {statement}")),
        }
    }

    fn guarded(&self, side: Side, condition: &str) -> Edit {
        let is_simple = self.begins_line() && !self.text.contains('\n') && !self.text.ends_with('}');
        self.replaced(match side {
            // An `else` behind it belongs to what is around.
            Side::Body => format!("{{ if ({condition}) {} }}", self.text),
            _ if is_simple => format!("if ({condition})\n{}{INDENT}{}", self.indent(), self.text),
            _ => format!("if ({condition}) {}", self.text),
        })
    }

    /// The condition with what is behind it, up to a statement, in an `else`.
    fn with_else(&self, last: Span) -> Option<Edit> {
        let more = Span { line: self.span.end_line, column: self.span.end_column, ..last };
        let more = self.file.slice(more)?;
        let whole = Span { end_line: last.end_line, end_column: last.end_column, ..self.span };
        let old = self.file.slice(whole)?.to_owned();
        let indent = self.indent();
        Some(Edit { span: whole, old, new: format!("{}\n{indent}else {{{more}\n{indent}}}", self.text) })
    }

    /// The statement behind another one of the same block.
    fn moved_behind(&self, last: Span) -> Option<Edit> {
        let passed = Span { line: self.span.end_line, column: self.span.end_column, ..last };
        let passed = self.file.slice(passed)?;
        let whole = Span { end_line: last.end_line, end_column: last.end_column, ..self.span };
        let old = self.file.slice(whole)?.to_owned();
        let between = if passed.contains('\n') { format!("\n{}", self.indent()) } else { " ".to_owned() };
        Some(Edit { span: whole, old, new: format!("{}{between}{}", passed.trim_start(), self.text) })
    }

    /// The statement behind the one whose last block it ends.
    fn moved_out(&self, around: Text<'_>) -> Option<Edit> {
        let Span { end_line, end_column, .. } = around.span;
        let rest = Span { line: self.span.end_line, column: self.span.end_column, ..around.span };
        let rest = self.file.slice(rest)?;
        let before = self.file.slice(Span {
            end_line: self.span.line,
            end_column: self.span.column,
            ..around.span
        })?;
        let kept = before.trim_end();
        let new = format!("{kept}{rest}\n{}{}", around.indent(), self.text);
        let whole = Span { end_line, end_column, ..around.span };
        Some(Edit { span: whole, old: self.file.slice(whole)?.to_owned(), new })
    }

    /// A block that ends behind so many of the statements behind it.
    fn with_more(&self, place: &StatementPlace, n: usize) -> Option<Edit> {
        let last = *place.behind.get(n.checked_sub(1)?)?;
        let Span { end_line, end_column, .. } = last;
        let between = Span { line: self.span.end_line, column: self.span.end_column, ..last };
        let more = self.file.slice(between)?;
        let whole = Span { end_line, end_column, ..self.span };
        let old = self.file.slice(whole)?.to_owned();
        let new = match self.text.strip_suffix('}').filter(|it| it.starts_with('{')) {
            Some(within) => {
                let kept = within.trim_end();
                let end = &within[kept.len()..];
                format!("{kept}{more}{end}}}")
            }
            None => format!("{{ {}{more} }}", self.text),
        };
        Some(Edit { span: whole, old, new })
    }
}
