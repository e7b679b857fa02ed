//! Suites in the forms that people have, as folders and files on the disk: what is read, and what is said of the rest.
#![expect(clippy::disallowed_methods, reason = "the files to read are made here")]

use std::fmt::Write;
use std::fs;
use std::path::Path;

use expect_test::{Expect, expect};
use faultscope_suite::{Error, Number, Reading, Suite, TableInput, beside, crash_inputs, read};
use tempfile::TempDir;

const READING: Reading = Reading { table_input: TableInput::Arguments };

fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = TempDir::new().expect("a folder can be made");
    for (name, contents) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("it lies in the folder")).expect("it can be made");
        fs::write(path, contents).expect("it can be written");
    }
    folder
}

fn shown(root: &Path, suite: Result<Suite, Error>) -> String {
    let mut text = String::new();
    match suite {
        Err(error) => writeln!(text, "error: {error}").expect("it is written"),
        Ok(suite) => {
            for it in &suite.tests {
                text += &test(it);
            }
            for it in &suite.warnings {
                writeln!(text, "warning: {it}").expect("it is written");
            }
            if !suite.others.is_empty() {
                writeln!(text, "others: {:?}", suite.others).expect("it is written");
            }
        }
    }
    text.replace(&format!("{}/", root.display()), "").replace(&root.display().to_string(), ".")
}

fn test(test: &faultscope_suite::Test) -> String {
    let bytes = |it: &[u8]| format!("\"{}\"", it.escape_ascii());
    let mut text = format!("{}: {}", test.name, bytes(&test.stdin));
    if !test.arguments.is_empty() {
        let arguments: Vec<String> = test.arguments.iter().map(|it| bytes(it)).collect();
        write!(text, " ({})", arguments.join(", ")).expect("it is written");
    }
    for file in &test.files {
        write!(text, " {}={}", file.name.escape_ascii(), bytes(&file.contents)).expect("it is written");
    }
    if let Some(values) = &test.values {
        let numbers: Vec<&Number> = values.iter().map(|it| &it.number).collect();
        write!(text, " {numbers:?}").expect("it is written");
    }
    if let Some(output) = &test.expected.output {
        write!(text, " -> {}", bytes(output)).expect("it is written");
    }
    if let Some(status) = test.expected.status {
        write!(text, " -> status {status}").expect("it is written");
    }
    text + "\n"
}

#[track_caller]
fn check_at(path: &str, files: &[(&str, &[u8])], expect: Expect) {
    let folder = folder(files);
    expect.assert_eq(&shown(folder.path(), read(&folder.path().join(path), &READING)));
}

#[track_caller]
fn check(files: &[(&str, &[u8])], expect: Expect) {
    check_at("", files, expect);
}

#[test]
fn inputs_and_outputs_beside_each_other() {
    check(
        &[
            ("10.in", b"5\n"),
            ("10.out", b"25\n"),
            ("2.in", b"\xff\0"),
            ("2.out", b""),
            ("1.input", b"1"),
            ("1.output", b"one"),
            ("a.in.txt", b"a"),
            ("a.out.txt", b"A"),
            ("b.in", b"b"),
            ("b.ans", b"B"),
            ("c.IN", b"c"),
            ("c.expected", b"C"),
        ],
        expect![[r#"
            1: "1" -> "one"
            2: "\xff\x00" -> ""
            10: "5\n" -> "25\n"
            a: "a" -> "A"
            b: "b" -> "B"
            c: "c" -> "C"
        "#]],
    );
}

#[test]
fn arguments_and_status_belong_to_a_test() {
    check(
        &[
            ("1.args", b"-n '3 4'\n"),
            ("1.out", b"7\n"),
            ("2.in", b""),
            ("2.status", b" 1\n"),
            ("3.args", b""),
            ("3.status", b"one"),
            ("4.args", b"'x"),
            ("4.out", b""),
        ],
        expect![[r#"
            1: "" ("-n", "3 4") -> "7\n"
            2: "" -> status 1
            3: ""
            warning: 3.status: an exit status is a number
            warning: 4.args: the single quote at character 1 is not closed
        "#]],
    );
}

#[test]
fn files_that_arguments_name_are_there() {
    check(
        &[
            ("a/1.args", b"d.txt --config=./c/x.conf ../b/1.out e.txt"),
            ("a/1.out", b"4"),
            ("a/d.txt", b"four"),
            ("c/x.conf", b"x=1"),
            ("b/1.args", b"d.txt"),
            ("b/1.out", b"5"),
            ("b/d.txt", b"five"),
            ("b/other.txt", b""),
        ],
        expect![[r#"
            a/1: "" ("d.txt", "--config=./c/x.conf", "../b/1.out", "e.txt") d.txt="four" ./c/x.conf="x=1" -> "4"
            b/1: "" ("d.txt") d.txt="five" -> "5"
            others: ["b/other.txt"]
        "#]],
    );
}

#[test]
fn codeflaws_names() {
    check_at(
        "tests",
        &[
            ("tests/input-pos10", b"1"),
            ("tests/output-pos10", b"2"),
            ("tests/input-pos2", b"3"),
            ("tests/output-pos2", b"4"),
            ("tests/input-neg1", b"5"),
            ("tests/output-neg1", b"6"),
            ("tests/heldout-input-pos1", b"7"),
            ("tests/heldout-output-pos1", b"8"),
            ("tests/input1", b"9"),
            ("tests/output1", b"10"),
        ],
        expect![[r#"
            1: "9" -> "10"
            heldout-pos1: "7" -> "8"
            neg1: "5" -> "6"
            pos2: "3" -> "4"
            pos10: "1" -> "2"
        "#]],
    );
}

#[test]
fn tests_may_lie_in_folders() {
    check(
        &[
            ("tests/whitebox/1.in", b"1"),
            ("tests/whitebox/1.out", b"2"),
            ("tests/blackbox/1.in", b"3"),
            ("tests/blackbox/1.out", b"4"),
            ("tests/.cache/1.in", b""),
            ("digits.c", b"int main(void) { return 0; }"),
        ],
        expect![[r#"
            blackbox/1: "3" -> "4"
            whitebox/1: "1" -> "2"
            others: ["digits.c"]
        "#]],
    );
    check(
        &[
            ("inputs/case1.txt", b"1"),
            ("outputs/case1.txt", b"2"),
            ("inputs/case2.txt", b"3"),
            ("notes.txt", b""),
        ],
        expect![[r#"
            case1: "1" -> "2"
            case2: "3"
            warning: inputs/case2.txt: nothing says what this test should print; it passes when the program does not fail
            others: ["notes.txt"]
        "#]],
    );
    check(
        &[("input.txt", b"1"), ("expected_output.txt", b"2")],
        expect![[r#"
        test: "1" -> "2"
    "#]],
    );
}

#[test]
fn parts_that_are_missing_are_named() {
    check(
        &[("1.in", b"1"), ("1.out", b"2"), ("2.in", b"3"), ("3.out", b"4"), ("output-pos7", b"")],
        expect![[r#"
            1: "1" -> "2"
            2: "3"
            warning: 2.in: nothing says what this test should print; it passes when the program does not fail
            warning: 3.out: an expected output without a test: nothing beside it is an input or has arguments (make an empty one if the program reads nothing)
            warning: output-pos7: an expected output without a test: nothing beside it is an input or has arguments (make an empty one if the program reads nothing)
        "#]],
    );
    check(
        &[("3.out", b"4"), ("main.c", b"")],
        expect![[r#"
        error: no test in ``
          3.out: an expected output without a test: nothing beside it is an input or has arguments (make an empty one if the program reads nothing)
    "#]],
    );
}

#[test]
fn two_that_say_different_things_are_named() {
    check(
        &[
            ("1.in", b"1"),
            ("1.out", b"2\n"),
            ("1.expected", b"3\n"),
            ("2.in", b"4"),
            ("2.out", b"5"),
            ("2.ans", b"5"),
        ],
        expect![[r#"
            1: "1" -> "3\n"
            2: "4" -> "5"
            warning: 1.out: not used: 1.expected says something else about the same test
        "#]],
    );
    check(
        &[
            ("1.in", b"1"),
            ("1.out", b"2\n"),
            ("2.in", b"1"),
            ("2.out", b"3\n"),
            ("3.in", b"1"),
            ("3.out", b"2"),
        ],
        expect![[r#"
            1: "1" -> "2\n"
            2: "1" -> "3\n"
            3: "1" -> "2"
            warning: the tests `1` and `2` give the program the same and expect different outputs: no program passes both
        "#]],
    );
}

#[test]
fn nothing_to_read_says_why() {
    check(
        &[],
        expect![[r#"
        error: no test in ``: it is empty
    "#]],
    );
    check(
        &[("README", b""), ("main.c", b"")],
        expect![[r#"
        error: no test in ``: the names of the 2 files there do not say that they belong to tests
    "#]],
    );
    check_at(
        "nowhere",
        &[],
        expect![[r#"
        error: cannot read `nowhere`: No such file or directory (os error 2)
    "#]],
    );
    check_at(
        "main.c",
        &[("main.c", b"")],
        expect![[r#"
            error: `main.c` is not a test suite: a folder, a `.zip`, a `.tsv`, a Test-Comp `.xml` or an input (`.in`) can be read
        "#]],
    );
    check(
        &[("a.c", b""), ("a.c.expected", b"1"), ("b.c", b""), ("b.c.expected", b"2")],
        expect![[r#"
            error: no test in ``
              a.c.expected: what the program beside it should print, which says nothing of another program (and 1 more)
        "#]],
    );
}

#[test]
fn one_input_is_a_suite_with_what_lies_beside_it() {
    let files: &[(&str, &[u8])] = &[
        ("1.in", b"1"),
        ("1.out", b"2"),
        ("2.in", b"3"),
        ("1.args", b"-x"),
        ("input7", b"4"),
        ("output7", b"5"),
    ];
    check_at(
        "1.in",
        files,
        expect![[r#"
        1: "1" ("-x") -> "2"
    "#]],
    );
    check_at(
        "1.out",
        files,
        expect![[r#"
        1: "1" ("-x") -> "2"
    "#]],
    );
    check_at(
        "2.in",
        files,
        expect![[r#"
        2: "3"
        warning: 2.in: nothing says what this test should print; it passes when the program does not fail
    "#]],
    );
    check_at(
        "input7",
        files,
        expect![[r#"
        7: "4" -> "5"
    "#]],
    );
}

#[test]
fn test_comp_suites() {
    let metadata = b"<test-metadata><entryfunction>main</entryfunction></test-metadata>";
    check(
        &[
            ("metadata.xml", metadata),
            ("testcase10.xml", b"<testcase><input>1</input></testcase>"),
            ("testcase2.xml", b"<testcase><input type=\"char\">'a'</input><input>-1.5</input></testcase>"),
            ("testcase3.xml", b"<testcase>\n<input>1<input></testcase>"),
            ("build.xml", b"<project/>"),
        ],
        expect![[r#"
            testcase2: "" [Integer { negative: false, magnitude: 97 }, Real("-1.5")]
            testcase10: "" [Integer { negative: false, magnitude: 1 }]
            warning: testcase3.xml:2: malformed XML in column 16: expected 'input' tag, not 'testcase'
            others: ["build.xml"]
        "#]],
    );
    check_at(
        "t.xml",
        &[("t.xml", b"<testcase><input>1</input></testcase>")],
        expect![[r#"
        t: "" [Integer { negative: false, magnitude: 1 }]
    "#]],
    );
    check_at(
        "t.xml",
        &[("t.xml", b"<project/>")],
        expect![[r#"
            error: `t.xml` is not a test suite: a folder, a `.zip`, a `.tsv`, a Test-Comp `.xml` or an input (`.in`) can be read
        "#]],
    );
    check(
        &[("metadata.xml", metadata), ("testcase.xml", b"<testcase>")],
        expect![[r#"
        error: no test in ``
          testcase.xml:1: malformed XML: the root node was opened but never closed
    "#]],
    );
}

#[test]
fn tables_among_other_files_are_known_by_their_first_line() {
    check(
        &[
            ("tests.tsv", b"index\tinput\texpected\n0\t1 2\t3\n1\t\tUSAGE(exit 1)\n10\t4 5\tUB(overflow)\n"),
            ("MANIFEST.tsv", b"path\torigin\na.c\there\n"),
        ],
        expect![[r#"
            0: "" ("1", "2") -> "3\n"
            1: "" -> status 1
            warning: tests.tsv: set aside, for what should happen is undefined: `10`
            others: ["MANIFEST.tsv"]
        "#]],
    );
    check_at(
        "t.tsv",
        &[("t.tsv", b"1 2\t3\n")],
        expect![[r#"
        line 1: "" ("1", "2") -> "3\n"
    "#]],
    );
    check_at(
        "t.tsv",
        &[("t.tsv", b"")],
        expect![[r#"
        error: no test in `t.tsv`: it is empty
    "#]],
    );
}

#[test]
fn several_forms_may_be_mixed() {
    check(
        &[
            ("t/more.tsv", b"id\tstdin\texpected\n1\tx\ty\n"),
            ("t/1.in", b"1"),
            ("t/1.out", b"2"),
            ("t/testcase1.xml", b"<testcase/>"),
        ],
        expect![[r#"
            1: "1" -> "2"
            testcase1: "" []
            more/1: "x\n" -> "y\n"
        "#]],
    );
}

#[test]
fn what_lies_beside_a_program() {
    let folder = folder(&[
        ("a.c", b""),
        ("a.c.expected", b"1\n"),
        ("b.c", b""),
        ("b.expected", b"2\n"),
        ("b.in", b"3\n"),
        ("c.c", b""),
        ("c.out", b"\x7fELF"),
    ]);
    let beside = |name: &str| match beside(&folder.path().join(name)) {
        Ok(None) => "nothing\n".to_owned(),
        Ok(Some(suite)) => shown(folder.path(), Ok(suite)),
        Err(error) => shown(folder.path(), Err(error)),
    };
    expect![[r#"
        a.c: "" -> "1\n"
        b: "3\n" -> "2\n"
        nothing
    "#]]
    .assert_eq(&["a.c", "b.c", "c.c"].map(beside).concat());
}

#[test]
fn what_fuzzers_leave() {
    let check = |paths: &[&str], files: &[(&str, &[u8])], expect: Expect| {
        let folder = folder(files);
        let paths: Vec<_> = paths.iter().map(|it| folder.path().join(it)).collect();
        expect.assert_eq(&shown(folder.path(), crash_inputs(&paths)));
    };
    let afl: &[(&str, &[u8])] = &[
        ("out/default/crashes/README.txt", b"Command line used"),
        ("out/default/crashes/id:000010,sig:06,src:000000", b"\0a"),
        ("out/default/crashes/id:000002,sig:11,src:000000", b"b"),
        ("out/default/queue/id:000000,orig:seed", b"seed"),
        ("out/default/hangs/id:000000,src:000001", b"h"),
        ("out/default/fuzzer_stats", b""),
    ];
    check(
        &["out/default/crashes"],
        afl,
        expect![[r#"
        id:000002,sig:11,src:000000: "b"
        id:000010,sig:06,src:000000: "\x00a"
        others: ["out/default/crashes/README.txt"]
    "#]],
    );
    check(
        &["out"],
        afl,
        expect![[r#"
        crashes/id:000002,sig:11,src:000000: "b"
        crashes/id:000010,sig:06,src:000000: "\x00a"
        hangs/id:000000,src:000001: "h"
        others: ["out/default/crashes/README.txt", "out/default/fuzzer_stats", "out/default/queue/id:000000,orig:seed"]
    "#]],
    );
    check(
        &["out/default/queue/id:000000,orig:seed"],
        afl,
        expect![[r#"
        id:000000,orig:seed: "seed"
    "#]],
    );
    check(
        &["."],
        &[("crash-da39a3", b"x"), ("timeout-ee5e6b", b"y"), ("corpus/1", b"z"), ("fuzz.c", b"")],
        expect![[r#"
            crash-da39a3: "x"
            timeout-ee5e6b: "y"
            others: ["./corpus/1", "./fuzz.c"]
        "#]],
    );
    check(
        &["."],
        &[("poc", b"x"), ("README.md", b"")],
        expect![[r#"
        poc: "x"
        others: ["./README.md"]
    "#]],
    );
    check(
        &["."],
        &[("README.txt", b"")],
        expect![[r#"
        error: no test in `.`: the name of the only file there does not say that it belongs to a test
    "#]],
    );
    check(
        &["crash-1"],
        &[],
        expect![[r#"
        error: cannot read `crash-1`: No such file or directory (os error 2)
    "#]],
    );
}

#[cfg(unix)]
#[test]
fn names_need_not_be_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let folder = folder(&[]);
    for (name, contents) in
        [(&b"\xfe.in"[..], "1"), (b"\xfe.out", "2"), (b"\xff.in", "3"), (b"\xff.out", "4")]
    {
        fs::write(folder.path().join(OsStr::from_bytes(name)), contents).expect("it can be written");
    }
    expect![[r#"
        \xfe: "1" -> "2"
        \xff: "3" -> "4"
    "#]]
    .assert_eq(&shown(folder.path(), read(folder.path(), &READING)));
}

#[cfg(unix)]
#[test]
fn what_cannot_be_read_costs_only_itself() {
    let folder = folder(&[("1.in", b"1"), ("1.out", b"2"), ("2.in", b"3")]);
    // A link to nothing can be read by nobody.
    std::os::unix::fs::symlink("nowhere", folder.path().join("2.out")).expect("it can be made");
    std::os::unix::fs::symlink("nowhere", folder.path().join("3.in")).expect("it can be made");
    // One that leads upwards is followed, and does not lead on for ever.
    fs::create_dir(folder.path().join("more")).expect("it can be made");
    std::os::unix::fs::symlink(folder.path().join("more"), folder.path().join("more/more"))
        .expect("it can be made");
    let text = shown(folder.path(), read(folder.path(), &READING));
    expect![[r#"
        1: "1" -> "2"
        2: "3"
        warning: 2.out: cannot be read: No such file or directory (os error 2)
        warning: 3.in: cannot be read: No such file or directory (os error 2)
    "#]]
    .assert_eq(&text);
}
