//! A table of submissions: a `.csv` or `.tsv` whose first line names its columns.

use std::path::{Path, PathBuf};

use faultscope_ir::Diagnostic;

use crate::naming;
use crate::sources::files_of;
use crate::submission::Submission;

/// What the column with the files of a program is called.
const PROGRAM: [&str; 8] =
    ["program", "programs", "file", "files", "path", "source", "sources", "submission"];

/// What the column with the tests of a program is called.
const TESTS: [&str; 2] = ["tests", "test"];

/// What the column with its name is called.
const NAME: [&str; 4] = ["name", "student", "id", "login"];

/// Between the files of a program.
const BETWEEN: char = ';';

/// The submissions of a table. Paths in it start at its folder.
///
/// # Errors
/// Where it has no column for programs, a row has too few cells, or a file of a program is not there.
pub fn submissions(path: &Path, text: &str) -> Result<Vec<Submission>, Diagnostic> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let separator =
        if path.extension().is_some_and(|it| it.eq_ignore_ascii_case("tsv")) { '\t' } else { ',' };
    let mut rows = rows(text, separator).into_iter();
    let complain =
        |line: usize, what: String| Diagnostic::error(format!("`{}`, line {line}: {what}", path.display()));
    let (_, head) = rows.next().unwrap_or_default();
    let column =
        |names: &[&str]| head.iter().position(|it| names.contains(&it.trim().to_lowercase().as_str()));
    let Some(program) = column(&PROGRAM) else {
        let hint = "the first line names the columns: `program`, and, if there are any, `tests` and `name`";
        return Err(complain(1, "no column for the programs".to_owned()).with_hint(hint));
    };
    let (tests, name) = (column(&TESTS), column(&NAME));
    let mut read = Vec::new();
    for (line, cells) in rows {
        let cell = |column: Option<usize>| {
            column.and_then(|it| cells.get(it)).map(|it| it.trim()).filter(|it| !it.is_empty())
        };
        let Some(programs) = cell(Some(program)) else { return Err(complain(line, "no program".to_owned())) };
        let own = programs.split(BETWEEN).map(|it| folder.join(it.trim()));
        let (files, beside) = files_of(&own.collect::<Vec<PathBuf>>()).map_err(|it| complain(line, it))?;
        let tests = cell(tests).map(|it| folder.join(it));
        if let Some(tests) = tests.as_ref().filter(|it| !it.exists()) {
            return Err(complain(line, format!("there is no `{}`", tests.display())));
        }
        let path = folder.join(programs.split(BETWEEN).next().unwrap_or_default().trim());
        read.push((path, cell(name).map(str::to_owned), files, tests, beside));
    }
    let paths: Vec<&Path> = read.iter().map(|it| it.0.as_path()).collect();
    let named = naming::names(&paths);
    let given = read.iter().zip(named).map(|((_, name, ..), path)| name.clone().unwrap_or(path)).collect();
    let names = naming::unique(given);
    let submission = |((_, _, files, tests, beside), name)| Submission { name, files, tests, beside };
    Ok(read.into_iter().zip(names).map(submission).collect())
}

/// The rows that are not empty, each with its line. A cell in quotes may have separators, line ends, and doubled quotes.
fn rows(text: &str, separator: char) -> Vec<(usize, Vec<String>)> {
    let mut rows = Vec::new();
    let (mut cells, mut cell) = (Vec::new(), String::new());
    let (mut line, mut first, mut is_quoted) = (1, 1, false);
    let text = text.trim_start_matches('\u{feff}');
    let mut chars = text.chars().chain((!text.ends_with('\n')).then_some('\n')).peekable();
    while let Some(ch) = chars.next() {
        match ch {
            '"' if is_quoted && chars.next_if_eq(&'"').is_some() => cell.push('"'),
            '"' if is_quoted || cell.is_empty() => is_quoted = !is_quoted,
            '\n' if !is_quoted || chars.peek().is_none() => {
                cells.push(std::mem::take(&mut cell));
                let row = std::mem::take(&mut cells);
                if row.iter().any(|it: &String| !it.trim().is_empty()) {
                    rows.push((first, row));
                }
                first = line + 1;
            }
            ch if ch == separator && !is_quoted => cells.push(std::mem::take(&mut cell)),
            '\r' if !is_quoted => {}
            ch => cell.push(ch),
        }
        line += usize::from(ch == '\n');
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_cells() {
        let row = |line, cells: &[&str]| (line, cells.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>());
        assert_eq!(rows("a,b\r\n\r\n\"x,\"\"y\",2", ','), [row(1, &["a", "b"]), row(3, &["x,\"y", "2"])]);
        assert_eq!(rows("a\tb,c\n\"d\ne\"\t\n", '\t'), [row(1, &["a", "b,c"]), row(2, &["d\ne", ""])]);
        assert!(rows("", ',').is_empty());
    }

    fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for name in ["ann/a.c", "ann/b.c", "bob/a.c", "t/1.in"] {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, "").expect("a file");
        }
        folder
    }

    #[test]
    fn a_table_names_programs_tests_and_names() {
        let folder = folder();
        let text = "student,Program,tests,grade\nAnn,ann/a.c; ann/b.c,t,5\n,bob,,\n";
        let read = submissions(&folder.path().join("t.csv"), text).expect("a table");
        let short = |it: &PathBuf| it.strip_prefix(folder.path()).expect("below").display().to_string();
        let shown: Vec<_> = read
            .iter()
            .map(|it| {
                (
                    it.name.as_str(),
                    it.files.iter().map(short).collect::<Vec<_>>(),
                    it.tests.as_ref().map(short),
                )
            })
            .collect();
        let files = |files: &[&str]| files.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
        assert_eq!(shown[0], ("Ann", files(&["ann/a.c", "ann/b.c"]), Some("t".to_owned())));
        assert_eq!(shown[1], ("bob", files(&["bob/a.c"]), None));
    }

    #[test]
    fn what_is_wrong_with_a_table_is_said_with_its_line() {
        let folder = folder();
        let message = |text: &str| {
            let error = submissions(&folder.path().join("t.csv"), text).expect_err("it is wrong");
            error
                .message
                .rsplit_once("t.csv")
                .expect("the table")
                .1
                .replace(&folder.path().display().to_string(), "")
        };
        assert_eq!(message(""), "`, line 1: no column for the programs");
        assert_eq!(message("program\nno.c\n"), "`, line 2: there is no `/no.c`");
        assert_eq!(message("program,tests\nbob,no\n"), "`, line 2: there is no `/no`");
        assert_eq!(message("program,tests\n,t\n"), "`, line 2: no program");
        assert_eq!(message("program\nt\n"), "`, line 2: `/t` has no C files");
    }
}
