//! Property files and task definitions: what is checked, what the last line says, and what is refused.

use std::path::Path;
use std::process::Command;

use expect_test::{Expect, expect};
use serde_json::Value;

use crate::folder::{Folder, stderr, stdout};

const CALL: &str = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n";
const MEMSAFETY: &str = "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n\
    CHECK( init(main()), LTL(G valid-memtrack) )\n";

/// A property file with one formula.
fn property(formula: &str) -> String {
    format!("CHECK( init(main()), LTL({formula}) )\n")
}

/// The last line of the report, and the exit code that goes with it; JSON says the same.
#[track_caller]
fn check_options(property: &str, program: &str, options: &[&str], expect: &str) -> String {
    let folder = Folder::with(&[("a.c", program), ("p.prp", property)]);
    let arguments = [&["a.c", "--property-file", "p.prp", "--level", "trace"], options].concat();
    let output = folder.check(&arguments);
    let text = stdout(&output);
    assert_eq!(text.lines().last(), Some(&*format!("result: {expect}")), "{text}{}", stderr(&output));
    let code = match expect {
        "true" => 0,
        "unknown" => 3,
        _ => 1,
    };
    assert_eq!(output.status.code(), Some(code), "{text}");
    let json = stdout(&folder.check(&[&*arguments, &["--format", "json"]].concat()));
    let json: Value = serde_json::from_str(&json).expect("it is JSON");
    assert_eq!(json["result"], expect);
    text
}

#[track_caller]
fn check(property: &str, program: &str, expect: &str) -> String {
    check_options(property, program, &[], expect)
}

/// What is refused: the exit code 2, a message, and no report.
#[track_caller]
fn check_rejected(files: &[(&str, &str)], arguments: &[&str], message: Expect) {
    let output = Folder::with(files).check(arguments);
    message.assert_eq(&stderr(&output));
    assert_eq!((stdout(&output).as_str(), output.status.code()), ("", Some(2)));
}

fn calling(condition: &str, function: &str) -> String {
    format!(
        "int __VERIFIER_nondet_int(void);\nvoid reach_error(void) {{}}\nvoid {function}(void);\n\
         int main(void) {{\n    int x = __VERIFIER_nondet_int();\n    if ({condition}) {function}();\n    return 0;\n}}\n"
    )
}

#[test]
fn calls_of_error_functions() {
    check(CALL, &calling("x == 7", "reach_error"), "false(unreach-call)");
    check(CALL, &calling("x > 7 && x < 7", "reach_error"), "true");
    // The functions of other properties are ordinary ones.
    check(&property("G ! call(__VERIFIER_error())"), &calling("x == 7", "reach_error"), "true");
    check(CALL, &calling("x == 7", "__VERIFIER_error"), "true");
}

#[test]
fn any_function_can_be_one_that_is_not_called() {
    let stop = property("G ! call(stop())");
    check(&stop, &calling("x == 7", "stop"), "false(unreach-call)");
    check(&stop, &calling("x != x", "stop"), "true");
    check(&stop, &calling("x == 7", "reach_error"), "true");
    let with_body = "int stop(int x) { return x + 1; }\nint main(void) { return stop(1); }\n";
    check(&stop, with_body, "false(unreach-call)");
    let with_value = "int stop(void);\nint main(void) { int x = stop(); return x; }\n";
    check(&stop, with_value, "false(unreach-call)");
    let by_pointer =
        "void stop(void) {}\nvoid go(void) {}\nvoid (*f)(void) = stop;\nint main(void) { f(); return 0; }\n";
    check(&stop, by_pointer, "false(unreach-call)");
    check(&stop, &by_pointer.replace("= stop", "= go"), "true");
    let of_library = "#include <stdlib.h>\nint main(int n, char **v) { if (n == 3) abort(); return 0; }\n";
    check(&property("G ! call(abort())"), of_library, "false(unreach-call)");
    check(&property("G ! call(exit())"), of_library, "true");
    let text = check(&stop, "int main(void) { return 0; }\n", "true");
    assert!(text.contains("no code that can be called calls `stop()`"), "{text}");
}

#[test]
fn several_functions_are_one_property() {
    let both = [property("G ! call(f())"), property("G ! call(g())")].concat();
    let program = "void f(void) {}\nvoid g(void) {}\nvoid h(void) {}\nint main(void) { h(); return 0; }\n";
    check(&both, program, "true");
    check(&both, &program.replace("{ h", "{ f"), "false(unreach-call)");
    check(&both, &program.replace("{ h", "{ g"), "false(unreach-call)");
}

#[test]
fn labels() {
    let program = "int __VERIFIER_nondet_int(void);\nint main(void) {\n    if (__VERIFIER_nondet_int() == 3) goto ERROR;\n    return 0;\nERROR:\n    return 1;\n}\n";
    check(&property("G ! label(ERROR)"), program, "false(unreach-label)");
    check(&property("G ! label(OTHER)"), program, "true");
    check(&property("G ! label(OTHER)"), &program.replace("ERROR", "OTHER"), "false(unreach-label)");
    // Who asks for calls does not ask for labels.
    check(CALL, program, "true");
    check(&[CALL, &property("G ! label(ERROR)")].concat(), program, "false");
}

#[test]
fn memory_safety_names_what_is_violated() {
    let program = |body: &str| {
        format!("#include <stdlib.h>\nint main(void) {{\n    int *p = malloc(8);\n    {body}\n}}\n")
    };
    check(MEMSAFETY, &program("p[2] = 1; free(p); return 0;"), "false(valid-deref)");
    check(MEMSAFETY, &program("free(p); free(p); return 0;"), "false(valid-free)");
    check(MEMSAFETY, &program("p = 0; return 0;"), "false(valid-memtrack)");
    check(MEMSAFETY, &program("p[1] = 1; free(p); return 0;"), "true");
    // What can still be got at is not lost, and not given back.
    let kept = "#include <stdlib.h>\nint *p;\nint main(void) { p = malloc(4); return 0; }\n";
    check(&property("G valid-memtrack"), kept, "true");
    check(&property("G valid-memcleanup"), kept, "false(valid-memcleanup)");
}

#[test]
fn only_what_is_asked_for_counts() {
    let program = "void reach_error(void) {}\nint main(int n, char **v) {\n    int m = n + 2147483647;\n    if (m == 0) reach_error();\n    return 0;\n}\n";
    check(&property("G ! overflow"), program, "false(no-overflow)");
    check(&property("G valid-free"), program, "true");
    check(&property("G def-behavior"), program, "false(def-behavior)");
    let text = check(&property("G def-behavior"), "int main(void) { return 0; }\n", "true");
    assert!(text.contains("nothing else is undefined behaviour"), "{text}");
}

#[test]
fn annotations_are_asked_for_or_comments() {
    let program = "/*@ ensures \\result > 0; */\nint f(int x) { return x; }\nint main(int n, char **v) { return f(n - 5); }\n";
    check("CHECK(annotations, all)\n", program, "false(annotations)");
    check(CALL, program, "true");
    check("CHECK(annotations, all)\n", &program.replace("f(n - 5)", "f(3)"), "true");
}

#[test]
fn the_entry_is_that_of_the_file() {
    let program = "void reach_error(void) {}\nint start(int x) { if (x == 3) reach_error(); return 0; }\nint main(void) { return 0; }\n";
    check(CALL, program, "true");
    check(&CALL.replace("main", "start"), program, "false(unreach-call)");
}

#[test]
fn what_is_not_supported_is_unknown() {
    let text = check(&property("F end"), "int main(void) { return 0; }\n", "unknown");
    assert!(text.contains("`termination` is not supported"), "{text}");
    let text = check(&property("G ! data-race"), "int main(void) { return 0; }\n", "unknown");
    assert!(text.contains("`no-data-race` is not supported"), "{text}");
    let cover = "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n";
    let text = check(cover, "int main(void) { return 0; }\n", "unknown");
    assert!(text.contains("@DECISIONEDGE"), "{text}");
    let text = check(&property("G ! deadlock"), "int main(void) { return 0; }\n", "unknown");
    assert!(text.contains("`G ! deadlock` is not supported"), "{text}");
    // Beside something else that is violated.
    let both = [CALL, &property("F end")].concat();
    check(&both, &calling("x == 7", "reach_error"), "false(unreach-call)");
    let text = check(&both, &calling("x != x", "reach_error"), "unknown");
    assert!(text.contains("what else is asked for holds"), "{text}");
}

#[test]
fn an_error_that_is_not_confirmed_is_no_answer() {
    let program = "void reach_error(void) {}\nint x;\nvoid unknown(int *p);\n\
        int main(void) { unknown(&x); if (x == 1) reach_error(); return 0; }\n";
    check(CALL, program, "unknown");
    check_options(CALL, program, &["--pure", "unknown"], "true");
}

const TASK: &str = "format_version: '2.0'\ninput_files: 'a.c'\nproperties:\n  - property_file: p.prp\n    \
    expected_verdict: false\n    subproperty: valid-deref\noptions:\n  language: C\n  data_model: ILP32\n";

const BEYOND: &str = "int main(void) { int a[2] = {0}; return a[sizeof(long) / 2]; }\n";

/// The end of the report of a task: what was asked, what is expected, the result.
#[track_caller]
fn check_task(files: &[(&str, &str)], arguments: &[&str], expect: Expect) {
    let folder = Folder::with(files);
    let output = folder.check(&[arguments, &["--level", "trace"]].concat());
    let text = stdout(&output);
    let end = text.find("asked: ").unwrap_or_else(|| panic!("{text}{}", stderr(&output)));
    expect.assert_eq(&format!("{}{}", stderr(&output), &text[end..]));
}

#[test]
fn a_task_says_everything() {
    let files = [("t/t.yml", TASK), ("t/p.prp", MEMSAFETY), ("t/a.c", BEYOND)];
    check_task(
        &files,
        &["t/t.yml"],
        expect![[r#"
        asked: valid-free, valid-deref, valid-memtrack (t/p.prp)
        expected: false(valid-deref), as it is
        result: false(valid-deref)
    "#]],
    );
    let wrong = TASK.replace("false\n    subproperty: valid-deref", "true");
    let files = [("t.yml", wrong.as_str()), ("p.prp", MEMSAFETY), ("a.c", BEYOND)];
    check_task(
        &files,
        &["t.yml"],
        expect![[r#"
        asked: valid-free, valid-deref, valid-memtrack (p.prp)
        expected: true, and it is not
        result: false(valid-deref)
    "#]],
    );
    let output = Folder::with(&files).check(&["t.yml", "--format", "json", "--level", "trace"]);
    let json: Value = serde_json::from_str(&stdout(&output)).expect("it is JSON");
    assert_eq!(json["result"], "false(valid-deref)");
    let specification = serde_json::json!({
        "property_file": "p.prp", "properties": ["valid-free", "valid-deref", "valid-memtrack"],
        "unsupported": [], "expected": "true", "agrees": false,
    });
    assert_eq!(json["specification"], specification);
}

#[test]
fn the_sizes_of_types_are_those_of_the_task() {
    let wide = TASK.replace("ILP32", "LP64");
    let program = "int main(void) { int a[2] = {0}; return a[sizeof(long) / 8]; }\n";
    for (task, result) in [(TASK, "result: true"), (&wide, "result: true")] {
        let files = [("t.yml", task), ("p.prp", MEMSAFETY), ("a.c", program)];
        let output = Folder::with(&files).check(&["t.yml"]);
        assert_eq!(stdout(&output).lines().last(), Some(result));
    }
    let program = "int main(void) { int a[2] = {0}; return a[sizeof(long) / 4]; }\n";
    let files = [("t.yml", wide.as_str()), ("p.prp", MEMSAFETY), ("a.c", program)];
    assert_eq!(
        stdout(&Folder::with(&files).check(&["t.yml"])).lines().last(),
        Some("result: false(valid-deref)")
    );
    check_rejected(
        &files,
        &["t.yml", "-m", "32"],
        expect![[r#"
        error: the command line says ILP32, and the task `t.yml` LP64
    "#]],
    );
}

const SEVERAL: &str = "format_version: '2.0'\ninput_files: ['*.c']\nrequired_files: lib.h\nproperties:\n\
    - {property_file: ../p/call.prp, expected_verdict: true}\n- {property_file: ../p/safety.prp, expected_verdict: false}\n\
    - {property_file: ../p/end.prp}\n";

#[test]
fn one_of_several_properties_is_picked() {
    let end = property("F end");
    let files = [
        ("t/t.yml", SEVERAL),
        ("t/a.c", "#include \"lib.h\"\nvoid reach_error(void) {}\nint main(void) { return get(2); }\n"),
        ("t/b.c", "int get(int i) { int a[2] = {0}; return a[i]; }\n"),
        ("t/lib.h", "int get(int i);\n"),
        ("p/call.prp", CALL),
        ("p/safety.prp", MEMSAFETY),
        ("p/end.prp", &end),
        ("q/safety.prp", MEMSAFETY),
    ];
    check_rejected(
        &files,
        &["t/t.yml"],
        expect![[r#"
        error: the task `t/t.yml` asks for several properties
        help: pick one with `--property-file`: `../p/call.prp`, `../p/safety.prp`, `../p/end.prp`
    "#]],
    );
    check_task(
        &files,
        &["t/t.yml", "--property-file", "p/safety.prp"],
        expect![[r#"
        asked: valid-free, valid-deref, valid-memtrack (p/safety.prp)
        expected: false, as it is
        result: false(valid-deref)
    "#]],
    );
    check_task(
        &files,
        &["t/t.yml", "--property-file", "q/safety.prp"],
        expect![[r#"
        asked: valid-free, valid-deref, valid-memtrack (q/safety.prp)
        expected: false, as it is
        result: false(valid-deref)
    "#]],
    );
    check_task(
        &files,
        &["t/t.yml", "--property-file", "p/end.prp"],
        expect![[r#"
        asked: termination (p/end.prp)
        result: unknown
    "#]],
    );
    let others = [("q/other.prp", CALL)];
    check_rejected(
        &[&files[..], &others].concat(),
        &["t/t.yml", "--property-file", "q/other.prp"],
        expect![[r#"
        error: the task `t/t.yml` does not ask for `q/other.prp`
        help: it asks for `../p/call.prp`, `../p/safety.prp`, `../p/end.prp`
    "#]],
    );
    let only = SEVERAL.replace("- {property_file: ../p/call.prp, expected_verdict: true}\n", "");
    let files: Vec<(&str, &str)> =
        files.iter().map(|it| if it.0 == "t/t.yml" { (it.0, only.as_str()) } else { *it }).collect();
    check_task(
        &files,
        &["t/t.yml"],
        expect![[r#"
        note: only `t/../p/safety.prp` is checked, and not the other property of the task, which is not supported
        asked: valid-free, valid-deref, valid-memtrack (t/../p/safety.prp)
        expected: false, as it is
        result: false(valid-deref)
    "#]],
    );
}

const EMPTY: &str = "int main(void) { return 0; }\n";

#[test]
fn broken_property_files() {
    let with = |text| [("a.c", EMPTY), ("p.prp", text)];
    let arguments = ["a.c", "--property-file", "p.prp"];
    check_rejected(
        &with(""),
        &arguments,
        expect![[r#"
        error: p.prp:1: there is no property in it: expected a line `CHECK( init(main()), LTL(…) )`
    "#]],
    );
    check_rejected(
        &with("\nCHEK(x)\n"),
        &arguments,
        expect![[r#"
        error: p.prp:2: expected `CHECK(…)` or `COVER(…)`, found `CHEK`
    "#]],
    );
    check_rejected(
        &with("\u{7f}ELF\0"),
        &arguments,
        expect![[r#"
        error: `p.prp` is not a text file
    "#]],
    );
    check_rejected(
        &[("a.c", EMPTY)],
        &arguments,
        expect![[r#"
        error: cannot read `p.prp`: there is no such file
    "#]],
    );
    check_rejected(
        &with(&CALL.replace("main", "start")),
        &arguments,
        expect![[r#"
        error: function `start` is not defined
        help: name the function to start with by --entry; there are `main`
    "#]],
    );
    check_rejected(
        &[("a.bpl", "procedure main() {}"), ("p.prp", CALL)],
        &["a.bpl", "--property-file", "p.prp"],
        expect![[r#"
        error: `a.bpl` is in Boogie, and property files are about programs in C
        help: `--property` chooses what is checked
    "#]],
    );
    let annotations = [("a.c", EMPTY), ("p.prp", "CHECK(annotations, all)")];
    check_rejected(
        &annotations,
        &["a.c", "--property-file", "p.prp", "--ignore-annotations"],
        expect![[r#"
        error: the property file asks for annotations, and `--ignore-annotations` leaves them out
    "#]],
    );
}

#[test]
fn what_a_property_file_says_is_not_said_twice() {
    let folder = Folder::with(&[("a.c", EMPTY), ("p.prp", CALL), ("t.yml", TASK)]);
    for (option, value) in
        [("--property", "overflow"), ("--entry", "main"), ("--check", "overflow:a.c:1"), ("--tests", "x")]
    {
        let output = folder.check(&["a.c", "--property-file", "p.prp", option, value]);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains("cannot be used with"), "{}", stderr(&output));
        let output = folder.check(&["t.yml", option, value]);
        assert_eq!(output.status.code(), Some(2));
        let end = "with the task `t.yml`, which says that itself\n";
        assert!(stderr(&output).ends_with(end), "{}", stderr(&output));
    }
}

#[test]
fn broken_tasks() {
    let rejected = |task: &str, expect: Expect| {
        let files = [("t.yml", task), ("a.c", EMPTY), ("p.prp", CALL)];
        check_rejected(&files, &["t.yml"], expect);
    };
    rejected(
        "format_version: '2.0\n",
        expect![[r#"
        error: t.yml:1: this is not YAML: while scanning a quoted scalar, found unexpected end of stream
    "#]],
    );
    rejected(
        "format_version: '4.0'\ninput_files: a.c\n",
        expect![[r#"
        error: t.yml:1: the version of the format is `4.0`; known are `0.1`, `1.0`, `2.0`, `2.1`
    "#]],
    );
    rejected(
        &TASK.replace("'a.c'", "[b.c]"),
        expect![[r#"
        error: t.yml:2: there is no file `b.c`
    "#]],
    );
    rejected(
        &TASK.replace("'a.c'", "'*.i'"),
        expect![[r#"
        error: t.yml:2: there is no file `*.i`
    "#]],
    );
    rejected(
        &TASK.replace("p.prp", "q.prp"),
        expect![[r#"
        error: t.yml:4: there is no file `q.prp`
    "#]],
    );
    rejected(
        &TASK.replace("input_files", "required_files: x.h\ninput_files"),
        expect![[r#"
        error: t.yml:2: there is no file `x.h`
    "#]],
    );
    rejected(
        "format_version: '2.0'\ninput_files: a.c\n",
        expect![[r#"
        error: the task `t.yml` asks for nothing
        help: name a property file with `--property-file`
    "#]],
    );
    rejected(
        &TASK.replace("language: C", "language: Java"),
        expect![[r#"
        error: t.yml:8: the task is in Java, and only C is read
    "#]],
    );
    rejected(
        &TASK.replace("language: C", "witness_input_file: w.yml"),
        expect![[r#"
        error: t.yml:8: the task is to validate the witness `w.yml`, and not to check a program
    "#]],
    );
    let files = [("t.yml", TASK), ("a.c", EMPTY)];
    check_rejected(
        &files,
        &["t.yml", "a.c"],
        expect![[r#"
        error: other files are named together with the task `t.yml`, which says that itself
    "#]],
    );
    check_rejected(
        &[],
        &["t.yml"],
        expect![[r#"
        error: cannot read `t.yml`: there is no such file
    "#]],
    );
}

fn contrib() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../contrib/benchexec")
}

/// What the tool-info module makes of a task, run here: the command line is accepted, and the last line is the result.
#[test]
fn the_command_line_of_the_module_gives_its_results() {
    let module =
        std::fs::read_to_string(contrib().join("faultscope_tool/faultscope.py")).expect("it is there");
    for part in ["\"check\"", "--property-file", "--data-model", "--timeout", "result: "] {
        assert!(module.contains(part), "the test runs what the module does not: {part}");
    }
    let cases = [
        ("limit", "unreach-call", "ilp32", "false(unreach-call)"),
        ("limit", "valid-memsafety", "ilp32", "true"),
        ("buffer", "valid-memsafety", "lp64", "false(valid-deref)"),
    ];
    for (program, property, model, result) in cases {
        let property = format!("tasks/{property}.prp");
        let output = Command::new(env!("CARGO_BIN_EXE_faultscope"))
            .current_dir(contrib())
            .args(["check", "--property-file", &property, "--data-model", model, "--timeout", "60"])
            .arg(format!("tasks/{program}.c"))
            .output()
            .expect("the program runs");
        let text = stdout(&output);
        assert_eq!(text.lines().last(), Some(&*format!("result: {result}")), "{text}{}", stderr(&output));
        let task = Folder::with(&[])
            .command(&[])
            .current_dir(contrib())
            .args([&*format!("tasks/{program}.yml"), "--property-file", &property])
            .output()
            .expect("the program runs");
        assert!(stdout(&task).contains(", as it is\n"), "{}", stdout(&task));
    }
    let version = Command::new(env!("CARGO_BIN_EXE_faultscope")).arg("--version").output().expect("it runs");
    assert!(stdout(&version).starts_with("faultscope "), "what the module reads the version from");
}

/// BenchExec itself, where it is installed.
#[test]
#[expect(clippy::print_stderr, reason = "a test that is skipped says why")]
fn benchexec_runs_the_module() {
    let python = std::env::var("FAULTSCOPE_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let has_benchexec = Command::new(&python).args(["-c", "import benchexec.benchexec"]).output();
    if !has_benchexec.is_ok_and(|it| it.status.success()) {
        eprintln!(
            "skipped: BenchExec is not installed (`pip install benchexec`, FAULTSCOPE_PYTHON names another Python)"
        );
        return;
    }
    let results = tempfile::tempdir().expect("a temporary folder");
    let tool = Path::new(env!("CARGO_BIN_EXE_faultscope")).parent().expect("it is in a folder");
    let output = Command::new(&python)
        .current_dir(contrib())
        .env("PYTHONPATH", contrib())
        .args(["-m", "benchexec.benchexec", "faultscope.xml", "--no-container", "--timelimit", "-1"])
        .args([
            "--memorylimit",
            "-1",
            "--limitCores",
            "-1",
            "--walltimelimit",
            "60s",
            "--no-compress-results",
        ])
        .arg("--tool-directory")
        .arg(tool)
        .arg("--outputpath")
        .arg(format!("{}/", results.path().display()))
        .output()
        .expect("Python runs");
    let text = format!("{}{}", stdout(&output), stderr(&output));
    assert!(output.status.success(), "{text}");
    let mut runs = Vec::new();
    for file in std::fs::read_dir(results.path()).expect("there are results") {
        let path = file.expect("it can be read").path();
        // One file for each run definition.
        if path.extension().is_some_and(|it| it == "xml") && path.display().to_string().contains(".results.")
        {
            let xml = std::fs::read_to_string(&path).expect("it is text");
            runs.extend(xml.split("<run ").skip(1).map(|run| {
                let column = |title: &str| {
                    let value = run.split(&format!("title=\"{title}\" value=\"")).nth(1).unwrap_or_default();
                    value.split('"').next().unwrap_or_default().to_owned()
                };
                let name =
                    run.split("name=\"").nth(1).and_then(|it| it.split('"').next()).unwrap_or_default();
                let name = name.rsplit('/').next().unwrap_or_default();
                format!("{name} {} {}", column("status"), column("category"))
            }));
        }
    }
    runs.sort();
    let expected = [
        "buffer.yml false(valid-deref) correct",
        "limit.yml false(unreach-call) correct",
        "limit.yml true correct",
    ];
    assert_eq!(runs, expected, "{text}");
}
