//! Definitions that stand beside headers.

use expect_test::{Expect, expect};
use faultscope_ir::AssumptionKind;
use faultscope_pipeline::{Options, Silent, Specification, run};

use crate::programs::{Folder, quick};

const HEADER: &str = "int half(int n);\nint broken(void);\nextern int counter;\n";

const BESIDE: &str = "#include \"util.h\"
static int minus(int n) { return -n; }
int half(int n) { return minus(n) / 2; }
int other(void) { return 1; }
int broken(void) { return undeclared; }
int counter = 5;
";

/// Compares the functions that have bodies, and what is said of definitions, of a program that nothing can be asked of: it is read
/// and translated, and that is all.
#[track_caller]
fn check(files: &[(&str, &str)], names: &[&str], expect: Expect) {
    let folder = Folder::with(files);
    let specification = Specification {
        file: "p.prp".into(),
        asked: Vec::new(),
        unsupported: vec!["termination".to_owned()],
        expected: None,
    };
    let options = Options { specification: Some(specification), ..quick() };
    let stages = run(&folder.request(names, options), &Silent).expect("it is a program");
    assert!(stages.answer.is_none());
    let translated = stages.translated.expect("it was translated");
    let program = &translated.program;
    let defined =
        program.procedures.iter().filter(|it| it.name.starts_with(|it: char| it.is_ascii_alphabetic()));
    let mut text: String = defined.map(|it| format!("{}\n", it.name)).collect();
    let kinds =
        [AssumptionKind::DefinedBeside, AssumptionKind::UndefinedFunction, AssumptionKind::UndefinedVariable];
    for assumption in program.assumptions.iter().filter(|it| kinds.contains(&it.kind)) {
        text += &format!("{}: {}\n", assumption.kind.name(), folder.relative(&assumption.message));
    }
    expect.assert_eq(&text);
}

fn main(expression: &str) -> String {
    format!("#include \"util.h\"\nint main(void) {{ return {expression}; }}\n")
}

#[test]
fn what_is_used_and_not_defined_is_taken_from_beside_its_header() {
    let files = [("a.c", &*main("half(4)")), ("util.h", HEADER), ("util.c", BESIDE)];
    check(
        &files,
        &["a.c"],
        expect![[r#"
        main
        half
        minus
        defined-beside: `half` is what `util.c` defines, which stands beside the header
        defined-beside: `minus` is what `util.c` defines, which stands beside the header
    "#]],
    );
    let files = [("a.c", &*main("counter")), ("util.h", HEADER), ("util.c", BESIDE)];
    check(
        &files,
        &["a.c"],
        expect![[r#"
        main
        defined-beside: `counter` is what `util.c` defines, which stands beside the header
    "#]],
    );
}

#[test]
fn a_file_that_is_named_is_part_of_the_program() {
    let beside = BESIDE.replace("return undeclared", "return 0");
    let files = [("a.c", &*main("half(4)")), ("util.h", HEADER), ("util.c", &*beside)];
    check(
        &files,
        &["a.c", "util.c"],
        expect![[r#"
        main
        half
        minus
    "#]],
    );
}

#[test]
fn nothing_is_taken_where_nothing_stands_beside_or_nothing_is_missing() {
    let files = [("a.c", &*main("half(4)")), ("util.h", HEADER)];
    check(
        &files,
        &["a.c"],
        expect![[r#"
        main
        undefined-function: `half` is not defined: it may return any value and write what its arguments lead to and variables that are not static, pointers apart
    "#]],
    );
    let files = [("a.c", &*main("4")), ("util.h", HEADER), ("util.c", BESIDE)];
    check(
        &files,
        &["a.c"],
        expect![[r#"
        main
    "#]],
    );
}

#[test]
fn a_definition_with_which_there_is_no_program_is_left_alone() {
    let files = [("a.c", &*main("broken()")), ("util.h", HEADER), ("util.c", BESIDE)];
    check(
        &files,
        &["a.c"],
        expect![[r#"
        main
        undefined-function: `broken` is not defined: it may return any value and write what its arguments lead to and variables that are not static, pointers apart
    "#]],
    );
}
