//! The command line from outside: exit codes, messages, and what is written where.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::folder::{Folder, stderr, stdout};
use crate::programs::{ENDLESS, PRIME, UNSAFE};
use expect_test::{Expect, expect};

/// Input that is rejected: exit code 2, a message on stderr, nothing on stdout.
#[track_caller]
fn check_rejected(files: &[(&str, &str)], arguments: &[&str], message: Expect) {
    let output = Folder::with(files).check(arguments);
    message.assert_eq(&stderr(&output));
    assert_eq!(stdout(&output), "");
    assert_eq!(output.status.code(), Some(2));
}

#[track_caller]
fn check_exit(program: &str, arguments: &[&str], code: i32) -> String {
    let folder = Folder::with(&[("a.c", program)]);
    let output = folder.check(&[&["a.c"], arguments].concat());
    assert_eq!(output.status.code(), Some(code), "{}{}", stdout(&output), stderr(&output));
    stdout(&output)
}

const SAFE: &str = "\
#include <assert.h>
int main(void) {
    int x = 1;
    assert(x == 1);
    return 0;
}
";

#[test]
fn exit_codes_tell_the_verdict() {
    check_exit(SAFE, &[], 0);
    check_exit(UNSAFE, &[], 1);
    check_exit(ENDLESS, &["--strategy", "bmc", "--unwind", "3"], 3);
}

#[test]
fn a_depth_limit_says_what_was_looked_at() {
    let text = check_exit(ENDLESS, &["--strategy", "bmc", "--unwind", "3"], 3);
    assert!(text.contains("through every loop at most 3 times"), "{text}");
    assert!(text.contains("--unwind N"), "{text}");
}

#[test]
fn a_check_that_was_looked_at_within_limits_holds_there() {
    let arguments = ["--strategy", "bmc", "--unwind", "3", "--format", "json"];
    let text = check_exit(ENDLESS, &arguments, 3);
    assert!(text.contains("\"status\": \"holds-within-limits\""), "{text}");
    let text = check_exit(SAFE, &["--format", "json"], 0);
    assert!(text.contains("\"status\": \"holds\""), "{text}");
}

#[test]
fn a_program_that_never_ends_is_said_to() {
    let text = |body: &str| {
        format!(
            "#include <assert.h>\nint main(void) {{ unsigned x = 0; {body} assert(x < 5); }} return 0; }}\n"
        )
    };
    let never = check_exit(&text("for (;;) { x = (x + 1) % 5;"), &[], 0);
    assert!(never.contains("it never ends"), "{never}");
    let ends = check_exit(&text("for (int i = 0; i < 9; i++) { x = (x + 1) % 5;"), &[], 0);
    assert!(!ends.contains("never ends"), "{ends}");
}

/// An output that would overwrite something that is read, named in the message; nothing is changed.
#[track_caller]
fn check_kept(folder: &Folder, arguments: &[&str], message: &str) {
    let before = fs::read(folder.path("a.c")).expect("it is there");
    let output = folder.check(arguments);
    assert_eq!(output.status.code(), Some(2), "{}{}", stdout(&output), stderr(&output));
    assert!(stderr(&output).contains(message), "{}", stderr(&output));
    assert_eq!(fs::read(folder.path("a.c")).expect("it is there"), before);
}

#[test]
fn no_output_is_written_over_an_input() {
    let folder = Folder::with(&[("a.c", UNSAFE), ("sub/b.in", "1"), ("h.h", "#define ONE 1\n")]);
    for option in ["--patch", "--html", "--witness", "--harness", "--proof"] {
        check_kept(&folder, &["a.c", option, "a.c"], "would overwrite `a.c`, which is read");
        check_kept(&folder, &["a.c", option, "sub/../a.c"], "would overwrite `a.c`");
    }
    std::os::unix::fs::symlink(folder.path("a.c"), folder.path("link")).expect("a link");
    fs::hard_link(folder.path("a.c"), folder.path("hard")).expect("a link");
    // A task is read, and so are the files that it names.
    let task = "format_version: '2.0'\ninput_files: 'a.c'\nproperties:\n  - property_file: p.prp\n";
    fs::write(folder.path("t.yml"), task).expect("a file");
    fs::write(folder.path("p.prp"), "CHECK( init(main()), LTL(G ! call(reach_error())) )\n").expect("a file");
    for file in ["t.yml", "p.prp", "a.c"] {
        check_kept(&folder, &["t.yml", "--html", file], "would overwrite");
    }
    assert_eq!(fs::read_to_string(folder.path("t.yml")).expect("it is there"), task);
    check_kept(&folder, &["a.c", "--html", "link"], "would overwrite");
    check_kept(&folder, &["a.c", "--html", "hard"], "would overwrite");
    check_kept(&folder, &["a.c", "--tests", "sub", "--html", "sub/b.in"], "would overwrite `sub`");
    check_kept(&folder, &["a.c", "--html", "out", "--patch", "out"], "name the same file");
    let output = folder.check(&["a.c", "--html", "out.html"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(folder.path("out.html").is_file());
}

#[test]
fn no_output_is_written_over_a_header() {
    let text = format!("#include \"h.h\"\n{UNSAFE}");
    let header = "#define ONE 1\nint one(void);\nstatic inline int two(void) { return ONE + ONE; }\n";
    let folder = Folder::with(&[("a.c", &text), ("h.h", header)]);
    let output = folder.check(&["a.c", "--html", "h.h"]);
    assert_eq!(fs::read_to_string(folder.path("h.h")).expect("it is there"), header, "{}", stderr(&output));
}

#[test]
fn a_time_limit_says_what_was_looked_at() {
    let text = check_exit(PRIME, &["--timeout", "1"], 3);
    assert!(text.contains("the time limit of 1 s was reached; there is no error in executions"), "{text}");
}

#[test]
fn a_missing_file() {
    check_rejected(
        &[],
        &["a.c"],
        expect![[r#"
        error: cannot read `a.c`: there is no such file
    "#]],
    );
}

#[test]
fn a_directory() {
    check_rejected(
        &[],
        &["."],
        expect![[r#"
        error: `.` is a directory
        help: name the files of the program
    "#]],
    );
}

#[test]
fn an_empty_file() {
    check_rejected(
        &[("a.c", " \n\n")],
        &["a.c"],
        expect![[r#"
            error: `a.c` is empty
            help: the program is in another file, or was not saved
        "#]],
    );
}

#[test]
fn a_binary_file() {
    check_rejected(
        &[("a.c", "\u{7f}ELF\0\0\0")],
        &["a.c"],
        expect![[r#"
            error: `a.c` is an object file or executable
            help: name the source files that it was made from
        "#]],
    );
}

#[test]
fn files_of_two_languages() {
    let files = [("a.c", SAFE), ("b.bpl", "procedure main() {}")];
    check_rejected(
        &files,
        &["a.c", "b.bpl"],
        expect![[r#"
        error: `a.c` and `b.bpl` are of different languages
        help: check them one at a time
    "#]],
    );
}

#[test]
fn no_main() {
    check_rejected(
        &[("a.c", "int f(void) { return 0; }\nint g;\n")],
        &["a.c"],
        expect![[r#"
            error: function `main` is not defined
            help: name the function to start with by --entry; there are `f`
        "#]],
    );
}

#[test]
fn no_such_entry() {
    check_rejected(
        &[("a.c", SAFE)],
        &["a.c", "--entry", "start"],
        expect![[r#"
            error: function `start` is not defined
            help: name the function to start with by --entry; there are `main`
        "#]],
    );
}

#[test]
fn functions_of_headers_are_named_last_where_the_entry_is_missing() {
    let files = [
        ("a.h", "static int in_header(void) { return 0; }\n"),
        ("a.c", "#include \"a.h\"\n//@ nonsense here\nint own(void) { return in_header(); }\n"),
    ];
    check_rejected(
        &files,
        &["a.c"],
        expect![[r#"
        error: function `main` is not defined
        help: name the function to start with by --entry; there are `own`, `in_header`
        warning: this comment is not read as an annotation
         --> a.c:2:4
          |
        2 | //@ nonsense here
          |    ^^^^^^^^^^^^^^
    "#]],
    );
}

#[test]
fn a_syntax_error() {
    let program = "int main(void) {\n    int x = 1\n    return x;\n}\n";
    check_rejected(
        &[("a.c", program)],
        &["a.c"],
        expect![[r#"
        error: syntax error: expected `;`, found `return`
         --> a.c:2:13
          |
        2 |     int x = 1
          |             ^
    "#]],
    );
}

#[test]
fn a_name_that_is_not_declared() {
    check_rejected(
        &[("a.c", "int main(void) {\n    return x;\n}\n")],
        &["a.c"],
        expect![[r#"
        error: `x` is not declared
         --> a.c:2:12
          |
        2 |     return x;
          |            ^
    "#]],
    );
}

#[test]
fn an_error_in_the_file_that_the_preprocessor_made() {
    let program = "#define ONE 1\nint main(void) {\n    return ONE +;\n}\n";
    check_rejected(
        &[("a.c", program)],
        &["a.c"],
        expect![[r#"
        error: syntax error: expected an expression, found `;`
         --> a.c:3:17
          |
        3 |     return ONE +;
          |                 ^
    "#]],
    );
}

#[test]
fn a_header_that_is_not_there() {
    check_rejected(
        &[("a.c", "#include \"no.h\"\n")],
        &["a.c"],
        expect![[r#"
        error: the preprocessor stopped: no.h: No such file or directory
         --> a.c:1:10
          |
        1 | #include "no.h"
          |          ^^^^^^
          |
          = help: name the folder of the header with `-I DIR`, or with `-p` that of the project's `compile_commands.json`; a header that the build makes is there after it
    "#]],
    );
}

#[test]
fn an_error_in_boogie() {
    let program = "procedure main() {\n  var x: int;\n  x := ;\n}\n";
    check_rejected(
        &[("a.bpl", program)],
        &["a.bpl"],
        expect![[r#"
        error: expected an expression, found `;`
         --> a.bpl:3:8
          |
        3 |   x := ;
          |        ^
    "#]],
    );
}

#[test]
fn wrong_options() {
    let folder = Folder::with(&[("a.c", SAFE)]);
    for arguments in [
        &["a.c", "--property", "termination"][..],
        &["a.c", "--data-model", "lp32"],
        &["a.c", "--timeout", "-1"],
        &["a.c", "--unwind", "0"],
        &["a.c", "--trust", "a.c:9-3"],
        &["a.c", "--no-such-option"],
        &[],
    ] {
        let output = folder.check(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).starts_with("error: "), "{arguments:?}: {}", stderr(&output));
        assert_eq!(stdout(&output), "");
    }
}

#[test]
fn no_compiler_for_the_preprocessor() {
    let folder = Folder::with(&[("a.c", SAFE)]);
    let output =
        folder.command(&["a.c"]).env("PATH", "").env_remove("CC").output().expect("the program runs");
    expect![[r#"
        error: `a.c` has to be preprocessed, and there is no C compiler
        help: install gcc or clang, set CC, or give the preprocessed file
    "#]]
    .assert_eq(&stderr(&output));
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn preprocessed_files_need_no_compiler() {
    let folder = Folder::with(&[("a.c", UNSAFE)]);
    let output =
        folder.command(&["a.c"]).env("PATH", "").env_remove("CC").output().expect("the program runs");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn only_the_property_that_is_asked_for_counts() {
    check_exit(UNSAFE, &["--property", "assertions"], 0);
    check_exit(UNSAFE, &["--property", "unreach-call"], 1);
    check_exit(UNSAFE, &["--property", "assertions,unreach-call"], 1);
    check_exit(UNSAFE, &["--property", "assertions", "--property", "unreach-call"], 1);
    check_exit(UNSAFE, &["--property", "all"], 1);
    check_exit(UNSAFE, &["--property", "default,-unreach-call"], 0);
    check_exit(UNSAFE, &["--property", "-unreach-call"], 0);
    check_exit(UNSAFE, &["--property", "-float-conversion"], 1);
    check_exit(UNSAFE, &["--property", "-unreach-call", "--property", "unreach-call"], 1);
}

#[test]
fn a_misspelt_property() {
    check_rejected(
        &[("a.c", SAFE)],
        &["a.c", "--property", "default,valid-memsafty"],
        expect![[r#"
        error: invalid value for `--property`: there is no property `valid-memsafty`; did you mean `valid-memsafety`?
        help: `faultscope explain --list` lists the names
    "#]],
    );
    check_rejected(
        &[("a.c", SAFE)],
        &["a.c", "--property", "-all"],
        expect![[r#"
        error: invalid value for `--property`: this selects no property at all
        help: `faultscope explain --list` lists the names
    "#]],
    );
}

#[test]
fn flags_of_compile_lines() {
    check_exit(SAFE, &["-std=gnu89", "-fwrapv", "-fno-strict-aliasing", "-fPIC"], 0);
    // The standard is that of the preprocessor.
    let program = "\
#include <assert.h>
int main(void) {
#if __STDC_VERSION__ >= 201112L
    assert(0);
#endif
    return 0;
}
";
    check_exit(program, &["-std=c99"], 0);
    check_exit(program, &["-std=gnu11"], 1);
    check_rejected(
        &[("a.c", SAFE)],
        &["a.c", "-funsigned-char"],
        expect![[r#"
        error: `-funsigned-char` changes what the program means, and is not supported
        help: leave it out to have the program checked as without it
    "#]],
    );
}

/// Two errors, and between them and behind them what holds.
const TWO_ERRORS: &str = "\
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(x != 7);
    assert(x != 8);
    assert(x != 7);
    return 0;
}
";

/// The status of each check, with the line and who decided.
fn statuses(json: &str) -> Vec<String> {
    let report: serde_json::Value = serde_json::from_str(json).expect("it is JSON");
    let row = |it: &serde_json::Value| format!("{} {} {}", it["line"], it["status"], it["decided_by"]);
    report["checks"].as_array().expect("a list").iter().map(row).collect()
}

#[test]
fn one_check_can_be_asked_about() {
    let options = ["--format", "json", "--check"];
    let json = check_exit(TWO_ERRORS, &[&options[..], &["assertions:a.c:6"]].concat(), 1);
    let expected = [r#"5 "not-asked" null"#, r#"6 "violated" "bmc""#, r#"7 "not-asked" null"#];
    assert_eq!(statuses(&json), expected);
    let report: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    assert_eq!((&report["error"]["line"], &report["error"]["property"]), (&6.into(), &"assertions".into()));
    // An execution ends with the first check that it violates, whether that was asked about or not.
    let json = check_exit(TWO_ERRORS, &[&options[..], &["assertions:./a.c:7:5"]].concat(), 0);
    let expected = [r#"5 "not-asked" null"#, r#"6 "not-asked" null"#, r#"7 "holds" "bmc""#];
    assert_eq!(statuses(&json), expected);
    let text = check_exit(TWO_ERRORS, &["--check", "assertions:a.c:7"], 0);
    let expected = "no error found: no execution violates `assertions:a.c:7`; nothing else was asked about\n";
    assert!(text.starts_with(expected), "{text}");
    let text =
        check_exit(ENDLESS, &["--strategy", "bmc", "--unwind", "3", "--check", "unreach-call:a.c:8"], 3);
    assert!(text.contains("; only `unreach-call:a.c:8` was asked about"), "{text}");
}

#[test]
fn what_avoids_the_error_that_was_asked_about_has_to_avoid_the_others_too() {
    let program = "\
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int limit = 3;
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 4)
        return 0;
    assert(limit < 5);
    assert(limit > x);
    return 0;
}
";
    let patches = |arguments: &[&str]| {
        let json = check_exit(program, &[&["--format", "json"], arguments].concat(), 1);
        let report: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
        report["patches"].clone()
    };
    let asked = patches(&["--check", "assertions:a.c:9"]);
    assert_eq!(asked, patches(&[]));
    let is_large = |it: &serde_json::Value| {
        it["new"].as_str().and_then(|it| it.parse::<u32>().ok()).is_some_and(|it| it >= 5)
    };
    let patches = asked.as_array().expect("a list");
    assert!(patches.iter().all(|it| it["verdict"] != "proved" || !is_large(it)), "{patches:?}");
}

#[test]
fn a_check_that_is_not_there() {
    let files = [("a.c", TWO_ERRORS)];
    check_rejected(
        &files,
        &["a.c", "--check", "overflow:a.c:6"],
        expect![[r#"
            error: the program has no check `overflow:a.c:6`
            help: near this place: `assertions:a.c:6:5`
        "#]],
    );
    check_rejected(
        &files,
        &["a.c", "--check", "assertions:a.c:9"],
        expect![[r#"
            error: the program has no check `assertions:a.c:9`
            help: near this place: `assertions:a.c:7:5`, `assertions:a.c:6:5`, `assertions:a.c:5:5`
        "#]],
    );
    check_rejected(
        &files,
        &["a.c", "--check", "assertions:a.c:6:9"],
        expect![[r#"
            error: the program has no check `assertions:a.c:6:9`
            help: near this place: `assertions:a.c:6:5`
        "#]],
    );
    let unreachable = ["a.c", "--property", "unreach-call", "--check", "assertions:a.c:6"];
    check_rejected(
        &files,
        &unreachable,
        expect![[r#"
            error: the program has no check `assertions:a.c:6`
            help: this property is not among those that are checked; `--property` selects it
        "#]],
    );
    check_rejected(
        &files,
        &["a.c", "--check", "assertion:6"],
        expect![[r#"
        error: invalid value 'assertion:6' for '--check <NAME:FILE:LINE>': expected a check such as `out-of-bounds:file.c:12`

        For more information, try '--help'.
    "#]],
    );
}

#[test]
fn without_a_check_there_is_nothing_to_say() {
    let text = check_exit(UNSAFE, &["--property", "assertions", "--details"], 0);
    let expected = "no error found: the program has no check of the selected properties (`assertions`) in code that \
                    can be called\n";
    assert!(text.contains(expected), "{text}");
    let json = check_exit(UNSAFE, &["--property", "assertions", "--format", "json"], 0);
    assert!(json.contains("\"checks\": []"), "{json}");
    let text = check_exit(SAFE, &[], 0);
    assert!(text.starts_with("no error found on any execution\n"), "{text}");
}

#[test]
fn every_check_is_accounted_for() {
    let program = "\
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 100) return 0;
    assert(x < 101);
    assert(x != 7);
    assert(x * x != 50);
    if (x > 100)
        assert(x == 0);
    return 0;
}
";
    let text = check_exit(program, &["--property", "assertions", "--level", "trace", "--all-checks"], 1);
    let section = text.split("\n\n").find(|it| it.starts_with("4 checks: ")).expect("there are several");
    expect![[r#"
        4 checks: 1 failed, 1 not decided, 1 proved, 1 not reached
          failed       line 7  assert(x != 7) (bounded model checking)
          not decided  line 8  assert(x * x != 50)
          proved       line 6  assert(x < 101) (abstract interpretation)
          not reached  line 10  assert(x == 0) (abstract interpretation)"#]]
    .assert_eq(section.trim_end());
    let text =
        check_exit(&program.replace("x != 7", "x != -7"), &["--property", "assertions", "--all-checks"], 0);
    let section = text.split("\n\n").find(|it| it.starts_with("4 checks: ")).expect("there are several");
    expect![[r#"
        4 checks: 3 proved, 1 not reached
          proved       a.c:6  assert(x < 101) (abstract interpretation)
          proved       a.c:7  assert(x != -7) (abstract interpretation)
          proved       a.c:8  assert(x * x != 50) (bounded model checking)
          not reached  a.c:10  assert(x == 0) (abstract interpretation)"#]]
    .assert_eq(section.trim_end());
}

#[test]
fn macros_and_headers_reach_the_preprocessor() {
    let program = "#include \"limit.h\"\nvoid reach_error(void);\nint main(void) { if (LIMIT + EXTRA > 4) reach_error(); }\n";
    let folder = Folder::with(&[("a.c", program)]);
    fs::create_dir(folder.path("include")).expect("a folder");
    fs::write(folder.path("include/limit.h"), "#define LIMIT 3\n").expect("a file");
    let code = |extra: &str| folder.check(&["a.c", "-Iinclude", extra]).status.code();
    assert_eq!(code("-DEXTRA=1"), Some(0));
    assert_eq!(code("-DEXTRA=2"), Some(1));
    // Without any directive.
    let program = "void reach_error(void);\nint main(void) { if (EXTRA > 1) reach_error(); }\n";
    let folder = Folder::with(&[("a.c", program)]);
    assert_eq!(folder.check(&["a.c", "-DEXTRA=1"]).status.code(), Some(0));
    assert_eq!(folder.check(&["a.c", "-DEXTRA=2"]).status.code(), Some(1));
}

#[test]
fn trusted_code_is_no_finding() {
    assert!(check_exit(UNSAFE, &["--details"], 1).contains("1: assign"));
    for pattern in ["main", "m*n", "a.c:5-7", "./a.c:1-99"] {
        let text = check_exit(UNSAFE, &["--trust", pattern, "--details"], 1);
        assert!(!text.contains("1: assign"), "{pattern}: {text}");
    }
    let text = check_exit(UNSAFE, &["--trust", "nobody"], 1);
    assert!(text.contains("warning: nothing matches `--trust nobody`"), "{text}");
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    assert_eq!(check_exit(UNSAFE, &[], 1), check_exit(UNSAFE, &[], 1));
    let json = |_| {
        let mut json: serde_json::Value =
            serde_json::from_str(&check_exit(UNSAFE, &["--format", "json"], 1)).expect("JSON");
        json.as_object_mut().expect("an object").remove("statistics");
        json.to_string()
    };
    assert_eq!(json(0), json(1));
}

#[test]
fn queries_are_written_on_request() {
    let folder = Folder::with(&[("a.c", UNSAFE)]);
    let output = folder.check(&["a.c", "--dump-smt", "queries"]);
    assert_eq!(output.status.code(), Some(1));
    let first = fs::read_to_string(folder.path("queries/q0001.smt2")).expect("the first query");
    assert!(first.contains("(check-sat)"), "{first}");
}

#[test]
fn output_that_cannot_be_written_is_told_before_the_search() {
    let folder = Folder::with(&[("a.c", "int main(void) { return 1 / 0; }\n"), ("dir/x", "")]);
    for option in ["--harness", "--html", "--patch", "--proof", "--witness"] {
        for (name, why) in [("none/x", "there is no folder `none`"), ("dir", "it is a folder")] {
            let output = folder.check(&["a.c", option, name]);
            assert_eq!(output.status.code(), Some(2), "{option}");
            assert_eq!(stdout(&output), "", "{option}");
            assert_eq!(stderr(&output), format!("error: cannot write `{name}`: {why}\n"), "{option}");
        }
    }
}

/// A report that is not there whole must not look like one.
#[cfg(target_os = "linux")]
#[test]
fn a_standard_output_that_is_full() {
    let folder = Folder::with(&[("a.c", "int main(void) { return 1 / 0; }\n")]);
    for arguments in [&["check", "a.c"][..], &["check", "a.c", "--format", "json-lines"], &["doctor"]] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("it is there");
        let mut command = folder.faultscope(arguments[0]);
        let output = command.args(&arguments[1..]).stdout(full).output().expect("the program runs");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let complaints = stderr(&output);
        assert!(complaints.contains("error: cannot write to the standard output: "), "{complaints}");
    }
}

#[test]
fn output_that_cannot_be_written() {
    let folder = Folder::with(&[("a.c", UNSAFE)]);
    for option in ["--harness", "--html", "--dump-smt"] {
        let output = folder.check(&["a.c", option, "a.c/below"]);
        assert_eq!(output.status.code(), Some(2), "{option}");
        assert!(stderr(&output).starts_with("error: cannot write"), "{}", stderr(&output));
    }
}

/// Compiles a program with its harness and runs it: this is our own program.
#[track_caller]
fn check_harness(program: &str, expected_code: Option<i32>) {
    let folder = Folder::with(&[("a.c", program)]);
    let output = folder.check(&["a.c", "--data-model", "lp64", "--harness", "harness.c"]);
    assert_eq!(output.status.code(), Some(1), "{}", stdout(&output));
    let compiled = Command::new("cc")
        .args(["-w", "a.c", "harness.c", "-o", "replay"])
        .current_dir(folder.path(""))
        .output()
        .expect("a C compiler");
    let harness = fs::read_to_string(folder.path("harness.c")).unwrap_or_default();
    assert!(compiled.status.success(), "{}{harness}", stderr(&compiled));
    let replay = Command::new(Path::new(&folder.path("replay"))).output().expect("it runs");
    assert_eq!(replay.status.code(), expected_code, "{}{harness}", stderr(&replay));
}

/// The exit code of a harness that reaches the error by a call.
const REACHED: Option<i32> = Some(86);

#[test]
fn a_harness_replays_the_error() {
    check_harness(UNSAFE, REACHED);
}

#[test]
fn a_harness_replays_sequences_of_several_types() {
    let program = "\
char __VERIFIER_nondet_char(void);
unsigned long long __VERIFIER_nondet_ulonglong(void);
double measure(int channel);
void reach_error(void);
int main(void) {
    char first = __VERIFIER_nondet_char();
    char second = __VERIFIER_nondet_char();
    unsigned long long large = __VERIFIER_nondet_ulonglong();
    double measured = measure(3);
    if (first == 'a' && second == -7 && large == 0xfffffffffffffffeULL && measured > 2.5)
        reach_error();
    return 0;
}
";
    check_harness(program, REACHED);
}

#[test]
fn a_harness_lets_an_assertion_fail() {
    let program = "\
#include <assert.h>
int read(void);
int main(void) {
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum += read() % 100;
    assert(sum != 17);
    return 0;
}
";
    // Ended by a signal.
    check_harness(program, None);
}

#[test]
fn a_harness_gives_what_the_library_read() {
    let program = r#"
        #include <assert.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        int main(void) {
            char line[4], word[4];
            int n = 0;
            if (!fgets(line, sizeof line, stdin) || scanf("%d %3s", &n, word) != 2) return 0;
            if (line[0] == 'k' && rand() == 81) assert(n != 42 || strcmp(word, "ab"));
            return 0;
        }
    "#;
    check_harness(program, None);
}

#[test]
fn a_harness_fails_as_the_library_did() {
    let program = r#"
        #include <assert.h>
        #include <errno.h>
        #include <stdio.h>
        int main(void) {
            char line[8];
            FILE *file = fopen("a.txt", "r");
            if (!file) { assert(errno != 2); return 0; }
            return fgets(line, sizeof line, file) != 0;
        }
    "#;
    check_harness(program, None);
}

#[test]
fn a_harness_defines_what_other_paths_call() {
    let program = "
        extern int __VERIFIER_nondet_int(void);
        extern long other(char *);
        void reach_error(void);
        int main(void) {
            int n = __VERIFIER_nondet_int();
            if (n == 7) reach_error();
            return (int) other(0);
        }
    ";
    check_harness(program, REACHED);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_with_what_was_found() {
    let folder = Folder::with(&[("a.c", PRIME)]);
    let mut command = folder.command(&["a.c", "--timeout", "0", "--dump-smt", "queries"]);
    let child = command
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the program runs");
    // From the first query on it is at work.
    while !folder.path("queries/q0001.smt2").exists() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(sent.success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    assert!(stdout(&output).contains("stopped by the user"), "{}", stdout(&output));
}

/// A loop that ends one round too early; there is more than one way to mend it.
const SHORT_SUM: &str = "\
extern void reach_error(void);
int main(void) {
    int n = 0, sum = 0;
    for (n = 1; n < 3; n++)
        sum = sum + n;
    if (sum != 6)
        reach_error();
    return 0;
}
";

/// The lines that patches give.
fn patched_lines(rules: &str) -> Vec<String> {
    let folder = Folder::with(&[("a.c", SHORT_SUM), ("my.rules", rules)]);
    let output = folder.check(&["a.c", "--rules", "my.rules", "--format", "json"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let report: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    let patches = report["patches"].as_array().expect("a list");
    patches.iter().map(|it| it["new_line"].as_str().expect("a line").trim().to_owned()).collect()
}

#[test]
fn rules_of_the_user_say_what_is_tried() {
    let one = patched_lines("# only this\na < b -> a <= b : 30\n");
    assert_eq!(one, ["for (n = 1; n <= 3; n++)"]);
    assert_eq!(patched_lines("number -> number + 1 : 12\n"), ["for (n = 1; n < 4; n++)"]);
    assert_eq!(patched_lines("a + b -> a - b : 5\n"), [""; 0]);
    let extended = patched_lines("a < b -> a <= b : 90\nstandard\n");
    assert!(extended.len() > 1 && extended.contains(&one[0]), "{extended:?}");
}

#[test]
fn rules_that_are_none_are_rejected_with_their_place() {
    let arguments = ["a.c", "--rules", "my.rules"];
    check_rejected(
        &[("a.c", SHORT_SUM), ("my.rules", "# mine\na < b -> a <= b : 30\na < -> b : 7\n")],
        &arguments,
        expect![[r#"
            error: expected the right operand, found `->`
             --> my.rules:3:5
              |
            3 | a < -> b : 7
              |     ^^
        "#]],
    );
    check_rejected(
        &[("a.c", SHORT_SUM), ("my.rules", "a < b -> a <= b\n")],
        &arguments,
        expect![[r#"
        error: expected `:` and a weight, found the end of the line
         --> my.rules:1:16
          |
        1 | a < b -> a <= b
          |                ^
    "#]],
    );
    check_rejected(
        &[("a.c", SHORT_SUM)],
        &arguments,
        expect![[r#"
        error: cannot read `my.rules`: there is no such file
    "#]],
    );
}

#[test]
fn functions_beside_headers_are_taken_from_there() {
    let header = "int half(int x);\nint broken(void);\nunsigned strlen(const char *);\n";
    let source = "#include \"util.h\"\nstatic int minus(int x) { return -x; }\nint half(int x) { return minus(x) / 2; }\n\
                  int broken(void) { return undeclared; }\n";
    let main = "#include <assert.h>\n#include \"util.h\"\nint main(void) {\n  assert(half(4) == 2);\n  return 0;\n}\n";
    let folder = Folder::with(&[("util.h", header), ("util.c", source), ("a.c", main)]);
    let output = stdout(&folder.check(&["a.c", "--details"]));
    assert!(output.starts_with("error: assertion failed: half(4) == 2"), "{output}");
    assert!(output.contains("`half` is what `util.c` defines"), "{output}");
    assert!(output.contains("util.c:2:"), "the cause lies there: {output}");
    // A function of which nobody knows what it means stays undefined.
    let folder = Folder::with(&[
        ("util.h", header),
        ("util.c", source),
        ("a.c", &main.replace("half(4)", "broken()")),
    ]);
    let output = stdout(&folder.check(&["a.c", "--details"]));
    assert!(output.contains("`broken` is not defined: it may return any value"), "{output}");
}

#[test]
fn variables_beside_headers_are_taken_from_there() {
    let header = "extern int counter;\nextern int (*op)(int);\nextern int missing;\n";
    let source = "#include \"util.h\"\nstatic int minus(int x) { return -x; }\nint counter = 5;\n\
                  int (*op)(int) = minus;\nint broken(void) { return undeclared; }\n";
    let main = "#include <assert.h>\n#include \"util.h\"\nint main(void) {\n  assert(counter == 5);\n  return 0;\n}\n";
    let check = |main: &str| {
        let folder = Folder::with(&[("util.h", header), ("util.c", source), ("a.c", main)]);
        stdout(&folder.check(&["a.c"]))
    };
    let output = check(main);
    assert!(
        output.starts_with("no error found on any execution (assuming that missing definitions come from"),
        "{output}"
    );
    let output = check(&main.replace("counter == 5", "op(counter) == -4"));
    assert!(output.starts_with("error: assertion failed: op(counter) == -4"), "{output}");
    let output = check(&main.replace("counter", "missing"));
    assert!(output.starts_with("error: assertion failed: missing == 5"), "{output}");
}
