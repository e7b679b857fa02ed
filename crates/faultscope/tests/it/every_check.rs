//! For every kind of check: the statement that matters, a value that avoids the error, and a patch that is proved.

use faultscope::report::{PatchVerdict, Report, Strength, Verdict};
use faultscope::{Options, Property, check_source};

const DECLARATIONS: &str = "void *malloc(unsigned long); void free(void *); void abort(void); int nondet(void); void *memcpy(void *, const void *, unsigned long);\n";

fn report(property: Property, program: &str) -> Report {
    let mut options = Options::standard();
    options.properties.insert(property);
    options.data_model = faultscope_frontend::c::DataModel::Lp64;
    check_source("a.c", &format!("{DECLARATIONS}{program}"), &options).expect("a program")
}

/// The property is violated; another value of the line with `// here` avoids the error for all inputs, and a patch makes
/// of a line the given one.
#[track_caller]
fn check(property: Property, program: &str, patch: &str) {
    let report = report(property, program);
    assert_eq!(report.verdict, Verdict::Unsafe, "{program}");
    assert_eq!(report.traces[0].error.property, property, "{program}");
    let here =
        program.lines().position(|line| line.contains("// here")).expect("a line is marked") as u32 + 2;
    let found: Vec<(u32, Strength)> = report.findings.iter().map(|it| (it.span.line, it.strength)).collect();
    let matters = found.iter().any(|(line, strength)| *line == here && *strength <= Strength::Expression);
    assert!(matters, "line {here} is not among {found:?} in\n{program}");
    let proved = report.patches.iter().filter(|it| it.verdict == PatchVerdict::Proved && it.reaches_check);
    let lines: Vec<&str> = proved.map(|it| it.new_line.trim()).collect();
    assert!(lines.iter().any(|line| line.contains(patch)), "`{patch}` is not among {lines:#?} in\n{program}");
}

#[test]
fn accesses() {
    check(
        Property::NullDereference,
        "int main(void) {\n  int a = 3, n = nondet();\n  int *p = 0; // here\n  if (n > 3)\n    p = &a;\n  *p = 1;\n  return a;\n}",
        "p = &a",
    );
    check(
        Property::OutOfBounds,
        "int main(void) {\n  int a[8];\n  for (int i = 0; i <= 8; i++) // here\n    a[i] = i;\n  return 0;\n}",
        "i < 8",
    );
    check(
        Property::UseAfterFree,
        "int main(void) {\n  int *p = malloc(4);\n  int done = 1; // here\n  if (done)\n    free(p);\n  *p = 1;\n  if (!done)\n    free(p);\n  return 0;\n}",
        "done = 0",
    );
    check(
        Property::UseAfterScope,
        "int main(void) {\n  int a = 1, *p = &a;\n  int n = 1; // here\n  if (n > 0) {\n    int b = 2;\n    p = &b;\n  }\n  return *p;\n}",
        "n = 0",
    );
    check(
        Property::WriteToConstant,
        "int main(void) {\n  char b[4] = \"abc\";\n  char *s = \"xyz\";\n  int n = 1; // here\n  if (!n)\n    s = b;\n  s[0] = 'a';\n  return 0;\n}",
        "n = 0",
    );
    check(
        Property::InvalidFunctionPointer,
        "int one(void) { return 1; }\nint main(void) {\n  int n = 0; // here\n  int (*f)(void) = 0;\n  if (n)\n    f = one;\n  return f();\n}",
        "n = 1",
    );
}

#[test]
fn the_heap() {
    check(
        Property::InvalidFree,
        "int main(void) {\n  char *p = malloc(4);\n  int n = 1; // here\n  free(p + n);\n  return 0;\n}",
        "n = 0",
    );
    check(
        Property::MemoryLeak,
        "int main(void) {\n  int n = 0; // here\n  int *p = malloc(4);\n  if (n)\n    free(p);\n  p = 0;\n  return 0;\n}",
        "n = 1",
    );
    check(
        Property::MemoryCleanup,
        "int *p;\nint main(void) {\n  int n = 0; // here\n  p = malloc(4);\n  if (n)\n    free(p);\n  return 0;\n}",
        "n = 1",
    );
}

#[test]
fn arithmetic() {
    check(
        Property::Overflow,
        "int main(void) {\n  int most = 2147483647; // here\n  int n = nondet();\n  if (n < 0)\n    return 0;\n  return n <= most - 1 ? n + 1 : most + 1;\n}",
        "most =",
    );
    check(
        Property::DivisionByZero,
        "int main(void) {\n  int d = 3;\n  d = d - 3; // here\n  return 10 / d;\n}",
        "int d = 4",
    );
    check(
        Property::Shift,
        "int main(void) {\n  int n = nondet();\n  unsigned width = 32; // here\n  if (n < 0 || n > 1)\n    return 0;\n  return 1u << (width - n) > 2;\n}",
        "width =",
    );
    check(
        Property::FloatConversion,
        "int main(void) {\n  double d = 2147483647.0;\n  d = d + 1.0; // here\n  int i = d;\n  return i > 2;\n}",
        "d - 1.0",
    );
}

#[test]
fn values_and_pointers() {
    check(
        Property::Uninitialized,
        "int main(void) {\n  int x; // here\n  if (nondet() > 3)\n    x = 1;\n  return x;\n}",
        "int x = ",
    );
    check(
        Property::Pointer,
        "int main(void) {\n  int a[3];\n  int n = 5; // here\n  int *p = a + n;\n  return p == a;\n}",
        "int n = ",
    );
    check(
        Property::Library,
        "int main(void) {\n  char b[8] = \"abcdefg\";\n  int n = 2; // here\n  memcpy(b, b + n, 4);\n  return 0;\n}",
        "int n = 4",
    );
    check(
        Property::MissingReturn,
        "int f(int n) {\n  if (n > 0)\n    return 1;\n}\nint main(void) {\n  int n = 0; // here\n  int r = f(n);\n  return 0;\n}",
        "int n = 1",
    );
}

#[test]
fn ends() {
    check(
        Property::Unreachable,
        "int main(void) {\n  int n = 3; // here\n  if (n != 2)\n    __builtin_unreachable();\n  return 0;\n}",
        "n = 2",
    );
    check(
        Property::NoAbort,
        "int main(void) {\n  int n = 3; // here\n  if (n != 2)\n    abort();\n  return 0;\n}",
        "n = 2",
    );
}

/// One past the end of an array is no place to read from, whatever else a patch repairs.
#[test]
fn a_patch_that_reads_beyond_an_array_is_never_proved() {
    let program = "int main(void) {\n  int a[3] = {1, 2, 3};\n  int i = nondet();\n  if (i < 0 || i > 3)\n    return 0;\n  int x = a[0];\n  if (i == 3)\n    x = a[1];\n  if (x == 2)\n    abort();\n  return a[2];\n}";
    let report = report(Property::NoAbort, program);
    assert_eq!(report.verdict, Verdict::Unsafe);
    let proved: Vec<&str> = report
        .patches
        .iter()
        .filter(|it| it.verdict == PatchVerdict::Proved)
        .map(|it| it.new_line.trim())
        .collect();
    assert!(!proved.is_empty());
    assert!(!proved.iter().any(|line| line.contains("x = a[3]") || line.contains("x = a[i]")), "{proved:?}");
}
