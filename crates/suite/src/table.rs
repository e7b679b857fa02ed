//! Tests as the rows of a table, with a tab between the cells.
//!
//! The first line may name the columns. Without names, three columns are the name of the test, the input and the
//! expected output, and two are the input and the expected output.
//!
//! A cell is one line of text. `\n`, `\t`, `\r` and `\\` in an input or output stand for what cannot be in a cell, and
//! the line end that a text ends with need not be written.

use std::path::{Path, PathBuf};

use crate::collect::Found;
use crate::model::{Expected, Test};
use crate::names::printable;
use crate::place::At;
use crate::problem::Warning;
use crate::words::split;

/// How a program gets the input of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableInput {
    /// As arguments, split as a shell does it.
    Arguments,
    /// As standard input.
    Stdin,
}

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Column {
    Name,
    /// Standard input or arguments: the name of the column does not say it.
    Input,
    Stdin,
    Arguments,
    Output,
    Status,
    /// Something that is not read.
    Other,
}

const NAMES: [(&str, Column); 31] = [
    ("index", Column::Name),
    ("id", Column::Name),
    ("name", Column::Name),
    ("no", Column::Name),
    ("nr", Column::Name),
    ("number", Column::Name),
    ("test", Column::Name),
    ("testcase", Column::Name),
    ("case", Column::Name),
    ("#", Column::Name),
    ("input", Column::Input),
    ("inputs", Column::Input),
    ("in", Column::Input),
    ("stdin", Column::Stdin),
    ("standard input", Column::Stdin),
    ("args", Column::Arguments),
    ("argv", Column::Arguments),
    ("arguments", Column::Arguments),
    ("command line", Column::Arguments),
    ("expected", Column::Output),
    ("expected output", Column::Output),
    ("output", Column::Output),
    ("out", Column::Output),
    ("stdout", Column::Output),
    ("answer", Column::Output),
    ("result", Column::Output),
    ("status", Column::Status),
    ("exit", Column::Status),
    ("exit status", Column::Status),
    ("exit code", Column::Status),
    ("expected status", Column::Status),
];

/// The tests of a table.
#[derive(Default)]
pub(crate) struct Table {
    pub(crate) found: Vec<Found>,
    pub(crate) warnings: Vec<Warning>,
}

/// Whether the first line names the columns of a table of tests.
pub(crate) fn has_header(bytes: &[u8]) -> bool {
    lines(bytes).next().is_some_and(|(_, line)| header(line).is_some())
}

/// Reads a table; `folder` is what its tests are named under.
pub(crate) fn read(path: &Path, folder: &Path, bytes: &[u8], input: TableInput) -> Table {
    let mut lines = lines(bytes).peekable();
    let mut reader = Reader { path, folder, input, table: Table::default(), undefined: Vec::new() };
    let Some(&(number, first)) = lines.peek() else { return reader.table };
    let columns = match header(first) {
        Some(columns) => {
            lines.next();
            reader.unknown_columns(number, first, &columns);
            columns
        }
        None => match cells(first).count() {
            2 => vec![Column::Input, Column::Output],
            3 => vec![Column::Name, Column::Input, Column::Output],
            n_cells => {
                reader.malformed(
                    number,
                    format!("a table of {n_cells} columns needs a first line that names them (`index`, `input`, `args`, `stdin`, `expected`, `status`)"),
                );
                return reader.table;
            }
        },
    };
    for (row, (number, line)) in lines.enumerate() {
        reader.row(row, number, line, &columns);
    }
    reader.finish()
}

/// The lines that are not empty, counted from 1.
fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let lines = bytes.split(|&it| it == b'\n').map(|it| it.strip_suffix(b"\r").unwrap_or(it));
    lines.enumerate().filter(|(_, line)| !line.is_empty()).map(|(idx, line)| (idx + 1, line))
}

fn cells(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(|&it| it == b'\t')
}

/// The columns, if the line names something to run a program with and something to expect, and nothing twice.
fn header(line: &[u8]) -> Option<Vec<Column>> {
    let columns: Vec<Column> = cells(line).map(column).collect();
    let count = |asked: &[Column]| columns.iter().filter(|it| asked.contains(it)).count();
    let runs = count(&[Column::Input, Column::Stdin, Column::Arguments]) > 0;
    let expects = count(&[Column::Output, Column::Status]) > 0;
    let twice =
        [Column::Name, Column::Input, Column::Stdin, Column::Arguments, Column::Output, Column::Status]
            .iter()
            .any(|&it| count(&[it]) > 1);
    (runs && expects && !twice).then_some(columns)
}

fn column(cell: &[u8]) -> Column {
    let name = String::from_utf8_lossy(cell).trim().to_lowercase().replace(['_', '-'], " ");
    NAMES.iter().find(|(it, _)| *it == name).map_or(Column::Other, |(_, column)| *column)
}

struct Reader<'a> {
    path: &'a Path,
    folder: &'a Path,
    input: TableInput,
    table: Table,
    undefined: Vec<String>,
}

impl Reader<'_> {
    fn row(&mut self, row: usize, number: usize, line: &[u8], columns: &[Column]) {
        let n_cells = cells(line).count();
        if n_cells != columns.len() {
            self.malformed(number, format!("{n_cells} cells where the table has {} columns", columns.len()));
            return;
        }
        let mut name = format!("line {number}").into_bytes();
        let mut test = Test { at: At::line(self.path, number), ..Test::default() };
        for (cell, column) in cells(line).zip(columns) {
            let done = match self.meaning(*column) {
                Column::Name if !cell.is_empty() => {
                    name = cell.to_vec();
                    Ok(())
                }
                Column::Name | Column::Other => Ok(()),
                Column::Stdin | Column::Input => unescaped(cell).map(|it| test.stdin = it),
                Column::Arguments => {
                    split(cell).map(|it| test.arguments = it).map_err(|reason| reason.to_string())
                }
                Column::Output => match outcome(cell) {
                    Some(Outcome::Undefined) => {
                        self.undefined.push(printable(&name));
                        return;
                    }
                    Some(Outcome::Exit(status)) => {
                        test.expected.status = Some(status);
                        Ok(())
                    }
                    None => unescaped(cell).map(|it| test.expected.output = Some(it)),
                },
                Column::Status => status(cell).map(|it| test.expected.status = it.or(test.expected.status)),
            };
            if let Err(reason) = done {
                self.malformed(number, reason);
                return;
            }
        }
        if test.expected == Expected::default() {
            self.table.warnings.push(Warning::NoExpectation { at: test.at.clone() });
        }
        self.table.found.push(Found { folder: self.folder.to_path_buf(), name, row, test });
    }

    fn meaning(&self, column: Column) -> Column {
        match (column, self.input) {
            (Column::Input, TableInput::Arguments) => Column::Arguments,
            (Column::Input, TableInput::Stdin) => Column::Stdin,
            (column, _) => column,
        }
    }

    fn malformed(&mut self, line: usize, reason: String) {
        self.table.warnings.push(Warning::Malformed { at: At::line(self.path, line), reason });
    }

    fn unknown_columns(&mut self, line: usize, header: &[u8], columns: &[Column]) {
        let unknown = cells(header).zip(columns).filter(|(_, column)| **column == Column::Other);
        let names: Vec<String> = unknown.map(|(cell, _)| printable(cell)).collect();
        if !names.is_empty() {
            self.table.warnings.push(Warning::UnknownColumns { at: At::line(self.path, line), names });
        }
    }

    fn finish(mut self) -> Table {
        if !self.undefined.is_empty() {
            let at = At::file(PathBuf::from(self.path));
            self.table.warnings.push(Warning::Undefined { at, names: self.undefined });
        }
        self.table
    }
}

/// What a cell may say in place of an output.
#[derive(Debug, PartialEq, Eq)]
enum Outcome {
    /// `UB(…)`: the language leaves open what happens.
    Undefined,
    /// `USAGE(exit 1)`: a word for what happens, and the exit status. The output is not stated.
    Exit(i32),
}

fn outcome(cell: &[u8]) -> Option<Outcome> {
    let (word, behind) = str::from_utf8(cell).ok()?.split_once('(')?;
    let within = behind.strip_suffix(')')?;
    if word.is_empty() || !word.bytes().all(|it| it.is_ascii_uppercase()) {
        return None;
    }
    match within.strip_prefix("exit ") {
        Some(status) => status.parse().ok().map(Outcome::Exit),
        None => (word == "UB").then_some(Outcome::Undefined),
    }
}

fn status(cell: &[u8]) -> Result<Option<i32>, String> {
    let text = String::from_utf8_lossy(cell);
    match text.trim() {
        "" => Ok(None),
        text => text.parse().map(Some).map_err(|_| format!("`{text}` is not an exit status")),
    }
}

/// What a cell stands for, with the line end that it cannot have. An empty cell is an empty text.
fn unescaped(cell: &[u8]) -> Result<Vec<u8>, String> {
    let mut text = Vec::new();
    let mut bytes = cell.iter();
    while let Some(&byte) = bytes.next() {
        if byte != b'\\' {
            text.push(byte);
            continue;
        }
        match bytes.next() {
            Some(b'n') => text.push(b'\n'),
            Some(b't') => text.push(b'\t'),
            Some(b'r') => text.push(b'\r'),
            Some(b'\\') => text.push(b'\\'),
            // Nobody escapes anything else, so this is a backslash.
            Some(&other) => text.extend([b'\\', other]),
            None => text.push(b'\\'),
        }
    }
    if !matches!(text.last(), None | Some(b'\n')) {
        text.push(b'\n');
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    use super::*;

    #[track_caller]
    fn check(text: &[u8], input: TableInput, expect: Expect) {
        let table = read(Path::new("t.tsv"), Path::new("t"), text, input);
        let mut shown = String::new();
        for it in &table.found {
            let arguments: Vec<String> = it.test.arguments.iter().map(|it| printable(it)).collect();
            let output = it.test.expected.output.as_ref().map(|it| printable(it));
            shown += &format!(
                "{}: stdin {:?} arguments {arguments:?} output {output:?} status {:?}\n",
                printable(&it.name),
                printable(&it.test.stdin),
                it.test.expected.status,
            );
        }
        for it in &table.warnings {
            shown += &format!("{it}\n");
        }
        expect.assert_eq(&shown);
    }

    #[test]
    fn the_header_says_which_column_is_which() {
        check(
            b"expected\targs\tid\n3\t'1 2' x\tfirst\n\n4\t\tsecond\r\n",
            TableInput::Stdin,
            expect![[r#"
                first: stdin "" arguments ["1 2", "x"] output Some("3\\n") status None
                second: stdin "" arguments [] output Some("4\\n") status None
            "#]],
        );
        check(
            b"stdin\tExit-Code\tauthor\n1 2\\n3\t1\tme\n\t\tme\n",
            TableInput::Arguments,
            expect![[r#"
                line 2: stdin "1 2\\n3\\n" arguments [] output None status Some(1)
                line 3: stdin "" arguments [] output None status None
                t.tsv:1: columns that are not read: `author`
                t.tsv:3: nothing says what this test should print; it passes when the program does not fail
            "#]],
        );
    }

    #[test]
    fn a_column_called_input_is_what_the_caller_says() {
        let text = b"index\tinput\texpected\n0\t1 2\t3\n";
        check(
            text,
            TableInput::Arguments,
            expect![[r#"
            0: stdin "" arguments ["1", "2"] output Some("3\\n") status None
        "#]],
        );
        check(
            text,
            TableInput::Stdin,
            expect![[r#"
            0: stdin "1 2\\n" arguments [] output Some("3\\n") status None
        "#]],
        );
    }

    #[test]
    fn without_header_the_number_of_columns_says_it() {
        check(
            b"1 2\t3\n4 5\t9",
            TableInput::Stdin,
            expect![[r#"
            line 1: stdin "1 2\\n" arguments [] output Some("3\\n") status None
            line 2: stdin "4 5\\n" arguments [] output Some("9\\n") status None
        "#]],
        );
        check(
            b"7\t1 2\t3\n",
            TableInput::Stdin,
            expect![[r#"
            7: stdin "1 2\\n" arguments [] output Some("3\\n") status None
        "#]],
        );
        check(
            b"7\t1\t2\t3\n",
            TableInput::Stdin,
            expect![[r#"
            t.tsv:1: a table of 4 columns needs a first line that names them (`index`, `input`, `args`, `stdin`, `expected`, `status`)
        "#]],
        );
    }

    #[test]
    fn an_outcome_may_stand_for_an_output() {
        check(
            b"index\tinput\texpected\n0\t\tUSAGE(exit 1)\n1\t9\tUB(index out of range)\n2\t\tF(3)\n3\t\tub(x)\n",
            TableInput::Arguments,
            expect![[r#"
                0: stdin "" arguments [] output None status Some(1)
                2: stdin "" arguments [] output Some("F(3)\\n") status None
                3: stdin "" arguments [] output Some("ub(x)\\n") status None
                t.tsv: set aside, for what should happen is undefined: `1`
            "#]],
        );
    }

    #[test]
    fn a_row_that_cannot_be_read_costs_only_itself() {
        check(
            b"args\texpected\tstatus\n1\t1\n'x\t1\t0\n2\t2\tzero\n3\t3\t0\n",
            TableInput::Stdin,
            expect![[r#"
                line 5: stdin "" arguments ["3"] output Some("3\\n") status Some(0)
                t.tsv:2: 2 cells where the table has 3 columns
                t.tsv:3: the single quote at character 1 is not closed
                t.tsv:4: `zero` is not an exit status
            "#]],
        );
    }

    #[test]
    fn bytes_stay_as_they_are() {
        check(
            b"input\texpected\n\xff\\x\t\xfe\n",
            TableInput::Stdin,
            expect![[r#"
            line 2: stdin "\\xff\\x\\n" arguments [] output Some("\\xfe\\n") status None
        "#]],
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            cases: 1000, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default()
        })]

        #[test]
        fn every_row_is_a_test_or_named(pieces in prop::collection::vec(prop::sample::select(vec![
            "input", "expected", "index", "args", "status", "\t", "\t", "\t", "\n", "\n", "\r", "'", "\\", "\\n", "3", "UB(", "USAGE(exit ", ")",
            "\u{feff}", "é",
        ]), 0..24)) {
            let text = pieces.concat();
            let table = read(Path::new("t.tsv"), Path::new("t"), text.as_bytes(), TableInput::Arguments);
            let n_rows = lines(text.as_bytes()).count();
            let n_named: usize = table.warnings.iter().map(|it| match it {
                Warning::Undefined { names, .. } => names.len(),
                Warning::Malformed { .. } => 1,
                _ => 0,
            }).sum();
            let lost = n_rows - table.found.len() - n_named;
            // The header is no row, and of a table without columns no row can be read.
            let refused = table.found.is_empty() && n_named == 1;
            prop_assert!(lost == usize::from(has_header(text.as_bytes())) || refused, "{lost} rows are lost");
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            let _ = read(Path::new("t.tsv"), Path::new("t"), &bytes, TableInput::Stdin);
        }
    }
}
