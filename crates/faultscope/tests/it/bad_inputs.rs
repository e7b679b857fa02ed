//! What is wrong with an input or an option is said in one message with its place and what to do, and ends with the code 2.

use std::fs;
use std::process::Command;

use crate::folder::{Folder, stderr, stdout};

const OK: &str = "int main(void) { return 0; }\n";
const BUG: &str = "int main(void) { int a[3]; int i = 3; a[i] = 1; return a[0]; }\n";

/// A bad input: files, the arguments, and parts of the message.
type Row = (&'static [(&'static str, &'static [u8])], &'static str, &'static [&'static str]);

/// Runs each row in a folder of its own, in which there are `ok.c` and `bug.c`, too.
#[track_caller]
fn check_rejected(rows: &[Row]) {
    for (files, line, parts) in rows {
        check(files, line, 2, parts);
    }
}

/// The message has the parts in this order, nothing is printed besides, and nothing breaks down.
#[track_caller]
fn check(files: &[(&str, &[u8])], line: &str, code: i32, parts: &[&str]) {
    let folder = Folder::with(&[("ok.c", OK), ("bug.c", BUG)]);
    for (name, bytes) in files {
        let path = folder.path(name);
        fs::create_dir_all(path.parent().expect("it is in the folder")).expect("a folder in it");
        fs::write(path, bytes).expect("a file in it");
    }
    let output = Command::new(env!("CARGO_BIN_EXE_faultscope"))
        .args(line.split_whitespace())
        .current_dir(folder.path(""))
        .output()
        .expect("the program runs");
    let complaints = stderr(&output);
    assert_eq!(output.status.code(), Some(code), "{line}\n{}{complaints}", stdout(&output));
    assert!(!complaints.contains("internal error"), "{line}\n{complaints}");
    let mut rest = complaints.as_str();
    for part in parts {
        let (_, behind) =
            rest.split_once(part).unwrap_or_else(|| panic!("no {part:?}: {line}\n{complaints}"));
        rest = behind;
    }
    if code == 2 {
        assert!(stdout(&output).is_empty(), "{line}\n{}", stdout(&output));
        assert!(complaints.starts_with("error: "), "{line}\n{complaints}");
    }
}

#[test]
fn files_that_are_not_c() {
    check_rejected(&[
        (
            &[("a.cpp", b"#include <iostream>\nint main() { std::cout << 1; }\n")],
            "check a.cpp",
            &["a.cpp:1:10", "`a.cpp` looks like C++; Faultscope checks C and Boogie"],
        ),
        (
            &[("a.c", b"class A { public: int x; };\nint main() { A a; return a.x; }\n")],
            "check a.c",
            &["a.c:1:1", "`a.c` looks like C++"],
        ),
        (&[("a.c", b"template <typename T> T f(T x) { return x; }\n")], "check a.c", &["a.c:1:10", "C++"]),
        (&[("a.c", b"using namespace std;\nint main() { }\n")], "check a.c", &["a.c:1:1", "C++"]),
        (&[("a.py", b"import sys\n\nprint(1)\n")], "check a.py", &["a.py:1:1", "`a.py` looks like Python"]),
        (&[("a.c", b"def main():\n    print(1)\n")], "check a.c", &["a.c:1:1", "`a.c` looks like Python"]),
        (&[("a.c", b"#!/bin/sh\necho 1\n")], "check a.c", &["a.c:1:1", "`a.c` looks like a script"]),
        (&[("a.c", b"public class A { }\n")], "check a.c", &["a.c:1:1", "`a.c` looks like Java"]),
        (&[("a.c", b"fn main() { let x = 1; }\n")], "check a.c", &["a.c:1:1", "`a.c` looks like Rust"]),
        (
            &[("a.c", b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")],
            "check a.c",
            &["`a.c` is a PDF file", "name the source files"],
        ),
        (
            &[("a.o", b"\x7fELF\x02\x01\x01\0\0")],
            "check a.o",
            &["`a.o` is an object file or executable", "name the source files that it was made from"],
        ),
        (&[("a.c", b"\x7fELF\x02\x01\x01\0\0")], "check ok.c a.c", &["`a.c` is an object file"]),
        (&[("a.zip", b"PK\x03\x04xx")], "check a.zip", &["`a.zip` is a zip archive", "unpack it"]),
        (
            &[("a.c", b"int x;\0\0")],
            "check a.c",
            &["`a.c` is not a text file", "give C or Boogie source text"],
        ),
        (
            &[("a.c", b"\xff\xfei\0n\0t\0")],
            "check a.c",
            &["`a.c` is UTF-16 text", "iconv -f UTF-16 -t UTF-8"],
        ),
        (&[("a.json", b"{}")], "check a.json", &["`a.json` is not a program", "-p a.json"]),
    ]);
}

#[test]
fn files_that_cannot_be_read_or_have_no_program() {
    check_rejected(&[
        (&[], "check no.c", &["cannot read `no.c`: there is no such file"]),
        (&[], "check no/no.c", &["cannot read `no/no.c`: there is no such file"]),
        (&[("d/a.c", b"")], "check d", &["`d` is a directory", "name the files of the program"]),
        (&[("a.c", b"")], "check a.c", &["`a.c` is empty", "help: "]),
        (&[("a.c", b" \r\n\t\n")], "check a.c", &["`a.c` is empty"]),
        (
            &[("a.c", b"/* nothing */\n")],
            "check a.c",
            &["function `main` is not defined", "no function is defined"],
        ),
        (
            &[("a.c", b"int f(void) { return 0; }\n")],
            "check a.c",
            &["function `main` is not defined", "--entry; there are `f`"],
        ),
        (&[], "check ok.c --entry mian", &["function `mian` is not defined", "there are `main`"]),
        (
            &[],
            "check ok.c bug.c",
            &["function `main` is defined twice", "bug.c:1:5", "files of one program", "batch"],
        ),
        (&[], "check ok.c ok.c", &["`ok.c` is named twice"]),
        (&[("a.bpl", b"procedure main() {}")], "check ok.c a.bpl", &["are of different languages"]),
        (&[], "run no.c", &["cannot read `no.c`"]),
        (&[], "check ok.c --model no.c", &["cannot read `no.c`"]),
        #[cfg(target_os = "linux")]
        (&[], "check /proc/self/mem", &["cannot read `/proc/self/mem`: "]),
    ]);
}

#[cfg(unix)]
#[test]
#[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
fn a_file_that_must_not_be_read() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::with(&[("a.c", OK)]);
    let path = folder.path("a.c");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).expect("it is ours");
    if fs::read(&path).is_ok() {
        eprintln!("skipped: this user may read everything");
        return;
    }
    let output = folder.check(&["a.c"]);
    assert_eq!(stderr(&output), "error: cannot read `a.c`: permission denied\n");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn texts_that_are_broken() {
    check_rejected(&[
        (
            &[("a.c", b"int main(void) { /* x\n return 0; }\n")],
            "check a.c",
            &["comment without end", "a.c:1:18"],
        ),
        (
            &[("a.c", b"int main(void) { char *s = \"abc;\n}\n")],
            "check a.c",
            &["string without closing quote", "a.c:1:28"],
        ),
        (
            &[("a.c", b"int main(void) { int c = 'a;\n}\n")],
            "check a.c",
            &["character without closing quote", "a.c:1:26"],
        ),
        (&[("a.c", b"#if 1\nint main(void) { }\n")], "check a.c", &["unterminated #if", "a.c:1:"]),
        (&[("a.c", b"int main(void) { }\n#endif\n")], "check a.c", &["#endif without #if", "a.c:2:2"]),
        (&[("a.c", b"#error not today\n")], "check a.c", &["#error not today", "a.c:1:2"]),
        (&[("a.c", b"#include \"no.h\"\n")], "check a.c", &["no.h: No such file", "a.c:1:10", "-I DIR"]),
        (
            &[("a.c", b"#include \"a.h\"\n"), ("a.h", b"#include \"a.h\"\n")],
            "check a.c",
            &["#include nested depth", "a.h:1", "#pragma once"],
        ),
        (
            &[("a.c", b"int main(void) { return 0;\n")],
            "check a.c",
            &["expected `}`, found end of file", "a.c:1:26"],
        ),
        (
            &[("a.c", b"int main(void) { } }\n")],
            "check a.c",
            &["expected a declaration, found `}`", "a.c:1:20"],
        ),
        (&[("a.c", b"int main(void) { return x; }\n")], "check a.c", &["`x` is not declared", "a.c:1:25"]),
        (
            &[("a.c", b"int main(void) { int *p = 1.5; }\n")],
            "check a.c",
            &["cannot convert `double` to `int *`", "a.c:1:"],
        ),
        (
            &[("a.c", b"int main(void) { int f = 1; return f(); }\n")],
            "check a.c",
            &["is not a function", "a.c:1:"],
        ),
    ]);
}

#[test]
fn encodings_and_ends_of_lines_that_are_fine() {
    check(&[("a.c", b"\xef\xbb\xbfint main(void) { return 0; }\n")], "check a.c", 0, &[]);
    check(&[("a.c", b"int main(void) {\r\n  return 0;\r\n}\r\n")], "check a.c", 0, &[]);
    check(&[("a.c", b"int main(void) { char *s = \"\xe4\"; return s[0] == 1; }\n")], "check a.c", 0, &[]);
    check(&[("a.c", b"int main(void) { return 0; }")], "check a.c", 0, &[]);
}

#[test]
fn stored_reports_and_witnesses_that_are_not() {
    check_rejected(&[
        (
            &[("r.json", b"{ \"schema\": \"faultscope-rep")],
            "explain r.json",
            &["not JSON", "seems to be cut off"],
        ),
        (&[("r.json", b"{}")], "explain r.json", &["not a report of the format", "check --format json"]),
        (&[("r.json", b"")], "explain r.json", &["not JSON"]),
        (&[], "explain bug.c", &["cannot read `bug.c`: this is not JSON"]),
        (&[], "explain no.json", &["cannot read `no.json`: there is no such file"]),
        (
            &[],
            "explain out-of-bunds",
            &["no report has the word `out-of-bunds`", "did you mean `out-of-bounds`?"],
        ),
        (&[], "explain xyzzy", &["no report has the word `xyzzy`", "explain --list"]),
        (&[], "explain enough x", &["'x'", "expected a whole number, at least 1"]),
        (&[], "validate no.yml bug.c", &["cannot read `no.yml`"]),
        (&[], "validate bug.c bug.c", &["`bug.c` is not a witness: line 1"]),
        (&[("w.yml", b"")], "validate w.yml bug.c", &["`w.yml` is not a witness", "the file is empty"]),
        (&[], "check bug.c --guide bug.c", &["`bug.c` is not a witness"]),
        (&[], "check bug.c --property-file bug.c", &["bug.c:1: expected `CHECK(…)`"]),
        (&[], "check bug.c --rules bug.c", &["unexpected character", "bug.c:1:16"]),
    ]);
}

#[test]
fn a_witness_for_another_program() {
    let folder = Folder::with(&[("ok.c", OK), ("bug.c", BUG)]);
    assert_eq!(folder.check(&["bug.c", "--witness", "w.yml"]).status.code(), Some(1));
    let output = folder.faultscope("validate").args(["w.yml", "ok.c"]).output().expect("the program runs");
    assert!(
        stderr(&output).starts_with("error: this is a witness for another program"),
        "{}",
        stderr(&output)
    );
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn projects_that_are_broken() {
    check_rejected(&[
        (
            &[("c.json", b"[{")],
            "check -p c.json",
            &["`c.json` is not a compilation database", "line 1", "CMake"],
        ),
        (&[("c.json", b"")], "check -p c.json", &["`c.json` is not a compilation database", "CMake"]),
        (&[("c.json", b"[{\"file\":\"a.c\"}]")], "check -p c.json", &["missing field `directory`"]),
        (&[("c.json", b"[]")], "check -p c.json", &["`c.json` names no C file", "CMake"]),
        (
            &[("d/x", b"")],
            "check -p d",
            &["cannot read `d/compile_commands.json`: there is no such file", "CMake"],
        ),
        (
            &[(
                "compile_commands.json",
                b"[{\"directory\":\".\",\"file\":\"z.c\",\"command\":\"cc -c z.c\"}]",
            )],
            "check -p .",
            &["cannot read `z.c`: there is no such file"],
        ),
        (
            &[(
                "compile_commands.json",
                b"[{\"directory\":\".\",\"file\":\"ok.c\",\"command\":\"cc -c ok.c\"}]",
            )],
            "check -p . --program tool",
            &["the project has no program `tool`", "its programs are ok"],
        ),
        (&[], "check --program tool", &["no project says what the program `tool` is", "-p build"]),
        (
            &[("faultscope.toml", b"entri = \"f\"\n")],
            "check ok.c",
            &["`entri` is not a setting", "faultscope.toml:1"],
        ),
    ]);
}

#[test]
fn tests_that_are_none() {
    check_rejected(&[
        (&[("t/.keep", b"")], "check ok.c --tests t", &["no test in `t`"]),
        (&[], "check ok.c --tests no", &["cannot read `no`"]),
        (&[], "check ok.c --tests bug.c", &["`bug.c` is not a test suite", "docs/tests.md"]),
        (&[], "check ok.c --crash-input no", &["cannot read `no`"]),
        (&[], "check ok.c --stdin no", &["cannot read `no`"]),
        (&[], "check ok.c --expect no", &["cannot read `no`"]),
        (&[], "check ok.c --args 'x", &["`--args`: the single quote at character 1 is not closed"]),
        (&[], "check ok.c --expect-status x", &["'x'", "expected an exit status"]),
        (&[], "check ok.c --technique ochiai", &["`--technique ochiai` needs tests", "--tests PATH"]),
    ]);
}

#[test]
fn values_of_options() {
    check_rejected(&[
        (&[], "check ok.c --timeout x", &["'x'", "--timeout", "expected a number of seconds"]),
        (&[], "check ok.c --timeout -1", &["'-1'", "--timeout", "expected a number of seconds"]),
        (&[], "check ok.c --unwind 0", &["'0'", "--unwind", "at least 1"]),
        (&[], "check ok.c --jobs many", &["'many'", "--jobs", "expected a whole number, at least 1"]),
        (&[], "check ok.c --memory 1G", &["'1G'", "--memory", "expected a whole number"]),
        (&[], "check ok.c --effort 0", &["'0'", "--effort", "at least 1"]),
        (&[], "check ok.c --sets 9", &["'9'", "--sets", "from 1 to 4"]),
        (&[], "check ok.c --max-array 99", &["'99'", "--max-array", "from 1 to 64"]),
        (&[], "check ok.c --traces 0", &["'0'", "--traces", "at least 1, or `all`"]),
        (&[], "check ok.c --max-findings some", &["'some'", "--max-findings", "or `all`"]),
        (&[], "check ok.c --format pdf", &["'pdf'", "--format", "possible values: text, json"]),
        (&[], "check ok.c --strategy cegar", &["'cegar'", "--strategy", "possible values"]),
        (&[], "check ok.c --data-model ilp64", &["'ilp64'", "lp64"]),
        (&[], "check ok.c -m16", &["'16'", "possible values: 32, 64"]),
        (&[], "check ok.c -std=c++17", &["c++17", "expected a standard of C"]),
        (&[], "check ok.c -funsigned-char", &["`-funsigned-char` changes what the program means"]),
        (&[], "check ok.c --trust ok.c:9-3", &["'ok.c:9-3'", "--trust", "`file.c:10-20`"]),
        (&[], "check ok.c --check nonsense", &["'nonsense'", "--check", "`out-of-bounds:file.c:12`"]),
        (
            &[],
            "check bug.c --check out-of-bounds:bug.c:9",
            &["the program has no check", "near this place: "],
        ),
        (&[], "run ok.c --env X", &["`X` is not a variable", "--env NAME=VALUE"]),
        (&[], "check ok.c --proprety overflow", &["'--proprety'", "'--property'"]),
    ]);
}

#[test]
fn options_that_conflict() {
    check_rejected(&[
        (
            &[],
            "check ok.c --strategy bmc --proof p",
            &["`--proof`", "`--strategy bmc`", "leave `--strategy` out"],
        ),
        (&[], "check ok.c --strategy bmc --traces all", &["`--traces`", "`--strategy bmc`"]),
        (
            &[],
            "check ok.c --max-findings 3 --all-findings",
            &["--max-findings", "cannot be used with", "--all-findings"],
        ),
        (
            &[("t/1.in", b"")],
            "check ok.c --tests t --stdin ok.c",
            &["--tests", "cannot be used with", "--stdin"],
        ),
        (&[], "check ok.c -m32 --data-model lp64", &["cannot be used with", "--data-model"]),
        (&[], "check ok.c --config x --no-config", &["cannot be used with", "--no-config"]),
        (&[], "check ok.c --ped library", &["--technique"]),
        (&[], "check ok.c --html ok.c", &["would overwrite `ok.c`"]),
        (&[], "explain enough --list", &["cannot be used with"]),
    ]);
}

#[test]
fn commands_that_are_none() {
    check_rejected(&[
        (&[], "ok.c", &["`ok.c` is not a command", "run `faultscope check ok.c`"]),
        (&[], "ok.c -O2 -Wall", &["`ok.c` is not a command", "run `faultscope check ok.c -O2 -Wall`"]),
        (&[], "-O2 ok.c", &["no command is given for `ok.c`", "run `faultscope check -O2 ok.c`"]),
        (&[("r.json", b"{}")], "r.json", &["`r.json` is not a command", "run `faultscope explain r.json`"]),
        (&[], "new.c", &["`new.c` is not a command", "faultscope check new.c"]),
        (&[], "chekc ok.c", &["'chekc'", "'check'"]),
        (&[], "check", &["required arguments", "<FILE>"]),
    ]);
}

/// Misspelt names of properties, and names of other tools, with the one that is meant.
const PROPERTIES: [(&str, &str); 34] = [
    ("overfow", "overflow"),
    ("overflows", "overflow"),
    ("int-overflow", "overflow"),
    ("signed-overflow", "overflow"),
    ("null-deref", "null-dereference"),
    ("nullderef", "null-dereference"),
    ("null-pointer", "null-dereference"),
    ("use-afterfree", "use-after-free"),
    ("user-after-free", "use-after-free"),
    ("uaf", "use-after-free"),
    ("use-after-scop", "use-after-scope"),
    ("double-free", "invalid-free"),
    ("invalid-fre", "invalid-free"),
    ("oob", "out-of-bounds"),
    ("out-of-bound", "out-of-bounds"),
    ("buffer-overflow", "out-of-bounds"),
    ("memleak", "memory-leak"),
    ("leak", "memory-leak"),
    ("memory-leaks", "memory-leak"),
    ("uninit", "uninitialized"),
    ("unitialized", "uninitialized"),
    ("uninitialised", "uninitialized"),
    ("div-by-zero", "division-by-zero"),
    ("division-zero", "division-by-zero"),
    ("divide-by-zero", "division-by-zero"),
    ("assert", "assertions"),
    ("asertions", "assertions"),
    ("contract", "contracts"),
    ("shft", "shift"),
    ("reach-error", "unreach-call"),
    ("libary", "library"),
    ("no-return", "missing-return"),
    ("unsequence", "unsequenced"),
    ("valid-memsafty", "valid-memsafety"),
];

#[test]
fn misspelt_properties() {
    for (name, meant) in PROPERTIES {
        let expect = format!("there is no property `{name}`; did you mean `{meant}`");
        check(&[], &format!("check ok.c --property {name}"), 2, &[&expect, "explain"]);
    }
}

#[test]
fn a_compile_line_can_be_pasted() {
    let flags = "-O2 -Wall -Wextra -g -ggdb3 -std=c11 -pthread -lm -fsanitize=address -march=native -pedantic -pipe -c -o bug";
    check(&[], &format!("check bug.c {flags}"), 1, &[]);
    check(&[], &format!("check {flags} ok.c"), 0, &[]);
    let program = b"#include <assert.h>\nint main(void) { assert(LEVEL == 2); }\n";
    let files: [(&str, &[u8]); 2] = [("a.c", program), ("level.h", b"#define LEVEL 2\n")];
    check(&files, "check a.c -include level.h", 0, &[]);
    check(&files, "check a.c -DLEVEL=2 -ULEVEL", 2, &["`LEVEL` is not declared"]);
}
