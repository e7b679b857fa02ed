//! Focuses: the checks of one place of a program, to look for their errors alone.
//!
//! A [`Focus`] is read from `PROPERTY:FILE:LINE`, as reports name places. It finds rows of a program's
//! [table of checks](Program::checks), and [`focused`] makes the program in which only these have errors: where an execution
//! violates another check it ends, as it ends there in the program itself. So an execution of the one violates a check of the
//! focus if and only if one of the other does. Nothing follows for the checks that are not in the focus.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use crate::check::CheckId;
use crate::program::{Program, Terminator};
use crate::property::Property;
use crate::selection::{self, InvalidSelection};
use crate::source::{Span, is_path_end};

/// Checks that stand nearest to a place where there is none are listed up to this number.
const MAX_NEAREST: usize = 4;

/// A place, and of which properties its checks are asked about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Focus {
    /// What stands for the properties, as in a [selection](mod@selection).
    name: String,
    properties: Vec<Property>,
    /// The file's name, or the end of its path.
    file: String,
    line: u32,
    /// The column where the check begins, where there are several in the line.
    column: Option<u32>,
}

/// Why a text is no [`Focus`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InvalidFocus {
    /// It has another form.
    Form,
    /// The name is unknown.
    Property(InvalidSelection),
}

impl fmt::Display for InvalidFocus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InvalidFocus::Form => f.write_str("expected a check such as `out-of-bounds:file.c:12`"),
            InvalidFocus::Property(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for InvalidFocus {}

impl FromStr for Focus {
    type Err = InvalidFocus;

    fn from_str(text: &str) -> Result<Focus, InvalidFocus> {
        let (name, place) = text.split_once(':').ok_or(InvalidFocus::Form)?;
        let (file, last) = place.rsplit_once(':').ok_or(InvalidFocus::Form)?;
        let last = number(last).ok_or(InvalidFocus::Form)?;
        let with_column = file.rsplit_once(':').and_then(|(file, line)| Some((file, number(line)?)));
        let (file, line, column) = match with_column {
            Some((file, line)) => (file, line, Some(last)),
            None => (file, last, None),
        };
        if file.is_empty() {
            return Err(InvalidFocus::Form);
        }
        let properties = selection::named(name).map_err(InvalidFocus::Property)?;
        Ok(Focus { name: name.to_owned(), properties, file: file.to_owned(), line, column })
    }
}

/// A line or a column.
fn number(text: &str) -> Option<u32> {
    text.parse().ok().filter(|it| *it > 0)
}

impl fmt::Display for Focus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.name, self.file, self.line)?;
        self.column.map_or(Ok(()), |column| write!(f, ":{column}"))
    }
}

/// There is no check at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoSuchCheck {
    /// The place.
    pub focus: Focus,
    /// The checks of its line, of whatever property, or else those nearest to it, as focuses.
    pub nearest: Vec<String>,
}

impl fmt::Display for NoSuchCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the program has no check `{}`", self.focus)
    }
}

impl std::error::Error for NoSuchCheck {}

impl Focus {
    /// Of which properties checks are meant. Never empty.
    pub fn properties(&self) -> &[Property] {
        &self.properties
    }

    /// The checks of a program that are meant. Never empty.
    ///
    /// # Errors
    /// Where there are none.
    pub fn checks(&self, program: &Program) -> Result<BTreeSet<CheckId>, NoSuchCheck> {
        let checks: BTreeSet<CheckId> = program
            .check_ids()
            .filter(|id| self.properties.contains(&program.check(*id).property))
            .filter(|id| spans(program, *id).any(|span| self.is_at(program, span)))
            .collect();
        match checks.is_empty() {
            true => Err(NoSuchCheck { focus: self.clone(), nearest: self.nearest(program) }),
            false => Ok(checks),
        }
    }

    fn is_at(&self, program: &Program, span: Span) -> bool {
        is_path_end(&program.sources.file(span.file).name, &self.file)
            && match self.column {
                Some(column) => (span.line, span.column) == (self.line, column),
                None => (span.line..=span.end_line).contains(&self.line),
            }
    }

    /// The checks of the line, else those nearest to it in the file, else the first ones.
    fn nearest(&self, program: &Program) -> Vec<String> {
        let distance = |id: CheckId| {
            let span = place(program, id);
            let is_other_file = !is_path_end(&program.sources.file(span.file).name, &self.file);
            (is_other_file, if is_other_file { span.line } else { span.line.abs_diff(self.line) })
        };
        let mut checks: Vec<CheckId> = program.check_ids().collect();
        checks.sort_by_key(|id| distance(*id));
        let n_in_line = checks.iter().filter(|id| distance(**id) == (false, 0)).count();
        checks.truncate(if n_in_line > 0 { n_in_line } else { MAX_NEAREST });
        checks.into_iter().map(|id| described(program, id)).collect()
    }
}

/// A check as the text of a focus.
fn described(program: &Program, check: CheckId) -> String {
    let span = place(program, check);
    let file = &program.sources.file(span.file).name;
    format!("{}:{file}:{}:{}", program.check(check).property.name(), span.line, span.column)
}

/// Where a check stands.
fn place(program: &Program, check: CheckId) -> Span {
    program.sources.origin(program.check(check).origin).span
}

/// Where a check stands, and the uses of the macros that it is in the body of.
fn spans(program: &Program, check: CheckId) -> impl Iterator<Item = Span> + '_ {
    let origin = program.sources.origin(program.check(check).origin);
    std::iter::once(origin.span).chain(origin.expansions.iter().copied())
}

/// The program without the errors of a check: an execution that violates it ends.
pub fn without(mut program: Program, left_out: CheckId) -> Program {
    for block in program.blocks_mut() {
        if matches!(block.terminator, Terminator::Error { check } if check == left_out) {
            block.terminator = Terminator::Stop;
        }
    }
    program
}

/// The program with the errors of these checks alone.
pub fn focused(mut program: Program, checks: &BTreeSet<CheckId>) -> Program {
    for block in program.blocks_mut() {
        if matches!(&block.terminator, Terminator::Error { check } if !checks.contains(check)) {
            block.terminator = Terminator::Stop;
        }
    }
    program
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, file: &str, line: u32, column: Option<u32>) {
        let focus: Focus = text.parse().expect("it is one");
        assert_eq!((focus.file.as_str(), focus.line, focus.column), (file, line, column));
        assert_eq!(focus.to_string(), text);
    }

    #[track_caller]
    fn check_error(text: &str, expect: &str) {
        assert_eq!(text.parse::<Focus>().expect_err("it is none").to_string(), expect);
    }

    #[test]
    fn places_are_as_reports_name_them() {
        check("overflow:a.c:12", "a.c", 12, None);
        check("overflow:src/a.c:12:5", "src/a.c", 12, Some(5));
        check("valid-deref:C:/src/a.c:12:5", "C:/src/a.c", 12, Some(5));
        check("overflow:12:5", "12", 5, None);
    }

    #[test]
    fn what_is_no_place_is_rejected() {
        for text in
            ["overflow", "overflow:a.c", "overflow:12", "overflow::12", "overflow:a.c:0", "overflow:a.c:x"]
        {
            check_error(text, "expected a check such as `out-of-bounds:file.c:12`");
        }
        check_error("overflw:a.c:12", "there is no property `overflw`; did you mean `overflow`?");
    }
}
