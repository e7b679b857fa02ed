//! Small programs of C with witnesses, the waypoints beside the statements that they are about.
//!
//! ```text
//!   int x = __VERIFIER_nondet_int();
//! //                              ^ 1 function_return \result == 7
//!   if (x > 3)
//! //^ 2 branching true
//! ```
//! A caret stands at the place of a waypoint, behind it the number of its segment, `avoid` where it is avoided, its kind and its
//! constraint.

mod correctness;
mod events;
mod guide;
mod insertion;
mod layout;
mod places;
mod product;
mod replay;
mod sequence;

use std::collections::BTreeSet;

use faultscope_frontend::c::{self, CConfig};
use faultscope_frontend::{Input, InputFile};
use faultscope_ir::{OriginId, Program, Property, Sort, Symbol, Value};
use faultscope_testkit::fixture::Mark;
use faultscope_verify::interpreter::{self, Execution, ExecutionBounds, Inputs};
use faultscope_witness::{Choice, Constraint, Kind, Location, Segment, Waypoint};

use crate::insertion::Insertion;
use crate::replay::value_of;

/// The name of the file that a program is in.
const FILE: &str = "a.c";

/// What programs read, and what is an error in them.
const DECLARATIONS: &str = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n";

fn input(text: &str) -> Input {
    Input { files: vec![InputFile { name: FILE.to_owned(), text: text.to_owned(), originals: Vec::new() }] }
}

/// The program that a text of C stands for; its errors are the calls of `reach_error`.
#[track_caller]
fn program(text: &str) -> Program {
    translated(&input(&with_declarations(text)), [Property::UnreachCall].into())
}

/// A text with declarations in its first line, so that its own lines are those of the test behind that.
fn with_declarations(text: &str) -> String {
    format!("{}{text}", DECLARATIONS.replace('\n', " ") + "\n")
}

#[track_caller]
fn translated(input: &Input, properties: BTreeSet<Property>) -> Program {
    let translation = c::translate(input, &CConfig { properties, ..CConfig::default() });
    translation.program.unwrap_or_else(|| panic!("{:?}", translation.diagnostics))
}

/// The program with annotations in its text.
#[track_caller]
fn annotated(text: &str, insertions: &[Insertion]) -> Program {
    let (input, unplaced) = crate::insert(&input(&with_declarations(text)), insertions);
    assert_eq!(unplaced, [0; 0], "all places are in the text");
    translated(&input, [Property::UnreachCall, Property::Contracts].into())
}

/// The numbers that a program reads, and zero behind them.
struct Numbers<'a>(std::slice::Iter<'a, i128>);

impl Inputs for Numbers<'_> {
    fn havoc(&mut self, _variable: Symbol, sort: Sort, _origin: OriginId) -> Option<Value> {
        value_of(sort, self.0.next().copied().unwrap_or(0))
    }

    fn choose(&mut self, _n: usize) -> Option<usize> {
        Some(0)
    }

    fn initial(&mut self, variable: Symbol) -> Option<Value> {
        Some(Value::zero(variable.sort()))
    }
}

/// The execution of a program that reads these numbers.
fn execution(program: &Program, numbers: &[i128]) -> Execution {
    interpreter::run(program, &mut Numbers(numbers.iter()), &ExecutionBounds::default())
}

/// A place in [`FILE`] where a text has a line of declarations in front of its own.
fn mark(location: &Location, label: String) -> Mark {
    let column = location.column.expect("places have columns");
    Mark { line: location.line - 1, column, end_column: column + 1, label }
}

/// A line of a text, of which no column is said.
fn line(line: u32) -> Location {
    Location { file: FILE.to_owned(), line: line + 1, column: None, function: None }
}

/// The marks in a text, as [`annotate`](faultscope_testkit::fixture::annotate) makes them.
fn marks(fixture: &str) -> Vec<Mark> {
    let mut line = 0;
    let mut marks = Vec::new();
    for text in fixture.trim_start_matches('\n').lines() {
        let blanks = text.strip_prefix("//").map(|rest| rest.len() - rest.trim_start().len());
        match blanks.and_then(|blanks| Some((blanks, text[2 + blanks..].strip_prefix("^ ")?))) {
            Some((blanks, label)) => {
                let column = blanks as u32 + 3;
                marks.push(Mark { line, column, end_column: column + 1, label: label.to_owned() });
            }
            None => line += 1,
        }
    }
    marks
}

/// The violation sequence that the marks in a text write down.
fn segments(fixture: &str) -> Vec<Segment> {
    let mut numbered: Vec<(u32, bool, Waypoint)> = marks(fixture).iter().map(waypoint).collect();
    numbered.sort_by_key(|(number, is_avoid, _)| (*number, !is_avoid));
    let (mut segments, mut avoids) = (Vec::new(), Vec::new());
    for (_, is_avoid, waypoint) in numbered {
        match is_avoid {
            true => avoids.push(waypoint),
            false => segments.push(Segment { avoids: std::mem::take(&mut avoids), follow: waypoint }),
        }
    }
    segments
}

fn waypoint(mark: &Mark) -> (u32, bool, Waypoint) {
    let (number, rest) = mark.label.split_once(' ').expect("a number and a kind");
    let number = number.parse().expect("the number of a segment");
    let (is_avoid, rest) = rest.strip_prefix("avoid ").map_or((false, rest), |rest| (true, rest));
    let (kind, constraint) = rest.split_once(' ').unwrap_or((rest, ""));
    let all = [Kind::Assumption, Kind::Branching, Kind::FunctionEnter, Kind::FunctionReturn, Kind::Target];
    let kind = all.into_iter().find(|it| it.name() == kind).expect("a kind");
    let constraint = match (kind, constraint) {
        (_, "") => Constraint::None,
        (Kind::Branching, holds) => Constraint::Choice(Choice::Condition(holds == "true")),
        (_, text) => Constraint::Expression(text.to_owned()),
    };
    let (line, column) = (mark.line + 1, Some(mark.column));
    let location = Location { file: FILE.to_owned(), line, column, function: None };
    (number, is_avoid, Waypoint { kind, location, constraint, line: 0 })
}

/// A violation sequence as marks, as [`segments`] reads them.
fn sequence_marks(segments: &[Segment]) -> Vec<Mark> {
    let numbered = (1..).zip(segments);
    let label = |(number, segment): (u32, &Segment)| {
        let waypoint = &segment.follow;
        let constraint = match &waypoint.constraint {
            Constraint::None => String::new(),
            Constraint::Choice(Choice::Condition(holds)) => format!(" {holds}"),
            Constraint::Choice(choice) => format!(" {choice:?}"),
            Constraint::Expression(text) => format!(" {text}"),
        };
        mark(&waypoint.location, format!("{number} {}{constraint}", waypoint.kind.name()))
    };
    numbered.map(label).collect()
}
