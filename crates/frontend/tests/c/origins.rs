//! Where commands come from: kind, place, text, position.

use expect_test::{Expect, expect};
use faultscope_frontend::c::{self, DataModel};
use faultscope_frontend::{Input, InputFile};
use faultscope_ir::Program;

use super::config;

fn origins(program: &Program) -> String {
    let mut text = String::new();
    for number in 0..program.sources.n_origins() {
        let origin = program.sources.origin(faultscope_ir::OriginId(number as u32));
        let span = origin.span;
        let name = &program.sources.file(span.file).name;
        let place = origin.place.as_ref().map_or(String::new(), |place| format!(" of {place}"));
        text.push_str(&format!(
            "{name}:{}:{}-{} {}: {:?}{place} `{}`{}\n",
            span.line,
            span.column,
            span.end_column,
            origin.function,
            origin.kind,
            origin.text,
            if origin.trusted { " (trusted)" } else { "" },
        ));
    }
    text
}

#[track_caller]
fn check(text: &str, originals: &[(&str, &str)], expect: Expect) {
    let originals = originals.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
    let file = InputFile { name: "a.c".to_owned(), text: text.to_owned(), originals };
    let translation = c::translate(&Input { files: vec![file] }, &config(DataModel::Ilp32));
    let program = translation.program.expect("the text is a program");
    expect.assert_eq(&origins(&program));
}

#[test]
fn each_command_says_what_the_user_wrote() {
    check(
        "int f(int n) {\n  if (n > 3)\n    return n;\n  int a[2];\n  a[1] = n   + 1; // c\n  a[0]++;\n  return a[1];\n}\n\
         int main(void) { int x = f(2), y = __VERIFIER_nondet_int(); x = (char) __VERIFIER_nondet_int(); }\n",
        &[],
        expect![[r#"
            a.c:9:22-30 main: Assignment of x `x = f(2)`
            a.c:9:28-29 main: Argument of n `2`
            a.c:9:32-59 main: Input of y `y = __VERIFIER_nondet_int()`
            a.c:9:61-95 main: Input of x `x = (char) __VERIFIER_nondet_int()`
            a.c:9:61-95 main: Lowering `x = (char) __VERIFIER_nondet_int()`
            a.c:9:1-98 main: Lowering `int main(void) { int x = f(2), y = __VERIFIER_nondet_int(); x = (char) __VERIFIER_nondet_int(); }`
            a.c:2:7-12 f: Condition `n > 3`
            a.c:3:5-14 f: Return of f `return n;`
            a.c:4:7-11 f: Declaration of a `a[2]`
            a.c:5:3-17 f: Assignment of a[1] `a[1] = n + 1`
            a.c:6:3-9 f: Assignment of a[0] `a[0]++`
            a.c:7:3-15 f: Return of f `return a[1];`
            a.c:1:1-2 f: Lowering `int f(int n) { if (n > 3) return n; int a[2]; a[1] = n + 1; a[0]++; return a[1]; }`
            a.c:9:5-15 <start>: Lowering `main(void)`
        "#]],
    );
}

#[test]
fn line_markers_lead_to_the_original_file() {
    check(
        "# 1 \"b.h\" 1\nint g;\n# 7 \"b.c\" 2\nint main(void) {\n  g = 600;\n  g = ((g) + (1));\n}\n",
        &[("b.c", "\n\n\n\n\n\nint main(void) {\n  g = LIMIT; /* here */\n  g = ADD(g, 1);\n}\n")],
        expect![[r#"
            b.c:8:3-12 main: Assignment of g `g = LIMIT`
            b.c:9:3-16 main: Assignment of g `g = ADD(g, 1)`
            b.c:7:1-2 main: Lowering `int main(void) { g = LIMIT; g = ADD(g, 1); }`
            b.c:7:5-15 <start>: Lowering `main(void)`
        "#]],
    );
}

#[test]
fn models_of_the_library_are_trusted() {
    check(
        "int abs(int); int main(void) { int x = abs(-2); }",
        &[],
        expect![[r#"
            a.c:1:36-47 main: Assignment of x `x = abs(-2)`
            a.c:1:44-46 main: Argument of -2 `-2`
            a.c:1:15-50 main: Lowering `int main(void) { int x = abs(-2); }`
            <library>/stdlib.c:abs:3:3-25 abs: Lowering of abs `return x < 0 ? -x : x;` (trusted)
            <library>/stdlib.c:abs:1:1-2 abs: Lowering `int abs(int x) { __fs_fits(x == 0 || x != -x); return x < 0 ? -x : x; }` (trusted)
            a.c:1:19-29 <start>: Lowering `main(void)`
        "#]],
    );
}
