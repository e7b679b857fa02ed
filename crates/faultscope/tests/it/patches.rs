//! Patches of small programs: the expected change is there and proved, every patch that is reported applies, and none that
//! is marked proved leaves an error.

use crate::random::Random;
use faultscope::report::{Patch, PatchVerdict, Report, Rerun, Verdict, patch};
use faultscope::{Engine, Options, Ranking, Strategy, check_source, input, translate};
use faultscope_ir::{OriginId, OriginKind, Program, Property, Sort, Symbol, Value};
use faultscope_verify::interpreter::{self, End, ExecutionBounds, Inputs};

/// What the programs of this file ask.
const REACHABILITY: [Property; 2] = [Property::UnreachCall, Property::Assertions];

fn options() -> Options {
    Options { patches: true, properties: REACHABILITY.into(), ..Options::standard() }
}

fn report(name: &str, text: &str, options: &Options) -> Report {
    let report =
        check_source(name, text, options).unwrap_or_else(|it| panic!("{:?}\n{text}", it.diagnostics));
    assert_eq!(report.verdict, Verdict::Unsafe, "{text}");
    report
}

/// The text with a unified diff of one hunk applied.
fn apply(text: &str, diff: &str) -> String {
    let mut lines = diff.split_inclusive('\n').skip(2);
    let header = lines.next().expect("a hunk");
    let first: usize = header[4..].split(',').next().and_then(|it| it.parse().ok()).expect("a line number");
    let mut old = text.split_inclusive('\n');
    let mut new: String = old.by_ref().take(first - 1).collect();
    for line in lines {
        let (sign, line) = line.split_at(1);
        if sign != "+" && sign != "\\" {
            assert_eq!(old.next(), Some(line), "the context is that of the text");
        }
        if sign == " " || sign == "+" {
            new.push_str(line);
        }
    }
    new.extend(old);
    new
}

/// The patched text of every patch; those that are proved must have no error.
fn patched(name: &str, text: &str, report: &Report) -> Vec<(String, Patch)> {
    let one = |it: &Patch| {
        let diff = patch::diff(&report.sources, it).expect("the text is at hand");
        let text = apply(text, &diff);
        let again = check_source(name, &text, &options()).expect("it can be read");
        let is_safe = it.verdict == PatchVerdict::Proved && it.leaves.is_empty();
        let expected = if is_safe { Verdict::Safe } else { again.verdict };
        assert_eq!(again.verdict, expected, "{text}");
        (text, it.clone())
    };
    report.patches.iter().map(one).collect()
}

/// The line is among those of the patches that are proved.
#[track_caller]
fn check(name: &str, text: &str, expected: &str) {
    let report = report(name, text, &options());
    let patches = patched(name, text, &report);
    let lines: Vec<&str> = patches
        .iter()
        .filter(|(_, it)| it.verdict == PatchVerdict::Proved && it.reaches_check)
        .map(|(_, it)| it.new_line.trim())
        .collect();
    assert!(lines.contains(&expected), "`{expected}` is not among {lines:#?}");
    assert_eq!(patch::best(&report).map(|it| it.verdict), Some(PatchVerdict::Proved));
}

const LOOP: &str = "#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 <= n && n <= 5);
  int sum = 0;
  int i;
  for (i = 0; i <= n; i++) {
    sum = sum + 1;
  }
  assert(sum == n);
  return 0;
}
";

#[test]
fn a_loop_that_runs_once_too_often() {
    check("a.c", LOOP, "for (i = 0; i < n; i++) {");
}

#[test]
fn a_wrong_operator_in_a_condition() {
    let text = "extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int largest(int a, int b) {
  if (a < b)
    return a;
  return b;
}
int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  int m = largest(a, b);
  if (m < a || m < b) reach_error();
  return 0;
}
";
    check("a.c", text, "if (a > b)");
}

#[test]
fn a_wrong_constant_with_a_name() {
    let text = "extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define LOW 100
#define HIGH 300 /* the limit */
int limit(int wide) {
  return wide ? HIGH : HIGH;
}
int main(void) {
  int wide = __VERIFIER_nondet_int() != 0;
  int limited = limit(wide);
  if (limited != (wide ? 300 : 100)) reach_error();
  return 0;
}
";
    check("a.c", text, "return wide ? HIGH : LOW;");
}

#[test]
fn a_wrong_variable() {
    let text = "extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int width = __VERIFIER_nondet_int(), height = __VERIFIER_nondet_int();
  int top = width, bottom;
  bottom = top + width;
  if (bottom != width + height) reach_error();
  return 0;
}
";
    check("a.c", text, "bottom = top + height;");
}

#[test]
fn operators_of_the_wrong_precedence() {
    let text = "extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
  int r = 0;
  if (a && b || c)
    r = 1;
  if (r && !a) reach_error();
  if (!r && a && c) reach_error();
  if (!r && a && b) reach_error();
  return 0;
}
";
    check("a.c", text, "if (a && (b || c))");
}

const BOOGIE: &str = "procedure main() {
  var n, i, sum: int;
  havoc n;
  assume 0 <= n && n <= 4;
  sum := 0;
  i := 0;
  while (i <= n) {
    sum := sum + 1;
    i := i + 1;
  }
  assert sum == n;
}
";

#[test]
fn boogie_is_patched_too() {
    check("a.bpl", BOOGIE, "while (i < n) {");
    let text = "procedure main() {
  var x, y, z: int;
  havoc x, y;
  if (x < y) { z := x; } else { z := y; }
  if (*) { z := z + 1; } else { z := z + 2; }
  assert z > x && z > y;
}
";
    check("a.bpl", text, "if (x > y) { z := x; } else { z := y; }");
    let text = "procedure main() {
  var x, y: bv8;
  havoc x;
  y := 4bv8;
  assert y == 5bv8;
}
";
    check("a.bpl", text, "y := 5bv8;");
}

/// A choice that leads to an assumption which does not hold is no execution, and one that could end at any time is no hang.
#[test]
fn choices_that_are_no_executions_are_no_reason_against_a_patch() {
    let text = "procedure main() {
  var x, y: int;
  havoc y;
  if (*) {
    assume y < 3;
    x := 0;
  } else {
    assume 3 <= y;
    x := 1;
  }
  assert 0 < x;
}
";
    check("a.bpl", text, "x := 1;");
    let text = "procedure main() {
  var x: int;
  x := 0;
  while (*) {
    x := x + 1;
  }
  assert x != 2;
}
";
    check("a.bpl", text, "x := 1;");
}

/// A program that stops at an assumption whatever is chosen does not get to what fails.
#[test]
fn what_stops_at_every_choice_is_no_repair() {
    let text = "procedure main() {
  var x, y: int;
  x := 0;
  havoc y;
  if (*) {
    assume y >= x;
  } else {
    assume y > x;
  }
  assert y > 10;
}
";
    let report = report("a.bpl", text, &options());
    let changed: Vec<&str> = report.patches.iter().map(|it| it.new_line.trim()).collect();
    assert!(!changed.contains(&"x := 11;"), "{changed:?}");
}

#[test]
fn what_repairs_only_the_shown_trace_is_never_proved() {
    // Two faults, one line each: no single line repairs both.
    let text = "extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int a = x + 1;
  int b = x - 2;
  if (x == 5 && a != 5) reach_error();
  if (x == 7 && b != 8) reach_error();
  return 0;
}
";
    let report = report("a.c", text, &options());
    let proved =
        patched("a.c", text, &report).into_iter().filter(|(_, it)| it.verdict == PatchVerdict::Proved);
    let left: Vec<Vec<u32>> =
        proved.map(|(_, it)| it.leaves.iter().map(|error| error.span.line).collect()).collect();
    assert!(!left.is_empty(), "each is repaired by itself");
    assert!(left.iter().all(|lines| *lines == [7] || *lines == [8]), "{left:?}");
}

#[test]
fn what_the_verifier_does_not_decide_is_not_proved() {
    let text = LOOP.replace("__VERIFIER_assume(0 <= n && n <= 5);", "__VERIFIER_assume(0 <= n);");
    // In another order a change that is tried first fails with a large `n`, on which no right change ends soon.
    let ranking = Ranking::Strength;
    let bounded = Options { strategy: Strategy::Only(Engine::Bmc), unwind: Some(4), ranking, ..options() };
    let report = report("a.c", &text, &bounded);
    let line = |it: &Patch| (it.new_line.trim().to_owned(), it.verdict);
    let patches: Vec<(String, PatchVerdict)> = report.patches.iter().map(line).collect();
    let expected = ("for (i = 0; i < n; i++) {".to_owned(), PatchVerdict::RepairsShownTraces);
    assert!(patches.contains(&expected), "{patches:?}");
    assert!(!patches.contains(&(expected.0, PatchVerdict::Proved)), "{patches:?}");
}

#[test]
fn what_hangs_or_stops_is_no_repair() {
    let text = "extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void exit(int);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int i = 3;
  while (i > 0) i--;
  if (x == 12) exit(1);
  if (i != x - x + 2) reach_error();
  return 0;
}
";
    let report = report("a.c", text, &options());
    let patches = patched("a.c", text, &report);
    let lines: Vec<&str> = patches.iter().map(|(_, it)| it.new_line.trim()).collect();
    assert!(lines.contains(&"while (i > 2) i--;"), "{lines:?}");
    for wrong in ["while (i > 0) i++;", "if (x != 12) exit(1);", "if (1) exit(1);", "while (1) i--;"] {
        assert!(!lines.contains(&wrong), "{wrong}");
    }
}

/// A cell that is not there stands in the way of the error with `i--`; accesses are taken for granted.
#[test]
fn what_leaves_an_array_is_no_repair() {
    let text = "extern void reach_error(void);
int a[4] = {0, 1, 2, 3};
int main(void) {
  int i = 0;
  while (i < 4) {
    if (a[i] == 2) reach_error();
    i++;
  }
  return 0;
}
";
    let options = Options { thorough: true, ..options() };
    let report = report("a.c", text, &options);
    let patches = patched("a.c", text, &report);
    let lines: Vec<&str> = patches.iter().map(|(_, it)| it.new_line.trim()).collect();
    assert!(lines.contains(&"while (i < 2) {") && !lines.contains(&"i--;"), "{lines:?}");
}

/// With other inputs, too, than those of the error.
#[test]
fn what_leaves_an_array_elsewhere_is_no_repair() {
    let text = "extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int a[4] = {0, 1, 2, 3};
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i > 0 && i < 4) {
    if (a[i] == 3 && i > 1) reach_error();
  }
  return 0;
}
";
    let report = report("a.c", text, &options());
    let patches = patched("a.c", text, &report);
    let lines: Vec<&str> = patches.iter().map(|(_, it)| it.new_line.trim()).collect();
    assert!(lines.contains(&"if (i > 0 && i < 3) {"), "{lines:?}");
    assert!(!lines.contains(&"if (i > 4 && i < 4) {"), "{lines:?}");
    assert!(!lines.contains(&"if (i < 0 && i < 4) {"), "{lines:?}");
}

/// A divisor of zero ends the execution before the error; divisions are not checked.
#[test]
fn what_divides_by_zero_is_no_repair() {
    let text = "extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_uchar();
  int d = 3;
  int q = n / d;
  if (q == 5) reach_error();
  return 0;
}
";
    let report = report("a.c", text, &options());
    let patches = patched("a.c", text, &report);
    let proved = patches.iter().filter(|(_, it)| it.verdict == PatchVerdict::Proved);
    let lines: Vec<&str> = proved.map(|(_, it)| it.new_line.trim()).collect();
    assert!(lines.contains(&"int q = d / d;"), "{lines:?}");
    assert!(!lines.contains(&"int q = n / n;") && !lines.contains(&"int d = n;"), "{lines:?}");
    let divisor = report.findings.iter().find(|it| it.span.line == 5).expect("it is one");
    assert!(matches!(&divisor.rerun, Some(Rerun::Avoids(value)) if value != "0"), "{divisor:?}");
}

/// What the program did before with some input is not the patch's fault: it is proved of the other executions, as it says.
#[test]
fn what_leaves_an_array_before_the_change_leaves_it_behind_it() {
    let text = "extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int a[4] = {0, 1, 2, 3};
int main(void) {
  int i = __VERIFIER_nondet_int();
  int x = a[i];
  if (x > 2) reach_error();
  return 0;
}
";
    let report = report("a.c", text, &options());
    let proved = report.patches.iter().filter(|it| it.verdict == PatchVerdict::Proved);
    let lines: Vec<&str> = proved.map(|it| it.new_line.trim()).collect();
    assert!(lines.contains(&"int x = a[i] - 1;"), "{lines:?}");
}

#[test]
fn specification_is_not_patched() {
    let text = "extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void __VERIFIER_assume(int);
void check(int holds) { if (!holds) { reach_error(); } }
int twice(int x) { return x + x + 1; }
int expected(int x) { return 2 * x; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x > 0 && x < 100);
  check(twice(x) == expected(x));
  return 0;
}
";
    let trusting = Options { trust: vec!["expected".parse().expect("a pattern")], ..options() };
    let report = report("a.c", text, &trusting);
    let lines: Vec<u32> = report.patches.iter().map(|it| it.span.line).collect();
    assert!(!lines.is_empty() && lines.iter().all(|line| *line == 5), "{:#?}", report.patches);
}

#[test]
fn the_same_program_has_the_same_patches() {
    let patches = || report("a.c", LOOP, &options()).patches;
    assert_eq!(patches(), patches());
}

#[test]
fn macros_mean_what_they_mean_at_their_place() {
    // Behind the function the macro has another value.
    let text = "extern void reach_error(void);
#define LIMIT 3
#define OTHER 4
int limit(void) { return LIMIT; }
#undef LIMIT
#define LIMIT 4
int main(void) {
  if (limit() != LIMIT) reach_error();
  return 0;
}
";
    let report = report("a.c", text, &options());
    let patches = patched("a.c", text, &report);
    assert!(
        patches.iter().any(|(_, it)| it.new == "OTHER" && it.verdict == PatchVerdict::Proved),
        "{patches:?}"
    );
}

#[test]
fn the_best_patch_is_written_as_a_diff() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |text: &str| {
        std::fs::write(folder.path().join("a.c"), text).expect("it can be written");
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_faultscope"));
        let output = command.args(["check", "a.c", "--patch", "a.patch"]).current_dir(folder.path()).output();
        let output = output.expect("it runs");
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert_eq!(run(LOOP), "");
    let diff = std::fs::read_to_string(folder.path().join("a.patch")).expect("it was written");
    assert!(diff.starts_with("--- a.c\n+++ a.c\n@@ -"), "{diff}");
    let report = check_source("a.c", &apply(LOOP, &diff), &options()).expect("a program");
    assert_eq!(report.verdict, Verdict::Safe);

    let hopeless = "extern void reach_error(void);\nint main(void) { reach_error(); return 0; }\n";
    assert!(run(hopeless).starts_with("note: no change of a single line was found"), "nothing to write");
}

/// Values for each `havoc`, in order.
struct Given<'a>(&'a [u128], usize);

impl Inputs for Given<'_> {
    fn havoc(&mut self, _variable: Symbol, sort: Sort, _origin: OriginId) -> Option<Value> {
        let value = self.0.get(self.1).copied().unwrap_or(0);
        self.1 += 1;
        Some(Value::bits(sort.bit_width()?, value))
    }

    fn choose(&mut self, _n: usize) -> Option<usize> {
        None
    }

    fn initial(&mut self, variable: Symbol) -> Option<Value> {
        Some(Value::zero(variable.sort()))
    }
}

/// Whether some inputs below 4 lead to an error.
fn fails(text: &str) -> bool {
    ends(text, |_, end| matches!(end, End::Error { .. }))
}

/// Whether an execution ends at an access that leaves an array.
fn leaves_array(text: &str) -> bool {
    let leaves =
        |program: &Program, origin: OriginId| program.sources.origin(origin).kind == OriginKind::Requirement;
    ends(text, |program, end| matches!(end, End::AssumeFailed { origin } if leaves(program, *origin)))
}

/// Whether an execution ends like this.
fn ends(text: &str, is_it: impl Fn(&Program, &End) -> bool) -> bool {
    let loaded = input::in_memory("a.c", text, &options()).expect("a text");
    let program = translate(&loaded, &options()).expect("a program").program;
    // A loop that does not end reaches no error.
    let config = ExecutionBounds { max_steps: 20_000, ..ExecutionBounds::default() };
    let inputs = (0..4).flat_map(|a| (0..4).map(move |b| [a, b]));
    inputs.into_iter().any(|inputs| {
        let execution = interpreter::run(&program, &mut Given(&inputs, 0), &config);
        is_it(&program, &execution.end)
    })
}

fn expression(random: &mut Random) -> String {
    let operand = |random: &mut Random| random.pick(&["a", "b", "c", "d", "0", "1", "2", "3"]);
    let (lhs, rhs) = (operand(random), operand(random));
    format!("{lhs} {} {rhs}", random.pick(&["+", "-", "&", "|", "<", "<=", "==", "&&", "||"]))
}

fn statement(random: &mut Random, depth: usize) -> String {
    let place = random.pick(&["c", "d"]);
    match random.below(if depth == 0 { 3 } else { 5 }) {
        0..=2 => format!("{place} = {};\n", expression(random)),
        3 => format!(
            "if ({})\n{}else\n{}",
            expression(random),
            statement(random, depth - 1),
            statement(random, depth - 1)
        ),
        _ => format!("for (i = 0; i < {}; i++)\n{}", random.below(4), statement(random, depth - 1)),
    }
}

#[test]
fn no_proved_patch_of_a_random_program_has_a_failing_execution() {
    let (mut n_failing, mut n_proved) = (0, 0);
    for seed in 0..40 {
        let mut random = Random(seed);
        let body: String = (0..4).map(|_| statement(&mut random, 2)).collect();
        let text = format!(
            "extern unsigned __VERIFIER_nondet_uint(void);\nextern void reach_error(void);\nint main(void) {{\nint a = __VERIFIER_nondet_uint() & 3;\n\
             int b = __VERIFIER_nondet_uint() & 3;\nint c = a, d = b, i = 0;\n{body}if (!({}))\nreach_error();\nreturn 0;\n}}\n",
            expression(&mut random)
        );
        let report = check_source("a.c", &text, &options()).expect("a program");
        assert_eq!(report.verdict == Verdict::Unsafe, fails(&text), "{text}");
        n_failing += usize::from(report.verdict == Verdict::Unsafe);
        for it in report.patches.iter().filter(|it| it.verdict == PatchVerdict::Proved) {
            let diff = patch::diff(&report.sources, it).expect("the text is at hand");
            let patched = apply(&text, &diff);
            assert!(!fails(&patched), "{patched}");
            n_proved += 1;
        }
    }
    assert!(n_failing > 15 && n_proved > n_failing, "{n_failing} programs with an error, {n_proved} patches");
}

/// Accesses are not asked about: a patch may not bring about one that leaves the array.
#[test]
fn no_proved_patch_of_a_random_program_leaves_an_array() {
    let (mut n_defined, mut n_proved) = (0, 0);
    for seed in 0..60 {
        let mut random = Random(seed);
        let before: String = (0..2).map(|_| statement(&mut random, 1)).collect();
        let after: String = (0..2).map(|_| statement(&mut random, 1)).collect();
        let (index, place) = (random.pick(&["a", "b", "c", "d", "i"]), random.pick(&["c", "d"]));
        let text = format!(
            "extern unsigned __VERIFIER_nondet_uint(void);\nextern void reach_error(void);\nint t[4] = {{2, 0, 3, 1}};\nint main(void) {{\n\
             int a = __VERIFIER_nondet_uint() & 3;\nint b = __VERIFIER_nondet_uint() & 3;\nint c = a, d = b, i = 0;\n{before}{place} = t[{index}];\n\
             {after}if (!({}))\nreach_error();\nreturn 0;\n}}\n",
            expression(&mut random)
        );
        let report = check_source("a.c", &text, &options()).expect("a program");
        assert_eq!(report.verdict == Verdict::Unsafe, fails(&text), "{text}");
        if leaves_array(&text) {
            continue;
        }
        n_defined += usize::from(report.verdict == Verdict::Unsafe);
        for it in report.patches.iter().filter(|it| it.verdict == PatchVerdict::Proved) {
            let diff = patch::diff(&report.sources, it).expect("the text is at hand");
            let patched = apply(&text, &diff);
            assert!(!fails(&patched) && !leaves_array(&patched), "{patched}");
            n_proved += 1;
        }
    }
    assert!(n_defined > 15 && n_proved > n_defined, "{n_defined} programs with an error, {n_proved} patches");
}

#[test]
fn no_pointer_into_the_middle_of_an_object_is_assigned() {
    let text = "#include <assert.h>
extern int __VERIFIER_nondet_int(void);
struct node { int key; int next; };
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 7) return 0;
  struct node p = { n, 1 };
  int *r = &p.next;
  *r = p.key + 3;
  assert(p.next < 9);
  return 0;
}
";
    let report = report("node.c", text, &options());
    let patches = patched("node.c", text, &report);
    assert!(patches.iter().any(|(_, it)| it.verdict == PatchVerdict::Proved && it.reaches_check));
    let has_cast = |(_, it): &(String, Patch)| it.new_line.contains("(char *)");
    assert!(!patches.iter().any(has_cast), "{patches:#?}");
}
