//! The tables: `results.csv` for people, `results.jsonl` for programs.
//!
//! Both have a row for each submission, in their order. Only `results.csv` has the seconds, in its last column.

use serde::Serialize;

use crate::groups::{Group, numbers};
use crate::row::{Row, Spot};

/// A row as it is written.
#[derive(Debug, Serialize)]
struct Line<'a> {
    name: &'a str,
    outcome: &'static str,
    message: &'a str,
    property: Option<&'static str>,
    tests_passed: usize,
    tests_failed: usize,
    tests_undecided: usize,
    error_line: Option<u32>,
    file: Option<&'a str>,
    line: Option<u32>,
    function: Option<&'a str>,
    kind: Option<&'static str>,
    text: Option<&'a str>,
    patch_line: Option<u32>,
    patch_old: Option<String>,
    patch_new: Option<String>,
    patch_verdict: Option<&'static str>,
    group: Option<usize>,
    kind_groups: Vec<usize>,
}

fn lines<'a>(rows: &'a [Row], groups: &[Group]) -> Vec<Line<'a>> {
    let line = |(row, group): (&'a Row, Option<usize>)| {
        let place = |get: fn(&'a Spot) -> &'a str| row.place.as_ref().map(get);
        let change = row.change.as_ref();
        Line {
            name: &row.name,
            outcome: row.outcome.name(),
            message: &row.message,
            property: row.property,
            tests_passed: row.tests.passed,
            tests_failed: row.tests.failed,
            tests_undecided: row.tests.undecided,
            error_line: row.error.as_ref().map(|it| it.line),
            file: place(|it| &it.file),
            line: row.place.as_ref().map(|it| it.line),
            function: place(|it| &it.function),
            kind: row.kind,
            text: place(|it| &it.text),
            patch_line: change.map(|it| it.spot.line),
            patch_old: change.map(|it| it.old_lines.join("\n")),
            patch_new: change.map(|it| it.new_lines.join("\n")),
            patch_verdict: change.map(|it| it.verdict.name()),
            group,
            kind_groups: group.map(|it| groups[it - 1].alike.clone()).unwrap_or_default(),
        }
    };
    rows.iter().zip(numbers(rows, groups)).map(line).collect()
}

/// A JSON object on a line for each submission.
///
/// # Panics
/// Never: rows have text keys only.
pub fn jsonl(rows: &[Row], groups: &[Group]) -> String {
    let line = |it: &Line<'_>| serde_json::to_string(it).expect("rows have text keys") + "\n";
    lines(rows, groups).iter().map(line).collect()
}

/// A table with a head, as spreadsheets read it (RFC 4180, with plain line ends).
pub fn csv(rows: &[Row], groups: &[Group]) -> String {
    let mut text = String::from(
        "name,outcome,message,property,tests passed,tests failed,tests undecided,error line,file,line,function,kind,text,\
         patch line,patch old,patch new,patch verdict,group,groups of the kind,seconds\n",
    );
    for (row, line) in rows.iter().zip(lines(rows, groups)) {
        let number = |it: Option<u32>| it.map_or(String::new(), |it| it.to_string());
        let own = |it: Option<&str>| it.unwrap_or_default().to_owned();
        let alike: Vec<String> = line.kind_groups.iter().map(usize::to_string).collect();
        let cells = [
            line.name.to_owned(),
            line.outcome.to_owned(),
            line.message.to_owned(),
            own(line.property),
            line.tests_passed.to_string(),
            line.tests_failed.to_string(),
            line.tests_undecided.to_string(),
            number(line.error_line),
            own(line.file),
            number(line.line),
            own(line.function),
            own(line.kind),
            own(line.text),
            number(line.patch_line),
            line.patch_old.unwrap_or_default(),
            line.patch_new.unwrap_or_default(),
            own(line.patch_verdict),
            line.group.map_or(String::new(), |it| it.to_string()),
            alike.join(" "),
            format!("{:.2}", row.seconds),
        ];
        text += &cells.map(|it| cell(&it)).join(",");
        text.push('\n');
    }
    text
}

fn cell(text: &str) -> String {
    match text.contains(['"', ',', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}
