//! Programs with marks under their lines.
//!
//! ```text
//!   x := 1;
//! //^^^^^^ irrelevant
//!   havoc z;
//! //^^^^^^^ relevant (input)
//! ```
//! A mark is a comment of C and of Boogie: `//`, carets below what it is about, and a label. So what it is about
//! starts in the third column or later. A test takes the marks out ([`program`]), computes what should be said about
//! the program, puts that below its lines ([`annotate`]), and compares the whole text.

/// What is said about a stretch of one line. Lines and columns are 1-based, the end is exclusive.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mark {
    /// The line in the program without marks.
    pub line: u32,
    /// The first column.
    pub column: u32,
    /// The column after the last character; what reaches over the end of the line is marked up to there.
    pub end_column: u32,
    /// What is said.
    pub label: String,
}

/// The program without its marks, and without the indentation and the empty first line that a fixture has inside a
/// test.
pub fn program(fixture: &str) -> String {
    let fixture = fixture.trim_start_matches('\n').trim_end();
    let indents = fixture.lines().filter(|line| !line.trim().is_empty());
    let indent = indents.map(|line| line.len() - line.trim_start().len()).min().unwrap_or(0);
    let lines = fixture.lines().map(|line| line.get(indent..).unwrap_or_default());
    lines.filter(|line| !is_mark(line)).map(|line| format!("{line}\n")).collect()
}

/// The program with marks below its lines, in the order of their columns.
///
/// # Panics
/// If a mark is too far to the left, or on no line.
pub fn annotate(program: &str, marks: &[Mark]) -> String {
    let mut marks: Vec<&Mark> = marks.iter().collect();
    marks.sort();
    let n_lines = program.lines().count();
    let mut text = String::new();
    for (line, number) in program.lines().zip(1..) {
        text += line;
        text.push('\n');
        for mark in marks.iter().filter(|mark| mark.line == number) {
            text += &below(line, mark);
        }
    }
    assert!(marks.iter().all(|mark| (1..=n_lines as u32).contains(&mark.line)), "a mark on no line");
    text
}

fn below(line: &str, mark: &Mark) -> String {
    assert!(mark.column > 2, "what is marked in `{line}` has to stand further to the right");
    let line_end = line.chars().count() as u32 + 1;
    let end = mark.end_column.min(line_end).max(mark.column + 1);
    let indent = " ".repeat(mark.column as usize - 3);
    format!("//{indent}{} {}\n", "^".repeat((end - mark.column) as usize), mark.label)
}

fn is_mark(line: &str) -> bool {
    line.strip_prefix("//").is_some_and(|rest| rest.trim_start().starts_with('^'))
}

#[cfg(test)]
mod tests {
    use super::{Mark, annotate, program};

    const FIXTURE: &str = "
  x := 1; // ^ no mark
//^^^^^^ first
//     ^ second
  // y
  z := 3;
//^^^^^^ third
";

    const PROGRAM: &str = "  x := 1; // ^ no mark\n  // y\n  z := 3;\n";

    #[test]
    fn marks_are_taken_out() {
        assert_eq!(program(FIXTURE), PROGRAM);
        let indented =
            FIXTURE.trim_start_matches('\n').lines().map(|line| format!("    {line}\n")).collect::<String>();
        assert_eq!(program(&format!("\n{indented}    ")), PROGRAM);
    }

    #[test]
    fn marks_are_put_back() {
        let mark = |line, column, end_column, label: &str| Mark {
            line,
            column,
            end_column,
            label: label.to_owned(),
        };
        let marks = [mark(3, 3, 9, "third"), mark(1, 8, 9, "second"), mark(1, 3, 9, "first")];
        assert_eq!(annotate(PROGRAM, &marks), FIXTURE[1..]);
    }
}
