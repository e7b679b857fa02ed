//! `faultscope.toml`: options that belong to a program.

use expect_test::{Expect, expect};

use crate::folder::{Folder, stderr, stdout};

const PROGRAM: &str = "\
#include \"limit.h\"
int __VERIFIER_nondet_int(void);
void reach_error(void);
int reference(int x) { return x; }
int main(void) {
    int x = reference(__VERIFIER_nondet_int());
    if (x > LIMIT) reach_error();
    return 0;
}
int other(void) { return 0; }
";

const HEADER: &str = "#define LIMIT 10\n";

/// What a check gives with a file beside the program: the exit code and what is on stderr.
#[track_caller]
fn check(settings: &str, arguments: &[&str], code: i32, message: Expect) -> String {
    let folder =
        Folder::with(&[("include/limit.h", HEADER), ("src/a.c", PROGRAM), ("faultscope.toml", settings)]);
    let output = folder.check(&[&["src/a.c"], arguments].concat());
    message.assert_eq(&stderr(&output));
    assert_eq!(output.status.code(), Some(code), "{}{}", stdout(&output), stderr(&output));
    stdout(&output)
}

#[test]
fn a_file_above_the_program_has_options_for_it() {
    let text = check(
        "include = [\"include\"]\ntrust = \"reference\"\nproperty = [\"assertions\", \"unreach-call\"]\ntimeout = 30\n",
        &[],
        1,
        expect![[r#"
            note: options are taken from `faultscope.toml`
        "#]],
    );
    assert!(text.contains("src/a.c:7"), "{text}");
}

#[test]
fn without_the_file_the_header_is_not_found() {
    let output = Folder::with(&[("include/limit.h", HEADER), ("src/a.c", PROGRAM)]).check(&["src/a.c"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("limit.h"), "{}", stderr(&output));
}

#[test]
fn the_command_line_counts_where_something_is_said_once() {
    let settings = "include = \"include\"\nentry = \"other\"\n";
    check(
        settings,
        &[],
        0,
        expect![[r#"
        note: options are taken from `faultscope.toml`
    "#]],
    );
    check(
        settings,
        &["--entry", "main"],
        1,
        expect![[r#"
        note: options are taken from `faultscope.toml`
    "#]],
    );
    check(
        settings,
        &["-m32", "--entry=main"],
        1,
        expect![[r#"
        note: options are taken from `faultscope.toml`
    "#]],
    );
}

#[test]
fn lists_grow() {
    let settings = "define = [\"ONE\"]\ninclude = [\"include\"]\n";
    let folder = Folder::with(&[
        (
            "include/limit.h",
            "#if defined ONE && defined TWO\n#define LIMIT 2147483647\n#else\n#define LIMIT 0\n#endif\n",
        ),
        ("src/a.c", PROGRAM),
        ("faultscope.toml", settings),
    ]);
    assert_eq!(folder.check(&["src/a.c"]).status.code(), Some(1));
    assert_eq!(folder.check(&["src/a.c", "-DTWO"]).status.code(), Some(0));
}

#[test]
fn options_that_exclude_each_other_are_those_of_the_command_line() {
    check(
        "include = \"include\"\ndata-model = \"ilp32\"\n",
        &["-m64"],
        1,
        expect![[r#"
            note: options are taken from `faultscope.toml`
        "#]],
    );
}

#[test]
fn the_file_can_be_left_out_or_named() {
    check("nonsense", &["--no-config", "-Iinclude"], 1, expect![[""]]);
    let folder = Folder::with(&[
        ("include/limit.h", HEADER),
        ("src/a.c", PROGRAM),
        ("settings/mine.toml", "include = \"../include\"\n"),
    ]);
    let output = folder.check(&["src/a.c", "--config", "settings/mine.toml"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
}

#[test]
fn what_is_no_setting_is_told_with_its_place() {
    check(
        "entri = \"main\"\nthorough = 1\ntrust = [1.5]\nstdin = \"a\"\n",
        &[],
        2,
        expect![[r#"
            error: `entri` is not a setting
             --> faultscope.toml:1:1
              |
            1 | entri = "main"
              | ^^^^^
              |
              = help: did you mean `entry`?
            error: `thorough` needs `true` or `false`
             --> faultscope.toml:2:12
              |
            2 | thorough = 1
              |            ^
            error: `trust` needs a list of texts
             --> faultscope.toml:3:9
              |
            3 | trust = [1.5]
              |         ^^^^^
            error: `stdin` is not a setting
             --> faultscope.toml:4:1
              |
            4 | stdin = "a"
              | ^^^^^
              |
              = help: settings are contracts, data-model, define, effort, entry, flags, ignore-annotations, ignore-suppressions, include, jobs, level, malloc-may-fail, max-array, memory, model, no-compiler-warnings, project, property, pure, ranking, rules, sets, standard, strategy, thorough, timeout, traces, trust, uninitialized-is-nondet, unwind, volatile-as-stored
        "#]],
    );
    check(
        "entry = [\n",
        &[],
        2,
        expect![[r#"
        error: unclosed array, expected `]`
         --> faultscope.toml:1:1
          |
        1 | entry = [
          | ^^^^^^^^^
    "#]],
    );
    check(
        "timeout = \"soon\"\n",
        &[],
        2,
        expect![[r#"
            error: invalid value 'soon' for '--timeout <SECONDS>': expected a number of seconds, or 0 for no limit
             --> faultscope.toml:1:11
              |
            1 | timeout = "soon"
              |           ^^^^^^
              |
              = help: its keys are options of `faultscope check`; `--no-config` leaves the file out
        "#]],
    );
    check(
        "jobs = 2\ndata-model = \"lp46\"\n",
        &[],
        2,
        expect![[r#"
        error: invalid value 'lp46' for '--data-model <MODEL>'
         --> faultscope.toml:2:14
          |
        2 | data-model = "lp46"
          |              ^^^^^^
          |
          = help: the values are ilp32, lp64
    "#]],
    );
    let output = Folder::with(&[("a.c", PROGRAM)]).check(&["a.c", "--config", "missing.toml"]);
    assert_eq!(output.status.code(), Some(2));
    expect![[r#"
        error: cannot read `missing.toml`: there is no such file
    "#]]
    .assert_eq(&stderr(&output));
}

#[test]
fn runs_take_what_is_about_files() {
    let folder = Folder::with(&[
        ("include/three.h", "#define THREE 3\n"),
        ("a.c", "#include \"three.h\"\nint main(void) { return THREE; }\n"),
        ("faultscope.toml", "include = \"include\"\nentry = \"main\"\n"),
    ]);
    let output = folder.faultscope("run").arg("a.c").output().expect("the program runs");
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
}
