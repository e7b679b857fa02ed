//! Variables may be called whatever a language allows: what analyses make for themselves is never mistaken for them.
//!
//! Each program has some variables with harmless names, and is checked again with names that print like what an
//! analysis, a front end or a printer makes. Verdict, findings and strengths are the same.

use std::collections::BTreeSet;

use faultscope::{Engine, Options, Strategy, check_source, input, translate};
use faultscope_ir::program::Scope;
use faultscope_ir::{Sort, Symbol};

const TRACE_ABSTRACTION: Strategy = Strategy::Only(Engine::TraceAbstraction);

/// What does not depend on names.
#[derive(Debug, PartialEq)]
struct Outcome {
    verdict: String,
    /// The line of the first.
    first: Option<u32>,
    /// Line and strength of each, in the order of the lines: which value a solver finds, and which other variable a patch puts in,
    /// may exchange places that are as likely.
    findings: BTreeSet<(u32, String)>,
    /// What was proved and checked.
    proof: Option<String>,
}

#[track_caller]
fn outcome(file: &str, text: &str, strategy: Strategy) -> Outcome {
    let options = Options { strategy, proof: strategy == TRACE_ABSTRACTION, ..Options::standard() };
    let report = match check_source(file, text, &options) {
        Ok(report) => report,
        Err(rejection) => panic!("{:?} in\n{text}", rejection.diagnostics),
    };
    Outcome {
        verdict: format!("{:?}", report.verdict),
        first: report.findings.first().map(|it| it.span.line),
        findings: report.findings.iter().map(|it| (it.span.line, format!("{:?}", it.strength))).collect(),
        proof: report.proof.as_ref().map(|proof| format!("{:?}", proof.claim)),
    }
}

/// Checks a program with these names in its places, as many at a time as there are.
#[track_caller]
fn check(file: &str, program: &str, names: &[String], strategy: Strategy, verdict: &str) {
    let harmless = harmless_names(program);
    let expected = outcome(file, &named(program, &harmless), strategy);
    assert_eq!(expected.verdict, verdict);
    assert_eq!(expected.findings.is_empty(), verdict == "Safe", "{expected:?}");
    for names in names.chunks(harmless.len()) {
        let mut batch = names.to_vec();
        batch.extend_from_slice(&harmless[names.len()..]);
        let text = named(program, &batch);
        assert_eq!(outcome(file, &text, strategy), expected, "{text}");
    }
}

/// A name for each of the places `<0>`, `<1>` and so on of a program.
fn harmless_names(program: &str) -> Vec<String> {
    let n_places = (0..).take_while(|idx| program.contains(&format!("<{idx}>"))).count();
    (0..n_places).map(|idx| format!("harmless_{idx}")).collect()
}

fn named(program: &str, names: &[String]) -> String {
    let put_in = |text: String, (idx, name): (usize, &String)| text.replace(&format!("<{idx}>"), name);
    names.iter().enumerate().fold(program.to_owned(), put_in)
}

/// Identifiers of Boogie that print like a generated symbol of one of these variables.
fn boogie_names(variables: &[&str]) -> Vec<String> {
    const MARKS: &str = "_'~#$^.?`";
    let is_identifier = |name: &&str| {
        name.starts_with(|c: char| c.is_ascii_alphabetic() || MARKS.contains(c))
            && name.chars().all(|c| c.is_ascii_alphanumeric() || MARKS.contains(c))
    };
    let mut names: BTreeSet<String> = BTreeSet::new();
    for variable in variables {
        for (number, part) in (0..10).flat_map(|number| [(number, 0), (number, 1)]) {
            let generated = Symbol::new(variable, Sort::int()).all_generated(number, part);
            names.extend(generated.iter().map(|it| it.name()).filter(is_identifier).map(str::to_owned));
            names.insert(format!(".{number}"));
        }
    }
    names.retain(|name| !variables.contains(&name.as_str()));
    for kind in ["x?1", "x'1", "x#1", "?1", "?1.0", "?value1", "?choice1"] {
        assert!(names.contains(kind), "{kind} is in {names:?}");
    }
    names.into_iter().collect()
}

#[test]
fn what_a_havoc_gives() {
    let program = "var x: int;
const <0>, <1>, <2>, <3>, <4>, <5>, <6>, <7>, <8>, <9>: int;
procedure main() modifies x; {
  havoc x;
  assert x == <0> || x == <1> || x == <2> || x == <3> || x == <4> || x == <5> || x == <6> || x == <7> || x == <8> || x == <9>;
}";
    for strategy in [Strategy::Portfolio, TRACE_ABSTRACTION] {
        check("test.bpl", program, &boogie_names(&["x"]), strategy, "Unsafe");
    }
}

#[test]
fn which_way_is_chosen() {
    let program = "const <0>, <1>, <2>, <3>, <4>, <5>, <6>, <7>: bool;
procedure main() {
  var x: int;
  x := 0;
  if (*) {
    x := 1;
    assert x == 0 || <0> || <1> || <2> || <3> || <4> || <5> || <6> || <7>;
  }
}";
    for strategy in [Strategy::Portfolio, TRACE_ABSTRACTION] {
        check("test.bpl", program, &boogie_names(&["x"]), strategy, "Unsafe");
    }
}

#[test]
fn inputs_of_loops() {
    let program = "const <0>, <1>, <2>, <3>, <4>, <5>, <6>, <7>, <8>, <9>, <10>, <11>: int;
var x, y: int;
procedure main() modifies x, y; {
  y := 0;
  while (*) {
    havoc x;
    if (x != <0> && x != <1> && x != <2> && x != <3> && x != <4> && x != <5>) { y := 1; }
    if (x == <6> && x > <7> && x > <8> && x > <9> && x > <10> && x > <11>) { y := 2; }
  }
  assert y == 0;
}";
    check("test.bpl", program, &boogie_names(&["x"]), Strategy::Portfolio, "Unsafe");
}

#[test]
fn proofs() {
    let program = "const <0>, <1>, <2>, <3>, <4>, <5>: int;
var x, y: int;
procedure main() modifies x, y; {
  y := <0> + <1>;
  while (*) {
    havoc x;
    if (x != <2> && x != <3>) { x := x + 1; y := <1> + <0>; }
    if (x == <4> + <5>) { y := <0> + <1> + x - <5> - <4>; }
  }
  assert y == <0> + <1>;
}";
    check("test.bpl", program, &boogie_names(&["x", "y"]), TRACE_ABSTRACTION, "Safe");
}

#[test]
fn locals_of_the_same_name() {
    let program = "procedure add(x: int) returns (<0>: int) {
  var <1>: int;
  <1> := x + 1;
  <0> := <1>;
}
procedure main() {
  var x, <0>, <2>: int;
  havoc x;
  <2> := x;
  call <0> := add(<2>);
  call x := add(<0>);
  assert x != <2> + 2;
}";
    check("test.bpl", program, &boogie_names(&["x"]), Strategy::Portfolio, "Unsafe");
}

#[test]
fn what_the_translation_of_c_adds() {
    let program = "extern void *malloc(unsigned long);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct pair { int first; int second[2]; };
int <0>, <1>, <2>, <3>, <4>, <5>, <6>, <7>, <8>, <9>;
static int twice(int value) { return value > 100 ? value : value + value; }
static int down(int <0>) { int <1> = <0>; int *q = &<1>; return *q <= 0 ? 0 : down(*q - 1) + 1; }
int main(void) {
  <0> = __VERIFIER_nondet_int();
  <1> = twice(<0>);
  struct pair <2> = { <1>, { 1, 2 } };
  int *p = malloc(sizeof *p);
  *p = <2>.first++ + <2>.second[<0> & 1];
  <3> = <4> + <5> + <6> + <7> + <8> + <9>;
  <1> = down(2);
  if (<0> > 3 && *p > 10 && <1> == 2)
    reach_error();
  return 0;
}";
    let options = Options::standard();
    let text = named(program, &harmless_names(program));
    let loaded = input::in_memory("test.c", &text, &options).expect("a text");
    let translated = translate(&loaded, &options).expect("a program").program;
    let is_added = |scope: Scope| matches!(scope, Scope::Internal | Scope::Temporary(_));
    let added = translated.variables.values().filter(|it| is_added(it.scope)).map(|it| it.name.as_str());
    let is_identifier = |name: &&str| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let names: BTreeSet<String> = added.filter(is_identifier).map(str::to_owned).collect();
    assert!(names.contains("temporary"), "{names:?}");
    let mut names: Vec<String> = names.into_iter().collect();
    names.extend(["heap", "memory", "select", "x_1"].map(str::to_owned));
    check("test.c", program, &names, Strategy::Portfolio, "Unsafe");
}
