//! Random programs with events, and changes of them.

use crate::notation::random_programs::Random;

const LIBRARY: &str = "\
var x: 3; var y: 3; var z: 3; var d: 3; var n: 4; var a: [3]3;
proc __fs_put(stream: 3, byte: 3) returns (r: 3) { r := byte; }
proc __fs_get(stream: 3) returns (r: 3) { havoc r; }
proc __fs_clock() returns (r: 3) { havoc r; }
proc __fs_exit(status: 3) returns (r: 3) { r := status; }
outside proc f(argument: 3) returns (r: 3) { havoc r; assume 0 <= r && r <= 3; }";

const VARIABLES: [&str; 3] = ["x", "y", "z"];

fn expression(random: &mut Random) -> String {
    let variable = random.pick(&VARIABLES);
    match random.below(6) {
        0 => format!("{}", random.below(4)),
        1 => variable.to_owned(),
        2 => format!("{variable} + {}", 1 + random.below(3)),
        3 => format!("{variable} - {}", random.pick(&VARIABLES)),
        4 => format!("a[{variable}]"),
        _ => format!("{variable} & {}", random.pick(&VARIABLES)),
    }
}

fn condition(random: &mut Random) -> String {
    let (lhs, operator) = (random.pick(&VARIABLES), random.pick(&["==", "!=", "<", "<="]));
    let rhs =
        if random.below(2) == 0 { random.below(4).to_string() } else { random.pick(&VARIABLES).to_owned() };
    format!("{lhs} {operator} {rhs}")
}

/// The lines of a program. A line is a simple statement, or has a brace.
pub(super) fn random_lines(random: &mut Random) -> Vec<String> {
    let mut lines: Vec<String> = LIBRARY.lines().map(str::to_owned).collect();
    let mut n_inputs = 1;
    lines.push("proc help(p: 3) returns (q: 3) {".to_owned());
    lines.push("q := p;".to_owned());
    statements(random, 1, &mut n_inputs, &mut lines);
    lines.push(format!("q := {};", expression(random)));
    lines.push("}".to_owned());
    lines.push("proc main() returns (result: 3) {".to_owned());
    lines.extend(
        ["result := 0;", "x := 1;", "y := 2;", "z := 3;", "d := 0;", "n := 0;", "a[0] := 1;"]
            .map(str::to_owned),
    );
    n_inputs = 2;
    for _ in 0..2 {
        statements(random, 2, &mut n_inputs, &mut lines);
    }
    if random.below(2) == 0 {
        lines.push(format!("{} := help({});", random.pick(&VARIABLES), expression(random)));
    }
    lines.push(format!("result := {};", expression(random)));
    lines.push("}".to_owned());
    lines
}

fn statements(random: &mut Random, depth: usize, n_inputs: &mut usize, lines: &mut Vec<String>) {
    for _ in 0..1 + random.below(3) {
        statement(random, depth, n_inputs, lines);
    }
}

fn statement(random: &mut Random, depth: usize, n_inputs: &mut usize, lines: &mut Vec<String>) {
    let variable = random.pick(&VARIABLES);
    match random.below(if depth == 0 { 10 } else { 14 }) {
        0 | 1 if *n_inputs > 0 => {
            *n_inputs -= 1;
            lines.push(match random.below(5) {
                0 => format!("{variable} := __fs_get(0);"),
                1 => format!("{variable} := f({});", expression(random)),
                2 => format!("{variable} := __fs_clock();"),
                3 => format!("havoc a[{variable}];"),
                _ => format!("havoc {variable};"),
            });
        }
        2 if random.below(3) == 0 => lines.push(format!("assume {};", condition(random))),
        3 => lines.push(format!("assert {} || {};", condition(random), condition(random))),
        4 | 5 => {
            let stream = random.pick(&["0", "0", "0", "2"]);
            lines.push(format!("d := __fs_put({stream}, {});", expression(random)));
        }
        6 => lines.push(format!("a[{variable}] := {};", expression(random))),
        0..=9 => lines.push(format!("{variable} := {};", expression(random))),
        10 => {
            lines.push(format!("if ({}) {{", condition(random)));
            lines.push(format!("d := __fs_exit({});", expression(random)));
            lines.push("stop; }".to_owned());
        }
        11 => {
            lines.push("n := 0;".to_owned());
            lines.push(format!("while (n < {} && {}) {{", 1 + random.below(3), condition(random)));
            statements(random, 0, n_inputs, lines);
            lines.push("n := n + 1;".to_owned());
            lines.push("}".to_owned());
        }
        12 if *n_inputs > 0 => {
            *n_inputs -= 1;
            lines.push("either {".to_owned());
            statements(random, depth - 1, n_inputs, lines);
            lines.push("} or {".to_owned());
            statements(random, depth - 1, n_inputs, lines);
            lines.push("}".to_owned());
        }
        _ => {
            lines.push(format!("if ({}) {{", condition(random)));
            statements(random, depth - 1, n_inputs, lines);
            lines.push("} else {".to_owned());
            statements(random, depth - 1, n_inputs, lines);
            lines.push("}".to_owned());
        }
    }
}

/// The lines behind the library that are a simple statement, or a condition.
fn places(lines: &[String], is_wanted: impl Fn(&str) -> bool) -> Vec<usize> {
    let first = LIBRARY.lines().count();
    (first..lines.len()).filter(|it| is_wanted(&lines[*it])).collect()
}

fn is_simple(line: &str) -> bool {
    // Counters stay, and so do first values: each variable is local to its version where it is not written.
    line.ends_with(';') && !line.contains("n :=") && !["q := p;", "result := 0;"].contains(&line)
}

/// Another version: a statement changed, put in, left out, moved, or guarded.
pub(super) fn mutated(lines: &[String], random: &mut Random) -> Vec<String> {
    let mut lines = lines.to_vec();
    let simple = places(&lines, is_simple);
    let at = simple[random.below(simple.len())];
    let variable = random.pick(&VARIABLES);
    match random.below(12) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[at].clone()),
        2 => lines.insert(at, format!("{variable} := {};", expression(random))),
        3 => lines.insert(at, format!("{variable} := {variable};")),
        4 => lines
            .insert(at, format!("if ({}) {{ {variable} := {}; }}", condition(random), expression(random))),
        5 => lines[at] = format!("if ({}) {{ {} }}", condition(random), lines[at]),
        6 => {
            let next = simple.iter().copied().find(|it| *it > at).filter(|it| *it == at + 1);
            if let Some(next) = next {
                lines.swap(at, next);
            }
        }
        7 => {
            lines.insert(at, format!("fresh := {}; {variable} := fresh;", expression(random)));
            let start =
                lines[..at].iter().rposition(|it| it.starts_with("proc ")).expect("it is in a procedure");
            lines.insert(start + 1, "var fresh: 3;".to_owned());
        }
        8 => {
            let conditions = places(&lines, |it| it.starts_with("if ("));
            if let Some(at) = conditions.get(random.below(conditions.len().max(1))) {
                let condition = condition(random);
                let rest = lines[*at].split_once(") {").map_or("", |(_, rest)| rest).to_owned();
                lines[*at] = format!("if ({condition}) {{{rest}");
            }
        }
        _ => return replaced_value(&lines, random),
    }
    lines
}

/// Another version, in which an assignment has another right-hand side that may be the same number.
pub(super) fn replaced_value(lines: &[String], random: &mut Random) -> Vec<String> {
    let mut lines = lines.to_vec();
    let is_assignment = |it: &str| it.contains(":=") && is_simple(it) && !it.contains('(');
    let assignments = places(&lines, is_assignment);
    let at = assignments[random.below(assignments.len())];
    let (target, value) = lines[at].split_once(":=").expect("it is an assignment");
    let value = value.trim_end_matches(';').trim().to_owned();
    let target = target.trim().to_owned();
    let other = match random.below(6) {
        0 => format!("{value} + 0 * x"),
        1 => format!("{value} & {value}"),
        2 => format!("({value}) - y + y"),
        _ => expression(random),
    };
    lines[at] = format!("{target} := {other};");
    lines
}
