//! What changes in the text.

use faultscope_frontend::sites::{SiteId, SiteKind, Tree, Unit};
use faultscope_ir::Span;

/// A change of a source text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced. A change of an expression is within one line.
    pub span: Span,
    /// The text there.
    pub old: String,
    /// The text instead.
    pub new: String,
}

impl Edit {
    /// How far a number is moved, where that is all that is changed.
    pub fn distance(&self) -> Option<u128> {
        let number = |text: &str| text.trim().parse::<i128>().ok();
        Some(number(&self.old)?.abs_diff(number(&self.new)?))
    }

    /// Whether a constant stands where something was computed.
    pub fn is_constant(&self) -> bool {
        let has_name = |text: &str| text.contains(|c: char| c.is_alphabetic() || c == '_');
        has_name(&self.old) && !has_name(&self.new) && self.new.contains(|c: char| c.is_ascii_digit())
    }

    /// The lines of the file with the change, if they are the lines of the change.
    pub fn apply(&self, lines: &str) -> Option<String> {
        let Span { line, column, end_line, end_column, .. } = self.span;
        let whole = Span { column: 1, ..self.span };
        let (start, end) = (offset(lines, whole, line, column)?, offset(lines, whole, end_line, end_column)?);
        let is_there = lines.get(start..end)? == self.old;
        is_there.then(|| format!("{}{}{}", &lines[..start], self.new, &lines[end..]))
    }

    /// The text of the whole file with the change, if that is the file of the change.
    pub(crate) fn applied_to(&self, text: &str) -> Option<String> {
        let Span { line, column, end_line, end_column, .. } = self.span;
        let whole = Span { line: 1, column: 1, ..self.span };
        let (start, end) = (offset(text, whole, line, column)?, offset(text, whole, end_line, end_column)?);
        let is_there = text.get(start..end)? == self.old;
        is_there.then(|| format!("{}{}{}", &text[..start], self.new, &text[end..]))
    }

    /// The change that a tree at a site makes; none where it is none, or not within one line.
    pub(crate) fn of(unit: &dyn Unit, site: SiteId, tree: &Tree) -> Option<Edit> {
        let (at, new) = unit.edit(site, tree);
        let whole = Edit { span: unit.sites()[at.0 as usize].span, old: unit.text(at).to_owned(), new };
        let edit = if at == site { whole.narrowed(unit, site, tree) } else { whole };
        edit.in_one_line()
    }

    /// Another operator where that of a site stands.
    pub(super) fn of_operator(unit: &dyn Unit, site: SiteId, sign: &str) -> Option<Edit> {
        let it = &unit.sites()[site.0 as usize];
        let (text, span) = (unit.text(site), it.operator?);
        let (start, end) = (
            offset(text, it.span, span.line, span.column)?,
            offset(text, it.span, span.end_line, span.end_column)?,
        );
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        // `a*b` with a word for the sign.
        let before = sign.starts_with(is_word) && text[..start].ends_with(is_word);
        let after = sign.ends_with(is_word) && text[end..].starts_with(is_word);
        let space = |is_needed| if is_needed { " " } else { "" };
        let new = format!("{}{sign}{}", space(before), space(after));
        Edit { span, old: text[start..end].to_owned(), new }.in_one_line()
    }

    /// Only what differs, where that is an operator, a name, or how operands are grouped.
    fn narrowed(self, unit: &dyn Unit, site: SiteId, tree: &Tree) -> Edit {
        let it = &unit.sites()[site.0 as usize];
        if let Some(operator) = it.operator
            && let Some(start) = offset(&self.old, it.span, operator.line, operator.column)
            && let Some(end) = offset(&self.old, it.span, operator.end_line, operator.end_column)
            && let Some(rest) = self.new.strip_prefix(&self.old[..start])
            && let Some(new) = rest.strip_suffix(&self.old[end..])
        {
            return Edit { span: operator, old: self.old[start..end].to_owned(), new: new.to_owned() };
        }
        let is_regrouped = matches!((&it.kind, tree), (SiteKind::Binary(_), Tree::Binary(..)));
        if is_regrouped && !mentions(tree, site) { self.trimmed() } else { self }
    }

    /// Without what is the same at both ends, up to whole words and operators.
    fn trimmed(self) -> Edit {
        let (old, new) = (self.old.as_str(), self.new.as_str());
        let same = |a: &mut dyn Iterator<Item = char>, b: &mut dyn Iterator<Item = char>| {
            a.zip(b).take_while(|(a, b)| a == b).map(|(c, _)| c.len_utf8()).sum::<usize>()
        };
        let mut start = same(&mut old.chars(), &mut new.chars());
        while start > 0 && !(is_edge(old, start) && is_edge(new, start)) {
            start -= old[..start].chars().next_back().map_or(start, char::len_utf8);
        }
        let (old_rest, new_rest) = (&old[start..], &new[start..]);
        let mut end = same(&mut old_rest.chars().rev(), &mut new_rest.chars().rev());
        while end > 0 && !(is_edge(old_rest, old_rest.len() - end) && is_edge(new_rest, new_rest.len() - end))
        {
            end -= old_rest[old_rest.len() - end..].chars().next().map_or(end, char::len_utf8);
        }
        let (old, new) = (&old_rest[..old_rest.len() - end], &new_rest[..new_rest.len() - end]);
        let span = within(self.span, &self.old, start, start + old.len());
        Edit { span, old: old.to_owned(), new: new.to_owned() }
    }

    fn in_one_line(self) -> Option<Edit> {
        let is_change = self.old != self.new;
        (is_change && !self.old.contains('\n') && !self.new.contains('\n')).then_some(self)
    }
}

/// Whether neither a word nor an operator goes across this place of a text.
fn is_edge(text: &str, at: usize) -> bool {
    let class = |c: char| match c {
        _ if c.is_alphanumeric() || c == '_' => 1,
        _ if c.is_whitespace() || "()[]{},;".contains(c) => 0,
        _ => 2,
    };
    match (text[..at].chars().next_back(), text[at..].chars().next()) {
        (Some(before), Some(after)) => class(before) == 0 || class(before) != class(after),
        _ => true,
    }
}

/// The place of a part of a text that stands somewhere.
fn within(span: Span, text: &str, start: usize, end: usize) -> Span {
    let place = |at: usize| {
        let before = &text[..at];
        let lines = before.matches('\n').count() as u32;
        let columns = before.rsplit('\n').next().unwrap_or("").chars().count() as u32;
        (span.line + lines, if lines == 0 { span.column + columns } else { columns + 1 })
    };
    let ((line, column), (end_line, end_column)) = (place(start), place(end));
    Span { line, column, end_line, end_column, ..span }
}

/// Where a line and a column are in the text of a span.
fn offset(text: &str, span: Span, line: u32, column: u32) -> Option<usize> {
    let n_lines = line.checked_sub(span.line)? as usize;
    let start = match n_lines.checked_sub(1) {
        None => 0,
        Some(newline) => text.match_indices('\n').nth(newline)?.0 + 1,
    };
    let first = if n_lines == 0 { span.column } else { 1 };
    let skipped = column.checked_sub(first)? as usize;
    let rest = text.get(start..)?;
    Some(start + rest.char_indices().map(|(at, _)| at).chain([rest.len()]).nth(skipped)?)
}

fn mentions(tree: &Tree, site: SiteId) -> bool {
    match tree {
        Tree::Site(id) => *id == site,
        Tree::Unary(_, operand) | Tree::Assignment(_, _, operand) | Tree::Initialized(_, operand) => {
            mentions(operand, site)
        }
        Tree::Binary(_, left, right) => mentions(left, site) || mentions(right, site),
        Tree::Call(_, arguments) => arguments.iter().any(|it| mentions(it, site)),
        Tree::Integer(..) | Tree::Name(_) | Tree::Truth(_) | Tree::Step { .. } | Tree::Text(_) => false,
    }
}
