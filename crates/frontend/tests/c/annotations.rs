//! What becomes of annotations: what is understood, what is named as not supported, and what is an error at its place.
//!
//! With `RUN_SLOW_TESTS=1`, and where Frama-C is installed, it is asked about the same programs.

#![expect(clippy::disallowed_methods, reason = "a test asks the environment how long it may take")]

#[path = "../../src/acsl/tests/cases.rs"]
mod cases;

use std::process::Command;

use cases::{CASES, Case, Expect};
use expect_test::expect;
use faultscope_frontend::c::{self, Annotations, CConfig};
use faultscope_frontend::{Input, InputFile, Translation};
use faultscope_ir::Severity;

fn translate(text: &str, entry: &str) -> Translation {
    let file = InputFile { name: "a.c".to_owned(), text: text.to_owned(), originals: Vec::new() };
    let config = CConfig { entry: entry.to_owned(), ..CConfig::default() };
    c::translate(&Input { files: vec![file] }, &config)
}

#[test]
fn every_case_is_read_named_or_wrong() {
    for Case { name, text, expect } in CASES {
        let translation = translate(text, "main");
        let told: Vec<&str> = translation.diagnostics.iter().map(|it| it.message.as_str()).collect();
        let is_told = |message: &str| told.iter().any(|it| it.contains(message));
        match expect {
            Expect::Read => {
                assert!(translation.program.is_some() && is_fine(&translation), "{name}: {told:?}")
            }
            Expect::Named(message) => {
                assert!(translation.program.is_some() && is_told(message), "{name}: {told:?}");
            }
            Expect::Wrong(message) => {
                assert!(translation.program.is_none() && is_told(message), "{name}: {told:?}");
            }
        }
    }
}

/// Whether nothing is told, or only that an assertion for a behavior is checked for all.
fn is_fine(translation: &Translation) -> bool {
    translation.diagnostics.iter().all(|it| it.message.contains("for some behaviors"))
}

#[test]
fn annotations_can_be_left_out() {
    for Case { name, text, .. } in CASES {
        let file = InputFile { name: "a.c".to_owned(), text: (*text).to_owned(), originals: Vec::new() };
        let annotations = Annotations { are_read: false, ..Annotations::default() };
        let config = CConfig { annotations, ..CConfig::default() };
        let translation = c::translate(&Input { files: vec![file] }, &config);
        assert!(translation.program.is_some() && translation.diagnostics.is_empty(), "{name}");
    }
}

#[track_caller]
fn check(text: &str, expected: expect_test::Expect) {
    let translation = translate(text, "main");
    let mut shown = String::new();
    for it in &translation.diagnostics {
        let span = it.span.expect("a place");
        let line = text.lines().nth(span.line as usize - 1).unwrap_or("");
        let end = if span.end_line == span.line { span.end_column as usize - 1 } else { line.len() };
        let at = line.get(span.column as usize - 1..end).unwrap_or("");
        let severity = if it.severity == Severity::Error { "error" } else { "warning" };
        shown.push_str(&format!("{severity}: {} at `{at}`\n", it.message));
    }
    expected.assert_eq(&shown);
}

#[test]
fn problems_stand_at_their_place() {
    check(
        "/*@ requires x > 0;\n    ensures \\result = x; */\nint f(int x) { return x; }\nint main(void) { return f(1); }\n",
        expect![[r#"
            error: expected `;` after the `ensures` clause, found `=` at `=`
        "#]],
    );
    check(
        "//@ requires \\valid(p) && q > 0;\nint f(int *p) { return *p; }\nint main(void) { int x; return f(&x); }\n",
        expect![[r#"
            error: `q` is not declared at `q`
        "#]],
    );
    check(
        "/*@ ensures \\forall int k; k < \\result ==> k < 10;\n    ensures \\result == 1; */\nint f(void) { return 1; }\nint main(void) { return f(); }\n",
        expect![[r#"
            warning: the quantified variable `k` without bounds is not supported at `\forall int k; k < \result ==> k < 10`
        "#]],
    );
    check(
        "int f(int x) __CPROVER_requires(x > y)\n{ return x; }\nint main(void) { return f(1); }\n",
        expect![[r#"
            error: `y` is not declared at `y`
        "#]],
    );
    check(
        "int main(void) { /*@ asert 1 == 1; */ return 0; }\n",
        expect![[r#"
        error: unknown annotation `asert` at `asert`
    "#]],
    );
    check(
        "int main(void) { int x = 0; x++; /*@ loop invariant x > 0; */ return x; }\n",
        expect![[r#"
            warning: no loop follows this annotation at `l`
        "#]],
    );
    check(
        "//@ requires *x > 0;\nint f(int *x);\nint main(void) { int y = 1; return f(&y); }\n",
        expect![[r#"
        warning: the contract of `f`, which is not defined, is neither checked nor used at `f(int *x)`
    "#]],
    );
}

#[test]
fn frama_c_takes_and_rejects_the_same() {
    let is_installed = Command::new("frama-c").arg("-version").output().is_ok();
    if std::env::var_os("RUN_SLOW_TESTS").is_none() || !is_installed {
        return;
    }
    let folder = std::env::temp_dir().join(format!("annotations-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("case.c");
    for Case { name, text, expect } in CASES {
        std::fs::write(&file, text).expect("a file");
        let options = ["-machdep", "x86_32", "-kernel-warn-key", "annot-error=abort", "-typecheck"];
        let output = Command::new("frama-c").args(options).arg(&file).output().expect("it is installed");
        let is_taken = output.status.success();
        // Comments of other tools are left alone here, and are errors there.
        let is_ours = matches!(expect, Expect::Named(message) if message.contains("not read"));
        assert!(is_ours || is_taken != matches!(expect, Expect::Wrong(_)), "{name}");
    }
    std::fs::remove_dir_all(&folder).expect("the folder");
}
