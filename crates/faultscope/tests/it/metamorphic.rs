//! What changes nothing about a program changes no verdict.

use crate::verdicts;
use std::collections::BTreeMap;

/// Boogie programs with an error. Every local variable is declared on the second line.
const PROGRAMS: [&str; 6] = [
    "procedure main() {
  var x, y, input: int;
  x := 1;
  y := input - 42;
  if (y < 0) { x := 0; }
  assert x != 0;
}",
    "procedure main() {
  var x, y, z: int;
  x := x + y;
  x := x + z;
  y := y + z;
  assert x >= 0;
}",
    "procedure main() {
  var left, right, round: int;
  left := 0;
  right := 0;
  round := 1;
  while (round < 10) {
    if (round == 0) { havoc left, right; }
    assert left != 0 && right != 0;
    round := round + 1;
  }
}",
    "procedure main() {
  var i, j: int; var m: [int]int;
  i := j + 1;
  m[i] := 5;
  m[j] := 7;
  assert m[i] == 8;
}",
    "procedure main() {
  var last, next, i: int;
  next := 0;
  i := 0;
  while (i < 3) {
    last := next;
    next := next + 1;
    i := i + 1;
  }
  assert last == 3;
}",
    "procedure twice(a: int) returns (b: int) { b := a + a; }
procedure main() {
  var x, y: int;
  havoc x;
  assume x > 0;
  call y := twice(x);
  x := 0;
  assert y + x > 2;
}",
];

/// The verdict of every assigning statement, by its text.
#[track_caller]
fn verdicts(program: &str) -> BTreeMap<String, String> {
    let found = verdicts::localize("test.bpl", program);
    let verdict = |it| {
        let origin = found.program.sources.origin(faultscope_localize::Finding::clone(it).origin);
        (origin.text.clone(), verdicts::label(it))
    };
    found.findings.iter().map(verdict).collect()
}

/// Checks that the statements of a program have the verdicts of those of a changed one.
#[track_caller]
fn check(program: &str, changed: &str, text_of: impl Fn(&str) -> String) {
    let changed_verdicts = verdicts(changed);
    for (text, verdict) in verdicts(program) {
        let found = changed_verdicts.get(&text_of(&text));
        assert_eq!(found, Some(&verdict), "`{text}` of\n{program}\nin\n{changed}");
    }
}

fn unchanged(text: &str) -> String {
    text.to_owned()
}

/// The text with every name of a variable turned into another one.
fn renamed(text: &str) -> String {
    const KEPT: [&str; 19] = [
        "procedure",
        "main",
        "var",
        "int",
        "if",
        "else",
        "while",
        "havoc",
        "assume",
        "assert",
        "call",
        "returns",
        "twice",
        "div",
        "mod",
        "true",
        "false",
        "bool",
        "old",
    ];
    let mut renamed = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let is_word = |it: char| it.is_alphanumeric() || it == '_';
        let end = rest.find(|it| !is_word(it)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end.max(1));
        rest = after;
        renamed += word;
        if word.starts_with(char::is_alphabetic) && !KEPT.contains(&word) {
            renamed += "_of_old";
        }
    }
    renamed
}

#[test]
fn renaming() {
    for program in PROGRAMS {
        check(program, &renamed(program), renamed);
    }
}

/// The program with code that nothing depends on before the first statement.
fn with_dead_code(program: &str) -> String {
    let (declaration, _) = program.split_once("int;\n").map_or((program, ""), |it| it);
    let (start, rest) = program.split_at(declaration.len());
    let rest = rest.trim_start_matches("int;");
    let code = "dead := 17; havoc dead; if (dead > 3) { dead := dead - 1; } alive := dead;";
    // The declaration ends on the line where the last variable stands.
    let line = rest.find('\n').unwrap_or(0);
    let (declared, body) = rest.split_at(line);
    format!("{start}int; var dead, alive: int;{declared}\n  {code}{body}")
}

#[test]
fn dead_code() {
    for program in PROGRAMS {
        let changed = with_dead_code(program);
        let verdicts = verdicts(&changed);
        for dead in ["dead := 17", "alive := dead"] {
            assert!(matches!(verdicts[dead].as_str(), "irrelevant" | "aberrant"), "{dead} in\n{changed}");
        }
        check(program, &changed, unchanged);
    }
}

#[test]
fn statements_that_are_split() {
    let cases = [
        (0, "y := input - 42;", "t := 42; y := input - t;"),
        (1, "x := x + z;", "t := x; t := t + z; x := t;"),
        (3, "m[i] := 5;", "t := i; m[t] := 5;"),
        (4, "last := next;", "t := next; last := t;"),
    ];
    for (program, statement, split) in cases {
        let program = PROGRAMS[program];
        let changed = program.replace(statement, split).replacen("int;", "int; var t: int;", 1);
        // The last part is the statement itself, as far as its verdict goes.
        let last = split.trim_end_matches(';').rsplit("; ").next().unwrap_or_default();
        let statement = statement.trim_end_matches(';');
        check(program, &changed, |text| if text == statement { last.to_owned() } else { text.to_owned() });
    }
}

#[test]
fn conditions_that_are_split() {
    let program = "procedure main() {
  var x, y: int;
  havoc x, y;
  x := x + y;
  assume x > 0 && y > 0;
  assert x > y + y;
}";
    let split = program.replace("assume x > 0 && y > 0;", "assume x > 0; assume y > 0;");
    check(program, &split, unchanged);
    let branch = program.replace("assume x > 0 && y > 0;", "if (!(x > 0 && y > 0)) { return; }");
    check(program, &branch, unchanged);
}

#[test]
fn blocks_that_are_moved_into_a_procedure() {
    let program = "var x, y: int;
procedure main() modifies x, y; {
  x := 3;
  y := x + 1;
  assert y == 5;
}";
    let changed =
        program.replace("y := x + 1;", "call work();") + "\nprocedure work() modifies y; { y := x + 1; }";
    check(program, &changed, unchanged);
}

#[test]
fn goto_instead_of_structure() {
    let program = PROGRAMS[4];
    let changed = "procedure main() {
  var last, next, i: int;
  next := 0;
  i := 0;
  goto head;
body:
  assume i < 3;
  last := next;
  next := next + 1;
  i := i + 1;
head:
  goto body, done;
done:
  assume !(i < 3);
  assert last == 3;
}";
    check(program, changed, unchanged);
}

/// Asking twice gives the same.
#[test]
fn repetition() {
    for program in PROGRAMS {
        assert_eq!(verdicts(program), verdicts(program));
    }
}
